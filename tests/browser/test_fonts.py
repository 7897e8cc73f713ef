"""The page's letters come along with it: no system's own, no other host, and figures that fit their counters."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import bocage
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import HUMAN

WIDE = """() => [...document.querySelectorAll('.board .counter')].flatMap(counter => {
  const face = counter.querySelector('.counter-face').getBBox();
  return [...counter.querySelectorAll('.counter-factors, .counter-gist, .counter-size')]
    .filter(text => text.getBBox().width > face.width)
    .map(text => text.textContent);
})"""


def test_letters_are_the_pages_own(page: Page, service: Service) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.get_by_role("heading").first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    loaded = page.evaluate("() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert {name.strip('"') for name in loaded} == {"Source Sans 3", "Source Serif 4"}
    assert all(url.startswith(service.address) for url in asked)
    fonts = [url for url in asked if url.endswith(".woff2")]
    assert len(fonts) == 2
    for url in fonts:
        answer = page.request.get(url)
        assert answer.headers["content-type"] == "font/woff2"
        assert len(answer.body()) < 32_000
    assert "SIL OPEN FONT LICENSE" in page.request.get("/fonts-licence.txt").text()


@pytest.mark.parametrize("game", bocage.slugs())
def test_figures_fit_their_counters(page: Page, service: Service, game: str) -> None:
    mirror = Mirror("figures", "random", game)
    for _ in range(150):
        if mirror.side:
            mirror.next()
    match_id, tokens = service.import_match(mirror.match.text(), dict.fromkeys(mirror.match.game.sides, HUMAN))
    Desk(page, game).sit(match_id, tokens[mirror.match.game.sides[0]])
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert page.locator(".board .counter").count() > 10
    assert page.evaluate(WIDE) == []
