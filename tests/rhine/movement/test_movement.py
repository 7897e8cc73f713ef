"""Operational Movement: allowances, bonus hexes, supply and weather, paths and what is left for an attack (MOV)."""

from __future__ import annotations

import pytest

import bocage
from bocage.games.rhine.rules.movement import reach
from bocage.parts.walk import Walk
from tests.cases import rule
from tests.rhine.movement.marching import (
    ALLIED,
    GAME,
    GERMAN,
    GERMAN_EXPLOITS,
    POCKET,
    at,
    budget,
    distance,
    furthest,
    hexes_to,
    listed,
    marked,
    path_of,
    play,
    refused,
    said,
    where,
    why,
)

# The procedure


@rule("NOTE.1", "SEQ.2")
def test_any_all_or_none_of_ones_own_undisrupted_units_move_once() -> None:
    m = at(ALLIED, "US-5C 1002; BR-30C 1103; US-2AD 1003 disrupted; US-SUP 0902; BR-1C pool; DE-84K 2002")
    assert m.prompt.rule == "SEQ.2"
    assert listed(m, "pick") == {"US-5C", "BR-30C"}
    assert refused(m, "pick DE-84K") == "NOTE.1"
    assert refused(m, "pick BR-1C") == "NOTE.1"
    assert refused(m, "pick US-SUP") == "SUP.8"
    assert m.why_not("end") is None
    play(m, "pick US-5C", "move 1203", "pick BR-30C")
    assert listed(m, "pick") == set()
    assert refused(m, "pick US-5C") == "NOTE.1"
    play(m, "move 1202")
    assert (where(m, "US-5C"), where(m, "BR-30C")) == ("1203", "1202")
    assert marked(m, "moved") == {"US-5C", "BR-30C"}
    play(m, "end")
    assert m.prompt.step != "movement"


@rule("DIS.1")
def test_a_disrupted_unit_does_not_move() -> None:
    m = at(ALLIED, "US-5C 1002; US-2AD 1003 disrupted")
    assert refused(m, "pick US-2AD") == "DIS.1"


@rule("SEQ.10")
def test_the_germans_move_their_own_units_in_their_own_phase() -> None:
    m = at(GERMAN, "US-5C 1002; DE-84K 2002; DE-21Pz 2202 disrupted; DE-s503 2104; DE-Dummy1 2304 down")
    assert m.prompt.rule == "SEQ.10"
    assert listed(m, "pick") == {"DE-84K", "DE-s503", "DE-Dummy1"}
    assert refused(m, "pick US-5C") == "NOTE.1"


@rule("NOTE.1")
def test_a_unit_moves_in_as_many_legs_as_its_owner_likes() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1004"), "pick US-5C", "move 1202", "move 1302", "move 1502")
    assert where(m, "US-5C") == "1502"
    assert hexes_to(m, "US-5C", "move") == {1}
    play(m, "move 1602")
    assert listed(m, "move") == set()
    assert hexes_to(m, "US-5C", "march") == {1, 2, 3, 4}
    assert said(m, "NOTE.1")[0] == "US 5 Corps moves 1002-1101-1202 (2 hexes)."


@rule("NOTE.1")
def test_whoever_puts_a_unit_down_has_moved_it() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1004"), "pick US-5C", "move 1202", "pick US-8C")
    assert refused(m, "pick US-5C") == "NOTE.1"
    m = play(at(ALLIED, "US-5C 1002; US-8C 1004"), "pick US-5C", "pick US-8C")
    assert m.why_not("pick US-5C") is None  # it was only looked at


def test_a_refusal_says_what_is_missing() -> None:
    m = at(ALLIED, "US-5C 1002; DE-84K 3002")
    assert "first" in why(m, "move 1003")
    play(m, "pick US-5C")
    assert refused(m, "move 1002") == "NOTE.1"
    assert refused(m, "pick US-5C") == "NOTE.1"
    assert why(m, "move 2102") == "2102 is 11 hexes away by the shortest way, and 6 are left"
    assert refused(m, "move 1702") == "MOV.7"
    assert "bonus" in why(m, "move 1702")
    assert refused(m, "march 1202") == "MOV.7"
    assert refused(m, "dash 1802") == "MOV.4"


