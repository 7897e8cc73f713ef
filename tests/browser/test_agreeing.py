"""Two browsers end a match together, or one waits for another: what each sees, and that nothing happens by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, second_page


def more(page: Page, words: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name=words, exact=True).click()


def test_a_draw_is_offered_in_one_browser_and_accepted_in_the_other(
    service: Service, page: Page, browser: Browser
) -> None:
    match, tokens = service.match_with_dice("draw", BOTH)
    here = Desk(page).sit(match, tokens["allied"])
    theirs = second_page(browser, service)
    there = Desk(theirs).sit(match, tokens["german"])
    more(page, "Offer a draw")
    mine, his = (one.get_by_role("region", name="An offer") for one in (page, theirs))
    expect(mine).to_contain_text("You have offered a draw")
    expect(his).to_contain_text("The Allies offer a draw")
    expect(theirs).to_have_title("● Your answer – Operation Roundup")
    his.get_by_role("button", name="Play on").click()
    expect(mine).to_have_count(0)
    more(theirs, "Offer a draw")
    mine.get_by_role("button", name="Accept the draw").click()
    for one in (page, theirs):
        expect(one.get_by_role("heading", name="A draw")).to_be_visible()
    assert here.complaints == there.complaints == []
    page.get_by_role("link", name="Play again, sides swapped").click()
    expect(page.get_by_role("group", name="The Germans").get_by_label("Me", exact=True)).to_be_checked()
    theirs.context.close()


def test_clocks_are_shown_to_who_wants_them_and_the_one_of_who_decides_runs(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("clocks", BOTH)
    here = Desk(page).sit(match, tokens["german"])
    clocks = page.get_by_label("Time used")
    expect(clocks).to_have_count(0)
    more(page, "Show the clocks")
    expect(clocks).to_contain_text("Last movejust now")
    expect(clocks).to_contain_text("The Germans0:00:00")
    expect(clocks).to_contain_text(re.compile("The Allies0:00:0[2-9]"))
    page.reload()
    expect(clocks).to_be_visible()
    more(page, "Hide the clocks")
    expect(clocks).to_have_count(0)
    assert here.complaints == []


def test_both_abandon_a_match_on_a_phone(service: Service, page: Page, browser: Browser) -> None:
    match, tokens = service.match_with_dice("leave", BOTH)
    page.set_viewport_size({"width": 390, "height": 844})
    here = Desk(page).sit(match, tokens["allied"])
    theirs = second_page(browser, service)
    there = Desk(theirs).sit(match, tokens["german"])
    more(theirs, "Propose to abandon the match")
    theirs.get_by_role("dialog").get_by_role("button", name="Propose it").click()
    page.get_by_role("region", name="An offer").get_by_role("button", name="Abandon the match").click()
    for one in (page, theirs):
        expect(one.get_by_role("heading", name="Abandoned")).to_be_visible()
    assert here.complaints == there.complaints == []
    theirs.context.close()
