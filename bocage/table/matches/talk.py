"""What is said at a table, and what a player keeps for himself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.errors import BadInput
from bocage.store import ChatLine, StoreTrouble
from bocage.table.troubles import NotKept, Rejected
from bocage.table.wire.messages import LONGEST_CHAT, Heard, Spoken

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room


def tidy(text: str, most: int, what: str) -> str:
    """What somebody typed, as one line without characters that disturb others.

    >>> tidy("  Jo\\tof\\u202e Arc ", 60, "a name")
    'Jo of Arc'
    """
    kept = "".join(character if character.isprintable() else " " for character in text)
    kept = " ".join(kept.split())
    if len(kept) > most:
        raise BadInput(f"{what} has at most {most} characters")
    return kept


def spoken(line: ChatLine) -> Spoken:
    """A line of the talk as pages get it."""
    return Spoken(line.number, line.name, line.text, line.created, line.side or "")


async def say(room: Room, side: str | None, text: str) -> None:
    """Somebody says something to all who hear it."""
    if not room.heard:
        raise Rejected(409, "By mail nobody else hears what is said at this table; write it beside the file.")
    text = tidy(text, LONGEST_CHAT, "what is said at the table")
    if not text:
        raise BadInput("nothing was said")
    name = "A spectator" if side is None else room.seats[side].name
    try:
        line = await room.hall.writer.say(room.id, side, name, text)
    except StoreTrouble as error:
        raise NotKept(error) from None
    room.tell(Heard(spoken(line)))


async def keep_note(room: Room, side: str, text: str) -> None:
    """A seat keeps something for itself."""
    try:
        await room.hall.writer.put_note(room.id, side, text)
    except StoreTrouble as error:
        raise NotKept(error) from None
