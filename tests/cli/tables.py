"""Matches for the tests of the command line: their dice are written down, so no bot or engine can surprise them."""

from __future__ import annotations

from pathlib import Path

import bocage
from bocage.engine.matches.match import Match
from bocage.shelf import make_game


def new_game(tmp_path: Path, *dice: int, **options: object) -> str:
    """The file of a match from the start with these dice first, then only ones (which every draw allows)."""
    match = Match(make_game("roundup", "campaign", options), tape=[*dice, *[1] * 600])
    return kept(tmp_path / "start.bocage", match)


def position(tmp_path: Path, *, dice: str = "", **arrangement: object) -> str:
    """The file of a match that begins in the middle."""
    match = bocage.position("roundup", dice=f"{dice} {'1 ' * 300}".strip(), **arrangement)  # type: ignore[arg-type]
    return kept(tmp_path / "position.bocage", match)


def kept(path: Path, match: Match) -> str:
    """Write a match to a file and name it."""
    path.write_text(match.text(), encoding="utf-8")
    return str(path)


def in_order(text: str, *phrases: str) -> None:
    """Each phrase comes after the one before it."""
    place = 0
    for phrase in phrases:
        found = text.find(phrase, place)
        assert found >= 0, f"{phrase!r} is missing after:\n{text[:place][-600:]}\n----\n{text[place:][:1500]}"
        place = found + len(phrase)


LANDING = [
    "us-beachhead 1309", "us-b 1410", "uk-beachhead 2624", "uk-b 3424", "end", "tas 1306", "end",
    "1309 US-1A US-Rgr", "1410 US-1", "2624 UK-GA", "3424 UK-1", "end",
]  # fmt: skip
