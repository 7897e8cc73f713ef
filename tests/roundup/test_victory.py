"""Chapters 12 and 14: the end of the turn, the end of the game, and who has won it."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.table.faces import face_class
from bocage.terminal.faces import face_of
from tests.cases import rule

DUNKIRK, CALAIS, BOULOGNE = "1305 1306 1307", "1617 1618", "2523 2623"
BEACHES = {"us_beachheads": "1413 1414", "uk_beachheads": "1515 1516"}
# One German division here keeps its zone on both hexes of Boulogne.
GATE_OF_BOULOGNE = "DE-376 2624"
MARKERS = {"tas": "3012", "us_aerial": "3012", "uk_aerial": "3014", "replaced": "US-1"}


def ended(units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at="administration", units=units, **{"turn": 10, **more})


def markers(match: Any) -> tuple[Any, ...]:
    position = match.position
    return position.tas, position.us_aerial, position.uk_aerial, position.replaced


def levels(match: Any) -> tuple[str, str]:
    standing = match.view()["standing"]
    return standing["allied"], standing["german"]


def allied(control: str, units: str = "", **more: Any) -> str:
    return levels(ended(units, allied_control=control, **{**BEACHES, **more}))[0]


def german(strategy: int, control: str = "", units: str = "", lost: int = 0) -> str:
    return levels(ended(units, strategy=strategy, allied_control=control, beachheads_lost=lost))[1]


@rule("12.0")
def test_the_turn_marker_moves_on_and_after_turn_ten_the_game_is_over() -> None:
    for turn in range(1, 10):
        m = ended("US-1 3012; UK-1 3014; DE-376 3820", turn=turn, dice="6 1 1 1 1 1", **MARKERS)
        assert (m.outcome, m.position.turn) == (None, turn + 1)
        assert markers(m) == ((), 0, 0, 0)
    m = ended("US-1 3012; UK-1 3014; DE-376 3820", **MARKERS)
    assert (m.outcome is None, m.position.turn, m.prompts) == (False, 10, {})
    assert markers(m) == ((), 0, 0, 0)
    with pytest.raises(bocage.Refusal, match="the game is over"):
        m.play("end")


@rule("14.0")
def test_the_higher_level_wins_and_equal_levels_draw() -> None:
    m = ended(allied_control=f"{DUNKIRK} {CALAIS}", strategy=1, **BEACHES)
    assert levels(m) == ("operational", "tactical")
    assert (m.outcome.winner, m.outcome.level, m.outcome.rule) == ("allied", "operational", "14.1")
    m = ended(strategy=2)
    assert levels(m) == ("failure", "operational")
    assert (m.outcome.winner, m.outcome.level, m.outcome.rule) == ("german", "operational", "14.2.1")
    m = ended("US-1 4205", strategy=2)
    assert levels(m) == ("failure", "failure")
    assert (m.outcome.winner, m.outcome.level, m.outcome.rule) == ("", "draw", "14.0")


@rule("14.2")
@pytest.mark.parametrize(
    ("control", "words"),
    [
        ("", "German hexes in all 3 ports"),
        ("1305", "German hexes in all 3 ports"),
        (DUNKIRK, "German hexes in 2 of 3 ports"),
        (f"{DUNKIRK} {CALAIS} {BOULOGNE}", "German hexes in none of 3 ports"),
    ],
)
def test_the_ports_that_count_for_the_germans_are_named_for_what_they_are(control: str, words: str) -> None:
    match = ended(allied_control=control)
    (verdict,) = [text for _, case, text in match.log() if case == "14.0"]
    assert f"({words}, beachheads destroyed: 0" in verdict
    sheet = {fact.name: fact.text for fact in face_class("roundup")(match.game).standing(match.inquire())}
    assert words in sheet["Germans"]
    header = face_of("roundup").header(match.inquire(), "administration")
    assert words in str(header[-1])


@rule("14.0")
def test_nobody_wins_before_the_end_unless_the_other_gives_up() -> None:
    everything = f"{DUNKIRK} {CALAIS} {BOULOGNE} 4205"
    m = ended(turn=9, allied_control=everything, dice="6", **BEACHES)
    assert (levels(m)[0], m.outcome) == ("strategic", None)
    m.concede("allied")
    assert (m.outcome.winner, m.outcome.rule) == ("german", "14.0")
    with pytest.raises(bocage.Refusal, match="the game is over"):
        m.concede("german")


@rule("14.1", "R45")
@pytest.mark.parametrize(
    ("beaches", "control", "units", "level"),
    [
        (4, f"{DUNKIRK} {CALAIS} {BOULOGNE} 4205", "", "strategic"),
        (4, f"{DUNKIRK} {CALAIS} {BOULOGNE}", "", "operational"),
        (4, f"{DUNKIRK} {CALAIS} {BOULOGNE} 4205", GATE_OF_BOULOGNE, "operational"),
        (4, f"{DUNKIRK} {BOULOGNE} 4205", GATE_OF_BOULOGNE, "tactical"),
        (4, f"{BOULOGNE} 4205", GATE_OF_BOULOGNE, "limited"),
        (4, "1305 1306 1617 2523 4205", "", "failure"),
        (3, f"{DUNKIRK} {CALAIS} {BOULOGNE} 4205", "", "failure"),
    ],
)
def test_beachheads_ports_links_and_an_edge_make_the_allied_level(
    beaches: int, control: str, units: str, level: str
) -> None:
    more = {} if beaches == 4 else {"us_beachheads": "1413", "beachheads_lost": 1}
    assert allied(control, units, **more) == level


@rule("14.1a", "R17")
def test_an_allied_strategic_victory_needs_a_linked_edge_hex_under_control() -> None:
    ports = f"{DUNKIRK} {CALAIS} {BOULOGNE}"
    for edge in ("4201", "4225", "2301", "2401", "4101"):
        assert allied(f"{ports} {edge}") == "strategic"
    for edge in ("", "2201", "1001", "2023"):  # no edge, or one that does not count
        assert allied(f"{ports} {edge}") == "operational"
    assert allied(f"{ports} 4205", "DE-376 4206") == "operational"  # taken, but the line to it is cut
    assert allied(f"{ports} 4205", GATE_OF_BOULOGNE) == "operational"  # one port is cut off
    assert allied(f"{DUNKIRK} {CALAIS} 2523 4205") == "operational"  # half of Boulogne is German
    assert allied(f"{ports} 4205", us_beachheads="1413", beachheads_lost=1) == "failure"
    # A beachhead that no line reaches breaks every link; a unit on it repairs that.
    assert allied(f"{ports} 4205", "DE-376 1614", us_beachheads="1413 1514") == "limited"
    assert allied(f"{ports} 4205", "DE-376 1614; UK-10Cdo 1514", us_beachheads="1413 1514") == "strategic"


@rule("14.1b")
def test_an_allied_operational_victory_needs_two_linked_ports() -> None:
    assert allied(f"{DUNKIRK} {CALAIS}") == "operational"
    assert allied(f"{DUNKIRK} {BOULOGNE}") == "operational"
    assert allied(f"{DUNKIRK} {BOULOGNE}", GATE_OF_BOULOGNE) == "tactical"
    assert allied(f"{DUNKIRK} 2523 1617") == "tactical"
    assert allied(f"{DUNKIRK} {CALAIS}", uk_beachheads="1515", beachheads_lost=1) == "failure"


@rule("14.1c")
def test_an_allied_tactical_victory_needs_one_linked_port() -> None:
    assert allied(BOULOGNE) == "tactical"
    assert allied(BOULOGNE, GATE_OF_BOULOGNE) == "limited"
    assert allied(BOULOGNE, f"{GATE_OF_BOULOGNE}; US-1 2623") == "tactical"  # a garrison keeps the way open
    assert allied("2523") == "failure"
    assert allied(BOULOGNE, us_beachheads="1413", beachheads_lost=1) == "failure"


@rule("R17")
def test_victory_links_ask_neither_for_the_nation_nor_for_the_announcement_of_a_port() -> None:
    assert allied(CALAIS, uk_ports=CALAIS) == allied(CALAIS, us_ports=CALAIS) == allied(CALAIS) == "tactical"


@rule("14.1d")
def test_an_allied_limited_victory_needs_one_port_and_no_link() -> None:
    assert allied(BOULOGNE, GATE_OF_BOULOGNE) == "limited"
    assert allied("2523", GATE_OF_BOULOGNE) == "failure"
    assert allied(BOULOGNE, GATE_OF_BOULOGNE, us_beachheads="1413", beachheads_lost=1) == "failure"


@rule("14.1e")
def test_anything_less_is_failure_for_the_allies() -> None:
    assert allied("") == "failure"
    assert allied("1305 1306 1617 2523 4205 4206") == "failure"
    assert allied(f"{DUNKIRK} {CALAIS} {BOULOGNE} 4205", us_beachheads="1413", beachheads_lost=1) == "failure"


@rule("14.2")
def test_more_is_asked_of_the_germans_who_called_in_russia() -> None:
    assert [german(strategy) for strategy in (1, 2, 3, 4)] == ["operational", "operational", "limited", "limited"]


@rule("14.2.1")
@pytest.mark.parametrize("strategy", [1, 2])
def test_german_levels_without_russia(strategy: int) -> None:
    held = {3: "", 2: BOULOGNE, 1: f"{BOULOGNE} {CALAIS}", 0: f"{BOULOGNE} {CALAIS} {DUNKIRK}"}
    for ports, lost, level in (
        (3, 1, "strategic"), (3, 4, "strategic"), (3, 0, "operational"), (2, 4, "operational"), (2, 0, "operational"),
        (1, 4, "tactical"), (1, 0, "tactical"), (0, 4, "limited"), (0, 0, "limited"),
    ):  # fmt: skip
        assert german(strategy, held[ports], lost=lost) == level
    assert german(strategy, "1305 1306 1617 2523", lost=1) == "strategic"  # one hex in each port will do


@rule("14.2.2")
@pytest.mark.parametrize("strategy", [3, 4])
def test_german_levels_with_russia(strategy: int) -> None:
    held = {3: "", 2: BOULOGNE, 1: f"{BOULOGNE} {CALAIS}", 0: f"{BOULOGNE} {CALAIS} {DUNKIRK}"}
    for ports, lost, level in (
        (3, 3, "strategic"), (3, 4, "strategic"), (3, 2, "operational"), (3, 1, "tactical"), (3, 0, "limited"),
        (2, 4, "operational"), (2, 2, "operational"), (2, 1, "tactical"), (2, 0, "limited"),
        (1, 4, "tactical"), (1, 1, "tactical"), (1, 0, "limited"), (0, 4, "limited"), (0, 0, "limited"),
    ):  # fmt: skip
        assert german(strategy, held[ports], lost=lost) == level


@rule("14.2a")
def test_neither_an_ally_nor_his_zone_may_touch_the_watched_edges() -> None:
    for place, level in (
        ("US-1 4205", "failure"), ("US-1 4105", "failure"), ("US-1 3301", "failure"),
        ("US-1 3202", "failure"), ("US-1 4225", "failure"), ("US-1 2301", "failure"), ("US-1 2402", "failure"),
        ("US-1 4005", "operational"), ("US-1 3203", "operational"), ("US-1 2202", "operational"),
        ("US-1 1001", "operational"), ("US-1 2101", "operational"),
    ):  # fmt: skip
        assert german(1, units=place) == level, place
    assert german(1, units="US-1 4105; DE-376 4205; DE-65 4204") == "failure"  # standing in the zone does not lift it
    assert german(1, control="4205 3301 2401") == "operational"  # control without a unit near is nothing


@rule("14.2b")
@pytest.mark.parametrize("strategy", [1, 2, 3, 4])
def test_an_ally_on_the_edge_means_failure_whatever_else_the_germans_hold(strategy: int) -> None:
    assert german(strategy, lost=4) == "strategic"
    assert german(strategy, units="UK-10Cdo 4105", lost=4) == "failure"


@rule("14.2a")
def test_hex_2301_is_watched_only_if_the_players_say_so() -> None:
    for options, level in (({}, "operational"), ({"R17": True}, "failure")):
        m = ended("US-1 2202", options=options)
        assert levels(m)[1] == level
