"""Who may attack what in a Combat Segment (13.1, 13.2), and why not; the duties that combined attacks bring (6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.parts.combat.duties import Front, Owed, more_is_better
from bocage.parts.stacks import union
from bocage.rules import Conditions, Frame, HexSet, Units, met, once, pure

from ..look import StormingLook, members
from ..movement.limits import barred, why_barred
from ..position import ALLIED, GERMAN, OTHER
from .odds import sea_sides

if TYPE_CHECKING:
    from ...game import Storming


# Who is able to attack at all


def able_itself(look: StormingLook, side: str) -> Conditions:
    """What a unit must be to attack at all, whatever the target."""
    position, game = look.position, look.game

    def why_confined(unit: int) -> tuple[str, str]:
        if game.mute_hexes >> position.units[unit].at & 1:
            return "7.1.2.G", (
                "nobody attacks out of an Entrance Hex, except from Brittany and by Anvil-Dragoon units that German "
                "units keep from entering the map"
            )
        return "8.7.B", "no German unit attacks out of Monty's Blind Spot while it is closed to the Allies"

    yield ~confined(look, side), "7.1.2.G", why_confined
    yield ~position.attacked, "13.2.B", "{it} has attacked in this segment already"
    yield ~position.refit, "7.3.E", "{it} is under an R&R marker and does not attack"
    yield ~position.grounded, "9.2.B", "{it} is Grounded and does not attack"
    yield ~look.frozen_units(), "10.7.8", "{it} belongs to the 15th Army and has not been released"
    yield ~position.disrupted, "12.1", "{it} is disrupted and does not attack"
    yield ~game.garrison_units, "16.2", "the garrisons of Metz never attack"


@once
def ready(look: StormingLook, side: str) -> Units:
    """The units that may still attack in this segment, wherever they are."""
    return look.game.side_units[side] & look.position.on_board & met(able_itself(look, side))


@once
def strong(look: StormingLook, side: str) -> Units:
    """Those that are ready and have an Attack Strength of their own, without which there is no attack (13.2.A)."""
    units = ready(look, side)
    return units & ~sum(1 << unit for unit in members(units & _doubtful(look.game)) if not look.attack(unit))


@pure(1)
def _doubtful(game: Storming) -> Units:
    """Counters with an Attack Strength of zero on at least one side."""
    return sum(1 << number for number, counter in enumerate(game.counters) if not all(counter.attack))


def confined(look: StormingLook, side: str) -> Units:
    """Units in hexes out of which they may not attack: Entrance Hexes (7.1.2.G) and Monty's Blind Spot (8.7.B)."""
    position, game = look.position, look.game
    closed = game.mute_hexes & look.occupied(side)
    if side == ALLIED:
        ways_in = game.board.nodes(closed & game.entrances["A-D"])
        closed &= ~sum(1 << node for node in ways_in if shut_in(look, node))
    elif not position.monty_sees:
        closed |= game.monty_spot & look.occupied(side)
    return look.units_in(closed, side)


def shut_in(look: StormingLook, node: int) -> bool:
    """Do German units keep everybody in an Anvil-Dragoon Entrance Hex from entering the map (7.1.2.E)?"""
    game = look.game
    ways = game.supply_sides.step(1 << node) & game.in_play & ~game.mute_hexes
    return bool(ways) and not ways & ~look.occupied(GERMAN)


# What each can attack


def closed_to(look: StormingLook, unit: int) -> HexSet:
    """Hexes into which a unit may not attack, whoever stands there (limits.py; mountains for red units, 13.9.E)."""
    return _closed_to(look, _likes(look)[unit])


@once
def _closed_to(look: StormingLook, unit: int) -> HexSet:
    closed = barred(look, unit, attack=True)
    return closed | look.game.data.terrain["mountain"] if look.game.red_units >> unit & 1 else closed


@once
def _likes(look: StormingLook) -> dict[int, int]:
    """Unit on the map -> the first one that is barred from the same hexes: Ike counts those who are inside (10.7.3)."""
    position, game, sorts = look.position, look.game, _sorts(look.game)
    spot = 0 if position.ike_sees else game.ike_spot
    first: dict[tuple[object, ...], int] = {}
    return {
        unit: first.setdefault((sorts[unit], spot >> position.units[unit].at & 1), unit)
        for unit in members(position.on_board)
    }


