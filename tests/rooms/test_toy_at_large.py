"""The toy everywhere: in the terminal, by ladder and simulation, in a report, for programs that learn, over the net."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from typer.testing import CliRunner

import bocage
from bocage.cli import app
from bocage.lab.measuring import odds
from bocage.table.config import Config
from tests.rooms.conftest import Shelve
from tests.rooms.shelving import pack, program
from tests.table.players import UNHURRIED, running


def run(home: Path, *words: str, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """A command with lines of input: exit code, output, errors."""
    result = CliRunner().invoke(
        app, list(words), input="".join(f"{line}\n" for line in lines), env={"BOCAGE_HOME": str(home), "COLUMNS": "120"}
    )
    return result.exit_code, result.stdout, result.stderr


# The terminal

EVENING = (
    "help", "zoc", "map", "units grey", "hex mill", "b-h", "cost c3", "why e1", "c3", "B-1 b2", "end",
    "log", "rules 2.4", "supply c3", "undo", "quit",
)  # fmt: skip


def test_an_evening_in_the_terminal(brook: str, tmp_path: Path) -> None:
    code, out, err = run(tmp_path, "play", brook, "--seed", "mill", "--grey", "random", lines=EVENING)
    assert (code, err) == (0, "")
    for words in (
        "The Brook - turn 1/6, Dawn, 6 a.m.",
        "Zones of control: b Blue, g Grey, X both.",
        "move C3",  # in the help: hexes are called as this game calls them
        "MP: A5-",
        "(2.2)",
        "Blue Horse takes the mill.",
        "Zones of control: A unit that comes beside an enemy ends its move there.",
        "this game knows no supply",
        "Go on with:",
    ):
        assert words in out, words
    assert "2114" not in out
    assert "Allied" not in out


def test_an_attack_in_the_terminal(brook: str, tmp_path: Path) -> None:
    match = bocage.position(brook, at="blue combat", units="B-1 B3; B-2 B2; G-1 C3; G-2 E6", dice="6 1 1 1 1")
    file = tmp_path / "attack.bocage"
    file.write_text(match.text(), encoding="utf-8")
    code, out, _ = run(
        tmp_path, "play", brook, "--load", str(file), "--side", "grey=human",
        lines=("odds c3", "attack c3 all", "roll", "quit"),
    )  # fmt: skip
    assert code == 0
    assert "7 against 5 in C3, with cover (3.3)" in out
    assert "1st Grey Foot loses a step." in out
    assert f"play {brook} --grey human --load" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--side", "green=human"), "who plays a side is said as in blue=human or grey=human, not as 'green=human'."),
        (("--green", "human"), "No such option: --green"),
        (("--grey",), "say who plays that side, as in '--grey human'."),
        (("--grey", "nobody"), "a side is played by a person ('human') or by a bot"),
        (("--scenario", "campaign"), "The Brook has the scenario skirmish, not 'campaign'."),
        (("--option", "15.10"), "The Brook has no options."),
    ],
)
def test_wrong_words_get_one_sentence(words: tuple[str, ...], sentence: str, brook: str, tmp_path: Path) -> None:
    code, _, err = run(tmp_path, "play", brook, *words)
    assert code in (1, 2)
    assert sentence in err
    assert err.count("\n") == 1


def test_sides_of_our_own_games_are_options_as_ever(tmp_path: Path) -> None:
    for words in (("--german", "human"), ("--german=human",), ("--side", "german=human")):
        code, out, err = run(tmp_path, "play", "roundup", *words, "--allied", "random", "--seed", "1", lines=("quit",))
        assert (code, err) == (0, "")
        assert "german>" in out or "Go on with" in out
    code, out, _ = run(tmp_path, "play", "--german", "random", "roundup", "--seed", "1", lines=("quit",))
    assert code == 0


def test_commands_about_the_game(brook: str, tmp_path: Path) -> None:
    assert "brook        The Brook: Two small forces fight for a mill. Sides: blue, grey." in run(tmp_path, "games")[1]
    assert "2.4" in run(tmp_path, "rules", brook, "2.4")[1]
    assert "All files are complete" in run(tmp_path, "data", brook)[1]
    assert run(tmp_path, "options", brook)[0] == 0
    picture = tmp_path / "picture.svg"
    file = tmp_path / "match.bocage"
    file.write_text(bocage.new_match(brook, seed="1").text(), encoding="utf-8")
    assert run(tmp_path, "show", str(file), "--svg", str(picture))[0] == 0
    assert "1st Blue Foot" in picture.read_text(encoding="utf-8")
    assert run(tmp_path, "show", str(file), "--side", "grey")[0] == 0
    assert run(tmp_path, "replay", str(file), "--check")[0] == 0


@pytest.mark.parametrize(
    ("room", "command", "named"),
    [
        ("terminal", ("play", "brook"), "The Brook cannot be shown in a terminal: it brings no terminal/face.py."),
        ("words", ("play", "brook"), "terminal/face.py of the game 'brook' cannot be opened: No module named"),
        ("data/ledger.csv", ("rules", "brook"), "The Brook has no ledger of its cases: it brings no data/ledger.csv."),
        ("data/check.py", ("data", "brook"), "The Brook cannot have its data checked: it brings no data/check.py."),
        ("lab", ("lab", "odds", "brook"), "tells the odds laboratory nothing of its attacks: it brings no lab/attac"),
    ],
)  # fmt: skip
def test_the_command_line_names_what_is_missing(
    room: str, command: tuple[str, ...], named: str, shelve: Shelve, tmp_path: Path
) -> None:
    shelve(room)
    code, _, err = run(tmp_path, *command)
    assert code == 1
    assert named in err
    assert err.count("\n") == 1
    assert "Operation Roundup" in run(tmp_path, "games")[1]


def test_without_a_ledger_one_plays_all_the_same(shelve: Shelve, tmp_path: Path) -> None:
    shelve("data/ledger.csv")
    code, out, _ = run(tmp_path, "play", "brook", "--seed", "1", lines=("why e1", "rules 2.4", "quit"))
    assert code == 0
    assert "The Brook has no ledger of its cases: it brings no data/ledger.csv" in out


# The laboratory


def test_simulate_and_ladder_by_the_command_line(tmp_path: Path) -> None:
    packed = pack(tmp_path / "installed")
    done = program(packed, tmp_path, "simulate", "brook", "--games", "20", "--bots", "planner", "random", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["errors"], found["dead_ends"]) == (0, 0)
    done = program(packed, tmp_path, "ladder", "brook", "--games", "40", "--bots", "random", "planner", "--json")
    assert done.returncode == 0, done.stderr
    (duel,) = json.loads(done.stdout)["duels"]
    assert duel["broken"] == 0
    assert json.loads(done.stdout)["scenario"] == "skirmish"


def test_a_report_speaks_of_blues_and_greys(tmp_path: Path) -> None:
    packed = pack(tmp_path / "installed")
    plan = tmp_path / "brook.toml"
    plan.write_text('game = "brook"\ngames = 8\nbots = ["random", "planner"]\n', encoding="utf-8")
    folder = tmp_path / "study"
    done = program(packed, tmp_path, "lab", "run", str(plan), "--to", str(folder), "--on", "here")
    assert done.returncode == 0, done.stderr
    done = program(packed, tmp_path, "lab", "report", str(folder))
    assert done.returncode == 0, done.stderr
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "The Blues" in page
    assert "luck of the Blues" in page
    assert "Allies" not in page
    assert "German" not in page


def test_odds_agree_with_dice(brook: str) -> None:
    found = odds.run(brook, 12, 200, "1")
    assert found.agrees, found.troubles


def test_pettingzoo(brook: str) -> None:
    pettingzoo = pytest.importorskip("pettingzoo.test")
    from bocage.lab.learning import env, single

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo.api_test(env(brook), num_cycles=200)
    world = single(brook, "grey", against="random")
    seen, _ = world.reset(seed=1)
    assert seen["action_mask"].sum() > 0


# The service

SEATS = {"blue": {"kind": "human"}, "grey": {"kind": "bot", "bot": "planner"}}


def test_the_table_plays_it(brook: str, tmp_path: Path) -> None:
    with running(Config(database=f"sqlite:///{tmp_path / 'table'}", port=0, **UNHURRIED)) as table:
        games = table.http.get("/api/games").json()
        assert games["missing"] == []
        assert "brook" in [game["slug"] for game in games["games"]]
        assert table.http.get(f"/api/games/{brook}/box").json()["layout"]["picture"] == "/api/games/brook/map.svg"
        assert table.http.get("/api/games/brook/map.svg").status_code == 200
        made = table.http.post("/api/matches", json={"game": brook, "seats": SEATS}).json()
        assert made["match"]["scenario"] == "skirmish"
        token = {"Authorization": f"Bearer {made['tokens']['blue']}"}
        place = f"/api/matches/{made['match']['id']}"
        sheet = table.http.get(f"{place}/sheet", headers=token).json()
        answer = table.http.post(f"{place}/actions", json={"action": "pick B-H", "at": sheet["moment"]}, headers=token)
        assert answer.json()["question"]["hand"] == ["B-H"]


@pytest.mark.parametrize(("room", "named"), [("table", "table/face.py"), ("data/layout.json", "layout.json")])
def test_the_service_stays_up_without_its_room(room: str, named: str, shelve: Shelve, tmp_path: Path) -> None:
    shelve(room)
    text = bocage.new_match("brook", seed="1").text()
    with running(Config(database=f"sqlite:///{tmp_path / 'table'}", port=0, **UNHURRIED)) as table:
        games = table.http.get("/api/games").json()
        assert {game["slug"] for game in games["games"]} == {"roundup", "storming", "rhine", "fortress", "festung"}
        assert named in games["missing"][0]
        for answer in (
            table.http.get("/api/games/brook/box"),
            table.http.post("/api/matches", json={"game": "brook", "seats": SEATS}),
            table.http.post("/api/matches/import", json={"text": text, "seats": SEATS}),
        ):
            assert answer.status_code == 400
            assert named in answer.json()["error"]
        assert table.http.get("/api/games/brook/rules").status_code == 200
        assert table.http.get("/api/games/roundup/box").status_code == 200
        assert table.http.get("/healthz").json()["status"] == "ok"
