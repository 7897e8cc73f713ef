"""Hidden strategy (R27): what the Allies imagine behind what they see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.engine import plain
from bocage.engine.matches.match import Match
from bocage.engine.play import Play
from bocage.games.roundup.rules.concealment import chances, leads

HIDDEN = {"R27": True}


def hidden(seed: object, until: int) -> Match:
    """A match with a hidden strategy, played by planners to the first Allied question of a turn."""
    match = bocage.new_match("roundup", seed=f"hidden {seed}", options=HIDDEN)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    while match.position.turn < until or match.prompt.side != "allied":
        bots.answer(match, players[match.prompt.side])
    return match


@pytest.mark.parametrize(("seed", "until"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (4, 2)])
def test_a_redealt_position_looks_the_same_and_can_be_played_on(seed: int, until: int) -> None:
    match = hidden(seed, until)
    game: Any = match.game
    seen = game.shown(match.position, "allied")
    assert seen.strategy == 0
    dealt = {game.redeal(seen, "allied", Random(number)).strategy for number in range(40)}
    russia = {number: row.russia for number, row in game.data.strategies.items()}
    if until == 1:
        assert dealt == {1, 2, 3, 4}
    else:
        assert {russia[number] for number in dealt} == {russia[match.position.strategy]}
    other = game.redeal(seen, "allied", Random(5))
    assert other is not seen
    assert plain.to_plain(game, game.shown(other, "allied")) == plain.to_plain(game, seen)
    assert game.view(game.shown(other, "allied"), "allied") == game.view(seen, "allied")
    prompts = Play(game, other, match.dice).drive()
    assert [str(action) for action in prompts["allied"].actions] == [str(action) for action in match.prompt.actions]
    assert prompts["allied"].text == match.prompt.text


def test_the_german_knows_his_strategy() -> None:
    match = bocage.new_match("roundup", seed="known", options=HIDDEN)
    game = match.game
    seen = game.shown(match.position, "german")
    assert {game.redeal(seen, "german", Random(number)).strategy for number in range(9)} == {match.position.strategy}


def test_a_big_german_lead_in_the_air_tells_of_the_luftwaffe() -> None:
    match = bocage.position(
        "roundup", turn=2, at="allied order", units="US-1 1516; DE-GD 3001", options=HIDDEN, us_beachheads="1516",
        superiority="german", tas_left=7,
    )  # fmt: skip
    seen = match.game.shown(match.position, "allied")
    found = chances(match.game, seen)  # type: ignore[arg-type]
    assert set(found) == {3, 4}  # a division from Russia is there
    assert found[4] > 5 * found[3]
    assert sum(found.values()) == pytest.approx(1)


def test_chances_of_a_lead_in_the_air_are_those_of_the_dice() -> None:
    assert sum(leads(3, 2).values()) == pytest.approx(1)
    assert leads(2, 1)[11] == pytest.approx(1 / 216)
    assert leads(3, 3)[4] == pytest.approx(leads(3, 3)[-4])


@pytest.mark.parametrize("name", ["greedy", "planner", "search:0.2"])
def test_equal_views_get_equal_moves(name: str) -> None:
    """Two matches that differ only in the hidden strategy: the Allied bot plays the same until it shows."""
    first = bocage.new_match("roundup", seed="pair", options={**HIDDEN, "13.3": "chosen"})
    second = bocage.new_match("roundup", seed="pair", options={**HIDDEN, "13.3": "chosen"})
    first.play("strategy 1", side="german")
    second.play("strategy 4", side="german")
    ours = [bots.make(name, 1) for _ in range(2)]
    germans = [bots.make("planner", 2) for _ in range(2)]
    compared = 0
    while first.position.turn == 1:
        side = first.prompt.side
        if side == "german" and first.game.phase(first.position).endswith(" cup"):
            break
        answers = []
        for number, match in enumerate((first, second)):
            bot = ours[number] if side == "allied" else germans[number]
            answers.append(str(bots.answer(match, bot).action))
        if side == "german":
            assert answers[0] == answers[1]  # a planner that does not yet look at its strategy
            continue
        assert answers[0] == answers[1]
        compared += 1
    assert compared > 10
