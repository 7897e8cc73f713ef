"""Environments for learning: PettingZoo's own tests, actions with a lasting meaning, and no secret in what is seen."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import bocage
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.engine.steps import Sequencing
from bocage.lab.learning import Wargame, env, single
from bocage.lab.learning.encoding import BUCKETS, MOST, WORD_BITS, Encoder, checksum
from bocage.lab.learning.numbering import Numbering
from tests.rhine.concealment import test_secrets as rhine_secrets
from tests.rhine.soak import choose
from tests.roundup.concealment import test_secrets as roundup_secrets

GAMES = bocage.slugs()
ROOT = Path(__file__).parents[2]


def walk(game: str, seed: str, steps: int, **more: Any) -> Iterator[Match]:
    """The moments of a random game."""
    rng = Random(seed)
    match = bocage.new_match(game, seed=seed, **more)
    for _ in range(steps):
        if not match.prompts:
            return
        yield match
        verbs = match.prompt.verbs()
        match.play(rng.choice(verbs[rng.choice(list(verbs))]), side=match.prompt.side)


def row(encoder: Encoder, match: Match, side: str) -> Any:
    """What a side sees."""
    return encoder.row(match.game.shown(match.position, side), side, match.prompts)


# PettingZoo's tests


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_s_own_tests_pass(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Agents are named like the sides, and what they see comes with a mask.
        for known in ("We recommend agents to be named", "Observation is not a NumPy", "Observation space for each"):
            warnings.filterwarnings("ignore", known)
        api_test(env(game), num_cycles=500)
        seed_test(lambda: env(game), num_cycles=200)


def test_pettingzoo_s_tests_pass_for_another_scenario_with_options_to_the_end_of_games() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env("storming", scenario="final", options={"R41": True}), num_cycles=200)
        api_test(env("roundup", longest=60), num_cycles=200)  # games are cut off again and again


# Actions and masks


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_is_the_list_of_legal_actions(game: str) -> None:
    numbering: Numbering | None = None
    for match in walk(game, "masks", 400):
        numbering = numbering or Numbering(match.game)
        for prompt in match.prompts.values():
            legal = np.flatnonzero(numbering.mask(prompt))
            assert [str(numbering.action(number)) for number in legal.tolist()] == sorted(
                (str(action) for action in prompt.actions),
                key=lambda text: numbering.number(match.game.actions.find(text)),
            )
            assert all(numbering.action(numbering.number(action)) is action for action in prompt.actions)


@pytest.mark.parametrize("game", GAMES)
def test_a_number_means_the_same_in_every_match_of_a_game(game: str) -> None:
    first, second = (Numbering(bocage.new_match(game, seed=seed).game) for seed in "ab")
    assert first.size == second.size
    with_options = Numbering(bocage.new_match(game, seed="c", options=_an_option(game)).game)
    named = [number for number in range(first.size) if _name(first, number)]
    assert len({_name(first, number) for number in named}) == len(named)
    for other in (second, with_options):
        assert [_name(other, number) for number in named] == [_name(first, number) for number in named]


def _an_option(game: str) -> dict[str, Any]:
    return {"roundup": {"15.10": True}, "storming": {"R41": True}}.get(game, {})


def _name(numbering: Numbering, number: int) -> str:
    try:
        return str(numbering.action(number))
    except BadInput:
        return ""  # a gap of the map


def test_what_the_mask_forbids_is_refused_with_the_reason_and_changes_nothing() -> None:
    world = env("roundup")
    world.reset(seed=3)
    before = world.match.position_hash
    with pytest.raises(Refusal) as caught:
        world.step(world.number("us-beachhead 3010"))
    assert caught.value.rule == "13.4"
    gap = next(number for number in range(world.action_space("allied").n) if not _name(world._numbering, number))
    for nonsense in (-1, 10**6, gap, None):
        with pytest.raises(BadInput):
            world.step(nonsense)
    assert world.match.position_hash == before
    assert world.match.moment == 0


# Observations


@pytest.mark.parametrize("game", GAMES)
def test_a_row_does_not_depend_on_the_rows_before_it(game: str) -> None:
    rng = Random(5)
    kept: Encoder | None = None
    compared = 0
    for match in walk(game, "rows", 500):
        kept = kept or Encoder(match.game)
        for side in match.game.sides:
            if rng.random() < 0.5:
                found = row(kept, match, side)
                if rng.random() < 0.15:
                    assert np.array_equal(found, row(Encoder(match.game), match, side)), match.moment
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_of_a_row_say_what_the_position_says(game: str) -> None:
    encoder: Encoder | None = None
    for number, match in enumerate(walk(game, "parts", 400)):
        encoder = encoder or Encoder(match.game)
        if number % 20:
            continue
        side = match.prompt.side
        seen = match.game.shown(match.position, side)
        found = {name: row(encoder, match, side)[part] for name, part in encoder.layout.items()}
        assert found["turn"][0] == seen.turn
        held = sum(1 << node for node in np.flatnonzero(found["allied_control"]).tolist())
        assert held == seen.allied_control
        for unit, state in enumerate(seen.units):
            box, column, line = found["where"][3 * unit : 3 * unit + 3].tolist()
            assert found["steps"][unit] == state.steps
            if state.at < 0:
                assert (box, column, line) == (-state.at, 0, 0)
            elif match.game.board.place(state.at) is not None:
                assert (0, column - 1, line - 1) == (box, *match.game.board.place(state.at))
        assert found["phase"].sum() == 1
        assert found["side"].tolist() == [who == side for who in match.game.sides]
        assert found["to move"].tolist() == [who in match.prompts for who in match.game.sides]


def test_every_cell_belongs_to_one_part() -> None:
    for game in GAMES:
        encoder = Encoder(bocage.new_match(game, seed="1").game)
        ends = [0]
        for part in encoder.layout.values():
            assert part.start == ends[-1]
            ends.append(part.stop)
        assert ends[-1] == encoder.size


@pytest.mark.parametrize("game", GAMES)
def test_no_two_words_of_a_field_look_alike_and_no_number_is_cut(game: str) -> None:
    """Words are told by bits of their checksums; that is enough as long as those differ."""
    words: dict[str, set[str]] = {}
    sets: dict[str, set[str]] = {}
    encoder: Encoder | None = None
    for match in walk(game, "words", 1500):
        position = match.position
        for thing in (position, *(frame for frame in position.frames if not isinstance(frame, Sequencing))):
            for name, hint in get_type_hints(type(thing), include_extras=True).items():
                value = getattr(thing, name, None)
                where = f"{type(thing).__name__}.{name}"
                if isinstance(value, str) and name not in ("rule", "side", "step"):
                    words.setdefault(where, set()).add(value)
                elif isinstance(value, dict) and hint == dict[str, int] and thing is position:
                    keys = {key for key in value if key not in match.game.unit_numbers}
                    sets.setdefault(where, set()).update(keys)
                    assert all(number + 2 <= MOST for number in value.values()), where
                elif isinstance(value, tuple) and value and isinstance(value[0], str):
                    sets.setdefault(where, set()).update(value)
        encoder = encoder or Encoder(match.game)
        assert all(-1 <= getattr(position, name) < MOST for name in encoder._fields.numbers)
    assert words
    for where, found in words.items():
        assert len({checksum(word) % (1 << WORD_BITS) for word in found}) == len(found), where
    for where, found in sets.items():
        assert len({checksum(word) % BUCKETS for word in found}) == len(found), where


# Secrets


def looks(encoder: Encoder, numbering: Numbering, match: Match, side: str) -> tuple[bytes, bytes]:
    """All that an environment gives to a side."""
    return row(encoder, match, side).tobytes(), numbering.mask(match.prompts.get(side)).tobytes()


def compare_rhine(seed: int, pairs: int) -> int:
    """A match and its twin, which differ only in what the Allies may not know, look the same to them."""
    rng = Random(seed)
    match = bocage.new_match("rhine", seed=f"learning {seed}")
    encoder, numbering = Encoder(match.game), Numbering(match.game)
    compared = told_apart = 0
    while compared < pairs and match.outcome is None:
        position = match.position
        if not (position.face_down or position.reserve_record or position.turn <= 2):
            break
        if position.face_down and match.game.phase(position) != "german set-up" and rng.random() < 0.1:
            twin = rhine_secrets.twin_of(match, rng)
            assert looks(encoder, numbering, match, "allied") == looks(encoder, numbering, twin, "allied"), match.moment
            german = [looks(encoder, numbering, one, "german")[0] for one in (match, twin)]
            told_apart += german[0] != german[1]
            compared += 1
        match.play(choose(match.prompt, rng, "verbs"))
    assert told_apart > compared // 2, "the twins must differ in truth, and the Germans see it"
    return compared


def test_the_allies_of_d_day_to_the_rhine_learn_nothing_that_they_may_not_know() -> None:
    assert sum(compare_rhine(seed, 25) for seed in range(4)) > 50


def test_the_german_set_up_is_behind_a_screen() -> None:
    rng = Random(1)
    match = bocage.new_match("rhine", seed="screen")
    encoder, numbering = Encoder(match.game), Numbering(match.game)
    first = row(encoder, match, "allied")
    for _ in range(25):
        match.play(choose(match.prompt, rng, "verbs"))
        if match.game.phase(match.position) != "german set-up":
            break
        assert np.array_equal(row(encoder, match, "allied"), first)
        assert not numbering.mask(match.prompts.get("allied")).any()


def test_the_allies_of_operation_roundup_do_not_see_a_hidden_strategy() -> None:
    pair = [roundup_secrets.chosen(strategy, "learning", {"R27": True}) for strategy in (1, 2)]
    encoder, numbering = Encoder(pair[0].game), Numbering(pair[0].game)
    rng = Random(2)
    for _ in range(40):
        seen = [looks(encoder, numbering, match, "allied") for match in pair]
        assert seen[0] == seen[1]
        german = [looks(encoder, numbering, match, "german") for match in pair]
        assert german[0] != german[1]
        action, side = str(rng.choice(pair[0].prompt.actions)), pair[0].prompt.side
        for match in pair:
            match.play(action, side=side)
        if pair[0].position.turn > 1:
            break


# Games


def play_out(world: Wargame, rng: Random) -> dict[str, float]:
    """Random legal actions to the end of a game; the rewards."""
    got: dict[str, float] = {}
    for agent in world.agent_iter():
        seen, reward, ended, cut_off, _ = world.last()
        if ended or cut_off:
            got[agent] = reward
            world.step(None)
            continue
        assert reward == 0
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        world.step(rng.choice(legal))
    return got


def test_the_reward_is_the_outcome() -> None:
    world, rng = env("roundup"), Random(4)
    winners = set()
    for seed in range(6):
        world.reset(seed=seed)
        got = play_out(world, rng)
        outcome = world.match.outcome
        assert outcome is not None
        winners.add(outcome.winner)
        worth = {outcome.winner: 1, "": 0}
        expected = {side: worth.get(side, -1 if outcome.winner else 0) for side in ("allied", "german")}
        assert got == expected
        assert world.render() == world.match.outcome_text
    assert len(winners) > 1, "one seed after the other with the same winner proves little"


def test_a_game_that_lasts_too_long_is_cut_off_without_a_winner() -> None:
    world = env("roundup", longest=30)
    world.reset(seed=1)
    assert play_out(world, Random(1)) == {"allied": 0, "german": 0}
    assert world.match.moment == 30
    assert world.match.outcome is None


def test_a_seed_fixes_this_game_and_the_games_after_it() -> None:
    seeds = []
    for _ in range(2):
        world = env("roundup")
        world.reset(seed=9)
        first = world.match.seed
        world.reset()
        seeds.append((first, world.match.seed))
    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]


def test_one_side_learns_against_a_bot() -> None:
    rng = Random(6)
    world = single("roundup", "german", against="random")
    seen, _ = world.reset(seed=5)
    reward, over = 0.0, False
    while not over:
        assert world.world.match.prompts["german"]
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, ended, cut_off, _ = world.step(action)
        over = ended or cut_off
        assert world.observation_space.contains(seen)
    outcome = world.world.match.outcome
    assert outcome is not None
    assert reward == (0 if not outcome.winner else 1 if outcome.winner == "german" else -1)
    with pytest.raises(BadInput, match="reset"):
        world.step(0)
    again, _ = world.reset(seed=5)
    assert np.array_equal(again["observation"], single("roundup", "german", "random").reset(seed=5)[0]["observation"])


def test_what_does_not_exist_is_said() -> None:
    for wrong in (
        lambda: env("chess"),
        lambda: env("roundup", scenario="moon"),
        lambda: env("roundup", render_mode="human"),
        lambda: single("roundup", "french"),
        lambda: single("roundup", "allied", against="nobody"),
    ):
        with pytest.raises(BadInput):
            wrong()


def test_a_missing_package_is_named() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import bocage.lab.learning"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode
    assert "pip install 'bocage[learning]'" in found.stderr.splitlines()[-1]


def test_nothing_else_needs_these_packages() -> None:
    code = (
        "import sys, bocage.cli, bocage.lab.measuring.odds; print(*{'numpy', 'pettingzoo'}.intersection(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


# The page


def test_the_examples_of_the_page_run_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs" / "learning.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.failed, result.attempted > 10) == (0, True)
    (program,) = re.findall(r"```python\n(import.*?)```", page.read_text(encoding="utf-8"), re.S)
    exec(program, {})
    assert re.fullmatch(r"(\d+ games, the allied side won \d+%\n)+", capsys.readouterr().out)
