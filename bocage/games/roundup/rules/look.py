"""Inquiries: zones, supply, stacking, movement allowance and reach, on a position that a side may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.hexes import HexSet
from bocage.parts import supply
from bocage.parts.standing import Standing
from bocage.parts.walk import Walk

from ..data import half
from .position import ALLIED, ALLIED_HEXES, GERMAN, GERMAN_HEXES, OTHER, RoundupPosition

if TYPE_CHECKING:
    from ..game import Roundup  # noqa: F401  # in quotes below


class RoundupLook(Standing["Roundup", RoundupPosition]):
    """What one may ask about a position of Operation Roundup."""

    __slots__ = ()

    # Where the armies are

    def garrisons(self, side: str) -> HexSet:
        """Empty port hexes that a side's garrisons hold (15.4); none in the standard game."""
        game, position = self.game, self.position
        if not game.rules.garrison_defence:
            return 0
        empty = (
            game.port_hexes & ~position.masks[ALLIED_HEXES] & ~position.masks[GERMAN_HEXES] & ~position.garrisons_lost
        )
        return empty & position.allied_control if side == ALLIED else empty & ~position.allied_control

    def held(self, side: str) -> HexSet:
        """Hexes that a side's units or garrisons bar to the enemy (10.0, 15.4)."""
        held = self.position.masks[ALLIED_HEXES if side == ALLIED else GERMAN_HEXES]
        return held | self.garrisons(side) if self.game.rules.garrison_defence else held

    def garrison_rule(self, side: str, node: int) -> tuple[str, str] | None:
        """The case against entering an empty hex that a garrison of a side holds (15.4); None if there is none."""
        if not self.garrisons(side) >> node & 1:
            return None
        return "15.4", "a garrison holds {it}: it must be attacked before the hex can be entered"

    def zone(self, side: str) -> HexSet:
        """The zones of control that a side exerts (3.2): the six hexes around each of its units."""
        occupied = self.position.masks[ALLIED_HEXES if side == ALLIED else GERMAN_HEXES]
        cache = self.game.zones
        zone = cache.get(occupied)
        if zone is None:
            zone = cache[occupied] = self.game.board.step(occupied)
        return zone

    def enemy_zone(self, side: str) -> HexSet:
        """EZOC: the zones that hinder a side."""
        return self.zone(OTHER[side])

    def tas_area(self) -> HexSet:
        """Each marker's hex and the six around it (7.4)."""
        return self.marker_area(self.position.tas)

    def marker_area(self, markers: Sequence[int]) -> HexSet:
        """The hexes that TAS markers affect (7.4)."""
        hexes = 0
        for node in markers:
            hexes |= 1 << node
        return hexes | self.game.board.step(hexes) if hexes else 0

    def tas_owner(self) -> str:
        """The side whose markers are on the map; only one side can have any (7.2)."""
        return self.position.superiority

    # Supply (4.0)

    def passable(self, side: str) -> HexSet:
        """Hexes through which a side may trace supply (3.2.2, 4.0)."""
        enemy = OTHER[side]
        return supply.passable(self.game.board.all, self.occupied(side), self.held(enemy), self.zone(enemy))

    def sources(self, nation: str) -> HexSet:
        """Supply sources of a nation: edges for Germans (4.2), own beachheads and designated ports for Allies (4.4)."""
        position = self.position
        if nation == "DE":
            return self.game.german_edges & ~position.allied_control
        beachheads = position.us_beachheads if nation == "US" else position.uk_beachheads
        ports = position.us_ports if nation == "US" else position.uk_ports
        if ports:
            for port in self.game.data.ports.values():
                if ports & port and port & ~position.allied_control:
                    ports &= ~port  # no longer complete (4.4)
        return beachheads | ports

    def overland_hexes(self, nation: str) -> HexSet:
        """Hexes from which a unit of a nation is in overland supply."""
        side = GERMAN if nation == "DE" else ALLIED
        sources, through = self.sources(nation), self.passable(side)
        key = (sources, through)
        cache = self.game.floods
        found = cache.get(key)
        if found is None:
            found = cache[key] = supply.supplied_hexes(self.game.board, sources, through)
        return found

    def overland(self, unit: int) -> bool:
        """Is the unit in overland supply (4.2, 4.4)?"""
        counter = self.game.counters[unit]
        at = self.position.units[unit].at
        if at < 0:
            return False
        sources, through = self.sources(counter.nation), self.passable(counter.side)
        found = self.game.floods.get((sources, through))
        if found is None:
            # One line to the nearest source is shorter than a flood of the whole board.
            return self.game.board.touches(1 << at, sources & through, through)
        return bool(found >> at & 1)

    def supply_of(self, unit: int) -> str:
        """How a unit is supplied: turn 1, overland, coastal, aerial, special, or nothing ("")."""
        position, game = self.position, self.game
        if position.turn == 1:
            return "turn 1"
        if self.overland(unit):
            return "overland"
        return self.thin_supply_of(unit) or ("special" if unit in game.rules.always_supplied else "")

    def thin_supply_of(self, unit: int) -> str:
        """Supply that allows neither column movement nor replacements: coastal (4.3) or aerial (4.5)."""
        position, game = self.position, self.game
        counter = game.counters[unit]
        if counter.side == ALLIED:
            at = position.units[unit].at
            if game.data.coastal >> at & 1:
                return "coastal"
            aerial = position.us_aerial if counter.nation == "US" else position.uk_aerial
            if aerial >> at & 1:
                return "aerial"
        return ""

    def supplied(self, unit: int) -> bool:
        """Is the unit in supply now (4.0)?"""
        return bool(self.supply_of(unit))

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

    def stacking_rule(self, units: Sequence[int]) -> tuple[str, str]:
        """The case against an illegal stack."""
        counters = self.game.counters
        nations = {counters[unit].nation for unit in units}
        if len(nations) > 1:
            return "3.1.2", "US and UK units never stack together"
        rule = "3.1.3" if "DE" in nations else "3.1.2"
        if sum(counters[unit].divisional for unit in units) > self.game.rules.divisions_per_hex:
            return rule, "a hex holds at most one division"
        return rule, "a hex holds at most two units, one of them a division"

    def room(self, unit: int, hexes: HexSet) -> HexSet:
        """Those of the hexes where the unit could stay within stacking limits."""
        stacks = self.position.stacks
        counter = self.game.counters[unit]
        occupied = self.occupied(counter.side)
        taken = hexes & occupied
        room = hexes & ~taken
        for node in self.game.board.nodes(taken):
            stack = stacks[node]
            if unit in stack or self.fits((*stack, unit)):
                room |= 1 << node
        return room

    def overstacked(self, side: str) -> list[int]:
        """Hexes of a side that break the stacking limits."""
        stacks = self.position.stacks
        counters = self.game.counters
        return sorted(
            node
            for node, stack in stacks.items()
            if len(stack) > 1 and node >= 0 and counters[stack[0]].side == side and not self.fits(stack)
        )

    # Movement (10.0)

    def allowance(self, unit: int, supplied: bool) -> int:
        """Movement points: table, then Storm, then halved if out of supply (10.1, 10.4, 4.1; ruling R19)."""
        counter, rules, position = self.game.counters[unit], self.game.rules, self.position
        first, later = rules.movement[counter.side if counter.side == ALLIED else counter.mobility]
        points = first if position.turn == 1 else later
        if position.weather == "Storm":
            points = max(0, points + rules.storm_mp)
        return points if supplied else half(points)

    def walk(self, side: str, hand: int, at: int, spent: int, allowance: int) -> Walk:
        """The ordinary movement of a set of units (10.0): they stop in EZOC and never go from one to another."""
        game = self.game
        enemy = OTHER[side]
        zone = self.zone(enemy)
        heavy = bool(game.heavies & hand)
        stops = zone | self.extra_stops(side) if game.rules.liberation else zone
        return Walk(
            game.costs[heavy],
            at,
            allowance,
            game.board.all & ~self.held(enemy),
            stops,
            ~zone if zone >> at & 1 else None,
            self.hostile_air(side) if self.position.tas else 0,
            game.rules.tas_mp,
            spent,
        )

    def column_walk(self, walk: Walk, side: str, allowance: int) -> Walk:
        """Column movement (10.6): up to double, never into EZOC or polder."""
        barred = self.enemy_zone(side) | self.game.no_column
        return walk._replace(allowance=allowance, open=walk.open & ~barred, first=None)

    def double_walk(self, walk: Walk, allowance: int) -> Walk:
        """Both kinds of movement in one flood: as far as a column goes, with polder as a stop like EZOC."""
        stops = walk.stops | self.game.no_column
        return Walk(
            walk.costs, walk.start, allowance, walk.open, stops, None, walk.surcharge, walk.extra, walk.spent
        )  # fmt: skip

    def hostile_air(self, side: str) -> HexSet:
        """Hexes that cost a side an extra point because of enemy TAS (7.4)."""
        position = self.position
        if not position.tas or position.superiority == side:
            return 0
        return self.tas_area()

    def extra_stops(self, side: str) -> HexSet:
        """Towns and ports where the first Allied unit has to stop (15.17)."""
        if side == ALLIED and self.game.rules.liberation:
            return self.game.liberated & ~self.position.allied_control
        return 0

    # Retreats (11.13)

    def retreats(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Where a unit may retreat to, with the path to each hex (3.2.4, 11.13.2, 11.13.3; rulings R23, R34)."""
        game = self.game
        stacks = self.position.stacks

        def has_room(node: int) -> bool:
            stack = stacks.get(node)
            return stack is None or self.fits((*stack, unit))

        here = self.position.units[unit].at
        return game.rules.retreat_ends(game.board, here, self.retreat_ground(unit), has_room)

    def retreat_ground(self, unit: int) -> HexSet:
        """Hexes that a unit may enter in a retreat, whether or not there is room for it (3.2.4, 11.13.3, R34)."""
        game = self.game
        counter = game.counters[unit]
        enemy = OTHER[counter.side]
        ground = game.board.all & ~self.held(enemy) & ~self.zone(enemy)
        return ground & ~game.no_heavy if counter.type == "heavy_panzer" else ground

    def beyond_full_hexes(self, unit: int) -> HexSet:
        """Hexes with room that lie beside the unit or behind full friendly hexes, however many of them (R23)."""
        board = self.game.board
        around = board.around[self.position.units[unit].at]
        ground = self.retreat_ground(unit)
        room = self.room(unit, ground)
        full = board.flood(around & ground & ~room, ground & ~room)
        return (around | board.step(full)) & room

    # Ports (2.1.2, 4.4)

    def complete_ports(self) -> list[str]:
        """Ports of which every hex is under Allied control."""
        control = self.position.allied_control
        return [name for name, hexes in self.game.data.ports.items() if not hexes & ~control]

    def beachheads(self) -> HexSet:
        """All beachhead markers on the map."""
        return self.position.us_beachheads | self.position.uk_beachheads


Play = play.Play["Roundup", RoundupPosition, RoundupLook]
