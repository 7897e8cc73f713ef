"""The key: a sample of each terrain, drawn as on the map, with its costs read from the game's own table."""

from __future__ import annotations

from typing import Any

from maps import furniture, svg, terrain
from maps.hexgrid import HexGrid
from maps.projection import Projection
from maps.roundup import streams
from maps.roundup.board import Board
from maps.shapes import Shape, box, spline
from maps.water import Course, meander

Palette = dict[str, str]
ROW = 62.0


def drawn(board: Board, facts: dict[str, Any], plane: Projection) -> list[str]:
    """The whole panel."""
    known, palette = facts["key"], facts["palette"]
    area: furniture.Box = tuple(known["box"])
    left, top, right, _ = area
    ink = palette["ink"]
    out = furniture.panel(area, palette)
    middle = (left + right) / 2
    out.append(
        svg.text(
            known["heading"],
            middle,
            top + 40,
            font_size=22,
            letter_spacing=5,
            text_anchor="middle",
            fill=ink,
            font_weight="bold",
        )
    )
    cost_x, shift_x = right - 112, right - 48
    head: dict[str, Any] = {"font_size": 10.5, "text_anchor": "middle", "fill": ink, "font_style": "italic"}
    for index, words in enumerate(known["columns"]):
        for line_number, part in enumerate(words.split("|")):
            out.append(svg.text(part, (cost_x, shift_x)[index], top + 62 + 12 * line_number, **head))
    y = top + 116.0
    for index, entry in enumerate(known["entries"]):
        out += _sample(entry["sample"], left + 60, y, palette)
        out.append(svg.text(entry["name"], left + 112, y - 1, font_size=17, fill=ink))
        out.append(svg.text(entry["note"], left + 112, y + 14, font_size=10.5, fill=ink, font_style="italic"))
        figure: dict[str, Any] = {"font_size": 19, "text_anchor": "middle", "fill": ink, "font_weight": "bold"}
        out.append(svg.text(furniture.filled(entry["mp"], board.figures), cost_x, y + 6, **figure))
        out.append(svg.text(furniture.filled(entry["shift"], board.figures), shift_x, y + 6, **figure))
        if index + 1 < len(known["entries"]):
            rule = y + ROW / 2
            out.append(
                svg.path(
                    f"M{svg.number(left + 24)} {svg.number(rule)}H{svg.number(right - 24)}",
                    stroke=ink,
                    stroke_width=0.4,
                    stroke_opacity=0.5,
                )
            )
        y += ROW
    y -= 18
    for words in known["footnotes"]:
        out.append(
            svg.text(
                furniture.filled(words, board.figures), left + 26, y, font_size=10.5, fill=ink, font_style="italic"
            )
        )
        y += 14
    y += 14
    for kind, words in known["lines"]:
        out += _line_sample(kind, left + 28, y - 4, palette)
        out.append(svg.text(words, left + 112, y, font_size=12.5, fill=ink))
        y += 25
    return [*out, *furniture.scale_bar(left + 84, y + 14, plane, palette)]


def _sample(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    grid = HexGrid(27.0, (x, y), {f"key {kind}": (0, 0)})
    hex_id = f"key {kind}"
    everything: Shape = box(x - 60, y - 60, x + 60, y + 60)
    outline = svg.path(
        svg.polyline(grid.corners(hex_id), True), fill=palette["key_land"], stroke=palette["grid"], stroke_width=1.0
    )
    out = [outline]
    if kind in ("polder", "forest"):
        draw = terrain.polder if kind == "polder" else terrain.forest
        out += draw(grid, [hex_id], everything, palette).elements
    elif kind in ("town", "port"):
        build, port = (terrain.TOWN, False) if kind == "town" else (terrain.PORT, True)
        out += terrain.built_up(grid, [hex_id], everything, palette, kind, build, port).elements
    elif kind in ("river", "canal"):
        corners = grid.corners(hex_id)
        through = [corners[4], corners[5], corners[0], corners[1]]
        points = meander(through, [True, False, False, True], 1.6) if kind == "river" else through
        out.append(
            svg.group(
                streams.drawn([Course(kind, "", (), points)], palette),
                fill="none",
                stroke_linecap="round",
                stroke_linejoin="round",
            )
        )
    elif kind == "coastal":
        shore = spline([(x - 23.2, y - 11), (x - 11, y - 6), (x + 2, y - 11), (x + 13, y - 3), (x + 23.2, y - 5)], 6)
        top = [grid.corners(hex_id)[5], grid.corners(hex_id)[0], grid.corners(hex_id)[1]]
        out.append(svg.path(svg.polyline([*top, *shore[::-1]], True), fill=palette["sea"]))
        out.append(svg.path(svg.polyline(shore), fill="none", stroke=palette["sand"], stroke_width=4))
        out.append(svg.path(svg.polyline(shore), fill="none", stroke=palette["coast"], stroke_width=1.3))
        out.append(
            svg.path(svg.polyline(grid.corners(hex_id), True), fill="none", stroke=palette["grid"], stroke_width=1)
        )
    # The samples are not the map: their ids must not stand twice in the file.
    return [part.replace(f' id="{name}"', "") for part in out for name in [_own_id(part)]]


def _own_id(part: str) -> str:
    return part.split(' id="', 1)[1].split('"', 1)[0] if ' id="' in part else "\0"


def _line_sample(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    data = f"M{svg.number(x)} {svg.number(y)}h64"
    if kind == "axis":
        return [svg.path(data, stroke=palette["axis"], stroke_width=4.2)]
    if kind == "allied":
        return [svg.path(data, stroke=palette["allied"], stroke_width=1.8, stroke_dasharray="11 5")]
    return [
        svg.path(data, stroke=palette["frontier_band"], stroke_width=6, stroke_opacity=0.45),
        svg.path(data, stroke=palette["frontier"], stroke_width=1.5, stroke_dasharray="9 3 1.5 3"),
    ]
