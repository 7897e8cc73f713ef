"""Ground Support that is given before the Germans reveal what was hidden, and the order of an invasion turn."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.sequence import TURN
from tests.cases import rule
from tests.fortress.combat.battles import choices
from tests.fortress.invasion.landings import invaded, planning, second, until
from tests.fortress.playing import play, position, refused


def supported(units: str = "", aircraft: int = 5, **fields: Any) -> Match:
    """A landing on M5 and L4, at the question of Ground Support."""
    match = invaded("M5", "L4", units=units, missions={"ground_support": (0, aircraft)}, **fields)
    play(match, "pick US-1-Inf", "land M5", "end")
    return until(match, "ground support")


@rule("12.2.I6", "17.10.2")
def test_three_aircraft_at_most_go_to_a_hex_where_units_have_landed() -> None:
    match = play(supported(), "cover M5", "cover M5", "cover M5")
    assert refused(match, "cover M5") == "17.10.2"
    assert refused(match, "cover L4") == "17.10.2"  # nobody landed there
    assert refused(match, "cover M6") == "17.10.2"  # invaders attack their own hex alone
    assert match.position.support == {"M5": 3}


@rule("12.2.I6", "17.10.2", "17.6")
def test_no_more_aircraft_are_given_than_fly() -> None:
    match = play(supported(aircraft=2), "cover M5", "cover M5")
    assert match.prompt.step != "ground support" or refused(match, "cover M5") == "17.10.2"


@rule("17.10.2", "12.19")
def test_the_allies_may_reckon_with_hidden_units_beside_their_paratroopers() -> None:
    match = planning("US-101-AB england", missions={"ground_support": (0, 2)}, dice="6 1 1 1")
    play(match, "beach M5", "end", "pick US-101-AB", "drop N6", "roll", "pick US-1-Inf", "land M5", "end")
    until(match, "ground support")
    assert {"M5", "N6", "N7", "M6", "O7"} <= set(choices(match, "cover"))


@rule("17.10.2", "12.2.I6")
def test_in_the_second_invasion_support_goes_to_germans_one_sees() -> None:
    match = second(
        "US-8-Inf J5; US-Bradley J4; GE-77-Inf H5; GE-91-Inf J6",
        "H5",
        "I6",
        allied_control="K2",
        missions={"ground_support": (0, 2)},
    )
    play(match, "end", "pick US-90-Inf", "land H5", "pick US-35-Inf", "land I6", "end")
    until(match, "ground support")
    assert set(choices(match, "cover")) == {"H5", "J6"}


@rule("17.4", "17.10.2")
def test_support_keeps_to_tac_range() -> None:
    match = invaded("B15", units="GE-708-Co B15", missions={"ground_support": (0, 2)}, dice="1 1 1 1 1 1")
    play(match, "pick US-1-Inf", "land B15", "end")
    for _ in range(4):
        match.play("place M3")
    match.play("end")
    assert match.prompt.step != "ground support"


@rule("12.2.I1", "12.2.I2", "12.2.I3", "12.2.I4", "12.2.I5", "12.2.I6", "12.2.I7", "12.2.I8", "12.19", "20.9", "19.1")
@rule("12.2.II1", "12.2.II2", "12.2.II3", "12.2.II4", "12.2.II5", "12.2.II6", "R88", "R37", "29.2")
def test_an_invasion_turn_has_the_order_of_the_book() -> None:
    order = [row.name for row in TURN]
    first = ["invasion", "bridge attacks", "allied drop", "landing", "ships", "ground support", "hidden units"]
    then = ["allied first combat", "beaches", "second wave", "allied second movement", "mulberry"]
    last = ["allied second combat", "partisan placed after the landing", "allied supply"]
    places = [order.index(name) for name in first + then + last]
    assert places == sorted(places)


@rule("12.2", "12.1")
@pytest.mark.parametrize(("turn", "asked"), [(8, False), (9, True), (16, True), (17, False)])
def test_the_second_invasion_is_made_from_august_to_september(turn: int, asked: bool) -> None:
    match = position("invasion", "US-1-Inf K2", turn=turn, invasions=1, invasion_turn=1, start_capacity=5, impulse=1)
    assert (match.prompt.step == "invasion") is asked
    both = position("invasion", "US-1-Inf K2", turn=10, invasions=2, invasion_turn=9, start_capacity=5, impulse=1)
    assert both.prompt.step != "invasion"
