"""Inquiries that every chapter needs: who holds what, zones of control (3.2), stacking (3.1), TAS and ports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.parts.standing import Standing
from bocage.rules import HexSet, once

from .position import ALLIED, ALLIED_HEXES, GERMAN_HEXES, RoundupPosition

if TYPE_CHECKING:
    from ..game import Roundup  # noqa: F401  # in quotes below


class RoundupLook(Standing["Roundup", RoundupPosition]):
    """What one may ask about a position of Operation Roundup."""

    # Who holds what (10.0, 15.4)

    def garrisons(self, side: str) -> HexSet:
        """Empty port hexes that a side's garrisons hold (15.4, R38); none in the standard game."""
        game, position = self.game, self.position
        if not game.rules.garrison_defence:
            return 0
        held = position.masks[ALLIED_HEXES] | position.masks[GERMAN_HEXES] | position.garrisons_lost
        mine = position.allied_control if side == ALLIED else ~position.allied_control
        return game.port_hexes & ~held & mine

    def held(self, side: str) -> HexSet:
        """Hexes that a side's units or garrisons bar to the enemy (10.0, 15.4)."""
        held = self.position.masks[ALLIED_HEXES if side == ALLIED else GERMAN_HEXES]
        return held | self.garrisons(side) if self.game.rules.garrison_defence else held

    def garrison_rule(self, side: str, node: int) -> tuple[str, str] | None:
        """The case against entering an empty hex that a garrison of a side holds (15.4); None if there is none."""
        if not self.garrisons(side) >> node & 1:
            return None
        return "15.4", "a garrison holds {it}: it must be attacked before the hex can be entered"

    @once
    def zone(self, side: str) -> HexSet:
        """The zones of control that a side exerts (3.2): the six hexes around each of its units."""
        return self.game.board.step(self.occupied(side))

    # Stacking (3.1)

    def fits(self, units: Sequence[int]) -> bool:
        """Do these units make a legal stack (3.1.2, 3.1.3)?"""
        counters, rules = self.game.counters, self.game.rules
        if len(units) > rules.units_per_hex:
            return False
        divisions = 0
        nation = ""
        for unit in units:
            counter = counters[unit]
            divisions += counter.size == "XX"
            if nation and counter.nation != nation:
                return False
            nation = counter.nation
        return divisions <= rules.divisions_per_hex

    def stacking_rule(self, node: int, unit: int = -1) -> tuple[str, str]:
        """The case against the stack in a hex, or against one unit more there."""
        units = (*self.stack(node), unit) if unit >= 0 else self.stack(node)
        counters = self.game.counters
        nations = {counters[one].nation for one in units}
        if len(nations) > 1:
            return "3.1.2", "US and UK units never stack together"
        rule = "3.1.3" if "DE" in nations else "3.1.2"
        if sum(counters[one].divisional for one in units) > self.game.rules.divisions_per_hex:
            return rule, "a hex holds at most one division"
        return rule, "a hex holds at most two units, one of them a division"

    def kinds(self, units: Iterable[int]) -> int:
        """The kinds of these units: counters that differ in their names only are of one kind."""
        found = 0
        for unit in units:
            found |= 1 << self.game.counters[unit].kind
        return found

    # Air (7.0)

    def allied_air(self) -> bool:
        """Clear weather and Allied air superiority (4.5, 10.7; R4)."""
        return self.position.weather == "Clear" and self.position.superiority == ALLIED

    def tas_area(self) -> HexSet:
        """Each marker's hex and the six around it (7.4)."""
        return self.marker_area(self.position.tas)

    def marker_area(self, markers: Sequence[int]) -> HexSet:
        """The hexes that TAS markers affect (7.4)."""
        hexes = 0
        for node in markers:
            hexes |= 1 << node
        return hexes | self.game.board.step(hexes) if hexes else 0

    # Ports and beachheads (2.1.2, 4.4)

    def complete_ports(self) -> list[str]:
        """Ports of which every hex is under Allied control."""
        control = self.position.allied_control
        return [name for name, hexes in self.game.data.ports.items() if not hexes & ~control]

    def complete_port_hexes(self) -> HexSet:
        """The hexes of ports that are wholly under Allied control."""
        return sum(self.game.data.ports[name] for name in self.complete_ports())

    def beachheads(self) -> HexSet:
        """All beachhead markers on the map (R45: they need nobody there)."""
        return self.position.us_beachheads | self.position.uk_beachheads


Play = play.Play["Roundup", RoundupPosition, RoundupLook]
