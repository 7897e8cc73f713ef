"""Make the database that every later version must open: python -m tests.store.make_fixture VERSION

To be run once, when a version of the tables is new; the files of released versions are never made again.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

from bocage.store import Store
from bocage.store.upgrade import HEAD
from tests.engine import toy
from tests.store.samples import Table, begun

FOLDER = Path(__file__).with_name("fixtures")


def main(version: str) -> None:
    """Write the database and the record of the match that is in it."""
    if version != HEAD:
        raise SystemExit(f"this program makes databases of version {HEAD}")
    path = FOLDER / f"made-by-{version}.sqlite"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA page_size = 1024")  # so that the file stays small
        connection.execute("VACUUM")
    connection.close()
    with Store.open(f"sqlite:///{path}") as store:
        match = toy.new("fixture", words=("red sky", "blau"))
        table = Table(store, match, begun(store, match), 0)
        table.play("hide 0303", "red: plan wait", "blue: plan wait", "red: end", "blue: end", "draw", "end")
        match.undo()
        table.keep("that was too early")
        store.say(table.id, None, "Anna", "well played")
        store.put_note(table.id, "red", "the mine is somewhere")
    path.with_suffix(".txt").write_text(match.text(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
