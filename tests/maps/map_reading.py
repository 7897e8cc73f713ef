"""A small reader of a drawn map, as a viewer would see it."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import shapely

from maps import inputs, sheet, stamp
from maps.hexgrid import HexGrid
from maps.lettering import width
from maps.projection import Projection

GAMES = Path(__file__).parents[2] / "bocage" / "games"
Box = tuple[float, float, float, float]
SVG = "{http://www.w3.org/2000/svg}"


def data(game: str) -> Path:
    """Where a game's tables and its drawn map are."""
    return GAMES / game / "data"


def layout_of(game: str) -> dict[str, Any]:
    """Where a game's hexes lie on its picture."""
    found: dict[str, Any] = json.loads((data(game) / "layout.json").read_text(encoding="utf-8"))
    return found


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


def land_of(picture: Picture) -> Any:
    """The land as it is drawn."""
    drawn = area_of(picture.of_class("land")[0].get("d"))
    shapely.prepare(drawn)
    return drawn


def hexes_at(grid: HexGrid, spots: Sequence[Any]) -> set[str]:
    """The hexes in which points lie."""
    hex_ids = list(grid.places)
    tree = shapely.STRtree([grid.area(hex_id) for hex_id in hex_ids])
    return {hex_ids[found] for spot in spots for found in tree.query(spot, predicate="within")}


def hexes_marked(grid: HexGrid, path: str | None) -> set[str]:
    """The hexes in which the rings of a path stand."""
    return hexes_at(grid, [shapely.Polygon(ring).centroid for ring in read_path(path or "")])


def hexes_with_discs(grid: HexGrid, group: ElementTree.Element, colour: str) -> list[str]:
    """The hexes of the discs of a colour in a group, as often as they are there."""
    discs = [c for c in group.iter(f"{SVG}circle") if c.get("fill") == colour]
    spots = [shapely.Point(float(c.get("cx", "")), float(c.get("cy", ""))) for c in discs]
    return sorted(hex_id for spot in spots for hex_id in hexes_at(grid, [spot]))


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


def is_layered(picture: Picture, layers: Sequence[str], layout: dict[str, Any]) -> None:
    """A picture is made of these layers, and of nothing that a viewer might not have."""
    groups = [element.get("id") for element in picture.root if element.get("id")]
    assert groups == list(layers) == layout["layers"]
    for forbidden in ("<filter", "<pattern"):
        assert forbidden not in picture.text


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


def numbers_stand_above(picture: Picture, layout: dict[str, Any], hex_ids: Collection[str]) -> None:
    """Each of these hexes of a flat grid bears its number, and no other does, between its side and its counter."""
    numbers = {element.text: element for element in picture.by_id["numbers"]}
    assert set(numbers) == set(hex_ids)
    for hex_id in hex_ids:
        (x, y), at = layout["centres"][hex_id], float(numbers[hex_id].get("y", ""))
        assert float(numbers[hex_id].get("x", "")) == pytest.approx(x, abs=0.06)
        assert y - layout["hex_width"] / 2 < at - 8
        assert at < y - layout["counter_size"] / 2


def lies_at_its_degrees(plane: Projection, grid: HexGrid, hexes: dict[str, Any], most: float) -> None:
    """Every hex is so near to its degrees, in hexes."""
    for hex_id, row in hexes.items():
        off = shapely.Point(plane.place(row.lon, row.lat)).distance(shapely.Point(grid.centre(hex_id)))
        assert off < most * grid.width, hex_id


def river_courses(picture: Picture, kind: str) -> dict[str, list[Any]]:
    """The drawn waters of a kind, by their names."""
    drawn: dict[str, list[Any]] = {}
    for element in picture.of_class(kind):
        drawn.setdefault(element.get("data-name", ""), []).extend(drawn_lines([element]))
    return drawn


def crosses_only(
    drawn: Any, grid: HexGrid, listed: Collection[frozenset[str]], pairs: Sequence[tuple[str, str]]
) -> None:
    """Roads or railways cross the listed hexsides in their middle, from centre to centre, and no others."""
    shapely.prepare(drawn)
    for pair in pairs:
        (side,) = sides_of(grid, [pair])
        if frozenset(pair) in listed:
            assert drawn.distance(side.interpolate(0.5, normalized=True)) < 1.0, pair
            assert all(drawn.distance(shapely.Point(grid.centre(hex_id))) < 1.0 for hex_id in pair), pair
        else:
            assert not drawn.intersects(side), pair


