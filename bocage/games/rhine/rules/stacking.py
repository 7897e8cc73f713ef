"""Stacking (STK): what a hex cannot hold is Disrupted, of the owner's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question

from .elimination import disrupt
from .look import Play, RhineLook
from .position import OCCUPIED
from .telling import hex_name


class Checking(Frame, frozen=True):
    """A side's hexes are checked at the end of its movement."""

    step: ClassVar[str] = "stacking"
    side: str


class CheckStacking(Automatic[Checking]):
    """Hexes may be over-full while units move; at the end of the movement phase they are not (ruling R28)."""

    name = "stacking"
    rule = "STK.6"

    def begin(self, play: Play, side: str) -> Checking:
        return Checking(side)

    def run(self, play: Play, frame: Checking) -> None:
        settle_all(play, frame.side)


class Crowded(Frame, frozen=True):
    """A hex of a side holds more than it can."""

    step: ClassVar[str] = "crowded hex"
    side: str
    node: Node
    gone: Units = 0  # named as excess already


class CrowdedHex(Question[Crowded]):
    """The owner says which units are in excess and so Disrupted, one after the other (STK.6)."""

    name = "crowded hex"
    rule = "STK.6"
    offers = ("disrupt excess",)

    def text(self, look: RhineLook, frame: Crowded) -> str:
        return f"{hex_name(look.game, frame.node)} {_excess(look, frame.node)}: choose a unit to be Disrupted."

    def answer(self, play: Play, frame: Crowded, action: Action) -> None:
        play.tell("crowded", "STK.6", frame.node)
        disrupt(play, action.index, "STK.6", by_combat=False)
        if play.game.look(play.position).overstacked(frame.node):
            play.swap(Crowded(frame.side, frame.node, frame.gone | 1 << action.index))
        else:
            play.pop()


def settle(play: Play, node: int, side: str) -> None:
    """After a retreat or an advance into a hex: ask its owner whom to Disrupt, if it is over-full (ruling R28)."""
    if play.game.look(play.position).overstacked(node):
        _ask(play, node, side)


def settle_all(play: Play, side: str) -> None:
    """After a movement phase, or when units have recovered (ruling R59): the same for every hex of a side."""
    # What is pushed last is asked first: the hexes come in the order of their numbers.
    for node in reversed(overstacked(play.game.look(play.position), side)):
        _ask(play, node, side)


def _ask(play: Play, node: int, side: str) -> None:
    """Ask about a hex, once: a battle that is called off may take others with it, and units recover after each."""
    if not any(isinstance(frame, Crowded) and frame.node == node for frame in play.position.frames):
        play.push(Crowded(side, node))


def overstacked(look: RhineLook, side: str) -> list[int]:
    """The over-full hexes of a side, in order."""
    position = look.position
    stacks = position.stacks
    return [
        node
        for node in look.game.board.nodes(position.masks[OCCUPIED[side]])
        if len(stacks[node]) > 1 and look.overstacked(node)
    ]


def excess(look: RhineLook, node: int, gone: Units = 0) -> Units:
    """The units of a hex that its owner may Disrupt, after those that he has named already.

    He may give up a corps or two divisions as he likes, but nobody who could have been left out: what stays is a rest
    to which no unit can be added.
    """
    position, counters = look.position, look.game.counters
    most, most_armour = look.limits(node)
    # Units of a kind are alike here, so rests are counted by kind: a random player piles up dozens.
    kinds: dict[tuple[int, bool], list[int]] = {}
    for unit in look.stack(node):
        counter = counters[unit]
        if counter.stacking and (gone >> unit & 1 or not position.disrupted >> unit & 1):
            kinds.setdefault((counter.stacking, counter.armour), []).append(unit)
    named = [sum(gone >> unit & 1 for unit in units) for units in kinds.values()]
    going = 0
    for rest in product(*(range(len(units) + 1) for units in kinds.values())):
        room = most - sum(count * size for count, (size, _) in zip(rest, kinds, strict=True))
        tanks = most_armour - sum(count * size for count, (size, armour) in zip(rest, kinds, strict=True) if armour)
        if room < 0 or tanks < 0:
            continue
        left_out = [len(units) - count for count, units in zip(rest, kinds.values(), strict=True)]
        if any(
            number and size <= room and (not armour or size <= tanks)
            for number, (size, armour) in zip(left_out, kinds, strict=True)
        ):
            continue  # one more would fit
        if any(number < before for number, before in zip(left_out, named, strict=True)):
            continue  # somebody in it has been named
        for number, before, units in zip(left_out, named, kinds.values(), strict=True):
            if number > before:
                going |= sum(1 << unit for unit in units)
    return going & ~gone


def _excess(look: RhineLook, node: int) -> str:
    """How a hex is over-full, in words."""
    points, armour = look.load(node)
    most, most_armour = look.limits(node)
    if points > most:
        return f"is over-full ({points} stacking points, limit {most})"
    return f"is over-full ({armour} stacking points of armour, limit {most_armour})"


def _in_excess(look: RhineLook, frame: Crowded) -> int:
    return excess(look, frame.node, frame.gone)


def _here(look: RhineLook, frame: Crowded) -> int:
    return sum(1 << unit for unit in look.stack(frame.node))


def _uses_room(look: RhineLook, frame: Crowded) -> int:
    counters = look.game.counters
    return sum(1 << unit for unit in look.stack(frame.node) if counters[unit].stacking)


def _undisrupted(look: RhineLook, frame: Crowded) -> int:
    return ~look.position.disrupted


def _explain_here(look: RhineLook, frame: Crowded, unit: int) -> tuple[str, str]:
    return "STK.6", f"the over-full hex is {hex_name(look.game, frame.node)}, and {{it}} is not there"


def _explain_excess(look: RhineLook, frame: Crowded, unit: int) -> tuple[str, str]:
    points, _ = look.load(frame.node)
    if points <= look.limits(frame.node)[0]:
        return "STK.1", "there is too much armour in the hex, and {it} is not armour"
    return "STK.6", "there is no need to Disrupt {it}: those who would have to be Disrupted with it are enough"


FRAMES: tuple[type[Frame], ...] = (Checking, Crowded)
STEPS: tuple[Any, ...] = (CheckStacking(), CrowdedHex())
OFFERS: dict[str, Offer] = {
    "disrupt excess": Offer(
        "disrupt",
        "STK.6",
        (
            Clause("hex", "STK.6", "", _here, _explain_here),
            Clause("undisrupted", "STK.6", "{it} is Disrupted already and uses no room", _undisrupted),
            Clause("room", "STK.7", "{it} uses no stacking points and is never in excess", _uses_room),
            Clause("excess", "STK.6", "", _in_excess, _explain_excess),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("disrupt",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "crowded": lambda game, node: f"{hex_name(game, node)} is over-full: a unit there is in excess.",
}
