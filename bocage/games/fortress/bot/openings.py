"""How the search begins in each start: numbers of a style that did well against the usual planner."""

from __future__ import annotations

import csv

from bocage import shelf
from bocage.bots.judgement import Style

from ..game import Fortress


def openings(game: Fortress) -> dict[str, Style]:
    """Side -> the numbers with which the search begins every player-turn of this start; a hex may be a number."""
    text = (shelf.folder(game.slug, "bot") / "openings.csv").read_text(encoding="utf-8")
    hexes = game.board.index
    found: dict[str, dict[str, float]] = {}
    for row in csv.DictReader(text.splitlines()):
        if row["start"] == game.scenario:
            value = row["value"]
            number = hexes[value] + 1.0 if value in hexes else float(value)  # of "beach": nought is none
            found.setdefault(row["side"], {})[row["number"]] = number
    return {side: Style("opening", "follow the plan", numbers) for side, numbers in found.items()}
