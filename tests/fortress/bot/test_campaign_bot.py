"""What the planner knows of the long war: the second landing, harbours, supply, and objectives that nobody foresees."""

from __future__ import annotations

import pytest

from bocage import Match, bots
from bocage.bots.seat import take
from bocage.games.fortress.bot.aims.goals import Goals, plenty
from bocage.games.fortress.bot.aims.goals import goals as aims_of
from bocage.games.fortress.bot.orders.landing import berths_kept, second_open
from bocage.games.fortress.bot.orders.line import Line
from bocage.games.fortress.bot.orders.transport import _post
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from tests.fortress.bot.test_beachhead_bot import sight_of
from tests.fortress.bot.test_bot import position
from tests.fortress.playing import game, look


@pytest.mark.parametrize(
    ("scenario", "turn", "invasions", "kept"),
    [
        ("campaign", 9, 1, 6),
        ("campaign", 7, 1, 0),
        ("campaign", 9, 2, 0),
        ("campaign", 17, 1, 0),
        ("invasion", 7, 1, 0),
    ],
)
def test_berths_are_kept_for_the_second_landing(scenario: str, turn: int, invasions: int, kept: int) -> None:
    """Those who land count at once: without room in the capacity there is no second landing (12.14, 18.7.12)."""
    match = position(
        "allied first movement", "US-1-Inf M5; Mulberry-12 M5", scenario=scenario, turn=turn, invasions=invasions
    )
    assert berths_kept(look(match)) == kept
    assert second_open(look(match)) == (scenario == "campaign" and invasions == 1 and turn <= 16)


def test_who_was_thrown_into_the_sea_comes_again() -> None:
    """To the West Wall asks for no second invasion; with nobody ashore that is the least of one's worries."""
    fields = {"scenario": "west_wall", "turn": 9, "invasions": 1, "picks": {"allied": (6, 7, 8, 9, 10, 11, 12)}}
    assert second_open(look(position("allied first movement", "GE-91-Inf M5", **fields)))
    assert not second_open(look(position("allied first movement", "US-1-Inf M5", **fields)))


def test_harbours_that_nobody_needs_are_no_prize() -> None:
    """With Anvers there is room for all who can come: Le Havre is worth less than where one is short of ports."""
    worth = []
    for held in ("M5", "M5 CC6"):
        match = position(
            "allied first movement", "US-1-Inf M5; Mulberry-9 M5; US-Bradley M5; GE-346-Co P4",
            turn=18, allied_control=held, released=True,
        )  # fmt: skip
        assert plenty(look(match)) == ("CC6" in held)
        worth.append(aims_of(sight_of(match)).prizes[match.game.board.index["P4"]])  # type: ignore[attr-defined]
    assert worth[0] > worth[1]


def test_germans_do_not_always_write_down_the_same() -> None:
    """Two fronts are drawn by lot: a landing in the north may find its district written down, or the west."""
    found = set()
    for seed in range(8):
        match = Match(game("west_wall"), seed="objectives")
        bot = bots.make("planner", f"picks {seed}")
        other = bots.make("planner", 1)
        while len(match.position.picks.get(GERMAN, ())) < 7:
            side = GERMAN if GERMAN in match.prompts else ALLIED
            match.play((bot if side == GERMAN else other).choose(take(match, side)), side=side)
        found.add(match.position.picks[GERMAN])
        assert {1, 7} <= set(match.position.picks[GERMAN])
    assert any({2, 6, 10, 11} <= set(picks) for picks in found)
    assert any({3, 4, 8, 12} <= set(picks) for picks in found)


def test_who_is_far_from_all_supply_comes_nearer_to_it() -> None:
    """Of hexes that are as good otherwise, and not fed either, he takes the nearest to where he would be."""
    match = position(
        "allied second movement",
        "US-5-Arm S14; US-Bradley M5; US-1-Inf M5; US-4-Inf L4; Mulberry-12 M5; GE-91-Inf II10",
        turn=20, allied_control="M5 L4 S14", released=True, invasions=2,
    )  # fmt: skip
    sight = sight_of(match)
    armor = match.game.unit_numbers["US-5-Arm"]  # type: ignore[attr-defined]
    hexes, away = sight.ways(armor) & ~sight.fed & ~sight.ground.slow, sight.ground.distances(sight.fed)
    nothing = Goals({}, {}, [0] * sight.board.size, 0, {})
    node = Line(sight, nothing, {armor}, {}, {}).place(sight, armor, hexes, {})
    assert away[node] == min(away[near] for near in sight.board.nodes(hexes))
    assert away[node] < away[sight.at(armor)]


def test_a_headquarters_sets_out_for_troops_that_none_reaches() -> None:
    """Three at the beach feed the same two divisions; one of them sets out for the four that are far away."""
    france = game().land & ~game().data.germany & ~game().data.italy
    match = position(
        "allied second movement",
        "US-5-Arm D20; US-6-Arm D20; US-2-Inf E20; US-9-Inf E20; US-1-Inf M5; US-4-Inf L4; US-Bradley M6; "
        "US-Patton M6; US-Hodges M6; Mulberry-12 M5; GE-91-Inf II10",
        turn=20, allied_control=" ".join(game().board.names(france)), released=True, invasions=2,
    )  # fmt: skip
    sight = sight_of(match)
    away = sight.ground.distances(game().board.set(["D20", "E20"]))
    posts = [_post(sight, aims_of(sight), staff, set()) for staff in sight.staffs(ALLIED)]
    assert min(away[node] for node in posts) < away[game().board.index["M6"]]
