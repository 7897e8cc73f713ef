"""Strategic Bombing: the Bombardier's die, bombs that go astray, and those that lie under them (SB, ruling R15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question
from bocage.hexes import HexSet

from ..concealment.hidden import turn_up
from ..invasion import bombardment
from ..look import Play, RhineLook
from ..position import ALLIED, BAD, GERMAN, GOOD
from ..telling import hex_name

# The numbers of the Bombardier's die that miss, by weather; in Very Bad weather nobody flies (MOV.6).
OFF_TARGET = {GOOD: "bombing_off_good", BAD: "bombing_off_bad"}


class Aiming(Frame, frozen=True):
    """The bombers fly against a hex; the Bombardier's die is to be rolled."""

    step: ClassVar[str] = "bombardier"
    side: str
    target: Node


class Bombardier(Question[Aiming]):
    """The worst numbers of a die mean that the bombs fall elsewhere (SB.2, SB.4)."""

    name = "bombardier"
    rule = "SB.2"
    offers = ("roll bombardier",)

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

    def answer(self, play: Play, frame: Aiming, action: Action) -> None:
        position, numbers = play.position, play.rules.numbers
        play.pop()
        (die,) = play.roll()
        missed = die <= numbers[OFF_TARGET[position.weather]]
        rule = "SB.2" if position.weather == GOOD else "SB.4"
        play.tell("bombardier", rule, frame.target, die, missed)
        _count(play)
        if missed:
            play.push(Straying(GERMAN))
        else:
            fall(play, frame.target)


def _count(play: Play) -> None:
    """A bombing that was flown counts, wherever the bombs fall: each pair costs a turn at once (SB.5, R15, R30)."""
    position = play.position
    before = play.game.look(position).last_turn()
    position.bombings += 1
    position.bombing_turn = position.turn
    after = play.game.look(position).last_turn()
    if after != before:
        # A last turn that is past means that the current one is the last (ruling R30).
        play.tell("bombing shortens", "SB.5", position.bombings, max(after, position.turn))


def fall(play: Play, node: int) -> None:
    """Bombs fall on a hex: what lies face down there is turned up, then every combat unit takes its roll (R15, R22).

    Supplies are markers and no combat units: bombs do not touch them (ruling).
    """
    turn_up(play, 1 << node, "R22")
    units = [unit for unit in play.position.stacks.get(node, ()) if play.game.troop_units >> unit & 1]
    if units:
        bombardment.bombard(play, units, "SB.1")
    else:
        play.tell("bombs wasted", "SB.1", node)


class Straying(Frame, frozen=True):
    """The bombs are off-target: the German says where they fall."""

    step: ClassVar[str] = "stray bombs"
    side: str


class StrayBombs(Question[Straying]):
    """The German may name a hex of Allied units that is bombed instead (SB.3, ruling R15)."""

    name = "stray bombs"
    rule = "SB.3"
    offers = ("stray bombs", "spare")

    def text(self, look: RhineLook, frame: Straying) -> str:
        return "The bombs are off-target: choose the Allied hex on which they fall, or spare them all."

    def answer(self, play: Play, frame: Straying, action: Action) -> None:
        play.pop()
        if action.verb == "spare":
            play.tell("bombs spared", "SB.3")
            return
        play.tell("bombs stray", "SB.3", action.index)
        fall(play, action.index)


def _allied_there(look: RhineLook, frame: Straying) -> HexSet:
    return look.troops(ALLIED)


def _always(look: RhineLook, frame: Frame) -> int:
    return 1


# The choice of the target, a part of the question of air operations


def once_a_turn(look: RhineLook, frame: Frame) -> int:
    """One hex is bombed in a turn."""
    return EVERYTHING if look.position.bombing_turn != look.position.turn else 0


def _no_drop_yet(look: RhineLook, frame: Frame) -> HexSet:
    """Any hex of the map may be bombed, unless divisions have dropped."""
    return look.game.board.all if look.position.drop_turn != look.position.turn else 0


def flying_weather(look: RhineLook, frame: Frame) -> int:
    """Only Very Bad weather keeps the bombers and the transports on the ground (ruling R2)."""
    return EVERYTHING if look.position.weather in OFF_TARGET else 0


GROUNDED = Clause("weather", "MOV.6", "in Very Bad weather no Allied aircraft fly but for Strafing", flying_weather)
FRAMES: tuple[type[Frame], ...] = (Aiming, Straying)
STEPS: tuple[Any, ...] = (Bombardier(), StrayBombs())
OFFERS: dict[str, Offer] = {
    "bomb": Offer(
        "bomb",
        "SB.1",
        (
            GROUNDED,
            Clause("drops", "DROP.5", "airborne divisions have dropped this turn: there is no bombing", _no_drop_yet),
            Clause("once", "SB.1", "one hex is bombed in a turn, and that has been done", once_a_turn),
        ),
    ),
    "roll bombardier": Offer("roll", "SB.2", (Clause("any", "SB.2", "", _always),)),
    "stray bombs": Offer(
        "bomb", "SB.3", (Clause("allied", "SB.3", "there is no Allied combat unit in {it}", _allied_there),)
    ),
    "spare": Offer("spare", "SB.3", (Clause("any", "SB.3", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("bomb",), "plain": ("spare",)}


def _bombardier(game: Any, node: int, die: int, missed: bool) -> str:
    return (
        f"Strategic Bombing of {hex_name(game, node)}: the Bombardier rolls {die}, {'off' if missed else 'on'} target."
    )


def _shortens(game: Any, bombings: int, last: int) -> str:
    return (
        f"{bombings} Strategic Bombings have shortened the game: its last turn is now {game.data.turns[last - 1].name}."
    )


SENTENCES: Mapping[str, Callable[..., str]] = {
    "bombardier": _bombardier,
    "bombing shortens": _shortens,
    "bombs stray": lambda game, node: f"The bombs fall on {hex_name(game, node)}.",
    "bombs spared": lambda game: "The bombs fall where they hurt nobody.",
    "bombs wasted": lambda game, node: f"The bombs on {hex_name(game, node)} hit nobody.",
}
