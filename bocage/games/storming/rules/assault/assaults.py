"""Mobile Assaults (14.0, 6.7): who may make one, where, at what price, and what follows; Patton (17.4.A, 17.7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from bocage.parts.combat.attacks import OfAttack
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    WORD,
    Automatic,
    Conditions,
    Frame,
    Node,
    Question,
    Units,
    event,
    going_on,
    met,
    offer,
    provided,
)

from ..combat import losses
from ..combat.attacks import HOBART_VERBS
from ..combat.fight import AfterAssault, Fight, battle_words, declared, engage
from ..combat.odds import ASSAULT, reckon
from ..look import Play, StormingLook, members
from ..movement.allowance import note_patton, points_of
from ..movement.entering import enter, paris_warnings
from ..movement.hand import Moving
from ..position import ALLIED, OTHER
from .ground import may_assault, price, with_patton

if TYPE_CHECKING:
    from ...game import Storming

NO_HOBART = "the 79th Armoured Division is added to attacks of a Combat Segment, never to a Mobile Assault"


def _assault_words(game: Storming, units: Sequence[int], here: int, target: int, cost: int) -> str:
    return f"Mobile Assault on {game.hex_name(target)} from {game.board.labels[here]}: {cost} MP."


def _cleared_words(game: Storming, units: Sequence[int], target: int) -> str:
    return f"{game.named(UNITS, units)} {'enters' if len(units) == 1 else 'enter'} {game.hex_name(target)}."


assaulted = event(
    "assault", "14.2.A", _assault_words, sort="battle", units=UNITS, here=WORD, target=HEXES
)  # fmt: skip
failed = event(
    "assault failed", "14.2.D", "The Mobile Assault on {target} fails: the assaulting units lose one more step.",
    sort="battle", units=UNITS, target=HEXES,
)  # fmt: skip
cleared = event("assault cleared", "14.2.C", _cleared_words, sort="move", units=UNITS, target=HEXES)


def declare(play: Play, frame: Moving, node: int) -> None:
    """The units in hand declare a Mobile Assault: its price is paid now, before they enter anything (14.2.A)."""
    cost = price(play.look, frame, node)
    assert cost is not None
    play.swap(replace(frame, spent=frame.spent + cost, acted=True))
    play.push(Assaulting(frame.side, node, frame.hand))
    assaulted(play, tuple(members(frame.hand)), frame.at, node, cost)


# The declared assault


class Assaulting(Fight, frozen=True):
    """A Mobile Assault is declared: add air support, or roll."""

    kind: ClassVar[str] = ASSAULT


def air_support(look: StormingLook, fight: Fight) -> Conditions:
    """A Tactical Air unit can support an assault (17.5.3)."""
    yield fight.side == ALLIED, "17.5.3.A", "only the Allies have Tactical Air units"
    yield not fight.air, "17.5.3.C", "no more than one Tactical Air unit supports a combat"
    yield look.position.air_support != 0, "17.5.3.A", "no Tactical Air unit is set aside for combats"


class MobileAssault(OfAttack[Assaulting]):
    """The dice wait for the assaulting side, so that it may still take its declaration back (14.2)."""

    name, rule = "mobile assault", "14.2.B"

    kept = True

    def text(self, look: StormingLook, frame: Assaulting) -> str:
        battle = battle_words(reckon(look, frame))
        able = all(condition[0] for condition in air_support(look, frame))
        air = ", or add a Tactical Air unit" if able else ""
        return f"Mobile Assault on {look.game.hex_name(frame.target)}: {battle}. Roll{air}."

    def not_now(self, look: StormingLook, frame: Assaulting, verb: str) -> tuple[str, str] | None:
        return ("13.9.B", NO_HOBART) if verb in HOBART_VERBS else None

    def warnings(self, look: StormingLook, frame: Assaulting) -> list[str]:
        return paris_warnings(look, frame.attackers, 1 << frame.target) if frame.side == ALLIED else []

    @offer("air", PLAIN, "17.5.3.A", words="a Tactical Air unit adds 1 to the die")
    def air(self, look: StormingLook, frame: Assaulting) -> Conditions:
        return air_support(look, frame)

    air.sets(air=True)

    roll = going_on("14.2.B", "Assault: both sides fire", "roll the dice", verb="roll")

    @roll.does
    def _(self, play: Play, frame: Assaulting, _: int) -> None:
        play.pop()
        play.position.assaulted |= frame.attackers
        engage(play, declared(frame))


# What follows


class AssaultResolved(Automatic[AfterAssault]):
    """A cleared hex must be entered (14.2.C, 6.7.B); where defenders are left, one more step is lost (14.2.D)."""

    name = "after assault"

    def run(self, play: Play, frame: AfterAssault) -> None:
        position, game = play.position, play.game
        survivors = frame.attackers & position.on_board
        moving = _moving(play.look)
        if play.look.occupied(OTHER[frame.side]) >> frame.target & 1:
            play.push(Repulsed(frame.side, frame.target, survivors))
            if survivors:
                failed(play, tuple(members(survivors)), frame.target)
                losses.demand(play, frame.side, survivors, game.rules.numbers["mobile_assault_loss"], "14.2.D")
            return
        if not survivors & game.red_units:
            _finish(play, frame.side, survivors)
            return
        cleared(play, tuple(members(survivors)), frame.target)
        note_patton(play, survivors, 1)
        enter(play, members(survivors), (moving.at, frame.target))
        if not with_patton(play.look, survivors):
            _finish(play, frame.side, survivors)
            return
        position.moved |= survivors
        allowance, hexes, there = points_of(play.look, survivors), moving.hexes + 1, frame.target
        play.swap(replace(moving, hand=survivors, at=there, allowance=allowance, hexes=hexes, storming=there))


class Repulsed(Frame, frozen=True):
    """The defenders have held, and the further step has been lost."""

    side: str
    target: Node
    units: Units


class AssaultRepulsed(Automatic[Repulsed]):
    """Units that were repulsed are done, but with Patton they may try the same hex again (14.2.C, 17.4.A; R82)."""

    name = "assault repulsed"

    def run(self, play: Play, frame: Repulsed) -> None:
        position = play.position
        survivors = frame.units & position.on_board
        look = play.look
        moving = _moving(look)
        if with_patton(look, survivors) and survivors & play.game.red_units:
            position.moved |= survivors
            allowance = points_of(look, survivors)
            play.swap(replace(moving, hand=survivors, allowance=allowance))
            play.push(Pressing(frame.side, frame.target))
            if not met(may_assault(play.look, _moving(play.look))) >> frame.target & 1:
                play.pop()
                _finish(play, frame.side, survivors)
        else:
            _finish(play, frame.side, survivors)


def _finish(play: Play, side: str, units: int) -> None:
    """The movement of the assaulting units is over (14.2.C)."""
    play.position.moved |= units
    play.swap(Moving(side, acted=True))


class Pressing(Frame, frozen=True):
    """Patton's stack has been repulsed and may assault the same hex again, or halt."""

    side: str
    target: Node


