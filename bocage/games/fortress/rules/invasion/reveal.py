"""Before the first battles of an invasion: Ground Support is given (17.10.2), and hidden units are revealed (12.19)."""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import HEXES, UNITS, Conditions, HexSet, automatic, event, going_on, offer, once, provided

from .. import concealment
from ..air import missions
from ..look import FortressLook, Play, members
from ..movement.entering import bog_down
from ..position import ALLIED, GERMAN
from .airborne import read_again
from .waves import hold

given = event("support given", "17.10.2", "Ground Support for the attack on {node}.", side=ALLIED)
nobody_hidden = event("nothing hidden", "12.19", "No unit was hidden.", side=GERMAN)
diverted = event(
    "diverted", "12.17", "The passage to {port} is blocked: {unit} is put ashore at {node}.", unit=UNITS, port=HEXES,
    node=HEXES,
)  # fmt: skip


@once
def targets(look: FortressLook) -> HexSet:
    """Hexes that may have to be attacked this impulse, as far as one sees: where units came down, and beside them."""
    position = look.position
    landed = look.hexes_of(members(position.invaders | position.dropped | position.raiders))
    loose = look.hexes_of(members((position.dropped | position.raiders | look.ashore()) & ~position.invaders))
    found = (landed | look.sides().step(loose)) & look.game.land
    return found if look.first_landing() else found & look.occupied(GERMAN)  # hidden units may be anywhere


class GroundSupport(Acting[Acted], name="ground support", rule="17.10.2"):
    """Each aircraft goes to one target hex, three at most to each; what is kept back is lost (12.2, 17.10.2)."""

    def text(self, look: FortressLook, frame: Acted) -> str:
        return f"Give Ground Support to target hexes ({missions.support_left(look, ALLIED)} aircraft left)."

    @offer("cover", HEXES, "17.10.2", "Support the attack here")
    def cover(self, look: FortressLook, frame: Acted) -> Conditions:
        yield provided(missions.support_left(look, ALLIED) > 0), "17.10.2", "all aircraft of the mission are given out"
        yield targets(look), "17.10.2", "nobody attacks {it} this impulse"
        yield missions.tac(look, ALLIED), "17.4", "{it} is out of TAC range"
        most = look.game.rules.numbers["support_per_battle"]
        full = look.game.board.set(label for label, count in look.position.support.items() if count >= most)
        yield ~full, "17.10.2", f"{most} aircraft support an attack at most"

    @cover.does
    def _(self, play: Play, frame: Acted, node: int) -> None:
        position, label = play.position, play.game.board.labels[node]
        position.support = {**position.support, label: position.support.get(label, 0) + 1}
        given(play, node)

    end = going_on("17.10.2", "Support is given", "no more Ground Support is given")


@automatic("hidden units", "3.7")
def hidden_units(play: Play, side: str) -> None:
    """Everything that was written down is put on the map (3.7); inland ports shut, and drops are read again (12.17)."""
    position, board = play.position, play.game.board
    hidden = concealment.lay_open(play)
    if not hidden:
        nobody_hidden(play)
    for port in board.nodes(play.game.data.inland_ports):
        divert(play, port, play.game.data.ports[port].passage & play.look.hexes_of(members(hidden)))
    read_again(play)
    for node in board.nodes(play.look.hexes_of(members(position.invaders | position.dropped | position.raiders))):
        hold(play, node)


def divert(play: Play, port: int, blocked: HexSet) -> None:
    """Whoever sailed up to a port whose passage is blocked is put in the hex of the unit that blocks it (12.17)."""
    position = play.position
    came = play.look.in_place(port) & (position.invaders | position.raiders)
    if not (blocked and came):
        return
    for unit in members(came):
        node = refuge(play.look, unit, port, blocked)
        play.put(unit, node)
        bog_down(play, unit)
        diverted(play, unit, port, node)
    concealment.check(play)
    if not play.look.occupied(ALLIED) >> port & 1:  # it is not invaded, and what was to support them there is lost
        position.beaches &= ~(1 << port)
        label = play.game.board.labels[port]
        position.support = {target: count for target, count in position.support.items() if target != label}


def refuge(look: FortressLook, unit: int, port: int, ring: HexSet) -> int:
    """The hex of a blocking unit, or the closest one where stacking allows the unit to be: a beach, if possible."""
    game, board = look.game, look.game.board
    closed = game.dyke | 1 << port | look.steep(1 << unit)
    while True:
        room = [node for node in board.nodes(ring & game.land & ~closed) if look.has_room(unit, node)]
        if room:
            return min(room, key=lambda node: (not look.position.beaches >> node & 1, node))
        ring |= board.step(ring)
