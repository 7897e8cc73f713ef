"""Where Allied units come ashore or are placed inland (7.1.3.A to G), and why a hex is closed to them."""

from __future__ import annotations

from bocage.rules import Conditions, HexSet, lacking, met, once, provided

from ..look import StormingLook
from ..position import ALLIED

AMERICAN, COMMONWEALTH = "American", "Commonwealth"
# SHAEF belongs to all Allies and enters wherever any of them may (ruling R71).
ARMIES = {"US": (AMERICAN,), "FR": (AMERICAN,), "CW": (COMMONWEALTH,), "SHAEF": (AMERICAN, COMMONWEALTH)}
ARMY_OF_BEACH = {"US": AMERICAN, "CW": COMMONWEALTH}
AREA = {AMERICAN: "12AG", COMMONWEALTH: "21AG"}
ANVIL_DRAGOON = "A-D"


def _ways(look: StormingLook, armies: tuple[str, ...]) -> list[tuple[str, Conditions]]:
    """The ways into play for units of these armies, each with its case; the first condition is the place it speaks of.

    Minor ports, which take one unit a turn, come last.
    """
    found = [("7.1.3.A", _beaches(look, armies)), ("7.1.3.B", _cherbourg(look, armies))]
    for army in armies:
        case, hq = ("7.1.3.D", look.game.hq_12) if army == AMERICAN else ("7.1.3.C", look.game.hq_21)
        found.append((case, headquarters(look, hq, case, f"the {look.counter(hq).name} in {{it}}")))
    case = "7.1.3.F" if COMMONWEALTH in armies else "7.1.3.G"
    return [*found, (case, _cities(look, armies, case)), ("7.1.3.E", _minor_ports(look))]


@once
def _open(look: StormingLook, army: str) -> list[tuple[str, HexSet]]:
    """The hexes by which units of an army may enter, case by case."""
    return [(case, met(conditions)) for case, conditions in _ways(look, (army,))]


@once
def open_hexes(look: StormingLook, nation: str) -> HexSet:
    """All hexes where units of a nation may enter, minor ports among them; counters that say beach or any too (R79)."""
    hexes = 0
    for army in ARMIES[nation]:
        for _, found in _open(look, army):
            hexes |= found
    return hexes


def way(look: StormingLook, nation: str, node: int) -> str:
    """The case by which a unit of a nation enters in a hex: that of a minor port only if there is no other."""
    found = [case for army in ARMIES[nation] for case, hexes in _open(look, army)[:-1] if hexes >> node & 1]
    return found[0] if found else "7.1.3.E"


def why_closed(look: StormingLook, unit: int, node: int) -> tuple[str, str]:
    """Why a hex is not open to a unit that is not "A-D": the case that comes nearest."""
    if look.game.entrances[ANVIL_DRAGOON] >> node & 1:
        return "7.1.3", "only 'A-D' units enter by the 'A-D' hexes"
    # What is said of an HQ comes before what is said of its hex, and a port before its city.
    ways = _ways(look, ARMIES[look.counter(unit).nation])
    for _, conditions in sorted(ways, key=lambda way: "CDABEFG".index(way[0][-1])):
        if next(conditions)[0] >> node & 1:
            return lacking(conditions, node)
    return "7.1.3", "{it} is no beach, port, city or HQ hex where reinforcements may be placed"


def _beaches(look: StormingLook, armies: tuple[str, ...]) -> Conditions:
    game, beaches = look.game, look.game.data.beaches.values()
    yield game.beach_hexes, "7.1.3.A", "{it} is no beach"
    in_time = look.position.turn <= game.rules.numbers["beaches_last_turn"]
    yield provided(in_time), "7.1.3.A", "the beaches can be used until turn 7 only"
    own = sum(1 << node for node, nation in beaches if ARMY_OF_BEACH[nation] in armies)
    yield own, "7.1.3.A", "US and French units land at Omaha or Utah, Commonwealth units at Gold or Sword/Juno"
    yield look.position.allied_control & game.in_play, "7.1.3.A", "the beach of {it} is in German hands"


def _cherbourg(look: StormingLook, armies: tuple[str, ...]) -> Conditions:
    yield look.game.cherbourg & look.game.in_play, "7.1.3.B", "{it} is not Cherbourg"
    yield provided(AMERICAN in armies), "7.1.3.B", "only US and French units enter at Cherbourg"
    yield provided(look.cherbourg_operational()), "7.1.3.B", "Cherbourg is not an Operational Allied port"


def headquarters(look: StormingLook, hq: int, case: str, who: str) -> Conditions:
    """What an HQ must be to receive units: able to trace supply at this moment (R74), and not adjacent to a German."""
    yield look.hexes_of((hq,)), case, f"{who} is not here"
    yield ~look.beside_enemy(ALLIED), case, f"{who} is adjacent to a German unit"
    yield provided(look.supplied(hq)), case, f"{who} cannot trace supply"


def _minor_ports(look: StormingLook) -> Conditions:
    """Minor ports that can take their one unit of this turn, in supply or not (7.1.3.E; R51, R76)."""
    ports, control = look.game.data.ports, look.position.allied_control
    yield sum(1 << node for node in ports.values()), "7.1.3.E", "{it} is no port"
    yield control & look.game.in_play, "7.1.3.E", "the port of {it} is not under Allied control"
    closed = 0 if control >> ports["Le Havre"] & 1 else 1 << ports["Rouen"]
    yield ~closed, "7.1.3.E", "to use Rouen, the Allies must control Le Havre"
    yield ~look.beside_enemy(ALLIED), "7.1.3.E", "the port of {it} is adjacent to a German unit"
    yield ~look.position.ports_used, "7.1.3.E", "the port of {it} has had its one unit this turn"


def _cities(look: StormingLook, armies: tuple[str, ...], case: str) -> Conditions:
    game, position = look.game, look.position
    yield game.data.cities & game.in_play, case, "{it} is no city"
    open_now = position.antwerpen_operational
    yield provided(open_now), case, "cities are open to arrivals only after Antwerpen is Operational"
    areas = sum(game.data.areas[AREA[army]] for army in armies)
    yield areas, case, "that city is not in the area of the unit's army group east of the Seine Line"
    yield ~game.data.germany, case, "no unit is placed in a German city"
    yield position.allied_control, case, "that city is not under Allied control"
    yield ~look.beside_enemy(ALLIED), case, "that city is adjacent to a German unit"
    yield look.allied_supply(), case, "that city cannot trace supply"
