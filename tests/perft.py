"""Perft: how many ways there are to play the next one, two or three actions from known positions of a game."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import bocage
from bocage.engine.matches.match import Match
from bocage.engine.play import Play
from bocage.engine.steps import Prompt

DEPTHS = ("depth1", "depth2", "depth3")


class Known(NamedTuple):
    """A known position: in the notation, what is played first, and how deep to count."""

    position: dict[str, Any]
    first: str
    depth: int


class Row(NamedTuple):
    """One row of the table: a position, and the number of ways for each depth."""

    name: str
    position: dict[str, Any]
    first: str
    counts: tuple[int, ...]


def perft(match: Match, depth: int) -> int:
    """The number of ways to play so many actions."""
    return _count(match, match.position, match.prompts, depth)


def _count(match: Match, position: Any, prompts: dict[str, Prompt], depth: int) -> int:
    if depth == 1:
        return sum(len(prompt.actions) for prompt in prompts.values())
    ways = 0
    for side, action in ((side, action) for side, prompt in prompts.items() for action in prompt.actions):
        then = position.copy()
        hand = Play(match.game, then, match.dice)
        frame = then.frames[-1]
        step: Any = match.game.steps[frame.step]
        step.take(hand, frame, side, action)
        ways += _count(match, then, hand.drive(), depth - 1)
    return ways


class Table:
    """The known positions of a game, and the file with their numbers beside the game's tests."""

    def __init__(
        self,
        slug: str,
        positions: Mapping[str, Known],
        columns: tuple[str, ...] = ("name", "position", "first"),
        begin: Callable[..., Match] | None = None,
        **how: Any,
    ) -> None:
        """The columns are those before the numbers; all positions are set up in the same way, or by `begin`."""
        self.slug = slug
        self.positions = positions
        self.columns = (*columns, *DEPTHS)
        self.begin = begin or partial(bocage.position, slug, **how)
        self.path = Path(__file__).parent / slug / "perft.csv"

    def match_of(self, known: Known | Row) -> Match:
        """The match that stands at a position, after the first actions."""
        match = self.begin(**known.position)
        for action in filter(None, known.first.split("; ")):
            match.play(action)
        return match

    def read(self) -> dict[str, Row]:
        """The stored rows by their names."""
        with self.path.open(encoding="utf-8", newline="") as file:
            return {
                row["name"]: Row(
                    row["name"],
                    json.loads(row["position"]),
                    row.get("first", ""),
                    tuple(int(row[depth]) for depth in DEPTHS if row[depth]),
                )
                for row in csv.DictReader(file)
            }

    def text(self) -> str:
        """The file as it should be now."""
        out = io.StringIO()
        writer = csv.DictWriter(out, self.columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for name, known in self.positions.items():
            match = self.match_of(known)
            counts = {depth: perft(match, number) for number, depth in enumerate(DEPTHS[: known.depth], 1)}
            writer.writerow({"name": name, "position": json.dumps(known.position), "first": known.first, **counts})
        return out.getvalue()

    def renew(self, width: int) -> None:
        """Write the file anew and tell what is in it now, with names of this width."""
        self.path.write_text(self.text(), encoding="utf-8")
        for row in self.read().values():
            print(f"{row.name:{width}} {row.counts}", flush=True)

    def is_complete(self) -> None:
        """The file has the known positions, counted as deep as they are to be."""
        rows = self.read()
        assert {name: (row.position, row.first) for name, row in rows.items()} == {
            name: (known.position, known.first) for name, known in self.positions.items()
        }
        assert all(len(rows[name].counts) == known.depth for name, known in self.positions.items())

    def holds(self, row: Row) -> None:
        """The ways to play on are as many as the row says, and counting them changes nothing."""
        match = self.match_of(row)
        before = match.position_hash
        counts = tuple(perft(match, depth) for depth in range(1, len(row.counts) + 1))
        assert counts == row.counts, f"if a rule was corrected: python -m tests.{self.slug}.make_fixtures"
        assert match.position_hash == before
