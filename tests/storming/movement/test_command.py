"""Chapters 9.4, 10.2, 10.3, 10.6 and 13.5: command dice, transfer, declaration, allowances, combat duration."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.storming.rules.movement import allowance as movement
from bocage.table import showing
from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_BREAKTHROUGH,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    left,
    listed,
    play,
    refused,
    said,
    verbs,
    why,
)

ASSAULT_DICE, EXPLOITATION_DICE = "allied assault command dice", "allied exploitation command dice"
# West of the Seine Line; north of the army group boundary, in the middle and in the south, all east of it.
WEST, NORTH, MIDDLE, SOUTH = "0430", "3112", "3424", "4734"


def allowance(match: Any, unit: str) -> int:
    return movement.allowance(match.game.look(match.position), match.game.unit_numbers[unit])


# 10.2.5: dice and markers


@rule("10.2.5.A", "10.2.5.B", "10.1.A", "10.1.A.1", "9.1.A", "9.1.A.1", "4.1.IV.c.1")
def test_each_allied_command_with_units_on_the_map_rolls_a_die() -> None:
    units = f"US-4-Inf {WEST}; CW-3-Inf 1121"
    m = at(ASSAULT_DICE, units, dice="2 4", points={})
    assert verbs(m) == {"roll"}, "nobody rolls for the player"
    play(m, "roll")
    assert m.position.points == {"12AG": 8, "21AG": 10}, "the Full Supply line"
    early = play(at(ASSAULT_DICE, units, dice="2 4", turn=2), "roll")
    assert early.position.points == {"12AG": 4, "21AG": 5}, "the Limited Supply line"


@rule("10.2.5.A", "R14")
def test_a_command_without_units_rolls_nothing_and_does_not_count() -> None:
    m = play(at(ASSAULT_DICE, f"US-4-Inf {WEST}; CW-1-AB england", dice="6"), "roll")
    assert m.position.points == {"12AG": 12}
    assert listed(m, "declare") == {str(number) for number in range(13)}


@rule("10.2.1", "10.2.5.A")
def test_the_die_of_the_12th_army_group_is_the_1st_armys_until_there_is_an_army_group() -> None:
    units = f"US-4-Inf {WEST}; CW-3-Inf 1121"
    for turn, name in ((2, "1A"), (8, "12AG")):
        m = play(at(ASSAULT_DICE, units, dice="2 4", turn=turn), "roll")
        (told,) = (line for line in showing.lines(m, "allied") if line.rule == "10.2.5.A")
        assert [roll.name for roll in told.rolls or []] == [name, "21AG"]


@rule("9.1.B", "10.2.3", "10.2.5.A")
def test_the_6th_army_group_is_always_in_full_supply() -> None:
    m = at(EXPLOITATION_DICE, f"US-4-Inf {MIDDLE}; US-3-Inf {SOUTH}", dice="3 3", limited=True, breakout=True, turn=8)
    play(m, "roll")
    assert m.position.points == {"12AG": 5, "6AG": 10}


@rule("9.1.C")
def test_on_turns_1_and_2_movement_is_on_the_limited_line() -> None:
    for turn, points in ((1, 6), (2, 6), (3, 12)):
        m = play(at(EXPLOITATION_DICE, f"US-4-Inf {WEST}", turn=turn, dice="6"), "roll")
        assert m.position.points == {"12AG": points}, turn


@rule("10.2.5.A", "10.2", "4.1.V.b.1", "4.1.VIII.b.1", "R9")
def test_one_german_die_serves_infantry_and_mechanized_units() -> None:
    for row in ("german assault command die", "german exploitation command die"):
        m = at(row, "GE-353-Inf 0430; GE-2SS-Pz 0432", turn=2, dice="5")
        assert verbs(m) == {"roll"}
        play(m, "roll")
        assert m.position.points == {"infantry": 5, "mechanized": 10}
        assert (allowance(m, "GE-353-Inf"), allowance(m, "GE-2SS-Pz")) == (5, 10)


@rule("3.2.E.3")
def test_on_turn_1_the_german_die_is_a_four_and_nobody_rolls() -> None:
    for row in ("german assault command die", "german exploitation command die"):
        m = at(row, "GE-353-Inf 0430; GE-2SS-Pz 0432", turn=1, dice="")
        assert m.prompt.step == "movement"
        assert m.position.points == {"infantry": 4, "mechanized": 8}
        assert said(m, "3.2.E.3")


# 10.2.1 to 10.2.4: who belongs to which Command


@rule("10.2.1", "10.2.2", "10.2.3", "10.2")
def test_nation_counts_west_of_the_seine_and_the_area_east_of_it() -> None:
    places = {
        ("CW-3-Inf", WEST): "21AG", ("US-4-Inf", WEST): "12AG", ("FR-2-Arm", WEST): "12AG",
        ("US-4-Inf", NORTH): "21AG", ("CW-3-Inf", NORTH): "21AG", ("US-4-Inf", MIDDLE): "12AG",
        ("US-3-Inf", MIDDLE): "12AG", ("US-3-Inf", SOUTH): "6AG", ("FR-1-DB", SOUTH): "6AG",
        ("US-3-Inf", "4540"): "6AG",
    }  # fmt: skip
    for (unit, label), command in places.items():
        points = {"21AG": 3, "12AG": 5, "6AG": 7}
        m = at(ALLIED_EXPLOITATION, f"{unit} {label}", points=points, breakout=True, turn=8)
        assert allowance(m, unit) == points[command], (unit, label)


@rule("10.2.4")
def test_a_unit_keeps_the_command_in_which_it_began() -> None:
    north, middle = GAME.data.areas["21AG"], GAME.data.areas["12AG"]
    board = GAME.board
    start, goal = next(
        (here, there) for here, there in board.every.between(middle, north).pairs() if _open(here, there)
    )
    labels = board.labels
    points = {"21AG": 2, "12AG": 6}
    m = at(ALLIED_ASSAULT, f"US-4-Inf {labels[start]}", points=points, declared=3, breakout=True, turn=8)
    play(m, "pick US-4-Inf", f"move {labels[goal]}", "end")
    assert m.prompt.step == "combat duration"
    look, unit = GAME.look(m.position), GAME.unit_numbers["US-4-Inf"]
    assert look.command_at(unit, goal) == "21AG"
    assert look.command_of(unit) == "12AG", "the Breakthrough continues the Assault Movement"


def _open(here: int, there: int) -> bool:
    terrain = GAME.data.terrain_at
    rivers = GAME.data.rivers.values()
    return terrain[here] == terrain[there] == "clear" and not any(river.has(here, there) for river in rivers)


# 9.4: Patton versus Monty


@rule("9.4", "4.1.IV.c.1", "4.1.VII.b.1", "R15")
def test_in_limited_supply_the_12th_army_group_may_give_any_of_its_points() -> None:
    units = f"US-4-Inf {MIDDLE}; CW-3-Inf {NORTH}"
    for row in (ASSAULT_DICE, EXPLOITATION_DICE):
        m = play(at(row, units, dice="2 6", limited=True, breakout=True, turn=8), "roll")
        assert listed(m, "give") == {"1", "2", "3", "4"}
        assert "end" in verbs(m)
        assert refused(m, "give 5") == "9.4"
        play(m, "give 3")
        assert m.position.points == {"12AG": 1, "21AG": 9}
        assert m.prompt.step != "transfer"
    m.undo()
    assert play(m, "give 4").position.points == {"12AG": 0, "21AG": 10}


@rule("9.4")
def test_nothing_is_given_in_full_supply_nor_by_monty() -> None:
    m = play(at(ASSAULT_DICE, f"US-4-Inf {WEST}; CW-3-Inf 1121", dice="2 6"), "roll")
    assert m.prompt.step == "declaration", "nobody is asked"
    poor = at(ASSAULT_DICE, f"US-4-Inf {MIDDLE}; CW-3-Inf {NORTH}", dice="2 6", limited=True, breakout=True, turn=8)
    play(poor, "roll", "end")
    assert poor.position.points == {"12AG": 4, "21AG": 6}


@rule("9.4", "10.6.A.2", "R15")
def test_what_was_given_away_lowers_what_can_be_declared() -> None:
    m = at(ASSAULT_DICE, f"US-4-Inf {MIDDLE}; CW-3-Inf {NORTH}", dice="2 6", limited=True, breakout=True, turn=8)
    play(m, "roll", "give 3")
    assert listed(m, "declare") == {"0", "1"}


# 10.6.A: the declaration


@rule("10.6.A.1", "10.6.A.2", "10.1.A.3", "10.2.5.C", "4.1.IV.c.1")
def test_the_allies_declare_up_to_the_lowest_allowance_and_all_markers_drop() -> None:
    m = at("assault declaration", f"US-4-Inf {WEST}; CW-3-Inf 1121", points={"12AG": 4, "21AG": 5}, turn=2)
    assert listed(m, "declare") == {"0", "1", "2", "3", "4"}
    assert refused(m, "declare 5") == "10.6.A.2"
    play(m, "declare 1")
    assert m.position.points == {"12AG": 3, "21AG": 4}
    assert m.position.declared == 1


@rule("10.6.A.3", "4.1.II.c.1", "4.1.II.c")
def test_in_the_counteroffensive_the_germans_declare_up_to_the_infantry_allowance() -> None:
    m = at("offensive declaration", "GE-1SS-Pz 5215; US-4-Inf 4815", turn=10, offensive_turn=10)
    assert listed(m, "declare") == {"0", "1", "2", "3", "4"}
    assert refused(m, "declare 6") == "10.6.A.3"
    play(m, "declare 3")
    assert m.position.points == {"infantry": 1, "mechanized": 5}


@rule("10.1.B.2", "10.6.A.4", "4.1.IV.c.2")
def test_before_combat_nobody_spends_more_than_was_declared() -> None:
    m = at(
        "assault declaration", f"US-4-Inf {WEST}; CW-3-Inf 1121; US-82-AB 0432 dropped", points={"12AG": 8, "21AG": 5}
    )
    play(m, "declare 3")
    assert (allowance(m, "US-4-Inf"), allowance(m, "CW-3-Inf")) == (3, 3)
    assert allowance(m, "US-82-AB") == 2, "its Dropped side prints a 2"
    play(m, "pick US-4-Inf")
    assert left(m) == 3


@rule("10.1.B.2", "4.1.II.c.2", "10.3.C")
def test_the_declared_number_binds_printed_and_mechanized_units_of_the_offensive_too() -> None:
    m = at("offensive declaration", "GE-1SS-Pz 5215; GE-719-Co 5217; US-4-Inf 4815", turn=10, offensive_turn=10)
    play(m, "declare 2")
    assert (allowance(m, "GE-1SS-Pz"), allowance(m, "GE-719-Co")) == (2, 2)


@rule("10.6.A.1")
def test_with_nothing_declared_nobody_moves_before_combat() -> None:
    m = at(ALLIED_ASSAULT, f"US-4-Inf {WEST}", declared=0, points={"12AG": 4}, dice="3")
    assert m.prompt.step == "combat duration"


# 10.6.B, 13.5: combat possibility and duration


@rule("10.6.B.1", "10.6.B.3", "4.1.IV.d", "R5", "R12")
def test_without_a_point_in_the_lowest_command_there_is_neither_combat_nor_breakthrough() -> None:
    units = f"US-4-Inf {WEST}; CW-3-Inf 1121; GE-353-Inf 0431"
    marked = {"priority": "US-4-Inf", "red_ball": "CW-3-Inf", "limited": True}
    m = at("assault declaration", units, points={"12AG": 4, "21AG": 6}, **marked)
    assert "forfeits" in m.prompt.text
    play(m, "declare 4", "end")
    assert m.prompt.side == "german"
    assert said(m, "10.6.B.1")
    fights = at("assault declaration", units, points={"12AG": 4, "21AG": 6}, **marked)
    play(fights, "declare 3", "end")
    assert fights.prompt.step == "combat duration"


@rule("10.6.B.2", "4.1.II.d")
def test_the_infantry_must_keep_a_point_for_the_counteroffensive() -> None:
    units = "GE-1SS-Pz 4815; GE-353-Inf 4813; US-4-Inf 4715"
    m = play(at("offensive declaration", units, turn=10, offensive_turn=10, dice="1"), "declare 4", "end")
    assert m.prompt.side == "allied", "straight to the second air phase"
    assert said(m, "10.6.B.2")
    fights = play(at("offensive declaration", units, turn=10, offensive_turn=10, dice="1"), "declare 3", "end")
    assert fights.prompt.step == "combat duration"


@pytest.mark.parametrize(("die", "lost"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
@rule("13.5", "4.1.IV.d.1", "10.2.5.C")
def test_combat_lasts_half_a_die_and_at_least_one_point(die: int, lost: int) -> None:
    m = at("combat duration", f"US-4-Inf {WEST}; CW-3-Inf 1121", points={"12AG": 2, "21AG": 5}, dice=f"{die}")
    assert verbs(m) == {"roll"}
    play(m, "roll")
    assert m.position.duration == lost
    assert m.position.points == {"12AG": max(0, 2 - lost), "21AG": 5 - lost}


@rule("13.5", "4.1.II.d.1")
def test_the_duration_of_the_counteroffensive_lowers_both_markers() -> None:
    m = at("offensive duration", "GE-1SS-Pz 4815; US-4-Inf 4715", turn=10, offensive_turn=10, dice="6")
    play(m, "roll")
    assert m.position.points == {"infantry": 1, "mechanized": 5}


@rule("13.5")
def test_an_ordinary_german_assault_phase_knows_no_duration_and_no_breakthrough() -> None:
    names = [row.name for row in GAME.rules.sequence["turn"] if row.side == "german" and "offensive" not in row.name]
    assert not [name for name in names if "duration" in name or "breakthrough" in name]


# 10.6.C, 10.A: breakthrough


@rule("10.A", "10.6.C", "10.6.B.4", "4.1.IV.d.3")
def test_what_is_left_after_combat_is_moved_in_the_breakthrough_each_command_by_itself() -> None:
    m = at(
        ALLIED_BREAKTHROUGH, f"US-4-Inf {WEST}; CW-3-Inf 1121", points={"12AG": 0, "21AG": 2}, duration=2, declared=1
    )
    assert listed(m, "pick") == {"CW-3-Inf"}
    assert refused(m, "pick US-4-Inf") == "10.4.A"
    play(m, "pick CW-3-Inf")
    assert left(m) == 2


@rule("10.6.B.4", "10.6.C")
def test_german_mechanized_units_break_through_though_the_infantry_has_nothing_left() -> None:
    m = at(
        "offensive breakthrough", "GE-1SS-Pz 5215; GE-353-Inf 5217; US-4-Inf 4715", turn=10, offensive_turn=10,
        points={"infantry": 0, "mechanized": 4}, duration=1, disrupted_hex="4715",
    )  # fmt: skip
    assert listed(m, "pick") == {"GE-1SS-Pz"}


@rule("10.6.C", "R13")
def test_units_with_a_printed_allowance_do_not_break_through() -> None:
    m = at(ALLIED_BREAKTHROUGH, f"US-82-AB {WEST} dropped; US-4-Inf 0432", points={"12AG": 4}, duration=1)
    assert listed(m, "pick") == {"US-4-Inf"}
    assert refused(m, "pick US-82-AB") == "10.6.C"
    german = at(
        "offensive breakthrough", "GE-719-Co 5215; GE-353-Inf 5217; US-4-Inf 4715", turn=10, offensive_turn=10,
        duration=1, disrupted_hex="4715",
    )  # fmt: skip
    assert refused(german, "pick GE-719-Co") == "10.6.C"


@rule("10.6.C", "10.3.B", "R13")
def test_priority_supply_carries_a_unit_through_the_breakthrough() -> None:
    units = f"US-82-AB {WEST} dropped; US-4-Inf 0432"
    m = at(ALLIED_BREAKTHROUGH, units, points={"12AG": 4}, duration=1, priority="US-82-AB")
    assert listed(m, "pick") == {"US-82-AB", "US-4-Inf"}
    assert left(play(m, "pick US-82-AB")) == 6


# 10.3: printed allowances


@rule("10.3.C", "10.1.A.2", "17.9.1", "R11")
def test_the_lower_of_printed_and_rolled_allowance_counts() -> None:
    for rolled, moved in ((3, 3), (5, 4)):
        m = at(GERMAN_ASSAULT, "GE-719-Co 0430", points={"infantry": rolled, "mechanized": 2 * rolled})
        assert allowance(m, "GE-719-Co") == moved
    dropped = at(ALLIED_EXPLOITATION, f"US-82-AB {WEST} dropped; US-101-AB {WEST}")
    assert (allowance(dropped, "US-82-AB"), allowance(dropped, "US-101-AB")) == (2, 10)


@rule("10.3.A", "17.3", "17.4", "4.1.VII.b.2", "R13")
def test_headquarters_and_leaders_move_in_breakthrough_and_exploitation_only() -> None:
    units = f"US-1A-HQ {WEST}; Patton {WEST}; US-4-Inf {WEST}"
    before = at(ALLIED_ASSAULT, units, declared=4)
    assert listed(before, "pick") == {"US-4-Inf"}
    assert refused(before, "pick Patton") == "10.3.A"
    for row in (ALLIED_BREAKTHROUGH, ALLIED_EXPLOITATION):
        m = at(row, units, points={"12AG": 0}, duration=1)
        assert listed(m, "pick") == {"US-1A-HQ", "Patton"}
        assert left(play(m, "pick Patton")) == 6


@rule("10.3.A", "4.1.VIII.b.2")
def test_german_headquarters_move_in_exploitation_only_but_in_the_counteroffensive() -> None:
    assert refused(at(GERMAN_ASSAULT, "GE-7A-HQ 0430; GE-353-Inf 0430"), "pick GE-7A-HQ") == "10.3.A"
    assert listed(at(GERMAN_EXPLOITATION, "GE-7A-HQ 0430"), "pick") == {"GE-7A-HQ"}
    m = at(
        "offensive breakthrough", "Model 5215; US-4-Inf 4715", turn=10, offensive_turn=10, duration=1,
        disrupted_hex="4715",
    )  # fmt: skip
    assert listed(m, "pick") == {"Model"}


@rule("4.1.V.b.2", "13.5", "R9")
def test_the_german_moves_with_all_he_has_rolled_and_declares_nothing() -> None:
    units = "GE-353-Inf 0430; GE-2SS-Pz 0430; GE-91-Inf 0520; US-4-Inf 0519"
    m = at("german assault command die", units, points={}, dice="4")
    while m.game.phase(m.position) == "german assault command die":
        m.play("roll")
    assert (m.prompt.step, m.game.phase(m.position)) == ("movement", GERMAN_ASSAULT)  # no question in between
    assert left(play(m, "pick GE-353-Inf")) == 4
    assert left(play(m, "pick GE-2SS-Pz")) == 8
    play(m, "move 0426", "end")
    assert m.game.phase(m.position) == "german combat"  # no Combat Duration either
    assert m.position.duration == 0


# 9.2.D, 10.3.B: Priority Supply


PRIORITY = {"limited": True, "breakout": True, "turn": 8, "priority": "US-4-Inf US-1-Inf CW-3-Inf"}
MARKED = f"US-4-Inf {MIDDLE}; US-1-Inf {MIDDLE}; US-9-Inf {MIDDLE}; CW-3-Inf {NORTH}; GE-353-Inf 5217"


@rule("9.2.D", "10.3.B", "10.6.A.4", "R107")
def test_priority_supply_moves_six_points_before_combat_or_after_it_command_by_command() -> None:
    m = at(ALLIED_ASSAULT, MARKED, declared=1, points={"12AG": 3, "21AG": 4}, dice="1", **PRIORITY)
    assert (allowance(m, "US-4-Inf"), allowance(m, "US-9-Inf")) == (6, 1)
    play(m, "pick US-4-Inf")
    assert "10.3.B" in m.prompt.text
    goal = sorted(listed(m, "move"))[0]
    play(m, f"move {goal}", "end", "roll")
    while m.prompt.step != "movement":
        m.play("end")
    assert (allowance(m, "US-4-Inf"), allowance(m, "US-1-Inf")) == (0, 0)
    assert refused(m, "pick US-1-Inf") == "10.3.B"
    assert allowance(m, "CW-3-Inf") == 6, "the other Command has not used it"
    assert allowance(m, "US-9-Inf") == 2


@rule("10.3.B")
def test_priority_supply_serves_in_the_exploitation_too() -> None:
    m = at(ALLIED_EXPLOITATION, MARKED, points={"12AG": 4, "21AG": 5}, **PRIORITY)
    assert (allowance(m, "US-4-Inf"), allowance(m, "US-9-Inf"), allowance(m, "CW-3-Inf")) == (6, 4, 6)


# 9.3.C: Red Ball Express


@rule("9.3.C")
def test_red_ball_adds_six_points_up_to_twelve_even_to_nothing() -> None:
    marked = {"limited": True, "breakout": True, "turn": 8, "red_ball": "US-4-Inf"}
    for rolled, moved in ((0, 6), (4, 10), (6, 12), (8, 12)):
        m = at(
            ALLIED_BREAKTHROUGH, f"US-4-Inf {MIDDLE}; US-1A-HQ {MIDDLE}", points={"12AG": rolled}, duration=1, **marked
        )
        assert allowance(m, "US-4-Inf") == moved


@rule("9.3.C", "10.1.B.2", "R69")
def test_before_combat_the_declared_number_binds_red_ball_units() -> None:
    m = at(
        ALLIED_ASSAULT, f"US-4-Inf {MIDDLE}", points={"12AG": 3}, declared=2, red_ball="US-4-Inf", breakout=True, turn=8
    )
    assert allowance(m, "US-4-Inf") == 2


# 8.5, 17.5.2: supply and strafing


@rule("8.5", "10.4.A")
def test_out_of_supply_a_unit_moves_half_rounded_down() -> None:
    m = at(
        GERMAN_ASSAULT, "GE-353-Inf 0430; GE-2SS-Pz 0432", points={"infantry": 5, "mechanized": 10}, oos="GE-353-Inf"
    )
    assert (allowance(m, "GE-353-Inf"), allowance(m, "GE-2SS-Pz")) == (2, 10)
    nothing = at(
        GERMAN_ASSAULT, "GE-353-Inf 0430; GE-2SS-Pz 0432", points={"infantry": 1, "mechanized": 2}, oos="GE-353-Inf"
    )
    assert refused(nothing, "pick GE-353-Inf") == "8.5"


@rule("17.5.2", "17.5.2.C", "R7")
def test_strafing_takes_points_until_the_unit_has_moved() -> None:
    m = at(GERMAN_ASSAULT, "GE-2-Pz 0430; GE-1SS-Pz 0432", strafed={"GE-2-Pz": 4, "GE-1SS-Pz": 2})
    assert (allowance(m, "GE-2-Pz"), allowance(m, "GE-1SS-Pz")) == (4, 6)
    play(m, "pick GE-2-Pz")
    assert left(m) == 4
    play(m, "move 0429")
    assert left(m) == 3, "the counter is off, its effect is not"
    assert m.position.strafed == {"GE-1SS-Pz": 2}
    play(m, "end")
    assert m.position.strafed == {}


@rule("17.5.2.C", "R7")
def test_strafing_is_over_with_the_movement_segment_and_before_the_next_counters_are_placed() -> None:
    m = at(GERMAN_ASSAULT, "GE-2-Pz 0430; GE-1SS-Pz 0432; US-4-Inf 0531", strafed={"GE-1SS-Pz": 2})
    play(m, "end")
    assert m.prompt.step == "combat", "no strafing has come in between"
    assert m.position.strafed == {}
    late = at("first strafing", "GE-2-Pz 0430; US-4-Inf 0531", strafed={"GE-2-Pz": 4}, dice="1 1 1")
    assert late.prompt.step == "strafing"
    assert late.position.strafed == {}


@rule("17.5.2.D")
def test_strafing_can_pin_a_unit_down() -> None:
    m = at(GERMAN_ASSAULT, "GE-3FJ-Div 0430; GE-2-Pz 0432", strafed={"GE-3FJ-Div": 5})
    assert listed(m, "pick") == {"GE-2-Pz"}
    assert refused(m, "pick GE-3FJ-Div") == "17.5.2.D"
    assert "5 MP" in why(m, "pick GE-3FJ-Div")


@rule("8.5", "17.5.2", "R70")
def test_halving_comes_before_strafing() -> None:
    m = at(GERMAN_ASSAULT, "GE-2-Pz 0430", strafed={"GE-2-Pz": 2}, oos="GE-2-Pz")
    assert allowance(m, "GE-2-Pz") == 2


# Who has points


def test_the_list_of_units_to_take_up_agrees_with_their_allowances() -> None:
    crowd = (
        "US-4-Inf 0430; US-1-Inf 0431; CW-3-Inf 1121; US-82-AB 0530 dropped; US-101-AB 0531; Patton 0430; "
        "US-1A-HQ 0432; US-9-Inf 0533"
    )
    marked = {"oos": "US-1-Inf US-9-Inf", "priority": "US-4-Inf", "red_ball": "US-9-Inf", "limited": True}
    for row in (ALLIED_ASSAULT, ALLIED_BREAKTHROUGH, ALLIED_EXPLOITATION):
        for points in ({"12AG": 0, "21AG": 1}, {"12AG": 1, "21AG": 0}, {"12AG": 6, "21AG": 6}):
            for declared in (0, 1, 3):
                m = at(row, crowd, points=points, declared=declared, duration=1, **marked)
                if m.game.phase(m.position) != row:
                    continue
                able = {name for name in GAME.unit_ids if allowance(m, name) and GAME.unit_numbers[name] in _on_map(m)}
                assert listed(m, "pick") == able, (row, points, declared)


def _on_map(match: Any) -> set[int]:
    own = match.position.on_board & GAME.side_units["allied"]
    return {number for number in range(len(GAME.counters)) if own >> number & 1}
