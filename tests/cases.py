"""Citing the rulebook: `@rule("6.5")` says that a test asserts that case, and `bocage rules` counts it."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pytest

rule = pytest.mark.rule
TESTS = Path(__file__).parent
DATA = TESTS.parent / "bocage" / "games"


def cited(slug: str) -> dict[str, list[str]]:
    """Case -> the tests of a game that cite it, read from the sources."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / slug).rglob("test_*.py"), key=lambda path: path.stem):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for case in _cases(node):
                    found.setdefault(case, []).append(f"{path.stem}::{node.name}")
    return found


def _cases(function: ast.FunctionDef) -> list[str]:
    cases = []
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
            cases += [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
    return cases


def table(slug: str) -> str:
    """The citations of a game as the text of its `citations.csv`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["case", "test"])
    for case, tests in sorted(cited(slug).items()):
        writer.writerows([case, test] for test in tests)
    return out.getvalue()


if __name__ == "__main__":  # make citations
    for folder in sorted(DATA.iterdir()):
        if (folder / "data" / "ledger.csv").exists():
            (folder / "data" / "citations.csv").write_text(table(folder.name), encoding="utf-8")
