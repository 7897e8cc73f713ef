"""Paratroopers: who drops where, the Paratrooper Drop Table, and airlifts."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.elimination import eliminate
from bocage.games.fortress.rules.invasion import airborne
from bocage.games.fortress.rules.supply import capacity, ports, tracing
from tests.cases import rule
from tests.fortress.combat.battles import attack, steps
from tests.fortress.invasion.landings import until
from tests.fortress.movement.marching import against, hand, has, moving
from tests.fortress.playing import look, play, position, refused

FED = "US-Bradley M7; Mulberry-12 M5; US-1-Inf M5"  # a headquarters with its line
HELD = "M5 M6 M7"


def dropping(units: str = FED, side: str = "allied", **fields: Any) -> Match:
    """A turn on which a side may drop."""
    known = {"impulse": 1, "phasing": side, "start_capacity": 5, "allied_control": HELD, **fields}
    return position(f"{side} drop", units, **known)


def drops_on(match: Match, *named: str) -> Match:
    """Units are named with their hexes, and all drop."""
    for item in named:
        unit, label = item.split()
        play(match, f"pick {unit}", f"drop {label}")
    return play(match, "roll")


def can_drop(match: Match, unit: str, label: str) -> str:
    """The case against a unit's dropping there."""
    if case := refused(match, f"pick {unit}"):
        return case
    match.play(f"pick {unit}")
    return refused(match, f"drop {label}")


@rule("20.1")
@pytest.mark.parametrize("weather", ["Overcast", "Overcast*", "Storm"])
def test_drops_are_made_on_clear_turns(weather: str) -> None:
    assert dropping().prompt.step == "drop"
    assert dropping(weather=weather).prompt.step != "drop"


@rule("20.2", "R81")
def test_drops_from_england_reach_the_radius_the_coast_and_eight_hexes_around_fed_headquarters() -> None:
    assert can_drop(dropping(), "US-82-AB", "M15") == ""
    assert can_drop(dropping(), "US-82-AB", "M16") == "20.2"
    assert (
        can_drop(dropping("US-Bradley M7", allied_control="M7"), "US-82-AB", "M15") == "20.2"
    )  # without a line it serves nobody
    assert can_drop(dropping(""), "US-82-AB", "B18") == ""  # three hexes from a beach
    assert can_drop(dropping(""), "US-82-AB", "U10") == ""  # the radius
    assert can_drop(dropping(""), "US-82-AB", "N30") == "20.2"  # the other sea
    assert can_drop(dropping(""), "US-82-AB", "M3") == "20.2"
    assert refused(dropping(), "drop M9") == "20.4"  # nobody is in hand
    first: dict[str, Any] = {"turn": 1, "invasions": 1, "invasion_turn": 1, "beaches": "M5"}
    assert can_drop(dropping(**first), "US-82-AB", "M15") == "20.2"


@rule("20.2", "R81")
def test_drops_from_africa_reach_the_mediterranean() -> None:
    units = f"{FED}; US-82-AB africa"
    assert can_drop(dropping(units), "US-82-AB", "N30") == ""
    assert can_drop(dropping(units), "US-82-AB", "M8") == "20.2"
    both = play(dropping(units), "pick US-101-AB", "drop M8")
    assert refused(both, "pick US-82-AB") == "20.2"  # no hex near that one is in its range
    south = "US-Devers N32; US-2-Inf N33; US-82-AB africa"
    held = {"allied_control": "N32 N33"}
    assert can_drop(dropping(south, **held), "US-82-AB", "N24") == ""
    assert can_drop(dropping(south.replace("africa", "england"), **held), "US-82-AB", "N24") == "20.2"


@rule("20.2", "20.13", "27.7")
def test_only_rested_airborne_units_in_a_base_drop() -> None:
    assert refused(dropping(), "pick US-2-Inf") == "20.13"
    assert refused(dropping(f"{FED}; US-82-AB R11"), "pick US-82-AB") == "20.2"
    assert refused(dropping(resting="US-82-AB"), "pick US-82-AB") == "20.7"
    assert refused(dropping(), "pick BR-52-Gl") == ""


@rule("31.6", "20.7")
def test_whoever_drops_outside_germany_leaves_his_decoy_behind() -> None:
    match = dropping("GE-2-FJ II10; GE-Rundstedt GG14", "german", options={"31.6": True}, decoys="GE-2-FJ")
    play(match, "pick GE-2-FJ", "drop Y12", "roll")
    assert not match.position.decoys


