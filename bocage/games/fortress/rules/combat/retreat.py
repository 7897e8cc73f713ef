"""Retreats (15.4 to 15.11, 16.4): who may stay, who routes, hex by hex and of exact length; no way is the end.

Nobody advances after combat, but for Peiper (33.3.9.4): his step stands at the end.
"""

from __future__ import annotations

from bocage.parts.questions import Handling, InHand
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Question, Units, automatic, event, going_on, offer, provided

from .. import winter
from ..elimination import eliminate
from ..look import FortressLook, Play, members
from ..movement import districts
from ..movement.entering import enter
from ..position import ALLIED, GERMAN, OTHER
from .odds import ground
from .routes import Falling, considerate, may_end, passable, routes, sides

retreated = event("retreat", "15.4", "{unit} retreats {path}.", sort="move")
cut_off = event("no retreat", "15.5", "{unit} has no way to retreat.")
stands = event("stands", "16.4", "{units} need not retreat and stay.")
uncovered = event("coastal unit moves", "22.3", "{unit} leaves its defenses and is infantry from now on.")
advanced = event("advances", "33.3.9.4", "{unit} advances into {node}.", sort="move", side=GERMAN)


# Who goes


def sheltered(look: FortressLook, side: str) -> Units:
    """Units that may ignore a retreat: in rough ground, and Germans in a fortress that stands (16.4, 16.3)."""
    return look.units_in(ground(look.game).holding | (look.intact() if side == GERMAN else 0), side)


def defenders_go(play: Play, attacker: str, units: Units, hexes: int) -> None:
    """Defenders retreat so many hexes: the attacker moves them, but who may stay decides and moves himself (15.4)."""
    look, owner, units = play.look, OTHER[attacker], units & play.position.on_board if hexes else 0
    order = Falling(attacker, owner, 0, hexes, hexes, "15.3")
    blown = look.units_in(look.game.data.zones["sector"], owner) & units if winter.opening_blow(look) else 0
    shelter = sheltered(look, owner) & units & ~blown
    go(play, order, units & ~shelter & ~blown)
    go(play, order.but(side=owner, rule="33.3.9.3", away=True), blown)
    may_stay(play, order, shelter)


def go(play: Play, order: Falling, units: Units) -> None:
    """These units must retreat."""
    if units:
        play.push(order.but(units=units))


def may_stay(play: Play, order: Falling, units: Units) -> None:
    """The owner says which of these units retreat, if any."""
    if units:
        play.push(order.turned(Holding, side=order.owner, units=units, rule="16.4"))


class Holding(Falling, frozen=True):
    """Units need not retreat; their owner decides for each of them, and leads those who go."""

    going: Units = 0


class Hold(Question[Holding], name="hold", rule="16.4"):
    """A retreat may be ignored in rough ground and fortresses, unit by unit (16.4, 16.8, ruling R11)."""

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
        free = sum(1 << unit for unit in members(frame.units) if routes(look, frame, unit))
        yield free, "15.5", "{it} has no way to retreat, so it stays"

    withdraw.adds("going")
    end = going_on("16.4", "The others stay", "the others stay where they are")

    @end.does
    def _(self, play: Play, frame: Holding, _: int) -> None:
        play.pop()
        if frame.units & ~frame.going:
            stands(play, tuple(members(frame.units & ~frame.going)))
        go(play, frame.turned(Falling), frame.going)


# One after the other


def _lost(play: Play, unit: int) -> None:
    cut_off(play, unit)
    eliminate(play, unit, "15.5")


@automatic("retreats", "15.4", Falling)
def retreats(play: Play, frame: Falling) -> None:
    """Who is next? Whoever has no way is eliminated (15.5, 15.7)."""
    look, unit, path = play.look, frame.hand, frame.path
    if unit < 0:
        units = frame.units & play.position.on_board
        for waiting in members(units):
            if not routes(look, frame, waiting):
                _lost(play, waiting)
                units &= ~(1 << waiting)  # its counter may be called up anew at once, and stays there (25.4)
        if units:
            hand = members(units)[0] if units.bit_count() == 1 else -1
            play.push(frame.turned(Retreating, units=units, hand=hand))
    elif len(path) <= frame.most and considerate(look, frame, unit, path):
        play.push(frame.turned(Retreating))
    elif may_end(look, frame, unit, path):
        arrived(play, frame)
    else:
        _lost(play, unit)
        play.push(frame.but(hand=-1, path=()))


class Retreating(Falling, frozen=True):
    """Somebody is asked for the next hex of a retreat."""


def _on_the_way(look: FortressLook, frame: Retreating) -> bool:
    return len(frame.path) > 1


