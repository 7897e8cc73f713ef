"""How the bots see Fortress Europa: who is where, what a step is worth, how far things are, who threatens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import log2

from bocage.bots import ground, sight
from bocage.hexes import HexSet

from ..game import Fortress
from ..rules import winter
from ..rules.combat.odds import ground as chart
from ..rules.look import FortressLook, members
from ..rules.movement import nationalities, reach
from ..rules.movement.districts import ground_of
from ..rules.movement.moves import movable
from ..rules.position import ALLIED, CLEAR, GERMAN, FortressPosition
from ..rules.supply import lines
from .aims.ways import army, district_ways, quickest

OPEN, HARD, BARRED = 1, 2, 4  # what a hex costs on the way to a goal: open, slow or in a zone, held by the enemy
CITY, ROUGH, WALL = 1.0, 0.5, 1.4  # cover, in doublings of the defence
NEAR_SHARE = 0.5  # of those who come from afar, against those who stand next to a hex
RANSOM = 8.0  # a headquarters
A_PLANE = 0.5  # an aircraft that supports a blow, in doublings
LAST_STEP = 1.5  # what the end of a unit costs beyond its factors


class Ground(ground.Ground):
    """What never changes in a match."""

    def __init__(self, game: Fortress) -> None:
        data = game.data
        super().__init__(game.board, game.land_sides, game.land & ~data.terrain["alpine"])
        self.game = game
        self.slow: HexSet = data.terrain["rough"] | data.terrain["mountain"] | data.terrain["flooded"]
        rows = chart(game)
        self.cover = [0.0] * game.board.size
        for node in game.board.nodes(game.land):
            bit = 1 << node
            doubled = (rows.doubling | rows.cities) & bit
            self.cover[node] = CITY if doubled else ROUGH if rows.holding & bit else 0.0

    def field(self, goals: HexSet, barred: HexSet, hard: HexSet, handicaps: dict[int, int] | None = None) -> list[int]:
        """Node -> what the way to the nearest goal costs, with detours around the enemy and his zones."""
        key = (goals, barred, hard, tuple(sorted((handicaps or {}).items())))
        prices = ((~barred & ~hard, self.land, OPEN), (hard, self.land, HARD), (barred, self.land, BARRED))
        return self.kept("field", key, lambda: self.ways_to(goals, prices, self.region, handicaps))


class Sight(sight.Sight[FortressLook, Ground]):
    """One side's look at the map."""

    game: Fortress
    position: FortressPosition
    inherited = ("threat", "cover", "from_enemy")

    @cached_property
    def enemy_key(self) -> tuple[object, ...]:
        """All that the enemy's threat, and our cover, depend on."""
        position = self.position
        enemies = self.game.side_units[self.enemy] & position.on_board
        steps = sum(position.units[unit].steps for unit in members(enemies))
        fate = (position.turn, position.weather, position.forts_destroyed, position.bombed)
        return (fate, self.side, enemies, steps, self.enemy_hexes, position.frozen)

    # Units

    def attack(self, unit: int) -> int:
        """The combat factor of the side that is up."""
        return self.look.strength(unit)

    def defence(self, unit: int) -> int:
        """The combat factor of the side that is up."""
        return self.look.strength(unit)

    def holding(self, unit: int, node: int) -> float:
        """What a unit counts for in the defence of a hex, cover apart: armour is halved in cities and rough ground."""
        strength = float(self.look.strength(unit))
        if self.game.armored_units >> unit & 1 and chart(self.game).halving >> node & 1:
            wall = self.side == GERMAN and self.look.intact() >> node & 1
            return strength if wall else strength / (4 if self.ground.cover[node] >= CITY else 2)
        return strength

    def troops(self, side: str) -> list[int]:
        """The units of a side on the map that fight: no headquarters, ships or harbours."""
        game = self.game
        return members(game.side_units[side] & self.position.on_board & game.land_units & ~game.headquarters)

    def staffs(self, side: str) -> list[int]:
        """The headquarters of a side on the map."""
        return members(self.game.side_units[side] & self.position.on_board & self.game.headquarters)

    def fighters(self, node: int, side: str = "") -> list[int]:
        """The units of a side (usually one's own) in a hex."""
        mine = self.game.side_units[side or self.side] & self.game.land_units
        return [unit for unit in self.stack(node) if mine >> unit & 1]

    def step_cost(self, unit: int) -> float:
        """What the loss of the unit's next step costs its owner, in factors."""
        game = self.game
        if game.headquarters >> unit & 1:
            return RANSOM
        steps = self.position.units[unit].steps
        here = game.factor(unit, steps, self.look.is_flipped(unit))
        if steps > 1 and not (game.coastal_units >> unit & 1 and not self.look.is_flipped(unit)):
            return float(here - game.factor(unit, steps - 1, self.look.is_flipped(unit)))
        return here + (LAST_STEP if game.replaceable >> unit & 1 else LAST_STEP / 2)

    def whole_cost(self, unit: int) -> float:
        """What the loss of a whole unit costs."""
        if self.game.headquarters >> unit & 1:
            return RANSOM
        return self.attack(unit) + LAST_STEP

    def ladder(self, units: Iterable[int]) -> list[float]:
        """What so many steps lost by units cost in all, the cheapest first."""
        costs: list[float] = []
        for unit in units:
            first = self.step_cost(unit)
            costs.append(first)
            if self.position.units[unit].steps > 1:
                costs.append(max(self.whole_cost(unit) - first, first))
        total, found = 0.0, [0.0]
        for cost in sorted(costs):
            total += cost
            found.append(total)
        return found

    def movable(self) -> int:
        """The units that may be taken in hand now."""
        return movable(self.look, self.side)

    def ways(self, unit: int) -> HexSet:
        """Where a unit on the map could go now: asked of the rules themselves."""
        if self.at(unit) < 0 or not self.movable() >> unit & 1:
            return 0
        goals = reach.ways_of(self.look, self.side, 1 << unit).goals
        goals &= ~(self.position.start_stacks & ~(1 << self.at(unit)))  # nobody joins those (R106)
        return nationalities.fair(self.look, 1 << unit, goals) if self.side == ALLIED else goals

    def pace(self, unit: int) -> int:
        """Hexes that a unit may cover in a clear turn, roughly."""
        return self.look.pace(unit) + (1 if self.game.armored_units >> unit & 1 else 0)

    # Hexes

    @cached_property
    def exerting(self) -> HexSet:
        """Enemy hexes from which zones go out."""
        return self.look.exerting(self.enemy)

    @cached_property
    def cover(self) -> list[float]:
        """Node -> the doublings of defence that the ground gives our units there; fortresses serve Germans alone."""
        found = list(self.ground.cover)
        if self.side == GERMAN:
            for node in self.board.nodes(self.look.intact()):
                found[node] = max(found[node], WALL)
        return found

    @cached_property
    def unbound(self) -> HexSet:
        """Hexes in enemy zones out of which nobody of ours has to attack (14.1, 33.3.9.1)."""
        if self.side == ALLIED:
            return 0
        return self.board.all if winter.opening(self.look) else self.look.intact()

    def shelter(self, node: int) -> float:
        """Cover, and a river if all who might attack come over it."""
        found = self.cover[node]
        away = self.from_enemy
        near = [other for other in self.board.neighbours[node] if away[other] < away[node]]
        rivers = self.game.data.rivers
        if near and all(rivers.has(node, other) for other in near):
            found = max(found, CITY)
        return found

    @cached_property
    def threat(self) -> list[float]:
        """Node -> combat factors of the enemy units that might strike there next turn, those next to it in full."""
        return self.ground.blows(self._blows())

    def _blows(self) -> Iterator[tuple[int, int, float]]:
        position = self.position
        for unit in self.troops(self.enemy):
            if position.frozen >> unit & 1:
                continue
            strength = float(self.attack(unit))
            if strength:
                yield self.at(unit), 1, strength * (1 - NEAR_SHARE)
                yield self.at(unit), min(self.pace(unit) + 1, 7), strength * NEAR_SHARE

    def strike(self, node: int) -> float:
        """How hard the enemy may strike a hex, in doublings."""
        planes = 1.0 if self.side == GERMAN and self.position.weather == CLEAR else 0.0
        if self.side == ALLIED and self.position.phasing == ALLIED:
            planes = A_PLANE * self.position.german_support  # they fly for the blow that follows
        return log2(1 + 0.5 * self.threat[node]) - self.shelter(node) + planes

    def fits(self, unit: int, node: int) -> bool:
        """Would a unit find room in a hex?"""
        return self.look.has_room(unit, node) and not self.game.dyke >> node & 1

    @cached_property
    def fence(self) -> HexSet:
        """Hexes outside which an Allied unit would wake Germans who still sleep in their districts (9.1.D)."""
        position, game = self.position, self.game
        asleep = self.side == ALLIED and not position.released and position.invaded_districts and position.frozen
        if not asleep or self.turn >= WAKING or sum(self.attack(unit) for unit in self.troops(ALLIED)) > STRONG:
            return game.board.all
        ground = ground_of(game, position.invaded_districts)
        if game.rules.ending == "districts" and self.turn >= SETTLED:
            ways = district_ways(self.look, self.ground, position.district_landed or ("NL",), army(self.look))
            if any(not ground >> node & 1 for node in quickest(ways).lacks):
                return game.board.all  # what decides the game lies outside
        return ground

    @cached_property
    def beachhead(self) -> bool:
        """Are the Allies ashore with so little that all of it must stay together?"""
        position = self.position
        youth = SHORT if self.game.rules.ending == "districts" else YOUNG
        young = position.invasion_turn > 0 and self.turn <= position.invasion_turn + youth
        return young and self.look.ashore().bit_count() < A_FRONT

    @cached_property
    def fed(self) -> HexSet:
        """Hexes where units of the side would be in supply, headquarters being where they are or a move ahead."""
        look, game = self.look, self.game
        walls = game.data.cities & look.controls(self.side)
        if self.side == GERMAN:
            walls |= look.intact() | game.data.germany | game.data.italy
            walls |= sum(1 << node for node, steps in enumerate(self.from_enemy) if steps > QUIET)
        else:
            walls &= ~game.data.germany
        found, more = walls, AHEAD if self.position.impulse == 1 else NEAR
        for staff, _ in lines.feeding(look, self.side):
            span = game.rules.numbers["supply_range" if self.side == ALLIED else "german_supply_range"]
            found |= lines.reached(game, 1 << self.at(staff), lines.through(look, self.side), span + more)
        return found


WAKING, STRONG = 7, 130  # the turn before all wake anyhow, and factors with which that is welcome
YOUNG, A_FRONT = 5, 24  # turns after a landing, and units, until it is a front
SHORT = 2  # and where the game itself has few turns
SETTLED = 3  # the turn from which Invasion is played for a goal outside the district
QUIET = 5  # beyond so many hexes from the Allies Germans are supplied (18.6)
AHEAD, NEAR = 3, 1  # hexes by which a headquarters may come nearer before supply is looked at
