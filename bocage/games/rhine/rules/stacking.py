"""Stacking (STK): what a hex cannot hold is Disrupted, of the owner's choice; and recovery from Disruption (SEQ)."""

from __future__ import annotations

from itertools import product

from bocage.rules import HEXES, UNITS, Conditions, Frame, HexSet, Node, Question, Units, automatic, event, offer

from .combat.duties import attacked_hexes
from .elimination import disrupt, recover
from .look import Play, RhineLook, members
from .position import ALLIED

crowded = event("crowded", "STK.6", "{node} is over-full: a unit there is in excess.", node=HEXES)


@automatic("stacking", "STK.6")
def check_stacking(play: Play, side: str) -> None:
    """Hexes may be over-full while units move; at the end of the movement phase they are not (ruling R28)."""
    settle(play, side)


def settle(play: Play, side: str, hexes: HexSet = -1) -> None:
    """Ask a side about its over-full hexes, one after the other: about all, or about those that units came into (R28).

    About each once: a battle that is called off may take others with it, and units recover after each.
    """
    asked = {frame.node for frame in play.position.frames if isinstance(frame, Crowded)}
    # What is pushed last is asked first: the hexes come in the order of their numbers.
    for node in reversed(play.look.overstacked(side)):
        if hexes >> node & 1 and node not in asked:
            play.push(Crowded(side, node))


class Crowded(Frame, frozen=True):
    """A hex of a side holds more than it can."""

    side: str
    node: Node
    gone: Units = 0  # named as excess already


class CrowdedHex(Question[Crowded]):
    """The owner says which units are in excess and so Disrupted, one after the other (STK.6, ruling R109)."""

    name, rule, points_at = "crowded hex", "STK.6", "node"

    def text(self, look: RhineLook, frame: Crowded) -> str:
        (points, armour), (most, most_armour) = look.load(frame.node), look.limits(frame.node)
        load = f"{points} stacking points, limit {most}"
        if points <= most:
            load = f"{armour} stacking points of armour, limit {most_armour}"
        return f"{look.game.hex_name(frame.node)} is over-full ({load}): choose a unit to be Disrupted."

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
        if play.look.overfull(frame.node):
            play.swap(Crowded(frame.side, frame.node, frame.gone | 1 << unit))
        else:
            play.pop()


def excess(look: RhineLook, node: int, gone: Units = 0) -> Units:
    """The units of a hex that its owner may Disrupt, after those that he has named already.

    He may give up a corps or two divisions as he likes, but nobody who could have been left out: what stays is a rest
    to which no unit can be added (ruling R109).
    """
    position, counters = look.position, look.game.counters
    most, most_armour = look.limits(node)
    # Units of a kind are alike here, so rests are counted by kind: a random player piles up dozens.
    alike: dict[tuple[int, bool], list[int]] = {}
    for unit in look.stack(node):
        counter = counters[unit]
        if counter.stacking and (gone >> unit & 1 or not position.disrupted >> unit & 1):
            alike.setdefault((counter.stacking, counter.armour), []).append(unit)
    kinds = [(*kind, units, sum(gone >> unit & 1 for unit in units)) for kind, units in alike.items()]
    going = 0
    for rest in product(*(range(len(units) - named + 1) for _, _, units, named in kinds)):
        counted = list(zip(rest, kinds, strict=True))
        room = most - sum(count * size for count, (size, *_) in counted)
        tanks = most_armour - sum(count * size for count, (size, armour, *_) in counted if armour)
        one_more = any(
            count < len(units) and size <= room and (not armour or size <= tanks)
            for count, (size, armour, units, _) in counted
        )
        if room >= 0 and tanks >= 0 and not one_more:
            for count, (_, _, units, named) in counted:
                if count < len(units) - named:
                    going |= sum(1 << unit for unit in units)
    return going & ~gone


# Recovery


@automatic("recovery", "SEQ.4")
def recovery(play: Play, side: str) -> None:
    """Every Disrupted unit that is in no target hex recovers, before the first battle (SEQ.4, SEQ.11)."""
    attacked = play.look.units_in(attacked_hexes(play.position.battles), side)
    recover_all(play, side, ~attacked, "SEQ.11" if side == ALLIED else "SEQ.4")


@automatic("elite recovery", "SEQ.7")
def elite_recovery(play: Play, side: str) -> None:
    """Allied airborne units, German parachute and SS units recover in their own turn too (SEQ.7, SEQ.13)."""
    recover_all(play, side, play.game.steadfast_units, "SEQ.7" if side == ALLIED else "SEQ.13")


def recover_all(play: Play, side: str, units: Units, rule: str) -> None:
    """Those of the units that a side has on the map recover from Disruption, and may be too many then (ruling R59)."""
    position = play.position
    for unit in members(units & position.disrupted & position.on_board & play.game.side_units[side]):
        recover(play, unit, rule)
    settle(play, side)
