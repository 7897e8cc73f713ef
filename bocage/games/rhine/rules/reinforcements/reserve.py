"""The Strategic Reserve and its counteroffensive (SR, CO).

The record says whether the reserve will return; it is secret. So the Germans are asked in every later turn, whatever it
says: nobody can tell a reserve that waits from one that never comes (ruling R30).
"""

from __future__ import annotations

from bocage.parts.placing import Handling, InHand, picking, placing
from bocage.rules import HEXES, PLAIN, UNITS, Choice, Conditions, HexSet, OfSide, Question, event, going_on, offer, once

from ..elimination import leave_map
from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, CALENDAR, GERMAN, RESERVE, RETURNS, STAYS
from ..supply import ways
from .german import return_turn

withdrawn = event(
    "reserve withdrawn", "SR.1",
    "{units} withdraw into the Strategic Reserve; whether it will return is under seal.", units=UNITS,
)  # fmt: skip
joined = event(
    "reserve joined", "SR.3", "{units} {units:goes|go} from the calendar into the Strategic Reserve.", units=UNITS
)
recorded = event(
    "reserve record", "SR.4",
    lambda game, record: f"Your record: the reserve {'will return' if record == RETURNS else 'stays out'}.",
    side=GERMAN,
)  # fmt: skip
returns = event("counteroffensive", "CO.1", "The Strategic Reserve returns: the counteroffensive begins!", side=GERMAN)
comes_back = event("reserve placed", "CO.1", "{unit} comes back at {node}.", sort="arrival", unit=UNITS, node=HEXES)


def _withdrawing(verb: str, record: str, words: str) -> Choice:
    """The offer that withdraws the reserve with a sealed record."""
    made = offer(verb, PLAIN, "SR.4", words=words)(lambda step, look, frame: _withdrawable(look))
    made.does(lambda step, play, frame, _: _withdraw(play, record))
    return made


class StrategicReserve(Question[OfSide]):
    """Until turn 7: withdraw, with a sealed record. Later: the counteroffensive, or wait (SR.1, SR.4, CO.1)."""

    name, rule = "strategic reserve", "SR.1"

    def begin(self, play: Play, side: str) -> OfSide:
        if play.position.reserve_turn:
            _join(play)
        return super().begin(play, side)

    def keep(self, look: RhineLook, frame: OfSide) -> bool:
        # With nothing but "wait" to say, silence would tell that the record forbids a return.
        return bool(look.position.reserve_turn)

    def case(self, look: RhineLook, frame: OfSide) -> str:
        return "CO.1" if look.position.reserve_turn else "SR.1"

    def text(self, look: RhineLook, frame: OfSide) -> str:
        if not look.position.reserve_turn:
            last = look.game.rules.numbers["reserve_last_turn"]
            return f"Withdraw the SS panzer divisions and their Tigers into a Strategic Reserve (until turn {last})?"
        if look.position.reserve_record == STAYS:
            return "The Strategic Reserve stays out of the game, as you recorded; the Allies do not know it."
        return "Does the Strategic Reserve come back for a counteroffensive now?"

    to_return = _withdrawing("withdraw-to-return", RETURNS, "withdraw it; sealed record: it will return")
    to_stay = _withdrawing("withdraw-to-stay", STAYS, "withdraw it; sealed record: it will not return")

    @offer("counteroffensive", PLAIN, "CO.1", words="the Strategic Reserve returns now")
    def counteroffensive(self, look: RhineLook, frame: OfSide) -> Conditions:
        position = look.position
        out = bool(position.reserve_turn) and not position.reserve_back
        yield out, "CO.1", "there is no Strategic Reserve off the map"
        yield position.reserve_record == RETURNS, "SR.4", "you recorded that the reserve will not return"
        # It comes back all together (ruling R30).
        room = all(homes(look, unit) for unit in members(look.in_place(RESERVE)))
        yield room, "CO.1", "there is no supplied hex with room for it"

    @counteroffensive.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        play.position.reserve_back = True
        returns(play)
        if play.position.stacks.get(RESERVE):
            play.start("reserve placement", frame.side)

    wait = going_on("SR.1", words="not now", verb="wait")


def _withdrawable(look: RhineLook) -> Conditions:
    position = look.position
    yield not position.reserve_turn, "SR.1", "the Strategic Reserve has been withdrawn already"
    in_time = position.turn <= look.game.rules.numbers["reserve_last_turn"]
    yield in_time, "SR.1", "it is too late to withdraw a Strategic Reserve"
    yield bool(look.game.reserve_units & position.on_board), "SR.1", "none of its units is on the map"  # R56


def _withdraw(play: Play, record: str) -> None:
    position = play.position
    play.pop()
    position.reserve_turn = position.turn
    position.reserve_record = record
    units = members(play.game.reserve_units & position.on_board)
    for unit in units:
        leave_map(play, unit, RESERVE)
    withdrawn(play, tuple(units))
    recorded(play, record, eyes=(GERMAN,))
    _join(play)


def _join(play: Play) -> None:
    """Eliminated units of the reserve stay on the calendar until they could return, and then are in it (SR.3, R56)."""
    position, game, look = play.position, play.game, play.look
    lost = members(look.in_place(CALENDAR) & game.reserve_units)
    units = [unit for unit in lost if position.turn >= return_turn(look, unit)]
    if not units:
        return
    names = {game.unit_ids[unit] for unit in units}
    position.lost_turn = {name: turn for name, turn in position.lost_turn.items() if name not in names}
    for unit in units:
        play.put(unit, RESERVE)
    joined(play, tuple(units))


class ReservePlacement(Handling[InHand]):
    """On any hex in German supply, ready to move and attack (CO.1)."""

    name, rule = "reserve placement", "CO.1"

    def text(self, look: RhineLook, frame: InHand) -> str:
        if frame.hand >= 0:
            return f"Place {look.game.counters[frame.hand].name} on any hex in German supply."
        return "Choose the next unit of the Strategic Reserve to place."

    @placing("place", "CO.1", first="choose first which unit of the Strategic Reserve is placed")
    def place(self, look: RhineLook, frame: InHand) -> Conditions:
        yield ways.german_supply(look), "CO.1", "{it} is not in German supply"
        yield homes(look, frame.hand), "STK.1", "there is no room in {it}"

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.pop()
        enter(play, frame.hand, (node,))
        comes_back(play, frame.hand, node)
        if play.position.stacks.get(RESERVE):
            play.start(self.name, frame.side)

    @picking("pick", "CO.1", held="{it} is in hand already")
    def pick(self, look: RhineLook, frame: InHand) -> Conditions:
        yield look.in_place(RESERVE), "CO.1", "{it} is not in the Strategic Reserve"

    @offer("end", PLAIN, "CO.1", "No room for the rest", "there is no room for the rest")
    def end(self, look: RhineLook, frame: InHand) -> Conditions:
        room = any(homes(look, unit) for unit in members(look.in_place(RESERVE)))
        yield not room, "CO.1", "the whole reserve comes back together"  # ruling R30


@once
def homes(look: RhineLook, unit: int) -> HexSet:
    """Hexes in German supply where a unit fits, and where no Allied dump is (ruling R108)."""
    hexes = ways.german_supply(look) & ~look.barred(GERMAN) & ~look.occupied(ALLIED)
    return look.room(unit, hexes)
