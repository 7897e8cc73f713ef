"""Allied logistics: Limited Supply, Antwerpen, Grounded divisions, Priority Supply, Red Ball Express (8.7, 9.0)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.storming.rules.supply.ways import ports
from tests.cases import rule
from tests.storming.reading import listed, names, play, refused, told, where

# Rear: west of the Seine Line and in supply by the beaches. Front: across the river.
US_REAR = "US-4-Inf 0522; US-90-Inf 0524; US-1-Inf 0724; US-29-Inf 0726"
CW_REAR = "CW-50-Inf 0921; CW-3-Inf 1023; CW-51-Inf 1225; CW-49-Inf 1425"
FRONT = "US-2-Arm 2725; CW-11-Arm 2020; CW-8-Bde 2020; FR-2-Arm 2725; US-1A-HQ 2526; Patton 2725"
APPROACHES = "3508 3509 3608 3609 3709 3808 3809 3909"
EVERYONE = f"{US_REAR}; {CW_REAR}; {FRONT}"


def at(units: str = EVERYONE, row: str = "logistics", turn: int = 7, **more: Any) -> Any:
    more["allied_control"] = f"0619 0820 1020 1121 {more.get('allied_control', '')}"
    return bocage.position("storming", at=row, turn=turn, units=units, **more)


def limited(units: str, **more: Any) -> bool:
    return bool(at(units, **more).position.limited)


# Limited Supply


@rule("4.1.IV.b")
def test_the_logistics_segment_has_its_four_steps_in_order() -> None:
    m = at()
    seen = []
    while m.game.phase(m.position) in ("logistics", "grounding", "priority supply", "red ball express"):
        seen.append(m.game.phase(m.position))
        m.play(m.prompt.actions[0] if m.why_not("end") else "end")
    assert m.position.limited  # enforcement came first, or nobody would have been asked
    assert list(dict.fromkeys(seen)) == ["grounding", "priority supply", "red ball express"]
    assert m.position.grounding_done
    assert m.game.phase(m.position) == "allied assault command dice"  # and so to the Assault Movement Segment
    # Without constraints, and once Antwerpen is open, the segment passes without a question.
    free = at("US-4-Inf 2426; CW-50-Inf 1621")
    opened = at(allied_control=f"3910 {APPROACHES}", antwerpen_taken=True, monty_sees=True)
    for match in (free, opened):
        assert not match.position.limited
        assert match.game.phase(match.position) == "allied assault command dice"


@rule("9.1.D", "4.1.IV.b.1")
@pytest.mark.parametrize(
    ("units", "is_limited"),
    [
        ("US-4-Inf 2426; CW-50-Inf 1621", False),  # as near as one can get
        ("US-4-Inf 2527", True),  # Paris on the west bank
        ("US-4-Inf 2626", True),
        ("CW-50-Inf 1920", True),  # east of the Seine Line
        ("US-1A-HQ 2725", True),  # a headquarters is a combat unit
    ],
)
def test_troops_in_paris_or_across_the_seine_outrun_their_supplies(units: str, is_limited: bool) -> None:
    assert limited(units) is is_limited


@rule("9.1.D", "9.1.B", "R16")
def test_whether_the_armies_from_the_south_count_is_an_option() -> None:
    units = "US-3-Inf 4538; FR-1-DB 4436"
    assert not limited(units)
    assert limited(units, options={"R16": True})
    assert limited(f"{units}; US-4-Inf 2725")


@rule("9.1.D")
def test_limited_supply_stays_when_the_front_falls_back() -> None:
    assert limited("US-4-Inf 0522", limited=True)
    assert not limited("US-4-Inf 2725", full_for_good=True)


@rule("9.1.A", "9.1.B", "9.1.C", "9.1.D")
def test_which_commands_are_in_limited_supply() -> None:
    def states(turn: int, **more: Any) -> dict[str, bool]:
        m = at("US-4-Inf 0522", turn=turn, **more)
        look = m.game.look(m.position)
        return {command: look.limited(command) for command in ("21AG", "12AG", "6AG")}

    assert states(2) == {"21AG": True, "12AG": True, "6AG": False}
    assert states(3) == {"21AG": False, "12AG": False, "6AG": False}
    assert states(7, limited=True) == {"21AG": True, "12AG": True, "6AG": False}


# Antwerpen


@rule("8.7.C", "4.1.IV.b.2")
def test_antwerpen_opens_when_the_city_and_both_banks_of_the_scheldt_are_allied() -> None:
    banks = APPROACHES.split()
    for missing in banks:
        control = " ".join(["3910", *(node for node in banks if node != missing)])
        assert not at(allied_control=control).position.antwerpen_operational
    assert not at(allied_control=APPROACHES).position.antwerpen_operational  # the city itself
    assert at(allied_control=f"3910 {APPROACHES}").position.antwerpen_operational


@rule("8.7.D", "9.1.D", "9.2.E", "9.3.G", "4.1.IV.b.2", "R97")
def test_the_open_port_ends_all_makeshifts() -> None:
    grounded = "US-4-Inf US-90-Inf US-1-Inf CW-50-Inf CW-3-Inf CW-51-Inf"
    m = at(
        allied_control=f"3910 {APPROACHES}", limited=True, grounded=grounded, grounding_done=True,
        priority_markers={"US": 3, "CW": 3}, red_ball_saved=4,
    )  # fmt: skip
    assert (m.prompt.side, m.prompt.step) == ("allied", "freed division")
    assert names(m, m.position.grounded) == listed(m, "free") == {"CW-50-Inf", "CW-3-Inf", "CW-51-Inf"}
    assert refused(m, "free US-29-Inf")[0] == "9.2.E"
    m.play("free CW-3-Inf")
    position = m.position
    assert names(m, position.grounded) == {"CW-50-Inf", "CW-51-Inf"}  # for the rest of the game
    assert (position.limited, position.full_for_good, position.antwerpen_operational) == (False, True, True)
    assert (position.priority_markers, position.red_ball_saved, position.red_ball_left) == ({}, 0, 0)
    assert m.game.phase(position) == "allied assault command dice"  # neither Priority Supply nor Red Ball any more
    look = m.game.look(position)
    assert not look.limited("12AG")
    assert ports(look, "allied") & m.game.antwerpen


@rule("8.7.D", "9.1.D")
def test_the_last_grounded_commonwealth_division_is_freed_without_a_question() -> None:
    m = at(allied_control=f"3910 {APPROACHES}", limited=True, grounded="US-4-Inf CW-3-Inf", grounding_done=True)
    assert m.position.grounded == 0
    assert "No longer Grounded: British 3 Infantry Division." in told(m)


@rule("8.7.C", "9.1.D", "R97")
def test_a_port_whose_way_to_the_sea_is_lost_closes_but_full_supply_stays() -> None:
    banks = APPROACHES.replace("3508", "")
    m = at(allied_control=f"3910 {banks}", full_for_good=True, antwerpen_operational=True, grounding_done=True)
    assert not m.position.antwerpen_operational
    assert m.position.full_for_good
    assert not m.position.limited
    assert m.game.phase(m.position) == "allied assault command dice"


@rule("8.7.D")
def test_a_port_that_opens_again_frees_nobody_else() -> None:
    control = f"3910 {APPROACHES}"
    m = at(allied_control=control, full_for_good=True, grounded="CW-50-Inf CW-51-Inf", grounding_done=True)
    assert m.position.antwerpen_operational
    assert names(m, m.position.grounded) == {"CW-50-Inf", "CW-51-Inf"}


# Grounding


@rule("9.2.A", "4.1.IV.b.2")
def test_three_us_and_three_commonwealth_divisions_are_grounded_on_the_first_limited_turn() -> None:
    m = at()
    assert (m.prompt.side, m.prompt.step) == ("allied", "divisions to ground")
    play(m, "ground US-4-Inf", "ground CW-50-Inf", "ground US-90-Inf", "ground US-29-Inf")
    assert refused(m, "ground US-1-Inf") == ("9.2.A", "no more US divisions are due")
    assert listed(m, "ground") == {"CW-3-Inf", "CW-51-Inf", "CW-49-Inf"}
    play(m, "ground CW-51-Inf", "ground CW-49-Inf")
    assert names(m, m.position.grounded) == {
        "US-4-Inf", "US-90-Inf", "US-29-Inf", "CW-50-Inf", "CW-51-Inf", "CW-49-Inf"
    }  # fmt: skip
    assert m.prompt.step == "priority supply"
    m = at(limited=True, grounding_done=True, priority_markers={"US": 3, "CW": 3}, turn=8)
    assert m.prompt.step == "priority supply"  # it happens once


@rule("9.2.A")
def test_on_turn_two_nobody_is_grounded() -> None:
    m = at(turn=2)
    assert m.position.limited
    assert m.position.grounded == 0
    assert not m.position.grounding_done
    assert at(turn=3).prompt.step == "divisions to ground"


@rule("9.2.A")
@pytest.mark.parametrize(
    ("extra", "unit", "why"),
    [
        ("", "US-2-Arm", "US-2-Arm is not west of the Seine Line"),
        ("US-30-Inf 0730; GE-2-Pz 0731", "US-30-Inf", "US-30-Inf is adjacent to a German unit"),
        ("US-30-Inf 0730; GE-2-Pz 0728; GE-9-Pz 0732; GE-77-Inf 0530; GE-3FJ-Div 0930", "US-30-Inf",
         "US-30-Inf cannot trace supply"),
        ("CW-4-Bde 1023", "CW-4-Bde", "CW-4-Bde is not an Allied division on the map"),
        ("", "US-1A-HQ", "US-1A-HQ is not an Allied division on the map"),
        ("", "FR-2-Arm", "only US and Commonwealth divisions are meant"),
    ],
)  # fmt: skip
def test_not_every_division_can_be_grounded(extra: str, unit: str, why: str) -> None:
    m = at(f"{EVERYONE}; {extra}")
    assert refused(m, f"ground {unit}") == ("9.2.A", why)
    assert listed(m, "ground") == {item.split()[0] for item in f"{US_REAR}; {CW_REAR}".split("; ")}


@rule("9.2.A", "9.2.C")
def test_who_has_just_enough_divisions_has_no_choice() -> None:
    m = at(f"US-4-Inf 0522; US-90-Inf 0524; US-1-Inf 0724; {CW_REAR}; {FRONT}")
    assert names(m, m.position.grounded) == {"US-4-Inf", "US-90-Inf", "US-1-Inf"}
    assert listed(m, "ground") == {"CW-50-Inf", "CW-3-Inf", "CW-51-Inf", "CW-49-Inf"}


@rule("9.2.A", "R27", "R98")
def test_for_each_division_that_is_missing_the_german_may_eliminate_one_of_its_nationality() -> None:
    m = at(f"US-4-Inf 0522; {CW_REAR}; {FRONT}; US-30-Inf 2825; US-36-Inf 4538; US-6-Arm 4237")
    assert listed(m, "ground") == {"CW-50-Inf", "CW-3-Inf", "CW-51-Inf", "CW-49-Inf"}  # the Allies choose first
    play(m, "ground CW-50-Inf", "ground CW-3-Inf", "ground CW-51-Inf")
    assert (m.prompt.side, m.prompt.step) == ("german", "divisions not grounded")
    # Two US divisions are missing: the one that is Grounded, those at the front, nobody in the 6th Army Group.
    assert listed(m, "eliminate") == {"US-4-Inf", "US-2-Arm", "US-30-Inf"}
    assert refused(m, "eliminate US-36-Inf")[1] == "US-36-Inf belongs to the 6th Army Group, which is not affected"
    assert refused(m, "eliminate CW-49-Inf")[1] == "no more Commonwealth divisions are due"
    play(m, "eliminate US-2-Arm", "eliminate US-30-Inf")
    assert where(m, "US-2-Arm") == where(m, "US-30-Inf") == "dead"  # for good, although both are replaceable
    assert m.prompt.step == "priority supply"
    assert m.position.priority_markers == {"US": 1, "CW": 3}


@rule("9.2.A")
def test_the_german_need_not_eliminate_anybody() -> None:
    m = at(f"{CW_REAR}; {FRONT}")
    play(m, "ground CW-50-Inf", "ground CW-3-Inf", "ground CW-51-Inf", "end")
    assert where(m, "US-2-Arm") == "2725"
    assert m.position.priority_markers == {"CW": 3}


@rule("9.2.B")
def test_a_grounded_division_has_no_zone_and_defends_with_two() -> None:
    m = at(limited=True, grounding_done=True, grounded="US-1-Inf")
    look = m.game.look(m.position)
    unit = m.game.unit_numbers["US-1-Inf"]
    assert look.defence(unit) == 2
    assert not look.zone("allied") >> m.game.board.index["0824"] & 1


# Priority Supply


def supplied(row: str = "priority supply", units: str = EVERYONE, **more: Any) -> Any:
    fields = {"limited": True, "grounding_done": True, "priority_markers": {"US": 3, "CW": 3}, **more}
    return at(units, row=row, **fields)


@rule("9.2.C", "9.2.D", "4.1.IV.b.3")
def test_each_grounded_division_gives_a_priority_marker_of_its_nationality_every_turn() -> None:
    m = supplied(priority_markers={"US": 1, "CW": 2}, grounded="US-4-Inf CW-50-Inf CW-3-Inf")
    assert m.prompt.text == "Place Priority Supply markers: 1 US and 2 Commonwealth left."
    play(m, "priority US-2-Arm", "priority CW-8-Bde")
    assert refused(m, "priority US-1-Inf") == ("9.2.C", "there is no US Priority Supply marker left")
    assert refused(m, "priority CW-8-Bde") == ("9.2.D", "CW-8-Bde has Priority Supply already")
    m.play("priority CW-11-Arm")
    assert names(m, m.position.priority) == {"US-2-Arm", "CW-8-Bde", "CW-11-Arm"}
    assert m.prompt.step == "red ball express"
    assert m.position.priority_markers == {"US": 1, "CW": 2}  # they come back next turn


@rule("9.2.C", "R61")
def test_the_loss_of_a_grounded_division_takes_no_marker_away() -> None:
    m = supplied(grounded="US-4-Inf CW-50-Inf")
    assert m.prompt.text == "Place Priority Supply markers: 3 US and 3 Commonwealth left."


@rule("9.2.D")
def test_who_may_have_priority_supply() -> None:
    m = supplied(grounded="US-4-Inf")
    for unit, why in (
        ("US-4-Inf", "US-4-Inf is Grounded"),
        ("FR-2-Arm", "Priority Supply is for US and Commonwealth units"),
        ("US-1A-HQ", "Priority Supply is for divisions and brigades, and US-1A-HQ is neither"),
        ("Patton", "Priority Supply is for divisions and brigades, and Patton is neither"),
        ("US-2-Inf", "US-2-Inf is not an Allied unit on the map"),
        ("GE-2-Pz", "GE-2-Pz is not an Allied unit on the map"),
    ):
        assert refused(m, f"priority {unit}") == ("9.2.D", why)
    assert {"US-2-Arm", "CW-8-Bde", "CW-50-Inf"} <= listed(m, "priority")
    m.play("end")
    assert m.position.priority == 0


@rule("9.2.D", "9.3.A", "4.1.IV.b.1")
def test_without_limited_supply_there_are_no_markers() -> None:
    for fields in ({"limited": False}, {"turn": 2}):
        m = supplied(units=US_REAR, **fields)
        assert m.game.phase(m.position) == "allied assault command dice"
        assert m.position.red_ball_left == m.position.red_ball_saved == 0


# Red Ball Express


@rule("9.3.A", "9.3.B", "4.1.IV.b.4")
def test_five_red_ball_markers_come_every_limited_turn() -> None:
    m = supplied("red ball express")
    play(m, "red-ball US-2-Arm", "red-ball FR-2-Arm", "red-ball CW-8-Bde", "red-ball US-4-Inf", "red-ball CW-50-Inf")
    assert names(m, m.position.red_ball) == {"US-2-Arm", "FR-2-Arm", "CW-8-Bde", "US-4-Inf", "CW-50-Inf"}
    assert m.game.phase(m.position) == "allied assault command dice"
    assert m.position.red_ball_saved == 0


@rule("9.3.B", "9.3.E", "9.3.F", "R100")
def test_who_may_have_a_red_ball_marker() -> None:
    units = f"{EVERYONE}; US-3-Inf 4538; US-82-AB 2725 dropped; US-101-AB 2525"
    m = supplied("red ball express", units, grounded="US-4-Inf", priority="CW-8-Bde")
    m.play("red-ball US-2-Arm")
    for unit, case, why in (
        ("US-4-Inf", "9.3.B", "US-4-Inf is Grounded"),
        ("US-82-AB", "9.3.B", "US-82-AB is on its Dropped side"),
        ("US-1A-HQ", "9.3.B", "headquarters and leaders get no Red Ball Express marker"),
        ("Patton", "9.3.B", "headquarters and leaders get no Red Ball Express marker"),
        ("US-2-Arm", "9.3.C", "US-2-Arm has a Red Ball Express marker already"),
        ("US-3-Inf", "9.3.E", "the Red Ball Express does not serve the 6th Army Group"),
        ("CW-8-Bde", "9.3.F", "CW-8-Bde has Priority Supply, and the two are never combined"),
        ("GE-2-Pz", "9.3.B", "GE-2-Pz is not an Allied unit on the map"),
    ):
        assert refused(m, f"red-ball {unit}") == (case, why)
    assert {"US-101-AB", "FR-2-Arm", "CW-50-Inf"} <= listed(m, "red-ball")


@rule("9.3.D", "4.1.IV.b.4", "R100")
def test_up_to_five_markers_are_saved_for_the_next_turn() -> None:
    m = supplied("red ball express")
    play(m, "red-ball US-2-Arm", "red-ball FR-2-Arm", "end")
    assert (m.position.red_ball_left, m.position.red_ball_saved) == (0, 3)
    assert "3 Red Ball Express markers are saved for the next turn." in told(m)
    m = supplied("red ball express", turn=8, red_ball_saved=3)
    assert m.prompt.text.startswith("Place Red Ball Express markers: 8 left")
    assert m.position.red_ball_saved == 0
    play(m, "red-ball US-2-Arm", "end")
    assert m.position.red_ball_saved == 5  # of the seven that are left


@rule("9.3.A")
def test_placing_markers_may_be_taken_back_until_the_dice_are_rolled() -> None:
    m = supplied("red ball express")
    play(m, *(f"red-ball {unit}" for unit in ("US-2-Arm", "FR-2-Arm", "CW-8-Bde", "US-4-Inf", "CW-50-Inf")))
    assert m.prompt.step == "command dice"
    m.undo()
    assert m.position.red_ball_left == 1
