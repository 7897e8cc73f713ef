"""Gestures that stand for many clicks: attacks with everybody, stacks, boxes, points of a way, going on by itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

import bocage
from bocage.table import showing
from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_gestures import carried, entries
from tests.browser.test_hex_panel import moving
from tests.browser.test_playing import BOTH


def fighting(service: Service, page: Page, fits: Any = lambda match: True) -> tuple[Desk, Mirror, str, dict[str, str]]:
    """A side of Storming the Reich that is asked for an attack."""
    mirror = Mirror("series", game="storming").until(
        lambda match: (
            match.prompts and match.prompt.step == "combat" and "attack" in match.prompt.verbs() and fits(match)
        )
    )
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    return Desk(page, "storming").sit(match, tokens[mirror.side]), mirror, match, tokens


def joinable(mirror: Mirror, target: str) -> list[str]:
    """Who could join an attack on a hex, tried on the test's own copy."""
    trial = bocage.load(mirror.match.text())
    trial.play(f"attack {target}", side=mirror.side)
    return [str(action.operand) for action in trial.prompt.verbs().get("join", ())]


def test_shift_and_a_click_attack_with_everybody_and_a_click_on_the_target_throws_the_dice(
    service: Service, page: Page
) -> None:
    desk, mirror, match, tokens = fighting(service, page)
    before = mirror.moment
    target = str(mirror.match.prompt.verbs()["attack"][0].operand)
    desk.bring_into_view(target)
    desk.settle()
    page.keyboard.down("Shift")
    page.mouse.click(*desk.point(target))
    page.keyboard.up("Shift")
    desk.wait_for_more_than(before + 1)
    page.wait_for_timeout(700)
    played = entries(service, match, tokens)[before:]
    assert played[0] == f"attack {target}"
    assert len(played) > 1
    assert all(one.startswith("join ") for one in played[1:])
    expect(page.get_by_role("region", name=f"Odds of the attack on {target}")).to_be_visible()
    declared = len(played)
    # One undo for all of it.
    page.locator('[data-action="undo"]').click()
    desk.wait_for(before + declared + 1)
    expect(desk.prompt.locator(".prompt-text")).to_contain_text("attack")
    page.keyboard.down("Shift")
    page.mouse.click(*desk.point(target))
    page.keyboard.up("Shift")
    desk.wait_for(before + 2 * declared + 1)
    page.wait_for_timeout(700)
    page.mouse.click(*desk.point(target))
    desk.wait_for_more_than(before + 2 * declared + 1)
    assert "roll" in entries(service, match, tokens)[before:]
    assert desk.complaints == []


def test_a_counter_that_is_carried_onto_its_target_attacks_it_and_undo_takes_that_back(
    service: Service, page: Page
) -> None:
    desk, mirror, match, tokens = fighting(service, page)
    before = mirror.moment
    target = str(mirror.match.prompt.verbs()["attack"][0].operand)
    sheet = showing.sheet(mirror.match, mirror.side)
    unit = joinable(mirror, target)[0]
    start = sheet.units[unit].at
    desk.bring_into_view(target)
    desk.settle()
    shown = page.locator(f'.board svg [data-at="{start}"]').last.get_attribute("data-unit")
    carried(page, desk.point(start), desk.point(target))
    desk.wait_for_more_than(before + 1)
    assert entries(service, match, tokens)[before:][:2] == [f"attack {target}", f"join {shown}"]
    moment = desk.moment
    page.locator('[data-action="undo"]').click()
    desk.wait_for(moment + 1)
    expect(desk.panel.locator(".held")).to_have_count(0)
    assert desk.complaints == []


def test_support_and_the_dice_are_one_click(service: Service, page: Page) -> None:
    mirror = Mirror("series", game="storming").until(
        lambda match: match.prompts and match.prompt.step == "combat" and {"air", "roll"} <= set(match.prompt.verbs())
    )
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page, "storming").sit(match, tokens[mirror.side])
    desk.prompt.locator('[data-deed="with-all"]').click()
    desk.wait_for_more_than(mirror.moment + 1)
    played = entries(service, match, tokens)[mirror.moment :]
    assert "air" in played
    assert played[-1] == "roll"
    assert desk.complaints == []


def test_with_shift_a_whole_stack_is_carried(service: Service, page: Page) -> None:
    desk, mirror, units = moving(page, service)
    start = desk.place_of(units[0])
    desk.bring_into_view(start)
    desk.settle()
    able = [unit for unit in units if desk.place_of(unit) == start]
    assert len(able) > 1
    goal = str(_after_pick(mirror, able[0]))
    desk.bring_into_view(goal)
    desk.settle()
    page.keyboard.down("Shift")
    carried(page, desk.point(start), desk.point(goal))
    page.keyboard.up("Shift")
    desk.wait_for_more_than(mirror.moment + len(able))
    page.wait_for_timeout(500)
    assert [desk.place_of(unit) for unit in able].count(goal) > 1 or desk.reasons.is_visible()
    assert desk.complaints == []


def _after_pick(mirror: Mirror, unit: str) -> str:
    """A hex to which a unit can go, tried on the test's own copy."""
    trial = bocage.load(mirror.match.text())
    trial.play(f"pick {unit}", side=mirror.side)
    return str(trial.prompt.verbs()["move"][0].operand)


