"""Chapter 4: who is in supply, from where, and when it is asked."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play, unit

DUNKIRK, CALAIS = "1305 1306 1307", "1617 1618"
EDGES = " ".join([f"{column}01" for column in range(10, 43)] + [f"42{row:02}" for row in range(2, 26)])
# A German line from one end of the map to the other: eight divisions, and their zones in the gaps.
WALL = "DE-44 3202; DE-71 3205; DE-76 3208; DE-376 3211; DE-65 3214; DE-94 3217; DE-305 3220; DE-334 3222"


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 3, **more})


def supply(match: Any, name: str) -> str | None:
    found: str | None = unit(match, name)["supply"]
    return found


# 4.0: when and how


@rule("4.0")
def test_supply_is_judged_as_each_unit_starts_to_move() -> None:
    m = at("allied movement", f"US-1 3012; US-2 3013; UK-10Cdo 3314; {WALL}", us_beachheads="3424")
    assert "(5 MP left)" in play(m, "pick US-1").prompt.text
    play(m, "pick UK-10Cdo", "move 3213")  # it holds the gap open
    assert "(10 MP left, 20 in column)" in play(m, "pick US-1").prompt.text
    m = at("allied movement", f"US-1 3012; US-2 3013; UK-10Cdo 3213; {WALL}", us_beachheads="3424")
    assert "(10 MP left, 20 in column)" in play(m, "pick US-1").prompt.text
    play(m, "pick UK-10Cdo", "move 3312")  # and shut again
    assert "(5 MP left)" in play(m, "pick US-1").prompt.text


@rule("4.0")
def test_a_battle_may_feed_the_attackers_of_the_next() -> None:
    # 14 against 5 is 2:1, and a four drives the Germans out of the line before the cut-off division attacks.
    m = at("allied combat", f"US-1 3111; US-1A 3313; US-2A 3314; {WALL}", us_beachheads="3424", dice="4")
    assert bocage.forecast(m, "3211", ["US-1"])[:2] == (3, 5)
    play(m, "attack 3214", "join US-1A", "join US-2A", "roll", "retreat 3114", "advance US-1A")
    assert bocage.forecast(m, "3211", ["US-1"])[:2] == (5, 5)


@rule("4.0")
def test_a_battle_may_starve_the_defenders_of_the_next() -> None:
    ring = "UK-1 3216; US-2 3219; US-3 3017"
    m = at(
        "allied combat", f"{ring}; US-1A 3517; US-Rgr 3517; DE-712 3417 reduced; DE-44 3217",
        us_beachheads="3123", uk_beachheads="3024", dice="3",
    )  # fmt: skip
    assert bocage.forecast(m, "3217", ["UK-1"]).defence == 5
    play(m, "attack 3417", "join US-1A", "join US-Rgr", "roll", "advance US-1A")  # 9 against 2: a step
    assert bocage.forecast(m, "3217", ["UK-1"]).defence == 3
    assert bocage.forecast(m, "3217", ["UK-1"]).out_of_supply == ("DE-44",)


@rule("4.0a")
def test_a_supply_line_runs_round_enemies_and_their_zones_or_not_at_all() -> None:
    assert supply(at("allied movement", "US-1 3012; DE-376 3016", us_beachheads="3024"), "US-1") == "overland"
    shut = "US-1 3012; DE-376 3011; DE-65 3013"  # all six hexes around it are German or in a German zone
    assert supply(at("allied movement", shut, us_beachheads="3024"), "US-1") is None
    # No zone lies on 3013 itself, and a friend waits behind it, but no line runs through the Germans there.
    m = at("allied movement", f"{shut}; US-2 3014", us_beachheads="3024")
    assert (supply(m, "US-2"), supply(m, "US-1")) == ("overland", None)
    assert supply(at("german movement", "DE-376 3012; US-1 3011; US-2 3013"), "DE-376") is None
    assert supply(at("german movement", "DE-376 3012; US-1 3011"), "DE-376") == "overland"
    assert supply(at("allied movement", "US-1 3012"), "US-1") is None  # nothing to trace to


@rule("4.1")
def test_units_out_of_supply_are_slow_and_weak_but_live_on() -> None:
    shut = "US-1 3012; US-Rgr 3012; DE-376 3011; DE-65 3013"
    m = at("allied combat", shut)
    assert bocage.forecast(m, "3011", ["US-1", "US-Rgr"]).attack == 3 + 1
    m = play(at("allied movement", "US-1 3012; US-2 3821; DE-376 3815"), "pick US-1")
    assert "(5 MP left)" in m.prompt.text
    m = at("german combat", shut)
    assert bocage.forecast(m, "3012", ["DE-376"]).defence == 3 + 1
    for turn in range(2, 10):
        m = at("administration", shut, turn=turn, dice="6 1 1 1 1 1")
        assert (unit(m, "US-1")["at"], unit(m, "US-1")["steps"], unit(m, "US-Rgr")["at"]) == ("3012", 2, "3012")
    m = play(at("german movement", f"{shut}; DE-14P 3017"), "pick DE-14P", "move 3112")
    assert m.prompt.text.startswith("Choose a unit")  # its zone still stops whoever comes near


@rule("4.2")
def test_germans_live_off_the_east_and_south_edges_as_long_as_they_own_them() -> None:
    assert supply(at("german movement", "DE-344 1922"), "DE-344") == "overland"  # as far as can be
    for last in ("1001", "4225", "3501"):
        m = at("german movement", "DE-376 3012", allied_control=" ".join(EDGES.replace(last, "").split()))
        assert supply(m, "DE-376") == "overland"
    m = at("german movement", "DE-14P 4105; DE-344 1922", allied_control=EDGES)
    assert (supply(m, "DE-14P"), supply(m, "DE-344")) == (None, None)
    play(m, "pick DE-14P", "move 4205")  # retaken
    assert (supply(m, "DE-14P"), supply(m, "DE-344")) == ("overland", "overland")


@rule("4.0a")
def test_an_empty_edge_hex_in_an_allied_zone_feeds_nobody() -> None:
    control = " ".join(EDGES.replace("4212", "").split())
    m = at("german movement", "DE-376 4015; US-1 4211", allied_control=control)
    assert supply(m, "DE-376") is None
    m = at("german movement", "DE-376 4015; DE-s508 4212; US-1 4211", allied_control=control)
    assert (supply(m, "DE-376"), supply(m, "DE-s508")) == ("overland", "overland")


@rule("4.3")
def test_the_navy_feeds_every_allied_unit_on_the_coast_in_any_weather() -> None:
    m = at("allied movement", "US-1 3012; UK-1 3120", weather="Storm")
    coast = m.game.board.names(m.game.data.coastal)
    assert {m.game.data.terrain_at[m.game.board.index[label]] for label in coast} == {"clear", "port", "town"}
    for label in coast:
        m = at("allied movement", f"US-1 {label}; DE-376 3012", weather="Storm")
        assert supply(m, "US-1") == "coastal"
    m = at("german movement", "DE-376 3123", allied_control=EDGES, weather="Clear")
    assert supply(m, "DE-376") is None


# 4.4: beachheads and ports


@rule("4.4")
def test_inland_units_need_a_beachhead_or_a_whole_port() -> None:
    inland = "US-1 1703; DE-376 3820"
    assert supply(at("allied movement", inland), "US-1") is None
    assert supply(at("allied movement", inland, us_beachheads="1204"), "US-1") == "overland"
    assert supply(at("allied movement", inland, allied_control=DUNKIRK, us_ports=DUNKIRK), "US-1") == "overland"


@rule("4.0a")
def test_an_empty_beachhead_in_a_german_zone_feeds_nobody() -> None:
    here = "US-1 1616; DE-376 1614"
    assert supply(at("allied movement", here, us_beachheads="1514"), "US-1") is None
    assert supply(at("allied movement", f"{here}; UK-10Cdo 1514", us_beachheads="1514"), "US-1") == "overland"
    # A port feeds through whichever of its hexes is free.
    here = "US-1 1703; DE-376 1404"
    assert supply(at("allied movement", here, allied_control=DUNKIRK, us_ports=DUNKIRK), "US-1") == "overland"


@rule("4.4a")
def test_americans_never_eat_at_a_british_beachhead_nor_the_british_at_an_american_one() -> None:
    units = "US-1 1703; UK-1 1704"
    m = at("allied movement", units, us_beachheads="1204")
    assert (supply(m, "US-1"), supply(m, "UK-1")) == ("overland", None)
    m = at("allied movement", units, uk_beachheads="1204")
    assert (supply(m, "US-1"), supply(m, "UK-1")) == (None, "overland")


@rule("4.4b")
def test_a_beachhead_entered_by_germans_is_gone_for_good() -> None:
    m = at("german movement", "DE-14P 1614; US-1 1703", us_beachheads="1514 1413")
    play(m, "pick DE-14P", "move 1514", "move 1615")
    assert m.view()["beachheads"]["US"] == ["1413"]
    assert m.position.beachheads_lost == 1
    assert ("4.4", "The beachhead at 1514 is destroyed.") in [line[1:] for line in m.log()]
    m = at("allied movement", "US-1 1616; US-2 3424; DE-376 3820", beachheads_lost=1, us_beachheads="3424")
    play(m, "pick US-1", "move 1514", "end")
    assert m.view()["beachheads"]["US"] == ["3424"]  # going back does not bring it back


@rule("4.4b")
def test_a_german_who_retreats_or_advances_or_enters_the_map_on_a_beachhead_destroys_it() -> None:
    m = at("allied combat", "US-1 1715; DE-376 1616", us_beachheads="1514 1516", turn=1, dice="5")
    play(m, "attack 1616", "join US-1", "roll", "retreat 1516")
    assert m.view()["beachheads"]["US"] == ["1514"]
    m = at("german combat", "US-Rgr 1514; DE-14P 1614; DE-25P 1615", us_beachheads="1514", turn=1, dice="2 6")
    play(m, "attack 1514", "join DE-14P", "join DE-25P", "roll", "advance DE-14P")  # 13 against 2, one left: 5:1
    assert (m.view()["beachheads"]["US"], m.position.beachheads_lost) == ([], 1)
    m = at("first cup", uk_beachheads="1001", dice="1 1 1 1")  # an empty beachhead on the East edge
    play(m, "place 1001")
    assert (m.view()["beachheads"]["UK"], m.position.beachheads_lost) == ([], 1)


@rule("4.4c")
def test_a_port_is_announced_for_one_nation_at_the_start_of_each_turn() -> None:
    units = "US-1 1703; UK-1 1704; US-2 1305; DE-376 3820"
    m = at("port designation", units, allied_control=DUNKIRK, dice="6 1 1 1 1 1 1")
    assert (m.prompt.step, m.prompt.side) == ("port designation", "allied")
    play(m, "us-port Dunkirk")
    assert (supply(m, "US-1"), supply(m, "UK-1")) == ("overland", None)
    m = at("administration", units, allied_control=DUNKIRK, us_ports=DUNKIRK, dice="6 1 1 1 1 1 1")
    assert (m.prompt.step, m.position.turn) == ("port designation", 4)
    play(m, "uk-port Dunkirk")
    assert (supply(m, "US-1"), supply(m, "UK-1")) == (None, "overland")


@rule("4.4c")
def test_no_port_serves_both_nations_in_a_turn() -> None:
    m = at("port designation", "DE-376 3820", allied_control=f"{DUNKIRK} {CALAIS}", dice="6")
    play(m, "us-port Dunkirk")
    assert m.why_not("uk-port Dunkirk").rule == "4.4"
    play(m, "uk-port Calais")
    assert m.view()["ports"] == {"Dunkirk": "US", "Calais": "UK", "Boulogne": None}


@rule("4.4c")
def test_only_the_announced_nation_lands_and_is_replaced_through_a_port() -> None:
    held = {"allied_control": DUNKIRK, "uk_ports": DUNKIRK}
    m = play(at("allied reinforcements", "DE-376 3820", **held), "enter 1306")
    assert m.why_not("land US-infantry-5-6").rule == "8.1"
    assert m.why_not("land UK-infantry-5-6") is None
    m = at("allied replacements", "US-1 1703 reduced; UK-1 1704 reduced; DE-376 3820", **held)
    assert listed(m, "replace") == {"UK-1"}
    assert m.why_not("replace US-1").rule == "8.3"


@rule("4.4d")
def test_every_hex_of_a_port_must_be_allied() -> None:
    m = at("port designation", "US-1 1703; DE-376 3820", allied_control="1305 1306", dice="6 1 1 1 1 1 1")
    assert m.prompt.step != "port designation"
    assert supply(m, "US-1") is None
    m = at("port designation", "DE-376 3820", allied_control=f"1305 1306 {CALAIS}")
    assert listed(m, "us-port") == listed(m, "uk-port") == {"Calais"}
    assert m.why_not("us-port Dunkirk").rule == "4.4"
    m = at("allied reinforcements", "DE-376 3820", allied_control="1305 1306", us_ports=DUNKIRK, us_beachheads="1204")
    assert m.why_not("enter 1306").rule == "8.1"
    for control, found in ((DUNKIRK, "overland"), ("1305 1306", None)):
        m = at("allied movement", "US-1 1703; DE-376 3820", allied_control=control, us_ports=DUNKIRK)
        assert supply(m, "US-1") == found


@rule("4.4d", "R10")
def test_a_german_in_one_port_hex_shuts_the_port_at_once_and_it_reopens_next_turn() -> None:
    m = at("german movement", "US-1 1703; DE-712 1408", allied_control=DUNKIRK, us_ports=DUNKIRK)
    assert supply(m, "US-1") == "overland"
    play(m, "pick DE-712", "move 1307")
    assert supply(m, "US-1") is None
    # The Allies take the last hex in their movement: nothing comes of it this turn.
    m = at("allied movement", "US-1 1703; US-2 1308; DE-376 3820", allied_control="1305 1306", dice="6 1 1 1 1 1 1")
    play(m, "pick US-2", "move 1307")
    assert m.inquire().complete_ports() == ["Dunkirk"]
    assert supply(m, "US-1") is None
    m = at("administration", "US-1 1703; DE-376 3820", allied_control=DUNKIRK, dice="6 1 1 1 1 1 1")
    play(m, "us-port Dunkirk")
    assert supply(m, "US-1") == "overland"


@rule("4.4d", "R10")
def test_a_port_lost_and_won_back_within_a_turn_stays_shut_until_the_next() -> None:
    # A panzer division drives through Calais; then two beaten divisions fall back, the second into the empty port.
    m = at(
        "german movement", "DE-14P 1616; DE-25P 1917; DE-16P 1915; US-1 1817; US-2 1816; US-3 2119; US-5 1715",
        allied_control=CALAIS, us_ports=CALAIS, dice="6 5",
    )  # fmt: skip
    assert supply(m, "US-3") == "overland"
    play(m, "pick DE-14P", "move 1617", "move 1514", "end")
    assert supply(m, "US-3") is None
    play(m, "attack 1817", "join DE-25P", "roll", "retreat 1716", "end")
    play(m, "attack 1816", "join DE-16P", "roll", "retreat 1617", "end")
    assert m.inquire().complete_ports() == ["Calais"]
    assert supply(m, "US-3") is None


# 4.5: supply from the air


@rule("4.5")
def test_in_clear_weather_each_nation_may_feed_one_hex_from_the_air() -> None:
    units = "US-1 3012; US-2 3015; UK-1 3112; UK-4Bde 3112; DE-376 3820"
    m = at("aerial supply", units, weather="Clear", superiority="allied")
    play(m, "us-supply 3012", "uk-supply 3112")
    assert m.why_not("us-supply 3015").rule == "4.5"
    for name, found in (("US-1", "aerial"), ("US-2", None), ("UK-1", "aerial"), ("UK-4Bde", "aerial")):
        assert supply(m, name) == found
    m = at("allied movement", units, us_aerial="3112")  # a marker of the other nation is of no use
    assert supply(m, "UK-1") is None
    play(m := at("allied movement", units, us_aerial="3012"), "pick US-1", "move 3013")
    assert supply(m, "US-1") is None  # the marker stays where it is


@rule("4.5", "R4")
@pytest.mark.parametrize(("weather", "superiority"), [("Overcast", "allied"), ("Clear", ""), ("Clear", "german")])
def test_no_aerial_supply_under_clouds_or_without_air_superiority(weather: str, superiority: str) -> None:
    m = at("aerial supply", "US-1 3012; DE-376 3820", weather=weather, superiority=superiority)
    assert m.prompt.step != "aerial supply"
    assert supply(m, "US-1") is None


@rule("4.5a")
def test_aerial_supply_comes_last_in_the_air_phase_to_own_units_outside_enemy_zones() -> None:
    units = "US-1 3012; UK-1 3113; US-2 3211; DE-376 3212"
    m = at("air superiority", units, weather="Clear", dice="6 6 6 1 1")
    assert m.prompt.step == "air support"
    play(m, "end")
    assert m.prompt.step == "aerial supply"
    assert listed(m, "us-supply") == {"3012"}
    for hex_, reason in (("3113", "no US unit in"), ("3020", "no US unit in"), ("3211", "enemy zone of control")):
        assert m.why_not(f"us-supply {hex_}").rule == "4.5"
        assert reason in m.why_not(f"us-supply {hex_}").why
    play(m, "us-supply 3012", "end")
    assert m.prompt.step not in ("air support", "aerial supply")


@rule("4.5a")
def test_aerial_supply_ends_with_the_turn_and_germans_have_none() -> None:
    m = at("administration", "US-1 3012; UK-1 3112", us_aerial="3012", uk_aerial="3112", dice="6 1 1 1 1 1 1")
    assert m.view()["aerial_supply"] == {"US": [], "UK": []}
    assert supply(m, "US-1") is None
    m = at("air superiority", "DE-376 3012; US-1 3011; US-2 3013", weather="Clear", dice="1 1 1 6 6")
    play(m, "end")
    assert m.prompt.step != "aerial supply"
    assert supply(m, "DE-376") is None


@rule("4.6")
def test_nobody_goes_hungry_on_turn_one() -> None:
    shut = "US-1 3012; UK-1 3217; DE-376 3011; DE-65 3013; DE-44 3010; DE-71 3014"
    m = at("allied combat", shut, turn=1, allied_control=EDGES)
    assert {supply(m, name) for name in ("US-1", "UK-1", "DE-376", "DE-65")} == {"turn 1"}
    assert bocage.forecast(m, "3011", ["US-1"])[:2] == (5, 5)
    m = at("german movement", shut, turn=1, allied_control=EDGES)
    assert "(6 MP left)" in play(m, "pick DE-44").prompt.text
    assert supply(at("german movement", shut, turn=2, allied_control=EDGES), "DE-44") is None
