"""Two browsers at a match with secrets: one tries something out in a branch, and the other hears nothing of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_agreeing import more
from tests.browser.test_playing import BOTH, second_page
from tests.browser.test_rhine import start


def heard(page: Page) -> list[Any]:
    """All that comes to a page over its live line from now on, but for who is at the table."""
    told: list[Any] = []

    def hear(frame: Any) -> None:
        if '"say":"table"' not in frame:
            told.append(frame)

    page.on("websocket", lambda line: line.on("framereceived", hear))
    return told


def test_a_branch_is_begun_played_left_and_deleted_and_the_other_page_hears_nothing(
    service: Service, page: Page, browser: Browser
) -> None:
    match, tokens = service.import_match(start().text(), BOTH)
    here = Desk(page, "rhine").sit(match, tokens["allied"])
    theirs = second_page(browser, service)
    told = heard(theirs)
    there = Desk(theirs, "rhine").sit(match, tokens["german"])
    before, said = service.sheet(match, tokens["german"]), len(told)
    more(page, "Try something out in a branch")
    dialog = page.get_by_role("dialog", name="Try something out")
    expect(dialog).to_contain_text("What your side may not know is dealt anew")
    dialog.get_by_role("button", name="Begin the branch").click()
    strip = page.get_by_role("note").filter(has_text="Nothing here touches the match")
    expect(strip).to_be_visible()
    assert page.url.partition("/match/")[2] != match
    at = here.moment
    here.do("end")
    here.wait_for(at + 1)
    # Under its match in the list, in one list with it.
    page.goto("/")
    row = page.get_by_role("list", name="Branches of D-Day to the Rhine").get_by_role("listitem")
    expect(row).to_contain_text("Branch")
    row.get_by_role("link").click()
    expect(strip).to_be_visible()
    strip.get_by_role("link", name="Back to the match").click()
    expect(strip).to_have_count(0)
    assert page.url.endswith(match)
    assert service.sheet(match, tokens["german"]) == before
    assert len(told) == said
    assert theirs.get_by_text("Branch").count() == 0
    page.go_back()
    strip.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status").filter(has_text="The branch is deleted.")).to_be_visible()
    assert page.url.endswith(match)
    page.goto("/")
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
    expect(page.get_by_role("list", name="Branches of D-Day to the Rhine")).to_have_count(0)
    assert here.complaints == there.complaints == []
    theirs.context.close()


def test_an_earlier_moment_of_a_finished_match_is_tried_against_a_bot_on_a_phone(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("try again", BOTH)
    page.set_viewport_size({"width": 390, "height": 844})
    here = Desk(page).sit(match, tokens["allied"])
    here.type_action("us-beachhead 1204")
    here.wait_for(1)
    more(page, "Concede the game")
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(page.get_by_role("heading", name="Victory for the Germans")).to_be_visible()
    more(page, "Try something out in a branch")
    dialog = page.get_by_role("dialog", name="Try something out")
    assert "dealt anew" not in dialog.inner_text()
    dialog.get_by_label("I play the Germans against a bot").check()
    dialog.get_by_label("Which bot?").select_option("random")
    dialog.get_by_role("button", name="Begin the branch").click()
    expect(page.get_by_role("note").filter(has_text="Branch")).to_be_visible()
    here.wait_for_more_than(0)  # the bot plays
    assert here.complaints == []
