"""Who has a zone of control, and where it reaches (ZOC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.rhine.movement.marching import ALLIED, GAME, GERMAN, at

ROUND_1203 = {"1204", "1303", "1302", "1202", "1102", "1103"}


def zone(match: Any, side: str, viewer: str = "german") -> set[str]:
    return set(GAME.board.names(match.inquire(viewer).zone(side)))


@rule("ZOC.1")
@pytest.mark.parametrize("unit", ["DE-84K", "DE-21Pz", "DE-17SS", "DE-2SSK", "DE-PzB1", "DE-2FJK"])
def test_the_zone_of_a_german_unit_is_the_six_hexes_around_it(unit: str) -> None:
    assert zone(at(ALLIED, f"{unit} 1203; US-5C 0708"), "german") == ROUND_1203


@rule("ZOC.1", "R29")
@pytest.mark.parametrize("unit", ["US-5C", "US-2AD", "US-82AB", "BR-RMN", "FR-2AD"])
def test_the_zone_of_an_allied_unit_is_the_six_hexes_around_it(unit: str) -> None:
    assert zone(at(GERMAN, f"{unit} 1203; DE-84K 2002"), "allied") == ROUND_1203


@rule("ZOC.1")
def test_rivers_do_not_end_a_zone_but_estuaries_and_the_sea_do() -> None:
    assert "1207" in zone(at(ALLIED, "DE-84K 1208; US-5C 0708"), "german")
    found = zone(at(ALLIED, "DE-84K 4120; US-5C 0708"), "german")
    assert found
    assert not {"4119", "4020", "4221"} & found


@rule("ZOC.1")
def test_no_zone_reaches_into_a_fortress_of_the_enemy_which_cannot_be_entered() -> None:
    m = at(ALLIED, "DE-84K 1113; US-5C 0708", allied_control="1114")
    assert "1114" not in zone(m, "german")
    assert "1114" in zone(at(ALLIED, "DE-84K 1113; US-5C 0708"), "german")
    assert "1114" not in zone(at(GERMAN, "US-5C 1113; DE-84K 2002"), "allied")


@rule("ZOC.2")
def test_fortresses_restored_forts_and_the_siegfried_line_have_no_zone_of_their_own() -> None:
    m = at(ALLIED, "US-5C 1012", forts_restored="4505 4404")
    assert zone(m, "german") == set()
    m = at(ALLIED, "US-5C 1012; DE-84K 1114", forts_restored="4505 4404")
    assert "1113" in zone(m, "german")  # a unit in the fortress has one


@rule("R29")
@pytest.mark.parametrize("unit", ["DE-s502", "DE-s503", "DE-Dummy1"])
def test_tigers_and_dummies_have_no_zone(unit: str) -> None:
    assert zone(at(ALLIED, f"{unit} 1203; US-5C 0708"), "german") == set()


@rule("R29")
def test_dumps_have_no_zone() -> None:
    assert zone(at(GERMAN, "US-SUP 1203; DE-84K 2002"), "allied") == set()


@rule("ZOC.4", "ZOC.3")
def test_disrupted_divisions_stop_nobody() -> None:
    assert zone(at(ALLIED, "DE-21Pz 1203 disrupted; US-5C 0708"), "german") == set()
    assert zone(at(GERMAN, "US-2AD 1203 disrupted; DE-84K 2002"), "allied") == set()


@rule("SUP.5", "R29")
def test_the_zones_of_disrupted_units_still_block_supply() -> None:
    for unit in ("DE-84K", "DE-21Pz"):
        m = at(ALLIED, f"{unit} 1203 disrupted; US-5C 0708")
        assert set(m.game.board.names(m.inquire("allied").blocking_zone("german"))) == ROUND_1203


@rule("ZOC.3", "R29")
def test_a_disrupted_korps_stops_the_enemy_only_while_it_is_deployed() -> None:
    assert zone(at(ALLIED, "DE-84K 1203 disrupted; US-5C 0708"), "german") == set()
    assert zone(at(ALLIED, "DE-84K 1203 disrupted deployed; US-5C 0708"), "german") == ROUND_1203


@rule("ZOC.3", "R29")
def test_one_undisrupted_unit_is_enough_for_a_hex_to_have_a_zone() -> None:
    m = at(ALLIED, "DE-84K 1203 disrupted; DE-21Pz 1203; US-5C 0708")
    assert zone(m, "german") == ROUND_1203
    m = at(ALLIED, "DE-84K 1203 disrupted; DE-s503 1203; US-5C 0708")
    assert zone(m, "german") == set()


@rule("R41")
def test_a_face_down_piece_has_a_zone_whatever_it_is() -> None:
    for unit in ("DE-Dummy1", "DE-21Pz"):
        assert zone(at(ALLIED, f"{unit} 1203 down; US-5C 0708"), "german", "allied") == ROUND_1203
