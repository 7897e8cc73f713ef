"""What stands in the way: smallest parts of a whole that cannot be had together, and smallest sets that settle it.

`core` narrows down why something fails, `smallest` finds every smallest way out, `knots` takes the ways out apart. What
a part is, and what failing means, is the business of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from bocage.parts.stacks import members, union


def core(parts: Sequence[int], fails: Callable[[Iterable[int]], bool]) -> list[int]:
    """A smallest selection of some parts that still fails, found by leaving out large pieces, then small ones.

    >>> core([3, 5, 8, 2], lambda kept: sum(kept) > 9)
    [8, 2]
    """
    kept, size = list(parts), max(len(parts) // 2, 1)
    while size:
        place = 0
        while place < len(kept):
            rest = kept[:place] + kept[place + size :]
            if fails(rest):
                kept = rest
            else:
                place += size
        size //= 2
    return kept


def smallest(
    settled: Callable[[int], list[int]], complete: Callable[[int], int] = lambda tried: tried
) -> tuple[int, ...]:
    """The smallest sets with which something is settled; of those with which it is not, `settled` gives larger ones.

    `complete` adds to a set what has to be in it anyway.

    >>> smallest(lambda tried: [] if tried in (0b011, 0b100) else [tried | 1, tried | 2, tried | 4])
    (4, 3)
    """
    found: list[int] = []
    seen: set[int] = set()
    waiting = [0]
    while waiting:
        tried = complete(waiting.pop(0))
        if tried not in seen and all(small & ~tried for small in found):
            seen.add(tried)
            larger = settled(tried)
            if not larger:
                found.append(tried)
            waiting = sorted(waiting + larger, key=lambda those: those.bit_count())
    least = (one for one in found if not any(other != one and not other & ~one for other in found))
    return tuple(sorted(least, key=lambda one: (one.bit_count(), one)))


def knots(choices: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Choices taken apart: what is chosen in one knot matters not to another.

    >>> knots((0b0101, 0b1001, 0b0110, 0b1010))
    ((1, 2), (4, 8))
    """
    parts = [1 << unit for unit in members(union(choices))]

    def ways(part: int) -> set[int]:
        return {choice & part for choice in choices}

    def tied() -> tuple[int, int] | None:
        pairs = ((one, other) for place, one in enumerate(parts) for other in parts[place + 1 :])
        return next((pair for pair in pairs if len(ways(pair[0] | pair[1])) < prod(len(ways(p)) for p in pair)), None)

    while pair := tied():
        parts = [part for part in parts if part not in pair] + [pair[0] | pair[1]]
    found = tuple(tuple(sorted(ways(part))) for part in sorted(parts))
    return found if prod(map(len, found)) == len(choices) else (choices,)
