"""What was found by playing: weights for the endings of the scenarios, and how the search begins in each start."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from bocage import shelf
from bocage.bots.judgement import Style
from bocage.bots.standing import Weights

from ..game import Fortress


def weights(game: Fortress) -> Weights:
    """The weights of a start; those of the campaign where it has none of its own."""
    found: dict[str, dict[str, float]] = {}
    for row in _rows(game, f"weights_{game.scenario}.csv"):
        found.setdefault(row["side"], {})[row["feature"]] = float(row["weight"])
    return Weights(found) if found else Weights.of(game.slug)


def openings(game: Fortress) -> dict[str, Style]:
    """Side -> the numbers with which the search begins every player-turn of this start."""
    found: dict[str, dict[str, float]] = {}
    for row in _rows(game, "openings.csv"):
        if row["start"] == game.scenario:
            hexes = game.board.index
            value = hexes[row["value"]] + 1.0 if row["value"] in hexes else float(row["value"])
            found.setdefault(row["side"], {})[row["number"]] = value
    return {side: Style("opening", "follow the plan", numbers) for side, numbers in found.items()}


def _rows(game: Fortress, name: str) -> Iterator[dict[str, str]]:
    file = shelf.folder(game.slug, "bot") / name
    if file.is_file():
        yield from csv.DictReader(file.read_text(encoding="utf-8").splitlines())
