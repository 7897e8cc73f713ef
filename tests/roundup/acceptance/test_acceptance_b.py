"""Acceptance tests of chapters 8 to 10: one for each fact that the book states, then one for each of our rulings."""

from __future__ import annotations

import re
from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play, unit

GAME = bocage.make_game("roundup", "campaign", {})
EAST, SOUTH = (set(GAME.board.names(GAME.data.edges[edge])) for edge in "ES")
DUNKIRK = "1305 1306 1307"
BEACHES = {"us_beachheads": "3123", "uk_beachheads": "3223"}
NO_CUPS = "; ".join(
    f"{counter.id} dead" for counter in GAME.counters if counter.side == "german" and not counter.start_hex
)


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=f"{NO_CUPS}; {units}", **{"turn": 3, **BEACHES, **more})


def case(match: Any, action: str) -> str | None:
    refusal = match.why_not(action)
    return None if refusal is None else str(refusal.rule)


def price(match: Any, action: str) -> int:
    match.play(action)
    found = re.search(r"\((\d+) MP\)", match.log()[-1][2])
    assert found
    return int(found[1])


def left(match: Any) -> int:
    found = re.search(r"\((\d+) MP left", match.prompt.text)
    assert found
    return int(found[1])


def rolls(match: Any) -> list[str]:
    return re.findall(r"for the (\S+) cup", " ".join(text for _, _, text in match.log()))


# Facts of the book


@rule("10.2", "10.5")
def test_t_r03_polder_three_canal_four_under_enemy_air_five_never_six() -> None:
    for start, markers, cost in (
        ("1402", "", 3),  # 1402 to 1301: polder, no water between
        ("1401", "", 4),
        ("1401", "1301", 5),
        ("1401", "1301 1201", 5),
    ):
        m = at("allied movement", f"US-1 {start}", tas=markers, superiority="german", us_beachheads=start)
        assert price(play(m, "pick US-1"), "move 1301") == cost


@rule("10.1", "10.4")
def test_t_r04_six_points_on_turn_1_then_ten_eight_in_a_storm_half_without_supply() -> None:
    def allowance(**more: Any) -> int:
        return left(play(at("allied movement", "US-1 3115", **more), "pick US-1"))

    assert allowance(turn=1) == 6
    assert [allowance(turn=turn) for turn in range(2, 11)] == [10] * 9
    assert allowance(weather="Storm") == 8
    assert allowance(us_beachheads="") == 5
    assert allowance(us_beachheads="", weather="Storm") == 4
    assert allowance(us_beachheads="", turn=1) == 6  # nobody is out of supply on turn 1


@rule("3.1.2", "3.1.2a", "3.1.3")
def test_t_r07_what_may_be_set_down_together() -> None:
    m = play(at("allied reinforcements", "US-1 3123"), "enter 3123")
    assert case(m, "land US-infantry-5-6") == "3.1.2"  # division and division
    assert case(m, "land UK-armor-3") == "8.1"  # a British unit on an American beach
    m.play("land US-Rgr")  # division and smaller unit
    m = play(at("allied reinforcements"), "enter 3223", "land UK-armor-3", "land UK-armor-3")  # two smaller units
    assert case(m, "land UK-armor-3") == "3.1.2"  # not three
    m = at("air drop", "US-45 3118; US-Rgr 3116; UK-4Bde 3117", weather="Clear", superiority="allied")
    m.play("drop UK-1AB")
    assert case(m, "place 3116") == "3.1.2"  # British on Americans
    assert case(m, "place 3118") == "3.1.2"
    assert case(m, "place 3117") is None
    m = at("first cup", "DE-712 first_cup; DE-376 2301; DE-s503 2401; DE-s504 2501; DE-s505 2501", dice="1 1")
    assert [case(m, f"place {label}") for label in ("2301", "2401", "2501")] == ["3.1.3", None, "3.1.3"]


