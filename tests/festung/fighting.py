"""Combats of Festung Europa for the tests: a side is about to fight out of marked hexes, or after a landing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bocage import Match
from bocage.engine.plain import place_number
from bocage.engine.play import Play, index_units
from bocage.engine.position import Unit
from bocage.games.festung.game import Festung
from bocage.games.festung.rules.combat import attacks
from bocage.games.festung.rules.look import FestungLook, members
from bocage.games.festung.rules.position import Flag
from bocage.games.festung.rules.supply import tracing
from tests.festung.playing import game as compiled


def fighting(
    side: str,
    units: str,
    marks: str = "",
    *,
    turn: int = 5,
    landing: str = "",
    dice: str = "",
    allied: str = "",
    flags: str = "",
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A match in which a side's combats begin: `fighting("allied", "US-II 1821; GE-XIVPZ 1920", "1821", dice="4")`.

    It is Summer 1944. Every hex is Axis but those where Allied units stand and those in `allied`; supply of the side
    is fixed as it is now. All hexes with attackers carry Attack markers if none are named, unless it is a landing.
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
    look = made.look(position)
    position.full, position.limited = tracing.graded(look, side)
    beach = made.board.index[landing] if landing else -1
    if not landing:
        mine = look.hexes_of(members(look.on_map(side)))
        position.attack_marks = made.board.set(marks.split()) if marks else mine
    position.frames = []
    attacks.begin(Play(made, position, None), side, beach)  # type: ignore[arg-type]
    return Match(made, tape=[int(die) for die in dice.split()], start=position)


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
    return match.position.units[match.game.unit_numbers[unit]].steps


def look(match: Match) -> FestungLook:
    """What may be asked about the position."""
    found: FestungLook = match.game.look(match.position)  # type: ignore[assignment]
    return found


def odds(match: Match, side: str = "", **more: Any) -> Any:
    """The forecast of a side."""
    side = side or match.prompt.side
    return match.game.forecast(match.game.seen(match.position, side), side, **more)
