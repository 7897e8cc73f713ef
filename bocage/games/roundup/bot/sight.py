"""How a side sees the map of Operation Roundup: who is where, who threatens what, and what a step is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING

from bocage.bots import ground, sight
from bocage.bots.judgement import Style
from bocage.bots.sight import STEADY
from bocage.engine.position import Unit
from bocage.hexes import HexSet

from ..game import Roundup
from ..rules.look import RoundupLook
from ..rules.movement.reach import extra_stops, hostile_air, starting, ways
from ..rules.position import ALLIED, GERMAN, RoundupPosition
from ..rules.supply import overland_hexes
from .usual import USUAL

if TYPE_CHECKING:
    from .aims import Goals

# How many hexes away a unit may strike next turn: about half of what its points allow in open country.
STRIKE = {"mech": 7, "leg": 5, "static": 3}
# From how many hexes away it can get next to an enemy at all.
CONTACT = {"mech": 11, "leg": 7, "static": 5}
REACHES = 4_000  # reaches that are kept


class Ground(ground.Ground):
    """What never changes in a match: terrain and edges."""

    def __init__(self, game: Roundup) -> None:
        super().__init__(game.board, game.board, game.board.all)
        # Node -> columns that its terrain gives the defender.
        self.cover = [-game.rules.terrain_shift.get(terrain, 0) for terrain in game.data.terrain_at]
        # Hexes from which an Allied unit reaches the edges that the German must keep clear (14.2).
        self.rim: HexSet = self.sphere(game.german_watched_edge, 1)
        self.from_rim = self.distances(self.rim)


class Sight(sight.Sight[RoundupLook, Ground]):
    """One side's look at the map.

    What depends on the enemy alone is taken over from an earlier sight as long as the enemy has not changed.
    """

    game: Roundup
    position: RoundupPosition
    inherited = ("threat", "strikes")

    def __init__(
        self, look: RoundupLook, side: str, ground: Ground, before: Sight | None = None, style: Style = STEADY
    ) -> None:
        super().__init__(look, side, ground, style)
        self.cover, self.rim, self.from_rim = ground.cover, ground.rim, ground.from_rim
        self.last_turn = self.turn >= look.game.rules.turns
        self.inherit(before)
        if before is not None and before.side == side:
            mine, theirs = self.position, before.position
            if mine.units == theirs.units and mine.allied_control == theirs.allied_control:
                self.take(before, ("aims",))

    @cached_property
    def enemy_key(self) -> tuple[str, list[Unit]]:
        """The side, and the enemy's units on the map."""
        return self.side, [self.position.units[unit] for unit in self.units_of(self.enemy)]

    def number(self, name: str) -> float:
        """A number of the style, or the one by which the side usually plays."""
        numbers = self.style.numbers
        return numbers[name] if name in numbers else USUAL[self.side][name]

    @cached_property
    def aims(self) -> Goals:
        """What the side wants."""
        from .aims import goals

        return goals(self)

    # Units

    def attack(self, unit: int) -> int:
        """A unit's printed attack factor with the steps that it has."""
        return self.game.counters[unit].attack[self.position.units[unit].steps]

    def defence(self, unit: int) -> int:
        """A unit's printed defence factor with the steps that it has."""
        return self.game.counters[unit].defence[self.position.units[unit].steps]

    def step_cost(self, unit: int) -> float:
        """What the loss of the unit's next step costs its owner."""
        counter, steps = self.game.counters[unit], self.position.units[unit].steps
        lost = counter.attack[steps] + counter.defence[steps]
        if steps > 1:
            return lost - counter.attack[steps - 1] - counter.defence[steps - 1]
        if not counter.divisional and counter.side == ALLIED:
            return lost * 0.7  # it comes back (8.4)
        return lost + 2  # its zone goes too

    def fits(self, unit: int, node: int, planned: Mapping[int, int]) -> bool:
        """Would a unit find room in a hex, given who is there now and who (unit -> hex) is about to go?"""
        there = [other for other in self.position.stacks.get(node, ()) if other != unit and other not in planned]
        there += [other for other, goal in planned.items() if goal == node and other != unit]
        return self.look.fits((*there, unit))

    def reach(self, unit: int) -> tuple[HexSet, HexSet]:
        """Where a unit could march now, within its allowance and beyond it in column."""
        look = self.look
        frame = starting(look, self.side, unit)
        # All that the reach depends on: our own units do not stand in our way.
        key = (
            frame, self.game.heavies >> unit & 1, look.held(self.enemy), hostile_air(look, self.side),
            extra_stops(look, self.side),
        )  # fmt: skip

        def find() -> tuple[HexSet, HexSet]:
            there = ways(look, frame)
            return there.near, there.far

        return self.ground.kept("reach", key, find, REACHES)

    # Hexes

    def supply_hexes(self, unit: int) -> HexSet:
        """Hexes where a unit would be in lasting supply."""
        nation = self.game.counters[unit].nation
        more = 0 if nation == "DE" else self.game.data.coastal
        return self.kept(nation, lambda: overland_hexes(self.look, nation) | more)

    @cached_property
    def threat(self) -> list[float]:
        """Node -> attack factors of the enemy units that might strike there next turn."""
        counters = self.game.counters
        return self.ground.blows(
            (self.at(unit), STRIKE[counters[unit].mobility], self.attack(unit)) for unit in self.units_of(self.enemy)
        )

    @cached_property
    def strikes(self) -> list[float]:
        """Node -> how hard the enemy may strike there, doublings of one factor: terrain counts for the defender."""
        # Only a part of those who might come find room around one hex.
        return [log2(1 + 0.4 * threat) - 0.5 * cover for threat, cover in zip(self.threat, self.cover, strict=True)]

    def strike(self, node: int) -> float:
        """How hard the enemy may strike a hex."""
        return self.strikes[node]

    @cached_property
    def open_to_enemy(self) -> HexSet:
        """Hexes that the enemy may enter in his next movement if nobody moves: up to our zones and into them."""
        return self.ground.coming(self.enemy_hexes, self.own_hexes, self.look.zone(self.side))

    @property
    def strikes_next(self) -> bool:
        """Does the other side still have a phase before the game ends?"""
        return not (self.last_turn and self.side == GERMAN)
