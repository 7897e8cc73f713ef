"""Pictures of every screen at desktop and phone size: `make screenshots` writes them to docs/screens/.

`python -m tests.browser.screenshots fortress start` takes only those whose names begin so.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, PHONE
from tests.browser.desk import Desk, Mirror
from tests.browser.service import Service
from tests.browser.test_playing import BOTH
from tests.browser.test_screens import SCREENS

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


def saved(page: Page, name: str) -> None:
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = shot.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)
    print(f"docs/screens/{name}.png")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = tuple(sys.argv[1:]) or ("",)
    screens = {**SCREENS, "moving": moving, "film": film}
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
                for notice in ("I see", "Keep it"):  # that the match was imported, and by whose link one came
                    noted = page.get_by_role("button", name=notice)
                    if noted.count():
                        noted.dispatch_event("click")  # a dialog may lie over it
                page.wait_for_timeout(700)
                saved(page, f"{name.replace(' ', '-')}-{size}")
                context.close()
        browser.close()
        service.stop()


if __name__ == "__main__":
    main()
