"""A crowded map of Operation Roundup, to see how the cost of a decision grows with the number of units."""

from __future__ import annotations

from random import Random

import bocage
from bocage.engine.matches.match import Match


def crowd(units: int) -> Match:
    """A movement phase of Operation Roundup with so many units, both sides mixed over the map."""
    dice = Random(1943)
    game = bocage.game_class("roundup")()
    by_side = {side: [counter.id for counter in game.counters if counter.side == side] for side in game.sides}
    allied = min(units // 2, len(by_side["allied"]))
    chosen = [*by_side["allied"][:allied], *by_side["german"][: units - allied]]
    places = dice.sample(sorted(game.board.index), units)
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    return bocage.position("roundup", turn=5, at="german movement", units=written)
