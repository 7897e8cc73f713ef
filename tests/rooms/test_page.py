"""The page on adding a game shows the toy as it is, and says what a missing room takes away."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from bocage.engine.errors import BadInput
from tests.rooms.conftest import Shelve
from tests.rooms.shelving import TOY
from tests.rooms.test_missing_rooms import FEATURES

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHOWN = re.findall(r"^```\w+ (\S+)\n(.*?)^```", TEXT, re.S | re.M)
SAID = dict(re.findall(r"^\| `(\S+)` \| (.*it brings no .*|I take .*) \|$", TEXT, re.M))


@pytest.mark.parametrize(("path", "shown"), SHOWN, ids=[path for path, _ in SHOWN])
def test_what_is_shown_stands_in_the_file(path: str, shown: str) -> None:
    assert shown in (TOY / path).read_text(encoding="utf-8")
    before = TEXT[: TEXT.index(shown)].splitlines()
    assert before[-3] == f"`{path.removeprefix('../')}`:"


def test_the_files_that_one_needs_to_play_are_shown_whole() -> None:
    whole = {path for path, shown in SHOWN if shown == (TOY / path).read_text(encoding="utf-8")}
    rules = {
        f"rules/{name}.py" for name in ("position", "look", "movement", "combat", "forecast", "sequence", "victory")
    }
    assert whole >= {"__init__.py", "data/__init__.py", "data/tables.py", "data/check.py", "game.py", *rules}


def test_the_example_runs_as_printed(brook: str) -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 6
    assert result.failed == 0


@pytest.mark.parametrize("room", SAID)
def test_the_page_tells_the_sentence_that_one_gets(room: str, shelve: Shelve) -> None:
    shelve(room)
    told = []
    for feature in FEATURES.values():
        try:
            feature()
        except BadInput as error:
            told.append(str(error))
        except AssertionError:
            continue  # complaints of the data check
    assert SAID[room] in told


def test_the_page_knows_all_rooms() -> None:
    assert len(SAID) == 7
    for room in (path for path in TOY.iterdir() if path.is_dir() and path.name != "__pycache__"):
        assert f"{room.name}/" in TEXT
