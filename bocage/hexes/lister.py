"""The members of a hex set as ready objects."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import getitem
from typing import Any, Generic, TypeAlias, TypeVar

HexSet: TypeAlias = int
"""A set of nodes of one board: node ``n`` is in it if bit ``1 << n`` is set."""

T = TypeVar("T")

READY = 96  # combinations of eight items that are kept, of 255
FEW = 25  # members up to which it is quicker to take them one by one (measured on maps of 300 to 1,700 hexes)
_BITS = tuple(tuple(value >> place & 1 for place in range(8)) for value in range(256))


class _Eight(dict[int, tuple[T, ...]]):
    """The combinations of eight neighbouring items, each built when it is first asked for."""

    __slots__ = ("_here",)

    def __init__(self, items: Sequence[T]) -> None:
        super().__init__()
        self._here = items

    def __missing__(self, value: int) -> tuple[T, ...]:
        found = tuple(compress(self._here, _BITS[value]))
        if len(self) >= READY:
            self.clear()
        self[value] = found
        return found


class Lister(Generic[T]):
    """Lists the items that belong to the nodes of a set, in node order, without looking at each node.

    A node whose item is ``None`` is left out.

    >>> lister = Lister(["a", None, "c", "d"])
    >>> lister(0b1101), lister(0b0010), lister(0)
    (['a', 'c', 'd'], [], [])
    """

    __slots__ = ("_bits", "_chunks", "_items", "_last", "_left_out")

    def __init__(self, items: Sequence[T | None]) -> None:
        self._left_out = sum(1 << place for place, item in enumerate(items) if item is None)
        # By the length of an integer whose highest member it is, so they begin with that of no member at all.
        self._items: tuple[Any, ...] = (None, *items)
        self._bits = (0, *(1 << place for place in range(len(items))))
        # Sixteen items at a time would be a fifth faster on sets seen before, but slower on the ever new sets of a
        # game, and their 65,536 combinations would fill the memory of a process that runs for days.
        self._last: tuple[HexSet, list[T]] = (0, [])  # the last set with many members, and its list
        self._chunks: list[_Eight[Any]] = [_Eight(tuple(items[place : place + 8])) for place in range(0, len(items), 8)]

    def __call__(self, mask: HexSet) -> list[T]:
        return self.add_to([], mask)

    def add_to(self, found: list[T], mask: HexSet) -> list[T]:
        """Put the items of a set at the end of a list.

        >>> Lister(["a", "b"]).add_to(["x"], 0b10)
        ['x', 'b']
        """
        if self._left_out:
            mask &= ~self._left_out
        if mask.bit_count() <= FEW:
            # One by one, the highest first: its number is known without making another integer.
            items, bits = self._items, self._bits
            few: list[T] = []
            while mask:
                length = mask.bit_length()
                mask ^= bits[length]
                few.append(items[length])
            few.reverse()
            found += few
            return found
        before, known = self._last
        changed = mask ^ before
        if changed.bit_count() <= 2:  # the units to choose from hardly change from one question to the next
            if changed:
                known = known.copy()
                items, bits = self._items, self._bits
                while changed:  # the highest first: those below are where they were
                    length = changed.bit_length()
                    bit = bits[length]
                    place = (before & bit - 1).bit_count()
                    if before & bit:
                        del known[place]
                    else:
                        known.insert(place, items[length])
                    changed ^= bit
                self._last = mask, known
            found += known
            return found
        begun, whole = len(found), mask
        # Most sets are local: the empty part below the lowest member is skipped at once.
        lowest = (mask & -mask).bit_length() - 1 >> 3
        mask >>= lowest << 3
        chunks = self._chunks[lowest:] if lowest else self._chunks
        values = mask.to_bytes((mask.bit_length() + 7) >> 3, "little")
        for some in map(getitem, compress(chunks, values), filter(None, values)):
            found += some
        self._last = whole, found[begun:]
        return found
