"""Case 3.4: the Final Battles, whose set-up both players choose step by step."""

from __future__ import annotations

from collections import Counter
from typing import Any

import bocage
from bocage.games.storming.rules.setup.final_forces import allied_front, german_front
from tests.cases import rule
from tests.storming.data.printed import HEXES, UNITS, around, flagged
from tests.storming.reading import listed, play, refused, steps, told, where
from tests.storming.setup.december import EARLY, WATCH, hexes, in_place, new, set_up, to_step

# The map and the state of things


@rule("3.4", "3.4.D")
def test_only_the_columns_east_of_34_are_in_play() -> None:
    m = set_up()
    assert hexes(m, m.game.in_play) == {label for label in HEXES if int(label[:2]) >= 35}
    front = bocage.position(
        "storming", scenario="final", turn=12, at="allied exploitation", units="US-4-Inf 3525; GE-12-VG 5020",
        points={"12AG": 12}, allied_control="3910",
    )  # fmt: skip
    front.play("pick US-4-Inf")
    assert front.why_not("move 3425").rule == "3.4"


@rule("3.4.D")
def test_the_germans_control_what_lies_east_or_north_of_the_allied_front_line() -> None:
    m = new()
    control = hexes(m, m.position.allied_control)
    front = flagged("allied_front_line_dec44")
    assert front <= control
    assert {"3525", "3913", "4225", "4734", "3910", "4727", "5430"} <= control
    assert not {"4005", "4804", "5014", "4916", "5335", "5126", "5806", "3607"} & control
    # Whoever goes from one side to the other crosses the line.
    for label in control - front:
        assert all(other in control for other in around(label) if int(other[:2]) >= 35), label


@rule("3.4.E.1", "R66")
def test_the_german_front_line_is_beside_the_allied_one_without_fortress_holland() -> None:
    m = new()
    front = flagged("allied_front_line_dec44")
    assert hexes(m, allied_front(m.game)) == front
    german = hexes(m, german_front(m.game))
    beside = {other for label in front for other in around(label) if int(other[:2]) >= 35} - front
    behind = hexes(m, m.position.allied_control)
    assert german == beside - behind - flagged("fortress_holland") - flagged("entrance:E")
    assert "4106" not in german
    assert {"4805", "4916", "5126", "5434"} <= german


@rule("3.4.E.2")
def test_antwerpen_works_monty_sees_and_the_dams_are_german() -> None:
    m = set_up()
    position = m.position
    assert (position.antwerpen_operational, position.full_for_good, position.limited) == (True, True, False)
    assert (position.monty_sees, position.flood_turn, position.dams_captured) == (True, 0, False)
    assert not position.allied_control & m.game.dams
    look = m.inquire()
    assert look.supplied(m.game.unit_numbers["CW-21AG-HQ"])
    assert [look.limited(command) for command in ("21AG", "12AG", "6AG")] == [False, False, False]


@rule("3.4.E.2", "16.1", "10.7.5", "R128")
def test_forts_and_bridges_in_allied_hands_are_gone() -> None:
    m = new()
    assert hexes(m, m.position.forts_destroyed) >= {"3508", "3509", "4727", "4726", "4626", "4627"}
    # Strasbourg and 5338 are Allied, so the bridges there are blown; the others stand.
    assert set(m.position.bridges_blown) == {"Kehl", "Neuenburg"}
    assert m.position.bridge_captured == ""


@rule("3.4.E.2", "17.9.3.A")
def test_one_airborne_operation_is_left_to_the_allies() -> None:
    units = "CW-6-AB england; US-17-AB england; US-4-Inf 5009; GE-12-VG 5301"
    more: Any = {"scenario": "final", "turn": 14, "allied_control": "3910", "offensive_turn": 11}
    m = bocage.position("storming", at="airborne operation", units=units, **more)
    assert m.prompt.step == "airborne operation"
    spent = bocage.position("storming", at="airborne operation", units=units, airborne_turns=(12,), dice="1 1", **more)
    assert spent.prompt.step != "airborne operation"


# Steps 1 to 5


@rule("3.4.A", "3.4.A.1", "2.1.A")
def test_arrivals_of_turns_eleven_to_fifteen_are_on_the_track_and_it_is_december() -> None:
    m = new()
    assert in_place(m, "schedule") == set(UNITS) - EARLY
    assert (m.position.turn, m.game.data.turns[10].name) == (11, "December")


