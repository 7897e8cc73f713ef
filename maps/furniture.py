"""The furniture of a sheet: neat line and graduation, title, panels, scale, compass, bands and credits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from maps import svg
from maps.projection import Projection
from maps.shapes import Shape, box, line, lines, simplified, union

Palette = dict[str, str]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Ladder:
    """How the frame is graduated, in minutes of arc: the length of a rung, and how often degrees are written."""

    rung: int
    written: int


def neat_line(
    sheet: Box, page: tuple[float, float], projection: Projection, palette: Palette, ladder: Ladder
) -> list[str]:
    """The frame with its ladder of minutes and the degrees written beside it."""
    left, top, right, bottom = sheet
    width, height = page
    ink, paper = palette["ink"], palette["paper"]
    margin = (
        f"M0 0H{svg.number(width)}V{svg.number(height)}H0zM{svg.number(left)} {svg.number(top)}V{svg.number(bottom)}"
    )
    out = [svg.path(margin + f"H{svg.number(right)}V{svg.number(top)}z", fill=paper, fill_rule="evenodd")]
    band = 9.0
    out.append(_rect((left, top, right, bottom), fill="none", stroke=ink, stroke_width=1.2))
    out.append(_rect((left - band, top - band, right + band, bottom + band), fill="none", stroke=ink, stroke_width=1.0))
    out.append(
        _rect(
            (left - band - 5, top - band - 5, right + band + 5, bottom + band + 5),
            fill="none",
            stroke=ink,
            stroke_width=2.6,
        )
    )
    rungs, ticks, words = [], [], []
    for side in ("top", "bottom", "left", "right"):
        marks = _minutes(side, sheet, projection, ladder.rung)
        for (minute, at), (_, following) in itertools.pairwise(marks):
            if minute // ladder.rung % 2 == 0:
                rungs.append(_rung(side, at, following, sheet, band))
        for minute, at in marks:
            if minute % ladder.written == 0:
                ticks.append(_tick(side, at, sheet, band))
                words.append(_degree(side, minute, at, sheet, band))
    out.append(svg.path("".join(rungs), fill=ink))
    out.append(svg.path("".join(ticks), fill="none", stroke=ink, stroke_width=1.2))
    out.append(svg.group(words, font_size=12, fill=ink, text_anchor="middle"))
    return out


def _minutes(side: str, sheet: Box, projection: Projection, rung: int) -> list[tuple[int, float]]:
    """Where every so many minutes of longitude (top, bottom) or latitude (left, right) cross one side of the frame."""
    left, top, right, bottom = sheet
    upright = side in ("left", "right")
    fixed = {"top": top, "bottom": bottom, "left": left, "right": right}[side]
    low, high = (top, bottom) if upright else (left, right)

    def value(at: float) -> float:
        lon, lat = projection.degrees(fixed, at) if upright else projection.degrees(at, fixed)
        return float(lat if upright else lon) * 60

    first, last = value(low), value(high)
    out = []
    for minute in range(math.ceil(min(first, last) / rung) * rung, math.floor(max(first, last)) + 1, rung):
        a, b = low, high
        for _ in range(40):
            middle = (a + b) / 2
            if (value(middle) < minute) == (first < last):
                a = middle
            else:
                b = middle
        out.append((minute, (a + b) / 2))
    return sorted(out, key=lambda mark: mark[1])


def _rung(side: str, a: float, b: float, sheet: Box, band: float) -> str:
    left, top, right, bottom = sheet
    x0, y0, x1, y1 = {
        "top": (a, top - band, b, top),
        "bottom": (a, bottom, b, bottom + band),
        "left": (left - band, a, left, b),
        "right": (right, a, right + band, b),
    }[side]
    return svg.polyline([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], True)


def _tick(side: str, at: float, sheet: Box, band: float) -> str:
    left, top, right, bottom = sheet
    a, b = {
        "top": ((at, top - band - 12), (at, top)),
        "bottom": ((at, bottom), (at, bottom + band + 12)),
        "left": ((left - band - 12, at), (left, at)),
        "right": ((right, at), (right + band + 12, at)),
    }[side]
    return svg.polyline([a, b])


def _degree(side: str, minute: int, at: float, sheet: Box, band: float) -> str:
    left, top, right, bottom = sheet
    whole, part = divmod(abs(minute), 60)
    quarter = "N" if side in ("left", "right") else "W" if minute < 0 else "E"
    words = f"{whole}°{part:02d}′" + ("" if part else f" {quarter}")
    if side in ("top", "bottom"):
        return svg.text(words, at, top - band - 17 if side == "top" else bottom + band + 26)
    x = left - band - 17 if side == "left" else right + band + 26
    return svg.text(words, x, at, transform=f"rotate(-90 {svg.number(x)} {svg.number(at)})")


def graticule(sheet: Box, projection: Projection, sea: Shape, colour: str, minutes: int) -> str:
    """Meridians and parallels every so many minutes, on the sea only."""
    parts = 60 / minutes
    left, top, right, bottom = sheet
    lon, lat = projection.degrees([left, right, left, right], [top, top, bottom, bottom])
    west, east = math.floor(min(lon) * parts) - 1, math.ceil(max(lon) * parts) + 1
    south, north = math.floor(min(lat) * parts) - 1, math.ceil(max(lat) * parts) + 1
    curves = [[projection.place(u / parts, v / parts) for v in range(south, north + 1)] for u in range(west, east + 1)]
    curves += [[projection.place(u / parts, v / parts) for u in range(west, east + 1)] for v in range(south, north + 1)]
    data = [svg.polyline(part) for curve in curves for part in lines(line(curve).intersection(sea))]
    return svg.path("".join(data), fill="none", stroke=colour, stroke_width=0.7, stroke_opacity=0.55, id="graticule")


def _rect(area: Box, **attributes: Any) -> str:
    left, top, right, bottom = area
    return svg.element("rect", x=left, y=top, width=right - left, height=bottom - top, **attributes)


def panel(area: Box, palette: Palette) -> list[str]:
    """A sheet of paper on the map with a double rule round it."""
    left, top, right, bottom = area
    ink = palette["ink"]
    return [
        _rect((left + 4, top + 5, right + 4, bottom + 5), fill=palette["shade"], fill_opacity=0.18),
        _rect(area, fill=palette["paper"], stroke=ink, stroke_width=2.2),
        _rect((left + 5, top + 5, right - 5, bottom - 5), fill="none", stroke=ink, stroke_width=0.8),
    ]


def title(area: Box, facts: dict[str, Any], palette: Palette) -> list[str]:
    """The title in its cartouche."""
    left, top, right, bottom = area
    middle = (left + right) / 2
    ink, accent = palette["ink"], palette["accent"]
    high = bottom - top
    rule = top + 0.60 * high
    return [
        *panel(area, palette),
        svg.text(
            facts["over"], middle, top + 0.20 * high, font_size=13, letter_spacing=4, text_anchor="middle", fill=ink
        ),
        svg.text(
            facts["title"],
            middle,
            top + 0.49 * high,
            font_size=46,
            letter_spacing=5,
            text_anchor="middle",
            fill=accent,
            font_weight="bold",
            # Whatever serif face a viewer has, the title keeps to its cartouche.
            textLength=svg.number(right - left - 70),
            lengthAdjust="spacingAndGlyphs",
        ),
        svg.path(
            f"M{svg.number(left + 60)} {svg.number(rule)}H{svg.number(middle - 14)}"
            f"M{svg.number(middle + 14)} {svg.number(rule)}H{svg.number(right - 60)}",
            stroke=ink,
            stroke_width=1,
        ),
        svg.path(
            svg.polyline([(middle - 7, rule), (middle, rule - 5), (middle + 7, rule), (middle, rule + 5)], True),
            fill=accent,
        ),
        svg.text(
            facts["subtitle"],
            middle,
            top + 0.79 * high,
            font_size=23,
            letter_spacing=1.5,
            text_anchor="middle",
            fill=ink,
            font_style="italic",
        ),
        svg.text(
            facts["under"],
            middle,
            top + 0.92 * high,
            font_size=10.5,
            letter_spacing=0.6,
            text_anchor="middle",
            fill=ink,
        ),
    ]


def compass(x: float, y: float, radius: float, turn: float, palette: Palette) -> str:
    """An eight-pointed rose, turned to true north."""
    ink, paper = palette["ink"], palette["paper"]
    out = [
        svg.element("circle", cx=0, cy=0, r=radius * 0.80, fill="none", stroke=ink, stroke_width=0.8),
        svg.element("circle", cx=0, cy=0, r=radius * 0.76, fill="none", stroke=ink, stroke_width=0.5),
    ]
    ticks = []
    for step in range(72):
        a = math.radians(step * 5)
        inner = 0.69 if step % 2 == 0 else 0.725
        ticks.append(svg.polyline([(math.sin(a) * radius * r, -math.cos(a) * radius * r) for r in (inner, 0.76)]))
    out.append(svg.path("".join(ticks), stroke=ink, stroke_width=0.6))
    for step, long in [(s, 0.62) for s in (1, 3, 5, 7)] + [(s, 0.98) for s in (0, 2, 4, 6)]:
        a = math.radians(step * 45)
        tip = (math.sin(a) * radius * long, -math.cos(a) * radius * long)
        for way, fill in ((-1, paper), (1, ink)):
            b = a + way * math.radians(45 if step % 2 == 0 else 22.5)
            waist = radius * (0.155 if step % 2 == 0 else 0.17)
            foot = (math.sin(b) * waist, -math.cos(b) * waist)
            out.append(
                svg.path(
                    svg.polyline([(0, 0), tip, foot], True),
                    fill=fill,
                    stroke=ink,
                    stroke_width=0.7,
                    stroke_linejoin="round",
                )
            )
    out.append(
        svg.text("N", 0, -radius * 1.06, font_size=radius * 0.3, text_anchor="middle", fill=ink, font_weight="bold")
    )
    return svg.group(
        out, id="compass", transform=f"translate({svg.number(x)} {svg.number(y)}) rotate({svg.number(turn, 2)})"
    )


def scale_bar(
    x: float,
    y: float,
    projection: Projection,
    palette: Palette,
    kilometres: Sequence[int] = (0, 5, 10),
    miles: Sequence[int] = (0, 3, 6),
) -> list[str]:
    """Kilometres above, miles below."""
    ink, paper = palette["ink"], palette["paper"]
    out = []
    for row, (unit, long, steps) in enumerate((("km", 1.0, kilometres), ("miles", 1.609344, miles))):
        at = y + row * 12
        for index, (a, b) in enumerate(itertools.pairwise(steps)):
            x0, x1 = (x + v * long * projection.units_per_km for v in (a, b))
            out.append(
                _rect((x0, at, x1, at + 6), fill=ink if index % 2 == row else paper, stroke=ink, stroke_width=0.8)
            )
        for value in steps:
            words = f"{value} {unit}" if value == steps[-1] else str(value)
            px = x + value * long * projection.units_per_km
            out.append(
                svg.text(words, px, at - 4 if row == 0 else at + 17, font_size=10.5, text_anchor="middle", fill=ink)
            )
    return out


def veil(land: Shape, in_play: Shape, areas: list[list[float]], palette: Palette) -> str:
    """A veil over the land beyond the map's edges, within the authored areas."""
    beyond = land.difference(in_play).intersection(union(box(*area) for area in areas))
    return svg.path(svg.area(simplified(beyond, 0.3)), fill=palette["paper"], fill_opacity=0.62, fill_rule="evenodd")


