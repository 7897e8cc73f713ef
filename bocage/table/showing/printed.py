"""What is printed of the games: the shelf, a game's box and its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

import bocage
from bocage import coverage, shelf
from bocage.engine.errors import BadInput
from bocage.shelf import make_game
from bocage.table.faces import capital, on_the_table
from bocage.table.wire.box import Box, Case, Guide, Rulebook, Ruling, Shelf, Tour
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
        found = face.shelf()
    except Exception as error:
        shelf.tell(slug, f"the game {slug!r} cannot be shown on the start page", error)
        raise
    try:
        guiding = tour(slug)
    except BadInput:
        return found
    return replace(found, guide=Guide(guiding.side, guiding.scenario, guiding.words))


def tour(slug: str) -> Tour:
    """A game's tour of one turn, if it brings one."""
    found: Tour = shelf.brought(slug, "table.tour", "TOUR", "has no tour")
    return found


def box(slug: str, scenario: str = "", options: Mapping[str, Any] | None = None) -> Box:
    """Everything printed of a game for a scenario (its first, if none is named) and options."""
    game = make_game(slug, scenario, options or {})
    found = on_the_table(slug)(game).box()
    try:
        guiding = tour(slug)
    except BadInput as error:
        return replace(found, no_tour=f"{error}.")
    if guiding.scenario != game.scenario:
        return replace(found, no_tour=f"{game.title} has a tour of another scenario: {guiding.scenario}.")
    return replace(found, tour=guiding)


def rulebook(slug: str) -> Rulebook:
    """The cases of a game in our words, and the rulings."""
    ledger = coverage.read(slug)
    return Rulebook(
        slug,
        ledger.title,
        [Case(case.case, case.topic, case.summary, case.status) for case in ledger.cases],
        [Ruling(ruling.ruling, ruling.case, ruling.decision) for ruling in ledger.rulings],
    )
