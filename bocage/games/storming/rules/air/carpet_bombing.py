"""Carpet bombing (11.0) and the disruption that it leaves behind (12.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bocage.rules import (
    DIE,
    HEXES,
    PLAIN,
    UNITS,
    WORD,
    Automatic,
    Conditions,
    Frame,
    Node,
    Question,
    Units,
    event,
    offer,
    provided,
)

from ..combat.fight import attacked
from ..elimination import lose_step
from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from ..supply.priority import NATIONS, nation_units

if TYPE_CHECKING:
    from ...game import Storming


def _bombed(game: Storming, nation: str, node: int, die: int, allied: int, german: int) -> str:
    counted = ((allied, "Allied"), (german, "German"))
    losses = [f"{steps} {side} step{'s' if steps > 1 else ''}" for steps, side in counted if steps]
    cost = " and ".join(losses) if losses else "no losses"
    return f"The {NATIONS[nation]} Carpet Bomber hits {game.hex_name(node)} (die {die}): {cost}."


bombed = event(
    "carpet bombed", "11.1.A", _bombed, sort="battle", side=ALLIED,
    roll=lambda game, nation, *rest: f"{nation} Carpet Bomber", nation=WORD, node=HEXES, die=DIE,
)  # fmt: skip
forgone = event(
    "carpet forgone", "11.1.C", "No Carpet Bombing: German Strategic Movement is hindered this turn.", side=ALLIED
)
disrupted = event("carpet disrupted", "12.0", "Disrupted: {units}.", units=UNITS)


class Bombing(Frame, frozen=True):
    """The Allies may send a Carpet Bomber; with a target named, its die is to be rolled."""

    side: str
    nation: str = ""
    target: Node = -1


def _where(nation: str, look: StormingLook, frame: Bombing) -> Conditions:
    """The hexes over which the bomber of a nation may fly."""
    name, position = NATIONS[nation], look.position
    yield provided(frame.target < 0), "11.0", "one hex is bombed in a turn, and the target is named: roll"
    fresh = nation not in position.bombers_spent
    yield provided(fresh), "11.0", f"the {name} Carpet Bomber has flown: it is used once a game"
    yield look.occupied(GERMAN), "11.0", "no German unit is in {it}"
    own = members(position.on_board & nation_units(look, nation))
    yield look.game.board.step(look.hexes_of(own)), "11.0", f"no {name} unit is adjacent to {{it}}"


class CarpetBombing(Question[Bombing]):
    """One of the two bombers, once a game each, on a German hex beside its own troops (11.0; ruling R1)."""

    name, rule, points_at = "carpet bombing", "11.0", "target"

    def begin(self, play: Play, side: str) -> Bombing:
        play.position.bombed = False
        return Bombing(side)

    def keep(self, look: StormingLook, frame: Bombing) -> bool:
        # Until the die is cast the target may be taken back.
        return frame.target >= 0

    def text(self, look: StormingLook, frame: Bombing) -> str:
        if frame.target >= 0:
            target = look.game.hex_name(frame.target)
            return f"The {NATIONS[frame.nation]} Carpet Bomber flies against {target}: roll."
        return "Choose a hex for Carpet Bombing, or forgo it and hinder German Strategic Movement."

    @offer("bomb-us", HEXES, "11.0")
    def bomb_us(self, look: StormingLook, frame: Bombing) -> Conditions:
        return _where("US", look, frame)

    @bomb_us.does
    def _(self, play: Play, frame: Bombing, node: int) -> None:
        play.swap(Bombing(frame.side, "US", node))

    @offer("bomb-cw", HEXES, "11.0")
    def bomb_cw(self, look: StormingLook, frame: Bombing) -> Conditions:
        return _where("CW", look, frame)

    @bomb_cw.does
    def _(self, play: Play, frame: Bombing, node: int) -> None:
        play.swap(Bombing(frame.side, "CW", node))

    @offer("roll", PLAIN, "11.1.A", "Drop the bombs", "roll the dice")
    def roll(self, look: StormingLook, frame: Bombing) -> Conditions:
        yield frame.target >= 0, "11.1.A", "name the target first"

    @roll.does
    def _(self, play: Play, frame: Bombing, _: int) -> None:
        """Roll, take the Allied step at random, then let the Allies choose the German ones (11.1)."""
        play.pop()
        position = play.position
        position.bombed = True
        position.bombers_spent = (*position.bombers_spent, frame.nation)
        (die,) = play.roll()
        allied, german = play.game.data.carpet[die - 1]
        bombed(play, frame.nation, frame.target, die, allied, german)
        if play.game.rules.bombing_is_an_attack:
            attacked(play, _exposed(play.look, frame.target))  # ruling R90
        play.push(Smoking(frame.side, frame.target, german))
        for _step in range(allied):
            in_danger = members(_in_danger(play.look, frame))
            if in_danger:
                # Whoever can be hit has an equal chance; a lot of one needs no draw.
                number = play.number(len(in_danger)) if len(in_danger) > 1 else 1
                lose_step(play, in_danger[number - 1], "11.1.B")

    @offer("end", PLAIN, "11.1.C", "No carpet bombing", "no carpet bombing this turn")
    def end(self, look: StormingLook, frame: Bombing) -> Conditions:
        yield frame.target < 0, "11.1.A", "the target is named: roll, or take it back"

    @end.does
    def _(self, play: Play, frame: Bombing, _: int) -> None:
        play.pop()
        forgone(play)


def _in_danger(look: StormingLook, frame: Bombing) -> int:
    """The bomber's own troops beside the target, but never the last step in a hex (11.1.B; ruling R22)."""
    found = 0
    for node in look.game.board.nodes(look.game.board.around[frame.target] & look.occupied(ALLIED)):
        if _steps_in(look, node) > 1:
            for unit in look.stack(node):
                if look.counter(unit).nation == frame.nation:
                    found |= 1 << unit
    return found


