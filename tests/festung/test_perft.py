"""Perft: the numbers of ways to play on from known positions are those in the table."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.engine.matches.sound import check_position
from bocage.rules import Question
from tests import soaking
from tests.festung.perft import POSITIONS, TABLE

ROWS = TABLE.read()


def test_the_table_has_every_known_position() -> None:
    TABLE.is_complete()


def test_every_kind_of_question_is_counted() -> None:
    matches = [TABLE.match_of(known) for known in POSITIONS.values()]
    questions = {name for name, step in matches[0].game.steps.items() if isinstance(step, Question)}
    assert {prompt.step for match in matches for prompt in match.prompts.values()} == questions


@pytest.mark.parametrize("name", POSITIONS)
def test_a_match_can_be_saved_at_every_question_and_begin_there(name: str) -> None:
    match = TABLE.match_of(POSITIONS[name])
    check_position(match.game, match.position)
    again = Match(match.game.another(), seed="begun in the middle", start=match.position)
    assert {side: prompt.step for side, prompt in again.prompts.items()} == {
        side: prompt.step for side, prompt in match.prompts.items()
    }
    soaking.trips(again)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(name: str) -> None:
    TABLE.holds(ROWS[name])
