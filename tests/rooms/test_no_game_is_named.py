"""The machinery above the games knows no game: neither its name, nor its sides, scenarios or fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bocage
from bocage import shelf

ROOT = Path(__file__).parents[2]
MACHINERY = ("hexes", "engine", "parts", "bots", "lab", "store", "terminal", "table", "cli")
ABOVE = [
    *(path for room in MACHINERY for path in sorted((ROOT / "bocage" / room).rglob("*.py"))),
    *(ROOT / "bocage" / f"{name}.py" for name in ("__init__", "coverage", "folders", "shelf")),
]
# The types of the wire and the bench speak of games as examples.
PAGES = [path for path in sorted((ROOT / "web" / "src").rglob("*.ts*")) if path.name not in ("wire.ts", "bench.tsx")]
OURS = [slug for slug in bocage.slugs() if bocage.game_class(slug).__module__.startswith("bocage.")]
NAMES = {
    *OURS,
    *(side for slug in OURS for side in bocage.game_class(slug).sides),
    *(shelf.scenario(slug) for slug in OURS),
}


def words(path: Path) -> Iterator[tuple[int, str]]:
    """The texts and names in a module that a program goes by; what only explains is left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            yield node.lineno, node.value
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id


def names_in(word: str) -> set[str]:
    """The names of games, sides and first scenarios that a word is made of."""
    return NAMES & set(re.split(r"[^a-z]+", word.lower()))


@pytest.mark.parametrize("path", ABOVE, ids=lambda path: str(path.relative_to(ROOT / "bocage")))
def test_no_module_above_the_games_names_one(path: Path) -> None:
    found = [f"{line}: {word}" for line, word in words(path) if names_in(word)]
    assert not found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_part_of_the_page_names_one(path: Path) -> None:
    quoted = re.findall(r"([\"'`])([a-z-]+)\1", path.read_text(encoding="utf-8"))
    assert not [word for _, word in quoted if names_in(word)]
