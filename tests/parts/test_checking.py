"""Checks of data files that every game needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bocage.hexes import Board, ccrr
from bocage.parts.data import Table, checking
from bocage.parts.data.book import LEDGER, RULINGS
from bocage.parts.data.cells import Row, least


class Hex(Row, frozen=True):
    """A hex of a small map."""

    hex: str
    col: Annotated[int, least(1)]
    row: Annotated[int, least(1)]
    lat: float
    lon: float


class Hexside(Row, frozen=True):
    """A hexside of it."""

    hex_a: str
    hex_b: str


class Turn(Row, frozen=True):
    """A turn."""

    turn: int


MAP = Table("map.csv", Hex, "hex")
HEXSIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
TURNS = Table("turns.csv", Turn, "turn")
TABLES = (MAP, HEXSIDES, TURNS, LEDGER, RULINGS)
SOUND = {
    "map.csv": "0101,1,1,49.5,-1\n0102,1,2,49,0\n0103,1,3,48,0",
    "hexsides.csv": "0101,0102",
    "turns.csv": "1\n2",
    "ledger.csv": "1.0,Map,It has hexes.,map,yes,enforced\n2.0,Mood,Be fair.,mood,no,not_machine",
    "rulings.csv": "ours,R1,1.0,Hexes are even.,yes\nours,R2,2.0,Fair is fair.,no",
}


def problems(folder: Path, citations: str = "", **changed: str) -> list[str]:
    """What is said of a folder in which some files have other rows."""
    for table in TABLES:
        text = changed.get(table.file.removesuffix(".csv"), SOUND[table.file])
        (folder / table.file).write_text(f"{','.join(table.columns)}\n{text}\n", encoding="utf-8")
    if citations:
        (folder / "citations.csv").write_text(f"case,test\n{citations}\n", encoding="utf-8")
    checker = checking.Checker(folder, TABLES)
    board = Board(checking.hexes(checker, MAP, ccrr), shifted="odd")
    for row in checker.rows(HEXSIDES):
        checking.ends(checker, board, row)
    checker.track(TURNS, "turn", ["1", "2"])
    checking.statuses(checker, checking.cases(checker, (RULINGS,)))
    return [str(problem) for problem in sorted(checker.problems)]


def test_sound_files_give_no_complaint(tmp_path: Path) -> None:
    assert problems(tmp_path, citations="1.0,test_map\nR2,test_fair") == []


def test_hexes_are_numbered_by_column_and_row(tmp_path: Path) -> None:
    rows = "0101,1,1,49,0\n0102,1,2,north,0\n0104,1,3,48,0\n0100,1,0,48,0"
    assert problems(tmp_path, map=rows) == [
        "map.csv:3: lat is 'north'; it must be a number",
        "map.csv:4: hex 0104 is not column 1, row 3",
        "map.csv:5: row is 0; it must be at least 1",
    ]


def test_hexsides_lie_between_adjacent_hexes(tmp_path: Path) -> None:
    assert problems(tmp_path, hexsides="0101,0103\n0101,0109\n0108,0109") == [
        "hexsides.csv:2: 0101 and 0103 are not adjacent",
        "hexsides.csv:3: there is no hex 0109 on the map",
        "hexsides.csv:4: there is no hex 0108 or 0109 on the map",
    ]


def test_a_track_is_complete_and_in_order(tmp_path: Path) -> None:
    assert problems(tmp_path, turns="2\n1") == ["turns.csv: the rows must stand in the order of turn"]
    assert problems(tmp_path, turns="2") == ["turns.csv: there is no row for turn 1"]


def test_cases_rulings_and_citations_agree(tmp_path: Path) -> None:
    ledger = "1.0,Map,,map,yes,choice\n2.0,Mood,Be fair.,mood,no,choice"
    rulings = "ours,R1,1.0,,yes\nours,R3,9.0,Fair is fair.,no"
    assert sorted(problems(tmp_path, ledger=ledger, rulings=rulings, citations="8.0,test_map")) == [
        "citations.csv:2: case 8.0 is not in the ledger",
        "ledger.csv:2: case 1.0 needs a topic and a summary",
        "ledger.csv:2: status is 'choice'; it must be one of 'enforced'",
        "rulings.csv:2: ruling R1 decides nothing",
        "rulings.csv:3: case 9.0 is not in the ledger",
        "rulings.csv:3: ruling R3 stands where R2 is due",
    ]
