"""Exited Allied armour: what it costs the Germans, and what comes back."""

from __future__ import annotations

from bocage.games.fortress.rules.reinforcements import exits
from tests.cases import rule
from tests.fortress.playing import look, play, position, refused
from tests.fortress.reinforcements.test_arrivals import hand_of, number
from tests.fortress.reinforcements.test_withdrawals import GERMAN, place, steps

OPTION = {"31.15": True}


@rule("31.15", "R121")
def test_germans_pay_for_the_steps_that_left_with_units_in_supply_and_no_headquarters() -> None:  # T116
    units = "US-2-Arm exited; GE-2-Pz JJ8; GE-85-Inf II10; GE-Student II10; GE-84-Inf N10; US-1-Inf N6; GE-30-Mob KK15"
    match = position("exit payment", units, turn=30, options=OPTION, exit_owed=2)
    assert refused(match, "remove GE-Student") == "31.15"
    assert refused(match, "remove GE-84-Inf") == "31.15"
    assert refused(match, "lose GE-30-Mob") == "31.15"
    assert refused(match, "remove US-1-Inf") == "31.15"
    assert refused(match, "remove GE-9SS-Pz") == "31.15"  # not on the map
    play(match, "lose GE-2-Pz", "remove GE-30-Mob")
    assert steps(match, "GE-2-Pz") == 1
    assert place(match, "GE-30-Mob") == "paid"
    assert match.position.exit_paid == 2
    assert match.position.exit_owed == 0
    dear = play(position("exit payment", units, turn=30, options=OPTION, exit_owed=1), "remove GE-85-Inf")
    assert (place(dear, "GE-85-Inf"), steps(dear, "GE-85-Inf")) == ("paid", 2)


@rule("31.15", "R121")
def test_leaving_is_noted_and_a_starved_step_lets_a_german_one_come_back() -> None:  # T116
    match = position("allied allocation", "US-2-Arm RR9", options=OPTION)
    hand = hand_of(match)
    exits.leave(hand, number(match, "US-2-Arm"))
    assert (place(match, "US-2-Arm"), match.position.exit_owed) == ("exited", 2)
    units = f"US-2-Arm exited reduced; GE-30-Mob paid; GE-85-Inf paid; {GERMAN}"
    back = position("german arrivals", units, turn=30, options=OPTION, exit_paid=2)
    assert exits.credit(look(back)) == 1
    assert refused(back, "recall GE-85-Inf") == "31.15"
    assert refused(back, "recall GE-84-Inf") == "31.15"
    play(back, "recall GE-30-Mob")
    assert place(back, "GE-30-Mob") == "waiting"
    assert exits.credit(look(back)) == 0
    assert place(back, "GE-85-Inf") == "paid"


@rule("31.15")
def test_nobody_pays_without_the_option() -> None:
    match = position("exit payment", f"GE-2-Pz JJ8; {GERMAN}", turn=30, exit_owed=2)
    assert steps(match, "GE-2-Pz") == 2
    assert match.position.exit_paid == 0
