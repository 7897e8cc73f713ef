"""The end of a game is told once, and stays what it was."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bocage.parts.ending import Ending
from bocage.rules import Outcome, event

WON = event("won", "9.0", "{who} win: {level}.", who="side", level="word")
DRAWN = event("drawn", "9.0", "Nobody wins.")


def hand() -> tuple[Any, list[tuple[object, ...]]]:
    told: list[tuple[object, ...]] = []
    position = SimpleNamespace(outcome=None)
    return SimpleNamespace(position=position, tell=lambda *line, eyes=None: told.append(line)), told


def test_what_comes_first_wins() -> None:
    play, told = hand()
    win = Ending(WON, DRAWN)
    win(play, "blue", "victory", "9.1")
    win(play, "grey", "surrender", "9.2")
    win(play, "", "draw", "9.3")
    assert play.position.outcome == Outcome("blue", "victory", "9.1")
    assert told == [("won", "9.1", "blue", "victory")]


def test_a_draw_is_told_where_the_game_has_words_for_it() -> None:
    for drawn, lines in ((DRAWN, [("drawn", "9.3")]), (None, [])):
        play, told = hand()
        Ending(WON, drawn)(play, "", "draw", "9.3")
        assert play.position.outcome == Outcome("", "draw", "9.3")
        assert told == lines
