"""Skorzeny's men (31.13): once a game 150 SS passes through an enemy zone of control (ruling R120)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Conditions, HexSet, Units, once, provided, pure

from ..look import FortressLook, Play
from ..position import GERMAN
from . import reach
from .allowance import left
from .reach import Moving
from .walking import walk

if TYPE_CHECKING:
    from ...game import Fortress


@pure(1)
def skorzeny(game: Fortress) -> Units:
    """The 150th SS Brigade."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if "skorzeny" in counter.traits)


def may_infiltrate(look: FortressLook, frame: Moving) -> Conditions:
    """Hexes to which 150 SS gets through the first enemy zone; in the next one it stops."""
    game, position = look.game, look.position
    yield provided(game.rules.skorzeny), "31.13", "nobody passes through enemy zones of control"
    only = "only 150 SS passes through an enemy zone of control, and by itself"
    yield provided(bool(frame.hand) and frame.hand == frame.hand & skorzeny(game)), "31.13", only
    yield frame.hand & position.on_board and -1, "31.13", "it is not on the map"
    done = "it has done so already, once in the game"
    yield provided(not position.greif_used or position.greif_now), "31.13", done
    far = "no way there leads through one enemy zone, or it is too far, or lies beyond a second zone"
    yield goals(look, frame.hand), "31.13", far


@once
def goals(look: FortressLook, hand: Units) -> HexSet:
    """Where such paths lead."""
    return sum(1 << node for node in paths(look, hand))


@once
def paths(look: FortressLook, hand: Units) -> dict[int, tuple[int, ...]]:
    """The shortest path through one zone to every hex; rough ground counts as for all armour (8.1)."""
    game = look.game
    unit = hand.bit_length() - 1
    whole, half = left(look, unit)
    start = look.position.units[unit].at
    zone = reach.enemy_zone(look, GERMAN, hand)
    costs, open_hexes = reach.costs_of(look, GERMAN, hand), reach.open_hexes(look, GERMAN, hand)
    stops, rough = reach.stopping_ground(look, GERMAN, hand), game.data.terrain["rough"]
    found: dict[int, tuple[int, ...]] = {}
    # A state is a path, how many zones it has entered, and whether it has been in rough ground.
    before = int(look.position.greif_now)
    fresh: list[tuple[tuple[int, ...], int, bool]] = [((start,), before, False)]
    seen = {(start, before, False)}
    while fresh:
        further = []
        for path, zones, slow in fresh:
            for node in game.board.neighbours[path[-1]]:
                if not open_hexes >> node & 1 or costs.of(path[-1], node) is None:
                    continue
                entered, hexes = zones + (zone >> node & 1), len(path)
                if hexes > (half if slow else whole):
                    continue
                rougher = slow or bool(rough >> node & 1)
                if entered and not game.dyke >> node & 1:
                    found.setdefault(node, (*path, node))
                done = entered > 1 or stops >> node & 1 or (rougher and not slow and hexes > half)
                if not done and (node, entered, rougher) not in seen:
                    seen.add((node, entered, rougher))
                    further.append(((*path, node), entered, rougher))
        fresh = sorted(further, key=lambda state: state[1])  # whoever has entered fewer zones goes first
    found.pop(start, None)
    return found


def infiltrate(play: Play, frame: Moving, node: int) -> None:
    """It goes through; its single attack is open in the combat impulse that follows.

    The first enemy zone does not stop it, the second does.
    """
    look, position = play.look, play.position
    known, zone = paths(look, frame.hand), reach.enemy_zone(look, GERMAN, frame.hand)
    path = play.route(lambda: known[node], lambda walked: known.get(node) == walked)
    entered = position.greif_now + sum(zone >> step & 1 for step in path[1:])
    position.greif_used = position.greif_now = True
    walk(play, frame.side, frame.hand, path, "31.13")
    unit = frame.hand.bit_length() - 1
    rough_or_steep = reach.stopping_ground(look, GERMAN, frame.hand) >> position.units[unit].at & 1
    if entered == 1 and position.on_board >> unit & 1 and not rough_or_steep and left(play.look, unit)[0] > 0:
        position.stopped &= ~frame.hand
