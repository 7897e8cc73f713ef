"""The arithmetic of combat (11.0 to 11.11): who may attack whom, the odds, and every column shift."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import bocage
from bocage.parts.combat.odds import Shift
from tests.cases import rule
from tests.roundup.combat.fighting import (
    choices,
    declare,
    field,
    fight,
    fought,
    german_field,
    refused,
    shifts,
    steps,
    where,
)

AROUND = ("3116", "3217", "3218", "3118", "3018", "3017")  # the six hexes around 3117: E, SE, SW, W, NW, NE
SIX = ("US-1", "US-2", "US-3", "US-5", "US-9", "US-28")


def ring(directions: tuple[int, ...], hexes: tuple[str, ...] = AROUND) -> tuple[str, str]:
    """Divisions in some of the hexes around the defender: the units for a position, and their names."""
    units = [f"{SIX[number]} {hexes[direction]}" for number, direction in enumerate(directions)]
    return "; ".join(units), " ".join(SIX[: len(directions)])


# 11.0 Who attacks whom


@rule("11.0")
def test_nobody_has_to_attack_although_enemies_stand_side_by_side() -> None:
    match = bocage.position("roundup", turn=2, at="allied combat", units="US-1 3118; DE-712 3117")
    assert choices(match) == ["attack 3117", "end"]
    match.play("end")
    assert match.prompt.side == "german"
    assert (where(match, "US-1"), steps(match, "US-1"), steps(match, "DE-712")) == ("3118", 2, 2)


@rule("11.0")
def test_only_enemies_next_to_a_unit_of_mine_can_be_attacked_and_only_its_neighbours_attack() -> None:
    match = field("US-1 3118; US-2 3119; DE-712 3117; DE-719 3115")
    assert choices(match) == ["attack 3117", "end"]
    assert refused(match, "attack 3115") == ("11.0", "no unit of yours is next to 3115")
    match.play("attack 3117")
    assert choices(match) == ["join US-1"]


@rule("11.0")
def test_battles_are_fought_one_at_a_time_in_the_order_i_like_and_not_announced_beforehand() -> None:
    for first, second in (("3117", "3121"), ("3121", "3117")):
        # 1:1 with a 3 is a stalemate
        match = field("US-1 3118; UK-1 3120; DE-376 3117; DE-384 3121", "3 3")
        attackers = {"3117": "US-1", "3121": "UK-1"}
        assert choices(match) == ["attack 3117", "attack 3121", "end"]
        declare(match, first, attackers[first])
        assert refused(match, f"attack {second}")[0] == "11.0"
        match.play("roll")
        assert choices(match) == [f"attack {second}", "end"]
        fight(match, second, attackers[second])
        assert choices(match) == ["end"]


def test_an_attack_can_be_taken_back_until_the_die_is_rolled() -> None:
    match = field("US-1 3118; US-2 3114; DE-376 3117; DE-384 3113", "3")
    before = match.position_hash
    declare(match, "3117", "US-1")
    match.undo()
    match.undo()
    assert match.position_hash == before
    assert choices(match) == ["attack 3113", "attack 3117", "end"]
    fight(match, "3117", "US-1")
    with pytest.raises(bocage.Refusal, match="nothing can be taken back"):
        match.undo()


@rule("11.0")
def test_one_die_is_read_on_the_odds_as_modified_by_encirclement_guns_planes_and_bombers() -> None:
    match = field(
        "US-1 3122 reduced; US-2 3024 reduced; US-3 3223 reduced; DE-1SS 3123",
        "1 3",
        at="allied combat first",
        turn=2,
        superiority="allied",
        tas="3123",
        us_beachheads="3024 3223",
    )
    fight(match, "3123", "US-1 US-2 US-3", "bombers")  # the die 1 is for the bombers, the 3 for the battle
    battle = fought(match)
    assert battle[:3] == (9, 4, "2:1")  # the defender is cut off
    assert battle.shifts == [(1, "11.8"), (1, "11.9"), (1, "11.11"), (-1, "11.12")]
    assert (battle.column, battle.die, battle.result) == ("4:1", 3, "DS")


@rule("11.0a")
def test_a_unit_attacks_once_in_a_phase() -> None:
    match = field("US-1 3217; DE-376 3117; DE-384 3116", "3")
    assert choices(match) == ["attack 3116", "attack 3117", "end"]
    fight(match, "3117", "US-1")
    assert fought(match).result == "SM"
    assert choices(match) == ["end"]
    assert refused(match, "attack 3116") == ("11.0", "every unit next to 3116 has attacked in this phase")


@rule("11.0a")
def test_a_unit_that_has_attacked_cannot_help_others_against_a_second_hex() -> None:
    match = field("US-1 3217; US-2 3216; DE-376 3117; DE-384 3116", "3")
    fight(match, "3117", "US-1")
    match.play("attack 3116")
    assert choices(match) == ["join US-2"]
    assert refused(match, "join US-1") == ("11.0", "US-1 has attacked in this phase already")


@rule("11.0a")
def test_nobody_is_attacked_twice_in_a_phase_even_by_fresh_units() -> None:
    match = field("US-1 3118; US-2 3217; DE-376 3117", "3")
    fight(match, "3117", "US-1")
    assert choices(match) == ["end"]
    assert refused(match, "attack 3117") == ("11.0", "units in 3117 have been attacked in this phase already")


@rule("11.0a", "R14")
def test_a_beaten_unit_shelters_the_hex_into_which_it_has_retreated_for_the_rest_of_the_phase() -> None:
    """Ruling R14: a stack is attacked as a whole, so one attacked unit in it is enough."""
    units = "US-1 3118; DE-712 3117; DE-s504 3117; DE-719 3119"
    assert "attack 3117" in choices(field(units))
    match = field(units, defended="DE-712")
    assert refused(match, "attack 3117")[0] == "11.0"


@rule("11.0a")
def test_in_the_next_combat_phase_everyone_may_attack_and_be_attacked_anew() -> None:
    # Three stalemates: 1:1 and a three, 1:2 and a four, and after a storm has risen 1:1 and a three again.
    cups = "; ".join(
        f"{counter.id} dead"
        for counter in bocage.make_game("roundup", "campaign", {}).counters
        if counter.side == "german"
    )
    match = field(f"{cups}; US-1 3118; DE-376 3117", "3 4 6 3", us_beachheads="3123")
    fight(match, "3117", "US-1")
    assert (fought(match).result, choices(match)) == ("SM", ["end"])
    match.play("end")
    match.play("combat-first")
    fight(match, "3118", "DE-376")  # whoever was attacked attacks, and whoever attacked is attacked
    assert (fought(match).result, choices(match)) == ("SM", ["end"])
    while match.position.turn == 1 or match.prompt.step != "phase order":
        match.play("end")
    match.play("combat-first")
    assert choices(match) == ["attack 3117", "end"]
    fight(match, "3117", "US-1")
    assert fought(match).result == "SM"


# 11.1 to 11.3 Whose factors count


@rule("11.1")
def test_two_defenders_in_a_hex_add_their_factors_and_are_attacked_together() -> None:
    match = field("US-1A 3118; US-1 3218; DE-712 3117; DE-s504 3117", "4")
    fight(match, "3117", "US-1A US-1")  # 12 against 4 + 4 is 1:1, and a 4 is an exchange
    assert fought(match)[:3] == (12, 8, "1:1")
    assert choices(match) == ["lose DE-712", "lose DE-s504"]
    match.play("lose DE-712")
    match.play("lose US-1")
    assert refused(match, "attack 3117")[0] == "11.0"


@rule("11.2")
def test_us_and_uk_units_from_several_hexes_add_their_factors() -> None:
    match = field("US-1 3118; UK-GA 3218; UK-4Bde 3218; DE-712 3117", "2")
    fight(match, "3117", "US-1 UK-GA UK-4Bde")
    assert fought(match)[:3] == (5 + 6 + 3, 4, "3:1")


@rule("11.2")
def test_a_regiment_may_attack_another_hex_than_the_division_it_is_stacked_with() -> None:
    match = field("US-1 3217; US-Rgr 3217; DE-376 3117; DE-384 3116", "3 5")
    fight(match, "3117", "US-1")
    assert fought(match)[:3] == (5, 5, "1:1")
    fight(match, "3116", "US-Rgr")
    assert fought(match)[:3] == (2, 5, "1:3")


@rule("11.3")
def test_a_unit_throws_its_whole_factor_into_one_attack() -> None:
    match = field("US-1 3217; US-2 3118; DE-376 3117; DE-384 3116", "3")
    declare(match, "3117", "US-1")
    assert choices(match) == ["join US-2", "roll"]
    assert refused(match, "join US-1") == ("11.3", "US-1 attacks already, with its whole factor")
    match.play("roll")
    assert fought(match).attack == 5
    assert refused(match, "attack 3116")[0] == "11.0"  # nothing of its 5 points is left for the neighbour


@rule("11.3")
def test_a_defender_lends_nothing_to_the_hex_beside_it_and_keeps_its_whole_factor_in_its_own() -> None:
    match = field("US-1 3217; US-2 3216; US-Rgr 3217; DE-376 3117; DE-384 3116", "3 3")
    fight(match, "3117", "US-1")
    assert fought(match).defence == 5
    fight(match, "3116", "US-2")
    assert fought(match).defence == 5


# 11.4 Odds


@rule("11.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        ("US-1 3118; US-82AB 3218", "DE-376 3117", "1:1"),  # 9 : 5
        ("US-1 3118", "DE-376 3117; DE-s504 3117", "1:2"),  # 5 : 9
        ("US-1A 3118; US-1 3218", "DE-712 3117", "3:1"),  # 12 : 4
        ("US-82AB 3118", "DE-1SS 3117; DE-s504 3117", "1:3"),  # 4 : 12
        ("US-1 3118", "DE-376 3117", "1:1"),  # 5 : 5
        ("US-82AB 3118", "DE-376 3117", "1:2"),  # 4 : 5
        ("US-1 3118; US-2 3218", "DE-376 3117", "2:1"),  # 10 : 5
        ("US-1A 3118; US-2A 3218", "DE-376 3117", "2:1"),  # 14 : 5
        ("UK-10Cdo 3118", "DE-376 3117; DE-s504 3117", "1:9"),  # 1 : 9
    ],
)
def test_odds_are_always_rounded_in_the_defenders_favour(attackers: str, defenders: str, odds: str) -> None:
    names = " ".join(item.split()[0] for item in attackers.split("; "))
    match = field(f"{attackers}; {defenders}", "6")
    fight(match, "3117", names)
    assert fought(match).odds == odds
    assert not fought(match).shifts


# 11.5 to 11.7 Shifts and the ends of the table


@rule("11.5")
def test_all_shifts_add_up_left_against_right() -> None:
    units, names = ring((0, 3), ("2214", "2314", "2315", "2216", "2115", "2114"))
    match = field(f"{units}; DE-376 2215", "1", superiority="allied", tas="2215")
    fight(match, "2215", names)  # 2:1; the forest takes one, planes and encirclement give two
    assert fought(match).shifts == [(-1, "11.6"), (1, "11.8"), (1, "11.11")]
    assert (fought(match).odds, fought(match).column) == ("2:1", "3:1")


@rule("11.6")
@pytest.mark.parametrize(
    ("target", "attacker", "expected"),
    [
        ("3117", "3118", []),  # clear
        ("2215", "2216", [(-1, "11.6")]),  # forest
        ("1708", "1709", [(-1, "11.6")]),  # polder
    ],
)
def test_forest_and_polder_shelter_the_defender(target: str, attacker: str, expected: list[tuple[int, str]]) -> None:
    assert shifts(field(f"US-1 {attacker}; DE-376 {target}"), target, "US-1") == expected


@rule("11.6")
def test_a_river_helps_only_if_every_attacker_has_to_cross_it() -> None:
    # 3421 has the Canche on its sides to 3520, 3521 and 3422, but none to 3420
    match = field("US-1 3520; US-2 3521; US-3 3420; DE-376 3421")
    assert shifts(match, "3421", "US-1") == [(-1, "11.6")]
    assert shifts(match, "3421", "US-1 US-2") == [(-1, "11.6")]
    assert shifts(match, "3421", "US-3") == []
    assert shifts(match, "3421", "US-1 US-2 US-3") == []


@rule("11.6")
def test_a_canal_counts_on_top_of_the_terrain() -> None:
    match = field("US-1 1705; DE-376 1605")  # Bergues behind its canal
    assert shifts(match, "1605", "US-1") == [(-1, "11.10"), (-1, "11.6")]


@rule("11.7")
def test_odds_beyond_either_end_of_the_table_are_rolled_on_its_last_column() -> None:
    match = field("US-1A 3118; US-2A 3218; DE-712 3117 reduced", "1")
    fight(match, "3117", "US-1A US-2A")
    assert (fought(match).odds, fought(match).column, fought(match).result) == ("7:1", "6:1", "DS")
    match = field("UK-10Cdo 3118; DE-1SS 3117", "4 1")
    fight(match, "3117", "UK-10Cdo")
    assert (fought(match).odds, fought(match).column, fought(match).result) == ("1:8", "1:3", "AS")


@rule("11.7", "R30")
def test_shifts_are_counted_from_the_true_odds_and_only_then_is_the_table_cut_off() -> None:
    """Ruling R30."""
    match = field("US-1A 2722; US-2A 2723; US-1 2624; DE-191R 2623 reduced", turn=2, us_beachheads="2624")
    high = bocage.forecast(match, "2623")  # 19 against 2 in a port city
    assert (high.odds, high.final_odds, high.column) == ("9:1", "7:1", "6:1")
    match = field("UK-10Cdo 3122; DE-376 3123")
    low = bocage.forecast(match, "3123")  # 1 against 5 under naval guns
    assert (low.odds, low.final_odds, low.column) == ("1:5", "1:4", "1:3")


TABLE_FIRST: dict[str, Any] = {"options": {"R30": True}}


@rule("11.7", "R30")
def test_in_the_other_reading_odds_are_brought_to_the_table_before_they_are_shifted() -> None:
    """Option R30."""
    scene = "US-1A 2722; US-2A 2723; US-1 2624; DE-191R 2623 reduced"
    match = field(scene, turn=2, us_beachheads="2624", **TABLE_FIRST)
    high = bocage.forecast(match, "2623")  # 19 against 2 in a port city
    assert (high.odds, high.final_odds, high.column) == ("9:1", "4:1", "4:1")
    assert high.shifts == (
        Shift(-3, "R30", "odds beyond the table are brought to 6:1 first"),
        Shift(-2, "11.10", "the defender is in port"),
    )
    match = field("UK-10Cdo 3122; DE-376 3123", **TABLE_FIRST)
    low = bocage.forecast(match, "3123")  # 1 against 5 under naval guns
    assert (low.odds, low.final_odds, low.column) == ("1:5", "1:2", "1:2")
    assert [shift[:2] for shift in low.shifts] == [(2, "R30"), (1, "11.9")]


@rule("11.7", "R30")
def test_a_siege_at_sixteen_to_one_with_one_shift_left_is_rolled_on_six_to_one_or_on_five_to_one() -> None:
    """Ruling and option R30, from the odds to the die."""
    scene = "US-1A 2303; US-2A 2205; US-3A 2203; US-1 2104; UK-6A 2304; DE-191R 2204 reduced"
    for options, column, result in (({}, "6:1", "DS"), ({"R30": True}, "5:1", "DR")):
        match = field(scene, "1", options=options)
        party = "US-1A US-2A US-3A US-1 UK-6A"
        odds = bocage.forecast(match, "2204", party.split())  # 32 against 2
        assert (odds.odds, odds.column) == ("16:1", column)
        fight(match, "2204", party)  # the town of Cassel
        assert (fought(match).odds, fought(match).column, fought(match).result) == ("16:1", column, result)


@rule("R30")
def test_odds_on_the_table_are_the_same_in_both_readings() -> None:
    """Option R30."""
    for units in ("US-1A 3118; DE-712 3117", "UK-10Cdo 3118; DE-712 3117 reduced", "US-1A 3118; DE-712 3117 reduced"):
        match, other = field(units), field(units, **TABLE_FIRST)
        assert bocage.forecast(match, "3117") == bocage.forecast(other, "3117")


@rule("R30")
def test_the_log_and_the_question_tell_the_odds_as_the_reading_in_force_has_them() -> None:
    """Option R30."""
    scene = "US-1A 2722; US-2A 2723; DE-191R 2623 reduced"
    match = field(scene, "6", turn=2, us_beachheads="2722 2723", **TABLE_FIRST)
    for action in ("attack 2623", "join US-1A", "join US-2A"):
        match.play(action)
    assert "14 against 2 (7:1), rolled on 4:1" in match.prompt.text
    match.play("roll")
    (line,) = [text for _, case, text in match.log() if case == "11.13"]
    assert ", 7:1; 1 left: odds beyond the table are brought to 6:1 first (R30); 2 left: " in line
    assert "; rolled on 4:1: 6, DSR" in line


@rule("11.12", "R30")
def test_bombers_shift_from_the_column_to_which_odds_were_brought() -> None:
    """Option R30."""
    sky = {"at": "allied combat first", "weather": "Clear", "superiority": "allied"}
    match = field("US-1A 3118; US-2A 3218; DE-712 3117 reduced", "1 1", **sky, **TABLE_FIRST)
    odds = bocage.forecast(match, "3117", bombers=True)  # 14 against 2 is 7:1
    assert set(odds.chances) == {"DR", "DS", "DSR"}  # one die of six throws it back to 5:1, where a 1 is a DR
    assert odds.chances["DR"] == Fraction(1, 36)
    plain = bocage.forecast(field("US-1A 3118; US-2A 3218; DE-712 3117 reduced", **sky), "3117", bombers=True)
    assert set(plain.chances) == {"DS", "DSR"}


# 11.8 Concentric attacks


@rule("11.8")
@pytest.mark.parametrize(
    ("directions", "concentric"),
    [
        ((0, 3), True), ((1, 4), True), ((2, 5), True),  # opposite hexes
        ((0, 2, 4), True), ((1, 3, 5), True),  # every other hex
        ((0, 1, 2, 3), True), ((0, 1, 2, 4), True), ((0, 1, 3, 4), True), ((1, 2, 3, 4, 5), True),  # more than three
        ((0,), False), ((0, 1), False), ((0, 2), False), ((0, 1, 2), False), ((3, 4, 5), False), ((4, 5, 0), False),
    ],
)  # fmt: skip
def test_a_concentric_attack_shifts_one_column(directions: tuple[int, ...], concentric: bool) -> None:
    units, names = ring(directions)
    assert shifts(field(f"{units}; DE-1SS 3117"), "3117", names) == ([(1, "11.8")] if concentric else [])


@rule("11.8")
def test_only_units_that_really_attack_surround_the_defender() -> None:
    units, _ = ring((0, 3))
    assert shifts(field(f"{units}; DE-1SS 3117"), "3117", "US-1") == []


@rule("11.8", "11.10")
@pytest.mark.parametrize("directions", [(0, 3), (0, 2, 4), (0, 1, 2, 3)])
def test_a_town_is_never_attacked_concentrically(directions: tuple[int, ...]) -> None:
    units, names = ring(directions, ("2203", "2303", "2304", "2205", "2104", "2103"))
    assert shifts(field(f"{units}; DE-1SS 2204"), "2204", names) == [(-1, "11.10")]


@rule("11.8", "11.10")
def test_a_port_city_is_never_attacked_concentrically() -> None:
    match = field("US-1 2722; US-2 2523; DE-1SS 2623")  # from opposite sides of Boulogne
    assert shifts(match, "2623", "US-1 US-2") == [(-2, "11.10")]


# 11.9, 11.10 Guns and houses


@rule("11.9")
def test_naval_guns_help_the_allies_against_a_coastal_hex() -> None:
    match = field("US-1 3122; UK-1 3023; DE-376 3123; DE-384 3121")
    assert shifts(match, "3123", "US-1") == [(1, "11.9")]
    assert shifts(match, "3123", "UK-1") == [(1, "11.9")]
    assert shifts(match, "3121", "US-1") == []


@rule("11.9")
def test_naval_guns_help_allies_who_defend_a_coastal_hex() -> None:
    match = german_field("US-1 3123; UK-1 3024; US-2 3120; DE-376 3122; DE-384 3023; DE-389 3119")
    assert shifts(match, "3123", "DE-376") == [(-1, "11.9")]
    assert shifts(match, "3024", "DE-384") == [(-1, "11.9")]
    assert shifts(match, "3120", "DE-389") == []


@rule("11.10")
def test_a_town_is_worth_one_column_and_a_port_city_two() -> None:
    match = field("US-1 2203; DE-376 2204; US-2 2722; DE-384 2623")
    assert shifts(match, "2204", "US-1") == [(-1, "11.10")]
    assert shifts(match, "2623", "US-2") == [(-2, "11.10")]


@rule("11.10")
def test_houses_shelter_allies_too() -> None:
    match = german_field("US-1 2204; DE-376 2203; US-2 2623; DE-384 2722")
    assert shifts(match, "2204", "DE-376") == [(-1, "11.10")]
    assert shifts(match, "2623", "DE-384") == [(-2, "11.10")]


# 7.5, 11.11 Tactical air support

TAS = [(1, "11.11")]
ENEMY_TAS = [(-1, "11.11")]


@rule("7.5", "11.11")
def test_air_support_over_the_defender_shifts_one_column_for_its_owner() -> None:
    units = "US-1 3118; DE-376 3117"
    assert shifts(field(units, superiority="allied", tas="3117"), "3117", "US-1") == TAS
    assert shifts(field(units, superiority="german", tas="3117"), "3117", "US-1") == ENEMY_TAS
    assert shifts(german_field(units, superiority="german", tas="3118"), "3118", "DE-376") == TAS
    assert shifts(german_field(units, superiority="allied", tas="3118"), "3118", "DE-376") == ENEMY_TAS


@rule("7.5", "11.11")
def test_a_marker_reaches_its_hex_and_the_six_around_it() -> None:
    for marker in ("3117", *AROUND):
        match = field("US-1 3118; DE-376 3117", superiority="allied", tas=marker)
        assert shifts(match, "3117", "US-1") == TAS, marker
    for marker in ("3115", "3119", "2917", "3317"):
        match = field("US-1 3118; DE-376 3117", superiority="allied", tas=marker)
        assert shifts(match, "3117", "US-1") == [], marker


@rule("7.5", "11.11")
def test_many_markers_over_one_defender_are_worth_no_more_than_one() -> None:
    match = field("US-1 3118; DE-376 3117", superiority="allied", tas="3117 3117 3116 3017")
    assert shifts(match, "3117", "US-1") == TAS


@rule("7.5")
def test_one_marker_supports_every_battle_in_its_area() -> None:
    match = field("US-1 3118; US-2 3114; DE-376 3117; DE-384 3115", "3 3", superiority="allied", tas="3116")
    fight(match, "3117", "US-1")
    assert fought(match).shifts == TAS
    while choices(match) != ["attack 3115", "end"]:
        match.play(match.prompt.actions[-1])
    fight(match, "3115", "US-2")
    assert fought(match).shifts == TAS


@rule("7.5a")
def test_air_support_over_the_attackers_only_has_no_effect() -> None:
    match = field("US-1 3118; DE-376 3117", superiority="german", tas="3119")  # over 3118, not over 3117
    assert shifts(match, "3117", "US-1") == []
    match = field("US-1 3118; DE-376 3117", superiority="allied", tas="3119")
    assert shifts(match, "3117", "US-1") == []


@rule("7.5a")
def test_allied_planes_help_us_and_uk_units_alike() -> None:
    match = field("US-1 3118; UK-1 3218; DE-376 3117", superiority="allied", tas="3117")
    assert shifts(match, "3117", "US-1") == shifts(match, "3117", "UK-1") == shifts(match, "3117", "US-1 UK-1") == TAS
    match = german_field("US-1 3118; UK-1 3114; DE-376 3117; DE-384 3113", superiority="allied", tas="3118 3114")
    assert shifts(match, "3118", "DE-376") == shifts(match, "3114", "DE-384") == ENEMY_TAS


# 4.0 Supply is judged as each battle starts


@rule("4.0")
def test_a_defender_whose_supply_is_cut_by_an_advance_fights_the_next_battle_at_half_strength() -> None:
    match = field(
        "US-1A 2915; US-2A 2916; US-1 3018; US-2 3218; DE-712 3016 reduced; DE-376 3117",
        "1 3",
        turn=2,
        us_beachheads="3123",
    )
    assert bocage.forecast(match, "3117").out_of_supply == ()
    fight(match, "3016", "US-1A US-2A")  # 7:1: the reduced division dies
    match.play("advance US-1A")
    fight(match, "3117", "US-1 US-2")
    assert fought(match)[:3] == (10, 3, "3:1")


@rule("4.0")
def test_attackers_who_were_cut_off_fight_at_full_strength_once_an_advance_has_opened_their_way() -> None:
    # German zones lie all around 3113 until the armour breaks through at 3115
    match = field(
        "US-1 3113; US-1A 3116; US-2A 3216; DE-712 3115 reduced; DE-719 2913; DE-347 3213",
        "1",
        turn=2,
        us_beachheads="3123",
    )
    before = bocage.forecast(match, "3213", ["US-1"])
    assert (before.attack, before.out_of_supply) == (3, ("US-1",))
    fight(match, "3115", "US-1A US-2A")
    match.play("advance US-1A")
    after = bocage.forecast(match, "3213", ["US-1"])
    assert (after.attack, after.out_of_supply) == (5, ())
