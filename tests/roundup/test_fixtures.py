"""Whole games, one for each way in which a game can end, replayed bit for bit."""

from __future__ import annotations

import pytest

from tests import storing
from tests.roundup.make_fixtures import FOLDER, GAMES

FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
HINT = "if a rule was corrected: python -m tests.roundup.make_fixtures"


def test_each_way_to_end_a_game_has_its_stored_game() -> None:
    assert sorted(f"{name}.txt" for name in GAMES) == FILES
    endings = {(wanted.winner, wanted.level) for wanted in GAMES.values()}
    levels = ("limited", "tactical", "operational", "strategic")
    assert endings >= {(side, level) for side in ("allied", "german") for level in levels}
    assert endings >= {("", "draw"), ("allied", "german concedes")}


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_replays_to_its_hashes(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    match = storing.load(FOLDER / name)
    assert match.note == "", HINT
    assert match.history_moment == 0
    wanted = GAMES[name.removesuffix(".txt")]
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (wanted.winner, wanted.level)
    assert match.game.options == wanted.options
    assert match.start is None, "a whole game"
    if wanted.concede_on:
        assert match.position.turn == wanted.concede_on
    else:
        assert match.position.turn == 10
        assert text.count("\nturn ") >= 9, "a snapshot for each new turn"
    assert len(text) < 120_000


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_proves_its_dice(name: str) -> None:
    assert storing.proven(storing.load(FOLDER / name)) > 50


def test_the_restless_games_have_undos_and_rollbacks() -> None:
    storing.have_undos_and_rollbacks(
        storing.load(FOLDER / f"{name}.txt") for name, wanted in GAMES.items() if wanted.restless
    )
