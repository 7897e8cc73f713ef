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
from .sight import Sight
from .spots import Company
from .ways import FAR

REACH = (1.0, 1.0, 1.0, 0.9, 0.7, 0.4, 0.2, 0.0)  # how likely an enemy walks into an empty hex, by his steps to it
SUPPORTED = 2  # attacks that aircraft help in one action


class Order(NamedTuple):
    """A marker to buy: what for, where, at what price, and what it is worth."""

    worth: float
    cost: int
    verb: str
    hexes: HexSet
    target: int = -1
    column: str = ""
    bare: float = 0.0  # what it is worth when the aircraft help others


def place(sight: Sight, unit: int, node: int) -> float:
    """How good it is to have a unit in a hex or box, beside those who are there."""
    arrivals = sight.arrivals(unit)
    if sight.position.units[unit].at != node:
        return arrivals[node]
    others = Company(sight, node, unit) if sight.board.hexes >> node & 1 else None
    return arrivals.weighed(node, others, "post")


def prize(sight: Sight, node: int) -> float:
    """What it is worth to enter a hex: what the enemy loses by it."""
    return sight.spoils.prize(node)


def gain(sight: Sight, unit: int, node: int) -> float:
    """What a unit gains by going to a hex."""
    return gains(sight, unit, 1 << node)[node]


def gains(sight: Sight, unit: int, among: HexSet) -> dict[int, float]:
    """What a unit gains by going to each of some hexes."""
    at, strength = sight.position.units[unit].at, sight.strength(unit)
    now, left = place(sight, unit, at), left_behind(sight, unit)
    arrivals, spoils, found = sight.arrivals(unit), sight.spoils, {}
    for node in sight.board.nodes(among):
        taken, lonely = spoils[node]
        there, fed = arrivals[node] if node != at else now, arrivals.kept(node)
        found[node] = there + fed * taken - now - (1.0 - fed * (1.0 - lonely)) * strength - left
    return found


def with_room(sight: Sight, unit: int, among: HexSet) -> HexSet:
    """Those of some hexes where a unit could stay."""
    return among & ~(sight.look.full(sight.side) & ~(1 << sight.position.units[unit].at))


def best_goal(sight: Sight, unit: int, among: HexSet) -> tuple[float, int]:
    """The best place for a unit, and what it gains there."""
    best = (0.0, -1)
    for node, found in gains(
        sight, unit, among & ~sight.look.full(sight.side) & ~(1 << sight.position.units[unit].at)
    ).items():
        if found > best[0]:
            best = (found, node)
    return best


def left_behind(sight: Sight, unit: int) -> float:
    """What is given up by leaving, if nobody else stays and an enemy could walk in: by consequence and reach."""
    at = sight.position.units[unit].at
    if not sight.board.hexes >> at & 1 or len(sight.look.of_side(at, sight.side)) != 1:
        return 0.0
    return sight.number("leave") * REACH[min(sight.enemy_steps[at], len(REACH) - 1)] * sight.worth(at)


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


def markers(sight: Sight) -> tuple[list[Order], list[Order]]:
    """Attacks that promise enough, the best first, and marches, whatever there is to pay them with."""
    if sight.markers is None:
        position = sight.position
        marked = position.move_marks | position.attack_marks
        attacks = [_attack(one) for one in targets(sight, marked) if one.worth > sight.number("good_attack") * one.cost]
        attacks.sort(key=lambda order: -order.worth)
        sight.markers = attacks, moves(sight, marked)
    return sight.markers


def orders(sight: Sight, points: int) -> list[Order]:
    """The best markers for so many points, in the order in which they are bought."""
    attacks, marches = markers(sight)
    rest = sorted((*attacks, *marches), key=lambda order: -order.worth / max(1, order.cost))
    best: list[Order] = []
    for first in (None, *attacks[:4]):
        if first is not None and first.cost > points:
            continue
        chosen = [] if first is None else [first]
        left, used, hit = (
            (points, 0, set[int]()) if first is None else (points - first.cost, first.hexes, {first.target})
        )
        for order in rest:
            if order.cost > left or order.hexes & used or order.target in hit:
                continue
            least = sight.number("good_attack") * order.cost if order.target >= 0 else 0.0
            if total([*chosen, order]) > total(chosen) + least:
                chosen.append(order)
                left, used = left - order.cost, used | order.hexes
                if order.target >= 0:
                    hit.add(order.target)
        if total(chosen) > total(best):
            best = chosen
    return best


def _attack(one: Promise) -> Order:
    return Order(one.worth, one.cost, "mark-attack", one.bases, one.target, one.column, one.bare)


def total(chosen: list[Order]) -> float:
    """What some orders are worth together: there are aircraft for two attacks."""
    helped = sorted((order.worth - order.bare for order in chosen if order.target >= 0), reverse=True)
    return sum(order.worth for order in chosen) - sum(helped[SUPPORTED:])


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
