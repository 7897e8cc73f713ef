"""Zones, supply and retreats worked out hex by hex, with sets and queues, as a slow twin of the rules (11.4, 9.46)."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.festung.combat.fighting import arranged
from tests.festung.playing import game

FLAGS = (
    "", "italian_disarmament", "isr italian_disarmament alpenfestung", "stalin_betrayed",
    "alpenfestung stalin_betrayed",
)  # fmt: skip
CLOSED = ("", "", "allied", "both")
RED_SOURCES = ("Berlin", "Breslau")


def scene(random: Random) -> tuple[Any, Any]:
    """A map with fronts: patches of Allied ground, and stacks of both sides on their own hexes."""
    made = game()
    board, data = made.board, made.data
    closed = random.choice(CLOSED)
    red = set(board.names(data.red))
    allied: set[str] = set()
    for _ in range(random.randint(1, 9)):
        around = board.within(random.choice(board.nodes(data.land)), random.randint(0, 3)) & data.land
        allied |= set(board.names(around))
    marked = random.sample(board.names(data.beaches & ~made.absent_beaches), random.randint(0, 4))
    allied |= {label for label in marked if random.random() < 0.8}
    if closed == "both":
        allied -= red
    ground = [label for label in [*board.names(data.land), *marked] if not (closed == "both" and label in red)]
    units, free = [], [counter for counter in made.counters if not counter.fortress]
    random.shuffle(free)
    for label in random.sample(ground, 45):
        side = "allied" if label in allied else "axis"
        for counter in [counter for counter in free if counter.side == side][: random.randint(1, 2)]:
            if side == "allied" and board.index[label] in board.nodes(made.berlin):
                continue
            free.remove(counter)
            units.append(f"{counter.id} {label}{random.choice(('', ' reduced'))}")
    fields: dict[str, Any] = {"closed": closed, "surrendered": random.random() < 0.3}
    if random.random() < 0.4:
        fields |= {"fighters": {"UK-A": "interdiction"}, "stationed": {"UK-A": "Airbase UK"}}
    made, position = arranged("axis", "; ".join(units), allied=" ".join(allied), flags=random.choice(FLAGS), **fields)
    position.marked = board.set(marked) | position.allied_control & data.beaches
    return made, position


class ByHand:
    """A position looked at hex by hex."""

    def __init__(self, made: Any, position: Any) -> None:
        self.game, self.position, self.data = made, position, made.data
        board, data = made.board, made.data
        self.near = {node: set(board.nodes(data.open_sides.step(1 << node))) for node in board.nodes(board.all)}
        self.hexes = set(board.nodes(board.hexes))
        self.named = {name: node for node, name in data.names.items()}
        self.land, self.marked = set(board.nodes(data.land)), set(board.nodes(position.marked))
        self.allied = set(board.nodes(position.allied_control))
        self.red = set(board.nodes(data.red))
        self.units = {
            number: unit.at for number, unit in enumerate(position.units) if unit.at >= 0 and unit.at in self.hexes
        }
        self.interdicted = self._interdicted()
        self.known: dict[Any, set[int]] = {}  # zones by side, open hexes by who looks

    def side(self, unit: int) -> str:
        return str(self.game.counters[unit].side)

    def there(self, node: int) -> set[str]:
        return {self.side(unit) for unit, at in self.units.items() if at == node}

    def held(self, side: str) -> set[int]:
        everything = self.land | self.marked
        return self.allied & everything if side == "allied" else everything - self.allied

    def open_to(self, unit: int) -> set[int]:
        counter, position = self.game.counters[unit], self.position
        found = self.land | self.marked
        if position.closed == "both" or (position.closed == "allied" and counter.side == "allied"):
            found = found - self.red
        if counter.side == "allied":
            return found if "stalin_betrayed" in position.flags else found - {self.named["Berlin"]}
        if counter.group == "German" and counter.army and "italian_disarmament" not in position.flags:
            return found - set(self.game.board.nodes(self.data.south_of_arno))
        if counter.group == "Italian" and not position.surrendered:
            home = [
                n
                for c in ("Italy", "Sicily", "Sardinia", "Corsica")
                for n in self.game.board.nodes(self.data.countries[c])
            ]
            italy = self.game.board.nodes(self.data.countries["Italy"])
            return found & (
                set(home)
                | {n for i in italy for n in self.near[i]}
                | set(self.game.board.nodes(self.game.italian_area & self.data.beaches))
            )
        return found

    def sources(self, unit: int) -> set[int]:
        counter, flags = self.game.counters[unit], self.position.flags
        if counter.side == "allied":
            names = ["Paris", "Naples"]
        elif counter.group == "Italian":
            names = ([] if self.position.surrendered else ["Rome"]) + (["Milan"] if "isr" in flags else [])
        else:
            names = ["Berlin", "Breslau", "Munich", "The Ruhr"] + (["Salzburg"] if "alpenfestung" in flags else [])
            if self.position.closed == "both":
                names = [name for name in names if name not in RED_SOURCES]
        return {self.named[name] for name in names} & self.held(counter.side)

    def ports(self, side: str) -> set[int]:
        found = set(self.game.board.nodes(self.data.ports)) & self.held(side)
        if side == "allied":
            found |= self.marked & self.held(side)
            if self.named["The Scheldt"] not in self.held(side):
                found -= {self.named["Antwerp"]}
        return found

    def _interdicted(self) -> set[int]:
        if not self.position.stationed:
            return set()
        found: set[int] = set()
        ring = {self.game.bases["Airbase UK"]}
        absent = set(self.game.board.nodes(self.game.absent_beaches))
        for _ in range(4):
            ring = {n for node in ring for n in self.near[node] if n in self.hexes and n not in absent} - found
            found |= ring
        return found

    def zones(self, side: str) -> set[int]:
        if side not in self.known:
            self.known[side] = self._zones(side)
        return self.known[side]

    def _zones(self, side: str) -> set[int]:
        skagerrak = self.data.sides["skagerrak"]
        found: set[int] = set()
        for unit, at in self.units.items():
            if (
                self.side(unit) == side
                and self.game.counters[unit].mechanized
                and self.grade(unit, at, zones=False) != "out"
            ):
                found |= self.near[at] - set(self.game.board.nodes(skagerrak.step(1 << at)))
        return (found & self.hexes) - (self.interdicted if side == "axis" else set())

    def passable(self, unit: int, zones: bool, gone: int = -1) -> set[int]:
        key = self.game.class_of[unit], zones, gone
        if key not in self.known:
            self.known[key] = self._passable(unit, zones, gone)
        return self.known[key]

    def _passable(self, unit: int, zones: bool, gone: int) -> set[int]:
        side = self.side(unit)
        enemy = self.zones("axis" if side == "allied" else "allied") if zones else set()
        friends = {at for other, at in self.units.items() if self.side(other) == side and at != gone}
        return {n for n in self.held(side) & self.open_to(unit) if n not in enemy or n in friends}

    def steps(self, start: set[int], ways: set[int]) -> dict[int, int]:
        """How far hexes are from some others."""
        found, ring, far = dict.fromkeys(start, 0), set(start), 0
        while ring:
            far += 1
            ring = {n for node in ring for n in self.near[node] if n in ways and n in self.hexes} - set(found)
            found |= dict.fromkeys(ring, far)
        return found

    def grade(self, unit: int, at: int, zones: bool = True, gone: int = -1) -> str:
        """The grade of supply that a unit has, or would have, in a hex (11.4, 11.5)."""
        side = self.side(unit)
        ways = self.passable(unit, zones, gone) | {at}
        far = self.steps({at}, ways)
        ends = self.sources(unit) | (self.ports(side) if side == "allied" else set())
        reached = [far[node] for node in ends if node in far]
        if reached:
            return "full" if min(reached) <= 3 else "limited"
        if side == "axis":
            sea = [set(self.game.board.nodes(found)) & self.ports(side) for found in self.data.seas.values()]
            fed = self.steps(
                self.sources(unit) & ways, ways - ({at} if at not in self.passable(unit, zones, gone) else set())
            )
            for harbours in sea:
                if harbours & set(far) and harbours & set(fed):
                    return "limited"
        return "out"

    def retreats(self, unit: int, length: int) -> set[int]:
        """Where a beaten unit can go (9.43, 9.46, rulings R9, R83, R109)."""
        side, at = self.side(unit), self.units[unit]
        enemy = "axis" if side == "allied" else "allied"
        friends = {where for other, where in self.units.items() if self.side(other) == side}
        foes = {where for other, where in self.units.items() if self.side(other) == enemy}
        free = {n for n in self.open_to(unit) if n not in foes and (n not in self.zones(enemy) or n in friends)} - {at}
        ways = [[at]]
        for number in range(length):
            ways = [
                [*way, n]
                for way in ways
                for n in self.near[way[-1]]
                if n in free and n not in way and (number or self._towards(unit, at, n))
            ]
        fits = [way for way in ways if self._room(way[-1], side) and (length == 1 or way[-1] not in self._beside(at))]
        held = self.held(side)
        for test in (
            lambda way: all(n in held for n in way[1:]),
            lambda way: self.grade(unit, way[-1], gone=at) != "out",
        ):
            fits = [way for way in fits if test(way)] or fits
        found = {way[-1] for way in fits}
        if side == "allied" and at in set(self.game.board.nodes(self.data.beaches)):
            found |= self.near[at] - self.hexes
        return found

    def _beside(self, at: int) -> set[int]:
        return set(self.game.board.nodes(self.game.board.around[at]))

    def _room(self, node: int, side: str) -> bool:
        many = sum(at == node for at in self.units.values())
        return many < (5 if side == "allied" and node not in self.land else 3)

    def _towards(self, unit: int, at: int, node: int) -> bool:
        side, everywhere = self.side(unit), self.land | self.marked
        goals = [{source} for source in self.sources(unit) - {at}]
        if side == "allied":
            goals += [self.ports(side) - {at}] if self.ports(side) - {at} else []
            if not goals:
                return True
        else:
            near = [goal for goal in goals if at in self.steps(goal, everywhere)]
            if not goals:
                return True
            goals = near or [{port} for port in self.ports(side) - {at}]
            if not goals:
                return True
        for goal in goals:
            far = self.steps(goal, everywhere)
            if at in far and node in far and far[node] < far[at]:
                return True
        return False
