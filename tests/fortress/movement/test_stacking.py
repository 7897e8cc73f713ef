"""Stacking (6): limits by terrain, who counts, and what is lost at the end of a move impulse."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.games.fortress.rules.movement import stacking
from tests.cases import rule
from tests.fortress.invasion.landings import ashore, until
from tests.fortress.movement.marching import against, goes, hand, look, moving, where
from tests.fortress.playing import play

DEAD = "dead"


def crowd(units: str, side: str = "german", **more: object) -> Match:
    """The end of a side's first move impulse."""
    return moving(side, units, row=f"{side} first stacking", **more)  # type: ignore[arg-type]


@rule("6.1")
@pytest.mark.parametrize(
    ("node", "limit"), [("N8", 3), ("DD12", 2), ("T26", 1), ("T27", 1), ("CC4", 1), ("R11", 3), ("EE21", 2), ("EE4", 1)]
)
def test_limits_by_terrain(node: str, limit: int) -> None:
    match = moving("allied", "US-1-Inf D8")
    assert look(match).limit(match.game.board.index[node]) == limit


@rule("6.3", "R53")
def test_what_is_too_much_at_the_end_of_a_move_is_lost_by_choice_of_its_owner() -> None:
    match = crowd("GE-84-Inf N8; GE-85-Inf N8; GE-77-Inf N8; GE-91-Inf N8; GE-352-Inf DD12; US-1-Inf D8", turn=13)
    assert match.prompt.step == "crowded hex"
    assert match.prompt.side == "german"
    assert against(match, "eliminate GE-352-Inf") == "6.3"
    match.play("eliminate GE-77-Inf")
    assert where(match, "GE-77-Inf") == DEAD
    assert match.prompt.step != "crowded hex"


@rule("6.3", "5.3")
def test_units_may_pile_up_while_they_move() -> None:
    match = moving("german", "GE-84-Inf N8; GE-85-Inf N8; GE-77-Inf N8; GE-91-Inf N9; GE-352-Inf O9", turn=13)
    goes(match, "GE-91-Inf", "N8")
    assert "N8 is overstacked" in match.prompt.warnings[0]
    goes(match, "GE-84-Inf", "N7")
    assert not match.prompt.warnings


@rule("6.5", "13.3")
def test_some_units_have_no_stacking_value() -> None:
    match = crowd("GE-84-Inf N8; GE-85-Inf N8; GE-77-Inf N8; GE-Rommel N8; GE-11-Flak N8; GE-7-Wf N8; GE-91-Inf D8")
    assert match.prompt.step != "crowded hex"
    match = crowd("GE-84-Inf N8; GE-85-Inf N8; GE-77-Inf N8; GE-136-HQT N8; GE-Rommel N8; GE-91-Inf D8")
    assert match.prompt.step == "crowded hex"
    assert against(match, "eliminate GE-Rommel") == "6.5"


@rule("6.6")
def test_each_side_counts_its_own_units() -> None:
    both = "GE-84-Inf N8; GE-85-Inf N8; GE-77-Inf N8; US-82-AB N8; US-101-AB N8; US-1-Inf D8"
    match = crowd(both)
    assert match.prompt.step != "crowded hex"
    match = crowd(f"{both}; GE-91-Inf N8")
    assert match.prompt.step == "crowded hex"
    assert stacking.excess(look(match), "german", match.game.board.index["N8"]) == 1
    assert against(match, "eliminate US-82-AB") == "6.6"


@rule("31.4")
def test_battalions_stack_free() -> None:  # T106
    units = "GE-12SS-Pz N8; GE-Lehr-Pz N8; GE-21-Pz N8; GE-101SS-Tig N8; GE-102SS-Tig N8; "
    units += "GE-2-Pz DD12; GE-116-Pz DD12; GE-654-AG DD12; US-1-Inf D8"
    match = crowd(units, turn=13, options={"31.4": True})
    assert match.prompt.step != "crowded hex"
    match = crowd(units, turn=13)
    lost = []
    while match.prompt.step == "crowded hex":
        lost.append(match.game.board.labels[match.prompt.focus])
        match.play(match.prompt.actions[0])
    assert lost == ["N8", "N8", "DD12"]


