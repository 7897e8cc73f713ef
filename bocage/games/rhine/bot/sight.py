"""How the planner sees D-Day to the Rhine: who is where, what a unit is worth, how far things are, who threatens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import log2
from typing import Any

from bocage.bots.judgement import Style
from bocage.hexes import HexSet

from ..game import Rhine
from ..rules.look import RhineLook, members
from ..rules.movement import allowance, reach
from ..rules.movement.allowance import Moving
from ..rules.movement.reach import Ways
from ..rules.position import ALLIED, GERMAN, GOOD, OTHER
from ..rules.supply import capacity
from ..rules.supply import ways as lines

USUAL = Style("steady", "keep to the plan")
FAR = 99
OPEN, HARD, BARRED, WALLS = 1, 2, 4, 6  # what a hex costs on the way to a goal: open, in a zone, held, a fortress
CROSSING = 1  # what a wide river costs on top
STRANGER = 1.3  # factors that a face-down piece is reckoned at: every second one is a dummy
BRUSSELS_CORPS = 2.0  # what a British corps is worth beyond its factors until one has been in Brussels (WIN.3)
KEPT = 128  # maps of distances, cover and ways that are kept
STRIKE = {True: 5, False: 3}  # how many hexes away a unit may strike next turn: armour, and the others


class Ground:
    """What never changes in a match: cover, banks of the Rhine, distances, the hexes around a hex."""

    def __init__(self, game: Rhine) -> None:
        self.game = game
        data, board = game.data, game.board
        across = data.across_rhine
        self.goal_cities: HexSet = data.major_cities & across
        self.nations = tuple(counter.nation for counter in game.counters)
        self.east_bank: HexSet = data.wide.step(board.all & ~across) & across
        # Node -> what its ground is worth to infantry that defends there.
        self.cover = [0.0] * board.size
        for node in board.nodes(game.cover):
            self.cover[node] = 1.0
        for node in board.nodes(game.city_hexes):
            self.cover[node] += 1.5
        for node in board.nodes(data.siegfried):
            self.cover[node] += 1.0
        # What questions that follow each other have in common: distances and cover by where the enemy is.
        self._distances: dict[HexSet, bytes] = {}
        self._from_hex: dict[HexSet, bytes] = {}
        self._covers: dict[HexSet, dict[int, float]] = {}
        self.home = self.distances(game.german_source)  # hexes to the German side of the map
        self.to_rhine = self.distances(across)  # hexes to German ground beyond the Rhine
        # Distance -> the hexes so far from German ground beyond the Rhine.
        self.rhine_rings = [0] * FAR
        for node in board.nodes(board.all):
            if self.to_rhine[node] < FAR:
                self.rhine_rings[self.to_rhine[node]] |= 1 << node
        self._fields: dict[tuple[object, ...], list[int]] = {}
        self._threats: dict[tuple[object, ...], list[float]] = {}
        self._discs: dict[tuple[int, int], list[int]] = {}

    def disc(self, node: int, radius: int) -> list[int]:
        """The nodes around a node."""
        found = self._discs.get((node, radius))
        if found is None:
            board = self.game.board
            found = self._discs[node, radius] = board.nodes(board.within(node, radius) & board.all)
        return found

    def sphere(self, hexes: HexSet, radius: int) -> HexSet:
        """All hexes within so many hexes of some, over land."""
        found = hexes
        for _ in range(radius):
            found |= self.game.land.step(found)
        return found

    def distances(self, seed: HexSet) -> bytes:
        """Node -> hexes over land from the nearest hex of a set."""
        # Those from a single hex are kept for good: there are no more of them than hexes.
        kept = self._distances if seed & (seed - 1) else self._from_hex
        known = kept.get(seed)
        if known is not None:
            return known
        if kept is self._distances and len(kept) >= KEPT:
            kept.clear()
        board, step = self.game.board, self.game.land.step
        found = bytearray([FAR]) * board.size
        fresh, layer, steps = board.all & ~seed, seed, 0
        while layer:
            for node in board.nodes(layer):
                found[node] = steps
            layer = step(layer) & fresh
            fresh &= ~layer
            steps += 1
        kept[seed] = bytes(found)
        return kept[seed]

    def field(self, key: tuple[object, ...], find: Callable[[], list[int]]) -> list[int]:
        """A map of ways that follows from its key alone, found once as long as it is in use."""
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= KEPT:
                self._fields.clear()
            found = self._fields[key] = find()
        return found

    def threat(self, key: tuple[object, ...], find: Callable[[], list[float]]) -> list[float]:
        """The same for a map of threats."""
        found = self._threats.get(key)
        if found is None:
            if len(self._threats) >= KEPT:
                self._threats.clear()
            found = self._threats[key] = find()
        return found

    def covers(self, enemy: HexSet) -> dict[int, float]:
        """What is known of the cover of hexes against an enemy who stands there: to be filled in by whoever asks."""
        found = self._covers.get(enemy)
        if found is None:
            if len(self._covers) >= KEPT:
                self._covers.clear()
            found = self._covers[enemy] = {}
        return found


class Sight:
    """One side's look at the map; what costs time is found when it is first asked for."""

    def __init__(self, look: RhineLook, side: str, ground: Ground, style: Style = USUAL) -> None:
        self.look = look
        self.style = style
        self.side = side
        self.enemy = OTHER[side]
        self.game = look.game
        self.ground = ground
        self.board = look.game.board
        self.position = look.position
        self.turn = look.position.turn
        self.own_hexes = look.troops(side)
        self.enemy_hexes = look.troops(self.enemy)
        self.walls = look.strongholds(self.enemy)

    # Units

    def at(self, unit: int) -> int:
        """The node of a unit, or a place off the map."""
        return self.position.units[unit].at

    def attack(self, unit: int) -> float:
        """The attack factor of the face that is up; of a face-down piece what it may have on average."""
        return STRANGER if unit >= self.game.first_stranger else self.look.attack(unit)

    def defence(self, unit: int) -> float:
        """The defence factor of the face that is up; of a face-down piece what it may have on average."""
        return STRANGER if unit >= self.game.first_stranger else self.look.defence(unit)

    def marching_attack(self, unit: int, node: int) -> int:
        """The attack factor of a unit that has moved to a hex (DEP.3, FR2.2)."""
        game = self.game
        if unit == game.french_second_armored and node >= 0 and game.too_far_for_french >> node & 1:
            return 0
        return game.counters[unit].attack

    @cached_property
    def hungry(self) -> int:
        """Our own units that are Short-supplied where they stand."""
        if self.side == GERMAN:
            return 0
        look = self.look
        fed = capacity.fed(look)
        return self.position.on_board & self.game.charged_units & ~fed

    def value(self, unit: int) -> float:
        """What a unit is worth to its owner, in factors."""
        if unit >= self.game.first_stranger:
            return 2 * STRANGER
        counter = self.game.counters[unit]
        worth = float(counter.attack + counter.defence)
        if counter.tiger:
            return 2.5
        if unit in self.game.brussels_corps and not self.position.brussels_passed:
            return worth + BRUSSELS_CORPS
        if counter.infantry_corps and counter.side == GERMAN:
            return worth * 0.9  # it comes back by and by (REPL.2)
        return worth

    def troops(self, side: str) -> list[int]:
        """The combat units of a side on the map, in order."""
        game = self.game
        return members(game.side_units[side] & game.troop_units & self.position.on_board)

    def stack(self, node: int) -> tuple[int, ...]:
        """The pieces in a hex."""
        return self.position.stacks.get(node, ())

    def fighters(self, node: int) -> list[int]:
        """The combat units in a hex."""
        troops = self.game.troop_units
        return [unit for unit in self.stack(node) if troops >> unit & 1]

    def nation(self, unit: int) -> str:
        """British, American or German."""
        return self.ground.nations[unit]

    def supply_of(self, unit: int) -> str:
        """The supply state of a unit now."""
        return self.look.supply(unit)

    def movable(self) -> int:
        """The units that may still be taken up in this movement phase."""
        position, game = self.position, self.game
        units = game.side_units[self.side] & position.on_board & ~game.dumps
        units &= ~(position.disrupted | position.dug_in | position.spent | position.moved)
        return units & allowance.able(self.look, self.side)

    def frame(self, unit: int) -> Moving:
        """A unit in hand, about to move."""
        look = self.look
        return Moving(self.side, unit, look.supply(unit), hexes=allowance.hexes_of_entry(look, unit))

    def ways(self, unit: int) -> Ways:
        """Where a unit could go now: asked of the rules themselves."""
        return reach.ways(self.look, self.frame(unit))

    # Hexes

    @cached_property
    def enemy_zone(self) -> HexSet:
        """Where enemy zones stop movement."""
        return self.look.zone(self.enemy)

    @cached_property
    def held(self) -> HexSet:
        """Hexes of the enemy that cannot be entered but attacked: his units and his fortresses."""
        return self.enemy_hexes | self.walls

    def controls(self, node: int) -> bool:
        """Is a hex ours?"""
        return bool(self.look.controls(self.side) >> node & 1)

    @cached_property
    def _memo(self) -> dict[str, Any]:
        return {}

    def kept(self, name: str, find: Callable[[], Any]) -> Any:
        """What is found once for a question, however often it is asked."""
        if name not in self._memo:
            self._memo[name] = find()
        return self._memo[name]

    @cached_property
    def _supply(self) -> dict[tuple[str, str], HexSet]:
        return {}

    def full(self, nation: str) -> HexSet:
        """Hexes where a unit would be in Full supply: a line comes up to them, and the unit would stand there."""
        found = self._supply.get(("full", nation))
        if found is None:
            traced = lines.full(self.look, nation)
            found = self._supply["full", nation] = (traced | self.game.land.step(traced)) & ~self.held
        return found

    def short(self, nation: str) -> HexSet:
        """Hexes where a unit would be in Short supply at least."""
        found = self._supply.get(("short", nation))
        if found is None:
            traced = lines.supplied(self.look, nation)
            found = self._supply["short", nation] = (traced | self.game.land.step(traced)) & ~self.held
        return found

    @cached_property
    def secure(self) -> HexSet:
        """Hexes to which supply comes by ways that the enemy cannot shut by taking a step or two.

        Where he stands within two hexes a way counts as open only beside our own units.
        """
        game, look = self.game, self.look
        sources = look.beaches() | look.open_ports() if self.side == ALLIED else game.german_source
        shadow = self.ground.sphere(self.enemy_hexes & look.exerting(self.enemy), 2)
        ours = self.own_hexes
        shut = self.held | shadow & ~(ours | game.land.step(ours))
        region = game.land.flood(sources & ~shut, self.board.all & ~shut)
        return self.ground.sphere(region, 2) & ~self.held

    @cached_property
    def from_enemy(self) -> bytes:
        """Node -> hexes to the nearest enemy unit."""
        return self.ground.distances(self.enemy_hexes)

    @cached_property
    def from_own(self) -> bytes:
        """Node -> hexes to the nearest own unit."""
        return self.ground.distances(self.own_hexes)

    def field(self, goals: HexSet, handicaps: Mapping[int, int] | None = None) -> list[int]:
        """Node -> what the way to the nearest goal costs, with detours around the enemy and his zones.

        Goals that are less wanted than others have a handicap (goal -> hexes).
        """
        key = (goals, self.walls, self.enemy_hexes, self.enemy_zone, tuple(handicaps.items()) if handicaps else ())
        return self.ground.field(key, lambda: self._field(goals, handicaps))

    def _field(self, goals: HexSet, handicaps: Mapping[int, int] | None) -> list[int]:
        game, board = self.game, self.board
        found = [FAR] * board.size
        walls = self.walls & ~goals
        barred = self.enemy_hexes & ~walls
        hard = self.enemy_zone & ~barred & ~walls
        easy = ~(walls | barred | hard)
        unseen = board.all
        pending: dict[int, HexSet] = {0: goals}
        for node, price in (handicaps or {}).items():
            pending[0] &= ~(1 << node)
            pending[price] = pending.get(price, 0) | 1 << node
        land, wide = game.land - game.data.wide, game.data.wide
        cost = 0
        while pending and cost < FAR:
            layer = pending.pop(cost, 0) & unseen
            if layer:
                unseen &= ~layer
                for node in board.nodes(layer):
                    found[node] = cost
                for part, price in (
                    (layer & easy, OPEN), (layer & hard, HARD), (layer & barred, BARRED), (layer & walls, WALLS),
                ):  # fmt: skip
                    if part:
                        pending[cost + price] = pending.get(cost + price, 0) | land.step(part)
                        if banks := wide.step(part):
                            price += CROSSING
                            pending[cost + price] = pending.get(cost + price, 0) | banks
            cost += 1
        return found

    @cached_property
    def threat(self) -> list[float]:
        """Node -> attack factors of the enemy units that might strike there next turn, near ones in full."""
        position = self.position
        enemies = self.troops(self.enemy)
        units = position.units
        key = (
            self.enemy,
            position.weather == GOOD,
            position.disrupted & self.game.side_units[self.enemy],
            position.deployed & self.game.side_units[self.enemy],
            *[(unit, units[unit].at) for unit in enemies],
        )
        return self.ground.threat(key, self._threat)

    def _threat(self) -> list[float]:
        found = [0.0] * self.board.size
        position, game, ground = self.position, self.game, self.ground
        slow = self.enemy == GERMAN and position.weather == GOOD
        for unit in self.troops(self.enemy):
            strength = self.attack(unit)
            if not strength or position.disrupted >> unit & 1:
                continue
            at = self.at(unit)
            for node in ground.disc(at, 1):
                found[node] += strength
            for node in ground.disc(at, STRIKE[bool(game.armour_units >> unit & 1)] - slow):
                found[node] += 0.5 * strength
        return found

    def danger(self, node: int, defence: float) -> float:
        """How badly a stack of this defence might fare in a hex: 0 at even strength, 1 at double, 2 at fourfold."""
        strike = log2(1 + 0.5 * self.threat[node]) - 0.5 * self.cover(node) - log2(max(1.0, defence))
        return max(0.0, strike)

    @cached_property
    def _covers(self) -> dict[int, float]:
        return self.ground.covers(self.enemy_hexes)

    def cover(self, node: int) -> float:
        """What a hex is worth to a defender: its ground, and rivers between it and the enemy."""
        found = self._covers.get(node)
        if found is None:
            found = self._covers[node] = self.ground.cover[node] + self._shelter(node)
        return found

    def _shelter(self, node: int) -> float:
        """The part of its sides towards the enemy that a river covers, twice for wide ones."""
        game, nearer = self.game, self.from_enemy[node]
        faces = covered = 0.0
        rivers, wide = game.data.rivers, game.data.wide
        for other in self.board.nodes(game.land.step(1 << node)):
            if self.from_enemy[other] < nearer:
                faces += 1
                if rivers.has(node, other):
                    covered += 2 if wide.has(node, other) else 1
        return covered / faces if faces else 0.0
