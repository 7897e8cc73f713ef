"""Odds: factors, columns of the table, real and imaginary, and the limit on bonuses (CRT, ATT, SHIFT, RIV.3, STK.6)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bocage.games.rhine.rules.combat.fight import may_press, read_column
from bocage.games.rhine.rules.combat.odds import NO_ODDS, basic_column, column_text, highest_bonus, shifted
from tests.cases import rule
from tests.rhine.combat.fighting import TARGET, ground, reckon, units_of

COLUMNS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "10:1")


def column(text: str) -> int:
    """The number of a column, imaginary ones too."""
    return COLUMNS.index(text) if text in COLUMNS else 3 - int(text.removeprefix("1:"))


# The table


@rule("CRT.1", "CRT.2", "R1")
@pytest.mark.parametrize(
    ("die", "odds", "result"),
    [
        (6, "3:1", "DE"), (6, "2:1", "DR"), (4, "1:3", "AD"), (3, "1:1", "D"), (2, "4:1", "DW"), (1, "10:1", "DE"),
        (1, "3:2", "AD"),
    ],
)  # fmt: skip
def test_the_table_is_read_with_six_as_the_best_number(die: int, odds: str, result: str) -> None:
    data = ground("").game.data
    assert data.odds == COLUMNS
    assert data.results[odds][die - 1] == result


# Factors become a column


@rule("CRT.1")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (5, 2, "2:1"), (8, 1, "7:1"), (9, 1, "7:1"), (10, 1, "10:1"), (30, 1, "10:1"), (2, 3, "1:2"), (3, 3, "1:1"),
        (4, 3, "1:1"), (3, 2, "3:2"), (7, 4, "3:2"), (2, 1, "2:1"), (1, 2, "1:2"), (1, 3, "1:3"), (3, 7, "1:3"),
        (1, 4, "1:4"), (2, 7, "1:4"), (1, 5, "1:5"), (2, 11, "1:6"), (5, 0, "10:1"),
    ],
)  # fmt: skip
def test_a_ratio_falls_to_the_nearest_column_not_above_it(attack: int, defence: int, expected: str) -> None:
    game = ground("").game
    assert column_text(COLUMNS, basic_column(game, 2 * attack, defence)) == expected


@rule("CRT.1")
def test_every_ratio_gets_the_highest_column_that_it_reaches() -> None:
    look = ground("")
    for twice in range(1, 45):
        for defence in range(1, 25):
            found = basic_column(look.game, twice, defence)
            ratio = Fraction(twice, 2 * defence)
            value = Fraction(*map(int, column_text(COLUMNS, found).split(":")))
            assert value <= ratio
            if found < len(COLUMNS) - 1:
                assert Fraction(*map(int, column_text(COLUMNS, found + 1).split(":"))) > ratio


@rule("ATT.3")
def test_units_without_an_attack_factor_reach_no_odds_by_themselves() -> None:
    look = ground("DE-s503 2815; US-82AB 2814")
    found = reckon(look, TARGET, "DE-s503")
    assert (found.column, found.final, found.attack) == (NO_ODDS, "", 0)


@rule("ATT.1")
def test_a_unit_without_an_attack_factor_joins_an_attack_and_adds_nothing_to_the_factors() -> None:
    look = ground("DE-s503 2714; DE-LehrPz 2815; US-5C 2814")
    assert reckon(look, TARGET, "DE-LehrPz DE-s503").attack == 2 * 3
    assert reckon(look, TARGET, "DE-LehrPz DE-s503").final == "3:2"  # 1:1 and the column of the Tigers


@rule("DEP.2")
def test_a_deployed_corps_counts_with_the_factors_of_that_side() -> None:
    look = ground("US-5C 2815 deployed; DE-84K 2814 deployed")
    found = reckon(look, TARGET, "US-5C")
    assert (found.attack, found.defence) == (2 * 4, 4)
    plain = reckon(ground("US-5C 2815; DE-84K 2814"), TARGET, "US-5C")
    assert (plain.attack, plain.defence) == (2 * 3, 2)


@rule("FR2.2")
def test_the_french_have_no_attack_factor_beyond_column_30_but_along_the_row_of_strasbourg() -> None:
    for at, target, attack in (("3013", "3113", 2), ("3113", "3213", 0), ("4501", "4601", 2), ("4502", "4602", 0)):
        look = ground(f"FR-2AD {at}; DE-84K {target}")
        assert reckon(look, target, "FR-2AD").attack == 2 * attack, at


@rule("RIV.3")
def test_armour_attacks_over_a_wide_river_at_half_and_fractions_are_kept() -> None:
    look = ground("BR-11AD 2615; BR-1C 2615; DE-LehrPz 2615; DE-84K 2514; US-5C 2514")
    assert reckon(look, "2514", "BR-11AD BR-1C").factors == {
        look.game.unit_numbers["BR-11AD"]: 2, look.game.unit_numbers["BR-1C"]: 6,
    }  # fmt: skip
    # Half of three is one and a half: 3:4 would be 1:2, and so is 1½:3.
    lehr = reckon(look, "2514", "DE-LehrPz")
    assert (lehr.attack, lehr.defence, lehr.basic) == (3, 3, "1:2")


@rule("RIV.3")
def test_an_ordinary_river_halves_nobody() -> None:
    look = ground("BR-11AD 3015; DE-84K 3115")
    assert reckon(look, "3115", "BR-11AD").attack == 2 * 2


# Who counts in defence


@rule("STK.6", "R31")
def test_units_in_excess_of_stacking_do_not_count_in_defence() -> None:
    look = ground("US-5C 2815; DE-84K 2814; DE-81K 2814; DE-67K 2814 disrupted")
    found = reckon(look, TARGET, "US-5C")
    assert found.defence == 4  # five points hold two korps, and the Disrupted one is in excess
    assert found.counted == units_of(look, "DE-84K DE-81K")
    assert found.defenders == units_of(look, "DE-84K DE-81K DE-67K")


@rule("STK.6")
def test_disrupted_units_within_the_limits_do_count() -> None:
    look = ground("US-5C 2815; DE-84K 2814; DE-67K 2814 disrupted; DE-s503 2814")
    found = reckon(look, TARGET, "US-5C")
    assert found.defence == 4
    assert found.counted == found.defenders


@rule("STK.6", "STK.1", "R89")
def test_of_disrupted_units_in_excess_the_strongest_that_fit_count() -> None:
    # Three points of armour at most: the korps takes two, so one of the two divisions is left out, the weaker one.
    look = ground("US-5C 2815; DE-2SSK 2814; DE-1SS 2814 disrupted; DE-2Pz 2814 disrupted")
    found = reckon(look, TARGET, "US-5C")
    assert found.counted == units_of(look, "DE-2SSK DE-1SS")
    assert found.defence == 5 + 3


@rule("NAT.1")
def test_british_and_americans_defend_together() -> None:
    look = ground("DE-1SS 2815; US-5C 2814; BR-1C 2814")
    assert reckon(look, TARGET, "DE-1SS").defence == 3 + 3


# The limit on bonuses


@rule("SHIFT.1", "SHIFT.2")
@pytest.mark.parametrize(
    ("basic", "total", "expected"),
    [
        ("3:2", 3, "3:1"), ("1:2", 3, "1:1"), ("4:1", 3, "7:1"), ("2:1", -3, "1:2"), ("2:1", 4 - 2, "4:1"),
        ("10:1", -1, "7:1"), ("6:1", 5, "10:1"), ("10:1", 5, "10:1"), ("3:1", -5, "1:3"), ("1:1", 0, "1:1"),
    ],
)  # fmt: skip
def test_bonuses_at_most_double_the_odds_and_reductions_know_no_limit(basic: str, total: int, expected: str) -> None:
    assert column_text(COLUMNS, shifted(ground("").game, column(basic), total)) == expected


@rule("SHIFT.1")
@pytest.mark.parametrize(
    ("basic", "highest"),
    [
        ("1:3", "1:2"), ("1:2", "1:1"), ("1:1", "2:1"), ("3:2", "3:1"), ("2:1", "4:1"), ("3:1", "6:1"), ("4:1", "7:1"),
        ("5:1", "10:1"), ("6:1", "10:1"), ("7:1", "10:1"), ("10:1", "10:1"), ("1:4", "1:2"), ("1:5", "1:3"),
        ("1:6", "1:3"), ("1:7", "1:4"), ("1:8", "1:4"), ("1:9", "1:5"),
    ],
)  # fmt: skip
def test_the_highest_column_that_bonuses_reach(basic: str, highest: str) -> None:
    assert column_text(COLUMNS, highest_bonus(ground("").game, column(basic))) == highest


@rule("SHIFT.1", "US7.1", "CAS.1")
def test_the_worked_sample_is_capped_at_double_its_odds() -> None:
    look = ground("US-5C 2815; US-7C 2815; DE-84K 2814 deployed", weather="good")
    found = reckon(look, TARGET, "US-5C US-7C")
    assert (found.attack, found.defence, found.basic) == (2 * 6, 4, "3:2")
    assert sum(shift.columns for shift in found.shifts) == 3
    assert found.final == "3:1"


@rule("SHIFT.1", "TIG.1", "CAS.1")
def test_bonuses_and_reductions_are_added_up_before_the_limit_is_looked_at() -> None:
    # 2:1 with four columns up and one down: the sum of three is limited to 4:1, not 4:1 less one.
    look = ground("US-7C 2815; US-4AD 2815; DE-21Pz 2814; DE-s503 2814", weather="good")
    found = reckon(look, TARGET, "US-7C US-4AD")
    assert found.basic == "2:1"
    assert sorted(shift.columns for shift in found.shifts) == [-1, 1, 1, 2]
    assert found.final == "4:1"


# The least odds


@rule("CRT.14")
def test_below_one_to_three_there_is_no_attack_even_after_shifts() -> None:
    look = ground("US-82AB 2815; DE-84K 2814 deployed")
    assert (reckon(look, TARGET, "US-82AB").reached, reckon(look, TARGET, "US-82AB").final) == ("1:4", "")
    # One to three, less a column for the Tigers, is one to four.
    look = ground("US-82AB 2815; DE-25K 2814 deployed; DE-s503 2814")
    found = reckon(look, TARGET, "US-82AB")
    assert (found.basic, found.reached, found.final) == ("1:3", "1:4", "")


@rule("CRT.14")
def test_a_shift_lifts_odds_of_one_to_four_to_one_to_three() -> None:
    look = ground("US-82AB 2815; DE-84K 2814 deployed", drop_turn=4, weather="good")
    found = reckon(look, TARGET, "US-82AB")
    assert (found.basic, found.final) == ("1:4", "1:3")


# What moves the column on which the die is read


@rule("PRESS.1", "PRESS.5")
def test_only_attacks_above_one_to_two_can_be_pressed_and_never_by_the_british() -> None:
    look = ground("US-5C 2815; US-2AD 2815; BR-1C 2914; DE-67K 2814 deployed; DE-LehrPz 2713; US-8C 2813")

    def pressable(targets: str, attackers: str) -> bool:
        return may_press(look.game, units_of(look, attackers), reckon(look, targets, attackers))

    assert reckon(look, TARGET, "US-2AD").final == "1:2"
    assert not pressable(TARGET, "US-2AD")
    assert reckon(look, TARGET, "US-5C").final == "1:2"
    assert pressable(TARGET, "US-5C US-2AD")
    assert not pressable(TARGET, "BR-1C")
    assert reckon(look, "2813", "DE-LehrPz").final == "1:1"
    assert pressable("2813", "DE-LehrPz")


@rule("PRESS.3", "PRESS.4")
def test_a_pressed_attack_reads_good_numbers_a_column_higher_and_bad_ones_a_column_lower() -> None:
    look = ground("US-5C 2815; US-2AD 2815; DE-84K 2814")
    found = reckon(look, TARGET, "US-5C US-2AD")
    game = look.game
    assert found.final == "2:1"
    assert [read_column(game, found, True, die) for die in range(1, 7)] == ["3:2"] * 3 + ["3:1"] * 3
    assert [read_column(game, found, False, die) for die in range(1, 7)] == ["2:1"] * 6
    assert game.data.results[read_column(game, found, True, 5)][4] == "DR"
    assert game.data.results[read_column(game, found, True, 2)][1] == "D"


@rule("DIS.3", "RIV.1")
def test_results_against_disrupted_defenders_are_read_a_column_higher_even_behind_a_river() -> None:
    look = ground("US-5C 3015; US-8C 3015; DE-84K 3115 disrupted")
    found = reckon(look, "3115", "US-5C US-8C")
    game = look.game
    assert (found.basic, found.final, found.shaken) == ("3:1", "2:1", True)
    assert read_column(game, found, False, 4) == "3:1"
    assert read_column(game, found, True, 4) == "4:1"
    assert game.data.results["4:1"][3] == "DR"
    assert read_column(game, found, True, 3) == "2:1"  # a column lower for the pressing, a column higher again


@rule("DIS.3", "SHIFT.1", "R12")
def test_the_column_for_disruption_is_not_limited_by_doubling_but_by_the_table() -> None:
    look = ground("US-5C 2815; US-7C 2815; DE-84K 2814 disrupted deployed", weather="good")
    found = reckon(look, TARGET, "US-5C US-7C")
    assert found.final == "3:1"
    assert read_column(look.game, found, True, 6) == "5:1"
    rabble = reckon(ground("US-5C 2815; US-7C 2815; DE-s503 2814 disrupted"), TARGET, "US-5C US-7C")
    assert rabble.final == "10:1"
    assert read_column(look.game, rabble, True, 6) == "10:1"


@rule("DIS.3", "R31")
def test_partly_disrupted_defenders_give_no_column() -> None:
    look = ground("US-5C 2815; DE-84K 2814 disrupted; DE-21Pz 2814; DE-81K 2914 disrupted; DE-67K 2913")
    assert not reckon(look, TARGET, "US-5C").shaken
    assert reckon(look, "2914", "US-5C").shaken
    both = ground("US-5C 2815; DE-84K 2814 disrupted; DE-81K 2914 disrupted")
    assert reckon(both, "2814 2914", "US-5C").shaken
    mixed = ground("US-5C 2815; DE-84K 2814 disrupted; DE-81K 2914")
    assert not reckon(mixed, "2814 2914", "US-5C").shaken


@rule("MAND.1")
def test_several_hexes_defend_together_against_one_attack() -> None:
    look = ground("US-5C 2815; DE-84K 2814; DE-81K 2914 deployed")
    found = reckon(look, "2814 2914", "US-5C")
    board = look.game.board
    assert found.defence == 2 + 4
    assert found.strengths == {board.index["2814"]: 2, board.index["2914"]: 4}
