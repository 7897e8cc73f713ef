"""Going along a path hex by hex, on foot or by rail; what happens on the way may cut it short (5.2, 7.2, 8, 17.10)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules import Units, event

from ..air import strafing
from ..look import FortressLook, Play, bombed_sides, members
from ..position import EXERTING, GERMAN, OCCUPIED, OTHER
from . import districts, railways, reach
from .allowance import left
from .entering import bog_down, enter
from .reach import Moving

moves = event("moves", "5.2", "{units} {units:moves|move} {path}.", sort="move")
rides = event("rides", "10.3", "{unit} {unit:goes|go} by rail: {path}.", sort="move")
flips = event("coastal unit moves", "22.2", "{unit} leaves its defences and becomes an infantry division.")
cut = event("cut short", "9.7", "{units} {units:stops|stop} at {node}: enemy units there have a zone of control now.")


def walk(play: Play, side: str, hand: Units, path: Sequence[int], rule: str = "5.2") -> None:
    """Units go along a path; it is told as far as they have got, and before what it brought."""
    position, strafe = play.position, strafed_at(play, side, hand, path)
    duty, told = districts.must_leave(play.look) & hand, len(play.events)
    set_out(play, hand)
    got, pinned = _go(play, side, hand, path, strafe, duty)
    brought = play.events[told:]
    del play.events[told:]
    if got:
        moves(play, tuple(members(hand)), tuple(path[: got + 1]), rule=rule)
    play.events += brought
    if pinned and got < len(path) - 1 and hand & position.on_board:
        cut(play, tuple(members(hand & position.on_board)), path[got])
    for unit in members(hand & position.on_board):
        if unit not in strafe:
            halt(play, side, unit, pinned)


def ride(play: Play, frame: Moving, node: int) -> None:
    """The unit in hand goes by rail; if strafed it is stopped on the way (17.10.1). Then it has moved (10.4)."""
    position, look, hand, unit = play.position, play.look, frame.hand, frame.unit
    at = position.units[unit].at
    path = play.route(
        lambda: railways.route(look, at, node, hand),
        lambda ridden: ridden[-1] == node and railways.may_pass(look, at, ridden, hand),
    )
    arriving = at < 0  # its first hex is entered as well (ruling R85)
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
    go_on(play, frame)


def set_out(play: Play, hand: Units) -> None:
    """Units move: coastal ones turn over to their infantry side (22.2, ruling R52)."""
    position = play.position
    position.note(hand, "moved", "walked")
    for unit in members(hand & play.game.coastal_units & ~position.flipped):
        position.flipped |= 1 << unit
        flips(play, unit)


def strafed_at(play: Play, side: str, hand: Units, path: Sequence[int]) -> dict[int, int]:
    """Roll for each German unit that this path takes over three hexes: who is caught, and where on the path."""
    position, game = play.position, play.game
    found: dict[int, int] = {}
    for unit in members(hand & ~position.spared) if side == GERMAN and position.impulse == 1 else ():
        before = position.trails.get(game.unit_ids[unit], ())
        whole = (*before, *path[1:]) if before else tuple(path)
        place = strafing.in_danger(play.look, whole)
        if place >= 0 and strafing.caught(play, unit):
            place -= whole[place] == game.data.dyke  # nobody ends a move there (8.7)
            found[unit] = max(place - (len(whole) - len(path)), 0)
        elif place >= 0:
            position.spared |= 1 << unit
    return found


def _go(
    play: Play, side: str, hand: Units, path: Sequence[int], strafe: dict[int, int], duty: Units
) -> tuple[int, bool]:
    """Enter hex after hex: how many were entered, and whether an enemy zone holds them there."""
    position, names = play.position, play.game.unit_ids
    enemy, depth, last = OTHER[side], len(position.frames), len(path) - 1
    frozen = districts.frozen_ground(play.look) if duty else 0
    walkers, zones = members(hand), (position.masks[EXERTING[enemy]], position.frozen)
    for number, node in enumerate(path):
        if number:
            if not walkers or position.masks[OCCUPIED[enemy]] >> node & 1:
                return number - 1, False
            by_choice = not duty or (number == last and not frozen >> node & 1)
            for unit in walkers:
                before = position.trails.get(names[unit]) or (position.units[unit].at,)
                position.trails = {**position.trails, names[unit]: (*before, node)}
                enter(play, unit, node, by_choice)
        for unit in [unit for unit, place in strafe.items() if place == number]:
            walkers.remove(unit)  # it has come to where it is stopped (17.10.1)
            position.stopped |= 1 << unit
            strafing.hit(play, unit)
        if number and (position.outcome is not None or len(position.frames) > depth):
            return number, False
        # Frozen units that were set free, and Volkssturm, have their zones from this moment on (9.7, 25.1).
        changed = 0 < number < last and zones != (position.masks[EXERTING[enemy]], position.frozen)
        if changed and reach.enemy_zone(play.look, side, hand) >> node & 1:
            return number, True
    return last, False


def come_ashore(play: Play, side: str, unit: int) -> None:
    """A unit has come by sea: zones and mountains stop it, the water in a flooded port does not (8.2, 11.8)."""
    look, bit = play.look, 1 << unit
    stops = reach.enemy_zone(look, side, bit) | reach.stopping_ground(look, side, bit) & ~look.flooded_hexes()
    if stops >> play.position.units[unit].at & 1 or left(look, unit)[0] <= 0:
        play.position.stopped |= bit


def halt(play: Play, side: str, unit: int, pinned: bool = False) -> None:
    """A unit has come to the end of a leg: does it move no further in this impulse?"""
    position, look, node = play.position, play.look, play.position.units[unit].at
    if node < 0:
        return
    trail = position.trails.get(play.game.unit_ids[unit], (node,))
    if len(trail) > 1:
        bog_down(play, unit)
    if pinned or must_stop(look, side, unit, trail) or left(look, unit)[0] <= 0:
        position.stopped |= 1 << unit


def must_stop(look: FortressLook, side: str, unit: int, trail: Sequence[int]) -> bool:
    """Does the last hex of its trail, or the way into it, end a unit's move (7.2, 8.2 to 8.4, 17.10.4, 24.3, 31.5)?"""
    game, position, bit, node = look.game, look.position, 1 << unit, trail[-1]
    if (reach.enemy_zone(look, side, bit) | reach.stopping_ground(look, side, bit)) >> node & 1:
        return True
    if len(trail) < 2 or game.data.jersey in trail[-2:]:
        return len(trail) > 1
    river, armour = bombed_sides(game, position.bombed), game.armored_units & bit
    wades = position.impulse == 1 and not armour and river.has(trail[-2], node)
    return wades and not reach.costs_of(look, side, bit).of(trail[-2], node)


def go_on(play: Play, frame: Moving) -> None:
    """After a leg the units that may move on stay in hand; so does one that could take a frozen unit's place."""
    position, hand = play.position, frame.hand & play.position.on_board
    onward = hand & ~position.stopped & ~position.mired
    at = position.units[frame.unit].at
    if not onward and frame.side == GERMAN and hand.bit_count() == 1 and play.look.in_place(at) & position.frozen:
        onward = hand
    # A question may have come up on the way: it stands above this one.
    place = next(n for n in range(len(position.frames) - 1, -1, -1) if position.frames[n] is frame)
    position.frames[place] = Moving(frame.side, onward, True)
