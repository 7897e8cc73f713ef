"""`bocage simulate` and `bocage bench` pass on what the laboratory finds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bocage.lab.measuring import bench
from bocage.lab.running import simulate
from tests.cli.conftest import Run

SIMULATED: dict[str, Any] = {
    "games": 4, "decisions": 2000, "seconds": 0.5, "decisions_per_second": 4000.0,
    "outcomes": {"german tactical": 3, "allied limited": 1}, "dead_ends": 0, "errors": 0,
}  # fmt: skip
MEASURED = {
    "python_chess": {"per_second": 18000.0},
    "roundup": {
        "per_second": 9000.0, "ratio": 0.5, "games_per_second": 12.0, "forced_share": 0.1, "actions_per_prompt": 60.0,
    },
}  # fmt: skip


@pytest.fixture
def laboratory(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """A laboratory that remembers what it was asked and answers at once."""
    asked: list[tuple[Any, ...]] = []

    def play(
        game: str, games: int, bots: Any, seed: str, options: Any, progress: Any, scenario: str, processes: int,
        data: str,
    ) -> Any:  # fmt: skip
        assert data == ""  # the game's own
        asked.append((game, games, tuple(bots), seed, options, scenario, processes))
        for done in range(games):
            progress(done + 1, games)
        return SIMULATED

    monkeypatch.setattr(simulate, "run", play)
    monkeypatch.setattr(bench, "run_apart", lambda: MEASURED)
    return asked


def test_simulate_for_scripts(run: Run, laboratory: list[tuple[Any, ...]]) -> None:
    words = ("--games", "4", "--bots", "random", "planner", "--seed", "7", "--option", "15.10", "--option", "13.3=2")
    result = run("simulate", "roundup", *words, "--json")
    assert json.loads(result.stdout) == SIMULATED
    assert laboratory == [("roundup", 4, ("random", "planner"), "7", {"15.10": True, "13.3": 2}, "campaign", 1)]
    assert result.stderr == ""  # a progress bar is for terminals


def test_simulate_for_people(run: Run, laboratory: list[tuple[Any, ...]]) -> None:
    shown = run("simulate", "roundup", "--games", "4").stdout
    assert shown.splitlines()[:3] == [
        "4 games of roundup, random against random:",
        "       3  75.0%  german tactical",
        "       1  25.0%  allied limited",
    ]
    assert "2000 decisions in 0.5 s, 4000 a second; 0 dead ends, 0 errors." in shown


def test_games_that_break_down_are_an_error(
    run: Run, laboratory: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SIMULATED, "errors", 1)
    monkeypatch.setitem(SIMULATED, "failures", [{"seed": "1/3", "kind": "error"}])
    result = run("simulate", "roundup", "--games", "4", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["errors"] == 1
    assert result.stderr == "bocage: 1 game broke down, the first with seed '1/3'.\n"


def test_real_games_have_the_promised_keys(run: Run) -> None:
    result = json.loads(run("simulate", "roundup", "--games", "2", "--json").stdout)
    assert set(result) == {
        "games", "decisions", "seconds", "decisions_per_second", "outcomes", "dead_ends", "errors",
    }  # fmt: skip
    assert sum(result["outcomes"].values()) == result["games"] == 2
    again = json.loads(run("simulate", "roundup", "--games", "2", "--json").stdout)
    assert again["outcomes"] == result["outcomes"]  # the seed fixes all dice


def test_bench_for_scripts_and_people(run: Run, laboratory: list[tuple[Any, ...]]) -> None:
    assert json.loads(run("bench", "--json").stdout) == MEASURED
    shown = run("bench").stdout
    assert "python-chess" in shown
    assert "9,000" in shown
