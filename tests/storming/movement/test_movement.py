"""Chapters 6 and 10: moving from hex to hex, zones of control, terrain, and what the book's own moves cost."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_BREAKTHROUGH,
    ALLIED_EXPLOITATION,
    FULL,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    cost,
    left,
    listed,
    play,
    refused,
    said,
    verbs,
    walked,
    where,
    why,
)

# 0229 to 0533 is open country without rivers, west of everything; 2924 to 3428 is another, beyond the Seine.


# 10.1, 10.4: the procedure


@rule("10.1.B", "10.1.B.1", "10.4")
def test_any_all_or_none_of_ones_own_units_move_hex_by_hex() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0430; GE-91-Inf 0432; US-4-Inf 1224")
    assert listed(m, "pick") == {"GE-353-Inf", "GE-91-Inf"}
    assert refused(m, "pick US-4-Inf") == "10.1.B.1"
    assert m.why_not("end") is None
    play(m, "pick GE-353-Inf", "move 0427")
    path, price = walked(m)
    assert (path, price) == (["0430", "0429", "0428", "0427"], 3)
    assert where(m, "GE-353-Inf") == "0427"
    play(m, "pick GE-91-Inf", "move 0532", "end")
    assert (where(m, "GE-353-Inf"), where(m, "GE-91-Inf")) == ("0427", "0532")


@rule("10.4")
def test_friends_in_a_hex_cost_nothing_extra() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0430; GE-91-Inf 0429; GE-77-Inf 0429; GE-352-Inf 0429; GE-276-Inf 0428")
    assert cost(m, "GE-353-Inf", "0427") == 3


@rule("10.4")
def test_a_hex_with_enemy_units_is_never_entered() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-353-Inf 0430; SHAEF-HQ 0428"), "pick GE-353-Inf")
    assert "0428" not in listed(m, "move")
    assert refused(m, "move 0428") == "10.4"
    play(m, "move 0427")
    assert "0428" not in walked(m)[0]


@rule("10.4.A")
def test_a_unit_moves_once_per_step_and_its_move_ends_when_another_is_taken_up() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-353-Inf 0430; GE-91-Inf 0432"), "pick GE-353-Inf", "move 0429")
    assert left(m) == 3
    play(m, "move 0428")
    assert left(m) == 2
    play(m, "pick GE-91-Inf")
    assert refused(m, "pick GE-353-Inf") == "10.4.A"
    assert left(m) == 4, "nobody lends points"


@rule("10.4.A")
def test_points_are_not_saved_for_the_next_step() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0430; US-4-Inf 1224", dice="2 4 4")
    play(m, "pick GE-353-Inf", "move 0429", "end")
    assert m.position.points == {}
    assert m.position.moved == 0


@rule("10.4.A")
def test_a_unit_need_not_spend_all_its_points_and_may_be_put_down_unmoved() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-353-Inf 0430; GE-91-Inf 0432"), "pick GE-353-Inf", "pick GE-91-Inf", "move 0431")
    assert listed(m, "pick") == {"GE-353-Inf"}, "it has only been looked at"


@rule("10.4.B")
def test_there_is_no_one_hex_minimum() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-501SS-Ti 1223", strafed={"GE-501SS-Ti": 6}), "pick GE-501SS-Ti")
    assert left(m) == 2
    assert refused(m, "move 1222") == "10.4.B"
    assert "3 MP" in why(m, "move 1222")
    assert "2 are left" in why(m, "move 1222")


@rule("10.6.C")
def test_after_combat_a_unit_that_advanced_may_still_move() -> None:
    m = at(ALLIED_BREAKTHROUGH, "US-1-Inf 0821", attacked="US-1-Inf", duration=1, points={"12AG": 2})
    assert listed(m, "pick") == {"US-1-Inf"}


@rule("R113")
def test_units_of_one_hex_go_together_at_the_pace_of_the_slowest() -> None:
    m = at(GERMAN_ASSAULT, "GE-2SS-Pz 0430; GE-353-Inf 0430; GE-266-Co 0430; GE-91-Inf 0530")
    play(m, "pick GE-2SS-Pz")
    assert left(m) == 8
    assert listed(m, "join") == {"GE-353-Inf", "GE-266-Co"}
    assert refused(m, "join GE-91-Inf") == "14.1.B"
    play(m, "join GE-353-Inf")
    assert left(m) == 4
    play(m, "move 0427")
    assert refused(m, "join GE-266-Co") == "10.4.A"
    assert (where(m, "GE-2SS-Pz"), where(m, "GE-353-Inf"), where(m, "GE-266-Co")) == ("0427", "0427", "0430")
    assert refused(at(GERMAN_ASSAULT, "GE-91-Inf 0530"), "join GE-91-Inf") == "10.4"


@rule("10.4", "R113")
def test_mountaineers_who_go_with_others_pay_what_those_pay() -> None:
    points = {"infantry": 2, "mechanized": 2}  # enough for mountaineers, and a point short for all others
    m = play(at(GERMAN_ASSAULT, "GE-2-Mtn 4837; GE-353-Inf 4837", points=points), "pick GE-2-Mtn")
    assert "4937" in listed(m, "move")
    play(m, "join GE-353-Inf")
    assert "4937" not in listed(m, "move")


def test_a_leg_can_be_taken_back_and_a_replayed_path_is_kept() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-353-Inf 0430"), "pick GE-353-Inf", "move 0428", "move 0528")
    again = bocage.load(m.text())
    assert again.position_hash == m.position_hash
    assert [text for _, _, text in again.log()] == [text for _, _, text in m.log()]
    m.undo()
    assert where(m, "GE-353-Inf") == "0428"


# 10.0: the steps of a turn


@rule("10.0", "10.6", "4.1.IV.c", "4.1.V.b", "4.1.VII.b", "4.1.VIII.b")
def test_a_turn_has_three_allied_and_two_german_movement_steps() -> None:
    rows = [row for row in GAME.rules.sequence["turn"] if row.step == "movement"]
    plain = [(row.name, row.side) for row in rows if not row.name.startswith("offensive")]
    assert plain == [
        (ALLIED_ASSAULT, "allied"), (ALLIED_BREAKTHROUGH, "allied"), (GERMAN_ASSAULT, "german"),
        (ALLIED_EXPLOITATION, "allied"), (GERMAN_EXPLOITATION, "german"),
    ]  # fmt: skip
    offensive = bocage.position("storming", turn=10, at="attrition", offensive_turn=10).game
    look = offensive.look(bocage.position("storming", turn=10, at="attrition", offensive_turn=10).position)
    held = [(row.name, row.side) for row in rows if row.when is None or row.when(look)]
    assert [side for _, side in held] == ["german", "allied", "german"], "the breakthrough needs a combat segment"


@rule("10.C", "10.1.B.3", "10.B")
def test_before_and_after_combat_units_move_but_do_not_assault() -> None:
    for row in (ALLIED_ASSAULT, ALLIED_BREAKTHROUGH):
        m = at(row, "US-2-Arm 0430; GE-353-Inf 0428", declared=9, duration=1)
        play(m, "pick US-2-Arm")
        assert "assault" not in verbs(m)
        assert m.why_not("assault 0428") is not None


# 6.5: zones and movement


@rule("6.5", "6.1")
def test_whoever_enters_an_enemy_zone_stops() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-353-Inf 0432; GE-91-Inf 0532; US-4-Inf 0429"), "pick GE-353-Inf")
    assert "0430" in listed(m, "move")
    assert not listed(m, "move") & {"0428", "0329", "0529"}
    assert refused(m, "move 0529") == "6.5", "four points would do, if 0430 and 0530 were free"
    play(m, "move 0430")
    assert "move" not in verbs(m), "it has stopped"
    assert refused(m, "pick GE-353-Inf") == "6.5"


@rule("6.5")
def test_a_unit_in_a_zone_never_goes_straight_into_another_but_round_by_a_free_hex() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-353-Inf 0430; US-4-Inf 0429"), "pick GE-353-Inf")
    assert "0431" in listed(m, "move")
    # 0330 and 0530 lie beside 0429 too: one gets there over 0431, not directly.
    play(m, "move 0530")
    assert walked(m) == (["0430", "0531", "0530"], 2)


@rule("6.5")
def test_shut_in_between_zones_a_unit_cannot_move() -> None:
    shut = play(at(GERMAN_ASSAULT, "GE-353-Inf 0430; US-4-Inf 0429; US-1-Inf 0431; US-9-Inf 0331"), "pick GE-353-Inf")
    assert listed(shut, "move") == set()
    assert refused(shut, "move 0530") == "6.5"
    assert "straight into another" in why(shut, "move 0530")


@rule("6.1")
def test_zones_hinder_enemies_only() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0432; GE-91-Inf 0430; GE-77-Inf 0428")
    assert cost(m, "GE-353-Inf", "0429") == 3


@rule("6.1", "6.2")
def test_one_unit_with_a_zone_is_enough_for_its_stack() -> None:
    def goes_through(units: str, **more: Any) -> bool:
        m = play(at(GERMAN_ASSAULT, f"GE-353-Inf 0432; {units}", **more), "pick GE-353-Inf")
        return "0529" in listed(m, "move")

    assert not goes_through("US-4-Inf 0429")
    assert not goes_through("US-4-Inf 0429; SHAEF-HQ 0429")
    assert goes_through("SHAEF-HQ 0429"), "a headquarters has no zone"
    assert goes_through("Patton 0429"), "nor has a leader"
    for state in ("oos", "disrupted", "refit", "grounded"):
        assert goes_through("US-4-Inf 0429", **{state: "US-4-Inf"}), state
        assert not goes_through("US-4-Inf 0429; US-1-Inf 0429", **{state: "US-4-Inf"}), state


@rule("6.2")
def test_tigers_and_garrisons_have_no_zone() -> None:
    for unit, held in (("GE-501SS-Ti", False), ("GE-Metz-1", False), ("GE-353-Inf", True)):
        m = play(at(ALLIED_EXPLOITATION, f"US-4-Inf 0432; {unit} 0429", points={"12AG": 4}), "pick US-4-Inf")
        assert ("0529" not in listed(m, "move")) == held, unit


@rule("6.3.A")
def test_allied_zones_stay_out_of_german_forts() -> None:
    fort = next(iter(GAME.board.names(GAME.data.forts["metz"] & ~GAME.data.cities)))
    beside = GAME.board.names(GAME.board.around[GAME.board.index[fort]])
    look = at(GERMAN_ASSAULT, f"US-4-Inf {beside[0]}").position
    zone = GAME.look(look).zone("allied")
    assert not zone >> GAME.board.index[fort] & 1
    destroyed = at(GERMAN_ASSAULT, f"US-4-Inf {beside[0]}", forts_destroyed=fort).position
    assert GAME.look(destroyed).zone("allied") >> GAME.board.index[fort] & 1


@rule("6.3.B", "6.3.C")
def test_no_german_zone_on_beaches_and_none_at_all_in_cities_and_mountains() -> None:
    m = at(ALLIED_ASSAULT, "US-82-AB 0619; GE-6FJ-Rgt 0520; GE-709-Co 0518", declared=1)
    zone = GAME.look(m.position).zone("german")
    assert not zone >> GAME.board.index["0619"] & 1, "Utah"
    assert zone >> GAME.board.index["0519"] & 1
    assert not GAME.look(at(GERMAN_ASSAULT, "CW-3-Inf 1121").position).zone("allied") >> GAME.board.index["1122"] & 1
    for side, unit in (("german", "GE-353-Inf"), ("allied", "US-4-Inf")):
        for node in GAME.board.nodes(GAME.data.terrain["mountain"]):
            near = GAME.board.names(GAME.board.around[node])
            found = GAME.look(at(GERMAN_ASSAULT, f"{unit} {near[0]}").position).zone(side)
            assert not found >> node & 1


@rule("6.3.D", "7.1.2.H", "7.1.2.F")
def test_zones_neither_enter_nor_leave_entrance_hexes_but_those_of_brittany() -> None:
    for doors in ("W", "E", "A-D"):
        label = GAME.board.names(GAME.entrances[doors])[4]
        node = GAME.board.index[label]
        inside = GAME.look(at(ALLIED_EXPLOITATION, f"GE-353-Inf {label}").position).zone("german")
        assert inside == 0, doors
        beside = GAME.board.names(GAME.board.around[node] & ~GAME.mute_hexes)[0]
        assert not GAME.look(at(ALLIED_EXPLOITATION, f"GE-353-Inf {beside}").position).zone("german") >> node & 1
    zone = GAME.look(at(ALLIED_EXPLOITATION, "GE-353-Inf 0128").position).zone("german")
    assert set(GAME.board.names(zone)) == {"0127", "0129", "0227"}, "Rennes, 0228, is a city"
    assert GAME.look(at(ALLIED_EXPLOITATION, "GE-353-Inf 0229").position).zone("german") >> GAME.board.index["0129"] & 1


@rule("6.3.E")
def test_zones_do_not_cross_major_rivers_or_the_rhine() -> None:
    zone = GAME.look(at(ALLIED_EXPLOITATION, "GE-353-Inf 2729").position).zone("german")
    assert not zone >> GAME.board.index["2730"] & 1, "the Seine is a major river"
    assert zone >> GAME.board.index["2728"] & 1
    across = GAME.look(at(ALLIED_EXPLOITATION, "GE-353-Inf 5107").position).zone("german")
    assert not across >> GAME.board.index["5007"] & 1


@rule("6.3.F", "17.7.3.D", "4.1.II.d.3")
def test_in_the_breakthrough_of_the_counteroffensive_one_allied_hex_has_no_zone() -> None:
    start = {
        "turn": 10, "offensive_turn": 10, "duration": 1, "points": {"infantry": 3, "mechanized": 8},
        "units": "GE-1SS-Pz 4520; US-4-Inf 4422; US-1-Inf 4225",
    }  # fmt: skip
    held = play(at("offensive breakthrough", **start), "pick GE-1SS-Pz")
    free = play(at("offensive breakthrough", disrupted_hex="4422", **start), "pick GE-1SS-Pz")
    assert listed(held, "move") < listed(free, "move")
    play(free, "end")
    assert free.position.disrupted_hex == 0


# 10.5: terrain


@pytest.mark.parametrize(
    ("terrain", "start", "goal", "price"),
    [
        ("clear", "0430", "0429", 1), ("woods", "3025", "3024", 2), ("swamp", "3608", "3607", 2),
        ("rough", "5513", "5512", 2), ("bocage", "0722", "0723", 2), ("forest", "1223", "1222", 3),
    ],
)  # fmt: skip
@rule("10.5.A", "10.5.B")
def test_what_terrain_costs_both_sides(terrain: str, start: str, goal: str, price: int) -> None:
    assert GAME.data.terrain_at[GAME.board.index[goal]] == terrain
    assert cost(at(GERMAN_ASSAULT, f"GE-2SS-Pz {start}"), "GE-2SS-Pz", goal) == price
    friend = "CW-7-Arm" if terrain == "forest" else "US-2-Arm"
    assert cost(at(ALLIED_EXPLOITATION, f"{friend} {start}", breakout=True), friend, goal) == price


@rule("10.5.A")
def test_a_city_costs_one() -> None:
    assert cost(at(GERMAN_ASSAULT, "GE-2SS-Pz 0227"), "GE-2SS-Pz", "0228") == 1


@rule("10.5.A")
def test_a_road_costs_one_whatever_it_leads_through() -> None:
    m = at(ALLIED_ASSAULT, "US-82-AB 0619; US-2-Arm 0619", turn=2, declared=1)
    assert cost(m, "US-82-AB", "0519") == 1
    assert cost(m, "US-2-Arm", "0620") == 1


@rule("10.5.A")
def test_only_a_bridge_cancels_the_cost_of_a_river_and_a_road_is_no_bridge() -> None:
    m = at(GERMAN_EXPLOITATION, "GE-2-Pz 4520; GE-9SS-Pz 4804; GE-1SS-Pz 1024")
    assert cost(m, "GE-2-Pz", "4519") == 2, "road 1, river 1"
    assert cost(m, "GE-9SS-Pz", "4805") == 1, "the bridge of Arnhem"
    assert cost(m, "GE-1SS-Pz", "1125") == 2, "the Orne"


@rule("10.5.A")
def test_mountain_units_find_mountains_easier() -> None:
    mountain = next(
        (here, there)
        for there in GAME.board.nodes(GAME.data.terrain["mountain"] & ~GAME.data.cities)
        for here in GAME.board.nodes(GAME.board.around[there] & ~GAME.mute_hexes)
        if not any(edges.has(here, there) for edges in (*GAME.data.rivers.values(), GAME.data.roads))
    )
    here, there = (GAME.board.labels[node] for node in mountain)
    m = at(GERMAN_EXPLOITATION, f"GE-2-Mtn {here}; GE-353-Inf {here}", turn=13)
    assert (cost(m, "GE-2-Mtn", there), cost(m, "GE-353-Inf", there)) == (2, 3)


@rule("10.5.A", "10.7.7", "R134")
def test_all_sea_hexsides_are_closed_but_for_the_breskens_ferry() -> None:
    m = play(
        at(GERMAN_EXPLOITATION, "GE-353-Inf 3609; GE-9SS-Pz 3509", points={"infantry": 1, "mechanized": 2}),
        "pick GE-353-Inf",
    )
    assert refused(m, "move 3709") == "10.5.A"
    assert cost(m, "GE-9SS-Pz", "3508") == 1
    bank = at(GERMAN_EXPLOITATION, "GE-353-Inf 3408; GE-91-Inf 3609", points={"infantry": 1, "mechanized": 2})
    assert refused(play(bank, "pick GE-353-Inf"), "move 3508") == "10.5.A"


@rule("10.5.A")
def test_headquarters_and_mountaineers_cross_no_sea_either() -> None:
    m = play(at(GERMAN_EXPLOITATION, "GE-7A-HQ 3609", oos="GE-7A-HQ"), "pick GE-7A-HQ")
    assert left(m) == 3
    assert refused(m, "move 3709") == "10.5.A"


# 18.0: moves of the book's example, as cheapest legal ways

EXAMPLE = [
    (ALLIED_ASSAULT, "US-30-Inf", "0619", "0620", 1),
    (ALLIED_ASSAULT, "CW-11-Arm", "1020", "1021", 1),
    (ALLIED_ASSAULT, "CW-49-Inf", "1020", "0921", 1),
    (ALLIED_ASSAULT, "CW-4-Bde", "1020", "1121", 1),
    (GERMAN_ASSAULT, "GE-353-Inf", "0125", "0526", 4),
    (GERMAN_ASSAULT, "GE-272-Inf", "0634", "0630", 4),
    (GERMAN_ASSAULT, "GE-2SS-Pz", "0434", "0627", 8),
    (GERMAN_ASSAULT, "GE-2-Pz", "1125", "0923", 4),
    (GERMAN_ASSAULT, "GE-501SS-Ti", "1223", "1222", 3),
    (GERMAN_ASSAULT, "GE-347-Co", "1422", "1322", 2),
    (GERMAN_ASSAULT, "GE-1SS-Pz", "1521", "1324", 5),
    (GERMAN_ASSAULT, "GE-503SS-Ti", "1521", "1422", 3),
    (GERMAN_ASSAULT, "GE-502SS-Ti", "5806", "5008", 8),
    (GERMAN_EXPLOITATION, "GE-77-Inf", "0522", "0722", 3),
    (GERMAN_EXPLOITATION, "GE-17SS-PG", "0722", "0723", 2),
    (GERMAN_EXPLOITATION, "GE-503SS-Ti", "1422", "0924", 8),
    (GERMAN_EXPLOITATION, "GE-9SS-Pz", "1521", "1125", 8),
    (GERMAN_EXPLOITATION, "GE-7A-HQ", "0826", "1425", 6),
]


@pytest.mark.parametrize(("row", "unit", "start", "goal", "price"), EXAMPLE)
@rule("10.5.A")
def test_the_moves_of_the_example_cost_what_the_book_says(
    row: str, unit: str, start: str, goal: str, price: int
) -> None:
    m = at(row, f"{unit} {start}", turn=2, declared=6)
    assert cost(m, unit, goal) == price


@rule("6.5")
def test_the_detours_of_the_example() -> None:
    caen = "GE-21-Pz 1122; GE-Lehr-Pz 0923"
    m = at(ALLIED_BREAKTHROUGH, f"CW-11-Arm 1021; {caen}", points={"21AG": 2}, duration=2, turn=2)
    play(m, "pick CW-11-Arm", "move 0922")
    assert walked(m) == (["1021", "0921", "0922"], 2), "from zone to zone there is no straight way"
    german = at(GERMAN_ASSAULT, "GE-91-Inf 0520; US-4-Inf 0519; US-101-AB 0620", turn=2)
    play(german, "pick GE-91-Inf", "move 0521")
    assert walked(german) == (["0520", "0420", "0521"], 3)
    far = at(ALLIED_EXPLOITATION, "US-79-Inf 0619; GE-91-Inf 0521", turn=2, points={"12AG": 6})
    play(far, "pick US-79-Inf", "move 0420")
    assert walked(far) == (["0619", "0519", "0419", "0420"], 4)


# The points that the step clears away


@rule("10.2.5.C")
def test_the_markers_come_off_the_track_when_the_step_is_over() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 0430; GE-353-Inf 3033", dice="1"), "pick US-4-Inf", "move 0429", "end")
    assert m.position.points == {}
    assert m.position.stage == ""
    assert said(m, "10.4") == ["US 4 Infantry Division moves 0430-0429 (1 MP)."]
    assert FULL["12AG"] == 10
