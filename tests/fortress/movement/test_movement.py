"""Movement (5, 7, 8): how far units get, what stops them, and where they may not go."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bocage.games.fortress.rules.movement import reach
from bocage.games.fortress.rules.movement.allowance import allowance
from bocage.games.fortress.rules.movement.entering import bog_down, enter
from bocage.games.fortress.rules.movement.nationalities import Claim, dealt
from tests.cases import rule
from tests.fortress.combat.battles import choices, combat, prepare
from tests.fortress.movement.marching import against, goes, hand, has, look, moving, refused, where


@rule("8.1")
def test_armour_in_rough_ground() -> None:  # T56
    match = moving("allied", "US-5-Arm BB11", turn=13)
    match.play("pick US-5-Arm")
    assert match.prompt.sets["move"].bit_count() == 116
    assert not against(match, "move EE12")
    assert not against(match, "move FF10")
    assert not against(match, "move GG11")
    assert against(match, "move FF11") == against(match, "move FF12") == "8.1"


@rule("8.1")
def test_rough_ground_in_the_second_half_of_a_move_ends_it() -> None:
    match = moving("allied", "US-5-Arm BB11", turn=13)
    goes(match, "US-5-Arm", "FF10")
    assert where(match, "US-5-Arm") == "FF10"
    assert has(match, "stopped", "US-5-Arm")
    match = moving("allied", "US-5-Arm CC11; US-1-Inf CC11", turn=13)
    goes(match, "US-5-Arm", "DD11")  # rough, its first hex
    assert match.prompt.hand
    assert "(2 hexes left)" in match.prompt.text
    match = moving("allied", "US-5-Arm CC11; US-1-Inf CC11", turn=13)
    goes(match, "US-1-Inf", "DD11")
    assert "(3 hexes left)" in match.prompt.text
    match = moving("german", "GE-12SS-Pz CC11; GE-84-Inf LL16", turn=13)  # seven: half of them is four
    goes(match, "GE-12SS-Pz", "DD11")
    assert "(3 hexes left)" in match.prompt.text


@rule("5.4", "8.11", "5.6")
@pytest.mark.parametrize(
    ("unit", "side", "weather", "impulse", "hexes"),
    [
        ("US-1-Inf", "allied", "Clear", 1, 4),
        ("US-1-Inf", "allied", "Clear", 2, 2),
        ("BR-3-Inf", "allied", "Overcast", 2, 1),
        ("US-5-Arm", "allied", "Clear", 2, 6),
        ("US-5-Arm", "allied", "Overcast*", 1, 3),
        ("GE-84-Inf", "german", "Clear", 2, 1),
        ("GE-84-Inf", "german", "Storm", 1, 2),
        ("GE-84-Inf", "german", "Storm", 2, 0),
        ("GE-2-Pz", "german", "Clear", 2, 3),
        ("BR-Montgomery", "allied", "Storm", 2, 5),
        ("BR-Montgomery", "allied", "Clear", 1, 0),
        ("GE-719-Co", "german", "Clear", 1, 3),
    ],
)
def test_the_allowance_chart(unit: str, side: str, weather: str, impulse: int, hexes: int) -> None:
    others = "US-2-Inf D8; BR-Dempsey D8; GE-85-Inf LL16; GE-Rommel LL16"  # so that there is a question
    match = moving(side, f"{unit} R9; {others}", impulse, weather=weather)
    assert allowance(look(match), match.game.unit_numbers[unit]) == hexes
    assert against(match, f"pick {unit}") == ("" if hexes else "13.1" if "Mont" in unit else "8.11")


@rule("11.3", "12.11", "5.6")
@pytest.mark.parametrize(
    ("unit", "weather", "impulse", "hexes"),
    [  # T61
        ("US-1-Inf", "Clear", 1, 2),
        ("US-1-Inf", "Clear", 2, 1),
        ("BR-Montgomery", "Clear", 2, 2),
        ("BR-3-Inf", "Overcast", 2, 1),
    ],
)
def test_half_a_move_after_coming_by_sea(unit: str, weather: str, impulse: int, hexes: int) -> None:
    match = moving("allied", f"{unit} M5", impulse, weather=weather, ashore_now=unit)
    assert allowance(look(match), match.game.unit_numbers[unit]) == hexes


@rule("5.1", "5.2", "5.3")
def test_a_unit_moves_in_legs_over_friends_and_others_may_be_taken_up_meanwhile() -> None:
    match = moving("allied", "US-1-Inf R9; US-2-Inf R10; US-4-Inf R10; US-8-Inf R10")
    goes(match, "US-1-Inf", "R10", "R11")
    match.play("pick US-2-Inf")
    goes(match, "US-2-Inf", "Q11")
    goes(match, "US-1-Inf", "R13")
    assert where(match, "US-1-Inf") == "R13"
    assert against(match, "pick US-1-Inf") == "5.1"
    assert has(match, "stopped", "US-1-Inf")  # four hexes, and none are kept for later
    assert not against(match, "pick US-2-Inf")  # three hexes left
    assert refused(match, "US-2-Inf", "Q15") == "5.4"
    match = moving("allied", "US-1-Inf R9; GE-84-Inf LL16; US-2-Inf D8")
    assert against(match, "pick GE-84-Inf") == "5.1"  # the enemy's


@rule("6.4")
def test_a_stack_goes_at_the_pace_of_its_slowest_and_splits() -> None:
    match = moving("allied", "US-1-Inf R9; US-5-Arm R9; US-2-Inf R10")
    match.play("pick US-5-Arm")
    match.play("join US-1-Inf")
    assert against(match, "join US-2-Inf") == "6.4"
    assert against(match, "move R14") == "5.4"
    match.play("move R13")
    assert where(match, "US-1-Inf") == where(match, "US-5-Arm") == "R13"
    assert match.prompt.hand == 1 << match.game.unit_numbers["US-5-Arm"]
    match.play("move R15")
    assert where(match, "US-5-Arm") == "R15"
    assert where(match, "US-1-Inf") == "R13"


@rule("6.4")
def test_units_join_on_the_way_and_one_may_be_taken_out_of_the_stack() -> None:
    match = moving("allied", "US-5-Arm R7; US-1-Inf R9; US-2-Inf R9")
    goes(match, "US-5-Arm", "R9")
    match.play("join US-1-Inf")
    match.play("move R11")
    match.play("pick US-5-Arm")
    match.play("move R13")
    assert where(match, "US-5-Arm") == "R13"
    assert where(match, "US-1-Inf") == "R11"
    goes(match, "US-1-Inf", "R13")
    assert where(match, "US-1-Inf") == "R13"


@rule("7.2", "8.10", "R5")
def test_enemy_zones_stop_units_and_are_left_before_another_is_entered() -> None:
    units = "US-1-Inf R9; US-2-Inf R11; GE-84-Inf R12"
    match = moving("allied", units, turn=13)
    goes(match, "US-1-Inf", "Q12")
    assert has(match, "stopped", "US-1-Inf")
    match = moving("allied", units, turn=13)
    assert refused(match, "US-2-Inf", "Q12") == ""  # by Q11, which is in no zone
    goes(match, "US-2-Inf", "Q12")
    assert match.log()[-1].sentence.count("Q11") == 1
    match = moving("allied", units, turn=13, weather="Overcast*", ashore_now="US-2-Inf")  # one hex
    assert refused(match, "US-2-Inf", "Q12") == "8.10"
    match = moving("allied", units, turn=13)
    assert refused(match, "US-1-Inf", "Q13") == "7.2"
    assert against(match, "move R12") == "7.2"


@rule("7.2", "7.1", "9.5")
def test_nobody_walks_through_enemies_though_they_have_no_zone() -> None:
    # Frozen units bar the only way along the peninsula of Cherbourg.
    units = "US-1-Inf K2; GE-91-Inf K3 frozen; GE-77-Inf L2 frozen; GE-84-Inf J2 frozen"
    match = moving("allied", units, released=False, invaded_districts=("7",))
    assert not look(match).zone("german") >> match.game.board.index["K4"] & 1
    assert refused(match, "US-1-Inf", "K4") == "7.2"
    assert "move" not in match.prompt.sets


@rule("7.1", "20.6", "21.9")
def test_paratroopers_invaders_and_raiders_have_their_own_hex_alone() -> None:
    units = "US-82-AB R9; US-1-Inf M5; BR-4-Cdo K5; GE-2-FJ U9; US-2-Inf D8"
    match = moving("allied", units, turn=5, dropped="US-82-AB GE-2-FJ", invaders="US-1-Inf")
    found, index = look(match), match.game.board.index
    allied, german = found.zone("allied"), found.zone("german")
    for own, beside in (("R9", "R10"), ("M5", "M6"), ("K5", "K6")):
        assert allied >> index[own] & 1
        assert not allied >> index[beside] & 1
    assert german >> index["U9"] & 1
    assert not german >> index["U10"] & 1
    match = moving("allied", units, turn=5)
    assert look(match).zone("allied") & match.game.board.set("R10 M6") == match.game.board.set("R10 M6")


@rule("7.1")
def test_no_zone_crosses_a_river_without_bridges() -> None:
    for bombed, beyond in (((), 1), (("Seine-1",), 0)):
        match = moving("allied", "US-1-Inf D8; GE-84-Inf Q8", turn=13, bombed=bombed)
        zone, index = look(match).zone("german"), match.game.board.index
        assert zone >> index["Q7"] & 1 == beyond
        assert zone >> index["P8"] & 1


@rule("8.9", "R4")
def test_who_is_in_an_enemy_zone_stays_in_the_second_impulse() -> None:
    match = moving("allied", "US-1-Inf R9; US-2-Inf R11; GE-84-Inf R12", 2, turn=13)
    assert against(match, "pick US-2-Inf") == "8.9"
    goes(match, "US-1-Inf", "R11")
    match = moving("allied", "US-1-Inf Q7; GE-84-Inf Q8", 2, turn=13, bombed=("Seine-1",))
    assert not against(match, "pick US-1-Inf")  # next to an enemy, but in no zone


@rule("7.1", "14.1", "R2")
def test_no_zone_enters_an_intact_fortress() -> None:  # T57
    match = moving("german", "GE-84-Inf V4; US-1-Inf V5", 2, turn=13)
    goes(match, "GE-84-Inf", "W4")
    match = moving("german", "GE-84-Inf V4; US-1-Inf V5", turn=13)
    goes(match, "GE-84-Inf", "W4")
    match = moving("german", "GE-84-Inf V4; US-1-Inf V5; GE-85-Inf LL16", 2, turn=13, forts_destroyed="V4")
    assert against(match, "pick GE-84-Inf") == "8.9"
    match = moving("allied", "US-1-Inf V5", turn=13)
    goes(match, "US-1-Inf", "V4", "V5")
    assert match.position.forts_destroyed >> match.game.board.index["V4"] & 1


@rule("8.2", "R113")
def test_flooded_areas_end_the_move_for_the_turn() -> None:  # T71
    match = moving("allied", "BR-15-Inf DD5; US-1-Inf D8", turn=14)
    goes(match, "BR-15-Inf", "DD4")
    assert has(match, "stopped", "BR-15-Inf")
    assert has(match, "mired", "BR-15-Inf")
    match.play("end")
    while match.prompt.step != "movement":
        match.play(match.prompt.actions[-1])
    assert match.position.impulse == 2
    assert against(match, "pick BR-15-Inf") == "8.2"
    match = moving("allied", "BR-43-Inf CC4", 2, turn=14)  # it has been there since last turn
    goes(match, "BR-43-Inf", "CC5")
    match = moving("allied", "BR-43-Inf CC4; US-1-Inf D8", turn=14)
    goes(match, "BR-43-Inf", "CC5")
    while match.position.impulse == 1 or match.prompt.step != "movement":
        match.play(match.prompt.actions[-1])
    assert against(match, "pick BR-43-Inf") == "8.2"
    match = moving("allied", "BR-Montgomery EE6", 2, turn=14)
    goes(match, "BR-Montgomery", "EE5", "EE4")
    assert has(match, "stopped", "BR-Montgomery")
    assert against(match, "move EE3") == "5.1"  # it is out of hand


@rule("8.3", "8.4")
def test_mountains_and_alps() -> None:
    match = moving("allied", "US-45-Inf T26; FR-4-Mtn S26", 2, turn=12)
    alpine = match.game.data.terrain["alpine"]
    assert refused(match, "US-45-Inf", "T27") == "8.4"
    assert not reach.ways_of(look(match), "allied", 1 << match.game.unit_numbers["US-45-Inf"]).goals & alpine
    goes(match, "FR-4-Mtn", "T26", "T27")
    assert has(match, "stopped", "FR-4-Mtn")
    match = moving("allied", "US-45-Inf S26", turn=12)
    goes(match, "US-45-Inf", "T26")
    mountain = match.game.data.terrain["mountain"] >> match.game.board.index["T26"] & 1
    assert mountain
    assert has(match, "stopped", "US-45-Inf")


@rule("8.6", "8.8", "8.12", "R65")
def test_no_unit_walks_into_the_sea_or_over_an_estuary() -> None:
    match = moving("allied", "US-1-Inf A16", turn=12)
    assert refused(match, "US-1-Inf", "B15") == "8.8"
    match = moving("allied", "US-1-Inf T5", turn=12)
    assert refused(match, "US-1-Inf", "T4") == "8.6"


@rule("8.7", "R100")
def test_the_dyke_is_crossed_in_one_go() -> None:
    match = moving("allied", "US-5-Arm HH2", turn=14)
    assert refused(match, "US-5-Arm", "II2") == "8.7"
    assert not reach.ways_of(look(match), "allied", match.prompt.hand).goals & match.game.dyke
    goes(match, "US-5-Arm", "JJ2")
    assert [label for label in ("II2",) if label in str(match.log()[-1])]
    match = moving("allied", "US-1-Inf HH2; GE-84-Inf JJ1", turn=14, weather="Overcast*")
    assert refused(match, "US-1-Inf", "JJ2") == "R100"
    match = moving("allied", "US-1-Inf HH2", turn=14, weather="Overcast*")  # two hexes
    goes(match, "US-1-Inf", "JJ2")
    match = moving("allied", "US-1-Inf HH2", 2, turn=14, weather="Overcast*")  # a single one
    assert refused(match, "US-1-Inf", "JJ2") == "8.11"


@rule("8.5")
def test_rivers_with_bridges_are_crossed_freely() -> None:
    match = moving("allied", "US-1-Inf Q7", turn=12)
    goes(match, "US-1-Inf", "Q9")
    assert not has(match, "stopped", "US-1-Inf")


@rule("17.10.4")
def test_others_than_armour_stop_behind_a_river_without_bridges() -> None:
    match = moving("allied", "US-1-Inf Q7", turn=12, bombed=("Seine-1",))
    assert refused(match, "US-1-Inf", "P8") == "17.10.4"
    goes(match, "US-1-Inf", "Q8")
    assert has(match, "stopped", "US-1-Inf")
    match = moving("allied", "US-1-Inf Q7", 2, turn=12, bombed=("Seine-1",))
    goes(match, "US-1-Inf", "P8")


@rule("17.10.4", "R86")
@pytest.mark.parametrize(
    ("die", "at", "stopped"), [(1, "Q7", True), (3, "Q7", False), (4, "Q8", True), (6, "Q8", False)]
)
def test_armour_rolls_to_cross(die: int, at: str, stopped: bool) -> None:
    match = moving("allied", "US-5-Arm Q6; US-4-Arm Q7", turn=12, bombed=("Seine-1",), dice=str(die))
    assert refused(match, "US-5-Arm", "Q8") == "17.10.4"
    goes(match, "US-5-Arm", "Q7")
    match.play("join US-4-Arm")
    assert against(match, "cross Q8") == "R86"
    match.play("pick US-5-Arm")
    match.play("cross Q8")
    assert where(match, "US-5-Arm") == at
    assert has(match, "stopped", "US-5-Arm") == stopped
    if die == 3:
        assert against(match, "cross Q8") == "17.10.4"
        assert not against(match, "cross P7")
    if die == 6:
        goes(match, "US-5-Arm", "Q9")


@rule("17.10.4")
def test_the_armour_of_both_sides_rolls_in_both_impulses_and_nobody_else() -> None:
    match = moving("german", "GE-2-Pz Q8; GE-84-Inf Q8", 2, turn=12, bombed=("Seine-1",), dice="6")
    assert refused(match, "GE-2-Pz", "Q7") == "17.10.4"  # armour does not just walk over
    match.play("pick GE-84-Inf")
    assert against(match, "cross Q7") == "17.10.4"
    goes(match, "GE-2-Pz", "Q7", verb="cross")
    assert where(match, "GE-2-Pz") == "Q7"


@rule("8.10", "17.10.4")
def test_armour_in_a_zone_does_not_cross_into_another() -> None:
    units = "US-5-Arm Q7; GE-84-Inf Q6; US-1-Inf D8"
    match = moving("allied", f"{units}; GE-85-Inf Q9", turn=12, bombed=("Seine-1",), dice="6")
    assert refused(match, "US-5-Arm", "Q8", verb="cross") == "8.10"
    match = moving("allied", units, turn=12, bombed=("Seine-1",), dice="6")
    assert refused(match, "US-5-Arm", "Q8", verb="cross") == ""


@rule("13.1")
def test_headquarters_move_in_the_second_impulse_only() -> None:
    match = moving("allied", "BR-Montgomery R9; US-1-Inf D8", turn=12)
    assert against(match, "pick BR-Montgomery") == "13.1"
    match = moving("allied", "BR-Montgomery R9", 2, turn=12, weather="Storm")
    goes(match, "BR-Montgomery", "R14")


@rule("22.2", "R52")
def test_a_coastal_unit_that_moves_becomes_infantry() -> None:
    match = moving("german", "GE-709-Co K2; GE-319-Co K2 frozen", turn=5)
    assert against(match, "pick GE-319-Co") == "9.1"
    match.play("pick GE-709-Co")
    assert not has(match, "flipped", "GE-709-Co")
    match.play("move K4")
    assert has(match, "flipped", "GE-709-Co")
    match = moving("german", "GE-709-Co K2; GE-84-Inf LL16", turn=5)
    goes(match, "GE-709-Co", "R11", verb="rail")  # even by rail
    assert has(match, "flipped", "GE-709-Co")
    assert where(match, "GE-709-Co") == "R11"


@rule("14.11", "R78")
def test_nobody_moves_where_nationalities_could_not_share_the_enemies() -> None:  # T59
    units = "US-1-Inf L6; GE-77-Inf M6; BR-3-Inf K5"
    match = moving("allied", units, turn=5)
    assert refused(match, "BR-3-Inf", "L5") == "14.11"
    match = moving("allied", f"{units}; GE-84-Inf M5", turn=5)
    goes(match, "BR-3-Inf", "L5")
    match = moving("allied", "US-1-Inf L6; GE-77-Inf M6; BR-4-Cdo L4; BR-Montgomery L4", 2, turn=5)
    goes(match, "BR-4-Cdo", "L5")
    goes(match, "BR-Montgomery", "L5")
    match = moving("allied", "US-1-Inf L6; GE-77-Inf M6; MI-1Pol-Arm L4; BR-3-Inf L5", turn=5)
    goes(match, "MI-1Pol-Arm", "L5")  # those two were left there by a retreat: it adds nobody


@rule("14.11", "R78")
def test_enemies_are_shared_out_as_well_as_by_trying_everything() -> None:
    dice = Random(78)
    for _ in range(300):
        drawn = {Claim(dice.randrange(3), dice.randrange(1, 32)) for _ in range(dice.randrange(1, 8))}
        best = len(drawn)
        for deal in product(range(3), repeat=5):
            owned = [sum(1 << bit for bit in range(5) if deal[bit] == party) for party in range(3)]
            best = min(best, sum(not claim.hexes & owned[claim.party] for claim in drawn))
        assert dealt(tuple(sorted(drawn)), {})[0] == best


@rule("27.7", "20.7", "20.10", "21.2", "12.3")
def test_who_has_done_something_else_does_not_move() -> None:
    units = "US-1-Inf R9; US-82-AB R9; BR-4-Cdo R9; US-101-AB R9; US-2-Inf D8"
    match = moving("allied", units, resting="US-1-Inf", dropped="US-82-AB", raiders="BR-4-Cdo", airlifted="US-101-AB")
    assert against(match, "pick US-1-Inf") == "27.7"
    assert against(match, "pick US-82-AB") == "20.7"
    assert against(match, "pick BR-4-Cdo") == "21.2"
    assert against(match, "pick US-101-AB") == "20.10"
    match = moving("allied", units, 2, dropped="US-82-AB")
    assert not against(match, "pick US-82-AB")
    match = moving("allied", units, invaders="US-1-Inf")
    assert against(match, "pick US-1-Inf") == "12.3"


@rule("R92")
def test_the_hexes_behind_the_alps_are_reached_by_mountain_units_alone() -> None:
    match = moving("german", "GE-84-Inf KK29; GE-42-Jag JJ28", turn=14, italy_entered=True)
    match.play("pick GE-84-Inf")
    assert match.game.board.names(match.prompt.sets["move"]) == ["JJ29"]
    goes(match, "GE-42-Jag", "KK29")


@rule("7.3", "5.5")
def test_friends_do_not_cancel_enemy_zones() -> None:
    match = moving("allied", "US-1-Inf R9; US-2-Inf Q12; GE-84-Inf R12", turn=13)
    assert refused(match, "US-1-Inf", "Q13") == "7.2"
    goes(match, "US-1-Inf", "Q12")
    assert has(match, "stopped", "US-1-Inf")


@rule("7.4", "R103")
def test_no_zone_over_an_estuary() -> None:
    match = moving("allied", "US-1-Inf B15; GE-84-Inf A17", turn=13)
    zone, index = look(match).zone("german"), match.game.board.index
    assert not zone >> index["B16"] & 1
    assert zone >> index["A18"] & 1
    goes(match, "US-1-Inf", "B16", "B17")
    assert not has(match, "stopped", "US-1-Inf")


@rule("30.2")
def test_bases_and_sites_are_taken_by_entering_and_stay_so() -> None:
    match = moving("allied", "US-1-Inf C8; US-2-Inf V6", turn=13, dice="1")
    goes(match, "US-1-Inf", "C9")
    assert match.game.board.names(match.position.sites_taken) == ["C9"]
    goes(match, "US-2-Inf", "V5", "V6")
    assert match.game.board.names(match.position.sites_taken) == ["C9", "V5"]


@rule("R24", "30.2")
def test_passing_through_takes_a_hex() -> None:
    match = moving("allied", "US-1-Inf K5; US-2-Inf L5", turn=13, dice="1")
    goes(match, "US-1-Inf", "K2", "K3")
    control, index = match.position.allied_control, match.game.board.index
    assert control >> index["K2"] & 1
    assert control >> index["K3"] & 1
    assert len([line for line in match.log() if line.rule == "18.7.8"]) == 1


@rule("R113", "8.2")
def test_a_retreat_through_a_flooded_area_binds_nobody_but_a_drop_does() -> None:  # T71 (c), (f)
    match = moving("allied", "BR-49-Inf CC6; BR-6-AB DD4; US-1-Inf D8", turn=14)
    unit, index = match.game.unit_numbers["BR-49-Inf"], match.game.board.index
    enter(hand(match), unit, index["CC5"], by_choice=False)
    assert not has(match, "mired", "BR-49-Inf")
    bog_down(hand(match), match.game.unit_numbers["BR-6-AB"])
    assert has(match, "mired", "BR-6-AB")


@rule("R113", "8.2")
def test_who_was_in_the_water_before_and_is_beaten_out_of_it_moves_on() -> None:  # T71 (c)
    units = "BR-49-Inf DD4; GE-331-Inf EE5; US-1-Inf D8"
    match = combat(units, turn=14, dice="3 1 1 1 1 1", allied_control="CC4 CC5 CC6 CC7 DD4 DD5")
    prepare(match, "EE5", "BR-49-Inf")
    assert "6 against 4 (1-1)" in match.prompt.text
    match.play("roll")  # AR; the first hex, CC5, is the only one
    match.play("retreat CC6")
    while match.prompt.step != "movement":
        match.play("end" if "end" in choices(match) else "stop" if "stop" in choices(match) else choices(match)[0])
    assert where(match, "BR-49-Inf") == "CC6"
    goes(match, "BR-49-Inf", "CC7")


@rule("8.2")
def test_who_walked_into_the_water_and_is_beaten_out_of_it_does_not_move_on() -> None:
    match = moving("allied", "BR-49-Inf CC5; GE-331-Inf EE5; US-1-Inf D8", turn=14, dice="3 1 1 1 1 1")
    goes(match, "BR-49-Inf", "DD4")
    match.play("end")
    while match.prompt.step != "retreat":
        match.play("roll" if "roll" in choices(match) else choices(match)[0])
    match.play("retreat CC6")
    while match.prompt.step != "movement":
        match.play("end" if "end" in choices(match) else "stop" if "stop" in choices(match) else choices(match)[0])
    assert match.position.impulse == 2
    assert where(match, "BR-49-Inf") == "CC6"
    assert against(match, "pick BR-49-Inf") == "8.2"


@rule("8.2", "11.3", "R113")
def test_a_landing_by_sea_in_a_flooded_port_is_free_and_the_flooded_may_sail() -> None:  # T71 (e)
    match = moving(
        "allied", "US-79-Inf england; US-1-Inf D8", 2, turn=14, allied_control="EE4 CC6 FF4", start_capacity=9
    )
    goes(match, "US-79-Inf", "EE4", verb="sail")
    assert not has(match, "mired", "US-79-Inf")
    goes(match, "US-79-Inf", "FF4")
    assert has(match, "stopped", "US-79-Inf")  # one hex
    match = moving("allied", "US-79-Inf EE5; US-1-Inf D8", turn=14, allied_control="EE4 CC6")
    goes(match, "US-79-Inf", "EE4")
    assert has(match, "mired", "US-79-Inf")
    match.play("pick US-79-Inf")
    assert against(match, "move EE5") == "8.2"
    match.play("england")
    assert where(match, "US-79-Inf") == "england"
