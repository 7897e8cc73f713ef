"""The tables of Operation Roundup: what stands in each file, column by column."""

from __future__ import annotations

from typing import Annotated

import msgspec

from bocage.parts.data import Table
from bocage.parts.data.book import BOOK, Number
from bocage.parts.data.cells import Flag, Numbers, Sourced, Words, YesNo, columns, least, one_of

ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
Result = Annotated[str, one_of("ASR", "AS", "SM", "EX", "DR", "DS", "DSR")]
WEATHERS = ("Clear", "Overcast", "Storm")
Count = Annotated[int, least(0)]
Factor = Annotated[int, least(1)]
Edge = Annotated[str, one_of("E", "S")]


class Air(Sourced, frozen=True):
    """The dice for tactical air support in a weather (6.1)."""

    weather: str
    allied: Count
    german: Count
    german_luftwaffe: Count


class Cup(Sourced, frozen=True):
    """A container of German reinforcements (13.2)."""

    cup: str
    codes: Words
    first_turn: Annotated[int, least(1)]
    strategies: Numbers
    case: str


class Combat(Sourced, frozen=True):
    """A line of the Combat Results Table: the result on each column of odds."""

    die: int
    results: Annotated[dict[str, Result], columns(*ODDS)]


class EntryCode(Sourced, frozen=True):
    """A code on German counters, and the edge of the map where it brings them."""

    code: str
    edge: Edge
    case: str


class GermanVictory(Sourced, frozen=True):
    """What the German needs for a level of victory (14.2)."""

    case: str
    level: Annotated[str, one_of("limited", "tactical", "operational", "strategic")]
    ports: Count
    beachheads_destroyed: Count


class Bombers(Sourced, frozen=True):
    """What heavy bombers do on a modified die."""

    modified_die: int
    column_shift: int
    meaning: str


class Hexside(Sourced, frozen=True):
    """A hexside with water."""

    hex_a: str
    hex_b: str
    kind: Annotated[str, one_of("river", "canal")]
    name: str


class Hex(Sourced, frozen=True):
    """A hex of the map."""

    hex: str
    col: Annotated[int, least(1)]
    row: Annotated[int, least(1)]
    terrain: str
    coastal: Flag
    edge: str
    port: str
    name: str
    lat: float
    lon: float


class Marker(Sourced, frozen=True):
    """A kind of marker."""

    marker: str
    side: Annotated[str, one_of("allied", "german", "both")]
    count: Annotated[int, least(1)]
    note: str


class Movement(Sourced, frozen=True):
    """The Movement Points of a class of units (10.1)."""

    mobility: str = msgspec.field(name="class")
    turn1: Count
    later: Count


class Return(Sourced, frozen=True):
    """After how many turns an eliminated unit comes back (8.4)."""

    die: int
    turns: Count


class Strategy(Sourced, frozen=True):
    """One of Hitler's strategies (13.3)."""

    strategy: int
    title: str
    russia: YesNo
    luftwaffe: YesNo
    victory: str


class Terrain(Sourced, frozen=True):
    """A line of the Terrain Effects Chart (10.2, 11.6)."""

    terrain: str
    mp: Annotated[int, least(1)]
    shift: int
    column: YesNo
    heavy_panzer: YesNo
    air_drop: YesNo
    beachhead: YesNo
    concentric: YesNo
    shift_rule: str


class Turn(Sourced, frozen=True):
    """A space of the turn track."""

    turn: int
    dates: str
    weather: Annotated[str, one_of(*WEATHERS, "roll")]


class Unit(Sourced, frozen=True):
    """A counter (2.3, 2.4)."""

    side: str
    nation: Annotated[str, one_of("US", "UK", "DE")]
    id: str
    name: str
    size: Annotated[str, one_of("XX", "X", "III", "II")]
    type: Annotated[str, one_of("infantry", "mech_infantry", "armor", "panzer", "heavy_panzer", "airborne", "special")]
    mobility: str
    attack: Factor
    defense: Factor
    attack_reduced: Factor | None
    defense_reduced: Factor | None
    steps: Annotated[int, least(1)]
    pool: str
    start_hex: str
    note: str


class Weather(Sourced, frozen=True):
    """The weather by a die."""

    die: int
    weather: Annotated[str, one_of(*WEATHERS)]


AIR = Table("air.csv", Air, "weather")
CUPS = Table("cups.csv", Cup, "cup")
CRT = Table("crt.csv", Combat, "die")
ENTRY_CODES = Table("entry_codes.csv", EntryCode, "code")
GERMAN_VICTORY = Table("german_victory.csv", GermanVictory, "case level", "level")
HEAVY_BOMBER = Table("heavy_bomber.csv", Bombers, "modified_die")
HEXSIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
MAP = Table("map.csv", Hex, "hex")
MARKERS = Table("markers.csv", Marker, "marker")
MOVEMENT = Table("movement.csv", Movement, "class")
NUMBERS = Table("numbers.csv", Number, "name")
RETURNS = Table("returns.csv", Return, "die")
STRATEGIES = Table("strategies.csv", Strategy, "strategy")
TEC = Table("tec.csv", Terrain, "terrain")
TURNS = Table("turns.csv", Turn, "turn")
UNITS = Table("units.csv", Unit, "id", "unit")
WEATHER = Table("weather.csv", Weather, "die")

# The order is that of the digest: it must not change as long as matches are stored.
PRINTED = (
    AIR, CUPS, CRT, ENTRY_CODES, GERMAN_VICTORY, HEAVY_BOMBER, HEXSIDES, MAP, MARKERS, MOVEMENT, NUMBERS, RETURNS,
    STRATEGIES, TEC, TURNS, UNITS, WEATHER,
)  # fmt: skip
TABLES = (*PRINTED, *BOOK)
SILENT = ("source", "note", "name", "title", "lat", "lon")
"""Columns that do not count in the digest: comments, names and where things lie in the picture."""