# Allowances


@rule("MOV.1", "R7")
@pytest.mark.parametrize("unit", ["DE-84K", "DE-25K", "DE-2FJK"])
def test_german_infantry_korps_move_four_hexes(unit: str) -> None:
    m = at(GERMAN, f"{unit} 1603; US-5C 0708")
    assert furthest(m, unit, "move") == 2
    assert furthest(m, unit, "dash") == 4
    play(m, f"pick {unit}", "move 1803")
    assert (budget(m, unit), where(m, unit)) == (2, "1803")


@rule("MOV.2", "R7")
@pytest.mark.parametrize("unit", ["US-5C", "BR-30C", "BR-1CC", "US-82AB", "BR-RMN"])
def test_allied_infantry_and_airborne_move_six(unit: str) -> None:
    m = at(ALLIED, f"{unit} 1403")
    assert furthest(m, unit, "move") == 6


@rule("MOV.2")
@pytest.mark.parametrize("unit", ["DE-17SS", "DE-s502", "DE-s503"])
def test_panzergrenadiers_and_tigers_move_six(unit: str) -> None:
    m = at(GERMAN, f"{unit} 1603; US-5C 0708")
    assert furthest(m, unit, "dash") == 6


@rule("MOV.3", "R7")
@pytest.mark.parametrize("unit", ["US-2AD", "FR-2AD", "BR-GdsAD"])
def test_allied_armour_moves_eight(unit: str) -> None:
    assert furthest(at(ALLIED, f"{unit} 1403"), unit, "move") == 8


@rule("MOV.3", "R7")
@pytest.mark.parametrize("unit", ["DE-21Pz", "DE-1SS", "DE-2SSK", "DE-PzB1", "DE-Dummy3"])
def test_panzers_move_eight_and_so_does_a_dummy(unit: str) -> None:
    m = at(GERMAN, f"{unit} 1603{' down' if 'Dummy' in unit else ''}; US-5C 0708")
    assert furthest(m, unit, "dash") == 8
    assert furthest(m, unit, "move") == 4


@rule("MOV.1", "MOV.2", "MOV.3")
def test_a_unit_that_used_its_whole_allowance_may_attack_all_the_same() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-2AD 1103"), "pick US-5C", "move 1602", "pick US-2AD", "move 1903")
    assert distance("1103", "1903") == 8
    assert (budget(m, "US-5C"), budget(m, "US-2AD")) == (0, 0)


# The bonus


@rule("MOV.7")
def test_all_units_have_four_bonus_hexes_beyond_their_allowance() -> None:
    m = at(ALLIED, "US-5C 1403; US-2AD 1402")
    assert furthest(m, "US-5C", "march") == 10
    assert furthest(m, "US-2AD", "march") == 12
    m = at(GERMAN, "DE-84K 1603; DE-21Pz 1602; US-5C 0708")
    assert furthest(m, "DE-84K", "march") == 6  # within the speed limit of two, then the bonus
    assert furthest(m, "DE-21Pz", "march") == 8


@rule("MOV.7")
@pytest.mark.parametrize("weather", ["good", "bad", "very bad"])
def test_the_bonus_is_the_same_in_all_weather_and_is_never_strafed(weather: str) -> None:
    m = at(GERMAN, "DE-84K 1603; US-5C 0708", weather=weather)
    play(m, "pick DE-84K", "march 2203")
    assert where(m, "DE-84K") == "2203"
    assert m.position.rolls == 0
    assert marked(m, "disrupted") == set()


