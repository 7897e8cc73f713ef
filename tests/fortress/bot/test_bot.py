"""What the planner knows of Fortress Europa: scripted situations, each with an answer that can be wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bocage import Match
from bocage.bots.judgement import Style
from bocage.bots.seat import Seat, take
from bocage.bots.sight import STEADY
from bocage.games.fortress.bot.aims.goals import MAJOR, WALLS, stakes
from bocage.games.fortress.bot.aims.goals import goals as aims_of
from bocage.games.fortress.bot.aims.sites import choose_site
from bocage.games.fortress.bot.aims.ways import army, caution, district_ways, quickest
from bocage.games.fortress.bot.orders.march import March
from bocage.games.fortress.bot.orders.questions import fewer
from bocage.games.fortress.bot.planner import FortressPlanner
from bocage.games.fortress.bot.sight import Ground, Sight
from bocage.games.fortress.rules.combat.making import Fighting
from bocage.games.fortress.rules.combat.odds import defence
from bocage.games.fortress.rules.invasion.lines import districts_of
from bocage.games.fortress.rules.look import members
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from bocage.games.fortress.rules.supply.capacity import capacity
from tests.fortress.playing import game, look
from tests.fortress.playing import position as arranged

MOST = 4000  # answers of a phase, or the bot goes in circles


def planner(match: Match, seed: int = 1, style: Style = STEADY) -> FortressPlanner:
    """A planner that needs no place on the shelf."""
    return FortressPlanner(style, Ground(match.game), Random(seed))  # type: ignore[arg-type]


def position(at: str, units: str, **fields: Any) -> Match:
    """A match in the middle of an impulse."""
    side, which, _ = at.split()
    return arranged(at, units, impulse=1 if which == "first" else 2, phasing=side, **fields)


def answer(match: Match, bots: dict[str, FortressPlanner]) -> str:
    """The next answer of whoever is asked."""
    side = next(iter(match.prompts))
    seat: Seat = take(match, side)
    action = seat.prompt.actions[0] if seat.prompt.forced else bots[side].choose(seat)
    assert action is not None, seat.prompt.step
    match.play(action, side=side)
    return str(action)


def play_row(match: Match, seed: int = 1) -> list[str]:
    """All answers until the row of the sequence of play is over."""
    bots = {side: planner(match, seed) for side in match.game.sides}
    row, found = match.game.phase(match.position), []
    while match.prompts and match.game.phase(match.position) == row:
        found.append(answer(match, bots))
        assert len(found) < MOST
    return found


def hex_of(match: Match, unit: str) -> str:
    at = match.position.units[match.game.unit_numbers[unit]].at
    return match.game.board.labels[at] if at >= 0 else ""


def new_match(scenario: str, seed: str) -> Match:
    return Match(game(scenario), seed=seed)


# Movement and combat


def test_an_open_port_is_taken() -> None:
    match = position(
        "allied first movement", "US-1-Inf L4; US-4-Inf L5; US-Bradley M6; GE-91-Inf G7", allied_control="L4 L5 M6",
        weather="Clear",
    )  # fmt: skip
    play_row(match)
    assert "K2" in {hex_of(match, "US-1-Inf"), hex_of(match, "US-4-Inf")}


def test_nobody_walks_into_an_attack_without_a_chance() -> None:
    match = position(
        "allied first movement", "US-1-Inf P9; US-Bradley O9; GE-1SS-Pz S9; GE-2SS-Pz S9; GE-12SS-Pz S9",
        allied_control="P9 O9 M6", weather="Overcast",
    )  # fmt: skip
    play_row(match)
    zone = look(match).enemy_zone(ALLIED)
    assert not zone >> match.game.board.index[hex_of(match, "US-1-Inf")] & 1


def test_a_free_attack_without_a_chance_is_not_made() -> None:
    """Out of a fortress nobody has to attack (14.1), and 1-3 is no reason to."""
    match = position(
        "german first combat", "GE-84-Inf P4; US-2-Arm Q5; US-3-Arm Q5; US-4-Arm Q5", weather="Overcast",
        allied_control="Q5",
    )  # fmt: skip
    found = play_row(match) if match.game.phase(match.position) == "german first combat" else []
    assert not [told for told in found if told.startswith("attack")]


def test_a_good_attack_is_put_together_from_afar() -> None:
    match = position(
        "allied first movement",
        "US-2-Arm M6; US-3-Arm M6; US-1-Inf M6; US-2-Inf L5; US-Bradley M6; GE-84-Inf M9; GE-709-Co K2; GE-346-Co P4; "
        "GE-325-Sec R11; GE-245-Co R5; GE-5-FJ H5", weather="Clear", allied_control="M6 L5",
    )  # fmt: skip
    play_row(match)
    seen = look(match)
    strengths = []
    for node in seen.game.board.nodes(seen.occupied(GERMAN)):
        beside = members(seen.units_in(seen.sides().step(1 << node), ALLIED))
        strengths.append(sum(seen.strength(unit) for unit in beside) / max(1, defence(seen, node, 0)))
    assert max(strengths) >= 3  # three to one or better, where nobody stood next to a German before


def test_the_mulberry_keeps_its_guard() -> None:
    match = position(
        "allied first movement",
        "US-1-Inf L4; Mulberry-12 L4; US-Bradley L4; US-4-Inf M5; GE-2-Pz O8; GE-21-Pz O8; GE-12SS-Pz O8",
        weather="Overcast", allied_control="L4 M5", invasion_turn=4, invasions=1, released=True,
    )  # fmt: skip
    play_row(match)
    held = [unit for unit in ("US-1-Inf", "US-4-Inf") if hex_of(match, unit) == "L4"]
    assert held


def test_a_mandatory_attack_is_soaked_off() -> None:
    """Two enemies must be attacked (14.6.A): the strong one gets the weak unit, the weak one all others."""
    match = position(
        "allied second combat", "US-2-Arm P9; US-3-Arm P9; US-4-Cav P9; GE-325-Sec Q9; GE-1SS-Pz Q10",
        weather="Overcast", allied_control="P9 O9",
    )  # fmt: skip
    bots = {side: planner(match) for side in match.game.sides}
    battles: dict[str, set[str]] = {}
    while match.prompts and match.game.phase(match.position) == "allied second combat":
        frame = next(iter(match.prompts.values())).frame
        if isinstance(frame, Fighting) and frame.targets and frame.attackers:
            target = " ".join(match.game.board.names(frame.targets))
            battles[target] = {match.game.unit_ids[unit] for unit in members(frame.attackers)}
        answer(match, bots)
    assert battles.get("Q10") == {"US-4-Cav"}
    assert battles.get("Q9") == {"US-2-Arm", "US-3-Arm"}


def test_losses_fall_where_they_cost_least() -> None:
    match = position(
        "allied second combat", "US-2-Arm P9; BR-56-Bde P9; BR-3-Inf P9; GE-325-Sec Q9", weather="Overcast",
        allied_control="P9 O9",
    )  # fmt: skip
    sight = Sight(look(match), ALLIED, Ground(match.game))  # type: ignore[arg-type]
    numbers = match.game.unit_numbers
    assert sight.step_cost(numbers["BR-3-Inf"]) < sight.step_cost(numbers["BR-56-Bde"])


# Ways to win, and what they hang on


def sight_of(match: Match, side: str = ALLIED) -> Sight:
    return Sight(look(match), side, Ground(match.game))  # type: ignore[arg-type]


def test_the_quickest_way_to_win_is_worth_most() -> None:
    """In Belgium, Anvers in hand: Bruxelles next door is the other city (33.1.5), not Paris or Le Havre."""
    match = position(
        "allied first movement", "US-1-Inf CC6; US-4-Inf BB6; US-Bradley CC6; GE-325-Sec BB8; GE-346-Co P4",
        scenario="invasion", turn=4, allied_control="CC6 BB6", district_landed=("15",), invaded_districts=("15",),
        released=True, invasions=1, invasion_turn=1,
    )  # fmt: skip
    index = match.game.board.index
    way = quickest(district_ways(look(match), Ground(match.game), ("15",), army(look(match))))  # type: ignore[arg-type]
    assert way.lacks == (index["BB8"],)
    worth = stakes(sight_of(match))
    assert worth[index["BB8"]] > max(worth[index["R11"]], worth[index["P4"]]) + 2


def test_germans_guard_what_the_quickest_way_lacks() -> None:
    match = position(
        "german first movement", "US-1-Inf CC6; US-4-Inf CC6; US-Bradley CC6; GE-84-Inf BB10; GE-85-Inf AA9",
        scenario="invasion", turn=4, allied_control="CC6", district_landed=("15",), invaded_districts=("15",),
        released=True, invasions=1, invasion_turn=1, weather="Overcast",
    )  # fmt: skip
    play_row(match)
    assert "BB8" in {hex_of(match, "GE-84-Inf"), hex_of(match, "GE-85-Inf")}


def test_a_goal_outside_the_district_is_gone_for() -> None:
    """In the south a city beyond the district wins (33.1.5): from then on nobody minds who wakes."""
    units = "US-1-Inf N33; US-4-Inf N30; US-Bradley N30; GE-158-Trn D13 frozen"
    fields: dict[str, Any] = {
        "scenario": "invasion", "allied_control": "N33 N30", "district_landed": ("19",),
        "invaded_districts": ("19",), "invasions": 1, "invasion_turn": 1, "released": False,
    }  # fmt: skip
    early, later = (position("allied first movement", units, turn=turn, **fields) for turn in (2, 4))
    lyon = early.game.board.index["R24"]
    assert not sight_of(early).fence >> lyon & 1
    assert sight_of(later).fence >> lyon & 1


def test_the_last_mouth_goes_first_when_supply_is_short() -> None:
    """A step lost for want of supply is best the last of a unit: then one less must be supplied (18.7.5)."""
    match = position(
        "allied first movement", "US-1-Inf P9; US-4-Inf P9 reduced; GE-325-Sec S9", allied_control="P9", weather="Clear"
    )
    sight = sight_of(match)
    game_, numbers = match.game, match.game.unit_numbers
    actions = game_.actions.list("lose", 1 << numbers["US-1-Inf"] | 1 << numbers["US-4-Inf"])
    assert fewer(sight, actions).index == numbers["US-4-Inf"]


def test_whoever_cannot_be_fed_sails_home() -> None:
    """More are ashore than the port feeds: of those in it somebody goes back to England."""
    match = position(
        "allied first movement",
        "US-1-Inf R5; US-4-Inf R5; BR-56-Bde R5; US-2-Arm R6; US-3-Arm R6; US-Bradley R5; GE-346-Co P4; GE-17LW-Co P4; "
        "GE-47-Co V4; GE-49-Co V4; GE-326-Co W4; GE-716-Co M6; GE-352-Inf M6; GE-91-Inf R11; GE-77-Inf R11",
        weather="Overcast", allied_control="R5 R6", invasions=1, invasion_turn=1, released=True,
    )  # fmt: skip
    assert capacity(look(match)) < 0
    assert "england" in play_row(match)


MANY_ASHORE = (
    "US-1-Inf P4; US-4-Inf P4; US-2-Arm P4; US-2-Inf Q5; US-5-Inf Q5; US-8-Inf Q5; US-9-Inf R5; US-28-Inf R5; "
    "US-29-Inf R5; US-30-Inf R6; US-35-Inf R6; US-79-Inf R6; US-3-Arm Q6; US-4-Arm Q6; US-83-Inf Q6; US-90-Inf S6; "
    "Mulberry-12 P4; US-Bradley P4; GE-325-Sec BB16"
)


def test_room_on_the_ships_is_left_for_headquarters() -> None:
    """They sail in the second impulse only (13.1): if the first takes every sea move (11.5), armies starve."""
    match = position(
        "allied first movement",
        MANY_ASHORE + "; US-Patton england; US-5-Arm england; US-6-Arm england; US-7-Arm england; US-80-Inf england; "
        "US-26-Inf england; US-44-Inf england",
        weather="Clear", allied_control="P4 Q5 R5 R6 Q6 S6", invasions=1, invasion_turn=1, released=True, turn=9,
    )  # fmt: skip
    sailed = [told for told in play_row(match) if told.startswith("sail")]
    assert 0 < len(sailed) < match.game.rules.numbers["sea_units"]


def test_nobody_walks_alone_where_he_starves_or_is_struck() -> None:
    """Aachen lies open, but seven hexes from supply and before four panzer divisions: in a long war it can wait."""
    units = "US-1-Inf CC6; US-4-Inf CC6; US-2-Arm FF8; US-Bradley CC6; Mulberry-12 CC5"
    fields: dict[str, Any] = {
        "weather": "Clear", "allied_control": "CC6 FF8 CC5", "invasions": 1, "invasion_turn": 1, "released": True,
        "turn": 9,
    }  # fmt: skip
    panzers = "; GE-1SS-Pz KK11; GE-2SS-Pz KK11; GE-12SS-Pz KK11; GE-9SS-Pz KK12"
    free = position("allied first movement", units + "; GE-325-Sec RR20", **fields)
    watched = position("allied first movement", units + panzers, **fields)
    for match, price in ((free, False), (watched, True)):
        sight = sight_of(match)
        march = March(None, take(match, ALLIED), sight, aims_of(sight))
        aachen = match.game.board.index["GG10"]
        assert (march.price(sight, match.game.unit_numbers["US-2-Arm"], aachen) > MAJOR / 2) == price


def test_the_west_wall_counts_where_fortresses_are_to_be_destroyed() -> None:
    match = position(
        "allied first movement", "US-1-Inf CC6; US-Bradley CC6; GE-325-Sec RR20", scenario="west_wall", turn=9,
        allied_control="CC6", picks={ALLIED: (9, 7, 6, 12, 8, 10, 11), GERMAN: ()}, invasions=1, invasion_turn=1,
    )  # fmt: skip
    data = match.game.data  # type: ignore[attr-defined]
    worth = stakes(sight_of(match))
    walls = match.game.board.nodes(data.fortresses & data.germany & ~data.cities)
    assert walls
    assert all(worth[node] >= WALLS for node in walls)


def test_in_a_long_war_one_lands_where_most_germans_sleep() -> None:
    """The campaign is lost where all of them are freed on the first day (9.1.E); in Invasion the goals are there."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for scenario in ("campaign", "invasion"):
        match = new_match(scenario, "long war")
        bots = {side: planner(match) for side in match.game.sides}
        while next(iter(match.prompts.values())).step == "german set-up":
            answer(match, bots)
        sight = sight_of(match)
        lines_ = {choose_site(sight, Random(seed)).line for seed in range(8)}
        found[scenario] = {districts_of(sight.game, line) for line in lines_}
    assert not any(set(districts) & {"NL", "15"} for districts in found["campaign"])
    assert any(set(districts) & {"NL", "15"} for districts in found["invasion"])


