"""The tables of Storming the Reich: what stands in each file, column by column."""

from __future__ import annotations

from typing import Annotated

from bocage.parts.data import Table
from bocage.parts.data.book import BOOK, Number
from bocage.parts.data.cells import Flag, Sourced, YesNo, between, columns, least, one_of

FIRE_COLUMNS = ("1", "2", "3", "4", "5", "6", "7-9", "10-12", "13-16", "17+")
LINES = ("allied_limited", "allied_full", "german_infantry", "german_mechanized")
TURN_NUMBERS = tuple(str(turn) for turn in range(1, 16))
TERRAINS = ("clear", "rough", "woods", "forest", "swamp", "mountain", "bocage")
RIVERS = ("minor", "major", "rhine")
Count = Annotated[int, least(0)]
Flags = Annotated[tuple[str, ...], between(";")]
TurnNumber = Annotated[str, one_of(*TURN_NUMBERS)]
Owner = Annotated[str, one_of("allied", "german", "both")]


class Allowance(Sourced, frozen=True):
    """Movement Points by a command die, on each line of the track (10.2)."""

    die: int
    points: Annotated[dict[str, Count], columns(*LINES)]


class Beach(Sourced, frozen=True):
    """A beach."""

    name: str
    hex: str
    nation: Annotated[str, one_of("US", "CW")]


class Bridge(Sourced, frozen=True):
    """A bridge over the Rhine (10.7.5)."""

    name: str
    hex_a: str
    hex_b: str


class Carpet(Sourced, frozen=True):
    """Steps lost to Carpet Bombing (11.0)."""

    die: int
    allied_steps: Count
    german_steps: Count


class Fire(Sourced, frozen=True):
    """A line of the Combat Fire Table: steps lost on each column of strength."""

    roll: int
    losses: Annotated[dict[str, Count], columns(*FIRE_COLUMNS)]


class FinalBattles(Sourced, frozen=True):
    """A line of the set-up of the Final Battles (3.4.A)."""

    step: int
    case: str
    kind: Annotated[str, one_of("remove", "reduce", "place", "aside")]
    what: str
    count: str  # a number, or "rest"
    where: Flags


class Hexside(Sourced, frozen=True):
    """A hexside with a feature."""

    hex_a: str
    hex_b: str
    river: Annotated[str, one_of("", *RIVERS)]
    river_name: str
    sea: Flag
    road: Flag
    bridge: Flag
    seine_line: Flag
    breakout_line: Flag
    flags: Flags


class Hex(Sourced, frozen=True):
    """A hex of the map."""

    hex: str
    col: Annotated[int, least(1)]
    row: Annotated[int, least(1)]
    terrain: Annotated[str, one_of(*TERRAINS)]
    settlement: Annotated[str, one_of("", "town", "city")]
    name: str
    coastal: Flag
    fort: Annotated[str, one_of("", "coastal", "metz", "westwall")]
    country: Annotated[str, one_of("", "germany")]
    seine: Annotated[str, one_of("west", "east")]
    area: str
    flags: Flags
    lat: float
    lon: float


class Marker(Sourced, frozen=True):
    """A kind of marker; some are as many as are needed."""

    marker: str
    side: Owner
    count: Annotated[int | None, least(1)]
    note: str


class PortDelay(Sourced, frozen=True):
    """How long a captured port is closed (8.6.B)."""

    die: int
    turns: Count


class Port(Sourced, frozen=True):
    """A minor port."""

    name: str
    hex: str


class Refit(Sourced, frozen=True):
    """An R&R marker, and the turn from which its nation has it (7.3.B)."""

    nation: Annotated[str, one_of("US", "CW", "DE")]
    turn: TurnNumber


class RhineBridge(Sourced, frozen=True):
    """What becomes of a bridge over the Rhine (10.7.5)."""

    die: int
    result: str


class Strafing(Sourced, frozen=True):
    """A strafing counter (17.5.2)."""

    counter: int
    points: Count


class Suggestion(Sourced, frozen=True):
    """A line of the suggested set-up of the Final Battles."""

    step: int
    unit: str
    where: str


class Support(Sourced, frozen=True):
    """A support unit."""

    unit: str
    side: Annotated[str, one_of("allied")]
    turn: TurnNumber
    note: str


class Terrain(Sourced, frozen=True):
    """A line of the Terrain Effects Chart; without points it costs what the other terrain in the hex costs."""

    terrain: str
    mp: Annotated[int | None, least(1)]
    drm: int
    zone: YesNo
    assault: str


class Turn(Sourced, frozen=True):
    """A space of the Turn Record Track."""

    turn: int
    name: str
    dates: str
    air: Annotated[int, least(1)]
    carpet: YesNo
    airborne: YesNo
    beaches: YesNo


class Unit(Sourced, frozen=True):
    """A counter (2.2.A)."""

    id: str
    side: str
    nation: Annotated[str, one_of("US", "FR", "CW", "SHAEF", "DE")]
    name: str
    type: str
    size: Annotated[str, one_of("division", "brigade", "regiment", "battalion", "corps", "hq", "leader")]
    steps: Annotated[int, least(1)]
    attack: Count
    defense: Count
    attack_back: Annotated[int | None, least(0)]
    defense_back: Annotated[int | None, least(0)]
    movement: str
    red: YesNo
    replaceable: YesNo
    command: str
    entry_turn: Annotated[int, least(1)]
    entry_place: str
    release_turn: Annotated[int | None, least(1)]
    note: str


ALLOWANCES = Table("allowances.csv", Allowance, "die")
BEACHES = Table("beaches.csv", Beach, "name")
BRIDGES = Table("bridges.csv", Bridge, "name", "bridge")
CARPET = Table("carpet.csv", Carpet, "die")
CFT = Table("cft.csv", Fire, "roll")
FINAL_BATTLES = Table("final_battles.csv", FinalBattles, "step kind what where", "line")
HEXSIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
MAP = Table("map.csv", Hex, "hex")
MARKERS = Table("markers.csv", Marker, "marker", printed=False)
NUMBERS = Table("numbers.csv", Number, "name", "number")
PORT_DELAY = Table("port_delay.csv", PortDelay, "die")
PORTS = Table("ports.csv", Port, "name")
REFIT = Table("refit.csv", Refit, "nation turn", "marker")
RHINE_BRIDGE = Table("rhine_bridge.csv", RhineBridge, "die")
STRAFING = Table("strafing.csv", Strafing, "counter")
SUGGESTED_SETUP = Table("suggested_setup.csv", Suggestion, "step unit", "suggestion")
SUPPORT = Table("support.csv", Support, "unit")
TEC = Table("tec.csv", Terrain, "terrain")
TURNS = Table("turns.csv", Turn, "turn")
UNITS = Table("units.csv", Unit, "id", "unit")

# The order is that of the digest: it must not change as long as matches are stored.
PRINTED = (
    ALLOWANCES, BEACHES, BRIDGES, CARPET, CFT, FINAL_BATTLES, HEXSIDES, MAP, NUMBERS, PORT_DELAY, PORTS, REFIT,
    RHINE_BRIDGE, STRAFING, SUGGESTED_SETUP, SUPPORT, TEC, TURNS, UNITS,
)  # fmt: skip
TABLES = (*PRINTED, MARKERS, *BOOK)
SILENT = ("source", "note", "name", "river_name", "lat", "lon", "dates")
"""Columns that do not count in the digest: comments, names and where things lie in the picture."""
