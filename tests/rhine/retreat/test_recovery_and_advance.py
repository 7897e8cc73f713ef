"""The aftermath of battles: corners of recovery and advance (SEQ.5, ADV)."""

from __future__ import annotations

from typing import Any

from bocage.engine.matches.match import Match
from tests.cases import rule
from tests.rhine.asking import listed
from tests.rhine.combat.fighting import at, field, has, play, said
from tests.rhine.retreat.after_battle import Table


def battle(units: str, battles: str, dice: str, *answers: str, **fields: Any) -> Match:
    """A battle around Dieppe, with dice enough for what follows."""
    return play(field(units, dice=f"{dice} 3 3 3 3 3 3", battles=battles, **fields), *answers)


@rule("ADV.2")
def test_those_who_need_not_come_may_enter_the_cleared_hex_in_spite_of_enemy_zones() -> None:
    units = "US-5C 2309; US-7C 2310; DE-2Pz 2409; DE-21Pz 2411"
    table = Table(units, "allied").win("2410", "US-5C US-7C", "DE", strengths={"2410": 3})
    table.play("pick US-5C", "advance 2410")
    # The duty is met by three factors of three; 2410 lies in the zones of both divisions.
    assert table.list("end") == ["end"]
    table.play("pick US-7C")
    assert table.list("advance") == ["2410"]
    assert table.play("advance 2410").at("US-7C") == "2410"


@rule("SEQ.5", "D.2")
def test_a_disrupted_defender_recovers_on_a_d_too_if_it_goes_back_one_hex() -> None:
    answers = ("fight", "steady", "may-retreat")
    for way, recovers in ((("retreat 2813", "stop"), True), (("stay",), False)):
        match = battle("US-5C 2815; DE-84K 2814 disrupted", "2814: US-5C", "2", *answers)
        assert "Die 2 on 2:1 instead of 3:2: D." in said(match)
        play(match, *way)
        assert has(match, "disrupted", "DE-84K") != recovers
        assert ("84. Infanterie Korps recovers" in said(match)) == recovers


@rule("SEQ.5", "AE.1")
def test_a_disrupted_defender_recovers_when_the_attackers_are_eliminated() -> None:
    units = "US-5C 2815 deployed; DE-84K 2814; DE-81K 2814 disrupted"
    match = battle(units, "2814: US-5C", "1", "fight", "steady", "may-retreat")
    assert "Die 1 on 1:1: AE." in said(match)
    assert at(match, "US-5C") == "dead"
    assert not has(match, "disrupted", "DE-81K")


@rule("SEQ.5", "STK.6")
def test_a_defender_that_recovers_in_a_full_hex_makes_its_owner_choose() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814; DE-81K 2814; DE-67K 2814 disrupted"
    match = battle(units, "2814: US-5C US-8C", "1", "fight", "steady", "may-retreat")
    assert "Die 1 on 3:2: AD." in said(match)
    assert "67. Infanterie Korps recovers from Disruption." in said(match)
    assert (match.prompt.side, match.prompt.step) == ("german", "crowded hex")
    assert listed(match, "disrupt") == {"DE-84K", "DE-81K", "DE-67K"}
    play(match, "disrupt DE-84K")
    assert has(match, "disrupted", "DE-84K")
    assert not has(match, "disrupted", "DE-67K")


@rule("ADV.3")
def test_the_paths_of_one_battle_are_forgotten_when_it_is_over() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814; US-19C 2613; DE-67K 2612"
    match = battle(units, "2814: US-5C US-8C; 2612: US-19C", "3", "resolve 2814", "fight", "steady", "may-retreat")
    play(match, "retreat 2813", "stop")
    assert match.position.trails
    play(match, "pick US-5C", "advance 2814", "end")
    assert match.prompt.step == "attack or call off"
    assert match.position.trails == {}
