"""D-Day to the Rhine in the terminal: its map, its words, what people type, and what it does not tell."""

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
from tests.rhine.asking import at

SVG = "{http://www.w3.org/2000/svg}"
FACE: Any = face_of("rhine")
BEACHES = {"first_beaches": "1717 1817 1915", "weather": "good", "stage": "operational"}
FRONT = "US-7C 1717; US-5C 1817; BR-1C 1915; DE-84K 1716 deployed; DE-12SS 2112 down; DE-s503 2112"


def close(match: Match, side: str) -> Any:
    """The close-up of 2112 for a side."""
    return close_up(FACE.grid, FACE.cells(match.inquire(side), side), "2112", lines=1, halves=4)


def placed(tmp_path: Path, row: str, turn: int, units: str, **more: Any) -> str:
    return kept(tmp_path / "position.bocage", at(row, turn, units, **more))


# The map


def test_neighbours_in_the_text_are_neighbours_on_the_board() -> None:
    board = bocage.new_match("rhine", seed="x").game.board
    places = FACE.grid.places
    by_place = {place: label for label, place in places.items()}
    for label, (line, column) in places.items():
        around = [(line - 2, column), (line + 2, column), *((line + a, column + b) for a in (-1, 1) for b in (-1, 1))]
        touching = {by_place[place] for place in around if place in by_place}
        assert touching == set(board.names(board.around[board.index[label]])), label


def test_rivers_stand_between_the_right_hexes() -> None:
    printed, steps = FACE.data, {"N": (-2, 0), "S": (2, 0), "NE": (-1, 1), "SE": (1, 1), "NW": (-1, -1), "SW": (1, -1)}
    by_place = {place: label for label, place in FACE.grid.places.items()}
    wet = 0
    for label, (line, column) in FACE.grid.places.items():
        for side, (down, across) in steps.items():
            other = by_place.get((line + down, column + across))
            here, there = printed.board.index[label], printed.board.index.get(other or "", -1)
            expected = 0
            if other is not None:
                wide = printed.wide.has(here, there) or printed.estuary.has(here, there)
                expected = 2 if wide else int(printed.rivers.has(here, there))
            assert FACE.grid.water(label, side) == expected, (label, side)
            wet += bool(expected)
    assert wet == 2 * len({frozenset(pair) for pair in _sides()})


def _sides() -> list[tuple[str, str]]:
    from bocage.games.rhine.data import rows

    return [(row["hex_a"], row["hex_b"]) for row in rows("hexsides.csv")]


def test_a_hundred_columns_show_the_part_where_the_allies_are() -> None:
    look = at("german movement", 3, FRONT, **BEACHES).inquire("allied")
    part = FACE.part(look, (), columns_in(81))
    lines = [line.plain for line in overview(FACE.grid, FACE.cells(look, "allied"), False, part)]
    assert max(len(line.rstrip()) for line in lines) <= 81
    # Utah stands in column 17 and row 17, the deployed korps in the hex below it, the two backs in 2112.
    (utah,) = [line for line in lines if line.startswith("17")]
    (korps,) = [line for line in lines if "GI3" in line]
    assert utah.index("AI3") == korps.index("GI3") == lines[0].index("17") - 1
    assert korps.startswith("16")
    (backs,) = [line for line in lines if "g??" in line]
    assert backs.index("g??") == lines[0].index("21") - 1


def test_what_lies_face_down_is_a_back_to_the_allies_and_a_name_to_the_german() -> None:
    match = at("german movement", 3, FRONT, **BEACHES)
    allied, german = ([line.plain for line in close(match, side)] for side in ("allied", "german"))
    assert any("face down" in line for line in allied)
    assert not any("12SS" in line or "503" in line for line in allied)
    assert any("12SS 3-3?" in line for line in german)
    assert FACE.hex_words(match.inquire("allied"), "2112").endswith("2 face-down pieces")
    assert "DE-12SS 3-3-8 lies face down" in FACE.hex_words(match.inquire("german"), "2112")


