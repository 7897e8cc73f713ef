"""Arrivals: schedules, conversions, headquarters, bases, cities and the garrison of Paris."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.engine.dice import Tape
from bocage.engine.play import Play
from bocage.games.fortress.rules import elimination
from bocage.games.fortress.rules.movement.reach import Moving
from bocage.games.fortress.rules.position import WAITING
from bocage.games.fortress.rules.reinforcements import arrivals, points
from bocage.games.fortress.rules.supply.capacity import capacity
from bocage.rules import met, refusal
from tests.cases import rule
from tests.fortress.playing import look, play, position, refused
from tests.fortress.reinforcements.test_withdrawals import GERMAN, place, steps


def hand_of(match: Match, dice: tuple[int, ...] = ()) -> Play:  # type: ignore[type-arg]
    """A hand that changes the position of a match."""
    return Play(match.game, match.position, Tape(list(dice)))


def number(match: Match, unit: str) -> int:
    return match.game.unit_numbers[unit]


def waiting(match: Match) -> set[str]:
    return {match.game.unit_ids[unit] for unit in match.position.stacks.get(WAITING, ())}


@rule("2.2", "26.1")
def test_the_codes_of_counters_say_where_they_start_and_when_they_come() -> None:  # T29
    match = position("german arrivals", GERMAN, turn=25)
    counters = {counter.id: counter for counter in match.game.counters}  # type: ignore[attr-defined]
    assert counters["GE-85-Inf"].start == "15"
    assert "GE-340-VG" in waiting(match)
    assert "GE-8-FJ" not in waiting(position("german arrivals", GERMAN, turn=25, impulse=1))


@rule("26.4")
def test_the_reaction_force_comes_on_the_first_turn() -> None:
    match = position("german arrivals", GERMAN, turn=1)
    assert waiting(match) == {"GE-9SS-Pz", "GE-10SS-Pz", "GE-101SS-Tig", "GE-102SS-Tig"}


@rule("31.17")
def test_the_extended_game_brings_eight_more_german_units_in_april() -> None:  # T118
    match = position("german arrivals", GERMAN, turn=41, options={"31.17": 8})
    names = {"GE-Wenck", "GE-14-Flak"} | {f"GE-{name}-Inf" for name in NAMES}
    assert waiting(match) == names
    assert match.game.rules.last_turn == 45
    assert position("german arrivals", GERMAN, turn=37, options={"31.17": 4}).game.rules.last_turn == 41
    assert position("german arrivals", GERMAN, turn=37).game.rules.last_turn == 37
    april = position(
        "allied replacements", "BR-3-Inf england reduced", turn=41, options={"31.17": 8},
        missions={"u_boats": (1, 0), "v1_sites": (1, 0)},
    )  # fmt: skip
    assert april.position.stores == {"british": (1, 1), "american": (4, 2)}
    assert points.rate(look(april), "german") == (2, 1)


NAMES = ("Korner", "Scharnhorst", "Hutten", "Schill", "Schlageter", "Jahn")


# Training divisions and headquarters


@rule("23", "R112")
def test_training_divisions_become_regular_ones_in_the_first_move_of_september() -> None:  # T30, T80
    match = position("german replacements", f"GE-159-Trn II10; GE-182-Trn II10; GE-148-Trn dead; {GERMAN}", turn=13)
    unit = number(match, "GE-159-Trn")
    assert look(match).strength(unit) == 2
    assert refused(match, "fill GE-182-Trn") == "23"
    assert refused(match, "raise GE-148-Trn") == "23"
    play(match, "end")
    assert (look(match).strength(unit), look(match).pace(unit), look(match).kind(unit)) == (3, 3, "infantry")
    assert match.position.flipped >> number(match, "GE-148-Trn") & 1


@rule("23", "27.8")
def test_a_training_division_that_died_is_rebuilt_as_a_regular_one_later() -> None:  # T80
    match = position("german replacements", f"GE-148-Trn dead flipped; {GERMAN}", turn=14)
    before = match.position.stores["german"]
    play(match, "raise GE-148-Trn", "place JJ8")
    unit = number(match, "GE-148-Trn")
    assert look(match).strength(unit) == 3
    assert match.position.resting >> unit & 1
    assert match.position.stores["german"] == (before[0] - 2, before[1])


@rule("13.2", "R35")
def test_a_lost_headquarters_comes_back_on_the_next_turn_on_its_other_side() -> None:  # T55
    match = position("allied allocation", "GE-Salmuth V11", turn=7)
    hand, unit = hand_of(match), number(match, "GE-Salmuth")
    elimination.eliminate(hand, unit, "18.3")
    assert place(match, "GE-Salmuth") == "dead"
    assert match.position.hq_due == {"GE-Salmuth": 8}
    back = position("german arrivals", f"GE-Salmuth dead flipped; {GERMAN}", turn=8, hq_due={"GE-Salmuth": 8})
    assert place(back, "GE-Salmuth") == "waiting"
    assert back.position.hq_due == {}
    units = f"GE-Salmuth dead flipped; GE-2SS-Pz reserve; {GERMAN}"
    early = position("german arrivals", units, turn=30, hq_due={"GE-Salmuth": 31})  # lost in the Allied half
    assert place(early, "GE-Salmuth") == "dead"


@rule("13.2")
def test_a_headquarters_lost_on_its_other_side_is_gone_and_so_is_an_allied_one() -> None:
    match = position("allied allocation", "GE-Salmuth V11 flipped; GE-Student II10; US-Patton R11", turn=7)
    hand = hand_of(match)
    for name in ("GE-Salmuth", "GE-Student", "US-Patton"):
        elimination.eliminate(hand, number(match, name), "18.3")
        assert place(match, name) == "gone"
    assert match.position.hq_due == {}


@rule("13.2")
def test_a_scheduled_change_turns_a_headquarters_over_unless_it_was_lost_before() -> None:  # T55
    match = position("german arrivals", f"GE-Rommel II10; GE-Salmuth II10 flipped; {GERMAN}", turn=11)
    told = [line.sentence for line in match.log() if "commander" in line.sentence]
    assert len(told) == 1
    assert match.position.flipped >> number(match, "GE-Rommel") & 1


# Entering


def entering(match: Match, unit: str) -> tuple[int, Moving]:
    frame = Moving("german", 1 << number(match, unit))
    return met(arrivals.entering(look(match), frame)), frame


@rule("26.2", "26.3", "R91")
def test_german_units_enter_in_safe_cities_of_germany_in_the_first_impulse() -> None:
    units = "GE-340-VG waiting; US-4-Inf JJ14; US-5-Inf HH18"
    match = position("panzer reserve", f"{units}; GE-2SS-Pz reserve", turn=26, impulse=1)
    labels, (cities, frame) = match.game.board.labels, entering(match, "GE-340-VG")
    named = {labels[node] for node in match.game.board.nodes(cities)}
    assert {"JJ8", "OO11"} <= named
    assert not {"KK15", "HH18", "BB8"} & named
    cases = {}
    for label in ("KK15", "HH18", "BB8"):
        found = refusal(arrivals.entering(look(match), frame), match.game.board.index[label], label)
        cases[label] = found.rule if found else ""
    assert set(cases.values()) == {"26.3"}
    hand = hand_of(match)
    hand.position.impulse = 2
    again = match.game.look(hand.position)
    assert not met(arrivals.entering(again, frame))  # type: ignore[arg-type]
    hand.position.impulse = 1
    arrivals.enter_city(hand, frame, match.game.board.index["JJ8"])
    assert place(match, "GE-340-VG") == "JJ8"
    assert not hand.position.moved


@rule("26.2", "26.3")
def test_only_one_unit_that_waits_enters_and_no_city_in_an_enemy_zone_takes_it() -> None:
    units = "GE-340-VG waiting; GE-9-VG waiting; GE-85-Inf KK15; US-4-Inf JJ14; GE-2SS-Pz reserve"
    match = position("panzer reserve", units, turn=26, impulse=1)
    found = look(match)

    def reason(label: str, *names: str) -> str:
        frame = Moving("german", sum(1 << number(match, name) for name in names))
        against = refusal(arrivals.entering(found, frame), match.game.board.index[label], label)
        return against.why if against else ""

    assert reason("KK15", "GE-340-VG") == "KK15 is in an enemy zone of control"
    assert reason("BB8", "GE-340-VG") == "BB8 is no city in Germany"
    assert reason("JJ8", "GE-340-VG", "GE-9-VG") == "choose one unit that waits to enter"
    assert reason("JJ8", "GE-85-Inf") == "the unit in hand is on the map already"
    assert reason("JJ8", "GE-340-VG") == ""


@rule("26.6")
def test_german_arrivals_may_be_held_off_the_map() -> None:
    match = position("german arrivals", f"GE-89-Inf waiting; GE-2SS-Pz reserve; {GERMAN}", turn=26)
    assert "GE-89-Inf" in waiting(match)


# The Allies


@rule("26.3", "26.6")
def test_allied_units_come_to_england_or_africa_as_their_owner_says() -> None:
    match = position("allied arrivals", "US-1-Inf K2", turn=8)
    play(match, "pick US-3-Inf", "africa", "pick US-Patch", "africa", "england", "end")
    assert [place(match, name) for name in ("US-3-Inf", "US-Patch", "CA-Crerar", "US-36-Inf", "FR-2-Mor")] == [
        "africa", "africa", "england", "england", "england",
    ]  # fmt: skip
    assert place(match, "FR-1-Inf") == "schedule"
    assert place(match, "FR-2-Arm") == "schedule"


OTHERS = "; ".join(f"US-{name}-Inf L5" for name in (1, 2, 4, 8, 9, 28, 29))


@rule("26.5", "26.6", "18.7.4", "R87")
def test_the_garrison_of_paris_comes_the_turn_after_and_within_the_capacity() -> None:  # T98
    units = f"Mulberry-9 M5; US-5-Inf R11; {OTHERS}"
    match = position("allied arrivals", units, turn=16, allied_control="M5", start_capacity=1)
    assert capacity(look(match)) == 1
    play(match, "garrison FR-1-Inf")
    assert place(match, "FR-1-Inf") == "R11"
    assert capacity(look(match)) == 0
    assert refused(match, "garrison FR-10-Inf") == "18.7.4"
    play(match, "end")
    assert place(match, "FR-10-Inf") == "schedule"


@rule("26.5", "6.1", "R87")
def test_no_garrison_before_august_nor_without_paris_nor_without_room() -> None:
    ports: dict[str, Any] = {"allied_control": "M5", "start_capacity": 5}
    early = position("allied arrivals", "Mulberry-9 M5; US-5-Inf R11", turn=8, **ports)
    assert refused(early, "garrison FR-1-Inf") == "26.5"
    lost = position("allied arrivals", "Mulberry-9 M5; US-5-Inf P11", turn=15, **ports)
    assert refused(lost, "garrison FR-1-Inf") == "26.5"
    beset = position("allied arrivals", "Mulberry-9 M5; GE-84-Inf R12", turn=15, allied_control="M5 R11")
    assert refused(beset, "garrison FR-1-Inf") == "26.5"
    full = position("allied arrivals", "Mulberry-9 M5; US-5-Inf R11; US-1-Inf R11; US-2-Inf R11", turn=15, **ports)
    assert refused(full, "garrison FR-1-Inf") == "6.1"


@rule("26.1", "26.3", "26.5")
def test_only_who_is_due_arrives_and_only_the_three_garrison_paris() -> None:
    ports: dict[str, Any] = {"allied_control": "M5", "start_capacity": 5}
    match = position("allied arrivals", "Mulberry-9 M5; US-5-Inf R11", turn=15, **ports)
    assert refused(match, "pick US-102-Inf") == "26.1"
    assert refused(match, "garrison US-44-Inf") == "26.5"
    play(match, "garrison FR-1-Inf")
    assert refused(match, "garrison FR-1-Inf") == "26.5"
    quiet = position("allied arrivals", "Mulberry-9 M5; US-5-Inf R11", turn=21, **ports)
    assert refused(quiet, "england") == "26.3"
    assert refused(quiet, "africa") == "26.3"


@rule("31.18.1", "R123")
def test_varsity_brings_both_british_airborne_divisions_back_whole() -> None:
    units = "BR-1-AB dead; BR-6-AB FF6 reduced"
    match = position("allied arrivals", units, turn=33, scenario="berlin", options={"31.18": True}, by_air="BR-6-AB")
    for name in ("BR-1-AB", "BR-6-AB"):
        assert (place(match, name), steps(match, name)) == ("england", 2)
    assert not match.position.by_air
    without = position("allied arrivals", units, turn=33, scenario="berlin")
    assert place(without, "BR-1-AB") == "dead"


# The destroyed


@rule("22.2", "27.10", "R108", "27.11", "27.14", "25.1", "31.15")
@pytest.mark.parametrize(
    ("unit", "fate"),
    [
        ("GE-716-Co M6", "gone"),
        ("GE-716-Co M6 flipped", "dead"),
        ("GE-148-Trn M6", "dead"),
        ("GE-VS-1 JJ8", "stock"),
        ("GE-11-Flak M6", "gone"),
        ("BR-30-79 M6", "gone"),
        ("FR-2-Arm M6", "gone"),
        ("MI-1Pol-Arm M6", "gone"),
        ("US-2-Arm M6", "dead"),
        ("US-2-Arm exited", "gone"),
    ],
)
def test_the_destroyed_lie_apart_from_those_who_never_come_back(unit: str, fate: str) -> None:
    match = position("allied allocation", unit)
    name = unit.split()[0]
    elimination.eliminate(hand_of(match), number(match, name), "15.3")
    assert place(match, name) == fate
