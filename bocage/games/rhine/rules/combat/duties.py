"""What an attack obliges to (MAND), what landing units owe (DD.7), and whether all of it can still be done.

A question that lets a player take on duties offers only battles after which every one of them can be met. The search of
the part is exact; what it cannot know is here: a further attacker may spoil the odds (one in Short supply costs a
column), so the groups that reach 1:3 are found by trying, the smallest first.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from msgspec.structs import replace

from bocage.parts.combat.duties import Front, Owed
from bocage.parts.stacks import union
from bocage.rules import HexSet, once

from ..look import RhineLook, members
from ..position import GERMAN, OTHER, Battle
from . import odds
from .attackers import NATIONS, at_sea, factored, given, hexes_off, reach, ready

# Duties of a battle


def weighty(look: RhineLook, node: int, side: str) -> bool:
    """Does a hex hold what the enemy of this side may not pass over: an Undisrupted corps, or for the Germans an
    Undisrupted division or brigade group too (MAND.1, ruling R27)?"""
    counters, disrupted = look.game.counters, look.position.disrupted
    for unit in look.stack(node):
        counter = counters[unit]
        if (
            counter.side == side
            and not disrupted >> unit & 1
            and (counter.corps or (side == GERMAN and counter.division))
        ):
            return True
    return False


@once
def demanded(look: RhineLook, side: str, targets: HexSet, attackers: int) -> HexSet:
    """The hexes that a freely chosen battle obliges to attack as well (MAND.1 to MAND.3).

    Units that land from the sea touch nothing but their landing hex, so nothing is demanded of them. Hexes with an
    estuary between them are not next to each other (ruling R97).
    """
    game = look.game
    land, rivers, board = game.land, game.data.rivers, game.board
    origins = look.hexes_of(members(attackers))
    near = land.step(targets) & land.step(origins) & ~targets & look.occupied(OTHER[side])
    if not near:
        return 0
    owed = 0
    # A hex is behind a river if each attacking hex next to it has a river before it.
    open_to = game.dry_land.step(origins)
    for node in board.nodes(near):
        if not weighty(look, node, OTHER[side]):
            continue
        bit = 1 << node
        sheltered = not open_to & bit
        for target in board.nodes(land.step(bit) & targets):
            if sheltered:
                if open_to >> target & 1:
                    continue  # MAND.2: the target lies on this side of the river, its neighbour beyond it
                if rivers.has(node, target):
                    continue  # MAND.3: both lie beyond one, and another river parts them
            owed |= bit
            break
    return owed


def demands(look: RhineLook, side: str, battle: Battle) -> HexSet:
    """What a battle obliges to; one that was made only to meet a duty obliges to nothing (ruling R27)."""
    return 0 if battle.duty else demanded(look, side, battle.targets, battle.attackers)


def attacked_hexes(battles: Sequence[Battle]) -> HexSet:
    """The targets of all battles."""
    return union(battle.targets for battle in battles)


def owed(look: RhineLook, side: str, battles: Sequence[Battle]) -> HexSet:
    """The hexes that battles oblige to attack and that no battle attacks yet."""
    return union(demands(look, side, battle) for battle in battles) & ~attacked_hexes(battles)


def planned(look: RhineLook, side: str, targets: HexSet, attackers: int) -> Battle:
    """The battle that these units would make: a duty if all that it attacks is owed to others (ruling R98)."""
    battles = look.position.battles
    due = owed(look, side, battles)
    return Battle(len(battles) + 1, targets, attackers, duty=not targets & ~due)


def linked(look: RhineLook, side: str, battles: Sequence[Battle]) -> tuple[Battle, ...]:
    """The battles, each with the numbers of those that oblige to it: it may not be called off once one of them has been
    fought (MAND.4).

    Where several battles attack a hex that is owed, each of them would do; which one does is seen when they are
    resolved.
    """
    parents: dict[int, set[int]] = {battle.number: set() for battle in battles}
    for battle in battles:
        due = demands(look, side, battle)
        for other in battles:
            if other.targets & due:
                parents[other.number].add(battle.number)
    return tuple(replace(battle, parents=tuple(sorted(parents[battle.number]))) for battle in battles)


# Can it be done?


@once
def reckoned(look: RhineLook, side: str, targets: HexSet, attackers: int) -> odds.Odds:
    """The odds of a battle by what is known; in the turn of Goering's Blitz with its support where it can be had."""
    return odds.odds(look, side, targets, attackers, supported=odds.may_be_supported(look, side, targets))


