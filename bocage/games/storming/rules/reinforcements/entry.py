"""Where Allied units come ashore or are placed inland (7.1.3.A to G), and why a hex is closed to them."""

from __future__ import annotations

from bocage.rules import HexSet, once

from ..look import StormingLook
from ..position import ALLIED

AMERICAN, COMMONWEALTH = "American", "Commonwealth"
# SHAEF belongs to all Allies and enters wherever any of them may (ruling R71).
ARMIES = {"US": (AMERICAN,), "FR": (AMERICAN,), "CW": (COMMONWEALTH,), "SHAEF": (AMERICAN, COMMONWEALTH)}
ARMY_OF_BEACH = {"US": AMERICAN, "CW": COMMONWEALTH}
AREA = {AMERICAN: "12AG", COMMONWEALTH: "21AG"}
ANVIL_DRAGOON = "A-D"


def ways(look: StormingLook, nation: str) -> list[tuple[str, HexSet]]:
    """The hexes by which units of a nation may enter without limit of number, case by case."""
    return [way for army in ARMIES[nation] for way in _ways(look, army)]


@once
def _ways(look: StormingLook, army: str) -> list[tuple[str, HexSet]]:
    game, position = look.game, look.position
    found = []
    if position.turn <= game.rules.numbers["beaches_last_turn"]:
        found.append(("7.1.3.A", _beaches(look, army) & position.allied_control & game.in_play))
    if army == AMERICAN:
        if look.cherbourg_operational():
            found.append(("7.1.3.B", game.cherbourg & game.in_play))
        found.append(("7.1.3.D", headquarters(look, game.hq_12)))
    else:
        found.append(("7.1.3.C", headquarters(look, game.hq_21)))
    if position.antwerpen_operational:
        cities = game.data.cities & game.data.areas[AREA[army]] & ~game.data.germany & game.in_play
        cities &= position.allied_control & look.allied_supply() & ~look.beside_enemy(ALLIED)
        found.append(("7.1.3.F" if army == COMMONWEALTH else "7.1.3.G", cities))
    return found


@once
def open_hexes(look: StormingLook, nation: str) -> HexSet:
    """All hexes where units of a nation may enter, minor ports among them; counters that say beach or any too (R79)."""
    hexes = minor_ports(look)
    for _, found in ways(look, nation):
        hexes |= found
    return hexes


def _beaches(look: StormingLook, army: str) -> HexSet:
    return sum(1 << node for node, nation in look.game.data.beaches.values() if ARMY_OF_BEACH[nation] == army)


def headquarters(look: StormingLook, unit: int) -> HexSet:
    """The hex of an HQ, if it can trace supply at this moment (R74) and is not adjacent to a German unit."""
    at = look.position.units[unit].at
    if at < 0 or look.beside_enemy(ALLIED) >> at & 1 or not look.supplied(unit):
        return 0
    return 1 << at


def minor_ports(look: StormingLook) -> HexSet:
    """Minor ports that can take their one unit of this turn, in supply or not (7.1.3.E; R51, R76)."""
    ports, control = look.game.data.ports, look.position.allied_control
    hexes = sum(1 << node for node in ports.values()) & control & look.game.in_play
    if not control >> ports["Le Havre"] & 1:
        hexes &= ~(1 << ports["Rouen"])
    return hexes & ~look.position.ports_used & ~look.beside_enemy(ALLIED)


def why_closed(look: StormingLook, unit: int, node: int) -> tuple[str, str]:
    """Why a hex is not open to a unit that is not "A-D": the case that comes nearest."""
    game, bit = look.game, 1 << node
    armies = ARMIES[look.counter(unit).nation]
    if bit & game.entrances[ANVIL_DRAGOON]:
        return "7.1.3", "only 'A-D' units enter by the 'A-D' hexes"
    for hq, rule, army in ((game.hq_21, "7.1.3.C", COMMONWEALTH), (game.hq_12, "7.1.3.D", AMERICAN)):
        if look.position.units[hq].at == node and army in armies:
            name = look.counter(hq).name
            if look.beside_enemy(ALLIED) & bit:
                return rule, f"the {name} in {{it}} is adjacent to a German unit"
            return rule, f"the {name} in {{it}} cannot trace supply"
    if bit & game.beach_hexes:
        return _why_no_beach(look, node, armies)
    if bit & game.cherbourg:
        if AMERICAN not in armies:
            return "7.1.3.B", "only US and French units enter at Cherbourg"
        return "7.1.3.B", "Cherbourg is not an Operational Allied port"
    if node in game.data.ports.values():
        return _why_no_port(look, node)
    if bit & game.data.cities:
        return _why_no_city(look, node, armies)
    return "7.1.3", "{it} is no beach, port, city or HQ hex where reinforcements may be placed"


def _why_no_beach(look: StormingLook, node: int, armies: tuple[str, ...]) -> tuple[str, str]:
    if look.position.turn > look.game.rules.numbers["beaches_last_turn"]:
        return "7.1.3.A", "the beaches can be used until turn 7 only"
    if not any(_beaches(look, army) >> node & 1 for army in armies):
        return "7.1.3.A", "US and French units land at Omaha or Utah, Commonwealth units at Gold or Sword/Juno"
    return "7.1.3.A", "the beach of {it} is in German hands"


def _why_no_port(look: StormingLook, node: int) -> tuple[str, str]:
    ports, control = look.game.data.ports, look.position.allied_control
    if not control >> node & 1:
        return "7.1.3.E", "the port of {it} is not under Allied control"
    if node == ports["Rouen"] and not control >> ports["Le Havre"] & 1:
        return "7.1.3.E", "to use Rouen, the Allies must control Le Havre"
    if look.beside_enemy(ALLIED) >> node & 1:
        return "7.1.3.E", "the port of {it} is adjacent to a German unit"
    return "7.1.3.E", "the port of {it} has had its one unit this turn"


def _why_no_city(look: StormingLook, node: int, armies: tuple[str, ...]) -> tuple[str, str]:
    game, position, bit = look.game, look.position, 1 << node
    rule = "7.1.3.F" if COMMONWEALTH in armies else "7.1.3.G"
    if not position.antwerpen_operational:
        return rule, "cities are open to arrivals only after Antwerpen is Operational"
    if not any(game.data.areas[AREA[army]] & bit for army in armies):
        return rule, "that city is not in the area of the unit's army group east of the Seine Line"
    if game.data.germany & bit:
        return rule, "no unit is placed in a German city"
    if not position.allied_control & bit:
        return rule, "that city is not under Allied control"
    if look.beside_enemy(ALLIED) & bit:
        return rule, "that city is adjacent to a German unit"
    return rule, "that city cannot trace supply"
