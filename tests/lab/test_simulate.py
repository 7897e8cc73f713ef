"""Batches of games: what is counted, that they can be repeated, and what remains of a game that breaks down."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.bots import ladder
from bocage.bots.seat import Seat
from bocage.games.roundup.rules.combat.attacks import Combat
from bocage.lab.running import simulate

KEYS = {"games", "decisions", "seconds", "decisions_per_second", "outcomes", "dead_ends", "errors"}


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in ("seconds", "decisions_per_second")}


def test_a_report_counts_games_decisions_and_outcomes() -> None:
    report = simulate.run("roundup", 3, seed="count")
    assert set(report) == KEYS
    assert report["games"] == 3
    assert sum(report["outcomes"].values()) == 3
    assert report["dead_ends"] == report["errors"] == 0
    assert report["decisions"] > 1000
    assert report["decisions_per_second"] == pytest.approx(report["decisions"] / report["seconds"])
    levels = {"limited", "tactical", "operational", "strategic"}
    for outcome in report["outcomes"]:
        assert outcome == "draw" or (outcome.split()[0] in ("allied", "german") and outcome.split()[1] in levels)


def test_the_same_seed_gives_the_same_report_on_one_core_and_on_two() -> None:
    first = simulate.run("roundup", 4, seed="same")
    assert timeless(simulate.run("roundup", 4, seed="same")) == timeless(first)
    assert timeless(simulate.run("roundup", 4, seed="same", processes=2)) == timeless(first)
    assert timeless(simulate.run("roundup", 4, seed="other"))["decisions"] != first["decisions"]


def test_game_number_i_is_the_match_with_that_seed() -> None:
    report = simulate.run("roundup", 1, seed="utah")
    match = bocage.new_match("roundup", seed="utah/0")
    players = {side: bocage.bots.make("random", f"utah/0/{side}") for side in match.game.sides}
    decisions = 0
    while match.prompts:
        decisions += len(match.prompt.actions) > 1
        bocage.bots.answer(match, players[match.prompt.side])
    assert report["decisions"] == decisions
    assert match.outcome is not None
    winner, level = match.outcome.winner, match.outcome.level
    assert report["outcomes"] == {f"{winner} {level}" if winner else "draw": 1}


def test_questions_with_one_answer_are_no_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Counting(ladder.RandomBot):
        def choose(self, seat: Seat) -> bocage.Action:
            asked.append(len(seat.prompt.actions))
            return super().choose(seat)

    monkeypatch.setitem(bocage.bots._RUNGS, "random", Counting)
    report = simulate.run("roundup", 1, seed="forced")
    assert 1 in asked
    assert report["decisions"] == sum(count > 1 for count in asked)


def test_progress_is_told_after_each_game() -> None:
    told: list[tuple[int, int]] = []
    simulate.run("roundup", 2, seed="progress", progress=lambda done, games: told.append((done, games)))
    assert told == [(1, 2), (2, 2)]


def test_options_reach_the_games() -> None:
    report = simulate.run("roundup", 2, seed="fixed", options={"13.3": 1})
    other = simulate.run("roundup", 2, seed="fixed", options={"13.3": 4})
    assert report["decisions"] != other["decisions"]
    with pytest.raises(bocage.BadInput, match="no option '99'"):
        simulate.run("roundup", 1, options={"99": True})


def test_wrong_bots_are_refused_before_anything_is_played() -> None:
    with pytest.raises(bocage.BadInput, match="there is no bot 'deep'"):
        simulate.run("roundup", 1, ("deep", "random"))
    with pytest.raises(bocage.BadInput, match="a bot for each side"):
        simulate.run("roundup", 1, ("random",))


class _Tired:
    """A bot that gives up after ten answers."""

    def __init__(self, seed: str | int) -> None:
        self.left = 10

    def choose(self, seat: Seat) -> bocage.Action:
        self.left -= 1
        if not self.left:
            raise ValueError("I have had enough")
        return seat.prompt.actions[0]


def test_a_game_that_breaks_down_is_counted_and_leaves_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bocage.bots._RUNGS, "random", _Tired)
    report = simulate.run("roundup", 2, seed="broken")
    assert (report["errors"], report["dead_ends"], report["outcomes"]) == (2, 0, {})
    failure = report["failures"][0]
    assert failure["seed"] == "broken/0"
    assert failure["error"].endswith("ValueError: I have had enough\n")
    match = bocage.load(failure["record"], strict=True)
    assert match.moment == 9


def test_a_dead_end_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Combat, "ask", lambda self, look, frame: {})
    report = simulate.run("roundup", 1, seed="nothing to choose")
    assert (report["errors"], report["dead_ends"]) == (0, 1)
    assert "dead end" in report["failures"][0]["error"]
    assert bocage.load(report["failures"][0]["record"]).moment > 10


def test_a_game_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "ENDLESS", 20)
    report = simulate.run("roundup", 1, seed="endless")
    assert report["errors"] == 1
    assert "has not ended after 20 answers" in report["failures"][0]["error"]
