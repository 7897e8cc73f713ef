"""Inquiries: zones, supply, stacking and commands, on a position that a side may see.

What limits where units may go is in `movement/limits.py`; how far they get is in `movement/reach.py`; how hard they hit
in `combat/odds.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.engine.looks import once, pure
from bocage.engine.position import Units
from bocage.hexes import HexSet
from bocage.parts.stacks import members as members
from bocage.parts.standing import Standing

from .position import (
    ALLIED,
    AMERICAN_HEXES,
    COMMONWEALTH_HEXES,
    DROPPED,
    EXERTING,
    GERMAN,
    OCCUPIED,
    OTHER,
    TROOPS,
    StormingPosition,
)
from .supply import limited as limited_supply
from .supply import ways

if TYPE_CHECKING:
    from ..data import Counter
    from ..game import Storming  # in quotes below

DRY, DROWNING, SWAMP, DRAINED = "dry", "drowning", "swamp", "drained"


class StormingLook(Standing["Storming", StormingPosition]):
    """What one may ask about a position of Storming the Reich."""

    # Units

    def counter(self, unit: int) -> Counter:
        """What is printed on a unit."""
        return self.game.counters[unit]

    def on_dropped_side(self, unit: int) -> bool:
        """Does an Airborne unit lie with its Dropped side up (17.9.1)?"""
        return bool(self.position.units[unit].marks & DROPPED)

    def face(self, unit: int) -> int:
        """Which face is up: 1 full strength, 0 reduced or Dropped."""
        state = self.position.units[unit]
        if state.marks & DROPPED:
            return 0
        return 1 if state.steps >= self.game.counters[unit].steps else 0

    def attack(self, unit: int) -> int:
        """The printed Attack Strength of the face that is up."""
        return self.game.counters[unit].attack[self.face(unit)]

    def defence(self, unit: int) -> int:
        """The Defense Strength of the face that is up; a Grounded unit has its own (9.2.B)."""
        if self.position.grounded >> unit & 1:
            return self.game.rules.numbers["grounded_defense"]
        return self.game.counters[unit].defence[self.face(unit)]

    def standing_in(self, hexes: HexSet, units: Iterable[int]) -> Units:
        """The set of those of the units that stand in these hexes."""
        found = 0
        for unit in units:
            at = self.position.units[unit].at
            if at >= 0 and hexes >> at & 1:
                found |= 1 << unit
        return found

    # Where the armies are

    def troops(self, side: str) -> HexSet:
        """Hexes where a side has more than headquarters and leaders."""
        return self.position.masks[TROOPS[side]]

    def beside_enemy(self, side: str) -> HexSet:
        """Hexes adjacent to enemy units, whatever lies between."""
        return _beside(self.game, self.position.masks[OCCUPIED[OTHER[side]]])

    def controls(self, side: str) -> HexSet:
        """Hexes that a side controls: the Allies what they have entered, the Germans all the rest (3.2.D; R50)."""
        control = self.position.allied_control
        return control if side == ALLIED else self.game.in_play & ~control

    def cities_in(self, hexes: HexSet) -> int:
        """How many Cities lie wholly in a set of hexes: the three hexes of Paris are one City (ruling R67)."""
        game = self.game
        return (hexes & game.data.cities & ~game.paris).bit_count() + (0 if game.paris & ~hexes else 1)

    # Terrain that changes

    def roer(self) -> str:
        """What the Roer valley is now (17.2.B; R62): dry, drowning (the turn of the flood), swamp, or drained."""
        since = self.position.flood_turn
        if not since:
            return DRY
        return (DROWNING, SWAMP, DRAINED)[min(2, self.position.turn - since)]

    def terrain_at(self, node: int) -> str:
        """The terrain of a hex for combat: flooded Roer hexes turn to swamp and then to clear (17.2.B)."""
        if self.position.flood_turn and self.game.roer_valley >> node & 1:
            state = self.roer()
            if state == SWAMP:
                return "swamp"
            if state == DRAINED:
                return "clear"
        return self.game.data.terrain_at[node]

    def forts(self) -> HexSet:
        """Forts that serve the Germans: not destroyed, and in German hands (16.1; rulings R18, R19)."""
        position = self.position
        return self.game.fort_hexes & ~position.forts_destroyed & ~position.allied_control

    # Zones of control (6.0)

    @once
    def exerting(self, side: str) -> HexSet:
        """Hexes of a side from which a zone goes out (6.2); units under R&R markers have none (R54)."""
        position = self.position
        hexes = position.masks[EXERTING[side]]
        quiet = position.oos | position.disrupted | position.refit | position.grounded
        quiet &= position.on_board & self.game.side_units[side] & self.game.exerting_units
        if quiet:
            hexes = self.exerting_despite(quiet, hexes)
        if side == ALLIED and position.disrupted_hex:
            hexes &= ~position.disrupted_hex
        return hexes

    def without_zone(self, side: str) -> HexSet:
        """Hexes into which a side's zones do not extend (6.3, 8.7.B)."""
        game = self.game
        if side == GERMAN:
            return game.no_german_zone
        closed = game.no_zone | self.forts()
        return closed if self.position.monty_sees else closed | game.monty_spot

    @once
    def zone(self, side: str) -> HexSet:
        """The zones of control that a side exerts."""
        return _zone(self.game, self.exerting(side), self.without_zone(side))

    def zone_of(self, units: Sequence[int], side: str) -> HexSet:
        """The zone that certain units of a side exert together."""
        return _zone(self.game, self.hexes_of(units) & self.exerting(side), self.without_zone(side))

    # Supply (8.0): what it means is in `supply/ways.py`

    def supplied(self, unit: int, attrition: bool = False) -> bool:
        """Is a unit on the map in supply now (8.3, 8.4), or at least safe from Attrition (15.0)?"""
        return self.position.units[unit].at < 0 or ways.way_of(self, unit, attrition) is not None

    @once
    def allied_supply(self) -> HexSet:
        """Hexes from which any Allied unit is in supply."""
        return ways.FROM_PORTS.hexes(self, ALLIED)

    @once
    def east_supply(self) -> HexSet:
        """Hexes from which a German unit is in normal East Map-edge supply (8.3.A)."""
        return ways.FROM_EAST.hexes(self, GERMAN)

    def cherbourg_operational(self) -> bool:
        """Is Cherbourg Allied and Operational (8.6)?"""
        return ways.cherbourg_operational(self)

    def limited(self, command: str) -> bool:
        """Does a Command roll on the Limited Supply line (9.1)?"""
        return limited_supply.limited(self, command)

    # Stacking (5.0)

    def fits(self, units: Sequence[int]) -> bool:
        """Do these units make a legal stack (5.2)?"""
        if len(units) > 1 and not self.friendly(units):
            return False
        return self.counted(units) <= self.game.rules.numbers["stacking_limit"]

    def counted(self, units: Sequence[int]) -> int:
        """How many of these units count against the limit: one of each free type does not (5.2.A)."""
        kinds = self.game.free_types
        seen = set()
        count = 0
        for unit in units:
            kind = kinds[unit]
            if kind and kind not in seen:
                seen.add(kind)
            else:
                count += 1
        return count

    def friendly(self, units: Sequence[int]) -> bool:
        """May these nations share a hex (5.2.B; R144)?"""
        counters = self.game.counters
        commonwealth = [unit for unit in units if counters[unit].nation == "CW"]
        if not commonwealth:
            return True
        americans = [unit for unit in units if counters[unit].nation in ("US", "FR")]
        if not americans:
            return True
        guests = [unit for unit in americans if counters[unit].airborne and counters[unit].division]
        if len(guests) != len(americans) or len(americans) > self.game.rules.numbers["us_airborne_with_commonwealth"]:
            return False
        if any(counters[unit].airborne for unit in commonwealth):
            return False
        return any(counters[unit].division for unit in commonwealth)

    def stacking_rule(self, node: int, *more: int) -> tuple[str, str]:
        """The case against the stack in a hex, or against units more there."""
        units = (*self.stack(node), *more)
        if len(units) > 1 and not self.friendly(units):
            return "5.2.B", "Commonwealth units never stack with US or French units"
        return "5.2.A.1", "a hex holds three combat units, and one of each type that stacks freely"

    def room(self, unit: int, hexes: HexSet) -> HexSet:
        """Those of the hexes where the unit could stay within stacking limits."""
        game, position = self.game, self.position
        taken = hexes & self.occupied(game.counters[unit].side)
        if not taken:
            return hexes
        room, limit = hexes & ~taken, game.rules.numbers["stacking_limit"]
        # Fewer than the limit leave room for anybody, unless it might come among strangers (5.2.B).
        strangers = AMERICAN_HEXES if game.commonwealth_units >> unit & 1 else COMMONWEALTH_HEXES
        mixed = position.masks[strangers]
        for node in game.board.nodes(taken):
            stack = position.stacks[node]
            if (len(stack) < limit and not mixed >> node & 1) or unit in stack or self.fits((*stack, unit)):
                room |= 1 << node
        return room

    # Commands (10.2)

    def command_at(self, unit: int, node: int) -> str:
        """The Command to which an Allied unit belongs in a hex (10.2.1 to 10.2.3), whoever is with it (R49)."""
        game = self.game
        bit = 1 << node
        if bit & game.data.west:
            return "21AG" if game.counters[unit].nation == "CW" else "12AG"
        for group, hexes in game.data.areas.items():
            if bit & hexes:
                return group
        return "12AG"

    def command_of(self, unit: int) -> str:
        """The Command in which an Allied unit began its Movement Segment (10.2.4), or stands now."""
        position = self.position
        bit = 1 << unit
        if position.group_21 & bit:
            return "21AG"
        if position.group_12 & bit:
            return "12AG"
        if position.group_6 & bit:
            return "6AG"
        at = position.units[unit].at
        return self.command_at(unit, at) if at >= 0 else self.game.counters[unit].command

    # Who may do what

    @once
    def frozen_units(self) -> int:
        """Every unit of the 15th Army that has not been released (10.7.8)."""
        position = self.position
        if position.released or position.breakout:
            return 0
        found = 0
        for turn, units in self.game.releases:
            if position.turn < turn:
                found |= units
        return found

    def holland_held(self) -> bool:
        """Do the Germans keep a non-Mechanized division in each of the three cities (17.1.A)?"""
        counters, stacks = self.game.counters, self.position.stacks
        return all(
            any(
                counters[unit].side == GERMAN and counters[unit].division and not counters[unit].mechanized
                for unit in stacks.get(node, ())
            )
            for node in self.game.holland_cities
        )

    def offensive_now(self) -> bool:
        """Is this the turn of the Hitler Counteroffensive?"""
        return self.position.offensive_turn == self.position.turn


@pure(256)
def _beside(game: Storming, hexes: HexSet) -> HexSet:
    return game.board.step(hexes)


@pure(256)
def _zone(game: Storming, exerting: HexSet, without: HexSet) -> HexSet:
    """Zones cross no Major River and no Rhine hexside (6.3.E), and go neither into nor out of `mute_hexes` (6.3.D)."""
    return game.zone_sides.step(exerting & ~game.mute_hexes) & ~without


Play = play.Play["Storming", StormingPosition, StormingLook]
