"""Checking a game's data files: every complaint names file and line, and every row says where it comes from.

That cells can be read and that keys come once is seen to when the tables are read; what else must hold in them is the
game's, and here is what any game needs for it. Nothing more is said of a row before its unreadable cells are mended.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple
from xml.etree import ElementTree

from bocage.hexes import Board
from bocage.parts.data import Problem, Reading, RowType, Table
from bocage.parts.data.book import CITATIONS, LEDGER, RULINGS, Case
from bocage.parts.data.cells import Row, choices
from bocage.parts.data.options import OPTIONS, spelt

KINDS = ("rulebook", "public", "reconstructed", "mixed", "ours")
"""Where rows can come from; the columns of `bocage data`."""
LAYOUT, PICTURE = "layout.json", "map.svg"


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
    """The files of a folder, perhaps with another laid over, and the complaints about them."""

    def __init__(self, folder: Traversable, tables: Sequence[Table[Any]], over: Traversable | None = None) -> None:
        self.reading = Reading(folder, over)
        self.sources: dict[str, Counter[str]] = {}
        self._rows: dict[str, tuple[Any, ...]] = {}
        self._known: dict[str, dict[str, Any]] = {}
        self.reading.strangers(tables)
        for table in tables:
            self.take(table)

    def take(self, table: Table[Any]) -> None:
        """Read a table and look at its sources."""
        self._rows[table.file] = self.reading.rows(table)
        known: dict[str, Any] = {}
        for row in self._rows[table.file]:
            known.setdefault(table.key_of(row.cells), row)
        self._known[table.file] = known
        if "source" in table.columns:
            self._count_sources(table)

    @property
    def problems(self) -> list[Problem]:
        """What has been found wrong so far."""
        return self.reading.problems

    @property
    def files(self) -> set[str]:
        """The files of the tables that the game has."""
        return set(self._rows)

    @property
    def folder(self) -> Traversable:
        """The folder of the game, or the copy of it that is checked."""
        return self.reading.folder

    def complain(self, about: Row | Table[Any], text: str) -> None:
        """Note something wrong with a row, or with a whole table."""
        if isinstance(about, Table):
            self.problems.append(Problem(about.file, 0, text))
        elif (about.file, about.line) not in self.reading.unread:
            self.problems.append(Problem(about.file, about.line, text))

    def rows(self, table: Table[RowType]) -> tuple[RowType, ...]:
        """The rows of a table."""
        return self._rows[table.file]

    def known(self, table: Table[RowType]) -> dict[str, RowType]:
        """The rows of a table by their keys; none if the game has no such table."""
        return self._known.get(table.file, {})

    def _count_sources(self, table: Table[Any]) -> None:
        counter = self.sources[table.file] = Counter()
        for row in self.rows(table):
            kind = kind_of_source(row.source)
            if kind:
                counter[kind] += 1
            else:
                self.complain(row, "the source must say rulebook, public, reconstructed, ours or a ruling")

    # Checks of single cells and of columns

    def one_of(self, row: Row, column: str, allowed: Iterable[str]) -> bool:
        """Is the cell one of these?"""
        allowed = list(allowed)
        if row[column] in allowed:
            return True
        self.complain(row, f"{column} is {row[column]!r}; {choices(allowed)}")
        return False

    def once(self, table: Table[RowType], key: Callable[[RowType], str], what: str) -> dict[str, RowType]:
        """The rows by a key that must come once."""
        found: dict[str, RowType] = {}
        for row in self.rows(table):
            if key(row) in found:
                self.complain(row, f"{what} {key(row)} stands in line {found[key(row)].line} already")
            else:
                found[key(row)] = row
        return found

    def exactly(self, table: Table[Any], column: str, wanted: Iterable[str]) -> None:
        """The column must hold each of these once and nothing else."""
        keyed = table.key == column
        found = self.known(table) if keyed else self.once(table, lambda row: str(row[column]), column)
        wanted = list(wanted)
        for value in wanted:
            if value not in found:
                self.complain(table, f"there is no row for {column} {value}")
        for value, row in found.items():
            if value not in wanted:
                self.complain(row, f"{column} {value!r} is not known")

    def track(self, table: Table[Any], column: str, wanted: list[str]) -> None:
        """One row for each of these, in order: the rules count the rows."""
        self.exactly(table, column, wanted)
        found = [row[column] for row in self.rows(table)]
        if found != wanted and sorted(found) == sorted(wanted):
            self.complain(table, f"the rows must stand in the order of {column}")

    def total(self, table: Table[Any], number: int, wanted: int, what: str) -> None:
        """Complain if there are more or fewer than wanted."""
        if number != wanted:
            self.complain(table, f"there are {number} {what}; there must be {wanted}")

    def in_the_box(self, table: Table[Any], number: int, wanted: int, what: str) -> None:
        """Complain if something was lost or strayed in; whoever lays rows over those of the game may bring more."""
        if self.reading.over is None:
            self.total(table, number, wanted, what)


def hexes(checker: Checker, table: Table[Any], label: Callable[[int, int], str]) -> dict[str, tuple[int, int]]:
    """Column and row of each hex of the map that is numbered by them, in the way of `label`."""
    places: dict[str, tuple[int, int]] = {}
    for name, row in checker.known(table).items():
        try:
            fits = name == label(row.col, row.row)
        except ValueError:
            fits = False
        if fits:
            places[name] = (row.col, row.row)
        else:
            checker.complain(row, f"hex {name} is not column {row.col}, row {row.row}")
    return places


def ends(checker: Checker, board: Board, row: Any) -> bool:
    """Are both ends of a hexside on the map? If so, they must be adjacent."""
    a, b = row.hex_a, row.hex_b
    unknown = [end for end in (a, b) if end not in board.index]
    if unknown:
        checker.complain(row, f"there is no hex {' or '.join(unknown)} on the map")
        return False
    if not board.around[board.index[a]] >> board.index[b] & 1:
        checker.complain(row, f"{a} and {b} are not adjacent")
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


def cases(checker: Checker, naming: Iterable[Table[Any]]) -> dict[str, Case]:
    """The cases of the ledger; the rulings are in order, and tables that name cases name known ones.

    `naming` are the tables with such a column; the citations are looked at where there are any.
    """
    known = checker.known(LEDGER)
    for row in known.values():
        if not row.topic or not row.summary:
            checker.complain(row, f"case {row.case} needs a topic and a summary")
    rulings = checker.known(RULINGS) if RULINGS.file in checker.files else {}
    for number, (name, ruling) in enumerate(rulings.items(), 1):
        if name != f"R{number}":
            checker.complain(ruling, f"ruling {name} stands where R{number} is due")
        if not ruling.decision:
            checker.complain(ruling, f"ruling {name} decides nothing")
    naming = list(naming)
    if checker.folder.joinpath("citations.csv").is_file():
        checker.take(CITATIONS)
        naming.append(CITATIONS)
    for table in naming:
        for row in checker.rows(table):
            if row.case not in known and row.case not in rulings:
                checker.complain(row, f"case {row.case} is not in the ledger")
    return known


def statuses(checker: Checker, known: Mapping[str, Case]) -> None:
    """Cases that can be tested are enforced; the others are a player's choice or beyond a machine."""
    for row in known.values():
        checker.one_of(row, "status", ("enforced",) if row.testable else ("choice", "not_machine"))


