"""What happens to units: Disruption and recovery, elimination and where the eliminated go, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.ending import Ending
from bocage.rules import SIDE, UNITS, WORD, event

from .concealment.hidden import conceals, turn_up_one
from .look import Play
from .position import CALENDAR, DEAD, GERMAN, POOL, SCHEDULE
from .telling import capital, tell_of

if TYPE_CHECKING:
    from ..game import Rhine

won = event("won", "WIN.1", "{who} win: {level}.", who=SIDE, level=WORD)
disrupted = event(
    "disrupted", "DIS.1", lambda game, unit: f"{capital(game.unit_name(unit))} is Disrupted.", sort="loss", unit=UNITS
)
recovered = event(
    "recovered", "SEQ.4", lambda game, unit: f"{capital(game.unit_name(unit))} recovers from Disruption.", unit=UNITS
)
eliminated = event("eliminated", "DE.1", "{unit} is eliminated.", sort="loss", unit=UNITS)


win = Ending(won)


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
        tell_of(play, disrupted, rule, unit, concealed=concealed)


def recover(play: Play, unit: int, rule: str) -> None:
    """A unit recovers from Disruption."""
    position = play.position
    bit = 1 << unit
    if position.disrupted & bit:
        position.disrupted &= ~bit
        # Under a face-down piece nobody else sees who is Disrupted (ruling R40).
        recovered(play, unit, eyes=(GERMAN,) if conceals(position, position.units[unit].at) else None, rule=rule)


def undeploy(play: Play, unit: int) -> None:
    """A corps loses its deployed status (DEP.3)."""
    play.position.deployed &= ~(1 << unit)


def leave_map(play: Play, unit: int, place: int) -> None:
    """Take a unit off the map; every marker on it goes too, and nothing leaves it unseen (ruling R44)."""
    turn_up_one(play, unit, "R44")
    play.take_off(unit, place)


def fate(game: Rhine, unit: int) -> int:
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
    if game.counters[unit].dummy:
        leave_map(play, unit, DEAD)
        return
    place = fate(game, unit)
    leave_map(play, unit, place)
    if place == CALENDAR:
        position.lost_turn = {**position.lost_turn, game.unit_ids[unit]: position.turn}
    eliminated(play, unit, rule=rule)
