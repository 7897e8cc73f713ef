"""What a game contributes to its bots: what is worth holding, what threatens it, how a position stands.

Everything else (choosing the best at once, following a plan, searching) is the same for every game. A game's judgement
is found by name: the module `bot/judgement.py` of a game's package makes one with `judge(game)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from bocage import shelf
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.engine.game import Game


class Style(NamedTuple):
    """A way to play: its name, a few words that follow "I", and numbers that the game's planner reads.

    >>> Style("bold", "press the attack", {"good_enough": 0.1}).get("good_enough", 0.25)
    0.1
    """

    name: str
    words: str
    numbers: Mapping[str, float] = {}

    def get(self, name: str, usual: float) -> float:
        """A number of this style, or the usual one."""
        return self.numbers.get(name, usual)

    def on(self, style: Style) -> Style:
        """This way to play on top of another one: where both name a number, this one counts.

        >>> Style("bold", "", {"danger": 0.5}).on(Style("firm", "", {"danger": 1.0, "guard": 2.0})).numbers
        {'danger': 0.5, 'guard': 2.0}
        """
        return self._replace(numbers={**style.numbers, **self.numbers})


class Candidate(NamedTuple):
    """Something that the search may examine: an action to take now, a style to play in from now on, or both."""

    name: str
    words: str  # what it means, to follow "I"
    action: Action | None = None
    style: Style | None = None


class Effort(NamedTuple):
    """How playouts are spent and weighed; a judgement that has a method `effort(seat)` tells its own way."""

    first: int = 4  # samples of each candidate before any is dropped
    sure: float = 1.0  # standard errors by which something must be better than the planner's own choice
    doubt: float = 0.0  # by how much the standings of two positions may be wrong, however often one looks
    enough: float = 0.0  # standard errors between the last two candidates at which no more is tried; 0: never
    strict: bool = False  # is no sample begun for which, going by those before, too little is left?
    in_step: bool = False  # do the dice begin anew with each phase, so that what one side rolls leaves the next alone?
    first_look: int = 0  # the end of a player-turn at which a playout is first judged; 0: at its horizon only
    share: float = 1.0  # of what is left for the player-turn; the rest is kept for its later turning points
    own: Mapping[str, Style] = {}  # side -> the style in which the searching side itself goes on in playouts


class Planner(Protocol):
    """Plays one side of one game by a plan, in one style."""

    style: Style

    def choose(self, seat: Seat) -> Action | None:
        """One of the listed actions, or None where the plan has no opinion."""
        ...

    def explain(self, seat: Seat, action: Action) -> str:
        """Why: target, odds and risk in one sentence, or an empty text where there is nothing to say."""
        ...


class Judgement(Protocol):
    """What is worth holding in one game, what threatens it, how a position stands.

    It may also have methods `effort`, `opening` and `meet`, which the functions below ask for.
    """

    styles: Sequence[Style]  # the usual one first
    pace: int  # answers a second that playouts of this game reach on an ordinary core
    playout: Style  # how both sides go on in playouts; may think less than the usual style, to be quick

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        """How good each action of the list is, looked at by itself: for the bot that never looks further."""
        ...

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action looks good by itself."""
        ...

    def planner(self, style: Style, dice: Random) -> Planner:
        """A planner that starts with an empty memory."""
        ...

    def standing(self, look: Any, side: str) -> float:
        """The share of victory that a side can expect, from 0 (lost) to 1 (won); a draw is a half."""
        ...

    def player_turn(self, position: Any) -> object:
        """What tells one player-turn from the next."""
        ...

    def horizon(self, seat: Seat) -> int:
        """How many ends of player-turns playouts from here go to: of what is left of one's own, of the answer, ..."""
        ...

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        """What deserves a search here, the planner's own choice first; empty where nothing does."""
        ...


def effort_of(judgement: Judgement, seat: Seat) -> Effort:
    """How a judgement wants its playouts spent here."""
    tell: Callable[[Seat], Effort] | None = getattr(judgement, "effort", None)
    return _USUAL_EFFORT if tell is None else tell(seat)


def opening_of(judgement: Judgement, position: Any, side: str, usual: Style) -> Style:
    """The style in which a search begins its player-turn: a judgement may know a better one than the planner's."""
    tell: Callable[[Any, str], Style] | None = getattr(judgement, "opening", None)
    return usual if tell is None else tell(position, side)


def meet(judgement: Judgement | None, seed: str | int) -> None:
    """Tell a judgement the seed of the bot that uses it: some of what it does shall differ from bot to bot."""
    tell: Callable[[str], None] | None = getattr(judgement, "meet", None)
    if tell is not None:
        tell(str(seed))


_USUAL_EFFORT = Effort()
UNTAUGHT = "teaches the bots nothing"  # the feature that a game without a judgement lacks


def judge(game: Game[Any]) -> Judgement | None:
    """A judgement for a game object (it may keep what it knows of board and options), or None for an untaught game."""
    if shelf.room(game.slug, "bot.judgement") is None:
        return None
    found: Judgement = shelf.brought(game.slug, "bot.judgement", "judge", UNTAUGHT)(game)
    return found


def taught(game: Game[Any]) -> Judgement:
    """The same for what cannot be done without one: an untaught game is refused."""
    shelf.needed(game.slug, "bot.judgement", UNTAUGHT)
    found = judge(game)
    assert found is not None
    return found
