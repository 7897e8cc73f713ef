"""The capacity of ports and beaches (SUP.22, SUP.23): who of those within Full supply is fed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.stacks import members
from bocage.rules import Units, once, pure

from ..position import ALLIED, GERMAN
from . import ways

if TYPE_CHECKING:
    from ...game import Rhine
    from ..look import RhineLook

Takers = tuple[tuple[int, tuple[int, ...]], ...]  # units, each with the sources on which it can draw
BEACHES = -1  # all landing hexes together are one source; every other one is its hex


def antwerp_open(look: RhineLook) -> bool:
    """Is Antwerp Allied and the channel to it clear of Germans (SUP.23)?"""
    game, position = look.game, look.position
    if not game.antwerp & position.allied_control:
        return False
    return not game.channel_banks & (look.occupied(GERMAN) | look.strongholds(GERMAN))


def room(look: RhineLook) -> int:
    """How many units all sources together can feed, Antwerp's lack of a limit left aside (SUP.22, ruling R116)."""
    rules, open_hexes = look.game.rules, ways.through(look, ALLIED)
    sources = bool(look.beaches() & open_hexes) + (look.open_ports() & open_hexes).bit_count()
    return rules.numbers["source_capacity"] * (1 if rules.capacity_shared else sources)


@once
def wanting(look: RhineLook) -> Units:
    """The Allied units that stand within Full supply and so use up capacity (SUP.22); dumps do not."""
    units = 0
    position, counters = look.position, look.game.counters
    full = {nation: ways.full(look, nation) for nation in ways.NATIONS}
    for unit in members(position.on_board & look.game.charged_units):
        if full[counters[unit].nation] >> position.units[unit].at & 1:
            units |= 1 << unit
    return units


@once
def fed(look: RhineLook) -> Units:
    """The units within Full supply for which there is capacity: the favoured first, then by number (SUP.22, R53)."""
    units = wanting(look)
    if units.bit_count() <= look.game.rules.numbers["source_capacity"]:
        return units  # every one of them has a source, and no source has to feed more
    favoured = look.position.favoured
    unlimited, takers = _takers(look)
    return unlimited | _seated(look.game, tuple(sorted(takers, key=lambda taker: not favoured >> taker[0] & 1)))


@once
def nameable(look: RhineLook) -> Units:
    """The units that can be named on top of the favoured ones and would then be fed for sure (ruling R53)."""
    favoured = look.position.favoured
    _, takers = _takers(look)
    named = tuple(taker for taker in takers if favoured >> taker[0] & 1)
    others = [taker for taker in takers if not favoured >> taker[0] & 1]
    room = {
        sources: bool(_seated(look.game, (*named, (unit, sources))) >> unit & 1)
        for sources, unit in {sources: unit for unit, sources in others}.items()  # one of those who are alike
    }
    return sum(1 << unit for unit, sources in others if room[sources])


@once
def _takers(look: RhineLook) -> tuple[Units, Takers]:
    """The units that open Antwerp feeds without limit, and the sources of each of the others (SUP.22, SUP.23)."""
    game, position = look.game, look.position
    unlimited = game.antwerp if antwerp_open(look) else 0
    beaches = ways.BEACH.rings(look, ALLIED)[0]
    by_port = {port: ways.PORT.around(look, ALLIED, 1 << port)[0] for port in game.board.nodes(look.open_ports())}
    by_dump = {nation: ways.DUMP.rings(look, nation)[0] for nation in ways.NATIONS}
    free = 0
    takers: list[tuple[int, tuple[int, ...]]] = []
    for unit in members(wanting(look)):
        bit, nation = 1 << position.units[unit].at, game.counters[unit].nation
        ports = sum(1 << port for port, hexes in by_port.items() if hexes & bit)
        if by_dump[nation] & bit:
            ports |= ways.feeding(look, nation)
            if ways.feeding(look, nation) & unlimited:
                free |= 1 << unit
                continue
        if game.rules.capacity_shared:
            takers.append((unit, (BEACHES,)))  # everybody draws on the same source (option R116)
        else:
            mine = tuple(game.board.nodes(ports))
            takers.append((unit, (BEACHES, *mine) if beaches & bit else mine))
    return free, tuple(takers)


@pure(256)
def _seated(game: Rhine, takers: Takers) -> Units:
    """Those who find a place at a source, in order of preference; nobody loses a place to a later one."""
    capacity = game.rules.numbers["source_capacity"]
    guests: dict[int, list[int]] = {}
    options = dict(takers)

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

    return sum(1 << unit for unit, _ in takers if seat(unit, set()))
