"""SEQ: the order of a turn, line by line."""

from __future__ import annotations

import bocage
from tests.cases import rule

ALLIED = [
    "weather", "air operations", "dump movement", "beaches", "landing force", "allied arrivals", "rationing",
    "allied deployment", "allied movement", "naval bombardment", "first wave", "allied movement stacking",
    "rationing for battle", "allied allocation", "german recovery", "allied battles", "allied exploitation",
    "second wave", "rationing for exploitation", "allied exploitation movement", "allied exploitation stacking",
    "rationing for exploitation battle", "allied exploitation allocation", "allied exploitation battles",
    "airborne recovery", "allied supply",
]  # fmt: skip
GERMAN = [
    "declarations", "strategic reserve", "german replacements", "german reinforcements", "german deployment",
    "german movement", "german movement stacking", "german allocation", "allied recovery", "german battles",
    "german exploitation", "german exploitation movement", "german exploitation stacking",
    "german exploitation allocation", "german exploitation battles", "elite recovery", "german supply", "victory",
]  # fmt: skip


@rule("SEQ.1", "SEQ.2", "SEQ.3", "SEQ.6", "SEQ.8", "SEQ.9", "SEQ.10", "SEQ.12", "SEQ.14", "SEQ.15")
def test_a_turn_runs_in_the_books_order() -> None:
    rows = [row.name for row in bocage.new_match("rhine", seed="order").game.rules.sequence["turn"]]
    assert rows == ["allied turn", *ALLIED, "german turn", *GERMAN, "end of turn"]


@rule("SET.8")
def test_the_landing_comes_on_the_first_turn() -> None:
    game = bocage.new_match("rhine", seed="order").game
    row = next(row for row in game.rules.sequence["turn"] if row.name == "beaches")
    position = game.first_position()
    assert row.when is not None
    assert row.when(game.look(position))
    position.turn = 2
    assert not row.when(game.look(position))


@rule("NB.5")
def test_a_second_landing_is_possible_from_turn_three_and_once() -> None:
    game = bocage.new_match("rhine", seed="order").game
    row = next(row for row in game.rules.sequence["turn"] if row.name == "beaches")
    position = game.first_position()
    assert row.when is not None
    position.turn = 3
    assert row.when(game.look(position))
    position.second_landing_turn = 3
    position.turn = 4
    assert not row.when(game.look(position))
