"""What happened: the log, the slider through the match, the film since one's last move, the proof of the dice."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.desk import LONG, Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import BOTH, HUMAN

BOT = {"kind": "bot", "bot": "planner"}


def second_turn(seed: str = "memory") -> Mirror:
    return Mirror(seed).until(lambda match: match.position.turn == 2 and match.prompt.side == "allied")


def test_the_slider_shows_the_board_of_every_moment(service: Service, page: Page) -> None:
    mirror = second_turn()
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    assert page.locator(".board svg .counters [data-unit]").count() > 10
    desk.slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text(re.compile("Looking at turn 1"))).to_be_visible()
    expect(page.locator('.board svg .counters [data-unit^="US-"]')).to_have_count(0)
    expect(desk.prompt.locator('[data-action="end"]')).to_have_count(0)
    page.get_by_role("button", name="Back to now").first.click()
    expect(page.locator('.board svg .counters [data-unit^="US-"]').first).to_be_attached()
    assert desk.complaints == []


def test_a_line_of_the_log_leads_to_the_board_then(service: Service, page: Page) -> None:
    mirror = second_turn()
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    line = page.locator(".log-line:is(.kind-battle, .kind-move) .log-text").first
    line.click()
    expect(page.get_by_text(re.compile("Looking at turn 1"))).to_be_visible()
    page.get_by_role("button", name="Back to now").first.click()
    desk.is_asked(mirror.match.prompt.text)


def test_the_film_shows_what_the_bot_did_since_my_last_move(service: Service, page: Page) -> None:
    # One action before the bot's turn begins.
    probe = Mirror("film").until(lambda match: match.prompt.side == "german" and match.position.turn == 1)
    mirror = Mirror("film")
    while mirror.moment < probe.moment - 1:
        mirror.next()
    match, tokens = service.import_match(mirror.match.text(), {"allied": HUMAN, "german": BOT})
    desk = Desk(page).sit(match, tokens["allied"])
    mark = mirror.moment + 1
    desk.type_action(mirror.next())
    expect(page.get_by_role("button", name="Watch the film")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Watch the film").click()
    film = page.get_by_role("group", name="Film")
    expect(film).to_be_visible()
    scenes = int(film.get_by_role("slider", name="Scene of the film").get_attribute("max") or 0)
    assert 0 < scenes <= desk_moment(service, match, tokens) - mark
    film.get_by_role("slider", name="Scene of the film").focus()
    page.keyboard.press("End")
    expect(film.locator(".film-count")).to_have_text(f"{scenes}/{scenes}")
    page.keyboard.press("Escape")
    expect(film).to_have_count(0)
    expect(desk.prompt).to_be_visible()
    assert desk.complaints == []


def desk_moment(service: Service, match: str, tokens: dict[str, str]) -> int:
    return int(service.sheet(match, tokens["allied"])["moment"])


def test_odds_are_shown_with_every_shift_before_the_die_and_the_die_as_a_die(service: Service, page: Page) -> None:
    mirror = Mirror("odds").until(lambda match: match.prompt.step == "combat" and match.prompt.verbs().get("attack"))
    target = mirror.match.prompt.verbs()["attack"][0].operand
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens[mirror.side])
    desk.do(f"attack {target}")
    desk.wait_for(mirror.moment + 1)
    joining = desk.prompt.locator('[data-together="join"], [data-action^="join "]').first
    joining.click()
    card = page.get_by_role("region", name=f"Odds of the attack on {target}")
    expect(card).to_be_visible()
    expect(card).to_contain_text(re.compile(r"\d/\d"))
    desk.prompt.locator('[data-action="roll"]').click()
    expect(page.locator('.tray[aria-label="Dice"], [aria-label="Dice"]').first).to_be_visible()
    expect(page.locator(".log-line.kind-battle .log-roll").last).to_be_visible()


def test_after_the_end_anybody_can_check_the_dice(service: Service, page: Page) -> None:
    match, tokens = service.match_with_dice("proof", BOTH)
    Desk(page).sit(match, tokens["allied"])
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name=re.compile("Concede|Give up", re.I)).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Concede|Give", re.I)).last.click()
    expect(page.get_by_role("region", name="The end of the game")).to_contain_text(re.compile("Germans", re.I))
    page.goto(f"/match/{match}/proof")
    page.get_by_role("button", name=re.compile("[Cc]heck")).first.click()
    expect(page.locator("main")).to_contain_text(re.compile("agree", re.I))
