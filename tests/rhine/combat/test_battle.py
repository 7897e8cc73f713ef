"""A battle in its order: reveal, odds, call off, press, No Retreat!, die, results, recovery (SEQ.5)."""

from __future__ import annotations

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.position import Battle
from tests.cases import rule
from tests.rhine.combat.fighting import at, cases, field, has, play, said, verbs

# Two US corps against a korps at three to one: die 6 DE, 5 and 4 DR, 3 and 2 DW, 1 D.
STRONG = "US-5C 2815; US-8C 2914; DE-84K 2814"
BOTH = "2814: US-5C US-8C"
# One corps against a deployed korps at one to two: 6 DR, 5 DW, 4 D, 3 AD, 2 and 1 AE.
WEAK = "US-5C 2815; DE-84K 2814 deployed"
ENOUGH = "3 3 3 3 3 3 3 3"


def battle(units: str, battles: str, dice: str = "", **fields: object) -> Match:
    """The Allied battles of a turn, with these dice; whatever comes after them has dice enough."""
    return field(units, dice=f"{dice} {ENOUGH}", battles=battles, **fields)


def german(units: str, battles: str, dice: str = "", **fields: object) -> Match:
    """The German battles of a turn."""
    return field(units, "german battles", dice=f"{dice} {ENOUGH}", battles=battles, **fields)


def linked(match: Match, *battles: Battle) -> Match:
    """Write down which battle demands which, as the allocation does."""
    match.position.battles = battles
    return match


# The die


@rule("CRT.1", "R1")
def test_six_is_the_best_number_for_either_attacker() -> None:
    for die, result in (("6", "DE"), ("1", "D")):
        match = play(battle(STRONG, BOTH, die), "fight", "steady", "may-retreat")
        assert f"Die {die} on 3:1: {result}." in said(match)
    korps = "DE-1SS 2814; DE-2SSK 2814; US-82AB 2815"
    for die, result in (("6", "DE"), ("2", "DW")):
        match = play(german(korps, "2815: DE-1SS DE-2SSK", die), "fight", "steady", "may-retreat")
        assert f"Die {die} on 4:1: {result}." in said(match)


# Which battle is next


@rule("NAT.5")
def test_british_battles_are_resolved_before_american_ones() -> None:
    units = "US-5C 2815; BR-1C 2914; BR-8C 2714; DE-84K 2814; DE-81K 3014; DE-67K 2713"
    match = battle(units, "2814: US-5C; 3014: BR-1C; 2713: BR-8C")
    assert [str(action) for action in match.prompt.actions] == ["resolve 2713", "resolve 3014"]
    refusal = match.why_not("resolve 2814")
    assert refusal is not None
    assert refusal.rule == "NAT.5"
    assert match.why_not("resolve 2716").rule == "SEQ.5"  # type: ignore[union-attr]
    play(match, "resolve 2713", "call-off", "fight")  # the second British one is the only one that may follow
    assert match.prompt.side == "german"
    assert match.position.battles[0].attackers == 1 << match.game.unit_numbers["US-5C"]


@rule("SEQ.11", "NAT.5")
def test_the_german_resolves_his_battles_in_any_order() -> None:
    match = german("DE-1SS 2814; DE-LehrPz 2713; US-5C 2815; BR-1C 2714", "2815: DE-1SS; 2714: DE-LehrPz")
    assert [str(action) for action in match.prompt.actions] == ["resolve 2714", "resolve 2815"]


@rule("NAT.4", "R102")
def test_a_defender_may_be_attacked_twice_and_the_attacker_says_by_whom_first() -> None:
    units = "US-5C 2815; US-8C 2914; US-19C 2714; DE-84K 2814"
    match = battle(units, "2814: US-5C; 2814: US-8C US-19C", dice="2")
    assert match.prompt.text == (
        "There are several battles for 2814: name an attacker of the one to be resolved first."
    )
    assert {str(action) for action in match.prompt.actions} == {"with US-5C", "with US-8C", "with US-19C"}
    play(match, "with US-19C")
    assert "US 8 Corps and US 19 Corps" in match.log()[-2][2]
    play(match, "fight", "steady", "no-retreat")  # 3:1, die 2: DW, and the korps stays
    assert has(match, "disrupted", "DE-84K")
    assert verbs(match) == ["fight", "call-off"]
    assert "US 5 Corps against 84. Infanterie Korps" in said(match)


