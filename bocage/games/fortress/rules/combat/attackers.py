"""Who may attack what, and who must: zones, landings, raids and drops, before odds come in (14.1, 14.6, 12.8, 20.8)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import Conditions, HexSet, Units, once

from .. import winter
from ..look import FortressLook, members, union
from ..position import ALLIED, GERMAN, OTHER, STORM


class List(NamedTuple):
    """What the attacker owes: enemy hexes that must be attacked, and units that must attack (14.6)."""

    due: HexSet
    bound: Units


# Who can attack what


@once
def targets(look: FortressLook, side: str) -> HexSet:
    """Enemy hexes with somebody who has not fought in this impulse yet (14.9, ruling R104)."""
    enemy, position = OTHER[side], look.position
    hexes, spent = look.occupied(enemy), position.fought & look.game.side_units[enemy] & position.on_board
    for node in look.game.board.nodes(look.hexes_of(members(spent))):
        if not look.in_place(node, enemy) & look.game.land_units & ~position.fought:
            hexes &= ~(1 << node)
    return hexes & winter.targets(look) if side == GERMAN and winter.opening(look) else hexes


@once
def ready(look: FortressLook, side: str) -> Units:
    """Units of a side that may still attack in this impulse, as far as they themselves are concerned (14.9)."""
    position, game = look.position, look.game
    units = game.side_units[side] & game.land_units & position.on_board & ~position.fought
    return units & winter.attackers(look) if side == GERMAN and winter.opening(look) else units


@once
def on_enemies(look: FortressLook, side: str) -> Units:
    """Units that came down or ashore on enemies: they fight these and nobody else (12.8, 20.8, 21.11)."""
    return look.units_in(look.occupied(OTHER[side]), side)


@once
def _reaches(look: FortressLook, side: str) -> dict[int, HexSet]:
    """Unit -> the enemy hexes that it can attack, for those that can attack any."""
    position, held, found = look.position, targets(look, side), {}
    sides, landed, free = look.sides(), on_enemies(look, side), ready(look, side)
    for node in look.game.board.nodes((sides.step(held) | held) & look.occupied(side)):
        near, own = sides.step(1 << node) & held, 1 << node & held
        for unit in position.stacks[node]:
            # Invaders fight in the hex where they land, and nowhere else (12.8).
            reach = own if landed >> unit & 1 else 0 if position.invaders >> unit & 1 else near
            if reach and free >> unit & 1:
                found[unit] = reach
    return found


def reach(look: FortressLook, side: str, unit: int) -> HexSet:
    """The enemy hexes that a unit can attack from where it is (14.6.C)."""
    return _reaches(look, side).get(unit, 0)


@once
def able(look: FortressLook, side: str) -> dict[int, Units]:
    """Enemy hex -> those who can attack it."""
    found: dict[int, Units] = {}
    for unit, hexes in _reaches(look, side).items():
        for node in look.game.board.nodes(hexes):
            found[node] = found.get(node, 0) | 1 << unit
    return found


def able_against(look: FortressLook, side: str, hexes: HexSet) -> Units:
    """Those who can attack each of some hexes (R77)."""
    return sum(1 << unit for unit, near in _reaches(look, side).items() if not hexes & ~near)


# Ships


@once
def ships(look: FortressLook) -> Units:
    """Ships that may still support an attack of this turn (19.4, 19.9)."""
    position = look.position
    return 0 if position.weather == STORM else look.game.ships & position.on_board & ~position.naval_used


@once
def covered(look: FortressLook, ship: int) -> HexSet:
    """The hexes in a ship's range, its own not counted (19.6)."""
    return look.game.board.within(look.position.units[ship].at, look.game.rules.numbers["naval_range"])


def in_range(look: FortressLook, hexes: HexSet) -> Units:
    """Ships in whose range all of these hexes lie (19.6)."""
    return sum(1 << ship for ship in members(ships(look)) if not hexes & ~covered(look, ship))


# Who must attack what


def obliged(look: FortressLook, side: str, unit: int) -> HexSet:
    """The enemy hexes that must be attacked because of a unit: whose zones it is in (14.6.A).

    Frozen units and raiders have no zone and need not be attacked (14.1, 21.6); no zone enters a fortress, and whoever
    is in one need not attack (14.1); those who came on enemies owe their own hex alone (12.8, 20.8, 21.11).
    """
    hexes = reach(look, side, unit)
    if on_enemies(look, side) >> unit & 1:
        return hexes
    return 0 if look.intact() >> look.position.units[unit].at & 1 else hexes & look.exerting(OTHER[side])


