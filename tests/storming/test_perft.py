"""Perft: the numbers of ways to play on from known positions are those in the table."""

from __future__ import annotations

import pytest

from tests.storming.perft import POSITIONS, TABLE

ROWS = TABLE.read()
# Every kind of question that the table is to cover.
STEPS = {
    "german arrivals", "allied arrivals", "german replacement arrivals", "refit placing", "airborne operation",
    "strafing", "carpet bombing", "divisions to ground", "priority supply", "transfer", "movement", "combat", "losses",
    "advance", "pressing on", "cherbourg attack", "counteroffensive", "shaef reaction", "withdrawal choice",
    "order of battle", "set-up",
}  # fmt: skip


def test_the_table_has_every_known_position() -> None:
    TABLE.is_complete()


def test_every_kind_of_question_is_counted() -> None:
    asked = {TABLE.match_of(known).prompt.step for known in POSITIONS.values()}
    assert asked >= STEPS


@pytest.mark.parametrize("name", POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(name: str) -> None:
    TABLE.holds(ROWS[name])
