"""The moment of a battle on the board, and its sounds."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import BOTH


@pytest.fixture
def lively(browser: Browser, service: Service) -> Iterator[BrowserContext]:
    """A browser whose owner has nothing against things that move."""
    made = browser.new_context(viewport=DESKTOP, base_url=service.address, reduced_motion="no-preference")
    yield made
    made.close()


def about_to_roll(page: Page, service: Service) -> tuple[Desk, Mirror]:
    mirror = Mirror("odds").until(lambda match: match.prompt.step == "combat" and match.prompt.verbs().get("attack"))
    while not (mirror.match.prompts and mirror.match.prompt.verbs().get("roll")):
        mirror.next()
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens[mirror.side])
    expect(page.locator(".overview")).to_be_attached()
    desk.settle()
    return desk, mirror


def roll(desk: Desk) -> None:
    desk.prompt.locator('[data-action="roll"]').click()


def test_a_battle_is_told_on_its_hex_and_nothing_covers_it(service: Service, lively: BrowserContext) -> None:
    page = lively.new_page()
    desk, _ = about_to_roll(page, service)
    target = (page.get_by_role("region", name=re.compile("Odds of the attack")).first.get_attribute("aria-label")) or ""
    moment = page.locator(".moment")
    roll(desk)
    expect(moment).to_be_visible()
    begun = time.monotonic()
    assert moment.get_attribute("data-hex") in target
    expect(moment.locator(".moment-result")).to_be_visible()
    expect(page.locator(".tray")).to_have_count(0)
    over = "element => Number(getComputedStyle(element).zIndex)"
    assert moment.evaluate(over) > page.locator(".toasts").evaluate(over)
    card, board = moment.bounding_box(), page.locator(".board").bounding_box()
    assert card is not None
    assert board is not None
    assert card["x"] >= board["x"]
    assert card["y"] >= board["y"]
    expect(moment).to_have_count(0, timeout=4_000)
    assert time.monotonic() - begun < 2.6, "two seconds, on a busy machine"
    expect(page.locator(".tray .die").first).to_be_visible()
    assert desk.complaints == []


def test_a_key_skips_it_and_whoever_wants_none_turns_it_off(service: Service, lively: BrowserContext) -> None:
    page = lively.new_page()
    desk, _ = about_to_roll(page, service)
    roll(desk)
    expect(page.locator(".moment")).to_be_visible()
    page.keyboard.press("Shift")
    expect(page.locator(".moment")).to_have_count(0, timeout=700)
    expect(page.locator(".tray .die").first).to_be_visible()

    page.get_by_role("button", name="What is shown on the map").click()
    page.get_by_role("checkbox", name=re.compile("^On the map")).click()
    page.keyboard.press("Escape")
    desk, _ = about_to_roll(page, service)
    roll(desk)
    expect(page.locator(".tray .die").first).to_be_visible()
    expect(page.locator(".moment")).to_have_count(0)


def test_nothing_moves_for_those_who_want_it_so(service: Service, page: Page) -> None:
    desk, _ = about_to_roll(page, service)
    roll(desk)
    expect(page.locator(".tray .die").first).to_be_visible()
    expect(page.locator(".moment")).to_have_count(0)
    page.get_by_role("button", name="What is shown on the map").click()
    expect(page.get_by_role("checkbox", name=re.compile("^On the map"))).to_be_disabled()


HEARD = """
    window.heard = 0;
    for (const name of ["createOscillator", "createBufferSource"]) {
      const made = AudioContext.prototype[name];
      AudioContext.prototype[name] = function () { window.heard += 1; return made.call(this); };
    }
"""


def test_sounds_are_off_until_somebody_says_yes_and_are_asked_for_once(
    service: Service, lively: BrowserContext
) -> None:
    page = lively.new_page()
    page.add_init_script(HEARD)
    desk, _ = about_to_roll(page, service)
    roll(desk)
    card = page.get_by_role("region", name="Sounds")
    expect(card).to_be_visible()
    assert page.evaluate("window.heard") == 0, "nobody has said yes"
    card.get_by_role("button", name="Yes").click()
    expect(card).to_have_count(0)
    page.wait_for_function("() => window.heard > 0")
    desk, _ = about_to_roll(page, service)
    page.evaluate("window.heard = 0")
    page.locator(".top-title").click()  # browsers let a page be heard after a click
    roll(desk)
    page.wait_for_function("() => window.heard >= 6")
    expect(page.locator(".moment")).to_have_count(0, timeout=4_000)
    expect(card).to_have_count(0)
    assert desk.complaints == []
