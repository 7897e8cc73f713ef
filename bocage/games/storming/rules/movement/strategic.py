"""Strategic Movement of both sides along the Seine Line (10.7.11, 10.7.12), and from off the map (3.3.D)."""

from __future__ import annotations

from bocage.parts.walk import closed_by
from bocage.rules import (
    DIE,
    HEXES,
    UNITS,
    WORD,
    Conditions,
    Frame,
    HexSet,
    Question,
    UnitNumber,
    Units,
    event,
    met,
    offer,
    once,
    provided,
    settled,
)

from ..look import Play, StormingLook, members
from ..position import ALLIED, ASIDE, ASSAULT, BREAKTHROUGH, GERMAN, GERMAN_HEXES, OTHER
from .allowance import fit, moved_before_combat, note_priority, note_strafing
from .entering import enter, paris_warnings
from .hand import Moving
from .limits import barred, bars_of, closed_to, closed_to_some, lifted, no_stay

HEADQUARTERS_WAIT = "headquarters and leaders move only in Breakthrough and Exploitation Movement"
PRIORITY_MOVED = "the Priority Supply units of its Command have moved before combat, and {it} is one of them"
PRINTED_STAYS = "units with a printed Movement Allowance do not move in the Breakthrough Movement Step"

tried = event(
    "strategic roll", "10.7.12",
    lambda game, unit, die, modifier, passed: (
        f"Strategic Movement of {game.unit_name(unit)}: die {die}{f' {modifier}' if modifier else ''}, "
        f"{'it passes' if passed else 'it fails'}."
    ),
    sort="dice", roll=lambda game, unit, *rest: game.unit_name(unit), unit=UNITS, die=DIE,
)  # fmt: skip
entrained = event(
    "strategic move", "10.7.12", "{unit} moves strategically to {goal}.",
    sort="move", unit=UNITS, start=WORD, goal=HEXES,
)  # fmt: skip


def case_of(side: str) -> str:
    """The case under which a side moves strategically."""
    return "10.7.11" if side == ALLIED else "10.7.12"


# The attempt


def may_try(look: StormingLook, frame: Moving) -> Conditions:
    """Who may try Strategic Movement, of those who may move at all, with points or without (R108, R139)."""
    yield settled(look, _may_try, frame.side)


def _may_try(look: StormingLook, side: str) -> Conditions:
    position, rule = look.position, case_of(side)
    yield look.game.side_units[side], "10.1.B.1", "only units of the side whose step it is move"
    yield from fit(look)
    if side == ALLIED:
        crossing = "no Allied unit crosses the Seine Line to the east before the Normandy Breakout"
        yield provided(position.breakout), "10.7.10", crossing
        held = "there is no Allied Strategic Movement while a German combat unit is west of the Seine Line"
        yield provided(not position.masks[GERMAN_HEXES] & look.game.data.west), rule, held
        yield far_side(look, side), rule, "Allied Strategic Movement is for units on the map west of the Seine Line"
    else:
        crossed = "an Allied unit has crossed the Seine Line: there is no German Strategic Movement any more"
        yield provided(not position.seine_crossed), rule, crossed
        yield far_side(look, side), rule, "German Strategic Movement is for units on the map east of the Seine Line"
    yield ~position.entrained, rule, "{it} has tried Strategic Movement in this step already"
    yield ~position.moved, rule, "Strategic Movement takes the place of normal movement, and {it} has moved"
    # In lieu of normal movement: only who may move in this step.
    if position.stage == ASSAULT:
        yield ~look.game.staff_units, "10.3.A", HEADQUARTERS_WAIT
    elif position.stage == BREAKTHROUGH:
        yield ~moved_before_combat(look), "10.3.B", PRIORITY_MOVED
        yield ~_printed(look), "10.6.C", PRINTED_STAYS
    nowhere = "there is no hex beside the Seine Line where the Strategic Movement of {it} could end"
    yield _with_goal(look, side), rule, nowhere


@once
def far_side(look: StormingLook, side: str) -> Units:
    """Units on the side of the Seine Line from which one goes, and those that wait off the map (3.3.D)."""
    game = look.game
    west = look.units_in(game.data.west, side)
    if side == ALLIED:
        return west
    waiting = look.in_place(ASIDE, GERMAN) if game.scenario == "breakout" else 0
    return look.position.on_board & game.side_units[GERMAN] & ~west | waiting


def _printed(look: StormingLook) -> Units:
    game, found = look.game, 0
    for unit in members(look.position.on_board & ~game.staff_units & ~look.position.priority):
        if game.printed_units >> unit & 1 or look.on_dropped_side(unit):
            found |= 1 << unit
    return found


