"""Stacking: what hexes hold, and what becomes of the rest (STK)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from bocage.engine.dice import Tape
from bocage.engine.play import Play
from bocage.games.rhine.rules.stacking import Crowded, excess, settle
from bocage.parts.stacks import members
from tests.cases import rule
from tests.rhine.movement.marching import GAME, at, listed, marked, play, refused, said, where, why

ALLIED, GERMAN = "allied movement stacking", "german movement stacking"
CLEAR, ROUGH, SWAMP, FOREST, OMAHA = "1203", "2110", "1617", "2605", "1817"


def stacked(units: str, node: str = CLEAR, row: str = ALLIED) -> Any:
    """Units in one hex at the end of a movement phase."""
    return at(row, "; ".join(f"{unit} {node}" for unit in units.split()))


def crowded(match: Any) -> bool:
    return bool(match.prompt.step == "crowded hex")


def limit(node: str) -> tuple[int, int]:
    return GAME.stacking_limits[GAME.board.index[node]]


@rule("STK.1", "STK.4", "STK.5")
def test_a_clear_hex_holds_five_points() -> None:
    assert limit(CLEAR) == (5, 3)
    assert not crowded(stacked("US-5C US-8C US-82AB"))
    assert not crowded(stacked("US-5C US-2AD US-3AD US-82AB"))
    assert crowded(stacked("US-5C US-8C US-82AB US-101AB"))
    assert crowded(stacked("US-5C US-8C US-7C"))
    assert crowded(stacked("US-5C US-2AD US-3AD US-82AB US-101AB"))


@rule("STK.1")
def test_no_more_than_three_points_of_armour() -> None:
    assert not crowded(stacked("US-2AD US-3AD US-4AD"))
    m = stacked("US-2AD US-3AD US-4AD US-5AD US-82AB")
    assert crowded(m)
    assert listed(m, "disrupt") == {"US-2AD", "US-3AD", "US-4AD", "US-5AD"}
    assert refused(m, "disrupt US-82AB") == "STK.1"
    assert "armour" in m.prompt.text


@rule("STK.2")
@pytest.mark.parametrize("node", [ROUGH, SWAMP])
def test_rough_and_swamp_hold_four_points_and_two_of_armour(node: str) -> None:
    assert limit(node) == (4, 2)
    assert not crowded(stacked("US-5C US-8C", node))
    assert crowded(stacked("US-5C US-8C US-82AB", node))
    assert not crowded(stacked("US-5C US-2AD US-3AD", node))
    assert crowded(stacked("US-2AD US-3AD US-4AD", node))


@rule("STK.2")
def test_forest_holds_as_much_as_clear_ground() -> None:
    assert limit(FOREST) == (5, 3)
    assert not crowded(stacked("US-5C US-8C US-82AB", FOREST))


@rule("STK.3", "R28")
def test_a_coastal_hex_holds_as_many_points_as_it_has_land_sides() -> None:
    assert limit(OMAHA) == (3, 3)
    assert not crowded(stacked("US-5C US-82AB", OMAHA))
    assert crowded(stacked("US-5C US-8C", OMAHA))
    data = GAME.data
    for node, (most, armour) in enumerate(GAME.stacking_limits):
        tight = data.terrain_at[node] in ("rough", "swamp")
        inland = 4 if tight else 5
        assert most == (min(inland, data.land_sides[node]) if data.coastal >> node & 1 else inland)
        assert armour == (2 if tight else 3)


@rule("STK.4", "STK.5")
def test_corps_and_brigade_groups_count_two_divisions_one() -> None:
    points = {counter.id: counter.stacking for counter in GAME.data.counters}
    assert {points[unit] for unit in ("US-5C", "BR-30C", "DE-84K", "DE-2FJK", "DE-2SSK", "DE-PzB1")} == {2}
    assert {points[unit] for unit in ("US-2AD", "US-82AB", "DE-21Pz", "DE-17SS", "FR-2AD")} == {1}
    assert not crowded(stacked("DE-84K DE-PzB1 DE-21Pz", row=GERMAN))
    assert crowded(stacked("DE-84K DE-PzB1 DE-86K", row=GERMAN))
    m = stacked("DE-PzB1 DE-PzB2", row=GERMAN)  # four points of armour
    assert listed(m, "disrupt") == {"DE-PzB1", "DE-PzB2"}


@rule("STK.7")
def test_tigers_and_marines_use_no_room() -> None:
    assert not crowded(stacked("DE-84K DE-86K DE-21Pz DE-s502 DE-s503", row=GERMAN))
    assert not crowded(stacked("US-5C US-8C US-82AB BR-RMN US-SUP"))
    m = stacked("US-5C US-8C US-7C BR-RMN")
    assert listed(m, "disrupt") == {"US-5C", "US-8C", "US-7C"}
    assert refused(m, "disrupt BR-RMN") == "STK.7"


@rule("STK.6", "R28")
def test_the_owner_says_which_units_in_excess_are_disrupted() -> None:
    m = at(ALLIED, "US-5C 1203; US-8C 1203; US-82AB 1203; US-101AB 1203; US-7C 1303")
    assert (m.prompt.side, m.prompt.rule) == ("allied", "STK.6")
    assert listed(m, "disrupt") == {"US-5C", "US-8C", "US-82AB", "US-101AB"}
    assert refused(m, "disrupt US-7C") == "STK.6"
    assert "not there" in why(m, "disrupt US-7C")
    play(m, "disrupt US-82AB")
    assert not crowded(m)
    assert said(m, "STK.6") == [
        "1203 is over-full: a unit there is in excess.",
        "US 82nd Airborne Division is Disrupted.",
    ]


@rule("STK.6", "R109")
def test_disrupting_goes_on_until_the_rest_fits_and_never_takes_more_than_needed() -> None:
    m = stacked("US-5C US-8C US-7C US-19C")
    play(m, "disrupt US-8C")
    assert crowded(m)
    assert refused(m, "disrupt US-8C") == "STK.6"
    play(m, "disrupt US-5C")
    assert not crowded(m)
    m = stacked("US-5C US-8C US-7C US-82AB")
    assert listed(m, "disrupt") == {"US-5C", "US-8C", "US-7C"}
    assert refused(m, "disrupt US-82AB") == "STK.6"


def test_the_units_in_excess_are_those_missing_from_some_rest_that_nobody_could_join() -> None:
    """Checked against a search of all rests."""
    index = GAME.board.index
    kinds = ["US-5C", "US-8C", "US-7C", "US-2AD", "US-3AD", "US-4AD", "US-82AB", "BR-RMN"]
    for node in (CLEAR, OMAHA):
        most, most_armour = limit(node)

        def fits(units: Sequence[int], most: int = most, most_armour: int = most_armour) -> bool:
            counters = [GAME.counters[unit] for unit in units]
            armour = sum(counter.stacking for counter in counters if counter.armour)
            return sum(counter.stacking for counter in counters) <= most and armour <= most_armour

        for size in (3, 4, 5):
            for names in combinations(kinds, size):
                units = [GAME.unit_numbers[name] for name in names]
                look = at("allied movement", "; ".join(f"{name} {node}" for name in names)).inquire("german")
                if not fits(units):
                    rests = [rest for number in range(size) for rest in combinations(units, number) if fits(rest)]
                    full = [
                        rest for rest in rests if not any(fits((*rest, unit)) for unit in units if unit not in rest)
                    ]
                    missing = sorted({unit for rest in full for unit in units if unit not in rest})
                    assert members(excess(look, index[node])) == missing


@rule("R28", "STK.1")
def test_disrupted_units_use_no_points() -> None:
    assert not crowded(at(ALLIED, "US-5C 1203; US-8C 1203; US-7C 1203 disrupted; US-82AB 1203"))


@rule("DEP.3", "STK.6")
def test_a_corps_disrupted_for_want_of_room_stays_deployed() -> None:
    m = at(ALLIED, "US-5C 1203 deployed; US-8C 1203; US-7C 1203; BR-1C 1303; BR-8C 1303; BR-30C 1303")
    play(m, "disrupt US-5C")
    assert marked(m, "disrupted") == marked(m, "deployed") == {"US-5C"}


@rule("STK.6")
def test_each_over_full_hex_is_asked_for_in_turn_and_the_enemys_are_not() -> None:
    m = at(
        ALLIED,
        "US-5C 1203; US-8C 1203; US-7C 1203; BR-1C 1003; BR-8C 1003; BR-30C 1003; DE-84K 2203; DE-86K 2203; "
        "DE-74K 2203",
    )
    assert listed(m, "disrupt") == {"BR-1C", "BR-8C", "BR-30C"}
    play(m, "disrupt BR-1C")
    assert listed(m, "disrupt") == {"US-5C", "US-8C", "US-7C"}
    play(m, "disrupt US-7C")
    assert marked(m, "disrupted") == {"BR-1C", "US-7C"}
    assert m.game.phase(m.position) != "allied movement stacking"


@rule("STK.6", "R59")
def test_units_that_recover_in_a_full_hex_are_settled_anew() -> None:
    m = at("allied recovery", "US-5C 1203; US-8C 1203; US-7C 1203 disrupted; DE-84K 2203")
    assert (m.prompt.side, listed(m, "disrupt")) == ("allied", {"US-5C", "US-8C", "US-7C"})
    play(m, "disrupt US-5C")
    assert marked(m, "disrupted") == {"US-5C"}


@rule("R28")
def test_a_move_may_overfill_a_hex_on_purpose_and_its_owner_is_warned() -> None:
    m = at("allied movement", "US-5C 1203; US-8C 1203; US-7C 1103; BR-1C 1002")
    play(m, "pick US-7C", "move 1203")
    assert where(m, "US-7C") == "1203"
    (warning,) = m.prompt.warnings
    assert "1203 is over-full" in warning
    play(m, "end")
    assert crowded(m)


@rule("R28")
def test_hexes_are_checked_after_exploitation_too() -> None:
    m = at("german exploitation stacking", "DE-84K 1203; DE-86K 1203; DE-74K 1203; US-5C 0708")
    assert crowded(m)
    assert m.prompt.side == "german"


@rule("R28")
def test_after_a_retreat_or_advance_only_an_over_full_hex_is_asked_for() -> None:
    m = at("german movement", "DE-84K 1203; DE-86K 1203; DE-74K 1203; DE-21Pz 1303; US-5C 0708")
    hand = Play(m.game, m.position.copy(), Tape([]))
    depth = len(hand.position.frames)
    settle(hand, "german", GAME.board.set("1303"))
    assert len(hand.position.frames) == depth
    settle(hand, "german", GAME.board.set("1203"))
    assert hand.position.frames[-1] == Crowded("german", GAME.board.index["1203"])


@rule("STK.6", "R44")
def test_a_face_down_piece_in_excess_is_turned_up_when_it_is_disrupted() -> None:
    m = at(GERMAN, "DE-84K 2203; DE-86K 2203; DE-21Pz 2203 down; DE-2Pz 2203 down; DE-Dummy1 2203 down; US-5C 0708")
    assert listed(m, "disrupt") == {"DE-84K", "DE-86K", "DE-21Pz", "DE-2Pz"}  # a dummy uses no room
    assert refused(m, "disrupt DE-Dummy1") == "STK.7"
    play(m, "disrupt DE-21Pz")
    assert "The face-down piece at 2203 is 21. Panzer Division." in said(m, "R44", "allied")
    assert "DE-2Pz" in marked(m, "face_down")
    m = at(GERMAN, "DE-84K 2203; DE-86K 2203; DE-21Pz 2203 down; DE-2Pz 2203 down; US-5C 0708")
    play(m, "disrupt DE-84K")
    assert said(m, "STK.6", "allied")[-1] == "A face-down piece is Disrupted."