@rule("3.4.A.2")
def test_the_allies_remove_two_infantry_divisions_of_their_choice_and_four_named_units() -> None:
    m = new()
    assert (m.prompt.side, m.prompt.rule) == ("allied", "3.4.A.2")
    assert m.prompt.text == "Take out of the game: two Commonwealth infantry divisions."
    named = {"CW-1-AB", "CW-Pol-AB", "CW-Bel-Bde", "CW-NLPI-Bde"}
    assert in_place(m, "dead") == named
    choice = {
        unit for unit in EARLY
        if UNITS[unit]["nation"] == "CW" and UNITS[unit]["type"] == "infantry" and UNITS[unit]["size"] == "division"
    }  # fmt: skip
    assert listed(m, "remove") == choice
    assert refused(m, "remove CW-7-Arm") == (
        "3.4.A.2", "this step is about Commonwealth infantry divisions; CW-7-Arm is none",
    )  # fmt: skip
    assert refused(m, "remove CW-5-Inf") == ("3.4.A.1", "CW-5-Inf arrives on turn 14 and is on the Turn Record Track")
    play(m, "remove CW-3-Inf", "remove CW-15-Inf")
    assert in_place(m, "dead") == named | {"CW-3-Inf", "CW-15-Inf"}
    assert m.prompt.rule == "3.4.A.3"
    m.undo()
    assert where(m, "CW-15-Inf") == "arriving"


@rule("3.4.A.3")
def test_the_allies_reduce_fifteen_divisions_of_four_kinds() -> None:
    m = to_step(3)
    assert m.prompt.text == (
        "Turn to reduced strength: six Commonwealth infantry divisions, two Commonwealth armoured divisions, six US "
        "infantry divisions and one US armored division."
    )
    m.play("reduce US-2-Arm")
    assert refused(m, "reduce US-3-Arm") == ("3.4.A.3", "one US armored division and no more: that is done")
    assert refused(m, "reduce US-2-Arm")[0] == "3.4.A.3"
    assert refused(m, "reduce FR-2-Arm")[0] == "3.4.A.3"
    assert refused(m, "reduce CW-8-Bde")[0] == "3.4.A.3"
    assert refused(m, "reduce CW-59-Inf")[1] == "CW-59-Inf is not available: it has been dealt with already"
    m.play("suggested")
    reduced = Counter(
        (UNITS[unit]["nation"], UNITS[unit]["type"]) for unit in EARLY if steps(m, unit) < int(UNITS[unit]["steps"])
    )
    assert reduced == {("CW", "infantry"): 6, ("CW", "armor"): 2, ("US", "infantry"): 6, ("US", "armor"): 1}
    assert steps(m, "US-2-Arm") == 1


@rule("3.4.A.4")
def test_headquarters_and_airborne_divisions_have_their_places() -> None:
    m = to_step(5)
    assert {where(m, unit) for unit in ("SHAEF-HQ", "US-82-AB", "US-101-AB")} == {"3525"}
    assert [where(m, unit) for unit in ("CW-21AG-HQ", "US-1A-HQ", "US-6AG-HQ")] == ["3913", "4225", "4734"]
    assert in_place(m, "england") == {"CW-6-AB", "CW-52-AL", "US-17-AB"}
    assert not any(m.position.units[m.game.unit_numbers[unit]].marks for unit in ("US-82-AB", "US-101-AB"))


@rule("3.4.A.5", "R125")
def test_four_commonwealth_and_four_us_or_french_units_are_set_aside_with_patton() -> None:
    m = to_step(5)
    assert in_place(m, "aside") == {"Patton"}
    assert m.prompt.text == "Set aside for later: four Commonwealth combat units and four US or French combat units."
    assert refused(m, "set-aside US-82-AB")[1] == "US-82-AB is not available: it has been dealt with already"
    assert refused(m, "set-aside US-1A-HQ")[0] == "3.4.A.5"
    # Combat units of any size and command may be chosen.
    chosen = ("CW-8-Bde", "CW-4-Bde", "CW-7-Arm", "CW-3-Inf", "FR-2-Arm", "US-3-Inf", "FR-1-DB")
    play(m, *(f"set-aside {unit}" for unit in chosen))
    assert refused(m, "set-aside CW-11-Arm") == ("3.4.A.5", "four Commonwealth combat units and no more: that is done")
    m.play("set-aside US-2-Arm")
    assert in_place(m, "aside") == {"Patton", "US-2-Arm", *chosen}
    assert m.prompt.rule == "3.4.A.6"


