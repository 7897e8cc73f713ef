"""The sequence of play (4): the order of a turn, and what each of its phases allows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import Match
from tests.cases import rule
from tests.fortress.combat.battles import combat
from tests.fortress.movement.marching import goes, hand, moving
from tests.fortress.playing import game, play, position, refused
from tests.fortress.soak import choose

INITIAL = ["turn record", "weather", "allied allocation", "german allocation", "cancelling"]
ALLIED = [
    "allied replacements", "partisan", "allied first impulse", "allied arrivals", "allied first movement",
    "allied first stacking", "allied first combat", "allied second impulse", "allied second movement",
    "allied second stacking", "allied second combat", "allied rail control", "allied supply",
]  # fmt: skip
GERMAN = [
    "german replacements", "german first impulse", "german arrivals", "german first movement", "german first stacking",
    "german first combat", "german second impulse", "german second movement", "german second stacking",
    "german second combat", "german rail control", "german supply",
]  # fmt: skip
PHASES = [*INITIAL, "allied turn", *ALLIED, "german turn", *GERMAN, "victory", "end of turn"]


def walked(seed: str, turns: int) -> list[tuple[int, str, str]]:
    """Turn, phasing side and phase of the decisions of an autumn game that somebody plays at random."""
    rng, match = random.Random(seed), Match(game("west_wall"), seed=seed)
    first, found = match.position.turn, []
    while match.outcome is None and match.position.turn < first + turns:
        if (row := match.game.phase(match.position)) in PHASES:
            found.append((match.position.turn, match.position.phasing, row))
        match.play(choose(match.prompt, rng, "verbs"))
    return found


@rule("4.1", "4.2", "4.2.A", "4.2.B", "4.2.C", "4.2.D", "4.3")
def test_a_turn_runs_in_the_order_of_the_book() -> None:
    rows = [row.name for row in game().rules.sequence["turn"]]
    assert [row for row in rows if row in PHASES] == PHASES
    sides = {row.name: row.side for row in game().rules.sequence["turn"]}
    assert {sides[row] for row in ALLIED} == {"allied"}
    assert {sides[row] for row in GERMAN} == {"german"}


@rule("4.1", "4.2", "4.4")
def test_turns_follow_each_other_and_nobody_goes_back_to_an_earlier_phase() -> None:
    rows = [row.name for row in game().rules.sequence["turn"]]
    decisions = walked("order", 2)
    assert [turn for turn, *_ in decisions] == sorted(turn for turn, *_ in decisions)
    for turn in {turn for turn, *_ in decisions}:
        seen = [rows.index(row) for number, _, row in decisions if number == turn]
        assert seen == sorted(seen)
    for _, phasing, row in decisions:
        if row in (*ALLIED, *GERMAN):
            assert phasing == ("allied" if row in ALLIED else "german")


@rule("4.3.A1", "4.3.D", "27.7")
def test_at_the_end_of_a_turn_aircraft_and_markers_come_off_and_the_turn_marker_goes_on() -> None:
    match = position(
        "end of turn", "GE-85-Inf Y6", turn=5, missions={"strafing": (0, 3)}, opposing={"strafing": 1},
        bombed=("Seine",), resting="GE-85-Inf", german_support=1, dice="3",
    )  # fmt: skip
    now = match.position
    assert (now.turn, match.game.phase(now)) == (6, "allied allocation")
    assert (now.missions, now.opposing, now.bombed, now.german_support, now.resting) == ({}, {}, (), 0, 0)


@rule("4.3.B1", "4.3.C1")
@pytest.mark.parametrize(
    ("side", "unit"), [("allied", "BR-3-Inf england reduced"), ("german", "GE-85-Inf HH12 reduced")]
)
def test_replacements_are_taken_before_anybody_moves_and_not_between_the_impulses(side: str, unit: str) -> None:
    stores = {"american": (4, 4), "british": (4, 4), "german": (4, 4)}
    fields = {"stores": stores, "missions": {"u_boats": (1, 0), "v1_sites": (1, 0)}}
    name = unit.split()[0]
    assert refused(position(f"{side} replacements", unit, phasing=side, **fields), f"fill {name}") == ""
    for impulse in (1, 2):
        match = moving(side, f"{unit}; {'US-1-Inf R11' if side == 'allied' else 'GE-84-Inf R11'}", impulse, **fields)
        assert refused(match, f"fill {name}") != ""


@rule("4.3.B1")
@pytest.mark.parametrize(("turn", "rolled"), [(1, False), (2, True)])
def test_the_partisan_is_rolled_for_from_the_second_turn_on(turn: int, rolled: bool) -> None:
    match = position("partisan", turn=turn, phasing="allied", dice="6" if rolled else "")
    assert bool(match.position.rolls) is rolled


@rule("4.3.B2", "4.3.C2", "4.3.B4", "4.3.C4")
def test_in_the_second_move_only_units_out_of_enemy_zones_move_and_headquarters_go_in_full() -> None:
    for side, near, far, staff in (
        ("allied", "US-1-Inf", "US-2-Inf", "US-Bradley"),
        ("german", "GE-84-Inf", "GE-85-Inf", "GE-Salmuth"),
    ):
        enemy = "GE-91-Inf" if side == "allied" else "US-4-Inf"
        units = f"{near} DD12; {far} CC15; {staff} BB15; {enemy} EE12"
        first, second = (moving(side, units, impulse) for impulse in (1, 2))
        assert refused(first, f"pick {near}") == refused(first, f"pick {far}") == ""
        assert refused(second, f"pick {near}") == "8.9"
        assert refused(second, f"pick {far}") == ""
        assert refused(first, f"pick {staff}") == "13.1"
        assert refused(second, f"pick {staff}") == ""


@rule("4.3.B2", "4.3.B4")
@pytest.mark.parametrize("impulse", [1, 2])
def test_the_allies_move_by_sea_in_both_impulses(impulse: int) -> None:
    match = moving("allied", "US-1-Inf england", impulse, allied_control="K2", sea_moves=0)
    play(match, "pick US-1-Inf")
    assert refused(match, "sail K2") == ""


@rule("4.3.C2", "4.3.C4")
@pytest.mark.parametrize(("impulse", "case"), [(1, ""), (2, "10.3")])
def test_the_germans_go_by_rail_in_their_first_move_only(impulse: int, case: str) -> None:
    match = moving("german", "GE-85-Inf R11", impulse)
    play(match, "pick GE-85-Inf")
    assert refused(match, "rail Q11") == case


@rule("4.3.B3", "4.3.C3", "4.3.B5", "4.3.C5")
@pytest.mark.parametrize(("impulse", "case"), [(1, ""), (2, "17.10.2")])
def test_battles_are_fought_one_at_a_time_with_ground_support_in_the_first_impulse_only(
    impulse: int, case: str
) -> None:
    support: dict[str, Any] = {"missions": {"ground_support": (0, 2)}}
    for side, ours, theirs, air in (
        ("allied", "US-1-Inf Q8; US-2-Inf Q13", "GE-91-Inf R8; GE-84-Inf R13", support),
        ("german", "GE-1SS-Pz Q8; GE-2-Pz Q13; GE-Rommel P11", "US-1-Inf R8; US-2-Inf R13", {"german_support": 2}),
    ):
        match = combat(f"{ours}; {theirs}", side=side, impulse=impulse, phasing=side, **air)
        assert refused(match, "attack R8") == refused(match, "attack R13") == ""  # in any order
        play(match, "attack R8")
        assert refused(match, "attack R13") != ""
        assert refused(match, "support") == case


@rule("4.3.B6", "4.3.C6")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_railheads_are_moved_in_the_rail_control_phase_and_not_before(side: str) -> None:
    unit, friend = ("US-80-Inf Z17", "US-35-Inf BB16") if side == "allied" else ("GE-559-Inf AA15", "GE-85-Inf RR20")
    match = moving(side, f"{unit}; {friend}", turn=13, allied_control="BB16" if side == "allied" else "")
    line = match.game.board.set("Z16 AA16")
    match.position.german_rail &= ~(match.game.board.set("BB16") if side == "allied" else line)
    before = match.position.german_rail
    goes(match, unit.split()[0], "Z16" if side == "allied" else "AA16")
    assert match.position.german_rail == before
    match.game.steps["rail control"].run(hand(match), match.game.steps["rail control"].frame(side))
    changed = match.position.german_rail ^ before
    assert changed & line
    assert bool(changed & before) is (side == "allied")


@rule("4.3.C7")
def test_the_supply_of_the_germans_is_checked_at_the_end_of_their_turn() -> None:
    ring = "; ".join(f"{unit} {at}" for unit, at in zip(
        ("US-1-Inf", "US-2-Inf", "US-4-Inf", "US-5-Inf", "US-29-Inf", "US-30-Inf"),
        ("Q7", "Q9", "P8", "R8", "P9", "R9"), strict=True,
    ))  # fmt: skip
    match = position("german supply", f"GE-85-Inf Q8; {ring}", phasing="german", allied_control="Q7 Q9 P8 R8 P9 R9")
    assert match.position.units[match.game.unit_numbers["GE-85-Inf"]].steps == 1


@rule("4.4")
def test_a_game_ends_with_the_last_turn_of_its_scenario_and_is_judged_there() -> None:
    last = game("bulge").rules.last_turn
    match = position("victory", "GE-85-Inf KK12; US-1-Inf FF10", scenario="bulge", turn=last)
    assert match.outcome is not None
    before = position("victory", "GE-85-Inf KK12; US-1-Inf FF10", scenario="bulge", turn=last - 1)
    assert before.outcome is None
