"""Stored games, one for each way in which a game can end, replayed bit for bit."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.game import Festung
from tests import storing
from tests.cases import rule
from tests.festung import soak
from tests.festung.make_fixtures import FOLDER, GAMES, fits, play
from tests.storing import kinds

FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
# Who wins, how, and what the last line of the log says of it.
ENDS = {
    "campaign": {
        ("allied", "automatic victory", "no victory points"),
        ("allied", "automatic victory", "Berlin is Allied"),
        ("axis", "automatic victory", "Rome"),
        ("axis", "automatic victory", "Oslo"),
        ("axis", "automatic victory", "Donitz"),
        ("axis", "victory at the end", "in time"),
        ("axis", "allied concedes", ""),
        ("allied", "axis concedes", ""),
    },
    "overlord": {  # Husky has been played before it begins (18.5)
        ("allied", "automatic victory", "no victory points"),
        ("allied", "automatic victory", "Berlin is Allied"),
        ("axis", "automatic victory", "Rome"),
        ("axis", "automatic victory", "Donitz"),
        ("axis", "victory at the end", "in time"),
        ("axis", "allied concedes", ""),
        ("allied", "axis concedes", ""),
    },
}


def load(name: str) -> Match:
    """A stored game, read once; the tests only look at it."""
    return storing.load(FOLDER / name, Festung)


@rule("16.2", "16.3", "R113")
@pytest.mark.parametrize("scenario", ENDS)
def test_each_way_to_end_a_game_has_its_stored_game(scenario: str) -> None:
    assert sorted(f"{name}.txt" for name in GAMES) == FILES
    stored = {(game.winner, game.level, game.says) for game in GAMES.values() if game.scenario == scenario}
    assert stored == ENDS[scenario]


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_replays_to_its_hashes(name: str) -> None:
    wanted = GAMES[name.removesuffix(".txt")]
    game: Any = load(name).game
    storing.replays(FOLDER / name, wanted, fits, game.rules.first_turn, Festung)
    assert game.scenario == wanted.scenario


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_that_was_cut_goes_on_to_the_same_end(name: str) -> None:
    match = load(name)
    storing.goes_on_after_a_cut(match, match.moment // 3)
    storing.goes_on_after_a_cut(match, match.moment - 2)


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_proves_its_dice(name: str) -> None:
    assert storing.proven(load(name)) >= GAMES[name.removesuffix(".txt")].battles


@rule("17.1", "18.1")
@pytest.mark.parametrize(("name", "turns"), [("campaign", 10), ("overlord", 7)])
def test_a_whole_game_goes_through_all_turns(name: str, turns: int) -> None:
    told = kinds(load(f"{name}-axis-last-turn.txt"))
    assert told.count("season") == turns
    assert told.count("action round") == 6 * turns


def test_one_game_is_played_with_every_option() -> None:
    assert load("overlord-axis-options.txt").game.options == soak.all_options()


def test_the_restless_games_have_undos_and_rollbacks() -> None:
    storing.have_undos_and_rollbacks(load(f"{name}.txt") for name, wanted in GAMES.items() if wanted.restless)


def test_the_same_seed_makes_the_same_game() -> None:
    wanted = GAMES["campaign-axis-concedes"]
    assert play(wanted, 3).text() == play(wanted, 3).text()


def test_the_stored_games_stay_small() -> None:
    sizes = [(FOLDER / name).stat().st_size for name in FILES]
    assert max(sizes) < 130_000
    assert sum(sizes) < 900_000
