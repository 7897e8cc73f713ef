"""Chapter 8, arrivals: Allied reinforcements, the invasion of turn 1 (10.8), German units from the cups."""

from __future__ import annotations

from typing import Any

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play, where

GAME = bocage.make_game("roundup", "campaign", {})
EAST = set(GAME.board.names(GAME.data.edges["E"]))
SOUTH = set(GAME.board.names(GAME.data.edges["S"]))
DUNKIRK, CALAIS = "1305 1306 1307", "1617 1618"
NO_CUPS = "; ".join(
    f"{counter.id} dead" for counter in GAME.counters if counter.side == "german" and not counter.start_hex
)
NO_POOL = "; ".join(f"{counter.id} dead" for counter in GAME.counters if counter.side == "allied")
BEACHES = {"us_beachheads": "1204 3123", "uk_beachheads": "1514 3223"}


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 3, **more})


def cups(row: str, units: str, dice: str, **more: Any) -> Any:
    """A position with only these German units in the cups."""
    return at(row, f"{NO_CUPS}; {units}", dice=dice, **more)


def told(match: Any) -> list[str]:
    return [text for _, _, text in match.log()]


def fill(edge: set[str]) -> str:
    """A German division on every hex of an edge."""
    pools = ("RUSSIA", "ITALY", "2S")
    divisions = [counter.id for counter in GAME.counters if counter.pool in pools and counter.divisional]
    assert len(divisions) >= len(edge)
    return "; ".join(f"{name} {label}" for name, label in zip(divisions, sorted(edge), strict=False))


# 8.0


@rule("8.0")
def test_both_sides_are_reinforced_but_only_the_allies_get_replacements() -> None:
    units = "DE-712 first_cup; DE-376 3601 reduced; US-1 3123 reduced; UK-1 3223 reduced"
    m = cups("allied reinforcements", units, "1 1 6", **BEACHES)
    assert (m.prompt.side, m.prompt.step) == ("allied", "reinforcements")
    play(m, "enter 1204", "land US-infantry-5-6", "end")
    assert (m.prompt.side, m.prompt.step) == ("allied", "replacements")
    assert listed(m, "replace") == {"US-1", "UK-1"}
    assert m.why_not("replace DE-376").rule == "8.6"
    play(m, "end", "move-first", "end", "move-first", "end")
    assert (m.prompt.side, m.prompt.step) == ("german", "german reinforcements")
    play(m, "place 3401", "end")
    assert m.position.turn == 4
    assert next(unit["steps"] for unit in m.view()["units"] if unit["id"] == "DE-376") == 1


# 8.1: Allied ground units


@rule("8.1")
def test_from_turn_2_one_stack_comes_ashore_at_each_beachhead_and_in_each_port_city() -> None:
    m = at("allied reinforcements", "DE-376 3820", turn=2, allied_control=DUNKIRK, us_ports=DUNKIRK, **BEACHES)
    assert m.prompt.step == "reinforcements"
    assert listed(m, "enter") == {"1204", "3123", "1514", "3223", "1305", "1306", "1307"}
    play(m, "enter 1204", "land US-armor-7-6")
    assert listed(m, "land") == {"US-Rgr", "US-FSSF"}  # a division is ashore: only a small unit goes with it
    m.play("land US-Rgr")
    assert not listed(m, "land")
    assert "1204" not in listed(m, "enter")
    play(m, "enter 3123", "land US-infantry-5-6", "enter 1306", "land US-infantry-5-6")
    # The stack of Dunkirk has come in at 1306: not another one in the other hexes of the city.
    assert not listed(m, "enter") & {"1305", "1307"}
    refusal = m.why_not("enter 1307")
    assert (refusal.rule, "one stack" in refusal.why) == ("8.1", True)
    m.play("land US-FSSF")
    assert where(m, "US-FSSF") == "1306"
    assert where(m, "US-Rgr") == where(m, "US-1A") == "1204"
    assert where(m, "US-1") == "3123"


@rule("8.1")
def test_no_reinforcements_come_on_turn_1() -> None:
    m = at("allied reinforcements", "US-1 3123", turn=1, **BEACHES)
    assert m.prompt.step == "landing"  # the invasion, not a reinforcement
    played = play(m, "end")
    assert played.prompt.step != "reinforcements"
    assert where(m, "US-2") == "pool"