@rule("20.3", "20.5", "17.5", "R38", "27.9")
def test_a_german_unit_drops_out_of_a_safe_city_in_germany() -> None:
    units = "GE-2-FJ II10; GE-Rundstedt GG14"
    assert can_drop(dropping(units, "german"), "GE-2-FJ", "GG15") == ""
    assert can_drop(dropping(units, "german"), "GE-2-FJ", "V11") == "20.3"
    other = "GE-8-FJ OO11"
    assert refused(dropping(f"{other}; GE-2-FJ GG11", "german"), "pick GE-2-FJ") == "20.3"
    assert refused(dropping(f"{other}; GE-2-FJ II10; US-1-Inf HH10", "german"), "pick GE-2-FJ") == "20.3"
    assert refused(dropping(f"{other}; {units}", "german", rebuilt="GE-2-FJ"), "pick GE-2-FJ") == "27.9"
    assert dropping(units, "german", drops={"german": 2}).prompt.step != "drop"
    assert dropping(units, "german", drops={"german": 1}).prompt.step == "drop"
    two = play(dropping(f"{units}; GE-6-FJ II10", "german"), "pick GE-2-FJ", "drop GG15")
    assert refused(two, "pick GE-6-FJ") == "20.5"


@rule("33.3.3")
def test_in_winter_heydte_alone_drops_from_december_iv_on() -> None:
    units = "GE-Heydte HH18; GE-2-FJ HH18"
    match = dropping(units, "german", scenario="bulge", turn=28)
    assert refused(match, "pick GE-2-FJ") == "33.3.3"
    assert refused(match, "pick GE-Heydte") == ""
    assert dropping(units, "german", scenario="bulge", turn=27).prompt.step != "drop"


@rule("31.1")
def test_with_paratroop_realism_only_regiments_drop() -> None:  # T103
    units = "GE-6FJ-Rgt HH18; GE-7-FJ HH18; GE-Heydte HH18"
    match = dropping(units, "german", options={"31.1": True})
    assert refused(match, "pick GE-6FJ-Rgt") == ""
    assert refused(match, "pick GE-7-FJ") == "31.1"
    assert refused(match, "pick GE-Heydte") == "31.1"
    lift = moving("german", units, turn=26, cities_then="HH18 KK15", options={"31.1": True})
    lift.play("pick GE-7-FJ")
    assert against(lift, "airlift KK15") == "31.1"
    again = moving("german", units, turn=26, cities_then="HH18 KK15", options={"31.1": True}, rebuilt="GE-6FJ-Rgt")
    again.play("pick GE-6FJ-Rgt")
    assert against(again, "airlift KK15") == "31.1"
    plain = moving("german", units, turn=26, rebuilt="GE-6FJ-Rgt", cities_then="HH18 KK15")
    plain.play("pick GE-6FJ-Rgt")
    assert against(plain, "airlift KK15") == ""


@rule("20.4", "R25")
@pytest.mark.parametrize(("last", "case"), [("M14", ""), ("M15", "20.4")])
def test_three_units_drop_within_three_hexes_of_each_other(last: str, case: str) -> None:  # T42
    match = play(dropping(), "pick US-82-AB", "drop M8", "pick US-101-AB", "drop M11", "pick BR-6-AB")
    assert refused(match, f"drop {last}") == case


@rule("20.4", "20.17")
def test_a_drop_has_three_units_and_there_are_five_a_game_one_a_turn() -> None:
    match = play(dropping(dice="6 6 6 1 1"), "pick US-82-AB", "drop M9", "pick US-101-AB", "drop M9")
    assert refused(match, "pick US-82-AB") == "20.4"  # it has its hex
    play(match, "pick BR-6-AB", "drop M9")
    assert refused(match, "pick BR-1-AB") == "20.4"
    match.play("roll")
    assert match.prompt.step != "drop"
    assert match.position.drops == {"allied": 1}
    assert match.position.by_air_now == 3
    assert dropping(drops={"allied": 5}).prompt.step != "drop"
    assert dropping(drops={"allied": 4}).prompt.step == "drop"


@rule("20.6", "6.1", "20.8")
def test_drops_keep_to_the_stacking_limit_each_side_for_itself() -> None:
    full = f"{FED}; US-2-Inf M9; US-4-Inf M9; US-5-Inf M9"
    assert can_drop(dropping(full), "US-82-AB", "M9") == "20.6"
    enemies = f"{FED}; GE-91-Inf M9; GE-77-Inf M9; GE-84-Inf M9"
    assert can_drop(dropping(enemies), "US-82-AB", "M9") == ""


@rule("20.6", "20.7")
def test_whoever_drops_has_no_zone_and_is_supplied_and_moves_in_the_second_impulse() -> None:
    match = drops_on(dropping(dice="6 1 1 1"), "US-82-AB M12")
    found = look(match)
    number = match.game.unit_numbers["US-82-AB"]
    assert not found.zone("allied") & match.game.board.set("M13")
    assert tracing.supplied(found, "allied") >> number & 1
    until(match, "movement")
    assert refused(match, "pick US-82-AB") == "20.7"
    until_second = match
    while until_second.position.impulse == 1:
        actions = [str(action) for action in until_second.prompt.actions]
        until_second.play("end" if "end" in actions else actions[0])
    assert refused(until_second, "pick US-82-AB") == ""


