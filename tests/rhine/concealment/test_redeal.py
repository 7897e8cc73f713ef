"""Secrets dealt anew: what the Allies might find behind what they see, and what nobody can tell from it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.position import RETURNS, SEALED, STAYS
from tests.rhine.asking import at

RESERVE = "US-5C 4016; DE-1SS reserve; DE-2SS reserve; DE-84K 4313"


def after_set_up(seed: int | None = None) -> Match:
    """After the suggested set-up, or one that a bot has thought out."""
    match = bocage.new_match("rhine", seed="redeal")
    if seed is None:
        match.play("suggested")
        match.play("end")
    else:
        bot = bots.make("planner", seed)
        while match.prompt.side == "german":
            bots.answer(match, bot)
    return match


def walk(seed: int, bot: str, moments: int, turns: int, chance: float = 0.2) -> tuple[int, int]:
    """Deal anew at many moments of a game: it always looks the same to the Allies, and often is not."""
    match = bocage.new_match("rhine", seed=f"redeal {seed}")
    players = {side: bots.make(bot, side) for side in match.game.sides}
    rng = random.Random(seed)
    looked = other = 0
    while match.prompts and looked < moments and match.position.turn <= turns:
        side = match.prompt.side
        if side == "allied" and rng.random() < chance:
            seen = match.game.shown(match.position, side)
            before = msgspec.json.encode(msgspec.to_builtins(seen, str_keys=True), order="sorted")
            dealt = match.game.redeal(seen, side, rng)
            assert match.game.shown(dealt, side) == seen, f"{match.seed!r}, moment {match.moment}"
            assert match.game.view(match.game.shown(dealt, side), side) == match.game.view(seen, side)
            assert msgspec.json.encode(msgspec.to_builtins(seen, str_keys=True), order="sorted") == before
            dream = take(match, side).imagine(rng)
            assert [str(a) for a in dream.seat().prompt.actions] == [str(a) for a in match.prompt.actions]
            for _ in range(25):
                if dream.over:
                    break
                dream.play(rng.choice(dream.seat().prompt.actions))
            looked += 1
            other += dealt.units != match.position.units
        bots.answer(match, players[side])
    return looked, other


# Who plays at random often leaves his landing force at sea, and then there is little to ask the Allies in a turn.
@pytest.mark.parametrize(("seed", "bot", "turns"), [(5, "random", 8), (2, "planner", 4)])
def test_what_is_dealt_anew_looks_the_same_and_can_be_played_on(seed: int, bot: str, turns: int) -> None:
    looked, other = walk(seed, bot, 60, turns)
    assert looked >= 30
    assert other >= 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 30))
def test_what_is_dealt_anew_looks_the_same_over_whole_games(seed: int) -> None:
    bot, chance = ("planner", 0.2) if seed % 2 else ("random", 0.5)
    looked, _ = walk(seed, bot, 400, 14, chance)
    assert looked > 60


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_every_piece_may_lie_in_every_concealed_hex(seed: int | None) -> None:
    match = after_set_up(seed)
    game: Any = match.game
    seen = game.shown(match.position, "allied")
    dealt = [game.redeal(seen, "allied", random.Random(number)) for number in range(60)]
    for node in game.board.nodes(game.look(match.position).concealed()):
        found = {unit for position in dealt for unit in position.stacks[node]}
        assert len(found) > 8, "no set-up is taken for granted"
        assert found & {unit for unit in range(len(game.counters)) if game.dummies >> unit & 1}
    # As many dummies and as many divisions as there are, no more and no less.
    for position in dealt:
        assert position.face_down == match.position.face_down
        assert position.on_board == match.position.on_board


def test_the_same_dice_deal_the_same() -> None:
    match = after_set_up()
    seen = match.game.shown(match.position, "allied")
    one, two = (match.game.redeal(seen, "allied", random.Random(7)) for _ in range(2))
    assert one == two


def test_the_record_may_say_either() -> None:
    match = at("allied movement", 9, RESERVE, stage="operational", reserve_turn=7, reserve_record=STAYS, weather="good")
    seen = match.game.shown(match.position, "allied")
    assert seen.reserve_record == SEALED
    records = {match.game.redeal(seen, "allied", random.Random(number)).reserve_record for number in range(20)}
    assert records == {RETURNS, STAYS}


def test_the_germans_know_everything() -> None:
    match = after_set_up()
    seen = match.game.shown(match.position, "german")
    dealt = match.game.redeal(seen, "german", random.Random(1))
    assert dealt == match.position
    assert dealt is not match.position