@rule("8.1")
def test_what_lands_has_all_its_points_and_may_stay_at_home() -> None:
    m = at("allied reinforcements", f"{NO_CUPS}; DE-376 3820", turn=2, **BEACHES)
    play(m, "enter 3123", "land US-infantry-5-6", "end", "move-first", "pick US-1")
    assert "(10 MP left, 20 in column)" in m.prompt.text
    m = play(at("allied reinforcements", f"{NO_CUPS}; DE-376 3820", turn=2, **BEACHES), "end")
    assert m.prompt.step != "reinforcements"
    assert where(m, "US-1") == "pool"


@rule("8.1")
def test_a_port_serves_reinforcements_only_with_all_its_hexes() -> None:
    m = at("allied reinforcements", "DE-376 3820", turn=2, allied_control="1305 1306", us_ports=DUNKIRK, **BEACHES)
    assert not listed(m, "enter") & set(DUNKIRK.split())
    refusal = m.why_not("enter 1305")
    assert (refusal.rule, "every hex of Dunkirk" in refusal.why) == ("8.1", True)
    m = at("allied reinforcements", "DE-376 3820", turn=2, allied_control="3323 3824", **BEACHES)
    refusal = m.why_not("enter 3323")  # Le Touquet lies on the coast but is no port
    assert (refusal.rule, "port city" in refusal.why) == ("8.1", True)


def test_units_already_ashore_take_up_room() -> None:
    m = at("allied reinforcements", "US-1 3123; US-Rgr 1204; DE-376 3820", turn=2, **BEACHES)
    m.play("enter 3123")
    assert listed(m, "land") == {"US-FSSF"}
    m.play("enter 1204")
    assert listed(m, "land") == {"US-infantry-5-6", "US-armor-7-6", "US-airborne-4-5", "US-FSSF"}
    m = at("allied reinforcements", "US-1 3123; US-Rgr 3123; DE-376 3820", turn=2, **BEACHES)
    refusal = m.why_not("enter 3123")
    assert (refusal.rule, "at most" in refusal.why) == ("3.1.2", True)


def test_reinforcements_may_land_in_an_enemy_zone_and_leave_it_again() -> None:
    m = at("allied reinforcements", f"{NO_CUPS}; DE-376 3122", turn=2, **BEACHES)
    play(m, "enter 3123", "land US-infantry-5-6", "end", "move-first", "pick US-1")
    assert listed(m, "move")  # it merely starts in the zone, unlike on turn 1


@rule("4.4d", "R10")
def test_nobody_arrives_in_a_port_that_was_completed_after_the_turn_had_begun() -> None:
    m = at("allied reinforcements", "DE-376 3820", allied_control=DUNKIRK, **BEACHES)
    assert m.inquire().complete_ports() == ["Dunkirk"]
    assert listed(m, "enter") == {"1204", "3123", "1514", "3223"}
    refusal = m.why_not("enter 1305")
    assert (refusal.rule, "works from the next turn on (R10)" in refusal.why) == ("4.4", True)


@rule("8.1a")
def test_each_nation_uses_its_own_beachheads_and_the_ports_announced_for_it() -> None:
    m = at(
        "allied reinforcements", "DE-376 3820", turn=2, allied_control=f"{DUNKIRK} {CALAIS}",
        us_ports=DUNKIRK, uk_ports=CALAIS, **BEACHES,
    )  # fmt: skip
    for label, nation, other in (
        ("3123", "US", "UK"),
        ("3223", "UK", "US"),
        ("1305", "US", "UK"),
        ("1617", "UK", "US"),
    ):
        m.play(f"enter {label}")
        assert {kind[:2] for kind in listed(m, "land")} == {nation}
        refusal = m.why_not(f"land {other}-infantry-5-6")
        assert (refusal.rule, "own nation" in refusal.why) == ("8.1", True)
        assert m.why_not(f"land {nation}-infantry-5-6") is None
    alone = at("allied reinforcements", f"{NO_POOL}; US-1 pool; DE-376 3820", turn=2, **BEACHES)
    refusal = alone.why_not("enter 3223")  # nobody but an American waits
    assert (refusal.rule, "UK units" in refusal.why) == ("8.1", True)


# 10.8: the invasion


@rule("10.8")
def test_the_invasion_puts_a_full_stack_on_each_beachhead_before_anybody_moves() -> None:
    m = at("landing", "DE-344 3322; DE-18L 1306", turn=1, weather="Clear", superiority="allied", **BEACHES)
    assert listed(m, "enter") == {"1204", "3123", "1514", "3223"}
    play(m, "enter 1204", "land US-infantry-5-6", "land US-Rgr")
    assert not listed(m, "land")
    play(m, "enter 3123", "land US-armor-7-6")
    assert listed(m, "land") == {"US-FSSF"}  # no second division
    play(m, "enter 1514", "land UK-infantry-5-6", "land UK-armor-3")
    assert m.why_not("land UK-infantry-5-6").rule == "3.1.2"
    play(m, "enter 3223", "land UK-special-2", "land UK-special-2", "end")
    assert {where(m, name) for name in ("US-1", "US-Rgr")} == {"1204"}
    assert m.view()["allied_control"] == ["1204", "1514", "3123", "3223"]
    # Now the airborne may drop, measured from the units that have landed.
    assert m.prompt.step == "air drop"
    assert listed(m, "drop")
    play(m, "drop US-82AB", "place 3019", "end", "pick US-1A")
    assert "6 MP left" in m.prompt.text  # landing has cost nothing
    assert m.why_not("pick US-82AB").rule == "10.7"


