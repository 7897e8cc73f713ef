"""What a step costs (10.5): hexes, rivers and roads, the Rhine and its bridges, the Seine Line, the Roer valley."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.hexes import Costs, Edges
from bocage.rules import HexSet, Units, pure

from ...data import Data
from ..look import DRAINED, DRY, StormingLook, members
from ..position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ...game import Storming

GROUND, MOUNTAIN, STAFF = "ground", "mountain", "staff"
# What closes hexsides; a refusal lifts one of them to see whether it was to blame.
SEA, RHINE, SEINE = "sea", "rhine", "seine"
MOST_TABLES = 128


def mover(look: StormingLook, unit: int) -> str:
    """Which costs a unit pays."""
    if look.game.staff_units >> unit & 1:
        return STAFF
    return MOUNTAIN if look.game.counters[unit].type == "mountain" else GROUND


def slowest(look: StormingLook, hand: Units) -> int:
    """The unit whose costs all pay that move together (ruling R113)."""
    if not hand & (hand - 1):
        return hand.bit_length() - 1
    kinds = (STAFF, MOUNTAIN, GROUND)
    return max(members(hand), key=lambda unit: kinds.index(mover(look, unit)))


def captured_bridge(look: StormingLook) -> str:
    """The Rhine Bridge that the Allies have, if they have not lost it again (10.7.5; ruling R60)."""
    position = look.position
    return "" if position.bridge_captured in position.bridges_blown else position.bridge_captured


def costs(look: StormingLook, unit: int, at: int = -1, points: int = 0, lifted: str = "") -> Costs:
    """What each step costs a unit now: the Rhine, its bridges, the Seine Line and the Roer valley change.

    Across the Rhine an Allied unit finds only the captured bridge and the far banks that friends hold; those matter
    as far as `points` lead from `at`. `lifted` leaves out one reason for closed hexsides.
    """
    position, game = look.position, look.game
    kind, roer = mover(look, unit), look.roer()
    if game.counters[unit].side == GERMAN:
        return _table(game.data, GERMAN, kind, roer, position.bridges_blown, 0, True, lifted)  # ruling R112
    held = look.occupied(ALLIED) & game.rhine_banks
    if held:
        held = _useful_banks(game, held, at, points) if at >= 0 else 0
    bridge = captured_bridge(look)
    return _table(game.data, ALLIED, kind, roer, (bridge,) if bridge else (), held, position.breakout, lifted)


def step_cost(look: StormingLook, unit: int, a: int, b: int) -> int | None:
    """What one step from hex to adjacent hex costs a unit, or None if the hexside cannot be crossed."""
    found = costs(look, unit).of(a, b)
    if found is None and look.counter(unit).side == ALLIED and look.game.data.rivers["rhine"].has(a, b):
        found = costs(look, unit, lifted=RHINE).of(a, b)
    return found


def _useful_banks(game: Storming, held: HexSet, at: int, points: int) -> HexSet:
    """Of the banks with friends on them, those within reach; none if all of them are on this side of the river."""
    near = held & game.board.within(at, points)
    return near if near and near & _across(game, at, points) else 0


@pure(4096)
def _across(game: Storming, at: int, points: int) -> HexSet:
    """The far banks of the Rhine that so many points could lead to."""
    rhine = game.data.rivers["rhine"]
    return rhine.step((game.board.every - rhine).flood(1 << at, game.board.within(at, points)))


def _table(data: Data, *state: Any) -> Costs:
    """The table for a state of the map: of printed things alone, so all matches with the same data share it."""
    tables: dict[tuple[Any, ...], Costs] = data.once("costs", dict)
    found = tables.get(state)
    if found is None:
        if len(tables) >= MOST_TABLES:
            tables.clear()
        found = tables[state] = _compiled(data, *state)
    return found


def _compiled(
    data: Data, side: str, kind: str, roer: str, bridges: tuple[str, ...], held: HexSet, breakout: bool, lifted: str
) -> Costs:
    """The table of what each step costs.

    `bridges` are the captured one for the Allies, the blown ones for the Germans.
    """
    board, numbers, chart = data.board, data.numbers, data.tec
    enter: dict[int, HexSet] = {}
    if kind == STAFF:
        enter[numbers["commander_mp"]] = board.all
    else:
        changed = data.flags["roer_valley"] if roer != DRY else 0
        for name, hexes in data.terrain.items():
            cost = numbers["mountain_unit_mp"] if kind == MOUNTAIN and name == "mountain" else chart[name].mp
            enter[cost] = enter.get(cost, 0) | hexes & ~data.cities & ~changed
        city = chart["city"].mp
        enter[city] = enter.get(city, 0) | data.cities & ~changed
        if changed:
            flooded = chart["clear" if roer == DRAINED else "swamp"].mp
            enter[flooded] = enter.get(flooded, 0) | changed
    shut = board.edges(()) if lifted == SEA else (data.sea - data.ferry) | data.impassable
    named = board.edges([bridge.ends for bridge in data.bridges if bridge.name in bridges])
    if side == ALLIED:
        rhine = data.rivers["rhine"]
        if lifted != RHINE:
            shut = shut | (rhine - named - rhine.between(board.all, held))
        bridged = data.bridged - rhine | named
        if not breakout and lifted != SEINE:
            shut = shut | data.seine_line.between(data.west, ~data.west)
    else:
        bridged = data.bridged - named
    if kind == STAFF:
        return Costs(board, enter, (), shut)
    cross: list[tuple[Edges, int]] = [(edges - bridged, chart[river].mp) for river, edges in data.rivers.items()]
    road = numbers["road_mp"]
    cross += [(data.roads.between(board.all, hexes), road - cost) for cost, hexes in enter.items() if cost > road]
    return Costs(board, enter, cross, shut)
