"""The live connection of a page: one websocket, one seat (or a spectator) at one match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bocage.engine.errors import BadInput, Refusal
from bocage.store import StoreTrouble, token_hash
from bocage.table import showing
from bocage.table.config import Config
from bocage.table.matches.films import ask_rollback, undo
from bocage.table.matches.pages import NO_SUCH_SEAT, TOO_MANY, Page, player, written
from bocage.table.matches.rooms import Act, Room
from bocage.table.matches.standing import order
from bocage.table.matches.talk import keep_note, say
from bocage.table.service import agreeing
from bocage.table.service.security import LONGEST_MESSAGE, Addresses, Bucket, address_of, host_allowed, origin_allowed
from bocage.table.troubles import STUMBLED, NotKept, Rejected, Stale, rejected, why
from bocage.table.wire.messages import (
    FROM_PAGE,
    AnswerOffer,
    AnswerRollback,
    AskApproach,
    AskGathering,
    AskLegs,
    AskOdds,
    AskOverlay,
    AskPath,
    AskRollback,
    AskWhy,
    Begin,
    Broken,
    Concede,
    Done,
    FromPage,
    Hello,
    MakeOffer,
    Note,
    Ping,
    Play,
    Pong,
    Refused,
    Say,
    Sit,
    Stand,
    Told,
    Undo,
    Withdraw,
)
from bocage.table.wire.sheet import Why

log = logging.getLogger("bocage.table")

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FROM_PAGE)
_POLICY_VIOLATION = 1008
_LAST_WORDS_SECONDS = 5.0
_ROLLBACK_COUNTS = 9.0  # further messages: going back is work
_MOST_NOISE = 10  # messages that cannot be understood before a page is sent away
_TALK_PER_SECOND, _TALK_AT_ONCE = 1.0, 10
_TALK_COUNTS = 10.0  # requests of an address: whoever comes back with another page is still the same
_PROBLEMS = (Refusal, BadInput, Rejected, StoreTrouble, msgspec.MsgspecError)


class _Closed(Exception):  # noqa: N818 - never leaves this module
    """The page is sent away, with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def live(websocket: WebSocket) -> None:
    """The endpoint `/api/live`."""
    kept = websocket.app.state.kept
    config: Config = kept.hall.config
    addresses: Addresses = kept.addresses
    address = address_of(websocket.scope)
    if not (host_allowed(websocket.headers, config) and origin_allowed(websocket.headers, config)):
        log.info("a live page of a foreign site was refused")
        await websocket.close(_POLICY_VIOLATION)  # before it was accepted: the browser gets 403
        return
    if addresses.take(address):
        await websocket.close(TOO_MANY)
        return
    if not addresses.page_opens(address):
        log.info("%s has too many pages open", address)
        await websocket.close(TOO_MANY)
        return
    try:
        await websocket.accept()
        await _Conversation(websocket, kept.hall, addresses).hold()
    except WebSocketDisconnect:
        pass
    finally:
        addresses.page_closes(address)


