"""What somebody meets who sees the table for the first time, on a small screen too."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Locator, expect

import bocage
from bocage import bots
from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_screens import example

SMALL = {"width": 1280, "height": 720}
AGAINST_PLANNER = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "planner"}}


def small_window(service: Service, browser: Browser) -> BrowserContext:
    return browser.new_context(base_url=service.address, viewport=SMALL, reduced_motion="reduce")


def is_seen(what: Locator) -> bool:
    """Would a click in its middle, and just inside its upper and lower edge, hit it, or does something lie over it?"""
    seen: bool = what.evaluate(
        """node => {
          const { left, top, width, height } = node.getBoundingClientRect();
          const hit = (y) => {
            const found = document.elementFromPoint(left + width / 2, y);
            return found !== null && (node.contains(found) || found.contains(node));
          };
          return hit(top + 3) && hit(top + height / 2) && hit(top + height - 3);
        }"""
    )
    return seen


def test_in_a_small_window_the_question_stays_in_sight_however_long_its_list_is(
    service: Service, browser: Browser
) -> None:
    mirror = Mirror("arrive", game="storming").until(
        lambda match: match.prompt.step == "allied arrivals" and len(match.prompt.verbs().get("pick", ())) > 2
    )
    match, tokens = service.import_match(mirror.match.text(), AGAINST_PLANNER)
    context = small_window(service, browser)
    page = context.new_page()
    desk = Desk(page, "storming").sit(match, tokens["allied"])
    words = desk.prompt.locator(".prompt-text")
    row = desk.prompt.locator(".choice-row").first
    assert is_seen(words)
    assert is_seen(row)
    page.locator(".column-top").evaluate("top => { top.scrollTop = top.scrollHeight; }")
    assert is_seen(words)
    assert is_seen(desk.prompt.locator('[data-action="end"]'))
    assert desk.complaints == []
    context.close()


def test_advice_is_given_where_it_is_seen(service: Service, browser: Browser) -> None:
    mirror = Mirror("arrive", game="storming").until(
        lambda match: match.prompt.step == "allied arrivals" and len(match.prompt.verbs().get("pick", ())) > 2
    )
    match, tokens = service.import_match(mirror.match.text(), AGAINST_PLANNER)
    context = small_window(service, browser)
    page = context.new_page()
    desk = Desk(page, "storming").sit(match, tokens["allied"])
    page.locator('[data-advice="ask"]').click()
    do_that = page.locator('[data-advice="play"]')
    expect(do_that).to_be_visible()
    page.wait_for_timeout(100)
    assert is_seen(do_that)
    assert is_seen(page.locator(".advice p").first)
    assert desk.complaints == []
    context.close()


def test_where_ones_seat_is_kept_is_told_below_the_first_question(service: Service, browser: Browser) -> None:
    context = small_window(service, browser)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Set up a match of Operation Roundup").click()
    page.get_by_role("button", name="Play", exact=True).click()
    desk = Desk(page)
    desk.is_asked("Place the beachhead markers")
    told = page.get_by_text("Only this browser has the link of your seat")
    expect(told).to_be_visible()
    question, notice = desk.prompt.bounding_box(), told.bounding_box()
    assert question is not None
    assert notice is not None
    assert notice["y"] >= question["y"] + question["height"]
    context.close()


def test_a_finger_on_a_hex_of_the_list_means_it_though_the_panel_of_that_hex_would_move_the_list(
    service: Service, browser: Browser
) -> None:
    match = bocage.new_match("rhine", seed="chips")
    players = {side: bots.make("planner", seed=side) for side in match.game.sides}
    while match.prompt.step != "beaches" or "unbeach" not in match.prompt.verbs():
        bots.answer(match, players[match.prompt.side])
    match_id, tokens = service.import_match(match.text(), AGAINST_PLANNER)
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    desk = Desk(page, "rhine").sit(match_id, tokens["allied"])
    beaches = desk.prompt.locator('[data-action^="beach "]')
    for _ in range(2):  # the second is touched while the panel of the first is there
        before = desk.moment
        beaches.filter(has_text="?").or_(beaches.last).first.tap()
        desk.wait_for_more_than(before)
    assert desk.complaints == []
    context.close()


def test_on_a_phone_the_question_and_the_odds_are_read_before_a_battle(service: Service, browser: Browser) -> None:
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    desk = example(page, service, "assault 0923")
    for notice in ("I see", "Keep it"):
        if page.get_by_role("button", name=notice).count():
            page.get_by_role("button", name=notice).tap()
    expect(desk.prompt.locator(".odds")).to_be_visible()
    assert is_seen(desk.prompt.locator(".prompt-text"))
    assert is_seen(desk.prompt.locator(".odds h3"))
    assert is_seen(desk.prompt.locator('[data-action="roll"]'))
    assert desk.complaints == []
    context.close()
