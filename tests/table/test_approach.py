"""From where would the units in hand best attack? Tried on branches of what the side knows, hex by hex."""

from __future__ import annotations

import pytest

import bocage
from bocage import BadInput, Match
from bocage.table.showing import approach, odds
from bocage.table.wire.sheet import Odds

TARGET = "1709"
BESIDE = {"1609", "1610", "1708", "1710", "1809", "1810"}


def start(units: str = "US-1 1509; US-2 1508; DE-712 1709") -> Match:
    return bocage.position(
        "roundup", turn=3, at="allied movement", weather="Clear", units=units, us_beachheads="1411", dice="6"
    )


def gain(told: Odds) -> float:
    return sum(chance.value * {"attacker": 1, "defender": -1}.get(chance.good, 0) for chance in told.chances)


def test_every_hex_in_reach_is_tried_and_the_best_comes_first() -> None:
    match = start()
    match.play("pick US-1")
    before = match.position_hash
    found = approach(match, "allied", TARGET)
    assert match.position_hash == before, "the match itself is not touched"
    listed = {str(action) for action in match.prompt.actions}
    assert {one.hex for one in found} == {label for label in BESIDE if f"move {label}" in listed}
    assert len(found) > 1
    gains = [gain(one.odds) for one in found]
    assert gains == sorted(gains, reverse=True)
    for one in found:  # what is told is what comes of going there
        gone = bocage.load(match.text())
        gone.play(f"move {one.hex}")
        assert odds(gone, "allied", TARGET) == one.odds


def test_whoever_stands_there_already_joins() -> None:
    alone, together = (start(f"US-1 1509; {other}; DE-712 1709") for other in ("US-2 1411", "US-2 1610"))
    strengths = []
    for match in (alone, together):
        match.play("pick US-1")
        strengths.append({one.hex: one.odds.attack for one in approach(match, "allied", TARGET)})
    assert strengths[1]["1609"] > strengths[0]["1609"]


def test_without_a_unit_in_hand_or_a_way_there_is_nothing_to_tell() -> None:
    match = start()
    assert approach(match, "allied", TARGET) == []
    match.play("pick US-1")
    assert approach(match, "allied", "2308") == []
    with pytest.raises(BadInput, match="no hex"):
        approach(match, "allied", "9999")
