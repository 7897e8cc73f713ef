"""Data that are not those of the game: corrected copies of its tables, and folders to be laid over them."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from bocage.engine.game import Game
from bocage.shelf import game_class

Rows = list[dict[str, str]]


def home(slug: str) -> Path:
    """The data folder of a game."""
    return Path(str(resources.files(f"bocage.games.{slug}.data")))


def rows(folder: Path, file: str) -> Rows:
    """The rows of a table."""
    with (folder / file).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def write(folder: Path, file: str, found: Rows) -> None:
    """Write a table."""
    with (folder / file).open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, list(found[0]))
        writer.writeheader()
        writer.writerows(found)


def like(slug: str, file: str, key: str, value: str, **changed: str) -> dict[str, str]:
    """A row of a game's table in which some cells are others."""
    row = next(row for row in rows(home(slug), file) if row[key] == value)
    assert changed.keys() <= row.keys()
    return {**row, **changed}


def overlay(folder: Path, file: str, *found: dict[str, str]) -> Path:
    """A folder with these rows, to be laid over a game."""
    folder.mkdir(exist_ok=True)
    write(folder, file, list(found))
    return folder


def corrected(tmp_path: Path, slug: str, file: str, change: Callable[[Rows], Rows]) -> Callable[..., Game[Any]]:
    """How games are made once one of the tables has been corrected."""
    folder = tmp_path / "data"
    folder.mkdir()
    for path in home(slug).glob("*.csv"):
        shutil.copy(path, folder)
    write(folder, file, change(rows(folder, file)))
    printed = import_module(f"bocage.games.{slug}.data").load(folder)
    kind = game_class(slug)
    return lambda slug, scenario, options: kind(scenario, options, printed)