@pure(1)
def _sorts(game: Storming) -> tuple[tuple[object, ...], ...]:
    """For each unit what decides, with the position, where it may not attack."""
    return tuple(
        (counter.nation, counter.command, counter.division, counter.red, counter.mechanized)
        for counter in game.counters
    )


@once
def targets(look: StormingLook, unit: int) -> HexSet:
    """Hexes that a unit may attack from where it stands, if there are enemies in them."""
    # Where no supply line may cross a hexside, nobody attacks over it either: sea and impassable ground.
    return look.game.supply_sides.step(1 << look.position.units[unit].at) & ~closed_to(look, unit)


def sea_targets(look: StormingLook, unit: int) -> HexSet:
    """Hexes that a unit may attack over a sea hexside with the help of the 79th Armoured (13.9.B)."""
    over = sea_sides(look.game).step(1 << look.position.units[unit].at)
    return over and over & ~closed_to(look, unit)


def beside(look: StormingLook, side: str, node: int) -> Units:
    """A side's units in the hexes around one."""
    return look.units_in(look.game.board.around[node], side)


@once
def able(look: StormingLook, side: str, node: int) -> Units:
    """The units that could attack a hex on their own."""
    near = members(beside(look, side, node) & strong(look, side))
    return sum(1 << unit for unit in near if targets(look, unit) >> node & 1)


def able_by_sea(look: StormingLook, side: str, node: int) -> Units:
    """The units that the 79th Armoured could carry over the sea against a hex, if it is still available."""
    if not hobart_ready(look, side) or not sea_sides(look.game).sources >> node & 1:
        return 0
    near = members(beside(look, side, node) & strong(look, side))
    by_sea = [unit for unit in near if sea_targets(look, unit) >> node & 1]
    return sum(1 << unit for unit in by_sea if hobart_reaches(look, node, 1 << unit))


@once
def attackable(look: StormingLook, side: str) -> HexSet:
    """Every enemy hex that somebody could attack now."""
    game = look.game
    enemies = look.occupied(OTHER[side])
    front = look.occupied(side) & look.beside_enemy(side)
    units = look.units_in(front, side) & strong(look, side)
    groups: dict[HexSet, HexSet] = {}
    for unit in members(units):
        closed = closed_to(look, unit)
        groups[closed] = groups.get(closed, 0) | 1 << look.position.units[unit].at
    found = union(game.supply_sides.step(hexes) & ~closed for closed, hexes in groups.items())
    if hobart_ready(look, side):
        coast = game.board.nodes(sea_sides(game).step(front) & enemies & ~found)
        found |= sum(1 << node for node in coast if able_by_sea(look, side, node))
    return found & enemies


# Why a unit does not attack a hex


def adjacent(look: StormingLook, side: str, target: int) -> Conditions:
    """It is a unit of the side, beside the target."""
    yield look.game.side_units[side], "13.1.A", "only the units of the side whose segment it is attack"
    yield beside(look, side, target), "13.1.C", "{it} is not next to the hex under attack"


def able_there(look: StormingLook, side: str, target: int) -> Conditions:
    """All that a unit must be to attack a hex, but for strength, duties and Ike's patience."""

    def why_not_over_land(unit: int) -> tuple[str, str]:
        if not sea_sides(look.game).has(look.position.units[unit].at, target):
            return "13.1.C", "nobody attacks over the hexside between {it} and the target"
        if closed_to(look, unit) >> target & 1:
            return reason_barred(look, unit, target)
        return "13.1.C", "only the sea lies between {it} and the target; the 79th Armoured can carry one unit over"

    yield from adjacent(look, side, target)
    yield look.units_in(look.game.supply_sides.step(1 << target), side), "13.1.C", why_not_over_land
    yield from able_itself(look, side)
    near = members(beside(look, side, target))
    closed = sum(1 << unit for unit in near if closed_to(look, unit) >> target & 1)
    yield ~closed, "13.1.C", lambda unit: reason_barred(look, unit, target)


