"""A player says in his browser where he wants to be told of his turns; letters lead him back, and end it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_agreeing import more
from tests.browser.test_playing import BOTH, second_page
from tests.table.receivers import TABLE, Calls, Mailbox, mail_server, web_server
from tests.table.test_notices import links

SHOTS = os.environ.get("BOCAGE_SHOTS")


@pytest.fixture
def mailed(tmp_path: Path) -> Iterator[tuple[Mailbox, Calls, Service]]:
    with mail_server() as (box, mail), web_server() as calls:
        service = Service(
            tmp_path,
            BOCAGE_MAIL=mail,
            BOCAGE_MAIL_FROM="bocage@table.example",
            BOCAGE_ORIGINS=TABLE,
            BOCAGE_HOOK_NETS="127.0.0.0/8",
            BOCAGE_NOTICE_SECONDS="0.5",
        )
        service.start()
        try:
            yield box, calls, service
        finally:
            service.stop()


def picture(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_a_player_is_told_of_his_turn_and_ends_it(mailed: tuple[Mailbox, Calls, Service], browser: Browser) -> None:
    box, calls, service = mailed
    match, tokens = service.match_with_dice("mail", BOTH)
    theirs = second_page(browser, service)
    there = Desk(theirs).sit(match, tokens["german"])
    more(theirs, "Tell me when it is my turn")
    dialog = theirs.get_by_role("dialog", name="Tell me when it is my turn")
    by_mail, by_hook = (dialog.get_by_role("region", name=name) for name in ("By mail", "At a web address"))
    by_mail.get_by_label("Your address").fill("anna@post.example")
    by_mail.get_by_role("button", name="Switch on").click()
    expect(by_mail).to_contain_text("A letter is on its way to a…@post.example")
    by_hook.get_by_label("The address to be called").fill("https://127.0.0.1:1/")
    by_hook.get_by_role("button", name="Switch on").click()
    expect(by_hook).to_contain_text("This address was tried, and nothing was kept: it did not answer.")
    by_hook.get_by_label("The address to be called").fill(calls.address)
    by_hook.get_by_role("button", name="Switch on").click()
    expect(by_hook).to_contain_text("is told.")
    picture(theirs, "tell-wide")
    theirs.set_viewport_size({"width": 390, "height": 844})
    picture(theirs, "tell-phone")
    (confirm,) = (link for link in links(box.letter(1)) if "confirm" in link)
    theirs.goto(confirm)
    picture(theirs, "confirm-phone")
    theirs.get_by_role("button", name="Tell me of my turns").click()
    expect(theirs.get_by_role("main").get_by_role("status")).to_have_text(
        "From now on this address is told when it is your turn."
    )
    page = second_page(browser, service)
    here = Desk(page)
    here.sit(match, tokens["allied"])
    more(page, "Offer a draw")
    letter = box.letter(2)
    assert letter["Subject"] == "Your turn: Operation Roundup"
    assert "It is the turn of the German seat" in calls.call(2)["text"]
    to_match, stop, _ = (link for link in links(letter))
    theirs.goto(to_match)
    expect(theirs.get_by_role("region", name="An offer")).to_contain_text("The Allies offer a draw")
    theirs.goto(stop)
    theirs.get_by_role("button", name="No more mail about this match").click()
    expect(theirs.get_by_role("main").get_by_role("status")).to_have_text("Nothing more is sent by this.")
    picture(theirs, "stop-phone")
    theirs.goto(to_match)
    more(theirs, "Tell me when it is my turn")
    expect(by_mail.get_by_role("button", name="Switch off")).to_have_count(0)
    refused = "the server responded with a status of 409"  # the address that was tried in vain
    assert [complaint for complaint in there.complaints if refused not in complaint] == here.complaints == []
    for one in (page, theirs):
        one.context.close()


def test_a_table_without_mail_says_so(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("mail", BOTH)
    Desk(page).sit(match, tokens["german"])
    more(page, "Tell me when it is my turn")
    expect(page.get_by_role("region", name="By mail")).to_contain_text("This table sends no mail")
