"""SR and CO: the Strategic Reserve, its secret record and the counteroffensive."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.rhine.asking import at, listed, log, refused, verbs, where

SS = "DE-1SS 5010; DE-2SS 5011 disrupted; DE-12SS 5012; DE-s502 5010; DE-2SSK 5013; DE-9Pz dead"


@rule("SR.1", "SR.2")
def test_the_three_divisions_and_the_tigers_leave_but_the_korps_stays() -> None:
    m = at("strategic reserve", 6, SS)
    m.play("withdraw-to-return")
    assert {where(m, unit) for unit in ("DE-1SS", "DE-2SS", "DE-12SS", "DE-s502")} == {"reserve"}
    assert where(m, "DE-2SSK") == "5013"
    assert m.position.disrupted == 0


@rule("SR.1")
def test_after_turn_seven_it_is_too_late() -> None:
    assert "withdraw-to-stay" in verbs(at("strategic reserve", 7, SS))
    late = at("strategic reserve", 8, SS)
    assert late.prompt.step != "strategic reserve"


@rule("SR.1", "R56")
def test_without_any_of_its_units_on_the_map_there_is_no_reserve() -> None:
    m = at("strategic reserve", 5, "DE-1SS calendar; DE-2SSK 5013; DE-9Pz schedule", lost_turn={"DE-1SS": 4})
    assert m.prompt.step != "strategic reserve"


@rule("SR.3", "REPL.5", "R56")
def test_eliminated_ones_stay_on_the_calendar_until_they_would_return_and_then_are_in_the_reserve() -> None:
    units = "DE-1SS calendar; DE-2SS calendar; DE-12SS 5012; DE-s502 5012; DE-84K calendar; DE-9Pz dead"
    m = at("strategic reserve", 6, units, lost_turn={"DE-1SS": 5, "DE-2SS": 3, "DE-84K": 5})
    m.play("withdraw-to-return")
    assert {where(m, unit) for unit in ("DE-2SS", "DE-12SS", "DE-s502")} == {"reserve"}
    assert "2. SS Panzer Division goes from the calendar into the Strategic Reserve." in log(m, "allied")
    assert where(m, "DE-1SS") == "calendar"
    assert m.position.lost_turn == {"DE-1SS": 5, "DE-84K": 5}
    assert m.prompt.step == "german replacements"
    assert refused(m, "pick DE-1SS") == (
        "SR.3",
        "DE-1SS belongs to the Strategic Reserve and joins it on turn 8 (ruling R56)",
    )
    out = {"reserve_turn": 6, "reserve_record": "returns", "lost_turn": {"DE-1SS": 5}}
    early = at("strategic reserve", 7, "DE-1SS calendar; DE-2SS reserve; DE-9Pz dead", **out)
    assert where(early, "DE-1SS") == "calendar"
    later = at("strategic reserve", 8, "DE-1SS calendar; DE-2SS reserve; DE-9Pz dead", **out)
    assert where(later, "DE-1SS") == "reserve"
    later.play("counteroffensive")
    assert listed(later, "pick") == {"DE-1SS", "DE-2SS"}


@rule("SR.3", "SR.5", "R56")
def test_a_tiger_battalion_alone_in_the_reserve_does_not_buy_two_turns_while_the_ss_fights_on() -> None:
    units = "DE-1SS calendar; DE-2SS calendar; DE-12SS calendar; DE-s502 5012; DE-84K calendar; DE-9Pz dead"
    m = at("strategic reserve", 6, units, lost_turn={"DE-1SS": 4, "DE-2SS": 5, "DE-12SS": 5})
    m.play("withdraw-to-stay")
    assert listed(m, "pick") == {"DE-84K"}
    late = {"reserve_turn": 6, "reserve_record": "stays", "lost_turn": {"DE-1SS": 4, "DE-2SS": 5}}
    turn = at("strategic reserve", 9, "DE-1SS calendar; DE-2SS calendar; DE-s502 reserve; DE-9Pz dead", **late)
    assert where(turn, "DE-1SS") == where(turn, "DE-2SS") == "reserve"
    assert verbs(turn) == {"wait"}


@rule("SR.3", "CO.1", "R56")
def test_after_the_counteroffensive_the_calendar_brings_the_ss_back_as_usual() -> None:
    back = {"reserve_turn": 6, "reserve_record": "returns", "reserve_back": True, "lost_turn": {"DE-1SS": 8}}
    m = at("german replacements", 11, "DE-1SS calendar; DE-2SS 5011; DE-84K calendar; DE-9Pz dead", **back)
    assert listed(m, "pick") == {"DE-1SS", "DE-84K"}


@rule("SR.4")
def test_the_record_is_sealed_and_only_the_germans_read_it() -> None:
    one, other = at("strategic reserve", 6, SS), at("strategic reserve", 6, SS)
    one.play("withdraw-to-return")
    other.play("withdraw-to-stay")
    assert log(one, "allied") == log(other, "allied")
    assert log(one) == log(other)
    assert one.view("allied") == other.view("allied")
    assert one.view(None) == other.view(None)
    assert one.view("german")["strategic_reserve"]["record"] == "returns"
    assert other.view("german")["strategic_reserve"]["record"] == "stays"
    assert "Your record: the reserve will return." in log(one, "german")
    assert one.text("allied") == other.text("allied")


@rule("SR.4", "CO.1", "R30")
def test_in_later_turns_the_germans_are_asked_whatever_the_record_says() -> None:
    units = "DE-1SS reserve; DE-2SS reserve; DE-12SS reserve; DE-s502 reserve; DE-2SSK 5013; DE-9Pz dead"
    returns = at("strategic reserve", 9, units, reserve_turn=6, reserve_record="returns")
    stays = at("strategic reserve", 9, units, reserve_turn=6, reserve_record="stays")
    assert verbs(returns) == {"counteroffensive", "wait"}
    assert verbs(stays) == {"wait"}
    assert refused(stays, "counteroffensive") == ("SR.4", "you recorded that the reserve will not return")
    assert returns.view("allied") == stays.view("allied")


@rule("CO.1", "R30")
def test_the_whole_reserve_comes_back_on_supplied_hexes_ready_to_act() -> None:
    units = "DE-1SS reserve; DE-12SS reserve; DE-s502 reserve; DE-2SSK 5013; DE-9Pz dead; US-5C 3010"
    m = at("strategic reserve", 9, units, reserve_turn=6, reserve_record="returns")
    m.play("counteroffensive")
    m.play("pick DE-1SS")
    assert "3010" not in listed(m, "place")
    assert refused(m, "place 3010")[0] == "CO.1"
    m.play("place 4814")
    assert where(m, "DE-1SS") == "4814"
    assert refused(m, "end")[0] == "CO.1"
    m.play("pick DE-12SS")
    m.play("place 4815")
    m.play("place 4815")  # the Tigers are the last and in hand by themselves
    assert m.position.reserve_back
    assert m.position.moved == m.position.spent == m.position.disrupted == 0
    assert "The Strategic Reserve returns: the counteroffensive begins!" in log(m, "allied")


@rule("SR.5", "R30")
def test_a_reserve_that_stays_out_shortens_the_game_by_two_turns_and_nobody_knows_before() -> None:
    stays = at("end of turn", 12, "DE-2SSK 5013; DE-9Pz dead", reserve_turn=6, reserve_record="stays")
    assert stays.outcome is not None
    assert (stays.outcome.winner, stays.outcome.rule) == ("german", "SR.5")
    assert any("never to return" in line for line in log(stays, "allied"))
    earlier = at("end of turn", 11, "DE-2SSK 5013; DE-9Pz dead", reserve_turn=6, reserve_record="stays")
    assert earlier.outcome is None
    assert earlier.view("allied")["last_turn"] == 14
    returns = at("end of turn", 12, "DE-2SSK 5013; DE-9Pz dead", reserve_turn=6, reserve_record="returns")
    assert returns.outcome is None


@pytest.mark.parametrize("record", ["returns", "stays"])
@rule("SR.5")
def test_bombing_and_the_reserve_shorten_the_game_together(record: str) -> None:
    m = at("end of turn", 11, "DE-9Pz dead", reserve_turn=6, reserve_record=record, bombings=3)
    assert (m.outcome is not None) == (record == "stays")
