"""The first and the second wave of an invasion, the second invasion, the reveal, and mulberries."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.fortress.rules.invasion import lines
from bocage.games.fortress.rules.movement.allowance import left
from bocage.games.fortress.rules.supply.capacity import capacity
from tests.cases import rule
from tests.fortress.combat.battles import attack, steps
from tests.fortress.invasion.landings import ashore, invaded, planning, second, until
from tests.fortress.movement.marching import has, hexes, where
from tests.fortress.playing import look, play, position, refused

# Declaring


@rule("9.1.A", "R63")
def test_the_district_of_a_landing_is_released_when_it_is_declared() -> None:
    match = invaded("L3", units="GE-709-Co K2 frozen; GE-708-Co B15 frozen")
    assert (has(match, "frozen", "GE-709-Co"), has(match, "frozen", "GE-708-Co")) == (False, True)


@rule("9.1.G", "9.1.E", "R61", "12.10")
@pytest.mark.parametrize("labels", [["CC4", "BB4"], ["Y4"], ["M5", "N5"]])
def test_two_districts_or_an_alarming_one_release_everybody(labels: list[str]) -> None:  # T23, T49
    match = invaded(*labels, units="GE-708-Co B15 frozen")
    assert not has(match, "frozen", "GE-708-Co")
    one_area = lines.areas(match.game, match.position.beaches)  # type: ignore[arg-type]
    assert len(one_area) == 1


@rule("12.10", "12.6")
def test_of_two_areas_the_lesser_capacity_counts_and_a_third_is_too_many() -> None:
    game = planning().game
    both = lines.capacity(game, game.board.set("O6 P5"))  # type: ignore[arg-type]
    assert both == (36, 4)


@rule("R71", "12.16")
def test_a_landing_at_bremen_counts_in_holland_and_releases_nobody() -> None:
    match = play(invaded("QQ4", units="GE-709-Co K2 frozen"), "pick US-1-Inf", "land QQ4")
    assert has(match, "frozen", "GE-709-Co")
    assert lines.areas(match.game, match.position.beaches) == ("Holland",)  # type: ignore[arg-type]


@rule("R62", "9.3")
def test_a_landing_in_italy_lets_the_two_divisions_out_and_frees_the_nineteenth() -> None:
    match = invaded("AA35", units="US-1-Inf africa; GE-709-Co K2 frozen; GE-34-Inf X29")
    play(match, "pick US-1-Inf", "land AA35")
    assert match.position.italy_entered
    assert has(match, "frozen", "GE-709-Co")


@rule("12.15", "R72")
def test_the_beaches_are_two_chains() -> None:  # T48
    game = planning().game
    for start, end in (("A16", "HH1"), ("E32", "AA35")):
        found = game.board.set(start)
        while more := lines.beside(game, found) & ~game.data.inland_ports:  # type: ignore[attr-defined,arg-type]
            found |= more
        assert found & game.board.set(end)
        assert not found & game.board.set("E32" if start == "A16" else "A16")
    assert lines.beside(game, game.board.set("U5")) & game.board.set("U6")  # type: ignore[arg-type]
    assert lines.beside(game, game.board.set("T5")) & game.board.set("U6")  # type: ignore[arg-type]
    assert not lines.beside(game, game.board.set("T5")) & game.board.set("U5")  # type: ignore[arg-type]


# The first wave


@rule("12.3", "12.4")
def test_whoever_declares_an_invasion_lands_somebody() -> None:
    match = invaded("L3")
    assert refused(match, "end") == "12.3"
    assert refused(match, "pick US-1-Inf") == ""
    assert refused(match, "pick GE-91-Inf") == "12.4"
    assert refused(invaded("N33", units="US-4-Inf africa"), "pick US-1-Inf") == "12.4"


@rule("20.14", "20.15", "12.3", "12.11")
@pytest.mark.parametrize(("die", "case"), [("2", "20.14"), ("1", "")])
def test_nobody_lands_on_paratroopers_unless_they_died(die: str, case: str) -> None:  # T91
    match = planning("US-101-AB england reduced", dice=f"{die} 1 1 1 1 1")
    play(match, "beach M5", "end", "pick US-101-AB", "drop M5", "roll")
    assert match.prompt.step == "landing"
    assert refused(match, "pick US-1-Inf") == ""
    match.play("pick BR-3-Inf")
    assert refused(match, "land M5") == case
    match.play("pick BR-1-Cdo")
    assert refused(match, "raid M5") == ""
    match.play("pick BR-3-Inf")
    # Where nobody can land nobody has to.
    assert (refused(match, "end") == "12.3") is not bool(case)
    if case:
        match.play("end")
        until(match, "movement")  # and there is no second wave
        assert match.position.impulse == 2


@rule("12.7", "12.13", "R57", "12.10")
def test_the_79th_stacks_free_in_the_first_landing_and_counts_its_factors() -> None:
    match = invaded("CC5", units="BR-79-Arm england reduced")
    play(match, "pick BR-3-Inf", "land CC5", "pick BR-15-Inf")
    assert refused(match, "land CC5") == "12.7"
    play(match, "pick BR-79-Arm", "land CC5")
    assert "20 factors left" in match.prompt.text
    later = second("US-1-Inf K2; BR-79-Arm england", "CC5")
    play(later, "end", "pick BR-3-Inf", "land CC5", "pick BR-79-Arm")
    assert refused(later, "land CC5") == "12.7"


@rule("12.7", "R126")
@pytest.mark.parametrize(("label", "room"), [("E4", False), ("M5", True)])
def test_a_mountain_beach_holds_one_of_the_first_wave(label: str, room: bool) -> None:
    match = play(invaded(label), "pick BR-3-Inf", f"land {label}", "pick BR-15-Inf")
    assert (refused(match, f"land {label}") == "12.7") is not room


@rule("12.10")
def test_the_factors_of_the_area_are_a_limit() -> None:
    match = invaded("D13", "D12", "C12", "C11")
    for unit, label in zip(("US-1-Inf", "US-4-Inf", "US-5-Inf", "US-8-Inf"), ("D12", "D12", "C12", "C12"), strict=True):
        play(match, f"pick {unit}", f"land {label}")
    match.play("pick US-9-Inf")
    assert refused(match, "land C11") == "12.10"


@rule("21.7", "12.7", "12.10")
def test_commandoes_who_invade_count_and_those_who_raid_do_not() -> None:
    match = invaded("M5")
    play(match, "pick BR-3-Inf", "land M5", "pick BR-1-Cdo", "land M5", "pick BR-15-Inf")
    assert refused(match, "land M5") == "12.7"
    assert match.position.raids == 0
    play(match, "pick BR-4-Cdo", "raid M5")
    assert match.position.raids == 1


@rule("21.7", "12.7", "12.3")
def test_commandoes_who_invade_find_no_room_where_the_beach_is_full() -> None:
    match = play(invaded("M5"), "pick BR-3-Inf", "land M5", "pick BR-15-Inf", "land M5", "pick BR-1-Cdo")
    assert refused(match, "land M5") == "12.7"
    assert refused(match, "raid M5") == ""
    units = "US-8-Inf N33; US-Rangers africa; US-95-Inf africa; US-36-Inf africa"
    full = play(second(units, "N33", allied_control="N33", raids=2), "end")
    assert full.prompt.step != "landing" or refused(full, "end") == ""  # where nobody can land nobody has to


@rule("12.3", "12.7")
def test_while_somebody_must_land_only_those_are_picked_who_can() -> None:
    units = "US-8-Inf N33; US-36-Inf africa; US-95-Inf africa; BR-79-Arm england; US-2-Inf england"
    match = play(second(units, "N33", "N32", allied_control="N33", raids=2), "end")
    assert refused(match, "end") == "12.3"
    for unit in ("US-36-Inf", "US-95-Inf"):
        assert refused(match, f"pick {unit}") == ""
    play(match, "pick US-36-Inf", "land N32")
    assert refused(match, "end") == ""


@rule("31.16", "R122")
def test_parts_of_the_79th_land_one_in_a_hex() -> None:
    match = invaded("M5", "L4", units="BR-30-79 england; BR-1RE-79 england", options={"31.16": True})
    play(match, "pick BR-30-79", "land M5", "pick BR-1RE-79")
    assert refused(match, "land M5") == "31.16"
    assert refused(match, "land L4") == ""
    plain = invaded("M5", units="BR-30-79 england")
    assert refused(plain, "pick BR-30-79") == "12.13"


@rule("12.8", "7.1")
def test_invaders_have_no_zone_but_their_hex_in_the_first_impulse() -> None:
    match = play(invaded("M5"), "pick US-1-Inf", "land M5")
    assert match.game.board.names(look(match).zone("allied")) == ["M5"]
    until(match, "second wave")
    assert look(match).zone("allied") & match.game.board.set("M7 L5")


# The reveal


@rule("12.17", "12.2.I7", "17.10.2", "R69")
def test_the_example_sends_the_force_of_anvers_back_to_the_hidden_unit() -> None:  # T20
    match = invaded(
        "BB5", "CC6", "CC5", units="BR-79-Arm england reduced; GE-347-Co CC4 hidden; GE-91-Inf CC6; BR-43-Inf england",
        missions={"ground_support": (0, 3)}, dice="1 1 1 1 1 1 1 1",
    )  # fmt: skip
    for unit, label in (("3-Inf", "BB5"), ("15-Inf", "BB5"), ("43-Inf", "CC6"), ("79-Arm", "CC6"), ("49-Inf", "CC5")):
        play(match, f"pick BR-{unit}", f"land {label}")
    until(match, "ground support")
    play(match, "cover CC6", "cover CC6", "cover CC6")
    match.play("end")
    assert (where(match, "BR-43-Inf"), where(match, "BR-79-Arm")) == ("CC4", "CC4")
    assert match.position.support == {}
    assert where(match, "BR-49-Inf") == "CC5"


@rule("12.17", "9.6", "R69")
def test_a_force_that_is_sent_on_releases_nobody() -> None:  # T50
    match = ashore(
        "US-1-Inf M6", labels="M5 M6", units="GE-30-Mob N5 hidden; GE-708-Co B15 frozen", frozen="GE-30-Mob GE-708-Co",
        dice="6",
    )  # fmt: skip
    assert where(match, "US-1-Inf") == "N5"
    attack(match, "N5", "US-1-Inf")
    assert has(match, "frozen", "GE-708-Co")


@rule("12.17", "6.1")
def test_where_the_hidden_unit_is_out_of_reach_for_stacking_the_closest_hex_serves() -> None:
    match = ashore(
        "US-1-Inf N5", "US-4-Inf N5", "US-5-Inf M6", labels="M5 M6 N5", units="GE-30-Mob N5 hidden", dice="6"
    )
    assert where(match, "US-5-Inf") != "M6"
    board = match.game.board
    near = board.within(board.node("N5"), 1) & ~board.set("N5")  # which holds two already
    assert near >> board.node(where(match, "US-5-Inf")) & 1


@rule("12.17", "9.1.E", "9.6", "12.11")
def test_the_second_wave_enters_the_district_of_a_diverted_force_by_choice() -> None:
    match = ashore(
        "US-1-Inf M6", "US-4-Inf M5", labels="M5 M6", units="GE-13-Flak N5 hidden; GE-708-Co B15 frozen",
        frozen="GE-708-Co", dice="6",
    )  # fmt: skip
    attack(match, "N5", "US-1-Inf")
    play(until(match, "second wave"), "pick US-5-Inf", "land M5")
    assert has(match, "frozen", "GE-708-Co")
    play(match, "pick US-8-Inf", "land N5")  # of the 15th
    assert not has(match, "frozen", "GE-708-Co")


@rule("12.17", "21.2", "21.11")
def test_raiders_at_a_port_whose_passage_is_blocked_are_sent_on_too() -> None:
    match = invaded("M5", units="GE-30-Mob N5 hidden", dice="1 1 1 1 1 1")
    play(match, "pick US-1-Inf", "land M5", "pick BR-1-Cdo", "raid M6")
    until(match, "combat")
    assert where(match, "BR-1-Cdo") == "N5"


@rule("3.3", "12.19", "20.9")
def test_hidden_units_change_neither_dice_nor_what_is_offered_before_the_reveal() -> None:
    def told(at: str) -> list[Any]:
        match = planning(
            f"GE-12SS-Pz {at} hidden; US-101-AB england", missions={"ground_support": (0, 2)}, dice="2 1 1 1"
        )
        found: list[Any] = []
        script = ["beach M5", "beach M6", "end", "pick US-101-AB", "drop M8", "roll", "pick US-1-Inf", "land M6"]
        script += ["pick BR-1-Cdo", "raid N5", "end", *["place M3"] * 4, "end", "cover M6", "cover M7"]
        for action in script:
            found.append((match.prompt.text, [str(each) for each in match.prompt.actions], match.view("allied")))
            assert refused(match, action) == "", action
            match.play(action)
        return [*found, [line.sentence for line in match.log("allied")]]

    assert told("N5") == told("M7") == told("R11")


@rule("12.2.I7", "20.9", "R26")
@pytest.mark.parametrize(("at", "steps"), [("R11", 2), ("M7", 1)])
def test_a_drop_beside_a_hidden_unit_is_read_again(at: str, steps: int) -> None:
    match = planning(f"GE-12SS-Pz {at} hidden; US-101-AB england", dice="2 1 1 1 1")
    play(match, "beach M5", "end", "pick US-101-AB", "drop M8", "roll", "pick US-1-Inf", "land M5")
    assert match.position.units[match.game.unit_numbers["US-101-AB"]].steps == 2
    while match.prompt.step in ("landing", "ships"):
        match.play("place M3" if match.prompt.hand else "end")
    assert match.position.units[match.game.unit_numbers["US-101-AB"]].steps == steps


@rule("31.7", "R119", "12.17", "12.2.I7")
@pytest.mark.parametrize("blank", [True, False])
def test_what_lies_under_decoys_shows_at_the_reveal(blank: bool) -> None:  # T109
    units = "GE-21-Pz M6; GE-12SS-Pz M7 hidden; US-82-AB england" + ("" if blank else "; GE-30-Mob N5 hidden")
    match = planning(
        units, options={"31.7": True}, markers={"M7": 1, "N5": 1}, blanks={"N5": 1} if blank else {}, dice="2 1 1 1 1"
    )
    play(match, "beach M5", "beach M6", "end", "pick US-82-AB", "drop M8", "roll")
    assert steps(match, "US-82-AB") == 2  # a marker has no zone
    play(match, "pick US-1-Inf", "land M6", "pick US-4-Inf", "land M5")
    until(match, "combat")
    assert where(match, "US-1-Inf") == ("M6" if blank else "N5")
    assert steps(match, "US-82-AB") == 1  # the same die, in the zone of 12SS
    assert not match.position.markers
    told = [line.sentence for line in match.log("allied")]
    assert any("blank counters lay at" in line for line in told) is blank


@rule("12.19", "3.7")
def test_nobody_takes_back_what_stands_before_the_reveal() -> None:
    match = ashore("US-1-Inf M5", units="GE-30-Mob N5 hidden")
    assert match.undoable == []


# The second wave and the mulberry


@rule("12.11", "12.2.II1", "12.13", "13.1")
def test_the_second_wave_lands_where_the_first_did_and_moves_half() -> None:  # T22, T61
    match = until(ashore("BR-3-Inf BB5", labels="BB5 BB4", units="GE-77-Inf BB6"), "second wave")
    match.play("pick BR-Montgomery")
    assert refused(match, "land BB4") == "12.11"  # nobody landed there
    play(match, "land BB5", "pick BR-15-Inf", "land BB5")
    assert refused(match, "pick US-2-Arm") == "12.13"
    assert refused(match, "pick Mulberry-12") == "12.4"
    assert left(look(match), match.game.unit_numbers["BR-15-Inf"])[0] == 1
    play(match, "end")
    assert refused(match, "pick BR-15-Inf") == "8.9"
    play(match, "pick BR-1-Cdo", "raid CC5")
    until(match, "mulberry")
    play(match, "pick Mulberry-12", "place BB5")


@rule("12.11", "12.9")
def test_the_second_wave_does_not_land_among_germans() -> None:
    match = ashore("US-1-Inf M5", "US-4-Inf L4", labels="M5 L4", units="GE-91-Inf L4", dice="1")
    attack(match, "L4", "US-4-Inf")
    play(until(match, "second wave"), "pick US-5-Inf")
    assert refused(match, "land L4") == "12.11"
    assert refused(match, "land M5") == ""


@rule("12.10", "12.11")
def test_the_second_wave_is_as_large_as_the_area_allows() -> None:
    match = until(ashore("BR-3-Inf BB5", labels="BB5"), "second wave")
    for number in (15, 43, 49):
        play(match, f"pick BR-{number}-Inf", "land BB5")
    assert refused(match, "pick BR-50-Inf") == "12.10"


@rule("12.7", "R53", "6.3")
def test_after_the_first_combat_the_79th_counts_and_a_flooded_beach_holds_one() -> None:  # T21
    match = ashore("BR-3-Inf CC5", "BR-79-Arm CC5", labels="CC5", units="BR-79-Arm england reduced")
    until(match, "crowded hex")
    assert {str(action) for action in match.prompt.actions} == {"eliminate BR-3-Inf", "eliminate BR-79-Arm"}


@rule("21.7", "6.3", "12.7")
def test_commandoes_who_invaded_can_be_the_ones_too_many() -> None:
    match = position(
        "stacking on the beaches", "BR-1-Cdo CC5; BR-4-Cdo CC5", turn=1, impulse=1, invasions=1, invasion_turn=1,
        beaches="CC5", landed="BR-1-Cdo BR-4-Cdo", fighting=True,
    )  # fmt: skip
    assert match.prompt.step == "crowded hex"
    assert refused(match, "eliminate BR-1-Cdo") == ""


@rule("8.2", "R113")
def test_whoever_lands_in_a_flooded_hex_stays_there_that_turn() -> None:
    match = until(ashore("BR-3-Inf CC5", labels="CC5"), "movement")
    assert refused(match, "pick BR-3-Inf") == "8.2"


@rule("11.4.B", "R114")
def test_beaches_where_units_landed_are_remembered() -> None:
    match = until(ashore("US-1-Inf M5", "US-4-Inf L4", labels="M5 L4"), "second wave")
    assert hexes(match, "landed_beaches") == {"M5", "L4"}


@rule("11.4.B", "12.9")
def test_a_beach_that_was_won_in_combat_is_one_of_them() -> None:
    match = ashore("US-1-Inf M5", "US-4-Inf M5", units="GE-716-Co M5 flipped reduced", dice="6")
    attack(match, "M5", "US-1-Inf US-4-Inf")
    until(match, "second wave")
    assert hexes(match, "landed_beaches") == {"M5"}


@rule("29.2", "29.3", "R37", "12.12")
def test_a_mulberry_is_compulsory_where_it_can_stand_and_else_forfeited() -> None:
    assert refused(until(ashore("US-1-Inf M5"), "mulberry"), "end") == "29.2"
    thrown_back = ashore("US-1-Inf M5", units="GE-91-Inf M5", dice="1 1")
    attack(thrown_back, "M5", "US-1-Inf")
    while thrown_back.position.impulse == 1:
        thrown_back.play("end")
    steps = []
    while thrown_back.position.phasing == "allied":
        steps.append(thrown_back.prompt.step)
        thrown_back.play("end")
    assert "mulberry" not in steps
    assert "second wave" not in steps


@rule("29.1", "18.7.1", "12.2.II6")
def test_the_capacity_after_the_landing_is_the_mulberry_less_the_units() -> None:
    match = until(ashore("US-1-Inf M5"), "second wave")
    play(match, "pick US-4-Inf", "land M5")
    until(match, "mulberry")
    play(match, "pick Mulberry-9", "place M5")
    assert capacity(look(match)) == 7
    assert capacity(look(play(until(ashore("US-1-Inf M5"), "mulberry"), "pick Mulberry-12", "place M5"))) == 11


@rule("31.5", "R30", "R117")
def test_jersey_is_invaded_with_its_neighbours_and_keeps_mulberries_away() -> None:  # T107
    jersey: dict[str, Any] = {"options": {"31.5": True}}
    assert refused(planning(**jersey), "beach I4") == "31.5"
    assert refused(play(planning(**jersey), "beach J4"), "beach I4") == ""
    assert refused(planning(), "beach I4") == "12.5"
    match = until(ashore("US-1-Inf J3", "US-4-Inf L3", labels="J3 J2 K2 L2 L3", **jersey), "mulberry")
    match.play("pick Mulberry-12")
    assert (refused(match, "place J3"), refused(match, "place L3")) == ("29.3", "")
    isle = until(ashore("US-1-Inf J4", "US-4-Inf I4", labels="J4 I4", **jersey), "second wave")
    assert "I4" in hexes(isle, "landed_beaches")  # they may be taken off again (11.4.B)
    raid = invaded("J4", **jersey)
    play(raid, "pick US-1-Inf", "land J4", "pick BR-1-Cdo")
    assert refused(raid, "raid I4") == ""
    near = until(ashore("US-1-Inf J4", "US-4-Inf L4", labels="J4 J3 J2 K2 L2 L3 L4", **jersey), "mulberry")
    near.play("pick Mulberry-12")
    assert (refused(near, "place J4"), refused(near, "place L4")) == ("29.3", "")
    ours = until(ashore("US-1-Inf J4", "US-4-Inf I4", labels="J4 I4", **jersey), "mulberry")
    assert refused(play(ours, "pick Mulberry-12"), "place J4") == ""  # the isle is Allied now


@rule("31.5", "R117")
def test_whoever_must_leave_jersey_is_lost_and_allies_leave_it_by_sea() -> None:  # T107 (c) and (e)
    match = ashore(
        "US-1-Inf I4", "US-4-Inf I4", "US-5-Inf J4", labels="J4 I4", units="GE-319-Co I4", dice="5",
        options={"31.5": True},
    )  # fmt: skip
    attack(match, "I4", "US-1-Inf US-4-Inf")
    assert where(match, "GE-319-Co") not in match.game.board.index
    assert "I4" in hexes(match, "allied_control")
    fields: dict[str, Any] = {"options": {"31.5": True}, "invasions": 1, "invasion_turn": 1, "start_capacity": 3}
    held = position("allied first movement", "US-4-Inf I4; US-1-Inf J4", turn=6, impulse=1, **fields)
    held.play("pick US-4-Inf")
    assert refused(held, "move J4") != ""
    assert refused(held, "england") == ""
    german = position(
        "german first movement", "GE-91-Inf J3; US-1-Inf M5", turn=6, impulse=1, allied_control="I4", **fields
    )
    german.play("pick GE-91-Inf")
    assert refused(german, "move I4") == "31.5"


# The second invasion


@rule("12.7", "12.14")
def test_on_the_beaches_of_the_second_invasion_those_ashore_count_too() -> None:  # T76
    units = "US-8-Inf I6; US-79-Inf I6; GE-77-Inf H5"
    held: dict[str, Any] = {"allied_control": "K2"}
    match = play(second(units, "H5", "I6", **held), "end", "pick US-90-Inf")
    assert match.prompt.step == "landing"
    assert refused(match, "land I6") == "12.7"
    assert refused(match, "land H5") == ""
    walked = play(second(units, "H5", "I6", **held), "pick US-79-Inf", "move I7", "end", "pick US-90-Inf")
    assert refused(walked, "land I6") == ""


@rule("18.7.4", "18.7.12", "12.14", "21.1")
def test_invaders_of_the_second_invasion_count_against_the_capacity_at_once() -> None:
    match = play(second("US-1-Inf M6", "S6", "T5", capacity=1), "end", "pick US-5-Inf", "land S6", "pick US-8-Inf")
    assert refused(match, "land T5") == "18.7.4"
    match.play("pick BR-1-Cdo")
    assert refused(match, "land T5") == ""
    play(until(match, "second wave"), "pick US-8-Inf")
    assert refused(match, "land S6") == "18.7.4"


@rule("12.18", "18.7.1")
def test_after_a_failed_first_landing_the_second_one_is_free_of_the_capacity() -> None:
    match = second("", "S6", "T5", capacity=0)
    play(match, "end", "pick US-5-Inf", "land S6", "pick US-8-Inf")
    assert refused(match, "land T5") == ""


@rule("12.14", "12.2")
def test_the_second_invasion_needs_a_base_with_somebody_who_can_land() -> None:
    match = position("invasion", "", turn=11, impulse=1, invasions=1, invasion_turn=1, start_capacity=1)
    assert refused(match, "beach N33") == "12.4"
    assert refused(match, "beach S6") == ""
    south: dict[str, Any] = {"turn": 11, "impulse": 1, "invasions": 1, "invasion_turn": 1, "start_capacity": 1}
    assert refused(position("invasion", "US-1-Inf africa", **south), "beach N33") == ""
    assert refused(position("invasion", "US-1-Inf africa", resting="US-1-Inf", **south), "beach N33") == "12.4"


@rule("12.18")
def test_a_second_landing_that_fails_loses_the_game() -> None:
    match = second("GE-91-Inf S6; GE-77-Inf S6", "S6", capacity=0, dice="1 1 1 1")
    play(match, "end", "pick US-5-Inf", "land S6", "end")
    until(match, "combat")
    attack(match, "S6", "US-5-Inf").play("end")
    assert match.outcome is not None
    assert match.outcome.winner == "german"
