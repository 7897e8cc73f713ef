"""The suggested set-up of the Final Battles: `suggested_setup.csv`, fitted to what the players have chosen so far."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bocage.rules import PLAIN, Conditions, Frame, Row, Units, going_on, offer, pure

from ...data import Counter, tables
from ..look import Play, StormingLook, members
from ..position import GERMAN
from ..sequence import FINAL_BATTLES

if TYPE_CHECKING:
    from ...game import Storming


class Suggesting(Frame, frozen=True):
    """A player takes the suggested set-up: of this step, whose `units` are placed, or of all his next steps too."""

    side: str
    number: int
    all: bool
    units: Units = 0


def number_of(row: Row) -> int:
    """The step of 3.4.A that a row of the set-up is."""
    return int(row.rule.rpartition(".")[2])


def following(number: int, side: str) -> list[Row]:
    """The rows right after a step that are the same side's."""
    later = [row for row in FINAL_BATTLES if number_of(row) > number]
    return list(takewhile(lambda row: row.side == side, later))


# What both questions of the set-up offer: to have the step done, or this one and the next ones of the side.


suggested = going_on("3.4.A", words="let the suggested set-up do this step", verb="suggested")


@offer("suggested-all", PLAIN, "3.4.A", words="let the suggested set-up do all steps of this side")
def suggested_all(step: Any, look: StormingLook, frame: Any) -> Conditions:
    """Take the suggestion for this step and those of the side that follow it."""
    yield bool(following(frame.number, frame.side)), "3.4.A", "the next step is the other side's: take 'suggested'"


def _suggest(play: Play, frame: Any, all_steps: bool) -> None:
    play.swap(Suggesting(frame.side, frame.number, all_steps, getattr(frame, "units", 0)))


suggested.does(lambda step, play, frame, _: _suggest(play, frame, False))
suggested_all.does(lambda step, play, frame, _: _suggest(play, frame, True))


@pure(16)
def _slots(game: Storming, step: int) -> tuple[Any, ...]:
    """The rows of a step: this unit, and where it goes if the step places units."""
    return tuple(row for row in game.data.tables[tables.SUGGESTED_SETUP] if row.step == step)


def chosen(game: Storming, step: int, free: int) -> list[int]:
    """The units of a set in the order in which a step suggests them; those that it does not mention come last."""
    first = [game.unit_numbers[slot.unit] for slot in _slots(game, step)]
    listed = [unit for unit in first if free >> unit & 1]
    return listed + [unit for unit in members(free) if unit not in first]


def layout(game: Storming, step: int, units: int) -> list[tuple[int, int]]:
    """Each unit of a set with the hex where it is suggested to go.

    The slots of a force stand in order of need, so with fewer units the last ones stay empty. A slot whose own unit is
    not there gets the unit most like it among those without a slot.
    """
    found = []
    for force in dict.fromkeys(_force(game.counters[unit]) for unit in members(units)):
        mine = [unit for unit in members(units) if _force(game.counters[unit]) == force]
        slots = [slot for slot in _slots(game, step) if _force(game.counters[game.unit_numbers[slot.unit]]) == force]
        slots = slots[: len(mine)]
        named = {slot.unit for slot in slots}
        spare = [unit for unit in mine if game.unit_ids[unit] not in named]
        for slot in slots:
            own = game.unit_numbers[slot.unit]
            if units >> own & 1:
                unit = own
            else:
                unit = _most_like(game, own, spare)
                spare.remove(unit)
            found.append((unit, game.board.index[slot.where]))
    return found


def _force(counter: Counter) -> str:
    """What decides where a unit may be set up: the command, or whether a German unit is Mechanized or leads."""
    if counter.staff:
        return counter.type
    if counter.side == GERMAN:
        if counter.mechanized:
            return "mechanized division" if counter.division else "mechanized"
        return "infantry"
    return counter.command


def _most_like(game: Storming, model: int, units: Iterable[int]) -> int:
    counter = game.counters[model]

    def likeness(unit: int) -> tuple[bool, bool, int, int]:
        other = game.counters[unit]
        gap = abs(other.attack[1] - counter.attack[1]) + abs(other.defence[1] - counter.defence[1])
        return other.size != counter.size, other.type != counter.type, gap, unit

    return min(units, key=likeness)
