"""Names of places, zones and lines on sheets whose hexes stand on a side and have a counter in their middle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from maps import svg
from maps.hexgrid import HexGrid
from maps.lettering import Spot, beside_a_line, width, word_discs
from maps.names import Names, beneath
from maps.projection import Projection
from maps.shapes import Line

Facts = dict[str, Any]
TOWN, CITY = 11.8, 14.6
SOFT = (30.0, 60.0, 110.0)  # a name beside a line of hexsides does not follow its every corner
# Below the counter first; beside the middle a counter would hide the name.
BELOW = (
    (38.6, 0.0), (37.2, 0.3), (40.6, 0.5), (35.8, 2.0), (43.0, 1.6), (46.0, 2.6), (49.0, 5.0), (33.0, 12.0),
    (-20.0, 25.0),
)  # fmt: skip
ASIDE = (0.0, 5.0, -5.0, 10.0, -10.0, 16.0, -16.0, 22.0, -22.0, 30.0, -30.0, 38.0, -38.0)


class Place(NamedTuple):
    """A city or a town of the game's map."""

    hex_id: str
    name: str
    city: bool


def halo(palette: Mapping[str, str]) -> Facts:
    """How a name is lifted off the ground."""
    return {"stroke": palette["halo"], "stroke_linejoin": "round", "paint_order": "stroke"}


def styles(palette: Mapping[str, str]) -> dict[str, Facts]:
    """The style of each kind of name."""
    lifted = halo(palette)
    bold: Facts = {"fill": palette["ink"], "font_weight": "bold", **lifted}
    return {
        "regions": {"fill": palette["region"], "fill_opacity": 0.42},
        "countries": {"font_weight": "bold", "fill_opacity": 0.5},
        "seas": {"fill": palette["sea_name"], "font_style": "italic"},
        "far": {"fill": palette["village"], "font_size": 13, "stroke_width": 2.4, **lifted},
        "streams": {"fill": palette["river_name"], "font_style": "italic", "stroke_width": 2.6, **lifted},
        "zones": {"font_weight": "bold", "stroke_width": 3, "stroke_opacity": 0.8, **lifted},
        "lines": {"font_weight": "bold", "stroke_width": 2.8, "stroke_opacity": 0.85, **lifted},
        "towns": {"font_size": TOWN, "letter_spacing": 0.2, "stroke_width": 3, **bold},
        "cities": {"font_size": CITY, "letter_spacing": 0.6, "stroke_width": 3.4, **bold},
    }


def counters(names: Names, grid: HexGrid) -> None:
    """A name may reach into the next hex, but not where that hex's counter lies."""
    for hex_id in grid.places:
        x, y = grid.centre(hex_id)
        names.room.take([(x, y, 24.0)], 0.22)


def far(names: Names, projection: Projection, facts: Facts) -> None:
    """Towns outside the map."""
    for item in facts["far_places"]:
        x, y = projection.place(*item["at"])
        dx, dy = item.get("dx", 7.0), item.get("dy", 4.0)
        anchor = "end" if dx < 0 else None
        names.groups["far"].append(
            svg.element("circle", cx=svg.number(x), cy=svg.number(y), r=2.6)
            + svg.text(item["text"], x + dx, y + dy, text_anchor=anchor)
        )


def zones(names: Names, grid: HexGrid, facts: Facts) -> None:
    """Names of countries, zones and small features, written across hexes where nothing else stands."""
    for item in facts["zone_names"]:
        x, y = grid.centre(item["hex"])
        x, y = x + item.get("dx", 0.0), y + item.get("dy", 0.0)
        size, spacing = item["size"], item.get("spacing", 3.0)
        colour = facts["palette"][item["colour"]]
        names.groups[item.get("group", "zones")].append(
            svg.text(item["text"], x, y, font_size=size, letter_spacing=spacing, fill=colour, text_anchor="middle")
        )
        length = width(item["text"], size, spacing, bold=True)
        names.room.take(word_discs(Spot([(x, y)]), length, size), item.get("weight", 6.0))


def towns(names: Names, grid: HexGrid, found: Iterable[Place], facts: Facts) -> None:
    """Cities and towns; a city of several hexes is named once."""
    shown: dict[str, str] = facts["shown_names"]
    given: dict[str, list[float]] = facts["town_places"]
    done: set[str] = set()
    # Those with the least choice of place first: cities, then the longest names.
    for hex_id, name, city in sorted(found, key=lambda p: (p.hex_id not in given, not p.city, -len(p.name), p.hex_id)):
        if city and name in done:
            continue
        done.add(name)
        size, spacing = (CITY, 0.6) if city else (TOWN, 0.2)
        words = shown.get(name, name)
        spots = beneath(grid, hex_id, given, BELOW, ASIDE, 0.1)
        names.write("cities" if city else "towns", words, spots, width(words, size, spacing, bold=True), size, 9.0)


def along_lines(names: Names, runs: Mapping[str, list[Line]], facts: Facts) -> None:
    """Names along the lines, off all of which they keep."""
    for points in (run for found in runs.values() for run in found):
        names.keep_off(points, 2.6, 0.7)
    for index, item in enumerate(facts["line_names"]):
        points = runs[item["line"]][item.get("run", 0)]
        size, spacing = item.get("size", 11.0), item.get("spacing", 2.0)
        words = item["text"]
        length = width(words, size, spacing, bold=True)
        low, high = item["offsets"]
        offsets = [float(offset) for offset in range(low, high + 1, 4)]
        for number, (start, end) in enumerate(item["parts"]):
            spots = beside_a_line(points, length, size, (start, end), offsets, SOFT)
            spot = names.settle(words, spots, length, size, 8.0)
            attributes: Facts = {"font_size": size, "letter_spacing": spacing, "fill": facts["palette"][item["colour"]]}
            names.groups["lines"].append(names.along(f"line-{index}-{number}", words, spot.baseline, **attributes))
