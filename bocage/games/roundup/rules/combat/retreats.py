"""Retreats (11.13.2, 11.13.3, 11.13.5) and the advance after combat (11.14)."""

from __future__ import annotations

from bocage.parts.combat import advance
from bocage.parts.stacks import members
from bocage.rules import (
    HEXES,
    PATH,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    HexSet,
    Node,
    Question,
    UnitNumber,
    Units,
    event,
    offer,
    once,
)

from ..look import Play, RoundupLook
from ..movement.entering import enter
from ..position import OTHER
from .losses import Losing, lose_step

blocked = event(
    "blocked", "11.13.3", lambda game, units: f"{' and '.join(map(game.unit_name, units))} cannot retreat."
)  # fmt: skip
retreated = event("retreats", "11.13.3", "{unit} retreats {path}.", sort="move", unit=UNITS, path=PATH)
advanced = event("advances", "11.14", "{unit} advances into {at}.", sort="move", unit=UNITS, at=HEXES)


@once
def retreats(look: RoundupLook, unit: int) -> dict[int, tuple[int, ...]]:
    """Where a unit may retreat to, with the path to each hex (3.2.4, 11.13.2, 11.13.3; rulings R23, R34)."""
    game, stacks = look.game, look.position.stacks

    def has_room(node: int) -> bool:
        stack = stacks.get(node)
        return stack is None or look.fits((*stack, unit))

    return game.rules.retreat_ends(game.board, look.position.units[unit].at, _ground(look, unit), has_room)


def _ground(look: RoundupLook, unit: int) -> HexSet:
    """Hexes that a unit may enter in a retreat, whether or not there is room for it (3.2.4, 11.13.3, R34)."""
    game = look.game
    enemy = OTHER[game.counters[unit].side]
    ground = game.board.all & ~look.held(enemy) & ~look.zone(enemy)
    return ground & ~game.no_heavy if game.heavies >> unit & 1 else ground


def _beyond_full_hexes(look: RoundupLook, unit: int) -> HexSet:
    """Hexes with room that lie beside the unit or behind full friendly hexes, however many of them (R23)."""
    board = look.game.board
    around = board.around[look.position.units[unit].at]
    ground = _ground(look, unit)
    room = look.room(unit, ground)
    full = board.flood(around & ground & ~room, ground & ~room)
    return (around | board.step(full)) & room


def _within_reach(look: RoundupLook, unit: int, node: int) -> bool:
    """Is the hex beside the unit, or behind friendly hexes without room that it can pass through (R23)?"""
    # A hex that is passed through lies on the way to some end; one that leads nowhere matters to nobody.
    passed = {step for path in retreats(look, unit).values() for step in path[1:-1]}
    return any(look.game.board.around[step] >> node & 1 for step in (look.position.units[unit].at, *passed))


class Withdrawing(Frame, frozen=True):
    """These units must retreat. Blocked ones pay: each a step (attackers), or one step in all (defenders)."""

    side: str
    units: Units
    rule: str
    each: bool


class Withdrawal(Automatic[Withdrawing]):
    """Finds out who can retreat, and settles with those who cannot (3.2.4, R5, R6, R7); who dropped cannot (R35)."""

    name = "withdrawal"

    def run(self, play: Play, frame: Withdrawing) -> None:
        look, units = play.look, frame.units & play.position.on_board
        for unit in members(units & ~play.position.dropped):
            if retreats(look, unit):
                play.push(frame.turned(Retreating, units=units, hand=unit))
                return
        if not units:
            return
        blocked(play, tuple(members(units)), rule=frame.rule)
        if frame.each:
            for unit in members(units):
                lose_step(play, unit, frame.rule)
        else:
            play.push(Losing(frame.side, units, "11.13.4"))


class Retreating(Withdrawing, frozen=True):
    """The owner retreats the unit in hand; others wait."""

    hand: UnitNumber


