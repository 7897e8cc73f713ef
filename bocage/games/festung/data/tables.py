"""The tables of Festung Europa: what stands in each file, column by column."""

from __future__ import annotations

from typing import Annotated

from bocage.parts.data import Table
from bocage.parts.data.book import BOOK
from bocage.parts.data.cells import Flag, Sourced, Words, YesNo, columns, least, one_of

ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
TERRAINS = ("clear", "forest", "marsh", "mountain", "alpine", "urban", "beachhead")
HEXSIDES = ("river", "rhine", "strait", "skagerrak", "prohibited")
COUNTRIES = (
    "France", "Germany", "Italy", "Norway", "Austria", "Netherlands", "Sicily", "Denmark", "Bohemia", "Belgium",
    "Corsica", "Sardinia",
)  # fmt: skip
DISTRICTS = ("1", "7", "15", "19")
BOXES = ("UK", "NA", "EAST", "BALKANS", "OKW")
SEASONS = ("Winter", "Spring", "Summer", "Fall")
YEARS = ("1943", "1944", "1945")
NATIONS = {"allied": ("US", "FF", "BR", "CA", "POL", "NZ", "AB"), "axis": ("GE", "SS", "LW", "IT")}
GROUPS = ("US", "BR", "either", "German", "Italian")  # those that attack together (2.22, 9.17)
CARD_TYPES = ("Event", "Event + OPS", "Invasion", "Combat")
SCENARIOS = ("campaign", "overlord")
Count = Annotated[int, least(0)]
Positive = Annotated[int, least(1)]
Side = Annotated[str, one_of("allied", "axis")]
Scenario = Annotated[str, one_of(*SCENARIOS)]


class Hex(Sourced, frozen=True):
    """A hex of the map; Beach Heads are hexes too."""

    hex: str
    name: str
    col: Count
    row: Count
    terrain: Annotated[str, one_of(*TERRAINS)]
    country: Annotated[str, one_of(*COUNTRIES)]
    coastal: Flag
    port: Flag
    sea: Annotated[str, one_of("", "north", "south")]  # of a port: the northern seas, or the Mediterranean (10.52)
    vp: Flag
    industrial: Flag
    capital: Flag
    fortress: Flag
    district: Annotated[str, one_of("", *DISTRICTS)]
    red: Flag  # in the Soviet zone (8.38)
    south_of_arno: Flag
    beach: Flag
    supply: Annotated[str, one_of("", "german", "allied", "italian", "italian republic", "alpenfestung")]


class Hexside(Sourced, frozen=True):
    """A hexside that is not plain."""

    hex_a: str
    hex_b: str
    kind: Annotated[str, one_of(*HEXSIDES)]
    river: str


class Box(Sourced, frozen=True):
    """A box off the map, and the hexes that border it."""

    box: Annotated[str, one_of(*BOXES)]
    name: str
    side: Side
    near: Words
    reserve: Flag  # a Reserve box, not a front


class Combat(Sourced, frozen=True):
    """A line of the Combat Results Table: steps that the attacker and the defender lose."""

    die: int
    results: Annotated[dict[str, str], columns(*ODDS)]


class Terrain(Sourced, frozen=True):
    """A line of the Terrain Effects Chart."""

    feature: str
    kind: Annotated[str, one_of("terrain", "unit", "hexside")]
    shift: int | None
    hold: Flag  # a retreat can be refused for a step (9.441)
    stops: Flag  # ends an advance (9.52)


class Turn(Sourced, frozen=True):
    """A space of the turn track."""

    turn: int
    season: Annotated[str, one_of(*SEASONS)]
    year: Annotated[str, one_of(*YEARS)]
    winter: YesNo
    hand: Positive
    sac: Positive  # bombers on one mission (14.21)
    deck: Annotated[str, one_of("", *YEARS)]  # that joins the draw piles (6.7)


class Unit(Sourced, frozen=True):
    """A counter with its two steps (2.2)."""

    id: str
    side: Side
    nation: str
    group: Annotated[str, one_of(*GROUPS)]
    name: str
    size: Annotated[str, one_of("corps", "army", "fortress")]
    type: Annotated[str, one_of("infantry", "mechanized", "parachute", "airborne", "static", "fortress")]
    mechanized: YesNo
    dot: YesNo  # never replaced
    attack: Count
    defence: Count
    move: Count
    reduced_attack: Count
    reduced_defence: Count
    reduced_move: Count


class Start(Sourced, frozen=True):
    """Where a unit begins a scenario."""

    scenario: Scenario
    unit: str
    at: str
    step: Annotated[str, one_of("full", "reduced")]


class Controlled(Sourced, frozen=True):
    """A hex that the Allies control when a scenario begins."""

    hex: str
    scenario: Scenario


class Air(Sourced, frozen=True):
    """An air marker, a base or an airfield, and where it is when a scenario begins."""

    marker: str
    kind: Annotated[str, one_of("SAC", "TAC", "base", "airfield")]
    nation: Annotated[str, one_of("", "US", "UK")]
    campaign: str  # pool, card, a box or a hex
    overlord: str


class Card(Sourced, frozen=True):
    """A Strategy Card; `params` says what its event does (data/effects)."""

    card: str
    side: Side
    number: Positive
    year: Annotated[str, one_of(*YEARS)]
    name: str
    ops: Positive
    type: Annotated[str, one_of(*CARD_TYPES)]
    starred: YesNo  # leaves the game once its event was played
    underlined: YesNo  # another card asks whether it was played
    params: str
    gone_1944: YesNo  # not in the scenario that begins in 1944 (18.4)
    effect: str  # how much of the event is real


class Event(Sourced, frozen=True):
    """What has happened to a card before the scenario that begins in 1944 (18.3, 18.5)."""

    card: str
    turn: Count
    beach: str  # where an invasion marker lies
    flag: str  # that is in force
    played: YesNo  # as an event
    discarded: YesNo  # lies in the discards


class Number(Sourced, frozen=True):
    """A number of the rules."""

    name: str
    value: int
    case: str


MAP = Table("map.csv", Hex, "hex")
SIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
OFF_MAP = Table("boxes.csv", Box, "box")
CRT = Table("crt.csv", Combat, "die")
TEC = Table("tec.csv", Terrain, "feature")
TURNS = Table("turns.csv", Turn, "turn")
UNITS = Table("units.csv", Unit, "id", "unit")
STARTS = Table("setup.csv", Start, "scenario unit", "unit")
CONTROL = Table("control.csv", Controlled, "scenario hex", "hex")
AIR = Table("air.csv", Air, "marker")
CARDS = Table("cards.csv", Card, "card")
HISTORY = Table("history.csv", Event, "card")
NUMBERS = Table("numbers.csv", Number, "name", "number")
PRINTED = (MAP, SIDES, OFF_MAP, CRT, TEC, TURNS, UNITS, STARTS, CONTROL, AIR, CARDS, HISTORY, NUMBERS)
TABLES = (*PRINTED, *BOOK)
SILENT = ("source", "river", "effect")  # columns that decide nothing in play
