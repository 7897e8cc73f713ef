"""Checks of the data files: every complaint names file and line, and every row says where it comes from."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from importlib.resources.abc import Traversable

from bocage.hexes import Board
from bocage.parts import checking
from bocage.parts.checking import KINDS, Checker, Report, Row

from ..rules.options import EDITS

__all__ = ["KINDS", "Report", "check"]

HEXES, UNITS, MARKERS, COUNTERS = 669, 122, 54, 176  # 2.0 gives the sum of the counters
CORNERS = ("1001", "1922", "2023", "4201", "4225")  # the ends of the four edges (2.1.1)
LAST_NORTH, EAST_ROW, SOUTH_COLUMN = 19, 1, 42
DICE = [str(face) for face in range(1, 7)]
ODDS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
RESULTS = ("ASR", "AS", "SM", "EX", "DR", "DS", "DSR")
WEATHERS = ("Clear", "Overcast", "Storm")
SMALL_UNITS = {"US": 2, "UK": 8, "DE": 4}  # 2.4, 8.4
NUMBERS = (
    "turns storm_mp column_factor water_mp tas_mp water_shift concentric_shift naval_defence_shift "
    "naval_attack_shift tas_shift armor_shift overkill_odds drop_range turn1_tas_dice bluepoint_tas_dice "
    "bluepoint_last_turn bomber_uses bluepoint_bomber_uses overcast_bomber_drm reluctance_fails_up_to "
    "german_drop_loss_up_to allied_drop_loss_up_to allied_drop_scatter_up_to garrison_defence depot_limit "
    "kampfgruppe_price divisions_per_hex units_per_hex stiffened_town_shift beachheads_each victory_edge_from"
)
COLUMNS = {
    "air.csv": "weather allied german german_luftwaffe source",
    "crt.csv": "die " + " ".join(ODDS) + " source",
    "cups.csv": "cup codes first_turn strategies case source",
    "entry_codes.csv": "code edge case source",
    "german_victory.csv": "case level ports beachheads_destroyed source",
    "heavy_bomber.csv": "modified_die column_shift meaning source",
    "hexsides.csv": "hex_a hex_b kind name source",
    "ledger.csv": "case topic summary kind testable status",
    "map.csv": "hex col row terrain coastal edge port name lat lon source",
    "markers.csv": "marker side count note source",
    "movement.csv": "class turn1 later source",
    "numbers.csv": "name value case source",
    "options.csv": "option title effect default values excludes source",
    "returns.csv": "die turns source",
    "rulings.csv": "ruling case decision source",
    "strategies.csv": "strategy title russia luftwaffe victory source",
    "tec.csv": "terrain mp shift column heavy_panzer air_drop beachhead concentric shift_rule source",
    "turns.csv": "turn dates weather source",
    "units.csv": "side nation id name size type mobility attack defense attack_reduced defense_reduced steps pool "
    "start_hex note source",
    "weather.csv": "die weather source",
}


def check(folder: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy.

    >>> check().problems
    []
    """
    folder = folder or resources.files(__package__)
    checker = checking.opened(folder, COLUMNS)
    board = _map(checker)
    _hexsides(checker, board)
    _units(checker, board)
    _markers(checker)
    _charts(checker)
    _reinforcements(checker)
    _cases(checker)
    return checking.report(checker, board, EDITS)


def _map(checker: Checker) -> Board:
    file = "map.csv"
    terrains = [row["terrain"] for row in checker.rows("tec.csv")]
    rows, places = checking.hexes(checker, first=1)
    for label, (column, number) in places.items():
        row = rows[label]
        checker.one_of(file, row, "terrain", terrains)
        checker.one_of(file, row, "coastal", ("0", "1"))
        _edge(checker, row, column, number)
        if (row["terrain"] == "port") != bool(row["port"]):
            checker.complain(file, row, f"hex {label} is {row['terrain']} and its port is {row['port']!r} (2.1.2)")
    checker.total(file, len(rows), HEXES, "hexes")
    board = Board(places, shifted="odd")
    for label in CORNERS:
        if label not in places:
            checker.complain(file, None, f"hex {label}, a corner of the map, is missing (2.1.1)")
    for label in places:
        if rows[label]["coastal"] == "1" and len(board.neighbours[board.index[label]]) == 6:
            checker.complain(file, rows[label], f"hex {label} is coastal but land lies on all six sides of it")
    ports = {row["port"] for row in rows.values() if row["port"]}
    if ports != {"Dunkirk", "Calais", "Boulogne"}:
        checker.complain(file, None, f"the ports are {', '.join(sorted(ports))}, not Dunkirk, Calais, Boulogne (2.1.2)")
    if places:
        first = board.all & -board.all
        for label in board.names(board.all & ~board.flood(first, board.all)):
            checker.complain(file, rows[label], f"hex {label} is cut off from the rest of the map")
    return board


