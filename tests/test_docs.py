"""What the docs show must be what happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
from pathlib import Path

import pytest

import bocage

ROOT = Path(__file__).parent.parent
MODULES = [module.name for module in pkgutil.walk_packages(bocage.__path__, "bocage.")]


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


def test_every_file_that_the_docs_link_to_exists() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_picture_of_the_house_is_that_of_the_tree() -> None:
    drawn = runpy.run_path(str(ROOT / "scripts" / "draw_house.py"))
    assert drawn["draw"]() == (ROOT / "docs" / "house.svg").read_text(encoding="utf-8"), "run `make house`"