# The order inside one battle


@rule("SEQ.5", "PRESS.2", "NR.1", "MAND.4")
def test_odds_then_call_off_then_press_then_no_retreat_then_the_die() -> None:
    match = battle(STRONG, BOTH, dice="5")
    assert (match.prompt.side, verbs(match)) == ("allied", ["fight", "call-off"])
    assert "6 against 2 is 3:1" in match.prompt.text
    assert not has(match, "attacked", "US-5C")
    play(match, "fight")
    assert has(match, "attacked", "US-5C")
    assert (match.prompt.side, verbs(match)) == ("allied", ["press", "steady"])
    play(match, "press")
    assert (match.prompt.side, verbs(match)) == ("german", ["no-retreat", "may-retreat"])
    assert "at 3:1, pressed" in match.prompt.text
    play(match, "may-retreat")
    assert "Die 5 on 4:1 instead of 3:1: DE." in said(match)
    assert at(match, "DE-84K") == "calendar"


@rule("SEQ.5")
def test_after_the_die_come_the_distance_the_route_the_advance_and_then_the_recovery() -> None:
    match = battle(STRONG, BOTH, dice="4")
    play(match, "fight", "steady", "may-retreat")
    assert (match.prompt.side, match.prompt.step) == ("allied", "rout")
    play(match, "distance 2")
    assert (match.prompt.side, match.prompt.step) == ("german", "retreat")
    assert has(match, "disrupted", "DE-84K")
    play(match, "retreat 2813", "retreat 2812")
    assert (match.prompt.side, match.prompt.step) == ("allied", "advance")


@rule("SEQ.5")
def test_those_who_were_disrupted_recover_after_the_advance() -> None:
    # 3:1 against a Disrupted korps: die 2 on 4:1 is a DW, and it goes back one hex.
    match = battle(STRONG + " disrupted", BOTH, dice="2")
    play(match, "fight", "steady", "may-retreat", "retreat 2813", "stop")
    assert match.prompt.step == "advance"
    assert has(match, "disrupted", "DE-84K")
    while match.prompt.step == "advance":
        play(match, str(match.prompt.actions[0]))
    assert said(match).index("advances") < said(match).index("84. Infanterie Korps recovers")


@rule("PRESS.5")
def test_the_british_are_not_asked_to_press() -> None:
    match = battle("BR-1C 2815; BR-8C 2914; DE-84K 2814", "2814: BR-1C BR-8C")
    play(match, "fight")
    assert (match.prompt.side, verbs(match)) == ("german", ["no-retreat", "may-retreat"])


@rule("PRESS.1")
def test_at_one_to_two_nobody_is_asked_to_press() -> None:
    match = battle(WEAK, "2814: US-5C")
    play(match, "fight")
    assert match.prompt.side == "german"
    assert match.why_not("press").rule == "NR.1"  # type: ignore[union-attr]


@rule("PRESS.1")
def test_germans_and_french_may_press() -> None:
    match = german("DE-1SS 2814; US-82AB 2815", "2815: DE-1SS")
    play(match, "fight")
    assert (match.prompt.side, verbs(match)) == ("german", ["press", "steady"])
    match = battle("FR-2AD 2815; DE-25K 2814", "2814: FR-2AD")
    play(match, "fight")
    assert (match.prompt.side, verbs(match)) == ("allied", ["press", "steady"])


@rule("PRESS.3", "PRESS.4")
@pytest.mark.parametrize(("die", "line"), [("4", "Die 4 on 4:1 instead of 3:1: DR."), ("3", "Die 3 on 2:1 instead of")])
def test_a_pressed_die_is_read_beside_the_final_odds(die: str, line: str) -> None:
    match = play(battle(STRONG, BOTH, dice=die), "fight", "press", "may-retreat")
    assert line in said(match)


@rule("DIS.3", "PRESS.3", "R12")
def test_pressed_against_disrupted_defenders_behind_a_river_a_four_is_read_on_four_to_one() -> None:
    units = "US-5C 3015; US-8C 3015; DE-84K 3115 disrupted"
    match = battle(units, "3115: US-5C US-8C", dice="4")
    play(match, "fight", "press", "may-retreat")
    assert "Die 4 on 4:1 instead of 2:1: DR." in said(match)


