"""Case 7.1: German reinforcements, the hexes by which they come into play, and the phase as a whole."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.storming.rules.position import ARRIVING, SCHEDULE
from bocage.games.storming.rules.reinforcements.german import arrive
from tests.cases import rule
from tests.storming.reinforcements.arriving import (
    ANTWERPEN,
    GAME,
    area,
    around,
    at,
    hand,
    hand_of,
    listed,
    put,
    refused,
    take,
    told,
    where,
)

BRITTANY = sorted(area("B"))


def names(units: int) -> set[str]:
    return {GAME.unit_ids[number] for number in range(len(GAME.counters)) if units >> number & 1}


# German reinforcements (7.1.4)


@rule("7.1.4", "7.1.2.B", "4.1.I.a")
@pytest.mark.parametrize(
    ("turn", "unit", "letter"),
    [
        (2, "GE-9SS-Pz", "E"),
        (2, "GE-266-Co", "B"),
        (2, "GE-2SS-Pz", "W"),
        (7, "GE-11-Pz", "A-D"),
        (11, "GE-26-VG", "E"),
    ],
)
def test_a_german_unit_enters_in_any_hex_of_its_letter_and_nowhere_else(turn: int, unit: str, letter: str) -> None:
    m = at("german reinforcements", turn, f"{unit} schedule; GE-9-VG dead")
    assert (m.prompt.side, hand(m)) == ("german", unit)
    assert listed(m, "place") == area(letter)
    for other in {"E", "B", "W", "A-D"} - {letter}:
        case, why = refused(m, f"place {min(area(other))}")
        assert case == "7.1.4"
        assert f"'{letter}'" in why
    assert refused(m, "place 2120")[0] == "7.1.4"
    m.play(f"place {min(area(letter))}")
    assert where(m, unit) == min(area(letter))


@rule("7.1", "3.2.A")
def test_units_come_on_the_turn_of_their_counter_and_stay_on_the_track_until_then() -> None:
    m = at("german reinforcements", 3, quiet=False)
    scheduled = {counter.id for counter in GAME.counters if counter.side == "german" and counter.entry_turn == 3}
    waiting = m.inquire().in_place(ARRIVING, "german")
    assert names(waiting) == scheduled == {"GE-6FJ-Div", "GE-5FJ-Div", "GE-275-Inf", "GE-265-Co", "GE-271-Inf"}
    later = m.inquire().in_place(SCHEDULE, "german")
    assert {"GE-343-Co", "GE-Flak-1"} <= names(later)


@rule("7.1", "7.1.1")
def test_entry_may_not_be_delayed_but_the_order_is_free() -> None:
    m = at("german reinforcements", 2, "GE-9SS-Pz schedule; GE-266-Co schedule")
    assert refused(m, "end")[0] == "7.1"
    assert "must be placed first" in refused(m, "end")[1]
    assert listed(m, "pick") == {"GE-9SS-Pz", "GE-266-Co"} - {hand(m)}
    assert refused(m, f"pick {hand(m)}")[1].startswith(f"{hand(m)} is in hand already")
    put(m, "GE-266-Co", "0127")
    assert refused(m, "end")[1] == "entry may not be delayed: 9 SS Panzer Division must be placed first"
    put(m, "GE-9SS-Pz", "5810")
    assert [str(action) for action in m.prompt.actions] == ["end"]


@rule("7.1.4")
def test_units_for_brittany_may_land_in_an_allied_zone_but_not_on_an_allied_unit() -> None:
    m = at("german reinforcements", 2, "GE-266-Co schedule; US-4-Inf 0226; US-90-Inf 0130")
    zone = m.inquire().zone("allied")
    assert zone >> GAME.board.index["0126"] & 1
    assert listed(m, "place") == area("B") - {"0130"}
    assert refused(m, "place 0130") == ("7.1.4", "there are Allied units in 0130")
    m.play("place 0126")
    assert where(m, "GE-266-Co") == "0126"


@rule("7.1.4")
def test_adjacent_allied_units_do_not_matter_to_german_arrivals() -> None:
    m = at("german reinforcements", 2, "GE-9SS-Pz schedule; US-4-Inf 5707")
    assert listed(m, "place") == area("E")


@rule("7.1.2.B", "7.1.2.J")
def test_no_german_comes_by_brittany_once_the_americans_have_exited_there() -> None:
    m = at("german reinforcements", 3, "GE-5FJ-Div schedule; GE-6FJ-Div schedule", brittany_closed=True)
    assert where(m, "GE-5FJ-Div") == "dead"
    assert "5 Fallschirmjäger Division is lost: Brittany is closed to the Germans." in told(m)
    assert hand(m) == "GE-6FJ-Div"


@rule("7.1")
def test_reinforcements_that_find_no_place_are_forfeited_for_good() -> None:
    infantry = [counter.id for counter in GAME.counters if counter.nation == "US" and counter.type == "infantry"]
    held = "; ".join(f"{unit} {label}" for unit, label in zip(infantry, BRITTANY, strict=False))
    m = at("german reinforcements", 2, f"GE-353-Inf schedule; GE-9SS-Pz schedule; {held}")
    put(m, "GE-9SS-Pz", "5810")
    assert refused(m, "pick GE-353-Inf") == ("7.1.4", "there is no hex in which GE-353-Inf could enter now")
    m.play("end")
    # It can be replaced once it has been in play, but it never was: it goes to no cup.
    assert where(m, "GE-353-Inf") == "dead"
    assert "German 353 Infantry Division cannot be placed and is lost for good." in told(m)


@rule("7.1", "5.1")
def test_the_german_chooses_who_gets_the_last_place() -> None:
    infantry = [counter.id for counter in GAME.counters if counter.nation == "US" and counter.type == "infantry"]
    held = "; ".join(f"{unit} {label}" for unit, label in zip(infantry, BRITTANY[1:], strict=False))
    units = "GE-353-Inf schedule; GE-266-Co schedule; GE-3FJ-Div schedule; GE-77-Inf 0125; GE-91-Inf 0125"
    m = at("german reinforcements", 2, f"{units}; {held}")
    put(m, "GE-3FJ-Div", "0125")
    assert refused(m, "pick GE-266-Co") == ("5.1", "every hex in which GE-266-Co could enter is full")
    m.play("end")
    assert [where(m, unit) for unit in ("GE-3FJ-Div", "GE-353-Inf", "GE-266-Co")] == ["0125", "dead", "dead"]


@rule("3.2.D")
def test_a_german_arrival_takes_control_of_an_empty_allied_hex_of_brittany() -> None:
    m = at("german reinforcements", 3, "GE-5FJ-Div schedule", allied_control="0131")
    m.play("place 0131")
    assert not m.position.allied_control >> GAME.board.index["0131"] & 1


# The example's turn 2: stacking of arrivals (5.1, 5.2)


@rule("5.1", "5.2.A", "5.2.A.1", "5.2.A.2")
def test_germans_arrive_within_stacking_limits_and_a_tiger_battalion_is_free() -> None:
    m = at("german reinforcements", 2, quiet=False)
    put(m, "GE-272-Inf", "0634")
    put(m, "GE-276-Inf", "0634")
    put(m, "GE-277-Inf", "0634")
    take(m, "GE-2SS-Pz")
    assert refused(m, "place 0634")[0] == "5.2.A.1"
    put(m, "GE-9SS-Pz", "5806")
    put(m, "GE-10SS-Pz", "5806")
    put(m, "GE-502SS-Ti", "5806")
    # Two divisions and a battalion that stacks freely leave room for one more.
    look = m.inquire()
    panzer = GAME.unit_numbers["GE-2SS-Pz"]
    assert look.room(panzer, 1 << GAME.board.index["5806"])


@rule("5.1", "5.2.A.3", "7.1.1", "7.1.3.A")
def test_five_units_fit_on_a_beach_with_a_free_brigade_airborne_division_and_hq() -> None:
    units = "US-82-AB 0619 dropped; US-1-Inf 0820; CW-3-Inf 1121; CW-27-Bde 1121"
    m = at("allied reinforcements", 2, units, quiet=False)
    for unit in ("US-30-Inf", "US-79-Inf", "US-2-Arm", "US-1A-HQ"):
        put(m, unit, "0619")
    take(m, "US-9-Inf")
    assert refused(m, "place 0619")[0] == "5.2.A.1"
    m.play("place 0820")
    for unit in ("CW-11-Arm", "CW-49-Inf", "CW-4-Bde", "CW-34-Bde", "CW-21AG-HQ"):
        put(m, unit, "1020")
    take(m, "CW-15-Inf")
    assert listed(m, "place") == {"1121"}
    m.play("place 1121")
    assert len(m.position.stacks[GAME.board.index["0619"]]) == 5
    assert len(m.position.stacks[GAME.board.index["1020"]]) == 5


@rule("5.2.B")
def test_arrivals_of_different_nations_do_not_share_a_port() -> None:
    m = at("allied reinforcements", 7, "US-94-Inf schedule; CW-3-Inf 1420", allied_control="1921")
    assert refused(m, "place 1420")[0] == "5.2.B"
    assert "1921" in listed(m, "place")


# Turn 13 flak (7.1.5)


@rule("7.1.5", "R73")
def test_flak_goes_one_by_one_to_supplied_german_towns_and_cities() -> None:
    m = at("german reinforcements", 13, "GE-Flak-1 schedule; GE-Flak-2 schedule; US-4-Inf 5015", allied_control="4814")
    m_places = listed(m, "place")
    printed = GAME.data
    german = set(GAME.board.names((printed.towns | printed.cities) & printed.germany))
    assert m_places == german - {"4814"}
    assert "5014" in m_places  # Düren, beside an Allied unit and in its zone
    assert refused(m, "place 4515") == (
        "7.1.5",
        "Flak Unit 1 is placed in a town or city in Germany, and 4515 is none",
    )
    assert refused(m, "place 4814") == ("7.1.5", "the Allies control 4814")
    m.play("place 5213")
    assert "5213" not in listed(m, "place")
    assert "one in a hex at most" in refused(m, "place 5213")[1]


@rule("7.1.5", "R73")
def test_flak_cannot_go_to_a_german_town_that_is_cut_off() -> None:
    m = at("german reinforcements", 13, f"GE-Flak-1 schedule; {around('5536', 'allied', 1)}")
    assert refused(m, "place 5536") == ("7.1.5", "no Supply Line can be traced from 5536 to the East Map edge")


@rule("7.1.5", "R73")
def test_other_flak_does_not_keep_these_out_and_the_ruhr_alone_does_not_supply_them() -> None:
    m = at("german reinforcements", 13, "GE-Flak-1 schedule; GE-Flak-2 schedule; GE-III-Flak 5213")
    assert "5213" in listed(m, "place")
    ruhr = GAME.board.names(GAME.ruhr)
    ring = GAME.board.step(GAME.ruhr) & ~GAME.ruhr
    allies = [counter.id for counter in GAME.counters if counter.side == "allied" and counter.division]
    shut = "; ".join(f"{unit} {label}" for unit, label in zip(allies, GAME.board.names(ring), strict=False))
    m = at("german reinforcements", 13, f"GE-Flak-1 schedule; {shut}")
    cities = set(ruhr) & set(GAME.board.names(GAME.data.cities))
    assert cities
    assert not cities & listed(m, "place")
    for city in cities:
        assert refused(m, f"place {city}") == (
            "7.1.5",
            f"no Supply Line can be traced from {city} to the East Map edge",
        )


# The Normandy Breakout without the East Map (3.3.D)


@rule("3.3.D", "7.1")
def test_in_the_breakout_scenario_arrivals_from_the_east_are_set_aside() -> None:
    m = at("german reinforcements", 2, "GE-9SS-Pz schedule; GE-2SS-Pz schedule", scenario="breakout")
    assert where(m, "GE-9SS-Pz") == "aside"
    assert "9 SS Panzer Division is set aside, off the map." in told(m)
    assert hand(m) == "GE-2SS-Pz"
    assert listed(m, "place") == area("W")
    assert refused(m, "place 5806")[0] == "3.3"


# The phase as a whole


@rule("4.1.I")
def test_the_phase_is_not_conducted_on_turn_one() -> None:
    first = bocage.position("storming", at="ss withdrawal", turn=1, units="GE-9SS-Pz schedule")
    assert not [line for line in first.log() if line[1].startswith("7.")]
    assert where(first, "GE-9SS-Pz") == "schedule"
    second = at("ss withdrawal", 2, "GE-9SS-Pz schedule")
    assert hand(second) == "GE-9SS-Pz"


@rule("4.1.I", "4.1.I.a", "4.1.I.b", "4.1.I.c", "4.1.I.d", "4.1.I.e", "4.1.I.f")
def test_the_six_segments_come_in_the_order_of_the_book() -> None:
    units = (
        "GE-89-Inf schedule; GE-12SS-Pz track; GE-17SS-PG 2120 reduced; "
        "US-28-Inf schedule; CW-4-Bde track; CW-7-Arm 1020 reduced"
    )
    m = at("german reinforcements", 4, units, due={"GE-12SS-Pz": 4, "CW-4-Bde": 4})
    seen = []
    for actions in (
        ("place 5810", "end"), ("place 5811", "end"), ("refit GE-17SS-PG", "end"),
        ("place 0619", "end"), ("place 1020", "end"), ("refit CW-7-Arm",),
    ):  # fmt: skip
        seen.append((m.prompt.side, m.prompt.step))
        for action in actions:
            m.play(action)
    assert seen == [
        ("german", "german arrivals"),
        ("german", "german replacement arrivals"),
        ("german", "refit placing"),
        ("allied", "allied arrivals"),
        ("allied", "allied replacement arrivals"),
        ("allied", "refit placing"),
    ]
    assert where(m, "GE-12SS-Pz") == "5811"


@rule("7.1.1")
def test_the_last_placement_can_be_taken_back_before_the_segment_ends() -> None:
    m = at("german reinforcements", 7, "GE-105-PzB schedule; GE-77-Inf cup; GE-91-Inf cup")
    m.play("place 5820")
    assert [str(action) for action in m.prompt.actions] == ["end"]
    m.undo()
    assert hand(m) == "GE-105-PzB"
    m.play("place 5821")
    m.play("end")
    assert where(m, "GE-105-PzB") == "5821"


@rule("7.1.1")
def test_placing_costs_no_movement_points_and_only_the_owner_places() -> None:
    m = at("allied reinforcements", 2, "US-9-Inf schedule; CW-15-Inf schedule")
    assert refused(m, "pick GE-9SS-Pz") == ("7.1.3", "GE-9SS-Pz is not yours to place")
    put(m, "US-9-Inf", "0619")
    assert refused(m, "pick US-9-Inf") == ("7.1.3", "US-9-Inf is on the map already")
    assert not m.position.moved >> GAME.unit_numbers["US-9-Inf"] & 1


@rule("3.4")
def test_in_the_final_battles_the_west_map_receives_nobody() -> None:
    units = "US-8-Arm schedule; US-76-Inf schedule; CW-3-Inf 3910"
    inland = " ".join(GAME.board.labels)
    m = at("allied reinforcements", 12, units, scenario="final", cherbourg_turn=8, allied_control=inland, **ANTWERPEN)
    assert refused(m, "place 0518")[0] == "3.4"
    assert refused(m, "place 1420")[0] == "3.4"
    assert "3525" in listed(m, "place")


@rule("17.7.1.B")
def test_the_disbanded_box_can_enter_as_units_of_the_east_edge_whatever_their_letter() -> None:
    m: Any = at("german reinforcements", 11, "GE-2SS-Pz watch; GE-26-VG schedule")
    play = hand_of(m)
    arrive(play, [GAME.unit_numbers["GE-2SS-Pz"]], from_east=True)
    prompts = play.drive()
    assert {action.operand for action in prompts["german"].actions if action.verb == "place"} == area("E")


@rule("7.1.3.E")
def test_a_game_saved_in_the_middle_of_the_placing_goes_on() -> None:
    m = at("allied reinforcements", 7, "US-94-Inf schedule; US-26-Inf schedule", allied_control="1420")
    put(m, "US-94-Inf", "1420")
    again = bocage.load(m.text())
    assert again.position_hash == m.position_hash
    assert refused(again, "place 1420")[0] == "7.1.3.E"
