"""The bots of one room: they think while it is their turn, and one that fails is reported."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.store import Remark, Seat, StoreTrouble
from bocage.table.bots.processes import Answer, BotFailed, BotsClosed, ask_of
from bocage.table.bots.thinker import Ask
from bocage.table.matches.pages import Page
from bocage.table.troubles import NotKept, Rejected, Stale
from bocage.table.wire.messages import Thinking

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room

log = logging.getLogger("bocage.table")

_PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)  # after an action that could not be written down


class Opponents:
    """Whoever in a room is no human."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thinkers: dict[str, asyncio.Task[None]] = {}
        self._told: set[str] = set()

    @property
    def busy(self) -> bool:
        """Does anybody think?"""
        return bool(self._thinkers)

    def introduce(self, page: Page) -> None:
        """Tell a new page who thinks."""
        for side in sorted(self._told):
            page.say(Thinking(side, True))

    def consider(self) -> None:
        """Let those think whose turn it is, and tell the pages."""
        room = self._room
        thinking = {side for side in room.seats if self._to_move(side)}
        for side in sorted(thinking - self._thinkers.keys()):
            self._thinkers[side] = room.hall.start(self._think(side))
        for side in sorted(thinking ^ self._told):
            room.tell(Thinking(side, side in thinking))
        self._told = thinking

    async def answer(self, match: Match) -> None:
        """Bots answer what is asked across the table. Call it under the room's lock.

        They say yes to a rollback and to an abandoned match, which cost them nothing, and play on rather than draw.
        """
        if match.rollback_request is not None:
            bot = self._asked_by(match.rollback_request[0])
            if bot:
                await self._say(match, lambda match: match.answer_rollback(bot, True))
        offer = match.standing_offer
        if offer is not None:
            asked = self._asked_by(offer.side)
            if asked:
                await self._say(match, lambda match: match.answer_offer(asked, offer.kind == "abandon"))

    def _asked_by(self, side: str) -> str:
        """The side of the bot that is asked by a side; "" where a human is."""
        others = [seat for other, seat in self._room.seats.items() if other != side]
        return others[0].side if all(seat.kind == "bot" for seat in others) else ""

    async def _say(self, match: Match, answer: Callable[[Match], None]) -> None:
        before = match.moment
        await self._room.hall.at_leisure(self._room.carry_out, match, answer)
        await self._room.keep(match, before)

    def _to_move(self, side: str) -> Seat | None:
        """The seat of a bot that is to decide."""
        seat, match = self._room.seats[side], self._room.match
        if match is None or side not in match.prompts or seat.kind != "bot" or seat.failed:
            return None
        return seat

    async def _think(self, side: str) -> None:
        room = self._room
        failures = 0
        try:
            while True:
                try:
                    async with room.lock:
                        await room.loaded()
                        seat = self._to_move(side)
                    if seat is None:
                        return
                    try:
                        await self._act(side, seat)
                    except BotFailed as error:
                        await self._report(seat, str(error))
                        return
                    failures = 0
                except Stale:
                    continue
                except (NotKept, StoreTrouble):
                    # The database is away, or the disk is full: that passes.
                    await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])
                    failures += 1
        except BotsClosed:
            return
        except (BadInput, StoreTrouble, Rejected) as error:
            log.warning("match %s: the bot of %s cannot go on: %s", room.id, side, error)
        finally:
            del self._thinkers[side]
            if not room.hall.closing:
                room.hall.start(self._reconsider())

    async def _reconsider(self) -> None:
        """See whose turn it is once nothing is under way: what is not on disk yet must not show."""
        room = self._room
        room.users += 1
        try:
            async with room.lock:
                self.consider()
        finally:
            room.users -= 1
            room.hall.weigh(room)

    async def _act(self, side: str, seat: Seat) -> None:
        room = self._room

        def ask(match: Match, known: int) -> Ask:
            if self._to_move(side) is not seat:
                raise Stale
            return ask_of(room.id, match, side, seat.bot, known)

        async def brief(known: int) -> Ask:
            return await room.look(lambda match: ask(match, known))

        somebody_waits = any(other.kind != "bot" for other in room.seats.values())
        answer = await room.hall.bots.ask(seat.bot, brief, room.id, urgent=somebody_waits)

        def play(match: Match) -> None:
            if room.seats[side] is not seat:
                raise Stale  # somebody has taken the seat over while it thought
            match.play(answer.action, side=side)

        try:
            await room.act(answer.moment, play, remark=self._remark(side, answer))
        except (Refusal, BadInput):
            raise BotFailed(f"the bot '{seat.bot}' wanted to do something that the rules do not allow") from None

    def _remark(self, side: str, answer: Answer) -> Remark | None:
        """What a bot says of its action, unless it would only repeat itself."""
        if not answer.reason:
            return None
        remark = Remark(answer.moment + 1, side, answer.reason)
        last = next((said for said in reversed(self._room.remarks.values()) if said.side == side), None)
        if last is None or last.text != remark.text or self._room.match is None:
            return remark
        # After something was taken back, what was said before no longer stands in the log.
        since = self._room.match.entries[last.moment :]
        return None if all(entry.word == "play" for entry in since) else remark

    async def _report(self, seat: Seat, failed: str) -> None:
        room = self._room
        log.warning("match %s: %s: %s", room.id, seat.side, failed)
        async with room.lock:
            if room.seats[seat.side] is not seat:
                return
            broken = msgspec.structs.replace(seat, failed=failed)
            try:
                await room.set_seat(broken)
            except NotKept:
                room.seats[seat.side] = broken  # or it would be asked again and again
