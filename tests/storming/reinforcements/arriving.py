"""What the tests of Phase I share: quiet turns, placing a unit by name, and reading where everybody is."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine.dice import Tape
from bocage.engine.plain import place_name
from bocage.engine.play import Play

GAME = bocage.make_game("storming", "campaign", {})
BEACHES = "0619 0820 1020 1121"
ANTWERPEN = {"antwerpen_operational": True, "antwerpen_taken": True, "full_for_good": True}


def nobody(turn: int) -> str:
    """Take everybody off the schedule who would arrive on this turn, and empty the England Box."""
    return "; ".join(
        f"{counter.id} dead"
        for counter in GAME.counters
        if counter.entry_turn == turn or counter.entry_place == "England"
    )


def at(row: str, turn: int, units: str = "", *, quiet: bool = True, **more: Any) -> Any:
    """A position in Phase I with the beaches in Allied hands and, if quiet, no arrivals but those written down."""
    units = f"{nobody(turn)}; {units}" if quiet else units
    more["allied_control"] = f"{BEACHES} {more.get('allied_control', '')}"
    return bocage.position("storming", at=row, turn=turn, units=units, **more)


def take(match: Any, unit: str) -> Any:
    """Take a unit in hand, unless it is there already."""
    if match.prompt.frame.hand != match.game.unit_numbers[unit]:
        match.play(f"pick {unit}")
    return match


def put(match: Any, unit: str, label: str) -> None:
    """Place a unit."""
    take(match, unit).play(f"place {label}")


def hand(match: Any) -> str:
    return str(match.game.unit_ids[match.prompt.frame.hand]) if match.prompt.frame.hand >= 0 else ""


def listed(match: Any, verb: str) -> set[str]:
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def where(match: Any, unit: str) -> str:
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def steps(match: Any, unit: str) -> int:
    return int(match.position.units[match.game.unit_numbers[unit]].steps)


def refused(match: Any, action: str) -> tuple[str, str]:
    refusal = match.why_not(action)
    return refusal.rule, refusal.why


def told(match: Any) -> list[str]:
    return [text for _, _, text in match.log()]


def case_of(match: Any, unit: str) -> str:
    """The case by which a unit arrived."""
    name = GAME.counters[GAME.unit_numbers[unit]].name
    return next(str(case) for _, case, text in match.log() if text.startswith(f"{name} arrives"))


def beside(label: str) -> list[str]:
    """The hexes adjacent to one."""
    return GAME.board.names(GAME.board.step(1 << GAME.board.index[label]))


def around(label: str, side: str, distance: int = 2) -> str:
    """A ring of one side's infantry around a hex."""
    ring = GAME.board.names(GAME.board.ring(GAME.board.index[label], distance))
    nation = {"allied": "US", "german": "DE"}[side]
    infantry = [
        counter.id
        for counter in GAME.counters
        if counter.nation == nation and counter.type == "infantry" and counter.division
    ]
    return "; ".join(f"{unit} {where}" for unit, where in zip(infantry, ring, strict=False))


def area(name: str) -> set[str]:
    """The Entrance Hexes of a letter."""
    return set(GAME.board.names(GAME.entrances[name]))


def hand_of(match: Any, dice: str = "") -> Play:
    """A hand that changes a copy of a match's position, to try a single act of the rules."""
    return Play(match.game, match.position.copy(), Tape([int(number) for number in dice.split()]))
