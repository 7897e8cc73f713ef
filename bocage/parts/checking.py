"""Checking a game's data files: every complaint names file and line, and every row says where it comes from.

The files, their columns and what must hold in them are the game's; here is what any game needs for it.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import NamedTuple
from xml.etree import ElementTree

from bocage.hexes import Board, ccrr

KINDS = ("rulebook", "public", "reconstructed", "mixed", "ours")
"""Where rows can come from; the columns of `bocage data`."""


class Problem(NamedTuple):
    """Something wrong in a file; line 0 speaks of the file as a whole."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class Row:
    """A row of a file with its place."""

    __slots__ = ("cells", "line")

    def __init__(self, line: int, cells: dict[str, str]) -> None:
        self.line = line
        self.cells = cells

    def __getitem__(self, name: str) -> str:
        return self.cells[name]


class Report(NamedTuple):
    """What the checks found, and how many rows of each file come from where."""

    problems: list[Problem]
    sources: dict[str, Counter[str]]


def kind_of_source(source: str) -> str:
    """Where a row comes from, in one word; "" if it does not say.

    >>> [kind_of_source(text) for text in ("rulebook 6.1", "entry rulebook 18.0; the rest reconstructed", "ours", "?")]
    ['rulebook', 'mixed', 'ours', '']
    """
    words = [word for word in ("rulebook", "public", "reconstructed") if word in source]
    if len(words) > 1:
        return "mixed"
    if words:
        return words[0]
    return "ours" if source.startswith(("ours", "ruling")) else ""


class Checker:
    """The files of one folder, and the complaints about them."""

    def __init__(self, folder: Traversable) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.sources: dict[str, Counter[str]] = {}
        self.files: dict[str, list[Row]] = {}

    def complain(self, file: str, row: Row | None, text: str) -> None:
        """Note something wrong; without a row it speaks of the whole file."""
        self.problems.append(Problem(file, row.line if row else 0, text))

    def rows(self, name: str) -> list[Row]:
        """The sound rows of a file that was loaded."""
        return self.files[name]

    def text(self, name: str) -> str | None:
        """A file as text, or nothing and a complaint."""
        file = self.folder.joinpath(name)
        if not file.is_file():
            self.complain(name, None, "the file is missing")
            return None
        try:
            return file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            self.complain(name, None, "the file is not UTF-8 text")
            return None

    def load(self, name: str, columns: list[str]) -> None:
        """Read a file; rows with missing cells are reported and left out."""
        self.files[name] = found = []
        text = self.text(name)
        if text is None:
            return
        reader = csv.DictReader(text.splitlines())
        missing = [column for column in columns if column not in (reader.fieldnames or ())]
        if missing:
            self.complain(name, Row(1, {}), f"missing column {', '.join(missing)}")
            return
        for cells in reader:
            row = Row(reader.line_num, cells)
            if None in cells or None in cells.values():
                self.complain(name, row, f"the row should have {len(reader.fieldnames or ())} cells")
            else:
                found.append(row)
        if not found:
            self.complain(name, None, "the file has no rows")
        if "source" in columns:
            self.count_sources(name)

    def count_sources(self, name: str) -> None:
        """Count where the rows of a file come from."""
        counter = self.sources[name] = Counter()
        for row in self.rows(name):
            kind = kind_of_source(row["source"])
            if kind:
                counter[kind] += 1
            else:
                self.complain(name, row, "the source must say rulebook, public, reconstructed, ours or a ruling")

    # Checks of single cells; each answers whether the cell is all right

    def one_of(self, file: str, row: Row, column: str, allowed: Iterable[str]) -> bool:
        """Is the cell one of these?"""
        allowed = list(allowed)
        if row[column] in allowed:
            return True
        choices = ", ".join(repr(word) for word in allowed[:8]) + (", …" if len(allowed) > 8 else "")
        self.complain(file, row, f"{column} is {row[column]!r}; it must be one of {choices}")
        return False

    def whole(self, file: str, row: Row, *columns: str, least: int | None = None) -> bool:
        """Are the cells whole numbers, not less than `least`?"""
        good = True
        for column in columns:
            if not re.fullmatch(r"-?\d+", row[column]):
                self.complain(file, row, f"{column} is {row[column]!r}; it must be a whole number")
                good = False
            elif least is not None and int(row[column]) < least:
                self.complain(file, row, f"{column} is {row[column]}; it must be at least {least}")
                good = False
        return good

    def once(self, file: str, key: Callable[[Row], str], what: str) -> dict[str, Row]:
        """The rows by a key that must come once."""
        found: dict[str, Row] = {}
        for row in self.rows(file):
            if key(row) in found:
                self.complain(file, row, f"{what} {key(row)} stands in line {found[key(row)].line} already")
            else:
                found[key(row)] = row
        return found

    def exactly(self, file: str, column: str, wanted: Iterable[str]) -> None:
        """The column must hold each of these once and nothing else."""
        found = self.once(file, lambda row: row[column], column)
        wanted = list(wanted)
        for value in wanted:
            if value not in found:
                self.complain(file, None, f"there is no row for {column} {value}")
        for value, row in found.items():
            if value not in wanted:
                self.complain(file, row, f"{column} {value!r} is not known")

    def track(self, file: str, column: str, wanted: list[str]) -> None:
        """One row for each of these, in order: the rules count the rows."""
        self.exactly(file, column, wanted)
        found = [row[column] for row in self.rows(file)]
        if found != wanted and sorted(found) == sorted(wanted):
            self.complain(file, None, f"the rows must stand in the order of {column}")

    def total(self, file: str, number: int, wanted: int, what: str) -> None:
        """Complain if there are more or fewer than wanted."""
        if number != wanted:
            self.complain(file, None, f"there are {number} {what}; there must be {wanted}")


