"""What special rules say of movement: Holland, the Roer Dams, staffs, disruption, the Watch on the Rhine Box."""

from __future__ import annotations

from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    LATE,
    at,
    cost,
    left,
    listed,
    play,
    refused,
    said,
    unit_set,
    verbs,
    walked,
    where,
)

# 17.1: Fortress Holland

HELD = "GE-353-Inf 4005; GE-91-Inf 4302; GE-77-Inf 4404"


@rule("17.1.A", "17.1.B")
def test_fortress_holland_is_closed_while_three_divisions_hold_it_and_open_for_good_once_entered() -> None:
    m = play(at(ALLIED_EXPLOITATION, f"{HELD}; CW-7-Arm 4506", **LATE), "pick CW-7-Arm")
    assert refused(m, "move 4505") == "17.1.A"
    loose = play(at(ALLIED_EXPLOITATION, f"{HELD.rpartition(';')[0]}; CW-7-Arm 4506", **LATE), "pick CW-7-Arm")
    play(loose, "move 4505")
    assert loose.position.holland_open
    closed = play(at(ALLIED_EXPLOITATION, f"{HELD}; CW-7-Arm 4506", holland_open=True, **LATE), "pick CW-7-Arm")
    assert "4505" in listed(closed, "move")


@rule("17.1.A")
def test_mechanized_divisions_do_not_count_as_its_garrison() -> None:
    mixed = "GE-353-Inf 4005; GE-91-Inf 4302; GE-2SS-Pz 4404; CW-7-Arm 4506"
    assert "4505" in listed(play(at(ALLIED_EXPLOITATION, mixed, **LATE), "pick CW-7-Arm"), "move")


@rule("17.1.C")
def test_mechanized_germans_never_enter_fortress_holland() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-2SS-Pz 4506; GE-353-Inf 4506"), "pick GE-2SS-Pz")
    assert refused(m, "move 4505") == "17.1.C"
    assert "4505" in listed(play(m, "pick GE-353-Inf"), "move")


# 17.2: the Roer Dams


@rule("17.2.B", "16.1", "R62")
def test_blowing_the_dams_floods_the_roer_valley() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 5012", turn=10)
    assert cost(m, "GE-353-Inf", "5013") == 1
    play(m, "blow-dams")
    assert m.position.flood_turn == 10
    assert cost(m, "GE-353-Inf", "5013") == 2, "swamp"
    walls = GAME.data.forts["westwall"] & GAME.roer_valley
    assert walls
    assert m.position.forts_destroyed & walls == walls
    assert refused(m, "blow-dams") == "17.2.B"
    for turn, price in ((11, 2), (12, 1), (14, 1)):
        later = at(GERMAN_ASSAULT, "GE-353-Inf 5012", turn=turn, flood_turn=10)
        assert cost(later, "GE-353-Inf", "5013") == price, turn


@rule("17.2.A", "17.2.B")
def test_dams_in_allied_hands_are_not_blown_unless_all_three_are_retaken() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 5013; US-4-Inf 5015", turn=10, dams_captured=True)
    assert "blow-dams" not in verbs(m)
    assert refused(m, "blow-dams") == "17.2.B"
    retaken = at(GERMAN_ASSAULT, "GE-353-Inf 5014", turn=10, dams_captured=True, allied_control="5015")
    play(retaken, "pick GE-353-Inf", "move 5015")
    assert "blow-dams" in verbs(retaken)


@rule("17.2.B", "R109")
def test_the_dams_are_blown_in_german_assault_or_exploitation_movement_only() -> None:
    assert "blow-dams" in verbs(at(GERMAN_EXPLOITATION, "GE-353-Inf 5012", turn=10))
    assert refused(at(ALLIED_EXPLOITATION, "US-4-Inf 0430", turn=10), "blow-dams") == "17.2.B"
    m = at(
        "offensive breakthrough", "GE-353-Inf 5012; US-4-Inf 4715", turn=10, offensive_turn=10, duration=1,
        disrupted_hex="4715",
    )  # fmt: skip
    assert refused(m, "blow-dams") == "17.2.B"


