"""What each action of a list is worth by itself: the play of a beginner who reads the odds and looks no further."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ..rules.combat import attackers
from ..rules.movement.allowance import Moving
from ..rules.movement.reach import DASH
from ..rules.position import ALLIED, GERMAN
from .aims.shared import Aims
from .odds import Odds
from .orders import arrivals, landings
from .orders.defence import placing
from .sight import Sight

Worth = Callable[[Action], float]

NEVER = -9.0  # what nobody does who could just as well do nothing
NEXT = 0.01  # going on to the next unit
STIR = 0.4  # what a move must gain
STRAFED = 2.0  # running the gauntlet of the fighter-bombers
CLOSE_IN = 0.35  # an attack factor brought up to an enemy, for each of his hexes
SHY = 1.0  # attacking at all
NEARER, COVERED, THREATENED = (
    0.7,
    0.3,
    0.7,
)  # a hex nearer to the goal; a point of cover; being struck at double strength
HUNGER, THIRST = 1.5, 6.0  # Short supply, none at all
FRONT = {ALLIED: 1, GERMAN: 2}  # how near to the enemy a corps digs in


def movement(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """One unit after the other goes where it would like to be; whoever is well placed stays."""
    frame: Moving = seat.prompt.frame  # type: ignore[assignment]
    hand = frame.hand
    if hand >= 0:
        here = _post(sight, aims, hand, sight.at(hand))

    def worth(action: Action) -> float:
        if action.verb == "pick":
            # In the order of their numbers, so that everybody is looked at once.
            return NEXT * (2 - action.index / 1000) if action.index > hand else NEVER
        if action.verb == "end":
            return 0.0
        gain = _post(sight, aims, hand, action.index) - here - STIR
        return gain - (STRAFED if action.verb == DASH else 0.0)

    return worth


def _post(sight: Sight, aims: Aims, unit: int, node: int) -> float:
    """How a unit would stand in a hex."""
    nation, at = sight.nation(unit), sight.at(unit)
    score = -NEARER * aims.field(unit)[node] + COVERED * sight.cover(node)
    if not sight.full(nation) >> node & 1:
        score -= HUNGER if sight.short(nation) >> node & 1 else THIRST
    if node != at and not sight.look.has_room(unit, node):
        score -= THIRST
    company = sum(sight.defence(other) for other in sight.fighters(node) if other != unit)
    score -= THREATENED * sight.danger(node, max(1.0, sight.defence(unit) + company))
    if aims.closed(unit) >> node & 1:
        score += NEVER
    if not sight.controls(node):
        score += aims.prizes.get(node, 0.0)
    if not company:
        score += aims.guards.get(node, 0.0)
    if sight.enemy_zone >> node & 1:
        score += CLOSE_IN * sight.attack(unit)
    return score


def allocation(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """Attacks by their odds: what they may take and destroy against what they may cost."""
    odds = Odds(sight, aims.prizes)
    frame: Any = seat.prompt.frame
    look, side = sight.look, sight.side

    def with_all(node: int) -> float:
        able = attackers.able(look, side, 1 << node)
        parties = [able & sight.game.nation_units[nation] for nation in attackers.NATIONS[side]]
        return max(
            (odds.judged(look, 1 << node, party).worth for party in parties if attackers.factored(look, party)),
            default=NEVER,
        )

    now = odds.judged(look, frame.targets, frame.attackers).worth if frame.attackers else NEVER

    def worth(action: Action) -> float:
        if action.verb == "attack":
            return with_all(action.index) - SHY
        if action.verb == "join":
            more = odds.judged(look, frame.targets, frame.attackers | 1 << action.index).worth
            # Somebody has to be the first.
            return more - now if frame.attackers else 1.0 + 0.1 * sight.attack(action.index)
        if action.verb == "commit":
            return 0.0 if now < 0 else 0.05
        return 0.0 if action.verb == "end" else NEVER if action.verb == "also" else -0.05

    return worth


def deployment(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """Corps that face the enemy dig in, unless one of the attacks at hand is theirs."""
    reach = FRONT[sight.side]

    def worth(action: Action) -> float:
        if action.verb == "end":
            return 0.0
        if action.verb != "deploy":
            return NEVER
        at = sight.at(action.index)
        near = sight.from_enemy[at] <= reach or at in aims.guards
        return sight.danger(at, sight.defence(action.index)) - 0.5 if near else NEVER

    return worth


def beaches(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """The landing hexes that take in most and are held by fewest; a second landing is left to those who plan."""
    later = sight.turn > 1
    return lambda action: (
        landings.beach_worth(sight, action.index) if action.verb == "beach" and not later
        else 0.0 if action.verb == "end" else NEVER
    )  # fmt: skip


def arriving(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """The strongest first, as near to the front as may be."""
    frame: Any = seat.prompt.frame
    field = aims.field_to(aims.arrival(frame.hand), frame.hand) if frame.hand >= 0 else []

    def worth(action: Action) -> float:
        if action.verb == "place":
            crowded = not sight.look.has_room(frame.hand, action.index)
            return 99.0 - field[action.index] - 99.0 * crowded
        if action.verb == "pick":
            return 1.0 + sight.value(action.index) if arrivals.wanted(sight, action.index) else NEVER
        return 0.0

    return worth


def replacing(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """Whoever comes back is welcome, the strongest first."""
    frame: Any = seat.prompt.frame
    score = placing(sight, aims, frame.hand) if frame.hand >= 0 else None

    def worth(action: Action) -> float:
        if action.verb == "place" and score is not None:
            return 99.0 + score(action.index)
        return sight.value(action.index) if action.verb == "pick" else 0.0

    return worth


def declaring(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """Blitz and Ruthlessness as soon as the SS stands before the enemy in strength."""
    ss = [unit for unit in sight.troops(GERMAN) if sight.game.ss_units >> unit & 1]
    near = sum(sight.attack(unit) for unit in ss if sight.from_enemy[sight.at(unit)] <= 2)
    return lambda action: near - 8.0 if action.verb in ("blitz", "ruthless") else 0.0 if action.verb == "end" else NEVER


def losing(seat: Seat, sight: Sight, aims: Aims) -> Worth:
    """The cheapest unit pays."""
    return lambda action: -sight.value(action.index)


TABLE: Mapping[str, Callable[[Seat, Sight, Aims], Worth]] = {
    "movement": movement,
    "allocation": allocation,
    "deployment": deployment,
    "beaches": beaches,
    "allied arrivals": arriving,
    "german replacements": replacing,
    "german reinforcements": replacing,
    "reserve placement": replacing,
    "declarations": declaring,
    "attackers lost": losing,
    "crowded hex": losing,
}
