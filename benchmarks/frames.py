"""How smoothly the board pans and zooms: 3,500 hexes with 500 counters in headless chromium, without a graphics card.

Run with ``python -m benchmarks.frames`` on a machine that does nothing else. It builds the board alone (see
``web/vite.bench.config.ts``) into a folder of its own, drags the map about, turns the wheel, and prints the mean of
frames per second (chromium draws at most 60) and the time that 95 of 100 frames take at most. ``--scene moving``
measures the real map of Operation Roundup, ``--game fortress`` the whole table of a game in a late position, with all
its counters and what is lit.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import itertools
import math
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[1] / "web"
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
WIDTH, HEIGHT = 1440, 900
GOAL_FPS, GOAL_P95 = 59.0, 20.0
RECORDER = """() => {
  window.frames_at = [];
  const tick = (now) => { window.frames_at.push(now); if (!window.frames_done) requestAnimationFrame(tick); };
  window.frames_done = false;
  requestAnimationFrame(tick);
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a small server of a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def build(folder: Path) -> None:
    """Build the board alone."""
    subprocess.run(
        ["npx", "vite", "build", "--config", "vite.bench.config.ts", "--outDir", str(folder), "--emptyOutDir"],
        cwd=WEB,
        check=True,
        capture_output=True,
    )


def _measured(page: Any, work: Any) -> dict[str, float]:
    page.evaluate(RECORDER)
    work()
    page.evaluate("() => { window.frames_done = true }")
    times: list[float] = page.evaluate("() => window.frames_at")
    steps = sorted(after - before for before, after in itertools.pairwise(times))
    return {
        "frames": len(steps),
        "fps": 1000 / statistics.mean(steps),
        "p95": steps[math.ceil(len(steps) * 0.95) - 1],
        "worst": steps[-1],
    }


def _pan(page: Any, seconds: float, button: Any = "left") -> None:
    x, y = WIDTH / 2, HEIGHT / 2
    page.mouse.move(x, y)
    page.mouse.down(button=button)
    start = time.monotonic()
    while (now := time.monotonic() - start) < seconds:
        page.mouse.move(x + 380 * math.sin(now * 2.1), y + 260 * math.sin(now * 1.3))
    page.mouse.up(button=button)


def _zoom(page: Any, seconds: float) -> None:
    page.mouse.move(WIDTH / 2, HEIGHT / 2)
    start = time.monotonic()
    while (now := time.monotonic() - start) < seconds:
        page.mouse.wheel(0, -45 if math.sin(now * 6) > 0 else 45)  # to and fro within the limits of zooming
        page.wait_for_timeout(12)


def run(scene: str = "large", seconds: float = 5.0) -> dict[str, dict[str, float]]:
    """Frames of panning at two zooms and of zooming, for a scene of the bench page."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        build(Path(name))
        with served(Path(name)) as address:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(f"{address}/bench.html?scene={scene}")
            page.wait_for_selector(".counters .counter")
            page.evaluate("() => window.board.fit()")
            page.wait_for_timeout(2000)
            found = {"pan, whole map": _measured(page, lambda: _pan(page, seconds))}
            page.evaluate("() => window.board.zoomBy(3)")
            page.wait_for_timeout(1500)
            found["pan, near"] = _measured(page, lambda: _pan(page, seconds))
            page.evaluate("() => window.board.fit()")
            page.wait_for_timeout(1500)
            found["zoom"] = _measured(page, lambda: _zoom(page, seconds))
            browser.close()
    return found


def run_game(slug: str, seconds: float = 5.0) -> dict[str, dict[str, float]]:
    """The same at the real table of a game; the middle button pans and lifts no counter."""
    from benchmarks.reactions import seated

    with seated(slug) as (opened, _):
        page = opened()
        page.wait_for_timeout(3000)
        page.get_by_role("button", name="Whole map").click()
        page.wait_for_timeout(1500)
        found = {"pan, whole map": _measured(page, lambda: _pan(page, seconds, "middle"))}
        for _ in range(3):
            page.get_by_role("button", name="Zoom in").click()
        page.wait_for_timeout(1500)
        found["pan, near"] = _measured(page, lambda: _pan(page, seconds, "middle"))
        found["zoom"] = _measured(page, lambda: _zoom(page, seconds))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--scene", default="large")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--game", default="")
    wish = parser.parse_args()
    found = run_game(wish.game, wish.seconds) if wish.game else run(wish.scene, wish.seconds)
    frames = sum(row["frames"] for row in found.values())
    mean = frames / sum(row["frames"] / row["fps"] for row in found.values())
    for name, row in found.items():
        print(f"{name:16} {row['fps']:5.1f} frames/s  p95 {row['p95']:5.1f} ms  longest {row['worst']:6.1f} ms")
    worst = max(row["p95"] for row in found.values())
    good = mean >= GOAL_FPS and worst < GOAL_P95
    print(f"{'all':16} {mean:5.1f} frames/s  p95 at most {worst:.1f} ms: {'reached' if good else 'goal not reached'}")


if __name__ == "__main__":
    main()
