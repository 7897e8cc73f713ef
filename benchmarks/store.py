"""How fast actions get onto the disk: alone, and when many matches share the wait for it, on both databases.

Run with ``python -m benchmarks.store`` (a few seconds). PostgreSQL is left out where its server is not installed.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import bocage
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.store import NewMatch, Row, Store, Summary, Writer, load, rows_after, summary_of
from tests import postgres

SECONDS = 2.0
SEATS = (1, 20, 200)
LOADS = 20
GAME = Path(__file__).parents[1] / "tests/roundup/fixtures/allied-strategic.txt"


class _Game:
    """A whole game as rows, to be appended over and over again as those of other matches."""

    def __init__(self) -> None:
        self.match = bocage.load(GAME.read_text(encoding="utf-8"))
        self.rows = rows_after(self.match, 0, 0)
        self.summary = Summary(turn=3, phase="allied combat", moment=100, to_move=("allied",))

    def row(self, number: int) -> Row:
        row = self.rows[(number - 1) % len(self.rows)]
        return Row(number, row.line, row.snapshot)


def _begun(store: Store, match: Match) -> str:
    match_id = store.create(NewMatch(game="roundup", scenario="campaign", seed=match.seed))
    store.begin(match_id, record.header_text(match), record.entry_text(match, 0), summary_of(match))
    return match_id


def _told(name: str, count: int, seconds: float, waits: list[float]) -> None:
    waits.sort()
    middle, late = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    print(f"  {name:32} {count / seconds:8,.0f} appends/s   p50 {middle * 1e3:6.2f} ms   p99 {late * 1e3:6.2f} ms")


def _alone(store: Store, game: _Game) -> None:
    """One after the other, without the writer."""
    match_id = _begun(store, game.match)
    waits: list[float] = []
    begin = now = time.perf_counter()
    while now - begin < SECONDS:
        store.append(match_id, [game.row(len(waits) + 1)], game.summary)
        before, now = now, time.perf_counter()
        waits.append(now - before)
    _told("one after the other", len(waits), now - begin, waits)


def _together(store: Store, game: _Game, seats: int, pace: float) -> None:
    """So many matches at once through the writer; with a pace, so many appends a second altogether."""
    ids = [_begun(store, game.match) for _ in range(seats)]
    waits: list[float] = []

    async def play(writer: Writer, match_id: str, place: int, begin: float) -> None:
        number = 0
        while True:
            # With a pace everybody has his turn in each round; without one he appends as soon as he may.
            due = (place + number * seats) / pace if pace else time.perf_counter() - begin
            if due >= SECONDS:
                return
            if pace:
                await asyncio.sleep(max(0.0, begin + due - time.perf_counter()))
            number += 1
            before = time.perf_counter()
            await writer.append(match_id, [game.row(number)], game.summary)
            waits.append(time.perf_counter() - before)

    async def everybody() -> float:
        with Writer(store) as writer:
            begin = time.perf_counter()
            await asyncio.gather(*(play(writer, match_id, place, begin) for place, match_id in enumerate(ids)))
            return time.perf_counter() - begin

    seconds = asyncio.run(everybody())
    name = f"{seats} at once, {pace:.0f} a second" if pace else f"{seats} at once"
    _told(f"writer: {name}", len(waits), seconds, waits)


def _loading(store: Store, game: _Game) -> None:
    match_id = _begun(store, game.match)
    store.append(match_id, game.rows, summary_of(game.match))

    def milliseconds(question: Callable[[], object]) -> float:
        begin = time.perf_counter()
        for _ in range(LOADS):
            question()
        return (time.perf_counter() - begin) / LOADS * 1e3

    text = milliseconds(lambda: store.load_text(match_id))
    whole = milliseconds(lambda: load(store, match_id, make_game))
    seat = milliseconds(lambda: store.seat_of(match_id, "x"))
    print(
        f"  a game of {len(game.rows)} entries: its text {text:.1f} ms, replayed {whole:.0f} ms; a seat {seat:.2f} ms"
    )


@contextmanager
def _databases() -> Iterator[list[tuple[str, str]]]:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bocage-bench-"))
        found = [("SQLite", f"sqlite:///{folder}/table.sqlite")]
        if postgres.programs() is None:
            print(postgres.HOW_TO_GET_IT)
        else:
            found.append(("PostgreSQL", stack.enter_context(postgres.server(careful=True)).new_database()))
        yield found


def main() -> None:
    """Measure and print."""
    game = _Game()
    with _databases() as databases:
        for name, url in databases:
            Store.open(url).close()
            begin = time.perf_counter()
            with Store.open(url) as store:
                print(f"{name} (opened in {(time.perf_counter() - begin) * 1e3:.0f} ms)")
                _alone(store, game)
                for seats in SEATS:
                    _together(store, game, seats, 0)
                _together(store, game, 200, 200)
                _loading(store, game)


if __name__ == "__main__":
    main()
