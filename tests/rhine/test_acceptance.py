"""Acceptance tests told as whole battles and turns, each by its number in the list of facts (T-G).

Those that a test of their own chapter asserts word by word are not repeated here.
"""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.matches.match import Match
from tests.cases import rule
from tests.rhine.asking import listed, refused
from tests.rhine.asking import log as read_log
from tests.rhine.combat.fighting import at, field, ground, has, play, reckon, said, verbs

ENOUGH = "3 3 3 3 3 3 3 3"


def battle(units: str, battles: str, dice: str, row: str = "allied battles", **fields: Any) -> Match:
    """The battles of a phase around Dieppe, with dice enough for what follows."""
    return field(units, row, dice=f"{dice} {ENOUGH}", battles=battles, **fields)


def evreux(units: str, dice: str, *answers: str, attackers: str = "US-5C US-8C", **fields: Any) -> Match:
    """Two American corps in 2309 and 2310 attack 2410, from which only 2509 and 2510 lead back."""
    given = {"first_beaches": "2208", "allied_control": "2208", **fields}
    match = battle(f"US-5C 2309; US-8C 2310; {units}", f"2410: {attackers}", dice, **given)
    return play(match, *answers)


# The table and its columns


@rule("SHIFT.1", "SHIFT.2")
def test_four_columns_up_and_two_down_on_two_to_one_are_four_to_one() -> None:
    """T-G04: the sum comes first. Limited first, 2:1 with four up is 4:1, and two down from there 2:1 again."""
    forest = "4511"
    look = ground(
        f"US-7C 4411; US-5C 4411; US-4AD 4411; DE-25K {forest}; DE-21Pz {forest}; DE-s503 {forest}",
        weather="good", allied_control="4219",
    )  # fmt: skip
    found = reckon(look, forest, "US-7C US-5C US-4AD")
    assert (found.attack, found.defence, found.basic) == (2 * 8, 4, "2:1")
    assert sorted(shift.columns for shift in found.shifts) == [-1, -1, 1, 1, 2]
    assert found.final == "4:1"


@rule("PRESS.1", "PRESS.3", "PRESS.4", "PRESS.5")
def test_a_pressed_attack_at_two_to_one_and_those_that_cannot_be_pressed() -> None:
    """T-G06: A5 reads 3:1 = DR; A2 reads 3:2 = D; at 1:2 refused; British refused."""
    units = "US-5C 2815; US-2AD 2815; DE-25K 2814"
    for die, line in (("5", "Die 5 on 3:1 instead of 2:1: DR."), ("2", "Die 2 on 3:2 instead of 2:1: D.")):
        match = play(battle(units, "2814: US-5C US-2AD", die), "fight", "press", "no-retreat")
        assert line in said(match)
    weak = battle("US-5C 2815; DE-84K 2814 deployed", "2814: US-5C", "3")
    assert "is 1:2" in weak.prompt.text
    assert refused(weak, "press") == ("PRESS.1", "only an attack at final odds above 1:2 can be pressed")
    british = battle("BR-1C 2815; BR-7AD 2815; DE-25K 2814", "2814: BR-1C BR-7AD", "3")
    assert refused(british, "press") == ("PRESS.5", "the British do not press their attacks")
    early = battle(units, "2814: US-5C US-2AD", "3")
    assert refused(early, "press") == ("PRESS.1", "say first that the attack is fought: then it can be pressed")


# Landings

BEACH = {"first_beaches": "2716 2917", "allied_control": "2917", "landing_at": "US-5C 2716"}


@rule("DD.7", "DD.6")
@pytest.mark.parametrize(
    ("defender", "die", "result"),
    [("DE-84K", "2", "D"), ("DE-1SS", "3", "D means no effect for 1. SS Panzer Division")],
)
def test_a_landing_unit_that_neither_won_nor_lost_attacks_again_in_the_next_combat_phase(
    defender: str, die: str, result: str
) -> None:
    """T-G20: with D or none it must attack again; with AD or AE it is gone for good, the second time too."""
    match = battle(f"{defender} 2716", "2716: US-5C", f"{die} 1", **BEACH)
    play(match, "fight", "steady", "no-retreat")
    assert result in said(match)
    assert (at(match, "US-5C"), has(match, "disrupted", "US-5C")) == ("sea", False)
    assert (match.prompt.step, match.position.stage) == ("allocation", "exploitation")
    assert refused(match, "end")[0] == "DD.7"
    play(match, "attack 2716", "join US-5C", "commit", "end")
    assert refused(match, "call-off")[0] == "DD.7"
    play(match, "fight", "steady", "no-retreat")
    assert at(match, "US-5C") == "dead"
    assert "US 5 Corps is eliminated." in said(match)


