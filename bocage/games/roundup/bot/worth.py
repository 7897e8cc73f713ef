"""A beginner's eye for Operation Roundup: how good each action looks by itself, by exact odds but without a plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.parts.combat.odds import ratio

from ..rules.combat.attacks import Fighting
from ..rules.combat.retreats import Advancing, Retreating
from ..rules.movement.reach import Moving
from ..rules.position import GERMAN, POOL
from ..rules.supply import supplied
from . import arrivals
from .odds import Odds, attacks_at_hand
from .sight import Sight

NEVER = -1000.0
ENOUGH = 0.25  # what an attack must promise
A_STEP_NEARER = 0.4
COVER = 0.5
CUT_OFF = 4.0
DANGER = 0.8
RESTLESS = 0.3  # what a march must gain
MARCH = 1.5  # what marching first is worth against attacks at hand
BEST_HEXES = 6  # that are looked at for each unit
APART = 0.5  # between beachheads, for each hex


class Beginner:
    """Weighs the actions of one question."""

    def __init__(self, seat: Seat, sight: Sight) -> None:
        self.seat = seat
        self.sight = sight
        self.frame: Any = seat.prompt.frame
        self._promises: dict[tuple[int, int, int], float] = {}
        self._neighbours: dict[int, dict[int, int]] = {}
        scales: dict[str, Callable[[Action], float]] = {
            "beachheads": self._beachhead,
            "choose strategy": lambda action: float(action.index),
            "port designation": self._port,
            "air support": self._air_support,
            "aerial supply": self._aerial_supply,
            "landing": self._landing,
            "reinforcements": self._landing,
            "replacements": self._replacement,
            "phase order": self._order,
            "air drop": self._drop,
            "movement": self._march,
            "combat": self._combat,
            "losses": lambda action: -sight.step_cost(action.index),
            "overstacked": lambda action: -sight.step_cost(action.index),
            "retreat": self._retreat,
            "advance": self._advance,
            "tenacity": lambda action: float(action.verb == "withdraw"),
            "german reinforcements": self._arrival,
            "kampfgruppe": lambda action: 0.0 if action.verb == "end" else sight.game.counters[action.index].attack[1],
        }
        self.worth: Callable[[Action], float] = scales.get(seat.prompt.step, lambda action: 0.0)

    # Coming ashore

    def _beachhead(self, action: Action) -> float:
        if action.verb == "end":
            return 0.0
        sight, node = self.sight, action.index
        placed = sight.look.beachheads()
        apart = sight.ground.distances(placed)[node] if placed else 0
        return -float(sight.ground.distances(sight.game.port_hexes)[node]) - APART * apart

    def _port(self, action: Action) -> float:
        counters, nation = self.sight.game.counters, action.verb[:2].upper()
        return float(sum(counters[unit].nation == nation for unit in self.sight.position.stacks.get(POOL, ())))

    def _air_support(self, action: Action) -> float:
        """How many fights a marker helps: over enemies in one's own phase, over one's own units in the other's."""
        if action.verb == "end":
            return 0.5
        sight, node = self.sight, action.index
        mine = self.seat.phase.startswith(GERMAN) == (sight.side == GERMAN)
        near = sight.board.step(sight.own_hexes if mine else sight.enemy_hexes)
        fights = (sight.enemy_hexes if mine else sight.own_hexes) & near & ~sight.look.tas_area()
        return float(((sight.board.around[node] | 1 << node) & fights).bit_count())

    def _aerial_supply(self, action: Action) -> float:
        sight = self.sight
        if action.verb == "end":
            return 0.0
        hungry = [unit for unit in sight.position.stacks[action.index] if not supplied(sight.look, unit)]
        return float(sum(sight.attack(unit) + sight.defence(unit) for unit in hungry)) or -1.0

    def _landing(self, action: Action) -> float:
        sight = self.sight
        if action.verb == "end":
            return 0.0
        if action.verb == "enter":
            return 1.0 / (1 + sight.from_enemy[action.index])
        kind = action.index
        counter = next(c for unit in sight.position.stacks[POOL] if (c := sight.game.counters[unit]).kind == kind)
        return 2.0 * counter.attack[counter.steps] + counter.defence[counter.steps]

    def _replacement(self, action: Action) -> float:
        return 0.0 if action.verb == "end" else float(sum(self.sight.game.counters[action.index].attack))

    def _drop(self, action: Action) -> float:
        if action.verb == "end":
            return 0.0
        if action.verb == "drop":
            return 1.0 if arrivals.drop_possible(self.sight, self.sight.aims) else -1.0
        return 100.0 + arrivals.drop_worth(self.sight, self.sight.aims, action.index)

    def _arrival(self, action: Action) -> float:
        return NEVER if action.verb == "bring" else -float(self.sight.aims.pull[action.index])

    # Marching

    def _march(self, action: Action) -> float:
        if action.verb == "end":
            return 0.0
        if action.verb == "pick":
            return NEVER if self._has_a_march else self._gain_of(action.index)
        if action.verb in ("join", "drop"):  # drops are weighed before the march
            return NEVER
        return self._march_to(action.index)

    def _march_to(self, node: int) -> float:
        """What the unit in hand gains by marching to a hex."""
        frame = self.frame
        assert isinstance(frame, Moving)
        if frame.hand.bit_count() != 1:
            return NEVER
        unit = frame.hand.bit_length() - 1
        return self._value(unit, node) - self._value(unit, frame.at) - RESTLESS

    @cached_property
    def _has_a_march(self) -> bool:
        """Is there a good march for the unit in hand? Then nobody else needs to be looked at."""
        sets = self.seat.prompt.sets
        reach = sets.get("move", 0) | sets.get("column", 0)
        return any(self._march_to(node) > 0 for node in self.sight.board.nodes(reach))

    def _gain_of(self, unit: int) -> float:
        """What the best march of a unit would gain."""
        sight = self.sight
        near, column = sight.reach(unit)
        reach = near | column
        nodes = []
        for node in self._order_of_hexes:
            if reach >> node & 1:
                nodes.append(node)
                if len(nodes) >= BEST_HEXES:
                    break
        nodes += sight.board.nodes(near & sight.enemy_zone & ~sum(1 << node for node in nodes))
        best = max((self._value(unit, node) for node in nodes), default=NEVER)
        return best - self._value(unit, sight.at(unit)) - RESTLESS

    @cached_property
    def _ground(self) -> list[float]:
        """Node -> what it is worth to anybody to stand there."""
        sight, aims = self.sight, self.sight.aims
        values = [COVER * cover - A_STEP_NEARER * pull for cover, pull in zip(sight.cover, aims.pull, strict=True)]
        taken = sight.own_hexes | sight.enemy_hexes
        for node, prize in aims.prizes.items():
            if not taken >> node & 1:
                values[node] += prize
        return values

    @cached_property
    def _order_of_hexes(self) -> list[int]:
        values = self._ground
        return sorted(range(len(values)), key=lambda node: (-values[node], node))

    def _value(self, unit: int, node: int) -> float:
        """What it is worth that a unit stands in a hex."""
        sight = self.sight
        others = [other for other in sight.position.stacks.get(node, ()) if other != unit]
        if others and not sight.look.fits((*others, unit)):
            return NEVER
        value = self._ground[node]
        if node == sight.at(unit) and not others:
            value += sight.aims.prizes.get(node, 0.0)
        if not others:
            value += sight.aims.guards.get(node, 0.0)
        if not sight.supply_hexes(unit) >> node & 1:
            value -= CUT_OFF
        if sight.strikes_next:
            value -= DANGER * sight.danger(node, sight.defence(unit) + sum(sight.defence(other) for other in others))
        if sight.enemy_zone >> node & 1 and not self.seat.phase.endswith("last"):
            value += max(self._attack_from(unit, node, target) for target in self._targets_beside(node))
        return value

    def _targets_beside(self, node: int) -> list[int]:
        return self.sight.board.nodes(self.sight.board.around[node] & self.sight.enemy_hexes)

    def _attack_from(self, unit: int, node: int, target: int) -> float:
        """What an attack promises that a unit would join from a hex, with those who stand there already."""
        sight = self.sight
        party = self._beside(target)
        strength = sum(sight.attack(other) for other in party if other != unit) + sight.attack(unit)
        defence = sum(sight.defence(other) for other in sight.position.stacks[target])
        place = ratio(strength, max(1, defence)) - sight.cover[target]
        known = self._promises.get((target, place, node))
        if known is None:
            known = max(0.0, self._odds.worth(target, place, {**party, unit: node}))
            self._promises[target, place, node] = known
        return known

    def _beside(self, target: int) -> dict[int, int]:
        """Our units that stand next to a hex, each with its own."""
        found = self._neighbours.get(target)
        if found is None:
            sight = self.sight
            nodes = sight.board.nodes(sight.board.around[target] & sight.own_hexes)
            found = {other: near for near in nodes for other in sight.position.stacks[near]}
            self._neighbours[target] = found
        return found

    @cached_property
    def _odds(self) -> Odds:
        return Odds(self.sight, self.sight.aims.prizes)

    # Fighting

    def _order(self, action: Action) -> float:
        if action.verb == "move-first":
            return MARCH
        return sum(worth - ENOUGH for worth, _, _ in self._attacks if worth > ENOUGH)

    @cached_property
    def _attacks(self) -> list[tuple[float, int, dict[int, int]]]:
        only = self.frame.target if isinstance(self.frame, Fighting) else -1
        return attacks_at_hand(self.sight, self._odds, only)

    def _combat(self, action: Action) -> float:
        frame = self.frame
        assert isinstance(frame, Fighting)
        if action.verb == "end":
            return 0.0
        if action.verb == "attack":
            return next((worth - ENOUGH for worth, target, _ in self._attacks if target == action.index), -1.0)
        if action.verb == "join":
            party = self._attacks[0][2] if self._attacks else {}
            if action.index in party:
                return 2.0
            return -1.0 if frame.attackers else 0.01 * self.sight.attack(action.index)
        return 1.0 if action.verb == "bombers" else 0.5

    def _retreat(self, action: Action) -> float:
        frame = self.frame
        assert isinstance(frame, Retreating)
        sight, node = self.sight, action.index
        value = CUT_OFF * (sight.supply_hexes(frame.hand) >> node & 1) + COVER * sight.cover[node]
        value -= DANGER * sight.danger(node, sight.defence(frame.hand))
        return value + sight.aims.prizes.get(node, 0.0) + sight.aims.guards.get(node, 0.0)

    def _advance(self, action: Action) -> float:
        frame = self.frame
        assert isinstance(frame, Advancing)
        if action.verb == "end":
            return 0.0
        sight, unit = self.sight, action.index
        node, at = frame.target, sight.at(unit)
        gain = sight.aims.prizes.get(node, 0.0) + A_STEP_NEARER * (sight.aims.pull[at] - sight.aims.pull[node])
        gain += COVER * (sight.cover[node] - sight.cover[at]) + 0.01 * sight.defence(unit)
        if len(sight.position.stacks[at]) == 1:
            gain -= sight.aims.guards.get(at, 0.0)
        if sight.strikes_next:
            defence = sight.defence(unit)
            gain -= DANGER * max(0.0, sight.danger(node, defence) - sight.danger(at, defence))
        return gain