def options(checker: Checker, known: Iterable[str]) -> None:
    """Every option is a case or a ruling, has sound values, and is known to the rules; and the other way round."""
    known = list(known)
    rows = checker.known(OPTIONS)
    cases = checker.known(LEDGER).keys() | checker.known(RULINGS).keys()
    for name in known:
        if name not in rows:
            checker.complain(OPTIONS, f"option {name} is missing")
    for name, row in rows.items():
        if name not in known:
            checker.complain(row, f"no rule knows option {name}")
        if name not in cases:
            checker.complain(row, f"option {name} is neither a case of the ledger nor a ruling")
        if not row.title or not row.effect:
            checker.complain(row, f"option {name} needs a title and an effect")
        if row.default not in row.values:
            checker.complain(row, f"the default {row['default']} is not among the values {row['values']}")
        for other in row.excludes:
            if other not in rows or name not in rows[other].excludes:
                checker.complain(row, f"option {name} excludes {other}, but {other} does not exclude {name}")
        for need in row.needs:
            other, equals, words = need.partition("=")
            if other not in rows or other == name:
                checker.complain(row, f"option {name} needs {other}, which is no other option")
            elif equals and not set(words.split("|")) <= {spelt(value) for value in rows[other].values}:
                checker.complain(
                    row, f"option {name} needs {need}, but option {other} has the values {rows[other]['values']}"
                )


def layout(checker: Checker, board: Board) -> None:
    """Every hex and box has a place in the picture, and neighbouring hexes lie side by side there."""
    text = checker.reading.text(LAYOUT)
    if text is None:
        return
    try:
        plan = json.loads(text)
        size, width, height = float(plan["hex_size"]), float(plan["width"]), float(plan["height"])
        centres = {label: (float(x), float(y)) for label, (x, y) in plan["centres"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        checker.problems.append(Problem(LAYOUT, 0, f"it must give width, height, hex_size and centres ({error})"))
        return
    for label in sorted(board.index.keys() ^ centres.keys()):
        side = "has no centre" if label in board.index else "is not on the map"
        checker.problems.append(Problem(LAYOUT, 0, f"hex {label} {side}"))
    apart = size * 3**0.5
    for label, (x, y) in centres.items():
        if not (0 <= x <= width and 0 <= y <= height):
            checker.problems.append(Problem(LAYOUT, 0, f"the centre of hex {label} is outside the picture"))
        node = board.index.get(label)
        # A box may lie anywhere, whatever it borders.
        beside = board.neighbours[node] if node is not None and board.hexes >> node & 1 else ()
        for near in (near for near in beside if board.hexes >> near & 1):
            other = centres.get(board.labels[near])
            if other and abs(((x - other[0]) ** 2 + (y - other[1]) ** 2) ** 0.5 - apart) > 1:
                checker.problems.append(
                    Problem(LAYOUT, 0, f"hexes {label} and {board.labels[near]} touch, but not in the picture")
                )


def picture(checker: Checker, board: Board) -> None:
    """The picture of the board can be read and shows the number of every hex."""
    text = checker.reading.text(PICTURE)
    if text is None:
        return
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        checker.problems.append(Problem(PICTURE, error.position[0], f"the picture is not well-formed: {error}"))
        return
    shown = {(element.text or "").strip() for element in root.iter() if element.tag.endswith("text")}
    for label in board.index:
        if label not in shown:
            checker.problems.append(Problem(PICTURE, 0, f"hex {label} has no number in the picture"))


def report(checker: Checker, board: Board, known: Iterable[str]) -> Report:
    """What was found, after a look at what games have: options (`known` to the rules) if any, layout and picture."""
    if OPTIONS.file in checker.files:
        options(checker, known)
    layout(checker, board)
    picture(checker, board)
    return Report(sorted(checker.problems), checker.sources)
