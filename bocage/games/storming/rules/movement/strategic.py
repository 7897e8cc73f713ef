"""Strategic Movement of both sides along the Seine Line (10.7.11, 10.7.12), and from off the map (3.3.D)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, StormingLook, members
from ..position import ALLIED, ASIDE, ASSAULT, BREAKTHROUGH, GERMAN, OTHER
from ..telling import hex_name
from . import reach
from .entering import enter, paris_warnings
from .hand import Moving
from .limits import barred, no_stay

if TYPE_CHECKING:
    from ...game import Storming

Reason = tuple[str, str]


class Entraining(Frame, frozen=True):
    """A unit moves strategically; its owner says where to."""

    step: ClassVar[str] = "strategic movement"
    side: str
    unit: UnitNumber


class StrategicMovement(Question[Entraining]):
    """The hex where Strategic Movement ends (10.7.11, 10.7.12)."""

    name = "strategic movement"
    offers = ("strategic destination",)

    def case(self, look: StormingLook, frame: Entraining) -> str:
        return case_of(frame.side)

    def keep(self, look: StormingLook, frame: Entraining) -> bool:
        return True

    def text(self, look: StormingLook, frame: Entraining) -> str:
        return f"Choose the hex beside the Seine Line to which {look.counter(frame.unit).name} moves."

    def warnings(self, look: StormingLook, frame: Entraining) -> list[str]:
        return paris_warnings(look, 1 << frame.unit, destinations(look, frame.unit)) if frame.side == ALLIED else []

    def answer(self, play: Play, frame: Entraining, action: Action) -> None:
        position, unit, goal = play.position, frame.unit, action.index
        start = position.units[unit].at
        play.pop()
        position.entrained |= 1 << unit
        position.moved |= 1 << unit
        reach.note_priority(play, 1 << unit)
        name = play.game.unit_ids[unit]
        if name in position.strafed:
            position.strafed = {other: points for other, points in position.strafed.items() if other != name}
        play.tell("strategic move", case_of(frame.side), unit, start, goal)
        if start >= 0:
            enter(play, (unit,), (start, goal))
        else:
            enter(play, (unit,), (goal,), moved=False)


def case_of(side: str) -> str:
    """The case under which a side moves strategically."""
    return "10.7.11" if side == ALLIED else "10.7.12"


def attempt(play: Play, frame: Moving, unit: int) -> None:
    """The Allies just go; the Germans roll, and who fails may not move, unless he is just entering (10.7.12)."""
    position, game = play.position, play.game
    play.swap(Moving(frame.side, acted=True))
    if frame.side == GERMAN and not _passes(play, unit):
        bit = 1 << unit
        position.entrained |= bit
        at = position.units[unit].at
        if at >= 0 and not game.mute_hexes >> at & 1:
            position.moved |= bit
        return
    play.push(Entraining(frame.side, unit))


def _passes(play: Play, unit: int) -> bool:
    numbers = play.rules.numbers
    (die,) = play.roll()
    modifier = numbers["strategic_no_carpet_drm"] if unbombed(play.game.look(play.position)) else 0
    passed: bool = die + modifier > numbers["strategic_fails_up_to"]
    play.tell("strategic roll", "10.7.12", unit, die, modifier, passed)
    return passed


def unbombed(look: StormingLook) -> bool:
    """Could Carpet Bombers fly on this turn, and did not (10.7.12, 11.1.C; ruling R56)?"""
    return look.game.data.turns[look.position.turn - 1].carpet and not look.position.bombed


def terminals(look: StormingLook, side: str) -> HexSet:
    """Hexes on the other side of the Seine Line that a side's Strategic Movement may reach, stacking left aside."""
    data = look.game.data
    banks = data.seine_line.sources & look.game.in_play
    bank = banks & ~data.west if side == ALLIED else banks & data.west & look.east_supply()
    return bank & ~look.occupied(OTHER[side]) & ~look.beside_enemy(side)


def destinations(look: StormingLook, unit: int) -> HexSet:
    """Where the Strategic Movement of a unit may end."""
    hexes = terminals(look, look.counter(unit).side) & ~barred(look, unit)
    for bar in no_stay(look, unit):
        hexes &= ~bar.hexes
    return look.room(unit, hexes)


# Clauses of the attempt


def _far_side(look: StormingLook, frame: Moving) -> int:
    """Units on the side of the Seine Line from which one goes, and those that wait off the map (3.3.D)."""
    kept = reach.kept(look)
    found: int | None = kept.get("far side")
    if found is None:
        game, west = look.game, look.game.data.west
        found = look.units_in(west if frame.side == ALLIED else game.board.all & ~west, frame.side)
        if frame.side == GERMAN and game.scenario == "breakout":
            found |= look.in_place(ASIDE, GERMAN)
        kept["far side"] = found
    return found


def _explain_side(look: StormingLook, frame: Moving, unit: int) -> Reason:
    if frame.side == ALLIED:
        return "10.7.11", "Allied Strategic Movement is for units on the map west of the Seine Line"
    return "10.7.12", "German Strategic Movement is for units on the map east of the Seine Line"


def _possible(look: StormingLook, frame: Moving) -> int:
    return -1 if _why_impossible(look, frame.side) is None else 0


def _why_impossible(look: StormingLook, side: str) -> Reason | None:
    position = look.position
    if side == GERMAN:
        if position.seine_crossed:
            return (
                "10.7.12",
                "an Allied unit has crossed the Seine Line: there is no German Strategic Movement any more",
            )
        return None
    if not position.breakout:
        return "10.7.10", "no Allied unit crosses the Seine Line to the east before the Normandy Breakout"
    if look.germans_west_of_seine():
        return "10.7.11", "there is no Allied Strategic Movement while a German combat unit is west of the Seine Line"
    return None


