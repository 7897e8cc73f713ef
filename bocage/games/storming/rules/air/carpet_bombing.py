"""Carpet bombing (11.0) and the disruption that it leaves behind (12.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node
from bocage.engine.steps import EVERYTHING, Automatic, Clause, Offer, Question
from bocage.hexes import HexSet

from ..combat.fight import attacked
from ..elimination import lose_step
from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from ..supply.priority import NATIONS, nation_units
from ..telling import hex_name, unit_names


class Bombing(Frame, frozen=True):
    """The Allies may send a Carpet Bomber; with a target named, its die is to be rolled."""

    step: ClassVar[str] = "carpet bombing"
    side: str
    nation: str = ""
    target: Node = -1


class CarpetBombing(Question[Bombing]):
    """One of the two bombers, once a game each, on a German hex beside its own troops (11.0; ruling R1)."""

    name = "carpet bombing"
    rule = "11.0"
    offers = ("bomb-us", "bomb-cw", "roll bombs", "forgo bombing")

    def begin(self, play: Play, side: str) -> Bombing:
        play.position.bombed = False
        return Bombing(side)

    def keep(self, look: StormingLook, frame: Bombing) -> bool:
        # Until the die is cast the target may be taken back.
        return frame.target >= 0

    def text(self, look: StormingLook, frame: Bombing) -> str:
        if frame.target >= 0:
            return f"The {NATIONS[frame.nation]} Carpet Bomber flies against {hex_name(look.game, frame.target)}: roll."
        return "Choose a hex for Carpet Bombing, or forgo it and hinder German Strategic Movement."

    def answer(self, play: Play, frame: Bombing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            play.tell("carpet forgone", "11.1.C")
        elif action.verb == "roll":
            play.pop()
            _bomb(play, frame)
        else:
            play.swap(msgspec.structs.replace(frame, nation=action.verb[-2:].upper(), target=action.index))


def _bomb(play: Play, frame: Bombing) -> None:
    """Roll, take the Allied step at random, then let the Allies choose the German ones (11.1)."""
    position = play.position
    position.bombed = True
    position.bombers_spent = (*position.bombers_spent, frame.nation)
    (die,) = play.roll()
    allied, german = play.game.data.carpet[die - 1]
    play.tell("carpet bombed", "11.1.A", frame.nation, frame.target, die, allied, german)
    if play.rules.bombing_is_an_attack:
        attacked(play, _exposed(play.game.look(position), frame.target))
    play.push(Smoking(frame.side, frame.target, german))
    for _ in range(allied):
        look = play.game.look(position)
        in_danger = members(_in_danger(look, frame))
        if in_danger:
            # Whoever can be hit has an equal chance; a lot of one needs no draw.
            number = play.number(len(in_danger)) if len(in_danger) > 1 else 1
            lose_step(play, in_danger[number - 1], "11.1.B")


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

    step: ClassVar[str] = "bombs fall"
    side: str
    target: Node
    steps: int


class BombsFall(Automatic[Smoking]):
    """Losses first, then disruption; flak is never affected (11.1.B)."""

    name = "bombs fall"
    rule = "11.1.B"

    def run(self, play: Play, frame: Smoking) -> None:
        look = play.game.look(play.position)
        # The last step in the hex is safe; a hex with flak alone has nobody to hit.
        if frame.steps and _steps_in(look, frame.target) > 1 and _exposed(look, frame.target):
            play.push(msgspec.structs.replace(frame, steps=frame.steps - 1))
            play.push(Hitting(frame.side, frame.target, frame.steps))
            return
        shaken = _exposed(look, frame.target)
        if shaken:
            play.position.disrupted |= shaken
            play.tell("carpet disrupted", "12.0", tuple(members(shaken)))


class Hitting(Smoking, frozen=True):
    """The Allies choose the German unit that loses a step."""

    step: ClassVar[str] = "bomb loss"


class BombLoss(Question[Hitting]):
    """German losses to Carpet Bombing fall where the Allied player wants them (11.1.B)."""

    name = "bomb loss"
    rule = "11.1.B"
    offers = ("hit",)

    def text(self, look: StormingLook, frame: Hitting) -> str:
        left = f" ({frame.steps} steps are to be lost)" if frame.steps > 1 else ""
        return f"Choose the unit in {hex_name(look.game, frame.target)} that loses a step{left}."

    def answer(self, play: Play, frame: Hitting, action: Action) -> None:
        play.pop()
        lose_step(play, action.index, "11.1.B")


def _exposed(look: StormingLook, node: int) -> int:
    """The German units in a hex that bombs can affect: all but flak."""
    return sum(1 << unit for unit in look.stack(node)) & look.game.side_units[GERMAN] & ~look.game.flak_units


# Where a bomber may fly


def _beside(nation: str) -> Callable[[StormingLook, Bombing], HexSet]:
    def holds(look: StormingLook, frame: Bombing) -> HexSet:
        own = look.position.on_board & nation_units(look, nation)
        return look.game.board.step(look.hexes_of(members(own)))

    return holds


def _fresh(nation: str) -> Callable[[StormingLook, Bombing], int]:
    return lambda look, frame: 0 if nation in look.position.bombers_spent else EVERYTHING


def _undecided(look: StormingLook, frame: Bombing) -> int:
    return EVERYTHING if frame.target < 0 else 0


def _german_there(look: StormingLook, frame: Bombing) -> HexSet:
    return look.occupied(GERMAN)


def _decided(look: StormingLook, frame: Bombing) -> int:
    return 0 if frame.target < 0 else 1


def _forgone(look: StormingLook, frame: Bombing) -> int:
    return 1 if frame.target < 0 else 0


def _in_target(look: StormingLook, frame: Hitting) -> int:
    return sum(1 << unit for unit in look.stack(frame.target)) & look.game.side_units[GERMAN]


def _no_flak(look: StormingLook, frame: Hitting) -> int:
    return ~look.game.flak_units


def _bomber(nation: str) -> Offer:
    name = NATIONS[nation]
    clauses = (
        Clause("one", "11.0", "one hex is bombed in a turn, and the target is named: roll", _undecided),
        Clause("once", "11.0", f"the {name} Carpet Bomber has flown: it is used once a game", _fresh(nation)),
        Clause("german", "11.0", "no German unit is in {it}", _german_there),
        Clause("beside", "11.0", f"no {name} unit is adjacent to {{it}}", _beside(nation)),
    )
    return Offer(f"bomb-{nation.lower()}", "11.0", clauses)


def _bombed(game: Any, nation: str, node: int, die: int, allied: int, german: int) -> str:
    counted = ((allied, "Allied"), (german, "German"))
    losses = [f"{steps} {side} step{'s' if steps > 1 else ''}" for steps, side in counted if steps]
    cost = " and ".join(losses) if losses else "no losses"
    return f"The {NATIONS[nation]} Carpet Bomber hits {hex_name(game, node)} (die {die}): {cost}."


FRAMES: tuple[type[Frame], ...] = (Bombing, Smoking, Hitting)
STEPS: tuple[Any, ...] = (CarpetBombing(), BombsFall(), BombLoss())
OFFERS: dict[str, Offer] = {
    "bomb-us": _bomber("US"),
    "bomb-cw": _bomber("CW"),
    "roll bombs": Offer("roll", "11.1.A", (Clause("target", "11.1.A", "name the target first", _decided),)),
    "forgo bombing": Offer(
        "end", "11.1.C", (Clause("target", "11.1.A", "the target is named: roll, or take it back", _forgone),)
    ),
    "hit": Offer(
        "hit",
        "11.1.B",
        (
            Clause("there", "11.1.B", "{it} is not a German unit in the bombed hex", _in_target),
            Clause("flak", "11.1.B", "flak is never affected by Carpet Bombing", _no_flak),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("bomb-us", "bomb-cw"), "units": ("hit",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "carpet bombed": _bombed,
    "carpet forgone": lambda game: "No Carpet Bombing: German Strategic Movement is hindered this turn.",
    "carpet disrupted": lambda game, units: f"Disrupted: {unit_names(game, units)}.",
}
