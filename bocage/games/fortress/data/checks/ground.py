"""The map: what a hex is agrees with what else it is, and lines on it hang together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bocage.hexes import Board
from bocage.parts.data import checking
from bocage.parts.data.checking import Checker

from .. import label, tables
from ..tables import Hex, Hexside

HEXES, HEXSIDES = 1453, 1204
STATED = {  # places whose hex the rulebook gives
    "Brest": "B2", "St. Nazaire": "C9", "Nantes": "E10", "Bordeaux": "A19", "Cherbourg": "K2", "Caen": "M6",
    "Le Havre": "P4", "Paris": "R11", "Bruxelles": "BB8", "Anvers": "CC6", "Rotterdam": "EE4", "Amsterdam": "GG3",
    "Bremen": "QQ4", "Hannover": "RR7", "Erfurt": "RR13", "Aachen": "GG10", "Bastogne": "EE12", "Marseille": "N33",
    "Toulouse": "D26", "Lyon": "R24", "Torino": "X29", "Genova": "Y34", "Jersey": "I4", "Dyke": "II2",
}  # fmt: skip
FORTRESSES = "A16 B2 D13 H5 P4 P5 U5 V4 W4 Y4 CC15 GG9 GG10 HH8 II7 II8"  # 33.3.3
NO_BEACHES = "V5 A17 A18 B16 B17 B18 D9 D10"  # 12.15, 12.16
FLOODED = "CC4 CC5 DD4 EE4"
DISTRICT_ENDS = {"19": "C31 BB33", "1": "A19 D10", "7": "E10 M5", "15": "N5 CC6", "NL": "CC5 MM2"}  # 9.10
ARROWS = "A16-B15 C9-C10 A3-A4 A2-A3 P4-P5 BB4-CC4 CC4-DD3 DD4-EE4"  # 12.15
SOUTH_EXITS, LINK = "KK29 AA35 BB30 BB31", "RR26"  # 10.8
INLAND = {"Bremen": "PP2 PP3 QQ2 QQ3", "Caen": "", "Nantes": "", "Bordeaux": "", "Anvers": "BB4 BB5 CC4 CC5"}  # 12.16
AMSTERDAM = "HH1 HH2 JJ1 JJ2"  # 11.8
COUNTED = {"uboat": (6, "U-boat bases (17.10.6)"), "v1": (6, "V1 sites (17.10.7)"), "major": (5, "major cities (30.1)")}
LAST_COLUMN, LAST_ROW = 44, 35
OPEN, CLOSED = ("FR", "BE", "NL", "LU", "DE", "IT"), ("ES", "CH", "GB")
GROUND = {"sea": ("sea",), "imaginary": ("sea",), "dyke": ("dyke",), "jersey": ("clear",)}


def check(checker: Checker) -> Board:
    """The board of the hexes in play, after a look at the map, its hexsides, ports and invasion areas."""
    places = checking.hexes(checker, tables.MAP, label)
    rows = {name: row for name, row in checker.known(tables.MAP).items() if name in places}
    everything = Board(places, shifted="even")
    board = Board({name: place for name, place in places.items() if rows[name].play != "closed"}, shifted="even")
    for row in rows.values():
        _hex(checker, row)
    checker.in_the_box(tables.MAP, len(rows), HEXES, "hexes")
    _stated(checker, rows)
    _imaginary(checker, board, rows)
    sides = [row for row in checker.rows(tables.HEXSIDES) if checking.ends(checker, everything, row)]
    _hexsides(checker, sides)
    _rails(checker, rows, sides)
    _land(checker, board, rows, sides)
    _sections(checker, everything, sides)
    _ports(checker, board, rows)
    _areas(checker, rows)
    return board


def _hex(checker: Checker, row: Hex) -> None:
    """What a hex is, agrees with what else it is."""
    name = row.hex
    checker.one_of(
        row, "terrain", GROUND.get(row.play, tables.TERRAINS if row.play == "closed" else tables.TERRAINS[:5])
    )
    water = row.terrain == "sea"
    checker.one_of(row, "country", ("",) if water else CLOSED if row.play == "closed" else OPEN)
    marks = ("city", "fortress", "port", "uboat", "v1", "rail")
    if row.play != "land" and any(getattr(row, mark) for mark in marks):
        checker.complain(row, f"hex {name} is not in play by land: no city, fortress, port, base, site or rail")
    if row.play not in ("land", "jersey") and (row.beach or row.area or row.district):
        checker.complain(row, f"hex {name} is not in play by land: no beach, area or district")
    if row.city and not row.name:
        checker.complain(row, f"the city in {name} has no name")
    if row.port and not row.city:
        checker.complain(row, f"the port in {name} is no city")
    if row.major and not (row.city and row.country == "DE"):
        checker.complain(row, f"the major city in {name} must be a city in Germany (30.1)")
    if row.beach and not row.area:
        checker.complain(row, f"the beach {name} is in no invasion area (12.10)")
    if (row.exit in ("east", "both")) != (row.rail and row.col == LAST_COLUMN):
        checker.complain(row, f"rails leave the east edge wherever they reach it, and only there: {name} (10.8)")
    if row.exit == "south" and not row.rail:
        checker.complain(row, f"there is no rail at the exit {name}")


def _stated(checker: Checker, rows: dict[str, Hex]) -> None:
    """What the rulebook says of single hexes."""

    def exactly(what: str, case: str, wanted: str, found: Iterable[str]) -> None:
        hexes = sorted(set(wanted.split()) ^ set(found))
        if hexes:
            checker.complain(tables.MAP, f"the {what} {case} are {wanted}; look at {', '.join(hexes)}")

    for place, name in STATED.items():
        if name not in rows or rows[name].name != place:
            checker.complain(tables.MAP, f"{place} must be {name}")
    exactly(
        "flooded hexes", "of the example of 12.16", FLOODED, [n for n, row in rows.items() if row.terrain == "flooded"]
    )
    exactly(
        "rail exits of the south edge", "(10.8)", SOUTH_EXITS, [n for n, row in rows.items() if row.exit == "south"]
    )
    exactly("rail exits that join south and east", "(10.8)", LINK, [n for n, row in rows.items() if row.exit == "both"])
    for name in FORTRESSES.split():
        if name in rows and not rows[name].fortress:
            checker.complain(rows[name], f"{name} must be a fortress (33.3.3)")
    for name in NO_BEACHES.split():
        if name in rows and rows[name].beach:
            checker.complain(rows[name], f"{name} cannot be invaded (12.15, 12.16)")
    for district, ends in DISTRICT_ENDS.items():
        for name in ends.split():
            if name in rows and rows[name].district != district:
                checker.complain(rows[name], f"{name} must be in the district {district} (9.10)")
    for mark, (wanted, what) in COUNTED.items():
        checker.total(tables.MAP, sum(getattr(row, mark) for row in rows.values()), wanted, what)
    names = Counter(row.name for row in rows.values() if row.name)
    for place in sorted(place for place, count in names.items() if count > 1):
        checker.complain(tables.MAP, f"there are {names[place]} hexes called {place}")


def _imaginary(checker: Checker, board: Board, rows: dict[str, Hex]) -> None:
    """Imaginary sea lies off the map beside a beach, and every beach on the sea's side has some (19.7)."""
    for name, row in rows.items():
        outside = not (1 <= row.col <= LAST_COLUMN and 1 <= row.row <= LAST_ROW)
        if outside != (row.play == "imaginary"):
            checker.complain(row, f"hexes off the map are imaginary sea, and they only: {name} (19.7)")
        near = [rows[board.labels[node]] for node in board.neighbours[board.index[name]]] if name in board.index else []
        if row.play == "imaginary" and not any(other.beach for other in near):
            checker.complain(row, f"the imaginary hex {name} touches no hex that can be invaded (19.7)")


