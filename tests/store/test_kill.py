"""Whatever was acknowledged is there after the program was killed, and the next one goes on."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import sqlalchemy

from bocage.store import Store
from tests.store.appender import row_of
from tests.store.samples import SOMEWHERE, begun, row

ROOT = Path(__file__).parents[2]


def record_of(match_id: str, number: int) -> str:
    """What the record must have of a row."""
    wanted = row_of(match_id, number)
    return f"{wanted.line}\n" + (f"{wanted.snapshot}\n" if wanted.snapshot else "")


def killed_while_appending(url: str, ids: list[str], delay: float) -> dict[str, int]:
    """Let a program append for a while and kill it; the last row of each match that it knew to be safe."""
    command = [sys.executable, "-m", "tests.store.appender", url, *ids]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline()]
        time.sleep(delay)
        child.kill()
        told += child.stdout.readlines()
    assert child.returncode == -9, "it did not stop by itself"
    whole = [line.split() for line in told if line.endswith("\n")]
    return {match_id: int(number) for match_id, number in whole}


def test_a_killed_program_loses_nothing_that_was_acknowledged(url: str) -> None:
    rng = random.Random()  # another moment each time
    with Store.open(url) as store:
        ids = [begun(store) for _ in range(4)]
    before = dict.fromkeys(ids, 0)
    for _ in range(5):
        safe = killed_while_appending(url, ids, rng.uniform(0.01, 0.4))
        assert safe
        with Store.open(url) as store:
            for match_id in ids:
                last = store.info(match_id).last
                assert last >= safe.get(match_id, before[match_id]) >= before[match_id]
                rows = [record_of(match_id, number) for number in range(1, last + 1)]
                assert store.load_text(match_id).endswith("\n\n" + "".join(rows))
                before[match_id] = last
            if store.address.is_file:
                with store.connect() as connection:
                    assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    assert sum(before.values()) > 100, "there was something to lose"
    with Store.open(url) as store:
        assert store.append(ids[0], [row(before[ids[0]] + 1)], SOMEWHERE) == before[ids[0]] + 1


def test_a_file_waits_for_the_disk(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'table.sqlite'}") as store, store.connect() as connection:

        def pragma(name: str) -> object:
            return connection.execute(sqlalchemy.text(f"PRAGMA {name}")).scalar()

        assert pragma("journal_mode") == "wal"
        assert pragma("synchronous") == 2, "FULL"
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") == 10_000
