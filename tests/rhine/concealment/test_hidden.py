"""SET.7: face-down pieces, what they conceal, and how they are found out (rulings R22, R40, R41, R44, R45)."""

from __future__ import annotations

from typing import Any

from bocage.engine.play import Play
from bocage.games.rhine.rules import elimination as changes
from bocage.games.rhine.rules.concealment import hidden
from bocage.games.rhine.rules.elimination import disrupted
from bocage.games.rhine.rules.movement.entering import enter
from bocage.games.rhine.rules.position import RESERVE
from bocage.games.rhine.rules.telling import tell_of
from tests.cases import rule
from tests.rhine.asking import at, log, marked, number, where

UNITS = (
    "US-5C 1817; DE-84K 2010; DE-21Pz 2010 down; DE-s503 2010; DE-Dummy1 2212 down; DE-2Pz 2505 down; DE-1SS 2909; "
    "DE-9Pz dead"
)


def start(units: str = UNITS, row: str = "declarations", **more: Any) -> Any:
    return at(row, 3, units, weather="good", stage="operational", first_beaches="1817", **more)


def hand(match: Any) -> Play:
    return Play(match.game, match.position, match.dice)


def go(match: Any, unit: str, *path: str) -> None:
    enter(hand(match), number(match, unit), [match.game.board.index[label] for label in path])


@rule("SET.7")
def test_a_face_down_piece_conceals_all_that_lies_with_it() -> None:
    m = start()
    view = m.view("allied")
    assert view["face_down"] == {"2010": 3, "2212": 1, "2505": 1}
    for unit in ("DE-84K", "DE-21Pz", "DE-s503", "DE-Dummy1", "DE-2Pz"):
        assert view["units"][unit] == {"at": "unknown"}
    assert view["units"]["DE-1SS"]["at"] == "2909"
    assert m.view("german")["units"]["DE-21Pz"]["at"] == "2010"
    assert m.view(None)["face_down"] == view["face_down"]


@rule("SET.7")
def test_a_dummy_and_a_division_look_alike() -> None:
    one = start()
    other = start(UNITS.replace("DE-2Pz 2505", "DE-Dummy1 2505").replace("DE-Dummy1 2212", "DE-2Pz 2212"))
    assert one.view("allied") == other.view("allied")
    assert one.view("german") != other.view("german")


@rule("SET.7", "R41")
def test_for_the_allies_a_face_down_piece_bars_its_hex_stops_them_and_blocks_supply() -> None:
    m = start()
    look = m.inquire("allied")
    dummy = m.game.board.index["2212"]
    assert look.barred("allied") >> dummy & 1
    assert look.zone("german") & m.game.board.around[dummy] == m.game.board.around[dummy]
    assert look.blocking_zone("german") >> m.game.board.index["2213"] & 1
    assert look.troops("german") >> dummy & 1  # it can be attacked


@rule("SET.7", "R44")
def test_nothing_leaves_the_map_face_down() -> None:
    m = start()
    for unit, place in (("DE-2Pz", "calendar"), ("DE-Dummy1", "dead")):
        changes.eliminate(hand(m), number(m, unit), "DE.1")
        assert (where(m, unit), unit in marked(m, "face_down")) == (place, False)
    changes.leave_map(hand(m), number(m, "DE-21Pz"), RESERVE)
    assert (where(m, "DE-21Pz"), marked(m, "face_down")) == ("reserve", set())


@rule("SET.7")
def test_an_allied_unit_next_to_it_turns_it_up() -> None:
    m = start()
    go(m, "US-5C", "1817", "2412")
    assert marked(m, "face_down") == {"DE-21Pz", "DE-Dummy1", "DE-2Pz"}
    go(m, "US-5C", "2412", "2312")
    assert where(m, "DE-Dummy1") == "dead"
    go(m, "US-5C", "2312", "2011")
    assert marked(m, "face_down") == {"DE-2Pz"}
    assert m.view("allied")["units"]["DE-84K"]["at"] == "2010"


