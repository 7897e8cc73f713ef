"""Every case of a rulebook that a machine can test is cited by a test, and no test cites a case that is not there."""

from __future__ import annotations

import csv
import re

import pytest

from bocage.shelf import slugs
from tests.cases import DATA, cited, table

NAME = re.compile(r"\bR\d+\b")


def ledger(slug: str) -> list[dict[str, str]]:
    with (DATA / slug / "data" / "ledger.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rulings(slug: str) -> dict[str, bool]:
    """Ruling -> does it decide something that a machine does? Others are about misprints and examples of the book."""
    path = DATA / slug / "data" / "rulings.csv"
    if not path.exists():
        return {}  # the book of that game leaves nothing open
    with path.open(encoding="utf-8") as file:
        return {row["ruling"]: row["testable"] == "yes" for row in csv.DictReader(file)}


@pytest.mark.parametrize("slug", slugs())
def test_every_ruling_that_decides_something_is_cited(slug: str) -> None:
    found = cited(slug)
    assert [ruling for ruling, decides in rulings(slug).items() if decides and ruling not in found] == []


@pytest.mark.parametrize("slug", slugs())
def test_every_ruling_is_named_where_it_decides(slug: str) -> None:
    rooms = [path for path in (DATA / slug).rglob("*.py") if "data" not in path.parts]
    tables = [path for path in (DATA / slug / "data").glob("*.csv") if path.stem not in ("rulings", "citations")]
    named = {name for path in (*rooms, *tables) for name in NAME.findall(path.read_text(encoding="utf-8"))}
    assert [ruling for ruling, decides in rulings(slug).items() if decides and ruling not in named] == []


@pytest.mark.parametrize("slug", slugs())
def test_every_testable_case_is_cited(slug: str) -> None:
    found = cited(slug)
    missing = [row["case"] for row in ledger(slug) if row["testable"] == "yes" and row["case"] not in found]
    assert missing == []


@pytest.mark.parametrize("slug", slugs())
def test_only_cases_of_the_ledger_and_rulings_are_cited(slug: str) -> None:
    known = {row["case"] for row in ledger(slug)} | {*rulings(slug)}
    assert [case for case in cited(slug) if case not in known] == []


@pytest.mark.parametrize("slug", slugs())
def test_the_list_of_citations_is_up_to_date(slug: str) -> None:
    stored = (DATA / slug / "data" / "citations.csv").read_text(encoding="utf-8")
    assert stored == table(slug), "run make citations"


@pytest.mark.parametrize("slug", slugs())
def test_every_case_has_a_status(slug: str) -> None:
    for row in ledger(slug):
        assert row["status"] in ("enforced", "choice", "not_machine"), row["case"]
        assert (row["status"] == "enforced") == (row["testable"] == "yes"), row["case"]
