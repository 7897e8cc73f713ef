"""What the tests of allocation share: a front in Artois, by Boulogne and Etaples, and ways to put an attack together.

3218 is clear, as are the six hexes around it, without a river. West of it lie 3118 (which also touches 3219) and 3117
(which also touches 3217); 3119 touches 3219 but not 3218.
"""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.position import Battle

BOULOGNE = "3120"
ETAPLES = "3019"


def front(units: str, dice: str = "", **more: Any) -> Match:
    """The Allied allocation, without aircraft, supplied through Boulogne and the beach of Etaples."""
    more = {
        "turn": 4, "at": "allied allocation", "weather": "very bad", "stage": "operational",
        "allied_control": f"{BOULOGNE} {ETAPLES}", "first_beaches": ETAPLES,
    } | more  # fmt: skip
    return bocage.position("rhine", units=units, dice=dice or None, **more)


def german_front(units: str, dice: str = "", **more: Any) -> Match:
    """The same in the German allocation."""
    return front(units, dice, **{"at": "german allocation"} | more)


def exploitation(units: str, dice: str = "", **more: Any) -> Match:
    """The same in the Allied Exploitation Phase."""
    return front(units, dice, **{"at": "allied exploitation allocation", "stage": "exploitation"} | more)


def declare(match: Match, targets: str, units: str) -> None:
    """Put an attack together: hexes and units, each in one text."""
    first, *others = targets.split()
    match.play(f"attack {first}")
    for label in others:
        match.play(f"also {label}")
    for unit in units.split():
        match.play(f"join {unit}")


def commit(match: Match, targets: str, units: str) -> None:
    """The same, and commit it."""
    declare(match, targets, units)
    match.play("commit")


def battles(match: Match) -> list[tuple[list[str], list[str]]]:
    """The battles that have been allocated: target hexes and attackers."""
    return [(hexes(match, battle), attackers(match, battle)) for battle in match.position.battles]


def hexes(match: Match, battle: Battle) -> list[str]:
    """The target hexes of a battle."""
    return match.game.board.names(battle.targets)


def attackers(match: Match, battle: Battle) -> list[str]:
    """The attackers of a battle."""
    return [name for name, number in match.game.unit_numbers.items() if battle.attackers >> number & 1]


def warned(match: Match) -> str:
    """All warnings in one text."""
    return " ".join(match.prompt.warnings)