@rule("SET.7")
def test_a_face_down_piece_that_comes_next_to_an_allied_unit_is_turned_up() -> None:
    m = start()
    go(m, "DE-21Pz", "2010", "1816")
    assert "DE-21Pz" not in marked(m, "face_down")
    go(m, "DE-Dummy1", "2212", "1816")
    assert where(m, "DE-Dummy1") == "dead"


@rule("SET.7")
def test_a_dump_sees_nothing() -> None:
    m = start(f"{UNITS}; BR-SUP pool")
    go(m, "BR-SUP", "2211")
    assert marked(m, "face_down") == {"DE-21Pz", "DE-Dummy1", "DE-2Pz"}


@rule("SET.7")
def test_a_face_down_piece_that_takes_allied_ground_is_turned_up() -> None:
    m = start(allied_control="2506 2213")
    go(m, "DE-2Pz", "2505", "2506")
    assert "DE-2Pz" not in marked(m, "face_down")
    assert not m.position.allied_control >> m.game.board.index["2506"] & 1
    go(m, "DE-Dummy1", "2212", "2213")
    assert where(m, "DE-Dummy1") == "dead"
    assert m.position.allied_control >> m.game.board.index["2213"] & 1


@rule("SET.7", "DIS.1")
def test_disruption_and_elimination_turn_a_piece_up() -> None:
    m = start()
    play = hand(m)
    changes.disrupt(play, number(m, "DE-21Pz"), "STRAF.1")
    assert "DE-21Pz" not in marked(m, "face_down")
    assert marked(m, "disrupted") == {"DE-21Pz"}
    changes.disrupt(play, number(m, "DE-Dummy1"), "STRAF.1")
    assert where(m, "DE-Dummy1") == "dead"
    changes.eliminate(play, number(m, "DE-2Pz"), "DE.1")
    assert marked(m, "face_down") == set()


@rule("SET.7")
def test_turning_up_is_a_look_that_cannot_be_taken_back() -> None:
    m = start()
    play = hand(m)
    hidden.turn_up(play, 1 << m.game.board.index["2212"], "R22")
    assert play.final
    idle = hand(m)
    hidden.turn_up(idle, 1 << m.game.board.index["2212"], "R22")
    assert not idle.final


@rule("SET.7", "R40")
def test_what_happens_to_a_concealed_unit_is_read_by_its_owner_alone() -> None:
    m = start()
    play = hand(m)
    m.position.disrupted |= 1 << number(m, "DE-84K")
    changes.recover(play, number(m, "DE-84K"), "SEQ.4")
    lines = [(m.game.sentence(event), event.seen_by("german"), event.seen_by("allied")) for event in play.events]
    assert lines == [("84. Infanterie Korps recovers from Disruption.", True, False)]


@rule("SET.7")
def test_a_face_down_piece_that_does_something_is_told_of_without_its_name() -> None:
    m = start()
    play = hand(m)
    tell_of(play, disrupted, "STRAF.1", number(m, "DE-21Pz"))
    lines = [(m.game.sentence(event), event.seen_by("allied")) for event in play.events]
    assert lines == [("A face-down piece is Disrupted.", True), ("(It is 21. Panzer Division.)", False)]


@rule("SET.7")
def test_the_numbers_of_strangers_follow_their_places_and_nobody_s_identity() -> None:
    m = start()
    seen = m.inquire("allied").position
    first = m.game.first_stranger
    places = [seen.units[first + offset].at for offset in range(len(seen.units) - first)]
    assert places == sorted(places)
    go(m, "DE-2Pz", "2505", "1605")
    again = m.inquire("allied").position
    assert again.units[first].at == m.game.board.index["1605"], "the numbers are given out anew"


def test_after_the_end_everything_is_shown() -> None:
    m = start()
    m.concede("allied")
    assert m.view("allied")["units"]["DE-Dummy1"]["at"] == "2212"
    assert log(m, "allied") is not None
