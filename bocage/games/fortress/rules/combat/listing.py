"""Before the first battle (14.6, 14.10, R67): the list of what is owed, and who cannot attack and is removed."""

from __future__ import annotations

from bocage.parts.stacks import union
from bocage.rules import PLAIN, UNITS, Automatic, Conditions, Frame, Question, Units, event, offer

from ..elimination import eliminate
from ..look import FortressLook, Play, members
from . import hopeless
from .duties import Task
from .making import Fighting, Listing, task_of

no_legal_attack = event(
    "no legal attack", "14.10", "{units}: no attack at 1-6 or better is possible, so they are removed.",
    sort="loss", units=UNITS,
)  # fmt: skip


class CombatList(Automatic[Listing]):
    """Before the first battle: who must be attacked, who must attack, who cannot and goes (14.6, 14.10, R36).

    After a battle the list stands as it was (ruling R104); only the release of frozen units makes it anew (9.8).
    """

    name, rule = "combat list", "14.6"

    def run(self, play: Play, frame: Listing) -> None:
        look, side = play.look, frame.side
        if frame.listed:
            left = hopeless.lapsed(look, task_of(frame))
            play.push(frame.turned(Fighting, due=left.due, bound=left.bound))
            return
        ways = hopeless.removals(look, side)
        if ways == (0,):
            _open(play, frame, hopeless.task(look, side))
        elif hopeless.helped(look, side):
            play.push(Removing(side, frame.acted, ways, helped=True))
        elif len(ways) > 1:
            play.push(Removing(side, frame.acted, ways))
        else:
            play.push(frame)
            _remove(play, ways[0])


def _open(play: Play, frame: Listing, task: Task) -> None:
    play.push(
        Fighting(frame.side, frame.acted, True, task.due, task.bound, task.standing, frame.sorties)
    )  # fmt: skip


def _remove(play: Play, units: Units) -> None:
    no_legal_attack(play, tuple(members(units)))
    for unit in members(units):
        eliminate(play, unit, "14.10")


class Removing(Frame, frozen=True):
    """Some units cannot attack at legal odds; there is more than one way to make it possible for the others."""

    side: str
    acted: bool
    ways: tuple[int, ...]  # sets of units, one of which has to go
    going: Units = 0
    helped: bool = False  # could it be done by attacks that nobody has to make?


class Removal(Question[Removing]):
    """The owner chooses who is removed (14.10, ruling R67)."""

    name, rule = "removal", "14.10"

    def text(self, look: FortressLook, frame: Removing) -> str:
        if frame.helped:
            return "Some units have no legal attack unless others attack who need not: remove them, or go on."
        return "Not everybody can attack at 1-6 or better: choose a unit that is removed."

    @offer("lose", UNITS, "14.10", "Remove")
    def lose(self, look: FortressLook, frame: Removing) -> Conditions:
        yield look.game.side_units[frame.side], "14.10", "{it} is not yours"
        yield ~frame.going, "14.10", "{it} goes already"
        ways = [way for way in frame.ways if not frame.going & ~way]
        yield union(ways), "14.10", "the removal of {it} is not needed to make the other attacks legal"

    @lose.does
    def _(self, play: Play, frame: Removing, unit: int) -> None:
        going = frame.going | 1 << unit
        ways = [way for way in frame.ways if not going & ~way]
        if len(ways) > 1 and going not in ways:
            play.swap(Removing(frame.side, frame.acted, frame.ways, going))
            return
        play.swap(Listing(frame.side, frame.acted))
        _remove(play, going if going in ways else ways[0])

    @offer("end", PLAIN, "14.13", "Go on", "nobody is removed: others will attack who need not")
    def end(self, look: FortressLook, frame: Removing) -> Conditions:
        yield frame.helped and not frame.going, "14.10", "without a removal not everybody could attack at 1-6 or better"

    @end.does
    def _(self, play: Play, frame: Removing, _: int) -> None:
        play.pop()
        _open(play, Listing(frame.side, frame.acted), hopeless.wide_task(play.look, frame.side))
