"""What a finger alone meets on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_newcomer import is_seen


@pytest.fixture
def phone(service: Service, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def sit(service: Service, phone: Page, mirror: Mirror, game: str) -> Desk:
    match, tokens = service.import_match(
        mirror.match.text(), {side: {"kind": "human"} for side in mirror.match.game.sides}
    )
    return Desk(phone, game).sit(match, tokens[mirror.side])


def test_what_can_be_chosen_comes_back_when_a_tab_is_open(service: Service, phone: Page) -> None:
    mirror = Mirror("declared", game="storming").until(lambda match: "declare" in match.prompt.verbs())
    desk = sit(service, phone, mirror, "storming")
    declare = desk.prompt.locator('[data-action="declare 1"]')
    back = desk.prompt.get_by_role("button", name="To the choices")
    expect(declare).to_be_visible()
    expect(back).to_have_count(0)
    phone.get_by_role("tab", name="Track").tap()
    expect(declare).to_be_hidden()
    assert is_seen(back)
    back.tap()
    expect(declare).to_be_visible()
    assert desk.complaints == []


def test_all_that_is_said_of_a_unit_that_lies_alone_is_read(service: Service, phone: Page) -> None:
    unit = "GE-326-Inf"
    mirror = Mirror("strafed", game="storming").until(lambda match: match.why_not(f"strafe {unit}") is None)
    mirror.match.play(f"strafe {unit}")
    desk = sit(service, phone, mirror, "storming")
    hex_ = desk.place_of(unit)
    desk.bring_into_view(hex_)
    phone.touchscreen.tap(*desk.point(hex_))
    words = phone.locator(".hex-panel .hex-unit")
    expect(words).to_contain_text("to be strafed")
    assert is_seen(words)
    assert desk.complaints == []


def test_nobody_tells_a_finger_to_press_shift(service: Service, phone: Page) -> None:
    mirror = Mirror("shift", game="storming").until(lambda match: "attack" in match.prompt.verbs())
    desk = sit(service, phone, mirror, "storming")
    expect(desk.prompt.get_by_text("Rest a finger on a target")).to_be_visible()
    expect(desk.prompt.get_by_text("Shift and a click")).to_be_hidden()
    assert desk.complaints == []
