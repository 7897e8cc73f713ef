"""The special Cherbourg Assault (8.6.A) and what its success brings."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.matches.match import Match
from tests.cases import rule
from tests.storming.assault.assaulting import may, refused, steps, told, where

BESIEGERS = "US-4-Inf 0519; US-90-Inf 0519; US-82-AB 0519; US-2-Arm 0519"


def siege(units: str, dice: str = "", **more: Any) -> Match:
    """The end of an Allied Exploitation Phase on turn 2."""
    more.setdefault("turn", 2)
    return bocage.position("storming", at="cherbourg assault", units=units, dice=dice, **more)


def names(match: Match, verb: str) -> list[str]:
    """The operands that a verb has on the list."""
    return [action.operand for action in match.prompt.actions if action.verb == verb]


@rule("8.6.A", "4.1.VII.b.3", "8.6.B")
def test_the_assault_of_the_example_of_play() -> None:
    match = siege(
        f"{BESIEGERS.replace('90-Inf 0519', '90-Inf 0519 reduced')}; GE-709-Co 0518", "3 2 6", oos="GE-709-Co"
    )
    assert (match.prompt.side, match.prompt.rule) == ("allied", "8.6.A")
    odds = bocage.forecast(match)
    assert odds.cleared == 1  # "any result will do"
    assert (odds.defence.strength, odds.defence.column) == (1, "1")
    match.play("roll")
    assert where(match, "GE-709-Co") == "dead"
    for unit in ("US-4-Inf", "US-90-Inf", "US-82-AB", "US-2-Arm"):
        match.play(f"advance {unit}")
        assert where(match, unit) == "0518"
    assert match.position.cherbourg_turn == 8
    assert "Cherbourg is captured (die 6): Operational on turn 8." in told(match)
    assert match.position.cherbourg_assaulted


@rule("8.6.A")
def test_they_attack_again_and_again_until_the_port_falls() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518; GE-243-Co 0518; GE-91-Inf 0518", "1 1 1 1 1 1 4")
    for left in (2, 1, 0):
        match.play("roll")
        while match.prompt.step == "losses":
            match.play(match.prompt.actions[0])
        assert sum(where(match, unit) == "0518" for unit in ("GE-709-Co", "GE-243-Co", "GE-91-Inf")) == left
        assert match.prompt.step == ("cherbourg attack" if left else "advance")
    match.play("advance US-2-Arm")
    assert match.position.allied_control & match.game.cherbourg
    assert match.position.forts_destroyed & match.game.cherbourg


@rule("8.6.A")
def test_they_may_break_it_off_and_never_try_again() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518; GE-243-Co 0518", "1 1 1 1 1 1")
    match.play("roll")
    while match.prompt.step == "losses":
        match.play(match.prompt.actions[0])
    assert match.prompt.text.startswith("Attack Cherbourg again?")
    match.play("end")
    assert "The Allies break the Cherbourg Assault off." in told(match)
    again = siege(f"{BESIEGERS}; GE-709-Co 0518", turn=3, cherbourg_assaulted=True, dice="1 1 1 1")
    assert again.prompt.step != "cherbourg attack"


@rule("8.6.A")
def test_to_decline_costs_nothing() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518", "1 1 1 1")
    match.play("end")
    assert not match.position.cherbourg_assaulted
    assert match.prompt.step != "cherbourg attack"


@rule("8.6.A")
def test_it_is_possible_only_while_cherbourg_is_cut_off() -> None:
    # From 0519 the zone of an Allied unit cuts the peninsula from coast to coast; from 0618 it leaves the west free.
    match = siege("US-4-Inf 0519; GE-709-Co 0518")
    assert match.prompt.step == "cherbourg attack"
    match = siege("US-4-Inf 0618; GE-709-Co 0518", "1 1 1 1")
    assert match.prompt.step != "cherbourg attack"
    # What counts is the moment, not the marker of the last supply check.
    match = siege("US-4-Inf 0618; GE-709-Co 0518", "1 1 1 1", oos="GE-709-Co")
    assert match.prompt.step != "cherbourg attack"


@rule("8.6.A")
@pytest.mark.parametrize("units", [f"{BESIEGERS}", "US-4-Inf 0620; GE-709-Co 0518; US-9-Inf 0419", "GE-709-Co 0518"])
def test_without_defenders_or_attackers_nobody_is_asked(units: str) -> None:
    assert siege(units, "1 1 1 1").prompt.step != "cherbourg attack"


@rule("8.6.A")
def test_everyone_beside_cherbourg_takes_part_unless_held_back() -> None:
    match = siege(f"{BESIEGERS}; US-9-Inf 0618; US-79-Inf 0420; GE-709-Co 0518")
    everyone = ["US-4-Inf", "US-90-Inf", "US-9-Inf", "US-82-AB", "US-2-Arm"]
    assert sorted(names(match, "hold-back")) == sorted(everyone)
    assert names(match, "join") == []
    before = bocage.forecast(match).attack.strength
    match.play("hold-back US-2-Arm")
    assert bocage.forecast(match).attack.strength == before - 6
    assert names(match, "join") == ["US-2-Arm"]
    match.play("join US-2-Arm")
    assert bocage.forecast(match).attack.strength == before
    assert refused(match, "join US-79-Inf")[0] == "13.1.C"
    assert refused(match, "join US-2-Arm")[0] == "13.2.C"
    assert refused(match, "hold-back US-79-Inf") == ("8.6.A", "US-79-Inf does not attack Cherbourg")


@rule("8.6.A", "13.2.A", "R20")
def test_a_headquarters_goes_along_only_with_attackers_of_its_hex() -> None:
    match = siege("US-4-Inf 0519; US-1A-HQ 0519; US-9-Inf 0618; GE-709-Co 0518")
    assert "US-1A-HQ" not in names(match, "hold-back")  # nobody is risked without being asked
    match.play("join US-1A-HQ")
    match.play("hold-back US-4-Inf")
    assert names(match, "hold-back") == ["US-9-Inf"]
    assert refused(match, "join US-1A-HQ")[0] == "13.2.A"
    match.play("hold-back US-9-Inf")
    assert refused(match, "roll") == ("8.6.A", "choose the attacking units first")
    assert may(match, "end")


@rule("8.6.A", "7.3.E", "9.2.B")
def test_refitting_and_grounded_units_do_not_attack() -> None:
    match = siege("US-4-Inf 0519; US-2-Arm 0519; US-9-Inf 0618; GE-709-Co 0518", refit="US-2-Arm", grounded="US-9-Inf")
    assert names(match, "hold-back") == ["US-4-Inf"]
    assert refused(match, "join US-2-Arm")[0] == "7.3.E"
    assert refused(match, "join US-9-Inf")[0] == "9.2.B"


@rule("8.6.A", "13.9.A.1", "R20")
def test_cherbourg_counts_as_a_city_and_nothing_more() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518")
    attack = bocage.forecast(match).attack
    assert [(found.points, found.rule) for found in attack.modifiers] == [(-2, "13.9.A.1")]
    assert attack.modifiers[0].why == "the defenders are in a city"


@rule("8.6.A", "17.5.3.C", "17.5.3.B", "R20")
def test_each_attack_may_have_one_tactical_air_unit() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518; GE-243-Co 0518; GE-91-Inf 0518", "1 1 1 1", air_support=2)
    match.play("air")  # ruling R20
    assert refused(match, "air")[0] == "17.5.3.C"
    match.play("roll")
    while match.prompt.step == "losses":
        match.play(match.prompt.actions[0])
    assert match.position.air_support == 1
    assert may(match, "air")
    assert bocage.forecast(match).attack.points == -2
    assert match.why_not("hobart") is not None  # the 79th does not help here (R20)


@rule("8.6.A", "R20")
def test_units_that_have_assaulted_or_attacked_this_turn_may_storm_cherbourg() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518", moved="US-2-Arm US-4-Inf", assaulted="US-2-Arm")
    assert {"US-2-Arm", "US-4-Inf"} <= set(names(match, "hold-back"))


@rule("8.6.A", "13.7.4")
def test_attackers_that_are_lost_do_not_attack_again() -> None:
    match = siege("US-82-AB 0519; US-4-Inf 0519 reduced; GE-709-Co 0518; GE-243-Co 0518; GE-91-Inf 0518", "1 1 1 1")
    match.play("roll")
    while match.prompt.step == "losses":
        match.play(match.prompt.actions[0])
    left = [unit for unit in ("US-82-AB", "US-4-Inf") if steps(match, unit)]
    assert len(left) == 1
    assert match.prompt.step == "cherbourg attack"
    assert names(match, "hold-back") == left


@rule("8.6.A")
def test_when_every_attacker_is_lost_the_assault_is_over() -> None:
    match = siege("US-82-AB 0519; GE-709-Co 0518; GE-243-Co 0518; GE-91-Inf 0518", "1 1 1 1 1 1")
    match.play("roll")
    assert where(match, "US-82-AB") != "0519"
    assert match.prompt.step not in ("cherbourg attack", "advance")


@rule("8.6.A")
def test_the_first_attack_can_be_thought_over() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518", "1 1 1 1")
    match.play("hold-back US-2-Arm")
    match.undo()
    assert "US-2-Arm" in names(match, "hold-back")
    assert not match.position.cherbourg_assaulted


@rule("8.6.B")
@pytest.mark.parametrize(("die", "turns"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_a_die_says_how_long_the_port_stays_shut(die: int, turns: int) -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518", f"6 1 {die}", oos="GE-709-Co")
    match.play("roll")
    match.play("advance US-2-Arm")
    assert match.position.cherbourg_turn == 2 + turns


@rule("8.6.C")
def test_the_turn_of_the_port_is_noted_and_it_opens_then() -> None:
    match = siege(f"{BESIEGERS}; GE-709-Co 0518", "6 1 1")
    match.play("roll")
    while match.prompt.step == "losses":
        match.play(match.prompt.actions[0])
    match.play("advance US-2-Arm")
    assert match.position.cherbourg_turn == 2 + 3
    position = match.position.copy()
    for turn, operational in ((4, False), (5, True)):
        position.turn = turn
        assert match.game.look(position).cherbourg_operational() is operational
