"""Allied Airborne and Air Landing units: operations, recovery, and the way back to England (17.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question
from bocage.hexes import HexSet

from ..elimination import leave_map
from ..look import Play, StormingLook, members
from ..position import ALLIED, ARRIVING, DROPPED, ENGLAND, GERMAN
from ..telling import hex_name, listed, unit_names
from . import coming_down
from .drop_zones import (
    Dropping,
    bans,
    can_drop,
    candidates,
    drop_hexes,
    fields,
    forbidden,
    in_range,
    in_strength,
    lonely_hexes,
)


class AirborneOperation(Question[Dropping]):
    """Units are given their drop hexes one by one; nothing is final before they jump (4.1.III.a.1, 17.9.3)."""

    name = "airborne operation"
    rule = "17.9.3"
    offers = ("drop", "drop at", "jump", "no drop")

    def begin(self, play: Play, side: str) -> Dropping:
        return Dropping(side)

    def keep(self, look: StormingLook, frame: Dropping) -> bool:
        return bool(frame.units)

    def text(self, look: StormingLook, frame: Dropping) -> str:
        if frame.hand >= 0:
            return f"Choose the hex where {look.counter(frame.hand).name} drops."
        if not frame.units:
            return "Choose an airborne unit in England for an Airborne Operation, or go on without one."
        plan = listed(
            [
                f"{look.counter(unit).name} at {hex_name(look.game, node)}"
                for unit, node in zip(frame.units, frame.hexes, strict=True)
            ]
        )
        if lonely_hexes(look, frame.hexes):
            return f"{plan}: each unit must land within two hexes of another. Choose the next unit."
        return f"{plan}: jump, or choose another unit."

    def answer(self, play: Play, frame: Dropping, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "drop":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
        elif action.verb == "at":
            units, hexes = (*frame.units, frame.hand), (*frame.hexes, action.index)
            play.swap(Dropping(frame.side, units=units, hexes=hexes))
        else:
            play.pop()
            _jump(play, frame)


def _jump(play: Play, frame: Dropping) -> None:
    """The operation is on: everyone is in the air, and who comes down on Germans comes down last."""
    position = play.position
    position.airborne_turns = (*position.airborne_turns, position.turn)
    position.air_support = 0  # 17.9.3.D: the transports need every escort
    play.tell("airborne operation", "17.9.3", frame.units, frame.hexes)
    for unit in frame.units:
        play.put(unit, ARRIVING)
        play.set_marks(unit, DROPPED)
    germans = play.game.look(position).occupied(GERMAN)
    plan = sorted(zip(frame.units, frame.hexes, strict=True), key=lambda drop: germans >> drop[1] & 1)
    play.push(coming_down.Landing(frame.side, tuple(unit for unit, _ in plan), tuple(node for _, node in plan)))


# Whether and by whom


def operation_allowed(look: StormingLook) -> bool:
    """May an Airborne Operation be launched on this turn (17.9.3.A, 17.9.3.B, 3.4.E.2)?"""
    numbers, position = look.game.rules.numbers, look.position
    flown = position.airborne_turns
    most = numbers["final_battles_airborne_operations" if look.game.scenario == "final" else "airborne_operations"]
    rested = all(position.turn - turn >= numbers["airborne_turns_apart"] for turn in flown)
    return look.game.data.turns[position.turn - 1].airborne and len(flown) < most and rested


def _allowed(look: StormingLook, frame: Dropping) -> int:
    return EVERYTHING if operation_allowed(look) else 0


def _airborne(look: StormingLook, frame: Dropping) -> int:
    return look.game.airborne_units


def _in_england(look: StormingLook, frame: Dropping) -> int:
    return look.in_place(ENGLAND, ALLIED)


def _not_planned(look: StormingLook, frame: Dropping) -> int:
    taken = sum(1 << unit for unit in frame.units)
    return ~(taken | 1 << frame.hand) if frame.hand >= 0 else ~taken


def _somewhere(look: StormingLook, frame: Dropping) -> int:
    return sum(1 << unit for unit in members(candidates(look, frame)) if can_drop(look, frame, unit))


# The clauses of a drop hex, in the book's order


def _in_hand(look: StormingLook, frame: Dropping) -> int:
    return EVERYTHING if frame.hand >= 0 else 0


def _one_each(look: StormingLook, frame: Dropping) -> HexSet:
    return ~sum(1 << node for node in frame.hexes)


def _within_range(look: StormingLook, frame: Dropping) -> HexSet:
    return in_range(look)


def _permitted(look: StormingLook, frame: Dropping) -> HexSet:
    closed = 0
    for _, hexes in forbidden(look):
        closed |= hexes
    return ~closed


def _explain_forbidden(look: StormingLook, frame: Dropping, node: int) -> tuple[str, str]:
    kind = next(name for name, hexes in forbidden(look) if hexes >> node & 1)
    return "17.9.3.E", f"nobody drops in {'an' if kind[0] in 'EUu' else 'a'} {kind} hex"


def _glider(look: StormingLook, frame: Dropping) -> HexSet:
    return fields(look) if look.counter(frame.hand).type == "airlanding" else EVERYTHING


def _open(look: StormingLook, frame: Dropping) -> HexSet:
    closed = 0
    for bar in bans(look, frame, frame.hand):
        closed |= bar.hexes
    return ~closed


def _explain_ban(look: StormingLook, frame: Dropping, node: int) -> tuple[str, str]:
    bar = next(bar for bar in bans(look, frame, frame.hand) if bar.hexes >> node & 1)
    return bar.rule, bar.why


def _room(look: StormingLook, frame: Dropping) -> HexSet:
    return look.room(frame.hand, look.game.board.all)


def _explain_room(look: StormingLook, frame: Dropping, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.stack(node), frame.hand))


def _spaced(look: StormingLook, frame: Dropping) -> HexSet:
    return drop_hexes(look, frame, frame.hand)


def _ready(look: StormingLook, frame: Dropping) -> int:
    return 1 if frame.units else 0


def _all_near(look: StormingLook, frame: Dropping) -> int:
    return 0 if lonely_hexes(look, frame.hexes) else 1


def _no_hand(look: StormingLook, frame: Dropping) -> int:
    return 1 if frame.hand < 0 else 0


def _nothing_planned(look: StormingLook, frame: Dropping) -> int:
    return 0 if frame.units else 1


class Recovering(Frame, frozen=True):
    """Units that dropped on an earlier turn may turn to their stronger side."""

    step: ClassVar[str] = "airborne recovery"
    side: str


class AirborneRecovery(Question[Recovering]):
    """Each unit in normal supply, if its owner wants it to (4.1.III.a.2, 17.9.4.C)."""

    name = "airborne recovery"
    rule = "17.9.4.C"
    offers = ("recover", "recover-all", "end recovery")

    def begin(self, play: Play, side: str) -> Recovering:
        return Recovering(side)

    def text(self, look: StormingLook, frame: Recovering) -> str:
        able = unit_names(look.game, members(_able(look)))
        return f"Airborne units in supply may turn to their regular side: {able}."

    def answer(self, play: Play, frame: Recovering, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        units = members(_able(play.game.look(play.position))) if action.verb == "recover-all" else [action.index]
        for unit in units:
            play.set_marks(unit, 0)
        play.tell("airborne recovered", "17.9.4.C", tuple(units))


def _dropped(look: StormingLook, frame: Recovering | None = None) -> int:
    units = members(look.position.on_board & look.game.airborne_units)
    return sum(1 << unit for unit in units if look.on_dropped_side(unit))


def _earlier(look: StormingLook, frame: Recovering) -> int:
    return ~look.position.dropped_now


def _in_supply(look: StormingLook, frame: Recovering | None = None) -> int:
    # On the turn of the drop nobody checks its supply, so the marker alone does not tell: the line is traced now.
    unmarked = members(_dropped(look) & ~look.position.oos & ~look.position.dropped_now)
    return sum(1 << unit for unit in unmarked if look.supplied(unit))


def _able(look: StormingLook) -> int:
    return _dropped(look) & ~look.position.dropped_now & _in_supply(look)


def _several(look: StormingLook, frame: Recovering) -> int:
    return 1 if _able(look).bit_count() > 1 else 0


class Embarking(Frame, frozen=True):
    """Airborne units may go back to England."""

    step: ClassVar[str] = "airborne withdrawal"
    side: str


class AirborneWithdrawal(Question[Embarking]):
    """From a beach or an Operational port, on a turn without an operation (4.1.III.a.3, 17.9.2.A)."""

    name = "airborne withdrawal"
    rule = "17.9.2.A"
    offers = ("withdraw to England", "end embarking")

    def begin(self, play: Play, side: str) -> Embarking:
        return Embarking(side)

    def text(self, look: StormingLook, frame: Embarking) -> str:
        return "Withdraw airborne units to the England Box, or go on."

    def answer(self, play: Play, frame: Embarking, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        leave_map(play, action.index, ENGLAND)
        play.tell("airborne withdrawn", "17.9.2.A", action.index)


def _landed(look: StormingLook, frame: Embarking) -> int:
    return look.game.airborne_units & look.position.on_board


def _mobile(look: StormingLook, frame: Embarking) -> int:
    return ~look.position.grounded


def _in_port(look: StormingLook, frame: Embarking) -> int:
    game = look.game
    ports = game.beach_hexes
    if look.cherbourg_operational():
        ports |= game.cherbourg
    if look.position.antwerpen_operational:
        ports |= game.antwerpen
    return look.units_in(ports, ALLIED)


def _always(look: StormingLook, frame: Frame) -> int:
    return 1


def _operation_told(game: Any, units: Sequence[int], hexes: Sequence[int]) -> str:
    drops = [f"{game.counters[unit].name} at {hex_name(game, node)}" for unit, node in zip(units, hexes, strict=True)]
    return f"Airborne Operation: {listed(drops)}."


FRAMES: tuple[type[Frame], ...] = (Dropping, Recovering, Embarking, *coming_down.FRAMES)
STEPS: tuple[Any, ...] = (AirborneOperation(), AirborneRecovery(), AirborneWithdrawal(), *coming_down.STEPS)
OFFERS: dict[str, Offer] = {
    "drop": Offer(
        "drop",
        "17.9.3",
        (
            Clause("airborne", "17.9.1", "{it} is not an Allied Airborne or Air Landing unit", _airborne),
            Clause(
                "england",
                "17.9.2",
                "{it} is not in the England Box, where a unit must be when the air phase begins",
                _in_england,
            ),
            Clause("turn", "17.9.3.B", "there is no Airborne Operation on this turn", _allowed),
            Clause("planned", "17.9.3", "{it} is chosen already", _not_planned),
            Clause("size", "17.9.3.C", "three divisions and one brigade at most drop in one operation", in_strength),
            Clause("somewhere", "17.9.3.E", "there is no hex where {it} could drop", _somewhere),
        ),
    ),
    "drop at": Offer(
        "at",
        "17.9.3.E",
        (
            Clause("hand", "17.9.3.E", "choose the unit that drops first", _in_hand),
            Clause("one", "17.9.3.E", "another unit drops in {it}: one for each hex", _one_each),
            Clause("range", "17.9.3.E", "no supplied Allied division is within eight hexes of {it}", _within_range),
            Clause("hex", "17.9.3.E", "", _permitted, _explain_forbidden),
            Clause(
                "glider", "17.9.3.E", "the Air Landing division drops in Clear hexes without an enemy only", _glider
            ),
            Clause("ban", "17.9.3.E", "", _open, _explain_ban),
            Clause("room", "17.9.3.E", "", _room, _explain_room),
            Clause(
                "near",
                "17.9.3.E",
                "each unit must land within two hexes of another one, and that would be impossible",
                _spaced,
            ),
        ),
    ),
    "jump": Offer(
        "jump",
        "17.9.3",
        (
            Clause("ready", "17.9.3", "choose the units and their hexes first", _ready),
            Clause("hand", "17.9.3", "choose the hex of the unit in hand first", _no_hand),
            Clause("near", "17.9.3.E", "each unit must land within two hexes of another one", _all_near),
        ),
    ),
    "no drop": Offer(
        "end", "17.9.3", (Clause("none", "17.9.3", "an operation is planned: jump, or take it back", _nothing_planned),)
    ),
    "recover": Offer(
        "recover",
        "17.9.4.C",
        (
            Clause("dropped", "17.9.4.C", "{it} is not on the map with its Dropped side up", _dropped),
            Clause("earlier", "17.9.4.C", "{it} dropped on this turn; it recovers on a later one", _earlier),
            Clause("supply", "17.9.4.C", "{it} is not in normal supply", _in_supply),
        ),
    ),
    "recover-all": Offer("recover-all", "17.9.4.C", (Clause("several", "17.9.4.C", "fewer than two can", _several),)),
    "end recovery": Offer("end", "17.9.4.C", (Clause("any", "17.9.4.C", "", _always),)),
    "withdraw to England": Offer(
        "withdraw",
        "17.9.2.A",
        (
            Clause("airborne", "17.9.2.A", "{it} is not an Airborne or Air Landing unit on the map", _landed),
            Clause("mobile", "9.2.B", "{it} is Grounded", _mobile),
            Clause("port", "17.9.2.A", "{it} is neither on a beach nor in an Operational port", _in_port),
        ),
    ),
    "end embarking": Offer("end", "17.9.2.A", (Clause("any", "17.9.2.A", "", _always),)),
    **coming_down.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("at", *coming_down.VERBS["hexes"]),
    "units": ("drop", "recover", "withdraw", *coming_down.VERBS["units"]),
    "plain": ("jump", "recover-all"),
}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "airborne operation": _operation_told,
    "airborne recovered": lambda game, units: (
        f"{unit_names(game, units)} {'turns' if len(units) == 1 else 'turn'} to the regular side."
    ),
    "airborne withdrawn": lambda game, unit: f"{game.counters[unit].name} withdraws to England.",
    **coming_down.SENTENCES,
}
