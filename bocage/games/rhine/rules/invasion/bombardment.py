"""Naval Bombardment (NB), and what bombardment from the sea or the air does to a unit (CRT.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.rules import DIE, HEXES, UNITS, Automatic, Frame, UnitNumber, automatic, event

from ..combat import retreat
from ..concealment.hidden import turn_up
from ..elimination import disrupt, eliminate, undeploy
from ..look import Play, members
from ..position import GERMAN
from ..telling import hex_name
from .waves import beaches_now

if TYPE_CHECKING:
    from ...game import Rhine

# Results of the bombardment column
SINGLE, DOUBLE = "D", "2D"


def _words(game: Rhine, unit: int, node: int, die: int, result: str, deployed: bool) -> str:
    if result == SINGLE:
        effect = "D, it is undeployed" if deployed else "D, Disrupted unless it withdraws"
    elif result == DOUBLE:
        effect = "2D, undeployed and Disrupted" if deployed else "2D, eliminated"
    else:
        effect = "no effect"
    return f"{game.counters[unit].name} at {hex_name(game, node)} is bombarded: die {die}, {effect}."


bombarded = event(
    "bombarded", "NB.1", _words, sort="dice",
    roll=lambda game, unit, node, die, result, deployed: f"{game.unit_ids[unit]}: {result}",
    unit=UNITS, node=HEXES, die=DIE,
)  # fmt: skip


@automatic("naval bombardment", "NB.1")
def naval_bombardment(play: Play, side: str) -> None:
    """Each German unit on a landing hex takes a roll before anything lands (NB.1, ruling R37).

    First the landing hexes are scouted, also where no bombardment falls (ruling R54). Who is shot at is settled before
    the first die: a unit that withdraws from one landing hex to another has had its roll (ruling R70).
    """
    beaches = beaches_now(play.look)
    turn_up(play, beaches, "R54")
    look = play.look
    units: list[int] = []
    for node in play.game.board.nodes(beaches & play.position.naval):
        units += members(look.in_place(node, GERMAN))
    bombard(play, units, "NB.1")


class Bombarding(Frame, frozen=True):
    """Units that have still to take their roll, in this order."""

    units: tuple[UnitNumber, ...]
    rule: str


class Bombard(Automatic[Bombarding]):
    """One unit after the other: its roll, its fate, its retreat if it may make one (NB.2, NB.3, CRT.9)."""

    name, rule = "bombardment", "CRT.9"

    def run(self, play: Play, frame: Bombarding) -> None:
        position = play.position
        position.trails = {}  # nobody follows up a retreat from bombardment
        if not frame.units:
            return
        unit, *rest = frame.units
        play.push(Bombarding(tuple(rest), frame.rule))
        if position.units[unit].at >= 0:
            _hit(play, unit, frame.rule)


def bombard(play: Play, units: Sequence[int], rule: str) -> None:
    """Let units of one hex or several take their rolls in this order, of whichever side they are (ruling R15).

    Face-down pieces must have been turned up before.
    """
    if units:
        play.push(Bombarding(tuple(units), rule))


def _hit(play: Play, unit: int, rule: str) -> None:
    """A unit's roll on the bombardment column (CRT.9) and what it does."""
    position = play.position
    (die,) = play.roll()
    result = play.game.data.bombardment[die - 1]
    at = position.units[unit].at
    deployed = bool(position.deployed >> unit & 1)
    bombarded(play, unit, at, die, result, deployed, rule=rule)
    if result == DOUBLE:
        if deployed:
            undeploy(play, unit)
            disrupt(play, unit, "NB.3")
        else:
            eliminate(play, unit, "NB.3")  # no retreat from that (ruling R71)
    elif result == SINGLE:
        # The owner may withdraw instead of being Disrupted; a deployed corps only falls out of its positions, and may
        # then stay as it is (ruling R37).
        if deployed:
            undeploy(play, unit)
        retreat.withdraw(play, 1 << unit, at, 0, "NB.2", "as is" if deployed else "disrupted")
