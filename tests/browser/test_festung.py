"""Festung Europa at the table: an action round in two browsers, with Combat Cards by both, and the tour."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.conftest import PHONE
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.sicily import BOTH, in_sicily
from tests.browser.test_newcomer import is_seen, small_window
from tests.browser.test_playing import second_page
from tests.browser.test_screens import violations


def test_an_action_round_with_combat_cards_by_both_sides(service: Service, page: Page, browser: Browser) -> None:
    match = in_sicily()
    known, tokens = service.import_match(match.text(), BOTH)
    pages = {"axis": page, "allied": second_page(browser, service)}
    desks = {side: Desk(pages[side], "festung").sit(known, tokens[side]) for side in pages}
    axis, allied = desks["axis"], desks["allied"]

    def act(*actions: str, by: str = "") -> None:
        """What a side does; it is done in the test's own hands as well, and both pages hear of it."""
        for action in actions:
            side = match.prompt.side
            desk = desks[side]
            desk.wait_for(match.moment_of(side))
            button = desk.prompt.locator(f'[data-action="{action}"]')
            match.play(action)
            if by == "keys":
                desk.type_action(action)
            elif button.count():
                button.first.click()
            else:
                desk.do(action)
            for who, other in desks.items():
                other.wait_for(match.moment_of(who))

    # The Axis plays no card; the Allies see how many it holds, and no more.
    axis.is_asked("play a card")
    act("automatic", "mark-move 1920", "end")
    act("pick GE-XIVPZ", "move 1820", "end", by="keys")
    expect(pages["allied"].get_by_role("img", name="The Axis hold 4 cards")).to_be_visible()

    # The Allies look at a card of their hand and play it for operations; a Combat Card says when it is played.
    allied.is_asked("play a card")
    hand = pages["allied"].get_by_role("list", name="Your hand")
    hand.get_by_role("button", name="Rangers and Commandos").click()
    expect(pages["allied"].locator(".hand-large")).to_contain_text("Rangers and Commandos is played in a battle")
    pages["allied"].keyboard.press("Escape")
    hand.get_by_role("button", name="Anti-Submarine Warfare").click()
    moment = match.moment
    match.play("ops allied-2")
    pages["allied"].locator('.hand-large [data-action="ops allied-2"]').click()
    assert match.moment > moment
    allied.wait_for(match.moment_of("allied"))
    assert violations(pages["allied"]) == []

    act("mark-attack 1922", "end")
    act("attack 1921")
    act("join US-II", "fight")
    expect(pages["allied"].locator(".odds")).to_contain_text("Rolled on 2:1")
    assert violations(pages["allied"]) == []

    # A card of the Allies moves the column before the eyes of the Axis, which answers with one of its own.
    act("combat allied-16")
    axis.is_asked("Defence of Syracuse")
    expect(pages["axis"].locator(".odds")).to_contain_text("Rolled on 3:1")
    expect(pages["axis"].get_by_role("list", name="Cards on the table")).to_contain_text("Rangers and Commandos")
    group = axis.prompt.get_by_role("group", name="Pass beforehand")
    expect(group.get_by_role("button").first).to_contain_text("for this combat")
    assert violations(pages["axis"]) == []
    act("combat axis-4")
    log = pages["allied"].locator(".log-line.kind-battle")
    expect(log.first).to_contain_text("Kesselring")
    while match.prompt.side == "allied":
        act("end" if "end" in match.prompt.verbs() else str(match.prompt.actions[0]))
    axis.is_asked(re.compile("Action 2|unit|retreat"))
    pages["axis"].get_by_role("tab", name="Cards").click()
    table = pages["axis"].get_by_role("region", name="Cards of the Axis")
    expect(table).to_contain_text("On the table: 1")
    for side, desk in desks.items():
        desk.wait_for(match.moment_of(side))
        assert desk.complaints == []
    assert bocage.load(service.record(known, tokens)).position_hash == match.position_hash
    pages["allied"].context.close()


def test_a_card_is_played_with_a_finger(service: Service, browser: Browser) -> None:
    match = in_sicily()
    known, tokens = service.import_match(match.text(), BOTH)
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    desk = Desk(page, "festung").sit(known, tokens["axis"])
    page.get_by_role("button", name="Your hand: 4").tap()
    page.locator('[data-card="axis-5"]').tap()
    large = page.locator(".hand-large")
    expect(large).to_contain_text("Replacements")
    assert violations(page) == []
    large.locator('[data-action="rd axis-5"]').tap()
    desk.is_asked("redeployed")
    assert desk.complaints == []
    context.close()


def test_in_a_low_window_an_opened_card_is_read_from_its_title(service: Service, browser: Browser) -> None:
    known, tokens = service.import_match(in_sicily().text(), BOTH)
    context = small_window(service, browser)
    page = context.new_page()
    desk = Desk(page, "festung").sit(known, tokens["axis"])
    page.locator('.hand-fan [data-card="axis-5"]').focus()
    page.keyboard.press("Enter")
    large = page.locator(".hand-large")
    expect(large.locator('[data-action="rd axis-5"]')).to_be_visible()
    assert is_seen(large.locator(".card-title"))
    assert is_seen(large.get_by_role("button", name="Close the card"))
    assert desk.complaints == []
    context.close()


def test_the_tour_leads_to_the_landing_in_sicily(service: Service, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="A tour of one turn of Festung Europa").click()
    tour = page.get_by_role("region", name="The tour")
    expect(tour.get_by_role("heading")).to_have_text("The table")
    desk = Desk(page, "festung")
    desk.is_asked("Begin with Husky or with Roundup")

    def now(title: str) -> None:
        expect(tour.get_by_role("heading")).to_have_text(title, timeout=30_000)

    tour.get_by_role("button", name="Go on").click()
    now("Your first card")
    desk.prompt.locator('[data-action="take allied-1"]').click()
    now("Airfields")
    desk.prompt.locator('[data-action="end"]').click()
    now("Missions")
    for action in ("industry UK_BC", "support US-A", "support UK-A"):
        desk.prompt.locator(f'[data-action="{action}"]').click()
        expect(desk.prompt.locator(f'[data-action="{action}"]')).to_have_count(0)
    desk.prompt.locator('[data-action="end"]').click()
    anyway = desk.prompt.locator('[data-action="end-anyway"]')
    desk.page.wait_for_timeout(500)
    if anyway.count():
        anyway.click()
    now("Your hand")
    tour.get_by_role("button", name="Go on").click()
    now("Play Husky")
    desk.is_asked("play a card", timeout=60_000)  # the Axis acts first
    husky = page.locator('[data-card="allied-1"]')
    expect(husky).to_have_class(re.compile("told"))
    husky.click()
    page.locator('.hand-large [data-action="event allied-1"]').click()
    now("Look at the odds")
    desk.prompt.locator('[data-action="attack 1921"]').click()
    now("Your attack")
    desk.prompt.locator('[data-together="join"]').click()
    fight = desk.prompt.locator('[data-action="fight"]')
    expect(desk.prompt.locator('[data-action^="join "]')).to_have_count(0)
    fight.click()
    now("Combat Cards")
    desk.prompt.locator('[data-action="pass"]').click()
    now("What the die brought")
    expect(page.locator(".log-line.kind-battle").first).to_contain_text("The Allies attack Syracuse")
    tour.get_by_role("button", name="Go on").click()
    now("That is an action")
    assert violations(page) == []
    tour.get_by_role("button", name="Done").click()
    expect(tour).to_have_count(0)
    assert desk.complaints == []
