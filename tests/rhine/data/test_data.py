"""The data files are complete and agree with each other, and a file that is not is named with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bocage.games.rhine.data import rows
from bocage.games.rhine.data.check import KINDS, check
from bocage.games.rhine.data.tables import TABLES
from tests.breaking import Tables

BREAKING = Tables("rhine", check)
DATA = BREAKING.folder


def test_the_data_is_complete_and_agrees_with_itself() -> None:
    assert [str(problem) for problem in check().problems] == []


def test_every_row_says_where_it_comes_from() -> None:
    sources = check().sources
    assert set(sources) == {table.file for table in TABLES if "source" in table.columns}
    assert sources["crt.csv"] == {"rulebook": 6}
    assert sources["columns.csv"] == {"rulebook": 11}
    assert sum(sources["units.csv"].values()) == 73
    assert {kind for counter in sources.values() for kind in counter} <= set(KINDS)


def test_every_table_is_checked() -> None:
    assert {path.name for path in DATA.glob("*.csv")} - {"citations.csv"} == {table.file for table in TABLES}


def test_rulings_that_players_can_switch_say_so() -> None:
    rulings = {row["ruling"]: row["decision"] for row in rows("rulings.csv")}
    switched = {name for name, decision in rulings.items() if f"(option {name})" in decision}
    assert switched == {row["option"] for row in rows("options.csv")} == {"R4", "R5", "R11", "R116"}


def test_every_number_that_the_rules_ask_for_by_name_is_there() -> None:
    known = {row["name"] for row in rows("numbers.csv")}
    asked: set[str] = set()
    rooms = [DATA.parent / "rules", DATA.parent / "words"]
    for path in [DATA.parent / "game.py", *(path for room in rooms for path in sorted(room.rglob("*.py")))]:
        for inside in re.findall(r"\bnumbers\[([^\]]*)\]", path.read_text(encoding="utf-8")):
            asked.update(re.findall(r'(?<!f)"([a-z][a-z0-9_]*)"', inside))
    assert "first_turn" in asked
    assert asked - known == set()


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("map.csv", "0016,0,16,clear", "0016,0,16,desert", "map.csv:2: terrain is 'desert'"),
        ("map.csv", "0114,1,14,", "0114,1,15,", "map.csv:3: hex 0114 is not column 1, row 15"),
        ("map.csv", "0114,1,14,", "0016,0,16,", "map.csv:3: hex 0016 stands in line 2 already"),
        ("map.csv", "0114,1,14,clear,,,0,0,0,0,,,,FR", "0114,1,14,clear,,,0,0,0,0,,,,GB", "country is 'GB'"),
        ("map.csv", "0016,0,16,clear,,,0", "0016,0,16,clear,,,2", "map.csv:2: major_city is '2'"),
        ("map.csv", "0016,0,16,clear,,,0", "0016,0,16,clear,,,1", "hex 0016 is a major city and has no name"),
        ("map.csv", ",4,W,47", ",4,,47", "map.csv:2: edge is ''; it must be one of 'W'"),
        ("map.csv", ",4,W,47.99", ",4,W,north", "map.csv:2: lat is 'north'"),
        ("map.csv", ",1,4,W", ",1,5,W", "map.csv:2: hex 0016 has 4 land sides, not 5 (STK.3)"),
        ("map.csv", ",1,4,W", ",0,4,W", "map.csv:2: hex 0016 has water on a side and must be coastal"),
        ("map.csv", ",Brest,1,1,1", ",Brest,0,1,1", "the fortress port in 0218 must be major_city too (FORT.1)"),
        ("map.csv", ",Brest,1,1,1", ",Brest,1,1,0", "the fortress port in 0218 must be major_port too (SUP.4)"),
        ("map.csv", ",Paris,1,0,0", ",Lutetia,1,0,0", "map.csv: there are 0 major cities named Paris (WIN.4)"),
        ("map.csv", ",Angers,1", ",Angers,0", "there are 0 major cities named Angers (SET.2); there must be 1"),
        ("map.csv", ",Caen,", ",Tours,", "map.csv: there are 2 hexes for the city Tours"),
        ("map.csv", ",Omaha,", ",Utah,", "map.csv: there are 2 hexes for the landing hex Utah"),
        ("map.csv", "1+1,Omaha", "two,Omaha", "landing is 'two'; it must be a value such as 1+1 (DD.4)"),
        ("map.csv", "1+1,Omaha", ",Omaha", "hex 1817 needs a landing value with a name and a zone, or none"),
        ("map.csv", "0215,2,15,clear,,,0,0,0,0,,,", "0215,2,15,clear,,,0,0,0,0,1+1,Inn,Inn", "0215 is not coastal"),
        ("map.csv", "0215,2,15,clear,,,0,0,0,0", "0215,2,15,clear,,,0,0,0,1", "0215 is of the Siegfried Line but not"),
        ("map.csv", "0215,2,15,clear,,,0,0,0,0", "0215,2,15,clear,,,0,0,0,1", "there are 30 Siegfried hexes (SIEG.1)"),
        ("map.csv", "DE,1,0,6", "NL,1,0,6", "is of the goal across the Rhine (WIN.1) but not in Germany"),
        ("map.csv", "DE,1,0,6", "DE,0,0,6", "is 0, but it cannot be reached without a wide river"),
        ("map.csv", "DE,0,0,6", "DE,1,0,6", "is 1, but it can be reached without a wide river"),
        ("map.csv", ",reconstructed\n", ",hearsay\n", "the source must say rulebook"),
        ("hexsides.csv", "0707,0808", "0707,0908", "hexsides.csv:4: 0707 and 0908 are not adjacent"),
        ("hexsides.csv", "0707,0808", "0707,9901", "hexsides.csv:4: there is no hex 9901 on the map"),
        ("hexsides.csv", "0117,0218", "0118,0117", "hexsides.csv:3: hexside 0117-0118 stands in line 2 already"),
        ("hexsides.csv", "river,Loire", "brook,Loire", "hexsides.csv:4: kind is 'brook'"),
        ("hexsides.csv", "river,Loire", "wide,Loire", "hexsides.csv:4: name is 'Loire'"),
        ("hexsides.csv", "river,Loire", "river,", "the water between 0707 and 0808 has no name"),
        (
            "hexsides.csv",
            "river,Loire,0",
            "river,Loire,1",
            "the channel between 0707 and 0808 must be estuary (SUP.23)",
        ),
        ("hexsides.csv", "Brest,0", "Brest,1", "hexsides.csv: the channel does not lead from the sea to Antwerp"),
        ("hexsides.csv", "Scheldt,1", "Scheldt,0", "hexsides.csv: the channel does not lead from the sea to Antwerp"),
        ("columns.csv", "3:2,3,2", "3:2,3,1", "columns.csv:5: 3 to 1 is not the ratio of column 3:2"),
        ("columns.csv", "\n6:1,", "\n8:1,", "columns.csv: there is no row for column 6:1"),
        ("crt.csv", "\n6,1,DR", "\n6,1,DX", "crt.csv:7: 1:3 is 'DX'"),
        ("crt.csv", "\n6,1,", "\n6,2,", "crt.csv:7: die_b is '2'; it must be one of '1'"),
        ("crt.csv", "\n6,1,DR,DR,DR,DR,DR,DE", "\n6,1,DR,DR,DR,DR,DE,DR", "crt.csv:7: DR on 3:1 is worse than 2:1"),
        ("crt.csv", "\n6,1,DR", "\n6,1,D", "crt.csv:7: D on 1:3 is worse than a lower die gives"),
        ("crt.csv", "DE,2D,good,good,good,good", "DE,D,good,bad,good,good", "bad on weather_B is worse than a lower"),
        ("crt.csv", "\n6,1", "\n7,1", "crt.csv: there is no row for die 6"),
        ("turns.csv", "1944,good", "1944,A", "turns.csv:2: weather_column is 'A'; it must be one of 'good'"),
        ("turns.csv", "1944,B", "1944,good", "turns.csv:3: weather_column is 'good'"),
        ("turns.csv", "2,June II", "2,June I", "turns.csv:3: name June I stands in line 2 already"),
        ("turns.csv", "\n14,", "\n15,", "turns.csv: there is no row for turn 14"),
        ("turns.csv", "6-15 June 1944", "", "turns.csv:2: turn 1 needs a name and dates"),
        ("units.csv", "US-7C,", "US-5C,", "units.csv:3: unit US-5C stands in line 2 already"),
        ("units.csv", "US 7 Corps", "US 5 Corps", "units.csv:3: name US 5 Corps stands in line 2 already"),
        ("units.csv", "US 5 Corps,5,", "US 5 Corps,,", "unit US-5C needs a name and what its counter shows"),
        ("units.csv", "US-5C,allied", "US-5C,neutral", "units.csv:2: side is 'neutral'"),
        ("units.csv", "US-5C,allied,US", "US-5C,allied,SS", "units.csv:2: group is 'SS'"),
        ("units.csv", "5,infantry_corps,3", "5,panzer_corps,3", "units.csv:2: kind is 'panzer_corps'"),
        ("units.csv", "corps,3,3,4,5,6", "corps,three,3,4,5,6", "units.csv:2: attack is 'three'"),
        ("units.csv", "corps,3,3,4,5,6", "corps,3,3,3,5,6", "deployed, the attack must be greater than 3 (DEP.2)"),
        ("units.csv", "corps,3,3,4,5,6", "corps,3,0,4,5,6", "units.csv:2: US 5 Corps needs an attack and a defense"),
        ("units.csv", "armor_division,2,1,,", "armor_division,2,1,3,", "deployed_attack must be empty (DEP.1)"),
        ("units.csv", "corps,3,3,4,5,6,4,2", "corps,3,3,4,5,8,4,2", "units.csv:2: move is '8'"),
        ("units.csv", "corps,3,3,4,5,6,4,2", "corps,3,3,4,5,6,3,2", "units.csv:2: bonus_move is '3'"),
        ("units.csv", "corps,3,3,4,5,6,4,2", "corps,3,3,4,5,6,4,1", "units.csv:2: stacking is '1'"),
        ("units.csv", "panzer_brigade,3,1", "panzer_brigade,2,1", "a brigade group is 3-1, not 2-1 (REPL.8)"),
        ("units.csv", "tiger,0,0", "tiger,1,0", "Tigers, dumps and dummies have no factors"),
        ("units.csv", ",us7_shift,", ",lucky,", "units.csv:3: trait 'lucky' is not known"),
        ("units.csv", ",us7_shift,", ",,", "units.csv: there are 0 units with us7_shift (US7.1)"),
        ("units.csv", ",panzer ss reserve,", ",ss reserve,", "1. SS Panzer Division lacks the trait panzer"),
        ("units.csv", ",panzer ss reserve,", ",panzer ss,", "units.csv: the Strategic Reserve is three panzer"),
        ("units.csv", "german,SS,1. SS", "german,WH,1. SS", "1. SS Panzer Division cannot have the trait ss"),
        ("units.csv", "german,--,Dummy 1", "german,WH,Dummy 1", "dummies, and they only, belong to the group --"),
        ("units.csv", "BR-SUP,allied,BR", "BR-SUP,allied,US", "there must be a US and a British Supplies piece"),
        ("units.csv", ",pool:1,", ",setup,", "entry is 'setup'; infantry_corps enters by pool"),
        ("units.csv", ",pool:1,", ",pool,", "entry is 'pool'; arrivals, and they only, have a turn from 1 to 14"),
        ("units.csv", "airborne:6", "airborne:16", "entry is 'airborne:16'; arrivals, and they only, have a turn"),
        ("suggested_setup.csv", "DE-84K,1816", "DE-84K,0000", "suggested_setup.csv:2: there is no hex 0000 on the map"),
        ("suggested_setup.csv", "DE-84K,", "DE-9Pz,", "suggested_setup.csv:2: unit 'DE-9Pz' is not known"),
        ("suggested_setup.csv", "DE-84K,", "DE-9Pz,", "suggested_setup.csv: there is no row for unit DE-84K"),
        ("suggested_setup.csv", "DE-17SS,1407", "DE-17SS,1406", "DE-17SS must begin on Angers (SET.2)"),
        ("suggested_setup.csv", "DE-2SS,1904,disrupted", "DE-2SS,1904,", "state is ''; it must be one of 'disrupted'"),
        ("suggested_setup.csv", "DE-84K,1816,deployed", "DE-84K,1816,face down", "state is 'face down'"),
        ("suggested_setup.csv", "DE-2SSK,4505,", "DE-2SSK,4505,deployed", "state is 'deployed'; it must be one of ''"),
        ("suggested_setup.csv", "DE-Dummy1,1517,face down", "DE-Dummy1,1517,", "it must be one of 'face down'"),
        ("numbers.csv", "last_turn,14,", "last_turn,15,", "numbers.csv:3: value is '15'; it must be one of '14'"),
        ("numbers.csv", "dump_move,6,SUP.8", "dump_move,six,SUP.8", "value is 'six'"),
        ("numbers.csv", "dump_move,6,SUP.8", "dump_move,-6,SUP.8", "value is -6; it must be at least 0"),
        ("numbers.csv", "dump_move,6,SUP.8", "dump_move,6,SUP.80", "case SUP.80 is not in the ledger"),
        ("numbers.csv", "dump_move", "Dump move", "must be small words with _ between them"),
        ("ledger.csv", "no,not_machine", "no,enforced", "status is 'enforced'"),
        ("ledger.csv", "CRT.2,", "CRT.1,", "ledger.csv:3: case CRT.1 stands in line 2 already"),
        ("ledger.csv", "CRT.2,CRT dice scales", "CRT.2,", "ledger.csv:3: case CRT.2 needs a topic and a summary"),
        ("rulings.csv", "\nR2,", "\nR22,", "rulings.csv:3: ruling R22 stands where R2 is due"),
        ("rulings.csv", "\nR2,AIR.1", "\nR2,AIR.9", "rulings.csv:3: case AIR.9 is not in the ledger"),
        ("options.csv", "false,false|true", "false,true", "the default false is not among the values true"),
        ("options.csv", "\nR11,", "\nR12,", "options.csv:4: no rule knows option R12"),
        ("layout.json", '"0016":', '"9999":', "layout.json: hex 0016 has no centre"),
        ("map.svg", "</svg>", "", "the picture is not well-formed"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    BREAKING.is_told(tmp_path, file, old, new, complaint)


def test_missing_files_columns_and_cells_are_told(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    (folder / "columns.csv").unlink()
    text = (folder / "options.csv").read_text(encoding="utf-8")
    (folder / "options.csv").write_text(text.replace("option,title", "switch,title"), encoding="utf-8")
    with (folder / "turns.csv").open("a", encoding="utf-8") as file:
        file.write("15,January I\n")
    problems = BREAKING.problems(folder)
    assert "columns.csv: the file is missing" in problems
    assert "options.csv:1: missing column option" in problems
    assert "turns.csv:16: the row should have 5 cells" in problems


@pytest.mark.parametrize(("file", "column"), [("crt.csv", "die"), ("columns.csv", "column"), ("turns.csv", "turn")])
def test_rows_that_are_counted_must_stand_in_order(tmp_path: Path, file: str, column: str) -> None:
    BREAKING.stand_in_order(tmp_path, file, column)


def test_a_hex_that_is_cut_off_is_found(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    # The estuary goes all the way round Flushing.
    with (folder / "hexsides.csv").open("a", encoding="utf-8") as file:
        file.writelines(f"4021,{other},estuary,Moat,0,ours\n" for other in ("4022", "4121", "4120", "3921"))
    problems = BREAKING.problems(folder)
    assert any("hex 4021 is cut off from the rest of the map" in problem for problem in problems)


def test_a_wide_river_that_disappears_is_missed(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    text = (folder / "hexsides.csv").read_text(encoding="utf-8")
    (folder / "hexsides.csv").write_text(text.replace("wide,Lower Moselle", "river,Moselle"), encoding="utf-8")
    problems = BREAKING.problems(folder)
    assert "hexsides.csv: the Lower Moselle is missing, a wide river (RIV.2)" in problems