@rule("20.9")
@pytest.mark.parametrize(
    ("units", "label", "side", "column"),
    [
        ("", "M8", "allied", "clear"),
        ("GE-91-Inf M8", "M8", "allied", "enemy"),
        ("GE-91-Inf M9", "M8", "allied", "enemy"),
        ("GE-91-Inf M9 frozen", "M8", "allied", "clear"),
        ("", "DD12", "allied", "other"),
        ("", "JJ6", "allied", "clear"),
        ("", "KK15", "allied", "other"),
        ("", "KK15", "german", "clear"),
        ("US-1-Inf P6", "P5", "german", "enemy"),
        ("", "P5", "german", "clear"),
        ("", "DD4", "allied", "other"),
    ],
)
def test_the_column_of_the_drop_table(units: str, label: str, side: str, column: str) -> None:
    match = dropping(f"{FED}; {units}" if units else FED, missions={"bridges": (1, 0)})
    assert airborne.column(look(match), side, match.game.board.node(label)) == column


@rule("20.9")
@pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 1), (3, 2)])
def test_the_drop_table_beside_enemies(die: int, left: int) -> None:
    match = drops_on(dropping(f"{FED}; GE-91-Inf M10", dice=f"{die} 1 1 1"), "US-82-AB M9")
    assert steps(match, "US-82-AB") == left


@rule("8.2", "R113")
def test_whoever_drops_on_a_flooded_hex_stays_there_that_turn() -> None:  # T71 (f)
    match = drops_on(dropping(dice="6 1 1 1"), "BR-6-AB DD4")
    assert has(match, "mired", "BR-6-AB")
    while match.position.impulse == 1:
        match.play("end")
    until(match, "movement")
    assert refused(match, "pick BR-6-AB") == "8.2"


@rule("20.13", "8.4")
def test_only_the_mountaineers_of_the_52nd_come_down_in_alpine_ground() -> None:
    units = "US-82-AB africa; BR-52-Gl africa"
    assert can_drop(dropping(units), "US-82-AB", "S31") == "8.4"
    assert can_drop(dropping(units), "BR-52-Gl", "S31") == ""


@rule("20.12", "9.1.D", "R29")
@pytest.mark.parametrize(("label", "free"), [("L5", False), ("R8", True)])
def test_a_drop_outside_the_invaded_district_releases_everybody(label: str, free: bool) -> None:
    match = dropping(
        f"{FED}; GE-708-Co B15 frozen", released=False, invaded_districts=("7",), dice="6 1 1 1",
    )  # fmt: skip
    drops_on(match, f"US-82-AB {label}")
    assert has(match, "frozen", "GE-708-Co") is not free


@rule("20.15")
def test_dropped_units_do_not_count_against_the_capacity() -> None:
    match = dropping(dice="6 1 1 1")
    before = capacity.capacity(look(match))
    drops_on(match, "US-82-AB M9")
    assert capacity.capacity(look(match)) == before
    assert has(match, "by_air", "US-82-AB")


@rule("20.16", "18.7.11", "18.7.8")
def test_a_port_taken_by_paratroopers_serves_from_the_next_turn_on() -> None:  # T64
    match = drops_on(dropping(dice="6 1 1 1 1"), "US-82-AB K2")
    cherbourg = match.game.board.set("K2")
    assert "18.7.8" in [line.rule for line in match.log()]
    assert match.position.allied_control & cherbourg
    assert not ports.usable(look(match)) & cherbourg
    assert ports.value(look(match), match.game.board.node("K2")) == 0
    while match.position.turn == 5:
        actions = [str(action) for action in match.prompt.actions]
        match.play("end" if "end" in actions else actions[0])
    assert ports.usable(look(match)) & cherbourg


@rule("18.7.6", "18.7.7", "12.18")
def test_paratroopers_drop_only_with_capacity_to_spare_unless_nobody_is_ashore() -> None:
    for start, case in ((0, "18.7.6"), (-2, "18.7.7")):
        match = dropping(start_capacity=start)
        assert match.prompt.step != "drop"
        assert [why for _, why, _ in airborne.may_drop(look(match), "allied")][-1] == case
    assert dropping("", start_capacity=0, invasions=1, invasion_turn=1).prompt.step == "drop"


