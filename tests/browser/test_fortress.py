"""Fortress Europa at the table: the landing and a winter turn in two browsers, and what stays hidden there."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Browser, Page, expect

import bocage
from bocage import bots
from bocage.bots.seat import take
from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, second_page

MARCHES = 4  # how many decisions a side takes in one move impulse before it ends it, so that the turn is not too long
OTHER = {"allied": "german", "german": "allied"}


class Players:
    """Both sides as planners would play them, except that they march little and take the set-up that is suggested."""

    def __init__(self, match: bocage.Match) -> None:
        self.match = match
        self.bots = {side: bots.make("planner", side) for side in match.game.sides}
        self.marched: Counter[tuple[int, str]] = Counter()
        self.steps: Counter[str] = Counter()

    def next(self) -> tuple[str, str]:
        """Who acts, and how; it is done here as well."""
        match = self.match
        prompt, listed = match.prompt, [str(action) for action in match.prompt.actions]
        chosen = str(self.bots[prompt.side].choose(take(match, prompt.side)))
        where = (match.position.turn, match.game.phase(match.position))
        self.marched[where] += prompt.step == "movement"
        if prompt.step == "german set-up":
            chosen = "suggested" if "suggested" in listed else "end"
        elif "end" in listed and (prompt.step == "allied set-up" or self.marched[where] > MARCHES):
            chosen = "end"
        self.steps[prompt.step] += 1
        match.play(chosen)
        return prompt.side, chosen


class Ear:
    """What the service tells a page about a match."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("response", lambda answer: self.heard.append(answer.text()) if "/sheet" in answer.url else None)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.heard.append(str(frame))))

    def places(self, unit: str) -> set[str]:
        """The places of which the page was told that a unit is there."""
        return {place for text in self.heard for place in re.findall(rf'"{unit}":\s*\["([^"]*)"', text)}


def seated(
    service: Service, page: Page, browser: Browser, match: bocage.Match
) -> tuple[str, dict[str, str], dict[str, Desk]]:
    known, tokens = service.import_match(match.text(), BOTH)
    pages = {"allied": page, "german": second_page(browser, service)}
    return known, tokens, {side: Desk(pages[side], "fortress").sit(known, tokens[side]) for side in pages}


def played_on(players: Players, desks: dict[str, Desk], done: Any) -> None:
    """Go on in both browsers until something holds; whoever does not decide has nothing to press but undo."""
    match = players.match
    while not done(match):
        side = match.prompt.side
        desks[side].wait_for(match.moment_of(side))
        expect(desks[OTHER[side]].prompt.locator('[data-action]:not([data-action="undo"])')).to_have_count(0)
        marching = match.prompt.step == "movement"
        _, action = players.next()
        if marching:  # far over the map, which the mouse would have to drag: by keyboard
            desks[side].type_action(action)
        else:
            act(desks[side], action)
        desks[side].wait_for(match.moment_of(side))


def act(desk: Desk, action: str) -> None:
    """Where a few hexes or units stand in the panel too, they are chosen there; the others on the map."""
    chip = desk.prompt.locator(f'li [data-action="{action}"]')
    if chip.count():
        chip.click()
    else:
        desk.do(action)


def at(step: str) -> Any:
    return lambda match: match.prompt.step == step


def test_the_turn_of_the_landing_in_two_browsers(service: Service, page: Page, browser: Browser) -> None:
    match = bocage.new_match("fortress", seed="overlord")
    players, ear = Players(match), Ear(page)
    known, tokens, desks = seated(service, page, browser, bocage.new_match("fortress", seed="overlord"))
    allied, german = desks["allied"], desks["german"]
    german.page.get_by_role("button", name="Set up the rest as suggested").wait_for()
    played_on(players, desks, at("allied set-up"))

    # Nine German units were written down: their owner sees them on the map, the Allied page has never heard of them.
    names = match.game.unit_ids
    hidden = [names[unit] for unit in range(len(names)) if match.position.hidden >> unit & 1]
    homes = {unit: match.game.board.labels[match.position.units[match.game.unit_numbers[unit]].at] for unit in hidden}
    assert len(hidden) == 9
    assert {unit: german.place_of(unit) for unit in hidden} == homes
    assert {allied.place_of(unit) for unit in hidden} == {""}

    # Aircraft are given out and the invasion is declared; not even then does a hidden unit reach the Allied browser.
    played_on(players, desks, at("landing"))
    expect(german.page.locator(".board")).to_contain_text("BEACH")
    assert ear.places("GE-84-Inf"), "the page is told where units are in this way"
    assert not any(ear.places(unit) & {homes[unit]} for unit in hidden)

    # The first wave, ships, hidden units, battles, the second wave, supply; then the Germans.
    played_on(players, desks, at("combat"))
    assert [unit for unit in hidden if allied.place_of(unit) == ""] == [], "the hidden units are on the map now"
    while "roll" not in match.prompt.verbs():
        played_on(players, desks, lambda _, before=match.moment: match.moment > before)
    expect(allied.page.get_by_role("region", name=re.compile("Odds of the attack")).first).to_be_visible()
    played_on(players, desks, lambda match: match.position.turn == 2)
    # Whether anybody stands on the beaches to be bombed and attacked hangs on where the planner lands.
    assert {"allied allocation", "landing", "ships", "second wave", "movement"} <= set(players.steps)
    told = " ".join(line for _, _, line in match.log("german"))
    for words in ("lands at", "comes ashore at", "begin their player turn"):
        assert words in told
    for side, desk in desks.items():
        desk.wait_for(match.moment_of(side))
        expect(desk.page.locator(".top-bar")).to_contain_text("June II")
        assert desk.complaints == []
    assert bocage.load(service.record(known, tokens)).position_hash == match.position_hash
    german.page.context.close()


def test_units_in_the_bases_lie_in_their_boxes_on_the_map_and_are_sent_from_there(service: Service, page: Page) -> None:
    match = bocage.new_match("fortress", seed="boxes")
    for action in ("suggested", "end"):
        match.play(action)
    known, tokens = service.import_match(match.text(), BOTH)
    desk = Desk(page, "fortress").sit(known, tokens["allied"])
    units = [action.operand for action in match.prompt.actions if action.verb == "send"]
    assert len(units) > 40
    assert {desk.place_of(unit) for unit in units} == {"england"}
    desk.do(f"send {units[-1]}")
    desk.wait_for(match.moment_of("allied") + 1)
    assert desk.place_of(units[-1]) == "africa"
    expect(desk.panel).to_have_attribute("aria-label", "England")
    assert desk.complaints == []


def test_a_winter_turn_in_two_browsers(service: Service, page: Page, browser: Browser) -> None:
    match = bocage.new_match("fortress", scenario="bulge", seed="ardennes")
    players, first = Players(match), match.position.turn
    start = bocage.new_match("fortress", scenario="bulge", seed="ardennes")
    known, tokens, desks = seated(service, page, browser, start)
    played_on(players, desks, lambda match: match.position.turn > first)
    assert players.steps["combat"] > 10
    assert players.steps["movement"] > 4
    assert set(players.steps) & {"losses", "retreat", "hold"}, "both decide inside a battle"
    for side, desk in desks.items():
        desk.wait_for(match.moment_of(side))
        expect(desk.page.locator(".top-bar")).to_contain_text("December IV")
        assert desk.complaints == []
    assert bocage.load(service.record(known, tokens)).position_hash == match.position_hash
    desks["german"].page.context.close()
