"""The key: a sample of each terrain and mark, drawn as on the map, with its costs from the game's tables."""

from __future__ import annotations

from typing import Any

from maps import furniture, samples, svg, terrain, water
from maps.hexgrid import HexGrid
from maps.lines import band, stroke
from maps.marks import landings, ring_forts, west_wall
from maps.projection import Projection
from maps.shapes import spline
from maps.storming import lines, marks, streams
from maps.storming.board import Board, Row

Facts = dict[str, Any]
Palette = dict[str, str]

BLIND = {"yes": "", "no": "no ZOC enters"}
ASSAULT = {
    "yes": "",
    "road": "mobile assault only by road",
    "never": "no mobile assault",
    "bridge": "mobile assault only by bridge",
}


def drawn(board: Board, facts: Facts, plane: Projection) -> list[str]:
    """The whole panel."""
    known, palette = facts["key"], facts["palette"]
    left, top, right, _ = known["box"]
    ink = palette["ink"]
    out = furniture.panel(tuple(known["box"]), palette)
    middle = (left + right) / 2
    heading: Facts = {"font_size": 24, "letter_spacing": 8, "text_anchor": "middle", "font_weight": "bold"}
    out.append(svg.text(known["heading"], middle, top + 40, fill=ink, **heading))
    for column in known["columns"]:
        out += _column(board, column, facts)
    for column in known["lists"]:
        x, y = column["at"]
        for kind, words in column["lines"]:
            out += _mark(kind, x, y - 4, palette)
            out.append(svg.text(words, x + 84, y, font_size=13.5, fill=ink))
            y += known["step"]
    for words, x, y in known["footnotes"]:
        text = furniture.filled(words, board.figures)
        out.append(svg.text(text, x, y, font_size=11, fill=ink, font_style="italic"))
    x, y = known["scale"]
    return [*out, *furniture.scale_bar(x, y, plane, palette, (0, 25, 50), (0, 15, 30))]


def _column(board: Board, column: Facts, facts: Facts) -> list[str]:
    """One column of samples, each with its name, a note, its movement points and its modifier."""
    ink = facts["palette"]["ink"]
    x, y = column["at"]
    cost_x, drm_x = x + 262, x + 318
    head: Facts = {"font_size": 10.5, "text_anchor": "middle", "fill": ink, "font_style": "italic"}
    figure: Facts = {"font_size": 19, "text_anchor": "middle", "fill": ink, "font_weight": "bold"}
    out = [svg.text("MP", cost_x, y - 38, **head), svg.text("Modifier", drm_x, y - 38, **head)]
    chart = {row["terrain"]: row for row in board.charts["tec"]}
    for entry in column["entries"]:
        out += _sample(entry["sample"], x + 32, y, facts["palette"])
        notes = entry["notes"] if "notes" in entry else _notes(chart[entry["sample"]])
        out.append(svg.text(entry["name"], x + 78, y - (5 if notes else -5), font_size=17, fill=ink))
        for number, note in enumerate(notes):
            out.append(svg.text(note, x + 78, y + 11 + 12 * number, font_size=10.5, fill=ink, font_style="italic"))
        out.append(svg.text(furniture.filled(entry.get("mp", ""), board.figures), cost_x, y + 6, **figure))
        out.append(svg.text(furniture.filled(entry.get("drm", ""), board.figures), drm_x, y + 6, **figure))
        y += facts["key"]["row"]
    return out


def _notes(row: Row) -> list[str]:
    """What the terrain chart says besides the figures."""
    return [note for note in (BLIND[row["zone"]], ASSAULT[row["assault"]]) if note]


