"""Draws docs/click.svg: the walk of one click through the rooms, as it really happened.

A service is started, a unit is in hand, and the page sends `move 1305`. Every function of ours that is entered on the
way is noted; functions of one room that follow each other are one box. Run it with `make house`.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
from html import escape
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import bocage  # noqa: E402
from bocage.table.config import Config  # noqa: E402
from tests.table.players import running  # noqa: E402

PICTURE = ROOT / "docs" / "click.svg"
LANES = ("table", "store", "engine", "games", "parts and hexes")
WIDTH, MARGIN, LINE, GAP = 1180, 24, 15, 10
MOST = 8  # names in one box
PAPER, INK, SOFT, FRAME = "#fbfaf6", "#211f1b", "#5a554b", "#c9c1ae"
TITLE = "One click, 'move 1305', from the page's message to the page's answer: what is entered, in order"
TINTS = {"table": "#f3e9d6", "store": "#efdcd6", "engine": "#dfe7ee", "games": "#e7ecd8", "parts and hexes": "#e6e3ee"}


class Visit(NamedTuple):
    """Functions of one room, called one after the other."""

    lane: str
    names: list[str]


class Tracer:
    """Notes which functions are entered, while it is told to."""

    def __init__(self) -> None:
        self.listening = False
        self.calls: list[tuple[str, str]] = []
        self.known: dict[CodeType, tuple[str, str] | None] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """What Python calls for every function."""
        if event != "call" or not self.listening:
            return
        code = frame.f_code
        if code not in self.known:
            self.known[code] = self.place(frame)
        found = self.known[code]
        if found is not None:
            self.calls.append(found)

    def place(self, frame: FrameType) -> tuple[str, str] | None:
        """The lane and the name of a function of ours; nothing of one that says little."""
        module: str = frame.f_globals.get("__name__", "")
        name = frame.f_code.co_qualname if sys.version_info >= (3, 11) else frame.f_code.co_name
        if not module.startswith("bocage.") or "<" in name or name.split(".")[-1].startswith("__"):
            return None
        room = module.split(".")[1]
        lane = "parts and hexes" if room in ("parts", "hexes") else room
        short = module.removeprefix("bocage.").removeprefix("games.")
        return (lane, f"{short}: {name.split('.')[-1]}") if lane in LANES else None


def in_hand() -> bocage.Match:
    """A match of Operation Roundup in which a unit has just been taken in hand."""
    match = bocage.new_match("roundup", seed="utah")
    chance = random.Random(3)
    while "move" not in match.prompt.verbs():
        verbs = match.prompt.verbs()
        match.play(verbs["pick" if "pick" in verbs else chance.choice(list(verbs))][0])
    return match


def _config(folder: str) -> Config:
    return Config(port=0, database=f"sqlite:///{Path(folder) / 'table.sqlite'}")


def traced() -> list[tuple[str, str]]:
    """The calls of one click."""
    match, tracer = in_hand(), Tracer()
    threading.setprofile(tracer)
    with tempfile.TemporaryDirectory() as folder, running(_config(folder)) as table:  # noqa: SIM117
        with table.bring_in(match.text()).page(match.prompt.side) as page:
            tracer.listening = True
            page.play(str(match.prompt.verbs()["move"][3]))
            page.quiet()
            tracer.listening = False
    threading.setprofile(None)
    return tracer.calls


def visits(calls: list[tuple[str, str]]) -> list[Visit]:
    """Calls of one room in a row; a module is told where it is first entered, and not again."""
    found: list[Visit] = []
    entered: dict[str, tuple[str, str]] = {}
    for lane, name in calls:
        entered.setdefault(name.partition(":")[0], (lane, name))
    for lane, name in entered.values():
        if not found or found[-1].lane != lane:
            found.append(Visit(lane, []))
        found[-1].names.append(name)
    return found


def draw(walk: list[Visit]) -> str:
    """The picture: a column for each room, and the visits from top to bottom."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(LANES) - 1)) / len(LANES)
    left = {lane: MARGIN + number * (width + GAP) for number, lane in enumerate(LANES)}
    parts, y, before = [], MARGIN + 60, (MARGIN + width / 2, MARGIN + 40)
    parts.append(f'<text x="{MARGIN}" y="{MARGIN + 12}" font-size="15" fill="{INK}">{escape(TITLE)}</text>')
    for lane, x in left.items():
        parts.append(f'<text x="{x:g}" y="{MARGIN + 38}" font-size="13" font-weight="bold" fill="{INK}">{lane}</text>')
    for visit in walk:
        shown = visit.names[:MOST]
        more = len(visit.names) - len(shown)
        lines = [*shown, *([f"and {more} more"] if more else [])]
        x, height = left[visit.lane], 10 + LINE * len(lines)
        middle = (x + width / 2, y)
        parts.append(
            f'<path d="M{before[0]:g},{before[1]:g} L{middle[0]:g},{middle[1]:g}" stroke="{FRAME}" fill="none"/>'
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height}" rx="6" fill="{TINTS[visit.lane]}" '
            f'stroke="{FRAME}"/>'
        )
        for number, line in enumerate(lines):
            colour = SOFT if more and number == len(lines) - 1 else INK
            letters = int(width / 5.9)
            short = line if len(line) <= letters else f"{line[: letters - 1]}…"
            at = y + 16 + LINE * number
            parts.append(f'<text x="{x + 8:g}" y="{at:g}" font-size="10.5" fill="{colour}">{escape(short)}</text>')
        before = (x + width / 2, y + height)
        y += height + GAP
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + MARGIN}" role="img" '
        f'aria-label="The walk of one click" font-family="ui-sans-serif, system-ui, sans-serif">\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(visits(traced())), encoding="utf-8")
    print(f"The walk of a click is drawn in {PICTURE.relative_to(ROOT)}.")
