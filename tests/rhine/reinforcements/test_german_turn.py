"""BLITZ.1, BLITZ.3, SS.1, REPL.10: what the Germans declare when their turn starts."""

from __future__ import annotations

from tests.cases import rule
from tests.rhine.asking import at, listed, log, marked, refused, verbs, where

FRONT = "DE-21Pz 3010; DE-1SS 3011; DE-84K 3012 deployed; US-5C 1817; DE-9Pz dead"


@rule("BLITZ.1", "BLITZ.3")
def test_the_blitz_is_declared_first_of_all_and_once() -> None:
    m = at("declarations", 4, FRONT)
    assert {"blitz", "ruthless", "eliminate", "end"} == verbs(m)
    m.play("ruthless")
    assert refused(m, "blitz") == ("BLITZ.3", "the Blitz is declared at the very start of the turn")
    m.undo()
    m.play("blitz")
    assert m.position.blitz_turn == 4
    assert refused(m, "blitz") == ("BLITZ.1", "Goering's Blitz has been flown already")
    later = at("declarations", 6, FRONT, blitz_turn=4)
    assert refused(later, "blitz")[0] == "BLITZ.1"


@rule("SS.1")
def test_ruthlessness_is_for_one_turn_of_the_game() -> None:
    m = at("declarations", 4, FRONT)
    m.play("ruthless")
    assert m.position.ruthless_turn == 4
    later = at("declarations", 5, FRONT, ruthless_turn=4)
    assert refused(later, "ruthless") == ("SS.1", "Ruthlessness has had its one turn already")


@rule("REPL.10")
def test_any_german_unit_may_be_given_up_and_goes_where_the_eliminated_go() -> None:
    m = at("declarations", 4, f"{FRONT}; DE-Dummy1 3014 down; DE-2FJK 3013")
    assert listed(m, "eliminate") == {"DE-21Pz", "DE-1SS", "DE-84K", "DE-Dummy1", "DE-2FJK"}
    assert refused(m, "eliminate US-5C")[0] == "REPL.10"
    m.play("eliminate DE-1SS")
    assert where(m, "DE-1SS") == "calendar"
    assert m.position.lost_turn == {"DE-1SS": 4}
    m.play("eliminate DE-84K")
    assert marked(m, "deployed") == set()
    m.play("eliminate DE-Dummy1")
    m.play("eliminate DE-2FJK")
    assert (where(m, "DE-Dummy1"), where(m, "DE-2FJK")) == ("dead", "dead")
    assert "1. SS Panzer Division is eliminated." in log(m, "allied")


@rule("BLITZ.3")
def test_a_declaration_stays_open_until_it_is_ended() -> None:
    m = at("declarations", 4, FRONT)
    m.play("blitz")
    assert m.prompt.step == "declarations"
    m.play("end")
    assert m.prompt.step == "strategic reserve"
