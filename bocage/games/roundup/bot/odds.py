"""What an attack is worth to the planner: the exact chances of its column against steps, retreats and prizes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bocage.engine.position import Unit
from bocage.hexes import HexSet
from bocage.parts.combat.odds import column_of

from ..data import half
from ..rules.combat.attacks import resting
from ..rules.combat.odds import Battle, Factor, shifts_of
from ..rules.position import ALLIED
from ..rules.supply import supplied
from .sight import Sight

REPULSE = 1.5  # being thrown back


class Odds:
    """Reckons attacks as they would be if units stood in certain hexes."""

    def __init__(self, sight: Sight, prizes: Mapping[int, float]) -> None:
        self._sight = sight
        self._prizes = prizes
        # A scratch position: the rules of the game read from it where the attackers stand.
        self._scratch = sight.game.look(sight.position.copy())

    def place(self, target: int, attackers: Mapping[int, int]) -> int:
        """The final odds on the line of odds if these units (unit -> hex) attack a hex."""
        sight = self._sight
        units = self._scratch.position.units
        for unit, node in attackers.items():
            if units[unit].at != node:
                units[unit] = Unit(node, units[unit].steps)
                self._scratch.found.clear()
        attacking = tuple(Factor(unit, self._factor(unit, sight.attack(unit)), True) for unit in attackers)
        defending = tuple(
            Factor(unit, self._factor(unit, sight.defence(unit)), True)
            for unit in sight.position.stacks.get(target, ())
        )
        garrison = 0 if defending else sight.game.rules.garrison_defence
        battle = Battle(sight.side, target, attacking, defending, garrison)
        return battle.raw + sum(shift.columns for shift in shifts_of(self._scratch, battle))

    def _factor(self, unit: int, factor: int) -> int:
        return factor if supplied(self._sight.look, unit) else half(factor)

    def worth(self, target: int, place: int, attackers: Mapping[int, int]) -> float:
        """Expected gain of an attack at these odds, in factors: what the enemy loses less what we lose."""
        sight = self._sight
        game, position = sight.game, sight.position
        defenders = position.stacks.get(target, ())
        prize = self._prizes.get(target, 0.0)
        push = sight.number("push")
        ours = min(sight.step_cost(unit) for unit in attackers) * sight.number("own_loss")
        theirs = min((sight.step_cost(unit) for unit in defenders), default=1.0)
        frail = not defenders or (len(defenders) == 1 and position.units[defenders[0]].steps == 1)
        immune = position.turn == 1 and sight.side == ALLIED and bool(game.port_hexes >> target & 1)
        blocked = not self._way_out(target, attackers)
        taken = theirs + prize + push if frail else theirs
        if not defenders:
            driven = crushed = prize + push
        elif immune:
            driven, crushed = 0.0, taken
        elif blocked:
            driven, crushed = taken, 2 * theirs + (prize + push if len(defenders) == 1 else 0)
        else:
            driven, crushed = prize + push, theirs + prize + push
        value = {
            "AS": -ours,
            "ASR": -ours - REPULSE,
            "SM": 0.0,
            "EX": taken - ours,
            "DR": driven,
            "DS": taken,
            "DSR": crushed,
        }
        results = game.rules.crt[column_of(place, game.rules.columns)]
        return sum(value[result] for result in results) / len(results)

    def hope(self, target: int) -> float:
        """What an attack on a hex may be worth if all goes well: good enough to know where to look first."""
        theirs = min((self._sight.step_cost(unit) for unit in self._sight.position.stacks[target]), default=1.0)
        return 0.8 * (theirs + self._sight.number("push") + self._prizes.get(target, 0.0))

    def _way_out(self, target: int, attackers: Mapping[int, int]) -> HexSet:
        """Hexes to which the defenders could retreat, leaving stacking aside."""
        sight = self._sight
        board = sight.board
        hexes = 0
        for node in attackers.values():
            hexes |= 1 << node
        zone = sight.look.zone(sight.side) | board.step(hexes)
        return board.around[target] & ~zone & ~sight.own_hexes & ~hexes

    def best(self, target: int, candidates: Sequence[int], needed: Collection[int]) -> tuple[float, dict[int, int]]:
        """The best attack on a hex by some of the units that stand next to it: its worth and who takes part.

        Units that are needed elsewhere come along only if it pays; the others if it does no harm.
        """
        sight = self._sight
        chosen: dict[int, int] = {}
        best: tuple[float, dict[int, int]] = (0.0, {})
        for unit in sorted(candidates, key=lambda unit: (-sight.attack(unit), unit)):
            chosen = {**chosen, unit: sight.at(unit)}
            worth = self.worth(target, self.place(target, chosen), chosen)
            if worth > best[0] + (0.15 if unit in needed else -1e-9):
                best = (worth, chosen)
        return best


def attacks_at_hand(sight: Sight, odds: Odds, only: int = -1) -> list[tuple[float, int, dict[int, int]]]:
    """The best attack on each enemy hex in contact (or on one of them) by units that may still attack; best first."""
    position, board, game = sight.position, sight.board, sight.game
    idle = position.attacked | resting(sight.look)
    beside: dict[int, list[int]] = {}
    contacts: dict[int, int] = {}
    targets = sight.look.held(sight.enemy)
    for unit in sight.units_of(sight.side):
        if idle >> unit & 1:
            continue
        near = board.around[sight.at(unit)] & targets
        if game.heavies >> unit & 1:
            near &= ~game.no_heavy
        for target in board.nodes(near):
            beside.setdefault(target, []).append(unit)
            contacts[unit] = contacts.get(unit, 0) + 1
    found = []
    for target, units in beside.items():
        if only in (-1, target) and not any(position.defended >> unit & 1 for unit in position.stacks.get(target, ())):
            needed = {unit for unit in units if contacts[unit] > 1}
            worth, party = odds.best(target, units, needed)
            if party:
                found.append((worth, target, party))
    found.sort(key=lambda attack: (-attack[0], attack[1]))
    return found
