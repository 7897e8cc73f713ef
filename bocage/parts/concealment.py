"""Pieces that a side may not know: taken out of what it sees, or seen as strangers, and dealt anew in its head.

A *stranger* is a counter without a name that stands for a piece lying face down. Its number says where it lies and
nothing else: when a piece moves, the numbers are given out anew, so nobody can follow one through the turns except by
watching it move. Games give the numbers from `first` on to counters that never exist in the match itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bocage.engine.events import UNITS, Event
from bocage.engine.fields import going
from bocage.engine.play import index_units
from bocage.engine.position import Position, Unit, Units
from bocage.hexes import HexSet
from bocage.parts.stacks import members

TRIES = 8  # deals that are looked at before one that does not fit is taken


def withhold(game: Any, shown: Any, units: Units, place: int) -> None:
    """Take units out of what a side sees: they are in a place that says nothing of them."""
    for unit in members(units):
        shown.units[unit] = Unit(place, 1)
    _forget(game, shown, units)
    index_units(game, shown)


def conceal(game: Any, shown: Any, hexes: HexSet, place: int, first: int, masks: Sequence[int]) -> Units:
    """Put strangers, numbered from `first` on, in the place of all that lies in certain hexes; those strangers.

    Whoever lies there is in a place that says nothing of him; `masks` are those in which a stranger counts.
    """
    units, stacks, number = shown.units, shown.stacks, first
    strangers = unknown = 0
    for node in game.board.nodes(hexes):
        stack = stacks[node]
        for unit in stack:
            unknown |= 1 << unit
            units[unit] = Unit(place, 1)
        for offset in range(len(stack)):
            units.append(Unit(node, 1))
            strangers |= 1 << number + offset
        stacks[node] = tuple(range(number, number + len(stack)))
        number += len(stack)
    stacks[place] = tuple(members(unknown))
    shown.on_board = shown.on_board & ~unknown | strangers
    for mask in masks:
        shown.masks[mask] |= hexes
    _forget(game, shown, unknown)
    return strangers


def cover(game: Any, shown: Any, units: Units, place: int, first: int) -> Units:
    """Put strangers, numbered from `first` on by where they stand, in the place of single units; those strangers.

    What stands beside them is seen as ever. The game says in which masks its strangers count.
    """
    nodes = sorted(shown.units[unit].at for unit in members(units))
    for unit in members(units):
        shown.units[unit] = Unit(place, 1)
    shown.units += [Unit(node, 1) for node in nodes]
    _forget(game, shown, units)
    index_units(game, shown)
    return (1 << len(nodes)) - 1 << first


def tell_covered(game: Any, position: Any, units: Units, first: int, line: Event, owner: str) -> tuple[Event, ...]:
    """What happens to covered units is told to their owner by name, and to others of strangers (as `cover` has them).

    Of a line that names none of them nothing changes, nor of one that not everybody reads.
    """
    if not units or line.eyes is not None:
        return (line,)
    places = sorted(position.units[unit].at for unit in members(units))

    def seen(unit: int) -> int:
        return first + places.index(position.units[unit].at) if units >> unit & 1 else unit

    data = list(line.data)
    for number, kind in enumerate(game.events[line.kind].takes.values()):
        if kind == UNITS:
            told: Any = data[number]
            data[number] = seen(told) if isinstance(told, int) else tuple(sorted(map(seen, told)))
    if tuple(data) == line.data:
        return (line,)
    others = tuple(side for side in game.sides if side != owner)
    return line._replace(eyes=(owner,)), line._replace(data=tuple(data), eyes=others)


def _forget(game: Any, shown: Any, units: Units) -> None:
    """Take units out of every field that goes with them."""
    kind: type[Position] = type(shown)
    sets, tables = going(kind)
    for name in sets:
        setattr(shown, name, getattr(shown, name) & ~units)
    for name in tables:
        table = getattr(shown, name)
        if table:
            hidden = {game.unit_ids[unit] for unit in members(units)}
            if not hidden.isdisjoint(table):
                setattr(shown, name, {unit: item for unit, item in table.items() if unit not in hidden})


def deal(
    pieces: Sequence[int],
    rooms: Mapping[int, int],
    covers: Units,
    fits: Callable[[Mapping[int, Sequence[int]]], bool],
    random: Random,
) -> dict[int, list[int]]:
    """Deal pieces to hexes, each of which holds so many: hex -> pieces, a cover on top of each.

    All ways are dealt alike, except that one which fits is preferred.

    >>> found = deal([1, 2, 3], {7: 2, 9: 1}, 0b110, lambda deal: 3 in deal[7], Random(1))
    >>> sorted(found[7] + found[9]), found[7][0] in (1, 2), found[9][0] in (1, 2)
    ([1, 2, 3], True, True)
    """
    dealt = _dealt(pieces, rooms, covers, random)
    for _ in range(TRIES):
        if fits(dealt):
            break
        dealt = _dealt(pieces, rooms, covers, random)
    return dealt


def _dealt(pieces: Sequence[int], rooms: Mapping[int, int], covers: Units, random: Random) -> dict[int, list[int]]:
    down = [piece for piece in pieces if covers >> piece & 1]
    random.shuffle(down)
    tops, rest = down[: len(rooms)], down[len(rooms) :]
    rest += [piece for piece in pieces if not covers >> piece & 1]
    random.shuffle(rest)
    return {
        node: [top, *(rest.pop() for _ in range(count - 1))]
        for (node, count), top in zip(rooms.items(), tops, strict=True)
    }
