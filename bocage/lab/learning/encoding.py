"""Positions and questions as rows of small numbers, for programs that learn.

Nothing here knows a single game. What a position holds is written in the annotations of its class (a set of hexes, a
set of units, a number), and what a side may do is a set of operands for each verb. So the rows of a game change only
when its rules or its pieces do.

A row holds, one after the other (`Encoder.layout` says where):

- sets of hexes and of units, one number (0 or 1) for each node of the board or for each unit;
- where each unit is (off the map: which box; on it: column and row), its steps and its marks;
- sets of things that the game names itself, such as cards, one number for each;
- numbers, cut to 0 to 255; words as eight bits of their checksum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import compress, count
from operator import is_not, ne
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bocage.engine.game import Game
from bocage.engine.position import Position, Unit
from bocage.engine.steps import Sequencing
from bocage.lab.learning.fields import Fields, all_of, as_set, members_of
from bocage.lab.learning.keyed import Keyed

Row = NDArray[np.uint8]

MOST = 255  # the largest number that a cell can hold
WORD_BITS = 8
BUCKETS = 32  # for collections of words: each has its place by its checksum
_NOWHERE = Unit(0, 0)
FEW = 10  # changes of a set that are quicker made one by one
FRAMES = 2  # how many of the uppermost steps that are under way are told in detail

# Kept out: how many dice have been rolled (nobody plays better for knowing it) and what follows from the rest.
_LEFT_OUT = {"units", "frames", "rolls", "epoch", "outcome", "stacks", "masks", "on_board"}
_NOT_TOLD = {"rule"}  # the case of a question says nothing that the question does not


def checksum(word: str) -> int:
    """The number of a word: the same on every machine; 0 for no word, and only then are its last bits 0.

    >>> checksum(""), checksum("Storm") == checksum("Storm"), checksum("June") % (1 << WORD_BITS)
    (0, True, 1)
    """
    found = crc32(word.encode()) if word else 0
    return found if not word or found % (1 << WORD_BITS) else found + 1


def _cut(number: int) -> int:
    """A number as a cell holds it; -1, which stands for all or for none, is the largest."""
    return number if 0 <= number <= MOST else MOST


class Encoder:
    """Turns what a side may know into a row of numbers from 0 to 255.

    >>> import bocage
    >>> match = bocage.new_match("roundup", seed="utah")
    >>> encoder = Encoder(match.game)
    >>> row = encoder.row(match.game.shown(match.position, "allied"), "allied", ["allied"])
    >>> int(row[encoder.layout["turn"]][0]), len(row) == encoder.size
    (1, True)
    """

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._nodes = len(game.board.labels)
        # Games with hidden pieces have more counters in what a side sees than units by name.
        self._units = max(len(game.unit_ids), len(getattr(game, "counters", ())))
        fields = self._fields = Fields(game.position_class, _LEFT_OUT)
        self._plain_hexes = all_of([name for name, way in fields.hexes if way == "hexes"])
        self._plain_units = all_of([name for name, way in fields.units if way == "units"])
        self._odd_hexes = [pair for pair in fields.hexes if pair[1] != "hexes"]
        self._odd_units = [pair for pair in fields.units if pair[1] != "units"]
        self._numbers = all_of(fields.numbers)
        self._words = all_of(fields.words)
        self._word_sets = all_of(fields.word_sets)
        self._tables = all_of(fields.tables)
        self._placed = all_of(fields.placed)
        self._marked = bool(game.mark_names)
        self._keyed = Keyed(game, _LEFT_OUT)
        self._everybody = (1 << self._units) - 1
        self._frames = {kind: Fields(kind, {"side", *_NOT_TOLD}) for kind in game.frame_classes}
        self._frame_slots = {
            part: max((len(getattr(found, part)) for found in self._frames.values()), default=0)
            for part in ("hexes", "units", "own", "numbers", "words")
        }
        self._steps = {name: number for number, name in enumerate(sorted({kind.step for kind in self._frames}))}
        names = {row.name for rows in game.rules.sequence.values() for row in rows}
        self._phases = {name: number for number, name in enumerate(sorted(names))}
        self._places = self._place_codes()
        self._memories: dict[str, _Memory] = {}
        self.layout: dict[str, slice] = {}
        self._set_cells: list[tuple[int, int]] = []  # of each set: where it begins and its width in bytes
        self._lay_out()

    # What stands where

    def _place_codes(self) -> dict[int, bytes]:
        """Place -> box, column and row; a hex has box 0, a box has no column nor row."""
        board, game = self._game.board, self._game
        codes: dict[int, tuple[int, int, int]] = {}
        boxes = len(game.place_names)
        for node, label in enumerate(board.labels):
            where = board.place(node)
            if where is not None:
                codes[node] = (0, 1 + where[0], 1 + where[1])
            elif label:
                boxes += 1
                codes[node] = (boxes, 0, 0)
        for number in range(len(game.place_names)):
            codes[-number - 1] = (1 + number, 0, 0)
        return {place: bytes(code) for place, code in codes.items()}

    def _lay_out(self) -> None:
        at = 0

        def part(name: str, cells: int) -> None:
            nonlocal at
            self.layout[name] = slice(at, at + cells)
            at += cells

        def sets(names: list[str], members: int) -> None:
            wide = (members + 7) // 8
            for name in names:
                self._set_cells.append((at, wide))
                part(name, 8 * wide)

        fields, sides = self._fields, len(self._game.sides)
        hexes = [name for name, way in fields.hexes if way == "hexes"]
        hexes += [f"mask {number}" for number in range(self._game.mask_count)]
        hexes += [name for name, _ in self._odd_hexes]
        hexes += [f"frame {n} hexes {slot}" for n in range(FRAMES) for slot in range(self._frame_slots["hexes"])]
        sets(hexes, len(self._game.board.labels))
        units = [name for name, way in fields.units if way == "units"] + [name for name, _ in self._odd_units]
        units += [f"frame {n} units {slot}" for n in range(FRAMES) for slot in range(self._frame_slots["units"])]
        sets(units, self._units)
        for own in self._keyed.sets:
            sets([own.name], own.members)
        most = max(map(len, self._game.own_names.values()), default=0)
        sets([f"frame {n} own {slot}" for n in range(FRAMES) for slot in range(self._frame_slots["own"])], most)
        part("where", 3 * self._units)
        part("steps", self._units)
        if self._marked:
            part("marks", self._units)
        places = [self.layout[name].start for name in ("where", "steps")]
        self._roster_cells = (*places, self.layout["marks"].start if self._marked else 0)
        begin = at
        for name in fields.numbers:
            part(name, 1)
        self._number_cells = slice(begin, at)
        part("words", WORD_BITS * len(fields.words))
        for name in fields.word_sets:
            part(name, BUCKETS)
        for name in fields.tables:
            part(name, self._units)
            part(f"{name} by word", BUCKETS)
        for name in fields.placed:
            part(name, 3 * self._units)
        for cell in self._keyed.cells:
            part(cell.name, WORD_BITS if cell.word else 1)
        self._frame_cells: list[slice] = []
        for n in range(FRAMES):
            begin = at
            part(f"frame {n} step", len(self._steps))
            part(f"frame {n} side", sides)
            part(f"frame {n} numbers", self._frame_slots["numbers"])
            part(f"frame {n} words", WORD_BITS * self._frame_slots["words"])
            self._frame_cells.append(slice(begin, at))
        begin = self._frame_cells[0].start
        self._frame_wide = self._frame_cells[0].stop - begin
        self._no_hexes = [0] * self._frame_slots["hexes"]
        self._no_units = [0] * self._frame_slots["units"]
        self._no_own = [0] * self._frame_slots["own"]
        parts = ("side", "numbers", "words")
        self._in_frame = tuple(self.layout[f"frame 0 {name}"].start - begin for name in parts)
        part("phase", len(self._phases))
        part("to move", sides)
        part("side", sides)
        self.size = at

    # The row

    def row(self, seen: Position, side: str, to_move: Iterable[str]) -> Row:
        """The row of a position that a side sees; `to_move` are the sides that have a question."""
        memory = self._memories.get(side)
        if memory is None:
            memory = self._memories[side] = _Memory(self.size, len(self._set_cells))
            memory.row[self.layout["side"]] = [who == side for who in self._game.sides]
        self._write(memory, seen, tuple(to_move))
        return memory.row.copy()

    def _write(self, memory: _Memory, position: Any, to_move: tuple[str, ...]) -> None:
        """Bring the row of a side up to date: only what has changed since its last row is worked out anew."""
        row, raw, layout, sides = memory.row, memory.raw, self.layout, self._game.sides
        told: list[Any] = []  # the uppermost steps under way
        for frame in reversed(position.frames):
            if frame.__class__ is not Sequencing:
                told.append(frame)
                if len(told) == FRAMES:
                    break
        if told != memory.frames:
            self._write_frames(memory, told)
        sets = [*self._plain_hexes(position), *position.masks]
        if self._odd_hexes:
            sets += [members_of(position, name, way) for name, way in self._odd_hexes]
        for slot in memory.frame_hexes:
            sets += slot
        sets += self._plain_units(position)
        if self._odd_units:
            sets += [members_of(position, name, way) for name, way in self._odd_units]
        for slot in memory.frame_units:
            sets += slot
        sets += [own.read(position) for own in self._keyed.sets]
        for slot in memory.frame_own:
            sets += slot
        before = memory.sets
        if sets != before:
            for number in compress(count(), map(ne, sets, before)):
                members = sets[number]
                start, wide = self._set_cells[number]
                changed = members ^ before[number]
                if changed.bit_count() > FEW:
                    row[start : start + 8 * wide] = _bits(members, wide)
                    continue
                while changed:
                    low = changed & -changed
                    raw[start + low.bit_length() - 1] = 1 if members & low else 0
                    changed ^= low
            memory.sets = sets
        self._write_roster(memory, position.units)
        if (numbers := self._numbers(position)) != memory.numbers:
            memory.numbers = numbers
            raw[self._number_cells] = bytes([_cut(number) for number in numbers])
        if (words := self._words(position)) != memory.words:
            memory.words = words
            raw[layout["words"]] = b"".join([_word_cells(word) for word in words])
        if (word_sets := self._word_sets(position)) != memory.word_sets:
            memory.word_sets = word_sets
            for name, members in zip(self._fields.word_sets, word_sets, strict=True):
                found = 0
                for word in members:
                    found |= 1 << checksum(word) % BUCKETS
                row[layout[name]] = _bits(found, BUCKETS // 8)
        if (tables := self._tables(position)) != memory.tables:
            memory.tables = tables
            for name, table in zip(self._fields.tables, tables, strict=True):
                self._write_table(row, name, table)
        if (placed := self._placed(position)) != memory.placed:
            memory.placed = placed
            for name, nodes in zip(self._fields.placed, placed, strict=True):
                row[layout[name]] = 0
                for unit, node in nodes.items():
                    at = layout[name].start + 3 * self._game.unit_numbers[unit]
                    raw[at : at + 3] = self._places[node]
        if (kept := [cell.read(position) for cell in self._keyed.cells]) != memory.keyed:
            memory.keyed = kept
            for cell, value in zip(self._keyed.cells, kept, strict=True):
                raw[layout[cell.name]] = _word_cells(value) if cell.word else bytes([_cut(value)])
        if (phase := self._game.phase(position)) != memory.phase:
            memory.phase = phase
            row[layout["phase"]] = 0
            if phase in self._phases:
                raw[layout["phase"].start + self._phases[phase]] = 1
        if to_move != memory.to_move:
            memory.to_move = to_move
            raw[layout["to move"]] = bytes([who in to_move for who in sides])

    def _write_roster(self, memory: _Memory, units: list[Unit]) -> None:
        """Where the units are, their steps and their marks."""
        before = memory.units
        if units == before:
            return
        row, raw, places = memory.row, memory.raw, self._places
        where, steps, marks = self._roster_cells
        if len(units) != len(before):  # pieces have been concealed, or are so no longer
            row[where:steps] = row[steps : steps + self._units] = 0
            if marks:
                row[marks : marks + self._units] = 0
            before = [_NOWHERE] * len(units)
        for number in compress(count(), map(is_not, units, before)):
            unit = units[number]
            at = where + 3 * number
            raw[at : at + 3] = places[unit.at]
            raw[steps + number] = unit.steps
            if marks:
                raw[marks + number] = unit.marks
        memory.units = units.copy()

    def _write_table(self, row: Row, name: str, table: Mapping[str, int]) -> None:
        """What units or words have been given: 0 for none, else two more than the number (which may be below 0)."""
        units, words = self.layout[name], self.layout[f"{name} by word"]
        row[units] = row[words] = 0
        numbers = self._game.unit_numbers
        for word, number in table.items():
            at = units.start + numbers[word] if word in numbers else words.start + checksum(word) % BUCKETS
            row[at] = max(1, _cut(number + 2))

    def _write_frames(self, memory: _Memory, frames: list[Any]) -> None:
        """The steps under way: which ones, whose, their words and numbers, their sets of hexes and of units."""
        before = memory.frames or ()
        for n, place in enumerate(self._frame_cells):
            frame = frames[n] if n < len(frames) else None
            if n < len(before) and before[n] is frame:
                continue  # mostly the lower one
            memory.raw[place], memory.frame_hexes[n], memory.frame_units[n], memory.frame_own[n] = self._tell(frame)
        memory.frames = frames

    def _tell(self, frame: Any) -> tuple[bytearray, list[int], list[int], list[int]]:
        """The cells of a step under way, its sets of hexes, of units and of the game's own things."""
        cells = bytearray(self._frame_wide)
        hexes, units, own = self._no_hexes.copy(), self._no_units.copy(), self._no_own.copy()
        if frame is None:
            return cells, hexes, units, own
        side_at, numbers_at, words_at = self._in_frame
        fields = self._frames[type(frame)]
        for slot, value in enumerate(fields.get_hexes(frame)):
            hexes[slot] = as_set(value, fields.hex_ways[slot])
        for slot, value in enumerate(fields.get_units(frame)):
            units[slot] = as_set(value, fields.unit_ways[slot]) & self._everybody  # -1 may stand for all
        for slot, value in enumerate(fields.get_own(frame)):
            own[slot] = value
        cells[self._steps[frame.step]] = 1
        side = getattr(frame, "side", "")
        if side:
            cells[side_at + self._game.sides.index(side)] = 1
        for at, number in enumerate(fields.get_numbers(frame), numbers_at):
            if number:
                cells[at] = _cut(number)
        for slot, word in enumerate(fields.get_words(frame)):
            if word:
                at = words_at + WORD_BITS * slot
                cells[at : at + WORD_BITS] = _word_cells(word)
        return cells, hexes, units, own