def opened(folder: Traversable, columns: Mapping[str, str]) -> Checker:
    """A data folder with its files read; `columns` are those that each file must have, in one text."""
    checker = Checker(folder)
    for name, wanted in columns.items():
        checker.load(name, wanted.split())
    return checker


def hexes(
    checker: Checker, first: int, label_of: Callable[[int, int], str] = ccrr
) -> tuple[dict[str, Row], dict[str, tuple[int, int]]]:
    """The rows of the map by their hexes, and column and row of each hex that is numbered by them.

    `first` is the number of the first column and row, `label_of` how the map names a hex by both. A map that is drawn
    from geography has columns for it as well.
    """
    file = "map.csv"
    rows = checker.once(file, lambda row: row["hex"], "hex")
    places: dict[str, tuple[int, int]] = {}
    for label, row in rows.items():
        if not checker.whole(file, row, "col", "row", least=first):
            continue
        column, number = int(row["col"]), int(row["row"])
        if label != label_of(column, number):
            checker.complain(file, row, f"hex {label} is not column {column}, row {number}")
            continue
        places[label] = (column, number)
        for name in ("lat", "lon"):
            if name in row.cells and not re.fullmatch(r"-?\d+(\.\d+)?", row[name]):
                checker.complain(file, row, f"{name} is {row[name]!r}; it must be a number")
    return rows, places


def ends(checker: Checker, board: Board, file: str, row: Row) -> bool:
    """Are both ends of a hexside on the map? If so, they must be adjacent."""
    a, b = row["hex_a"], row["hex_b"]
    unknown = [end for end in (a, b) if end not in board.index]
    if unknown:
        checker.complain(file, row, f"there is no hex {' or '.join(unknown)} on the map")
        return False
    if not board.around[board.index[a]] >> board.index[b] & 1:
        checker.complain(file, row, f"{a} and {b} are not adjacent")
    return True


def reached(start: str, near: Mapping[str, Iterable[str]]) -> set[str]:
    """Everything that hangs together with the start.

    >>> sorted(reached("a", {"a": ["b"], "b": ["a", "c"], "c": [], "d": ["a"]}))
    ['a', 'b', 'c']
    """
    seen: set[str] = set()
    todo = [start]
    while todo:
        label = todo.pop()
        if label not in seen:
            seen.add(label)
            todo += near[label]
    return seen


def cases(checker: Checker, naming: Iterable[str]) -> dict[str, Row]:
    """The cases of the ledger; the rulings are in order, and files that name cases name known ones.

    `naming` are the files with such a column; the citations are looked at where there are any.
    """
    known = checker.once("ledger.csv", lambda row: row["case"], "case")
    for row in known.values():
        if not row["topic"] or not row["summary"]:
            checker.complain("ledger.csv", row, f"case {row['case']} needs a topic and a summary")
    rulings: dict[str, Row] = {}
    if "rulings.csv" in checker.files:
        rulings = checker.once("rulings.csv", lambda row: row["ruling"], "ruling")
    for number, (name, row) in enumerate(rulings.items(), 1):
        if name != f"R{number}":
            checker.complain("rulings.csv", row, f"ruling {name} stands where R{number} is due")
        if not row["decision"]:
            checker.complain("rulings.csv", row, f"ruling {name} decides nothing")
    naming = list(naming)
    if checker.folder.joinpath("citations.csv").is_file():
        checker.load("citations.csv", ["case", "test"])
        naming.append("citations.csv")
    for file in naming:
        for row in checker.rows(file):
            if row["case"] not in known and row["case"] not in rulings:
                checker.complain(file, row, f"case {row['case']} is not in the ledger")
    return known


