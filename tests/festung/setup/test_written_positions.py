"""Positions that are written down: `bocage.position("festung", ...)`."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.festung.cards.carding import steps
from tests.festung.playing import position


@rule("2.23")
@pytest.mark.parametrize(("written", "left"), [("", 2), (" reduced", 1)])
def test_a_written_unit_is_at_full_strength_unless_it_says_otherwise(written: str, left: int) -> None:
    """7th Army begins the campaign reduced; in a position of one's own it is what one writes."""
    assert steps(position("axis action", f"GE-7A 0512{written}; US-V UK"), "GE-7A") == left


def test_hitler_may_be_out_of_the_game() -> None:
    assert position("axis action", "US-V UK", hitler="").position.hitler < 0
    gone = position("axis action", "US-V UK", hitler="1311")
    assert gone.game.board.labels[gone.position.hitler] == "1311"
