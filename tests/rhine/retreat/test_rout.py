"""Routs: the attacker says how far, the defender which way (DR, RET)."""

from __future__ import annotations

from bocage.games.rhine.rules.combat import escape
from tests.cases import rule
from tests.rhine.retreat.after_battle import Table

# Two American corps west of 2410; of its neighbours only 2509 and 2510 are not next to them.
ATTACK = "US-5C 2309; US-7C 2310; "
# Walls that leave 2410-2509-2609 as the only way back, and no third hex.
WALLS = "US-8C 2510; US-19C 2610; US-15C 2508; US-20C 2709; US-12C 2708; US-3C 2608; "


def routed(units: str, who: str = "DE-84K", **fields: object) -> Table:
    return Table(ATTACK + units, "allied", **fields).rout("2410", "US-5C US-7C", who)  # type: ignore[arg-type]


@rule("DR.1", "R9")
def test_the_attacker_names_a_distance_of_0_to_4_hexes() -> None:
    table = routed("DE-84K 2410")
    assert table.match.prompt.side == "allied"
    assert [str(action) for action in table.match.prompt.actions] == [f"distance {hexes}" for hexes in range(5)]
    assert table.why_not("distance 5") == ("DR.1", "a rout goes 0 to 4 hexes, not 5")


@rule("DR.1", "DEP.3")
def test_routed_units_are_disrupted_and_lose_their_positions_before_anybody_moves() -> None:
    table = routed("DE-84K 2410 deployed; DE-21Pz 2410", "DE-84K DE-21Pz")
    assert table.list("distance")
    for unit in ("DE-84K", "DE-21Pz"):
        assert table.is_("disrupted", unit)
        assert table.at(unit) == "2410"
    assert not table.is_("deployed", "DE-84K")


@rule("DR.1", "R9")
def test_a_distance_of_0_leaves_them_where_they_are_and_nobody_advances() -> None:
    table = routed("DE-84K 2410").play("distance 0")
    assert table.done
    assert table.at("DE-84K") == "2410"
    assert table.is_("disrupted", "DE-84K")
    assert (table.at("US-5C"), table.at("US-7C")) == ("2309", "2310")


@rule("DR.3")
def test_the_defender_takes_each_unit_back_by_a_route_of_its_own() -> None:
    table = routed("DE-84K 2410; DE-21Pz 2410", "DE-84K DE-21Pz").play("distance 2")
    assert table.match.prompt.side == "german"
    assert table.list("pick") == ["DE-84K", "DE-21Pz"]
    assert not table.list("retreat")
    assert table.why_not("retreat 2509")[1] == "pick the unit that is to retreat first"
    table.play("pick DE-21Pz")
    assert table.list("retreat") == ["2509", "2510"]
    assert table.list("pick") == ["DE-84K"]
    table.play("retreat 2510")
    assert table.list("pick") == []
    assert table.why_not("pick DE-84K") == ("DR.1", "DE-21Pz is on its way: its retreat comes first")
    table.play("retreat 2611", "retreat 2509", "retreat 2508")
    assert (table.at("DE-21Pz"), table.at("DE-84K")) == ("2611", "2508")
    assert "21. Panzer Division retreats 2410-2510-2611." in table.log()


@rule("DR.1")
def test_a_rout_goes_exactly_as_far_as_the_attacker_said() -> None:
    table = routed("DE-84K 2410").play("distance 3", "retreat 2509", "retreat 2609")
    assert not table.list("stop")
    assert table.why_not("stop") == ("DR.2", "a routed unit stops early only where a friendly unit stands")
    assert table.why_not("stay")[0] == "DR.1"
    table.play("retreat 2709")
    assert table.at("DE-84K") == "2709"
    assert not table.list("retreat")


@rule("R16", "R111")
def test_a_retreat_takes_the_hex_where_it_ends_and_none_that_it_only_passes_through() -> None:
    table = routed("DE-84K 2410", allied_control="2509 2609", first_beaches="2509")
    table.play("distance 2", "retreat 2509")
    assert {"2509", "2609"} <= allied(table), "it is on its way"
    table.play("retreat 2609")
    assert "2509" in allied(table)
    assert "2609" not in allied(table)
    assert table.look.beaches() == table.hexes("2509"), "a routed korps closes no beach by passing"