@rule("MOV.7", "R4")
def test_bonus_hexes_come_last() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1004"), "pick US-5C", "move 1202", "march 1802")
    assert distance("1202", "1802") == 6  # four that were left and two of the bonus
    assert listed(m, "move") == set()
    assert hexes_to(m, "US-5C", "march") == {1, 2}
    assert refused(m, "move 1902") == "MOV.7"
    play(m, "march 2002")
    assert listed(m, "march") == set()
    m = play(at(GERMAN, "DE-84K 1603; DE-86K 1604; US-5C 0708"), "pick DE-84K", "march 1903")
    assert listed(m, "dash") == set()
    assert refused(m, "dash 2003") == "MOV.7"


@rule("R4", "MOV.7")
def test_after_a_dash_the_bonus_is_still_there() -> None:
    m = at(GERMAN, "DE-84K 1603; DE-86K 1604; US-5C 0708", dice="6 6")
    play(m, "pick DE-84K", "dash 2003")
    assert m.position.rolls == 2
    assert hexes_to(m, "DE-84K", "march") == {1, 2, 3, 4}


@rule("R5", "MOV.7")
def test_a_unit_that_used_bonus_hexes_does_not_attack() -> None:
    m = play(at(ALLIED, "US-5C 1403; US-8C 1402"), "pick US-5C", "march 2103")
    assert budget(m, "US-5C") == -1
    assert budget(m, "US-8C") == 6


@rule("R5", "MOV.7")
def test_bonus_hexes_never_end_next_to_an_undisrupted_enemy() -> None:
    m = play(at(ALLIED, "US-5C 1003; DE-84K 1803"), "pick US-5C")
    assert "1703" not in listed(m, "march") | listed(m, "move")
    assert refused(m, "march 1703") == "R5"
    assert "1603" in listed(m, "move")
    m = play(at(ALLIED, "US-5C 1003; DE-84K 1803 disrupted"), "pick US-5C")
    assert "1703" in listed(m, "march")


@rule("R5", "ZOC.3")
def test_bonus_hexes_may_end_next_to_a_korps_that_is_deployed_but_disrupted_and_stop_there() -> None:
    m = play(at(ALLIED, "US-5C 1003; US-8C 1002; DE-84K 1803 disrupted deployed"), "pick US-5C", "march 1703")
    assert where(m, "US-5C") == "1703"
    assert listed(m, "march") == set()


@rule("R5", "MOV.7")
def test_with_the_option_bonus_hexes_are_read_literally() -> None:
    m = bocage.position(
        "rhine", options={"R5": True}, turn=3, at=ALLIED, weather="good", stage="operational", allied_control="0708",
        units="US-5C 1003; US-8C 1002; DE-84K 1803",
    )  # fmt: skip
    play(m, "pick US-5C", "march 1703")
    assert where(m, "US-5C") == "1703"
    assert budget(m, "US-5C") == 3  # ten hexes in all, seven of them walked
    assert budget(m, "US-8C") == 10


# Weather


@rule("MOV.4", "R4")
@pytest.mark.parametrize("weather", ["good", "bad", "very bad"])
def test_the_speed_limit_is_half_the_allowance_in_every_weather(weather: str) -> None:
    m = at(GERMAN, "DE-84K 1603; DE-21Pz 1602; DE-17SS 1703; US-5C 0708", weather=weather)
    assert [furthest(m, unit, "move") for unit in ("DE-84K", "DE-17SS", "DE-21Pz")] == [2, 3, 4]
    assert [furthest(m, unit, "dash") for unit in ("DE-84K", "DE-17SS", "DE-21Pz")] == [4, 6, 8]
    play(m, "pick DE-21Pz")
    assert hexes_to(m, "DE-21Pz", "dash") == {5, 6, 7, 8}
    assert refused(m, "dash 1702") == "MOV.4"
    assert "speed limit" in why(m, "move 2202")


@rule("MOV.5", "R6", "R4")
def test_very_bad_weather_halves_the_allied_allowance_but_not_the_bonus() -> None:
    m = at(ALLIED, "US-5C 1403; US-2AD 1402", weather="very bad")
    assert (furthest(m, "US-5C", "move"), furthest(m, "US-2AD", "move")) == (3, 4)
    assert (furthest(m, "US-5C", "march"), furthest(m, "US-2AD", "march")) == (7, 8)
    play(m, "pick US-5C")
    assert refused(m, "march 2203") == "MOV.5"
    m = at(ALLIED, "US-5C 1403; US-2AD 1402", weather="bad")
    assert (furthest(m, "US-5C", "move"), furthest(m, "US-2AD", "move")) == (6, 8)


