"""Every shift by itself: who brings it, where, and when it does not count (CAS, special units, SS, ground, supply)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.rhine.combat.fighting import TARGET, ground, reckon, shifts

# In the bocage: 1815 is rough, 1816 clear, and no river lies between them; Bayeux (1816) is next to the beaches.
BEACHES = {"first_beaches": "1817", "allied_control": "1817"}
# In the Ardennes, supplied from Antwerp: 4612 and 4613 are forest, 4614 and 4714 clear.
ARDENNES = {"allied_control": "4219"}


def air(target: str, attackers: str, units: str, **fields: Any) -> int:
    """The columns of Close Air Support."""
    found = shifts(ground(units, **{"weather": "good", **fields}), target, attackers)
    return found.get("CAS.1", 0) + found.get("CAS.2", 0)


@rule("CRT.1")
def test_a_plain_attack_over_dry_clear_ground_has_no_shift_at_all() -> None:
    assert shifts(ground("US-5C 2815; DE-84K 2814"), TARGET, "US-5C") == {}
    assert shifts(ground("US-5C 2814; DE-84K 2815"), TARGET, "DE-84K") == {}


# Close Air Support


@rule("CAS.1")
def test_within_full_range_close_air_support_brings_two_columns_in_good_weather() -> None:
    assert air(TARGET, "US-5C", "US-5C 2815; DE-84K 2814") == 2


@rule("CAS.2")
def test_at_short_range_it_brings_one_column_and_beyond_none() -> None:
    assert air("2813", "US-5C", "US-5C 2814; DE-84K 2813") == 2  # four hexes from the beach
    assert air("2812", "US-5C", "US-5C 2813; DE-84K 2812") == 1
    assert air("2809", "US-5C", "US-5C 2810; DE-84K 2809") == 1  # eight
    assert air("2808", "US-5C", "US-5C 2809; DE-84K 2808") == 0


@rule("CAS.1", "R32")
def test_its_range_is_counted_over_land_whatever_the_enemy_zones() -> None:
    # The corps on the beach are shut in, and yet those at the far end have full support.
    units = "US-5C 2814; DE-84K 2813; DE-81K 2815; DE-67K 2715; DE-74K 2816"
    assert air("2813", "US-5C", units) == 2


@rule("CAS.1", "R32")
def test_a_dump_of_the_attackers_nation_and_a_port_extend_its_range() -> None:
    port = {"allied_control": "2316", "first_beaches": ""}
    far = "US-5C 2810; DE-84K 2809; US-SUP {}; BR-SUP {}"
    assert air("2809", "US-5C", far.format("2812", "pool"), **port) == 2
    assert air("2809", "US-5C", far.format("pool", "2812"), **port) == 2  # Le Havre is near enough itself
    off = "US-5C 3404; DE-84K 3403; US-SUP {}; BR-SUP {}"
    assert air("3403", "US-5C", off.format("2809", "pool"), **port) == 2
    assert air("3403", "US-5C", off.format("pool", "2809"), **port) == 1


@rule("CAS.3")
def test_rough_ground_or_a_major_city_costs_it_a_column() -> None:
    assert air("1815", "US-5C", "US-5C 1816; DE-21Pz 1815", **BEACHES) == 1
    assert air("1914", "BR-1C", "BR-1C 2014; DE-21Pz 1914", **BEACHES) == 1
    assert air("2316", "US-5C", "US-5C 2416; DE-21Pz 2316", first_beaches="2417", allied_control="2417") == 1


@rule("CAS.3")
def test_forest_and_swamp_cost_it_nothing() -> None:
    forest = "US-5C 4614; DE-21Pz 4613"
    assert air("4613", "US-5C", forest, **ARDENNES) == 2


@rule("CAS.4", "R3", "R2")
def test_bad_weather_costs_it_a_column() -> None:
    assert air(TARGET, "US-5C", "US-5C 2815; DE-84K 2814", weather="bad") == 1
    assert air("2812", "US-5C", "US-5C 2813; DE-84K 2812", weather="bad") == 0
    assert air("1815", "US-5C", "US-5C 1816; DE-21Pz 1815", weather="bad", **BEACHES) == 0


@rule("MOV.6", "CAS.1", "R2")
def test_in_very_bad_weather_nobody_flies() -> None:
    assert air(TARGET, "US-5C", "US-5C 2815; DE-84K 2814", weather="very bad") == 0


@rule("SB.6", "DROP.6")
@pytest.mark.parametrize("operation", ["bombing_turn", "drop_turn"])
def test_in_a_turn_of_bombing_or_drops_it_brings_one_column_at_most(operation: str) -> None:
    units = "US-5C 2815; DE-84K 2814"
    assert air(TARGET, "US-5C", units, **{operation: 4}) == 1
    assert air(TARGET, "US-5C", units, **{operation: 3}) == 2
    assert air(TARGET, "US-5C", units, weather="bad", **{operation: 4}) == 0
    assert air("2812", "US-5C", "US-5C 2813; DE-84K 2812", **{operation: 4}) == 1


@rule("DD.8", "R90")
def test_on_d_day_and_on_the_second_one_it_brings_one_column_even_to_those_who_land() -> None:
    beach = {"first_beaches": "1817", "allied_control": ""}
    assert air("1817", "US-5C", "DE-84K 1817", turn=1, landing_at="US-5C 1817", **beach) == 1
    assert air(TARGET, "US-5C", "US-5C 2815; DE-84K 2814", turn=4, second_landing_turn=4) == 1
    assert air(TARGET, "US-5C", "US-5C 2815; DE-84K 2814", turn=4, second_landing_turn=3) == 2


@rule("CAS.1")
def test_it_never_helps_a_defence() -> None:
    look = ground("US-5C 2814; DE-84K 2815", weather="good")
    assert shifts(look, TARGET, "DE-84K") == {}


@rule("CAS.1", "CAS.3", "R88")
def test_an_attack_on_two_hexes_has_the_support_that_the_harder_one_allows() -> None:
    units = "US-5C 1816; DE-21Pz 1815; DE-2Pz 1915"
    assert air("1915", "US-5C", units, **BEACHES) == 2
    assert air("1815 1915", "US-5C", units, **BEACHES) == 1
    assert air("2814 2812", "US-5C", "US-5C 2813; DE-84K 2812; DE-81K 2814") == 1  # one of them at Short range


# Units with a column of their own


@rule("AD4.1")
def test_the_fourth_armored_brings_the_allies_a_column_against_panzers_in_attack_and_defence() -> None:
    look = ground("US-4AD 2815; DE-21Pz 2814; DE-84K 2914; DE-PzB1 2914")
    assert shifts(look, TARGET, "US-4AD") == {"AD4.1": 1}
    assert shifts(ground("US-4AD 2815; DE-84K 2914"), "2914", "US-4AD") == {}
    assert shifts(look, "2815", "DE-21Pz") == {"AD4.1": -1}
    assert shifts(look, "2815", "DE-PzB1") == {"AD4.1": -1}
    assert shifts(look, "2815", "DE-84K") == {}


@rule("AD4.2")
def test_panzergrenadiers_alone_are_no_panzers() -> None:
    look = ground("US-4AD 2815; BR-GdsAD 2815; DE-17SS 2814")
    assert shifts(look, TARGET, "US-4AD") == {}
    assert shifts(look, "2815", "DE-17SS") == {}
    assert shifts(ground("US-4AD 2815; DE-17SS 2814; DE-21Pz 2814"), TARGET, "US-4AD") == {"AD4.1": 1}


@rule("AD4.3")
def test_the_fourth_armored_brings_nothing_when_it_attacks_over_a_river() -> None:
    look = ground("US-4AD 3015; US-5C 3114; US-8C 3114; DE-21Pz 3115")
    assert "AD4.1" not in shifts(look, "3115", "US-4AD")
    dry = ground("US-4AD 3116; US-5C 3015; US-8C 3015; DE-21Pz 3115")
    assert shifts(dry, "3115", "US-4AD US-5C US-8C") == {"AD4.1": 1, "RIV.1": -1}
    # In defence a river makes no difference.
    assert shifts(look, "3015", "DE-21Pz") == {"AD4.1": -1, "RIV.1": -1}


@rule("GDS.1")
def test_the_guards_bring_a_column_in_defence_against_panzers_only() -> None:
    look = ground("BR-GdsAD 2815; DE-21Pz 2814; DE-84K 2914")
    assert shifts(look, "2815", "DE-21Pz") == {"GDS.1": -1}
    assert shifts(look, "2815", "DE-84K") == {}
    assert shifts(look, TARGET, "BR-GdsAD") == {}


@rule("US7.1")
def test_seventh_corps_brings_a_column_in_attack_and_defence_unless_disrupted() -> None:
    look = ground("US-7C 2815; US-5C 2815; DE-84K 2814")
    assert shifts(look, TARGET, "US-5C US-7C") == {"US7.1": 1}
    assert shifts(look, TARGET, "US-5C") == {}
    assert shifts(look, "2815", "DE-84K") == {"US7.1": -1}
    assert shifts(ground("US-7C 2815 disrupted; US-5C 2815; DE-84K 2814"), "2815", "DE-84K") == {}


@rule("TIG.1")
def test_a_tiger_battalion_brings_a_column_in_attack_and_defence_and_two_bring_no_more() -> None:
    look = ground("US-5C 2815; DE-LehrPz 2814; DE-s503 2814; DE-s502 2814")
    assert shifts(look, TARGET, "US-5C") == {"TIG.1": -1}
    assert shifts(look, "2815", "DE-LehrPz DE-s503 DE-s502") == {"TIG.1": 1}
    assert shifts(look, "2815", "DE-LehrPz") == {}


@rule("TIG.2")
def test_a_tiger_battalion_brings_nothing_when_it_attacks_over_a_river() -> None:
    somme = {"first_beaches": "2917", "allied_control": "2917"}
    look = ground("US-5C 3115; DE-LehrPz 3116; DE-s503 3015; DE-s502 3116", **somme)
    assert shifts(look, "3115", "DE-LehrPz DE-s503") == {}
    assert shifts(look, "3115", "DE-LehrPz DE-s502") == {"TIG.1": 1}
    assert shifts(look, "3115", "DE-LehrPz DE-s503 DE-s502") == {"TIG.1": 1}
    behind = ground("US-5C 3115; DE-LehrPz 3015; DE-s503 3015", **somme)
    assert shifts(behind, "3015", "US-5C") == {"TIG.1": -1, "RIV.1": -1}


@rule("RM.1")
def test_marines_and_norwegians_bring_a_column_in_attack_whatever_the_ground() -> None:
    look = ground("BR-RMN 2815; BR-1C 2815; DE-84K 2814", turn=8)
    assert shifts(look, TARGET, "BR-1C BR-RMN") == {"RM.1": 1}
    assert shifts(look, "2815", "DE-84K") == {}
    rough = ground("BR-RMN 1816; BR-1C 1816; DE-84K 1815", turn=8, **BEACHES)
    assert shifts(rough, "1815", "BR-1C BR-RMN") == {"RM.1": 1, "RGH.1": -1}


# Waffen-SS, Goering, ships


@rule("SS.1")
def test_in_the_turn_of_ruthlessness_an_attack_with_ss_gains_two_columns() -> None:
    look = ground("US-5C 2815; DE-12SS 2814; DE-2Pz 2814; DE-s502 2814", ruthless_turn=4)
    assert shifts(look, "2815", "DE-12SS DE-2Pz") == {"SS.1": 2}
    assert shifts(look, "2815", "DE-2Pz DE-s502") == {"SS.1": 2, "TIG.1": 1}
    assert shifts(look, "2815", "DE-2Pz") == {}
    assert shifts(look, TARGET, "US-5C") == {"TIG.1": -1}
    assert shifts(ground("US-5C 2815; DE-12SS 2814"), "2815", "DE-12SS") == {}


@rule("SS.2")
def test_in_all_later_turns_the_allies_rage_against_attacks_with_ss() -> None:
    units = "US-5C 2815; DE-12SS 2814; DE-2Pz 2814"
    for turn in (5, 9):
        look = ground(units, turn=turn, ruthless_turn=4)
        assert shifts(look, "2815", "DE-12SS DE-2Pz") == {"SS.2": -1}
        assert shifts(look, "2815", "DE-2Pz") == {}


@rule("BLITZ.1")
def test_goerings_blitz_brings_a_column_whatever_weather_and_ground() -> None:
    look = ground("US-5C 1815; DE-12SS 1714", blitz_turn=4, **BEACHES)
    assert shifts(look, "1815", "DE-12SS", supported=True) == {"BLITZ.1": 1, "RGH.1": -1}
    assert shifts(look, "1815", "DE-12SS") == {"RGH.1": -1}


@rule("NB.4", "R96")
def test_after_d_day_ships_help_those_who_attack_from_or_defend_in_landing_hexes() -> None:
    units = "US-5C 2716; US-8C 2815; DE-84K 2715; DE-81K 2814"
    look = ground(units, naval="2716")
    assert shifts(look, "2715", "US-5C") == {"NB.4": 1}
    assert shifts(look, "2715", "US-5C US-8C") == {"NB.4": 1}
    assert shifts(look, "2715", "US-8C") == {}
    assert shifts(look, "2716", "DE-84K") == {"NB.4": -1}
    assert shifts(look, "2815", "DE-84K") == {}
    assert shifts(ground(units), "2715", "US-5C") == {}
    sea = ground("DE-84K 2716", naval="2716", landing_at="US-5C 2716")
    assert shifts(sea, "2716", "US-5C") == {}  # from the sea is not from a landing hex


@rule("NB.4")
def test_on_the_turn_of_a_landing_ships_bombard_there_and_bring_no_column() -> None:
    units = "US-5C 2716; DE-84K 2715"
    assert shifts(ground(units, turn=1, naval="2716"), "2716", "DE-84K") == {}
    second = {"first_beaches": "1817", "second_beaches": "2716", "second_landing_turn": 4}
    assert shifts(ground(units, naval="2716", **second), "2716", "DE-84K") == {}
    assert shifts(ground(units, turn=5, naval="2716", **second), "2716", "DE-84K") == {"NB.4": -1}
    # Ships that stay with the first beaches go on serving them.
    both = {"first_beaches": "2716", "second_beaches": "1817", "second_landing_turn": 4}
    assert shifts(ground(units, naval="2716", **both), "2716", "DE-84K") == {"NB.4": -1}


# Ground and rivers


@rule("RGH.1")
@pytest.mark.parametrize("defender", ["DE-84K", "DE-2FJK", "DE-17SS"])
def test_infantry_parachutists_and_panzergrenadiers_in_rough_ground_cost_the_attack_a_column(defender: str) -> None:
    assert shifts(ground(f"US-5C 1816; {defender} 1815", **BEACHES), "1815", "US-5C") == {"RGH.1": -1}


@rule("RGH.1")
def test_forest_and_swamp_shelter_like_rough_ground() -> None:
    assert shifts(ground("US-5C 4614; DE-84K 4613", **ARDENNES), "4613", "US-5C") == {"RGH.1": -1}
    swamp = ground("US-5C 3821; DE-84K 3920", first_beaches="3821", allied_control="3821")
    assert shifts(swamp, "3920", "US-5C") == {"RGH.1": -1}


@rule("RGH.1")
def test_armour_alone_has_no_shelter_but_shares_that_of_infantry_stacked_with_it() -> None:
    assert shifts(ground("US-5C 1816; DE-21Pz 1815", **BEACHES), "1815", "US-5C") == {}
    assert shifts(ground("US-5C 1816; DE-21Pz 1815; DE-84K 1815", **BEACHES), "1815", "US-5C") == {"RGH.1": -1}
    assert shifts(ground("US-82AB 1815; DE-21Pz 1714", **BEACHES), "1815", "DE-21Pz") == {"RGH.1": -1}
    assert shifts(ground("US-2AD 1815; DE-21Pz 1714", **BEACHES), "1815", "DE-21Pz") == {}


@rule("RGH.2", "R95")
def test_german_infantry_attacking_into_forest_gains_a_column() -> None:
    look = ground("US-5C 4613; US-2AD 4612; DE-84K 4713; DE-2FJK 4713; DE-21Pz 4712; DE-17SS 4712", **ARDENNES)
    assert shifts(look, "4613", "DE-84K") == {"RGH.1": -1, "RGH.2": 1}
    assert shifts(look, "4613", "DE-2FJK") == {"RGH.1": -1, "RGH.2": 1}
    assert shifts(look, "4612", "DE-84K") == {"RGH.2": 1}
    assert shifts(look, "4613", "DE-17SS") == {"RGH.1": -1}


@rule("RGH.2", "R88")
def test_they_gain_nothing_where_one_of_the_hexes_is_no_forest() -> None:
    look = ground("US-5C 4613; US-2AD 4614; US-3AD 4612; DE-84K 4713", **ARDENNES)
    assert shifts(look, "4613 4612", "DE-84K") == {"RGH.1": -1, "RGH.2": 1}
    assert shifts(look, "4613 4614", "DE-84K") == {"RGH.1": -1}


@rule("RGH.2")
def test_for_that_they_must_bring_more_than_half_of_the_factors() -> None:
    look = ground("US-5C 4613; DE-84K 4713; DE-21Pz 4712", **ARDENNES)
    assert shifts(look, "4613", "DE-84K DE-21Pz") == {"RGH.1": -1}  # two of four
    look = ground("US-5C 4613; DE-84K 4713 deployed; DE-21Pz 4712", **ARDENNES)
    assert shifts(look, "4613", "DE-84K DE-21Pz") == {"RGH.1": -1, "RGH.2": 1}  # three of five


@rule("RGH.2")
def test_rough_ground_is_no_forest_and_the_allies_are_no_woodsmen() -> None:
    assert shifts(ground("US-5C 1815; DE-84K 1714", **BEACHES), "1815", "DE-84K") == {"RGH.1": -1}
    assert shifts(ground("US-5C 4614; DE-21Pz 4613", **ARDENNES), "4613", "US-5C") == {}


@rule("RIV.1")
def test_more_than_half_of_the_factors_must_cross_a_river_to_cost_a_column() -> None:
    look = ground("US-5C 3015; US-8C 3116; US-19C 3015; DE-84K 3115")
    assert shifts(look, "3115", "US-5C") == {"RIV.1": -1}
    assert shifts(look, "3115", "US-5C US-8C") == {}
    assert shifts(look, "3115", "US-5C US-8C US-19C") == {"RIV.1": -1}


@rule("RIV.2")
def test_a_wide_river_costs_two_columns() -> None:
    look = ground("BR-1C 2615; DE-84K 2514")
    assert shifts(look, "2514", "BR-1C") == {"RIV.2": -2}


@rule("RIV.2", "RIV.3")
def test_which_factors_cross_is_counted_before_armour_is_halved() -> None:
    # Over the Seine come four factors of armour, which count as two; on the far bank stands a corps of three.
    look = ground("BR-11AD 2615; BR-7AD 2615; BR-1C 2513; DE-84K 2514")
    found = reckon(look, "2514", "BR-11AD BR-7AD BR-1C")
    assert found.attack == 2 * 2 + 2 * 3
    assert {shift.rule: shift.columns for shift in found.shifts if shift.rule.startswith("RIV")} == {"RIV.2": -2}


@rule("RIV.1", "RIV.2")
def test_a_wide_river_that_only_a_part_crosses_counts_as_a_river_with_the_rest() -> None:
    # One corps comes over the wide Seine, one over a smaller river: three of six factors are not more than half.
    look = ground("BR-1C 2614; BR-8C 2613; DE-84K 2513")
    assert shifts(look, "2513", "BR-1C")["RIV.2"] == -2
    assert shifts(look, "2513", "BR-8C")["RIV.1"] == -1
    both = shifts(look, "2513", "BR-1C BR-8C")
    assert (both.get("RIV.1"), both.get("RIV.2")) == (-1, None)


@rule("DD.4", "RIV.1", "R24")
def test_no_river_counts_against_those_who_land() -> None:
    look = ground("US-8C 1914; DE-84K 1915", landing_at="US-5C 1915", allied_control="", first_beaches="1915")
    assert "RIV.1" not in shifts(look, "1915", "US-5C")
    assert shifts(look, "1915", "US-5C US-8C").get("RIV.1") is None  # three of six


@rule("TER.1")
def test_what_the_ground_offers_the_defence_adds_up() -> None:
    look = ground("US-5C 4812; DE-84K 4711", allied_control="4219")
    found = shifts(look, "4711", "US-5C")
    assert (found["RGH.1"], found["RIV.1"]) == (-1, -1)


@rule("RGH.1", "RIV.1", "R88")
def test_an_attack_on_two_hexes_suffers_from_the_ground_of_either() -> None:
    look = ground("US-5C 1816; DE-84K 1815; DE-21Pz 1915", **BEACHES)
    assert shifts(look, "1915", "US-5C") == {}
    assert shifts(look, "1815 1915", "US-5C") == {"RGH.1": -1}
    river = ground("US-5C 3015; DE-84K 3115; DE-81K 2914")
    assert shifts(river, "2914", "US-5C") == {}
    assert shifts(river, "3115 2914", "US-5C") == {"RIV.1": -1}


# Supply


@rule("SUP.19")
def test_an_attacker_in_short_supply_costs_the_attack_a_column() -> None:
    look = ground("US-5C 2813; US-8C 2812; DE-84K 2912")
    assert look.supply(look.game.unit_numbers["US-5C"]) == "full"
    assert look.supply(look.game.unit_numbers["US-8C"]) == "short"
    assert shifts(look, "2912", "US-8C") == {"SUP.19": -1}
    assert shifts(look, "2912", "US-5C US-8C") == {"SUP.19": -1}
    assert shifts(look, "2912", "US-5C") == {}


@rule("SUP.21")
def test_an_unsupplied_or_isolated_defender_gives_the_attack_a_column() -> None:
    cut_off = "US-5C 2815; DE-84K 2814; US-8C 2713; US-19C 2913; US-20C 2914; US-12C 2812"
    assert shifts(ground(cut_off), TARGET, "US-5C")["SUP.21"] == 1
    assert "SUP.21" not in shifts(ground("US-5C 2815; DE-84K 2814; US-8C 2713"), TARGET, "US-5C")
    far = ground("US-5C 2804; DE-84K 2803")
    assert far.supply(far.game.unit_numbers["US-5C"]) == "unsupplied"
    assert shifts(far, "2804", "DE-84K") == {"SUP.21": 1}


@rule("SUP.18")
def test_supply_is_judged_at_the_moment_of_combat() -> None:
    units = "US-5C 2812; DE-84K 2912"
    assert shifts(ground(units), "2912", "US-5C") == {"SUP.19": -1}
    assert shifts(ground(units, allied_control="2316 2716"), "2912", "US-5C") == {}  # Le Havre has been opened