def test_the_terminal_tells_the_allies_the_same_whatever_lies_face_down() -> None:
    told = set()
    for one, other in (("DE-12SS", "DE-Dummy1"), ("DE-Dummy1", "DE-12SS"), ("DE-Dummy1", "DE-12SS")):
        match = at("german movement", 3, f"US-7C 1717; DE-s503 2112; {one} 2112 down; {other} 2409 down", **BEACHES)
        match.play(f"pick {other}")
        match.play("move 2410")
        look = match.inquire("allied")
        lines = [str(cell) for cell in FACE.cells(look, "allied", zones=True).values()]
        lines += [str(FACE.unit_line(look, unit)) for unit in FACE.units(look)]
        lines += FACE.off_board(look) + [str(line) for line in FACE.header(look, "german movement")]
        lines += [
            line for label in ("2112", "2410") for line in (*FACE.supply(look, label), FACE.hex_words(look, label))
        ]
        lines += [str(chit) for chits in FACE.chits(look).values() for chit in chits]
        events = [event for entry in match.entries for event in entry.events if event.seen_by("allied")]
        lines += [str(news) for news in FACE.digest(match.game, events)]
        told.add("\n".join(lines))
    assert len(told) == 1
    assert "face-down piece" in told.pop()


def test_the_plain_picture_has_every_hex() -> None:
    sheet = plain_sheet(FACE)
    root = ElementTree.fromstring(sheet.drawing + "</svg>")
    assert len(list(root.iter(f"{SVG}polygon"))) == 1073


def test_the_picture_has_every_counter_and_marker_in_its_hex(run: Run, tmp_path: Path) -> None:
    units = f"{FRONT}; BR-1PAD 2015; FR-2AD 1817; US-SUP 1717; DE-2FJK 1615; DE-21Pz 2014 disrupted"
    file = placed(tmp_path, "german movement", 3, units, forts_restored="4505", **BEACHES)
    out = tmp_path / "position.svg"
    run("show", file, "--svg", str(out))
    root = ElementTree.parse(out).getroot()
    groups = {group.get("data-hex"): group for group in root.iter(f"{SVG}g") if group.get("data-hex")}
    assert {"1717", "1817", "1915", "1716", "2112", "2015", "1615", "2014", "4505"} <= set(groups)
    words = {label: [text.text for text in group.iter(f"{SVG}text")] for label, group in groups.items()}
    assert {"XXX", "3-4", "84"} <= set(words["1716"])
    assert {"2-2-8", "21"} <= set(words["2014"])
    assert {"1Pol", "2-1-8"} <= set(words["2015"])


# Playing


def test_a_newcomer_sets_up_by_suggestion_and_is_told_what_he_may_do(run: Run, home: Path) -> None:
    lines = ["hide DE-84K", "place 1816", "suggested", "show DE-21Pz", "hex 1914", "units off", "end", "quit"]
    result = run("play", "rhine", "--allied", "random", "--german", "human", "--seed", "n", lines=lines)
    assert result.exit_code == 0, result.output
    in_order(
        result.stdout,
        "turn 1/14, June I",
        "Phase: German set-up",
        "Place 25. Infanterie Korps; 26 more to place",
        "'suggested' places all that is left",
        "only divisions and dummies are set up face down",
        "25. Infanterie Korps is set up at Bayeux (1816).",
        "pieces are set up as suggested",
        "end  the set-up is complete",
        "21. Panzer Division lies open",
        "1914 Caen, clear, major city",
        "Allied pool (",
        "> end",
        "The Germans have set up.",
        "Turn 1, June I: The Allies begin their turn.",
    )


