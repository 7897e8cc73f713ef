"""The Strategic Reserve and its counteroffensive (SR, CO).

The record says whether the reserve will return; it is secret. So the Germans are asked in every later turn, whatever it
says: nobody can tell a reserve that waits from one that never comes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ..elimination import leave_map
from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, CALENDAR, GERMAN, RESERVE, RETURNS, STAYS
from ..supply import ways
from ..telling import hex_name, unit_names
from .german import return_turn


class Deciding(Frame, frozen=True):
    """The Germans may withdraw the reserve, or bring it back."""

    step: ClassVar[str] = "strategic reserve"
    side: str


class StrategicReserve(Question[Deciding]):
    """Until turn 7: withdraw, with a sealed record. Later: the counteroffensive, or wait (SR.1, SR.4, CO.1)."""

    name = "strategic reserve"
    rule = "SR.1"
    offers = ("withdraw to return", "withdraw to stay", "counteroffensive", "no reserve")

    def begin(self, play: Play, side: str) -> Deciding:
        if play.position.reserve_turn:
            _join(play)
        return Deciding(side)

    def keep(self, look: RhineLook, frame: Deciding) -> bool:
        # With nothing but "wait" to say, silence would tell that the record forbids a return.
        return bool(look.position.reserve_turn)

    def case(self, look: RhineLook, frame: Deciding) -> str:
        return "CO.1" if look.position.reserve_turn else "SR.1"

    def text(self, look: RhineLook, frame: Deciding) -> str:
        if not look.position.reserve_turn:
            last = look.game.rules.numbers["reserve_last_turn"]
            return f"Withdraw the SS panzer divisions and their Tigers into a Strategic Reserve (until turn {last})?"
        if look.position.reserve_record == STAYS:
            return "The Strategic Reserve stays out of the game, as you recorded; the Allies do not know it."
        return "Does the Strategic Reserve come back for a counteroffensive now?"

    def answer(self, play: Play, frame: Deciding, action: Action) -> None:
        position, game = play.position, play.game
        play.pop()
        if action.verb == "counteroffensive":
            position.reserve_back = True
            play.tell("counteroffensive", "CO.1")
            if position.stacks.get(RESERVE):
                play.push(Returning(frame.side))
        elif action.verb in ("withdraw-to-return", "withdraw-to-stay"):
            position.reserve_turn = position.turn
            position.reserve_record = RETURNS if action.verb == "withdraw-to-return" else STAYS
            units = members(game.reserve_units & position.on_board)
            for unit in units:
                leave_map(play, unit, RESERVE)
            play.tell("reserve withdrawn", "SR.1", tuple(units))
            play.tell("reserve record", "SR.4", position.reserve_record, eyes=(GERMAN,))
            _join(play)


def _join(play: Play) -> None:
    """Eliminated units of the reserve stay on the calendar until they could return, and then are in it (SR.3, R56)."""
    position, game = play.position, play.game
    look: RhineLook = game.look(position)
    lost = members(look.in_place(CALENDAR) & game.reserve_units)
    units = [unit for unit in lost if position.turn >= return_turn(look, unit)]
    if not units:
        return
    names = {game.unit_ids[unit] for unit in units}
    position.lost_turn = {name: turn for name, turn in position.lost_turn.items() if name not in names}
    for unit in units:
        play.put(unit, RESERVE)
    play.tell("reserve joined", "SR.3", tuple(units))


class Returning(Frame, frozen=True):
    """The reserve comes back, unit by unit; `hand` is the one to be placed now."""

    step: ClassVar[str] = "reserve placement"
    side: str
    hand: UnitNumber = -1


class ReservePlacement(Question[Returning]):
    """On any hex in German supply, ready to move and attack (CO.1)."""

    name = "reserve placement"
    rule = "CO.1"
    offers = ("place reserve", "pick reserve", "leave reserve")

    def text(self, look: RhineLook, frame: Returning) -> str:
        if frame.hand >= 0:
            return f"Place {look.game.counters[frame.hand].name} on any hex in German supply."
        return "Choose the next unit of the Strategic Reserve to place."

    def answer(self, play: Play, frame: Returning, action: Action) -> None:
        if action.verb == "pick":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
            return
        if action.verb == "end":
            play.pop()
            return
        enter(play, frame.hand, (action.index,))
        play.tell("reserve placed", "CO.1", frame.hand, action.index)
        if play.position.stacks.get(RESERVE):
            play.swap(Returning(frame.side))
        else:
            play.pop()


def homes(look: RhineLook, unit: int) -> HexSet:
    """Hexes in German supply where a unit fits."""
    hexes = ways.german_supply(look) & ~look.barred(GERMAN) & ~look.occupied(ALLIED)
    taken = hexes & look.occupied(GERMAN)
    for node in look.game.board.nodes(taken):
        if not look.room(unit, node):
            hexes &= ~(1 << node)
    return hexes


def _in_hand(look: RhineLook, frame: Returning) -> HexSet:
    return -1 if frame.hand >= 0 else 0


def _supplied(look: RhineLook, frame: Returning) -> HexSet:
    return ways.german_supply(look)


def _free(look: RhineLook, frame: Returning) -> HexSet:
    return homes(look, frame.hand) if frame.hand >= 0 else 0


def _waiting(look: RhineLook, frame: Returning) -> int:
    return look.in_place(RESERVE)


def _not_in_hand(look: RhineLook, frame: Returning) -> int:
    return ~(1 << frame.hand) if frame.hand >= 0 else -1


def _no_room_for_any(look: RhineLook, frame: Returning) -> int:
    return int(not any(homes(look, unit) for unit in members(look.in_place(RESERVE))))


def _not_yet(look: RhineLook, frame: Deciding) -> int:
    return int(not look.position.reserve_turn)


def _in_time(look: RhineLook, frame: Deciding) -> int:
    return int(look.position.turn <= look.game.rules.numbers["reserve_last_turn"])


def _someone(look: RhineLook, frame: Deciding) -> int:
    return int(bool(look.game.reserve_units & look.position.on_board))


def _out(look: RhineLook, frame: Deciding) -> int:
    return int(bool(look.position.reserve_turn) and not look.position.reserve_back)


def _recorded(look: RhineLook, frame: Deciding) -> int:
    return int(look.position.reserve_record == RETURNS)


def _room(look: RhineLook, frame: Deciding) -> int:
    units = members(look.in_place(RESERVE))
    return int(all(homes(look, unit) for unit in units))


def _always(look: RhineLook, frame: Any) -> int:
    return 1


_WITHDRAWAL = (
    Clause("once", "SR.1", "the Strategic Reserve has been withdrawn already", _not_yet),
    Clause("time", "SR.1", "it is too late to withdraw a Strategic Reserve", _in_time),
    Clause("units", "SR.1", "none of its units is on the map", _someone),
)

FRAMES: tuple[type[Frame], ...] = (Deciding, Returning)
STEPS: tuple[Any, ...] = (StrategicReserve(), ReservePlacement())
OFFERS: dict[str, Offer] = {
    "withdraw to return": Offer("withdraw-to-return", "SR.4", _WITHDRAWAL),
    "withdraw to stay": Offer("withdraw-to-stay", "SR.4", _WITHDRAWAL),
    "counteroffensive": Offer(
        "counteroffensive",
        "CO.1",
        (
            Clause("out", "CO.1", "there is no Strategic Reserve off the map", _out),
            Clause("record", "SR.4", "you recorded that the reserve will not return", _recorded),
            Clause("room", "CO.1", "there is no supplied hex with room for it", _room),
        ),
    ),
    "no reserve": Offer("wait", "SR.1", (Clause("any", "SR.1", "", _always),)),
    "place reserve": Offer(
        "place",
        "CO.1",
        (
            Clause("hand", "CO.1", "choose first which unit of the Strategic Reserve is placed", _in_hand),
            Clause("supply", "CO.1", "{it} is not in German supply", _supplied),
            Clause("room", "STK.1", "there is no room in {it}", _free),
        ),
    ),
    "pick reserve": Offer(
        "pick",
        "CO.1",
        (
            Clause("reserve", "CO.1", "{it} is not in the Strategic Reserve", _waiting),
            Clause("other", "CO.1", "{it} is in hand already", _not_in_hand),
        ),
    ),
    "leave reserve": Offer(
        "end", "CO.1", (Clause("full", "CO.1", "the whole reserve comes back together", _no_room_for_any),)
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("place",),
    "units": ("pick",),
    "plain": ("withdraw-to-return", "withdraw-to-stay", "counteroffensive", "wait"),
}


def _withdrawn(game: Any, units: tuple[int, ...]) -> str:
    return f"{unit_names(game, units)} withdraw into the Strategic Reserve; whether it will return is under seal."


def _joined(game: Any, units: tuple[int, ...]) -> str:
    words = "goes" if len(units) == 1 else "go"
    return f"{unit_names(game, units)} {words} from the calendar into the Strategic Reserve."


SENTENCES: Mapping[str, Callable[..., str]] = {
    "reserve withdrawn": _withdrawn,
    "reserve joined": _joined,
    "reserve record": lambda game, record: (
        "Your record: the reserve will return." if record == RETURNS else "Your record: the reserve stays out."
    ),
    "counteroffensive": lambda game: "The Strategic Reserve returns: the counteroffensive begins!",
    "reserve placed": lambda game, unit, node: f"{game.counters[unit].name} comes back at {hex_name(game, node)}.",
}
