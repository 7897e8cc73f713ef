"""A planner by rules of thumb: one for each question of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from bocage.bots.judgement import Style
from bocage.bots.muster import March
from bocage.bots.seat import Seat
from bocage.bots.sight import Sight
from bocage.engine.actions import Action

Verbs = Mapping[str, Sequence[Action]]

SightType = TypeVar("SightType", bound=Sight[Any, Any])
AimsType = TypeVar("AimsType")
MarchType = TypeVar("MarchType", bound=March[Any])
Answer = Callable[[Seat, SightType, Verbs], Action | None]


def with_index(actions: Sequence[Action], index: int) -> Action | None:
    """The action about a thing, if it is offered."""
    return next((action for action in actions if action.index == index), None)


class ThumbPlanner(Generic[SightType, AimsType, MarchType]):
    """Answers by rules of thumb. It remembers only what it has thought out for the phase it is in."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.orders: MarchType | None = None
        self.answers: Mapping[str, Answer[SightType]] = {}  # step -> its rule of thumb

    def choose(self, seat: Seat) -> Action | None:
        """An action of the list, or None for a question that this bot does not know."""
        answer = self.answers.get(seat.prompt.step)
        return None if answer is None else answer(seat, self.sight(seat), seat.prompt.verbs())

    def sight(self, seat: Seat) -> SightType:
        """How the map looks to a side in this bot's eyes."""
        raise NotImplementedError

    def aims(self, seat: Seat, sight: SightType) -> AimsType:
        """What the side wants."""
        raise NotImplementedError

    def march(self, key: object, sight: SightType, think: Callable[[], MarchType]) -> MarchType:
        """The orders of the movement that a key names: thought out when it begins, or when the match has gone back."""
        march = self.orders
        if march is None or march.key != key or march.stale(sight.position):
            march = self.orders = think()
        return march

    # Rules of thumb that ask for more or less

    def seen(self, rule: Callable[[SightType, Verbs], Action]) -> Answer[SightType]:
        """One that looks at the map alone."""
        return lambda seat, sight, verbs: rule(sight, verbs)

    def aimed(self, rule: Callable[[SightType, AimsType, Verbs], Action]) -> Answer[SightType]:
        """One that asks what the side wants."""
        return lambda seat, sight, verbs: rule(sight, self.aims(seat, sight), verbs)

    def framed(self, rule: Callable[[SightType, AimsType, Any, Verbs], Action]) -> Answer[SightType]:
        """One that reads the question's frame too."""
        return lambda seat, sight, verbs: rule(sight, self.aims(seat, sight), seat.prompt.frame, verbs)
