"""`bocage mail` in two homes: begin, sit down, play, lose the file, and take the record home."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bocage
from bocage.cli import app
from bocage.mail import letter


class Home:
    """A player's machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def mail(self, *words: object, typed: str = "") -> str:
        """What a command says that must not fail."""
        code, told = self.tried(*words, typed=typed)
        assert code == 0, told
        return told

    def tried(self, *words: object, typed: str = "") -> tuple[int, str]:
        """The exit code of a command and what it says."""
        env = {"BOCAGE_HOME": str(self.folder)}
        result = CliRunner().invoke(app, ["mail", *map(str, words)], input=typed, env=env)
        return result.exit_code, result.output


@pytest.fixture
def homes(tmp_path: Path) -> tuple[Home, Home, Path]:
    return Home(tmp_path / "anna"), Home(tmp_path / "bert"), tmp_path / "match.mail"


def test_a_match_in_two_homes(homes: tuple[Home, Home, Path], tmp_path: Path) -> None:
    anna, bert, file = homes
    assert "Send" in anna.mail("new", "roundup", file, "--name", "Anna")
    assert "You have the german side" in bert.mail("play", file, "--name", "Bert")
    code, told = bert.tried("play", file)
    assert code != 0
    assert "waits for Anna" in told
    told = anna.mail("play", file, typed="us-beachhead 1204\n")
    assert "What you played is in" in told
    assert len(letter.open_file(file).entries) == 1
    shown = bert.mail("show", file)
    for words in ("Operation Roundup", "allied: Anna", "german: Bert"):
        assert words in shown
    assert "1 entry, as the rules allow." in bert.mail("check", file)
    record = tmp_path / "record.txt"
    bert.mail("record", file, record)
    assert bocage.load(record.read_text(encoding="utf-8")).moment == 1
    (key,) = (anna.folder / "mail").glob("*.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    text = file.read_text(encoding="utf-8")
    file.unlink()
    anna.mail("again", file)
    assert file.read_text(encoding="utf-8") == text


def test_clear_words_where_it_cannot_be(homes: tuple[Home, Home, Path], tmp_path: Path) -> None:
    anna, bert, file = homes
    assert "will be an open file" in anna.mail("new", "roundup", file)
    assert "is there already" in anna.tried("new", "roundup", file)[1]
    assert "waits for a friend" in anna.tried("play", file)[1]
    bert.mail("play", file)
    carl = Home(tmp_path / "carl")
    assert "the key of neither is kept" in carl.tried("play", file)[1]
    file.write_text("nonsense", encoding="utf-8")
    assert "is not a mail file" in anna.tried("play", file)[1]
    assert "no key of such a match" in carl.tried("again", file)[1]


def test_a_sealed_match_in_two_homes(homes: tuple[Home, Home, Path], tmp_path: Path) -> None:
    anna, bert, file = homes
    told = anna.mail("new", "festung", file, "--name", "Anna")
    assert "This will be a sealed file: the secrets of both sides travel in it" in told
    assert "This will be a sealed file" in bert.mail("play", file, "--name", "Bert")
    taken = "axis-6"
    assert "It is for Bert now" in anna.mail("play", file, typed=f"take {taken}\n")
    assert taken not in file.read_text(encoding="utf-8")
    (key,) = (anna.folder / "mail").glob("*.key")
    assert taken not in key.read_text(encoding="utf-8")
    for words in ("a sealed mail file", "axis: Anna", "allied: Bert", "It is your turn (allied)"):
        assert words in bert.mail("show", file)
    assert "It is for Bert" in anna.mail("show", file)
    carl = Home(tmp_path / "carl")
    assert "What was played is sealed" in carl.mail("show", file)
    assert "sealed: it is opened" in bert.tried("check", file)[1]
    record = tmp_path / "record.txt"
    assert "as your side saw it" in bert.mail("record", file, record)
    assert record.read_text(encoding="utf-8").startswith("bocage seen 1")
    assert taken not in record.read_text(encoding="utf-8")
    saved = tmp_path / "saved.txt"
    assert "as your side saw it" in " ".join(bert.mail("play", file, typed=f"save {saved}\n").split())
    assert taken not in saved.read_text(encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    file.unlink()
    bert.mail("again", file)
    assert file.read_text(encoding="utf-8") == text
