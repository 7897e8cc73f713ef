"""All that a side can get out of a match of Festung Europa: from the engine, the table, the terminal and bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

from bocage import Match, bots
from bocage.bots.seat import take
from bocage.engine.errors import BadInput, Refusal
from bocage.table import showing
from bocage.terminal.prompt import Menu
from bocage.terminal.screen import Screen
from bocage.terminal.session import Session
from tests import spying

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("hand",), ("piles",), ("log", "400"), ("units", "off"), ("zoc",), ("reasons", "40"), ("odds",),
)  # fmt: skip
BOTS = ("random", "greedy", "planner")


class Heard(Screen):
    """A screen that keeps what is printed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def line(self, text: str | Text = "", style: str = "") -> None:
        self.lines.append(str(text))

    def picture(self, lines: Any) -> None:
        self.lines += [line.plain for line in lines]

    def _print(self, line: str, style: str) -> None:
        self.lines.append(line)


def outsiders(eyes: str | None) -> tuple[str | None, ...]:
    """Who knows no more than a side: itself and whoever watches."""
    return (eyes, None) if eyes is not None else (None,)


def terminal(match: Match, eyes: str) -> list[str]:
    """What a side reads in the terminal: news, map and question, and the answers to its commands."""
    screen = Heard()
    session = Session(match, dict.fromkeys(match.game.sides), screen, Path("match.txt"))
    session._told[eyes] = max(0, match.moment - 30)
    session._tell_news(eyes)
    if eyes in match.prompts:
        menu = Menu(match.prompts[eyes], match.inquire(eyes), session.face)
        session._show_where(menu)
        session._show_question(menu)
        for command, *words in COMMANDS:
            try:
                session.commands.table[command](words, menu)
            except (BadInput, Refusal) as error:
                screen.line(str(error))
    return screen.lines


def page(match: Match, eyes: str | None, rng: random.Random) -> list[object]:
    """What a page gets for its questions: reasons for hexes and units, overlays, and chances."""
    game: Any = match.game
    got: list[object] = []
    for _ in range(3):
        label, unit = rng.choice(list(game.board.index)), rng.choice(game.unit_ids)
        got += [showing.why(match, eyes, hex=label), showing.why(match, eyes, unit=unit)]
        if eyes is not None:
            try:
                got.append(showing.odds(match, eyes, label))
            except (Refusal, BadInput) as error:
                got.append(str(error))
    overlay = rng.choice(("zones", "supply", "interdiction"))
    return [*got, showing.overlay(match, eyes, overlay)]


def thoughts(match: Match, eyes: str, name: str) -> list[str]:
    """What a bot in a side's seat does, and why."""
    bot = bots.make(name, "thoughts", clock=lambda: 0.0)
    action = bot.choose(take(match, eyes))
    return [str(action), bots.reason(bot)]


def everything(match: Match, eyes: str | None, asked: list[str], seed: str, dear: bool) -> bytes:
    """All of it now; what is dear to find out only if wanted."""
    rng = random.Random(seed)
    sides = outsiders(eyes)
    told = [spying.answers(match, eyes, sides, asked, page=False).decode()]
    got: list[object] = [showing.sheet(match, side) for side in sides]
    got += page(match, eyes, rng)
    if eyes is not None:  # refusals are told to whoever does not decide, too
        got += spying.refusals(match, [spying.any_action(match, rng) for _ in range(3)], eyes)
    if dear:
        got += [showing.lines(match, side, -1) for side in sides]
        if eyes is not None:
            got += [match.text(eyes), terminal(match, eyes)]
            if eyes in match.prompts:
                got.append(thoughts(match, eyes, rng.choice(BOTS)))
    return msgspec.json.encode([told, got], order="sorted")
