"""The panel of the hex: one, docked beside the map, with every counter at the map's size and what it can still do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import BOTH
from tests.browser.test_screens import july_turn, violations


def stacked(match: Any) -> list[str]:
    """The units in the first hex with two or more that may be taken in hand."""
    game, position = match.game, match.position
    able = {str(action).split()[1] for action in match.prompt.actions if str(action).startswith("pick ")}
    found: dict[int, list[str]] = {}
    for unit in sorted(able):
        at = position.units[game.unit_numbers[unit]].at
        if 0 <= at < len(game.board.labels):
            found.setdefault(at, []).append(unit)
    return next((units for units in found.values() if len(units) > 1), [])


def moving(page: Page, service: Service) -> tuple[Desk, Mirror, list[str]]:
    mirror = Mirror("stacks").until(lambda match: match.prompt.step == "movement" and len(stacked(match)) > 1)
    units = stacked(mirror.match)
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    return Desk(page).sit(match, tokens[mirror.side]), mirror, units


def box_of(locator: Any) -> dict[str, float]:
    found: dict[str, float] = locator.bounding_box()
    return found


def test_the_panel_shows_the_stack_and_takes_any_of_it(service: Service, page: Page) -> None:
    desk, mirror, units = moving(page, service)
    place = desk.place_of(units[0])
    desk.bring_into_view(place)
    page.mouse.move(*desk.point(place))
    expect(desk.panel).to_have_attribute("data-hex", place)
    drawn = page.locator(f'.board svg [data-unit="{units[0]}"] .counter-face').bounding_box()
    assert drawn
    for unit in units:
        chip = desk.panel.locator(f'.counter-chip[data-unit="{unit}"]')
        assert box_of(chip.locator(".counter-face"))["width"] >= drawn["width"]
        expect(desk.panel.locator(f'[data-action="pick {unit}"]')).to_have_text("Take in hand")
    last = mirror.moment
    desk.panel.locator(f'[data-action="pick {units[1]}"]').click()
    desk.wait_for(last + 1)
    row = desk.panel.locator(".hex-units li", has=page.locator(f'[data-unit="{units[1]}"]'))
    expect(row).to_contain_text("in hand")
    assert desk.complaints == []


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, {"width": 1440, "height": 900}])
def test_nothing_lies_over_the_lit_hexes(service: Service, browser: Browser, viewport: Any) -> None:
    context = browser.new_context(base_url=service.address, viewport=viewport, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    desk = july_turn(page, service, "pick DE-21Pz", "german")
    desk.bring_into_view("3415")
    page.mouse.move(*desk.point("3415"))
    expect(desk.panel).to_contain_text("21. Panzer Division")
    board = box_of(page.locator(".board"))
    assert box_of(desk.panel)["x"] >= board["x"] + board["width"] - 1, "beside the map, not over it"
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.board .spot')].filter(spot => {
            const r = spot.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
            const b = document.querySelector('.board').getBoundingClientRect();
            if (x < b.left || x > b.right || y < b.top || y > b.bottom) return false;
            const top = document.elementFromPoint(x, y);
            return Boolean(top.closest('.hex-panel, .column, [class*=fan]'));
        }).length"""
    )
    assert covered == 0
    assert violations(page) == []
    context.close()


def test_the_panel_can_be_folded_and_stays_so(service: Service, page: Page) -> None:
    desk = july_turn(page, service, "pick DE-21Pz", "german")
    expect(desk.panel.locator(".hex-units li")).to_have_count(1)
    page.get_by_role("button", name="Fold the panel of the hex").click()
    expect(desk.panel.locator(".hex-units")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Unfold the panel of the hex").click()
    expect(desk.panel.locator(".hex-units li")).to_have_count(1)


def test_with_the_column_closed_the_panel_lies_under_the_map(service: Service, page: Page) -> None:
    july_turn(page, service, "pick DE-21Pz", "german")
    page.get_by_role("button", name="Hide the panel").click()
    panel = page.locator(".board-place > .hex-panel")
    expect(panel).to_contain_text("21. Panzer Division")
    assert box_of(panel)["y"] >= box_of(page.locator(".board"))["y"] + box_of(page.locator(".board"))["height"] - 1


def test_a_phone_keeps_half_of_its_screen_for_the_map(service: Service, browser: Browser) -> None:
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    desk, mirror, units = moving(page, service)
    for notice in ("I see", "Keep it"):
        page.get_by_role("button", name=notice).tap()
    page.touchscreen.tap(*desk.point(desk.place_of(units[0])))
    chip = desk.panel.locator(f'.counter-chip[data-unit="{units[1]}"]')
    chip.tap()
    desk.wait_for(mirror.moment + 1)
    expect(desk.panel.locator(".held")).to_have_count(1)
    board = page.locator(".board").bounding_box()
    sheet = page.locator(".column").bounding_box()
    assert board
    assert sheet
    assert sheet["y"] - board["y"] >= PHONE["height"] / 2
    expect(desk.prompt.locator('[data-action="undo"]')).to_be_in_viewport()
    expect(chip).to_be_in_viewport()
    assert desk.complaints == []
    context.close()
