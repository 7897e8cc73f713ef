"""Why a unit may not move, and why the units in hand may not go somewhere: the referee's sentences."""

from __future__ import annotations

from bocage.parts.walk import Limit, Walk, first_bar, opened, too_far, why_unreachable, zones

from ..look import StormingLook, members
from ..position import ALLIED, ASIDE, ASSAULT, BREAKTHROUGH, BRITTANY, OTHER
from .allowance import hexes_left, moved_before_combat, splits
from .costs import RHINE, SEA, SEINE, costs, slowest
from .exits import BRIDGEHEAD, CROSSED
from .hand import Moving
from .limits import bars_of, no_stay_of
from .reach import finished, holds_bridgehead, outside_paris, walk
from .strategic import HEADQUARTERS_WAIT, PRINTED_STAYS, PRIORITY_MOVED, case_of

Reason = tuple[str, str]
_ZONES = (
    "units never move from one enemy zone of control straight into another",
    "units stop when they enter an enemy zone of control, and one lies on every way that is short enough",
    "a unit that begins in an enemy zone of control may leave it only for a hex that is free of them",
)


# Units


def off_map(look: StormingLook, unit: int) -> Reason:
    """Why a unit off the map does not move."""
    at = look.position.units[unit].at
    if at == ASIDE and look.game.scenario == "breakout":
        return "3.3.D", "{it} waits east of the map and comes in by Strategic Movement only"
    if at == BRITTANY:
        return "7.1.2.K", "{it} is in Brittany: it may return to a B hex in the step after its exit, or not at all"
    return "10.4", "{it} is not on the map"


def has_moved(look: StormingLook, side: str, unit: int) -> Reason:
    """Why a unit that has moved does not move again."""
    position = look.position
    bit = 1 << unit
    if position.leaving & bit:
        return "7.1.2.J", "{it} waits to exit into Brittany with the others"
    if position.entrained & bit:
        why = "{it} has tried Strategic Movement instead of moving, and may not move any more in this step"
        return case_of(side), why
    if position.assaulted & bit:
        return "14.2.C", "{it} has made a Mobile Assault, and its movement is finished"
    if look.enemy_zone(side) >> position.units[unit].at & 1:
        return "6.5", "{it} has entered an enemy zone of control and moves no further in this step"
    return "10.4.A", "a unit moves once per Movement Step, and {it} has moved"


def no_points(look: StormingLook, unit: int) -> Reason:
    """Why a unit has no Movement Points now."""
    position, counter = look.position, look.counter(unit)
    stage = position.stage
    if counter.staff and stage == ASSAULT:
        return "10.3.A", HEADQUARTERS_WAIT
    if moved_before_combat(look) >> unit & 1:
        return "10.3.B", PRIORITY_MOVED
    printed = look.on_dropped_side(unit) or counter.printed_movement >= 0
    if printed and not counter.staff and stage == BREAKTHROUGH:
        return "10.6.C", PRINTED_STAYS
    if counter.id in position.strafed:
        return "17.5.2.D", f"strafing takes {position.strafed[counter.id]} MP from {{it}} and leaves it none"
    if stage == ASSAULT and splits(look, counter.side) and not position.declared:
        return "10.6.A.4", "no Movement Points were declared to be spent before combat"
    if position.oos >> unit & 1:
        return "8.5", "out of supply, {it} has half its Movement Allowance, which is nothing"
    return "10.4.A", "{it} has no Movement Points in this step"


def must_leave(look: StormingLook, unit: int | None) -> str:
    """Who has to leave before the step may end (7.1.2.E)."""
    assert unit is not None
    where = look.game.board.labels[look.position.units[unit].at]
    return f"{look.counter(unit).name} must leave the Anvil-Dragoon Entrance Hex {where} in this step"


# Ways


def cannot_reach(look: StormingLook, frame: Moving, node: int) -> Reason:
    """Why the units in hand, which stand on the map, cannot move to a hex."""
    if node == frame.at:
        return "10.4", "the units are there already"
    if frame.crossed:
        return "10.7.4", CROSSED
    if finished(look, frame):
        return "6.5", "the units in hand have entered an enemy zone of control and move no further in this step"
    if holds_bridgehead(look, frame):
        return "10.7.4", BRIDGEHEAD
    if look.occupied(OTHER[frame.side]) >> node & 1:
        return "10.4", "a hex with enemy units is not entered; it is attacked"
    bars = (*bars_of(look, frame.hand), *no_stay_of(look, frame.hand))
    return first_bar(bars, node) or _blamed(look, frame, node)


def _blamed(look: StormingLook, frame: Moving, node: int) -> Reason:
    way = walk(look, frame)
    reached = way.reach().all >> node & 1
    around = outside_paris(look, frame, way).reach().all | look.game.paris
    if reached and not around >> node & 1:
        return "10.7.9", (
            "every way to {it} that is short enough leads through Paris, and without the French 2nd Armored Division "
            "that means civil war: move into Paris first, if it is what you want"
        )
    if reached:
        staff = members(frame.hand & look.game.staff_units)
        rule = "17.4" if look.counter(staff[0]).type == "leader" else "17.3"
        pace = hexes_left(look, frame)
        return rule, f"{look.game.named('units', staff)} can go {pace} more hexes, and {{it}} is further away"
    return why_unreachable(way, _limits(look, frame, way), node)


def _limits(look: StormingLook, frame: Moving, way: Walk) -> list[Limit]:
    """What may keep units from a hex, in the book's order."""
    zone, enemies = look.enemy_zone(frame.side), look.occupied(OTHER[frame.side])
    found = [
        *zones(zone, "6.5", *_ZONES),
        opened("10.4", "enemy units bar every way there", enemies),
        _hexsides(look, frame, SEA, "10.5.A", "no unit crosses an all-sea or impassable hexside"),
    ]
    shut = [(bar, bar.hexes & ~enemies) for bar in bars_of(look, frame.hand)]
    shut += [(bar, bar.hexes & zone & ~enemies) for bar in no_stay_of(look, frame.hand)]
    for bar, hexes in shut:
        through = f"{bar.why}, and every way there that is short enough leads through such a hex"
        found.append(opened(bar.rule, through, hexes))
    if frame.side == ALLIED:
        rhine = (
            "to cross the Rhine, Allied units must begin beside it and stop in the first hex they enter, unless a "
            "bridge is captured or a friendly unit holds the far bank"
        )
        found.append(_hexsides(look, frame, RHINE, "10.7.4", rhine))
        seine = "no Allied unit crosses the Seine Line to the east before the Normandy Breakout"
        if not look.position.breakout:
            found.append(_hexsides(look, frame, SEINE, "10.7.10", seine))
    # A way round by Entrance Hexes is what a player thinks of last.
    found.sort(key=lambda limit: (limit.rule.startswith("7.1.2"), _order(limit.rule)))
    few = "there is no one-hex minimum"
    priced = f"{{it}} would cost {{cost}} MP and {{left}} are left: {few}"
    return [*found, too_far(way, "10.4.B", f"there are not enough Movement Points: {few}", priced)]


def _hexsides(look: StormingLook, frame: Moving, lifted: str, rule: str, why: str) -> Limit:
    unit, left = slowest(look, frame.hand), frame.allowance - frame.spent
    return Limit(rule, why, lambda way: way.but(costs=costs(look, unit, frame.at, left, lifted)))


def _order(rule: str) -> list[tuple[int, str]]:
    """Where a case stands in the book."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in rule.split(".")]
