"""Stacking, arrivals, supply and logistics where they meet (5.2, 7.1, 8.3, 8.6, 9.2)."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.games.storming.rules.elimination import eliminate
from tests.cases import rule
from tests.storming.movement.marching import GAME, refused
from tests.storming.movement.marching import at as moving
from tests.storming.reading import names, play
from tests.storming.reinforcements.arriving import around, at, hand_of, listed, told, where


def fits(*units: str) -> bool:
    position = moving("german assault movement", "GE-353-Inf 0430").position
    return GAME.look(position).fits([GAME.unit_numbers[unit] for unit in units])


@rule("5.2.B", "R144")
def test_a_us_airborne_division_shares_no_hex_with_a_commonwealth_one_whoever_else_is_there() -> None:
    assert fits("CW-3-Inf", "CW-15-Inf", "US-82-AB")
    for airborne in ("CW-6-AB", "CW-52-AL", "CW-Pol-AB"):
        assert not fits("CW-3-Inf", airborne, "US-82-AB"), airborne
        assert fits("CW-3-Inf", airborne, "CW-15-Inf"), "among themselves they may"


@rule("7.2.A", "7.1.3")
def test_a_rebuilt_unit_marked_england_goes_straight_into_the_england_box() -> None:
    due = {"US-17-AB": 7, "US-82-AB": 7}
    m = at("allied replacements", 7, "US-17-AB track; US-82-AB track", due=due)
    assert where(m, "US-17-AB") == "england", "though the beaches are open"
    assert "US 17 Airborne Division comes to the England Box." in told(m)
    assert refused(m, "pick US-17-AB") == "7.2.A"
    assert "0619" in listed(m, "place"), "the 82nd is not marked so and may land"
    assert m.position.due == {}
    alone = at("allied replacements", 9, "US-17-AB track", due={"US-17-AB": 9})
    assert where(alone, "US-17-AB") == "england"
    assert alone.prompt.step != "allied replacement arrivals", "there is nothing to ask"


@rule("8.6.A")
def test_an_assault_that_was_broken_off_is_not_offered_on_a_later_turn() -> None:
    units = "US-4-Inf 0519; US-90-Inf 0519; US-2-Arm 0519; GE-709-Co 0518; GE-243-Co 0518; GE-91-Inf 0518"
    m = bocage.position("storming", at="cherbourg assault", turn=3, units=units, dice="1 1 4 4")
    m.play("roll")
    while m.prompt.step == "losses":
        m.play(m.prompt.actions[0])
    m.play("end")
    assert m.position.cherbourg_assaulted
    row = next(row for row in m.game.rules.sequence["turn"] if row.name == "cherbourg assault")
    assert row.when is not None
    assert not row.when(m.game.look(m.position))


@rule("8.3.B", "8.6.B", "8.6.C")
def test_the_log_says_when_the_beaches_close_and_cherbourg_opens() -> None:
    quiet = "GE-77-Inf 5008; US-4-Inf 0619"
    m = bocage.position("storming", at="end of turn", turn=7, units=quiet, allied_control="0518", cherbourg_turn=8)
    assert "The beaches bring in neither supply nor reinforcements any more." in told(m)
    assert "Cherbourg is Operational." in told(m)
    lost = bocage.position("storming", at="end of turn", turn=7, units=f"{quiet}; GE-709-Co 0518", cherbourg_turn=8)
    assert "Cherbourg is Operational." not in told(lost)
    early = bocage.position("storming", at="end of turn", turn=5, units=quiet, allied_control="0518", cherbourg_turn=8)
    assert not {"Cherbourg is Operational.", "The beaches bring in neither supply nor reinforcements any more."} & set(
        told(early)
    )


REAR = "US-4-Inf 0522; US-90-Inf 0524; US-1-Inf 0724; CW-50-Inf 0921; CW-3-Inf 1023; CW-51-Inf 1225; US-2-Arm 2725"


def strained(units: str) -> Any:
    """The first Logistics Segment with troops over the Seine."""
    return bocage.position("storming", at="logistics", turn=7, units=units, allied_control="0619 0820 1020 1121")


@rule("9.2.A")
def test_who_cannot_be_grounded_is_missing_and_not_just_left_out_of_the_choice() -> None:
    m = strained(REAR)
    assert m.prompt.step == "priority supply", "three of each: there is nothing to choose"
    beside = strained(f"{REAR}; GE-77-Inf 0624")  # next to 0524 and 0724
    assert names(beside, beside.position.grounded) == {"US-4-Inf", "CW-50-Inf", "CW-3-Inf", "CW-51-Inf"}
    assert beside.prompt.text == "Too few divisions could be Grounded: you may eliminate 2 US, or go on."
    cut_off = strained(f"{REAR.replace('US-4-Inf 0522', 'US-4-Inf 0930')}; {around('0930', 'german')}")
    assert "US-4-Inf" not in names(cut_off, cut_off.position.grounded)
    assert cut_off.prompt.text == "Too few divisions could be Grounded: you may eliminate 1 US, or go on."


@rule("9.2.C", "R61")
def test_a_grounded_division_that_is_lost_leaves_its_priority_marker_behind() -> None:
    m = strained(REAR)
    lost = hand_of(m)
    eliminate(lost, GAME.unit_numbers["US-4-Inf"], "13.7.4")
    assert not lost.position.grounded >> GAME.unit_numbers["US-4-Inf"] & 1
    assert lost.position.priority_markers == {"US": 3, "CW": 3}


@rule("7.1.3", "7.1")
def test_whoever_finds_no_way_in_is_told_so_in_plain_words() -> None:
    m = at("allied reinforcements", 9, "US-84-Inf schedule")
    assert m.prompt.text == "There is no hex where US 84 Infantry Division could enter now: go on."
    m.play("end")
    assert where(m, "US-84-Inf") == "england"


@rule("17.9.3.E.i")
def test_germans_whose_only_way_out_is_another_drop_hex_are_eliminated() -> None:
    ring = "US-1-Inf 4510; US-2-Inf 4408; US-9-Inf 4409; US-29-Inf 4608; US-30-Inf 4609"
    units = f"{ring}; GE-77-Inf 4509; GE-91-Inf 4508; US-82-AB england; US-101-AB england"
    m = bocage.position("storming", at="airborne operation", turn=8, units=units, dice="1 1")
    play(m, "drop US-82-AB", "at 4509", "drop US-101-AB", "at 4508", "jump")
    assert where(m, "GE-77-Inf") == "dead", "there is no cup on turn 8 any more"
    assert where(m, "US-82-AB") == "4509"
    assert m.prompt.step == "drop withdrawal", "the others still have somewhere to go"
    assert "4509" not in listed(m, "fall-back")


@rule("7.1")
def test_a_long_list_of_those_who_must_still_be_placed_is_cut_short() -> None:
    match = bocage.position("storming", turn=7, at="german reinforcements", units="US-4-Inf 0519; GE-2-Pz 1125")
    refusal = match.why_not("end")
    assert refusal is not None
    assert refusal.rule == "7.1"
    assert "others must be placed first" in refusal.why
    assert len(refusal.why) < 300