def test_the_harbour_is_not_left_empty_though_nobody_is_near() -> None:
    match = position(
        "allied first movement", "US-1-Inf L4; Mulberry-12 L4; US-Bradley L4; US-4-Inf M9; GE-325-Sec BB16",
        weather="Clear", allied_control="L4 M9", invasion_turn=1, invasions=1, released=True, turn=9,
    )  # fmt: skip
    play_row(match)
    assert hex_of(match, "US-1-Inf") == "L4"


def test_losses_count_less_when_time_runs_out() -> None:
    early = position("allied first movement", "US-1-Inf M6; GE-325-Sec R11", scenario="invasion", turn=3, invasions=1)
    late = position("allied first movement", "US-1-Inf M6; GE-325-Sec R11", scenario="invasion", turn=7, invasions=1)
    assert caution(look(late), ALLIED) < caution(look(early), ALLIED) == 1.0


# Openings


def test_german_set_ups_vary_and_are_complete() -> None:
    found = set()
    for seed in range(3):
        match = new_match("campaign", "set-up")
        bots = {side: planner(match, seed) for side in match.game.sides}
        while next(iter(match.prompts.values())).step == "german set-up":
            answer(match, bots)
        units = members(match.position.hidden)
        assert len(units) == match.game.rules.numbers["hidden_units"]
        found.add(tuple(match.position.units[unit].at for unit in units))
    assert len(found) == 3


