"""What the pages of a room are told, and how they come and go."""

from __future__ import annotations

import msgspec

from bocage.engine.matches.match import Match
from bocage.store import StoreTrouble
from bocage.table import showing
from bocage.table.matches.films import mark
from bocage.table.matches.looking import Looking
from bocage.table.matches.pages import Page, written
from bocage.table.matches.standing import in_force, order_of
from bocage.table.matches.talk import spoken
from bocage.table.troubles import NotKept, no_such_seat
from bocage.table.wire.messages import Fresh, Table, ToPage, Welcome
from bocage.table.wire.sheet import Line, Sheet

LONG_LOG = 300  # entries: above this the log is put together beside the event loop


class _Changed(ToPage, tag="changed"):
    """`messages.Changed` with a delta that has been written already, because several pages get the same one."""

    delta: msgspec.Raw
    answers: int = 0


class Telling(Looking):
    """A room whose pages are told what happens."""

    def tell(self, message: ToPage, but: Page | None = None) -> None:
        """Tell all pages."""
        text = written(message)
        for page in self.pages:
            if page is not but:
                page.say(text)

    def _tell_table(self, but: Page | None = None) -> None:
        if self.pages:
            self.tell(Table(self.match_info()), but)

    def _tell_all(self, match: Match) -> None:
        for reader, sheet, text in self._letters(match, None, 0):
            reader.sheet = sheet
            reader.say(text)

    def _letters(self, match: Match, page: Page | None, answers: int) -> list[tuple[Page, Sheet, str]]:
        """What each page is to be told of the board as it is now."""
        deltas: dict[tuple[str | None, int], msgspec.Raw] = {}
        letters = []
        for reader in self.pages:
            sheet = self._sheet(match, reader.side)
            old = reader.sheet
            if old is None:
                text = written(Fresh(sheet, showing.lines(match, reader.side, -1, self.remarks)))
            else:
                key = (reader.side, old.moment)
                if key not in deltas:
                    lines = showing.lines(match, reader.side, old.moment, self.remarks)
                    deltas[key] = msgspec.Raw(msgspec.json.encode(showing.delta(old, sheet, lines)))
                text = written(_Changed(deltas[key], answers if reader is page else 0))
            letters.append((reader, sheet, text))
        return letters

    async def _lines(self, match: Match, side: str | None, since: int) -> list[Line]:
        if match.moment_of(side) - since <= LONG_LOG:
            return showing.lines(match, side, since, self.remarks)
        return await self.hall.at_leisure(showing.lines, match, side, since, self.remarks)

    async def _tell_remarks(self, match: Match) -> None:
        """Now that it is over, everybody may read why the bots did what they did."""
        if not (self.remarks and match.game.secretive):
            return
        letters: dict[str | None, str] = {}
        for reader in list(self.pages):
            if reader.side not in letters:
                lines = await self._lines(match, reader.side, -1)
                letters[reader.side] = written(Fresh(self._sheet(match, reader.side), lines))
            reader.say(letters[reader.side])

    async def fresh(self, page: Page, since: int) -> None:
        """Show a page everything anew: it decided on a board that is no longer the board."""
        async with self.lock:
            match = await self.loaded()
            page.sheet = self._sheet(match, page.side)
            page.say(Fresh(page.sheet, await self._lines(match, page.side, min(since, page.sheet.moment))))

    async def add_note(self, note: str) -> None:
        """Something that everybody should know from now on; call it under the lock."""
        match = await self.loaded()
        note = f"{self.info.note} {note}".strip()
        try:
            await self.hall.writer.set_note(self.id, note)
        except StoreTrouble as error:
            raise NotKept(error) from None
        self.info = msgspec.structs.replace(self.info, note=note)
        self._sheets.clear()
        self._tell_all(match)
        self._tell_table()

    # Coming and going

    async def welcome(self, page: Page, have: int) -> None:
        """A page comes in and is shown everything; from now on it is told what changes.

        Call it before anything is delivered to the page, so that the welcome is the first thing it hears.
        """
        hall = self.hall
        notes = "" if page.side is None else await hall.beside(hall.store.note, self.id, page.side)
        async with self.lock:
            if page.side is not None and page.link != self.seats[page.side].token_hash:
                raise no_such_seat()  # the link was changed while this waited for its turn
            message = Welcome(self.match_info(), page.side, notes=notes)
            if self.info.status != "waiting":
                match = await self.loaded()
                message.sheet = page.sheet = self._sheet(match, page.side)
                message.log = await self._lines(match, page.side, have if have <= match.moment_of(page.side) else -1)
                message.mark = mark(match, page.side)
                if page.side is not None:
                    order = order_of(self.seats[page.side])
                    message.order = order if in_force(order, match.game.spans(match.position)) else None
            was_here = any(other.side == page.side for other in self.pages)
            self.pages.append(page)
            try:
                # Only now, so that what is said at this very moment is either among this or heard.
                message.chat = [spoken(line) for line in await hall.beside(hall.store.chat, self.id)]
            except BaseException:
                self.pages.remove(page)
                raise
            message.match = self.match_info()
            page.say(message, first=True)
            self._opponents.introduce(page)
            if page.side is not None and not was_here:
                self._tell_table(but=page)
        hall.weigh(self)

    def leave(self, page: Page) -> None:
        """A page has gone."""
        if page in self.pages:
            self.pages.remove(page)
            if page.side is not None and all(other.side != page.side for other in self.pages):
                self._tell_table()
                self.hall.teller.saw(self.id, page.side)
