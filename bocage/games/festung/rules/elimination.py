"""Losses: a unit loses a step, or is eliminated (2.23, 9.3, 11.71)."""

from __future__ import annotations

from bocage.rules import UNITS, event

from .look import Play
from .position import POOL

reduced = event("reduced", "9.31", "{unit} loses a step.", sort="loss", unit=UNITS)
eliminated = event("eliminated", "9.31", "{units} {units:is|are} eliminated.", sort="loss", units=UNITS)
recovered = event("recovered", "12.2", "{unit} regains a step.", unit=UNITS)


def lose_step(play: Play, unit: int, rule: str) -> bool:
    """A unit loses a step; says whether it lives on."""
    if play.position.units[unit].steps > 1:
        play.set_steps(unit, 1)
        reduced(play, unit, rule=rule)
        return True
    eliminate(play, (unit,), rule)
    return False


def eliminate(play: Play, units: tuple[int, ...], rule: str) -> None:
    """Units leave the map together; those that can be re-created wait in the pool (12.3)."""
    for unit in units:
        play.set_steps(unit, 1)
        play.take_off(unit, POOL)
    if units:
        eliminated(play, units, rule=rule)


def gain_step(play: Play, unit: int, rule: str) -> None:
    """A reduced unit is at full strength again."""
    play.set_steps(unit, play.game.counters[unit].steps)
    recovered(play, unit, rule=rule)
