"""How the planner sees D-Day to the Rhine: who is where, what a unit is worth, how far things are, who threatens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import log2

from bocage.bots import ground, sight
from bocage.bots.ground import FAR
from bocage.hexes import HexSet

from ..game import Rhine
from ..rules.look import RhineLook, members
from ..rules.movement import allowance, reach
from ..rules.movement.allowance import Moving
from ..rules.movement.reach import Ways
from ..rules.position import ALLIED, GERMAN, GOOD, RhinePosition
from ..rules.supply import capacity
from ..rules.supply import ways as lines

OPEN, HARD, BARRED, WALLS = 1, 2, 4, 6  # what a hex costs on the way to a goal: open, in a zone, held, a fortress
CROSSING = 1  # what a wide river costs on top
STRANGER = 1.3  # factors that a face-down piece is reckoned at: every second one is a dummy
BRUSSELS_CORPS = 2.0  # what a British corps is worth beyond its factors until one has been in Brussels (WIN.3)
STRIKE = {True: 5, False: 3}  # how many hexes away a unit may strike next turn: armour, and the others


class Ground(ground.Ground):
    """What never changes in a match: cover, the banks of the Rhine, the way home."""

    def __init__(self, game: Rhine) -> None:
        super().__init__(game.board, game.land, game.board.all)
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
        self.home = self.distances(game.german_source)  # hexes to the German side of the map
        self.to_rhine = self.distances(across)  # hexes to German ground beyond the Rhine
        # Distance -> the hexes so far from German ground beyond the Rhine.
        self.rhine_rings = [0] * FAR
        for node in board.nodes(board.all):
            if self.to_rhine[node] < FAR:
                self.rhine_rings[self.to_rhine[node]] |= 1 << node


class Sight(sight.Sight[RhineLook, Ground]):
    """One side's look at the map."""

    game: Rhine
    position: RhinePosition

    # Units

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

    def hexes_of(self, side: str) -> HexSet:
        """Where combat units of a side are."""
        return self.look.troops(side)

    @cached_property
    def walls(self) -> HexSet:
        """The enemy's fortresses."""
        return self.look.strongholds(self.enemy)

    @cached_property
    def held(self) -> HexSet:
        """Hexes of the enemy that cannot be entered but attacked: his units and his fortresses."""
        return self.enemy_hexes | self.walls

    def controls(self, node: int) -> bool:
        """Is a hex ours?"""
        return bool(self.look.controls(self.side) >> node & 1)

    def full(self, nation: str) -> HexSet:
        """Hexes where a unit would be in Full supply: a line comes up to them, and the unit would stand there."""
        return self.kept(("full", nation), lambda: self._beside(lines.full(self.look, nation)))

    def short(self, nation: str) -> HexSet:
        """Hexes where a unit would be in Short supply at least."""
        return self.kept(("short", nation), lambda: self._beside(lines.supplied(self.look, nation)))

    def _beside(self, traced: HexSet) -> HexSet:
        return self.ground.sphere(traced, 1) & ~self.held

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

    def field(self, goals: HexSet, handicaps: Mapping[int, int] | None = None) -> list[int]:
        """Node -> what the way to the nearest goal costs, with detours around the enemy and his zones.

        Goals that are less wanted than others have a handicap (goal -> hexes).
        """
        key = (goals, self.walls, self.enemy_hexes, self.enemy_zone, tuple(handicaps.items()) if handicaps else ())
        return self.ground.kept("field", key, lambda: self._field(goals, handicaps))

    def _field(self, goals: HexSet, handicaps: Mapping[int, int] | None) -> list[int]:
        land, wide = self.game.land - self.game.data.wide, self.game.data.wide
        walls = self.walls & ~goals
        barred = self.enemy_hexes & ~walls
        hard = self.enemy_zone & ~barred & ~walls
        prices = []
        for hexes, price in ((~(walls | barred | hard), OPEN), (hard, HARD), (barred, BARRED), (walls, WALLS)):
            prices += [(hexes, land, price), (hexes, wide, price + CROSSING)]
        return self.ground.ways_to(goals, prices, self.board.all, handicaps)

    @cached_property
    def threat(self) -> list[float]:
        """Node -> attack factors of the enemy units that might strike there next turn, near ones in full."""
        position, theirs = self.position, self.game.side_units[self.enemy]
        key = (
            self.enemy, position.weather == GOOD, position.disrupted & theirs, position.deployed & theirs,
            *[(unit, self.at(unit)) for unit in self.troops(self.enemy)],
        )  # fmt: skip
        return self.ground.kept("threat", key, lambda: self.ground.blows(self._blows()))

    def _blows(self) -> Iterator[tuple[int, int, float]]:
        slow = self.enemy == GERMAN and self.position.weather == GOOD
        for unit in self.troops(self.enemy):
            strength = self.attack(unit)
            if strength and not self.position.disrupted >> unit & 1:
                yield self.at(unit), 1, strength
                yield self.at(unit), STRIKE[bool(self.game.armour_units >> unit & 1)] - slow, 0.5 * strength

    def strike(self, node: int) -> float:
        """How hard the enemy may strike a hex."""
        return log2(1 + 0.5 * self.threat[node]) - 0.5 * self.cover(node)

    @cached_property
    def _covers(self) -> dict[int, float]:
        return self.ground.kept("cover", self.enemy_hexes, dict[int, float])

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
