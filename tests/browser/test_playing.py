"""Whole turns at the table: by mouse, by keyboard, against a friend, against the bot."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.conftest import DESKTOP
from tests.browser.desk import LONG, Desk, Mirror
from tests.browser.service import Service

HUMAN = {"kind": "human"}
BOTH = {"allied": HUMAN, "german": HUMAN}


def second_page(browser: Browser, service: Service) -> Page:
    """Somebody else's browser."""
    page = browser.new_context(viewport=DESKTOP, base_url=service.address, reduced_motion="reduce").new_page()
    page.set_default_timeout(15_000)
    return page


def my_link(page: Page) -> str:
    """The link of one's own seat, out of the table's menu."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="My link, with a QR code").click()
    dialog = page.get_by_role("dialog", name="My link")
    expect(dialog.get_by_role("img", name=re.compile("QR code of your link"))).to_be_visible()
    link = dialog.get_by_role("textbox", name=re.compile("Your own link")).input_value()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)
    return link


def test_a_whole_allied_turn_by_mouse(service: Service, page: Page) -> None:
    mirror = Mirror("mouse")
    match, tokens = service.match_with_dice("mouse", BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    while mirror.side == "allied":
        desk.is_asked(mirror.match.prompt.text)
        desk.do(mirror.next())
        desk.wait_for(mirror.moment)
    assert mirror.moment > 30, "landing, moves and battles were played"
    desk.is_asked("The Germans decide")
    assert bocage.load(service.record(match, tokens)).position_hash == mirror.match.position_hash
    assert desk.complaints == []


def test_the_same_turn_by_keyboard_only(service: Service, page: Page) -> None:
    mirror = Mirror("mouse")
    match, tokens = service.match_with_dice("mouse", BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    while mirror.side == "allied":
        desk.type_action(mirror.next())
        desk.wait_for(mirror.moment)
    assert bocage.load(service.record(match, tokens)).position_hash == mirror.match.position_hash
    assert desk.complaints == []


def test_the_board_itself_can_be_played_with_arrow_keys(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("arrows", BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    page.locator('.board [tabindex="0"]').first.focus()
    before = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("before => document.activeElement.dataset.hex !== before", arg=before)
    for _ in range(60):
        if page.evaluate("(document.activeElement.dataset.verb || '').includes('us-beachhead')"):
            break
        page.keyboard.press("ArrowLeft")
    hex_ = page.evaluate("document.activeElement.dataset.hex")
    page.keyboard.press("Enter")
    menu = page.get_by_role("menu", name="What do you want to do here?")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Enter")
    desk.wait_for(1)
    expect(page.get_by_role("tabpanel")).to_contain_text(f"A US beachhead is marked at {hex_}.")


def test_two_browsers_play_two_turns_and_each_sees_only_its_own_view(
    service: Service, page: Page, browser: Browser
) -> None:
    hidden = {"13.3": "chosen", "R27": True}
    mirror = Mirror("friends", options=hidden)
    match, tokens = service.match_with_dice("friends", BOTH, options=hidden)
    theirs = second_page(browser, service)
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    desks = {"allied": Desk(page).sit(match, tokens["allied"]), "german": Desk(theirs).sit(match, tokens["german"])}
    last = {"allied": 0, "german": 0}
    while mirror.match.position.turn < 3:
        side = mirror.side
        other = "german" if side == "allied" else "allied"
        if last[side] < mirror.moment:
            desks[side].wait_for(mirror.moment)
        expect(desks[other].prompt.locator('[data-action]:not([data-action="undo"])')).to_have_count(0)
        desks[side].type_action(mirror.next())
        desks[side].wait_for(mirror.moment)
        last[side] = mirror.moment
    for desk in desks.values():
        desk.wait_for(mirror.moment)
        assert desk.complaints == []
    plan = mirror.match.game.data.strategies[mirror.match.position.strategy].title
    expect(theirs.locator("body")).to_contain_text(plan)
    assert plan not in page.content()
    assert heard
    assert not any(plan in frame for frame in heard), "the plan never even reached the Allied browser"
    assert bocage.load(service.record(match, tokens)).position_hash == mirror.match.position_hash
    theirs.context.close()


def test_a_friend_exchanges_the_link_he_was_sent_for_one_of_his_own(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("exchange", BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    expect(page.get_by_role("button", name="Exchange the link")).to_have_count(0)
    page.get_by_role("button", name="I see").click()  # one notice at a time: the question stays in view
    page.get_by_role("button", name="Exchange the link").click()
    expect(page.get_by_text("The seat is yours alone now")).to_be_visible()
    desk.type_action("us-beachhead 1719")
    desk.wait_for(1)
    sent = httpx.get(
        f"{service.address}/api/matches/{match}/sheet", headers={"Authorization": f"Bearer {tokens['allied']}"}
    )
    assert sent.status_code == 404, "what the sender kept opens nothing any more"
    page.get_by_role("button", name="Done").click()
    own = my_link(page)
    assert own.startswith(f"{service.address}/match/{match}#seat=")
    assert tokens["allied"] not in own
    page.reload()
    desk.wait_for(1)
    desk.is_asked("Place the beachhead markers")
    expect(page.get_by_role("button", name="Exchange the link")).to_have_count(0)
    assert my_link(page) == own, "it stands in the menu at any time"
    assert desk.complaints == []


def test_a_match_against_the_bot_from_the_start_page(service: Service, page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("Set up a match")).or_(
        page.get_by_role("button", name=re.compile("Set up a match"))
    ).first.click()
    page.get_by_role("button", name=re.compile("^(Play|Begin|Start)")).first.click()
    desk = Desk(page)
    expect(desk.prompt).to_be_visible()
    desk.is_asked("Place the beachhead markers")
    assert "#" not in page.url, "the seat's token leaves the address"
    for action in ("us-beachhead 1719", "us-beachhead 1619", "uk-beachhead 1516", "uk-beachhead 1515", "end"):
        desk.type_action(action)
    # The quickest turn there is: nothing lands, nothing moves. The bot then plays its own turn and hands the dice back.
    bar = page.locator(".top-bar")
    end = desk.prompt.locator('[data-action="end"]')
    for _ in range(8):
        expect(end.or_(bar.get_by_text("Turn 2")).first).to_be_visible(timeout=LONG)
        if "Turn 2" in bar.inner_text():
            break
        desk.do("end")
    expect(bar).to_contain_text("Turn 2", timeout=LONG)
    log = page.get_by_role("tabpanel")
    expect(log).to_contain_text("The Germans")
    assert desk.complaints == []
