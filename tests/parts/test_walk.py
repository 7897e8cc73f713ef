"""Walks: which rule keeps a unit from a hex, here or on the way, and on which path a leg is walked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bocage.engine.play import Play
from bocage.hexes import Board, Costs
from bocage.parts.walk import Bar, Limit, Walk, first_bar, leg, opened, too_far, why_unreachable, zones

ROAD = Board({label: (1, row) for row, label in enumerate("abcdef", 1)}, shifted="odd")
COSTS = Costs(ROAD, {2: ROAD.all})
ZONES = "straight from zone to zone", "whoever enters a zone stops", "whoever begins in a zone leaves it first"


def _walk(**more: Any) -> Walk:
    return Walk(COSTS, 0, **{"allowance": 20, "open": ROAD.all, **more})


def _why(walk: Walk, limits: list[Limit], label: str) -> tuple[str, str]:
    few = too_far(walk, "10.4", "there is no way", "{it} would cost {cost} MP and {left} are left")
    return why_unreachable(walk, [*limits, few], ROAD.index[label])


def test_the_first_rule_without_which_a_hex_is_reached_is_to_blame() -> None:
    zone = ROAD.set("c d")
    walk = _walk(stops=zone, open=ROAD.all & ~ROAD.set("f"))
    limits = [*zones(zone, "6.5", *ZONES), opened("5.1", "an enemy holds it", ROAD.set("f"))]
    assert _why(walk, limits, "d") == ("6.5", ZONES[1])
    assert _why(walk, limits, "f") == ("5.1", "an enemy holds it"), "both have to be lifted, and this opens the way"


def test_zones_hinder_whoever_begins_in_one_in_three_ways() -> None:
    zone = ROAD.set("a b")
    walk = _walk(stops=zone, first=~zone)
    assert _why(walk, zones(zone, "6.5", *ZONES), "b") == ("6.5", ZONES[0])
    assert _why(walk, zones(zone, "6.5", *ZONES), "c") == ("6.5", ZONES[2])


def test_a_closer_case_may_be_said_of_the_hex() -> None:
    walk = _walk(open=ROAD.set("a b"))
    swamp = opened("7.1", lambda node: ("7.2", f"{ROAD.labels[node]} is a swamp"), ROAD.set("c"))
    assert _why(walk, [swamp], "c") == ("7.2", "c is a swamp")


def test_what_a_hex_would_cost_is_said_if_a_way_leads_there() -> None:
    assert _why(_walk(allowance=5, spent=1), [], "e") == ("10.4", "{it} would cost 8 MP and 4 are left")
    assert _why(_walk(open=ROAD.set("a b")), [], "d") == ("10.4", "there is no way")


def test_the_first_ban_that_closes_a_hex_is_named() -> None:
    bars = [Bar("3.1", "no guns there", 0b01), Bar("3.2", "a swamp", 0b11)]
    assert [first_bar(bars, node) for node in range(3)] == [("3.1", "no guns there"), ("3.2", "a swamp"), None]


def test_a_leg_follows_the_record_where_that_is_legal_and_else_the_engine() -> None:
    square = Board({"a": (1, 1), "b": (1, 2), "c": (2, 1), "d": (2, 2)}, shifted="even")
    walk = Walk(Costs(square, {1: square.all}), square.index["a"], 3, square.all)
    goal, flood = square.index["d"], walk.reach()

    def walked(*labels: str) -> tuple[str, int]:
        hint = tuple(square.index[label] for label in labels) or None
        play: Play[Any, Any, Any] = Play(SimpleNamespace(rules=None), SimpleNamespace(), None, hint)  # type: ignore[arg-type]
        path, spent = leg(play, goal, flood.path, flood.cost, walk.price)
        assert play.via == path
        return "".join(square.labels[node] for node in path), spent

    shortest = walked()
    assert shortest[1] == flood.cost(goal)
    assert walked("a", "b", "c", "d") == ("abcd", 3), "a longer way that was walked is walked again"
    assert walked("a", "b") == shortest, "it does not lead there"
    assert walked("b", "d") == shortest, "it does not begin where the unit stands"
