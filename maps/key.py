"""The panel of a key: samples of hexes, then lines and signs, each with its name and notes, and a scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from maps import furniture, svg
from maps.projection import Projection

Facts = dict[str, Any]
STEPS = ((0, 25, 50), (0, 15, 30))  # of the scale, in kilometres and in miles
Draw = Callable[[str, float, float], list[str]]


def drawn(facts: Facts, figures: Mapping[str, str], plane: Projection, sample: Draw, mark: Draw) -> list[str]:
    """The whole panel.

    ``sample`` draws a hex of a kind around a spot, ``mark`` a line or sign 64 wide from a spot to the right.
    """
    known, palette = facts["key"], facts["palette"]
    left, top, right, _ = known["box"]
    ink = palette["ink"]
    out = furniture.panel(tuple(known["box"]), palette)
    heading: Facts = {"font_size": 24, "letter_spacing": 8, "text_anchor": "middle", "font_weight": "bold"}
    out.append(svg.text(known["heading"], (left + right) / 2, top + 40, fill=ink, **heading))
    for column in known["columns"]:
        x, y = column["at"]
        for kind, name, *notes in column["entries"]:
            out += sample(kind, x + 32, y)
            out += _words(name, notes, x + 74, y, figures, ink)
            y += known["row"]
    for column in known["lists"]:
        x, y = column["at"]
        for kind, name, *notes in column["entries"]:
            out += mark(kind, x, y)
            out += _words(name, notes, x + 74, y, figures, ink)
            y += known["step"]
    x, y = known["scale"]
    return [*out, *furniture.scale_bar(x, y, plane, palette, *known.get("steps", STEPS))]


def _words(name: str, notes: list[str], x: float, y: float, figures: Mapping[str, str], ink: str) -> list[str]:
    """A name and the notes beneath it, in the middle of their row."""
    top = y + 5.5 - 6.5 * len(notes)
    out = [svg.text(name, x, top, font_size=16, fill=ink)]
    for number, note in enumerate(notes, 1):
        words = furniture.filled(note, figures)
        out.append(svg.text(words, x, top + 1.5 + 13 * number, font_size=11.4, fill=ink, font_style="italic"))
    return out
