"""Games stored by version 1 of the rules: they still load, go on, and say what has been corrected since."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bocage
from bocage.games.rhine.game import Rhine
from tests.rhine.conquest import random_player

FOLDER = Path(__file__).with_name("landed")
CORRECTED = ("allied-germans-concede", "allied-rhine-by-metz", "german-options")


def stored(name: str) -> str:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert "\nrules 1\n" in text
    return text


@pytest.mark.parametrize("name", CORRECTED)
def test_a_game_of_the_first_version_goes_on_and_says_why_it_is_not_replayed(name: str) -> None:
    match = bocage.load(stored(name))
    assert Rhine.upgrade_notes[2] in match.note
    assert "its log keeps what happened before" in match.note
    assert match.history_moment > 0
    assert len(match.log("allied")) > 50
    # It can be stored and read again, and played on.
    again = bocage.load(match.text(), strict=True)
    assert (again.position_hash, again.note) == (match.position_hash, match.note)
    player, rng = random_player(), random.Random(1)
    for _ in range(20):
        if again.outcome is None:
            again.play(player(again, rng))
    assert again.position.turn >= match.position.turn


def test_a_game_in_which_nothing_corrected_came_up_is_replayed_to_its_end() -> None:
    match = bocage.load(stored("german-bombing-several-turns"))
    assert match.note == ""
    assert match.outcome is not None
    assert match.outcome.rule == "WIN.5"
