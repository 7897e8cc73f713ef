"""Which corps may take the place of an army that was lost by a step (9.32 to 9.36)."""

from __future__ import annotations

from bocage.rules import HexSet, Units

from ..look import WESTERN, FestungLook
from ..position import ALLIED
from ..supply.tracing import ports, sources, through

SEAS = {"UK": "north", "NA": "south"}  # Reserve box -> the sea of the ports that lead to it (ruling R61)
CITIES = {"UK": "Paris", "NA": "Naples"}  # ruling R37


def stand_ins(look: FestungLook, army: int) -> Units:
    """The corps that may take an army's place, judged while it is still there."""
    game, counter = look.game, look.counter(army)
    if not counter.army or counter.group == "Italian":
        return 0  # 9.34
    if counter.side != ALLIED:
        return look.in_place(game.data.boxes["OKW"]) & game.corps & game.groups[counter.group]  # 9.323
    # The Airborne Army only by the Airborne Corps, which may serve any other army too (ruling R62).
    fitting = game.airborne if game.airborne >> army & 1 else game.groups[counter.group]
    reserve = 0
    for box in reserves(look, look.position.units[army].at):
        reserve |= look.in_place(game.data.boxes[box])
    return reserve & game.corps & fitting


def reserves(look: FestungLook, node: int) -> list[str]:
    """The Allied Reserve boxes that serve an army, by where its supply comes from (9.321, 9.322, rulings R37, R61)."""
    sides = look.game.data.open_sides
    reached = sides.flood(1 << node, through(look, WESTERN) | 1 << node)
    return [box for box in SEAS if reached & _ends(look, box)]


def _ends(look: FestungLook, box: str) -> HexSet:
    """Where a line of supply leads to a Reserve box: its Beach Heads, the ports of its sea, and a city."""
    data = look.game.data
    usable = ports(look, ALLIED)
    beaches = data.open_sides.step(1 << data.boxes[box]) & data.beaches & usable
    city = sum(1 << node for node, name in data.names.items() if name == CITIES[box])
    return beaches | usable & data.seas[SEAS[box]] | city & sources(look, WESTERN)
