"""Positions in the terminal and as pictures."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import bocage
from bocage.terminal.board import close_up, overview
from bocage.terminal.faces import face_of
from bocage.terminal.picture import plain_sheet
from tests.cli.conftest import Run
from tests.cli.tables import in_order, new_game, position

SVG = "{http://www.w3.org/2000/svg}"
FACE = face_of("roundup")


def test_the_map_has_north_up_and_fits_a_hundred_columns() -> None:
    match = bocage.new_match("roundup", seed="utah")
    lines = [line.plain for line in overview(FACE.grid, FACE.cells(match.inquire("allied"), "allied"))]
    assert len(lines) == 34
    assert max(len(line) for line in lines) <= 82
    assert lines[1].split() == ["10", ",", "10"]  # 1001 alone, in the north-east
    assert lines[33].startswith("42  ,  =  =  . ")  # 4225 on the coast, then the Marquenterre
    dunkirk = next(line for line in lines if line.startswith("13"))
    assert "GI2" in dunkirk


def test_neighbours_in_the_text_are_neighbours_on_the_board() -> None:
    """In the brick wall two hexes share a side exactly when they touch on the board."""
    board = bocage.new_match("roundup", seed="utah").game.board
    places = FACE.grid.places
    for label, (line, half) in places.items():
        touching = {
            other
            for other, (other_line, other_half) in places.items()
            if (other_line == line and abs(other_half - half) == 2)
            or (abs(other_line - line) == 1 and abs(other_half - half) == 1)
        }
        assert touching == set(board.names(board.around[board.index[label]])), label


def test_rivers_stand_between_the_right_hexes() -> None:
    match = bocage.position("roundup", turn=2, at="allied movement", units="US-1 1410")
    lines = [line.plain for line in close_up(FACE.grid, FACE.cells(match.inquire(None), None), "1412", lines=0)]
    # The Aa runs between 1412 and 1413; there is no water between 1412 and 1411.
    assert "1413 ,  ║ 1412 ,  │ 1411" in lines[1]


def test_show_prints_the_position_of_a_moment(run: Run, tmp_path: Path) -> None:
    run("play", "roundup", "--seed", "x", "--allied", "random", "--german", "random")
    (file,) = (tmp_path / "home").glob("*.bocage")
    before = run("show", str(file), "--at", "0").stdout
    in_order(before, "turn 1/10", "Phase: beachheads", "USb -", "waiting in England (50)")
    after = run("show", str(file)).stdout
    in_order(after, "turn 10/10", "Phase: the end", "At the end: ")
    assert "\x1b" not in before


def test_show_tells_a_side_only_what_it_may_know(run: Run, tmp_path: Path) -> None:
    file = new_game(tmp_path, 3, 1, R27=True)
    assert "strategy unknown" in run("show", file, "--side", "allied").stdout
    assert "strategy 3" in run("show", file, "--side", "german").stdout
    for side, words in (("allied", "strategy unknown"), ("german", "strategy 3")):
        picture = tmp_path / f"{side}.svg"
        run("show", file, "--side", side, "--svg", str(picture))
        assert words in picture.read_text(encoding="utf-8")
    assert "strategy 3" not in (tmp_path / "allied.svg").read_text(encoding="utf-8")


def test_the_picture_has_every_counter_in_its_hex(run: Run, tmp_path: Path) -> None:
    file = position(
        tmp_path, turn=3, at="allied movement", weather="Clear", superiority="allied", tas="2109",
        units="US-1 1309 reduced; US-Rgr 1309; UK-1AB 2012; UK-7A 2115; DE-712 2109; DE-s508 2108; DE-9SS 2107",
        us_beachheads="1309", uk_beachheads="1410", uk_aerial="2012", allied_control="1411 1412",
    )  # fmt: skip
    out = tmp_path / "position.svg"
    result = run("show", file, "--svg", str(out))
    assert result.stdout == f"Written to {out}.\n"
    root = ElementTree.parse(out).getroot()
    groups = {group.get("data-hex"): group for group in root.iter(f"{SVG}g") if group.get("data-hex")}
    assert set(groups) == {"1309", "1410", "2012", "2107", "2108", "2109", "2115"}
    words = {label: [text.text for text in group.iter(f"{SVG}text")] for label, group in groups.items()}
    assert {"XX", "3-3", "1", "III", "2", "Rgr", "US", "BEACH"} <= set(words["1309"])
    assert {"4-5", "1AB", "UK", "AIR"} <= set(words["2012"])
    assert {"2-4", "712", "TAS"} <= set(words["2109"])
    assert {"II", "4", "s508"} <= set(words["2108"])
    titles = [title.text for title in groups["1309"].iter(f"{SVG}title")]
    assert any(title and title.startswith("US-1 ") and ", 3-3, " in title for title in titles)
    striped = [rect for rect in groups["1309"].iter(f"{SVG}rect") if rect.get("fill") == "url(#reduced)"]
    assert len(striped) == 1
    control = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "control")
    assert len(list(control)) == 5  # 1309, 2012 and 2115 with Allied units, and the two hexes named
    layout = json.loads(resources.files("bocage.games.roundup").joinpath("data", "layout.json").read_text("utf-8"))
    assert (root.get("width"), root.get("height")) == (str(layout["width"]), str(layout["height"]))


def test_a_game_without_a_map_picture_gets_plain_hexes() -> None:
    sheet = plain_sheet(FACE)
    root = ElementTree.fromstring(sheet.drawing + "</svg>")
    assert len(list(root.iter(f"{SVG}polygon"))) == 669
    (x1, y1), (x2, y2) = sheet.centres["1922"], sheet.centres["2023"]
    assert abs(((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 - sheet.hex_size * 3**0.5) < 0.01
    assert sheet.centres["1001"][0] == max(x for x, _ in sheet.centres.values())  # east is right


def test_replay_checks_or_tells_the_story(run: Run, tmp_path: Path) -> None:
    start = new_game(tmp_path, 4, 1)
    run("play", "roundup", "--load", start, lines=["us-beachhead 1309", "quit"])
    (file,) = (tmp_path / "home").glob("*.bocage")
    assert run("replay", str(file), "--check").stdout == (
        f"{file}: 1 entry and 1 die as recorded; it stands at turn 1.\n"
    )
    in_order(run("replay", str(file)).stdout, "13.3  Hitler's strategy is 4", "1    13.4  A US beachhead")
