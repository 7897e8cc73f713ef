"""Where PostgreSQL is missing its tests are left out with a word, and in CI they fail."""

from __future__ import annotations

import pytest

from tests import postgres


def test_without_a_server_its_tests_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "programs", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt install postgresql"):
        postgres.require()


def test_in_ci_a_missing_server_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "programs", lambda: None)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt install postgresql"):
        postgres.require()
