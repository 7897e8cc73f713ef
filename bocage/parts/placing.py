"""Placing: a side takes its pieces in hand one after the other and puts each where the game lets it.

Set-ups, arrivals and landings are asked so. The frames here are general: a step that names one gets a kind of its own,
and a game that must remember more extends them. What a piece must be to come to hand, and what a hex must be, are the
conditions of the game's own offers (`picking` and `placing`); `Placing` holds what follows from who is still waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, ClassVar

from msgspec.structs import replace

from bocage.engine.conditions import Conditions, provided
from bocage.engine.events import HEXES, UNITS
from bocage.engine.offers import PLAIN, Choice, offer
from bocage.engine.position import Units
from bocage.engine.steps import FrameType
from bocage.parts.questions import Acting, Handling, InHand, in_hand
from bocage.parts.stacks import first_of, members


class Arriving(InHand, frozen=True):
    """Pieces come one after the other; `hand` is the one for which a hex is chosen next."""

    general: ClassVar[bool] = True
    acted: bool = False


def picking(
    verb: str, rule: str, label: str = "", held: str = "{it} is in hand already: say where it is placed"
) -> Callable[[Callable[..., Conditions]], Choice]:
    """An offer that takes in hand what meets the conditions and is not there yet; of what is, `held` is said."""

    def made(conditions: Callable[..., Conditions]) -> Choice:
        def pickable(step: Any, look: Any, frame: Any) -> Conditions:
            return chain(conditions(step, look, frame), ((~in_hand(frame), rule or step.rule, held),))

        choice = offer(verb, UNITS, rule, label)(pickable)
        choice.sets("hand")
        return choice

    return made


def placing(
    verb: str, rule: str, label: str = "", first: str = "choose first which unit is placed"
) -> Callable[[Callable[..., Conditions]], Choice]:
    """An offer of hexes for the piece in hand; while there is none, `first` is said. The game says what is done."""

    def made(conditions: Callable[..., Conditions]) -> Choice:
        def placeable(step: Any, look: Any, frame: Any) -> Conditions:
            yield provided(frame.hand >= 0), rule or step.rule, first
            yield from conditions(step, look, frame)

        return offer(verb, HEXES, rule, label)(placeable)

    return made


class Placing(Handling[FrameType]):
    """Pieces that wait are placed in any order until nobody is left who must be.

    The frame has a `hand`; offers that place are the game's own, and go on with `next_hand`.
    """

    still: ClassVar[str] = "to place"  # what is said of the others who wait
    owing: ClassVar[str] = ""  # what is said of those who must be placed, if it is always the same

    # What the game says

    def waiting(self, look: Any, frame: Any) -> Units:
        """Who is still to be placed."""
        raise NotImplementedError(self.name)

    def able(self, look: Any, frame: Any) -> Units:
        """Those among whom the next one is taken in hand, because there is a hex for them; some may not be waiting."""
        return self.waiting(look, frame)

    def must(self, look: Any, frame: Any) -> Units:
        """Who has to be placed before the end."""
        waiting = self.waiting(look, frame)
        return waiting and waiting & self.able(look, frame)

    def why_must(self, look: Any, units: Units) -> str | tuple[str, str]:
        """What is said of those who are still to be placed, perhaps with a closer case."""
        if not self.owing:
            raise NotImplementedError(self.name)
        return self.owing

    def where(self, look: Any, frame: Any) -> str:
        """Where the piece in hand goes, in words; none if that can be anywhere."""
        return ""

    def idle(self, look: Any, frame: Any) -> str:
        """The question while nothing is in hand."""
        return super().text(look, frame)

    def left_out(self, play: Any, frame: Any, unit: int) -> None:
        """The placing ends, and this piece has not been placed."""

    def over(self, play: Any, frame: Any) -> None:
        """The placing has ended."""

    # What follows

    def text(self, look: Any, frame: Any) -> str:
        """Who is to be placed, where, and how many are left."""
        if frame.hand < 0:
            return self.idle(look, frame)
        where, others = self.where(look, frame), (self.waiting(look, frame) & ~in_hand(frame)).bit_count()
        more = f"; {others} more {self.still}" if others else ""
        return f"Place {look.game.counters[frame.hand].name}{' ' if where else ''}{where}{more}."

    def next_hand(self, play: Any, frame: FrameType) -> FrameType:
        """The frame with the first in hand who waits and can be placed, or with none."""
        look = play.look
        waiting = self.waiting(look, frame)
        return replace(frame, hand=first_of(waiting and waiting & self.able(look, frame)))


class OneByOne(Placing[FrameType], Acting[FrameType]):
    """The first who waits comes to hand at once; once somebody was placed the end is asked for."""

    def begin(self, play: Any, side: str) -> FrameType:
        """The frame with the first in hand."""
        return self.next_hand(play, super().begin(play, side))


def all_placed(label: str, words: str) -> Choice:
    """The end of a placing, the last of its offers: what stands on its button, and what it means."""

    @offer("end", PLAIN, "", label, words)
    def end(step: Any, look: Any, frame: Any) -> Conditions:
        left = step.must(look, frame)
        yield not left, step.rule, lambda _: step.why_must(look, left)

    @end.does
    def _(step: Any, play: Any, frame: Any, _: int) -> None:
        play.pop()
        for unit in members(step.waiting(play.look, frame)):
            step.left_out(play, frame, unit)
        step.over(play, frame)

    return end
