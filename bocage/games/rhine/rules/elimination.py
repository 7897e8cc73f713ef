"""What happens to units: Disruption and recovery, elimination and where the eliminated go, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bocage.engine.position import Frame, Outcome
from bocage.engine.steps import Offer

from .concealment.hidden import conceals, turn_up_one
from .look import Play
from .position import CALENDAR, DEAD, GERMAN, POOL, SCHEDULE
from .telling import SIDE, capital, tell_of, unit_name


def win(play: Play, side: str, level: str, rule: str) -> None:
    """The game is over."""
    if play.position.outcome is None:
        play.position.outcome = Outcome(side, level, rule)
        play.tell("won", rule, side, level)


def disrupt(play: Play, unit: int, rule: str, by_combat: bool = True, concealed: bool | None = None) -> None:
    """A unit is Disrupted; a combat result also ends its deployment (DEP.3), lack of supply or room does not.

    A face-down piece is turned up first: its Disruption is there for all to see (ruling R44). A dummy is gone by that.
    `concealed` is for the log, see `tell_of`.
    """
    position = play.position
    turn_up_one(play, unit, "R44")
    if play.game.counters[unit].dummy:
        return
    bit = 1 << unit
    if by_combat:
        position.deployed &= ~bit
    if not position.disrupted & bit:
        position.disrupted |= bit
        tell_of(play, "disrupted", rule, unit, concealed=concealed)


def recover(play: Play, unit: int, rule: str) -> None:
    """A unit recovers from Disruption."""
    position = play.position
    bit = 1 << unit
    if position.disrupted & bit:
        position.disrupted &= ~bit
        # Under a face-down piece nobody else sees who is Disrupted (ruling R40).
        play.tell("recovered", rule, unit, eyes=(GERMAN,) if conceals(position, position.units[unit].at) else None)


def undeploy(play: Play, unit: int) -> None:
    """A corps loses its deployed status (DEP.3)."""
    play.position.deployed &= ~(1 << unit)


def leave_map(play: Play, unit: int, place: int) -> None:
    """Take a unit off the map; every marker on it goes too."""
    position = play.position
    turn_up_one(play, unit, "R44")
    keep = ~(1 << unit)
    position.disrupted &= keep
    position.deployed &= keep
    position.moved &= keep
    position.attacked &= keep
    position.dug_in &= keep
    position.spent &= keep
    position.arrived &= keep
    position.second_wave &= keep
    position.stalled &= keep
    name = play.game.unit_ids[unit]
    if name in position.budget:
        position.budget = {other: left for other, left in position.budget.items() if other != name}
    if name in position.landing_at:
        position.landing_at = {other: node for other, node in position.landing_at.items() if other != name}
    play.put(unit, place)


def fate(game: Any, unit: int) -> int:
    """Where an eliminated unit goes: Germans may come back by the calendar, a dump is shipped anew (REPL, R35)."""
    counter = game.counters[unit]
    if counter.dump:
        return POOL
    if counter.side != GERMAN or counter.dummy or unit == game.parachute_korps:
        return DEAD
    return SCHEDULE if counter.kind == "panzer_brigade" else CALENDAR


def eliminate(play: Play, unit: int, rule: str) -> None:
    """A unit is eliminated."""
    position, game = play.position, play.game
    turn_up_one(play, unit, "R44")
    if game.counters[unit].dummy:
        leave_map(play, unit, DEAD)
        return
    place = fate(game, unit)
    leave_map(play, unit, place)
    if place == CALENDAR:
        position.lost_turn = {**position.lost_turn, game.unit_ids[unit]: position.turn}
    play.tell("eliminated", rule, unit)


FRAMES: tuple[type[Frame], ...] = ()
STEPS: tuple[Any, ...] = ()
OFFERS: dict[str, Offer] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "won": lambda game, side, level: f"{SIDE[side]} win: {level}.",
    "disrupted": lambda game, unit: f"{capital(unit_name(game, unit))} is Disrupted.",
    "recovered": lambda game, unit: f"{capital(unit_name(game, unit))} recovers from Disruption.",
    "eliminated": lambda game, unit: f"{game.counters[unit].name} is eliminated.",
}
