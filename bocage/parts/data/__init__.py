"""The data files of a game: tables of typed rows, each of which knows its file, its line and where it comes from.

A game declares its files as tables (`cells` says how columns are declared); everything that is read from files is read
here. The rows of another folder can be laid over those of the game: one with the same key takes the place of the
game's, one with a new key is added. What is wrong is told with file and line.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from importlib.resources.abc import Traversable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from bocage.engine.errors import BadInput
from bocage.hexes import Board, HexSet
from bocage.parts.data.cells import Cells, Row, fields, values

RowType = TypeVar("RowType", bound=Row)
Thing = TypeVar("Thing")


class Problem(NamedTuple):
    """Something wrong in a file; line 0 speaks of the file as a whole."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class Table(NamedTuple, Generic[RowType]):
    """A file of a game: its rows, the columns by which a row is known, and the word for one.

    `printed` tables make the game what it is: a match names their digest, and other rows can be laid over them.
    `paired`: the columns of the key may be swapped, as the two ends of a hexside may.
    """

    file: str
    row: type[RowType]
    key: str  # columns, with blanks between them
    what: str = ""  # the word for what the key names, where it is not the column's
    printed: bool = True
    paired: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the file must have."""
        return tuple(column for field in fields(self.row) for column in field.columns)

    def key_of(self, cells: Mapping[str, str]) -> str:
        """How a row is known among the others."""
        found = [cells[column] for column in self.key.split()]
        return "-".join(sorted(found) if self.paired else found)


class Overlay(NamedTuple):
    """A folder whose rows were laid over those of the game: its name, and the digest of what it brings."""

    name: str
    digest: str


class Tables:
    """The rows of a game's files."""

    def __init__(self) -> None:
        self.overlay: Overlay | None = None
        self.digest = ""  # of what is printed, but for columns that decide nothing
        self.known: dict[str, tuple[Any, ...]] = {}

    def __getitem__(self, table: Table[RowType]) -> tuple[RowType, ...]:
        return self.known[table.file]

    def cells(self, file: str) -> list[Cells]:
        """The rows of a file as they are written."""
        return [row.cells for row in self.known[file]]


