"""Retreats: routs, whose length the attacker sets, and withdrawals, which the owner measures himself (DR, DW, D.2).

A unit retreats hex by hex. Everything that it needs to know is in its frame: where it started, which hexes the attack
bars, and, in a rout, how far it has to go. Its path is written to `position.trails`, which advancing armour follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Hexes, Node, UnitNumber, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question
from bocage.hexes import HexSet

from .. import stacking
from ..elimination import disrupt, eliminate, undeploy
from ..look import Play, RhineLook, members
from ..movement.entering import enter, hold
from ..position import OTHER, TROOPS
from ..telling import hex_name, unit_names
from .escape import NO_DISTANCE, enemy_held, ways, zones
from .escape import barred_hexes as barred_hexes
from .fight import Fighting

# What a unit may do that would rather not withdraw
STAY_DISRUPTED = "disrupted"  # it stays and is Disrupted (D.1, NB.2)
STAY_AS_IS = "as is"  # it stays, and nothing more happens to it


class Routing(Frame, frozen=True):
    """A hex has been routed; the attacker says how far its defenders must run."""

    step: ClassVar[str] = "rout"
    side: str  # the attacker
    node: Node
    units: Units
    barred: Hexes


class Falling(Frame, frozen=True):
    """Units of one hex still have to retreat."""

    step: ClassVar[str] = "retreats"
    side: str  # the owner
    node: Node
    units: Units
    barred: Hexes  # by the attack: RET.1, RET.2
    rule: str
    distance: int = NO_DISTANCE  # of a rout
    may_stay: str = ""
    last: UnitNumber = -1  # who left the hex last


class Retreating(Frame, frozen=True):
    """Their owner chooses who goes next, and where."""

    step: ClassVar[str] = "retreat"
    side: str
    node: Node
    units: Units  # all that still have to retreat, without the one that is under way
    barred: Hexes
    rule: str
    distance: int = NO_DISTANCE
    may_stay: str = ""
    last: UnitNumber = -1
    hand: UnitNumber = -1
    path: tuple[Node, ...] = ()  # of the unit in hand, start included; empty before its first hex


# What other chapters call


def rout(play: Play, frame: Fighting, node: int, units: int) -> None:
    """A DR: the units of a hex are Disrupted at once; then the attacker sets the distance, the defender the route."""
    units &= ~play.game.dumps
    if not units:
        return
    for unit in members(units):
        disrupt(play, unit, "DR.1")
    barred = barred_hexes(play.game.look(play.position), OTHER[frame.side], frame.origins)
    play.push(Routing(frame.side, node, units, barred))


def withdraw(play: Play, units: int, node: int, barred: HexSet, rule: str, may_stay: str) -> None:
    """A DW, a D, or bombardment: the owner takes each unit back 1 hex as it is, or 2 to 4 hexes Disrupted.

    `may_stay` says whether a unit may stay in its hex instead: "" (no), "disrupted" (and becomes so), or "as is".
    Whoever calls leaves the Disruption of those who stay to this chapter: going back one hex Disrupts nobody.
    Where no first hex is open a unit stays: "as is" if it might have done so, else Disrupted (RET.3).
    """
    units &= ~play.game.dumps
    if units:
        side = play.game.counters[members(units)[0]].side
        play.push(Falling(side, node, units, barred, rule, NO_DISTANCE, may_stay))


# The steps


class Rout(Question[Routing]):
    """The attacker names one distance for all routed defenders of a hex (DR.1, ruling R9)."""

    name = "rout"
    rule = "DR.1"
    offers = ("distance",)

    def text(self, look: RhineLook, frame: Routing) -> str:
        units = unit_names(look.game, members(frame.units))
        return f"How many hexes must {units} retreat from {hex_name(look.game, frame.node)}?"

    def answer(self, play: Play, frame: Routing, action: Action) -> None:
        play.pop()
        play.tell("rout distance", "DR.1", frame.node, action.index)
        if action.index:
            side = OTHER[frame.side]
            play.push(Falling(side, frame.node, frame.units, frame.barred, "DR.1", action.index))


class Retreats(Automatic[Falling]):
    """Who is next? Those who cannot retreat at all are settled with (DR.4, RET.3)."""

    name = "retreats"

    def run(self, play: Play, frame: Falling) -> None:
        position = play.position
        units = frame.units & position.on_board
        if not units:
            _over(play, frame)
            return
        if not ways(play.game.look(position), frame.side, frame.barred, frame.distance, (frame.node,)):
            _stuck(play, frame, members(units))
            _over(play, frame)
            return
        hand = members(units)[0] if units.bit_count() == 1 else -1
        play.push(
            Retreating(
                frame.side,
                frame.node,
                units,
                frame.barred,
                frame.rule,
                frame.distance,
                frame.may_stay,
                frame.last,
                hand,
            )
        )


def _stuck(play: Play, frame: Falling, units: list[int]) -> None:
    """No retreat is possible: a rout eliminates, a withdrawal only Disrupts (RET.3)."""
    if frame.distance != NO_DISTANCE:
        play.tell("rout blocked", "DR.4", tuple(units), frame.node, frame.distance)
        for unit in units:
            eliminate(play, unit, "DR.4")
        return
    play.tell("withdrawal blocked", "RET.3", tuple(units), frame.node)
    if frame.may_stay != STAY_AS_IS:
        for unit in units:
            disrupt(play, unit, _case_of_staying(frame))


def _case_of_staying(frame: Falling | Retreating) -> str:
    """The case that Disrupts a unit which does not withdraw: it cannot (RET.3), or would rather not (D.1, NB.2)."""
    if not frame.may_stay:
        return "RET.3"
    return "D.1" if frame.rule == "D.2" else frame.rule


def _over(play: Play, frame: Falling) -> None:
    """All have gone: dumps that nobody guards any more go along (ruling R35), and over-full hexes are settled (R28)."""
    position, game = play.position, play.game
    trails = position.trails
    if frame.last >= 0:
        followed = trails[game.unit_ids[frame.last]]
    else:
        gone = [trails[name] for name in sorted(trails) if trails[name][0] == frame.node]
        followed = gone[-1] if gone else ()
    if followed and not position.masks[TROOPS[frame.side]] >> frame.node & 1:
        for unit in position.stacks.get(frame.node, ()):
            if game.dumps >> unit & 1 and game.counters[unit].side == frame.side:
                play.tell("retreat", "R35", unit, followed, False)
                enter(play, unit, followed)
    if frame.last >= 0:
        troops = position.masks[TROOPS[frame.side]]
        ends = {trail[-1] for trail in trails.values() if trail[0] == frame.node}
        for node in sorted(ends, reverse=True):
            if troops >> node & 1:
                stacking.settle(play, node, frame.side)


class Retreat(Question[Retreating]):
    """The owner takes one unit after the other back, hex by hex (DR.3, DW.1, DW.2, D.2)."""

    name = "retreat"
    offers = ("retreat", "stop", "stay", "pick retreat")

    def case(self, look: RhineLook, frame: Retreating) -> str:
        return frame.rule

    def offer_of(self, look: RhineLook, frame: Retreating, verb: str) -> Offer:
        offer = super().offer_of(look, frame, verb)
        if verb == "stay":
            return offer._replace(rule=_case_of_staying(frame))
        return offer if frame.distance != NO_DISTANCE else offer._replace(rule=frame.rule)

    def text(self, look: RhineLook, frame: Retreating) -> str:
        where = hex_name(look.game, frame.node)
        if frame.hand < 0:
            return f"Choose which unit in {where} decides its retreat next."
        name, walked = look.counter(frame.hand).name, len(frame.path) - 1
        if frame.distance != NO_DISTANCE:
            left = frame.distance - max(walked, 0)
            return f"{name} must retreat {left} {'more ' if walked > 0 else ''}{_hexes(left)}: choose the next one."
        if walked <= 0:
            stay = {"": "", STAY_AS_IS: ", or it stays", STAY_DISRUPTED: ", or it stays and is Disrupted"}
            return f"Choose where {name} withdraws from {where}{stay[frame.may_stay]}."
        if walked < look.game.rules.numbers["withdrawal_disrupted"]:
            return f"{name} may stop here as it is, or go farther back and be Disrupted."
        return f"{name} may stop here, or go farther back."

    def answer(self, play: Play, frame: Retreating, action: Action) -> None:
        verb = action.verb
        if verb == "pick":
            play.swap(replace(frame, hand=action.index))
        elif verb == "stay":
            _stay(play, frame)
        elif verb == "stop":
            _arrived(play, frame)
        else:
            _step_back(play, frame, action.index)


def _hexes(number: int) -> str:
    return "hex" if number == 1 else "hexes"


def _stay(play: Play, frame: Retreating) -> None:
    """A unit rather stays where it is."""
    if frame.may_stay == STAY_DISRUPTED:
        disrupt(play, frame.hand, _case_of_staying(frame))
    else:
        play.tell("retreat declined", frame.rule, frame.hand)
    _next(play, frame, frame.last)


def _step_back(play: Play, frame: Retreating, node: int) -> None:
    """The unit in hand goes back one hex."""
    unit = frame.hand
    path = (*(frame.path or (frame.node,)), node)
    frame = replace(frame, units=frame.units & ~(1 << unit), path=path)
    play.swap(frame)
    walked = len(path) - 1
    numbers = play.rules.numbers
    if frame.distance == NO_DISTANCE and walked == numbers["withdrawal_disrupted"]:
        # It lay open when it left its hex, so everybody knows who it is, wherever it passes through.
        disrupt(play, unit, "DW.2", concealed=False)
    enter(play, unit, path[-2:], retreating=True)
    most = numbers["withdrawal_most"] if frame.distance == NO_DISTANCE else frame.distance
    if walked == most:
        _arrived(play, frame)


def _arrived(play: Play, frame: Retreating) -> None:
    """The unit in hand has retreated; a corps that does is deployed no more (DEP.3)."""
    position, unit = play.position, frame.hand
    deployed = bool(position.deployed >> unit & 1)
    undeploy(play, unit)
    position.trails = {**position.trails, play.game.unit_ids[unit]: frame.path}
    hold(play, frame.side, frame.path[-1])
    play.tell("retreat", frame.rule, unit, frame.path, deployed)
    _next(play, frame, unit)


def _next(play: Play, frame: Retreating, last: int) -> None:
    play.pop()
    units = frame.units & ~(1 << frame.hand)
    play.push(Falling(frame.side, frame.node, units, frame.barred, frame.rule, frame.distance, frame.may_stay, last))


# Clauses


def _distances(look: RhineLook, frame: Routing) -> int:
    numbers = look.game.rules.numbers
    return sum(1 << hexes for hexes in range(numbers["rout_least"], numbers["rout_most"] + 1))


def _in_hand(look: RhineLook, frame: Retreating) -> int:
    return -1 if frame.hand >= 0 else 0


def _here(frame: Retreating) -> int:
    return frame.path[-1] if frame.path else frame.node


def _beside(look: RhineLook, frame: Retreating) -> int:
    return look.game.land.step(1 << _here(frame))


def _no_enemy(look: RhineLook, frame: Retreating) -> int:
    return ~enemy_held(look, frame.side)


def _explain_enemy(look: RhineLook, frame: Retreating, node: int) -> tuple[str, str]:
    if look.troops(OTHER[frame.side]) >> node & 1:
        return "R11", "units never retreat into a hex with enemy units"
    return "R16", "{it} is an enemy fortress, which nobody enters before it has fallen"


def _not_visited(look: RhineLook, frame: Retreating) -> int:
    return ~sum(1 << node for node in frame.path or (frame.node,))


def _not_barred(look: RhineLook, frame: Retreating) -> int:
    return ~frame.barred


def _explain_barred(look: RhineLook, frame: Retreating, node: int) -> tuple[str, str]:
    if look.position.masks[TROOPS[frame.side]] >> node & 1:
        return (
            "RET.2",
            "{it} is next to a hex of the attackers, and the friendly units there are under attack themselves",
        )
    return "RET.1", "{it} is next to a hex from which the attack came, and no friendly unit is there"


def _out_of_zones(look: RhineLook, frame: Retreating) -> int:
    return -1 if look.game.rules.retreat_through_zones else ~zones(look, frame.side)


def _far_enough(look: RhineLook, frame: Retreating) -> int:
    return ways(look, frame.side, frame.barred, frame.distance, frame.path or (frame.node,))


def _explain_distance(look: RhineLook, frame: Retreating, node: int) -> tuple[str, str]:
    return (
        "DR.4",
        f"by way of {{it}} neither {frame.distance} hexes nor a friendly unit to stop on can be reached",
    )


def _friend_here(look: RhineLook, frame: Retreating) -> bool:
    """Is another friendly combat unit in the hex that the unit in hand has reached?"""
    troops = look.game.troop_units
    return any(unit != frame.hand and troops >> unit & 1 for unit in look.stack(_here(frame)))


def _under_way(look: RhineLook, frame: Retreating) -> int:
    return int(len(frame.path) > 1)


def _may_stop(look: RhineLook, frame: Retreating) -> int:
    return int(frame.distance == NO_DISTANCE or _friend_here(look, frame))


def _explain_under_way(look: RhineLook, frame: Retreating, index: int) -> tuple[str, str]:
    return frame.rule, "nobody has set out who could stop"


def _not_set_out(look: RhineLook, frame: Retreating) -> int:
    return int(not frame.path)


def _explain_set_out(look: RhineLook, frame: Retreating, index: int) -> tuple[str, str]:
    return frame.rule, f"{look.counter(frame.hand).id} has left its hex already"


def _may_stay(look: RhineLook, frame: Retreating) -> int:
    return int(bool(frame.may_stay))


def _explain_stay(look: RhineLook, frame: Retreating, index: int) -> tuple[str, str]:
    if frame.distance != NO_DISTANCE:
        return "DR.1", f"the attacker wants a retreat of {frame.distance} {_hexes(frame.distance)}"
    return frame.rule, "a unit that can withdraw must do so"


def _waiting(look: RhineLook, frame: Retreating) -> int:
    bit = 1 << frame.hand if frame.hand >= 0 else 0
    return frame.units & ~bit


def _explain_waiting(look: RhineLook, frame: Retreating, unit: int) -> tuple[str, str]:
    if unit == frame.hand:
        return frame.rule, "{it} is in hand already: choose where it goes"
    return frame.rule, "{it} is not among the units that must still retreat from this hex"


def _nobody_under_way(look: RhineLook, frame: Retreating) -> int:
    return 0 if frame.path else -1


def _explain_under_way_pick(look: RhineLook, frame: Retreating, unit: int) -> tuple[str, str]:
    return frame.rule, f"{look.counter(frame.hand).id} is on its way: its retreat comes first"


_HAND = Clause("hand", "RET.1", "pick the unit that is to retreat first", _in_hand)

FRAMES: tuple[type[Frame], ...] = (Routing, Falling, Retreating)
STEPS: tuple[Any, ...] = (Rout(), Retreats(), Retreat())
OFFERS: dict[str, Offer] = {
    "distance": Offer("distance", "DR.1", (Clause("range", "DR.1", "a rout goes 0 to 4 hexes, not {it}", _distances),)),
    "retreat": Offer(
        "retreat",
        "DR.3",
        (
            _HAND,
            Clause("beside", "R11", "{it} is not next to the unit over land: a retreat goes hex by hex", _beside),
            Clause("enemy", "R11", "", _no_enemy, _explain_enemy),
            Clause("visited", "R11", "a retreat does not come back to {it}", _not_visited),
            Clause("barred", "RET.1", "", _not_barred, _explain_barred),
            Clause(
                "zones",
                "R11",
                "{it} lies in an enemy zone of control, and no friendly unit is there",
                _out_of_zones,
            ),
            Clause("distance", "DR.4", "", _far_enough, _explain_distance),
        ),
    ),
    "stop": Offer(
        "stop",
        "DR.2",
        (
            Clause("under way", "DR.2", "", _under_way, _explain_under_way),
            Clause("friend", "DR.2", "a routed unit stops early only where a friendly unit stands", _may_stop),
        ),
    ),
    "stay": Offer(
        "stay",
        "D.1",
        (
            _HAND,
            Clause("set out", "D.2", "", _not_set_out, _explain_set_out),
            Clause("allowed", "DW.1", "", _may_stay, _explain_stay),
        ),
    ),
    "pick retreat": Offer(
        "pick",
        "DR.3",
        (
            Clause("under way", "DR.3", "", _nobody_under_way, _explain_under_way_pick),
            Clause("waiting", "DR.3", "", _waiting, _explain_waiting),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("retreat",),
    "units": ("pick",),
    "numbers": ("distance",),
    "plain": ("stop", "stay"),
}


def _routed(game: Any, node: int, distance: int) -> str:
    if not distance:
        return f"The routed defenders of {hex_name(game, node)} may stay there, Disrupted."
    return f"The routed defenders of {hex_name(game, node)} must retreat {distance} {_hexes(distance)}."


def _retreated(game: Any, unit: int, path: tuple[int, ...], deployed: bool) -> str:
    way = "-".join(game.board.labels[node] for node in path)
    return f"{game.counters[unit].name} retreats {way}{', deployed no more' if deployed else ''}."


def _has(units: tuple[int, ...]) -> str:
    return "has" if len(units) == 1 else "have"


SENTENCES: Mapping[str, Callable[..., str]] = {
    "rout distance": _routed,
    "rout blocked": lambda game, units, node, distance: (
        f"{unit_names(game, units)} {_has(units)} no way to retreat {distance} {_hexes(distance)} from "
        f"{hex_name(game, node)}."
    ),
    "withdrawal blocked": lambda game, units, node: (
        f"{unit_names(game, units)} {_has(units)} no hex to withdraw to from {hex_name(game, node)}."
    ),
    "retreat": _retreated,
    "retreat declined": lambda game, unit: f"{game.counters[unit].name} stays where it is.",
}