@once
def listed(look: FortressLook, side: str) -> List:
    """The list before the first battle: what must be attacked, and who must attack (14.6.A, 14.6.B)."""
    if side == GERMAN and winter.opening(look):
        return List(0, 0)  # zones may be ignored (33.3.9.1)
    owed = {unit: obliged(look, side, unit) for unit in _reaches(look, side)}
    selective = raiding_in_disguise(look, side)
    due = union(hexes for unit, hexes in owed.items() if not selective >> unit & 1)
    return List(due, sum(1 << unit for unit, hexes in owed.items() if hexes))


def raiding_in_disguise(look: FortressLook, side: str) -> Units:
    """Skorzeny's brigade after its special move: it attacks one hex and ignores all others (31.13, ruling R120)."""
    used = side == GERMAN and look.game.rules.skorzeny and look.position.greif_now
    return look.game.trait("skorzeny") if used else 0


@once
def first_targets(look: FortressLook, side: str) -> HexSet:
    """Hexes where paratroopers have come down on enemies: these battles are fought before all others (20.8)."""
    landed = look.position.dropped & on_enemies(look, side) & ready(look, side)
    return look.hexes_of(members(landed)) & targets(look, side)


# Nationalities


@once
def parties(look: FortressLook, side: str) -> tuple[Units, ...]:
    """Those who may attack together (6.2); raiders and ships go with anybody (21.3, 19.10)."""
    game = look.game
    return tuple(party | game.raiders | game.ships for party in game.parties) if side == ALLIED else (-1,)


def companions(look: FortressLook, side: str, attackers: Units) -> Units:
    """All who may be in a battle with these units (6.2)."""
    return union(party for party in parties(look, side) if not attackers & ~party)


# Sorties


def fortress_neighbours(look: FortressLook, node: int) -> HexSet:
    """All enemies next to a fortress who would have to be attacked in a sortie (14.13)."""
    return look.sides().step(1 << node) & look.occupied(ALLIED)


@once
def garrisons(look: FortressLook, side: str) -> dict[int, Units]:
    """Fortress that stands -> those in it who could attack out of it (14.13); none of them has to."""
    if side != GERMAN or winter.opening(look):
        return {}
    hexes = look.game.board.nodes(look.intact() & look.occupied(GERMAN) & ~look.occupied(ALLIED))
    found = {node: sum(1 << unit for unit in look.stack(node) if reach(look, side, unit)) for node in hexes}
    return {node: units for node, units in found.items() if units}


# Reasons


def able_to_attack(look: FortressLook, side: str, hexes: HexSet) -> Conditions:
    """What a unit must be to attack some hexes, whatever the odds."""
    game, position, sides, here = look.game, look.position, look.sides(), look.units_in(hexes, side)
    yield game.side_units[side], "14.2", "only units of the side whose player turn it is attack"
    yield game.land_units, "14.2", "{it} does not attack"
    yield position.on_board, "14.2", "{it} is not on the map"
    around = game.board.all
    for node in game.board.nodes(hexes):
        around &= sides.step(1 << node)
    beside = look.units_in(around, side) & ~on_enemies(look, side) | (0 if hexes & hexes - 1 else here)
    yield beside, "14.6.C", lambda unit: _why_not_beside(look, side, hexes, unit)
    yield ~position.invaders | here, "12.8", "{it} has just landed and attacks only Germans in its own hex"
    yield ~position.fought, "14.9", "{it} has fought in this impulse already"
    if side == GERMAN and winter.opening(look):
        late = "{it} does not take part in the offensive and may not attack this turn"
        yield winter.attackers(look), "33.3.9.2", late
    yield able_against(look, side, hexes), "14.6.C", "{it} cannot attack there"


def _why_not_beside(look: FortressLook, side: str, hexes: HexSet, unit: int) -> tuple[str, str]:
    position, near = look.position, 1 << look.position.units[unit].at
    if on_enemies(look, side) >> unit & 1:
        rule = "20.8" if position.dropped >> unit & 1 else "21.11" if position.raiders >> unit & 1 else "12.8"
        return rule, "{it} shares its hex with enemies and fights these alone"
    if look.game.board.step(near) & hexes and not look.sides().step(near) & hexes:
        return "14.1", "nobody attacks over an estuary or a river whose bridges are down"
    if hexes & hexes - 1:
        return "R77", f"{{it}} is not next to each of {look.hex_names(hexes)}: all attackers must be"
    return "14.6.C", f"{{it}} is not next to {look.hex_names(hexes)}"
