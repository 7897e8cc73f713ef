"""Ways of supply: where they serve and the lines that are drawn come from the same row."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

from bocage.hexes import Board, ccrr, rectangle
from bocage.parts.supply import Net, Way, cut, line, rings, way_of

BOARD = Board(rectangle(range(1, 6), range(1, 6), ccrr), shifted="even")
RIVER = BOARD.every - BOARD.edges([("0101", "0102"), ("0101", "0201")])


def look(open_hexes: str = "", at: str = "0105") -> Any:
    """Everything is open, or these hexes; one unit."""
    unit = SimpleNamespace(at=BOARD.index[at])
    through = BOARD.set(open_hexes) if open_hexes else BOARD.all
    position = SimpleNamespace(units=[unit])
    return SimpleNamespace(game=SimpleNamespace(answers={}), position=position, found={}, through=through)


OVERLAND = Net[Any](lambda look, side: look.through, lambda game: BOARD)
PORT = Way[Any]("1.1", "by road", ("blue",), lambda look, side: BOARD.set("0101"), OVERLAND)
CONVOY = Way[Any]("1.2", "by lorry", ("blue",), PORT.sources, OVERLAND, lambda game: (1, 3))
FORT = Way[Any]("1.3", "in its fort", ("blue", "grey"), lambda look, side: BOARD.set("0505"))


def test_a_line_of_any_length_serves_all_that_it_can_reach() -> None:
    assert PORT.hexes(look(), "blue") == BOARD.all
    assert BOARD.names(PORT.hexes(look("0101 0102 0104"), "blue")) == ["0101", "0102"]


def test_a_source_through_which_nobody_may_trace_serves_nobody() -> None:
    assert PORT.hexes(look("0102 0103"), "blue") == 0
    assert PORT.line(look("0102 0103"), "blue", BOARD.index["0102"]) == []


def test_a_line_of_limited_length_has_a_ring_for_each_grade() -> None:
    near, far = CONVOY.rings(look(), "blue")
    start = BOARD.index["0101"]
    assert near == sum(
        1 << node for node in range(BOARD.size) if BOARD.all >> node & 1 and BOARD.distance(start, node) <= 1
    )
    assert far == sum(
        1 << node for node in range(BOARD.size) if BOARD.all >> node & 1 and BOARD.distance(start, node) <= 3
    )
    assert CONVOY.hexes(look(), "blue") == far


def test_the_line_drawn_is_as_long_as_the_ring_that_it_comes_from() -> None:
    for found in (look(), look("0101 0102 0103 0203 0303 0304")):
        near, far = CONVOY.rings(found, "blue")
        for node in BOARD.nodes(BOARD.all):
            path = CONVOY.line(found, "blue", node)
            if found.through >> node & 1 and path:
                assert (path[0], path[-1]) == (node, BOARD.index["0101"])
                assert (len(path) <= 2, len(path) <= 4) == (bool(near >> node & 1), bool(far >> node & 1))
                assert all(found.through >> step & 1 for step in path)


def test_lines_cross_only_the_hexsides_of_their_net() -> None:
    shut = Way[Any]("1.1", "by road", ("blue",), PORT.sources, Net[Any](OVERLAND.hexes, lambda game: RIVER))
    assert BOARD.names(shut.hexes(look(), "blue")) == ["0101"]
    assert shut.line(look(), "blue", BOARD.index["0102"]) == []
    assert line(RIVER, BOARD.index["0102"], BOARD.set("0101"), BOARD.all) == []
    assert rings(RIVER, BOARD.set("0101"), BOARD.all, (0, 5)) == (BOARD.set("0101"),) * 2


def test_without_a_net_a_unit_is_supplied_where_it_stands_in_a_source_and_no_line_is_drawn() -> None:
    inside, outside = look(at="0505"), look(at="0404")
    assert way_of((FORT,), inside, 0, "grey") is FORT
    assert way_of((FORT,), outside, 0, "grey") is None
    assert FORT.line(inside, "grey", BOARD.index["0505"]) == []


def test_the_first_way_that_serves_a_unit_counts_and_others_are_not_for_everybody() -> None:
    found = look(at="0505")
    assert way_of((PORT, FORT), found, 0, "blue") is PORT
    assert way_of((PORT, FORT), found, 0, "grey") is FORT
    nobodys = Way[Any]("1.4", "by air", ("blue",), lambda look, side: -1, serves=lambda look, unit: False)
    assert way_of((nobodys, FORT), found, 0, "blue") is FORT


def test_a_relay_is_a_source_as_long_as_another_way_feeds_it() -> None:
    def depot(look: Any, side: str) -> int:
        return BOARD.set("0103") & CONVOY.hexes(look, side)

    relayed = Way[Any]("1.5", "from its depot", ("blue",), depot, OVERLAND, lambda game: (2,))
    assert relayed.hexes(look(), "blue") >> BOARD.index["0105"] & 1
    assert relayed.hexes(look("0101 0103 0104 0105"), "blue") == 0


def test_a_cut_line_opens_as_few_hexes_as_a_slow_search_does_on_random_boards() -> None:
    rng, nodes = Random("cuts"), list(BOARD.nodes(BOARD.all))
    for _ in range(300):
        through = sum(1 << node for node in nodes if rng.random() < 0.5)
        ground = through | sum(1 << node for node in nodes if rng.random() < 0.6)
        start, goal = rng.sample(nodes, 2)
        found = cut(BOARD, start, 1 << goal, through, ground)
        prices = {start: 0}
        waiting = [start]
        while waiting:
            here = min(waiting, key=prices.__getitem__)
            waiting.remove(here)
            for node in BOARD.nodes(BOARD.step(1 << here) & ground):
                price = prices[here] + (not through >> node & 1)
                if price < prices.get(node, 99):
                    prices[node] = price
                    waiting.append(node)
        assert bool(found.line) == (goal in prices)
        if found.line:
            assert (found.line[0], found.line[-1]) == (start, goal)
            assert found.barred.bit_count() == prices[goal]
            assert found.barred & through == 0
            assert all(BOARD.step(1 << here) >> there & 1 for here, there in pairwise(found.line))
