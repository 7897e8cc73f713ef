"""A shelf on which tests put the toy, whole or without some of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from bocage import shelf
from tests.rooms.shelving import SLUG, pack

Shelve = Callable[..., str]
_NUMBERS = count(1)  # each copy is a package of its own, so that Python does not remember another


@pytest.fixture
def shelve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelve]:
    """Put the toy on the shelf, without the rooms and files that are named; returns its short name."""

    def put(*without: str) -> str:
        name = f"the_brook_{next(_NUMBERS)}"
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.syspath_prepend(pack(folder, name, without))
        shelf._guests.cache_clear()
        return SLUG

    yield put
    monkeypatch.undo()
    shelf._guests.cache_clear()


@pytest.fixture
def brook(shelve: Shelve) -> str:
    """The whole toy is on the shelf."""
    return shelve()