class Retreat(Question[Retreating]):
    """The owner chooses the hex of each retreat, and the order (11.13.2, 11.13.3, 11.13.5)."""

    name = "retreat"

    def text(self, look: RoundupLook, frame: Retreating) -> str:
        more = (frame.units & look.position.on_board).bit_count() - 1
        others = f" ({more} more to retreat)" if more else ""
        return f"Choose where {look.game.counters[frame.hand].name} retreats{others}."

    def focus(self, look: RoundupLook, frame: Retreating) -> int:
        return look.position.units[frame.hand].at

    @offer("retreat", HEXES, "")
    def retreat(self, look: RoundupLook, frame: Retreating) -> Conditions:
        ends = sum(1 << node for node in retreats(look, frame.hand))
        yield ends, frame.rule, lambda node: self._why_not_there(look, frame, node)

    def _why_not_there(self, look: RoundupLook, frame: Retreating, node: int) -> tuple[str, str]:
        game, unit, enemy, bit = look.game, frame.hand, OTHER[frame.side], 1 << node
        if node == look.position.units[unit].at:
            return frame.rule, f"{game.counters[unit].id} must leave {{it}}"
        if _beyond_full_hexes(look, unit) & bit:
            # One could get there, but another hex comes first: an end of the retreat is not asked about.
            return "R23", "a nearer hex has room: full friendly hexes are passed through only as far as the nearest one"
        if not _within_reach(look, unit, node):
            return frame.rule, "a retreat is one hex; only friendly hexes without room are passed through"
        if look.held(enemy) & bit:
            return look.garrison_rule(enemy, node) or (frame.rule, "units never retreat into a hex that an enemy holds")
        if look.zone(enemy) & bit:
            return "3.2.4", "units never retreat into an enemy zone of control"
        if game.heavies >> unit & 1 and game.no_heavy & bit:
            return "R34", "heavy panzers never enter polder, not even in retreat"
        return look.stacking_rule(node, unit)

    @retreat.does
    def _(self, play: Play, frame: Retreating, node: int) -> None:
        path = retreats(play.look, frame.hand)[node]
        play.swap(frame.turned(Withdrawing, units=frame.units & ~(1 << frame.hand)))
        retreated(play, frame.hand, path, rule=frame.rule)
        enter(play, (frame.hand,), path)

    @offer("pick", UNITS, "")
    def pick(self, look: RoundupLook, frame: Retreating) -> Conditions:
        position, rule = look.position, frame.rule
        left = frame.units & position.on_board
        yield ~(1 << frame.hand), rule, "{it} is in hand already: choose its hex"
        yield left, rule, "{it} is not among the units that still have to retreat"
        yield ~position.dropped, "10.7", "{it} was dropped from the air this turn and does not retreat"
        free = sum(1 << unit for unit in members(left & ~position.dropped) if retreats(look, unit))
        yield free, rule, "{it} has no hex to retreat to and will lose a step instead"


class Pursuing(Frame, frozen=True):
    """The attackers may advance if the hex is empty now."""

    side: str
    target: Node
    units: Units


class Pursuit(Automatic[Pursuing]):
    """Is the defender's hex vacant (11.14)? Then the attackers who are left are asked."""

    name = "pursuit"

    def run(self, play: Play, frame: Pursuing) -> None:
        units = frame.units & play.position.on_board
        if units and not play.look.held(OTHER[frame.side]) >> frame.target & 1:
            play.push(Advancing(frame.side, frame.target, units))


class Advancing(Pursuing, frozen=True):
    """Victorious attackers may enter the vacated hex."""


class Advance(advance.Advance[Advancing]):
    """Attackers may advance at once, ignoring enemy zones, within stacking limits (11.14, 3.2.4, R15)."""

    name, rule = "advance", "11.14"

    def victors(self, look: RoundupLook, frame: Advancing) -> Conditions:
        yield look.game.side_units[frame.side], "11.14", "defending units never advance"
        yield ~look.units_in(1 << frame.target, frame.side), "11.14", "{it} has advanced already"
        yield ~look.position.dropped, "10.7", "{it} was dropped from the air this turn and does not advance"
        yield frame.units, "11.14", "only the attackers of this battle may advance"

    def follow(self, play: Play, frame: Advancing, unit: int) -> None:
        play.swap(Advancing(frame.side, frame.target, frame.units & ~(1 << unit)))
        advanced(play, unit, frame.target)
        enter(play, (unit,), (play.position.units[unit].at, frame.target))
