"""What a game must say about itself so that the engine can play it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from bocage.engine.actions import Actions
from bocage.engine.errors import BadInput
from bocage.engine.events import Event
from bocage.engine.position import Frame, Position, Unit
from bocage.engine.steps import Look, Offer, Question, Row, SequenceOfPlay, Sequencing, Step, covered
from bocage.hexes import Board

PositionType = TypeVar("PositionType", bound=Position)


class Game(Generic[PositionType]):
    """One game, compiled for its data, a scenario and a choice of options. It is immutable but for its cache.

    The cache holds results of pure functions, keyed by their arguments. Matches of the same game share everything that
    was compiled, but each has its own cache: it owns one game object, made by `another`.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    rules_version: ClassVar[int]
    take_back_rule: ClassVar[str] = ""  # the case about taking moves back
    concession_rule: ClassVar[str] = ""  # the case about giving up
    position_class: ClassVar[type[Position]]
    frame_classes: ClassVar[tuple[type[Frame], ...]]
    step_aliases: ClassVar[Mapping[str, str]] = {}  # names of steps in old saves -> names now
    upgrade_notes: ClassVar[Mapping[int, str]] = {}  # rules version -> what changed for matches of the version before

    scenario: str
    options: Mapping[str, Any]
    data_digest: str
    overlay: tuple[str, str] | None = None  # name and digest of a folder whose rows were laid over the game's own
    rules: Any
    board: Board
    actions: Actions
    steps: Mapping[str, Step[Any]]
    unit_ids: tuple[str, ...]
    unit_numbers: dict[str, int]
    place_names: tuple[str, ...]
    unlisted_place: int  # where the notation of a position puts units that it does not name
    mark_names: tuple[str, ...] = ()
    mask_ids: tuple[tuple[int, ...], ...]  # unit number -> the masks in which its hex is set
    mask_count: int
    offers_of_step: Mapping[str, tuple[Offer, ...]]
    caches: ClassVar[tuple[str, ...]] = ()  # the dictionaries that hold results of pure functions
    secretive: bool = False  # does any side know less than everything?

    @property
    def node_labels(self) -> tuple[str, ...]:
        """Node -> label."""
        return self.board.labels

    @property
    def node_numbers(self) -> dict[str, int]:
        """Label -> node."""
        return self.board.index

    def bind_offers(self) -> None:
        """Look up, once, the offers that each question names; call it when the rules are complete."""
        table = self.rules.offers
        self.offers_of_step = {
            name: tuple(table[offer] for offer in step.offers)
            for name, step in self.steps.items()
            if isinstance(step, Question)
        }

    def another(self) -> Self:
        """The same compiled game for one more match, with empty caches."""
        new = copy(self)
        for name in self.caches:
            setattr(new, name, {})
        for kind in type(self).__mro__:
            for name, thing in vars(kind).items():
                if isinstance(thing, cached_property):
                    vars(new).pop(name, None)
        return new

    def forget(self) -> None:
        """Empty the caches. Nothing changes but the time the next questions take; long searches would fill them."""
        for name in self.caches:
            getattr(self, name).clear()

    def frame_class(self, step: str) -> type[Frame]:
        """The kind of frame that a step's name in a save means."""
        step = self.step_aliases.get(step, step)
        kinds: list[type[Frame]] = [Sequencing, *self.frame_classes]
        for kind in kinds:
            if kind.step == step:
                return kind
        raise BadInput(f"there is no step {step!r} in {self.title}")

    # To be written by each game

    def first_position(self) -> PositionType:
        """The position before anything has happened, with the frames that start the game."""
        raise NotImplementedError

    def look(self, position: Any) -> Look:
        """The inquiries of this game on a position."""
        raise NotImplementedError

    def seen(self, position: Any, side: str | None) -> Any:
        """The position as a side (None: a spectator) may know it."""
        return position

    def shown(self, position: Any, side: str | None) -> Any:
        """What the engine shows to a side: `seen`, and nothing of the others' sealed answers."""
        return self.seen(covered(position, side), side)

    def acts_unseen(self, position: Any, side: str) -> bool:
        """Could a side that decides now do something that the others do not notice?"""
        return False

    def redeal(self, seen: Any, side: str, random: Random) -> Any:
        """One of the positions that may lie behind what a side sees, for bots that play on in their heads.

        The result belongs to the caller. Games with secrets deal them anew, each way as likely as the side must think.
        """
        return seen.copy()

    @property
    def most_turns(self) -> int:
        """The last turn that the game can have."""
        return 99

    def most_steps(self, number: int) -> int:
        """How many steps a unit has at full strength."""
        return 9

    def domains(self) -> dict[str, Collection[Any]]:
        """Field of a position or frame -> the words or numbers that it can hold; "x of" are the keys of a field x."""
        return {}

    def check_position(self, position: Any) -> None:
        """Raise `BadInput` if a stored position is none of this game; fields and units were looked at before."""

    def upgrade(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        """The plain form of a position that rules of an earlier version stored, in today's form."""
        return data

    def place_of_newcomer(self, position: Any, number: int) -> Unit:
        """A counter that was added to the data after a position was stored: where it is in that position.

        It is where it begins, unless the enemy is there; then it is not in the game.
        """
        unit: Unit = self.first_position().units[number]
        counters = cast(Any, self).counters
        enemies = (
            other
            for other, counter in enumerate(counters[: len(position.units)])
            if counter.side != counters[number].side
        )
        if unit.at >= 0 and any(position.units[other].at == unit.at for other in enemies):
            return Unit(self.unlisted_place, unit.steps)
        return unit

    def view(self, seen: Any, side: str | None) -> dict[str, Any]:
        """A seen position as plain data for pages and people."""
        raise NotImplementedError

    def sentence(self, event: Event) -> str:
        """An event in words."""
        raise NotImplementedError

    def named(self, kind: str, datum: Any) -> str:
        """A datum of an event by the name that players use; several units are told in a row."""
        if kind == "hexes":
            return str(self.board.labels[datum])
        if kind == "units":
            units = (datum,) if isinstance(datum, int) else datum
            return ", ".join(self.unit_ids[unit] for unit in units)
        return str(datum)

    def phase(self, position: Any) -> str:
        """The name of the part of the sequence of play that a position is in."""
        for frame in reversed(position.frames):
            if isinstance(frame, Sequencing):
                return frame.row
        return ""

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        """For the notation of a position: the frames below a row's table in the course of a game."""
        raise NotImplementedError

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """Set what the notation of a position says beyond units, turn and row; refuse unknown words."""
        if extras:
            raise BadInput(f"{self.title} does not know {', '.join(sorted(extras))} in a position")

    def forecast(self, position: Any, side: str, **battle: Any) -> Any:
        """The exact chances of an attack."""
        raise BadInput(f"{self.title} has no forecast")


SEQUENCE = SequenceOfPlay()
