"""Fortress Europa in the terminal: its map, its words, what is told of moves and battles, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.engine.errors import BadInput
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.terminal.face import FortressFace
from bocage.games.fortress.terminal.news import FortressPage, hint
from bocage.terminal.board import close_up, overview
from bocage.terminal.counters import draw
from bocage.terminal.prompt import Menu
from bocage.terminal.screen import GLUE
from tests.fortress.playing import game, look, play, position

from ..cases import rule

FACE = FortressFace()
FRONT = "US-1-Inf L5; US-2-Inf L6 reduced; US-Bradley L4; Mulberry-12 M5; GE-91-Inf K4 frozen; GE-2-Pz N7"


def cells(match: Any, side: str | None = "allied") -> Any:
    """The hexes as a side sees them."""
    return FACE.cells(match.inquire(side), side)


# The map


@rule("19.7")
def test_neighbours_in_the_text_are_neighbours_on_the_board() -> None:
    board, places = game().board, FACE.grid.places
    by_place = {place: label for label, place in places.items()}
    for label, (line, column) in places.items():
        around = [(line - 2, column), (line + 2, column), *((line + a, column + b) for a in (-1, 1) for b in (-1, 1))]
        touching = {by_place[place] for place in around if place in by_place}
        assert touching == set(board.names(board.around[board.index[label]])), label
    assert FACE.grid.columns[0] == " @"
    assert FACE.grid.columns[28] == "BB"


def test_rivers_and_estuaries_stand_between_the_right_hexes() -> None:
    rivers, estuaries, board = FACE.data.rivers, FACE.data.estuaries, FACE.data.board
    below = {}
    for label in board.index:
        letters = label.rstrip("0123456789")
        below[label] = f"{letters}{int(label.removeprefix(letters)) + 1}"
    seen = {0: 0, 1: 0, 2: 0}
    for label, other in below.items():
        if other in board.index:
            here, there = board.index[label], board.index[other]
            water = 2 if estuaries.has(here, there) else int(rivers.has(here, there))
            assert FACE.grid.water(label, "S") == water, label
            seen[water] += 1
    assert all(seen.values())


@rule("7.1", "30.2")
def test_a_hex_is_three_characters_with_its_lead_unit() -> None:
    match = position("allied first movement", FRONT, impulse=1, phasing="allied")
    found = cells(match)
    assert found["L5"].glyph == "AI6"
    assert found["L6"].glyph == "Ai3"
    assert found["N7"].glyph == "GA8"
    assert found["K4"].glyph == "GI4"
    assert found["M5"].glyph == "BO0"
    assert found["R11"].glyph.strip() == "o"
    assert {found[label].glyph.strip(" !") for label in match.game.board.names(look(match).game.data.majors)} <= {
        "O",
        "#",
    }
    assert found["W4"].glyph.strip() == "#"
    assert found["N8"].glyph.endswith("!")
    assert found["K5"].glyph.endswith(" ")  # frozen units have no zone beyond their hex
    lines = overview(FACE.grid, found, part=FACE.part(look(match), (), 20))
    assert any("AI6" in line.plain for line in lines)
    near = close_up(FACE.grid, found, "L5", lines=1, halves=4)
    assert any("1     6-4" in line.plain for line in near)


@rule("3.3", "31.6")
def test_what_is_hidden_is_not_on_the_map() -> None:
    units = "US-1-Inf L5; GE-2-Pz M9 hidden; GE-9-Pz MM20"
    match = position("allied first movement", units, options={"31.6": True}, decoys="GE-9-Pz")
    assert cells(match)["M9"].glyph.strip() == "."
    assert cells(match)["MM20"].glyph == "G?0"
    assert cells(match, "german")["M9"].glyph == "GA8"
    assert "a unit under a decoy ?" in FACE.hex_words(match.inquire("allied"), "MM20")
    assert "GE-9-Pz" not in FACE.hex_words(match.inquire("allied"), "MM20")
    assert "GE-9-Pz 8-6 under a decoy" in FACE.hex_words(match.inquire("german"), "MM20")
    (covered,) = match.inquire("allied").position.stacks[match.game.board.index["MM20"]]
    assert FACE.unit_line(match.inquire("allied"), covered).id == "?"
    unknown = [line for line in FACE.off_board(match.inquire("allied")) if line.startswith("hidden")]
    assert sorted(unknown[0].partition(": ")[2].split()) == ["GE-2-Pz", "GE-9-Pz"]


# Words


def test_the_header_has_turn_phase_facts_and_standing() -> None:
    match = position("allied first movement", FRONT, impulse=1, phasing="allied", turn=5)
    first, second, third = (line.plain for line in FACE.header(look(match), "allied first movement"))
    assert first == "Fortress Europa - turn 5/37, July I, 1-8 July 1944"
    assert second.startswith("Phase: Allied first move impulse - Weather Clear - Impulse Allied first move")
    assert "Supply capacity 9 left, 3 units in Europe" in second
    assert third.startswith("Paris and Bruxelles: missing: Paris and Bruxelles; Major cities: 0 of 4")


@rule("26.1")
def test_units_and_places_in_lists() -> None:
    match = position("allied first movement", FRONT, impulse=1, phasing="allied")
    seen, numbers = look(match), match.game.unit_numbers
    line = FACE.unit_line(seen, numbers["US-2-Inf"])
    assert (line.place, line.factors, line.supply, line.marks) == ("L6", "3-4", "in supply", "reduced")
    frozen = FACE.unit_line(seen, numbers["GE-91-Inf"])
    assert "frozen" in frozen.marks
    assert "in enemy zone" in frozen.marks
    off = FACE.off_board(seen)
    assert any(found.startswith("Arrival Schedule: yet to come, turn 6 (1): US-80-Inf") for found in off)
    assert any(found.startswith("England (") and "US-82-AB" in found for found in off)


@rule("18.1")
def test_supply_and_cost_are_told() -> None:
    match = position("allied first movement", FRONT, impulse=1, phasing="allied")
    assert FACE.supply(look(match), "L6") == [
        "US-2-Inf in L6: supplied by Bradley (12th Army Group) (18.1)",
        "Allied headquarters with a line that reach L6: Bradley (12th Army Group)",
        "German headquarters with a line that reach L6: none",
    ]
    with pytest.raises(BadInput):
        FACE.cost(look(match), match.position.frames[-1], "L7")
    match.play("pick US-2-Inf")
    assert FACE.cost(look(match), match.position.frames[-1], "L7") == "move: 1 hex of 4: L6-L7"
    assert FACE.costs(look(match), match.position.frames[-1])["L7"] == "1 hex"


@rule("15.1", "16.1")
def test_odds_are_told_with_chances_and_reasons() -> None:
    match = position("allied first combat", "US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8", impulse=1)
    assert not FACE.attack_declared(look(match), match.prompt)
    play(match, "join US-1-Inf", "join US-4-Inf")
    assert FACE.attack_declared(look(match), match.prompt)
    told = [line.plain for line in FACE.odds(match.game.forecast(match.position, "allied"))]
    assert told[:3] == ["Attack on K8", "12 against 4 is 3-1", "rolled on 3-1"]
    assert any(line.startswith("  DE  1/6 ████  defender eliminated") for line in told)


@rule("5.2")
def test_moves_are_told_from_start_to_end() -> None:
    match = position("allied first movement", FRONT, impulse=1, phasing="allied")
    play(match, "pick US-2-Inf", "move L7", "move L8")
    events = [event for entry in match.entries for event in entry.events]
    (line,) = FortressPage(match.game).digest(events)
    assert (line.rule, line.text.replace(GLUE, " ")) == ("5.2", "1 move: US-2-Inf L6-L8.")


@rule("10.3")
def test_trains_are_told_together() -> None:
    units = "GE-2-Pz R11; GE-9-Pz V15; GE-116-Pz V15"
    match = position("german first movement", units, impulse=1, phasing="german")
    play(match, "pick GE-9-Pz", "rail R11", "pick GE-116-Pz", "rail R11")
    events = [event for entry in match.entries for event in entry.events]
    (line,) = FortressPage(match.game).digest(events)
    assert (line.rule, line.text.replace(GLUE, " ")) == ("10.3", "By rail: GE-9-Pz V15-R11, GE-116-Pz V15-R11.")


def test_a_victory_without_a_level_is_told_as_such() -> None:
    assert FACE.outcome("german", "victory") == "The Germans win."
    assert FACE.outcome("german", "strategic victory") == "The Germans win: strategic victory"
    assert FACE.outcome("", "draw") == "The game is a draw"


def test_tips_name_what_may_be_typed() -> None:
    match = position("allied allocation", "", turn=3)
    assert "sac railways" in hint(match.prompt)
    moving = position("allied first movement", FRONT, impulse=1, phasing="allied")
    assert "HEX" in hint(moving.prompt)
    assert Fortress.scenarios.keys() == {"campaign", "invasion", "west_wall", "bulge", "berlin"}


def test_counters_are_drawn_with_the_symbol_of_the_side_that_is_up() -> None:
    match = position(
        "allied first movement", "GE-709-Co K2; GE-243-Co K3 flipped; US-Naval-1 K1; BR-1RE-79 L5", forts_destroyed="W4"
    )
    chits = FACE.chits(look(match))
    assert chits["K2"][0].symbol == "static infantry"
    assert chits["K3"][0].symbol == "infantry"
    assert chits["K1"][0].symbol == "naval"
    assert chits["L5"][0].symbol == "armoured engineer"
    assert chits["W4"][0].sign == "FORT\nOUT"
    assert all("<g" in draw(chit, 0, 0) for stack in chits.values() for chit in stack)


def test_the_first_map_of_the_bulge_shows_the_ardennes_where_the_units_are_that_it_asks_about() -> None:
    match = bocage.new_match("fortress", scenario="bulge", seed="bastogne")
    planner = bots.make("planner", seed="german")
    while match.prompt.side == "german":
        bots.answer(match, planner)
    menu = Menu(match.prompt, match.inquire("allied"), FACE)
    hexes = menu.units_at()
    assert hexes, "units lose a step, retreat or stay: no hex is asked for"
    shown = FACE.part(menu.look, hexes, 26)
    assert set(hexes) <= set(shown)
    # Most Allied units stand there, too: a garrison in Brittany does not draw the map away from the front.
    assert {"EE12", "FF12"} <= set(FACE.part(menu.look, (), 26))