def test_a_box_takes_everybody_in_it(service: Service, page: Page) -> None:
    desk, mirror, units = moving(page, service)
    start = desk.place_of(units[0])
    desk.bring_into_view(start)
    desk.settle()
    x, y = desk.point(start)
    page.keyboard.down("Shift")
    # It begins beside the stack, so that no counter is lifted.
    page.mouse.move(x - 58, y - 58)
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    expect(page.locator(".drawn-box")).to_be_visible()
    page.mouse.move(x + 45, y + 45, steps=3)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator(".drawn-box")).to_have_count(0)
    desk.wait_for_more_than(mirror.moment)
    expect(page.locator(".board .held")).not_to_have_count(0)
    assert desk.complaints == []


def test_a_counter_goes_by_strategic_movement_where_no_other_way_leads(service: Service, page: Page) -> None:
    mirror = Mirror("clicks", game="storming").until(
        lambda match: match.position.turn == 2 and match.prompts and "strategic" in match.prompt.verbs()
    )
    side, before, text = mirror.side, mirror.moment, mirror.match.text()
    taken, moved = mirror.next(), mirror.next()
    assert (taken.split()[0], moved.split()[0]) == ("strategic", "move")
    match, tokens = service.import_match(text, BOTH)
    desk = Desk(page, "storming").sit(match, tokens[side])
    page.get_by_role("button", name="Whole map").click()
    desk.settle()
    unit, goal = taken.split()[1], moved.split()[1]
    start = page.locator(f'.board svg [data-unit="{unit}"]').first.bounding_box()
    assert start is not None
    carried(page, (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2), desk.point(goal))
    page.locator(f'[data-deed="strategic {goal}"]').click()
    desk.wait_for_more_than(before + 3)
    assert entries(service, match, tokens)[-2:] == [taken, moved]
    assert desk.complaints == []


def test_points_of_a_way_are_drawn_taken_back_and_walked_with_one_click(service: Service, page: Page) -> None:
    start = _march()
    match, tokens = service.import_match(start.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    desk.bring_into_view("1509")
    desk.do("pick US-1")
    desk.wait_for(1)
    page.mouse.move(5, 5)
    page.keyboard.down("Shift")
    page.mouse.click(*desk.point("1510"))
    page.keyboard.up("Shift")
    expect(page.locator(".board .cost").first).to_be_visible()
    first = page.locator(".board .preview").count()
    page.keyboard.down("Shift")
    page.mouse.click(*desk.point("1511"))
    page.keyboard.up("Shift")
    page.mouse.move(5, 5)
    expect(page.locator(".board .preview")).to_have_count(2)
    assert first >= 1
    page.keyboard.press("Escape")
    expect(page.locator(".board .preview")).to_have_count(1)
    assert entries(service, match, tokens) == ["pick US-1"]
    page.mouse.click(*desk.point("1511"))
    desk.wait_for(3)
    assert entries(service, match, tokens) == ["pick US-1", "move 1510", "move 1511"]
    page.locator('[data-action="undo"]').click()
    desk.wait_for(4)
    assert desk.place_of("US-1") == "1509"
    assert desk.complaints == []


def _march() -> Any:
    return bocage.position(
        "roundup", turn=3, at="allied movement", weather="Clear", units="US-1 1509; DE-712 2709",
        us_beachheads="1411", dice="6",
    )  # fmt: skip


def test_a_finger_that_rests_lifts_a_counter_and_carries_it(service: Service, browser: Browser) -> None:
    match, tokens = service.import_match(_march().text(), BOTH)
    context = browser.new_context(viewport=PHONE, base_url=service.address, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    desk = Desk(page).sit(match, tokens["allied"])
    desk.settle()
    line = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    x, y = desk.point("1509")
    touch("touchStart", (x, y))
    page.wait_for_timeout(800)
    desk.wait_for(1)
    goal_x, goal_y = desk.point("1510")
    for share in (0.3, 0.6, 1.0):
        touch("touchMove", (x + (goal_x - x) * share, y + (goal_y - y) * share))
    touch("touchEnd")
    desk.wait_for(2)
    assert entries(service, match, tokens) == ["pick US-1", "move 1510"]
    # One finger that does not rest pans, two fingers zoom.
    before = desk.point("1510")
    touch("touchStart", (200, 300))
    touch("touchMove", (230, 330))
    touch("touchMove", (260, 360))
    touch("touchEnd")
    desk.settle()
    assert desk.point("1510") != before
    wide = page.locator(".board svg").first.evaluate("svg => svg.getBoundingClientRect().width")
    touch("touchStart", (150, 250), (220, 320))
    touch("touchMove", (120, 220), (250, 350))
    touch("touchMove", (90, 190), (280, 380))
    touch("touchEnd")
    desk.settle()
    assert page.locator(".board svg").first.evaluate("svg => svg.getBoundingClientRect().width") > wide
    assert desk.moment == 2
    assert desk.complaints == []
    context.close()


def test_what_is_the_only_thing_to_do_is_done_by_itself_where_the_player_wants_that(
    service: Service, page: Page
) -> None:
    mirror = Mirror("clicks", game="storming").until(
        lambda match: (
            match.prompts
            and (match.prompt.step, match.prompt.side) == ("movement", "allied")
            and showing.sheet(match, "allied").phase_name == "Allied assault movement"
        )
    )
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page, "storming").sit(match, tokens[mirror.side])
    before = mirror.moment
    desk.do("end")
    expect(desk.prompt.locator('[data-action="roll"]')).to_be_visible()
    page.locator('[data-action="undo"]').click()
    desk.wait_for(before + 2)
    desk.do("end")
    desk.prompt.locator('[data-setting="goes.on"]').check()
    page.locator('[data-action="undo"]').click()
    desk.wait_for(before + 4)
    desk.do("end")
    desk.wait_for_more_than(before + 5)
    assert entries(service, match, tokens)[-2:] == ["end", "roll"]
    assert desk.complaints == []
