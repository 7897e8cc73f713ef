"""`bocage rules` counts what is enforced and tested; `bocage data` finds what is wrong in a data folder."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path

import pytest

from bocage import coverage
from bocage.games.roundup.data.check import Report, check
from bocage.parts.data.checking import kind_of_source
from tests.changed_data import like, overlay
from tests.cli.conftest import Run
from tests.cli.tables import in_order

DATA = Path(str(resources.files("bocage.games.roundup"))) / "data"


def test_the_figures_for_scripts(run: Run) -> None:
    numbers = json.loads(run("rules", "roundup", "--json").stdout)
    assert list(numbers) == ["cases", "testable", "enforced", "choice", "not_machine", "unmapped", "untested"]
    assert numbers["cases"] == len((DATA / "ledger.csv").read_text(encoding="utf-8").splitlines()) - 1
    assert numbers["testable"] == numbers["enforced"] + len(numbers["untested"])
    assert numbers["unmapped"] == []


def test_lettered_rows_count_for_themselves(tmp_path: Path) -> None:
    (tmp_path / "ledger.csv").write_text(
        "case,topic,summary,kind,testable,status\n"
        "4.4,Ports,One,supply,yes,enforced\n4.4a,Ports,Two,supply,yes,enforced\n"
        "5.0,Turns,Three,concept,no,choice\n6.0,Dice,Four,concept,no,not_machine\n7.0,Air,Five,air,yes,someday\n",
        encoding="utf-8",
    )
    (tmp_path / "citations.csv").write_text("case,test\n4.4,test_a::b\n4.4,test_a::c\n", encoding="utf-8")
    ledger = coverage.read("roundup", tmp_path)
    assert ledger.numbers() == {
        "cases": 5, "testable": 3, "enforced": 1, "choice": 1, "not_machine": 1, "unmapped": ["7.0"],
        "untested": ["4.4a", "7.0"],
    }  # fmt: skip
    assert [case.case for case in ledger.find("4.4")] == ["4.4", "4.4a"]
    assert ledger.find("4.4")[0].tests == ("test_a::b", "test_a::c")


def test_the_table_by_chapter_and_its_summary(run: Run) -> None:
    shown = run("rules", "roundup").stdout
    assert "15 Optional rules" in shown
    assert f"{coverage.read('roundup').numbers()['cases']} cases: " in shown


def test_one_case_in_our_words_with_its_rulings(run: Run) -> None:
    shown = run("rules", "roundup", "10.8").stdout
    assert shown.startswith("10.8    ")
    assert "ruling R31" in shown
    assert "enforced by the engine" in shown
    assert json.loads(run("rules", "roundup", "10.8", "--json").stdout)["cases"][0]["case"] == "10.8"


def test_the_data_is_sound_and_says_where_it_comes_from(run: Run) -> None:
    result = run("data", "roundup")
    assert result.exit_code == 0, result.output
    assert "All files are complete" in result.stdout
    assert "units.csv" in result.stdout
    assert check().sources["cups.csv"] == {"rulebook": 4}
    assert kind_of_source("MP reconstructed; shift rulebook 11.10") == "mixed"


def broken(tmp_path: Path, file: str, old: str, new: str) -> Report:
    """The report on a copy of the data in which one thing was changed."""
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return check(folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("map.csv", "1001,10,1,clear,1,NE", "1001,10,1,clear,1,N", "map.csv:2: the edges of 1001 are NE, not 'N'"),
        ("map.csv", "1001,10,1,clear", "1001,10,1,swamp", "map.csv:2: terrain is 'swamp'"),
        ("map.csv", "1101,11,1,", "1101,11,2,", "map.csv:3: hex 1101 is not column 11, row 2"),
        ("map.csv", "1101,11,1,", "1001,10,1,", "map.csv:3: hex 1001 stands in line 2 already"),
        ("map.csv", "rulebook:2.1.1", "hearsay", "map.csv:2: the source must say rulebook"),
        ("map.csv", "port,1,N,Dunkirk", "port,1,N,", "port is '' (2.1.2)"),
        ("hexsides.csv", "1101,1201", "1101,4201", "hexsides.csv:2: 1101 and 4201 are not adjacent"),
        ("hexsides.csv", "1101,1201", "1101,9901", "hexsides.csv:2: there is no hex 9901 on the map"),
        ("hexsides.csv", "1101,1202,", "1201,1101,", "hexside 1101-1201 stands in line 2 already"),
        ("units.csv", "US,US-2,", "US,US-1,", "units.csv:3: unit US-1 stands in line 2 already"),
        ("units.csv", "XX,infantry,mech,5,6,3,3", "XX,infantry,mech,five,6,3,3", "units.csv:2: attack is 'five'"),
        ("units.csv", "XX,infantry,mech,5", "XX,infantry,hover,5", "units.csv:2: mobility is 'hover'"),
        ("units.csv", "START,1306", "START,1399", "start_hex 1399 is not on the map"),
        ("markers.csv", "tas,both,16", "tas,both,15", "markers.csv: there are 53 markers; there must be 54"),
        ("crt.csv", "1,ASR,ASR", "1,ASR,BOOM", "crt.csv:2: 1:2 is 'BOOM'"),
        ("crt.csv", "\n6,", "\n5,", "crt.csv: there is no row for die 6"),
        ("tec.csv", "clear,1,0,yes", "clear,1,0,maybe", "tec.csv:2: column is 'maybe'"),
        ("numbers.csv", "storm_mp", "storm_pm", "numbers.csv:3: name 'storm_pm' is not known"),
        ("numbers.csv", "water_mp,1,10.2", "water_mp,1,77.7", "case 77.7 is not in the ledger"),
        ("turns.csv", "2,12-14 September 1943,roll", "2,12-14 September 1943,Fog", "turns.csv:3: weather is 'Fog'"),
        ("options.csv", "false,false|true,15.2", "false,true,15.2", "the default false is not among the values true"),
        ("options.csv", "false|true,15.2", "false|true,", "option 15.2 excludes 15.1, but 15.1 does not exclude 15.2"),
        (
            "options.csv",
            "13.3=drawn|chosen",
            "13.3=drawn|guessed",
            "option R27 needs 13.3=drawn|guessed, but option 13.3",
        ),
        ("options.csv", "13.3=drawn|chosen", "13.4", "option R27 needs 13.4, which is no other option"),
        ("options.csv", "\n15.5,", "\n15.55,", "no rule knows option 15.55"),
        ("rulings.csv", "\nR2,", "\nR22,", "rulings.csv:3: ruling R22 stands where R2 is due"),
        ("ledger.csv", "no,not_machine", "no,perhaps", "ledger.csv:2: status is 'perhaps'"),
        ("cups.csv", "1E 1S", "1E 1X", "cups.csv:2: code 1X is not in entry_codes.csv"),
        ("layout.json", '"1001":', '"1000":', "layout.json: hex 1001 has no centre"),
        ("map.svg", ">1001<", "><", "map.svg: hex 1001 has no number in the picture"),
        ("map.svg", "</svg>", "", "the picture is not well-formed"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, file: str, old: str, new: str, complaint: str) -> None:
    problems = [str(problem) for problem in broken(tmp_path, file, old, new).problems]
    assert any(complaint in problem for problem in problems), problems[:5]
    assert all(problem.startswith(f"{file}:") for problem in problems if complaint in problem)


def test_missing_files_rows_and_cells(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    (folder / "weather.csv").unlink()
    (folder / "map.svg").unlink()
    lines = (folder / "map.csv").read_text(encoding="utf-8").splitlines()
    lines.remove(next(line for line in lines if line.startswith("2114,")))
    (folder / "map.csv").write_text("\n".join([*lines, "4226,42"]), encoding="utf-8")
    result = run("data", "roundup", "--folder", str(folder))
    assert result.exit_code == 1
    for complaint in (
        "weather.csv: the file is missing",
        "map.svg: the file is missing",
        "map.csv: there are 668 hexes; there must be 669",
        "the row should have 11 cells",
        "layout.json: hex 2114 is not on the map",
        "bocage: ",
    ):
        assert complaint in result.stderr


def test_a_hex_that_is_cut_off_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    lines = (folder / "map.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "map.csv").write_text("".join(line for line in lines if line[:3] != "110"), encoding="utf-8")
    assert any("is cut off from the rest of the map" in str(problem) for problem in check(folder).problems)


def test_the_optional_rules_are_listed(run: Run) -> None:
    listed = run("options", "roundup")
    assert listed.exit_code == 0
    in_order(
        listed.stdout, "13.3  Hitler's Strategy (drawn or chosen", "15.10 Stiffened Town Defense: ",
        "\nRulings that can be decided otherwise:\n", "R30   Table before shifts: ", "R35   ",
    )  # fmt: skip
    assert run("options", "chess").exit_code == 1


def test_a_folder_is_checked_as_it_will_be_laid_over_the_game(tmp_path: Path, run: Run) -> None:
    box = overlay(tmp_path / "box", "units.csv", like("roundup", "units.csv", "id", "US-1", id="US-999", attack="9"))
    result = run("data", "roundup", "--data", str(box))
    assert result.exit_code == 0, result.stderr
    overlay(box, "units.csv", like("roundup", "units.csv", "id", "US-1", id="US-999", mobility="hover"))
    result = run("data", "roundup", "--data", str(box))
    assert result.exit_code == 1
    assert "box/units.csv:2: mobility is 'hover'; it must be one of" in result.stderr
    assert "is not a folder" in run("data", "roundup", "--data", str(tmp_path / "nowhere")).stderr


def test_a_match_on_other_data_goes_on_with_them(tmp_path: Path, run: Run) -> None:
    box = overlay(tmp_path / "box", "units.csv", like("roundup", "units.csv", "id", "US-1", id="US-999"))
    started = run("play", "roundup", "--german", "random", "--data", str(box), lines=["us-beachhead 1204", "quit"])
    assert f"--data {box}" in started.stdout
    assert run("play", "roundup", "--resume", "--data", str(box), lines=["quit"]).exit_code == 0
    refused = run("play", "roundup", "--resume")
    assert refused.exit_code == 1
    assert 'which the folder "box" lays over the game\'s' in refused.stderr
    assert "--data FOLDER" in refused.stderr


def test_bots_play_on_other_data(tmp_path: Path, run: Run) -> None:
    slow = like("roundup", "movement.csv", "class", "allied", turn1="0", later="0")
    box = overlay(tmp_path / "box", "movement.csv", slow)
    own, other = (
        json.loads(run("simulate", "roundup", "--games", "1", "--json", *more).stdout)
        for more in ((), ("--data", str(box)))
    )
    assert other["errors"] == 0
    assert own["decisions"] != other["decisions"]
