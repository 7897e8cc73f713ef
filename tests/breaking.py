"""Broken data: copies of a game's tables in which something was changed, and what the checker says about them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any


class Tables:
    """The tables of a game, to be copied and broken."""

    def __init__(self, slug: str, check: Callable[[Path], Any]) -> None:
        self.folder = Path(str(resources.files(f"bocage.games.{slug}.data")))
        self.check = check

    def copy(self, tmp_path: Path, *, pictures: bool = True) -> Path:
        """A copy that may be changed."""
        left_out = None if pictures else shutil.ignore_patterns("*.svg", "*.png")
        return Path(shutil.copytree(self.folder, tmp_path / "data", ignore=left_out))

    def problems(self, folder: Path) -> list[str]:
        """The complaints about a copy."""
        return [str(problem) for problem in self.check(folder).problems]

    def is_told(self, tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
        """When one thing is changed the checker complains of it, and names the file."""
        folder = self.copy(tmp_path, pictures=file == "map.svg")
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        problems = self.problems(folder)
        assert any(complaint in problem for problem in problems), problems[:5]
        assert all(problem.startswith(f"{file}:") for problem in problems if complaint in problem)

    def stand_in_order(self, tmp_path: Path, file: str, column: str) -> None:
        """Rows that are counted by a column are not taken in another order."""
        folder = self.copy(tmp_path)
        head, *lines = (folder / file).read_text(encoding="utf-8").splitlines()
        (folder / file).write_text("\n".join([head, *reversed(lines)]) + "\n", encoding="utf-8")
        assert f"{file}: the rows must stand in the order of {column}" in self.problems(folder)
