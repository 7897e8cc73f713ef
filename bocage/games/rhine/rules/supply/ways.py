"""Supply lines (SUP): the ways to be in supply, where each begins and how far it reaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from bocage.parts import supply as lines
from bocage.parts import words
from bocage.rules import HexSet, once, pure

from ..position import ALLIED, AMERICAN, BRITISH, GERMAN, OTHER

if TYPE_CHECKING:
    from ...game import Rhine
    from ..look import RhineLook

NATIONS = (BRITISH, AMERICAN)


class Way(NamedTuple):
    """A way to be in supply: what is Full or Short, what a player is told, and the line drawn all follow from it."""

    rule: str
    words: Callable[[Rhine, int], str]  # the source, by its hex
    sources: Callable[[RhineLook, str], HexSet]  # for units of a nation
    full: str = ""  # the number of hexes that a line of Full supply may have; without it a line has no limit
    short: str = ""


def _beach(game: Rhine, node: int) -> str:
    return f"the beach of {game.data.landings[node].name}"


def _port(game: Rhine, node: int) -> str:
    return f"the port of {words.hex_name(game.data.names, game.board.labels, node)}"


def _dump(game: Rhine, node: int) -> str:
    return f"its Supplies dump at {words.hex_name(game.data.names, game.board.labels, node)}"


def _active_dump(look: RhineLook, nation: str) -> HexSet:
    return 1 << dump_place(look, nation) if feeding(look, nation) else 0


ALLIED_WAYS = (  # and none by air (ruling R39)
    Way("SUP.6", _beach, lambda look, nation: look.beaches(), "landing_full", "landing_short"),
    Way("SUP.4", _port, lambda look, nation: look.open_ports(), "port_full", "port_short"),  # ruling R42
    Way("SUP.10", _dump, _active_dump, "convoy_full", "convoy_short"),
)
EAST = Way("SUP.2", lambda game, node: "the east-north-east side", lambda look, nation: look.game.german_source)
WAYS = {BRITISH: ALLIED_WAYS, AMERICAN: ALLIED_WAYS, GERMAN: (EAST,)}


@once
def through(look: RhineLook, side: str) -> HexSet:
    """Hexes through which a side may trace supply (SUP.5); a lone dump is in nobody's way (ruling R112).

    A source that lies in an enemy zone without a friend is not among them, and supplies nobody (ruling R42).
    """
    enemy = OTHER[side]
    shut = look.troops(enemy) | look.strongholds(enemy)
    return lines.passable(look.game.board.all, look.troops(side), shut, look.blocking_zone(enemy))


@pure(512)
def rings(game: Rhine, sources: HexSet, open_hexes: HexSet, near: int, far: int) -> tuple[HexSet, HexSet]:
    """What lies within two distances of sources, both included, by lines through open hexes."""
    step = game.land.step
    within = reached = fresh = sources & open_hexes
    for distance in range(1, far + 1):
        fresh = step(fresh) & open_hexes & ~reached
        reached |= fresh
        if distance <= near:
            within = reached
        if not fresh:
            break
    return within, reached


@pure(64)
def _flooded(game: Rhine, sources: HexSet, open_hexes: HexSet) -> HexSet:
    return game.land.flood(sources & open_hexes, open_hexes)


@once
def reached(look: RhineLook, nation: str) -> tuple[HexSet, HexSet]:
    """Hexes in Full supply for units of a nation, and in Short supply at least (SUP.2 to SUP.14)."""
    open_hexes = through(look, GERMAN if nation == GERMAN else ALLIED)
    sources = tuple([way.sources(look, nation) & open_hexes for way in WAYS[nation]])
    return _reached(look.game, nation, sources, open_hexes)


@pure(256)
def _reached(game: Rhine, nation: str, all_sources: tuple[HexSet, ...], open_hexes: HexSet) -> tuple[HexSet, HexSet]:
    numbers = game.rules.numbers
    full = short = 0
    for way, sources in zip(WAYS[nation], all_sources, strict=True):
        if way.full:
            near, far = rings(game, sources, open_hexes, numbers[way.full], numbers[way.short])
        else:
            near = far = _flooded(game, sources, open_hexes)
        full |= near
        short |= far
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
    return _flooded(look.game, look.beaches() | look.open_ports(), through(look, ALLIED))


# Supplies dumps


def dump_place(look: RhineLook, nation: str) -> int:
    """Where the dump of a nation stands; negative when off the map."""
    game = look.game
    return look.position.units[game.british_dump if nation == BRITISH else game.american_dump].at


@once
def feeding(look: RhineLook, nation: str) -> HexSet:
    """The ports that feed the dump of a nation; without one it is not active (SUP.9)."""
    at, reach = dump_place(look, nation), look.game.rules.numbers["dump_active"]
    if at < 0:
        return 0
    return rings(look.game, 1 << at, through(look, ALLIED), reach, reach)[1] & look.open_ports()


# Close Air Support


@once
def support_range(look: RhineLook, nation: str) -> tuple[HexSet, HexSet]:
    """Hexes within Full and Short range for Close Air Support, whatever the enemy's zones (ruling R32).

    Landing hexes off which units still lie at sea count too: on D-Day there is support for the landing itself (DD.8,
    ruling R90).
    """
    game, numbers = look.game, look.game.rules.numbers
    every = game.board.all
    beaches = look.beaches()
    for node in look.position.landing_at.values():
        beaches |= 1 << node
    near, far = rings(game, beaches, every, numbers["landing_full"], numbers["landing_short"])
    sources = look.open_ports() | _active_dump(look, nation)
    other_near, other_far = rings(game, sources, every, numbers["convoy_full"], numbers["convoy_short"])
    return near | other_near, far | other_far