def allowed(look: RhineLook, side: str, targets: HexSet, attackers: int) -> bool:
    """May these units make this attack: with an attack factor, and at final odds of 1:3 or better (ATT.3, CRT.14)?"""
    return bool(factored(look, attackers)) and bool(reckoned(look, side, targets, attackers).final)


def groups(look: RhineLook, side: str, targets: HexSet, free: int, must: int = 0) -> Iterator[int]:
    """The smallest groups of free units, with those that must be among them, that may attack these hexes together.

    Whoever can do without a unit has it for something else, so larger groups need not be looked at.
    """
    game = look.game
    for nation in NATIONS[side]:
        if must & ~game.nation_units[nation]:
            continue
        helpers = [
            unit for unit in members(free & ~must & game.nation_units[nation]) if not targets & ~reach(look, unit)
        ]
        if must and allowed(look, side, targets, must):
            yield must
            continue
        found: list[int] = []
        layer = [(must, 0)]
        while layer:
            larger = []
            for units, start in layer:
                for place in range(start, len(helpers)):
                    unit = helpers[place]
                    grown = units | 1 << unit
                    if any(not small & ~grown for small in found):
                        continue
                    twin = helpers[place - 1]
                    if place and not units >> twin & 1 and _worth(look, twin) == _worth(look, unit):
                        continue  # its twin before it has been tried in its place
                    if allowed(look, side, targets, grown):
                        found.append(grown)
                        yield grown
                    else:
                        larger.append((grown, place + 1))
            layer = larger


@once
def _worth(look: RhineLook, unit: int) -> Hashable:
    """What matters of a unit as far as attacks go; two that agree in it differ in nothing but their names."""
    counter, at = look.counter(unit), look.position.units[unit].at
    printed = (counter.kind, counter.group, counter.traits)
    return at, printed, look.attack(unit), reach(look, unit), look.supply(unit)


def payable(look: RhineLook, side: str, battles: Sequence[Battle]) -> bool:
    """Can every hex that these battles oblige to still be attacked by those who are left (MAND.1)?"""
    due = owed(look, side, battles)
    if not due:
        return True
    return _payable(look, side, due, ready(look, side) & ~given(battles))


@once
def _payable(look: RhineLook, side: str, due: HexSet, free: int) -> bool:
    able = {
        node: sum(1 << unit for unit in members(free) if reach(look, unit) >> node & 1)
        for node in look.game.board.nodes(due)
    }

    def law(targets: HexSet, must: int, may: int) -> int:
        return next(groups(look, side, targets, may, must), 0)

    nations = [look.game.nation_units[nation] for nation in NATIONS[side]]
    return Front(able, law, nations, lambda unit: _worth(look, unit)).can(Owed(due))


# Landing units


def overdue(look: RhineLook, side: str, battles: Sequence[Battle]) -> int:
    """Landing units without a battle that must attack once more and can do so by themselves (DD.7, ruling R99).

    Nobody on land is obliged to help them, so nothing that others do takes their attack from them.
    """
    waiting = at_sea(look, side) & look.position.stalled & ~given(battles)
    if not waiting:
        return 0
    game, found = look.game, 0
    for node in game.board.nodes(hexes_off(look, waiting)):
        for nation in NATIONS[side]:
            units = sum(
                1 << unit for unit in members(waiting & game.nation_units[nation]) if reach(look, unit) >> node & 1
            )
            if units and allowed(look, side, 1 << node, units):
                found |= units
    return found
