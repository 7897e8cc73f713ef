"""Where airborne units come down: safely, or on top of Germans who withdraw or attack (17.9.3.E)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.rules import (
    DIE,
    HEXES,
    UNITS,
    WORD,
    About,
    Automatic,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Node,
    Question,
    Roll,
    UnitNumber,
    Units,
    event,
    offer,
    provided,
)

from ..combat import odds
from ..elimination import eliminate
from ..look import Play, StormingLook, members
from ..movement.entering import enter
from ..movement.limits import barred, why_barred
from ..position import ALLIED, ARRIVING, GERMAN
from ..supply.ways import german_hexes

if TYPE_CHECKING:
    from ...game import Storming


def _attack_words(game: Storming, node: int, strength: int, die: int, steps: int) -> str:
    if not strength:
        return f"The Germans in {game.hex_name(node)} cannot attack."
    result = "the landing fails" if steps else "no effect"
    return f"The Germans in {game.hex_name(node)} attack with {strength} (die {die}): {result}."


rolled = event(
    "drop die", "17.9.3.E",
    "{unit} drops on the Germans in {node} (die {die}): {safe:it lands safely|they attack at once}.",
    sort="dice", side=ALLIED, roll=lambda game, unit, *rest: game.unit_ids[unit],
    unit=UNITS, node=HEXES, die=DIE, safe=WORD,
)  # fmt: skip
attacked = event(
    "drop attacked", "17.9.3.E.ii", _attack_words, about=lambda game, node, strength, die, steps: About(
        "battle", GERMAN, [Roll(f"Germans: {steps}", (die,))], hexes=[game.board.labels[node]]
    ),
)  # fmt: skip
dropped = event("dropped", "17.9.3.E", "{unit} lands in {node}.", sort="arrival", unit=UNITS, node=HEXES)
fell_back = event(
    "drop withdrawal", "17.9.3.E.i", "{units} {units:withdraws|withdraw} to {node}.",
    sort="move", units=UNITS, node=HEXES,
)  # fmt: skip


class Landing(Frame, frozen=True):
    """Units in the air and the hexes for which they make, in the order in which they come down."""

    side: str
    units: tuple[UnitNumber, ...]
    hexes: tuple[Node, ...]


class Landings(Automatic[Landing]):
    """One unit after the other; who comes down on Germans rolls a die (17.9.3.E)."""

    name, rule = "landing", "17.9.3.E"

    def run(self, play: Play, frame: Landing) -> None:
        if not frame.units:
            return
        unit, node = frame.units[0], frame.hexes[0]
        play.push(Landing(frame.side, frame.units[1:], frame.hexes[1:]))
        look = play.look
        if not look.occupied(GERMAN) >> node & 1:
            play.push(Holding(frame.side, unit, node))
            return
        (die,) = play.roll()
        safe = die <= play.game.rules.numbers["airborne_safe_up_to"]
        rolled(play, unit, node, die, safe)
        if safe or not _attacked(play, look, unit, node):
            _clear(play, look, frame, unit, node)


def _attacked(play: Play, look: StormingLook, unit: int, node: int) -> bool:
    """The Germans in the hex attack at once, against no terrain and no return fire; is the unit lost (17.9.3.E.ii)?"""
    strength = odds.strength(look.game, _factors(look, node))
    column = odds.column(look.game, strength)
    die = steps = 0
    if column:
        (die,) = play.roll()
        steps = odds.read(look.game, column, die)
    attacked(play, node, strength, die, steps)
    if steps:
        eliminate(play, unit, "17.9.3.E.ii")
    return bool(steps)


def _factors(look: StormingLook, node: int) -> list[odds.Factor]:
    """What the Germans of a hex bring to such an attack: nobody who may not attack at all takes part (R94)."""
    position, game = look.position, look.game
    # 12.1, 7.3.E, 16.2, 10.7.8
    idle = position.disrupted | position.refit | game.garrison_units | look.frozen_units()
    return [
        odds.Factor(unit, look.attack(unit), ("8.5",) if position.oos >> unit & 1 else ())
        for unit in look.stack(node)
        if not idle >> unit & 1
    ]


def _clear(play: Play, look: StormingLook, frame: Landing, unit: int, node: int) -> None:
    """The unit holds the hex; the Germans have to leave it (17.9.3.E.i)."""
    germans = look.stack(node)
    for german in germans:
        play.put(german, ARRIVING)
    # It stands there while the Germans look for a way out, for its zone counts; the hex is its own when they are gone.
    play.put(unit, node)
    play.position.dropped_now |= 1 << unit
    others = sum(1 << there for there in frame.hexes[1:])
    play.push(Holding(frame.side, unit, node))
    play.push(Leaving(GERMAN, node, sum(1 << german for german in germans), others))


class Holding(Frame, frozen=True):
    """A unit has come down and takes possession of its hex."""

    side: str
    unit: UnitNumber
    at: Node


class Landed(Automatic[Holding]):
    """The hex becomes Allied, with everything that follows from that."""

    name, rule = "landed", "17.9.3.E"

    def run(self, play: Play, frame: Holding) -> None:
        play.position.dropped_now |= 1 << frame.unit
        dropped(play, frame.unit, frame.at)
        enter(play, (frame.unit,), (frame.at,), moved=False)


class Leaving(Frame, frozen=True):
    """These Germans must leave the drop hex; `barred` are hexes where another unit of the operation comes down."""

    side: str
    origin: Node
    units: Units
    barred: Hexes = 0


class DropHexCleared(Automatic[Leaving]):
    """All go to one hex if one can take them all, else each where there is room; without a way out, lost (R93)."""

    name, rule = "drop hex cleared", "17.9.3.E.i"

    def run(self, play: Play, frame: Leaving) -> None:
        if not frame.units:
            return
        look = play.look
        if together(look, frame):
            play.push(Withdrawing(frame.side, frame.origin, frame.units, frame.barred, frame.units))
        elif _saved(look, frame):
            play.push(Withdrawing(frame.side, frame.origin, frame.units, frame.barred))
        else:
            for unit in members(frame.units):
                eliminate(play, unit, "17.9.3.E.i")


class Withdrawing(Leaving, frozen=True):
    """The German chooses the hex for the units in hand."""

    hand: Units = 0


class DropWithdrawal(Question[Withdrawing]):
    """Where the Germans go when airborne troops land on them (17.9.3.E.i)."""

    name, rule, points_at = "drop withdrawal", "17.9.3.E.i", "origin"

    def text(self, look: StormingLook, frame: Withdrawing) -> str:
        there = look.game.hex_name(frame.origin)
        if frame.hand:
            hand = look.game.named(UNITS, members(frame.hand))
            return f"Choose the hex into which {hand} must withdraw from {there}."
        return f"No hex has room for all who must leave {there}: choose the unit that withdraws next."

    def hand(self, look: StormingLook, frame: Withdrawing) -> Units:
        return frame.hand

    @offer("fall-back", HEXES, "17.9.3.E.i")
    def fall_back(self, look: StormingLook, frame: Withdrawing) -> Conditions:
        game = look.game
        yield provided(frame.hand != 0), "17.9.3.E.i", "choose the unit that withdraws first"
        beside = game.board.around[frame.origin]
        yield beside, "17.9.3.E.i", "they withdraw by one hex, and {it} is not adjacent"
        taken = look.occupied(ALLIED) | frame.barred
        yield ~taken, "17.9.3.E.i", "Allied units, and hexes where others are dropping, block it"
        yield game.supply_sides.step(1 << frame.origin), "17.9.3.E.i", "impassable terrain blocks the way to {it}"
        hexes = together(look, frame) if frame.hand == frame.units else 0
        if not hexes:
            (unit,) = members(frame.hand)
            hexes = _apart(look, frame, unit)
        yield hexes, "17.9.3.E.i", lambda node: _why_not_there(look, frame, node)

    @fall_back.does
    def _(self, play: Play, frame: Withdrawing, node: int) -> None:
        play.swap(Leaving(frame.side, frame.origin, frame.units & ~frame.hand, frame.barred))
        units = tuple(members(frame.hand))
        fell_back(play, units, node)
        enter(play, units, (node,), moved=False)

    @offer("pick", UNITS, "17.9.3.E.i", "This one withdraws next")
    def pick(self, look: StormingLook, frame: Withdrawing) -> Conditions:
        yield frame.units, "17.9.3.E.i", "{it} does not have to withdraw"
        split = frame.hand != frame.units or not together(look, frame)
        yield provided(split), "17.9.3.E.i", "all withdraw into the same hex, which has room for them"
        yield ~frame.hand, "17.9.3.E.i", "{it} is chosen already: say where it goes"
        able = [unit for unit in members(frame.units) if _apart(look, frame, unit)]
        yield sum(1 << unit for unit in able), "17.9.3.E.i", "there is no room for {it}"

    @pick.does
    def _(self, play: Play, frame: Withdrawing, unit: int) -> None:
        play.swap(replace(frame, hand=1 << unit))


# Where they may go


def ways_out(look: StormingLook, frame: Leaving) -> HexSet:
    """The hexes next to the drop hex that neither impassable hexsides nor Allied units close; zones do not."""
    out = look.game.supply_sides.step(1 << frame.origin) & look.game.in_play
    return out & ~look.occupied(ALLIED) & ~frame.barred


def _closed(look: StormingLook, unit: int) -> HexSet:
    """Hexes that Germans may never enter, or never stay in (8.7.A, 10.7.9)."""
    closed = barred(look, unit) | look.game.paris
    return closed if look.position.antwerpen_taken else closed | look.game.antwerpen


def _rather_supplied(look: StormingLook, hexes: HexSet) -> HexSet:
    return hexes & german_hexes(look) or hexes


def together(look: StormingLook, frame: Leaving) -> HexSet:
    """The hexes that can take all who must leave; if any of them are in supply, only those."""
    units = members(frame.units)
    hexes = ways_out(look, frame)
    for unit in units:
        hexes &= ~_closed(look, unit)
    roomy = [node for node in look.game.board.nodes(hexes) if look.fits((*look.stack(node), *units))]
    return _rather_supplied(look, sum(1 << node for node in roomy))


def _rooms(look: StormingLook, frame: Leaving) -> dict[int, tuple[int, ...]]:
    return {node: look.stack(node) for node in look.game.board.nodes(ways_out(look, frame))}


def _most(look: StormingLook, units: Sequence[int], rooms: Mapping[int, tuple[int, ...]]) -> int:
    """How many of these units can find room, at best."""
    if not units:
        return 0
    first, rest = units[0], units[1:]
    closed = _closed(look, first)
    best = 0
    for node, stack in rooms.items():
        if not closed >> node & 1 and look.fits((*stack, first)):
            best = max(best, 1 + _most(look, rest, {**rooms, node: (*stack, first)}))
            if best == len(units):
                return best
    return max(best, _most(look, rest, rooms))


def _saved(look: StormingLook, frame: Leaving) -> int:
    return _most(look, members(frame.units), _rooms(look, frame))


def _apart(look: StormingLook, frame: Leaving, unit: int) -> HexSet:
    """The hexes for one unit of a stack that must split, such that nobody is lost who can be saved."""
    rooms = _rooms(look, frame)
    others = members(frame.units & ~(1 << unit))
    best = _saved(look, frame)
    closed = _closed(look, unit)
    found = 0
    for node, stack in rooms.items():
        with_it = (*stack, unit)
        if closed >> node & 1 or not look.fits(with_it):
            continue
        if 1 + _most(look, others, {**rooms, node: with_it}) == best:
            found |= 1 << node
    return _rather_supplied(look, found)


def _why_not_there(look: StormingLook, frame: Withdrawing, node: int) -> tuple[str, str]:
    units = members(frame.hand)
    for unit in units:
        if reason := why_barred(look, unit, node):
            return reason
        if _closed(look, unit) >> node & 1:
            if look.game.paris >> node & 1:
                return "10.7.9", "no German unit ever stays in Paris"
            return "8.7.A", "no German unit stays in Antwerpen before an Allied unit has been there"
    stack = (*look.stack(node), *units)
    if not look.fits(stack):
        return look.stacking_rule(node, *units)
    if not german_hexes(look) >> node & 1:
        return "17.9.3.E.i", "they must withdraw into a hex in supply, and there is one"
    return "17.9.3.E.i", "another unit could not withdraw then"
