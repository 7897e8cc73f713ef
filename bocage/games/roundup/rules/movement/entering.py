"""What happens when a unit enters hexes: control changes (3.5) and beachheads fall (4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..look import Play
from ..position import ALLIED


def enter(play: Play, units: Iterable[int], path: Sequence[int]) -> None:
    """Take units along a path (or set them down: a path of one hex); each hex entered changes hands (R25)."""
    position, game = play.position, play.game
    numbers = tuple(units)
    entered = 0
    for node in path[1:] if len(path) > 1 else path:
        entered |= 1 << node
    for unit in numbers:
        play.put(unit, path[-1])
    if game.counters[numbers[0]].side == ALLIED:
        position.allied_control |= entered
        position.garrisons_lost &= ~entered
        return
    position.allied_control &= ~entered
    position.garrisons_lost &= ~entered
    if entered & (position.us_ports | position.uk_ports):
        # A port lost serves nobody for the rest of the turn, even if it is won back (4.4, R10).
        for port in game.data.ports.values():
            if entered & port:
                position.us_ports &= ~port
                position.uk_ports &= ~port
    fallen = entered & (position.us_beachheads | position.uk_beachheads)
    if fallen:
        position.us_beachheads &= ~fallen
        position.uk_beachheads &= ~fallen
        for label in game.board.names(fallen):
            position.beachheads_lost += 1
            play.tell("beachhead lost", "4.4", label)
