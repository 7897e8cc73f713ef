"""Standing orders: a player says beforehand that he lets windows pass, and the table answers for him.

A window is asked of every hand, full or empty, so that nobody learns what is in it. The answer by order must not tell
more than that: it comes so many seconds after the window was opened, whatever the hand has, and is the very action
that the player would have played. Of the order itself nobody but his own pages hears.

An order is kept with the seat, as "battle 7" (that battle), "turn 3" (that turn) or "always"; once the game is past
what it names it means nothing any more. Whoever takes something back is asked again, and so is he who gets the seat.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.store import GoneOn, Seat, StoreTrouble
from bocage.table.troubles import NotKept, Rejected, Stale
from bocage.table.wire.messages import Standing
from bocage.table.wire.requests import Order

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room

log = logging.getLogger("bocage.table")

ALWAYS = "always"  # until he takes it back
_PAUSE = 5.0  # seconds, after an answer that could not be written down


def order_of(seat: Seat) -> Order:
    """The order that a seat has given; an empty one if none.

    >>> order_of(Seat("blue", passing="battle 7"))
    Order(span='battle', key='7')
    """
    span, _, key = seat.passing.partition(" ")
    return Order(span, key)


def in_force(order: Order, spans: Mapping[str, str]) -> bool:
    """Does an order still mean what is under way?

    >>> in_force(Order("battle", "7"), {"turn": "3", "battle": "7"}), in_force(Order("battle", "7"), {"turn": "3"})
    (True, False)
    """
    return order.span == ALWAYS or (bool(order.span) and spans.get(order.span) == order.key)


class Orders:
    """The standing orders of one room, and the answers that are due by them."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._due: dict[str, tuple[int, asyncio.TimerHandle]] = {}  # side -> the moment that is answered, and when

    @property
    def busy(self) -> bool:
        """Is an answer due?"""
        return bool(self._due)

    def consider(self) -> None:
        """Set a time for the answers that are due now. Call it when nothing is under way."""
        room, match = self._room, self._room.match
        due = {} if match is None else {side: match.moment for side in room.seats if self._passing(match, side)}
        for side, (moment, timer) in list(self._due.items()):
            if due.get(side) != moment:
                timer.cancel()
                del self._due[side]
        for side, moment in due.items():
            if side not in self._due:
                self._set(side, moment, room.hall.config.pass_seconds)

    def _set(self, side: str, moment: int, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._due[side] = (moment, loop.call_later(seconds, self._begin, side, moment))

    def _begin(self, side: str, moment: int) -> None:
        if not self._room.hall.closing:
            self._room.hall.start(self._answer(side, moment))

    def _passing(self, match: Match, side: str) -> str:
        """The answer of a side that has an order for the window it is asked about; "" if there is none."""
        seat, prompt = self._room.seats[side], match.prompts.get(side)
        if prompt is None or not seat.passing or seat.kind == "bot" or match.rollback_request is not None:
            return ""
        return prompt.passes if in_force(order_of(seat), match.game.spans(match.position)) else ""

    async def _answer(self, side: str, moment: int) -> None:
        room = self._room

        def play(match: Match) -> None:
            action = self._passing(match, side)
            if not action:
                raise Stale  # he has taken it back, or answered himself
            match.play(action, side=side)

        again = 0.0
        room.users += 1
        try:
            await room.act(moment, play)
        except (Stale, Refusal, BadInput, Rejected) as error:
            again = _PAUSE if isinstance(error, NotKept) else 0.0
        except StoreTrouble:
            again = _PAUSE
        finally:
            room.users -= 1
            if self._due.get(side, (-1, None))[0] == moment:
                del self._due[side]
                if again and not room.hall.closing:
                    self._set(side, moment, again)
            room.hall.weigh(room)


async def order(room: Room, side: str, span: str) -> Order:
    """A side lets windows pass from now on, for a span; "" takes its order back."""
    return await room.carried_through(_order(room, side, span))


async def _order(room: Room, side: str, span: str) -> Order:
    async with room.lock:
        match = await room.loaded()
        spans = match.game.spans(match.position)
        if span and not spans:
            raise BadInput("there is nothing in this game that could be passed beforehand")
        if span and span != ALWAYS and span not in spans:
            raise BadInput(f"no {span[:24]} is under way; one can pass for: {', '.join([*spans, ALWAYS])}")
        wanted = span if span in ("", ALWAYS) else f"{span} {spans[span]}"
        old = room.seats[side]
        if wanted != old.passing:
            seat = msgspec.structs.replace(old, passing=wanted)
            try:
                await room.hall.writer.set_seat(room.id, seat, old)
            except GoneOn:
                await room.look_at_seats()
                raise Stale from None
            except StoreTrouble as error:
                raise NotKept(error) from None
            room.seats[side] = seat
        given = order_of(room.seats[side])
        for page in room.pages:
            if page.side == side:
                page.say(Standing(given))
        room.consider()
        return given


async def order_given(room: Room, side: str) -> Order:
    """The order of a side that is in force; an empty one if none is."""

    def ask(match: Match) -> Order:
        given = order_of(room.seats[side])
        return given if in_force(given, match.game.spans(match.position)) else Order()

    return await room.look(ask)