# Nothing to fight, or nobody who can


@rule("SEQ.5", "SET.7", "R22")
def test_a_dummy_in_the_landing_hex_vanishes_and_the_battle_lapses() -> None:
    match = field(
        "DE-Dummy1 2716 down; US-8C 2815; DE-84K 2814", allied_control="2917", first_beaches="2716 2917",
        landing_at="US-5C 2716", battles="2716: US-5C; 2814: US-8C",
    )  # fmt: skip
    play(match, "resolve 2716")
    assert at(match, "DE-Dummy1") == "dead"
    assert "Nothing is left to fight for at Dieppe (2716)" in said(match)
    assert not has(match, "attacked", "US-5C")


@rule("SUP.21", "SUP.18", "R92")
def test_an_attacker_without_supply_when_it_comes_to_battle_stays_out_of_it() -> None:
    match = battle("US-5C 2815; US-8C 2803; DE-84K 2814; DE-81K 2802", "2814: US-5C; 2802: US-8C")
    play(match, "resolve 2802")
    assert "US 8 Corps has no supply any more and cannot attack." in said(match)
    assert "The attack on 2802 is called off." in said(match)
    assert not has(match, "attacked", "US-8C")
    match = battle("US-5C 2815 disrupted; US-8C 2914; DE-84K 2814", BOTH)
    assert "US 5 Corps is Disrupted and cannot attack." in said(match)
    assert "3 against 2" in said(match)


@rule("CRT.14")
def test_a_battle_that_comes_out_below_one_to_three_is_called_off_without_asking() -> None:
    units = "US-82AB 2815; DE-84K 2814 deployed; US-5C 2715; DE-81K 2714"
    match = battle(units, "2814: US-82AB; 2714: US-5C")
    play(match, "resolve 2814")
    assert "The attack on 2814 is called off." in said(match)
    assert "CRT.14" in cases(match)
    assert match.position.called_off == (1,)
    assert not has(match, "attacked", "US-82AB")


# Calling off


@rule("MAND.4")
def test_an_attack_may_be_called_off_and_its_attackers_have_not_attacked() -> None:
    match = battle(STRONG + "; US-19C 2714; DE-81K 2713", BOTH + "; 2713: US-19C")
    play(match, "resolve 2814", "call-off")
    assert match.position.called_off == (1,)
    assert match.position.fought == ()
    assert not has(match, "attacked", "US-5C")


@rule("MAND.4", "SEQ.4")
def test_disrupted_defenders_of_a_battle_called_off_recover_unless_another_battle_waits() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814 disrupted; US-19C 2714; DE-81K 2713"
    match = battle(units, "2814: US-5C; 2814: US-8C; 2713: US-19C")
    play(match, "resolve 2814", "with US-5C", "call-off")
    assert has(match, "disrupted", "DE-84K")
    play(match, "resolve 2814", "call-off")
    assert not has(match, "disrupted", "DE-84K")


@rule("SEQ.6", "MAND.4")
def test_in_the_exploitation_phase_nobody_recovers_by_that() -> None:
    units = "US-5C 2815; DE-84K 2814 disrupted; US-19C 2714; DE-81K 2713"
    match = field(
        units, "allied exploitation battles", stage="exploitation", battles="2814: US-5C; 2713: US-19C", dice="1"
    )
    play(match, "resolve 2814", "call-off")
    assert has(match, "disrupted", "DE-84K")


@rule("MAND.1", "MAND.4")
def test_a_battle_that_is_owed_to_one_already_fought_cannot_be_called_off() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814; DE-81K 2913"
    match = battle(units, "2814: US-5C; 2913: US-8C", dice="3")
    first, second = match.position.battles
    linked(match, first, Battle(2, second.targets, second.attackers, True, (1,)))
    play(match, "resolve 2814", "fight", "steady", "no-retreat")
    assert verbs(match) == ["fight"]
    refusal = match.why_not("call-off")
    assert refusal is not None
    assert refusal.rule == "MAND.1"


