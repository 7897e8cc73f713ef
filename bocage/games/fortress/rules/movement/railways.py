"""Railways (10): who controls the lines (10.7, rulings R110, R111), and where German trains run on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bocage.hexes import Edges
from bocage.parts import supply
from bocage.parts.questions import of_hand
from bocage.rules import Conditions, HexSet, Units, automatic, event, met, once, provided, pure

from ..air import missions
from ..look import Fortress, FortressLook, Play, bombed_sides
from ..position import ALLIED, GERMAN, WAITING
from . import districts
from .reach import Moving

lines_cut = event("rails lost", "10.7", "Out of German control: the railway at {nodes}.", side=ALLIED)
lines_taken = event("rails taken", "10.7", "In German control again: the railway at {nodes}.", side=GERMAN)


SHORT_LINE = 5  # steps; hardly any line back to a city is longer

# Control


class Net(NamedTuple):
    """Lines of a side: cities to which they lead, rail hexes where they may run at all, and those out of zones."""

    ends: HexSet
    lines: HexSet
    free: HexSet


@once
def net(look: FortressLook, side: str) -> Net:
    """The lines of a side now: through no enemy city; German ends may lie in Allied zones (10.6, 10.7, R111)."""
    rails, german, allied = look.game.data.rail_hexes, look.last_cities(GERMAN), look.cities(ALLIED)
    own, enemies = (allied, german) if side == ALLIED else (german, allied)
    return Net(own & rails, rails & ~enemies, rails & ~enemies & ~look.enemy_zone(side))


@once
def backed(look: FortressLook) -> HexSet:
    """Rail hexes from which a line leads back to a German city (10.6)."""
    ends, _, free = net(look, GERMAN)
    return look.game.data.rails.flood(ends, free)


def note(play: Play, unit: int, node: int) -> None:
    """A unit of the phasing side is in a rail hex: if a line leads back from there it changes hands (10.7)."""
    game, position = play.game, play.position
    side, rails = game.counters[unit].side, game.data.rail_hexes
    hostile = position.german_rail if side == ALLIED else rails & ~position.german_rail
    if not rails >> node & 1 or side != position.phasing or not hostile:
        return
    ends, every, free = net(play.look, side)
    if side == GERMAN:
        ends |= game.data.east_exits & free
    if not peaceful(game, ends, free, every, hostile) >> node & 1:
        position.rail_noted |= line_back(game, node, ends, free, every, hostile) & hostile


@pure(256)
def peaceful(game: Fortress, ends: HexSet, free: HexSet, every: HexSet, hostile: HexSet) -> HexSet:
    """Rail hexes whose line back is short and leads over nothing that would change hands; so it is with most.

    They are found for all at once, from the ends backwards: along the free lines, and as near as along any.
    """
    rails, reached, known = game.data.rails, ends, ends
    layer, near, turned, found = ends, ends, ends & hostile, ends & ~hostile
    for _ in range(SHORT_LINE):
        near = rails.step(near) & (every | ends) & ~known
        known |= near
        layer = rails.step(layer) & free & ~reached
        if not layer:
            break
        reached |= layer
        turned = (rails.step(turned) | hostile) & layer
        found |= layer & near & ~turned
    return found


@pure(4096)
def line_back(game: Fortress, node: int, ends: HexSet, free: HexSet, every: HexSet, hostile: HexSet) -> HexSet:
    """The hexes of the shortest free line from a rail hex back to one of the ends; nothing if there is none.

    A line leads to a city by the shortest way along the rails (`every` hex of them, free or not), not in a loop through
    the enemy's country. Of lines alike the mover takes the one by which most changes hands (ruling R110).
    """
    rails, board, start = game.data.rails, game.board, 1 << node
    if start & ends:
        return start
    layers, known, seen = [start & free], start, start
    while layers[-1]:
        known = rails.step(known) & (every | ends) & ~seen
        seen |= known
        layers.append(rails.step(layers[-1] & ~ends) & (free | ends) & known)
        if layers[-1] & ends:
            break
    best = {there: (hostile >> there & 1, 1 << there) for there in board.nodes(layers.pop() & ends)}
    while layers and best:
        further = {}
        for here in board.nodes(layers.pop()):
            onward = [best[there] for there in board.nodes(rails.step(1 << here)) if there in best]
            if onward:
                most, line = max(onward, key=lambda found: (found[0], -found[1]))
                further[here] = (most + (hostile >> here & 1), line | 1 << here)
        best = further
    return best[node][1] if node in best else 0


@automatic("rail control", "10.7")
def rail_control(play: Play, side: str) -> None:
    """The lines that the side's units have taken change hands; the side itself loses nothing in its turn (10.7)."""
    position, data = play.position, play.game.data
    before = position.german_rail
    if side == GERMAN:
        position.german_rail |= position.rail_noted
    else:  # what is cut off from every German city and every exit goes with the rest
        kept = before & ~position.rail_noted
        ends = play.look.last_cities(GERMAN) | data.east_exits | data.south_exits
        position.german_rail = data.rails.flood(ends & kept, kept)
    position.rail_noted = 0
    if before != position.german_rail:
        changed = play.game.board.nodes(before ^ position.german_rail)
        (lines_taken if side == GERMAN else lines_cut)(play, tuple(changed))


