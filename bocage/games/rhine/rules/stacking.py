"""Stacking (STK): what a hex cannot hold is Disrupted, of the owner's choice."""

from __future__ import annotations

from itertools import product

from bocage.rules import HEXES, UNITS, Automatic, Conditions, Frame, Node, OfSide, Question, Units, event, offer

from .elimination import disrupt
from .look import Play, RhineLook
from .position import OCCUPIED

crowded = event("crowded", "STK.6", "{node} is over-full: a unit there is in excess.", node=HEXES)


class CheckStacking(Automatic[OfSide]):
    """Hexes may be over-full while units move; at the end of the movement phase they are not (ruling R28)."""

    name, rule = "stacking", "STK.6"

    def run(self, play: Play, frame: OfSide) -> None:
        settle_all(play, frame.side)


class Crowded(Frame, frozen=True):
    """A hex of a side holds more than it can."""

    side: str
    node: Node
    gone: Units = 0  # named as excess already


class CrowdedHex(Question[Crowded]):
    """The owner says which units are in excess and so Disrupted, one after the other (STK.6, ruling R109)."""

    name, rule = "crowded hex", "STK.6"

    def text(self, look: RhineLook, frame: Crowded) -> str:
        return f"{look.game.hex_name(frame.node)} {_excess(look, frame.node)}: choose a unit to be Disrupted."

    def focus(self, look: RhineLook, frame: Crowded) -> int:
        return frame.node

    @offer("disrupt", UNITS, "STK.6")
    def disrupt(self, look: RhineLook, frame: Crowded) -> Conditions:
        game, stack = look.game, look.stack(frame.node)
        here = sum(1 << unit for unit in stack)
        yield here, "STK.6", f"the over-full hex is {game.hex_name(frame.node)}, and {{it}} is not there"
        yield ~look.position.disrupted, "STK.6", "{it} is Disrupted already and uses no room"
        heavy = sum(1 << unit for unit in stack if game.counters[unit].stacking)
        yield heavy, "STK.7", "{it} uses no stacking points and is never in excess"
        if look.load(frame.node)[0] <= look.limits(frame.node)[0]:
            yield game.armour_units, "STK.1", "there is too much armour in the hex, and {it} is not armour"
        spare = "there is no need to Disrupt {it}: those who would have to be Disrupted with it are enough"
        yield excess(look, frame.node, frame.gone), "STK.6", spare

    @disrupt.does
    def _(self, play: Play, frame: Crowded, unit: int) -> None:
        crowded(play, frame.node)
        disrupt(play, unit, "STK.6", by_combat=False)
        if play.look.overstacked(frame.node):
            play.swap(Crowded(frame.side, frame.node, frame.gone | 1 << unit))
        else:
            play.pop()


def settle(play: Play, node: int, side: str) -> None:
    """After a retreat or an advance into a hex: ask its owner whom to Disrupt, if it is over-full (ruling R28)."""
    if play.look.overstacked(node):
        _ask(play, node, side)


def settle_all(play: Play, side: str) -> None:
    """After a movement phase, or when units have recovered (ruling R59): the same for every hex of a side."""
    # What is pushed last is asked first: the hexes come in the order of their numbers.
    for node in reversed(overstacked(play.look, side)):
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
    to which no unit can be added (ruling R109).
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
