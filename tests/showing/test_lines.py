"""Lines of the log of every game, as a page is told them."""

from __future__ import annotations

import random

import pytest

import bocage
from bocage.table import showing

ANSWERS = 400


@pytest.mark.parametrize("slug", bocage.slugs())
def test_a_line_belongs_to_a_side_of_the_game_or_to_nobody(slug: str) -> None:
    match, luck = bocage.new_match(slug, seed="lines"), random.Random("lines")
    for _ in range(ANSWERS):
        if match.prompts:
            match.play(luck.choice(list(match.prompt.actions)))
    told = showing.lines(match, match.game.sides[0], -1)
    assert len(told) > 10
    assert {line.side for line in told} <= {"", *match.game.sides}
