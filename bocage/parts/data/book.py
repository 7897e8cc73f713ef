"""Tables that every game has: the cases of its rulebook, rulings, options, the numbers of the rules, and tests."""

from __future__ import annotations

from typing import Annotated

from bocage.parts.data import Table
from bocage.parts.data.cells import Row, Sourced, YesNo, one_of
from bocage.parts.data.options import OPTIONS


class Case(Row, frozen=True):
    """A numbered case of the rulebook, in our words."""

    case: str
    topic: str
    summary: str
    kind: str
    testable: YesNo
    status: Annotated[str, one_of("enforced", "choice", "not_machine")]


class Ruling(Sourced, frozen=True):
    """What we decided where the book is silent or contradicts itself."""

    ruling: str
    case: str
    decision: str
    testable: YesNo  # does it decide something that a machine does?


class Citation(Row, frozen=True):
    """A test and a case that it asserts."""

    case: str
    test: str


class Number(Sourced, frozen=True):
    """A number of the rules."""

    name: str
    value: int
    case: str


LEDGER = Table("ledger.csv", Case, "case", printed=False)
RULINGS = Table("rulings.csv", Ruling, "ruling", printed=False)
CITATIONS = Table("citations.csv", Citation, "case test", "citation", printed=False)
BOOK = (LEDGER, OPTIONS, RULINGS)
