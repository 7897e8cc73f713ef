"""Rules of thumb for the smaller questions: set-ups, replacements, arrivals, losses, retreats, rations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bocage.bots.planning import Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.position import DEAD, GERMAN, RESERVE
from ...rules.supply import lines
from ..aims.goals import Goals
from ..aims.sites import ranked
from ..sight import Sight

A_MOUTH = 4.0  # that a unit which is gone need not be supplied
VARIED = 12  # units of the suggested set-up that stand elsewhere each time
LIKED, MENACE, MOST_MENACED = 24, 0.5, 3.0  # of the sites, the best; what each adds to its beaches, and at most
STRAY = 3  # hexes from where they are suggested
# A single drop and a single landing cost nothing; the rest lies in the north, where each place that the Allies have is
# one that the Germans have written down too (Anvers, Bruxelles, the West Wall). The last is drawn by lot.
FREE, NORTHERN, ALLIED_LOTS = (10, 11), (9, 7, 6, 12), (8, 8, 8, 5)  # V1 sites count for good, Le Havre is far
# The Germans write theirs before the landing: what it does not touch is theirs. One of two fronts is drawn by lot, the
# north and Germany itself, or the west; whoever always wrote the same would meet a landing that knows it.
GERMAN_SURE, GERMAN_FRONTS, GERMAN_LOTS = (7, 1), ((2, 6, 10, 11), (3, 4, 8, 12)), (12, 5)


def cheapest(sight: Sight, actions: Sequence[Action]) -> Action:
    """The step that costs least."""
    return min(actions, key=lambda action: (sight.step_cost(action.index), -sight.attack(action.index), action.index))


def fewer(sight: Sight, actions: Sequence[Action]) -> Action:
    """A step lost for want of supply: best the last of a unit, for then one less has to be supplied (18.7.5)."""

    def cost(action: Action) -> tuple[float, int]:
        last = sight.position.units[action.index].steps == 1
        return sight.step_cost(action.index) - (A_MOUTH if last else 0.0), action.index

    return min(actions, key=cost)


def ending(sight: Sight, verbs: Verbs) -> Action:
    """Nothing is to be done here."""
    return (verbs.get("end") or next(iter(verbs.values())))[0]


# Set-ups


class GermanSetUp:
    """The suggested set-up, with a dozen units elsewhere: nobody shall know it by heart."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.left: list[int] | None = None
        self.menaced: dict[int, float] = {}  # beach -> how good a landing there would be

    def choose(self, sight: Sight, frame: Any, verbs: Verbs) -> Action:
        """As suggested, then some picked up and placed anew, then done."""
        if verbs.get("suggested"):
            return verbs["suggested"][0]
        if self.left is None:
            self.left = self._drawn(sight)
            self.menaced = _menaced(sight)
        if frame.hand >= 0 and verbs.get("place"):
            return max(verbs["place"], key=lambda action: (self._worth(sight, frame.hand, action.index), -action.index))
        while self.left:
            unit = self.left.pop()
            for action in verbs.get("pick", ()):
                if action.index == unit:
                    return action
        if verbs.get("end"):
            return verbs["end"][0]
        return (verbs.get("hide") or verbs.get("blank") or verbs.get("place") or next(iter(verbs.values())))[0]

    def _drawn(self, sight: Sight) -> list[int]:
        game, position = sight.game, sight.position
        units = [unit for unit in sight.troops(GERMAN) if not game.coastal_units >> unit & 1]
        hidden = [unit for unit in units if position.hidden >> unit & 1]
        others = [unit for unit in units if not position.hidden >> unit & 1]
        self.dice.shuffle(hidden)
        self.dice.shuffle(others)
        return [*others[: VARIED // 2], *hidden[: VARIED // 2]]

    def _worth(self, sight: Sight, unit: int, node: int) -> float:
        """Ports and beaches that nobody guards, or a place behind them for armour; a good deal of chance."""
        game, data = sight.game, sight.game.data
        bit, score = 1 << node, self.dice.random() * 3.0
        others = [other for other in sight.fighters(node) if other != unit]
        port = data.ports.get(node)
        if port is not None and sum(sight.attack(other) for other in others) < 6:
            score += 0.35 * port.capacity
        open_beaches = data.invadable & ~sight.own_hexes & (data.radius | data.mediterranean_coast)
        near = (sight.board.around[node] | bit) & open_beaches
        armored = game.armored_units >> unit & 1
        hidden = sight.position.hidden >> unit & 1
        score += (0.35 if armored else 0.5) * min(3, near.bit_count()) + (1.0 if hidden and near else 0.0)
        if not armored or hidden:
            score += self.menaced.get(node, 0.0) / (1 + len(others))
        if armored and data.invadable & bit and not hidden:
            score -= 1.5
        if not data.radius & bit:
            score -= 2.0
        away = sight.board.distance(sight.at(unit), node) if sight.at(unit) >= 0 else 0
        score -= 0.5 * max(0, away - STRAY)
        score += 0.4 * sight.ground.cover[node] - 0.7 * len(others)
        return score


def _menaced(sight: Sight) -> dict[int, float]:
    """Beaches where the Allies would like best to land as the set-up stands: a unit there is worth most."""
    found: dict[int, float] = {}
    best = ranked(sight)[:LIKED]
    for site in best:
        for node in site.nodes:
            if not sight.own_hexes >> node & 1:
                found[node] = min(found.get(node, 0.0) + MENACE, MOST_MENACED)
    return found


def allied_set_up(sight: Sight, verbs: Verbs, to_africa: HexSet) -> Action:
    """Who is to land in the south, or to follow there, waits in Africa."""
    for action in verbs.get("send", ()):
        unit = action.index
        in_africa = sight.look.in_place(-2) >> unit & 1
        if bool(to_africa >> unit & 1) != bool(in_africa):
            return action
    return ending(sight, verbs)


def objectives(seat: Seat, sight: Sight, verbs: Verbs, dice: Random) -> Action:
    """Those that one reaches by playing well, and a few by lot."""
    mine = sight.position.picks.get(sight.side, ())
    sure: tuple[int, ...] = (*FREE, *NORTHERN)
    lots: tuple[int, ...] = ALLIED_LOTS
    if sight.side == GERMAN:
        begun = [front for front in GERMAN_FRONTS if set(front[:-1]) & set(mine)]
        undrawn = set(GERMAN_SURE) <= set(mine) and not begun
        front = dice.choice(GERMAN_FRONTS) if undrawn else begun[0] if begun else ()
        sure, lots = (*GERMAN_SURE, *front), GERMAN_LOTS
    numbers = {int(action.operand): action for action in verbs.get("write", ()) if action.operand is not None}
    for number in sure:
        if number in numbers:
            return numbers[number]
    rest = [number for number in lots if number in numbers and number not in mine]
    if rest:
        return numbers[dice.choice(rest)]
    return ending(sight, verbs)


# Replacements and arrivals


def spend(sight: Sight, goals: Goals, frame: Any, verbs: Verbs) -> Action:
    """Steps where most is gained for a point; the dead when nobody else needs one."""
    if verbs.get("place"):
        return min(verbs["place"], key=lambda action: (goals.pull[action.index], action.index))
    if verbs.get("england"):
        return verbs["england"][0]
    if verbs.get("revive"):
        return max(verbs["revive"], key=lambda action: (sight.game.counters[action.index].combat[0], -action.index))
    game = sight.game

    def gain(action: Action) -> tuple[float, int]:
        unit = action.index
        now = sight.look.strength(unit)
        found = float(game.factor(unit, game.counters[unit].steps, sight.look.is_flipped(unit)) - now)
        near = sight.from_enemy[sight.at(unit)] if sight.at(unit) >= 0 else 9
        return found - 0.02 * near, -unit

    if verbs.get("fill"):
        return max(verbs["fill"], key=gain)
    if verbs.get("raise"):
        return max(
            verbs["raise"],
            key=lambda action: (max(game.counters[action.index].combat), -action.index),
        )
    if verbs.get("strengthen"):
        return verbs["strengthen"][0]
    return ending(sight, verbs)


def allied_arrival(sight: Sight, verbs: Verbs) -> Action:
    """England, unless there is a front in the south; Paris is garrisoned by whoever fights worst."""
    if verbs.get("garrison"):
        return cheapest(sight, verbs["garrison"])
    south = sight.look.hexes_of(members(sight.look.ashore())) & sight.game.data.mediterranean_coast
    south |= sight.position.allied_control & sight.game.data.mediterranean_coast & sight.game.data.port_hexes
    order = ("africa", "england") if south else ("england", "africa")
    for verb in order:
        if verbs.get(verb):
            return verbs[verb][0]
    return ending(sight, verbs)


def reserve_choice(sight: Sight, verbs: Verbs) -> Action:
    """All at once if enough is missing: armour points of the months that are left against steps now (28.3)."""
    look, game = sight.look, sight.game
    missing = sum(not look.full_strength(unit) for unit in members(look.in_place(RESERVE)))
    dead = look.in_place(DEAD) & game.side_units[GERMAN] & game.armored_units & game.replaceable
    gain = missing + 3 * sum(game.counters[unit].division for unit in members(dead))
    cost = 1.5 * max(0, game.rules.last_turn - sight.turn)
    return verbs["rebuild"][0] if gain * 1.5 >= cost * 0.6 and verbs.get("rebuild") else verbs["continue"][0]


def nearest(sight: Sight, goals: Goals, verbs: Verbs) -> Action:
    """Where it is not far to the front."""
    if verbs.get("place"):
        return min(
            verbs["place"],
            key=lambda action: (goals.pull[action.index] + 2 * len(sight.fighters(action.index)), action.index),
        )
    if verbs.get("pick"):
        return verbs["pick"][0]
    return ending(sight, verbs)


def call_up(sight: Sight, goals: Goals, verbs: Verbs) -> Action:
    """Volkssturm where a city matters most."""
    return max(verbs["place"], key=lambda action: (goals.stakes.get(action.index, 0.0), -action.index))


# Losses and retreats


def withdraw(sight: Sight, goals: Goals, frame: Any, verbs: Verbs) -> Action:
    """Whoever may stand stands, unless nothing is gained by it and the next blow ends it."""
    for action in verbs.get("withdraw", ()):
        at = sight.at(action.index)
        together = sum(sight.defence(unit) for unit in sight.fighters(at))
        worthless = goals.guards.get(at, 0.0) < 1.0 and sight.danger(at, together) > 2.2
        if worthless and sight.side == GERMAN and sight.position.phasing != GERMAN:
            return action
    return ending(sight, verbs)


def retreat(sight: Sight, goals: Goals, frame: Any, verbs: Verbs) -> Action:
    """One's own units go where they are safe and of use; the enemy's where he can use them least."""
    if verbs.get("include") and not verbs.get("retreat"):
        return ending(sight, verbs)
    if verbs.get("stop") and frame.owner == sight.side:
        return verbs["stop"][0]
    moves = verbs.get("retreat")
    if not moves:
        return (verbs.get("stop") or verbs.get("pick") or next(iter(verbs.values())))[0]
    rate = _own_retreat(sight, goals, frame) if frame.owner == sight.side else _their_retreat(sight, goals, frame)
    return max(moves, key=lambda action: (rate(action.index), -action.index))


def _own_retreat(sight: Sight, goals: Goals, frame: Any) -> Callable[[int], float]:
    strength = sight.defence(frame.hand) if frame.hand >= 0 else 4
    fed = lines.homeward(sight.look, sight.side)

    def rate(node: int) -> float:
        others = sum(sight.defence(unit) for unit in sight.fighters(node))
        score = goals.guards.get(node, 0.0) + goals.stakes.get(node, 0.0) * 0.3 + sight.shelter(node)
        score += (2.0 if fed >> node & 1 else 0.0) - 0.2 * goals.pull[node]
        return score - sight.danger(node, strength + others)

    return rate


def _their_retreat(sight: Sight, goals: Goals, frame: Any) -> Callable[[int], float]:
    away = sight.from_own
    fed = lines.homeward(sight.look, sight.enemy)

    def rate(node: int) -> float:
        return (
            0.5 * goals.pull[node]
            - goals.prizes.get(node, 0.0)
            - sight.ground.cover[node]
            - (3.0 if fed >> node & 1 else 0.0)
            - 0.1 * away[node]
        )

    return rate
