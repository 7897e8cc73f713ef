"""The step-by-step set-up of the Final Battles (3.4.A), in which both players choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bocage.engine.position import Frame, Unit, Units
from bocage.engine.steps import Automatic, Clause, Offer, Row, Sequencing

from ..look import Play, StormingLook
from ..position import ALLIED, ARRIVING, ASIDE, GERMAN, SCHEDULE, StormingPosition
from . import deployment, order_of_battle
from .deployment import RESERVE, Deploying, deploy, place_suggested
from .final_forces import PLACE, beyond_front, spot, tasks
from .order_of_battle import Choosing, choose_suggested, do
from .suggestion import Suggesting

if TYPE_CHECKING:
    from ...game import Storming

TABLE = "final battles"
# One row for each step of 3.4.A; step 1, the track, is done before anybody is asked.
ROWS = (
    Row("allied removals", ALLIED, "final battles step", "3.4.A.2"),
    Row("allied reductions", ALLIED, "final battles step", "3.4.A.3"),
    Row("allied headquarters", ALLIED, "final battles step", "3.4.A.4"),
    Row("allied reserve", ALLIED, "final battles step", "3.4.A.5"),
    Row("allied front line", ALLIED, "final battles step", "3.4.A.6"),
    Row("german removals", GERMAN, "final battles step", "3.4.A.7"),
    Row("german reductions", GERMAN, "final battles step", "3.4.A.8"),
    Row("german front line", GERMAN, "final battles step", "3.4.A.9"),
    Row("allied reserve placement", ALLIED, "final battles step", "3.4.A.10"),
)


def _number(row: Row) -> int:
    return int(row.rule.rpartition(".")[2])


def first_position(game: Storming) -> StormingPosition:
    """December 1944: arrivals on the track, everybody else to be set up, and the state of 3.4.D and 3.4.E.2."""
    first = game.rules.first_turn
    behind = game.in_play & ~beyond_front(game)
    return StormingPosition(
        turn=first,
        units=[Unit(SCHEDULE if counter.entry_turn >= first else ARRIVING, counter.steps) for counter in game.counters],
        frames=[Sequencing("turn"), Sequencing(TABLE)],
        allied_control=behind,
        # Allied units have been in these hexes, so their forts and Rhine Bridges are gone (16.1, 10.7.5).
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

    step: ClassVar[str] = "final battles step"
    side: str
    number: int


class FinalBattlesStep(Automatic[Starting]):
    """What the book names unit by unit is done at once; for the rest the player is asked (3.4.A)."""

    name = "final battles step"
    rule = "3.4.A"

    def begin(self, play: Play, side: str) -> Starting:
        below = play.position.frames[-1]
        assert isinstance(below, Sequencing)
        return Starting(side, next(_number(other) for other in ROWS if other.name == below.row))

    def run(self, play: Play, frame: Starting) -> None:
        do_named(play, frame.number)
        question = _question(play, frame.side, frame.number)
        if question is not None:
            play.push(question)


def _question(play: Play, side: str, number: int) -> Frame | None:
    """What is asked in a step, once its named units are dealt with."""
    game, position = play.game, play.position
    left = [task for task in tasks(number) if not task.named]
    if not left:
        return None
    if left[0].kind != PLACE:
        return Choosing(side, number)
    place = ASIDE if number == RESERVE else ARRIVING
    return deploy(play, side, number, game.look(position).in_place(place, side))


def do_named(play: Play, number: int) -> None:
    """Remove, reduce, set aside and place the units that a step names."""
    for task in tasks(number):
        if task.named and (task.kind != PLACE or spot(play.game, task) is not None):
            unit = play.game.unit_numbers[task.what]
            do(play, task.kind, unit, task.case)
            if task.kind == PLACE:
                place = spot(play.game, task)
                assert place is not None
                play.put(unit, place)
                play.tell("set up", task.case, unit, place)


class TakeSuggestion(Automatic[Suggesting]):
    """A step done as suggested, and if the player likes the steps of his that follow it."""

    name = "set-up suggestion"
    rule = "3.4.A"

    def run(self, play: Play, frame: Suggesting) -> None:
        _suggest(play, frame.side, frame.number, frame.units)
        if not frame.all:
            return
        for row in following(frame.number, frame.side):
            play.swap(Sequencing(TABLE, row.name))
            number = _number(row)
            do_named(play, number)
            question = _question(play, frame.side, number)
            if question is not None:
                _suggest(play, frame.side, number, getattr(question, "units", 0))


def _suggest(play: Play, side: str, number: int, units: Units) -> None:
    if units:
        place_suggested(play, number, units)
    else:
        choose_suggested(play, side, number)


def following(number: int, side: str) -> list[Row]:
    """The rows right after a step that are the same side's."""
    found = []
    for row in ROWS:
        if _number(row) > number:
            if row.side != side:
                break
            found.append(row)
    return found


def _always(look: StormingLook, frame: Any) -> int:
    return 1


def _more_steps(look: StormingLook, frame: Choosing | Deploying) -> int:
    return int(bool(following(frame.number, frame.side)))


FRAMES: tuple[type[Frame], ...] = (Starting, Suggesting, *order_of_battle.FRAMES, *deployment.FRAMES)
STEPS: tuple[Any, ...] = (FinalBattlesStep(), TakeSuggestion(), *order_of_battle.STEPS, *deployment.STEPS)
OFFERS: dict[str, Offer] = {
    **order_of_battle.OFFERS,
    **deployment.OFFERS,
    "suggested": Offer("suggested", "3.4.A", (Clause("any", "3.4.A", "", _always),)),
    "suggested all": Offer(
        "suggested-all",
        "3.4.A",
        (Clause("more", "3.4.A", "the next step is the other side's: take 'suggested'", _more_steps),),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": deployment.VERBS["hexes"],
    "units": (*deployment.VERBS["units"], *order_of_battle.VERBS["units"]),
    "plain": (*deployment.VERBS["plain"], "suggested", "suggested-all"),
}
SENTENCES: Mapping[str, Callable[..., str]] = {**order_of_battle.SENTENCES, **deployment.SENTENCES}
