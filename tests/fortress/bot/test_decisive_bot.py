"""What the planner knows of the last day and of raids: what must hold, what lies open, who keeps the others busy."""

from __future__ import annotations

from typing import Any

from bocage import Match
from bocage.games.fortress.bot.aims.goals import GARRISON
from bocage.games.fortress.bot.aims.goals import goals as aims_of
from bocage.games.fortress.bot.aims.harbour import decisive
from bocage.games.fortress.bot.aims.sites import LOTS, ranked
from bocage.games.fortress.bot.odds import HOPELESS, Odds
from bocage.games.fortress.bot.orders.landing import mulberry
from bocage.games.fortress.bot.orders.raids import FOR_GOOD, targets
from bocage.games.fortress.bot.orders.screen import screen
from bocage.games.fortress.bot.sight import Ground, Sight
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from tests.fortress.bot.test_bot import answer, hex_of, planner, play_row, position
from tests.fortress.playing import game, look


def sight_of(match: Match, side: str = ALLIED) -> Sight:
    """The map in the eyes of a side."""
    return Sight(look(match), side, Ground(match.game))  # type: ignore[arg-type]


def node_of(name: str) -> int:
    return game().board.index[name]


ST_NAZAIRE, BORDEAUX, BREST = "C9", "A19", "B2"
WEST: dict[str, Any] = {
    "scenario": "west_wall", "invasions": 1, "invasion_turn": 1, "released": True, "weather": "Clear",
    "picks": {ALLIED: (5, 6, 7, 9, 10, 11, 12), GERMAN: (1, 3, 4, 5, 7, 8, 12)},
}  # fmt: skip
COMMANDOS = "BR-1-Cdo england; BR-4-Cdo england; US-1-Inf BB5; GE-77-Inf B2; GE-91-Inf R11"


def test_commandos_raid_a_base_that_lies_empty() -> None:
    """St. Nazaire is empty in August: taken once, it counts as taken for ever (30.2, 32.4). Brest has a garrison."""
    match = position("allied first movement", COMMANDOS, turn=8, allied_control="BB5", **WEST)
    sight = sight_of(match)
    found = targets(sight, aims_of(sight))
    assert found[node_of(ST_NAZAIRE)] >= FOR_GOOD
    assert node_of(BREST) not in found
    answers = play_row(match)
    assert any(line.startswith("raid") for line in answers)
    assert match.position.sites_taken


def test_nobody_raids_while_the_garrisons_are_still_there() -> None:
    """In the first weeks a raid would wake whole districts (21.5), and the Germans have not marched off yet."""
    match = position("allied first movement", COMMANDOS, turn=2, allied_control="BB5", **WEST)
    sight = sight_of(match)
    assert targets(sight, aims_of(sight)) == {}


def test_on_the_last_day_a_raid_goes_for_what_the_enemy_has_written_down() -> None:
    """Brest and St. Nazaire are worth something until the end only if they are held then."""
    held = COMMANDOS.replace("GE-77-Inf B2; ", "")
    worth = {}
    for turn in (11, 12):
        match = position("allied first movement", held, turn=turn, allied_control="BB5", **WEST)
        sight = sight_of(match)
        worth[turn] = targets(sight, aims_of(sight))[node_of(ST_NAZAIRE)]
    assert worth[12] > worth[11]


def test_germans_leave_somebody_where_a_raid_would_cost_an_objective() -> None:
    """The front is far away, but St. Nazaire is written down; once both raids have been made he may go."""
    units = "US-1-Inf BB5; US-4-Inf CC5; GE-91-Inf C9; GE-21-Pz BB7"
    for raids, guarded in ((0, True), (2, False)):
        match = position("german first movement", units, turn=9, allied_control="BB5 CC5", raids=raids, **WEST)
        guards = aims_of(sight_of(match, GERMAN)).guards
        assert (guards.get(node_of(ST_NAZAIRE), 0.0) >= GARRISON) is guarded
        play_row(match)
        assert (hex_of(match, "GE-91-Inf") == ST_NAZAIRE) is guarded


