"""What is read on the table calls units by their names; the ids by which programs know them are seen nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import bocage
from bocage import Match, bots
from bocage.bots.seat import take
from bocage.table import showing

# Games between planners, long enough to see battles on both sides.
PLAYED = [
    ("roundup", "campaign", 160),
    ("storming", "breakout", 180),
    ("rhine", "campaign", 220),
    ("fortress", "bulge", 220),
    ("festung", "campaign", 160),
]

STRIDE = 17  # units that are asked about, one in so many


def told(match: Match, side: str) -> Iterator[str]:
    """All that the side to decide reads in its panel: the question, warnings, facts, and odds with their notes."""
    sheet = showing.sheet(match, side)
    question = sheet.question
    yield from (fact.text for fact in sheet.facts)
    if question is None:
        return
    yield question.text
    yield from question.warnings
    for unit in match.game.unit_ids[match.moment % STRIDE :: STRIDE]:
        yield from (why.text for why in showing.why(match, side, unit=unit))
    odds: Any = question.odds
    if odds is not None:
        yield from (shift.why for shift in odds.shifts)
        yield from (note.text for note in odds.notes)
        for fire in odds.fires:
            yield from (modifier.why for modifier in fire.modifiers)
            yield from fire.units


ONE_OF_MANY = re.compile(r"(?<![\d.,:/+-])1 (?:factors|hexes|units|steps|points|turns|cards|markers)\b")


@pytest.mark.parametrize(("slug", "scenario", "actions"), PLAYED)
def test_no_id_is_read_on_the_table_and_one_is_not_many(slug: str, scenario: str, actions: int) -> None:
    match = bocage.new_match(slug, scenario=scenario, seed="names")
    # An id that is also how people write a unit's name gives nothing away and looks like nothing odd.
    names = {match.game.unit_name(number) for number in range(len(match.game.unit_ids))}
    ids = sorted({name for name in match.game.unit_ids if "-" in name} - names, key=len, reverse=True)
    seen = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, ids))})(?![\w-])")
    players = {side: bots.make("planner", "1") for side in match.game.sides}
    for number in range(actions):
        if not match.prompts:
            break
        side = next(iter(match.prompts))
        if number % 4 == 0:
            assert [text for text in told(match, side) if seen.search(text) or ONE_OF_MANY.search(text)] == []
        action = players[side].choose(take(match, side))
        why = bots.reason(players[side]) or ""
        assert not seen.search(why), action
        assert not ONE_OF_MANY.search(why), why
        match.play(action, side=side)
    for side in match.game.sides:
        for line in showing.lines(match, side):
            assert not seen.search(" ".join([line.text, *(roll.name for roll in line.rolls)])), line
            assert not ONE_OF_MANY.search(line.text), line
