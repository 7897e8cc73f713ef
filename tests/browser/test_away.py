"""Two browsers agree on what happens if one stays away, read it before they sit down, and one of them uses it."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, second_page

SHOTS = os.environ.get("BOCAGE_SHOTS")


def picture(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def days_pass(service: Service, days: int) -> None:
    """The service is closed, and when it is opened again so many days have passed since anything was done."""
    service.stop()
    with closing(sqlite3.connect(service.folder / "table.sqlite")) as database, database:
        ago = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")
        database.execute(
            "UPDATE matches SET updated = ?, away = substr(away, 1, instr(away, '20') - 1) || ?", (ago, ago)
        )
    service.start()


def set_up(service: Service, page: Page, browser: Browser, what: str, promise: str) -> Page:
    """I play the Germans, a friend far away the Allies; he reads what is agreed and sits down. His page."""
    page.goto("/?game=roundup")
    expect(page.get_by_role("heading", name="If somebody stays away")).to_have_count(0)
    page.get_by_role("group", name="The Germans").get_by_label("Me", exact=True).check()
    page.get_by_role("group", name="The Allies").get_by_label(re.compile("A friend far away")).check()
    page.get_by_label("If a player does not move for a long time").select_option(what)
    days = page.get_by_label("After how many days without a move")
    days.fill("3")
    days.blur()
    picture(page, f"away-setup-{what}")
    page.get_by_role("button", name="Play", exact=True).click()
    dialog = page.get_by_role("dialog", name="Your match is set up")
    expect(dialog).to_contain_text(promise)
    sent = dialog.get_by_role("textbox", name="Link for whoever plays the Allies").input_value()
    dialog.get_by_role("button", name="Go to the table").click()
    theirs = second_page(browser, service)
    theirs.goto(sent)
    expect(theirs.get_by_text(promise)).to_be_visible()
    picture(theirs, "away-waiting")
    for one in (page, theirs):
        one.get_by_role("button", name="Sit down").click()
    Desk(theirs).is_asked("Place the beachhead markers")
    return theirs


@pytest.mark.parametrize(
    ("what", "button", "end"),
    [("win", "Claim the win", "Victory for the Germans"), ("draw", "End it as a draw", "A draw")],
)
def test_who_is_left_alone_ends_the_match_as_both_had_agreed(
    service: Service, page: Page, browser: Browser, what: str, button: str, end: str
) -> None:
    means = {"win": "may claim the win", "draw": "may end the game as a draw"}[what]
    promise = f"If a side does not move for 3 days, the other {means}."
    theirs = set_up(service, page, browser, what, promise)
    address = theirs.url
    theirs.goto("/")
    desk = Desk(page)
    expect(page.get_by_role("button", name=button)).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_text(promise)).to_be_visible()
    page.keyboard.press("Escape")
    days_pass(service, 4)
    page.reload()
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.get_by_role("button", name=button)
    expect(card).to_be_visible()
    picture(page, f"away-phone-{what}")
    card.click()
    page.get_by_role("dialog").get_by_role("button", name=button).click()
    theirs.goto(address)
    for one in (page, theirs):
        expect(one.get_by_role("heading", name=end)).to_be_visible()
    page.get_by_role("link", name="Play again, sides swapped").click()
    expect(page.get_by_label("If a player does not move for a long time")).to_have_value(what)
    expect(page.get_by_label("After how many days without a move")).to_have_value("3")
    assert desk.complaints == []
    theirs.context.close()


def test_a_bot_plays_until_the_player_is_back(service: Service, page: Page, browser: Browser) -> None:
    promise = "If a side does not move for 3 days, the other may let a bot play for it until its player is back."
    theirs = set_up(service, page, browser, "bot", promise)
    address = theirs.url
    theirs.goto("/")
    days_pass(service, 4)
    page.reload()
    page.get_by_role("button", name="Let a bot play").click()
    page.get_by_role("dialog").get_by_role("button", name="Let a bot play").click()
    page.get_by_role("tab", name=re.compile("Talk")).click()
    expect(page.get_by_role("tabpanel")).to_contain_text("The Allied seat is played by the bot planner from now on")
    picture(page, "away-bot")
    theirs.goto(address)
    expect(theirs.get_by_text("The Allied seat has changed hands 2 times")).to_be_visible()
    theirs.get_by_role("tab", name=re.compile("Talk")).click()
    expect(theirs.get_by_role("tabpanel")).to_contain_text("is back and has it again; the bot leaves.")
    theirs.context.close()


def test_two_players_agree_in_a_match_that_has_begun_without_it(service: Service, page: Page, browser: Browser) -> None:
    match, tokens = service.match_with_dice("later", BOTH)
    here = Desk(page).sit(match, tokens["allied"])
    theirs = second_page(browser, service)
    there = Desk(theirs).sit(match, tokens["german"])
    hint = page.get_by_text("Nothing is agreed if somebody stays away.")
    for one in (page, theirs):  # what is said of the match and of the link comes first
        for first in ("I see", "Keep it"):
            expect(one.get_by_text("Nothing is agreed if somebody stays away.")).to_have_count(0)
            one.get_by_role("button", name=first).click()
    expect(hint).to_be_visible()
    picture(page, "agree-hint")
    theirs.get_by_role("button", name="Do not say this again").click()
    theirs.reload()
    expect(there.prompt).to_be_visible()
    expect(theirs.get_by_text("Nothing is agreed if somebody stays away.")).to_have_count(0)
    page.get_by_role("button", name="Agree on it").click()
    propose(page, "draw", "7")
    promise = "If a side does not move for 7 days, the other may end the game as a draw."
    mine, his = (one.get_by_role("region", name="A proposal") for one in (page, theirs))
    expect(mine).to_contain_text("You have proposed what happens if somebody stays away")
    expect(his).to_contain_text(f"The Allies propose what happens if somebody stays away{promise}")
    expect(theirs).to_have_title("● Your answer – Operation Roundup")
    picture(theirs, "agree-card")
    his.get_by_role("button", name="Decline").click()
    expect(mine).to_have_count(0)
    for_menu = "Agree on what happens if somebody stays away"
    theirs.get_by_role("button", name="More", exact=True).click()
    theirs.get_by_role("button", name=for_menu).click()
    propose(theirs, "bot", "3")
    his.get_by_role("button", name="Take it back").click()
    expect(mine).to_have_count(0)
    theirs.get_by_role("button", name="More", exact=True).click()
    theirs.get_by_role("button", name=for_menu).click()
    propose(theirs, "win", "3")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "agree-phone")
    mine.get_by_role("button", name="Agree", exact=True).click()
    promise = "If a side does not move for 3 days, the other may claim the win."
    page.set_viewport_size({"width": 1280, "height": 800})
    for one in (page, theirs):
        expect(one.get_by_role("region", name="A proposal")).to_have_count(0)
        one.get_by_role("tab", name=re.compile("Talk")).click()
        expect(one.get_by_role("tabpanel")).to_contain_text(
            "The players have agreed: if a side does not move for 3 days"
        )
        one.get_by_role("button", name="More", exact=True).click()
        expect(one.get_by_text(promise)).to_be_visible()
        expect(one.get_by_role("button", name=for_menu)).to_have_count(0)
    assert here.complaints == there.complaints == []
    theirs.context.close()


def propose(page: Page, what: str, days: str) -> None:
    """Choose in the dialog and propose it."""
    dialog = page.get_by_role("dialog", name="If somebody stays away")
    dialog.get_by_label("If a player does not move for a long time").select_option(what)
    field = dialog.get_by_label("After how many days without a move")
    field.fill(days)
    field.blur()
    dialog.get_by_role("button", name="Propose it").click()
