"""The wheel brings the page along: whoever installs it needs no node."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import httpx
import pytest

import bocage

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "node_modules", "page", "dist", "build", "tests", "__pycache__", ".*_cache", ".hypothesis"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of the checkout in which neither node modules nor a page lie ready."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_is_for_every_machine_and_holds_the_page(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "bocage/table/page/index.html" in names
    assert any(re.fullmatch(r"bocage/table/page/assets/index-.*\.js", name) for name in names)
    assert "bocage/games/roundup/data/map.svg" in names
    assert any(name.startswith("bocage/store/migrations/versions/") for name in names)
    assert not any("node_modules" in name for name in names)


def test_an_empty_environment_without_node_serves_the_page(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    python = place / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*install, "-c", str(ROOT / "constraints.txt"), str(wheel)], check=True, cwd=tmp_path)
    environ = {"PATH": str(place / "bin"), "BOCAGE_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    assert shutil.which("node", path=environ["PATH"]) is None
    service = subprocess.Popen(
        [str(place / "bin" / "bocage"), "table", "--port", "0"],
        env=environ, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert service.stdout is not None
        address, heard = "", ""
        deadline = time.monotonic() + 60
        while not address and time.monotonic() < deadline:
            if select.select([service.stdout], [], [], 0.5)[0]:
                line = service.stdout.readline()
                heard += line
                found = re.search(r"http://[\d.]+:\d+", line)
                address = found[0] if found else ""
                if not line:
                    break
        assert address, heard
        page = httpx.get(f"{address}/")
        assert page.status_code == 200
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
        assert script is not None
        assert httpx.get(f"{address}{script[1]}").status_code == 200
        games = httpx.get(f"{address}/api/games").json()["games"]
        assert [game["slug"] for game in games] == bocage.slugs()
        assert httpx.get(f"{address}/api/games/roundup/map.svg").status_code == 200
    finally:
        service.terminate()
        service.wait(20)
    assert os.listdir(tmp_path / "home"), "the database lies in the user's own folder"