class _Memory:
    """The last row of a side, and what it was made of."""

    def __init__(self, size: int, sets: int) -> None:
        self.raw = bytearray(size)  # single cells are written faster here ...
        self.row: Row = np.frombuffer(self.raw, np.uint8)  # ... and many at once here: it is the same row
        self.sets = [0] * sets
        self.frames: list[Any] | None = None
        self.frame_hexes: list[list[int]] = [[] for _ in range(FRAMES)]
        self.frame_units: list[list[int]] = [[] for _ in range(FRAMES)]
        self.frame_own: list[list[int]] = [[] for _ in range(FRAMES)]
        self.keyed: list[Any] = []
        self.units: list[Unit] = []
        self.numbers: tuple[int, ...] = ()
        self.words: tuple[str, ...] = ()
        self.word_sets: tuple[Any, ...] = ()
        self.tables: tuple[Any, ...] = ()
        self.placed: tuple[Any, ...] = ()
        self.phase = ""
        self.to_move: tuple[str, ...] = ()


def _bits(members: int, wide: int) -> Row:
    return np.unpackbits(np.frombuffer(members.to_bytes(wide, "little"), np.uint8), bitorder="little")


@lru_cache(maxsize=1000)
def _word_cells(word: str) -> bytes:
    return bytes(checksum(word) >> bit & 1 for bit in range(WORD_BITS))
