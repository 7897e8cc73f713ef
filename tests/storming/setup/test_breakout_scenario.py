"""Case 3.3: the Normandy Breakout, six turns on the West Map."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.data.printed import HEXES, UNITS
from tests.storming.reading import names, play, told, where

PARIS = "2526 2527 2626"
TEN = [f"US-{number}-Inf" for number in (4, 90, 1, 29, 2, 9, 30, 79, 83, 8)]


def scenario(**more: Any) -> Any:
    return bocage.new_match("storming", scenario="breakout", seed="cobra", **more)


def ended(units: str = "", **more: Any) -> Any:
    defaults = {"turn": 6, "allied_control": f"0619 {PARIS}"}
    return bocage.position("storming", scenario="breakout", at="end of turn", units=units, **{**defaults, **more})


def over_the_seine(count: int) -> str:
    hexes = ("1720", "1820", "2022", "2123")
    return "; ".join(f"{unit} {hexes[number // 3]}" for number, unit in enumerate(TEN[:count]))


def result(match: Any) -> tuple[str, str] | None:
    return None if match.outcome is None else (match.outcome.winner, match.outcome.rule)


@rule("3.3", "3.3.A")
def test_only_the_west_map_is_in_play() -> None:
    m = scenario()
    assert set(m.game.board.names(m.game.in_play)) == {label for label in HEXES if int(label[:2]) <= 34}
    m = bocage.position(
        "storming", scenario="breakout", turn=3, at="german exploitation", units="GE-84-Inf 3419", released=True,
        points={"infantry": 4, "mechanized": 8},
    )  # fmt: skip
    m.play("pick GE-84-Inf")
    assert all(int(action.operand[:2]) <= 34 for action in m.prompt.actions if action.verb == "move")
    assert m.why_not("move 3519").rule == "3.3"


@rule("3.3.A", "R124")
def test_units_are_set_up_as_in_the_campaign_and_those_of_the_east_map_wait_aside() -> None:
    m = scenario()
    campaign = bocage.new_match("storming", seed="cobra")
    for unit, row in UNITS.items():
        place = row["entry_place"]
        if int(row["entry_turn"]) > 6:
            assert where(m, unit) == "dead", unit
        elif row["entry_turn"] == "1" and (place == "E" or (place in HEXES and int(place[:2]) > 34)):
            assert where(m, unit) == "aside", unit
        else:
            assert where(m, unit) == where(campaign, unit), unit
    aside = {unit for unit in UNITS if where(m, unit) == "aside"}
    assert {"GE-1SS-Pz", "GE-503SS-Ti", "GE-347-Co", "GE-719-Co"} <= aside


@rule("3.3.D")
def test_a_unit_set_aside_enters_by_strategic_movement_only() -> None:
    m = bocage.position(
        "storming", scenario="breakout", turn=3, at="german exploitation", units="GE-1SS-Pz aside; US-4-Inf 0619",
        points={"infantry": 4, "mechanized": 8}, bombed=True, dice="3",
    )  # fmt: skip
    verbs = {action.verb for action in m.prompt.actions if action.operand == "GE-1SS-Pz"}
    assert verbs == {"strategic"}
    assert "pick GE-1SS-Pz" not in [str(action) for action in m.prompt.actions]
    play(m, "strategic GE-1SS-Pz", "move 1521")
    assert where(m, "GE-1SS-Pz") == "1521"
    # The 15th Army stays restricted.
    assert m.why_not("strategic GE-719-Co").rule == "10.7.8"


@rule("3.3.F", "3.2.E.1", "3.2.E.3")
def test_the_special_rules_of_the_first_turn_are_those_of_the_campaign() -> None:
    m = scenario()
    assert set(m.position.strafed) == {"GE-Lehr-Pz"}
    assert (m.game.phase(m.position), m.prompt.side) == ("german assault movement", "german")
    assert m.position.points == {"infantry": 4, "mechanized": 8}


@rule("3.3.E")
def test_the_allies_control_only_the_hexes_they_stand_in() -> None:
    m = scenario()
    assert m.game.board.names(m.position.allied_control) == ["0619", "0620", "0820", "1020", "1121", "1221"]


@rule("3.3.B")
def test_the_scenario_ends_with_turn_six() -> None:
    rules = scenario().game.rules
    assert (rules.first_turn, rules.last_turn) == (1, 6)
    assert ended("US-4-Inf 0619", turn=5).position.turn == 6
    m = ended("US-4-Inf 0619", turn=6)
    assert (m.outcome is None, m.position.turn) == (False, 6)


@rule("3.3.C", "3.3.C.1")
def test_paris_and_ten_divisions_over_the_seine_win_at_the_end() -> None:
    m = ended(over_the_seine(10))
    assert result(m) == ("allied", "3.3.C.1")
    assert "Over the Seine between its mouth and Paris, in supply: 10 divisions; Paris is Allied." in told(m)


@rule("3.3.C", "3.3.C.2")
@pytest.mark.parametrize(
    ("units", "more"),
    [
        (over_the_seine(9), {}),
        (over_the_seine(10), {"allied_control": "0619 2526 2527"}),  # one hex of Paris is missing
        (over_the_seine(10), {"allied_control": PARIS}),  # no beach feeds them
        (f"{over_the_seine(9)}; CW-4-Bde 2123; CW-7-Arm 2729", {}),  # a brigade, and a division south of Paris
    ],
)
def test_less_than_that_is_a_german_victory(units: str, more: dict[str, Any]) -> None:
    assert result(ended(units, **more)) == ("german", "3.3.C.2")


@rule("3.3.C.1", "17.6")
@pytest.mark.parametrize(("turn", "wins"), [(4, True), (5, False)])
def test_a_breakout_before_the_end_of_turn_four_wins_at_once(turn: int, wins: bool) -> None:
    m = bocage.position(
        "storming", scenario="breakout", turn=turn, at="allied exploitation", units="US-4-Inf 0827; GE-84-Inf 1720",
        points={"12AG": 10}, allied_control="0619 1228", brittany_closed=True,
    )  # fmt: skip
    play(m, "pick US-4-Inf", "move 0828")
    assert m.position.breakout
    assert result(m) == (("allied", "3.3.C.1") if wins else None)


@rule("3.3.C.2")
@pytest.mark.parametrize("turn", [1, 6])
def test_a_beach_captured_by_the_germans_ends_the_game(turn: int) -> None:
    m = bocage.position(
        "storming", scenario="breakout", turn=turn, at="german exploitation", units="GE-1SS-Pz 0821; US-4-Inf 0619",
        allied_control="0820 0921", points={"infantry": 4, "mechanized": 8},
    )  # fmt: skip
    play(m, "pick GE-1SS-Pz", "move 0820")
    assert result(m) == ("german", "3.3.C.2")


@rule("R65")
def test_german_supply_comes_from_the_eastern_hexes_of_the_west_map() -> None:
    m = bocage.position(
        "storming", scenario="breakout", turn=3, at="attrition", units="GE-91-Inf 2422; GE-3FJ-Div 0726"
    )
    assert names(m, m.position.oos) == set()
    assert where(m, "GE-91-Inf") == "2422"
