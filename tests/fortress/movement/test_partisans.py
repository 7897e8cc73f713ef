"""Partisans (24) and Volkssturm (25)."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.games.fortress.rules.elimination import eliminate
from tests.cases import rule
from tests.fortress.movement.marching import against, goes, hand, has, hexes, look, moving, where

EIGHT = [f"GE-VS-{number}" for number in range(1, 9)]


def placing(units: str, **more: object) -> Match:
    """The Allies may place their partisans."""
    return moving("allied", units, 2, row="partisan placed", **{"partisan": True, **more})  # type: ignore[arg-type]


@rule("24.1")
@pytest.mark.parametrize(("turn", "dice", "there"), [(1, "", True), (13, "4", False), (13, "5", True), (13, "6", True)])
def test_partisans_rise_on_the_first_turn_and_later_on_a_five(turn: int, dice: str, there: bool) -> None:  # T96
    match = moving("allied", "US-1-Inf D8", turn=turn)
    step = match.game.steps["partisan"]
    step.run(hand(match, dice), step.frame("allied"))
    assert match.position.partisan == there


@rule("24.2", "R33")
def test_where_partisans_are_placed() -> None:  # T96
    match = placing("GE-10SS-Pz U15; GE-553-Inf AA17; US-1-Inf D8", turn=13)
    assert against(match, "place U20") == "24.2"  # five hexes from the SS
    assert against(match, "place AA16") == "24.2"  # in a zone
    assert against(match, "place X20") == "24.2"  # Besançon
    assert against(match, "place HH15") == "24.2"  # Germany
    assert against(match, "place V22") == "24.2"  # no railway
    assert against(match, "place W30") == "24.2"  # Italy
    match.play("place V20")
    assert where(match, "FR-Partisans") == "V20"


@rule("24.1")
def test_no_partisans_without_the_die() -> None:
    match = placing("US-1-Inf D8", partisan=False, turn=13)
    assert match.prompt.step != "partisan placing"


@rule("24.3")
def test_units_stop_where_partisans_are() -> None:  # T96
    match = moving("german", "GE-363-Inf V18; FR-Partisans V20; GE-84-Inf LL16", turn=13)
    goes(match, "GE-363-Inf", "V20")
    assert has(match, "stopped", "GE-363-Inf")
    zone = look(match).zone("allied")
    assert not zone >> match.game.board.index["V19"] & 1


@rule("24.4")
def test_partisans_are_gone_after_the_german_second_move() -> None:
    match = moving("german", "GE-363-Inf V18; FR-Partisans V20", turn=13)
    step = match.game.steps["partisan leaves"]
    step.run(hand(match), step.frame("allied"))
    assert where(match, "FR-Partisans") == "stock"


@rule("25.1", "25.3")
def test_volkssturm_appears_when_allies_come_within_three_hexes() -> None:  # T97
    match = moving("allied", "US-36-Inf CC17; GE-198-Inf EE21; GE-269-Inf EE21", turn=20, volkssturm_cities="FF18 CC21")
    goes(match, "US-36-Inf", "CC18")
    assert not hexes(match, "volkssturm_cities") & {"EE21"}
    match.play("move DD18")
    assert "EE21" in hexes(match, "volkssturm_cities")
    assert where(match, "GE-VS-1") == "EE21"
    assert len(look(match).of_side(match.game.board.index["EE21"], "german")) == 3


@rule("25.1")
def test_volkssturm_appears_once_in_a_city() -> None:
    match = moving("allied", "US-36-Inf CC18", turn=20, volkssturm_cities="FF18 CC21 EE21")
    goes(match, "US-36-Inf", "DD18")
    assert where(match, "GE-VS-1") == "stock"


@rule("25.3")
def test_the_city_may_be_over_full_until_the_next_german_move_ends() -> None:
    units = "US-36-Inf DD18; GE-198-Inf EE21; GE-269-Inf EE21; GE-VS-1 EE21"
    fields = {"turn": 20, "volkssturm_cities": "EE21"}
    match = moving("allied", units, row="allied first stacking", **fields)
    assert match.prompt.step != "crowded hex"
    match = moving("german", units, row="german first stacking", **fields)
    assert match.prompt.step == "crowded hex"


@rule("25.1", "25.4", "R34")
def test_no_more_than_eight_and_the_others_later() -> None:  # T97
    placed = "; ".join(f"{name} RR{13 + number}" for number, name in enumerate(EIGHT))
    match = moving("allied", f"US-36-Inf CC18; {placed}", turn=20, volkssturm_cities="FF18 CC21")
    goes(match, "US-36-Inf", "DD18")
    assert "EE21" not in hexes(match, "volkssturm_cities")
    eliminate(hand(match), match.game.unit_numbers["GE-VS-8"], "15.3")
    assert "EE21" in hexes(match, "volkssturm_cities")


@rule("25.4")
def test_none_appears_in_a_city_that_is_allied_by_then() -> None:  # T97
    match = moving("allied", "US-36-Inf CC18", turn=20, volkssturm_cities="FF18 CC21", allied_control="EE21")
    goes(match, "US-36-Inf", "DD18")
    assert "EE21" not in hexes(match, "volkssturm_cities")


@rule("R84")
def test_the_germans_choose_where_if_there_are_too_few() -> None:
    placed = "; ".join(f"{name} RR{13 + number}" for number, name in enumerate(EIGHT[:7]))
    match = moving("allied", f"US-36-Inf FF9; {placed}; US-1-Inf D8", turn=20)
    goes(match, "US-36-Inf", "HH9")
    assert match.prompt.side == "german"
    due = set(match.game.board.names(match.prompt.sets["place"]))
    assert len(due) > 1
    match.play(f"place {sorted(due)[0]}")
    assert match.prompt.side == "allied"
    assert hexes(match, "volkssturm_cities") == {sorted(due)[0]}


@rule("25.1")
def test_volkssturm_that_appears_on_the_way_stops_the_unit() -> None:
    match = moving("allied", "US-2-Arm FF9; US-1-Inf D8", turn=20)
    zone_before = look(match).zone("german")
    goes(match, "US-2-Arm", "II12")
    assert not zone_before
    assert where(match, "US-2-Arm") != "II12"
    assert has(match, "stopped", "US-2-Arm")
