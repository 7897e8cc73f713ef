"""Rulings that decide where the book leaves a door open, and that no test of a chapter has to itself."""

from __future__ import annotations

import csv

from bocage.games.storming.rules.look import StormingLook
from tests.cases import DATA, rule
from tests.storming.air import test_carpet as carpet
from tests.storming.combat.battles import battle, declare, field, fires, german_field, points
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_BREAKTHROUGH,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    left,
    listed,
    play,
    refused,
    verbs,
    where,
)
from tests.storming.supply import test_logistics as logistics


@rule("R46")
def test_misprints_of_the_index_are_no_cases() -> None:
    with (DATA / "storming" / "data" / "ledger.csv").open(encoding="utf-8") as file:
        cases = {row["case"] for row in csv.DictReader(file)}
    assert not cases & {"3.4.2.E", "10.B.B", "10.10.A", "13.9.F", "17.9.9"}
    assert not any(case.partition(".")[0] == "19" for case in cases)


@rule("R49", "5.2.B", "10.2.1")
def test_an_airborne_guest_of_the_commonwealth_keeps_its_own_command() -> None:
    m = at(ALLIED_EXPLOITATION, "US-82-AB 1121; CW-50-Inf 1121", points={"21AG": 3, "12AG": 5})
    look: StormingLook = m.inquire()
    assert [look.command_of(GAME.unit_numbers[unit]) for unit in ("US-82-AB", "CW-50-Inf")] == ["12AG", "21AG"]
    assert left(play(m, "pick CW-50-Inf")) == 3
    north = at(ALLIED_EXPLOITATION, "US-82-AB 3513; CW-50-Inf 3513", breakout=True, turn=8)
    assert north.inquire().command_of(GAME.unit_numbers["US-82-AB"]) == "21AG"


@rule("R86", "14.1.D", "17.2.B")
def test_into_the_flood_one_assaults_the_old_ground_at_the_price_of_the_swamp() -> None:
    for flood, price in ((0, 2), (13, 3)):
        dry = {"turn": 13, "breakout": True, "ike_sees": True, "full_for_good": True, "flood_turn": flood}
        for allowance, enough in ((price - 1, False), (price, True)):
            m = at(ALLIED_EXPLOITATION, "US-3-Arm 4911; GE-77-Inf 4912", points={"21AG": allowance}, **dry)
            play(m, "pick US-3-Arm")
            assert ("4912" in listed(m, "assault")) is enough, (flood, allowance)


@rule("R89", "11.1.B")
def test_flak_is_a_step_that_lets_the_only_other_unit_be_bombed_away() -> None:
    m = carpet.bomb("US-4-Inf 0820; GE-III-Flak 0821; GE-716-Co 0821", "0821", "3")
    assert (where(m, "GE-716-Co"), where(m, "GE-III-Flak")) == ("dead", "0821")
    alone = carpet.bomb("US-4-Inf 0820; GE-716-Co 0821", "0821", "3")
    assert where(alone, "GE-716-Co") == "0821"


@rule("R98", "9.2.A")
def test_the_german_may_take_a_grounded_division_for_one_that_is_missing() -> None:
    m = logistics.at(f"US-4-Inf 0522; {logistics.CW_REAR}; {logistics.FRONT}")
    play(m, "ground CW-50-Inf", "ground CW-3-Inf", "ground CW-51-Inf")
    assert m.position.grounded >> GAME.unit_numbers["US-4-Inf"] & 1
    play(m, "eliminate US-4-Inf")
    assert where(m, "US-4-Inf") == "dead"


@rule("R99", "9.2.D")
def test_priority_supply_reaches_the_south_and_dropped_units() -> None:
    m = at(
        "priority supply", "US-36-Inf 4538; US-82-AB 2230 dropped; US-4-Inf 0522; GE-2-Pz 5020", turn=8, limited=True,
        priority_markers={"US": 2}, grounded="US-4-Inf",
    )  # fmt: skip
    assert listed(m, "priority") == {"US-36-Inf", "US-82-AB"}