@rule("MAND.1", "MAND.4", "R51", "R94")
def test_calling_off_what_another_battle_demands_calls_that_off_too() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814 disrupted; DE-81K 2913; US-19C 2714; DE-67K 2713"
    match = battle(units, "2814: US-5C; 2913: US-8C; 2713: US-19C")
    first, second, third = match.position.battles
    linked(match, first, Battle(2, second.targets, second.attackers, True, (1,)), third)
    play(match, "resolve 2913")
    assert match.prompt.warnings == [
        "If it is called off, the attack on 2814, which demands it, is called off too (MAND.1)."
    ]
    play(match, "call-off")
    assert match.position.called_off == (2, 1)
    assert not has(match, "disrupted", "DE-84K")  # nobody attacks it any more
    assert verbs(match) == ["fight", "call-off"]  # the third battle goes its own way


@rule("MAND.1", "STK.6")
def test_a_hex_that_fills_up_when_two_battles_are_called_off_at_once_is_asked_about_once() -> None:
    """After each of the two its owner was asked about the hex, and the second time nobody was left to be named."""
    units = "US-5C 2815; US-8C 2914; US-19C 2714; DE-84K 2814; DE-67K 2713"
    units += "; DE-81K 2913; DE-74K 2913; DE-25K 2913 disrupted"
    match = battle(units, "2814: US-5C; 2913: US-8C; 2713: US-19C")
    first, second, third = match.position.battles
    linked(match, first, Battle(2, second.targets, second.attackers, True, (1,)), third)
    play(match, "resolve 2913", "call-off")
    assert match.position.called_off == (2, 1)
    assert match.prompt.side == "german"
    assert verbs(match) == ["disrupt"]
    play(match, "disrupt DE-81K")
    assert has(match, "disrupted", "DE-81K")
    assert verbs(match) == ["fight", "call-off"]


@rule("MAND.1", "R94")
def test_what_another_battle_against_the_same_hex_satisfies_may_be_called_off() -> None:
    units = "US-5C 2815; US-8C 2914; US-19C 3013; DE-84K 2814; DE-81K 2913"
    match = battle(units, "2814: US-5C; 2913: US-8C; 2913: US-19C", dice="4")
    first, second, third = match.position.battles
    linked(
        match, first, Battle(2, second.targets, second.attackers, True, (1,)),
        Battle(3, third.targets, third.attackers, False, (1,)),
    )  # fmt: skip
    play(match, "resolve 2913", "with US-8C")
    assert match.prompt.warnings == []
    play(match, "call-off")
    assert match.position.called_off == (2,)
    assert [pending.number for pending in match.position.battles] == [1, 3]


@rule("DD.7", "R99", "R94")
def test_those_who_must_try_to_land_again_may_not_call_their_attack_off() -> None:
    beach = {"allied_control": "2917", "first_beaches": "2716 2917", "landing_at": "US-5C 2716"}
    first = field("DE-84K 2716", battles="2716: US-5C", **beach)
    assert verbs(first) == ["fight", "call-off"]
    match = field("DE-84K 2716", battles="2716: US-5C", stalled="US-5C", **beach)
    assert verbs(match) == ["fight"]
    refusal = match.why_not("call-off")
    assert refusal is not None
    assert refusal.rule == "DD.7"
    # Nor may a battle be called off that such a landing demands.
    match = field("DE-84K 2716; US-8C 2914; DE-81K 2814", battles="2716: US-5C; 2814: US-8C", stalled="US-5C", **beach)
    landing, other = match.position.battles
    linked(match, landing, Battle(2, other.targets, other.attackers, True, (1,)))
    play(match, "resolve 2814")
    refusal = match.why_not("call-off")
    assert refusal is not None
    assert (refusal.rule, "demands" in refusal.why) == ("DD.7", True)


@rule("SEQ.5", "NAT.5")
def test_nobody_is_asked_which_battle_comes_next_if_there_is_but_one() -> None:
    units = "US-5C 2815; US-8C 2815; US-19C 3013; DE-84K 2814; DE-81K 2914; DE-86K 3012"
    match = battle(units, "2814 2914: US-5C US-8C", dice="4")
    assert verbs(match) == ["fight", "call-off"], "one battle for two hexes"
    two = battle(units, "2814 2914: US-5C US-8C; 3012: US-19C", dice="4")
    assert {action.operand for action in two.prompt.actions} == {"2814", "2914", "3012"}
    play(two, "resolve 2914", "call-off")
    assert verbs(two) == ["fight", "call-off"]


# Goering's Blitz


