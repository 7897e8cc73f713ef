"""Chapters 9 and 10: the order of phases, movement points, terrain, air, column movement, heavy panzers."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import bocage
from bocage.games.roundup.data import load
from bocage.games.roundup.game import Roundup
from bocage.games.roundup.rules.in_force import Rules
from bocage.games.roundup.rules.options import EDITS
from bocage.table.faces import face_class
from tests.cases import rule
from tests.roundup.hands import listed, play, points, where

GAME = bocage.make_game("roundup", "campaign", {})
EDGES = " ".join(GAME.board.names(GAME.german_edges))
NO_CUPS = "; ".join(
    f"{counter.id} dead" for counter in GAME.counters if counter.side == "german" and not counter.start_hex
)
# 3111 to 3122 is open country: clear hexes without a river, with clear hexes above and below.


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 3, "us_beachheads": "3123", **more})


def walked(match: Any) -> tuple[list[str], int]:
    """The path and the price of the last leg, as the log tells them."""
    sentence = match.log()[-1][2]
    found = re.search(r"moves ([\d-]+) \((\d+) MP\)", sentence)
    assert found, sentence
    return found[1].split("-"), int(found[2])


def adjacent(a: str, b: str) -> bool:
    return GAME.board.index[b] in GAME.board.neighbours[GAME.board.index[a]]


# 9: move/combat or combat/move


@rule("9.0")
def test_each_player_says_whether_he_moves_or_fights_first() -> None:
    for side, row, other in (("allied", "allied order", "german"), ("german", "german order", "allied")):
        for verb, steps in (("move-first", ["movement", "combat"]), ("combat-first", ["combat", "movement"])):
            m = at(row, "US-1 3115; DE-376 3116")
            assert m.prompt.side == side
            assert {str(action) for action in m.prompt.actions} == {"move-first", "combat-first"}
            m.play(verb)
            seen = [m.prompt.step]
            m.play("end")
            seen.append(m.prompt.step)
            assert seen == steps, other


@rule("9.1")
def test_on_turn_1_the_allies_must_move_first_and_the_germans_need_not() -> None:
    m = at("allied order", turn=1, uk_beachheads="3223", units="US-1 pool")
    assert (m.prompt.step, m.game.phase(m.position)) == ("landing", "landing")
    assert [text for _, case, text in m.log() if case == "9.1"] == ["The Allies must take move/combat."]
    refusal = m.why_not("combat-first")
    assert refusal.rule == "9.1"
    assert "turn 1" in refusal.why
    later = at("allied order", turn=2, units="US-1 3115; DE-376 3116")
    assert later.why_not("combat-first") is None
    german = at("german order", turn=1, units="US-1 3115; DE-376 3116")
    assert german.why_not("combat-first") is None


def test_once_the_order_is_chosen_it_holds_for_all_units() -> None:
    m = play(at("allied order", "US-1 3115; US-2 3117; DE-376 3116"), "move-first", "pick US-1")
    refusal = m.why_not("combat-first")
    assert refusal.rule == "3.3"
    assert "all units" in refusal.why


# 10.0: basics


@rule("10.0")
def test_units_go_hex_by_hex_in_any_direction_until_their_points_are_spent() -> None:
    m = play(at("allied movement", "US-1 3115; US-2 3112"), "pick US-1", "move 3118")
    path, price = walked(m)
    assert price == 3
    assert (path[0], path[-1], len(path)) == ("3115", "3118", 4)
    assert all(adjacent(here, there) for here, there in pairwise(path))
    m.play("move 3115")  # and back again: any combination of directions
    assert walked(m)[1] == 3
    m.play("move 3019")
    assert points(m)[0] == 0
    assert not listed(m, "move")
    assert listed(m, "pick") == {"US-2"}
    assert m.why_not("end") is None  # US-2 need not move at all
    m.play("end")
    assert where(m, "US-2") == "3112"


@rule("10.0")
def test_a_move_ends_in_the_first_hex_of_an_enemy_zone() -> None:
    m = play(at("german movement", "DE-712 3115; DE-376 3111; US-1 3118"), "pick DE-712")
    assert "3018" in listed(m, "move")  # in the zone, three hexes away
    assert "3019" not in listed(m, "move")  # one more, for a fourth point, but only through the zone
    refusal = m.why_not("move 3019")
    assert (refusal.rule, "stop" in refusal.why) == ("3.2.1", True)
    m.play("move 3117")
    assert m.prompt.text == "Choose a unit to move, or end the movement phase."
    refusal = m.why_not("pick DE-712")
    assert (refusal.rule, "entered an enemy zone" in refusal.why) == ("10.0", True)
    assert listed(m, "pick") == {"DE-376"}


@rule("10.0a")
def test_points_are_neither_saved_nor_lent_and_only_the_phasing_side_moves() -> None:
    m = at("allied movement", f"{NO_CUPS}; US-1 3115; US-3 3112; DE-376 3119", dice="6")
    assert listed(m, "pick") == {"US-1", "US-3"}
    refusal = m.why_not("pick DE-376")
    assert (refusal.rule, "side whose phase" in refusal.why) == ("10.0", True)
    play(m, "pick US-1", "move 3114", "pick US-3")
    assert m.why_not("pick US-1").rule == "10.0"  # nothing is kept for later in the phase
    assert points(m)[0] == 10  # nor handed on to another unit
    play(m, "end", "move-first")
    assert listed(m, "pick") == {"DE-376"}
    m.play("end")
    assert (m.position.turn, m.position.weather) == (4, "Storm")
    play(m, "end", "move-first", "pick US-1")
    assert points(m)[0] == 8  # this turn's points, not a point more


@rule("10.0a")
def test_nobody_enters_a_hex_with_an_enemy_or_a_hex_without_a_number() -> None:
    m = play(at("allied movement", "US-1 3115; DE-376 3117"), "pick US-1")
    assert "3117" not in listed(m, "move") | listed(m, "column")
    refusal = m.why_not("move 3117")
    assert (refusal.rule, "enemy holds" in refusal.why) == ("10.0", True)
    for sea in ("3125", "1208", "0901"):
        with pytest.raises(bocage.BadInput, match=f"no hex '{sea}'"):
            m.why_not(f"move {sea}")


@rule("10.0b")
def test_a_full_hex_is_passed_freely_but_not_kept_at_the_end_of_the_phase() -> None:
    units = "US-1 3115; US-2 3116; US-Rgr 3116; UK-1 3117; DE-376 3101"
    m = play(at("allied movement", units), "pick US-1", "move 3118")
    path, price = walked(m)
    assert (path, price) == (["3115", "3116", "3117", "3118"], 3)  # straight through a full hex and a British one
    m.play("end")
    assert m.prompt.step != "overstacked"
    m = play(at("allied movement", units), "pick US-1", "move 3116")
    assert any("3116 is overstacked" in warning for warning in m.prompt.warnings)
    m.play("move 3115")  # leaving it is free as well
    assert m.prompt.warnings == []
    play(m, "move 3116", "end")
    assert (m.game.phase(m.position), m.prompt.step) == ("allied movement stacking", "overstacked")
    assert listed(m, "eliminate") == {"US-1", "US-2"}


def test_an_overfull_hex_loses_as_few_units_as_possible() -> None:
    m = at("allied movement stacking", "US-1 3115; UK-1 3115; UK-4Bde 3115")
    # The British stack is legal by itself, so the American division alone has to go, and it goes without a question.
    assert where(m, "US-1") == "dead"
    m = at("allied movement stacking", "US-1 3115; UK-1 3115")
    assert listed(m, "eliminate") == {"US-1", "UK-1"}
    m = at("german movement stacking", "DE-376 3115; DE-s504 3115; DE-s503 3115")
    assert listed(m, "eliminate") == {"DE-376", "DE-s504", "DE-s503"}
    m = at("german movement stacking", "DE-376 3115; DE-44 3115; DE-s503 3115")
    assert listed(m, "eliminate") == {"DE-376", "DE-44"}
    assert m.why_not("eliminate DE-s503").rule == "3.1"


def test_each_hex_on_the_way_changes_hands() -> None:
    m = play(at("allied movement", "US-1 3115"), "pick US-1", "move 3118")
    assert m.view()["allied_control"] == ["3115", "3116", "3117", "3118"]
    m = at("german movement", "DE-16P 3119", allied_control="3115 3116 3117 3118 3120")
    play(m, "pick DE-16P", "move 3116")
    assert m.view()["allied_control"] == ["3115", "3120"]


def test_a_german_who_only_passes_a_beachhead_destroys_it() -> None:
    m = at("german movement", "DE-16P 3024", us_beachheads="3123 1204", uk_beachheads="3223", allied_control="3123")
    play(m, "pick DE-16P", "move 3123", "move 3122")
    assert where(m, "DE-16P") == "3122"
    assert m.view()["beachheads"] == {"US": ["1204"], "UK": ["3223"]}
    assert m.view()["beachheads_lost"] == 1
    assert m.view()["allied_control"] == []
    assert any(case == "4.4" and "3123" in text for _, case, text in m.log())


# 10.0: stacks on the move


@rule("10.0")
def test_a_stack_moves_together_at_the_pace_of_its_slowest_unit() -> None:
    m = play(at("german movement", "DE-376 3112; DE-s504 3112"), "pick DE-s504")
    assert points(m) == (10, 20)
    m.play("join DE-376")
    assert points(m) == (6, 12)
    m.play("move 3118")
    assert (where(m, "DE-376"), where(m, "DE-s504")) == ("3118", "3118")
    assert points(m) == (0, 6)
    m.play("column 3121")
    assert {where(m, "DE-376"), where(m, "DE-s504")} == {"3121"}
    assert not listed(m, "pick")


def test_a_stack_keeps_out_of_what_one_of_its_units_may_not_enter() -> None:
    m = play(at("german movement", "DE-376 1602; DE-s504 1602"), "pick DE-376")
    assert "1604" in listed(m, "move")
    m.play("join DE-s504")
    assert "1604" not in listed(m, "move")
    assert m.why_not("move 1604").rule == "10.9"


def test_only_units_of_one_hex_that_have_not_set_out_join() -> None:
    units = "US-1 3115; US-Rgr 3115; US-2 3114; US-FSSF 3116; US-3 3113"
    m = play(at("allied movement", units), "pick US-1")
    assert listed(m, "join") == {"US-Rgr"}
    assert m.why_not("join US-2").rule == "10.0"
    m.play("move 3116")
    assert not listed(m, "join")
    refusal = m.why_not("join US-FSSF")
    assert (refusal.rule, "set out" in refusal.why) == ("10.0", True)
    assert m.why_not("join US-Rgr").rule == "10.0"


def test_without_supply_for_one_of_them_a_stack_is_slow() -> None:
    # The aerial marker lies on the hex; only the British are without supply. US and UK share a hex in passing only.
    m = at("allied movement", "UK-1 3115; UK-4Bde 3115", us_beachheads="", uk_aerial="3115")
    play(m, "pick UK-1", "join UK-4Bde")
    assert points(m) == (10, 0)
    m = play(at("allied movement", "UK-1 3115; UK-4Bde 3115"), "pick UK-1", "join UK-4Bde")
    assert points(m) == (5, 0)


def test_a_leg_may_bend_where_the_player_wants_it_to() -> None:
    m = play(at("allied movement", "US-1 3115"), "pick US-1", "move 3015", "move 3013")
    assert walked(m)[0][0] == "3015"
    m.play("move 3113")
    assert where(m, "US-1") == "3113"
    assert "3015" in m.view()["allied_control"]
    assert points(m)[0] == 10 - 1 - 2 - 1


# 10.1: allowances


@rule("10.1")
def test_allies_have_six_points_on_turn_1_and_ten_later_and_germans_what_their_class_has() -> None:
    for turn, allied in ((1, 6), (2, 10), (5, 10), (10, 10)):
        units = "US-1 3115; US-2A 3116; UK-10Cdo 3117; US-82AB 3118"
        for name in ("US-1", "US-2A", "UK-10Cdo", "US-82AB"):
            m = at("allied movement", units, turn=turn, uk_beachheads="3223")
            assert points(play(m, f"pick {name}"))[0] == allied, (name, turn)
        for name, mp in (("DE-16P", 10), ("DE-715", 10), ("DE-s504", 10), ("DE-376", 6), ("DE-712", 4)):
            m = at("german movement", f"{name} 3115", turn=turn)
            assert points(play(m, f"pick {name}"))[0] == mp, (name, turn)


# 10.2: terrain


@pytest.mark.parametrize(
    ("start", "end", "price"),
    [
        ("3115", "3116", 1),  # clear
        ("3203", "3204", 1),  # Lillers, a town
        ("2624", "2523", 1),  # Boulogne, a port
        ("3313", "3414", 2),  # forest
        ("1506", "1507", 3),  # polder to polder
        ("3309", "3310", 2),  # over the Lys into clear
        ("1301", "1401", 4),  # over the Basse-Colme canal into polder
        ("1401", "1301", 4),  # and back
        ("1401", "1501", 1),  # out of polder into a town: what counts is the hex entered
    ],
)
@rule("10.2")
def test_a_hex_costs_what_the_chart_says_and_water_one_more(start: str, end: str, price: int) -> None:
    m = play(at("allied movement", f"US-1 {start}", us_beachheads=start), "pick US-1", f"move {end}")
    assert walked(m) == ([start, end], price)


@rule("10.2")
def test_an_option_may_change_what_a_terrain_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves and the chart read the rules in force, and a match beside it without the option pays what is printed."""

    def deep(rules: Rules, data: Any, value: Any) -> Rules:
        return msgspec.structs.replace(rules, terrain_mp={**rules.terrain_mp, "polder": 5})

    monkeypatch.setitem(EDITS, "15.5", deep)
    printed = load()  # a copy of its own: compiled games are shared by all matches of the same data and options
    for options, price in (({"15.5": True}, 5), ({}, 3)):
        game = Roundup("campaign", options, printed)
        start, end = game.board.index["1506"], game.board.index["1507"]
        assert [game.costs[heavy].of(start, end) for heavy in (False, True)] == [price, None]
        (chart,) = [chart for chart in face_class("roundup")(game).box().charts if chart.id == "tec"]
        (polder,) = [row for row in chart.rows if row[0] == "polder"]
        assert polder[chart.columns.index("MP")] == str(price)


