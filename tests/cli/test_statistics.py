"""`bocage stats` prints the course of a match, and of one that goes on only what may be known."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

import bocage
from bocage import bots
from bocage.cli import app


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["stats", *words])
    return result.exit_code, result.output


def test_luck_losses_and_figures_are_printed(tmp_path: Path) -> None:
    match, bot = bocage.new_match("roundup", seed="stats"), bots.make("greedy", seed="stats")
    while match.moment < 220:
        bots.answer(match, bot)
    file = tmp_path / "match.txt"
    file.write_text(match.text(), encoding="utf-8")
    code, told = run(str(file))
    assert code == 0
    assert "Operation Roundup: 220 entries, the match goes on; counted is what everybody may know." in told
    for words in ("Luck of the dice, in steps", "Ports in Allied hands", "Losses so far", "the Germans", "attack"):
        assert words in told
    assert "the Allies may know" in run(str(file), "--side", "allied")[1]
    code, told = run(str(file), "--side", "martians")
    assert code != 0
    assert "has the sides allied and german" in told
