"""A match that is written down piece by piece while it is played is the same record as one written at the end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bocage
from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from tests.engine import toy
from tests.engine.test_old_records import load_new, old_match
from tests.engine.test_record import random_step

GAMES = sorted((Path(__file__).parents[1] / "roundup/fixtures").glob("*.txt"))


class Scribe:
    """Keeps the pieces of a match as they come, and never looks back."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.pieces = [record.header_text(match)]
        self.moment = -1
        self.write()

    def write(self) -> None:
        """Write down what has happened since the last time."""
        while self.moment < self.match.moment:
            self.moment += 1
            self.pieces.append(record.entry_text(self.match, self.moment))
            self.pieces.append(record.snapshot_text(self.match, self.moment) or "")

    @property
    def text(self) -> str:
        """The record so far, without its end."""
        return "\n".join([self.pieces[0], *(piece for piece in self.pieces[1:] if piece)]) + "\n"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_whole_game_written_piece_by_piece_is_the_record_of_it(path: Path) -> None:
    stored = bocage.load(path.read_text(encoding="utf-8"))
    match = bocage.new_match("roundup", seed=stored.seed, options=stored.game.options)
    scribe = Scribe(match)
    for entry in stored.entries:
        match.repeat(entry)
        scribe.write()
    assert scribe.text == record.without_end(stored.text())
    assert scribe.text.count("\nturn ") == stored.text().count("\nturn ") > 0
    again = record.read(scribe.text, make_game, strict=True, ended=False)
    assert again.position_hash == stored.position_hash
    assert again.text() == stored.text()


@pytest.mark.parametrize("seed", range(20))
def test_undo_and_rollback_leave_the_same_snapshots_as_at_the_end(seed: int) -> None:
    rng = random.Random(seed)
    match = toy.new(f"pieces {seed}")
    scribe = Scribe(match)
    for _ in range(80):
        if match.outcome is not None:
            break
        random_step(match, rng)
        scribe.write()
        assert scribe.text == record.without_end(match.text())
    again = record.read(scribe.text, toy.make, strict=True, ended=False)
    assert (again.text(), again.undoable) == (match.text(), match.undoable)


@pytest.mark.parametrize("match", [toy.new(None), toy.new(tape=[1, 2, 3]), toy.new("w", words=("red", "blue"))])
def test_a_header_has_what_the_record_has(match: Match) -> None:
    header = record.header_text(match)
    assert match.text().startswith(header + "\n")
    assert header.endswith("\n")
    assert not header.endswith("\n\n")


def test_a_match_that_begins_in_the_middle_is_written_piece_by_piece() -> None:
    match = bocage.position("roundup", turn=3, at="german movement", units="DE-18L 1306; US-1 1406 reduced", dice="3 5")
    scribe = Scribe(match)
    match.play("pick DE-18L")
    scribe.write()
    assert scribe.text == record.without_end(match.text())


def test_the_history_of_an_old_match_is_written_piece_by_piece() -> None:
    match = load_new(old_match().text())
    assert match.history_moment > 0
    scribe = Scribe(match)
    toy.play(match, "red: end", "blue: end", "draw", "end")
    scribe.write()
    assert scribe.text == record.without_end(match.text())
    assert record.read(scribe.text, lambda *_: match.game, ended=False).text() == match.text()


def test_a_record_without_its_end_is_read_only_when_asked() -> None:
    match = toy.play(toy.new("end"), "hide 0303", "red: plan wait")
    text = record.without_end(match.text())
    assert "\nend at" not in text
    with pytest.raises(BadInput, match="cut short"):
        record.read(text, toy.make)
    assert record.read(text, toy.make, ended=False).text() == match.text()
    assert record.read(match.text(), toy.make, ended=False).text() == match.text(), "an end does no harm"


def test_a_wrong_end_is_noticed_even_if_none_is_needed() -> None:
    match = toy.play(toy.new("end"), "hide 0303")
    with pytest.raises(BadInput, match="damaged"):
        record.read(match.text().replace("end at 1 hash ", "end at 1 hash 0"), toy.make, ended=False)


def test_the_dice_are_checked_without_an_end_too() -> None:
    match = toy.play(toy.new("d"), "hide 0303", "red: plan wait", "blue: plan wait", "red: end", "blue: end", "draw")
    die = match.entries[-1].dice[0]
    text = record.without_end(match.text()).replace(f"draw = {die}", f"draw = {die + 1}")
    with pytest.raises(BadInput, match="dice are not those of the key"):
        record.read(text, toy.make, ended=False)


@pytest.mark.parametrize("number", [-1, 2, "1"])
def test_there_is_no_text_of_an_entry_that_was_not_played(number: object) -> None:
    match = toy.play(toy.new("n"), "hide 0303")
    with pytest.raises(BadInput, match="entries 0 to 1"):
        record.entry_text(match, number)  # type: ignore[arg-type]
