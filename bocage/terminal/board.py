"""The board as text: three characters to a hex for the whole map, bricks with room to write for a part of it.

A wall of bricks has the neighbours of a hex grid, so rivers and canals can be drawn between them. A face of a game
says where each hex stands: its line from the top, and its distance from the left in half hexes. On a map whose hexes
stand in columns (flat tops) the wall is turned: lines count half hexes, and the distance from the left whole columns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from rich.text import Text

GLYPH_WIDTH = 3
BRICK_WIDTH, BRICK_HEIGHT = 10, 4  # with one border each
FRAME_STYLE, WATER_STYLE = "bright_black", "bold bright_blue"
DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")

Place = tuple[int, int]  # line, half hexes from the left; or line of half hexes, column


class Cell(NamedTuple):
    """How one hex looks: a glyph for the whole map, and up to three lines for the close-up."""

    glyph: str
    style: str
    lines: tuple[tuple[str, str], ...] = ()
    fill: str = ""


class Grid(NamedTuple):
    """Where the hexes of a board stand in a terminal, and what is written along its sides."""

    places: Mapping[str, Place]
    columns: Mapping[int, str]  # half hexes (or columns) from the left -> two characters above
    water: Callable[[str, str], int]  # is there water on that side ("E", "SW", …) of a hex? 2 for a great river
    flat: bool = False  # do the hexes stand in columns?
    rows: Mapping[int, str] | None = None  # line -> what is written beside it, where that is not its own number

    def glyph_at(self, half: int) -> int:
        """How many characters from the left a glyph stands."""
        return half * GLYPH_WIDTH if self.flat else half * GLYPH_WIDTH // 2

    def line_name(self, line: int) -> str:
        """What is written beside a line: in a turned wall each row of hexes has two."""
        if self.rows is not None:
            return self.rows.get(line, "")
        return (str(line // 2) if line % 2 == 0 else "") if self.flat else str(line)


def columns_in(width: int) -> int:
    """How many columns of a map with flat tops stand in so many characters beside their margin."""
    return max(1, (width - 3) // GLYPH_WIDTH)


def part_around(grid: Grid, hexes: Collection[str], columns: int, margin: int = 2) -> list[str]:
    """The hexes of the part of a map around some of them: as many columns as there is room for, and nearby lines.

    >>> grid = Grid({f"{n}": (1, n) for n in range(9)}, {}, lambda label, side: 0, flat=True)
    >>> part_around(grid, ["4"], 3)
    ['3', '4', '5']
    >>> part_around(grid, ["0", "5", "6", "7"], 3)
    ['5', '6', '7']
    >>> part_around(grid, ["8"], 3), part_around(grid, ["0", "8"], 20) == list("012345678")
    (['6', '7', '8'], True)
    """
    near = [grid.places[label] for label in hexes] or list(grid.places.values())
    halves = [half for _, half in grid.places.values()]
    across = sorted(half for _, half in near)
    # What does not go into one screen is shown where most of it lies, not halfway between its ends.
    middle = across[len(across) // 2] if across[-1] - across[0] >= columns else (across[0] + across[-1]) // 2
    left = max(min(halves), min(middle - columns // 2, max(halves) - columns + 1))
    high = 2 * margin if grid.flat else margin
    top, bottom = min(line for line, _ in near) - high, max(line for line, _ in near) + high
    return [
        label for label, (line, half) in grid.places.items() if left <= half < left + columns and top <= line <= bottom
    ]


def overview(
    grid: Grid, cells: Mapping[str, Cell], both_margins: bool = True, part: Collection[str] | None = None
) -> list[Text]:
    """The whole map or a part of it, three characters to a hex, with the numbers of its lines on one or both sides.

    >>> grid = Grid({"a": (1, 0), "b": (1, 2), "c": (2, 1)}, {0: "02", 2: "01"}, lambda label, side: False)
    >>> cells = {label: Cell(f" {label} ", "") for label in "abc"}
    >>> for line in overview(grid, cells): print(line.plain.rstrip())
        02 01
     1  a  b   1
     2   c     2
    """
    shown = grid.places if part is None else {label: grid.places[label] for label in part}
    left = min(half for _, half in shown.values())
    right = max(half for _, half in shown.values())
    width = grid.glyph_at(right - left) + GLYPH_WIDTH + 1
    head = Text(" " * (width + 3), style=FRAME_STYLE)
    for half, name in grid.columns.items():
        if left <= half <= right:
            head = _write(head, 4 + grid.glyph_at(half - left), name)  # between odd and even lines
    lines = [head]
    by_line: dict[int, list[tuple[int, str]]] = {}
    for label, (line, half) in shown.items():
        by_line.setdefault(line, []).append((half, label))
    for line in sorted(by_line):
        row = Text(f"{grid.line_name(line):>2} ", style=FRAME_STYLE)
        for half, label in sorted(by_line[line]):
            start = 3 + grid.glyph_at(half - left)
            row.append(" " * (start - len(row)))
            row.append(cells[label].glyph, style=cells[label].style)
        if both_margins:
            row.append(" " * (width + 2 - len(row)))
            row.append(f"{grid.line_name(line):>3}", style=FRAME_STYLE)
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
# The same for bricks that stand in columns.
_FLAT_SIDES = {
    "N": (0, 0, 1, 0, BRICK_WIDTH),
    "S": (0, BRICK_HEIGHT, 1, 0, BRICK_WIDTH),
    "NW": (0, 0, 0, 1, BRICK_HEIGHT // 2),
    "SW": (0, BRICK_HEIGHT // 2, 0, 1, BRICK_HEIGHT // 2),
    "NE": (BRICK_WIDTH, 0, 0, 1, BRICK_HEIGHT // 2),
    "SE": (BRICK_WIDTH, BRICK_HEIGHT // 2, 0, 1, BRICK_HEIGHT // 2),
}
_BANKS = (("─", "│"), ("═", "║"), ("▓", "▓"))  # dry land, a river, a great one
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
    >>> grid = Grid({"a": (2, 1), "b": (4, 1), "c": (3, 2)}, {}, lambda label, side: 0, flat=True)
    >>> for line in close_up(grid, cells, "c"): print(line.plain)
    ┌─────────┐
    │a        │
    │         ├─────────┐
    │         │c        │
    ├─────────┤         │
    │b        │         │
    │         ├─────────┘
    │         │
    └─────────┘
    """
    line0, half0 = grid.places[centre]
    high, wide = (2 * lines, halves // 2) if grid.flat else (lines, halves)
    shown = {
        label: (line, half)
        for label, (line, half) in grid.places.items()
        if abs(line - line0) <= high and abs(half - half0) <= wide
    }
    top = min(line for line, _ in shown.values())
    left = min(half for _, half in shown.values())
    across, down = (BRICK_WIDTH, BRICK_HEIGHT // 2) if grid.flat else (BRICK_WIDTH // 2, BRICK_HEIGHT)
    corners = {label: ((half - left) * across, (line - top) * down) for label, (line, half) in shown.items()}
    width = max(x for x, _ in corners.values()) + BRICK_WIDTH + 1
    height = max(y for _, y in corners.values()) + BRICK_HEIGHT + 1
    canvas = _Canvas(width, height)
    for label, (x, y) in corners.items():
        cell = cells[label]
        for number in range(BRICK_HEIGHT - 1):
            text, style = cell.lines[number] if number < len(cell.lines) else ("", cell.fill)
            canvas.put(x + 1, y + 1 + number, text[: BRICK_WIDTH - 1].ljust(BRICK_WIDTH - 1), style or cell.fill)
    _draw_sides(canvas, corners, grid)
    return canvas.lines()


def _draw_sides(canvas: _Canvas, corners: Mapping[str, tuple[int, int]], grid: Grid) -> None:
    joints: dict[tuple[int, int], set[str]] = {}
    wet: dict[tuple[int, int], int] = {}
    for label, (x, y) in corners.items():
        for side, (from_x, from_y, dx, dy, length) in (_FLAT_SIDES if grid.flat else _SIDES).items():
            flows = int(grid.water(label, side))
            start = (x + from_x, y + from_y)
            end = (start[0] + dx * length, start[1] + dy * length)
            joints.setdefault(start, set()).add("E" if dx else "S")
            joints.setdefault(end, set()).add("W" if dx else "N")
            for step in range(1, length):
                here = (start[0] + dx * step, start[1] + dy * step)
                if flows:
                    wet[here] = flows
                char = _BANKS[wet.get(here, 0)][0 if dx else 1]
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
