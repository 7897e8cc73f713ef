"""A shelf on which tests put the toy, whole or without some of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.rooms.shelving import SLUG, on_the_shelf, pack

Shelve = Callable[..., str]
_NUMBERS = count(1)  # each copy is a package of its own, so that Python does not remember another


@pytest.fixture
def shelve(tmp_path: Path) -> Iterator[Shelve]:
    """Put the toy on the shelf, without the rooms and files that are named; returns its short name."""
    with ExitStack() as stack:

        def put(*without: str) -> str:
            name = f"the_brook_{next(_NUMBERS)}"
            stack.enter_context(on_the_shelf(pack(tmp_path / name, name, without)))
            return SLUG

        yield put


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[str]:
    """The toy with cards is on the shelf."""
    name = f"the_brook_{next(_NUMBERS)}"
    with on_the_shelf(pack(tmp_path / name, name, cards=True)):
        yield SLUG


@pytest.fixture
def brook(shelve: Shelve) -> str:
    """The whole toy is on the shelf."""
    return shelve()
