"""Perft: the numbers of ways to play on from ten known positions are those in the table."""

from __future__ import annotations

import pytest

from tests.roundup.perft import POSITIONS, TABLE

ROWS = TABLE.read()


def test_the_table_has_the_ten_positions() -> None:
    TABLE.is_complete()
    assert len(ROWS) == 10


@pytest.mark.parametrize("name", POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(name: str) -> None:
    TABLE.holds(ROWS[name])