def test_a_person_attacks_presses_and_sees_both_chances(run: Run, tmp_path: Path) -> None:
    start = placed(tmp_path, "allied allocation", 3, FRONT, dice="6 " + "3 " * 90, **BEACHES)
    lines = [
        "odds 1716", "odds 1716 US-7C", "why 2409", "attack 1716 all commit", "undo", "attack 1716 US-7C US-5C commit",
        "end", "fight", "press", "quit",
    ]  # fmt: skip
    result = run("play", "rhine", "--load", start, "--german", "random", lines=lines)
    assert result.exit_code == 0, result.output
    in_order(
        result.stdout,
        "Phase: allocation of Allied attacks",
        "> odds 1716",
        "Attack on 1716",
        "6 against 4 is 3:2",
        "+2  Close Air Support (CAS.1)",
        "+1  US 7 Corps takes part (US7.1)",
        "rolled on 3:1",
        "DE  1/6",
        "pressed (PRESS.1)",
        "Limit: bonuses at most double the odds: 3:1 (SHIFT.1)",
        "> odds 1716 US-7C",
        "3 against 4 is 1:2",
        "> why 2409",
        "no: ",
        "> attack 1716 all commit",
        "Taken back: ",
        "> fight",
        "press  press the attack: 4 to 6 a column higher",
        "> press",
        "press the attack.",
        "Die 6",
    )


def test_a_person_moves_and_hears_how_he_gets_there(run: Run, tmp_path: Path) -> None:
    start = placed(tmp_path, "german movement", 3, f"{FRONT}; DE-116Pz 2510", **BEACHES)
    lines = ["cost 2512", "DE-116Pz", "cost 2512", "cost 2516", "move 2512", "undo", "DE-116Pz move 2511", "quit"]
    result = run("play", "rhine", "--load", start, "--allied", "random", "--german", "human", lines=lines)
    in_order(
        result.stdout,
        "Phase: German operational movement",
        "take a unit in hand first",
        "> cost 2512",
        "move: 2 hexes of 4: 2510-2511-2512",
        "> cost 2516",
        "dash: 6 hexes, 2 of them strafed",
        "with a chance of 25% (STRAF.1)",
        "march: 6 hexes, 2 of them bonus",
        "116. Panzer Division moves 2510-2511-2512",
        "Taken back: move 2512.",
        "116. Panzer Division moves 2510-2511",
    )


def test_moves_of_face_down_pieces_are_news_without_names(run: Run, tmp_path: Path) -> None:
    match = at("german movement", 3, FRONT, **BEACHES)
    for action in ("pick DE-12SS", "move 2212", "end"):
        match.play(action)
    events = [event for entry in match.entries for event in entry.events]
    allied = [news.text for news in FACE.digest(match.game, [event for event in events if event.seen_by("allied")])]
    german = [news.text for news in FACE.digest(match.game, [event for event in events if event.seen_by("german")])]
    assert any("face-down piece" in text and "2112-2212" in text for text in allied)
    assert not any("12SS" in text for text in allied)
    assert any("DE-12SS" in text and "2112-2212" in text for text in german)


def test_the_other_sides_turn_is_condensed(run: Run) -> None:
    result = run("play", "rhine", "--german", "random", "--seed", "a", lines=["quit"])
    in_order(result.stdout, "Meanwhile the Germans:", "The Germans have set up.", "Phase: air operations")


def likely(actions: list[Action]) -> list[Action]:
    """A whole set-up at once where it can be had, and nothing that cuts the game short."""
    quick = [action for action in actions if action.verb == "suggested"]
    return quick or [a for a in actions if a.verb not in ("eliminate", "withdraw-to-stay")] or actions


@pytest.mark.parametrize("seed", ["utah", "metz"])
def test_whatever_is_asked_and_answered_the_terminal_shows_it(seed: str, tmp_path: Path) -> None:
    match = bocage.new_match("rhine", seed=seed)
    Wanderer(seed, 220, 0.05, "odds {label}", likely).wander(match, tmp_path / "x.bocage")
