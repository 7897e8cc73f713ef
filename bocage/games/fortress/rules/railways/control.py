"""Control of railways (10.7): which lines change hands in a Rail Control Phase (rulings R110, R111)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HEXES, Automatic, HexSet, OfSide, event, once, pure

from ..look import FortressLook, Play
from ..position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ...game import Fortress

lines_cut = event("rails lost", "10.7", "Out of German control: the railway at {nodes}.", side=ALLIED, nodes=HEXES)
lines_taken = event("rails taken", "10.7", "In German control again: the railway at {nodes}.", side=GERMAN, nodes=HEXES)


def lines(look: FortressLook, side: str) -> HexSet:
    """Rail hexes along which the lines of a side may run at all: no city of the enemy's (10.6, 10.7)."""
    enemies = look.last_cities(GERMAN) if side == ALLIED else look.cities(ALLIED)
    return look.game.data.rail_hexes & ~enemies


@once
def passable(look: FortressLook, side: str) -> HexSet:
    """Rail hexes through which a side can trace a line now: out of enemy zones (10.6, 10.7)."""
    return lines(look, side) & ~look.enemy_zone(side)


@once
def sources(look: FortressLook, side: str) -> HexSet:
    """Cities to which the lines of a side lead; those of the Germans may lie in Allied zones (10.6, ruling R111)."""
    cities = look.cities(ALLIED) if side == ALLIED else look.last_cities(GERMAN)
    return cities & look.game.data.rail_hexes


@once
def backed(look: FortressLook) -> HexSet:
    """Rail hexes from which a line leads back to a German city (10.6)."""
    return look.game.data.rails.flood(sources(look, GERMAN), passable(look, GERMAN))


def note(play: Play, unit: int, node: int) -> None:
    """A unit of the phasing side is in a rail hex: if a line leads back from there it changes hands (10.7)."""
    game, position = play.game, play.position
    side = game.counters[unit].side
    if not game.data.rail_hexes >> node & 1 or side != position.phasing:
        return
    if side == GERMAN and position.german_rail == game.data.rail_hexes:
        return
    look = play.look
    ends, through = sources(look, side), passable(look, side)
    if side == GERMAN:
        ends |= game.data.east_exits & through
    hostile = position.german_rail if side == ALLIED else game.data.rail_hexes & ~position.german_rail
    if hostile:
        position.rail_noted |= line_back(game, node, ends, through, lines(look, side), hostile) & hostile


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


class RailControl(Automatic[OfSide]):
    """The lines that the side's units have taken change hands; the side itself loses nothing in its turn (10.7)."""

    name, rule = "rail control", "10.7"

    def run(self, play: Play, frame: OfSide) -> None:
        position, game = play.position, play.game
        before = position.german_rail
        if frame.side == GERMAN:
            position.german_rail |= position.rail_noted
        else:
            position.german_rail = tied(play.look, before & ~position.rail_noted)
        position.rail_noted = 0
        changed = before ^ position.german_rail
        if changed:
            (lines_taken if frame.side == GERMAN else lines_cut)(play, tuple(game.board.nodes(changed)))


def tied(look: FortressLook, german: HexSet) -> HexSet:
    """Those of the German rail hexes that are not cut off from every German city and every exit."""
    data = look.game.data
    ends = look.last_cities(GERMAN) | data.east_exits | data.south_exits
    return data.rails.flood(ends & german, german)