@rule("MOV.5", "R4")
def test_very_bad_weather_leaves_the_germans_their_speed_limit_unless_players_halve_them_too() -> None:
    units = "DE-84K 1403; DE-2Pz 1402"
    m = at(GERMAN, units, weather="very bad")
    assert (furthest(m, "DE-84K", "move"), furthest(m, "DE-2Pz", "move")) == (2, 4)
    assert (furthest(m, "DE-84K", "dash"), furthest(m, "DE-2Pz", "dash")) == (4, 8)
    halved = at(GERMAN, units, weather="very bad", options={"R4": True})
    assert (furthest(halved, "DE-84K", "move"), furthest(halved, "DE-2Pz", "move")) == (1, 2)
    assert (furthest(halved, "DE-84K", "dash"), furthest(halved, "DE-2Pz", "dash")) == (2, 4)
    assert (furthest(halved, "DE-84K", "march"), furthest(halved, "DE-2Pz", "march")) == (5, 6)
    play(halved, "pick DE-84K")
    assert refused(halved, "dash 1803") == "MOV.5"
    bad = at(GERMAN, units, weather="bad", options={"R4": True})
    assert (furthest(bad, "DE-84K", "move"), furthest(bad, "DE-84K", "dash")) == (2, 4)


# Supply


@rule("SUP.20", "MOV.8", "R6")
def test_short_supply_halves_the_allowance_but_not_the_bonus() -> None:
    m = at(ALLIED, "US-5C 2203; US-2AD 2202")
    assert m.inquire("allied").supply(GAME.unit_numbers["US-5C"]) == "short"
    assert (furthest(m, "US-5C", "move"), furthest(m, "US-2AD", "move")) == (3, 4)
    assert (furthest(m, "US-5C", "march"), furthest(m, "US-2AD", "march")) == (7, 8)
    play(m, "pick US-5C")
    assert refused(m, "march 3003") == "SUP.20"


@rule("R6")
def test_halves_of_halves_are_rounded_down_but_not_below_one() -> None:
    m = at(ALLIED, "US-5C 2203; US-2AD 2202", weather="very bad")
    assert (furthest(m, "US-5C", "move"), furthest(m, "US-2AD", "move")) == (1, 2)


@rule("SUP.17")
def test_supply_for_movement_is_judged_when_the_move_starts() -> None:
    m = play(at(ALLIED, "US-2AD 1403; US-5C 1402"), "pick US-2AD", "move 2003")
    assert m.inquire("allied").supply(GAME.unit_numbers["US-2AD"]) == "short"
    assert hexes_to(m, "US-2AD", "move") == {1, 2}
    m = play(at(ALLIED, "US-2AD 2003; US-5C 1402"), "pick US-2AD", "move 1903")
    assert m.inquire("allied").supply(GAME.unit_numbers["US-2AD"]) == "full"
    assert max(hexes_to(m, "US-2AD", "move")) == 3


@rule("MOV.9")
def test_unsupplied_panzers_do_not_move_at_all() -> None:
    m = at(GERMAN, f"{POCKET}; DE-21Pz 1518; DE-s503 1618; DE-84K 2002")
    assert listed(m, "pick") == {"DE-84K"}
    assert refused(m, "pick DE-21Pz") == refused(m, "pick DE-s503") == "MOV.9"
    assert "Isolated" in why(m, "pick DE-21Pz")


