"""A crowded map of D-Day to the Rhine, to see how the cost of a decision grows with the number of units."""

from __future__ import annotations

from random import Random

import bocage
from bocage.engine.match import Match


def crowd(units: int) -> Match:
    """A German movement of D-Day to the Rhine with so many units, both sides mixed over the map.

    There are 65 combat units in that game; whoever asks for more gets all of them.
    """
    dice = Random(1944)
    game = bocage.game_class("rhine")()
    fighting = [card for card in game.data.cards if not card.dump and not card.dummy]
    by_side = {side: [card.id for card in fighting if card.side == side] for side in game.sides}
    chosen = [*by_side["german"][: units // 2], *by_side["allied"][: units - units // 2]]
    places = dice.sample(game.board.names(game.board.all), len(chosen))
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    return bocage.position("rhine", turn=8, at="german movement", weather="bad", units=written)
