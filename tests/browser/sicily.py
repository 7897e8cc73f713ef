"""The landing in Sicily, for the tests and pictures of Festung Europa: the first action round, cards in both hands."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import bocage
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.festung.playing import play, position

BOTH = {"axis": {"kind": "human"}, "allied": {"kind": "human"}}
SICILY = "US-7A 1922; BR-8A 1922; US-II 1922; IT-XII 1921; IT-XVI 1821; GE-XIVPZ 1920"
MARKED = ("automatic", "mark-move 1920", "end", "end", "ops allied-2", "mark-attack 1922", "end")
FOUGHT = ("attack 1921", "join US-II", "fight", "combat allied-16")


def in_sicily() -> bocage.Match:
    """The Axis is to act."""
    hands = {"axis_hand": "axis-2 axis-4 axis-5 axis-18", "allied_hand": "allied-2 allied-10 allied-16 allied-18"}
    return position("axis action", SICILY, turn=1, **hands)


def _seated(page: Page, service: Service, match: bocage.Match, side: str) -> Desk:
    known, tokens = service.import_match(match.text(), BOTH)
    return Desk(page, "festung").sit(known, tokens[side])


def opening(page: Page, service: Service) -> None:
    """The Axis chooses its first card."""
    desk = _seated(page, service, bocage.new_match("festung", seed="screens"), "axis")
    expect(desk.prompt.get_by_role("group", name="Begin with it")).to_be_visible()


def card(page: Page, service: Service) -> None:
    """A card of the hand, opened."""
    _seated(page, service, in_sicily(), "axis")
    hand = page.get_by_role("button", name="Your hand: 4")
    if hand.get_attribute("aria-expanded") == "false":
        hand.click()
    page.locator('[data-card="axis-5"]').click()
    expect(page.locator(".hand-large")).to_be_visible()


def operations(page: Page, service: Service) -> None:
    """Markers are given out in the campaign, with the whole map."""
    match = bocage.new_match("festung", scenario="overlord", seed="screens")
    while match.prompt.step != "activation":
        verbs = match.prompt.verbs()
        wanted = "automatic" if "automatic" in verbs else "end" if "end" in verbs else "pass"
        match.play(wanted)
    _seated(page, service, match, match.prompt.side)


def battle(page: Page, service: Service) -> None:
    """The Axis is asked for Combat Cards; one of the Allies lies on the table."""
    _seated(page, service, play(in_sicily(), *MARKED, *FOUGHT), "axis")


def piles(page: Page, service: Service) -> None:
    """Where the cards lie."""
    _seated(page, service, play(in_sicily(), *MARKED, *FOUGHT), "allied").open_tab("Cards")


SCREENS = {
    "festung opening": opening,
    "festung card": card,
    "festung operations": operations,
    "festung battle": battle,
    "festung piles": piles,
}
