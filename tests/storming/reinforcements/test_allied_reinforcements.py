"""Case 7.1.3: Allied reinforcements, the England Box, and the hexes and ports by which they come into play."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.storming.reinforcements.arriving import (
    ANTWERPEN,
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

US_BEACHES, CW_BEACHES = {"0619", "0820"}, {"1020", "1121"}


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


@rule("7.1.3.D", "R74")
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