def statuses(checker: Checker, known: Mapping[str, Row]) -> None:
    """Cases that can be tested are enforced; the others are a player's choice or beyond a machine."""
    for row in known.values():
        if checker.one_of("ledger.csv", row, "testable", ("yes", "no")):
            allowed = ("enforced",) if row["testable"] == "yes" else ("choice", "not_machine")
            checker.one_of("ledger.csv", row, "status", allowed)


def options(checker: Checker, known: Iterable[str]) -> None:
    """Every option is a case or a ruling, has sound values, and is known to the rules; and the other way round."""
    known = list(known)
    file = "options.csv"
    rows = checker.once(file, lambda row: row["option"], "option")
    cases = {row["case"] for row in checker.rows("ledger.csv")} | {row["ruling"] for row in checker.rows("rulings.csv")}
    for name in known:
        if name not in rows:
            checker.complain(file, None, f"option {name} is missing")
    for name, row in rows.items():
        if name not in known:
            checker.complain(file, row, f"no rule knows option {name}")
        if name not in cases:
            checker.complain(file, row, f"option {name} is neither a case of the ledger nor a ruling")
        if not row["title"] or not row["effect"]:
            checker.complain(file, row, f"option {name} needs a title and an effect")
        try:
            values = [json.loads(value) for value in row["values"].split("|")]
            if json.loads(row["default"]) not in values:
                checker.complain(file, row, f"the default {row['default']} is not among the values {row['values']}")
        except json.JSONDecodeError:
            checker.complain(file, row, 'default and values are written as true, 2 or "word", with | between values')
        for other in row["excludes"].split():
            if other not in rows or name not in rows[other]["excludes"].split():
                checker.complain(file, row, f"option {name} excludes {other}, but {other} does not exclude {name}")


def layout(checker: Checker, board: Board) -> None:
    """Every hex has a place in the picture, and neighbours lie side by side there."""
    file = "layout.json"
    text = checker.text(file)
    if text is None:
        return
    try:
        plan = json.loads(text)
        size, width, height = float(plan["hex_size"]), float(plan["width"]), float(plan["height"])
        centres = {label: (float(x), float(y)) for label, (x, y) in plan["centres"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        checker.complain(file, None, f"it must give width, height, hex_size and centres ({error})")
        return
    for label in sorted(board.index.keys() ^ centres.keys()):
        side = "has no centre" if label in board.index else "is not on the map"
        checker.complain(file, None, f"hex {label} {side}")
    apart = size * 3**0.5
    for label, (x, y) in centres.items():
        if not (0 <= x <= width and 0 <= y <= height):
            checker.complain(file, None, f"the centre of hex {label} is outside the picture")
        for near in board.neighbours[board.index[label]] if label in board.index else ():
            other = centres.get(board.labels[near])
            if other and abs(((x - other[0]) ** 2 + (y - other[1]) ** 2) ** 0.5 - apart) > 1:
                checker.complain(file, None, f"hexes {label} and {board.labels[near]} touch, but not in the picture")


def picture(checker: Checker) -> None:
    """The picture of the board can be read and shows the number of every hex."""
    file = "map.svg"
    text = checker.text(file)
    if text is None:
        return
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        checker.complain(file, Row(error.position[0], {}), f"the picture is not well-formed: {error}")
        return
    shown = {(element.text or "").strip() for element in root.iter() if element.tag.endswith("text")}
    for row in checker.rows("map.csv"):
        if row["hex"] not in shown:
            checker.complain(file, None, f"hex {row['hex']} has no number in the picture")


def report(checker: Checker, board: Board, known: Iterable[str]) -> Report:
    """What was found, after a look at what games have: options (`known` to the rules) if any, layout and picture."""
    if "options.csv" in checker.files:
        options(checker, known)
    layout(checker, board)
    picture(checker)
    return Report(sorted(checker.problems), checker.sources)
