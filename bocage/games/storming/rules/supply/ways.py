"""Supply (8.0): the ways to be in supply, the Supply Lines of those that are traced, and the ports they lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from bocage.parts import supply
from bocage.rules import HexSet, once, pure

from ..position import ALLIED, DROPPED, GERMAN, OTHER

if TYPE_CHECKING:
    from ...game import Storming
    from ..look import StormingLook as Look


class Way(NamedTuple):
    """A way to be in supply: the rule, the words, the overlay of a map and the line drawn on it are read from here."""

    side: str
    rule: str
    words: str  # what is said of a unit that is supplied so
    hexes: Callable[[Look], HexSet]  # where it serves; of a traced way, all that a Supply Line reaches
    serves: Callable[[Look, int], bool] = lambda look, unit: True
    spares: bool = False  # does it help against Attrition only (15.0)?
    sources: Callable[[Look], HexSet] | None = None  # of a traced way
    whom: str = ""  # of a traced way: who traces, and where to
    where: str = ""
    layer: str = ""  # the layer of the overlay that shows it, and its colours
    colours: str = ""


def traced(side: str, rule: str, words: str, sources: Callable[[Look], HexSet], **more: Any) -> Way:
    """A way that leads over Supply Lines of any length (8.1)."""
    return Way(side, rule, words, lambda look: reached(look, sources(look), side), sources=sources, **more)


# Supply Lines


@once
def through(look: Look, side: str) -> HexSet:
    """Hexes that a Supply Line may pass: no enemy, no enemy zone without a friend (8.2, 6.4), no enemy fort (R18)."""
    enemy = OTHER[side]
    hexes = supply.passable(look.game.in_play, look.occupied(side), look.occupied(enemy), look.zone(enemy))
    return hexes & ~look.forts() if side == ALLIED else hexes


def reached(look: Look, sources: HexSet, side: str) -> HexSet:
    """Hexes of a side from which a Supply Line leads to one of the sources (8.1)."""
    open_hexes = through(look, side)
    return _flood(look.game, sources & open_hexes, open_hexes)


@pure(1024)
def _flood(game: Storming, sources: HexSet, open_hexes: HexSet) -> HexSet:
    return game.supply_sides.flood(sources, open_hexes)


# Sources (8.3)


def cherbourg_operational(look: Look) -> bool:
    """Is Cherbourg Allied and Operational (8.6)?"""
    position = look.position
    return bool(0 < position.cherbourg_turn <= position.turn and position.allied_control & look.game.cherbourg)


def antwerpen_open(look: Look) -> bool:
    """Do the Allies control Antwerpen and both banks of its way to the sea (8.7.C)?"""
    return not (look.game.antwerpen | look.game.approaches) & ~look.position.allied_control


@once
def ports(look: Look) -> HexSet:
    """Beaches until turn 7, Cherbourg and Antwerpen once Operational, as long as the Allies hold them (8.3.B)."""
    game, position = look.game, look.position
    beaches = game.beach_hexes if position.turn <= game.rules.numbers["beaches_last_turn"] else 0
    cherbourg = game.cherbourg if cherbourg_operational(look) else 0
    antwerpen = game.antwerpen if position.antwerpen_operational else 0
    return (beaches | cherbourg | antwerpen) & position.allied_control & game.in_play


def anvil_dragoon(look: Look) -> HexSet:
    """The hexes by which the 6th Army Group came, its own sources (8.3.B)."""
    return look.game.southern_sources


def east_edge(look: Look) -> HexSet:
    """E hexes and no others (R47); without the East Map, the edge of the West Map stands for them (R65)."""
    return look.game.german_sources


# Places that supply whoever stands there (8.4)


def coastal_forts(look: Look) -> HexSet:
    """Coastal Forts that have not been destroyed."""
    return look.game.data.forts["coastal"] & ~look.position.forts_destroyed


def _other_forts(look: Look) -> HexSet:
    """All but that of Cherbourg, which spares its garrison from Attrition only (8.4.2)."""
    return coastal_forts(look) & ~look.game.cherbourg


def _ruhr(look: Look) -> HexSet:
    return look.game.ruhr


def _everywhere(look: Look) -> HexSet:
    return -1


def _dropped_now(look: Look, unit: int) -> bool:
    return bool(look.position.dropped_now >> unit & 1)


def _dropped(look: Look, unit: int) -> bool:
    return bool(look.position.units[unit].marks & DROPPED)


def _sixth_army_group(look: Look, unit: int) -> bool:
    return look.command_at(unit, look.position.units[unit].at) == "6AG"


def _garrison(look: Look, unit: int) -> bool:
    return look.counter(unit).type == "garrison"


FROM_PORTS = traced(
    ALLIED, "8.3.B", "in supply", ports, whom="Allied units", where="the beaches, Cherbourg or Antwerpen",
    layer="Allied supply", colours=ALLIED,
)  # fmt: skip
FROM_SOUTH = traced(
    ALLIED, "8.3.B", "in supply from the south", anvil_dragoon, serves=_sixth_army_group,
    whom="units of the 6th Army Group", where="the Anvil-Dragoon hexes",
    layer="Allied supply of the 6th Army Group only", colours="FR",
)  # fmt: skip
FROM_EAST = traced(
    GERMAN, "8.3.A", "in supply from the east", east_edge, whom="German units", where="the East Map-edge",
    layer="German supply from the east", colours=GERMAN,
)  # fmt: skip
IN_THE_RUHR = Way(
    GERMAN, "8.4.1", "in supply in the Ruhr", _ruhr,
    layer="German supply in forts and the Ruhr", colours="DE",
)  # fmt: skip
IN_A_FORT = Way(
    GERMAN, "8.4.2", "in supply in a coastal fort", _other_forts,
    layer="German supply in forts and the Ruhr", colours="DE",
)  # fmt: skip

WAYS = (  # in the order in which a player is told
    Way(ALLIED, "17.9.4.A", "in supply on the turn of its drop", _everywhere, _dropped_now),
    FROM_PORTS,
    FROM_SOUTH,
    traced(ALLIED, "15.0", "", anvil_dragoon, spares=True),
    Way(ALLIED, "R55", "", _everywhere, _dropped, spares=True),
    Way(GERMAN, "8.4.3", "a garrison of Metz is always in supply", _everywhere, _garrison),
    FROM_EAST,
    IN_THE_RUHR,
    IN_A_FORT,
    Way(GERMAN, "8.4.2", "", coastal_forts, spares=True),
)
TRACED = (FROM_PORTS, FROM_SOUTH, FROM_EAST)


def way_of(look: Look, unit: int, attrition: bool = False) -> Way | None:
    """The way in which a unit on the map is supplied now (8.3, 8.4), or at least safe from Attrition (15.0)."""
    at, side = look.position.units[unit].at, look.counter(unit).side
    for way in WAYS:
        if way.side == side and (attrition or not way.spares) and way.serves(look, unit) and way.hexes(look) >> at & 1:
            return way
    return None


def allied_hexes(look: Look) -> HexSet:
    """Hexes where any Allied unit would be in supply: in the 6th Army Group's area from the south too (R130)."""
    return FROM_PORTS.hexes(look) | FROM_SOUTH.hexes(look) & look.game.data.areas["6AG"]


