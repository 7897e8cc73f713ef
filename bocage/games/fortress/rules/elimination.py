"""What happens to units that lose steps or are destroyed, and where the destroyed go (2.8, 13.2, 22.3, 26.8, 27.10)."""

from __future__ import annotations

from bocage.parts.combat.losses import StepLoss
from bocage.parts.ending import Ending
from bocage.rules import SIDE, event

from . import volkssturm
from .look import Play
from .position import DEAD, EXITED, GONE, STOCK

won = event("won", "30.1", "{who} win: {level}.", who=SIDE)
drawn = event("drawn", "30.1", "The game is a draw.")
reduced = event("reduced", "2.8", "{unit} loses a step.", sort="loss")
destroyed = event("destroyed", "2.8", "{unit} is destroyed.", sort="loss")
headquarters_lost = event(
    "headquarters lost", "13.2", "{unit} is lost; its second side enters on the next turn.", sort="loss"
)

win = Ending(won, drawn)


def eliminate(play: Play, unit: int, rule: str) -> None:
    """A unit is destroyed."""
    game, position = play.game, play.position
    if game.headquarters >> unit & 1 and game.counters[unit].back and not position.flipped >> unit & 1:
        # The second side comes as a reinforcement of the next game turn (13.2, ruling R35).
        position.flipped |= 1 << unit
        position.hq_due = {**position.hq_due, game.unit_ids[unit]: position.turn + 1}
        play.take_off(unit, DEAD)
        headquarters_lost(play, unit)
        return
    play.take_off(unit, fate(play, unit))
    destroyed(play, unit, rule=rule)
    if game.volkssturm >> unit & 1:
        volkssturm.check(play, ask=False)  # a counter is free for a city that has waited (25.4)


def fate(play: Play, unit: int) -> int:
    """Where a destroyed unit goes: out of the game if nothing can bring it back (27.10, 27.11, 27.14).

    Coastal units come back only from their infantry side (22.2, ruling R108); training divisions once their turn of
    conversion is past (23), so they lie with the dead until then. Whoever has left the map never comes back to it
    (31.15), and a counter of Volkssturm may appear again, in another city (25.1).
    """
    game, position = play.game, play.position
    if game.volkssturm >> unit & 1:
        return STOCK
    back = game.replaceable & ~(game.coastal_units & ~position.flipped)
    return DEAD if position.units[unit].at != EXITED and back >> unit & 1 else GONE


lose_step = StepLoss(reduced, eliminate)
