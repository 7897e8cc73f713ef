"""Supply (8.0): the ways to be in supply, the Supply Lines of those that are traced, and the ports they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts import supply
from bocage.rules import HexSet, once

from ..position import ALLIED, DROPPED, GERMAN, OTHER

if TYPE_CHECKING:
    from ..look import StormingLook as Look


class Way(supply.Way["Look"], frozen=True, eq=False):
    """A way to be in supply, by side; and how an overlay of the map shows it."""

    tracers: str = ""  # who traces, in words
    layer: str = ""  # the layer of the overlay that shows it, and its colours
    colours: str = ""


@once
def through(look: Look, side: str) -> HexSet:
    """Hexes that a Supply Line may pass: no enemy, no enemy zone without a friend (8.2, 6.4), no enemy fort (R18)."""
    enemy = OTHER[side]
    hexes = supply.passable(look.game.in_play, look.occupied(side), look.occupied(enemy), look.zone(enemy))
    return hexes & ~look.forts() if side == ALLIED else hexes


LINES = supply.Net["Look"](  # of any length (8.1)
    through, lambda game: game.supply_sides, lambda game: game.in_play
)


# Sources (8.3)


def cherbourg_operational(look: Look) -> bool:
    """Is Cherbourg Allied and Operational (8.6)?"""
    position = look.position
    return bool(0 < position.cherbourg_turn <= position.turn and position.allied_control & look.game.cherbourg)


def antwerpen_open(look: Look) -> bool:
    """Do the Allies control Antwerpen and both banks of its way to the sea (8.7.C)?"""
    return not (look.game.antwerpen | look.game.approaches) & ~look.position.allied_control


@once
def ports(look: Look, side: str) -> HexSet:
    """Beaches until turn 7, Cherbourg and Antwerpen once Operational, as long as the Allies hold them (8.3.B)."""
    game, position = look.game, look.position
    beaches = game.beach_hexes if position.turn <= game.rules.numbers["beaches_last_turn"] else 0
    cherbourg = game.cherbourg if cherbourg_operational(look) else 0
    antwerpen = game.antwerpen if position.antwerpen_operational else 0
    return (beaches | cherbourg | antwerpen) & position.allied_control & game.in_play


def anvil_dragoon(look: Look, side: str) -> HexSet:
    """The hexes by which the 6th Army Group came, its own sources (8.3.B)."""
    return look.game.southern_sources


def east_edge(look: Look, side: str) -> HexSet:
    """E hexes and no others (R47); without the East Map, the edge of the West Map stands for them (R65)."""
    return look.game.german_sources


# Places that supply whoever stands there (8.4)


def coastal_forts(look: Look, side: str = GERMAN) -> HexSet:
    """Coastal Forts that have not been destroyed."""
    return look.game.data.forts["coastal"] & ~look.position.forts_destroyed


def _other_forts(look: Look, side: str) -> HexSet:
    """All but that of Cherbourg, which spares its garrison from Attrition only (8.4.2)."""
    return coastal_forts(look) & ~look.game.cherbourg


def _ruhr(look: Look, side: str) -> HexSet:
    return look.game.ruhr


def _everywhere(look: Look, side: str) -> HexSet:
    return -1


def _dropped_now(look: Look, unit: int) -> bool:
    return bool(look.position.dropped_now >> unit & 1)


def _dropped(look: Look, unit: int) -> bool:
    return bool(look.position.units[unit].marks & DROPPED)


def _sixth_army_group(look: Look, unit: int) -> bool:
    return look.command_at(unit, look.position.units[unit].at) == "6AG"


def _garrison(look: Look, unit: int) -> bool:
    return look.counter(unit).type == "garrison"


ALLIES, GERMANS = (ALLIED,), (GERMAN,)
FROM_PORTS = Way(
    "8.3.B", "in supply", ALLIES, ports, LINES, goal="the beaches, Cherbourg or Antwerpen", tracers="Allied units",
    layer="Allied supply", colours=ALLIED,
)  # fmt: skip
FROM_SOUTH = Way(
    "8.3.B", "in supply from the south", ALLIES, anvil_dragoon, LINES, serves=_sixth_army_group,
    goal="the Anvil-Dragoon hexes", tracers="units of the 6th Army Group",
    layer="Allied supply of the 6th Army Group only", colours="FR",
)  # fmt: skip
FROM_EAST = Way(
    "8.3.A", "in supply from the east", GERMANS, east_edge, LINES, goal="the East Map-edge", tracers="German units",
    layer="German supply from the east", colours=GERMAN,
)  # fmt: skip
IN_THE_RUHR = Way(
    "8.4.1", "in supply in the Ruhr", GERMANS, _ruhr, layer="German supply in forts and the Ruhr", colours="DE"
)
IN_A_FORT = Way(
    "8.4.2", "in supply in a coastal fort", GERMANS, _other_forts,
    layer="German supply in forts and the Ruhr", colours="DE",
)  # fmt: skip
WAYS = (  # in the order in which a player is told
    Way("17.9.4.A", "in supply on the turn of its drop", ALLIES, _everywhere, serves=_dropped_now),
    FROM_PORTS,
    FROM_SOUTH,
    Way("8.4.3", "a garrison of Metz is always in supply", GERMANS, _everywhere, serves=_garrison),
    FROM_EAST,
    IN_THE_RUHR,
    IN_A_FORT,
)
SPARING = (  # these help against Attrition only (15.0)
    Way("15.0", "", ALLIES, anvil_dragoon, LINES),
    Way("R55", "", ALLIES, _everywhere, serves=_dropped),
    Way("8.4.2", "", GERMANS, coastal_forts),
)
TRACED = (FROM_PORTS, FROM_SOUTH, FROM_EAST)


def way_of(look: Look, unit: int, attrition: bool = False) -> Way | None:
    """The way in which a unit on the map is supplied now (8.3, 8.4), or at least safe from Attrition (15.0)."""
    return supply.way_of(WAYS + SPARING if attrition else WAYS, look, unit, look.counter(unit).side)


def allied_hexes(look: Look) -> HexSet:
    """Hexes where any Allied unit would be in supply: in the 6th Army Group's area from the south too (R130)."""
    return FROM_PORTS.hexes(look, ALLIED) | FROM_SOUTH.hexes(look, ALLIED) & look.game.data.areas["6AG"]


