"""A beginner's eye for Fortress Europa: how good each action looks by itself, by exact odds but without a plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat import attackers as who
from ..rules.look import members
from ..rules.position import BASES
from .aims.goals import Goals
from .aims.winter import goals
from .odds import Odds
from .orders import air, landing, questions
from .sight import Sight

NEVER = -1000.0
ENOUGH = 0.5
RESTLESS = 0.4
A_STEP_NEARER = 0.5
DANGER, CUT_OFF, TIED = 0.7, 4.0, 6.0


class Beginner:
    """Weighs the actions of one question."""

    def __init__(self, seat: Seat, sight: Sight) -> None:
        self.seat = seat
        self.sight = sight
        self.frame: Any = seat.prompt.frame
        self._values: dict[tuple[int, int], float] = {}
        verbs = seat.prompt.verbs()
        frame = self.frame
        pick = {
            "objectives": lambda: questions.objectives(seat, sight, verbs, Random(0)),
            "german set-up": lambda: (verbs.get("suggested") or verbs.get("end") or verbs["place"])[0],
            "allied set-up": lambda: questions.ending(sight, verbs),
            "allied allocation": lambda: air.allot(sight, verbs),
            "german allocation": lambda: air.oppose(sight, verbs, Random(0)),
            "bridge attacks": lambda: air.bomb(sight, verbs),
            "drop": lambda: questions.ending(sight, verbs) if verbs.get("end") else landing.drop(sight, frame, verbs),
            "landing": lambda: landing.land(sight, frame, verbs),
            "second wave": lambda: landing.second_wave(sight, frame, verbs),
            "mulberry": lambda: landing.mulberry(sight, verbs),
            "ships": lambda: landing.ship(sight, frame, verbs, self._odds),
            "ground support": lambda: landing.cover(sight, self._odds, verbs),
            "hold": lambda: questions.ending(sight, verbs),
            "retreat": lambda: questions.retreat(sight, self._goals, frame, verbs),
            "spending": lambda: questions.spend(sight, self._goals, frame, verbs),
            "allied arrivals": lambda: questions.allied_arrival(sight, verbs),
            "reserve return": lambda: questions.nearest(sight, self._goals, verbs),
            "partisan placing": lambda: questions.ending(sight, verbs),
        }
        scales: dict[str, Callable[[Action], float]] = {
            "invasion": self._beach,
            "movement": self._march,
            "combat": self._combat,
        }
        step = seat.prompt.step
        if step in scales:
            self.worth: Callable[[Action], float] = scales[step]
        elif step in pick:
            chosen = pick[step]()
            self.worth = lambda action: float(action is chosen)
        else:
            self.worth = self._other

    def _other(self, action: Action) -> float:
        if action.verb in ("lose", "starve", "eliminate", "substitute", "remove"):
            return -self.sight.step_cost(action.index)
        return 1.0 if action.verb in ("end", "continue") else 0.0

    @cached_property
    def _goals(self) -> Goals:
        return goals(self.sight)

    @cached_property
    def _odds(self) -> Odds:
        return Odds(self.sight, self._goals.prizes)

    # Landing

    def _beach(self, action: Action) -> float:
        """The emptiest beach near a port; no more than three hexes, and no second landing."""
        line = self.frame.line
        if action.verb == "end":
            return 0.0 if not line else 2.0 * line.bit_count()
        if self.sight.position.invasions:
            return -1.0
        node = action.index
        held = sum(self.sight.attack(unit) for unit in self.sight.fighters(node, self.sight.enemy))
        port = max((port.capacity / (1 + self.sight.board.distance(node, at))
                    for at, port in self.sight.game.data.ports.items()), default=0.0)  # fmt: skip
        return 5.0 + 0.2 * port - held

    # Marching

    def _march(self, action: Action) -> float:
        if action.verb == "end":
            return 0.0
        hand = self.frame.hand
        if action.verb == "pick":
            return NEVER if hand and self._best_step(hand.bit_length() - 1) > 0 else self._gain_of(action.index)
        if action.verb in ("move", "rail"):
            unit = hand.bit_length() - 1
            if self.sight.at(unit) < 0:
                return 3.0 - 0.1 * self._goals.pull[action.index]
            return self._value(unit, action.index) - self._value(unit, self.sight.at(unit)) - RESTLESS
        if action.verb in ("sail", "enter"):
            return 5.0 - 0.05 * self._goals.pull[action.index]
        return NEVER

    def _best_step(self, unit: int) -> float:
        sets = self.seat.prompt.sets
        nodes = self.sight.board.nodes(sets.get("move", 0) | sets.get("sail", 0) | sets.get("enter", 0))
        if self.sight.at(unit) < 0:
            return 1.0 if nodes else NEVER
        here = self._value(unit, self.sight.at(unit))
        return max((self._value(unit, node) - here - RESTLESS for node in nodes), default=NEVER)

    def _gain_of(self, unit: int) -> float:
        sight = self.sight
        if sight.at(unit) < 0:
            return 1.0 if sight.at(unit) not in BASES or sight.attack(unit) > 2 else -1.0
        here = self._value(unit, sight.at(unit))
        nodes = sight.board.nodes(sight.ways(unit))
        return max((self._value(unit, node) - here - RESTLESS for node in nodes), default=NEVER)

    def _value(self, unit: int, node: int) -> float:
        """What it is worth that a unit stands in a hex."""
        known = self._values.get((unit, node))
        if known is not None:
            return known
        sight, aims = self.sight, self._goals
        others = [other for other in sight.fighters(node) if other != unit]
        if not sight.look.has_room(unit, node):
            return NEVER
        value = -A_STEP_NEARER * aims.pull[node] + 0.4 * sight.cover[node]
        if not others:
            value += aims.guards.get(node, 0.0)
            value += aims.prizes.get(node, 0.0) if not sight.enemy_zone >> node & 1 else 0.0
        if not sight.fed >> node & 1:
            value -= CUT_OFF
        value -= DANGER * sight.danger(node, sight.defence(unit) + sum(sight.defence(other) for other in others))
        if sight.enemy_zone >> node & 1:
            near = sight.board.nodes(sight.look.sides().step(1 << node) & sight.exerting)
            party = dict.fromkeys((*others, unit), node)
            for other in members(sum(1 << beside for beside in sight.board.neighbours[node])):
                party |= {unit_: other for unit_ in sight.fighters(other) if sight.enemy_zone >> other & 1}
            value += sum(min(0.0, self._odds.verdict((enemy,), party).worth) for enemy in near[1:])
            if near:
                value += max(-TIED, max(self._odds.verdict((enemy,), party).worth for enemy in near))
        self._values[unit, node] = value
        return value

    # Fighting

    def _combat(self, action: Action) -> float:
        sight = self.sight
        if action.verb == "end":
            return 0.0
        able = who.able(sight.look, sight.side)
        if action.verb == "attack":
            found = max(
                self._odds.verdict((action.index,), {unit: sight.at(unit) for unit in members(party)}).worth
                for party in (able.get(action.index, 0) & group for group in who.parties(sight.look, sight.side))
                if party
            ) if able.get(action.index) else -5.0  # fmt: skip
            return found - ENOUGH
        if action.verb == "join":
            return 2.0 + 0.01 * sight.attack(action.index)
        if action.verb in ("ship", "support"):
            return 1.0
        return 0.5 if action.verb == "roll" else NEVER
