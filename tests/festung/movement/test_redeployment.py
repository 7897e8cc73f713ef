"""Redeployment: what it costs, which ways lead where, and what closes them (10, 14.3, 16.41)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules import redeployment
from tests.cases import rule
from tests.festung.playing import INTERDICTED, game, goals, in_force, midway, place, play, position, refused


def rd(side: str, points: int, units: str, **more: Any) -> Match:
    """A match at a redeployment for so many points."""
    return midway(lambda play: redeployment.begin(play, side, points), units, **more)


def event(side: str, units: str, *, order: dict[str, Any], **more: Any) -> Match:
    """A match at the redeployment that an event orders: units and hexes by name."""

    def begin(play: Any) -> None:
        game, words = play.game, dict(order)
        if "who" in words:
            words["who"] = sum(1 << game.unit_numbers[name] for name in words["who"].split())
        if "where" in words:
            words["where"] = game.board.set(words["where"].split())
        redeployment.begin(play, side, **words)

    return midway(begin, units, **more)


def to(match: Match, unit: str) -> set[str]:
    """Where a unit can be redeployed."""
    play(match, f"pick {unit}")
    return goals(match, "redeploy")


@rule("6.32", "6.31")
@pytest.mark.parametrize(("card", "left"), [("axis-2", "2 points left"), ("axis-3", "3 points left")])
def test_a_card_gives_its_value_in_points(card: str, left: str) -> None:
    match = position("axis action", "GE-LXXX 0712; US-V UK", axis_hand=card)
    assert left in play(match, f"rd {card}").prompt.text
    play(match, "pick GE-LXXX", "redeploy OKW", "end")
    assert match.prompt.side == "allied"


@rule("10.2", "10.3", "6.31")
def test_corps_and_airfields_cost_one_armies_and_hitler_three() -> None:
    """T066: four points are an army and a corps, four corps, or an army and an Airfield; two armies are too much."""
    units = "US-1A UK; US-3A UK; US-V UK; BR-I NA; US-VII UK; US-XIX UK; GE-LXXX 0712"
    match = rd("allied", 4, units)
    play(match, "pick US-1A")
    assert refused(match, "pick US-1A") == "10.2", "in hand already"
    play(match, "redeploy NA")
    assert refused(match, "pick US-3A") == "10.2"
    play(match, "pick BR-I", "redeploy UK")
    assert refused(match, "pick US-V") == "10.2"
    assert refused(match, "field Airfield_1") == "10.2"
    match = rd("allied", 4, units)
    play(match, "pick US-1A", "redeploy NA", "field Airfield_1", "redeploy NA")
    assert refused(match, "pick US-V") == "10.2"
    match = rd("allied", 4, units)
    for unit in ("US-V", "US-VII", "US-XIX"):
        play(match, f"pick {unit}", "redeploy NA")
    play(match, "pick BR-I", "redeploy UK", "end")
    assert not match.position.frames


@rule("10.2", "16.41", "16.42")
def test_hitler_goes_between_german_sources_by_land_for_three_points() -> None:
    """T066: Hitler and one corps are four points."""
    match = rd("axis", 4, "GE-LXXX 0712; US-V 0410", turn=5)
    play(match, "hitler")
    assert goals(match, "redeploy") == {"1008", "1311", "1607"}
    assert refused(match, "redeploy 1107") == "16.41"
    play(match, "redeploy 1311")
    assert match.position.hitler == match.game.board.index["1311"]
    assert refused(match, "hitler") == "10.6"
    assert not refused(match, "pick GE-LXXX")
    few = rd("axis", 2, "GE-LXXX 0712; US-V 0410")
    assert refused(few, "hitler") == "10.2"
    ring = "1310 1312 1411 1410 1211 1210"
    cut = rd("axis", 3, "GE-LXXX 0712", allied_control=ring)
    play(cut, "hitler")
    assert refused(cut, "redeploy 1311") == "16.41"
    gone = rd("axis", 3, "GE-LXXX 0712", hitler="1008")
    play(gone, "hitler")
    assert "1307" in goals(gone, "redeploy")


@rule("10.2", "16.41")
def test_hitler_too_pays_for_a_way_through_france_under_the_maquis() -> None:
    ring = "1006 1007 1107 1108 1109 1110 1111"  # the only way from The Ruhr to Munich leads through Strasbourg
    fields = {"hitler": "1008", "allied_control": ring, "flags": in_force("maquis"), "turn": 8}
    assert refused(rd("axis", 3, "GE-LXXX 1310", **fields), "hitler") == "16.41"
    match = rd("axis", 4, "GE-LXXX 1310", **fields)
    play(match, "hitler", "redeploy 1311")
    assert refused(match, "pick GE-LXXX") == "10.2", "all four points are spent"


@rule("16.43")
def test_hitler_who_is_out_of_the_game_goes_nowhere() -> None:
    def begin(play: Any) -> None:
        play.position.hitler = -1
        redeployment.begin(play, "axis", 4)

    assert refused(midway(begin, "GE-LXXX 0712"), "hitler") == "16.41"


@rule("16.41")
def test_hitler_leaves_no_city_that_feeds_the_germans_no_longer() -> None:
    """Berlin was cut off and has turned Allied at attrition; nobody has entered it."""
    assert not refused(rd("axis", 4, "GE-LXXX 0712"), "hitler")
    assert refused(rd("axis", 4, "GE-LXXX 0712", allied_control="1307"), "hitler") == "16.41"


@rule("R104", "16.41")
def test_hitler_stays_in_red_hexes_that_are_closed() -> None:
    assert refused(rd("axis", 4, "GE-LXXX 0712", closed="both"), "hitler") == "R104"


@rule("10.2", "14.3", "14.4", "16.42")
def test_an_airfield_needs_no_room_but_no_enemy_beside_it() -> None:
    """T181: to Reims, where three units stand, for one point."""
    units = "US-V 0811; US-VII 0811; US-XIX 0811; GE-LXXX 0912; GE-LXXXI 0913"
    match = rd("allied", 2, units, allied_control="0712 0811 0812")
    assert refused(match, "field UK-A") == "10.2", "no Airfield"
    play(match, "field Airfield_1")
    assert refused(match, "redeploy UK") == "14.4", "it is there"
    assert refused(match, "redeploy 0811") == "14.4", "Nancy is beside it"
    assert refused(match, "redeploy 0913") == "14.4"
    match = rd("allied", 2, units.replace("0912", "1012"), allied_control="0712 0811 0812")
    play(match, "field Airfield_1", "redeploy 0811")
    assert refused(match, "field Airfield_1") == "10.6"
    assert match.game.board.labels[match.position.airfields[0]] == "0811"
    assert refused(rd("axis", 2, "GE-LXXX 0712"), "field Airfield_1") == "10.2"


@rule("10.6", "11.62", "6.31")
def test_fortresses_and_units_out_of_supply_do_not_redeploy_and_nobody_does_twice() -> None:
    """T068: land, then sea in one round is refused."""
    units = "FORT-Brest 0212; GE-LXXX 0712; GE-XXV 0913"
    match = rd("axis", 4, units, allied_control="0812 0813 0912 0914 1012")
    assert refused(match, "pick FORT-Brest") == "10.6"
    assert refused(match, "pick GE-XXV") == "11.62"
    play(match, "pick GE-LXXX", "redeploy 0511")
    assert refused(match, "pick GE-LXXX") == "10.6"


@rule("10.1", "10.4", "11.42")
def test_the_way_by_land_is_friendly_and_its_end_supplied() -> None:
    match = rd("axis", 2, "GE-LXXX 0712", allied_control="0609 0610 0611 0612 0512 0513 0613 0614")
    ends = to(match, "GE-LXXX")
    assert {"0914", "1008", "1617", "OKW"} <= ends
    assert refused(match, "redeploy 0611") == "10.4", "enemy-controlled"


@rule("10.4", "10.8")
def test_no_way_leads_through_enemy_hexes_and_no_box_to_a_hex_without_supply() -> None:
    match = rd("axis", 2, "GE-LXXX 0712; GE-XX OKW", allied_control="0812 0813 0912 0914 1012")
    play(match, "pick GE-LXXX")
    assert refused(match, "redeploy 0913") == "10.4"
    play(match, "pick GE-XX")
    assert refused(match, "redeploy 0913") == "10.8"


@rule("10.1", "10.4")
def test_no_way_by_land_leads_through_empty_enemy_hexes() -> None:
    """Brittany is held and fed by sea, but cut off from Paris."""
    match = rd("axis", 2, "GE-LXXX 0712; GE-LXXXI 0513; US-V 0410", allied_control="0411 0412 0413 0410")
    play(match, "pick GE-LXXX")
    assert refused(match, "redeploy 0312") == "10.4"
    assert not refused(match, "redeploy 0513")
    open_way = rd("axis", 2, "GE-LXXX 0712; US-V 0410", allied_control="0411 0413 0410")
    assert "0312" in to(open_way, "GE-LXXX")


@rule("10.4", "R24")
def test_nobody_is_redeployed_through_an_enemy_zone() -> None:
    """From The Ruhr towards Munich: Cologne and Frankfurt lie in the zone of 3rd Army, so Cologne is the end."""
    held = game().board.set(["1008", "1009", "1110", "1210", "1310", "1311"])
    others = " ".join(game().board.names(game().data.land & ~held))
    match = rd("axis", 2, "GE-LXXX 1008; US-3A 1010", allied_control=others, turn=8)
    play(match, "pick GE-LXXX")
    assert not refused(match, "redeploy 1009")
    assert refused(match, "redeploy 1210") == "10.4"
    assert "1210" in to(rd("axis", 2, "GE-LXXX 1008; US-V 1010", allied_control=others, turn=8), "GE-LXXX")


@rule("8.43", "10.4", "R93", "R24")
def test_a_zone_ends_redeployment_and_nobody_goes_from_one_into_another() -> None:
    """T146."""
    units = "BR-8A 1414; GE-LXXV 1415; GE-LXXXVII 1315; GE-LIM 1412"
    south = "1416 1516 1515 1517 1615 1616 1617 1716 1717 1718 1816 1817 1917 1918 2017 2018 2019"
    match = rd("axis", 4, units, allied_control=south + " 1818", marked="1818", turn=3)
    play(match, "pick GE-LXXV")
    assert refused(match, "redeploy 1315") == "R93"
    assert goals(match, "redeploy") == {"OKW", "EAST", "BALKANS"}
    ends = to(match, "GE-LXXXVII")
    assert {"1215", "1214", "1314"} <= ends
    play(match, "redeploy 1314")
    assert match.log()[-1][2].endswith("by land from La Spezia to Verona.")
    path = next(told.data[1] for told in match.entries[-1].events if told.kind == "redeployed")
    assert [match.game.board.labels[node] for node in path] == ["1315", "1214", "1314"], "by way of Milan"


@rule("10.5", "10.51", "10.52", "R108")
def test_axis_units_sail_within_one_sea_and_from_norway_to_three_ports() -> None:
    """T067, T161: from Norway to Copenhagen, Kiel and Bremen, not to Hamburg; by land to Odda, by box to OKW."""
    for port in ("1000", "0701"):
        match = rd("axis", 2, f"GE-LXX {port}; GE-LXXX 1016; US-V 0410", allied_control="0903")
        assert {"1204", "1106", "1006"} <= to(match, "GE-LXX")
        assert refused(match, "redeploy 1107") == "10.51"
        assert refused(match, "redeploy 0212") == "10.51"
    match = rd("axis", 2, "GE-LXX 0702; GE-LXXX 1016; US-V 0410", allied_control="0903")
    ends = to(match, "GE-LXX")
    assert {"1204", "1106", "1006", "0801", "OKW"} <= ends
    assert refused(match, "redeploy 1107") == "10.51"
    assert "0212" in to(rd("axis", 2, "GE-LXX 1006"), "GE-LXX"), "Bremen to Brest"
    only = rd("axis", 2, "GE-LXX 0702; US-V 0410", options={"R108": True})
    assert to(only, "GE-LXX") == {"1204", "1106", "1006"}
    assert refused(only, "redeploy OKW") == "R108"


@rule("10.52")
def test_no_axis_unit_sails_from_the_atlantic_to_the_mediterranean() -> None:
    wall = "0516 0515 0514 0513 0512 0511 0610 0413 0414 0412 0411"
    match = rd("axis", 2, "GE-XXV 0212; GE-LXXX 0312", allied_control=f"{wall} 0313 0416 0517 0410", marked="0410")
    play(match, "pick GE-XXV")
    assert not refused(match, "redeploy 1006")
    assert refused(match, "redeploy 1016") == "10.52"


@rule("10.7", "R25", "R44")
def test_allied_units_redeploy_between_boxes_ports_and_beach_heads() -> None:
    """T097: North Africa to Beach Gela, not to a Beach Head that nobody has invaded."""
    units = "US-VI NA; US-V UK; BR-I 0512; BR-XII 0411; GE-LXXX 0712"
    match = rd("allied", 4, units, allied_control="0410 1922 1718 0411", marked="0410 1922")
    assert to(match, "US-VI") == {"UK", "0410", "1922", "1718", "0411"}
    assert refused(match, "redeploy 1818") == "R44"
    assert refused(match, "redeploy 0512") == "10.7"
    assert {"UK", "NA", "1718"} <= to(match, "BR-XII")
    play(match, "pick BR-I")
    assert refused(match, "redeploy UK") == "10.7", "Caen is no port"


@rule("R25", "10.5", "10.7")
def test_allied_ships_call_at_ports_under_the_guns_of_panzers() -> None:
    """Cherbourg and Brest lie in the zone of I SS: from the box to either, and from one to the other."""
    units = "BR-XII UK; BR-I 0411; GE-ISS 0412; GE-IISS 0312"
    match = rd("allied", 3, units, allied_control="0411 0212 0410", marked="0410")
    assert {"0411", "0212", "0410"} <= to(match, "BR-XII")
    assert {"UK", "NA", "0212"} <= to(match, "BR-I")


@rule("8.32", "10.7")
def test_in_a_roundup_game_redeployment_crosses_the_channel_before_turn_three() -> None:
    """T034: by movement nobody does."""
    match = rd("allied", 2, "US-V UK; BR-I 0600; GE-LXXX 0712", turn=2, flags=in_force("roundup"))
    assert "0600" in to(match, "US-V")
    assert "UK" in to(match, "BR-I")


@rule("10.5", "10.7", "11.43", "R84")
def test_antwerp_takes_redeployment_without_the_scheldt_unless_an_option_closes_it() -> None:
    """T140."""
    units = "BR-XII UK; BR-I 0809; GE-LXXX 0712"
    match = rd("allied", 2, units, allied_control="0809")
    assert refused(match, "pick BR-I") == "11.62"
    play(match, "pick BR-XII", "redeploy 0809")
    line = rd("allied", 2, units, allied_control="0809 0609 0710")
    assert {"UK", "0609"} <= to(line, "BR-I")
    closed = rd("allied", 2, units, allied_control="0809 0609 0710", options={"R84": True})
    play(closed, "pick BR-XII")
    assert refused(closed, "redeploy 0809") == "10.7"
    play(closed, "pick BR-I")
    assert refused(closed, "redeploy UK") == "10.7"
    open_again = rd("allied", 2, units, allied_control="0709 0809 0609 0710", options={"R84": True})
    assert "0809" in to(open_again, "BR-XII")


@rule("10.7")
def test_a_closed_port_is_no_port() -> None:
    node = rd("allied", 1, "US-V UK").game.board.index["0411"]
    match = rd("allied", 2, "US-V UK; BR-I 0411", flags=in_force("port_closed", node=node), allied_control="0410")
    play(match, "pick US-V")
    assert refused(match, "redeploy 0411") == "10.7"


@rule("10.8")
def test_germans_use_three_boxes_italians_one() -> None:
    """T069: an Italian corps goes to the Balkans Front, not to OKW."""
    match = rd("axis", 4, "IT-VII 1617; GE-LXXX OKW; IT-XII BALKANS; US-V 1922", turn=1)
    play(match, "pick IT-VII")
    assert refused(match, "redeploy OKW") == "10.8"
    assert not refused(match, "redeploy BALKANS")
    assert {"EAST", "BALKANS", "0712", "1617", "1607"} <= to(match, "GE-LXXX")
    ends = to(match, "IT-XII")
    assert "1617" in ends
    assert "EAST" not in ends
    assert refused(match, "redeploy 0712") == "13.1"


@rule("10.9", "2.22")
def test_airborne_units_redeploy_between_the_united_kingdom_and_any_supplied_hex() -> None:
    units = "AB-C UK; US-V UK; AB-1A 0712; GE-LXXX 0912"
    match = rd("allied", 4, units, allied_control="0410 0511 0611 0812 0914", marked="0410")
    ends = to(match, "AB-C")
    assert {"0712", "0611", "0812", "NA", "0410"} <= ends
    assert "0914" not in ends, "Lyon is not supplied"
    assert refused(match, "redeploy 0914") == "10.9", "not for want of a port"
    assert "0611" not in to(match, "US-V")
    assert "UK" in to(match, "AB-1A")
    assert "NA" not in goals(match, "redeploy"), "Paris is no port"


@rule("14.3", "10.8")
def test_no_axis_unit_redeploys_into_interdiction() -> None:
    """T070, T113: out of OKW Rouen and Paris are refused, Troyes is not."""
    match = rd("axis", 4, "GE-LXXX OKW; US-V 0410", **INTERDICTED["UK"])
    play(match, "pick GE-LXXX")
    assert refused(match, "redeploy 0611") == "14.3"
    assert refused(match, "redeploy 0712") == "14.3"
    assert not refused(match, "redeploy 0812")


@rule("10.4", "14.3", "R76")
def test_redeployment_by_land_passes_interdicted_hexes_but_does_not_end_there() -> None:
    """T123: from Orleans to Troyes, not to Paris or Reims, and to OKW."""
    match = rd("axis", 4, "GE-LXXX 0612; US-V 0410", **INTERDICTED["UK"])
    ends = to(match, "GE-LXXX")
    assert {"0812", "OKW"} <= ends
    assert refused(match, "redeploy 0712") == "14.3"
    assert refused(match, "redeploy 0811") == "14.3"


@rule("13.1", "R49")
def test_a_german_army_does_not_redeploy_to_rome_before_italian_disarmament() -> None:
    """T114."""
    match = rd("axis", 4, "GE-10A OKW; GE-LXXV OKW", turn=1)
    play(match, "pick GE-10A")
    assert refused(match, "redeploy 1617") == "13.1"
    play(match, "pick GE-LXXV")
    assert not refused(match, "redeploy 1617")


@rule("8.38")
def test_nobody_redeploys_into_closed_red_hexes() -> None:
    match = rd("axis", 4, "GE-LXXX OKW", closed="both", turn=8)
    play(match, "pick GE-LXXX")
    assert refused(match, "redeploy 1307") == "8.38"


@rule("7.13", "10.2", "R22")
def test_full_hexes_may_change_units_but_none_is_left_overstacked() -> None:
    """T185."""
    units = "GE-LXXX 0710; GE-LXXXI 0710; GE-LXXXII 0710; GE-XX 0810; GE-XXIII 0810; GE-XII 0810; US-V 0410"
    match = rd("axis", 4, units)
    play(match, "pick GE-LXXX", "redeploy 0810")
    assert refused(match, "end") == "R22"
    play(match, "pick GE-XX", "redeploy 0710", "end")
    assert not match.position.frames
    assert (place(match, "GE-LXXX"), place(match, "GE-XX")) == ("0810", "0710")
    last = rd("axis", 1, units)
    play(last, "pick GE-LXXX")
    assert refused(last, "redeploy 0810") == "R22", "nobody could make room any more"


@rule("R22")
def test_three_full_hexes_change_units_in_a_ring() -> None:
    """The units cannot leave otherwise: two points are left for the other two."""
    stacks = {"0710": "GE-LXXX GE-LXXXI GE-LXXXII", "0810": "GE-XX GE-XXIII GE-XII", "0811": "GE-XXV GE-LXII GE-LXVII"}
    units = "; ".join(f"{unit} {node}" for node, names in stacks.items() for unit in names.split())
    who, where = "GE-LXXX GE-XX GE-XXV", "0710 0810 0811"
    match = event("axis", units, order={"points": 3, "who": who, "where": where})
    play(match, "pick GE-LXXX", "redeploy 0810", "pick GE-XX", "redeploy 0811")
    assert refused(match, "end") == "R22"
    play(match, "pick GE-XXV", "redeploy 0710", "end")
    assert not match.position.frames
    match = event("axis", units, order={"points": 2, "who": who, "where": where})
    play(match, "pick GE-LXXX")
    assert not refused(match, "redeploy 0810"), "two may change places"
    match = event("axis", units, order={"points": 1, "who": who, "where": where})
    play(match, "pick GE-LXXX")
    assert goals(match, "redeploy") == set()


# Events


@rule("10.2")
def test_the_maquis_make_ways_through_france_dearer() -> None:
    """T187: Montpellier to Dijon and Dijon to OKW cost two points; round France nothing is added."""
    flags = in_force("maquis")
    match = rd("axis", 4, "GE-LXXXV 0816; GE-LXXX 0913; GE-XX 1008", flags=flags)
    play(match, "pick GE-LXXXV", "redeploy 0913")
    assert "2 points left" in match.prompt.text
    play(match, "pick GE-XX", "redeploy 1115")
    assert "1 point left" in match.prompt.text, "Turin by way of Austria"
    play(match, "pick GE-LXXX")
    assert refused(match, "redeploy OKW") == "10.2"


@rule("6.51")
@pytest.mark.parametrize(("flag", "closed"), [("clarion", "1109"), ("no_axis_rd", "1414")])
def test_events_close_countries_to_axis_redeployment(flag: str, closed: str) -> None:
    """T182: under Clarion not to Kassel, but to Linz or OKW; Interior Lines may end in Kassel."""
    match = rd("axis", 4, "GE-LXXX 1511; GE-XX 1612", flags=in_force(flag))
    play(match, "pick GE-XX")
    assert refused(match, f"redeploy {closed}") == "6.51"
    assert not refused(match, "redeploy 1511")
    assert not refused(match, "redeploy OKW")
    lines = event("axis", "GE-XX 1612", order={"points": 6, "who": "GE-XX", "ignore": (flag,)}, flags=in_force(flag))
    assert closed in to(lines, "GE-XX")


@rule("6.51", "16.41")
def test_clarion_keeps_hitler_where_he_is() -> None:
    assert refused(rd("axis", 4, "GE-LXXX 1511", flags=in_force("clarion")), "hitler") == "16.41"


@rule("6.51")
def test_interior_lines_go_into_interdiction() -> None:
    order = {"points": 6, "who": "GE-LXXX", "ignore": ("interdiction",)}
    assert "0712" in to(event("axis", "GE-LXXX OKW", order=order, **INTERDICTED["UK"]), "GE-LXXX")


@rule("20:army district")
def test_fortitude_stops_redeployment_too() -> None:
    match = rd("axis", 4, "GE-15A 0609; GE-LXXX 0609; GE-XX 0412", flags=in_force("fortitude", word="15"))
    assert refused(match, "pick GE-LXXX") == "20:army district"
    assert not refused(match, "pick GE-XX")


@rule("10.7")
def test_goldflake_needs_no_way_but_friendly_hexes() -> None:
    """T174: a corps goes from Rome to Livorno, to Cherbourg or to a box, not to Axis Milan."""
    order = {"units": 3, "who": "US-VI", "where": "1416 0411 1214 UK NA", "path": False}
    units, control = "US-VI 1617; US-V 0411; GE-LXXX 1111", "1416 1617 1517 0411 1618"
    match = event("allied", units, order=order, allied_control=control, marked="1618", turn=8)
    assert to(match, "US-VI") == {"1416", "0411", "UK", "NA"}
    assert refused(match, "redeploy 1214") == "10.4"
    assert refused(match, "pick US-V") == "6.51"


@rule("10.8")
def test_who_stays_in_a_box_named_by_the_event_counts_as_picked() -> None:
    """T188: XLVIII Panzer goes to a supplied hex, or stays in OKW and is marked all the same."""
    order = {"units": 2, "who": "GE-XLVIIIPZ", "where": "OKW 1109 0712", "mark": "moved"}
    match = event("axis", "GE-XLVIIIPZ OKW reduced; US-V 0410", order=order, **INTERDICTED["UK"])
    assert to(match, "GE-XLVIIIPZ") == {"OKW", "1109"}
    assert refused(match, "redeploy 0712") == "14.3"
    play(match, "redeploy OKW")
    assert match.position.redeployed >> match.game.unit_numbers["GE-XLVIIIPZ"] & 1
    plain = event("axis", "GE-XLVIIIPZ OKW; US-V 0410", order={k: v for k, v in order.items() if k != "mark"})
    play(plain, "pick GE-XLVIIIPZ")
    assert refused(plain, "redeploy OKW") == "10.4"
