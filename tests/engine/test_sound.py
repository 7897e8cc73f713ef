"""Positions of real games make sense to the check of stored positions; those with impossible values do not."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine import plain
from bocage.engine.errors import BadInput
from bocage.engine.matches.sound import check_position
from bocage.engine.position import Outcome, Unit
from bocage.engine.steps import Sequencing

SCENARIOS = [(slug, scenario) for slug in bocage.slugs() for scenario in bocage.game_class(slug).scenarios]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(2))
def test_every_position_of_a_game_makes_sense(slug: str, scenario: str, seed: int) -> None:
    match = bocage.new_match(slug, scenario=scenario, seed=f"sound {seed}")
    dice = random.Random(f"{slug} {scenario} {seed}")
    while match.outcome is None and match.moment < 1_200:
        prompt = match.prompts[dice.choice(list(match.prompts))]
        verbs = prompt.verbs()
        lively = [verb for verb in verbs if verb != "end" or dice.random() < 0.4] or list(verbs)
        match.play(dice.choice(verbs[dice.choice(lively)]), side=prompt.side)
        check_position(match.game, match.position)


def stored(slug: str, **changes: Any) -> Any:
    match = bocage.new_match(slug, seed="sound")
    position = plain.from_plain(match.game, match.game.position_class, plain.to_plain(match.game, match.position))
    for name, value in changes.items():
        setattr(position, name, value)
    return match.game, position


@pytest.mark.parametrize(
    ("slug", "changes", "words"),
    [
        ("roundup", {"strategy": 99}, "strategy cannot be 99"),
        ("roundup", {"strategy": -1}, "strategy cannot be -1"),
        ("roundup", {"weather": "<script>"}, "weather cannot be '<script>'"),
        ("roundup", {"superiority": "nobody"}, "superiority"),
        ("roundup", {"turn": 0}, "turns 1 to 10"),
        ("roundup", {"turn": 11}, "turns 1 to 10"),
        ("roundup", {"rolls": -1}, "rolls"),
        ("roundup", {"tas_left": 10**9}, "tas left"),
        ("roundup", {"depots": {"<b>": 1}}, "depots"),
        ("roundup", {"frames": []}, "asks nobody"),
        ("roundup", {"frames": [Sequencing("turn", "lunch")]}, "row 'lunch'"),
        ("roundup", {"frames": [Sequencing("brunch")]}, "'brunch'"),
        ("roundup", {"frames": [Sequencing("turn")] * 500}, "too many steps"),
        ("roundup", {"outcome": Outcome("<script>", "x", "1")}, "cannot win"),
        ("roundup", {"outcome": Outcome("allied", "<b>", "1")}, "outcome"),
        ("storming", {"stage": "lunch"}, "stage"),
        ("storming", {"points": {"99AG": 4}}, "points"),
        ("storming", {"bridges_blown": ("London",)}, "bridges blown"),
        ("rhine", {"weather": "hail"}, "weather"),
        ("rhine", {"lost_turn": {"US-1": 4}}, "lost turn"),
        ("rhine", {"reserve_record": "sealed"}, "reserve record"),
    ],
)
def test_a_position_with_a_value_that_no_game_has_is_refused(slug: str, changes: dict[str, Any], words: str) -> None:
    game, position = stored(slug, **changes)
    with pytest.raises(BadInput) as refused:
        check_position(game, position)
    assert words in str(refused.value)


@pytest.mark.parametrize("unit", [Unit(5, 0), Unit(5, 9), Unit(-1, -1), Unit(5, 1, 64), Unit(5, 1, -1)])
@pytest.mark.parametrize("slug", bocage.slugs())
def test_a_unit_that_cannot_be_like_that_is_refused(slug: str, unit: Unit) -> None:
    game, position = stored(slug)
    position.units[0] = unit
    with pytest.raises(BadInput, match=game.unit_ids[0]):
        check_position(game, position)


def test_a_frame_of_a_side_that_does_not_play_is_refused() -> None:
    game, position = stored("roundup")
    asked = next(frame for frame in position.frames if hasattr(frame, "side"))
    position.frames[position.frames.index(asked)] = msgspec.structs.replace(asked, side="<script>")
    with pytest.raises(BadInput, match="sides allied and german"):
        check_position(game, position)


def test_a_record_whose_entries_are_of_nobody_is_refused() -> None:
    """Entries before a snapshot are mere history and are never replayed, but pages show whose they are."""
    match = bocage.new_match("roundup", seed="nobody")
    dice = random.Random(1)
    while match.position.turn < 2:
        match.play(dice.choice(match.prompt.actions), side=match.prompt.side)
    rows = match.text().split("\n")
    rows[rows.index(f"rules {match.game.rules_version}")] = "rules 0"
    first = next(number for number, row in enumerate(rows) if row.startswith("1 allied "))
    rows[first] = rows[first].replace("1 allied ", "1 <script> ")
    with pytest.raises(BadInput, match="does not play"):
        bocage.load("\n".join(rows))