@rule("10.8")
def test_on_turn_1_stacks_land_on_beachheads_only() -> None:
    m = at("landing", "", turn=1, allied_control=DUNKIRK, us_ports=DUNKIRK, **BEACHES)
    refusal = m.why_not("enter 3024")
    assert (refusal.rule, "beachheads only" in refusal.why) == ("10.8", True)
    m = at("landing", "", turn=2, weather="Storm", **BEACHES)
    assert m.prompt.step != "landing"  # there is one invasion


def test_a_beachhead_may_be_left_empty_and_takes_only_its_own_nation() -> None:
    m = play(at("landing", "", turn=1, **BEACHES), "enter 3223")
    assert m.why_not("land US-infantry-5-6").rule == "8.1"
    m.play("end")
    assert m.prompt.step != "landing"
    assert m.view()["beachheads"] == {"US": ["1204", "3123"], "UK": ["1514", "3223"]}


def test_who_lands_in_an_enemy_zone_on_turn_1_stays_there() -> None:
    m = at("landing", "DE-344 3322", turn=1, weather="Overcast", **BEACHES)
    play(m, "enter 3223", "land UK-infantry-5-6", "land UK-armor-3", "enter 1514", "land UK-infantry-5-6", "end")
    assert listed(m, "pick") == {"UK-3"}
    for name in ("UK-1", "UK-4Bde"):
        refusal = m.why_not(f"pick {name}")
        assert (refusal.rule, "R32" in refusal.why) == ("10.0", True)
    m.play("end")
    assert listed(m, "attack") == {"3322"}  # but it may attack


# 8.5: the Germans


@rule("8.5")
def test_each_cup_of_the_strategy_rolls_its_own_die_and_gives_up_that_many_units_blindly() -> None:
    units = (
        "DE-712 first_cup; DE-719 first_cup; DE-348 first_cup; DE-14P second_cup; DE-16P italy_cup; DE-GD russia_cup"
    )
    # 1E/1S: a 2, and the third and then the first counter of what is in the cup.
    m = cups("first cup", units, "2 3 1  1 1  1 1  6", strategy=1)
    assert told(m)[:3] == [
        "The Germans roll 2 for the 1E/1S cup.",
        "Drawn: 348 Infantry Division.",
        "Drawn: 712 Infantry Division.",
    ]
    assert where(m, "DE-719") == "first cup"
    play(m, "place 2301", "place 4220", "end", "place 4221", "end", "place 4222", "end")
    assert m.position.turn == 4
    assert [text for text in told(m) if "roll" in text] == [
        "The Germans roll 2 for the 1E/1S cup.",
        "The Germans roll 1 for the 2S cup.",
        "The Germans roll 1 for the ITALY cup.",
    ]
    assert where(m, "DE-GD") == "russia cup"  # not under this strategy
    m = cups("first cup", units, "2 3 1  1 1  1 1  1 1  6", strategy=4)
    play(m, "place 2301", "place 4220", "end", "place 4221", "end", "place 4222", "end", "place 2401")
    assert where(m, "DE-GD") == "2401"


@rule("8.5")
def test_a_cup_is_drawn_from_every_turn_until_it_is_empty() -> None:
    for turn in (1, 2, 7, 10):
        m = cups("first cup", "DE-712 first_cup; DE-719 first_cup", "1 2", turn=turn)
        assert (m.prompt.step, where(m, "DE-719"), where(m, "DE-712")) == (
            "german reinforcements",
            "drawn",
            "first cup",
        )
    m = cups("first cup", "DE-712 first_cup; DE-719 first_cup", "6 1 1")  # six are wanted and two are there
    assert {where(m, "DE-712"), where(m, "DE-719")} == {"drawn"}
    m = cups("first cup", "DE-712 3601", "6")  # an empty cup rolls nothing: the six is the weather of turn 4
    assert (m.position.turn, m.position.weather) == (4, "Storm")


