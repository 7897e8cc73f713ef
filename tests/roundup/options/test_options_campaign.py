"""Optional rules around the battles: setting up, air drops, supply, arrivals, and the rulings left to the players."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.roundup.rules.options import EDITS, catalogue
from tests.cases import rule
from tests.roundup.combat.fighting import choices, field, fight, fought, german_field, refused, steps, where


def on(*options: str) -> dict[str, Any]:
    """The options switched on, for a position."""
    return {"options": dict.fromkeys(options, True)}


# Choosing options


def test_every_option_is_off_unless_it_is_chosen_and_every_one_does_something() -> None:
    assert list(catalogue()) == list(EDITS)
    standard = bocage.new_match("roundup", seed="plain").game
    assert standard.options == {}
    for name, option in catalogue().items():
        for value in option.values:
            game = bocage.new_match("roundup", options={name: value}, seed="plain").game
            assert (game.options == {}) == (value == option.default), name
            assert (game.rules == standard.rules) == (value == option.default), name


@rule("15.1", "15.2")
def test_bluepoint_is_either_reinforced_or_cancelled() -> None:
    with pytest.raises(bocage.BadInput, match=r"options 15\.1 and 15\.2 exclude each other"):
        bocage.new_match("roundup", options={"15.1": True, "15.2": True})
    assert bocage.new_match("roundup", options={"15.1": True, "15.2": False}).game.options == {"15.1": True}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"15.21": True}, r"has no option '15\.21'; there are: 13\.3, 15\.1, 15\.2,"),
        ({15.1: True}, r"has no option 15\.1"),
        ({"15.10": 1}, r"option 15\.10 \(Stiffened Town Defense\) can be false, true; it cannot be 1"),
        ({"15.10": "yes"}, r"can be false, true; it cannot be 'yes'"),
        ({"15.10": None}, r"can be false, true; it cannot be None"),
        ({"13.3": 5}, r"option 13\.3 \(Hitler's Strategy\) can be drawn, chosen, 1, 2, 3, 4; it cannot be 5"),
        ({"13.3": True}, r"it cannot be True"),
        ({"13.3": "random"}, r"it cannot be 'random'"),
        ({"R13": 0}, r"option R13 \(Column movement on turn 1\) can be true, false; it cannot be 0"),
        ({"15.10": [True]}, r"it cannot be \[True\]"),
        (["15.10"], r"options are a table of option and value"),
    ],
)
def test_a_wrong_option_says_what_is_possible(options: Any, message: str) -> None:
    with pytest.raises(bocage.BadInput, match=message):
        bocage.new_match("roundup", options=options)


def test_all_options_that_go_together_can_be_played_together() -> None:
    chosen = {name: True for name in catalogue() if name.startswith("15.") and name != "15.2"}
    chosen |= {"13.3": "chosen", "R13": False, "R17": True, "R23": True, "R27": True, "R30": True, "R35": True}
    match = bocage.new_match("roundup", options=chosen, seed="all")
    assert match.game.options == {name: chosen[name] for name in catalogue() if name in chosen}
    assert choices(match) == ["strategy 1", "strategy 2", "strategy 3", "strategy 4"]


# 13.3 Hitler's strategy


@rule("13.3")
def test_the_strategy_is_drawn_blindly_unless_it_is_chosen_or_fixed() -> None:
    for die in (1, 2, 3, 4):
        match = field("", str(die), at="hitler's strategy")
        assert (match.position.strategy, match.prompt.side) == (die, "allied")
    match = field("", at="hitler's strategy", options={"13.3": "chosen"})
    assert (match.prompt.side, match.prompt.rule) == ("german", "13.3")
    assert choices(match) == ["strategy 1", "strategy 2", "strategy 3", "strategy 4"]
    match.play("strategy 3")
    assert (match.position.strategy, match.prompt.side) == (3, "allied")
    match = field("", at="hitler's strategy", options={"13.3": 2})
    assert match.position.strategy == 2


# R27, R17, R13, R35


@rule("R27")
def test_the_strategy_is_public_unless_it_is_hidden_from_the_allies() -> None:
    """Ruling R27."""
    match = field("", "3", at="hitler's strategy")
    assert match.view("allied")["strategy"] == match.view("german")["strategy"] == 3
    matches = [field("", die, at="hitler's strategy", **on("R27")) for die in ("1", "3")]
    for match, strategy in zip(matches, (1, 3), strict=True):
        assert match.view("german")["strategy"] == strategy
        assert (match.view("allied")["strategy"], match.view(None)["strategy"]) == (None, None)
        assert match.view("allied")["standing"]["german"] is None
        assert [line for line in match.log("allied") if "strategy" in line[2]] == []
        assert len([line for line in match.log("german") if "strategy" in line[2]]) == 1
    # Nothing that the Allies may read differs between the two.
    assert matches[0].view("allied") == matches[1].view("allied")
    assert matches[0].text("allied") == matches[1].text("allied")


@rule("14.2a", "R17")
def test_hex_2301_counts_among_the_german_edge_only_if_the_players_say_so() -> None:
    """Ruling R17: an Allied unit on 2202 has a zone on 2301, and on no hex south of it."""
    place: dict[str, Any] = {"at": "allied combat", "turn": 2, "us_beachheads": "1204"}
    assert field("US-1 2202", **place).view()["standing"]["german"] != "failure"
    assert field("US-1 2202", **place, **on("R17")).view()["standing"]["german"] == "failure"


@rule("10.6", "R13")
def test_allied_column_movement_on_turn_1_can_be_ruled_out() -> None:
    """Ruling R13."""
    place: dict[str, Any] = {"at": "allied movement", "turn": 1, "us_beachheads": "3123"}
    match = field("US-1 3123", **place)
    match.play("pick US-1")
    assert "column 3115" in choices(match)
    match = field("US-1 3123", **place, options={"R13": False})
    match.play("pick US-1")
    assert refused(match, "column 3115") == ("R13", "no Allied column movement on turn 1 (option)")
    assert "move 3117" in choices(match)
    german = german_field("DE-376 3117", at="german movement", options={"R13": False})
    german.play("pick DE-376")
    assert "column 3109" in choices(german)


@rule("10.6", "R40")
def test_nobody_has_to_announce_column_movement_before_the_points_run_out() -> None:
    """Ruling R40."""
    place: dict[str, Any] = {"at": "allied movement", "turn": 2, "us_beachheads": "3123 1719"}
    match = field("US-1 3123; US-2 1719", **place)
    match.play("pick US-1")
    match.play("move 3118")
    assert "move 3113" in choices(match)  # ten hexes of open country on foot
    assert "column 3112" in choices(match)  # and on in column
    match.play("column 3112")
    assert refused(match, "move 3111")[0] == "10.6"
    match.play("pick US-2")
    match.play("move 1718")  # polder
    assert refused(match, "column 2510")[0] == "10.6"


@rule("10.7d", "R35")
def test_airborne_units_stay_fixed_for_a_turn_or_by_option_until_they_are_linked_up() -> None:
    """Ruling R35."""

    def next_turn(beachhead: str, **more: Any) -> Match:
        return bocage.position(
            "roundup", turn=2, at="administration", units="US-82AB 3117", us_beachheads=beachhead,
            dropped="US-82AB", seed="linked", **more,
        )  # fmt: skip

    assert next_turn("").position.dropped == 0
    assert next_turn("", **on("R35")).position.dropped != 0
    assert next_turn("3123", **on("R35")).position.dropped == 0
    # A port that is announced at the start of the turn links them up too.
    dunkirk = bocage.position(
        "roundup", turn=2, at="administration", units="US-82AB 1703", allied_control="1305 1306 1307",
        dropped="US-82AB", seed="linked", **on("R35"),
    )  # fmt: skip
    assert dunkirk.position.dropped != 0
    dunkirk.play("us-port Dunkirk")
    dunkirk.play("end")
    assert dunkirk.position.dropped == 0


# 15.1, 15.2 Operation Bluepoint


@rule("15.1")
def test_the_bluepoint_bonus_rolls_two_dice_for_turn_1_air_support() -> None:
    assert field("", "4", at="air superiority").position.tas_left == 4
    assert field("", "4 5", at="air superiority", **on("15.1")).position.tas_left == 9


@rule("15.2")
def test_bluepoint_can_be_cancelled_before_turn_1_for_want_of_air_support() -> None:
    with pytest.raises(bocage.BadInput, match="no row 'bluepoint'"):
        field("", at="bluepoint")
    for decision, dice, markers in (("keep-bluepoint", "4", 4), ("cancel-bluepoint", "", 0)):
        match = field("US-1 pool", dice, at="bluepoint", us_beachheads="3123", **on("15.2"))
        assert (match.prompt.side, choices(match)) == ("allied", ["keep-bluepoint", "cancel-bluepoint"])
        match.play(decision)
        assert match.position.tas_left == markers
        assert match.position.superiority == "allied"


# 15.3, 15.7 Air drops

SKY: dict[str, Any] = {"turn": 3, "at": "german order", "superiority": "german"}


@rule("15.3", "R29")
def test_german_paratroopers_stay_out_of_the_game_without_the_option() -> None:
    """Ruling R29."""
    units = "DE-1FJ aside; DE-2FJ aside; DE-376 3117"
    match = german_field(units, **SKY)
    match.play("move-first")
    assert match.prompt.step == "movement"
    for changes, step in (
        ({}, "air drop"),
        ({"weather": "Overcast"}, "movement"),
        ({"superiority": "allied"}, "movement"),
        ({"superiority": ""}, "movement"),
    ):
        match = german_field(units, **{**SKY, **changes}, **on("15.3"))
        match.play("move-first")
        assert match.prompt.step == step, changes


@rule("15.3")
def test_german_paratroopers_drop_near_friends_on_clear_hexes_away_from_enemies() -> None:
    match = german_field("DE-1FJ aside; DE-2FJ aside; DE-376 3117; US-1 3120", "2 3", **SKY, **on("15.3"))
    match.play("move-first")
    assert choices(match) == ["drop DE-1FJ", "drop DE-2FJ", "end"]
    match.play("drop DE-1FJ")
    assert refused(match, "place 3119")[1] == "units never drop into an enemy zone of control"
    assert refused(match, "place 2820")[1] == "units drop on clear terrain only, which 2820 is not"  # Samer
    assert "more than five hexes" in refused(match, "place 3111")[1]
    assert refused(match, "place 2923")[1] == "units never drop on a coastal hex"
    match.play("place 3112")
    assert (where(match, "DE-1FJ"), steps(match, "DE-1FJ")) == ("3112", 1)  # a 2 costs a step
    match.play("drop DE-2FJ")
    match.play("place 3113")
    assert (where(match, "DE-2FJ"), steps(match, "DE-2FJ")) == ("3113", 2)  # a 3 does not
    match.play("end")
    assert refused(match, "pick DE-1FJ")[0] == "10.7"
    assert match.position.german_drop_used


@rule("15.3")
def test_german_paratroopers_need_a_friend_in_supply_and_never_advance_on_the_day_of_the_drop() -> None:
    shut = "DE-65 3105; US-2 3104; US-3 3106"  # a German division that is cut off
    match = german_field(f"DE-1FJ aside; DE-2FJ aside; DE-376 3117; {shut}", **SKY, **on("15.3"))
    match.play("move-first")
    match.play("drop DE-1FJ")
    assert "place 3112" in choices(match)
    assert "more than five hexes" in refused(match, "place 3108")[1]
    match = german_field("DE-1FJ 3118; DE-1SS 3218; US-1 3117 reduced", "6", dropped="DE-1FJ", **on("15.3"))
    fight(match, "3117", "DE-1FJ DE-1SS")
    assert choices(match) == ["advance DE-1SS", "end"]
    assert refused(match, "advance DE-1FJ")[0] == "10.7"


@rule("15.3")
def test_german_paratroopers_drop_in_one_turn_of_the_game_only() -> None:
    match = german_field("DE-1FJ aside; DE-2FJ aside; DE-376 3117", "3", **SKY, **on("15.3"))
    match.play("move-first")
    match.play("drop DE-1FJ")
    match.play("place 3112")
    match.play("end")
    assert "drop DE-2FJ" in choices(match)  # in this turn still
    match.position.frames = german_field("", **SKY, **on("15.3")).position.frames  # the German order of a later turn
    match.position.german_drop = -1
    later = Match(match.game, tape=(), start=match.position)
    later.play("move-first")
    assert later.prompt.step == "movement"
    assert refused(later, "drop DE-2FJ") == ("15.3", "the Germans have dropped in an earlier turn")


DROP: dict[str, Any] = {"at": "air drop", "turn": 2, "superiority": "allied", "us_beachheads": "3123"}


@rule("15.7")
def test_allied_drops_are_safe_without_the_option_and_rolled_for_with_it() -> None:
    units = "US-82AB pool; US-1 3118"
    for dice, options, at, left in (
        ("", {}, "3115", 2),
        ("1", on("15.7"), "3115", 1),
        ("2 1", on("15.7"), "3015", 2),
        ("2 6", on("15.7"), "3216", 2),
        ("3", on("15.7"), "3115", 2),
        ("6", on("15.7"), "3115", 2),
    ):
        match = field(units, dice, **DROP, **options)
        match.play("drop US-82AB")
        match.play("place 3115")
        assert (where(match, "US-82AB"), steps(match, "US-82AB")) == (at, left), dice
        assert match.view()["aerial_supply"]["US"] == [at]  # the marker goes with the unit


@rule("15.7", "R42")
def test_a_scattered_unit_lands_only_where_it_could_have_dropped() -> None:
    """Ruling R42: the die runs over the legal hexes only."""
    for number, at in enumerate(("3015", "3016", "3116", "3215", "3216"), 1):  # 3114 is in the zone of 3113
        match = field("US-82AB pool; US-1 3118; DE-376 3113", f"2 {number}", **DROP, **on("15.7"))
        match.play("drop US-82AB")
        match.play("place 3115")
        assert where(match, "US-82AB") == at
    # Divisions stand on four of the five: with one of them the 82nd would be too many.
    full = "; ".join(
        f"US-{n} {at}" for n, at in zip(("2", "3", "5", "9"), ("3015", "3016", "3215", "3216"), strict=True)
    )
    match = field(f"US-82AB pool; US-1 3118; DE-376 3113; {full}", "2 1", **DROP, **on("15.7"))
    match.play("drop US-82AB")
    match.play("place 3115")
    assert where(match, "US-82AB") == "3116"
    match = field(f"US-82AB pool; US-1 3118; DE-376 3113; {full}; US-28 3116", "2", **DROP, **on("15.7"))
    match.play("drop US-82AB")
    match.play("place 3115")
    assert (where(match, "US-82AB"), steps(match, "US-82AB")) == ("3115", 2)  # there is no other: it stays


@rule("15.7")
def test_a_brigade_that_rolls_a_1_is_lost_and_rolls_for_its_return() -> None:
    match = field("UK-P1Para pool; UK-1 3118", "1 5", **DROP | {"uk_beachheads": "3123"}, **on("15.7"))
    match.play("drop UK-P1Para")
    match.play("place 3115")
    assert where(match, "UK-P1Para") == "track"
    assert match.position.returning == {"UK-P1Para": 2 + 3}  # it fell in overland supply: the short table


# 15.8, 15.12, 15.17 Supply, replacements, liberation


@rule("15.8")
def test_special_forces_need_no_supply() -> None:
    for unit, factor in (("US-Rgr", 2), ("US-FSSF", 3), ("UK-1SSF", 2), ("UK-RMCdo", 2)):
        match = field(f"{unit} 3118; DE-376 3117", turn=2)
        assert bocage.forecast(match, "3117").attack == (factor + 1) // 2
        assert bocage.forecast(match, "3117").out_of_supply == (unit,)
        match = field(f"{unit} 3118; DE-376 3117", turn=2, **on("15.8"))
        assert (bocage.forecast(match, "3117").attack, bocage.forecast(match, "3117").out_of_supply) == (factor, ())
    for unit in ("UK-4Bde", "UK-P1Para", "US-1"):  # others do
        match = field(f"{unit} 3118; DE-376 3117", turn=2, **on("15.8"))
        assert bocage.forecast(match, "3117").out_of_supply == (unit,)


@rule("15.8")
def test_special_forces_move_at_full_speed_without_supply_but_not_in_column() -> None:
    for options, points in (({}, "5 MP left"), (on("15.8"), "10 MP left")):
        match = field("US-Rgr 3118", at="allied movement", turn=2, **options)
        match.play("pick US-Rgr")
        assert points in match.prompt.text
        assert "in column" not in match.prompt.text


@rule("15.12")
def test_aggressive_replacements_reach_divisions_in_contact_and_let_them_attack() -> None:
    place: dict[str, Any] = {"at": "allied replacements", "turn": 2, "us_beachheads": "3123"}
    units = "US-1 3118 reduced; US-2 3120 reduced; DE-376 3117"
    match = field(units, **place)
    assert refused(match, "replace US-1")[0] == "8.3"
    match = field(units, **place, **on("15.12"))
    match.play("replace US-1")
    match.play("end")
    match.play("move-first")
    assert refused(match, "pick US-1")[0] == "8.3"  # it still does not move
    match.play("end")
    assert choices(match) == ["attack 3117", "end"]
    match.play("attack 3117")
    assert choices(match) == ["join US-1"]


@rule("15.17")
def test_the_first_allied_unit_in_a_town_is_held_up_by_the_crowd() -> None:
    place: dict[str, Any] = {"at": "allied movement", "turn": 2, "us_beachheads": "2923"}
    match = field("US-1 2821; US-2 2822", **place)
    match.play("pick US-1")
    match.play("move 2820")
    assert "move 2819" in choices(match)
    match = field("US-1 2821; US-2 2822", **place, **on("15.17"))
    match.play("pick US-1")
    match.play("move 2820")
    assert "move 2819" not in choices(match)
    assert refused(match, "pick US-1")[0] == "10.0"
    match.play("pick US-2")  # the town is free now
    match.play("move 2820")
    assert "move 2819" in choices(match)


@rule("15.17")
def test_a_port_holds_up_its_liberators_as_a_town_does() -> None:
    for options, goes_on in (({}, True), (on("15.17"), False)):
        match = field("US-1 2722; US-2 2923", at="allied movement", turn=2, us_beachheads="2923", **options)
        match.play("pick US-1")
        match.play("move 2623")
        assert ("move 2523" in choices(match)) == goes_on


@rule("15.17")
def test_liberation_does_not_hold_up_the_germans() -> None:
    match = german_field("DE-21P 2821", at="german movement", turn=2, allied_control="2820", **on("15.17"))
    match.play("pick DE-21P")
    match.play("move 2820")
    assert "move 2819" in choices(match)


# 15.9, 15.11, 15.19 Arrivals


@rule("15.9")
def test_the_luftwaffe_over_a_beachhead_or_port_stops_arrivals_there() -> None:
    place: dict[str, Any] = {
        "at": "allied reinforcements",
        "turn": 3,
        "us_beachheads": "3123 1204",
        "uk_ports": "1305 1306 1307",
        "allied_control": "1305 1306 1307",
        "superiority": "german",
    }
    units = "US-1 pool; UK-1 pool"
    match = field(units, **place, tas="3122")
    assert "enter 3123" in choices(match)
    match = field(units, **place, tas="3122", **on("15.9"))
    assert refused(match, "enter 3123") == ("15.9", "the Luftwaffe stops arrivals at 3123 this turn")
    assert "enter 1204" in choices(match)
    assert "enter 1306" in choices(match)
    match = field(units, **place, tas="1308", **on("15.9"))  # over one hex of Dunkirk
    assert [refused(match, f"enter {label}")[0] for label in ("1305", "1306", "1307")] == ["15.9"] * 3
    match = field(units, **{**place, "superiority": "allied"}, tas="3122", **on("15.9"))
    assert "enter 3123" in choices(match)  # one's own planes


@rule("15.11")
def test_depots_save_unused_replacement_steps_up_to_two_for_each_nation() -> None:
    place: dict[str, Any] = {"at": "allied replacements", "turn": 3, "us_beachheads": "3123"}
    units = "US-1 3120 reduced; US-2 3121 reduced; US-3 3119 reduced; US-5 3118 reduced"
    match = field(units, **place)
    match.play("end")
    assert match.position.depots == {}
    match = field(units, **place, **on("15.11"))
    match.play("end")
    assert match.position.depots == {"US": 1, "UK": 1}
    match = field(units, **place, depots={"US": 2, "UK": 1}, **on("15.11"))
    match.play("replace US-1")
    match.play("replace US-2")
    match.play("replace US-3")
    assert refused(match, "replace US-5") == ("8.3", "this nation has no replacement step left this turn")
    match.play("end")
    assert match.position.depots == {"US": 0, "UK": 2}
    match = field(units, **place, depots={"US": 2, "UK": 2}, **on("15.11"))
    match.play("end")
    assert match.position.depots == {"US": 2, "UK": 2}


@rule("15.19")
def test_supplied_german_divisions_leave_a_kampfgruppe_point_when_they_die() -> None:
    attack = "US-1A 3118; US-2A 3218"
    for units, turn, options, points in (
        (f"{attack}; DE-712 3117 reduced", 1, {}, 0),
        (f"{attack}; DE-712 3117 reduced", 1, on("15.19"), 1),
        (f"{attack}; DE-712 3117 reduced", 2, on("15.19"), 1),
        (f"{attack}; US-1 3116; DE-712 3117 reduced", 2, on("15.19"), 0),  # cut off
        (f"{attack}; US-3A 3217; DE-s504 3117", 1, on("15.19"), 0),  # no division
    ):
        match = field(units, "3", turn=turn, us_beachheads="3123", **options)
        fight(match, "3117", " ".join(unit.split()[0] for unit in units.split("; ") if "3117" not in unit))
        assert fought(match).result in ("DS", "DSR")
        assert match.position.kampfgruppe_points == points


@rule("15.19")
def test_two_points_bring_one_lost_mechanized_division_back_reduced_once_a_turn() -> None:
    with pytest.raises(bocage.BadInput, match="no row 'kampfgruppe'"):
        german_field("", at="kampfgruppe")
    place: dict[str, Any] = {"at": "kampfgruppe", "turn": 3}
    lost = "DE-21P dead; DE-376 dead; DE-25P dead; DE-16P italy_cup"
    match = bocage.position("roundup", units=lost, **place, kampfgruppe_points=5, **on("15.19"))
    assert {"rebuild DE-21P", "rebuild DE-25P", "end"} <= set(choices(match))
    assert refused(match, "rebuild DE-376")[1] == "DE-376 is not an eliminated mechanized German division"
    assert refused(match, "rebuild DE-16P")[0] == "15.19"
    match.play("rebuild DE-21P")
    match.play("place 4210")
    match.play("end")
    assert (where(match, "DE-21P"), steps(match, "DE-21P"), match.position.kampfgruppe_points) == ("4210", 1, 3)
    assert match.position.turn == 4  # nothing more this turn, although points are left
    poor = bocage.position("roundup", units=lost, seed="poor", **place, kampfgruppe_points=1, **on("15.19"))
    assert (poor.position.turn, poor.position.kampfgruppe_points) == (4, 1)  # one point buys nothing
