"""`bocage table --open`, which `make play` runs: the page opens by itself where there is a screen to open it on."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.packaging.fresh import ROOT, Machine, served

OPEN = (sys.executable, "-m", "bocage", "table", "--open")


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A terminal without a screen, on a machine whose only browser would take the terminal for itself."""
    browser = tmp_path / "bin" / "w3m"
    browser.parent.mkdir()
    browser.write_text(f'#!/bin/sh\necho "$1" >{tmp_path}/shown.part && mv {tmp_path}/shown.part {tmp_path}/shown\n')
    browser.chmod(0o755)
    path = f"{browser.parent}{os.pathsep}{os.environ['PATH']}"
    return Machine(ROOT, {"PATH": path, "HOME": str(tmp_path), "TERM": "xterm"})


def shown(bare: Machine, seconds: float) -> str | None:
    """The address that the browser was given, within some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (bare.home / "shown").exists():
            return (bare.home / "shown").read_text(encoding="utf-8").strip()
        time.sleep(0.05)
    return None


def test_without_a_screen_the_address_is_printed_and_no_browser_started(bare: Machine) -> None:
    with served(bare, *OPEN) as address:
        assert httpx.get(f"{address}healthz").status_code == 200
        assert shown(bare, 2) is None


def test_with_a_screen_the_page_opens(bare: Machine) -> None:
    browser = str(bare.home / "bin" / "w3m")
    with served(bare, *OPEN, BROWSER=browser) as address:
        assert shown(bare, 30) == address


def test_a_browser_that_cannot_be_started_spoils_nothing(bare: Machine) -> None:
    with served(bare, *OPEN, BROWSER="/nowhere/browser") as address:
        assert httpx.get(f"{address}healthz").status_code == 200


def test_a_port_that_is_taken_is_told_in_one_sentence(bare: Machine) -> None:
    with served(bare, *OPEN, BOCAGE_HOME=str(bare.home / "one")) as address:
        port = address.rstrip("/").rpartition(":")[2]
        second = bare.run(*OPEN, BOCAGE_PORT=port, BOCAGE_HOME=str(bare.home / "two"))
    assert second.returncode == 1
    assert second.stdout == (
        f"bocage: the table cannot be opened at 127.0.0.1, port {port}: address already in use; choose another with "
        "--port or BOCAGE_PORT, or neither to have a free one.\n"
    )
