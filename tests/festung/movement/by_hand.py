"""Movement and redeployment worked out from the book with sets and loops, to be compared with the rules' masks.

It reads the map's own files; only the supply of a place is asked of the rules.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import as_file
from typing import Any

from bocage.games.festung.data import FOLDER
from bocage.games.festung.rules.look import FestungLook
from bocage.games.festung.rules.supply import tracing

OTHER = {"allied": "axis", "axis": "allied"}
ITALY = {"Italy", "Sicily", "Sardinia", "Corsica"}
HOME = {"allied": {"UK", "NA"}, "axis": {"EAST", "BALKANS", "OKW"}}
NORWAY, BALTIC = {"Bergen", "Stavanger", "Oslo"}, {"Copenhagen", "Kiel", "Bremen"}


@cache
def _rows(name: str) -> list[dict[str, str]]:
    with as_file(FOLDER) as folder, (folder / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@cache
def hexes() -> dict[str, dict[str, str]]:
    """The rows of the map by their labels."""
    return {row["hex"]: row for row in _rows("map.csv")}


@cache
def beaches() -> frozenset[str]:
    """All Beach Heads."""
    return frozenset(label for label, row in hexes().items() if row["terrain"] == "beachhead")


@cache
def sides(kind: str) -> frozenset[frozenset[str]]:
    """Hexsides of a kind."""
    return frozenset(frozenset((row["hex_a"], row["hex_b"])) for row in _rows("hexsides.csv") if row["kind"] == kind)


@cache
def beside(label: str) -> frozenset[str]:
    """Hexes and boxes next to one, but over prohibited sides: even columns lie half a hex lower (facts 4.1)."""
    found = {row["box"] for row in _rows("boxes.csv") if label in row["near"].split()}
    if label not in hexes():
        (near,) = [row["near"].split() for row in _rows("boxes.csv") if row["box"] == label]
        return frozenset(near)
    column, row = int(label[:2]), int(label[2:])
    low = 0 if column % 2 else 1
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + step, row - 1 + low + down) for step in (-1, 1) for down in (0, 1)]
    found |= {f"{c:02}{r:02}" for c, r in around if 0 <= r < 100} & hexes().keys()
    return frozenset(there for there in found if frozenset((label, there)) not in sides("prohibited"))


class Hand:
    """A position as a player has it before him."""

    def __init__(self, look: FestungLook) -> None:
        self.look, self.position, self.game = look, look.position, look.game
        labels = self.game.board.labels
        self.units: dict[str, list[int]] = {}
        for number, unit in enumerate(self.position.units):
            if unit.at >= 0:
                self.units.setdefault(labels[unit.at], []).append(number)
        self.allied = set(self.game.board.names(self.position.allied_control))
        self.marked = set(self.game.board.names(self.position.marked))
        self.attacks = set(self.game.board.names(self.position.attack_marks))
        shut = self.position.flags.get("port_closed")
        self.shut = {labels[shut.node]} if shut is not None else set()
        self.zones = {side: self._zone(side) for side in OTHER}

    def at(self, unit: int) -> str:
        """Where a unit is."""
        return self.game.board.labels[self.position.units[unit].at]

    def held(self, label: str, side: str) -> bool:
        """Does a side control a hex?"""
        if label in beaches() and label not in self.marked:
            return False
        return (label in self.allied) == (side == "allied")

    def enemy(self, label: str, side: str) -> bool:
        """Are enemies in a hex?"""
        return any(self.game.counters[unit].side != side for unit in self.units.get(label, ()))

    def may_be(self, unit: int, label: str) -> bool:
        """May a unit be in a hex or box at all (8.31, 8.38, 13.1, 16.2)?"""
        counter, flags = self.game.counters[unit], self.position.flags
        italian = counter.group == "Italian"
        if label not in hexes():
            return label in HOME[counter.side] and (not italian or label == "BALKANS")
        row = hexes()[label]
        if label in beaches() and label not in self.marked:
            return False
        if row["red"] == "1" and self.position.closed in (counter.side, "both"):
            return False
        if counter.side == "allied" and row["name"] == "Berlin" and "stalin_betrayed" not in flags:
            return False
        if counter.group == "German" and counter.army and row["south_of_arno"] == "1":
            return "italian_disarmament" in flags
        if italian and not self.position.surrendered:
            return row["country"] in ITALY or any(
                hexes()[n]["country"] == "Italy" for n in beside(label) & hexes().keys()
            )
        return True

    # Zones of control

    def _zone(self, side: str) -> set[str]:
        covered = set()
        for label, units in self.units.items():
            if label in hexes() and any(
                self.game.counters[unit].mechanized and self.game.counters[unit].side == side and self._fed(unit, label)
                for unit in units
            ):
                near = beside(label) & hexes().keys()
                covered |= {there for there in near if frozenset((label, there)) not in sides("skagerrak")}
        return covered - self.interdicted() if side == "axis" else covered

    def _flood(self, unit: int, start: set[str]) -> set[str]:
        side = self.game.counters[unit].side
        found, queue = set(start), list(start)
        while queue:
            for there in beside(queue.pop()) & hexes().keys():
                if there not in found and self.held(there, side) and self.may_be(unit, there):
                    found.add(there)
                    queue.append(there)
        return found

    def _fed(self, unit: int, label: str) -> bool:
        """Has armour a line, if no zones count (8.41, ruling R82)?"""
        side = self.game.counters[unit].side
        reached = self._flood(unit, {label})
        names = {hexes()[there]["name"] for there in reached if self.held(there, side) or there == label}
        if side == "allied":
            return bool(names & {"Paris", "Naples"}) or bool(reached & self.ports("allied", supply=True))
        sources = {"Berlin", "Breslau", "Munich", "The Ruhr"}
        sources |= {"Salzburg"} if "alpenfestung" in self.position.flags else set()
        works = {
            there for there, row in hexes().items()
            if row["name"] in sources and self.held(there, "axis")
            and not (row["red"] == "1" and self.position.closed == "both")
        }  # fmt: skip
        if reached & works:
            return True
        mine = reached & self.ports("axis")
        return any(
            hexes()[one]["sea"] == hexes()[two]["sea"] and self._flood(unit, {two}) & works
            for one in mine
            for two in self.ports("axis")
            if self.may_be(unit, two)
        )

    def ports(self, side: str, supply: bool = False) -> set[str]:
        """Ports that a side may use (10.5, 11.43, 11.44)."""
        found = {label for label, row in hexes().items() if row["port"] == "1" and self.held(label, side)}
        if side == "allied":
            found |= self.marked & self.allied
            if supply and "0709" not in self.allied:
                found -= {"0809"}
            found -= self.shut
        return found

    def interdicted(self) -> set[str]:
        """Hexes within four of a base that interdicts, its Beach Heads being the first of a box (14.32)."""
        found: set[str] = set()
        for base in self.position.stationed.values():
            near = {self.game.board.labels[self.look.base_node(base)]}
            found |= near & hexes().keys()
            for _ in range(4):
                near = {there for label in near for there in beside(label) & hexes().keys() if there != "0708"}
                found |= near
        return found

    # Movement (8)

    def goals(self, unit: int) -> set[str]:
        """Where a unit may go and stay."""
        counter, start = self.game.counters[unit], self.at(unit)
        side, points = counter.side, counter.move[self.position.units[unit].steps - 1]
        reached, edge = {start}, {start}
        for _ in range(points):
            edge = {
                there for here in edge if here == start or here not in self.zones[OTHER[side]]
                for there in beside(here) if self._step(unit, here, there)
            } - reached  # fmt: skip
            reached |= edge
        reached -= {start}
        return reached if counter.mechanized else reached - self.attacks

    def _step(self, unit: int, here: str, there: str) -> bool:
        counter = self.game.counters[unit]
        zone = self.zones[OTHER[counter.side]]
        if not self.may_be(unit, there) or self.enemy(there, counter.side):
            return False
        if here in zone and there in zone:
            return False
        if not counter.mechanized and there in self.attacks and there in zone:
            return False
        if here in HOME["allied"] and there not in self.allied:
            return False
        early = "roundup" in self.position.flags and self.position.turn < 3
        return not (early and "UK" in (here, there))

    # Redeployment (10)

    def redeployments(self, unit: int) -> set[str]:
        """Where a unit may be redeployed."""
        counter, start = self.game.counters[unit], self.at(unit)
        side, german = counter.side, counter.group == "German"
        found = self._march(unit) if start in hexes() else set()
        harbours = self.ports(side)
        if start in harbours:
            name = hexes()[start]["name"]
            for port in harbours - {start}:
                if side == "allied":
                    found.add(port)
                elif name in NORWAY:
                    found |= {port} if hexes()[port]["name"] in BALTIC else set()
                elif hexes()[start]["sea"] == hexes()[port]["sea"]:
                    found.add(port)
        if side == "allied":
            if start in HOME["allied"]:
                found |= HOME["allied"] | harbours
            elif start in harbours:
                found |= HOME["allied"]
            if counter.airborne:
                fed = {label for label in self.allied if self.supplied(unit, label)}
                found |= fed if start == "UK" else {"UK"} if start in hexes() else set()
        else:
            boxes = HOME["axis"] if german else {"BALKANS"}
            found |= boxes
            if start in boxes:
                found |= {label for label in hexes() if self.held(label, "axis") and self.supplied(unit, label)}
            found -= self.interdicted()
        return {label for label in found - {start} if self.may_be(unit, label)}

    def supplied(self, unit: int, label: str) -> bool:
        """Would a unit have a line there?"""
        kind, node = self.look.kind(unit), self.game.board.index[label]
        return tracing.grade_at(self.look, kind, node) != tracing.OUT

    def _march(self, unit: int) -> set[str]:
        counter, start = self.game.counters[unit], self.at(unit)
        zone = self.zones[OTHER[counter.side]]
        reached, queue = {start}, [start]
        while queue:
            here = queue.pop()
            if here != start and here in zone:
                continue
            for there in beside(here) & hexes().keys():
                fits = self.held(there, counter.side) and self.may_be(unit, there)
                if there not in reached and fits and not (here in zone and there in zone):
                    reached.add(there)
                    queue.append(there)
        return {label for label in reached - {start} if self.supplied(unit, label)}

    # Markers (6.2, 11.5, 11.6)

    def price(self, label: str, attack: bool) -> int:
        """What a marker costs (6.24, 7.14, 11.51, 11.52, 11.61)."""
        if label not in hexes():
            return 1
        units, cost, fed = self.units[label], 0, False
        for unit in units:
            grade = tracing.grade(self.look, unit)
            if grade == tracing.OUT or (attack and grade == tracing.LIMITED):
                cost += 1
            else:
                fed = True
        cost += fed
        nations = {self.game.counters[unit].nation for unit in units}
        flags = self.position.flags
        if "coalition_strife" in flags and nations & {"US", "FF"} and nations & {"BR", "CA", "POL", "NZ"}:
            cost = max(cost, 2)
        if "werewolves" in flags and self.game.counters[units[0]].side == "allied":
            cost += hexes()[label]["country"] == "Germany"
        return cost

    def may_be_marked(self, label: str, side: str) -> bool:
        """May a unit of a hex attack somebody beside it (6.25, 6.26)?"""
        spared = not {"rommel", "roundup"} & self.position.flags.keys()
        for there in beside(label) & hexes().keys():
            if self.enemy(there, side):
                france = there in beaches() and hexes()[there]["country"] == "France"
                armour = [self.game.counters[unit].mechanized for unit in self.units[label]]
                if side == "allied" or not (france and spared) or not all(armour):
                    return True
        return False


def hand(look: Any) -> Hand:
    """A position as a player has it before him."""
    return Hand(look)
