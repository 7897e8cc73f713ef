"""Moves of some units alone: armour over rivers without bridges, 150 SS through a zone, armour off the map."""

from __future__ import annotations

from itertools import pairwise

from bocage.rules import DIE, HEXES, UNITS, WORD, Conditions, Units, event, provided

from ..look import FortressLook, Play, bombed_sides, members
from ..position import ALLIED, GERMAN
from ..supply.tracing import supplied
from . import limits, reach
from .allowance import entered, left
from .reach import Moving
from .walking import go_on, walk

# Rivers whose bridges are down: armour stops before them and tries to cross (17.10.4, ruling R86)

STOP, ELSEWHERE, CROSS_AND_STOP = "stop", "go elsewhere", "cross and stop"  # of the River Crossing Chart
WORDS = {
    STOP: "it stops where it is",
    ELSEWHERE: "not here, but it may move on",
    CROSS_AND_STOP: "it crosses and stops",
    "cross": "it crosses and may move on",
}

tries = event(
    "river crossing", "17.10.4",
    lambda game, unit, node, die, result: (
        f"{game.counters[unit].name} tries to cross the river to {game.hex_name(node)} (die {die}): {WORDS[result]}."
    ),
    sort="dice", unit=UNITS, node=HEXES, die=DIE, result=WORD, roll="River crossing",
)  # fmt: skip


def may_cross(look: FortressLook, frame: Moving) -> Conditions:
    """Hexes on the other bank that an armoured unit in hand may try to cross to."""
    position, side, hand = look.position, frame.side, frame.hand
    yield provided(bool(position.bombed)), "17.10.4", "all bridges stand: rivers are crossed freely"
    yield provided(bool(hand)), "5.1", "choose the unit that crosses first"
    yield provided(hand.bit_count() == 1), "R86", "every unit rolls for itself: choose one of them"
    yield provided(bool(hand & look.game.armored_units)), "17.10.4", "only armour has to roll: others just move across"
    at = position.units[frame.unit].at
    yield provided(at >= 0), "11.4", "the unit is overseas"
    yield provided(not hand & position.stopped), "5.1", "the unit has ended its move in this impulse"
    yield reach.ferries(look, hand).step(1 << at), "17.10.4", "no river without bridges lies before {it}"
    pairs = position.balked.get(look.game.unit_ids[frame.unit], ())
    tried = sum(1 << there for here, there in zip(pairs[::2], pairs[1::2], strict=True) if here == at)
    yield ~tried, "17.10.4", "it has failed to cross there: only another hexside may be tried"
    yield reach.open_hexes(look, side, hand), "7.2", "{it} is not open to the unit"
    zone = reach.enemy_zone(look, side, hand)
    if zone >> at & 1:
        yield ~zone, "8.10", "nobody moves from one enemy zone of control straight into another"
    yield provided(left(look, frame.unit)[0] > 0), "5.4", "it has no movement left"
    yield from limits.allied_duties(look, frame, look.game.board.around[at])


def waders(look: FortressLook, side: str) -> Units:
    """Armoured units on the map, while bridges are down."""
    return look.game.armored_units & look.position.on_board if look.position.bombed else 0


def cross(play: Play, frame: Moving, node: int) -> None:
    """The armoured unit in hand rolls, and crosses or not."""
    position, game, hand, unit = play.position, play.game, frame.hand, frame.unit
    at, name = position.units[unit].at, game.unit_ids[unit]
    (die,) = play.roll()
    result = game.data.crossings[die - 1]
    tries(play, unit, node, die, result)
    position.note(hand, "moved", "walked")
    if result == ELSEWHERE:
        position.balked = {**position.balked, name: (*position.balked.get(name, ()), at, node)}
    elif result != STOP:
        walk(play, frame.side, hand, (at, node), "17.10.4")
    if result in (STOP, CROSS_AND_STOP):
        position.stopped |= hand & position.on_board
    go_on(play, frame)


def hold_bridges(play: Play, frame: Moving, path: tuple[int, ...]) -> None:
    """Engineers whose bridge is used stay where they are (31.16, ruling R122)."""
    position, game = play.position, play.game
    if frame.side == ALLIED and game.rules.funnies and position.bombed:
        river = bombed_sides(game, position.bombed)
        banks = {end for a, b in pairwise(path) if river.has(a, b) for end in (a, b)}
        for unit in members(game.parts_of_79th & position.on_board & ~frame.hand):
            if position.units[unit].at in banks:
                position.stopped |= 1 << unit


# Skorzeny's men (31.13): once a game 150 SS disregards an enemy zone of control (ruling R120)


def may_infiltrate(look: FortressLook, frame: Moving) -> Conditions:
    """Hexes of enemy zones in which 150 SS need not stop; from there it moves on, and stops in the next zone."""
    game, position, hand = look.game, look.position, frame.hand
    yield provided(game.rules.skorzeny), "31.13", "nobody passes through enemy zones of control"
    only = "only 150 SS passes through an enemy zone of control, and by itself"
    yield provided(bool(hand) and not hand & ~game.trait("skorzeny")), "31.13", only
    yield hand & position.on_board and -1, "31.13", "it is not on the map"
    numbers = game.rules.numbers
    used = position.greif_used >= numbers["skorzeny_uses"] and not position.greif_now
    yield provided(not used), "31.13", "it has done so already, as often as it may in the game"
    zone = reach.enemy_zone(look, GERMAN, hand)
    passed = sum(zone >> node & 1 for node in entered(look, frame.unit))
    yield provided(passed < numbers["skorzeny_zones"]), "31.13", "it has passed a zone: in the next one it stops"
    yield zone, "31.13", "{it} is in no enemy zone of control: it just moves there"
    yield reach.ways(look, frame, bold=True).goals, "31.13", "{it} is too far, or beyond another zone"


def infiltrate(play: Play, frame: Moving, node: int) -> None:
    """It goes there and may move on, and its single attack is open in the combat impulse that follows."""
    look, position, hand, unit = play.look, play.position, frame.hand, frame.unit
    path = play.route(
        lambda: reach.path_to(look, frame, node, bold=True),
        lambda way: reach.may_walk(look, frame, way, node, bold=True),
    )
    position.greif_used += not position.greif_now
    position.greif_now = True
    arrived = position.units[unit].steps, node
    walk(play, frame.side, hand, path, "31.13")
    steep = reach.stopping_ground(look, GERMAN, hand) >> node & 1
    strafed = arrived != (position.units[unit].steps, position.units[unit].at)  # it has lost a step and stays there
    if not strafed and not steep and left(play.look, unit)[0] > 0:
        position.stopped &= ~hand
    go_on(play, frame)


# Allied armour leaves the map over its east edge (31.15, ruling R121)


def may_leave(look: FortressLook, frame: Moving) -> Conditions:
    """May the unit in hand leave? It costs one hex of movement, and whoever has none left is out of hand."""
    game, hand = look.game, frame.hand
    yield provided(frame.side == ALLIED), "31.15", "only Allied units leave the map"
    yield provided(hand.bit_count() == 1), "31.15", "choose the unit that leaves"
    yield provided(bool(hand & game.armored_units)), "31.15", "only armoured units leave the map"
    at = look.position.units[frame.unit].at
    yield provided(at >= 0 and game.data.east_edge >> at & 1 == 1), "31.15", "units leave from the east edge only"
    yield provided(not look.enemy_zone(ALLIED) >> at & 1), "31.15", "nobody leaves out of an enemy zone of control"
    yield provided(supplied(look, ALLIED) & hand != 0), "31.15", "only units in supply leave the map"