@rule("33.3.1", "R106")
def test_stacks_of_the_winter_set_up_are_thinned_out_at_the_first_opportunity() -> None:  # T85
    free = "GE-84-Inf GG12; GE-85-Inf GG12; GE-77-Inf GG12; GE-91-Inf GG12; GE-352-Inf GG12"
    pinned = "GE-26-VG FF13; GE-2-Pz FF13; GE-116-Pz FF13; GE-560-VG FF13; US-28-Inf EE13"
    match = moving("german", f"{free}; {pinned}", 2, turn=27, scenario="bulge", weather="Overcast*")
    board = match.game.board
    assert match.position.start_stacks == board.set("GG12 FF13")
    found = look(match)
    assert stacking.excess(found, "german", board.index["GG12"]) == 3
    assert stacking.excess(found, "german", board.index["FF13"]) <= 0
    # December IV, first impulse: FF13 has ways out.
    match = moving("german", f"{free}; {pinned}", 1, turn=28, scenario="bulge", start_stacks="GG12 FF13")
    assert stacking.excess(look(match), "german", match.game.board.index["FF13"]) == 2


@rule("R106")
def test_nobody_joins_a_stack_that_is_over_full_since_the_start() -> None:
    units = "GE-84-Inf GG12; GE-85-Inf GG12; GE-77-Inf GG12; GE-91-Inf HH12"
    match = moving("german", units, 2, turn=27, scenario="bulge", weather="Overcast*")
    match.play("pick GE-91-Inf")
    assert against(match, "move GG12") == "R106"


@rule("33.3.1")
def test_two_units_stack_free_in_winter() -> None:
    units = "GE-84-Inf HH11; GE-85-Inf HH11; GE-654-AG HH11; GE-150SS-PGBde HH11; GE-91-Inf MM17"
    match = moving("german", units, 2, turn=27, scenario="bulge", weather="Overcast*")
    assert not match.position.start_stacks


@rule("6.3")
def test_settling_may_be_confined_to_some_hexes() -> None:
    match = moving("german", "GE-84-Inf CC4; GE-85-Inf CC4; GE-77-Inf T26; GE-91-Inf T26")
    stacking.settle(hand(match), "german", match.game.board.set("CC4"))
    assert match.position.frames[-1].node == match.game.board.index["CC4"]  # type: ignore[attr-defined]
    assert match.position.frames[-2].step == "movement"


@rule("12.11", "8.9", "21.3", "6.5")
def test_the_second_impulse_of_a_landing_beside_a_german() -> None:  # T22
    # C is BB5, D is CC6 and E is CC5: infantry and Montgomery land at C, beside the German at D.
    match = until(ashore("BR-3-Inf BB5", labels="BB5", units="GE-77-Inf CC6", dice="6 6 6 6"), "second wave")
    play(match, "pick BR-Montgomery", "land BB5", "pick BR-15-Inf", "land BB5", "end")
    assert against(match, "pick BR-15-Inf") == against(match, "pick BR-Montgomery") == "8.9"  # they may not move on
    for raider in ("BR-1-Cdo", "BR-4-Cdo", "US-Rangers"):
        play(match, f"pick {raider}", "raid CC5")
    assert not look(match).overfull(match.game.board.index["CC5"])  # flooded, and three of them
    until(match, "mulberry")
    play(match, "pick Mulberry-12", "place BB5")
    until(match, "combat")
    for unit in ("BR-3-Inf", "BR-15-Inf", "BR-1-Cdo", "BR-4-Cdo", "US-Rangers"):
        if not match.position.frames[-1].attackers >> match.game.unit_numbers[unit] & 1:
            match.play(f"join {unit}")
    assert "17 against 8" in match.prompt.text  # two divisions and three raiders against a city