def _steps_in(look: StormingLook, node: int) -> int:
    units = look.position.units
    return sum(units[unit].steps for unit in look.stack(node))


class Smoking(Frame, frozen=True):
    """Bombs have fallen: so many German steps are still to be lost, then everyone there is Disrupted."""

    side: str
    target: Node
    steps: int


class BombsFall(Automatic[Smoking]):
    """Losses first, then disruption; flak is never affected, but is a step in its hex (11.1.B; R89)."""

    name, rule = "bombs fall", "11.1.B"

    def run(self, play: Play, frame: Smoking) -> None:
        look = play.look
        shaken = _exposed(look, frame.target)
        # The last step in the hex is safe; a hex with flak alone has nobody to hit.
        if frame.steps and _steps_in(look, frame.target) > 1 and shaken:
            play.push(msgspec.structs.replace(frame, steps=frame.steps - 1))
            play.push(Hitting(frame.side, frame.target, frame.steps))
        elif shaken:
            play.position.disrupted |= shaken
            disrupted(play, tuple(members(shaken)))


class Hitting(Smoking, frozen=True):
    """The Allies choose the German unit that loses a step."""


class BombLoss(Question[Hitting]):
    """German losses to Carpet Bombing fall where the Allied player wants them (11.1.B)."""

    name, rule, points_at = "bomb loss", "11.1.B", "target"

    def text(self, look: StormingLook, frame: Hitting) -> str:
        left = f" ({frame.steps} steps are to be lost)" if frame.steps > 1 else ""
        return f"Choose the unit in {look.game.hex_name(frame.target)} that loses a step{left}."

    @offer("hit", UNITS, "11.1.B")
    def hit(self, look: StormingLook, frame: Hitting) -> Conditions:
        there = look.units_in(1 << frame.target, GERMAN)
        yield there, "11.1.B", "{it} is not a German unit in the bombed hex"
        yield ~look.game.flak_units, "11.1.B", "flak is never affected by Carpet Bombing"

    @hit.does
    def _(self, play: Play, frame: Hitting, unit: int) -> None:
        play.pop()
        lose_step(play, unit, "11.1.B")


def _exposed(look: StormingLook, node: int) -> Units:
    """The German units in a hex that bombs can affect: all but flak."""
    return look.units_in(1 << node, GERMAN) & ~look.game.flak_units
