"""Where units may not operate: exclusion zone, command limits, blind spots, Fortress Holland, Entrance Hexes.

Movement, combat, mobile assaults and advances all ask these, so a ban is written once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bocage.parts.walk import Bar as Bar
from bocage.parts.walk import closed_by, first_bar
from bocage.rules import HexSet, Units, once, pure

from ..look import StormingLook, members
from ..position import ALLIED

if TYPE_CHECKING:
    from ...data import Counter
    from ...game import Storming


class Lifted(NamedTuple):
    """Which bans of the special rules are no more, for good or as things stand."""

    monty: bool  # Antwerpen was Allied at the end of a turn (8.7.B)
    commonwealth: bool  # 10.7.1; ruling R58
    south: bool  # the 12th Army Group may operate in the 6th's area (10.7.2)
    holland: bool  # 17.1
    brittany: bool  # is open to the Germans (7.1.2.J)
    antwerpen: bool  # Germans may end their move there, and not only pass through (8.7.A; R32)


@once
def lifted(look: StormingLook) -> Lifted:
    """What is open now."""
    position = look.position
    return Lifted(
        position.monty_sees,
        position.commonwealth_free or position.breakout,
        position.full_for_good or position.offensive_turn > 0,
        position.holland_open or not look.holland_held(),
        not position.brittany_closed,
        position.antwerpen_taken,
    )


def bars(look: StormingLook, unit: int, attack: bool = False) -> tuple[Bar, ...]:
    """The hexes that a unit may not enter (or, with `attack`, not attack into), ban by ban in the book's order."""
    game = look.game
    return _bars(game, game.kinds[unit], attack, lifted(look), _ike_full(look, unit))


def barred(look: StormingLook, unit: int, attack: bool = False) -> HexSet:
    """All hexes that are closed to a unit."""
    game = look.game
    return _barred(game, game.kinds[unit], attack, lifted(look), _ike_full(look, unit))


def why_barred(look: StormingLook, unit: int, node: int, attack: bool = False) -> tuple[str, str] | None:
    """The first ban that closes a hex to a unit, or None."""
    return first_bar(bars(look, unit, attack), node)


def _ike_full(look: StormingLook, unit: int) -> bool:
    """Would a division be one too many in Ike's Blind Spot (10.7.3; ruling R36)?"""
    game = look.game
    if look.position.ike_sees or not game.american_divisions >> unit & 1:
        return False
    return (_under_ike(look) & ~(1 << unit)).bit_count() >= game.rules.numbers["ike_divisions"]


@once
def _under_ike(look: StormingLook) -> Units:
    """The US and French divisions in Ike's Blind Spot (10.7.3)."""
    return look.units_in(look.game.ike_spot, ALLIED) & look.game.american_divisions


@pure(512)
def _barred(game: Storming, kind: int, attack: bool, free: Lifted, ike_full: bool) -> HexSet:
    return closed_by(_bars(game, kind, attack, free, ike_full))


@pure(512)
def _bars(game: Storming, kind: int, attack: bool, free: Lifted, ike_full: bool) -> tuple[Bar, ...]:
    """The bans on units of a kind, which is known by its first unit."""
    counter = game.counters[kind]
    entrances = game.entrances["W"] | game.entrances["A-D"] | game.entrances["E"]
    if attack:
        entering = Bar("7.1.2.G", "nobody attacks into an Entrance Hex other than those of Brittany", entrances)
    elif counter.side == ALLIED:
        why = "once in play, units do not enter Entrance Hexes from the map"
        entering = Bar("7.1.2.A", why, entrances & ~game.allied_exits)
    else:
        entering = Bar("7.1.2.C", "German units never re-enter these Entrance Hexes", entrances)
    if counter.side == ALLIED:
        found = _allied_bars(game, counter, attack, free, ike_full)
    else:
        found = _german_bars(game, counter, free)
    outside = Bar(game.map_rule, "that map sheet is not used in this scenario", game.board.all & ~game.in_play)
    return tuple(bar for bar in (entering, *found, outside) if bar.hexes)


def _allied_bars(game: Storming, counter: Counter, attack: bool, free: Lifted, ike_full: bool) -> Iterator[Bar]:
    areas, commonwealth = game.data.areas, counter.nation == "CW"
    if not free.monty:
        why = "Monty's Blind Spot stays closed until Antwerpen has been Allied at the end of a turn"
        yield Bar("8.7.B", why, game.monty_spot)
    if commonwealth:
        if not attack and not free.commonwealth:
            why = "Commonwealth units stay east of hexrow 08 until the breakout or until Argentan and Alençon are taken"
            yield Bar("10.7.1", why, game.west_of_commonwealth)
        why = "east of the Seine Line, Commonwealth units operate only north of the 21st Army Group's boundary"
        yield Bar("10.7.2", why, areas["12AG"] | areas["6AG"])
    elif counter.command == "6AG":
        why = "units of the 6th Army Group operate only south of the 21st Army Group's boundary"
        yield Bar("10.7.2", why, areas["21AG"])  # but not the ground west of the Seine Line (R142)
    elif counter.command == "12AG" and not free.south:
        why = (
            "units of the 12th Army Group do not operate in the 6th Army Group's area before Antwerpen is Operational "
            "or the Hitler Counteroffensive is declared"
        )
        yield Bar("10.7.2", why, areas["6AG"])
    if attack and not commonwealth:
        why = "only Commonwealth units attack into the Normandy Exclusion Zone"  # ruling R10
        yield Bar("10.7.1", why, game.exclusion_zone)
    if ike_full:
        yield Bar("10.7.3", "five US or French divisions are in Ike's Blind Spot already", game.ike_spot)
    if not free.holland:
        why = (
            "Fortress Holland is closed while the Germans hold Rotterdam, Amsterdam and Utrecht with a non-Mechanized "
            "division each"
        )
        yield Bar("17.1.A", why, game.holland)


