"""How far units get (10.4, 6.5): the ways that are open to the units in hand, and crossings of the Rhine (10.7.4)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bocage.hexes import Reach
from bocage.parts.walk import Walk
from bocage.rules import HexSet, Units, once, pure

from ..look import Play, StormingLook, members
from ..position import ALLIED, EXPLOITATION, OTHER
from .allowance import hexes_left, troops_in
from .costs import captured_bridge, costs, slowest, step_cost
from .hand import Moving
from .limits import closed_to
from .paced import Paced

if TYPE_CHECKING:
    from ...game import Storming

FAR = 10**6


def finished(look: StormingLook, frame: Moving) -> bool:
    """Has the hand entered an enemy zone of control or crossed the Rhine, so that it moves no further (6.5, 10.7.4)?"""
    if frame.stopped or frame.crossed:
        return True
    # Patton's stack too: regardless of zones it goes on assaulting, not moving (6.7.B).
    return frame.hexes > 0 and bool(look.enemy_zone(frame.side) >> frame.at & 1)


def onward(look: StormingLook, frame: Moving, at: int, spent: int, hexes: int) -> Moving:
    """The frame after a leg: the units stay in hand while they may still do something."""
    after = msgspec.structs.replace(frame, at=at, spent=spent, hexes=hexes, acted=True)
    # In an enemy zone the hand goes nowhere, but units with red strengths may assault from there (6.7.A).
    assaults = look.position.stage == EXPLOITATION and frame.hand & look.game.red_units
    return after if assaults or not finished(look, after) else Moving(frame.side, acted=True)


def holds_bridgehead(look: StormingLook, frame: Moving) -> bool:
    """Would the hand leave nobody behind where others have crossed the Rhine in this step (10.7.4)?"""
    if not look.position.bridgeheads >> frame.at & 1:
        return False
    return all(frame.hand >> unit & 1 for unit in look.stack(frame.at))


def note_bridgeheads(play: Play, path: tuple[int, ...]) -> None:
    """Where a friend on the far bank helps others across the Rhine, somebody must stay (10.7.4)."""
    game, look = play.game, play.look
    if not any(game.rhine_banks >> node & 1 for node in path):
        return
    rhine, held = game.data.rivers["rhine"], look.occupied(ALLIED)
    captured = {end for bridge in game.data.bridges if bridge.name == captured_bridge(look) for end in bridge.ends}
    for here, far in pairwise(path):
        if rhine.has(here, far) and held >> far & 1 and not {here, far} <= captured:
            play.position.bridgeheads |= 1 << far


def walk(look: StormingLook, frame: Moving) -> Walk:
    """The way of the units in hand: they stop in EZOC and never go from one straight to another (6.5)."""
    return _walk(look, frame, *closed_to(look, frame.hand))


def _walk(look: StormingLook, frame: Moving, closed: HexSet, stay: HexSet) -> Walk:
    at, zone = frame.at, look.enemy_zone(frame.side)
    # Whoever would have to stop where he may not stay does not enter at all.
    free = look.game.in_play & ~(closed | stay & zone | look.occupied(OTHER[frame.side]))
    table = costs(look, slowest(look, frame.hand), at, frame.allowance - frame.spent)
    return Walk(table, at, frame.allowance, free, zone, ~zone if zone >> at & 1 else None, spent=frame.spent)


class Crossing(NamedTuple):
    """A step over the Rhine after which units stop: from which bank, its price, and what they have spent then."""

    bank: int
    toll: int
    spent: int


class Ways(NamedTuple):
    """Where the units in hand can go: the flood, the hexes where a leg may end, and crossings of the Rhine.

    A crossing is the last step of a move, and the only one unless an option lets units march to the bank (10.7.4;
    ruling R101). `flood` does not lead through Paris where that would do harm; `into_paris`, if it differs, leads
    those who ask for a hex of Paris.
    """

    walk: Walk
    flood: Reach | Paced | None
    goals: HexSet
    crossings: dict[int, Crossing]
    harmless: HexSet
    pace: int  # hexes that leaders in the hand may still enter; a large number if they do not matter
    paris: HexSet = 0
    into_paris: Reach | Paced | None = None

    def _led(self, node: int) -> Reach | Paced | None:
        return self.into_paris if self.paris >> node & 1 else self.flood

    def path(self, node: int) -> tuple[int, ...]:
        """The engine's path to a goal: a crossing only where no other way leads."""
        flood = self._led(node)
        assert flood is not None
        if not flood.all >> node & 1:
            bank = self.crossings[node].bank
            return (*(self.path(bank) if bank != self.walk.start else (bank,)), node)
        return flood.path(node) if isinstance(flood, Paced) else flood.path(node, self.harmless)

    def cost(self, node: int) -> int:
        """The points spent at the end of the engine's path to a goal."""
        flood = self._led(node)
        found = flood.cost(node) if flood is not None and flood.all >> node & 1 else None
        return self.crossings[node].spent if found is None else found

    def price(self, path: tuple[int, ...]) -> int | None:
        """The points spent at the end of a path to a goal, or None if it may not be walked."""
        if not path or not self.goals >> path[-1] & 1 or len(path) - 1 > self.pace:
            return None
        if not self.crosses(path):
            return self.walk.price(path)
        before = self.walk.price(path[:-1])
        spent = None if before is None else before + self.crossings[path[-1]].toll
        return spent if spent is not None and spent <= self.walk.allowance else None

    def crosses(self, path: tuple[int, ...]) -> bool:
        """Does the path end with a crossing of the Rhine after which the units stop?"""
        crossing = self.crossings.get(path[-1])
        return crossing is not None and path[-2:] == (crossing.bank, path[-1])


