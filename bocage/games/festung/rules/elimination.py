"""What happens to units that lose a step or are eliminated, and where the eliminated go (9.31, 12.3, 12.34, 12.4)."""

from __future__ import annotations

from bocage.parts.combat.losses import StepLoss
from bocage.rules import UNITS, event

from .look import Play
from .position import GONE, POOL

reduced = event("reduced", "9.31", "{unit} loses a step.", sort="loss", unit=UNITS)
eliminated = event("eliminated", "9.31", "{unit} is eliminated.", sort="loss", unit=UNITS)


def eliminate(play: Play, unit: int, rule: str) -> None:
    """A unit is eliminated: it may be re-created (12.3), but for fortresses and units with a black dot (12.34, 12.4)."""
    game = play.game
    play.take_off(unit, GONE if (game.fortresses | game.dots) >> unit & 1 else POOL)
    play.set_steps(unit, game.counters[unit].steps)
    eliminated(play, unit, rule=rule)


lose_step = StepLoss(reduced, eliminate)
"""Take a step from a unit in play; with its last one it is eliminated: `lose_step(play, unit, rule)`."""
