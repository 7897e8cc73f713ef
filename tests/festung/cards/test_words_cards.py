"""The text of a card is made from what it does: whatever changes in the one changes in the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from bocage.games.festung.data import Card, effects
from bocage.games.festung.words import cards
from tests.festung.playing import game

CARDS = game().data.cards
EVERY_OPTION: dict[str, Any] = {"19.33": True, "19.4": True}
ONE_WORD = {("Obligation", "by"), ("Obligation", "must"), ("CancelEnemyCombatCards", "scope")}  # have no other value
INSTEAD = {  # another value of the same kind, for words
    "box": ("UK", "NA"), "hex": ("1307", "0712"), "hitler_in": ("1307", "1607"), "unit": ("US-1A", "US-3A"),
    "country": ("Italy", "France"), "min_column": ("3:1", "4:1"), "min_odds": ("1:1", "2:1"),
    "forbid_event": ("axis-2", "axis-3"), "cancel_from": ("axis-2", "axis-3"), "flag": ("maquis", "nero"),
    "if_flag": ("maquis", "nero"), "supply_source": ("1307", "1411"), "marker": ("UK BC", "US 8th AF"),
    "axis_units": ("EAST", "BALKANS"), "allied_units": ("nearest_open", "eliminate"), "mark": ("", "moved"),
}  # fmt: skip


def others(kind: Any, name: str, value: Any) -> Iterator[Any]:
    """Other values that a parameter could have."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, tuple) and value:
        yield value[:-1] if len(value) > 1 else value * 0
        if isinstance(value[0], int):
            yield (*value[:-1], value[-1] + 1)
    elif isinstance(value, str):
        known = [*_words(kind), *INSTEAD.get(name, ())]
        yield (
            1
            if value in ("all", "each") and int in get_args(kind)
            else next((word for word in known if word != value), None)
        )


def _words(kind: Any) -> Iterator[str]:
    """The words that a type allows, where it lists them."""
    for inner in get_args(kind):
        if isinstance(inner, str):
            yield inner
        else:
            yield from _words(inner)


def changed(part: Any) -> Iterator[tuple[str, Any]]:
    """An effect with one parameter changed, however deep it lies, and the name of the parameter."""
    if isinstance(part, tuple):
        for number, item in enumerate(part):
            for name, new in changed(item):
                yield name, (*part[:number], new, *part[number + 1 :])
        return
    if not isinstance(part, msgspec.Struct):
        return
    kinds = get_type_hints(type(part))
    for field in msgspec.structs.fields(part):
        value = getattr(part, field.name)
        if value == field.default or (type(part).__name__, field.name) in ONE_WORD or field.name == "set":
            continue
        if isinstance(part, effects.Control) and field.name == "how" and len(part.hexes) == 1:
            continue  # all of one hex is any of it
        for new in others(kinds[field.name], field.name, value):
            yield f"{type(part).__name__}.{field.name}", replace(part, **{field.name: new})
        for name, new in changed(value):
            yield f"{type(part).__name__}.{field.name}/{name}", replace(part, **{field.name: new})


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_has_a_text_without_ids(card: Card) -> None:
    text = "\n".join([cards.title(card), *cards.uses(card), *cards.lines(game(), card)])
    assert cards.lines(game(), card)
    assert not re.search(r"[{}_\[\]<>|]", text)
    words = set(re.findall(r"[\w-]+", text))
    ids = (
        {unit.id for unit in game().counters}
        | {one.id for one in CARDS}
        | set(game().board.labels) - set(game().data.boxes)
    )
    assert not words & ids
    assert not re.search(r"country:|any:|\bNone\b|\(\)", text)
    for line in cards.lines(game(), card):
        assert re.fullmatch(r"[A-Z0-9].*\.", line), line
        assert "  " not in line, line


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_whatever_changes_in_an_effect_changes_in_the_text(card: Card) -> None:
    compiled = [game(), game(**EVERY_OPTION)]
    before = [cards.lines(one, card) for one in compiled]
    for name, new in changed(card.effects):
        assert [cards.lines(one, replace(card, effects=new)) for one in compiled] != before, name


def test_what_is_changed_covers_every_verb() -> None:
    paths = [path.split("/") for card in CARDS for path, _ in changed(card.effects)]
    names = {step.split(".")[0] for path in paths for step in path}
    silent = {"FreeHold", "CancelEnemyCombatCards"}  # nothing can be changed in them
    assert {verb.__name__ for verb in effects.VERBS} - names == silent


def test_what_becomes_of_a_card_is_told() -> None:
    for card in CARDS:
        told = cards.lines(game(), card)
        assert ("Leaves the game when it is played as an event (6.52)." in told) == card.starred
        stays, goes = "Stays face up for the turn, to be used again." in told, any("Discarded" in line for line in told)
        assert stays + goes == card.combat


def test_requirements_come_first() -> None:
    for card in CARDS:
        asking = [line.startswith("Only if") for line in cards.lines(game(), card)]
        assert asking == sorted(asking, reverse=True), card.name


def test_options_change_what_a_card_says() -> None:
    overlord = next(card for card in CARDS if card.id == "allied-23")
    crimes = next(card for card in CARDS if card.id == "allied-44")
    assert not any("Beach Holland" in line for line in cards.lines(game(), overlord))
    assert any("Beach Bergen or Beach Holland" in line for line in cards.lines(game(**EVERY_OPTION), overlord))
    assert "VP -1, or -2 while Forced Labor is in force." in cards.lines(game(), crimes)
    assert "VP -2, or -4 while Forced Labor is in force (19.33)." in cards.lines(game(**EVERY_OPTION), crimes)
