"""The German side's own questions: Blitz and Ruthlessness, the Strategic Reserve, replacements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.bots.ground import FAR
from bocage.bots.planning import Verbs
from bocage.engine.actions import Action

from ...rules.position import ALLIED, GERMAN
from ...rules.reinforcements.german import KORPS, kind_of
from ..aims.shared import Aims
from ..sight import Sight
from .gather import Gathering, good_attack
from .muster import Muster

COUNTERBLOW = 3.0  # what Blitz and Ruthlessness must bring together
PACE = 2.0  # hexes a turn that the Allies are expected to make good
SAFE = 3  # hexes from the enemy at which a korps can recover in peace


def counterblow(sight: Sight, aims: Aims) -> bool:
    """Would the Luftwaffe and the SS make a great difference this turn?"""
    if not any(
        sight.from_enemy[sight.at(unit)] <= 6 for unit in sight.troops(GERMAN) if sight.game.ss_units >> unit & 1
    ):
        return False
    plain = _prospects(sight, aims, False)
    return _prospects(sight, aims, True) - plain >= sight.style.get("counterblow", COUNTERBLOW)


def _prospects(sight: Sight, aims: Aims, all_out: bool) -> float:
    gathering = Gathering(Muster(sight, aims), blitz=all_out, ruthless=all_out)
    return sum(plan.verdict.worth for plan in gathering.plans(good_attack(sight)))


def reserve(sight: Sight, verbs: Verbs) -> Action:
    """The SS stays at the front, unless two turns less are sure to save the Rhine (SR.5).

    That is weighed on the last turn on which the reserve may be withdrawn: until then the SS fights.
    """
    if verbs.get("counteroffensive"):
        return verbs["counteroffensive"][0]
    numbers = sight.game.rules.numbers
    if verbs.get("withdraw-to-stay") and sight.turn == numbers["reserve_last_turn"]:
        left = sight.look.last_turn() - numbers["reserve_turns_lost"] - sight.turn
        if _way_to_the_rhine(sight) > sight.style.get("allied_pace", PACE) * left:
            return verbs["withdraw-to-stay"][0]
    return verbs["wait"][0]


def _way_to_the_rhine(sight: Sight) -> int:
    """How far the fourth of the Allied units still is from German ground beyond the Rhine (WIN.1)."""
    away = sight.ground.distances(sight.game.data.across_rhine)
    ways = sorted(away[sight.at(unit)] for unit in sight.troops(ALLIED))
    needed = sight.game.rules.numbers["victory_units"]
    return ways[needed - 1] if len(ways) >= needed else FAR


def replacements(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """Everything that comes back is welcome; korps recover out of reach of the enemy, panzers go to the front."""
    if frame.hand >= 0 and verbs.get("place"):
        return place(sight, aims, frame.hand, verbs)
    picks = verbs.get("pick", ())
    if not picks:
        return verbs["end"][0]
    return max(picks, key=lambda action: (sight.value(action.index), -action.index))


def place(sight: Sight, aims: Aims, unit: int, verbs: Verbs) -> Action:
    """As near as is wise to where the unit is wanted."""
    score = placing(sight, aims, unit)
    return max(verbs["place"], key=lambda action: (score(action.index), -action.index))


def placing(sight: Sight, aims: Aims, unit: int) -> Callable[[int], float]:
    """How good a hex is for a unit that comes back."""
    field = aims.field_to(aims.arrival(unit), unit)
    shaken = kind_of(sight.game, unit) == KORPS

    def score(node: int) -> float:
        worth = 0.8 * sight.ground.cover[node] - 0.5 * field[node] + aims.guards.get(node, 0.0)
        worth -= 0.7 * len(sight.fighters(node))
        if shaken and sight.from_enemy[node] < SAFE:
            worth -= 4.0
        return worth

    return score