@once
def _with_goal(look: StormingLook, side: str) -> Units:
    """Units that find a hex to go to. An empty one serves many, so few have to be looked at singly."""
    position, game = look.position, look.game
    ends = terminals(look, side)
    units = far_side(look, side) & ~(position.moved | position.entrained) if ends else 0
    empty = ends & ~look.occupied(side)
    if empty & ~closed_to_some(look.game, side, lifted(look)):
        return units
    found = 0
    while units:
        one = units.bit_length() - 1
        some = units & game.alike[game.kinds[one]]
        closed, stay = closed_to(look, 1 << one)
        if empty & ~closed & ~stay:
            found |= some
        else:
            found |= sum(1 << unit for unit in members(some) if destinations(look, unit))
        units ^= some
    return found


def attempt(play: Play, frame: Moving, unit: int) -> None:
    """The Allies just go; the Germans roll, and who fails may not move, unless he is just entering (10.7.12)."""
    position, game = play.position, play.game
    play.swap(Moving(frame.side, acted=True))
    if frame.side == ALLIED or _passes(play, unit):
        play.push(Entraining(frame.side, unit))
        return
    position.entrained |= 1 << unit
    at = position.units[unit].at
    if at >= 0 and not game.mute_hexes >> at & 1:
        position.moved |= 1 << unit


def _passes(play: Play, unit: int) -> bool:
    numbers = play.game.rules.numbers
    (die,) = play.roll()
    position = play.position
    # Could Carpet Bombers fly on this turn, and did not (11.1.C; ruling R56)?
    unbombed = play.game.data.turns[position.turn - 1].carpet and not position.bombed
    modifier = numbers["strategic_no_carpet_drm"] if unbombed else 0
    passed: bool = die + modifier > numbers["strategic_fails_up_to"]
    tried(play, unit, die, modifier, passed)
    return passed


# The destination


class Entraining(Frame, frozen=True):
    """A unit moves strategically; its owner says where to."""

    side: str
    unit: UnitNumber


class StrategicMovement(Question[Entraining]):
    """The hex where Strategic Movement ends (10.7.11, 10.7.12)."""

    name = "strategic movement"

    def case(self, look: StormingLook, frame: Entraining) -> str:
        return case_of(frame.side)

    kept = True

    def text(self, look: StormingLook, frame: Entraining) -> str:
        return f"Choose the hex beside the Seine Line to which {look.counter(frame.unit).name} moves."

    def hand(self, look: StormingLook, frame: Entraining) -> Units:
        return 1 << frame.unit

    def warnings(self, look: StormingLook, frame: Entraining) -> list[str]:
        return paris_warnings(look, 1 << frame.unit, destinations(look, frame.unit)) if frame.side == ALLIED else []

    @offer("move", HEXES, "10.7.12")
    def move(self, look: StormingLook, frame: Entraining) -> Conditions:
        side, unit = frame.side, frame.unit
        rule = case_of(side)
        yield from _ends(look, side)
        for bar in (*bars_of(look, 1 << unit), *no_stay(look, unit)):
            yield ~bar.hexes, bar.rule, bar.why

        def full(node: int) -> str:
            case, why = look.stacking_rule(node, unit)
            return f"stacking limits hold where Strategic Movement ends ({case}: {why})"

        yield destinations(look, unit), rule, full

    @move.does
    def _(self, play: Play, frame: Entraining, goal: int) -> None:
        position, unit = play.position, frame.unit
        start = position.units[unit].at
        play.pop()
        position.entrained |= 1 << unit
        position.moved |= 1 << unit
        note_priority(play, 1 << unit)
        note_strafing(play, 1 << unit)
        entrained(play, unit, start, goal, rule=case_of(frame.side))
        enter(play, (unit,), (start, goal) if start >= 0 else (goal,), moved=start >= 0)


def _ends(look: StormingLook, side: str) -> Conditions:
    """The hexes on the other side of the Seine Line that a side's Strategic Movement may reach."""
    data, rule = look.game.data, case_of(side)
    bank, where = (~data.west, "east") if side == ALLIED else (data.west, "west")
    beside = f"Strategic Movement ends in a hex on the {where} side of the Seine Line and adjacent to it"
    yield data.seine_line.sources & bank, rule, beside
    yield ~look.occupied(OTHER[side]), "10.4", "a hex with enemy units is not entered"
    yield ~look.beside_enemy(side), rule, "Strategic Movement does not end adjacent to an enemy unit"
    if side == GERMAN:
        cut_off = "Strategic Movement ends where normal supply can be traced, and from {it} it cannot"
        yield look.east_supply(), rule, cut_off


@once
def terminals(look: StormingLook, side: str) -> HexSet:
    """Hexes that a side's Strategic Movement may reach, stacking and bans left aside."""
    return look.game.in_play & met(_ends(look, side))


@once
def destinations(look: StormingLook, unit: int) -> HexSet:
    """Where the Strategic Movement of a unit may end."""
    closed = barred(look, unit) | closed_by(no_stay(look, unit))
    return look.room(unit, terminals(look, look.counter(unit).side) & ~closed)
