"""Allies of different nationalities before one enemy (6.2, 14.11): nobody moves where he could not attack (R78).

Whoever attacks together is a party. Each enemy hex in contact can be attacked by one party; units of a party in a hex
want one of those whose zones they are in. Raiders attack with anybody and headquarters may stand by, so that neither
wants anything.
"""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import HexSet, Units, pure

from ..look import Fortress, FortressLook, open_sides, union
from ..position import ALLIED, FIRST_PARTY, GERMAN


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
    game, zone = look.game, look.enemy_zone(ALLIED)
    wanting = hand & ~game.raiders & ~game.headquarters
    parties = [number for number, party in enumerate(game.parties) if wanting & party] if goals & zone else []
    if not parties:
        return goals
    now, at = share(look, contacts(look)), look.position.units[hand.bit_length() - 1].at
    found = goals & ~zone
    if not now.unmet or at < 0 or not zone >> at & 1:  # whoever comes from nowhere near leaves no claim behind
        theirs = goals & zone
        for party in parties:
            theirs &= look.zone_of(now.owned[party])  # what is theirs already, or nobody's
        found |= theirs
    before = contacts(look, hand)
    for node in game.board.nodes(goals & ~found):
        # Could everybody who could attack before still do so, and they themselves too?
        after = tuple(hexes | 1 << node if number in parties else hexes for number, hexes in enumerate(before))
        if share(look, after).unmet <= share(look, before).unmet:
            found |= 1 << node
    return found


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
    owned, claims = [], set()
    for number, hexes in enumerate(parties):
        others = union(touched[:number] + touched[number + 1 :])
        owned.append(enemies & ~others)
        for node in game.board.nodes(hexes) if touched[number] & others else ():
            wanted = (sides.step(1 << node) | 1 << node) & enemies
            if not wanted & ~others:  # all that they could attack is wanted by others too
                claims.add(Claim(number, wanted))
    unmet, given = dealt(tuple(sorted(claims)), {})
    for party, hexes in given:
        owned[party] |= hexes
    return Share(unmet, tuple(owned))


Deal = tuple[int, tuple[Claim, ...]]  # how many claims stay unmet, and what each party gets


def dealt(claims: tuple[Claim, ...], known: dict[tuple[Claim, ...], Deal]) -> Deal:
    """Contested hexes dealt out as well as can be, one after the other; what is left to deal is solved once.

    >>> dealt((Claim(0, 0b1), Claim(1, 0b1)), {})[0], dealt((Claim(0, 0b01), Claim(1, 0b11)), {})
    (1, (0, (Claim(party=0, hexes=1), Claim(party=1, hexes=2))))
    """
    if not claims:
        return 0, ()
    if claims not in known:
        deals: list[Deal] = []
        contested = min(claim.hexes & -claim.hexes for claim in claims)
        for party in sorted({claim.party for claim in claims if claim.hexes & contested}):
            rest = [claim for claim in claims if claim.party != party or not claim.hexes & contested]
            open_still = [Claim(owner, hexes & ~contested) for owner, hexes in rest if hexes & ~contested]
            unmet, given = dealt(tuple(sorted(open_still)), known)
            deals.append((unmet + len(rest) - len(open_still), (Claim(party, contested), *given)))
            if not deals[-1][0]:
                break
        known[claims] = min(deals, key=lambda deal: deal[0])
    return known[claims]