def _sample(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A hex with the terrain or the mark in it."""
    return samples.sample(kind, x, y, palette, lambda grid, name: _filling(kind, grid, name, palette))


def _filling(kind: str, grid: HexGrid, name: str, palette: Palette) -> list[str]:
    match kind:
        case "rough" | "mountain" | "bocage" | "swamp" | "woods" | "forest":
            return samples.ground(kind, grid, name, palette)
        case "city" | "ruhr":
            return samples.place(kind, grid, name, palette, marks.CITY)
        case "town":
            return samples.place(kind, grid, name, palette, samples.TOWN)
        case "westwall":
            return [west_wall(grid, [name], palette)]
        case "coastal" | "metz":
            return [ring_forts(grid, [name], palette, kind)]
        case "sea":
            return samples.strait(grid, name, palette)
        case "minor" | "major" | "rhine" | "bridge" | "rhine_bridge":
            return _river(kind, grid, name, palette)
        case "road":
            x, y = grid.centre(name)
            dx, dy = grid.size * 0.75, grid.size * 0.433
            return [_road([(x - dx, y + dy), (x, y), (x + dx, y - dy)], palette)]
    return []


def _road(points: list[tuple[float, float]], palette: Palette) -> str:
    data = svg.polyline(spline(points, 6))
    return svg.group(
        [
            svg.path(data, stroke=palette["road_case"], stroke_width=5.2, stroke_opacity=0.8),
            svg.path(data, stroke=palette["road"], stroke_width=2.6),
        ],
        fill="none",
        stroke_linecap="round",
    )


def _river(kind: str, grid: HexGrid, name: str, palette: Palette) -> list[str]:
    """A river along the upper sides of the sample, with a bridge over it or not."""
    x, y = grid.centre(name)
    under = {"bridge": "major", "rhine_bridge": "rhine"}.get(kind, kind)
    out = water.drawn([samples.course(under, grid, name)], streams.KINDS, palette)
    if kind in ("bridge", "rhine_bridge"):
        two = HexGrid(grid.size, grid.origin, {name: (0, 0), "beyond": (0, -2)}, flat=True)
        out = [_road([(x, y), (x, y - grid.width / 2 - 12)], palette), *out]
        out += marks.bridges(two, [(name, "beyond")], palette, kind)
    return [svg.group(out, fill="none", stroke_linecap="round", stroke_linejoin="round")]


def _mark(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A stretch of a line, or a small sign, 64 wide."""
    data = f"M{svg.number(x)} {svg.number(y)}h64"
    if kind == "frontier":
        thin: Facts = {"stroke_width": 1.3, "stroke_opacity": 0.55, "stroke_dasharray": "9 3 1.5 3"}
        return [svg.path(data, stroke=palette["frontier"], **thin)]
    if kind in lines.STYLES and kind not in ("holland", "exit"):
        style = lines.STYLES[kind]
        return samples.plain([*band(data, style, palette), *stroke(data, style, palette, kind)])
    if kind in ("holland", "flood", "entrance", "exit"):
        return _swatch(kind, x, y, palette)
    # Signs that stand beside a hex's centre are drawn for a hex too small to be seen.
    spot = HexGrid(0.1, (x + 34, y), {kind: (0, 0)}, flat=True)
    if kind == "port":
        return [terrain.anchor(x + 32, y, 1.0, palette)]
    if kind == "dam":
        return samples.plain([marks.dams(spot, [kind], palette)])
    if kind == "beach":
        near = HexGrid(0.1, (x + 76, y), spot.places, flat=True)
        return samples.plain([landings(near, [(kind, -64.0, 0.0, "us")], palette)])
    if kind == "ferry":
        shores = HexGrid(128.0, (x - 64, y), {"a": (0, 0), "b": (3, 0)}, flat=True)
        return samples.plain(marks.ferry(shores, "a", "b", palette))
    raise ValueError(f"the key has no sample of {kind}")


def _swatch(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A field of a zone's tint."""
    field: Facts = {"x": x + 6, "y": y - 11, "width": 52, "height": 22}
    if kind == "holland":
        return [
            svg.element("rect", fill=palette["land"], **field),
            svg.element("rect", fill=palette["holland"], fill_opacity=0.2, **field),
            svg.element("rect", fill="none", stroke=palette["holland"], stroke_width=2.2, **field),
        ]
    if kind == "flood":
        crest = "".join(f"M{svg.number(x + 12 + 14 * n)} {svg.number(y + 1)}q2.5-4.4 5 0t5 0" for n in range(3))
        return [
            svg.element("rect", fill=palette["flood"], fill_opacity=0.42, **field),
            svg.path(crest, fill="none", stroke=palette["flood_wave"], stroke_width=1.2),
        ]
    edge: Facts = {"stroke": palette["exit"], "stroke_width": 3.0} if kind == "exit" else {}
    letter: Facts = {"font_size": 19, "font_weight": "bold", "text_anchor": "middle"}
    return [
        svg.element("rect", fill=palette["entrance"], fill_opacity=0.5, **edge, **field),
        svg.text("E", x + 32, y + 7, fill=palette["entrance_letter"], **letter),
    ]
