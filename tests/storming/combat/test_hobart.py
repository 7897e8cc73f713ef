"""The 79th Armoured Division, "Hobart's Funnies": once a turn, in one of four ways (13.9.B)."""

from __future__ import annotations

from bocage.games.storming.rules.combat.fight import AfterAssault
from bocage.games.storming.rules.combat.odds import reckon
from tests.cases import rule
from tests.storming.combat.battles import (
    ELSEWHERE,
    OPEN,
    choices,
    declare,
    field,
    fight,
    fires,
    german_field,
    points,
    reckoned,
    refused,
    told,
    where,
)

# What they are


@rule("2.2.B")
def test_support_units_help_combat_units_but_are_none() -> None:
    match = field("CW-50-Inf 2119; CW-3-Inf 2119; CW-51-Inf 2119; GE-12SS-Pz 2120", "1 6", air_support=1)
    names = {counter.name.lower() for counter in match.game.counters}
    assert not [name for name in names if "79th" in name or "carpet" in name or "tactical air" in name]
    declare(match, OPEN, "CW-50-Inf CW-3-Inf CW-51-Inf")
    alone = reckoned(match).attack
    match.play("air")
    match.play("hobart")
    together = reckoned(match).attack
    # They stack with everyone, add to the die and not to the strength, and take no losses.
    assert together.strength == alone.strength
    assert len(points(together)) == len(points(alone)) + 2
    match.play("roll")
    assert set(choices(match, "lose")) == {"CW-3-Inf", "CW-50-Inf", "CW-51-Inf"}
    assert len(match.game.look(match.position).stack(match.game.board.index["2119"])) == 3


# When and where


@rule("13.9.B")
def test_the_funnies_help_once_a_turn_and_are_back_on_the_next() -> None:
    match = field("CW-50-Inf 2119; CW-3-Inf 2219; GE-12SS-Pz 2120; GE-Lehr-Pz 2220", "1 1 1 1")
    declare(match, OPEN, "CW-50-Inf")
    match.play("hobart")
    assert refused(match, "hobart")[0] == "13.9.B"
    match.play("roll")
    assert match.position.hobart_turn == 6
    declare(match, "2220", "CW-3-Inf")
    assert refused(match, "hobart") == (
        "13.9.B",
        "the 79th Armoured Division helps once a turn; it is available from turn 6 on",
    )
    assert "The 79th Armoured Division supports the attack." in told(match)


@rule("13.9.B")
def test_they_are_not_there_before_turn_two_and_again_at_hand_when_their_turn_has_come() -> None:
    units = f"CW-50-Inf 2119; GE-77-Inf 2120; {ELSEWHERE}"
    early = field(units, turn=3, hobart_turn=4)
    declare(early, OPEN, "CW-50-Inf")
    assert refused(early, "hobart")[0] == "13.9.B"
    late = field(units, turn=4, hobart_turn=4)
    declare(late, OPEN, "CW-50-Inf")
    assert "hobart" in choices(late)


@rule("13.9.B")
def test_an_attack_that_is_taken_back_does_not_use_them_up() -> None:
    match = field("CW-50-Inf 2119; GE-77-Inf 2120", "1 1")
    declare(match, OPEN, "CW-50-Inf")
    match.play("hobart")
    match.undo()
    assert "hobart" in choices(match)
    assert match.position.hobart_turn == 2


@rule("13.9.B", "R117")
def test_east_of_the_seine_they_help_anybody_who_attacks_in_the_21st_army_groups_area() -> None:
    north = field("US-4-Inf 2119; GE-77-Inf 2120")
    declare(north, OPEN, "US-4-Inf")
    assert "hobart" in choices(north)
    south = field("US-4-Inf 2929; GE-77-Inf 2928")
    declare(south, "2928", "US-4-Inf")
    assert refused(south, "hobart")[0] == "13.9.B"
    # Over the boundary between the army groups the hex attacked decides.
    for here, there, helps in (("2324", "2323", True), ("2323", "2324", False)):
        match = field(f"US-4-Inf {here}; GE-77-Inf {there}", breakout=True)
        declare(match, there, "US-4-Inf")
        assert ("hobart" in choices(match)) is helps


