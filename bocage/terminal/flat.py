"""Maps whose hexes stand in columns, with flat tops: their grid, and their hexes in signs and bricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bocage.hexes import Board, HexSet, read_ccrr
from bocage.terminal.board import Cell, Grid
from bocage.terminal.faces import Face

BESIDE = {"N": (-2, 0), "S": (2, 0), "NE": (-1, 1), "SE": (1, 1), "NW": (-1, -1), "SW": (1, -1)}  # line, column
CONTROL_INK = "#d7e86a"


def flat_grid(
    board: Board,
    row_line: Callable[[int], int],
    river: Callable[[int, int], int],
    rows: Mapping[int, str] | None = None,
    *,
    read: Callable[[str], tuple[int, int]] = read_ccrr,
    heading: Callable[[int], str] = "{:02}".format,
) -> Grid:
    """The grid of a board whose even columns stand half a hex lower; `read` tells column and row of a label.

    `row_line` says how far down a row is, `river` whether water is between two nodes, `heading` what stands above a
    column in two characters.

    >>> board = Board({"0101": (1, 1), "0102": (1, 2), "0201": (2, 1)}, shifted="even")
    >>> wet = {board.index["0102"], board.index["0201"]}
    >>> grid = flat_grid(board, lambda row: row, lambda here, there: int({here, there} == wet))
    >>> grid.places["0201"], grid.water("0101", "S"), grid.water("0201", "SW"), grid.water("0201", "N")
    ((3, 2), 0, 1, 0)
    """
    places = {}
    for label in board.index:
        column, row = read(label)
        places[label] = (2 * row_line(row) + (column % 2 == 0), column)
    label_at = {place: label for label, place in places.items()}

    def water(label: str, side: str) -> int:
        line, column = places[label]
        down, across = BESIDE[side]
        other = label_at.get((line + down, column + across))
        return 0 if other is None else river(board.index[label], board.index[other])

    columns = {column: heading(column) for _, column in places.values()}
    return Grid(places, columns, water, flat=True, rows=rows)


class FlatFace(Face):
    """The hexes of such a map: ground, control, and stacks with a lead unit."""

    data: Any
    fills: Mapping[str, str]  # terrain -> its background

    def ground(self, look: Any, node: int) -> tuple[str, str, str]:
        """The terrain of a hex, its sign and the ink of the sign."""
        raise NotImplementedError

    def glyph(self, look: Any, stack: Sequence[int]) -> str:
        """A stack in three characters."""
        raise NotImplementedError

    def short(self, look: Any, unit: int) -> str:
        """A unit in nine characters."""
        raise NotImplementedError

    def style(self, look: Any, unit: int) -> str:
        """The colours of a unit."""
        raise NotImplementedError

    def held(self, look: Any) -> HexSet:
        """The hexes whose control is worth a sign."""
        return 0

    def cell(self, look: Any, label: str, node: int, zone: str, marked: bool, note: str) -> Cell:
        terrain, sign, ink = self.ground(look, node)
        fill = self.fills[terrain]
        held = bool(self.held(look) >> node & 1)
        style = f"{CONTROL_INK if held else ink} {fill}"
        stack = look.position.stacks.get(node, ())
        if stack:
            glyph, glyph_style = self.glyph(look, stack), self._stack_style(look, stack)
        elif marked:
            glyph, glyph_style = f"({sign})", f"bold bright_white {fill}"
        else:
            glyph, glyph_style = f"{'+' if held else ' '}{sign}{zone}", style
        head = f"{'>' if marked else ' '}{label}{zone}{sign}{'+' if held else ' '}"
        head_style = f"bold bright_white {fill}" if marked else style
        lines = self._brick_lines(look, node, stack)
        if note and len(lines) < 2:
            lines.append((f" {note}", head_style))
        return Cell(glyph, glyph_style, ((head, head_style), *lines), style)

    def _brick_lines(self, look: Any, node: int, stack: Sequence[int]) -> list[tuple[str, str]]:
        lines = [(self.short(look, unit), self.style(look, unit)) for unit in stack[:2]]
        if len(stack) > 2:
            lines[1] = (f"+{len(stack) - 1} more", lines[1][1])
        if not stack and node in self.data.names:
            lines.append((f" {self.data.names[node]}", ""))
        return lines

    def _stack_style(self, look: Any, stack: Sequence[int]) -> str:
        """The colours of the strongest; a stack is underlined."""
        if len(stack) == 1:
            return self.style(look, stack[0])
        return f"underline {self.style(look, max(stack, key=look.attack))}"
