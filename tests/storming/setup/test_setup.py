"""Chapter 3.2: the Historical Campaign as it is set up, and how it begins."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.data.printed import NUMBERS, UNITS
from tests.storming.reading import listed, names, play, refused, told, where

BEACHES = {"Utah": "0619", "Omaha": "0820", "Gold": "1020", "Sword/Juno": "1121"}


def campaign(**more: Any) -> Any:
    return bocage.new_match("storming", seed="the longest day", **more)


def printed_place(row: dict[str, str]) -> str:
    """Where a counter says that its unit begins."""
    if row["entry_turn"] != "1" or row["entry_place"] == "E":
        return "schedule"
    if row["entry_place"] == "England":
        return "england"
    return BEACHES.get(row["entry_place"], row["entry_place"])


@rule("1.1", "3.2", "3.2.A", "2.1.A", "2.1.E")
def test_everybody_begins_where_his_counter_says() -> None:
    m = campaign()
    for unit, row in UNITS.items():
        assert where(m, unit) == printed_place(row), unit
    assert (m.position.turn, m.game.data.turns[0].name) == (1, "June I")
    assert set(m.game.scenarios) == {"campaign", "breakout", "final"}


@rule("3.2.A", "17.9.1")
def test_the_divisions_that_jumped_begin_on_their_dropped_side() -> None:
    m = campaign()
    dropped = {unit for unit in UNITS if m.position.units[m.game.unit_numbers[unit]].marks}
    assert dropped == {"US-82-AB", "US-101-AB", "CW-6-AB"}
    look = m.inquire()
    assert look.attack(m.game.unit_numbers["US-82-AB"]) == int(UNITS["US-82-AB"]["attack_back"])


@rule("3.2.A")
def test_nobody_begins_overstacked_or_beside_an_enemy_in_his_own_hex() -> None:
    m = campaign()
    look = m.inquire()
    assert look.overstacked("allied") == look.overstacked("german") == []
    assert not look.occupied("allied") & look.occupied("german")


@rule("3.2.D", "R50")
def test_the_allies_control_the_hexes_they_stand_in_and_no_other() -> None:
    m = campaign()
    assert m.game.board.names(m.position.allied_control) == ["0619", "0620", "0820", "1020", "1121", "1221"]


@rule("3.2.D", "R50")
def test_control_changes_the_instant_a_unit_enters_also_of_hexes_passed_through() -> None:
    m = bocage.position(
        "storming", turn=3, at="allied exploitation", units="US-4-Inf 0820; GE-91-Inf 0726",
        points={"12AG": 12},
    )  # fmt: skip
    assert not m.position.allied_control >> m.game.board.index["0821"] & 1
    m.play("pick US-4-Inf")
    m.play("move 0822", via=tuple(m.game.board.index[label] for label in ("0820", "0821", "0822")))
    assert m.game.board.names(m.position.allied_control) == ["0820", "0821", "0822"]


@rule("3.2.D", "R50")
def test_a_town_behind_the_allied_lines_is_german_until_somebody_enters_it() -> None:
    m = bocage.position(
        "storming", turn=3, at="allied exploitation", units="US-4-Inf 0820; US-1-Inf 0823; GE-91-Inf 0726",
        points={"12AG": 12},
    )  # fmt: skip
    look, saint_lo = m.inquire(), m.game.board.index["0722"]
    assert look.allied_supply() >> saint_lo & 1
    assert look.controls("german") >> saint_lo & 1


@rule("3.2.D")
def test_a_german_unit_takes_ground_back_by_entering_it() -> None:
    m = bocage.position(
        "storming", turn=3, at="german exploitation", units="US-4-Inf 0619; GE-91-Inf 0726", allied_control="0725",
        points={"infantry": 4, "mechanized": 8},
    )  # fmt: skip
    m.play("pick GE-91-Inf")
    assert m.position.allied_control >> m.game.board.index["0725"] & 1
    m.play("move 0725")
    assert m.game.board.names(m.position.allied_control) == ["0619"]


@rule("3.2.E.1")
@pytest.mark.parametrize(("drawn", "points"), [("1", 4), ("2", 2), ("3", 5), ("4", 3)])
def test_a_counter_drawn_at_random_strafes_panzer_lehr_from_the_start(drawn: str, points: int) -> None:
    m = bocage.position("storming", at="panzer lehr", units="GE-Lehr-Pz 1329; GE-2-Pz 2618", dice=drawn)
    assert m.position.strafed == {"GE-Lehr-Pz": points}
    play(m, "place 5806", "pick GE-Lehr-Pz")
    # The Command Die of turn 1 gives eight points (3.2.E.3).
    assert m.position.frames[-1].allowance == 8 - points


@rule("3.2.E.1")
def test_there_is_one_counter_for_each_air_phase_of_the_first_turn() -> None:
    m = bocage.position("storming", at="second strafing", units="GE-Lehr-Pz 1329; GE-2-Pz 2618; US-4-Inf 0619")
    m.play("strafe GE-2-Pz")
    assert listed(m, "strafe") == set()
    assert campaign().position.strafed.keys() == {"GE-Lehr-Pz"}


@rule("3.2.E.2")
def test_the_german_places_the_503_tigers_in_any_east_entrance_hex() -> None:
    m = campaign()
    assert (m.prompt.side, m.prompt.rule) == ("german", "3.2.E.2")
    assert listed(m, "place") == {f"58{row:02}" for row in range(2, 40)}
    assert refused(m, "place 5707") == ("3.2.E.2", "5707 is not an 'E' Entrance Hex")
    assert refused(m, "place 0125")[0] == "3.2.E.2"
    m.play("place 5806")
    assert where(m, "GE-503SS-Ti") == "5806"
    assert "503 SS Tiger Battalion is placed at 5806." in told(m)
    m.undo()
    assert where(m, "GE-503SS-Ti") == "schedule"


@rule("3.2.E.3", "4.1.V")
def test_the_game_begins_with_the_german_assault_phase_and_a_command_die_of_four() -> None:
    m = play(campaign(), "place 5806")
    assert (m.game.phase(m.position), m.prompt.side) == ("german assault movement", "german")
    assert m.position.points == {"infantry": 4, "mechanized": 8}
    # The one number drawn so far is the strafing counter: nobody rolled the Command Die.
    assert m.position.rolls == 1
    later = bocage.position("storming", at="german exploitation command die", units="GE-91-Inf 0521; US-4-Inf 0619")
    assert (later.position.points, later.position.rolls) == ({"infantry": 4, "mechanized": 8}, 0)
    second = bocage.position(
        "storming", turn=2, at="german exploitation command die", units="GE-91-Inf 0521; US-4-Inf 0619", dice="6"
    )
    second.play("roll")
    assert second.position.points == {"infantry": 5, "mechanized": 10}


@rule("3.2.B")
def test_the_campaign_lasts_from_turn_one_to_turn_fifteen() -> None:
    rules = campaign().game.rules
    assert (rules.first_turn, rules.last_turn) == (1, 15)
    for turn in range(1, 15):
        m = bocage.position(
            "storming", turn=turn, at="end of turn", units="US-4-Inf 1720", allied_control="0619",
            offensive_declined=True,
        )  # fmt: skip
        assert (m.outcome, m.position.turn) == (None, turn + 1)
    m = bocage.position("storming", turn=15, at="end of turn", units="US-4-Inf 1720")
    assert (m.outcome.winner, m.position.turn) == ("german", 15)


def test_arranged_positions_say_what_they_do_not_understand() -> None:
    with pytest.raises(bocage.BadInput, match="does not know 'weather'"):
        bocage.position("storming", at="end of turn", weather="Storm")
    with pytest.raises(bocage.BadInput, match="there is no hex '9999'"):
        bocage.position("storming", at="end of turn", allied_control="9999")
    with pytest.raises(bocage.BadInput, match="there is no unit 'US-999'"):
        bocage.position("storming", at="end of turn", oos="US-999")


def test_arranged_positions_of_the_final_battles_hold_only_whom_they_name() -> None:
    m = bocage.position("storming", scenario="final", turn=12, at="german exploitation", units="GE-12-VG 5012")
    assert names(m, m.position.on_board) == {"GE-12-VG"}
    assert where(m, "GE-Lehr-Pz") == where(m, "US-1-Inf") == "dead"
    assert where(m, "GE-8FJ-Div") == "schedule"
    assert NUMBERS["final_battles_first_turn"] == 11