@rule("13.9.B", "R21")
def test_west_of_the_seine_they_help_if_a_commonwealth_unit_attacks() -> None:
    """Ruling R21."""
    units = "US-1-Inf 0820; CW-50-Inf 0921; GE-77-Inf 0821"
    match = field(units, turn=3)
    declare(match, "0821", "US-1-Inf")
    assert refused(match, "hobart")[0] == "13.9.B"
    match.play("join CW-50-Inf")
    assert "hobart" in choices(match)


@rule("13.9.B")
def test_germans_cannot_use_them() -> None:
    match = german_field("US-4-Inf 2119; GE-77-Inf 2120")
    declare(match, "2119", "GE-77-Inf")
    assert refused(match, "hobart") == ("13.9.B", "the 79th Armoured Division helps Allied attacks only")


@rule("13.9.B")
def test_they_give_nothing_to_a_mobile_assault_that_does_not_name_them() -> None:
    match = field("CW-7-Arm 2119; GE-77-Inf 2120", at="allied exploitation")
    node, unit = match.game.board.index[OPEN], match.game.unit_numbers["CW-7-Arm"]
    found = reckon(match.game.look(match.position), AfterAssault("allied", node, 1 << unit))
    assert points(found.attack) == []


# First use: one more on the die


@rule("13.9.B", "13.9.A.2")
def test_they_add_one_to_the_attackers_die() -> None:
    match = field("CW-50-Inf 2119; GE-12SS-Pz 2120", "3 1")
    declare(match, OPEN, "CW-50-Inf")
    match.play("hobart")
    assert points(reckoned(match).attack) == [(1, "13.9.B")]
    assert points(reckoned(match).defence) == []
    match.play("roll")
    assert fires(match)[0].modifiers == [(1, "13.9.B")]


# Second use: no first fire over the Rhine


@rule("13.9.B", "13.6.A")
def test_they_cancel_the_first_fire_over_the_rhine_but_not_its_modifier() -> None:
    match = field("US-4-Inf 5111; GE-77-Inf 5210", "1 1", turn=14)
    declare(match, "5210", "US-4-Inf")
    assert reckoned(match).first_fire
    match.play("hobart-first-fire")
    assert not reckoned(match).first_fire
    assert points(reckoned(match).attack) == [(-2, "13.9.A.1")]
    match.play("roll")
    assert [fire.side for fire in fires(match)] == ["allied", "german"]
    assert match.position.hobart_turn == 15


@rule("13.9.B")
def test_where_nobody_fires_first_there_is_nothing_to_cancel() -> None:
    match = field("US-4-Inf 5111; US-90-Inf 5211; GE-77-Inf 5210", turn=14)
    declare(match, "5210", "US-4-Inf")
    match.play("hobart-first-fire")
    match.play("join US-90-Inf")  # now not all attackers cross the Rhine, and the Funnies are free again
    assert not reckoned(match).first_fire
    assert "hobart" in choices(match)
    assert refused(match, "hobart-first-fire")[0] == "13.9.B"
    assert points(reckoned(match).attack) == []


# Third use: over the sea

SCHELDT = f"CW-50-Inf 3609; CW-3-Inf 3609; GE-77-Inf 3709; {ELSEWHERE}"


@rule("13.9.B", "10.5.A", "13.1.C", "R117")
def test_they_carry_a_single_unit_over_a_sea_hexside_which_counts_as_a_minor_river() -> None:
    match = field(SCHELDT, "4 1", turn=9)
    assert "attack 3709" in choices(match)
    match.play("attack 3709")
    assert refused(match, "join CW-50-Inf")[0] == "13.1.C"
    assert set(choices(match)) == {"hobart-sea CW-50-Inf", "hobart-sea CW-3-Inf"}
    match.play("hobart-sea CW-50-Inf")
    assert points(reckoned(match).attack) == [(-1, "13.9.A.1")]
    assert reckoned(match).attack.strength == 3
    assert refused(match, "hobart-sea CW-3-Inf")[0] == "13.9.B"
    assert refused(match, "join CW-3-Inf")[0] == "13.1.C"
    match.play("roll")
    match.play("advance CW-50-Inf")
    assert where(match, "CW-50-Inf") == "3709"
    assert "The 79th Armoured Division carries British 50 Infantry Division over the water." in told(match)


