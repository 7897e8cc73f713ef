"""The data files as they are, read without asking the rules."""

from __future__ import annotations

import csv
from importlib import resources


def read(name: str) -> list[dict[str, str]]:
    """The rows of a data file as they stand in it."""
    text = resources.files("bocage.games.storming").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


HEXES = {row["hex"]: row for row in read("map.csv")}
SIDES = {frozenset((row["hex_a"], row["hex_b"])): row for row in read("hexsides.csv")}
UNITS = {row["id"]: row for row in read("units.csv")}
NUMBERS = {row["name"]: int(row["value"]) for row in read("numbers.csv")}
CHART = {row["terrain"]: row for row in read("tec.csv")}
FIRE = read("cft.csv")
BARE = {"river": "", "sea": "0", "road": "0", "bridge": "0", "seine_line": "0", "breakout_line": "0", "flags": ""}


def side(a: str, b: str) -> dict[str, str]:
    """What lies on a hexside."""
    return SIDES.get(frozenset((a, b)), BARE)


def around(label: str) -> list[str]:
    """The neighbours: even columns sit half a hex lower than odd ones."""
    column, row = int(label[:2]), int(label[2:])
    low = row if column % 2 == 0 else row - 1
    places = [(column, row - 1), (column, row + 1)]
    places += [(column + step, low + more) for step in (-1, 1) for more in (0, 1)]
    return [found for found in (f"{c:02}{r:02}" for c, r in places) if found in HEXES]


def flagged(flag: str) -> set[str]:
    """The hexes with a flag."""
    return {label for label, row in HEXES.items() if flag in row["flags"].split(";")}
