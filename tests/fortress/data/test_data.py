"""The data files are complete and agree with each other, and a file that is not is named with its line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bocage.games.fortress.data import Data, load, rows
from bocage.games.fortress.data.check import KINDS, check
from bocage.games.fortress.data.tables import TABLES
from tests.breaking import Tables

BREAKING = Tables("fortress", check)
DATA = BREAKING.folder
PICTURES = ("layout.json", "map.svg")  # drawn by the map maker from these tables


def test_the_data_is_complete_and_agrees_with_itself() -> None:
    undrawn = [f"{name}: the file is missing" for name in PICTURES if not (DATA / name).is_file()]
    assert [str(problem) for problem in check().problems] == undrawn


def test_every_row_says_where_it_comes_from() -> None:
    sources = check().sources
    assert set(sources) == {table.file for table in TABLES if "source" in table.columns}
    assert sources["results.csv"] == {"rulebook": 9}
    assert sources["objectives.csv"] == {"rulebook": 37}
    assert sum(sources["units.csv"].values()) == 322
    assert {kind for counter in sources.values() for kind in counter} <= set(KINDS)


def test_every_table_is_checked() -> None:
    assert {path.name for path in DATA.glob("*.csv")} - {"citations.csv"} == {table.file for table in TABLES}


def _read_by_rules() -> tuple[set[str], list[re.Pattern[str]]]:
    """The words in the rules of the game, and patterns of those that are put together from parts."""
    words, patterns = set(), []
    home = DATA.parent
    for path in (home / "game.py", *(home / "rules").rglob("*.py"), *(DATA / "checks").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.slice.values
                ]
                patterns.append(re.compile("".join(parts)))
    return words, patterns


def test_every_number_is_read_by_some_rule() -> None:
    words, patterns = _read_by_rules()
    unread = [name for name in load().numbers if name not in words and not any(p.fullmatch(name) for p in patterns)]
    assert unread == []


def test_rulings_that_players_can_switch_are_options() -> None:
    switched = {row["option"] for row in rows("options.csv") if row["option"].startswith("R")}
    assert switched == {"R1", "R9", "R60", "R64", "R73", "R94", "R103"}
    assert len(rows("options.csv")) == 28


# What is made of the tables


@pytest.fixture(scope="module")
def data() -> Data:
    return load()


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("T4", "R5", 2), ("T4", "U6", 2), ("P11", "Y10", 9), ("C9", "G7", 4), ("L8", "J10", 3), ("@2", "A4", 2)],
)
def test_distances_are_those_of_the_examples(data: Data, one: str, other: str, far: int) -> None:
    board = data.board
    assert board.distance(board.node(one), board.node(other)) == far


def test_the_dyke_touches_four_hexes_and_the_water_inside_it_none_in_play(data: Data) -> None:
    board = data.board
    assert board.labels[data.dyke] == "II2"
    assert board.names(board.around[data.dyke]) == ["HH1", "HH2", "JJ1", "JJ2"]
    assert "II3" not in board.index
    assert "II3" in data.sky.index


def test_the_sky_numbers_its_hexes_as_the_board_does_and_has_no_switzerland(data: Data) -> None:
    assert all(data.sky.index[label] == node for label, node in data.board.index.items())
    assert {"R1", "A29"} <= data.sky.index.keys()
    assert "Z24" not in data.sky.index


def test_beaches_are_two_chains_one_on_each_side_of_france(data: Data) -> None:
    board, open_sides = data.board, data.board.every - (data.estuaries - data.arrows)
    north = open_sides.flood(board.set("A16"), data.beaches)
    south = open_sides.flood(board.set("E32"), data.beaches)
    assert north | south == data.beaches
    assert not north & south
    assert board.set("HH1 U5 U6") & ~north == 0
    assert south == data.mediterranean_coast


def test_one_aircraft_bombs_a_section_and_only_the_oise_is_too_far_from_p11(data: Data) -> None:
    near = data.board.within(data.board.node("P11"), data.numbers["tac_range"])
    far = {name: data.board.names(hexes & ~near) for name, hexes in data.section_hexes.items()}
    seine = {name: far[name] for name in ("Seine-1", "Seine-2", "Seine-3", "Marne-1", "Oise-1")}
    assert {name for name, hexes in seine.items() if hexes} == {"Oise-1"}
    assert far["Oise-1"] == ["Y10"]


def test_volkssturm_has_appeared_wherever_allies_are_near_in_december(data: Data) -> None:
    board, sides = data.board, {counter.id: counter.side for counter in data.counters}
    near = 0
    for row in rows("winter_setup.csv"):
        if row["where"] in board.index and sides[row["unit"]] == "allied" and "Mulberry" not in row["unit"]:
            near |= board.within(board.node(row["where"]), data.numbers["volkssturm_range"])
    assert near & data.cities & data.germany == data.zones["volkssturm_appeared"]


def test_the_seventy_ninth_splits_into_parts_of_its_strength(data: Data) -> None:
    whole = next(counter for counter in data.counters if "79th" in counter.traits)
    parts = [counter for counter in data.counters if counter.entry == "parts"]
    assert sum(part.combat[0] for part in parts) == whole.combat[0] == 7


# Broken files


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("map.csv", "@1,0,1,imaginary", "@1,0,1,marsh", "map.csv:2: play is 'marsh'"),
        ("map.csv", "@2,0,2,", "@2,0,5,", "map.csv:3: hex @2 is not column 0, row 5"),
        ("map.csv", "@2,0,2,", "@1,0,1,", "map.csv:3: hex @1 stands in line 2 already"),
        ("map.csv", "A2,1,2,land,clear", "A2,1,2,land,sea", "terrain is 'sea'; it must be one of 'clear'"),
        ("map.csv", "II2,35,2,dyke,dyke", "II2,35,2,dyke,clear", "terrain is 'clear'; it must be one of 'dyke'"),
        ("map.csv", "Paris,1,0,0,0,0,0,0,,,FR", "Paris,1,0,0,0,0,0,0,,,CH", "country is 'CH'"),
        ("map.csv", "clear,Paris,1", "clear,Lutetia,1", "map.csv: Paris must be R11"),
        ("map.csv", "clear,Rennes,1", "clear,,1", "the city in G7 has no name"),
        ("map.csv", "clear,Rennes,1", "clear,Brest,1", "map.csv: there are 2 hexes called Brest"),
        ("map.csv", "Rennes,1,0,0,0", "Rennes,1,1,0,0", "the major city in G7 must be a city in Germany (30.1)"),
        ("map.csv", "Rennes,1,0,0,0", "Rennes,0,0,0,1", "the port in G7 is no city"),
        ("map.csv", "Essen,1,1", "Essen,1,0", "map.csv: there are 4 major cities (30.1); there must be 5"),
        (
            "map.csv",
            "S7,19,7,land,clear,,0,0,0,0,0,1",
            "S7,19,7,land,clear,,0,0,0,0,0,0",
            "there are 5 V1 sites (17.10.7)",
        ),
        ("map.csv", "Lorient,1,0,1,1,1", "Lorient,1,0,1,1,0", "there are 5 U-boat bases (17.10.6)"),
        ("map.csv", "P5,16,5,land,clear,,0,0,1", "P5,16,5,land,clear,,0,0,0", "P5 must be a fortress (33.3.3)"),
        ("map.csv", "V5,22,5,land,clear,,0,0,0,0,0,1,0,", "V5,22,5,land,clear,,0,0,0,0,0,1,1,", "V5 cannot be invaded"),
        ("map.csv", "1,Brittany,7,FR,1,,0,47.78", "1,,7,FR,1,,0,47.78", "the beach B5 is in no invasion area (12.10)"),
        ("map.csv", "Paris,1,0,0,0,0,0,0,,", "Paris,1,0,0,0,0,0,0,Normandy,", "are in an invasion area: R11 (12.5)"),
        (
            "map.csv",
            "CC4,29,4,land,flooded",
            "CC4,29,4,land,clear",
            "map.csv: the flooded hexes of the example of 12.16",
        ),
        ("map.csv", "Caen,1,0,0,1,0,0,0,Normandy,7", "Caen,1,0,0,1,0,0,0,Normandy,8", "map.csv:434: district is '8'"),
        (
            "map.csv",
            "Nantes,1,0,0,1,0,0,0,Brittany,7",
            "Nantes,1,0,0,1,0,0,0,Brittany,1",
            "E10 must be in the district 7 (9.10)",
        ),
        ("map.csv", "DE,1,both", "DE,1,", "rails leave the east edge wherever they reach it, and only there: RR26"),
        ("map.csv", "DE,1,both", "DE,1,east", "map.csv: the rail exits that join south and east (10.8) are RR26"),
        ("map.csv", "Rennes,1,0,0,0,0,0,0,,7,FR,1", "Rennes,1,0,0,0,0,0,0,,7,FR,0", "no rail leads to Rennes"),
        ("map.csv", "Rennes,1,0,0,0,0,0,0,,7,FR,1", "Rennes,1,0,0,0,0,0,0,,7,FR,0", "hex G7 has rail if and only if"),
        ("map.csv", "@1,0,1,imaginary", "@1,0,1,sea", "hexes off the map are imaginary sea, and they only: @1 (19.7)"),
        ("map.csv", ",reconstructed\n", ",hearsay\n", "the source must say rulebook"),
        ("hexsides.csv", "A2,A3,", "A2,A4,", "hexsides.csv:2: A2 and A4 are not adjacent"),
        ("hexsides.csv", "A2,A3,", "A2,ZZ9,", "hexsides.csv:2: there is no hex ZZ9 on the map"),
        ("hexsides.csv", "A3,A4,", "A3,A2,", "hexsides.csv:3: hexside A2-A3 stands in line 2 already"),
        ("hexsides.csv", "Rade de Brest,1", "Rade de Brest,0", "hexsides.csv: the arrow A2-A3 is missing, see 12.15"),
        ("hexsides.csv", ",Rade de Brest,1", ",,1", "the arrow between A2 and A3 crosses no water (8.8)"),
        (
            "hexsides.csv",
            "Rade de Brest,1,0",
            "Rade de Brest,1,1",
            "between A2 and A3 is an estuary: no river and no rail",
        ),
        ("hexsides.csv", "Garonne,Garonne-1", "Garonne,", "has a river or a section of one, but not both"),
        ("hexsides.csv", "Garonne,Garonne-1", "Garonne,Loire-1", "Loire-1 is no section of the Garonne"),
        ("hexsides.csv", "Q7,R6,,,,0,1", "Q7,R6,,,,0,0", "hexsides.csv:363: there is nothing between Q7 and R6"),
        ("hexsides.csv", "Q7,Q8,Seine,Seine-1", "Q7,Q8,Oise,Oise-1", "hexsides.csv: Oise-1 has a gap before"),
        ("ports.csv", "Brest,B2", "Brest,B3", "ports.csv:2: the map does not show Brest in B3"),
        ("ports.csv", "Brest,B2", "Brest,B3", "ports.csv: the port in B2 is missing"),
        (
            "ports.csv",
            "Caen,M6,Channel,2,inland",
            "Caen,M6,Channel,2,coastal",
            "kind is 'coastal'; it must be one of 'inland'",
        ),
        ("ports.csv", "N33,Mediterranean", "N33,Atlantic", "Marseille does not lie on the Atlantic"),
        ("ports.csv", "BB4 BB5 CC4 CC5", "BB4 BB5 CC4", "the passage of Anvers is BB4 BB5 CC4 CC5"),
        ("ports.csv", "M5 N5,M5 N5", "M5 N5,M5 N6", "Caen joins an invasion by hexes of its passage (12.15)"),
        ("ports.csv", "M5 N5,M5 N5", "M5 M4,M5", "the passage of Caen leads by M4, which is no land hex"),
        ("areas.csv", "AA35,Africa", "AA35,England", "areas.csv:7: base is 'England'"),
        ("areas.csv", "Biscay,A16", "Biscay,A19", "areas.csv:2: A19 is no beach of Biscay"),
        ("units.csv", "BR-15-Inf", "BR-3-Inf", "units.csv:3: unit BR-3-Inf stands in line 2 already"),
        ("units.csv", "British 15 Infantry", "British 3 Infantry", "name British 3 Infantry Division stands in line 2"),
        ("units.csv", "BR-3-Inf,allied,BR", "BR-3-Inf,allied,WH", "units.csv:2: nation is 'WH'"),
        ("units.csv", "3,infantry,no", "3,infantry,yes", "units.csv:2: armored is 'yes'"),
        ("units.csv", "3,infantry,no", "3,hussars,no", "units.csv:2: type is 'hussars'"),
        (
            "units.csv",
            "division,2,6,4,3,4",
            "division,2,6,4,6,4",
            "reduced, British 3 Infantry Division must be weaker (2.8)",
        ),
        (
            "units.csv",
            "division,2,6,4,3,4",
            "division,2,6,4,3,",
            "units with a back, and they only, have factors there",
        ),
        ("units.csv", "division,2,6,4,3,4", "division,2,six,4,3,4", "units.csv:2: combat is 'six'"),
        (
            "units.csv",
            "coastal,no,division,1,5,0",
            "coastal,no,division,1,5,2",
            "coastal units have a movement of 0, not 2",
        ),
        ("units.csv", ",no,infantry,start,base", ",yes,infantry,start,base", "units.csv:2: stack_free is 'yes'"),
        ("units.csv", ",no,infantry,start,base", ",no,armor,start,base", "units.csv:2: replaced_by is 'armor'"),
        ("units.csv", ",no,infantry,start,base", ",no,infantry,start,NL", "units.csv:2: start is 'NL'"),
        ("units.csv", ",no,infantry,start,base", ",no,infantry,start,", "have a place to start"),
        ("units.csv", ",schedule,,4,", ",schedule,,,", "units that come by schedule, and they only, have a group"),
        ("units.csv", ",italy,", ",spain,", "trait 'spain' is not known"),
        ("units.csv", ",italy,", ",,", "units.csv: there are 1 units with the trait italy (9.3); there must be 2"),
        (
            "units.csv",
            "GE-1SS-Pz2,reserve",
            "GE-2SS-Pz2,reserve",
            "GE-1SS-Pz is swapped for GE-2SS-Pz2, which is no unit",
        ),
        ("units.csv", "start,15,,frozen", "start,15,,free", "30 Mobile Brigade is hidden free and starts in 15 (9.4)"),
        (
            "units.csv",
            ",12,yes,,mulberry",
            ",,yes,,mulberry",
            "mulberries, and they only, have a supply capacity (29.1)",
        ),
        ("schedule.csv", "allied,1,3,arrive,US-7-Arm", "allied,1,4,arrive,US-7-Arm", "group 1 is not due on turn 4"),
        ("schedule.csv", "arrive,US-7-Arm", "arrive,US-7-Pz", "schedule.csv:2: US-7-Pz is no unit"),
        ("schedule.csv", "convert,GE-159-Trn", "flip,GE-159-Trn", "159 Training Division cannot flip"),
        ("schedule.csv", "allied,1,3,arrive", "german,1,3,arrive", "schedule.csv:2: side is 'german'"),
        ("turns.csv", "2,June II", "2,July II", "turns.csv:3: name is 'July II'; it must be one of 'June II'"),
        ("turns.csv", "June,,,Clear", "June,,,Storm", "turns.csv:2: weather is 'Storm'; it must be one of 'Clear'"),
        ("turns.csv", "September,8,6,", "September,8,,", "german group 6 is due on September I (2.2, 23)"),
        ("turns.csv", "\n45,", "\n46,", "turns.csv: there is no row for turn 45"),
        ("crt.csv", "\n6,AR", "\n6,XX", "crt.csv:7: 1-5 is 'XX'"),
        ("crt.csv", "\n6,AR", "\n6,AE", "crt.csv:7: AE in 1-5 is worse than a lower die gives"),
        ("crt.csv", "\n6,AR,E2,EX,DR", "\n6,AR,E2,DR,EX", "crt.csv:7: EX on 1-1 is worse than 1-2 gives"),
        ("columns.csv", "1-6,1,6,1-5", "1-6,1,6,1-3", "columns.csv:2: column is '1-3'"),
        ("columns.csv", "1-6,1,6", "1-6,1,7", "columns.csv:2: 1 to 7 is not 1-6"),
        ("results.csv", "A2,2,0,1,2", "A2,2,0,3,2", "the attacker's shortest retreat is longer than his longest"),
        ("weather.csv", "\n6,Storm", "\n6,Overcast", "the highest die must be a Storm in June (31.12)"),
        ("weather.csv", "\n2,Clear", "\n2,Storm", "weather.csv:4: Clear in June is worse than a lower die gives"),
        (
            "paradrop.csv",
            "1,step,elim,elim",
            "1,elim,step,elim",
            "enemies and bad ground never make a drop safer (20.9)",
        ),
        ("river_crossing.csv", "6,cross,", "6,swim,", "river_crossing.csv:7: result is 'swim'"),
        ("allowances.csv", "Clear,hq,0,full", "Clear,hq,full,full", "headquarters move in the second impulse only"),
        ("allowances.csv", "Clear,german,full", "Clear,german,half", "the printed factor is the allowance (2.7)"),
        ("allowances.csv", "Storm,hq", "Clear,hq", "there is no line for hq when it is Storm"),
        ("tec.csv", "rough,2,", "rough,3,", "tec.csv:3: stacking is '3'; it must be one of '2'"),
        ("tec.csv", "city,,,", "city,,all,", "tec.csv:9: terrain, and no feature, says who enters it"),
        ("months.csv", "June,June,2,1", "June,June,2,3", "more armor than replacements for the british (27.1)"),
        ("months.csv", "January,January,1,1,4,2,3,1,7,7", "January,January,1,1,4,2,3,1,7,6", "of January are 7(7)"),
        ("aircraft.csv", "US 8th,SAC,yes", "US 8th,SAC,no", "there are 3 Allied SAC of the standard game (17.6)"),
        ("missions.csv", "Strafing,no,yes", "Strafing,no,no", "missions.csv:2: nobody can fly Strafing"),
        ("objectives.csv", "allied,1,N33", "allied,1,N99", "objectives.csv:2: there is no hex N99 on the map"),
        ("objectives.csv", "allied,1,N33", "allied,1,R12", "objectives.csv:2: R12 is no city to control"),
        ("objectives.csv", "GG3 EE4 CC6 BB8,3", "GG3 EE4 CC6 BB8,5", "so many as 5 of 4 hexes cannot be needed"),
        ("scenarios.csv", "berlin,On to Berlin,27,37", "berlin,On to Berlin,27,36", "last_turn is '36'"),
        ("zones.csv", "sector,", "corner,", "zones.csv: there is no row for zone sector"),
        (
            "suggested_setup.csv",
            "GE-709-Co,K2",
            "GE-709-Co,T4",
            "suggested_setup.csv:2: there is no land hex T4 on the map",
        ),
        ("suggested_setup.csv", "GE-709-Co,K2", "GE-709-Co,K4", "709 Coastal Division must be on a beach (22.1)"),
        ("suggested_setup.csv", "GE-709-Co,K2", "GE-709-Co,P4", "709 Coastal Division must be in the district 7 (3.3)"),
        ("suggested_setup.csv", "GE-34-Inf,X29", "GE-34-Inf,X30", "German 34 Infantry Division must be in X29 (3.3)"),
        ("suggested_setup.csv", "GE-709-Co,K2,", "GE-709-Co,K2,hidden", "709 Coastal Division cannot be hidden"),
        ("suggested_setup.csv", "GE-352-Inf,L4", "GE-352-Inf,E4", "2 units are too many for E4 (6.1)"),
        ("winter_setup.csv", "MI-1Pol-Arm,FF5", "MI-1Pol-Arm,FF99", "winter_setup.csv:2: where is 'FF99'"),
        ("winter_setup.csv", "MI-1Pol-Arm,FF5", "MI-1Pol-Arm,HH8", "units are too many for HH8 (6.1)"),
        ("winter_setup.csv", "MI-1Pol-Arm,FF5", "MI-1Pol-Arm,England", "less 93 units are not 13 (33.3.3)"),
        ("winter_setup.csv", "MI-1Pol-Arm,FF5,full", "MI-1Pol-Arm,FF5,flipped", "state is 'flipped'"),
        ("numbers.csv", "rail_units,6,10.1", "rail_units,six,10.1", "value is 'six'"),
        ("numbers.csv", "rail_units,6,10.1", "rail_units,6,10.99", "case 10.99 is not in the ledger"),
        ("numbers.csv", "rail_units", "Rail units", "must be small words with _ between them"),
        ("ledger.csv", "no,not_machine", "no,enforced", "status is 'enforced'"),
        ("ledger.csv", "2.2,Setup coordinate", "2.1,Setup coordinate", "case 2.1 stands in line 5 already"),
        ("rulings.csv", "\nR2,", "\nR22,", "rulings.csv:3: ruling R22 stands where R2 is due"),
        ("rulings.csv", " (option R1)", "", "rulings.csv:2: ruling R1 must name its option"),
        ("options.csv", "false,false|true", "false,true", "the default false is not among the values true"),
        ("options.csv", "\nR9,", "\nR999,", "option R999 is neither a case of the ledger nor a ruling"),
        ("options.csv", "bulge berlin,rulebook 31.10", "bulge moscow,rulebook 31.10", "is offered in 'moscow'"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    BREAKING.is_told(tmp_path, file, old, new, complaint)


def test_missing_files_columns_and_cells_are_told(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    (folder / "paradrop.csv").unlink()
    text = (folder / "ports.csv").read_text(encoding="utf-8")
    (folder / "ports.csv").write_text(text.replace("name,hex", "port,hex"), encoding="utf-8")
    with (folder / "turns.csv").open("a", encoding="utf-8") as file:
        file.write("46,May II\n")
    problems = BREAKING.problems(folder)
    assert "paradrop.csv: the file is missing" in problems
    assert "ports.csv:1: missing column name" in problems
    assert "turns.csv:47: the row should have 8 cells" in problems


@pytest.mark.parametrize(
    ("file", "column"), [("crt.csv", "die"), ("columns.csv", "odds"), ("turns.csv", "turn"), ("months.csv", "month")]
)
def test_rows_that_are_counted_must_stand_in_order(tmp_path: Path, file: str, column: str) -> None:
    BREAKING.stand_in_order(tmp_path, file, column)


def test_a_rail_that_is_cut_off_is_found(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    lines = (folder / "hexsides.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    # Cherbourg keeps the last stretch of its railway, and nothing leads to it.
    kept = [line for line in lines if "K3" not in line.split(",")[:2] or "K2" in line.split(",")[:2]]
    (folder / "hexsides.csv").write_text("".join(kept), encoding="utf-8")
    problems = BREAKING.problems(folder)
    cut_off = {problem for problem in problems if problem.startswith("hexsides.csv: the rail at")}
    assert cut_off == {f"hexsides.csv: the rail at {name} is cut off from the rest" for name in ("K2", "K3")}


def test_a_hex_that_is_cut_off_is_found(tmp_path: Path) -> None:
    folder = BREAKING.copy(tmp_path)
    lines = (folder / "hexsides.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    # Water goes all the way round Cherbourg.
    kept = [line for line in lines if "K2" not in line.split(",")[:2]]
    moat = [f"K2,{other},,,Moat,0,0,ours\n" for other in ("J2", "K3", "L2")]
    (folder / "hexsides.csv").write_text("".join(kept + moat), encoding="utf-8")
    problems = BREAKING.problems(folder)
    assert any("hex K2 is cut off from the rest of the map" in problem for problem in problems)
