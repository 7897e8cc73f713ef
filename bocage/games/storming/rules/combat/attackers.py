"""Who may attack what in a Combat Segment (13.1, 13.2), and the duties that combined attacks bring (6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bocage.engine.position import Frame
from bocage.hexes import HexSet
from bocage.parts.duties import Front, Owed, more_is_better

from ..look import StormingLook, members
from ..movement.limits import barred, why_barred
from ..position import ALLIED, GERMAN, OTHER
from .odds import sea_sides

if TYPE_CHECKING:
    from ...game import Storming


def _kept(look: StormingLook) -> dict[Any, Any]:
    """What several clauses of one question need is worked out once; a look lives for one question."""
    if look.memo is None:
        look.memo = {}
    kept: dict[Any, Any] = look.memo
    return kept


# Who is able to attack at all


def ready(look: StormingLook, side: str) -> int:
    """The units that may still attack in this segment, wherever they are."""
    kept = _kept(look)
    key = ("ready", side)
    if key not in kept:
        position, game = look.position, look.game
        units = game.side_units[side] & position.on_board & ~game.garrison_units
        units &= ~(position.attacked | position.refit | position.grounded | position.disrupted)
        if side == GERMAN:
            units &= ~look.frozen_units()
        kept[key] = units & ~confined(look, side)
    return int(kept[key])


def strong(look: StormingLook, side: str) -> int:
    """Those that are ready and have an Attack Strength of their own, without which there is no attack (13.2.A)."""
    kept = _kept(look)
    key = ("strong", side)
    if key not in kept:
        units = ready(look, side)
        for unit in members(units & _doubtful(look.game)):
            if not look.attack(unit):
                units &= ~(1 << unit)
        kept[key] = units
    return int(kept[key])


def _doubtful(game: Storming) -> int:
    """Counters with an Attack Strength of zero on at least one side."""
    found = game.memo.get(("doubtful attackers",))
    if found is None:
        found = sum(1 << number for number, counter in enumerate(game.counters) if not all(counter.attack))
        game.memo["doubtful attackers",] = found
    return int(found)


def confined(look: StormingLook, side: str) -> int:
    """Units in hexes out of which they may not attack: Entrance Hexes (7.1.2.G) and Monty's Blind Spot (8.7.B)."""
    position, game = look.position, look.game
    closed = game.mute_hexes & look.occupied(side)
    if side == ALLIED:
        for node in game.board.nodes(closed & game.entrances["A-D"]):
            if shut_in(look, node):
                closed &= ~(1 << node)
    elif not position.monty_sees:
        closed |= game.monty_spot & look.occupied(side)
    return look.units_in(closed, side) if closed else 0


def shut_in(look: StormingLook, node: int) -> bool:
    """Do German units keep everybody in an Anvil-Dragoon Entrance Hex from entering the map (7.1.2.E)?"""
    game = look.game
    ways = game.supply_sides.step(1 << node) & game.in_play & ~game.mute_hexes
    return bool(ways) and not ways & ~look.occupied(GERMAN)


# What each can attack


def closed_to(look: StormingLook, unit: int) -> HexSet:
    """Hexes into which a unit may not attack, whoever stands there (limits.py; mountains for red units, 13.9.E)."""
    position, game = look.position, look.game
    # Units of one sort are barred from the same hexes; Ike counts those who are inside already.
    inside = not position.ike_sees and game.ike_spot >> position.units[unit].at & 1
    key = (_sorts(game)[unit], inside)
    kept = _kept(look)
    found = kept.get(key)
    if found is None:
        found = barred(look, unit, attack=True)
        if game.red_units >> unit & 1:
            found |= game.data.terrain["mountain"]
        kept[key] = found
    return int(found)


