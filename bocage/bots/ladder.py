"""The ladder: bots that play every game, weakest first. What they know of a game is that game's judgement.

`random` takes anything that is legal. `greedy` takes what looks best at once. `planner` follows a plan. `search` tries
the planner's candidates out in its head before it chooses one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bocage.bots.judgement import Judgement, Planner, judge, meet, opening_of
from bocage.bots.search import Thinking, think
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

Clock = Callable[[], float]

PLANNER_SECONDS = 1.0  # the most that a player-turn may take
SEARCH_SECONDS = 5.0


class RandomBot:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: str | int) -> None:
        self._dice = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """One of the listed actions."""
        return self._dice.choice(seat.prompt.actions)

    def explain(self) -> str:
        """There is never a reason."""
        return "I take any legal action."


class _Learned:
    """What the bots with a judgement share: they learn a game when they first see it."""

    def __init__(self, seed: str | int) -> None:
        self._seed = seed
        self._dice = Random(seed)
        self._game: object = None
        self._judgement: Judgement | None = None
        self._last: tuple[Seat, Action] | None = None

    def choose(self, seat: Seat) -> Action:
        """One of the listed actions."""
        prompt = seat.prompt
        game = seat.look.game
        if game is not self._game:
            self._game = game
            self._judgement = judge(game)
            meet(self._judgement, self._seed)
            self._meet(self._judgement)
        choice: Action | None = None
        if prompt.forced:
            choice = prompt.actions[0]
        elif self._judgement is not None:
            choice = self._choose(self._judgement, seat)
        if choice is None:
            choice = self._dice.choice(prompt.actions)
        self._last = (seat, choice)
        return choice

    def explain(self) -> str:
        """Why the last action was chosen, in one sentence; empty where there was nothing to weigh."""
        if self._last is None or self._last[0].prompt.forced:
            return ""
        seat, action = self._last
        if self._judgement is None:
            return f"I take any legal action: {seat.look.game.title} brings no bot/judgement.py to teach me better."
        return self._explain(self._judgement, seat, action)

    def _meet(self, judgement: Judgement | None) -> None:
        """A new game begins."""

    def _choose(self, judgement: Judgement, seat: Seat) -> Action | None:
        raise NotImplementedError

    def _explain(self, judgement: Judgement, seat: Seat, action: Action) -> str:
        return judgement.explain(seat, action)


class GreedyBot(_Learned):
    """Always what looks best at once, by exact odds; it never looks further than the action itself.

    So that it does not take a unit up and lay it down for ever, it does nothing twice at the same point of a phase.
    """

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._phase: object = None
        self._done: set[tuple[str, Action]] = set()

    def _choose(self, judgement: Judgement, seat: Seat) -> Action | None:
        position = seat.look.position
        phase = (position.turn, position.epoch, position.rolls, seat.phase)
        if phase != self._phase:
            self._phase = phase
            self._done.clear()
        point = repr(seat.prompt.frame)
        fresh = [action for action in seat.prompt.actions if (point, action) not in self._done]
        # The first of the best, so that equal views get equal moves.
        choice = max(fresh or seat.prompt.actions, key=judgement.worth(seat))
        self._done.add((point, choice))
        return choice


class PlannerBot(_Learned):
    """Follows a plan for the player-turn. With a clock it falls back on what looks best at once when time runs out."""

    def __init__(self, seed: str | int, seconds: float = PLANNER_SECONDS, clock: Clock | None = None) -> None:
        super().__init__(seed)
        self._planner: Planner | None = None
        self._watch = Watch(seconds, clock)

    def _meet(self, judgement: Judgement | None) -> None:
        self._planner = None if judgement is None else judgement.planner(judgement.styles[0], self._dice)

    def _choose(self, judgement: Judgement, seat: Seat) -> Action | None:
        assert self._planner is not None
        with self._watch.turn(judgement.player_turn(seat.look.position)) as watch:
            if watch.left <= 0:
                return max(seat.prompt.actions, key=judgement.worth(seat))
            return self._planner.choose(seat)

    def _explain(self, judgement: Judgement, seat: Seat, action: Action) -> str:
        assert self._planner is not None
        return self._planner.explain(seat, action)


class SearchBot(_Learned):
    """The planner's candidates, each tried out in playouts on re-dealt secrets with dice of its own.

    How much it thinks is counted in answers of playouts, so that a seed gives the same game everywhere; a clock only
    stops it on a machine that is slower than the pace which its judgement names.
    """

    def __init__(self, seed: str | int, seconds: float = SEARCH_SECONDS, clock: Clock | None = None) -> None:
        super().__init__(seed)
        self._seconds = seconds
        self._planner: Planner | None = None
        self._turn: object = None
        self._left = 0
        self._thoughts = 0
        self._found: Thinking | None = None
        self._watch = Watch(seconds, clock)

    def _meet(self, judgement: Judgement | None) -> None:
        self._planner = None if judgement is None else judgement.planner(judgement.styles[0], self._dice)
        self._turn = None

    def _choose(self, judgement: Judgement, seat: Seat) -> Action | None:
        assert self._planner is not None
        turn = judgement.player_turn(seat.look.position)
        self._found = None
        if turn != self._turn:
            self._turn = turn
            self._left = int(self._seconds * judgement.pace)
            usual = opening_of(judgement, seat.look.position, seat.side, judgement.styles[0])
            if self._planner.style is not usual:
                self._planner = judgement.planner(usual, self._dice)
        with self._watch.turn(turn) as watch:
            candidates = judgement.candidates(seat, self._planner.style) if self._left > 0 else ()
            if len(candidates) > 1 and watch.left > 0:
                self._thoughts += 1
                self._found = think(
                    judgement, seat, candidates, self._left, f"{self._seed}/{self._thoughts}", lambda: watch.left <= 0
                )
                self._left -= self._found.answers
                best = self._found.best
                if best.style is not None and best.style is not self._planner.style:
                    self._planner = judgement.planner(best.style, self._dice)
                if best.action is not None:
                    return best.action
            return self._planner.choose(seat)

    def _explain(self, judgement: Judgement, seat: Seat, action: Action) -> str:
        assert self._planner is not None
        reason = self._planner.explain(seat, action)
        return reason if self._found is None else f"{self._found.sentence()} {reason}".strip()


class Watch:
    """The time that a bot has used in the player-turn it is in. Without a clock there is always time left.

    >>> ticks = iter([0.0, 0.7, 0.7, 1.1, 2.0, 2.1])
    >>> watch = Watch(1.0, lambda: next(ticks))
    >>> with watch.turn("one"): pass
    >>> with watch.turn("one"): pass
    >>> round(watch.spent, 1)
    1.1
    >>> with watch.turn("two"): pass
    >>> round(watch.spent, 1)
    0.1
    """

    def __init__(self, seconds: float, clock: Clock | None) -> None:
        self._seconds = seconds
        self._clock = clock
        self._turn: object = None
        self._began = 0.0
        self.spent = 0.0

    def turn(self, turn: object) -> Watch:
        """Go on counting in this player-turn."""
        if turn != self._turn:
            self._turn = turn
            self.spent = 0.0
        return self

    @property
    def left(self) -> float:
        """Seconds that are left, with those since the bot was asked taken off."""
        if self._clock is None:
            return self._seconds
        return self._seconds - self.spent - (self._clock() - self._began)

    def __enter__(self) -> Watch:
        if self._clock is not None:
            self._began = self._clock()
        return self

    def __exit__(self, *trouble: Any) -> None:
        if self._clock is not None:
            self.spent += self._clock() - self._began
