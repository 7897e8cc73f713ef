"""Sea movement: from where to where, how many units, and what the supply capacity says to it."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.movement import sea
from bocage.games.fortress.rules.movement.allowance import left
from bocage.games.fortress.rules.supply import ports
from bocage.games.fortress.rules.supply.capacity import capacity
from tests.cases import rule
from tests.fortress.movement.marching import against, has, look, moving, where

HOLDING = "US-1-Inf K2; US-2-Inf K2; US-4-Inf P4"  # Cherbourg and Le Havre, worth fourteen


def sailing(units: str = HOLDING, impulse: int = 1, **fields: Any) -> Match:
    """An Allied move impulse of July I with two ports in hand."""
    return moving("allied", units, impulse, **{"start_capacity": 11, "invasions": 1, "ten_used": 1, **fields})


def sails(match: Match, unit: str, to: str) -> str:
    """The case against a voyage; without one it is made."""
    if match.prompt.hand != 1 << match.game.unit_numbers[unit]:
        match.play(f"pick {unit}")
    action = to if to in ("england", "africa") else f"sail {to}"
    found = against(match, action)
    if not found:
        match.play(action)
    return found


@rule("11.1", "13.1", "11.3")
def test_whoever_cannot_move_does_not_sail() -> None:
    assert against(sailing(), "pick US-Bradley") == "13.1"
    assert sails(sailing(impulse=2), "US-Bradley", "K2") == ""
    match = sailing("US-1-Inf K2; GE-91-Inf K3", impulse=2)
    assert against(match, "pick US-1-Inf") == "8.9"
    assert against(sailing(resting="US-5-Inf"), "pick US-5-Inf") == "27.7"


@rule("11.2")
def test_the_germans_do_not_sail() -> None:
    match = moving("german", "GE-91-Inf K2")
    match.play("pick GE-91-Inf")
    assert against(match, "sail P4") == "11.2"


@rule("11.3", "5.6", "R113")
@pytest.mark.parametrize(
    ("unit", "impulse", "weather", "hexes"),
    [
        ("US-5-Inf", 1, "Clear", 2),
        ("US-5-Inf", 2, "Clear", 1),
        ("BR-Montgomery", 2, "Clear", 2),
        ("BR-3-Inf", 2, "Overcast", 1),
    ],
)
def test_a_unit_that_sails_has_half_its_move(unit: str, impulse: int, weather: str, hexes: int) -> None:  # T61
    match = sailing(impulse=impulse, weather=weather)
    assert sails(match, unit, "K2") == ""
    assert left(look(match), match.game.unit_numbers[unit])[0] == hexes
    assert sails(match, "US-9-Inf", "P4") == ""
    match.play(f"pick {unit}")
    assert against(match, "sail P4") == "11.1"  # once an impulse


@rule("11.3")
def test_half_a_move_on_land_leaves_enough_to_sail() -> None:
    match = sailing("US-1-Inf L3; US-2-Inf K2")
    match.play("pick US-1-Inf")
    match.play("move K2")
    assert against(match, "england") == ""
    far = sailing("US-1-Inf L4; US-2-Inf K2")
    far.play("pick US-1-Inf")
    far.play("move K2")
    assert against(far, "england") == "11.3"


@rule("11.4", "11.4.A")
def test_each_base_serves_its_own_sea() -> None:  # T11
    units = f"{HOLDING}; US-5-Inf B2; US-8-Inf N33; US-9-Inf africa"
    assert sails(sailing(units), "US-5-Inf", "N33") == "11.4.A"
    assert sails(sailing(units), "US-5-Inf", "africa") == "11.4.A"
    assert sails(sailing(units), "US-5-Inf", "K2") == ""
    assert sails(sailing(units), "US-8-Inf", "england") == "11.4.A"
    assert sails(sailing(units), "US-8-Inf", "africa") == ""
    assert sails(sailing(units), "US-9-Inf", "K2") == "11.4.A"
    assert sails(sailing(units), "US-29-Inf", "N33") == "11.4.A"
    match = sailing(units)
    assert sails(match, "US-29-Inf", "africa") == ""
    assert where(match, "US-29-Inf") == "africa"
    assert sails(match, "US-9-Inf", "england") == ""
    assert sails(sailing(units), "US-29-Inf", "england") == "11.4.A"
    assert sails(sailing(units), "US-9-Inf", "N33") == ""
    # From Brest to Marseille, and back: three voyages each.
    there = [("B2", "england"), ("england", "africa"), ("africa", "N33")]
    back = [("N33", "africa"), ("africa", "england"), ("england", "B2")]
    for at, to in there + back:
        held = f"{HOLDING}; US-8-Inf B2; US-9-Inf N33; US-5-Inf {at}"
        match = sailing(held)
        assert sails(match, "US-5-Inf", to) == ""
        assert where(match, "US-5-Inf") == to


@rule("11.4.B", "R114")
def test_two_units_a_turn_leave_beaches_where_units_landed() -> None:  # T75
    units = f"{HOLDING}; US-5-Inf S6; US-8-Inf S6; US-9-Inf S6; US-29-Inf T5"
    match = sailing(f"{units}; US-2-Arm N33", landed_beaches="S6 T5")
    match.play("pick US-5-Inf")
    assert against(match, "sail N33") == "11.4.A"
    assert against(match, "sail K2") == ""
    assert [sails(match, f"US-{number}-Inf", "england") for number in (5, 8, 9)] == ["", "", "11.4.B"]
    german = moving("german", f"{HOLDING}; GE-85-Inf R6", landed_beaches="S6 T5")
    german.play("pick GE-85-Inf")
    german.play("move S6")
    german.play("move S7")  # passing through is enough
    assert german.game.board.names(german.position.landed_beaches) == ["T5"]
    assert sails(sailing(units, landed_beaches="T5"), "US-5-Inf", "england") == "11.4"
    assert sails(sailing(units, landed_beaches="T5"), "US-29-Inf", "england") == ""


@rule("11.4.B", "11.4.C")
def test_an_inland_port_is_no_beach_though_units_landed_there() -> None:
    units = "US-1-Inf M6; US-2-Inf K2"
    assert sails(sailing(units, landed_beaches="M6"), "US-1-Inf", "england") == ""
    shut = sailing(f"{units}; GE-711-Co N5", landed_beaches="M6")
    assert sails(shut, "US-1-Inf", "england") == "11.4.C"


@rule("11.8", "11.4.C")
@pytest.mark.parametrize("german", ["HH1", "HH2", "JJ1", "JJ2"])
def test_amsterdam_is_shut_while_a_german_stands_at_the_dyke(german: str) -> None:  # T13
    units = "US-1-Inf GG3; US-2-Inf K2"
    assert sails(sailing(units, turn=14), "US-5-Inf", "GG3") == ""
    assert sails(sailing(f"{units}; GE-84-Inf {german}", turn=14), "US-5-Inf", "GG3") == "11.4.C"
    assert sails(sailing(f"{units}; GE-84-Inf {german}", turn=14), "US-1-Inf", "england") == "11.4.C"


@rule("31.5", "11.4")
def test_units_leave_jersey_by_sea_as_from_a_port() -> None:  # T107 (e)
    option = {"options": {"31.5": True}}
    units = f"{HOLDING}; US-29-Inf I4"
    match = sailing(units, evacuations=2, **option)  # it is no beach to be evacuated from
    assert sails(match, "US-29-Inf", "england") == ""
    assert match.position.evacuations == 2
    match = sailing(units, **option)
    assert sails(match, "US-29-Inf", "K2") == ""
    assert sails(sailing(units, **option), "US-5-Inf", "I4") == "11.8"  # nobody goes there so
    match = sailing(units, **option)
    match.play("pick US-29-Inf")
    assert against(match, "move J4") in ("8.8", "5.4")


@rule("18.7.11", "11.8", "R23", "R64")
def test_le_havre_in_and_out_of_a_german_zone() -> None:  # T63
    held: dict[str, Any] = {"allied_control": "P4", "forts_destroyed": "P4 P5", "captured_once": "P4"}
    match = moving("german", "US-1-Inf K2; GE-91-Inf R6; GE-85-Inf LL16", **held)
    whole = capacity(look(match))
    match.play("pick GE-91-Inf")
    match.play("move Q5")
    assert capacity(look(match)) == whole - 7
    assert sails(sailing("US-1-Inf K2; GE-91-Inf Q5", **held), "US-5-Inf", "P4") == "11.8"
    match = moving("german", "US-1-Inf K2; GE-91-Inf Q5; GE-85-Inf LL16", **held)
    assert capacity(look(match)) == whole - 7
    match.play("pick GE-91-Inf")
    match.play("move R6")
    assert capacity(look(match)) == whole  # and no die for it
    assert not [line for line in match.log() if line.rule == "18.7.10"]
    for option, lost in ((False, 0), (True, 7)):
        match = moving("german", "US-1-Inf K2; GE-91-Inf P5; GE-85-Inf LL16", options={"R103": option}, **held)
        assert capacity(look(match)) == whole - lost
    match = moving("german", "US-1-Inf K2; GE-91-Inf Q5; GE-85-Inf LL16", **held)
    match.play("pick GE-91-Inf")
    match.play("move P4")
    assert capacity(look(match)) == whole - 7
    assert not match.position.allied_control >> match.game.board.index["P4"] & 1
    for die, value in (("2", 7), ("3", 3)):
        match = moving("allied", "US-1-Inf Q5; US-2-Inf K2", dice=die, forts_destroyed="P4 P5", captured_once="P4")
        match.play("pick US-1-Inf")
        match.play("move P4")
        assert match.log()[-1].rule == "18.7.10"
        assert ports.value(look(match), match.game.board.index["P4"]) == value


@rule("7.2", "8.2", "11.1")
def test_water_lets_nobody_sail_who_is_held_by_something_else() -> None:
    # Rotterdam is flooded: whoever walks there may sail on, but not out of a zone that it has just entered.
    held: dict[str, Any] = {"turn": 14, "allied_control": "EE4 CC6"}
    match = sailing("US-79-Inf EE5; US-1-Inf EE4", **held)
    match.play("pick US-79-Inf")
    match.play("move EE4")
    assert sails(match, "US-79-Inf", "england") == ""
    match = sailing("US-79-Inf EE5; US-1-Inf EE4; GE-84-Inf FF3", **held)
    match.play("pick US-79-Inf")
    match.play("move EE4")
    assert against(match, "pick US-79-Inf") != ""
    match = sailing("BR-4-Cdo EE4; US-1-Inf K2", raiders="BR-4-Cdo", mired="BR-4-Cdo", **held)
    assert against(match, "pick BR-4-Cdo") != ""  # on a raid


@rule("11.4.C", "18.8", "7.4")
def test_nobody_sails_to_or_from_an_inland_port_past_a_german() -> None:
    units = "US-1-Inf M6; US-2-Inf K2"
    assert sails(sailing(units), "US-5-Inf", "M6") == ""
    assert sails(sailing(f"{units}; GE-711-Co N5"), "US-5-Inf", "M6") == "11.4.C"
    assert sails(sailing(f"{units}; GE-711-Co N5"), "US-1-Inf", "england") == "11.4.C"


@rule("11.5", "R60")
def test_five_units_sail_each_turn() -> None:  # T75
    match = sailing()
    assert [sails(match, f"US-{number}-Inf", "K2") for number in (5, 8, 9, 29)] == [""] * 4
    assert sails(match, "US-1-Inf", "england") == ""
    assert sails(match, "US-2-Inf", "england") == "11.5"
    assert against(match, "pick US-28-Inf") == "11.5"


@rule("11.5", "R60")
@pytest.mark.parametrize(("option", "moves"), [(False, 2), (True, 1)])
def test_a_unit_that_sails_in_both_impulses_counts_twice_unless_players_agree(option: bool, moves: int) -> None:  # T75
    at_home = "; BR-Naval-1 gone; BR-Naval-2 gone; US-Naval-1 gone; US-Naval-2 gone"
    match = sailing(HOLDING + at_home, options={"R60": option})
    assert sails(match, "US-1-Inf", "england") == ""
    while match.position.impulse == 1:
        match.play("end")
    assert sails(match, "US-1-Inf", "P4") == ""
    assert match.position.sea_moves == moves


@rule("11.5", "11.6", "11.7", "12.3")
@pytest.mark.parametrize(("taken", "quotas"), [("", [5, 10, 5]), ("B2 B5 C9 D13 A19 O35", [6, 10, 6])])
def test_ten_units_sail_on_the_first_clear_turn_after_an_invasion(taken: str, quotas: list[int]) -> None:  # T75
    found, used, ten = [], 1, 0
    for turn, weather in ((13, "Overcast"), (14, "Clear"), (15, "Clear")):
        match = moving(
            "allied", HOLDING, turn=turn, weather=weather, row="allied turn", invasions=2, invasion_turn=12,
            ten_used=used, ten_turn=ten, sites_taken=taken,
        )  # fmt: skip
        found.append(sea.quota(look(match)))
        used, ten = match.position.ten_used, match.position.ten_turn
    assert found == quotas
    assert "pick US-5-Inf" not in [
        str(action) for action in sailing(turn=12, invasions=2, invasion_turn=12).prompt.actions
    ]


@rule("11.8", "18.7.11", "18.7.9")
def test_a_port_in_a_german_zone_is_used_only_while_it_is_held() -> None:
    empty: dict[str, Any] = {"allied_control": "P4", "forts_destroyed": "P4 P5"}
    assert sails(sailing("US-1-Inf K2", **empty), "US-5-Inf", "P4") == ""
    assert sails(sailing("US-1-Inf K2; GE-91-Inf Q5", **empty), "US-5-Inf", "P4") == "11.8"
    held = sailing("US-1-Inf K2; GE-91-Inf Q5; US-4-Inf P4", **empty)
    assert sails(held, "US-5-Inf", "P4") == ""
    assert against(held, "pick US-5-Inf") == "5.1"  # it has entered an enemy zone
    assert has(held, "stopped", "US-5-Inf")
    ruined = sailing(f"{HOLDING}; US-5-Inf Z4", port_damage={"Z4": 3})
    assert sails(ruined, "US-8-Inf", "Z4") == ""


@rule("8.10", "11.8")
def test_nobody_sails_from_one_zone_straight_into_another() -> None:
    match = sailing("US-1-Inf K2; US-4-Inf P4; GE-91-Inf Q5; GE-77-Inf K3", forts_destroyed="P4")
    assert sails(match, "US-1-Inf", "P4") == "8.10"
    assert sails(match, "US-1-Inf", "england") == ""


@rule("11.9")
def test_nobody_sails_in_a_storm() -> None:
    assert against(sailing(weather="Storm"), "pick US-5-Inf") == "11.9"
    match = sailing(weather="Storm")
    match.play("pick US-1-Inf")
    assert against(match, "england") == "11.9"


@rule("12.3")
def test_nobody_sails_on_the_turn_of_an_invasion() -> None:
    match = sailing(turn=10, invasions=2, invasion_turn=10, beaches="S6")
    match.play("pick US-1-Inf")
    assert against(match, "england") == "12.3"


FULL = "US-1-Inf M6; US-5-Inf M6"  # Caen, worth two


@rule("18.7.6", "18.7.4", "18.7.12")
def test_at_zero_capacity_units_land_in_exchange_for_others() -> None:  # T62
    match = sailing(FULL, start_capacity=0)
    assert sails(match, "US-8-Inf", "M6") == "18.7.6"
    assert sails(match, "US-1-Inf", "england") == ""
    assert sails(match, "US-8-Inf", "M6") == ""


@rule("18.7.7")
def test_below_zero_nobody_lands_whoever_leaves() -> None:  # T62
    match = sailing(FULL, start_capacity=-1)
    assert sails(match, "US-1-Inf", "england") == ""
    assert sails(match, "US-8-Inf", "M6") == "18.7.7"


@rule("21.1", "18.7.6")
def test_commandoes_sail_whatever_the_capacity() -> None:
    assert sails(sailing(FULL, start_capacity=0), "BR-1-Cdo", "M6") == ""


@rule("18.7.13")
def test_after_the_second_invasion_units_land_only_where_they_are_supplied() -> None:
    late = {"turn": 14, "invasions": 2, "invasion_turn": 12, "second_invasion_turn": 12, "ten_used": 2}
    units = "US-1-Inf M5; Mulberry-12 M5"
    assert sails(sailing(units, impulse=2), "US-5-Inf", "M5") == ""
    assert sails(sailing(units, impulse=2, **late), "US-5-Inf", "M5") == "18.7.13"
    assert sails(sailing(units, impulse=2, **late), "US-Bradley", "M5") == ""
    fed = f"{units}; US-Bradley M7"
    assert sails(sailing(fed, impulse=2, allied_control="M6 M7", **late), "US-5-Inf", "M5") == ""


@rule("31.14")
def test_armour_that_sails_needs_fuel_too() -> None:
    match = sailing(FULL, impulse=2, options={"31.14": True}, turn=13)
    assert "pick US-2-Arm" not in [str(action) for action in match.prompt.actions]
    assert against(match, "pick US-5-Inf") == ""
