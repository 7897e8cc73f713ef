"""Patton (17.4.A): his stack goes on assaulting; and his reaction to the Hitler Counteroffensive (17.7.6)."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.storming.rules.movement.hand import Moving
from tests.cases import rule
from tests.storming.assault.assaulting import assault, field, german_field, may, refused, steps, take, where

STACK = "Patton 2230; US-3-Arm 2230; US-4-Arm 2230; US-6-Arm 2230"
HAND = "US-3-Arm US-4-Arm US-6-Arm Patton"


# The same hex again


@rule("17.4.A", "14.1.C", "14.2.C")
def test_repulsed_patton_may_assault_the_same_hex_again() -> None:
    match = field(f"{STACK}; GE-2-Pz 2330; GE-9-Pz 2330", "1 1 6 1", points={"12AG": 4})
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    match.play("lose GE-2-Pz")
    match.play("lose US-4-Arm")  # the further step of 14.2.D
    assert (match.prompt.side, match.prompt.rule) == ("allied", "17.4.A")
    assert match.prompt.text == (
        "2330 holds. Patton may assault it again (2 MP left), or halt; he goes nowhere else before it is cleared."
    )
    assert {action.verb for action in match.prompt.actions} == {"assault", "leave-behind", "halt"}
    match.play("assault 2330")
    match.play("roll")
    for _ in range(2):
        match.play("rebuild-on-track")
    assert {where(match, unit) for unit in HAND.split()} == {"2330"}
    assert [steps(match, unit) for unit in HAND.split()] == [1, 1, 1, 1]


@rule("17.4.A", "R82")
def test_each_assault_is_paid_for() -> None:
    match = field(f"{STACK}; GE-2-Pz 2330; GE-9-Pz 2330", "1 1", points={"12AG": 3})
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    match.play("lose GE-2-Pz")
    match.play("lose US-4-Arm")
    # One point is left, and a further assault costs two: that was it.
    assert match.prompt.step == "movement"
    assert match.position.frames[-1] == Moving("allied", acted=True)
    assert refused(match, "pick US-6-Arm")[0] == "14.2.C"


@rule("17.4.A")
def test_before_the_hex_is_cleared_patton_goes_nowhere_else() -> None:
    match = field(f"{STACK}; GE-2-Pz 2330; GE-9-Pz 2330; GE-77-Inf 2231", "1 1")
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    match.play("lose GE-2-Pz")
    match.play("lose US-4-Arm")
    assert refused(match, "assault 2231") == (
        "17.4.A",
        "Patton goes nowhere else before the hex that he assaulted is cleared",
    )
    assert match.why_not("move 2229") is not None
    match.play("halt")
    assert refused(match, "pick Patton")[0] == "14.2.C"
    assert where(match, "Patton") == "2230"


@rule("17.4.A", "6.7.A")
def test_a_stack_that_moved_in_may_try_again_too() -> None:
    match = field(f"{STACK.replace('2230', '2030')}; GE-2-Pz 2330; GE-9-Pz 2330", "1 1")
    assault(match, HAND, "2330", via="2230")
    match.play("lose US-3-Arm")
    match.play("lose GE-2-Pz")
    match.play("lose US-4-Arm")
    assert may(match, "assault 2330")


# Other hexes


@rule("17.4.A", "14.2.C", "6.7.B", "R82")
def test_after_a_hex_is_cleared_the_stack_moves_on_and_assaults_another() -> None:
    match = field(f"{STACK}; GE-77-Inf 2330; GE-84-Inf 2529", "6 1 6 1", points={"12AG": 8})
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    assert {where(match, unit) for unit in HAND.split()} == {"2330"}
    moving = match.position.frames[-1]
    assert isinstance(moving, Moving)
    assert (moving.spent, moving.allowance, moving.hexes) == (2, 8, 1)
    match.play("move 2429")
    match.play("assault 2529")
    match.play("roll")
    match.play("lose US-4-Arm")
    assert {where(match, unit) for unit in HAND.split()} == {"2529"}
    assert match.position.frames[-1].spent == 2 + 1 + 2


@rule("6.7.B", "17.4.A", "6.5", "R80")
def test_among_enemy_zones_the_stack_goes_on_by_assaults_alone() -> None:
    match = field(f"{STACK}; GE-77-Inf 2330; GE-84-Inf 2430; GE-85-Inf 2429", "6 1 6 1")
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    # Two zones reach 2330, which would keep anyone else who moved in from assaulting (6.7.A).
    assert may(match, "assault 2430")
    assert may(match, "assault 2429")
    assert refused(match, "move 2329")[0] == refused(match, "move 2230")[0] == "6.5"
    match.play("assault 2429")
    match.play("roll")
    match.play("lose US-4-Arm")
    assert where(match, "Patton") == "2429"
    assert may(match, "assault 2430")


@rule("6.7.A")
def test_before_his_first_success_patton_minds_zones_like_anybody() -> None:
    match = field(f"{STACK.replace('2230', '2030')}; GE-77-Inf 2330; GE-84-Inf 2331")
    take(match, HAND)
    match.play("move 2230")
    assert refused(match, "assault 2330")[0] == "6.7.A"


@rule("6.7.A", "17.4.A", "R81")
def test_a_hex_entered_by_ordinary_movement_counts_as_moved_into() -> None:
    match = field(f"{STACK}; GE-77-Inf 2330; GE-84-Inf 2529; GE-85-Inf 2530", "6 1")
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    match.play("move 2429")  # beside 2529 and 2530
    zone = match.inquire().enemy_zone("allied")
    assert zone >> match.game.board.index["2429"] & 1
    assert refused(match, "assault 2529")[0] == "6.7.A"


@rule("14.2.C")
def test_without_patton_the_same_stack_is_finished() -> None:
    match = field(f"{STACK}; GE-77-Inf 2330", "6 1")
    assault(match, "US-3-Arm US-4-Arm US-6-Arm", "2330")  # he is in the hex, but stays behind
    match.play("lose US-3-Arm")
    assert match.position.frames[-1] == Moving("allied", acted=True)
    assert where(match, "Patton") == "2230"


@rule("17.4.A", "R44")
def test_patton_must_have_begun_the_step_with_them() -> None:
    match = field("Patton 2130; US-3-Arm 2230; US-4-Arm 2230; GE-77-Inf 2330", "6 1")  # ruling R44
    take(match, "Patton")
    match.play("move 2230")
    take(match, "US-3-Arm US-4-Arm")
    assert match.why_not("join Patton") is not None
    match.play("assault 2330")
    match.play("roll")
    match.play("lose US-4-Arm")
    assert match.position.frames[-1] == Moving("allied", acted=True)


JOINED = {"R44": True}


@rule("17.4.A", "14.2.C", "R44")
def test_by_an_option_patton_goes_on_with_units_to_which_he_has_come() -> None:
    match = field(
        "Patton 1930; US-3-Arm 2230; US-4-Arm 2230; GE-77-Inf 2330; GE-84-Inf 2430", "6 1 6 1", options=JOINED
    )
    take(match, "Patton")
    match.play("move 2230")
    take(match, "US-3-Arm US-4-Arm Patton")
    # The hex is in an enemy zone, and he has entered it: they go on by assaults alone.
    assert refused(match, "move 2229")[0] == "6.5"
    match.play("assault 2330")
    match.play("roll")
    match.play("lose US-4-Arm")
    assert {where(match, unit) for unit in ("Patton", "US-3-Arm", "US-4-Arm")} == {"2330"}
    assert may(match, "assault 2430")
    assert match.position.patton_hexes == 4


@rule("17.4.A", "14.2.C")
def test_by_an_option_units_take_patton_along_to_whom_they_have_come() -> None:
    units = "Patton 2230; US-3-Arm 2030; GE-77-Inf 2330; GE-84-Inf 2430"
    match = field(units, "6 1 6 1", options=JOINED)
    take(match, "US-3-Arm")
    match.play("move 2230")
    match.play("join Patton")
    match.play("assault 2330")
    match.play("roll")
    assert where(match, "Patton") == where(match, "US-3-Arm") == "2330"
    assert may(match, "assault 2430")
    strict = field(units)
    take(strict, "US-3-Arm")
    strict.play("move 2230")
    assert refused(strict, "join Patton") == (
        "10.4.A", "the units in hand have set out: nobody joins them on the way"
    )  # fmt: skip


@rule("17.4", "17.4.A")
def test_by_an_option_patton_brings_only_the_points_that_he_has_left() -> None:
    match = field("Patton 1728; US-3-Arm 2330; GE-77-Inf 2430", options=JOINED, points={"12AG": 12})
    take(match, "Patton")
    match.play("move 2330")  # six hexes, all that he has
    take(match, "US-3-Arm")
    assert refused(match, "join Patton")[0] == "6.5"
    assert may(match, "assault 2430")
    rested = field("Patton 1728; US-3-Arm 2330; GE-77-Inf 2430", options=JOINED, points={"12AG": 12})
    take(rested, "Patton")
    rested.play("move 2230")
    assert rested.position.patton_hexes == 5


@rule("17.4", "17.4.A", "R82")
def test_patton_himself_spends_a_point_for_every_hex() -> None:
    for start, hexes in (("1829", 5), ("1728", 6)):
        match = field(f"Patton {start}; US-3-Arm {start}; GE-77-Inf 2430", points={"12AG": 12})
        take(match, "US-3-Arm Patton")
        match.play("move 2330")
        assert match.position.frames[-1].hexes == hexes
        if hexes == 5:
            assert may(match, "assault 2430")
        else:  # the tanks have the points, but six hexes are his whole allowance
            assert refused(match, "assault 2430") == (
                "17.4",
                "Patton has no Movement Point left to follow into 2430",
            )


@rule("17.4.A", "13.7.4", "R83")
def test_patton_may_be_the_loss_and_then_the_stack_is_finished() -> None:
    match = field("Patton 2230; US-3-Arm 2230 reduced; US-4-Arm 2230 reduced; GE-77-Inf 2330", "6 1")  # ruling R41
    assault(match, "US-3-Arm US-4-Arm Patton", "2330")
    match.play("lose Patton")
    assert where(match, "Patton") == "dead"
    assert where(match, "US-3-Arm") == where(match, "US-4-Arm") == "2330"
    assert match.position.frames[-1] == Moving("allied", acted=True)


@rule("14.2.C", "R83")
def test_patton_does_not_enter_a_cleared_hex_alone() -> None:
    match = field("Patton 2230; US-3-Arm 2230 reduced; GE-77-Inf 2330", "1 1")
    assault(match, "US-3-Arm Patton", "2330")
    match.play("lose US-3-Arm")
    assert where(match, "GE-77-Inf") == "cup"
    assert where(match, "Patton") == "2230"
    assert match.position.frames[-1] == Moving("allied", acted=True)


@rule("17.4.A")
def test_the_points_of_the_stack_are_those_of_who_is_left() -> None:
    match = field(
        "Patton 2230; US-3-Arm 2230 reduced; US-4-Arm 2230 reduced; GE-77-Inf 2330", "6 1",
        points={"12AG": 4}, red_ball="US-3-Arm",
    )  # fmt: skip
    take(match, "US-3-Arm US-4-Arm Patton")
    assert match.position.frames[-1].allowance == 4
    match.play("assault 2330")
    match.play("roll")
    match.play("lose US-4-Arm")  # it held the other back
    assert match.position.frames[-1].allowance == 4 + 6


@rule("17.4.A", "13.2.D", "R83")
def test_units_may_stay_in_the_hex_that_was_cleared_while_the_rest_goes_on() -> None:
    match = field(f"{STACK}; GE-77-Inf 2330; GE-84-Inf 2430", "6 1 6 1")
    take(match, HAND)
    assert refused(match, "leave-behind US-3-Arm")[0] == "17.4.A"  # whom to take along is decided before they set out
    match.play("assault 2330")
    match.play("roll")
    match.play("lose US-3-Arm")
    match.play("leave-behind US-3-Arm")
    assert refused(match, "leave-behind Patton")[0] == "17.4.A"
    match.play("leave-behind US-4-Arm")
    assert refused(match, "leave-behind US-6-Arm")[0] == "17.4.A"
    assert refused(match, "leave-behind US-3-Arm")[1] == "US-3-Arm is not one of the units in hand"
    match.play("assault 2430")
    match.play("roll")
    assert where(match, "US-3-Arm") == where(match, "US-4-Arm") == "2330"
    assert where(match, "US-6-Arm") == where(match, "Patton") == "2430"
    assert refused(match, "pick US-4-Arm")[0] == "14.2.C"


@rule("17.4.A")
def test_not_everyone_needs_to_press_on() -> None:
    match = field(f"{STACK}; GE-2-Pz 2330; GE-9-Pz 2330", "1 1 1 1")
    assault(match, HAND, "2330")
    match.play("lose US-3-Arm")
    match.play("lose GE-2-Pz")
    match.play("lose US-4-Arm")
    match.play("leave-behind US-3-Arm")
    assert refused(match, "leave-behind US-3-Arm")[0] == refused(match, "leave-behind Patton")[0] == "17.4.A"
    match.play("assault 2330")
    assert bocage.forecast(match).attack.strength == 2 + 5


# The reaction (17.7.6)

OFFENSIVE = {"turn": 11, "offensive_turn": 11, "ike_sees": True, "full_for_good": True}


@rule("17.7.6", "R85")
@pytest.mark.parametrize(
    ("here", "there", "why"),
    [
        ("4715", "4815", "a forest without a road, and a fort"),
        ("4714", "4814", "a fort"),
        ("5525", "5625", "a forest without a road"),
        ("4519", "4520", "a river without a bridge"),
    ],
)
def test_patton_reacts_into_any_terrain_and_over_rivers(here: str, there: str, why: str) -> None:
    units = f"Patton {here}; US-3-Arm {here}; GE-77-Inf {there}"
    match = field(units, **OFFENSIVE)
    take(match, "US-3-Arm Patton")
    assert may(match, f"assault {there}"), why
    match = field(units, **OFFENSIVE)
    take(match, "US-3-Arm")
    assert refused(match, f"assault {there}")[0] == "14.1.D"  # Patton must come along
    match = field(units, **{**OFFENSIVE, "offensive_turn": 10})
    take(match, "US-3-Arm Patton")
    assert refused(match, f"assault {there}")[0] == "14.1.D"  # it is that turn's reaction


@rule("17.7.6", "13.9.E", "R85")
def test_even_then_mountains_are_closed() -> None:
    match = field("Patton 5033; US-3-Arm 5033; GE-77-Inf 5133", **OFFENSIVE)
    take(match, "US-3-Arm Patton")
    assert refused(match, "assault 5133")[0] == "13.9.E"


@rule("17.7.6")
def test_even_then_the_rhine_is_crossed_by_a_captured_bridge_only() -> None:
    match = field("Patton 5415; US-3-Arm 5415; GE-77-Inf 5416", **OFFENSIVE)
    take(match, "US-3-Arm Patton")
    assert refused(match, "assault 5416")[0] == "14.1.D"


def test_model_is_no_patton() -> None:
    match = german_field("Model 2330; GE-2-Pz 2330; US-4-Inf 2230")
    take(match, "GE-2-Pz Model")
    assert refused(match, "assault 2230")[0] == "14.1.B"
