"""Replacements: rates and stores, who may take them, the 79th, overstrength divisions and HQ troops."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.reinforcements import points
from tests.cases import rule
from tests.fortress.playing import look, play, position, refused
from tests.fortress.reinforcements.test_withdrawals import GERMAN, place, steps

SAFE = {"missions": {"u_boats": (1, 0), "v1_sites": (1, 0)}}  # nothing is lost at sea or to V1s


def rate(army: str, turn: int, **fields: object) -> tuple[int, int]:
    return points.rate(look(position("allied replacements", "BR-3-Inf england reduced", turn=turn, **fields)), army)  # type: ignore[arg-type]


def allied(units: str, turn: int = 5, **fields: object) -> Match:
    return position("allied replacements", units, turn=turn, **{**SAFE, **fields})  # type: ignore[arg-type]


def german(units: str, turn: int = 9, **fields: object) -> Match:
    return position("german replacements", units, turn=turn, **fields)  # type: ignore[arg-type]


def resting(match: Match, unit: str) -> bool:
    return bool(match.position.resting >> match.game.unit_numbers[unit] & 1)


def why(match: Match, action: str) -> str:
    """What the referee says against an action."""
    found = match.why_not(action)
    return found.why if found else ""


# What comes


@rule("17.10.5", "27.1", "27.4")
def test_aircraft_on_german_replacements_take_a_point_each_armour_first() -> None:  # T05
    assert rate("german", 13, missions={"replacements": (2, 0)}) == (2, 0)
    assert rate("german", 13) == (4, 2)


@rule("17.10.6", "17.10.7", "R16")
def test_u_boats_and_v1_sites_halve_replacements_if_nothing_attacks_them() -> None:  # T06
    assert rate("american", 5) == (1, 0)
    assert rate("american", 5, missions={"u_boats": (1, 0)}) == (3, 1)
    assert rate("british", 5) == (1, 0)
    assert rate("british", 5, missions={"v1_sites": (0, 1)}) == (2, 1)
    assert rate("american", 33, scenario="berlin") == (4, 2)  # 33.4.6


@rule("28.3.A")
def test_after_option_a_the_rate_has_no_armour() -> None:  # T07
    assert rate("german", 25, armour_forfeited=True) == (4, 0)


@rule("27.3", "27.4")
def test_points_are_kept_and_those_in_store_are_not_lost_to_aircraft() -> None:
    match = german(GERMAN, turn=5, stores={"german": (3, 1)}, missions={"replacements": (4, 0)})
    assert match.position.stores["german"] == (3, 1)
    match = german(GERMAN, turn=5, stores={"german": (3, 1)})
    assert match.position.stores["german"] == (5, 2)


@rule("27.2", "33.3.3", "33.4.3")
def test_there_are_no_replacements_on_the_first_turn_nor_in_the_bulge_before_january() -> None:
    def come(turn: int, scenario: str = "campaign") -> bool:
        return bool(german(GERMAN, turn=turn, scenario=scenario).position.stores.get("german"))

    assert not come(1)
    assert come(2)
    assert not come(29, "bulge")
    assert german(GERMAN, turn=31, scenario="berlin").position.stores["german"] == (3, 0)  # option A


@rule("31.3", "17.10.5")
@pytest.mark.parametrize(("dice", "left"), [("1 4", (1, 0)), ("3 2", (2, 0)), ("5 6", (3, 1))])
def test_aircraft_too_many_attack_the_store_if_players_want_it_so(dice: str, left: tuple[int, int]) -> None:  # T105
    fields: dict[str, Any] = {"turn": 5, "stores": {"german": (3, 1)}, "missions": {"replacements": (4, 0)}}
    match = german(GERMAN, dice=f"{dice} 1 1 1 1 1 1", options={"31.3": True}, **fields)
    assert match.position.stores["german"] == left


@rule("27.9")
def test_paratroopers_and_raiders_have_factors_of_their_own() -> None:
    match = allied("US-82-AB england reduced; US-1-Inf england reduced; BR-4-Cdo dead", turn=9)
    assert match.position.special == {"para": 1}
    assert refused(match, "raise BR-4-Cdo") == "27.5"
    before = match.position.stores
    play(match, "fill US-82-AB")
    assert match.position.special == {"para": 0}
    assert match.position.stores == before
    september = allied("BR-4-Cdo dead; US-82-AB england reduced", turn=13, special={"raider": 1})
    assert september.position.special == {"raider": 2}
    assert refused(september, "fill US-82-AB") == "27.5"
    play(september, "raise BR-4-Cdo", "england")
    assert place(september, "BR-4-Cdo") == "england"
    assert not allied("US-82-AB england reduced; US-1-Inf england reduced", turn=10).position.special


# What is spent


@rule("27.5", "27.8")
def test_armour_points_serve_for_infantry_but_not_the_reverse() -> None:  # T83
    units = "; ".join(f"US-{name} england reduced" for name in ("1-Inf", "2-Inf", "4-Inf", "2-Arm"))
    match = allied(units)
    assert match.position.stores["american"] == (3, 1)
    play(match, "fill US-1-Inf", "fill US-2-Inf", "fill US-4-Inf")
    assert match.position.stores["american"] == (0, 0)
    mixed = play(allied(units), "fill US-1-Inf", "fill US-2-Inf", "fill US-2-Arm")
    assert mixed.position.stores["american"] == (0, 0)
    poor = allied(units, stores={"american": (2, 0)}, missions={"v1_sites": (1, 0)})
    assert poor.position.stores["american"] == (3, 0)
    assert refused(poor, "fill US-2-Arm") == "27.5"


@rule("27.8", "26.3")
@pytest.mark.parametrize(
    ("units", "actions", "cost"),
    [
        ("GE-84-Inf dead", ["raise GE-84-Inf", "place JJ8", "fill GE-84-Inf"], 3),
        ("GE-6FJ-Rgt dead", ["raise GE-6FJ-Rgt", "place JJ8"], 2),
        ("GE-84-Inf dead", ["raise GE-84-Inf", "place JJ8"], 2),
        ("GE-84-Inf JJ8 reduced", ["fill GE-84-Inf"], 1),
    ],
)
def test_a_step_costs_a_point_and_coming_back_one_more(units: str, actions: list[str], cost: int) -> None:  # T31
    match = german(f"{units}; GE-91-Inf KK15 reduced", stores={"german": (3, 0)})
    before = match.position.stores["german"][0]
    play(match, *actions)
    assert before - match.position.stores["german"][0] == cost
    unit = units.split()[0]
    assert place(match, unit) == "JJ8"
    assert resting(match, unit)


@rule("27.8", "26.3")
def test_germans_are_rebuilt_in_safe_cities_and_allies_in_a_base() -> None:
    match = german(f"GE-85-Inf dead; US-4-Inf JJ14; {GERMAN}")
    play(match, "raise GE-85-Inf")
    assert refused(match, "place KK15") == "26.3"
    assert refused(match, "place BB8") == "26.3"
    assert refused(match, "end")
    match = allied("US-1-Inf dead; BR-3-Inf england reduced")
    play(match, "raise US-1-Inf", "africa")
    assert (place(match, "US-1-Inf"), steps(match, "US-1-Inf")) == ("africa", 1)
    assert resting(match, "US-1-Inf")


@rule("27.7", "27.7.A", "27.7.B", "27.7.C", "27.8")
def test_replacements_need_a_line_home_and_no_enemy_near() -> None:
    units = (
        "Mulberry-12 M5; US-1-Inf M7 reduced; US-2-Inf R13 reduced; GE-331-Inf L9; US-4-Inf L8 reduced; "
        "US-5-Inf england reduced"
    )
    match = allied(units, allied_control="M5 M6 M7", stores={"american": (9, 0)})
    assert refused(match, "fill US-4-Inf") == "27.7.A"
    assert refused(match, "fill US-1-Inf") == ""
    play(match, "fill US-1-Inf", "fill US-5-Inf")
    assert resting(match, "US-1-Inf")
    assert resting(match, "US-5-Inf")
    assert refused(match, "fill US-1-Inf") == "27.8"
    cut = allied("US-2-Inf R13 reduced; US-5-Inf england reduced")
    assert refused(cut, "fill US-2-Inf") == "27.7.B"


@rule("27.7.A")
def test_a_garrison_of_a_fortress_takes_nothing_with_an_enemy_next_to_it() -> None:
    near = german(f"GE-91-Inf GG10 reduced; US-1-Inf FF10; {GERMAN}")
    assert refused(near, "fill GE-91-Inf") == "27.7.A"
    far = german(f"GE-91-Inf GG10 reduced; US-1-Inf DD10; {GERMAN}")
    assert refused(far, "fill GE-91-Inf") == ""


@rule("27.7.B", "24.3", "R109")
def test_a_partisan_cuts_the_line_of_the_replacement_phase() -> None:  # T81
    units = f"GE-91-Inf K3 reduced; GE-709-Co K2; US-1-Inf L5; GE-Dollmann J7; {GERMAN}"
    assert refused(german(units), "fill GE-91-Inf") == ""
    assert refused(german(f"{units}; FR-Partisans J5"), "fill GE-91-Inf") == "27.7.B"


@rule("27.10", "27.14")
@pytest.mark.parametrize(
    ("unit", "case"), [("BR-52-Gl", "27.10"), ("FR-2-Arm", "27.14"), ("MI-1Pol-Arm", "27.14"), ("US-Patton", "27.10")]
)
def test_some_units_never_take_replacements(unit: str, case: str) -> None:
    match = allied(f"{unit} england reduced; BR-3-Inf england reduced")
    assert refused(match, f"fill {unit}") == case


@rule("27.6")
def test_replacements_come_in_any_weather_and_use_no_ships_or_trains() -> None:
    match = play(allied("US-1-Inf dead; BR-3-Inf england reduced", weather="Storm"), "raise US-1-Inf", "england")
    assert match.position.stores["american"] == (1, 1)
    assert match.position.sea_moves == 0
    storm = play(german(f"GE-85-Inf dead; {GERMAN}", weather="Storm"), "raise GE-85-Inf", "place JJ8")
    assert storm.position.rail_moves == 0
    assert place(storm, "GE-85-Inf") == "JJ8"


@rule("26.3", "27.8", "R91")
def test_nobody_is_rebuilt_while_no_city_in_germany_is_safe() -> None:
    made = german(GERMAN)
    cities = made.game.board.nodes(made.game.german_cities)  # type: ignore[attr-defined]
    lost = " ".join(made.game.board.labels[node] for node in cities if made.game.board.labels[node] != "JJ8")
    match = german("GE-85-Inf dead; GE-2-Pz reserve reduced; US-1-Inf JJ9", allied_control=lost)
    assert refused(match, "raise GE-85-Inf") == "26.3"


@rule("27.9", "R38")
def test_german_paratroopers_come_back_for_infantry_points_and_never_drop_again() -> None:
    match = german(f"GE-6-FJ dead; {GERMAN}")
    play(match, "raise GE-6-FJ", "place JJ8")
    assert match.position.rebuilt == 1 << match.game.unit_numbers["GE-6-FJ"]


@rule("28.2")
def test_the_reserve_takes_replacements_off_the_map() -> None:
    match = german(f"GE-2-Pz reserve reduced; {GERMAN}", turn=22)
    play(match, "fill GE-2-Pz")
    assert (place(match, "GE-2-Pz"), steps(match, "GE-2-Pz")) == ("reserve", 2)


@rule("31.2", "R116")
def test_ss_armour_is_rebuilt_before_other_armour_takes_points() -> None:  # T104
    units = (
        "GE-9SS-Pz dead; GE-2-Pz JJ8 reduced; GE-84-Inf JJ8 reduced; GE-606-HQT KK15; GE-116-Pz dead; GE-85-Inf dead"
    )
    ss: dict[str, Any] = {"options": {"31.2": True}}
    match = german(units, turn=13, **ss)
    assert match.position.stores["german"] == (4, 2)
    assert refused(match, "fill GE-2-Pz") == "31.2"
    assert refused(match, "raise GE-116-Pz") == "31.2"
    assert refused(match, "fill GE-84-Inf") == ""
    play(match, "troops GE-606-HQT")
    assert refused(match, "revive GE-116-Pz") == "31.2"
    match = play(german(units, turn=13, **ss), "raise GE-9SS-Pz", "place OO11")
    assert match.position.stores["german"] == (2, 0)
    assert refused(match, "fill GE-2-Pz") == "27.5"
    assert refused(german(units, turn=9, **ss), "fill GE-2-Pz") == ""
    assert refused(german(units, turn=13), "fill GE-2-Pz") == ""
    tiger = "GE-101SS-Tig dead; GE-2-Pz JJ8 reduced"  # never to come back after November I (28.5)
    assert refused(german(tiger, turn=22, **ss), "fill GE-2-Pz") == ""


@rule("27.1", "27.11", "27.12", "27.13")
def test_each_side_spends_its_own_points_on_units_of_its_own() -> None:
    units = "GE-606-HQT JJ8; GE-85-Inf dead; GE-84-Inf JJ8 reduced; BR-3-Inf england reduced"
    match = allied(units, stores={"german": (3, 1)})
    assert refused(match, "fill GE-84-Inf") == "27.1"
    assert refused(match, "raise GE-85-Inf") == "27.1"
    assert refused(match, "troops GE-606-HQT") == "27.13"
    parts = "BR-30-79 R11; BR-1RE-79 R11; BR-79-79 R11"
    match = german(f"US-1-Inf england; BR-79-Arm england; {GERMAN}", stores={"american": (3, 1)})
    assert refused(match, "strengthen US-1-Inf") == "27.12"
    assert refused(match, "split") == "27.11"
    assert refused(german(f"{parts}; BR-79-Arm stock; {GERMAN}"), "rejoin") == "27.11"


@rule("27.7", "27.8")
def test_neither_the_destroyed_nor_those_who_wait_off_the_map_are_filled() -> None:
    match = german(f"GE-85-Inf dead reduced; GE-340-VG waiting reduced; {GERMAN}")
    assert refused(match, "fill GE-85-Inf") == "27.8"
    assert refused(match, "fill GE-340-VG") == "27.7"


# HQ troops


@rule("27.13", "27.10", "R107", "R108")
@pytest.mark.parametrize(
    ("unit", "case"),
    [
        ("GE-11-Flak", "27.10"),
        ("GE-7-Wf", "27.10"),
        ("GE-654-AG", "27.10"),
        ("GE-325-Sec", "27.10"),
        ("GE-608-HQT", "27.10"),
        ("GE-716-Co", "27.10"),
        ("GE-19-Pz", "26.7"),
    ],
)
def test_hq_troops_bring_back_nobody_who_is_never_replaced(unit: str, case: str) -> None:  # T84
    where = "withdrawn" if unit == "GE-19-Pz" else "dead"
    match = german(f"GE-606-HQT JJ8; {unit} {where}; GE-17SS-PG dead; GE-85-Inf dead")
    play(match, "troops GE-606-HQT")
    assert refused(match, f"revive {unit}") == case


@rule("27.13", "R107")
@pytest.mark.parametrize(
    ("unit", "left", "strength", "pace"),
    [("GE-716-Co dead flipped", (2, 1), 2, 3), ("GE-17SS-PG dead", (2, 0), 6, 5)],
)
def test_hq_troops_make_way_for_a_whole_unit_that_stays_put(
    unit: str, left: tuple[int, int], strength: int, pace: int
) -> None:  # T84
    match = german(f"GE-606-HQT JJ8; {unit}; GE-85-Inf dead; {GERMAN}")
    assert match.position.stores["german"] == (3, 1)
    name = unit.split()[0]
    play(match, "troops GE-606-HQT", f"revive {name}")
    found, number = look(match), match.game.unit_numbers[name]
    assert (found.strength(number), found.pace(number)) == (strength, pace)
    assert match.position.stores["german"] == left
    assert (place(match, name), place(match, "GE-606-HQT")) == ("JJ8", "gone")
    assert resting(match, name)


@rule("27.13")
def test_whoever_replaces_the_frozen_136_is_frozen() -> None:
    match = german(
        f"GE-136-HQT W10 frozen; GE-85-Inf dead; GE-331-Inf dead; {GERMAN}", turn=3, stores={"german": (3, 0)}
    )
    play(match, "troops GE-136-HQT", "revive GE-85-Inf")
    assert match.position.frozen == 1 << match.game.unit_numbers["GE-85-Inf"]


@rule("27.13", "27.13.A", "27.13.B")
def test_hq_troops_must_be_out_of_contact_and_have_a_line_home() -> None:
    dead = f"GE-85-Inf dead; GE-331-Inf dead; {GERMAN}"
    assert refused(german(f"GE-606-HQT JJ13; US-4-Inf JJ14; {dead}"), "troops GE-606-HQT") == "27.13.A"
    assert refused(german(f"GE-606-HQT GG10; US-4-Inf FF10; {dead}"), "troops GE-606-HQT") == "27.13.A"
    assert why(german(f"GE-606-HQT waiting; {dead}"), "troops GE-606-HQT").endswith("is not on the map")
    assert refused(german(f"GE-606-HQT JJ8; {dead}"), "troops GE-84-Inf") == "27.13"
    assert refused(german(f"GE-606-HQT JJ8; {GERMAN}"), "troops GE-606-HQT") == "27.13"  # nobody is destroyed
    cut = "GE-606-HQT B2; US-1-Inf E5; US-2-Inf C5; US-4-Inf D4"
    assert refused(german(f"{cut}; {dead}"), "troops GE-606-HQT") == "27.13.B"


# The 79th and overstrength divisions


@rule("27.11")
def test_the_79th_breaks_down_where_the_capacity_allows_and_rejoins_later() -> None:
    base = "Mulberry-12 M5; BR-79-Arm M6; BR-3-Inf england reduced"
    ports: dict[str, Any] = {"allied_control": "M5 M6", "port_damage": {"M6": 9}}
    match = allied(base, **ports)
    play(match, "split")
    assert [place(match, name) for name in ("BR-30-79", "BR-1RE-79", "BR-79-79", "BR-79-Arm")] == [
        "M6", "M6", "M6", "stock",
    ]  # fmt: skip
    assert not resting(match, "BR-30-79")
    assert refused(match, "rejoin") == "27.11"  # they were not there as the turn began
    parts = "BR-30-79 M6; BR-1RE-79 M6; BR-79-79 M6; BR-79-Arm stock reduced; BR-3-Inf england reduced; Mulberry-12 M5"
    again = play(allied(parts, **ports), "rejoin")
    assert (place(again, "BR-79-Arm"), steps(again, "BR-79-Arm"), place(again, "BR-30-79")) == ("M6", 2, "stock")
    assert resting(again, "BR-79-Arm")
    assert refused(again, "split") == "27.11"


@rule("27.11", "27.7.C")
def test_parts_of_a_79th_that_took_a_step_do_not_move() -> None:
    match = allied("Mulberry-12 M5; BR-79-Arm M6 reduced", allied_control="M5 M6", stores={"british": (2, 1)})
    assert refused(match, "split") == "27.11"
    play(match, "fill BR-79-Arm", "split")
    assert resting(match, "BR-1RE-79")


@rule("27.11")
def test_the_79th_stays_whole_without_capacity_and_apart_without_a_part_or_beside_the_enemy() -> None:
    crowd = "; ".join(f"US-{name}-Inf L5" for name in (1, 2, 4, 8, 9, 28, 29))
    tight = allied(f"Mulberry-9 M5; BR-79-Arm L6; {crowd}; BR-3-Inf england reduced", allied_control="M5")
    assert refused(tight, "split") == "27.11"
    dead = "BR-30-79 M6; BR-1RE-79 gone; BR-79-79 M6; BR-79-Arm stock; BR-3-Inf england reduced; Mulberry-12 M5"
    assert refused(allied(dead, allied_control="M5 M6"), "rejoin") == "27.11"
    parts = "BR-30-79 {0}; BR-1RE-79 {0}; BR-79-79 {0}; BR-79-Arm stock; BR-3-Inf england reduced"
    near = parts.format("R11") + "; GE-85-Inf R12"  # in a city, so in supply
    assert why(allied(near), "rejoin") == "they are in an enemy zone of control"
    assert why(allied(parts.format("M8")), "rejoin") == "they are out of supply"
    assert refused(allied(parts.format("R11")), "rejoin") == ""
    lost = allied("BR-79-Arm dead; BR-3-Inf england reduced")
    assert why(lost, "split") == "the 79th is not in play"


@rule("27.12")
def test_americans_build_overstrength_divisions_which_take_two_losses_more() -> None:
    match = allied("US-1-Inf england; US-71-Inf england; US-4-Inf england reduced; BR-3-Inf england")
    assert match.position.overstrength_left == 6
    assert refused(match, "strengthen US-4-Inf") == "27.12"
    assert refused(match, "strengthen US-71-Inf") == "27.12"
    assert refused(match, "strengthen BR-3-Inf") == "27.12"
    play(match, "strengthen US-1-Inf")
    number = match.game.unit_numbers["US-1-Inf"]
    assert look(match).strength(number) == 8
    assert match.position.overstrength_left == 5
    assert refused(match, "strengthen US-1-Inf") == "27.12"
    assert match.position.stores["american"] == (2, 1)
    assert resting(match, "US-1-Inf")
    used = allied("US-1-Inf england; US-4-Inf england reduced", overstrength_left=0)
    assert refused(used, "strengthen US-1-Inf") == "27.12"
