"""Storming the Reich in the terminal: its map in columns, its odds with two fires, and a person who plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import bocage
from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.terminal.board import close_up, columns_in, overview
from bocage.terminal.faces import face_of
from bocage.terminal.picture import plain_sheet
from tests.cli.conftest import Run
from tests.cli.tables import in_order, kept
from tests.cli.wandering import Wanderer

SVG = "{http://www.w3.org/2000/svg}"
FACE: Any = face_of("storming")
BATTLE = "US-4-Inf 0822; US-1-Inf 0923; GE-352-Inf 0823"


def at(row: str, turn: int, units: str, **more: Any) -> Match:
    return bocage.position("storming", turn=turn, at=row, units=units, **more)


def placed(tmp_path: Path, row: str, turn: int, units: str, **more: Any) -> str:
    return kept(tmp_path / "position.bocage", at(row, turn, units, **more))


# The map


def test_neighbours_in_the_text_are_neighbours_on_the_board() -> None:
    """In the turned wall two hexes share a side exactly when they touch on the board."""
    board = bocage.new_match("storming", seed="x").game.board
    places = FACE.grid.places
    by_place = {place: label for label, place in places.items()}
    for label, (line, column) in places.items():
        around = [(line - 2, column), (line + 2, column), *((line + a, column + b) for a in (-1, 1) for b in (-1, 1))]
        touching = {by_place[place] for place in around if place in by_place}
        assert touching == set(board.names(board.around[board.index[label]])), label


def test_a_hundred_columns_show_the_part_where_the_allies_are() -> None:
    look = at("german assault movement", 3, "US-4-Inf 0820; GE-2-Pz 2422; GE-Metz-1 4727").inquire("german")
    part = FACE.part(look, (), columns_in(81))
    lines = [line.plain for line in overview(FACE.grid, FACE.cells(look, "german"), False, part)]
    assert max(len(line) for line in lines) <= 81
    assert lines[0].split()[:3] == ["04", "05", "06"]  # west of it there is only water
    (normandy,) = [line for line in lines if "AI4" in line]
    assert normandy.index("AI4") == 3 + 3 * 4  # the fifth column that is shown
    assert "4727" not in part


def test_rivers_stand_between_the_right_hexes() -> None:
    look = at("german assault movement", 3, "US-4-Inf 0820").inquire(None)
    for label, other, side in (("1221", "1321", "SE"), ("1921", "2021", "SE"), ("5213", "5313", "NE")):
        rivers, index = FACE.data.rivers, FACE.data.board.index
        wet = [kind for kind, edges in rivers.items() if edges.has(index[label], index[other])]
        expected = 0 if not wet else 1 if wet == ["minor"] else 2
        assert FACE.grid.water(label, side) == expected, (label, other, wet)
    lines = [line.plain for line in close_up(FACE.grid, FACE.cells(look, None), "5213", lines=1, halves=4)]
    assert any("▓" in line for line in lines)  # the Rhine at Köln
    assert any("5213" in line for line in lines)


def test_the_plain_picture_has_hexes_with_flat_tops() -> None:
    sheet = plain_sheet(FACE)
    root = ElementTree.fromstring(sheet.drawing + "</svg>")
    assert len(list(root.iter(f"{SVG}polygon"))) == 1533
    (x1, y1), (x2, y2) = sheet.centres["0820"], sheet.centres["0821"]
    assert (x1, round(y2 - y1, 2)) == (x2, round(sheet.hex_size * 3**0.5, 2))


def test_the_picture_has_every_counter_and_marker_in_its_hex(run: Run, tmp_path: Path) -> None:
    units = "US-4-Inf 0619 reduced; US-82-AB 0620 dropped; GE-12SS-Pz 1523; GE-7A-HQ 1030; Patton 0619; GE-Metz-1 4727"
    file = placed(tmp_path, "german assault movement", 6, units, bridges_blown=("Köln",))
    out = tmp_path / "position.svg"
    run("show", file, "--svg", str(out))
    root = ElementTree.parse(out).getroot()
    groups = {group.get("data-hex"): group for group in root.iter(f"{SVG}g") if group.get("data-hex")}
    assert set(groups) == {"0619", "0620", "1523", "1030", "4727", "5213"}
    words = {label: [text.text for text in group.iter(f"{SVG}text")] for label, group in groups.items()}
    assert {"XX", "2-2", "4", "Patton"} <= set(words["0619"])
    assert {"2-3-2", "82"} <= set(words["0620"])
    assert {"XXXX", "7A"} <= set(words["1030"])
    striped = [rect for rect in groups["0619"].iter(f"{SVG}rect") if rect.get("fill") == "url(#reduced)"]
    assert len(striped) == 1


# Playing


def test_a_person_attacks_with_odds_and_both_sides_fire(run: Run, tmp_path: Path) -> None:
    start = placed(tmp_path, "allied combat", 4, BATTLE, duration=1, air_support=1, dice="6 2 " + "1 " * 60)
    lines = [
        "odds 0823", "odds 0823 US-4-Inf air", "why 1830", "attack 0823 all", "undo", "attack 0823 US-4-Inf US-1-Inf",
        "air", "roll", "quit",
    ]  # fmt: skip
    result = run("play", "storming", "--load", start, "--german", "random", lines=lines)
    assert result.exit_code == 0, result.output
    in_order(
        result.stdout,
        "Phase: Allied combat",
        "Choose a hex to attack",
        "> odds 0823\n",
        "Attack on 0823",
        "Allied fire: 9 on column 7-9",
        "-2  the defenders are in bocage (13.9.A.1)",
        "German fire: 4 on column 4",
        "the hex is cleared:",
        "> odds 0823 US-4-Inf air",
        "Allied fire: 4 on column 4",
        "+1  a Tactical Air unit gives support (17.5.3.A)",
        "> why 1830",
        "there is no enemy in 1830 to attack (13.1.B)",
        "> attack 0823 all",
        "Taken back: ",
        "> air",
        "Allied fire: 9 on column 7-9",
        "+1  a Tactical Air unit",
        "> roll",
        "The Allies fire with 9 on column 7-9: die 6",
        "The Germans fire with 4 on column 4: die 2",
    )


def test_a_person_moves_and_hears_what_a_hex_costs(run: Run, tmp_path: Path) -> None:
    start = placed(
        tmp_path, "allied assault movement", 4, "US-4-Inf 0820; US-1-Inf 0820; GE-716-Co 1224", points={"12AG": 8},
        declared=6,
    )  # fmt: skip
    lines = [
        "cost 0721", "why 1224", "US-4-Inf", "cost 0721", "why 0921", "0721", "undo", "all 0721", "hex 0721", "quit",
    ]  # fmt: skip
    result = run("play", "storming", "--load", start, "--german", "random", lines=lines)
    in_order(
        result.stdout,
        "Phase: Allied assault movement - Movement 1A 8",
        "take a unit in hand first",
        "> why 1224",
        "'move 1224':",
        "no: choose the unit that moves first (10.4)",  # of an assault nobody has spoken
        "> cost 0721",
        "0721 2 MP of 6: 0820-0721",
        "> why 0921",
        "no: only Commonwealth units may end their movement in the Normandy Exclusion Zone (10.7.1)",
        "US 4 Infantry Division moves 0820-0721",
        "Taken back: move 0721.",
        "> all 0721",
        "> hex 0721",
        "US-4-Inf 4-4",
    )


def test_command_dice_and_declarations_are_asked_for(run: Run, tmp_path: Path) -> None:
    start = placed(
        tmp_path,
        "allied assault command dice",
        4,
        "US-4-Inf 0820; CW-7-Arm 1020; GE-2-Pz 2422",
        dice="3 4 " + "1 " * 90,
    )
    result = run(
        "play", "storming", "--load", start, "--german", "random", lines=["roll", "declare 4", "end", "roll", "quit"]
    )
    in_order(
        result.stdout,
        "Roll a Command Die for each Command",
        "roll  roll the dice",
        "> roll",
        "declare 4   4 MP, then left: 1A 6, 21AG 6",
        "> declare 4",
        "Assault Movement",
    )


def test_the_other_sides_turn_is_condensed(run: Run, tmp_path: Path) -> None:
    result = run("play", "storming", "--german", "random", "--seed", "a", lines=["quit"])
    in_order(result.stdout, "Strafed: Panzer Lehr Division", "Meanwhile the Germans:", " moves: GE-", "second strafing")


def test_another_scenario_is_set_up_by_suggestion(run: Run, home: Path) -> None:
    result = run(
        "play", "storming", "--scenario", "final", "--german", "random", "--seed", "f",
        lines=["suggested", "units off", "quit"],
    )  # fmt: skip
    in_order(
        result.stdout,
        "turn 11/15, December",
        "Phase: Allied removals",
        "'suggested' does this step for you",
        "> suggested",
        "> units off",
        "out of the game (",
    )
    wrong = run("play", "storming", "--scenario", "overlord")
    assert "has the scenarios campaign, breakout, final" in wrong.stderr


def quick(actions: list[Action]) -> list[Action]:
    """A whole set-up at once where it can be had."""
    return [action for action in actions if action.verb == "suggested-all"] or actions


@pytest.mark.parametrize(("scenario", "answers"), [("campaign", 260), ("breakout", 120), ("final", 160)])
def test_whatever_is_asked_and_answered_the_terminal_shows_it(scenario: str, answers: int, tmp_path: Path) -> None:
    match = bocage.new_match("storming", scenario=scenario, seed="wander")
    Wanderer(scenario, answers, 0.04, "units {unit}", quick).wander(match, tmp_path / "x.bocage")


def test_bots_play_another_scenario_than_the_campaign(run: Run) -> None:
    result = run("simulate", "storming", "--scenario", "breakout", "--games", "1", "--bots", "planner", "random")
    assert result.exit_code == 0
    assert "1 games of storming, planner against random" in result.stdout
    assert "0 dead ends, 0 errors" in result.stdout