@rule("10.2")
def test_polder_shuts_out_columns_and_heavy_panzers() -> None:
    m = play(at("german movement", "DE-715 1602; DE-s504 1702"), "pick DE-715")
    assert "1604" in listed(m, "move")
    refusal = m.why_not("column 1604")
    assert (refusal.rule, "polder" in refusal.why) == ("10.6", True)
    m.play("pick DE-s504")
    assert "1604" not in listed(m, "move") | listed(m, "column")
    assert m.why_not("move 1604").rule == "10.9"


@rule("10.3")
def test_a_unit_that_cannot_pay_for_a_hex_does_not_enter_it() -> None:
    m = play(at("german movement", "DE-712 1506"), "pick DE-712", "move 1507")
    assert points(m)[0] == 1  # of four; the next polder hex costs three
    refusal = m.why_not("move 1607")
    assert refusal.rule == "10.3"
    assert "would cost 3 MP and 1 are left" in refusal.why
    assert not listed(m, "move")
    # Not even a first hex: a static division in a storm has two points, and polder costs three.
    m = play(at("german movement", "DE-712 1506", weather="Storm"), "pick DE-712")
    assert points(m)[0] == 2
    assert not listed(m, "move")
    assert m.why_not("move 1507").rule == "10.3"
    assert m.prompt.step == "movement"  # and the player is not pushed on because of that


