"""Germans who exceed their speed limit are strafed, hex by hex (STRAF, MOV.4)."""

from __future__ import annotations

import pytest

from bocage.engine.errors import Refusal
from bocage.games.rhine.rules.movement.moves import strafing_risk
from tests.cases import rule
from tests.rhine.movement.marching import (
    ALLIED,
    GAME,
    GERMAN,
    GERMAN_EXPLOITS,
    at,
    budget,
    listed,
    marked,
    path_of,
    play,
    refused,
    said,
    where,
)

# In the Exploitation Phase a korps has two hexes, one of them within its limit. 2110 is rough, 1604 clear.
CLEAR, ROUGH = ("1602", "1604"), ("2108", "2110")


@rule("STRAF.1", "MOV.4")
def test_each_hex_beyond_the_speed_limit_is_one_die() -> None:
    m = at(GERMAN, "DE-21Pz 1603; DE-84K 2002; US-5C 0708", dice="4 5 6 4")
    play(m, "pick DE-21Pz", "dash 2403")
    assert m.entries[-1].dice == (4, 5, 6, 4)
    assert where(m, "DE-21Pz") == "2403"
    assert marked(m, "disrupted") == set()
    assert len(said(m, "STRAF.1")) == 4
    assert said(m, "STRAF.1")[0] == "21. Panzer Division is strafed at 2102: 4, hit by 3 or less: missed."


@rule("STRAF.1", "R4", "R55")
def test_a_unit_that_is_hit_is_disrupted_and_stops_where_it_was_hit() -> None:
    m = at(GERMAN, "DE-21Pz 1603; DE-84K 2002; US-5C 0708", dice="4 3")
    play(m, "pick DE-21Pz", "dash 2403")
    assert m.entries[-1].dice == (4, 3)
    assert where(m, "DE-21Pz") == "2203"
    assert marked(m, "disrupted") == {"DE-21Pz"}
    assert listed(m, "dash") == listed(m, "march") == set()
    assert refused(m, "pick DE-21Pz") == "DIS.1"
    assert said(m, "STRAF.1")[-1] == "21. Panzer Division is Disrupted."


@rule("MOV.4", "STRAF.1")
def test_hexes_within_the_limit_are_not_strafed() -> None:
    m = at(GERMAN, "DE-21Pz 1603; DE-84K 2002; US-5C 0708", dice="6")
    play(m, "pick DE-21Pz", "move 1903")
    assert m.position.rolls == 0
    play(m, "dash 2103")  # the fourth hex is still within it, the fifth is not
    assert m.entries[-1].dice == (6,)
    assert budget(m, "DE-21Pz") == 3


@rule("STRAF.2")
def test_a_dash_keeps_to_rough_ground_where_that_is_no_detour() -> None:
    # From 1812 to 2009 it is four hexes; 1911, 1910 and 2010 lie on the way, of which the last two are rough.
    m = at(GERMAN, "DE-84K 1812; DE-86K 2805; US-5C 0708", dice="6 6")
    play(m, "pick DE-84K", "dash 2009")
    assert path_of(m)[-2] == "2010"
    assert len(path_of(m)) == 5


@rule("STRAF.1")
def test_the_allies_are_never_strafed() -> None:
    m = play(at(ALLIED, "US-2AD 1403; US-5C 1402"), "pick US-2AD", "march 2603")
    assert m.position.rolls == 0
    assert where(m, "US-2AD") == "2603"


@rule("STRAF.1", "STRAF.2", "STRAF.3", "R4")
@pytest.mark.parametrize(
    ("weather", "ground", "risk"),
    [
        ("good", CLEAR, 3),
        ("good", ROUGH, 2),
        ("bad", CLEAR, 2),
        ("bad", ROUGH, 1),
        ("very bad", CLEAR, 1),
    ],
)
def test_the_risk_depends_on_weather_and_ground(weather: str, ground: tuple[str, str], risk: int) -> None:
    start, goal = ground
    for die in range(1, 7):
        m = at(GERMAN_EXPLOITS, f"DE-84K {start}; DE-86K 2805; US-5C 0708", weather=weather, dice=str(die))
        play(m, "pick DE-84K", f"dash {goal}")
        assert where(m, "DE-84K") == goal
        assert marked(m, "disrupted") == ({"DE-84K"} if die <= risk else set()), die