@rule("MOV.9", "R6")
@pytest.mark.parametrize("unit", ["DE-84K", "DE-2FJK", "DE-17SS"])
def test_unsupplied_infantry_parachutists_and_panzergrenadiers_move_one_hex_and_two_bonus_hexes(unit: str) -> None:
    m = play(at(GERMAN, f"{POCKET}; {unit} 1519; DE-21Pz 2002"), f"pick {unit}")
    assert listed(m, "move") == {"1518", "1619"}
    assert listed(m, "march") == {"1618", "1718"}
    assert listed(m, "dash") == set()
    assert refused(m, "march 1717") == "R5"


@rule("MOV.9", "R48")
def test_unsupplied_allies_move_one_and_two_hexes_if_they_go_on_foot() -> None:
    m = at(ALLIED, "US-5C 3403; US-82AB 3503; BR-RMN 3603; US-2AD 3402; BR-7AD 0803")
    state = m.inquire("allied").supply
    assert {state(GAME.unit_numbers[unit]) for unit in ("US-5C", "US-82AB", "US-2AD")} == {"unsupplied"}
    assert listed(m, "pick") == {"US-5C", "US-82AB", "BR-RMN", "BR-7AD"}
    assert "Unsupplied" in why(m, "pick US-2AD")
    assert (budget(m, "US-2AD"), budget(m, "US-5C")) == (0, 1)
    for unit in ("US-5C", "US-82AB", "BR-RMN"):
        assert (furthest(m, unit, "move"), furthest(m, unit, "march")) == (1, 3)
    play(m, "pick US-5C")
    assert refused(m, "march 3803") == "MOV.9"


@rule("R48", "MIN.1")
def test_the_minimum_move_is_no_gift_to_those_who_may_not_move() -> None:
    m = at(GERMAN, f"{POCKET}; DE-21Pz 1518; DE-84K 1618; DE-2Pz 2002")
    assert "DE-21Pz" not in listed(m, "pick")


# Arrivals


@rule("REIN.2", "R74")
def test_the_hex_of_entry_counts_against_the_movement_of_allied_arrivals() -> None:
    m = at(ALLIED, "US-5C 0708; BR-30C 0708; US-2AD 0708", arrived="US-5C US-2AD")
    play(m, "pick US-5C")
    assert max(hexes_to(m, "US-5C", "move")) == 5
    assert max(hexes_to(m, "US-5C", "march")) == 9
    play(m, "pick US-2AD")
    assert max(hexes_to(m, "US-2AD", "move")) == 7
    play(m, "pick BR-30C")
    assert max(hexes_to(m, "BR-30C", "move")) == 6
    assert (budget(m, "US-5C"), budget(m, "BR-30C")) == (5, 6)


@rule("REIN.2")
def test_german_arrivals_start_with_their_whole_allowance() -> None:
    m = at(GERMAN, "DE-9Pz 2000; US-5C 0708", arrived="DE-9Pz")
    assert furthest(m, "DE-9Pz", "dash") == 8


# Rivers


@rule("RIV.4", "R5")
def test_rivers_do_not_shorten_a_move_but_count_against_an_attack() -> None:
    # The Loire runs between 1207 and 1208.
    m = play(at(ALLIED, "US-5C 1208; US-8C 1002"), "pick US-5C")
    assert max(hexes_to(m, "US-5C", "move")) == 6
    play(m, "move 1207")
    assert budget(m, "US-5C") == 4
    assert "1 river" in said(m, "NOTE.1")[-1]
    play(m, "move 1202")
    assert budget(m, "US-5C") == -1  # six hexes and a river: it has moved too far to attack


@rule("RIV.4")
def test_an_unmoved_unit_can_afford_a_river() -> None:
    m = at(ALLIED, "US-5C 1208; US-2AD 2203; DE-84K 2303")
    assert budget(m, "US-5C") == 6
    assert budget(m, "US-2AD") == 4  # in Short supply
    assert budget(m, "DE-84K") == 4


@rule("RIV.4")
def test_within_the_allowance_a_leg_spares_rivers_for_an_attack_and_a_march_spares_hexes() -> None:
    # From 1406 to 1704 it is three hexes over the Loire and back, or four along its southern bank.
    m = play(at(ALLIED, "US-5C 1406; US-8C 1002"), "pick US-5C", "move 1704")
    assert path_of(m) == ["1406", "1405", "1504", "1604", "1704"]
    assert budget(m, "US-5C") == 2
    m = play(at(GERMAN, "DE-84K 1406; US-5C 0708"), "pick DE-84K", "march 1704")
    assert path_of(m) == ["1406", "1505", "1605", "1704"]