@rule("10.4")
def test_a_storm_takes_two_points_from_everybody() -> None:
    for name, row, mp in (
        ("US-1", "allied movement", 8),
        ("UK-10Cdo", "allied movement", 8),
        ("DE-16P", "german movement", 8),
        ("DE-376", "german movement", 4),
        ("DE-712", "german movement", 2),
    ):
        storm = at(row, f"{name} 3115", weather="Storm", uk_beachheads="3223")
        assert points(play(storm, f"pick {name}")) == (mp, 2 * mp), name
        overcast = at(row, f"{name} 3115", weather="Overcast", uk_beachheads="3223")
        assert points(play(overcast, f"pick {name}"))[0] == mp + 2, name


def test_storm_comes_before_halving_and_halving_is_rounded_up() -> None:
    for name, row, clear, storm in (
        ("US-1", "allied movement", 5, 4),
        ("DE-16P", "german movement", 5, 4),
        ("DE-376", "german movement", 3, 2),
        ("DE-712", "german movement", 2, 1),
    ):
        for weather, mp in (("Clear", clear), ("Storm", storm)):
            m = at(row, f"{name} 3115", weather=weather, us_beachheads="", allied_control=EDGES)
            assert points(play(m, f"pick {name}")) == (mp, 0), (name, weather)


