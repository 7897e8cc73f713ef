"""Every no that a player can hear in combat: the case that forbids it, and a sentence that helps."""

from __future__ import annotations

import pytest

import bocage
from tests.cases import rule
from tests.roundup.combat.fighting import choices, declare, field, fight, fought, german_field, refused

# attack


@rule("11.0")
def test_attack_where_no_enemy_is() -> None:
    match = field("US-1 3118; US-2 3119; DE-376 3117")
    assert refused(match, "attack 3018") == ("11.0", "there is no enemy in 3018 to attack")
    assert refused(match, "attack 3119") == ("11.0", "there is no enemy in 3119 to attack")


@rule("11.0")
def test_attack_on_a_hex_that_nobody_of_mine_is_next_to() -> None:
    match = field("US-1 3118; DE-376 3117; DE-384 3113")
    assert refused(match, "attack 3113") == ("11.0", "no unit of yours is next to 3113")


@rule("11.0a")
def test_attack_on_a_hex_that_has_been_attacked() -> None:
    match = field("US-1 3118; US-2 3217; DE-376 3117; DE-384 3216", "3")
    fight(match, "3117", "US-1")
    assert refused(match, "attack 3117") == ("11.0", "units in 3117 have been attacked in this phase already")


@rule("11.0a")
def test_attack_when_all_neighbours_have_attacked() -> None:
    match = field("US-1 3217; US-2 3118; DE-376 3117; DE-384 3216", "3")
    fight(match, "3117", "US-1")
    assert refused(match, "attack 3216") == ("11.0", "every unit next to 3216 has attacked in this phase")


@rule("8.3b")
def test_attack_by_divisions_that_have_just_been_replaced() -> None:
    match = field("US-1 3118; US-2 3114; DE-376 3117; DE-384 3113", replaced="US-1")
    assert refused(match, "attack 3117") == ("8.3", "units that received a replacement do not attack this turn")


@rule("10.9")
def test_attack_into_polder_with_heavy_panzers_only() -> None:
    match = german_field("US-1 1718; DE-s504 1818; DE-376 3117; US-2 3118")
    assert refused(match, "attack 1718") == ("10.9", "heavy panzers never attack into polder")


@rule("11.0")
def test_attack_while_another_attack_is_open() -> None:
    match = field("US-1 3118; US-2 3114; DE-376 3117; DE-384 3113")
    match.play("attack 3117")
    case, why = refused(match, "attack 3113")
    assert case == "11.0"
    assert "the attack on 3117 is resolved first" in why
    case, why = refused(match, "end")
    assert case == "11.0"
    assert "the attack on 3117 is resolved first" in why


def test_attack_on_a_hex_that_does_not_exist_is_noise() -> None:
    match = field("US-1 3118; DE-376 3117")
    with pytest.raises(bocage.BadInput, match="there is no hex '9999'"):
        match.play("attack 9999")
    with pytest.raises(bocage.BadInput, match="'attack' needs a hex"):
        match.play("attack")


def test_attack_in_the_other_sides_phase() -> None:
    match = field("US-1 3118; DE-376 3117")
    refusal = match.why_not("attack 3118", side="german")
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("11.0", "it is not german who decides now, but allied")


# join


@rule("11.0", "11.0a", "11.3", "8.3b")
def test_join_by_units_that_may_not() -> None:
    match = field("US-1 3118; US-2 3217; US-3 3119; US-5 3018; DE-376 3117; DE-384 3216", "3", replaced="US-5")
    fight(match, "3216", "US-2")
    declare(match, "3117", "US-1")
    assert choices(match) == ["roll"]
    assert refused(match, "join DE-384") == ("11.0", "only the units of the side whose phase it is attack")
    assert refused(match, "join US-3") == ("11.0", "US-3 is not next to the hex under attack")
    assert refused(match, "join US-9") == ("11.0", "US-9 is not next to the hex under attack")  # off the map
    assert refused(match, "join US-2") == ("11.0", "US-2 has attacked in this phase already")
    assert refused(match, "join US-5") == ("8.3", "US-5 received a replacement and does not attack this turn")
    assert refused(match, "join US-1") == ("11.3", "US-1 attacks already, with its whole factor")


