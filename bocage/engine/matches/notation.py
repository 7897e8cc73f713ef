"""The notation of a position, for tests, perft tables, fixtures and bug reports.

position("roundup", turn=3, at="german movement", units="DE-18L 1306; US-1 1406 reduced", dice="3 5")
"""

from __future__ import annotations

from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.engine.matches.match import Match
from bocage.engine.matches.sound import check_position, check_turn
from bocage.engine.plain import place_number
from bocage.engine.position import Position, Unit
from bocage.engine.steps import Sequencing


def arranged(game: Game[Any], *, turn: int, at: str, units: str, dice: str | None, seed: str, **extras: Any) -> Match:
    """A match that starts in the middle: these units, this turn, this row of the sequence of play."""
    position: Position = game.first_position()
    check_turn(game, turn)
    position.turn = turn
    off_board = position.units[:]
    position.units = [Unit(unit.at if unit.at < 0 else game.unlisted_place, unit.steps) for unit in off_board]
    for item in filter(None, (part.strip() for part in units.split(";"))):
        name, *rest = item.split()
        if name not in game.unit_numbers or not rest:
            raise BadInput(f"a unit is written as 'US-1 1406 reduced'; {item!r} is not one of this game")
        number = game.unit_numbers[name]
        steps, marks = game.written_steps(number, position.units[number].steps), 0
        for word in rest[1:]:
            if word == "reduced":
                steps = 1
            elif word in game.mark_names:
                marks |= 1 << game.mark_names.index(word)
            else:
                raise BadInput(f"{word!r} says nothing about a unit; known are reduced, {', '.join(game.mark_names)}")
        position.units[number] = Unit(place_number(game, rest[0].replace("_", " ")), steps, marks)
    position.frames = _frames_at(game, at)
    game.arrange(position, extras)
    check_position(game, position)
    try:
        tape = None if dice is None else [int(number) for number in dice.split()]
    except ValueError as error:
        raise BadInput(f"dice are written as '3 5 1', not as {dice!r}") from error
    return Match(game, tape=tape, seed=None if tape is not None else seed, start=position)


def _frames_at(game: Game[Any], at: str) -> list[Any]:
    """Frames that are about to start the row of this name, with the tables that lead to it below."""
    for table, rows in game.rules.sequence.items():
        for number, row in enumerate(rows):
            if row.name == at:
                before = Sequencing(table, rows[number - 1].name if number else "")
                return [*game.frames_below(table, row), before]
    known = ", ".join(row.name for rows in game.rules.sequence.values() for row in rows)
    raise BadInput(f"{game.title} has no row {at!r} in its sequence of play; there are: {known}")
