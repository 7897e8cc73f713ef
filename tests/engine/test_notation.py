"""The notation of a position: a match that starts in the middle, written down in a line."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.errors import BadInput
from bocage.engine.matches import notation
from bocage.engine.matches.match import Match
from tests.engine import toy


def arranged(**more: Any) -> Match:
    words = {"turn": 2, "at": "red march", "units": "R-scout 0201; B-scout 0402 reduced", "dice": None, "seed": "x"}
    return notation.arranged(toy.make(), **{**words, **more})


def test_a_position_stands_at_its_row() -> None:
    match = arranged()
    assert (match.position.turn, match.prompt.side, match.prompt.step) == (2, "red", "march")
    assert match.view("blue")["units"]["R-scout"] == ["0201", 2]
    assert match.view("blue")["units"]["B-scout"] == ["0402", 1]


def test_units_that_are_not_named_are_not_on_the_board() -> None:
    units = arranged().view("blue")["units"]
    assert units["R-gun"][0] == "dead"
    assert units["B-ash"][0] == "cup", "who starts off the board stays there"
    assert arranged(units="B-ash hand").view("blue")["units"]["B-ash"][0] == "hand"


def test_the_game_goes_on_from_there_to_its_end() -> None:
    match = arranged(units="R-scout 0201; R-gun 0102; B-scout 0402; B-gun 0401", dice="3 3 3 3")
    while match.outcome is None:
        match.play(match.prompt.actions[-1], side=match.prompt.side)
    assert match.position.turn == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"at": "tea time"}, "no row 'tea time' in its sequence of play; there are: the mine, plans, red march"),
        ({"units": "R-tank 0201"}, "'R-tank 0201' is not one of this game"),
        ({"units": "R-scout"}, "'R-scout' is not one of this game"),
        ({"units": "R-scout 9999"}, "no hex or place '9999'"),
        ({"units": "R-scout 0201 asleep"}, "'asleep' says nothing about a unit"),
        ({"dice": "3 x"}, "dice are written as '3 5 1'"),
    ],
)
def test_what_is_not_understood_is_named(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        arranged(**words)
    assert sentence in str(error.value)
