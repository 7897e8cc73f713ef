"""After a combat of the Combat Segment: the advance into the hex that was cleared (13.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from bocage.engine.dice import Tape
from bocage.parts.combat import advance
from bocage.rules import HEXES, UNITS, About, Automatic, Conditions, Frame, Node, Refusal, UnitNumber, Units, event

from ..look import DROWNING, Play, StormingLook, members
from ..movement.entering import enter, paris_settled, paris_warnings
from ..movement.limits import no_stay, why_barred
from ..offensive import decision
from ..position import ALLIED, GERMAN, OTHER
from . import attackers
from .fight import AfterCombat, Fighting

if TYPE_CHECKING:
    from ...game import Storming


def _no_advance(game: Storming, node: int, units: Sequence[int], why: str) -> str:
    do = "does" if len(units) == 1 else "do"
    return f"{game.named(UNITS, units)} {do} not advance into {game.hex_name(node)}: {why}."


advanced = event("combat advance", "13.8", "{unit} advances into {node}.", sort="move", unit=UNITS, node=HEXES)
kept_out = event(
    "no advance", "13.8", _no_advance,
    about=lambda game, node, units, why: About(
        "battle", "", hexes=[game.board.labels[node]], units=game.pointed_at(units)
    ),
)  # fmt: skip


class Advancing(Frame, frozen=True):
    """Surviving attackers may enter the hex that they cleared."""

    side: str
    target: Node
    units: Units
    exempt: UnitNumber = -1  # the 79th Armoured brings it out of the flood (13.9.B)
    paris: bool = False  # the first entry of Paris, and the French may still be among those who advance (10.7.9)


class CombatOver(Automatic[AfterCombat]):
    """Has the combat emptied the defenders' hex, and is an attacker left (13.8)?"""

    name, rule = "after combat", "13.8"

    def run(self, play: Play, frame: AfterCombat) -> None:
        look = play.look
        units = frame.attackers & play.position.on_board
        if units and not look.occupied(OTHER[frame.side]) >> frame.target & 1:
            exempt = frame.single if frame.hobart == "roer" else -1
            advancing = Advancing(frame.side, frame.target, units, exempt)
            if ADVANCE.advance.allowed(ADVANCE, look, advancing):
                play.push(advancing)
                return
            _tell_why_not(play, advancing)
        _over(play, frame.side)


def why_kept_out(look: StormingLook, frame: Advancing, unit: int, name: str) -> Refusal:
    """What keeps a unit from advancing."""
    found = ADVANCE.advance.against(ADVANCE, look, frame, unit, name)
    return found or Refusal("13.8", "units advance at once after their combat, and that moment is over")


def _tell_why_not(play: Play, frame: Advancing) -> None:
    """Nobody may advance: the step passes, but not in silence, and its reasons can still be asked for."""
    look = play.look
    reasons: dict[tuple[str, str], list[int]] = {}
    for unit in members(frame.units):
        found = why_kept_out(look, frame, unit, look.counter(unit).name)
        reasons.setdefault((found.rule, found.why), []).append(unit)
    for (rule, why), units in reasons.items():
        kept_out(play, frame.target, tuple(units), why, rule=rule)
    below = play.position.frames[-1]
    if isinstance(below, Fighting):
        play.swap(msgspec.structs.replace(below, cleared=frame.target, victors=frame.units))


class Advance(advance.Advance[Advancing]):
    """Attackers may advance at once, whatever their type, ignoring enemy zones and forts (13.7.5, 13.8)."""

    name, rule = "advance", "13.8"

    def warnings(self, look: StormingLook, frame: Advancing) -> list[str]:
        if frame.paris:
            return ["unless the French 2nd Armored Division advances into Paris as well, civil war breaks out (10.7.9)"]
        return paris_warnings(look, frame.units, 1 << frame.target) if frame.side == ALLIED else []

    def victors(self, look: StormingLook, frame: Advancing) -> Conditions:
        side = frame.side
        yield look.game.side_units[side], "13.8", "only attackers advance after combat"
        yield ~look.units_in(1 << frame.target, side) | frame.units, "13.8", "{it} has advanced already"
        yield frame.units, "13.8", "only the attackers of this combat advance"
        if look.roer() == DROWNING:
            exempt = 1 << frame.exempt if frame.exempt >= 0 else 0
            wading = look.units_in(look.game.roer_valley, side) & ~exempt
            yield ~wading, "13.9.D", "nobody advances out of a hex of the Roer valley that is being flooded"
        # An advance is an entry and an operation like any other (ruling R45).
        free = sum(1 << unit for unit in members(frame.units) if _ban(look, frame, unit) is None)
        yield free, "13.8", lambda unit: _ban(look, frame, unit) or ("13.8", "{it} may not advance there")

    def those_behind(self, look: StormingLook, frame: Advancing) -> Conditions:
        in_order = 0
        for unit in members(frame.units):
            left = look.stack(look.position.units[unit].at)
            if look.fits(tuple(other for other in left if other != unit)) or not look.fits(left):
                in_order |= 1 << unit
        yield in_order, "5.2.B", "without {it} the units that stay behind may not stack together"
        full = "with {it} in Ike's Blind Spot a hex that must still be attacked could be attacked by nobody"
        yield _keeping_duties(look, frame), "6.6", full

    def follow(self, play: Play, frame: Advancing, unit: int) -> None:
        position, game = play.position, play.game
        french = game.french_second_armored
        rest = frame.units & ~(1 << unit)
        # Those who advance enter together, so it is enough that the division is among them (ruling R30).
        in_paris = bool(game.paris >> frame.target & 1 and frame.side == ALLIED)
        waits = in_paris and not position.paris_entered and unit != french and bool(rest >> french & 1)
        open_still = waits or (frame.paris and unit != french)
        play.swap(Advancing(frame.side, frame.target, rest, frame.exempt, open_still))
        advanced(play, unit, frame.target)
        enter(play, (unit,), (position.units[unit].at, frame.target), more_follow=waits)
        if frame.paris and unit == french:
            paris_settled(play, led=True)

    def over(self, play: Play, frame: Advancing) -> None:
        if frame.paris:
            paris_settled(play, led=False)
        _over(play, frame.side)


ADVANCE = Advance()


def _over(play: Play, side: str) -> None:
    """The combat is over; in the Hitler Counteroffensive SHAEF may react now (17.7.5.B)."""
    if side == GERMAN and play.look.offensive_now():
        decision.after_combat(play)


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


def _keeping_duties(look: StormingLook, frame: Advancing) -> Units:
    """Units that do not fill Ike's Blind Spot so that a hex owed could no longer be attacked (6.6, 10.7.3)."""
    position, game = look.position, look.game
    owed = attackers.open_duties(look, frame.side, attackers.owed_in(position.frames))
    if not owed or frame.side != ALLIED or position.ike_sees or not game.ike_spot >> frame.target & 1:
        return -1
    found = 0
    for unit in members(frame.units):
        ahead = Play(game, position.copy(), Tape(()))
        ahead.put(unit, frame.target)
        if attackers.can_fulfil(ahead.look, frame.side, owed, 0, attackers.hobart_ready(ahead.look, frame.side)):
            found |= 1 << unit
    return found
