"""What a game must say about itself so that it can be shown in a terminal; each game has its face."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from rich.text import Text

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.terminal.board import Cell, Grid
from bocage.terminal.counters import Chit


class UnitLine(NamedTuple):
    """One unit in a list."""

    id: str
    name: str
    place: str
    factors: str
    supply: str
    marks: str
    style: str


class Face:
    """How one game looks to people. All of it is told from a look on what a side may know."""

    grid: Grid
    side_names: Mapping[str, str]  # side -> "the Allies"

    def header(self, look: Any, phase: str) -> list[Text]:
        """Turn, weather, air, phase and standing in two or three lines."""
        raise NotImplementedError

    def cells(self, look: Any, side: str | None, marked: Collection[str] = (), zones: bool = False) -> dict[str, Cell]:
        """Every hex; `marked` ones may be chosen, and zones are drawn for both sides or only those against `side`."""
        raise NotImplementedError

    def key(self, look: Any, side: str | None) -> list[Text]:
        """What the signs mean, and what lies on the map, for the margin."""
        raise NotImplementedError

    def hex_words(self, look: Any, label: str) -> str:
        """A hex in a few words: its terrain, name, markers and units."""
        raise NotImplementedError

    def hex_named(self, name: str) -> str | None:
        """The label of the hex that a place name means."""
        return None

    def operand(self, look: Any, noun: str, word: str) -> tuple[str, str] | None:
        """What a word means for a noun that is neither a hex nor a unit, and a remark if it needs one."""
        return None

    def unit_line(self, look: Any, unit: int) -> UnitLine:
        """A unit for a list."""
        raise NotImplementedError

    def units(self, look: Any, side: str | None = None, label: str | None = None) -> list[int]:
        """The units on the board, of a side or in a hex."""
        raise NotImplementedError

    def off_board(self, look: Any) -> list[str]:
        """What waits off the board, a line for each place."""
        raise NotImplementedError

    def answer_words(self, look: Any, action: Action) -> str:
        """What a numbered answer is about, where it is not a unit or hex: a kind of unit, a port, a plan."""
        return ""

    def focus(self, look: Any, frame: Any) -> str | None:
        """The hex that a question is about."""
        return None

    def supply(self, look: Any, label: str) -> list[str]:
        """How the units of a hex are supplied, or whether units would be there."""
        raise NotImplementedError

    def odds(self, forecast: Any) -> list[Text]:
        """An attack's chances, each shift with its case."""
        raise NotImplementedError

    # For the picture

    def chits(self, look: Any) -> Mapping[str, Sequence[Chit]]:
        """The counters and markers in each hex, bottom first."""
        raise NotImplementedError

    def control(self, look: Any) -> Collection[str]:
        """Hexes whose control is worth showing."""
        return ()


def face_of(slug: str) -> Face:
    """The face of a game by its short name."""
    try:
        module = import_module(f"bocage.terminal.{slug}")
    except ModuleNotFoundError as error:
        raise BadInput(f"the game {slug!r} cannot be shown in a terminal yet") from error
    made: Face = module.FACE()
    return made