class PressOn(Question[Pressing]):
    """Until the hex is cleared Patton's stack neither moves on nor assaults another hex (17.4.A)."""

    name, rule, points_at = "pressing on", "17.4.A", "target"

    def text(self, look: StormingLook, frame: Pressing) -> str:
        moving = _moving(look)
        left = moving.allowance - moving.spent
        return (
            f"{look.game.hex_name(frame.target)} holds. Patton may assault it again ({left} MP left), or halt; "
            "he goes nowhere else before it is cleared."
        )

    @offer("assault", HEXES, "17.4.A", "Assault again")
    def assault(self, look: StormingLook, frame: Pressing) -> Conditions:
        same = 1 << frame.target
        yield same, "17.4.A", "Patton goes nowhere else before the hex that he assaulted is cleared"
        yield from may_assault(look, _moving(look))

    @assault.does
    def _(self, play: Play, frame: Pressing, node: int) -> None:
        play.pop()
        declare(play, _moving(play.look), node)

    @offer("leave-behind", UNITS, "17.4.A")
    def leave_behind(self, look: StormingLook, frame: Pressing) -> Conditions:
        moving = _moving(look)
        yield moving.hand, "17.4.A", "{it} is not one of Patton's stack"
        yield from _not_needed(look, moving)

    @leave_behind.does
    def _(self, play: Play, frame: Pressing, unit: int) -> None:
        play.pop()
        leave_behind(play, _moving(play.look), unit)
        play.push(frame)

    halt = going_on("17.4.A", "Patton halts", "Patton halts", verb="halt")

    @halt.does
    def _(self, play: Play, frame: Pressing, _: int) -> None:
        play.pop()
        _finish(play, frame.side, _moving(play.look).hand)


def _moving(look: StormingLook) -> Moving:
    """The frame of the Movement Step in which this happens."""
    frames = look.position.frames
    found = frames[-1] if isinstance(frames[-1], Moving) else frames[-2]
    assert isinstance(found, Moving)
    return found


# Leaving units behind


def may_leave_behind(look: StormingLook, frame: Moving) -> Conditions:
    """Who may be left behind by Patton's stack (17.4.A)."""
    among = bool(frame.hand) and 0 <= frame.storming == frame.at
    why = "units are left behind only by Patton's stack in a hex that it has just cleared"
    yield provided(among), "17.4.A", why
    yield frame.hand, "17.4.A", "{it} is not one of the units in hand"
    yield from _not_needed(look, frame)


def _not_needed(look: StormingLook, moving: Moving) -> Conditions:
    """Patton goes on with at least one unit that can assault (R83)."""
    red = moving.hand & look.game.red_units
    needed = 1 << look.game.patton | (0 if red & (red - 1) else red)
    why = "Patton's stack goes on with him and at least one unit that can assault: take another unit up to end its move"
    yield ~needed, "17.4.A", why


def leave_behind(play: Play, moving: Moving, unit: int) -> None:
    """A unit in hand stays where it is; those who go on may be faster."""
    hand = moving.hand & ~(1 << unit)
    play.swap(replace(moving, hand=hand, allowance=points_of(play.look, hand)))
