"""An observer of a match: he sees everything, says nothing, and sums up what the lab wants to know of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.events import Event
from bocage.engine.matches.match import Entry, Match
from bocage.engine.steps import Prompt
from bocage.lab.notes import notes_of
from bocage.lab.running.records import Dice, Turn


class Observer:
    """Follows a match from its start; tell it every entry right after it was played, and the action right before.

    >>> import bocage
    >>> from bocage.bots import answer, make
    >>> match = bocage.new_match("roundup", seed="utah")
    >>> observer, bot = Observer(match), make("random", seed="utah")
    >>> while match.position.turn < 3:
    ...     observer.after(answer(match, bot))
    >>> [turn.turn for turn in observer.result()["history"]]
    [1, 2]
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._notes = notes_of(match.game)
        self._history: list[Turn] = []
        self._losses: dict[str, dict[str, Counter[str]]] = {}
        self._dice = {side: [0, 0, 0.0, 0.0] for side in match.game.sides}
        self._rules: Counter[str] = Counter()
        self._moments: dict[str, int] = {}
        self._turn: int = match.position.turn
        self._closed = False
        self._units = match.position.units.copy()
        self._see(match.opening.events, self._turn)
        self._count_questions()

    def before(self, prompt: Prompt, action: Action) -> None:
        """An action is about to be played: the case that allows it is at work, whatever the log will say."""
        case = prompt.rule_of(action)
        if case != prompt.rule:
            self._rules[case] += 1

    def after(self, entry: Entry) -> None:
        """An entry was played."""
        position = self._match.position
        if entry.events:
            self._see(entry.events, self._turn)
        self._units = position.units.copy()
        self._count_questions()
        if position.turn != self._turn or (position.outcome is not None and not self._closed):
            self._end_turn()

    def result(self) -> dict[str, Any]:
        """The fields of a `Record` that need an observer."""
        return {
            "history": list(self._history),
            "losses": {
                side: {nation: dict(sorted(kinds.items())) for nation, kinds in sorted(nations.items())}
                for side, nations in sorted(self._losses.items())
            },
            "dice": {
                side: Dice(int(rolls), int(pips), round(luck, 6), round(variance, 6))
                for side, (rolls, pips, luck, variance) in self._dice.items()
            },
            "rules": dict(sorted(self._rules.items())),
            "key_moments": dict(self._moments),
        }

    def _count_questions(self) -> None:
        for prompt in self._match.prompts.values():
            self._rules[prompt.rule] += 1

    def _see(self, events: Sequence[Event], turn: int) -> None:
        notes, rules = self._notes, self._rules
        hurt: Counter[int] = Counter()  # steps lost within this entry
        for event in events:
            if event.rule:
                rules[event.rule] += 1
            for case in notes.cases(event):
                rules[case] += 1
            for unit, gone in notes.losses(event):
                self._lose(unit, gone, hurt)
            for roll in notes.rolls(event):
                sums = self._dice[roll.side]
                sums[0] += 1
                sums[1] += roll.pips
                sums[2] += roll.luck
                sums[3] += roll.variance
            moment = notes.moments(event)
            if moment:
                self._moments.setdefault(moment, turn)

    def _lose(self, unit: int, gone: bool, hurt: Counter[int]) -> None:
        # A unit can be removed with all its steps at once; how many it had is what the entry before left it.
        steps = max(1, self._units[unit].steps - hurt[unit]) if gone else 1
        hurt[unit] += steps
        side, nation, kind = self._notes.owner(unit)
        self._losses.setdefault(side, {}).setdefault(nation, Counter())[kind] += steps

    def _end_turn(self) -> None:
        game, position = self._match.game, self._match.position
        look = game.look(position)
        notes, turn = self._notes, self._turn
        for moment in notes.standing_moments(look):
            self._moments.setdefault(moment, turn)
        self._history.append(
            Turn(
                turn,
                {name: float(figure) for name, figure in notes.figures(look).items()},
                {side: f"{hexes:x}" for side, hexes in notes.control(look).items()},
                {side: f"{hexes:x}" for side, hexes in notes.units(look).items()},
            )
        )
        self._turn = position.turn
        self._closed = position.outcome is not None
