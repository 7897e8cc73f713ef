"""How the map looks to a side: what hexes are worth, how far they are, who could strike them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bocage.bots.judgement import Style
from bocage.rules import HexSet, pure

from ..game import Festung
from ..rules.look import GERMAN, WESTERN, FestungLook, in_air_range, members
from ..rules.position import ALLIED, AXIS, OTHER
from ..rules.supply import tracing
from .coming import landings, open_beaches, posts
from .gathering import nooses
from .mood import mood
from .sources import last_sources, may_betray, source_worth
from .spots import Arrivals, Company, Hold, Kind, Spoils
from .usual import OF_SIDE, USUAL
from .ways import pull_to, ridden, steps_from

if TYPE_CHECKING:
    from .marches import Order

LONGEST_RAID = 9  # steps from supply beyond which it is all the same
MANY = 4  # enemy actions before attrition, beyond which it is all the same


class Sight:
    """One side's look at the map; what costs time is found when it is first asked for."""

    def __init__(self, look: FestungLook, side: str, style: Style) -> None:
        self.look, self.side, self.style = look, side, style
        self.enemy = OTHER[side]
        self.game, self.position = look.game, look.position
        self.data, self.board = look.game.data, look.game.board
        self._kept: dict[object, Any] = {}
        self._numbers: dict[str, float] = {}
        self._threats: dict[int, float] = {}
        self._holds: dict[int, Hold] = {}
        self._companies: dict[int, Company] = {}
        self._arrivals: dict[Kind, Arrivals] = {}
        self.markers: tuple[list[Order], list[Order]] | None = None  # found by `marches`
        self.preys: dict[int, Any] = {}  # enemy hexes that could be attacked, kept by `gathering`

    def number(self, name: str) -> float:
        """A number of the style, or the usual one."""
        if name not in self._numbers:
            self._numbers[name] = self.style.get(name, OF_SIDE[self.side].get(name, USUAL[name]))
        return self._numbers[name]

    # Hexes

    @cached_property
    def worths(self) -> dict[int, float]:
        """What it is worth to hold a hex, for either side: victory points, supply, ports, and a little for any.

        Once Stalin is betrayed the war can be won in Berlin, if Hitler is gone (16.2).
        """
        sources = tracing.sources(self.look, GERMAN) | self.game.named_hexes("Paris", "Naples")
        betrayal = may_betray(self.look)
        closed = self.data.red & ~(self.game.berlin if betrayal else 0) if self.position.closed else 0
        taken, numbers = self.position.captured_industry, tuple(map(self.number, OF_HEX))
        found = dict(worths_of(self.game, self.look.in_play(), sources, closed, taken, numbers))
        if share := self.number("last_source"):
            for node in self.board.nodes(last_sources(self.look)):
                found[node] = found.get(node, 0.0) + source_worth(self.look, share)
        if betrayal:
            for node in self.board.nodes(self.game.berlin):
                found[node] = found.get(node, 0.0) + self.number("betrayal") * self.number("berlin")
        if self.look.on("stalin_betrayed"):
            hitler = 1 << self.position.hitler if self.position.hitler >= 0 else 0
            for node in self.board.nodes(self.game.berlin | hitler):
                found[node] = found.get(node, 0.0) + self.number("berlin")
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

    def ways(self, side: str, coming: bool = False) -> HexSet:
        """Hexes and boxes that units of a side can pass; for the Allies also what may be open to them soon."""
        found = self.look.enterable(WESTERN if side == ALLIED else GERMAN)
        if coming and side == ALLIED:
            found |= open_beaches(self.look) | (self.data.red if may_betray(self.look) else 0)
        return found

    def distances(self, side: str, start: HexSet, coming: bool = False) -> bytes:
        """Steps from the nearest of some hexes over ground that a side may enter."""
        return steps_from(self.game, start, self.ways(side, coming))

    @cached_property
    def pulls(self) -> Sequence[float]:
        """How much an attacker wants to be in a hex: the way to what the enemy holds, nearer is better."""
        return self.pull_of(self.side)

    def pull_of(self, side: str) -> Sequence[float]:
        """How much a side wants to be in a hex, by what its enemy holds around it."""
        key = ("pull", side)
        if key not in self._kept:
            found: Sequence[float] = self._pull(side, False)
            if side == ALLIED and open_beaches(self.look):
                share = self.number("to_come")
                found = [max(now, share * later) for now, later in zip(found, self._pull(side, True), strict=True)]
            self._kept[key] = found
        pulls: Sequence[float] = self._kept[key]
        return pulls

    def _pull(self, side: str, coming: bool) -> tuple[float, ...]:
        held = self.look.controls(OTHER[side]) & self.ways(side)
        prizes = tuple((node, self.worth(node)) for node in self.board.nodes(held) if self.worth(node) > 1.0)
        return pull_to(self.game, prizes, self.ways(side, coming), self.number("fade"))

    @cached_property
    def enemy_steps(self) -> bytes:
        """How far the nearest enemy is from a hex."""
        return self.distances(self.enemy, self._enemies)

    @cached_property
    def enemy_steps_to_come(self) -> bytes:
        """The same with the beaches where he may land soon; none but a force in the box behind them lands."""
        return self.distances(self.enemy, self._enemies, coming=True)

    @cached_property
    def own_steps(self) -> bytes:
        """How far the nearest own unit on the map is from a hex."""
        return self.distances(self.side, self.look.occupied(self.side) & self.board.hexes)

    @cached_property
    def _enemies(self) -> HexSet:
        there = self.look.occupied(self.enemy)
        return there & self.board.hexes if self.enemy == AXIS else there

    @cached_property
    def coasts(self) -> HexSet:
        """Hexes beside Beach Heads where the Allies have not landed yet."""
        return self.data.open_sides.step(self.data.beaches & ~self.position.marked & ~self.game.absent_beaches)

    def kept(self, kind: str, node: int, safe: bool) -> float:
        """The chance that a unit is not cut off and starved in a hex (11.71), by the steps from where supply is now.

        It is `safe` who is fed when the last action begins: the line is drawn along behind it, and nobody cuts it.
        """
        steps = self._steps_from_supply(kind)[node]
        if steps <= 1 or safe:
            return 1.0
        exposed = (min(steps, LONGEST_RAID) - 1) * (1.0 if self.enemy_steps[node] <= 3 else 0.5)
        left = self.game.rules.numbers["rounds"] - self.position.round
        return float((self.number("cut") - 0.07 * min(left, MANY)) ** exposed)

    def is_fed(self, unit: int) -> bool:
        """Is a unit in supply where it is? Boxes always feed."""
        at = self.position.units[unit].at
        return at < 0 or not self.board.hexes >> at & 1 or self._steps_from_supply(self.look.kind(unit))[at] == 0

    def _steps_from_supply(self, kind: str) -> bytes:
        key = ("steps from supply", kind)
        if key not in self._kept:
            self._kept[key] = self.distances(self.side, tracing.fed_hexes(self.look, kind))
        found: bytes = self._kept[key]
        return found

    # Units

    @cached_property
    def posts(self) -> dict[int, int]:
        """Own units and the boxes where they are needed."""
        return posts(self.look, self.side)

    def step_value(self, unit: int) -> float:
        """What the next step of a unit is worth."""
        counter, steps = self.game.counters[unit], self.position.units[unit].steps
        now = counter.attack[steps - 1] + counter.defence[steps - 1]
        after = counter.attack[0] + counter.defence[0] if steps > 1 else 0.0
        return (now - after) * self.number("factor") + (0.4 if steps == 1 and not counter.fortress else 0.0)

    def cover(self, node: int) -> float:
        """How much of one's own attack a base covers for interdiction, landings at hand among it (14.32)."""
        look, found = self.look, 0.01 * self.pulls[node]
        near = in_air_range(self.game, node)
        for unit in members(look.on_map(ALLIED)):
            if near >> self.position.units[unit].at & 1:
                found += look.attack(unit) * (1.0 if self.enemy_steps[self.position.units[unit].at] <= 3 else 0.3)
        hand = self.position.decks[ALLIED].hand
        for one in landings(look):
            if one.turn == self.position.turn and hand >> one.card & 1 and self.data.boxes[one.effect.box] == node:
                found += 3.0 * len(one.effect.units)
        return found

    def strength(self, unit: int) -> float:
        """What a unit is worth as a whole."""
        counter = self.game.counters[unit]
        return (counter.attack[-1] + counter.defence[-1]) * self.number("factor")

    def defence_at(self, node: int, side: str) -> int:
        """The defence factors of a side in a hex."""
        return sum(self.look.defence(unit) for unit in self.look.of_side(node, side))

    @cached_property
    def _blows(self) -> tuple[dict[int, int], list[tuple[HexSet, int]]]:
        """The attack factors of the enemy in each hex, and the hexes that mechanized ones reach, with their factors."""
        look, enemy = self.look, self.enemy
        beside = {
            node: sum(map(look.attack, look.of_side(node, enemy)))
            for node in self.board.nodes(look.occupied(enemy) & self.board.hexes)
        }
        groups: dict[tuple[int, int], int] = {}
        for unit in members(self.game.mechanized & look.on_map(enemy)):
            start = self.position.units[unit].at, look.pace(unit)
            groups[start] = groups.get(start, 0) + look.attack(unit)
        ways = self.ways(enemy)
        return beside, [(ridden(self.game, at, pace, ways), attack) for (at, pace), attack in groups.items()]

    def threat(self, node: int) -> float:
        """The attack factors that the enemy could bring against a hex in an action or two."""
        if node not in self._threats:
            beside, rides = self._blows
            near = self.data.open_sides.step(1 << node)
            total = sum(attack for other, attack in beside.items() if near >> other & 1)
            self._threats[node] = total + 0.5 * sum(attack for hexes, attack in rides if hexes >> node & 1)
        return self._threats[node]

    # Hexes with those who stand there

    def hold(self, node: int) -> Hold:
        """What a hex asks of those who hold it."""
        if node not in self._holds:
            self._holds[node] = Hold(self, node)
        return self._holds[node]

    def guard(self, node: int, defence: float) -> float:
        """What more defence in a hex is worth: the hex itself, the way through it, and how near the enemy is."""
        return self.hold(node).guard(defence)

    def company(self, node: int) -> Company | None:
        """Who of one's own is in a hex now; nothing for a box."""
        if not self.board.hexes >> node & 1:
            return None
        if node not in self._companies:
            self._companies[node] = Company(self, node)
        return self._companies[node]

    def arrivals(self, unit: int) -> Arrivals:
        """How good it is to have a unit elsewhere than where it is; units of the same strength share what is found."""
        counter, steps = self.game.counters[unit], self.position.units[unit].steps
        post = self.posts.get(unit, -1)
        safe = self.position.round == self.game.rules.numbers["rounds"] and self.is_fed(unit)
        kind = Kind(counter.attack[steps - 1], counter.defence[steps - 1], steps, self.look.kind(unit), post, safe)
        if kind not in self._arrivals:
            self._arrivals[kind] = Arrivals(self, kind)
        return self._arrivals[kind]

    @cached_property
    def nooses(self) -> dict[int, float]:
        """What it is worth to cut enemies off."""
        return nooses(self)

    @cached_property
    def spoils(self) -> Spoils:
        """What it is worth to enter each hex, and the chance to be cut off there."""
        return Spoils(self)


# What hexes of each sort are worth, in this order.
OF_HEX = ("ground", "point", "port", "industry", "beach", "source")


@pure(64)
def worths_of(
    game: Festung, hexes: HexSet, sources: HexSet, closed: HexSet, taken: HexSet, numbers: tuple[float, ...]
) -> dict[int, float]:
    """What hexes are worth by what lies in them."""
    data, found = game.data, {}
    ground, *more = numbers
    sorts = data.vp, data.ports, data.industrial & ~taken, data.beaches, sources
    for node in game.board.nodes(hexes):
        value = ground
        for sort, number in zip(sorts, more, strict=True):
            if sort >> node & 1:
                value += number
        found[node] = 0.0 if closed >> node & 1 else value
    return found


def sight_of(look: FestungLook, side: str, style: Style) -> Sight:
    """How the map looks to a side in a style."""
    return Sight(look, side, mood(look, side, style))
