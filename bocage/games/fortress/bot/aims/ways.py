"""Ways to win that are open to the Allies: what each of them lacks, what that costs, which hexes it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from bocage.hexes import HexSet

from ...data.tables import Objective
from ...rules.combat.odds import defence
from ...rules.look import FortressLook, members
from ...rules.position import ALLIED, GERMAN
from ...rules.victory import district_goal, well_supplied

if TYPE_CHECKING:
    from ..sight import Ground

A_TURN = 4.0  # hexes of a turn's advance
ASSAULT = 0.5  # what each doubling of a garrison costs, in turns
SPARE = 2  # cities beyond those that are needed, in case one of them holds out
LATE = (0.35, 0.7, 0.9)  # how much losses count on the last turn, the one before, and the one before that
TURNS_APART = 1.5  # a way that takes so many turns more is half as likely to be gone


class Way(NamedTuple):
    """A way to win: the hexes that it still lacks, those that it has, and the turns that the rest may take."""

    lacks: tuple[int, ...]
    has: tuple[int, ...]
    spare: tuple[int, ...]  # others that would do instead
    turns: float
    firm: tuple[int, ...] = ()  # those for which no other would do


def district_ways(look: FortressLook, ground: Ground, districts: Iterable[str], start: HexSet) -> list[Way]:
    """The goals of some districts (33.1.5) as the Allies would reach them from some hexes."""
    price = _prices(look, ground, start)
    return [_way(look, goal, price) for name in districts for goal in look.game.data.objectives[name]]


def army(look: FortressLook) -> HexSet:
    """Where the Allied army stands: what was dropped or put ashore somewhere else is no start for a way."""
    game = look.game
    return look.hexes_of(members(look.ashore() & ~game.airborne_units & ~game.raiders)) or look.position.beaches


def quickest(ways: Sequence[Way]) -> Way:
    """The way that takes least time."""
    return min(ways, key=lambda way: (way.turns, way.lacks))


def shares(ways: Sequence[Way]) -> Iterator[tuple[Way, float]]:
    """Each way with the share of attention that it deserves: the quickest has all of it."""
    best = min((way.turns for way in ways), default=0.0)
    for way in ways:
        yield way, 0.5 ** ((way.turns - best) / TURNS_APART)


def _prices(look: FortressLook, ground: Ground, start: HexSet) -> dict[int, float]:
    """City -> the turns that it may take to have it."""
    away, held = ground.distances(start), look.occupied(GERMAN)
    found = {}
    for node in look.game.board.nodes(look.game.data.cities):
        walls = log2(1 + defence(look, node, 0)) if held >> node & 1 else 0.0
        found[node] = away[node] / A_TURN + ASSAULT * walls
    return found


def _way(look: FortressLook, goal: Objective, price: dict[int, float]) -> Way:
    board = look.game.board
    held = look.cities(ALLIED)
    has, lacks, spare = set[int](), set[int](), set[int]()

    def ask(hexes: Iterable[int], count: int) -> None:
        """So many of these hexes: those that one has, and the cheapest others."""
        nodes = sorted((node for node in hexes), key=lambda node: (not held >> node & 1, price.get(node, 0.0), node))
        for node in nodes[:count]:
            (has if held >> node & 1 else lacks).add(node)
        spare.update(nodes[count : count + SPARE])

    firm = tuple(board.nodes(board.set(goal.must)))
    ask(firm, len(firm))
    ask(board.nodes(board.set(goal.among)), goal.need or 0)
    data, numbers = look.game.data, look.game.rules.numbers
    taken = has | lacks
    if goal.test == "cities":
        ask(board.nodes(data.cities), goal.least or 0)
    elif goal.test == "other_district_cities":
        ask(
            [node for node in board.nodes(data.cities & data.districts[goal.list]) if node not in taken],
            goal.least or 0,
        )
    elif goal.test == "district_cities_missing":
        cities = board.nodes(data.cities & data.districts[goal.list])
        ask(cities, len(cities))
    elif goal.test == "northwest_cities":
        rows = sum(hexes for row, hexes in data.rows.items() if row < numbers["northwest_row"])
        ask(board.nodes(data.cities & rows), goal.least or 0)
    spare -= has | lacks
    return Way(tuple(sorted(lacks)), tuple(sorted(has)), tuple(sorted(spare)), sum(price[node] for node in lacks), firm)


# Behind and late


def caution(look: FortressLook, side: str) -> float:
    """How much the Allies still mind their losses: until they have won, there is less and less to save them for.

    Only what is held when the game ends counts, so that goals must still be in reach of an attack.
    """
    rules = look.game.rules
    if side != ALLIED or rules.ending not in ("districts", "cities"):
        return 1.0
    if rules.ending == "districts" and district_goal(look) and well_supplied(look):
        return 1.0
    left = rules.last_turn - look.position.turn
    return LATE[left] if left < len(LATE) else 1.0
