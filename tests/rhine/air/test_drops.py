"""Air drops: how many, where, in which state, and how a division comes to drop again (DROP)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.rhine.opening import at, listed, marked, play, refused, supply, told, where

FRONT = "US-5C 1817; BR-1C 1915; DE-84K 1814"
BEACHES = {"first_beaches": "1817 1915"}
OVERFULL = (
    "1817 holds more than its stacking limit: what is still in excess there when movement ends is Disrupted (STK.6)."
)
DIVISIONS = ("US-82AB", "US-101AB", "BR-6AB", "BR-1AB", "US-17AB")


def air(units: str = FRONT, **more: Any) -> Any:
    return at("air operations", units, **{**BEACHES, **more})


def drop(match: Any, unit: str, node: str) -> Any:
    return play(match, f"pick {unit}", f"drop {node}")


@rule("DROP.1", "AIR.1")
@pytest.mark.parametrize(("weather", "most"), [("good", 4), ("bad", 2)])
def test_four_divisions_drop_in_good_weather_and_two_in_bad(weather: str, most: int) -> None:
    m = air(turn=10, weather=weather)
    for unit, node in zip(DIVISIONS[:most], ("2011", "2110", "2208", "2309"), strict=False):
        drop(m, unit, node)
    name = {"good": "Good", "bad": "Bad"}[weather]
    why = f"{most} airborne divisions have dropped, and no more may do so in {name} weather"
    assert refused(m, "pick US-17AB") == ("DROP.1", why)
    assert listed(m, "pick") == set()


@rule("DROP.1", "MOV.6")
def test_nobody_drops_in_very_bad_weather() -> None:
    m = air("US-82AB 1817; US-5C 1817", weather="very bad")
    assert refused(m, "pick US-101AB")[0] == "MOV.6"


@rule("DROP.1")
def test_only_airborne_divisions_drop() -> None:
    m = air()
    assert listed(m, "pick") == {"US-82AB", "US-101AB", "BR-6AB"}
    assert refused(m, "pick US-8C") == ("DROP.1", "US-8C is not an Allied airborne division")
    assert refused(m, "drop 2011") == ("DROP.1", "choose the airborne division that drops first")
    m.play("pick US-82AB")
    assert refused(m, "pick US-82AB") == ("DROP.1", "US-82AB is chosen already: say where it drops")
    assert listed(m, "pick") == {"US-101AB", "BR-6AB"}  # the choice may still change


@rule("DROP.2", "R34")
def test_they_drop_anywhere_but_on_germans_and_their_fortresses() -> None:
    m = play(air("US-5C 1817; DE-84K 1814; DE-s503 2010; DE-Dummy1 2208 down"), "pick US-82AB")
    everywhere = set(m.game.board.names(m.game.board.all))
    fortresses = set(m.game.board.names(m.game.data.fortress_ports))
    assert listed(m, "drop") == everywhere - fortresses - {"1814", "2010", "2208"}
    why = "there are German pieces in {}: a drop needs a hex without any"
    assert refused(m, "drop 1814") == ("R34", why.format("1814"))
    assert refused(m, "drop 2208") == ("R34", why.format("2208"))
    assert refused(m, "drop 1619") == ("R34", "1619 is a German fortress, on which nobody drops")


@rule("DROP.2")
def test_a_fortress_in_allied_hands_is_open_to_drops() -> None:
    m = play(air(allied_control="1619"), "pick US-82AB")
    assert "1619" in listed(m, "drop")


@rule("DROP.3")
def test_a_division_beyond_every_supply_line_lands_disrupted() -> None:
    m = drop(air(), "US-82AB", "2505")
    assert marked(m, "disrupted") == {"US-82AB"}
    assert told(m)[-2:] == [
        "US 82nd Airborne Division drops on Orléans (2505).",
        "US 82nd Airborne Division is Disrupted.",
    ]


@rule("DROP.3")
@pytest.mark.parametrize(
    ("node", "state", "disrupted"), [("1813", "full", False), ("1809", "short", False), ("1808", "unsupplied", True)]
)
def test_a_supply_line_full_or_short_keeps_it_in_order(node: str, state: str, disrupted: bool) -> None:
    m = drop(air("US-5C 1817; BR-1C 1915", first_beaches="1817"), "US-82AB", node)
    assert supply(m, "US-82AB") == state
    assert ("US-82AB" in marked(m, "disrupted")) is disrupted


@rule("DROP.3")
def test_the_line_is_judged_at_that_moment() -> None:
    # Zones cover every hex around 1812, but not the way to 1813.
    ring = "US-5C 1817; BR-1C 1915; DE-84K 1713; DE-21Pz 2012; DE-2Pz 1810; DE-74K 1611"
    m = drop(air(ring), "US-101AB", "1812")
    assert marked(m, "disrupted") == {"US-101AB"}
    # A division that dropped in 1813 a moment ago keeps the line open.
    m = drop(drop(air(ring), "US-82AB", "1813"), "US-101AB", "1812")
    assert marked(m, "disrupted") == set()


@rule("DROP.3", "R39")
def test_no_supply_comes_by_air() -> None:
    m = drop(air(), "US-82AB", "4217")
    assert supply(m, "US-82AB") in ("unsupplied", "isolated")


@rule("DROP.2")
def test_a_drop_takes_the_hex_and_turns_up_what_lies_beside_it() -> None:
    m = air("US-5C 1817; DE-21Pz 2110 down; DE-Dummy1 2011 down; DE-2Pz 2508 down")
    drop(m, "US-82AB", "2111")
    assert m.position.allied_control >> m.game.board.index["2111"] & 1
    assert where(m, "DE-Dummy1") == "dead"
    assert marked(m, "face_down") == {"DE-2Pz"}


@rule("DROP.2")
def test_the_allied_list_does_not_tell_dummies_from_divisions() -> None:
    lists = []
    for down in ("DE-21Pz 2010 down; DE-Dummy1 2508 down", "DE-Dummy1 2010 down; DE-21Pz 2508 down"):
        m = play(air(f"US-5C 1817; {down}"), "pick US-82AB")
        lists.append([str(action) for action in m.prompt.actions])
        assert refused(m, "drop 2010")[0] == "R34"
    assert lists[0] == lists[1]


@rule("DROP.2")
def test_a_drop_takes_no_hex_off_the_movement() -> None:
    m = drop(air(), "US-82AB", "1813")
    assert marked(m, "arrived") == set()
    assert marked(m, "moved") == set()


@rule("REIN.4")
def test_british_first_airborne_waits_for_turn_six() -> None:
    why = "BR-1AB enters on turn 6 (August II) or later"
    assert refused(air(turn=5), "pick BR-1AB") == ("REIN.4", why)
    assert "BR-1AB" in listed(air(turn=6), "pick")
    assert refused(air(turn=9), "pick US-17AB")[0] == "REIN.3"
    assert "US-17AB" in listed(air(turn=10), "pick")


@rule("DROP.4", "R34")
def test_to_drop_again_a_division_rests_off_the_map_for_four_turns() -> None:
    m = air("US-82AB 1817; US-5C 1817")
    assert refused(m, "pick US-82AB") == (
        "DROP.4",
        "US-82AB is on the map: it drops again 4 turns after it has left it",
    )
    m.play("withdraw US-82AB")
    assert where(m, "US-82AB") == "resting"
    assert m.position.resting_since == {"US-82AB": 4}
    assert told(m)[-1] == "US 82nd Airborne Division leaves the map; it may drop again from turn 8 on."
    why = "US-82AB left the map on turn 4 and drops again on turn 8 at the earliest"
    assert refused(m, "pick US-82AB") == ("DROP.4", why)
    resting = "US-82AB resting; US-5C 1817"
    assert refused(air(resting, turn=7, resting_since={"US-82AB": 4}), "pick US-82AB") == ("DROP.4", why)
    m = drop(air(resting, turn=8, resting_since={"US-82AB": 4}), "US-82AB", "1813")
    assert (where(m, "US-82AB"), m.position.resting_since) == ("1813", {})


@rule("DROP.4", "R34")
def test_only_undisrupted_divisions_in_full_supply_leave() -> None:
    m = air("US-82AB 1817; US-101AB 1817 disrupted; BR-6AB 1809; US-5C 1817", first_beaches="1817")
    assert listed(m, "withdraw") == {"US-82AB"}
    assert refused(m, "withdraw US-101AB") == ("R34", "US-101AB is Disrupted and cannot leave the map")
    assert refused(m, "withdraw BR-6AB") == ("R34", "BR-6AB is not in Full supply and cannot leave the map")
    assert refused(m, "withdraw US-17AB") == ("R34", "US-17AB is not on the map")
    assert refused(m, "withdraw US-5C") == ("DROP.1", "US-5C is not an Allied airborne division")


@rule("DROP.4", "R62")
def test_a_division_that_has_just_dropped_stays() -> None:
    m = drop(air(first_beaches="1817"), "US-82AB", "1816")
    assert supply(m, "US-82AB") == "full"
    assert refused(m, "withdraw US-82AB") == (
        "R34",
        "US-82AB has dropped just now and leaves on a later turn at the earliest",
    )


@rule("DROP.4")
def test_a_division_leaves_in_any_weather() -> None:
    m = play(air("US-82AB 1817; US-5C 1817", weather="very bad"), "withdraw US-82AB")
    assert where(m, "US-82AB") == "resting"


@rule("REPL.1")
def test_a_lost_division_never_drops_again() -> None:
    m = air("US-82AB dead; US-5C 1817")
    assert refused(m, "pick US-82AB") == ("REPL.1", "US-82AB is lost: Allied units are never replaced")


@rule("DROP.2")
def test_a_drop_onto_a_full_hex_is_allowed_with_a_warning() -> None:
    m = air("US-5C 1817; US-2AD 1817")  # Omaha holds three points
    assert m.prompt.warnings == []
    drop(m, "US-82AB", "1817")
    assert m.prompt.warnings == [OVERFULL]
    assert marked(m, "disrupted") == set()
