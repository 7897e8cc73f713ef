"""What a browser fetches before the start page or a table stands is no more than it was in 0.9.0, letters apart."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "bocage" / "table" / "page" / "assets"
# Bytes of scripts and style sheets of 0.9.0, packed with gzip, and the style sheet of the letters that came since.
LIMITS = {"StartPage": 34_700, "TablePage": 103_700}


def closure(first: Path) -> set[Path]:
    """A script and all that it cannot begin without."""
    found: set[Path] = set()
    waiting = [first]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            text = script.read_text(encoding="utf-8")
            named = re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', text)
            waiting += [ASSETS / name for name in named]
    return found


def wanted_with(index: Path, page: str) -> set[Path]:
    """What is fetched together with a page, its scripts and style sheets, as the first script lists it."""
    text = index.read_text(encoding="utf-8")
    listed = re.findall(r"""["`'](assets/[^"`']+)["`']""", text)
    numbers = re.search(rf"import\(`\./{page}-[^`]+`\)[^()]*(?:\([^()]*\))?,__vite__mapDeps\(\[([\d,]+)\]\)", text)
    assert numbers is not None, f"{page} is fetched when it is wanted"
    return {ASSETS.parent / listed[int(number)] for number in numbers[1].split(",")}


@pytest.mark.parametrize("page", LIMITS)
def test_the_first_load_has_not_grown(page: str) -> None:
    assert ASSETS.is_dir(), "the page is not built: make page"
    (index,) = ASSETS.glob("index-*.js")
    files = closure(index) | set(ASSETS.glob("index-*.css")) | wanted_with(index, page)
    packed = {file.name: len(gzip.compress(file.read_bytes(), 6)) for file in files}
    assert sum(packed.values()) <= LIMITS[page], packed
