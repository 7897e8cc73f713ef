"""Stone: major cities, fortress ports, the Siegfried Line, the forts of Metz and Nancy (CITY, FORT, SIEG, METZ)."""

from __future__ import annotations

import pytest

from bocage.engine.matches.match import Match
from tests.cases import rule
from tests.rhine.combat.fighting import at, cases, field, ground, has, play, reckon, said, shifts, verbs

ENOUGH = "3 3 3 3 3 3 3 3"
COTENTIN = {"first_beaches": "1717", "allied_control": "1717"}
ANTWERP = {"allied_control": "4219"}
# Metz (4505) and Nancy (4404) lie apart; 4606 and 4605 are clear and dry beside Metz, 4403 and 4503 beside Nancy.
LORRAINE = {"allied_control": "4219"}


def battle(units: str, battles: str, dice: str, row: str = "allied battles", **fields: object) -> Match:
    """The battles of a side, with dice enough for what follows."""
    return field(units, row, dice=f"{dice} {ENOUGH}", battles=battles, **fields)


# Major cities


@rule("CITY.1")
def test_in_a_major_city_a_dw_is_a_d_and_a_d_is_nothing() -> None:
    units = "BR-1C 2015; BR-8C 2014; DE-21Pz 1914"
    beach = {"first_beaches": "2015", "allied_control": "2015"}
    match = battle(units, "1914: BR-1C BR-8C", "2", **beach)
    play(match, "fight", "no-retreat")
    assert "Die 2 on 3:1: DW." in said(match)
    assert "DW means D for 21. Panzer Division." in said(match)
    assert (at(match, "DE-21Pz"), has(match, "disrupted", "DE-21Pz")) == ("1914", True)
    match = battle(units, "1914: BR-1C BR-8C", "1", **beach)
    play(match, "fight", "may-retreat")
    assert "Die 1 on 3:1: D." in said(match)
    assert "D means no effect for 21. Panzer Division." in said(match)
    assert not has(match, "disrupted", "DE-21Pz")


@rule("CITY.1", "D.2", "R13")
def test_in_a_major_city_the_defenders_may_still_go_on_a_d_unless_they_are_to_stand() -> None:
    units, beach = "BR-1C 2015; BR-8C 2014; DE-21Pz 1914", {"first_beaches": "2015", "allied_control": "2015"}
    match = battle(units, "1914: BR-1C BR-8C", "2", **beach)
    play(match, "fight", "may-retreat")
    assert {action.verb for action in match.prompt.actions} == {"retreat", "stay"}


@rule("CITY.2")
def test_a_garrison_that_stays_keeps_a_major_city_until_dr_or_de() -> None:
    units = "BR-1C 2015; BR-8C 2014; DE-21Pz 1914; BR-12C 2013; DE-2Pz 2113"
    beach = {"first_beaches": "2015", "allied_control": "2015"}
    dw = battle(units, "1914: BR-1C BR-8C; 2113: BR-12C", "2", **beach)
    play(dw, "resolve 1914", "fight", "may-retreat", "stay")
    assert not dw.position.allied_control >> dw.game.board.index["1914"] & 1
    routed = battle(units, "1914: BR-1C BR-8C; 2113: BR-12C", "4", **beach)
    play(routed, "resolve 1914", "fight", "no-retreat")
    assert "Die 4 on 3:1: DR." in said(routed)
    while routed.prompt.step == "advance":
        play(routed, str(routed.prompt.actions[0]))
    assert routed.position.allied_control >> routed.game.board.index["1914"] & 1


@rule("CITY.1", "SS.3", "R14")
def test_ss_in_a_major_city_improves_a_result_by_one_step_only() -> None:
    match = battle("BR-1C 2015; DE-1SS 1914", "1914: BR-1C", "4", first_beaches="2015", allied_control="2015")
    play(match, "fight", "no-retreat")
    assert "Die 4 on 1:1: DW." in said(match)
    assert "DW means D for 1. SS Panzer Division." in said(match)
    assert has(match, "disrupted", "DE-1SS")


