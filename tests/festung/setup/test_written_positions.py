"""Positions that are written down: `bocage.position("festung", ...)`."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.errors import BadInput
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


@pytest.mark.parametrize(
    ("units", "told"),
    [
        ("US-V 0512; GE-7A 0512", "are enemies: they cannot both be in 0512"),
        ("FORT-Brest 0411", "FORT-Brest can only be in 0212, not in 0411"),
        ("US-V OKW", "US-V cannot be in OKW"),
        ("GE-7A UK", "GE-7A cannot be in UK"),
    ],
)
def test_units_are_not_written_where_no_game_has_them(units: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        position("axis action", units)
    assert position("axis action", "US-V UK; GE-7A OKW; FORT-Brest 0212; GE-XXV 0212; BR-I 0512; US-VI 0512")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"bombers": {"RAF": "oil"}}, "'RAF' is no SAC marker"),
        ({"bombers": {"US-A": ""}}, "'US-A' is no SAC marker"),
        ({"bombers": {"UK BC": "Berlin"}}, "UK BC cannot be given to 'Berlin'"),
        ({"fighters": {"UK BC": ""}}, "'UK BC' is no TAC marker"),
        ({"fighters": {"US-A": "oil"}}, "US-A cannot be given to 'oil'"),
    ],
)
def test_air_markers_are_written_with_a_task_of_theirs(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        position("axis action", "US-V UK", **fields)
    assert position("axis action", "US-V UK", bombers={"UK BC": "", "US 8th AF": "oil"}, fighters={"US-A": ""})
