"""Positions with few and with many units, to see how the cost of a decision grows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import bocage
from bocage.engine.match import Match

SIZES = (25, 50, 100)
DECISIONS = 60  # in one position, before it is set up afresh


def roundup(units: int) -> Match:
    """A movement phase of Operation Roundup with so many units, both sides mixed over the map."""
    dice = Random(1943)
    game = bocage.game_class("roundup")()
    by_side = {side: [card.id for card in game.cards if card.side == side] for side in game.sides}
    allied = min(units // 2, len(by_side["allied"]))
    chosen = [*by_side["allied"][:allied], *by_side["german"][: units - allied]]
    places = dice.sample(sorted(game.board.index), units)
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    return bocage.position("roundup", turn=5, at="german movement", units=written)


def storming(units: int) -> Match:
    """A German assault of Storming the Reich with so many units, both sides mixed over the map."""
    dice = Random(1944)
    game = bocage.game_class("storming")()
    by_side = {side: [card.id for card in game.cards if card.side == side and not card.staff] for side in game.sides}
    chosen = [*by_side["allied"][: units // 2], *by_side["german"][: units - units // 2]]
    land = game.board.names(game.board.all & ~game.mute_hexes & ~game.holland & ~game.monty_spot & ~game.ike_spot)
    places = dice.sample(land, units)
    written = "; ".join(f"{unit} {place}" for unit, place in zip(chosen, places, strict=True))
    points = {"infantry": 5, "mechanized": 10}
    return bocage.position(
        "storming", turn=8, at="german assault movement", units=written, points=points, released=True
    )


def rhine(units: int) -> Match:
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


CROWDS: Mapping[str, Callable[[int], Match]] = {"roundup": roundup, "storming": storming, "rhine": rhine}
