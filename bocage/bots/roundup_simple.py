"""The simple bot's game of Operation Roundup: one rule of thumb for each question of the sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bocage.bots import roundup_arrivals as arrivals
from bocage.bots.roundup_goals import goals
from bocage.bots.roundup_moves import March
from bocage.bots.roundup_odds import Odds
from bocage.bots.roundup_sight import Ground, Sight
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.games.roundup.combat import Fighting
from bocage.games.roundup.movement import Moving
from bocage.games.roundup.position import GERMAN
from bocage.games.roundup.results import Advancing, Retreating

FIGHT_FIRST = 1.0  # how much of what a march could bring about must be at hand to fight before marching
GOOD_ENOUGH = 0.25  # what an attack must be worth once the units stand there

Verbs = dict[str, list[Action]]


class RoundupSimple:
    """Answers by rules of thumb. It remembers only the marching orders of the movement phase it is in."""

    def __init__(self, dice: Random) -> None:
        self._march: March | None = None
        self._ground: Ground | None = None
        self._sight: Sight | None = None
        self._answers: dict[str, Callable[[Seat, Sight, Verbs], Action]] = {
            "beachheads": lambda seat, sight, verbs: arrivals.beachhead(sight, verbs),
            "choose strategy": lambda seat, sight, verbs: verbs["strategy"][1],
            "bluepoint": lambda seat, sight, verbs: verbs["keep-bluepoint"][0],
            "port designation": lambda seat, sight, verbs: arrivals.port_nation(sight, verbs),
            "air support": _air_support,
            "aerial supply": lambda seat, sight, verbs: arrivals.aerial_supply(sight, verbs),
            "landing": lambda seat, sight, verbs: arrivals.landing(sight, verbs),
            "reinforcements": lambda seat, sight, verbs: arrivals.landing(sight, verbs),
            "replacements": lambda seat, sight, verbs: arrivals.replacement(sight, verbs),
            "phase order": _phase_order,
            "air drop": lambda seat, sight, verbs: arrivals.drop(sight, goals(sight), verbs),
            "movement": self._movement,
            "combat": _combat,
            "losses": lambda seat, sight, verbs: _cheapest(sight, verbs["lose"]),
            "overstacked": lambda seat, sight, verbs: _cheapest(sight, verbs["eliminate"]),
            "retreat": _retreat,
            "advance": _advance,
            "tenacity": lambda seat, sight, verbs: verbs["withdraw"][0],
            "german reinforcements": lambda seat, sight, verbs: arrivals.arrival(sight, goals(sight), verbs),
            "kampfgruppe": lambda seat, sight, verbs: _rebuild(sight, verbs),
        }

    def choose(self, seat: Seat) -> Action | None:
        """An action of the list, or None for a question that this bot does not know."""
        answer = self._answers.get(seat.prompt.step)
        if answer is None:
            return None
        look = seat.look
        if self._ground is None or self._ground.game is not look.game:
            self._ground = Ground(look.game)
            self._sight = None
        self._sight = Sight(look, seat.side, self._ground, self._sight)
        return answer(seat, self._sight, seat.prompt.verbs())

    def _movement(self, seat: Seat, sight: Sight, verbs: Verbs) -> Action:
        frame: Any = seat.prompt.frame
        assert isinstance(frame, Moving)
        position = sight.position
        key = (seat.side, position.turn, position.epoch, position.rolls, seat.phase)
        march = self._march
        if march is None or march.key != key or march.stale(sight):
            march = self._march = March(key, sight, fights_after=not seat.phase.endswith("last"))
        while (order := march.next(sight)) is not None:
            unit, node = order
            if frame.hand == 1 << unit:
                for verb in ("move", "column"):
                    found = _with_index(verbs.get(verb, ()), node)
                    if found is not None:
                        march.done(walked=True)
                        return found
            elif (pick := _with_index(verbs.get("pick", ()), unit)) is not None:
                return pick
            march.done(walked=False)
        return verbs["end"][0]


def _with_index(actions: Any, index: int) -> Action | None:
    return next((action for action in actions if action.index == index), None)


def _air_support(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    own_phase = (seat.phase.startswith("german")) == (seat.side == GERMAN)
    return arrivals.air_support(sight, goals(sight), verbs, own_phase)


def _phase_order(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    """Fight first if the attacks at hand are worth more than those that a march could bring about."""
    if not verbs.get("combat-first"):
        return verbs["move-first"][0]
    at_hand, used = 0.0, 0
    for worth, _, party in _attacks(sight, Odds(sight, goals(sight).prizes)):
        units = sum(1 << unit for unit in party)
        if worth >= GOOD_ENOUGH and not units & used:
            at_hand += worth
            used |= units
    if not at_hand:
        return verbs["move-first"][0]
    better = March(None, sight, fights_after=True).promises(sight, at_hand / FIGHT_FIRST)
    return verbs["move-first" if better else "combat-first"][0]


# Combat


def _attacks(sight: Sight, odds: Odds, only: int = -1) -> list[tuple[float, int, dict[int, int]]]:
    """The best attack on each enemy hex in contact (or on one of them) by units that may still attack; best first."""
    position, board, game = sight.position, sight.board, sight.game
    idle = position.attacked | (0 if game.rules.replaced_may_attack else position.replaced)
    beside: dict[int, list[int]] = {}
    contacts: dict[int, int] = {}
    targets = sight.look.held(sight.enemy)
    for unit in sight.units_of(sight.side):
        if idle >> unit & 1:
            continue
        near = board.around[sight.at(unit)] & targets
        if game.heavies >> unit & 1:
            near &= ~game.no_heavy
        for target in board.nodes(near):
            beside.setdefault(target, []).append(unit)
            contacts[unit] = contacts.get(unit, 0) + 1
    found = []
    for target, units in beside.items():
        if only in (-1, target) and not any(position.defended >> unit & 1 for unit in position.stacks.get(target, ())):
            needed = {unit for unit in units if contacts[unit] > 1}
            worth, party = odds.best(target, units, needed)
            if party:
                found.append((worth, target, party))
    found.sort(key=lambda attack: (-attack[0], attack[1]))
    return found


def _combat(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    frame: Any = seat.prompt.frame
    assert isinstance(frame, Fighting)
    attacks = _attacks(sight, Odds(sight, goals(sight).prizes), frame.target)
    if frame.target < 0:
        for worth, target, _ in attacks:
            action = _with_index(verbs.get("attack", ()), target)
            if worth >= GOOD_ENOUGH and action is not None:
                return action
        return verbs["end"][0]
    party = next((party for _, target, party in attacks if target == frame.target), {})
    for action in verbs.get("join", ()):
        if action.index in party:
            return action
    if not frame.attackers:  # an attack that somebody else declared
        return max(verbs["join"], key=lambda action: (sight.attack(action.index), -action.index))
    if verbs.get("bombers"):
        return verbs["bombers"][0]
    return verbs["roll"][0]


# What a battle brings


def _cheapest(sight: Sight, actions: list[Action]) -> Action:
    """The unit whose next step costs least."""
    return min(actions, key=lambda action: (sight.step_cost(action.index), action.index))


def _retreat(seat: Seat, sight: Sight, verbs: Verbs) -> Action:
    """Towards supply and cover, and not where it hurts."""
    frame: Any = seat.prompt.frame
    assert isinstance(frame, Retreating)
    unit = frame.hand
    aims = goals(sight)
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
    aims = goals(sight)
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
    cards = sight.game.cards
    return max(verbs["rebuild"], key=lambda action: (cards[action.index].attack[1], -action.index))
