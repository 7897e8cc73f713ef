"""From a click on what is lit to the new question on the screen: the real page, the real service, late positions.

    python -m benchmarks.reactions [--game storming] [--clicks 60] [--seed late]

Of the longest stored match of each game two thirds are replayed; then a hand with a mouse clicks on lit hexes and
counters, and the browser tells the time from the click to the picture in which the page has drawn what came of it:
service, disk, net and page together. Our goal is 50 ms for 95 of 100 on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from benchmarks.frames import ARGUMENTS, HEIGHT, WIDTH
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game, slugs

GOAL = 50.0  # milliseconds
LATE = 2 / 3
AIMING = 150  # milliseconds between the pointer's coming and the click: a hand takes longer
# The moment of the page's last click, and when what came of it was on the screen.
WATCH = """() => {
  window.reactions = [];
  let clicked = 0;
  addEventListener('click', (event) => { clicked = event.isTrusted ? event.timeStamp : 0; }, true);
  const slider = document.querySelector('input[aria-label="Moment of the match"]');
  new MutationObserver(() => {
    const from = clicked;
    clicked = 0;
    if (!from) return;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.reactions.push(performance.now() - from);
      channel.port2.postMessage(0);
    });
  }).observe(slider, { attributes: true, attributeFilter: ['max'] });
}"""
# Where a mouse can click on something lit.
LIT = """() => {
const lit = '.board .spots [data-verb], .board .counters [data-verb]';
return [...document.querySelectorAll(lit)].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  const free = top && (one === top || one.contains(top) || one.closest('[data-hex]')?.contains(top));
  return free ? [[x, y]] : [];
}); }"""


@contextmanager
def table(folder: Path) -> Iterator[str]:
    """The address of a real service on a database of its own."""
    environ = {**os.environ, "BOCAGE_HOME": str(folder)}
    command = [sys.executable, "-m", "bocage.cli", "table", "--port", "0"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        for line in process.stdout or ():
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield found[0]
                break
    finally:
        process.terminate()
        process.wait(10)


def late(slug: str) -> Match:
    """The longest stored match of a game as it was after two thirds of its entries."""
    folder = Path(__file__).parents[1] / "tests" / slug / "fixtures"
    text = max((file.read_text(encoding="utf-8") for file in folder.glob("*.txt")), key=len)
    entries = [found.start() for found in re.finditer(r"^\d+ \S+ \S", text, re.M)]
    return record.read(text[: entries[int(len(entries) * LATE)]], make_game, ended=False)


def reactions(page: Any, clicks: int, dice: random.Random) -> list[float]:
    """Click on what is lit until so many clicks have led to something, or nothing is asked of this side any more."""
    page.wait_for_timeout(2500)
    page.evaluate(WATCH)
    menu = page.get_by_role("menu", name="What do you want to do here?")
    answers = page.locator('.prompt [data-action]:not([data-action="undo"]):enabled')
    idle = 0
    while idle < 20 and page.evaluate("() => window.reactions.length") < clicks:
        page.wait_for_timeout(200)
        if page.locator(".near-reasons, .tray").count():
            page.keyboard.press("Escape")
        elif menu.is_visible():
            menu.get_by_role("menuitem").first.click()
        elif (lit := page.evaluate(LIT)) and dice.random() < 0.9:
            at = dice.choice(lit)
            page.mouse.move(*at)
            page.wait_for_timeout(AIMING)
            page.mouse.click(*at)
        elif answers.count():
            answers.nth(dice.randrange(answers.count())).click()
        else:
            idle += 1
            continue
        idle = 0
    return list(page.evaluate("() => window.reactions"))


@contextmanager
def seated(slug: str) -> Iterator[tuple[Callable[..., Any], list[str]]]:
    """A late position at a real table: what opens the page of a side (of whoever decides), and the sides in turn."""
    from playwright.sync_api import sync_playwright

    match = late(slug)
    first = match.prompt.side
    with tempfile.TemporaryDirectory() as name, table(Path(name)) as address, sync_playwright() as playwright:
        asked = {"text": match.text(), "seats": {side: {"kind": "human"} for side in match.game.sides}}
        made = httpx.post(f"{address}/api/matches/import", json=asked, headers={"Origin": address}, timeout=120).json()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)

        def opened(side: str = first) -> Any:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(f"{address}/match/{made['match']['id']}#seat={made['tokens'][side]}")
            page.wait_for_selector(".board .counters .counter", timeout=60_000)
            return page

        yield opened, [first, *(side for side in match.game.sides if side != first)]
        browser.close()


def measured(slug: str, clicks: int, seed: str) -> list[float]:
    """The milliseconds of clicks in a late position of a game; the hand takes the other seat when it is its turn."""
    dice = random.Random(seed)
    found: list[float] = []
    with seated(slug) as (opened, sides):
        for side in sides * 6:
            page = opened(side)
            found += reactions(page, clicks - len(found), dice)
            page.close()
            if len(found) >= clicks:
                break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", action="append")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--seed", default="late")
    wish = parser.parse_args()
    for slug in wish.game or slugs():
        found = sorted(measured(slug, wish.clicks, wish.seed))
        if not found:
            print(f"{slug:10} nothing could be clicked")
            continue
        p95 = found[math.ceil(len(found) * 0.95) - 1]
        good = "reached" if p95 < GOAL else "goal not reached"
        print(
            f"{slug:10} {len(found):3} clicks  median {statistics.median(found):5.1f} ms  95 % {p95:5.1f} ms"
            f"  longest {found[-1]:5.1f} ms: {good}",
            flush=True,
        )


if __name__ == "__main__":
    main()
