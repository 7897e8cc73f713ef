"""The map on disk; and the repository on the path, because the maker is not part of the installed package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from map_reading import DATA, Picture

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))


@pytest.fixture(scope="session")
def picture() -> Picture:
    """The committed picture."""
    return Picture(DATA / "map.svg")