@rule("3.2.1", "3.2.1a", "3.2.1b")
def test_t_r08_into_a_zone_one_stops_and_never_goes_from_zone_to_zone() -> None:
    m = play(at("allied movement", "US-1 3119; DE-376 3115"), "pick US-1", "move 3116")
    assert m.prompt.text == "Choose a unit to move, or end the movement phase."
    assert not listed(m, "move") | listed(m, "pick")
    # 3116 and 3016 both lie in the zone, and friends in both do not help: with a single point there is no way.
    poor = {"weather": "Storm", "allied_control": " ".join(EAST | SOUTH)}
    m = play(at("german movement", "DE-712 3116; DE-s504 3116; DE-44 3016; US-1 3115", **poor), "pick DE-712")
    assert left(m) == 1
    assert case(m, "move 3016") == "3.2.1"
    assert case(m, "move 3017") is None
    # With more points the way leads round through a free hex.
    m = play(at("allied movement", "US-1 3116; US-Rgr 3116; US-2 3016; DE-376 3115"), "pick US-1", "move 3016")
    assert "3116-3017-3016 (2 MP)" in m.log()[-1][2]
    # Out of one zone, over a free hex, into the next zone.
    m = at("allied movement", "US-1 3116; DE-376 3115; DE-44 3119")
    play(m, "pick US-1", "move 3117")
    assert case(m, "move 3118") is None
    m = play(at("allied movement", "US-1 3116; DE-376 3115; DE-44 3119"), "pick US-1", "move 3118")
    assert unit(m, "US-1")["at"] == "3118"  # in one leg as well


@rule("10.6")
def test_t_r10_no_column_from_a_zone_into_a_zone_or_into_polder_but_through_enemy_air() -> None:
    m = play(at("german movement", "DE-376 3115; US-1 3116"), "pick DE-376")
    assert case(m, "column 3105") == "10.6"
    m = play(at("german movement", "DE-376 3122; US-1 3112"), "pick DE-376")
    assert case(m, "column 3113") == "10.6"
    m = play(at("german movement", "DE-376 1802"), "pick DE-376")
    assert case(m, "column 1708") == "10.6"
    m = at("german movement", "DE-376 3122", tas="3114", superiority="allied")
    play(m, "pick DE-376", "move 3116")
    assert price(m, "column 3115") == 2


@rule("10.7c")
def test_t_r15_a_dropped_unit_stays_where_it_fell() -> None:
    m = at("air drop", "US-45 3118", weather="Clear", superiority="allied")
    play(m, "drop US-82AB", "place 3115", "end")
    assert case(m, "pick US-82AB") == "10.7"
    assert "US-82AB" not in listed(m, "pick")
    # Nor does it move along with a unit that starts in its hex.
    m = at("allied movement", "US-82AB 3115; US-Rgr 3115", dropped="US-82AB")
    m.play("pick US-Rgr")
    assert case(m, "join US-82AB") == "10.7"


@rule("10.7", "10.7a")
def test_t_r16_drops_that_are_refused() -> None:
    sky = {"weather": "Clear", "superiority": "allied"}
    m = at("air drop", "US-45 3118; DE-376 3015", jumped="US-101AB", **sky)
    assert case(m, "drop US-101AB") == "8.2"
    m.play("drop US-82AB")
    for label in ("3123", "2820", "3115", "3112"):  # the coast, a town, an enemy zone, six hexes away
        assert case(m, f"place {label}") == "10.7", label
    assert case(m, "place 3117") is None
    for more in ({"weather": "Overcast"}, {"weather": "Storm"}, {"superiority": ""}, {"superiority": "german"}):
        assert case(at("air drop", "US-45 3118", **{**sky, **more}), "drop US-82AB") == "10.7", more
    # Measured from a unit in coastal supply only there is no drop at all.
    assert case(at("air drop", "US-45 2123", **{**sky, "us_beachheads": ""}), "drop US-82AB") == "10.7"


@rule("8.3a", "8.3b")
def test_t_r17_replacements_that_are_refused_and_what_they_cost() -> None:
    units = "US-1 3117 reduced; US-2 3119 reduced; US-3 3024 reduced; US-5 dead; UK-1 3219 reduced; DE-376 3116"
    m = at("allied replacements", units)
    assert case(m, "replace US-1") == "8.3"  # in an enemy zone
    assert case(m, "replace US-5") == "8.3"  # eliminated
    m.play("replace US-2")
    assert case(m, "replace US-3") == "8.3"  # a second American step
    play(m, "end", "move-first")
    assert case(m, "pick US-2") == "8.3"
    assert (unit(m, "US-2")["steps"], unit(m, "US-2")["defence"]) == (2, 6)
    m = at("allied replacements", "US-3 3024 reduced; UK-1 3219 reduced", us_beachheads="")
    assert unit(m, "US-3")["supply"] == "coastal"
    assert case(m, "replace US-3") == "8.3"
    m = play(at("allied combat", "US-1 3117; US-2 3115; DE-376 3116", replaced="US-1"), "attack 3116")
    assert case(m, "join US-1") == "8.3"


