"""What the docs show must be what happens."""

from __future__ import annotations

import csv
import doctest
import importlib
import pkgutil
import re
import runpy
import shlex
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bocage
from bocage.cli import app
from bocage.lab.running import study

ROOT = Path(__file__).parent.parent
MODULES = [module.name for module in pkgutil.walk_packages(bocage.__path__, "bocage.")]
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *sorted((ROOT / "docs").glob("*.md")),
]
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
BLOCK = re.compile(r"^```(?P<kind>\w*)(?: (?P<path>\S+))?\n(?P<text>.*?)^```$", re.S | re.M)
OURS = [slug for slug in bocage.slugs() if bocage.game_class(slug).__module__.startswith("bocage.")]


def test_the_worked_example_of_the_engine_page_runs_as_printed() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "engine.md"), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_page_on_writing_a_bot_shows_what_happens_and_the_bot_that_is_there() -> None:
    page = ROOT / "docs" / "writing-a-bot.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0
    example = ROOT / "docs" / "examples" / "cautious_bot"
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    assert blocks[0] == (example / "cautious_bot.py").read_text(encoding="utf-8")
    assert blocks[-1] in (example / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["bocage", *MODULES])
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_readme_s_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    exec(block, {})
    assert capsys.readouterr().out == "1204 has a beachhead marker already (13.4)\n"


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_every_place_that_names_the_version_names_the_same() -> None:
    newest = re.search(r"^## (\S+)$", TEXTS["CHANGELOG.md"], re.M)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [
        version for text in TEXTS.values() for version in re.findall(r"bocage-(\d[\d.]+)-py3|tagged `v(.+?)`", text)
    ]
    assert len(named) == 3
    assert newest is not None
    assert {newest[1], project["version"], *("".join(pair) for pair in named)} == {bocage.__version__}


# Code that is shown

RUN_WHOLE = {  # pages with code that is no dialogue -> the tests that run or compare it
    "README.md": "test_the_readme_s_python_example_runs",
    "learning.md": "tests/lab/test_learning.py",
    "writing-a-bot.md": "test_the_page_on_writing_a_bot_shows_what_happens_and_the_bot_that_is_there",
}
RUN_AS_PRINTED = ("engine.md", "writing-a-bot.md", "learning.md", "adding-a-game.md")  # here, tests/lab, tests/rooms


@pytest.mark.parametrize("page", TEXTS)
def test_every_piece_of_python_is_run_or_compared_with_its_file(page: str) -> None:
    for block in BLOCK.finditer(TEXTS[page]):
        path, text = block["path"], block["text"]
        if path and page != "adding-a-game.md":  # whose pieces tests/rooms compares with the toy
            assert text in (ROOT / path).read_text(encoding="utf-8"), path
        elif block["kind"] == "python" and not path:
            assert page in (RUN_AS_PRINTED if text.startswith(">>> ") else RUN_WHOLE), text


def test_the_record_of_the_engine_page_is_one() -> None:
    (shown,) = [block["text"] for block in BLOCK.finditer(TEXTS["engine.md"]) if block["text"].startswith("bocage rec")]
    match = bocage.new_match("roundup", seed="utah")
    match.play("us-beachhead 1204")
    begins = [line.removesuffix("…") for line in shown[: shown.index("\n…")].splitlines()]
    text = match.text().splitlines()
    assert [line for line, begin in zip(text, begins, strict=False) if line.startswith(begin)] == text[: len(begins)]


def test_the_study_of_the_laboratory_page_has_four_cells(tmp_path: Path) -> None:
    (shown,) = [block["text"] for block in BLOCK.finditer(TEXTS["laboratory.md"]) if block["kind"] == "toml"]
    (tmp_path / "towns.toml").write_text(shown, encoding="utf-8")
    assert study.read(tmp_path / "towns.toml").size == 4 * 200


def test_the_package_of_the_page_on_games_names_its_entry_point() -> None:
    (shown,) = [block["text"] for block in BLOCK.finditer(TEXTS["adding-a-game.md"]) if block["kind"] == "toml"]
    assert tomllib.loads(shown)["project"]["entry-points"] == {"bocage.games": {"brook": "the_brook"}}


