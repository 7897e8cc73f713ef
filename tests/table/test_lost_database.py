"""The database is taken away, replaced or full while people play: nothing is acknowledged that is not kept."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from bocage.store import Store, StoreTrouble, place
from bocage.store.changes import Change
from bocage.table.config import Config
from bocage.table.service import endpoints
from tests.table.players import UNHURRIED, New, Table, bearer, running


def config(file: Path) -> Config:
    return Config(port=0, database=f"sqlite:///{file}", **UNHURRIED)


def refusals(table: Table, new: New) -> list[str]:
    """The sentences with which everything that would be written or read is refused."""
    seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    play = {"action": "us-beachhead 1204", "at": 0}
    answers = [
        table.http.post(f"/api/matches/{new.id}/actions", json=play, headers=bearer(new.tokens["allied"])),
        table.http.post("/api/matches", json={"game": "roundup", "seats": seats}),
        table.http.get("/healthz"),
    ]
    assert [answer.status_code for answer in answers] == [503, 503, 503]
    return [answer.json()["error"] for answer in answers]


@pytest.mark.parametrize("way", ["deleted", "replaced", "all deleted"])
def test_a_database_that_is_deleted_or_replaced_while_the_table_runs_refuses_everything(
    tmp_path: Path, way: str
) -> None:
    file = tmp_path / "table.sqlite"
    with running(config(file)) as table:
        new = table.new()
        assert table.http.get("/healthz").json()["status"] == "ok"
        if way == "all deleted":
            for part in tmp_path.glob("table.sqlite*"):
                part.unlink()
        else:
            file.unlink()
        if way == "replaced":
            Store.open(f"sqlite:///{tmp_path / 'other.sqlite'}").close()
            shutil.move(tmp_path / "other.sqlite", file)
        for sentence in refusals(table, new):
            assert "taken away or replaced" in sentence
            assert "start the table again" in sentence
            assert str(tmp_path) not in sentence
        with table.connect() as line:
            line.send(f'{{"do":"hello","match":"{new.id}","token":"{new.tokens["allied"]}"}}')
            assert "taken away or replaced" in str(line.recv(timeout=10))
        if way != "replaced":
            assert not file.exists()  # nor is an empty one made in its place


def test_a_page_that_plays_on_is_told_why_its_action_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    with running(config(file)) as table:
        new = table.new()
        with new.page("allied") as allied:
            actions = new.actions("allied")
            assert allied.play(actions[0])["say"] == "changed"
            aside = file.rename(tmp_path / "aside")
            refused = allied.do("undo", to=0)
            assert refused["say"] == "refused"
            assert "does not count" in refused["why"]["text"]
            assert "taken away or replaced" in refused["why"]["text"]
            aside.rename(file)  # it is the same file: the game goes on
            assert allied.do("undo", to=0)["say"] == "changed"
        assert table.http.get("/healthz").status_code == 200
    with running(config(file)) as table:
        assert table.get(f"/api/matches/{new.id}")["moment"] == 2


def test_a_write_ahead_log_that_is_deleted_is_noticed_before_anything_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    with running(config(file)) as table:
        new = table.new()
        (tmp_path / "table.sqlite-wal").unlink()
        play = {"action": new.actions("allied")[0], "at": 0}
        answer = table.http.post(f"/api/matches/{new.id}/actions", json=play, headers=bearer(new.tokens["allied"]))
        assert answer.status_code == 503
        assert "start the table again" in answer.json()["error"]
    with running(config(file)) as table:  # closing it wrote down what only the deleted log had
        assert table.get(f"/api/matches/{new.id}").get("moment", 0) == 0


def test_a_database_that_takes_nothing_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "HEARTBEAT_SECONDS", 0.0)
    full = threading.Event()
    real = Store.connect

    def connect(self: Store) -> Any:
        connection = real(self)
        begin = connection.begin

        def limited(*details: Any) -> Any:
            if full.is_set():
                connection.connection.execute("PRAGMA query_only = ON")
            else:
                connection.connection.execute("PRAGMA query_only = OFF")
            return begin(*details)

        connection.begin = limited  # type: ignore[method-assign]
        return connection

    monkeypatch.setattr(Store, "connect", connect)
    with running(config(tmp_path / "table.sqlite")) as table:
        table.new()
        assert table.http.get("/healthz").status_code == 200
        full.set()
        assert table.http.get("/healthz").status_code == 503
        full.clear()
        assert table.http.get("/healthz").status_code == 200


def test_a_disk_without_room_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(config(tmp_path / "table.sqlite")) as table:
        table.new()
        monkeypatch.setattr(place, "_free", lambda folder: 1000)
        answer = table.http.get("/healthz")
        assert answer.status_code == 503
        assert "room" in answer.json()["error"]
        monkeypatch.undo()
        assert table.http.get("/healthz").status_code == 200


def test_no_write_is_acknowledged_whose_file_went_away_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.sqlite"

    class Takes(Change[None]):
        def make(self, connection: Any, again: bool) -> None:
            file.rename(tmp_path / "aside")

    with Store.open(f"sqlite:///{file}") as store:
        with pytest.raises(StoreTrouble, match="taken away"):
            store.change(Takes())
        with pytest.raises(StoreTrouble, match="taken away"):
            store.matches()
        (tmp_path / "aside").rename(file)
        assert store.matches() == []
        with sqlite3.connect(file) as other:
            assert other.execute("SELECT count(*) FROM matches").fetchone() == (0,)