@rule("8.4", "8.4a")
def test_t_r18_a_four_in_coastal_supply_is_two_turns_a_six_without_supply_six() -> None:
    units = "US-1 {0}; US-Rgr {0}; US-FSSF {0}"
    m = at("allied movement stacking", units.format("2123"), us_beachheads="", dice="4")
    assert play(m, "eliminate US-Rgr").position.returning == {"US-Rgr": 5}
    m = at("allied movement stacking", units.format("3115"), us_beachheads="", dice="6")
    assert play(m, "eliminate US-Rgr").position.returning == {"US-Rgr": 9}


@rule("8.1", "8.1a")
def test_t_r19_one_stack_at_a_beachhead_one_in_a_port_city_none_on_turn_1() -> None:
    m = at("allied reinforcements", turn=2, allied_control=DUNKIRK, us_ports=DUNKIRK)
    play(m, "enter 3123", "land US-infantry-5-6", "land US-Rgr")
    assert case(m, "land US-FSSF") == "3.1.2"
    play(m, "enter 1305", "land US-FSSF")
    assert case(m, "enter 1306") == "8.1"
    m.play("enter 3223")
    assert case(m, "land US-infantry-5-6") == "8.1"
    assert at("allied reinforcements", turn=1).prompt.step == "landing"


@rule("10.9")
def test_t_r21_heavy_panzers_and_polder() -> None:
    m = play(at("german movement", "DE-s504 1603"), "pick DE-s504")
    assert case(m, "move 1604") == "10.9"
    m = play(at("german combat", "DE-s504 1603; DE-16P 1603; US-1 1604"), "attack 1604")
    assert case(m, "join DE-s504") == "10.9"


@rule("8.5a", "8.5b")
def test_t_r23_no_german_on_an_allied_edge_hex_but_next_to_an_ally_and_too_many_are_lost() -> None:
    m = at("italy cup", "DE-16P italy_cup; US-1 4105", allied_control="4210", dice="1 1")
    assert case(m, "place 4210") == "3.5"
    assert case(m, "place 4205") is None  # in the zone of the American division
    only = " ".join(SOUTH - {"4205", "4206"})
    m = at("italy cup", "DE-16P italy_cup; DE-65 italy_cup; DE-44 italy_cup", allied_control=only, dice="3 1 1 1 6")
    play(m, "place 4205")
    assert sorted(unit(m, name)["at"] for name in ("DE-16P", "DE-65", "DE-44")) == ["4205", "4206", "dead"]


@pytest.mark.parametrize("strategy", [1, 2, 3, 4])
@rule("8.5", "8.5.1")
def test_t_r24_which_cups_are_drawn_from(strategy: int) -> None:
    cups = "DE-712 first_cup; DE-14P second_cup; DE-16P italy_cup; DE-GD russia_cup"
    russia = ["RUSSIA"] if strategy >= 3 else []
    for turn, drawn in ((1, ["1E/1S", "ITALY", *russia]), (2, ["1E/1S", "2S", "ITALY", *russia])):
        m = at("first cup", cups, turn=turn, strategy=strategy, dice="1 1 " * len(drawn) + "6")
        while m.prompt.step in ("german reinforcements", "entry done"):
            m.play(m.prompt.actions[0])
        assert rolls(m) == drawn


# Our rulings


@rule("8.5.1a", "R1", "R2")
def test_r1_and_r2_the_letter_decides_the_edge_and_no_counter_says_2e() -> None:
    assert not [counter.id for counter in GAME.counters if counter.pool == "2E"]
    assert {counter.pool for counter in GAME.counters if counter.pool[:1] in "12"} == {"1E", "1S", "2S"}
    m = at("second cup", "DE-14P second_cup", dice="1 1")
    assert listed(m, "place") == SOUTH


@rule("R9")
def test_r9_landed_units_move_and_attack_on_turn_1() -> None:
    m = at("landing", "DE-712 3117", turn=1, weather="Overcast")
    play(m, "enter 3123", "land US-infantry-5-6", "end", "pick US-1", "move 3118", "end")
    assert listed(m, "attack") == {"3117"}


