"""The move impulses (5): units are taken in hand, alone or with others of their hex, and walk leg by leg.

How far they get is in `reach.py`, why not further in `limits.py`, what happens on the way in `walking.py`. Raids,
airlifts and arrivals are offered here and stand in chapters of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bocage.parts.walk import Marching
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Units, lacking, met, offer, offered, once, provided, settled

from .. import winter
from ..invasion import airlifts, waves
from ..look import FortressLook, Play, members
from ..position import ALLIED, BASES, GERMAN
from ..reinforcements import arrivals, exits
from ..supply import capacity, ports
from . import districts, limits, nationalities, railways, reach, sea, special
from .allowance import able, left
from .reach import Moving
from .walking import go_on, ride, walk


def away(done: Callable[[Play, Moving, int], None], base: int = 0) -> Callable[[Play, Moving, int], None]:
    """The unit in hand goes where it is out of hand; a question (about Volkssturm) may come up above this one."""

    def does(play: Play, frame: Moving, node: int) -> None:
        play.swap(Moving(frame.side, acted=True))
        done(play, frame, base or node)

    return does


def on_map(look: FortressLook, side: str) -> Units:
    """Units that walk, if they move at all."""
    return look.position.on_board


class Movement(Marching[Moving], name="movement", rule="5.1"):
    """Some, none or all units of a side move, one unit or stack after the other (5.1)."""

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
        fate = "units of your choice there are eliminated at the end of the impulse (6.3)"
        return [f"{look.game.board.labels[node]} is overstacked: {fate}" for node in look.overstacked(frame.side)]

    @offer("move", HEXES, "5.2", among=on_map)
    def move(self, look: FortressLook, frame: Moving) -> Conditions:
        yield from limits.ground(look, frame)
        goals = reach.ways(look, frame).goals
        yield goals, "5.4", lambda node: limits.cannot_reach(look, frame, node)
        yield from limits.allied_duties(look, frame, goals)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        look: FortressLook = play.game.asked(play.game.seen(play.position, frame.side))
        path = play.route(lambda: reach.path_to(look, frame, node), lambda way: reach.may_walk(look, frame, way, node))
        special.hold_bridges(play, frame, path)
        walk(play, frame.side, frame.hand, path)
        go_on(play, frame)

    sail = offered("sail", HEXES, "11.4", sea.sailing, sea.sail, among=sea.crews)
    england, africa = (
        offered(
            name.lower(), PLAIN, "11.4.A", partial(sea.to_base, base=base), away(sea.go_home, base),
            words=f"sail to {name}", among=sea.crews,
        )
        for base, name in BASES.items()
    )  # fmt: skip
    raid = offered("raid", HEXES, "21.2", waves.raiding, away(waves.raid), among=waves.ready)
    airlift = offered("airlift", HEXES, "20.10", airlifts.flying, away(airlifts.fly), among=airlifts.lifted)
    lift_to_england, lift_to_africa = (
        offered(
            f"airlift-{name.lower()}", PLAIN, "20.10", partial(airlifts.to_base, base=base),
            away(airlifts.fly, base), words=f"fly to {name}", among=airlifts.lifted,
        )
        for base, name in BASES.items()
    )  # fmt: skip
    cross = offered("cross", HEXES, "17.10.4", special.may_cross, special.cross, among=special.waders)
    infiltrate = offered(
        "infiltrate", HEXES, "31.13", special.may_infiltrate, special.infiltrate,
        among=lambda look, side: look.game.trait("skorzeny"),
    )  # fmt: skip
    rail = offered("rail", HEXES, "10.1", railways.may_ride, ride, among=railways.riders)

    @offer("enter", HEXES, "26.3", "Enter here", among=arrivals.waiting)
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
        "exit", PLAIN, "31.15", special.may_leave,
        away(lambda play, frame, _: exits.leave(play, frame.unit)),
        words="leave the map to the east", when=lambda look, frame: look.game.rules.exits,
    )  # fmt: skip

    @offer("relieve", UNITS, "9.1.C", "Take its place", among=districts.relievers)
    def relieve(self, look: FortressLook, frame: Moving) -> Conditions:
        nobody = "no unit in hand could take a frozen one's place"
        yield provided(frame.side == GERMAN and bool(frame.hand)), "9.1.C", nobody
        position, hand = look.position, frame.hand
        yield position.frozen, "9.1.C", "{it} is not frozen"
        yield provided(hand.bit_count() == 1), "9.1.C", "one unit takes the place of one other: choose who"
        yield provided(not hand & ~position.moved), "9.1.C", "the unit in hand has not come here in this impulse"
        at = position.units[frame.unit].at
        yield look.in_place(at), "9.1.C", "{it} is not in the hex of the unit in hand"

    @relieve.does
    def _(self, play: Play, frame: Moving, other: int) -> None:
        districts.relieve(play, frame.unit, other)
        play.swap(Moving(frame.side, acted=True))

    @offer("join", UNITS, "6.4", among=on_map)
    def join(self, look: FortressLook, frame: Moving) -> Conditions:
        first = "choose the unit that moves first; others of its hex may then join it"
        yield provided(bool(frame.hand)), "6.4", first
        at = look.position.units[frame.unit].at
        yield provided(at >= 0), "11.1", "units sail one after the other"
        yield look.in_place(at), "6.4", "only units of one hex move together"
        yield settled(look, may_go, frame.side)
        yield ~frame.hand, "6.4", "{it} is in hand already"

    join.adds("hand")

    @offer("pick", UNITS, "5.1")
    def pick(self, look: FortressLook, frame: Moving) -> Conditions:
        def why(unit: int) -> tuple[str, str]:
            overseas = frame.side == ALLIED and look.position.units[unit].at in BASES
            return lacking(sea.may_sail(look) if overseas else may_go(look, frame.side), unit)

        yield movable(look, frame.side), "5.1", why
        # Out of several units in hand one may be taken up by itself after all (6.4).
        yield ~frame.hand if frame.hand.bit_count() < 2 else -1, "5.1", "{it} is in hand already"

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        play.swap(frame.but(hand=1 << unit))

    @offer("end", PLAIN, "5.1", "End movement", "the move impulse is over")
    def end(self, look: FortressLook, frame: Moving) -> Conditions:
        waiting = lingering(look) if frame.side == ALLIED else 0
        yield not waiting, "15.10", lambda _: f"{look.unit_names(waiting)} must leave the frozen district first"


def may_go(look: FortressLook, side: str) -> Conditions:
    """Units of a side that may walk now."""
    position, game = look.position, look.game
    yield game.side_units[side], "5.1", "only units of the side whose impulse it is move"
    yield game.land_units, "5.1", "{it} does not move like a unit"
    yield position.on_board, "5.1", "{it} is not on the map"
    yield ~position.frozen, "9.1", "{it} is frozen in its Military District"
    yield ~position.mired, "8.2", "{it} has walked into a flooded area and moves no further this turn"
    yield from able(look, side)


@once
def movable(look: FortressLook, side: str) -> Units:
    """Units that may be taken in hand: those who walk, sail, raid or fly, and those who wait to enter."""
    found: Units = met(may_go(look, side)) | airlifts.lifted(look, side)
    if side == ALLIED:
        return found | sea.sailors(look) | waves.ready(look, side)
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
