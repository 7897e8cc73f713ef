"""What must be true of a thing so that it can be chosen: sets with their cases, and what is said against the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bocage.engine.errors import Refusal
from bocage.engine.looks import once

# In a sentence `{it}` stands for the thing asked. One that must be found out is a function of the thing's number, which
# may answer with a closer case as well.
Reason = str | Callable[[int], str | tuple[str, str]]
Condition = tuple[int, str, Reason]  # a set, its case, what is said of a thing that is not in it
Conditions = Iterator[Condition]


def provided(that: bool) -> int:
    """The set for a condition that is about no operand in particular: everything, or nothing.

    >>> provided(2 > 1), provided(1 > 2)
    (-1, 0)
    """
    return -1 if that else 0


def refusal(conditions: Conditions, index: int, name: str) -> Refusal | None:
    """The first condition that lacks a thing, as the referee's reason; `name` is what the player calls the thing."""
    found = _first(conditions, index)
    return found and Refusal(found[0], found[1].replace("{it}", name))


def _first(conditions: Conditions, index: int) -> tuple[str, str] | None:
    for members, rule, reason in conditions:
        if not members >> index & 1:
            told = reason if isinstance(reason, str) else reason(index)
            return (rule, told) if isinstance(told, str) else told
    return None


def lacking(conditions: Conditions, index: int) -> tuple[str, str]:
    """The case and the reason of the first condition that lacks a thing: a reason that stands on several conditions."""
    found = _first(conditions, index)
    assert found is not None, f"nothing is against {index}"
    return found


def met(conditions: Conditions) -> int:
    """The set of things that meet all conditions.

    >>> met(iter([(0b110, "1.0", "{it} is odd"), (0b011, "1.1", "{it} is too much")]))
    2
    """
    found = -1
    for condition in conditions:
        found &= condition[0]
        if not found:
            break
    return found


@once
def _met(look: Any, conditions: Callable[..., Conditions], *arguments: Any) -> int:
    return met(conditions(look, *arguments))


def settled(look: Any, conditions: Callable[..., Conditions], *arguments: Any) -> Condition:
    """Conditions that ask nothing of the frame, as a single one that is found once for each position.

    The reason is still that of the first which lacks the thing.
    """
    return _met(look, conditions, *arguments), "", lambda index: lacking(conditions(look, *arguments), index)
