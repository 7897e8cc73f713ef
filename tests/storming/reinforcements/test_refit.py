"""Case 7.3: Rest and Refit."""

from __future__ import annotations

import pytest

from bocage.games.storming.rules.supply.segments import check_supply
from bocage.table import showing
from tests.cases import rule
from tests.storming.reinforcements.arriving import GAME, at, hand_of, listed, refused, steps, told


def bit(unit: str) -> int:
    return 1 << GAME.unit_numbers[unit]


ARMOUR = "US-2-Arm 0820 reduced; CW-7-Arm 1020 reduced; CW-8-Bde 1121 reduced"


@rule("7.3.A", "7.2")
def test_only_reduced_replaceable_two_step_armour_refits() -> None:
    units = "US-1-Inf 0820 reduced; US-3-Arm 0820; US-82-AB 0619; US-1A-HQ 0619; FR-2-Arm 0619 reduced"
    m = at("allied refit", 7, f"{ARMOUR}; {units}")
    assert listed(m, "refit") == {"US-2-Arm", "CW-7-Arm", "CW-8-Bde"}
    assert refused(m, "refit US-1-Inf") == ("7.3.A", "only replaceable two-step Armored or Mechanized units refit")
    assert refused(m, "refit US-82-AB")[0] == "7.3.A"
    assert refused(m, "refit US-1A-HQ")[0] == "7.3.A"
    assert refused(m, "refit US-3-Arm") == ("7.3.A", "US-3-Arm is at full strength")
    assert refused(m, "refit FR-2-Arm") == ("7.3.B", "French Armored units never refit")
    assert refused(m, "refit US-4-Arm") == ("7.3.D", "US-4-Arm is not on the map")


@rule("7.3.C")
def test_the_button_names_the_marker() -> None:
    """In the book's word; the step has no other one for it."""
    m = at("allied refit", 7, ARMOUR)
    question = showing.sheet(m, "allied").question
    assert question is not None
    label = next(choice.label for choice in question.choices if choice.verb == "refit")
    usual = {verb.verb: verb.label for verb in showing.box("storming").verbs}
    assert (label or usual["refit"]) == "Place an R&R marker"


@rule("7.3.A")
def test_german_mechanized_divisions_refit_and_parachutists_do_not() -> None:
    units = "GE-17SS-PG 2120 reduced; GE-12SS-Pz 2122 reduced; GE-3FJ-Div 2118 reduced; GE-III-Flak 2124 reduced"
    m = at("german refit", 4, units)
    assert listed(m, "refit") == {"GE-17SS-PG", "GE-12SS-Pz"}
    assert refused(m, "refit GE-3FJ-Div")[0] == "7.3.A"
    assert refused(m, "refit GE-III-Flak")[0] == "7.3.A"


@rule("7.3.B")
@pytest.mark.parametrize(
    ("turn", "british", "americans"), [(2, 1, 0), (3, 1, 1), (5, 1, 2), (6, 2, 2), (7, 2, 3), (14, 2, 3)]
)
def test_markers_become_available_on_their_turns(turn: int, british: int, americans: int) -> None:
    units = (
        "CW-7-Arm 1020 reduced; CW-11-Arm 1020 reduced; CW-8-Bde 1121 reduced; US-2-Arm 0820 reduced; "
        "US-3-Arm 0820 reduced; US-4-Arm 0619 reduced; US-6-Arm 0619 reduced; SHAEF-HQ 0518"
    )
    m = at("allied refit", turn, units, cherbourg_turn=1, allied_control="0518")
    placed = {"US": 0, "CW": 0}
    while listed(m, "refit"):
        unit = min(listed(m, "refit"))
        m.play(f"refit {unit}")
        placed[unit[:2]] += 1
    assert placed == {"CW": british, "US": americans}
    spare = "CW-8-Bde" if m.position.refit & bit("CW-7-Arm") else "CW-7-Arm"
    if not m.position.refit & bit(spare):
        assert refused(m, f"refit {spare}") == ("7.3.B", "its nation has no R&R marker left")


@rule("7.3.B")
def test_the_one_german_marker_comes_on_turn_four() -> None:
    units = "GE-17SS-PG 2120 reduced; GE-12SS-Pz 2122 reduced; CW-1-AB england"
    early = at("german refit", 3, units)
    assert early.prompt.side == "allied"
    m = at("german refit", 4, units)
    assert "A German R&R marker becomes available." in told(m)
    m.play("refit GE-12SS-Pz")
    assert listed(m, "refit") == set()
    assert refused(m, "refit GE-17SS-PG")[0] == "7.3.B"
    assert refused(m, "refit GE-12SS-Pz") == ("7.3.C", "GE-12SS-Pz is under an R&R marker already")


@rule("7.3.C", "4.1.I.c", "4.1.I.f")
def test_a_unit_under_a_marker_is_restored_in_the_next_segment_and_the_marker_goes_on() -> None:
    units = "GE-17SS-PG 2120 reduced; GE-12SS-Pz 2122 reduced; US-2-Arm 0820 reduced"
    m = at("german refit", 5, units, refit="GE-17SS-PG US-2-Arm")
    assert steps(m, "GE-17SS-PG") == 2
    assert not m.position.refit & bit("GE-17SS-PG")
    assert "17 SS Panzergrenadier Division has refitted and is at full strength." in told(m)
    # The other side's units wait for their own segment.
    assert (steps(m, "US-2-Arm"), bool(m.position.refit & bit("US-2-Arm"))) == (1, True)
    m.play("refit GE-12SS-Pz")
    assert m.position.refit & bit("GE-12SS-Pz")
    assert steps(m, "GE-12SS-Pz") == 1