@rule("BLITZ.1", "BLITZ.2", "R52")
def test_before_each_battle_of_the_blitz_turn_the_german_says_whether_it_is_supported() -> None:
    units = "DE-1SS 2814; US-5C 2815; DE-12SS 2109; US-8C 2009; DE-LehrPz 2713; US-19C 2714"
    match = german(units, "2815: DE-1SS; 2009: DE-12SS; 2714: DE-LehrPz", blitz_turn=4, dice="1")
    play(match, "resolve 2815")
    assert verbs(match) == ["support", "no-support"]
    play(match, "support")
    assert "Goering's Blitz supports the attack." in said(match)
    assert "BLITZ.1" in match.prompt.text
    play(match, "fight")
    assert match.game.board.names(match.position.blitz_targets) == ["2815"]


@rule("BLITZ.2", "R52")
def test_a_battle_farther_than_six_hexes_from_a_supported_one_gets_no_support() -> None:
    units = "DE-1SS 2814; US-5C 2815; DE-12SS 2109; US-8C 2009"
    far = german(units, "2815: DE-1SS; 2009: DE-12SS", blitz_turn=4, blitz_targets="2815")
    play(far, "resolve 2009")
    assert verbs(far) == ["fight", "call-off"]
    one = german(units, "2815: DE-1SS; 2009: DE-12SS", blitz_turn=4, blitz_targets="2815 2210")
    play(one, "resolve 2009")
    assert verbs(one) == ["fight", "call-off"]  # within six of all that were supported, not of one
    near = german(units, "2815: DE-1SS; 2009: DE-12SS", blitz_turn=4, blitz_targets="2210")
    play(near, "resolve 2009")
    assert verbs(near) == ["support", "no-support"]
    six = german(units, "2815: DE-1SS; 2009: DE-12SS", blitz_turn=4, blitz_targets="2809")
    play(six, "resolve 2815")
    board = six.game.board
    assert board.distance(board.index["2815"], board.index["2809"]) == 6
    assert verbs(six) == ["support", "no-support"]


@rule("BLITZ.1")
def test_in_any_other_turn_there_is_no_support_and_a_battle_called_off_uses_none() -> None:
    units = "DE-1SS 2814; US-5C 2815; DE-LehrPz 2713; US-19C 2714"
    other = german(units, "2815: DE-1SS; 2714: DE-LehrPz", blitz_turn=3)
    play(other, "resolve 2815")
    assert verbs(other) == ["fight", "call-off"]
    match = german(units, "2815: DE-1SS; 2714: DE-LehrPz", blitz_turn=4)
    play(match, "resolve 2815", "support", "call-off")
    assert match.position.blitz_targets == 0


# Results for the defenders


@rule("DE.1", "R31")
def test_de_eliminates_all_defenders_even_those_in_excess_of_stacking() -> None:
    corps = "US-5C 2815 deployed; US-8C 2914 deployed; US-19C 2714 deployed"
    stack = "DE-84K 2814; DE-81K 2814; DE-67K 2814 disrupted; DE-s503 2814"
    match = battle(f"{corps}; {stack}", "2814: US-5C US-8C US-19C", dice="6")
    assert "12 against 4 is 3:1" in match.prompt.text
    play(match, "fight", "press", "may-retreat")
    assert "Die 6 on 3:1 instead of 2:1: DE." in said(match)
    for unit in ("DE-84K", "DE-81K", "DE-67K", "DE-s503"):
        assert at(match, unit) == "calendar"


@rule("D.1", "DEP.3", "R10")
def test_d_disrupts_defenders_and_ends_their_deployment_unless_they_would_rather_go() -> None:
    match = battle(WEAK, "2814: US-5C", dice="4")
    play(match, "fight", "may-retreat")
    assert verbs(match)[-1] == "stay"
    play(match, "stay")
    assert has(match, "disrupted", "DE-84K")
    assert not has(match, "deployed", "DE-84K")


@rule("NR.1", "D.1", "R13")
def test_under_no_retreat_a_d_disrupts_in_place_and_nobody_is_asked() -> None:
    match = battle(WEAK, "2814: US-5C", dice="4")
    play(match, "fight", "no-retreat")
    assert has(match, "disrupted", "DE-84K")
    assert at(match, "DE-84K") == "2814"
    assert "retreat" not in verbs(match)


