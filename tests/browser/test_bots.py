"""Playing against a bot in a real browser: choosing it, seeing that it thinks, reading why, and asking for advice."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.desk import LONG, Desk
from tests.browser.service import Service

SHOTS = os.environ.get("BOCAGE_SHOTS", "")  # a folder: pictures to look at


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_a_match_against_the_bot_that_thinks(service: Service, page: Page) -> None:
    desk = Desk(page)
    page.goto("/?game=roundup")
    germans = page.get_by_role("group", name="The Germans")
    allies = page.get_by_role("group", name="The Allies")
    which = germans.get_by_label("Which bot plays the Germans?")
    expect(which).to_have_value("planner")
    expect(germans).to_contain_text("Plans its turn")
    which.select_option("search")
    germans.get_by_label(re.compile("How long may it think")).select_option("1")
    shot(page, "setup")
    # I take the Germans, and the bot, who lands, has something to think about.
    allies.get_by_label("A bot").check()
    allies.get_by_label("Which bot plays the Allies?").select_option("search")
    allies.get_by_label(re.compile("How long may it think")).select_option("2")
    germans.get_by_label("Me", exact=True).check()
    expect(page.get_by_role("status").first).to_contain_text("the bot Search (2 s a turn) plays the Allies")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(desk.prompt).to_be_visible()
    expect(desk.prompt).to_contain_text("Search is thinking…", timeout=LONG)
    shot(page, "thinking")
    expect(page.locator(".seats")).to_contain_text("Search, 2 s a turn (bot)")
    desk.is_asked("Choose Move/Combat", timeout=LONG)
    expect(desk.prompt.locator(".bot-says")).to_contain_text(re.compile("Search: “.+”"))
    desk.unfold_log()  # a reason lies under what was done
    expect(page.locator(".log-line.kind-remark").last).to_be_visible()
    shot(page, "says")
    assert desk.complaints == []


def test_the_planner_advises_me(service: Service, page: Page) -> None:
    seats = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "planner"}}
    match, tokens = service.match_with_dice("utah", seats)
    desk = Desk(page).sit(match, tokens["allied"])
    for moment in range(3):
        page.get_by_role("button", name="Advice: What would the planner do?").click()
        advice = desk.prompt.locator(".advice")
        expect(advice).to_contain_text(re.compile("Planner: .+ beachhead"), timeout=LONG)
        if moment == 0:
            shot(page, "advice")
        advice.get_by_role("button", name="Do that").click()
        desk.wait_for(moment + 1)
    log = service.ask("GET", f"/api/matches/{match}/log", token=tokens["allied"])["lines"]
    assert sum("beachhead is marked" in line["text"] for line in log) == 3
    assert desk.complaints == []


def test_a_bot_keeps_its_reasons_where_sides_have_secrets(service: Service, page: Page) -> None:
    seats = {"allied": {"kind": "human"}, "german": {"kind": "bot", "bot": "planner"}}
    made = service.ask("POST", "/api/matches", {"game": "rhine", "seats": seats})
    desk = Desk(page, "rhine")
    page.goto(f"/match/{made['match']['id']}#seat={made['tokens']['allied']}")
    expect(page.get_by_role("button", name="Advice: What would the planner do?")).to_be_visible(timeout=LONG)
    expect(page.locator(".bot-says, .kind-remark")).to_have_count(0)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Concede the game").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Concede")).click()
    # Reasons lie under what was done, and are there once the game is over.
    expect(page.get_by_role("region", name="The end of the game")).to_be_visible(timeout=LONG)
    expect(page.locator(".log-more").first).to_be_visible(timeout=LONG)
    desk.unfold_log()
    expect(page.locator(".kind-remark").first).to_be_visible(timeout=LONG)
    shot(page, "over")
    assert desk.complaints == []