def test_the_path_is_the_best_of_all_paths() -> None:
    """Checked against a search by hand: fewest hexes and rivers together, then fewest hexes."""
    board, rivers, land = GAME.board, GAME.data.rivers, GAME.land
    start = board.index["2909"]  # Paris, where rivers meet
    walk = Walk(GAME.costs, start, 5, board.all)
    states = {(start, 0, 0)}
    cheapest: dict[int, tuple[int, int]] = {}
    quickest: dict[int, tuple[int, int]] = {}
    for _ in range(5):
        states |= {
            (there, hexes + 1, wet + rivers.has(here, there))
            for here, hexes, wet in states
            for there in board.nodes(land.step(1 << here))
            if hexes < 5
        }
    for node, hexes, wet in states:
        cheapest[node] = min(cheapest.get(node, (99, 99)), (hexes + wet, hexes))
        quickest[node] = min(quickest.get(node, (99, 99)), (hexes, wet))
    for goal in set(cheapest) - {start}:
        path = reach.best_path(GAME, walk, goal, 5, False)
        assert path is not None
        assert (path[0], path[-1]) == (start, goal)
        wet = reach.rivers_crossed(GAME, path)
        assert (len(path) - 1 + wet, len(path) - 1) == cheapest[goal]
        path = reach.best_path(GAME, walk, goal, 5, True)
        assert path is not None
        assert (len(path) - 1, reach.rivers_crossed(GAME, path)) == quickest[goal]
    assert reach.best_path(GAME, walk, board.index["2916"], 5, False) is None


# Tigers, dumps, fortresses, water


@rule("TIG.3", "R23")
def test_a_lone_tiger_battalion_is_overrun_by_whoever_passes() -> None:
    m = play(at(ALLIED, "US-5C 1003; US-8C 1002; DE-s503 1203"), "pick US-5C", "move 1203")
    assert where(m, "DE-s503") == "calendar"
    assert said(m, "TIG.3") == ["503. Tiger Battalion is eliminated."]
    assert max(hexes_to(m, "US-5C", "move")) == 4  # and moves on
    m = play(at(ALLIED, "US-5C 1003; DE-s503 1203; DE-s502 1204; DE-s502 1202"), "pick US-5C")
    assert {"1303", "1403"} <= listed(m, "move")


@rule("TIG.3")
def test_a_tiger_battalion_with_others_is_not_overrun() -> None:
    m = play(at(ALLIED, "US-5C 1003; DE-s503 1203; DE-84K 1203"), "pick US-5C")
    assert refused(m, "move 1203") == "R118"
    m = play(at(ALLIED, "US-5C 1003; DE-s503 1203; DE-84K 1203 disrupted"), "pick US-5C")
    assert refused(m, "move 1203") == "R118"


@rule("R118")
def test_nobody_enters_a_hex_that_enemy_units_hold() -> None:
    m = play(at(ALLIED, "US-5C 1003; DE-84K 1203"), "pick US-5C")
    assert refused(m, "move 1203") == "R118"
    assert why(m, "move 1203") == "enemy units hold that hex: it is not entered but attacked"
    m = play(at(GERMAN, "US-5C 1003; DE-84K 1203"), "pick DE-84K")
    assert refused(m, "move 1003") == "R118"
    m = play(at(ALLIED, "US-5C 1003; DE-84K 1203 disrupted"), "pick US-5C")
    assert refused(m, "move 1203") == "R118"
    assert m.inquire("allied").barred("allied") >> GAME.board.index["1203"] & 1  # nor is it passed through
    assert "1303" in listed(m, "move") | listed(m, "march")  # a Disrupted korps stops nobody beside it


