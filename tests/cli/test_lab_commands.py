"""`bocage simulate` and `bocage bench` pass on what the laboratory finds."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from tests.cli.conftest import Run

SIMULATED = {
    "games": 4, "decisions": 2000, "seconds": 0.5, "decisions_per_second": 4000.0,
    "outcomes": {"german tactical": 3, "allied limited": 1}, "dead_ends": 0, "errors": 0,
}  # fmt: skip
MEASURED = {
    "python_chess": {"per_second": 18000.0},
    "roundup": {"per_second": 9000.0, "ratio": 0.5, "games_per_second": 12.0},
}


@pytest.fixture
def laboratory(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """A laboratory that remembers what it was asked and answers at once."""
    asked: list[tuple[Any, ...]] = []

    def simulate(game: str, games: int, bots: Any, seed: Any, options: Any, progress: Any) -> dict[str, Any]:
        asked.append((game, games, tuple(bots), seed, options))
        for _ in range(games):
            progress()
        return SIMULATED

    for name, run in (("simulate", simulate), ("bench", lambda: MEASURED)):
        module = ModuleType(f"bocage.lab.{name}")
        module.run = run  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, f"bocage.lab.{name}", module)
        package = sys.modules.get("bocage.lab")
        if package is not None:
            monkeypatch.setattr(package, name, module, raising=False)
    return asked


def test_simulate_for_scripts(run: Run, laboratory: list[tuple[Any, ...]]) -> None:
    words = ("--games", "4", "--bots", "random", "simple", "--seed", "7", "--option", "15.10", "--option", "13.3=2")
    result = run("simulate", "roundup", *words, "--json")
    assert json.loads(result.stdout) == SIMULATED
    assert laboratory == [("roundup", 4, ("random", "simple"), "7", {"15.10": True, "13.3": 2})]
    assert result.stderr == ""  # a progress bar is for terminals


def test_simulate_for_people(run: Run, laboratory: list[tuple[Any, ...]]) -> None:
    shown = run("simulate", "roundup", "--games", "4").stdout
    assert shown.splitlines()[:3] == [
        "4 games of roundup, random against random:",
        "       3  75.0%  german tactical",
        "       1  25.0%  allied limited",
    ]
    assert "2000 decisions in 0.5 s, 4000 a second; 0 dead ends, 0 errors." in shown


def test_bench_for_scripts_and_people(run: Run, laboratory: list[tuple[Any, ...]]) -> None:
    assert json.loads(run("bench", "--json").stdout) == MEASURED
    shown = run("bench").stdout
    assert "python_chess" in shown
    assert "ratio 0.50" in shown
