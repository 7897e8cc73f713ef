"""The 6th SS Panzer Army leaves for Hungary (17.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..elimination import leave_map, win
from ..look import Play, StormingLook, members
from ..position import ALLIED, DEAD, GERMAN, TRACK, WATCH


class Withdrawing(Frame, frozen=True):
    """So many divisions must still leave."""

    step: ClassVar[str] = "ss withdrawal"
    side: str
    left: int


class Withdrawal(Automatic[Withdrawing]):
    """Who has no choice goes at once; the German chooses only among equals (17.8.A, 17.8.C)."""

    name = "ss withdrawal"
    rule = "17.8.A"

    def begin(self, play: Play, side: str) -> Withdrawing:
        return Withdrawing(side, play.rules.numbers["withdrawal_divisions"])

    def run(self, play: Play, frame: Withdrawing) -> None:
        look = play.game.look(play.position)
        left = frame.left
        ranks = _ranks(look)
        if sum(rank.bit_count() for rank in ranks) < left:
            play.tell("withdrawal fails", "17.8.C", left)
            win(play, ALLIED, "the 6th SS Panzer Army cannot be withdrawn", "3.2.C.1")
            return
        for rank in ranks:
            if rank.bit_count() > left:
                if left:
                    play.push(Choosing(frame.side, left))
                return
            for unit in members(rank):
                withdraw(play, unit)
            left -= rank.bit_count()


def withdraw(play: Play, unit: int) -> None:
    """A division leaves and never comes back (17.8.B)."""
    name = play.game.unit_ids[unit]
    leave_map(play, unit, DEAD)
    if name in play.position.due:
        play.position.due = {other: turn for other, turn in play.position.due.items() if other != name}
    play.tell("division withdrawn", "17.8.B", unit)


def _ranks(look: StormingLook) -> tuple[int, int, int, int]:
    """The divisions that can be taken, in the order in which they must be: SS first, the track last (R40)."""
    game = look.game
    panzers = _panzer_divisions(look)
    elite = sum(1 << unit for unit in members(panzers) if " SS " in game.counters[unit].name)
    present = panzers & (look.units_in(look.east_supply(), GERMAN) | look.in_place(WATCH, GERMAN))
    coming = panzers & look.in_place(TRACK, GERMAN)
    return present & elite, present & ~elite, coming & elite, coming & ~elite


def _panzer_divisions(look: StormingLook) -> int:
    """Replaceable Mechanized divisions."""
    memo = look.game.memo
    key = ("replaceable mechanized divisions",)
    if key not in memo:
        divisions = look.game.mechanized_units & look.game.divisions
        memo[key] = sum(1 << unit for unit in members(divisions) if look.game.counters[unit].replaceable)
    units: int = memo[key]
    return units


class Choosing(Frame, frozen=True):
    """The German says which of several equals leave."""

    step: ClassVar[str] = "withdrawal choice"
    side: str
    left: int


class Choice(Question[Choosing]):
    """More divisions are eligible than must leave."""

    name = "withdrawal choice"
    rule = "17.8.A"
    offers = ("withdraw division",)

    def text(self, look: StormingLook, frame: Choosing) -> str:
        more = "a division" if frame.left == 1 else f"{frame.left} divisions"
        return f"The 6th SS Panzer Army is withdrawn: choose {more} to leave the game."

    def answer(self, play: Play, frame: Choosing, action: Action) -> None:
        withdraw(play, action.index)
        play.swap(Withdrawing(frame.side, frame.left - 1))


# Clauses


def _mechanized(look: StormingLook, frame: Choosing) -> int:
    return _panzer_divisions(look)


def _within_reach(look: StormingLook, frame: Choosing) -> int:
    first, second, third, fourth = _ranks(look)
    return first | second | third | fourth


def _next_rank(look: StormingLook, frame: Choosing) -> int:
    return next((rank for rank in _ranks(look) if rank), 0)


def _explain_rank(look: StormingLook, frame: Choosing, unit: int) -> tuple[str, str]:
    if look.position.units[unit].at == TRACK:
        return "17.8.C", "divisions on the track are taken only when there are not enough on the map and in the box"
    return "17.8.A", "SS divisions must leave first"


FRAMES: tuple[type[Frame], ...] = (Withdrawing, Choosing)
STEPS = (Withdrawal(), Choice())
OFFERS: dict[str, Offer] = {
    "withdraw division": Offer(
        "withdraw",
        "17.8.A",
        (
            Clause("mechanized", "17.8.A", "{it} is not a replaceable Mechanized division", _mechanized),
            Clause("supply", "17.8.A", "{it} is not in normal East Map-edge supply, in the box or due", _within_reach),
            Clause("rank", "17.8.A", "", _next_rank, _explain_rank),
        ),
    ),
}
VERBS: dict[str, tuple[str, ...]] = {"units": ("withdraw",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "division withdrawn": lambda game, unit: f"{game.counters[unit].name} leaves for Hungary and is out of the game.",
    "withdrawal fails": lambda game, left: f"There are not enough divisions to withdraw: {left} must still leave.",
}
