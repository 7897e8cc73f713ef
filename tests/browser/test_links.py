"""Links and seats at a real table: one's own stays at hand, a dead one is not offered, nothing is lost by a slip."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, HUMAN, my_link, second_page


def set_up(page: Page, other: str) -> None:
    """Set a match of Operation Roundup up on the start page, against a bot or a friend."""
    page.goto("/?game=roundup")
    page.get_by_role("group", name="The Germans").get_by_label(other).check()
    page.get_by_role("button", name="Play", exact=True).click()


def test_who_sets_a_match_up_goes_on_with_it_on_another_device(service: Service, page: Page, browser: Browser) -> None:
    set_up(page, "A bot")
    desk = Desk(page)
    desk.is_asked("Place the beachhead markers")
    notice = page.get_by_text("Only this browser has the link of your seat")
    expect(notice).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(notice).to_have_count(0)
    link = my_link(page)
    phone = second_page(browser, service)
    phone.goto(link)
    there = Desk(phone)
    there.is_asked("Place the beachhead markers")
    there.type_action("us-beachhead 1719")
    for each in (desk, there):
        each.wait_for(1)
        assert each.complaints == []
    phone.context.close()


def test_my_link_is_reached_and_left_by_keyboard_alone(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("keys", BOTH)
    Desk(page).sit(match, tokens["allied"])
    page.get_by_role("button", name="More", exact=True).focus()
    page.keyboard.press("Enter")
    item = page.get_by_role("button", name="My link, with a QR code")
    for _ in range(10):
        page.keyboard.press("Tab")
        if item.evaluate("element => element === document.activeElement"):
            break
    expect(item).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="My link")
    expect(dialog).to_be_visible()
    field = dialog.get_by_role("textbox")
    field.focus()
    assert field.evaluate("field => field.selectionEnd - field.selectionStart === field.value.length")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_my_own_link_and_my_friends_are_shown_and_his_old_one_is_no_longer_offered(
    service: Service, page: Page, browser: Browser
) -> None:
    set_up(page, re.compile("A friend far away"))  # type: ignore[arg-type]
    dialog = page.get_by_role("dialog", name="Your match is set up")
    sent = dialog.get_by_role("textbox", name="Link for whoever plays the Germans").input_value()
    own = dialog.get_by_role("textbox", name="Your own link: you play the Allies").input_value()
    assert sent.rpartition("#seat=")[2] != own.rpartition("#seat=")[2]
    dialog.get_by_role("button", name="Go to the table").click()
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="My link").click()
    expect(page.get_by_role("dialog", name="My link").get_by_role("textbox")).to_have_value(own)
    page.keyboard.press("Escape")
    theirs = second_page(browser, service)
    theirs.goto(sent)
    theirs.get_by_role("button", name="Sit down").click()
    desk = Desk(page)
    desk.is_asked("Place the beachhead markers")
    page.get_by_role("button", name="More", exact=True).click()
    offered = page.get_by_role("button", name="Copy the link for German")
    expect(offered).to_be_visible()
    theirs.get_by_role("button", name="Exchange the link").click()
    expect(theirs.get_by_text("The seat is yours alone now")).to_be_visible()
    expect(offered).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^My link"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Copy the link for"))).to_have_count(0)
    theirs.context.close()


def test_forgetting_a_running_match_is_asked_and_says_what_is_lost(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("forget", BOTH)
    Desk(page).sit(match, tokens["allied"])
    page.goto("/")
    forget = page.get_by_role("button", name=re.compile("^Forget "))
    forget.click()
    dialog = page.get_by_role("dialog", name="Forget this match?")
    expect(dialog).to_contain_text("without it you can only watch")
    expect(dialog.get_by_role("button", name="Copy my link")).to_be_visible()
    page.keyboard.press("Escape")
    expect(forget).to_be_visible()
    forget.click()
    dialog.get_by_role("button", name="Forget").click()
    expect(forget).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(forget).to_be_visible()


def test_a_new_link_from_the_owner_ends_the_page_of_the_old_one_with_a_sentence(
    service: Service, page: Page, browser: Browser
) -> None:
    match, tokens = service.match_with_dice("revoked", BOTH)
    Desk(page).sit(match, tokens["allied"])
    theirs = second_page(browser, service)
    Desk(theirs).sit(match, tokens["german"])
    command = [sys.executable, "-m", "bocage.cli", "seat", match, "allied", "--address", service.address]
    environ = {**os.environ, "BOCAGE_HOME": str(service.folder)}
    link = subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout.strip()
    expect(page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()
    expect(page.get_by_text("This link no longer works")).to_be_visible()
    expect(theirs.get_by_text("The Allied seat got a new link from the owner of this table")).to_be_visible()
    page.goto(link)  # another link behind the same address: the page begins anew by itself
    Desk(page).is_asked("Place the beachhead markers")
    later = page.context.new_page()
    later.goto(f"/match/{match}")
    Desk(later).is_asked("Place the beachhead markers")
    expect(later.get_by_label("Seats")).to_contain_text("Allied (you)")
    theirs.context.close()


def test_the_seat_of_a_player_who_stays_away_is_given_to_the_planner_and_he_reads_it(
    tmp_path: Path, browser: Browser
) -> None:
    service = Service(tmp_path, BOCAGE_ABSENT_DAYS="0.00001")  # about a second
    service.start()
    try:
        match, tokens = service.match_with_dice("absent", BOTH)
        page = second_page(browser, service)
        page.wait_for_timeout(1200)
        Desk(page).sit(match, tokens["allied"])
        page.get_by_role("button", name="Let the planner play the Germans").click()
        expect(page.get_by_text("Nobody has been at the German seat")).to_have_count(0)
        page.get_by_role("tab", name=re.compile("Talk")).click()
        expect(page.get_by_role("tabpanel")).to_contain_text(
            "The German seat passed from its player to the bot planner: its player had been away"
        )
        expect(page.get_by_role("tabpanel")).to_contain_text("The table")
        gone = httpx.get(
            f"{service.address}/api/matches/{match}/sheet", headers={"Authorization": f"Bearer {tokens['german']}"}
        )
        assert gone.status_code == 404
        page.context.close()
    finally:
        service.stop()


def test_whoever_comes_to_a_seat_that_was_taken_and_opened_again_reads_it(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("taken", {"allied": HUMAN, "german": {"kind": "bot", "bot": "random"}})
    seat = f"/api/matches/{match}/seats/german"
    taken = service.ask("POST", seat, {"kind": "human"}, tokens["allied"])["token"]
    service.ask("GET", f"/api/matches/{match}/view", token=taken)
    opened = service.ask("POST", seat, {"kind": "open"}, taken)["token"]
    Desk(page).sit(match, opened)
    expect(page.get_by_text("The German seat has changed hands 2 times")).to_be_visible()
