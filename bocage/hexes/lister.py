"""The members of a hex set as ready objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeAlias, TypeVar

HexSet: TypeAlias = int
"""A set of nodes of one board: node ``n`` is in it if bit ``1 << n`` is set."""

T = TypeVar("T")

READY = 96  # combinations of eight items that are kept, of 255
FEW = 25  # members up to which it is quicker to take them one by one (measured on maps of 300 to 1,700 hexes)


class _Eight(dict[int, tuple[T, ...]]):
    """The combinations of eight neighbouring items, each built when it is first asked for."""

    __slots__ = ("_here",)

    def __init__(self, items: Sequence[T | None]) -> None:
        super().__init__()
        self._here = items

    def __missing__(self, value: int) -> tuple[T, ...]:
        found = tuple(item for place, item in enumerate(self._here) if value >> place & 1 and item is not None)
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

    __slots__ = ("_bits", "_chunks", "_items")

    def __init__(self, items: Sequence[T | None]) -> None:
        self._items = tuple(items)
        self._bits = tuple(1 << place for place in range(len(items)))
        # Sixteen items at a time would be a fifth faster on sets seen before, but slower on the ever new sets of a
        # game, and their 65,536 combinations would fill the memory of a process that runs for days.
        self._chunks = [_Eight(items[place : place + 8]) for place in range(0, len(items), 8)]

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
        for chunk, value in zip(chunks, mask.to_bytes((mask.bit_length() + 7) >> 3, "little"), strict=False):
            if value:
                found += chunk[value]
        return found

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