@rule("R106", "9.4", "9.1.C")
def test_points_are_given_on_the_first_turns_too() -> None:
    m = at("allied assault command dice", "US-4-Inf 0820; CW-50-Inf 1121; GE-2-Pz 1125", turn=2, points={}, dice="3 3")
    play(m, "roll")
    assert (m.prompt.step, "1" in listed(m, "give")) == ("transfer", True)


@rule("R108", "10.7.12")
def test_a_strafed_unit_may_entrain_and_a_die_that_passes_is_used() -> None:
    m = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020", turn=1, strafed={"GE-10SS-Pz": 6}, dice="6")
    play(m, "strategic GE-10SS-Pz")
    assert verbs(m) == {"move"}, "there is no way back"
    for state, case in (("refit", "7.3.E"), ("disrupted", "12.1")):
        resting = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020; GE-9SS-Pz 3020", turn=1, **{state: "GE-10SS-Pz"})
        assert refused(resting, "strategic GE-10SS-Pz") == case


@rule("R112", "10.7.5")
def test_germans_cross_a_captured_bridge_until_they_hold_its_marker() -> None:
    held = {
        "turn": 13, "bridge_captured": "Wesel", "bridge_hex": "5008", "allied_control": "5008",
        "points": {"infantry": 1, "mechanized": 1},
    }  # fmt: skip
    m = play(at(GERMAN_EXPLOITATION, "GE-9SS-Pz 5108; US-4-Inf 4710", **held), "pick GE-9SS-Pz")
    assert "5008" in listed(m, "move"), "a point is enough only over a bridge"
    play(m, "move 5008")
    assert m.position.bridges_blown == ("Wesel",)


@rule("R116", "9.1.A.2")
def test_one_attacker_in_limited_supply_is_enough_for_the_penalty() -> None:
    areas, board = GAME.data.areas, GAME.board
    here, there = next(
        (south, target)
        for south in board.nodes(areas["6AG"] & GAME.in_play & board.step(areas["12AG"]))
        for target in board.nodes(board.around[south] & areas["6AG"])
        if board.around[target] & areas["12AG"] & GAME.in_play and GAME.data.terrain_at[target] == "clear"
    )
    north = board.nodes(board.around[there] & areas["12AG"])[0]
    labels = board.labels
    units = f"US-3-Inf {labels[here]}; US-4-Inf {labels[north]}; GE-77-Inf {labels[there]}"
    m = field(units, turn=12, limited=True, offensive_turn=10, breakout=True, ike_sees=True)
    assert (-1, "9.1.A.2") not in points(battle(m, labels[there], "US-3-Inf").attack)
    m = field(units, turn=12, limited=True, offensive_turn=10, breakout=True, ike_sees=True)
    assert (-1, "9.1.A.2") in points(battle(m, labels[there], "US-3-Inf US-4-Inf").attack)


@rule("R119", "17.7.4")
def test_mobile_assaults_of_panzer_divisions_count_among_the_attacked_hexes() -> None:
    m = at(
        GERMAN_EXPLOITATION, "GE-2-Pz 2330; US-4-Inf 2230; US-90-Inf 1030", turn=10, offensive_turn=10, dice="1 1",
    )  # fmt: skip
    play(m, "pick GE-2-Pz", "assault 2230")
    assert not m.position.offensive_targets, "it counts when the die is rolled"
    play(m, "roll")
    assert GAME.board.names(m.position.offensive_targets) == ["2230"]


@rule("R120", "13.6.A", "13.9.A.1")
def test_after_first_fire_the_survivors_decide_about_the_river() -> None:
    units = "GE-347-Co 1222; GE-12SS-Pz 1322 reduced; CW-3Cd-Inf 1221; CW-51-Inf 1221"
    m = german_field(units, "3 3", turn=2)
    declare(m, "1221", "GE-347-Co GE-12SS-Pz")
    play(m, "roll", "lose GE-347-Co")
    _, ours = fires(m)
    assert [why for _, why, *_ in ours.modifiers] == ["13.9.A.1"], "all who are left attack over the river"