# Trains


def quota(look: FortressLook) -> int:
    """How many units may go by rail in a turn: six, and two fewer for each aircraft on railways (10.1, 17.10.3)."""
    numbers = look.game.rules.numbers
    return max(numbers["rail_units"] - numbers["railway_attack"] * missions.on(look, missions.RAILWAYS), 0)


@pure(64)
def tracks(game: Fortress, bombed: tuple[str, ...]) -> Edges:
    """The rails that trains use while some bridges are down, and those beyond the edges of the map (10.8, 10.9)."""
    data = game.data
    rails = data.rails - bombed_sides(game, bombed)
    hops: dict[int, HexSet] = {}
    for exits in (data.east_exits, data.south_exits | data.exit_link):
        for node in game.board.nodes(exits):
            hops[node] = hops.get(node, 0) | exits & ~(1 << node)
    return Edges(game.board, rails.sides, dict(rails.links) | hops)


@once
def open_track(look: FortressLook, hand: Units = 0) -> HexSet:
    """Rail hexes that a train may enter: German before this turn, no enemy zone, no partisans (10.4, 10.7, 24.3).

    Other terrain does not matter, not even alpine hexes (10.5, ruling R125); the pair of Italy stays there (9.3).
    """
    position = look.position
    track = position.german_rail & ~look.enemy_zone(GERMAN) & ~look.occupied(ALLIED) & ~look.partisan_hexes()
    return track & districts.bounds(look, hand)


def starts(look: FortressLook, at: int) -> HexSet:
    """Where a train sets out: from the unit's hex, or in a hex of the east edge that is tied to a city (10.2, 10.6)."""
    return 1 << at if at >= 0 else look.game.data.east_exits & backed(look)


@once
def reachable(look: FortressLook, at: int, hand: Units = 0) -> HexSet:
    """Where a train gets to from a hex, or from the east edge."""
    through = open_track(look, hand)
    found = tracks(look.game, look.position.bombed).flood(starts(look, at) & through, through)
    return found & ~(1 << at) if at >= 0 else found


def route(look: FortressLook, at: int, goal: int, hand: Units = 0) -> tuple[int, ...]:
    """A shortest way by rail, both ends included."""
    through = open_track(look, hand)
    found = supply.line(tracks(look.game, look.position.bombed), goal, starts(look, at) & through, through)
    return tuple(reversed(found))


def may_pass(look: FortressLook, at: int, path: Sequence[int], hand: Units = 0) -> bool:
    """May a train that starts there take this path?"""
    rails, through = tracks(look.game, look.position.bombed), open_track(look, hand)
    along = all(through >> node & 1 for node in path) and all(rails.has(a, b) for a, b in pairwise(path))
    return along and bool(starts(look, at) >> path[0] & 1)


