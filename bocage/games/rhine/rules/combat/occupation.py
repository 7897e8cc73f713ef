"""Who must occupy the hexes that a battle has cleared: factors to match, room to find (ADV.1, STK)."""

from __future__ import annotations

from typing import NamedTuple


class Vacancy(NamedTuple):
    """A cleared hex that is not yet held in strength."""

    points: int  # stacking points that still fit in
    armour: int  # and armour among them
    need: int  # twice the factors that are still owed


class Victor(NamedTuple):
    """An attacker that has not advanced."""

    points: int
    armour: int
    factors: int  # twice its factors in this battle
    hexes: tuple[int, ...]  # the vacancies it can enter, by their place in the list


def most_held(vacancies: tuple[Vacancy, ...], victors: tuple[Victor, ...]) -> int:
    """How many vacancies these units can occupy in full strength at best.

    >>> corps, tanks = Victor(2, 0, 6, (0, 1)), Victor(1, 1, 4, (0, 1))
    >>> most_held((Vacancy(5, 3, 6), Vacancy(5, 3, 4)), (corps, tanks))
    2
    >>> most_held((Vacancy(5, 3, 10), Vacancy(5, 3, 4)), (corps, tanks))
    1
    >>> most_held((Vacancy(2, 2, 10), Vacancy(1, 0, 4)), (corps, tanks))
    0
    """
    states = {vacancies}
    for victor in victors:
        found = set(states)
        for state in states:
            for place in victor.hexes:
                there = state[place]
                if there.need and fits(there, victor):
                    found.add((*state[:place], entered(there, victor), *state[place + 1 :]))
        states = found
    return max(sum(not vacancy.need for vacancy in state) for state in states)


def fits(vacancy: Vacancy, victor: Victor) -> bool:
    """Is there room for a unit?"""
    return victor.points <= vacancy.points and victor.armour <= vacancy.armour


def entered(vacancy: Vacancy, victor: Victor) -> Vacancy:
    """What is left to do and to fill when a unit has entered."""
    return Vacancy(
        vacancy.points - victor.points, vacancy.armour - victor.armour, max(vacancy.need - victor.factors, 0)
    )


def dutiful(vacancies: tuple[Vacancy, ...], victors: tuple[Victor, ...]) -> tuple[tuple[int, ...], ...]:
    """For each unit the vacancies that it may enter now, so that as many as possible can still be held in strength.

    If nothing can be held in strength, all that fits must go in, in any order.

    >>> dutiful((Vacancy(2, 2, 4),), (Victor(1, 0, 2, (0,)), Victor(2, 0, 6, (0,)), Victor(1, 1, 4, (0,))))
    ((0,), (0,), (0,))
    >>> dutiful((Vacancy(2, 2, 6),), (Victor(1, 0, 2, (0,)), Victor(2, 0, 6, (0,))))
    ((), (0,))
    """
    best = most_held(vacancies, victors)
    found = []
    for number, victor in enumerate(victors):
        others = victors[:number] + victors[number + 1 :]
        good = []
        for place in victor.hexes:
            there = vacancies[place]
            if there.need and fits(there, victor):
                after = (*vacancies[:place], entered(there, victor), *vacancies[place + 1 :])
                if not best or most_held(after, others) >= best:
                    good.append(place)
        found.append(tuple(good))
    return tuple(found)