@rule("DD.6", "AE.1")
def test_a_landing_unit_that_suffers_ae_is_gone_for_good() -> None:
    """T-G20: with AE, even where the defence is worth less than the unit."""
    match = battle("DE-25K 2716; DE-s503 2716", "2716: US-5C", "1", **BEACH)
    play(match, "fight", "steady", "may-retreat")
    assert "3 against 2 is 3:2" in said(match)
    assert "Die 1 on 1:1: AE." in said(match)
    assert at(match, "US-5C") == "dead"
    assert match.position.landing_at == {}


# Panzer points


@rule("REPL.7", "REPL.8", "REPL.9")
def test_two_panzer_points_saved_give_a_brigade_group() -> None:
    """T-G28: turn 1 none; two saved give a brigade; a division not before three turns after its loss."""
    row = "german replacements"
    units = "DE-PzB1 schedule; DE-21Pz calendar; DE-84K calendar; DE-9Pz schedule"
    lost = {"DE-21Pz": 1, "DE-84K": 1}
    first = bocage.position("rhine", turn=1, at=row, units=units, lost_turn=lost)
    assert first.position.panzer_points == 0
    assert not listed(first, "pick") & {"DE-PzB1", "DE-21Pz"}
    second = bocage.position("rhine", turn=2, at=row, units=units, lost_turn=lost)
    assert second.position.panzer_points == 1
    assert refused(second, "pick DE-PzB1")[0] == "REPL.8"
    assert refused(second, "pick DE-21Pz")[0] == "REPL.9"
    third = bocage.position("rhine", turn=3, at=row, units=units, lost_turn=lost, panzer_points=1)
    assert third.position.panzer_points == 2
    assert refused(third, "pick DE-21Pz")[0] == "REPL.9"
    play(third, "pick DE-PzB1", "place 5212")
    assert (at(third, "DE-PzB1"), third.position.panzer_points) == ("5212", 0)
    fourth = bocage.position("rhine", turn=4, at=row, units=units, lost_turn=lost)
    assert "DE-21Pz" in listed(fourth, "pick")


# One battle


@rule("SEQ.5", "METZ.1", "MAND.4", "PRESS.2", "NR.1", "DR.1", "DR.3", "ADV.1")
def test_the_order_inside_a_battle() -> None:
    """T-G31: fort roll, odds, call off, press, No Retreat!, die, distance (attacker), route (defender), advance."""
    units = "US-5C 4606; US-8C 4606; DE-84K 4505"
    match = battle(units, "4505: US-5C US-8C", "5 5", turn=6, allied_control="4219 4606")
    asked: list[tuple[str, str]] = []

    def answer(*actions: str) -> None:
        for action in actions:
            asked.append((match.prompt.side, match.prompt.step))
            match.play(action)

    assert match.position.rolls == 1
    assert "6 against 3 is 2:1" in match.prompt.text  # the forts are in it; Short supply makes it 3:2
    assert verbs(match) == ["fight", "call-off"]
    answer("fight", "press", "may-retreat")
    assert match.position.rolls == 2
    answer("distance 1")
    answer(str(match.prompt.actions[0]))
    answer("pick US-5C")
    assert asked == [
        ("allied", "attack or call off"), ("allied", "pressed attack"), ("german", "no retreat"), ("allied", "rout"),
        ("german", "retreat"), ("allied", "advance"),
    ]  # fmt: skip
    told = said(match)
    order = [
        "Die 5: the forts of Metz (4505) are restored.", "6 against 3 is 2:1", "press the attack.",
        "Die 5 on 2:1 instead of 3:2: DR.", "must retreat 1 hex.", "84. Infanterie Korps retreats 4505-",
    ]  # fmt: skip
    places = [told.index(words) for words in order]
    assert places == sorted(places)


