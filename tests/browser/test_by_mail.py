"""Two players, two browsers, two machines: a sealed match by mail through downloaded files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.desk import Desk
from tests.browser.service import Service
from tests.browser.test_screens import violations

SHOTS = os.environ.get("BOCAGE_SHOTS", "")
LAPTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
SECRET = "allied-5"  # the card with which Bert begins


class Home:
    """A player with a machine of his own: his table, his browser, his downloads."""

    def __init__(self, name: str, page: Page, service: Service, downloads: Path) -> None:
        self.name = name
        self.page = page
        self.service = service
        self.downloads = downloads
        self.desk = Desk(page, "festung")
        self.heard: list[str] = []
        page.on("websocket", lambda line: line.on("framereceived", lambda text: self.heard.append(str(text))))
        page.on("response", lambda answer: self.heard.append(answer.text()) if "/api/m" in answer.url else None)

    def file(self) -> Path:
        """Download the file for the other side."""
        with self.page.expect_download() as download:
            self.page.locator("[data-action=mail-file]").click()
        file = self.downloads / download.value.suggested_filename
        download.value.save_as(file)
        return file

    def opens(self, file: Path) -> None:
        """Open the answer at the table."""
        self.page.locator(".mail-card input[type=file]").set_input_files(file)

    def brings(self, file: Path) -> None:
        """Open a file from the start page."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Bring a match").click()
        self.page.get_by_label("File", exact=True).set_input_files(file)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Open the match").click()

    def is_dropped(self, file: Path) -> None:
        """A file from outside is dropped on the page."""
        self.page.evaluate(
            """([name, text]) => {
                const carried = new DataTransfer();
                carried.items.add(new File([text], name, { type: "text/plain" }));
                const on = document.querySelector(".mail-card") ?? document.body;
                on.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
            }""",
            [file.name, file.read_text(encoding="utf-8")],
        )

    def shot(self, what: str) -> None:
        """A picture to look at, on a laptop and on a phone."""
        if SHOTS:
            for size in (LAPTOP, PHONE):
                self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
                self.page.wait_for_timeout(400)
                self.page.screenshot(path=Path(SHOTS) / f"mail-{what}-{size['width']}.png")
            self.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.fixture
def homes(browser: Browser, tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    made = []
    for name in ("Anna", "Bert"):
        folder = tmp_path / name
        folder.mkdir()
        service = Service(folder)
        service.start()
        context = browser.new_context(
            viewport={"width": 1440, "height": 900}, base_url=service.address, reduced_motion="reduce"
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        made.append(Home(name, page, service, folder))
    yield made[0], made[1]
    for home in made:
        home.page.context.close()
        home.service.stop()


def card(home: Home) -> str:
    """What the page says is to be done with the file."""
    found = home.page.locator(".mail-card strong")
    expect(found).to_be_visible()
    return found.inner_text()


def test_two_players_send_a_sealed_match_to_and_fro(homes: tuple[Home, Home]) -> None:
    anna, bert = homes
    anna.page.goto("/?game=festung")
    anna.page.get_by_label("A friend by mail").nth(1).check()
    anna.page.get_by_label("Your name").fill("Anna")
    anna.shot("setup")
    anna.page.get_by_role("button", name="Play", exact=True).click()
    assert card(anna).startswith("Send anna.mail to a friend")
    expect(anna.page.get_by_text("This is a sealed file")).to_be_visible()
    anna.shot("begun")
    assert violations(anna.page) == []
    bert.brings(anna.file())
    assert card(bert).startswith("Send bert.mail to Anna")
    anna.opens(bert.file())
    expect(anna.desk.prompt).to_be_visible()
    anna.shot("first")

    anna.desk.type_action("take axis-6")
    assert card(anna) == "Send anna.mail to Bert. When an answer comes, open it here."
    assert violations(anna.page) == []
    anna.shot("send")
    first = anna.file().rename(anna.downloads / "first.mail")
    expect(anna.page.get_by_text("can no longer be taken back")).to_be_visible()
    bert.is_dropped(first)
    bert.desk.is_asked("Husky or with Roundup")
    bert.desk.type_action(f"take {SECRET}")
    assert card(bert).startswith("Send bert.mail to Anna"), "the cards are drawn when she has opened it"
    back = bert.file()

    # What is old, damaged or somebody else's is refused in a sentence, and the match stands as it stood.
    damaged = anna.downloads / "damaged.mail"
    damaged.write_text(back.read_text(encoding="utf-8")[:-200], encoding="utf-8")
    for file, words in ((damaged, "cut short"), (first, "")):
        anna.opens(file)
        if words:
            expect(anna.page.get_by_role("alert")).to_contain_text(words)
    anna.shot("refused")

    anna.opens(back)
    expect(anna.page.get_by_text("The Axis draws 7 cards").first).to_be_visible()
    assert card(anna).startswith("Send anna.mail to Bert"), "now it is his move"
    anna.shot("drawn")
    second = anna.file()
    anna.opens(first)
    expect(anna.page.get_by_role("alert")).to_contain_text("older than one that you have had in hand")
    bert.opens(second)
    expect(bert.page.locator(".mail-card")).to_have_count(0)
    bert.desk.type_action("end")
    bert.shot("plays")

    # A file that is dropped on the start page is opened there, too, and the seat keeps its link.
    bert.page.goto("/")
    expect(bert.page.get_by_role("button", name="Bring a match")).to_be_visible()
    bert.is_dropped(second)
    bert.page.get_by_role("button", name="Open the match").click()
    expect(bert.page.get_by_role("alert").or_(bert.page.locator(".notice-trouble"))).to_contain_text("older than one")

    # The same page after its table was closed and opened again.
    anna.service.stop()
    anna.service.start()
    anna.page.goto("/")
    expect(anna.page.locator(".match-turn")).to_contain_text("Send the file to Bert, or open the answer")
    anna.shot("list")
    anna.page.get_by_role("link", name=re.compile("Festung")).first.click()
    assert card(anna).startswith("Send anna.mail to Bert")

    secret = re.compile(rf"{SECRET}(?!\d)")  # there are cards whose numbers begin so
    assert any(secret.search(text) for text in bert.heard)
    assert not any(secret.search(text) for text in anna.heard)
    assert not any('"closed"' in text and "bocage mail" not in text for text in [*anna.heard, *bert.heard])
    for home in homes:
        assert [one for one in home.desk.complaints if "400" not in one] == []
