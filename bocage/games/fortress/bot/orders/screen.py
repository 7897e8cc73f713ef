"""What an attack is worth with all that it obliges to, and who keeps those busy that are not its target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bocage.hexes import HexSet

from ..odds import HOPELESS, Odds


class Attack(NamedTuple):
    """An attack that is to be brought about."""

    worth: float
    support: int = 0
    dues: HexSet = 0
    guns: int = 0


def screen(odds: Odds, target: int, busy: Mapping[int, int], most: int) -> tuple[float, list[int]] | None:
    """Who keeps an enemy busy that must be attacked too, and what that costs: one, or as many as he takes notice of.

    It is whoever loses least by it, but whose factors are missed least in the main attack too.
    """
    if most < 1:
        return None
    strength = odds.sight.attack
    alone = [(odds.soak(target, unit, node).worth, unit) for unit, node in busy.items()]
    alone = [found for found in alone if found[0] > HOPELESS.worth]
    if alone:
        worth, unit = max(alone, key=lambda found: (found[0] - 0.4 * strength(found[1]), -found[1]))
        return worth, [unit]
    chosen: list[int] = []
    for unit in sorted(busy, key=lambda unit: (strength(unit), unit))[:most]:
        chosen.append(unit)
        worth = odds.verdict((target,), {one: busy[one] for one in chosen}).worth
        if worth > HOPELESS.worth:
            return worth, chosen
    return None
