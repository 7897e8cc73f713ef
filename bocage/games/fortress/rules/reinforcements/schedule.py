"""The Arrival Schedules (26.1): what falls due on a turn, and who stands in another's place (26.8, 28.5)."""

from __future__ import annotations

from ..look import FortressLook
from ..position import DEAD, GONE, STOCK

ARRIVE, WITHDRAW, TO_RESERVE, FLIP, CONVERT = "arrive", "withdraw", "reserve", "flip", "convert"
DESTROYED = (DEAD, GONE)


def due(look: FortressLook, side: str, what: str) -> list[int]:
    """The units with such a line of a side's schedule on this turn, in its order."""
    turn = look.position.turn
    lines = (line for line in look.game.data.schedule if line.turn == turn and line.side == side)
    return [bearer(look, line.unit) for line in lines if line.event == what]


def bearer(look: FortressLook, name: str) -> int:
    """The unit that a line of the schedule means: who has taken that unit's place, or its counter of 28.5."""
    numbers = look.game.unit_numbers
    unit = numbers[next((other for other, role in look.position.substitutes.items() if role == name), name)]
    other = numbers.get(look.counter(unit).swap)
    return unit if other is None or look.position.units[other].at == STOCK else other


def value(look: FortressLook, unit: int) -> int:
    """The combat value by which substitutes are measured: the present one, of the destroyed that of a whole unit."""
    if look.position.units[unit].at in DESTROYED:
        return look.game.factor(unit, look.counter(unit).steps, look.is_flipped(unit))
    return look.strength(unit)


def nearest(look: FortressLook, unit: int, units: list[int]) -> int:
    """Those whose combat value comes closest to a unit's; of two as close, the higher (26.8, 28.1)."""
    wanted = value(look, unit)
    ranks = {other: (abs(value(look, other) - wanted), -value(look, other)) for other in units}
    best = min(ranks.values(), default=None)
    return sum(1 << other for other, rank in ranks.items() if rank == best)
