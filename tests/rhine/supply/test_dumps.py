"""Supplies dumps: how far they move, what they keep clear of, when they are active (SUP.7 to SUP.9, ruling R50)."""

from __future__ import annotations

from typing import Any

from tests.cases import rule
from tests.rhine.opening import at, listed, marked, play, refused, supply, told, where

BEACHES = {"first_beaches": "1817 1915"}


def dumps(units: str, **more: Any) -> Any:
    return at("dump movement", units, **{**BEACHES, **more})


def within(match: Any, start: str, distance: int) -> set[str]:
    """Hexes within so many steps over land, the start excluded."""
    board, land = match.game.board, match.game.land
    reached = 1 << board.index[start]
    for _ in range(distance):
        reached |= land.step(reached)
    return set(board.names(reached)) - {start}


@rule("SUP.8")
def test_a_dump_moves_six_hexes_a_turn() -> None:
    m = play(dumps("US-SUP 1811; US-5C 1817"), "pick US-SUP")
    # Fortress ports are German strongholds from the start.
    fortresses = set(m.game.board.names(m.game.data.fortress_ports))
    assert listed(m, "move") == within(m, "1811", 6) - fortresses
    far = sorted(within(m, "1811", 7) - within(m, "1811", 6) - fortresses)[0]
    assert refused(m, f"move {far}") == ("SUP.8", f"{far} is more than 6 hexes away")
    assert refused(m, "move 1811") == ("SUP.8", "the dump stands in 1811")


@rule("SUP.8")
def test_it_may_go_in_legs_within_the_six_hexes() -> None:
    m = play(dumps("US-SUP 1811; US-5C 1817"), "pick US-SUP")
    assert refused(m, "pick US-SUP") == ("SUP.8", "US-SUP is chosen already: say where it goes")
    m.play("move 1807")
    assert m.prompt.text == "Move US Supplies (2 hexes left), or go on."
    assert listed(m, "move") == within(m, "1807", 2)
    assert told(m)[-1] == "US Supplies moves from 1811 to 1807 (4 hexes)."
    m.play("move 1805")
    assert listed(m, "move") == set()
    assert refused(m, "pick US-SUP") == ("SUP.8", "US-SUP has moved this turn")
    m.undo()
    assert where(m, "US-SUP") == "1807"


@rule("SUP.8")
def test_each_dump_moves_once_a_turn() -> None:
    m = play(dumps("US-SUP 1811; BR-SUP 1911; US-5C 1817"), "pick US-SUP", "move 1810", "pick BR-SUP")
    assert refused(m, "pick US-SUP") == ("SUP.8", "US-SUP has moved this turn")
    play(m, "move 1910")
    assert marked(m, "moved") == {"US-SUP", "BR-SUP"}
    assert refused(m, "pick US-5C") == ("SUP.8", "US-5C is not a Supplies dump; other units move later")


@rule("SUP.8", "R50", "R63")
def test_it_keeps_out_of_germans_their_zones_and_fortresses() -> None:
    m = play(dumps("US-SUP 1811; US-5C 1817; DE-84K 1808; DE-s503 1813"), "pick US-SUP")
    moves = listed(m, "move")
    assert "1808" not in moves
    assert not moves & within(m, "1808", 1)
    assert refused(m, "move 1808") == ("R50", "there are German pieces in 1808")
    assert refused(m, "move 1809") == (
        "R50",
        "1809 is in a German zone of control and no Allied combat unit stands there",
    )
    assert refused(m, "move 1813") == ("R50", "there are German pieces in 1813")  # a lone Tiger too
    assert "1812" in moves  # but a Tiger has no zone
    m = play(dumps("US-SUP 1617; US-5C 1817"), "pick US-SUP")
    assert refused(m, "move 1619") == ("R50", "1619 is a German fortress")


@rule("SUP.8", "ZOC.3", "R63", "R50")
def test_where_allied_troops_stand_a_dump_may_come_up_to_the_enemy_and_stops() -> None:
    m = play(dumps("US-SUP 1812; US-5C 1809; DE-84K 1808"), "pick US-SUP")
    assert "1809" in listed(m, "move")
    m.play("move 1809")
    assert listed(m, "move") == set()
    assert where(m, "US-SUP") == "1809"


@rule("SUP.8", "ZOC.4")
def test_the_zone_of_a_disrupted_division_is_no_hindrance() -> None:
    m = play(dumps("US-SUP 1811; US-5C 1817; DE-21Pz 1808 disrupted"), "pick US-SUP")
    assert "1809" in listed(m, "move")


@rule("SUP.8")
def test_a_dummy_keeps_it_away_like_any_face_down_piece() -> None:
    lists = []
    for piece in ("DE-Dummy1", "DE-21Pz"):
        m = play(dumps(f"US-SUP 1811; US-5C 1817; {piece} 1808 down"), "pick US-SUP")
        lists.append(listed(m, "move"))
        assert refused(m, "move 1809")[0] == "R50"
    assert lists[0] == lists[1]


@rule("SUP.8")
def test_a_dump_takes_no_ground() -> None:
    m = play(dumps("US-SUP 1811; US-5C 1817"), "pick US-SUP", "move 1807")
    assert not m.position.allied_control >> m.game.board.index["1807"] & 1


@rule("SUP.8")
def test_nothing_is_asked_while_no_dump_is_on_the_map() -> None:
    assert dumps("US-5C 1817").prompt.step != "dump movement"
    assert refused(dumps("US-SUP 1811; US-5C 1817"), "pick BR-SUP") == ("SUP.8", "BR-SUP is not on the map")


@rule("SUP.8", "SEQ.1", "R50")
def test_dumps_move_before_the_reinforcements_of_the_turn() -> None:
    m = play(dumps("US-SUP 1817; US-5C 1817"), "end")
    assert m.prompt.step == "allied arrivals"
    play(m, "pick BR-SUP", "place 1817", "end")
    assert m.prompt.step != "dump movement"
    assert where(m, "BR-SUP") == "1817"


@rule("SUP.9")
def test_a_dump_is_active_up_to_twelve_hexes_from_a_major_port() -> None:
    warning = "US Supplies is not active: no open major port lies within 12 hexes of it (SUP.9)."
    m = dumps("US-SUP 1817; US-5C 1817")
    assert m.prompt.warnings == [warning]
    # Cherbourg is open. 1908 lies 12 hexes from it, 1907 lies 13; 2600 is 24 hexes from the port.
    port = {"allied_control": "1619", "first_beaches": ""}
    m = dumps("US-SUP 1908; US-5C 2600", **port)
    assert m.prompt.warnings == []
    assert supply(m, "US-5C") == "full"
    m = dumps("US-SUP 1907; US-5C 2600", **port)
    assert m.prompt.warnings == [warning]
    assert supply(m, "US-5C") == "short"
