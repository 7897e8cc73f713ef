"""A crowded map of D-Day to the Rhine, to see how the cost of a decision grows with the number of units."""

from __future__ import annotations

from random import Random

import bocage
from bocage.engine.matches.match import Match


def crowd(units: int) -> Match:
    """A German movement of D-Day to the Rhine with so many units, both sides mixed over the map.

    There are 65 combat units in that game; whoever asks for more gets all of them.
    """
    dice = Random(1944)
    game = bocage.game_class("rhine")()
    fighting = [counter for counter in game.data.counters if not counter.dump and not counter.dummy]
    by_side = {side: [counter.id for counter in fighting if counter.side == side] for side in game.sides}
    chosen = [*by_side["german"][: units // 2], *by_side["allied"][: units - units // 2]]
    places = dice.sample(game.board.names(game.board.all), len(chosen))
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    return bocage.position("rhine", turn=8, at="german movement", weather="bad", units=written)
