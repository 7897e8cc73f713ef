"""What a player lays on the board for himself: ruler, notes, bookmarks; trails, and overlays of earlier moments."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_overview import moving
from tests.browser.test_playing import BOTH, second_page


def test_the_ruler_counts_hexes_and_tells_what_the_way_costs_the_unit_in_hand(service: Service, page: Page) -> None:
    desk = moving(page, service)
    page.get_by_role("button", name="Ruler", exact=True).click()
    bar = page.locator(".tool-bar [role=status]")
    expect(bar).to_contain_text("choose a hex")
    desk.click_hex("1713")
    page.mouse.move(*desk.point("1711"))
    expect(bar).to_contain_text(re.compile(r"1713 to 1711.*: 2 hexes$"))
    expect(page.locator(".board-legend")).to_contain_text("2 hexes")
    before = desk.moment
    desk.click_hex("1611")
    expect(bar).to_contain_text(re.compile(r"1713 to 1611.*: \d hexes$"))
    assert desk.moment == before, "measuring is no move"
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)

    unit = next(unit for unit in ("US-2A", "US-1A", "US-3A") if desk.place_of(unit))
    desk.type_action(f"pick {unit}")
    desk.wait_for_more_than(before)
    stands = desk.place_of(unit)
    page.locator(".top-title").click()
    page.keyboard.press("w")
    goal = next(hex_ for hex_ in ("1513", "1512", "1612") if page.locator(f'.spot[data-hex="{hex_}"]').count())
    desk.click_hex(goal)
    expect(bar).to_contain_text(re.compile(rf"{stands}.* to {goal}.*: \d+ hex.*, \d+ MP"))
    assert desk.complaints == []


def test_a_note_on_a_hex_is_kept_for_this_seat_alone_and_stands_in_no_record(
    service: Service, page: Page, browser: Browser
) -> None:
    mirror = Mirror("screens").until(lambda match: match.position.turn == 2 and match.prompt.step == "movement")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens[mirror.side])
    desk.settle()
    before = service.record(match, tokens)
    desk.bring_into_view("1713")
    page.mouse.move(*desk.point("1713"))
    page.keyboard.press("p")
    page.get_by_role("textbox", name=re.compile("1713")).fill("hold the canal here")
    page.get_by_role("button", name="Keep", exact=True).click()
    on_map = page.locator(".hex-text", has_text="✎ hold")
    expect(on_map).to_be_attached()
    page.reload()
    expect(on_map).to_be_attached()
    desk.open_tab("Talk")
    expect(page.get_by_label("Notes", exact=False).last).to_have_value("@1713 hold the canal here")
    desk.settle()
    page.mouse.move(*desk.point("1712"))
    page.mouse.move(*desk.point("1713"))
    expect(page.locator(".note-tip")).to_have_text("✎ hold the canal here")
    assert service.record(match, tokens) == before
    other = second_page(browser, service)
    theirs = Desk(other).sit(match, tokens["german" if mirror.side == "allied" else "allied"])
    assert "hold the canal" not in other.content()
    assert theirs.complaints == []
    other.context.close()
    assert desk.complaints == []


def test_bookmarks_in_the_log_are_remembered_and_can_be_shown_alone(service: Service, page: Page) -> None:
    desk = moving(page, service)
    lines = page.locator(".log-line")
    count = lines.count()
    lines.last.hover()
    lines.last.get_by_role("button", name=re.compile("^Bookmark this")).click()
    expect(page.locator(".time-mark")).to_have_count(1)
    page.reload()
    page.get_by_role("button", name="Marked", exact=True).click()
    expect(page.locator(".log-line")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Take the bookmark away")).click()
    expect(page.locator(".log-line")).to_have_count(0)
    assert count > 1
    assert desk.complaints == []


def test_overlays_and_trails_belong_to_the_moment_that_is_looked_at(service: Service, page: Page) -> None:
    desk = moving(page, service)
    page.get_by_role("button", name="What is shown on the map").click()
    page.get_by_role("checkbox", name="Zones of control").click()
    page.get_by_role("checkbox", name=re.compile("^Trails of all")).click()
    page.keyboard.press("Escape")
    zones = page.locator(".fills .fill-edge")
    expect(zones.first).to_be_attached()
    now = [edge.get_attribute("d") for edge in zones.all()]
    trails = page.locator(".trail")
    expect(trails.first).to_be_attached()
    moves = trails.count()
    desk.slider.fill("40")
    expect(page.get_by_text(re.compile("^Looking at turn 1"))).to_be_visible()
    page.wait_for_function(
        "now => { const all = [...document.querySelectorAll('.fills .fill-edge')].map(one => one.getAttribute('d'));"
        " return all.length && all.join() !== now.join(); }",
        arg=now,
    )
    assert trails.count() < moves, "of what came later nothing is seen"
    assert desk.complaints == []


def test_a_unit_without_supply_shows_the_line_that_it_would_have_and_what_cuts_it(service: Service, page: Page) -> None:
    desk = moving(page, service)
    page.get_by_role("button", name="What is shown on the map").click()
    page.get_by_role("checkbox", name=re.compile("^Supply")).click()
    page.keyboard.press("Escape")
    desk.click_unit("DE-156R")
    legend = page.locator(".board-legend")
    expect(legend).to_contain_text("156 Reserve Division: out of supply")
    expect(legend).to_contain_text(re.compile(r"Cut in hex(es)? \d{4}"))
    expect(page.locator(".layer-lines .supply-line")).to_have_count(1)
    assert desk.complaints == []