def _explain_impossible(look: StormingLook, frame: Moving, unit: int) -> Reason:
    found = _why_impossible(look, frame.side)
    assert found is not None
    return found


def _unmoved(look: StormingLook, frame: Moving) -> int:
    return ~(look.position.moved | look.position.entrained)


def _explain_unmoved(look: StormingLook, frame: Moving, unit: int) -> Reason:
    rule = case_of(frame.side)
    if look.position.entrained >> unit & 1:
        return rule, "{it} has tried Strategic Movement in this step already"
    return rule, "Strategic Movement takes the place of normal movement, and {it} has moved"


def _mobile(look: StormingLook, frame: Moving) -> int:
    """Those who may move at all in this step: Strategic Movement is in lieu of normal movement (10.3.A, 10.6.C)."""
    game, stage = look.game, look.position.stage
    if stage == ASSAULT:
        return ~game.staff_units
    return ~(_printed(look) | reach.moved_before_combat(look)) if stage == BREAKTHROUGH else -1


def _printed(look: StormingLook) -> int:
    game = look.game
    found = 0
    for unit in members(look.position.on_board & ~game.staff_units & ~look.position.priority):
        if game.counters[unit].printed_movement >= 0 or look.on_dropped_side(unit):
            found |= 1 << unit
    return found


def _explain_mobile(look: StormingLook, frame: Moving, unit: int) -> Reason:
    if look.position.stage == ASSAULT:
        return "10.3.A", "headquarters and leaders move only in Breakthrough and Exploitation Movement"
    if reach.moved_before_combat(look) >> unit & 1:
        return "10.3.B", "the Priority Supply units of its Command have moved before combat, and {it} is one of them"
    return "10.6.C", "units with a printed Movement Allowance do not move in the Breakthrough Movement Step"


def _with_goal(look: StormingLook, frame: Moving) -> int:
    """Units that find a hex to go to. An empty one serves all units of a kind, so few have to be looked at singly."""
    side = frame.side
    free = terminals(look, side)
    if not free:
        return 0
    free &= ~look.occupied(side)
    units = _far_side(look, frame) & _unmoved(look, frame)
    found = 0
    for kind in _kinds(look.game, side):
        some = units & kind
        if not some:
            continue
        one = (some & -some).bit_length() - 1
        closed = barred(look, one)
        for bar in no_stay(look, one):
            closed |= bar.hexes
        if free & ~closed:
            found |= some
        else:
            found |= sum(1 << unit for unit in members(some) if destinations(look, unit))
    return found


def _kinds(game: Storming, side: str) -> list[int]:
    """The units of a side in sets that the same hexes are closed to."""
    found: list[int] | None = game.memo.get(("strategic", side))
    if found is None:
        groups: dict[tuple[str, str, bool, bool], int] = {}
        for unit in members(game.side_units[side]):
            counter = game.counters[unit]
            key = (counter.nation, counter.command, counter.mechanized, counter.staff)
            groups[key] = groups.get(key, 0) | 1 << unit
        found = game.memo["strategic", side] = list(groups.values())
    return found


def _explain_goal(look: StormingLook, frame: Moving, unit: int) -> Reason:
    return case_of(frame.side), "there is no hex beside the Seine Line where the Strategic Movement of {it} could end"


CLAUSES = (
    Clause("possible", "10.7.12", "", _possible, _explain_impossible),
    Clause("side", "10.7.12", "", _far_side, _explain_side),
    Clause("unmoved", "10.7.12", "", _unmoved, _explain_unmoved),
    Clause("mobile", "10.3.A", "", _mobile, _explain_mobile),
    Clause("goal", "10.7.12", "", _with_goal, _explain_goal),
)


# Clauses of the destination


def _goals(look: StormingLook, frame: Entraining) -> int:
    return destinations(look, frame.unit)


def _explain_destination(look: StormingLook, frame: Entraining, node: int) -> Reason:
    data, side, bit = look.game.data, frame.side, 1 << node
    rule = case_of(side)
    west = data.west
    ends = data.seine_line.sources & (~west if side == ALLIED else west)
    if not ends & bit:
        bank = "east" if side == ALLIED else "west"
        return rule, f"Strategic Movement ends in a hex on the {bank} side of the Seine Line and adjacent to it"
    if look.occupied(OTHER[side]) & bit:
        return "10.4", "a hex with enemy units is not entered"
    if look.beside_enemy(side) & bit:
        return rule, "Strategic Movement does not end adjacent to an enemy unit"
    if side == GERMAN and not look.east_supply() & bit:
        return rule, "Strategic Movement ends where normal supply can be traced, and from {it} it cannot"
    for bar in (*reach.bars_of(look, 1 << frame.unit), *no_stay(look, frame.unit)):
        if bar.hexes & bit:
            return bar.rule, bar.why
    case, why = look.stacking_rule((*look.stack(node), frame.unit))
    return rule, f"stacking limits hold where Strategic Movement ends ({case}: {why})"


FRAMES = (Entraining,)
STEPS = (StrategicMovement(),)
OFFERS = {
    "strategic destination": Offer("move", "10.7.12", (Clause("goal", "10.7.12", "", _goals, _explain_destination),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {}


SENTENCES: Mapping[str, Callable[..., str]] = {
    "strategic roll": lambda game, unit, die, modifier, passed: (
        f"Strategic Movement of {game.counters[unit].name}: die {die}{f' {modifier}' if modifier else ''}, "
        f"{'it passes' if passed else 'it fails'}."
    ),
    "strategic move": lambda game, unit, start, goal: (
        f"{game.counters[unit].name} moves strategically to {hex_name(game, goal)}."
    ),
}
