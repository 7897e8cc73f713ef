"""What cuts a unit's supply: the line that it would have, and the hexes that bar it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import bocage
from bocage.table import showing
from bocage.table.faces import face_class

TESTS = Path(__file__).parents[1]


def test_a_unit_that_an_enemy_zone_cuts_off_sees_its_line_and_where_it_is_cut() -> None:
    match = bocage.position(
        "roundup",
        turn=3,
        at="allied movement",
        units="US-1 2110; DE-712 2210; DE-GD 2010; DE-18L 2111",
        us_beachheads="1411",
    )
    told, cut = showing.overlay(match, "allied", "supply", "US-1")
    assert told.name == "US 1 Infantry Division: out of supply"
    ((start, *_, end),) = cut.lines
    assert (start, end) == ("2110", "1411")
    assert cut.hexes
    assert cut.name.startswith("Cut in hex")


def test_a_supplied_unit_is_cut_by_nothing() -> None:
    match = bocage.position(
        "roundup", turn=3, at="allied movement", units="US-1 1511; DE-712 2310", us_beachheads="1411"
    )
    assert len(showing.overlay(match, "allied", "supply", "US-1")) == 1


GAMES = {
    "storming": "breakout-allied-breakout.txt",
    "rhine": "allied-germans-concede.txt",
    "festung": "campaign-axis-donitz.txt",
    "fortress": "bulge-allied.txt",
}


@pytest.mark.parametrize("game", GAMES)
def test_every_cut_line_begins_at_its_unit_and_is_barred_where_it_says(game: str) -> None:
    match = bocage.load(TESTS.joinpath(game, "fixtures", GAMES[game]).read_text(encoding="utf-8"))
    face, board, found = face_class(game)(match.game), match.game.board, 0
    for moment in range(match.history_moment, match.moment, match.moment // 16):
        position = match.at(moment)
        for side in match.game.sides:
            look = match.game.look(match.game.shown(position, side))
            for unit, number in match.game.unit_numbers.items():
                layers = face.overlay(look, "supply", unit)
                if len(layers) < 2:
                    continue
                told, cut = layers
                found += 1
                (line,) = cut.lines
                assert line[0] == board.labels[look.position.units[number].at]
                assert told.lines == []
                assert all(board.step(board.set(here)) & board.set(there) for here, there in pairwise(line))
                assert all(label in line for label in cut.name.split(" ", 3)[3].split(", "))
    assert found > 0
