"""What lies over the map hides nothing that is lit when a question comes up, on screens of several sizes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import HUMAN

LAPTOP = {"width": 1280, "height": 720}
# The steps of each game whose questions are looked at, one after the other.
QUESTIONS = {
    "roundup": ("movement", "combat"),
    "storming": ("movement", "combat"),
    "rhine": ("movement", "allocation"),
    "fortress": ("movement", "combat"),
    "festung": ("redeployment", "movement"),
}
HIDDEN = """() => {
  const board = document.querySelector('.board').getBoundingClientRect();
  const over = '.overview, .edge-arrow, .tray, .banner, .toast';
  return [...document.querySelectorAll('.board .spots [data-verb]')].flatMap((spot) => {
    const box = spot.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < board.left || x > board.right || y < board.top || y > board.bottom) return [];
    const top = document.elementFromPoint(x, y)?.closest(over);
    return top ? [`${spot.dataset.hex} under ${top.className}`] : [];
  });
}"""


def asked(match: Any, step: str) -> bool:
    """Is this step's question open, with a unit in hand or hexes to choose?"""
    return bool(match.prompts) and match.position.turn > 1 and match.prompt.step == step


@pytest.mark.parametrize("game", QUESTIONS)
def test_what_is_lit_lies_free_when_a_question_comes_up(service: Service, browser: Browser, game: str) -> None:
    mirror = Mirror("clear", bot="greedy", game=game)
    looked = 0
    for step in QUESTIONS[game]:
        for _ in range(4000):
            if not mirror.match.prompts or asked(mirror.match, step):
                break
            mirror.next()
        if not mirror.match.prompts:
            break
        mirror.next()  # a unit is in hand, or the next thing is asked
        match, tokens = service.import_match(mirror.match.text(), dict.fromkeys(mirror.match.game.sides, HUMAN))
        for size in (LAPTOP, DESKTOP, PHONE):
            context = browser.new_context(viewport=size, base_url=service.address, reduced_motion="reduce")
            desk = Desk(context.new_page(), game).sit(match, tokens[mirror.side])
            desk.settle()
            expect(desk.page.locator(".overview")).to_be_attached()
            desk.page.wait_for_timeout(600)
            assert desk.page.evaluate(HIDDEN) == [], f"{step} at {size}"
            looked += desk.page.locator(".board .spots [data-verb]").count()
            assert desk.complaints == []
            context.close()
    assert looked > 0