def test_landing_sites_vary() -> None:
    match = new_match("campaign", "sites")
    bots = {side: planner(match) for side in match.game.sides}
    while next(iter(match.prompts.values())).step == "german set-up":
        answer(match, bots)
    seat = take(match, ALLIED)
    sight = Sight(seat.look, ALLIED, Ground(seat.look.game))
    lines = {choose_site(sight, Random(seed)).line for seed in range(12)}
    assert len(lines) > 1


def test_the_landing_gets_ashore() -> None:
    """After the first day the Allies hold a harbour and have a headquarters ashore."""
    match = new_match("invasion", "ashore")
    bots = {side: planner(match, 5) for side in match.game.sides}
    count = 0
    while match.position.phasing != GERMAN:
        answer(match, bots)
        count += 1
        assert count < MOST
    seen = look(match)
    assert seen.ashore().bit_count() >= 5
    assert match.position.on_board & match.game.mulberries  # type: ignore[attr-defined]
    assert match.position.on_board & match.game.headquarters & match.game.side_units[ALLIED]  # type: ignore[attr-defined]


# Whole games


@pytest.mark.parametrize("scenario", ["campaign", "invasion", "west_wall", "bulge", "berlin"])
def test_the_planner_answers_every_question(scenario: str) -> None:
    """Two turns of every start: no circles, no question without an answer, and the same again with the same seed."""
    records = []
    for _ in range(2):
        match = new_match(scenario, "two turns")
        bots = {side: planner(match, 3) for side in match.game.sides}
        first, answers = match.position.turn, []
        while match.prompts and match.position.turn < first + 2:
            answers.append(answer(match, bots))
            assert len(answers) < MOST
        records.append(answers)
    assert records[0] == records[1]


def test_reasons_name_places_and_units() -> None:
    match = position(
        "allied first movement", "US-1-Inf L4; US-4-Inf L5; US-Bradley M6; GE-91-Inf G7", allied_control="L4 L5 M6",
        weather="Clear",
    )  # fmt: skip
    bot, told = planner(match), []
    while match.game.phase(match.position) == "allied first movement":
        seat = take(match, ALLIED)
        action = bot.choose(seat)
        assert action is not None
        told.append(bot.explain(seat, action))
        match.play(action, side=ALLIED)
    assert any("Cherbourg" in words and "US" in words for words in told)
    assert not any("US-1-Inf" in words for words in told)