@rule("10.9")
def test_join_by_heavy_panzers_against_polder() -> None:
    match = german_field("US-1 1718; DE-s504 1818; DE-376 1818")
    match.play("attack 1718")
    assert choices(match) == ["join DE-376"]
    assert refused(match, "join DE-s504") == ("10.9", "heavy panzers never attack into polder")


@pytest.mark.parametrize("action", ["join US-1", "roll", "bombers"])
def test_anything_about_an_attack_before_its_hex_is_chosen(action: str) -> None:
    case, why = refused(field("US-1 3118; DE-376 3117"), action)
    assert case == "11.0"
    assert "say first which one you attack" in why


# bombers, roll

BOMBERS = {"at": "allied combat first", "turn": 3, "superiority": "allied", "us_beachheads": "3123"}


@rule("7.6")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"superiority": "german"}, "heavy bombers need air superiority"),
        ({"superiority": ""}, "heavy bombers need air superiority"),
        ({"weather": "Overcast"}, "heavy bombers need clear weather; it is overcast"),
        ({"weather": "Storm"}, "heavy bombers need clear weather; it is storm"),
        ({"at": "allied combat"}, "heavy bombers fly only in a turn of Combat/Move"),
        ({"bombers_used": 1}, "the heavy bombers have flown this turn"),
    ],
)
def test_bombers_that_cannot_fly(changes: dict[str, object], why: str) -> None:
    match = field("US-1 3118; DE-376 3117", **{**BOMBERS, **changes})
    declare(match, "3117", "US-1")
    assert refused(match, "bombers") == ("7.6", why)


@rule("15.14")
def test_bombers_after_their_commander_has_refused() -> None:
    match = field(
        "US-1 3118; US-2 3114; DE-376 3117; DE-384 3113",
        "1 3",
        **BOMBERS,
        bluepoint_cancelled=True,
        options={"15.2": True, "15.14": True},
    )
    fight(match, "3117", "US-1", "bombers")
    declare(match, "3113", "US-2")
    assert refused(match, "bombers") == ("15.14", "Bomber Command has refused for this turn")


@rule("7.6b")
def test_bombers_of_a_side_that_has_none() -> None:
    match = german_field("US-1 3118; DE-376 3117", **BOMBERS | {"at": "german combat first", "superiority": "german"})
    declare(match, "3118", "DE-376")
    assert refused(match, "bombers") == ("7.6", "this side has no heavy bombers")


def test_a_roll_or_bombers_without_attackers() -> None:
    match = field("US-1 3118; DE-376 3117", **BOMBERS)
    match.play("attack 3117")
    assert refused(match, "roll") == ("11.0", "choose the attacking units first")
    assert refused(match, "bombers") == ("11.12", "choose the attacking units first")


# lose


@rule("11.13.1")
def test_lose_a_unit_that_the_result_does_not_hit() -> None:
    match = field("US-1 3118; US-Rgr 3118; US-2 3218; DE-376 3117", "2")
    fight(match, "3117", "US-1 US-Rgr")
    assert refused(match, "lose US-2") == ("11.13.1", "US-2 is not one of the units that this result hits")
    assert refused(match, "lose DE-376") == (
        "11.13.1",
        "this step is lost by the other side; DE-376 is not one of its units",
    )
    assert refused(match, "lose UK-1") == ("11.13.1", "UK-1 is not on the map")
    case, why = refused(match, "end")
    assert (case, why) == ("11.13.1", "'end' is not possible now: Choose the unit that loses a step.")