class _Conversation:
    """Everything between hello and goodbye."""

    def __init__(self, websocket: WebSocket, hall: Any, addresses: Addresses) -> None:
        self._websocket = websocket
        self._hall = hall
        self._config: Config = hall.config
        self._addresses = addresses
        self._address = address_of(websocket.scope)
        self._bucket = Bucket(self._config.messages_per_second, self._config.messages_at_once)
        self._talk = Bucket(_TALK_PER_SECOND, _TALK_AT_ONCE)
        self._noise = 0

    async def hold(self) -> None:
        """Hold the conversation until one of the two ends it."""
        code = 1000
        try:
            try:
                async with asyncio.timeout(self._config.hello_seconds):
                    hello = await self._hear()
            except TimeoutError:
                await self._last_words("No hello came in time; load the page again.", _POLICY_VIOLATION)
                return
            if not isinstance(hello, Hello):
                await self._last_words("The first message must be a hello.", _POLICY_VIOLATION)
                return
            await self._at_table(hello)
        except _Closed as closed:
            code = closed.code
        except Rejected as error:
            await self._last_words(error.error, NO_SUCH_SEAT if error.status == 404 else 1011)
            return
        except (BadInput, StoreTrouble) as error:
            # The match cannot be loaded: damaged, or the database is away.
            log.warning("a page could not be welcomed: %s", error)
            sentence = rejected(error).error if isinstance(error, BadInput) else NotKept(error).error
            await self._last_words(sentence, 1011)
            return
        except WebSocketDisconnect:
            raise
        except Exception:
            log.exception("a page could not be served")
            await self._last_words(STUMBLED, 1011)
            return
        await self._close(code)

    async def _at_table(self, hello: Hello) -> None:
        async with self._hall.entered(hello.match) as room:
            side = await room.side_of(hello.token)
            page = Page(side, token_hash(hello.token) if side else "")
            await room.welcome(page, hello.have)
            delivery = asyncio.create_task(self._deliver(page))
            try:
                log.info("match %s: a page of %s comes", room.id, side or "a spectator")
                while True:
                    await self._serve(room, page, await self._hear(page))
            except _Closed as closed:
                page.cut_off(closed.code)
                await asyncio.wait([delivery], timeout=_LAST_WORDS_SECONDS)
                raise
            finally:
                room.leave(page)
                log.info("match %s: a page of %s goes", room.id, side or "a spectator")
                delivery.cancel()

    async def _deliver(self, page: Page) -> None:
        try:
            await page.deliver(self._websocket.send_text)
            await self._close(page.closed)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # it has gone; whoever listens to it notices

    async def _hear(self, page: Page | None = None) -> FromPage:
        """The next message that can be understood."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            if page is not None and page.closed:
                raise _Closed(page.closed)
            await self._count(page, 1.0)
            text = message.get("text")
            try:
                if text is None:
                    raise BadInput("messages are text in UTF-8")
                if len(text) > LONGEST_MESSAGE:
                    raise BadInput(f"a message has at most {LONGEST_MESSAGE // 1024} kB")
                heard: FromPage = _decoder.decode(text)
            except (msgspec.MsgspecError, BadInput, RecursionError) as error:
                self._noise += 1
                sentence = "a message nested too deeply" if isinstance(error, RecursionError) else str(error)
                await self._broken(page, f"This message cannot be understood: {sentence}.")
                if page is None or self._noise >= _MOST_NOISE:
                    raise _Closed(_POLICY_VIOLATION) from None
                continue
            if isinstance(heard, AskRollback | AnswerRollback):
                await self._count(page, _ROLLBACK_COUNTS)
            return heard

    async def _count(self, page: Page | None, cost: float) -> None:
        if self._bucket.take(cost=cost):
            await self._broken(page, "Too many messages came from this page; wait a moment.")
            raise _Closed(TOO_MANY)

    async def _broken(self, page: Page | None, sentence: str) -> None:
        if page is not None:
            page.say(Broken(Why(sentence)))
        else:
            await self._websocket.send_text(written(Broken(Why(sentence))))

    async def _last_words(self, sentence: str, code: int) -> None:
        try:
            await self._websocket.send_text(written(Broken(Why(sentence))))
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        await self._close(code)

    async def _close(self, code: int) -> None:
        if self._websocket.application_state is WebSocketState.CONNECTED:
            try:
                await self._websocket.close(code)
            except (WebSocketDisconnect, RuntimeError, OSError):
                return

    # Messages

    async def _serve(self, room: Room, page: Page, message: FromPage) -> None:
        try:
            if not isinstance(message, Ping) or room.long_unseen(page):
                await room.check_link(page)
            if page.closed:
                raise _Closed(page.closed)
            await _SERVANTS[type(message)](self, room, page, message)
        except _PROBLEMS as error:
            if isinstance(error, StoreTrouble):
                log.warning("match %s: %s", room.id, error)
                error = NotKept(error)
            page.say(Refused(getattr(message, "id", 0), why(error)))
            at = getattr(message, "at", None)
            if at is not None and isinstance(error, Stale | NotKept):
                with suppress(StoreTrouble):  # the database is away: the page keeps what it has
                    await room.fresh(page, at)
        except (WebSocketDisconnect, _Closed):
            raise
        except Exception:
            # A fault of ours: whoever asked is told, and the others at the table notice nothing.
            log.exception("match %s: stumbled over %s", room.id, type(message).__name__)
            page.say(Refused(getattr(message, "id", 0), Why(STUMBLED)))

    async def _hello(self, room: Room, page: Page, message: Hello) -> None:
        page.say(Broken(Why("Hello was said already; open another connection for another match.")))

    async def _play(self, room: Room, page: Page, message: Play) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: match.play(message.action, side=side, at=message.at))

    async def _undo(self, room: Room, page: Page, message: Undo) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: undo(match, side, message.to))
        if room.seats[side].passing:
            await order(room, side, "")  # or what he has just taken back would be done again

    async def _ask(self, room: Room, page: Page, message: AskRollback) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: ask_rollback(match, side, message.to))

    async def _answer(self, room: Room, page: Page, message: AnswerRollback) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: match.answer_rollback(side, message.agree), slow=True)

    async def _concede(self, room: Room, page: Page, message: Concede) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: match.concede(side))

    async def _offer(self, room: Room, page: Page, message: MakeOffer) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: match.offer(side, message.kind))

    async def _reply(self, room: Room, page: Page, message: AnswerOffer) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: match.answer_offer(side, message.agree))

    async def _withdraw(self, room: Room, page: Page, message: Withdraw) -> None:
        side = player(page)
        await _act(room, page, message, lambda match: match.withdraw(side))

    async def _sit(self, room: Room, page: Page, message: Sit) -> None:
        await room.sit(player(page), message.name, message.words)
        page.say(Done(message.id))

    async def _begin(self, room: Room, page: Page, message: Begin) -> None:
        player(page)
        await room.begin()
        page.say(Done(message.id))

    async def _why(self, room: Room, page: Page, message: AskWhy) -> None:
        asked = {name: getattr(message, name) for name in ("hex", "unit", "action") if getattr(message, name)}
        if len(asked) != 1:
            raise BadInput("ask about one hex, one unit or one action")
        page.say(Told(message.id, why=await room.look(lambda match: showing.why(match, page.side, **asked))))

    async def _path(self, room: Room, page: Page, message: AskPath) -> None:
        side = player(page)
        page.say(Told(message.id, path=await room.look(lambda match: showing.path(match, side, message.action))))

    async def _odds(self, room: Room, page: Page, message: AskOdds) -> None:
        side = player(page)
        found = await room.look(lambda match: showing.odds(match, side, message.target, message.attackers))
        page.say(Told(message.id, odds=found))

    async def _approach(self, room: Room, page: Page, message: AskApproach) -> None:
        side = player(page)
        found = await room.look(lambda match: showing.approach(match, side, message.target))
        page.say(Told(message.id, approaches=found))

    async def _overlay(self, room: Room, page: Page, message: AskOverlay) -> None:
        asked = (page.side, message.overlay, message.unit, message.at)
        ask = room.look if message.at < 0 else room.study
        found = await ask(lambda match: showing.overlay(match, *asked))
        page.say(Told(message.id, layers=found))

    async def _gather(self, room: Room, page: Page, message: AskGathering) -> None:
        side = player(page)
        found = await room.look(lambda match: showing.gathering(match, side, message.hex))
        page.say(Told(message.id, gathering=found))

    async def _legs(self, room: Room, page: Page, message: AskLegs) -> None:
        side = player(page)
        page.say(Told(message.id, legs=await room.look(lambda match: showing.legs(match, side, message.hexes))))

    async def _say(self, room: Room, page: Page, message: Say) -> None:
        if self._talk.take() or self._addresses.take(self._address, _TALK_COUNTS):
            raise Rejected(429, "You say too much at once; wait a moment.")
        await say(room, page.side, message.text)
        page.say(Done(message.id))

    async def _note(self, room: Room, page: Page, message: Note) -> None:
        await keep_note(room, player(page), message.text)
        page.say(Done(message.id))

    async def _stand(self, room: Room, page: Page, message: Stand) -> None:
        await order(room, player(page), message.span)
        page.say(Done(message.id))

    async def _ping(self, room: Room, page: Page, message: Ping) -> None:
        page.say(Pong(message.id))


async def _act(room: Room, page: Page, message: Any, act: Act, slow: bool = False) -> None:
    await room.act(message.at, act, page, message.id, slow, side=page.side)


_SERVANTS: dict[type, Callable[[_Conversation, Room, Page, Any], Awaitable[None]]] = {
    Hello: _Conversation._hello,
    Play: _Conversation._play,
    Undo: _Conversation._undo,
    AskRollback: _Conversation._ask,
    AnswerRollback: _Conversation._answer,
    Concede: _Conversation._concede,
    MakeOffer: _Conversation._offer,
    AnswerOffer: _Conversation._reply,
    Withdraw: _Conversation._withdraw,
    **agreeing.SERVANTS,
    Sit: _Conversation._sit,
    Begin: _Conversation._begin,
    AskWhy: _Conversation._why,
    AskPath: _Conversation._path,
    AskOdds: _Conversation._odds,
    AskApproach: _Conversation._approach,
    AskOverlay: _Conversation._overlay,
    AskGathering: _Conversation._gather,
    AskLegs: _Conversation._legs,
    Say: _Conversation._say,
    Note: _Conversation._note,
    Stand: _Conversation._stand,
    Ping: _Conversation._ping,
}
