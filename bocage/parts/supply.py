"""Supply: ways to have it, each with its sources and the lines that lead to them.

A way says everything once: the hexes where units are supplied, the line that a map draws and the words of a player are
read from it, so they cannot disagree. Its sources are found by a function, which may ask another way: a dump or a
headquarters that passes supply on is a source as long as a line feeds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from bocage.engine.looks import once, pure
from bocage.hexes import Board, Edges, HexSet

LookType = TypeVar("LookType")
WayType = TypeVar("WayType", bound="Way[Any]")
Sides = Board | Edges  # the hexsides that a line may cross: those of the whole board, or some


def passable(everywhere: HexSet, friends: HexSet, enemies: HexSet, enemy_zone: HexSet) -> HexSet:
    """Hexes through which a side may trace: no enemy in them, and no enemy zone unless a friend stands there.

    >>> bin(passable(0b1111, friends=0b0010, enemies=0b1000, enemy_zone=0b0110))
    '0b11'
    """
    return everywhere & ~enemies & (~enemy_zone | friends)


def rings(sides: Sides, sources: HexSet, through: HexSet, lengths: Sequence[int]) -> tuple[HexSet, ...]:
    """For each length, in rising order, the hexes from which a line so long or shorter leads to a source.

    >>> board = Board({str(row): (1, row) for row in range(1, 7)}, shifted="odd")
    >>> near, far = rings(board, board.set("1"), board.set("1 2 3 4 6"), (1, 3))
    >>> board.names(near), board.names(far)
    (['1', '2'], ['1', '2', '3', '4'])
    """
    found = []
    reached = fresh = sources & through
    for length in range(lengths[-1] + 1):
        found += [reached] * lengths.count(length)
        fresh = sides.step(fresh) & through & ~reached
        reached |= fresh
    return tuple(found)


def line(sides: Sides, start: int, sources: HexSet, through: HexSet) -> list[int]:
    """A shortest line from a hex to a source, both ends included; empty if there is none.

    The first hex need not be passable: a unit traces out of the hex where it stands.
    """
    board = sides if isinstance(sides, Board) else sides.board
    layers = [1 << start]
    seen = layers[0]
    while not layers[-1] & sources:
        layer = sides.step(layers[-1]) & through & ~seen
        if not layer:
            return []
        seen |= layer
        layers.append(layer)
    here = board.nodes(layers.pop() & sources)[0]
    path = [here]
    while layers:
        here = board.nodes(sides.step(1 << here) & layers.pop())[0]
        path.append(here)
    return path[::-1]


class Cut(NamedTuple):
    """A line that is cut: the way that it would take, and the hexes on it that bar it; empty where there is none."""

    line: list[int]
    barred: HexSet


def cut(sides: Sides, start: int, sources: HexSet, through: HexSet, ground: HexSet) -> Cut:
    """The line over some ground that the fewest barred hexes keep from a source, and these hexes.

    >>> board = Board({str(row): (1, row) for row in range(1, 7)}, shifted="odd")
    >>> found = cut(board, board.index["6"], board.set("1"), board.set("1 2 4"), board.all)
    >>> [board.labels[node] for node in found.line], board.names(found.barred)
    (['6', '5', '4', '3', '2', '1'], ['3', '5'])
    """
    board = sides if isinstance(sides, Board) else sides.board
    gates, rooms = [1 << start], [sides.flood(1 << start, through)]
    known = rooms[0]
    while not rooms[-1] & sources:
        gate = sides.step(known) & ground & ~known
        if not gate:
            return Cut([], 0)
        gates.append(gate)
        rooms.append(sides.flood(gate, through) & ~known)
        known |= rooms[-1]
    here, barred = board.nodes(rooms[-1] & sources)[0], 0
    way: list[int] = []
    for gate, room in zip(reversed(gates), reversed(rooms), strict=True):
        if way:
            here = board.nodes(sides.step(1 << way[-1]) & room)[0]
        way += line(sides, here, gate, room)
        barred |= 1 << way[-1]
    return Cut(way[::-1], barred & ~(1 << start))


def _whole_board(game: Any) -> HexSet:
    everywhere: HexSet = game.board.all
    return everywhere


class Net(NamedTuple, Generic[LookType]):
    """What lines run over."""

    hexes: Callable[[LookType, str], HexSet]  # that a line of a nation or side may pass
    sides: Callable[[Any], Sides]  # of the game
    ground: Callable[[Any], HexSet] = _whole_board  # that a line could pass if there were no enemy


def _any_length(game: Any) -> tuple[int, ...]:
    return ()


def _everybody(look: Any, unit: int) -> bool:
    return True


class Way(msgspec.Struct, Generic[LookType], frozen=True, eq=False):
    """A way to be in supply.

    Without a net there are no lines: a unit is supplied where it stands in a source.
    """

    rule: str
    words: str  # what is said of a unit that is supplied so
    whom: tuple[str, ...]  # the nations or sides that it serves
    sources: Callable[[LookType, str], HexSet]  # for units of such a nation or side
    net: Net[LookType] | None = None
    lengths: Callable[[Any], tuple[int, ...]] = _any_length  # of a line, by the game: one for each grade of supply
    serves: Callable[[LookType, int], bool] = _everybody  # is it for this unit?
    goal: str = ""  # where its lines lead, in words

    def rings(self, look: Any, whom: str) -> tuple[HexSet, ...]:
        """The hexes where units of a nation or side are supplied so: a set for each length, or a single one."""
        found: tuple[HexSet, ...] = _rings_of(look, self, whom)
        return found

    def around(self, look: Any, whom: str, sources: HexSet) -> tuple[HexSet, ...]:
        """The same from other sources, or from some of them."""
        if self.net is None:
            return (sources,)
        through = self.net.hexes(look, whom)
        found: tuple[HexSet, ...] = _reached(look.game, self, sources & through, through)
        return found

    def hexes(self, look: Any, whom: str) -> HexSet:
        """All hexes where units of a nation or side are supplied so, in whatever grade."""
        if self.net is None:
            return self.sources(look, whom)
        found: HexSet = _rings_of(look, self, whom)[-1]
        return found

    def line(self, look: Any, whom: str, start: int) -> list[int]:
        """A shortest line from a hex to a source, however long, over what the rule floods; empty if there is none."""
        if self.net is None:
            return []
        through = self.net.hexes(look, whom)
        return line(self.net.sides(look.game), start, self.sources(look, whom) & through, through)


def severed(ways: Iterable[Way[Any]], look: Any, whom: str, start: int) -> Cut:
    """What keeps a unit from all sources of some ways: the line that the fewest barred hexes keep from one."""
    game = look.game
    nets = [(way.net, way.sources(look, whom)) for way in ways if way.net and whom in way.whom]
    found = [cut(net.sides(game), start, goals, net.hexes(look, whom), net.ground(game)) for net, goals in nets]
    return min((one for one in found if one.line), key=_hardship, default=Cut([], 0))


def _hardship(found: Cut) -> tuple[int, int]:
    return found.barred.bit_count(), len(found.line)


@once
def _rings_of(look: Any, way: Way[Any], whom: str) -> tuple[HexSet, ...]:
    return way.around(look, whom, way.sources(look, whom))


@pure(1024)
def _reached(game: Any, way: Way[Any], sources: HexSet, through: HexSet) -> tuple[HexSet, ...]:
    assert way.net is not None
    sides, lengths = way.net.sides(game), way.lengths(game)
    return rings(sides, sources, through, lengths) if lengths else (sides.flood(sources, through),)


def way_of(ways: Iterable[WayType], look: Any, unit: int, whom: str) -> WayType | None:
    """The first way by which a unit of a nation or side is supplied where it stands on the map."""
    at = look.position.units[unit].at
    for way in ways:
        if (
            whom in way.whom
            and (way.serves is _everybody or way.serves(look, unit))
            and way.hexes(look, whom) >> at & 1
        ):
            return way
    return None
