"""Without make: pip alone installs a checkout or a wheel, neither needs node, and both serve the page."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.packaging.fresh import ROOT, Machine, copy_tracked, machine, play_over_the_wire, require_network, served


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine without make, without node and with empty caches, and an empty environment on it."""
    made = machine(tmp_path_factory.mktemp("wheel"), tools=["sh"])
    assert shutil.which("node", path=made.environ["PATH"]) is None
    require_network(made)
    done = made.run("python3", "-m", "venv", "venv")
    assert done.returncode == 0, done.stdout
    return made


@pytest.fixture(scope="module")
def wheel(fresh: Machine) -> Path:
    """Made by pip from the tracked files alone, as `pip install .` makes it before it installs it."""
    source = fresh.folder / "source"
    source.mkdir()
    copy_tracked(source)
    pip = [str(fresh.folder / "venv" / "bin" / "python"), "-m", "pip"]
    done = fresh.run(*pip, "wheel", "--no-deps", "--only-binary", ":all:", "-w", "made", "./source")
    assert done.returncode == 0, done.stdout
    (made,) = fresh.folder.joinpath("made").glob("*.whl")
    return made


def test_the_wheel_is_for_every_machine_and_holds_the_page(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "bocage/table/page/index.html" in names
    assert any(re.fullmatch(r"bocage/table/page/assets/index-.*\.js", name) for name in names)
    assert "bocage/games/roundup/data/map.svg" in names
    assert any(name.startswith("bocage/store/migrations/versions/") for name in names)
    assert not any("node_modules" in name for name in names)


def test_an_empty_environment_serves_the_page_of_the_wheel(fresh: Machine, wheel: Path) -> None:
    programs = fresh.folder / "venv" / "bin"
    install = [str(programs / "python"), "-m", "pip", "install", "--only-binary", ":all:"]
    done = fresh.run(*install, "-c", str(ROOT / "constraints.txt"), str(wheel))
    assert done.returncode == 0, done.stdout
    with served(fresh, str(programs / "bocage"), "table") as address:
        play_over_the_wire(address)
    assert fresh.home.joinpath(".local", "share", "bocage").is_dir(), "the database lies in the user's own folder"
