"""Recovery from Disruption: in the enemy's operational phase, and for the best units in their own (SEQ)."""

from __future__ import annotations

from tests.cases import rule
from tests.rhine.asking import at, log, marked
from tests.rhine.combat.fronts import commit, front, german_front


@rule("SEQ.4")
def test_disrupted_germans_at_whom_no_attack_is_aimed_recover() -> None:
    match = front("US-5C 3118; DE-84K 3218; DE-25K 3217 disrupted; DE-2Pz 4010 disrupted")
    commit(match, "3218", "US-5C")
    assert marked(match, "disrupted") == {"DE-25K", "DE-2Pz"}
    match.play("end")
    assert marked(match, "disrupted") == set()
    assert "25. Infanterie Korps recovers from Disruption." in log(match)


@rule("SEQ.4")
def test_disrupted_germans_who_are_to_be_attacked_do_not_recover_before_the_battle() -> None:
    match = front("US-5C 3118; BR-1C 3117; DE-84K 3218 disrupted; DE-25K 3217 disrupted; DE-2Pz 3217")
    commit(match, "3218", "US-5C")
    commit(match, "3217", "BR-1C")
    match.play("end")
    assert marked(match, "disrupted") == {"DE-84K", "DE-25K"}


@rule("SEQ.4")
def test_every_hex_of_an_attack_on_several_hexes_is_attacked() -> None:
    match = front("US-5C 3118; DE-84K 3218 disrupted; DE-25K 3219 disrupted; DE-2Pz 3317 disrupted")
    commit(match, "3218 3219", "US-5C")
    match.play("end")
    assert marked(match, "disrupted") == {"DE-84K", "DE-25K"}


@rule("SEQ.4")
def test_germans_recover_even_if_the_allies_attack_nobody() -> None:
    match = front("US-5C 3118; DE-84K 3218 disrupted")
    match.play("end")
    assert marked(match, "disrupted") == set()


@rule("SEQ.11")
def test_disrupted_allies_at_whom_no_attack_is_aimed_recover_in_the_german_turn() -> None:
    match = german_front("US-5C 3118 disrupted; US-2AD 3117 disrupted; DE-84K 3218; DE-25K 3319 disrupted")
    commit(match, "3118", "DE-84K")
    match.play("end")
    # The German one waits for the Allied turn.
    assert marked(match, "disrupted") == {"US-5C", "DE-25K"}
    assert ("SEQ.11", "US 2nd Armored Division recovers from Disruption.") in [line[1:] for line in match.log()]


@rule("SEQ.6")
def test_nobody_recovers_in_the_exploitation_phase() -> None:
    match = at(
        "allied exploitation allocation", 4, "US-5C 3118; DE-84K 3218; DE-25K 3319 disrupted",
        stage="exploitation", weather="very bad", first_beaches="3019", allied_control="3019",
    )  # fmt: skip
    match.play("end")
    assert marked(match, "disrupted") == {"DE-25K"}


@rule("SEQ.7")
def test_allied_airborne_units_recover_in_their_own_turn() -> None:
    units = "US-82AB 3118 disrupted; BR-6AB 3118 disrupted; US-5C 3118 disrupted; BR-RMN 3118 disrupted; DE-84K 5010"
    match = at("airborne recovery", 8, f"{units}; DE-1SS 5011 disrupted", first_beaches="3118")
    assert marked(match, "disrupted") == {"US-5C", "BR-RMN", "DE-1SS"}
    assert ("SEQ.7", "US 82nd Airborne Division recovers from Disruption.") in [line[1:] for line in match.log()]


@rule("SEQ.13")
def test_parachute_and_ss_units_recover_in_their_own_turn() -> None:
    elite = ["DE-2FJK", "DE-1SS", "DE-17SS", "DE-2SSK", "DE-s502"]
    others = ["DE-84K", "DE-2Pz", "DE-s503", "DE-PzB1"]
    hexes = ["5010", "5011", "5012", "5013", "5014", "5110", "5111", "5112", "5113"]
    units = "; ".join(f"{unit} {label} disrupted" for unit, label in zip(elite + others, hexes, strict=True))
    match = at("elite recovery", 4, f"{units}; US-82AB 3118 disrupted", first_beaches="3118", dice="3 3 3")
    assert marked(match, "disrupted") == {*others, "US-82AB"}


@rule("SET.7", "SEQ.4")
def test_the_allies_do_not_hear_who_recovers_under_a_face_down_piece() -> None:
    with_it = front("US-5C 3118; DE-84K 3218; DE-1SS 4010 disrupted; DE-Dummy1 4010 down")
    without = front("US-5C 3118; DE-84K 3218; DE-1SS 4010; DE-Dummy1 4010 down")
    for match in (with_it, without):
        match.play("end")
    assert marked(with_it, "disrupted") == set()
    assert log(with_it, "allied") == log(without, "allied")
    assert "1. SS Panzer Division recovers from Disruption." in log(with_it, "german")