class Printed(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The printed components of a game: what a game makes of its tables, shared by all matches that have the same."""

    tables: Tables

    @property
    def digest(self) -> str:
        """The fingerprint by which a match names its data."""
        return self.tables.digest

    def once(self, name: str, make: Callable[[], Thing]) -> Thing:
        """What depends on the data alone is made once and kept with them, for games of any scenario and options."""
        kept: dict[str, Any] = self.__dict__
        if name not in kept:
            kept[name] = make()
        found: Thing = kept[name]
        return found


class Reading:
    """The files of a folder, perhaps with another laid over, while they are read; and what is wrong with them."""

    def __init__(self, folder: Traversable, over: Traversable | None = None) -> None:
        self.folder = folder
        self.over = over
        self.problems: list[Problem] = []
        self.unread: set[tuple[str, int]] = set()  # file and line of rows with a cell that cannot be read

    def text(self, name: str, folder: Traversable | None = None) -> str | None:
        """A file as text, or nothing and a complaint."""
        file, shown = (folder or self.folder).joinpath(name), self._shown(name, folder)
        if not file.is_file():
            self.problems.append(Problem(shown, 0, "the file is missing"))
            return None
        try:
            return file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            self.problems.append(Problem(shown, 0, "the file is not UTF-8 text"))
            return None

    def _shown(self, name: str, folder: Traversable | None) -> str:
        return f"{folder.name}/{name}" if folder is not None else name

    def lines(self, table: Table[Any], folder: Traversable | None = None) -> list[tuple[str, int, Cells]]:
        """File, line and cells of each row; rows with missing cells are reported and left out."""
        text, shown = self.text(table.file, folder), self._shown(table.file, folder)
        if text is None:
            return []
        reader = csv.DictReader(text.splitlines())
        headings = reader.fieldnames or ()
        missing = [column for column in table.columns if column not in headings]
        if missing:
            self.problems.append(Problem(shown, 1, f"missing column {', '.join(missing)}"))
            return []
        found = []
        for cells in reader:
            if None in cells or None in cells.values():
                self.problems.append(Problem(shown, reader.line_num, f"the row should have {len(headings)} cells"))
            else:
                found.append((shown, reader.line_num, cells))
        if not found:
            self.problems.append(Problem(shown, 0, "the file has no rows"))
        return found

    def rows(self, table: Table[RowType]) -> tuple[RowType, ...]:
        """The rows of a table, with those of the other folder laid over."""
        found = self.lines(table)
        if self.over is not None and table.printed and self.over.joinpath(table.file).is_file():
            found = self._laid_over(table, found, self.lines(table, self.over))
        known: dict[str, int] = {}
        for file, line, cells in found:
            key = table.key_of(cells)
            if key in known:
                told = f"{table.what or table.key} {key} stands in line {known[key]} already"
                self.problems.append(Problem(file, line, told))
            known.setdefault(key, line)
        return tuple(self._typed(table, *line) for line in found)

    def _laid_over(
        self, table: Table[Any], found: list[tuple[str, int, Cells]], laid: list[tuple[str, int, Cells]]
    ) -> list[tuple[str, int, Cells]]:
        places = {table.key_of(cells): place for place, (_, _, cells) in enumerate(found)}
        for row in laid:
            place = places.pop(table.key_of(row[2]), None)
            if place is None:
                found.append(row)
            else:
                found[place] = row
        return found

    def _typed(self, table: Table[RowType], file: str, line: int, cells: Cells) -> RowType:
        wrong: list[str] = []
        row = table.row(file, line, cells, **values(table.row, cells, wrong))
        if wrong:
            self.unread.add((file, line))
            self.problems += [Problem(file, line, text) for text in wrong]
        return row

    def strangers(self, tables: Iterable[Table[Any]]) -> None:
        """Complain of files of the other folder that cannot be laid over anything."""
        if self.over is None:
            return
        known = [table.file for table in tables if table.printed]
        names = sorted(file.name for file in self.over.iterdir() if file.name.endswith(".csv"))
        for name in names:
            if name not in known:
                told = f"this is no table over which another can be laid; there are: {', '.join(known)}"
                self.problems.append(Problem(self._shown(name, self.over), 0, told))
        if not names:
            self.problems.append(Problem(self.over.name, 0, "the folder has no tables (files that end in .csv)"))


def read(
    folder: Traversable, tables: Sequence[Table[Any]], silent: Collection[str], over: Traversable | None = None
) -> Tables:
    """The rows of a game's files; what cannot be read raises `BadInput`. `silent` columns decide nothing in play."""
    reading = Reading(folder, over)
    found = Tables()
    reading.strangers(tables)
    found.known = {table.file: reading.rows(table) for table in tables}
    if reading.problems:
        raise BadInput(told(reading.problems))
    printed = [(table.file, row) for table in tables if table.printed for row in found.known[table.file]]
    found.digest = digest((row.cells for _, row in printed), silent)
    if over is not None:
        laid = (row.cells for file, row in printed if row.file != file)
        found.overlay = Overlay(over.name, digest(laid, silent))
    return found


def told(problems: Sequence[Problem]) -> str:
    """What is wrong with data that somebody wants to play with, in one sentence.

    >>> told([Problem("box/units.csv", 3, "attack is 'x'; it must be a whole number"), Problem("box/map.csv", 0, "…")])
    "these data cannot be played: box/units.csv:3: attack is 'x'; it must be a whole number (and 1 more)"
    """
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"these data cannot be played: {problems[0]}{more}"


def digest(found: Iterable[Mapping[str, str]], silent: Collection[str]) -> str:
    """The fingerprint of rows; the `silent` columns do not count.

    >>> one, same = {"mp": "2", "note": ""}, {"mp": "2", "note": "marsh"}
    >>> digest([one], ("note",)) == digest([same], ("note",)), digest([one], ()) == digest([same], ())
    (True, False)
    """
    hasher = blake2b(digest_size=16)
    for row in found:
        cells = [row[key] or "" for key in sorted(row) if key not in silent]
        hasher.update("\t".join(cells).encode() + b"\n")
    return hasher.hexdigest()


def hexes_by(board: Board, found: Iterable[Any], column: str) -> dict[str, HexSet]:
    """The hexes of a map by what stands in a column, in the order in which it comes up.

    >>> board = Board({"0101": (1, 1), "0102": (1, 2), "0103": (1, 3)}, shifted="odd")
    >>> found = [{"hex": "0101", "fort": ""}, {"hex": "0102", "fort": "metz"}, {"hex": "0103", "fort": ""}]
    >>> {kind: board.names(hexes) for kind, hexes in hexes_by(board, found, "fort").items()}
    {'': ['0101', '0103'], 'metz': ['0102']}
    """
    hexes: dict[str, HexSet] = {}
    for row in found:
        hexes[row[column]] = hexes.get(row[column], 0) | 1 << board.index[row["hex"]]
    return hexes
