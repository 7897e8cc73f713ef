"""After a combat of the Combat Segment: the advance into the hex that was cleared (13.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.dice import Tape
from bocage.engine.position import Frame, Node, UnitNumber, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..look import DROWNING, Play, StormingLook, members
from ..movement.entering import enter, paris_settled, paris_warnings
from ..movement.limits import no_stay, why_barred
from ..offensive import decision
from ..position import ALLIED, GERMAN, OTHER
from ..telling import hex_name, unit_names
from . import attackers
from .fight import AfterCombat
from .joining import Fighting


class Advancing(Frame, frozen=True):
    """Surviving attackers may enter the hex that they cleared."""

    step: ClassVar[str] = "advance"
    side: str
    target: Node
    units: Units
    exempt: UnitNumber = -1  # the 79th Armoured brings it out of the flood (13.9.B)
    paris: bool = False  # the first entry of Paris, and the French may still be among those who advance (10.7.9)


class CombatOver(Automatic[AfterCombat]):
    """Has the combat emptied the defenders' hex, and is an attacker left (13.8)?"""

    name = "after combat"
    rule = "13.8"

    def run(self, play: Play, frame: AfterCombat) -> None:
        look: StormingLook = play.game.look(play.position)
        units = frame.attackers & play.position.on_board
        if units and not look.occupied(OTHER[frame.side]) >> frame.target & 1:
            exempt = frame.single if frame.hobart == "roer" else -1
            advancing = Advancing(frame.side, frame.target, units, exempt)
            if _free(look, advancing):
                play.push(advancing)
                return
            _tell_why_not(play, look, advancing)
        _over(play, frame.side)


def _free(look: StormingLook, frame: Advancing) -> int:
    """The units that may advance."""
    units = frame.units
    for clause in look.game.rules.offers["advance"].clauses:
        units &= clause.holds(look, frame)
    return units


def why_kept_out(look: StormingLook, frame: Advancing, unit: int) -> tuple[str, str]:
    """What keeps a unit from advancing."""
    for clause in look.game.rules.offers["advance"].clauses:
        if not clause.holds(look, frame) >> unit & 1:
            return clause.explain(look, frame, unit) if clause.explain else (clause.rule, clause.why)
    return "13.8", "units advance at once after their combat, and that moment is over"


def _tell_why_not(play: Play, look: StormingLook, frame: Advancing) -> None:
    """Nobody may advance: the step passes, but not in silence, and its reasons can still be asked for."""
    reasons: dict[tuple[str, str], list[int]] = {}
    for unit in members(frame.units):
        rule, why = why_kept_out(look, frame, unit)
        reasons.setdefault((rule, why.replace("{it}", look.counter(unit).name)), []).append(unit)
    for (rule, why), units in reasons.items():
        play.tell("no advance", rule, frame.target, tuple(units), why)
    below = play.position.frames[-1]
    if isinstance(below, Fighting):
        play.swap(msgspec.structs.replace(below, cleared=frame.target, victors=frame.units))