@rule("8.5a")
def test_drawn_units_go_at_once_on_a_free_hex_of_their_edge_even_next_to_the_enemy() -> None:
    units = "DE-712 first_cup; DE-376 first_cup; DE-719 2401; US-1 2502; US-2 2701; US-3 3003; UK-1 2202"
    m = cups("first cup", units, "2 1 1 6", allied_control="1001 3001 3101")
    assert m.prompt.rule == "8.5"
    assert listed(m, "place") == EAST - {"2401", "2701", "1001", "3001", "3101"}
    for label, case, words in (
        ("2701", "3.1", "Allied unit"),
        ("3101", "3.5", "Allied control"),
        ("2401", "3.1.3", "at most one division"),
        ("2402", "8.5.1", "East edge"),
    ):
        refusal = m.why_not(f"place {label}")
        assert (refusal.rule, words in refusal.why) == (case, True)
    m.play("place 2501")  # beside US-1
    assert m.why_not("place 2501").rule == "3.1.3"
    assert not listed(m, "end")  # nobody waits
    m.play("place 2801")
    assert {where(m, "DE-712"), where(m, "DE-376")} == {"2501", "2801"}
    # Entering has cost them nothing: in their next phase they have what any unit has in a storm.
    play(m, "end", "move-first", "end", "end", "move-first", "pick DE-712")
    assert "2 MP left" in m.prompt.text


def test_a_german_may_enter_in_the_order_he_likes_and_a_battalion_joins_a_division() -> None:
    m = cups("italy cup", "DE-16P italy_cup; DE-s504 italy_cup; DE-65 italy_cup", "3 1 1 1")
    assert "Place 16 Panzer Division on the South edge; 2 more to come." in m.prompt.text
    assert listed(m, "bring") == {"DE-s504", "DE-ITALY-leg-4-5"}
    play(m, "bring DE-s504", "place 4210")
    assert "4210" in listed(m, "place")
    play(m, "bring DE-ITALY-leg-4-5", "place 4210")
    assert "4210" not in listed(m, "place")
    assert where(m, "DE-65") == where(m, "DE-s504") == "4210"


@rule("R24", "R46")
def test_a_german_placed_on_an_empty_beachhead_destroys_it() -> None:
    m = cups("first cup", "DE-712 first_cup", "1 1 6", us_beachheads="1001 1204", uk_beachheads="1514 3223")
    play(m, "place 1001")
    assert m.view()["beachheads"]["US"] == ["1204"]
    assert m.view()["beachheads_lost"] == 1


@rule("R46")
def test_an_empty_beachhead_on_the_edge_bars_neither_entry_nor_supply() -> None:
    edge = " ".join(sorted(EAST - {"1001"}))
    beaches = {"us_beachheads": "1001 1204", "uk_beachheads": "1514 3223"}
    m = cups("first cup", "DE-712 first_cup", "1 1 6", allied_control=edge, **beaches)
    assert where(m, "DE-712") == "1001"  # the one hex that is left
    edge += " " + " ".join(GAME.board.names(GAME.data.edges["S"]))
    m = at("german movement", "DE-376 1102", allied_control=edge, **beaches)
    assert [unit["supply"] for unit in m.view()["units"] if unit["id"] == "DE-376"] == ["overland"]


@rule("8.5b")
def test_units_that_find_no_room_on_their_edge_are_lost() -> None:
    units = f"{fill(EAST)}; DE-712 first_cup; DE-348 first_cup; DE-376 first_cup"
    m = cups("first cup", units, "3 1 1 1 6")
    # Only the 348th (1S) can enter; the two divisions of the East edge cannot and are not kept for later.
    assert m.prompt.text == "Place 348 Infantry Division on the South edge; 2 more to come."
    assert listed(m, "bring") == set()
    m.play("place 4210")
    assert (where(m, "DE-712"), where(m, "DE-376")) == ("dead", "dead")
    assert sum("cannot enter" in text for text in told(m)) == 2
    m.play("end")
    assert m.position.turn == 4


@rule("8.5b")
def test_if_the_allies_hold_the_whole_edge_nobody_enters() -> None:
    m = cups("italy cup", "DE-16P italy_cup; DE-s504 italy_cup", "5 1 1 6", allied_control=" ".join(SOUTH))
    assert (where(m, "DE-16P"), where(m, "DE-s504")) == ("dead", "dead")
    assert m.position.turn == 4
    m = cups("italy cup", "DE-16P italy_cup; DE-65 italy_cup", "5 1 1 6", allied_control=" ".join(SOUTH - {"4201"}))
    assert listed(m, "place") == {"4201"}
    play(m, "place 4201")  # one hex is left: the owner chooses who gets it, the other is lost
    assert (where(m, "DE-16P"), where(m, "DE-65")) == ("4201", "dead")


