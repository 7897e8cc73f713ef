"""Inquiries: who is where, zones, control of hexes, strengths and stacking, on a position that a side may see.

Supply, air range, ports and movement have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.hexes import Edges
from bocage.parts.stacks import members as members
from bocage.parts.stacks import union as union
from bocage.parts.standing import Standing
from bocage.rules import HexSet, Units, once, pure

from .position import AFRICA, ALLIED, ENGLAND, EXERTING, OTHER, FortressPosition

if TYPE_CHECKING:
    from ..data.counters import Counter
    from ..game import Fortress as Fortress
else:
    Fortress = "Fortress"  # chapters name the game in types alone: at run time it stands on them, not they on it


class FortressLook(Standing[Fortress, FortressPosition]):
    """What one may ask about a position of Fortress Europa."""

    # Units

    def counter(self, unit: int) -> Counter:
        """What is printed on a unit."""
        return self.game.counters[unit]

    def is_flipped(self, unit: int) -> bool:
        """Does the other side of its counter lie up (22.2, 23, 13.2, 28.5)?"""
        return bool(self.position.flipped >> unit & 1)

    def kind(self, unit: int) -> str:
        """The unit type of the side that is up (2.5)."""
        return kind_of(self.game.counters[unit], self.is_flipped(unit))

    def strength(self, unit: int) -> int:
        """The combat factor of the side that is up (2.6, 2.8, 27.12)."""
        return self.game.factor(unit, self.position.units[unit].steps, self.is_flipped(unit))

    attack = strength  # the name that all games have for it

    def pace(self, unit: int) -> int:
        """The movement factor of the side that is up (2.7)."""
        counter, now = self.game.counters[unit], self.position.units[unit]
        return counter.movement[bool(counter.back) and (self.is_flipped(unit) or now.steps < counter.steps)]

    def full_strength(self, unit: int) -> bool:
        """Has it lost no step (2.8)? An overstrength division has one more than that (27.12)."""
        return self.position.units[unit].steps >= self.game.counters[unit].steps

    def climb(self, units: Units) -> bool:
        """Are all of these mountain units (8.3, 8.4, 20.13)?"""
        (front, back), flipped = mountain_sides(self.game), self.position.flipped
        return not units & ~(front & ~flipped | back & flipped)

    def steep(self, units: Units) -> HexSet:
        """Alpine hexes, which are closed to these units unless all of them are mountain units (8.4, 15.6, 20.13)."""
        return 0 if self.climb(units) else self.game.data.terrain["alpine"]

    @once
    def ashore(self) -> Units:
        """Allied land units in Europe."""
        return self.position.on_board & self.game.side_units[ALLIED] & self.game.land_units

    def in_bases(self) -> Units:
        """Units that wait in England and Africa (12.4, 26.3)."""
        return self.in_place(ENGLAND) | self.in_place(AFRICA)

    # Ground

    def flooded_hexes(self) -> HexSet:
        """Flooded areas that are under water (8.2, 31.11)."""
        return self.game.data.terrain["flooded"] if self.position.flooded else 0

    def partisan_hexes(self) -> HexSet:
        """Where the partisans are (24.3)."""
        return self.hexes_of(members(self.game.partisans & self.position.on_board))

    def intact(self) -> HexSet:
        """Fortresses that stand (16.3)."""
        return self.game.data.fortresses & ~self.position.forts_destroyed

    def controls(self, side: str) -> HexSet:
        """Hexes that a side was the last to enter (30.2, ruling R21)."""
        control = self.position.allied_control
        return control if side == ALLIED else self.game.land & ~control

    @once
    def cities(self, side: str) -> HexSet:
        """Cities that a side controls; an empty one in an enemy zone is nobody's (30.2)."""
        last = self.game.data.cities & self.controls(side) & ~self.occupied(OTHER[side])
        empty = last & ~self.occupied(side)
        return last & ~(empty & self.zone(OTHER[side])) if empty else last

    def last_cities(self, side: str) -> HexSet:
        """Cities that a side was the last to enter, for rail and supply (10.6, 18.3, ruling R111)."""
        return self.game.data.cities & self.controls(side)

    # Zones of control

    def sides(self) -> Edges:
        """Hexsides over which zones, attacks and retreats go: no estuary, no arrow, no river without bridges (7.1)."""
        return open_sides(self.game, self.position.bombed)

    @once
    def quiet(self, side: str) -> Units:
        """Units of a side on the map whose zone is now their own hex alone (7.1, 9.5, 12.8, 20.6)."""
        position = self.position
        quiet = position.dropped | position.invaders if side == ALLIED else position.frozen | position.dropped
        return quiet & position.on_board & self.game.side_units[side]

    @once
    def exerting(self, side: str) -> HexSet:
        """Hexes of a side from which a zone goes out (7.1)."""
        hexes, quiet = self.position.masks[EXERTING[side]], self.quiet(side)
        return self.exerting_despite(quiet, hexes, self.game.side_units[side]) if quiet else hexes

    @once
    def zone(self, side: str) -> HexSet:
        """The zones of control of a side: the hexes of its units, and what lies around those that exert one (7.1)."""
        return self.zone_of(self.exerting(side)) | self.occupied(side)

    def zone_of(self, hexes: HexSet) -> HexSet:
        """The zone that goes out from certain hexes; no zone enters a fortress that stands (7.1, ruling R2)."""
        return zone_around(self.game, hexes, self.position.bombed, self.intact())

    # Stacking

    def limit(self, node: int) -> int:
        """How many units of a side a hex holds (6.1); while a landing goes on, an invaded beach fewer (12.7)."""
        game, bit = self.game, 1 << node
        if self.position.beaches & bit and self.landing_goes_on():
            return game.rules.numbers["assault_stacking" if game.roomy_beaches & bit else "assault_stacking_hard"]
        if game.data.terrain["flooded"] & bit and not self.position.flooded:
            return game.clear_limit
        return game.stacking_limits[node]

    def landing_goes_on(self) -> bool:
        """Is it the first move impulse of an invasion, before its combat (12.7)?"""
        return self.position.impulse == 1 and self.invading() and not self.position.fighting

    def weight(self, units: Sequence[int]) -> int:
        """How many of these count for stacking (6.5); raiders who invade do, the 79th does not (12.7, 21.7, R57)."""
        free = self.game.free_stackers
        if self.position.beaches and self.invading():
            free &= ~(self.position.landed & self.game.raiders)
            if self.first_landing() and self.landing_goes_on():
                free |= self.game.seventy_ninth | self.game.parts_of_79th
        return sum(not free >> unit & 1 for unit in units)

    def overfull(self, node: int) -> bool:
        """Does either side have more units in a hex than it may (6.1, 6.6)?"""
        return any(self.weight(self.of_side(node, side)) > self.limit(node) for side in self.game.sides)

    def has_room(self, unit: int, node: int) -> bool:
        """Could a unit stay in a hex within the stacking limit of its side (6.1, 6.6)?"""
        if not self.weight((unit,)):
            return True
        stack = self.of_side(node, self.game.counters[unit].side)
        return unit in stack or self.weight(stack) < self.limit(node)

    # The calendar

    def month(self) -> str:
        """The month of the turn (ruling R90)."""
        return self.game.data.turns[self.position.turn - 1].month

    def invading(self) -> bool:
        """Is this the turn of an invasion (12.3)?"""
        return self.position.invasion_turn == self.position.turn > 0 and self.position.invasions > 0

    def first_landing(self) -> bool:
        """Is this the turn of the first invasion?"""
        return self.invading() and self.position.invasions == 1


