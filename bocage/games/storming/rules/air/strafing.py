"""Tactical Air: strafing, and the counters that are set aside for combats (17.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from bocage.rules import (
    UNITS,
    WORD,
    About,
    Conditions,
    Frame,
    HexSet,
    Question,
    UnitNumber,
    event,
    going_on,
    listed,
    offer,
    provided,
)

from ..look import DRAINED, SWAMP, Play, StormingLook, members
from ..position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ...game import Storming

Drawn = Sequence[tuple[int, int]]  # a unit, and the points that it loses


def _strafed(game: Storming, drawn: Drawn) -> str:
    return f"Strafed: {listed([f'{game.unit_name(unit)} (-{points} MP)' for unit, points in drawn])}."


def _about_strafed(game: Storming, drawn: Drawn) -> About:
    return About("dice", ALLIED, units=game.pointed_at([unit for unit, _ in drawn]))


def _supporting(game: Storming, number: int) -> str:
    return f"{number} Tactical Air {'counter stands' if number == 1 else 'counters stand'} by to support combats."


revealed = event("strafing revealed", "17.5.2.A", _strafed, about=_about_strafed)
set_aside = event("air set aside", "17.5.3.A", _supporting, side=ALLIED, number=WORD)


class Strafing(Frame, frozen=True):
    """The Allies lay strafing counters face down; `targets` are the units under them, in the order of placing."""

    side: str
    targets: tuple[UnitNumber, ...] = ()


class StrafingSegment(Question[Strafing]):
    """Counters are placed blindly, then revealed; those that are left support combats (4.1.III.b, 4.1.VI.a)."""

    name, rule = "strafing", "17.5.2"

    def begin(self, play: Play, side: str) -> Strafing:
        # 4.1.VI.a.1: every counter comes back before any is placed, those set aside for combats too.
        play.position.strafed = {}
        play.position.air_support = 0
        return Strafing(side)

    def keep(self, look: StormingLook, frame: Strafing) -> bool:
        # The counters are drawn next: the last placing must stay open to undo.
        return bool(frame.targets)

    def text(self, look: StormingLook, frame: Strafing) -> str:
        left = air_counters(look) - len(frame.targets)
        if not left:
            return "Every Tactical Air counter is placed: reveal them."
        noun = "counter" if left == 1 else "counters"
        return f"Strafe German units: {left} Tactical Air {noun} left; what is left is set aside for combats."

    @offer("strafe", UNITS, "17.5.2")
    def strafe(self, look: StormingLook, frame: Strafing) -> Conditions:
        game = look.game
        left = air_counters(look) - len(frame.targets)
        yield provided(left > 0), "17.5.1.A", "every Tactical Air counter of this air phase is placed"
        yield look.position.on_board & game.side_units[GERMAN], "17.5.2", "{it} is not a German unit on the map"
        yield ~look.units_in(look.forts(), GERMAN), "17.5.2", "{it} is in a fort and cannot be strafed"
        forests = game.data.terrain["forest"]
        if look.roer() in (SWAMP, DRAINED):
            # 17.2.B: from the turn after the flood the valley is swamp, then clear, for all purposes.
            forests &= ~game.roer_valley
        yield ~look.units_in(forests, GERMAN), "17.5.2", "{it} is in a forest and cannot be strafed"
        # The B hexes of Brittany are ordinary Clear hexes for all purposes (7.1.2.F; ruling R88).
        yield ~look.units_in(game.mute_hexes, GERMAN), "17.5.2", "{it} is in an Entrance Hex and cannot be strafed"
        yield ~look.units_in(_under_flak(look), GERMAN), "17.5.2", lambda unit: _who_protects(look, unit)
        strafed = sum(1 << unit for unit in frame.targets)
        yield ~strafed, "17.5.2.B", "{it} is being strafed already: one counter for each unit"

    @strafe.does
    def _(self, play: Play, frame: Strafing, unit: int) -> None:
        play.swap(msgspec.structs.replace(frame, targets=(*frame.targets, unit)))

    end = going_on(
        "17.5.3.A", "Reveal, and set the rest aside", "reveal the counters; the rest is set aside for combats"
    )

    @end.does
    def _(self, play: Play, frame: Strafing, _: int) -> None:
        play.pop()
        play.position.air_support = air_counters(play.look) - len(frame.targets)
        if frame.targets:
            draw(play, frame.targets)
        if play.position.air_support:
            set_aside(play, play.position.air_support)


def air_counters(look: StormingLook) -> int:
    """How many Tactical Air counters each air phase of this turn has (17.5.1.A)."""
    return look.game.data.turns[look.position.turn - 1].air


def draw(play: Play, units: Sequence[int], rule: str = "17.5.2.A") -> None:
    """Draw a counter for each unit in turn, out of all four however few may be used, and reveal it."""
    cup = list(play.game.data.strafing)
    drawn = [(unit, cup.pop(play.number(len(cup)) - 1)) for unit in units]
    ids = play.game.unit_ids
    play.position.strafed = {**play.position.strafed, **{ids[unit]: points for unit, points in drawn}}
    revealed(play, tuple(drawn), rule=rule)


def _under_flak(look: StormingLook) -> HexSet:
    """Hexes that a flak unit protects from strafing."""
    flak = look.position.on_board & look.game.flak_units
    return look.hexes_of(members(flak))


def _who_protects(look: StormingLook, unit: int) -> str:
    stack = look.stack(look.position.units[unit].at)
    guard = next(other for other in stack if look.game.flak_units >> other & 1)
    return f"{look.counter(guard).name} protects its hex from strafing"
