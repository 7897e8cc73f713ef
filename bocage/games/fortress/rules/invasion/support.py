"""Ground Support on an invasion turn: given to target hexes before hidden units are revealed (12.2, 17.10.2)."""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import HEXES, Conditions, HexSet, event, going_on, offer, once, provided

from ..air import missions, ranges
from ..look import FortressLook, Play, members
from ..position import ALLIED, GERMAN

given = event("support given", "17.10.2", "Ground Support for the attack on {node}.", node=HEXES, side=ALLIED)


@once
def targets(look: FortressLook) -> HexSet:
    """Hexes that may have to be attacked this impulse, as far as one sees: where units came down, and beside them."""
    position, game = look.position, look.game
    landed = look.hexes_of(members(position.invaders | position.dropped | position.raiders))
    loose = look.hexes_of(members((position.dropped | position.raiders | look.ashore()) & ~position.invaders))
    found = (landed | look.sides().step(loose)) & game.land
    return found if look.first_landing() else found & look.occupied(GERMAN)  # hidden units may be anywhere


class GroundSupport(Acting[Acted]):
    """Each aircraft goes to one target hex, three at most to each; what is kept back is lost (12.2, 17.10.2)."""

    name, rule = "ground support", "17.10.2"

    def text(self, look: FortressLook, frame: Acted) -> str:
        return f"Give Ground Support to target hexes ({missions.support_left(look, ALLIED)} aircraft left)."

    @offer("cover", HEXES, "17.10.2", "Support the attack here")
    def cover(self, look: FortressLook, frame: Acted) -> Conditions:
        game, position = look.game, look.position
        yield provided(missions.support_left(look, ALLIED) > 0), "17.10.2", "all aircraft of the mission are given out"
        yield targets(look), "17.10.2", "nobody attacks {it} this impulse"
        yield ranges.tac(look, ALLIED), "17.4", "{it} is out of TAC range"
        most = game.rules.numbers["support_per_battle"]
        full = sum(1 << game.board.index[label] for label, count in position.support.items() if count >= most)
        yield ~full, "17.10.2", "three aircraft support an attack at most"

    @cover.does
    def _(self, play: Play, frame: Acted, node: int) -> None:
        position, label = play.position, play.game.board.labels[node]
        position.support = {**position.support, label: position.support.get(label, 0) + 1}
        given(play, node)

    end = going_on("17.10.2", "Support is given", "no more Ground Support is given")
