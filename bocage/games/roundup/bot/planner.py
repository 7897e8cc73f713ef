"""The planner's game of Operation Roundup: an answer to each question of the sequence of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.bots.judgement import Style
from bocage.bots.planning import ThumbPlanner, Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat.attacks import Fighting
from ..rules.combat.retreats import Advancing, Retreating
from ..rules.position import GERMAN
from . import arrivals, reasons
from .aims import Goals
from .march import March
from .odds import Odds, attacks_at_hand
from .sight import Ground, Sight


class RoundupPlanner(ThumbPlanner[Sight, Goals, March]):
    """Remembers only the marching orders of the movement phase and the attack that it is in."""

    def __init__(self, style: Style, ground: Ground) -> None:
        super().__init__(style)
        self._ground = ground
        self._sight: Sight | None = None
        self._battle: tuple[object, dict[int, int]] = (None, {})
        self.answers = {
            "beachheads": self.seen(arrivals.beachhead),
            "choose strategy": lambda seat, sight, verbs: verbs["strategy"][1],
            "bluepoint": lambda seat, sight, verbs: verbs["keep-bluepoint"][0],
            "port designation": self.seen(arrivals.port_nation),
            "air support": _air_support,
            "aerial supply": self.seen(arrivals.aerial_supply),
            "landing": self.seen(arrivals.landing),
            "reinforcements": self.seen(arrivals.landing),
            "replacements": self.seen(arrivals.replacement),
            "phase order": _phase_order,
            "air drop": self.aimed(arrivals.drop),
            "movement": self._movement,
            "combat": self._combat,
            "losses": lambda seat, sight, verbs: _cheapest(sight, verbs["lose"]),
            "overstacked": lambda seat, sight, verbs: _cheapest(sight, verbs["eliminate"]),
            "retreat": _retreat,
            "advance": _advance,
            "tenacity": lambda seat, sight, verbs: verbs["withdraw"][0],
            "german reinforcements": self.aimed(arrivals.arrival),
            "kampfgruppe": self.seen(_rebuild),
        }

    def explain(self, seat: Seat, action: Action) -> str:
        """Why an action was chosen: target, odds and risk in one sentence."""
        return reasons.sentence(seat, Sight(seat.look, seat.side, self._ground, None, self.style), action)

    def sight(self, seat: Seat) -> Sight:
        """How the map looks now; what has not changed is taken over."""
        self._sight = Sight(seat.look, seat.side, self._ground, self._sight, self.style)
        return self._sight

    def aims(self, seat: Seat, sight: Sight) -> Goals:
        """What the side wants."""
        return sight.aims

    def _movement(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action | None:
        position = sight.position
        key = (seat.side, position.turn, position.epoch, position.rolls, seat.phase)
        last = seat.phase.endswith("last")
        return self.march(key, sight, lambda: March(key, sight, fights_after=not last)).choose(seat, sight)

    def _combat(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        assert isinstance(frame, Fighting)
        position = sight.position
        if frame.target < 0:
            enough = sight.number("good_enough")
            for worth, target, party in attacks_at_hand(sight, Odds(sight, sight.aims.prizes)):
                action = seat.offered("attack", target)
                if worth >= enough and action is not None:
                    self._battle = ((position.turn, position.rolls, target), party)
                    return action
            return verbs["end"][0]
        key, party = self._battle
        if key != (position.turn, position.rolls, frame.target):  # an attack that somebody else declared
            found = attacks_at_hand(sight, Odds(sight, sight.aims.prizes), frame.target)
            party = found[0][2] if found else {}
        for action in verbs.get("join", ()):
            if action.index in party:
                return action
        if not frame.attackers:
            return max(verbs["join"], key=lambda action: (sight.attack(action.index), -action.index))
        if verbs.get("bombers"):
            return verbs["bombers"][0]
        return verbs["roll"][0]


def _air_support(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    own_phase = (seat.phase.startswith("german")) == (seat.side == GERMAN)
    return arrivals.air_support(sight, sight.aims, verbs, own_phase)


def _phase_order(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    """Fight first if the attacks at hand are worth more than those that a march could bring about."""
    if not verbs.get("combat-first"):
        return verbs["move-first"][0]
    at_hand, used = 0.0, 0
    for worth, _, party in attacks_at_hand(sight, Odds(sight, sight.aims.prizes)):
        units = sum(1 << unit for unit in party)
        if worth >= sight.number("good_enough") and not units & used:
            at_hand += worth
            used |= units
    if not at_hand:
        return verbs["move-first"][0]
    enough = at_hand / sight.number("fight_first")
    better = March(None, sight, fights_after=True).promises(enough)
    return verbs["move-first" if better else "combat-first"][0]


# What a battle brings


def _cheapest(sight: Sight, actions: Sequence[Action]) -> Action:
    """The unit whose next step costs least."""
    return min(actions, key=lambda action: (sight.step_cost(action.index), action.index))


def _retreat(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    """Towards supply and cover, and not where it hurts."""
    frame: Any = seat.prompt.frame
    assert isinstance(frame, Retreating)
    unit = frame.hand
    aims = sight.aims
    supplied = sight.supply_hexes(unit)

    def score(action: Action) -> tuple[float, int]:
        node = action.index
        value = 4.0 * (supplied >> node & 1) + 0.7 * sight.cover[node] - sight.danger(node, sight.defence(unit))
        value += aims.guards.get(node, 0.0) + aims.prizes.get(node, 0.0) - 0.2 * aims.pull[node]
        return value, -node

    return max(verbs["retreat"], key=score)


def _advance(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    """Into prizes always; elsewhere if the victor is no worse off there and leaves no gap at home."""
    frame: Any = seat.prompt.frame
    assert isinstance(frame, Advancing)
    aims = sight.aims
    node = frame.target
    prize = aims.prizes.get(node, 0.0)
    stack = sight.position.stacks.get(node, ())
    best, best_score = verbs["end"][0], 0.0
    for action in verbs.get("advance", ()):
        unit = action.index
        at = sight.at(unit)
        gain = prize if not stack else 0.2
        gain += 0.3 * (aims.pull[at] - aims.pull[node]) + 0.3 * (sight.cover[node] - sight.cover[at])
        if sight.strikes_next:
            defence = sight.defence(unit)
            gain -= max(0.0, sight.danger(node, defence) - sight.danger(at, defence))
        if len(sight.position.stacks[at]) == 1:
            gain -= aims.guards.get(at, 0.0)
        gain += 0.02 * sight.defence(unit)
        if gain > best_score:
            best, best_score = action, gain
    return best


def _rebuild(sight: Sight, verbs: Verbs) -> Action:
    """The strongest lost division."""
    if not verbs.get("rebuild"):
        return verbs["end"][0]
    counters = sight.game.counters
    return max(verbs["rebuild"], key=lambda action: (counters[action.index].attack[1], -action.index))
