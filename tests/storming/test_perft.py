"""Perft: the numbers of ways to play on from known positions are those in the table."""

from __future__ import annotations

import pytest

from tests.storming import perft

ROWS = {row.name: row for row in perft.read()}
# Every kind of question that the table is to cover.
STEPS = {
    "german arrivals", "allied arrivals", "german replacement arrivals", "refit placing", "airborne operation",
    "strafing", "carpet bombing", "divisions to ground", "priority supply", "transfer", "movement", "combat", "losses",
    "advance", "pressing on", "cherbourg attack", "counteroffensive", "shaef reaction", "withdrawal choice",
    "order of battle", "set-up",
}  # fmt: skip


def test_the_table_has_every_known_position() -> None:
    assert {name: (row.position, row.first) for name, row in ROWS.items()} == {
        name: (known.position, known.first) for name, known in perft.POSITIONS.items()
    }
    assert all(len(ROWS[name].counts) == known.depth for name, known in perft.POSITIONS.items())


def test_every_kind_of_question_is_counted() -> None:
    asked = {perft.match_of(known.position, known.first).prompt.step for known in perft.POSITIONS.values()}
    assert asked >= STEPS


@pytest.mark.parametrize("name", perft.POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(name: str) -> None:
    row = ROWS[name]
    match = perft.match_of(row.position, row.first)
    before = match.position_hash
    counts = tuple(perft.perft(match, depth) for depth in range(1, len(row.counts) + 1))
    assert counts == row.counts, "if a rule was corrected: python -m tests.storming.make_fixtures"
    assert match.position_hash == before
