"""Supply lines (SUP): the ways to be in supply, where each begins and how far it reaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bocage.parts import supply
from bocage.rules import HexSet, once

from ..position import ALLIED, AMERICAN, BRITISH, GERMAN, OTHER

if TYPE_CHECKING:
    from ...game import Rhine
    from ..look import RhineLook

NATIONS = (BRITISH, AMERICAN)


class Way(supply.Way["RhineLook"], frozen=True, eq=False):
    """A way to be in supply, by nation; one with lengths has a longest line of Full and one of Short supply.

    Its words are those for a source, of which the hex is filled in.
    """

    names: Callable[[Rhine, int], str] = lambda game, node: game.hex_name(node)


def _numbers(*names: str) -> Callable[[Rhine], tuple[int, ...]]:
    return lambda game: tuple(game.rules.numbers[name] for name in names)


@once
def through(look: RhineLook, side: str) -> HexSet:
    """Hexes through which a side may trace supply (SUP.5); a lone dump is in nobody's way (ruling R112).

    A source that lies in an enemy zone without a friend is not among them, and supplies nobody (ruling R42).
    """
    enemy = OTHER[side]
    shut = look.troops(enemy) | look.strongholds(enemy)
    return supply.passable(look.game.board.all, look.troops(side), shut, look.blocking_zone(enemy))


def _open_ports(look: RhineLook, nation: str) -> HexSet:
    return look.open_ports()


def _active_dump(look: RhineLook, nation: str) -> HexSet:
    return 1 << dump_place(look, nation) if feeding(look, nation) else 0


LINES = supply.Net["RhineLook"](
    lambda look, nation: through(look, GERMAN if nation == GERMAN else ALLIED), lambda game: game.land
)
BEACH = Way(
    "SUP.6", "the beach of {hex}", NATIONS, lambda look, nation: look.beaches(), LINES,
    _numbers("landing_full", "landing_short"), names=lambda game, node: game.data.landings[node].name,
)  # fmt: skip
PORT = Way("SUP.4", "the port of {hex}", NATIONS, _open_ports, LINES, _numbers("port_full", "port_short"))  # ruling R42
DUMP = Way(
    "SUP.10", "its Supplies dump at {hex}", NATIONS, _active_dump, LINES, _numbers("convoy_full", "convoy_short")
)
FEEDING = Way("SUP.9", "", NATIONS, _open_ports, LINES, _numbers("dump_active"))  # how a dump is supplied itself
EAST = Way("SUP.2", "the east-north-east side", (GERMAN,), lambda look, nation: look.game.german_source, LINES)
_ANY_LENGTH = Way("SUP.13", "", NATIONS, lambda look, nation: look.beaches() | look.open_ports(), LINES)
ALLIED_WAYS = (BEACH, PORT, DUMP)  # and none by air (ruling R39)
WAYS = {BRITISH: ALLIED_WAYS, AMERICAN: ALLIED_WAYS, GERMAN: (EAST,)}


@once
def reached(look: RhineLook, nation: str) -> tuple[HexSet, HexSet]:
    """Hexes in Full supply for units of a nation, and in Short supply at least (SUP.2 to SUP.14)."""
    full = short = 0
    for way in WAYS[nation]:
        if sources := way.sources(look, nation):
            rings = way.around(look, nation, sources)
            full |= rings[0]
            short |= rings[-1]
    return full, short


def full(look: RhineLook, nation: str) -> HexSet:
    """Hexes in Full supply for units of a nation, as long as there is capacity (SUP.22)."""
    return reached(look, nation)[0]


def supplied(look: RhineLook, nation: str) -> HexSet:
    """Hexes in which a unit of this nation is in Full or Short supply, and so may attack (SUP.21)."""
    return reached(look, nation)[1]


def german_supply(look: RhineLook) -> HexSet:
    """Hexes from which a German line of any length reaches the east-north-east side (SUP.2, SUP.3)."""
    return reached(look, GERMAN)[0]


def traced(look: RhineLook) -> HexSet:
    """Hexes with an Allied line of any length to a beach or a port (SUP.13)."""
    return _ANY_LENGTH.hexes(look, ALLIED)


# Supplies dumps


def dump_place(look: RhineLook, nation: str) -> int:
    """Where the dump of a nation stands; negative when off the map."""
    game = look.game
    return look.position.units[game.british_dump if nation == BRITISH else game.american_dump].at


@once
def feeding(look: RhineLook, nation: str) -> HexSet:
    """The ports that feed the dump of a nation; without one it is not active (SUP.9)."""
    at = dump_place(look, nation)
    return FEEDING.around(look, nation, 1 << at)[0] & look.open_ports() if at >= 0 else 0


# Close Air Support: whatever the enemy's zones (ruling R32)

_SKY = supply.Net["RhineLook"](lambda look, nation: look.game.board.all, lambda game: game.land)
_OFF_BEACHES, _OFF_BASES = msgspec.structs.replace(BEACH, net=_SKY), msgspec.structs.replace(DUMP, net=_SKY)


@once
def support_range(look: RhineLook, nation: str) -> tuple[HexSet, HexSet]:
    """Hexes within Full and Short range for Close Air Support.

    Landing hexes off which units still lie at sea count too: on D-Day there is support for the landing itself (DD.8,
    ruling R90).
    """
    beaches = look.beaches()
    for node in look.position.landing_at.values():
        beaches |= 1 << node
    near, far = _OFF_BEACHES.around(look, nation, beaches)
    other_near, other_far = _OFF_BASES.around(look, nation, look.open_ports() | _active_dump(look, nation))
    return near | other_near, far | other_far
