"""Final Battles: the units that are removed, reduced and set aside by choice (3.4.A.2, 3, 5, 7, 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Units
from bocage.engine.steps import Clause, Offer, Question

from ..look import Play, StormingLook, members
from ..position import ARRIVING, ASIDE, DEAD, SCHEDULE
from ..telling import listed
from . import suggestion
from .final_forces import REDUCE, REMOVE, SET_ASIDE, WORDS, Task, counted, of_kind, tasks
from .suggestion import Suggesting


def do(play: Play, kind: str, unit: int, case: str) -> None:
    """Remove, reduce or set aside a unit."""
    if kind == REMOVE:
        play.put(unit, DEAD)
        play.tell("not used", case, unit)
    elif kind == REDUCE:
        play.set_steps(unit, 1)
        play.tell("set up reduced", case, unit)
    elif kind == SET_ASIDE:
        play.put(unit, ASIDE)
        play.tell("set aside", case, unit)


class Choosing(Frame, frozen=True):
    """A player chooses the units that a step of 3.4.A only counts."""

    step: ClassVar[str] = "order of battle"
    side: str
    number: int


class OrderOfBattle(Question[Choosing]):
    """So many units of each kind are removed, reduced or set aside (3.4.A.2, 3.4.A.3, 3.4.A.5, 3.4.A.7, 3.4.A.8)."""

    name = "order of battle"
    rule = "3.4.A"
    offers = ("set-up remove", "set-up reduce", "set-up aside", "suggested", "suggested all")

    def case(self, look: StormingLook, frame: Choosing) -> str:
        return f"3.4.A.{frame.number}"

    def offers_now(self, look: StormingLook, frame: Choosing) -> Sequence[Offer]:
        offers = dict(zip((REMOVE, REDUCE, SET_ASIDE), look.game.offers_of_step[self.name][:3], strict=True))
        return (offers[_kind(frame)], *look.game.offers_of_step[self.name][3:])

    def text(self, look: StormingLook, frame: Choosing) -> str:
        owed = [counted(count, task.what) for task, count in _owed(look, frame) if count]
        what = {REMOVE: "Take out of the game", REDUCE: "Turn to reduced strength", SET_ASIDE: "Set aside for later"}
        return f"{what[_kind(frame)]}: {listed(owed)}."

    def answer(self, play: Play, frame: Choosing, action: Action) -> None:
        if action.verb.startswith("suggested"):
            play.swap(Suggesting(frame.side, frame.number, action.verb == "suggested-all"))
            return
        do(play, _kind(frame), action.index, self.case(play.game.look(play.position), frame))
        if not any(count for _, count in _owed(play.game.look(play.position), frame)):
            play.pop()


def _kind(frame: Choosing) -> str:
    return next(task.kind for task in tasks(frame.number) if not task.named)


def _done(look: StormingLook, kind: str, side: str) -> Units:
    """The units of a side to which a kind of task has been done."""
    if kind == REDUCE:
        units, counters = look.position.units, look.game.counters
        own = members(look.game.side_units[side])
        return sum(1 << unit for unit in own if units[unit].steps < counters[unit].steps)
    return look.in_place(DEAD if kind == REMOVE else ASIDE, side)


def _owed(look: StormingLook, frame: Choosing) -> list[tuple[Task, int]]:
    """How many units each counted task still asks for."""
    done = _done(look, _kind(frame), frame.side)
    chosen = [task for task in tasks(frame.number) if not task.named]
    return [(task, task.amount - (of_kind(look.game, task.what) & done).bit_count()) for task in chosen]


def _right_kind(look: StormingLook, frame: Choosing) -> Units:
    found = 0
    for task, _ in _owed(look, frame):
        found |= of_kind(look.game, task.what)
    return found


def _why_kind(look: StormingLook, frame: Choosing, unit: int) -> tuple[str, str]:
    wanted = [f"{WORDS[task.what]}s" for task, _ in _owed(look, frame)]
    return f"3.4.A.{frame.number}", f"this step is about {listed(wanted)}; {{it}} is none"


def _available(look: StormingLook, frame: Choosing) -> Units:
    return look.in_place(ARRIVING, frame.side)


def _why_unavailable(look: StormingLook, frame: Choosing, unit: int) -> tuple[str, str]:
    at = look.position.units[unit].at
    if at == SCHEDULE:
        return (
            "3.4.A.1",
            f"{{it}} arrives on turn {look.game.counters[unit].entry_turn} and is on the Turn Record Track",
        )
    return f"3.4.A.{frame.number}", "{it} is not available: it has been dealt with already"


def _still_owed(look: StormingLook, frame: Choosing) -> Units:
    found = 0
    for task, count in _owed(look, frame):
        if count > 0:
            found |= of_kind(look.game, task.what)
    return found & ~_done(look, _kind(frame), frame.side)


def _why_enough(look: StormingLook, frame: Choosing, unit: int) -> tuple[str, str]:
    for task, count in _owed(look, frame):
        if of_kind(look.game, task.what) >> unit & 1 and count <= 0:
            return task.case, f"{counted(task.amount, task.what)} and no more: that is done"
    return f"3.4.A.{frame.number}", "{it} is at reduced strength already"


def choose_suggested(play: Play, side: str, number: int) -> None:
    """Do what is left of a step as suggested."""
    look: StormingLook = play.game.look(play.position)
    frame = Choosing(side, number)
    for task, count in _owed(look, frame):
        free = of_kind(look.game, task.what) & _available(look, frame) & ~_done(look, _kind(frame), side)
        for unit in suggestion.chosen(look.game, number, free)[: max(0, count)]:
            do(play, _kind(frame), unit, f"3.4.A.{number}")


def _offer_choice(verb: str) -> Offer:
    return Offer(
        verb,
        "3.4.A",
        (
            Clause("kind", "3.4.A", "", _right_kind, _why_kind),
            Clause("available", "3.4.A", "", _available, _why_unavailable),
            Clause("owed", "3.4.A", "", _still_owed, _why_enough),
        ),
    )


FRAMES: tuple[type[Frame], ...] = (Choosing,)
STEPS: tuple[Any, ...] = (OrderOfBattle(),)
OFFERS: dict[str, Offer] = {
    "set-up remove": _offer_choice("remove"),
    "set-up reduce": _offer_choice("reduce"),
    "set-up aside": _offer_choice("set-aside"),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("remove", "reduce", "set-aside")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "not used": lambda game, unit: f"{game.counters[unit].name} is not used.",
    "set up reduced": lambda game, unit: f"{game.counters[unit].name} begins at reduced strength.",
    "set aside": lambda game, unit: f"{game.counters[unit].name} is set aside for later.",
}
