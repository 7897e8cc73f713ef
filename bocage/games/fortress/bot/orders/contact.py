"""Who is in an enemy zone and must attack from there: who cannot leave, and when it pays to go in all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.combat.odds import ground as chart
from ...rules.position import ALLIED, GERMAN
from ..aims.goals import Goals
from ..aims.winter import offensive
from ..odds import HOPELESS, Odds
from ..sight import Sight

if TYPE_CHECKING:
    from .march import Muster

PLACE = 8.0  # what a hex must be worth for it to be held in contact with the enemy
EARLY = {ALLIED: 0.25, GERMAN: 1.0}  # of its worth, before the turn on which it counts
FLEETING = 0.35  # of its worth, for a hex in which the enemy will strike hard


def obliged(sight: Sight, node: int) -> list[int]:
    """Enemy hexes that must be attacked by whoever stands in a hex (14.1, 14.6, 33.3.9.1)."""
    if sight.unbound >> node & 1:
        return []
    return sight.board.nodes(sight.look.sides().step(1 << node) & sight.exerting)


def last_word(sight: Sight) -> bool:
    """Is it the player-turn after which the game, or the offensive, is judged?"""
    rules = sight.game.rules
    ends = (rules.last_turn, rules.numbers["bulge_victory_turn"] if rules.winter else 0)
    return sight.side == GERMAN and sight.turn in ends


def stuck(muster: Muster, contact: Sequence[int]) -> set[int]:
    """Free units in enemy zones for whom there is no room outside them, however those around them are shared out."""
    sight = muster.sight
    safe = sight.game.land & ~sight.enemy_zone & ~sight.game.dyke
    outs = {
        unit: sight.board.nodes(muster.ways(unit) & safe)
        for unit in contact
        if unit in muster.free and sight.look.weight((unit,))
    }
    room: dict[int, int] = {}
    taken: dict[int, list[int]] = {}

    def settle(unit: int, seen: set[int]) -> bool:
        for node in outs[unit]:
            if node in seen:
                continue
            seen.add(node)
            if node not in room:
                room[node] = muster.room(node)
            here = taken.setdefault(node, [])
            if len(here) < room[node]:
                here.append(unit)
                return True
            for other in here:
                if settle(other, seen):
                    here[here.index(other)] = unit
                    return True
        return False

    return {unit for unit in sorted(outs, key=lambda unit: (len(outs[unit]), unit)) if not settle(unit, set())}


def seize(muster: Muster, goals: Goals, odds: Odds) -> Iterator[Order]:
    """Go into, or stay in, places that decide the game, though the enemy stands beside them, if they can be kept."""
    if not offensive(muster.sight):
        return
    sight = muster.sight
    places = {node: value for node, value in (goals.prizes | goals.guards).items() if value >= PLACE}
    for node in sorted(places, key=lambda node: (-places[node], node)):
        if sight.enemy_hexes >> node & 1:
            continue
        beside = _waiting(muster, node)
        if beside:
            for unit in beside:
                yield muster.go(unit, sight.at(unit))
            continue
        party = _best_party(muster, goals, odds, node, places[node])
        for unit in party:
            yield muster.go(unit, node)


def _waiting(muster: Muster, node: int) -> list[int]:
    """Who waits beside a place for the second impulse of the last turn: then he attacks out of it once, not twice."""
    sight = muster.sight
    if not last_word(sight) or sight.position.impulse == 2 or sight.own_hexes >> node & 1 or not obliged(sight, node):
        return []
    quiet = sight.look.sides().step(1 << node) & sight.own_hexes & ~sight.enemy_zone
    units = [unit for unit in muster.free if quiet >> sight.at(unit) & 1 and sight.look.weight((unit,))]
    units.sort(key=lambda unit: (-sight.holding(unit, node), unit))
    return units[: sight.look.limit(node)]


def _best_party(muster: Muster, goals: Goals, odds: Odds, node: int, value: float) -> list[int]:
    sight = muster.sight
    staying = [unit for unit in sight.fighters(node) if unit not in muster.free]
    able = [unit for unit in muster.free if sight.at(unit) == node or muster.ways(unit) >> node & 1]
    able.sort(key=lambda unit: (-sight.holding(unit, node), sight.attack(unit), unit))
    able = [unit for unit in able if goals.guards.get(sight.at(unit), 0.0) < value or sight.at(unit) == node]
    room = muster.room(node)  # those who stand there are counted
    best, chosen = 0.0, []
    party: list[int] = []
    for unit in able:
        if sight.at(unit) != node and sight.look.weight((unit,)):
            if room <= 0:
                continue
            room -= 1
        party = [*party, unit]
        worth = value_of(sight, odds, node, [*staying, *party], value)
        if worth > best:
            best, chosen = worth, party
    return chosen


def value_of(sight: Sight, odds: Odds, node: int, units: Sequence[int], value: float) -> float:
    """What it is worth that units stand in a hex beside the enemy and attack from there, as they must."""
    targets = obliged(sight, node)
    held = 1.0
    cost = 0.0
    if targets:
        verdict = odds.verdict(tuple(targets), dict.fromkeys(units, node))
        if verdict.worth <= HOPELESS.worth:
            return HOPELESS.worth
        cost = max(0.0, -verdict.worth)
        held = kept(sight, node, verdict.column)
    rules = sight.game.rules
    if sight.turn < rules.numbers["bulge_victory_turn"]:
        value *= EARLY[sight.side]
    elif sight.position.impulse == 1:
        held *= held  # they attack in the second impulse too
    strength = sum(sight.holding(unit, node) for unit in units)
    firm = 1.0 if last_word(sight) and sight.position.impulse == 2 else 1.0 / (1.0 + sight.danger(node, strength))
    return value * held * (FLEETING + (1 - FLEETING) * firm) - cost


def kept(sight: Sight, node: int, column: int) -> float:
    """How likely a stack is still in its hex after an attack out of it on a column."""
    stands = _standing(sight) >> node & 1
    row = sight.game.data.results[sight.game.data.odds[column]]
    return sum(result != "AE" and (bool(stands) or result not in ("A2", "A1", "AR")) for result in row) / len(row)


def _standing(sight: Sight) -> HexSet:
    """Hexes from which attackers need not retreat (16.4)."""
    return chart(sight.game).holding | (0 if sight.side == ALLIED else sight.look.intact())
