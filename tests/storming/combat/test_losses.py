"""Who pays for the fire: the owner's choice, the order of the sides, and two-step units first (13.7.4)."""

from __future__ import annotations

import pytest

from bocage.engine.dice import Tape
from bocage.engine.play import Play
from bocage.games.storming.rules.combat.losses import demand
from tests.cases import rule
from tests.storming.combat.battles import (
    OPEN,
    choices,
    declare,
    field,
    fight,
    fires,
    german_field,
    refused,
    steps,
    where,
)


@rule("13.7.4")
def test_the_attacker_distributes_his_losses_before_the_defender() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2119; GE-77-Inf 2120; GE-91-Inf 2120", "1 5")
    declare(match, OPEN, "US-4-Inf US-90-Inf")
    match.play("roll")
    assert (match.prompt.side, choices(match)) == ("allied", ["lose US-4-Inf", "lose US-90-Inf"])
    assert (steps(match, "GE-77-Inf"), steps(match, "GE-91-Inf")) == (1, 1)
    match.play("lose US-90-Inf")
    assert (match.prompt.side, choices(match)) == ("german", ["lose GE-91-Inf", "lose GE-77-Inf"])
    match.play("lose GE-77-Inf")
    assert (steps(match, "US-4-Inf"), steps(match, "US-90-Inf"), where(match, "GE-91-Inf")) == (2, 1, OPEN)


@rule("13.7.4")
def test_in_a_german_attack_it_is_the_german_who_chooses_first() -> None:
    match = german_field("GE-12SS-Pz 2119; GE-Lehr-Pz 2119; US-4-Inf 2120; US-90-Inf 2120", "1 1")
    fight(match, OPEN, "GE-12SS-Pz GE-Lehr-Pz")
    assert [fire.side for fire in fires(match)] == ["german", "allied"]
    assert (match.prompt.side, set(choices(match, "lose"))) == ("german", {"GE-12SS-Pz", "GE-Lehr-Pz"})
    match.play("lose GE-Lehr-Pz")
    assert (match.prompt.side, set(choices(match, "lose"))) == ("allied", {"US-4-Inf", "US-90-Inf"})


@rule("13.7.4")
def test_nobody_is_eliminated_while_a_two_step_unit_is_at_full_strength() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2119 reduced; US-82-AB 2119; GE-12SS-Pz 2120", "1 1")
    fight(match, OPEN, "US-4-Inf US-90-Inf US-82-AB")
    # The only unit at full strength had to pay, without being asked.
    assert (steps(match, "US-4-Inf"), steps(match, "US-90-Inf"), steps(match, "US-82-AB")) == (1, 1, 1)
    match = field("US-4-Inf 2119; US-2-Inf 2119; US-82-AB 2119; GE-12SS-Pz 2120", "1 1")
    fight(match, OPEN, "US-4-Inf US-2-Inf US-82-AB")
    assert choices(match) == ["lose US-4-Inf", "lose US-2-Inf"]
    assert refused(match, "lose US-82-AB")[0] == "13.7.4"


@rule("13.7.4", "R23")
def test_attackers_from_several_hexes_are_one_force_for_that() -> None:
    """Ruling R23."""
    match = field("US-4-Inf 2119; US-82-AB 2121; US-101-AB 2121; GE-12SS-Pz 2120", "1 1")
    fight(match, OPEN, "US-4-Inf US-82-AB US-101-AB")
    assert (steps(match, "US-4-Inf"), where(match, "US-82-AB"), where(match, "US-101-AB")) == (1, "2121", "2121")


@rule("13.7.4")
def test_two_losses_on_one_full_and_one_single_step_unit_leave_the_second_to_the_owner() -> None:
    match = field("US-4-Inf 2119; US-82-AB 2119; GE-12SS-Pz 2120", "1 5")
    fight(match, OPEN, "US-4-Inf US-82-AB")
    assert fires(match)[1].steps == 2
    assert steps(match, "US-4-Inf") == 1  # the first step was forced
    assert set(choices(match)) == {"lose US-4-Inf", "lose US-82-AB"}
    match.play("lose US-82-AB")
    assert (where(match, "US-4-Inf"), where(match, "US-82-AB")) == ("2119", "track")


@rule("13.7.4")
def test_units_outside_the_combat_pay_nothing() -> None:
    match = field("US-4-Inf 2119; US-90-Inf 2119; US-2-Inf 2119; GE-12SS-Pz 2120", "1 1")
    fight(match, OPEN, "US-4-Inf US-90-Inf")
    assert refused(match, "lose US-2-Inf") == ("13.7.4", "US-2-Inf does not take part in this fight")
    assert refused(match, "lose GE-12SS-Pz")[0] == "13.7.4"


