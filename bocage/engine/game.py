"""What a game must say about itself so that the engine can play it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from bocage.engine.actions import NOTHING, Actions, Domain
from bocage.engine.chapters import Chapter
from bocage.engine.errors import BadInput
from bocage.engine.events import About, Event, Telling, listed, several
from bocage.engine.fields import arrange
from bocage.engine.looks import Keeper, Look
from bocage.engine.plain import to_plain
from bocage.engine.position import Frame, Position, Unit
from bocage.engine.sealed import covered
from bocage.engine.steps import Row, SequenceOfPlay, Sequencing, Step
from bocage.hexes import Board

PositionType = TypeVar("PositionType", bound=Position)
SEQUENCE = SequenceOfPlay()


class Game(Generic[PositionType]):
    """One game, compiled for its data, a scenario and a choice of options. It is immutable but for its cache.

    The cache holds what pure functions have answered, in bounds. Matches of the same game share it, and everything that
    was compiled; each owns one game object, made by `another`, which holds its last looks in mind.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    rules_version: ClassVar[int]
    take_back_rule: ClassVar[str] = ""  # the case about taking moves back
    concession_rule: ClassVar[str] = ""  # the case about giving up
    position_class: ClassVar[type[Position]]
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
    frame_classes: tuple[type[Frame], ...]
    sentences: Mapping[str, Callable[..., str]]  # kind of event -> its sentence, told of the game and the data
    events: Mapping[str, Telling]  # kind of event -> as its chapter declares it
    unit_ids: tuple[str, ...]
    unit_numbers: dict[str, int]
    own_names: Mapping[str, tuple[str, ...]] = {}  # things that the game names itself, such as cards, by their numbers
    place_names: tuple[str, ...]
    unlisted_place: int  # where the notation of a position puts units that it does not name
    mark_names: tuple[str, ...] = ()
    mask_ids: tuple[tuple[int, ...], ...]  # unit number -> the masks in which its hex is set
    mask_count: int
    secretive: bool = False  # does any side know less than everything?

    @property
    def node_labels(self) -> tuple[str, ...]:
        """Node -> label."""
        return self.board.labels

    @property
    def node_numbers(self) -> dict[str, int]:
        """Label -> node."""
        return self.board.index

    def bring(
        self,
        chapters: Chapter,
        domains: Mapping[str, Domain],
        once: Callable[[str, Callable[[], Actions]], Actions] | None = None,
    ) -> None:
        """Take the frames, steps, sentences and verbs of the rules.

        `domains` are what verbs can be about, by name. The table of actions depends on the data alone: with `once` it
        is kept with them.
        """
        self.steps = {**{step.name: step for step in chapters.STEPS}, SEQUENCE.name: SEQUENCE}
        self.frame_classes = chapters.FRAMES
        self.sentences = dict(chapters.SENTENCES)
        self.events = dict(chapters.EVENTS)

        def actions() -> Actions:
            verbs = {"end": NOTHING, "roll": NOTHING}
            for kind, names in chapters.VERBS.items():
                assert kind in domains, f"{' and '.join(names)}: the game does not say which {kind} there are"
                for name in names:
                    assert verbs.get(name, domains[kind]) is domains[kind], f"{name} means two things"
                    verbs[name] = domains[kind]
            return Actions(verbs)

        self.actions = actions() if once is None else once("actions", actions)

    def muster(self, counters: Sequence[Any]) -> None:
        """Take the counters, which have at least an id, a name and a side.

        For each side the engine keeps the hexes where its units stand as a mask; a game that needs more masks says so
        after this (`mask_ids`, `mask_count`).
        """
        for counter in counters:
            assert counter.side in self.sides, f"{counter.id} is of the side {counter.side!r}, which there is not"
        self.__dict__["counters"] = tuple(counters)  # every game has its own kind of counter
        self.unit_ids = tuple(counter.id for counter in counters)
        self.unit_numbers = {name: number for number, name in enumerate(self.unit_ids)}
        self.occupied_masks = {side: number for number, side in enumerate(self.sides)}
        self.mask_ids = tuple((self.occupied_masks[counter.side],) for counter in counters)
        self.mask_count = len(self.sides)
        self.side_units = {
            side: sum(1 << number for number, counter in enumerate(counters) if counter.side == side)
            for side in self.sides
        }

    @cached_property
    def enemy_of(self) -> dict[str, str]:
        """Side -> the other one."""
        return dict(zip(self.sides, reversed(self.sides), strict=True))

    @cached_property
    def answers(self) -> dict[Any, dict[Any, Any]]:
        """What functions that are `pure` have answered: function -> arguments -> answer."""
        return {}

    @cached_property
    def _keeper(self) -> Keeper:
        return Keeper(self.position_class)

    def asked(self, position: Any) -> Any:
        """A look for a question: what was found about this very position before is still there."""
        return self._keeper.look(self, position)

    def lent(self, position: Any) -> Any:
        """A look for whoever begins to carry something out: what the question found is there, too."""
        return self._keeper.lend(self, position)

    @property
    def answers_kept(self) -> int:
        """How many answers of pure functions are kept."""
        return sum(map(len, self.answers.values()))

    def another(self) -> Self:
        """The same compiled game for one more match: what pure functions have answered is shared, looks are not."""
        answers = self.answers
        new = copy(self)
        for kind in type(self).__mro__:
            for name, thing in vars(kind).items():
                if isinstance(thing, cached_property):
                    vars(new).pop(name, None)
        vars(new)["answers"] = answers
        return new

    def forget(self) -> None:
        """Empty the caches. Nothing changes but the time the next questions take; long searches would fill them."""
        self.answers.clear()
        self._keeper.forget()

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

    def look(self, position: Any) -> Look[Any, Any]:
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

    def spans(self, position: Any) -> Mapping[str, str]:
        """What is under way that a player may let pass as a whole: a word ("battle", "turn") -> which one it is.

        For games with windows (`Question.passes`). Everybody may know it, so it follows from nobody's secrets.
        """
        return {}

    def told(self, position: Any, event: Event) -> tuple[Event, ...]:
        """What is written down of an event: itself, or a line for those who may know all of it and one for others."""
        return (event,)

    def redeal(self, seen: Any, side: str, random: Random) -> Any:
        """One of the positions that may lie behind what a side sees, for bots that play on in their heads.

        The result belongs to the caller. Games with secrets deal them anew, each way as likely as the side must think.
        """
        return seen.copy()

    @property
    def most_turns(self) -> int:
        """The last turn that the game can have."""
        return 99

    def written_steps(self, number: int, listed: int) -> int:
        """The steps of a unit in a written position that does not say `reduced`: as the set-up lists them."""
        return listed

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
        """A seen position as plain data for programs and people: its fields, but for those that have their default."""
        found = to_plain(self, seen)
        return {name: value for name, value in found.items() if name not in ("frames", "rolls", "epoch")}

    def sentence(self, event: Event) -> str:
        """An event in words."""
        return self.sentences[event.kind](self, *event.data)

    def about(self, event: Event) -> About:
        """What a line of the log points at."""
        telling = self.events.get(event.kind)
        return About() if telling is None else telling.about(self, *event.data)

    def called(self, operand: str) -> str:
        """What the player calls the thing of an action in a reason against it: its label, or a better name."""
        return operand

    def named(self, kind: str, datum: Any) -> str:
        """A datum of an event by the name that players use; several things are told in a row."""
        if kind == "hexes":
            return listed([self.hex_name(node) for node in several(datum)])
        if kind == "units":
            return listed([self.unit_name(unit) for unit in several(datum)])
        if kind == "path":
            return "-".join(self.board.labels[node] for node in datum)
        return self.side_name(datum) if kind == "side" else str(datum)

    def hex_name(self, node: int) -> str:
        """A hex as sentences call it."""
        return self.board.labels[node]

    def unit_name(self, unit: int) -> str:
        """A unit as sentences call it."""
        name: str = cast(Any, self).counters[unit].name  # every game has its own kind of counter
        return name

    def side_name(self, side: str) -> str:
        """A side at the beginning of a sentence."""
        return f"The {side} side"

    def side_of(self, unit: int) -> str:
        """Whose unit it is."""
        side: str = cast(Any, self).counters[unit].side
        return side

    def pointed_at(self, units: Sequence[int]) -> list[str]:
        """The ids of the units at which a line of the log may point."""
        return [self.unit_ids[unit] for unit in units]

    def phase(self, position: Any) -> str:
        """The name of the part of the sequence of play that a position is in."""
        for frame in reversed(position.frames):
            if isinstance(frame, Sequencing):
                return frame.row
        return ""

    def frames_below(self, table: str, row: Row) -> list[Frame]:
        """For the notation of a position: the frames below a row's table in the course of a game.

        Nothing is below the table of a turn; other tables interrupt a turn, unless the game says otherwise.
        """
        return [] if table == "turn" else [Sequencing("turn")]

    def arrange(self, position: Any, extras: Mapping[str, Any]) -> None:
        """Set what the notation of a position says beyond units, turn and row; refuse unknown words."""
        arrange(self, position, extras)

    def forecast(self, position: Any, side: str, **battle: Any) -> Any:
        """The exact chances of an attack."""
        raise BadInput(f"{self.title} has no forecast")