class Advance(Question[Advancing]):
    """Attackers may advance at once, whatever their type, ignoring enemy zones and forts (13.7.5, 13.8)."""

    name = "advance"
    rule = "13.8"
    offers = ("advance", "end advance")

    def text(self, look: StormingLook, frame: Advancing) -> str:
        return f"Choose who advances into {hex_name(look.game, frame.target)}, or stay."

    def warnings(self, look: StormingLook, frame: Advancing) -> list[str]:
        if frame.paris:
            return ["unless the French 2nd Armored Division advances into Paris as well, civil war breaks out (10.7.9)"]
        return paris_warnings(look, frame.units, 1 << frame.target) if frame.side == ALLIED else []

    def answer(self, play: Play, frame: Advancing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            if frame.paris:
                paris_settled(play, led=False)
            _over(play, frame.side)
            return
        position, game, unit = play.position, play.game, action.index
        french = game.french_second_armored
        rest = frame.units & ~(1 << unit)
        # Those who advance enter together, so it is enough that the division is among them (ruling R30).
        in_paris = bool(game.paris >> frame.target & 1 and frame.side == ALLIED)
        waits = in_paris and not position.paris_entered and unit != french and bool(rest >> french & 1)
        open_still = waits or (frame.paris and unit != french)
        play.swap(Advancing(frame.side, frame.target, rest, frame.exempt, open_still))
        play.tell("combat advance", "13.8", unit, frame.target)
        enter(play, (unit,), (position.units[unit].at, frame.target), more_follow=waits)
        if frame.paris and unit == french:
            paris_settled(play, led=True)


def _over(play: Play, side: str) -> None:
    """The combat is over; in the Hitler Counteroffensive SHAEF may react now (17.7.5.B)."""
    if side == GERMAN and play.game.look(play.position).offensive_now():
        decision.after_combat(play)


def _victors(look: StormingLook, frame: Advancing) -> int:
    return frame.units


def _explain_victors(look: StormingLook, frame: Advancing, unit: int) -> tuple[str, str]:
    if look.counter(unit).side != frame.side:
        return "13.8", "only attackers advance after combat"
    if look.position.units[unit].at == frame.target:
        return "13.8", "{it} has advanced already"
    return "13.8", "only the attackers of this combat advance"


def _not_out_of_flood(look: StormingLook, frame: Advancing) -> int:
    if look.roer() != DROWNING:
        return -1
    exempt = 1 << frame.exempt if frame.exempt >= 0 else 0
    return ~look.units_in(look.game.roer_valley, frame.side) | exempt


def _may_be_there(look: StormingLook, frame: Advancing) -> int:
    """Units that no ban keeps out: an advance is an entry and an operation like any other (ruling R45)."""
    return sum(1 << unit for unit in members(frame.units) if _ban(look, frame, unit) is None)


def _ban(look: StormingLook, frame: Advancing, unit: int) -> tuple[str, str] | None:
    """An advance is no movement, so what is said of movement alone binds it by an option only (10.4.C; R118)."""
    if look.game.rules.advances_are_movement:
        at = look.position.units[unit].at
        if frame.side == ALLIED and not look.position.breakout and look.game.seine_eastward.has(at, frame.target):
            return "10.7.10", "no Allied unit crosses the Seine Line before the Normandy Breakout"
        for bar in no_stay(look, unit):
            if bar.hexes >> frame.target & 1:
                return bar.rule, bar.why
    return why_barred(look, unit, frame.target)


def _explain_ban(look: StormingLook, frame: Advancing, unit: int) -> tuple[str, str]:
    return _ban(look, frame, unit) or ("13.8", "{it} may not advance there")


def _room(look: StormingLook, frame: Advancing) -> int:
    stack = look.stack(frame.target)
    return sum(1 << unit for unit in members(frame.units) if look.fits((*stack, unit)))


def _explain_room(look: StormingLook, frame: Advancing, unit: int) -> tuple[str, str]:
    return look.stacking_rule((*look.stack(frame.target), unit))


def _left_in_order(look: StormingLook, frame: Advancing) -> int:
    """Units without which those who stay behind still make a legal stack (5.1)."""
    found = 0
    for unit in members(frame.units):
        stack = look.stack(look.position.units[unit].at)
        rest = tuple(other for other in stack if other != unit)
        if look.fits(rest) or not look.fits(stack):
            found |= 1 << unit
    return found


def _keeps_duties(look: StormingLook, frame: Advancing) -> int:
    """Units that do not fill Ike's Blind Spot so that a hex owed could no longer be attacked (6.6, 10.7.3)."""
    position, game = look.position, look.game
    owed = attackers.open_duties(look, frame.side, attackers.owed_in(position.frames))
    if not owed or frame.side != ALLIED or position.ike_sees or not game.ike_spot >> frame.target & 1:
        return -1
    found = 0
    for unit in members(frame.units):
        ahead = Play(game, position.copy(), Tape(()))
        ahead.put(unit, frame.target)
        then: StormingLook = game.look(ahead.position)
        if attackers.can_fulfil(then, frame.side, owed, 0, attackers.hobart_ready(then, frame.side)):
            found |= 1 << unit
    return found


def _always(look: StormingLook, frame: Advancing) -> int:
    return 1


def _no_advance(game: Any, node: int, units: Sequence[int], why: str) -> str:
    do = "does" if len(units) == 1 else "do"
    return f"{unit_names(game, units)} {do} not advance into {hex_name(game, node)}: {why}."


FRAMES = (Advancing,)
STEPS = (CombatOver(), Advance())
OFFERS = {
    "advance": Offer(
        "advance",
        "13.8",
        (
            Clause("victors", "13.8", "", _victors, _explain_victors),
            Clause(
                "flood",
                "13.9.D",
                "nobody advances out of a hex of the Roer valley that is being flooded",
                _not_out_of_flood,
            ),
            Clause("ban", "13.8", "", _may_be_there, _explain_ban),
            Clause("room", "5.1", "", _room, _explain_room),
            Clause("behind", "5.2.B", "without {it} the units that stay behind may not stack together", _left_in_order),
            Clause(
                "duty",
                "6.6",
                "with {it} in Ike's Blind Spot a hex that must still be attacked could be attacked by nobody",
                _keeps_duties,
            ),
        ),
    ),
    "end advance": Offer("end", "13.8", (Clause("any", "13.8", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("advance",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "combat advance": lambda game, unit, node: f"{game.counters[unit].name} advances into {hex_name(game, node)}.",
    "no advance": _no_advance,
}
