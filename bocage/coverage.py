"""Rules coverage: what the ledger of a game says about each numbered case, and which tests cite it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from bocage import shelf
from bocage.engine.errors import BadInput
from bocage.parts.data import Reading, Table
from bocage.parts.data.book import CITATIONS, LEDGER, RULINGS
from bocage.parts.data.cells import Cells
from bocage.shelf import game_class

STATUSES = {
    "enforced": "enforced by the engine",
    "choice": "left to the players",
    "not_machine": "nothing for a machine to enforce",
}


class Case(NamedTuple):
    """One row of the ledger, with the tests that cite it."""

    case: str
    topic: str
    summary: str
    kind: str
    testable: bool
    status: str
    tests: tuple[str, ...]

    @property
    def chapter(self) -> str:
        """The number before the first point."""
        return self.case.partition(".")[0]

    @property
    def mapped(self) -> bool:
        """Does the ledger say what becomes of this case?"""
        return self.status in STATUSES

    @property
    def counts(self) -> bool:
        """Is it enforced, with a test to show for it?"""
        return self.status == "enforced" and bool(self.tests)


class Ruling(NamedTuple):
    """One of our decisions where the book is silent or unclear."""

    ruling: str
    case: str
    decision: str


class Ledger:
    """The cases and rulings of one game.

    >>> ledger = read("roundup")
    >>> ledger.find("3.2.1")[0].topic
    'ZOC stops movement'
    """

    def __init__(self, title: str, cases: Sequence[Case], rulings: Sequence[Ruling]) -> None:
        self.title = title
        self.cases = tuple(cases)
        self.rulings = tuple(rulings)

    def find(self, number: str) -> list[Case]:
        """A case and its lettered rows (4.4, 4.4a, 4.4b)."""
        lettered = [
            case
            for case in self.cases
            if case.case == number or (case.case[:-1] == number and case.case[-1].isalpha() and number[-1:].isdigit())
        ]
        return sorted(lettered, key=lambda case: case.case)

    def below(self, number: str) -> list[Case]:
        """The cases that a chapter or section holds: 3 or 3.0 gives 3.1, 3.2 and so on."""
        stem = number.removesuffix(".0").rstrip(".") + "."
        return [case for case in self.cases if case.case.startswith(stem) and case.case != number]

    def rulings_on(self, number: str) -> list[Ruling]:
        """The rulings that decide something about a case."""
        return [ruling for ruling in self.rulings if ruling.case == number]

    def text(self, number: str) -> str:
        """What a case or ruling says, in our words, in one line; "" if there is no such thing."""
        for case in self.cases:
            if case.case == number:
                return f"{case.topic}: {case.summary}"
        for ruling in self.rulings:
            if ruling.ruling == number:
                return f"ruling on {ruling.case}: {ruling.decision}"
        return ""

    def numbers(self) -> dict[str, Any]:
        """The coverage in figures: the keys that scripts read."""
        return {
            "cases": len(self.cases),
            "testable": sum(case.testable for case in self.cases),
            "enforced": sum(case.counts for case in self.cases),
            "choice": sum(case.status == "choice" for case in self.cases),
            "not_machine": sum(case.status == "not_machine" for case in self.cases),
            "unmapped": [case.case for case in self.cases if not case.mapped],
            "untested": [case.case for case in self.cases if case.testable and not case.tests],
        }

    def chapters(self) -> dict[str, list[Case]]:
        """The cases by chapter, in the book's order."""
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            found.setdefault(case.chapter, []).append(case)
        return found


def _rows(folder: Traversable, table: Table[Any]) -> list[Cells]:
    """The rows as they are written: what is wrong with them is a matter of `bocage data`."""
    return [cells for _, _, cells in Reading(folder).lines(table)]


def read_if_any(slug: str) -> Ledger:
    """The ledger of a game, without any case if it has none: the game is played all the same."""
    if shelf.folder(slug, "data").joinpath("ledger.csv").is_file():
        return read(slug)
    return Ledger(game_class(slug).title, (), ())


def read(slug: str, folder: Traversable | None = None) -> Ledger:
    """The ledger of a game, from its data folder or from another one."""
    title: str = game_class(slug).title
    folder = folder or shelf.folder(slug, "data")
    if not folder.joinpath("ledger.csv").is_file():
        raise BadInput(f"{title} has no ledger of its cases: it brings no data/ledger.csv")
    tests: dict[str, list[str]] = {}
    for row in _rows(folder, CITATIONS):
        tests.setdefault(row["case"], []).append(row["test"])
    cases = [
        Case(
            row["case"],
            row["topic"],
            row["summary"],
            row["kind"],
            row["testable"] == "yes",
            row["status"],
            tuple(tests.get(row["case"], ())),
        )
        for row in _rows(folder, LEDGER)
    ]
    rulings = [Ruling(row["ruling"], row["case"], row["decision"]) for row in _rows(folder, RULINGS)]
    return Ledger(title, cases, rulings)
