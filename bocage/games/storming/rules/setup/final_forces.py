"""What the set-up of the Final Battles speaks of (3.4.A): its tasks, the kinds of units, and the ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bocage.rules import HexSet, Units, pure

from ...data import Counter, tables
from ..position import ALLIED, ENGLAND, GERMAN, WATCH

if TYPE_CHECKING:
    from ...game import Storming

REMOVE, REDUCE, SET_ASIDE, PLACE = "remove", "reduce", "aside", "place"
BOXES = {"England": ENGLAND, "Watch": WATCH}
ONE_HEX = "one_hex"


class Task(NamedTuple):
    """A row of `final_battles.csv`: what is done in a step of 3.4.A with which units, how many of them, and where."""

    step: int
    case: str
    kind: str
    what: str  # a unit, or a kind of units
    amount: int  # 0: all that are left
    where: tuple[str, ...]

    @property
    def named(self) -> bool:
        """Does it speak of one certain unit?"""
        return self.what not in KINDS


def _combat(counter: Counter, *commands: str) -> bool:
    return not counter.staff and counter.command in commands


def _printed(counter: Counter, strengths: str) -> bool:
    """A German infantry division with these strengths; parachutists are another type (R126)."""
    return counter.side == GERMAN and counter.division and f"{counter.attack[1]}-{counter.defence[1]}" == strengths


KINDS: Mapping[str, Callable[[Counter], bool]] = {
    "CW infantry division": lambda counter: counter.nation == "CW" and counter.type == "infantry" and counter.division,
    "CW armored division": lambda counter: counter.nation == "CW" and counter.type == "armor" and counter.division,
    "US infantry division": lambda counter: counter.nation == "US" and counter.type == "infantry" and counter.division,
    "US armored division": lambda counter: counter.nation == "US" and counter.type == "armor" and counter.division,
    "CW combat unit": lambda counter: _combat(counter, "21AG"),
    "US/FR combat unit": lambda counter: _combat(counter, "12AG", "6AG"),
    "12AG combat unit": lambda counter: _combat(counter, "12AG"),
    "6AG combat unit": lambda counter: _combat(counter, "6AG"),
    "DE combat unit": lambda counter: counter.side == GERMAN,
    "CW aside unit": lambda counter: _combat(counter, "21AG"),
    "12AG aside unit": lambda counter: _combat(counter, "12AG"),
    "6AG aside unit": lambda counter: _combat(counter, "6AG"),
    "1-2-4 division": lambda counter: _printed(counter, "1-2") and counter.movement == "4",
    "3-4 infantry division": lambda counter: _printed(counter, "3-4") and counter.type == "infantry",
    "2-3 infantry division": lambda counter: _printed(counter, "2-3") and counter.type == "infantry",
    "1-2 infantry division": lambda counter: _printed(counter, "1-2") and counter.type == "infantry",
    "FJ division": lambda counter: counter.type == "airborne-inf" and counter.division,
    "non-mechanized division": lambda counter: counter.side == GERMAN and counter.division and not counter.mechanized,
    "mechanized division": lambda counter: counter.division and counter.mechanized,
}
WORDS = {  # a kind as players say it; the plural adds an s
    "CW infantry division": "Commonwealth infantry division",
    "CW armored division": "Commonwealth armoured division",
    "US infantry division": "US infantry division",
    "US armored division": "US armored division",
    "CW combat unit": "Commonwealth combat unit",
    "US/FR combat unit": "US or French combat unit",
    "1-2-4 division": "1-2-4 division",
    "3-4 infantry division": "3-4 infantry division",
    "2-3 infantry division": "2-3 infantry division",
    "1-2 infantry division": "1-2 infantry division",
    "FJ division": "parachute (FJ) division",
    "non-mechanized division": "non-Mechanized division",
    "mechanized division": "Mechanized division",
}


@pure(16)
def tasks(game: Storming, step: int) -> tuple[Task, ...]:
    """The tasks of a step of 3.4.A, in the book's order."""
    return tuple(
        Task(step, row.case, row.kind, row.what, 0 if row.count == "rest" else int(row.count), tuple(row.where))
        for row in game.data.tables[tables.FINAL_BATTLES]
        if row.step == step
    )


