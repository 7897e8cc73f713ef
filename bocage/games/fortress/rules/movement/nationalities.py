"""Allies of different nationalities before one enemy (6.2, 14.11): nobody moves where he could not attack (R78)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import HexSet, Units, once

from ..look import FortressLook
from ..position import FIRST_PARTY, GERMAN


class Claim(NamedTuple):
    """Units of one party in a hex want an enemy hex for their party: one of these."""

    party: int
    hexes: HexSet


def parties_of(look: FortressLook, hand: Units) -> list[int]:
    """The parties of those units who need an enemy hex of their own: raiders and headquarters do not (R78)."""
    game = look.game
    units = hand & ~game.raiders & ~game.headquarters
    return [number for number, party in enumerate(game.parties) if units & party]


def fair(look: FortressLook, hand: Units, goals: HexSet) -> HexSet:
    """Of the hexes to which Allied units can go, those where every unit in contact still has an enemy to attack."""
    zone = look.enemy_zone("allied")
    contact = goals & zone
    parties = parties_of(look, hand) if contact else []
    if not parties:
        return goals
    enemies, touched = look.exerting(GERMAN), _touched(look)
    for party in parties:
        others = 0
        for number, hexes in enumerate(touched):
            if number != party:
                others |= hexes
        contact &= look.zone_of(enemies & ~others)  # whom nobody else touches is theirs
    if len(parties) > 1:
        contact = 0
    found = goals & ~zone | contact
    for node in look.game.board.nodes(goals & ~found):
        if shared(look, hand, node):
            found |= 1 << node
    return found


@once
def _touched(look: FortressLook) -> list[HexSet]:
    """For each party, the enemy hexes in whose zones its units are."""
    masks, sides, zone = look.position.masks, look.sides(), look.zone(GERMAN)
    enemies = look.exerting(GERMAN)
    found = []
    for number in range(len(look.game.parties)):
        hexes = masks[FIRST_PARTY + number] & zone
        found.append((sides.step(hexes) | hexes) & enemies if hexes else 0)
    return found


def shared(look: FortressLook, hand: Units, node: int) -> bool:
    """Could the units in hand go to a hex, and everybody who could attack before still do so, they themselves too?"""
    before = claims(look, hand)
    after = claims(look, hand, node)
    return unmet(after) <= unmet(before)


def claims(look: FortressLook, without: Units = 0, node: int = -1) -> list[Claim]:
    """What the Allied units in contact claim, some units left out; or with these in a certain hex."""
    masks, board, zone, enemies, sides = (
        look.position.masks, look.game.board, look.zone(GERMAN), look.exerting(GERMAN), look.sides(),
    )  # fmt: skip
    found = []
    for number, party in enumerate(look.game.parties):
        hexes = masks[FIRST_PARTY + number] & zone
        for here in board.nodes(hexes):
            if without and not any(party >> unit & 1 and not without >> unit & 1 for unit in _bound(look, here)):
                continue
            found.append(Claim(number, (sides.step(1 << here) | 1 << here) & enemies))
    if node >= 0:
        there = (sides.step(1 << node) | 1 << node) & enemies
        found += [Claim(number, there) for number in parties_of(look, without)]
    return found


def _bound(look: FortressLook, node: int) -> list[int]:
    free = look.game.raiders | look.game.headquarters
    return [unit for unit in look.stack(node) if not free >> unit & 1]


def unmet(wanted: list[Claim]) -> int:
    """How many claims stay without an enemy hex if these are shared out as well as can be, each to one party.

    >>> unmet([Claim(0, 0b1), Claim(1, 0b1)]), unmet([Claim(0, 0b1), Claim(1, 0b11)]), unmet([])
    (1, 0, 0)
    """
    wanted = [claim for claim in set(wanted) if claim.hexes]
    reach: dict[int, HexSet] = {}
    for claim in wanted:
        reach[claim.party] = reach.get(claim.party, 0) | claim.hexes
    open_claims = []
    for claim in wanted:
        others = 0
        for party, hexes in reach.items():
            if party != claim.party:
                others |= hexes
        if not claim.hexes & ~others:  # all that they could attack is wanted by others too
            open_claims.append(claim)
    return _fewest(tuple(sorted(open_claims)))


def _fewest(open_claims: tuple[Claim, ...]) -> int:
    if not open_claims:
        return 0
    first = open_claims[0].hexes
    contested = first & -first
    best = len(open_claims)
    for party in {claim.party for claim in open_claims if claim.hexes & contested}:
        rest, lost = [], 0
        for claim in open_claims:
            if not claim.hexes & contested:
                rest.append(claim)
            elif claim.party != party:
                left = claim.hexes & ~contested
                if left:
                    rest.append(Claim(claim.party, left))
                else:
                    lost += 1
        best = min(best, lost + _fewest(tuple(rest)))
        if not best:
            break
    return best
