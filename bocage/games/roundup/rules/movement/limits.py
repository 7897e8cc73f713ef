"""Why units do not get to a hex: the limits of movement (3.2.1, 10.0, 10.3, 10.6, 10.9) in the book's order."""

from __future__ import annotations

from bocage.parts.walk import Limit, Walk, why_unreachable
from bocage.rules import HexSet

from ..look import RoundupLook
from ..position import OTHER
from .reach import CLOSED, Moving, extra_stops, walk_of, ways

_TIRELESS = 10**4
_ENEMY = "units never enter a hex that an enemy holds"
_THERE = "10.0", "the unit is there already"
_FROM_ZONE_TO_ZONE = "units never move from one enemy zone of control straight into another"
_STOP = "units stop as soon as they enter an enemy zone of control, and one lies on every way that is short enough"
_LEAVE = "a unit that starts in an enemy zone of control may leave it only for a hex outside all enemy zones"


def _far(why: str) -> Limit:
    return Limit("10.3", 0, why, why, lambda walk: walk._replace(allowance=_TIRELESS))


def _enemies(look: RoundupLook, side: str, on_the_way: str) -> list[Limit]:
    """Enemy units, and garrisons in empty ports, which bar the way like units (15.4, R38)."""
    held, garrisons, everywhere = look.held(OTHER[side]), look.garrisons(OTHER[side]), look.game.board.all
    why = "a garrison bars every way there"
    small = [Limit("15.4", 0, "", why, lambda walk: walk._replace(open=walk.open | garrisons))] if garrisons else []
    return [*small, Limit("10.0", held, _ENEMY, on_the_way, lambda walk: walk._replace(open=everywhere))]


def _liberation(look: RoundupLook, side: str, zone: HexSet) -> list[Limit]:
    why = "the first unit to enter a town or port that the Germans control must stop there"
    lifted = Limit("15.17", 0, "", why, lambda walk: walk._replace(stops=zone))
    return [lifted] if extra_stops(look, side) else []


def _heavy_panzers(look: RoundupLook, hand: int) -> list[Limit]:
    why = "heavy panzers never enter polder"
    lifted = Limit(
        "10.9", look.game.no_heavy, why, f"{why}, and every way there leads through it",
        lambda walk: walk._replace(costs=look.game.costs[False]),
    )  # fmt: skip
    return [lifted] if look.game.heavies & hand else []


def limits(look: RoundupLook, frame: Moving) -> list[Limit]:
    """What may keep units from a hex, in the book's order."""
    zone = look.enemy_zone(frame.side)
    return [
        Limit("3.2.1", zone, _FROM_ZONE_TO_ZONE, "", lambda walk: walk._replace(first=None)),
        Limit("3.2.1", 0, "", _STOP, lambda walk: walk._replace(stops=walk.stops & ~zone)),
        Limit("3.2.1", 0, "", _LEAVE, lambda walk: walk._replace(stops=walk.stops & ~zone, first=None)),
        *_enemies(look, frame.side, "enemy units bar every way there"),
        *_liberation(look, frame.side, zone),
        *_heavy_panzers(look, frame.hand),
        _far("too few movement points: there is no minimum move"),
    ]


def _held(look: RoundupLook, side: str, node: int) -> tuple[str, str]:
    """The case against entering a hex that the other side's units or garrison hold (10.0, 15.4)."""
    return look.garrison_rule(OTHER[side], node) or ("10.0", _ENEMY)


def why_no_move(look: RoundupLook, frame: Moving, node: int) -> tuple[str, str]:
    """The case against an ordinary move of the units in hand to a hex."""
    if node == frame.at:
        return _THERE
    if frame.spent > frame.allowance:
        return "10.6", "having gone beyond its ordinary allowance the unit can only go on in column"
    if look.held(OTHER[frame.side]) >> node & 1:
        return _held(look, frame.side, node)
    walk = walk_of(look, frame)
    tireless = walk._replace(allowance=_TIRELESS)
    polder = _heavy_panzers(look, frame.hand)
    if polder and _only_without(polder[0], tireless, node):
        # Whatever it costs: the ban comes before the points.
        rule, why = why_unreachable(tireless, polder, node)
    else:
        rule, why = why_unreachable(walk, limits(look, frame), node)
    if rule == "10.3":
        price = tireless.reach().cost(node)
        if price is not None:
            left = frame.allowance - frame.spent
            why = f"{{it}} would cost {price - frame.spent} MP and {left} are left: there is no minimum move"
    return rule, why


def _only_without(limit: Limit, walk: Walk, node: int) -> bool:
    """Would a hex be reached if the limit were lifted, and only then?"""
    return not walk.reach().all >> node & 1 and bool(limit.lift(walk).reach().all >> node & 1)


def why_no_column(look: RoundupLook, frame: Moving, node: int) -> tuple[str, str]:
    """The case against a move of the units in hand to a hex in column (10.6)."""
    side, bit = frame.side, 1 << node
    if not frame.column:
        return CLOSED[frame.closed]
    zone, polder, held = look.enemy_zone(side), look.game.no_column, look.held(OTHER[side])
    if zone & bit:
        return "10.6", "column movement never enters an enemy zone of control"
    if polder & bit:
        return "10.6", "column movement never enters polder"
    if node == frame.at:
        return _THERE
    found = ways(look, frame)
    walk = found.walk
    column = walk._replace(allowance=frame.column, open=walk.open & ~zone & ~polder, first=None)
    if found.near & bit:
        if all(column.open >> step & 1 for step in found.flood.path(node, column.open)[1:]):
            after = "" if walk.stops & bit else "; column movement stays open afterwards"
            return "10.6", "{it} is within the ordinary allowance: move there" + after
        if column.reach().all & bit:
            return "10.6", (
                "the shortest way to {it} leads through polder, which closes column movement: go there in legs that "
                "keep out of it"
            )
    if held & bit:
        return _held(look, side, node)
    in_column = [
        *_liberation(look, side, zone),
        Limit("10.6", 0, "", "column movement never enters an enemy zone, and one lies on every way there",
              lambda walk: walk._replace(open=walk.open | zone & ~held, stops=walk.stops & ~zone)),
        Limit("10.6", 0, "", "column movement never enters polder, and it lies on every way there",
              lambda walk: walk._replace(open=walk.open | polder & ~held & ~zone, stops=walk.stops & ~polder)),
        *_enemies(look, side, "enemy units bar the way"),
        _far("too far even for column movement"),
    ]  # fmt: skip
    return why_unreachable(column, in_column, node)
