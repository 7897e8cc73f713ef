"""A real terminal gets colours and line editing; NO_COLOR takes the colours away."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

COLOUR = re.compile(r"\x1b\[[0-9;]*\b(?:3[0-7]|4[0-7]|38|48|9[0-7])\b[0-9;]*m")


def typed(home: Path, lines: list[str], **more: str) -> str:
    """What the terminal shows when these lines are typed, each at its prompt."""
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50", "BOCAGE_HOME": str(home), **more}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bocage.cli", "play", "roundup", "--seed", "utah"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = ""
    waiting = list(lines)
    while True:
        try:
            piece = os.read(ours, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
        if shown.endswith("allied> ") and waiting:
            os.write(ours, f"{waiting.pop(0)}\n".encode())
    assert process.wait(timeout=60) == 0
    os.close(ours)
    return shown


def test_colours_in_a_terminal_and_none_with_no_color(tmp_path: Path) -> None:
    shown = typed(tmp_path / "a", ["us-beachhead 1309", "quit"])
    assert "A US beachhead is marked at 1309." in shown
    assert COLOUR.search(shown)
    assert "AI5 American" in shown  # a hundred columns have room for the key
    plain = typed(tmp_path / "b", ["us-beachhead 1309", "quit"], NO_COLOR="1")
    assert "A US beachhead is marked at 1309." in plain
    assert not COLOUR.search(plain)


def test_a_narrow_terminal_gets_the_map_without_its_key(tmp_path: Path) -> None:
    shown = typed(tmp_path / "c", ["quit"], COLUMNS="84")
    assert "AI5 American" not in shown
    assert "13.4" in shown
