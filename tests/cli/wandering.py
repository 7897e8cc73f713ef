"""Somebody at the terminal who answers anything that is allowed, and asks about everything."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.terminal.screen import Screen
from bocage.terminal.session import Session

QUESTIONS = (
    "map", "map all", "zoc", "units off", "units", "log 3", "odds", "help", "places", "hex {label}", "supply {label}",
    "why {label}", "why {unit}", "map {label}", "cost {label}", "advice", "reasons 3",
)  # fmt: skip


class Wanderer(Screen):
    """Answers so many times; sometimes, with this chance, it asks a question instead."""

    def __init__(
        self, seed: str, answers: int, curious: float, last: str, liked: Callable[[list[Action]], list[Action]]
    ) -> None:
        """One more question, which is last among them, and those of the legal actions that it chooses from."""
        self.interactive = False
        self.console = Console(file=io.StringIO(), highlight=False, width=100)
        self.session: Any = None
        self.left = answers
        self._chance = random.Random(seed)
        self._curious = curious
        self._questions = (*QUESTIONS, last)
        self._liked = liked

    def ask(self, prompt: str) -> str:
        if not self.left:
            raise EOFError
        self.left -= 1
        if "press Enter" in prompt:
            return ""
        game = self.session.match.game
        if self._chance.random() < self._curious:
            label, unit = self._chance.choice(list(game.board.index)), self._chance.choice(game.unit_ids)
            return self._chance.choice(self._questions).format(label=label, unit=unit)
        actions = self.session.match.prompts[prompt.partition(">")[0]].actions
        return str(self._chance.choice(self._liked(actions)))

    def wander(self, match: Match, file: Path) -> None:
        """Play for both sides until there are no answers left; all that was shown could be told."""
        answers = self.left
        self.session = Session(match, {"allied": None, "german": None}, self, file)
        self.session._keep = lambda: None
        with pytest.raises(EOFError):
            self.session.run()
        assert match.moment > answers / 2
        out = self.console.file
        assert isinstance(out, io.StringIO)
        assert "{}" not in out.getvalue()