def _edge(checker: Checker, row: Row, column: int, number: int) -> None:
    """The four edges as 2.1.1 defines them."""
    coastal = row["coastal"] == "1"
    wanted = {
        "N": coastal and column <= LAST_NORTH,
        "E": number == EAST_ROW,
        "S": column == SOUTH_COLUMN,
        "W": coastal and column > LAST_NORTH,
    }
    edges = "".join(letter for letter, there in wanted.items() if there)
    if sorted(row["edge"]) != sorted(edges):
        checker.complain(
            "map.csv", row, f"the edges of {row['hex']} are {edges or 'none'}, not {row['edge']!r} (2.1.1)"
        )


def _hexsides(checker: Checker, board: Board) -> None:
    file = "hexsides.csv"
    for row in checker.rows(file):
        checker.one_of(file, row, "kind", ("river", "canal"))
        checking.ends(checker, board, file, row)
        if not row["name"]:
            checker.complain(file, row, "the river or canal has no name")
    checker.once(file, lambda row: "-".join(sorted((row["hex_a"], row["hex_b"]))), "hexside")


def _units(checker: Checker, board: Board) -> None:
    file = "units.csv"
    rows = checker.once(file, lambda row: row["id"], "unit")
    codes = [row["code"] for row in checker.rows("entry_codes.csv")]
    classes = [row["class"] for row in checker.rows("movement.csv")]
    side_of = {"US": "allied", "UK": "allied", "DE": "german"}
    small: Counter[str] = Counter()
    for row in rows.values():
        division = row["size"] == "XX"
        checker.one_of(file, row, "size", ("XX", "X", "III", "II"))
        if checker.one_of(file, row, "nation", side_of):
            checker.one_of(file, row, "side", (side_of[row["nation"]],))
            checker.one_of(
                file, row, "pool", (row["nation"],) if row["side"] == "allied" else ("START", "ASIDE", *codes)
            )
            small[row["nation"]] += not division
        checker.one_of(
            file, row, "type", ("infantry", "mech_infantry", "armor", "panzer", "heavy_panzer", "airborne", "special")
        )
        checker.one_of(file, row, "mobility", classes)
        checker.one_of(file, row, "steps", ("2",) if division else ("1",))
        if checker.whole(file, row, "attack", "defense", least=1) and division:
            for full in ("attack", "defense"):
                if checker.whole(file, row, f"{full}_reduced", least=1) and int(row[full + "_reduced"]) > int(
                    row[full]
                ):
                    checker.complain(file, row, f"{full} is greater on the reduced side")
        if not division and (row["attack_reduced"] or row["defense_reduced"]):
            checker.complain(file, row, "a unit of one step has no reduced side (2.4)")
        if row["start_hex"] and row["start_hex"] not in board.index:
            checker.complain(file, row, f"start_hex {row['start_hex']} is not on the map")
        if bool(row["start_hex"]) != (row["pool"] == "START"):
            checker.complain(file, row, "exactly the units of pool START have a start_hex (13.2)")
    checker.total(file, len(rows), UNITS, "units")
    checker.total(file, sum(row["pool"] == "START" for row in rows.values()), 4, "units on printed hexes (13.2)")
    checker.total(file, sum(row["pool"] == "ASIDE" for row in rows.values()), 2, "units set aside (13.2)")
    for nation, count in SMALL_UNITS.items():
        checker.total(file, small[nation], count, f"non-divisional {nation} units (2.4)")