@rule("R122", "5.1", "5.2.B")
def test_a_stack_that_a_battle_has_made_illegal_is_judged_at_the_end_of_the_next_movement() -> None:
    m = german_field("CW-50-Inf 2119 reduced; US-82-AB 2119; CW-8-Bde 2119; GE-2-Pz 2120; GE-9-Pz 2120", "6 1", turn=8)
    declare(m, "2119", "GE-2-Pz GE-9-Pz")
    play(m, "roll")
    while m.prompt.step == "losses":
        play(m, "lose CW-50-Inf" if m.why_not("lose CW-50-Inf") is None else str(m.prompt.actions[0]))
    assert m.prompt.step != "stacking"
    again = at("allied exploitation stacking", "US-82-AB 2119; CW-8-Bde 2119", turn=8)
    assert again.prompt.step == "stacking"
    # Until then nobody is kept from advancing because those whom he leaves may not stack: they may not now.
    mixed = field("US-82-AB 2119; CW-8-Bde 2119; CW-27-Bde 2119; GE-77-Inf 2120", "6 1", turn=8)
    declare(mixed, "2120", "US-82-AB CW-8-Bde CW-27-Bde")
    play(mixed, "roll")
    assert mixed.prompt.step == "losses"
    play(mixed, "lose CW-27-Bde")
    assert mixed.prompt.step == "advance"
    assert mixed.why_not("advance CW-8-Bde") is None


@rule("R135", "3.2.D")
def test_a_headquarters_that_enters_a_hex_takes_it() -> None:
    m = at(ALLIED_EXPLOITATION, "US-1A-HQ 0430")
    play(m, "pick US-1A-HQ", "move 0429")
    assert m.position.allied_control >> GAME.board.index["0429"] & 1


@rule("R138", "8.5")
def test_out_of_supply_half_of_what_may_be_spent_is_spent_before_combat_and_after_it() -> None:
    hungry = {"oos": "US-4-Inf", "turn": 5}
    before = at(ALLIED_ASSAULT, "US-4-Inf 0430", points={"12AG": 6}, declared=4, **hungry)
    assert left(play(before, "pick US-4-Inf")) == 2
    after = at(ALLIED_BREAKTHROUGH, "US-4-Inf 0430", points={"12AG": 5}, duration=1, **hungry)
    assert left(play(after, "pick US-4-Inf")) == 2


@rule("R139", "10.7.11")
def test_without_points_a_unit_may_still_entrain_in_the_breakthrough() -> None:
    m = at(
        ALLIED_BREAKTHROUGH, "US-4-Inf 0430; US-82-AB 0430 dropped", points={"12AG": 0}, duration=1, breakout=True,
        turn=6,
    )  # fmt: skip
    assert listed(m, "strategic") == {"US-4-Inf"}
    assert not listed(m, "pick")


@rule("R141", "17.7.2.A")
def test_arrivals_go_straight_from_the_east_edge_into_the_box() -> None:
    m = at(GERMAN_ASSAULT, "GE-1SS-Pz 5806", turn=9)
    play(m, "watch GE-1SS-Pz")
    assert where(m, "GE-1SS-Pz") == "watch"


@rule("R142", "10.7.2")
def test_units_of_the_sixth_army_group_may_go_west_of_the_seine() -> None:
    east = next(
        node for node in GAME.board.nodes(GAME.data.areas["12AG"] & GAME.in_play)
        if GAME.data.seine_line.step(1 << node) & GAME.data.west & ~GAME.paris
    )  # fmt: skip
    west = GAME.board.nodes(GAME.data.seine_line.step(1 << east) & GAME.data.west & ~GAME.paris)[0]
    labels = GAME.board.labels
    m = at(ALLIED_EXPLOITATION, f"US-3-Inf {labels[east]}", breakout=True, paris_entered=True, turn=8)
    assert GAME.counters[GAME.unit_numbers["US-3-Inf"]].command == "6AG"
    assert labels[west] in listed(play(m, "pick US-3-Inf"), "move")


@rule("R57", "17.7.2")
def test_brigades_may_wait_in_the_box_and_model_may_not() -> None:
    m = at(GERMAN_ASSAULT, "GE-1SS-Pz 5215; Model 5215; GE-150-PzB 5215", turn=9)
    assert listed(m, "watch") == {"GE-1SS-Pz", "GE-150-PzB"}
    assert refused(m, "watch Model") == "17.7.2"
