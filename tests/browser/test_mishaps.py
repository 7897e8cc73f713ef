"""What goes wrong at a table: slips, illegal clicks, stale pages, lost lines, a service that dies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, second_page


def in_movement(seed: str = "slips") -> Mirror:
    """The Allied movement phase of turn 1."""
    return Mirror(seed).until(lambda match: match.prompt.step == "movement")


def test_a_reload_in_mid_move_keeps_the_unit_in_hand(service: Service, page: Page) -> None:
    mirror = in_movement()
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    picked = mirror.next()
    assert picked.startswith("pick ")
    desk.type_action(picked)
    desk.wait_for(mirror.moment)
    asked = desk.asked
    page.reload()
    desk.wait_for(mirror.moment)
    assert desk.asked == asked
    assert desk.asked.startswith("Move ")
    moved = mirror.next()
    desk.do(moved)
    desk.wait_for(mirror.moment)
    assert desk.place_of(picked.split(" ")[1]) == moved.split(" ")[1]
    assert desk.complaints == []


def test_an_illegal_click_says_why_with_the_case(service: Service, page: Page) -> None:
    game = bocage.position(
        "roundup", turn=3, at="allied movement", units="US-1 2110; DE-712 2308", us_beachheads="1411"
    )
    match, tokens = service.import_match(game.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    desk.click_unit("US-1")
    desk.wait_for(1)
    desk.click_hex("2308")
    expect(desk.reasons).to_contain_text("Units never enter a hex that an enemy holds.")
    expect(desk.reasons).to_contain_text("10.0")
    desk.reasons.get_by_role("button", name=re.compile("10.0")).click()
    expect(page.get_by_role("tabpanel")).to_contain_text("10.0")
    assert service.sheet(match, tokens["allied"])["moment"] == 1, "nothing was played"


def test_who_does_not_decide_is_told_so_on_any_click(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("waiting", BOTH)
    desk = Desk(page).sit(match, tokens["german"])
    desk.click_hex("1719")
    expect(desk.reasons).to_contain_text("The Allies decide")


def test_undo_takes_the_last_thing_back_and_a_list_leads_further(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("undo", BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    for number, action in enumerate(("us-beachhead 1719", "us-beachhead 1619", "uk-beachhead 1516"), 1):
        desk.type_action(action)
        desk.wait_for(number)
    desk.prompt.locator('[data-action="undo"]').click()
    desk.wait_for(4)
    desk.is_asked("2 UK still to come")
    expect(page.get_by_role("tabpanel")).to_contain_text("The Allies take the last action back.")
    page.get_by_role("button", name="Undo to an earlier point").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("1719")).click()
    desk.wait_for(5)
    desk.is_asked("2 US and 2 UK still to come")
    page.keyboard.press("u")
    page.wait_for_timeout(200)
    assert desk.moment == 5, "nothing is left to be taken back"


def after_a_battle(seed: str) -> Mirror:
    return Mirror(seed).until(
        lambda match: any(event.kind == "battle" for event in (match.entries or [match.opening])[-1].events)
    )


@pytest.mark.parametrize("granted", [True, False], ids=["granted", "refused"])
def test_a_rollback_beyond_a_die_is_asked_for_and_answered(
    service: Service, page: Page, browser: Browser, granted: bool
) -> None:
    mirror = after_a_battle("rollback")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    allied = Desk(page).sit(match, tokens["allied"])
    theirs = second_page(browser, service)
    german = Desk(theirs).sit(match, tokens["german"])
    line = page.locator(".log-line.kind-battle").last
    line.get_by_role("button", name=re.compile("Go back to before this")).click()
    page.locator('[data-action="ask-rollback"]').click()
    expect(page.get_by_role("region", name="A rollback is asked for")).to_contain_text("You have asked to go back")
    request = theirs.get_by_role("region", name="A rollback is asked for")
    expect(request).to_contain_text("The Allies ask to go back")
    expect(request).to_contain_text("attack")
    theirs.locator(f'[data-action="{"agree" if granted else "refuse"}"]').click()
    for desk in (allied, german):
        desk.wait_for(mirror.moment + 2)
        expect(desk.page.get_by_role("region", name="A rollback is asked for")).to_have_count(0)
    told = "agree to go back. New dice will fall" if granted else "do not agree to go back"
    expect(page.get_by_role("tabpanel")).to_contain_text(told)
    record = bocage.load(service.record(match, tokens))
    if granted:
        assert record.position.epoch == 1
        expect(allied.prompt.locator('[data-action="roll"]')).to_be_visible()
    else:
        assert record.position_hash == mirror.match.position_hash
    theirs.context.close()


def test_a_stale_page_gets_the_fresh_view_and_nothing_is_played_twice(
    service: Service, page: Page, browser: Browser
) -> None:
    match, tokens = service.match_with_dice("stale", BOTH)
    first = Desk(page).sit(match, tokens["allied"])
    other = second_page(browser, service)
    second = Desk(other).sit(match, tokens["allied"])
    page.context.set_offline(True)
    second.type_action("us-beachhead 1719")
    second.wait_for(1)
    page.context.set_offline(False)
    first.wait_for(1)
    first.type_action("us-beachhead 1619")
    for desk in (first, second):
        desk.wait_for(2)
        desk.is_asked("2 UK still to come")
    other.context.close()


def test_the_service_dies_in_mid_turn_and_the_page_goes_on_by_itself(tmp_path: Path, browser: Browser) -> None:
    service = Service(tmp_path)
    service.start()
    try:
        mirror = Mirror("dying")
        match, tokens = service.match_with_dice("dying", BOTH)
        page = second_page(browser, service)
        desk = Desk(page).sit(match, tokens["allied"])
        for _ in range(7):
            desk.type_action(mirror.next())
            desk.wait_for(mirror.moment)
        service.kill()
        expect(
            page.get_by_text(re.compile("[Cc]onnection lost|not connected|trying again", re.I)).first
        ).to_be_visible()
        service.start()
        assert service.sheet(match, tokens["allied"])["moment"] == 7, "every acknowledged action is on disk"
        desk.is_asked(mirror.match.prompt.text, timeout=30_000)
        while mirror.moment < 14:
            desk.type_action(mirror.next())
            desk.wait_for(mirror.moment)
        assert bocage.load(service.record(match, tokens)).position_hash == mirror.match.position_hash
        page.context.close()
    finally:
        service.stop()
