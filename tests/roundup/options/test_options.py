"""Optional rules 15.1 to 15.20 in battle and on the move: what changes when each one is switched on."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.roundup.rules.supply import passable
from bocage.table.faces import face_class
from tests.cases import rule
from tests.roundup.combat.fighting import (
    choices,
    declare,
    field,
    fight,
    fought,
    german_field,
    refused,
    shifts,
    steps,
    told,
    where,
)

BOMBERS: dict[str, Any] = {"at": "allied combat first", "turn": 3, "superiority": "allied", "us_beachheads": "3123"}


def on(*options: str) -> dict[str, Any]:
    """The options switched on, for a position."""
    return {"options": dict.fromkeys(options, True)}


# 15.4 Port Hex Control: garrisons


@rule("15.4", "3.4a", "R38")
def test_an_empty_enemy_port_hex_can_be_walked_into_unless_garrisons_hold_the_ports() -> None:
    place: dict[str, Any] = {"at": "allied movement", "turn": 2, "us_beachheads": "2624"}
    match = field("US-1 2722", **place)
    match.play("pick US-1")
    assert "move 2623" in choices(match)
    match = field("US-1 2722", **place, **on("15.4"))
    match.play("pick US-1")
    assert refused(match, "move 2623") == (
        "15.4", "a garrison holds 2623: it must be attacked before the hex can be entered"
    )  # fmt: skip
    # A garrison has no zone: the hexes around it stop nobody.
    match.play("move 2723")
    assert "move 2824" in choices(match)


@rule("15.4")
def test_a_garrison_is_attacked_with_defence_1_and_then_the_hex_can_be_entered() -> None:
    assert choices(field("US-1 2722; US-2 3118; DE-376 3117")) == ["attack 3117", "end"]
    match = field("US-1 2722; US-2 3118; DE-376 3117", "4", turn=2, us_beachheads="2624 3123", **on("15.4"))
    assert choices(match) == ["attack 2623", "attack 3117", "end"]
    fight(match, "2623", "US-1")
    assert (fought(match).odds, fought(match).shifts, fought(match).result) == ("5:1", [(-2, "11.10")], "DS")
    assert match.view()["garrisons"]["german"] == ["1305", "1306", "1307", "1617", "1618", "2523"]
    match.play("advance US-1")
    assert where(match, "US-1") == "2623"
    assert "2623" in match.view()["allied_control"]


@rule("15.4", "11.13.3", "R38")
def test_nobody_retreats_into_a_port_that_an_enemy_garrison_holds() -> None:
    """Ruling R38."""
    match = german_field("US-1 2722; DE-s503 2721; DE-GD 2721", "5", turn=2, us_beachheads="2624", **on("15.4"))
    fight(match, "2722", "DE-s503 DE-GD")
    assert match.prompt.step == "retreat"
    assert refused(match, "retreat 2623") == (
        "15.4", "a garrison holds 2623: it must be attacked before the hex can be entered"
    )  # fmt: skip


@rule("15.4")
def test_a_garrison_that_holds_out_is_not_attacked_twice_in_a_phase() -> None:
    match = field(
        "US-1 2722 reduced; US-2 2723; US-3 3118; DE-376 3117", "3", turn=2, us_beachheads="2624", **on("15.4")
    )
    fight(match, "2623", "US-1")  # 3:1 against a port city is 1:1
    assert fought(match).result == "SM"
    assert refused(match, "attack 2623") == ("11.0", "units in 2623 have been attacked in this phase already")
    assert "2623" in match.view()["garrisons"]["german"]


@rule("15.4")
def test_a_garrison_takes_a_step_with_it_in_an_exchange_and_cannot_retreat() -> None:
    match = field("US-1 2722 reduced", "4", turn=2, us_beachheads="2624", **on("15.4"))
    fight(match, "2623", "US-1")
    assert (fought(match).result, where(match, "US-1")) == ("EX", "dead")
    assert "2623" not in match.view()["garrisons"]["german"]
    match = field("US-1 2722 reduced", "5", turn=2, us_beachheads="2624", **on("15.4"))
    fight(match, "2623", "US-1")
    assert (fought(match).result, match.prompt.step) == ("DR", "advance")
    assert "The garrison of 2623 is destroyed." in told(match)


@rule("15.4", "11.10a", "R38")
def test_on_turn_1_a_german_garrison_ignores_a_dr_like_all_germans_in_ports() -> None:
    """Ruling R38."""
    match = field("US-1 2722 reduced; US-3 3118; DE-376 3117", "5", **on("15.4"))
    fight(match, "2623", "US-1")
    assert (fought(match).result, match.prompt.step) == ("DR", "combat")
    assert "2623" in match.view()["garrisons"]["german"]


@rule("15.4", "R38")
def test_a_destroyed_garrison_comes_back_only_after_a_unit_has_been_there() -> None:
    """Ruling R38: and then for the side of that unit."""
    match = field("US-1 2722", "4", turn=2, at="allied combat first", us_beachheads="2624", **on("15.4"))
    fight(match, "2623", "US-1")
    match.play("end")  # nobody advances
    assert "2623" not in match.view()["garrisons"]["german"]
    match.play("end")
    match.play("pick US-1")
    match.play("move 2623")
    assert match.view()["garrisons"]["allied"] == []
    match.play("move 2622")
    assert match.view()["garrisons"]["allied"] == ["2623"]


@rule("15.4", "R38")
def test_when_the_units_of_a_port_hex_are_beaten_its_garrison_still_bars_the_way() -> None:
    """Ruling R38."""
    units = "US-1A 2722; US-1 2723; DE-191R 2623 reduced"
    for options, step in (({}, "advance"), (on("15.4"), "combat")):
        match = field(units, "6", turn=2, us_beachheads="2624", **options)
        fight(match, "2623", "US-1A US-1")
        assert (where(match, "DE-191R"), match.prompt.step) == ("dead", step)


@rule("15.4")
def test_germans_must_fight_for_a_port_hex_that_the_allies_left_empty() -> None:
    match = german_field("DE-376 2722; US-1 3118", "4", turn=2, allied_control="2623 2523", **on("15.4"))
    assert match.view()["garrisons"]["allied"] == ["2523", "2623"]
    fight(match, "2623", "DE-376")  # 4:1 against a port city is 2:1
    assert fought(match).result == "DR"
    match.play("advance DE-376")
    assert match.view()["allied_control"] == ["2523", "3118"]


@rule("15.4", "R38")
def test_nobody_retreats_or_traces_supply_into_a_hex_with_an_enemy_garrison() -> None:
    """Ruling R38."""
    for options, ways in (({}, ["2623", "2723", "2823"]), (on("15.4"), ["2723", "2823"])):
        match = field("US-1 2722; DE-1SS 2721", "1", turn=2, us_beachheads="2624", **options)
        node = match.game.board.index["2623"]
        assert passable(match.inquire(), "allied") >> node & 1 == ("2623" in ways)
        fight(match, "2721", "US-1")
        assert (fought(match).result, choices(match)) == ("ASR", [f"retreat {label}" for label in ways])


# 15.5, 15.13, 15.16 Other losses


@rule("15.5")
def test_german_tenacity_lets_the_german_lose_a_step_instead_of_the_ground() -> None:
    units = "US-1A 3118; US-1 3218; DE-712 3117"
    match = field(units, "3")
    fight(match, "3117", "US-1A US-1")
    assert (fought(match).result, choices(match)) == ("DR", ["retreat 3017", "retreat 3116"])
    for choice, at, left in (("stand", "3117", 1), ("withdraw", "3116", 2)):
        match = field(units, "3", **on("15.5"))
        fight(match, "3117", "US-1A US-1")
        assert (match.prompt.side, match.prompt.rule, choices(match)) == ("german", "15.5", ["withdraw", "stand"])
        match.play(choice)
        if choice == "withdraw":
            match.play("retreat 3116")
        assert (where(match, "DE-712"), steps(match, "DE-712")) == (at, left)


@rule("15.5")
def test_tenacity_is_german_and_knows_no_dsr() -> None:
    match = german_field("DE-1SS 3118; DE-HG 3218; US-82AB 3117", "3", **on("15.5"))
    fight(match, "3117", "DE-1SS DE-HG")
    assert (fought(match).result, match.prompt.step) == ("DR", "retreat")
    match = field("US-1A 3118; US-1 3218; DE-712 3117", "6", **on("15.5"))
    fight(match, "3117", "US-1A US-1")
    assert (fought(match).result, match.prompt.step) == ("DSR", "retreat")


@rule("15.13")
def test_divisions_pay_for_exchanges() -> None:
    units = "US-1A 3118; US-FSSF 3118; US-1 3218; DE-376 3117; DE-s504 3117"
    match = field(units, "4")
    fight(match, "3117", "US-1A US-FSSF US-1")
    assert choices(match) == ["lose DE-376", "lose DE-s504"]
    match = field(units, "4", **on("15.13"))
    fight(match, "3117", "US-1A US-FSSF US-1")
    assert (steps(match, "DE-376"), steps(match, "DE-s504")) == (1, 1)
    assert choices(match) == ["lose US-1", "lose US-1A"]


@rule("15.13")
def test_without_a_division_a_brigade_pays_and_other_results_are_as_before() -> None:
    match = field("US-FSSF 3118; US-Rgr 3118; DE-712 3117", "4 1", **on("15.13"))
    fight(match, "3117", "US-FSSF US-Rgr")  # 5:4
    assert (fought(match).result, choices(match)) == ("EX", ["lose US-Rgr", "lose US-FSSF"])
    match = field("US-1A 3118; US-FSSF 3118; US-1 3218; DE-376 3117; DE-s504 3117", "6", **on("15.13"))
    fight(match, "3117", "US-1A US-FSSF US-1")
    assert (fought(match).result, choices(match)) == ("DS", ["lose DE-376", "lose DE-s504"])


@rule("15.16")
def test_overkill_costs_the_defender_a_further_step_at_8_to_1_after_all_shifts() -> None:
    units = "US-1A 3118; US-2A 3218; US-3A 3217; DE-165R 3117"  # 21:3 is 7:1
    planes: dict[str, Any] = {"superiority": "allied", "tas": "3117"}  # with planes 8:1
    for sky, options, left in (({}, {}, 1), ({}, on("15.16"), 1), (planes, {}, 1), (planes, on("15.16"), 0)):
        match = field(units, "1", **sky, **options)
        fight(match, "3117", "US-1A US-2A US-3A")
        assert (fought(match).result, steps(match, "DE-165R")) == ("DS", left)
    assert match.prompt.step == "advance"


@rule("15.16", "R44")
def test_overkill_asks_for_the_odds_as_numbers_where_the_table_comes_before_the_shifts() -> None:
    """Ruling R44: 21:3 and planes is 8:1, though option R30 counts it as 6:1 and one column more."""
    match = field(
        "US-1A 3118; US-2A 3218; US-3A 3217; DE-165R 3117", "1", superiority="allied", tas="3117",
        **on("15.16", "R30"),
    )  # fmt: skip
    assert bocage.forecast(match, "3117").final_odds == "7:1"
    fight(match, "3117", "US-1A US-2A US-3A")
    assert (fought(match).shifts, steps(match, "DE-165R")) == ([(-1, "R30"), (1, "11.11")], 0)


@rule("15.16")
def test_the_owner_chooses_who_pays_for_overkill() -> None:
    # A German stack that is cut off: 2 + 2 in defence
    units = "US-1A 3118; US-2A 3218; US-3A 3217; UK-GA 3116; UK-7A 3017; DE-165R 3117; DE-s504 3117"
    match = field(units, "1", turn=2, us_beachheads="3123", uk_beachheads="3024", **on("15.16"))
    fight(match, "3117", "US-1A US-2A US-3A UK-GA UK-7A")  # 33:4 and concentric is 9:1
    assert (fought(match).result, match.prompt.rule, match.prompt.side) == ("DS", "11.13.4", "german")
    match.play("lose DE-165R")
    assert (match.prompt.rule, choices(match)) == ("15.16", ["lose DE-165R", "lose DE-s504"])
    match.play("lose DE-s504")
    assert (steps(match, "DE-165R"), steps(match, "DE-s504")) == (1, 0)


@rule("15.16", "R44")
def test_a_division_killed_by_overkill_does_not_first_retreat_onto_a_beachhead() -> None:
    """Ruling R44: the German dies in 3122 and never gets to the marker in 3123."""
    match = field(
        "US-1A 3121; US-2A 3022; US-3A 3222; DE-165R 3122",
        "6",
        us_beachheads="3123",
        superiority="allied",
        tas="3122",
        **on("15.16"),
    )
    assert bocage.forecast(match, "3122").final_odds == "8:1"
    fight(match, "3122", "US-1A US-2A US-3A")
    assert (fought(match).result, where(match, "DE-165R"), match.position.beachheads_lost) == ("DSR", "dead", 0)


# 15.6, 15.10, 15.18 Other shifts


@rule("15.6")
def test_limited_air_coordination_ties_each_marker_to_one_nation() -> None:
    units = "US-1 3118; UK-1 3218; DE-376 3117"
    free = field(units, superiority="allied", tas="3117")
    assert shifts(free, "3117", "US-1") == shifts(free, "3117", "UK-1") == [(1, "11.11")]
    tied = field(units, superiority="allied", tas="3117", tas_nations="UK", **on("15.6"))
    assert shifts(tied, "3117", "US-1") == []
    assert shifts(tied, "3117", "UK-1") == shifts(tied, "3117", "US-1 UK-1") == [(1, "11.11")]
    defence = german_field(
        "US-1 3118; UK-1 3114; DE-376 3117; DE-384 3113",
        superiority="allied",
        tas="3118 3114",
        tas_nations="US US",
        **on("15.6"),
    )
    assert shifts(defence, "3118", "DE-376") == [(-1, "11.11")]
    assert shifts(defence, "3114", "DE-384") == []


@rule("15.6")
def test_markers_get_their_nation_as_they_are_placed_and_hinder_germans_as_ever() -> None:
    place: dict[str, Any] = {"at": "air support", "turn": 2, "superiority": "allied", "tas_left": 2}
    match = field("DE-376 3117", **place)
    assert "tas 3117" in choices(match)
    match = field("DE-376 3117", **place, **on("15.6"))
    assert "tas 3117" not in choices(match)
    match.play("us-tas 3117")
    match.play("uk-tas 3110")
    assert match.view()["air"]["markers"] == ["3117", "3110"]
    assert match.view()["air"]["nations"] == ["US", "UK"]
    costs = []
    for markers in ({}, {"superiority": "allied", "tas": "3117", "tas_nations": "US"}):
        match = german_field("DE-376 3117", at="german movement", turn=2, **markers, **on("15.6"))
        match.play("pick DE-376")
        match.play("move 3116")
        costs.append(match.prompt.text.partition("(")[2].split()[0])
    assert costs == ["5", "4"]  # of 6 movement points


@rule("15.10")
def test_stiffened_towns_are_worth_two_columns() -> None:
    units = "US-1 2203; DE-376 2204; US-2 2722; DE-384 2623"
    assert shifts(field(units), "2204", "US-1") == [(-1, "11.10")]
    stiff = field(units, **on("15.10"))
    assert shifts(stiff, "2204", "US-1") == [(-2, "11.10")]
    assert shifts(stiff, "2623", "US-2") == [(-2, "11.10")]  # a port city is as before


@rule("15.18")
def test_an_armoured_division_rolls_over_infantry_in_the_open() -> None:
    units = "US-1A 3118; US-1 3218; UK-4Bde 3217; DE-376 3117"
    assert shifts(field(units), "3117", "US-1A") == []
    match = field(units, **on("15.18"))
    assert shifts(match, "3117", "US-1A") == shifts(match, "3117", "US-1A US-1") == [(1, "15.18")]
    assert shifts(match, "3117", "US-1") == []
    assert shifts(match, "3117", "UK-4Bde") == []  # a brigade is no division


@rule("15.18")
@pytest.mark.parametrize(
    ("units", "target"),
    [
        ("US-1A 3118; DE-21P 3117", "3117"),  # against panzers
        ("US-1A 3118; DE-376 3117; DE-s504 3117", "3117"),  # against Tigers among the infantry
        ("US-1A 2203; DE-376 2204", "2204"),  # in a town
        ("US-1A 2216; DE-376 2215", "2215"),  # in a forest
    ],
)
def test_armour_gains_nothing_against_armour_or_off_the_open_field(units: str, target: str) -> None:
    assert "15.18" not in [case for _, case in shifts(field(units, **on("15.18")), target, "US-1A")]


@rule("15.18")
def test_german_panzers_roll_over_infantry_too() -> None:
    match = german_field("DE-21P 3118; DE-9SS 3218; US-1 3117", **on("15.18"))
    assert shifts(match, "3117", "DE-21P") == [(1, "15.18")]
    assert shifts(match, "3117", "DE-9SS") == []  # panzergrenadiers are no panzers


# 15.2, 15.14, 15.15, 15.20 Bombers


@rule("15.14", "R39")
def test_a_reluctant_bomber_command_refuses_on_1_and_2() -> None:
    units = "US-1 3118; DE-376 3117"
    match = field(units, "5 3", **BOMBERS)
    fight(match, "3117", "US-1", "bombers")
    assert fought(match).column == "3:1"
    for die in (1, 2):
        match = field(units, f"{die} 3", **BOMBERS, **on("15.14"))
        fight(match, "3117", "US-1", "bombers")
        assert (fought(match).shifts, fought(match).odds, fought(match).result) == ([], "1:1", "SM")  # without them
        assert match.position.bombers_grounded
    match = field(units, "3 5 3", **BOMBERS, **on("15.14"))
    fight(match, "3117", "US-1", "bombers")
    assert (fought(match).shifts, fought(match).column) == ([(2, "11.12")], "3:1")


@rule("15.15")
def test_german_bombers_fly_under_the_same_conditions() -> None:
    units = "US-1 3118; DE-376 3117; DE-384 3217"
    sky: dict[str, Any] = {"at": "german combat first", "turn": 3, "superiority": "german", "us_beachheads": "3123"}
    match = german_field(units, **sky)
    declare(match, "3118", "DE-376")
    assert choices(match) == ["roll"]
    match = german_field(units, "6 2", **sky, **on("15.15"))
    fight(match, "3118", "DE-376", "bombers")
    assert (fought(match).odds, fought(match).shifts, fought(match).column) == ("1:2", [(2, "11.12")], "2:1")
    for changes in ({"superiority": "allied"}, {"weather": "Overcast"}, {"at": "german combat"}):
        match = german_field(units, **{**sky, **changes}, **on("15.15"))
        declare(match, "3118", "DE-376")
        assert refused(match, "bombers")[0] == "7.6"


@rule("15.14", "15.15")
def test_german_bombers_are_never_reluctant() -> None:
    sky: dict[str, Any] = {"at": "german combat first", "turn": 3, "superiority": "german", "us_beachheads": "3123"}
    match = german_field("US-1 3118; DE-376 3117", "1 2", **sky, **on("15.14", "15.15"))
    fight(match, "3118", "DE-376", "bombers")
    assert fought(match).shifts == [(-1, "11.12")]  # the 1 is the die of the bombs


@rule("15.20", "6.2")
def test_bombers_in_overcast_weather_subtract_one_from_their_die() -> None:
    units = "US-1 3118; DE-376 3117"
    for die, shift in ((1, -1), (2, -1), (3, 0), (4, 1), (5, 1), (6, 2)):
        match = field(units, f"{die} 6", **BOMBERS, weather="Overcast", **on("15.20"))
        fight(match, "3117", "US-1", "bombers")
        assert fought(match).shifts == ([(shift, "11.12")] if shift else [])
    match = field(units, **BOMBERS, weather="Overcast")
    declare(match, "3117", "US-1")
    assert refused(match, "bombers")[0] == "7.6"
    match = field(units, "5 6", **BOMBERS, **on("15.20"))
    fight(match, "3117", "US-1", "bombers")
    assert fought(match).shifts == [(2, "11.12")]  # in clear weather the die counts as it falls


@rule("15.2")
def test_after_cancelling_bluepoint_bombers_fly_twice_a_turn_until_turn_4() -> None:
    units = "US-1 3118; US-2 3114; US-3 3110; DE-376 3117; DE-384 3113; DE-389 3109"
    for turn, cancelled, flights in ((2, True, 2), (4, True, 2), (5, True, 1), (3, False, 1)):
        match = field(units, "2 3 2 3 2 3", **BOMBERS | {"turn": turn}, bluepoint_cancelled=cancelled, **on("15.2"))
        flown = 0
        for target, unit in (("3117", "US-1"), ("3113", "US-2"), ("3109", "US-3")):
            declare(match, target, unit)
            flown += "bombers" in choices(match)
            match.play(match.prompt.actions[0])
        assert flown == flights, turn


@rule("15.10")
def test_the_chart_on_the_table_shows_the_shift_that_the_rules_in_force_use() -> None:
    for options, shift in (({}, "-1"), (on("15.10"), "-2")):
        match = field("US-1 2203; DE-376 2204", **options)
        (terrain,) = [chart for chart in face_class("roundup")(match.game).box().charts if chart.id == "tec"]
        (town,) = [row for row in terrain.rows if row[0] == "town"]
        assert town[terrain.columns.index("Shift")] == shift
        assert shifts(match, "2204", "US-1") == [(int(shift), "11.10")]