# 10.5: enemy air


@rule("10.5")
def test_enemy_air_makes_each_hex_around_the_marker_one_point_dearer() -> None:
    def price(markers: str, end: str, superiority: str = "german") -> int:
        m = at("allied movement", "US-1 3115", tas=markers, superiority=superiority)
        return walked(play(m, "pick US-1", f"move {end}"))[1]

    assert price("", "3116") == 1
    assert price("3116", "3116") == 2  # the marker's hex
    assert price("3117", "3116") == 2  # a hex beside it
    assert price("3118", "3116") == 1  # two hexes away
    assert price("3116 3117 3116", "3116") == 2  # never more than one
    assert price("3116", "3117") == 4  # but in every hex entered
    assert price("3114", "3117") == 2  # leaving an area costs nothing
    assert price("3116", "3116", superiority="allied") == 1  # one's own air does not hinder


# 10.6: column movement


@rule("10.6")
def test_supplied_overland_and_outside_zones_a_unit_may_go_twice_as_far_in_column() -> None:
    m = play(at("german movement", "DE-376 3122; US-1 3107"), "pick DE-376")
    assert points(m) == (6, 12)
    assert "3116" in listed(m, "move")
    assert {"3115", "3110"} <= listed(m, "column")
    refusal = m.why_not("column 3109")
    assert (refusal.rule, "too far" in refusal.why) == ("10.3", True)
    m.play("column 3110")
    assert (where(m, "DE-376"), walked(m)[1]) == ("3110", 12)
    # 3111 lies in the American zone: a column stays out, whatever it has left.
    m = play(at("german movement", "DE-376 3122; US-1 3110"), "pick DE-376")
    assert "3112" in listed(m, "column")
    assert "3111" not in listed(m, "column")
    refusal = m.why_not("column 3111")
    assert (refusal.rule, "enemy zone" in refusal.why) == ("10.6", True)
    # Allied units may do it too.
    m = play(at("allied movement", "US-1 3122"), "pick US-1")
    assert points(m) == (10, 20)
    assert walked(play(m, "column 3111"))[1] == 11