def kind_of(counter: Counter, flipped: bool) -> str:
    """The unit type of a side of a counter."""
    return counter.back_type or counter.type if flipped else counter.type


@pure(1)
def mountain_sides(game: Fortress) -> tuple[Units, Units]:
    """Counters that are mountain units with their front up, and those that are with their back up."""
    front = back = 0
    for unit, counter in enumerate(game.counters):
        of_front, of_back = (kind_of(counter, flipped) for flipped in (False, True))
        front |= (of_front == "mountain" or (counter.mountain and of_front != "training")) << unit
        back |= (of_back == "mountain" or (counter.mountain and of_back != "training")) << unit
    return front, back


@pure(64)
def bombed_sides(game: Fortress, sections: tuple[str, ...]) -> Edges:
    """The hexsides of river sections whose bridges are down."""
    sides = game.board.edges(())
    for section in sections:
        sides = sides | game.data.sections[section]
    return sides


@pure(64)
def open_sides(game: Fortress, bombed: tuple[str, ...]) -> Edges:
    """Hexsides of the land over which zones, attacks and retreats go while these river sections are bombed."""
    return game.land_sides - bombed_sides(game, bombed)


@pure(2048)
def zone_around(game: Fortress, hexes: HexSet, bombed: tuple[str, ...], intact: HexSet) -> HexSet:
    """The hexes around certain ones into which zones go."""
    return open_sides(game, bombed).step(hexes) & game.land & ~intact


Play = play.Play[Fortress, FortressPosition, FortressLook]
