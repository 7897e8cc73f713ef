"""Where the service stumbles it says that nothing was changed, and nothing was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bocage.store import Store
from bocage.table import showing
from bocage.table.config import Config
from tests.table.players import UNHURRIED, New, Table, bearer, running


def stumbling(monkeypatch: pytest.MonkeyPatch, moment: int) -> Callable[[], None]:
    """From a moment on a match cannot be shown; returns what mends it."""
    real = showing.sheet

    def sheet(match: Any, side: str | None) -> Any:
        if match.moment >= moment:
            raise KeyError("a value that no game has")
        return real(match, side)

    monkeypatch.setattr(showing, "sheet", sheet)
    return monkeypatch.undo


def post(table: Table, new: New, action: str, at: int) -> Any:
    path = f"/api/matches/{new.id}/actions"
    return table.http.post(path, json={"action": action, "at": at}, headers=bearer(new.tokens["allied"]))


def kept(file: Path, new: New) -> int:
    with Store.open(f"sqlite:///{file}") as store:
        return store.info(new.id).summary.moment


def test_an_action_after_which_nothing_can_be_shown_was_never_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.sqlite"
    with running(Config(port=0, database=f"sqlite:///{file}", **UNHURRIED)) as table:
        new = table.new()
        first, second = new.actions("allied")[:2]
        mend = stumbling(monkeypatch, 1)
        answer = post(table, new, first, 0)
        assert answer.status_code == 500
        assert "Nothing was changed" in answer.json()["error"]
        assert new.get().get("moment", 0) == 0
        assert new.get("/view", "allied")["moment"] == 0
        assert kept(file, new) == 0
        mend()
        assert post(table, new, second, 0).status_code == 200
        assert kept(file, new) == 1


def test_the_same_for_a_live_page_and_for_the_others_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.sqlite"
    with running(Config(port=0, database=f"sqlite:///{file}", **UNHURRIED)) as table:
        new = table.new()
        action = new.actions("allied")[0]
        with new.page("allied") as allied, new.page("german") as german:
            mend = stumbling(monkeypatch, 1)
            refused = allied.play(action)
            assert refused["say"] == "refused"
            assert "fault" in refused["why"]["text"]
            assert [message for message in german.quiet(0.3) if message["say"] == "changed"] == []
            assert kept(file, new) == 0
            mend()
            assert allied.play(action)["say"] == "changed"
            german.hear("changed")
