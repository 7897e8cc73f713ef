"""Placing arrivals: the units that wait are taken in hand one by one and set down where their case allows (7.1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec.structs import replace

from bocage.parts.placing import Arriving, OneByOne, picking, placing
from bocage.parts.stacks import first_of
from bocage.rules import HEXES, UNITS, Conditions, HexSet, Units, event, lacking, met, once, pure

from ..look import Play, StormingLook, members
from ..movement.entering import enter
from ..position import ALLIED, ARRIVING, DEAD, OTHER

if TYPE_CHECKING:
    from ...game import Storming

placed = event("arrival placed", "7.1.1", "{unit} arrives at {node}.", sort="arrival", unit=UNITS, node=HEXES)
forfeited = event("arrival forfeited", "7.1", "{unit} cannot be placed and is lost for good.", sort="loss", unit=UNITS)

Terms = tuple[int, ...]
ArrivingType = TypeVar("ArrivingType", bound=Arriving)


class Placement(OneByOne[ArrivingType]):
    """Units that wait are placed in any order, within stacking limits and at no cost (7.1.1, 5.1)."""

    still = "to come"
    choose: ClassVar[str] = "Choose a unit to place."

    # What each chapter says about its arrivals

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> Conditions:
        """The hexes by which a unit may enter now, whoever stands there."""
        raise NotImplementedError

    def terms(self, frame: ArrivingType) -> Terms:
        """What decides, beside the position, where units may enter."""
        return ()

    def way(self, look: StormingLook, frame: ArrivingType, node: int) -> str:
        """The case by which the unit in hand enters in a hex."""
        return self.rule

    def waiting(self, look: StormingLook, frame: ArrivingType) -> Units:
        return look.in_place(ARRIVING, frame.side)

    def pickable(self, look: StormingLook, frame: ArrivingType) -> Units:
        """The units that may be taken in hand."""
        return self.waiting(look, frame)

    def left_out(self, play: Play, frame: ArrivingType, unit: int) -> None:
        """A unit has not been placed when its segment ends: it is forfeited (7.1)."""
        play.put(unit, DEAD)
        forfeited(play, unit)

    def after(self, play: Play, frame: ArrivingType, node: int) -> ArrivingType:
        """The frame once the unit in hand has been placed in a hex."""
        return frame

    # The question

    def able(self, look: StormingLook, frame: ArrivingType) -> Units:
        return _able(look, self, self.pickable(look, frame), self.terms(frame))

    def why_must(self, look: StormingLook, units: Units) -> tuple[str, str]:
        return "7.1", f"entry may not be delayed: {some_units(look.game, members(units))} must be placed first"

    def idle(self, look: StormingLook, frame: ArrivingType) -> str:
        waiting = self.waiting(look, frame)
        if self.able(look, frame):
            return self.choose
        if waiting:
            back = ", or take a placement back" if frame.acted else ""
            return f"There is no hex where {some_units(look.game, members(waiting))} could enter now: go on{back}."
        return "Every unit is in its place: go on, or take a placement back."

    @placing("place", "")
    def place(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        game, unit, enemy, terms = look.game, frame.hand, OTHER[frame.side], self.terms(frame)
        first = first_of(self.pickable(look, frame) & _alike(game)[unit] or 1 << unit)
        yield game.in_play, game.map_rule, "that map sheet is not used in this scenario"
        gates = _gates(look, self, terms, first)
        yield gates, self.rule, lambda node: lacking(self.gates(look, terms, unit), node)
        name = "Allied" if enemy == ALLIED else "German"
        yield ~look.occupied(enemy), self.rule, f"there are {name} units in {{it}}"
        room = _room(look, self, terms, first)
        yield room, "5.1", lambda node: look.stacking_rule(node, unit)

    @place.does
    def _(self, play: Play, frame: ArrivingType, node: int) -> None:
        placed(play, frame.hand, node, rule=self.way(play.look, frame, node))
        after = self.after(play, frame, node)
        enter(play, (frame.hand,), (node,), moved=False)
        play.swap(replace(self.next_hand(play, after), acted=True))

    @picking("pick", "")
    def pick(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        game, position = look.game, look.position
        yield game.side_units[frame.side], self.rule, "{it} is not yours to place"
        yield ~position.on_board, self.rule, "{it} is on the map already"
        yield from self.away(look, frame)
        yield self.pickable(look, frame), self.rule, "{it} is not among the units that wait to be placed"
        yield self.able(look, frame), self.rule, lambda unit: self._why_no_room(look, frame, unit)

    def away(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        """Closer reasons why a unit off the map cannot be taken in hand."""
        yield from ()

    def _why_no_room(self, look: StormingLook, frame: ArrivingType, unit: int) -> tuple[str, str]:
        if met(self.gates(look, self.terms(frame), unit)) & ~look.occupied(OTHER[frame.side]):
            return "5.1", "every hex in which {it} could enter is full"
        return self.rule, "there is no hex in which {it} could enter now"

    def without(self, play: Play, frame: ArrivingType, unit: int) -> None:
        """A unit does not wait any more: the one in hand stays in hand, or the next is taken up."""
        after = replace(frame, acted=True)
        play.swap(self.next_hand(play, after) if frame.hand in (-1, unit) else after)


# Where there is room: units of one kind share their gates and the way in which they stack, so the first of a kind that
# waits is asked for all of them.


@once
def _gates(look: StormingLook, placement: Placement[Any], terms: Terms, unit: int) -> HexSet:
    return met(placement.gates(look, terms, unit))


@once
def _room(look: StormingLook, placement: Placement[Any], terms: Terms, unit: int) -> HexSet:
    """The hexes in which a unit could be placed now."""
    enemies = look.occupied(OTHER[look.counter(unit).side])
    return look.room(unit, _gates(look, placement, terms, unit) & ~enemies)


@once
def _able(look: StormingLook, placement: Placement[Any], waiting: Units, terms: Terms) -> Units:
    """Those waiting units for which there is a hex."""
    able = 0
    while waiting:
        first = first_of(waiting)
        alike = waiting & _alike(look.game)[first]
        if _room(look, placement, terms, first):
            able |= alike
        waiting ^= alike
    return able


@pure(1)
def _alike(game: Storming) -> tuple[Units, ...]:
    """Unit -> all units of its kind."""
    kinds = [(c.side, c.entry_place, c.nation, c.command, c.size, c.type) for c in game.counters]
    groups: dict[tuple[str, ...], Units] = {}
    for unit, kind in enumerate(kinds):
        groups[kind] = groups.get(kind, 0) | 1 << unit
    return tuple(groups[kind] for kind in kinds)


def some_units(game: Storming, units: Sequence[int], most: int = 5) -> str:
    """The names of the first few units, and how many there are beside them."""
    if len(units) <= most + 1:
        return game.named(UNITS, units)
    return f"{', '.join(game.unit_name(unit) for unit in units[:most])} and {len(units) - most} others"