def ticket(look: FortressLook) -> Conditions:
    """Units for which there is room by rail in this impulse (10.1 to 10.4, 10.10)."""
    position, numbers, most, staffs = look.position, look.game.rules.numbers, quota(look), look.game.headquarters
    waiting = look.in_place(WAITING)
    yield position.on_board | waiting, "10.2", "{it} does not wait to enter"
    yield ~(staffs & waiting), "R115", "headquarters arrive in a city, not by rail"
    if position.impulse != 2:
        yield ~staffs, "10.10", "headquarters go by rail in the second move impulse only"
    gone = position.hq_rail_month.split().count(look.month())
    if gone >= numbers["hq_rail_per_month"]:
        full = f"{gone} headquarters {'has' if gone == 1 else 'have'} gone by rail this month, and no more may"
        yield ~staffs, "10.10", full
    if position.impulse != 1:
        yield staffs, "10.3", "units go by rail in the first move impulse only"
    if position.rail_moves >= most:
        full = f"{most} units may go by rail this turn, and so many have"
        yield staffs, "10.1" if most == numbers["rail_units"] else "17.10.3", full
    walked = "whoever goes by rail does not move otherwise in that impulse"
    yield ~(position.moved & position.on_board), "10.4", walked


def station(look: FortressLook) -> Conditions:
    """Hexes where a train can set out (10.4, 10.6, 10.7)."""
    yield look.game.data.rail_hexes, "10.4", "rail movement begins in a rail hex"
    yield ~look.enemy_zone(GERMAN), "10.4", "rail movement does not begin in an enemy zone of control"
    yield look.position.german_rail, "10.7", "the railway where it stands is not German"
    line = "no line free of enemy zones and enemy cities leads along the rails to a German city"
    yield backed(look), "10.6", line


@once
def riders(look: FortressLook, side: str) -> Units:
    """Units that can go by rail now, if there is somewhere to go: at a station, or waiting at the east edge (10.2)."""
    found = met(ticket(look)) if side == GERMAN else 0
    return found and found & (look.units_in(met(station(look)), GERMAN) | look.in_place(WAITING))


def may_ride(look: FortressLook, frame: Moving) -> Conditions:
    """The hexes to which the unit in hand can go by rail; one that waits to enter comes from the east edge (10.2)."""
    position, game, hand = look.position, look.game, frame.hand
    yield provided(frame.side == GERMAN), "10.11", "the Allies never use the railways"
    yield provided(hand.bit_count() == 1), "10.1", "units go by rail one after the other: choose one"
    at, able = position.units[frame.unit].at, riders(look, GERMAN) & hand
    if not able:
        yield from of_hand(ticket(look), hand)
    if at >= 0:
        yield ~(1 << at), "10.4", "the unit is there already"
        if not able:
            yield from of_hand(station(look), 1 << at)
    yield game.data.rail_hexes, "10.4", "no railway leads through {it}"
    yield position.german_rail, "10.7", "the railway at {it} is not German, or was not before this turn"
    yield ~look.enemy_zone(GERMAN), "10.4", "{it} lies in an enemy zone of control, where no train goes"
    yield open_track(look), "24.3", "no train enters the hex of partisans"
    yield reachable(look, at), "10.4" if at >= 0 else "10.2", lambda node: _cut(look, at, node)
    yield reachable(look, at, hand), "9.3", districts.ITALIANS


def _cut(look: FortressLook, at: int, node: int) -> tuple[str, str]:
    """Why no train gets to a hex: bridges that are down, or a line that is cut."""
    if look.position.bombed and tracks(look.game, ()).flood(starts(look, at), open_track(look)) >> node & 1:
        return "17.10.4", "the railway there crosses a river whose bridges are down"
    if at < 0:
        return "10.2", "no line from the east edge leads there"
    return "10.4", "on every line there lies an enemy zone, partisans, or a railway that is not German"


def count(play: Play, unit: int) -> None:
    """One more has gone by rail."""
    position, month = play.position, play.look.month()
    if play.game.headquarters >> unit & 1:
        gone = position.hq_rail_month.split().count(month)
        position.hq_rail_month = " ".join([month] * (gone + 1))
    else:
        position.rail_moves += 1