@rule("NR.1", "DW.1")
def test_under_no_retreat_a_dw_disrupts_in_place() -> None:
    match = play(battle(STRONG, BOTH, dice="2"), "fight", "steady", "no-retreat")
    assert "(DW)" in said(match)
    assert (at(match, "DE-84K"), has(match, "disrupted", "DE-84K")) == ("2814", True)


@rule("NR.1", "DR.1")
def test_under_no_retreat_a_dr_eliminates() -> None:
    match = play(battle(STRONG, BOTH, dice="4"), "fight", "steady", "no-retreat")
    assert at(match, "DE-84K") == "calendar"


@rule("NE.1", "SS.3")
def test_no_effect_leaves_both_sides_as_they_are() -> None:
    match = battle("US-5C 2815; DE-1SS 2814", "2814: US-5C", dice="3")
    play(match, "fight", "steady", "may-retreat")  # 1:1, die 3: D, which is nothing to the SS
    assert "D means no effect for 1. SS Panzer Division." in said(match)
    for unit in ("US-5C", "DE-1SS"):
        assert not has(match, "disrupted", unit)
    assert (at(match, "US-5C"), at(match, "DE-1SS")) == ("2815", "2814")


@rule("SS.3", "ABN.1")
@pytest.mark.parametrize("defender", ["DE-1SS", "DE-2FJK"])
def test_for_ss_and_parachutists_a_dw_is_a_d(defender: str) -> None:
    match = battle(f"US-5C 2815; {defender} 2814", "2814: US-5C", dice="4")
    play(match, "fight", "steady", "may-retreat")  # 1:1, die 4: DW
    assert "DW means D for" in said(match)
    assert "stay" in verbs(match)
    play(match, "stay")
    assert has(match, "disrupted", defender)


@rule("ABN.1")
def test_for_allied_airborne_divisions_a_d_is_nothing() -> None:
    match = german("DE-LehrPz 2814; US-82AB 2815", "2815: DE-LehrPz", dice="3")
    play(match, "fight", "steady", "may-retreat")  # 3:2, die 3: D
    assert "D means no effect for US 82nd Airborne Division." in said(match)
    assert not has(match, "disrupted", "US-82AB")


@rule("SS.3", "DW.1")
def test_units_of_one_hex_may_fare_differently() -> None:
    units = "US-5C 2815; US-8C 2914; DE-17SS 2814; DE-2Pz 2814"
    match = battle(units, BOTH, dice="3")
    play(match, "fight", "press", "no-retreat")  # 3:2 pressed, die 3: read on 1:1, D
    assert not has(match, "disrupted", "DE-17SS")
    assert has(match, "disrupted", "DE-2Pz")


@rule("PZB.2", "DR.1")
def test_a_rout_eliminates_a_panzer_brigade_group_and_routs_the_others() -> None:
    units = "US-5C 2815; US-8C 2914; DE-PzB1 2814; DE-25K 2814"
    match = battle(units, BOTH, dice="5", turn=6)
    play(match, "fight", "steady", "may-retreat")  # 6 against 3 is 2:1, die 5: DR
    assert at(match, "DE-PzB1") == "schedule"
    assert match.prompt.step == "rout"
    play(match, "distance 0")
    assert (at(match, "DE-25K"), has(match, "disrupted", "DE-25K")) == ("2814", True)


@rule("DE.1")
def test_a_dump_is_no_defender() -> None:
    match = german("DE-1SS 2814; DE-12SS 2914; US-82AB 2815; US-SUP 2815", "2815: DE-1SS DE-12SS", dice="6")
    play(match, "fight", "steady", "may-retreat")
    assert at(match, "US-82AB") == "dead"
    assert "US Supplies is eliminated" not in said(match)


# Recovery


@rule("SEQ.5")
def test_a_disrupted_defender_who_is_disrupted_again_stays_so() -> None:
    # 1:1 against a korps Disrupted by want of supply, so still deployed; die 2 would be AD, read on 3:2 it is D.
    match = battle("US-5C 2815 deployed; DE-84K 2814 deployed disrupted", "2814: US-5C", dice="2")
    assert "read one column higher" in match.prompt.text
    play(match, "fight", "steady", "no-retreat")
    assert "Die 2 on 3:2 instead of 1:1: D." in said(match)
    assert has(match, "disrupted", "DE-84K")


