"""How a side sees the map of Operation Roundup: who is where, who threatens what, and what a step is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING

from bocage.bots.judgement import Style
from bocage.engine.position import Unit
from bocage.hexes import Board, HexSet

from ..game import Roundup
from ..rules.look import RoundupLook
from ..rules.movement.reach import extra_stops, hostile_air, starting, ways
from ..rules.position import ALLIED, GERMAN, OTHER
from ..rules.supply import overland_hexes
from .usual import USUAL

if TYPE_CHECKING:
    from .aims import Goals

FAR = 99
# How many hexes away a unit may strike next turn: about half of what its points allow in open country.
STRIKE = {"mech": 7, "leg": 5, "static": 3}
# From how many hexes away it can get next to an enemy at all.
CONTACT = {"mech": 11, "leg": 7, "static": 5}
REMEMBERED = 400  # lists of distances that are kept
REMEMBERED_REACHES = 4_000
STEADY = Style("steady", "keep to the plan")


def distances(board: Board, seed: HexSet) -> list[int]:
    """Node -> steps from the nearest hex of a set.

    >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
    >>> distances(board, board.set("a"))
    [0, 1, 2]
    """
    found = [FAR] * board.size
    if seed:
        for steps, layer in enumerate(board.layers(seed, board.all)):
            for node in board.nodes(layer):
                found[node] = steps
    return found


class Ground:
    """What never changes in a match: terrain, edges, and the hexes around a hex."""

    def __init__(self, game: Roundup) -> None:
        self.game = game
        board, shift = game.board, game.rules.terrain_shift
        # Node -> columns that its terrain gives the defender.
        self.cover = [-shift.get(terrain, 0) for terrain in game.data.terrain_at]
        # Hexes from which an Allied unit reaches the edges that the German must keep clear (14.2).
        self.rim: HexSet = game.german_watched_edge | board.step(game.german_watched_edge)
        self.from_rim = distances(board, self.rim)
        self._discs: dict[tuple[int, int], list[int]] = {}
        self._distances: dict[HexSet, list[int]] = {}
        self.reaches: dict[tuple[object, ...], tuple[HexSet, HexSet]] = {}

    def distances(self, seed: HexSet) -> list[int]:
        """Node -> steps from the nearest hex of a set; not to be changed, for it is remembered."""
        found = self._distances.get(seed)
        if found is None:
            if len(self._distances) >= REMEMBERED:
                self._distances.clear()
            found = self._distances[seed] = distances(self.game.board, seed)
        return found

    def disc(self, node: int, radius: int) -> list[int]:
        """The nodes around a node."""
        found = self._discs.get((node, radius))
        if found is None:
            board = self.game.board
            found = self._discs[node, radius] = board.nodes(board.within(node, radius))
        return found


class Sight:
    """One side's look at the map; what costs time is found when it is first asked for.

    What depends on the enemy alone is taken over from an earlier sight as long as the enemy has not changed.
    """

    def __init__(
        self, look: RoundupLook, side: str, ground: Ground, before: Sight | None = None, style: Style = STEADY
    ) -> None:
        self.look = look
        self.side = side
        self.style = style
        self.enemy = OTHER[side]
        self.game = look.game
        self.ground = ground
        self.board = look.game.board
        self.position = look.position
        self.own_hexes = look.occupied(side)
        self.enemy_hexes = look.occupied(self.enemy)
        self.enemy_zone = look.zone(self.enemy)
        self.cover, self.rim, self.from_rim = ground.cover, ground.rim, ground.from_rim
        self.last_turn = look.position.turn >= look.game.rules.turns
        self._supply: dict[str, HexSet] = {}
        if before is not None and before.side == side and before.enemies == self.enemies:
            for name in ("from_enemy", "threat", "strike"):
                if name in before.__dict__:
                    self.__dict__[name] = before.__dict__[name]
            if (
                "aims" in before.__dict__
                and before.position.units == self.position.units
                and before.position.allied_control == self.position.allied_control
            ):
                self.__dict__["aims"] = before.__dict__["aims"]

    def number(self, name: str) -> float:
        """A number of the style, or the one by which the side usually plays."""
        numbers = self.style.numbers
        return numbers[name] if name in numbers else USUAL[self.side][name]

    @cached_property
    def enemies(self) -> list[Unit]:
        """The enemy's units on the map, in order."""
        units = self.position.units
        return [units[unit] for unit in self.units_of(self.enemy)]

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

    def units_of(self, side: str) -> list[int]:
        """The units of a side on the map, in order."""
        members = self.game.side_units[side] & self.position.on_board
        found: list[int] = []
        while members:
            low = members & -members
            found.append(low.bit_length() - 1)
            members ^= low
        return found

    def at(self, unit: int) -> int:
        """The node of a unit."""
        return self.position.units[unit].at

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
        reaches = self.ground.reaches
        found = reaches.get(key)
        if found is None:
            if len(reaches) >= REMEMBERED_REACHES:
                reaches.clear()
            there = ways(look, frame)
            found = reaches[key] = (there.near, there.far)
        return found

    # Hexes

    def supply_hexes(self, unit: int) -> HexSet:
        """Hexes where a unit would be in lasting supply."""
        nation = self.game.counters[unit].nation
        if nation not in self._supply:
            hexes = overland_hexes(self.look, nation)
            self._supply[nation] = hexes if nation == "DE" else hexes | self.game.data.coastal
        return self._supply[nation]

    @cached_property
    def from_enemy(self) -> list[int]:
        """Node -> steps to the nearest enemy unit."""
        return self.ground.distances(self.enemy_hexes)

    @cached_property
    def from_own(self) -> list[int]:
        """Node -> steps to the nearest own unit."""
        return self.ground.distances(self.own_hexes)

    @cached_property
    def threat(self) -> list[float]:
        """Node -> attack factors of the enemy units that might strike there next turn."""
        found = [0.0] * self.board.size
        counters, disc = self.game.counters, self.ground.disc
        for unit in self.units_of(self.enemy):
            factor = self.attack(unit)
            for node in disc(self.at(unit), STRIKE[counters[unit].mobility]):
                found[node] += factor
        return found

    @cached_property
    def strike(self) -> list[float]:
        """Node -> how hard the enemy may strike there, doublings of one factor: terrain counts for the defender."""
        # Only a part of those who might come find room around one hex.
        return [log2(1 + 0.4 * threat) - 0.5 * cover for threat, cover in zip(self.threat, self.cover, strict=True)]

    def danger(self, node: int, defence: float) -> float:
        """How badly a stack of this defence might fare in a hex: 0 at even strength, 1 at double, 2 at fourfold."""
        return max(0.0, self.strike[node] - log2(max(1.0, defence)))

    @cached_property
    def open_to_enemy(self) -> HexSet:
        """Hexes that the enemy may enter in his next movement if nobody moves: up to our zones and into them."""
        barred = self.own_hexes | self.look.zone(self.side)
        free = self.board.flood(self.enemy_hexes, self.board.all & ~barred)
        return (free | self.board.step(free)) & ~self.own_hexes

    @property
    def strikes_next(self) -> bool:
        """Does the other side still have a phase before the game ends?"""
        return not (self.last_turn and self.side == GERMAN)