@rule("R35", "R79")
def test_a_lone_dump_is_overrun_and_goes_back_to_the_pool() -> None:
    m = play(at(GERMAN, "DE-21Pz 1303; US-SUP 1203; US-5C 0708"), "pick DE-21Pz", "move 1203")
    assert where(m, "US-SUP") == "pool"
    m = play(at(GERMAN, "DE-Dummy1 1503 down; US-SUP 1303; US-5C 0708"), "pick DE-Dummy1")
    assert refused(m, "move 1303") == "SET.7"


@rule("R16", "FORT.1")
def test_an_enemy_fortress_is_not_entered_even_if_nobody_is_there() -> None:
    m = play(at(ALLIED, "US-5C 1012"), "pick US-5C")
    assert refused(m, "move 1114") == "R16"
    m = play(at(ALLIED, "US-5C 1012", allied_control="0708 1114"), "pick US-5C")
    assert "1114" in listed(m, "move")


@rule("ZOC.1")
def test_nobody_crosses_an_estuary() -> None:
    m = play(at(GERMAN, "DE-21Pz 4119; US-5C 0708"), "pick DE-21Pz")
    assert len(path_of(play(m, "move 4120"))) > 2  # round the head of the Scheldt
    m = play(at(GERMAN_EXPLOITS, "DE-84K 4119; US-5C 0708"), "pick DE-84K")
    assert refused(m, "move 4120") == refused(m, "dash 4120") == "ZOC.1"


@rule("R16")
def test_moving_takes_the_hexes_on_the_way() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1004"), "pick US-5C", "move 1202")
    index = m.game.board.index
    assert all(m.position.allied_control >> index[label] & 1 for label in ("1101", "1202"))


@rule("FR2.1")
def test_a_leg_goes_round_paris_before_the_french_are_there() -> None:
    units = "US-2AD 2809; FR-2AD pool"
    m = at(ALLIED, units, allied_control="3120 0708")
    play(m, "pick US-2AD", "move 3009")
    assert "2909" not in path_of(m)
    assert not m.position.paris_entered
    m = at(ALLIED, units, allied_control="3120 0708", paris_entered=True)
    play(m, "pick US-2AD", "move 2909")
    assert where(m, "US-2AD") == "2909"


@rule("FR2.1", "R21")
def test_whoever_else_enters_paris_first_removes_the_french_wherever_they_are() -> None:
    for place in ("pool", "2807"):
        m = at(ALLIED, f"US-2AD 2809; FR-2AD {place}", allied_control="3120 0708")
        play(m, "pick US-2AD", "move 2909")
        assert where(m, "FR-2AD") == "dead", place
    m = at(ALLIED, "US-2AD 2809; FR-2AD 2807", allied_control="3120 0708")
    play(m, "pick FR-2AD", "move 2909", "pick US-2AD", "move 2909")
    assert where(m, "FR-2AD") == "2909"  # the French were first


# Records


def test_legs_go_straight_where_nothing_speaks_against_it() -> None:
    m = play(at(ALLIED, "US-2AD 0803; US-8C 1004"), "pick US-2AD", "move 1603")
    assert path_of(m) == ["0803", "0902", "1003", "1102", "1203", "1302", "1403", "1502", "1603"]


def test_a_record_of_movement_replays() -> None:
    m = at(GERMAN, "DE-84K 1603; DE-21Pz 1602; DE-Dummy1 1604 down; US-5C 0708", dice="4 5 6 1 2")
    play(m, "pick DE-84K", "move 1703", "dash 1903", "pick DE-21Pz", "march 2202", "pick DE-Dummy1", "move 1804", "end")
    again = bocage.load(m.text())
    assert again.position_hash == m.position_hash
    assert [entry.via for entry in again.entries] == [entry.via for entry in m.entries]


def test_a_move_is_taken_back_as_long_as_nothing_was_seen() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1004"), "pick US-5C", "move 1202")
    m.undo()
    assert where(m, "US-5C") == "1002"
    assert marked(m, "moved") == set()
    assert m.position.budget == {}
