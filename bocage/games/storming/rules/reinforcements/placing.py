"""Placing arrivals: the units that wait are taken in hand one by one and set down where their case allows (7.1.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..look import Play, StormingLook, members
from ..movement.entering import enter
from ..position import ALLIED, ARRIVING, DEAD, OTHER
from ..telling import hex_name, some_units


class Arriving(Frame, frozen=True):
    """Units wait to be placed; `hand` is the one for which a hex is chosen next."""

    side: str
    hand: UnitNumber = -1
    acted: bool = False  # something was placed: the end is asked for, so that undo stays open


ArrivingType = TypeVar("ArrivingType", bound=Arriving)


class Placement(Question[ArrivingType]):
    """Units that wait are placed in any order, within stacking limits and at no cost (7.1.1, 5.1)."""

    # What each chapter says about its arrivals

    def gates(self, look: StormingLook, frame: ArrivingType, unit: int) -> HexSet:
        """The hexes by which a unit may enter now, whoever stands there."""
        raise NotImplementedError

    def why_no_gate(self, look: StormingLook, frame: ArrivingType, unit: int, node: int) -> tuple[str, str]:
        """The case against a hex that is not among the gates."""
        raise NotImplementedError

    def way(self, look: StormingLook, frame: ArrivingType, unit: int, node: int) -> str:
        """The case by which a unit enters in a hex."""
        return self.rule

    def waiting(self, look: StormingLook, frame: ArrivingType) -> int:
        """The units that may be taken in hand."""
        return look.in_place(ARRIVING, frame.side)

    def why_not_waiting(self, look: StormingLook, frame: ArrivingType, unit: int) -> tuple[str, str]:
        """The case against taking a unit in hand that does not wait."""
        if look.position.units[unit].at >= 0:
            return self.rule, "{it} is on the map already"
        return self.rule, "{it} is not among the units that wait to be placed"

    def must(self, look: StormingLook, frame: ArrivingType) -> int:
        """The units that have to be placed if there is room for them: entry may not be delayed (7.1)."""
        return look.in_place(ARRIVING, frame.side)

    def left_out(self, play: Play, frame: ArrivingType, unit: int) -> None:
        """A unit has not been placed when its segment ends: it is forfeited (7.1)."""
        play.put(unit, DEAD)
        play.tell("arrival forfeited", "7.1", unit)

    def after(self, play: Play, frame: ArrivingType, node: int) -> ArrivingType:
        """The frame once the unit in hand has been placed in a hex."""
        return frame

    def finish(self, play: Play, frame: ArrivingType) -> None:
        """Everybody has been placed or left out."""

    # The question

    def keep(self, look: StormingLook, frame: ArrivingType) -> bool:
        return frame.acted

    def where(self, look: StormingLook, frame: ArrivingType, unit: int) -> str:
        """Where a unit enters, in words."""
        raise NotImplementedError

    def text(self, look: StormingLook, frame: ArrivingType) -> str:
        waiting = look.in_place(ARRIVING, frame.side)
        if frame.hand >= 0:
            others = (waiting & ~(1 << frame.hand)).bit_count()
            more = f"; {others} more to come" if others else ""
            return f"Place {look.counter(frame.hand).name} {self.where(look, frame, frame.hand)}{more}."
        if self.waiting(look, frame) & _with_room(look, frame):
            return self.idle(look, frame)
        if waiting:
            back = ", or take a placement back" if frame.acted else ""
            return f"There is no hex where {some_units(look.game, members(waiting))} could enter now: go on{back}."
        return "Every unit is in its place: go on, or take a placement back."

    def idle(self, look: StormingLook, frame: ArrivingType) -> str:
        """The question while units wait but none is in hand."""
        return "Choose a unit to place."

    def answer(self, play: Play, frame: ArrivingType, action: Action) -> None:
        if action.verb == "pick":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
        elif action.verb == "place":
            look = play.game.look(play.position)
            unit, node = frame.hand, action.index
            play.tell("arrival placed", self.way(look, frame, unit, node), unit, node)
            after = self.after(play, frame, node)
            enter(play, (unit,), (node,), moved=False)
            play.swap(self.next_hand(play, after))
        else:
            play.pop()
            for unit in members(play.game.look(play.position).in_place(ARRIVING, frame.side)):
                self.left_out(play, frame, unit)
            self.finish(play, frame)

    def begin_placing(self, play: Play, frame: ArrivingType) -> None:
        """Ask for the placing of whoever waits, with the first unit that can enter in hand."""
        play.push(self.next_hand(play, frame, acted=False))

    def next_hand(self, play: Play, frame: ArrivingType, acted: bool = True) -> ArrivingType:
        """The frame with the next unit in hand that has room somewhere."""
        look = play.game.look(play.position)
        able = look.in_place(ARRIVING, frame.side)
        if able:
            able &= _with_room(look, frame)
        hand = (able & -able).bit_length() - 1
        return msgspec.structs.replace(frame, hand=hand, acted=acted)


def _step(look: StormingLook, frame: Arriving) -> Placement[Any]:
    found: Placement[Any] = look.game.steps[frame.step]  # type: ignore[assignment]
    return found


class _Found:
    """What several clauses of one question need: gates and room by kind of unit, and who has room at all."""

    __slots__ = ("able", "gates", "open", "room")

    def __init__(self) -> None:
        self.open: dict[str, HexSet] = {}
        self.gates: dict[int, HexSet] = {}
        self.room: dict[int, HexSet] = {}
        self.able: int | None = None


def _found(look: StormingLook) -> _Found:
    if look.memo is None:
        look.memo = _Found()
    found: _Found = look.memo
    return found


def open_hexes(look: StormingLook, nation: str, find: Callable[[], HexSet]) -> HexSet:
    """The hexes that are open to a nation, looked for once for a question."""
    known = _found(look).open
    if nation not in known:
        known[nation] = find()
    return known[nation]


def _kinds(look: StormingLook) -> tuple[int, ...]:
    """Unit -> the first unit of its kind: units of one kind share their gates and the way in which they stack."""
    memo = look.game.memo
    key = ("kinds of arrivals",)
    if key not in memo:
        first: dict[tuple[str, ...], int] = {}
        memo[key] = tuple(
            first.setdefault(
                (counter.side, counter.entry_place, counter.nation, counter.command, counter.size, counter.type), unit
            )
            for unit, counter in enumerate(look.game.counters)
        )
    kinds: tuple[int, ...] = memo[key]
    return kinds


def _alike(look: StormingLook) -> dict[int, int]:
    """The first unit of a kind -> all units of that kind."""
    memo = look.game.memo
    key = ("units of a kind",)
    if key not in memo:
        groups: dict[int, int] = {}
        for unit, kind in enumerate(_kinds(look)):
            groups[kind] = groups.get(kind, 0) | 1 << unit
        memo[key] = groups
    alike: dict[int, int] = memo[key]
    return alike


def gates_for(look: StormingLook, frame: Arriving, unit: int) -> HexSet:
    """The hexes by which a unit may enter now, whoever stands there."""
    gates, kind = _found(look).gates, _kinds(look)[unit]
    if kind not in gates:
        gates[kind] = _step(look, frame).gates(look, frame, unit)
    return gates[kind]


def room_for(look: StormingLook, frame: Arriving, unit: int) -> HexSet:
    """The hexes in which a unit could be placed now."""
    room, kind = _found(look).room, _kinds(look)[unit]
    if kind not in room:
        room[kind] = look.room(unit, gates_for(look, frame, unit) & ~look.occupied(OTHER[frame.side]))
    return room[kind]


def _with_room(look: StormingLook, frame: Arriving) -> int:
    """Those waiting units for which there is a hex."""
    found = _found(look)
    if found.able is None:
        able = 0
        waiting = _step(look, frame).waiting(look, frame)
        while waiting:
            # One question to each kind: the others of the kind have room where the first has.
            unit = (waiting & -waiting).bit_length() - 1
            alike = waiting & _alike(look)[_kinds(look)[unit]]
            if room_for(look, frame, unit):
                able |= alike
            waiting ^= alike
        found.able = able
    return found.able


# Clauses


def _waiting(look: StormingLook, frame: Arriving) -> int:
    return _step(look, frame).waiting(look, frame)


def _explain_waiting(look: StormingLook, frame: Arriving, unit: int) -> tuple[str, str]:
    step = _step(look, frame)
    if look.counter(unit).side != frame.side:
        return step.rule, "{it} is not yours to place"
    return step.why_not_waiting(look, frame, unit)


def _not_in_hand(look: StormingLook, frame: Arriving) -> int:
    return -1 if frame.hand < 0 else ~(1 << frame.hand)


def _explain_no_room(look: StormingLook, frame: Arriving, unit: int) -> tuple[str, str]:
    if gates_for(look, frame, unit) & ~look.occupied(OTHER[frame.side]):
        return "5.1", "every hex in which {it} could enter is full"
    return _step(look, frame).rule, "there is no hex in which {it} could enter now"


def _hand_taken(look: StormingLook, frame: Arriving) -> int:
    return -1 if frame.hand >= 0 else 0


def _gates(look: StormingLook, frame: Arriving) -> HexSet:
    return gates_for(look, frame, frame.hand)


def _explain_gate(look: StormingLook, frame: Arriving, node: int) -> tuple[str, str]:
    if not look.game.in_play >> node & 1:
        return look.game.map_rule, "that map sheet is not used in this scenario"
    return _step(look, frame).why_no_gate(look, frame, frame.hand, node)


def _no_enemy(look: StormingLook, frame: Arriving) -> HexSet:
    return ~look.occupied(OTHER[frame.side])


def _explain_enemy(look: StormingLook, frame: Arriving, node: int) -> tuple[str, str]:
    enemy = "German" if frame.side == ALLIED else "Allied"
    return _step(look, frame).rule, f"there are {enemy} units in {{it}}"


def _room(look: StormingLook, frame: Arriving) -> HexSet:
    return room_for(look, frame, frame.hand)


def _explain_room(look: StormingLook, frame: Arriving, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.stack(node), frame.hand))


def _nobody_must(look: StormingLook, frame: Arriving) -> int:
    must = _step(look, frame).must(look, frame)
    return 0 if must and must & _with_room(look, frame) else 1


def _explain_must(look: StormingLook, frame: Arriving, index: int) -> tuple[str, str]:
    units = members(_step(look, frame).must(look, frame) & _with_room(look, frame))
    return "7.1", f"entry may not be delayed: {some_units(look.game, units)} must be placed first"


def offers(whose: str, rule: str) -> dict[str, Offer]:
    """The offers of one question: `pick`, `place` and `end`, named after whose arrivals they are for."""
    return {
        f"pick {whose}": Offer(
            "pick",
            rule,
            (
                Clause("waiting", rule, "", _waiting, _explain_waiting),
                Clause("hand", rule, "{it} is in hand already: say where it is placed", _not_in_hand),
                Clause("room", rule, "", _with_room, _explain_no_room),
            ),
        ),
        f"place {whose}": Offer(
            "place",
            rule,
            (
                Clause("hand", rule, "choose first which unit is placed", _hand_taken),
                Clause("gate", rule, "", _gates, _explain_gate),
                Clause("enemy", rule, "", _no_enemy, _explain_enemy),
                Clause("room", "5.1", "", _room, _explain_room),
            ),
        ),
        f"end {whose}": Offer("end", rule, (Clause("must", "7.1", "", _nobody_must, _explain_must),)),
    }


SENTENCES: Mapping[str, Callable[..., str]] = {
    "arrival placed": lambda game, unit, node: f"{game.counters[unit].name} arrives at {hex_name(game, node)}.",
    "arrival forfeited": lambda game, unit: f"{game.counters[unit].name} cannot be placed and is lost for good.",
}
