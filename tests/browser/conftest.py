"""A real browser (Debian's chromium) and the real service, one of each for all tests of a worker."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.service import Service

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PAGE = Path(__file__).parents[2] / "bocage" / "table" / "page" / "index.html"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def missing() -> str:
    """What the browser tests lack on this machine."""
    if CHROMIUM is None:
        return "chromium is not installed: apt-get install chromium"
    if not PAGE.is_file():
        return "the page is not built: make page"
    return ""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop running in this thread until it is closed, and tests elsewhere run their own.
    if missing():
        if os.environ.get("CI") == "true":
            pytest.fail(missing())
        pytest.skip(missing())
    with sync_playwright() as player:
        opened = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("table"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def context(browser: Browser, service: Service) -> Iterator[BrowserContext]:
    """A browser of its own: nothing remembered, a desktop screen. Anything the page complains about fails the test."""
    made = browser.new_context(viewport=DESKTOP, base_url=service.address, reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    opened = context.new_page()
    opened.set_default_timeout(15_000)
    return opened
