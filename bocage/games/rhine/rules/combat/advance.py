"""Advances after combat: the duty to occupy, armour that goes on, others that close up (ADV)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.questions import Handling
from bocage.parts.stacks import first_of
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    Hexes,
    Units,
    event,
    listed,
    offer,
    provided,
)

from ..elimination import undeploy
from ..look import Play, RhineLook
from ..movement.entering import enter
from ..position import EXERTING, GERMAN, OTHER, SEA
from .fight import DE, DR, DW, D
from .occupation import Advancing, beside_both, entries, followed, outlook, vacant

if TYPE_CHECKING:
    from ...game import Rhine


def _said_advance(game: Rhine, unit: int, node: int, deployed: bool) -> str:
    return f"{game.unit_name(unit)} advances into {game.hex_name(node)}{', deployed no more' if deployed else ''}."


advanced = event("combat advance", "ADV.1", _said_advance, sort="move", unit=UNITS, node=HEXES)
came_ashore = event("advance from the sea", "DD.4", "{unit} lands at {node}.", sort="move", unit=UNITS, node=HEXES)


class Winning(Frame, frozen=True):
    """A battle is over; which hexes has it cleared?"""

    side: str  # the attacker
    targets: Hexes
    attackers: Units
    result: str
    strengths: dict[str, int] = {}
    factors: dict[str, int] = {}


class AfterBattle(Automatic[Winning]):
    """Has a target hex been cleared of defenders, and can an attacker advance (ADV.1)?"""

    name, rule = "after battle", "ADV.1"

    def run(self, play: Play, frame: Winning) -> None:
        if frame.result not in (DE, DR, DW, D):
            return
        look, position, enemy = play.look, play.position, OTHER[frame.side]
        # A Tiger battalion that stays alone holds nothing: it is overrun (ruling R104).
        held = position.masks[EXERTING[enemy]] | (look.concealed() if enemy == GERMAN else 0)
        if frame.result not in (DE, DR):
            # Walls stand until they are stormed, even if the units behind them have left (ruling R16).
            held |= look.strongholds(enemy)
        cleared = frame.targets & ~held
        at_sea = look.in_place(SEA)
        able = frame.attackers & (position.on_board | at_sea) & ~position.disrupted
        if not cleared or not able:
            return
        numbers = play.game.rules.numbers
        most = numbers["advance_armour_eliminated" if frame.result == DE else "advance_armour"]
        play.push(Advancing(frame.side, cleared, able, most, frame.strengths, frame.factors, {}, able & at_sea))


class Advance(Handling[Advancing]):
    """The attacker takes his units forward one after the other; first the duty, then what he likes (ADV.1 to ADV.6)."""

    name, rule = "advance", "ADV.1"

    def case(self, look: RhineLook, frame: Advancing) -> str:
        if outlook(look, frame).dutiful:
            return "ADV.1"
        return "ADV.3" if frame.hand >= 0 and _walked(look, frame) else "ADV.5"

    def text(self, look: RhineLook, frame: Advancing) -> str:
        owed = _owed_words(look, frame)
        if owed:
            return f"Attackers must advance: {owed}."
        if frame.hand < 0:
            return "Choose who advances after combat, or end the advance."
        name = look.counter(frame.hand).name
        if frame.hand not in outlook(look, frame).openings:
            return "Choose who advances next, or end the advance."
        if _walked(look, frame):
            return f"{name} may go on, another unit may advance, or the advance ends."
        return f"Choose the hex into which {name} advances, or end the advance."

    def focus(self, look: RhineLook, frame: Advancing) -> int:
        return first_of(frame.cleared)

    @offer("advance", HEXES, "")
    def advance(self, look: RhineLook, frame: Advancing) -> Conditions:
        yield provided(frame.hand >= 0), "ADV.1", "pick the unit that is to advance first"
        openings = outlook(look, frame).openings.get(frame.hand, 0)
        yield openings, "ADV.1", lambda node: self._why_not_into(look, frame, node)

    def _why_not_into(self, look: RhineLook, frame: Advancing, node: int) -> tuple[str, str]:
        if _walked(look, frame):
            return self._why_not_onward(look, frame, node)
        bit, unit, found = 1 << node, frame.hand, outlook(look, frame)
        no_room = "STK.1", "there is no room in {it} for that unit"
        if entries(look, frame, unit) & bit:
            if not look.has_room(unit, node):
                return no_room
            if found.owed.get(node):
                return "ADV.1", "with that unit in {it} the hexes that were cleared could not all be held in strength"
            return "ADV.1", f"first of all, {_owed_words(look, frame)}"
        if look.position.units[unit].at < 0:
            return "DD.4", "a unit that lands ends its way in its landing hex"
        if not beside_both(look, frame, unit) & bit:
            return "ADV.5", "{it} is neither a hex that was cleared nor next to one and to the unit"
        if found.dutiful:
            return "ADV.1", f"first of all, {_owed_words(look, frame)}"
        if not vacant(look, frame, bit):
            return "ADV.5", "only a vacant hex beside the cleared one can be entered, and {it} is not vacant"
        if look.barred(frame.side) & bit:
            return "R16", "{it} is an enemy fortress, which nobody enters before it has fallen"
        if look.zone(OTHER[frame.side]) & bit:
            return "ADV.6", "an enemy zone of control closes {it} to an advance beside the cleared hex"
        return no_room

    def _why_not_onward(self, look: RhineLook, frame: Advancing, node: int) -> tuple[str, str]:
        game, unit, bit, walked = look.game, frame.hand, 1 << node, _walked(look, frame)
        if frame.landed >> unit & 1:
            return "DD.4", "a unit that lands ends its way in its landing hex"
        if not frame.cleared >> walked[0] & 1:
            return "ADV.5", "an advance beside the cleared hex is one hex"
        if game.tigers >> unit & 1:
            return "R117", "Tiger battalions are no armour in an advance: one hex, and they do not go on"
        if not game.armour_units >> unit & 1:
            return "ADV.3", "only armour goes on through the cleared hex"
        if len(walked) >= frame.most:
            return "ADV.3", f"armour advances {frame.most} hexes at most after this result"
        if not game.land.step(1 << walked[-1]) & bit:
            return "ADV.3", "{it} is not next to the unit over land: an advance goes hex by hex"
        if node in walked:
            return "ADV.3", "an advance does not come back to {it}"
        if not followed(look, walked) & bit:
            return "ADV.3", "{it} is not on the path of a unit that retreated"
        if look.barred(frame.side) & ~frame.cleared & bit:
            return "ADV.3", "an enemy holds {it}"
        return "STK.1", "there is no room in {it} for that unit"

    @advance.does
    def _(self, play: Play, frame: Advancing, node: int) -> None:
        # A corps that advances is deployed no more (DEP.3).
        position, unit = play.position, frame.hand
        name, here, deployed = play.game.unit_ids[unit], position.units[unit].at, bool(position.deployed >> unit & 1)
        walked = (*frame.walked.get(name, ()), node)
        undeploy(play, unit)
        if here < 0:
            came_ashore(play, unit, node)
        else:
            first = "ADV.1" if frame.cleared >> node & 1 else "ADV.5"
            advanced(play, unit, node, deployed, rule="ADV.3" if len(walked) > 1 else first)
        play.swap(replace(frame, walked={**frame.walked, name: walked}))
        enter(play, unit, (node,) if here < 0 else (here, node))

    @offer("pick", UNITS, "", "Advance with this one")
    def pick(self, look: RhineLook, frame: Advancing) -> Conditions:
        yield ~self.hand(look, frame), "ADV.1", "{it} is in hand already: choose where it goes"
        openings = sum(1 << unit for unit in outlook(look, frame).openings)
        yield openings, "ADV.1", lambda unit: self._why_not_picked(look, frame, unit)

    def _why_not_picked(self, look: RhineLook, frame: Advancing, unit: int) -> tuple[str, str]:
        if not frame.attackers >> unit & 1:
            if look.position.disrupted >> unit & 1 and look.counter(unit).side == frame.side:
                return "DIS.1", "{it} is Disrupted and does not move"
            return "ADV.1", "only the attackers of this battle advance"
        owed = _owed_words(look, frame)
        if owed:
            return "ADV.1", f"{{it}} does not help here: {owed}"
        if look.game.unit_ids[unit] in frame.walked:
            if look.game.tigers >> unit & 1:
                return "R117", "{it} has advanced: Tiger battalions are no armour in an advance and go one hex"
            return "ADV.3", "{it} has advanced and cannot go on"
        return "ADV.5", "there is no hex into which {it} could advance"

    @offer("end", PLAIN, "", "End the advance", "nobody else advances")
    def end(self, look: RhineLook, frame: Advancing) -> Conditions:
        found = outlook(look, frame)
        yield not found.dutiful, "ADV.1", lambda _: _owed_words(look, frame)
        waiting = any(unit in found.openings for unit in found.free if frame.landed >> unit & 1)
        yield not waiting, "DD.4", "units that have cleared their landing hex must land there"  # R87


def _walked(look: RhineLook, frame: Advancing) -> tuple[int, ...]:
    """The hexes that the unit in hand has entered."""
    return frame.walked.get(look.game.unit_ids[frame.hand], ())


def _owed_words(look: RhineLook, frame: Advancing) -> str:
    """What the attackers still owe, in words; empty if nobody can pay."""
    found = outlook(look, frame)
    reachable = 0
    for hexes in found.dutiful.values():
        reachable |= hexes
    owed = [
        f"{look.game.hex_name(node)} has to be occupied by {need // 2}{'½' if need % 2 else ''} more "
        f"factor{'' if need == 2 else 's'}"
        for node, need in found.owed.items()
        if reachable >> node & 1
    ]
    return listed(owed) if owed else ""
