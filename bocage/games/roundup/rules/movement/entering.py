"""What happens when a unit enters hexes: control changes (3.5) and beachheads fall (4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.rules import HEXES, event

from ..look import Play
from ..position import ALLIED

fallen = event("beachhead lost", "4.4", "The beachhead at {at} is destroyed.", sort="loss", side=ALLIED, at=HEXES)


def enter(play: Play, units: Sequence[int], path: Sequence[int]) -> None:
    """Take units along a path (or set them down: a path of one hex); each hex entered changes hands (R25)."""
    position, game = play.position, play.game
    entered = 0
    for node in path[1:] or path:
        entered |= 1 << node
    for unit in units:
        play.put(unit, path[-1])
    position.garrisons_lost &= ~entered
    if game.counters[units[0]].side == ALLIED:
        position.allied_control |= entered
        return
    position.allied_control &= ~entered
    if entered & (position.us_ports | position.uk_ports):
        # A port lost serves nobody for the rest of the turn, even if it is won back (4.4, R10).
        for port in game.data.ports.values():
            if entered & port:
                position.us_ports &= ~port
                position.uk_ports &= ~port
    # However a German comes into its hex, a beachhead dies (R24).
    for node in game.board.nodes(entered & (position.us_beachheads | position.uk_beachheads)):
        position.us_beachheads &= ~(1 << node)
        position.uk_beachheads &= ~(1 << node)
        position.beachheads_lost += 1
        fallen(play, node)
