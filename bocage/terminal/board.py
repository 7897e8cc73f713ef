"""The board as text: three characters to a hex for the whole map, bricks with room to write for a part of it.

A wall of bricks has the neighbours of a hex grid, so rivers and canals can be drawn between them. A face of a game
says where each hex stands: its line from the top, and its distance from the left in half hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rich.text import Text

GLYPH_WIDTH = 3
BRICK_WIDTH, BRICK_HEIGHT = 10, 4  # with one border each
FRAME_STYLE, WATER_STYLE = "bright_black", "bold bright_blue"
DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")

Place = tuple[int, int]  # line, half hexes from the left


class Cell(NamedTuple):
    """How one hex looks: a glyph for the whole map, and up to three lines for the close-up."""

    glyph: str
    style: str
    lines: tuple[tuple[str, str], ...] = ()
    fill: str = ""


class Grid(NamedTuple):
    """Where the hexes of a board stand in a terminal, and what is written along its sides."""

    places: Mapping[str, Place]
    columns: Mapping[int, str]  # half hexes from the left -> two characters above
    water: Callable[[str, str], bool]  # is there water on that side ("E", "SW", …) of a hex?


def overview(grid: Grid, cells: Mapping[str, Cell], both_margins: bool = True) -> list[Text]:
    """The whole map, three characters to a hex, with the numbers of its lines on one or both sides.

    >>> grid = Grid({"a": (1, 0), "b": (1, 2), "c": (2, 1)}, {0: "02", 2: "01"}, lambda label, side: False)
    >>> cells = {label: Cell(f" {label} ", "") for label in "abc"}
    >>> for line in overview(grid, cells): print(line.plain.rstrip())
        02 01
     1  a  b   1
     2   c     2
    """
    left = min(half for _, half in grid.places.values())
    right = max(half for _, half in grid.places.values())
    width = (right - left) * GLYPH_WIDTH // 2 + GLYPH_WIDTH + 1
    head = Text(" " * (width + 3), style=FRAME_STYLE)
    for half, name in grid.columns.items():
        head = _write(head, 4 + (half - left) * GLYPH_WIDTH // 2, name)  # between odd and even lines
    lines = [head]
    by_line: dict[int, list[tuple[int, str]]] = {}
    for label, (line, half) in grid.places.items():
        by_line.setdefault(line, []).append((half, label))
    for line in sorted(by_line):
        row = Text(f"{line:2} ", style=FRAME_STYLE)
        for half, label in sorted(by_line[line]):
            start = 3 + (half - left) * GLYPH_WIDTH // 2
            row.append(" " * (start - len(row)))
            row.append(cells[label].glyph, style=cells[label].style)
        if both_margins:
            row.append(" " * (width + 2 - len(row)))
            row.append(f"{line:3}", style=FRAME_STYLE)
        lines.append(row)
    return lines


def _write(text: Text, start: int, word: str) -> Text:
    plain = text.plain
    return Text(plain[:start] + word + plain[start + len(word) :], style=text.style)


class _Canvas:
    """Characters with styles on squared paper."""

    def __init__(self, width: int, height: int) -> None:
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.width, self.height = width, height

    def put(self, x: int, y: int, text: str, style: str) -> None:
        for offset, char in enumerate(text):
            if 0 <= x + offset < self.width and 0 <= y < self.height:
                self.chars[y][x + offset] = char
                self.styles[y][x + offset] = style

    def lines(self) -> list[Text]:
        found = []
        for chars, styles in zip(self.chars, self.styles, strict=True):
            line = Text()
            start = 0
            for end in range(1, self.width + 1):
                if end == self.width or styles[end] != styles[start]:
                    line.append("".join(chars[start:end]), style=styles[start])
                    start = end
            line.rstrip()
            found.append(line)
        return found


# Where the six sides of a brick are: from (x, y), along (dx, dy), so many characters between the corners.
_SIDES = {
    "W": (0, 0, 0, 1, BRICK_HEIGHT),
    "E": (BRICK_WIDTH, 0, 0, 1, BRICK_HEIGHT),
    "NW": (0, 0, 1, 0, BRICK_WIDTH // 2),
    "NE": (BRICK_WIDTH // 2, 0, 1, 0, BRICK_WIDTH // 2),
    "SW": (0, BRICK_HEIGHT, 1, 0, BRICK_WIDTH // 2),
    "SE": (BRICK_WIDTH // 2, BRICK_HEIGHT, 1, 0, BRICK_WIDTH // 2),
}
_JOINTS = {
    "EW": "─", "NS": "│", "ES": "┌", "SW": "┐", "EN": "└", "NW": "┘", "ENS": "├", "NSW": "┤", "ESW": "┬", "ENW": "┴",
    "ENSW": "┼", "E": "─", "W": "─", "N": "│", "S": "│",
}  # fmt: skip


def close_up(grid: Grid, cells: Mapping[str, Cell], centre: str, *, lines: int = 3, halves: int = 8) -> list[Text]:
    """The hexes around one of them as bricks, with rivers and canals between them.

    >>> grid = Grid({"a": (1, 0), "b": (1, 2), "c": (2, 1)}, {}, lambda label, side: (label, side) == ("a", "E"))
    >>> cells = {label: Cell("", "", ((label, ""),)) for label in "abc"}
    >>> for line in close_up(grid, cells, "c"): print(line.plain)
    ┌─────────┬─────────┐
    │a        ║b        │
    │         ║         │
    │         ║         │
    └────┬────┴────┬────┘
         │c        │
         │         │
         │         │
         └─────────┘
    """
    line0, half0 = grid.places[centre]
    shown = {
        label: (line, half)
        for label, (line, half) in grid.places.items()
        if abs(line - line0) <= lines and abs(half - half0) <= halves
    }
    top = min(line for line, _ in shown.values())
    left = min(half for _, half in shown.values())
    corners = {
        label: ((half - left) * BRICK_WIDTH // 2, (line - top) * BRICK_HEIGHT) for label, (line, half) in shown.items()
    }
    width = max(x for x, _ in corners.values()) + BRICK_WIDTH + 1
    height = max(y for _, y in corners.values()) + BRICK_HEIGHT + 1
    canvas = _Canvas(width, height)
    for label, (x, y) in corners.items():
        cell = cells[label]
        for number in range(BRICK_HEIGHT - 1):
            text, style = cell.lines[number] if number < len(cell.lines) else ("", cell.fill)
            canvas.put(x + 1, y + 1 + number, text[: BRICK_WIDTH - 1].ljust(BRICK_WIDTH - 1), style or cell.fill)
    _draw_sides(canvas, corners, grid.water)
    return canvas.lines()


def _draw_sides(canvas: _Canvas, corners: Mapping[str, tuple[int, int]], water: Callable[[str, str], bool]) -> None:
    joints: dict[tuple[int, int], set[str]] = {}
    wet: set[tuple[int, int]] = set()
    for label, (x, y) in corners.items():
        for side, (from_x, from_y, dx, dy, length) in _SIDES.items():
            flows = water(label, side)
            start = (x + from_x, y + from_y)
            end = (start[0] + dx * length, start[1] + dy * length)
            joints.setdefault(start, set()).add("E" if dx else "S")
            joints.setdefault(end, set()).add("W" if dx else "N")
            for step in range(1, length):
                here = (start[0] + dx * step, start[1] + dy * step)
                if flows:
                    wet.add(here)
                char = ("═" if dx else "║") if here in wet else ("─" if dx else "│")
                canvas.put(*here, char, WATER_STYLE if here in wet else FRAME_STYLE)
    for (x, y), arms in joints.items():
        canvas.put(x, y, _JOINTS["".join(sorted(arms))], FRAME_STYLE)


def beside(left: Iterable[Text], right: Iterable[Text], gap: int = 2) -> list[Text]:
    """Two blocks of lines side by side.

    >>> [line.plain for line in beside([Text("ab"), Text("c")], [Text("x")])]
    ['ab  x', 'c ']
    """
    first, second = list(left), list(right)
    width = max((line.cell_len for line in first), default=0)
    lines = []
    for number in range(max(len(first), len(second))):
        line = first[number].copy() if number < len(first) else Text()
        line.append(" " * (width - line.cell_len))
        if number < len(second):
            line.append(" " * gap)
            line.append_text(second[number])
        lines.append(line)
    return lines
