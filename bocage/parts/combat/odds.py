"""Odds on one line of whole numbers, so that column shifts are additions.

1:1 is 0, 2:1 is 1, 3:1 is 2 and so on to the right; 1:2 is -1, 1:3 is -2 and so on to the left.
"""

from __future__ import annotations

from typing import NamedTuple


class Shift(NamedTuple):
    """A column shift: to the right (positive) or left, the case that gives it, and its reason."""

    columns: int
    rule: str
    why: str


def ratio(attack: int, defence: int) -> int:
    """The place of attack:defence on the line, always rounded in the defender's favour.

    >>> ratio(9, 5), ratio(5, 9), ratio(12, 4), ratio(1, 9)
    (0, -1, 2, -8)
    """
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def odds_text(place: int) -> str:
    """The usual name of a place on the line.

    >>> odds_text(0), odds_text(-2), odds_text(8)
    ('1:1', '1:3', '9:1')
    """
    return f"{place + 1}:1" if place >= 0 else f"1:{1 - place}"


def place_of(odds: str) -> int:
    """The place on the line of odds such as 3:1 or 1:2.

    >>> place_of("3:1"), place_of("1:1"), place_of("1:3")
    (2, 0, -2)
    """
    attack, _, defence = odds.partition(":")
    return int(attack) - 1 if int(defence) == 1 else 1 - int(defence)


def column_of(place: int, columns: tuple[str, ...]) -> str:
    """The column of a table on which a place is read; beyond its ends the last column counts.

    >>> column_of(7, ("1:2", "1:1", "2:1")), column_of(-5, ("1:2", "1:1", "2:1"))
    ('2:1', '1:2')
    """
    name = odds_text(place)
    if name in columns:
        return name
    return columns[-1] if place > 0 else columns[0]
