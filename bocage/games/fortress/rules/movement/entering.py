"""What happens when a unit enters a hex: whose it is, fortresses, sites, ports, mulberries, districts, Volkssturm."""

from __future__ import annotations

from bocage.rules import HEXES, UNITS, event

from .. import concealment, victory, volkssturm
from ..look import Play
from ..position import ALLIED, GERMAN, GONE, OTHER
from ..supply import ports
from . import districts, railways

fortress_destroyed = event("fortress destroyed", "16.3", "The fortress of {node} is destroyed.")
site_taken = event("site taken", "30.2", "{unit} takes the {what} at {node}.", unit=UNITS, node=HEXES, what="word")
mulberry_destroyed = event(
    "mulberry destroyed", "29.4", "{unit} destroys {mulberry} at {node}.", sort="loss", mulberry=UNITS
)


def enter(play: Play, unit: int, node: int, by_choice: bool = True) -> None:
    """Set a unit down in a hex, and see to everything that follows from its being there.

    A leg is walked hex by hex, so that what happens on the way (a district released, Volkssturm) counts from that
    moment on. Whoever comes by a retreat does so not `by_choice` (9.6).
    """
    play.put(unit, node)
    _capture(play, unit, node)
    if play.game.counters[unit].side == ALLIED:
        districts.entered(play, unit, node, by_choice)
        volkssturm.check(play)
    railways.note(play, unit, node)
    concealment.check(play)
    victory.check(play)


def bog_down(play: Play, unit: int) -> None:
    """Whoever walks, drops, raids or invades into a flooded area moves no further this turn (8.2, ruling R113).

    Not so whoever comes there by rail, by sea or in a retreat.
    """
    at = play.position.units[unit].at
    if at >= 0 and play.look.flooded_hexes() >> at & 1:
        play.position.mired |= 1 << unit


def take(play: Play, unit: int, node: int) -> None:
    """A unit that stands in a hex takes it and its railway, unless enemies are there still (30.2, 20.8, 10.7)."""
    if _capture(play, unit, node):
        railways.note(play, unit, node)


def _capture(play: Play, unit: int, node: int) -> bool:
    game, position, look, bit = play.game, play.position, play.look, 1 << node
    side = game.counters[unit].side
    if look.occupied(OTHER[side]) & bit:
        return False
    held = position.allied_control & bit
    if side == GERMAN:
        position.allied_control &= ~bit
        position.landed_beaches &= ~bit  # ruling R114
        if held & game.data.port_hexes:
            ports.port_lost(play, node)
        for other in look.stack(node):
            if game.mulberries >> other & 1:
                play.take_off(other, GONE)
                mulberry_destroyed(play, unit, other, node)
        return True
    position.allied_control |= bit
    if look.intact() & bit:
        position.forts_destroyed |= bit
        fortress_destroyed(play, node)
    for sites, what in ((game.data.u_boat_bases, "U-boat base"), (game.data.v1_sites, "V1 site")):
        if sites & bit & ~position.sites_taken:
            position.sites_taken |= bit
            site_taken(play, unit, node, what)
    if not held and bit & game.data.port_hexes:
        ports.captured(play, unit, node)
    return True
