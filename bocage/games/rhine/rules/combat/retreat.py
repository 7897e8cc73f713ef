"""Retreats: routs, whose length the attacker sets, and withdrawals, which the owner measures himself (DR, DW, D.2).

A unit retreats hex by hex. Everything that it needs to know is in its frame: where it started, which hexes the attack
bars, and, in a rout, how far it has to go. Its path is written to `position.trails`, which advancing armour follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.questions import Handling
from bocage.rules import (
    HEXES,
    NUMBERS,
    PATH,
    PLAIN,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Node,
    Question,
    UnitNumber,
    Units,
    event,
    offer,
    provided,
)

from .. import stacking
from ..elimination import disrupt, eliminate, undeploy
from ..look import Play, RhineLook, members
from ..movement.entering import enter, hold
from ..position import OTHER, TROOPS
from .escape import NO_DISTANCE, barred_hexes, ways, zones
from .fight import Fighting

if TYPE_CHECKING:
    from ...game import Rhine

# What a unit may do that would rather not withdraw
STAY_DISRUPTED = "disrupted"  # it stays and is Disrupted (D.1, NB.2)
STAY_AS_IS = "as is"  # it stays, and nothing more happens to it


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"


def distance_words(hexes: int) -> str:
    """How far a routed unit goes back.

    >>> distance_words(0), distance_words(1), distance_words(3)
    ('they stay where they are', '1 hex back', '3 hexes back')
    """
    return f"{_hexes(hexes)} back" if hexes else "they stay where they are"


def _said_routed(game: Rhine, node: int, distance: int) -> str:
    must = f"must retreat {_hexes(distance)}" if distance else "may stay there, Disrupted"
    return f"The routed defenders of {game.hex_name(node)} {must}."


def _said_stuck(game: Rhine, units: tuple[int, ...], node: int, distance: int = NO_DISTANCE) -> str:
    way = "hex to withdraw to" if distance == NO_DISTANCE else f"way to retreat {_hexes(distance)}"
    has = "has" if len(units) == 1 else "have"
    return f"{game.named(UNITS, units)} {has} no {way} from {game.hex_name(node)}."


def _said_retreat(game: Rhine, unit: int, path: tuple[int, ...], deployed: bool) -> str:
    return f"{game.unit_name(unit)} retreats {game.named(PATH, path)}{', deployed no more' if deployed else ''}."


distance_set = event("rout distance", "DR.1", _said_routed, node=HEXES)
rout_blocked = event("rout blocked", "DR.4", _said_stuck, units=UNITS, node=HEXES)
withdrawal_blocked = event("withdrawal blocked", "RET.3", _said_stuck, units=UNITS, node=HEXES)
retreated = event("retreat", "DR.3", _said_retreat, sort="move", unit=UNITS, path=PATH)
declined = event("retreat declined", "NB.2", "{unit} stays where it is.", unit=UNITS)


# What other chapters call


def rout(play: Play, frame: Fighting, node: int, units: int) -> None:
    """A DR: the units of a hex are Disrupted at once; then the attacker sets the distance, the defender the route."""
    units &= ~play.game.dumps
    if not units:
        return
    for unit in members(units):
        disrupt(play, unit, "DR.1")
    barred = barred_hexes(play.look, OTHER[frame.side], frame.origins)
    play.push(Routing(frame.side, node, units, barred))


def withdraw(play: Play, units: int, node: int, barred: HexSet, rule: str, may_stay: str) -> None:
    """A DW, a D, or bombardment: the owner takes each unit back 1 hex as it is, or 2 to 4 hexes Disrupted (R10).

    `may_stay` says whether a unit may stay in its hex instead: "" (no), "disrupted" (and becomes so), or "as is".
    Whoever calls leaves the Disruption of those who stay to this chapter: going back one hex Disrupts nobody.
    Where no first hex is open a unit stays: "as is" if it might have done so, else Disrupted (RET.3).
    """
    units &= ~play.game.dumps
    if units:
        side = play.game.counters[members(units)[0]].side
        play.push(Falling(side, node, units, barred, rule, NO_DISTANCE, may_stay))


# How far


class Routing(Frame, frozen=True):
    """A hex has been routed; the attacker says how far its defenders must run."""

    side: str  # the attacker
    node: Node
    units: Units
    barred: Hexes


class Rout(Question[Routing]):
    """The attacker names one distance for all routed defenders of a hex (DR.1, ruling R9)."""

    name, rule, points_at = "rout", "DR.1", "node"

    def text(self, look: RhineLook, frame: Routing) -> str:
        units = look.game.named(UNITS, members(frame.units))
        return f"How many hexes must {units} retreat from {look.game.hex_name(frame.node)}?"

    @offer("distance", NUMBERS, "DR.1")
    def distance(self, look: RhineLook, frame: Routing) -> Conditions:
        least, most = look.game.rules.numbers["rout_least"], look.game.rules.numbers["rout_most"]
        yield (2 << most) - (1 << least), "DR.1", "a rout goes 0 to 4 hexes, not {it}"

    @distance.does
    def _(self, play: Play, frame: Routing, distance: int) -> None:
        play.pop()
        distance_set(play, frame.node, distance)
        if distance:
            play.push(Falling(OTHER[frame.side], frame.node, frame.units, frame.barred, "DR.1", distance))


# Who is next


class Falling(Frame, frozen=True):
    """Units of one hex still have to retreat."""

    side: str  # the owner
    node: Node
    units: Units  # all that still have to retreat, without one that is under way
    barred: Hexes  # by the attack: RET.1, RET.2
    rule: str
    distance: int = NO_DISTANCE  # of a rout
    may_stay: str = ""
    last: UnitNumber = -1  # who left the hex last


class Retreats(Automatic[Falling]):
    """Who is next? Those who cannot retreat at all are settled with (DR.4, RET.3)."""

    name = "retreats"

    def run(self, play: Play, frame: Falling) -> None:
        units = frame.units & play.position.on_board
        if units and ways(play.look, frame.side, frame.barred, frame.distance, (frame.node,)):
            hand = members(units)[0] if units.bit_count() == 1 else -1
            play.push(frame.turned(Retreating, units=units, hand=hand))
            return
        if units:
            _stuck(play, frame, members(units))
        _over(play, frame)


def _stuck(play: Play, frame: Falling, units: list[int]) -> None:
    """No retreat is possible: a rout eliminates, a withdrawal only Disrupts (RET.3)."""
    if frame.distance != NO_DISTANCE:
        rout_blocked(play, tuple(units), frame.node, frame.distance)
        for unit in units:
            eliminate(play, unit, "DR.4")
        return
    withdrawal_blocked(play, tuple(units), frame.node)
    if frame.may_stay != STAY_AS_IS:
        for unit in units:
            disrupt(play, unit, _case_of_staying(frame))


def _case_of_staying(frame: Falling) -> str:
    """The case that Disrupts a unit which does not withdraw: it cannot (RET.3), or would rather not (D.1, NB.2)."""
    if not frame.may_stay:
        return "RET.3"
    return "D.1" if frame.rule == "D.2" else frame.rule


def _over(play: Play, frame: Falling) -> None:
    """All have gone: dumps that nobody guards any more go along, and over-full hexes are settled (R28, R35, R83)."""
    position, game, trails = play.position, play.game, play.position.trails
    gone = [trails[name] for name in sorted(trails) if trails[name][0] == frame.node]
    if gone and not position.masks[TROOPS[frame.side]] >> frame.node & 1:
        followed = trails[game.unit_ids[frame.last]] if frame.last >= 0 else gone[-1]
        for unit in position.stacks.get(frame.node, ()):
            if game.dumps >> unit & 1 and game.counters[unit].side == frame.side:
                retreated(play, unit, followed, False, rule="R35")
                enter(play, unit, followed)
    if frame.last >= 0:
        ends = sum(1 << node for node in {trail[-1] for trail in gone})
        stacking.settle(play, frame.side, ends & position.masks[TROOPS[frame.side]])


# Where to


class Retreating(Falling, frozen=True):
    """Their owner chooses who goes next, and where."""

    hand: UnitNumber = -1
    path: tuple[Node, ...] = ()  # of the unit in hand, start included; empty before its first hex


def _in_a_rout(case: str) -> Callable[[RhineLook, Retreating], str]:
    """The case of an answer: a rout has one for each, a withdrawal its own for all."""
    return lambda look, frame: frame.rule if frame.distance == NO_DISTANCE else case


class Retreat(Handling[Retreating]):
    """The owner takes one unit after the other back, hex by hex (DR.3, DW.1, DW.2, D.2)."""

    name, points_at = "retreat", "node"

    def text(self, look: RhineLook, frame: Retreating) -> str:
        where = look.game.hex_name(frame.node)
        if frame.hand < 0:
            return f"Choose which unit in {where} decides its retreat next."
        name, walked = look.counter(frame.hand).name, len(frame.path) - 1
        if frame.distance != NO_DISTANCE:
            left, more = frame.distance - max(walked, 0), "more " if walked > 0 else ""
            return f"{name} must retreat {left} {more}{'hex' if left == 1 else 'hexes'}: choose the next one."
        if walked <= 0:
            stay = {"": "", STAY_AS_IS: ", or it stays", STAY_DISRUPTED: ", or it stays and is Disrupted"}
            return f"Choose where {name} withdraws from {where}{stay[frame.may_stay]}."
        if walked < look.game.rules.numbers["withdrawal_disrupted"]:
            return f"{name} may stop here as it is, or go farther back and be Disrupted."
        return f"{name} may stop here, or go farther back."

    @offer("retreat", HEXES, _in_a_rout("DR.3"))
    def retreat(self, look: RhineLook, frame: Retreating) -> Conditions:
        game, side, enemy = look.game, frame.side, OTHER[frame.side]
        path = frame.path or (frame.node,)
        yield provided(frame.hand >= 0), "RET.1", "pick the unit that is to retreat first"
        near = "{it} is not next to the unit over land: a retreat goes hex by hex"
        yield game.land.step(1 << path[-1]), "R11", near
        yield ~look.troops(enemy), "R11", "units never retreat into a hex with enemy units"  # a lone Tiger too: R81
        yield ~look.strongholds(enemy), "R16", "{it} is an enemy fortress, which nobody enters before it has fallen"
        yield ~sum(1 << node for node in path), "R11", "a retreat does not come back to {it}"
        friends = look.position.masks[TROOPS[side]]
        under_attack = (
            "{it} is next to a hex of the attackers, and the friendly units there are under attack themselves"
        )
        yield ~(frame.barred & friends), "RET.2", under_attack
        alone = "{it} is next to a hex from which the attack came, and no friendly unit is there"
        yield ~frame.barred, "RET.1", alone
        if not game.rules.retreat_through_zones:
            zone = "{it} lies in an enemy zone of control, and no friendly unit is there"
            yield ~zones(look, side), "R11", zone
        short = f"by way of {{it}} neither {frame.distance} hexes nor a friendly unit to stop on can be reached"
        yield ways(look, side, frame.barred, frame.distance, path), "DR.4", short

    @retreat.does
    def _(self, play: Play, frame: Retreating, node: int) -> None:
        unit, numbers = frame.hand, play.game.rules.numbers
        path = (*(frame.path or (frame.node,)), node)
        frame = replace(frame, units=frame.units & ~(1 << unit), path=path)
        play.swap(frame)
        walked = len(path) - 1
        if frame.distance == NO_DISTANCE and walked == numbers["withdrawal_disrupted"]:
            # It lay open when it left its hex, so everybody knows who it is, wherever it passes through.
            disrupt(play, unit, "DW.2", concealed=False)
        enter(play, unit, path[-2:], retreating=True)
        if walked == (numbers["withdrawal_most"] if frame.distance == NO_DISTANCE else frame.distance):
            _arrived(play, frame)

    @offer("stop", PLAIN, _in_a_rout("DR.2"), words="stop here, with friends")
    def stop(self, look: RhineLook, frame: Retreating) -> Conditions:
        yield len(frame.path) > 1, frame.rule, "nobody has set out who could stop"
        # Any combat unit serves, dummies and dumps do not (ruling R82).
        yield (
            frame.distance == NO_DISTANCE
            or any(unit != frame.hand and look.game.troop_units >> unit & 1 for unit in look.stack(frame.path[-1])),
            "DR.2",
            "a routed unit stops early only where a friendly unit stands",
        )

    @stop.does
    def _(self, play: Play, frame: Retreating, _: int) -> None:
        _arrived(play, frame)

    @offer("stay", PLAIN, lambda look, frame: _case_of_staying(frame), "Stay", "stay in the hex")
    def stay(self, look: RhineLook, frame: Retreating) -> Conditions:
        yield frame.hand >= 0, "RET.1", "pick the unit that is to retreat first"
        yield not frame.path, frame.rule, f"{look.counter(frame.hand).id} has left its hex already"
        if frame.distance != NO_DISTANCE:
            yield bool(frame.may_stay), "DR.1", f"the attacker wants a retreat of {_hexes(frame.distance)}"
        yield bool(frame.may_stay), frame.rule, "a unit that can withdraw must do so"

    @stay.does
    def _(self, play: Play, frame: Retreating, _: int) -> None:
        if frame.may_stay == STAY_DISRUPTED:
            disrupt(play, frame.hand, _case_of_staying(frame))
        else:
            declined(play, frame.hand, rule=frame.rule)
        play.swap(frame.turned(Falling, units=frame.units & ~(1 << frame.hand)))

    @offer("pick", UNITS, _in_a_rout("DR.3"), "This one retreats next")
    def pick(self, look: RhineLook, frame: Retreating) -> Conditions:
        going = f"{look.counter(frame.hand).id} is on its way: its retreat comes first"
        yield provided(not frame.path), frame.rule, going
        yield ~self.hand(look, frame), frame.rule, "{it} is in hand already: choose where it goes"
        yield frame.units, frame.rule, "{it} is not among the units that must still retreat from this hex"


def _arrived(play: Play, frame: Retreating) -> None:
    """The unit in hand has retreated; a corps that does is deployed no more (DEP.3)."""
    position, unit = play.position, frame.hand
    deployed = bool(position.deployed >> unit & 1)
    undeploy(play, unit)
    position.trails = {**position.trails, play.game.unit_ids[unit]: frame.path}
    hold(play, frame.side, frame.path[-1])
    retreated(play, unit, frame.path, deployed, rule=frame.rule)
    play.swap(frame.turned(Falling, last=unit))
