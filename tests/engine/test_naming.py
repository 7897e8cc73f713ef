"""Fields of arranged positions by their names, hexes and units by their labels."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.errors import BadInput


def arranged(**extras: Any) -> Any:
    return bocage.position("roundup", turn=2, at="allied movement", weather="Storm", **extras).position


def test_each_field_is_read_in_its_own_way() -> None:
    found = arranged(allied_control="1204 1205 1204", dropped="US-2 US-1")
    game = bocage.new_match("roundup").game
    index, numbers = game.board.index, game.unit_numbers
    assert found.allied_control & (1 << index["1204"] | 1 << index["1205"]) == 1 << index["1204"] | 1 << index["1205"]
    assert found.dropped == 1 << numbers["US-1"] | 1 << numbers["US-2"]
    assert found.weather == "Storm"


@pytest.mark.parametrize(
    ("extras", "told"),
    [
        ({"allied_control": "1204 9999"}, "there is no hex '9999' on this board"),
        ({"dropped": "US-99"}, "there is no unit 'US-99' in this game"),
        ({"mood": "good"}, "Operation Roundup does not know 'mood' in a position"),
    ],
)
def test_unknown_words_are_refused(extras: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        arranged(**extras)
