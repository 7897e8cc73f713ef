"""What is printed of the games: the shelf, a game's box and its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bocage
from bocage import coverage
from bocage.engine.errors import BadInput
from bocage.shelf import make_game
from bocage.table.faces import capital, on_the_table
from bocage.table.wire.box import Box, Case, Rulebook, Ruling
from bocage.table.wire.requests import Games


def games() -> Games:
    """Every game that can be played on the table, and why the others cannot."""
    found, missing = [], []
    for slug in bocage.slugs():
        try:
            found.append(on_the_table(slug).shelf())
        except BadInput as error:
            missing.append(f"{capital(str(error))}.")
    return Games(found, missing)


def box(slug: str, scenario: str = "", options: Mapping[str, Any] | None = None) -> Box:
    """Everything printed of a game for a scenario (its first, if none is named) and options."""
    return on_the_table(slug)(make_game(slug, scenario, options or {})).box()


def rulebook(slug: str) -> Rulebook:
    """The cases of a game in our words, and the rulings."""
    ledger = coverage.read(slug)
    return Rulebook(
        slug,
        ledger.title,
        [Case(case.case, case.topic, case.summary, case.status) for case in ledger.cases],
        [Ruling(ruling.ruling, ruling.case, ruling.decision) for ruling in ledger.rulings],
    )
