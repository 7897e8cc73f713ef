"""The move impulses (5): units are taken in hand, alone or with others of their hex, and walk leg by leg.

How far they get is in `reach.py`, why not further in `limits.py`, what happens on the way in `walking.py`. Trains are
in `../railways`; ships, raids, airlifts and arrivals are offered here and stand in chapters of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from bocage.parts.walk import Marching
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    Units,
    lacking,
    met,
    offer,
    offered,
    once,
    provided,
    settled,
)

from .. import winter
from ..invasion import airborne, waves
from ..look import FortressLook, Play, members
from ..position import AFRICA, ALLIED, ENGLAND, GERMAN
from ..reinforcements import arrivals
from ..supply import capacity, ports
from . import crossing, districts, infiltration, leaving, limits, nationalities, railways, reach, sea
from .allowance import left, still
from .reach import Moving
from .walking import come_ashore, ride, walk


class Movement(Marching[Moving]):
    """Some, none or all units of a side move, one unit or stack after the other (5.1)."""

    name, rule = "movement", "5.1"

    def begin(self, play: Play, side: str) -> Moving:
        position, look, game = play.position, play.look, play.game
        position.phasing = side
        if side == ALLIED and position.impulse == 2:
            position.fuel = fuel(look)
        if side == GERMAN and game.rules.winter:
            # The opening of the game finds them; a start stack in order is an ordinary one from then on (R106).
            found = sum(1 << node for node in look.overstacked(GERMAN))
            opening = winter.turn_of_offensive(look) == 1
            position.start_stacks = found if opening else found & position.start_stacks
        return Moving(side)

    def text(self, look: FortressLook, frame: Moving) -> str:
        which = "first" if look.position.impulse == 1 else "second"
        if not frame.hand:
            return f"{which.capitalize()} move impulse: choose a unit to move, or end the impulse."
        units = members(frame.hand)
        names, at = look.game.named(UNITS, units), look.position.units[units[0]].at
        if at < 0:
            how = "sails" if frame.side == ALLIED else "enters"
            return f"Choose where {names} {how}, another unit, or end the {which} move impulse."
        far = max(min(left(look, unit)[0] for unit in units), 0)
        where = f"from {look.game.hex_name(at)} ({far} hex{'' if far == 1 else 'es'} left)"
        return f"Move {names} {where}, choose another unit, or end the {which} move impulse."

    def warnings(self, look: FortressLook, frame: Moving) -> list[str]:
        labels = look.game.board.labels
        return [
            f"{labels[node]} is overstacked: units of your choice there are eliminated at the end of the impulse (6.3)"
            for node in look.overstacked(frame.side)
        ]

    @offer("move", HEXES, "5.2")
    def move(self, look: FortressLook, frame: Moving) -> Conditions:
        yield from limits.ground(look, frame)
        if look.position.units[frame.hand.bit_length() - 1].at < 0:
            return
        goals = reach.ways(look, frame).goals
        yield goals, "5.4", lambda node: limits.cannot_reach(look, frame, node)
        if frame.side == ALLIED:
            yield nationalities.fair(look, frame.hand, goals), "14.11", crossing.nationalities_why
            if districts.must_leave(look) & frame.hand:
                at = look.position.units[frame.hand.bit_length() - 1].at
                leaving = "it was sent into a frozen district and has to leave it, or at least come nearer to its own"
                yield districts.ways_out(look, at, goals), "15.10", leaving

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        look: FortressLook = play.game.asked(play.game.seen(play.position, frame.side))
        path = play.route(
            lambda: reach.path_to(look, frame, node),
            lambda walked: walked[-1] == node and reach.may_walk(look, frame, walked),
        )
        hold_bridges(play, frame, path)
        walk(play, frame.side, frame.hand, path)
        go_on(play, frame)

    @offer("sail", HEXES, "11.4")
    def sail(self, look: FortressLook, frame: Moving) -> Conditions:
        yield from sea.sailing(look, frame)

    @sail.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        sea.sail(play, frame, node)
        come_ashore(play, frame.side, frame.hand.bit_length() - 1)
        go_on(play, frame)

    england = offered(
        "england", PLAIN, "11.4.A", sea.to_base(ENGLAND), lambda play, frame, _: _home(play, frame, ENGLAND),
        words="sail to England",
    )  # fmt: skip
    africa = offered(
        "africa", PLAIN, "11.4.A", sea.to_base(AFRICA), lambda play, frame, _: _home(play, frame, AFRICA),
        words="sail to Africa",
    )  # fmt: skip
    raid = offered("raid", HEXES, "21.2", waves.raiding, lambda play, frame, node: _away(play, frame, waves.raid, node))
    airlift = offered(
        "airlift", HEXES, "20.10", airborne.flying, lambda play, frame, node: _away(play, frame, airborne.fly, node)
    )
    lift_to_england = offered(
        "airlift-england", PLAIN, "20.10", lambda look, frame: airborne.to_base(look, frame, ENGLAND),
        lambda play, frame, _: _away(play, frame, airborne.fly, ENGLAND), words="fly to England",
    )  # fmt: skip
    lift_to_africa = offered(
        "airlift-africa", PLAIN, "20.10", lambda look, frame: airborne.to_base(look, frame, AFRICA),
        lambda play, frame, _: _away(play, frame, airborne.fly, AFRICA), words="fly to Africa",
    )  # fmt: skip
    cross = offered("cross", HEXES, "17.10.4", crossing.may_cross, lambda play, frame, node: _cross(play, frame, node))
    infiltrate = offered(
        "infiltrate", HEXES, "31.13", infiltration.may_infiltrate,
        lambda play, frame, node: _infiltrate(play, frame, node),
    )  # fmt: skip

    @offer("rail", HEXES, "10.1")
    def rail(self, look: FortressLook, frame: Moving) -> Conditions:
        yield from railways.may_ride(look, frame.side, frame.hand)

    @rail.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        look, hand = play.look, frame.hand
        at = play.position.units[hand.bit_length() - 1].at
        path = play.route(
            lambda: railways.route(look, at, node, hand),
            lambda ridden: ridden[-1] == node and railways.may_pass(look, at, ridden, hand),
        )
        ride(play, hand, path)
        go_on(play, frame)

    @offer("enter", HEXES, "26.3", "Enter here")
    def enter(self, look: FortressLook, frame: Moving) -> Conditions:
        yield from arrivals.entering(look, frame)

    @enter.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        arrivals.enter_city(play, frame, node)
        if met(may_go(play.look, frame.side)) & frame.hand:
            go_on(play, frame)
        else:
            play.swap(Moving(frame.side, acted=True))

    exit = offered(
        "exit", PLAIN, "31.15", leaving.may_leave, leaving.leave, words="leave the map to the east",
        when=lambda look, frame: look.game.rules.exits,
    )  # fmt: skip

    @offer("relieve", UNITS, "9.1.C", "Take its place")
    def relieve(self, look: FortressLook, frame: Moving) -> Conditions:
        yield (
            provided(frame.side == GERMAN and bool(frame.hand)),
            "9.1.C",
            "no unit in hand could take a frozen one's place",
        )
        yield from districts.may_relieve(look, frame.hand)

    @relieve.does
    def _(self, play: Play, frame: Moving, other: int) -> None:
        districts.relieve(play, frame.hand.bit_length() - 1, other)
        play.swap(Moving(frame.side, acted=True))

    @offer("join", UNITS, "6.4")
    def join(self, look: FortressLook, frame: Moving) -> Conditions:
        first = "choose the unit that moves first; others of its hex may then join it"
        yield provided(bool(frame.hand)), "6.4", first
        at = look.position.units[frame.hand.bit_length() - 1].at
        yield provided(at >= 0), "11.1", "units sail one after the other"
        yield look.in_place(at), "6.4", "only units of one hex move together"
        yield settled(look, may_go, frame.side)
        yield ~frame.hand, "6.4", "{it} is in hand already"

    join.adds("hand")

    @offer("pick", UNITS, "5.1")
    def pick(self, look: FortressLook, frame: Moving) -> Conditions:
        yield movable(look, frame.side), "5.1", lambda unit: lacking(may_go(look, frame.side), unit)
        # Out of several units in hand one may be taken up by itself after all (6.4).
        yield ~frame.hand if frame.hand.bit_count() < 2 else -1, "5.1", "{it} is in hand already"

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        play.swap(replace(frame, hand=1 << unit))

    @offer("end", PLAIN, "5.1", "End movement", "the move impulse is over")
    def end(self, look: FortressLook, frame: Moving) -> Conditions:
        waiting = lingering(look) if frame.side == ALLIED else 0
        yield not waiting, "15.10", lambda _: f"{look.unit_names(waiting)} must leave the frozen district first"


def _away(play: Play, frame: Moving, done: Callable[[Play, Moving, int], None], node: int) -> None:
    """The unit in hand raids or flies, and has ended its move."""
    play.swap(Moving(frame.side, acted=True))  # a question about Volkssturm may come up above it
    done(play, frame, node)


def may_go(look: FortressLook, side: str) -> Conditions:
    """Units of a side that may move now."""
    position, game = look.position, look.game
    first = position.impulse == 1
    yield game.side_units[side], "5.1", "only units of the side whose impulse it is move"
    yield game.land_units, "5.1", "{it} does not move like a unit"
    yield position.on_board, "5.1", "{it} is not on the map"
    yield ~position.frozen, "9.1", "{it} is frozen in its Military District"
    yield ~position.resting, "27.7", "{it} has taken replacements and does not move this turn"
    yield ~position.mired, "8.2", "{it} has walked into a flooded area and moves no further this turn"
    yield ~position.airlifted, "20.10", "{it} was airlifted and does not move this turn"
    yield ~position.raiders, "21.2", "{it} is on a raid and does not move in this impulse"
    if first:
        yield ~position.dropped, "20.7", "{it} was dropped and does not move in this impulse"
        yield ~position.invaders, "12.3", "{it} lands in this impulse and does not move"
        yield ~game.headquarters, "13.1", "headquarters move in the second move impulse only"
    weather = f"{'first' if first else 'second'} move impulse of a turn with this weather ({position.weather})"
    yield ~still(game, position.weather, position.impulse), "8.11", f"{{it}} does not move in the {weather}"
    if not first:
        pinned = look.units_in(look.enemy_zone(side) & look.occupied(side), side)
        pinned &= ~winter.ignoring_zones(look, side)
        yield ~pinned, "8.9", "{it} is in an enemy zone of control and does not move in the second impulse"
    yield ~position.stopped, "5.1", "{it} has ended its move in this impulse"
    if game.rules.armour_release:
        yield ~position.held, "31.9", "{it} does not get under way this turn"
        yield ~position.delayed, "31.9", "{it} does not get under way in this impulse"
    if position.fuel >= 0:
        armour = game.armored_units & game.side_units[ALLIED]
        out = (armour & position.moved).bit_count() >= position.fuel
        short = f"there is fuel for {position.fuel} armoured units in this impulse, and so many have moved"
        yield ~(armour & ~position.moved) if out else -1, "31.14", short


@once
def movable(look: FortressLook, side: str) -> Units:
    """Units that may be taken in hand: those who walk, sail, raid or fly, and those who wait to enter."""
    found: Units = met(may_go(look, side)) | met(airborne.liftable(look, side))
    if side == ALLIED:
        return found | sea.sailors(look) | met(waves.raiders(look))
    return found | arrivals.waiting(look, side)


def fuel(look: FortressLook) -> int:
    """Armoured units that may move in the second impulse while Anvers does not work; -1 for no limit (31.14)."""
    game = look.game
    if not game.rules.allied_fuel or look.position.turn < game.rules.numbers["fuel_turn"]:
        return -1
    return -1 if ports.usable(look) & game.data.zones["anvers"] else max(capacity.capacity(look), 0)


def lingering(look: FortressLook) -> Units:
    """Units that have to leave a frozen district, and could do something about it in this impulse (R105)."""
    waiting, found = districts.must_leave(look), 0
    if waiting:
        waiting &= settled(look, may_go, ALLIED)[0]
    for unit in members(waiting):
        goals = nationalities.fair(look, 1 << unit, reach.ways_of(look, ALLIED, 1 << unit).goals)
        if look.position.moved >> unit & 1:
            goals &= ~districts.frozen_ground(look)  # it has come nearer: that is enough if it cannot get out
        if districts.ways_out(look, look.position.units[unit].at, goals):
            found |= 1 << unit
    return found


def hold_bridges(play: Play, frame: Moving, path: tuple[int, ...]) -> None:
    """Engineers whose bridge is used stay where they are (31.16, ruling R122)."""
    position, game = play.position, play.game
    if frame.side != ALLIED or not (game.rules.funnies and position.bombed):
        return
    river = reach.bombed_sides(game, position.bombed)
    banks = {end for a, b in pairwise(path) if river.has(a, b) for end in (a, b)}
    for unit in members(reach.engineers(game) & position.on_board & ~frame.hand):
        if position.units[unit].at in banks:
            position.stopped |= 1 << unit


def go_on(play: Play, frame: Moving) -> None:
    """After a leg the units that may move on stay in hand; so does one that could take a frozen unit's place."""
    position = play.position
    hand = frame.hand & position.on_board & ~position.stopped & ~position.mired
    if not hand and frame.side == GERMAN and position.frozen and (frame.hand & position.on_board).bit_count() == 1:
        at = position.units[frame.hand.bit_length() - 1].at
        if play.look.in_place(at) & position.frozen:
            hand = frame.hand
    # A question may have come up on the way: it stands above this one.
    place = next(n for n in range(len(position.frames) - 1, -1, -1) if position.frames[n] is frame)
    position.frames[place] = Moving(frame.side, hand, True)


def _home(play: Play, frame: Moving, base: int) -> None:
    sea.go_home(base)(play, frame, 0)
    play.swap(Moving(frame.side, acted=True))


def _cross(play: Play, frame: Moving, node: int) -> None:
    crossing.cross(play, frame, node)
    go_on(play, frame)


def _infiltrate(play: Play, frame: Moving, node: int) -> None:
    infiltration.infiltrate(play, frame, node)
    go_on(play, frame)
