"""Moving among enemies: zones stop, the minimum move, and what lies face down (ZOC, MIN, SET.7)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.errors import Refusal
from tests.cases import rule
from tests.rhine.asking import log
from tests.rhine.movement.marching import (
    ALLIED,
    ALLIED_EXPLOITS,
    GERMAN,
    at,
    hexes_to,
    listed,
    marked,
    path_of,
    play,
    refused,
    said,
    where,
    why,
)

ONE_HEX = ALLIED_EXPLOITS  # in Very Bad weather an infantry corps has one hex then


def goals(match: Any) -> set[str]:
    return listed(match, "move") | listed(match, "dash") | listed(match, "march")


@rule("ZOC.3")
@pytest.mark.parametrize("enemy", ["DE-84K 1403", "DE-21Pz 1403", "DE-84K 1403 disrupted deployed", "DE-PzB1 1403"])
def test_a_unit_that_enters_a_zone_stops_there(enemy: str) -> None:
    m = play(at(ALLIED, f"US-5C 1103; US-8C 1002; {enemy}"), "pick US-5C", "move 1303")
    assert where(m, "US-5C") == "1303"
    assert goals(m) == set()
    assert refused(m, "pick US-5C") == "NOTE.1"


@rule("ZOC.3")
def test_what_lies_behind_a_zone_is_out_of_reach_if_every_way_leads_through_it() -> None:
    m = play(at(ALLIED_EXPLOITS, "US-5C 1203; DE-84K 1403"), "pick US-5C")
    assert "1603" not in listed(m, "move")
    assert refused(m, "move 1603") == "ZOC.3"
    m = play(at(ALLIED_EXPLOITS, "US-5C 1203; DE-84K 1403 disrupted"), "pick US-5C")
    assert "1603" in listed(m, "move")


@rule("ZOC.4")
def test_units_move_freely_through_the_zone_of_a_disrupted_division() -> None:
    m = play(at(ALLIED, "US-5C 1103; US-8C 1002; DE-21Pz 1403 disrupted"), "pick US-5C", "move 1303", "move 1503")
    assert where(m, "US-5C") == "1503"
    assert hexes_to(m, "US-5C", "move") == {1, 2}
    assert refused(m, "move 1403") == "R118"  # but nobody enters its hex


@rule("ZOC.3")
def test_the_germans_stop_in_allied_zones_too() -> None:
    m = play(at(GERMAN, "DE-21Pz 1703; DE-84K 2002; US-2AD 1403"), "pick DE-21Pz", "move 1503")
    assert goals(m) == set()
    assert refused(m, "pick DE-21Pz") == "NOTE.1"


# T-G30: 1203 is next to 1103, 1102 and 1204; 1105 is next to 1104.


@rule("MIN.2", "R36")
def test_a_unit_goes_from_one_enemys_zone_into_anothers_but_not_within_that_of_the_same() -> None:
    m = play(at(ONE_HEX, "US-5C 1103; US-8C 1002; DE-84K 1203; DE-86K 1105", weather="very bad"), "pick US-5C")
    assert listed(m, "move") == {"1003", "1004", "1104"}
    assert refused(m, "move 1102") == refused(m, "move 1204") == "MIN.2"
    assert "same enemy" in why(m, "move 1102")
    play(m, "move 1104")
    assert where(m, "US-5C") == "1104"
    assert goals(m) == set()


@rule("MIN.2")
def test_a_hex_that_the_same_enemy_and_another_one_control_is_closed() -> None:
    # 1302 is controlled by 1203 and by 1401; the unit in 1202 by 1203 alone.
    m = play(at(ONE_HEX, "US-5C 1202; DE-84K 1203; DE-86K 1401", weather="very bad"), "pick US-5C")
    assert refused(m, "move 1302") == "MIN.2"
    assert "1301" in listed(m, "move")


@rule("R36", "MIN.2", "R76")
def test_a_unit_leaves_a_zone_freely_and_may_come_back_into_it_later() -> None:
    m = play(at(ALLIED, "US-5C 1103; US-8C 1002; DE-84K 1203"), "pick US-5C")
    assert {"1003", "1004", "1104"} <= listed(m, "move")
    play(m, "move 1102")
    assert path_of(m) == ["1103", "1003", "1102"]
    assert goals(m) == set()


@rule("MIN.2")
def test_the_zones_of_disrupted_divisions_do_not_count_for_leaving() -> None:
    m = play(at(ONE_HEX, "US-5C 1103; DE-21Pz 1203 disrupted", weather="very bad"), "pick US-5C")
    assert listed(m, "move") == {"1003", "1004", "1104", "1102", "1204"}


@rule("MIN.1", "R77")
def test_a_unit_may_always_go_one_hex_onto_a_friend() -> None:
    m = play(at(ALLIED, "US-5C 1103; US-8C 1102; DE-84K 1203"), "pick US-5C", "move 1102")
    assert path_of(m) == ["1103", "1102"]
    assert goals(m) == set()  # it is a move of one hex
    play(m, "pick US-8C", "move 1002")  # and the friend may go
    assert (where(m, "US-5C"), where(m, "US-8C")) == ("1102", "1002")


@rule("MIN.1")
def test_the_friend_must_be_there_at_that_moment() -> None:
    units = "US-5C 1103; US-8C 1102; DE-84K 1203"
    assert "1102" in listed(play(at(ONE_HEX, units, weather="very bad"), "pick US-5C"), "move")
    m = play(at(ONE_HEX, units, weather="very bad"), "pick US-8C", "move 1002", "pick US-5C")
    assert refused(m, "move 1102") == "MIN.2"
    assert refused(m, "move 1204") == "MIN.2"


@rule("MIN.1")
def test_the_germans_have_the_minimum_move_as_well() -> None:
    m = play(at(GERMAN, "DE-84K 1103; DE-s503 1102; US-5C 1203"), "pick DE-84K", "move 1102")
    assert path_of(m) == ["1103", "1102"]
    m = play(at(GERMAN, "DE-84K 1103; DE-s503 2002; US-5C 1203"), "pick DE-84K", "move 1102")
    assert path_of(m) == ["1103", "1003", "1102"]


@rule("MIN.1", "R77")
def test_a_dump_is_no_friend_to_move_onto() -> None:
    m = play(at(ONE_HEX, "US-5C 1103; US-SUP 1102; DE-84K 1203", weather="very bad"), "pick US-5C")
    assert refused(m, "move 1102") == "MIN.2"


# What lies face down


def same_for_the_allies(one: Any, other: Any) -> None:
    assert [str(action) for action in one.prompt.actions] == [str(action) for action in other.prompt.actions]
    assert one.prompt.text == other.prompt.text
    for verb in ("move", "march", "dash", "pick"):
        whole = one.game.actions.whole[verb]
        assert [str(one.why_not(action)) for action in whole] == [str(other.why_not(action)) for action in whole]
    assert one.view("allied") == other.view("allied")
    assert one.log("allied") == other.log("allied")


@rule("R41", "SET.7")
def test_the_allies_cannot_tell_a_dummy_from_a_division_before_they_are_next_to_it() -> None:
    dummy = at(ALLIED, "US-5C 1103; US-8C 1002; DE-Dummy1 1403 down; DE-21Pz 2403 down")
    panzer = at(ALLIED, "US-5C 1103; US-8C 1002; DE-21Pz 1403 down; DE-Dummy1 2403 down")
    same_for_the_allies(dummy, panzer)
    for actions in (("pick US-5C",), ("move 1203",), ("pick US-8C", "march 1010")):
        for match in (dummy, panzer):
            play(match, *actions)
        same_for_the_allies(dummy, panzer)
    assert refused(dummy, "march 1403") == "R41"


@rule("R22", "SET.7")
def test_a_unit_that_finds_a_division_stops() -> None:
    m = play(at(ALLIED, "US-5C 1103; US-8C 1002; DE-21Pz 1403 down"), "pick US-5C", "move 1303")
    assert marked(m, "face_down") == set()
    assert goals(m) == set()
    assert said(m, "R22") == ["The face-down piece at 1403 is 21. Panzer Division."]


@rule("R22", "SET.7")
def test_a_unit_that_finds_a_dummy_may_go_on_with_what_it_has_left() -> None:
    m = play(at(ALLIED, "US-5C 1103; US-8C 1002; DE-Dummy1 1403 down"), "pick US-5C", "move 1303")
    assert where(m, "DE-Dummy1") == "dead"
    assert hexes_to(m, "US-5C", "move") == {1, 2, 3, 4}
    assert "1403" in listed(m, "move")
    with pytest.raises(Refusal):
        m.undo()  # it has seen something


@rule("R22")
def test_a_move_that_finds_nothing_can_be_taken_back() -> None:
    m = play(at(ALLIED, "US-5C 1103; US-8C 1002; DE-Dummy1 1403 down"), "pick US-5C", "move 1203")
    m.undo()
    assert where(m, "US-5C") == "1103"


@rule("SET.7", "R40")
def test_a_face_down_piece_moves_without_a_name() -> None:
    m = play(at(GERMAN, "DE-21Pz 1703 down; DE-84K 2002; US-5C 0708"), "pick DE-21Pz", "move 1903")
    assert marked(m, "face_down") == {"DE-21Pz"}
    assert said(m, "NOTE.1", "allied") == ["A face-down piece moves 1703-1803-1903 (2 hexes)."]
    assert "21. Panzer" in said(m, "NOTE.1", "german")[1]
    view = m.view("allied")
    assert view["face_down"] == {"1903": 1}
    assert view["units"]["DE-21Pz"] == {"at": "unknown"}
    assert "DE-21Pz" not in str(m.view("allied")["prompt"])


@rule("SET.7", "R40")
def test_what_the_allies_see_of_german_movement_does_not_say_which_piece_it_was() -> None:
    def moved(near: str, far: str) -> Any:
        m = at(GERMAN, f"{near} 1703 down; {far} 2403 down; US-5C 0708", dice="4 5")
        play(m, f"pick {near}", "move 1903", f"pick {far}")
        first = m.view("allied"), m.log("allied")
        play(m, "move 2603", "end")
        return first, m.log("allied"), m.game.shown(m.position, "allied").frames

    assert moved("DE-21Pz", "DE-Dummy1")[:2] == moved("DE-Dummy1", "DE-21Pz")[:2]


@rule("SET.7", "R40")
def test_the_frame_of_movement_does_not_betray_the_piece_in_hand() -> None:
    def frame(near: str, far: str) -> Any:
        m = play(at(GERMAN, f"{near} 1703 down; {far} 2403 down; US-5C 0708"), f"pick {near}", "move 1903")
        return m.game.shown(m.position, "allied").frames

    assert frame("DE-17SS", "DE-Dummy1") == frame("DE-Dummy1", "DE-17SS")


@rule("R22")
def test_a_face_down_division_that_comes_next_to_the_allies_is_turned_up() -> None:
    m = play(at(GERMAN, "DE-21Pz 1703 down; DE-84K 2002; US-5C 1403"), "pick DE-21Pz", "move 1503")
    assert marked(m, "face_down") == set()
    assert where(m, "DE-21Pz") == "1503"
    assert goals(m) == set()


@rule("R22")
def test_a_dummy_that_comes_next_to_the_allies_is_gone_and_the_phase_goes_on() -> None:
    m = play(at(GERMAN, "DE-Dummy1 1703 down; DE-84K 2002; US-5C 1403"), "pick DE-Dummy1", "move 1503")
    assert where(m, "DE-Dummy1") == "dead"
    assert listed(m, "pick") == {"DE-84K"}
    assert goals(m) == set()


@rule("R45")
def test_a_face_down_piece_that_enters_allied_ground_is_turned_up() -> None:
    m = at(GERMAN, "DE-21Pz 1703 down; DE-Dummy1 1704 down; DE-84K 2002; US-5C 0708", allied_control="1503 1504")
    play(m, "pick DE-21Pz", "move 1503")
    assert marked(m, "face_down") == {"DE-Dummy1"}
    play(m, "pick DE-Dummy1", "move 1504")
    assert where(m, "DE-Dummy1") == "dead"


@rule("R45", "R22")
def test_that_a_dummy_is_turned_up_on_its_way_is_said_once_and_where_it_happens() -> None:
    ground = {"allied_control": "0708 1503", "dice": "6 6 6 6"}
    entered = at(GERMAN, "DE-Dummy1 1703 down; DE-84K 2002; US-5C 0708", **ground)
    play(entered, "pick DE-Dummy1", "move 1503")
    found = ["A face-down piece moves 1703-1603-1503 (2 hexes).", "The face-down piece at 1503 is a dummy."]
    assert log(entered, "allied") == log(entered, "german") == found
    # The division goes on from where it is turned up, and from there on by its name.
    unit = at(GERMAN, "DE-21Pz 1703 down; DE-84K 2002; US-5C 0708; US-7C 1500", **ground)
    play(unit, "pick DE-21Pz", "move 1503", "move 1403")
    assert log(unit, "allied") == log(unit, "german") == [
        "A face-down piece moves 1703-1603-1503 (2 hexes).",
        "The face-down piece at 1503 is 21. Panzer Division.",
        "21. Panzer Division moves 1503-1403 (1 hex).",
    ]  # fmt: skip
    # Nobody but its owner reads who it is that stays face down, and he reads it once.
    dashing = play(at(GERMAN, "DE-Dummy1 1703 down; US-5C 0708", **ground), "pick DE-Dummy1", "dash 2203")
    assert log(dashing, "german").count("(It is Dummy 1.)") == 1
    assert "(It is Dummy 1.)" not in log(dashing, "allied")


@rule("R45")
def test_a_dummy_that_would_cross_allied_ground_gets_no_farther_than_its_edge() -> None:
    belt = {"allied_control": "0708 " + " ".join(f"15{row:02}" for row in range(12))}
    units = "DE-84K 2002; US-5C 0708"
    dummy = play(at(GERMAN, f"DE-Dummy1 1703 down; {units}", **belt), "pick DE-Dummy1", "move 1403")
    assert [line.split(" (")[0] for line in log(dummy, "allied")][:1] == ["A face-down piece moves 1703-1603-1503"]
    assert log(dummy, "allied")[1] == "The face-down piece at 1503 is a dummy."
    unit = play(at(GERMAN, f"DE-21Pz 1703 down; {units}", **belt), "pick DE-21Pz", "move 1403")
    assert log(unit, "allied")[1:] == [
        "The face-down piece at 1503 is 21. Panzer Division.",
        "21. Panzer Division moves 1503-1403 (1 hex).",
    ]


@rule("R45")
def test_a_face_down_piece_goes_round_allied_ground_where_it_can() -> None:
    m = at(GERMAN, "DE-21Pz 1703 down; DE-84K 2002; US-5C 0708", allied_control="1603 1604")
    play(m, "pick DE-21Pz", "move 1503")
    assert not {"1603", "1604"} & set(path_of(m))
    assert marked(m, "face_down") == {"DE-21Pz"}


@rule("R40")
def test_an_open_korps_that_comes_out_from_under_a_face_down_piece_is_seen() -> None:
    m = play(at(GERMAN, "DE-84K 1703; DE-21Pz 1703 down; US-5C 0708"), "pick DE-84K", "move 1803")
    assert said(m, "NOTE.1", "allied") == ["84. Infanterie Korps moves 1703-1803 (1 hex)."]
    assert m.view("allied")["units"]["DE-84K"]["at"] == "1803"
    assert m.view("allied")["face_down"] == {"1703": 1}
