"""Storming the Reich at the table: the rulebook's own example turn, played by two people in two browsers."""

from __future__ import annotations

import re
from functools import lru_cache

from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, second_page
from tests.storming import test_example_of_play as example

# Played with the mouse on the map; everything else is typed, as someone who knows the hexes would do it.
BY_MOUSE = {
    "first strafing", "second strafing", "allied combat", "german combat", "cherbourg assault", "airborne recovery",
    "carpet bombing", "allied exploitation",
}  # fmt: skip


@lru_cache
def told() -> tuple[str, list[tuple[str, str, str]], bocage.Match]:
    """The example as a record at its beginning, what is done in it (side, row, action), and its end."""
    table = example.Table()
    start = table.match.text()
    example.play(table)
    replay = bocage.load(start)
    steps = []
    for entry in table.match.entries:
        if entry.word == "play" and entry.action is not None:
            steps.append((entry.side, replay.game.phase(replay.position), str(entry.action)))
        replay.repeat(entry)
    return start, steps, table.match


def test_the_example_of_play_in_two_browsers(service: Service, page: Page, browser: Browser) -> None:
    start, steps, end = told()
    match, tokens = service.import_match(start, BOTH)
    theirs = second_page(browser, service)
    desks = {
        "allied": Desk(page, "storming").sit(match, tokens["allied"]),
        "german": Desk(theirs, "storming").sit(match, tokens["german"]),
    }
    moment = 0
    for side, row, action in steps:
        desk = desks[side]
        desk.wait_for(moment)
        if row in BY_MOUSE:
            desk.do(action)
        else:
            desk.type_action(action)
        moment += 1
        desk.wait_for(moment)
    for desk in desks.values():
        desk.wait_for(moment)
        expect(desk.page.locator(".top-bar")).to_contain_text(re.compile("Turn 3"))
        assert desk.complaints == []
    assert bocage.load(service.record(match, tokens)).position_hash == end.position_hash
    theirs.context.close()
