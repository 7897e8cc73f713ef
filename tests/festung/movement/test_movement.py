"""Movement: who moves, how far, and which hexes are closed to whom (8)."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.festung.playing import goals, in_force, look, movement, place, play, refused


@rule("8.21", "8.31", "20:movement factor")
def test_every_hex_costs_a_point_whatever_lies_in_it() -> None:
    match = movement("axis", "GE-LXXX 0914; US-V 0610", "0914")
    play(match, "pick GE-LXXX")
    assert refused(match, "move 0914") == "8.21"
    assert not refused(match, "move 1115"), "over the Alps: Grenoble, Turin"
    assert refused(match, "move 1314") == "8.21", "Verona is the fourth hex"
    play(match, "move 1014")
    assert refused(match, "move 0812") == "8.21", "one point is spent"
    play(match, "move 1115")
    assert place(match, "GE-LXXX") == "1115"


@rule("8.21")
def test_a_unit_goes_on_in_legs_until_its_points_are_spent() -> None:
    match = movement("axis", "GE-LXXX 0712; GE-ST-A 0913", "0712 0913")
    play(match, "pick GE-LXXX", "move 0812", "move 0813")
    assert "(1 point left)" in match.prompt.text
    play(match, "move 0814")
    assert refused(match, "move 0815") == "8.11", "nobody is in hand any more"
    assert refused(match, "pick GE-LXXX") == "8.21"
    play(match, "pick GE-ST-A")
    assert goals(match) == {"0812", "0813", "0912", "0914", "1012"}, "static corps have one point"


@rule("8.11", "6.241", "2.21")
def test_only_units_of_marked_hexes_move_and_fortresses_never() -> None:
    units = "GE-LXXX 0712; GE-LXXXI 0711; FORT-Brest 0212; GE-XXV 0212; US-V 0410"
    match = movement("axis", units, "0712 0212")
    assert refused(match, "pick GE-LXXXI") == "8.11"
    assert refused(match, "pick US-V") == "8.11"
    assert refused(match, "pick FORT-Brest") == "2.21"
    assert refused(match, "move 0711") == "8.11"
    play(match, "pick GE-LXXX")
    assert refused(match, "pick GE-LXXX") == "8.11", "in hand already"


@rule("8.11", "6.241")
def test_the_marker_of_a_hex_goes_when_its_first_unit_moves() -> None:
    """All units of a hex move before those of the next one."""
    match = movement("axis", "GE-LXXX 0712; GE-LXXXI 0712; GE-LXXXII 0913", "0712 0913")
    board = match.game.board
    play(match, "pick GE-LXXX", "move 0611")
    assert board.names(match.position.move_marks) == ["0913"]
    assert any("LXXXI" in warning for warning in match.prompt.warnings)
    assert not refused(match, "pick GE-LXXXI"), "its hex is the one being activated"
    play(match, "pick GE-LXXXII", "move 0914")
    assert refused(match, "pick GE-LXXXI") == "8.11"


@rule("6.241")
def test_nobody_must_move() -> None:
    match = movement("axis", "GE-LXXX 0712; US-V 0410", "0712")
    play(match, "end")
    assert place(match, "GE-LXXX") == "0712"


@rule("8.31", "7.12")
def test_no_unit_enters_a_hex_with_enemies_nor_crosses_a_prohibited_side() -> None:
    match = movement("allied", "US-V 0512; GE-LXXX 0612; US-VI 1318", "0512 1318", allied_control="1317 1319")
    play(match, "pick US-V")
    assert refused(match, "move 0612") == "8.31"
    assert not refused(match, "move 0513")
    play(match, "pick US-VI")
    assert goals(match) == {"1317"}, "Corsica and Sardinia are not joined"


@rule("8.31")
def test_no_hex_is_skipped() -> None:
    """From Sardinia no way leads to the mainland, however many points there were; to Paris it is only too far."""
    match = movement("allied", "US-VI 1320; US-V 0914; GE-LXXX 0712", "1320 0914", allied_control="1319 0914")
    play(match, "pick US-VI")
    assert refused(match, "move 1617") == "8.31"
    assert refused(play(match, "pick US-V"), "move 0413") == "8.21"


@rule("8.31", "R44", "R90")
def test_nobody_enters_a_beach_head_before_an_invasion() -> None:
    """T033, T097: no Axis unit enters Beach Normandy, no Allied one leaves North Africa for Beach Salerno."""
    match = movement("axis", "GE-LXXX 0411; US-V 0211", "0411")
    play(match, "pick GE-LXXX")
    assert refused(match, "move 0410") == "8.31"
    match = movement("axis", "GE-LXXX 0411; US-V 0211", "0411", marked="0410 0211", allied_control="0410")
    play(match, "pick GE-LXXX", "move 0410")
    assert not match.position.allied_control >> match.game.board.index["0410"] & 1
    match = movement("allied", "US-VI NA; US-V 1922", "NA")
    play(match, "pick US-VI")
    assert refused(match, "move 1818") == "R44"
    assert not refused(match, "move 1922")


@rule("8.32", "8.33")
def test_a_box_is_a_hex_beside_its_beach_heads() -> None:
    units = "US-V UK; BR-I 0410; US-VI NA; GE-LXXX 0712"
    match = movement("allied", units, "UK 0410 NA", marked="0410 0211 1922", allied_control="0211 0410 1922")
    play(match, "pick US-V")
    assert {"0410", "0211", "0411", "0212"} <= goals(match)
    assert refused(match, "move 1922") == "8.21", "North Africa is another box"
    play(match, "pick BR-I", "move UK", "move 0211")
    assert place(match, "BR-I") == "0211"
    play(match, "pick US-VI")
    assert goals(match) == {"1922", "1821", "1921", "1721", "1820", "1920"}


@rule("8.32", "8.33", "R97")
def test_no_unit_leaves_a_box_for_a_beach_head_that_the_axis_has_taken() -> None:
    match = movement("allied", "US-V UK; BR-I 0411", "UK 0411", marked="0410 0211", allied_control="0211 0411")
    play(match, "pick US-V")
    assert refused(match, "move 0410") == "8.32"
    assert not refused(match, "move 0211")
    play(match, "pick BR-I")
    assert not refused(match, "move 0410"), "from land it is a hex like others"


@rule("8.32")
@pytest.mark.parametrize(("turn", "case"), [(2, "8.32"), (3, "")])
def test_in_a_roundup_game_the_united_kingdom_is_cut_off_until_turn_three(turn: int, case: str) -> None:
    """T034."""
    units, flags = "US-V UK; US-VII 0600; US-VI NA; GE-LXXX 0712", in_force("roundup")
    match = movement(
        "allied", units, "UK 0600 NA", turn=turn, flags=flags, marked="0600 1922", allied_control="0600 1922"
    )
    assert refused(match, "pick US-V") == case
    play(match, "pick US-VII")
    assert refused(match, "move UK") == case
    assert not refused(match, "move 0701")
    play(match, "pick US-VI")
    assert not refused(match, "move 1922"), "North Africa is not cut off"
    match = movement("allied", "US-V UK", "UK", turn=turn, marked="0410", allied_control="0410")
    play(match, "pick US-V")
    assert not refused(match, "move 0410"), "in other games there is no such rule"


@rule("8.34", "8.35", "8.11")
def test_axis_units_go_in_and_out_of_the_fronts() -> None:
    match = movement("axis", "GE-XX EAST; GE-XII 1613; IT-VII BALKANS; US-V 1711", "EAST 1613 BALKANS")
    play(match, "pick GE-XX")
    assert {"1604", "1606", "1607", "1608", "1609"} <= goals(match)
    assert refused(match, "move 1711") == "8.31"
    assert refused(match, "move OKW") == "8.11"
    assert refused(match, "move UK") == "8.32"
    assert refused(match, "move 1613") == "8.21"
    play(match, "pick GE-XII")
    assert not refused(match, "move BALKANS")
    play(match, "pick IT-VII")
    assert goals(match) == {"1613", "1612", "1513", "1512", "1413", "1412", "1514"}, "Italians: in Italy or beside it"
    match = movement("allied", "US-V 1613; GE-LXXX 0712", "1613")
    play(match, "pick US-V")
    assert refused(match, "move BALKANS") == "8.35"


@rule("8.34", "8.35", "8.21")
@pytest.mark.parametrize(
    ("box", "border"),
    [("EAST", {"1604", "1606", "1607", "1608", "1609", "1711"}), ("BALKANS", {"1611", "1612", "1613"})],
)
def test_a_front_is_one_hex_away_from_those_on_its_border(box: str, border: set[str]) -> None:
    """A static corps has one point: out to each of them, and back again."""
    match = movement("axis", f"GE-ST-A {box}; US-V UK", box)
    play(match, "pick GE-ST-A")
    assert goals(match) == border
    for node in border:
        back = play(movement("axis", f"GE-ST-A {node}; US-V UK", node), "pick GE-ST-A")
        assert box in goals(back)


@rule("13.1", "R28")
def test_german_armies_stay_north_of_the_arno_until_italian_disarmament() -> None:
    """T078: Florence is open to all, Perugia to corps only."""
    units = "GE-10A 1414; GE-LXXV 1414"
    match = movement("axis", units, "1414", turn=1)
    play(match, "pick GE-10A")
    assert refused(match, "move 1516") == "13.1"
    assert not refused(match, "move 1415")
    play(match, "pick GE-LXXV")
    assert {"1415", "1516"} <= goals(match)
    match = movement("axis", units, "1414", flags=in_force("italian_disarmament"))
    play(match, "pick GE-10A")
    assert not refused(match, "move 1516")


@rule("13.1", "R65")
def test_italians_stay_in_and_beside_italy_until_the_surrender() -> None:
    match = movement("axis", "IT-4A 1116", "1116", turn=1)
    play(match, "pick IT-4A")
    assert not refused(match, "move 1015"), "Gap is beside Italy"
    assert refused(match, "move 1016") == "13.1"
    assert refused(match, "move 1117") == "8.31"
    match = movement("axis", "IT-4A 1116", "1116", turn=1, surrendered=True)
    play(match, "pick IT-4A")
    assert not refused(match, "move 1016")


@rule("8.38")
def test_tehran_closes_the_red_hexes_to_the_allies_and_stalin_betrayed_opens_them() -> None:
    """T036: Leipzig, two hexes from Wurzburg."""
    for fields, case in (
        ({}, ""),
        ({"closed": "allied", "flags": in_force("tehran")}, "8.38"),
        ({"closed": "", "flags": in_force("tehran", "stalin_betrayed")}, ""),
    ):
        match = movement("allied", "US-9A 1209", "1209", turn=8, **fields)
        assert refused(play(match, "pick US-9A"), "move 1308") == case
    match = movement("allied", "US-9A 1109", "1109", closed="allied", turn=8)
    play(match, "pick US-9A")
    assert refused(match, "move 1208") == "8.38"
    match = movement("allied", "US-9A 1109", "1109", turn=8)
    play(match, "pick US-9A")
    assert not refused(match, "move 1308")
    match = movement("axis", "GE-LXXX 1109", "1109", turn=8, closed="allied")
    play(match, "pick GE-LXXX")
    assert not refused(match, "move 1208")
    match = movement("axis", "GE-LXXX 1109", "1109", turn=8, closed="both")
    play(match, "pick GE-LXXX")
    assert refused(match, "move 1208") == "8.38"


@rule("16.2", "R14")
def test_berlin_is_closed_to_the_allies_without_stalin_betrayed() -> None:
    match = movement("allied", "US-9A 1207", "1207", turn=8)
    play(match, "pick US-9A")
    assert refused(match, "move 1307") == "R14"
    match = movement("allied", "US-9A 1207", "1207", turn=8, flags=in_force("stalin_betrayed"))
    play(match, "pick US-9A")
    assert not refused(match, "move 1307")


@rule("8.38", "R12")
def test_allied_units_caught_in_the_red_hexes_leave_for_white_ones_only() -> None:
    """T141: 9th Army in Magdeburg may go to Hannover, not to Schwerin; XIII Corps in Leipzig nowhere."""
    fields = {"closed": "allied", "turn": 8, "allied_control": "1106 1107 1108"}
    match = movement("allied", "US-9A 1207; US-XIII 1308", "1207 1308", **fields)
    play(match, "pick US-9A")
    assert refused(match, "move 1206") == "8.38"
    assert not refused(match, "move 1108")
    assert refused(match, "pick US-XIII") == "8.38"


@rule("8.36", "8.37")
def test_an_attack_marker_may_be_passed_but_only_armour_ends_there() -> None:
    """T031, T032, T099: infantry passes, a panzer corps may end under the marker, whatever its supply, at no price."""
    units = "GE-LXXX 0713; GE-LVIIIPZ 0713; GE-LXXXI 0612; US-V 0512"
    match = movement("axis", units, "0713", "0612")
    play(match, "pick GE-LXXX")
    assert refused(match, "move 0612") == "8.36"
    assert not refused(match, "move 0611"), "by way of the marked hex or of another"
    play(match, "pick GE-LVIIIPZ", "move 0612")
    assert place(match, "GE-LVIIIPZ") == "0612"
    assert match.position.attack_marks == 1 << match.game.board.index["0612"]


@rule("8.36")
def test_infantry_goes_through_an_attack_marker_where_no_other_way_leads() -> None:
    match = movement("axis", "GE-LXX 0800; GE-XXXIII 0701; US-V 0600", "0800", "0701")
    play(match, "pick GE-LXX")
    assert refused(match, "move 0701") == "8.36"
    play(match, "move 0702")
    assert place(match, "GE-LXX") == "0702"


@rule("8.36", "8.43", "R103")
def test_infantry_does_not_enter_an_attack_marker_in_an_enemy_zone() -> None:
    """T156: II Corps may not enter Cassino at all, 8th Army may, ends there and joins."""
    units = "US-5A 1717; US-II 1718; BR-8A 1816; GE-LXXVIPZ 1616"
    control = "1718 1816 1717 1818 1917 2017 2018 1817 1918"
    match = movement("allied", units, "1718 1816", "1717", allied_control=control, marked="1818")
    play(match, "pick US-II")
    assert refused(match, "move 1717") == "R103"
    play(match, "pick BR-8A", "move 1717")
    assert refused(match, "move 1816") == "8.11", "it has stopped in the zone"
    stack = {match.game.unit_ids[unit] for unit in look(match).stack(match.game.board.index["1717"])}
    assert stack == {"US-5A", "BR-8A"}


@rule("R103")
def test_infantry_with_only_such_a_marker_beside_it_is_not_taken_up() -> None:
    """In Trapani: Gela is held by the enemy, Palermo lies in the zone of XIV Panzer; armour may go there."""
    units = "US-II 1721; US-7A 1721; BR-XIII 1820; GE-XIVPZ 1920; IT-XVI 1821"
    match = movement("allied", units, "1721", "1820", allied_control="1721 1820", turn=1)
    assert refused(match, "pick US-II") == "R103"
    assert not refused(match, "pick US-7A")
    unmarked = movement("allied", units, "1721", allied_control="1721 1820", turn=1)
    assert not refused(unmarked, "pick US-II")


@rule("20:control", "9.56")
def test_every_hex_entered_changes_hands_at_once() -> None:
    match = movement("allied", "US-V 0512; GE-LXXX 0914", "0512", vp=21)
    play(match, "pick US-V", "move 0612", "move 0712")
    board = match.game.board
    assert {"0612", "0712"} <= set(board.names(match.position.allied_control))
    assert match.position.vp == 20, "Paris"


def test_of_two_ways_the_one_is_walked_that_takes_more_hexes() -> None:
    match = movement("allied", "US-V 0512; GE-LXXX 0914", "0512", allied_control="0611")
    play(match, "pick US-V", "move 0712")
    assert "0612" in match.game.board.names(match.position.allied_control)


@rule("14.4", "R106")
def test_an_airfield_in_a_hex_that_the_axis_enters_is_placed_anew() -> None:
    """T159: out of Caen to Beach Normandy or a box, not to Beach Brittany."""
    match = movement(
        "axis", "GE-LXXX 0612; US-V 0211", "0612", airfields="0512 UK",
        marked="0410 0211", allied_control="0211 0410 0411 0412 0511 0512",
    )  # fmt: skip
    play(match, "pick GE-LXXX", "move 0512")
    assert match.prompt.side == "allied"
    assert goals(match, "relocate") == {"0410", "UK", "NA"}
    play(match, "relocate 0410")
    assert match.prompt.side == "axis"
    assert not refused(match, "move 0412"), "the unit goes on"
