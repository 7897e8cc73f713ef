"""A match by mail at the table of one's own machine: the side's page, as at any table, and a file for the other side.

What was played is in the player's key (`bocage.mail.keys`), sealed where it is secret, and nowhere else: the database
knows that there is such a match, who plays and how it stands. The rules are carried out here; a page gets the sheet of
its side and nothing of the file but the file itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.mail import keys, letter, playing
from bocage.mail.dice import Unopened
from bocage.mail.letter import Letter
from bocage.mail.playing import Hand
from bocage.shelf import make_game
from bocage.store import Info, NoSuchMatch, Remark, Seat, StoreTrouble, Summary, new_id, summary_of, token_hash
from bocage.store import NewMatch as Kept
from bocage.store.summary import SetSummary
from bocage.table.faces import face_class, on_the_table
from bocage.table.matches import weight
from bocage.table.matches.handover import now
from bocage.table.matches.pages import Page
from bocage.table.matches.rooms import Act, Room
from bocage.table.matches.seats import Changed, keeps_secrets, new_token, side_of
from bocage.table.matches.talk import tidy
from bocage.table.troubles import NOT_BEGUN, NotKept, Rejected
from bocage.table.wire.requests import LONGEST_NAME, ByMail, MailFile, MatchInfo, NewMail, OpenMail, SeatChange, Seated

if TYPE_CHECKING:
    from bocage.table.matches.hall import Hall

AT_HOME = "By mail each side sits at its own machine; nobody else can take its seat here."


def side_here(match_id: str) -> str:
    """The side of a match by mail whose key is kept here; "" where it is no such match."""
    return next((path.stem.removeprefix(f"{match_id}-") for path in keys.folder().glob(f"{match_id}-*.key")), "")


def sides_here(match_ids: Iterable[str]) -> dict[str, str]:
    """Of those of the matches that are by mail: the sides whose keys are kept here."""
    return {match_id: side for match_id in match_ids if (side := side_here(match_id))}


def by_mail(info: Info, seats: Mapping[str, Seat], side: str) -> ByMail:
    """What is to be done with the file of the side that sits here."""
    other = next(seat for seat in seats.values() if seat.side != side)
    to = "" if other.kind == "open" else other.name or _side_name(info.game, other.side)
    sealed = keeps_secrets(info.game, info.scenario, msgspec.json.encode(info.options))
    return ByMail(side, to, _file_name(seats[side].name or side), sealed)


class MailRoom(Room):
    """The room of a match by mail, in which one side sits."""

    heard = False

    def __init__(self, hall: Hall, info: Info, seats: dict[str, Seat], side: str) -> None:
        super().__init__(hall, info, seats)
        self.side = side
        self.hand: Hand | None = None
        self._stamp = 0  # of the key when it was read or written here: it can be played on in the terminal, too

    def match_info(self) -> MatchInfo:
        """What everybody may know, and what is to be done with the file."""
        told = by_mail(self.info, self.seats, self.side)
        return msgspec.structs.replace(super().match_info(), mail=told)

    async def loaded(self) -> Match:
        """The match; call it under the lock."""
        if self.match is not None and self._stamp != await self.hall.beside(_stamp_of, self.id, self.side):
            self._forget()
        if self.match is None:
            try:
                hand = await self.hall.at_leisure(_known_hand, self.id, self.side)
            except (BadInput, OSError) as error:
                raise Rejected(500, f"This match by mail cannot be opened: {error}.") from None
            await self.adopt(hand)
        if self.match is None:
            raise Rejected(409, NOT_BEGUN)
        return self.match

    async def adopt(self, hand: Hand) -> None:
        """The file as it lies before this side; call it under the lock."""
        self.hand, self.match = hand, hand.match
        self._stamp = await self.hall.beside(_stamp_of, self.id, self.side)
        self._sheets.clear()
        await self.hall.at_leisure(weight.of_a_game, self.info.game)
        other = hand.letter.players.get(hand.other)
        seat = self.seats[hand.other]
        if other is not None and (seat.kind, seat.name) != ("human", other.name):
            await self.set_seat(msgspec.structs.replace(seat, kind="human", name=other.name))
        if hand.match is not None:
            await self._stands(summary_of(hand.match))
        self.consider()

    async def _stands(self, summary: Summary) -> None:
        if (summary, summary.status) != (self.info.summary, self.info.status):
            await self.hall.writer.change(SetSummary(self.id, summary))
            self.info = msgspec.structs.replace(self.info, summary=summary, status=summary.status, updated=now())

    def _forget(self) -> None:
        super()._forget()
        self.hand = None

    def carry_out(self, match: Match, act: Act) -> None:
        """Do something; what needs a die of the other side is fixed, and waits for it."""

        def tried(match: Match) -> None:
            try:
                act(match)
            except Unopened as waits:
                assert self.hand is not None
                self.hand.wait_for(waits.action)

        super().carry_out(match, tried)

    async def keep(
        self, match: Match, before: int, page: Page | None = None, answers: int = 0, remark: Remark | None = None
    ) -> None:
        """Write down what was done since a moment, then tell everybody."""
        await super().keep(match, before, page, answers, remark)
        if match.moment == before:  # something was fixed, and no entry shows it
            self._tell_all(match)
        self._tell_table()

    async def _append(self, rows: tuple[Any, ...], summary: Summary) -> None:
        assert self.hand is not None
        await self._kept(self.hand)
        await self.hall.writer.change(SetSummary(self.id, summary))

    async def _kept(self, hand: Hand) -> None:
        await self.hall.beside(_keep, hand)
        self._stamp = await self.hall.beside(_stamp_of, self.id, self.side)

    async def taken_in(self, found: Letter) -> None:
        """A file that came: it is checked, remembered, and shown."""
        async with self.lock:
            hand = await self.hall.at_leisure(_opened, found, self.side)
            await self._kept(hand)
            await self.adopt(hand)
            self._tell_table()
            if hand.match is not None:
                self._tell_all(hand.match)

    async def file(self) -> MailFile:
        """The file for the other side. What goes out with it stays."""
        async with self.lock:
            hand = await self._in_hand()
            if hand.may_act:
                raise Rejected(409, "It is still your turn; the file is for the other side when you have played.")
            text = await self.hall.beside(_given_out, hand)
            self._stamp = await self.hall.beside(_stamp_of, self.id, self.side)
            self._sheets.clear()
            if hand.match is not None:
                self._tell_all(hand.match)
            return MailFile(_file_name(self.seats[self.side].name or self.side), text)

    async def _in_hand(self) -> Hand:
        if self.match is not None:
            await self.loaded()  # somebody may have played on in the terminal
        hand = self.hand
        if hand is None:
            hand = await self.hall.at_leisure(_known_hand, self.id, self.side)
            await self.adopt(hand)
        return hand

    # Nobody else sits here

    async def _change_seat(self, side: str, change: SeatChange, token: str) -> Changed:
        if change.kind != "human" or side_of(self.seats, token) != side:
            raise Rejected(409, AT_HOME)
        return await super()._change_seat(side, change, token)

    async def _sit(self, side: str, name: str, words: str) -> None:
        raise Rejected(409, NOT_BEGUN)

    async def _begin_now(self) -> None:
        raise Rejected(409, NOT_BEGUN)


def _keep(hand: Hand) -> None:
    """Write down what was played."""
    try:
        hand.taken_down()
        keys.keep(hand.key)
    except OSError as error:
        raise StoreTrouble(f"the key cannot be written: {error.strerror}") from error


def _stamp_of(match_id: str, side: str) -> int:
    try:
        return keys.place(match_id, side).stat().st_mtime_ns
    except OSError as error:
        raise StoreTrouble(f"the key of a match by mail cannot be found: {error.strerror}") from error


def _given_out(hand: Hand) -> str:
    hand.given_out()
    text = hand.text()
    _keep(hand)
    return text


def _game(found: Letter) -> Any:
    on_the_table(found.game)
    return make_game(found.game, found.scenario, found.options)


def _known_hand(match_id: str, side: str) -> Hand:
    key = keys.read(keys.place(match_id, side))
    return Hand(key, key.known, _game(key.known))


def _opened(found: Letter, side: str) -> Hand:
    return Hand(keys.read(keys.place(found.match, side)), found, _game(found))


def _joined(found: Letter, name: str) -> Hand:
    game = _game(found)
    key = playing.joined(found, game, name)
    return Hand(key, key.known, game)


def _begun(wanted: NewMail, name: str) -> Hand:
    game = make_game(wanted.game, wanted.scenario, wanted.options)
    key = playing.begun(game, new_id(), wanted.side or game.sides[0], name, wanted.ahead)
    return Hand(key, key.known, game)


def _side_name(game: str, side: str) -> str:
    return next((one.name for one in face_class(game).shelf().sides if one.id == side), side)


def _file_name(name: str) -> str:
    """A name for the file.

    >>> _file_name("Anna Maria"), _file_name("../")
    ('anna-maria.mail', 'match.mail')
    """
    words = re.findall(r"[a-z0-9]+", name.lower())
    return f"{'-'.join(words)[:40] or 'match'}.mail"


# Coming in


async def begin(hall: Hall, wanted: NewMail) -> Seated:
    """A new match by mail."""
    on_the_table(wanted.game)
    hand = await hall.at_leisure(_begun, wanted, tidy(wanted.name, LONGEST_NAME, "a name"))
    return await _first(hall, hand)


async def opened(hall: Hall, wanted: OpenMail, tokens: Collection[str]) -> Seated:
    """A mail file that came: one sits down, or goes on. A token is given to whoever has none of the seat."""
    found = letter.read(wanted.text)
    on_the_table(found.game)
    side = await hall.beside(side_here, found.match)
    if not side:
        if await hall.beside(hall.store.infos, [found.match]):
            raise BadInput("this mail file has the id of another match of this table")
        return await _first(hall, await hall.at_leisure(_joined, found, tidy(wanted.name, LONGEST_NAME, "a name")))
    try:
        await hall.beside(hall.store.info, found.match)
    except NoSuchMatch:  # it was begun in the terminal
        return await _first(hall, await hall.at_leisure(_opened, found, side))
    async with hall.entered(found.match) as room:
        assert isinstance(room, MailRoom)
        await room.taken_in(found)
        if any(side_of(room.seats, token) == side for token in tokens):
            return Seated(room.match_info(), {})
        return Seated(room.match_info(), {side: await _new_link(room, side)})


async def _new_link(room: MailRoom, side: str) -> str:
    token = new_token()
    async with room.lock:
        old = room.seats[side]
        await room.set_seat(msgspec.structs.replace(old, token_hash=token_hash(token), links=old.links + 1))
        room._send_away(side)
    return token


async def _first(hall: Hall, hand: Hand) -> Seated:
    """A match that this table does not know yet."""
    token, found = new_token(), hand.letter
    seats = tuple(_seat(hand, side, token) for side in hand.game.sides)
    kept = Kept(id=found.match, game=found.game, scenario=found.scenario, options=dict(found.options), seats=seats)
    await hall.beside(_keep, hand)
    try:
        await hall.writer.create(kept)
    except StoreTrouble as error:
        raise NotKept(error) from None
    async with hall.entered(found.match) as room:
        assert isinstance(room, MailRoom)
        async with room.lock:
            await room.adopt(hand)
        return Seated(room.match_info(), {hand.side: token})


def _seat(hand: Hand, side: str, token: str) -> Seat:
    player = hand.letter.players.get(side)
    if side == hand.side:
        return Seat(side, "human", name=player.name if player else "", token_hash=token_hash(token), seen=now())
    return Seat(side, "open" if player is None else "human", name="" if player is None else player.name)
