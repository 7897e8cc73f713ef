"""Inquiries: who is where, control, which hexes are open to whom, zones and stacking, on what a side may see.

Supply, combat and movement have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.parts.stacks import members as members
from bocage.parts.standing import Standing
from bocage.rules import HexSet, Units, once, pure

from ..data import Turn
from .position import ALLIED, AXIS, INTERDICTION, FestungPosition, Flag

if TYPE_CHECKING:
    from ..data.counters import Counter
    from ..game import Festung

# Those who may enter the same hexes and draw on the same sources: the classes of supply.
WESTERN, GERMAN, GERMAN_ARMY, ITALIAN = CLASSES = ("allied", "german", "german army", "italian")


class FestungLook(Standing["Festung", FestungPosition]):
    """What one may ask about a position of Festung Europa."""

    # Units

    def counter(self, unit: int) -> Counter:
        """What is printed on a unit."""
        return self.game.counters[unit]

    def attack(self, unit: int) -> int:
        """The attack factor of the side that is up (2.2)."""
        return self.game.counters[unit].attack[self.position.units[unit].steps - 1]

    def defence(self, unit: int) -> int:
        """The defence factor of the side that is up (2.2)."""
        return self.game.counters[unit].defence[self.position.units[unit].steps - 1]

    def pace(self, unit: int) -> int:
        """The movement factor of the side that is up (2.2)."""
        return self.game.counters[unit].move[self.position.units[unit].steps - 1]

    def kind(self, unit: int) -> str:
        """The class of a unit: who may enter the same hexes, and is fed from the same sources (11.2, 11.3, 13.1)."""
        return self.game.class_of[unit]

    @once
    def on_map(self, side: str) -> Units:
        """The units of a side in hexes, not in boxes."""
        return self.units_in(self.game.board.hexes, side)

    # The calendar and what lasts

    def turn(self) -> Turn:
        """The space of the turn track."""
        return self.game.data.turns[self.position.turn - 1]

    def flag(self, name: str) -> Flag | None:
        """Something that an event has set, if it is in force."""
        return self.position.flags.get(name)

    def flag_hexes(self, name: str) -> HexSet:
        """The hexes that were picked for something that is in force."""
        flag = self.position.flags.get(name)
        return 0 if flag is None or flag.node < 0 else 1 << flag.node | flag.too | flag.still

    def on(self, name: str) -> bool:
        """Is it in force?"""
        return name in self.position.flags

    def has_played(self, card: str) -> bool:
        """Has the event of a card been played (6.53)?"""
        return bool(self.position.played >> self.game.card_numbers[card] & 1)

    def roundup_game(self) -> bool:
        """Has Roundup been played, so that the war goes another way (6.561)?"""
        return self.on("roundup")

    # Ground

    @once
    def closed(self, side: str) -> HexSet:
        """Red hexes that are closed to a side (8.38)."""
        closed = self.position.closed
        return self.game.data.red if closed in (side, "both") else 0

    @once
    def in_play(self) -> HexSet:
        """Hexes that can be held: the land, and Beach Heads with an invasion marker (ruling R90)."""
        return self.game.data.land | self.position.marked

    def controls(self, side: str) -> HexSet:
        """Hexes that a side controls (20); Beach Heads only once they are marked (ruling R90)."""
        position = self.position
        allied = position.allied_control
        return allied if side == ALLIED else self.in_play() & ~allied & ~position.nobody

    @once
    def enterable(self, kind: str) -> HexSet:
        """Hexes and boxes that units of a class may be in (8.3, 8.38, 13.1, 16.2); who holds them is another matter."""
        game, data = self.game, self.game.data
        side = ALLIED if kind == WESTERN else AXIS
        found = self.in_play() & ~self.closed(side) | data.box_sides[side]
        if kind == WESTERN and not self.on("stalin_betrayed"):
            found &= ~game.berlin  # ruling R14
        if kind == GERMAN_ARMY and not self.on("italian_disarmament"):
            found &= ~data.south_of_arno  # 13.1, ruling R28
        if kind == ITALIAN:
            if not self.position.surrendered:
                found &= game.italian_area  # 13.1; afterwards no limit (ruling R65)
            found &= ~(data.box_sides[AXIS] & ~(1 << data.boxes["BALKANS"]))
        return found

    # Zones of control

    @once
    def zone(self, side: str) -> HexSet:
        """Hexes in the zones of a side: around its mechanized units that are not out of supply (8.41, 8.42)."""
        from .supply.tracing import fed_for_zones  # supply asks for zones, and zones for supply (ruling R82)

        board = self.game.board
        exerting = self.hexes_of(members(self.game.mechanized & self.game.side_units[side] & fed_for_zones(self, side)))
        if not self.game.rules.zones_out_of_boxes:
            exerting &= board.hexes  # ruling R91
        found = self.game.zone_sides.step(exerting) & board.hexes
        # Judged for the hex that a zone covers, not for where the unit stands (ruling R47).
        return found & ~self.interdicted() if side == AXIS else found

    @once
    def interdicted(self) -> HexSet:
        """Hexes within range of Allied aircraft on interdiction (14.3, 14.32)."""
        found = 0
        for marker, duty in self.position.fighters.items():
            if duty == INTERDICTION and marker in self.position.stationed:
                found |= in_air_range(self.game, self.base_node(self.position.stationed[marker]))
        return found

    def base_node(self, base: str) -> int:
        """Where a base or an Airfield lies (14.4)."""
        fields = self.game.airfield_names
        return self.position.airfields[fields.index(base)] if base in fields else self.game.bases[base]

    # Stacking

    def limit(self, node: int, side: str) -> int:
        """How many units of a side a hex holds (7.11); boxes hold any number (7.12)."""
        bit, numbers = 1 << node, self.game.rules.numbers
        if bit & ~self.game.board.hexes:
            return len(self.game.counters)
        return numbers["beach_stacking" if bit & self.game.data.beaches and side == ALLIED else "stacking"]  # R97

    def overfull(self, node: int) -> bool:
        """Are there more units in a hex than it may hold (7.1)?"""
        stack = self.stack(node)
        return bool(stack) and len(stack) > self.limit(node, self.game.counters[stack[0]].side)

    def has_room(self, unit: int, node: int) -> bool:
        """Could a unit stay in a hex within stacking limits (7.1)?"""
        stack = self.stack(node)
        return unit in stack or len(stack) < self.limit(node, self.game.counters[unit].side)

    @once
    def full(self, side: str) -> HexSet:
        """Hexes and boxes that hold no more units of a side (7.1)."""
        found = 0
        for node, stack in self.position.stacks.items():
            if node >= 0 and len(stack) >= self.limit(node, side):
                found |= 1 << node
        return found

    def room(self, unit: int, hexes: HexSet) -> HexSet:
        """Those of the hexes where a unit could stay within stacking limits (7.1)."""
        at, side = self.position.units[unit].at, self.game.counters[unit].side
        own = 1 << at if at >= 0 else 0
        return hexes & ~(self.full(side) & self.occupied(side) & ~own)

    def fits(self, units: Sequence[int]) -> bool:
        """Do these units make a legal stack on land (7.11)?"""
        return len(units) <= self.game.rules.numbers["stacking"]


@pure(256)
def in_air_range(game: Festung, node: int) -> HexSet:
    """Hexes within the range of interdiction from a base or Airfield; out of a box its Beach Heads come first (R55)."""
    reach = game.rules.numbers["interdiction_range"]
    seed = 1 << node
    found = 0
    sides, hexes = game.data.open_sides, game.board.hexes & ~game.absent_beaches
    if seed & hexes:
        found = seed
    for _ in range(reach):
        seed = sides.step(seed) & hexes & ~found
        found |= seed
    return found


Play = play.Play["Festung", FestungPosition, FestungLook]
__all__ = ["CLASSES", "GERMAN", "GERMAN_ARMY", "ITALIAN", "WESTERN", "FestungLook", "Play", "in_air_range", "members"]
