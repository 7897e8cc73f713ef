"""Duties: what the part finds, against a twin that tries everything."""

from __future__ import annotations

import random
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from bocage.parts.duties import Battle, Front, Owed, more_is_better
from bocage.parts.stacks import members
from tests.parts.fronts import Ground, Twin, holds, some_ground

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
            if front.attackers >> doer & 1
            and by_trying([doers & ~(1 << doer) for doers in duties], [doers & ~(1 << doer) for doers in helped])
        )
        assert front.spare(Owed((1 << count) - 1)) & ~HELP == wanted


# Battles against one target or several, by one party or another


def choices_agree(front: Front, plans: list[tuple[Battle, ...]], owed: Owed) -> int:
    """The targets that may be declared, the same by both."""
    found = front.declarable(owed)
    wanted = 0
    for plan in plans:
        for battle in plan:
            wanted |= battle.targets
    assert found == wanted
    assert front.can(owed) is bool(plans)
    return found


def battle_agrees(front: Front, plans: list[tuple[Battle, ...]], owed: Owed, made: Battle, further: int) -> list[str]:
    """The choices in a battle that is being made, the same by both; as words that can be chosen from."""
    wholes = {
        battle
        for plan in plans
        for battle in plan
        if holds(battle, made) and not battle.targets & ~made.targets & ~further
    }
    assert wholes
    addable, joinable = front.addable(owed, made, further), front.joinable(owed, made, further)
    wanted_targets = wanted_units = 0
    for battle in wholes:
        wanted_targets |= battle.targets & ~made.targets
        wanted_units |= battle.attackers & ~made.attackers
    assert addable == wanted_targets
    assert joinable == wanted_units
    assert front.closable(owed, made) is (made in wholes)
    words = [f"add {target}" for target in members(addable)] + [f"join {unit}" for unit in members(joinable)]
    return [*words, "close"] if made in wholes else words


def played_out(ground: Ground, owed: Owed, rng: random.Random) -> bool:
    """Battles are made by random choices until nothing is owed; every choice on the way is compared."""
    front, twin = ground.front(), Twin(ground.able, ground.lawful, ground.parties)
    plans = twin.plans(owed)
    further = rng.choice((-1, -1, 0, rng.getrandbits(4)))
    targets = choices_agree(front, plans, owed)
    if not plans:
        return False
    while targets and (owed.due or owed.bound or rng.random() < 0.8):
        made = Battle(1 << rng.choice(members(targets)), 0)
        if not any(holds(b, made) and not b.targets & ~made.targets & ~further for plan in plans for b in plan):
            # Nothing may be added after all, and alone it cannot be attacked.
            assert not front.joinable(owed, made, further)
            targets &= ~made.targets
            continue
        while True:
            word, _, number = rng.choice(battle_agrees(front, plans, owed, made, further)).partition(" ")
            if word == "close":
                break
            bit = 1 << int(number)
            made = Battle(made.targets | (bit if word == "add" else 0), made.attackers | (bit if word == "join" else 0))
        owed = owed.after(made)
        plans = twin.plans(owed)
        assert plans
        targets = choices_agree(front, plans, owed)
        if not targets:
            break
    if further == -1:
        assert not owed.due
        assert not owed.bound
    return True


@given(st.randoms(use_true_random=False), st.integers(1, 4), st.integers(1, 5))
@settings(max_examples=600)
def test_every_choice_agrees_with_a_twin_that_tries_everything(rng: random.Random, targets: int, units: int) -> None:
    ground = some_ground(rng, targets, units)
    everything, everyone = (1 << targets) - 1, (1 << units) - 1
    due = everything if rng.random() < 0.6 else rng.getrandbits(targets)
    bound = everyone if rng.random() < 0.6 else rng.getrandbits(units)
    played_out(ground, Owed(due, bound, everyone, everything), rng)
