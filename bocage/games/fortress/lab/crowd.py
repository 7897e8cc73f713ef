"""A crowded map of Fortress Europa, to see how the cost of a decision grows with the number of units."""

from __future__ import annotations

from random import Random

import bocage
from bocage.engine.matches.match import Match


def crowd(units: int) -> Match:
    """A German first move impulse of Fortress Europa with so many units, both sides mixed over the map."""
    dice = Random(1944)
    game = bocage.game_class("fortress")()
    troops = [counter for counter in game.counters if counter.piece]
    by_side = {side: [counter.id for counter in troops if counter.side == side] for side in game.sides}
    allied = min(units // 2, len(by_side["allied"]))
    chosen = [*by_side["allied"][:allied], *by_side["german"][: units - allied]]
    places = dice.sample(game.board.names(game.land & ~game.dyke), len(chosen))
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    return bocage.position("fortress", turn=8, at="german first movement", units=written, impulse=1, phasing="german")