def _hexsides(checker: Checker, sides: list[Hexside]) -> None:
    for row in sides:
        between = f"between {row.hex_a} and {row.hex_b}"
        if bool(row.river) != bool(row.section):
            checker.complain(row, "the hexside has a river or a section of one, but not both")
        elif row.section.rpartition("-")[0] != row.river:
            checker.complain(row, f"{row.section} is no section of the {row.river}")
        if row.estuary and (row.river or row.rail):
            checker.complain(row, f"{between} is an estuary: no river and no rail")
        if row.arrow and not row.estuary:
            checker.complain(row, f"the arrow {between} crosses no water (8.8)")
        if not (row.river or row.estuary or row.rail):
            checker.complain(row, f"there is nothing {between}")
    arrows = {"-".join(sorted((row.hex_a, row.hex_b))) for row in sides if row.arrow}
    for pair in sorted(arrows ^ {"-".join(sorted(pair.split("-"))) for pair in ARROWS.split()}):
        checker.complain(tables.HEXSIDES, f"the arrow {pair} is {'not in' if pair in arrows else 'missing, see'} 12.15")
    checker.in_the_box(tables.HEXSIDES, len(checker.known(tables.HEXSIDES)), HEXSIDES, "hexsides")


def _rails(checker: Checker, rows: dict[str, Hex], sides: list[Hexside]) -> None:
    """Rails are one net, with every city and every exit on it."""
    near: dict[str, list[str]] = {}
    for row in sides:
        if row.rail:
            near.setdefault(row.hex_a, []).append(row.hex_b)
            near.setdefault(row.hex_b, []).append(row.hex_a)
    for name, there in rows.items():
        if there.rail != (name in near):
            checker.complain(there, f"hex {name} has rail if and only if one of its sides has")
        if there.city and not there.rail:
            checker.complain(there, f"no rail leads to {there.name}")
    if near:
        net = checking.reached(min(near), near)
        for name in sorted(near.keys() - net):
            checker.complain(tables.HEXSIDES, f"the rail at {name} is cut off from the rest")