def with_strength(look: StormingLook, side: str, chosen: Units) -> Conditions:
    """It has an Attack Strength, or is stacked with an attacker who has one (13.2.A; R114)."""
    able = strong(look, side)
    found = able | look.units_in(look.hexes_of(members(chosen & able)), side)
    yield found, "13.2.A", "{it} has no Attack Strength: it joins only an attacker with one that is stacked with it"


def able_to_attack(look: StormingLook, side: str, target: int, chosen: Units = 0) -> Conditions:
    """All that a unit must be to attack a hex with those already chosen, but for duties and Ike's patience."""
    yield from able_there(look, side, target)
    yield from with_strength(look, side, chosen)


def not_chosen(chosen: Units) -> Conditions:
    """It does not take part yet."""
    yield ~chosen, "13.2.C", "{it} attacks already, with its whole strength"


def reason_barred(look: StormingLook, unit: int, node: int) -> tuple[str, str]:
    """Why a hex is closed to a unit's attack."""
    if look.counter(unit).red and look.game.data.terrain["mountain"] >> node & 1:
        return "13.9.E", "units with a red Attack Strength never attack into mountains"
    return why_barred(look, unit, node, attack=True) or ("13.1.C", "{it} may not attack there")


# The 79th Armoured (13.9.B)


def hobart_ready(look: StormingLook, side: str) -> bool:
    """Is the 79th Armoured Division at hand? It helps in one attack a turn."""
    return side == ALLIED and look.position.hobart_turn <= look.position.turn


def hobart_reaches(look: StormingLook, target: int, attackers: int) -> bool:
    """Is it an attack in the 21st Army Group's area: by the hex attacked, or west of the Seine Line by a Commonwealth
    unit that takes part (rulings R21, R117)?"""
    game = look.game
    if game.data.areas["21AG"] >> target & 1:
        return True
    return bool(game.data.west >> target & 1 and attackers & game.commonwealth_units)


# Duties (6.6)


def duties_of(look: StormingLook, side: str, target: int, attackers: int) -> HexSet:
    """The hexes that must be attacked too if these units combine against a target (6.6, ruling R59)."""
    units = members(attackers)
    hexes = look.hexes_of(units)
    if not hexes & hexes - 1:
        return 0  # an attack out of one hex obliges to nothing (13.4)
    owed = look.zone_of(units, side) & look.occupied(OTHER[side])
    return owed & ~look.position.attacked_hexes & ~(1 << target)


def open_duties(look: StormingLook, side: str, owed: HexSet) -> HexSet:
    """What is still to be attacked of the hexes owed."""
    return owed & look.occupied(OTHER[side]) & ~look.position.attacked_hexes


def owed_in(frames: Sequence[Frame]) -> HexSet:
    """The hexes owed in the Combat Segment that is under way."""
    return next((int(getattr(frame, "owed", 0)) for frame in reversed(frames) if frame.step == "combat"), 0)


def can_fulfil(look: StormingLook, side: str, owed: HexSet, busy: int, hobart: bool) -> bool:
    """Could each hex owed still be attacked if the busy units did something else? `hobart`: the 79th is still free."""
    return not owed or _front(look, side, owed, hobart).can(Owed(owed, free=~busy))


def unneeded(look: StormingLook, side: str, owed: HexSet, hobart: bool) -> Units:
    """All without whom every hex owed could still be attacked."""
    return _front(look, side, owed, hobart).spare(Owed(owed))


@once
def _front(look: StormingLook, side: str, owed: HexSet, hobart: bool) -> Front:
    """Who could attack the hexes owed, each by itself: anybody by land, and one over the sea with the 79th."""
    nodes = look.game.board.nodes(owed)
    by_land = {node: able(look, side, node) for node in nodes}
    by_sea = {node: able_by_sea(look, side, node) if hobart else 0 for node in nodes}
    funnies = 1 << len(look.game.counters)  # the 79th takes part like a unit, in one attack only

    def lawful(target: HexSet, units: int) -> bool:
        if target & target - 1:
            return False  # one hex at a time
        node = target.bit_length() - 1
        return bool(units & by_land[node] or (units & funnies and units & by_sea[node]))

    doers = {node: by_land[node] | (by_sea[node] | funnies if by_sea[node] else 0) for node in nodes}
    return Front(doers, more_is_better(lawful))
