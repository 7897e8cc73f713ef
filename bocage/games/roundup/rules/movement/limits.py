"""Why units do not get to a hex: the limits of movement (3.2.1, 10.0, 10.3, 10.6, 10.9) in the book's order."""

from __future__ import annotations

from bocage.parts.walk import ENDLESS, Limit, crossed, opened, too_far, why_unreachable, zones

from ..look import RoundupLook
from ..position import OTHER
from .reach import CLOSED, Moving, extra_stops, ways

_ENEMY = "units never enter a hex that an enemy holds"
_THERE = "10.0", "the unit is there already"
_ZONES = (
    "units never move from one enemy zone of control straight into another",
    "units stop as soon as they enter an enemy zone of control, and one lies on every way that is short enough",
    "a unit that starts in an enemy zone of control may leave it only for a hex outside all enemy zones",
)


def _enemies(look: RoundupLook, side: str, why: str) -> list[Limit]:
    """Enemy units, and garrisons in empty ports, which bar the way like units (15.4, R38)."""
    garrisons = look.garrisons(OTHER[side])
    small = [opened("15.4", "a garrison bars every way there", garrisons)] if garrisons else []
    return [*small, opened("10.0", why, look.game.board.all)]


def _liberation(look: RoundupLook, side: str) -> list[Limit]:
    why, zone = "the first unit to enter a town or port that the Germans control must stop there", look.enemy_zone(side)
    return [Limit("15.17", why, lambda walk: walk.but(stops=zone))] if extra_stops(look, side) else []


def _heavy_panzers(look: RoundupLook, hand: int) -> list[Limit]:
    game = look.game

    def why(node: int) -> str:
        through = "" if game.no_heavy >> node & 1 else ", and every way there leads through it"
        return f"heavy panzers never enter polder{through}"

    return [crossed("10.9", why, game.costs[False])] if game.heavies & hand else []


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
    walk = ways(look, frame).walk
    tireless, polder = walk.but(allowance=ENDLESS), _heavy_panzers(look, frame.hand)
    if polder and not tireless.reach().all >> node & 1 and polder[0].lift(tireless).reach().all >> node & 1:
        return why_unreachable(tireless, polder, node)  # whatever it costs: the ban comes before the points
    few = "there is no minimum move"
    priced = f"{{it}} would cost {{cost}} MP and {{left}} are left: {few}"
    limits = [
        *zones(look.enemy_zone(frame.side), "3.2.1", *_ZONES),
        *_enemies(look, frame.side, "enemy units bar every way there"),
        *_liberation(look, frame.side),
        *polder,
        too_far(walk, "10.3", f"too few movement points: {few}", priced),
    ]
    return why_unreachable(walk, limits, node)


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
    column = walk.but(allowance=frame.column, open=walk.open & ~zone & ~polder, first=None)
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
        *_liberation(look, side),
        Limit("10.6", "column movement never enters an enemy zone, and one lies on every way there",
              lambda walk: walk.but(open=walk.open | zone & ~held, stops=walk.stops & ~zone)),
        Limit("10.6", "column movement never enters polder, and it lies on every way there",
              lambda walk: walk.but(open=walk.open | polder & ~held & ~zone, stops=walk.stops & ~polder)),
        *_enemies(look, side, "enemy units bar the way"),
        Limit("10.3", "too far even for column movement", lambda walk: walk.but(allowance=ENDLESS)),
    ]  # fmt: skip
    return why_unreachable(column, in_column, node)
