"""Where matches are kept, said in words that hold no secret."""

from __future__ import annotations

import logging
import stat
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.store import Store, Unreachable
from bocage.store.database import Address
from tests import postgres

SECRET = "s3cret-word"


def test_matches_are_kept_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "new" / "home"))
    with Store.open() as store:
        path = tmp_path / "new" / "home" / "table.sqlite"
        assert store.address.file == path
        assert path.exists()
        assert store.shown_url == f"sqlite:///{path}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_the_file_with_the_keys_of_the_dice_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    with Store.open(f"sqlite:///{path}") as store, store.connect() as connection, connection.begin():
        connection.execute(sqlalchemy.text("UPDATE matches SET note = ''"))
        files = sorted(tmp_path.iterdir())
        assert len(files) == 3, "the database and its journal"
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"matches cannot be kept in .*file/table\.sqlite: "):
        Store.open(f"sqlite:///{tmp_path / 'file' / 'table.sqlite'}")
    with pytest.raises(BadInput, match="is a directory"):
        Store.open(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (f"postgresql://anna:{SECRET}@db.example/ford", "postgresql://anna:***@db.example/ford"),
        (f"postgres://anna:{SECRET}@db.example:5433/ford", "postgresql://anna:***@db.example:5433/ford"),
        (f"postgresql+psycopg://anna:{SECRET}@db.example/ford", "postgresql://anna:***@db.example/ford"),
        (f"postgresql://anna@db.example/ford?password={SECRET}", "postgresql://anna@db.example/ford"),
        ("postgresql:///ford?host=/run/pg", "postgresql:///ford?host=%2Frun%2Fpg"),
        ("sqlite:///some/table.sqlite", "sqlite:///some/table.sqlite"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    address = Address(url)
    assert address.shown == shown
    assert SECRET not in repr(address)


@pytest.mark.parametrize(
    "url",
    [
        "", "table.sqlite", "mysql://anna:s3cret-word@host/ford", "sqlite://", "sqlite:///:memory:",
        "sqlite:///table.sqlite?mode=ro", "postgresql://anna:s3cret-word@host:port/ford", "://s3cret-word@",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(BadInput, match="sqlite:///FILE") as error:
        Store.open(url)
    assert SECRET not in "".join(traceback.format_exception(error.value))


def test_a_server_that_does_not_answer_is_named_without_the_password(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("psycopg")
    caplog.set_level(logging.DEBUG)
    with pytest.raises(Unreachable, match="does not answer") as error:
        Store.open(f"postgresql://anna:{SECRET}@/ford?host={tmp_path}")
    told = "".join(traceback.format_exception(error.value)) + caplog.text
    assert SECRET not in told
    assert str(tmp_path).replace("/", "%2F") in str(error.value)


def test_a_wrong_password_is_not_told_on(postgres_server: postgres.Server) -> None:
    with pytest.raises(Unreachable, match="nobody") as error:
        Store.open(postgres_server.url().replace("postgres@", f"nobody:{SECRET}@"))
    assert SECRET not in "".join(traceback.format_exception(error.value))


def test_a_missing_driver_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"pip install 'bocage\[postgres\]'"):
        Store.open("postgresql://anna@db.example/ford")


def test_a_careless_server_is_told_to_wait_for_the_disk(postgres_server: postgres.Server) -> None:
    url = postgres_server.new_database()
    with Store.open(url) as store, store.connect() as connection, connection.begin():
        name = connection.execute(sqlalchemy.text("SELECT current_database()")).scalar()
        connection.execute(sqlalchemy.text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    with Store.open(url) as store, store.connect() as connection:
        assert connection.execute(sqlalchemy.text("SHOW synchronous_commit")).scalar() == "on"


def test_the_engine_and_the_command_line_do_not_load_the_database_libraries() -> None:
    program = (
        "import sys, bocage, bocage.engine, bocage.cli, bocage.store, bocage.folders;"
        "print([name for name in sys.modules if name.split('.')[0] in ('sqlalchemy', 'alembic', 'psycopg')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_store_says_what_it_does_not_have() -> None:
    import bocage.store

    with pytest.raises(AttributeError, match="Shelf"):
        _ = bocage.store.Shelf
