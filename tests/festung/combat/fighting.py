"""Combats of Festung Europa for the tests: a side is about to fight out of marked hexes, or after a landing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage import Match
from bocage.engine.dice import Tape
from bocage.engine.plain import place_number
from bocage.engine.play import Play, index_units
from bocage.engine.position import Unit
from bocage.games.festung.game import Festung
from bocage.games.festung.rules.combat import attacks
from bocage.games.festung.rules.combat.retreat import withdraw
from bocage.games.festung.rules.look import FestungLook, members
from bocage.games.festung.rules.position import OTHER, FestungPosition, Flag
from bocage.games.festung.rules.supply import tracing
from tests.festung.playing import game as compiled


def arranged(
    side: str,
    units: str,
    *,
    turn: int = 5,
    allied: str = "",
    flags: str = "",
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> tuple[Festung, FestungPosition]:
    """A position in which a side acts, with no frames. It is Summer 1944.

    Every hex is Axis but those where Allied units stand and those in `allied`; supply of the side is as it is now.
    """
    made: Festung = compiled(**(options or {}))
    position = made.first_position()
    position.turn, position.round, position.active = turn, 1, side
    position.units = [Unit(made.unlisted_place, counter.steps) for counter in made.counters]
    for item in filter(None, (part.strip() for part in units.split(";"))):
        name, at, *rest = item.split()
        position.units[made.unit_numbers[name]] = Unit(place_number(made, at), 1 if "reduced" in rest else 2)
    position.allied_control = 0
    made.arrange(position, {"allied_control": allied, **fields})
    position.flags = {name: Flag("", "game", 1, side) for name in flags.split()}
    index_units(made, position)
    position.marked |= made.board.set(allied.split()) & made.data.beaches
    position.full, position.limited = tracing.graded(made.look(position), side)
    position.frames = []
    return made, position


def fighting(side: str, units: str, marks: str = "", *, landing: str = "", dice: str = "", **more: Any) -> Match:
    """A match in which a side's combats begin: `fighting("allied", "US-II 1821; GE-XIVPZ 1920", "1821", dice="4")`.

    All hexes with attackers carry Attack markers if none are named, unless it is a landing.
    """
    made, position = arranged(side, units, **more)
    look = made.look(position)
    if not landing:
        mine = look.hexes_of(members(look.on_map(side)))
        position.attack_marks = made.board.set(marks.split()) if marks else mine
    play: Any = Play(made, position, Tape(()))
    attacks.begin(play, side, made.board.index[landing] if landing else -1)
    return Match(made, tape=[int(die) for die in dice.split()], start=position)


def falling(side: str, units: str, who: str, length: int, **more: Any) -> Match:
    """A match in which units of a side must retreat so many hexes, without a choice to stay."""
    made, position = arranged(OTHER[side], units, **more)
    play: Any = Play(made, position, Tape(()))
    withdraw(play, side, sum(1 << made.unit_numbers[unit] for unit in who.split()), length)
    return Match(made, tape=[], start=position)


def attack(match: Match, target: str, *units: str, help: Sequence[str] = ()) -> Match:
    """Designate a combat and fight it, as far as nobody is asked for cards."""
    match.play(f"attack {target}")
    for unit in units:
        match.play(f"join {unit}")
    for action in help:
        match.play(action)
    match.play("fight")
    return match


def legal(match: Match, verb: str) -> set[str]:
    """What may be chosen with a verb now."""
    if not match.prompts:
        return set()
    return {action.operand or "" for action in match.prompt.actions if action.verb == verb}


def at(match: Match, unit: str) -> str:
    """Where a unit is."""
    here = match.position.units[match.game.unit_numbers[unit]].at
    return match.game.board.labels[here] if here >= 0 else match.game.place_names[-here - 1]


def steps(match: Match, unit: str) -> int:
    """How many steps a unit has."""
    found: int = match.position.units[match.game.unit_numbers[unit]].steps
    return found


def look(match: Match) -> FestungLook:
    """What may be asked about the position."""
    found: FestungLook = match.game.look(match.position)  # type: ignore[assignment]
    return found


def odds(match: Match, side: str = "", **more: Any) -> Any:
    """The forecast of a side."""
    side = side or match.prompt.side
    return match.game.forecast(match.game.seen(match.position, side), side, **more)
