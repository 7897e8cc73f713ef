"""What is printed of the games: the shelf, a game's box and its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bocage
from bocage import coverage, shelf
from bocage.engine.errors import BadInput
from bocage.shelf import make_game
from bocage.table.faces import capital, on_the_table
from bocage.table.wire.box import Box, Case, Rulebook, Ruling, Shelf
from bocage.table.wire.requests import Games


def games() -> Games:
    """Every game that can be played on the table, and why the others cannot."""
    found, missing = [], []
    for slug in bocage.slugs():
        try:
            found.append(_shelved(slug))
        except BadInput as error:
            missing.append(f"{capital(str(error))}.")
    return Games(found, missing)


def _shelved(slug: str) -> Shelf:
    face = on_the_table(slug)
    try:
        return face.shelf()
    except Exception as error:
        shelf.tell(slug, f"the game {slug!r} cannot be shown on the start page", error)
        raise


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