@rule("SEQ.5", "SS.3")
def test_a_disrupted_ss_division_recovers_when_the_d_is_nothing_to_it() -> None:
    match = battle("US-5C 2815; DE-1SS 2814 disrupted", "2814: US-5C", dice="2")
    play(match, "fight", "steady", "may-retreat")
    assert "Die 2 on 3:2 instead of 1:1: D." in said(match)
    assert not has(match, "disrupted", "DE-1SS")
    assert "SEQ.5" in cases(match)


@rule("SEQ.5", "AD.1")
def test_a_disrupted_defender_recovers_when_the_attack_fails() -> None:
    match = battle("US-5C 2815; DE-1SS 2814 disrupted", "2814: US-5C", dice="1")
    play(match, "fight", "steady", "may-retreat")
    assert "Die 1 on 3:2 instead of 1:1: AD." in said(match)
    assert not has(match, "disrupted", "DE-1SS")
    assert has(match, "disrupted", "US-5C")


@rule("SEQ.5", "DW.1")
def test_a_disrupted_defender_recovers_by_a_withdrawal_of_one_hex_and_not_by_a_longer_one() -> None:
    units = "US-5C 2815; DE-84K 2814 disrupted; US-19C 2613; DE-67K 2612"
    battles = "2814: US-5C; 2612: US-19C"
    short = play(battle(units, battles, dice="4"), "resolve 2814", "fight", "steady", "may-retreat")
    assert "DW" in said(short)
    play(short, "retreat 2813", "stop")
    while short.prompt.step == "advance":
        play(short, str(short.prompt.actions[-1]))
    assert (at(short, "DE-84K"), has(short, "disrupted", "DE-84K")) == ("2813", False)
    long = play(battle(units, battles, dice="4"), "resolve 2814", "fight", "steady", "may-retreat")
    play(long, "retreat 2813", "retreat 2812", "stop")
    while long.prompt.step == "advance":
        play(long, str(long.prompt.actions[-1]))
    assert has(long, "disrupted", "DE-84K")


@rule("SEQ.11", "SEQ.12")
def test_allied_defenders_recover_in_the_german_operational_phase_and_not_in_exploitation() -> None:
    units = "DE-1SS 2814; US-82AB 2815 disrupted"
    for row, stage in (("german battles", "operational"), ("german exploitation battles", "exploitation")):
        match = field(units, row, dice=f"1 {ENOUGH}", battles="2815: DE-1SS", stage=stage)
        play(match, "fight", "steady", "may-retreat")  # 3:2, read on 2:1 as the defenders are Disrupted
        assert "Die 1 on 2:1 instead of 3:2: AD." in said(match)
        assert ("US 82nd Airborne Division recovers" in said(match)) == (stage == "operational")


@rule("NAT.3")
def test_attackers_are_marked_when_the_battle_is_fought() -> None:
    match = play(battle(STRONG, BOTH, dice="2"), "fight")
    assert has(match, "attacked", "US-5C")
    assert has(match, "attacked", "US-8C")
    assert not has(match, "attacked", "DE-84K")
    assert match.position.fought == (1,)


@rule("SEQ.5")
def test_a_battle_replays_from_its_record() -> None:
    match = play(battle(STRONG, BOTH, dice="4"), "fight", "press", "may-retreat")
    again = bocage.load(match.text())
    assert again.position_hash == match.position_hash


# Units without factors


@rule("ATT.2", "ATT.1")
def test_a_unit_without_a_factor_denies_retreat_hexes_and_may_advance() -> None:
    units = "DE-2SSK 2814; DE-s503 2915; US-82AB 2815"
    alone = german(units, "2815: DE-2SSK", dice="4")
    play(alone, "fight", "steady", "may-retreat")  # two to one: DW, a D to airborne troops
    assert "2816" in {action.operand for action in alone.prompt.actions if action.verb == "retreat"}
    joined = german(units, "2815: DE-2SSK DE-s503", dice="4")
    play(joined, "fight", "steady", "may-retreat")
    assert "2816" not in {action.operand for action in joined.prompt.actions if action.verb == "retreat"}
    routed = german(units, "2815: DE-2SSK DE-s503", dice="6")
    play(routed, "fight", "steady", "may-retreat")  # three to one with the Tigers: DE
    assert routed.prompt.step == "advance"
    assert at(routed, "DE-2SSK") == "2815"
    play(routed, "pick DE-s503", "advance 2815")
    assert at(routed, "DE-s503") == "2815"