# Fortress ports


@rule("FORT.1")
def test_a_fortress_port_defends_with_two_and_adds_them_to_its_garrison() -> None:
    look = ground("US-5C 1718; DE-84K 1619", **COTENTIN)
    assert reckon(look, "1619", "US-5C").defence == 2 + 2
    assert reckon(ground("US-5C 1718", **COTENTIN), "1619", "US-5C").defence == 2


@rule("FORT.1", "CITY.1")
def test_a_fortress_port_has_the_advantages_of_a_major_city() -> None:
    match = battle("US-5C 1718; US-8C 1518; US-19C 1518; DE-21Pz 1619", "1619: US-5C US-8C US-19C", "3", **COTENTIN)
    assert "9 against 4 is 2:1; +1 a defender is Unsupplied or Isolated (SUP.21): 3:1" in match.prompt.text
    play(match, "fight", "steady", "may-retreat")
    assert "DW means D for 21. Panzer Division." in said(match)


@rule("FORT.1")
def test_an_empty_fortress_fights_alone_asks_no_questions_and_falls_to_dr_or_de_only() -> None:
    for die, result, taken in (("5", "DW", False), ("6", "DR", True), ("3", "D", False)):
        match = battle("US-5C 1718", "1619: US-5C", die, **COTENTIN)
        play(match, "fight", "steady")
        assert f"Die {die} on 3:2: {result}." in said(match)
        assert ("the fortress falls" in said(match)) == taken
        assert bool(match.position.allied_control >> match.game.board.index["1619"] & 1) == taken
        assert at(match, "US-5C") == ("1619" if taken else "1718")


@rule("FORT.1", "DIS.3", "R91", "R16")
def test_an_empty_fortress_is_never_disrupted() -> None:
    look = ground("US-5C 1718; DE-84K 1618 disrupted", **COTENTIN)
    assert reckon(look, "1618", "US-5C").shaken
    assert not reckon(look, "1619", "US-5C").shaken
    assert not reckon(look, "1618 1619", "US-5C").shaken


@rule("FORT.1")
def test_a_fortress_helps_whoever_owns_it() -> None:
    look = ground("US-82AB 1619; DE-1SS 1718", **COTENTIN)
    assert reckon(look, "1619", "DE-1SS").defence == 2 + 2
    bare = ground("DE-1SS 1718", allied_control="1619 1717")
    assert reckon(bare, "1619", "DE-1SS").defence == 2


# The Siegfried Line


@rule("SIEG.1", "R95")
def test_a_siegfried_hex_adds_a_factor_to_one_german_infantry_korps_even_disrupted() -> None:
    for stack, total in (
        ("DE-84K 4814", 2 + 1),
        ("DE-84K 4814 disrupted", 2 + 1),
        ("DE-84K 4814; DE-81K 4814", 4 + 1),
        ("DE-84K 4814; DE-21Pz 4814", 4 + 1),
        ("DE-2FJK 4814", 3 + 1),
        ("DE-21Pz 4814", 2),
        ("DE-2SSK 4814", 5),
        ("DE-84K 4713", 2),
    ):
        look = ground(f"US-5C 4714; {stack}", **ANTWERP)
        target = "4713" if "4713" in stack else "4814"
        assert reckon(look, target, "US-5C").defence == total, stack


@rule("SIEG.2", "R17")
def test_an_attacker_on_the_line_or_in_germany_flanks_it() -> None:
    for flank, total in (("4714", 3), ("4815", 2), ("4914", 2)):
        look = ground(f"US-5C 4713; US-8C {flank}; DE-84K 4814", **ANTWERP)
        assert reckon(look, "4814", "US-5C US-8C").defence == total, flank
        assert reckon(look, "4814", "US-5C").defence == 3


@rule("SIEG.1")
def test_each_siegfried_hex_of_a_battle_adds_its_own_factor() -> None:
    look = ground("US-5C 4714; DE-84K 4814; DE-81K 4815", **ANTWERP)
    assert reckon(look, "4814 4815", "US-5C").defence == 2 + 1 + 2 + 1


