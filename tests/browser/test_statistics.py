"""The page of statistics in a real browser: plots, the tables beside them, and a phone that is wide enough."""

from __future__ import annotations

from functools import lru_cache

from playwright.sync_api import Page, expect

import bocage
from bocage import bots
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_agreeing import more
from tests.browser.test_playing import BOTH


@lru_cache
def record() -> str:
    """Some turns of a match between bots."""
    match, bot = bocage.new_match("roundup", seed="plots"), bots.make("greedy", seed="plots")
    while match.position.turn < 5 and match.outcome is None:
        bots.answer(match, bot)
    return match.text()


def test_statistics_are_a_click_away_and_their_numbers_stand_beside_the_plots(service: Service, page: Page) -> None:
    match, tokens = service.import_match(record(), BOTH)
    here = Desk(page).sit(match, tokens["allied"])
    more(page, "Statistics of the match")
    expect(page.get_by_role("heading", name="Statistics", exact=True)).to_be_visible()
    expect(page.get_by_text("counted is what the Allies may know")).to_be_visible()
    plot = page.get_by_role("img", name="Ground in Allied hands")
    expect(plot).to_be_visible()
    part = page.get_by_role("region", name="Ground in Allied hands", exact=True)
    part.get_by_text("The numbers").click()
    expect(part.get_by_role("row")).to_have_count(5)  # its head and four turns
    page.set_viewport_size({"width": 390, "height": 844})
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    page.get_by_role("link", name="Back to Operation Roundup").click()
    expect(here.prompt).to_be_visible()
    assert here.complaints == []