@rule("10.6", "R11", "R12")
def test_r11_and_r12_what_counts_as_overland() -> None:
    edges = " ".join(EAST | SOUTH)
    for control, column in (("", True), (edges, False)):
        m = play(at("german movement", "DE-376 3115", allied_control=control), "pick DE-376")
        assert ("in column" in m.prompt.text) is column
    for units, more in (("US-1 2123", {}), ("US-1 3115", {"us_aerial": "3115"})):
        m = play(at("allied movement", units, us_beachheads="", **more), "pick US-1")
        assert left(m) == 10
        assert "in column" not in m.prompt.text


@rule("R13")
def test_r13_a_unit_fresh_from_the_beach_may_march_in_column_on_turn_1() -> None:
    m = play(at("landing", turn=1, weather="Overcast"), "enter 3123", "land US-infantry-5-6", "end", "pick US-1")
    assert "(6 MP left, 12 in column)" in m.prompt.text


@rule("R19")
def test_r19_storm_then_halving_then_doubling() -> None:
    m = play(at("german movement", "DE-712 3115", weather="Storm"), "pick DE-712")
    assert "(2 MP left, 4 in column)" in m.prompt.text
    edges = " ".join(EAST | SOUTH)
    m = play(at("german movement", "DE-376 3115", weather="Storm", allied_control=edges), "pick DE-376")
    assert "(2 MP left)" in m.prompt.text


@rule("R20")
def test_r20_drops_come_with_the_movement_and_after_the_landing() -> None:
    sky = {"weather": "Clear", "superiority": "allied"}
    m = at("allied order", "US-45 3118; DE-376 3601", **sky)
    assert play(m, "move-first").prompt.step == "air drop"
    assert play(m, "end").prompt.step == "movement"
    assert m.why_not("drop US-82AB") is None
    m = at("allied order", "US-45 3118; DE-376 3117", **sky)
    assert play(m, "combat-first").prompt.step == "combat"
    assert play(m, "end").prompt.step == "air drop"
    m = play(at("landing", turn=1, **sky), "enter 3123", "land US-infantry-5-6", "end")
    assert m.prompt.step == "air drop"


@rule("R21")
def test_r21_a_brigade_that_is_back_may_wait() -> None:
    m = at("administration", "US-Rgr track; US-1 3123; US-FSSF 3123", returning={"US-Rgr": 4}, dice="6")
    assert case(m, "enter 3123") == "3.1.2"  # no room: it waits in England
    assert unit(m, "US-Rgr")["at"] == "pool"


@rule("R24", "R25")
def test_r24_and_r25_placing_a_unit_changes_control_and_kills_a_beachhead() -> None:
    m = at("italy cup", "DE-16P italy_cup", us_beachheads="4225", uk_beachheads="", dice="1 1 6")
    m.play("place 4225")
    assert (m.view()["beachheads"]["US"], m.view()["beachheads_lost"]) == ([], 1)
    m = at("air drop", "US-45 3118", weather="Clear", superiority="allied")
    assert "3115" in play(m, "drop US-82AB", "place 3115").view()["allied_control"]
    m = play(at("allied reinforcements"), "enter 3123", "land US-infantry-5-6")
    assert "3123" in m.view()["allied_control"]


@rule("8.5b", "R26")
def test_r26_the_owner_chooses_who_gets_the_last_room() -> None:
    only = " ".join(SOUTH - {"4205", "4206"})
    cup = "DE-16P italy_cup; DE-65 italy_cup; DE-HG italy_cup"
    m = at("italy cup", cup, allied_control=only, dice="3 1 1 1 6")
    play(m, "bring DE-HG", "place 4206", "bring DE-ITALY-leg-4-5", "place 4205")
    assert (unit(m, "DE-HG")["at"], unit(m, "DE-65")["at"], unit(m, "DE-16P")["at"]) == ("4206", "4205", "dead")


@rule("R28")
def test_r28_reinforcements_arrive_at_full_strength() -> None:
    m = play(at("allied reinforcements"), "enter 3123", "land US-infantry-5-6")
    assert unit(m, "US-1")["steps"] == 2


