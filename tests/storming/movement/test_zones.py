"""Zones of control (6.0): who has one, where it reaches, and what stops it."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.storming.rules.look import StormingLook
from tests.cases import rule


def look(units: str, turn: int = 3, **more: object) -> StormingLook:
    match = bocage.position(
        "storming", turn=turn, at="allied combat", units=units, duration=1, points={"12AG": 3}, **more
    )
    found: StormingLook = match.game.look(match.position)
    return found


def zone(found: StormingLook, side: str) -> set[str]:
    return set(found.game.board.names(found.zone(side)))


@rule("6.1")
def test_a_unit_controls_the_six_hexes_around_it() -> None:
    found = look("US-4-Inf 2819")
    board = found.game.board
    assert zone(found, "allied") == set(board.names(board.step(board.set("2819")))) - {"2618"}
    assert len(zone(found, "allied")) >= 5
    assert zone(found, "german") == set()


@rule("6.1", "6.2")
def test_one_unit_with_a_zone_is_enough_for_its_stack() -> None:
    alone = look("GE-501SS-Ti 2819")
    assert zone(alone, "german") == set(), "Tiger battalions have none"
    assert zone(look("GE-501SS-Ti 2819; GE-2-Pz 2819"), "german") != set()


@rule("6.2")
@pytest.mark.parametrize(
    ("units", "more", "side"),
    [
        ("US-1A-HQ 2819", {}, "allied"),
        ("Model 2819", {}, "german"),
        ("GE-Metz-1 2819", {}, "german"),
        ("US-2-Arm 2819 reduced", {"refit": "US-2-Arm"}, "allied"),
        ("US-4-Inf 2819", {"grounded": "US-4-Inf"}, "allied"),
        ("US-4-Inf 2819", {"oos": "US-4-Inf"}, "allied"),
        ("GE-2-Pz 2819", {"disrupted": "GE-2-Pz"}, "german"),
    ],
)
def test_who_has_no_zone(units: str, more: dict[str, str], side: str) -> None:
    assert zone(look(units, **more), side) == set()
    if more:
        assert zone(look(units), side) != set(), "without the marker it has one"


@rule("6.3.A", "R19")
def test_allied_zones_stay_out_of_german_forts_until_they_fall() -> None:
    assert "0518" not in zone(look("US-4-Inf 0519"), "allied")
    assert "4814" not in zone(look("US-4-Inf 4713", allied_control="4713"), "allied")
    found = look("US-4-Inf 4728")
    game = found.game
    forts = game.data.forts["metz"] & ~game.data.cities
    a, b = next((a, b) for a, b in game.zone_sides.pairs() if forts >> b & 1 and not game.fort_hexes >> a & 1)
    here, fort = game.board.labels[a], game.board.labels[b]
    assert fort not in zone(look(f"US-4-Inf {here}"), "allied")
    assert fort in zone(look(f"US-4-Inf {here}", allied_control=fort, forts_destroyed=fort), "allied")
    wall = game.data.forts["westwall"] & ~game.no_zone
    a, b = next((a, b) for a, b in game.zone_sides.pairs() if wall >> b & 1 and not game.fort_hexes >> a & 1)
    here, fort = game.board.labels[a], game.board.labels[b]
    assert fort not in zone(look(f"US-4-Inf {here}"), "allied")
    assert fort in zone(look(f"US-4-Inf {here}", allied_control=fort), "allied")  # intact, but no longer German


@rule("6.3.B")
def test_german_zones_stay_out_of_the_beaches() -> None:
    found = zone(look("GE-2-Pz 0821"), "german")
    assert "0820" not in found
    assert "0822" in found


@rule("6.3.C")
def test_no_zone_enters_a_city_or_a_mountain() -> None:
    assert "1122" not in zone(look("CW-3-Inf 1121"), "allied")
    assert "1122" not in zone(look("GE-2-Pz 1123"), "german")
    found = look("GE-2-Pz 1123")
    mountains = found.game.data.terrain["mountain"]
    high = found.game.board.names(mountains)[0]
    beside = next(
        label
        for label in found.game.board.names(found.game.board.step(found.game.board.set(high)) & ~mountains)
        if not found.game.mute_hexes & found.game.board.set(label)
    )
    assert high not in zone(look(f"GE-2-Pz {beside}"), "german")


@rule("6.3.D")
def test_zones_cross_the_edge_of_brittany_but_of_no_other_entrance() -> None:
    assert "0224" in zone(look("GE-353-Inf 0125"), "german")
    assert "0125" in zone(look("GE-353-Inf 0225"), "german")
    assert zone(look("GE-353-Inf 0634"), "german") == set()
    assert "0634" not in zone(look("GE-353-Inf 0633"), "german")
    assert zone(look("GE-9SS-Pz 5806"), "german") == set()


@rule("6.3.E")
def test_zones_do_not_cross_major_rivers_or_the_rhine_but_minor_ones() -> None:
    found = look("GE-2-Pz 5108")
    data = found.game.data
    board = found.game.board
    assert "5008" not in zone(found, "german"), "the Rhine"
    a, b = next(
        (a, b)
        for a, b in data.rivers["major"].pairs()
        if not (1 << b) & found.game.no_german_zone and not (1 << a) & found.game.mute_hexes
    )
    assert board.labels[b] not in zone(look(f"GE-2-Pz {board.labels[a]}"), "german")
    a, b = next(
        (a, b)
        for a, b in data.rivers["minor"].pairs()
        if not (1 << b) & found.game.no_german_zone and not (1 << a) & found.game.mute_hexes
    )
    assert board.labels[b] in zone(look(f"GE-2-Pz {board.labels[a]}"), "german")


@rule("6.3.F")
def test_the_hex_that_the_offensive_disrupts_has_no_zone() -> None:
    assert zone(look("US-4-Inf 4620"), "allied") != set()
    assert zone(look("US-4-Inf 4620", disrupted_hex="4620"), "allied") == set()


@rule("8.7.B")
def test_allied_zones_stay_out_of_montys_blind_spot() -> None:
    assert "3909" not in zone(look("CW-3-Inf 3910"), "allied")
    assert "3909" in zone(look("CW-3-Inf 3910", monty_sees=True), "allied")
