"""Limited Supply (9.1): which Commands roll on the lower line, and when the armies outrun their supplies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Units, pure

from ..position import ALLIED

if TYPE_CHECKING:
    from ...game import Storming
    from ..look import StormingLook as Look


def limited(look: Look, command: str) -> bool:
    """Does a Command roll on the Limited Supply line: all but the 6th on the first turns (9.1.C), or by 9.1.D?"""
    if command == "6AG":
        return False
    return look.position.limited or look.position.turn <= look.game.rules.numbers["limited_start_last_turn"]


def constrained(look: Look) -> bool:
    """Are Commands in Limited Supply because of 9.1.D, after the turns in which all begin so (9.2.A, 9.3.A)?"""
    return look.position.limited and look.position.turn > look.game.rules.numbers["limited_start_last_turn"]


def strained(look: Look) -> bool:
    """Are Allied units in Paris or east of the Seine Line, so that supply becomes Limited (9.1.D)?"""
    game = look.game
    far = look.units_in((game.paris | ~game.data.west) & game.in_play, ALLIED)
    if not game.rules.sixth_army_group_strains_supply:  # R16
        far &= ~_by_the_rhone(game)
    return bool(far)


@pure(1)
def _by_the_rhone(game: Storming) -> Units:
    """The units of Anvil-Dragoon, which bring their own supply from the south."""
    return game.those(lambda counter: counter.side == ALLIED and counter.command == "6AG")
