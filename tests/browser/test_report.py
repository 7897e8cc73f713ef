"""A report of the laboratory in a real browser: from a file, offline, on a desk, on a phone, at night and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from bocage.lab import report
from bocage.lab.running import runs
from bocage.lab.running.study import from_table
from tests.browser.conftest import DESKTOP, PHONE

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "rhine"
    runs.carry_out(from_table({"game": "rhine", "games": 3, "bots": ["random"]}), folder, on="here")
    return report.write(folder)


@pytest.fixture
def offline(browser: Browser, file: Path) -> Iterator[Page]:
    """The page from the disk, without a network. Anything it complains about fails the test."""
    context = browser.new_context(viewport=DESKTOP, offline=True, reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: trouble.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert not trouble


def test_the_slider_leads_through_the_turns(offline: Page) -> None:
    slider, big = offline.locator("#maps input"), offline.locator("#maps .big svg")
    assert offline.locator("#maps .small-maps figure").count() > 3
    shown = offline.locator("#maps .small-maps figure.shown figcaption").inner_text()
    expect(offline.locator("#maps output")).to_have_text(shown)
    slider.focus()
    slider.press("Home")
    expect(offline.locator("#maps output")).to_contain_text("1: June I")
    expect(big.locator("use").first).to_have_attribute("href", "#m0-1")
    assert (big.get_attribute("aria-label") or "").startswith("Map at the end of turn 1 (June I)")
    slider.press("ArrowRight")
    expect(big.locator("use").first).to_have_attribute("href", "#m0-2")
    offline.locator("#maps .small-maps figure").nth(2).click()
    expect(offline.locator("#maps output")).to_contain_text("3: July I")


def test_maps_show_ground_in_more_than_one_shade(offline: Page) -> None:
    """What a reference points at is really drawn, in the colours of the page."""
    land = offline.evaluate("getComputedStyle(document.querySelector('#m0-land')).fill")
    held = offline.evaluate("getComputedStyle(document.querySelector('#m0-1 .s1')).fill")
    assert land != held
    box = offline.locator("#maps .big svg").bounding_box()
    assert box is not None
    assert box["width"] > 600


@pytest.mark.parametrize("width", [PHONE["width"], 320])
def test_nothing_sticks_out_on_a_phone(offline: Page, width: int) -> None:
    offline.set_viewport_size({"width": width, "height": PHONE["height"]})
    assert offline.evaluate("document.documentElement.scrollWidth") <= width
    expect(offline.get_by_role("heading", name="In short")).to_be_visible()
    heights = offline.locator("#course svg text").evaluate_all(
        "found => found.map((text) => text.getBoundingClientRect().height)"
    )
    assert min(heights) >= 8, "the words in plots can still be read"


def test_night_and_paper_have_colours_of_their_own(offline: Page) -> None:
    def colours() -> tuple[str, str]:
        found = offline.evaluate(
            "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color].join(' / ')"
        )
        paper, ink = str(found).split(" / ")
        return paper, ink

    day = colours()
    offline.emulate_media(color_scheme="dark")
    night = colours()
    assert night[0] != day[0]
    assert night[1] != day[1]
    offline.emulate_media(media="print", color_scheme="dark")
    assert colours() == ("rgb(255, 255, 255)", "rgb(0, 0, 0)"), "paper is white even at night"
    expect(offline.locator("nav")).to_be_hidden()


def test_without_scripts_every_turn_is_still_there(browser: Browser, file: Path) -> None:
    context = browser.new_context(viewport=DESKTOP, java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator("#maps .big")).to_be_hidden()
    expect(page.locator("#maps .small-maps svg").first).to_be_visible()
    context.close()
