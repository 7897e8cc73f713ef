"""Retreats (15.4 to 15.11, 16.4): who may stay, who routes, hex by hex and of exact length; no way is the end."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.questions import Handling
from bocage.rules import (
    HEXES,
    PATH,
    PLAIN,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    Question,
    UnitNumber,
    Units,
    event,
    going_on,
    offer,
    provided,
)

from .. import winter
from ..elimination import eliminate
from ..look import FortressLook, Play, members
from ..movement import districts
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, OTHER
from .odds import ground
from .routes import Falling, Order, considerate, may_stop, open_to, routes, sides

retreated = event("retreat", "15.4", "{unit} retreats {path}.", sort="move", unit=UNITS, path=PATH)
cut_off = event("no retreat", "15.5", "{unit} has no way to retreat.", unit=UNITS)
stands = event("stands", "16.4", "{units} need not retreat and stay.", units=UNITS)
uncovered = event("coastal unit moves", "22.3", "{unit} leaves its defenses and is infantry from now on.", unit=UNITS)


# Who goes


def sheltered(look: FortressLook, side: str) -> Units:
    """Units that may ignore a retreat: in rough ground, and Germans in a fortress that stands (16.4, 16.3)."""
    hexes = ground(look.game).holding
    return look.units_in(hexes | look.intact() if side == GERMAN else hexes, side)


def defenders_go(play: Play, attacker: str, units: Units, hexes: int) -> None:
    """Defenders retreat so many hexes: the attacker moves them, but who may stay decides and moves himself (15.4)."""
    look, owner = play.look, OTHER[attacker]
    order = Order(owner, attacker, hexes, hexes, "15.3")
    blown = look.units_in(winter.sector(look), owner) & units if winter.opening_blow(look) else 0
    shelter = sheltered(look, owner) & units & ~blown
    go(play, order, units & ~shelter & ~blown)
    go(play, order._replace(router=owner, rule="33.3.9.3", away=True), blown)
    may_stay(play, order, shelter)


def go(play: Play, order: Order, units: Units) -> None:
    """These units must retreat."""
    if units:
        owner, router, least, most, rule, away = order
        play.push(Falling(router, owner, units, least, most, rule, away))


def may_stay(play: Play, order: Order, units: Units) -> None:
    """The owner says which of these units retreat, if any."""
    if units:
        play.push(Holding(order.owner, units, order.least, order.most))


class Holding(Frame, frozen=True):
    """Units need not retreat; their owner decides for each of them."""

    side: str
    units: Units
    least: int
    most: int
    going: Units = 0


class Hold(Question[Holding]):
    """A retreat may be ignored in rough ground and fortresses, unit by unit (16.4, 16.8, ruling R11)."""

    name, rule = "hold", "16.4"

    def keep(self, look: FortressLook, frame: Holding) -> bool:
        return bool(frame.going)

    def text(self, look: FortressLook, frame: Holding) -> str:
        left = frame.units & ~frame.going
        if not left:
            return "All of them retreat."
        return f"{look.unit_names(left)} may stay: choose those who retreat, then end."

    @offer("withdraw", UNITS, "16.4", "Retreat")
    def withdraw(self, look: FortressLook, frame: Holding) -> Conditions:
        yield frame.units, "16.4", "{it} is not among those who may choose to retreat"
        yield ~frame.going, "16.4", "{it} retreats already"
        asked = Falling(frame.side, frame.side, frame.units, frame.least, frame.most, "16.4")
        free = sum(1 << unit for unit in members(frame.units) if routes(look, asked, unit))
        yield free, "15.5", "{it} has no way to retreat, so it stays"

    @withdraw.does
    def _(self, play: Play, frame: Holding, unit: int) -> None:
        play.swap(replace(frame, going=frame.going | 1 << unit))

    end = going_on("16.4", "The others stay", "the others stay where they are")

    @end.does
    def _(self, play: Play, frame: Holding, _: int) -> None:
        play.pop()
        if frame.units & ~frame.going:
            stands(play, tuple(members(frame.units & ~frame.going)))
        go(play, Order(frame.side, frame.side, frame.least, frame.most, "16.4"), frame.going)


# One after the other


class Retreats(Automatic[Falling]):
    """Who is next? Whoever has no way is eliminated (15.5, 15.7)."""

    name, rule = "retreats", "15.4"

    def run(self, play: Play, frame: Falling) -> None:
        look = play.look
        if frame.hand >= 0:
            self._go_on(play, look, frame)
            return
        units = frame.units & play.position.on_board
        lost = [unit for unit in members(units) if not routes(look, frame, unit)]
        for unit in lost:
            cut_off(play, unit)
            eliminate(play, unit, "15.5")
        units &= play.position.on_board
        if units:
            hand = members(units)[0] if units.bit_count() == 1 else -1
            play.push(frame.turned(Retreating, units=units, hand=hand))

    def _go_on(self, play: Play, look: FortressLook, frame: Falling) -> None:
        """A unit is on its way: is it there, can it go on, or is it lost?"""
        further = len(frame.path) - 1 < frame.most and considerate(look, frame, frame.hand, frame.path)
        if further:
            play.push(frame.turned(Retreating))
        elif may_stop(look, frame):
            arrived(play, frame)
        else:
            cut_off(play, frame.hand)
            eliminate(play, frame.hand, "15.5")
            play.push(replace(frame, hand=-1, path=()))


class Retreating(Falling, frozen=True):
    """Somebody is asked for the next hex of a retreat."""


def _on_the_way(look: FortressLook, frame: Retreating) -> bool:
    return len(frame.path) > 1


class Retreat(Handling[Retreating]):
    """One unit after the other, hex by hex; stacks may be split (15.4)."""

    name, rule = "retreat", "15.4"

    def focus(self, look: FortressLook, frame: Retreating) -> int:
        return look.position.units[frame.hand].at if frame.hand >= 0 else -1

    def keep(self, look: FortressLook, frame: Retreating) -> bool:
        return False

    def text(self, look: FortressLook, frame: Retreating) -> str:
        if frame.hand < 0:
            return "Choose which unit retreats next."
        length = f"{frame.least}" if frame.least == frame.most else f"{frame.least} or {frame.most}"
        gone = len(frame.path) - 1
        so_far = f", {gone} of them done" if gone > 0 else ""
        return f"{look.counter(frame.hand).name} retreats {length} hexes{so_far}: choose the next one."

    @offer("retreat", HEXES, "15.4")
    def retreat(self, look: FortressLook, frame: Retreating) -> Conditions:
        unit, game, enemy = frame.hand, look.game, OTHER[frame.owner]
        yield provided(unit >= 0), "15.4", "pick the unit that is to retreat first"
        path = frame.path or (look.position.units[unit].at,)
        yield sides(look, frame.owner).step(1 << path[-1]), "15.9", "{it} is not the next hex, or no way leads there"
        yield game.land, "15.5", "units do not retreat into the sea or off the map"
        yield ~(1 << path[0]), "15.5", "a retreat does not lead back to its start"
        yield ~look.occupied(enemy), "15.5", "there are enemies in {it}"
        if not look.mountaineer(unit):
            yield ~game.data.terrain["alpine"], "15.6", "only mountain units retreat through alpine ground"
        yield ~look.zone(enemy) | game.dyke, "15.5", "{it} lies in an enemy zone of control"
        yield open_to(look, unit), "16.7", "{it} is closed to the enemy next to the dyke, or held by partisans"
        yield routes(look, frame, unit, frame.path), "15.4", lambda node: self._why_no_route(look, frame, node)
        crowded = "another unit that retreats would be left without a place"
        yield considerate(look, frame, unit, path), "15.4", crowded

    def _why_no_route(self, look: FortressLook, frame: Retreating, node: int) -> tuple[str, str]:
        if frame.owner == ALLIED and districts.frozen_ground(look) >> node & 1:
            return "15.10", "Germans are frozen in that district, and there is another way"
        if len(frame.path or (0,)) == frame.most and not look.room(frame.hand, 1 << node):
            return "15.7", "{it} is full"
        if frame.away or look.game.rules.straight_retreats:
            return ("33.3.9.3" if frame.away else "R9"), "a retreat leads away from its start where it can"
        return "15.4", f"by way of {{it}} no retreat of {frame.most} hexes ends well"

    @retreat.does
    def _(self, play: Play, frame: Retreating, node: int) -> None:
        unit, position = frame.hand, play.position
        path = (*(frame.path or (position.units[unit].at,)), node)
        # Who answers knows the way: the rest of the step runs by itself.
        play.swap(frame.turned(Falling, path=path, units=frame.units & ~(1 << unit)))
        if play.game.coastal_units >> unit & 1 and not position.flipped >> unit & 1:
            position.flipped |= 1 << unit
            uncovered(play, unit)
        enter(play, unit, node, by_choice=False)

    @offer("stop", PLAIN, "15.3", "Stop here", "the retreat ends here", when=_on_the_way)
    def stop(self, look: FortressLook, frame: Retreating) -> Conditions:
        yield len(frame.path) > frame.least, "15.3", f"the retreat is {frame.least} hexes long"
        yield may_stop(look, frame), "15.7", "there is no room here"

    @stop.does
    def _(self, play: Play, frame: Retreating, _: int) -> None:
        play.pop()
        arrived(play, frame.turned(Falling))

    @offer("pick", UNITS, "15.4")
    def pick(self, look: FortressLook, frame: Retreating) -> Conditions:
        yield provided(not frame.path), "15.4", "one retreat at a time: the unit in hand is on its way"
        yield ~self.hand(look, frame), "15.4", "{it} is in hand already: choose its next hex"
        yield frame.units, "15.4", "{it} is not among the units that still have to retreat"

    @offer("include", UNITS, "33.3.9.3", "Take along", when=_on_the_way)
    def include(self, look: FortressLook, frame: Retreating) -> Conditions:
        yield provided(frame.away and len(frame.path) <= frame.most), "33.3.9.3", "nobody is taken along here"
        yield look.game.americans >> frame.hand & 1 and -1, "33.3.9.3", "only American units take others along"
        yield look.in_place(frame.path[-1], frame.owner), "33.3.9.3", "{it} is not in the hex that is passed through"
        yield look.game.land_units & ~(1 << frame.hand), "33.3.9.3", "{it} retreats already"
        yield ~frame.joined & ~frame.units, "33.3.9.3", "{it} goes along already"

    @include.does
    def _(self, play: Play, frame: Retreating, unit: int) -> None:
        play.swap(replace(frame, joined=frame.joined | 1 << unit))


def arrived(play: Play, frame: Falling) -> None:
    """The unit in hand has retreated; friends whom it takes along go the hexes that are left."""
    unit = frame.hand
    retreated(play, unit, frame.path, rule=frame.rule)
    left = frame.most - 1
    play.push(replace(frame, hand=-1, path=(), joined=0))
    if frame.joined and left:
        play.push(Falling(frame.side, frame.owner, frame.joined, left, left, "33.3.9.3"))
    if frame.owner == ALLIED and districts.frozen_ground(play.look) >> frame.path[-1] & 1:
        play.push(Straying(ALLIED, unit))


class Straying(Frame, frozen=True):
    """An Allied unit was forced into a district where Germans are frozen."""

    side: str
    unit: UnitNumber


class Stray(Question[Straying]):
    """Nobody is released by a forced retreat, unless the Allied player wishes it (15.10, 9.6, R69)."""

    name, rule = "stray", "15.10"

    def text(self, look: FortressLook, frame: Straying) -> str:
        return f"{look.counter(frame.unit).name} had to retreat into a frozen district: shall the Germans be released?"

    release = going_on("15.10", "Release them", "all frozen Germans are released", verb="release")
    end = going_on("15.10", "They stay frozen", "nobody is released")

    @release.does
    def _(self, play: Play, frame: Straying, _: int) -> None:
        play.pop()
        districts.release_all(play, "15.10")
