"""Which cases of a ledger were at work in the games, which could have been and were not, and which never leave a trace.

A case is at work when the log cites it, when a battle cites it for a shift or modifier, when somebody decides under it
or by it, or when it ends the game. Cases that only forbid something, or that are carried by the sequence of play, do
their work in silence; the games' code tells them apart by where it names a case.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from bocage import shelf
from bocage.coverage import Case, Ledger
from bocage.lab.measuring.summing import Fired

# Names of calls in which a case stands for something that is forbidden, that is only told to those who ask, or that
# is a place in the sequence of play.
SILENT = frozenset({"Refusal", "BadInput", "Row", "Limit", "Trace", "_Source", "_demand", "_hexsides"})
# Modules that only check, explain or describe, and the names of options.
ASIDE = frozenset({"options.py", "reasons.py", "tracing.py"})
EXPLAINING = frozenset({"tuple[str, str]", "Refusal | None", "tuple[str, str] | None"})  # what explainers answer with
TESTED = ("enforced", "choice")


class Casebook(NamedTuple):
    """The testable cases of a game, by what the games showed of them."""

    fired: list[tuple[Case, Fired]]
    idle: list[Case]  # could have been at work, and never were
    switched_off: list[Case]  # belong to options that were not in use
    silent: list[Case]  # leave no trace in a log


def read(
    slug: str, ledger: Ledger, fired: Mapping[str, Fired], options: Iterable[str], known: Iterable[str]
) -> Casebook:
    """Sort the testable cases: `options` were in use in some game, `known` are all that the game has.

    Where a ledger has a case in several lettered rows, the case as a whole is told.
    """
    used, off = set(options), set(known)
    off -= used
    traces = traceable(slug)
    book = Casebook([], [], [], [])
    numbers = {case.case for case in ledger.cases if case.testable}
    for case in ledger.cases:
        if not case.testable or case.status not in TESTED:
            continue
        stem = _stem(case.case)
        if stem != case.case and stem in numbers and case.case not in fired:
            continue  # logs cite the case as a whole
        found = fired.get(case.case) or fired.get(stem)
        if found is not None:
            book.fired.append((case, found))
        elif stem in off:
            book.switched_off.append(case)
        elif case.case in traces or stem in traces:
            book.idle.append(case)
        else:
            book.silent.append(case)
    return book


def _stem(case: str) -> str:
    """A lettered row of the ledger (4.4b) belongs to its case (4.4).

    >>> _stem("4.4b"), _stem("10.7.1"), _stem("17.9.3.E")
    ('4.4', '10.7.1', '17.9.3.E')
    """
    return case[:-1] if case[-1:].islower() and case[-2:-1].isdigit() else case


@cache
def traceable(slug: str) -> frozenset[str]:
    """The cases that a game's code names anywhere but in what forbids or explains."""
    found: set[str] = set()
    for file in _modules(shelf.folder(slug, "rules")):
        if file.name not in ASIDE:
            _Traces(found).visit(ast.parse(file.read_text(encoding="utf-8")))
    return frozenset(found)


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _modules(entry)
        elif entry.name.endswith(".py"):
            yield entry


class _Traces(ast.NodeVisitor):
    """Collects texts, but for those in calls and answers that forbid or explain."""

    def __init__(self, found: set[str]) -> None:
        self._found = found

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in SILENT:
            self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        # What runs by itself has a case in its head, and tells it only where it has something to say.
        automatic = any(getattr(base, "id", "") == "Automatic" for base in map(_plain, node.bases))
        for part in node.body:
            if not (automatic and isinstance(part, ast.Assign) and getattr(part.targets[0], "id", "") == "rule"):
                self.visit(part)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        answer = ast.unparse(node.returns) if node.returns is not None else ""
        if answer not in EXPLAINING and node.name != "warnings":
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        if not (isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2 and _sentence(node.value.elts[1])):
            self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        """A condition of an offer only forbids."""
        if not isinstance(node.value, ast.Tuple):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, str):
            self._found.add(node.value)


def _plain(base: ast.expr) -> ast.expr:
    return base.value if isinstance(base, ast.Subscript) else base


def _sentence(node: ast.expr) -> bool:
    """Is this the reason of a refusal rather than a name?"""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    )
