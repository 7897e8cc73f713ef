"""Studies as people write them: what becomes of them, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.lab.running import study

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {"game": "roundup", "games": 3, "bots": ["random"]}


def test_a_study_has_a_cell_for_each_combination() -> None:
    table = {
        "game": "storming",
        "games": 2,
        "seed": "s",
        "scenarios": ["campaign", "breakout"],
        "bots": ["random", {"german": "greedy", "allied": "random"}],
    }
    found = study.from_table(table)
    assert [cell.name for cell in found.cells] == [
        "campaign, as printed, allied random - german random",
        "campaign, as printed, allied random - german greedy",
        "breakout, as printed, allied random - german random",
        "breakout, as printed, allied random - german greedy",
    ]
    jobs = list(found.jobs())
    assert len(jobs) == found.size == 8
    assert {job.seed for job in jobs} == {"s/0", "s/1"}
    assert [job.cell for job in jobs] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert jobs[5].bots == {"allied": "random", "german": "greedy"}
    assert jobs[5] == found.job(1, 1)


def test_every_option_by_itself() -> None:
    found = study.from_table({**SMALL, "options": "each"})
    assert found.cells[0].name == "as printed"
    assert found.cells[0].options == {}
    assert all(len(cell.options) == 1 for cell in found.cells[1:])
    assert {"13.3=chosen", "13.3=4", "15.10", "R13=false"} <= {cell.name for cell in found.cells}
    assert len({cell.name for cell in found.cells}) == len(found.cells)


def test_an_option_at_its_printed_value_is_no_option() -> None:
    with pytest.raises(bocage.BadInput, match="'as printed' is in the study twice"):
        study.from_table({**SMALL, "options": [{}, {"15.10": False}]})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": None}, "'game' is missing"),
        ({"games": None}, "'games' is missing: how many games are played in each cell"),
        ({"bots": None}, "'bots' is missing"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": 5}, "'game' is the short name of a game"),
        ({"games": 0}, "cannot be 0"),
        ({"games": True}, "cannot be True"),
        ({"games": "many"}, "cannot be 'many'"),
        ({"bot": ["random"]}, "a study has no 'bot'; it has: question"),
        ({"bots": []}, "'bots' is a list of bots"),
        ({"bots": "random"}, "'bots' is a list of bots"),
        ({"bots": ["deep"]}, "there is no bot 'deep'"),
        ({"bots": [{"allied": "random"}]}, "a bot is named for each side: {allied ="),
        ({"bots": [{"allied": "random", "german": 3}]}, 'a bot is a name such as "planner", not 3'),
        ({"scenarios": ["winter"]}, "has the scenario campaign, not 'winter'"),
        ({"scenarios": []}, "'scenarios' is a list of scenarios"),
        ({"scenarios": [3]}, "cannot hold 3"),
        ({"options": "all"}, "'options' is a list of tables"),
        ({"options": [{"99": True}]}, "has no option '99'"),
        ({"options": [{"15.10": 3}]}, "it cannot be 3"),
        ({"seed": 7}, "'seed' is a word that fixes all dice, in quotation marks; it cannot be 7"),
    ],
)
def test_mistakes_are_told_with_what_to_write(changes: dict[str, Any], words: str) -> None:
    table = {key: value for key, value in {**SMALL, **changes}.items() if value is not None}
    with pytest.raises(bocage.BadInput) as error:
        study.from_table(table)
    assert words in str(error.value)


def test_mistakes_in_a_file_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "roundup"\ngames = \n', encoding="utf-8")
    with pytest.raises(bocage.BadInput, match=r"mine\.toml is not TOML: .*line 2"):
        study.read(path)
    path.write_text('game = "roundup"\ngames = 3\n', encoding="utf-8")
    with pytest.raises(bocage.BadInput, match=r"mine\.toml: 'bots' is missing"):
        study.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(bocage.BadInput, match="not a text file"):
        study.read(path)


def test_the_studies_of_the_docs_can_be_run() -> None:
    sizes = {path.stem: study.read(path).size for path in (ROOT / "docs" / "studies").glob("*.toml")}
    assert sizes["roundup-balance"] == 1000
    assert sizes["roundup-options"] == 200 * (1 + len(study.each_option("roundup")))