@rule("11.13.2", "11.13.4", "11.13.6")
@pytest.mark.parametrize(
    ("die", "outsider", "case"),
    [("1", "US-2", "11.13.2"), ("6", "DE-384", "11.13.4"), ("4", "DE-384", "11.13.6")],
)
def test_a_refused_loss_names_the_result_that_asks_for_it(die: str, outsider: str, case: str) -> None:
    match = field("US-1A 3118; US-FSSF 3118; US-2 3218; DE-376 3117; DE-s504 3117; DE-384 3115", die)
    fight(match, "3117", "US-1A US-FSSF")  # 10:9
    assert refused(match, f"lose {outsider}")[0] == case == match.prompt.rule
    assert {match.prompt.rule_of(action) for action in match.prompt.actions} == {case}


@rule("15.13")
def test_lose_a_battalion_in_an_exchange_although_a_division_is_there() -> None:
    match = field("US-1A 3118; US-FSSF 3118; US-1 3218; DE-376 3117; DE-s504 3117", "4", options={"15.13": True})
    fight(match, "3117", "US-1A US-FSSF US-1")
    assert choices(match) == ["lose US-1", "lose US-1A"]  # the German division has paid already
    assert refused(match, "lose US-FSSF") == ("15.13", "a division takes part, so a division pays for the exchange")


# retreat, pick


@rule("11.13.3", "3.2.4")
def test_retreat_to_a_hex_that_will_not_do() -> None:
    full = "DE-719 3116; DE-s504 3116; DE-347 3017"
    match = field(f"US-1A 3118; US-1 3218; DE-712 3117; {full}; US-2 3015", "3")
    fight(match, "3117", "US-1A US-1")
    assert fought(match).result == "DR"
    assert choices(match) == ["retreat 2916", "retreat 2917", "retreat 3216"]
    assert refused(match, "retreat 3118") == ("11.13.3", "units never retreat into a hex that an enemy holds")
    assert refused(match, "retreat 3217") == ("3.2.4", "units never retreat into an enemy zone of control")
    assert refused(match, "retreat 3016") == ("3.2.4", "units never retreat into an enemy zone of control")
    assert refused(match, "retreat 3116") == ("3.1.3", "a hex holds at most one division")
    assert refused(match, "retreat 3117") == ("11.13.3", "DE-712 must leave 3117")
    far = ("11.13.3", "a retreat is one hex; only friendly hexes without room are passed through")
    assert refused(match, "retreat 3113") == far
    assert refused(match, "retreat 3015") == far
    assert refused(match, "end")[0] == "11.13.3"


@rule("10.9", "R34")
def test_retreat_of_heavy_panzers_into_polder() -> None:
    """Ruling R34."""
    match = field("US-1A 1917; US-FSSF 1917; DE-s504 1818; DE-712 1818", "5")
    fight(match, "1818", "US-1A US-FSSF")
    assert choices(match) == ["retreat 1717", "retreat 1718", "retreat 1819", "pick DE-s504"]
    match.play("pick DE-s504")
    assert choices(match) == ["retreat 1819", "pick DE-712"]
    assert refused(match, "retreat 1718") == ("R34", "heavy panzers never enter polder, not even in retreat")


@rule("11.13.3")
def test_pick_for_a_retreat_a_unit_that_has_none_to_make() -> None:
    match = field("US-1A 3118; US-FSSF 3118; US-1 3218; DE-712 3117; DE-s504 3117; DE-719 3113", "5")
    fight(match, "3117", "US-1A US-1 US-FSSF")
    assert refused(match, "pick DE-712") == ("11.13.3", "DE-712 is in hand already: choose its hex")
    assert refused(match, "pick DE-719") == ("11.13.3", "DE-719 is not among the units that still have to retreat")
    assert refused(match, "pick US-1") == ("11.13.3", "US-1 is not among the units that still have to retreat")
    match.play("retreat 3116")
    assert refused(match, "pick DE-712") == ("11.13.3", "DE-712 is not among the units that still have to retreat")


@rule("11.13.2b")
def test_pick_for_a_retreat_a_unit_that_is_blocked() -> None:
    match = field(
        "US-1 3118; US-2 3217; DE-1SS 3117; DE-719 3120; DE-347 2919; DE-348 3319",
        "1",
    )
    fight(match, "3117", "US-1 US-2")
    match.play("lose US-2")
    assert refused(match, "pick US-1") == ("11.13.2", "US-1 has no hex to retreat to and will lose a step instead")