@rule("13.9.B", "R117")
def test_others_may_join_the_landing_over_land() -> None:
    match = field(f"{SCHELDT}; CW-49-Inf 3708", turn=9)
    match.play("attack 3709")
    match.play("join CW-49-Inf")
    match.play("hobart-sea CW-50-Inf")
    assert reckoned(match).attack.strength == 6
    assert points(reckoned(match).attack) == []  # not everybody crosses water


@rule("13.9.B")
def test_without_them_the_sea_is_closed() -> None:
    match = field(SCHELDT, turn=9, hobart_turn=10)
    assert "attack 3709" not in choices(match)
    assert refused(match, "attack 3709")[0] == "13.1.C"


@rule("13.9.B", "13.2.A")
def test_they_carry_nobody_without_strength_nor_over_dry_land_nor_into_a_closed_hex() -> None:
    match = field(f"{SCHELDT}; CW-21AG-HQ 3609; CW-49-Inf 3708", turn=9)
    match.play("attack 3709")
    assert refused(match, "hobart-sea CW-21AG-HQ")[0] == "13.2.A"
    assert refused(match, "hobart-sea CW-49-Inf")[0] == "13.9.B"
    blind = field(f"CW-50-Inf 3809; GE-77-Inf 3909; {ELSEWHERE}", turn=8)
    assert refused(blind, "attack 3909")[0] == "8.7.B"
    seen = field(f"CW-50-Inf 3809; GE-77-Inf 3909; {ELSEWHERE}", turn=9, monty_sees=True)
    assert "attack 3909" in choices(seen)


# Fourth use: out of the flood


@rule("13.9.B", "13.9.D", "17.2.B", "R117")
def test_they_bring_a_single_unit_out_of_the_flood_at_full_strength_and_let_it_advance() -> None:
    units = f"US-4-Inf 4913; US-90-Inf 4913; GE-91-Inf 5013; {ELSEWHERE}"
    match = field(units, "6 1", turn=12, flood_turn=12)
    declare(match, "5013", "US-4-Inf US-90-Inf")
    assert reckoned(match).attack.strength == (4 + 4) // 2
    match.play("hobart-flood US-4-Inf")
    assert reckoned(match).attack.strength == 4 + 4 // 2
    match.play("roll")
    assert choices(match) == ["advance US-4-Inf", "end"]
    assert refused(match, "advance US-90-Inf")[0] == "13.9.D"
    match.play("advance US-4-Inf")
    assert where(match, "US-4-Inf") == "5013"


@rule("13.9.B")
def test_only_attackers_in_the_flood_and_only_on_its_turn() -> None:
    units = "US-4-Inf 4913; US-90-Inf 5114; US-2-Inf 4914; GE-91-Inf 5013"
    match = field(units, turn=12, flood_turn=12)
    declare(match, "5013", "US-4-Inf US-90-Inf")
    assert refused(match, "hobart-flood US-90-Inf")[0] == "17.2.B"
    assert refused(match, "hobart-flood US-2-Inf")[0] == "13.9.B"
    later = field(units, turn=12, flood_turn=11)
    declare(later, "5013", "US-4-Inf")
    assert refused(later, "hobart-flood US-4-Inf")[0] == "17.2.B"


@rule("13.9.B")
def test_each_time_they_do_one_thing_only() -> None:
    match = field("US-4-Inf 5111; GE-77-Inf 5210", turn=14)
    declare(match, "5210", "US-4-Inf")
    match.play("hobart-first-fire")
    assert refused(match, "hobart")[0] == "13.9.B"
    assert choices(match) == ["roll"]


def test_a_fight_without_them_leaves_them_at_hand() -> None:
    match = field("CW-50-Inf 2119; GE-12SS-Pz 2120", "1 1")
    fight(match, OPEN, "CW-50-Inf")
    assert match.position.hobart_turn == 2
