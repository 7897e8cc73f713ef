"""Stored games, one for each way in which a game can end, replayed bit for bit."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.game import Fortress
from tests import storing
from tests.fortress import soak
from tests.fortress.make_fixtures import FOLDER, GAMES, fits, play
from tests.storing import kinds

FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
ENDS = {
    "campaign": {
        ("german", "victory", "30.1"),
        ("german", "the second invasion has failed", "12.18"),
        ("german", "sudden death", "32.2"),
        ("allied", "victory", "30.1"),
        ("allied", "Germany is overrun", "31.15"),
        ("", "draw", "30.1"),
        ("german", "allied concedes", "30.1"),
        ("allied", "german concedes", "30.1"),
    },
    "invasion": {("german", "victory", "33.1.3"), ("allied", "victory", "33.1.5")},
    "west_wall": {("german", "more objectives", "33.2.4"), ("allied", "more objectives", "33.2.4")},
    "bulge": {
        ("allied", "victory", "33.3.10"),
        ("german", "strategic victory", "33.3.10.A"),
        ("german", "tactical victory", "33.3.10.B"),
    },
    "berlin": {("german", "victory", "33.4.7"), ("allied", "victory", "33.4.7"), ("", "draw", "33.4.7")},
}


def load(name: str) -> Match:
    """A stored game, read once; the tests only look at it."""
    return storing.load(FOLDER / name, Fortress)


@pytest.mark.parametrize("scenario", ENDS)
def test_each_way_to_end_a_game_has_its_stored_game(scenario: str) -> None:
    assert sorted(f"{name}.txt" for name in GAMES) == FILES
    stored = {(game.winner, game.level, game.rule) for game in GAMES.values() if game.scenario == scenario}
    assert stored == ENDS[scenario]


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_replays_to_its_hashes(name: str) -> None:
    wanted = GAMES[name.removesuffix(".txt")]
    game: Any = load(name).game
    storing.replays(FOLDER / name, wanted, fits, game.data.scenarios[wanted.scenario].first_turn, Fortress)
    assert game.scenario == wanted.scenario


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_proves_its_dice(name: str) -> None:
    assert storing.proven(load(name)) >= GAMES[name.removesuffix(".txt")].battles


def test_a_whole_campaign_goes_through_all_turns() -> None:
    told = kinds(load("campaign-german-last-turn.txt"))
    assert told.count("player turn") == 2 * 37


def test_one_game_is_played_with_every_option_of_its_scenario() -> None:
    assert load("invasion-german-options.txt").game.options == soak.all_options("invasion")


def test_the_restless_games_have_undos_and_rollbacks() -> None:
    storing.have_undos_and_rollbacks(load(f"{name}.txt") for name, wanted in GAMES.items() if wanted.restless)


def test_the_same_seed_makes_the_same_game() -> None:
    wanted = GAMES["campaign-germans-concede"]
    assert play(wanted, 3).text() == play(wanted, 3).text()


def test_the_stored_games_stay_small() -> None:
    sizes = [(FOLDER / name).stat().st_size for name in FILES]
    assert max(sizes) < 720_000
    assert sum(sizes) < 3_000_000
