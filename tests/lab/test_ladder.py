"""The ladder: pairs of games with sides swapped, what is made of them, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import bocage
from bocage.bots.ladder import RandomBot
from bocage.lab.running import runs, shards, study
from bocage.lab.running.records import Record, Timing
from bocage.lab.running.shards import Kept
from bocage.lab.tuning import ladder
from tests.cli.conftest import Run


def made_up(results: list[tuple[str, str]]) -> Kept:
    """A ladder of greedy and random whose pairs of games ended like this: the winners with greedy allied, german."""
    planned = ladder.plan("roundup", 2 * len(results), [("random", "greedy")], "made up")
    records, timings = [], []
    for cell in (0, 1):
        for number, pair in enumerate(results):
            job = planned.job(cell, number)
            records.append(
                Record(job, pair[cell].strip("!"), "", "", 10, 100, 100, "", trouble="!" * ("!" in pair[cell]))
            )
            turns = {"allied": [0.5, 1.5 + number], "german": [0.25, 0.25]}
            timings.append(Timing(cell, number, 3.0, {}, {}, {}, turns, {"allied": [0.5, 1.0], "german": [0.0, 0.0]}))
    return Kept(planned, records, timings, 0, "test")


def test_each_seed_is_played_twice_with_the_sides_swapped() -> None:
    planned = ladder.plan("roundup", 6, ladder.neighbours(["random", "greedy", "planner"]), "s")
    assert planned.size == 12
    jobs = list(planned.jobs())
    for low, high in (("random", "greedy"), ("greedy", "planner")):
        games = [job for job in jobs if set(job.bots.values()) == {low, high}]
        assert sorted((job.seed, job.bots["allied"]) for job in games) == sorted(
            (f"s/{number}", bot) for number in range(3) for bot in (low, high)
        )


def test_what_cannot_be_a_ladder_is_refused() -> None:
    with pytest.raises(bocage.BadInput, match="an even number of games, not 5"):
        ladder.plan("roundup", 5, ladder.neighbours(), "s")
    with pytest.raises(bocage.BadInput, match="there is no bot 'deep'"):
        ladder.plan("roundup", 2, [("random", "deep")], "s")
    with pytest.raises(bocage.BadInput, match="against itself"):
        ladder.plan("roundup", 2, [("random", "random")], "s")
    with pytest.raises(bocage.BadInput, match="not 'winter'"):
        ladder.plan("roundup", 2, [("random", "greedy")], "s", "winter")
    for bots in (["random"], ["random", "greedy"], ["random", {"allied": "greedy", "german": "random"}]):
        with pytest.raises(bocage.BadInput, match="not the games of a ladder"):
            ladder.pairings(study.from_table({"game": "roundup", "games": 1, "bots": bots}))


def test_wins_are_counted_for_bots_and_for_sides() -> None:
    # Greedy is allied in the first game of each pair and German in the second.
    found = ladder.sum_up(made_up([("allied", "german"), ("allied", "allied"), ("", "german"), ("allied", "german")]))
    (duel,) = found.duels
    assert (duel.first, duel.second, duel.broken) == ("greedy", "random", 0)
    assert (duel.score.wins, duel.score.draws, duel.score.losses) == (6, 1, 1)
    assert duel.score.share == 6.5 / 8
    assert duel.score.low < duel.score.share < duel.score.high
    assert (duel.by_side["allied"].wins, duel.by_side["allied"].draws, duel.by_side["allied"].losses) == (3, 1, 0)
    assert (duel.by_side["german"].wins, duel.by_side["german"].draws, duel.by_side["german"].losses) == (3, 0, 1)
    assert (duel.sides["allied"].wins, duel.sides["german"].wins) == (4, 3)
    assert [rating.bot for rating in found.ratings] == ["greedy", "random"]


def test_pairs_in_which_a_side_always_wins_are_a_sure_draw_between_the_bots() -> None:
    (lopsided,) = ladder.sum_up(made_up([("german", "german")] * 20)).duels
    (mixed,) = ladder.sum_up(made_up([("german", "german"), ("allied", "german"), ("german", "allied")] * 7)).duels
    assert lopsided.score.share == mixed.score.share == 0.5
    assert lopsided.score.high - lopsided.score.low < 0.5 * (mixed.score.high - mixed.score.low)
    assert lopsided.sides["german"].share == 1.0


def test_games_that_broke_down_are_told_and_not_counted() -> None:
    (duel,) = ladder.sum_up(made_up([("allied", "german"), ("!", "german")])).duels
    assert duel.broken == 1
    assert (duel.score.wins, duel.score.draws, duel.score.losses) == (3, 0, 0)


def test_an_unfinished_ladder_can_be_read() -> None:
    kept = made_up([("allied", "german"), ("allied", "allied")])
    some = kept._replace(records=kept.records[:3], timings=kept.timings[:3])
    (duel,) = ladder.sum_up(some).duels
    assert (duel.score.wins, duel.score.losses) == (3, 0)
    nothing = ladder.sum_up(kept._replace(records=[], timings=[]))
    assert nothing.ratings == nothing.paces == []
    assert "| greedy - random | 0 | 0-0-0 | - | - | - |" in ladder.markdown(nothing)


def test_times_are_told_for_each_bot_on_each_side() -> None:
    found = ladder.sum_up(made_up([("allied", "german"), ("allied", "german")]))
    paces = {(pace.bot, pace.side): pace for pace in found.paces}
    assert set(paces) == {(bot, side) for bot in ("greedy", "random") for side in ("allied", "german")}
    greedy = paces["greedy", "allied"]
    assert (greedy.player_turns, greedy.mean, greedy.p95, greedy.slowest) == (4, 1.25, 2.5, 2.5)
    assert (greedy.core_mean, greedy.core_p95, greedy.core_slowest) == (0.75, 1.0, 1.0)
    assert paces["random", "german"].slowest == 0.25


def test_the_command_plays_keeps_and_goes_on(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is tested here is the ladder; a quick bot stands in for one that thinks.
    monkeypatch.setitem(bocage.bots._RUNGS, "greedy", lambda seed: RandomBot(f"other {seed}"))
    words = ("ladder", "roundup", "--games", "4", "--bots", "random", "greedy", "--on", "here")
    shown = run(*words, "--to", str(tmp_path / "ladder.md"))
    assert shown.exit_code == 0, shown.stderr
    (folder,) = (home / "lab").iterdir()
    assert f"The games are kept in {folder}." in shown.stdout
    kept = shards.load(folder)
    assert len(kept.records) == 4
    (duel,) = ladder.sum_up(kept).duels
    won = f"{duel.score.wins}-{duel.score.draws}-{duel.score.losses}"
    page = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert f"| greedy - random | 4 | {won} | {duel.score.share:.1%} (" in page
    for title in ("## Ratings", "## Seconds a player-turn", "| random | german |"):
        assert title in page
    assert won in shown.stdout
    again = run("ladder", "--resume", str(folder), "--json")
    assert "4 of 4 games were played before." in again.stderr
    assert json.loads(again.stdout)["duels"][0] == msgspec.to_builtins(duel)
    games = folder / "games-0001.ndjson"
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:2]))  # as if it had been stopped
    half = run("ladder", "roundup", "--resume", str(folder), "--on", "here", "--json")
    assert "2 of 4 games were played before." in half.stderr
    assert shards.load(folder).records == kept.records
    assert json.loads(run("ladder", "--show", str(folder), "--json").stdout)["games"] == 4
    assert len(json.loads(run("ladder", "--resume", str(folder), "--games", "6", "--on", "here", "--json").stdout)) > 3
    assert len(shards.load(folder).records) == 6
    assert shards.load(folder).study.games == 3
    assert "an even number" in run("ladder", "--resume", str(folder), "--games", "7").stderr
    assert run(*words, "--keep", str(folder)).stderr.startswith(f"bocage: {folder} holds games already; go on")
    assert run("ladder", "storming", "--resume", str(folder)).stderr.endswith("a ladder of roundup, not of storming.\n")
    assert run("ladder").stderr == "bocage: name a game, or a folder to go on with: --resume DIR.\n"


def test_only_ladders_are_gone_on_with(run: Run, tmp_path: Path) -> None:
    planned = study.from_table({"game": "roundup", "games": 1, "bots": ["random"]})
    runs.carry_out(planned, tmp_path / "study", "here")
    assert "not the games of a ladder" in run("ladder", "--resume", str(tmp_path / "study")).stderr


@pytest.mark.long
def test_the_rungs_of_the_ladder_are_in_order(tmp_path: Path) -> None:
    planned = ladder.plan("roundup", 40, ladder.neighbours(["random", "greedy", "planner"]), "order")
    found = ladder.sum_up(runs.carry_out(planned, tmp_path / "run", "processes", 2))
    assert [rating.bot for rating in found.ratings] == ["planner", "greedy", "random"]
