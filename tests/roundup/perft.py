"""Perft: how many ways there are to play the next one, two or three actions from a known position."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import bocage
from bocage.engine.match import Match
from bocage.engine.play import Play
from bocage.engine.steps import Prompt

TABLE = Path(__file__).with_name("perft.csv")
BEACHES = {"us_beachheads": "1204 1309", "uk_beachheads": "2123 2423"}
CONTROL = "1305 1306 1307 1308 1405 1406 1204 1309 1617 1618 2523 2623"

# Name -> (the position in the notation, how deep to count).
POSITIONS: dict[str, tuple[dict[str, Any], int]] = {
    "the first beachhead": ({"at": "beachheads"}, 3),
    "the invasion": ({"turn": 1, "at": "landing", "weather": "Clear", "superiority": "allied", **BEACHES}, 3),
    "an air drop on turn 1": (
        {
            "turn": 1,
            "at": "air drop",
            "weather": "Clear",
            "superiority": "allied",
            "units": "US-1 1204; UK-1 2123; DE-18L 1306; DE-156R 1618; DE-191R 2523",
            **BEACHES,
        },
        3,
    ),
    "tactical air support": (
        {"turn": 2, "at": "air support", "weather": "Clear", "superiority": "allied", "tas_left": 2, **BEACHES},
        2,
    ),
    "two ports to announce": (
        {
            "turn": 5,
            "at": "port designation",
            "units": "US-1 1305; UK-1 1618; DE-712 3010",
            "allied_control": CONTROL,
            **BEACHES,
        },
        3,
    ),
    "replacements": (
        {
            "turn": 4,
            "at": "allied replacements",
            "units": "US-1 1204 reduced; US-2 1309 reduced; UK-1 2123 reduced; UK-3 2423 reduced; DE-712 1410",
            **BEACHES,
        },
        3,
    ),
    "Allied movement in the open": (
        {
            "turn": 3,
            "at": "allied movement",
            "weather": "Clear",
            "units": "US-1 2010; US-2A 2110; UK-1 2223; US-Rgr 2010; DE-712 2014; DE-21P 2413",
            "allied_control": "2010 2110 2223",
            **BEACHES,
        },
        3,
    ),
    "German movement under enemy aircraft": (
        {
            "turn": 4,
            "at": "german movement",
            "weather": "Overcast",
            "units": "DE-18L 1306; DE-21P 2003; DE-s508 2003; DE-712 1601; US-1 1309; US-2 1408",
            "tas": "1705",
            "superiority": "allied",
            **BEACHES,
        },
        3,
    ),
    "an attack with bombers": (
        {
            "turn": 3,
            "at": "allied combat first",
            "weather": "Clear",
            "superiority": "allied",
            "tas": "3011",
            "units": "US-1 3010; US-2 3109; UK-1 2910; US-Rgr 3010; DE-712 3110; DE-21P 3011",
            **BEACHES,
        },
        3,
    ),
    "reinforcements from the cups": (
        {
            "turn": 2,
            "at": "first cup",
            "units": "US-1 4110; DE-712 first_cup; DE-348 first_cup; DE-9SS first_cup; DE-21P first_cup",
            **BEACHES,
        },
        2,
    ),
}


class Row(NamedTuple):
    """One row of the table: a position, and the number of ways for each depth."""

    name: str
    position: dict[str, Any]
    counts: tuple[int, ...]


def match_of(position: dict[str, Any]) -> Match:
    """The match that stands at a position."""
    return bocage.position("roundup", seed="perft", **position)


def perft(match: Match, depth: int) -> int:
    """The number of ways to play so many actions."""
    return _count(match, match.position, match.prompts, depth)


def _count(match: Match, position: Any, prompts: dict[str, Prompt], depth: int) -> int:
    if not prompts:
        return 0
    (prompt,) = prompts.values()
    if depth == 1:
        return len(prompt.actions)
    ways = 0
    for action in prompt.actions:
        then = position.copy()
        hand = Play(match.game, then, match.dice)
        frame = then.frames[-1]
        step: Any = match.game.steps[frame.step]
        step.take(hand, frame, prompt.side, action)
        ways += _count(match, then, hand.drive(), depth - 1)
    return ways


def read() -> list[Row]:
    """The stored table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    depths = ("depth1", "depth2", "depth3")
    return [
        Row(row["name"], json.loads(row["position"]), tuple(int(row[depth]) for depth in depths if row[depth]))
        for row in rows
    ]


def table() -> str:
    """The table as it should be now."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["name", "position", "depth1", "depth2", "depth3"])
    for name, (position, depth) in POSITIONS.items():
        match = match_of(position)
        counts = [perft(match, number) if number <= depth else "" for number in (1, 2, 3)]
        writer.writerow([name, json.dumps(position), *counts])
    return out.getvalue()
