"""The tables of Fortress Europa: what stands in each file, column by column."""

from __future__ import annotations

from typing import Annotated

import msgspec

from bocage.parts.data import Table
from bocage.parts.data.book import BOOK, Number
from bocage.parts.data.cells import Flag, Sourced, Words, YesNo, columns, least, one_of

ODDS = ("1-5", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
RESULTS = ("AE", "A2", "A1", "AR", "E2", "EX", "DR", "D1", "DE")  # from the attacker's worst to his best
WEATHER = ("Clear", "Overcast", "Overcast*", "Storm")
MONTHS = ("June", "July", "August", "September", "October", "November", "December", "January", "February", "March")
LATE_MONTHS = ("April", "May")  # of the Extended Game (31.17), with the weather of March
DROPS = ("clear", "enemy", "other")
TERRAINS = ("clear", "rough", "mountain", "alpine", "flooded", "dyke", "sea")
FEATURES = ("city", "fortress", "river")
DISTRICTS = ("NL", "15", "7", "1", "19")
AREAS = ("Biscay", "Brittany", "Normandy", "Channel", "Holland", "Mediterranean")
BASES = ("England", "Africa")
NATIONS = {"allied": ("US", "BR", "CA", "FR", "MI"), "german": ("WH", "LW", "SS")}
ARMORED = ("armor", "mech", "cavalry", "assault_gun", "engineer")
UNARMORED = (
    "infantry", "mountain", "para", "glider", "ranger", "commando", "artillery", "flak", "security", "training",
    "hq_troops", "volkssturm", "coastal", "hq", "mulberry", "partisans", "naval",
)  # fmt: skip
CLASSES = ("allied armored", "american", "other allied", "german armored", "german", "hq")
TESTS = (
    "v1_sites_destroyed", "u_boat_bases_destroyed", "german_fortresses_destroyed", "allied_drops", "german_drops",
    "second_invasions", "other_mediterranean_ports", "full_armored_divisions", "allied_units_in_germany", "cities",
    "other_district_cities", "district_cities_missing", "northwest_cities",
)  # fmt: skip
Count = Annotated[int, least(0)]
Positive = Annotated[int, least(1)]
Side = Annotated[str, one_of("allied", "german")]
Weather = Annotated[str, one_of(*WEATHER)]
Loss = Annotated[str, one_of("0", "1", "2", "all")]


class Aircraft(Sourced, frozen=True):
    """An aircraft, in which of the two air games it flies, and from which turn (17.2, 17.6)."""

    id: str
    side: Side
    name: str
    kind: Annotated[str, one_of("SAC", "TAC", "NF")]
    standard: YesNo
    advanced: YesNo
    first_turn: Positive


class Allowance(Sourced, frozen=True):
    """A line of the Movement Allowance Chart: the factor, half of it, or so many hexes, in each impulse (5.4)."""

    weather: Weather
    kind: Annotated[str, one_of(*CLASSES)] = msgspec.field(name="class")
    first: Annotated[str, one_of("full", "half", "1", "0")]
    second: Annotated[str, one_of("full", "half", "1", "0")]


class Area(Sourced, frozen=True):
    """An invasion area: factors in the first impulse, units in the second (12.10); the base of its invaders (12.4)."""

    area: Annotated[str, one_of(*AREAS)]
    coast_from: str
    coast_to: str
    base: Annotated[str, one_of(*BASES)]
    first_factors: Positive
    second_units: Positive


class Column(Sourced, frozen=True):
    """Odds that can be rolled, and the column on which they are read (14.8, 14.12, 17.10.2)."""

    odds: str
    attacker: Positive
    defender: Positive
    column: Annotated[str, one_of(*ODDS)]


class Combat(Sourced, frozen=True):
    """A line of the Combat Results Table."""

    die: int
    results: Annotated[dict[str, Annotated[str, one_of(*RESULTS)]], columns(*ODDS)]


class Hexside(Sourced, frozen=True):
    """A hexside with a river, an estuary or a railway."""

    hex_a: str
    hex_b: str
    river: str
    section: str  # what one aircraft bombs (17.10.4)
    estuary: str
    arrow: Flag  # joins the two hexes for invasions (12.15)
    rail: Flag


class Hex(Sourced, frozen=True):
    """A hex of the map."""

    hex: str
    col: Count
    row: Count
    play: Annotated[str, one_of("land", "sea", "imaginary", "dyke", "jersey", "closed")]
    terrain: Annotated[str, one_of(*TERRAINS)]
    name: str
    city: Flag
    major: Flag
    fortress: Flag
    port: Flag
    uboat: Flag
    v1: Flag
    beach: Flag
    area: Annotated[str, one_of("", *AREAS)]
    district: Annotated[str, one_of("", *DISTRICTS)]
    country: Annotated[str, one_of("", "FR", "BE", "NL", "LU", "DE", "IT", "ES", "CH", "GB")]
    rail: Flag
    exit: Annotated[str, one_of("", "east", "south", "both")]  # where rails leave the map (10.8)
    radius: Flag  # within Allied TAC range of England (17.4)
    lat: float
    lon: float


class Marker(Sourced, frozen=True):
    """A kind of marker; some are as many as are needed."""

    marker: str
    side: Annotated[str, one_of("allied", "german", "both")]
    count: Annotated[int | None, least(1)]
    note: str


class Mission(Sourced, frozen=True):
    """A box of the Aircraft Mission Chart: who may fly it, and whether German aircraft cancel there (17.10)."""

    mission: str
    title: str
    sac: YesNo
    tac: Annotated[str, one_of("yes", "with SAC", "no")]
    night_fighter: YesNo
    advanced: YesNo
    cancelled: YesNo
    case: str


class Month(Sourced, frozen=True):
    """Replacements of each turn of a month, how many of them may be armor, and German TAC (17.7, 27.1, 27.9)."""

    month: str
    weather: Annotated[str, one_of(*MONTHS)]
    british: Count
    british_armor: Count
    american: Count
    american_armor: Count
    german: Count
    german_armor: Count
    german_tac: Count  # for the whole month
    german_tac_turn: Count
    para: Count  # Allied special replacements of the first turn
    raider: Count


class Objective(Sourced, frozen=True):
    """A goal of sudden death (32.4) or of the Invasion scenario (33.1.5): hexes to control, and something to count."""

    list: Annotated[str, one_of("allied", "german", *DISTRICTS)]
    number: Positive
    must: Words  # all of these
    among: Words  # and `need` of these
    need: Annotated[int | None, least(1)]
    test: Annotated[str, one_of("", *TESTS)]
    least: Annotated[int | None, least(0)]
    most: Annotated[int | None, least(0)]
    case: str


class Drop(Sourced, frozen=True):
    """A line of the Paratrooper Drop Table (20.9)."""

    die: int
    results: Annotated[dict[str, Annotated[str, one_of("ok", "step", "elim")]], columns(*DROPS)]


class Port(Sourced, frozen=True):
    """A port; `passage` is where a German blocks it, `joins` by what it belongs to an invasion (12.15, 12.16)."""

    name: str
    hex: str
    sea: Annotated[str, one_of("Atlantic", "Channel", "North Sea", "Mediterranean")]
    capacity: Positive
    kind: Annotated[str, one_of("coastal", "inland", "dyke")]
    passage: Words
    joins: Words


class Result(Sourced, frozen=True):
    """What a combat result means: steps lost, and hexes retreated (15.3)."""

    result: Annotated[str, one_of(*RESULTS)]
    attacker_loses: Loss
    defender_loses: Loss
    attacker_least: Count
    attacker_most: Count
    defender_retreat: Count


class Crossing(Sourced, frozen=True):
    """A line of the River Crossing Chart (17.10.4)."""

    die: int
    result: Annotated[str, one_of("stop", "go elsewhere", "cross and stop", "cross")]


class Scenario(Sourced, frozen=True):
    """A scenario, and which of the two set-ups it has."""

    scenario: str
    title: str
    first_turn: Positive
    last_turn: Positive
    setup: Annotated[str, one_of("june", "winter")]
    case: str


class Scheduled(Sourced, frozen=True):
    """A line of an Arrival Schedule (26.1); the Paris Garrison has no turn of its own (26.5)."""

    side: Side
    group: str
    turn: Annotated[int | None, least(1)]
    event: Annotated[str, one_of("arrive", "withdraw", "reserve", "flip", "convert")]
    unit: str


class Suggestion(Sourced, frozen=True):
    """A line of the suggested German set-up."""

    unit: str
    hex: str
    state: Annotated[str, one_of("", "hidden")]


class Terrain(Sourced, frozen=True):
    """A line of the Terrain Effects Chart; what is empty follows the other terrain in the hex."""

    terrain: str
    stacking: Annotated[int | None, least(0)]
    enters: Annotated[str, one_of("", "all", "mountain", "passing", "naval")]
    stop: Annotated[str, one_of("", "impulse", "turn")]
    armor_slowed: YesNo
    defence: Positive
    armor_halved: YesNo
    holds: YesNo  # retreats may be ignored (16.4)


class Turn(Sourced, frozen=True):
    """A space of the Game Turn Record Track."""

    turn: int
    name: str
    dates: str
    month: str
    allied_group: str
    german_group: str
    weather: Annotated[str, one_of("", *WEATHER)]  # where it is fixed (3.4, 33.3.4)


class Unit(Sourced, frozen=True):
    """A counter (2.1)."""

    id: str
    side: Side
    nation: str
    name: str
    short: str
    type: Annotated[str, one_of(*ARMORED, *UNARMORED)]
    armored: YesNo
    size: Annotated[str, one_of("", "battalion", "regiment", "brigade", "division", "army", "army group", "supreme")]
    steps: Annotated[int, least(1)]
    combat: Count
    movement: Count
    combat_back: Annotated[int | None, least(0)]
    movement_back: Annotated[int | None, least(0)]
    back: Annotated[str, one_of("", "reduced", "infantry", "converted", "flipped")]
    back_name: str
    back_type: str
    capacity: Annotated[int | None, least(1)]
    stack_free: YesNo
    replaced_by: Annotated[str, one_of("", "infantry", "armor", "para", "raider")]
    entry: Annotated[
        str, one_of("start", "schedule", "parts", "overstrength", "ardennes", "volkssturm", "partisans", "mulberry")
    ]
    start: str  # a district, a hex, or: free, base, sea
    group: str
    hidden: Annotated[str, one_of("", "free", "frozen")]
    swap: str  # what takes its place in the Panzer Reserve (28.5)
    traits: Words
    note: str


class WeatherRoll(Sourced, frozen=True):
    """A line of the Weather Chart."""

    die: int
    weather: Annotated[dict[str, Weather], columns(*MONTHS)]


class WinterUnit(Sourced, frozen=True):
    """A line of the set-up of December III (33.3.1)."""

    unit: str
    where: str  # a hex, a base, or: out, dead
    state: Annotated[str, one_of("full", "reduced", "infantry", "converted", "flipped")]
    dropped: YesNo  # outside the supply capacity (20.15)


class Zone(Sourced, frozen=True):
    """Hexes that a rule of the winter scenarios speaks of."""

    zone: str
    case: str
    hexes: Words


AIRCRAFT = Table("aircraft.csv", Aircraft, "id", "aircraft")
ALLOWANCES = Table("allowances.csv", Allowance, "weather class", "line")
AREAS_TABLE = Table("areas.csv", Area, "area")
COLUMNS = Table("columns.csv", Column, "odds")
CRT = Table("crt.csv", Combat, "die")
HEXSIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
MAP = Table("map.csv", Hex, "hex")
MARKERS = Table("markers.csv", Marker, "marker", printed=False)
MISSIONS = Table("missions.csv", Mission, "mission")
MONTHS_TABLE = Table("months.csv", Month, "month")
NUMBERS = Table("numbers.csv", Number, "name", "number")
OBJECTIVES = Table("objectives.csv", Objective, "list number", "objective")
PARADROP = Table("paradrop.csv", Drop, "die")
PORTS = Table("ports.csv", Port, "name")
RESULTS_TABLE = Table("results.csv", Result, "result")
RIVER_CROSSING = Table("river_crossing.csv", Crossing, "die")
SCENARIOS = Table("scenarios.csv", Scenario, "scenario")
SCHEDULE = Table("schedule.csv", Scheduled, "unit event", "line")
SUGGESTED_SETUP = Table("suggested_setup.csv", Suggestion, "unit")
TEC = Table("tec.csv", Terrain, "terrain")
TURNS = Table("turns.csv", Turn, "turn")
UNITS = Table("units.csv", Unit, "id", "unit")
WEATHER_TABLE = Table("weather.csv", WeatherRoll, "die")
WINTER_SETUP = Table("winter_setup.csv", WinterUnit, "unit")
ZONES = Table("zones.csv", Zone, "zone")

# The order is that of the digest: it must not change as long as matches are stored.
PRINTED = (
    AIRCRAFT, ALLOWANCES, AREAS_TABLE, COLUMNS, CRT, HEXSIDES, MAP, MISSIONS, MONTHS_TABLE, NUMBERS, OBJECTIVES,
    PARADROP, PORTS, RESULTS_TABLE, RIVER_CROSSING, SCENARIOS, SCHEDULE, SUGGESTED_SETUP, TEC, TURNS, UNITS,
    WEATHER_TABLE, WINTER_SETUP, ZONES,
)  # fmt: skip
TABLES = (*PRINTED, MARKERS, *BOOK)
SILENT = ("source", "note", "name", "short", "title", "back_name", "dates")
"""Columns that do not count in the digest: comments and names. Latitudes do: they say what is north of Nancy (R74)."""
