"""What it means to stand in a hex: found once for each, however many units are weighed there.

Thousands of places are weighed for an action, and most of what counts in one has nothing to do with who would come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rules.position import ALLIED, AXIS
from .gathering import pressing

if TYPE_CHECKING:
    from .sight import Sight

NEAR = (1.0, 1.0, 0.9, 0.7, 0.5, 0.3, 0.1)  # how much a hex asks for a guard, by the steps to the nearest enemy
FURTHEST = len(NEAR) - 1
COMPANY = 2  # steps from others within which nobody is cut off easily


class Hold:
    """A hex to be held: how much it asks for a guard, and what threatens whoever stands there."""

    __slots__ = ("_cover", "_dread", "_edge", "_stake", "_threat", "_tilt", "_worth")

    def __init__(self, sight: Sight, node: int) -> None:
        near = NEAR[min(sight.enemy_steps[node], FURTHEST)]
        if sight.side == AXIS:
            near = max(near, sight.number("coast") * NEAR[min(sight.enemy_steps_to_come[node], FURTHEST)])
        stake = sight.worth(node) + sight.number("block") * sight.pull_of(sight.enemy)[node]
        columns = sight.data.tec[sight.data.terrain_at[node]].shift
        self._stake = sight.number("guard") * near * stake
        self._cover = 1.0 - 0.3 * columns
        self._threat, self._worth = sight.threat(node), sight.worth(node)
        self._tilt, self._edge = 0.7 * columns, 1.0 if sight.enemy == ALLIED else 0.3
        self._dread = sight.number("danger")

    def guard(self, defence: float) -> float:
        """What more defence is worth: the hex itself, the way through it, and how near the enemy is."""
        held = defence * self._cover
        return self._stake * held / (held + max(4.0, 0.5 * self._threat))

    def danger(self, defence: float, steps: int) -> float:
        """What standing here with so much defence may cost: the hex, and steps."""
        if self._threat <= 0 or defence <= 0:
            return 0.0
        odds = self._threat / defence + self._tilt + self._edge
        chance = max(0.0, min(1.0, (odds - 0.7) / 4.0))
        return chance * (self._worth + steps * 1.0) * self._dread


class Company:
    """A hex with those who are there: what somebody adds who joins them."""

    __slots__ = ("_guarded", "_held", "_risk", "_steps", "hold")

    def __init__(self, sight: Sight, node: int, but: int = -1) -> None:
        self.hold = sight.hold(node)
        others = [other for other in sight.look.of_side(node, sight.side) if other != but]
        self._held = sum(map(sight.look.defence, others))
        self._steps = sum(sight.position.units[other].steps for other in others)
        self._guarded = self.hold.guard(self._held)
        self._risk = self.hold.danger(self._held, self._steps) if others else 0.0

    def joined(self, value: float, defence: int, steps: int) -> float:
        """A value, with what somebody of such strength adds to the guard, less what he risks."""
        value += self.hold.guard(self._held + defence) - self._guarded
        return value - (self.hold.danger(self._held + defence, self._steps + steps) - self._risk)


class Kind(NamedTuple):
    """Units for which it is the same where they go."""

    attack: int
    defence: int
    steps: int
    fed: str  # the class by which they are supplied
    post: int  # where they are needed, or -1
    safe: bool  # fed now, in the last action of the turn


class Arrivals(dict[int, float]):
    """Node -> how good it is to have a unit of a kind there that comes from elsewhere."""

    def __init__(self, sight: Sight, kind: Kind) -> None:
        self._sight, self._kind = sight, kind
        self._eager = sight.number("pull") * (0.1 + 0.12 * kind.attack)
        self._stake = sight.number("starved") * (kind.attack + kind.defence) * sight.number("factor")

    def __missing__(self, node: int) -> float:
        found = self[node] = self.weighed(node, self._sight.company(node), "gather")
        return found

    def weighed(self, node: int, company: Company | None, post: str) -> float:
        """How good it is to be there beside others; nobody counts in a box."""
        kept = self.kept(node)
        value = kept * self._eager * self._sight.pulls[node]
        if self._kind.post == node:
            value += self._sight.number(post)
        if company is None:
            return value
        value += pressing(self._sight, self._kind.attack, node, here=post == "post")
        value = company.joined(value, self._kind.defence, self._kind.steps)
        return value - (1.0 - kept) * self._stake

    def kept(self, node: int) -> float:
        """The chance not to be cut off and starved there."""
        return self._sight.kept(self._kind.fed, node, self._kind.safe)


class Spoils(dict[int, tuple[float, float]]):
    """Node -> what a unit takes from the enemy there, if it is not cut off, and the chance that it is."""

    def __init__(self, sight: Sight) -> None:
        self._sight, self._alone = sight, sight.number("alone")

    def __missing__(self, node: int) -> tuple[float, float]:
        kept = self._alone ** max(0, self._sight.own_steps[node] - COMPANY)
        found = self[node] = kept * self.prize(node), 1.0 - kept
        return found

    def prize(self, node: int) -> float:
        """What it is worth to enter a hex: what the enemy loses by it."""
        sight = self._sight
        taken = sight.board.hexes >> node & 1 and not sight.look.controls(sight.side) >> node & 1
        return sight.worth(node) + sight.nooses.get(node, 0.0) if taken else 0.0
