"""Chapter 15: the Attrition Phase, and the French who leave in it (10.7.9)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.data.printed import UNITS
from tests.storming.reading import names, steps, told, where

# Six US divisions around 0726, in supply from Utah on turns 1 to 7.
RING = "US-4-Inf 0725; US-9-Inf 0727; US-30-Inf 0625; US-1-Inf 0626; US-29-Inf 0825; US-2-Inf 0826"
FRENCH = {unit for unit, row in UNITS.items() if row["nation"] == "FR"}


def attrition(units: str, **more: Any) -> Any:
    return bocage.position("storming", at="attrition", units=units, **{"turn": 3, "allied_control": "0619", **more})


@rule("15.0", "4.1.IX", "4.1.IX.b")
def test_a_unit_found_out_of_supply_is_marked_and_loses_a_step() -> None:
    m = attrition(f"{RING}; GE-3FJ-Div 0726")
    assert names(m, m.position.oos) == {"GE-3FJ-Div"}
    assert (where(m, "GE-3FJ-Div"), steps(m, "GE-3FJ-Div")) == ("0726", 1)
    assert "3 Fallschirmjäger Division loses a step." in told(m)
    assert steps(m, "US-4-Inf") == 2


@rule("15.0")
def test_a_unit_with_one_step_dies_of_it() -> None:
    m = attrition(f"{RING}; GE-91-Inf 0726; GE-3FJ-Div 0726 reduced")
    assert where(m, "GE-91-Inf") == where(m, "GE-3FJ-Div") == "cup"
    allied = attrition("US-4-Inf 2029 reduced; GE-84-Inf 2028; GE-85-Inf 2030; GE-89-Inf 1929; GE-272-Inf 2129")
    assert where(allied, "US-4-Inf") == "track"


@rule("15.0", "7.2.2.A")
def test_the_german_says_where_a_mechanized_unit_is_rebuilt_that_attrition_kills() -> None:
    m = attrition(f"{RING}; GE-2-Pz 0726 reduced; GE-9-Pz 0726 reduced")
    assert (m.prompt.side, m.prompt.step) == ("german", "rebuilding")
    m.play("rebuild-in-box")
    m.play("rebuild-on-track")
    assert {where(m, "GE-2-Pz"), where(m, "GE-9-Pz")} == {"watch", "track"}
    assert m.position.turn == 4


@rule("4.1.IX.a", "8.0")
def test_markers_come_off_units_that_are_in_supply_again() -> None:
    m = attrition("US-4-Inf 0619; GE-91-Inf 0726", oos="US-4-Inf GE-91-Inf")
    assert m.position.oos == 0
    assert (steps(m, "US-4-Inf"), where(m, "GE-91-Inf")) == (2, "0726")


@rule("15.0", "4.1.IX.a")
def test_the_germans_check_first_so_a_unit_that_starves_cuts_nobody_off() -> None:
    # The division in 0519 is cut off. While its zone holds, the US division in 0417 cannot trace to Utah.
    units = "GE-91-Inf 0519; US-4-Inf 0417; US-9-Inf 0618; US-30-Inf 0420"
    ground = "0619 0418 0419 0520 0521 0620"
    before = bocage.position("storming", turn=3, at="german exploitation", units=units, allied_control=ground)
    assert not before.inquire().supplied(before.game.unit_numbers["US-4-Inf"])
    m = attrition(units, allied_control=ground)
    assert where(m, "GE-91-Inf") == "cup"
    assert (names(m, m.position.oos), steps(m, "US-4-Inf")) == (set(), 2)


@rule("15.A", "8.4.1", "8.4.2")
def test_coastal_forts_and_the_ruhr_feed_their_germans() -> None:
    fort = attrition("GE-344-Co 2412; CW-3-Inf 2413; CW-15-Inf 2512", turn=6)
    assert (where(fort, "GE-344-Co"), fort.position.oos & fort.game.side_units["german"]) == ("2412", 0)
    around = "US-1-Inf 5308; US-2-Inf 5408; US-4-Inf 5411; US-9-Inf 5211; US-30-Inf 5208; US-29-Inf 5311; US-5-Inf 5410"
    ruhr = attrition(f"GE-12-VG 5309; {around}", turn=14, antwerpen_operational=True, allied_control="3910 5310 5409")
    assert (where(ruhr, "GE-12-VG"), ruhr.position.oos >> ruhr.game.unit_numbers["GE-12-VG"] & 1) == ("5309", 0)


@rule("15.A", "8.4.2")
def test_cherbourg_keeps_its_garrison_alive_but_marked() -> None:
    m = attrition("GE-709-Co 0518; GE-243-Co 0518; US-4-Inf 0519; US-9-Inf 0418; US-30-Inf 0618")
    assert names(m, m.position.oos) == {"GE-709-Co", "GE-243-Co"}
    assert where(m, "GE-709-Co") == where(m, "GE-243-Co") == "0518"
    # The marker goes on to count: no zone, and half strength, in the turn that follows.
    assert not m.inquire().exerting("german") >> m.game.board.index["0518"] & 1


@rule("15.B", "17.9.4", "R55")
def test_dropped_airborne_units_are_marked_but_suffer_nothing() -> None:
    lost = "2029"
    enemies = "GE-84-Inf 2028; GE-85-Inf 2030; GE-89-Inf 1929; GE-272-Inf 2129"
    m = attrition(f"US-82-AB {lost} dropped; {enemies}")
    assert (where(m, "US-82-AB"), names(m, m.position.oos)) == (lost, {"US-82-AB"})
    regular = attrition(f"US-82-AB {lost}; {enemies}")
    assert where(regular, "US-82-AB") == "track"
    just_dropped = attrition(f"US-82-AB {lost} dropped; {enemies}", dropped_now="US-82-AB")
    assert (where(just_dropped, "US-82-AB"), just_dropped.position.oos) == (lost, 0)


@rule("15.C", "7.1.2.M")
def test_allied_units_off_the_map_are_not_subject_to_attrition() -> None:
    m = attrition("US-4-Inf brittany; CW-1-AB england; US-9-Inf east; GE-91-Inf 0726", allied_control="")
    assert [steps(m, unit) for unit in ("US-4-Inf", "CW-1-AB", "US-9-Inf")] == [2, 1, 2]
    assert m.position.oos == 0


@rule("8.3.B", "15.0")
def test_the_southern_sources_feed_the_sixth_army_group_and_only_spare_the_others() -> None:
    # Turn 9: the beaches are closed and no port is open; everybody can trace to the A-D hexes.
    m = attrition("US-3-Inf 4734; US-4-Inf 4129; US-36-Inf 4129", turn=9)
    assert names(m, m.position.oos) == {"US-4-Inf", "US-36-Inf"}
    assert [steps(m, unit) for unit in ("US-3-Inf", "US-4-Inf", "US-36-Inf")] == [2, 2, 2]
    cut = "GE-12-VG 4130; GE-47-VG 4128; GE-212-VG 4029; GE-167-VG 4229"
    lost = attrition(f"US-4-Inf 4129; {cut}", turn=9)
    assert steps(lost, "US-4-Inf") == 1


@rule("16.2", "15.0", "8.4.3")
def test_the_garrisons_of_metz_never_starve() -> None:
    around = "US-90-Inf 4725; US-5-Inf 4626; US-80-Inf 4627; US-95-Inf 4728; US-6-Arm 4826; US-4-Arm 4827"
    m = attrition(f"GE-Metz-1 4727; GE-Metz-2 4726; GE-462-VG 4727; {around}", turn=9)
    assert where(m, "GE-Metz-1") == "4727"
    assert where(m, "GE-462-VG") == "dead"


@rule("10.7.9", "R31", "R133")
def test_civil_war_takes_every_french_division_out_of_the_game() -> None:
    m = attrition(
        "FR-2-Arm 2422; FR-1-DB 4734; FR-3-DIA track; US-4-Inf 2526; US-3-Inf 4734; GE-12-VG 4830",
        turn=7, civil_war=True, paris_entered=True, due={"FR-3-DIA": 9, "US-9-Inf": 9},
        allied_control="0619 2526 2422",
    )  # fmt: skip
    assert {where(m, unit) for unit in FRENCH} == {"dead"}
    assert (where(m, "US-4-Inf"), where(m, "US-3-Inf")) == ("2526", "4734")
    assert m.position.due == {"US-9-Inf": 9}
    assert not m.position.civil_war
    assert any("Civil war in France" in line for line in told(m))


@rule("10.7.9")
@pytest.mark.parametrize(("first", "war"), [("FR-2-Arm", False), ("US-4-Inf", True)])
def test_the_french_stay_if_the_second_armored_is_first_into_paris(first: str, war: bool) -> None:
    m = bocage.position(
        "storming", turn=6, at="allied exploitation", units="FR-2-Arm 2528; US-4-Inf 2528; GE-91-Inf 3525",
        points={"12AG": 12}, allied_control="0619", breakout=True,
    )  # fmt: skip
    m.play(f"pick {first}")
    m.play("move 2527")
    assert m.position.civil_war is war
    m.play("end")
    while m.position.turn == 6 and m.outcome is None:
        m.play("roll" if "roll" in m.prompt.verbs() else "end")
    assert (where(m, "FR-2-Arm") == "dead") is war
