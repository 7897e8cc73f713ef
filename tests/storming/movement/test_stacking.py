"""Chapter 5: how many units share a hex, when that is enforced, and what becomes of the rest."""

from __future__ import annotations

from itertools import pairwise

from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    listed,
    play,
    refused,
    said,
    verbs,
    where,
)


def fits(*units: str) -> bool:
    position = at(GERMAN_ASSAULT, "GE-353-Inf 0430").position
    return GAME.look(position).fits([GAME.unit_numbers[unit] for unit in units])


@rule("5.0", "5.2.A", "5.2.A.1")
def test_three_combat_units_share_a_hex() -> None:
    assert fits("GE-353-Inf")
    assert fits("GE-353-Inf", "GE-91-Inf", "GE-2SS-Pz")
    assert not fits("GE-353-Inf", "GE-91-Inf", "GE-2SS-Pz", "GE-77-Inf")


@rule("5.2.A.2")
def test_a_tiger_a_flak_a_garrison_and_a_commander_come_on_top_one_of_each() -> None:
    three = ("GE-353-Inf", "GE-91-Inf", "GE-2SS-Pz")
    assert fits(*three, "GE-501SS-Ti", "GE-III-Flak", "GE-Metz-1", "GE-7A-HQ")
    for extra in ("GE-502SS-Ti", "GE-Flak-1", "GE-Metz-2", "Model"):
        assert not fits(*three, "GE-501SS-Ti", "GE-III-Flak", "GE-Metz-1", "GE-7A-HQ", extra), extra
        assert fits(*three[:2], "GE-501SS-Ti", "GE-III-Flak", "GE-Metz-1", "GE-7A-HQ", extra), "it counts instead"


@rule("5.2.A.3")
def test_the_allies_stack_a_brigade_an_airborne_division_and_a_commander_on_top() -> None:
    three = ("CW-3-Inf", "CW-15-Inf", "CW-50-Inf")
    assert fits(*three, "CW-4-Bde", "CW-6-AB", "CW-21AG-HQ")
    for extra in ("CW-34-Bde", "CW-1-AB", "SHAEF-HQ"):
        assert not fits(*three, "CW-4-Bde", "CW-6-AB", "CW-21AG-HQ", extra), extra
    assert fits("US-4-Inf", "US-1-Inf", "Patton", "SHAEF-HQ", "US-82-AB")
    assert not fits("US-4-Inf", "US-1-Inf", "US-9-Inf", "Patton", "SHAEF-HQ"), "the book's example"


@rule("5.2.B", "R144")
def test_the_commonwealth_does_not_mix_with_us_and_french_units() -> None:
    assert fits("US-4-Inf", "FR-2-Arm")
    assert not fits("US-4-Inf", "CW-3-Inf")
    assert not fits("FR-2-Arm", "CW-4-Bde")
    assert fits("CW-3-Inf", "SHAEF-HQ")
    assert fits("CW-3-Inf", "US-82-AB")
    assert not fits("CW-3-Inf", "US-82-AB", "US-101-AB")
    assert not fits("CW-6-AB", "US-82-AB"), "only with a division that is not airborne itself"
    assert not fits("CW-4-Bde", "US-82-AB")


@rule("5.1")
def test_while_they_move_any_number_of_units_may_share_a_hex() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0430; GE-91-Inf 0430; GE-77-Inf 0430; GE-352-Inf 0432; GE-272-Inf 0433")
    play(m, "pick GE-352-Inf", "move 0430")
    assert [text for text in m.prompt.warnings if "0430 is overstacked" in text]
    play(m, "pick GE-353-Inf", "move 0429")
    assert not m.prompt.warnings
    play(m, "pick GE-272-Inf", "move 0430", "move 0429", "end")
    assert m.prompt.step != "stacking"


@rule("5.1", "5.3")
def test_at_the_end_of_the_segment_the_owner_eliminates_what_is_too_much() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0430; GE-91-Inf 0430; GE-77-Inf 0430; GE-352-Inf 0432; GE-III-Flak 0430")
    play(m, "pick GE-352-Inf", "move 0430", "end")
    assert m.prompt.step == "stacking"
    assert listed(m, "eliminate") == {"GE-353-Inf", "GE-91-Inf", "GE-77-Inf", "GE-352-Inf"}
    assert refused(m, "eliminate GE-III-Flak") == "5.3", "it stacks freely"
    assert refused(m, "end") == "5.3"
    play(m, "eliminate GE-77-Inf")
    assert where(m, "GE-77-Inf") == "cup"
    assert m.prompt.step != "stacking"
    assert said(m, "5.3")


@rule("5.3")
def test_hex_by_hex_until_all_are_within_the_limits() -> None:
    first = "US-4-Inf 0430; US-1-Inf 0430; US-9-Inf 0430; US-29-Inf 0430; US-30-Inf 0430"
    m = at("allied exploitation stacking", f"{first}; US-79-Inf 0433; CW-3-Inf 0433; CW-4-Bde 0433")
    assert listed(m, "eliminate") == {"US-4-Inf", "US-1-Inf", "US-9-Inf", "US-29-Inf", "US-30-Inf"}
    play(m, "eliminate US-4-Inf", "eliminate US-1-Inf")
    assert listed(m, "eliminate") == {"US-79-Inf", "CW-3-Inf", "CW-4-Bde"}, "nations are at odds"
    assert refused(m, "eliminate US-9-Inf") == "5.3"
    play(m, "eliminate US-79-Inf")
    assert m.prompt is None or m.prompt.step != "stacking"


@rule("5.3")
def test_a_second_unit_of_a_free_type_is_one_too_many_and_either_may_go() -> None:
    m = at(
        "german exploitation stacking",
        "GE-353-Inf 0430; GE-91-Inf 0430; GE-77-Inf 0430; GE-III-Flak 0430; GE-Flak-1 0430",
    )
    assert listed(m, "eliminate") == {"GE-353-Inf", "GE-91-Inf", "GE-77-Inf", "GE-III-Flak", "GE-Flak-1"}


@rule("5.1")
def test_every_movement_segment_ends_with_it() -> None:
    rows = GAME.rules.sequence["turn"]
    steps = [row for row in rows if row.step in ("movement", "stacking", "combat", "strafing")]
    for row, after in pairwise(steps):
        if row.step == "movement":
            assert (after.step, after.side) == ("stacking", row.side), row.name
            assert after.when is row.when


@rule("5.3", "7.2.2.A")
def test_an_eliminated_panzer_division_is_rebuilt_before_the_next_hex_is_thinned_out() -> None:
    units = "GE-2SS-Pz 0430; GE-91-Inf 0430; GE-77-Inf 0430; GE-353-Inf 0430; GE-352-Inf 0430"
    m = play(at("german exploitation stacking", units), "eliminate GE-2SS-Pz")
    assert m.prompt.step == "rebuilding"
    play(m, "rebuild-in-box")
    assert m.prompt.step == "stacking"
    assert verbs(m) == {"eliminate"}


def test_without_surplus_nobody_is_asked() -> None:
    for row in (ALLIED_ASSAULT, ALLIED_EXPLOITATION, GERMAN_EXPLOITATION):
        m = at(row, "US-4-Inf 0430; US-1-Inf 0430; GE-353-Inf 3033; GE-91-Inf 3033", declared=2, dice="1 1 1 1 1")
        play(m, "end")
        assert not said(m, "5.3")
