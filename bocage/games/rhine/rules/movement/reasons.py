"""Why a unit does not move, and why the unit in hand cannot go somewhere: the referee's sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.hexes import Costs
from bocage.parts.walk import crossed, opened, too_far, why_unreachable, zones
from bocage.rules import Conditions, provided, pure, settled

from ..look import RhineLook
from ..position import ALLIED, EXERTING, EXPLOITATION, FULL, GERMAN, OTHER, SHORT, VERY_BAD
from . import reach
from .allowance import Moving, hexes_of_entry, pace, slowed

if TYPE_CHECKING:
    from ...game import Rhine

Reason = tuple[str, str]
_STRAIGHT = (
    "MIN.2",
    "a unit may not go from one hex straight into another that the same enemy unit controls, unless a friend is there",
)
_STOP = "a unit stops when it enters an enemy zone of control, and one lies on every way that is short enough"
_LEAVE = "a unit that starts in an enemy zone of control goes on only if its first hex is free of zones"


def phase_case(look: RhineLook, frame: Moving) -> str:
    """The line of the sequence of play under which a side moves."""
    if look.position.stage == EXPLOITATION:
        return "SEQ.6" if frame.side == ALLIED else "SEQ.12"
    return "SEQ.2" if frame.side == ALLIED else "SEQ.10"


# Units


def has_been_used(look: RhineLook, unit: int) -> Reason:
    """Why a unit that did something in the operational phase does not exploit."""
    did = "attacked" if look.position.attacked >> unit & 1 else "moved"
    return "EXP.1", f"{{it}} has {did} in the operational phase: only unused units exploit"


def cannot_stir(look: RhineLook, unit: int) -> Reason:
    """Why a unit has no hexes to move in this phase."""
    supply = look.supply(unit)
    if supply not in (FULL, SHORT):
        state = supply.capitalize()
        if look.position.stage == EXPLOITATION:
            return "MOV.9", f"{{it}} is {state}: such units move in the operational phase only"
        return "MOV.9", f"{{it}} is {state}: only infantry, airborne and panzergrenadiers then move at all"
    if hexes_of_entry(look, unit) and pace(look, unit, supply).allowance:
        return "REIN.2", "the hex of entry counts against movement and has used up what {it} has in this phase"
    return "EXP.2", f"exploitation takes two hexes, and {{it}} ({supply} supply{_weather(look)}) has no more than that"


def _weather(look: RhineLook) -> str:
    return ", Very Bad weather" if look.position.weather == VERY_BAD else ""


# Ways


def ground(look: RhineLook, frame: Moving) -> Conditions:
    """What can be said of a hex without looking at ways: who is not in hand goes nowhere, and some are not entered."""
    yield provided(frame.hand >= 0), phase_case(look, frame), "choose the unit that moves first"
    yield settled(look, _enterable, frame.side, frame.hand)


def _enterable(look: RhineLook, side: str, unit: int) -> Conditions:
    game, position, enemy = look.game, look.position, OTHER[side]
    yield ~(1 << position.units[unit].at), "NOTE.1", "the unit is there already"
    if enemy == GERMAN:
        yield ~look.concealed(), "R41", "a face-down piece lies there: its hex is not entered until it is turned up"
    held = "enemy units hold that hex: it is not entered but attacked"
    yield ~position.masks[EXERTING[enemy]], "R118", held
    fortress = "an enemy fortress defends that hex even without units: it is not entered but attacked"
    yield ~look.strongholds(enemy), "R16", fortress
    if game.dummies >> unit & 1:
        dummy = "a dummy is no unit and overruns nothing"  # ruling R79
        yield reach.open_hexes(look, side, unit), "SET.7", dummy


def cannot_reach(look: RhineLook, frame: Moving, verb: str, node: int) -> Reason:
    """The rule that keeps the unit in hand from a hex; the number of hexes comes last."""
    ways = reach.ways(look, frame)
    walk, game = ways.walk.but(allowance=ways.most[verb]), look.game
    apart = "{it} is {cost} hexes away by the shortest way, and {left} are left"
    bars = "enemy units or fortresses bar every way there that is short enough"
    limits = [
        *zones(walk.stops, "ZOC.3", lambda _: _STRAIGHT, _STOP, _LEAVE),
        opened("R41" if frame.side == ALLIED and look.concealed() else "R118", bars, game.board.all),
        crossed("ZOC.1", "no unit crosses the water of an estuary", _dry_shod(game)),
        too_far(walk, "MOV.1", "it is too far away", apart, _allowance_case(look, frame)),
    ]
    return why_unreachable(walk, limits, node)


def _allowance_case(look: RhineLook, frame: Moving) -> str:
    """The case that sets the allowance of the unit in hand."""
    if look.position.stage == EXPLOITATION:
        return "EXP.2"
    if frame.supply == SHORT:
        return "SUP.20"
    if frame.supply != FULL:
        return "MOV.9"
    if slowed(look, frame.side):
        return "MOV.5"
    counter = look.counter(frame.hand)
    if counter.armour or counter.dummy:
        return "MOV.3"
    return "MOV.1" if counter.side == GERMAN and counter.infantry_corps else "MOV.2"


@pure(1)
def _dry_shod(game: Rhine) -> Costs:
    """Costs as if estuaries were land."""
    return Costs(game.board, {1: game.board.all})