@rule("10.6")
def test_no_column_without_overland_supply_or_out_of_an_enemy_zone() -> None:
    for supply in ({"us_aerial": "3115"}, {}):
        m = play(at("allied movement", "US-1 3115", us_beachheads="", **supply), "pick US-1")
        assert not listed(m, "column")
        refusal = m.why_not("column 3104")
        assert (refusal.rule, "overland supply" in refusal.why) == ("10.6", True)
    coastal = play(at("allied movement", "US-1 3024", us_beachheads=""), "pick US-1")
    assert points(coastal) == (10, 0)  # in supply, but not overland
    m = play(at("allied movement", "US-1 3115; DE-376 3114"), "pick US-1")
    assert points(m) == (10, 0)
    refusal = m.why_not("column 3101")
    assert (refusal.rule, "enemy zone" in refusal.why) == ("10.6", True)
    m.play("move 3117")  # still so after leaving it
    refusal = m.why_not("column 3104")
    assert (refusal.rule, "started in an enemy zone" in refusal.why) == ("10.6", True)


@rule("10.6")
def test_a_column_never_enters_polder_but_may_start_there() -> None:
    polder = set(GAME.board.names(GAME.no_column))
    m = play(at("german movement", "DE-16P 1606"), "pick DE-16P")
    assert "1606" in polder
    assert points(m) == (10, 20)
    assert listed(m, "column")
    assert not listed(m, "column") & polder
    m = play(at("german movement", "DE-16P 1705"), "pick DE-16P", "move 1706")
    assert points(m) == (6, 0)  # it has crossed a canal into polder, so it goes on as it is
    refusal = m.why_not("column 1803")
    assert (refusal.rule, "polder" in refusal.why) == ("10.6", True)