def test_the_speeds_of_the_engine_page_are_those_stored_last() -> None:
    with (ROOT / "benchmarks" / "figures.csv").open(encoding="utf-8") as file:
        stored = {row["game"]: (row["per_second"], row["ratio"]) for row in csv.DictReader(file)}
    shown = re.findall(r"^\| `(\w+)` \| (\d+) \| ([\d.]+) \|$", TEXTS["engine.md"], re.M)
    assert {game: (speed, ratio) for game, speed, ratio in shown} == stored


# Commands that are named


def commands(text: str) -> Iterator[list[str]]:
    """The commands in the blocks of a page, word by word, and those between backquotes in its lines."""
    for block in BLOCK.finditer(text):
        for line in block["text"].splitlines():
            if re.match(r"(\w+=\S+ )?bocage(-admin)? (?!record 1$)", line):
                yield shlex.split(line, comments=True)
    for inline in re.findall(r"`(bocage [a-z][^`]*)`", BLOCK.sub("", text)):
        yield shlex.split(inline.replace("\n", " "))


@pytest.mark.parametrize("page", TEXTS)
def test_every_command_exists_and_knows_its_options(page: str) -> None:
    sides = {f"--{side}" for slug in OURS for side in bocage.game_class(slug).sides} | {"--grey"}
    for words in commands(TEXTS[page]):
        after = words[next(number for number, word in enumerate(words) if word.startswith("bocage")) + 1 :]
        in_group = after[0] in ("lab", "mail") and after[1:2] not in ([], ["--help"])
        command = after[: 2 if in_group else 1]
        shown = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200"})
        assert shown.exit_code == 0, words
        known = {*re.findall(r"--[a-z-]+", shown.output), *(sides if command == ["play"] else ())}
        assert {word.partition("=")[0] for word in after if word.startswith("--")} <= known, words


@pytest.mark.parametrize("page", TEXTS)
def test_every_module_that_is_run_exists(page: str) -> None:
    for module in re.findall(r"python -m ([\w.]+)", TEXTS[page]):
        assert find_spec(module), module


# Files that are named

TREE = {
    path.relative_to(ROOT).as_posix()
    for room in ("bocage", "benchmarks", "docs", "maps", "scripts", "tests", "web/src")
    for path in [ROOT / room, *(ROOT / room).rglob("*")]
} | {path.name for path in ROOT.iterdir()}
NO_FILES_OF_OURS = (
    ".venv", "web/node_modules", "bocage/table/page", "bocage/games/brook", "mybox", "/api", "/etc", "/usr", "/healthz",
    "~", "172.", "study.json", "broken",
    "cli.py", "lab/games", "lab/attacks/", "maps/games",  # as it was, in the page on architecture
)  # fmt: skip


def stands(name: str) -> bool:
    """Is there a file, a folder or a module of this name in the tree, or below a room of it?"""
    return any(f"/{path}".endswith((f"/{name}", f"/{name}.py")) for path in TREE)


def paths(text: str) -> Iterator[str]:
    """What stands between backquotes and looks like a path."""
    for name in re.findall(r"`([^`\s]+)`", BLOCK.sub("", text)):
        if re.fullmatch(r"[\w~/.<>:-]*(\w/[\w.<>/-]*|\.(py|md|csv|toml|json|svg|png|tsx?|sh))", name):
            yield name


@pytest.mark.parametrize("page", TEXTS)
def test_every_file_that_is_named_exists(page: str) -> None:
    for name in paths(TEXTS[page]):
        if not name.startswith(NO_FILES_OF_OURS):
            for slug in OURS if "<" in name else ("",):
                assert stands(re.sub("<(game|slug)>", slug, name).rstrip("/")), name


def test_every_part_in_the_list_of_what_is_there_exists() -> None:
    listed = TEXTS["adding-a-game.md"].partition("## What is there already")[2]
    rows = [re.findall("`([^`]+)`", row) for row in re.findall(r"^\| \w.*\| (`.*) \|$", listed, re.M)]
    assert len(rows) > 5
    for first, *others in rows:
        folder = first if f"bocage/{first}" in TREE else first.rpartition("/")[0]
        for name in (first, *(f"{folder}/{other}" for other in others)):
            assert stands(name), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_linked_to_exists(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", TEXTS[page.name]):
        assert (page.parent / link).exists(), link


def test_the_picture_of_the_house_is_that_of_the_tree() -> None:
    drawn = runpy.run_path(str(ROOT / "scripts" / "draw_house.py"))
    assert drawn["draw"]() == (ROOT / "docs" / "house.svg").read_text(encoding="utf-8"), "run `make house`"