def german_line(look: Look) -> HexSet:
    """Hexes from which a German who comes there will trace to the east: he negates a zone in his own hex (6.4)."""
    traced_now = FROM_EAST.hexes(look)
    return traced_now | look.game.supply_sides.step(traced_now)


def german_hexes(look: Look) -> HexSet:
    """Hexes where a German who comes there will be in supply."""
    return german_line(look) | IN_THE_RUHR.hexes(look) | IN_A_FORT.hexes(look)


def supply_words(look: Look, unit: int) -> tuple[str, str]:
    """How a unit is supplied at this moment, and the case."""
    way = way_of(look, unit)
    if way is not None:
        return way.words, way.rule
    spared = ", but safe from Attrition" if way_of(look, unit, attrition=True) else ""
    return f"OUT OF SUPPLY{spared}", "8.5"


def line(look: Look, unit: int) -> list[int]:
    """The Supply Line that a map draws: over the hexsides that the rule floods, and no others."""
    way, at = way_of(look, unit), look.position.units[unit].at
    if way is None or way.sources is None:
        return []
    open_hexes = through(look, way.side)
    # It may begin in an enemy zone: where the unit stands, its presence is enough (6.4).
    return supply.line(
        look.game.board, at, way.sources(look) & open_hexes, open_hexes | 1 << at, look.game.supply_sides
    )


def layers(look: Look) -> dict[str, tuple[str, HexSet]]:
    """What an overlay shows: layer -> its colours and the hexes in which a unit would be supplied so and not better."""
    found: dict[str, tuple[str, HexSet]] = {}
    better = {ALLIED: 0, GERMAN: 0}
    for way in WAYS:
        if way.layer:
            hexes = way.hexes(look) & look.game.in_play & ~look.occupied(OTHER[way.side])
            _, known = found.get(way.layer, ("", 0))
            found[way.layer] = way.colours, known | hexes & ~better[way.side]
            better[way.side] |= hexes
    return found
