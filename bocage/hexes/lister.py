"""The members of a hex set as ready objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

HexSet: TypeAlias = int
"""A set of nodes of one board: node ``n`` is in it if bit ``1 << n`` is set."""

T = TypeVar("T")

_UNKNOWN: list[Any] = [None] * 256  # eight items of which no combination was asked for

MOST = 8192  # combinations that a lister keeps ready
FEW = 25  # members up to which it is quicker to take them one by one (measured on maps of 300 to 1,700 hexes)


class Lister(Generic[T]):
    """Lists the items that belong to the nodes of a set, in node order, without looking at each node.

    A node whose item is ``None`` is left out.

    >>> lister = Lister(["a", None, "c", "d"])
    >>> lister(0b1101), lister(0b0010), lister(0)
    (['a', 'c', 'd'], [], [])
    """

    __slots__ = ("_bits", "_chunks", "_items", "_ready")

    def __init__(self, items: Sequence[T | None]) -> None:
        self._items = tuple(items)
        self._bits = tuple(1 << place for place in range(len(items)))
        # Sixteen items at a time would be a fifth faster on sets seen before, but slower on the ever new sets of a
        # game, and their 65,536 combinations would fill the memory of a process that runs for days.
        # Of eight neighbouring items: value -> the combination, or None if nobody has asked for it yet.
        self._chunks = [_UNKNOWN] * (len(items) + 7 >> 3)
        self._ready = 0

    def __call__(self, mask: HexSet) -> list[T]:
        return self.add_to([], mask)

    def add_to(self, found: list[T], mask: HexSet) -> list[T]:
        """Put the items of a set at the end of a list.

        >>> Lister(["a", "b"]).add_to(["x"], 0b10)
        ['x', 'b']
        """
        if mask.bit_count() <= FEW:
            return self._add_few(found, mask)
        # Most sets are local: the empty part below the lowest member is skipped at once.
        lowest = (mask & -mask).bit_length() - 1 >> 3
        mask >>= lowest << 3
        chunks = self._chunks[lowest:] if lowest else self._chunks
        values = mask.to_bytes((mask.bit_length() + 7) >> 3, "little")
        before = len(found)
        for chunk, value in zip(chunks, values, strict=False):
            if value:
                ready = chunk[value]
                if ready is None:
                    del found[before:]
                    self._combine(lowest, values)
                    return self.add_to(found, mask << (lowest << 3))
                found += ready
        return found

    def _combine(self, lowest: int, values: bytes) -> None:
        """Make all combinations ready that these values ask for, chunk by chunk from the lowest."""
        if self._ready > MOST:
            self._chunks = [_UNKNOWN] * len(self._chunks)
            self._ready = 0
        for number, value in enumerate(values[: len(self._chunks) - lowest], lowest):
            if value and self._chunks[number][value] is None:
                if self._chunks[number] is _UNKNOWN:
                    self._chunks[number] = _UNKNOWN.copy()
                here = self._items[number << 3 : (number << 3) + 8]
                found = [item for place, item in enumerate(here) if value >> place & 1 and item is not None]
                self._chunks[number][value] = tuple(found)
                self._ready += 1

    def _add_few(self, found: list[T], mask: HexSet) -> list[T]:
        """One by one, the highest first: its number is known without making another integer."""
        items, bits = self._items, self._bits
        few: list[T] = []
        while mask:
            place = mask.bit_length() - 1
            mask ^= bits[place]
            item = items[place]
            if item is not None:
                few.append(item)
        few.reverse()
        found += few
        return found