def allied(table: Table) -> set[str]:
    """Hexes in Allied hands."""
    return set(table.game.board.names(table.match.position.allied_control))


@rule("RET.1", "R11")
def test_a_retreat_does_not_come_back_to_a_hex() -> None:
    table = routed("DE-84K 2410").play("distance 4", "retreat 2509", "retreat 2609")
    assert "2509" not in table.list("retreat")
    assert table.why_not("retreat 2509") == ("R11", "a retreat does not come back to 2509")
    assert table.why_not("retreat 3009") == ("R11", "3009 is not next to the unit over land: a retreat goes hex by hex")
    table.play("retreat 2610")
    assert table.why_not("retreat 2509")[0] == "R11"


@rule("DR.4", "RET.3")
def test_whoever_cannot_go_the_whole_way_is_eliminated() -> None:
    table = routed(WALLS + "DE-84K 2410 ; DE-21Pz 2410", "DE-84K DE-21Pz").play("distance 3")
    assert (table.at("DE-84K"), table.at("DE-21Pz")) == ("calendar", "calendar")
    log = table.log()
    assert "84. Infanterie Korps and 21. Panzer Division have no way to retreat 3 hexes from 2410." in log
    table = routed(WALLS + "DE-84K 2410").play("distance 2")
    assert table.at("DE-84K") == "2609"
    # One hex out and back again is not a retreat of two hexes.
    table = routed(WALLS + "US-13C 2609; DE-84K 2410").play("distance 2")
    assert table.at("DE-84K") == "calendar"


@rule("DR.4")
def test_nobody_is_led_into_a_pocket_from_which_the_rest_of_the_way_is_missing() -> None:
    # 2510 has no way out but 2410 and 2509: good as the first hex, a trap as the second.
    pocket = "US-8C 2511; US-19C 2611; US-15C 2610; DE-84K 2410"
    table = routed(pocket).play("distance 3")
    assert table.list("retreat") == ["2509", "2510"]
    table.play("retreat 2509")
    assert table.list("retreat") == ["2508", "2609"]
    assert table.why_not("retreat 2510") == (
        "DR.4",
        "by way of 2510 neither 3 hexes nor a friendly unit to stop on can be reached",
    )


@rule("DR.2", "DR.4", "R82")
def test_a_friendly_unit_on_the_way_saves_a_unit_that_could_not_go_on() -> None:
    for friend in ("DE-2Pz 2609", "DE-2Pz 2609 disrupted", "DE-s503 2609"):
        table = routed(WALLS + f"DE-84K 2410; {friend}").play("distance 3")
        assert table.at("DE-84K") == "2609"
        assert table.is_("disrupted", "DE-84K")
    table = routed(WALLS + "DE-84K 2410; DE-2Pz 2509").play("distance 3")
    # From 2509 it could go to 2609, but no farther: the friend is the end of the way.
    assert table.at("DE-84K") == "2509"


@rule("DR.2", "R9")
def test_whether_to_stop_on_a_friend_is_for_the_defender_to_say() -> None:
    table = routed("DE-84K 2410; DE-2Pz 2509").play("distance 3", "retreat 2509")
    assert table.list("stop") == ["stop"]
    assert "2609" in table.list("retreat")
    assert table.why_not("stay")[1] == "DE-84K has left its hex already"
    onward = routed("DE-84K 2410; DE-2Pz 2509").play("distance 3", "retreat 2509", "retreat 2609", "retreat 2709")
    assert onward.at("DE-84K") == "2709"
    assert table.play("stop").at("DE-84K") == "2509"


@rule("DR.2", "R82")
def test_nobody_stops_on_a_dummy_or_a_dump() -> None:
    table = routed(WALLS + "DE-84K 2410; DE-Dummy1 2609 down").play("distance 3")
    assert table.at("DE-84K") == "calendar"
    american = Table("DE-2Pz 2309; DE-21Pz 2310; US-5C 2410; US-SUP 2509", "german")
    american.rout("2410", "DE-2Pz DE-21Pz", "US-5C").play("distance 2", "retreat 2509")
    assert not american.list("stop")


