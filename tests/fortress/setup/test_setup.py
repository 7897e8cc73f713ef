"""Setting up: the German districts, cities, beaches and hidden units; the Allied bases; every kind of start."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.engine.errors import BadInput
from bocage.games.fortress.data import rows
from bocage.games.fortress.rules.combat import odds
from tests.cases import rule
from tests.fortress.playing import game, look, play, position, refused
from tests.fortress.setup.opening import begun, listed, marked, pick, put, set_up, where

UNITS = {row["id"]: row for row in rows("units.csv")}
STARTERS = {name for name, row in UNITS.items() if row["side"] == "german" and row["start"]}
DISTRICTS = ("NL", "15", "7", "1", "19")


@rule("3.3", "2.2")
def test_germans_set_up_first_with_all_units_of_the_display() -> None:
    match = begun()
    assert (match.prompt.side, match.prompt.rule) == ("german", "3.3")
    fixed = {"GE-34-Inf", "GE-42-Jag", "GE-6-FJ", "GE-157-Trn", "GE-325-Sec", "GE-Blaskowitz"}
    assert {name for name in UNITS if UNITS[name]["entry"] != "overstrength" and where(match, name) == "hand"} == (
        STARTERS - fixed
    )
    assert len(STARTERS) == 78
    assert match.position.allied_control == 0


@rule("3.3", "9.3")
def test_units_of_named_cities_stand_there_and_stay() -> None:
    match = begun()
    assert (where(match, "GE-34-Inf"), where(match, "GE-42-Jag")) == ("X29", "Y34")
    assert (where(match, "GE-325-Sec"), where(match, "GE-6-FJ")) == ("R11", "U8")
    assert refused(match, "pick GE-325-Sec") == "3.3"


@rule("2.2", "3.3")
def test_the_example_of_set_up_coordinates() -> None:  # T29
    match = begun()
    pick(match, "GE-85-Inf")
    district = set(match.game.board.names(match.game.data.districts["15"]))  # type: ignore[attr-defined]
    assert listed(match, "place") <= district
    assert "U6" in listed(match, "place")
    assert refused(match, "place M6") == "3.3"
    assert refused(match, "pick GE-340-VG") == "2.2"
    arrival = next(row for row in rows("schedule.csv") if row["unit"] == "GE-340-VG")
    assert next(row["name"] for row in rows("turns.csv") if row["turn"] == arrival["turn"]) == "December I"


@rule("3.3", "22.1")
def test_coastal_units_are_set_up_on_beaches_of_their_district() -> None:
    match = pick(begun(), "GE-716-Co")
    beaches = set(match.game.board.names(match.game.data.beaches))  # type: ignore[attr-defined]
    assert listed(match, "place") <= beaches
    assert refused(match, "place M6") == "22.1"  # Caen, an inland port
    assert refused(match, "place G7") == "22.1"
    assert refused(match, "place P4") == "3.3"  # a beach of the 15th
    put(match, "GE-716-Co", "M5")
    assert where(match, "GE-716-Co") == "M5"


@rule("3.3", "8.4", "6.1")
def test_free_units_go_anywhere_that_holds_them() -> None:
    match = pick(begun(), "GE-12SS-Pz")
    assert {"M6", "JJ8", "X29", "A19", "GG3", "R11"} <= listed(match, "place")
    assert refused(match, "place T4") == "3.3"  # the sea
    alpine = match.game.board.names(match.game.data.terrain["alpine"])[0]  # type: ignore[attr-defined]
    assert refused(match, f"place {alpine}") == "8.4"
    for unit in ("GE-12SS-Pz", "GE-1SS-Pz", "GE-2SS-Pz"):
        put(match, unit, "N8")
    pick(match, "GE-17SS-PG")
    assert refused(match, "place N8") == "6.1"
    put(match, "GE-11-Flak", "N8")  # stacks free
    assert where(match, "GE-11-Flak") == "N8"


@rule("3.3", "9.1", "9.2", "9.3", "9.4")
def test_who_is_frozen_at_the_start() -> None:  # T122, the status
    match = set_up()
    frozen = marked(match, "frozen")
    assert frozen == {name for name in STARTERS if UNITS[name]["start"] in DISTRICTS}
    assert {"GE-30-Mob", "GE-275-Inf", "GE-136-HQT", "GE-Salmuth"} <= frozen
    assert not frozen & {"GE-34-Inf", "GE-42-Jag", "GE-12SS-Pz", "GE-Rommel", "GE-325-Sec"}
    assert marked(match, "of_italy") == {"GE-34-Inf", "GE-42-Jag"}


@rule("9.4", "3.3", "R58")
def test_nine_named_units_may_be_hidden() -> None:
    match = set_up()
    nine = {name for name in STARTERS if UNITS[name]["hidden"]}
    assert len(nine) == 9
    assert marked(match, "hidden") == nine
    match = begun()
    assert refused(match, "hide GE-12SS-Pz") == "3.3"  # not on the map yet
    put(match, "GE-12SS-Pz", "N7")
    put(match, "GE-21-Pz", "M6")
    assert refused(match, "hide GE-21-Pz") == "9.4"
    play(match, "hide GE-12SS-Pz")
    assert refused(match, "hide GE-12SS-Pz") == "3.3"
    assert refused(match, "end") == "3.3"
    assert refused(match, "show GE-21-Pz") == "3.3"
    play(match, "show GE-12SS-Pz")
    assert marked(match, "hidden") == set()


@rule("3.3")
def test_the_suggested_set_up_completes_what_the_player_has_begun() -> None:
    match = begun()
    put(match, "GE-21-Pz", "L5")
    put(match, "GE-352-Inf", "M7")
    play(match, "suggested")
    assert (where(match, "GE-21-Pz"), where(match, "GE-352-Inf")) == ("L5", "M7")
    printed = {row["unit"]: row["hex"] for row in rows("suggested_setup.csv")}
    assert all(where(match, name) == at for name, at in printed.items() if name not in ("GE-21-Pz", "GE-352-Inf"))
    assert match.prompt.side == "german"  # it can still be changed
    play(match, "end")
    assert match.prompt.side == "allied"
    assert match.undoable == []  # the Allies have seen the map


@rule("31.8", "6.1")
def test_free_boxes_are_filled_as_often_as_there_are_and_where_there_is_room() -> None:
    match = begun(**{"31.8": True})
    free = sum(UNITS[name]["start"] == "free" for name in STARTERS)
    infantry = sorted(name for name in STARTERS if UNITS[name]["type"] == "infantry")[: free + 1]
    for number, unit in enumerate(infantry[:free]):
        put(match, unit, f"N{8 + number // 3}", "free")
    assert refused(pick(match, infantry[free]), "free P9") == "31.8"
    match = begun(**{"31.8": True})
    for unit in infantry[:3]:
        put(match, unit, "N8", "free")
    assert refused(pick(match, infantry[3]), "free N8") == "6.1"


@rule("31.8", "9.4")
def test_whoever_is_set_up_again_is_not_hidden_any_more() -> None:
    match = begun(**{"31.8": True})
    put(match, "GE-9-Pz", "R12", "free")
    play(match, "hide GE-9-Pz")
    put(match, "GE-9-Pz", "GG4")  # a box of the Netherlands hides nobody
    assert marked(match, "hidden") == set()


@rule("31.8", "9.1")
def test_any_unit_may_take_any_box_but_the_boxes_stay_as_many() -> None:  # T43
    match = begun(**{"31.8": True})
    armor = ["GE-2-Pz", "GE-116-Pz", "GE-21-Pz", "GE-11-Pz", "GE-9-Pz"]
    for unit, at in zip(armor, ("GG4", "GG4", "GG4", "FF5", "FF5"), strict=True):
        put(match, unit, at)
    assert set(armor) == marked(match, "frozen")
    pick(match, "GE-19-Pz")
    assert refused(match, "place FF5") == "31.8"  # there are five boxes in the Netherlands
    play(match, "free FF5")
    assert "GE-19-Pz" not in marked(match, "frozen")
    put(match, "GE-91-Inf", "X29")
    assert marked(match, "of_italy") == {"GE-91-Inf"}
    assert "GE-91-Inf" not in marked(match, "frozen")
    assert refused(pick(match, "GE-709-Co"), "place G7") == "22.1"  # still on a beach
    play(match, "suggested", "end")
    assert match.prompt.side == "allied"
    assert len(marked(match, "frozen")) == 60


@rule("31.8", "9.4")
def test_with_any_box_seven_free_units_and_one_of_two_districts_are_hidden() -> None:
    match = begun(**{"31.8": True})
    for unit, at in (("GE-2-Pz", "U8"), ("GE-116-Pz", "U9"), ("GE-84-Inf", "U9"), ("GE-85-Inf", "GG4")):
        put(match, unit, at)
    put(match, "GE-9-Pz", "R12", "free")
    assert refused(match, "hide GE-2-Pz") == "31.8"  # the box of Amiens
    assert refused(match, "hide GE-85-Inf") == "31.8"  # the Netherlands hide nobody
    play(match, "hide GE-9-Pz", "hide GE-116-Pz")
    assert refused(match, "hide GE-84-Inf") == "31.8"  # one of the 15th
    assert marked(match, "hidden") == {"GE-9-Pz", "GE-116-Pz"}


@rule("31.5", "R117")
def test_coastal_units_may_start_on_jersey() -> None:
    assert refused(pick(begun(), "GE-319-Co"), "place I4") == "3.3"
    match = put(begun(**{"31.5": True}), "GE-319-Co", "I4")
    assert where(match, "GE-319-Co") == "I4"
    assert refused(pick(match, "GE-346-Co"), "place I4") == "3.3"  # of the 15th


@rule("31.11", "6.1")
def test_flooded_areas_that_are_not_under_water_hold_as_much_as_clear_ground() -> None:  # T112, its set-up
    match = begun(**{"31.11": True})
    for unit in ("GE-719-Co", "GE-347-Co", "GE-165-Trn"):
        put(match, unit, "CC4")
    assert where(match, "GE-165-Trn") == "CC4"
    match = put(begun(), "GE-719-Co", "CC4")
    assert refused(pick(match, "GE-347-Co"), "place CC4") == "6.1"


# Allies


@rule("12.4", "12.13")
def test_allied_units_wait_in_england_or_africa() -> None:
    match = set_up()
    assert match.prompt.side == "allied"
    assert where(match, "US-3-Inf") == "schedule"
    assert where(match, "US-1-Inf") == "england"
    play(match, "send US-1-Inf")
    assert where(match, "US-1-Inf") == "africa"
    play(match, "send US-1-Inf")
    assert where(match, "US-1-Inf") == "england"
    assert refused(match, "send US-3-Inf") == "26.3"
    assert refused(match, "send BR-Naval-1") == "19.3"
    assert match.position.units[match.game.unit_numbers["BR-79-Arm"]].steps == 1


def steps(match: Match, unit: str) -> int:
    return match.position.units[match.game.unit_numbers[unit]].steps


@rule("27.12", "R55")
def test_up_to_three_overstrength_divisions_are_paid_for_by_others() -> None:
    match = set_up()
    assert refused(match, "reduce US-2-Inf") == "27.12"  # nothing is owed yet
    assert refused(match, "restore US-1-Inf") == "27.12"
    play(match, "strengthen US-1-Inf")
    assert refused(match, "strengthen US-1-Inf") == "27.12"
    assert (steps(match, "US-1-Inf"), look(match).strength(match.game.unit_numbers["US-1-Inf"])) == (3, 8)
    assert refused(match, "end") == "27.12"
    assert refused(match, "reduce US-1-Inf") == "27.12"
    play(match, "reduce US-2-Inf", "strengthen US-4-Inf", "strengthen US-5-Inf")
    assert refused(match, "strengthen US-8-Inf") == "27.12"
    assert refused(match, "strengthen BR-3-Inf") == "27.12"
    play(match, "restore US-5-Inf", "reduce US-9-Inf")
    assert match.position.overstrength_left == 4
    play(match, "end")
    assert match.position.turn == 1
    assert (steps(match, "US-2-Inf"), steps(match, "US-9-Inf"), steps(match, "US-5-Inf")) == (1, 1, 2)


@rule("31.16", "R122", "27.11")
def test_the_79th_may_begin_whole_for_two_reduced_armoured_divisions() -> None:
    match = set_up(**{"31.16": True})
    assert refused(match, "split") == "27.11"
    play(match, "fill BR-79-Arm")
    assert refused(match, "end") == "31.16"
    play(match, "reduce BR-7-Arm", "reduce BR-11-Arm")
    assert refused(match, "reduce BR-Gds-Arm") == "27.12"
    play(match, "split")
    assert where(match, "BR-1RE-79") == "england"
    assert where(match, "BR-79-Arm") == "stock"
    assert refused(match, "split") == "27.11"
    play(match, "end")
    assert refused(set_up(), "fill BR-79-Arm") == "12.4"


# Numbers and scenarios


@rule("16.1", "14.4")
def test_the_garrisons_of_the_article_are_doubled_once() -> None:  # T33
    match = position(
        "allied first combat",
        "GE-84-Inf R5; GE-331-Inf R5; GE-271-Inf R5; GE-5-FJ H5; GE-352-Inf H5; GE-353-Inf H5; "
        "US-1-Inf R6; US-2-Inf I6",
    )
    node = match.game.board.index
    for hexagon, attackers, factors in (("R5", "R6", 22), ("H5", "I6", 26)):
        assert odds.defence(look(match), node[hexagon], 1 << node[attackers]) == factors


@rule("31.6", "31.12", "33.3.4", "32")
@pytest.mark.parametrize(
    ("scenario", "option"),
    [("bulge", "31.5"), ("invasion", "32"), ("west_wall", "32"), ("campaign", "33.3.4"), ("invasion", "31.12"),
     ("bulge", "31.16"), ("campaign", "31.18"), ("berlin", "17.1(adv)"), ("bulge", "31.17")],
)  # fmt: skip
def test_options_go_with_their_scenarios(scenario: str, option: str) -> None:
    value = 4 if option == "31.17" else True
    with pytest.raises(BadInput, match="goes with the scenario"):
        game(scenario, **{option: value})


@rule("31.17")
def test_the_extended_game_lasts_four_or_eight_turns_longer() -> None:  # T118, the last turns
    names = {row["turn"]: row["name"] for row in rows("turns.csv")}
    ends = {turns: names[str(game("campaign", **{"31.17": turns}).rules.last_turn)] for turns in (0, 4, 8)}
    assert ends == {0: "March I", 4: "April I", 8: "May I"}


# Counters


@rule("2.5", "2.5.A", "2.5.B")
def test_types_are_armored_or_not() -> None:
    armored = {"armor", "mech", "cavalry", "assault_gun", "engineer"}
    made = game()
    for unit, counter in enumerate(made.counters):
        assert bool(made.armored_units >> unit & 1) is (counter.type in armored), counter.id


@rule("2.6", "2.7", "2.8")
def test_the_side_that_is_up_says_what_a_unit_is_worth() -> None:
    match = position("bridge attacks", "US-1-Inf L5; GE-21-Pz M6 reduced; GE-716-Co M5", missions={"bridges": (1, 0)})
    found, numbers = look(match), match.game.unit_numbers
    worth = {
        name: (found.strength(numbers[name]), found.pace(numbers[name]))
        for name in ("US-1-Inf", "GE-21-Pz", "GE-716-Co")
    }
    assert worth == {"US-1-Inf": (6, 4), "GE-21-Pz": (4, 6), "GE-716-Co": (4, 0)}


@rule("2.4", "31.4")
def test_size_matters_only_where_battalions_stack_free() -> None:
    tiger = game().unit_numbers["GE-101SS-Tig"]
    assert not game().free_stackers >> tiger & 1
    assert game("campaign", **{"31.4": True}).free_stackers >> tiger & 1


# The first turn


@rule("3.4", "3.5", "3.6", "3.7", "3.8")
def test_the_first_turn_goes_from_the_set_up_to_the_landing_and_its_combat() -> None:
    match = play(set_up(), "end")
    assert match.position.weather == "Clear"
    assert (match.prompt.side, match.prompt.step) == ("allied", "allied allocation")
    rows_of_turn = [row.name for row in match.game.rules.sequence["turn"]]
    order = ["weather", "allied allocation", "german allocation", "invasion", "bridge attacks", "allied drop"]
    order += ["landing", "ships", "ground support", "hidden units", "allied first combat"]
    assert [name for name in rows_of_turn if name in order] == order


@rule("33.1", "33.1.1", "33.2", "33.2.1", "33.1.2", "33.2.2")
def test_the_summer_scenarios_begin_like_the_campaign() -> None:
    first = game().first_position()
    for scenario, last in (("invasion", 7), ("west_wall", 12)):
        other = game(scenario)
        assert other.first_position() == first
        assert other.rules.last_turn == last


@rule("31.7", "R119", "12.16")
def test_decoys_block_no_port_whatever_lies_under_them() -> None:  # T109
    marks = {"N5": 1, "M7": 1}
    units = "GE-21-Pz M6; GE-12SS-Pz M7 hidden"
    fields = {"turn": 1, "options": {"31.7": True}, "markers": marks}
    for more, blanks in (("; GE-30-Mob N5 hidden", {}), ("", {"N5": 1})):
        match = position("invasion", units + more, blanks=blanks, **fields)  # type: ignore[arg-type]
        assert refused(match, "beach M6") == ""
    seen = position("invasion", f"{units}; GE-30-Mob N5", markers={"M7": 1}, turn=1)
    assert refused(seen, "beach M6") == "12.16"
