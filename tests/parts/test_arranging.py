"""Fields of arranged positions by their names, hexes and units by their labels."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bocage.engine.errors import BadInput
from bocage.games.roundup.game import Roundup
from bocage.parts import arranging

GAME = Roundup()


def arranged(**extras: Any) -> dict[str, Any]:
    position = SimpleNamespace()
    arranging.set_fields(
        GAME,
        position,
        extras,
        hexes=("control",),
        units=("moved",),
        as_given=("weather",),
        readers={"goal": lambda label: arranging.node(GAME, label)},
    )
    return vars(position)


def test_each_field_is_read_in_its_own_way() -> None:
    found = arranged(control="1204 1205 1204", moved="US-2 US-1", weather="Storm", goal="1305")
    index, numbers = GAME.board.index, GAME.unit_numbers
    assert found == {
        "control": 1 << index["1204"] | 1 << index["1205"],
        "moved": 1 << numbers["US-1"] | 1 << numbers["US-2"],
        "weather": "Storm",
        "goal": index["1305"],
    }


@pytest.mark.parametrize(
    ("extras", "told"),
    [
        ({"control": "1204 9999"}, "there is no hex '9999' on this board"),
        ({"goal": "sea"}, "there is no hex 'sea' on this board"),
        ({"moved": "US-99"}, "there is no unit 'US-99' in this game"),
        ({"mood": "good"}, "Operation Roundup does not know 'mood' in a position"),
    ],
)
def test_unknown_words_are_refused(extras: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        arranged(**extras)
