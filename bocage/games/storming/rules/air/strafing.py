"""Tactical Air: strafing, and the counters that are set aside for combats (17.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import DRAINED, SWAMP, Play, StormingLook
from ..position import GERMAN
from ..telling import listed


class Strafing(Frame, frozen=True):
    """The Allies lay strafing counters face down; `targets` are the units under them, in the order of placing."""

    step: ClassVar[str] = "strafing"
    side: str
    targets: tuple[UnitNumber, ...] = ()


class StrafingSegment(Question[Strafing]):
    """Counters are placed blindly, then revealed; those that are left support combats (4.1.III.b, 4.1.VI.a)."""

    name = "strafing"
    rule = "17.5.2"
    offers = ("strafe", "end strafing")

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
        rest = "what is left is set aside for combats"
        return f"Strafe German units: {left} Tactical Air {noun} left; {rest}."

    def answer(self, play: Play, frame: Strafing, action: Action) -> None:
        if action.verb == "strafe":
            play.swap(msgspec.structs.replace(frame, targets=(*frame.targets, action.index)))
            return
        play.pop()
        look = play.game.look(play.position)
        play.position.air_support = air_counters(look) - len(frame.targets)
        if frame.targets:
            draw(play, frame.targets)
        if play.position.air_support:
            play.tell("air set aside", "17.5.3.A", play.position.air_support)


def air_counters(look: StormingLook) -> int:
    """How many Tactical Air counters each air phase of this turn has (17.5.1.A)."""
    return look.game.data.turns[look.position.turn - 1].air


def draw(play: Play, units: Sequence[int], rule: str = "17.5.2.A") -> None:
    """Draw a counter for each unit in turn, out of all four however few may be used, and reveal it."""
    cup = list(play.game.data.strafing)
    drawn = [(unit, cup.pop(play.number(len(cup)) - 1)) for unit in units]
    ids = play.game.unit_ids
    play.position.strafed = {**play.position.strafed, **{ids[unit]: points for unit, points in drawn}}
    play.tell("strafing revealed", rule, tuple(drawn))


# Whom a counter may be placed on


def _left(look: StormingLook, frame: Strafing) -> int:
    return EVERYTHING if air_counters(look) > len(frame.targets) else 0


def _german(look: StormingLook, frame: Strafing) -> int:
    return look.position.on_board & look.game.side_units[GERMAN]


def _not_in(hexes: Callable[[StormingLook], HexSet]) -> Callable[[StormingLook, Strafing], int]:
    def holds(look: StormingLook, frame: Strafing) -> int:
        return ~look.units_in(hexes(look), GERMAN)

    return holds


def _forts(look: StormingLook) -> HexSet:
    return look.forts()


def _forests(look: StormingLook) -> HexSet:
    forests = look.game.data.terrain["forest"]
    # 17.2.B: from the turn after the flood the valley is swamp, then clear, for all purposes.
    return forests & ~look.game.roer_valley if look.roer() in (SWAMP, DRAINED) else forests


def _entrances(look: StormingLook) -> HexSet:
    # The B hexes of Brittany are ordinary Clear hexes for all purposes (7.1.2.F; ruling R88).
    return look.game.mute_hexes


def _flak(look: StormingLook) -> HexSet:
    stacks, flak = look.position.stacks, look.game.flak_units
    guarded = 0
    for node in look.game.board.nodes(look.occupied(GERMAN)):
        if any(flak >> unit & 1 for unit in stacks[node]):
            guarded |= 1 << node
    return guarded


def _not_yet(look: StormingLook, frame: Strafing) -> int:
    return ~sum(1 << unit for unit in frame.targets)


def _always(look: StormingLook, frame: Strafing) -> int:
    return 1


def _explain_flak(look: StormingLook, frame: Strafing, unit: int) -> tuple[str, str]:
    stack = look.stack(look.position.units[unit].at)
    guard = next(other for other in stack if look.game.flak_units >> other & 1)
    return "17.5.2", f"{look.counter(guard).name} protects its hex from strafing"


def _strafed(game: Any, drawn: Sequence[tuple[int, int]]) -> str:
    return f"Strafed: {listed([f'{game.counters[unit].name} (-{points} MP)' for unit, points in drawn])}."


def _supporting(game: Any, number: int) -> str:
    return f"{number} Tactical Air {'counter stands' if number == 1 else 'counters stand'} by to support combats."


FRAMES: tuple[type[Frame], ...] = (Strafing,)
STEPS: tuple[Any, ...] = (StrafingSegment(),)
OFFERS: dict[str, Offer] = {
    "strafe": Offer(
        "strafe",
        "17.5.2",
        (
            Clause("left", "17.5.1.A", "every Tactical Air counter of this air phase is placed", _left),
            Clause("german", "17.5.2", "{it} is not a German unit on the map", _german),
            Clause("fort", "17.5.2", "{it} is in a fort and cannot be strafed", _not_in(_forts)),
            Clause("forest", "17.5.2", "{it} is in a forest and cannot be strafed", _not_in(_forests)),
            Clause("entrance", "17.5.2", "{it} is in an Entrance Hex and cannot be strafed", _not_in(_entrances)),
            Clause("flak", "17.5.2", "", _not_in(_flak), _explain_flak),
            Clause("once", "17.5.2.B", "{it} is being strafed already: one counter for each unit", _not_yet),
        ),
    ),
    "end strafing": Offer("end", "17.5.3.A", (Clause("any", "17.5.3.A", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("strafe",)}
SENTENCES: Mapping[str, Callable[..., str]] = {"strafing revealed": _strafed, "air set aside": _supporting}