@rule("25.1", "25.2", "20.9", "20.8")
def test_volkssturm_appears_before_the_die_of_a_drop() -> None:  # T67
    fed = "US-Bradley EE9; US-1-Inf CC6"
    match = dropping(fed, turn=20, allied_control="CC6 CC7 DD7 DD8 EE9", dice="6 1 1 1 1 1")
    drops_on(match, "US-82-AB II10")
    rules = [line.rule for line in match.log()]
    assert rules.index("25.1") < rules.index("20.9")
    cities = match.game.board.set("II10 II9 II11 JJ8 GG10")
    assert match.position.volkssturm_cities & cities == cities
    until(match, "combat")
    assert refused(match, "attack HH10") != ""


@rule("25.4", "R84", "20.9")
def test_the_germans_say_where_volkssturm_appears_before_the_die_of_a_drop() -> None:
    fed = "US-Bradley EE9; US-1-Inf CC6"
    called_up = "; ".join(f"GE-VS-{number} RR7" for number in range(1, 8))
    match = dropping(f"{fed}; {called_up}", turn=20, allied_control="CC6 CC7 DD7 DD8 EE9", dice="6 1 1 1 1 1")
    play(match, "pick US-82-AB", "drop II10", "roll")
    assert match.prompt.step == "volkssturm"
    assert "20.9" not in [line.rule for line in match.log()]
    match.play("place JJ8")
    assert "20.9" in [line.rule for line in match.log()]


@rule("25.4", "R84", "25.1")
def test_when_volkssturm_dies_there_may_be_nothing_left_to_choose() -> None:
    called_up = "; ".join(f"GE-VS-{number} RR7" for number in range(1, 8))
    match = dropping(
        f"US-Bradley EE9; US-1-Inf CC6; {called_up}", turn=20, allied_control="CC6 CC7 DD7 DD8 EE9", dice="6 1 1 1 1 1"
    )
    play(match, "pick US-82-AB", "drop II10", "roll")
    assert match.prompt.step == "volkssturm"
    for number in range(1, 8):
        eliminate(hand(match), match.game.unit_numbers[f"GE-VS-{number}"], "6.3")
    assert not any(frame.step == "volkssturm" for frame in match.position.frames)
    cities = match.game.board.set("II10 II9 II11 JJ8 GG10")
    assert match.position.volkssturm_cities & cities == cities


@rule("20.8", "16.3", "16.4", "20.7")
@pytest.mark.parametrize(
    ("die", "paras", "german", "ours"), [(1, 0, 1, False), (3, 0, 1, False), (4, 2, 0, True), (5, 3, 0, True)]
)
def test_paratroopers_who_drop_on_calais(die: int, paras: int, german: int, ours: bool) -> None:  # T93
    match = position(
        "allied drop", "GE-326-Co W4", turn=1, impulse=1, invasions=1, invasion_turn=1, beaches="M5",
        phasing="allied", dice=f"6 6 {die} 1 1 1 1",
    )  # fmt: skip
    drops_on(match, "US-82-AB W4", "US-101-AB W4")
    play(match, "pick US-1-Inf", "land M5", "end")
    until(match, "combat")
    attack(match, "W4", "US-82-AB US-101-AB")
    while match.prompt.step not in ("combat", "second wave"):
        match.play(str(next(iter(match.prompt.actions))))
    assert steps(match, "US-82-AB") + steps(match, "US-101-AB") == paras
    assert steps(match, "GE-326-Co") == german
    calais = match.game.board.set("W4")
    assert bool(match.position.allied_control & calais) is ours
    assert bool(match.position.forts_destroyed & calais) is ours


# Varsity


@rule("31.18.1", "31.18.2", "31.18.3", "31.18", "R123", "20.9")
def test_varsity_drops_in_overcast() -> None:  # T119
    def varsity(weather: str, **fields: Any) -> Match:
        known = {
            "scenario": "berlin",
            "turn": 33,
            "options": {"31.18": True},
            "allied_control": "CC6 CC7 DD7 EE7 FF7 GG7",
        }
        units = "BR-Montgomery GG7; US-1-Inf CC6; GE-190-Inf JJ7; BR-1-AB england; BR-6-AB england; US-17-AB england"
        return dropping(units, weather=weather, **{**known, **fields})

    match = varsity("Overcast", dice="3 4 4 1 1 1")
    assert refused(match, "pick US-17-AB") == "31.18"
    before = [match.position.units[match.game.unit_numbers[unit]].steps for unit in ("BR-1-AB", "BR-6-AB")]
    drops_on(match, "BR-1-AB JJ6", "BR-6-AB JJ6")
    assert [steps(match, unit) for unit in ("BR-1-AB", "BR-6-AB")] == before
    until(match, "combat")
    attack(match, "JJ7", "BR-1-AB BR-6-AB")
    assert "31.18.3" in "".join(line.sentence for line in match.log())
    assert varsity("Overcast*").prompt.step != "drop"
    assert varsity("Overcast", turn=32).prompt.step != "drop"
    assert varsity("Overcast", options={}).prompt.step != "drop"
