"""A way with points of the player's own: what each leg costs is told, and nothing is played."""

from __future__ import annotations

import pytest

import bocage
from bocage.engine.errors import Refusal
from bocage.engine.matches.match import Match
from bocage.table import showing


def marching() -> Match:
    match = bocage.position(
        "roundup", turn=3, at="allied movement", weather="Clear", units="US-1 1509; DE-712 2709",
        us_beachheads="1411", dice="6",
    )  # fmt: skip
    match.play("pick US-1", side="allied")
    return match


def test_each_leg_is_told_with_its_cost_and_the_match_goes_on_as_it_was() -> None:
    match = marching()
    before = match.text()
    found = showing.legs(match, "allied", ["1510", "1511"])
    assert [leg.hexes[-1] for leg in found.legs] == ["1510", "1511"]
    assert [leg.hexes[0] for leg in found.legs] == ["1509", "1510"]
    assert all(leg.cost for leg in found.legs)
    assert match.text() == before
    match.play("move 1510", side="allied")
    match.play("move 1511", side="allied")
    shown = showing.sheet(match, "allied").question
    assert shown is not None
    moves = [choice for choice in shown.choices if choice.verb in ("move", "column")]
    assert [(one.verb, one.operands, one.costs) for one in found.choices] == [
        (one.verb, one.operands, one.costs) for one in moves
    ]


def test_a_way_ends_before_a_hex_that_cannot_be_reached() -> None:
    found = showing.legs(marching(), "allied", ["1510", "2709", "1511"])
    assert [leg.hexes[-1] for leg in found.legs] == ["1510"]


def test_who_does_not_decide_is_told_no_way() -> None:
    with pytest.raises(Refusal):
        showing.legs(marching(), "german", ["1510"])
