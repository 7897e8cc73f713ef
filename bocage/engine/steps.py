"""Steps and prompts, and the sequence of play that starts one step after the other.

A step is stateless; what it needs to remember is in its frame. A step either *runs* (no question: dice, markers,
counting) or *asks* (`offers.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType, new_class
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, get_args

import msgspec

from bocage.engine.actions import Action
from bocage.engine.looks import Look, pure
from bocage.engine.position import Frame, OfSide

if TYPE_CHECKING:
    from bocage.engine.offers import Question
    from bocage.engine.play import Play

FrameType = TypeVar("FrameType", bound=Frame)


class Prompt:
    """A question to one side: the rule, a sentence, and every legal action in a fixed order.

    What it knows are sets; the list is written out when somebody reads it, for many look at the sets alone.
    """

    __slots__ = ("_actions", "_look", "_sets", "_step", "frame", "keep", "side")

    def __init__(self, step: Question[Any], look: Look[Any, Any], frame: Frame, side: str, keep: bool) -> None:
        self._step = step
        self._look = look
        self._sets = step.ask(look, frame)
        self._actions: list[Action] | None = None
        self.frame = frame
        self.side = side
        self.keep = keep

    @property
    def actions(self) -> list[Action]:
        """Every legal action, in the order of the offers and then of their operands."""
        found = self._actions
        if found is None:
            found = self._actions = self._look.game.actions.of_all(self._sets)
        return found

    @property
    def empty(self) -> bool:
        """Is there nothing to choose? (A question of which this is true is never asked.)"""
        return not self._sets

    @property
    def forced(self) -> bool:
        """Is there a single answer?"""
        sets = self._sets
        if len(sets) != 1:
            return False
        (members,) = sets.values()
        return not members & (members - 1)

    def has(self, action: Action) -> bool:
        """Is this very action on the list? (Asks the sets behind the list, which nobody can add to.)"""
        return self._look.game.actions.knows(action) and self._sets.get(action.verb, 0) >> action.index & 1 == 1

    @property
    def sets(self) -> Mapping[str, int]:
        """Verb -> its legal operands as a set (bit i is item i of the verb's domain): the list in its shortest form."""
        return MappingProxyType(self._sets)

    @property
    def rule(self) -> str:
        """The case under which the side decides."""
        return self._step.case(self._look, self.frame)

    @property
    def text(self) -> str:
        """The question in one sentence."""
        return self._step.text(self._look, self.frame)

    @property
    def warnings(self) -> list[str]:
        """What the side should know before it ends this step (overstacked hexes, unused drops)."""
        return self._step.warnings(self._look, self.frame)

    @property
    def step(self) -> str:
        """The name of the step that asks."""
        return self.frame.step

    def verbs(self) -> dict[str, list[Action]]:
        """The actions by verb, in order: handy for pages and bots."""
        actions = self._look.game.actions
        return {verb: actions.list(verb, members) for verb, members in self._sets.items()}

    @property
    def offered(self) -> list[str]:
        """Every verb that the question knows, even those without a legal operand now."""
        return [offer.verb for offer in self._step.offers_now(self._look, self.frame)]

    def rule_of(self, action: Action) -> str:
        """The case that allows an action of the list."""
        return self._step.rule_of(self._look, self.frame, action.verb)

    def label(self, verb: str) -> str:
        """What stands on the button of a verb, if its step says so."""
        return self._step.label_of(self._look, self.frame, verb)

    def words(self, verb: str) -> str:
        """What an answer with this verb means, in a few words, if its step says so."""
        return self._step.words_of(self._look, self.frame, verb)

    @property
    def passes(self) -> str:
        """The verb that lets a window pass; empty for a question that nobody can answer beforehand."""
        verb = self._step.passes
        return verb if verb in self._sets else ""

    @property
    def hand(self) -> int:
        """The units that are about to move, to fight or to be placed."""
        return self._step.hand(self._look, self.frame)

    @property
    def focus(self) -> int:
        """The node that the question is about, or -1."""
        return self._step.focus(self._look, self.frame)

    def __repr__(self) -> str:
        return f"<{self.side}: {self.text} ({len(self.actions)} actions)>"


class Step(Generic[FrameType]):
    """One step of a sequence of play: `class Rest(Automatic[OfSide], name="rest", rule="7.3")`.

    Saves refer to its name.
    """

    name: ClassVar[str]
    rule: ClassVar[str] = ""
    automatic: ClassVar[bool] = False
    frame: ClassVar[type[Frame]]  # the kind of frame that belongs to it

    def __init_subclass__(cls, name: str = "", rule: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        if rule:
            cls.rule = rule
        if name:
            cls.name = name
        if "name" in vars(cls):
            cls.frame = _frame_of(cls)

    def begin(self, play: Play[Any, Any, Any], side: str) -> FrameType:
        """The frame with which the sequence of play starts this step."""
        return self.frame(side)  # type: ignore[return-value]  # a frame begins with its side


def _frame_of(step: type[Step[Any]]) -> type[Frame]:
    """The kind of frame that a step names in its bases; it is called after the step.

    A step that names a general frame has a kind of it made for itself.
    """
    for kind in step.__mro__:
        for base in getattr(kind, "__orig_bases__", ()):
            found = next((part for part in get_args(base) if isinstance(part, type) and issubclass(part, Frame)), None)
            if found is not None and "general" in vars(found):
                namespace = {"step": step.name, "__doc__": f"{step.__name__}: a side is at this step."}
                made: Any = msgspec.defstruct(
                    f"{step.__name__}Of", [], bases=(found,), frozen=True, namespace=namespace, module=step.__module__
                )
                kind_of_frame: type[Frame] = made
                return kind_of_frame
            if found is not None:
                if "step" not in vars(found):
                    found.step = step.name
                return found
    return Frame


class Automatic(Step[FrameType]):
    """A step without a question."""

    automatic = True

    def run(self, play: Play[Any, Any, Any], frame: FrameType) -> None:
        """Do the work. The step's frame has been popped already; push it again to come back."""
        raise NotImplementedError(self.name)


def automatic(
    name: str, rule: str = "", kind: type[Frame] = OfSide
) -> Callable[[Callable[[Any, Any], None]], type[Automatic[Any]]]:
    """Make a function of play and side the step of this name: it asks nothing, and needs to know only whose it is.

    With another kind of frame it is a function of play and frame.

    >>> @automatic("dusk", "4.1")
    ... def dusk(play, side):
    ...     print(f"the {side} go to sleep")
    >>> dusk.name, dusk.rule, dusk().run(None, dusk.frame("greys"))
    the greys go to sleep
    ('dusk', '4.1', None)
    """

    def made(function: Callable[[Any, Any], None]) -> type[Automatic[Any]]:
        def run(self: Any, play: Any, frame: Any) -> None:
            function(play, frame.side if kind is OfSide else frame)

        body = {"__module__": function.__module__, "__doc__": function.__doc__, "run": run}
        called = function.__name__.title().replace("_", "")
        bases, more = (Automatic[kind],), {"name": name, "rule": rule}  # type: ignore[valid-type]
        return new_class(called, bases, more, lambda space: space.update(body))

    return made


class Row(NamedTuple):
    """One line of a sequence of play, in the book's order.

    `when(look)` says whether the line applies this time; None means always.
    """

    name: str
    side: str
    step: str
    rule: str
    when: Callable[[Any], bool] | None = None


class Sequencing(Frame, frozen=True):
    """Where the game is in a table of rows: the table's name and the row that runs now."""

    step: ClassVar[str] = "sequence"
    table: str
    row: str = ""


class SequenceOfPlay(Automatic[Sequencing]):
    """Goes through a table of rows and starts the step of each row that applies; then it is done."""

    name = "sequence"

    def run(self, play: Play[Any, Any, Any], frame: Sequencing) -> None:
        look = play.game.look(play.position)
        for row in _rows_after(play.game, frame.table, frame.row):
            if row.when is None or row.when(look):
                play.push(Sequencing(frame.table, row.name))
                play.start(row.step, row.side)
                return


@pure(256)
def _rows_after(game: Any, table: str, name: str) -> tuple[Row, ...]:
    """The rows of a table that come after one, or all of them."""
    rows: tuple[Row, ...] = game.rules.sequence[table]
    start = next((number for number, row in enumerate(rows, 1) if row.name == name), len(rows)) if name else 0
    return rows[start:]
