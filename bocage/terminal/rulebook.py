"""Rules coverage and single cases, as people read them."""

from __future__ import annotations

from rich.table import Table

from bocage.coverage import STATUSES, Case, Ledger
from bocage.engine.errors import BadInput
from bocage.terminal.screen import Screen


def case_lines(ledger: Ledger, number: str, status: bool = True) -> list[tuple[str, str]]:
    """A case with its lettered rows, status, tests and rulings: heads and texts of lines."""
    if not ledger.cases:
        raise BadInput(f"{ledger.title} has no ledger of its cases: it brings no data/ledger.csv")
    for ruling in ledger.rulings:
        if ruling.ruling.lower() == number.lower():
            return [(f"{ruling.ruling}  ", f"ruling on {ruling.case}: {ruling.decision}")]
    cases = ledger.find(number)
    inside = [case for case in ledger.below(number) if case not in cases] if number.endswith(".0") or not cases else []
    if not cases and not inside:
        raise BadInput(f"{ledger.title} has no case {number!r}; cases look like 3.2.1, rulings like R7")
    lines: list[tuple[str, str]] = []
    for case in cases:
        lines.append((f"{case.case:8}", f"{case.topic}: {case.summary}"))
        if status:
            lines.append(("        ", _status(case)))
        lines += [("        ", f"ruling {one.ruling}: {one.decision}") for one in ledger.rulings_on(case.case)]
    lines += [(f"{case.case:8}", f"{case.topic}") for case in inside]
    return lines


def _status(case: Case) -> str:
    status = STATUSES.get(case.status, "not mapped")
    if case.tests:
        return f"{status}; tests: {', '.join(case.tests)}"
    return f"{status}; no test cites it" if case.testable else status


def show_coverage(ledger: Ledger, screen: Screen) -> None:
    """A table by chapter, and a line that sums it up."""
    table = Table(title=f"{ledger.title}: rules coverage", title_justify="left")
    table.add_column("chapter")
    for name in ("cases", "tested", "choice", "not machine", "untested", "unmapped"):
        table.add_column(name, justify="right")
    for chapter, cases in ledger.chapters().items():
        part = Ledger(ledger.title, cases, ()).numbers()
        table.add_row(
            f"{chapter} {cases[0].topic}",
            *(str(part[name]) if part[name] else "" for name in ("cases", "enforced", "choice", "not_machine")),
            *(str(len(part[name])) if part[name] else "" for name in ("untested", "unmapped")),
        )
    screen.console.print(table)
    numbers = ledger.numbers()
    screen.line(
        f"{numbers['cases']} cases: {numbers['enforced']} of {numbers['testable']} testable ones enforced and tested, "
        f"{numbers['choice']} left to the players, {numbers['not_machine']} not for a machine, "
        f"{len(numbers['untested'])} untested, {len(numbers['unmapped'])} unmapped."
    )
    for what in ("untested", "unmapped"):
        if numbers[what]:
            screen.item(f"{what}: ", " ".join(numbers[what]))
