"""A game with cards in the terminal: the hand and the piles in words, and windows that are passed beforehand."""

from __future__ import annotations

from pathlib import Path

import bocage
from tests.rooms.test_hands import in_battle
from tests.rooms.test_toy_at_large import run

BOTH = ("--side", "grey=human", "--side", "blue=human")


def saved(tmp_path: Path, text: str) -> str:
    file = tmp_path / "evening.bocage"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_hand_is_told_in_words(cards: str, tmp_path: Path) -> None:
    lines = ("hand", "hand 2", "hand grape", "piles", "help", "why event grape", "event ferry", "piles", "quit")
    code, out, err = run(tmp_path, "play", cards, "--seed", "mill", "--grey", "random", lines=lines)
    assert (code, err) == (0, "")
    for words in (
        "Your hand (3):",
        "1 blue-1     Reveille (2, Event, 1809, number 1). Draw another card. Now: event, burn.",
        "event    2 burn  blue-1  Reveille (2, Event, 1809, number 1)",  # among the answers, a row for each card
        "The ferryman (1, Event, 1809, number 2, starred)",
        "starred: leaves the game when it is played as an event",
        "lay      Battle: 2 to your strength",
        "The Greys: 3 in hand",
        "Draw pile (2): 2 face down",
        "pass whatever is asked in this turn",
        "a battle card is no event",
        "Out of the game (1): The ferryman",
    ):
        assert words in out, words
    assert "Old campaigners" not in out  # the Greys'


def test_a_card_is_played_by_its_number_in_the_hand(cards: str, tmp_path: Path) -> None:
    lines = ("hand", "event 9", "event 2", "piles", "quit")
    code, out, err = run(tmp_path, "play", cards, "--seed", "mill", "--grey", "random", lines=lines)
    assert (code, err) == (0, "")
    assert "there is no card '9' in this game" in out
    assert "Out of the game (1): The ferryman" in out


def test_a_window_is_passed_beforehand(cards: str, tmp_path: Path) -> None:
    file = saved(tmp_path, in_battle().text())
    # The Greys are asked in the Blues' battle, which the Blues let pass; Enter hands the screen over.
    lines = ("pass war", "pass battle", "", "pass always", "", "quit")
    code, out, _ = run(tmp_path, "play", cards, "--load", file, *BOTH, lines=lines)
    assert code == 0
    assert "one can pass for: turn, battle, always; 'pass off' to be asked again" in out
    assert "You pass for this battle." in out
    assert "You pass until you say 'pass off'." in out
    match = bocage.load(Path(file).read_text(encoding="utf-8"))
    assert [str(entry.action) for entry in match.entries[-2:]] == ["pass", "pass"]
    assert match.prompt.step == "combat"


def test_pass_alone_is_an_answer_and_pass_off_asks_again(cards: str, tmp_path: Path) -> None:
    file = saved(tmp_path, in_battle().text())
    lines = ("pass off", "pass", "", "quit")
    code, out, _ = run(tmp_path, "play", cards, "--load", file, *BOTH, lines=lines)
    assert code == 0
    assert "You are asked again." in out
    match = bocage.load(Path(file).read_text(encoding="utf-8"))
    assert match.prompt.side == "grey"
    assert match.prompt.step == "reaction"


def test_a_game_without_cards_says_so(brook: str, tmp_path: Path) -> None:
    code, out, _ = run(tmp_path, "play", brook, "--seed", "mill", lines=("hand", "piles", "pass turn", "help", "quit"))
    assert code == 0
    assert out.count("there are no cards in this game") == 2
    assert "there is nothing in this game that could be passed beforehand" in out
    assert "hand 2" not in out
