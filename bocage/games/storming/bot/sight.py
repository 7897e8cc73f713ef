"""How the planner sees Storming the Reich: who is where, what a step is worth, how far things are, who threatens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import log2

from bocage.bots.judgement import Style
from bocage.hexes import HexSet

from ..game import Storming
from ..rules.combat import attackers, odds
from ..rules.look import StormingLook, members
from ..rules.movement.allowance import able, points_of
from ..rules.movement.hand import Moving
from ..rules.movement.reach import Ways, ways
from ..rules.position import ALLIED, GERMAN, OTHER
from ..rules.supply.ways import FROM_SOUTH

STEADY = Style("steady", "keep to the plan")  # the usual way to play
FAR = 99
REMEMBERED = 500  # distances and fields that are kept
STRIKE = {True: 5, False: 2}  # how many hexes away a unit may strike next turn: mobile ones, and the others
OPEN, HARD, BARRED = 1, 2, 5  # what a hex costs on the way to a goal: open, in an enemy zone or rough, enemy-held
CROSSING = 4  # what the Rhine costs on the way


class Ground:
    """What never changes in a match: cover, rivers and the hexes around a hex."""

    def __init__(self, game: Storming) -> None:
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
        self._hits: dict[tuple[int, int], tuple[int, ...]] = {}
        self._discs: dict[tuple[int, int], list[int]] = {}
        # What depends on a few hex sets only, and is asked for again and again: pure functions of their keys.
        self._distances: dict[HexSet, list[int]] = {}
        self._fields: dict[tuple[HexSet, ...], list[int]] = {}

    def hits(self, strength: int, points: int) -> tuple[int, ...]:
        """The steps that each face of the die costs the other side, fired with this strength and these modifiers."""
        found = self._hits.get((strength, points))
        if found is None:
            column = odds.column(self.game, strength)
            found = tuple(odds.read(self.game, column, die + points) if column else 0 for die in range(1, 7))
            self._hits[strength, points] = found
        return found

    def disc(self, node: int, radius: int) -> list[int]:
        """The nodes around a node."""
        found = self._discs.get((node, radius))
        if found is None:
            board = self.game.board
            found = self._discs[node, radius] = board.nodes(board.within(node, radius) & self.game.in_play)
        return found

    def distances(self, seed: HexSet) -> list[int]:
        """Node -> hexes over land from the nearest hex of a set."""
        found = self._distances.get(seed)
        if found is None:
            if len(self._distances) >= REMEMBERED:
                self._distances.clear()
            board, sides = self.game.board, self.game.supply_sides
            found = self._distances[seed] = [FAR] * board.size
            fresh = self.game.in_play & ~seed
            layer, steps = seed, 0
            while layer:
                for node in board.nodes(layer):
                    found[node] = steps
                layer = sides.step(layer) & fresh
                fresh &= ~layer
                steps += 1
        return found

    def field(self, goals: HexSet, closed: HexSet, barred: HexSet, hard: HexSet) -> list[int]:
        """Node -> what the way to the nearest goal costs: some hexes are closed, barred by the enemy, or hard."""
        key = (goals, closed, barred, hard)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= REMEMBERED:
                self._fields.clear()
            found = self._fields[key] = self._field(*key)
        return found

    def _field(self, goals: HexSet, closed: HexSet, barred: HexSet, hard: HexSet) -> list[int]:
        board = self.game.board
        found = [FAR] * board.size
        unseen = self.game.in_play & ~closed
        pending: dict[int, HexSet] = {0: goals & unseen}
        dry, rhine = self.dry_sides, self.game.data.rivers["rhine"]
        banks = rhine.sources
        cost = 0
        while pending and cost < FAR:
            layer = pending.pop(cost, 0) & unseen
            if layer:
                unseen &= ~layer
                for node in board.nodes(layer):
                    found[node] = cost
                for part, price in ((layer & ~barred & ~hard, OPEN), (layer & hard, HARD), (layer & barred, BARRED)):
                    if part and (reached := dry.step(part) & unseen):
                        pending[cost + price] = pending.get(cost + price, 0) | reached
                if layer & banks:
                    pending[cost + CROSSING] = pending.get(cost + CROSSING, 0) | rhine.step(layer)
            cost += 1
        return found


class Sight:
    """One side's look at the map; what costs time is found when it is first asked for."""

    def __init__(self, look: StormingLook, side: str, ground: Ground, style: Style = STEADY) -> None:
        self.look = look
        self.side = side
        self.enemy = OTHER[side]
        self.game = look.game
        self.ground = ground
        self.style = style
        self.board = look.game.board
        self.position = look.position
        self.turn = look.position.turn
        self.own_hexes = look.occupied(side)
        self.enemy_hexes = look.occupied(self.enemy)
        self.enemy_zone = look.zone(self.enemy)

    def inherit(self, earlier: Sight) -> None:
        """Take over what an earlier sight has found out, if the enemy is still as he was."""
        if earlier._enemy_key == self._enemy_key and earlier.ground is self.ground:
            for name in ("threat", "cover"):
                if name in earlier.__dict__:
                    self.__dict__[name] = earlier.__dict__[name]

    @cached_property
    def _enemy_key(self) -> tuple[object, ...]:
        """All that the enemy's threat, and our cover, depend on."""
        position = self.position
        enemies = self.game.side_units[self.enemy] & position.on_board
        steps = sum([position.units[unit].steps for unit in members(enemies)])
        fortune = (position.turn, position.epoch, position.rolls, self.side)
        idle = position.disrupted | position.refit | position.grounded | position.oos
        return (fortune, enemies, steps, self.enemy_hexes, idle & enemies, position.released, position.breakout)

    # Units

    def at(self, unit: int) -> int:
        """The node of a unit."""
        return self.position.units[unit].at

    def attack(self, unit: int) -> int:
        """The Attack Strength of the face that is up."""
        return self.look.attack(unit)

    def defence(self, unit: int) -> int:
        """The Defense Strength of the face that is up."""
        return self.look.defence(unit)

    def units_of(self, side: str) -> list[int]:
        """The units of a side on the map, in order."""
        return members(self.game.side_units[side] & self.position.on_board)

    def stack(self, node: int) -> tuple[int, ...]:
        """The units in a hex."""
        return self.position.stacks.get(node, ())

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
        traced = FROM_SOUTH.hexes(self.look)
        here = (traced | self.game.supply_sides.step(traced)) & self.game.data.areas["6AG"] & ~self.look.forts()
        return self.supply | here

    def supply_for(self, unit: int) -> HexSet:
        """Hexes where a unit would be in supply."""
        return self.southern_supply if self.game.counters[unit].command == "6AG" else self.supply

    @cached_property
    def from_enemy(self) -> list[int]:
        """Node -> hexes to the nearest enemy unit."""
        return self.distances(self.enemy_hexes)

    @cached_property
    def from_own(self) -> list[int]:
        """Node -> hexes to the nearest own unit."""
        return self.distances(self.own_hexes)

    def distances(self, seed: HexSet) -> list[int]:
        """Node -> hexes over land from the nearest hex of a set."""
        return self.ground.distances(seed)

    def field(self, goals: HexSet, closed: HexSet = 0) -> list[int]:
        """Node -> what the way to the nearest goal costs, with detours around the enemy, his zones and rough ground."""
        barred = self.enemy_hexes
        return self.ground.field(goals, closed, barred, (self.enemy_zone | self.ground.rough) & ~barred)

    @cached_property
    def open_to_enemy(self) -> HexSet:
        """Hexes that the enemy might come to next turn: where our zones halt him he comes no further."""
        game = self.game
        ours = self.look.zone(self.side)
        found = layer = self.enemy_hexes
        for _ in range(STRIKE[True]):
            layer = game.supply_sides.step(layer) & game.in_play & ~self.own_hexes & ~found
            found |= layer
            layer &= ~ours
        return found

    @cached_property
    def threat(self) -> list[float]:
        """Node -> Attack Strengths of the enemy units that might strike there next turn, near ones in full."""
        found = [0.0] * self.board.size
        position, game = self.position, self.game
        idle = position.disrupted | position.refit | position.grounded
        if self.enemy == GERMAN:
            idle |= self.look.frozen_units()
        for unit in self.units_of(self.enemy):
            strength = self.attack(unit) * (0.5 if position.oos >> unit & 1 else 1.0)
            if not strength or idle >> unit & 1:
                continue
            at = self.at(unit)
            for node in self.ground.disc(at, 1):
                found[node] += strength
            for node in self.ground.disc(at, STRIKE[bool(game.red_units >> unit & 1)]):
                found[node] += strength * 0.5
        return found

    def danger(self, node: int, defence: float) -> float:
        """How badly a stack of this defence might fare in a hex: 0 at even strength, 1 at double, 2 at fourfold."""
        strike = log2(1 + 0.5 * self.threat[node]) - 0.6 * self.cover[node] - log2(max(1.0, defence))
        return max(0.0, strike)
