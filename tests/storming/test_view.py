"""The view: everything on the table as plain data, for pages and scripts; and how things stand, in words."""

from __future__ import annotations

import json
from typing import Any

import bocage
from bocage.engine.matches.match import Match
from bocage.games.storming.rules.look import StormingLook
from bocage.games.storming.words import outlook, reports
from bocage.games.storming.words import wording as words
from tests.cases import rule


def at(row: str, turn: int, units: str, **more: Any) -> Match:
    return bocage.position("storming", turn=turn, at=row, units=units, **more)


def look_at(row: str, turn: int, units: str, **more: Any) -> StormingLook:
    look: StormingLook = at(row, turn, units, **more).inquire()
    return look


def unit_in(view: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(unit for unit in view["units"] if unit["id"] == name)
    return found


def fact(look: StormingLook, name: str) -> str:
    return next((line.text for line in reports.facts(look) if line.name == name), "")


def standing(look: StormingLook, name: str) -> str:
    return next((line.text for line in reports.standing(look) if line.name == name), "")


@rule("2.1.A", "2.1.E")
def test_the_view_at_the_start_tells_turn_places_and_who_comes_when() -> None:
    match = bocage.new_match("storming", seed="view")
    view = match.view(None)
    assert (view["turn"], view["turn_name"]) == (1, "June I")
    assert unit_in(view, "US-4-Inf")["at"] == "0619"
    assert (unit_in(view, "US-9-Inf")["at"], unit_in(view, "US-9-Inf")["arrives"]) == ("schedule", 2)
    assert unit_in(view, "CW-1-AB")["at"] == "england"
    assert unit_in(view, "US-82-AB")["dropped"] is True
    assert (unit_in(view, "US-82-AB")["attack"], unit_in(view, "US-82-AB")["defence"]) == (2, 3)
    assert len(view["units"]) == 243


def test_the_view_is_plain_data_and_both_sides_see_the_same() -> None:
    match = bocage.new_match("storming", seed="view")
    allied, german = match.view("allied"), match.view("german")
    assert json.loads(json.dumps(allied)) == allied
    for own in ("side", "prompt"):
        del allied[own], german[own]
    assert allied == german


def test_the_view_tells_the_markers_on_units_and_on_the_map() -> None:
    match = at(
        "german assault supply",
        9,
        "US-4-Inf 2530; US-2-Arm 2531; CW-7-Arm 2817; CW-50-Inf 0820; GE-1SS-Pz 4809; GE-2-Pz 4810",
        grounded="CW-50-Inf", priority="CW-7-Arm", red_ball="US-2-Arm", rebuilt="GE-2-Pz", strafed={"GE-1SS-Pz": 4},
        bridges_blown=("Köln",), bridge_captured="Remagen", bridge_hex="5415", flood_turn=8, forts_destroyed="0518",
        due={"US-90-Inf": 11}, limited=True, antwerpen_taken=True,
    )  # fmt: skip
    view = match.view("german")
    assert unit_in(view, "CW-50-Inf")["marks"] == ["grounded"]
    assert unit_in(view, "CW-50-Inf")["defence"] == 2
    assert unit_in(view, "CW-7-Arm")["marks"] == ["priority"]
    assert unit_in(view, "US-2-Arm")["marks"] == ["red_ball"]
    assert unit_in(view, "GE-2-Pz")["marks"] == ["rebuilt"]
    assert view["air"]["strafed"] == {"GE-1SS-Pz": 4}
    assert view["map"]["bridges_blown"] == ["Köln"]
    assert (view["map"]["bridge_captured"], view["map"]["bridge_hex"]) == ("Remagen", "5415")
    assert (view["map"]["roer"], view["map"]["forts_destroyed"]) == ("swamp", ["0518"])
    assert view["supply"] == {"21AG": "limited", "12AG": "limited", "6AG": "full"}
    assert view["due"] == {"US-90-Inf": 11}


@rule("2.1.D", "10.2.5.B")
def test_the_movement_allowance_track_shows_what_each_group_has_left() -> None:
    match = at("german assault command die", 3, "GE-2-Pz 2422; US-4-Inf 0619", dice="5")
    match.play("roll")
    assert match.view(None)["movement"]["track"] == [{"sign": "Inf", "points": 5}, {"sign": "Mech", "points": 10}]
    allied = look_at(
        "allied assault movement", 8, "US-4-Inf 2530; CW-7-Arm 2817; CW-11-Arm 2816; GE-2-Pz 4810",
        points={"12AG": 5, "21AG": 4}, declared=2, limited=True, priority="CW-7-Arm", red_ball="CW-11-Arm",
    )  # fmt: skip
    assert [(mark.sign, mark.points) for mark in reports.allowance_track(allied)] == [
        ("12AG", 5),
        ("21AG", 4),
        ("Prio", 6),
        ("RB 21AG", 10),
    ]


@rule("10.2")
def test_the_first_army_is_called_so_until_it_becomes_the_twelfth_army_group() -> None:
    early = look_at("allied assault movement", 6, "US-4-Inf 0619", points={"12AG": 8})
    late = look_at("allied assault movement", 7, "US-4-Inf 0619", points={"12AG": 8})
    assert fact(early, "Movement") == "1A 8"
    assert fact(late, "Movement") == "12AG 8"


@rule("2.1.F")
def test_the_support_units_at_hand_are_told() -> None:
    look = look_at("allied combat", 4, "US-4-Inf 0619", duration=1, air_support=3, bombers_spent=("US",), hobart_turn=5)
    assert fact(look, "Tactical Air") == "3 for combat"
    assert fact(look, "Carpet bombers") == "CW"
    assert fact(look, "79th Armoured") == "used this turn"
    later = look_at("allied combat", 9, "US-4-Inf 0619", duration=1)
    assert (fact(later, "79th Armoured"), fact(later, "Carpet bombers")) == ("ready", "")


def test_supply_ports_and_special_events_are_told() -> None:
    look = look_at(
        "allied assault movement", 8, "US-4-Inf 0518; CW-7-Arm 3910", cherbourg_turn=9, antwerpen_taken=True,
        limited=True, breakout=True, red_ball_saved=3,
    )  # fmt: skip
    assert fact(look, "Supply") == "21AG and 12AG Limited"
    assert fact(look, "Cherbourg") == "Allied, Operational on turn 9"
    assert fact(look, "Antwerpen") == "Allied"
    assert fact(look, "Breakout") == "achieved"
    assert fact(look, "Red Ball") == "3 saved"
    early = look_at("german assault movement", 2, "US-4-Inf 0619")
    assert fact(early, "Supply") == "21AG and 1A Limited for movement"


def test_what_still_separates_the_sides_from_winning_is_told() -> None:
    ruhr = "5309 5409"
    look = look_at("german assault movement", 10, "US-4-Inf 2530; GE-Metz-1 4727", allied_control=ruhr)
    held = (look.game.ruhr & look.position.allied_control).bit_count()
    assert standing(look, "Ruhr") == f"{held} of 8 city hexes Allied"
    assert standing(look, "Metz").startswith("1 garrison left")
    assert standing(look, "Otherwise") == "the Germans win after turn 15"
    offensive = look_at("german assault movement", 11, "US-4-Inf 2530", offensive_turn=11, offensive_kills=3)
    assert "divisions 3 of 4" in standing(offensive, "Minimum Achievements")


def test_divisions_that_leave_the_map_are_counted_step_by_step() -> None:
    look = look_at("allied exploitation", 14, "US-4-Inf 0225; US-1-Inf east; US-2-Inf east; US-1A-HQ east")
    number = look.game.unit_numbers
    assert (standing(look, "Exited east"), fact(look, "Into Brittany")) == ("", "")
    look.position.leaving = sum(1 << number[name] for name in ("US-4-Inf", "US-1-Inf", "US-1A-HQ"))
    assert standing(look, "Exited east") == "1 of 10 divisions in this step"
    assert fact(look, "Into Brittany") == "1 of 4 divisions"


def test_the_breakout_scenario_has_aims_of_its_own() -> None:
    look = look_at("german assault movement", 5, "US-4-Inf 2024", scenario="breakout", allied_control="2526")
    assert standing(look, "Paris") == "1 of 3 hexes Allied"
    assert standing(look, "Over the Seine").endswith("of 10 supplied divisions")
    assert standing(look, "Ruhr") == ""


# Words


def test_factors_are_those_of_the_face_that_is_up() -> None:
    look = look_at(
        "german assault movement", 3, "US-82-AB 0620 dropped; US-4-Inf 0619 reduced; GE-716-Co 1122; GE-7A-HQ 1030"
    )
    numbers = look.game.unit_numbers
    told = {name: words.unit_factors(look, numbers[name]) for name in ("US-82-AB", "US-4-Inf", "GE-716-Co", "GE-7A-HQ")}
    assert told == {"US-82-AB": "2-3-2", "US-4-Inf": "2-2", "GE-716-Co": "1-3-4", "GE-7A-HQ": "0-0-6"}


@rule("2.2.C")
def test_each_marker_on_a_unit_is_a_flag_and_the_worst_comes_first() -> None:
    look = look_at(
        "german assault movement", 4,
        "GE-2-Pz 2422 reduced; GE-711-Co 1421; US-2-Arm 2020; CW-7-Arm 2021 reduced; US-82-AB 0620 dropped",
        oos="GE-2-Pz", disrupted="GE-2-Pz", strafed={"GE-2-Pz": 5}, red_ball="US-2-Arm", refit="CW-7-Arm",
    )  # fmt: skip
    number = look.game.unit_numbers
    german = look_at("allied assault supply", 2, "GE-711-Co 1421; US-4-Inf 0619")
    assert words.flags(look, number["GE-2-Pz"]) == ["hungry", "disrupted", "strafed-5", "reduced"]
    assert words.flags(look, number["US-2-Arm"]) == ["red-ball"]
    assert words.flags(look, number["CW-7-Arm"]) == ["refit", "reduced"]
    assert words.flags(look, number["US-82-AB"]) == ["dropped"]
    assert words.flags(german, number["GE-711-Co"]) == ["frozen"]
    assert words.flags(look, number["GE-711-Co"]) == []  # released on turn 3
    assert all(flag.rpartition("-")[0] in words.FLAGS or flag in words.FLAGS for flag in ("strafed-5", "red-ball"))


def test_every_counter_has_a_symbol_colours_and_a_short_name() -> None:
    counters = bocage.new_match("storming", seed="x").game.counters  # type: ignore[attr-defined]
    for counter in counters:
        assert words.SYMBOLS[counter.type]
        assert words.colours(counter) in words.COLOURS
        assert words.symbol_box(counter).startswith("#")
        assert 0 < len(words.short_name(counter)) <= 6, counter.id
    by_id = {counter.id: counter for counter in counters}
    assert words.short_name(by_id["GE-12SS-Pz"]) == "12SS"
    assert words.colours(by_id["GE-12SS-Pz"]) == "SS"
    assert words.symbol_box(by_id["US-3-Inf"]) == words.GROUP_BOXES["6AG"]
    assert words.symbol_box(by_id["GE-2-Pz"]) == words.MECHANIZED_BOX


def test_every_row_of_the_sequence_has_its_words() -> None:
    for scenario in ("campaign", "final"):
        game: Any = bocage.new_match("storming", scenario=scenario, seed="x").game
        for rows in game.rules.sequence.values():
            for row in rows:
                assert "german" not in words.phase_words(row.name)
                assert "allied" not in words.phase_words(row.name)


def test_a_hex_is_told_with_its_terrain_and_its_areas() -> None:
    look = look_at("german assault movement", 3, "US-4-Inf 0619", forts_destroyed="0518")
    index = look.game.board.index
    assert words.hex_terrain(look, index["0518"]).endswith("city destroyed coastal fort")
    assert "Utah beach" in words.areas(look, index["0619"])
    assert "Monty's Blind Spot" in words.areas(look, index["3909"])


# What a move would be


def test_a_unit_that_is_not_moving_is_expected_to_get_the_best_die() -> None:
    look = look_at("german assault movement", 3, "US-4-Inf 0820; GE-2-Pz 2422; GE-716-Co 2424", oos="GE-2-Pz")
    number = look.game.unit_numbers
    expected = outlook.expected(look, number["US-4-Inf"])
    assert (expected.frame.allowance, expected.why) == (12, "up to 12 MP, with the best die")
    assert outlook.expected(look, number["GE-2-Pz"]).frame.allowance == 5  # halved: out of supply
    assert outlook.expected(look, number["GE-716-Co"]).frame.allowance == 4  # printed


def test_ways_and_costs_are_those_that_the_move_really_takes() -> None:
    match = at("allied assault movement", 4, "US-4-Inf 0820; GE-716-Co 1224", points={"12AG": 8}, declared=6)
    match.play("pick US-4-Inf")
    look, frame = match.inquire("allied"), match.prompt.frame
    prices = outlook.costs(look, frame)
    goals = {action.index for action in match.prompt.verbs()["move"]}
    assert set(prices) == goals
    for node, points in prices.items():
        way = outlook.way(look, frame, node)
        assert way is not None
        assert (way.points, way.left, way.path[-1]) == (points, 6, node)
    goal = max(prices, key=lambda node: prices[node])
    match.play(f"move {match.game.board.labels[goal]}")
    assert match.log()[-1][2].endswith(f"({prices[goal]} MP).")


def test_a_declared_number_says_what_it_leaves() -> None:
    match = at("assault declaration", 8, "US-4-Inf 2020; CW-7-Arm 2021", points={"12AG": 8, "21AG": 5})
    action = match.game.actions.find("declare 3")
    assert outlook.answer_words(match.inquire("allied"), action) == "3 MP, then left: 12AG 5, 21AG 2"
