"""Studies carried out: the same results in one process or many, after a stop, after a kill, and with spoilt files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bocage
from bocage.bots import ladder
from bocage.bots.seat import Seat
from bocage.lab.running import batch, runs, shards, study
from bocage.lab.running.playing import ENDLESS, Played, play_out
from bocage.lab.running.records import Job, write
from tests.cli.conftest import Run

SMALL: dict[str, Any] = {
    "game": "roundup",
    "games": 3,
    "seed": "small",
    "bots": ["random"],
    "options": [{}, {"15.10": True}],
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> shards.Kept:
    """A small study, played in one go in this process."""
    return runs.carry_out(study.from_table(SMALL), tmp_path_factory.mktemp("whole") / "run", "here")


def test_a_folder_tells_every_game_in_order(whole: shards.Kept) -> None:
    assert [(record.job.cell, record.job.number) for record in whole.records] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2),
    ]  # fmt: skip
    for record, timing in zip(whole.records, whole.timings, strict=True):
        assert (record.job.cell, record.job.number) == (timing.cell, timing.number)
        assert record.decisions > 100
        assert [turn.turn for turn in record.history] == list(range(1, record.turns + 1))
        assert all(len(timing.core[side]) == len(timing.turns[side]) for side in timing.turns)
        assert timing.seconds >= sum(timing.thought.values()) > 0
        for side in ("allied", "german"):
            assert timing.slowest[side] == max(timing.turns[side])
            assert timing.player_turns[side] == len(timing.turns[side])
            assert timing.thought[side] == pytest.approx(sum(timing.turns[side]))


def test_a_game_of_a_study_is_the_match_with_that_seed(whole: shards.Kept) -> None:
    record = whole.records[1]
    match = bocage.new_match("roundup", seed="small/1")
    players = {side: bocage.bots.make("random", f"small/1/{side}") for side in match.game.sides}
    while match.prompts:
        bocage.bots.answer(match, players[match.prompt.side])
    assert match.outcome is not None
    assert (record.winner, record.level) == (match.outcome.winner, match.outcome.level)
    assert (record.position, record.answers) == (match.position_hash, match.moment)


def test_many_processes_give_the_same_results(whole: shards.Kept, tmp_path: Path) -> None:
    told: list[tuple[int, int, float | None]] = []
    kept = runs.carry_out(study.from_table(SMALL), tmp_path / "run", "processes", 2, lambda *news: told.append(news))
    assert kept.records == whole.records
    assert shards.digest(kept) == shards.digest(whole)
    assert [done for done, _, _ in told] == list(range(7))
    assert {games for _, games, _ in told} == {6}
    assert told[0][2] is None
    assert told[-1][2] == 0.0
    assert all(left is not None and left > 0 for _, _, left in told[1:-1])


class _StopError(Exception):
    pass


def test_a_study_that_was_stopped_goes_on_where_it_was(whole: shards.Kept, tmp_path: Path) -> None:
    planned = study.from_table(SMALL)

    def stop(done: int, games: int, left: float | None) -> None:
        if done == 4:
            raise _StopError

    with pytest.raises(_StopError):
        runs.carry_out(planned, tmp_path / "run", "here", tell=stop)
    assert len(shards.load(tmp_path / "run").records) == 4
    told: list[int] = []
    kept = runs.carry_out(planned, tmp_path / "run", "here", tell=lambda done, games, left: told.append(done))
    assert told == [4, 5, 6]
    assert kept.records == whole.records
    told.clear()
    assert runs.carry_out(planned, tmp_path / "run", "here", tell=lambda *news: told.append(0)).records == kept.records
    assert told == []


def test_a_study_may_grow_by_more_games(whole: shards.Kept, tmp_path: Path) -> None:
    fewer = study.from_table({**SMALL, "games": 2})
    runs.carry_out(fewer, tmp_path / "run", "here")
    told: list[int] = []
    more = runs.carry_out(
        study.from_table(SMALL), tmp_path / "run", "here", tell=lambda done, games, left: told.append(done)
    )
    assert told == [4, 5, 6]
    assert more.records == whole.records


@pytest.mark.parametrize("spoil", ["half a line", "noise", "an empty file", "a line of another kind"])
def test_spoilt_lines_are_noticed_and_their_games_played_again(whole: shards.Kept, tmp_path: Path, spoil: str) -> None:
    folder = tmp_path / "run"
    planned = study.from_table(SMALL)
    shards.begin(folder, planned)
    lines = [write(record) for record in whole.records]
    broken = {
        "half a line": lines[5][:-200],
        "noise": b"\x00\xff\xfe\n",
        "an empty file": b"",
        "a line of another kind": b'{"winner": "nobody"}\n',
    }[spoil]
    (folder / "games-0001.ndjson").write_bytes(b"".join(lines[:4]))
    (folder / "games-0002.ndjson").write_bytes(lines[4] + broken if broken else b"")
    missing = 1 if broken else 2
    found = shards.load(folder)
    assert (len(found.records), found.unreadable) == (6 - missing, int(bool(broken)))
    told: list[int] = []
    kept = runs.carry_out(planned, folder, "here", tell=lambda done, games, left: told.append(done))
    assert len(told) - 1 == missing
    assert kept.records == whole.records
    assert (folder / "games-0003.ndjson").exists()  # what was spoilt stays as it is


def test_shards_are_begun_anew_after_so_many_games(
    whole: shards.Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "SHARD", 4)
    kept = runs.carry_out(study.from_table(SMALL), tmp_path / "run", "here")
    assert sorted(path.name for path in (tmp_path / "run").glob("*.ndjson")) == [
        "games-0001.ndjson", "games-0002.ndjson", "times-0001.ndjson", "times-0002.ndjson",
    ]  # fmt: skip
    assert kept.records == whole.records


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    runs.carry_out(study.from_table({**SMALL, "games": 1}), tmp_path / "run", "here")
    for changes in ({"seed": "other"}, {"options": [{}]}, {"bots": ["greedy"]}):
        with pytest.raises(bocage.BadInput, match="holds the games of another study"):
            shards.begin(tmp_path / "run", study.from_table({**SMALL, **changes}))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear …", encoding="utf-8")
    with pytest.raises(bocage.BadInput, match="is not empty and holds no study"):
        shards.begin(tmp_path / "mine", study.from_table(SMALL))
    with pytest.raises(bocage.BadInput, match="holds no study"):
        shards.load(tmp_path / "mine")
    (tmp_path / "run" / "study.json").write_text("{", encoding="utf-8")
    with pytest.raises(bocage.BadInput, match="cannot be read"):
        shards.load(tmp_path / "run")


def test_a_game_that_was_smuggled_in_is_refused(whole: shards.Kept, tmp_path: Path) -> None:
    shards.begin(tmp_path / "run", study.from_table(SMALL))
    other = msgspec.structs.replace(whole.records[0].job, seed="a lucky one")
    line = write(msgspec.structs.replace(whole.records[0], job=other))
    (tmp_path / "run" / "games-0001.ndjson").write_bytes(line)
    with pytest.raises(bocage.BadInput, match="a game that is not in its study"):
        shards.load(tmp_path / "run")


class _Tired(ladder.RandomBot):
    """A bot that gives up on turn 2."""

    def choose(self, seat: Seat) -> bocage.Action:
        if seat.look.position.turn > 1:
            raise ValueError("I have\nhad enough")
        return super().choose(seat)


def test_a_game_that_breaks_down_is_kept_with_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bocage.bots._RUNGS, "random", _Tired)
    kept = runs.carry_out(study.from_table({**SMALL, "games": 1}), tmp_path / "run", "here")
    assert [record.trouble for record in kept.records] == ["ValueError: I have had enough"] * 2
    assert {record.winner for record in kept.records} == {""}
    text = (tmp_path / "run" / "broken" / "1-0.txt").read_text(encoding="utf-8")
    assert bocage.load(text, strict=True).moment == kept.records[1].answers
    assert "Traceback" in (tmp_path / "run" / "broken" / "1-0.error").read_text(encoding="utf-8")


def test_bots_have_no_clock_in_the_laboratory(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks: list[object] = []

    def timed(seed: str | int, seconds: float, clock: object) -> ladder.RandomBot:
        clocks.append(clock)
        return ladder.RandomBot(seed)

    monkeypatch.setitem(bocage.bots._TIMED, "search", timed)
    job = Job(0, 0, "roundup", "campaign", {}, {"allied": "search:2", "german": "search"}, "s")
    assert play_out(job, observed=False).record.trouble == ""
    assert clocks == [None, None]


def test_a_game_without_end_is_stopped() -> None:
    job = Job(0, 0, "roundup", "campaign", {}, {"allied": "random", "german": "random"}, "s")
    played = play_out(job, longest=20)
    assert played.record.trouble == "RuntimeError: the game has not ended after 20 answers"
    assert played.record.answers == 21
    assert ENDLESS > 10_000


def test_unknown_workers_are_refused() -> None:
    with pytest.raises(bocage.BadInput, match="not on 'moon'"), batch.workers("moon", 1):
        pass


# Real processes


def test_what_only_some_need_is_not_loaded_by_all() -> None:
    program = (
        "import sys, bocage.cli, bocage.lab.running.simulate, bocage.lab.running.runs\n"
        "import bocage.lab.measuring.tables, bocage.lab.tuning.ladder\n"
        "heavy = {'matplotlib', 'duckdb', 'ray', 'numpy', 'pettingzoo', 'gymnasium'}\n"
        "bocage.lab.running.simulate.run('roundup', 1)\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def _die(job: Job) -> Played:
    os._exit(3)


def test_a_process_that_is_killed_is_told() -> None:
    jobs = study.from_table(SMALL).jobs()
    with (
        pytest.raises(bocage.BadInput, match="a process that played was killed"),
        batch.workers("processes", 1, _die) as workers,
    ):
        next(workers.results(jobs))


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A study that takes some seconds, as a file."""
    path = tmp_path / "killed.toml"
    path.write_text('game = "roundup"\ngames = 16\nseed = "killed"\nbots = ["random"]\n', encoding="utf-8")
    return path


