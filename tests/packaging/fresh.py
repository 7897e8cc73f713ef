"""A machine that has never seen the project: an empty home, empty caches, no node, and the tracked files in a folder.

What it shares with this machine is where packages come from: an index of its own, a proxy, certificates.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

import bocage
from tests.table.players import HUMAN, Table

ROOT = Path(__file__).parents[2]
LONG = 600  # seconds: an installation over a slow line
# What a person has who has Python and make. Debian's make brings a shell; nothing else is needed.
TOOLS = ("make", "sh")
PIP_SOURCES = ("index-url", "extra-index-url", "find-links", "no-index", "cert", "client-cert", "proxy", "trusted-host")
NPM_SOURCES = ("registry", "cafile", "ca", "proxy", "https-proxy", "noproxy", "strict-ssl")
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")


class Machine(NamedTuple):
    """Where the files lie, and the environment in which a person would run commands."""

    folder: Path
    environ: dict[str, str]

    @property
    def home(self) -> Path:
        """The person's home."""
        return Path(self.environ["HOME"])

    def run(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        """A command in the folder, with further variables; what it says comes together in `stdout`."""
        return subprocess.run(
            command, cwd=self.folder, env=self.environ | more, text=True, timeout=LONG, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip


def machine(place: Path, python: str = "", tools: Sequence[str] = TOOLS) -> Machine:
    """A new machine in an empty folder: `python3`, the tools and nothing else are on its path."""
    folder, home, path = (place / name for name in ("bocage", "home", "bin"))
    for made in (folder, home, path):
        made.mkdir()
    for tool in tools:
        found = shutil.which(tool)
        assert found is not None, f"{tool} is needed to try the set-up"
        (path / tool).symlink_to(found)
    program = path / "python3"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(python or own_python())} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    caches = {"PIP_CACHE_DIR": str(place / "pip-cache"), "npm_config_cache": str(place / "npm-cache")}
    return Machine(folder, {**_sources(), **caches, "PATH": str(path), "HOME": str(home), "TMPDIR": str(place)})


def own_python() -> str:
    """The Python that this environment was made with."""
    return str(getattr(sys, "_base_executable", sys.executable))


def copy_tracked(folder: Path) -> None:
    """The files that git keeps, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():  # one that was removed and not committed yet is gone
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


@cache
def _sources() -> dict[str, str]:
    """Where this machine gets packages from, as variables of the environment."""
    kept = {name: os.environ[name] for name in os.environ if name in CERTIFICATES or name.lower().endswith("_proxy")}
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    for key, value in re.findall(r"^[\w:]+\.([\w-]+)='(.*)'$", listed, re.M):
        if key in PIP_SOURCES:
            kept[f"PIP_{key.replace('-', '_').upper()}"] = value.replace("\\n", " ")
    npm = shutil.which("npm")
    if npm is not None:
        told = subprocess.run([npm, "config", "list", "--json"], capture_output=True, text=True, check=False).stdout
        for key, value in json.loads(told or "{}").items():
            if key in NPM_SOURCES and isinstance(value, str | bool):
                kept[f"npm_config_{key.replace('-', '_')}"] = value if isinstance(value, str) else str(value).lower()
    kept |= {name: value for name, value in os.environ.items() if _names_a_source(name)}
    return kept


def _names_a_source(name: str) -> bool:
    kind, _, key = name.lower().replace("npm_config_", "npm-").replace("pip_", "pip-").partition("-")
    return key.replace("_", "-") in {"pip": PIP_SOURCES, "npm": NPM_SOURCES}.get(kind, ())


def require_network(fresh: Machine) -> None:
    """Without the network nothing can be installed: then the test is left out, and with CI=true it fails."""
    done = fresh.run("python3", "-m", "pip", "download", "-q", "--no-deps", "-d", str(fresh.home.parent), "editables")
    if done.returncode == 0:
        return
    reason = f"packages cannot be fetched here: {done.stdout.strip().splitlines()[-1:]}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def served(fresh: Machine, *command: str, **more: str) -> Iterator[str]:
    """The address that a command prints; it is stopped as by Ctrl-C, which ends it and all that it started."""
    running = subprocess.Popen(
        command, cwd=fresh.folder, env=fresh.environ | {"BOCAGE_PORT": "0"} | more, text=True, start_new_session=True,
        preexec_fn=_mind_the_keyboard, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert running.stdout is not None
    patience = threading.Timer(LONG, os.killpg, (running.pid, signal.SIGKILL))
    patience.start()
    heard = ""
    try:
        for line in running.stdout:
            heard += line
            if found := re.search(r"http://[\d.]+:\d+/", line):
                yield found[0]
                break
        else:
            raise AssertionError(f"{' '.join(command)} opened no table:\n{heard}")
        os.killpg(running.pid, signal.SIGINT)
        heard += running.stdout.read()
        running.wait()
        assert "Traceback" not in heard, heard
    finally:
        patience.cancel()
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()


def _mind_the_keyboard() -> None:
    """A background job of a shell ignores Ctrl-C, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_over_the_wire(address: str) -> None:
    """The page comes with its program and its map; a match is begun and an action played."""
    page = httpx.get(address)
    assert page.status_code == 200
    script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
    assert script is not None, page.text
    table = Table(address)
    with table.http:
        assert table.http.get(script[1]).status_code == 200
        assert [game["slug"] for game in table.get("/api/games")["games"]] == bocage.slugs()
        assert table.http.get("/api/games/roundup/map.svg").status_code == 200
        new = table.new(HUMAN, {"kind": "bot", "bot": "random"})
        with new.page("allied") as seat:
            answer: dict[str, Any] = seat.play(new.actions("allied")[0])
        assert answer["say"] == "changed"
        assert new.get()["moment"] >= 1
