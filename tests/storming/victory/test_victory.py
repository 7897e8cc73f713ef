"""Case 3.2.C and what leads to it: the automatic victories of both sides, and the end of the Campaign."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.play import Play
from bocage.games.storming.rules.elimination import win
from bocage.games.storming.rules.victory.conditions import paris_held
from tests.cases import rule
from tests.storming.reading import play, told

RUHR = "5209 5309 5310 5409 5410 5510 5609 5610"
# On turn 10 the offensive has taken nothing, killed nobody and attacked nowhere.
OFFENSIVE = {"turn": 10, "offensive_turn": 10}


def position(at: str, units: str, **more: Any) -> Any:
    return bocage.position("storming", at=at, units=units, **more)


def ended(units: str = "", **more: Any) -> Any:
    return position("end of turn", units, **{"allied_control": "0619", **more})


def result(match: Any) -> tuple[str, str] | None:
    return None if match.outcome is None else (match.outcome.winner, match.outcome.rule)


# The Normandy Breakout


def breaking_out(turn: int, towns: str = "0528 1228", **more: Any) -> Any:
    """Three US divisions have exited into Brittany in this step; the fourth is about to."""
    units = "US-4-Inf 0125; US-9-Inf 0125; US-30-Inf 0125; US-1-Inf 0126; US-29-Inf 0619; GE-84-Inf 1720"
    return position(
        "allied exploitation", units, turn=turn, points={"12AG": 10, "21AG": 10}, allied_control=f"0619 {towns}", **more
    )


def exit_four(m: Any) -> Any:
    for unit in ("US-4-Inf", "US-9-Inf", "US-30-Inf", "US-1-Inf"):
        play(m, f"pick {unit}", "exit")
    return m


@rule("3.2.C.1", "17.6", "17.6.1", "17.6.2")
@pytest.mark.parametrize(("turn", "wins"), [(2, True), (4, True), (5, False)])
def test_a_breakout_on_turns_one_to_four_wins_at_once(turn: int, wins: bool) -> None:
    m = exit_four(breaking_out(turn))
    assert m.position.breakout
    assert result(m) == (("allied", "3.2.C.1") if wins else None)
    assert "Normandy Breakout! The Allies may cross the Seine Line." in told(m)


@rule("17.6.1")
def test_one_town_beyond_the_line_is_no_breakout() -> None:
    assert not exit_four(breaking_out(4, towns="1228")).position.breakout
    # Avranches lies on the Normandy side of the Breakout Line.
    assert not exit_four(breaking_out(4, towns="1228 0525")).position.breakout


@rule("17.6.1")
def test_a_town_that_cannot_trace_supply_does_not_count() -> None:
    m = breaking_out(4, towns="0528 2029")
    ring = "GE-85-Inf 2028; GE-89-Inf 1929; GE-272-Inf 2130; GE-276-Inf 1930"
    cut = position(
        "allied exploitation",
        f"US-4-Inf 0125; US-9-Inf 0125; US-30-Inf 0125; US-1-Inf 0126; {ring}",
        turn=4, points={"12AG": 10}, allied_control="0619 0528 2029",
    )  # fmt: skip
    assert result(exit_four(m)) == ("allied", "3.2.C.1")
    assert result(exit_four(cut)) is None
    assert cut.position.brittany_closed
    assert not cut.position.breakout


@rule("17.6", "17.6.1")
def test_the_breakout_comes_at_the_instant_the_second_town_is_taken() -> None:
    m = position(
        "allied exploitation", "US-4-Inf 0827; GE-84-Inf 1720", turn=4, points={"12AG": 10},
        allied_control="0619 1228", brittany_closed=True,
    )  # fmt: skip
    assert not m.position.breakout
    play(m, "pick US-4-Inf", "move 0828")
    assert result(m) == ("allied", "3.2.C.1")


# The Ruhr and the east edge


@rule("3.3.C.1", "R67")
def test_paris_is_held_with_all_three_of_its_hexes() -> None:
    for control, held in (("2526 2527 2626", True), ("2526 2527", False), ("2626", False)):
        m = position("allied exploitation", "US-4-Inf 2020", turn=7, allied_control=control)
        assert paris_held(m.inquire()) is held


@rule("3.2.C", "R53")
def test_what_comes_first_wins() -> None:
    m = position("allied exploitation", "US-4-Inf 5611", turn=14)
    hand = Play(m.game, m.position, m.dice)
    win(hand, "german", "an Allied beach is captured", "3.2.C.2")
    win(hand, "allied", "every Ruhr city is taken", "3.2.C.1")
    assert result(m) == ("german", "3.2.C.2")


@rule("3.2.C.1", "R53")
def test_every_ruhr_city_in_allied_hands_wins_at_once() -> None:
    seven = RUHR.replace("5610", "")
    units = "US-4-Inf 5611; GE-12-VG 5020"
    m = position("allied exploitation", units, turn=14, points={"12AG": 10, "21AG": 10}, allied_control=seven,
                 full_for_good=True)  # fmt: skip
    assert m.outcome is None
    play(m, "pick US-4-Inf", "move 5610")
    assert result(m) == ("allied", "3.2.C.1")
    six = position("allied exploitation", units, turn=14, points={"12AG": 10, "21AG": 10}, full_for_good=True,
                   allied_control=seven.replace("5609", ""))  # fmt: skip
    play(six, "pick US-4-Inf", "move 5610")
    assert six.outcome is None


@rule("3.2.C.1", "7.1.2.L")
@pytest.mark.parametrize(("count", "wins"), [(9, False), (10, True)])
def test_ten_divisions_that_leave_by_the_east_edge_in_one_turn_win(count: int, wins: bool) -> None:
    divisions = ("4", "90", "1", "29", "2", "9", "30", "79", "83", "8")[:count]
    units = "; ".join(f"US-{number}-Inf 57{10 + index // 3}" for index, number in enumerate(divisions))
    m = position("allied exploitation", f"{units}; GE-12-VG 5020", turn=14, points={"12AG": 10, "21AG": 10},
                 full_for_good=True)  # fmt: skip
    for number in divisions:
        play(m, f"pick US-{number}-Inf", "exit")
    assert result(m) == (("allied", "3.2.C.1") if wins else None)


# The Hitler Counteroffensive


@rule("3.2.C.1", "17.7.4", "R37")
def test_an_offensive_that_achieves_too_little_loses_the_game_at_the_end_of_its_turn() -> None:
    m = ended("GE-1SS-Pz 5020; US-4-Inf 4816", **OFFENSIVE)
    assert result(m) == ("allied", "3.2.C.1")
    assert any("less than its Minimum Achievements" in line for line in told(m))
    later = ended("GE-1SS-Pz 5020; US-4-Inf 4816", turn=11, offensive_turn=10)
    assert later.outcome is None


@rule("17.7.4")
@pytest.mark.parametrize(
    ("achieved", "enough"),
    [
        ({"offensive_taken": "4723"}, True),  # the city of Luxembourg
        ({"offensive_taken": "4718"}, False),  # one town
        ({"offensive_taken": "4718 4519"}, True),  # two towns
        ({"offensive_kills": 3}, False),
        ({"offensive_kills": 4}, True),
        ({"offensive_targets": "4816 4817 4818 4719 4720"}, False),
        ({"offensive_targets": "4816 4817 4818 4719 4720 4721"}, True),
        ({"offensive_taken": "4718", "offensive_kills": 3, "offensive_targets": "4816"}, False),
    ],
)
def test_any_one_of_the_minimum_achievements_is_enough(achieved: dict[str, Any], enough: bool) -> None:
    m = ended("GE-1SS-Pz 5020; US-4-Inf 4816", **{**OFFENSIVE, **achieved})
    assert (m.outcome is None) is enough


@rule("3.2.C.2", "17.7.4", "R37")
def test_two_cities_that_were_allied_and_supplied_win_the_moment_the_second_falls() -> None:
    more: Any = {
        "turn": 10, "offensive_turn": 10, "points": {"infantry": 4, "mechanized": 8}, "allied_control": "4723 4515",
    }  # fmt: skip
    units = "GE-1SS-Pz 4724; GE-2SS-Pz 4514"
    m = position("german exploitation", units, offensive_cities="4723 4515", **more)
    play(m, "pick GE-1SS-Pz", "move 4723")
    assert m.outcome is None
    play(m, "pick GE-2SS-Pz", "move 4515")
    assert result(m) == ("german", "3.2.C.2")
    # A city that was not in supply when the offensive began does not count.
    cut_off = position("german exploitation", units, offensive_cities="4723", **more)
    play(cut_off, "pick GE-1SS-Pz", "move 4723", "pick GE-2SS-Pz", "move 4515")
    assert cut_off.outcome is None
    # On any other turn it is no victory.
    earlier = position("german exploitation", units, **{**more, "offensive_turn": 0})
    play(earlier, "pick GE-1SS-Pz", "move 4723", "pick GE-2SS-Pz", "move 4515")
    assert earlier.outcome is None


# German automatic victories


@rule("3.2.C.2")
@pytest.mark.parametrize(("turn", "wins"), [(1, True), (6, True), (7, False)])
def test_a_beach_lost_before_the_end_of_turn_six_loses_the_game(turn: int, wins: bool) -> None:
    m = position(
        "german exploitation", "GE-1SS-Pz 0821; US-4-Inf 0619", turn=turn, allied_control="0820 0921",
        points={"infantry": 4, "mechanized": 8},
    )  # fmt: skip
    play(m, "pick GE-1SS-Pz", "move 0820")
    assert result(m) == (("german", "3.2.C.2") if wins else None)


@rule("3.2.C.2", "R67", "R123")
@pytest.mark.parametrize(
    ("units", "safe"),
    [
        ("US-4-Inf 1720", True),  # just over the river
        ("US-4-Inf 1620", True),  # the mouth of the Seine
        ("US-4-Inf 2618", True),  # far ahead, at Amiens
        ("US-4-Inf 2627", True),  # beside Paris
        ("US-4-Inf 1721", False),  # the near bank
        ("US-4-Inf 2527", False),  # the Paris of the left bank
        ("US-4-Inf 2729", False),  # over the upper Seine, south of Paris
        ("CW-4-Bde 1720; US-1A-HQ 1720", False),  # no division
    ],
)
def test_without_a_division_over_the_lower_seine_at_the_end_of_turn_six_the_germans_win(units: str, safe: bool) -> None:
    m = ended(f"{units}; GE-12-VG 5020", turn=6)
    assert result(m) == (None if safe else ("german", "3.2.C.2"))


@rule("3.2.C.2")
def test_the_division_over_the_seine_must_trace_a_regular_supply_line() -> None:
    ring = "GE-84-Inf 1719; GE-85-Inf 1721; GE-89-Inf 1819; GE-272-Inf 1820; GE-276-Inf 1619; GE-277-Inf 1620"
    assert result(ended(f"US-4-Inf 1720; {ring}", turn=6)) == ("german", "3.2.C.2")
    # A fresh drop needs no supply, but it has no line to show.
    dropped = ended(f"US-82-AB 1720 dropped; {ring}", turn=6, dropped_now="US-82-AB")
    assert result(dropped) == ("german", "3.2.C.2")
    assert ended("US-4-Inf 1720", turn=5).outcome is None
    assert ended("US-4-Inf 0619", turn=7).outcome is None


@rule("3.2.C.2", "16.2")
def test_metz_decides_at_the_end_of_turn_eleven_unless_the_offensive_was_launched() -> None:
    units = "GE-Metz-3 4626; US-4-Inf 4129; GE-1SS-Pz 5020"
    assert result(ended(units, turn=11, offensive_declined=True)) == ("german", "3.2.C.2")
    assert ended(units, turn=10).outcome is None
    assert ended(units, turn=11, offensive_turn=10).outcome is None
    assert ended(units, turn=11, offensive_turn=11, offensive_kills=4).outcome is None
    assert ended("US-4-Inf 4129; GE-462-VG 4727", turn=11, offensive_declined=True).outcome is None


@rule("3.2.C.2", "8.7.E")
def test_antwerpen_recaptured_ends_the_game() -> None:
    m = position(
        "german exploitation", "GE-1SS-Pz 3908; US-4-Inf 4129", turn=9, points={"infantry": 4, "mechanized": 8},
        allied_control="3910", antwerpen_taken=True, monty_sees=True,
    )  # fmt: skip
    play(m, "pick GE-1SS-Pz", "move 3910")
    assert result(m) == ("german", "8.7.E")


@rule("3.2.C.3", "3.2.B", "4.1.X.1")
def test_the_germans_win_when_turn_fifteen_ends_without_an_allied_victory() -> None:
    everything = f"0619 {RUHR}".replace("5610", "")
    m = ended("US-4-Inf 5611", turn=15, allied_control=everything)
    assert result(m) == ("german", "3.2.C.3")
    assert m.prompts == {}
    with pytest.raises(bocage.Refusal, match="the game is over"):
        m.play("end")


@rule("3.2.C")
def test_nobody_has_won_in_the_middle_of_the_campaign() -> None:
    for turn in (2, 5, 8, 10, 12, 14):
        assert ended("US-4-Inf 1720", turn=turn, offensive_declined=True).outcome is None
