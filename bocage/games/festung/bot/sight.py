"""How the map looks to a side: what hexes are worth, how far they are, who could strike them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bocage.bots.judgement import Style
from bocage.rules import HexSet

from ..rules.look import GERMAN, WESTERN, FestungLook, members
from ..rules.position import ALLIED, AXIS, OTHER
from ..rules.supply import tracing
from .usual import USUAL

FAR = 99


class Sight:
    """One side's look at the map; what costs time is found when it is first asked for."""

    def __init__(self, look: FestungLook, side: str, style: Style) -> None:
        self.look, self.side, self.style = look, side, style
        self.enemy = OTHER[side]
        self.game, self.position = look.game, look.position
        self.data, self.board = look.game.data, look.game.board
        self._kept: dict[object, Any] = {}

    def number(self, name: str) -> float:
        """A number of the style, or the usual one."""
        return self.style.get(name, USUAL[name])

    # Hexes

    @cached_property
    def worths(self) -> dict[int, float]:
        """What it is worth to hold a hex, for either side: victory points, supply, ports, and a little for any."""
        data, found = self.data, {}
        closed = self.data.red if self.position.closed else 0
        for node in self.board.nodes(self.look.in_play()):
            bit = 1 << node
            value = self.number("ground")
            if data.vp & bit:
                value += self.number("point")
            if data.ports & bit:
                value += self.number("port")
            if data.industrial & bit & ~self.position.captured_industry:
                value += self.number("industry")
            if data.beaches & bit:
                value += self.number("beach")
            if bit & (tracing.sources(self.look, GERMAN) | self.game.named_hexes("Paris", "Naples")):
                value += self.number("source")
            found[node] = 0.0 if closed & bit else value
        for node in self.board.nodes(self._tested & self.look.controls(AXIS)):
            found[node] = found.get(node, 0.0) + self.number("tested") * max(1, self.position.turn - 2)
        return found

    @cached_property
    def _tested(self) -> HexSet:
        """Hexes of which the Allies need one before a test of victory (16.2)."""
        turn, numbers = self.position.turn, self.game.rules.numbers
        if self.look.roundup_game():
            names, last = ("Marseilles", "Oslo", "The Ruhr"), numbers["roundup_test_turn"]
        else:
            names, last = ("Marseilles", "Paris", "Rome"), numbers["husky_test_turn"]
        hexes = self.game.named_hexes(*names)
        decided = hexes & self.look.controls(ALLIED)
        return 0 if turn > last or decided else hexes

    def worth(self, node: int) -> float:
        """What it is worth to hold a hex."""
        return self.worths.get(node, 0.0)

    def ways(self, side: str) -> HexSet:
        """Hexes and boxes that units of a side can pass."""
        return self.look.enterable(WESTERN if side == ALLIED else GERMAN)

    def distances(self, side: str, start: HexSet) -> list[int]:
        """Steps from the nearest of some hexes over ground that a side may enter."""
        key = ("distance", side, start)
        if key not in self._kept:
            sides, open_hexes = self.data.open_sides, self.ways(side)
            found = [FAR] * (self.board.all.bit_length() + 1)
            near, seen, steps = start, start, 0
            while near:
                for node in members(near):
                    found[node] = steps
                near = sides.step(near) & open_hexes & ~seen
                seen |= near
                steps += 1
            self._kept[key] = found
        distances: list[int] = self._kept[key]
        return distances

    @cached_property
    def pulls(self) -> list[float]:
        """How much an attacker wants to be in a hex: the way to what the enemy holds, nearer is better."""
        return self.pull_of(self.side)

    def pull_of(self, side: str) -> list[float]:
        """How much a side wants to be in a hex, by what its enemy holds around it."""
        key = ("pull", side)
        if key not in self._kept:
            fade = self.number("fade")
            found = [0.0] * (self.board.all.bit_length() + 1)
            held = self.look.controls(OTHER[side]) & self.ways(side)
            prizes = [node for node in self.board.nodes(held) if self.worth(node) > 1.0]
            for prize in prizes:
                worth = self.worth(prize)
                for node, steps in enumerate(self.distances(side, 1 << prize)):
                    if steps < FAR:
                        found[node] = max(found[node], worth * fade**steps) + 0.02 * worth * fade**steps
            self._kept[key] = found
        pulls: list[float] = self._kept[key]
        return pulls

    @cached_property
    def enemy_steps(self) -> list[int]:
        """How far the nearest enemy is from a hex."""
        there = self.look.occupied(self.enemy)
        if self.enemy == AXIS:
            there &= self.board.hexes
        return self.distances(self.enemy, there)

    @cached_property
    def landings(self) -> HexSet:
        """Hexes beside Beach Heads where the Allies have not landed yet."""
        return self.data.open_sides.step(self.data.beaches & ~self.position.marked & ~self.game.absent_beaches)

    # Units

    def step_value(self, unit: int) -> float:
        """What the next step of a unit is worth."""
        counter, steps = self.game.counters[unit], self.position.units[unit].steps
        now = counter.attack[steps - 1] + counter.defence[steps - 1]
        after = counter.attack[0] + counter.defence[0] if steps > 1 else 0.0
        return (now - after) * self.number("factor") + (0.4 if steps == 1 and not counter.fortress else 0.0)

    def strength(self, unit: int) -> float:
        """What a unit is worth as a whole."""
        counter = self.game.counters[unit]
        return (counter.attack[-1] + counter.defence[-1]) * self.number("factor")

    def defence_at(self, node: int, side: str) -> int:
        """The defence factors of a side in a hex."""
        return sum(self.look.defence(unit) for unit in self.look.of_side(node, side))

    @cached_property
    def enemy_armour(self) -> list[tuple[int, int, int]]:
        """Mechanized enemies on the map: where, with what attack, and how far they go."""
        look = self.look
        units = members(self.game.mechanized & look.on_map(self.enemy))
        return [(self.position.units[unit].at, look.attack(unit), look.pace(unit)) for unit in units]

    def threat(self, node: int) -> float:
        """The attack factors that the enemy could bring against a hex in an action or two."""
        key = ("threat", node)
        if key not in self._kept:
            look, total = self.look, 0.0
            for near in self.board.nodes(self.data.open_sides.step(1 << node) & look.occupied(self.enemy)):
                if self.board.hexes >> near & 1:
                    total += sum(look.attack(unit) for unit in look.of_side(near, self.enemy))
            steps = self.distances(self.enemy, 1 << node)
            for at, attack, pace in self.enemy_armour:
                if 1 < steps[at] <= pace:
                    total += 0.5 * attack
            self._kept[key] = total
        threat: float = self._kept[key]
        return threat

    def danger(self, node: int, defence: float, steps: int = 2) -> float:
        """What standing in a hex with so much defence may cost: the hex, and steps."""
        threat = self.threat(node)
        if threat <= 0 or defence <= 0:
            return 0.0
        columns = self.data.tec[self.data.terrain_at[node]].shift
        odds = threat / defence + 0.7 * columns + (1.0 if self.enemy == ALLIED else 0.3)
        chance = max(0.0, min(1.0, (odds - 0.7) / 4.0))
        return chance * (self.worth(node) + steps * 1.0) * self.number("danger")

    def guard(self, node: int, defence: float) -> float:
        """What more defence in a hex is worth: the hex itself, the way through it, and how near the enemy is."""
        steps = self.enemy_steps[node]
        near = {0: 1.0, 1: 1.0, 2: 0.9, 3: 0.7, 4: 0.5, 5: 0.3}.get(steps, 0.1)
        if self.side == AXIS and self.landings >> node & 1:
            near = max(near, self.number("coast"))
        stake = self.worth(node) + self.number("block") * self.pull_of(self.enemy)[node]
        cover = -self.data.tec[self.data.terrain_at[node]].shift
        held = defence * (1.0 + 0.3 * cover)
        return self.number("guard") * near * stake * held / (held + 4.0)


def sight_of(look: FestungLook, side: str, style: Style) -> Sight:
    """How the map looks to a side in a style."""
    return Sight(look, side, style)
