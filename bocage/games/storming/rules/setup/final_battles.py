"""The step-by-step set-up of the Final Battles (3.4.A), in which both players choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Automatic, Frame, Sequencing, Unit, Units

from ..look import Play
from ..position import ARRIVING, ASIDE, SCHEDULE, StormingPosition
from ..sequence import FINAL_BATTLES
from .deployment import RESERVE, deploy, place_suggested, set_up
from .final_forces import PLACE, beyond_front, spot, tasks
from .order_of_battle import Choosing, choose_suggested, do
from .suggestion import Suggesting, following, number_of

if TYPE_CHECKING:
    from ...game import Storming

TABLE = "final battles"


def first_position(game: Storming) -> StormingPosition:
    """December 1944: arrivals on the track, everybody else to be set up, and the state of 3.4.D and 3.4.E.2."""
    first = game.rules.first_turn
    behind = game.in_play & ~beyond_front(game)
    return StormingPosition(
        turn=first,
        units=[Unit(SCHEDULE if counter.entry_turn >= first else ARRIVING, counter.steps) for counter in game.counters],
        frames=[Sequencing("turn"), Sequencing(TABLE)],
        allied_control=behind,
        # Allied units have been in these hexes, so their forts and Rhine Bridges are gone (16.1, 10.7.5; ruling R128).
        forts_destroyed=game.breakable_forts & behind,
        bridges_blown=tuple(
            bridge.name for bridge in game.data.bridges if any(behind >> node & 1 for node in bridge.ends)
        ),
        antwerpen_taken=True,
        antwerpen_operational=True,
        full_for_good=True,
        grounding_done=True,
        monty_sees=True,
        breakout=True,
        brittany_closed=True,
        commonwealth_free=True,
        seine_crossed=True,
        paris_entered=True,
        released=True,
    )


class Starting(Frame, frozen=True):
    """A step of 3.4.A is about to begin."""

    side: str
    number: int


class FinalBattlesStep(Automatic[Starting]):
    """What the book names unit by unit is done at once; for the rest the player is asked (3.4.A)."""

    name, rule = "final battles step", "3.4.A"

    def begin(self, play: Play, side: str) -> Starting:
        below = play.position.frames[-1]
        assert isinstance(below, Sequencing)
        return Starting(side, next(number_of(row) for row in FINAL_BATTLES if row.name == below.row))

    def run(self, play: Play, frame: Starting) -> None:
        do_named(play, frame.number)
        question = _question(play, frame.side, frame.number)
        if question is not None:
            play.push(question)


def _question(play: Play, side: str, number: int) -> Frame | None:
    """What is asked in a step, once its named units are dealt with."""
    left = [task for task in tasks(play.game, number) if not task.named]
    if not left:
        return None
    if left[0].kind != PLACE:
        return Choosing(side, number)
    return deploy(play, side, number, play.look.in_place(ASIDE if number == RESERVE else ARRIVING, side))


def do_named(play: Play, number: int) -> None:
    """Remove, reduce, set aside and place the units that a step names."""
    for task in tasks(play.game, number):
        place = spot(play.game, task) if task.kind == PLACE else None
        if not task.named or (task.kind == PLACE and place is None):
            continue
        unit = play.game.unit_numbers[task.what]
        do(play, task.kind, unit, task.case)
        if place is not None:
            play.put(unit, place)
            set_up(play, unit, place, rule=task.case)


class TakeSuggestion(Automatic[Suggesting]):
    """A step done as suggested, and if the player likes the steps of his that follow it."""

    name, rule = "set-up suggestion", "3.4.A"

    def run(self, play: Play, frame: Suggesting) -> None:
        _suggest(play, frame.side, frame.number, frame.units)
        if not frame.all:
            return
        for row in following(frame.number, frame.side):
            play.swap(Sequencing(TABLE, row.name))
            number = number_of(row)
            do_named(play, number)
            question = _question(play, frame.side, number)
            if question is not None:
                _suggest(play, frame.side, number, getattr(question, "units", 0))


def _suggest(play: Play, side: str, number: int, units: Units) -> None:
    if units:
        place_suggested(play, number, units)
    else:
        choose_suggested(play, side, number)
