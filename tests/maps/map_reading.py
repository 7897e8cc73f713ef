"""A small reader of a drawn map, as a viewer would see it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import shapely

GAMES = Path(__file__).parents[2] / "bocage" / "games"
Box = tuple[float, float, float, float]
SVG = "{http://www.w3.org/2000/svg}"


def data(game: str) -> Path:
    """Where a game's tables and its drawn map are."""
    return GAMES / game / "data"


class Picture:
    """The drawn map, read back from its file as a viewer would."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.root = ElementTree.fromstring(self.text)
        self.by_id = {element.get("id"): element for element in self.root.iter() if element.get("id")}

    def of_class(self, name: str) -> list[ElementTree.Element]:
        """The elements of a class."""
        return [element for element in self.root.iter() if element.get("class") == name]

    def words(self) -> list[str]:
        """Every line of text in the picture."""
        return ["".join(element.itertext()) for element in self.root.iter(f"{SVG}text")]


def read_path(data: str) -> list[list[tuple[float, float]]]:
    """The lines of path data made of M, l and z."""
    out: list[list[tuple[float, float]]] = []
    x = y = 0.0
    for command, rest in re.findall(r"([Mlz])([^Mlz]*)", data):
        values = [float(v) for v in re.findall(r"-?\d*\.?\d+", rest)]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            (x, y) = pairs[0]
            out.append([(x, y)])
        elif command == "l":
            for dx, dy in pairs:
                x, y = x + dx, y + dy
                out[-1].append((x, y))
        else:
            out[-1].append(out[-1][0])
    return out


def area_of(path: str | None) -> Any:
    """An even-odd filled path as an area."""
    assert path
    whole = shapely.Polygon()
    for ring in read_path(path):
        whole = whole.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return whole


def overlaps(a: Box, b: Box) -> bool:
    """Do two upright rectangles meet?"""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
