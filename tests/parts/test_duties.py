"""Duties: what the part finds, against a twin that tries everything."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.parts.combat.duties import Battle, Front, Owed, more_is_better
from bocage.parts.stacks import members
from tests.parts.fronts import Ground, Twin, holds, some_ground, some_line, subsets

many = settings(derandomize=True, max_examples=2500, deadline=None, database=None)

# One doer for each duty, and a help that exists only once

HELP = 1 << 6


def helped_front(duties: list[int], helped: list[int]) -> Front:
    """Duties that each need a doer of their own; those of `helped` can do theirs along with the help."""

    def lawful(targets: int, doers: int) -> bool:
        number = targets.bit_length() - 1
        if targets != 1 << number:
            return False
        return bool(doers & duties[number] or (doers & HELP and doers & helped[number]))

    able = {number: duties[number] | helped[number] | (HELP if helped[number] else 0) for number in range(len(duties))}
    return Front(able, more_is_better(lawful))


def by_trying(duties: list[int], helped: list[int]) -> bool:
    """Is there a different doer for each duty, at most one of them with help? By trying all."""
    for order in permutations(range(6), len(duties)):
        weak = [number for number, doer in enumerate(order) if not duties[number] >> doer & 1]
        if not weak or (len(weak) == 1 and helped[weak[0]] >> order[weak[0]] & 1):
            return True
    return False


def sets(rng: random.Random, count: int) -> list[int]:
    return [rng.getrandbits(6) & rng.getrandbits(6) for _ in range(count)]


def test_duties_are_matched_as_well_as_by_trying_everything() -> None:
    rng = random.Random(66)
    for _ in range(2000):
        count = rng.randint(0, 4)
        duties = sets(rng, count)
        helped = sets(rng, count) if rng.random() < 0.5 else [0] * count
        assert helped_front(duties, helped).can(Owed((1 << count) - 1)) is by_trying(duties, helped)


def test_those_who_can_be_spared_are_exactly_those_without_whom_it_still_works() -> None:
    rng = random.Random(67)
    for _ in range(500):
        count = rng.randint(1, 3)
        duties, helped = sets(rng, count), sets(rng, count)
        front = helped_front(duties, helped)
        wanted = sum(
            1 << doer
            for doer in range(6)
            if by_trying([doers & ~(1 << doer) for doers in duties], [doers & ~(1 << doer) for doers in helped])
        )
        assert front.spare(Owed((1 << count) - 1, free=HELP | HELP - 1)) & ~HELP == wanted


# Battles against one target or several, by one party or another


def declared_alike(front: Front, plans: list[tuple[Battle, ...]], owed: Owed) -> int:
    """The targets that may be declared, the same by both."""
    wanted = 0
    for plan in plans:
        for battle in plan:
            wanted |= battle.targets
    found = front.declarable(owed)
    assert found == wanted
    assert front.can(owed) is bool(plans)
    return found


def made_alike(front: Front, wholes: set[Battle], owed: Owed, made: Battle, further: int) -> list[Battle]:
    """The choices in a battle that is being made, the same by both; the empty one stands for closing it."""
    targets = units = 0
    for battle in wholes:
        targets |= battle.targets & ~made.targets
        units |= battle.attackers & ~made.attackers
    assert front.addable(owed, made, further) == targets
    assert front.joinable(owed, made, further) == units
    assert front.closable(owed, made) is (made in wholes)
    choices = [Battle(1 << target, 0) for target in members(targets)] + [
        Battle(0, 1 << unit) for unit in members(units)
    ]
    return [*choices, Battle(0, 0)] if made in wholes else choices


def play_out(ground: Ground, owed: Owed, rng: random.Random) -> bool:
    """Battles are made by random choices until nothing is owed; every choice on the way is compared."""
    front, twin = ground.front(), Twin(ground.able, ground.lawful, ground.parties)
    plans = twin.plans(owed)
    further = rng.choice((-1, -1, 0, rng.getrandbits(4)))  # what a game lets a player add to a battle
    targets = declared_alike(front, plans, owed)
    spare = [
        unit
        for unit in members(owed.free)
        if twin.plans(owed._replace(bound=owed.bound & ~(1 << unit), free=owed.free & ~(1 << unit)))
    ]
    if plans:
        assert ground.meets(front.plan(owed) or [], owed)
        assert members(front.spare(owed)) == spare
    while targets:
        made = Battle(1 << rng.choice(members(targets)), 0)
        while True:
            wholes = {
                battle
                for plan in plans
                for battle in plan
                if holds(battle, made) and not battle.targets & ~made.targets & ~further
            }
            choices = made_alike(front, wholes, owed, made, further)
            if further == -1:
                assert choices
            if not choices:
                return False  # what must be added may not be
            more = rng.choice(choices)
            if not any(more):
                break
            made = Battle(made.targets | more.targets, made.attackers | more.attackers)
        owed = owed.after(made)
        plans = twin.plans(owed)
        assert plans
        targets = declared_alike(front, plans, owed)
    assert not plans or not (owed.due or owed.bound)
    return bool(plans)


@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 6))
@many
def test_every_choice_agrees_with_a_twin_that_tries_everything(seed: int, targets: int, units: int) -> None:
    rng = random.Random(seed)
    ground = some_ground(rng, targets, units)
    everything, everyone = (1 << targets) - 1, (1 << units) - 1
    due = everything if rng.random() < 0.6 else rng.getrandbits(targets)
    bound = everyone if rng.random() < 0.6 else rng.getrandbits(units)
    play_out(ground, Owed(due, bound, everyone, everything), rng)


@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(2, 6))
@many
def test_aides_take_part_only_along_with_others(seed: int, targets: int, units: int) -> None:
    rng = random.Random(seed)
    ground = some_ground(rng, targets, units)
    aides = rng.getrandbits(units) & rng.getrandbits(units)
    everything, everyone = (1 << targets) - 1, (1 << units) - 1
    parties = tuple(party | aides for party in ground.parties)

    def lawful(hexes: int, attackers: int) -> bool:
        return bool(attackers & ~aides) and ground.lawful(hexes, attackers)

    front = Front(ground.able, more_is_better(lawful), parties, ground.kind, aides)
    twin = Twin(ground.able, lawful, parties)
    bound = everyone & ~aides if rng.random() < 0.5 else 0
    owed = Owed(everything, bound, everyone, everything)
    plans = twin.plans(owed)
    declared_alike(front, plans, owed)
    for target in range(targets):
        made = Battle(1 << target, 0)
        whole = {battle for plan in plans for battle in plan if holds(battle, made)}
        made_alike(front, whole, owed, made, -1)
        plan = front.completed(owed, made)
        assert (plan is not None) is bool(whole)
        assert plan is None or (holds(plan[0], made) and tuple(sorted(plan)) in {tuple(sorted(one)) for one in plans})


def test_both_answers_are_common_among_small_fronts() -> None:
    rng = random.Random(14)
    answers = [
        some_ground(rng, 3, 5).front().can(Owed(0b111, 0b11111 if number % 2 else 0, 0b11111, 0b111))
        for number in range(400)
    ]
    assert 100 < sum(answers) < 300


@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 5))
@many
def test_where_nobody_is_bound_any_law_will_do(seed: int, targets: int, units: int) -> None:
    """A further attacker may spoil a battle, and a further target may make it lawful."""
    rng = random.Random(seed)
    able = {target: rng.getrandbits(units) for target in range(targets)}
    share = rng.choice((0.2, 0.4, 0.7))
    verdicts: dict[tuple[int, int], bool] = {}

    def lawful(hexes: int, attackers: int) -> bool:
        return verdicts.setdefault((hexes, attackers), rng.random() < share)

    def law(hexes: int, must: int, may: int) -> int:
        return next((must | some for some in subsets(may) if must | some and lawful(hexes, must | some)), 0)

    front, twin = Front(able, law), Twin(able, lawful, dutiful=True)
    for due in subsets((1 << targets) - 1):
        owed = Owed(due, 0, (1 << units) - 1, due)
        plans = twin.plans(owed)
        assert front.can(owed) is bool(plans)
        spare = [unit for unit in range(units) if twin.plans(owed._replace(free=owed.free & ~(1 << unit)))]
        assert members(front.spare(owed)) == spare
        for plan in [front.plan(owed)] if plans else []:
            assert tuple(sorted(plan or ())) in {tuple(sorted(one)) for one in plans}


# Long fronts


@pytest.mark.parametrize("seed", range(30))
def test_on_a_long_front_every_choice_leads_to_an_end_and_a_front_made_afresh_says_the_same(seed: int) -> None:
    rng = random.Random(seed)
    ground = some_line(rng, 12, 24)
    everyone, everything = (1 << 24) - 1, (1 << 12) - 1
    owed = Owed(everything & (rng.getrandbits(12) | rng.getrandbits(12)), rng.getrandbits(24), everyone, everything)
    front = ground.front()
    while not front.can(owed):  # those who cannot all be served are let off one by one
        owed = owed._replace(due=owed.due & owed.due - 1, bound=owed.bound & owed.bound - 1)
    assert ground.meets(front.plan(owed) or [], owed)
    while owed.due or owed.bound:
        targets = front.declarable(owed)
        assert targets == ground.front().declarable(owed)
        made = Battle(1 << rng.choice(members(targets)), 0)
        while True:
            choices = [Battle(1 << target, 0) for target in members(front.addable(owed, made))]
            choices += [Battle(0, 1 << unit) for unit in members(front.joinable(owed, made))]
            choices += [Battle(0, 0)] * front.closable(owed, made)
            more = rng.choice(choices)
            if not any(more):
                break
            made = Battle(made.targets | more.targets, made.attackers | more.attackers)
        afresh = ground.front()
        assert afresh.joinable(owed, made) == front.joinable(owed, made)
        assert afresh.addable(owed, made) == front.addable(owed, made)
        owed = owed.after(made)


@pytest.mark.parametrize("seed", range(40))
def test_a_question_on_a_long_front_takes_few_questions_to_the_law(seed: int) -> None:
    rng = random.Random(seed)
    ground, asked = some_line(rng, 20, 42), 0

    def lawful(targets: int, units: int) -> bool:
        nonlocal asked
        asked += 1
        return ground.lawful(targets, units)

    front = Front(ground.able, more_is_better(lawful), ground.parties, ground.kind)
    everyone, everything = (1 << 42) - 1, (1 << 20) - 1
    front.can(Owed(everything, everyone, everyone, everything))
    assert asked < 1000
    front.can(Owed(everything, 0, everyone, everything))
    assert asked < 1500
