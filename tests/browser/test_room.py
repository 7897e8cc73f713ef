"""Nothing of the table sticks out of its place on usual screens, in light and in dark, in any game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

import bocage
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import HUMAN

SCREENS = [(1280, 720), (1440, 900)]
OUT = """() => {
  const area = one => one.getBoundingClientRect();
  const seen = one => one instanceof HTMLElement && area(one).width > 0 && !one.closest('.offscreen');
  const found = [];
  for (const one of document.querySelectorAll('.column, .column *')) {
    if (!seen(one) || ['inline', 'contents'].includes(getComputedStyle(one).display)) continue;
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
      found.push(`too wide: ${one.className || one.tagName} ${one.textContent.slice(0, 40)}`);
    }
  }
  const column = area(document.querySelector('.column'));
  for (const one of [...document.querySelectorAll('.column button')].filter(seen)) {
    const { left, right } = area(one);
    if (left < column.left - 0.5 || right > column.right + 0.5) found.push(`overhangs: ${one.textContent}`);
  }
  for (const counter of document.querySelectorAll('.counter')) {
    if (!area(counter).width) continue;
    const face = area(counter.querySelector('.counter-face'));
    for (const text of counter.querySelectorAll('.counter-factors, .counter-gist, .counter-size, .counter-name')) {
      const { left, right, top, bottom, width } = area(text);
      const upright = text.classList.contains('counter-name');  // it runs from below
      const off = upright ? top < face.top - 0.5 || bottom > face.bottom + 0.5
        : left < face.left - 0.5 || right > face.right + 0.5;
      if (width && off) found.push(`off its counter: ${text.textContent}`);
    }
  }
  const head = area(document.querySelector('.top-facts'));
  for (const fact of document.querySelectorAll('.top-facts > div')) {
    const { top, bottom, right } = area(fact);
    const cut = bottom > head.bottom + 3 || right > head.right + 1;
    if (top < head.bottom - 2 && cut) found.push(`cut off: ${fact.textContent}`);
  }
  return found;
}"""
MISSING = """() => {
  const { bottom } = document.querySelector('.top-facts').getBoundingClientRect();
  return [...document.querySelectorAll('.top-facts > div')]
    .filter(one => one.getBoundingClientRect().top > bottom - 2).length;
}"""


@pytest.mark.parametrize("game", bocage.slugs())
def test_everything_has_room_in_its_place(service: Service, browser: Browser, game: str) -> None:
    mirror = Mirror("figures", "random", game)
    for _ in range(150):
        mirror.next()
    match, tokens = service.import_match(mirror.match.text(), dict.fromkeys(mirror.match.game.sides, HUMAN))
    for scheme in ("light", "dark"):
        context = browser.new_context(base_url=service.address, reduced_motion="reduce", color_scheme=scheme)
        page = context.new_page()
        desk = Desk(page, game)
        for wide, high in SCREENS:
            page.set_viewport_size({"width": wide, "height": high})
            desk.sit(match, tokens[mirror.side])
            page.evaluate("() => document.fonts.ready.then(() => true)")
            desk.settle()
            assert page.evaluate(OUT) == []
            missing = page.evaluate(MISSING)
            left = page.locator(".icon-button[data-left]")
            if missing:
                expect(left).to_have_attribute("data-left", str(missing))
                page.get_by_role("button", name="Facts and standing").click()
                listed = page.locator(".popover-panel .facts dt").all_inner_texts()
                shown = page.locator(".top-facts dt").all_text_contents()
                assert set(shown) <= set(listed), "what the head leaves out is behind its button"
                page.keyboard.press("Escape")
            else:
                expect(left).to_have_count(0)
        assert desk.complaints == []
        context.close()