# 17.3, 17.4: headquarters and leaders


@rule("17.3", "17.4")
def test_headquarters_and_leaders_pay_one_point_per_hex_whatever_the_ground() -> None:
    m = at(GERMAN_EXPLOITATION, "GE-7A-HQ 1223; Model 1024; GE-353-Inf 1223")
    assert cost(m, "GE-7A-HQ", "1222") == 1, "forest"
    assert cost(m, "Model", "1125") == 1, "over the Orne"
    assert cost(m, "GE-353-Inf", "1222") == 3


@rule("17.3", "17.4", "R42")
def test_headquarters_do_not_stop_alone_beside_the_enemy() -> None:
    for unit, case in (("GE-7A-HQ", "17.3"), ("Model", "17.4")):
        m = play(at(GERMAN_EXPLOITATION, f"{unit} 0432; GE-353-Inf 0530; US-4-Inf 0429"), f"pick {unit}")
        assert "0430" not in listed(m, "move")
        assert refused(m, "move 0430") == case
        assert "0530" in listed(m, "move"), "a combat unit is there"
        quiet = play(at(GERMAN_EXPLOITATION, f"{unit} 0432; SHAEF-HQ 0429"), f"pick {unit}")
        assert refused(quiet, "move 0430") == case, "any enemy unit counts, not only zones"
        assert "0528" in listed(quiet, "move"), "it may pass by"


@rule("17.3", "17.4")
def test_escorted_by_combat_units_a_leader_goes_to_the_front() -> None:
    m = play(at(ALLIED_EXPLOITATION, "Patton 0432; US-2-Arm 0432; GE-353-Inf 0429"), "pick Patton")
    assert refused(m, "move 0430") == "17.4"
    play(m, "join US-2-Arm")
    assert "0430" in listed(m, "move")


@rule("17.3", "6.5")
def test_zones_stop_headquarters_as_well() -> None:
    m = play(at(GERMAN_EXPLOITATION, "GE-7A-HQ 0432; GE-353-Inf 0430; US-4-Inf 0429"), "pick GE-7A-HQ")
    play(m, "move 0430")
    assert refused(m, "pick GE-7A-HQ") == "6.5"


@rule("17.4", "17.4.A", "R110")
def test_with_patton_the_troops_pay_for_the_ground_and_he_for_the_hexes() -> None:
    # Forest and bocage: the armour has points for more than Patton has hexes, and the other way round.
    m = at(ALLIED_EXPLOITATION, "Patton 0432; US-2-Arm 0432", points={"12AG": 10})
    play(m, "pick US-2-Arm", "join Patton")
    assert left(m) == 10
    reach = listed(m, "move")
    assert reach == listed(play(m, "pick Patton"), "move"), "in open country six hexes are six points"
    rough = at(ALLIED_EXPLOITATION, "Patton 5513; US-2-Arm 5513", points={"12AG": 10, "21AG": 10}, **LATE)
    play(rough, "pick US-2-Arm", "join Patton", "move 5512")
    assert walked(rough)[1] == 2
    assert left(rough) == 8
    far = at(ALLIED_EXPLOITATION, "Patton 0432; US-2-Arm 0432", points={"12AG": 10})
    play(far, "pick US-2-Arm", "join Patton", "move 0427")
    assert "0426" in listed(far, "move")
    assert refused(far, "move 0425") == "17.4"
    assert left(far) == 5


# 12.0: disruption


@rule("12.0")
def test_whoever_ends_his_move_with_a_disrupted_unit_is_disrupted() -> None:
    units = "GE-353-Inf 0430; GE-91-Inf 0432; GE-77-Inf 0433; GE-III-Flak 0431; GE-352-Inf 0430"
    m = at(GERMAN_ASSAULT, units, disrupted="GE-353-Inf")
    play(m, "pick GE-91-Inf", "move 0430", "pick GE-77-Inf", "move 0430", "move 0429", "pick GE-III-Flak", "move 0430")
    play(m, "end")
    assert unit_set(m, m.position.disrupted) == {"GE-353-Inf", "GE-91-Inf"}, "not who passed, stayed there, or is flak"
    assert said(m, "12.0")


