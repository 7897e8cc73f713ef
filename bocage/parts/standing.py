"""Who stands where, and which hexes are over-full: what every look is asked about units and hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bocage.engine.events import HEXES, UNITS
from bocage.engine.looks import GameType, Look, PositionType, once
from bocage.engine.position import Stack, Units
from bocage.hexes import HexSet
from bocage.parts.stacks import members


class Standing(Look[GameType, PositionType]):
    """A look that knows who stands where. The game says in which mask each side's hexes are (`occupied_masks`).

    Stacking follows from what the game says of a stack (`fits`), or of hexes (`overfull`, `has_room`) if they differ.
    """

    @property
    def _any(self) -> Any:
        return self.game  # what all games have, whatever their kinds of counters

    def occupied(self, side: str) -> HexSet:
        """Hexes with units of a side."""
        return self.position.masks[self.game.occupied_masks[side]]  # type: ignore[attr-defined]

    def stack(self, node: int) -> Stack:
        """The units in a hex, in order."""
        return self.position.stacks.get(node, ())

    def of_side(self, node: int, side: str) -> Stack:
        """The units of a side in a hex, in order, where both sides may be in one."""
        mine = self.game.side_units[side]  # type: ignore[attr-defined]
        return tuple(unit for unit in self.stack(node) if mine >> unit & 1)

    @once
    def in_place(self, place: int, side: str = "") -> Units:
        """The set of units in a hex or in a place off the board: all of them, or a side's."""
        found = 0
        for unit in self.position.stacks.get(place, ()):
            found |= 1 << unit
        return found & self._any.side_units[side] if side else found

    def units_in(self, hexes: HexSet, side: str) -> Units:
        """The set of a side's units that stand in these hexes."""
        found = 0
        stacks = self.position.stacks
        for node in self._any.board.nodes(hexes & self.occupied(side)):
            for unit in stacks[node]:
                found |= 1 << unit
        units: Units = found & self._any.side_units[side]
        return units

    def hexes_of(self, units: Iterable[int]) -> HexSet:
        """Where units stand."""
        hexes = 0
        for unit in units:
            at = self.position.units[unit].at
            if at >= 0:
                hexes |= 1 << at
        return hexes

    def zone(self, side: str) -> HexSet:
        """The zones of control of a side."""
        raise NotImplementedError

    def enemy_zone(self, side: str) -> HexSet:
        """The zones that hinder a side: those of its enemy."""
        return self.zone(self.game.enemy_of[side])  # type: ignore[attr-defined]

    def exerting_despite(self, quiet: Units, hexes: HexSet, among: Units = -1) -> HexSet:
        """Of the hexes from which zones go out, those where somebody exerts one who is not `quiet`.

        The game says who exerts a zone at all (`exerting_units`); the quiet stand on the board. Where enemies share
        hexes, `among` are the units of the side.
        """
        position, able = self.position, self._any.exerting_units & ~quiet & among
        for unit in members(quiet):
            at = position.units[unit].at
            for other in position.stacks[at]:
                if able >> other & 1:
                    break
            else:
                hexes &= ~(1 << at)
        return hexes

    def hex_names(self, hexes: HexSet) -> str:
        """Hexes in a row, as players call them."""
        names: str = self._any.named(HEXES, self._any.board.nodes(hexes))
        return names

    def unit_names(self, units: Units) -> str:
        """Units in a row, as players call them."""
        names: str = self._any.named(UNITS, members(units))
        return names

    # Stacking

    def fits(self, units: Sequence[int]) -> bool:
        """Do these units make a legal stack?"""
        raise NotImplementedError

    def overfull(self, node: int) -> bool:
        """Are there more units in a hex than it may hold?"""
        return not self.fits(self.stack(node))

    def has_room(self, unit: int, node: int) -> bool:
        """Could a unit stay in a hex within stacking limits?"""
        stack = self.position.stacks.get(node, ())
        return unit in stack or self.fits((*stack, unit))

    @once
    def overstacked(self, side: str) -> list[int]:
        """The over-full hexes of a side, in order."""
        occupied = self.occupied(side)
        crowds = [node for node, stack in self.position.stacks.items() if len(stack) > 1 and node >= 0]
        return sorted(node for node in crowds if occupied >> node & 1 and self.overfull(node))

    def room(self, unit: int, hexes: HexSet) -> HexSet:
        """Those of the hexes where a unit could stay within stacking limits."""
        for node in self._any.board.nodes(hexes & self.occupied(self._any.counters[unit].side)):
            if not self.has_room(unit, node):
                hexes ^= 1 << node
        return hexes