@rule("RET.1", "RET.2")
def test_hexes_next_to_the_attackers_are_barred_unless_a_friend_stands_there() -> None:
    table = routed("DE-84K 2410").play("distance 1")
    assert table.list("retreat") == ["2509", "2510"]
    assert table.why_not("retreat 2411") == (
        "RET.1",
        "2411 is next to a hex from which the attack came, and no friendly unit is there",
    )
    table = routed("DE-84K 2410; DE-2Pz 2411").play("distance 1")
    assert table.list("retreat") == ["2411", "2509", "2510"]


@rule("RET.2")
def test_a_friend_under_an_attack_still_to_come_opens_no_hex() -> None:
    table = routed("US-8C 2412; DE-84K 2410; DE-2Pz 2411", battles="2411: US-8C").play("distance 1")
    assert table.list("retreat") == ["2509", "2510"]
    assert table.why_not("retreat 2411") == (
        "RET.2",
        "2411 is next to a hex of the attackers, and the friendly units there are under attack themselves",
    )


@rule("RET.2", "R80")
def test_nobody_runs_from_one_target_hex_of_a_battle_into_another() -> None:
    table = Table(ATTACK + "DE-84K 2410; DE-2Pz 2411", "allied")
    battle = table.fight("2410 2411", "US-7C", "DR")
    before = escape.barred_hexes(table.look, "german", battle.origins)
    table.hand.push(battle)
    during = escape.barred_hexes(table.look, "german", battle.origins)
    assert table.game.board.names(during & ~before) == ["2410", "2411"]


@rule("ATT.2", "RET.1")
def test_a_unit_without_factors_that_joined_the_attack_denies_retreat_hexes() -> None:
    units = "US-5C 2309; FR-2AD 2411; DE-84K 2410"
    without = Table(units, "allied").rout("2410", "US-5C", "DE-84K").play("distance 1")
    assert without.list("retreat") == ["2509", "2510"]
    joined = Table(units, "allied").rout("2410", "US-5C FR-2AD", "DE-84K", factors={"FR-2AD": 0}).play("distance 1")
    assert joined.at("DE-84K") == "2509"


@rule("RET.1", "R11")
def test_a_landing_bars_no_hex() -> None:
    table = Table("DE-84K 1817; US-5C sea", "allied", landing_at="US-5C 1817")
    table.rout("1817", "US-5C", "DE-84K").play("distance 1")
    assert table.list("retreat") == table.game.board.names(table.game.land.step(table.hexes("1817")))


@rule("RET.1", "R11")
def test_zones_of_others_bar_a_retreat_only_if_the_players_want_it() -> None:
    units = "US-8C 2608; US-19C 2611; DE-84K 2410"
    assert routed(units).play("distance 1").list("retreat") == ["2509", "2510"]
    zone = routed(units, options={"R11": True})
    # 2509 is not next to 2608, 2510 is next to 2611.
    assert zone.play("distance 1").at("DE-84K") == "2509"
    friend = routed("US-8C 2608; US-19C 2611; DE-84K 2410; DE-2Pz 2510", options={"R11": True}).play("distance 1")
    assert friend.list("retreat") == ["2509", "2510"]
    # From 2509 both ways on, 2508 and 2609, are next to 2608.
    caught = routed("US-8C 2608; US-19C 2611; DE-84K 2410", options={"R11": True}).play("distance 2")
    assert caught.at("DE-84K") == "calendar"
    two = routed("US-19C 2611; DE-84K 2410", options={"R11": True}).play("distance 2")
    assert two.why_not("retreat 2510") == (
        "R11",
        "2510 lies in an enemy zone of control, and no friendly unit is there",
    )


