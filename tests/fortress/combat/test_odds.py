"""Odds, factors and the die (14.4, 14.8, 15.1, 15.8, 16, 17.10.2, 17.10.9, 19)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.air import missions
from bocage.games.fortress.rules.combat import odds
from bocage.games.fortress.rules.combat.making import reckoned
from bocage.games.fortress.rules.combat.odds import Battle
from bocage.parts.combat.odds import Shift
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare, said, where
from tests.fortress.playing import game, look, refused


def battle(match: Match) -> Battle:
    return reckoned(look(match), match.position.frames[-1])


@rule("15.1")
def test_odds_are_rounded_in_the_defenders_favour() -> None:  # T01
    made = game()
    assert [odds.odds(made, *pair) for pair in ((4, 9), (19, 10), (24, 5))] == ["1-3", "1-1", "4-1"]


@rule("14.8", "14.10", "14.12")
def test_odds_end_at_one_to_six_and_seven_to_one() -> None:  # T02
    made = game()
    assert [odds.odds(made, *pair) for pair in ((1, 6), (1, 7), (50, 5))] == ["1-6", "", "7-1"]


@rule("14.10", "R67")
def test_who_cannot_attack_at_legal_odds_is_removed_before_combat() -> None:  # T02
    match = combat("US-Bradley CC13; GE-2-Pz CC12; GE-84-Inf BB13; US-1-Inf BB14", dice="1")
    assert where(match, "US-Bradley") == "gone"
    assert "no attack at 1-6" in said(match)


@rule("17.10.2")
def test_an_aircraft_shifts_a_column_not_a_number() -> None:  # T03
    match = combat("US-Bradley K7; GE-77-Inf K8; GE-352-Inf K8 reduced", missions={"ground_support": (0, 3)})
    prepare(match, "K8", "US-Bradley")
    assert battle(match).odds == "1-6"
    match.play("support")
    assert battle(match).column == "1-3"


@rule("17.10.2", "14.10")
def test_aircraft_make_no_attack_legal() -> None:  # T04
    match = combat("US-Bradley K7; US-1-Inf J8; GE-77-Inf K8; GE-352-Inf K8", missions={"ground_support": (0, 3)})
    prepare(match, "K8", "US-Bradley", "support", "support", "support")
    assert refused(match, "roll") == "14.10"
    assert refused(match, "support") == "17.10.2"


@rule("17.10.2")
@pytest.mark.parametrize(("flying", "given"), [(5, 3), (2, 2)])
def test_three_aircraft_at_most_support_a_battle_and_each_only_one(flying: int, given: int) -> None:
    two = "US-1-Inf K4; GE-77-Inf K5; US-2-Inf R6; GE-84-Inf R7"
    match = prepare(combat(two, missions={"ground_support": (0, flying)}, dice="6"), "K5", "US-1-Inf")
    for _ in range(given):
        match.play("support")
    assert refused(match, "support") == "17.10.2"
    match.play("roll")
    while match.prompt.step != "combat":
        match.play(choices(match)[0])
    prepare(match, "R7", "US-2-Inf")
    for _ in range(flying - given):
        match.play("support")
    assert refused(match, "support") == "17.10.2"


@rule("17.10.2", "17.4")
def test_support_is_for_the_first_combat_impulse_and_in_range() -> None:
    flying = {"ground_support": (0, 3)}
    match = prepare(combat("US-1-Inf K7; GE-77-Inf K8", impulse=2, missions=flying), "K8", "US-1-Inf")
    assert refused(match, "support") == "17.10.2"
    match = prepare(combat("US-1-Inf R26; GE-77-Inf R27", missions=flying), "R27", "US-1-Inf")
    assert refused(match, "support") == "17.4"
    match = prepare(combat("US-1-Inf R26; GE-77-Inf R27; US-Devers R24", missions=flying), "R27", "US-1-Inf")
    assert refused(match, "support") == ""


@rule("17.5", "R68")
def test_german_support_needs_germany_or_a_headquarters_near_every_defending_hex() -> None:
    match = combat("GE-84-Inf K7; US-1-Inf K8", side="german", german_support=2)
    assert refused(prepare(match, "K8", "GE-84-Inf"), "support") == "17.5"
    match = combat("GE-84-Inf K7; US-1-Inf K8; GE-Rommel M10", side="german", german_support=1)
    prepare(match, "K8", "GE-84-Inf", "support")
    assert refused(match, "support") == "17.10.2"


@rule("12.19", "17.10.2")
def test_on_an_invasion_turn_support_was_given_before() -> None:
    match = combat(
        "US-1-Inf M5; GE-716-Co M5", turn=1, missions={"ground_support": (0, 3)}, support={"M5": 2}, invasions=1,
        invasion_turn=1, beaches="M5", invaders="US-1-Inf", dice="3",
    )  # fmt: skip
    prepare(match, "M5", "US-1-Inf")
    assert refused(match, "support") == "12.19"
    found = battle(match)
    assert (found.odds, found.column) == ("1-1", "3-1")


@rule("17.10.2", "12.19")
def test_of_what_was_given_to_two_hexes_no_more_than_three_support_one_battle() -> None:
    match = combat(
        "US-82-AB K7; US-101-AB K7; GE-77-Inf K8; GE-84-Inf L7", turn=1, missions={"ground_support": (0, 4)},
        support={"K8": 2, "L7": 2}, invasions=1, invasion_turn=1, beaches="M5", dropped="US-82-AB US-101-AB",
    )  # fmt: skip
    prepare(match, "K8 L7", "US-82-AB US-101-AB")
    assert [shift.columns for shift in battle(match).shifts] == [3]


@rule("17.10.9", "15.8", "R13", "R73")
def test_carpet_bombing_adds_two_at_two_to_one_or_lower(  # T90
) -> None:
    def overcast(turn: int = 7, **more: Any) -> Match:
        return combat(
            "US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8", turn=turn, weather="Overcast", dice="3",
            missions={"carpet_bombing": (1, 0)}, **more,
        )  # fmt: skip

    match = prepare(overcast(), "K8", "US-1-Inf US-4-Inf")
    assert refused(match, "carpet") == "17.10.9"  # 3-1
    match.play("declare 2-1")
    match.play("carpet")
    match.play("roll")
    assert "DR" in said(match)
    assert match.position.carpet_month == "July"
    match = prepare(overcast(carpet_month="July"), "K8", "US-1-Inf US-4-Inf", "declare 2-1")
    assert refused(match, "carpet") == "17.10.9"


@rule("17.10.9", "R13")
def test_what_changes_the_odds_calls_the_bombers_off_and_higher_odds_keep_them_away() -> None:
    units, flown = "US-1-Inf K7; US-4-Inf K7; US-2-Inf J8; GE-77-Inf K8", {"carpet_bombing": (1, 0)}
    match = prepare(combat(units, missions=flown), "K8", "US-1-Inf", "carpet", "join US-4-Inf")
    assert not match.position.frames[-1].carpet  # type: ignore[attr-defined]
    match = prepare(combat(units, missions=flown), "K8", "US-1-Inf US-4-Inf US-2-Inf", "declare 2-1", "carpet")
    assert refused(match, "roll") == ""
    match.play("declare 3-1")
    assert refused(match, "roll") == "17.10.9"


@rule("17.10.9", "33.3.5")
def test_how_many_carpets_a_month_has_is_read_from_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    fields: dict[str, Any] = {"turn": 7, "missions": {"carpet_bombing": (2, 0)}, "dice": "6 6 1 1"}
    match = combat("US-1-Inf K4; GE-77-Inf K5; US-2-Inf R6; GE-84-Inf R7", **fields)
    monkeypatch.setitem(look(match).game.rules.numbers, "carpet_per_month", 2)
    attack(match, "K5", "US-1-Inf", "carpet")
    while match.prompt.step != "combat":
        match.play(choices(match)[0])
    assert missions.carpets_left(look(match))
    attack(match, "R7", "US-2-Inf", "carpet")
    assert not missions.carpets_left(look(match))


@rule("17.10.9")
def test_carpet_bombing_and_ground_support_exclude_each_other() -> None:
    flying = {"carpet_bombing": (1, 0), "ground_support": (0, 2)}
    match = prepare(combat("US-1-Inf K4; GE-77-Inf K5", missions=flying), "K5", "US-1-Inf")
    match.play("support")
    assert refused(match, "carpet") == "17.10.9"
    match = prepare(combat("US-1-Inf K4; GE-77-Inf K5", missions=flying), "K5", "US-1-Inf", "carpet")
    assert refused(match, "support") == "17.10.9"


@rule("15.8", "R12")
def test_lower_odds_may_be_declared_and_no_higher_ones() -> None:
    match = prepare(combat("US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8"), "K8", "US-1-Inf US-4-Inf")
    assert choices(match, "declare") == ["1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1"]
    assert refused(match, "declare 3-1") == "15.8"


@rule("15.2", "16.4")
def test_a_fortress_falls_at_three_to_one_with_the_79th_half_the_time() -> None:  # T32
    made = game()
    for column, chance in (("3-1", Fraction(1, 2)), ("2-1", Fraction(0))):
        plus = (Shift(made.rules.numbers["drm_79th"], "12.13", ""),)
        results = [made.data.results[column][odds.modified(made, die, plus) - 1] for die in range(1, 7)]
        assert Fraction(results.count("DE"), 6) == chance


@rule("16.1")
@pytest.mark.parametrize(("place", "factor"), [("J24", 8), ("T28", 8), ("K8", 4), ("DD12", 4)])
def test_mountains_and_alpine_ground_double_and_rough_ground_does_not(place: str, factor: int) -> None:
    looking = look(combat(f"GE-84-Inf {place}; US-1-Inf P9; GE-77-Inf P10"))
    assert [one.factor for one in odds.defending(looking, looking.game.board.node(place), False)] == [factor]


@rule("14.4", "16.5")
@pytest.mark.parametrize(
    ("name", "rough", "hill"), [("armor_divisor", 8, 8), ("worst_divisor", 8, 8), ("best_multiplier", 4, 4)]
)
def test_nobody_is_halved_or_doubled_beyond_the_numbers_of_the_book(
    name: str, rough: int, hill: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = look(combat("GE-2-Pz DD12; GE-84-Inf J24; US-1-Inf P9; GE-77-Inf P10"))
    monkeypatch.setitem(looking.game.rules.numbers, name, 1)
    nodes = [looking.game.board.node(place) for place in ("DD12", "J24")]
    assert [odds.defending(looking, node, False)[0].factor for node in nodes] == [rough, hill]


@rule("16.1")
def test_a_city_doubles_once() -> None:  # T33
    match = combat("GE-84-Inf S6; GE-348-Co S6; US-1-Inf R6; GE-77-Inf H5; US-2-Inf I6")
    looking = look(match)
    for label in ("S6", "H5"):
        node = looking.game.board.node(label)
        factors = odds.defending(looking, node, True)
        assert [factor.factor for factor in factors] == [2 * factor.printed for factor in factors]


@rule("16.5")
@pytest.mark.parametrize(
    ("place", "river", "factor"), [("DD12", False, 4), ("DD12", True, 8), ("GG10", False, 8), ("GG10", True, 16)]
)
def test_armor_that_defends_in_rough_ground_and_cities(place: str, river: bool, factor: int) -> None:  # T35
    looking = look(combat(f"GE-2-Pz {place}; US-1-Inf P9; GE-77-Inf P10"))
    assert [found.factor for found in odds.defending(looking, looking.game.board.node(place), river)] == [factor]


@rule("16.5", "14.4", "R7")
def test_armor_is_halved_against_cities_and_each_unit_rounds_up() -> None:  # T36
    match = prepare(combat("US-9-Arm R10; US-8-Arm R10; GE-325-Sec R11"), "R11", "US-9-Arm US-8-Arm")
    assert [factor.factor for factor in battle(match).attackers] == [4, 4]  # 7 each


@rule("16.5", "16.8")
def test_one_rough_hex_halves_armor_against_all_and_hexes_are_figured_separately() -> None:
    match = combat("US-2-Arm CC13; GE-84-Inf DD12; GE-85-Inf CC12")
    prepare(match, "DD12 CC12", "US-2-Arm")
    found = battle(match)
    printed = found.attackers[0].printed
    assert (found.attack, found.defence) == (-(-printed // 2), 8)


@rule("16.2", "17.10.4", "14.1")
def test_a_river_helps_only_against_attackers_all_across_it() -> None:  # T58
    match = prepare(combat("US-1-Inf Q7; GE-84-Inf Q8"), "Q8", "US-1-Inf")
    assert battle(match).defence == 8
    match = prepare(combat("US-1-Inf Q7; US-2-Inf Q9; GE-84-Inf Q8"), "Q8", "US-1-Inf US-2-Inf")
    assert battle(match).defence == 4
    two = "US-2-Inf P12; GE-85-Inf P11; US-4-Inf T20; GE-91-Inf T19"
    match = combat(f"US-1-Inf Q7; GE-84-Inf Q8; {two}", bombed=("Seine-1",))
    assert refused(match, "attack Q8") == "14.1"
    assert not look(match).zone("german") & look(match).game.board.set("Q7")


@rule("16.3")
def test_a_fortress_doubles_germans_until_it_is_destroyed() -> None:
    found = []
    for destroyed in ("", "FF16"):
        looking = look(combat("GE-84-Inf FF16; US-1-Inf P9; GE-77-Inf P10", forts_destroyed=destroyed))
        found.append(sum(one.factor for one in odds.defending(looking, looking.game.board.node("FF16"), False)))
    assert found == [8, 4]
    looking = look(combat("US-2-Inf FF16; US-1-Inf P9; GE-77-Inf P10"))  # it never helps Allies
    assert [one.factor for one in odds.defending(looking, looking.game.board.node("FF16"), False)] == [6]


@rule("19.4", "19.6", "R76")
def test_ships_add_their_factor_undoubled_within_two_hexes_once_a_turn() -> None:
    ships = "US-Naval-1 L1; BR-Naval-1 L1"
    match = combat(f"US-1-Inf L4; GE-91-Inf L3; {ships}", dice="4")
    prepare(match, "L3", "US-1-Inf", "ship US-Naval-1", "ship BR-Naval-1")
    assert battle(match).attack == 10
    match.play("roll")
    assert match.position.naval_used.bit_count() == 2


@rule("19.5", "19.9", "19.6")
def test_ships_do_not_attack_alone_nor_in_storms_nor_out_of_range() -> None:
    match = prepare(combat("US-1-Inf L4; GE-91-Inf L3; US-Naval-1 L1"), "L3", "", "ship US-Naval-1")
    assert refused(match, "roll") == "14.5"
    assert not odds.legal(look(match), match.position.frames[-1].targets, look(match).game.ships)  # type: ignore[attr-defined]
    match = prepare(combat("US-1-Inf L4; GE-91-Inf L3; US-Naval-1 L1", weather="Storm"), "L3", "US-1-Inf")
    assert refused(match, "ship US-Naval-1") == "19.9"
    match = prepare(combat("US-1-Inf L6; GE-91-Inf L5; US-Naval-1 L1"), "L5", "US-1-Inf")
    assert refused(match, "ship US-Naval-1") == "19.6"


@rule("19.10", "6.2")
def test_a_ship_supports_any_nationality() -> None:
    match = prepare(combat("US-1-Inf L4; GE-91-Inf L3; BR-Naval-1 L1"), "L3", "US-1-Inf")
    assert refused(match, "ship BR-Naval-1") == ""


@rule("12.13")
def test_the_79th_adds_two_in_the_first_landing_only() -> None:
    def landing(**more: Any) -> Battle:
        match = combat(
            "BR-79-Arm M5; GE-716-Co M5", turn=1, invasion_turn=1, beaches="M5", invaders="BR-79-Arm", **more
        )
        return battle(prepare(match, "M5", "BR-79-Arm"))

    assert [shift.columns for shift in landing(invasions=1).modifiers] == [2]
    assert not landing(invasions=1, impulse=2).modifiers
    assert not landing(invasions=2).modifiers


@rule("31.16", "R122")
def test_the_funnies_double_over_rivers_and_add_one_against_cities() -> None:  # T117
    options = {"31.16": True}
    match = combat("BR-1RE-79 II7; BR-3-Inf II7; GE-190-Inf JJ7", options=options, forts_destroyed="II7 II8")
    found = battle(prepare(match, "JJ7", "BR-1RE-79 BR-3-Inf"))
    assert (found.attack, found.defence, found.odds) == (18, 8, "2-1")
    match = combat("BR-1RE-79 II8; BR-3-Inf II8; GE-84-Inf JJ8", options=options, forts_destroyed="II7 II8")
    found = battle(prepare(match, "JJ8", "BR-1RE-79 BR-3-Inf"))
    assert (found.attack, found.defence, found.odds) == (16, 8, "2-1")
    assert [shift.columns for shift in found.modifiers] == [1]
    match = combat("BR-1RE-79 II7; BR-3-Inf II7; GE-190-Inf JJ7", forts_destroyed="II7 II8")
    assert battle(prepare(match, "JJ7", "BR-1RE-79 BR-3-Inf")).odds == "1-1"


@rule("31.18.3", "R123")
def test_varsity_adds_one_on_the_turn_of_the_drop() -> None:  # T119
    match = combat(
        "BR-1-AB JJ6; BR-6-AB JJ6; GE-190-Inf JJ7", scenario="berlin", options={"31.18": True}, turn=33, dice="4",
        dropped="BR-1-AB BR-6-AB", weather="Overcast",
    )  # fmt: skip
    attack(match, "JJ7", "BR-1-AB BR-6-AB")
    assert "2-1" in said(match)
    assert "DR" in said(match)


@rule("R122", "31.16")
def test_each_part_of_the_79th_adds_one_in_the_first_landing() -> None:
    match = combat(
        "BR-1RE-79 M5; BR-3-Inf M5; GE-716-Co M5", turn=1, invasions=1, invasion_turn=1, beaches="M5",
        invaders="BR-1RE-79 BR-3-Inf", options={"31.16": True},
    )  # fmt: skip
    prepare(match, "M5", "BR-1RE-79 BR-3-Inf")
    assert [(shift.columns, shift.rule) for shift in battle(match).modifiers] == [(1, "R122")]


@rule("R6", "16.1")
def test_a_city_never_doubles_armor() -> None:
    looking = look(combat("GE-2-Pz R11; GE-325-Sec R11; US-1-Inf P9; GE-77-Inf P10"))
    factors = odds.defending(looking, looking.game.board.node("R11"), False)
    assert sorted((factor.printed, factor.factor) for factor in factors if factor.printed == 8) == [(8, 4)]
    assert all(factor.factor == 2 * factor.printed for factor in factors if factor.printed != 8)


@rule("14.4", "16.1")
def test_two_reasons_double_only_once() -> None:
    looking = look(combat("GE-84-Inf H5; US-1-Inf P9; GE-77-Inf P10"))
    assert [factor.factor for factor in odds.defending(looking, looking.game.board.node("H5"), True)] == [8]


@rule("14.5")
def test_factors_are_added_on_both_sides() -> None:
    match = prepare(combat("US-1-Inf K7; US-4-Inf J8; GE-77-Inf K8; GE-84-Inf K8"), "K8", "US-1-Inf US-4-Inf")
    assert (battle(match).attack, battle(match).defence) == (12, 8)
