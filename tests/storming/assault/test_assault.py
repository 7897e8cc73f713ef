"""Mobile Assaults (14.0, 6.7): who may make them, from where, at what price, and what they bring."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.storming.rules.movement.hand import Moving
from tests.cases import rule
from tests.storming.assault.assaulting import (
    assault,
    field,
    german_field,
    has,
    may,
    refused,
    steps,
    take,
    told,
    where,
)

# 2230 and everything around it is clear, without rivers; 77 Infantry has an Attack Strength and exerts a zone.
OPEN = "US-3-Arm 2230; GE-77-Inf 2330"


# When, and at what price


@rule("14.2.A", "4.1.VII.b.2")
def test_an_assault_costs_a_point_more_than_the_way_into_the_hex() -> None:
    match = field(OPEN, "6 1", points={"12AG": 10})
    take(match, "US-3-Arm")
    assert may(match, "assault 2330")
    match.play("assault 2330")
    moving = match.position.frames[-2]
    assert isinstance(moving, Moving)
    assert moving.spent == 1 + 1
    assert where(match, "US-3-Arm") == "2230"  # nobody enters before the dice have spoken
    assert told(match)[-1] == "Mobile Assault on 2330 from 2230: 2 MP."


@rule("14.2.A", "10.4.B")
@pytest.mark.parametrize(("points", "enough"), [(1, False), (2, True)])
def test_the_points_must_be_there(points: int, enough: bool) -> None:
    match = field(OPEN, points={"12AG": points})
    take(match, "US-3-Arm")
    if enough:
        assert may(match, "assault 2330")
    else:
        case, why = refused(match, "assault 2330")
        assert (case, why) == ("14.2.A", "a Mobile Assault on 2330 costs 2 MP (1 to enter and 1 more); 1 are left")


@rule("14.2.A")
def test_what_was_spent_on_the_way_is_missing_for_the_assault() -> None:
    for points, enough in ((3, False), (4, True)):
        match = field("US-3-Arm 2030; GE-77-Inf 2330", points={"12AG": points})
        take(match, "US-3-Arm")
        match.play("move 2230")
        assert may(match, "assault 2330") is enough


@rule("14.2.A")
def test_the_stack_pays_the_price_of_the_terrain() -> None:
    # 1227 is woods: 2 MP to enter.
    for points, enough in ((2, False), (3, True)):
        match = field("US-3-Arm 1127; GE-77-Inf 1227", points={"12AG": points})
        take(match, "US-3-Arm")
        assert may(match, "assault 1227") is enough


@rule("10.C", "10.1.B.3", "14.1.A")
@pytest.mark.parametrize("row", ["allied assault movement", "allied breakthrough"])
def test_there_are_no_mobile_assaults_outside_the_exploitation_phase(row: str) -> None:
    match = bocage.position(
        "storming", turn=6, at=row, units=OPEN, points={"12AG": 10}, declared=10, duration=1, breakout=True
    )
    take(match, "US-3-Arm")
    assert refused(match, "assault 2330")[0] == "10.C"
    assert not any(action.verb == "assault" for action in match.prompt.actions)


@rule("14.1.A")
def test_there_is_no_ordinary_combat_in_the_exploitation_phase() -> None:
    match = field("US-4-Inf 2230; GE-77-Inf 2330")
    take(match, "US-4-Inf")
    assert {action.verb for action in match.prompt.actions} == {"move", "end"}
    assert refused(match, "attack 2330")[0] == "14.1.A"


@rule("14.2.A")
def test_one_assaults_an_enemy_next_to_the_units_in_hand() -> None:
    match = field("US-3-Arm 2230; US-4-Inf 2130; GE-77-Inf 2330; GE-84-Inf 2430")
    assert refused(match, "assault 2330") == ("14.2.A", "take the units that are to assault in hand first")
    take(match, "US-3-Arm")
    assert refused(match, "assault 2430")[1] == "the units in hand are not next to 2430: move them there first"
    assert refused(match, "assault 2231")[1] == "there is no enemy in 2231 to assault"
    assert refused(match, "assault 2130")[1] == "there is no enemy in 2130 to assault"


# Who


@rule("14.1.B", "2.2.A")
@pytest.mark.parametrize("unit", ["US-4-Inf", "US-82-AB", "US-1A-HQ"])
def test_only_red_strengths_assault(unit: str) -> None:
    match = field(f"US-3-Arm 2230; {unit} 2230; GE-77-Inf 2330")
    take(match, f"US-3-Arm {unit}")
    case, why = refused(match, "assault 2330")
    assert case == "14.1.B"
    assert match.game.counters[match.game.unit_numbers[unit]].name in why
    match = field(f"US-3-Arm 2230; {unit} 2230; GE-77-Inf 2330")
    take(match, "US-3-Arm")  # but a red unit may leave the others behind
    assert may(match, "assault 2330")


@rule("14.1.B")
def test_units_out_of_supply_do_not_assault() -> None:
    match = field("US-3-Arm 2230; US-4-Arm 2230; GE-77-Inf 2330", oos="US-4-Arm")
    take(match, "US-3-Arm")
    assert may(match, "assault 2330")
    take(match, "US-4-Arm")
    case, why = refused(match, "assault 2330")
    assert (case, why) == ("14.1.B", "units that are out of supply make no Mobile Assault: US 4 Armored Division")


@rule("14.1.B", "12.1")
def test_disrupted_units_do_not_assault() -> None:
    match = german_field("GE-2-Pz 2330; GE-116-Pz 2330; US-4-Inf 2230", disrupted="GE-2-Pz")
    take(match, "GE-116-Pz")
    assert may(match, "assault 2230")
    assert refused(match, "join GE-2-Pz")[0] == refused(match, "pick GE-2-Pz")[0] == "12.1"


@rule("14.1.B")
def test_those_assault_together_who_began_the_step_together() -> None:
    match = field("US-3-Arm 2130; US-4-Arm 2229; US-6-Arm 2130; GE-77-Inf 2330")
    take(match, "US-3-Arm US-6-Arm")
    match.play("move 2230")
    assert refused(match, "join US-4-Arm")[0] == "10.4.A"
    match.play("assault 2330")
    assert match.position.frames[-1].attackers == sum(
        1 << match.game.unit_numbers[unit] for unit in ("US-3-Arm", "US-6-Arm")
    )
    match = field("US-3-Arm 2130; US-4-Arm 2230; GE-77-Inf 2330")
    take(match, "US-3-Arm")
    assert refused(match, "join US-4-Arm")[0] == "14.1.B"


@rule("14.1.B", "R43")
def test_tiger_battalions_assault() -> None:
    match = german_field("GE-501SS-Ti 2330; US-4-Inf 2230")  # ruling R43
    take(match, "GE-501SS-Ti")
    assert may(match, "assault 2230")


@rule("13.2.D", "13.2.F", "14.2.B")
def test_part_of_a_stack_assaults_and_the_whole_hex_defends() -> None:
    match = field("US-3-Arm 2230; US-4-Arm 2230; GE-77-Inf 2330; GE-84-Inf 2330", "1 1")
    take(match, "US-3-Arm")
    match.play("assault 2330")
    odds = bocage.forecast(match)
    assert (odds.attack.strength, odds.defence.strength) == (6, 3 + 3)


@rule("13.2.A")
def test_somebody_with_an_attack_strength_must_be_there() -> None:
    match = field("Patton 2230; US-4-Inf 2230; GE-77-Inf 2330")
    take(match, "Patton")
    assert refused(match, "assault 2330")[0] == "13.2.A"


# What follows


@rule("14.2.C", "6.7.B")
def test_a_cleared_hex_is_entered_from_zone_to_zone_and_movement_is_over() -> None:
    match = field("US-3-Arm 2230; US-4-Arm 2230; GE-77-Inf 2330; GE-84-Inf 2430", "6 3")
    assault(match, "US-3-Arm US-4-Arm", "2330")
    match.play("lose US-4-Arm")
    assert where(match, "US-3-Arm") == where(match, "US-4-Arm") == "2330"
    assert where(match, "GE-77-Inf") == "cup"
    assert match.position.allied_control >> match.game.board.index["2330"] & 1
    assert match.position.frames[-1] == Moving("allied", acted=True)
    assert refused(match, "pick US-3-Arm")[0] == "14.2.C"
    assert told(match)[-1] == "US 3 Armored Division and US 4 Armored Division enter 2330."


@rule("14.2.D", "14.2.C", "13.7.4")
def test_where_defenders_are_left_one_more_step_is_lost_and_the_hex_is_kept() -> None:
    match = field("US-3-Arm 2230; US-4-Arm 2230; US-6-Arm 2230; GE-2-Pz 2330", "1 1")
    assault(match, "US-3-Arm US-4-Arm US-6-Arm", "2330")
    match.play("lose US-3-Arm")
    assert steps(match, "GE-2-Pz") == 1
    assert (match.prompt.side, match.prompt.rule) == ("allied", "14.2.D")
    # As in any combat nobody is eliminated while a two-step unit is at full strength.
    assert [str(action) for action in match.prompt.actions] == ["lose US-4-Arm", "lose US-6-Arm"]
    match.play("lose US-6-Arm")
    assert [steps(match, unit) for unit in ("US-3-Arm", "US-4-Arm", "US-6-Arm")] == [1, 2, 1]
    assert {where(match, unit) for unit in ("US-3-Arm", "US-4-Arm", "US-6-Arm")} == {"2230"}
    assert refused(match, "pick US-4-Arm")[0] == "14.2.C"
    assert match.position.frames[-1] == Moving("allied", acted=True)


@rule("14.2.D")
def test_the_further_step_can_be_the_last_one() -> None:
    match = field("US-3-Arm 2230 reduced; US-4-Arm 2230 reduced; GE-2-Pz 2330", "1 1")
    assault(match, "US-3-Arm US-4-Arm", "2330")
    match.play("lose US-3-Arm")
    assert where(match, "US-3-Arm") == where(match, "US-4-Arm") == "track"
    assert match.prompt.step == "movement"
    match = field("US-3-Arm 2230; GE-2-Pz 2330", "1 5")  # both steps are shot away: there is nothing left to lose
    assault(match, "US-3-Arm", "2330")
    assert where(match, "US-3-Arm") == "track"
    assert match.prompt.step == "movement"


@rule("14.1.C", "13.2.E", "14.2.C")
def test_a_unit_assaults_once_and_a_hex_as_often_as_one_likes() -> None:
    match = field("US-3-Arm 2230; US-5-Arm 2230; US-4-Arm 2230; GE-2-Pz 2330", "1 1 6 1")
    assault(match, "US-3-Arm US-5-Arm", "2330")
    match.play("lose US-3-Arm")
    assert refused(match, "pick US-3-Arm")[0] == refused(match, "pick US-5-Arm")[0] == "14.2.C"
    take(match, "US-4-Arm")
    assert may(match, "assault 2330")
    match.play("assault 2330")
    match.play("roll")
    match.play("rebuild-on-track")
    assert where(match, "US-4-Arm") == "2330"


@rule("6.7.B", "14.2.C")
def test_whoever_has_won_a_hex_stops_there_with_points_in_hand() -> None:
    match = field("US-3-Arm 2230; GE-77-Inf 2330", "6 1")
    assault(match, "US-3-Arm", "2330")
    assert where(match, "US-3-Arm") == "2330"
    assert told(match)[-1] == "US 3 Armored Division enters 2330."
    assert [str(action) for action in match.prompt.actions] == ["end"]


def test_a_declared_assault_can_be_taken_back_until_the_dice_roll() -> None:
    match = field(OPEN, "6 1")
    take(match, "US-3-Arm")
    match.play("assault 2330")
    assert [str(action) for action in match.prompt.actions] == ["roll"]
    match.undo()
    assert may(match, "move 2231")
    match.play("assault 2330")
    match.play("roll")
    with pytest.raises(bocage.Refusal):
        match.undo()


@rule("4.1.VIII.b.2", "14.2.C")
def test_the_germans_assault_in_their_exploitation_phase() -> None:
    match = german_field("GE-2-Pz 2330; US-4-Inf 2230 reduced", "5 1")
    assault(match, "GE-2-Pz", "2230")
    assert where(match, "US-4-Inf") == "track"
    assert where(match, "GE-2-Pz") == "2230"
    assert not match.position.allied_control >> match.game.board.index["2230"] & 1


# Support


@rule("17.5.3.A", "17.5.3.C", "17.5.3.B", "13.9.A.2")
def test_one_tactical_air_unit_may_support_an_assault() -> None:
    match = field("US-3-Arm 2230; US-4-Arm 2230; GE-2-Pz 2330", "1 1 1 1", air_support=1)
    take(match, "US-3-Arm")
    match.play("assault 2330")
    assert bocage.forecast(match).attack.points == 0
    match.play("air")
    assert bocage.forecast(match).attack.points == 1
    assert refused(match, "air")[0] == "17.5.3.C"
    assert match.position.air_support == 1  # spent when the dice are rolled
    match.play("roll")
    assert match.position.air_support == 0
    take(match, "US-4-Arm")
    match.play("assault 2330")
    assert refused(match, "air") == ("17.5.3.A", "no Tactical Air unit is set aside for combats")


@rule("17.5.3.A")
def test_the_allies_may_answer_a_german_assault_from_the_air() -> None:
    match = german_field("GE-2-Pz 2330; US-4-Inf 2230", "1 5", air_support=1)  # ruling R52
    take(match, "GE-2-Pz")
    match.play("assault 2230")
    assert refused(match, "air") == ("17.5.3.A", "only the Allies have Tactical Air units")
    match.play("roll")
    assert match.prompt.side == "allied"
    assert match.position.rolls == 0
    match.play("air")
    assert match.position.air_support == 0
    assert any("Tactical Air unit gives support" in line for line in told(match))


@rule("13.9.B")
def test_the_79th_armoured_takes_no_part_in_mobile_assaults() -> None:
    match = field("CW-7-Arm 1021; CW-8-Bde 1021; GE-716-Co 1122", turn=4, air_support=2)
    take(match, "CW-7-Arm CW-8-Bde")
    match.play("assault 1122")
    assert {action.verb for action in match.prompt.actions} == {"air", "roll"}
    never = ("13.9.B", "the 79th Armoured Division is added to attacks of a Combat Segment, never to a Mobile Assault")
    assert refused(match, "hobart") == refused(match, "hobart-sea CW-7-Arm") == never
    match.undo()
    assert refused(match, "hobart") == never


@rule("10.7.9")
def test_a_mobile_assault_on_paris_without_the_french_is_warned_of() -> None:
    match = field("US-3-Arm 2528; FR-2-Arm 2528; GE-77-Inf 2527")
    take(match, "US-3-Arm")
    match.play("assault 2527")
    assert any("civil war" in text for text in match.prompt.warnings)
    led = field("US-3-Arm 2528; FR-2-Arm 2528; GE-77-Inf 2527")
    take(led, "US-3-Arm FR-2-Arm")
    led.play("assault 2527")
    assert led.prompt.warnings == []


@rule("9.1.A.2")
def test_an_assault_in_limited_supply_is_rolled_with_a_penalty() -> None:
    for turn, limited, points in ((6, True, -1), (6, False, 0), (2, False, 0)):
        match = field(OPEN, turn=turn, limited=limited)
        take(match, "US-3-Arm")
        match.play("assault 2330")
        assert bocage.forecast(match).attack.points == points


@rule("13.6.A")
def test_a_german_assault_on_a_beach_meets_fire_first() -> None:
    match = german_field("GE-501SS-Ti 0921; US-4-Inf 0820", "6 1", turn=2)
    assault(match, "GE-501SS-Ti", "0820")
    # The battalion is gone before it fires: no second die is rolled.
    assert where(match, "GE-501SS-Ti") in ("dead", "track", "watch")
    assert match.position.rolls == 1
    assert steps(match, "US-4-Inf") == 2


# The extended example of play


@rule("14.2.D", "14.1.D", "14.2.A")
def test_the_assault_on_villers_bocage_goes_as_in_the_book() -> None:
    match = field(
        "CW-11-Arm 0922; CW-7-Arm 0922; CW-8-Bde 0922; CW-2Cd-Bde 0922; GE-Lehr-Pz 0923; GE-2-Pz 0923",
        "6 1", turn=2, breakout=False, points={"12AG": 6, "21AG": 5}, air_support=1,
    )  # fmt: skip
    take(match, "CW-11-Arm CW-7-Arm CW-8-Bde CW-2Cd-Bde")
    match.play("assault 0923")
    match.play("air")
    odds = bocage.forecast(match)
    assert (odds.attack.column, odds.defence.column, odds.attack.points) == ("13-16", "13-16", -1)
    match.play("roll")
    match.play("lose CW-2Cd-Bde")
    assert (match.prompt.side, match.prompt.rule) == ("german", "13.7.4")
    match.play("lose GE-Lehr-Pz")  # the other step is taken from 2 Panzer: it is the only one at full strength
    assert (match.prompt.side, match.prompt.rule) == ("allied", "14.2.D")
    match.play("lose CW-8-Bde")
    assert steps(match, "GE-Lehr-Pz") == steps(match, "GE-2-Pz") == 1
    assert (steps(match, "CW-2Cd-Bde"), steps(match, "CW-8-Bde"), steps(match, "CW-7-Arm")) == (1, 1, 2)
    assert where(match, "CW-11-Arm") == "0922"
    assert has(match, match.position.moved, "CW-11-Arm")
    assert has(match, match.position.assaulted, "CW-11-Arm")


@rule("14.1.C")
def test_the_next_step_forgets_who_assaulted() -> None:
    match = field("US-3-Arm 2230; GE-2-Pz 2330", "1 1 1 1 1 1")
    assault(match, "US-3-Arm", "2330")
    match.play("end")
    assert not match.position.assaulted