def ways(look: StormingLook, frame: Moving) -> Ways:
    """Where the units in hand, which stand on the map, can go."""
    if finished(look, frame) or holds_bridgehead(look, frame):
        return Ways(walk(look, frame), None, 0, {}, 0, 0)
    return _ways(look, frame.side, frame.hand, frame.start, frame.at, frame.spent, frame.allowance, frame.hexes)


@once
def _ways(
    look: StormingLook, side: str, hand: Units, start: int, at: int, spent: int, allowance: int, hexes: int
) -> Ways:
    frame = Moving(side, hand, start, at, spent, allowance, hexes)
    closed, stay = closed_to(look, hand)
    way = _walk(look, frame, closed, stay)
    pace = _pace(look, frame)
    flood = _flood(look.game, way, pace)
    reached, paris, into_paris = flood.all, 0, None
    if reached & look.game.paris and (led := outside_paris(look, frame, way)) is not way:
        paris, into_paris = led.stops & ~way.stops, flood
        flood = _flood(look.game, led, pace)
        reached = flood.all | reached & paris
    goals = reached & ~stay
    crossings: dict[int, Crossing] = {}
    if frame.side == ALLIED and (banks := _banks(look, frame, way, flood)):
        crossings = _crossings(look, frame, way, flood, banks, stay, pace)
        for node in crossings:
            goals |= 1 << node
    return Ways(way, flood, goals, crossings, _harmless(look, frame.side), pace, paris, into_paris)


@pure(128)
def _flood(game: Storming, way: Walk, pace: int) -> Reach | Paced:
    return way.reach() if pace == FAR else Paced(way, pace)


def outside_paris(look: StormingLook, frame: Moving, way: Walk) -> Walk:
    """The way on which the engine leads the hand: civil war is nobody's wish, so Paris is entered when asked for.

    Without the French 2nd Armored Division a leg may end in Paris, but none goes through it before it was entered
    (10.7.9; ruling R30).
    """
    game = look.game
    if frame.side != ALLIED or look.position.paris_entered or frame.hand >> game.french_second_armored & 1:
        return way
    return way.but(stops=way.stops | game.paris & game.in_play)


def _pace(look: StormingLook, frame: Moving) -> int:
    """How many hexes leaders leave to the troops they move with, if that is what limits them (17.4)."""
    left = hexes_left(look, frame)
    if left is None or not troops_in(look, frame.hand) or left >= frame.allowance - frame.spent:
        return FAR
    return max(0, left)


def _banks(look: StormingLook, frame: Moving, way: Walk, flood: Reach | Paced) -> HexSet:
    """The hexes from which the hand may cross the Rhine: it must have begun the step beside it (10.7.4; ruling R35)."""
    game = look.game
    if game.rules.rhine_after_a_march:
        if not game.rhine_banks >> frame.start & 1:
            return 0
        return game.rhine_banks & (1 << frame.at | flood.all & ~way.stops)
    return 0 if frame.hexes else game.rhine_banks & 1 << frame.at


def _crossings(
    look: StormingLook, frame: Moving, way: Walk, flood: Reach | Paced, banks: HexSet, stay: HexSet, pace: int
) -> dict[int, Crossing]:
    """The Rhine as the last step of units that began beside it (10.7.4; rulings R34, R35, R101)."""
    game, board = look.game, look.game.board
    rhine = game.data.rivers["rhine"]
    troops = members(troops_in(look, frame.hand) or frame.hand)
    found: dict[int, Crossing] = {}
    for bank in board.nodes(banks):
        here = bank == frame.at
        before = frame.spent if here else flood.cost(bank)
        if before is None or (not here and pace != FAR and len(flood.path(bank)) > pace):
            continue
        across = rhine.step(1 << bank) & way.open & ~stay
        if here and way.first is not None:
            across &= way.first
        for node in board.nodes(across):
            # Where a bridge is captured, or friends hold the far bank, it is a step like any other.
            if way.costs.of(bank, node) is not None:
                continue
            prices = [step_cost(look, unit, bank, node) for unit in troops]
            toll = max(FAR if price is None else price for price in prices)
            spent = before + toll
            if spent <= frame.allowance and (node not in found or spent < found[node].spent):
                found[node] = Crossing(bank, toll, spent)
    return found


def _harmless(look: StormingLook, side: str) -> HexSet:
    """Hexes that the engine's own paths prefer: nobody is led past a bridge or into Paris if there is another way."""
    if side != ALLIED:
        return 0
    game, position = look.game, look.position
    touchy = game.bridge_hexes if len(position.bridges_blown) < len(game.data.bridges) else 0
    if not position.paris_entered:
        touchy |= game.paris
    return ~touchy if touchy else 0
