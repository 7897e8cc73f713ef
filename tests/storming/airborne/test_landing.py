"""Airborne units come down: what they hold at once, and what happens on top of Germans (17.9.3.E, 17.9.4)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.reading import listed, names, play, refused, told, where

GAME = bocage.make_game("storming", "campaign", {})
GARDEN = "CW-50-Inf 4311; US-1-Inf 4412"  # turn 8: the front before the great rivers


def england(*units: str) -> str:
    return "; ".join(f"{unit} england" for unit in units)


def at(units: str = "", turn: int = 8, row: str = "airborne operation", **more: Any) -> Any:
    return bocage.position("storming", at=row, turn=turn, units=units, **more)


def within(label: str, hexes: int) -> set[str]:
    return set(GAME.board.names(GAME.board.within(GAME.board.index[label], hexes)))


@rule("17.9.3.E", "17.9.1", "17.9.3.D", "3.2.D")
def test_units_land_with_their_dropped_side_up_and_take_their_hexes() -> None:
    m = at(f"{GARDEN}; {england('US-82-AB', 'US-101-AB')}; GE-2-Pz 4806", air_support=2, dice="")
    play(m, "drop US-82-AB", "at 4509", "drop US-101-AB", "at 4508", "jump")
    position, numbers = m.position, m.game.unit_numbers
    assert (where(m, "US-82-AB"), where(m, "US-101-AB")) == ("4509", "4508")
    look = m.game.look(position)
    assert [look.attack(numbers["US-82-AB"]), look.defence(numbers["US-82-AB"])] == [2, 3]
    assert names(m, position.dropped_now) == {"US-82-AB", "US-101-AB"}
    assert position.airborne_turns == (8,)
    assert {"4509", "4508"} <= set(GAME.board.names(position.allied_control))
    assert not position.seine_crossed  # nobody walked over the Seine Line
    # 17.9.3.D: no strafing and no support until the second air phase
    assert position.air_support == 0
    assert m.game.phase(position) not in ("first strafing", "airborne withdrawal")
    assert told(m)[0] == (
        "Airborne Operation: US 82 Airborne Division at Eindhoven (4509) and US 101 Airborne Division at 4508."
    )


@rule("17.9.3.D")
def test_the_second_air_phase_of_a_turn_with_an_operation_has_its_counters() -> None:
    m = at("GE-2-Pz 4806", row="second strafing", airborne_turns=(8,), dice="1 1 1")
    play(m, "strafe GE-2-Pz", "end")
    assert (m.position.strafed, m.position.air_support) == ({"GE-2-Pz": 4}, 2)


@rule("17.9.4.A", "17.9.4.B", "R55")
def test_a_dropped_unit_needs_no_supply_on_its_turn_but_does_afterwards() -> None:
    m = play(at(f"{GARDEN}; {england('US-82-AB')}"), "drop US-82-AB", "at 4509", "jump")
    unit = m.game.unit_numbers["US-82-AB"]
    look = m.game.look(m.position)
    assert look.supplied(unit)
    assert not look.supplied(m.game.unit_numbers["US-1-Inf"])
    assert not m.position.oos >> unit & 1  # the Allied Supply Segment has passed
    later = m.position.copy()
    later.dropped_now = 0
    assert not m.game.look(later).supplied(unit)
    assert m.game.look(later).supplied(unit, attrition=True)  # as long as it is Dropped (ruling R55)


@rule("17.9.3.E", "10.7.5", "R33")
def test_a_drop_beside_a_rhine_bridge_decides_its_fate() -> None:
    units = f"CW-50-Inf 4908; {england('US-17-AB')}; GE-2-Pz 5410"
    bridge = next(bridge for bridge in GAME.data.bridges if GAME.board.index["5108"] in bridge.ends)
    m = play(at(units, turn=14, dice="2"), "drop US-17-AB", "at 5108", "jump")
    assert bridge.name in m.position.bridges_blown
    m = play(at(units, turn=14, dice="1"), "drop US-17-AB", "at 5108", "jump")
    assert m.position.bridge_captured == bridge.name


# On top of Germans


def drop_on(germans: str, dice: str, node: str = "4509", more: str = "", **fields: Any) -> Any:
    m = at(f"{GARDEN}; {germans}; {england('US-82-AB')}; {more}", dice=dice, **fields)
    return play(m, "drop US-82-AB", f"at {node}", "jump")


@rule("17.9.3.E", "17.9.3.E.i")
@pytest.mark.parametrize("die", ["1", "2", "3"])
def test_on_one_to_three_the_germans_make_room(die: str) -> None:
    m = drop_on("GE-712-Co 4509; GE-719-Co 4509", die)
    assert (m.prompt.side, m.prompt.step) == ("german", "drop withdrawal")
    assert listed(m, "fall-back") == set(within("4509", 1)) - {"4509"}
    m.play("fall-back 4608")
    assert where(m, "GE-712-Co") == where(m, "GE-719-Co") == "4608"  # all into the same hex
    assert where(m, "US-82-AB") == "4509"
    assert told(m)[1:4] == [
        f"US 82 Airborne Division drops on the Germans in Eindhoven (4509) (die {die}): it lands safely.",
        "712 Coastal Division and 719 Coastal Division withdraw to 4608.",
        "US 82 Airborne Division lands in Eindhoven (4509).",
    ]


@rule("17.9.3.E.ii")
def test_on_four_to_six_the_germans_attack_without_terrain_or_reply() -> None:
    # Arnhem is woods and 4509 clear; the modifier of -1 would turn this 4 in column 1 into a miss.
    for node, front in (("4509", ""), ("4804", "CW-15-Inf 4507")):
        m = drop_on(f"GE-712-Co {node}", "4 4", node, front, holland_open=True)
        assert (where(m, "US-82-AB"), where(m, "GE-712-Co")) == ("track", node)
        assert m.position.rolls == 2  # the defender does not fire
        assert not m.position.allied_control >> GAME.board.index[node] & 1
    m = drop_on("GE-712-Co 4509", "4 3")
    assert (where(m, "US-82-AB"), m.prompt.step) == ("4509", "drop withdrawal")
    m.play("fall-back 4608")
    assert where(m, "GE-712-Co") == "4608"


@rule("17.9.3.E.ii")
def test_a_strong_stack_destroys_what_lands_on_it() -> None:
    m = drop_on("GE-12SS-Pz 4509; GE-2-Pz 4509", "6 1")
    assert where(m, "US-82-AB") == "track"
    assert m.position.airborne_turns == (8,)
    assert told(m)[2] == "The Germans in Eindhoven (4509) attack with 15 (die 1): the landing fails."


@rule("17.9.3.E.ii", "8.5", "12.1", "7.3.E", "10.7.8", "R94")
@pytest.mark.parametrize(
    ("germans", "fields", "strength"),
    [
        ("GE-12SS-Pz 4509; GE-2-Pz 4509", {}, 15),
        ("GE-12SS-Pz 4509; GE-2-Pz 4509", {"oos": "GE-2-Pz"}, 11),
        ("GE-12SS-Pz 4509; GE-2-Pz 4509", {"disrupted": "GE-2-Pz"}, 8),
        ("GE-12SS-Pz 4509; GE-2-Pz 4509 reduced", {"refit": "GE-2-Pz"}, 8),
        ("GE-12SS-Pz 4509; GE-7A-HQ 4509", {}, 8),
    ],
)
def test_who_may_not_attack_does_not_attack_a_landing(germans: str, fields: dict[str, str], strength: int) -> None:
    m = drop_on(germans, "4 1", **fields)
    assert f"attack with {strength} (die 1)" in told(m)[2]


@rule("17.9.3.E.ii", "10.7.8")
def test_germans_who_cannot_attack_must_withdraw() -> None:
    m = drop_on("GE-7A-HQ 4509", "5")
    assert told(m)[2] == "The Germans in Eindhoven (4509) cannot attack."
    m.play("fall-back 4608")
    assert (where(m, "US-82-AB"), where(m, "GE-7A-HQ")) == ("4509", "4608")


@rule("17.9.3.E.i", "R93")
def test_they_withdraw_into_supply_if_they_can() -> None:
    # 4408, 4409 and 4410 are cut off behind the Allied troops; the other side leads home.
    ring = "CW-15-Inf 4407; CW-49-Inf 4310; CW-43-Inf 4508; CW-53-Inf 4510"
    m = drop_on("GE-712-Co 4509", "1", more=ring)
    m2 = drop_on("GE-712-Co 4509", "1")
    assert listed(m2, "fall-back") > listed(m, "fall-back")
    look = m.game.look(m.position)
    for node in listed(m, "fall-back"):
        bit = 1 << GAME.board.index[node]
        assert (look.east_supply() | GAME.supply_sides.step(look.east_supply())) & bit
    assert refused(m, "fall-back 4409") == ("17.9.3.E.i", "they must withdraw into a hex in supply, and there is one")


@rule("17.9.3.E.i")
def test_out_of_supply_hexes_serve_when_there_is_no_other() -> None:
    wall = "CW-15-Inf 4508; CW-49-Inf 4608; CW-43-Inf 4609; CW-53-Inf 4510; CW-3-Inf 4408"
    m = drop_on("GE-712-Co 4509", "1", more=wall)
    assert where(m, "GE-712-Co") == "4409"  # the only hex left, taken at once


@rule("17.9.3.E.i")
def test_allied_units_and_other_drops_block_the_way_but_zones_do_not() -> None:
    units = f"CW-15-Inf 4409; CW-50-Inf 4311; GE-712-Co 4509; GE-719-Co 4508; {england('US-82-AB', 'US-101-AB')}"
    m = at(units, dice="1 1")
    play(m, "drop US-82-AB", "at 4509", "drop US-101-AB", "at 4508", "jump")
    assert listed(m, "fall-back") == {"4408", "4510", "4608", "4609"}  # 4408 and 4510 are in the zone of 15 Infantry
    assert refused(m, "fall-back 4508")[1] == "Allied units, and hexes where others are dropping, block it"
    assert refused(m, "fall-back 4409")[1] == "Allied units, and hexes where others are dropping, block it"
    assert refused(m, "fall-back 4607")[1] == "they withdraw by one hex, and 4607 is not adjacent"
    m.play("fall-back 4609")
    assert where(m, "US-82-AB") == "4509"
    assert "4509" not in listed(m, "fall-back")
    m.play("fall-back 4607")
    assert where(m, "US-101-AB") == "4508"


@rule("17.9.3.E.i", "7.2.2.B")
def test_who_cannot_withdraw_is_eliminated() -> None:
    ring = "CW-15-Inf 4508; CW-49-Inf 4608; CW-43-Inf 4609; CW-53-Inf 4510; CW-3-Inf 4408; CW-51-Inf 4409"
    m = drop_on("GE-331-Inf 4509; GE-12SS-Pz 4509", "1", more=ring)
    assert (m.prompt.side, m.prompt.step) == ("german", "rebuilding")
    m.play("rebuild-in-box")
    assert (where(m, "GE-12SS-Pz"), where(m, "GE-331-Inf")) == ("watch", "dead")
    assert where(m, "US-82-AB") == "4509"


RING = "CW-15-Inf 4508; CW-49-Inf 4608; CW-43-Inf 4408; CW-53-Inf 4409"  # 4510 and 4609 are open


@rule("17.9.3.E.i", "5.2", "R93")
def test_they_split_only_if_stacking_requires_it() -> None:
    there = "GE-2-Pz 4509; GE-712-Co 4509"
    m = drop_on(there, "1", more=f"{RING}; GE-719-Co 4510")
    assert listed(m, "fall-back") == {"4510", "4609"}
    assert listed(m, "pick") == set()
    assert refused(m, "pick GE-2-Pz") == ("17.9.3.E.i", "all withdraw into the same hex, which has room for them")
    m = drop_on(there, "1", more=f"{RING}; GE-719-Co 4510; GE-348-Co 4510")
    assert (where(m, "GE-2-Pz"), where(m, "GE-712-Co")) == ("4609", "4609")  # the one hex that takes both
    full = "GE-719-Co 4510; GE-348-Co 4510; GE-344-Co 4609; GE-49-Co 4609"
    m = drop_on(there, "1", more=f"{RING}; {full}")
    assert listed(m, "pick") == {"GE-2-Pz", "GE-712-Co"}
    assert refused(m, "fall-back 4510") == ("17.9.3.E.i", "choose the unit that withdraws first")
    assert refused(m, "pick GE-719-Co") == ("17.9.3.E.i", "GE-719-Co does not have to withdraw")
    play(m, "pick GE-712-Co")
    assert refused(m, "pick GE-712-Co") == ("17.9.3.E.i", "GE-712-Co is chosen already: say where it goes")
    assert listed(m, "fall-back") == {"4510", "4609"}
    m.play("fall-back 4510")
    assert (where(m, "GE-712-Co"), where(m, "GE-2-Pz")) == ("4510", "4609")


@rule("17.9.3.E.i", "5.2")
def test_when_there_is_room_for_one_only_its_owner_says_for_whom() -> None:
    full = "GE-719-Co 4510; GE-348-Co 4510; GE-344-Co 4609; GE-49-Co 4609; GE-47-Co 4609"
    m = drop_on("GE-2-Pz 4509; GE-712-Co 4509", "1", more=f"{RING}; {full}")
    assert listed(m, "pick") == {"GE-2-Pz", "GE-712-Co"}
    m.play("pick GE-712-Co")
    play(m, "fall-back 4510", "rebuild-on-track")
    assert (where(m, "GE-712-Co"), where(m, "GE-2-Pz")) == ("4510", "track")


@rule("17.9.3.E.i", "5.2")
def test_nobody_is_lost_who_can_be_saved() -> None:
    # 4510 takes a Tiger battalion or a division, 4609 a Tiger battalion only: the division must get 4510.
    full = "GE-719-Co 4510; GE-348-Co 4510; GE-501SS-Ti 4510; GE-344-Co 4609; GE-49-Co 4609; GE-47-Co 4609"
    m = drop_on("GE-503SS-Ti 4509; GE-712-Co 4509", "1", more=f"{RING}; {full}")
    m.play("pick GE-503SS-Ti")
    assert listed(m, "fall-back") == {"4609"}  # the only hex that leaves room for 712
    assert refused(m, "fall-back 4510") == ("17.9.3.E.i", "another unit could not withdraw then")
    m.play("fall-back 4609")
    assert where(m, "GE-712-Co") == "4510"


@rule("17.9.3.E.i", "5.2")
def test_a_unit_without_room_anywhere_is_lost_while_the_others_withdraw() -> None:
    full = "GE-719-Co 4510; GE-348-Co 4510; GE-245-Co 4510; GE-344-Co 4609; GE-49-Co 4609; GE-47-Co 4609"
    m = drop_on("GE-503SS-Ti 4509; GE-712-Co 4509", "1", more=f"{RING}; {full}")
    assert (where(m, "GE-503SS-Ti"), listed(m, "fall-back")) == ("arriving", {"4510", "4609"})
    assert refused(m, "pick GE-712-Co") == ("17.9.3.E.i", "there is no room for GE-712-Co")
    m.play("fall-back 4609")
    assert (where(m, "GE-503SS-Ti"), where(m, "GE-712-Co")) == ("4609", "dead")


@rule("17.9.3.E.i", "10.7.9", "R93")
def test_they_do_not_withdraw_into_paris_or_into_entrance_hexes() -> None:
    m = at(f"US-1-Inf 2228; GE-712-Co 2528; {england('US-82-AB')}", dice="1", paris_entered=True)
    play(m, "drop US-82-AB", "at 2528", "jump")
    assert refused(m, "fall-back 2527") == ("10.7.9", "no German unit ever stays in Paris")
    assert not {"2526", "2527", "2626"} & listed(m, "fall-back")


@rule("17.9.3.E.i", "8.7.A")
def test_water_blocks_their_way_and_antwerpen_is_closed_to_them() -> None:
    m = at(f"CW-50-Inf 3613; GE-712-Co 3809; {england('CW-1-AB')}", dice="1")
    play(m, "drop CW-1-AB", "at 3809", "jump")
    assert listed(m, "fall-back") == {"3710", "3810"}
    assert refused(m, "fall-back 3709") == ("17.9.3.E.i", "impassable terrain blocks the way to 3709")
    assert refused(m, "fall-back 3910") == (
        "8.7.A", "no German unit stays in Antwerpen before an Allied unit has been there"
    )  # fmt: skip
    m = at(f"CW-50-Inf 3613; GE-712-Co 3809; {england('CW-1-AB')}", dice="1", antwerpen_taken=True)
    play(m, "drop CW-1-AB", "at 3809", "jump")
    assert "3910" in listed(m, "fall-back")
