"""Gets Bocage ready on this machine: an environment of its own in .venv, and the page, built.

It needs the standard library alone. What is installed comes ready-made; nothing on the way to playing is built from
source. Stamps say for which files something was done, so the next start is quick, and another state of those files or
another place of the folder makes it be done again. Whatever goes wrong is one sentence; what pip or npm had to say is
kept in a file that the sentence names.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from nodes import PACKAGE as NODE
from nodes import Node, find_node
from troubles import Trouble, meaning_of, run

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WEB = ROOT / "web"
PAGE = ROOT / "bocage" / "table" / "page" / "index.html"
LISTS = (ROOT / "pyproject.toml", ROOT / "constraints.txt")
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off")
READY_MADE = ("--only-binary", ":all:", "-c", "constraints.txt")
# Installs the checkout itself.
INSTALLERS = ("hatchling", "editables")
# Builds `chess`, which comes as source only: the engine's speed is measured beside it, nobody plays with it.
BUILDERS = ("setuptools",)
FROM_SOURCE = ("--no-binary", "chess")
EXTRAS = "dev,lab,learning,maps,postgres,ray"
# The quick core of the tests, for every Python that can be had: the engine, and of each game the number of ways to play
# on.
CORE = ("tests/hexes", "tests/engine", "tests/parts", *sorted(str(path) for path in ROOT.glob("tests/*/test_perft.py")))
CORE_TOOLS = ("pytest", "hypothesis")


def main(words: list[str]) -> None:
    """Do what the command line asks for; `play` if it does not say."""
    wanted, *rest = words or ["play"]
    if wanted not in COMMANDS:
        sys.exit(f"This can {', '.join(COMMANDS)}, not {wanted!r}.")
    try:
        sys.exit(COMMANDS[wanted](rest))
    except Trouble as trouble:
        sys.exit(f"Bocage is not ready: {trouble}.")
    except OSError as error:
        sys.exit(f"Bocage is not ready: {meaning_of(error)}.")
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on.", file=sys.stderr)
        sys.exit(130)


def setup(rest: list[str]) -> int:
    """What playing needs: the program and the page."""
    return _timed(_program, _page)


def everything(rest: list[str]) -> int:
    """What playing needs and, in the same environment, what the tests need."""
    return _timed(_program, _test_tools, _modules, _page)


def play(rest: list[str]) -> int:
    """Get ready and open the table."""
    setup([])
    command = [str(_python(VENV)), "-m", "bocage", "table", "--open", *rest]
    if os.name == "posix":
        os.execv(command[0], command)  # Ctrl-C is for the table alone
    return subprocess.call(command)


def npm(rest: list[str]) -> int:
    """Run npm in web/, with whichever node there is."""
    _modules()
    node = _node()
    return subprocess.call([*node.npm, *rest], cwd=WEB, env={**os.environ, **node.environ})


def core(rest: list[str]) -> int:
    """Run the quick core of the tests with the Python that runs this, in an environment that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="bocage-core-") as folder:
        venv = Path(folder)
        _make(venv)
        _pip("installing the quick core", venv, *READY_MADE, *INSTALLERS, *CORE_TOOLS)
        _pip("installing the quick core", venv, *READY_MADE, "--no-build-isolation", "-e", ".")
        tests = [str(_python(venv)), "-m", "pytest", "-p", "no:cacheprovider", *(rest or CORE)]
        return subprocess.call(tests, cwd=ROOT)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "play": play, "setup": setup, "everything": everything, "npm": npm, "core": core,
}  # fmt: skip


def _timed(*steps: Callable[[], bool]) -> int:
    """Take steps, each of which says whether there was anything to do, and tell how long it took."""
    began = time.monotonic()
    done = [step() for step in steps]
    if any(done):
        _say(f"Ready after {time.monotonic() - began:.0f} s.")
    return 0


def _say(words: str) -> None:
    print(words, flush=True)


# The environment


