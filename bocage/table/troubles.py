"""What can go wrong between a page and the service, in words for the player."""

from __future__ import annotations

import msgspec

from bocage.engine.errors import BadInput, Refusal
from bocage.store.errors import Misplaced, NoRoom, StoreTrouble
from bocage.table.wire.sheet import Why

NO_SUCH_SEAT = "There is no such match, or this is not the link of one of its seats. Ask for the link again."
LINK_LOST = (
    "This link no longer works: the seat got a new one, or it was given to somebody else. "
    "Open the new link, or ask for it."
)
GONE_ON = "The game has gone on since this page was shown; look again and choose anew."
NOT_COUNTED = "This could not be written down, so it does not count."
NOT_KEPT = f"{NOT_COUNTED} The board shows what is kept; wait a moment and try again."
STUMBLED = "The program stumbles over this, which is a fault in it. Please report it with the text of the match."
WATCHING = "You are watching this match; only its players can do that."
DAMAGED = "This match cannot be read here. Whoever runs this table finds the reason in its log."
BROUGHT_IN = "This match was brought in from a record. Whoever has that record can know its dice."
GIVEN_OUT = "The whole record of this match was given out while it ran. Whoever has it can know its dice."
FOR_PLAYERS = "The record of a running match is for its players: send the token of a seat, or wait for the end."
NOT_BEGUN = "The match has not begun yet: its players are still sitting down."


class Rejected(Exception):  # noqa: N818 - an answer, not a fault
    """A request that is answered with a sentence: the status of the answer, the sentence and the case, if any."""

    def __init__(self, status: int, error: str, rule: str = "", retry_after: int = 0) -> None:
        super().__init__(status, error)
        self.status = status
        self.error = error
        self.rule = rule
        self.retry_after = retry_after

    def __str__(self) -> str:
        return self.error


class Stale(Rejected):
    """Somebody decided on a board that is no longer the board."""

    def __init__(self) -> None:
        super().__init__(409, GONE_ON)


class NotKept(Rejected):
    """The database did not take it. Where waiting does not help, it is told why."""

    def __init__(self, trouble: Exception | None = None) -> None:
        told = f"{NOT_COUNTED} {trouble.told}" if isinstance(trouble, Misplaced | NoRoom) else NOT_KEPT
        super().__init__(503, told, retry_after=5)


class Unwell(Rejected):
    """The service cannot do its work."""

    def __init__(self, trouble: StoreTrouble) -> None:
        super().__init__(503, trouble.told, retry_after=5)


def no_such_seat() -> Rejected:
    """The one answer to unknown matches and wrong links, so that neither can be told from the other."""
    return Rejected(404, NO_SUCH_SEAT)


def sentence(text: str) -> str:
    """A reason as a sentence.

    >>> sentence("units stop there")
    'Units stop there.'
    """
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def rejected(error: Exception) -> Rejected:
    """An error of the engine as an answer."""
    if isinstance(error, Rejected):
        return error
    if isinstance(error, Refusal):
        return Rejected(409, sentence(error.why), error.rule)
    if isinstance(error, BadInput):
        return Rejected(400, sentence(str(error)))
    if isinstance(error, msgspec.MsgspecError):
        return Rejected(400, sentence(f"this cannot be understood: {error}"))
    raise error


def why(error: Exception) -> Why:
    """The same for a live page."""
    answer = rejected(error)
    return Why(answer.error, answer.rule)
