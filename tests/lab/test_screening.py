"""Numbers drawn by lot: what may be tried is what planners read, and the effect of a value is found again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import bocage
from bocage.engine.errors import BadInput
from bocage.lab.tuning import by_lot as drawn
from bocage.lab.tuning import screening
from bocage.lab.tuning.fit import samples

GAMES = ["roundup", "storming", "rhine", "fortress", "festung"]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_tried_is_read_by_the_planner(game: str) -> None:
    folder = Path(bocage.__file__).parent / "games" / game / "bot"
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.stem != "judgement")
    tried = drawn.levels(game)
    assert set(tried) == set(bocage.game_class(game).sides)
    for numbers in tried.values():
        assert [name for name in numbers if f'"{name}"' not in sources] == []
        assert all(values for values in numbers.values())


def test_a_game_without_such_a_list_says_which_file_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bocage.lab.tuning.by_lot.shelf.folder", lambda slug, name: tmp_path)
    with pytest.raises(BadInput, match=r"it brings no bot/levels\.csv"):
        drawn.levels("roundup")


def test_a_number_is_drawn_half_of_the_time() -> None:
    dice = Random(1)
    styles = [drawn.draw({"axis": (0.0, 3.0)}, dice).numbers for _ in range(400)]
    assert 160 < sum("axis" in numbers for numbers in styles) < 240
    assert {numbers["axis"] for numbers in styles if numbers} == {0.0, 3.0}


def test_a_game_by_lot_ends_and_the_same_seed_gives_the_same_one() -> None:
    first, again = (screening.game("roundup", "campaign", "lot/1") for _ in range(2))
    assert first == again
    assert first[0]["allied"]
    assert first[1] in (0.0, 0.5, 1.0)


def test_positions_by_lot_differ_from_those_of_the_styles() -> None:
    assert samples("roundup", "campaign", "lot/2", by_lot=True) != samples("roundup", "campaign", "lot/2")


def test_the_worth_of_a_value_is_found_for_either_side() -> None:
    dice = Random(2)
    games = []
    for _ in range(3000):
        ours = {"bold": 2.0} if dice.random() < 0.5 else {}
        theirs = {"firm": 1.0} if dice.random() < 0.5 else {}
        chance = 0.5 + (0.2 if ours else 0.0) - (0.1 if theirs else 0.0)
        games.append(({"red": ours, "blue": theirs}, float(dice.random() < chance)))
    found = {effect.number: effect for effect in screening.effects(games)}
    assert found["bold"].gain == pytest.approx(0.2, abs=0.06)
    assert found["firm"].gain == pytest.approx(0.1, abs=0.06)
    assert found["bold"].side == "red"
    assert 0.01 < found["bold"].error < 0.03
