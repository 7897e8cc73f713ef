"""The arrows at the edges of the map stand clear of the buttons, of the overview and of each other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import HUMAN

SMALL, USUAL = {"width": 1280, "height": 720}, {"width": 1440, "height": 900}
MET = """() => {
  const area = one => one.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const seen = one => area(one).width > 0 && getComputedStyle(one).visibility === 'visible';
  const arrows = [...document.querySelectorAll('.edge-arrow')].filter(seen);
  const others = [...document.querySelectorAll('button, .overview')].filter(one => seen(one) && !one.closest('svg'));
  return arrows.flatMap(arrow => others.filter(one => one !== arrow && meet(area(arrow), area(one)))
    .map(one => `${arrow.title} / ${one.ariaLabel || one.textContent || one.className}`));
}"""


def moved(page: Page, service: Service, game: str) -> Desk:
    """Somewhere in a match, looked at from so near that much lies beyond the edges."""
    mirror = Mirror("figures", "random", game)
    for _ in range(150):
        mirror.next()
    sides = mirror.match.game.sides
    match, tokens = service.import_match(mirror.match.text(), dict.fromkeys(sides, HUMAN))
    desk = Desk(page, game).sit(match, tokens[mirror.side])
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    desk.settle()
    expect(page.locator(".edge-arrow").first).to_be_attached()
    page.wait_for_timeout(400)
    return desk


@pytest.mark.parametrize("size", [PHONE, SMALL, USUAL], ids=["phone", "small", "usual"])
@pytest.mark.parametrize("game", ["roundup", "storming", "rhine"])
def test_arrows_stand_clear_of_all_buttons(service: Service, browser: Browser, game: str, size: dict[str, int]) -> None:
    phone = size is PHONE
    context = browser.new_context(
        base_url=service.address, viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce"
    )
    page = context.new_page()
    desk = moved(page, service, game)
    assert page.evaluate(MET) == []
    page.get_by_role("button", name="Zoom out").click()
    desk.settle()
    page.wait_for_timeout(400)
    assert page.evaluate(MET) == []
    assert desk.complaints == []
    context.close()
