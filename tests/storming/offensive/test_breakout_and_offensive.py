"""Breakout, SHAEF and the offensive: instants, last chances, and what a player must know in time (3.0, 17.6, 17.7)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.storming.rules.supply.ways import allied_hexes
from bocage.games.storming.words.reports import standing
from tests.cases import rule
from tests.storming.reading import listed, play, refused, told, where

SUPPLIED: Any = {"antwerpen_operational": True, "full_for_good": True, "seine_crossed": True, "monty_sees": True}
BEHIND = "3910 3913 4515 4615 4520 4723 3525"
SHAEF = "SHAEF-HQ 3525; US-82-AB 3525; US-101-AB 3525"
ATTACK = "GE-1SS-Pz 4918; GE-12-VG 4918; US-99-Inf 4817; US-106-Inf 4818"


def position(at: str, units: str, **more: Any) -> Any:
    return bocage.position("storming", at=at, units=units, **more)


def result(match: Any) -> tuple[str, str] | None:
    return None if match.outcome is None else (match.outcome.winner, match.outcome.rule)


# The breakout comes at the instant when a Supply Line opens, whoever opens it


BREAKING = {"allied_control": "0619 1228 0828", "brittany_closed": True}


@rule("17.6", "17.6.1", "3.2.C.1", "R29")
@pytest.mark.parametrize(("turn", "wins"), [(4, True), (5, False)])
def test_a_german_whose_zone_cut_off_a_town_dies_and_the_breakout_is_there(turn: int, wins: bool) -> None:
    # 91 Infantry in 0928 has Mayenne (0828) in its zone; nobody advances, nobody moves.
    units = "US-4-Inf 0827; US-9-Inf 0827; US-1-Inf 0619; GE-91-Inf 0928; GE-84-Inf 1720"
    m = position("allied combat", units, turn=turn, duration=1, points={"12AG": 3}, dice="6 1", **BREAKING)
    play(m, "attack 0928", "join US-4-Inf", "join US-9-Inf")
    assert not m.position.breakout
    m.play("roll")
    assert where(m, "GE-91-Inf") == "cup"
    assert m.position.breakout
    assert result(m) == (("allied", "3.2.C.1") if wins else None)


@rule("17.6", "17.6.1", "R29")
def test_a_german_who_moves_away_from_a_town_opens_its_supply_line() -> None:
    units = "US-1-Inf 0619; GE-91-Inf 0928; GE-84-Inf 1720"
    more: Any = {"turn": 4, "points": {"infantry": 4, "mechanized": 8}, **BREAKING}
    m = position("german exploitation", units, **more)
    play(m, "pick GE-91-Inf", "move 1029")
    assert result(m) == ("allied", "3.2.C.1")
    stays = position("german exploitation", units, **more)
    play(stays, "pick GE-91-Inf", "move 0929")
    assert (result(stays), stays.position.breakout) == (None, False)


# SHAEF's reaction


def fighting(units: str, dice: str = "1 1 1 1 1 1", **more: Any) -> Any:
    state: Any = {"turn": 10, "offensive_turn": 10, "duration": 1, "points": {"infantry": 3, "mechanized": 7}}
    return position("offensive combat", units, dice=dice, **{**state, "allied_control": BEHIND, **SUPPLIED, **more})


def fought(units: str = f"{ATTACK}; {SHAEF}", **more: Any) -> Any:
    return play(fighting(units, **more), "attack 4817", "join GE-12-VG", "roll")


@rule("17.7.5.B", "R130")
def test_shaef_may_wait_until_the_germans_have_ended_their_attacks() -> None:
    m = fought()
    assert m.prompt.text.endswith("or wait?")
    play(m, "end", "end")
    assert (m.prompt.side, m.prompt.step) == ("allied", "shaef reaction")
    assert m.prompt.text.endswith("or do without, for the German Breakthrough comes next?")
    play(m, "react US-82-AB", "place 4520", "place 4615")
    assert (m.prompt.side, m.game.phase(m.position)) == ("german", "offensive disruption")
    without = play(fought(), "end", "end", "end")
    assert (without.position.shaef_reacted, without.game.phase(without.position)) == (False, "offensive disruption")


@rule("17.7.5.B")
def test_without_a_combat_shaef_has_nothing_to_react_to() -> None:
    m = play(fighting(f"{ATTACK}; {SHAEF}"), "end")
    assert (m.prompt.side, m.game.phase(m.position)) == ("german", "offensive disruption")


@rule("17.7.5.B", "8.0", "R130")
def test_the_divisions_at_shaef_keep_the_supply_they_were_last_found_in() -> None:
    # Rethel has been cut off by the German advance, but supply has not been checked since.
    rethel = SHAEF.replace("3525", "3723")
    ring = "GE-47-VG 3622; GE-212-VG 3823"
    m = fought(f"{ATTACK}; {rethel}; {ring}")
    assert not m.inquire().supplied(m.game.unit_numbers["US-82-AB"])
    assert listed(m, "react") == {"US-82-AB", "US-101-AB"}
    marked = fought(f"{ATTACK}; {rethel}; {ring}", oos="US-82-AB")
    assert marked.prompt.side == "german"


@rule("17.7.5.B", "8.3.B", "R130")
def test_in_the_area_of_the_6th_army_group_the_southern_sources_count() -> None:
    # The beaches are closed, and neither Cherbourg nor Antwerpen is Operational.
    look = position("allied combat", "US-3-Inf 4535; US-4-Inf 3525", turn=10, duration=1).inquire()
    areas = look.game.data.areas
    assert not look.allied_supply()
    assert allied_hexes(look) & look.game.board.set("4535")
    assert not allied_hexes(look) & ~areas["6AG"]


@rule("9.2.B", "17.7.5.B", "R130")
def test_grounded_divisions_do_not_react() -> None:
    assert fought(grounded="US-82-AB").prompt.side == "german"
    three = fought(f"{ATTACK}; {SHAEF}; US-17-AB 3525", grounded="US-82-AB")
    assert listed(three, "react") == {"US-17-AB", "US-101-AB"}
    assert refused(three, "react US-82-AB") == ("9.2.B", "a Grounded unit does not move")


# Cities


@rule("3.2.C.2", "17.7.4", "R67")
def test_the_three_hexes_of_paris_are_one_city() -> None:
    more: Any = {
        "turn": 10, "offensive_turn": 10, "points": {"infantry": 4, "mechanized": 8}, "offensive_cities":
        "2526 2527 2626 4515", "allied_control": "2526 2527 2626 4515",
    }  # fmt: skip
    m = position("german exploitation", "GE-1SS-Pz 2525; GE-2SS-Pz 4514", **more)
    hexes = tuple(m.game.board.index[label] for label in ("2525", "2526", "2626", "2627"))
    m.play("pick GE-1SS-Pz")
    m.play("move 2627", via=hexes)
    assert m.game.board.names(m.position.allied_control & m.game.paris) == ["2527"]
    assert m.outcome is None
    play(m, "pick GE-2SS-Pz", "move 4515")
    assert m.outcome is None
    both = position("german exploitation", "GE-2SS-Pz 4514", **{**more, "allied_control": "4515"})
    play(both, "pick GE-2SS-Pz", "move 4515")
    assert result(both) == ("german", "3.2.C.2")


# Arrivals of the turn of the offensive


@rule("7.1.2.C", "10.6.A")
def test_the_declaration_names_the_arrivals_that_need_points_to_leave_their_entrance_hexes() -> None:
    units = "GE-12-VG 4917; GE-26-VG 5810; US-99-Inf 4817"
    state: Any = {"turn": 10, "offensive_turn": 10, "points": {"infantry": 4, "mechanized": 8}}
    m = position("offensive declaration", units, allied_control=BEHIND, **state, **SUPPLIED)
    assert "eliminated (7.1.2.C): 26 Volksgrenadier Division." in m.prompt.text
    play(m, "declare 0", "end")
    assert where(m, "GE-26-VG") == "dead"
    nobody = position("offensive declaration", "GE-12-VG 4917; US-99-Inf 4817", **state, **SUPPLIED)
    assert "7.1.2.C" not in nobody.prompt.text
    assert "The Germans declare 0 MP before combat; left are Infantry 4 and Mechanized 8." in told(m)


# What the offensive has achieved is counted as it happens


def exploiting(units: str, **more: Any) -> Any:
    state: Any = {"turn": 10, "offensive_turn": 10, "points": {"infantry": 4, "mechanized": 8}}
    return position("german exploitation", units, **{**state, "allied_control": BEHIND, **SUPPLIED, **more})


@rule("17.7.4")
def test_only_towns_and_cities_taken_from_the_allies_count() -> None:
    units = "GE-1SS-Pz 4719; GE-2SS-Pz 4622; GE-12-VG 5020; US-99-Inf 4129"
    m = exploiting(units, allied_control="3910 4718 4723 4720")
    play(m, "pick GE-1SS-Pz", "move 4720")  # Allied ground, but neither town nor city
    assert m.position.offensive_taken == 0
    play(m, "pick GE-12-VG", "move 5021", "pick GE-2SS-Pz", "move 4723")
    assert m.game.board.names(m.position.offensive_taken) == ["4723"]
    own = exploiting(units, allied_control="3910 4723")
    play(own, "pick GE-1SS-Pz", "move 4718")  # St Vith was German all the time
    assert own.position.offensive_taken == 0
    quiet = exploiting(units, allied_control="3910 4718", offensive_turn=0)
    play(quiet, "pick GE-1SS-Pz", "move 4718")
    assert quiet.position.offensive_taken == 0


@rule("17.7.4")
@pytest.mark.parametrize(
    ("row", "launched", "unit", "kills"),
    [
        ("offensive combat", 10, "US-99-Inf", 1),
        ("offensive combat", 10, "CW-4-Bde", 0),  # a brigade
        ("german combat", 9, "US-99-Inf", 0),  # another turn
    ],
)
def test_only_divisions_lost_on_the_turn_of_the_offensive_count(row: str, launched: int, unit: str, kills: int) -> None:
    m = position(
        row, f"GE-1SS-Pz 4918; GE-12-VG 4918; {unit} 4817 reduced", turn=10, offensive_turn=launched, dice="6 1",
        duration=1, points={"infantry": 3, "mechanized": 7}, allied_control=BEHIND, **SUPPLIED,
    )  # fmt: skip
    play(m, "attack 4817", "join GE-1SS-Pz", "join GE-12-VG", "roll")
    assert where(m, unit) == "track"
    assert m.position.offensive_kills == kills


@rule("17.7.4", "15.0")
def test_divisions_that_starve_on_the_turn_of_the_offensive_count_too() -> None:
    cut = "GE-12-VG 4130; GE-47-VG 4128; GE-212-VG 4029; GE-167-VG 4229"
    m = position(
        "attrition", f"US-4-Inf 4129 reduced; CW-4-Bde 4129 reduced; {cut}", turn=10, offensive_turn=10,
        offensive_kills=3, **SUPPLIED,
    )  # fmt: skip
    assert (where(m, "US-4-Inf"), m.position.offensive_kills) == ("track", 4)
    assert m.outcome is None


@rule("17.7.1.A", "17.7.1.B")
def test_the_german_is_told_what_his_decision_costs() -> None:
    units = "US-99-Inf 4817; GE-12-VG 4917"
    first = position("counteroffensive", units, turn=10, allied_control=BEHIND, **SUPPLIED)
    assert "wait for the next? Short of its Minimum Achievements it loses the game (17.7.4)." in first.prompt.text
    last = position("counteroffensive", units, turn=11, allied_control=BEHIND, **SUPPLIED)
    assert "it costs four Mechanized divisions at once" in last.prompt.text
    last.play("decline")  # and he has none to give
    assert result(last) == ("allied", "3.2.C.1")


@rule("3.2.C.1", "7.1.2.L")
def test_divisions_that_left_by_the_east_earlier_are_not_among_the_ten() -> None:
    units = "US-4-Inf east; US-9-Inf 5710; GE-12-VG 5020"
    m = position("allied exploitation", units, turn=14, points={"12AG": 10, "21AG": 10}, full_for_good=True)
    assert not [line for line in standing(m.inquire()) if line[0] == "Exited east"]
    play(m, "pick US-9-Inf", "exit")
    (line,) = [line for line in standing(m.inquire()) if line[0] == "Exited east"]
    assert line[1] == "1 of 10 divisions in this step"
