"""The list of what is owed in an impulse (14.6, 14.10, R67), and the battle that is being put together."""

from __future__ import annotations

from bocage.parts.combat.duties import Battle as Making
from bocage.rules import PLAIN, UNITS, Conditions, Hexes, OfSide, Question, Units, automatic, event, offer

from ..elimination import eliminate
from ..look import FortressLook, Play, members, union
from ..position import ALLIED
from . import hopeless
from .duties import Task, can
from .odds import Battle, reckon

no_legal_attack = event(
    "no legal attack", "14.10", "{units}: no attack at 1-6 or better is possible, so they are removed.", sort="loss"
)


class Listing(OfSide, frozen=True):
    """A side's combat impulse: what it owes, once that has been listed."""

    acted: bool = False
    listed: bool = False
    due: Hexes = 0
    bound: Units = 0
    standing: tuple[tuple[Units, ...], ...] = ()
    sorties: Hexes = 0

    @property
    def task(self) -> Task:
        """What is owed."""
        return Task(self.side, self.due, self.bound, self.standing, self.sorties)


class Fighting(Listing, frozen=True):
    """A battle is being put together, or the next one chosen."""

    targets: Hexes = 0
    attackers: Units = 0
    ships: Units = 0
    declared: str = ""  # lower odds, at the attacker's wish (15.8)
    support: int = 0  # aircraft (17.10.2)
    carpet: bool = False  # 17.10.9

    @property
    def target(self) -> int:
        """One of the hexes that are attacked, or -1."""
        return self.targets.bit_length() - 1

    @property
    def battle(self) -> Making:
        """The battle as it stands."""
        return Making(self.targets, self.attackers | self.ships)


def reckoned(look: FortressLook, frame: Fighting) -> Battle:
    """The odds of a battle as it stands."""
    helped = (frame.ships, frame.declared, supporting(look, frame), frame.carpet)
    return reckon(look, frame.side, frame.targets, frame.attackers, *helped)


def supporting(look: FortressLook, frame: Fighting) -> int:
    """Aircraft that support the battle; on invasion turns they were given to hexes before (12.2, 17.10.2)."""
    if not given_before(look, frame.side):
        return frame.support
    given, labels = look.position.support, look.game.board.labels
    planes = sum(given.get(labels[node], 0) for node in look.game.board.nodes(frame.targets))
    return min(planes, look.game.rules.numbers["support_per_battle"])


def given_before(look: FortressLook, side: str) -> bool:
    """Was ground support allocated before the Germans were revealed (12.2, 12.19)?"""
    return side == ALLIED and look.invading() and look.position.impulse == 1


# Before the first battle


@automatic("combat list", "14.6", Listing)
def combat_list(play: Play, frame: Listing) -> None:
    """Before the first battle: who must be attacked, who must attack, who cannot and goes (14.6, 14.10, R36).

    After a battle the list stands as it was (ruling R104); only the release of frozen units makes it anew (9.8).
    """
    look, side = play.look, frame.side
    if frame.listed:
        left = hopeless.lapsed(look, frame.task)
        play.push(frame.turned(Fighting, due=left.due, bound=left.bound))
        return
    ways = hopeless.removals(look, side)
    helped = ways != (0,) and can(look, hopeless.wide_task(look, side))
    if ways == (0,):
        play.push(opened(frame, hopeless.task(look, side)))
    elif helped or len(ways) > 1:
        play.push(Removing(side, frame.acted, ways, helped=helped))
    else:
        play.push(frame)
        _remove(play, ways[0])


def opened(frame: Listing | Removing, task: Task) -> Fighting:
    """The first battle may be chosen."""
    return Fighting(frame.side, frame.acted, True, task.due, task.bound, task.standing)


def _remove(play: Play, units: Units) -> None:
    no_legal_attack(play, tuple(members(units)))
    for unit in members(units):
        eliminate(play, unit, "14.10")


class Removing(OfSide, frozen=True):
    """Some units cannot attack at legal odds; there is more than one way to make it possible for the others."""

    acted: bool
    ways: tuple[int, ...]  # sets of units, one of which has to go
    going: Units = 0
    helped: bool = False  # could it be done by attacks that nobody has to make?


class Removal(Question[Removing], name="removal", rule="14.10"):
    """The owner chooses who is removed (14.10, ruling R67)."""

    def text(self, look: FortressLook, frame: Removing) -> str:
        if frame.helped:
            return "Some units have no legal attack unless others attack who need not: remove them, or go on."
        return "Not everybody can attack at 1-6 or better: choose a unit that is removed."

    @offer("lose", UNITS, "14.10", "Remove")
    def lose(self, look: FortressLook, frame: Removing) -> Conditions:
        yield look.game.side_units[frame.side], "14.10", "{it} is not yours"
        yield ~frame.going, "14.10", "{it} goes already"
        ways = union(way for way in frame.ways if not frame.going & ~way)
        yield ways, "14.10", "the removal of {it} is not needed to make the other attacks legal"

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

    end.does(lambda step, play, frame, _: play.swap(opened(frame, hopeless.wide_task(play.look, frame.side))))
