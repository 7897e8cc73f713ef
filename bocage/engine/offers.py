"""Offers: what a question lets a side choose, on which conditions, and what is done with the thing chosen.

An offer is a method of a question. It yields its conditions in the book's order, each a set, its case and the referee's
sentence for whatever is not in the set:

    @offer("refit", UNITS, "7.3.C")
    def refit(self, look, frame):
        yield look.game.side_units[frame.side], "7.3.C", "{it} is not yours"
        yield look.position.on_board, "7.3.D", "{it} is not on the map"

    @refit.does
    def _(self, play, frame, unit):
        play.position.refit |= 1 << unit

The list of legal actions is the intersection of the sets; the reason against a thing is the first condition that lacks
it. Both walk the same generator, so a rule is one line and stands once. The list leaves it as soon as nothing is left
to choose, so what is dear to find out stands last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from bocage.engine.actions import Action
from bocage.engine.conditions import Conditions, refusal
from bocage.engine.errors import Refusal
from bocage.engine.events import Telling
from bocage.engine.looks import doubting
from bocage.engine.position import Position
from bocage.engine.steps import FrameType, Prompt, Step

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.play import Play

# What a verb can be about: the names of a game's domains.
NUMBERS, PLAIN = "numbers", "plain"  # besides UNITS and HEXES, which events know too

Case = str | Callable[[Any, Any], str]  # a case, or how it follows from look and frame
Words = str | Callable[[Any, Any], str]
When = Callable[[Any, Any], bool]
Among = Callable[[Any, str], int]  # look and side -> units
Done = Callable[[Any, Any, Any, int], None]


class Choice:
    """What `@offer` makes of a method: a verb, the case that allows it, its conditions, and what is done."""

    __slots__ = ("_done", "among", "conditions", "label", "rule", "takes", "verb", "when", "words")

    _done: Done | None

    def __init__(
        self,
        verb: str,
        takes: str,
        rule: Case,
        label: Words,
        words: Words,
        when: When | None,
        conditions: Callable[..., Conditions],
        among: Among | None = None,
    ) -> None:
        self.verb = verb
        self.takes = takes
        self.rule = rule
        self.label = label  # on its button; empty: the verb's own
        self.words = words  # what it means, for a list of answers
        self.when = when  # is it part of the question at all, as the frame stands?
        self.conditions = conditions
        self.among = among  # without one of these units in hand some condition is not met: the list need not ask
        self._done = _take_up if verb == "pick" else _go_on if takes == PLAIN else None

    def does(self, done: Done) -> Done:
        """Say what happens to the thing chosen: `done(step, play, frame, index)`."""
        self._done = done
        return done

    def sets(self, field: str = "", **values: Any) -> None:
        """Say that the question goes on with another frame: a field is what was chosen, others have these values."""

        @self.does
        def _(step: Any, play: Any, frame: Any, index: int) -> None:
            play.swap(replace(frame, **({field: index} if field else {}), **values))

    def adds(self, field: str) -> None:
        """Say that the question goes on, and that what was chosen joins the set in a field of its frame."""

        @self.does
        def _(step: Any, play: Any, frame: Any, index: int) -> None:
            play.swap(replace(frame, **{field: getattr(frame, field) | 1 << index}))

    def marks(self, field: str, told: Telling, **more: Any) -> None:
        """Say that what was chosen joins a set of the position, and that this is told."""

        @self.does
        def _(step: Any, play: Any, frame: Any, index: int) -> None:
            setattr(play.position, field, getattr(play.position, field) | 1 << index)
            told(play, index, **more)

    def unmarks(self, field: str, told: Telling, **more: Any) -> None:
        """Say that what was chosen leaves a set of the position, and that this is told."""

        @self.does
        def _(step: Any, play: Any, frame: Any, index: int) -> None:
            setattr(play.position, field, getattr(play.position, field) & ~(1 << index))
            told(play, index, **more)

    def against(self, step: Any, look: Any, frame: Any, index: int, name: str, **more: Any) -> Refusal | None:
        """The first condition that lacks a thing, as the referee's reason.

        `name` is what the player calls the thing; `more` are words that the conditions know beside look and frame.
        """
        return refusal(self.conditions(step, look, frame, **more), index, name)

    def allowed(self, step: Any, look: Any, frame: Any) -> int:
        """The set of things that meet every condition."""
        members: int = look.game.actions.every[self.verb]
        for condition in self.conditions(step, look, frame):
            members &= condition[0]
            if not members:
                break
        return members

    def carry_out(self, step: Any, play: Any, frame: Any, index: int) -> None:
        """Do it."""
        assert self._done is not None, f"nobody says what '{self.verb}' does"
        self._done(step, play, frame, index)


def offer(
    verb: str,
    takes: str,
    rule: Case,
    label: Words = "",
    words: Words = "",
    when: When | None = None,
    among: Among | None = None,
) -> Callable[[Callable[..., Conditions]], Choice]:
    """Make a method, which yields conditions, an offer of its question.

    Without a case of its own it stands on that of the question. Unless `does` says otherwise, `pick` takes a unit in
    hand, and whatever is about nothing in particular ends the question. `among(look, side)` are the units for which it
    can be open at all: they are found once for a position, and the list asks about no others. It follows from the
    conditions, and lies beside them for the sake of speed alone.
    """
    return lambda conditions: Choice(verb, takes, rule, label, words, when, conditions, among)


def _take_up(step: Any, play: Any, frame: Any, unit: int) -> None:
    play.swap(replace(frame, hand=unit))


def _go_on(step: Any, play: Any, frame: Any, index: int) -> None:
    play.pop()


def offered(
    verb: str,
    takes: str,
    rule: Case,
    conditions: Callable[[Any, Any], Conditions],
    done: Callable[[Any, Any, int], None],
    *,
    words: Words = "",
    when: When | None = None,
    among: Among | None = None,
) -> Choice:
    """An offer whose `conditions(look, frame)`, and what is `done(play, frame, index)`, stand elsewhere."""
    made = Choice(verb, takes, rule, "", words, when, lambda step, look, frame: conditions(look, frame), among)
    made.does(lambda step, play, frame, index: done(play, frame, index))
    return made


def _no_condition(step: Any, look: Any, frame: Any) -> Conditions:
    return iter(())


def going_on(
    rule: Case,
    label: Words = "",
    words: Words = "",
    when: When | None = None,
    verb: str = "end",
    then: Callable[[Any], None] | None = None,
) -> Choice:
    """An answer that may always be given and, unless `does` says otherwise, ends the question; then comes `then`."""
    made = Choice(verb, PLAIN, rule, label, words, when, _no_condition)
    if then is not None:

        @made.does
        def _(step: Any, play: Any, frame: Any, index: int) -> None:
            play.pop()
            then(play)

    return made


def collected(kind: type) -> tuple[Choice, ...]:
    """The offers of a class, in the order in which they stand; a class that is built on another may replace some."""
    found: dict[str, Choice] = {}
    for base in reversed(kind.__mro__):
        found.update((name, item) for name, item in vars(base).items() if isinstance(item, Choice))
    return tuple(found.values())


Asked = tuple[str, When | None, Callable[..., Conditions] | None]


class Question(Step[FrameType]):
    """A step that asks one side; its offers are its methods."""

    points_at: ClassVar[str] = ""  # the field of the frame with the node that the question is about
    asks: ClassVar[str] = ""  # the question in one sentence, if it is always the same
    kept: ClassVar[bool] = False  # is it always asked, even if there is only one answer?
    passes: ClassVar[str] = ""  # of a window, which is asked even of an empty hand: the verb that lets it pass
    menu: ClassVar[tuple[Choice, ...]] = ()
    _asked: ClassVar[tuple[Asked, ...]] = ()  # what `ask` needs
    _choosy: ClassVar[bool] = False  # is some offer open to some units in hand alone?
    _only: ClassVar[dict[str, Choice]] = {}  # verb -> its offer, of verbs that have but one

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.menu = collected(cls)
        cls._asked = tuple(
            (choice.verb, choice.when, None if choice.conditions is _no_condition else choice.conditions)
            for choice in cls.menu
        )
        cls._choosy = any(choice.among for choice in cls.menu)
        verbs = [choice.verb for choice in cls.menu]
        cls._only = {choice.verb: choice for choice in cls.menu if verbs.count(choice.verb) == 1}

    # What a step says

    def decider(self, look: Any, frame: Any) -> str:
        """The side that decides; by default the frame's own."""
        side: str = frame.side
        return side

    def keep(self, look: Any, frame: Any) -> bool:
        """Ask even if there is only one answer (so that undo stays open, or no secret is betrayed)?"""
        return self.kept

    def case(self, look: Any, frame: Any) -> str:
        """The case under which the side decides: the step's, or the one that its frame names."""
        return self.rule or getattr(frame, "rule", "")

    def text(self, look: Any, frame: Any) -> str:
        """The question in one sentence."""
        if not self.asks:
            raise NotImplementedError(self.name)
        return self.asks

    def warnings(self, look: Any, frame: Any) -> list[str]:
        """What to tell the side before it goes on."""
        return []

    def hand(self, look: Any, frame: Any) -> int:
        """The units that are about to move, to fight or to be placed, as a set; shown in hand on the table."""
        return 0

    def focus(self, look: Any, frame: Any) -> int:
        """The node that the question is about, or -1."""
        return getattr(frame, self.points_at) if self.points_at else -1

    def not_now(self, look: Any, frame: Any, verb: str) -> tuple[str, str] | None:
        """A closer case and reason why a verb is not part of the question as it stands, if there is one."""
        return None

    # What the engine asks

    def offers_now(self, look: Any, frame: Any) -> list[Choice]:
        """The offers in the order in which the list shows them."""
        return [choice for choice in self.menu if choice.when is None or choice.when(look, frame)]

    def offer_of(self, look: Any, frame: Any, verb: str) -> Choice:
        """The offer of a verb."""
        for choice in self.menu:
            if choice.verb == verb and (choice.when is None or choice.when(look, frame)):
                return choice
        closer = self.not_now(look, frame, verb)
        if closer is not None:
            raise Refusal(*closer)
        # The question that is open comes first: its case is the reason.
        raise Refusal(self.case(look, frame), f"'{verb}' is not possible now: {self.text(look, frame)}")

    def rule_of(self, look: Any, frame: Any, verb: str) -> str:
        """The case that allows a verb."""
        return _said(self.offer_of(look, frame, verb).rule, look, frame) or self.case(look, frame)

    def label_of(self, look: Any, frame: Any, verb: str) -> str:
        """What stands on the button of a verb."""
        return _said(self.offer_of(look, frame, verb).label, look, frame)

    def words_of(self, look: Any, frame: Any, verb: str) -> str:
        """What an answer with this verb means, in a few words."""
        return _said(self.offer_of(look, frame, verb).words, look, frame)

    def ask(self, look: Any, frame: Any) -> dict[str, int]:
        """Verb -> its legal operands, for each verb that has some; in the order in which the list shows them."""
        every = look.game.actions.every
        sets: dict[str, int] = {}
        for verb, when, conditions in self._worth_asking(look, frame) if self._choosy else self._asked:
            if when is not None and not when(look, frame):
                continue
            members: int = every[verb]
            if conditions is None:
                sets[verb] = members
                continue
            for condition in conditions(self, look, frame):
                members &= condition[0]
                if not members:
                    break
            else:
                sets[verb] = members
        return sets

    def _worth_asking(self, look: Any, frame: Any) -> Iterable[Asked]:
        """The offers that can be open to the units in hand."""
        key = (self, frame.side)
        among = look.found.get(key)
        if among is None:
            among = look.found[key] = [
                (asked, choice.among and choice.among(look, frame.side))
                for asked, choice in zip(self._asked, self.menu, strict=True)
            ]
        hand = self.hand(look, frame)
        if doubting():
            for choice, (_, units) in zip(self.menu, among, strict=True):
                shut = units is not None and not units & hand and (choice.when is None or choice.when(look, frame))
                assert not (shut and choice.allowed(self, look, frame)), f"{choice.verb} is open to others as well"
        return [asked for asked, units in among if units is None or units & hand]

    def answer(self, play: Play[Any, Any, Any], frame: FrameType, action: Action) -> None:
        """Do what the action says. The frame stays on the stack until the step pops or swaps it."""
        choice = self._only.get(action.verb)
        if choice is None:
            look = play.game.look(play.position)  # the first look of the hand is for what is done
            choice = self.offer_of(look, frame, action.verb)
        choice.carry_out(self, play, frame, action.index)

    def take(self, play: Play[Any, Any, Any], frame: FrameType, side: str, action: Action) -> None:
        """Take a side's answer; only questions that are open to both sides care who gives it."""
        self.answer(play, frame, action)

    def why_not(self, look: Any, frame: Any, action: Action) -> Refusal | None:
        """The referee's reason against an action, or None if it is legal."""
        try:
            choice = self.offer_of(look, frame, action.verb)
        except Refusal as refused:
            return refused
        return choice.against(self, look, frame, action.index, look.game.called(action.operand) or action.verb)

    def prompts(self, game: Game[Any], position: Position, frame: FrameType) -> dict[str, Prompt]:
        """Side -> prompt, each computed from what that side may know."""
        if game.secretive:
            side = self.decider(game.look(position), frame)
            position = game.seen(position, side)
            frame = position.frames[-1]  # type: ignore[assignment]
            look = game.asked(position)
        else:
            look = game.asked(position)
            side = self.decider(look, frame)
        return {side: Prompt(self, look, frame, side, self.keep(look, frame))}


def _said(words: Words, look: Any, frame: Any) -> str:
    return words if isinstance(words, str) else words(look, frame)
