"""How far units get: Movement Allowances (10.2, 10.3), the costs of hexes and hexsides (10.5), and the ways open."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from bocage.engine.play import Play
from bocage.hexes import Costs, Edges, HexSet, Reach
from bocage.parts.paced import Paced
from bocage.parts.walk import Walk

from ...data import Data
from ..look import DRAINED, DRY, StormingLook, members
from ..position import ALLIED, ASSAULT, BREAKTHROUGH, EXPLOITATION, GERMAN, OTHER
from .hand import Moving
from .limits import Bar, bars, no_stay

if TYPE_CHECKING:
    from ...game import Storming

GROUND, MOUNTAIN, STAFF = "ground", "mountain", "staff"
# What closes hexsides; a refusal lifts one of them to see whether it was to blame.
SEA, RHINE, SEINE = "sea", "rhine", "seine"


# Allowances


def allowance(look: StormingLook, unit: int) -> int:
    """The Movement Points that a unit may spend in this Movement Step (10.2, 10.3, 10.6, 8.5, 17.5.2)."""
    position, numbers = look.position, look.game.rules.numbers
    counter = look.counter(unit)
    bit = 1 << unit
    if bit & (position.disrupted | position.refit | position.grounded) or counter.type == "garrison":
        return 0
    points = _printed_or_rolled(look, unit)
    if position.oos & bit:
        points //= numbers["unsupplied_divisor"]
    return max(0, points - position.strafed.get(counter.id, 0))


def _printed_or_rolled(look: StormingLook, unit: int) -> int:
    position, numbers = look.position, look.game.rules.numbers
    counter = look.counter(unit)
    stage = position.stage
    if counter.staff:
        return counter.printed_movement if stage in (BREAKTHROUGH, EXPLOITATION) else 0
    if position.priority >> unit & 1:
        return _priority(look, unit)
    if counter.side == GERMAN:
        rolled = position.points.get("mechanized" if counter.mechanized else "infantry", 0)
    else:
        rolled = position.points.get(look.command_of(unit), 0)
    before_combat = stage == ASSAULT and splits(look, counter.side)
    if before_combat:
        rolled = position.declared
    printed = numbers["dropped_allowance"] if look.on_dropped_side(unit) else counter.printed_movement
    if printed >= 0:
        # 10.3.C says it the other way round; the lower of the two counts (ruling R11).
        return 0 if stage == BREAKTHROUGH else min(printed, rolled)
    if position.red_ball >> unit & 1 and not before_combat:
        rolled = min(numbers["red_ball_cap"], rolled + numbers["red_ball_bonus"])
    return rolled


def splits(look: StormingLook, side: str) -> bool:
    """Does a side move before and after combat in its Assault Phase (10.6)?"""
    return side == ALLIED or look.offensive_now()


def _priority(look: StormingLook, unit: int) -> int:
    """Priority Supply moves six points, before combat or after it, Command by Command (10.3.B)."""
    if moved_before_combat(look) >> unit & 1:
        return 0
    return look.game.rules.numbers["priority_allowance"]


def note_priority(play: Play, hand: int) -> None:
    """All Priority Supply units of a Command move before combat, or all of them after it (10.3.B)."""
    position = play.position
    if position.stage != ASSAULT:
        return
    look: StormingLook = play.game.look(position)
    for unit in members(hand & position.priority):
        command = look.command_of(unit)
        if command not in position.priority_used:
            position.priority_used = (*position.priority_used, command)


def moved_before_combat(look: StormingLook) -> int:
    """Priority Supply units of Commands that moved theirs before combat: they do not move after it (10.3.B)."""
    position = look.position
    if position.stage != BREAKTHROUGH or not position.priority_used:
        return 0
    found = members(position.priority)
    return sum(1 << unit for unit in found if look.command_of(unit) in position.priority_used)


def able(look: StormingLook, side: str) -> int:
    """The set of a side's units on the map that have Movement Points in this step."""
    found: int | None = kept(look).get(f"able {side}")
    if found is not None:
        return found
    position, game = look.position, look.game
    own = position.on_board & game.side_units[side]
    dropped = 0
    for unit in members(own & game.airborne_units):
        if position.units[unit].marks:
            dropped |= 1 << unit
    # All that `allowance` depends on.
    key = (
        "able", own, dropped, position.stage, position.declared, position.turn, position.offensive_turn,
        position.oos, position.disrupted, position.refit, position.grounded, position.priority, position.red_ball,
        position.group_21, position.group_12, position.group_6, position.priority_used,
        tuple(position.points.items()), tuple(position.strafed.items()),
        # Where it stands counts only for a unit that no Command has been noted for (10.2.4).
        _unassigned(look, own) if side == ALLIED else 0,
    )  # fmt: skip
    cache = _cache(game, "able")
    found = cache.get(key)
    if found is None:
        found = 0
        for unit in members(own):
            if allowance(look, unit) > 0:
                found |= 1 << unit
        cache[key] = found
    kept(look)[f"able {side}"] = found
    return found


