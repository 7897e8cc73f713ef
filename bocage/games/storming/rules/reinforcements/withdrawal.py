"""The 6th SS Panzer Army leaves for Hungary (17.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import NUMBERS, UNITS, Automatic, Conditions, Frame, Question, Units, event, offer, pure

from ..elimination import leave_map, win
from ..look import Play, StormingLook, members
from ..position import ALLIED, DEAD, GERMAN, TRACK, WATCH

if TYPE_CHECKING:
    from ...game import Storming

withdrawn = event(
    "division withdrawn", "17.8.B", "{unit} leaves for Hungary and is out of the game.", sort="loss", unit=UNITS
)
fails = event(
    "withdrawal fails", "17.8.C", "There are not enough divisions to withdraw: {left} must still leave.",
    side=GERMAN, left=NUMBERS,
)  # fmt: skip


class Withdrawing(Frame, frozen=True):
    """So many divisions must still leave."""

    side: str
    left: int


class Withdrawal(Automatic[Withdrawing]):
    """Who has no choice goes at once; the German chooses only among equals (17.8.A, 17.8.C)."""

    name, rule = "ss withdrawal", "17.8.A"

    def begin(self, play: Play, side: str) -> Withdrawing:
        return Withdrawing(side, play.game.rules.numbers["withdrawal_divisions"])

    def run(self, play: Play, frame: Withdrawing) -> None:
        left = frame.left
        ranks = _ranks(play.look)
        if sum(rank.bit_count() for rank in ranks) < left:
            fails(play, left)
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
    name, due = play.game.unit_ids[unit], play.position.due
    leave_map(play, unit, DEAD)
    if name in due:
        play.position.due = {other: turn for other, turn in due.items() if other != name}
    withdrawn(play, unit)


@pure(1)
def _panzers(game: Storming) -> Units:
    """Replaceable Mechanized divisions."""
    return game.those(lambda counter: counter.mechanized and counter.division and counter.replaceable)


@pure(1)
def _elite(game: Storming) -> Units:
    return game.those(lambda counter: " SS " in counter.name)


def _ranks(look: StormingLook) -> tuple[Units, Units, Units, Units]:
    """The divisions that can be taken, in the order in which they must be: SS first, the track last (R40)."""
    panzers, elite = _panzers(look.game), _elite(look.game)
    present = panzers & (look.units_in(look.east_supply(), GERMAN) | look.in_place(WATCH, GERMAN))
    coming = panzers & look.in_place(TRACK, GERMAN)
    return present & elite, present & ~elite, coming & elite, coming & ~elite


class Choosing(Withdrawing, frozen=True):
    """The German says which of several equals leave."""


class Choice(Question[Choosing]):
    """More divisions are eligible than must leave."""

    name, rule = "withdrawal choice", "17.8.A"

    def text(self, look: StormingLook, frame: Choosing) -> str:
        more = "a division" if frame.left == 1 else f"{frame.left} divisions"
        return f"The 6th SS Panzer Army is withdrawn: choose {more} to leave the game."

    @offer("withdraw", UNITS, "17.8.A", "Withdraw it from the game")
    def withdraw(self, look: StormingLook, frame: Choosing) -> Conditions:
        ranks = _ranks(look)
        yield _panzers(look.game), "17.8.A", "{it} is not a replaceable Mechanized division"
        every, first = sum(ranks), next((rank for rank in ranks if rank), 0)
        yield every, "17.8.A", "{it} is not in normal East Map-edge supply, in the box or due"
        on_track = "divisions on the track are taken only when there are not enough on the map and in the box"
        yield first | ~look.in_place(TRACK, GERMAN), "17.8.C", on_track
        yield first, "17.8.A", "SS divisions must leave first"

    @withdraw.does
    def _(self, play: Play, frame: Choosing, unit: int) -> None:
        withdraw(play, unit)
        play.swap(Withdrawing(frame.side, frame.left - 1))
