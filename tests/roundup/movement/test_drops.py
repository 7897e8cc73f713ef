"""Airborne units: drops (10.7), by sea or from the air (8.2), and what a drop forbids."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play, refused, unit

GAME = bocage.make_game("roundup", "campaign", {})
NO_CUPS = "; ".join(
    f"{counter.id} dead" for counter in GAME.counters if counter.side == "german" and not counter.start_hex
)
CLEAR_SKY = {"weather": "Clear", "superiority": "allied", "us_beachheads": "3123", "uk_beachheads": "3223"}
AIRBORNE = {"US-82AB", "US-101AB", "UK-1AB", "UK-6AB", "UK-P1Para"}


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=f"{NO_CUPS}; {units}", **{"turn": 3, **CLEAR_SKY, **more})


def within(label: str, hexes: int) -> set[str]:
    near = GAME.board.set(label)
    for _ in range(hexes):
        near |= GAME.board.step(near)
    return set(GAME.board.names(near))


CLEAR_INLAND = set(GAME.board.names(GAME.data.terrain["clear"] & ~GAME.data.coastal))


# 8.2: two ways to come


@rule("8.2")
def test_airborne_units_drop_beside_what_the_beaches_carry_or_come_by_sea_like_anyone() -> None:
    m = at("allied reinforcements", "US-45 3118")
    play(m, "enter 3123", "land US-infantry-5-6", "land US-Rgr", "end", "move-first")
    assert m.prompt.step == "air drop"  # the beachhead has had its stack, and the 82nd comes all the same
    play(m, "drop US-82AB", "place 3115")
    assert unit(m, "US-82AB")["at"] == "3115"
    m = play(at("allied reinforcements", "US-45 3118"), "enter 3123", "land US-airborne-4-5")
    assert unit(m, "US-82AB")["at"] == "3123"
    assert m.why_not("land US-airborne-4-5").rule == "3.1.2"  # there it counts like any division
    play(m, "end", "move-first")
    assert listed(m, "drop") == AIRBORNE - {"US-82AB"}
    m.play("end")
    assert m.why_not("pick US-82AB") is None  # and moves like one


@rule("8.2")
def test_an_airborne_unit_drops_once_in_a_game() -> None:
    m = at("air drop", "US-45 3118", jumped="UK-P1Para US-82AB")
    assert listed(m, "drop") == AIRBORNE - {"UK-P1Para", "US-82AB"}
    assert refused(m, "drop UK-P1Para") == ("8.2", "an airborne unit drops at most once in a game")


def test_a_brigade_lost_after_its_drop_comes_back_by_sea_only() -> None:
    m = at("air drop", "UK-1 3221; UK-4Bde 3221", dice="1 1 6 6 6 1 1")
    play(m, "drop UK-P1Para", "place 3217", "end", "pick UK-1", "join UK-4Bde", "move 3217", "end")
    m.play("eliminate UK-P1Para")
    assert unit(m, "UK-P1Para")["at"] == "track"
    assert m.position.returning == {"UK-P1Para": 4}
    play(m, "move-first")  # the Germans have nothing to do, and turn 4 is clear
    assert (m.position.turn, m.position.weather, m.position.superiority) == (4, "Clear", "allied")
    assert unit(m, "UK-P1Para")["at"] == "pool"
    while m.prompt.step != "reinforcements":
        m.play("end")
    play(m, "enter 3223")
    assert "UK-P1Para" in listed(m, "land")
    play(m, "end", "move-first")
    assert m.prompt.step == "air drop"
    assert refused(m, "drop UK-P1Para")[0] == "8.2"


# 10.7: when and how many


@rule("10.7")
def test_drops_need_clear_weather_and_allied_air_superiority() -> None:
    assert listed(at("air drop", "US-45 3118"), "drop") == AIRBORNE
    for sky, words in (
        ({"weather": "Overcast"}, "clear weather"),
        ({"weather": "Storm"}, "clear weather"),
        ({"superiority": ""}, "air superiority"),
        ({"superiority": "german"}, "air superiority"),
    ):
        m = at("air drop", "US-45 3118", **sky)
        assert m.prompt.step == "movement"
        rule_, why = refused(m, "drop US-82AB")
        assert (rule_, words in why) == ("10.7", True)


@rule("10.7")
def test_one_american_unit_and_one_british_stack_may_drop() -> None:
    m = play(at("air drop", "US-45 3118"), "drop US-82AB", "place 3115")
    assert listed(m, "drop") == {"UK-1AB", "UK-6AB", "UK-P1Para"}
    rule_, why = refused(m, "drop US-101AB")
    assert (rule_, "one US airborne unit" in why) == ("10.7", True)
    play(m, "drop UK-1AB", "place 3215")
    assert listed(m, "drop") == {"UK-P1Para"}  # the Polish brigade completes the stack
    assert refused(m, "drop UK-6AB")[0] == "10.7"
    m.play("drop UK-P1Para")
    assert listed(m, "place") == {"3215"}
    rule_, why = refused(m, "place 3216")
    assert (rule_, "one stack" in why) == ("10.7", True)
    m.play("place 3215")
    assert unit(m, "UK-P1Para")["at"] == unit(m, "UK-1AB")["at"] == "3215"
    assert not listed(m, "drop")


def test_the_polish_brigade_may_drop_first_or_alone() -> None:
    m = play(at("air drop", "US-45 3118"), "drop UK-P1Para", "place 3215")
    assert {"UK-1AB", "UK-6AB"} <= listed(m, "drop")
    play(m, "drop UK-6AB", "place 3215")
    assert {"UK-1AB"} & listed(m, "drop") == set()
    m = play(at("air drop", "US-45 3118"), "drop UK-P1Para", "place 3215", "end")
    assert m.prompt.step == "movement"
    assert unit(m, "UK-1AB")["at"] == "pool"


# When in the movement phase


@rule("10.7", "R20")
def test_units_may_drop_between_the_moves_of_others_and_the_unit_in_hand_goes_on() -> None:
    m = play(at("air drop", "US-45 3118; US-1 3620"), "end", "pick US-45", "move 3114")
    assert listed(m, "drop") == AIRBORNE
    play(m, "drop US-82AB")
    assert (m.prompt.side, m.prompt.step, m.prompt.rule) == ("allied", "air drop", "10.7")
    assert m.why_not("place 3110") is None  # within five hexes of where the 45th stands now
    play(m, "place 3110")
    assert refused(m, "drop US-101AB")[0] == "10.7"
    assert (m.prompt.step, unit(m, "US-82AB")["at"]) == ("movement", "3110")
    assert refused(m, "pick US-82AB")[0] == "10.7"
    play(m, "move 3113", "pick US-1", "move 3619")
    assert [unit(m, name)["at"] for name in ("US-45", "US-1")] == ["3113", "3619"]


@rule("10.7", "R20")
def test_a_unit_that_is_to_drop_may_stay_at_home_after_all() -> None:
    m = play(at("air drop", "US-45 3118"), "end", "pick US-45")
    before = m.prompt.actions
    play(m, "drop US-82AB", "end")
    assert (m.prompt.step, unit(m, "US-82AB")["at"], m.prompt.actions) == ("movement", "pool", before)


@rule("10.7")
def test_before_and_between_the_moves_one_american_unit_and_one_british_stack_drop_in_all() -> None:
    m = play(at("air drop", "US-45 3118"), "drop US-82AB", "place 3115", "drop UK-1AB", "place 3215", "end")
    assert m.prompt.step == "movement"
    assert listed(m, "drop") == {"UK-P1Para"}
    assert refused(m, "drop US-101AB") == ("10.7", "one US airborne unit and one UK airborne stack may drop in a turn")
    assert refused(m, "drop UK-6AB")[0] == "10.7"
    play(m, "pick US-45", "move 3117", "drop UK-P1Para")
    assert listed(m, "place") == {"3215"}  # the stack is one, however long it takes to come down
    play(m, "place 3215")
    assert not listed(m, "drop")
    m = play(at("air drop", "US-45 3118", dice="1 6 6 6 1 1"), "drop US-82AB", "place 3115", "end", "end", "move-first")
    while m.prompt.step != "phase order":
        m.play("end")
    m.play("move-first")
    assert (m.position.turn, listed(m, "drop")) == (4, AIRBORNE - {"US-82AB"})  # a new turn, a new drop


def test_the_question_names_the_drops_while_there_are_any() -> None:
    m = play(at("air drop", "US-45 3118"), "end")
    assert m.prompt.text == "Choose a unit to move, drop airborne units, or end the movement phase."
    m = at(
        "allied movement", "US-45 3118; US-82AB 3115; UK-1AB 3215; UK-P1Para 3215", dropped="US-82AB UK-1AB UK-P1Para"
    )
    assert m.prompt.text == "Choose a unit to move, or end the movement phase."
    assert refused(m, "drop UK-6AB")[0] == "10.7"


@rule("10.7", "R20")
def test_nobody_drops_in_the_combat_phase() -> None:
    m = play(at("allied combat", "US-45 3118; DE-376 3117"))
    assert refused(m, "drop US-82AB") == ("R20", "units drop from the air in the movement phase of their side")


@rule("15.3", "R29")
def test_german_parachutists_too_may_drop_between_the_moves_and_once_in_a_game() -> None:
    sky = {"superiority": "german", "options": {"15.3": True}, "dice": "6 6"}
    scene = "DE-1FJ aside; DE-2FJ aside; DE-21P 3110; US-1 3123"
    m = play(at("german air drop", scene, **sky), "end", "pick DE-21P", "move 3112")
    assert listed(m, "drop") == {"DE-1FJ", "DE-2FJ"}
    play(m, "drop DE-1FJ", "place 3115")
    assert m.prompt.step == "movement"
    play(m, "move 3113", "drop DE-2FJ", "place 3215")
    assert [unit(m, name)["at"] for name in ("DE-1FJ", "DE-2FJ")] == ["3115", "3215"]
    assert m.position.german_drop_used
    m = at("german movement", scene, superiority="german")
    assert refused(m, "drop DE-1FJ")[0] == "R29"
    m = at("german movement", scene, **{**sky, "superiority": "allied"})
    assert refused(m, "drop DE-1FJ") == ("15.3", "air drops need German air superiority")


# 10.7a: where


@rule("10.7a")
def test_units_drop_on_clear_inland_hexes_within_five_of_a_unit_in_overland_supply() -> None:
    m = play(at("air drop", "US-45 3118; DE-376 3015"), "drop US-82AB")
    zone = within("3015", 1)
    assert listed(m, "place") == (within("3118", 5) & CLEAR_INLAND) - zone - {"3118"}
    for label, case, words in (
        ("3123", "10.7", "coastal"),
        ("2820", "10.7", "clear terrain"),  # Samer, a town
        ("2922", "10.7", "clear terrain"),  # forest
        ("3015", "3.1", "enemy holds"),
        ("3115", "10.7", "enemy zone"),
        ("3112", "10.7", "more than five hexes"),
        ("3118", "3.1.2", "at most one division"),
    ):
        assert refused(m, f"place {label}")[0] == case, label
        assert words in refused(m, f"place {label}")[1], label
    assert m.why_not("place 3113") is None  # exactly five


@rule("10.7a")
def test_distance_is_measured_from_units_in_overland_supply_only() -> None:
    # The 45th has only its marker from the air, the British division a road to its beach.
    m = at("air drop", "US-45 3618; UK-1 3218", us_beachheads="", us_aerial="3618")
    play(m, "drop UK-6AB")
    assert listed(m, "place") == (within("3218", 5) & CLEAR_INLAND) - {"3218", "3618"}
    m = at("air drop", "US-45 3618", us_beachheads="")
    assert m.prompt.step != "air drop"  # nobody to measure from
    # A coastal unit without a beachhead is in supply, but not overland.
    m = at("air drop", "US-45 2123", us_beachheads="")
    assert unit(m, "US-45")["supply"] == "coastal"
    assert m.prompt.step != "air drop"
    # A unit of either nation will do for both.
    m = play(at("air drop", "US-45 3118"), "drop UK-6AB")
    assert "3115" in listed(m, "place")


def test_on_turn_1_too_the_unit_must_have_overland_supply() -> None:
    m = play(at("air drop", "US-45 3123; UK-1 1514", turn=1, uk_beachheads=""), "drop US-82AB")
    assert unit(m, "UK-1")["supply"] == "turn 1"
    assert "3119" in listed(m, "place")
    assert not listed(m, "place") & within("1514", 5)


def test_airborne_units_may_drop_on_a_brigade_of_their_own_nation_only() -> None:
    m = play(at("air drop", "US-45 3118; US-Rgr 3116; UK-4Bde 3216"), "drop US-82AB")
    assert "3116" in listed(m, "place")
    assert refused(m, "place 3216") == ("3.1.2", "US and UK units never stack together")
    m.play("place 3116")
    m.play("drop UK-P1Para")
    play(m, "place 3216")
    assert refused(m, "drop UK-1AB")[0] == "10.7"  # two brigades are there: no room for the division


# 10.7b: the marker


@rule("10.7b", "R20")
def test_the_nations_aerial_supply_marker_comes_down_with_the_drop() -> None:
    m = play(at("air drop", "US-45 3118"), "drop US-82AB", "place 3115")
    assert m.view()["aerial_supply"] == {"US": ["3115"], "UK": []}
    play(m, "drop UK-1AB", "place 3215", "drop UK-P1Para", "place 3215")
    assert m.view()["aerial_supply"] == {"US": ["3115"], "UK": ["3215"]}
    cut_off = play(at("air drop", "UK-1 3218", us_beachheads=""), "drop US-82AB", "place 3115")
    assert unit(cut_off, "US-82AB")["supply"] == "aerial"


@rule("R20")
def test_a_nation_whose_marker_lies_elsewhere_does_not_drop() -> None:
    m = at("air drop", "US-45 3118; US-1 3610", us_aerial="3610")
    assert listed(m, "drop") == {"UK-1AB", "UK-6AB", "UK-P1Para"}
    rule_, why = refused(m, "drop US-82AB")
    assert (rule_, "Aerial Supply Marker" in why) == ("R20", True)


# 10.7c: what a dropped unit may not do


@rule("10.7c")
def test_a_dropped_unit_does_not_move_this_turn() -> None:
    m = play(at("air drop", "US-45 3118"), "drop US-82AB", "place 3115", "end")
    assert listed(m, "pick") == {"US-45"}
    assert refused(m, "pick US-82AB") == ("10.7", "US-82AB was dropped from the air and does not move this turn")


@rule("10.7c")
def test_a_dropped_unit_attacks_but_does_not_advance() -> None:
    m = at("allied combat", "US-82AB 3115; US-2A 3015; DE-712 3114", dropped="US-82AB", dice="4")
    play(m, "attack 3114", "join US-82AB", "join US-2A", "roll", "retreat 3113")
    assert m.prompt.step == "advance"
    assert listed(m, "advance") == {"US-2A"}
    assert refused(m, "advance US-82AB")[0] == "10.7"


@rule("10.7c")
def test_a_dropped_unit_does_not_retreat_and_a_dr_becomes_an_exchange() -> None:
    units = "US-82AB 3115; DE-16P 3114; DE-24P 3015"
    attack = ("attack 3115", "join DE-16P", "join DE-24P")
    m = play(at("german combat", units, dropped="US-82AB", us_aerial="3115", dice="4 6"), *attack)
    assert "14 against 5 (2:1), rolled on 2:1" in m.prompt.text  # where a 4 is a DR
    m.play("roll")
    assert any(case == "10.7" and "DR becomes an EX" in text for _, case, text in m.log())
    m.play("lose DE-16P")
    assert (unit(m, "US-82AB")["at"], unit(m, "US-82AB")["steps"]) == ("3115", 1)
    assert (unit(m, "DE-16P")["steps"], unit(m, "DE-24P")["steps"]) == (1, 2)
    m = play(at("german combat", units, us_aerial="3115", dice="4 6"), *attack, "roll")
    assert (m.prompt.side, m.prompt.step) == ("allied", "retreat")  # without a drop it retreats


def test_the_retreat_of_a_dsr_or_asr_is_blocked_for_a_dropped_unit() -> None:
    m = at("german combat", "US-82AB 3115; DE-16P 3114; DE-24P 3015", dropped="US-82AB", us_aerial="3115", dice="6")
    play(m, "attack 3115", "join DE-16P", "join DE-24P", "roll")  # 2:1 and a 6: a step, and one for the retreat
    assert unit(m, "US-82AB")["at"] == "dead"
    m = at("allied combat", "US-82AB 3115; DE-376 3114", dropped="US-82AB", us_aerial="3115", dice="1")
    play(m, "attack 3114", "join US-82AB", "roll")  # 1:2 and a 1 is an ASR
    assert unit(m, "US-82AB")["at"] == "dead"


def test_half_a_stack_that_was_dropped_holds_the_other_half() -> None:
    units = "US-82AB 3115; US-Rgr 3115; DE-1SS 3114; DE-2SS 3015"
    m = at("german combat", units, dropped="US-82AB", us_aerial="3115", dice="4 6")
    play(m, "attack 3115", "join DE-1SS", "join DE-2SS")
    assert "18 against 7 (2:1), rolled on 2:1" in m.prompt.text
    m.play("roll")  # a DR
    assert m.prompt.side == "allied"
    assert listed(m, "lose") == {"US-82AB", "US-Rgr"}
    m.play("lose US-82AB")
    assert unit(m, "US-Rgr")["at"] == "3115"


# 10.7d: afterwards


@rule("10.7d")
def test_linked_up_at_the_start_of_a_turn_a_dropped_unit_is_like_any_other() -> None:
    m = at("administration", "US-82AB 3115", dropped="US-82AB", dice="6")
    assert (m.position.turn, m.position.dropped) == (4, 0)
    play(m, "end", "move-first", "pick US-82AB")
    assert "(8 MP left, 16 in column)" in m.prompt.text
    # Not linked up: out of supply, with all that follows, until a line is open.
    m = at("administration", "US-82AB 3115", dropped="US-82AB", us_beachheads="", dice="6")
    play(m, "end", "move-first", "pick US-82AB")
    assert "(4 MP left)" in m.prompt.text


def test_the_option_keeps_a_dropped_unit_fixed_until_it_is_linked_up() -> None:
    strict = {"options": {"R35": True}, "dropped": "US-82AB", "dice": "6"}
    m = at("administration", "US-82AB 3115; US-1 3123", us_beachheads="", **strict)
    play(m, "end", "move-first")
    assert refused(m, "pick US-82AB")[0] == "10.7"
    m = play(at("administration", "US-82AB 3115; US-1 3123", **strict), "end", "move-first")
    assert m.why_not("pick US-82AB") is None


# 15.7 touches the marker of 10.7


@pytest.mark.parametrize("companion", ["", "UK-4Bde 3215"])
def test_a_scattered_unit_takes_its_marker_along(companion: str) -> None:
    m = at("air drop", f"US-45 3118; {companion}", options={"15.7": True}, dice="2 1")
    play(m, "drop UK-6AB", "place 3215")
    there = unit(m, "UK-6AB")["at"]
    assert there in within("3215", 1) - {"3215"}
    assert m.view()["aerial_supply"]["UK"] == [there]


def test_a_drop_can_be_taken_back_and_a_record_read_in_the_middle_of_it() -> None:
    m = at("air drop", "US-45 3118")
    before = m.position_hash
    play(m, "drop US-82AB")
    assert bocage.load(m.text(), strict=True).position_hash == m.position_hash
    play(m, "place 3115", "drop UK-6AB")
    assert bocage.load(m.text(), strict=True).position_hash == m.position_hash
    m.undo_to(0)
    assert m.position_hash == before
    assert m.view()["aerial_supply"] == {"US": [], "UK": []}


@rule("10.7", "R47")
def test_a_further_drop_is_measured_from_a_unit_that_has_just_dropped_too() -> None:
    m = play(at("air drop", "US-45 3118", us_beachheads="3123"), "drop UK-1AB")
    before = listed(m, "place")
    m = play(at("air drop", "US-45 3118", us_beachheads="3123"), "drop US-82AB", "place 3113", "drop UK-1AB")
    assert listed(m, "place") - before
    assert listed(m, "place") - before <= within("3113", 5) - within("3118", 5)
    # Germans all around it: the 82nd has its marker, but no line of supply leads to it.
    ring = "DE-376 3111; DE-44 3212; DE-65 3011; DE-712 3214; DE-348 3014; DE-347 3115; DE-16P 3016"
    m = at("air drop", f"US-45 3118; US-82AB 3113; {ring}", jumped="US-82AB", dropped="US-82AB", us_aerial="3113")
    assert unit(m, "US-82AB")["supply"] == "aerial"
    assert listed(play(m, "drop UK-1AB"), "place") <= within("3118", 5)
