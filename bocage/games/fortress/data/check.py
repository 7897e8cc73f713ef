"""What must hold in the data files, within each and between them."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable

from bocage.parts.data import checking
from bocage.parts.data.book import LEDGER, RULINGS
from bocage.parts.data.checking import KINDS, Checker, Report
from bocage.parts.data.options import OPTIONS

from . import FOLDER, tables
from .checks import charts, ground, setups, units

__all__ = ["KINDS", "Report", "check"]

CASES, DECIDED, CHOICES = 447, 126, 28


def check(folder: Traversable | None = None, over: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy, and perhaps with another laid over it."""
    checker = Checker(folder or FOLDER, tables.TABLES, over)
    board = ground.check(checker)
    units.check(checker, board)
    charts.check(checker, board)
    setups.check(checker, board)
    _cases(checker)
    return checking.report(checker, board, checker.known(OPTIONS))


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, the options, and every case that other files name."""
    naming = (RULINGS, tables.NUMBERS, tables.MISSIONS, tables.OBJECTIVES, tables.SCENARIOS, tables.ZONES)
    known = checking.cases(checker, naming)
    checking.statuses(checker, known)
    checker.total(LEDGER, len(known), CASES, "cases")
    checker.total(RULINGS, len(checker.known(RULINGS)), DECIDED, "rulings")
    checker.total(OPTIONS, len(checker.known(OPTIONS)), CHOICES, "options")
    for name, row in checker.known(tables.NUMBERS).items():
        if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
            checker.complain(row, f"{name!r} must be small words with _ between them")
    scenarios = checker.known(tables.SCENARIOS)
    for option in checker.rows(OPTIONS):
        if not option.scenarios:
            checker.complain(option, f"option {option.id} needs a scenario in which it is offered")
        for scenario in option.scenarios:
            if scenario not in scenarios:
                checker.complain(option, f"option {option.id} is offered in {scenario!r}, which is no scenario")
    for name, ruling in checker.known(RULINGS).items():
        if (f"(option {name})" in ruling.decision) != (name in checker.known(OPTIONS)):
            checker.complain(ruling, f"ruling {name} must name its option, if it has one and only then")
