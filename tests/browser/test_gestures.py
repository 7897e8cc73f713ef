"""Several entries in one gesture: carrying, stacks, everybody to one hex, series, and undo of all of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import bocage
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_hex_panel import moving
from tests.browser.test_playing import BOTH
from tests.browser.test_screens import july_turn


def entries(service: Service, match: str, tokens: dict[str, str]) -> list[str]:
    return [str(entry.action) for entry in bocage.load(service.record(match, tokens)).entries]


def carried(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def test_a_counter_is_carried_to_a_lit_hex_and_undo_takes_both_entries_back(service: Service, page: Page) -> None:
    mirror = Mirror("stacks").until(lambda match: match.prompt.step == "movement")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens[mirror.side])
    before = mirror.moment
    picked, moved = mirror.next(), mirror.next()
    unit, target = picked.split()[1], moved.split()[1]
    start = desk.place_of(unit)
    others = page.locator(f'.board svg [data-at="{start}"]').count()
    assert picked.startswith("pick ")
    desk.bring_into_view(target)
    desk.settle()
    if others > 1:
        desk.click_unit(unit)
        desk.wait_for(before + 1)
    carried(page, desk.point(start), desk.point(target))
    desk.wait_for(before + 2)
    assert desk.place_of(unit) == target
    assert entries(service, match, tokens)[before:] == [picked, moved]
    page.locator('[data-action="undo"]').click()
    if others == 1:
        desk.wait_for(before + 3)
        assert desk.place_of(unit) == start
        expect(desk.panel.locator(".held")).to_have_count(0)
    assert desk.complaints == []


def test_a_counter_that_is_carried_where_it_cannot_go_stays_in_hand_and_the_reason_is_told(
    service: Service, page: Page
) -> None:
    desk = july_turn(page, service, "pick DE-21Pz", "german")
    page.locator('[data-action="undo"]').click()
    expect(desk.panel.locator(".held")).to_have_count(0)
    before = desk.moment
    desk.bring_into_view("3415")
    carried(page, desk.point("3415"), desk.point("3316"))
    expect(desk.reasons).to_be_visible()
    desk.wait_for(before + 1)
    assert desk.place_of("DE-21Pz") == "3415"
    desk.settle()
    carried(page, desk.point("3415"), desk.point("3415"))
    assert desk.complaints == []


def test_the_whole_stack_goes_with_one_destination(service: Service, page: Page) -> None:
    desk, mirror, units = moving(page, service)
    start = desk.place_of(units[0])
    desk.bring_into_view(start)
    page.mouse.click(*desk.point(start), button="right")
    menu = page.get_by_role("menu", name="What do you want to do here?")
    menu.locator(f'[data-deed="take {start}"]').click()
    expect(desk.panel.locator(".held")).to_have_count(len(units))
    spot = page.locator(".board .spot").first
    target = spot.get_attribute("data-hex") or ""
    desk.click_hex(target)
    desk.wait_for_more_than(mirror.moment + len(units))
    for unit in units:
        assert desk.place_of(unit) == target or desk.reasons.inner_text()
    assert desk.complaints == []


def test_units_that_cannot_move_together_go_one_after_the_other(service: Service, page: Page) -> None:
    """D-Day to the Rhine moves unit by unit: two are chosen, one destination moves both, undo takes all of it back."""
    desk = july_turn(page, service, "pick DE-21Pz", "german")
    before = desk.moment
    desk.bring_into_view("3314")
    page.keyboard.down("Shift")
    page.mouse.click(*desk.point("3314"))
    page.keyboard.up("Shift")
    expect(desk.panel.locator(".held")).to_contain_text("goes along, after the one in hand")
    assert desk.moment == before, "choosing is no entry"
    desk.click_hex("3512")
    desk.wait_for(before + 3)
    assert [desk.place_of("DE-21Pz"), desk.place_of("DE-2Pz")] == ["3512", "3512"]
    page.locator('[data-action="undo"]').click()
    desk.wait_for(before + 4)
    assert [desk.place_of("DE-21Pz"), desk.place_of("DE-2Pz")] == ["3415", "3314"]
    assert desk.complaints == []


def test_everybody_who_can_goes_to_a_hex_and_the_button_says_how_many(service: Service, page: Page) -> None:
    desk = july_turn(page, service, "pick DE-21Pz", "german")
    before = desk.moment
    desk.bring_into_view("3512")
    page.mouse.click(*desk.point("3512"), button="right")
    deed = page.locator('[data-deed="gather 3512"]')
    expect(deed).to_contain_text("Everybody who can, to 3512: ")
    expect(deed).to_contain_text("units")
    count = int(deed.inner_text().split(": ")[1].split()[0])
    assert count >= 2
    deed.click()
    desk.wait_for_more_than(before + count)
    expect(page.locator('.board svg [data-at="3512"]')).to_have_count(count)
    assert desk.complaints == []


def test_the_menu_of_a_hex_opens_by_key(service: Service, page: Page) -> None:
    desk, _, _ = moving(page, service)
    page.locator('.board [tabindex="0"]').first.focus()
    page.keyboard.press("Shift+F10")
    menu = page.get_by_role("menu", name="What do you want to do here?")
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    assert desk.complaints == []


def until(step: str, verb: str) -> Mirror:
    return Mirror("series", game="storming").until(
        lambda match: match.prompts and match.prompt.step == step and len(match.prompt.verbs().get(verb, ())) > 1
    )


def test_similar_questions_are_one_panel_and_each_answer_is_an_entry(service: Service, page: Page) -> None:
    mirror = until("strafing", "strafe")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page, "storming").sit(match, tokens["allied"])
    before = mirror.moment
    desk.prompt.locator('[data-series="strafe"]').click()
    boxes = desk.prompt.locator(".series input")
    first, second = (str(boxes.nth(number).get_attribute("data-operand")) for number in (0, 1))
    boxes.nth(0).check()
    boxes.nth(1).check()
    desk.prompt.locator('[data-deed="series"]').click()
    desk.wait_for_more_than(before)
    desk.settle()
    played = entries(service, match, tokens)[before:]
    assert played == [f"strafe {first}", f"strafe {second}"][: len(played)]
    if len(played) < 2:
        expect(desk.reasons).to_contain_text("1 of 2 are done")
    assert desk.complaints == []


def test_the_rest_is_placed_as_the_bot_of_the_match_would_and_the_end_is_left_to_the_player(
    service: Service, page: Page
) -> None:
    mirror = Mirror("arrive", game="storming").until(
        lambda match: match.prompt.step == "allied arrivals" and len(match.prompt.verbs().get("pick", ())) > 2
    )
    before = mirror.moment
    match, tokens = service.import_match(
        mirror.match.text(), {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "planner"}}
    )
    desk = Desk(page, "storming").sit(match, tokens["allied"])
    deed = desk.prompt.locator('[data-deed="place-rest"]')
    deed.click()
    expect(desk.prompt.locator('[data-action="end"]')).to_be_enabled(timeout=60_000)
    expect(deed).to_be_enabled(timeout=60_000)
    desk.wait_for_more_than(before + 1)
    sheet = service.sheet(match, tokens["allied"])
    assert sheet["question"]["step"] == "allied arrivals", "the end is the player's"
    assert desk.complaints == []


def test_with_a_unit_in_hand_the_odds_are_told_from_the_best_hex_in_reach(service: Service, page: Page) -> None:
    start = bocage.position(
        "roundup", turn=3, at="allied movement", weather="Clear", units="US-1 1509; US-2 1508; DE-712 1709",
        us_beachheads="1411", dice="6",
    )  # fmt: skip
    match, tokens = service.import_match(start.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    desk.bring_into_view("1709")
    desk.do("pick US-1")
    desk.wait_for(1)
    page.mouse.move(*desk.point("1709"))
    page.keyboard.press("o")
    card = page.get_by_role("region", name="Odds of the attack on 1709")
    expect(card).to_contain_text("if you went to")
    expect(card).to_contain_text("hexes in reach")
    assert entries(service, match, tokens) == ["pick US-1"]
    assert desk.complaints == []
