"""What helps the eye on the board: the overview, the arrows at its edges, where the camera goes on set-up."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

import bocage
from tests.browser.conftest import PHONE
from tests.browser.desk import Desk, Mirror, hexes
from tests.browser.service import Service
from tests.browser.test_playing import BOTH


def moving(page: Page, service: Service) -> Desk:
    """The Allies move in the second turn of Operation Roundup."""
    mirror = Mirror("screens").until(lambda match: match.position.turn == 2 and match.prompt.step == "movement")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens[mirror.side])
    expect(page.locator(".overview")).to_be_visible()
    desk.settle()
    return desk


def map_left(page: Page) -> float:
    box = page.locator(".board svg").first.bounding_box()
    assert box is not None
    return box["x"]


def setting_up(page: Page, service: Service, game: str, *actions: str) -> Desk:
    match = bocage.new_match(game, seed="overview")
    for action in actions:
        match.play(action)
    match_id, tokens = service.import_match(match.text(), BOTH)
    return Desk(page, game).sit(match_id, tokens["german"])


def in_view(page: Page, label: str, desk: Desk) -> bool:
    x, y = desk.point(label)
    board = page.locator(".board").bounding_box()
    assert board is not None
    return board["x"] <= x <= board["x"] + board["width"] and board["y"] <= y <= board["y"] + board["height"]


def test_the_overview_moves_what_is_seen_by_hand_and_by_keys_and_stays_folded(service: Service, page: Page) -> None:
    desk = moving(page, service)
    pane = page.get_by_role("application", name=re.compile("^Overview map"))
    frame = page.locator(".overview-frame")
    before, framed = map_left(page), frame.bounding_box()
    room = pane.bounding_box()
    assert room is not None
    assert framed is not None
    page.mouse.move(framed["x"] + framed["width"] / 2, framed["y"] + framed["height"] / 2)
    page.mouse.down()
    page.mouse.move(room["x"] + room["width"] * 0.8, room["y"] + room["height"] * 0.8, steps=4)
    page.mouse.up()
    desk.settle()
    dragged, now = map_left(page), frame.bounding_box()
    assert dragged < before - 50, "the map lies farther to the left: its east is seen"
    assert now is not None
    assert now["x"] > framed["x"] + 5, "and so says the frame"
    pane.focus()
    page.keyboard.press("ArrowLeft")
    desk.settle()
    assert map_left(page) > dragged + 50
    page.get_by_role("button", name="Fold the overview map away").click()
    expect(pane).to_have_count(0)
    page.reload()
    button = page.get_by_role("button", name="Overview map", exact=True)
    expect(button).to_be_visible()
    expect(pane).to_have_count(0)
    button.click()
    expect(pane).to_be_visible()
    assert desk.complaints == []


def test_on_a_phone_the_overview_waits_behind_its_button(service: Service, browser: Browser) -> None:
    context = browser.new_context(
        base_url=service.address, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    desk = moving(page, service)
    pane = page.get_by_role("application", name=re.compile("^Overview map"))
    expect(pane).to_have_count(0)
    page.get_by_role("button", name="Overview map", exact=True).tap()
    room = pane.bounding_box()
    assert room is not None
    before = map_left(page)
    page.touchscreen.tap(room["x"] + room["width"] * 0.9, room["y"] + room["height"] * 0.9)
    desk.settle()
    assert abs(map_left(page) - before) > 30
    assert desk.complaints == []
    context.close()


def test_arrows_at_the_edge_tell_how_much_lies_beyond_and_fly_there(service: Service, page: Page) -> None:
    desk = moving(page, service)
    arrows = page.locator(".edge-arrow")
    expect(arrows).to_have_count(0)
    pane = page.get_by_role("application", name=re.compile("^Overview map"))
    room = pane.bounding_box()
    assert room is not None
    page.mouse.click(room["x"] + room["width"] * 0.8, room["y"] + room["height"] * 0.9)
    lit = page.locator('.edge-arrow[data-kind="lit"]')
    expect(lit.first).to_be_visible()
    expect(lit.first).to_have_attribute("aria-label", re.compile(r"^\d+ places where something can be done "))
    beyond = sum(int(text) for text in lit.all_inner_texts())
    assert beyond >= 8, "all who can move are out of sight"
    enemies = page.locator('.edge-arrow[data-kind="enemy"]')
    expect(enemies.first).to_have_attribute("aria-label", re.compile("with enemies in contact"))
    lit.first.focus()
    page.keyboard.press("Enter")
    desk.settle()
    expect(arrows).to_have_count(0)
    assert desk.complaints == []


def test_where_nearly_every_hex_may_be_chosen_what_may_not_is_shaded_instead(service: Service, page: Page) -> None:
    desk = setting_up(page, service, "fortress", "pick GE-Lehr-Pz")
    assert page.locator(".spot").count() > 700
    expect(page.locator(".tint")).to_have_count(0)
    expect(page.locator(".shut .shut-cells").first).to_be_attached()
    expect(page.locator(".edge-arrow")).to_have_count(0)
    assert desk.complaints == []


def test_set_up_opens_where_it_is_and_goes_to_where_the_next_unit_can_be_placed(service: Service, page: Page) -> None:
    desk = setting_up(page, service, "fortress")

    def seen() -> list[str]:
        desk.settle()
        labels = [spot.get_attribute("data-hex") or "" for spot in page.locator(".spot").all()]
        return [label for label in labels if label in hexes("fortress") and in_view(page, label, desk)]

    assert seen()
    desk.type_action("pick GE-338-Co")
    desk.is_asked("19th district")
    assert seen(), "the Mediterranean is seen, though the map lay at the Atlantic"
    assert desk.complaints == []