def _markers(checker: Checker) -> None:
    file = "markers.csv"
    checker.once(file, lambda row: row["marker"], "marker")
    count = 0
    for row in checker.rows(file):
        checker.one_of(file, row, "side", ("allied", "german", "both"))
        if checker.whole(file, row, "count", least=1):
            count += int(row["count"])
    checker.total(file, count, MARKERS, "markers")
    checker.total(file, count + len(checker.rows("units.csv")), COUNTERS, "counters with the units of units.csv (2.0)")


def _charts(checker: Checker) -> None:
    checker.exactly("crt.csv", "die", DICE)
    for row in checker.rows("crt.csv"):
        for odds in ODDS:
            checker.one_of("crt.csv", row, odds, RESULTS)
        if row["die"] == "3" and row["2:1"] != "EX":
            checker.complain("crt.csv", row, f"3 on 2:1 is {row['2:1']}; the example of 11.13 says EX")
    checker.exactly("tec.csv", "terrain", ("clear", "town", "port", "polder", "forest"))
    for row in checker.rows("tec.csv"):
        checker.whole("tec.csv", row, "mp", least=1)
        checker.whole("tec.csv", row, "shift")
        for column in ("column", "heavy_panzer", "air_drop", "beachhead", "concentric"):
            checker.one_of("tec.csv", row, column, ("yes", "no"))
    checker.exactly("movement.csv", "class", ("allied", "mech", "leg", "static"))
    checker.exactly("weather.csv", "die", DICE)
    checker.exactly("air.csv", "weather", WEATHERS)
    checker.exactly("returns.csv", "die", DICE)
    checker.exactly("heavy_bomber.csv", "modified_die", ("0", *DICE))
    checker.exactly("turns.csv", "turn", [str(turn) for turn in range(1, 11)])
    checker.exactly("numbers.csv", "name", NUMBERS.split())
    for row in checker.rows("weather.csv"):
        checker.one_of("weather.csv", row, "weather", WEATHERS)
    for row in checker.rows("turns.csv"):
        checker.one_of("turns.csv", row, "weather", (*WEATHERS, "roll"))
    for file, columns in {
        "movement.csv": ("turn1", "later"),
        "air.csv": ("allied", "german", "german_luftwaffe"),
        "returns.csv": ("turns",),
        "heavy_bomber.csv": ("column_shift",),
        "numbers.csv": ("value",),
    }.items():
        for row in checker.rows(file):
            checker.whole(file, row, *columns, least=None if file in ("heavy_bomber.csv", "numbers.csv") else 0)


def _reinforcements(checker: Checker) -> None:
    checker.exactly("entry_codes.csv", "code", ("1E", "1S", "2E", "2S", "ITALY", "RUSSIA"))
    for row in checker.rows("entry_codes.csv"):
        checker.one_of("entry_codes.csv", row, "edge", ("E", "S"))
    codes = [row["code"] for row in checker.rows("entry_codes.csv")]
    checker.exactly("cups.csv", "cup", ("first", "second", "italy", "russia"))
    for row in checker.rows("cups.csv"):
        checker.whole("cups.csv", row, "first_turn", least=1)
        for code in row["codes"].split():
            if code not in codes:
                checker.complain("cups.csv", row, f"code {code} is not in entry_codes.csv")
        for number in row["strategies"].split():
            if number not in ("1", "2", "3", "4"):
                checker.complain("cups.csv", row, f"there is no strategy {number}")
    checker.exactly("strategies.csv", "strategy", ("1", "2", "3", "4"))
    victories = {row["case"] for row in checker.rows("german_victory.csv")}
    for row in checker.rows("strategies.csv"):
        checker.one_of("strategies.csv", row, "russia", ("yes", "no"))
        checker.one_of("strategies.csv", row, "luftwaffe", ("yes", "no"))
        checker.one_of("strategies.csv", row, "victory", sorted(victories))
    for row in checker.rows("german_victory.csv"):
        checker.one_of("german_victory.csv", row, "level", ("limited", "tactical", "operational", "strategic"))
        checker.whole("german_victory.csv", row, "ports", "beachheads_destroyed", least=0)


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, and every case that other files name."""
    naming = ("rulings.csv", "numbers.csv", "cups.csv", "entry_codes.csv", "german_victory.csv")
    for row in checking.cases(checker, naming).values():
        checker.one_of("ledger.csv", row, "testable", ("yes", "no"))
        checker.one_of("ledger.csv", row, "status", ("enforced", "choice", "not_machine"))
