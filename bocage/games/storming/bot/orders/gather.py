"""How the planner brings attacks together before combat: who goes where to attack what."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.bots.best_first import most_promising
from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.position import ALLIED, GERMAN
from ..odds import HOPELESS, Odds, Verdict
from .muster import Muster

GOOD_ATTACK = {ALLIED: 0.5, GERMAN: 1.2}  # what a planned attack must be worth
FRONT = 8  # hexes from the enemy within which units may be ordered to attack
LEAST = 3  # strength with which an attack always costs the enemy a step
BUSY = 0.08  # what one more attacker costs, who might do something else
DUTY = 0.8  # what a further hex costs that a combined attack obliges to attack (6.6)
WORTH_COMBINING = 0.2


def gather(muster: Muster) -> Iterator[Order]:
    """Bring together the most promising attacks, one after the other."""
    sight = muster.sight
    odds = Odds(sight, muster.aims.prizes)
    fighters = _fighters(muster)
    hopes = {node: odds.hope(node) for node in sight.board.nodes(sight.enemy_hexes) if sight.from_own[node] <= FRONT}
    enough = GOOD_ATTACK[sight.side] + sight.style.get("attack", 0.0)
    busy: set[int] = set()

    def closely(target: int) -> tuple[Verdict, dict[int, int]]:
        odds.sight = muster.sight
        return _party(muster, odds, target, [unit for unit in fighters if unit not in busy])

    for _, _, party in most_promising(hopes, closely, enough):
        busy |= set(party)
        for unit, node in party.items():
            if unit in muster.free:
                yield muster.go(unit, node)


def _fighters(muster: Muster) -> list[int]:
    """Units near the enemy that may attack in the Combat Segment, whether they can still move or not."""
    sight = muster.sight
    position, game = sight.position, sight.game
    idle = position.refit | position.grounded | position.disrupted | game.garrison_units
    if sight.side == GERMAN:
        idle |= sight.look.frozen_units()
    return [
        unit
        for unit in sight.units_of(sight.side)
        if not idle >> unit & 1 and sight.attack(unit) and sight.from_enemy[sight.at(unit)] <= FRONT
    ]


def _party(muster: Muster, odds: Odds, target: int, fighters: list[int]) -> tuple[Verdict, dict[int, int]]:
    """The best attack on a hex by these units, each with the hex from which it attacks."""
    sight = muster.sight
    board = sight.board
    ground = sight.game.supply_sides.step(1 << target) & ~sight.enemy_hexes & sight.game.in_play
    able: dict[int, HexSet] = {}
    for unit in fighters:
        at = sight.at(unit)
        if board.distance(at, target) > FRONT or sight.closed_to(unit) >> target & 1:
            continue
        hexes = 1 << at
        if unit in muster.free and not muster.posted(unit):
            hexes |= muster.goals(unit)
        if hexes & ground:
            able[unit] = hexes & ground
    if sum(sight.attack(unit) for unit in able) < LEAST:
        return HOPELESS, {}
    ranked = sorted(able, key=lambda unit: (-sight.attack(unit), unit))
    best: tuple[Verdict, dict[int, int]] = (HOPELESS, {})
    for node in board.nodes(ground):
        verdict, party = _from_hex(muster, odds, target, node, {}, [u for u in ranked if able[u] >> node & 1])
        if verdict.worth > best[0].worth:
            best = (verdict, party)
    used = 0
    for node in best[1].values():
        used |= 1 << node
    for node in board.nodes(ground & ~used):
        others = [unit for unit in ranked if able[unit] >> node & 1 and unit not in best[1]]
        if others and best[1]:
            verdict, party = _from_hex(muster, odds, target, node, best[1], others)
            if verdict.worth > best[0].worth + WORTH_COMBINING:
                best = (verdict, party)
    return best


def _from_hex(
    muster: Muster, odds: Odds, target: int, node: int, before: dict[int, int], units: list[int]
) -> tuple[Verdict, dict[int, int]]:
    """The best attack out of a hex, together with those who attack from elsewhere."""
    sight = muster.sight
    owed = 0
    if before:
        hexes = 1 << node
        for other in before.values():
            hexes |= 1 << other
        zone = sight.game.zone_sides.step(hexes) & ~sight.look.without_zone(sight.side)
        owed = (zone & sight.enemy_hexes & ~(1 << target)).bit_count()
    best, chosen = HOPELESS, before
    party = before
    for unit in units:
        if sight.at(unit) != node and not sight.fits(unit, node, party):
            continue
        party = {**party, unit: node}
        verdict = odds.worth(target, party)
        worth = verdict.worth - DUTY * owed - BUSY * len(party)
        if worth > best.worth:
            best, chosen = Verdict(worth, verdict.clear), party
    return best, chosen
