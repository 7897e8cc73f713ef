"""Inquiries: zones, stacking, strengths and who is where, on a position that a side may see.

Supply has modules of its own (`supply`); what is hidden is in `concealment/hidden.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.parts.stacks import members as members
from bocage.parts.standing import Standing
from bocage.rules import HexSet, once, pure

from .position import ALLIED, EXERTING, GERMAN, OCCUPIED, OTHER, TROOPS, RhinePosition
from .supply import tracing

if TYPE_CHECKING:
    from ..data import Counter
    from ..game import Rhine


class RhineLook(Standing["Rhine", RhinePosition]):
    """What one may ask about a position of D-Day to the Rhine."""

    # Units

    def counter(self, unit: int) -> Counter:
        """What is printed on a unit."""
        return self.game.counters[unit]

    def is_deployed(self, unit: int) -> bool:
        """Does a corps lie with its deployed side up (DEP.1)?"""
        return bool(self.position.deployed >> unit & 1)

    def attack(self, unit: int) -> int:
        """The attack factor of the face that is up; the French lose theirs far from home (FR2.2)."""
        counter = self.game.counters[unit]
        if unit == self.game.french_second_armored:
            at = self.position.units[unit].at
            if at >= 0 and self.game.too_far_for_french >> at & 1:
                return 0
        return counter.deployed_attack if self.position.deployed >> unit & 1 else counter.attack

    def defence(self, unit: int) -> int:
        """The defence factor of the face that is up."""
        counter = self.game.counters[unit]
        return counter.deployed_defence if self.position.deployed >> unit & 1 else counter.defence

    # Where the armies are

    @once
    def concealed(self) -> HexSet:
        """Hexes with a face-down piece, which conceals all the rest of the stack (SET.7, ruling R40)."""
        return self.hexes_of(members(self.position.face_down))

    def troops(self, side: str) -> HexSet:
        """Hexes with combat units of a side; a face-down piece counts as one until it is turned up (ruling R41)."""
        hexes = self.position.masks[TROOPS[side]]
        return hexes | self.concealed() if side == GERMAN else hexes

    def controls(self, side: str) -> HexSet:
        """Hexes that belong to a side: it was the last to enter them (ruling R16)."""
        control = self.position.allied_control
        return control if side == ALLIED else self.game.board.all & ~control

    def strongholds(self, side: str) -> HexSet:
        """Fortress ports and restored forts that serve a side: they defend without a unit (FORT.1, ruling R16)."""
        return (self.game.data.fortress_ports | self.position.forts_restored) & self.controls(side)

    def barred(self, side: str) -> HexSet:
        """Hexes that a side's units may not enter: enemy units that hold a hex, and enemy strongholds.

        A lone Tiger, a lone dump hold nothing (TIG.3, rulings R23, R35).
        """
        enemy = OTHER[side]
        hexes = self.position.masks[EXERTING[enemy]] | self.strongholds(enemy)
        return hexes | self.concealed() if enemy == GERMAN else hexes

    # Zones of control

    @once
    def exerting(self, side: str) -> HexSet:
        """Hexes of a side whose zone stops the enemy: an Undisrupted unit or a deployed corps is there (ZOC.3, R29)."""
        position = self.position
        hexes = position.masks[EXERTING[side]]
        quiet = position.disrupted & ~position.deployed & position.on_board & self.game.side_units[side]
        if quiet:
            hexes = self.exerting_despite(quiet, hexes)
        return hexes | self.concealed() if side == GERMAN else hexes

    def zone(self, side: str) -> HexSet:
        """The zones of control of a side that stop movement (ZOC.1 to ZOC.4)."""
        return self.zone_of(self.exerting(side), side)

    def zone_of(self, hexes: HexSet, side: str) -> HexSet:
        """The zone that goes out from certain hexes: neighbours that a unit there could move into (ZOC.1)."""
        return _zone(self.game, hexes, self.strongholds(OTHER[side]))

    def blocking_zone(self, side: str) -> HexSet:
        """The zones of a side that block supply: those of Disrupted units too (SUP.5, ruling R29)."""
        hexes = self.position.masks[EXERTING[side]]
        return self.zone_of(hexes | self.concealed() if side == GERMAN else hexes, side)

    @once
    def beside_undisrupted(self, side: str) -> HexSet:
        """Hexes next to an Undisrupted enemy of a side (ruling R5)."""
        enemy = OTHER[side]
        position = self.position
        able = self.game.exerting_units & ~position.disrupted & position.on_board & self.game.side_units[enemy]
        hexes = self.hexes_of(members(able))
        if enemy == GERMAN:
            hexes |= self.concealed()
        return self.game.land.step(hexes)  # hexes parted by an estuary are not next to each other (ruling R97)

    # Supply

    @once
    def supply(self, unit: int) -> str:
        """Full, Short, Unsupplied or Isolated, now (SUP.1)."""
        return tracing.supply(self, unit)

    # Stacking

    def limits(self, node: int) -> tuple[int, int]:
        """How many stacking points a hex holds, and how many of them armour (STK.1 to STK.3, ruling R28)."""
        return self.game.stacking_limits[node]

    def load(self, node: int) -> tuple[int, int]:
        """The stacking points of Undisrupted units in a hex, and the armour among them."""
        counters, disrupted = self.game.counters, self.position.disrupted
        points = armour = 0
        for unit in self.position.stacks.get(node, ()):
            if not disrupted >> unit & 1:
                counter = counters[unit]
                points += counter.stacking
                if counter.armour:
                    armour += counter.stacking
        return points, armour

    def overfull(self, node: int) -> bool:
        """Are there more Undisrupted units in a hex than it holds (STK.6)?"""
        points, armour = self.load(node)
        most, most_armour = self.game.stacking_limits[node]
        return points > most or armour > most_armour

    def has_room(self, unit: int, node: int) -> bool:
        """Could one more Undisrupted unit stand in a hex within its limits?"""
        counter = self.game.counters[unit]
        points, armour = self.load(node)
        most, most_armour = self.game.stacking_limits[node]
        return points + counter.stacking <= most and (not counter.armour or armour + counter.stacking <= most_armour)

    # Landing hexes

    def beaches(self) -> HexSet:
        """Landing hexes that the Allies have used and hold: they bring in units and supply (ruling R33)."""
        position = self.position
        landed = position.first_beaches | position.second_beaches
        return landed & position.allied_control & ~position.masks[OCCUPIED[GERMAN]]

    def open_ports(self) -> HexSet:
        """Major ports in Allied hands."""
        return self.game.data.major_ports & self.position.allied_control & ~self.position.masks[OCCUPIED[GERMAN]]

    def landing_turn(self) -> bool:
        """Is this the turn of D-Day, or of the second one?"""
        position = self.position
        return position.turn in (self.game.rules.numbers["first_turn"], position.second_landing_turn)

    def last_turn(self) -> int:
        """The last turn as everybody knows it; a record of the Strategic Reserve may shorten it secretly (R30)."""
        numbers = self.game.rules.numbers
        return numbers["last_turn"] - self.position.bombings // numbers["bombings_per_turn_lost"]


@pure(1024)
def _zone(game: Rhine, hexes: HexSet, strongholds: HexSet) -> HexSet:
    return game.land.step(hexes) & ~strongholds


Play = play.Play["Rhine", RhinePosition, RhineLook]