@rule("STRAF.2", "STRAF.3", "R78")
def test_in_very_bad_weather_there_is_no_risk_in_rough_ground() -> None:
    m = at(GERMAN_EXPLOITS, "DE-84K 2108; DE-86K 2805; US-5C 0708", weather="very bad", dice="1")
    play(m, "pick DE-84K", "dash 2110")
    assert m.position.rolls == 0
    assert marked(m, "disrupted") == set()


@rule("STRAF.2")
def test_only_rough_ground_shelters_not_forest_or_swamp() -> None:
    m = at(GERMAN, "DE-84K 2002; US-5C 0708")
    look = m.inquire("german")
    risk = {kind: set() for kind in ("rough", "forest", "swamp", "clear")}
    for node, terrain in enumerate(GAME.data.terrain_at):
        if terrain in risk:
            risk[terrain].add(strafing_risk(look, node))
    assert risk == {"rough": {2}, "forest": {3}, "swamp": {3}, "clear": {3}}


@rule("AIR.1", "MOV.6", "R2")
@pytest.mark.parametrize("weather", ["bad", "very bad"])
def test_strafing_goes_on_when_other_aircraft_are_grounded(weather: str) -> None:
    m = at(GERMAN, "DE-84K 1603; DE-86K 2805; US-5C 0708", weather=weather, dice="1")
    play(m, "pick DE-84K", "dash 1903")
    assert marked(m, "disrupted") == {"DE-84K"}


@rule("R55")
def test_a_face_down_piece_that_is_missed_stays_face_down() -> None:
    m = at(GERMAN, "DE-21Pz 1603 down; DE-Dummy1 1604 down; US-5C 0708", dice="4 4")
    play(m, "pick DE-21Pz", "dash 2103", "pick DE-Dummy1", "dash 2104")
    assert marked(m, "face_down") == {"DE-21Pz", "DE-Dummy1"}
    assert said(m, "STRAF.1", "allied") == [
        "A face-down piece is strafed at 2103: 4, hit by 3 or less: missed.",
        "A face-down piece is strafed at 2104: 4, hit by 3 or less: missed.",
    ]


@rule("R55", "R44")
def test_a_face_down_piece_that_is_hit_is_turned_up() -> None:
    m = at(GERMAN, "DE-21Pz 1603 down; DE-Dummy1 1604 down; DE-84K 2805; US-5C 0708", dice="3 3")
    play(m, "pick DE-21Pz", "dash 2103")
    assert marked(m, "face_down") == {"DE-Dummy1"}
    assert marked(m, "disrupted") == {"DE-21Pz"}
    play(m, "pick DE-Dummy1", "dash 2104")
    assert where(m, "DE-Dummy1") == "dead"
    assert listed(m, "pick") == {"DE-84K"}


@rule("R22")
def test_a_dummy_that_dashes_past_the_allies_is_gone_before_it_is_strafed() -> None:
    m = at(GERMAN, "DE-Dummy1 1603 down; DE-84K 2805; US-5C 2203 disrupted", dice="1", allied_control="0708")
    play(m, "pick DE-Dummy1", "dash 2103")
    assert where(m, "DE-Dummy1") == "dead"
    assert m.position.rolls == 0


@rule("STRAF.1")
def test_a_dash_cannot_be_taken_back() -> None:
    m = at(GERMAN, "DE-84K 1603; DE-86K 2805; US-5C 0708", dice="6")
    play(m, "pick DE-84K", "dash 1903")
    with pytest.raises(Refusal):
        m.undo()
