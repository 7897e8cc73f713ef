"""A position as a picture: the game's map with counters, markers, control and a caption."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from bocage import shelf
from bocage.terminal.counters import SIZE, Chit, definitions, draw
from bocage.terminal.faces import Face

STACK_STEP = 8.0  # how far each counter of a stack lies up and right of the one below it
PLAIN_SIZE = 48.0  # the radius of a hex where a game has no map picture of its own
_WEIGHTS = ("bold", "normal")
BADGE = 0.5  # the size of a marker beside units
CONTROL = 'fill="#1f5fa8" fill-opacity=".07" stroke="#1f5fa8" stroke-width="3" stroke-opacity=".5"'
CONTROL_INSET = 0.93


class Sheet(NamedTuple):
    """What counters are laid on: the drawing without its last line, and where each hex is on it."""

    drawing: str
    width: float
    height: float
    hex_size: float
    centres: Mapping[str, tuple[float, float]]
    corners: Sequence[tuple[float, float]]  # of a hex, from its centre
    caption: tuple[float, float, float, float]  # a box for words


def sheet_of(slug: str, face: Face) -> Sheet:
    """The map of a game, or plain hexes if it has no picture."""
    folder = shelf.folder(slug, "data")
    layout, drawing = folder.joinpath("layout.json"), folder.joinpath("map.svg")
    if not (layout.is_file() and drawing.is_file()):
        return plain_sheet(face)
    data = json.loads(layout.read_text(encoding="utf-8"))
    text = drawing.read_text(encoding="utf-8")
    north = data.get("boxes", {}).get("north", (20, 20, 560, 120))
    return Sheet(
        text[: text.rindex("</svg>")],
        data["width"],
        data["height"],
        data["hex_size"],
        {label: (x, y) for label, (x, y) in data["centres"].items()},
        [(x, y) for x, y in data["corner_offsets"]],
        tuple(north),
    )


def plain_sheet(face: Face) -> Sheet:
    """Hexes in outline with their numbers, from the face's own grid."""
    size, flat = PLAIN_SIZE, face.grid.flat
    step, rise = size * math.sqrt(3) / 2, size * 1.5
    if flat:
        step, rise = rise, step
    left = min(half for _, half in face.grid.places.values())
    top = min(line for line, _ in face.grid.places.values())
    corners = _hexagon(size, flat)
    centres = {
        label: (60 + step * (half - left + 1), 160 + rise * (line - top) + size)
        for label, (line, half) in face.grid.places.items()
    }
    width = max(x for x, _ in centres.values()) + step + 60
    height = max(y for _, y in centres.values()) + size + 40
    area = f'width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {area} viewBox="0 0 {width:.0f} {height:.0f}">',
        f'<rect {area} fill="#dfe7ea"/>',
        '<g id="grid" fill="#f3ecd6" stroke="#8d8468" stroke-width="1.2">',
    ]
    parts += [f'<polygon points="{_around(centre, corners)}"/>' for centre in centres.values()]
    parts.append('</g><g id="numbers" font-family="sans-serif" font-size="10" text-anchor="middle" fill="#544c38">')
    parts += [f'<text x="{x:.1f}" y="{y - 28:.1f}">{escape(label)}</text>' for label, (x, y) in centres.items()]
    parts.append("</g>")
    return Sheet("\n".join(parts), width, height, size, centres, corners, (60, 20, 900, 120))


def _hexagon(size: float, flat: bool) -> list[tuple[float, float]]:
    """The corners of a hex from its centre, with a corner or (`flat`) a side at the top."""
    turns = [(turn + (0.5 if flat else 0)) * math.pi / 3 for turn in range(6)]
    return [(size * math.sin(turn), -size * math.cos(turn)) for turn in turns]


def _around(centre: tuple[float, float], corners: Sequence[tuple[float, float]], share: float = 1) -> str:
    return " ".join(f"{centre[0] + share * x:.1f},{centre[1] + share * y:.1f}" for x, y in corners)


def picture(slug: str, look: Any, face: Face, phase: str) -> str:
    """The whole picture of a position as SVG."""
    sheet = sheet_of(slug, face)
    parts = [sheet.drawing, f"<defs>{definitions()}</defs>", f'<g id="control" {CONTROL}>']
    parts += [
        f'<polygon points="{_around(sheet.centres[label], sheet.corners, CONTROL_INSET)}"/>'
        for label in face.control(look)
    ]
    parts.append('</g><g id="counters">')
    chits = face.chits(look)
    # Northern stacks first, so that a stack never hides the feet of the one in front of it.
    for label in sorted(chits, key=lambda label: sheet.centres[label][::-1]):
        parts.append(_stack(label, chits[label], sheet.centres[label]))
    parts.append("</g>")
    parts.append(_caption([str(line) for line in face.header(look, phase)], sheet.caption))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _stack(label: str, chits: Sequence[Chit], centre: tuple[float, float]) -> str:
    """Units one over the other; markers that share a hex with units become badges along its lower side."""
    x, y = centre
    units = [chit for chit in chits if not chit.sign]
    markers = [chit for chit in chits if chit.sign]
    pile = units or markers
    middle = (len(pile) - 1) / 2
    drawn = [
        draw(chit, x + STACK_STEP * (number - middle), y - STACK_STEP * (number - middle))
        for number, chit in enumerate(pile)
    ]
    if units:
        middle = (len(markers) - 1) / 2
        drawn += [
            draw(chit, x + SIZE * BADGE * (number - middle), y + SIZE * 0.56, BADGE)
            for number, chit in enumerate(markers)
        ]
    return f'<g data-hex="{escape(label)}">{"".join(drawn)}</g>'


def _caption(lines: Sequence[str], box: tuple[float, float, float, float]) -> str:
    """The header in the box that the map keeps free, broken to its width."""
    x, y, width, height = box
    size = 20.0
    room = int(width / (size * 0.5))
    broken: list[str] = []
    for line in lines:
        for piece in line.split(" - "):
            broken += _broken(piece, room)
    size = min(size, (height - 20) / (len(broken) * 1.3))
    rows = "".join(
        f'<text x="{x + 16:.0f}" y="{y + 10 + size * 1.3 * (number + 0.8):.1f}" '
        f'font-weight="{_WEIGHTS[min(number, 1)]}">{escape(line)}</text>'
        for number, line in enumerate(broken)
    )
    return (
        f'<g id="caption" font-family="sans-serif" font-size="{size:.1f}" fill="#20262b">'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="#f6efdc" fill-opacity=".93" '
        f'stroke="#4a4438"/>{rows}</g>'
    )


def _broken(text: str, room: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