@rule("13.7.4")
def test_more_losses_than_steps_take_everything_and_no_more() -> None:
    match = field("US-4-Inf 2119; US-2-Arm 2119; US-3-Arm 2119; GE-77-Inf 2120", "6 1")
    fight(match, OPEN, "US-4-Inf US-2-Arm US-3-Arm", "lose US-4-Inf")
    assert fires(match)[0].steps == 3
    assert where(match, "GE-77-Inf") == "cup"
    assert match.prompt.step == "advance"


@rule("2.2.A", "13.7.4", "R41", "R42")
def test_a_headquarters_is_a_one_step_unit_and_may_take_the_loss() -> None:
    """Rulings R41 and R42."""
    match = field("US-4-Inf 2119; GE-77-Inf 2120; GE-7A-HQ 2120", "1 1")
    fight(match, OPEN, "US-4-Inf")
    assert set(choices(match)) == {"lose GE-77-Inf", "lose GE-7A-HQ"}
    match.play("lose GE-7A-HQ")
    assert (where(match, "GE-7A-HQ"), where(match, "GE-77-Inf")) == ("dead", OPEN)
    alone = field("US-4-Inf 2119; GE-7A-HQ 2120", "1 1")
    fight(alone, OPEN, "US-4-Inf")
    assert (fires(alone)[0].steps, where(alone, "GE-7A-HQ")) == (1, "dead")


@rule("7.2", "R41")
def test_by_an_option_a_lost_headquarters_comes_back_two_turns_later() -> None:
    units = "US-4-Inf 2119; GE-77-Inf 2120; GE-7A-HQ 2120"
    for options, place, due in (({}, "dead", {}), ({"R41": True}, "track", {"GE-7A-HQ": 5 + 2})):
        match = field(units, "1 1", options=options)
        fight(match, OPEN, "US-4-Inf", "lose GE-7A-HQ")
        assert (where(match, "GE-7A-HQ"), match.position.due) == (place, due)


@rule("2.2.A", "7.3.A")
def test_a_reduced_unit_fights_with_its_back_and_dies_with_its_last_step() -> None:
    match = field("US-4-Inf 2119 reduced; GE-12SS-Pz 2120", "3 1")
    fight(match, OPEN, "US-4-Inf")
    assert fires(match)[0].strength == 2
    assert where(match, "US-4-Inf") == "track"


@rule("7.2.2.A")
def test_the_german_says_where_a_panzer_division_that_fell_is_rebuilt_before_anyone_advances() -> None:
    match = field("US-2-Arm 2119; US-3-Arm 2119; US-4-Inf 2119; GE-Lehr-Pz 2120 reduced", "1 1")
    fight(match, OPEN, "US-2-Arm US-3-Arm US-4-Inf", "lose US-4-Inf")
    assert (match.prompt.side, choices(match)) == ("german", ["rebuild-on-track", "rebuild-in-box"])
    match.play("rebuild-in-box")
    assert where(match, "GE-Lehr-Pz") == "watch"
    assert match.prompt.step == "advance"


@rule("14.2.D")
def test_losses_can_be_demanded_under_another_case() -> None:
    match = field("US-2-Arm 2119; US-3-Arm 2119; GE-12SS-Pz 2120")
    position = match.position.copy()
    numbers = match.game.unit_numbers
    play = Play(match.game, position, Tape(()))
    demand(play, "allied", 1 << numbers["US-2-Arm"] | 1 << numbers["US-3-Arm"], 1, "14.2.D")
    prompt = play.drive()["allied"]
    assert (prompt.rule, [str(action) for action in prompt.actions]) == ("14.2.D", ["lose US-2-Arm", "lose US-3-Arm"])


@pytest.mark.parametrize(("wanted", "left"), [(0, [2, 2]), (4, [0, 0]), (9, [0, 0])])
def test_demanding_nothing_asks_nobody_and_demanding_everything_takes_all(wanted: int, left: list[int]) -> None:
    match = field("US-2-Arm 2119; US-3-Arm 2119; GE-12SS-Pz 2120")
    numbers = match.game.unit_numbers
    play = Play(match.game, match.position.copy(), Tape(()))
    demand(play, "allied", 1 << numbers["US-2-Arm"] | 1 << numbers["US-3-Arm"], wanted, "14.2.D")
    play.drive()
    units = [play.position.units[numbers[name]] for name in ("US-2-Arm", "US-3-Arm")]
    assert [unit.steps if unit.at >= 0 else 0 for unit in units] == left
