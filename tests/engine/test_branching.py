"""Branches: what is tried out beside a match tells nothing that its player does not know, and touches nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bocage
from bocage.bots import answer, make
from bocage.engine.dice import commitment, key_from_seed
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.branching import branch_of
from bocage.engine.matches.match import Match
from tests.engine import toy

KEY = key_from_seed("a branch")
GAMES = ("roundup", "storming", "rhine", "fortress", "festung")


def shown(match: Match, side: str | None) -> dict[str, Any]:
    """What a side may know, but for how long it took, which dice there are, and who has answered under seal."""
    return {name: value for name, value in match.view(side).items() if name not in ("moment", "commitment", "to_move")}


def bot_match(slug: str, entries: int, seed: str = "branches") -> Match:
    """A match between bots, some entries long."""
    match, bot = bocage.new_match(slug, seed=seed), make("greedy", seed=seed)
    while match.moment < entries and match.outcome is None:
        answer(match, bot)
    return match


@pytest.mark.parametrize("slug", GAMES)
def test_a_branch_looks_like_the_match_to_its_player_and_is_played_on_and_read_again(slug: str) -> None:
    match, rng = bot_match(slug, 40), random.Random(1)
    bot = make("greedy", seed="go on")
    for _ in range(12):
        for side in match.game.sides:
            branch = branch_of(match, side, match.moment_of(side), KEY)
            assert shown(branch, side) == shown(match, side)
            for _ in range(12):
                prompt = next(iter(branch.prompts.values()), None)
                if prompt is not None:
                    branch.play(rng.choice(list(prompt.actions)), side=prompt.side)
            again = bocage.load(branch.text())
            assert again.position_hash == branch.position_hash
        for _ in range(15):
            if match.outcome is None:
                answer(match, bot)


def secrets(plan: str) -> Match:
    """Blue has hidden a mine and sealed a plan; Red has done nothing."""
    match = toy.new("pair")
    match.play("hide 0303" if plan == "charge" else "hide 0202", side="blue")
    match.play(f"plan {plan}", side="blue")
    return match


def test_two_matches_that_differ_in_secrets_only_have_the_same_branches() -> None:
    one, other = secrets("charge"), secrets("wait")
    assert one.text("red") == other.text("red")
    assert one.position_hash != other.position_hash
    for moment in range(one.moment_of("red") + 1):
        branches = [branch_of(match, "red", moment, KEY) for match in (one, other)]
        assert branches[0].text() == branches[1].text()
    assert (
        branch_of(one, "blue", one.moment_of("blue"), KEY).text()
        != branch_of(other, "blue", other.moment_of("blue"), KEY).text()
    )


def test_a_sealed_answer_of_the_other_side_is_not_in_a_branch() -> None:
    match = secrets("charge")
    assert list(match.prompts) == ["red"]
    branch = branch_of(match, "red", match.moment_of("red"), KEY)
    assert list(branch.prompts) == ["red", "blue"]
    assert "charge" not in branch.text()


def test_the_dice_of_a_branch_say_nothing_about_those_of_the_match() -> None:
    """They are those of its own key, from the first one on, whatever the match has cast and will cast."""
    match = bot_match("roundup", 60)
    assert match.position.rolls
    branch = branch_of(match, "allied", match.moment_of("allied"), KEY)
    assert branch.key == KEY
    assert branch.key != match.key
    assert branch.commitment == commitment(KEY)
    assert branch.position.rolls == 0
    for secret in (match.key.hex(), '"branches"'):
        assert secret not in branch.text()


def test_the_match_knows_nothing_of_its_branches() -> None:
    match = bot_match("roundup", 60)
    before = match.text()
    branch = branch_of(match, "allied", match.moment_of("allied") // 2, KEY)
    branch.play(branch.prompt.actions[0])
    assert match.text() == before


def test_who_only_watches_tries_nothing_out_before_the_end() -> None:
    match = toy.new("x")
    with pytest.raises(Refusal, match="only who plays"):
        branch_of(match, None, 0, KEY)
    with pytest.raises(BadInput, match="moments 0 to 0"):
        branch_of(match, "red", 1, KEY)
    match.concede("red")
    assert branch_of(match, None, 0, KEY).position.units == match.at(0).units


def test_of_a_match_that_is_over_the_truth_is_tried_out() -> None:
    match = secrets("charge")
    match.play("plan wait", side="red")
    match.concede("red")
    last = match.moment_of(None)
    branch = branch_of(match, None, last, KEY)
    assert branch.outcome is None
    assert branch.position.mine == match.position.mine
    assert branch.prompts


def test_where_nothing_was_ever_open_nothing_can_be_tried_out() -> None:
    over = bocage.load(bot_match("roundup", 0).text())
    over.concede("allied")
    ended = Match(over.game, key=KEY, start=over.position)
    with pytest.raises(Refusal, match="the game is over at this moment"):
        branch_of(ended, None, 0, KEY)
