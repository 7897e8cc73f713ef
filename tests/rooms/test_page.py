"""The page on adding a game shows the toy as it is, and says what a missing room takes away."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import pytest

from bocage.engine.errors import BadInput
from tests.rooms.conftest import Shelve
from tests.rooms.shelving import TOY
from tests.rooms.test_missing_rooms import FEATURES

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHOWN = re.findall(r"^```\w+ (\S+)\n(.*?)^```", TEXT, re.S | re.M)
ONE_LINE = ("rules", "words", "terminal", "table", "bot", "lab")  # packages of which the page tells only that
SAID = dict(re.findall(r"^\| `(\S+)` \| (.*it brings no .*|I take .*) \|$", TEXT, re.M))


@pytest.mark.parametrize(("path", "shown"), SHOWN, ids=[path for path, _ in SHOWN])
def test_what_is_shown_stands_in_the_file(path: str, shown: str) -> None:
    assert shown in (TOY / path).read_text(encoding="utf-8")
    before = TEXT[: TEXT.index(shown)].splitlines()
    assert before[-3] == f"`{path.removeprefix('../')}`:"


def test_whoever_copies_what_the_page_shows_has_the_whole_game(tmp_path: Path) -> None:
    for path, shown in SHOWN:
        file = tmp_path / path
        if tmp_path in file.resolve().parents:  # tests lie beside the game
            file.parent.mkdir(exist_ok=True)
            before = file.read_text(encoding="utf-8") + "\n" if file.exists() else ""
            file.write_text(before + shown, encoding="utf-8")
    runpy.run_path(str(tmp_path / "draw_map.py"), run_name="__main__")
    files = {path.relative_to(TOY) for path in TOY.rglob("*.*") if "__pycache__" not in path.parts}
    told = {path for path in files if path.name == "__init__.py" and str(path.parent) in ONE_LINE}
    told.add(Path("data/about.toml"))
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*.*")} == files - told
    for path in files - told:
        made, theirs = ((folder / path).read_text(encoding="utf-8").split("\n") for folder in (tmp_path, TOY))
        assert [line for line in made if line] == [line for line in theirs if line], path


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
    assert len(SAID) == 8
    for room in (path for path in TOY.iterdir() if path.is_dir() and path.name != "__pycache__"):
        assert f"{room.name}/" in TEXT
