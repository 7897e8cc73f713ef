"""The same secrets in every run, so that what fails once fails again."""

from __future__ import annotations

import random

import pytest

from bocage.mail import chain


@pytest.fixture(autouse=True)
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("mail")
    monkeypatch.setattr(chain, "new_seed", lambda: rng.randbytes(32))
