"""Walking a path hex by hex (5.2): what happens on the way may cut it short, and some hexes stop units (7.2, 8)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules import HEXES, PATH, UNITS, Units, event

from ..air import strafing
from ..look import FortressLook, Play, members
from ..position import EXERTING, GERMAN, OCCUPIED, OTHER
from . import districts, railways, reach
from .allowance import half_allowance, left
from .entering import bog_down, enter

moves = event("moves", "5.2", "{units} {units:moves|move} {path}.", sort="move", units=UNITS, path=PATH)
rides = event("rides", "10.3", "{unit} {unit:goes|go} by rail: {path}.", sort="move", unit=UNITS, path=PATH)
flips = event("coastal unit moves", "22.2", "{unit} leaves its defences and becomes an infantry division.", unit=UNITS)
cut_short = event(
    "cut short", "9.7", "{units} {units:stops|stop} at {node}: enemy units there have a zone of control now.",
    units=UNITS, node=HEXES,
)  # fmt: skip


def walk(play: Play, side: str, hand: Units, path: Sequence[int], rule: str = "5.2") -> None:
    """Units go along a path; it is told as far as they have got, and before what it brought."""
    position, told = play.position, len(play.events)
    strafe = strafed_at(play, side, hand, path)
    lines = play.events[told:]
    del play.events[told:]
    duty = districts.must_leave(play.look) & hand
    set_out(play, hand)
    got, pinned = _go(play, side, hand, path, strafe, duty)
    brought = play.events[told:]
    del play.events[told:]
    play.events += lines
    if got:
        moves(play, tuple(members(hand)), tuple(path[: got + 1]), rule=rule)
    play.events += brought
    if pinned and got < len(path) - 1 and hand & position.on_board:
        cut_short(play, tuple(members(hand & position.on_board)), path[got])
    for unit in members(hand & position.on_board & ~sum(1 << unit for unit in strafe)):
        halt(play, side, unit, pinned)


def ride(play: Play, hand: Units, path: Sequence[int]) -> None:
    """A unit goes by rail; if it is strafed it is stopped on the way (17.10.1). Then it has moved (10.4)."""
    position, unit = play.position, hand.bit_length() - 1
    arriving = position.units[unit].at < 0  # its first hex is entered as well (ruling R85)
    set_out(play, hand)
    railways.count(play, unit)
    strafe = strafed_at(play, GERMAN, hand, (path[0], *path) if arriving else path)
    last = strafe[unit] - arriving if unit in strafe else len(path) - 1
    if last or arriving:
        rides(play, (unit,), tuple(path[: last + 1]))
    for node in path[not arriving : last + 1]:
        enter(play, unit, node)
    position.stopped |= hand
    if unit in strafe:
        strafing.hit(play, unit)


def set_out(play: Play, hand: Units) -> None:
    """Units move: coastal ones turn over to their infantry side (22.2, R52)."""
    position = play.position
    position.moved |= hand
    position.walked |= hand
    for unit in members(hand & play.game.coastal_units & ~position.flipped):
        position.flipped |= 1 << unit
        flips(play, unit)


def strafed_at(play: Play, side: str, hand: Units, path: Sequence[int]) -> dict[int, int]:
    """Roll for each German unit that this path takes over three hexes: who is caught, and where on the path."""
    found: dict[int, int] = {}
    if side != GERMAN or play.position.impulse != 1:
        return found
    position, game = play.position, play.game
    for unit in members(hand & ~position.spared):
        before = position.trails.get(game.unit_ids[unit], ())
        whole = (*before, *path[1:]) if before else tuple(path)
        if strafing.in_danger(play.look, whole) < 0:
            continue
        place = strafing.caught(play, unit, whole)
        if place < 0:
            position.spared |= 1 << unit
        else:
            if whole[place] == game.data.dyke:
                place -= 1  # nobody ends a move there (8.7)
            found[unit] = max(place - (len(whole) - len(path)), 0)
    return found


def _go(
    play: Play, side: str, hand: Units, path: Sequence[int], strafe: dict[int, int], duty: Units
) -> tuple[int, bool]:
    """Enter hex after hex: how many were entered, and whether an enemy zone holds them there."""
    position = play.position
    enemy, depth = OTHER[side], len(position.frames)
    frozen = districts.frozen_ground(play.look) if duty else 0
    walkers = members(hand)
    zones = (position.masks[EXERTING[enemy]], position.frozen)
    pinned, got = False, 0
    for unit in [unit for unit, place in strafe.items() if place == 0]:
        _struck(play, walkers, unit)
    for number in range(1, len(path)):
        node = path[number]
        if not walkers or position.masks[OCCUPIED[enemy]] >> node & 1:
            break
        got = number
        by_choice = not duty or (number == len(path) - 1 and not frozen >> node & 1)
        for unit in walkers:
            _trace(play, unit, node)
            enter(play, unit, node, by_choice)
        for unit in [unit for unit, place in strafe.items() if place == number]:
            _struck(play, walkers, unit)
        if position.outcome is not None or len(position.frames) > depth:
            break
        # Frozen units that were set free, and Volkssturm, have their zones from this moment on (9.7, 25.1).
        changed = number < len(path) - 1 and zones != (position.masks[EXERTING[enemy]], position.frozen)
        if changed and reach.enemy_zone(play.look, side, hand) >> node & 1:
            pinned = True
            break
    return got, pinned


def _trace(play: Play, unit: int, node: int) -> None:
    position, name = play.position, play.game.unit_ids[unit]
    before = position.trails.get(name) or (position.units[unit].at,)
    position.trails = {**position.trails, name: (*before, node)}


def _struck(play: Play, walkers: list[int], unit: int) -> None:
    """A strafed unit has come to where it is stopped (17.10.1)."""
    walkers.remove(unit)
    play.position.stopped |= 1 << unit
    strafing.hit(play, unit)


def come_ashore(play: Play, side: str, unit: int) -> None:
    """A unit has come by sea: zones and mountains stop it, the water in a flooded port does not (8.2, 11.8)."""
    look, bit = play.look, 1 << unit
    stops = reach.enemy_zone(look, side, bit) | reach.stopping_ground(look, side, bit) & ~look.flooded_hexes()
    if stops >> play.position.units[unit].at & 1 or left(look, unit)[0] <= 0:
        play.position.stopped |= bit


def halt(play: Play, side: str, unit: int, pinned: bool = False) -> None:
    """A unit has come to the end of a leg: does it move no further in this impulse?"""
    position, game, look = play.position, play.game, play.look
    if position.units[unit].at < 0:
        return
    bit, node = 1 << unit, position.units[unit].at
    trail = position.trails.get(game.unit_ids[unit], (node,))
    if len(trail) > 1:
        bog_down(play, unit)
    if pinned or must_stop(look, side, unit, trail) or left(look, unit)[0] <= 0:
        position.stopped |= bit


def must_stop(look: FortressLook, side: str, unit: int, trail: Sequence[int]) -> bool:
    """Does the last hex of its trail, or the way into it, end a unit's move (7.2, 8.1 to 8.4, 17.10.4, 24.3, 31.5)?"""
    game, position, bit = look.game, look.position, 1 << unit
    node = trail[-1]
    if (reach.enemy_zone(look, side, bit) | reach.stopping_ground(look, side, bit)) >> node & 1:
        return True
    if len(trail) < 2:
        return False
    if game.data.jersey in trail[-2:]:
        return True
    armoured, rough = game.armored_units & bit, game.data.terrain["rough"]
    if armoured:
        late = len(trail) - 2 >= half_allowance(look, unit)
        return bool(rough >> node & 1) and late and not any(rough >> before & 1 for before in trail[1:-1])
    if position.impulse != 1 or not position.bombed:
        return False
    over = reach.bombed_sides(game, position.bombed).has(trail[-2], node)
    return over and not reach.costs_of(look, side, bit).of(trail[-2], node)