@rule("R31", "R32")
def test_r31_and_r32_the_landing_follows_nation_and_ends_in_an_enemy_zone() -> None:
    m = at("landing", "DE-344 3122", turn=1, weather="Overcast")
    m.play("enter 3123")
    assert case(m, "land UK-infantry-5-6") == "8.1"
    play(m, "land US-infantry-5-6", "enter 3223", "land UK-infantry-5-6", "end")
    assert m.prompt.step == "combat"  # both landed beside the 344th: nobody is left to move
    assert listed(m, "attack") == {"3122"}
    nobody = "; ".join(f"{counter.id} dead" for counter in GAME.counters if counter.nation == "UK")
    m = at("landing", nobody, turn=1, weather="Overcast")
    assert listed(m, "enter") == {"3123"}  # there is nobody for the British beach
    play(m, "enter 3123", "land US-infantry-5-6", "end")
    assert m.prompt.step == "movement"  # a marker may be left empty
    m = play(at("landing", turn=1, weather="Overcast"), "enter 3123", "land US-infantry-5-6", "end")
    assert (m.prompt.step, m.view()["beachheads"]["UK"]) == ("movement", ["3223"])


@rule("8.1", "R33")
def test_r33_a_ports_stack_goes_into_one_hex_of_the_owners_choice() -> None:
    port = {"allied_control": DUNKIRK, "us_ports": DUNKIRK}
    for label in DUNKIRK.split():
        m = play(at("allied reinforcements", "DE-376 1504", **port), f"enter {label}", "land US-infantry-5-6")
        assert listed(m, "enter") == {"3123", "3223"}
    m = at("allied reinforcements", "US-2 1305; DE-376 1406", **port)
    assert listed(play(m, "enter 1305"), "land") == {"US-Rgr", "US-FSSF"}  # the 2nd is there already, in a zone
    play(m, "land US-Rgr", "enter 3123", "land US-infantry-5-6")
    m = play(at("allied reinforcements", **port), "enter 1305", "land US-Rgr", "enter 3123")
    assert listed(m, "enter") == {"1305", "3223"}  # the rest of the stack goes into the same hex


@rule("R34")
def test_r34_heavy_panzers_keep_out_of_polder_however_they_would_come_there() -> None:
    m = at("italy cup", "DE-s504 italy_cup", dice="1 1")
    assert case(m, "place 4223") == "R34"
    m = at("italy cup", "DE-s504 italy_cup", allied_control=" ".join(SOUTH - {"4223"}), dice="1 1 6")
    assert unit(m, "DE-s504")["at"] == "dead"  # polder is no way in, even if there is no other


@rule("R35")
def test_r35_the_ban_ends_with_the_turn_of_the_drop() -> None:
    m = at("administration", "US-82AB 3115", dropped="US-82AB", us_beachheads="", dice="6")
    assert unit(m, "US-82AB")["marks"] == []


@rule("10.6", "R40")
def test_r40_ordinary_movement_first_and_column_beyond_it() -> None:
    m = play(at("german movement", "DE-376 3122"), "pick DE-376")
    assert case(m, "column 3117") == "10.6"  # five hexes: an ordinary move, after which the column is still open
    play(m, "move 3117", "column 3111")
    assert unit(m, "DE-376")["at"] == "3111"


@rule("R41")
def test_r41_overstacking_on_the_way_is_settled_at_the_end_of_the_phase() -> None:
    m = play(at("german movement", "DE-376 3122; DE-44 3120; DE-65 3620"), "pick DE-376", "move 3120")
    assert case(m, "pick DE-44") is None
    play(m, "pick DE-44", "move 3119", "end")
    assert {unit(m, name)["at"] for name in ("DE-376", "DE-44")} == {"3120", "3119"}
    three = "DE-376 3122; DE-44 3120; DE-s504 3120"
    for lost, left in (("DE-44", "DE-376"), ("DE-376", "DE-44")):  # the owner's choice
        m = play(at("german movement", f"{three}; DE-65 3620"), "pick DE-376", "move 3120", "end")
        assert listed(m, "eliminate") == {"DE-376", "DE-44"}  # one of these is enough, the Tigers would not be
        m.play(f"eliminate {lost}")
        assert [unit(m, name)["at"] for name in (lost, left, "DE-s504")] == ["dead", "3120", "3120"]
        assert m.prompt.step != "overstacked"


@rule("R43")
def test_r43_reinforcements_come_before_replacements() -> None:
    m = at("allied reinforcements", "US-1 3118 reduced")
    assert [m.prompt.step, play(m, "end").prompt.step] == ["reinforcements", "replacements"]