@rule("8.5.1")
def test_the_second_cup_opens_on_turn_2_with_a_die_of_its_own() -> None:
    units = "DE-712 first_cup; DE-14P second_cup"
    m = cups("first cup", units, "1 1 6 6", turn=1)
    play(m, "place 2301", "end")
    assert m.position.turn == 2
    assert where(m, "DE-14P") == "second cup"
    assert [text for text in told(m) if "roll" in text] == ["The Germans roll 1 for the 1E/1S cup."]
    for turn in (2, 6):
        m = cups("first cup", units, "3 1 5 1 6", turn=turn)
        play(m, "place 2301", "end", "place 4210")
        assert [text for text in told(m) if "roll" in text] == [
            "The Germans roll 3 for the 1E/1S cup.",
            "The Germans roll 5 for the 2S cup.",
        ]
        assert where(m, "DE-14P") == "4210"


@rule("8.5.1a")
def test_the_letter_on_the_counter_says_which_edge() -> None:
    m = cups("first cup", "DE-712 first_cup; DE-348 first_cup", "2 1 1")
    assert (m.prompt.text.split(" on the ")[1], listed(m, "place")) == ("East edge; 1 more to come.", EAST)
    assert m.why_not("place 4210").rule == "8.5.1"
    m.play("bring DE-1S-static-2-4")
    assert listed(m, "place") == SOUTH
    refusal = m.why_not("place 3001")
    assert (refusal.rule, "(1S) enters on the South edge" in refusal.why) == ("8.5.1", True)
    m = cups("second cup", "DE-14P second_cup", "1 1")
    assert listed(m, "place") == SOUTH


def test_hex_4201_lies_on_both_edges() -> None:
    m = cups("first cup", "DE-712 first_cup; DE-348 first_cup", "2 1 1")
    assert "4201" in listed(m, "place")
    m.play("place 4201")
    assert listed(m, "place") == SOUTH - {"4201"}
    assert m.why_not("place 4201").rule == "3.1.3"
    assert {"4201"} == EAST & SOUTH


@rule("8.5.2")
def test_units_from_italy_roll_every_turn_from_turn_1_and_come_from_the_south() -> None:
    for turn in (1, 2, 9):
        m = cups("first cup", "DE-16P italy_cup; DE-24P italy_cup", "1 2", turn=turn, strategy=1)
        assert told(m)[0] == "The Germans roll 1 for the ITALY cup."
        assert where(m, "DE-24P") == "drawn"
        assert listed(m, "place") == SOUTH == {f"42{row:02}" for row in range(1, 26)}
        assert m.why_not("place 2301").rule == "8.5.2"


@rule("8.5.3")
def test_units_from_russia_roll_every_turn_from_turn_1_and_come_from_the_east() -> None:
    for turn in (1, 2, 9):
        m = cups("first cup", "DE-GD russia_cup; DE-3P russia_cup", "1 1", turn=turn, strategy=3)
        assert told(m)[0] == "The Germans roll 1 for the RUSSIA cup."
        assert listed(m, "place") == EAST == {f"{column}01" for column in range(10, 43)}
        assert m.why_not("place 4210").rule == "8.5.3"
    m = cups("first cup", "DE-GD russia_cup; DE-16P italy_cup", "2 1 3 1", strategy=3)
    play(m, "place 4210", "end")
    assert [text for text in told(m) if "roll" in text] == [
        "The Germans roll 2 for the ITALY cup.",
        "The Germans roll 3 for the RUSSIA cup.",
    ]


def test_heavy_panzers_do_not_enter_the_map_in_polder() -> None:
    m = cups("russia cup", "DE-s503 russia_cup", "1 1", strategy=3)
    assert EAST - listed(m, "place") == {"1201", "1301", "1401"}
    assert m.why_not("place 1301").rule == "R34"
    m = cups("italy cup", "DE-s504 italy_cup", "1 1")
    assert SOUTH - listed(m, "place") == {"4223", "4224"}


def test_a_placement_can_be_taken_back_but_not_the_draw() -> None:
    m = cups("first cup", "DE-712 first_cup; DE-348 first_cup", "2 1 1")
    before = m.position_hash
    play(m, "place 2301")
    m.undo()
    assert m.position_hash == before
    assert m.undoable == []
    play(m, "place 2301", "place 4210")  # the last one too, before the next cup is rolled for
    assert m.prompt.step == "entry done"
    m.undo()
    m.undo()
    assert m.position_hash == before
    assert bocage.load(m.text(), strict=True).position_hash == before
