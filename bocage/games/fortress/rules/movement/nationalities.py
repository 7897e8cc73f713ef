"""Allies of different nationalities before one enemy (6.2, 14.11): nobody moves where he could not attack (R78).

Whoever attacks together is a party. Each enemy hex in contact can be attacked by one party; units of a party in a hex
want one of those whose zones they are in. Raiders attack with anybody and headquarters may stand by, so that neither
wants anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bocage.rules import HexSet, Units, pure

from ..look import FortressLook, open_sides
from ..position import ALLIED, FIRST_PARTY, GERMAN

if TYPE_CHECKING:
    from ...game import Fortress


class Claim(NamedTuple):
    """Units of one party want one of these enemy hexes."""

    party: int
    hexes: HexSet


class Share(NamedTuple):
    """Enemy hexes shared out as well as can be: how many claims stay unmet, and what each party has."""

    unmet: int
    owned: tuple[HexSet, ...]


def fair(look: FortressLook, hand: Units, goals: HexSet) -> HexSet:
    """Of the hexes to which Allied units can go, those where every unit in contact still has an enemy to attack."""
    zone = look.enemy_zone(ALLIED)
    contact = goals & zone
    parties = parties_of(look, hand) if contact else []
    if not parties:
        return goals
    now, at = share(look, contacts(look)), look.position.units[hand.bit_length() - 1].at
    found = goals & ~zone
    if not now.unmet or at < 0 or not zone >> at & 1:  # whoever comes from nowhere near leaves no claim behind
        theirs = contact
        for party in parties:
            theirs &= look.zone_of(now.owned[party])  # what is theirs already, or nobody's
        found |= theirs
    for node in look.game.board.nodes(goals & ~found):
        if shared(look, hand, node):
            found |= 1 << node
    return found


def parties_of(look: FortressLook, hand: Units) -> list[int]:
    """The parties of those units who need an enemy hex of their own."""
    game = look.game
    units = hand & ~game.raiders & ~game.headquarters
    return [number for number, party in enumerate(game.parties) if units & party]


def shared(look: FortressLook, hand: Units, node: int) -> bool:
    """Could the units in hand go to a hex, and everybody who could attack before still do so, they themselves too?"""
    before = contacts(look, hand)
    after = list(before)
    for party in parties_of(look, hand):
        after[party] |= 1 << node
    return share(look, tuple(after)).unmet <= share(look, before).unmet


def contacts(look: FortressLook, without: Units = 0) -> tuple[HexSet, ...]:
    """For each party, where its units are in enemy zones; some units of one hex may be left out."""
    position, game, zone = look.position, look.game, look.zone(GERMAN)
    found = [position.masks[FIRST_PARTY + number] & zone for number in range(len(game.parties))]
    at = position.units[without.bit_length() - 1].at if without else -1
    if at >= 0 and zone >> at & 1:
        stay = look.in_place(at) & ~without & ~game.raiders & ~game.headquarters
        for number, party in enumerate(game.parties):
            if not stay & party:
                found[number] &= ~(1 << at)
    return tuple(found)


def share(look: FortressLook, parties: tuple[HexSet, ...]) -> Share:
    """The enemy hexes shared out among parties that stand there."""
    return shares(look.game, look.exerting(GERMAN), look.position.bombed, parties)


@pure(2048)
def shares(game: Fortress, enemies: HexSet, bombed: tuple[str, ...], parties: tuple[HexSet, ...]) -> Share:
    """The enemy hexes shared out; those that nobody wants, or one party alone, are everybody's or its own."""
    sides = open_sides(game, bombed)
    touched = [(sides.step(hexes) | hexes) & enemies if hexes else 0 for hexes in parties]
    owned, claims = [], []
    for number, hexes in enumerate(parties):
        others = 0
        for other, wanted in enumerate(touched):
            if other != number:
                others |= wanted
        owned.append(enemies & ~others)
        if touched[number] & others:
            for node in game.board.nodes(hexes):
                wanted = (sides.step(1 << node) | 1 << node) & enemies
                if not wanted & ~others:  # all that they could attack is wanted by others too
                    claims.append(Claim(number, wanted))
    unmet, given = dealt(tuple(sorted(set(claims))))
    for party, hexes in given:
        owned[party] |= hexes
    return Share(unmet, tuple(owned))


Deal = tuple[int, tuple[Claim, ...]]  # how many claims stay unmet, and what each party gets


def dealt(claims: tuple[Claim, ...], known: dict[tuple[Claim, ...], Deal] | None = None) -> Deal:
    """Contested hexes dealt out as well as can be, one after the other; what is left to deal is solved once.

    >>> dealt((Claim(0, 0b1), Claim(1, 0b1)))[0], dealt((Claim(0, 0b01), Claim(1, 0b11)))
    (1, (0, (Claim(party=0, hexes=1), Claim(party=1, hexes=2))))
    """
    if not claims:
        return 0, ()
    known = {} if known is None else known
    if claims in known:
        return known[claims]
    contested = min(claim.hexes & -claim.hexes for claim in claims)
    best: Deal | None = None
    for party in sorted({claim.party for claim in claims if claim.hexes & contested}):
        rest, lost = [], 0
        for claim in claims:
            if not claim.hexes & contested:
                rest.append(claim)
            elif claim.party != party:
                left = claim.hexes & ~contested
                if left:
                    rest.append(Claim(claim.party, left))
                else:
                    lost += 1
        unmet, given = dealt(tuple(sorted(rest)), known)
        if best is None or unmet + lost < best[0]:
            best = unmet + lost, (Claim(party, contested), *given)
        if not best[0]:
            break
    assert best is not None
    known[claims] = best
    return best
