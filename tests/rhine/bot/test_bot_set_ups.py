"""How the bots of D-Day to the Rhine set the Germans up: in many ways, so that nobody knows what lies face down."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.engine.matches.match import Match
from bocage.games.rhine.bot import set_ups
from tests.cases import rule
from tests.rhine.asking import marked


def set_up(bot: str, seed: str, again_at: int = -1) -> Match:
    """A match after a bot has set up; its process may be started again on the way."""
    match = bocage.new_match("rhine", seed="behind the screen")
    player = bots.make(bot, seed)
    while match.prompt.step == "set-up":
        if match.moment == again_at:
            match, player = bocage.load(match.text()), bots.make(bot, seed)
        bots.answer(match, player)
    return match


def suggested() -> Match:
    match = bocage.new_match("rhine", seed="behind the screen")
    match.play("suggested")
    match.play("end")
    return match


@rule("SET.1", "SET.7")
@pytest.mark.parametrize("bot", ["greedy", "planner", "search"])
def test_a_bot_sets_up_in_another_way_in_every_match(bot: str) -> None:
    matches = [set_up(bot, f"seed {number}") for number in range(6)]
    assert len({match.position_hash for match in matches}) == 6
    assert suggested().position_hash not in {match.position_hash for match in matches}
    for match in matches:
        pieces = match.game.set_up_units  # type: ignore[attr-defined]
        assert match.position.on_board & pieces == pieces, "units and dummies, all of them"
        assert len(marked(match, "face_down")) >= 12
        assert match.entries[-1].side == "german"


def test_nothing_but_the_map_tells_how_a_bot_has_set_up() -> None:
    texts = []
    for match in (set_up("planner", "one"), set_up("planner", "two"), suggested()):
        assert match.moment_of("allied") == match.moment_of(None) == 1
        texts.append([match.log("allied"), match.text("allied").partition("view ")[0]])
    assert texts[0] == texts[1] == texts[2]


def test_a_bot_whose_process_ends_goes_on_with_the_same_set_up() -> None:
    whole = set_up("planner", "steady")
    for moment in (1, 17, 30):
        assert set_up("planner", "steady", again_at=moment).position_hash == whole.position_hash


def test_the_dice_of_the_set_up_are_the_bots_own() -> None:
    state = random.getstate()
    random.seed(1)
    one = set_up("planner", "own dice").position_hash
    random.seed(2)
    assert set_up("planner", "own dice").position_hash == one
    random.setstate(state)


def test_advice_leaves_what_the_player_has_placed() -> None:
    match = bocage.new_match("rhine", seed="advice")
    match.play("pick DE-LehrPz")
    match.play("place 4018")
    player = bots.make("planner", "adviser")
    while match.prompt.step == "set-up":
        bots.answer(match, player)
    number = match.game.unit_numbers["DE-LehrPz"]
    assert match.game.board.labels[match.position.units[number].at] == "4018"


@rule("SET.7")
def test_where_a_division_lies_a_dummy_may_lie_and_the_other_way_round() -> None:
    game: Any = bocage.new_match("rhine", seed="x").game
    real: Counter[str] = Counter()
    false: Counter[str] = Counter()
    units: dict[str, set[int]] = {}
    for number in range(600):
        drawn = set_ups.draw(game, random.Random(number))
        for unit, spot in drawn.items():
            if game.hideable_units >> unit & 1 and unit != game.ss_17:
                (false if game.dummies >> unit & 1 else real)[spot.hex] += 1
                units.setdefault(spot.hex, set()).add(unit)
    for place, count in (real + false).items():
        if count >= 60:  # one match in ten
            assert real[place] >= 0.04 * count, f"{place} is never more than a dummy"
            assert false[place] >= 0.04 * count, f"{place} is never a mere dummy"
            assert len(units[place]) > 6


@rule("STK.1", "STK.3")
def test_the_posts_of_the_table_can_be_held() -> None:
    match = bocage.new_match("rhine", seed="posts")
    game: Any = match.game
    places = {choice.hex for row in set_ups.posts(game).values() for choices in row.values() for choice in choices}
    assert places <= set(game.board.index)
    for number in range(60):
        drawn = set_ups.draw(game, random.Random(number))
        assert len(drawn) in (27, 28), "all but 2. SS; 17. SS is only turned over"
    # Drawn places are kept: hardly ever is one full, so that the next one has to do.
    away = total = 0
    for number in range(20):
        played = set_up("planner", f"room {number}")
        drawn = set_ups.draw(game, random.Random(f"room {number}/set-up"))
        for unit, spot in drawn.items():
            total += 1
            away += game.board.labels[played.position.units[unit].at] != spot.hex
    assert away <= 0.01 * total
