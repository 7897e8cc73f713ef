"""A game that another package brings, at the table: a move and an attack by clicking; the page knows nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.conftest import DESKTOP
from tests.browser.desk import LONG, Desk
from tests.browser.service import Service
from tests.rooms.shelving import on_the_shelf, pack

SEATS = {"blue": {"kind": "human"}, "grey": {"kind": "human"}}


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[Service]:
    """A service that has the toy on its shelf."""
    packed = pack(tmp_path / "installed")
    running = Service(tmp_path, PYTHONPATH=str(packed))
    running.start()
    with on_the_shelf(packed):
        yield running
    running.stop()


@pytest.fixture
def page(table: Service, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESKTOP, base_url=table.address, reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(15_000)
    yield opened
    context.close()


def test_a_move_and_an_attack_by_clicking(table: Service, page: Page) -> None:
    mirror = bocage.position("brook", at="blue movement", units="B-1 A3; B-2 B2; G-1 C3; G-2 E6", seed="toy")
    match, tokens = table.import_match(mirror.text(), SEATS)
    desk = Desk(page, "brook").sit(match, tokens["blue"])
    for action in ("pick B-1", "move B3", "end", "attack C3", "join B-1", "join B-2", "roll"):
        desk.is_asked(mirror.prompt.text)
        desk.do(action)
        mirror.play(action)
        desk.wait_for(mirror.moment)
    assert desk.place_of("B-1") == "B3"
    desk.open_tab("Log")
    expect(page.locator(".log-text").last).to_contain_text("loses a step")
    expect(page.locator(".log-text", has_text="attack C3: 7 against 5")).to_be_visible()
    assert bocage.load(table.record(match, tokens)).position_hash == mirror.position_hash
    assert desk.complaints == []


def test_it_is_set_up_from_the_start_page_against_its_bot(table: Service, page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Set up a match of The Brook").click()
    expect(page.get_by_text("One day by the brook, six turns.")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    question = page.get_by_role("region", name="The question")
    expect(question).to_contain_text("Move: choose a unit")
    question.locator('[data-action="end"]').click()
    # The Greys are the planner's, who goes for the mill.
    expect(page.locator(".top-bar")).to_contain_text("Turn 2", timeout=LONG)
    page.get_by_role("tab", name="Log").click()
    Desk(page, "brook").unfold_log()
    expect(page.locator(".log-text", has_text="takes the mill")).to_be_visible()
