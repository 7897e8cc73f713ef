"""Putting the toy on the shelf as an installed package would: a copy, beside a folder that names its entry point."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bocage import shelf

TOY = Path(__file__).parent / "toy"
HANDS = Path(__file__).parent / "hands"  # lies over the toy and gives it cards
SLUG = "brook"


def pack(folder: Path, name: str = "the_brook", without: tuple[str, ...] = (), cards: bool = False) -> Path:
    """What an installer leaves behind, without some rooms or files of the game; returns the folder for the path."""
    shutil.copytree(TOY, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    if cards:
        _lay_over(HANDS, folder / name)
    for room in without:
        place = folder / name / room
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()
    told = folder / f"{name}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (told / "entry_points.txt").write_text(f"[bocage.games]\n{SLUG} = {name}\n", encoding="utf-8")
    return folder


def _lay_over(new: Path, game: Path) -> None:
    """Files of another folder take the place of the game's own, which stay beside them as `plain_…`."""
    for file in sorted(new.rglob("*.py")):
        there = game / file.relative_to(new)
        if there.exists():
            there.rename(there.with_name(f"plain_{there.name}"))
        shutil.copy(file, there)


@contextmanager
def on_the_shelf(packed: Path) -> Iterator[None]:
    """The package is installed as far as this process is concerned."""
    sys.path.insert(0, str(packed))
    shelf._guests.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(packed))
        shelf._guests.cache_clear()


def program(packed: Path, home: Path, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """The command line, with the package installed."""
    environment = {**os.environ, "PYTHONPATH": str(packed), "BOCAGE_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "100"}
    command = [sys.executable, "-m", "bocage.cli", *words]
    return subprocess.run(command, env=environment, input=lines, capture_output=True, text=True, check=False)
