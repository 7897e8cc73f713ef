"""Pictures of every screen at desktop and phone size: `make screenshots` writes them to docs/screens/.

`python -m tests.browser.screenshots fortress start` takes only those whose names begin so.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import test_battle_moment, test_hex_panel, test_statistics
from tests.browser import test_rhine as july
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE
from tests.browser.desk import LONG, Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_agreeing import more
from tests.browser.test_playing import BOTH
from tests.browser.test_screens import SCREENS, july_turn, seated

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
COLOURS = 160


def moving(page: Page, service: Service) -> None:
    """A unit in hand, with everywhere it may go, and zones of control."""
    mirror = Mirror("utah").until(lambda match: match.position.turn == 3 and match.prompt.step == "movement")
    while "move" not in mirror.match.prompt.verbs():
        mirror.next()
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    Desk(page).sit(match, tokens[mirror.side])


def film(page: Page, service: Service) -> None:
    mirror = Mirror("utah").until(lambda match: match.position.turn == 3 and match.prompt.side == "allied")
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page).sit(match, tokens["allied"])
    page.keyboard.press("f")
    expect(page.get_by_role("group", name="Film")).to_be_visible()
    page.wait_for_timeout(2500)
    assert desk.complaints == []


def docked_panel(page: Page, service: Service) -> None:
    """The panel of the hex beside the map, with a stack in it."""
    desk, _, units = test_hex_panel.moving(page, service)
    place = desk.place_of(units[0])
    desk.bring_into_view(place)
    if on_phone(page):
        page.touchscreen.tap(*desk.point(place))
    else:
        page.mouse.move(*desk.point(place))


def battle_moment(page: Page, service: Service) -> None:
    """A battle that is told on its hex: caught while it lasts."""
    page.emulate_media(reduced_motion="no-preference")
    desk, _ = test_battle_moment.about_to_roll(page, service)
    test_battle_moment.roll(desk)
    expect(page.locator(".moment .moment-result")).to_be_visible()


def overview(page: Page, service: Service) -> None:
    """The whole map in the corner of a large one."""
    desk = july_turn(page, service, "pick BR-7AD")
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    desk.settle()
    small = page.get_by_role("button", name="Overview map", exact=True)
    if small.count() and small.is_visible():
        small.click()
    expect(page.get_by_role("application", name=re.compile("^Overview map"))).to_be_visible()


def branches(page: Page, service: Service) -> None:
    match, tokens = service.import_match(july.start().text(), BOTH)
    Desk(page, "rhine").sit(match, tokens["allied"])
    more(page, "Try something out in a branch")
    dialog = page.get_by_role("dialog", name="Try something out")
    dialog.get_by_role("button", name="Begin the branch").click()
    expect(page.get_by_role("note").filter(has_text="Nothing here touches the match")).to_be_visible()


def statistics(page: Page, service: Service) -> None:
    match, tokens = service.import_match(test_statistics.record(), BOTH)
    Desk(page).sit(match, tokens["allied"])
    more(page, "Statistics of the match")
    expect(page.get_by_role("img", name="Ground in Allied hands")).to_be_visible()


def notices(page: Page, service: Service) -> None:
    seated(page, service)
    more(page, "Tell me when it is my turn")
    expect(page.get_by_role("dialog", name="Tell me when it is my turn")).to_be_visible()


def series_list(page: Page, service: Service) -> None:
    """On turn 2 there are counters for several."""
    mirror = Mirror("series", game="storming").until(
        lambda match: (
            match.position.turn == 2 and match.prompt.step == "strafing" and match.prompt.verbs().get("strafe")
        )
    )
    match, tokens = service.import_match(mirror.match.text(), BOTH)
    desk = Desk(page, "storming").sit(match, tokens["allied"])
    desk.prompt.locator('[data-series="strafe"]').click()
    for number in (0, 2):
        desk.prompt.locator(".series input").nth(number).check()


def first_table(page: Page, service: Service) -> None:
    """What whoever has just set up a match sees."""
    page.goto("/")
    page.get_by_role("link", name="Set up a match of Storming the Reich").click()
    page.get_by_role("button", name="Play", exact=True).click()
    desk = Desk(page, "storming")
    expect(desk.prompt.locator(".thinking")).to_have_count(0, timeout=LONG)
    expect(desk.prompt.locator("[data-advice]")).to_be_visible(timeout=LONG)


def on_phone(page: Page) -> bool:
    return (page.viewport_size or DESKTOP)["width"] == PHONE["width"]


NEW: dict[str, Callable[[Page, Service], None]] = {
    "moving": moving,
    "film": film,
    "docked panel": docked_panel,
    "battle moment": battle_moment,
    "overview": overview,
    "branches": branches,
    "statistics": statistics,
    "notices": notices,
    "series": series_list,
    "first table": first_table,
}


def saved(page: Page, name: str) -> None:
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = shot.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)
    print(f"docs/screens/{name}.png")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = tuple(sys.argv[1:]) or ("",)
    screens = {**SCREENS, **NEW}
    screens = {name: show for name, show in screens.items() if name.startswith(wanted)}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        service = Service(Path(folder))
        service.start()
        browser = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size, viewport in (("desktop", DESKTOP), ("phone", PHONE), ("dark", DESKTOP)):
            for name, show in screens.items():
                if size == "dark" and name not in ("moving", "start"):
                    continue
                context = browser.new_context(
                    base_url=service.address, viewport=viewport, color_scheme="dark" if size == "dark" else "light",
                    has_touch=size == "phone", is_mobile=size == "phone", reduced_motion="reduce",
                )  # fmt: skip
                page = context.new_page()
                show(page, service)
                # That the match was imported, and by whose link one came.
                for notice in ("I see",) if name == "forgetting" else ("I see", "Keep it"):
                    noted = page.get_by_role("button", name=notice)
                    if noted.count():
                        noted.dispatch_event("click")  # a dialog may lie over it
                page.wait_for_timeout(0 if name == "battle moment" else 1500)
                saved(page, f"{name.replace(' ', '-')}-{size}")
                context.close()
        browser.close()
        service.stop()


if __name__ == "__main__":
    main()
