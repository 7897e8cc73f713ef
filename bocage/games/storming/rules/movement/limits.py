"""Where units may not operate: exclusion zone, command limits, blind spots, Fortress Holland, Entrance Hexes.

Movement, combat, mobile assaults and advances all ask these, so a ban is written once.
"""

from __future__ import annotations

from typing import NamedTuple

from bocage.hexes import HexSet

from ..look import StormingLook, members
from ..position import ALLIED


class Bar(NamedTuple):
    """A ban: its case, the referee's sentence, and the hexes that it closes."""

    rule: str
    why: str
    hexes: HexSet


def bars(look: StormingLook, unit: int, attack: bool = False) -> list[Bar]:
    """The hexes that a unit may not enter (or, with `attack`, not attack into), ban by ban in the book's order."""
    found = _allied_bars(look, unit, attack) if look.counter(unit).side == ALLIED else _german_bars(look, unit, attack)
    outside = look.game.board.all & ~look.game.in_play
    if outside:
        found.append(Bar(look.game.map_rule, "that map sheet is not used in this scenario", outside))
    return [bar for bar in found if bar.hexes]


def barred(look: StormingLook, unit: int, attack: bool = False) -> HexSet:
    """All hexes that are closed to a unit."""
    closed = 0
    for bar in bars(look, unit, attack):
        closed |= bar.hexes
    return closed


def why_barred(look: StormingLook, unit: int, node: int, attack: bool = False) -> tuple[str, str] | None:
    """The first ban that closes a hex to a unit, or None."""
    for bar in bars(look, unit, attack):
        if bar.hexes >> node & 1:
            return bar.rule, bar.why
    return None


def _allied_bars(look: StormingLook, unit: int, attack: bool) -> list[Bar]:
    game, position = look.game, look.position
    counter = game.counters[unit]
    areas = game.data.areas
    found = []
    entrances = game.entrances["W"] | game.entrances["A-D"] | game.entrances["E"]
    if attack:
        found.append(Bar("7.1.2.G", "nobody attacks into an Entrance Hex other than those of Brittany", entrances))
    else:
        entrances &= ~game.allied_exits
        found.append(Bar("7.1.2.A", "once in play, units do not enter Entrance Hexes from the map", entrances))
    if not position.monty_sees:
        why = "Monty's Blind Spot stays closed until Antwerpen has been Allied at the end of a turn"
        found.append(Bar("8.7.B", why, game.monty_spot))
    if counter.nation == "CW":
        if not attack and not (position.commonwealth_free or position.breakout):
            why = "Commonwealth units stay east of hexrow 08 until the breakout or until Argentan and Alençon are taken"
            found.append(Bar("10.7.1", why, game.west_of_commonwealth))
        why = "east of the Seine Line, Commonwealth units operate only north of the 21st Army Group's boundary"
        found.append(Bar("10.7.2", why, areas["12AG"] | areas["6AG"]))
    elif counter.command == "6AG":
        why = "units of the 6th Army Group operate only south of the 21st Army Group's boundary"
        found.append(Bar("10.7.2", why, areas["21AG"]))
    elif counter.command == "12AG" and not (position.full_for_good or position.offensive_turn):
        why = (
            "units of the 12th Army Group do not operate in the 6th Army Group's area before Antwerpen is Operational "
            "or the Hitler Counteroffensive is declared"
        )
        found.append(Bar("10.7.2", why, areas["6AG"]))
    if attack and counter.nation != "CW":
        why = "only Commonwealth units attack into the Normandy Exclusion Zone"
        found.append(Bar("10.7.1", why, game.exclusion_zone))
    if not position.ike_sees and counter.nation in ("US", "FR") and counter.division:
        others = look.units_in(game.ike_spot, ALLIED) & game.american_divisions & ~(1 << unit)
        if len(members(others)) >= game.rules.numbers["ike_divisions"]:
            why = "five US or French divisions are in Ike's Blind Spot already"
            found.append(Bar("10.7.3", why, game.ike_spot))
    if not position.holland_open and look.holland_held():
        why = (
            "Fortress Holland is closed while the Germans hold Rotterdam, Amsterdam and Utrecht with a non-Mechanized "
            "division each"
        )
        found.append(Bar("17.1.A", why, game.holland))
    return found


def _german_bars(look: StormingLook, unit: int, attack: bool) -> list[Bar]:
    game = look.game
    entrances = game.entrances["W"] | game.entrances["A-D"] | game.entrances["E"]
    if attack:
        found = [Bar("7.1.2.G", "nobody attacks into an Entrance Hex other than those of Brittany", entrances)]
    else:
        found = [Bar("7.1.2.C", "German units never re-enter these Entrance Hexes", entrances)]
    if look.position.brittany_closed:
        why = "Brittany is closed to the Germans since four US divisions exited there"
        found.append(Bar("7.1.2.J", why, game.entrances["B"]))
    if game.counters[unit].mechanized:
        found.append(Bar("17.1.C", "German Mechanized units never operate in Fortress Holland", game.holland))
    return found


def no_stay(look: StormingLook, unit: int) -> list[Bar]:
    """Hexes through which a unit may move but in which its movement may not end."""
    game, position = look.game, look.position
    counter = game.counters[unit]
    found = []
    if counter.side == ALLIED:
        if counter.nation != "CW":
            why = "only Commonwealth units may end their movement in the Normandy Exclusion Zone"
            found.append(Bar("10.7.1", why, game.exclusion_zone))
    else:
        if not position.antwerpen_taken:
            why = "no German unit ends its move in Antwerpen before an Allied unit has been there"
            found.append(Bar("8.7.A", why, game.antwerpen))
        found.append(Bar("10.7.9", "no German unit ever ends its movement in Paris", game.paris))
    if counter.staff:
        rule = "17.4" if counter.type == "leader" else "17.3"
        alone = look.beside_enemy(counter.side) & ~look.troops(counter.side)
        why = "headquarters and leaders do not end their movement beside an enemy unless stacked with a combat unit"
        found.append(Bar(rule, why, alone))
    return [bar for bar in found if bar.hexes]
