"""The tables of D-Day to the Rhine: what stands in each file, column by column."""

from __future__ import annotations

from typing import Annotated

from bocage.parts.data import Table
from bocage.parts.data.book import BOOK, Number
from bocage.parts.data.cells import Flag, Sourced, Words, columns, least, one_of

ODDS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "10:1")
RESULTS = ("AE", "AD", "-", "D", "DW", "DR", "DE")  # from the attacker's worst to his best
BOMBARDMENT = ("-", "D", "2D")
WEATHER = ("very bad", "bad", "good")
WEATHER_COLUMNS = ("weather_A", "weather_B", "weather_C", "weather_D")
TURN_NUMBERS = tuple(str(turn) for turn in range(1, 15))
GROUPS = {"allied": ("US", "FR", "BR"), "german": ("WH", "LW", "SS", "--")}
Count = Annotated[int, least(0)]


class Column(Sourced, frozen=True):
    """A column of the Combat Results Table, and its odds as a fraction."""

    column: str
    numerator: Annotated[int, least(1)]
    denominator: Annotated[int, least(1)]


class Combat(Sourced, frozen=True):
    """A line of the Combat Results Table, with bombardment and weather; `die_b` is the other scale of the die."""

    die: int
    die_b: int
    results: Annotated[dict[str, Annotated[str, one_of(*RESULTS)]], columns(*ODDS)]
    bombardment: Annotated[str, one_of(*BOMBARDMENT)]
    weather: Annotated[dict[str, Annotated[str, one_of(*WEATHER)]], columns(*WEATHER_COLUMNS)]


class Hexside(Sourced, frozen=True):
    """A hexside with water."""

    hex_a: str
    hex_b: str
    kind: Annotated[str, one_of("river", "wide", "estuary")]
    name: str
    channel: Flag


class Hex(Sourced, frozen=True):
    """A hex of the map."""

    hex: str
    col: Count
    row: Count
    terrain: Annotated[str, one_of("clear", "rough", "forest", "swamp")]
    feature: str
    city: str
    major_city: Flag
    fortress_port: Flag
    major_port: Flag
    siegfried: Flag
    landing: str  # such as 1+1
    landing_name: str
    landing_zone: str
    country: Annotated[str, one_of("FR", "BE", "NL", "LU", "DE")]
    across_rhine: Flag
    coastal: Flag
    land_sides: int
    edge: str
    lat: float
    lon: float


class PlainNumber(Number, frozen=True):
    """A number of the rules; none is below zero."""

    value: Count


class Suggestion(Sourced, frozen=True):
    """A line of the suggested German set-up."""

    unit: str
    hex: str
    state: str


class Turn(Sourced, frozen=True):
    """A line of the calendar."""

    turn: int
    name: str
    dates: str
    weather_column: str


class Unit(Sourced, frozen=True):
    """A counter."""

    id: str
    side: Annotated[str, one_of(*GROUPS)]
    group: str
    name: str
    short: str
    kind: str
    attack: Count
    defense: Count
    deployed_attack: int | None
    deployed_defense: int | None
    move: Count
    bonus_move: Count
    stacking: Count
    traits: Words
    entry: str
    note: str


COLUMNS = Table("columns.csv", Column, "column")
CRT = Table("crt.csv", Combat, "die")
HEXSIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
MAP = Table("map.csv", Hex, "hex")
NUMBERS = Table("numbers.csv", PlainNumber, "name", "number")
SUGGESTED_SETUP = Table("suggested_setup.csv", Suggestion, "unit")
TURNS = Table("turns.csv", Turn, "turn")
UNITS = Table("units.csv", Unit, "id", "unit")

# The order is that of the digest: it must not change as long as matches are stored.
PRINTED = (COLUMNS, CRT, HEXSIDES, MAP, NUMBERS, SUGGESTED_SETUP, TURNS, UNITS)
TABLES = (*PRINTED, *BOOK)
SILENT = ("source", "note", "name", "short", "city", "landing_name", "lat", "lon", "dates")
"""Columns that do not count in the digest: comments, names and where things lie in the picture."""