def names_of(picture: Picture, kind: str) -> Iterator[tuple[str, Box]]:
    """The level names of a kind, and the room that each takes."""
    (group,) = [g for g in picture.of_class(kind) if g.get("font-size")]
    size, spacing = float(group.get("font-size", "")), float(group.get("letter-spacing", ""))
    for element in group:
        x, y, words = float(element.get("x", "")), float(element.get("y", "")), element.text or ""
        length = width(words, size, spacing, bold=True)
        left = {"middle": x - length / 2, "end": x - length}.get(element.get("text-anchor", "start"), x)
        yield words, (left, y - 0.7 * size, left + length, y)


def names_keep_apart(picture: Picture, layout: dict[str, Any], kinds: Sequence[str], count: int) -> None:
    """So many names there are, and none covers a hex number or another name."""
    numbers = []
    for element in picture.by_id["numbers"]:
        x, foot = layout["centres"][element.text][0], float(element.get("y", ""))
        numbers.append(shapely.box(x - 11, foot - 7, x + 11, foot))
    tree = shapely.STRtree(numbers)
    labels = [label for kind in kinds for label in names_of(picture, kind)]
    assert len(labels) == count
    for words, box in labels:
        assert not any(overlaps(box, numbers[n].bounds) for n in tree.query(shapely.box(*box))), words
    for (one, here), (other, there) in itertools.combinations(labels, 2):
        assert not overlaps(here, there), (one, other)


def names_are_seen(picture: Picture, layout: dict[str, Any], kinds: Sequence[str]) -> None:
    """More than half of every name is seen, be there a counter in the place's own hex or in the next."""
    half = layout["counter_size"] / 2
    counters = [shapely.box(x - half, y - half, x + half, y + half) for x, y in layout["centres"].values()]
    tree = shapely.STRtree(counters)
    for words, label in (found for kind in kinds for found in names_of(picture, kind)):
        box = shapely.box(*label)
        covered = max((counters[n].intersection(box).area for n in tree.query(box)), default=0.0) / box.area
        assert covered < 0.45, (words, round(covered, 2))


def prints_credits_and_title(picture: Picture, facts: dict[str, Any], title: str) -> None:
    """The sheet has its title and its credits; the README of the geography has those that others ask for."""
    words, readme = picture.words(), (inputs.GEO / "README.md").read_text(encoding="utf-8")
    assert title in words
    for credit in facts["credits"]["lines"]:
        assert credit in words
        assert credit in readme or not any(mark in credit for mark in ("CC BY", "©"))
    for name in (facts["coast"]["land"], facts["relief"]["heights"]):
        assert f"`{name}." in readme


def prints_chart(picture: Picture, chart: dict[str, Any], wanted: Sequence[str]) -> None:
    """A chart's panel has these cells, row by row."""
    left, top, right, bottom = chart["box"]
    texts = [
        (float(t.get("y", "0")), float(t.get("x", "0")), t.text)
        for t in picture.by_id["frame"].iter(f"{SVG}text")
        if t.get("font-size") == "15"
        and left < float(t.get("x", "0")) < right
        and top < float(t.get("y", "0")) < bottom
    ]
    assert wanted
    assert [words for _, _, words in sorted(texts)] == list(wanted)


def boxes_lie_on_open_water(layout: dict[str, Any], land: Any, hexes: Any) -> None:
    """What is kept free for displays has neither land nor hexes in it."""
    assert layout["boxes"]
    for name, (left, top, wide, high) in layout["boxes"].items():
        box = shapely.box(left, top, left + wide, top + high)
        assert not box.intersects(land), name
        assert not box.intersects(hexes), name


def panels_keep_off(facts: dict[str, Any], others: Sequence[Sequence[float]], hexes: Any) -> None:
    """Title, key, charts, compass and other panels lie neither on hexes nor on one another."""
    x, y, radius = facts["compass"]["at"]
    panels = [facts["title"]["box"], facts["key"]["box"], *(chart["box"] for chart in facts["charts"]), *others]
    panels.append([x - radius, y - radius, x + radius, y + radius])
    for left, top, right, bottom in panels:
        assert not shapely.box(left, top, right, bottom).intersects(hexes)
    for one, other in itertools.combinations(panels, 2):
        assert not shapely.box(*one).intersects(shapely.box(*other))
