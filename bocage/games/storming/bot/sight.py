"""How the planner sees Storming the Reich: who is where, what a step is worth, how far things are, who threatens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import log2

from bocage.bots import ground, sight
from bocage.hexes import HexSet

from ..game import Storming
from ..rules.combat import attackers, odds
from ..rules.look import StormingLook, members
from ..rules.movement.allowance import able, points_of
from ..rules.movement.hand import Moving
from ..rules.movement.reach import Ways, ways
from ..rules.position import ALLIED, GERMAN, StormingPosition
from ..rules.supply.ways import FROM_SOUTH

STRIKE = {True: 5, False: 2}  # how many hexes away a unit may strike next turn: mobile ones, and the others
OPEN, HARD, BARRED = 1, 2, 5  # what a hex costs on the way to a goal: open, in an enemy zone or rough, enemy-held
CROSSING = 4  # what the Rhine costs on the way


class Ground(ground.Ground):
    """What never changes in a match: cover, rivers, what lies behind the Rhine."""

    def __init__(self, game: Storming) -> None:
        super().__init__(game.board, game.supply_sides, game.in_play)
        self.game = game
        data, board = game.data, game.board
        tec = data.tec
        # Node -> what its terrain takes from the attacker's die, forts and bocage left aside.
        self.cover = [0] * board.size
        for node in board.nodes(game.in_play):
            cover = -tec[data.terrain_at[node]].drm
            if data.towns >> node & 1:
                cover = max(cover, -tec["town"].drm)
            if data.cities >> node & 1:
                cover = max(cover, -tec["city"].drm)
            self.cover[node] = cover
        self.rough = data.terrain["bocage"] | data.terrain["forest"] | data.terrain["mountain"]
        self.big_rivers = data.rivers["major"] | data.rivers["rhine"]
        self.dry_sides = game.supply_sides - data.rivers["rhine"]
        # What lies behind the Rhine, and behind the rivers of Holland that go on from it.
        behind = game.supply_sides - self.big_rivers
        self.east_of_rhine = behind.flood(game.entrances["E"] & game.allied_exits, board.all)
        self.east_bank = self.big_rivers.step(board.all & ~self.east_of_rhine) & self.east_of_rhine
        exits = game.allied_exits & game.in_play
        self.gates = self.dry_sides.step(exits) & game.in_play & ~exits  # whence divisions leave by the east edge

    def hits(self, strength: int, points: int) -> tuple[int, ...]:
        """The steps that each face of the die costs the other side, fired with this strength and these modifiers."""

        def find() -> tuple[int, ...]:
            column = odds.column(self.game, strength)
            return tuple(odds.read(self.game, column, die + points) if column else 0 for die in range(1, 7))

        return self.kept("hits", (strength, points), find)

    def field(self, goals: HexSet, closed: HexSet, barred: HexSet, hard: HexSet) -> list[int]:
        """Node -> what the way to the nearest goal costs: some hexes are closed, barred by the enemy, or hard."""
        dry, rhine = self.dry_sides, self.game.data.rivers["rhine"]
        prices = (
            (~barred & ~hard, dry, OPEN), (hard, dry, HARD), (barred, dry, BARRED), (rhine.sources, rhine, CROSSING),
        )  # fmt: skip
        key = (goals, closed, barred, hard)
        return self.kept("field", key, lambda: self.ways_to(goals, prices, self.region & ~closed))


class Sight(sight.Sight[StormingLook, Ground]):
    """One side's look at the map."""

    game: Storming
    position: StormingPosition
    inherited = ("threat", "cover")

    @cached_property
    def enemy_key(self) -> tuple[object, ...]:
        """All that the enemy's threat, and our cover, depend on."""
        position = self.position
        enemies = self.game.side_units[self.enemy] & position.on_board
        steps = sum([position.units[unit].steps for unit in members(enemies)])
        fortune = (position.turn, position.epoch, position.rolls, self.side)
        idle = position.disrupted | position.refit | position.grounded | position.oos
        return (fortune, enemies, steps, self.enemy_hexes, idle & enemies, position.released, position.breakout)

    # Units

    def attack(self, unit: int) -> int:
        """The Attack Strength of the face that is up."""
        return self.look.attack(unit)

    def defence(self, unit: int) -> int:
        """The Defense Strength of the face that is up."""
        return self.look.defence(unit)

    def troops(self, side: str) -> list[int]:
        """The units of a side on the map that are not headquarters or leaders, in order."""
        return members(self.game.side_units[side] & self.position.on_board & ~self.game.staff_units)

    def fighters(self, node: int) -> list[int]:
        """The units in a hex that are not headquarters or leaders."""
        return [unit for unit in self.stack(node) if not self.game.staff_units >> unit & 1]

    def step_cost(self, unit: int) -> float:
        """What the loss of the unit's next step costs its owner, in strength points."""
        counter, steps = self.game.counters[unit], self.position.units[unit].steps
        face = self.look.face(unit)
        here = (counter.attack[face] + counter.defence[face]) / 2
        if steps > 1:
            return here - (counter.attack[0] + counter.defence[0]) / 2
        if counter.staff:
            return 6.0
        cost = here + 0.5
        if counter.side == ALLIED:
            return cost * (0.7 if counter.replaceable else 1.2)  # it comes back at full strength (7.2.1)
        return cost + (0.5 if counter.mechanized else 0.0)

    def ladder(self, units: Iterable[int]) -> list[float]:
        """What so many steps lost by units cost their owner in all: full ones are reduced first (13.7.4)."""
        position, counters = self.position, self.game.counters
        first, last = [], []
        for unit in units:
            counter = counters[unit]
            cost = self.step_cost(unit)
            if position.units[unit].steps > 1:
                first.append(cost)
                rest = (counter.attack[0] + counter.defence[0]) / 2 + 0.5
                last.append(rest * (0.7 if counter.side == ALLIED else 1.0))
            else:
                last.append(cost)
        total, found = 0.0, [0.0]
        for cost in (*sorted(first), *sorted(last)):
            total += cost
            found.append(total)
        return found

    def frame(self, units: int, at: int) -> Moving:
        """Units of one hex in hand, about to move."""
        return Moving(self.side, units, at, at, allowance=points_of(self.look, units))

    def ways(self, units: int) -> Ways:
        """Where units of one hex could go now, together: asked of the rules themselves."""
        at = self.at(units.bit_length() - 1)
        return ways(self.look, self.frame(units, at))

    def movable(self) -> int:
        """The units that may still be taken up in this Movement Step."""
        position, game = self.position, self.game
        units = able(self.look, self.side) & ~position.moved & ~game.garrison_units
        units &= ~(position.refit | position.grounded | position.disrupted)
        return units & ~self.look.frozen_units() if self.side == GERMAN else units

    def fits(self, unit: int, node: int, planned: Mapping[int, int] | None = None) -> bool:
        """Would a unit find room in a hex, given who is there now and who (unit -> hex) is about to come?

        Armies keep apart even where the rules let an airborne guest in (5.2.B): his host might leave or be lost.
        """
        there = [other for other in self.stack(node) if other != unit]
        if planned:
            there += [other for other, goal in planned.items() if goal == node and other not in there]
        if not there:
            return True
        monty = self.game.commonwealth_units
        mixed = any((monty >> other & 1) != (monty >> unit & 1) for other in there if other != self.game.shaef)
        return (not mixed or unit == self.game.shaef) and self.look.fits((*there, unit))

    def may_leave(self, units: int, node: int) -> bool:
        """Would those who stay behind still make a legal stack?"""
        rest = [other for other in self.stack(node) if not units >> other & 1]
        return self.look.fits(rest) or not self.look.fits(self.stack(node))

    def closed_to(self, unit: int) -> HexSet:
        """Hexes into which a unit may not attack."""
        return attackers.closed_to(self.look, unit)

    # Hexes

    def controls(self, node: int) -> bool:
        """Is a hex under our control?"""
        allied = bool(self.position.allied_control >> node & 1)
        return allied if self.side == ALLIED else not allied

    @cached_property
    def cover(self) -> list[float]:
        """Node -> what the attacker's die loses if our units defend there: terrain and, for Germans, forts."""
        found: list[float] = list(self.ground.cover)
        if self.side == GERMAN:
            numbers = self.game.rules.numbers
            if self.turn <= numbers["bocage_german_last_turn"]:
                for node in self.board.nodes(self.game.data.terrain["bocage"] & self.game.in_play):
                    found[node] = max(found[node], -numbers["bocage_german_drm"])
            for node in self.board.nodes(self.look.forts() & self.game.in_play):
                found[node] = max(found[node], -self.game.data.tec["fort"].drm)
        return found

    @cached_property
    def supply(self) -> HexSet:
        """Hexes where most of our units would be in supply: a line comes up to them, and they would stand there."""
        traced = self.look.allied_supply() if self.side == ALLIED else self.look.east_supply()
        found = traced | self.game.supply_sides.step(traced)
        if self.side == GERMAN:
            found |= self.game.ruhr | self.game.data.forts["coastal"] & ~self.position.forts_destroyed
        else:
            found &= ~self.look.forts()
        return found & self.game.in_play

    @cached_property
    def southern_supply(self) -> HexSet:
        """The same for the 6th Army Group, which draws on the south too (8.3.B)."""
        traced = FROM_SOUTH.hexes(self.look, ALLIED)
        here = (traced | self.game.supply_sides.step(traced)) & self.game.data.areas["6AG"] & ~self.look.forts()
        return self.supply | here

    def supply_for(self, unit: int) -> HexSet:
        """Hexes where a unit would be in supply."""
        return self.southern_supply if self.game.counters[unit].command == "6AG" else self.supply

    def field(self, goals: HexSet, closed: HexSet = 0) -> list[int]:
        """Node -> what the way to the nearest goal costs, with detours around the enemy, his zones and rough ground."""
        barred = self.enemy_hexes
        return self.ground.field(goals, closed, barred, (self.enemy_zone | self.ground.rough) & ~barred)

    @cached_property
    def open_to_enemy(self) -> HexSet:
        """Hexes that the enemy might come to next turn: where our zones halt him he comes no further."""
        return self.ground.coming(self.enemy_hexes, self.own_hexes, self.look.zone(self.side), STRIKE[True])

    @cached_property
    def threat(self) -> list[float]:
        """Node -> Attack Strengths of the enemy units that might strike there next turn, near ones in full."""
        return self.ground.blows(self._blows())

    def _blows(self) -> Iterator[tuple[int, int, float]]:
        position = self.position
        idle = position.disrupted | position.refit | position.grounded
        if self.enemy == GERMAN:
            idle |= self.look.frozen_units()
        for unit in self.units_of(self.enemy):
            strength = self.attack(unit) * (0.5 if position.oos >> unit & 1 else 1.0)
            if strength and not idle >> unit & 1:
                yield self.at(unit), 1, strength
                yield self.at(unit), STRIKE[bool(self.game.red_units >> unit & 1)], strength * 0.5

    def strike(self, node: int) -> float:
        """How hard the enemy may strike a hex."""
        return log2(1 + 0.5 * self.threat[node]) - 0.6 * self.cover[node]
