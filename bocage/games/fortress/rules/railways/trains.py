"""Rail movement (10): German units go any distance along lines that were German before the turn began."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from bocage.hexes import Edges
from bocage.parts import supply as lines
from bocage.rules import PATH, UNITS, Conditions, HexSet, Units, event, once, provided, pure

from ..air import missions, strafing
from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, WAITING
from .control import backed

if TYPE_CHECKING:
    from ...game import Fortress

rides = event("rides", "10.3", "{unit} {unit:goes|go} by rail: {path}.", sort="move", unit=UNITS, path=PATH)


def quota(look: FortressLook) -> int:
    """How many units may go by rail in a turn: six, and two fewer for each aircraft on railways (10.1, 17.10.3)."""
    numbers = look.game.rules.numbers
    return max(numbers["rail_units"] - numbers["railway_attack"] * missions.on(look, missions.RAILWAYS), 0)


@pure(64)
def tracks(game: Fortress, bombed: tuple[str, ...]) -> Edges:
    """The rails that trains use while some bridges are down, and those beyond the edges of the map (10.8, 10.9)."""
    data = game.data
    rails = data.rails
    for section in bombed:
        rails = rails - data.sections[section]
    nodes = game.board.nodes
    hops: dict[int, HexSet] = {}
    east, south, link = data.east_exits, data.south_exits, data.exit_link
    for exits in (east, south | link):
        for node in nodes(exits):
            hops[node] = hops.get(node, 0) | exits & ~(1 << node)
    return Edges(game.board, rails.sides, dict(rails.links) | hops)


@once
def open_track(look: FortressLook) -> HexSet:
    """Rail hexes that a train may enter: German before this turn, no enemy zone, no partisans (10.4, 10.7, 24.3)."""
    position, game = look.position, look.game
    partisans = look.hexes_of(members(game.partisans & position.on_board))
    return position.german_rail & ~look.enemy_zone(GERMAN) & ~look.occupied(ALLIED) & ~partisans


@once
def reachable(look: FortressLook, start: int) -> HexSet:
    """Where a train gets to from a hex."""
    through = open_track(look)
    if not through >> start & 1:
        return 0
    return tracks(look.game, look.position.bombed).flood(1 << start, through) & ~(1 << start)


def route(look: FortressLook, start: int, goal: int) -> tuple[int, ...]:
    """A shortest way by rail, both ends included; whoever is off the map begins in a hex of the east edge."""
    rails = tracks(look.game, look.position.bombed)
    if start < 0:
        exits = look.game.data.east_exits & open_track(look) & backed(look)
        return tuple(reversed(lines.line(rails, goal, exits, open_track(look))))
    return tuple(lines.line(rails, start, 1 << goal, open_track(look)))


def may_pass(look: FortressLook, start: int, path: Sequence[int]) -> bool:
    """May a train that starts there take this path?"""
    rails, through = tracks(look.game, look.position.bombed), open_track(look)
    exits = look.game.data.east_exits & backed(look)
    if not (path[0] == start if start >= 0 else exits >> path[0] & 1):
        return False
    return all(through >> node & 1 for node in path) and all(rails.has(a, b) for a, b in pairwise(path))


def ticket(look: FortressLook, unit: int) -> Conditions:
    """Is there room for one more unit by rail in this impulse (10.1, 10.3, 10.10)?"""
    position, numbers = look.position, look.game.rules.numbers
    if look.game.headquarters >> unit & 1:
        yield provided(position.impulse == 2), "10.10", "headquarters go by rail in the second move impulse only"
        month = look.month()
        yield provided(position.hq_rail_month != month), "10.10", "one headquarters a month goes by rail, and one has"
        return
    yield provided(position.impulse == 1), "10.3", "units go by rail in the first move impulse only"
    left = quota(look) > position.rail_moves
    rule = "10.1" if quota(look) == numbers["rail_units"] else "17.10.3"
    yield provided(left), rule, f"{quota(look)} units may go by rail this turn, and so many have"


def may_ride(look: FortressLook, side: str, hand: Units) -> Conditions:
    """The hexes to which the unit in hand can go by rail."""
    position, game = look.position, look.game
    yield provided(side == GERMAN), "10.11", "the Allies never use the railways"
    yield provided(bool(hand)), "10.1", "choose the unit that goes by rail first"
    yield provided(hand.bit_count() == 1), "10.1", "units go by rail one after the other: choose one of them"
    unit = hand.bit_length() - 1
    at = position.units[unit].at
    if at < 0:
        yield from _entering(look, unit)
        return
    yield from ticket(look, unit)
    yield provided(not position.moved & hand), "10.4", "whoever goes by rail does not move otherwise in that impulse"
    yield ~(1 << at), "10.4", "the unit is there already"
    yield provided(game.data.rail_hexes >> at & 1 == 1), "10.4", "rail movement begins in a rail hex"
    zone = look.enemy_zone(GERMAN)
    yield provided(not zone >> at & 1), "10.4", "rail movement does not begin in an enemy zone of control"
    yield provided(position.german_rail >> at & 1 == 1), "10.7", "the railway where it stands is not German"
    line = "no line free of enemy zones and enemy cities leads along the rails to a German city"
    yield provided(backed(look) >> at & 1 == 1), "10.6", line
    yield game.data.rail_hexes, "10.4", "no railway leads through {it}"
    yield position.german_rail, "10.7", "the railway at {it} is not German, or was not before this turn"
    yield ~zone, "10.4", "{it} lies in an enemy zone of control, where no train goes"
    yield open_track(look), "24.3", "no train enters the hex of partisans"
    yield reachable(look, at), "10.4", lambda node: _cut(look, at, node)


def _entering(look: FortressLook, unit: int) -> Conditions:
    """The hexes to which a reinforcement can go by rail from the east edge (10.2, ruling R115)."""
    position, game = look.position, look.game
    yield provided(position.units[unit].at == WAITING), "10.2", "the unit does not wait to enter"
    yield provided(not game.headquarters >> unit & 1), "R115", "headquarters arrive in a city, not by rail"
    yield from ticket(look, unit)
    yield game.data.rail_hexes, "10.4", "no railway leads through {it}"
    yield position.german_rail, "10.7", "the railway at {it} is not German, or was not before this turn"
    yield from_edge(look), "10.2", "no line from the east edge leads there"


@once
def from_edge(look: FortressLook) -> HexSet:
    """Where trains get to from the east edge, over exits from which a line leads to a German city (10.2, 10.6)."""
    through = open_track(look)
    return tracks(look.game, look.position.bombed).flood(look.game.data.east_exits & through & backed(look), through)


def _cut(look: FortressLook, at: int, node: int) -> tuple[str, str]:
    """Why no train gets to a hex: bridges that are down, or a line that is cut."""
    position = look.position
    if position.bombed and tracks(look.game, ()).flood(1 << at, open_track(look)) >> node & 1:
        return "17.10.4", "the railway there crosses a river whose bridges are down"
    return "10.4", "on every line there lies an enemy zone, partisans, or a railway that is not German"


def count(play: Play, unit: int) -> None:
    """One more has gone by rail."""
    if play.game.headquarters >> unit & 1:
        play.position.hq_rail_month = play.look.month()
    else:
        play.position.rail_moves += 1


def ride(play: Play, unit: int, path: Sequence[int], strafe: dict[int, int]) -> None:
    """A unit goes by rail; if it is strafed it is stopped on the way (17.10.1). Then it has moved (10.4)."""
    position = play.position
    arriving = position.units[unit].at < 0  # its first hex is entered as well (ruling R85)
    last = strafe[unit] - arriving if unit in strafe else len(path) - 1
    if last or arriving:
        rides(play, (unit,), tuple(path[: last + 1]))
    for node in path[not arriving : last + 1]:
        enter(play, unit, node)
    position.stopped |= 1 << unit
    if unit in strafe:
        strafing.hit(play, unit)
