"""Optional rules about movement (31.5, 31.9, 31.11, 31.13, 31.14, 31.16), and the limits of winter (33.3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bocage import Match
from bocage.engine.matches import notation
from bocage.games.fortress.rules.movement import reach
from bocage.games.fortress.rules.movement.allowance import allowance
from tests.cases import rule
from tests.fortress.movement.marching import against, goes, hand, has, look, moving, refused, where
from tests.fortress.playing import game

JERSEY = {"31.5": True}


@rule("31.5", "R30", "R117")
def test_german_units_go_to_jersey_and_back() -> None:  # T107 (a)
    match = moving("german", "GE-91-Inf K4; GE-77-Inf J4; GE-84-Inf LL16", options=JERSEY)
    assert refused(match, "GE-91-Inf", "J4", "I4") == "31.5"
    goes(match, "GE-77-Inf", "I4")
    assert has(match, "stopped", "GE-77-Inf")
    match = moving("german", "GE-77-Inf I4; GE-84-Inf LL16", options=JERSEY)
    assert refused(match, "GE-77-Inf", "J5") == "31.5"
    goes(match, "GE-77-Inf", "H5")
    assert has(match, "stopped", "GE-77-Inf")


@rule("31.5", "R117")
def test_allies_do_not_walk_to_jersey_and_germans_never_again() -> None:  # T107 (e)
    match = moving("german", "GE-91-Inf J3; US-4-Inf I4; GE-84-Inf LL16", options=JERSEY)
    assert refused(match, "GE-91-Inf", "I4") == "7.2"
    match = moving("german", "GE-91-Inf J3; GE-84-Inf LL16", options=JERSEY, allied_control="I4")
    assert refused(match, "GE-91-Inf", "I4") == "31.5"
    match = moving("allied", "US-4-Inf I4; US-1-Inf J4", options=JERSEY)
    match.play("pick US-4-Inf")
    assert "move" not in match.prompt.sets
    assert refused(match, "US-1-Inf", "I4") in ("8.8", "5.4")
    zone = look(match).zone("allied")
    assert zone >> match.game.board.index["I4"] & 1


@rule("31.5")
def test_without_the_option_there_is_no_jersey() -> None:
    match = moving("german", "GE-77-Inf J4; GE-84-Inf LL16")
    assert refused(match, "GE-77-Inf", "I4") == "8.6"


@rule("31.9")
def test_armour_outside_the_invaded_district_gets_under_way_by_a_die() -> None:  # T110
    fields = {"released": False, "invaded_districts": ("7",)}
    units = "GE-Lehr-Pz M9; GE-2SS-Pz Y4; GE-116-Pz R7 frozen; GE-6-FJ U8; GE-84-Inf LL16"
    match = moving("german", units, turn=1, options={"31.9": True}, row="armour release", dice="5 4", **fields)
    numbers = match.game.unit_numbers
    assert match.prompt.step == "movement"
    assert allowance(look(match), numbers["GE-Lehr-Pz"]) == 7  # in the 7th district: no die
    assert allowance(look(match), numbers["GE-2SS-Pz"]) == 4
    goes(match, "GE-6-FJ", "R7")
    match.play("relieve GE-116-Pz")
    assert not has(match, "frozen", "GE-116-Pz")
    assert against(match, "pick GE-116-Pz") == "31.9"
    play = hand(match)
    play.clear("impulse")
    match.position.impulse = 2
    assert allowance(look(match), numbers["GE-2SS-Pz"]) == 4
    assert allowance(look(match), numbers["GE-116-Pz"]) == 3
    match = moving("german", units, turn=1, options={"31.9": True}, row="armour release", dice="5 1", **fields)
    goes(match, "GE-6-FJ", "R7")
    match.play("relieve GE-116-Pz")
    hand(match).clear("impulse")
    assert has(match, "held", "GE-116-Pz")
    match = moving("german", "GE-116-Pz R7; GE-84-Inf R9", 2, turn=1, options={"31.9": True}, held="GE-116-Pz")
    assert against(match, "pick GE-116-Pz") == "31.9"  # not in the second impulse either


@rule("31.11")
def test_the_germans_flood_when_they_like() -> None:  # T112
    units = "GE-719-Co CC4; GE-347-Co CC4; GE-165-Trn CC4; US-1-Inf DD5; US-2-Inf D8"
    row = "flooding before the allied turn"
    match = moving("allied", units, turn=2, options={"31.11": True}, flooded=False, row=row)
    assert look(match).limit(match.game.board.index["CC4"]) == 3
    assert match.prompt.side == "german"
    match.play("flood")
    lost = 0
    while match.prompt.step == "crowded hex":
        match.play(match.prompt.actions[0])
        lost += 1
    assert lost == 2
    while match.prompt.step != "movement":
        match.play(match.prompt.actions[-1])
    assert match.position.impulse == 1
    goes(match, "US-1-Inf", "DD4")
    assert has(match, "stopped", "US-1-Inf")
    assert has(match, "mired", "US-1-Inf")
    match = moving("allied", "US-1-Inf DD5; US-2-Inf D8", turn=2, options={"31.11": True}, flooded=False)
    goes(match, "US-1-Inf", "DD4", "EE5")
    assert where(match, "US-1-Inf") == "EE5"


@rule("31.13", "R120")
def test_150_ss_passes_one_enemy_zone_once_a_game() -> None:  # T114
    units = "GE-150SS-PGBde Z11; US-4-Inf X10; US-8-Inf V12; US-9-Inf W14; GE-84-Inf LL16"
    match = moving("german", units, turn=30, options={"31.13": True})
    assert refused(match, "GE-150SS-PGBde", "Y12") == ""
    goes(match, "GE-150SS-PGBde", "Y11", verb="infiltrate")  # the first zone
    assert match.position.greif_now
    goes(match, "GE-150SS-PGBde", "Y12", "X12", "W13")
    assert has(match, "stopped", "GE-150SS-PGBde")  # the second
    match = moving("german", units, turn=30, options={"31.13": True})
    goes(match, "GE-150SS-PGBde", "Y11", verb="infiltrate")
    assert against(match, "infiltrate X11") == "31.13"  # one zone, not two
    goes(match, "GE-150SS-PGBde", "X11")  # 8.10 is no bar, but the second zone stops it
    assert "Y11-X11" in match.log()[-1].sentence
    assert has(match, "stopped", "GE-150SS-PGBde")
    match = moving("german", f"{units}; GE-12SS-Pz Y11", turn=30, options={"31.13": True}, greif_now=True)
    goes(match, "GE-12SS-Pz", "X11")  # anybody else goes round
    assert "Y11-X11" not in match.log()[-1].sentence
    match = moving("german", units, turn=30, options={"31.13": True})
    goes(match, "GE-150SS-PGBde", "Y11")
    assert has(match, "stopped", "GE-150SS-PGBde")
    assert not match.position.greif_used
    match = moving("german", units, turn=33, options={"31.13": True}, greif_used=1)
    assert refused(match, "GE-150SS-PGBde", "W13", verb="infiltrate") == "31.13"
    match = moving("german", units, turn=30)
    assert refused(match, "GE-150SS-PGBde", "W13", verb="infiltrate") == "31.13"
    assert against(match, "infiltrate Y11") == "31.13"


@rule("31.13")
def test_only_150_ss_does_so() -> None:
    match = moving("german", "GE-12SS-Pz Z11; US-4-Inf X10; GE-84-Inf LL16", turn=30, options={"31.13": True})
    assert refused(match, "GE-12SS-Pz", "X12", verb="infiltrate") == "31.13"


@rule("31.14")
def test_fuel_for_as_many_armoured_units_as_there_is_capacity() -> None:  # T115
    tanks = ["US-2-Arm", "US-3-Arm", "US-4-Arm", "US-4-Cav", "BR-4-ArmBde"]
    units = "; ".join(f"{name} R9" for name in (*tanks, "US-1-Inf", "US-Patton"))

    def played(turn: int, more: str = "", **held: object) -> list[str]:
        match = moving("allied", units + more, 2, turn=turn, options={"31.14": True}, **held)  # type: ignore[arg-type]
        found = []
        for name in (*tanks, "US-1-Inf", "US-Patton"):
            if not against(match, f"pick {name}"):
                goes(match, name, "R10")
                found.append(name)
        return found

    # Cherbourg carries seven and Calais three, and seven units are in Europe: three are left.
    assert played(16, allied_control="K2 W4") == [*tanks[:3], "US-1-Inf", "US-Patton"]
    assert len(played(12, allied_control="K2 W4")) == 7
    assert len(played(16, allied_control="CC6 K2 W4")) == 7
    # Anvers is Allied, but its passage is shut: it does not work.
    shut = {"allied_control": "CC6", "port_damage": {"CC6": 6}}  # it carries nine, and seven are in Europe
    assert len(played(16, **shut)) == 7
    assert played(16, more="; GE-84-Inf BB4", **shut) == [*tanks[:2], "US-1-Inf", "US-Patton"]


@rule("31.16", "R122", "17.10.4")
def test_engineers_of_the_79th_make_up_for_bridges() -> None:  # T117
    units = "BR-1RE-79 II7; BR-3-Inf II7; BR-43-Inf II8; US-1-Inf D8"
    fields = {"turn": 33, "bombed": ("Rhine-3",), "weather": "Overcast*"}  # two hexes each
    fields["volkssturm_cities"] = "GG10 II9 II10 JJ8 LL7"
    match = moving("allied", units, options={"31.16": True}, **fields)
    goes(match, "BR-3-Inf", "JJ6", "KK6")
    assert has(match, "stopped", "BR-1RE-79")  # it has to stay
    assert refused(match, "BR-43-Inf", "KK7") == "17.10.4"
    goes(match, "BR-43-Inf", "JJ7")
    assert has(match, "stopped", "BR-43-Inf")
    match = moving("allied", units, **fields)
    assert refused(match, "BR-3-Inf", "KK6") == "17.10.4"
    # Nobody steps into an enemy zone over such a bridge: beyond the river everybody stops as without it.
    match = moving("allied", f"{units}; GE-84-Inf LL6", options={"31.16": True}, **fields)
    assert match.game.board.index["KK6"] in match.game.board.nodes(look(match).zone("german"))
    goes(match, "BR-3-Inf", "JJ6")
    assert not has(match, "stopped", "BR-3-Inf")
    match = moving("allied", f"{units}; GE-84-Inf KK6", options={"31.16": True}, **fields)
    assert not reach.costs_of(look(match), "allied", 1 << match.game.unit_numbers["BR-3-Inf"]).of(
        match.game.board.index["II7"], match.game.board.index["JJ6"]
    )


@rule("31.15", "R121")
def test_allied_armour_leaves_over_the_east_edge() -> None:  # T116
    units = "US-2-Arm RR9; US-1-Inf RR9; US-Patton RR10; US-3-Arm NN12"
    fields = {"turn": 35, "options": {"31.15": True}, "allied_control": "RR13 CC6"}

    def ask(unit: str, more: str = "") -> str:
        match = moving("allied", units + more, **fields)  # type: ignore[arg-type]
        match.play(f"pick {unit}")
        found = match.why_not("exit")
        assert found is not None
        assert found.rule == "31.15"
        return found.why

    assert "armoured" in ask("US-1-Inf")
    assert "east edge" in ask("US-3-Arm")
    assert "enemy zone" in ask("US-2-Arm", "; GE-106-Inf RR8")
    assert "in supply" in ask("US-2-Arm")
    made = game()
    fields["allied_control"] = " ".join(made.board.names(made.land))
    spent = moving("allied", units.replace("RR9", "QQ10"), 2, weather="Overcast*", **fields)  # type: ignore[arg-type]
    goes(spent, "US-2-Arm", "RR9")  # its only hex: one more would take it off the map
    assert has(spent, "stopped", "US-2-Arm")
    match = moving("allied", units, **fields)  # type: ignore[arg-type]
    match.play("pick US-2-Arm")
    match.play("exit")
    assert where(match, "US-2-Arm") == "exited"


# Winter


@rule("33.3.7", "R74", "R97")
def test_british_units_do_not_cross_the_meuse() -> None:
    meuse = moving("allied", "US-1-Inf D8", turn=28, scenario="bulge").game.data.river["Meuse"]
    board = meuse.board
    here, there = (board.labels[node] for node in meuse.pairs()[0])
    units = f"BR-3-Inf {here}; CA-2-Inf {here}; US-1-Inf {here}; MI-1Pol-Arm {here}"
    fields = {"turn": 28, "scenario": "bulge", "weather": "Overcast*"}
    for name, found in (("BR-3-Inf", "33.3.7"), ("MI-1Pol-Arm", "33.3.7"), ("CA-2-Inf", ""), ("US-1-Inf", "")):
        match = moving("allied", units, 2, **fields)  # type: ignore[arg-type]  # one hex each
        assert refused(match, name, there) == found
    match = moving("allied", units, 2, turn=28, weather="Overcast*")
    assert refused(match, "BR-3-Inf", there) == ""


@rule("33.3.8", "R74")
def test_french_units_do_not_move_north_of_nancy() -> None:
    match = moving("allied", "FR-2-Mor BB16; US-1-Inf D8", turn=28, scenario="bulge")
    match.play("pick FR-2-Mor")
    latitude = match.game.data.latitude
    goals = match.game.board.nodes(match.prompt.sets["move"])
    nancy = match.game.board.index["BB16"]
    assert goals
    assert all(latitude[node] <= latitude[nancy] for node in goals)
    assert against(match, "move BB15") == "33.3.8"


@rule("33.3.9.4", "R96", "7.2")
def test_1_ss_and_150_ss_ignore_zones_in_the_second_move_of_december_iii() -> None:
    units = "GE-1SS-Pz FF13; GE-12SS-Pz FF13; US-28-Inf FF12; US-99-Inf EE13"
    match = moving("german", units, 2, turn=27, scenario="bulge", weather="Clear")
    assert against(match, "pick GE-12SS-Pz") == "8.9"
    assert refused(match, "GE-1SS-Pz", "EE13") == "7.2"
    through = reach.ways_of(look(match), "german", 1 << match.game.unit_numbers["GE-1SS-Pz"]).flood.all
    assert not through & look(match).occupied("allied")  # zones do not matter to it, the enemy's hexes do
    goes(match, "GE-1SS-Pz", "EE14", "DD13")
    match = moving("german", f"{units}; GE-84-Inf LL16", 2, turn=28, scenario="bulge", weather="Clear")
    assert against(match, "pick GE-1SS-Pz") == "8.9"


@rule("33.3.9.5", "R97")
@pytest.mark.parametrize(("turn", "hexes"), [(28, 1), (29, 4)])
def test_most_americans_move_one_hex_on_december_iv(turn: int, hexes: int) -> None:
    units = "US-1-Inf CC12; US-4-Inf CC12; BR-3-Inf Z8"
    match = moving("allied", units, turn=turn, scenario="bulge", reacting="US-4-Inf")
    numbers = match.game.unit_numbers
    assert allowance(look(match), numbers["US-1-Inf"]) == hexes
    assert allowance(look(match), numbers["US-4-Inf"]) == allowance(look(match), numbers["BR-3-Inf"]) == 4


# Numbers are data: whoever changes one changes the game


def with_numbers(at: str, units: str, numbers: dict[str, int], scenario: str = "campaign", **fields: Any) -> Match:
    """A match whose game has other numbers."""
    made = game(scenario, **fields.pop("options", {}))
    made.rules = replace(made.rules, numbers={**made.rules.numbers, **numbers})
    vars(made)["answers"] = {}  # other rules, other answers
    return notation.arranged(made, at=at, units=units, seed="numbers", **{"dice": None, **fields})


@rule("10.10")
def test_the_number_of_headquarters_by_rail_is_read() -> None:
    hq = "GE-Sodenstern N30; GE-Rommel N30; GE-Salmuth N30; GE-84-Inf LL16"
    fields: dict[str, Any] = {"turn": 9, "impulse": 2, "phasing": "german"}
    match = with_numbers("german second movement", hq, {"hq_rail_per_month": 2}, **fields)
    goes(match, "GE-Sodenstern", "R24", verb="rail")
    goes(match, "GE-Rommel", "R24", verb="rail")
    assert refused(match, "GE-Salmuth", "R24", verb="rail") == "10.10"


@rule("31.13")
def test_the_numbers_of_zones_and_uses_of_150_ss_are_read() -> None:
    units = "GE-150SS-PGBde Z11; US-4-Inf X10; GE-84-Inf LL16"
    fields: dict[str, Any] = {"turn": 30, "impulse": 1, "phasing": "german", "options": {"31.13": True}}
    match = with_numbers("german first movement", units, {"skorzeny_zones": 2}, **fields)
    goes(match, "GE-150SS-PGBde", "Y11", "X11", verb="infiltrate")
    assert not has(match, "stopped", "GE-150SS-PGBde")
    match = with_numbers("german first movement", units, {"skorzeny_uses": 2}, greif_used=1, **fields)
    goes(match, "GE-150SS-PGBde", "Y11", verb="infiltrate")
    assert match.position.greif_used == 2
    match = with_numbers("german first movement", units, {"skorzeny_uses": 2}, greif_used=2, **fields)
    assert refused(match, "GE-150SS-PGBde", "Y11", verb="infiltrate") == "31.13"


@rule("31.13", "17.10.1")
def test_150_ss_is_strafed_like_everybody_else() -> None:
    units = "GE-150SS-PGBde R10; US-4-Inf R5; GE-84-Inf LL16"
    fields: dict[str, Any] = {"missions": {"strafing": (0, 6)}, "dice": "1", "options": {"31.13": True}}
    match = moving("german", units, turn=9, **fields)
    goes(match, "GE-150SS-PGBde", "R6", verb="infiltrate")  # the fourth hex
    assert where(match, "GE-150SS-PGBde") == "dead"  # it has one step


@rule("12.11", "5.6")
@pytest.mark.parametrize(("numbers", "hexes"), [({}, 1), ({"landing_divisor": 1}, 2), ({"landing_least_move": 3}, 3)])
def test_the_numbers_of_landings_are_read(numbers: dict[str, int], hexes: int) -> None:
    fields: dict[str, Any] = {"impulse": 2, "phasing": "allied", "invasions": 1, "invasion_turn": 1, "turn": 1}
    match = with_numbers("allied second movement", "US-1-Inf M5", numbers, ashore_now="US-1-Inf", **fields)
    assert allowance(look(match), match.game.unit_numbers["US-1-Inf"]) == hexes
