"""Who must attack whom (14.1, 14.6, 14.7, 14.10, 14.11, 14.13, 13.4), and that a twin that tries everything agrees."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bocage import Match
from bocage.engine.play import index_units
from bocage.games.fortress.rules.combat import attackers as who
from bocage.games.fortress.rules.combat import duties, hopeless
from bocage.games.fortress.rules.look import FortressLook, members
from bocage.parts.combat.cores import knots
from bocage.parts.combat.duties import Battle
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare, said, where
from tests.fortress.combat.fronts import Twin, some_contact
from tests.fortress.playing import look, refused
from tests.parts.fronts import holds


def due(match: Match) -> list[str]:
    return look(match).game.board.names(match.position.frames[-1].due)


def bound(match: Match) -> list[str]:
    return [look(match).game.unit_ids[unit] for unit in members(match.position.frames[-1].bound)]


def settle(match: Match) -> None:
    while match.prompt.step not in ("combat", "movement"):
        match.play(choices(match)[0])


# The list


@rule("14.1", "14.6.A", "14.6.B")
def test_everybody_in_a_zone_attacks_and_every_zone_is_attacked() -> None:
    match = combat("US-1-Inf K7; US-2-Inf K7; GE-77-Inf K8; GE-84-Inf L7; US-4-Inf R20", dice="6")
    assert due(match) == ["K8", "L7"]
    assert bound(match) == ["US-1-Inf", "US-2-Inf"]
    assert refused(match, "end") == "14.6.A"
    both = prepare(combat("US-1-Inf K7; US-2-Inf K7; GE-77-Inf K8; GE-84-Inf L7"), "K8", "US-1-Inf US-2-Inf")
    assert refused(both, "roll") == "14.6.A"  # nobody would be left for L7
    both.play("add L7")
    assert refused(both, "roll") == ""
    attack(match, "K8", "US-1-Inf")
    settle(match)
    assert where(match, "US-2-Inf") == "K7"
    assert choices(match) == ["attack L7"]


@rule("14.6.C", "R77")
def test_all_attackers_are_next_to_all_hexes_of_their_battle() -> None:
    match = prepare(combat("US-1-Inf K7; US-2-Inf L8; GE-77-Inf K8; GE-84-Inf L7"), "K8", "US-1-Inf")
    assert "L7" in choices(match, "add")
    match = prepare(combat("US-1-Inf K7; US-2-Inf J7; GE-77-Inf K8; GE-84-Inf L7"), "K8", "US-2-Inf")
    assert refused(match, "add L7") == "R77"
    assert refused(match, "join US-4-Inf") != ""


@rule("14.7")
def test_a_defending_hex_is_one_target_and_an_attacking_stack_may_divide() -> None:
    match = prepare(combat("US-1-Inf K7; US-2-Inf K7; GE-77-Inf K8; GE-352-Inf K8; GE-84-Inf L7"), "K8", "US-1-Inf")
    assert "6 against 8" in match.prompt.text
    assert refused(match, "join US-1-Inf") == "14.7"
    assert refused(match, "add K8") == "14.7"


@rule("14.8")
def test_soaking_off_is_allowed_down_to_one_to_six() -> None:
    match = prepare(combat("US-1-Inf K7; US-Bradley K7; GE-77-Inf K8; GE-84-Inf L7"), "L7", "US-Bradley")
    assert refused(match, "roll") == ""


@rule("14.6", "14.6.A")
def test_nobody_joins_who_is_needed_elsewhere() -> None:
    match = prepare(combat("US-1-Inf K7; US-2-Inf J7; GE-77-Inf K8; GE-84-Inf L7"), "K8", "US-2-Inf")
    assert refused(match, "join US-1-Inf") == "14.6"  # nobody else is next to L7, and US-2 is not


@rule("14.6", "14.1")
def test_no_attack_is_begun_that_leaves_a_duty_undone() -> None:
    frozen = "GE-84-Inf L7 frozen; GE-352-Inf L7 frozen; GE-85-Inf L7 frozen"
    match = combat(
        f"US-Bradley K7; GE-77-Inf K8; {frozen}; US-4-Inf R20; GE-91-Inf R19", released=False, invaded_districts=("1",)
    )
    assert set(choices(match, "attack")) == {"K8", "R19"}
    assert refused(match, "attack L7") == "14.6"  # alone Bradley attacks one of them, and K8 has a zone


@rule("14.6.B")
def test_who_is_in_a_zone_attacks_even_if_that_zone_was_attacked_by_others() -> None:
    match = combat("GE-84-Inf K7; GE-85-Inf K7; US-1-Inf K8; BR-1-Cdo L7", side="german", dice="4")
    assert due(match) == ["K8"]
    attack(match, "K8", "GE-84-Inf")
    settle(match)
    assert where(match, "GE-85-Inf") == "K7"
    assert refused(match, "end") == "14.6.B"
    assert choices(match) == ["attack L7"]  # raiders need not be attacked, but somebody must


@rule("14.10", "19.4")
def test_a_ship_that_another_attack_needs_supports_no_other() -> None:
    units = "US-Bradley L4; GE-77-Inf L3; GE-84-Inf L3; US-1-Inf J3; GE-91-Inf K3; US-Naval-1 L1"
    match = prepare(combat(units), "K3", "US-1-Inf")
    assert refused(match, "ship US-Naval-1") == "14.10"
    match = prepare(combat(f"{units}; BR-Naval-1 L1"), "K3", "US-1-Inf")
    assert refused(match, "ship US-Naval-1") == ""


@rule("14.9")
def test_nobody_fights_twice_in_an_impulse() -> None:
    match = attack(combat("US-1-Inf DD12; GE-77-Inf DD13; US-2-Inf R20; GE-84-Inf R19", dice="3"), "DD13", "US-1-Inf")
    settle(match)
    assert refused(match, "attack DD13") in ("14.9", "14.3")
    if not match.position.frames[-1].targets:
        match.play("attack R19")
    assert refused(match, "join US-1-Inf") in ("14.6.C", "14.9")


@rule("7.1", "14.1", "R2")
def test_a_fortress_is_attacked_and_need_not_attack() -> None:  # T57
    units = "GE-84-Inf V4; US-1-Inf V5"
    match = combat(units)
    assert due(match) == ["V4"]
    match = combat(units, side="german")
    assert match.prompt.step == "combat"
    assert (due(match), bound(match)) == ([], [])
    assert choices(match) == ["attack V5", "end"]
    match = combat(units, side="german", forts_destroyed="V4")
    assert due(match) == ["V5"]


@rule("14.13", "R66")
def test_a_sortie_is_against_all_neighbours_or_none() -> None:
    units = "GE-84-Inf FF16; GE-85-Inf FF16; US-1-Inf EE16; US-2-Inf EE17"
    match = combat(units, side="german", dice="1 1")
    assert set(choices(match, "attack")) == {"EE16", "EE17"}
    assert "end" in choices(match)
    prepare(match, "EE16", "GE-84-Inf GE-85-Inf")
    assert refused(match, "roll") == "14.13"  # nobody would be left for the other neighbour
    match = prepare(combat(units, side="german", dice="1 1"), "EE16", "GE-84-Inf")
    match.play("roll")
    settle(match)
    assert refused(match, "end") == "14.13"
    prepare(match, "EE17", "GE-85-Inf", "roll")
    settle(match)
    units = "GE-Rommel FF16; US-1-Inf EE16; US-2-Inf EE17"
    assert not choices(combat(units, side="german"), "attack")  # alone it could not attack both at 1-6


@rule("21.6")
def test_germans_need_not_attack_raiders_alone() -> None:
    match = combat("GE-84-Inf K7; BR-1-Cdo K8", side="german")
    assert due(match) == []
    assert choices(match, "attack") == ["K8"]
    assert "end" in choices(match)


# Removal


@rule("14.10", "R67", "R36", "13.4")
def test_an_hq_in_a_zone_attacks_or_goes() -> None:
    match = combat("US-Bradley K7; GE-77-Inf K8")
    assert bound(match) == ["US-Bradley"]
    match = combat("US-Bradley K7; GE-77-Inf K8; GE-84-Inf K8; US-4-Inf R20; GE-85-Inf R19")
    assert where(match, "US-Bradley") == "gone"
    # Help by another unit of its nation makes it legal (R67); another nation attacks without it (13.4).
    match = combat("US-Bradley K7; US-1-Inf J8; GE-77-Inf K8; GE-84-Inf K8")
    assert bound(match) == ["US-1-Inf", "US-Bradley"]
    match = prepare(combat("US-Bradley K7; BR-3-Inf J8; GE-77-Inf K8; GE-84-Inf K8"), "K8", "BR-3-Inf")
    assert where(match, "US-Bradley") == "K7"
    assert refused(match, "join US-Bradley") == "6.2"


@rule("14.10", "R67", "19.4", "19.9")
def test_ships_count_when_it_is_decided_who_goes() -> None:
    units = "US-Bradley L4; GE-77-Inf L3; GE-84-Inf L3; US-1-Inf R20; GE-85-Inf R19"
    assert where(combat(units), "US-Bradley") == "gone"
    assert where(combat(f"{units}; US-Naval-1 L1", weather="Storm"), "US-Bradley") == "gone"
    match = combat(f"{units}; US-Naval-1 L1")
    assert where(match, "US-Bradley") == "L4"
    prepare(match, "L3", "US-Bradley")
    assert refused(match, "roll") == "14.10"
    match.play("ship US-Naval-1")
    assert refused(match, "roll") == ""


@rule("14.10", "R67")
def test_where_one_ship_could_save_either_of_two_the_owner_chooses() -> None:
    units = "GE-84-Inf A4; GE-85-Inf A4; US-Bradley B3; GE-91-Inf B1; GE-77-Inf B1; BR-Montgomery A2"
    match = combat(f"{units}; US-Naval-1 @2; US-1-Inf R20; GE-352-Inf R19")
    assert match.prompt.step == "removal"
    assert choices(match) == ["lose BR-Montgomery", "lose US-Bradley"]
    assert refused(match, "end") == "14.10"
    assert refused(match, "lose US-1-Inf") == "14.10"
    match.play("lose US-Bradley")
    assert where(match, "US-Bradley") == "gone"
    assert bound(match) == ["BR-Montgomery", "US-1-Inf"]
    assert due(match) == ["B1", "R19"]


@rule("14.10", "14.13")
def test_whoever_could_be_helped_by_a_sortie_may_be_removed_instead() -> None:
    units = "GE-Rommel EE17; GE-84-Inf FF16; GE-85-Inf FF16; US-1-Inf EE16; US-2-Inf EE16"
    match = combat(units, side="german")
    if match.prompt.step == "removal":
        assert choices(match) == ["lose GE-Rommel", "end"]
        match.play("end")
        assert bound(match) == ["GE-Rommel"]
        assert due(match) == ["EE16"]
        prepare(match, "EE16", "GE-Rommel")
        assert refused(match, "roll") == "14.10"
        match.play("join GE-84-Inf")
        assert refused(match, "roll") == ""
    else:
        pytest.fail(f"{match.prompt.text} {said(match)}")


@rule("14.11", "R78")
def test_with_two_stacks_both_nations_attack() -> None:
    match = combat("US-1-Inf K7; BR-3-Inf K7; GE-77-Inf K8; GE-84-Inf L7")
    prepare(match, "K8", "US-1-Inf")
    assert refused(match, "add L7") == "14.6"  # the British would be left without an enemy
    assert refused(match, "roll") == ""


# The twin


def opened(match: Match) -> FortressLook:
    """A look on a match before anything has happened in it."""
    assert match.start is not None
    start = match.start.copy()
    index_units(match.game, start)
    found: Any = match.game.look(start)
    return found  # type: ignore[no-any-return]


def compare(found: FortressLook, side: str, rng: random.Random, seen: Counter[str]) -> None:
    """Everything that is asked of one front, against the twin."""
    twin, ships = Twin(found, side), found.game.ships
    ways = twin.removals()
    assert set(hopeless.removals(found, side)) == ways
    if ways != {0}:
        seen["removal"] += 1
        return
    standing = twin.standing(0)
    assert set(hopeless.bystanders(found, side, 0)) == standing
    seen["bystanders"] += standing != {0}
    task = hopeless.task(found, side)
    plans = twin.wholes(standing, task.due, task.bound)
    hexes = 0
    for plan in plans:
        for battle in plan:
            hexes |= battle.targets
    assert duties.addable(found, task) == hexes
    assert duties.can(found, task) is bool(plans)
    if not hexes:
        return
    made = Battle(1 << rng.choice(members(hexes)), 0)
    while True:
        wholes = {battle for plan in plans for battle in plan if holds(battle, made)}
        more_hexes = more_units = 0
        for battle in wholes:
            more_hexes |= battle.targets & ~made.targets
            more_units |= battle.attackers & ~made.attackers
        near = who.in_range(found, made.targets)
        assert duties.addable(found, task, made) == more_hexes
        assert duties.joinable(found, task, made) == more_units & ~ships
        assert duties.supportable(found, task, made, near) == more_units & ships
        assert duties.closable(found, task, made) is (made in wholes)
        steps = [Battle(1 << node, 0) for node in members(more_hexes)]
        steps += [Battle(0, 1 << unit) for unit in members(more_units)] + [Battle(0, 0)] * (made in wholes)
        step = rng.choice(steps)
        if not any(step):
            break
        made = Battle(made.targets | step.targets, made.attackers | step.attackers)
    seen["sortie"] += any(unit in twin.garrison for unit in members(made.attackers))
    seen["ships"] += bool(made.attackers & ships)
    seen["several hexes"] += made.targets.bit_count() > 1


@rule("14.6", "14.6.A", "14.6.B", "14.6.C", "14.10", "14.11", "14.13", "R54", "R66", "R67")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_every_choice_agrees_with_a_twin_that_tries_everything(side: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(700):
        rng = random.Random(seed)
        match = some_contact(rng, side, rng.randint(2, 5), rng.randint(1, 4))
        found = opened(match)
        if who.able(found, side):
            compare(found, side, rng, seen)
    wanted = {
        "allied": ("removal", "bystanders", "ships", "several hexes"),
        "german": ("removal", "sortie", "several hexes"),
    }
    assert all(seen[kind] > 5 for kind in wanted[side]), seen


@rule("14.3", "14.9")
@pytest.mark.parametrize("seed", range(40))
def test_random_play_never_meets_a_dead_end(seed: int) -> None:
    rng = random.Random(seed)
    side = rng.choice(("allied", "german"))
    match = some_contact(rng, side, rng.randint(3, 9), rng.randint(2, 6))
    for _ in range(300):
        if not match.prompts or match.prompt.step == "movement":
            break
        match.play(rng.choice(choices(match)))
    assert not match.prompts or match.prompt.step == "movement"


def test_knots_of_nationalities_are_taken_apart_only_where_they_are_independent() -> None:
    assert knots((0b0101, 0b1001, 0b0110, 0b1010)) == ((0b01, 0b10), (0b0100, 0b1000))
    assert knots((0b0101, 0b1010)) == ((0b0101, 0b1010),)
    assert knots((0,)) == ()