@rule("10.6")
def test_a_column_marches_through_enemy_air_at_one_point_more() -> None:
    m = play(at("allied movement", "US-1 3122", tas="3122 3110", superiority="german"), "pick US-1")
    assert points(m) == (10, 20)  # it may start under enemy aircraft
    m.play("move 3113")
    assert points(m) == (0, 10)
    m.play("column 3112")
    assert walked(m) == (["3113", "3112"], 1)
    m.play("column 3111")
    assert walked(m) == (["3112", "3111"], 2)
    m.play("column 3112")
    assert walked(m)[1] == 1


def test_column_movement_follows_an_ordinary_leg() -> None:
    m = play(at("german movement", "DE-376 3122"), "pick DE-376", "move 3118")
    assert points(m) == (2, 8)
    m.play("column 3113")
    assert points(m) == (0, 3)
    assert not listed(m, "move")
    refusal = m.why_not("move 3112")
    assert (refusal.rule, "in column" in refusal.why) == ("10.6", True)
    m.play("column 3110")
    assert where(m, "DE-376") == "3110"
    assert not listed(m, "column")


def test_the_option_forbids_allied_columns_on_turn_1_only() -> None:
    m = play(at("allied movement", "US-1 3123", turn=1), "pick US-1")
    assert points(m) == (6, 12)
    m = play(at("allied movement", "US-1 3123", turn=1, options={"R13": False}), "pick US-1")
    assert points(m) == (6, 0)
    assert m.why_not("column 3115").rule == "R13"
    m = play(at("allied movement", "US-1 3123", turn=2, options={"R13": False}), "pick US-1")
    assert points(m) == (10, 20)
    m = play(at("german movement", "DE-376 3115", turn=1, options={"R13": False}), "pick DE-376")
    assert points(m) == (6, 12)


# 10.9: heavy panzers


@rule("10.9")
def test_heavy_panzers_neither_enter_polder_nor_attack_into_it() -> None:
    m = play(at("german movement", "DE-s503 1602; DE-21P 1602"), "pick DE-s503")
    polder = set(GAME.board.names(GAME.no_heavy))
    assert not (listed(m, "move") | listed(m, "column")) & polder
    assert m.why_not("move 1604").rule == "10.9"
    m.play("pick DE-21P")
    assert listed(m, "move") & polder
    battle = at("german combat", "DE-s503 1603; DE-21P 1603; US-1 1604")
    battle.play("attack 1604")
    assert listed(battle, "join") == {"DE-21P"}
    assert battle.why_not("join DE-s503").rule == "10.9"
    alone = at("german combat", "DE-s503 1603; DE-21P 1601; US-1 1604; US-2 1602")
    assert listed(alone, "attack") == {"1602"}
    assert alone.why_not("attack 1604").rule == "10.9"
