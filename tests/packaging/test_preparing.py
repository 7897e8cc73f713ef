"""Whatever goes wrong while Bocage is set up is one sentence that says what to do."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.packaging.fresh import ROOT, Machine, machine

SCRIPTS = ROOT / "scripts"


def script(name: str) -> ModuleType:
    """A module of the scripts, which are no package."""
    spec = importlib.util.spec_from_file_location(f"set_up_{name}", SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


troubles, nodes = script("troubles"), script("nodes")


@pytest.fixture
def small(tmp_path: Path) -> Machine:
    """A machine on which only the set-up itself lies, and a network that leads nowhere."""
    made = machine(tmp_path)
    shutil.copytree(SCRIPTS, made.folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "web" / "scripts", made.folder / "web" / "scripts")
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "web/package.json", "web/package-lock.json"):
        shutil.copy(ROOT / name, made.folder / name)
    nowhere = "http://127.0.0.1:9/"
    made.environ.update(PIP_INDEX_URL=nowhere, PIP_RETRIES="1", PIP_TIMEOUT="5", npm_config_registry=nowhere)
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        made.environ.pop(name, None)
    return made


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that is said beside what is being done and what make adds."""
    assert done.returncode != 0, done.stdout
    lines = [line for line in done.stdout.splitlines() if not line.startswith("make: ") and not line.endswith(" ...")]
    assert len(lines) == 1, done.stdout
    return lines[0]


def test_an_old_python_says_that_it_is_old() -> None:
    source = (SCRIPTS / "prepare.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4))
    assert source.isascii()
    assert not any(isinstance(node, ast.JoinedStr | ast.AnnAssign) for node in ast.walk(ast.parse(source)))


def test_python_3_9_is_too_old(small: Machine) -> None:
    code = (
        "import sys, runpy; sys.version_info = (3, 9, 2); sys.argv = ['scripts/prepare.py', 'play']; "
        "runpy.run_path('scripts/prepare.py')"
    )
    done = small.run("python3", "-c", code)
    assert sentence(done).startswith("Bocage needs Python 3.11 or newer and this is 3.9: get a newer one")


def test_every_old_python_of_this_machine_says_so(small: Machine) -> None:
    for program in sorted(Path(sys.base_prefix).parent.glob("*/bin/python")):
        told = subprocess.run([program, "-c", "import sys; sys.stdout.write('%d %d' % sys.version_info[:2])"],
                              capture_output=True, text=True, check=False).stdout  # fmt: skip
        if told and tuple(map(int, told.split())) < (3, 11):
            done = small.run("make", "play", f"PYTHON={program}")
            assert sentence(done).startswith(f"Bocage needs Python 3.11 or newer and this is {told.replace(' ', '.')}:")


def test_without_python_make_says_where_to_get_it(small: Machine) -> None:
    done = small.run("make", "play", "PYTHON=python9")
    assert sentence(done).startswith("Bocage needs Python 3.11 or newer, and there is no python9 here: get it from")


def test_without_the_network_it_asks_for_it_and_keeps_what_pip_said(small: Machine) -> None:
    done = small.run("make", "play")
    log = small.folder / ".venv" / "setup.log"
    assert sentence(done) == (
        "Bocage is not ready: installing what playing needs failed: packages could not be fetched: the network is "
        f"needed once; connect and run the command again ({log} has all that was said)."
    )
    assert "hatchling" in log.read_text(encoding="utf-8")


def test_without_the_venv_module_it_says_how_to_get_it(small: Machine) -> None:
    shadow = small.home / "shadow"
    shadow.mkdir()
    shadow.joinpath("venv.py").write_text("raise ModuleNotFoundError('No module named venv')\n", encoding="utf-8")
    done = small.run("make", "setup", PYTHONPATH=str(shadow))
    assert "this Python has no venv module: install it (on Debian and Ubuntu: apt install python3-venv)" in sentence(
        done
    )


def test_a_file_in_the_way_of_the_environment_is_told(small: Machine) -> None:
    (small.folder / ".venv").write_text("in the way", encoding="utf-8")
    assert sentence(small.run("make", "setup")).startswith(
        "Bocage is not ready: making an environment in .venv failed:"
    )


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "the disk is full:",
        ),
        ("npm error code ENOSPC\nnpm error errno ENOSPC", "the disk is full:"),
        ("Error: [Errno 13] Permission denied: '/games/bocage/.venv'", "a file may not be written:"),
        ("npm error code EACCES\nnpm error path /games/bocage/web/node_modules", "a file may not be written:"),
        ("npm error code EAI_AGAIN\nnpm error request to https://… failed", "packages could not be fetched:"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "the certificate of the server"),
        ("WARNING: Retrying: NewConnectionError\nERROR: No matching distribution found for rich", "packages could not"),
        ("ERROR: No matching distribution found for uvloop>=0.21", "there is no ready-made uvloop"),
        (
            "src/app.ts(3,1): error TS2304: Cannot find name 'x'.",
            'it ended with code 1 and said "src/app.ts(3,1): error',
        ),
    ],
)
def test_what_pip_and_npm_say_is_understood(said: str, meant: str) -> None:
    assert troubles.meaning(said).startswith(meant)


def test_a_full_disk_under_the_set_up_itself_is_told_alike() -> None:
    assert troubles.meaning_of(OSError(28, "No space left on device")).startswith("the disk is full:")
    assert troubles.meaning_of(PermissionError(13, "Permission denied")).startswith("a file may not be written:")


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("version", "will_do"),
    [
        ("v18.20.4", False),
        ("v20.5.1", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.12.0", True),
        ("v24.1.0", True),
    ],
)
def test_a_node_is_taken_if_the_page_can_be_built_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, will_do: bool
) -> None:
    program(tmp_path, "npm", "true")
    program(tmp_path, "node", f"echo {version}")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (nodes.find_node() is not None) is will_do
    (tmp_path / "npm").unlink()
    assert nodes.find_node() is None, "node without npm builds nothing"


def test_npm_that_fails_is_one_sentence(small: Machine) -> None:
    folder = Path(small.environ["PATH"])
    program(folder, "node", "echo v22.12.0")
    program(folder, "npm", "echo npm error code ENOTFOUND; exit 1")
    done = small.run("python3", "scripts/prepare.py", "npm", "run", "check")
    assert sentence(done).startswith(
        "Bocage is not ready: fetching what the page is built with failed: packages could not be fetched:"
    )


def test_an_environment_that_is_only_linked_here_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    somebodys, link = tmp_path / "somebodys", tmp_path / ".venv"
    somebodys.mkdir()
    (somebodys / "precious").write_text("kept")
    link.symlink_to(somebodys)
    monkeypatch.syspath_prepend(SCRIPTS)  # where it finds its neighbours
    preparing = script("preparing")
    monkeypatch.setattr(preparing, "_run", lambda doing, command: Path(command[-1]).mkdir())
    preparing._make(link)
    assert link.is_dir()
    assert not link.is_symlink()
    assert (somebodys / "precious").read_text() == "kept"
