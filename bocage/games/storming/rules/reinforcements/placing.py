"""Placing arrivals: the units that wait are taken in hand one by one and set down where their case allows (7.1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Choice,
    Conditions,
    Frame,
    HexSet,
    Question,
    UnitNumber,
    Units,
    event,
    offer,
    once,
    provided,
    pure,
)

from ..look import Play, StormingLook, members
from ..movement.entering import enter
from ..position import ALLIED, ARRIVING, DEAD, OTHER

if TYPE_CHECKING:
    from ...game import Storming

placed = event("arrival placed", "7.1.1", "{unit} arrives at {node}.", sort="arrival", unit=UNITS, node=HEXES)
forfeited = event("arrival forfeited", "7.1", "{unit} cannot be placed and is lost for good.", sort="loss", unit=UNITS)

Terms = tuple[int, ...]


class Arriving(Frame, frozen=True):
    """Units wait to be placed; `hand` is the one for which a hex is chosen next."""

    side: str
    hand: UnitNumber = -1
    acted: bool = False  # something was placed: the end is asked for, so that undo stays open

    @property
    def terms(self) -> Terms:
        """What decides, beside the position, where units may enter."""
        return ()


ArrivingType = TypeVar("ArrivingType", bound=Arriving)


def _rule(look: StormingLook, frame: Arriving) -> str:
    return _placement(look.game, frame).rule


def _placement(game: Storming, frame: Arriving) -> Placement[Any]:
    step = game.steps[frame.step]
    assert isinstance(step, Placement)
    return step


class Placement(Question[ArrivingType]):
    """Units that wait are placed in any order, within stacking limits and at no cost (7.1.1, 5.1)."""

    # What each chapter says about its arrivals

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> HexSet:
        """The hexes by which a unit may enter now, whoever stands there."""
        raise NotImplementedError

    def why_no_gate(self, look: StormingLook, frame: ArrivingType, unit: int, node: int) -> tuple[str, str]:
        """The case against a hex that is not among the gates."""
        raise NotImplementedError

    def where(self, look: StormingLook, frame: ArrivingType, unit: int) -> str:
        """Where a unit enters, in words."""
        raise NotImplementedError

    def way(self, look: StormingLook, frame: ArrivingType, unit: int, node: int) -> str:
        """The case by which a unit enters in a hex."""
        return self.rule

    def waiting(self, look: StormingLook, side: str) -> Units:
        """The units that may be taken in hand."""
        return look.in_place(ARRIVING, side)

    def why_not_waiting(self, look: StormingLook, frame: ArrivingType, unit: int) -> tuple[str, str]:
        """The case against taking a unit in hand that does not wait."""
        if look.counter(unit).side != frame.side:
            return self.rule, "{it} is not yours to place"
        if look.position.units[unit].at >= 0:
            return self.rule, "{it} is on the map already"
        return self.rule, "{it} is not among the units that wait to be placed"

    def must(self, look: StormingLook, frame: ArrivingType) -> Units:
        """The units that have to be placed if there is room for them: entry may not be delayed (7.1)."""
        return look.in_place(ARRIVING, frame.side)

    def left_out(self, play: Play, frame: ArrivingType, unit: int) -> None:
        """A unit has not been placed when its segment ends: it is forfeited (7.1)."""
        play.put(unit, DEAD)
        forfeited(play, unit)

    def after(self, play: Play, frame: ArrivingType, node: int) -> ArrivingType:
        """The frame once the unit in hand has been placed in a hex."""
        return frame

    def finish(self, play: Play, frame: ArrivingType) -> None:
        """Everybody has been placed or left out."""

    def idle(self, look: StormingLook, frame: ArrivingType) -> str:
        """The question while units wait but none is in hand."""
        return "Choose a unit to place."

    # The question

    def keep(self, look: StormingLook, frame: ArrivingType) -> bool:
        return frame.acted

    def hand(self, look: StormingLook, frame: ArrivingType) -> Units:
        return 1 << frame.hand if frame.hand >= 0 else 0

    def text(self, look: StormingLook, frame: ArrivingType) -> str:
        waiting = look.in_place(ARRIVING, frame.side)
        if frame.hand >= 0:
            others = (waiting & ~(1 << frame.hand)).bit_count()
            more = f"; {others} more to come" if others else ""
            return f"Place {look.counter(frame.hand).name} {self.where(look, frame, frame.hand)}{more}."
        if _able(look, self, frame.side, frame.terms):
            return self.idle(look, frame)
        if waiting:
            back = ", or take a placement back" if frame.acted else ""
            return f"There is no hex where {some_units(look.game, members(waiting))} could enter now: go on{back}."
        return "Every unit is in its place: go on, or take a placement back."

    @offer("place", HEXES, _rule)
    def place(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        game, unit, enemy = look.game, frame.hand, OTHER[frame.side]
        yield provided(unit >= 0), self.rule, "choose first which unit is placed"
        first = _first_alike(game, unit, self.waiting(look, frame.side))
        yield game.in_play, game.map_rule, "that map sheet is not used in this scenario"
        gates = _gates(look, self, frame.terms, first)
        yield gates, self.rule, lambda node: self.why_no_gate(look, frame, unit, node)
        name = "Allied" if enemy == ALLIED else "German"
        yield ~look.occupied(enemy), self.rule, f"there are {name} units in {{it}}"
        room = _room(look, self, frame.terms, first)
        yield room, "5.1", lambda node: look.stacking_rule(node, unit)

    @place.does
    def _(self, play: Play, frame: ArrivingType, node: int) -> None:
        placed(play, frame.hand, node, rule=self.way(play.look, frame, frame.hand, node))
        after = self.after(play, frame, node)
        enter(play, (frame.hand,), (node,), moved=False)
        play.swap(self.next_hand(play, after))

    @offer("pick", UNITS, _rule)
    def pick(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        yield self.waiting(look, frame.side), self.rule, lambda unit: self.why_not_waiting(look, frame, unit)
        yield ~self.hand(look, frame), self.rule, "{it} is in hand already: say where it is placed"
        able = _able(look, self, frame.side, frame.terms)
        yield able, self.rule, lambda unit: self._why_no_room(look, frame, unit)

    @pick.does
    def _(self, play: Play, frame: ArrivingType, unit: int) -> None:
        play.swap(msgspec.structs.replace(frame, hand=unit))

    def _why_no_room(self, look: StormingLook, frame: ArrivingType, unit: int) -> tuple[str, str]:
        if self.gates(look, frame.terms, unit) & ~look.occupied(OTHER[frame.side]):
            return "5.1", "every hex in which {it} could enter is full"
        return self.rule, "there is no hex in which {it} could enter now"

    def all_placed(self, look: StormingLook, frame: ArrivingType) -> Conditions:
        """The conditions of the end: nobody is left who must be placed and has room (7.1)."""
        must = self.must(look, frame)
        left = must and must & _able(look, self, frame.side, frame.terms)
        why = "entry may not be delayed: {} must be placed first"
        yield not left, "7.1", lambda _: why.format(some_units(look.game, members(left)))

    def go_on(self, play: Play, frame: ArrivingType, _: int) -> None:
        """The segment ends: whoever still waits is left out."""
        play.pop()
        for unit in members(play.look.in_place(ARRIVING, frame.side)):
            self.left_out(play, frame, unit)
        self.finish(play, frame)

    def without(self, play: Play, frame: ArrivingType, unit: int) -> None:
        """A unit does not wait any more: the one in hand stays in hand, or the next is taken up."""
        after = self.next_hand(play, frame)
        if frame.hand not in (-1, unit):
            after = msgspec.structs.replace(after, hand=frame.hand)
        play.swap(after)

    def next_hand(self, play: Play, frame: ArrivingType, acted: bool = True) -> ArrivingType:
        """The frame with the next unit in hand that has room somewhere."""
        look = play.look
        able = look.in_place(ARRIVING, frame.side)
        if able:
            able &= _able(look, self, frame.side, frame.terms)
        return msgspec.structs.replace(frame, hand=(able & -able).bit_length() - 1, acted=acted)


def ended(label: str, words: str) -> Choice:
    """The end of a placement, the last of its offers: what stands on its button, and what it means."""
    made = offer("end", PLAIN, _rule, label, words)(Placement.all_placed)
    made.does(Placement.go_on)
    return made


def begin_placing(play: Play, frame: Arriving) -> None:
    """Ask for the placing of whoever waits, with the first unit that can enter in hand."""
    play.push(_placement(play.game, frame).next_hand(play, frame, acted=False))


# Where there is room: units of one kind share their gates and the way in which they stack, so the first of a kind that
# waits is asked for all of them.


@once
def _gates(look: StormingLook, placement: Placement[Any], terms: Terms, unit: int) -> HexSet:
    return placement.gates(look, terms, unit)


@once
def _room(look: StormingLook, placement: Placement[Any], terms: Terms, unit: int) -> HexSet:
    """The hexes in which a unit could be placed now."""
    enemies = look.occupied(OTHER[look.counter(unit).side])
    return look.room(unit, _gates(look, placement, terms, unit) & ~enemies)


@once
def _able(look: StormingLook, placement: Placement[Any], side: str, terms: Terms) -> Units:
    """Those waiting units for which there is a hex."""
    able, waiting = 0, placement.waiting(look, side)
    while waiting:
        first = (waiting & -waiting).bit_length() - 1
        alike = waiting & _alike(look.game)[first]
        if _room(look, placement, terms, first):
            able |= alike
        waiting ^= alike
    return able


def _first_alike(game: Storming, unit: int, waiting: Units) -> int:
    """The first unit of a unit's kind that waits."""
    alike = waiting & _alike(game)[unit] or 1 << unit
    return (alike & -alike).bit_length() - 1


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
