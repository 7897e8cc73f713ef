"""Case 7.1: reinforcements of both sides, the England Box, and the hexes by which units come into play."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.storming.rules.position import ARRIVING, SCHEDULE
from bocage.games.storming.rules.reinforcements.german import arrive
from tests.cases import rule
from tests.storming.reinforcements.arriving import (
    BEACHES,
    GAME,
    area,
    around,
    at,
    beside,
    case_of,
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
US_BEACHES, CW_BEACHES = {"0619", "0820"}, {"1020", "1121"}


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


# Allied reinforcements (7.1.3)


@rule("7.1.3.A", "4.1.I.d")
@pytest.mark.parametrize(
    ("unit", "beaches"), [("US-9-Inf", US_BEACHES), ("FR-2-Arm", US_BEACHES), ("CW-15-Inf", CW_BEACHES)]
)
def test_each_nation_lands_at_its_own_beaches_whoever_is_near(unit: str, beaches: set[str]) -> None:
    m = at("allied reinforcements", 5, f"{unit} england; GE-91-Inf 0620; GE-716-Co 1122; GE-352-Inf 0821")
    take(m, unit)
    assert listed(m, "place") == beaches
    for other in (US_BEACHES | CW_BEACHES) - beaches:
        assert refused(m, f"place {other}")[0] == "7.1.3.A"


@rule("7.1.3.A")
def test_beaches_serve_until_turn_seven() -> None:
    seven = at("allied reinforcements", 7, "US-9-Inf england; US-94-Inf schedule")
    assert listed(seven, "place") == US_BEACHES
    eight = at(
        "allied reinforcements", 8, "US-9-Inf england; US-44-Inf schedule", cherbourg_turn=8, allied_control="0518"
    )
    assert listed(eight, "place") == {"0518"}
    assert refused(eight, "place 0619") == ("7.1.3.A", "the beaches can be used until turn 7 only")


@rule("7.1.3.B", "8.6.B")
def test_cherbourg_takes_americans_and_frenchmen_once_it_is_operational() -> None:
    units = "US-80-Inf schedule; CW-4Cd-Arm schedule; FR-2-Arm schedule"
    waiting = at("allied reinforcements", 5, units, allied_control="0518", cherbourg_turn=6)
    assert refused(waiting, "place 0518") == ("7.1.3.B", "Cherbourg is not an Operational Allied port")
    open_port = at("allied reinforcements", 5, f"{units}; GE-91-Inf 0519", allied_control="0518", cherbourg_turn=5)
    put(open_port, "US-80-Inf", "0518")
    put(open_port, "FR-2-Arm", "0518")
    take(open_port, "CW-4Cd-Arm")
    assert refused(open_port, "place 0518") == ("7.1.3.B", "only US and French units enter at Cherbourg")


@rule("7.1.3.C", "7.1.3.D", "17.3", "R79")
@pytest.mark.parametrize(
    ("hq", "label", "unit", "other", "case"),
    [
        ("CW-21AG-HQ", "0921", "CW-43-Inf", "US-83-Inf", "7.1.3.C"),
        ("US-1A-HQ", "0720", "US-83-Inf", "CW-43-Inf", "7.1.3.D"),
    ],
)
def test_arrivals_may_join_their_headquarters(hq: str, label: str, unit: str, other: str, case: str) -> None:
    units = f"{hq} {label}; {unit} schedule; {other} schedule"
    m = at("allied reinforcements", 3, units)
    take(m, unit)
    assert label in listed(m, "place")
    take(m, other)
    assert label not in listed(m, "place")
    put(m, unit, label)
    assert case_of(m, unit) == case
    contact = next(found for found in beside(label) if found not in BEACHES)
    m = at("allied reinforcements", 3, f"{units}; GE-91-Inf {contact}")
    take(m, unit)
    assert refused(m, f"place {label}")[0] == case
    assert refused(m, f"place {label}")[1].endswith("is adjacent to a German unit")


@rule("7.1.3.D")
def test_a_headquarters_that_cannot_trace_supply_receives_nobody() -> None:
    # Surrounded at a distance: every way from 1028 to the beaches leads through a German zone.
    m = at("allied reinforcements", 3, f"{around('1028', 'german')}; US-1A-HQ 1028; US-83-Inf schedule")
    assert refused(m, "place 1028") == ("7.1.3.D", "the US 1st Army/12th Army Group HQ in 1028 cannot trace supply")


@rule("7.1.3.E", "R51")
def test_each_minor_port_takes_one_unit_a_turn_of_any_nation() -> None:
    units = "US-94-Inf schedule; US-26-Inf schedule; CW-5-Inf england"
    m = at("allied reinforcements", 7, units, allied_control="1420 1921 2412")
    # No supply line is needed (R51), and each port is used once.
    put(m, "US-94-Inf", "1420")
    assert case_of(m, "US-94-Inf") == "7.1.3.E"
    assert refused(m, "place 1420") == ("7.1.3.E", "the port of 1420 has had its one unit this turn")
    put(m, "US-26-Inf", "1921")
    take(m, "CW-5-Inf")
    assert listed(m, "place") == {"2412", *CW_BEACHES}
    assert refused(m, "place 2511") == ("7.1.3.E", "the port of 2511 is not under Allied control")
    # The beaches are closed, and no other port is Operational: nobody is in supply, and the port is open.
    late = at("allied reinforcements", 9, "CW-5-Inf england", allied_control="1420")
    assert not late.inquire().allied_supply()
    take(late, "CW-5-Inf")
    assert listed(late, "place") == {"1420"}


@rule("7.1.3.E", "7.2.A", "R76")
def test_a_port_that_took_a_reinforcement_takes_no_replacement_on_the_same_turn() -> None:
    units = "US-94-Inf schedule; US-1-Inf track"
    m = at("allied reinforcements", 7, units, allied_control="1420", due={"US-1-Inf": 7})
    put(m, "US-94-Inf", "1420")
    m.play("end")
    assert hand(m) == "US-1-Inf"
    assert refused(m, "place 1420")[0] == "7.1.3.E"
    put(m, "US-1-Inf", "0619")
    play = hand_of(m)
    play.game.steps["allied replacement arrivals"].answer(play, play.position.frames[-1], m.game.actions.find("end"))
    assert play.position.ports_used == 0


@rule("7.1.3.E", "R51")
def test_a_port_beside_a_german_or_rouen_without_le_havre_is_closed() -> None:
    near = at("allied reinforcements", 7, f"US-94-Inf schedule; GE-346-Co {beside('1420')[0]}", allied_control="1420")
    assert refused(near, "place 1420") == ("7.1.3.E", "the port of 1420 is adjacent to a German unit")
    alone = at("allied reinforcements", 7, "US-94-Inf schedule", allied_control="1921")
    assert refused(alone, "place 1921") == ("7.1.3.E", "to use Rouen, the Allies must control Le Havre")


@rule("7.1.3.E", "7.1.3.C", "R76")
def test_a_headquarters_in_a_port_lifts_the_limit_for_its_own_army() -> None:
    units = "CW-21AG-HQ 1420; CW-3-Inf 1521; CW-5-Inf england; CW-1Cd-Inf england"
    m = at("allied reinforcements", 7, units, allied_control=" ".join(GAME.board.labels), breakout=True)
    take(m, "CW-5-Inf")
    m.play("place 1420")
    take(m, "CW-1Cd-Inf")
    assert "1420" in listed(m, "place")


ANTWERPEN = {"antwerpen_operational": True, "antwerpen_taken": True, "full_for_good": True}


@rule("7.1.3.F", "7.1.3.G", "8.7.D")
def test_cities_behind_the_front_are_open_once_antwerpen_is_operational() -> None:
    units = f"US-75-Inf schedule; CW-5-Inf england; GE-26-VG {beside('4723')[0]}"
    control = "3910 4515 3913 3525 4723 1231 4814"
    behind = " ".join(GAME.board.names(sum(GAME.data.rows[row] for row in range(1, 31))))
    m = at("allied reinforcements", 11, units, allied_control=f"{control} {behind}", **ANTWERPEN)
    look, printed = m.inquire(), GAME.data
    take(m, "CW-5-Inf")
    british = listed(m, "place")
    take(m, "US-75-Inf")
    american = listed(m, "place")
    ports = {"1420", "1921", "2412", "2511", "2810"}
    assert {"3910", "3913", "4515"} <= british
    assert {"3525"} <= american
    away = ~look.beside_enemy("allied")
    free = printed.cities & look.position.allied_control & look.allied_supply() & away & ~printed.germany
    assert british - ports == set(GAME.board.names(free & printed.areas["21AG"])) - ports
    assert american - ports == set(GAME.board.names(free & printed.areas["12AG"]))
    assert refused(m, "place 3913") == (
        "7.1.3.G",
        "that city is not in the area of the unit's army group east of the Seine Line",
    )
    assert refused(m, "place 4723") == ("7.1.3.G", "that city is adjacent to a German unit")
    assert refused(m, "place 1231")[0] == "7.1.3.G"  # Le Mans is west of the Seine Line
    take(m, "CW-5-Inf")
    assert refused(m, "place 4814") == ("7.1.3.F", "no unit is placed in a German city")


@rule("7.1.3.F", "8.7.D")
def test_before_antwerpen_is_operational_no_city_is_open() -> None:
    inland = " ".join(GAME.board.labels)
    m = at("allied reinforcements", 7, "CW-5-Inf england; US-94-Inf schedule", allied_control=inland)
    take(m, "CW-5-Inf")
    assert refused(m, "place 3913") == ("7.1.3.F", "cities are open to arrivals only after Antwerpen is Operational")


@rule("7.1.3.G")
def test_a_city_that_cannot_trace_supply_receives_nobody() -> None:
    units = f"{around('3525', 'german')}; US-75-Inf schedule; CW-3-Inf 3910"
    m = at("allied reinforcements", 11, units, allied_control="3525 1420", **ANTWERPEN)
    assert refused(m, "place 3525") == ("7.1.3.G", "that city cannot trace supply")
    assert "1420" in listed(m, "place")


@rule("7.1.3", "7.1.2.B", "7.1", "R63")
def test_anvil_dragoon_units_enter_in_the_southeast_and_never_wait() -> None:
    m = at("allied reinforcements", 7, "US-3-Inf schedule; US-6AG-HQ schedule; GE-11-Pz 4640")
    assert listed(m, "place") == area("A-D") - {"4640"}
    assert refused(m, "place 4640") == ("7.1.3", "there are German units in 4640")
    assert refused(m, "place 0619")[0] == "7.1.3"
    assert refused(m, "england US-3-Inf") == ("7.1", "'A-D' units never wait in England")
    assert refused(m, "end")[0] == "7.1"
    put(m, "US-3-Inf", "4540")
    put(m, "US-6AG-HQ", "4540")
    assert [str(action) for action in m.prompt.actions] == ["end"]


@rule("7.1.3")
def test_only_anvil_dragoon_units_use_the_southeast() -> None:
    m = at("allied reinforcements", 7, "US-94-Inf schedule")
    assert refused(m, "place 4540") == ("7.1.3", "only 'A-D' units enter by the 'A-D' hexes")


@rule("7.1.3", "17.9.2")
def test_units_marked_england_go_to_the_box_and_may_enter_from_the_next_turn_on() -> None:
    m = at("allied reinforcements", 6, "US-17-AB schedule; CW-6-AB england")
    assert where(m, "US-17-AB") == "england"
    assert refused(m, "pick US-17-AB") == (
        "7.1.3",
        "US-17-AB has come to England this turn and can enter from the next turn on",
    )
    assert listed(m, "pick") == {"CW-6-AB"}
    later = at("allied reinforcements", 7, "US-17-AB england")
    assert listed(later, "pick") == {"US-17-AB"}


@rule("17.9.2.B", "7.1")
def test_airborne_units_return_from_england_like_other_reinforcements() -> None:
    m = at("allied reinforcements", 4, "CW-1-AB england; US-82-AB england")
    put(m, "CW-1-AB", "1020")
    put(m, "US-82-AB", "0820")
    assert (where(m, "CW-1-AB"), where(m, "US-82-AB")) == ("1020", "0820")
    assert not m.inquire().on_dropped_side(GAME.unit_numbers["CW-1-AB"])


@rule("7.1", "5.4", "R48", "R63")
def test_allied_units_may_wait_in_england_for_as_long_as_the_player_likes() -> None:
    units = "US-9-Inf schedule; US-30-Inf schedule; US-79-Inf schedule; US-2-Arm schedule; US-4-Inf 0619"
    m = at("allied reinforcements", 2, units)
    m.play("england US-30-Inf")
    assert where(m, "US-30-Inf") == "england"
    assert hand(m) == "US-9-Inf"
    assert "wait in England until the next turn" in m.prompt.warnings[0]
    m.play("end")
    for unit in ("US-9-Inf", "US-30-Inf", "US-79-Inf", "US-2-Arm"):
        assert where(m, unit) == "england"
    assert "US 79 Infantry Division waits in England." in told(m)
    later = at("allied reinforcements", 5, "US-9-Inf england; US-30-Inf england")
    put(later, "US-30-Inf", "0820")
    assert where(later, "US-30-Inf") == "0820"
    later.play("end")
    assert where(later, "US-9-Inf") == "england"


@rule("7.1.3", "5.1")
def test_units_for_whom_the_beaches_are_full_go_to_england() -> None:
    full = "US-1-Inf 0619; US-4-Inf 0619; US-90-Inf 0619; US-29-Inf 0820; US-2-Inf 0820; US-83-Inf 0820"
    m = at("allied reinforcements", 2, f"{full}; US-9-Inf schedule; CW-15-Inf schedule")
    assert refused(m, "pick US-9-Inf") == ("5.1", "every hex in which US-9-Inf could enter is full")
    put(m, "CW-15-Inf", "1020")
    m.play("end")
    assert where(m, "US-9-Inf") == "england"


@rule("7.1.3.A", "7.1.3.C", "R71")
def test_shaef_enters_wherever_any_ally_may() -> None:
    m = at("allied reinforcements", 7, "SHAEF-HQ schedule; CW-21AG-HQ 0921; CW-3-Inf 1020")
    assert listed(m, "place") == US_BEACHES | CW_BEACHES | {"0921"}
    put(m, "SHAEF-HQ", "0921")
    assert where(m, "SHAEF-HQ") == "0921"


@rule("10.7.3", "R77", "R36")
def test_a_sixth_division_cannot_arrive_in_ikes_blind_spot() -> None:
    divisions = "US-1-Inf 4519; US-2-Inf 4519; US-4-Inf 4519; US-5-Inf 4520; US-8-Inf 4520"
    units = f"{divisions}; US-1A-HQ 4520; US-9-Inf england; Patton england"
    inland = {"allied_control": " ".join(GAME.board.labels), **ANTWERPEN}
    m = at("allied reinforcements", 9, units, **inland)
    take(m, "US-9-Inf")
    assert refused(m, "place 4520")[0] == "10.7.3"
    take(m, "Patton")
    assert "4520" in listed(m, "place")
    free = at("allied reinforcements", 9, units, ike_sees=True, **inland)
    take(free, "US-9-Inf")
    assert "4520" in listed(free, "place")


@rule("10.2")
def test_the_first_army_becomes_the_twelfth_army_group_on_turn_seven() -> None:
    change = "The US 1st Army becomes the 12th Army Group."
    assert change not in told(at("allied reinforcements", 6, "US-9-Inf england"))
    assert change in told(at("allied reinforcements", 7, "US-9-Inf england"))


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
