"""Chapters 1 to 3: sides, map and counters, stacking, zones of control, phase order, steps and control."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

import bocage
from bocage.games.roundup.data import rows
from bocage.games.roundup.rules.movement.reach import allowance
from tests.cases import rule
from tests.roundup.hands import listed, play, unit, where

GAME = bocage.make_game("roundup", "campaign", {})
COUNTERS = {counter.id: counter for counter in GAME.counters}


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 3, **more})


# 1: introduction


@rule("1.2")
def test_one_player_runs_all_americans_and_british_the_other_all_germans() -> None:
    m = at("allied movement", "US-1 3212; UK-1 3217; DE-376 3219")
    assert m.game.sides == ("allied", "german")
    assert {counter.nation for counter in GAME.counters if counter.side == "allied"} == {"US", "UK"}
    assert m.prompt.side == "allied"
    assert listed(m, "pick") == {"US-1", "UK-1"}
    with pytest.raises(bocage.Refusal, match="not german who decides"):
        m.play("end", side="german")
    play(m, "end", "move-first")
    assert m.prompt.side == "german"
    assert listed(m, "pick") == {"DE-376"}


@rule("1.3")
def test_two_and_three_dice_are_added_together() -> None:
    clear = at("air superiority", weather="Clear", dice="6 5 4 1 2")
    assert (clear.position.tas_left, clear.position.rolls) == (6 + 5 + 4 - 1 - 2, 5)
    overcast = at("air superiority", weather="Overcast", dice="6 5 4")
    assert (overcast.position.tas_left, overcast.position.rolls) == (6 + 5 - 4, 3)


@rule("1.4")
def test_everybody_may_look_into_every_stack() -> None:
    m = at("german movement", "US-1 3212 reduced; US-Rgr 3212; DE-14P 3217 reduced; DE-s508 3217")
    assert m.view("allied")["units"] == m.view("german")["units"]
    for name, place, steps in (
        ("US-1", "3212", 1),
        ("US-Rgr", "3212", 1),
        ("DE-14P", "3217", 1),
        ("DE-s508", "3217", 1),
    ):
        for side in m.game.sides:
            seen = next(found for found in m.view(side)["units"] if found["id"] == name)
            assert (seen["at"], seen["steps"]) == (place, steps)


@rule("1.5")
def test_halves_are_rounded_up() -> None:
    m = at("allied combat", "US-1 3212; UK-10Cdo 3213; DE-376 3112")
    forecast = bocage.forecast(m, "3112", ["US-1", "UK-10Cdo"])
    assert forecast.attack == 3 + 1  # halves of 5 and of 1
    look = m.inquire()
    nine = msgspec.structs.replace(m.game.rules, movement={**m.game.rules.movement, "allied": (6, 9)})
    m.game.rules = nine
    assert allowance(look, m.game.unit_numbers["US-1"], fed=False) == 5


# 2: map and counters


@rule("2.1")
def test_hexes_have_numbers_of_their_own_and_the_sea_has_none() -> None:
    labels = [row["hex"] for row in rows("map.csv")]
    assert len(labels) == len(set(labels)) == 669
    assert all(len(label) == 4 and label.isdigit() for label in labels)
    m = play(at("allied movement", "US-1 1306; DE-376 3212", us_beachheads="1204"), "pick US-1")
    with pytest.raises(bocage.BadInput, match="no hex '1206'"):
        m.play("move 1206")  # the sea off Dunkirk
    play(m, "move 1307")
    places = [place for place, stack in m.position.stacks.items() if m.game.unit_numbers["US-1"] in stack]
    assert places == [m.game.board.index["1307"]]


@rule("2.1.1")
def test_the_four_edges_run_as_the_compass_says() -> None:
    edges = {letter: sorted(GAME.board.names(hexes)) for letter, hexes in GAME.data.edges.items()}
    coast = sorted(GAME.board.names(GAME.data.coastal))
    assert edges["N"] == [label for label in coast if label < "2000"]
    assert (edges["N"][0], edges["N"][-1]) == ("1001", "1922")
    assert edges["E"] == [f"{column}01" for column in range(10, 43)]
    assert edges["S"] == [f"42{row:02}" for row in range(1, 26)]
    assert edges["W"] == [label for label in coast if label > "2000"]
    assert (edges["W"][0], edges["W"][-1]) == ("2023", "4225")


@rule("2.1.2")
def test_le_touquet_and_berck_lie_on_the_coast_but_are_no_ports() -> None:
    assert set(GAME.data.ports) == {"Dunkirk", "Calais", "Boulogne"}
    towns = GAME.board.names(GAME.data.terrain["town"] & GAME.data.coastal)
    assert set(towns) == {"3323", "3824"}
    m = at("port designation", "US-1 3323; US-2 3824; US-3 3820", dice="1 1 1 1 1 1")
    assert m.prompt.step != "port designation"
    assert unit(m, "US-3")["supply"] is None


@rule("2.3")
def test_every_allied_unit_is_motorised_and_germans_drive_walk_or_sit() -> None:
    m = at("german movement", "DE-14P 3212; DE-376 3312; DE-712 3412; US-1 3520")
    assert {counter.mobility for counter in GAME.counters if counter.side == "allied"} == {"mech"}
    look, number = m.inquire(), m.game.unit_numbers
    points = {name: allowance(look, number[name], True) for name in ("DE-14P", "DE-376", "DE-712", "US-1")}
    assert points == {"DE-14P": 10, "DE-376": 6, "DE-712": 4, "US-1": 10}
    assert {counter.mobility for counter in GAME.counters if counter.side == "german"} == {"mech", "leg", "static"}
    assert all(counter.side in ("allied", "german") for counter in GAME.counters)


@rule("2.3b")
def test_types_and_sizes_are_those_of_the_counter_sheet() -> None:
    types = {side: {counter.type for counter in GAME.counters if counter.side == side} for side in GAME.sides}
    assert types["allied"] == {"infantry", "airborne", "special", "armor"}
    assert types["german"] == {"infantry", "mech_infantry", "airborne", "panzer", "heavy_panzer"}
    assert {counter.size for counter in GAME.counters} == {"XX", "III", "X", "II"}


@rule("2.4")
def test_divisions_have_two_factors_and_smaller_units_one_for_both() -> None:
    for counter in GAME.counters:
        assert len(counter.attack) == len(counter.defence) == (3 if counter.divisional else 2)
        assert counter.divisional or counter.attack == counter.defence
    m = at(
        "allied combat", "US-1 3212; UK-4Bde 3213; DE-376 3112; US-2 3312", us_beachheads="3123", uk_beachheads="3024"
    )
    battle = bocage.forecast(m, "3112", ["US-1", "UK-4Bde"])
    assert (battle.attack, battle.defence) == (5 + 3, 5)
    m = at("german combat", "US-1 3212; US-Rgr 3212; DE-376 3112; DE-s508 3112", us_beachheads="3123")
    assert bocage.forecast(m, "3212", ["DE-376", "DE-s508"])[:2] == (4 + 4, 6 + 2)


@rule("2.4a")
def test_german_counters_say_where_and_when_they_start() -> None:
    codes = Counter(counter.pool for counter in GAME.counters if counter.side == "german")
    assert codes == {"START": 4, "ASIDE": 2, "1E": 10, "1S": 10, "2S": 12, "ITALY": 18, "RUSSIA": 16}
    m = bocage.new_match("roundup", seed="codes")
    assert where(m, "DE-344") == COUNTERS["DE-344"].start_hex == "3322"
    for name, place in (
        ("DE-712", "first cup"), ("DE-348", "first cup"), ("DE-14P", "second cup"), ("DE-HG", "italy cup"),
        ("DE-GD", "russia cup"),
    ):  # fmt: skip
        assert where(m, name) == place


@rule("2.5")
def test_the_marker_sheet_holds_four_beachheads_and_a_marker_for_everything_else() -> None:
    markers = {row["marker"]: int(row["count"]) for row in rows("markers.csv")}
    assert markers["beachhead_US"] == markers["beachhead_UK"] == GAME.rules.beachheads_each == 2
    assert markers["german_strategy"] == len(GAME.data.strategies) == 4
    for name in ("game_turn", "aerial_supply_US", "aerial_supply_UK", "replacement_US", "replacement_UK"):
        assert markers[name] == 1
    assert {"weather", "tas", "hex_control", "heavy_bomber_US", "heavy_bomber_UK", "heavy_bomber_DE"} < set(markers)


# 3.1: stacking


@rule("3.1")
def test_stacks_are_counted_when_placement_movement_and_combat_end() -> None:
    crowd = "US-1 3212; US-2 3213; US-3 3217; US-5 3217; DE-376 3820"
    for row in ("allied reinforcement stacking", "allied movement stacking", "allied combat stacking"):
        m = at(row, crowd)
        assert m.prompt.step == "overstacked"
        assert listed(m, "eliminate") == {"US-3", "US-5"}
    german = at("german reinforcement stacking", "DE-376 3212; DE-65 3212; US-1 3820")
    assert (german.prompt.step, german.prompt.side) == ("overstacked", "german")
    m = at("allied movement", "US-1 3212; US-2 3213; DE-376 3820")
    play(m, "pick US-1", "move 3213")
    assert m.prompt.step == "movement"  # too many for a moment is no offence
    assert m.prompt.warnings == ["3213 is overstacked: unless it is thinned out you must eliminate units there (3.1)"]
    play(m, "pick US-2", "move 3214", "end")
    assert m.prompt.side == "german"


@rule("3.1")
def test_nobody_retreats_or_advances_into_a_full_hex() -> None:
    m = at("allied combat", "US-1 3213; US-2 3312; DE-376 3212; DE-65 3211; DE-71 3111", turn=1, dice="4")
    play(m, "attack 3212", "join US-1", "join US-2", "roll")  # 10 against 5: a retreat
    assert m.why_not("retreat 3211").rule == "3.1.3"
    play(m, "retreat 3210", "advance US-1")
    assert (where(m, "US-1"), where(m, "US-2"), m.prompt.step) == ("3212", "3312", "combat")  # one division, no more


@rule("3.1a")
def test_the_owner_chooses_whom_an_overfull_hex_loses() -> None:
    m = at("allied movement stacking", "US-1 3212; US-2 3212; US-Rgr 3212; DE-376 3820")
    assert listed(m, "eliminate") == {"US-1", "US-2"}
    assert m.why_not("eliminate US-Rgr").rule == "3.1"  # it would not help
    play(m, "eliminate US-1")
    assert (where(m, "US-1"), where(m, "US-2"), where(m, "US-Rgr")) == ("dead", "3212", "3212")
    assert m.prompt.side == "german"


@rule("3.1b")
def test_friend_and_foe_never_share_a_hex() -> None:
    m = at("allied movement", "US-1 3212; DE-376 3213", us_beachheads="3123")
    play(m, "pick US-1")
    assert m.why_not("move 3213").rule == "10.0"
    landing = at("landing", "DE-376 1514", turn=1, us_beachheads="1514 1413", uk_beachheads="1515 1516")
    assert landing.why_not("enter 1514").rule == "3.1"
    message = "US-1 and DE-376 are both in 3212: opposing units never stack together (3.1)"
    with pytest.raises(bocage.BadInput, match=re.escape(message)):
        at("allied movement", "DE-376 3212; US-1 3212")


@rule("3.1.1")
def test_air_support_flies_over_any_hex_and_takes_no_room() -> None:
    m = at("air support", "US-1 3212; US-Rgr 3212; DE-376 3217", superiority="allied", tas_left=3, weather="Storm")
    assert listed(m, "tas") == set(m.game.board.index)
    play(m, "tas 3217", "tas 3212", "tas 3212", "end")
    assert m.view()["air"]["markers"] == ["3217", "3212", "3212"]
    assert m.inquire().overstacked("allied") == []


# A German line from one end of the map to the other: eight divisions, and their zones in the gaps.
WALL = "DE-44 3202; DE-71 3205; DE-76 3208; DE-376 3211; DE-65 3214; DE-94 3217; DE-305 3220; DE-334 3222"
LANDING = {"turn": 1, "us_beachheads": "1413 1514", "uk_beachheads": "1515 1516"}


@rule("3.1.2")
def test_an_allied_hex_holds_a_division_and_a_small_unit_or_two_small_ones() -> None:
    m = play(at("landing", **LANDING), "enter 1515", "land UK-infantry-5-6")
    assert m.why_not("land UK-armor-6-5").rule == "3.1.2"
    play(m, "land UK-special-2")
    assert listed(m, "land") == set()
    assert m.why_not("land UK-armor-3").rule == "3.1.2"
    m = play(at("landing", **LANDING), "enter 1515", "land UK-special-2", "land UK-armor-3")
    assert m.why_not("land UK-10Cdo").rule == "3.1.2"
    assert (where(m, "UK-1SSF"), where(m, "UK-4Bde")) == ("1515", "1515")


@rule("3.1.2a")
def test_americans_and_british_never_stack() -> None:
    m = at("allied movement", "US-Rgr 3212; UK-4Bde 3213; DE-376 3820")
    play(m, "pick US-Rgr", "move 3213", "end")
    assert listed(m, "eliminate") == {"US-Rgr", "UK-4Bde"}
    m = at("allied combat", "US-1 3212; UK-1 3213; DE-165R 3112 reduced", dice="6", tas="3112", superiority="allied")
    play(m, "attack 3112", "join US-1", "join UK-1", "roll", "advance UK-1")
    assert (m.prompt.step, where(m, "UK-1")) == ("combat", "3112")  # no room for the Americans: not even asked
    assert where(m, "US-1") == "3212"


@rule("3.1.2b", "3.1.3a")
def test_two_american_eight_british_and_four_german_units_are_no_divisions() -> None:
    small = Counter(counter.nation for counter in GAME.counters if not counter.divisional)
    assert small == {"US": 2, "UK": 8, "DE": 4}


@rule("3.1.3")
def test_a_german_hex_holds_a_division_and_a_battalion_or_two_battalions() -> None:
    m = at("first cup", "DE-376 3001; DE-9SS 2901; DE-s508 2901", dice="1 1")
    assert m.prompt.text.startswith("Place 712 Infantry Division")
    assert m.why_not("place 3001").rule == "3.1.3"
    assert m.why_not("place 2901").rule == "3.1.3"
    for stack, over in (
        ("DE-GD 3212; DE-s503 3212", False), ("DE-s503 3212; DE-s505 3212", False),
        ("DE-s503 3212; DE-s505 3212; DE-s508 3212", True), ("DE-GD 3212; DE-712 3212", True),
    ):  # fmt: skip
        look = at("german movement", stack).inquire()
        assert bool(look.overstacked("german")) is over


# 3.2: zones of control


@rule("3.2")
def test_every_unit_reaches_into_all_six_hexes_around_it() -> None:
    m = at("german movement", "DE-s508 3010; US-1 1817; UK-10Cdo 3012")
    look, names = m.inquire(), m.game.board.names
    assert set(names(look.zone("german"))) == {"3009", "3109", "3110", "3011", "2910", "2909"}  # two over a river
    around = {"3011", "3111", "3112", "3013", "2912", "2911"} | {"1816", "1818", "1716", "1717", "1916", "1917"}
    assert set(names(look.zone("allied"))) == around  # polder, town and clear, beyond a canal as well
    assert names(look.zone("german") & look.zone("allied")) == ["3011"]
    play(m, "pick DE-s508")
    assert m.why_not("move 3011") is None
    assert m.why_not("move 3012").rule == "10.0"


@rule("3.2.1")
def test_a_unit_that_enters_an_enemy_zone_stops_even_beside_a_friend() -> None:
    m = at("allied movement", "US-1 3217; US-Rgr 3213; DE-376 3212", us_beachheads="3123")
    play(m, "pick US-1", "move 3213")
    assert m.prompt.text.startswith("Choose a unit")  # four of its ten points are spent, and it is out of hand
    assert m.why_not("pick US-1").rule == "10.0"
    wall = "DE-376 3212; DE-65 3215; DE-44 3209; DE-71 3218; DE-76 3206; DE-94 3221; DE-305 3203"
    m = play(at("allied movement", f"US-1 3412; US-Rgr 3213; {wall}"), "pick US-1")
    assert m.why_not("move 3313") is None
    assert m.why_not("move 3012").rule == "3.2.1"  # behind an unbroken line of zones


@rule("3.2.1a")
def test_leaving_a_zone_needs_a_free_hex_first_and_then_another_zone_is_open() -> None:
    m = at("allied movement", "US-1 3213; DE-376 3212; DE-65 3217", us_beachheads="3123")
    play(m, "pick US-1", "move 3214")
    assert m.prompt.text.startswith("Move US 1 Infantry Division from 3214")
    play(m, "move 3216")
    assert where(m, "US-1") == "3216"
    m = play(at("allied movement", "US-1 3212; US-2 3820; DE-376 3211; DE-65 3213"), "pick US-1")
    assert listed(m, "move") == set()  # each of the six hexes around it is German or in a German zone
    assert m.why_not("move 3112").rule == "3.2.1"
    assert m.why_not("move 3013").rule == "3.2.1"


@rule("3.2.1b")
def test_no_unit_goes_from_one_zone_straight_into_another() -> None:
    m = at("german movement", "DE-712 3213; DE-s508 3113; US-1 3112; US-2 3215")
    play(m, "pick DE-712")
    assert m.why_not("move 3113").rule == "3.2.1"  # next door, and a friend is there, to no avail
    m = at("german movement", "DE-712 3213; DE-s508 3113; US-1 3112")
    play(m, "pick DE-712", "move 3113")
    assert m.log()[-1][2] == "712 Infantry Division moves 3213-3214-3113 (2 MP)."  # by way of a free hex


@rule("3.2.2")
def test_supply_passes_an_enemy_zone_only_where_a_friend_stands() -> None:
    def supply(*friends: str) -> Any:
        units = "; ".join(["US-1 3012", *friends, WALL])
        return unit(at("allied movement", units, us_beachheads="3424"), "US-1")["supply"]

    assert supply() is None
    assert supply("UK-10Cdo 3213") == "overland"
    assert supply("UK-10Cdo 3312") is None  # its zone meets the German one in 3213, and the German one wins


@rule("3.2.2a")
def test_units_out_of_supply_keep_their_zones() -> None:
    m = at("german movement", "US-1 3212; DE-44 3211; DE-65 3213; DE-14P 3217")
    assert unit(m, "US-1")["supply"] is None
    play(m, "pick DE-14P", "move 3112")
    assert m.prompt.text.startswith("Choose a unit")  # stopped by a unit without supply


@rule("3.2.3")
def test_two_enemy_zones_on_a_hex_hold_no_better_than_one() -> None:
    for enemies in ("DE-376 3212", "DE-376 3212; DE-65 3312; DE-44 3112"):
        m = play(at("allied movement", f"US-1 3215; US-2 3213; {enemies}", us_beachheads="3123"), "pick US-2")
        assert m.why_not("move 3214") is None
        play(m, "pick US-1", "move 3213")
        assert m.log()[-1][2] == "US 1 Infantry Division moves 3215-3214-3213 (2 MP)."


@rule("3.2.4")
def test_beaten_units_leave_a_zone_but_never_for_another() -> None:
    # 5 against 5; a five makes the defender retreat.
    m = at("allied combat", "US-1 3213; DE-376 3212", turn=1, dice="5")
    play(m, "attack 3212", "join US-1", "roll")
    assert listed(m, "retreat") == {"3211", "3111", "3311"}
    assert m.why_not("retreat 3112").rule == "3.2.4"
    m = at("allied combat", "US-1 3213; US-2 3110; US-3 3310; DE-376 3212", turn=1, dice="5")
    play(m, "attack 3212", "join US-1", "roll")
    assert (where(m, "DE-376"), unit(m, "DE-376")["steps"]) == ("3212", 1)  # no way out: a step instead


@rule("3.2.4a")
def test_victors_advance_through_any_zone() -> None:
    m = at("allied combat", "US-1 3213; DE-376 3212; DE-65 3312; DE-44 3113", turn=1, dice="5")
    play(m, "attack 3212", "join US-1", "roll", "retreat 3211", "advance US-1")
    assert where(m, "US-1") == "3212"


# 3.3: the order of the phases


@rule("3.3")
def test_a_side_moves_first_or_fights_first_with_all_its_units() -> None:
    m = at("allied order", "US-1 3213; UK-1 3220; DE-376 3212", us_beachheads="3123", uk_beachheads="3024")
    play(m, "combat-first")
    assert m.prompt.step == "combat"
    assert m.why_not("pick UK-1").why.startswith("'pick' is not possible now")
    play(m, "end")
    assert m.prompt.step == "movement"
    assert m.why_not("attack 3212").why.startswith("'attack' is not possible now")
    play(m, "end")
    assert (m.prompt.step, m.prompt.side) == ("phase order", "german")
    for side in m.game.sides:
        for order, steps in (("move-first", ["movement", "combat"]), ("combat-first", ["combat", "movement"])):
            m = at(f"{side} order", "US-1 3213; UK-1 3220; DE-376 3212", seed="order")
            for first, step in zip((order, "end"), steps, strict=True):
                assert (play(m, first).prompt.step, m.prompt.side) == (step, side)


@rule("3.3a")
def test_on_turn_one_the_allies_must_move_first_and_the_germans_choose() -> None:
    m = at("allied order", turn=1, us_beachheads="1413 1514", uk_beachheads="1515 1516")
    assert m.prompt.step == "landing"  # the choice was made for them
    assert m.log()[-1][1:] == ("9.1", "The Allies must take move/combat.")
    order = m.game.steps["phase order"]
    refusal = order.why_not(m.inquire(), order.frame("allied"), m.game.actions.find("combat-first"))
    assert refusal.rule == "9.1"
    german = at("german order", "DE-376 3212; US-1 3213", turn=1)
    assert [str(action) for action in german.prompt.actions] == ["move-first", "combat-first"]


# 3.4: steps


@rule("3.4")
def test_a_lost_step_flips_a_division_and_removes_whoever_has_no_more() -> None:
    stack = "US-1A 3211; US-2A 3213; US-3A 3112; US-1 3312"
    for defender, left in (("DE-376", 1), ("DE-376 reduced", 0), ("DE-s508", 0)):
        name, *reduced = defender.split()
        m = at("allied combat", f"{stack}; {name} 3212 {' '.join(reduced)}", turn=1, dice="1")
        play(m, "attack 3212", "join US-1A", "join US-2A", "join US-3A", "join US-1", "roll")  # 26 against 5: DS
        found = unit(m, name)
        assert (found["at"], found["steps"] if left else 0) == (("3212", 1) if left else ("dead", 0))
    flipped = COUNTERS["DE-376"]
    assert (flipped.attack, flipped.defence) == ((0, 2, 4), (0, 3, 5))
    assert all(counter.steps == (2 if counter.divisional else 1) for counter in GAME.counters)


@rule("3.4a")
def test_a_beachhead_marker_cannot_fight() -> None:
    m = at("german combat", "DE-376 1614; US-1 1615", us_beachheads="1514 1413")
    assert m.why_not("attack 1514").rule == "11.0"
    assert m.why_not("attack 1514").why == "there is no enemy in 1514 to attack"
    m = play(at("german movement", "DE-376 1614", us_beachheads="1514 1413"), "pick DE-376", "move 1514")
    assert (where(m, "DE-376"), m.view()["beachheads"]["US"]) == ("1514", ["1413"])
    for options, defence in (({}, None), ({"15.4": True}, 1)):  # by option an empty port hex defends itself
        m = at("allied combat", "US-1 1308; DE-376 1408", options=options)
        assert (m.why_not("attack 1307") is None) is (defence == 1)
    assert bocage.forecast(m, "1307", ["US-1"]).defence == 1


# 3.5: control


@rule("3.5")
def test_hexes_are_german_until_an_allied_unit_walks_in() -> None:
    assert bocage.new_match("roundup", seed="control").view()["allied_control"] == []
    m = play(at("allied movement", "US-1 3217; DE-376 3820", us_beachheads="3123"), "pick US-1", "move 3214")
    assert set(m.view()["allied_control"]) == {"3217", "3216", "3215", "3214"}  # the way it went, not its zone
    m = play(at("german movement", "DE-14P 3217", allied_control="3214 3216 3213"), "pick DE-14P", "move 3214")
    assert m.view()["allied_control"] == ["3213"]


@rule("3.5")
def test_landing_dropping_advancing_and_retreating_take_a_hex_as_well() -> None:
    m = play(at("landing", **LANDING), "enter 1413", "land US-infantry-5-6")
    assert m.view()["allied_control"] == ["1413"]
    m = at("air drop", "US-1 3024; DE-376 3820", us_beachheads="3024", superiority="allied")
    assert "3021" in play(m, "drop US-82AB", "place 3021").view()["allied_control"]
    m = at("allied combat", "US-1 3213; DE-376 3212", turn=1, dice="5", allied_control="3211 3111")
    play(m, "attack 3212", "join US-1", "roll", "retreat 3211")
    assert set(m.view()["allied_control"]) == {"3213", "3111"}
    assert set(play(m, "advance US-1").view()["allied_control"]) == {"3212", "3213", "3111"}


@rule("3.5a")
def test_control_of_ports_and_edges_is_marked_taken_back_and_never_runs_out() -> None:
    south = [f"42{row:02}" for row in range(2, 26)]
    m = at("allied movement", "US-1 4101; DE-14P 3101", allied_control=" ".join(south))
    play(m, "pick US-1", "move 4201")
    printed = next(int(row["count"]) for row in rows("markers.csv") if row["marker"] == "hex_control")
    key = GAME.german_edges | GAME.port_hexes
    marked = GAME.board.names(m.position.allied_control & key)
    assert set(marked) == {"4201", "4101", *south}
    assert len(marked) > printed
    m = play(at("german movement", "DE-712 1305", allied_control="1306 1307"), "pick DE-712", "move 1306")
    assert m.view()["allied_control"] == ["1307"]


@rule("3.5b")
def test_no_german_enters_on_an_edge_hex_that_the_allies_control() -> None:
    m = at("italy cup", allied_control="4205 4206", dice="1 1")
    assert m.why_not("place 4205").rule == "3.5"
    assert listed(m, "place") == {f"42{row:02}" for row in range(1, 26)} - {"4205", "4206"}