def _sorts(game: Storming) -> tuple[tuple[object, ...], ...]:
    """For each unit what decides, with the position, where it may not attack."""
    found = game.memo.get(("sorts of attackers",))
    if found is None:
        found = tuple(
            (counter.nation, counter.command, counter.division, counter.red, counter.mechanized)
            for counter in game.counters
        )
        game.memo["sorts of attackers",] = found
    sorts: tuple[tuple[object, ...], ...] = found
    return sorts


def targets(look: StormingLook, unit: int) -> HexSet:
    """Hexes that a unit may attack from where it stands, if there are enemies in them."""
    kept = _kept(look)
    key = ("targets", unit)
    if key not in kept:
        # Where no supply line may cross a hexside, nobody attacks over it either: sea and impassable ground.
        kept[key] = look.game.supply_sides.step(1 << look.position.units[unit].at) & ~closed_to(look, unit)
    return int(kept[key])


def sea_targets(look: StormingLook, unit: int) -> HexSet:
    """Hexes that a unit may attack over a sea hexside with the help of the 79th Armoured (13.9.B)."""
    at = look.position.units[unit].at
    sides = sea_sides(look.game)
    if not sides.sources >> at & 1:
        return 0
    return sides.step(1 << at) & ~closed_to(look, unit)


def beside(look: StormingLook, side: str, node: int) -> int:
    """A side's units in the hexes around one."""
    return look.units_in(look.game.board.around[node], side)


def able(look: StormingLook, side: str, node: int) -> int:
    """The units that could attack a hex on their own."""
    kept = _kept(look)
    key = ("able", side, node)
    if key not in kept:
        found = 0
        for unit in members(beside(look, side, node) & strong(look, side)):
            if targets(look, unit) >> node & 1:
                found |= 1 << unit
        kept[key] = found
    return int(kept[key])


def able_by_sea(look: StormingLook, side: str, node: int) -> int:
    """The units that the 79th Armoured could carry over the sea against a hex, if it is still available."""
    if not hobart_ready(look, side) or not sea_sides(look.game).sources >> node & 1:
        return 0
    found = 0
    for unit in members(beside(look, side, node) & strong(look, side)):
        if sea_targets(look, unit) >> node & 1 and hobart_reaches(look, node, 1 << unit):
            found |= 1 << unit
    return found


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
    found = 0
    for closed, hexes in groups.items():
        found |= game.supply_sides.step(hexes) & ~closed
    if hobart_ready(look, side):
        for node in game.board.nodes(sea_sides(game).step(front) & enemies & ~found):
            if able_by_sea(look, side, node):
                found |= 1 << node
    return found & enemies


# The 79th Armoured (13.9.B)


def hobart_ready(look: StormingLook, side: str) -> bool:
    """Is the 79th Armoured Division at hand? It helps in one attack a turn."""
    return side == ALLIED and look.position.hobart_turn <= look.position.turn


def hobart_reaches(look: StormingLook, target: int, attackers: int) -> bool:
    """Is it an attack in the 21st Army Group's area: by the hex attacked, or west of the Seine Line by a Commonwealth
    unit that takes part (ruling R21)?"""
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


def unneeded(look: StormingLook, side: str, owed: HexSet, hobart: bool) -> int:
    """All without whom every hex owed could still be attacked."""
    return _front(look, side, owed, hobart).spare(Owed(owed))


def _front(look: StormingLook, side: str, owed: HexSet, hobart: bool) -> Front:
    """Who could attack the hexes owed, each by itself: anybody by land, and one over the sea with the 79th."""
    kept = _kept(look)
    key = ("front", owed, hobart)
    if key not in kept:
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
        kept[key] = Front(doers, more_is_better(lawful))
    front: Front = kept[key]
    return front


def reason_barred(look: StormingLook, unit: int, node: int) -> tuple[str, str]:
    """Why a hex is closed to a unit's attack."""
    if look.counter(unit).red and look.game.data.terrain["mountain"] >> node & 1:
        return "13.9.E", "units with a red Attack Strength never attack into mountains"
    return why_barred(look, unit, node, attack=True) or ("13.1.C", "{it} may not attack there")