def edge_band(area: Box, words: str, upright: bool, palette: Palette, colour: str = "axis") -> list[str]:
    """A coloured band with a name in it."""
    left, top, right, bottom = area
    x, y = (left + right) / 2, (top + bottom) / 2
    turn = f"rotate(90 {svg.number(x)} {svg.number(y)})" if upright else None
    return [
        _rect(area, fill=palette[colour]),
        svg.text(
            words,
            x,
            y + 4.2,
            font_size=12,
            letter_spacing=3,
            text_anchor="middle",
            fill=palette["paper"],
            transform=turn,
        ),
    ]


def filled(words: str, figures: Mapping[str, str]) -> str:
    """Words with the figures of the game's charts put in, and proper minus signs before them."""
    return words.format_map(figures).replace("-", "−")


def chart(area: Box, facts: dict[str, Any], rows: Sequence[Mapping[str, str]], palette: Palette) -> list[str]:
    """A table of the game in a panel of its own; ``|`` breaks the heading of a column into lines."""
    left, top, right, bottom = area
    ink = palette["ink"]
    middle: dict[str, Any] = {"text_anchor": "middle", "fill": ink}
    centre = (left + right) / 2
    out = panel(area, palette)
    out.append(
        svg.text(facts["heading"], centre, top + 36, font_size=18, letter_spacing=3, font_weight="bold", **middle)
    )
    out.append(svg.text(facts["under"], centre, top + 55, font_size=11, font_style="italic", **middle))
    first = left + facts["first"]
    wide = (right - 22 - first) / (len(facts["columns"]) - 1)
    high = (bottom - 24 - (top + 98)) / len(rows)
    out.append(
        svg.path(
            f"M{svg.number(left + 22)} {svg.number(top + 98)}H{svg.number(right - 22)}", stroke=ink, stroke_width=0.9
        )
    )
    for number, (column, heading) in enumerate(facts["columns"]):
        x = (left + 22 + first) / 2 if number == 0 else first + (number - 0.5) * wide
        parts = heading.split("|")
        for line_number, part in enumerate(parts):
            at = top + 91 - 12 * (len(parts) - 1 - line_number)
            out.append(svg.text(part, x, at, font_size=11, font_style="italic", **middle))
        for row_number, row in enumerate(rows):
            y = top + 98 + (row_number + 0.5) * high + 5.5
            words = facts.get("words", {}).get(row[column], row[column]) if number == 0 else row[column]
            weight = None if number == 0 else "bold"
            out.append(svg.text(words, x, y, font_size=15 if number else 13, font_weight=weight, **middle))
    for row_number in range(1, len(rows)):
        y = top + 98 + row_number * high
        data = f"M{svg.number(left + 22)} {svg.number(y)}H{svg.number(right - 22)}"
        out.append(svg.path(data, stroke=ink, stroke_width=0.4, stroke_opacity=0.45))
    return out


def credit_lines(facts: dict[str, Any], palette: Palette) -> list[str]:
    """The credits, a line each, beneath the frame."""
    left, top = facts["at"]
    return [
        svg.text(words, left, top + 11.5 * index, font_size=9.2, fill=palette["ink"], fill_opacity=0.85)
        for index, words in enumerate(facts["lines"])
    ]


def bands(authored: list[dict[str, Any]], palette: dict[str, str]) -> list[str]:
    """The bands as authored: where, what is written, and in which colour."""
    out = []
    for item in authored:
        left, top, right, bottom = item["box"]
        out += edge_band((left, top, right, bottom), item["text"], bottom - top > right - left, palette, item["colour"])
    return out
