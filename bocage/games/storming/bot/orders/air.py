"""The planner's air forces in Storming the Reich: strafing, Carpet Bombing and Airborne Operations."""

from __future__ import annotations

from typing import Any

from bocage.bots.planning import Verbs
from bocage.engine.actions import Action

from ...rules.look import members
from ...rules.position import ALLIED
from ..aims.shared import Aims
from ..sight import Sight

WORTH_BOMBING = 7.0
STRONG_FORCE, STRONG_STACK = 8, 3  # who bombs whom: Attack Strength beside the target, Defense Strength in it
RELIEF = 3  # how far from our own troops airborne units may land
WORTH_DROPPING = 3.0  # what the hex of each unit must be worth
DROPPED_DEFENCE = 3


def strafe(sight: Sight, frame: Any, verbs: Verbs) -> Action:
    """Half of the counters against panzers behind the front; the others support combats (17.5)."""
    counters = sight.game.data.turns[sight.turn - 1].air
    if not verbs.get("strafe") or len(frame.targets) >= counters // 2:
        return verbs["end"][0]
    mobile = sight.game.mechanized_units

    def score(action: Action) -> tuple[float, int]:
        unit = action.index
        away = sight.from_own[sight.at(unit)]
        return (2.0 if mobile >> unit & 1 else 1.0) * sight.attack(unit) - abs(away - 3), -unit

    return max(verbs["strafe"], key=score)


def bomb(sight: Sight, aims: Aims, verbs: Verbs) -> Action:
    """The strongest stack that stands in the way of a strong force (11.0)."""
    if verbs.get("roll"):
        return verbs["roll"][0]
    best: tuple[float, Action] = (WORTH_BOMBING, verbs["end"][0])
    for verb in ("bomb-us", "bomb-cw"):
        for action in verbs.get(verb, ()):
            node = action.index
            near = sight.board.around[node] & sight.own_hexes
            ours = sum(sight.attack(unit) for unit in members(sight.look.units_in(near, ALLIED)))
            theirs = sum(sight.defence(unit) for unit in sight.stack(node))
            worth = min(ours, 16) * 0.5 + theirs + aims.prizes.get(node, 0.0)
            if ours >= STRONG_FORCE and theirs >= STRONG_STACK and worth > best[0]:
                best = (worth, action)
    return best[1]


def bomb_loss(sight: Sight, verbs: Verbs) -> Action:
    """The dearest step."""
    return max(verbs["hit"], key=lambda action: (sight.step_cost(action.index), -action.index))


def drop(sight: Sight, aims: Aims, frame: Any, verbs: Verbs) -> Action:
    """Airborne units land where a prize lies open, near enough to be relieved (17.9.3)."""
    if frame.hand >= 0 and verbs.get("at"):
        return max(verbs["at"], key=lambda action: (_drop_worth(sight, aims, frame, action.index), -action.index))
    if verbs.get("drop") and _worth_while(sight, aims, frame):
        return max(verbs["drop"], key=lambda action: (sight.game.counters[action.index].attack[0], -action.index))
    for verb in ("jump", "end"):
        if verbs.get(verb):
            return verbs[verb][0]
    return next(iter(verbs.values()))[0]


def _worth_while(sight: Sight, aims: Aims, frame: Any) -> bool:
    """Is there another hex worth a drop? After the first unit it must lie near those chosen."""
    near = sight.ground.sphere(sight.own_hexes, RELIEF)
    if frame.hexes:
        near = 0
        for node in frame.hexes:
            near |= sight.board.within(node, sight.game.rules.numbers["airborne_spacing"])
    hexes = near & ~sight.own_hexes & ~sight.enemy_hexes & sight.game.in_play & ~sight.game.ruhr
    return any(_drop_worth(sight, aims, frame, node) >= WORTH_DROPPING for node in sight.board.nodes(hexes))


def _drop_worth(sight: Sight, aims: Aims, frame: Any, node: int) -> float:
    if node in frame.hexes or sight.enemy_hexes >> node & 1:
        return -9.0
    worth = 0.0 if sight.controls(node) else aims.prizes.get(node, 0.0)
    # A foot on the far bank lets everybody else cross the Rhine without halting (10.7.4).
    if sight.ground.east_bank >> node & 1 and not sight.own_hexes & sight.ground.east_of_rhine:
        worth += 3.0
    away = max(0, sight.from_own[node] - RELIEF)
    return worth - 2.0 * away - 1.5 * sight.danger(node, DROPPED_DEFENCE)
