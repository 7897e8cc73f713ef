"""Final Battles: the units that are removed, reduced and set aside by choice (3.4.A.2, 3, 5, 7, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import UNITS, Choice, Conditions, Frame, Question, Units, event, listed, offer

from ..look import Play, StormingLook, members
from ..position import ARRIVING, ASIDE, DEAD, SCHEDULE
from . import suggestion
from .final_forces import REDUCE, REMOVE, SET_ASIDE, WORDS, Task, counted, of_kind, tasks

if TYPE_CHECKING:
    from ...game import Storming

not_used = event("not used", "3.4.A", "{unit} is not used.", unit=UNITS)
begins_reduced = event("set up reduced", "3.4.A", "{unit} begins at reduced strength.", unit=UNITS)
aside = event("set aside", "3.4.A", "{unit} is set aside for later.", unit=UNITS)


def do(play: Play, kind: str, unit: int, case: str) -> None:
    """Remove, reduce or set aside a unit."""
    if kind == REMOVE:
        play.put(unit, DEAD)
        not_used(play, unit, rule=case)
    elif kind == REDUCE:
        play.set_steps(unit, 1)
        begins_reduced(play, unit, rule=case)
    elif kind == SET_ASIDE:
        play.put(unit, ASIDE)
        aside(play, unit, rule=case)


class Choosing(Frame, frozen=True):
    """A player chooses the units that a step of 3.4.A only counts."""

    side: str
    number: int


def _kind(game: Storming, frame: Choosing) -> str:
    return next(task.kind for task in tasks(game, frame.number) if not task.named)


def _done(look: StormingLook, frame: Choosing) -> Units:
    """The units of a side to which the kind of task has been done."""
    kind = _kind(look.game, frame)
    if kind == REDUCE:
        units, counters = look.position.units, look.game.counters
        own = members(look.game.side_units[frame.side])
        return sum(1 << unit for unit in own if units[unit].steps < counters[unit].steps)
    return look.in_place(DEAD if kind == REMOVE else ASIDE, frame.side)


def _owed(look: StormingLook, frame: Choosing) -> list[tuple[Task, int]]:
    """How many units each counted task still asks for; brigades count among combat units too (R125)."""
    done = _done(look, frame)
    chosen = [task for task in tasks(look.game, frame.number) if not task.named]
    return [(task, task.amount - (of_kind(look.game, task.what) & done).bit_count()) for task in chosen]


def _conditions(step: OrderOfBattle, look: StormingLook, frame: Choosing) -> Conditions:
    game, case, owed = look.game, step.case(look, frame), _owed(look, frame)
    right = still = 0
    for task, count in owed:
        right |= of_kind(game, task.what)
        still |= of_kind(game, task.what) if count > 0 else 0
    wanted = listed([f"{WORDS[task.what]}s" for task, _ in owed])
    yield right, case, f"this step is about {wanted}; {{it}} is none"

    def on_track(unit: int) -> str:
        return f"{{it}} arrives on turn {look.counter(unit).entry_turn} and is on the Turn Record Track"

    yield ~look.in_place(SCHEDULE, frame.side), "3.4.A.1", on_track
    yield look.in_place(ARRIVING, frame.side), case, "{it} is not available: it has been dealt with already"

    def why_enough(unit: int) -> tuple[str, str]:
        for task, count in owed:
            if of_kind(game, task.what) >> unit & 1 and count <= 0:
                return task.case, f"{counted(task.amount, task.what)} and no more: that is done"
        return case, "{it} is at reduced strength already"

    yield still & ~_done(look, frame), case, why_enough


def _choose(step: OrderOfBattle, play: Play, frame: Choosing, unit: int) -> None:
    do(play, _kind(play.game, frame), unit, step.case(play.look, frame))
    if not any(count for _, count in _owed(play.look, frame)):
        play.pop()


def _choice(verb: str, kind: str) -> Choice:
    """What a step offers that removes, reduces or sets aside units."""
    made = offer(verb, UNITS, "3.4.A", when=lambda look, frame: _kind(look.game, frame) == kind)(_conditions)
    made.does(_choose)
    return made


class OrderOfBattle(Question[Choosing]):
    """So many units of each kind are removed, reduced or set aside (3.4.A.2, 3.4.A.3, 3.4.A.5, 3.4.A.7, 3.4.A.8)."""

    name, rule = "order of battle", "3.4.A"

    def case(self, look: StormingLook, frame: Choosing) -> str:
        return f"3.4.A.{frame.number}"

    def text(self, look: StormingLook, frame: Choosing) -> str:
        owed = [counted(count, task.what) for task, count in _owed(look, frame) if count]
        what = {REMOVE: "Take out of the game", REDUCE: "Turn to reduced strength", SET_ASIDE: "Set aside for later"}
        return f"{what[_kind(look.game, frame)]}: {listed(owed)}."

    remove = _choice("remove", REMOVE)
    reduce = _choice("reduce", REDUCE)
    set_aside = _choice("set-aside", SET_ASIDE)
    suggested = suggestion.suggested
    suggested_all = suggestion.suggested_all


def choose_suggested(play: Play, side: str, number: int) -> None:
    """Do what is left of a step as suggested."""
    look, frame = play.look, Choosing(side, number)
    kind, done = _kind(look.game, frame), _done(look, frame)
    for task, count in _owed(look, frame):
        free = of_kind(look.game, task.what) & play.look.in_place(ARRIVING, side) & ~done
        for unit in suggestion.chosen(look.game, number, free)[: max(0, count)]:
            do(play, kind, unit, f"3.4.A.{number}")
