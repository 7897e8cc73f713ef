"""The commands that look after the table's database: make a backup, put it back, take everything to PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bocage.engine.errors import BadInput
from bocage.store import StoreTrouble
from bocage.table.commands import Database
from bocage.table.config import configured

if TYPE_CHECKING:
    from bocage.store.backup import Contents


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, or a folder for a new file with the time as name.")],
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over a file that is there already.")] = False,
) -> None:
    """Write all matches to one file; the table may go on meanwhile."""
    from bocage.store import backup as store

    with _in_words():
        kept = store.backup(_url(database), file, replace=replace)
    kilobytes = kept.file.stat().st_size // 1024
    print(f"{kept.file}: {_shown(kept.contents)}, {kilobytes} kB, tables of version {kept.contents.version}.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `bocage backup` wrote.")],
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Even if matches are kept there; they are put aside in another file.")
    ] = False,
) -> None:
    """Put a backup in the place of the table's database; the table must be closed."""
    from bocage.store import backup as store

    with _in_words():
        restored = store.restore(_url(database), file, replace=replace)
    print(f"Restored from {file}: {_shown(restored.contents)}.")
    if restored.aside is not None:
        print(f"What was there before is kept in {restored.aside}.")


def copy(
    sqlite_file: Annotated[Path, typer.Argument(help="The database of a table that is closed, or a backup.")],
    postgres_url: Annotated[str, typer.Argument(help="postgresql://USER@HOST/DATABASE, which holds no match yet.")],
) -> None:
    """Take all matches from a file to PostgreSQL; the file stays as it is."""
    from bocage.store import backup as store
    from bocage.store.database import Address

    with _in_words():
        address = Address(configured({"database": postgres_url}).database)
        copied = store.copy(sqlite_file, postgres_url)
    print(f"Copied to {address.shown}: {_shown(copied.contents)}; {sqlite_file} is as it was.")
    print("Open the table there with --database or BOCAGE_DATABASE.")


def _url(database: str | None) -> str | None:
    return configured({"database": database}).database


def _shown(contents: Contents) -> str:
    """How much there is.

    >>> from bocage.store.backup import Contents
    >>> _shown(Contents("0002", 1, 2000))
    '1 match with 2,000 entries'
    """
    matches = f"{contents.matches:,} match{'' if contents.matches == 1 else 'es'}"
    return f"{matches} with {contents.entries:,} entr{'y' if contents.entries == 1 else 'ies'}"


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except StoreTrouble as error:
        raise BadInput(str(error)) from None