def german_line(look: Look) -> HexSet:
    """Hexes from which a German who comes there will trace to the east: he negates a zone in his own hex (6.4)."""
    traced_now = FROM_EAST.hexes(look, GERMAN)
    return traced_now | look.game.supply_sides.step(traced_now)


def german_hexes(look: Look) -> HexSet:
    """Hexes where a German who comes there will be in supply."""
    return german_line(look) | IN_THE_RUHR.hexes(look, GERMAN) | IN_A_FORT.hexes(look, GERMAN)


def supply_words(look: Look, unit: int) -> tuple[str, str]:
    """How a unit is supplied at this moment, and the case."""
    way = way_of(look, unit)
    if way is not None:
        return way.words, way.rule
    spared = ", but safe from Attrition" if way_of(look, unit, attrition=True) else ""
    return f"OUT OF SUPPLY{spared}", "8.5"


def line(look: Look, unit: int) -> list[int]:
    """The Supply Line that a map draws: the shorter one of a unit that may trace to the ports and to the south (8.3.B).

    It may begin in an enemy zone: where the unit stands, that is enough (6.4).
    """
    way, side, at = way_of(look, unit), look.counter(unit).side, look.position.units[unit].at
    if way is None or way.net is None:
        return []
    lines = [other.line(look, side, at) for other in TRACED if side in other.whom and other.serves(look, unit)]
    return min(filter(None, lines), key=len)


def cut(look: Look, unit: int) -> supply.Cut:
    """What cuts a unit on the map off; nothing if it is in supply in some way."""
    if way_of(look, unit) is not None:
        return supply.Cut([], 0)
    traced = [way for way in TRACED if way.serves(look, unit)]
    return supply.severed(traced, look, look.counter(unit).side, look.position.units[unit].at)


def layers(look: Look) -> dict[str, tuple[str, HexSet]]:
    """What an overlay shows: layer -> its colours and the hexes in which a unit would be supplied so and not better."""
    found: dict[str, tuple[str, HexSet]] = {}
    better = {ALLIED: 0, GERMAN: 0}
    for way in WAYS:
        if way.layer:
            (side,) = way.whom
            hexes = way.hexes(look, side) & look.game.in_play & ~look.occupied(OTHER[side])
            _, known = found.get(way.layer, ("", 0))
            found[way.layer] = way.colours, known | hexes & ~better[side]
            better[side] |= hexes
    return found