@rule("SEQ.5", "DW.1", "ADV.1")
def test_recovery_is_the_last_thing_in_a_battle() -> None:
    """T-G31: advance, then recovery."""
    match = evreux("DE-84K 2410 disrupted", "2", "fight", "steady", "may-retreat", "retreat 2509", "stop")
    assert match.prompt.step == "advance"
    assert has(match, "disrupted", "DE-84K")
    play(match, "pick US-5C", "advance 2410")
    assert has(match, "disrupted", "DE-84K")
    play(match, "end")
    assert not has(match, "disrupted", "DE-84K")
    assert said(match).index("US 5 Corps advances into 2410.") < said(match).index("84. Infanterie Korps recovers")


# Around 2509 and 2609: a way back of two hexes and no third.
# Whoever defends there is Isolated, so it is 4:1.
POCKET = "US-20C 2510; US-19C 2610; US-15C 2508; US-7C 2709; US-12C 2708; US-3C 2608"


@rule("NR.1", "DR.1", "DR.2", "DR.4", "RET.3")
def test_routs_with_and_without_a_way_out() -> None:
    """T-G32: No Retreat! turns DR into elimination and DW into Disruption in place; three hexes named and two open
    eliminate, a friend on the second one saves."""
    standing = evreux("DE-84K 2410", "5", "fight", "steady", "no-retreat")
    assert "Die 5 on 3:1: DR." in said(standing)
    assert at(standing, "DE-84K") == "calendar"
    held = evreux("DE-84K 2410", "3", "fight", "steady", "no-retreat")
    assert "Die 3 on 3:1: DW." in said(held)
    assert (at(held, "DE-84K"), has(held, "disrupted", "DE-84K")) == ("2410", True)
    two_open = evreux(f"{POCKET}; DE-84K 2410", "4", "fight", "steady", "may-retreat", "distance 2")
    assert at(two_open, "DE-84K") == "2609"
    caught = evreux(f"{POCKET}; DE-84K 2410", "4", "fight", "steady", "may-retreat", "distance 3")
    assert at(caught, "DE-84K") == "calendar"
    assert "84. Infanterie Korps has no way to retreat 3 hexes from 2410." in said(caught)
    saved = evreux(f"{POCKET}; DE-84K 2410; DE-2Pz 2609", "4", "fight", "steady", "may-retreat", "distance 3")
    assert (at(saved, "DE-84K"), has(saved, "disrupted", "DE-84K")) == ("2609", True)


@rule("DW.1", "DW.2", "D.1", "D.2", "RET.3")
def test_a_dw_without_a_way_out_and_the_three_choices_of_a_d() -> None:
    """T-G33: DW blocked: Disrupted in place; D: stay Disrupted, 1 hex Undisrupted, 2-4 hexes Disrupted."""
    blocked = evreux("US-20C 2510; US-15C 2509; DE-84K 2410", "2", "fight", "steady", "may-retreat")
    assert "Die 2 on 4:1: DW." in said(blocked)
    assert (at(blocked, "DE-84K"), has(blocked, "disrupted", "DE-84K")) == ("2410", True)
    ways = {
        ("stay",): ("2410", True),
        ("retreat 2509", "stop"): ("2509", False),
        ("retreat 2509", "retreat 2609", "stop"): ("2609", True),
        ("retreat 2509", "retreat 2609", "retreat 2709", "stop"): ("2709", True),
        ("retreat 2509", "retreat 2609", "retreat 2709", "retreat 2810"): ("2810", True),
    }
    for answers, outcome in ways.items():
        match = evreux("DE-84K 2410", "1", "fight", "steady", "may-retreat")
        assert "Die 1 on 3:1: D." in said(match)
        assert (match.prompt.side, verbs(match)) == ("german", ["retreat", "stay"])
        play(match, *answers)
        assert (at(match, "DE-84K"), has(match, "disrupted", "DE-84K")) == outcome