@rule("10.7c")
def test_pick_for_a_retreat_a_unit_that_has_just_dropped() -> None:
    match = german_field("UK-1AB 3117; UK-4Bde 3117; DE-1SS 3118; DE-GD 3218", "6", dropped="UK-1AB")
    fight(match, "3117", "DE-1SS DE-GD")
    match.play("lose UK-1AB")
    assert (match.prompt.side, match.prompt.step) == ("allied", "retreat")
    assert refused(match, "pick UK-1AB") == ("10.7", "UK-1AB was dropped from the air this turn and does not retreat")


# advance


@rule("11.14", "11.14a", "10.7c", "3.1.2", "3.1.2a")
def test_advance_by_units_that_may_not() -> None:
    match = field(
        "US-1A 3118; US-82AB 3218; UK-GA 3018; US-2A 3217; US-3 3219; DE-712 3117 reduced; DE-719 3115",
        "1",
        dropped="US-82AB",
    )
    fight(match, "3117", "US-1A US-82AB UK-GA US-2A")
    assert refused(match, "advance US-3") == ("11.14", "only the attackers of this battle may advance")
    assert refused(match, "advance DE-719") == ("11.14", "defending units never advance")
    assert refused(match, "advance US-82AB") == (
        "10.7",
        "US-82AB was dropped from the air this turn and does not advance",
    )
    assert refused(match, "attack 3115")[0] == "11.14"
    assert choices(match) == ["advance US-1A", "advance US-2A", "advance UK-GA", "end"]
    match = field("US-1A 3118; US-Rgr 3118; UK-GA 3018; US-2A 3217; DE-712 3117 reduced", "1")
    fight(match, "3117", "US-1A US-Rgr UK-GA US-2A")
    match.play("advance US-1A")
    assert refused(match, "advance US-1A") == ("11.14", "US-1A has advanced already")
    assert refused(match, "advance US-2A") == ("3.1.2", "a hex holds at most one division")
    assert refused(match, "advance UK-GA") == ("3.1.2", "US and UK units never stack together")


@rule("3.1.3")
def test_advance_by_two_german_divisions() -> None:
    match = german_field("DE-1SS 3118; DE-s504 3118; DE-HG 3218; DE-s503 3218; US-1 3117 reduced", "6")
    fight(match, "3117", "DE-1SS DE-s504 DE-HG DE-s503")
    match.play("advance DE-1SS")
    assert choices(match) == ["advance DE-s504", "advance DE-s503", "end"]
    assert refused(match, "advance DE-HG") == ("3.1.3", "a hex holds at most one division")


# eliminate


@rule("3.1a")
def test_eliminate_a_unit_that_would_not_make_the_stack_legal() -> None:
    match = field("US-1 3118; US-2 3118; US-Rgr 3118; US-3 3119", at="allied combat stacking")
    assert choices(match) == ["eliminate US-1", "eliminate US-2"]
    assert refused(match, "eliminate US-Rgr") == (
        "3.1",
        "eliminating US-Rgr would not help: choose a unit without which the stack is legal",
    )
    assert refused(match, "eliminate US-3") == ("3.1", "US-3 is not in the over-full hex")
    case, why = refused(match, "end")
    assert case == "3.1"
    assert "Too many units in 3118: a hex holds at most one division (3.1.2)" in why


# tenacity


@rule("15.5")
def test_anything_else_while_the_german_decides_to_stand_or_to_retreat() -> None:
    match = field("US-1A 3118; US-1 3218; DE-712 3117", "3", options={"15.5": True})
    fight(match, "3117", "US-1A US-1")
    assert choices(match) == ["withdraw", "stand"]
    assert refused(match, "retreat 3116") == (
        "15.5",
        "'retreat' is not possible now: Retreat, or stand fast and lose a step?",
    )