def _land(checker: Checker, board: Board, rows: dict[str, Hex], sides: list[Hexside]) -> None:
    """Land is one piece: no estuary cuts anything off."""
    wet = {frozenset((row.hex_a, row.hex_b)) for row in sides if row.estuary}
    dry = {name for name in board.index if rows[name].play in ("land", "dyke")}
    near = {
        name: [
            board.labels[node]
            for node in board.neighbours[board.index[name]]
            if board.labels[node] in dry and frozenset((name, board.labels[node])) not in wet
        ]
        for name in dry
    }
    if "R11" in near:
        for name in sorted(dry - checking.reached("R11", near)):
            checker.complain(rows[name], f"hex {name} is cut off from the rest of the map")


def _sections(checker: Checker, board: Board, sides: list[Hexside]) -> None:
    """The hexsides of a section hang together corner to corner (17.10.4)."""
    sections: dict[str, set[frozenset[str]]] = {}
    for row in sides:
        if row.section:
            sections.setdefault(row.section, set()).add(frozenset((row.hex_a, row.hex_b)))

    def touch(one: frozenset[str], other: frozenset[str]) -> bool:
        ends = [board.index[name] for name in one ^ other]
        return len(ends) == 2 and bool(board.around[ends[0]] >> ends[1] & 1)

    for section, pairs in sections.items():
        left, todo = set(pairs), [min(pairs, key=sorted)]
        while todo:
            here = todo.pop()
            left.discard(here)
            todo += [pair for pair in left if touch(here, pair)]
            left -= set(todo)
        for pair in sorted(sorted(pair) for pair in left):
            checker.complain(tables.HEXSIDES, f"{section} has a gap before {' and '.join(pair)}")


def _ports(checker: Checker, board: Board, rows: dict[str, Hex]) -> None:
    """Ports stand where the map shows them, on the right sea, with passages of land hexes."""
    shown = {name for name, row in rows.items() if row.port}
    sea = board.set(name for name in board.index if rows[name].terrain == "sea")
    south = sea & board.set(name for name in board.index if rows[name].row > LAST_ROW // 2)
    listed = set()
    for port in checker.rows(tables.PORTS):
        listed.add(port.hex)
        if port.hex not in shown or rows[port.hex].name != port.name:
            checker.complain(port, f"the map does not show {port.name} in {port.hex}")
            continue
        wanted = "dyke" if port.name == "Amsterdam" else "inland" if port.name in INLAND else "coastal"
        checker.one_of(port, "kind", (wanted,))
        around = board.around[board.index[port.hex]] & sea
        if port.kind == "coastal" and not rows[port.hex].beach:
            checker.complain(port, f"{port.name} is neither inland nor on a beach (12.16)")
        if around and bool(around & south) != (port.sea == "Mediterranean"):
            checker.complain(port, f"{port.name} does not lie on the {port.sea}")
        if (port.kind == "coastal") == bool(port.passage):
            checker.complain(port, f"inland ports, and they only, have a passage: {port.name}")
        for name in port.passage:
            if name not in rows or rows[name].play != "land":
                checker.complain(port, f"the passage of {port.name} leads by {name}, which is no land hex")
        if not set(port.joins) <= set(port.passage):
            checker.complain(port, f"{port.name} joins an invasion by hexes of its passage (12.15)")
        stated = AMSTERDAM if port.kind == "dyke" else INLAND.get(port.name, "")
        if stated and set(port.passage) != set(stated.split()):
            checker.complain(port, f"the passage of {port.name} is {stated} (11.8, 12.16, 18.8)")
    for name in sorted(shown - listed):
        checker.complain(tables.PORTS, f"the port in {name} is missing")
    for place in sorted(INLAND.keys() - {port.name for port in checker.rows(tables.PORTS)}):
        checker.complain(tables.PORTS, f"the inland port {place} is missing (12.16)")


def _areas(checker: Checker, rows: dict[str, Hex]) -> None:
    checker.exactly(tables.AREAS_TABLE, "area", tables.AREAS)
    for area in checker.rows(tables.AREAS_TABLE):
        checker.one_of(area, "base", ("Africa",) if area.area == "Mediterranean" else ("England",))
        for end in (area.coast_from, area.coast_to):
            if end not in rows or not rows[end].beach or rows[end].area != area.area:
                checker.complain(area, f"{end} is no beach of {area.area}")
    inland = {port.hex for port in checker.rows(tables.PORTS) if port.kind == "inland"}
    for name, row in rows.items():
        if bool(row.area) != (row.beach or name in inland):
            checker.complain(row, f"beaches and inland ports, and they only, are in an invasion area: {name} (12.5)")
