"""Where units should be, and what operations and redeployments are worth."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import HexSet

from ..rules import redeployment
from ..rules.look import members
from ..rules.movement.reach import goals
from ..rules.operations import MOVE, frozen, price
from ..rules.position import ALLIED, AXIS
from .battles import Promise, targets
from .sight import FAR, Sight

COMPANY = 2  # steps from others within which nobody is cut off easily


class Order(NamedTuple):
    """A marker to buy: what for, where, at what price, and what it is worth."""

    worth: float
    cost: int
    verb: str
    hexes: HexSet
    target: int = -1
    column: str = ""


def place(sight: Sight, unit: int, node: int) -> float:
    """How good it is to have a unit in a hex or box, beside those who are there."""
    position, counter = sight.position, sight.game.counters[unit]
    steps = position.units[unit].steps
    # Corps of the same strength are worth the same.
    alike = unit if position.units[unit].at == node or unit in sight.posts else -1
    key = (node, counter.attack[steps - 1], counter.defence[steps - 1], steps, sight.look.kind(unit), alike)
    if key not in sight.places:
        sight.places[key] = _place(sight, unit, node)
    return sight.places[key]


def _place(sight: Sight, unit: int, node: int) -> float:
    look, position = sight.look, sight.position
    value = sight.number("pull") * (0.1 + 0.12 * look.attack(unit)) * sight.pulls[node]
    if sight.posts.get(unit) == node:
        value += sight.number("post") if position.units[unit].at == node else sight.number("gather")
    if not sight.board.hexes >> node & 1:
        return value
    others = [other for other in look.of_side(node, sight.side) if other != unit]
    held = sum(look.defence(other) for other in others)
    defence = look.defence(unit)
    value += sight.guard(node, held + defence) - sight.guard(node, held)
    steps = sum(position.units[other].steps for other in others)
    before = sight.danger(node, held, steps) if others else 0.0
    value -= sight.danger(node, held + defence, steps + position.units[unit].steps) - before
    fed = sight.fed_around(look.kind(unit))
    if not fed >> node & 1:
        value -= 1.0 + 0.5 * position.round
    return value


def prize(sight: Sight, node: int) -> float:
    """What it is worth to enter a hex: what the enemy loses by it."""
    taken = not sight.look.controls(sight.side) >> node & 1 and sight.board.hexes >> node & 1
    return sight.worth(node) if taken else 0.0


def gain(sight: Sight, unit: int, node: int, there: float | None = None) -> float:
    """What a unit gains by going to a hex."""
    at = sight.position.units[unit].at
    now = place(sight, unit, at) if there is None else there
    kept = sight.number("alone") ** max(0, sight.own_steps[node] - COMPANY)
    found = place(sight, unit, node) + kept * prize(sight, node) - now - (1.0 - kept) * sight.strength(unit)
    if sight.board.hexes >> at & 1 and len(sight.look.of_side(at, sight.side)) == 1 and sight.enemy_steps[at] <= 3:
        found -= sight.number("leave") * sight.worth(at)  # nobody would be left there
    return found


def best_goal(sight: Sight, unit: int, among: HexSet) -> tuple[float, int]:
    """The best place for a unit, and what it gains there."""
    at = sight.position.units[unit].at
    now, best = place(sight, unit, at), (0.0, -1)
    for node in sight.board.nodes(among & ~(1 << at)):
        if sight.look.has_room(unit, node):
            found = gain(sight, unit, node, now)
            if found > best[0]:
                best = (found, node)
    return best


def moves(sight: Sight, marked: HexSet) -> list[Order]:
    """What Move markers are worth."""
    look, side, found = sight.look, sight.side, []
    held = frozen(look) if side == AXIS else 0
    for node in sight.board.nodes(look.occupied(side) & ~marked):
        if node == sight.data.boxes["OKW"] or (sight.pulls[node] <= 0 and sight.enemy_steps[node] >= FAR):
            continue
        units = [u for u in look.of_side(node, side) if not (sight.game.fortresses | held) >> u & 1]
        gains = sorted((best_goal(sight, unit, goals(look, unit, node, 0))[0] for unit in units), reverse=True)
        worth = sum(one for one in gains[:6] if one > sight.number("good_move"))
        if worth > 0:
            found.append(Order(worth, price(look, node, MOVE), "mark-move", 1 << node))
    return found


def orders(sight: Sight, points: int) -> list[Order]:
    """The best markers for so many points, in the order in which they are bought."""
    position = sight.position
    marked = position.move_marks | position.attack_marks
    attacks = [_attack(one) for one in targets(sight, marked) if one.worth > sight.number("good_attack") * one.cost]
    attacks.sort(key=lambda order: -order.worth)
    marches = moves(sight, marked)
    best: list[Order] = []
    for first in (None, *attacks[:4]):
        chosen = [] if first is None else [first]
        if first is not None and first.cost > points:
            continue
        rest = sorted((*attacks, *marches), key=lambda order: -order.worth / max(1, order.cost))
        for order in rest:
            spent = sum(one.cost for one in chosen)
            used = sum(one.hexes for one in chosen)
            hit = {one.target for one in chosen if one.target >= 0}
            if spent + order.cost <= points and not order.hexes & used and order.target not in hit:
                chosen.append(order)
        if total(chosen) > total(best):
            best = chosen
    return best


def _attack(one: Promise) -> Order:
    return Order(one.worth, one.cost, "mark-attack", one.bases, one.target, one.column)


def total(chosen: list[Order]) -> float:
    """What some orders are worth together."""
    return sum(order.worth for order in chosen)


# Redeployment


def redeployments(sight: Sight, frame: redeployment.Redeploying) -> list[tuple[float, int, int, int]]:
    """Units that gain by redeployment: what, at what price, who and where to, best first."""
    look, found = sight.look, []
    for unit in members(redeployment.may_go(look, frame)):
        where = redeployment.goals(look, frame, unit)
        if not where:
            continue
        post = 1 << sight.posts[unit] if unit in sight.posts else 0
        worth, node = best_goal(sight, unit, where & (~_out_of_way(sight) | post))
        if node >= 0:
            cost = redeployment.price(look, frame, unit, node)
            found.append((worth, cost, unit, node))
    found.sort(key=lambda one: (-one[0] / max(1, one[1]), one[2]))
    return found


def _out_of_way(sight: Sight) -> HexSet:
    """Boxes do not fight."""
    return sight.board.all & ~sight.board.hexes if sight.side == ALLIED else 0


def redeployment_worth(sight: Sight, listed: list[tuple[float, int, int, int]], points: int) -> float:
    """What so many points for redeployment are worth."""
    worth = 0.0
    for one, cost, _, _ in listed:
        if cost <= points:
            worth, points = worth + one, points - cost
    return worth