@pure(256)
def of_kind(game: Storming, what: str) -> Units:
    """The units that a task speaks of, as a set."""
    return game.those(KINDS[what]) if what in KINDS else 1 << game.unit_numbers[what]


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(count: int, what: str) -> str:
    """So many units of a kind, in words.

    >>> counted(6, "2-3 infantry division")
    'six 2-3 infantry divisions'
    """
    return f"{NUMBERS[count]} {WORDS[what]}{'' if count == 1 else 's'}"


# The ground


def spot(game: Storming, task: Task) -> int | None:
    """The one hex or box to which a task sends its unit, if it is one."""
    (word,) = task.where if len(task.where) == 1 else ("",)
    return BOXES.get(word, game.board.index.get(word))


def allied_front(game: Storming) -> HexSet:
    """The Allied Front Line, the yellow dashed line on the map (3.4.E.1)."""
    return game.data.flags["allied_front_line_dec44"]


@pure(1)
def beyond_front(game: Storming) -> HexSet:
    """All hexes east or north of the Allied Front Line (3.4.D)."""
    return game.board.flood(game.entrances["E"] & game.in_play, game.in_play & ~allied_front(game))


def german_front(game: Storming) -> HexSet:
    """Hexes beside the Allied Front Line to the north or east, without Fortress Holland (3.4.E.1).

    Entrance Hexes are for arrivals only, so they are no part of it (R66).
    """
    beside = game.board.step(allied_front(game)) & beyond_front(game)
    return beside & ~game.holland & ~game.entrances["E"]


# A word of a task about where units go, and the referee's sentence for any other hex.
GROUND: Mapping[str, str] = {
    "allied_front": "{it} is not on the Allied Front Line",
    "german_front": "{it} is not on the German Front Line",
    "beyond_allied_front": "{it} is not east or north of the Allied Front Line",
    "outside_fortress_holland": "in Fortress Holland stands one division each in Utrecht, Rotterdam and Amsterdam",
    "north_of_14": "Commonwealth units set up north of hexrow xx14",
    "on_or_south_of_14": "units of the 12th Army Group set up on or south of hexrow xx14",
    "21AG": "{it} is not in the 21st Army Group's area",
    "6AG": "units of the 6th Army Group set up in the 6th Army Group's area",
    "21AG/12AG": "units of the 12th Army Group set up in the areas of the 21st and 12th Army Groups",
}


@pure(16)
def hexes_of_word(game: Storming, word: str) -> HexSet:
    """The hexes of which such a word speaks."""
    divide, areas = game.rules.numbers["final_battles_divide_row"], game.data.areas
    north = sum(hexes for row, hexes in game.data.rows.items() if row < divide)
    return {
        "allied_front": allied_front(game),
        "german_front": german_front(game),
        "beyond_allied_front": beyond_front(game),
        "outside_fortress_holland": ~game.holland,
        "north_of_14": north,
        "on_or_south_of_14": ~north,
        "21AG": areas["21AG"],
        "6AG": areas["6AG"],
        "21AG/12AG": areas["21AG"] | areas["12AG"],
    }[word]


@pure(64)
def ground(game: Storming, where: tuple[str, ...]) -> HexSet:
    """The hexes that satisfy every word of a task; nobody sets up in an Entrance Hex (R125)."""
    found = game.in_play & ~game.mute_hexes
    for word in where:
        if word in GROUND:
            found &= hexes_of_word(game, word)
        elif word in game.board.index:
            found &= 1 << game.board.index[word]
    return found


def covered(game: Storming, stacks: Mapping[int, tuple[int, ...]], side: str) -> HexSet:
    """Hexes that hold a unit of a side or lie in its zones, all effects of terrain on zones being ignored (3.4.A.6)."""
    held = exerting = 0
    for node, stack in stacks.items():
        if node >= 0 and game.counters[stack[0]].side == side:
            held |= 1 << node
            if any(game.exerting_units >> unit & 1 for unit in stack):
                exerting |= 1 << node
    return held | game.board.step(exerting)


def front_line(game: Storming, side: str) -> HexSet:
    """The front line of a side."""
    return allied_front(game) if side == ALLIED else german_front(game)
