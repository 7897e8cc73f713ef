"""The data files are complete and agree with each other, and a file that is not is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bocage.games.storming.data.check import KINDS, check
from bocage.games.storming.data.tables import TABLES
from tests.breaking import Tables

BREAKING = Tables("storming", check)
DATA = BREAKING.folder


def test_the_data_is_complete_and_agrees_with_itself() -> None:
    assert [str(problem) for problem in check().problems] == []


def test_every_row_says_where_it_comes_from() -> None:
    sources = check().sources
    assert set(sources) == {table.file for table in TABLES if "source" in table.columns}
    assert sources["port_delay.csv"] == {"rulebook": 6}
    assert sources["carpet.csv"] == {"reconstructed": 6}
    assert sum(sources["units.csv"].values()) == 243
    assert {kind for counter in sources.values() for kind in counter} <= set(KINDS)


def test_every_table_is_checked() -> None:
    assert {path.name for path in DATA.glob("*.csv")} - {"citations.csv"} == {table.file for table in TABLES}


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("map.csv", "0125,1,25,clear", "0125,1,25,desert", "map.csv:2: terrain is 'desert'"),
        ("map.csv", "0126,1,26,", "0126,1,27,", "map.csv:3: hex 0126 is not column 1, row 27"),
        ("map.csv", "0126,1,26,", "0125,1,25,", "map.csv:3: hex 0125 stands in line 2 already"),
        ("map.csv", "bocage,town,Carentan", "bocage,,Carentan", "hex 0620 has a name or a settlement, but not both"),
        ("map.csv", "Caen,0,,,west,west", "Caen,0,,,west,12AG", "area is '12AG'; it must be one of 'west'"),
        ("map.csv", "Caen,0,,", "Caen,0,coastal,", "the fort in 1122 is coastal"),
        ("map.csv", ",ruhr,", ",,", "map.csv: ruhr is 5309, 5310"),
        ("map.csv", "beach:Omaha", "beach:Dune", "flag 'beach:Dune' is not known"),
        ("map.csv", ",reconstructed\n", ",hearsay\n", "the source must say rulebook"),
        ("map.csv", ",metz,", ",westwall,", "map.csv: there are 3 forts of Metz (16.1.B); there must be 4"),
        ("map.csv", "city,Paris", "city,Lutetia", "there are 2 city hexes of Paris (10.7.9)"),
        ("hexsides.csv", "0228,0328", "0228,0428", "hexsides.csv:2: 0228 and 0428 are not adjacent"),
        ("hexsides.csv", "0228,0328", "0228,9901", "hexsides.csv:2: there is no hex 9901 on the map"),
        ("hexsides.csv", "0228,0329", "0328,0228", "hexside 0228-0328 stands in line 2 already"),
        ("hexsides.csv", "0228,0328,,,0,1,0", "0228,0328,,,0,1,1", "the bridge between 0228 and 0328 crosses no river"),
        ("hexsides.csv", "0228,0328,,,0,1", "0228,0328,,,1,1", "between 0228 and 0328 is all sea"),
        ("hexsides.csv", "0228,0328,,,0,1", "0228,0328,minor,,0,1", "a river or a river's name, but not both"),
        (
            "hexsides.csv",
            "1521,1620,major,Seine,0,0,0,1",
            "1521,1620,major,Seine,0,0,0,0",
            "has a gap between 1521 and",
        ),
        ("hexsides.csv", "0228,0328,,,0,1,0,0,0", "0228,0328,,,0,1,0,0,1", "the breakout_line does not part"),
        ("hexsides.csv", "breskens_ferry", "", "there are 0 ferries, at Breskens (10.7.7)"),
        ("hexsides.csv", "rhine_bridge:Wesel", "toll:Wesel", "flag 'toll:Wesel' is not known"),
        ("bridges.csv", "Wesel,5008,5108", "Wesel,5008,5009", "bridges.csv:2: the map shows no Rhine bridge at Wesel"),
        ("bridges.csv", "Wesel,5008,5108", "Wesel,5008,5009", "bridge between 5008 and 5108 is missing"),
        ("ports.csv", "Calais,2511", "Calais,2512", "the map does not show Calais in 2512"),
        ("ports.csv", "Calais", "Dover", "ports.csv: there is no row for name Calais"),
        ("beaches.csv", "Gold,1020,CW", "Gold,1020,FR", "beaches.csv:4: nation is 'FR'"),
        ("beaches.csv", "Gold,1020", "Gold,1021", "the map does not show Gold in 1021"),
        ("units.csv", "US-90-Inf", "US-4-Inf", "units.csv:3: unit US-4-Inf stands in line 2 already"),
        ("units.csv", "US 90 Infantry", "US 4 Infantry", "name US 4 Infantry Division stands in line 2 already"),
        ("units.csv", "division,2,4,4,2,2", "division,2,four,4,2,2", "units.csv:2: attack is 'four'"),
        ("units.csv", "division,2,4,4,2,2", "division,2,4,4,5,2", "units.csv:2: attack is greater on the back"),
        ("units.csv", "division,1,1,3,,", "division,1,1,3,1,", "a unit of one step has no attack on its back"),
        ("units.csv", "US,US 4 Infantry Division,infantry", "US,US 4 Infantry Division,panzer", "type is 'panzer'"),
        ("units.csv", "allied,US", "german,US", "units.csv:2: side is 'german'"),
        ("units.csv", ",V,no,yes,12AG", ",M,no,yes,12AG", "units.csv:2: movement is 'M'"),
        ("units.csv", ",V,no,yes,12AG", ",V,yes,yes,12AG", "units.csv:2: red is 'yes'"),
        ("units.csv", ",V,no,yes,12AG", ",V,no,yes,21AG", "units.csv:2: command is '21AG'"),
        ("units.csv", ",1,Utah,", ",1,Juno,", "units.csv:2: entry_place is 'Juno'"),
        ("units.csv", "garrison,regiment,1,0,3", "garrison,regiment,1,1,3", "have an attack of 0 (6.2, 16.2)"),
        ("markers.csv", "grounded_US,allied,3", "grounded_US,allied,none", "count is 'none'"),
        ("refit.csv", "CW,6", "US,6", "refit.csv: there are 4 R&R markers of US (7.3.B); there must be 3"),
        ("support.csv", "US Carpet Bomber,allied,2", "US Carpet Bomber,allied,16", "support.csv:3: turn is '16'"),
        ("cft.csv", "1,0,0,1,1,1,1,1,1,1,1", "1,0,0,1,1,1,1,1,1,1,2", "contradicts the example, which asks for 1"),
        ("cft.csv", "7,1,1,2,2,2,2,3,3,3,4", "7,1,1,2,2,2,2,3,3,3,2", "is less than a weaker force or a lower roll"),
        ("cft.csv", "\n7,", "\n8,", "cft.csv: there is no row for roll 7"),
        ("allowances.csv", "\n6,6", "\n5,6", "allowances.csv: there is no row for die 6"),
        ("allowances.csv", "\n1,4,8", "\n1,4,fast", "allowances.csv:2: allied_full is 'fast'"),
        ("rhine_bridge.csv", "2,blown", "2,captured", "rhine_bridge.csv:3: result is 'captured'"),
        ("strafing.csv", "4,3,", "4,6,", "strafing.csv: there is no row for points 3"),
        ("tec.csv", "clear,1,0,yes", "clear,1,0,maybe", "tec.csv:2: zone is 'maybe'"),
        ("tec.csv", "rough,2,-1", "rough,2,1", "terrain never helps the attacker"),
        ("tec.csv", "no,bridge", "no,road", "assault is 'road'; it must be one of 'bridge'"),
        ("turns.csv", "3,July I,1-15 July 1944,4,yes", "3,July I,1-15 July 1944,4,no", "turns.csv:4: carpet is 'no'"),
        ("turns.csv", "1944,1,no,no,yes", "1944,1,no,no,no", "turns.csv:2: beaches is 'no'"),
        ("final_battles.csv", "remove,CW-1-AB", "remove,CW-9-AB", "'CW-9-AB' is neither a unit nor a known kind"),
        ("final_battles.csv", "2,3.4.A.2", "2,3.4.A.3", "final_battles.csv:2: case is '3.4.A.3'"),
        ("final_battles.csv", "Watch", "Attic", "'Attic' is neither a hex nor a known place"),
        ("final_battles.csv", "SHAEF-HQ,1,3525", "SHAEF-HQ,1,", "units that are placed, and they only, need a place"),
        ("numbers.csv", "exit_divisions,10,3.2.C.1", "exit_divisions,ten,3.2.C.1", "value is 'ten'"),
        ("numbers.csv", "exit_divisions,10,3.2.C.1", "exit_divisions,10,77.7", "case 77.7 is not in the ledger"),
        ("numbers.csv", "exit_divisions", "Exit divisions", "must be small words with _ between them"),
        ("ledger.csv", "no,not_machine", "no,enforced", "status is 'enforced'"),
        ("ledger.csv", "1.2,Box contents", "1.1,Box contents", "case 1.1 stands in line 2 already"),
        ("rulings.csv", "\nR2,", "\nR22,", "rulings.csv:3: ruling R22 stands where R2 is due"),
        ("options.csv", "false,false|true", "false,true", "the default false is not among the values true"),
        ("options.csv", "\nR41,", "\nR14,", "options.csv:3: no rule knows option R14"),
        ("layout.json", '"0125":', '"0000":', "layout.json: hex 0125 has no centre"),
        ("map.svg", "</svg>", "", "the picture is not well-formed"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    BREAKING.is_told(tmp_path, file, old, new, complaint)


def test_missing_files_columns_and_cells_are_told(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    (folder / "carpet.csv").unlink()
    text = (folder / "ports.csv").read_text(encoding="utf-8")
    (folder / "ports.csv").write_text(text.replace("name,hex", "port,hex"), encoding="utf-8")
    with (folder / "turns.csv").open("a", encoding="utf-8") as file:
        file.write("16,May\n")
    problems = BREAKING.problems(folder)
    assert "carpet.csv: the file is missing" in problems
    assert "ports.csv:1: missing column name" in problems
    assert "turns.csv:17: the row should have 8 cells" in problems


def test_rows_that_are_counted_must_stand_in_order(tmp_path: Path) -> None:
    BREAKING.stand_in_order(tmp_path, "allowances.csv", "die")


@pytest.mark.parametrize(("file", "end", "what"), [("hexsides.csv", "0518", "road"), ("map.csv", "0125", "hex")])
def test_a_road_or_hex_that_is_cut_off_is_found(tmp_path: Path, file: str, end: str, what: str) -> None:
    folder = BREAKING.copy(tmp_path)
    lines = (folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
    if what == "road":
        # Only the last stretch of the road to Cherbourg stays, and nothing leads to it.
        lines = [line for line in lines if "0519" not in line or end in line]
    else:
        lines = [line for line in lines if not line.startswith(("0126,", "0224,", "0225,"))]
    (folder / file).write_text("".join(lines), encoding="utf-8")
    problems = BREAKING.problems(folder)
    assert f"hexsides.csv: the {what} at {end} is cut off from the rest" in problems
