"""A game with cards at the table: the fan, the large card, playing by mouse, finger and keyboard, the piles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import bocage
from bocage.engine.matches.match import Match
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_screens import violations
from tests.rooms.shelving import on_the_shelf, pack

SEATS = {"blue": {"kind": "human"}, "grey": {"kind": "human"}}


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[Service]:
    """A service that has the toy with cards on its shelf."""
    packed = pack(tmp_path / "installed", "the_brook_with_cards", cards=True)
    running = Service(tmp_path, PYTHONPATH=str(packed))
    running.start()
    with on_the_shelf(packed):
        yield running
    running.stop()


def opened(browser: Browser, table: Service, **how: Any) -> Page:
    context = browser.new_context(base_url=table.address, reduced_motion="reduce", **{"viewport": DESKTOP, **how})
    page = context.new_page()
    page.set_default_timeout(15_000)
    return page


def before_the_battle() -> Match:
    return bocage.position("brook", at="blue cards", units="B-1 A3; B-2 B2; G-1 C3; G-2 E6", seed="toy")


def in_battle() -> Match:
    match = before_the_battle()
    for action in ("end", "pick B-1", "move B3", "end", "attack C3", "join B-1", "join B-2", "roll"):
        match.play(action)
    return match


def test_a_card_is_read_and_played_with_the_mouse(table: Service, browser: Browser) -> None:
    match, tokens = table.import_match(before_the_battle().text(), SEATS)
    page = opened(browser, table)
    desk = Desk(page, "brook").sit(match, tokens["blue"])
    fan = page.get_by_role("list", name="Your hand")
    expect(fan.get_by_role("button")).to_have_count(3)
    expect(page.get_by_role("img", name="The Greys hold 3 cards")).to_be_visible()
    large = page.locator(".hand-large")
    fan.get_by_role("button", name="Reveille").hover()
    expect(large).to_contain_text("Draw another card.")
    page.mouse.move(400, 300)
    expect(large).to_have_count(0)
    fan.get_by_role("button", name="Grapeshot").click()
    expect(large.locator('[data-action="event blue-3"]')).to_have_count(0)
    expect(large).to_contain_text("In a battle your side is stronger by 2.")
    expect(large).to_contain_text("None of your units has lost a step.")  # why not
    assert violations(page) == []
    fan.get_by_role("button", name="The ferryman").click()
    large.locator('[data-action="event blue-2"]').click()
    desk.is_asked("Move: choose a unit")
    expect(fan.get_by_role("button", name="The ferryman")).to_have_count(0)
    page.get_by_role("tab", name="Cards").click()
    blues = page.get_by_role("region", name="Cards of the Blues")
    expect(blues).to_contain_text("Out of the game: 1")
    blues.get_by_role("button", name="Read The ferryman").click()
    expect(page.locator(".cards-reading")).to_contain_text("leaves the game")
    assert violations(page) == []
    assert desk.complaints == []
    page.context.close()


def test_it_is_played_with_the_keyboard_alone(table: Service, browser: Browser) -> None:
    match, tokens = table.import_match(before_the_battle().text(), SEATS)
    page = opened(browser, table)
    desk = Desk(page, "brook").sit(match, tokens["blue"])
    page.keyboard.press("i")
    expect(page.locator('[data-card="blue-1"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-card="blue-3"]')).to_be_focused()
    expect(page.locator(".hand-large")).to_contain_text("Grapeshot")
    page.keyboard.press("Enter")
    expect(page.locator('.hand-large [data-action="burn blue-3"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('[data-card="blue-3"]')).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    desk.is_asked("Move: choose a unit")
    expect(page.locator('[data-card="blue-3"]')).to_have_count(0)
    assert desk.complaints == []
    page.context.close()


def test_the_cards_can_be_read_in_the_dark(table: Service, browser: Browser) -> None:
    match, tokens = table.import_match(before_the_battle().text(), SEATS)
    page = opened(browser, table, color_scheme="dark")
    Desk(page, "brook").sit(match, tokens["blue"])
    page.locator('[data-card="blue-2"]').click()
    expect(page.locator(".hand-large")).to_contain_text("leaves the game")
    assert violations(page) == []
    page.context.close()


def test_it_is_played_with_a_finger(table: Service, browser: Browser) -> None:
    match, tokens = table.import_match(before_the_battle().text(), SEATS)
    page = opened(browser, table, viewport=PHONE, has_touch=True, is_mobile=True)
    desk = Desk(page, "brook").sit(match, tokens["blue"])
    page.get_by_role("button", name="Your hand: 3").tap()
    page.locator('[data-card="blue-3"]').tap()
    large = page.locator(".hand-large")
    expect(large).to_contain_text("Grapeshot")
    assert violations(page) == []
    large.locator('[data-action="burn blue-3"]').tap()
    desk.is_asked("Move: choose a unit")
    assert desk.complaints == []
    page.context.close()


def test_battle_cards_lie_beside_the_odds_and_change_them(table: Service, browser: Browser) -> None:
    match, tokens = table.import_match(in_battle().text(), SEATS)
    pages = {side: opened(browser, table) for side in ("blue", "grey")}
    blue, grey = (Desk(pages[side], "brook").sit(match, tokens[side]) for side in ("blue", "grey"))
    blue.is_asked("lay a card, or pass")
    expect(pages["blue"].locator(".odds")).to_contain_text("7 against 5")
    blue.prompt.locator('[data-action="lay blue-3"]').click()
    grey.is_asked("lay a card, or pass")
    expect(pages["grey"].locator(".odds")).to_contain_text("7 against 3")
    # Beside the odds that they change.
    beside = pages["grey"].locator(".over-edge")
    expect(beside.get_by_role("list", name="Cards on the table")).to_contain_text("Grapeshot")
    expect(pages["grey"].get_by_role("img", name="The Blues hold 2 cards")).to_be_visible()
    assert violations(pages["grey"]) == []
    grey.prompt.locator('[data-action="pass"]').click()
    blue.is_asked("Combat")
    assert blue.complaints == grey.complaints == []
    for page in pages.values():
        page.context.close()


def test_one_passes_for_the_turn_and_is_asked_again(table: Service, browser: Browser) -> None:
    match, tokens = table.import_match(in_battle().text(), SEATS)
    pages = {side: opened(browser, table) for side in ("blue", "grey")}
    blue, grey = (Desk(pages[side], "brook").sit(match, tokens[side]) for side in ("blue", "grey"))
    grey.is_asked("The Blues decide")
    group = blue.prompt.get_by_role("group", name="Pass beforehand")
    expect(group.get_by_role("button")).to_have_text(["for this battle", "for this turn", "until you take it back"])
    group.get_by_role("button", name="for this turn").click()
    grey.is_asked("lay a card, or pass")
    expect(grey.prompt.get_by_text("You pass")).to_have_count(0)
    expect(blue.prompt.get_by_text("You pass for this turn.")).to_be_visible()
    assert violations(pages["blue"]) == []
    blue.prompt.get_by_role("button", name="Ask me again").click()
    expect(blue.prompt.get_by_text("You pass for this turn.")).to_have_count(0)
    # The Greys let everything pass from now on: their next window needs no click.
    grey.prompt.get_by_role("button", name="until you take it back").click()
    blue.is_asked("Combat")
    expect(grey.prompt.get_by_text("You pass until you take it back.")).to_be_visible()
    pages["grey"].reload()
    expect(grey.prompt.get_by_text("You pass until you take it back.")).to_be_visible()
    assert blue.complaints == grey.complaints == []
    for page in pages.values():
        page.context.close()