LAST_DAY: dict[str, Any] = {
    "scenario": "invasion", "turn": 7, "invasions": 1, "invasion_turn": 1, "released": True, "weather": "Overcast",
    "district_landed": ("15",), "invaded_districts": ("15",), "allied_control": "BB4 BB8 CC6 AA6",
}  # fmt: skip


def test_on_the_last_day_everybody_stands_where_the_victory_hangs() -> None:
    """Anvers and Bruxelles are enough (33.1.5): Gent is let go, and nobody leaves one of the two for the other."""
    units = (
        "US-1-Inf BB8; US-2-Inf CC6; US-4-Inf AA6; US-9-Inf AA6; US-29-Inf BB7; US-8-Inf BB4; Mulberry-12 BB4; "
        "US-Bradley BB7; GE-2-Pz BB10; GE-9-Pz CC10; GE-21-Pz BB10; GE-116-Pz AA9; GE-1SS-Pz AA9; GE-12SS-Pz AA9; "
        "GE-Lehr-Pz BB10"
    )
    match = position("allied second movement", units, **LAST_DAY)
    assert set(decisive(sight_of(match))) == {node_of("BB8"), node_of("CC6")}
    play_row(match)
    assert hex_of(match, "US-1-Inf") == "BB8"
    assert hex_of(match, "US-2-Inf") == "CC6"
    there = look(match).of_side(node_of("BB8"), ALLIED)
    assert len(there) >= 2, "seven panzer divisions are near"


def test_of_two_beaches_the_harbour_comes_to_the_one_that_need_not_attack() -> None:
    """Whoever guards it beside the enemy must attack, and if he is thrown back the harbour is gone."""
    match = position(
        "allied second movement", "US-1-Inf M5; US-4-Inf M5; US-9-Inf L3; GE-91-Inf N5",
        scenario="invasion", turn=1, invasions=1, invasion_turn=1, released=True, beaches="M5 L3",
    )  # fmt: skip
    sight = sight_of(match)
    assert sight.enemy_zone >> node_of("M5") & 1
    assert not sight.enemy_zone >> node_of("L3") & 1
    actions = [_Place(node_of("M5")), _Place(node_of("L3"))]
    assert mulberry(sight, {"place": actions}).index == node_of("L3")  # type: ignore[dict-item]


class _Place:
    """An answer to the question where the harbour is built."""

    def __init__(self, index: int) -> None:
        self.index = index


def test_nobody_lands_with_a_single_division() -> None:
    """Bremen is near to everything that decides the war, and takes one division."""
    match = Match(game(), seed="bremen")
    bots = {side: planner(match) for side in match.game.sides}
    while match.prompt.step != "allied set-up":
        answer(match, bots)
    best = ranked(sight_of(match))
    bremen = next(site for site in best if list(site.nodes) == [node_of("QQ4")])
    assert bremen.score < best[0].score - LOTS


def test_several_weak_ones_keep_busy_whom_none_of_them_could_alone() -> None:
    """One battalion may not attack three armored divisions (14.10), two may: the panzers are free for Bastogne."""
    units = "US-3-Arm EE11; US-2-Arm EE11; US-4-Arm EE11; US-5-Inf EE12; GE-654-AG FF11; GE-Heydte FF11; GE-2-Pz FF11"
    match = position("german first movement", units, turn=29, scenario="bulge", weather="Overcast")
    sight = sight_of(match, GERMAN)
    odds, target = Odds(sight, {}), node_of("EE11")
    weak = {match.game.unit_numbers[name]: node_of("FF11") for name in ("GE-654-AG", "GE-Heydte")}  # type: ignore[attr-defined]
    assert all(odds.soak(target, unit, node).worth <= HOPELESS.worth for unit, node in weak.items())
    found = screen(odds, target, weak, 2)
    assert found is not None
    assert set(found[1]) == set(weak)
    assert screen(odds, target, weak, 1) is None, "somebody must be left for the attack itself"
