"""Festung Europa for programs that learn: PettingZoo's own tests, one's own hand in the row, and never the other's."""

from __future__ import annotations

import warnings
from random import Random

import pytest
from pettingzoo.test import api_test, seed_test

from bocage import Match, shelf
from bocage.games import festung
from bocage.games.festung.game import Festung
from bocage.games.festung.rules.position import ALLIED, AXIS
from bocage.lab.learning import env
from bocage.lab.learning.encoding import Encoder
from tests.cases import rule
from tests.festung.playing import in_force, position


@pytest.fixture
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Environments take games from the shelf."""
    slugs = shelf.slugs()
    monkeypatch.setattr(festung, "GAME", Festung, raising=False)
    if "festung" not in slugs:
        monkeypatch.setattr(shelf, "_own", lambda: (*slugs, "festung"))


def cells(match: Match, side: str, name: str) -> list[int]:
    """A part of the row that a side sees."""
    encoder = Encoder(match.game)
    row = encoder.row(match.game.shown(match.position, side), side, match.prompts)
    return [int(cell) for cell in row[encoder.layout[name]]]


@pytest.mark.parametrize("scenario", ["campaign", "overlord"])
def test_pettingzoo_s_own_tests_pass_for_both_starts(scenario: str, on_the_shelf: None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env("festung", scenario=scenario), num_cycles=300)
        seed_test(lambda: env("festung", scenario=scenario), num_cycles=100)


@rule("3.31", "R66")
def test_a_row_has_the_own_hand_and_not_the_other_s() -> None:
    match = position("allied action", "US-V 0611", allied_hand="allied-3 allied-7", axis_hand="axis-12")
    numbers = match.game.card_numbers  # type: ignore[attr-defined]
    mine = cells(match, ALLIED, "decks allied hand")
    assert [card for card, cell in enumerate(mine) if cell] == sorted(numbers[f"allied-{n}"] for n in (3, 7))
    assert not any(cells(match, ALLIED, "decks axis hand"))
    assert cells(match, ALLIED, "decks axis heap_hand") == [1], "how many they are everybody knows"
    assert [card for card, cell in enumerate(cells(match, AXIS, "decks axis hand")) if cell] == [numbers["axis-12"]]


@rule("4.21")
def test_hands_that_differ_only_for_the_other_side_give_the_same_row() -> None:
    match = position("allied action", "US-V 0611", allied_hand="allied-3", axis_hand="axis-12 axis-4")
    encoder, rows = Encoder(match.game), []
    for seed in range(3):
        dealt = match.game.redeal(match.game.shown(match.position, ALLIED), ALLIED, Random(seed))
        rows.append(encoder.row(match.game.shown(dealt, ALLIED), ALLIED, [ALLIED]).tolist())
    assert rows[0] == rows[1] == rows[2]


def test_what_lasts_and_what_flies_is_in_the_row() -> None:
    match = position("allied action", "US-V 0611", flags=in_force("rommel"), bombers={"UK BC": "carpet"})
    assert cells(match, ALLIED, "flags rommel") == [1]
    assert cells(match, ALLIED, "flags speer") == [0]
    assert any(cells(match, ALLIED, "bombers UK BC"))
    assert not any(cells(match, ALLIED, "bombers US 8th AF"))
