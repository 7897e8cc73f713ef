"""Both sides' fire: strengths, columns, every modifier, and who fires first (13.6, 13.7.1 to 13.7.3, 13.9)."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.storming.rules.assault.ground import bridged
from bocage.games.storming.rules.combat.fight import AfterAssault, AfterCherbourg, AfterCombat
from bocage.games.storming.rules.combat.odds import column, hits, read, reckon
from tests.cases import rule
from tests.storming.combat.battles import (
    OPEN,
    battle,
    choices,
    declare,
    field,
    fight,
    fires,
    german_field,
    offensive_field,
    points,
    reckoned,
    steps,
    told,
    where,
)

# 13.7.1 Strengths


@rule("13.7.1")
def test_each_side_adds_up_the_strengths_of_the_faces_that_are_up() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2119 reduced; US-2-Arm 2119; GE-12SS-Pz 2120 reduced; GE-77-Inf 2120")
    found = battle(match, OPEN, "US-4-Inf US-90-Inf US-2-Arm")
    counters = match.game.counters
    numbers = match.game.unit_numbers
    assert found.attack.strength == 4 + 2 + 6
    assert (
        found.defence.strength == counters[numbers["GE-12SS-Pz"]].defence[0] + counters[numbers["GE-77-Inf"]].defence[1]
    )


@rule("13.7.1", "13.9.C", "8.5", "R25")
def test_strengths_out_of_supply_are_added_first_and_then_halved_once_rounding_down() -> None:
    units = "US-4-Inf 2119 reduced; US-1-Inf 2119; US-2-Arm 2119; GE-77-Inf 2120; GE-91-Inf 2120; GE-353-Inf 2120"
    match = field(units, oos="US-4-Inf US-1-Inf GE-77-Inf GE-91-Inf")
    found = battle(match, OPEN, "US-4-Inf US-1-Inf US-2-Arm")
    # 2 + 5 = 7 halves to 3 (unit by unit it would be 1 + 2), and 6 is added whole.
    assert found.attack.strength == 3 + 6
    look = match.game.look(match.position)
    own = {name: look.defence(match.game.unit_numbers[name]) for name in ("GE-77-Inf", "GE-91-Inf", "GE-353-Inf")}
    assert found.defence.strength == (own["GE-77-Inf"] + own["GE-91-Inf"]) // 2 + own["GE-353-Inf"]
    assert [factor.halved for factor in found.attack.factors] == [("8.5",), ("8.5",), ()]


@rule("12.1", "13.7.1", "R25")
def test_disrupted_defenders_are_halved_and_those_out_of_supply_as_well_only_once() -> None:
    plain = battle(field("US-4-Inf 2119; GE-12SS-Pz 2120"), OPEN, "US-4-Inf").defence.strength
    assert plain == 8
    units = "US-4-Inf 2119; GE-12SS-Pz 2120"
    assert battle(field(units, disrupted="GE-12SS-Pz"), OPEN, "US-4-Inf").defence.strength == 4
    both = field(units, disrupted="GE-12SS-Pz", oos="GE-12SS-Pz")
    assert battle(both, OPEN, "US-4-Inf").defence.strength == 4


@rule("9.2.B")
def test_a_grounded_division_defends_with_two() -> None:
    match = german_field("US-2-Arm 2120; GE-12SS-Pz 2119", grounded="US-2-Arm")
    assert battle(match, OPEN, "GE-12SS-Pz").defence.strength == 2


@rule("7.3.E")
def test_a_unit_under_an_rr_marker_defends_with_what_is_printed() -> None:
    match = german_field("US-2-Arm 2120 reduced; GE-12SS-Pz 2119", refit="US-2-Arm")
    assert battle(match, OPEN, "GE-12SS-Pz").defence.strength == 3


@rule("13.9.D", "17.2.B", "R62")
def test_out_of_a_flooded_hex_strength_is_halved_on_the_turn_of_the_flood_and_only_then() -> None:
    units = "GE-12SS-Pz 5013; GE-116-Pz 5114; US-4-Inf 4913; US-2-Arm 5113"
    match = german_field(units, turn=12, flood_turn=12)
    assert battle(match, "4913", "GE-12SS-Pz").attack.strength == 8 // 2
    dry = german_field(units, turn=12, flood_turn=0)
    assert battle(dry, "4913", "GE-12SS-Pz").attack.strength == 8
    later = german_field(units, turn=12, flood_turn=11)
    assert battle(later, "4913", "GE-12SS-Pz").attack.strength == 8
    outside = german_field(units, turn=12, flood_turn=12)
    assert battle(outside, "5113", "GE-116-Pz").attack.factors[0].halved == ()


@rule("13.9.D", "R25")
def test_flood_and_want_of_supply_halve_twice() -> None:
    """Ruling R25: the two halvings are separate."""
    match = german_field("GE-12SS-Pz 5013; US-4-Inf 4913", turn=12, flood_turn=12, oos="GE-12SS-Pz")
    assert battle(match, "4913", "GE-12SS-Pz").attack.strength == 2


# 13.7.2, 13.7.3 The table


@rule("13.7.2", "2.1.H")
def test_a_strength_is_found_in_its_column() -> None:
    game = field("US-4-Inf 2119").game
    expected = {0: "", 1: "1", 5: "5", 6: "6", 7: "7-9", 9: "7-9", 10: "10-12", 12: "10-12", 13: "13-16", 16: "13-16"}
    assert {strength: column(game, strength) for strength in expected} == expected
    assert column(game, 17) == column(game, 40) == "17+"


@rule("13.7.3")
def test_a_modified_roll_below_one_reads_as_one_and_above_seven_as_seven() -> None:
    game = field("US-4-Inf 2119").game
    assert read(game, "17+", -1) == read(game, "17+", 1) == 1
    assert read(game, "17+", 9) == read(game, "17+", 7) == 4


@rule("13.7.3", "13.6")
def test_each_side_rolls_one_die_the_attacker_first_and_reads_its_own_column() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120", "1 6")
    fight(match, OPEN, "US-4-Inf")
    attack, defence = fires(match)
    assert (attack.side, attack.column, attack.die, attack.steps) == ("allied", "4", 1, 1)
    assert (defence.side, defence.die) == ("german", 6)


@rule("13.7.3")
def test_a_roll_can_have_no_effect() -> None:
    match = field("US-4-Inf 2119 reduced; GE-91-Inf 2120", "2 1")
    fight(match, OPEN, "US-4-Inf")
    assert [(fire.column, fire.steps) for fire in fires(match)] == [("2", 0), ("2", 0)]
    assert (steps(match, "US-4-Inf"), steps(match, "GE-91-Inf")) == (1, 1)


def test_a_side_without_strength_does_not_fire() -> None:
    match = field("US-4-Inf 2119; GE-7A-HQ 2120", "1")
    fight(match, OPEN, "US-4-Inf", "end")
    assert [fire.side for fire in fires(match)] == ["allied"]
    assert where(match, "GE-7A-HQ") == "dead"
    assert "The Germans have no strength to fire with." in told(match)


# 13.9.A.1 Terrain

GROUND = [
    ("rough", "US-4-Inf", "2514", "2513", -1),
    ("woods", "US-4-Inf", "2121", "2122", -1),
    ("swamp", "US-4-Inf", "4709", "4710", -1),
    ("forest", "US-4-Inf", "0820", "0821", -2),
    ("mountain", "US-36-Inf", "4936", "5035", -2),
    ("a town", "US-4-Inf", "2421", "2422", -1),
    ("a city", "US-4-Inf", "3912", "3913", -2),
    ("a fort", "US-4-Inf", "4713", "4813", -2),
    ("minor river", "US-4-Inf", "2317", "2416", -1),
    ("major river", "US-4-Inf", "4022", "4122", -2),
    ("the Rhine", "US-4-Inf", "5212", "5312", -2),
]


@rule("13.9.A.1", "2.1.J")
@pytest.mark.parametrize(("name", "unit", "from_", "target", "drm"), GROUND)
def test_terrain_lowers_the_attackers_die(name: str, unit: str, from_: str, target: str, drm: int) -> None:
    match = field(f"{unit} {from_}; GE-77-Inf {target}", turn=9)
    found = battle(match, target, unit)
    assert points(found.attack) == [(drm, "13.9.A.1")]
    assert name in found.attack.modifiers[0].why
    assert points(found.defence) == []


@rule("13.9.A.1")
def test_clear_ground_gives_nothing() -> None:
    assert points(battle(field("US-4-Inf 2119; GE-77-Inf 2120"), OPEN, "US-4-Inf").attack) == []


@rule("13.9.A.1")
@pytest.mark.parametrize(("turn", "drm"), [(1, -2), (4, -2), (5, -1), (12, -1)])
def test_bocage_protects_germans_by_two_until_turn_four_and_then_by_one(turn: int, drm: int) -> None:
    # On turn 1 the Allies attack in Mobile Assaults only, so it is one of those.
    match = field("US-2-Arm 0623; GE-77-Inf 0723", turn=turn, at="allied exploitation")
    node, unit = match.game.board.index["0723"], match.game.unit_numbers["US-2-Arm"]
    found = reckon(match.game.look(match.position), AfterAssault("allied", node, 1 << unit))
    assert points(found.attack) == [(drm, "13.9.A.1")]


@rule("13.9.A.1")
@pytest.mark.parametrize("turn", [2, 6])
def test_bocage_protects_allies_by_one_on_every_turn(turn: int) -> None:
    match = german_field("US-4-Inf 0723; GE-77-Inf 0623", turn=turn)
    assert points(battle(match, "0723", "GE-77-Inf").attack) == [(-1, "13.9.A.1")]


@rule("13.9.A.1", "13.9.A", "R8")
def test_only_the_one_terrain_that_is_best_for_the_defender_counts() -> None:
    saint_lo = field("US-29-Inf 0721; GE-77-Inf 0722", turn=2)
    found = battle(saint_lo, "0722", "US-29-Inf")
    assert [(one.points, one.why) for one in found.attack.modifiers] == [(-2, "the defenders are in bocage")]
    cherbourg = field("US-4-Inf 0519; GE-709-Co 0518", turn=2)
    assert points(battle(cherbourg, "0518", "US-4-Inf").attack) == [(-2, "13.9.A.1")]  # City and Fort (ruling R8)
    bastogne = german_field("US-4-Inf 4520; GE-77-Inf 4519", turn=12)
    assert points(battle(bastogne, "4520", "GE-77-Inf").attack) == [(-1, "13.9.A.1")]  # rough, town, minor river


@rule("13.9.A.1")
def test_a_river_helps_only_if_every_attacker_crosses_one() -> None:
    units = "US-4-Inf 2317; US-90-Inf 2316; GE-77-Inf 2416"
    alone = battle(field(units), "2416", "US-4-Inf")
    assert points(alone.attack) == [(-1, "13.9.A.1")]
    assert points(battle(field(units), "2416", "US-4-Inf US-90-Inf").attack) == []


@rule("13.9.A.1", "R115")
def test_if_all_cross_but_over_different_rivers_the_wider_one_counts() -> None:
    units = "US-4-Inf 4516; US-90-Inf 4315; GE-77-Inf 4415"  # a minor and a major river
    assert points(battle(field(units, turn=9), "4415", "US-4-Inf").attack) == [(-1, "13.9.A.1")]
    assert points(battle(field(units, turn=9), "4415", "US-4-Inf US-90-Inf").attack) == [(-2, "13.9.A.1")]


def test_a_bridge_does_not_take_the_rivers_modifier_away() -> None:
    match = field("US-4-Inf 4914; GE-77-Inf 5014", turn=9)  # a bridge over the Roer into a town
    found = battle(match, "5014", "US-4-Inf")
    assert points(found.attack) == [(-1, "13.9.A.1")]
    over_rhine = field("US-4-Inf 5110; GE-77-Inf 5210", turn=14, bridge_captured="Uerdingen", bridge_hex="5110")
    assert points(battle(over_rhine, "5210", "US-4-Inf").attack) == [(-2, "13.9.A.1")]


@rule("16.1")
def test_a_west_wall_fort_serves_germans_only_and_again_when_they_are_back() -> None:
    allied = german_field("US-4-Inf 4813; GE-77-Inf 4713", turn=12)
    assert points(battle(allied, "4813", "GE-77-Inf").attack) == []
    german = field("US-4-Inf 4713; GE-77-Inf 4813", turn=12)
    assert points(battle(german, "4813", "US-4-Inf").attack) == [(-2, "13.9.A.1")]


@rule("16.1")
def test_a_destroyed_fort_protects_nobody() -> None:
    match = field("US-4-Inf 4714; GE-77-Inf 4813", turn=13, forts_destroyed="4813")
    assert points(battle(match, "4813", "US-4-Inf").attack) == []


@rule("16.1", "16.1.A", "16.1.B")
@pytest.mark.parametrize(("target", "from_"), [("4626", "4526"), ("2511", "2512"), ("4813", "4714")])
def test_metz_coastal_and_west_wall_forts_give_the_same(target: str, from_: str) -> None:
    match = field(f"US-4-Inf {from_}; GE-77-Inf {target}", turn=9)
    found = battle(match, target, "US-4-Inf")
    assert points(found.attack) == [(-2, "13.9.A.1")]


@rule("17.2.B", "R62")
@pytest.mark.parametrize(("flood", "drm"), [(0, []), (12, []), (11, [(-1, "13.9.A.1")]), (10, [])])
def test_the_roer_valley_is_clear_then_swamp_in_the_turn_after_the_flood_and_clear_again(
    flood: int, drm: list[tuple[int, str]]
) -> None:
    match = field("US-4-Inf 5114; GE-77-Inf 5013", turn=12, flood_turn=flood)
    assert points(battle(match, "5013", "US-4-Inf").attack) == drm


def test_the_forest_of_the_roer_valley_is_no_forest_once_the_flood_has_run_off() -> None:
    match = field("US-4-Inf 4814; GE-77-Inf 4915", turn=12, flood_turn=10, allied_control="4814")
    assert points(battle(match, "4915", "US-4-Inf").attack) == []


# 13.9.A.2 Everything else


@rule("13.9.A.2", "12.1")
def test_one_disrupted_unit_among_the_defenders_lowers_their_die() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120; GE-91-Inf 2120", disrupted="GE-91-Inf")
    found = battle(match, OPEN, "US-4-Inf")
    assert (points(found.attack), points(found.defence)) == ([], [(-1, "12.1")])


@rule("17.5.3.A", "13.9.A.2")
def test_tactical_air_adds_one_to_an_allied_attack_and_is_spent() -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120", "1 1", air_support=2)
    declare(match, OPEN, "US-4-Inf")
    match.play("air")
    assert points(reckoned(match).attack) == [(1, "17.5.3.A")]
    assert points(reckoned(match).defence) == []
    match.play("roll")
    assert match.position.air_support == 1


@rule("9.1.A.2", "13.9.A.2")
@pytest.mark.parametrize(
    ("turn", "limited", "drm"),
    [(2, True, []), (3, True, [(-1, "9.1.A.2")]), (9, True, [(-1, "9.1.A.2")]), (9, False, []), (2, False, [])],
)
def test_a_command_in_limited_supply_attacks_at_minus_one_after_turn_two(
    turn: int, limited: bool, drm: list[tuple[int, str]]
) -> None:
    match = field("US-4-Inf 2119; GE-77-Inf 2120", turn=turn, limited=limited)
    assert points(battle(match, OPEN, "US-4-Inf").attack) == drm


@rule("9.1.A.2")
def test_limited_supply_does_not_weaken_the_defence_nor_the_germans() -> None:
    match = german_field("US-4-Inf 2119; GE-77-Inf 2120", turn=9, limited=True)
    found = battle(match, "2119", "GE-77-Inf")
    assert (points(found.attack), points(found.defence)) == ([], [])


@rule("9.1.B")
def test_the_sixth_army_group_always_attacks_in_full_supply() -> None:
    match = field("US-36-Inf 4335; GE-77-Inf 4334", turn=9, limited=True)
    assert points(battle(match, "4334", "US-36-Inf").attack) == []


@rule("17.7.3.C", "13.9.A.2", "R38", "R119")
def test_the_first_two_german_attack_rolls_of_the_counteroffensive_get_one_more() -> None:
    units = "GE-77-Inf 2119; GE-91-Inf 2219; GE-353-Inf 2220; US-4-Inf 2120; US-1-Inf 2218; US-90-Inf 2321"
    match = offensive_field(units, "1 1 1 1 1 1")
    fight(match, OPEN, "GE-77-Inf")
    fight(match, "2218", "GE-91-Inf")
    fight(match, "2321", "GE-353-Inf")
    german = [fire for fire in fires(match) if fire.side == "german"]
    assert [(1, "17.7.3.C") in fire.modifiers for fire in german] == [True, True, False]
    assert match.position.offensive_attacks == 3
    assert all(fire.modifiers == [] for fire in fires(match) if fire.side == "allied")


@rule("17.7.3.C", "14.2", "R38")
def test_a_mobile_assault_of_that_turn_is_one_of_the_two() -> None:
    units = "GE-2-Pz 2119; US-4-Inf 2120"
    for attacks, helped in ((0, True), (1, True), (2, False)):
        match = bocage.position(
            "storming", at="german exploitation", units=units, dice="1 1", turn=10, offensive_turn=10,
            offensive_attacks=attacks, points={"infantry": 4, "mechanized": 8},
        )  # fmt: skip
        for action in ("pick GE-2-Pz", "assault 2120", "roll"):
            match.play(action)
        (fire,) = [fire for fire in fires(match) if fire.side == "german"]
        assert ((1, "17.7.3.C") in fire.modifiers) is helped


@rule("17.7.3.C")
def test_without_a_counteroffensive_german_attacks_get_nothing() -> None:
    match = german_field("GE-77-Inf 2119; US-4-Inf 2120", "1 1", turn=10)
    fight(match, OPEN, "GE-77-Inf")
    assert fires(match)[0].modifiers == []
    assert match.position.offensive_attacks == 0


@rule("13.9.A")
def test_all_modifiers_of_both_groups_add_up() -> None:
    match = field("CW-3-Inf 3912; GE-77-Inf 3913", "4 1", turn=9, limited=True, air_support=1)
    declare(match, "3913", "CW-3-Inf")
    match.play("air")
    match.play("hobart")
    found = reckoned(match)
    assert points(found.attack) == [(-2, "13.9.A.1"), (1, "17.5.3.A"), (-1, "9.1.A.2"), (1, "13.9.B")]
    assert found.attack.points == -1


# 13.6 Who fires first


@rule("13.6.A", "R64")
@pytest.mark.parametrize("target", ["0619", "0820", "1020", "1121", "0618", "0720", "0921", "1221"])
def test_germans_who_attack_a_beach_or_the_coast_beside_one_are_fired_on_first(target: str) -> None:
    match = german_field(f"GE-77-Inf {_inland(target)}; US-4-Inf {target}", turn=3)
    assert battle(match, target, "GE-77-Inf").first_fire


def _inland(target: str) -> str:
    return {
        "0619": "0519", "0820": "0821", "1020": "1021", "1121": "1122", "0618": "0519", "0720": "0721",
        "0921": "0922", "1221": "1222",
    }[target]  # fmt: skip


@rule("13.6.A", "13.6", "R64")
@pytest.mark.parametrize(("from_", "target"), [("0621", "0721"), ("0522", "0521"), ("1423", "1422")])
def test_elsewhere_both_sides_fire_together_even_on_other_coasts(from_: str, target: str) -> None:
    match = german_field(f"GE-77-Inf {from_}; CW-3-Inf {target}", turn=3)
    assert not battle(match, target, "GE-77-Inf").first_fire


@rule("13.6.A")
def test_allies_at_the_beaches_are_not_fired_on_first() -> None:
    match = field("US-4-Inf 0519; GE-77-Inf 0618", turn=3)
    assert not battle(match, "0618", "US-4-Inf").first_fire


@rule("13.6.A", "13.7")
def test_the_defenders_first_fire_counts_before_the_attackers_strength_does() -> None:
    """The German attack of the example: a coastal division falls, and six factors are left of seven."""
    match = german_field(
        "GE-12SS-Pz 1222 reduced; GE-501SS-Ti 1222; GE-347-Co 1322; CW-6-AB 1221; CW-3Cd-Inf 1221 reduced; "
        "CW-51-Inf 1221 reduced; CW-4-Bde 1221 reduced",
        "3 2",
        turn=2,
    )
    declare(match, "1221", "GE-12SS-Pz GE-501SS-Ti GE-347-Co")
    found = reckoned(match)
    assert (found.attack.strength, found.defence.strength) == (7, 9)
    assert points(found.attack) == points(found.defence) == []
    match.play("roll")
    assert match.prompt.side == "german"
    match.play("lose GE-347-Co")
    first, second = fires(match)
    assert (first.side, first.strength, first.column, first.die, first.steps) == ("allied", 9, "7-9", 3, 1)
    assert (second.side, second.strength, second.column, second.die, second.steps) == ("german", 6, "6", 2, 1)
    assert match.prompt.side == "allied"
    match.play("lose CW-4-Bde")
    assert (where(match, "GE-347-Co"), where(match, "CW-4-Bde")) == ("dead", "track")
    assert match.position.due == {"CW-4-Bde": 4}


@rule("13.6.A")
def test_attackers_who_all_fall_to_first_fire_never_fire_themselves() -> None:
    match = german_field("GE-347-Co 1222; CW-6-AB 1221; CW-3Cd-Inf 1221", "1", turn=2)
    fight(match, "1221", "GE-347-Co")
    assert [fire.side for fire in fires(match)] == ["allied"]
    assert where(match, "GE-347-Co") == "dead"


@rule("13.6.A")
def test_whoever_attacks_over_the_unbridged_rhine_is_fired_on_first() -> None:
    units = "US-4-Inf 5212; US-90-Inf 5313; GE-77-Inf 5312"
    assert battle(field(units, turn=14), "5312", "US-4-Inf").first_fire
    assert not battle(field(units, turn=14), "5312", "US-4-Inf US-90-Inf").first_fire  # not all of them cross
    german = german_field("US-4-Inf 5212; GE-77-Inf 5312", turn=14)
    assert battle(german, "5212", "GE-77-Inf").first_fire


@rule("13.6.A", "R34")
def test_for_the_allies_only_a_captured_rhine_bridge_is_a_bridge_for_the_germans_any_that_stands() -> None:
    """Ruling R34."""
    units = "US-4-Inf 5110; GE-77-Inf 5210"
    assert battle(field(units, turn=14), "5210", "US-4-Inf").first_fire
    captured = field(units, turn=14, bridge_captured="Uerdingen", bridge_hex="5110")
    assert not battle(captured, "5210", "US-4-Inf").first_fire
    other = field(units, turn=14, bridge_captured="Wesel", bridge_hex="5008")
    assert battle(other, "5210", "US-4-Inf").first_fire
    assert not battle(german_field(units, turn=14), "5110", "GE-77-Inf").first_fire
    blown = german_field(units, turn=14, bridges_blown=("Uerdingen",))
    assert battle(blown, "5110", "GE-77-Inf").first_fire
    # Whoever walks or assaults over the hexside finds the same bridges.
    ends = [captured.game.board.index[label] for label in ("5110", "5210")]
    stands = [bridged(m.game.look(m.position), "allied", *ends) for m in (field(units, turn=14), captured, other)]
    assert stands == [False, True, False]
    assert [bridged(m.game.look(m.position), "german", *ends) for m in (captured, blown)] == [True, False]


@rule("13.6")
def test_in_simultaneous_fire_a_doomed_defender_still_fires_with_all_he_has() -> None:
    match = field("US-4-Inf 2119; US-2-Arm 2119; GE-12SS-Pz 2120 reduced", "6 6")
    fight(match, OPEN, "US-4-Inf US-2-Arm")
    attack, defence = fires(match)
    assert attack.steps >= 1
    assert defence.strength == 4


# 3.2.E.4


@rule("3.2.E.4", "R24")
def test_on_turn_one_a_lone_airborne_division_ignores_a_single_loss_but_not_two() -> None:
    units = "US-101-AB 0620 dropped; GE-17SS-PG 0721; GE-77-Inf 0721"
    for die, lost in (("1", False), ("6", True)):
        match = german_field(units, f"{die} 1", turn=1)
        fight(match, "0620", "GE-17SS-PG GE-77-Inf")
        assert (where(match, "US-101-AB") != "0620") is lost
        assert fires(match)[0].steps == (2 if lost else 1)


@rule("3.2.E.4", "R24")
def test_it_does_not_ignore_the_loss_on_turn_two_nor_with_company_nor_as_attacker() -> None:
    alone = "US-101-AB 0620 dropped; GE-17SS-PG 0721"
    later = german_field(alone, "1 1", turn=2)
    fight(later, "0620", "GE-17SS-PG")
    assert where(later, "US-101-AB") == "track"
    company = german_field(f"{alone}; US-1A-HQ 0620", "1 1", turn=1)
    fight(company, "0620", "GE-17SS-PG")
    assert company.prompt.side == "allied"
    assert set(choices(company, "lose")) == {"US-101-AB", "US-1A-HQ"}
    attacker = field("US-101-AB 0620 dropped; GE-17SS-PG 0721", "1 1", turn=2)
    attacker.position.turn = 1
    fight(attacker, "0721", "US-101-AB")
    assert where(attacker, "US-101-AB") == "track"


@rule("3.2.E.4")
def test_other_lone_divisions_ignore_nothing_on_turn_one() -> None:
    match = german_field("US-4-Inf 0620; GE-17SS-PG 0721", "1 1", turn=1)
    fight(match, "0620", "GE-17SS-PG")
    assert steps(match, "US-4-Inf") == 1


# The three kinds of fight


@rule("8.6.A")
def test_for_the_cherbourg_assault_the_fortress_is_a_normal_city() -> None:
    match = field("US-4-Inf 0519; GE-709-Co 0518", turn=2)
    look = match.game.look(match.position)
    node, unit = match.game.board.index["0518"], match.game.unit_numbers["US-4-Inf"]
    found = reckon(look, AfterCherbourg("allied", node, 1 << unit))
    assert [(one.points, one.why) for one in found.attack.modifiers] == [(-2, "the defenders are in a city")]
    assert found.kind == "cherbourg"
    assert not found.first_fire


@rule("14.2.B")
def test_a_mobile_assault_is_reckoned_like_a_combat() -> None:
    match = field("US-2-Arm 2119; GE-77-Inf 2120", turn=9, limited=True)
    look = match.game.look(match.position)
    node, unit = match.game.board.index[OPEN], match.game.unit_numbers["US-2-Arm"]
    combat = reckon(look, AfterCombat("allied", node, 1 << unit, air=True))
    assault = reckon(look, AfterAssault("allied", node, 1 << unit, air=True))
    assert (assault.kind, combat.kind) == ("assault", "combat")
    assert assault._replace(kind="combat") == combat
    assert points(assault.attack) == [(1, "17.5.3.A"), (-1, "9.1.A.2")]


def test_the_hits_of_a_die_are_those_of_the_table() -> None:
    match = field("US-4-Inf 0519; US-90-Inf 0519; US-82-AB 0519; US-2-Arm 0519; GE-709-Co 0518; GE-243-Co 0518", turn=2)
    found = battle(match, "0518", "US-4-Inf US-90-Inf US-82-AB US-2-Arm")
    look = match.game.look(match.position)
    assert [hits(look, found, found.attack, die) for die in range(1, 7)] == [1, 1, 1, 2, 2, 3]
    assert [hits(look, found, found.defence, die) for die in range(1, 7)] == [1, 1, 1, 1, 1, 2]
