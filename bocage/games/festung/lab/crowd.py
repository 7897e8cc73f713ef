"""A crowded map of Festung Europa, to see how the cost of a decision grows with the number of units."""

from __future__ import annotations

from random import Random

from bocage.engine.matches import notation
from bocage.engine.matches.match import Match

from ..game import Festung
from ..rules.look import FestungLook
from ..rules.movement.moves import Moving
from ..rules.position import AXIS
from ..rules.supply import tracing


def crowd(units: int) -> Match:
    """An Axis movement with so many units, both sides mixed over the map, and every hex marked."""
    dice = Random(1944)
    game = Festung()
    by_side = {
        side: [counter.id for counter in game.counters if counter.side == side and not counter.fortress]
        for side in game.sides
    }
    allied = min(units // 2, len(by_side["allied"]))
    chosen = [*by_side["allied"][:allied], *by_side["axis"][: units - allied]]
    places = dice.sample(game.board.names(game.data.land), len(chosen))
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    match = notation.arranged(game, turn=5, at="axis action", units=written, dice=None, seed="crowd", round=1)
    position = match.position.copy()
    look = FestungLook(game, position)
    position.active, position.move_marks = AXIS, look.occupied(AXIS) & game.board.hexes
    position.full, position.limited = tracing.graded(look, AXIS)
    position.frames = [*position.frames, Moving(AXIS)]
    return Match(game, seed="crowd", start=position)
