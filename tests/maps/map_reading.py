"""A small reader of a drawn map, as a viewer would see it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import shapely

from maps import sheet, stamp
from maps.hexgrid import HexGrid

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


def drawn_lines(elements: list[Any]) -> list[Any]:
    """The lines of some paths."""
    return [shapely.LineString(points) for element in elements for points in read_path(element.get("d") or "")]


def sides_of(grid: HexGrid, pairs: list[tuple[str, str]]) -> list[Any]:
    """The sides between pairs of hexes as lines."""
    return [shapely.LineString([grid.at(spot) for spot in grid.side(a, b)]) for a, b in pairs]


def stands_alone(picture: Picture, most: int) -> None:
    """A picture is not larger than so many bytes, draws on nothing outside itself, and no id is there twice."""
    assert picture.root.tag == f"{SVG}svg"
    assert len(picture.text.encode()) < most
    for forbidden in ("<script", "<image", "<foreignObject", "xlink:", "url(http", 'href="http'):
        assert forbidden not in picture.text
    ids = [element.get("id") for element in picture.root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def is_as_stamped(game: str) -> None:
    """Nothing that a map was made from has changed since, nor has the map."""
    assert stamp.stamp(game) == stamp.stamped(game), f"make it again: python -m maps {game}"


def is_made_again(game: str) -> None:
    """Making a game's map again gives the same bytes."""
    made = sheet.make(game)
    assert made.layout == (data(game) / "layout.json").read_text(encoding="utf-8")
    assert made.picture == (data(game) / "map.svg").read_text(encoding="utf-8")


def shows_terrain(shown: Any, grid: HexGrid, hexes: dict[str, Any], terrain: str, least_on_the_coast: float) -> None:
    """An area covers the hexes of a terrain, less of them on the coast, and no others."""
    for hex_id, row in hexes.items():
        covered = shown.intersection(grid.area(hex_id)).area / grid.area(hex_id).area
        if row.terrain == terrain:
            assert shown.contains(shapely.Point(grid.centre(hex_id))), hex_id
            assert covered > (least_on_the_coast if row.coastal else 0.75), hex_id
        else:
            assert covered < 0.05, hex_id


def water_runs_along(
    drawn: dict[str, list[Any]], listed: dict[str, list[Any]], grid: HexGrid, inland: list[str], beyond: float
) -> None:
    """Each water, by its name, runs along its hexsides and nowhere else; on the coast it may go beyond them."""
    assert set(drawn) == set(listed)
    inner = shapely.union_all([grid.area(hex_id) for hex_id in inland])
    rim = grid.areas(grid.places).boundary.buffer(beyond).difference(inner)
    for name, sides in listed.items():
        water = shapely.union_all(drawn[name])
        for side in sides:
            for part in (0.1, 0.3, 0.5, 0.7, 0.9):
                assert side.interpolate(part, normalized=True).distance(water) < 5.0, name
        # Nothing is drawn elsewhere, but for the last step of a river into the sea.
        stray = water.difference(shapely.union_all([*(side.buffer(6.0) for side in sides), rim]))
        assert stray.length < 1.0, (name, stray.length)


def line_follows(drawn: Any, sides: list[Any], reach: float) -> None:
    """A line goes along its hexsides, within reach of them, and nowhere else."""
    assert sides
    for side in sides:
        assert drawn.distance(side.interpolate(0.5, normalized=True)) < reach
    assert drawn.difference(shapely.union_all(sides).buffer(reach)).length < 1.0
    assert drawn.length > 0.8 * sum(side.length for side in sides)