@rule("7.3.D", "8.5", "R74")
def test_a_unit_out_of_supply_does_not_refit() -> None:
    m = at("allied refit", 7, ARMOUR, oos="US-2-Arm")
    assert refused(m, "refit US-2-Arm") == ("7.3.D", "US-2-Arm is out of supply")
    assert listed(m, "refit") == {"CW-7-Arm", "CW-8-Bde"}


@rule("7.3.D", "R74")
def test_the_ruhr_supplies_a_refit_but_a_coastal_fort_does_not() -> None:
    infantry = [counter.id for counter in GAME.counters if counter.nation == "US" and counter.type == "infantry"]
    ring = GAME.board.names(GAME.board.ring(GAME.board.index["2412"], 2) | GAME.board.ring(GAME.board.index["5409"], 4))
    ring = [label for label in ring if label not in ("5209", "5309", "5609", "5610")]
    allies = "; ".join(f"{unit} {label}" for unit, label in zip(infantry, ring, strict=False))
    m = at("german refit", 9, f"{allies}; GE-12SS-Pz 2412 reduced; GE-2-Pz 5409 reduced; GE-9-Pz 5020 reduced")
    look = m.inquire()
    for unit in ("GE-12SS-Pz", "GE-2-Pz"):
        assert not look.east_supply() >> look.position.units[GAME.unit_numbers[unit]].at & 1
        assert look.supplied(GAME.unit_numbers[unit])
    assert listed(m, "refit") == {"GE-2-Pz", "GE-9-Pz"}
    assert refused(m, "refit GE-12SS-Pz") == (
        "7.3.D",
        "the supply of a Coastal Fort is not enough to refit GE-12SS-Pz",
    )
    connected = at("german refit", 9, "GE-12SS-Pz 2412 reduced; GE-2-Pz 5409 reduced")
    assert listed(connected, "refit") == {"GE-12SS-Pz", "GE-2-Pz"}


@rule("7.3.D")
def test_a_unit_beside_the_enemy_does_not_refit_but_on_a_beach_it_may() -> None:
    units = "US-3-Arm 0720 reduced; GE-91-Inf 0620; GE-352-Inf 0821; GE-716-Co 0721"
    m = at("allied refit", 7, f"{ARMOUR}; {units}")
    assert refused(m, "refit US-3-Arm") == ("7.3.D", "US-3-Arm is adjacent to an enemy unit")
    assert m.inquire().beside_enemy("allied") >> GAME.board.index["0820"] & 1
    assert "US-2-Arm" in listed(m, "refit")
    german = at("german refit", 7, "GE-12SS-Pz 2120 reduced; GE-2-Pz 2126 reduced; US-1-Inf 2121")
    assert listed(german, "refit") == {"GE-2-Pz"}
    assert refused(german, "refit GE-12SS-Pz")[0] == "7.3.D"


@rule("7.3.E", "6.2", "2.2.C", "R54")
def test_a_unit_under_a_marker_has_no_zone_but_its_full_defence() -> None:
    m = at("allied refit", 7, "US-2-Arm 2120 reduced; CW-7-Arm 1020 reduced")
    unit, node = GAME.unit_numbers["US-2-Arm"], GAME.board.index["2120"]
    beside = GAME.board.step(1 << node)
    assert m.inquire().zone("allied") & beside
    before = m.inquire().defence(unit)
    m.play("refit US-2-Arm")
    assert not m.inquire().zone("allied") & beside
    assert m.inquire().defence(unit) == before == 3


@rule("7.3.F", "8.5", "R26")
def test_a_unit_found_out_of_supply_loses_its_marker_and_stays_reduced() -> None:
    units = "CW-7-Arm 1020 reduced; US-2-Arm 2120 reduced; GE-91-Inf 2119; GE-77-Inf 2222; GE-84-Inf 2022"
    m = at("allied refit", 9, f"{units}; US-3-Arm 0820 reduced")
    play = hand_of(m)
    play.position.refit = bit("US-2-Arm")
    check_supply(play, "allied")
    assert not play.position.refit & bit("US-2-Arm")
    assert play.position.units[GAME.unit_numbers["US-2-Arm"]].steps == 1
    assert "7.3.F" in [event.rule for event in play.events]


@rule("7.3.F")
def test_an_enemy_that_only_comes_adjacent_does_not_remove_the_marker() -> None:
    m = at("allied refit", 7, "US-2-Arm 0820 reduced; CW-7-Arm 1020 reduced")
    m.play("refit US-2-Arm")
    play = hand_of(m)
    play.put(GAME.unit_numbers["GE-352-Inf"], GAME.board.index["0821"])
    check_supply(play, "allied")
    assert play.position.refit & bit("US-2-Arm")


@rule("7.3.G")
def test_nobody_has_to_use_a_marker() -> None:
    m = at("allied refit", 7, ARMOUR)
    m.play("end")
    assert not m.position.refit
    assert steps(m, "US-2-Arm") == 1


@rule("7.3.C")
def test_a_marker_can_be_taken_back_before_the_segment_ends() -> None:
    m = at("allied refit", 3, "US-2-Arm 0820 reduced")
    m.play("refit US-2-Arm")
    assert [str(action) for action in m.prompt.actions] == ["end"]
    m.undo()
    assert not m.position.refit
