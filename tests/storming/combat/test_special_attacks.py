"""Attacks, Mobile Assaults and special attacks that limit each other (13.0, 14.0, 6.6, 6.7, 8.6.A, 17.4.A)."""

from __future__ import annotations

import pytest

import bocage
from tests.cases import rule
from tests.storming.assault import assaulting
from tests.storming.combat.battles import ELSEWHERE, choices, declare, field, german_field, reckoned, refused, told

# Ike's Blind Spot: 4617 is just inside it, 4616 outside; four divisions are in.
FOUR = "US-1-Inf 4518; US-2-Inf 4518; US-4-Inf 4219; US-9-Inf 4219"
OUTSIDE = "US-29-Inf 4616; US-30-Inf 4616; FR-2-Arm 4616; CW-50-Inf 4716; GE-12SS-Pz 4617"


@rule("10.7.3", "13.1.C", "R143")
def test_divisions_that_attack_into_ikes_blind_spot_together_count_together() -> None:
    match = field(f"{FOUR}; {OUTSIDE}; {ELSEWHERE}", turn=9)
    declare(match, "4617", "US-29-Inf")
    assert choices(match, "join") == ["US-1-Inf", "US-2-Inf"]  # those who are inside already
    for unit in ("US-30-Inf", "FR-2-Arm"):
        assert refused(match, f"join {unit}") == (
            "10.7.3",
            f"with {unit} more than five US or French divisions would operate in Ike's Blind Spot",
        )
    lifted = field(f"{FOUR}; {OUTSIDE}; {ELSEWHERE}", turn=9, ike_sees=True)
    declare(lifted, "4617", "US-29-Inf US-30-Inf FR-2-Arm")


@rule("10.7.3")
def test_those_inside_do_not_keep_out_more_than_their_number() -> None:
    three = FOUR.replace("; US-9-Inf 4219", "")
    match = field(f"{three}; {OUTSIDE}; {ELSEWHERE}", turn=9)
    declare(match, "4617", "US-29-Inf US-1-Inf US-2-Inf US-30-Inf")
    assert refused(match, "join FR-2-Arm")[0] == "10.7.3"


@rule("13.6.A", "17.5.3.A")
def test_who_is_asked_for_air_support_hears_that_the_defenders_fire_first() -> None:
    match = german_field("CW-3-Inf 1121; GE-12SS-Pz 1122", turn=5, air_support=1)
    declare(match, "1121", "GE-12SS-Pz")
    match.play("roll")
    assert (match.prompt.side, "the defenders fire first" in match.prompt.text) == ("allied", True)
    inland = german_field("CW-3-Inf 2120; GE-12SS-Pz 2121", turn=5, air_support=1)
    declare(inland, "2120", "GE-12SS-Pz")
    inland.play("roll")
    assert "fire first" not in inland.prompt.text


@rule("13.6.A", "14.2.B")
def test_a_mobile_assault_on_a_beach_is_announced_with_its_first_fire() -> None:
    match = assaulting.german_field("CW-3-Inf 1121; GE-12SS-Pz 1122")
    assaulting.take(match, "GE-12SS-Pz")
    match.play("assault 1121")
    assert "; the defenders fire first. Roll." in match.prompt.text


@rule("8.6.A")
def test_the_log_says_when_nobody_is_left_to_storm_cherbourg() -> None:
    units = "US-82-AB 0519; GE-709-Co 0518; GE-243-Co 0518; GE-91-Inf 0518"
    match = bocage.position("storming", at="cherbourg assault", turn=2, units=units, dice="1 1 1 1 1 1")
    match.play("roll")
    match.play("lose GE-91-Inf")
    assert "Nobody is left who could attack Cherbourg: the Cherbourg Assault is over." in told(match)
    fallen = bocage.position(
        "storming", at="cherbourg assault", turn=2, units="US-2-Arm 0519; GE-709-Co 0518", dice="6 1 1"
    )
    fallen.play("roll")
    fallen.play("advance US-2-Arm")
    assert not any("Nobody is left" in sentence for sentence in told(fallen))


# Each reason by its own case, where others beside the target may attack


@rule("10.7.8")
def test_an_unreleased_unit_is_refused_as_such_when_others_attack() -> None:
    frozen = next(counter for counter in field("US-4-Inf 2119").game.counters if counter.release_turn >= 5)
    units = f"US-4-Inf 2120; {frozen.id} 2119; GE-77-Inf 2119; GE-91-Inf 2121"
    match = german_field(units, turn=frozen.release_turn - 1, released=False)
    declare(match, "2120", "GE-77-Inf")
    assert refused(match, f"join {frozen.id}")[0] == "10.7.8"


@rule("8.7.B")
def test_who_stands_in_montys_blind_spot_does_not_join_an_attack_from_elsewhere() -> None:
    match = german_field("CW-50-Inf 4009; GE-77-Inf 4008; GE-91-Inf 4010", turn=8)
    declare(match, "4009", "GE-91-Inf")
    assert refused(match, "join GE-77-Inf")[0] == "8.7.B"


@rule("7.1.2.G")
def test_who_is_in_an_entrance_hex_does_not_join_an_attack_from_the_map() -> None:
    match = german_field("GE-77-Inf 5806; GE-91-Inf 5708; US-4-Inf 5707", turn=14)
    declare(match, "5707", "GE-91-Inf")
    assert refused(match, "join GE-77-Inf")[0] == "7.1.2.G"


