"""Strategic Bombing: the Bombardier's die, bombs that go astray, and those that lie under them (SB, ruling R15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import (
    DIE,
    HEXES,
    Conditions,
    Frame,
    Node,
    OfSide,
    Question,
    event,
    going_on,
    offer,
    provided,
)

from ..concealment.hidden import turn_up
from ..invasion import bombardment
from ..look import Play, RhineLook
from ..position import ALLIED, BAD, GERMAN, GOOD
from ..telling import hex_name

if TYPE_CHECKING:
    from ...game import Rhine

# The numbers of the Bombardier's die that miss, by weather; in Very Bad weather nobody flies (MOV.6, ruling R2).
OFF_TARGET = {GOOD: "bombing_off_good", BAD: "bombing_off_bad"}


def _die(game: Rhine, node: int, die: int, missed: bool) -> str:
    target = "off" if missed else "on"
    return f"Strategic Bombing of {hex_name(game, node)}: the Bombardier rolls {die}, {target} target."


def _shortened(game: Rhine, bombings: int, last: int) -> str:
    name = game.data.turns[last - 1].name
    return f"{bombings} Strategic Bombings have shortened the game: its last turn is now {name}."


aimed = event("bombardier", "SB.2", _die, sort="dice", side=ALLIED, roll="Bombardier", node=HEXES, die=DIE)
shortens = event("bombing shortens", "SB.5", _shortened, side=ALLIED)
strays = event("bombs stray", "SB.3", "The bombs fall on {node}.", side=GERMAN, node=HEXES)
spared = event("bombs spared", "SB.3", "The bombs fall where they hurt nobody.", side=GERMAN)
wasted = event("bombs wasted", "SB.1", "The bombs on {node} hit nobody.", side=ALLIED, node=HEXES)


def flying_weather(look: RhineLook) -> bool:
    """Only Very Bad weather keeps the bombers and the transports on the ground (ruling R2)."""
    return look.position.weather in OFF_TARGET


def grounded(look: RhineLook) -> Conditions:
    """What keeps every Allied aircraft on the ground."""
    yield provided(flying_weather(look)), "MOV.6", "in Very Bad weather no Allied aircraft fly but for Strafing"


def targets(look: RhineLook) -> Conditions:
    """Which hexes may be bombed: any one of the map in a turn, unless divisions have dropped (SB.1, DROP.5)."""
    position = look.position
    yield from grounded(look)
    dropped = position.drop_turn == position.turn
    yield provided(not dropped), "DROP.5", "airborne divisions have dropped this turn: there is no bombing"
    flown = position.bombing_turn == position.turn
    yield provided(not flown), "SB.1", "one hex is bombed in a turn, and that has been done"


class Aiming(Frame, frozen=True):
    """The bombers fly against a hex; the Bombardier's die is to be rolled."""

    side: str
    target: Node


class Bombardier(Question[Aiming]):
    """The worst numbers of a die mean that the bombs fall elsewhere (SB.2, SB.4)."""

    name, rule, points_at = "bombardier", "SB.2", "target"

    def keep(self, look: RhineLook, frame: Aiming) -> bool:
        # Until the die is cast the target may be taken back.
        return True

    def case(self, look: RhineLook, frame: Aiming) -> str:
        return "SB.2" if look.position.weather == GOOD else "SB.4"

    def text(self, look: RhineLook, frame: Aiming) -> str:
        worst = look.game.rules.numbers[OFF_TARGET[look.position.weather]]
        miss = "1 is" if worst == 1 else f"1 to {worst} are"
        target = hex_name(look.game, frame.target)
        return f"The bombers fly against {target}: roll the Bombardier's die ({miss} off-target)."

    roll = going_on("SB.2", "Roll for the bombardier", "roll the die", verb="roll")

    @roll.does
    def _(self, play: Play, frame: Aiming, _: int) -> None:
        position, numbers = play.position, play.game.rules.numbers
        play.pop()
        (die,) = play.roll()
        missed = die <= numbers[OFF_TARGET[position.weather]]
        aimed(play, frame.target, die, missed, rule="SB.2" if position.weather == GOOD else "SB.4")
        _count(play)
        if missed:
            play.start("stray bombs", GERMAN)
        else:
            fall(play, frame.target)


def _count(play: Play) -> None:
    """A bombing that was flown counts, wherever the bombs fall: each pair costs a turn at once (SB.5, R15, R30)."""
    position = play.position
    before = play.look.last_turn()
    position.bombings += 1
    position.bombing_turn = position.turn
    after = play.look.last_turn()
    if after != before:
        # A last turn that is past means that the current one is the last (ruling R30).
        shortens(play, position.bombings, max(after, position.turn))


def fall(play: Play, node: int) -> None:
    """Bombs fall on a hex: what lies face down there is turned up, then every combat unit takes its roll (R15, R22).

    Supplies are markers and no combat units: bombs do not touch them (ruling R61).
    """
    turn_up(play, 1 << node, "R22")
    units = [unit for unit in play.position.stacks.get(node, ()) if play.game.troop_units >> unit & 1]
    if units:
        bombardment.bombard(play, units, "SB.1")
    else:
        wasted(play, node)


class StrayBombs(Question[OfSide]):
    """The German may name a hex of Allied units that is bombed instead (SB.3, rulings R15, R61)."""

    name, rule = "stray bombs", "SB.3"

    asks = "The bombs are off-target: choose the Allied hex on which they fall, or spare them all."

    @offer("bomb", HEXES, "SB.3", "The bombs fall here")
    def bomb(self, look: RhineLook, frame: OfSide) -> Conditions:
        yield look.troops(ALLIED), "SB.3", "there is no Allied combat unit in {it}"

    @bomb.does
    def _(self, play: Play, frame: OfSide, node: int) -> None:
        play.pop()
        strays(play, node)
        fall(play, node)

    spare = going_on("SB.3", words="bomb nobody", verb="spare", then=spared)
