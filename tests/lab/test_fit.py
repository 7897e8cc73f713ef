"""The weights by which bots judge a position are fitted on games; here on ones whose answer is known."""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random

import pytest

import bocage
from bocage.bots.standing import Weights
from bocage.lab.tuning.fit import fit, samples


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    dice = Random(4)
    games = []
    for _ in range(4000):
        lead, noise = dice.gauss(0, 1), dice.gauss(0, 1)
        won = dice.random() < 1 / (1 + exp(-(0.5 + 1.5 * lead)))
        games.append([({"lead": lead, "noise": noise}, float(won))])
    weights = fit(games)
    assert weights["bias"] == pytest.approx(0.5, abs=0.15)
    assert weights["lead"] == pytest.approx(1.5, abs=0.2)
    assert weights["noise"] == pytest.approx(0, abs=0.1)


def test_a_long_game_counts_no_more_than_a_short_one() -> None:
    lost, won = [({"x": 1.0}, 0.0)] * 50, [({"x": 1.0}, 1.0)]
    share = Weights({"": fit([lost, won])}).share("", {"x": 1.0})
    assert share == pytest.approx(0.5, abs=0.01)


def test_without_weights_every_position_stands_even() -> None:
    assert Weights({}).share("allied", {"ports": 3}) == 0.5


@pytest.mark.parametrize("game", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_each_game_has_weights_for_the_features_that_its_judgement_names(game: str) -> None:
    found = samples(game, "campaign", "features/1")
    weights = Weights.of(game).by_side
    folder = Path(bocage.__file__).parent / "games" / game / "bot"
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    for side, rows in found.items():
        assert len(rows) > 10
        named = {name for features, _ in rows for name in features}
        weighed = set(weights[side]) - {"bias"}
        # One game need not show all of them, and those whose weight has the wrong sign are left out.
        assert len(weighed & named) > 5
        assert [name for name in weighed if f'"{name}' not in sources] == []
        assert len({result for _, result in rows}) == 1