# Steps 7 and 8


@rule("3.4.A.7", "R126")
def test_the_germans_remove_twelve_named_units_and_twenty_of_their_choice() -> None:
    m = to_step(7)
    named = {
        "GE-Metz-1", "GE-Metz-2", "GE-Metz-3", "GE-Metz-4", "GE-III-Flak", "GE-7A-HQ", "GE-21-PzKG", "GE-30-Bde",
        "GE-6FJ-Rgt", "GE-914-Rgt", "GE-709-Co", "GE-716-Co",
    }  # fmt: skip
    dead = {unit for unit in in_place(m, "dead") if UNITS[unit]["side"] == "german"}
    assert (m.prompt.side, dead) == ("german", named)
    assert m.prompt.text == (
        "Take out of the game: ten 1-2-4 divisions, one 3-4 infantry division, six 2-3 infantry divisions and three "
        "1-2 infantry divisions."
    )
    assert refused(m, "remove GE-3FJ-Div")[0] == "3.4.A.7"
    assert refused(m, "remove GE-6FJ-Div")[0] == "3.4.A.7"  # a parachute division, though it is 3-4
    assert refused(m, "remove GE-26-VG")[0] == "3.4.A.1"
    m.play("remove GE-12-VG")
    assert refused(m, "remove GE-352-Inf")[1] == "one 3-4 infantry division and no more: that is done"
    m.play("suggested")
    gone = {unit for unit in in_place(m, "dead") if UNITS[unit]["side"] == "german"} - named
    kinds = Counter(
        "-".join((UNITS[unit]["attack"], UNITS[unit]["defense"], *UNITS[unit]["movement"].strip("I"))) for unit in gone
    )
    assert kinds == {"1-2-4": 10, "3-4": 1, "2-3": 6, "1-2": 3}
    assert "GE-12-VG" in gone


@rule("3.4.A.8")
def test_two_parachute_divisions_and_the_9th_and_10th_ss_begin_reduced() -> None:
    m = to_step(8)
    assert [steps(m, unit) for unit in ("GE-9SS-Pz", "GE-10SS-Pz")] == [1, 1]
    assert listed(m, "reduce") == {"GE-3FJ-Div", "GE-6FJ-Div", "GE-5FJ-Div", "GE-2FJ-Div", "GE-7FJ-Div"}
    play(m, "reduce GE-3FJ-Div", "reduce GE-7FJ-Div")
    assert [steps(m, unit) for unit in ("GE-3FJ-Div", "GE-7FJ-Div", "GE-5FJ-Div")] == [1, 1, 2]
    assert m.prompt.rule == "3.4.A.9"


# Play


@rule("3.4.B", "17.7.1.A")
def test_the_scenario_begins_with_turn_eleven_and_the_offensive_is_declared_by_itself() -> None:
    m = set_up()
    assert (m.game.rules.first_turn, m.game.rules.last_turn) == (11, 15)
    while m.game.phase(m.position) != "watch on the rhine":
        assert m.prompt.step != "counteroffensive"
        verbs = m.prompt.verbs()
        verb = next(verb for verb in ("place", "end", "england") if verb in verbs)
        m.play(verbs[verb][0])
    assert m.position.offensive_turn == 11
    assert "The Germans launch the Hitler Counteroffensive!" in told(m)
    assert in_place(m, "arriving") == WATCH
    # The infantry of the Ardennes front lets the panzers in beside it.
    assert {"4917", "4918", "4819", "4820"} <= listed(m, "place")


@rule("3.4.C", "3.2.C.1", "17.7.4")
def test_victory_is_that_of_the_campaign_from_turn_eleven_on() -> None:
    more: Any = {"scenario": "final", "at": "end of turn", "allied_control": "3910"}
    units = "US-4-Inf 4816; GE-12-VG 5020"
    failed = bocage.position("storming", turn=11, units=units, offensive_turn=11, **more)
    assert (failed.outcome.winner, failed.outcome.rule) == ("allied", "3.2.C.1")
    enough = bocage.position("storming", turn=11, units=units, offensive_turn=11, offensive_kills=4, **more)
    assert enough.outcome is None
    late = bocage.position("storming", turn=15, units=units, offensive_turn=11, **more)
    assert (late.outcome.winner, late.outcome.rule) == ("german", "3.4.C")