@rule("SIEG.1")
def test_the_line_does_nothing_for_the_allies() -> None:
    look = ground("US-5C 4814; DE-1SS 4914", **ANTWERP)
    assert reckon(look, "4814", "DE-1SS").defence == 3


# Metz and Nancy


@rule("METZ.2")
def test_before_turn_five_there_is_no_roll() -> None:
    match = battle("US-5C 4606; DE-84K 4505", "4505: US-5C", "6", turn=4, **LORRAINE)
    assert "METZ.2" not in cases(match)
    assert verbs(match) == ["fight", "call-off"]
    assert match.position.rolls == 0


@rule("METZ.1", "METZ.2")
@pytest.mark.parametrize("turn", [5, 6, 7, 8, 9, 10, 12])
def test_from_turn_five_on_one_number_more_each_turn_restores_the_forts(turn: int) -> None:
    for die in range(1, 7):
        match = battle("US-5C 4606; DE-84K 4505", "4505: US-5C", str(die), turn=turn, **LORRAINE)
        restored = die > 6 - (turn - 4)
        assert bool(match.position.forts_restored) == restored, die
        assert match.position.rolls == 1
        assert f"3 against {2 + restored} is" in match.prompt.text
        assert verbs(match) == ["fight", "call-off"]  # the roll comes before the odds and before anybody decides


@rule("METZ.1")
def test_each_city_has_its_own_forts_and_only_allied_attacks_make_the_germans_roll() -> None:
    units = "US-5C 4606; US-8C 4403; DE-84K 4505; DE-81K 4404"
    match = battle(units, "4505: US-5C; 4404: US-8C", "6 5", turn=5, **LORRAINE)
    play(match, "resolve 4505", "call-off")
    board = match.game.board
    assert match.position.forts_restored == 1 << board.index["4505"]
    assert match.position.rolls == 2  # the last battle follows by itself
    assert "the forts of Nancy (4404) are not restored" in said(match)
    german = battle(
        "US-82AB 4505; DE-1SS 4606", "4505: DE-1SS", "6", "german battles", turn=9, allied_control="4219 4505"
    )
    assert german.position.rolls == 0


@rule("METZ.3", "R38")
def test_forts_once_restored_stay_so_and_no_further_die_is_cast() -> None:
    match = battle("US-5C 4606; DE-84K 4505", "4505: US-5C", "1", turn=5, forts_restored="4505", **LORRAINE)
    assert match.position.rolls == 0
    assert "3 against 3 is 1:1" in match.prompt.text


@rule("METZ.3", "METZ.1", "R38")
def test_restored_forts_defend_without_a_unit_and_serve_whoever_takes_the_city() -> None:
    match = battle("US-5C 4606", "4505: US-5C", "6", turn=9, forts_restored="4505", **LORRAINE)
    assert "3 against 1 is 3:1" in match.prompt.text
    play(match, "fight", "steady")
    assert at(match, "US-5C") == "4505"
    board = match.game.board
    assert match.position.forts_restored == 1 << board.index["4505"]
    look = ground("US-5C 4505; DE-1SS 4606", turn=9, forts_restored="4505", allied_control="4219 4505")
    assert reckon(look, "4505", "DE-1SS").defence == 3 + 1
    again = battle("US-5C 4606; DE-84K 4505", "4505: US-5C", "6", turn=11, forts_restored="4505", **LORRAINE)
    assert again.position.rolls == 0


@rule("METZ.1")
def test_what_the_forts_would_do_can_be_asked_beforehand() -> None:
    look = ground("US-5C 4606; DE-84K 4505; DE-81K 4814; US-8C 4714", turn=6, **LORRAINE)
    assert [reckon(look, "4505", "US-5C", fort=fort).defence for fort in (None, False, True)] == [2, 2, 3]
    assert reckon(look, "4814", "US-8C", fort=True).defence == 3  # there are no such forts on the Siegfried Line
    assert shifts(look, "4814", "US-8C") == shifts(look, "4814", "US-8C", fort=True)