def _german_bars(game: Storming, counter: Counter, free: Lifted) -> Iterator[Bar]:
    if not free.brittany:
        why = "Brittany is closed to the Germans since four US divisions exited there"
        yield Bar("7.1.2.J", why, game.entrances["B"])
    if counter.mechanized:
        yield Bar("17.1.C", "German Mechanized units never operate in Fortress Holland", game.holland)


def no_stay(look: StormingLook, unit: int) -> tuple[Bar, ...]:
    """Hexes through which a unit may move but in which its movement may not end."""
    game = look.game
    found = _no_stay(game, game.kinds[unit], lifted(look).antwerpen)
    if not game.staff_units >> unit & 1:
        return found
    counter = game.counters[unit]
    rule = "17.4" if counter.type == "leader" else "17.3"
    why = "headquarters and leaders do not end their movement beside an enemy unless stacked with a combat unit"
    alone = look.beside_enemy(counter.side) & ~look.troops(counter.side)
    return (*found, Bar(rule, why, alone)) if alone else found


@pure(256)
def _no_stay(game: Storming, kind: int, antwerpen: bool) -> tuple[Bar, ...]:
    counter = game.counters[kind]
    if counter.side == ALLIED:
        why = "only Commonwealth units may end their movement in the Normandy Exclusion Zone"  # ruling R10
        found = [] if counter.nation == "CW" else [Bar("10.7.1", why, game.exclusion_zone)]
    else:
        why = "no German unit ends its move in Antwerpen before an Allied unit has been there"
        found = [] if antwerpen else [Bar("8.7.A", why, game.antwerpen)]
        found.append(Bar("10.7.9", "no German unit ever ends its movement in Paris", game.paris))
    return tuple(bar for bar in found if bar.hexes)


# Units that move together


def bars_of(look: StormingLook, hand: Units) -> list[Bar]:
    """What closes hexes to units that move together, ban by ban."""
    game = look.game
    found = [bar for unit in members(hand) for bar in bars(look, unit)]
    if _ike_crowded(look, hand):
        why = "more than five US or French divisions would be in Ike's Blind Spot"
        found.append(Bar("10.7.3", why, game.ike_spot))
    if hand & game.side_units[ALLIED] and game.allied_exits & game.in_play:
        why = "units leave the map there for good: they exit from a hex beside it"
        found.append(Bar("7.1.2.L", why, game.allied_exits))
    return found


def _ike_crowded(look: StormingLook, hand: Units) -> bool:
    """Would divisions that move together be too many in Ike's Blind Spot (10.7.3; ruling R36)?"""
    game = look.game
    coming = hand & game.american_divisions
    if look.position.ike_sees or not coming & (coming - 1):
        return False
    return (_under_ike(look) | coming).bit_count() > game.rules.numbers["ike_divisions"]


def no_stay_of(look: StormingLook, hand: Units) -> list[Bar]:
    """Hexes in which units that move together may not end their movement."""
    # Whoever comes with combat units is not alone beside the enemy (17.3, 17.4).
    return [bar for unit in members(hand & ~look.game.staff_units or hand) for bar in no_stay(look, unit)]


def closed_to(look: StormingLook, hand: Units) -> tuple[HexSet, HexSet]:
    """The hexes that are closed to units that move together, and those in which they may not end their movement."""
    game = look.game
    if not hand & (hand - 1 | game.staff_units):
        unit = hand.bit_length() - 1  # mostly it is one alone
        return _closed(game, game.kinds[unit], lifted(look), _ike_full(look, unit))
    return closed_by(bars_of(look, hand)), closed_by(no_stay_of(look, hand))


@pure(64)
def closed_to_some(game: Storming, side: str, free: Lifted) -> HexSet:
    """The hexes that some unit of a side may not enter or not stay in, the neighbourhood of enemies left aside."""
    found = 0
    for kind in game.alike:
        if game.counters[kind].side == side:
            closed, stay = _closed(game, kind, free, True)
            found |= closed | stay
    return found


@pure(512)
def _closed(game: Storming, kind: int, free: Lifted, ike_full: bool) -> tuple[HexSet, HexSet]:
    """The hexes that are closed to a kind of unit, and those in which troops of it may not stay."""
    closed = _barred(game, kind, False, free, ike_full)
    if game.counters[kind].side == ALLIED and game.allied_exits & game.in_play:
        closed |= game.allied_exits
    return closed, closed_by(_no_stay(game, kind, free.antwerpen))