@rule("RET.1", "R11", "R81")
def test_enemies_fortresses_and_water_close_the_way() -> None:
    table = routed("US-82AB 2510; DE-84K 2410").play("distance 2")
    assert table.why_not("retreat 2510") == ("R11", "units never retreat into a hex with enemy units")
    # Antwerp's channel: 4119 and 4220 touch, but only over the West Scheldt.
    channel = Table("US-5C 4219; DE-84K 4119", "allied").rout("4119", "US-5C", "DE-84K").play("distance 1")
    assert channel.list("retreat") == ["4019", "4020"]
    assert channel.why_not("retreat 4120")[0] == "R11"
    shut = Table("US-5C 4118; US-7C 4020; DE-84K 4119", "allied").rout("4119", "US-5C", "DE-84K")
    assert shut.play("distance 1").at("DE-84K") == "calendar"
    # St-Malo is German: Americans find it shut. A lone Tiger battalion is an enemy too.
    american = Table("DE-2Pz 1213; US-5C 1113", "german").rout("1113", "DE-2Pz", "US-5C").play("distance 1")
    assert american.list("retreat") == ["1013", "1014"]
    assert american.why_not("retreat 1114") == (
        "R16",
        "1114 is an enemy fortress, which nobody enters before it has fallen",
    )
    tiger = Table("DE-2Pz 1213; US-5C 1113; DE-s503 1014", "german").rout("1113", "DE-2Pz", "US-5C")
    assert tiger.play("distance 1").at("US-5C") == "1013"
    shut = Table("DE-2Pz 4219; DE-21Pz 4020; DE-s503 4019; US-5C 4119", "german").rout("4119", "DE-2Pz", "US-5C")
    assert shut.play("distance 1").at("US-5C") == "dead"
    dump = Table("US-5C 4219; US-7C 4020; US-SUP 4019; DE-84K 4119", "allied").rout("4119", "US-5C", "DE-84K")
    assert dump.play("distance 1").at("DE-84K") == "4019"  # a lone dump closes nothing


@rule("SET.7", "DR.4")
def test_retreating_allies_turn_up_what_they_meet_and_the_list_does_not_know_it_before() -> None:
    asked = []
    for secret in ("DE-Dummy1", "DE-116Pz"):
        table = Table(f"DE-2Pz 2309; DE-21Pz 2310; US-5C 2410; {secret} 2610 down", "german")
        table.rout("2410", "DE-2Pz DE-21Pz", "US-5C").play("distance 2")
        asked.append((table.match.prompt.text, table.list("retreat"), table.why_not("retreat 2411")))
        table.play("retreat 2509")
        assert not table.is_("face_down", secret)
        asked.append(table.list("retreat"))  # type: ignore[arg-type]
    assert asked[0] == asked[2]
    assert "2610" in asked[1]
    assert "2610" not in asked[3]


@rule("SUP.8", "R83", "R35")
def test_a_dump_goes_along_with_the_last_unit_that_leaves() -> None:
    units = "DE-2Pz 2309; DE-21Pz 2310; US-5C 2410; US-2AD 2410; US-SUP 2410"
    table = Table(units, "german").rout("2410", "DE-2Pz DE-21Pz", "US-5C US-2AD").play("distance 1")
    table.play("pick US-5C", "retreat 2509")
    assert table.at("US-SUP") == "2410"
    table.play("retreat 2510")
    assert (table.at("US-5C"), table.at("US-2AD"), table.at("US-SUP")) == ("2509", "2510", "2510")
    table = Table(units, "german").rout("2410", "DE-2Pz DE-21Pz", "US-5C US-2AD").play("distance 1")
    table.play("pick US-2AD", "retreat 2510", "retreat 2509")
    assert (table.at("US-5C"), table.at("US-2AD"), table.at("US-SUP")) == ("2509", "2510", "2509")


@rule("FR2.1")
def test_the_french_leave_the_retreat_when_others_retreat_through_paris() -> None:
    table = Table("DE-2Pz 2910; DE-21Pz 2811; US-5C 2810; FR-2AD 2810", "german")
    table.rout("2810", "DE-2Pz", "US-5C FR-2AD").play("distance 1")
    assert "2909" not in table.list("retreat")  # next to the attackers in 2910
    table = Table("DE-2Pz 2711; US-5C 2810; FR-2AD 2810", "german")
    table.rout("2810", "DE-2Pz", "US-5C FR-2AD").play("distance 1", "pick US-5C", "retreat 2909")
    assert (table.at("US-5C"), table.at("FR-2AD")) == ("2909", "dead")
    assert not table.list("retreat")
