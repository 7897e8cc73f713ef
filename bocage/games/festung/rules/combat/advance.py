"""The advance after combat (9.5); the step ashore after a landing is part of the invasion."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.questions import Handling, in_hand
from bocage.rules import HEXES, UNITS, Conditions, Frame, HexSet, Node, UnitNumber, Units, event, offer, provided

from .. import control
from ..look import FestungLook, Play, members
from ..position import ALLIED, OTHER

advanced = event("advance", "9.51", "{unit} advances to {node}.", sort="move", unit=UNITS, node=HEXES)


def advance(play: Play, side: str, target: int, units: Units, length: int) -> None:
    """The attackers who have won may advance, first into the hex of the defenders (9.51)."""
    play.push(Advancing(side, target, units, length))


class Advancing(Frame, frozen=True):
    """Units may advance; the one in hand has gone some hexes already, or is about to."""

    side: str
    target: Node  # which comes first
    units: Units  # that may still advance
    length: int
    hand: UnitNumber = -1
    gone: int = 0  # hexes that the one in hand has advanced
    acted: bool = False


class Advance(Handling[Advancing]):
    """Each unit as far as it likes, hex by hex, within the difference of the losses (9.51)."""

    name, rule, points_at = "advance", "9.51", "target"

    def keep(self, look: FestungLook, frame: Advancing) -> bool:
        return frame.acted or frame.hand >= 0

    def text(self, look: FestungLook, frame: Advancing) -> str:
        if frame.hand >= 0:
            left = frame.length - frame.gone
            return f"{look.game.unit_name(frame.hand)} may advance {left} hex{'es' * (left > 1)}."
        return f"Choose who advances into {look.game.hex_name(frame.target)}, or stay."

    @offer("pick", UNITS, "9.51")
    def pick(self, look: FestungLook, frame: Advancing) -> Conditions:
        yield look.game.side_units[frame.side], "9.51", "{it} is not yours"
        yield frame.units, "9.16", "{it} did not attack, or has advanced"
        yield ~in_hand(frame), "9.51", "{it} is in hand"
        yield provided(_may_stop(look, frame)), "R60", "the unit in hand cannot stay where it is"
        going = [unit for unit in members(frame.units) if next_hexes(look, frame, unit, 0)]
        yield sum(1 << unit for unit in going), "9.52", "{it} may not enter the hex, or could not stay there"

    @pick.does
    def _(self, play: Play, frame: Advancing, unit: int) -> None:
        units = frame.units & ~in_hand(frame) if frame.gone else frame.units
        play.swap(replace(frame, units=units, hand=unit, gone=0))

    @offer("advance", HEXES, "9.51", "Advance", when=lambda look, frame: frame.hand >= 0)
    def advance(self, look: FestungLook, frame: Advancing) -> Conditions:
        side, unit, gone = frame.side, frame.hand, frame.gone
        start = look.position.units[unit].at
        yield look.game.data.open_sides.step(1 << start), "9.51", "{it} is not the next hex"
        if not gone:
            yield 1 << frame.target, "9.51", "the first hex is that of the defenders"
        yield ~look.occupied(OTHER[side]), "9.55", "enemy units are in {it}"
        yield look.enterable(look.kind(unit)), "9.52", "{it} is closed to the unit"
        zone = look.enemy_zone(side)
        if zone >> start & 1:
            yield ~zone, "9.52", "nobody advances from one enemy zone to another"
        yield next_hexes(look, frame, unit, gone), "R60", "it could not stay in {it}, nor go on"

    @advance.does
    def _(self, play: Play, frame: Advancing, node: int) -> None:
        look, unit = play.look, frame.hand
        left = 0 if stops(look, frame.side, look.position.units[unit].at, node) else frame.length - frame.gone - 1
        play.put(unit, node)
        advanced(play, unit, node)
        after = replace(frame, gone=frame.length - left, acted=True)
        if not left or not next_hexes(play.look, after, unit, after.gone):
            after = replace(after, units=frame.units & ~(1 << unit), hand=-1, gone=0)
        play.swap(after)
        control.entered(play, node, frame.side, "9.56")

    @offer("end", "plain", "9.51", "No more advances", "nobody else advances")
    def end(self, look: FestungLook, frame: Advancing) -> Conditions:
        yield provided(_may_stop(look, frame)), "R60", "the unit in hand cannot stay where it is"


def _may_stop(look: FestungLook, frame: Advancing) -> bool:
    """May the unit in hand stay where it is?"""
    return frame.hand < 0 or not frame.gone or not look.overfull(look.position.units[frame.hand].at)


def stops(look: FestungLook, side: str, start: int, node: int) -> bool:
    """Does an advance end in a hex: by its ground, an enemy zone, or because it left a Beach Head (9.52)?"""
    data = look.game.data
    beached = side == ALLIED and bool(data.beaches >> start & 1)
    return beached or data.tec[data.terrain_at[node]].stops or bool(look.enemy_zone(side) >> node & 1)


def next_hexes(look: FestungLook, frame: Advancing, unit: int, gone: int) -> HexSet:
    """The hexes that may come next in a unit's advance, so that it ends in one with room (9.5, ruling R60).

    Closed hexes are attacked, but not entered (rulings R12, R50).
    """
    return _onward(look, frame, unit, look.position.units[unit].at, gone)


def _onward(look: FestungLook, frame: Advancing, unit: int, start: int, gone: int) -> HexSet:
    side, found = frame.side, 0
    if gone >= frame.length:
        return 0
    ahead = look.game.data.open_sides.step(1 << start) & look.game.board.hexes & look.enterable(look.kind(unit))
    ahead &= ~look.occupied(OTHER[side])
    if not gone:
        ahead &= 1 << frame.target
    if look.enemy_zone(side) >> start & 1:
        ahead &= ~look.enemy_zone(side)  # ruling R78
    for node in look.game.board.nodes(ahead):
        on = not stops(look, side, start, node)
        if look.has_room(unit, node) or (on and _onward(look, frame, unit, node, gone + 1)):
            found |= 1 << node
    return found


__all__ = ["Advancing", "advance"]
