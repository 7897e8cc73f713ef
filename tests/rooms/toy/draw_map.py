"""Draw the map of The Brook: `python draw_map.py` writes data/layout.json and data/map.svg from data/map.csv.

There is no geography in it: hexes stand where their columns and rows say, and each has the colour of its terrain.
"""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

DATA = Path(__file__).parent / "data"
SIZE = 60.0  # from the centre of a hex to a corner
MARGIN = 30.0
HIGH = SIZE * math.sqrt(3)
FILL = {"clear": "#e9e2c4", "wood": "#a9c48f", "town": "#d9b7a0"}
CORNERS = [(SIZE * math.cos(turn * math.pi / 3), SIZE * math.sin(turn * math.pi / 3)) for turn in range(6)]

Point = tuple[float, float]


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a data file."""
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


def centre(column: int, row: int) -> Point:
    """Where a hex lies; even columns stand half a hex lower."""
    x = MARGIN + SIZE + 1.5 * SIZE * (column - 1)
    y = MARGIN + HIGH / 2 + HIGH * (row - 1) + (HIGH / 2 if column % 2 == 0 else 0)
    return round(x, 2), round(y, 2)


def corners(at: Point) -> list[Point]:
    """The corners of a hex."""
    return [(round(at[0] + x, 1), round(at[1] + y, 1)) for x, y in CORNERS]


def shared_side(one: Point, other: Point) -> list[Point]:
    """The two corners that neighbours share."""
    return [a for a in corners(one) if any(math.dist(a, b) < 1 for b in corners(other))]


def draw() -> tuple[str, str]:
    """The layout and the picture."""
    hexes = rows("map.csv")
    centres = {row["hex"]: centre(int(row["col"]), int(row["row"])) for row in hexes}
    width = max(x for x, _ in centres.values()) + SIZE + MARGIN
    height = max(y for _, y in centres.values()) + HIGH / 2 + MARGIN
    layout = {
        "width": round(width),
        "height": round(height),
        "hex_size": SIZE,
        "counter_size": 60,
        "corner_offsets": [[round(x, 2), round(y, 2)] for x, y in CORNERS],
        "centres": {label: list(at) for label, at in centres.items()},
    }
    area = f'width="{width:.0f}" height="{height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {area} viewBox="0 0 {width:.0f} {height:.0f}">',
        f'<rect {area} fill="#cfd8d2"/>',
        '<g stroke="#8d8468" stroke-width="1.5">',
    ]
    for row in hexes:
        points = " ".join(f"{x},{y}" for x, y in corners(centres[row["hex"]]))
        parts.append(f'<polygon points="{points}" fill="{FILL[row["terrain"]]}"/>')
    parts.append('</g><g stroke="#3f7fb8" stroke-width="7" stroke-linecap="round">')
    for row in rows("hexsides.csv"):
        (x1, y1), (x2, y2) = shared_side(centres[row["hex_a"]], centres[row["hex_b"]])
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    parts.append('</g><g font-family="sans-serif" text-anchor="middle" fill="#4b4434">')
    for row in hexes:
        x, y = centres[row["hex"]]
        parts.append(f'<text x="{x}" y="{y - 38:.1f}" font-size="12">{row["hex"]}</text>')
        if row["name"]:
            parts.append(f'<text x="{x}" y="{y + 46:.1f}" font-size="14" font-weight="bold">{row["name"]}</text>')
    parts.append("</g></svg>")
    return json.dumps(layout, indent=1) + "\n", "\n".join(parts) + "\n"


if __name__ == "__main__":
    for name, text in zip(("layout.json", "map.svg"), draw(), strict=True):
        (DATA / name).write_text(text, encoding="utf-8")
