"""Hidden units are revealed (3.7, 12.17, 12.19): inland ports shut, drops read again, and whose the beaches are."""

from __future__ import annotations

from bocage.rules import HEXES, UNITS, Automatic, HexSet, OfSide, event

from ..airborne.drops import read_again
from ..concealment.hidden import lay_open
from ..look import FortressLook, Play, members
from ..movement.entering import bog_down
from ..position import ALLIED, GERMAN
from .waves import hold

nobody_hidden = event("nothing hidden", "12.19", "No unit was hidden.", side=GERMAN)
diverted = event(
    "diverted", "12.17", "The passage to {port} is blocked: {unit} is put ashore at {node}.", unit=UNITS, port=HEXES,
    node=HEXES,
)  # fmt: skip


class HiddenUnits(Automatic[OfSide]):
    """Everything that was written down is put on the map (3.7)."""

    name, rule = "hidden units", "3.7"

    def run(self, play: Play, frame: OfSide) -> None:
        position = play.position
        hidden = lay_open(play)
        if not hidden:
            nobody_hidden(play)
        for port in play.game.data.ports.values():
            if port.kind == "inland":
                self._divert(play, port.node, port.passage & play.look.hexes_of(members(hidden)))
        read_again(play)
        here = position.invaders | position.dropped | position.raiders
        for node in play.game.board.nodes(play.look.hexes_of(members(here))):
            hold(play, node)

    def _divert(self, play: Play, port: int, blocked: HexSet) -> None:
        """Whoever sailed up to a port whose passage is blocked is put in the hex of the unit that blocks it (12.17)."""
        position, look = play.position, play.look
        came = members(look.in_place(port) & (position.invaders | position.raiders))
        if not (blocked and came):
            return
        for unit in came:
            node = self._refuge(play.look, unit, port, blocked)
            play.put(unit, node)
            bog_down(play, unit)
            diverted(play, unit, port, node)
        if not play.look.occupied(ALLIED) >> port & 1:  # it is not invaded, and what was to support them there is lost
            position.beaches &= ~(1 << port)
            label = play.game.board.labels[port]
            position.support = {target: count for target, count in position.support.items() if target != label}

    def _refuge(self, look: FortressLook, unit: int, port: int, blocked: HexSet) -> int:
        """The hex of a blocking unit, or the closest one where stacking allows the unit to be: a beach, if possible."""
        game, board = look.game, look.game.board
        closed = game.dyke | 1 << port | (0 if look.mountaineer(unit) else game.data.terrain["alpine"])
        ring = blocked
        while True:
            room = [node for node in board.nodes(ring & game.land & ~closed) if look.has_room(unit, node)]
            if room:
                return min(room, key=lambda node: (not look.position.beaches >> node & 1, node))
            ring |= board.step(ring)