def kept(look: StormingLook) -> dict[str, Any]:
    """What several clauses of one question need and only one has to find."""
    if look.memo is None:
        look.memo = {}
    found: dict[str, Any] = look.memo
    return found


def _unassigned(look: StormingLook, own: int) -> object:
    position = look.position
    missing = own & ~(position.group_21 | position.group_12 | position.group_6)
    return tuple((unit, position.units[unit].at) for unit in members(missing))


def _cache(game: Storming, name: str, limit: int = 256) -> dict[Any, Any]:
    """A table of results by their arguments, which never grows beyond bounds."""
    cache: dict[Any, Any] = game.memo.setdefault(("travel", name), {})
    if len(cache) > limit:
        cache.clear()
    return cache


def troops_in(look: StormingLook, hand: int) -> int:
    """Those of the units that are not headquarters or leaders."""
    return hand & ~look.game.staff_units


def points_of(look: StormingLook, hand: int) -> int:
    """What units that move together may spend: the lowest allowance counts (10.4).

    Leaders pay hexes, not terrain, so beside troops they are counted apart (`hexes_left`).
    """
    return min((allowance(look, unit) for unit in members(troops_in(look, hand) or hand)), default=0)


def hexes_left(look: StormingLook, frame: Moving) -> int | None:
    """How many more hexes the headquarters and leaders in hand may enter (17.3, 17.4); None if there are none."""
    staff = frame.hand & look.game.staff_units
    if not staff:
        return None
    each = look.game.rules.numbers["commander_mp"]
    left = []
    for unit in members(staff):
        # By option R44 Patton may have come another way than those he goes on with.
        alone = look.game.rules.patton_may_be_joined and unit == look.game.patton
        entered = look.position.patton_hexes if alone else frame.hexes
        left.append((allowance(look, unit) - entered * each) // each)
    return min(left)


def note_patton(play: Play, hand: int, hexes: int) -> None:
    """Count the hexes that Patton enters, where he may be joined on the way (17.4.A; option R44)."""
    if play.rules.patton_may_be_joined and hand >> play.game.patton & 1:
        play.position.patton_hexes += hexes


def patton_on_call(look: StormingLook) -> int:
    """Patton as a set, if he may join units on the way: he has points left and has not fought with others (R44)."""
    game, position = look.game, look.position
    bit = 1 << game.patton
    if not game.rules.patton_may_be_joined or (position.assaulted | position.entrained | position.leaving) & bit:
        return 0
    each = game.rules.numbers["commander_mp"]
    return bit if allowance(look, game.patton) > position.patton_hexes * each else 0


def watch_units(game: Storming) -> int:
    """Who may go into the Watch on the Rhine Box: replaceable Mechanized units of any size (17.7.2; ruling R57)."""
    cache = _cache(game, "sets")
    found: int | None = cache.get("watch")
    if found is None:
        counters = game.counters
        found = sum(1 << unit for unit in members(game.mechanized_units) if counters[unit].replaceable)
        cache["watch"] = found
    return found


# Costs


def mover(look: StormingLook, unit: int) -> str:
    """Which costs a unit pays."""
    counter = look.counter(unit)
    if counter.staff:
        return STAFF
    return MOUNTAIN if counter.type == "mountain" else GROUND


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
    if look.counter(unit).side == ALLIED:
        held = look.occupied(ALLIED) & game.rhine_banks
        if held:
            held = _useful_banks(game, held, at, points) if at >= 0 else 0
        bridge = captured_bridge(look)
        bridges: tuple[str, ...] = (bridge,) if bridge else ()
        key = (ALLIED, mover(look, unit), look.roer(), bridges, held, position.breakout, lifted)
    else:
        key = (GERMAN, mover(look, unit), look.roer(), position.bridges_blown, 0, True, lifted)
    return _compiled(game.data, *key)


def _useful_banks(game: Storming, held: HexSet, at: int, points: int) -> HexSet:
    """Of the banks with friends on them, those within reach; none if all of them are on this side of the river."""
    near = game.board.within(at, points)
    held &= near
    if not held:
        return 0
    cache = _cache(game, "banks", 4096)
    across: HexSet | None = cache.get((at, points))
    if across is None:
        rhine = game.data.rivers["rhine"]
        this_side = (game.board.every - rhine).flood(1 << at, near)
        across = cache[at, points] = rhine.step(this_side)
    return held if held & across else 0


@lru_cache(maxsize=512)
def _compiled(
    data: Data, side: str, kind: str, roer: str, bridges: tuple[str, ...], held: HexSet, breakout: bool, lifted: str
) -> Costs:
    """The table for a state of the map: printed things, so all matches share it.

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


def step_cost(look: StormingLook, unit: int, a: int, b: int) -> int | None:
    """What one step from hex to adjacent hex costs a unit, or None if the hexside cannot be crossed."""
    found = costs(look, unit).of(a, b)
    if found is None and look.counter(unit).side == ALLIED and look.game.data.rivers["rhine"].has(a, b):
        found = costs(look, unit, lifted=RHINE).of(a, b)
    return found


# The ways of the units in hand


def bars_of(look: StormingLook, hand: int) -> list[Bar]:
    """What closes hexes to units that move together, ban by ban."""
    found = []
    for unit in members(hand):
        found += bars(look, unit)
    game, position = look.game, look.position
    coming = hand & game.american_divisions
    if coming & (coming - 1) and not position.ike_sees:
        there = look.units_in(game.ike_spot, ALLIED) & game.american_divisions
        if (there | coming).bit_count() > game.rules.numbers["ike_divisions"]:
            why = "more than five US or French divisions would be in Ike's Blind Spot"
            found.append(Bar("10.7.3", why, game.ike_spot))
    if look.counter(members(hand)[0]).side == ALLIED and game.allied_exits & game.in_play:
        why = "units leave the map there for good: they exit from a hex beside it"
        found.append(Bar("7.1.2.L", why, game.allied_exits))
    return found


def no_stay_of(look: StormingLook, hand: int) -> list[Bar]:
    """Hexes in which units that move together may not end their movement."""
    found = []
    escorted = bool(troops_in(look, hand))
    for unit in members(hand):
        if escorted and look.game.staff_units >> unit & 1:
            continue  # whoever comes with combat units is not alone beside the enemy (17.3, 17.4)
        found += no_stay(look, unit)
    return found


def finished(look: StormingLook, frame: Moving) -> bool:
    """Has the hand entered an enemy zone of control or crossed the Rhine, so that it moves no further (6.5, 10.7.4)?"""
    if frame.stopped or frame.crossed:
        return True
    if not frame.hexes:
        return False
    # Patton's stack too: regardless of zones it goes on assaulting, not moving (6.7.B).
    return bool(look.enemy_zone(frame.side) >> frame.at & 1)


def onward(look: StormingLook, frame: Moving, at: int, spent: int, hexes: int) -> Moving:
    """The frame after a leg: the units stay in hand while they may still do something."""
    after = msgspec.structs.replace(frame, at=at, spent=spent, hexes=hexes, acted=True)
    # In an enemy zone the hand goes nowhere, but units with red strengths may assault from there (6.7.A).
    assaults = look.position.stage == EXPLOITATION and frame.hand & look.game.red_units
    return after if assaults or not finished(look, after) else Moving(frame.side, acted=True)


def holds_bridgehead(look: StormingLook, frame: Moving) -> bool:
    """Would the hand leave nobody behind where others have crossed the Rhine in this step (10.7.4)?"""
    if not look.position.bridgeheads >> frame.at & 1:
        return False
    return all(frame.hand >> unit & 1 for unit in look.stack(frame.at))


def walk(look: StormingLook, frame: Moving) -> Walk:
    """The way of the units in hand: they stop in EZOC and never go from one straight to another (6.5)."""
    game, hand, at = look.game, frame.hand, frame.at
    zone = look.enemy_zone(frame.side)
    closed = look.occupied(OTHER[frame.side])
    for bar in bars_of(look, hand):
        closed |= bar.hexes
    for bar in no_stay_of(look, hand):
        closed |= bar.hexes & zone  # whoever would have to stop where he may not stay does not enter at all
    first = ~zone if zone >> at & 1 else None
    table = costs(look, slowest(look, hand), at, frame.allowance - frame.spent)
    return Walk(table, at, frame.allowance, game.in_play & ~closed, zone, first, spent=frame.spent)


def slowest(look: StormingLook, hand: int) -> int:
    """The unit whose costs all pay that move together."""
    kinds = (STAFF, MOUNTAIN, GROUND)
    return max(members(hand), key=lambda unit: kinds.index(mover(look, unit)))


class Crossing(NamedTuple):
    """A step over the Rhine after which units stop: from which bank, its price, and what they have spent then."""

    bank: int
    toll: int
    spent: int


class Ways(NamedTuple):
    """Where the units in hand can go: the flood, the hexes where a leg may end, and crossings of the Rhine.

    A crossing is the last step of a move, and the only one unless an option lets units march to the bank (10.7.4;
    ruling R101). `flood` does not lead through Paris where that would do harm; `into_paris`, if it differs, leads
    those who ask for a hex of Paris.
    """

    walk: Walk
    flood: Reach | Paced | None
    goals: HexSet
    crossings: dict[int, Crossing]
    harmless: HexSet
    pace: int  # hexes that leaders in the hand may still enter; a large number if they do not matter
    paris: HexSet = 0
    into_paris: Reach | Paced | None = None

    def _led(self, node: int) -> Reach | Paced | None:
        return self.into_paris if self.paris >> node & 1 else self.flood

    def path(self, node: int) -> tuple[int, ...]:
        """The engine's path to a goal: a crossing only where no other way leads."""
        flood = self._led(node)
        assert flood is not None
        if not flood.all >> node & 1:
            bank = self.crossings[node].bank
            return (*(self.path(bank) if bank != self.walk.start else (bank,)), node)
        if isinstance(flood, Paced):
            return flood.path(node)
        return flood.path(node, self.harmless)

    def cost(self, node: int) -> int:
        """The points spent at the end of the engine's path to a goal."""
        flood = self._led(node)
        found = flood.cost(node) if flood is not None and flood.all >> node & 1 else None
        return self.crossings[node].spent if found is None else found

    def price(self, path: tuple[int, ...]) -> int | None:
        """The points spent at the end of a path to a goal, or None if it may not be walked."""
        if not path or not self.goals >> path[-1] & 1 or len(path) - 1 > self.pace:
            return None
        if not self.crosses(path):
            return self.walk.price(path)
        before = self.walk.price(path[:-1])
        spent = None if before is None else before + self.crossings[path[-1]].toll
        return spent if spent is not None and spent <= self.walk.allowance else None

    def crosses(self, path: tuple[int, ...]) -> bool:
        """Does the path end with a crossing of the Rhine after which the units stop?"""
        crossing = self.crossings.get(path[-1])
        return crossing is not None and path[-2:] == (crossing.bank, path[-1])


NOWHERE: dict[int, Crossing] = {}
FAR = 10**6


def ways(look: StormingLook, frame: Moving) -> Ways:
    """Where the units in hand, which stand on the map, can go."""
    way = walk(look, frame)
    if finished(look, frame) or holds_bridgehead(look, frame):
        return Ways(way, None, 0, NOWHERE, 0, 0)
    pace = _pace(look, frame)
    led = outside_paris(look, frame, way)
    flood = _flood(look, led, pace)
    paris: HexSet = led.stops & ~way.stops
    into_paris: Reach | Paced | None = None
    reached = flood.all
    if reached & paris:
        into_paris = _flood(look, way, pace)
        reached |= into_paris.all & paris
    else:
        paris = 0
    stay = 0
    for bar in no_stay_of(look, frame.hand):
        stay |= bar.hexes
    goals = reached & ~stay
    crossings = NOWHERE
    if frame.side == ALLIED and (banks := _banks(look, frame, way, flood)):
        crossings = _crossings(look, frame, way, flood, banks, stay, pace)
        for node in crossings:
            goals |= 1 << node
    return Ways(way, flood, goals, crossings, _harmless(look, frame.side), pace, paris, into_paris)


def _flood(look: StormingLook, way: Walk, pace: int) -> Reach | Paced:
    cache = _cache(look.game, "floods", 64)
    flood: Reach | Paced | None = cache.get((way, pace))
    if flood is None:
        flood = cache[way, pace] = way.reach() if pace == FAR else Paced(way, pace)
    return flood


def outside_paris(look: StormingLook, frame: Moving, way: Walk) -> Walk:
    """The way on which the engine leads the hand: civil war is nobody's wish, so Paris is entered when asked for.

    Without the French 2nd Armored Division a leg may end in Paris, but none goes through it before it was entered.
    """
    game = look.game
    if frame.side != ALLIED or look.position.paris_entered or frame.hand >> game.french_second_armored & 1:
        return way
    return way._replace(stops=way.stops | game.paris & game.in_play)


def _pace(look: StormingLook, frame: Moving) -> int:
    """How many hexes leaders leave to the troops they move with, if that is what limits them (17.4)."""
    left = hexes_left(look, frame)
    if left is None or not troops_in(look, frame.hand) or left >= frame.allowance - frame.spent:
        return FAR
    return max(0, left)


def _banks(look: StormingLook, frame: Moving, way: Walk, flood: Reach | Paced) -> HexSet:
    """The hexes from which the hand may cross the Rhine: it must have begun the step beside it (10.7.4; ruling R35)."""
    game = look.game
    if game.rules.rhine_after_a_march:
        if not game.rhine_banks >> frame.start & 1:
            return 0
        return game.rhine_banks & (1 << frame.at | flood.all & ~way.stops)
    return 0 if frame.hexes else game.rhine_banks & 1 << frame.at


def _crossings(
    look: StormingLook, frame: Moving, way: Walk, flood: Reach | Paced, banks: HexSet, stay: HexSet, pace: int
) -> dict[int, Crossing]:
    """The Rhine as the last step of units that began beside it (10.7.4; rulings R34, R35, R101)."""
    game, board = look.game, look.game.board
    rhine = game.data.rivers["rhine"]
    troops = members(troops_in(look, frame.hand) or frame.hand)
    found: dict[int, Crossing] = {}
    for bank in board.nodes(banks):
        here = bank == frame.at
        before = frame.spent if here else flood.cost(bank)
        if before is None or (not here and pace != FAR and len(flood.path(bank)) > pace):
            continue
        across = rhine.step(1 << bank) & way.open & ~stay
        if here and way.first is not None:
            across &= way.first
        for node in board.nodes(across):
            # Where a bridge is captured, or friends hold the far bank, it is a step like any other.
            if way.costs.of(bank, node) is not None:
                continue
            prices = [step_cost(look, unit, bank, node) for unit in troops]
            toll = max(FAR if price is None else price for price in prices)
            spent = before + toll
            if spent <= frame.allowance and (node not in found or spent < found[node].spent):
                found[node] = Crossing(bank, toll, spent)
    return found


def _harmless(look: StormingLook, side: str) -> HexSet:
    """Hexes that the engine's own paths prefer: nobody is led past a bridge or into Paris if there is another way."""
    if side != ALLIED:
        return 0
    game, position = look.game, look.position
    touchy = game.bridge_hexes if len(position.bridges_blown) < len(game.data.bridges) else 0
    if not position.paris_entered:
        touchy |= game.paris
    return ~touchy if touchy else 0
