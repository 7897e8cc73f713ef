"""What one combat is made of: the hex, the attackers, their aircraft and the cards of both sides (9.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Frame, HexSet, Node, Units, once

from ..cards.decks import Cards
from ..look import FestungLook, members
from ..position import ALLIED, AXIS, OTHER
from ..supply.tracing import supplied

if TYPE_CHECKING:
    from ...game import Festung

NATIONALITIES = {ALLIED: ("US", "BR"), AXIS: ("German", "Italian")}  # 2.22, ruling R99


class Fight(Frame, frozen=True):
    """A combat as far as it has been put together; every step of it has a frame with these fields."""

    side: str  # the attacker
    target: Node = -1
    attackers: Units = 0
    landing: Node = -1  # the Beach Head of a landing, whose units attack in full supply (11.44)
    air: tuple[str, ...] = ()  # markers that support the attack (9.241)
    bonus: Cards = 0  # events of this action whose help is used
    used: Cards = 0  # Combat Cards that either side has named in this combat
    fresh: Cards = 0  # those of them that came out of a hand in it (9.25)


# Who takes part


def defenders(look: FestungLook, fight: Fight) -> Units:
    """Everybody in the hex."""
    return look.in_place(fight.target, OTHER[fight.side])


@once
def shaken(look: FestungLook, node: int) -> Units:
    """Units in a hex that retreated there in this action round: no strength, lost with the first loss (9.48, R2)."""
    numbers, went = look.game.unit_numbers, look.position.retreated
    return sum(1 << numbers[unit] for unit, there in went.items() if there == node) & look.in_place(node)


def fed_attackers(look: FestungLook, fight: Fight) -> Units:
    """The attackers that are in supply, as it was when they were activated (8.37, 11.44, ruling R70)."""
    if fight.landing >= 0:
        return fight.attackers
    return fight.attackers & (look.position.full | look.position.limited)


def fed_defenders(look: FestungLook, fight: Fight) -> Units:
    """The defenders that are in supply now."""
    return defenders(look, fight) & supplied(look, OTHER[fight.side])


def fed(look: FestungLook, fight: Fight, side: str) -> Units:
    """The units of a side in the combat that are in supply: those whom cards can help (9.25)."""
    return fed_attackers(look, fight) if side == fight.side else fed_defenders(look, fight)


def origins(look: FestungLook, units: Units) -> HexSet:
    """The hexes out of which units attack."""
    return look.hexes_of(members(units))


# Nationalities


@once
def mixed_hexes(look: FestungLook, side: str) -> HexSet:
    """Hexes with units of both nationalities; an airborne unit is of either, but alone it links nobody (R63)."""
    first, second = (look.game.groups[group] for group in NATIONALITIES[side])
    found = 0
    for node in look.game.board.nodes(look.occupied(side)):
        here = look.in_place(node, side)
        if here.bit_count() > 1 and here & first and here & second:
            found |= 1 << node
    return found


def may_combine(look: FestungLook, side: str, units: Units) -> bool:
    """May these units attack together: of one nationality, or with a hex among theirs that holds both (9.17)?"""
    if look.on("ignore_nationality") or any(not units & ~look.game.groups[one] for one in NATIONALITIES[side]):
        return True
    return bool(origins(look, units) & mixed_hexes(look, side))


# Hexsides


def all_across(look: FestungLook, fight: Fight, *kinds: str) -> bool:
    """Do all attackers cross a hexside of one of these kinds?"""
    return bool(fight.attackers) and not origins(look, fight.attackers) & ~_behind(look.game, fight.target, kinds)


def any_across(look: FestungLook, fight: Fight, kind: str) -> bool:
    """Does any attacker cross a hexside of this kind?"""
    return bool(origins(look, fight.attackers) & _behind(look.game, fight.target, (kind,)))


def _behind(game: Festung, node: int, kinds: tuple[str, ...]) -> HexSet:
    """The hexes behind such hexsides of a hex."""
    found = 0
    for kind in kinds:
        found |= game.data.sides[kind].step(1 << node)
    return found
