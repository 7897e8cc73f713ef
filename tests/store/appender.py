"""Appends to matches as fast as it can and prints each row once it is acknowledged: to be killed.

Run as ``python -m tests.store.appender URL MATCH…``.
"""

from __future__ import annotations

import asyncio
import os
import sys

from bocage.store import Row, Store, Writer
from tests.store.samples import SOMEWHERE


def row_of(match_id: str, number: int) -> Row:
    """What a row must hold; some are longer than a page of the database, some have a snapshot."""
    line = f"{number} red end\n> 1 | {match_id} " + "x" * (number % 7 * 1000)
    return Row(number, line, f"turn 1 at {number} hash 0 {{}}" if number % 5 == 0 else None)


async def _play(writer: Writer, match_id: str, last: int) -> None:
    while True:
        count = last % 3 + 1
        rows = [row_of(match_id, number) for number in range(last + 1, last + count + 1)]
        last = await writer.append(match_id, rows, SOMEWHERE)
        os.write(1, f"{match_id} {last}\n".encode())


async def main(url: str, ids: list[str]) -> None:
    """Go on until killed."""
    with Store.open(url) as store, Writer(store) as writer:
        known = store.infos(ids)
        await asyncio.gather(*(_play(writer, match_id, known[match_id].last) for match_id in ids))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