@rule("SEQ.5", "SS.3", "DIS.3")
def test_who_recovers_after_an_attack_at_one_to_one() -> None:
    """T-G34: with A2 the AD is read on 3:2 as D: a Disrupted korps stays so, to SS the D is none and it recovers."""
    for defender, state, disrupted in (("DE-2FJK", "", False), ("DE-67K", "deployed ", True), ("DE-12SS", "", False)):
        factors = "US-5C 2815 deployed" if state else "US-5C 2815"
        match = battle(f"{factors}; {defender} 2814 {state}disrupted", "2814: US-5C", "2")
        play(match, "fight", "steady", "no-retreat")
        assert "Die 2 on 3:2 instead of 1:1: D." in said(match)
        assert has(match, "disrupted", defender) == disrupted


@rule("ADV.3", "ADV.4", "ADV.5", "ADV.6")
def test_how_far_armour_and_infantry_advance() -> None:
    """T-G35: armour after DE goes 3 hexes, after DR 2 and only along the path; infantry beside the vacated hex is
    stopped by a zone of control."""
    units = "US-2AD 2310; DE-25K 2410; DE-21Pz 2412"
    three = {"attackers": "US-5C US-8C US-2AD"}
    killed = evreux(units, "6", "fight", "steady", "may-retreat", "pick US-2AD", "advance 2410", **three)
    assert "DE." in said(killed)
    play(killed, "advance 2510", "advance 2610")
    assert at(killed, "US-2AD") == "2610"
    assert refused(killed, "advance 2709") == ("ADV.3", "armour advances 3 hexes at most after this result")
    routed = evreux(units, "4", "fight", "steady", "may-retreat", "distance 3", **three)
    play(routed, "retreat 2509", "retreat 2609", "retreat 2709", "pick US-2AD", "advance 2410")
    assert refused(routed, "advance 2510") == ("ADV.3", "2510 is not on the path of a unit that retreated")
    play(routed, "advance 2509")
    assert refused(routed, "advance 2609") == ("ADV.3", "armour advances 2 hexes at most after this result")
    # 21. Panzer in 2412 controls 2411, which is vacant and next to both; nothing controls 2309 or 2409.
    play(routed, "pick US-8C")
    assert refused(routed, "advance 2411")[0] == "ADV.6"
    play(routed, "pick US-5C", "advance 2409")
    assert at(routed, "US-5C") == "2409"


# The sealed record


@rule("SR.4", "SR.5")
def test_the_allies_learn_nothing_of_the_record_before_the_shortened_last_turn_ends() -> None:
    """T-G37: the Allied view is the same whether the record says returning or not, until that turn ends."""
    units = "DE-1SS 5013; DE-2SS 5013; DE-12SS 5014; DE-s502 5014; DE-2SSK 5013; DE-84K 4814; DE-9Pz dead; US-5C 3010"
    twins = [
        bocage.position("rhine", turn=7, at="strategic reserve", units=units, dice="6 " * 40, paris_entered=True)
        for _ in range(2)
    ]
    twins[0].play("withdraw-to-return")
    twins[1].play("withdraw-to-stay")
    returns, stays = twins
    steps = 0
    while stays.outcome is None:
        assert returns.view("allied") == stays.view("allied")
        assert returns.view(None) == stays.view(None)
        assert read_log(returns, "allied") == read_log(stays, "allied")
        assert returns.text("allied") == stays.text("allied")
        prompts = [match.prompts.get("allied") for match in twins]
        if prompts[0] is not None and prompts[1] is not None:
            assert prompts[0].text == prompts[1].text
            assert [str(action) for action in prompts[0].actions] == [str(action) for action in prompts[1].actions]
            assert prompts[0].warnings == prompts[1].warnings
        assert returns.prompt.step == stays.prompt.step
        for match in twins:
            quiet = [str(action) for action in match.prompt.actions if action.verb in ("end", "wait")]
            match.play(quiet[0])
        steps += 1
    assert steps > 20
    assert (stays.position.turn, stays.outcome.rule) == (12, "SR.5")
    assert returns.outcome is None
    assert returns.position.turn == 13
