"""Supply lines: their sources, their lengths, the capacity of ports and beaches (SUP)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from bocage.hexes import HexSet
from bocage.parts.stacks import members

from ..position import ALLIED, AMERICAN, BRITISH, FULL, GERMAN, ISOLATED, OTHER, SHORT, UNSUPPLIED

if TYPE_CHECKING:
    from ..look import RhineLook

NATIONS = (BRITISH, AMERICAN)


class Reaches(NamedTuple):
    """How far Allied supply reaches, by open lines."""

    beaches: HexSet  # Full from the landing hexes
    ports: tuple[tuple[int, HexSet], ...]  # each open major port and the hexes that it alone keeps Full
    dumps: tuple[tuple[str, HexSet, HexSet], ...]  # each active dump: nation, the ports that feed it, its Full hexes
    full: dict[str, HexSet]  # nation -> hexes in Full supply
    short: dict[str, HexSet]  # nation -> hexes in Short supply at least
    path: HexSet  # hexes with a line of any length
    key: tuple[object, ...] = ()  # what all of it follows from


def through(look: RhineLook, side: str) -> HexSet:
    """Hexes through which a side may trace supply (SUP.5)."""
    enemy = OTHER[side]
    shut = look.troops(enemy) | look.strongholds(enemy)
    return look.game.board.all & ~shut & (~look.blocking_zone(enemy) | look.troops(side))


def rings(look: RhineLook, sources: HexSet, open_hexes: HexSet, near: int, far: int) -> tuple[HexSet, HexSet]:
    """What lies within two distances of sources, both included, by lines through open hexes."""
    memo = look.game.memo
    key = ("rings", sources, open_hexes, near, far)
    found = memo.get(key)
    if found is None:
        step = look.game.land.step
        reached = fresh = sources & open_hexes
        within = reached
        for distance in range(1, far + 1):
            fresh = step(fresh) & open_hexes & ~reached
            reached |= fresh
            if distance == near:
                within = reached
            if not fresh:
                if distance < near:
                    within = reached
                break
        found = memo[key] = (within, reached)
    return found


def german_supply(look: RhineLook) -> HexSet:
    """Hexes from which a German line of any length reaches the east-north-east side (SUP.2, SUP.3)."""
    open_hexes = through(look, GERMAN)
    memo = look.game.memo
    key = ("east", open_hexes)
    found: HexSet | None = memo.get(key)
    if found is None:
        found = memo[key] = look.game.land.flood(look.game.german_source & open_hexes, open_hexes)
    return found


def dump_places(look: RhineLook) -> tuple[int, int]:
    """Where the British and the American dump stand; negative when off the map."""
    units, game = look.position.units, look.game
    return units[game.british_dump].at, units[game.american_dump].at


def reaches(look: RhineLook) -> Reaches:
    """How far Allied supply reaches now (SUP.4, SUP.6, SUP.9 to SUP.14; ports: facts of ruling R42)."""
    open_hexes = through(look, ALLIED)
    beaches, ports = look.beaches() & open_hexes, look.open_ports() & open_hexes
    places = dump_places(look)
    memo = look.game.memo
    key = ("reaches", open_hexes, beaches, ports, places)
    found: Reaches | None = memo.get(key)
    if found is None:
        found = memo[key] = _reaches(look, open_hexes, beaches, ports, places)._replace(key=key)
    return found


def _reaches(look: RhineLook, open_hexes: HexSet, beaches: HexSet, ports: HexSet, places: tuple[int, int]) -> Reaches:
    game, numbers = look.game, look.game.rules.numbers
    beach_full, beach_short = rings(look, beaches, open_hexes, numbers["landing_full"], numbers["landing_short"])
    by_port, active, short = [], {}, {}
    for port in game.board.nodes(ports):
        bit = 1 << port
        near, far = rings(look, bit, open_hexes, numbers["port_full"], numbers["port_short"])
        by_port.append((port, near))
        active[port] = rings(look, bit, open_hexes, numbers["dump_active"], numbers["dump_active"])[1]
        short[port] = far
    port_full = reduce(or_, (near for _, near in by_port), 0)
    port_short = reduce(or_, short.values(), 0)
    full = dict.fromkeys(NATIONS, beach_full | port_full)
    least = dict.fromkeys(NATIONS, beach_short | port_short)
    dumps = []
    for nation, at in zip(NATIONS, places, strict=True):
        if at < 0:
            continue
        feeding = sum(1 << port for port, hexes in active.items() if hexes >> at & 1)
        if feeding:
            near, far = rings(look, 1 << at, open_hexes, numbers["convoy_full"], numbers["convoy_short"])
            dumps.append((nation, feeding, near))
            full[nation] |= near
            least[nation] |= far
    path = game.land.flood(beaches | ports, open_hexes)
    return Reaches(beach_full, tuple(by_port), tuple(dumps), full, least, path)


def supply(look: RhineLook, unit: int) -> str:
    """The supply state of a unit (SUP.1). At sea a unit lives on board ship and is Full (ruling R43)."""
    position, counter = look.position, look.game.counters[unit]
    at = position.units[unit].at
    if at < 0:
        return FULL
    if counter.side == GERMAN:
        return FULL if german_supply(look) >> at & 1 else ISOLATED
    found = reaches(look)
    if found.full[counter.nation] >> at & 1:
        return FULL if fed(look, found) >> unit & 1 else SHORT
    if found.short[counter.nation] >> at & 1:
        return SHORT
    return UNSUPPLIED if found.path >> at & 1 else ISOLATED


def antwerp_open(look: RhineLook) -> bool:
    """Is Antwerp Allied and the channel to it clear of Germans (SUP.23)?"""
    game, position = look.game, look.position
    if not game.antwerp & position.allied_control:
        return False
    return not game.channel_banks & (look.occupied(GERMAN) | look.strongholds(GERMAN))


def wanting(look: RhineLook, found: Reaches | None = None) -> int:
    """The Allied units that stand within Full supply and so use up capacity (SUP.22); dumps do not."""
    found = reaches(look) if found is None else found
    units = 0
    position, counters = look.position, look.game.counters
    for unit in members(position.on_board & look.game.charged_units):
        if found.full[counters[unit].nation] >> position.units[unit].at & 1:
            units |= 1 << unit
    return units


def fed(look: RhineLook, found: Reaches) -> int:
    """The units within Full supply for which there is capacity: the favoured first, then by number (SUP.22)."""
    units = wanting(look, found)
    capacity = look.game.rules.numbers["source_capacity"]
    if units.bit_count() <= capacity:
        return units  # every one of them has a source, and no source has to feed more
    favoured, where = look.position.favoured & units, look.position.units
    key = ("fed", found.key, units, tuple([where[unit].at for unit in members(units)]), favoured, antwerp_open(look))
    memo = look.game.memo
    kept: int | None = memo.get(key)
    if kept is None:
        free, entries = _feeders(look, found, units)
        order = sorted(entries, key=lambda entry: (not favoured >> entry[0] & 1, entry[0]))
        kept = memo[key] = free | _matched(order, capacity)
    return kept


def _feeders(look: RhineLook, found: Reaches, units: int) -> tuple[int, list[tuple[int, tuple[int, ...]]]]:
    """The units that open Antwerp feeds without limit, and the sources of each of the others (SUP.22, SUP.23)."""
    position, counters = look.position, look.game.counters
    unlimited = look.game.antwerp if antwerp_open(look) else 0
    sources: list[tuple[int, tuple[int, ...]]] = []
    free = 0
    for unit in members(units):
        bit, nation = 1 << position.units[unit].at, counters[unit].nation
        ports = sum(1 << port for port, hexes in found.ports if hexes & bit)
        for whose, feeding, hexes in found.dumps:
            if whose == nation and hexes & bit:
                ports |= feeding
                if feeding & unlimited:
                    free |= 1 << unit
        if not free >> unit & 1:
            # The beaches are source -1; every other one is its hex. Where one capacity is shared by all (ruling R116)
            # everybody draws on the same source.
            mine = look.game.board.nodes(ports)
            if look.game.rules.capacity_shared:
                sources.append((unit, (-1,)))
            else:
                sources.append((unit, (-1, *mine) if found.beaches & bit else tuple(mine)))
    return free, sources


def nameable(look: RhineLook, found: Reaches) -> int:
    """The units that can be named on top of the favoured ones and would then be fed for sure (ruling R53)."""
    favoured = look.position.favoured
    capacity = look.game.rules.numbers["source_capacity"]
    _, entries = _feeders(look, found, wanting(look, found))
    named = [entry for entry in entries if favoured >> entry[0] & 1]
    room: dict[tuple[int, ...], bool] = {}
    units = 0
    for unit, sources in entries:
        if favoured >> unit & 1:
            continue
        if sources not in room:
            room[sources] = bool(_matched([*named, (unit, sources)], capacity) >> unit & 1)
        if room[sources]:
            units |= 1 << unit
    return units


def _matched(order: list[tuple[int, tuple[int, ...]]], capacity: int) -> int:
    """Those who find a place at a source, in order of preference; nobody loses a place to a later one."""
    guests: dict[int, list[int]] = {}
    options = dict(order)

    def seat(unit: int, tried: set[int]) -> bool:
        for source in options[unit]:
            if source in tried:
                continue
            tried.add(source)
            there = guests.setdefault(source, [])
            if len(there) < capacity:
                there.append(unit)
                return True
            for number, guest in enumerate(there):
                if seat(guest, tried):
                    there[number] = unit
                    return True
        return False

    return sum(1 << unit for unit, _ in order if seat(unit, set()))


def support_range(look: RhineLook, nation: str) -> tuple[HexSet, HexSet]:
    """Hexes within Full and Short range for Close Air Support, whatever the enemy's zones (ruling R32).

    Landing hexes off which units still lie at sea count too: on D-Day there is support for the landing itself (DD.8).
    """
    game, numbers = look.game, look.game.rules.numbers
    every = game.board.all
    beaches = look.beaches()
    for node in look.position.landing_at.values():
        beaches |= 1 << node
    near, far = rings(look, beaches, every, numbers["landing_full"], numbers["landing_short"])
    sources = look.open_ports()
    active = reaches(look).dumps
    for owner, at in zip(NATIONS, dump_places(look), strict=True):
        if owner == nation and at >= 0 and any(whose == nation for whose, _, _ in active):
            sources |= 1 << at
    other_near, other_far = rings(look, sources, every, numbers["convoy_full"], numbers["convoy_short"])
    return near | other_near, far | other_far


def supplied(look: RhineLook, nation: str) -> HexSet:
    """Hexes in which a unit of this nation is in Full or Short supply, and so may attack (SUP.21)."""
    return german_supply(look) if nation == GERMAN else reaches(look).short[nation]
