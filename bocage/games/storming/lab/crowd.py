"""A crowded map of Storming the Reich, to see how the cost of a decision grows with the number of units."""

from __future__ import annotations

from random import Random

import bocage
from bocage.engine.matches.match import Match


def crowd(units: int) -> Match:
    """A German assault of Storming the Reich with so many units, both sides mixed over the map."""
    dice = Random(1944)
    game = bocage.game_class("storming")()
    by_side = {
        side: [counter.id for counter in game.counters if counter.side == side and not counter.staff]
        for side in game.sides
    }
    chosen = [*by_side["allied"][: units // 2], *by_side["german"][: units - units // 2]]
    land = game.board.names(game.board.all & ~game.mute_hexes & ~game.holland & ~game.monty_spot & ~game.ike_spot)
    places = dice.sample(land, units)
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    points = {"infantry": 5, "mechanized": 10}
    return bocage.position(
        "storming", turn=8, at="german assault movement", units=written, points=points, released=True
    )