class Retreat(Handling[Retreating], name="retreat", rule="15.4"):
    """One unit after the other, hex by hex; stacks may be split (15.4)."""

    def focus(self, look: FortressLook, frame: Retreating) -> int:
        return look.position.units[frame.hand].at if frame.hand >= 0 else -1

    def text(self, look: FortressLook, frame: Retreating) -> str:
        if frame.hand < 0:
            return "Choose which unit retreats next."
        length = f"{frame.least}" if frame.least == frame.most else f"{frame.least} or {frame.most}"
        so_far = f", {len(frame.path) - 1} of them done" if len(frame.path) > 1 else ""
        return f"{look.counter(frame.hand).name} retreats {length} hexes{so_far}: choose the next one."

    @offer("retreat", HEXES, "15.4")
    def retreat(self, look: FortressLook, frame: Retreating) -> Conditions:
        unit, path = frame.hand, frame.path or (look.position.units[frame.hand].at,)
        yield provided(unit >= 0), "15.4", "pick the unit that is to retreat first"
        yield sides(look, frame.owner).step(1 << path[-1]), "15.9", "{it} is not the next hex, or no way leads there"
        yield ~(1 << path[0]), "15.5", "a retreat does not lead back to its start"
        yield from passable(look, unit)
        yield routes(look, frame, unit, path), "15.4", lambda node: self._why_no_route(look, frame, node)
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
        if (play.game.coastal_units & ~position.flipped) >> unit & 1:
            position.flipped |= 1 << unit
            uncovered(play, unit)
        enter(play, unit, node, by_choice=False)

    @offer("stop", PLAIN, "15.3", "Stop here", "the retreat ends here", when=_on_the_way)
    def stop(self, look: FortressLook, frame: Retreating) -> Conditions:
        yield len(frame.path) > frame.least, "15.3", f"the retreat is {frame.least} hexes long"
        yield may_end(look, frame, frame.hand, frame.path), "15.7", "there is no room here"

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
        yield -(look.game.americans >> frame.hand & 1), "33.3.9.3", "only American units take others along"
        yield look.in_place(frame.path[-1], frame.owner), "33.3.9.3", "{it} is not in the hex that is passed through"
        yield look.game.land_units & ~(1 << frame.hand), "33.3.9.3", "{it} retreats already"
        yield ~frame.joined & ~frame.units, "33.3.9.3", "{it} goes along already"

    include.adds("joined")


def arrived(play: Play, frame: Falling) -> None:
    """The unit in hand has retreated; friends whom it takes along go the hexes that are left."""
    retreated(play, frame.hand, frame.path, rule=frame.rule)
    left = frame.most - 1
    play.push(frame.but(hand=-1, path=(), joined=0))
    if frame.joined and left:
        play.push(Falling(frame.side, frame.owner, frame.joined, left, left, "33.3.9.3"))
    if frame.owner == ALLIED and districts.frozen_ground(play.look) >> frame.path[-1] & 1:
        play.push(Stray.frame(ALLIED, frame.hand))


class Stray(Question[InHand], name="stray", rule="15.10"):
    """Nobody is released by a forced retreat, unless the Allied player wishes it (15.10, 9.6, R69)."""

    def text(self, look: FortressLook, frame: InHand) -> str:
        return f"{look.counter(frame.hand).name} had to retreat into a frozen district: shall the Germans be released?"

    release = going_on(
        "15.10", "Release them", "all frozen Germans are released", verb="release",
        then=lambda play: districts.release_all(play, "15.10"),
    )  # fmt: skip
    end = going_on("15.10", "They stay frozen", "nobody is released")


class Advance(Handling[InHand], name="advance", rule="33.3.9.4"):
    """1SS and 150SS may step one hex after their battle, free of enemies; zones are no bar (33.3.9.4, ruling R96)."""

    def text(self, look: FortressLook, frame: InHand) -> str:
        return f"{look.counter(frame.hand).name} may advance one hex, or stay."

    @offer("advance", HEXES, "33.3.9.4")
    def advance(self, look: FortressLook, frame: InHand) -> Conditions:
        game, enemies = look.game, look.occupied(OTHER[frame.side])
        near = start = 1 << look.position.units[frame.hand].at
        for _ in range(game.rules.numbers["peiper_advance"]):
            near |= look.sides().step(near & ~enemies) & game.land
        yield near & ~start, "33.3.9.4", "{it} is not the next hex"
        yield ~enemies, "R96", "there are enemies in {it}"
        yield ~look.steep(1 << frame.hand), "8.4", "only mountain units enter alpine ground"
        yield ~game.dyke, "16.7", "nobody stops on the dyke"
        yield look.room(frame.hand, game.board.all), "6.1", "{it} is full"

    @advance.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.pop()
        advanced(play, frame.hand, node)
        enter(play, frame.hand, node)

    end = going_on("33.3.9.4", "Stay", "it stays where it is")