@rule("12.1")
def test_a_disrupted_unit_is_refused_as_such_when_others_attack() -> None:
    match = german_field("US-4-Inf 2120; GE-77-Inf 2119; GE-91-Inf 2119", disrupted="GE-77-Inf")
    declare(match, "2120", "GE-91-Inf")
    assert refused(match, "join GE-77-Inf") == ("12.1", "GE-77-Inf is disrupted and does not attack")


@rule("10.B", "10.C", "14.1.A")
def test_who_mixes_up_attacks_and_mobile_assaults_is_told_which_belongs_where() -> None:
    units = "US-3-Arm 2230; GE-2-Pz 2330"
    marching = bocage.position("storming", at="german assault movement", turn=6, units=units, points={"mechanized": 8})
    assert refused(marching, "attack 2230")[0] == "10.B"
    assert refused(assaulting.field(units), "attack 2330")[0] == "14.1.A"
    assert refused(field(units), "assault 2330")[0] == "10.C"


@rule("13.9.B")
@pytest.mark.parametrize(
    ("units", "target", "attackers", "use", "more"),
    [
        ("CW-50-Inf 2119; GE-77-Inf 2120", "2120", "CW-50-Inf", "hobart", {}),
        ("US-4-Inf 5111; GE-77-Inf 5210", "5210", "US-4-Inf", "hobart-first-fire", {}),
        ("CW-50-Inf 3609; CW-49-Inf 3708; GE-77-Inf 3709", "3709", "CW-49-Inf", "hobart-sea CW-50-Inf", {}),
        ("US-4-Inf 4913; GE-91-Inf 5013", "5013", "US-4-Inf", "hobart-flood US-4-Inf", {"flood_turn": 14}),
    ],
)
def test_in_none_of_its_uses_the_79th_helps_twice_in_a_turn(
    units: str, target: str, attackers: str, use: str, more: dict[str, int]
) -> None:
    ready = field(units, turn=14, **more)
    declare(ready, target, attackers)
    assert use in choices(ready)
    spent = field(units, turn=14, hobart_turn=15, **more)
    declare(spent, target, attackers)
    why = "the 79th Armoured Division helps once a turn; it is available from turn 15 on"
    assert refused(spent, use) == ("13.9.B", why)


@rule("13.9.B", "13.6.A")
def test_the_79th_does_not_cancel_first_fire_south_of_the_21st_army_groups_area() -> None:
    match = field("US-4-Inf 5415; GE-77-Inf 5416", turn=14)
    declare(match, "5416", "US-4-Inf")
    assert reckoned(match).first_fire
    assert refused(match, "hobart-first-fire")[0] == "13.9.B"


@rule("13.9.B", "13.1.A", "13.1.C", "13.2.B", "7.3.E", "9.2.B")
def test_whom_the_79th_may_not_carry_over_the_sea_and_why() -> None:
    units = (
        "CW-50-Inf 3609; CW-3-Inf 3609; CW-15-Inf 3609; CW-7-Arm 3609 reduced; CW-49-Inf 3611; GE-77-Inf 3709; "
        f"GE-91-Inf 3708; {ELSEWHERE}"
    )
    match = field(units, turn=9, attacked="CW-3-Inf", grounded="CW-15-Inf", refit="CW-7-Arm")
    match.play("attack 3709")
    assert choices(match) == ["hobart-sea CW-50-Inf"]
    for unit, case in (
        ("CW-3-Inf", "13.2.B"),
        ("CW-15-Inf", "9.2.B"),
        ("CW-7-Arm", "7.3.E"),
        ("CW-49-Inf", "13.1.C"),
        ("GE-91-Inf", "13.1.A"),
    ):
        assert refused(match, f"hobart-sea {unit}")[0] == case


@rule("13.9.B")
def test_the_79th_brings_nobody_out_of_the_flood_if_it_does_something_else() -> None:
    match = field("US-4-Inf 4913; GE-91-Inf 5013", turn=14, flood_turn=14)
    declare(match, "5013", "US-4-Inf")
    match.play("hobart")
    why = "the 79th Armoured Division does one thing each time it is used"
    assert refused(match, "hobart-flood US-4-Inf") == ("13.9.B", why)


@rule("8.6.A", "17.5.3.A")
def test_cherbourg_is_stormed_with_air_support_only_if_there_is_some_and_somebody_to_support() -> None:
    units = "US-4-Inf 0519; GE-709-Co 0518"
    none = bocage.position("storming", at="cherbourg assault", turn=2, units=units)
    assert refused(none, "air") == ("17.5.3.A", "no Tactical Air unit is set aside for combats")
    idle = bocage.position("storming", at="cherbourg assault", turn=2, units=units, air_support=1)
    idle.play("hold-back US-4-Inf")
    assert refused(idle, "air") == ("8.6.A", "choose the attacking units first")


@rule("17.7.5.B", "5.2.A.1")
def test_shaef_sends_nobody_into_a_full_town() -> None:
    full = "US-4-Inf 4520; US-9-Inf 4520; US-2-Inf 4520; US-17-AB 4520"
    match = bocage.position(
        "storming",
        at="offensive combat",
        turn=10,
        offensive_turn=10,
        duration=1,
        dice="1 1",
        units=f"GE-12-VG 4918; US-99-Inf 4817; SHAEF-HQ 3525; US-82-AB 3525; US-101-AB 3525; {full}",
        allied_control="3910 3913 4515 4615 4520 3525",
        antwerpen_operational=True,
        full_for_good=True,
    )
    declare(match, "4817", "GE-12-VG")
    match.play("roll")
    match.play("react US-82-AB")
    assert refused(match, "place 4520")[0] == "5.2.A.1"
    assert "place 4615" in choices(match)
