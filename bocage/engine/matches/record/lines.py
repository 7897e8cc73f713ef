"""A record as it stands in its file: header, entries with their log, and snapshots, before anything is replayed."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.events import Told

TITLE = "bocage record 1"
SEEN_TITLE = "bocage seen 1"
_HEADER_WORDS = ("game", "scenario", "rules", "data", "overlay", "commitment", "key", "seed", "tape", "start", "note")
_TOLD = re.compile(r">(\S*) (\S*) \| (.*)", re.DOTALL)


class Line:
    """One entry as it stands in the file."""

    __slots__ = ("dice", "number", "place", "side", "told", "via", "word")

    def __init__(self, place: int, number: int, side: str, word: str, via: list[str], dice: tuple[int, ...]) -> None:
        self.place = place
        self.number = number
        self.side = side
        self.word = word
        self.via = via
        self.dice = dice
        self.told: list[Told] = []

    @property
    def is_history(self) -> bool:
        return self.word.startswith("(history ")


class File:
    """A parsed record: header, entries, snapshots."""

    def __init__(self, text: str, ended: bool) -> None:
        if not isinstance(text, str):
            raise BadInput("the record of a match is a text")
        self.header: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.words: list[str] = []
        self.lines: list[Line] = []
        self.opening = Line(0, 0, "", "start", [], ())
        self.turns: list[tuple[int, str, str]] = []  # moment, hash, position
        self.end: tuple[int, str] | None = None
        self.outcome = ""
        # Only these are ends of lines; a player's words may hold other characters that look like one.
        rows = text.replace("\r\n", "\n").split("\n")
        # What somebody wrote above it, who reports a rule, say.
        above = next((place for place, row in enumerate(rows) if not row.startswith("#")), 0)
        if rows[above].strip() != TITLE:
            if rows[above].strip() == SEEN_TITLE:
                raise BadInput(
                    "this is what one side saw of a match, not the full record; it can be read but not played"
                )
            raise BadInput(f"this is not a record of a match: its first line should be '{TITLE}'")
        in_header = True
        for place, row in enumerate(rows[above + 1 :], above + 2):
            if not row.strip():
                in_header = False
                continue
            try:
                self._header_row(row) if in_header else self._row(place, row)
            except (ValueError, IndexError, msgspec.MsgspecError, RecursionError) as error:
                raise BadInput(f"line {place} of this record cannot be read: {row[:60]!r}") from error
        for word in ("game", "scenario", "rules", "data"):
            if word not in self.header:
                raise BadInput(f"this record does not say its {word}")
        if not self.header["rules"].isdecimal():
            raise BadInput(f"this record names no version of the rules but {self.header['rules'][:60]!r}")
        if ended and self.end is None:
            raise BadInput("this record is cut short: its last line, with the end, is missing")

    def _header_row(self, row: str) -> None:
        word, _, rest = row.partition(" ")
        if word == "option":
            name, _, value = rest.partition(" ")
            if name in self.options:
                raise ValueError(name)
            self.options[name] = msgspec.json.decode(value)
        elif word == "words":
            self.words.append(msgspec.json.decode(rest, type=str))
        elif word in _HEADER_WORDS and word not in self.header:
            self.header[word] = rest
        else:
            raise ValueError(word)

    def _row(self, place: int, row: str) -> None:
        if self.end is not None and not row.startswith("outcome "):
            raise ValueError("nothing but the outcome follows the end")
        if row.startswith(">"):
            told = _TOLD.fullmatch(row)
            if told is None:
                raise ValueError(row)
            eyes, rule, sentence = told.groups()
            line = self.lines[-1] if self.lines else self.opening
            line.told.append(Told(line.number, rule, sentence, tuple(eyes.split(",")) if eyes else None))
        elif row.startswith("turn "):
            _, _, _, moment, _, digest, data = row.split(" ", 6)
            self.turns.append((int(moment), digest, data))
        elif row.startswith("end "):
            _, _, moment, _, digest = row.split()
            self.end = (int(moment), digest)
        elif row.startswith("outcome "):
            self.outcome = row
        else:
            self._entry_row(place, row)

    def _entry_row(self, place: int, row: str) -> None:
        body, _, dice = row.partition(" = ")
        numbers = tuple(int(number) for number in dice.split())
        if body == "0 start":
            self.opening.dice = numbers
            return
        body, _, via = body.partition(" via ")
        number, side, word = body.split(" ", 2)
        self.lines.append(Line(place, int(number), side, word, via.split(), numbers))


def entries_of(text: str) -> int:
    """How many entries a record has, without reading it: for whoever must know what reading it will cost.

    >>> entries_of("bocage record 1\\ngame ford\\n\\n0 start = 3\\n1 red go\\n> 1.0 | Red goes\\n2 blue stay\\n")
    2
    """
    return sum(row[:1].isdigit() and not row.startswith("0 ") for row in text.split("\n"))


def without_end(text: str) -> str:
    """A record without the lines that say where and how it ends, so that further entries can follow."""
    rows = text.replace("\r\n", "\n").split("\n")
    return "\n".join(row for row in rows if not row.startswith(("end ", "outcome ")))
