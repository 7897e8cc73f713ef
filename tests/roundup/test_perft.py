"""Perft: the numbers of ways to play on from ten known positions are those in the table."""

from __future__ import annotations

import pytest

from tests.roundup import perft

ROWS = {row.name: row for row in perft.read()}


def test_the_table_has_the_ten_positions() -> None:
    assert {name: row.position for name, row in ROWS.items()} == {
        name: position for name, (position, _) in perft.POSITIONS.items()
    }
    assert len(ROWS) == 10
    assert all(len(ROWS[name].counts) == depth for name, (_, depth) in perft.POSITIONS.items())


@pytest.mark.parametrize("name", perft.POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(name: str) -> None:
    row = ROWS[name]
    match = perft.match_of(row.position)
    before = match.position_hash
    counts = tuple(perft.perft(match, depth) for depth in range(1, len(row.counts) + 1))
    assert counts == row.counts, "if a rule was corrected: python -m tests.roundup.make_fixtures"
    assert match.position_hash == before
