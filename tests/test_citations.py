"""Every case of a rulebook that a machine can test is cited by a test, and no test cites a case that is not there."""

from __future__ import annotations

import csv
import re

import pytest

from bocage.shelf import slugs
from tests.cases import DATA, cited, table


def ledger(slug: str) -> list[dict[str, str]]:
    with (DATA / slug / "data" / "ledger.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("slug", slugs())
def test_every_testable_case_is_cited(slug: str) -> None:
    found = cited(slug)
    missing = [row["case"] for row in ledger(slug) if row["testable"] == "yes" and row["case"] not in found]
    assert missing == []


def rulings(slug: str) -> list[dict[str, str]]:
    with (DATA / slug / "data" / "rulings.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("slug", slugs())
def test_every_ruling_that_decides_something_is_named_where_it_does_and_cited(slug: str) -> None:
    """Of games whose rulings say so: what a machine can test is "yes" in the column `testable`."""
    decisive = [row["ruling"] for row in rulings(slug) if row.get("testable") == "yes"]
    found = cited(slug)
    assert [ruling for ruling in decisive if ruling not in found] == []
    sources = [*(DATA / slug / "rules").rglob("*.py"), DATA / slug / "game.py"]
    named = set(re.findall(r"\bR\d+\b", "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    assert [ruling for ruling in decisive if ruling not in named] == []


@pytest.mark.parametrize("slug", slugs())
def test_only_cases_of_the_ledger_and_rulings_are_cited(slug: str) -> None:
    known = {row["ruling"] for row in rulings(slug)}
    known |= {row["case"] for row in ledger(slug)}
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
