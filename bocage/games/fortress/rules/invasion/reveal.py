"""Hidden units are revealed (3.7, 12.17, 12.19): inland ports shut, drops read again, and whose the beaches are."""

from __future__ import annotations

from bocage.rules import HEXES, UNITS, Automatic, OfSide, event

from ..airborne.drops import read_again
from ..concealment.hidden import lay_open
from ..look import Play, members
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
            if port.kind == "inland" and position.beaches >> port.node & 1:
                self._divert(play, port.node, port.passage, hidden)
        read_again(play)
        here = position.invaders | position.dropped | position.raiders
        for node in play.game.board.nodes(play.look.hexes_of(members(here))):
            hold(play, node)

    def _divert(self, play: Play, port: int, passage: int, hidden: int) -> None:
        """Whoever went up to a port whose passage is blocked is put in the hex of the unit that blocks it (12.17)."""
        position, game = play.position, play.game
        look = play.look
        blocked = passage & look.hexes_of(members(hidden))
        if not blocked:
            return
        label = game.board.labels[port]
        position.support = {hexagon: count for hexagon, count in position.support.items() if hexagon != label}
        for unit in look.of_side(port, ALLIED):
            if position.invaders >> unit & 1:
                node = self._refuge(play, unit, port, blocked)
                play.put(unit, node)
                position.beaches |= 1 << node
                diverted(play, unit, port, node)

    def _refuge(self, play: Play, unit: int, port: int, blocked: int) -> int:
        """The blocking unit's hex, or the closest one where stacking allows the unit to be."""
        look, board = play.look, play.game.board
        first = board.nodes(blocked)[0]
        far = range(board.size)
        for distance in far:
            ring = board.within(first, distance) & (play.game.land & ~play.game.dyke) & ~(1 << port)
            room = [node for node in board.nodes(ring) if look.has_room(unit, node)]
            if distance == 0 or room:
                if room:
                    return room[0]
                continue
        return first