# 17.7.2.A: the Watch on the Rhine Box


@rule("17.7.2", "17.7.2.A", "5.4", "R57")
def test_mechanized_units_in_germany_go_into_the_watch_box() -> None:
    units = "GE-1SS-Pz 5215; GE-2SS-Pz 5215; GE-501SS-Ti 5215; GE-353-Inf 5215; GE-9SS-Pz 4612; GE-12SS-Pz watch"
    m = at(GERMAN_ASSAULT, units, turn=9)
    assert listed(m, "watch") == {"GE-1SS-Pz", "GE-2SS-Pz", "GE-501SS-Ti"}
    assert refused(m, "watch GE-353-Inf") == "17.7.2"
    assert refused(m, "watch Model") == "17.7.2.A", "he is not on the map"
    assert refused(m, "watch GE-9SS-Pz") == "17.7.2.A"
    play(m, "watch GE-1SS-Pz", "watch GE-2SS-Pz", "watch GE-501SS-Ti")
    assert {where(m, unit) for unit in ("GE-1SS-Pz", "GE-2SS-Pz", "GE-501SS-Ti", "GE-12SS-Pz")} == {"watch"}


@rule("17.7.2.A", "17.7.2.B", "R111")
def test_not_beside_the_enemy_nor_cut_off_nor_when_the_box_is_closed() -> None:
    m = at(GERMAN_ASSAULT, "GE-1SS-Pz 5215; GE-2SS-Pz 5217; US-4-Inf 5214", turn=9)
    assert listed(m, "watch") == {"GE-2SS-Pz"}
    six = ("US-1-Inf", "US-2-Inf", "US-4-Inf", "US-9-Inf", "US-29-Inf", "US-30-Inf")
    round_about = GAME.board.names(GAME.board.around[GAME.board.index["5216"]])
    ring = "; ".join(f"{unit} {label}" for unit, label in zip(six, round_about, strict=True))
    cut = at(GERMAN_ASSAULT, f"GE-1SS-Pz 5216; {ring}", turn=9)
    assert "supply" in cut.why_not("watch GE-1SS-Pz").why
    assert refused(cut, "watch GE-1SS-Pz") == "17.7.2.A"
    for over in ({"offensive_turn": 10}, {"offensive_declined": True}):
        assert refused(at(GERMAN_ASSAULT, "GE-1SS-Pz 5215", turn=12, **over), "watch GE-1SS-Pz") == "17.7.2.B"


@rule("17.7.2.A", "R111")
def test_a_unit_may_move_into_germany_and_then_go_into_the_box() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-1SS-Pz 4714", turn=9), "pick GE-1SS-Pz")
    assert "watch" not in verbs(m)
    play(m, "move 4914", "watch GE-1SS-Pz")
    assert where(m, "GE-1SS-Pz") == "watch"


@rule("17.7.2.A", "R111")
def test_who_goes_into_the_box_keeps_the_steps_lost_and_who_may_not_move_does_not_go() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-1SS-Pz 5216 reduced", turn=9), "watch GE-1SS-Pz")
    assert m.position.units[GAME.unit_numbers["GE-1SS-Pz"]].steps == 1
    for state, case in (("disrupted", "12.1"), ("refit", "7.3.E")):
        idle = at(GERMAN_ASSAULT, "GE-1SS-Pz 5216; GE-2SS-Pz 5217", turn=9, **{state: "GE-1SS-Pz"})
        assert refused(idle, "watch GE-1SS-Pz") == case


@rule("17.7.2")
def test_the_allies_have_no_watch_on_the_rhine() -> None:
    assert refused(at(ALLIED_ASSAULT, "US-2-Arm 5215", declared=3, turn=9), "watch US-2-Arm") == "17.7.2"
