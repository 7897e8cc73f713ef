"""An error is one clear sentence on stderr and a code that is not zero; never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

import bocage
from tests.cli.conftest import Run
from tests.cli.tables import new_game


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chess"], "there is no game 'chess'; there are: "),
        (["play"], "Missing argument 'game'."),
        (["fly"], "No such command 'fly'."),
        (["play", "roundup", "--fast"], "No such option: --fast"),
        (
            ["play", "roundup", "--german", "grandmaster"],
            "a side is played by a person ('human') or by a bot, and there is no",
        ),
        (["play", "roundup", "--allied", "search:soon"], "after 'search:' stand the seconds that it may think"),
        (["play", "roundup", "--option", "15.99"], "Operation Roundup has no option '15.99'; there are: 13.3,"),
        (["play", "roundup", "--option", "15.10=perhaps"], "option 15.10 (Stiffened Town Defense) can be false, true"),
        (["play", "roundup", "--option", "15.1", "--option", "15.2"], "15.1 and 15.2 exclude each other"),
        (["play", "roundup", "--load", "nowhere.bocage"], "nowhere.bocage cannot be read: no such file or directory."),
        (["play", "roundup", "--load", "FILE", "--seed", "x"], "a loaded match keeps its own dice and options"),
        (["show", "nowhere.bocage"], "nowhere.bocage cannot be read"),
        (["show", "FOLDER"], "cannot be read: is a directory."),
        (["show", "FILE", "--at", "7777"], "this match has the moments 0 to 0"),
        (["show", "FILE", "--at", "noon"], "Invalid value for '--at'"),
        (["show", "FILE", "--side", "french"], "Operation Roundup has the sides allied and german, not 'french'"),
        (["show", "FILE", "--svg", "FOLDER/none/x.svg"], "no such file or directory"),
        (["replay", "NOISE", "--check"], "this is not a record of a match"),
        (["replay", "BYTES"], "is not a record of a match: it is not text"),
        (["replay", "CHANGED", "--check"], "the position after entry"),
        (["simulate", "roundup", "--games", "many"], "Invalid value for '--games'"),
        (["simulate", "roundup", "--games", "0"], "Invalid value for '--games'"),
        (["simulate", "roundup", "--bots", "random", "deep-blue"], "there is no bot 'deep-blue'"),
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "storming", "--scenario", "bulge"], "has the scenarios campaign, breakout, final, not 'bulge'"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "roundup", "99.9"], "Operation Roundup has no case '99.9'"),
        (["data", "chess"], "there is no game 'chess'"),
        (["data", "roundup", "--folder", "nowhere"], "nowhere is not a folder"),
    ],
)
def test_one_sentence(run: Run, tmp_path: Path, words: list[str], sentence: str) -> None:
    (tmp_path / "noise").write_text("garbage\n", encoding="utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00\x81")
    match = bocage.new_match("roundup", seed="utah")
    match.play("us-beachhead 1309")
    (tmp_path / "changed").write_text(match.text().replace(match.position_hash, "0" * 32), encoding="utf-8")
    places = {
        "FILE": new_game(tmp_path, 4, 1),
        "FOLDER": str(tmp_path),
        "NOISE": str(tmp_path / "noise"),
        "BYTES": str(tmp_path / "bytes"),
        "CHANGED": str(tmp_path / "changed"),
    }
    for name, place in places.items():
        words = [word.replace(name, place) for word in words]
    result = run(*words)
    assert result.exit_code not in (0, None)
    assert sentence in result.stderr
    assert result.stderr.startswith("bocage: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


def test_without_a_command_the_commands_are_listed(run: Run) -> None:
    result = run()
    assert result.exit_code == 0
    for command in ("games", "play", "show", "replay", "simulate", "rules", "data", "bench"):
        assert f"  {command} " in result.stdout


def test_version_and_games(run: Run) -> None:
    assert run("--version").stdout == f"bocage {bocage.__version__}\n"
    listed = run("games").stdout.splitlines()
    assert [line.split()[0] for line in listed] == bocage.slugs()
    assert any(line.startswith("roundup      Operation Roundup: ") for line in listed)
