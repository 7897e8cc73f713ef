"""A command line whose matches are kept in a folder of the test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bocage.cli import app

Run = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's matches are kept."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BOCAGE_HOME", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return folder


@pytest.fixture
def run(home: Path) -> Run:
    """Run a command with lines of input; its result has stdout, stderr and exit_code."""

    def command(*words: str, lines: list[str] | None = None) -> Any:
        return CliRunner().invoke(app, list(words), input="".join(f"{line}\n" for line in lines or []))

    return command
