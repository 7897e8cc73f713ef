"""Stored games, one for each way in which a game can end, replayed bit for bit."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.storming.rules.options import catalogue
from tests import storing
from tests.storing import kinds
from tests.storming.make_fixtures import FOLDER, GAMES, fits

FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
# Case 3.2.C: the ways to win that the Campaign and the Final Battles have in common (3.4.C).
SHARED = {
    ("allied", "every Ruhr city is taken", "3.2.C.1"),
    ("allied", "ten divisions have crossed the map in one advance", "3.2.C.1"),
    ("allied", "the Hitler Counteroffensive falls short of its Minimum Achievements", "3.2.C.1"),
    ("allied", "the 6th SS Panzer Army cannot be withdrawn", "3.2.C.1"),
    ("german", "Antwerpen is recaptured", "8.7.E"),
    ("german", "two cities fall to the Hitler Counteroffensive", "3.2.C.2"),
}
ENDS = {
    "campaign": {
        *SHARED,
        ("allied", "the Normandy Breakout is achieved in time", "3.2.C.1"),
        ("german", "an Allied beach is captured", "3.2.C.2"),
        ("german", "no supplied Allied division is over the Seine below Paris", "3.2.C.2"),
        ("german", "a garrison of Metz holds out and no Hitler Counteroffensive was launched", "3.2.C.2"),
        ("german", "the Allies have not won in time", "3.2.C.3"),
        ("allied", "german concedes", "3.2.C"),
    },
    "breakout": {
        ("allied", "the Normandy Breakout is achieved in time", "3.3.C.1"),
        ("allied", "Paris is Allied and 10 or more divisions are over the Seine", "3.3.C.1"),
        ("german", "the Allies have reached neither of their aims", "3.3.C.2"),
        ("german", "an Allied beach is captured", "3.3.C.2"),
    },
    "final": {
        *SHARED,
        ("german", "the Allies have not won in time", "3.4.C"),
        ("german", "allied concedes", "3.2.C"),
    },
}


def load(name: str) -> bocage.Match:
    """A stored game, read once; the tests only look at it."""
    return storing.load(FOLDER / name)


@pytest.mark.parametrize("scenario", ENDS)
def test_each_way_to_end_a_game_has_its_stored_game(scenario: str) -> None:
    assert sorted(f"{name}.txt" for name in GAMES) == FILES
    stored = {(game.winner, game.level, game.rule) for game in GAMES.values() if game.scenario == scenario}
    assert stored == ENDS[scenario]


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_replays_to_its_hashes(name: str) -> None:
    wanted = GAMES[name.removesuffix(".txt")]
    storing.replays(FOLDER / name, wanted, fits, load(name).game.rules.first_turn)
    assert load(name).game.scenario == wanted.scenario


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_proves_its_dice(name: str) -> None:
    assert storing.proven(load(name)) >= GAMES[name.removesuffix(".txt")].fires


def test_most_ends_are_the_ends_of_whole_games() -> None:
    arranged = {name for name, wanted in GAMES.items() if wanted.start is not None}
    assert arranged == {name for name in GAMES if name.endswith("withdrawal")}


def test_a_whole_campaign_goes_through_all_turns_and_turns_the_sequence_over() -> None:
    match = load("campaign-german-last-turn.txt")
    told = kinds(match)
    assert told.count("turn") == 14
    assert match.position.turn == 15
    launched = told.index("offensive launched")
    rest = told[launched : launched + told[launched:].index("turn")]
    # On that turn the German moves and fights first, and the Allies do not move before their Exploitation.
    assert rest.index("german command die") < rest.index("allied command dice")
    assert rest.count("allied command dice") == 1


def test_a_whole_final_battles_begins_with_the_suggested_set_up() -> None:
    match = load("final-german-last-turn.txt")
    assert set_up_verbs(match) == {"suggested", "suggested-all"}
    assert kinds(match).count("turn") == 4


def test_in_another_the_players_set_up_with_their_own_hands() -> None:
    verbs = set_up_verbs(load("final-allies-concede.txt"))
    assert verbs >= {"remove", "reduce", "place", "pick", "end"}
    assert not verbs & {"suggested", "suggested-all"}


def set_up_verbs(match: bocage.Match) -> set[str]:
    """What the players did before the first turn of the Final Battles began (3.4.A)."""
    told = [event.rule for entry in match.entries for event in entry.events if event.rule.startswith("3.4.A")]
    verbs = set()
    for entry in match.entries:
        told = told[sum(event.rule.startswith("3.4.A") for event in entry.events) :]
        verbs |= {entry.action.verb} if entry.action is not None else set()
        if not told:
            break
    return verbs


def test_the_restless_games_have_undos_and_rollbacks() -> None:
    storing.have_undos_and_rollbacks(load(f"{name}.txt") for name, wanted in GAMES.items() if wanted.restless)


def test_one_game_is_played_with_every_option() -> None:
    assert [wanted.options for wanted in GAMES.values() if wanted.options] == [dict.fromkeys(catalogue(), True)]


def test_the_stored_games_stay_small() -> None:
    sizes = [(FOLDER / name).stat().st_size for name in FILES]
    assert max(sizes) < 310_000
    assert sum(sizes) < 3_000_000