def started(written: Path, to: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bocage.cli", "lab", "run", str(written), "--to", str(to), *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=mind_the_keyboard
    )


def mind_the_keyboard() -> None:
    """A background job of a shell ignores Ctrl-C, and so does all that it starts, as it should: not what we test."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def lines_in(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("games-*.ndjson"))


def wait_for_games(folder: Path, count: int) -> None:
    end = time.monotonic() + 60
    while lines_in(folder) < count:
        assert time.monotonic() < end, "no games were written"
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux shows them")
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_results(written: Path, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    for games in (2, 5):
        killed = started(written, folder, "--processes", "2")
        wait_for_games(folder, games)
        workers = children(killed.pid)
        assert workers
        os.kill(killed.pid, signal.SIGKILL)
        killed.communicate()
        end = time.monotonic() + 30
        while any(map(alive, workers)):
            assert time.monotonic() < end, "the processes of a killed run must not linger"
            time.sleep(0.05)
    path = max(folder.glob("games-*.ndjson"))
    path.write_bytes(path.read_bytes()[:-100])  # as if the kill had come in the middle of a line
    before = lines_in(folder)
    assert 5 <= before + 1 < 16
    last = started(written, folder, "--processes", "2", "--json")
    out, err = last.communicate(timeout=120)
    assert last.returncode == 0, err
    assert f"{before} of 16 games were played before; 1 line had not been written to its end." in err
    once = runs.carry_out(study.read(written), tmp_path / "once", "here")
    kept = shards.load(folder)
    assert kept.records == once.records
    assert json.loads(out)["digest"] == shards.digest(once)


def test_a_run_that_is_interrupted_says_how_to_go_on(written: Path, tmp_path: Path) -> None:
    stopped = started(written, tmp_path / "stopped", "--processes", "1")
    wait_for_games(tmp_path / "stopped", 2)
    stopped.send_signal(signal.SIGINT)
    _, err = stopped.communicate(timeout=60)
    assert stopped.returncode == 130
    assert f"to go on: bocage lab run {written} --to {tmp_path / 'stopped'}" in err
    assert len(shards.load(tmp_path / "stopped").records) >= 2


def test_the_command_tells_who_won(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(
        'question = "Who?"\ngame = "roundup"\ngames = 2\nbots = ["random"]\n', encoding="utf-8"
    )
    shown = run("lab", "run", "mine.toml", "--on", "here")
    assert shown.exit_code == 0
    assert "Who?" in shown.stdout
    assert "as printed" in shown.stdout
    kept = shards.load(Path("mine"))
    assert f"kept in mine; digest of the results: {shards.digest(kept)}." in shown.stdout
    found = json.loads(run("lab", "run", "mine.toml", "--json").stdout)
    won = sum(record.winner == "german" for record in kept.records)
    assert found["cells"][0]["won"]["german"].startswith(f"{won / 2:.1%} (")
    wrong = run("lab", "run", "mine.toml", "--on", "moon")
    assert wrong.stderr == "bocage: games are played on here, processes, ray, not on 'moon'.\n"
    assert run("lab", "run", "nothing.toml").stderr == "bocage: nothing.toml: no such file or directory.\n"
