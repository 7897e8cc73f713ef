"""Airfields that are lost or moved (14.4)."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.festung.combat.fighting import fighting
from tests.festung.playing import INTERDICTED, game, goals, look, midway, place, play, position, refused

REIMS = "0811"


@rule("14.4", "11.72", "R64", "R106")
def test_an_airfield_goes_when_its_hex_falls_at_attrition() -> None:
    """No Axis unit enters; it goes to the nearest Beach Head or to a box all the same."""
    node = game().board.index
    for airfields, asked in ((f"{REIMS} UK", True), ("0410 UK", False)):
        match = midway(
            lambda made: made.start("attrition", "allied"), "US-V 0410; GE-LXXX 0712", marked="0410",
            allied_control=f"{REIMS} 0410", airfields=airfields,
        )  # fmt: skip
        assert not match.position.allied_control >> node[REIMS] & 1
        assert bool(match.prompts) is asked
        if asked:
            assert match.prompt.side == "allied"
            assert goals(match, "relocate") == {"0410", "UK", "NA"}
            play(match, "relocate 0410")
            assert match.position.airfields == (node["0410"], node["UK"])


@rule("14.32", "14.4", "10.2", "R79")
def test_aircraft_that_interdict_move_with_their_airfield() -> None:
    node = game().board.index
    fields = {"fighters": {"US-A": "interdiction"}, "stationed": {"US-A": "Airfield 1"}}
    match = position(
        "allied action", "US-V 0410; GE-LXXX 1008", turn=6, allied_hand="allied-3", marked="0410",
        allied_control=f"0410 0511 0611 0712 {REIMS}", airfields="0410 UK", **fields,
    )  # fmt: skip
    paris = look(match).interdicted()
    assert not paris >> node["1009"] & 1
    play(match, "rd allied-3", "field Airfield_1", f"redeploy {REIMS}")
    assert look(match).interdicted() >> node["1009"] & 1, "Cologne is three hexes from Reims"
    assert match.position.stationed == {"US-A": "Airfield 1"}


@rule("14.3", "14.32")
def test_two_markers_at_one_place_reach_no_farther_than_one() -> None:
    one = position("axis action", "GE-LXXX 1008; US-V UK", **INTERDICTED["UK"])
    two = position(
        "axis action", "GE-LXXX 1008; US-V UK", fighters={"UK-A": "interdiction", "US-A": "interdiction"},
        stationed={"UK-A": "Airbase UK", "US-A": "Airbase UK"},
    )  # fmt: skip
    assert look(one).interdicted() == look(two).interdicted()
    assert place(one, "US-V") == "UK"


@rule("14.31", "R31")
@pytest.mark.parametrize(("field", "near"), [("0913", True), ("0914", True), ("0915", False)])
def test_ground_support_reaches_three_hexes(field: str, near: bool) -> None:
    """Out of Metz: Dijon is two hexes away, Lyon three, Grenoble or what lies behind it four."""
    match = fighting(
        "allied", "US-V 0911; GE-LXXX 1010", fighters={"US-A": "ground support"}, airfields=f"{field} {field}",
        allied=field,
    )  # fmt: skip
    match.play("attack 1010")
    match.play("join US-V")
    assert (refused(match, "support US-A") == "") is near
    assert near or refused(match, "support US-A") == "14.31"
