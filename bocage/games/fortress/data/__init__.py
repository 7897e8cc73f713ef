"""The printed components of Fortress Europa, read from the files in `data/`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from bocage.hexes import Board, Edges, HexSet, lettered
from bocage.parts.data import Printed, Tables, hexes_by, read
from bocage.parts.data.cells import Cells

from . import tables
from .counters import Counter, counter
from .tables import Aircraft, Area, Mission, Month, Objective, Result, Scenario, Scheduled, Terrain, Turn, Zone

ALLIED, GERMAN = "allied", "german"
OFF_MAP_COLUMN = "@"  # the imaginary sea west of column A (19.7)


def label(column: int, row: int) -> str:
    """How a hex is called; the imaginary hexes west of column A have a sign of their own.

    >>> label(1, 16), label(0, 2)
    ('A16', '@2')
    """
    return lettered(column, row) if column else f"{OFF_MAP_COLUMN}{row}"


class Port(msgspec.Struct, frozen=True):
    """A port (18.7), and the hexes where Germans block it or by which it joins an invasion (12.15, 12.16)."""

    name: str
    node: int
    sea: str
    capacity: int
    kind: str  # coastal, inland, or dyke for Amsterdam
    passage: HexSet
    joins: HexSet


class Data(Printed, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board  # hexes in play, imaginary sea and Jersey too
    sky: Board  # the same nodes, with closed hexes but Switzerland: over these the range of aircraft runs (17.4)
    terrain_at: tuple[str, ...]  # node -> terrain
    terrain: dict[str, HexSet]
    names: dict[int, str]
    latitude: tuple[float, ...]
    longitude: tuple[float, ...]
    columns: dict[int, HexSet]
    rows: dict[int, HexSet]
    land: HexSet  # where land units are, without the dyke and Jersey
    dyke: int
    jersey: int
    imaginary: HexSet
    sea: HexSet  # every all-sea hex, the imaginary ones too
    mediterranean: HexSet  # sea
    coast: HexSet
    mediterranean_coast: HexSet
    beaches: HexSet
    invadable: HexSet  # beaches and inland ports (12.5)
    areas: dict[str, HexSet]  # what can be invaded, inland ports too, by invasion area
    cities: HexSet
    majors: HexSet
    fortresses: HexSet
    u_boat_bases: HexSet
    v1_sites: HexSet
    districts: dict[str, HexSet]
    countries: dict[str, HexSet]
    germany: HexSet
    italy: HexSet
    east_edge: HexSet
    rail_hexes: HexSet
    east_exits: HexSet
    south_exits: HexSet
    exit_link: HexSet  # by which east and south are joined off the map (10.8)
    radius: HexSet  # Allied TAC range from England
    rivers: Edges
    river_names: dict[frozenset[int], str]
    river: dict[str, Edges]  # by name
    sections: dict[str, Edges]  # what one aircraft bombs (17.10.4)
    section_hexes: dict[str, HexSet]  # the hexes along each
    estuaries: Edges  # arrows too
    arrows: Edges
    rails: Edges
    ports: dict[int, Port]  # by hex
    port_hexes: HexSet
    inland_ports: HexSet  # that can be invaded (12.16)
    capacities: dict[str, Area]
    counters: tuple[Counter, ...]
    tec: dict[str, Terrain]
    odds: tuple[str, ...]  # the columns of the Combat Results Table in order
    column_of: dict[tuple[int, int], str]  # odds as attacker and defender -> column
    results: dict[str, tuple[str, ...]]  # column -> results by die
    meanings: dict[str, Result]
    weather: dict[str, tuple[str, ...]]  # month -> weather by die
    months: dict[str, Month]
    allowances: dict[tuple[str, str], tuple[str, str]]  # weather, class of units -> in each impulse
    drops: dict[str, tuple[str, ...]]  # column of the Paratrooper Drop Table -> results by die
    crossings: tuple[str, ...]  # by die
    aircraft: tuple[Aircraft, ...]
    missions: dict[str, Mission]
    turns: tuple[Turn, ...]  # index turn - 1
    schedule: tuple[Scheduled, ...]
    scenarios: dict[str, Scenario]
    objectives: dict[str, tuple[Objective, ...]]  # list -> its goals in order
    zones: dict[str, HexSet]
    numbers: dict[str, int]


FOLDER = resources.files(__name__)


def load(folder: Traversable = FOLDER, over: Traversable | None = None) -> Data:
    """The printed components, from the files of the game or a copy of them, with those of another folder laid over."""
    return _compiled(read(folder, tables.PRINTED, tables.SILENT, over))


def rows(name: str) -> list[Cells]:
    """The rows of a file of the game as they are written."""
    return read(FOLDER, [table for table in tables.TABLES if table.file == name], ()).cells(name)


def boards(hexes: Iterable[tables.Hex]) -> tuple[Board, Board]:
    """The board of the hexes in play, and the sky over it; both number their nodes alike."""
    hexes = list(hexes)
    return (
        Board({row.hex: (row.col, row.row) for row in hexes if row.play != "closed"}, shifted="even"),
        Board({row.hex: (row.col, row.row) for row in hexes if row.country != "CH"}, shifted="even"),
    )


def _compiled(found: Tables) -> Data:
    hexes, sides = found[tables.MAP], found[tables.HEXSIDES]
    board, sky = boards(hexes)
    played = [row for row in hexes if row.play != "closed"]
    columns = ("play", "terrain", "area", "district", "country", "exit", "col", "row")
    groups = {column: hexes_by(board, played, column) for column in columns}
    marks = ("city", "major", "fortress", "port", "uboat", "v1", "beach", "rail", "radius")
    flags = {mark: hexes_by(board, played, mark).get("1", 0) for mark in marks}
    play, exits, countries = groups["play"], groups["exit"], groups["country"]
    terrain_at, latitude, longitude = [""] * board.size, [0.0] * board.size, [0.0] * board.size
    for row in played:
        node = board.index[row.hex]
        terrain_at[node], latitude[node], longitude[node] = row.terrain, row.lat, row.lon
    land, imaginary = play["land"], play["imaginary"]
    sea = play["sea"] | imaginary
    coast = board.step(sea) & land
    ports = {board.index[row.hex]: _port(board, row) for row in found[tables.PORTS]}
    inland = sum(1 << port.node for port in ports.values() if port.kind == "inland")
    southern = sum(1 << port.node for port in ports.values() if port.sea == "Mediterranean")
    mediterranean = board.flood(board.step(southern) & sea, sea)
    both = exits.get("both", 0)

    within = [row for row in sides if row.hex_a in board.index and row.hex_b in board.index]

    def edges(column: str, value: str = "") -> Edges:
        """The hexsides with something in a column: with this, or with anything at all."""
        told = [row for row in within if (row[column] == value if value else row[column] not in ("", "0"))]
        return board.edges([(row.hex_a, row.hex_b) for row in told])

    def by_name(column: str) -> dict[str, Edges]:
        return {name: edges(column, name) for name in dict.fromkeys(row[column] for row in sides) if name}

    section_hexes = dict.fromkeys((row.section for row in sides if row.section), 0)
    for side in sides:
        if side.section:  # on the Swiss border a river has one bank
            section_hexes[side.section] |= board.set(end for end in (side.hex_a, side.hex_b) if end in board.index)

    table = sorted(found[tables.CRT], key=lambda line: line.die)
    return Data(
        tables=found,
        board=board,
        sky=sky,
        terrain_at=tuple(terrain_at),
        terrain=groups["terrain"],
        names={board.index[row.hex]: row.name for row in played if row.name},
        latitude=tuple(latitude),
        longitude=tuple(longitude),
        columns={int(column): there for column, there in groups["col"].items()},
        rows={int(row): there for row, there in groups["row"].items()},
        land=land,
        dyke=play["dyke"].bit_length() - 1,
        jersey=play["jersey"].bit_length() - 1,
        imaginary=imaginary,
        sea=sea,
        mediterranean=mediterranean,
        coast=coast,
        mediterranean_coast=board.step(mediterranean) & land,
        beaches=flags["beach"] & land,
        invadable=(flags["beach"] & land) | inland,
        areas={area: groups["area"].get(area, 0) & land for area in tables.AREAS},
        cities=flags["city"],
        majors=flags["major"],
        fortresses=flags["fortress"],
        u_boat_bases=flags["uboat"],
        v1_sites=flags["v1"],
        districts={district: groups["district"].get(district, 0) & land for district in tables.DISTRICTS},
        countries={country: there for country, there in countries.items() if country},
        germany=countries["DE"],
        italy=countries["IT"],
        east_edge=groups["col"][max(groups["col"], key=int)] & land,
        rail_hexes=flags["rail"],
        east_exits=exits["east"] | both,
        south_exits=exits["south"],
        exit_link=both,
        radius=flags["radius"],
        rivers=edges("river"),
        river_names={
            frozenset((board.index[row.hex_a], board.index[row.hex_b])): row.river for row in within if row.river
        },
        river=by_name("river"),
        sections=by_name("section"),
        section_hexes=section_hexes,
        estuaries=edges("estuary"),
        arrows=edges("arrow"),
        rails=edges("rail"),
        ports=ports,
        port_hexes=flags["port"],
        inland_ports=inland,
        capacities={row.area: row for row in found[tables.AREAS_TABLE]},
        counters=tuple(counter(row) for row in found[tables.UNITS]),
        tec={row.terrain: row for row in found[tables.TEC]},
        odds=tables.ODDS,
        column_of={(row.attacker, row.defender): row.column for row in found[tables.COLUMNS]},
        results={column: tuple(line.results[column] for line in table) for column in tables.ODDS},
        meanings={row.result: row for row in found[tables.RESULTS_TABLE]},
        weather={month: tuple(line.weather[month] for line in found[tables.WEATHER_TABLE]) for month in tables.MONTHS},
        months={row.month: row for row in found[tables.MONTHS_TABLE]},
        allowances={(row.weather, row.kind): (row.first, row.second) for row in found[tables.ALLOWANCES]},
        drops={column: tuple(line.results[column] for line in found[tables.PARADROP]) for column in tables.DROPS},
        crossings=tuple(row.result for row in found[tables.RIVER_CROSSING]),
        aircraft=found[tables.AIRCRAFT],
        missions={row.mission: row for row in found[tables.MISSIONS]},
        turns=found[tables.TURNS],
        schedule=found[tables.SCHEDULE],
        scenarios={row.scenario: row for row in found[tables.SCENARIOS]},
        objectives=_objectives(found[tables.OBJECTIVES]),
        zones=_zones(board, found[tables.ZONES]),
        numbers={row.name: row.value for row in found[tables.NUMBERS]},
    )


def _port(board: Board, row: tables.Port) -> Port:
    passage, joins = board.set(row.passage), board.set(row.joins)
    return Port(row.name, board.index[row.hex], row.sea, row.capacity, row.kind, passage, joins)


def _objectives(found: Sequence[Objective]) -> dict[str, tuple[Objective, ...]]:
    lists = dict.fromkeys(row.list for row in found)
    return {name: tuple(row for row in found if row.list == name) for name in lists}


def _zones(board: Board, found: Sequence[Zone]) -> dict[str, HexSet]:
    return {row.zone: board.set(row.hexes) for row in found}
