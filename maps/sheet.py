"""A whole sheet: what every game's drawing is wrapped in, and the files that are written."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from maps import inputs, svg
from maps.coast import Coast
from maps.hexgrid import HexGrid
from maps.page import Page
from maps.shapes import Point, joined, line, lines, union


@dataclass(frozen=True)
class Sheet:
    """The finished files."""

    picture: str
    layout: str


def make(game: str) -> Sheet:
    """Draw the sheet of a game: its package in :mod:`maps` knows how."""
    made = importlib.import_module(f"maps.{game}").draw()
    assert isinstance(made, Sheet)
    return made


def finished(
    page: Page,
    shore: Coast,
    paths: Iterable[str],
    ids: Sequence[str],
    layers: Iterable[str],
    boxes: Mapping[str, Point] = MappingProxyType({}),
) -> Sheet:
    """The layers and their ids as a sheet, with the clips and the paths of bent names that they refer to.

    ``boxes`` are places beyond the hexes where counters lie too.
    """
    definitions = [
        svg.element("clipPath", svg.path(svg.area(shore.land), clip_rule="evenodd"), id="land-clip"),
        svg.element("clipPath", svg.path(svg.area(page.frame)), id="map-clip"),
        *paths,
    ]
    return Sheet(document(page.facts, definitions, layers), layout(page.grid, page.facts, ids, boxes))


def document(facts: dict[str, Any], definitions: Iterable[str], layers: Iterable[str]) -> str:
    """The layers as one file, with title and credits in its description."""
    width, height = facts["page"]["size"]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="serif">'
    )
    about = [svg.element("title", facts["about"]["title"]), svg.element("desc", " ".join(facts["credits"]["lines"]))]
    back = svg.element("rect", width=width, height=height, fill=facts["palette"]["paper"])
    return "\n".join([head, *about, svg.element("defs", definitions), back, *layers, "</svg>"]) + "\n"


def net(grid: HexGrid) -> str:
    """Path data of the hex grid, each hexside once."""
    sides: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for hex_id in grid.places:
        corners = grid.corner_spots(hex_id)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            sides.add((min(a, b), max(a, b)))
    whole = joined(union(line([grid.at(a), grid.at(b)]) for a, b in sorted(sides)))
    return "".join(svg.polyline(points) for points in sorted(lines(whole)))


def layout(
    grid: HexGrid, facts: dict[str, Any], layers: Sequence[str], boxes: Mapping[str, Point] = MappingProxyType({})
) -> str:
    """Where the hexes and boxes are, for programs that put counters on the picture."""
    page = facts["page"]
    middles = {hex_id: grid.centre(hex_id) for hex_id in sorted(grid.places)} | dict(boxes)
    data = {
        "width": page["size"][0],
        "height": page["size"][1],
        "hex_size": grid.size,
        "hex_width": round(grid.width, 3),
        "counter_size": page["counter_size"],
        "corner_offsets": [[round(dx, 2), round(dy, 2)] for dx, dy in grid.offsets],
        "layers": list(layers),
        "boxes": facts["boxes"],
        **({"rooms": facts["rooms"]} if "rooms" in facts else {}),
        "centres": {name: [round(c, 2) for c in spot] for name, spot in middles.items()},
    }
    text = json.dumps(data, indent=1, ensure_ascii=False)
    # One hex per line rather than one number per line.
    return re.sub(r"\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]", r"[\1, \2]", text) + "\n"


def write(game: str, folder: Path | None = None) -> list[Path]:
    """Make a game's sheet and write its files."""
    made = make(game)
    folder = folder or inputs.data_folder(game)
    picture, places = folder / "map.svg", folder / "layout.json"
    picture.write_text(made.picture, encoding="utf-8", newline="\n")
    places.write_text(made.layout, encoding="utf-8", newline="\n")
    return [picture, places]
