"""Who is where in a campaign, counted once, for the numbers by which bots judge how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.look import StormingLook, members
from ...rules.position import ALLIED, GERMAN
from ..sight import Ground

FRONT = 4  # hexes within which strength stands in the front
FAR_OFF = 20  # distances are not told apart beyond


class Count:
    """Strengths of both sides and their hexes."""

    def __init__(self, look: StormingLook) -> None:
        self.look = look
        position, game = look.position, look.game
        self._hungry = position.oos
        self.units: dict[str, list[tuple[int, int, int, int]]] = {}  # side -> (unit, node, attack, defence)
        for side in (ALLIED, GERMAN):
            here = members(game.side_units[side] & position.on_board & ~game.staff_units)
            self.units[side] = [(unit, position.units[unit].at, look.attack(unit), look.defence(unit)) for unit in here]

    def hungry(self, side: str) -> float:
        """The share of a side's strength that is out of supply."""
        units = self.units[side]
        return sum(a + d for u, _, a, d in units if self._hungry >> u & 1) / (1 + sum(a + d for _, _, a, d in units))

    def balance(self) -> float:
        """The Allied share of all strength on the map; those out of supply count half."""
        return self._share(list(self.units[ALLIED]), list(self.units[GERMAN]))

    def front_balance(self, ground: Ground) -> float:
        """The Allied share of the strength near the enemy."""
        look = self.look
        to_allies = ground.distances(look.occupied(ALLIED))
        to_germans = ground.distances(look.occupied(GERMAN))
        return self._share(
            [found for found in self.units[ALLIED] if to_germans[found[1]] <= FRONT],
            [found for found in self.units[GERMAN] if to_allies[found[1]] <= FRONT],
        )

    def _share(self, allied: list[tuple[int, int, int, int]], german: list[tuple[int, int, int, int]]) -> float:
        hungry = self._hungry
        ours = sum((a + d) * (0.5 if hungry >> u & 1 else 1.0) for u, _, a, d in allied)
        theirs = sum((a + d) * (0.5 if hungry >> u & 1 else 1.0) for u, _, a, d in german)
        return ours / (1.0 + ours + theirs)

    def attack_within(self, side: str, distances: Sequence[int], radius: int) -> float:
        """The Attack Strength of a side within so many hexes."""
        return float(sum(a for _, node, a, _ in self.units[side] if distances[node] <= radius))

    def danger(self, node: int, distances: Sequence[int], radius: int) -> float:
        """How a hex of the Allies is threatened: the German attack that is near, by the defence that is there."""
        defence = sum(d for _, there, _, d in self.units[ALLIED] if there == node)
        return min(3.0, self.attack_within(GERMAN, distances, radius) / (2.0 + 2.0 * defence))

    def nearest(self, units: int, distances: Sequence[int], number: int) -> list[int]:
        """The distances of the nearest of some Allied units, far ones made up if there are too few."""
        found = sorted(min(FAR_OFF, distances[node]) for unit, node, _, _ in self.units[ALLIED] if units >> unit & 1)
        return (found + [FAR_OFF] * number)[:number]
