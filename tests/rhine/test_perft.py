"""Perft: the numbers of ways to play on from known positions are those in the table."""

from __future__ import annotations

import pytest

from bocage.engine.steps import Question
from tests.rhine import perft

ROWS = {row.name: row for row in perft.read()}


def test_the_table_has_every_known_position() -> None:
    assert {name: (row.position, row.first) for name, row in ROWS.items()} == {
        name: (known.position, known.first) for name, known in perft.POSITIONS.items()
    }
    assert all(len(ROWS[name].counts) == known.depth for name, known in perft.POSITIONS.items())


def test_every_kind_of_question_is_counted() -> None:
    matches = [perft.match_of(known.position, known.first) for known in perft.POSITIONS.values()]
    questions = {name for name, step in matches[0].game.steps.items() if isinstance(step, Question)}
    assert {match.prompt.step for match in matches} == questions


def test_every_verb_of_the_game_is_counted_within_two_actions() -> None:
    """What is offered at once, or after the first of any kind of action."""
    offered = set()
    for known in perft.POSITIONS.values():
        match = perft.match_of(known.position, known.first)
        verbs = match.prompt.verbs()
        offered |= set(verbs)
        for actions in verbs.values():
            then = perft.match_of(known.position, known.first)
            then.play(str(actions[0]))
            if then.prompts:
                offered |= set(then.prompt.verbs())
    assert offered == set(match.game.actions.verbs)


@pytest.mark.parametrize("name", perft.POSITIONS)
def test_the_ways_to_play_on_are_as_many_as_ever(name: str) -> None:
    row = ROWS[name]
    match = perft.match_of(row.position, row.first)
    before = match.position_hash
    counts = tuple(perft.perft(match, depth) for depth in range(1, len(row.counts) + 1))
    assert counts == row.counts, "if a rule was corrected: python -m tests.rhine.make_fixtures"
    assert match.position_hash == before
