"""Forged actions: whatever is not on the list of a match is tried, and must be refused with nothing changed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match

Attempt = tuple[object, dict[str, Any]]  # what is played, and with which side and moment


class Forger:
    """Makes actions that are not on the list of a match that goes on."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match = match
        self.rng = rng
        self.earlier: list[Action] = []
        self.crafts: list[Callable[[], Attempt | None]] = [
            self.any_action, self.any_action, self.any_action, self.earlier_action, self.earlier_action,
            self.other_side, self.stale, self.stranger, self.noise, self.letters, self.misspelt, self.by_hand,
            self.by_hand_with_a_good_index, self.huge,
        ]  # fmt: skip

    def turn_page(self) -> None:
        """The match goes on by one legal action."""
        match = self.match
        self.earlier += self.rng.sample(match.prompt.actions, min(3, len(match.prompt.actions)))
        verbs = match.prompt.verbs()
        match.play(self.rng.choice(verbs[self.rng.choice(list(verbs))]))
        self.listed = {str(action) for action in match.prompt.actions} if match.outcome is None else set()

    def next(self) -> Attempt:
        """One forged attempt."""
        while True:
            attempt = self.rng.choice(self.crafts)()
            if attempt is not None:
                return attempt

    def legal(self) -> Action:
        return self.rng.choice(self.match.prompt.actions)

    def unlisted(self, text: object, **more: Any) -> Attempt | None:
        return None if isinstance(text, str) and " ".join(text.split()) in self.listed else (text, more)

    def any_text(self) -> str:
        verbs = self.match.game.actions.verbs
        verb = self.rng.choice(list(verbs))
        items = [item for item in verbs[self.rng.choice([verb, verb, "move", "pick"])].items if item]
        return f"{verb} {self.rng.choice(items)}" if items else verb

    def any_action(self) -> Attempt | None:
        return self.unlisted(self.any_text())

    def earlier_action(self) -> Attempt | None:
        if not self.earlier:
            return None
        action = self.rng.choice(self.earlier)
        return None if str(action) in self.listed else (action, {})

    def other_side(self) -> Attempt | None:
        other = next(side for side in self.match.game.sides if side != self.match.prompt.side)
        action, asked = self.legal(), self.match.prompts.get(other)  # some questions are open to both sides
        return None if asked is not None and action in asked.actions else (action, {"side": other})

    def stale(self) -> Attempt:
        moment = self.match.moment
        return self.legal(), {"at": self.rng.choice([moment - 1, moment + 1, 0, -1, 10**9, "now", 0.5])}

    def stranger(self) -> Attempt:
        return str(self.legal()), {"side": self.rng.choice(["", "Allied", "both", 7, ["allied"], b"german"])}

    def noise(self) -> Attempt:
        things: list[object] = [None, 7, -1, 1.5, True, (), ("move", "2114"), [str(self.legal())], {}, object(), Action]
        return self.rng.choice(things), {}

    def letters(self) -> Attempt | None:
        length = self.rng.randrange(1, 60)
        blob = self.rng.randbytes(length)
        if self.rng.random() < 0.3:
            return blob, {}
        return self.unlisted(blob.decode(self.rng.choice(["latin-1", "utf-16"]), "replace"))

    def misspelt(self) -> Attempt | None:
        text = str(self.legal())
        verb, _, operand = text.partition(" ")
        wrong = [
            text.upper(), text.title(), f"{text} {text}", verb + operand, f"{text};", f"{text}\x00", f"'{text}'",
            f"{verb}\u200b {operand}", f"{operand} {verb}", f"{verb} {operand}0", f"{verb} -{operand}",
        ]  # fmt: skip
        return self.unlisted(self.rng.choice(wrong))

    def by_hand(self) -> Attempt | None:
        verb, _, operand = self.any_text().partition(" ")
        if f"{verb} {operand}".strip() in self.listed:
            return None
        return Action(verb, operand, self.rng.randrange(-5, 900)), {}

    def by_hand_with_a_good_index(self) -> Attempt | None:
        good = self.legal()
        other = self.any_text().partition(" ")[2]
        if f"{good.verb} {other}".strip() in self.listed:
            return None
        return Action(good.verb, other, good.index), {}

    def huge(self) -> Attempt:
        text = str(self.legal())
        return self.rng.choice([text + " " + "x" * 10_000, "9" * 100_000, text + " " * 200 + "1", "\n" * 500]), {}


def forge(rng: random.Random, attempts: int, start: Callable[[int], Match]) -> Counter[str]:
    """Play random games with forged actions between the legal ones; how they were turned down."""
    answers: Counter[str] = Counter()
    while answers.total() < attempts:
        match = start(answers.total())
        forger = Forger(match, rng)
        while match.outcome is None and answers.total() < attempts:
            for _ in range(rng.randrange(1, 12)):
                forger.turn_page()
                if match.outcome is not None:
                    break
            else:
                answers += turned_down(match, forger)
    return answers


def turned_down(match: Match, forger: Forger, attempts: int = 20) -> Counter[str]:
    """Try forged actions where the match stands."""
    answers: Counter[str] = Counter()
    before, moment, undoable = match.position_hash, match.moment, match.undoable
    for _ in range(attempts):
        attempt, more = forger.next()
        with pytest.raises((Refusal, BadInput)) as answer:
            match.play(attempt, **more)
        answers[answer.typename] += 1
        assert 0 < len(str(answer.value)) < 500
        assert match.moment == moment, f"{match.seed}, moment {moment}: {attempt!r} with {more} was carried out"
    assert match.position_hash == before
    assert match.undoable == undoable
    return answers


def of_both_kinds(answers: Counter[str], attempts: int) -> None:
    """So many were turned down, by the rules and as no actions at all."""
    assert answers.total() >= attempts
    assert min(answers["Refusal"], answers["BadInput"]) > attempts // 10, "both kinds were tried"


def all_turned_down_after_the_end(match: Match) -> None:
    """When somebody has conceded, nothing that was legal before is carried out."""
    legal = [*match.prompt.actions]
    match.concede(match.game.sides[-1])
    before = match.position_hash
    for action in legal:
        with pytest.raises(Refusal, match="over"):
            match.play(action)
    assert match.position_hash == before