def _program() -> bool:
    """Bocage with what playing needs, in .venv."""
    wanted = _digest(LISTS, ROOT)
    if _python(VENV).exists() and _stamped(VENV / ".ready-playing", wanted):
        return False
    _say("Setting up Bocage in .venv (once, about a minute) ...")
    _make(VENV)
    _pip("installing what playing needs", VENV, *READY_MADE, *INSTALLERS)
    _pip("installing what playing needs", VENV, *READY_MADE, "--no-build-isolation", "-e", ".")
    (VENV / ".ready-playing").write_text(wanted, encoding="utf-8")
    return True


def _test_tools() -> bool:
    """What the tests need, beside it."""
    wanted = _digest(LISTS, ROOT)
    if _stamped(VENV / ".ready-testing", wanted):
        return False
    _say("Installing what the tests need (once) ...")
    doing = "installing what the tests need"
    _pip(doing, VENV, *READY_MADE, *BUILDERS)
    _pip(doing, VENV, *READY_MADE, *FROM_SOURCE, "--no-build-isolation", "-e", f".[{EXTRAS}]")
    (VENV / ".ready-testing").write_text(wanted, encoding="utf-8")
    return True


def _make(venv: Path) -> None:
    """A new environment. One that is there is kept, unless its Python is gone or it was made in another place."""
    place = venv / ".ready-place"
    moved = place.exists() and place.read_text(encoding="utf-8") != str(venv)
    if not moved and _python(venv).exists() and _has_pip(venv):
        return
    if venv.is_symlink():
        venv.unlink()  # what it points to is somebody else's environment, and not ours to clear
    made_by = getattr(sys, "_base_executable", None) or sys.executable
    _run("making an environment in .venv", [made_by, "-m", "venv", "--clear", str(venv)])
    place.write_text(str(venv), encoding="utf-8")


def _python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _has_pip(venv: Path) -> bool:
    """An environment that was left half made has none."""
    return subprocess.run([_python(venv), "-c", "import pip"], capture_output=True, check=False).returncode == 0


def _pip(doing: str, venv: Path, *what: str) -> None:
    _run(doing, [str(_python(venv)), *PIP, *what])


# The page


def _page() -> bool:
    """The page, built into the package."""
    parts = (WEB / name for name in ("src", "scripts", "public"))
    sources = [path for part in parts for path in part.rglob("*") if path.is_file()]
    wanted = _digest([*sorted(sources), *sorted(path for path in WEB.iterdir() if path.is_file())])
    if PAGE.exists() and _stamped(VENV / ".ready-page", wanted):
        return False
    _modules()
    _say("Building the page ...")
    _npm("building the page", "run", "build")
    (VENV / ".ready-page").write_text(wanted, encoding="utf-8")
    return True


def _modules() -> bool:
    """What the page is built with, in web/node_modules."""
    stamp = WEB / "node_modules" / ".ready"
    wanted = _digest([WEB / "package.json", WEB / "package-lock.json"])
    if _stamped(stamp, wanted):
        return False
    _say("Fetching what the page is built with (once) ...")
    _npm("fetching what the page is built with", "ci", "--no-audit", "--no-fund", "--fetch-retry-mintimeout", "2000")
    stamp.write_text(wanted, encoding="utf-8")
    return True


def _npm(doing: str, *words: str) -> None:
    node = _node()
    _run(doing, [*node.npm, *words], WEB, node.environ)


def _node() -> Node:
    """Node and npm: those on the path, else those in .venv, where they are put if need be."""
    node = find_node(_packages())
    if node is None:
        _say("Fetching node, as this machine has none that is new enough ...")
        _pip("fetching node", VENV, *READY_MADE, NODE)
        node = find_node(_packages())
    if node is None:
        raise Trouble("node cannot be had here as a Python package: install node 22 with npm from nodejs.org")
    return node


def _packages() -> list[Path]:
    return [*VENV.glob("lib/python*/site-packages"), VENV / "Lib" / "site-packages"]


# Stamps and programs


def _digest(files: Iterable[Path], *words: object) -> str:
    """The state of some files."""
    found = hashlib.blake2b(repr(words).encode(), digest_size=16)
    for path in files:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _stamped(stamp: Path, wanted: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted


def _run(doing: str, command: list[str], folder: Path = ROOT, environ: dict[str, str] | None = None) -> None:
    run(doing, command, VENV / "setup.log", folder, environ or {})
