"""Playing what a mail file says, die by die: links that belong to their chains, entries as the rules allow them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bocage.engine import plain
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.game import Game
from bocage.engine.matches import record
from bocage.engine.matches.entries import Entry
from bocage.mail import chain
from bocage.mail.dice import MailMatch, Unopened
from bocage.mail.letter import Letter

# What can stand in a mail file beside actions: nothing that only the table or the clock could allow.
_SPOKEN = ("undo", "concede", "offer-draw", "offer-abandon", "withdraw", "decline", "agree-draw", "agree-abandon")
_OTHER = re.compile(rf"\(({'|'.join(_SPOKEN)}) (\d+)\)")


def open_links(letter: Letter, game: Game[Any]) -> dict[str, list[bytes]]:
    """The links that each side has opened; every one of them belongs to its chain."""
    found: dict[str, list[bytes]] = {}
    for side, player in letter.players.items():
        if side not in game.sides:
            raise BadInput(f"{side[:40]!r} does not play {game.title}")
        try:
            links = chain.opened(bytes.fromhex(player.anchor), bytes.fromhex(player.link), player.opened)
        except ValueError:
            links = None
        if links is None:
            raise BadInput(f"what {player.name or side} opened for the dice is not what was fixed at the start")
        found[side] = links
    return found


def replayed(letter: Letter, game: Game[Any], key: Callable[[int], bytes | None]) -> MailMatch:
    """The match of a letter; `key` knows the keys of throws."""
    match = MailMatch(game, key)
    for number, line in enumerate(letter.entries, 1):
        try:
            repeat(match, line)
        except (BadInput, Refusal) as error:
            raise BadInput(f"entry {number} of this mail file is against the rules: {error}") from error
        except Unopened:
            raise BadInput(f"entry {number} of this mail file has dice that nobody could know") from None
        if entry_line(match, number) != line:
            raise BadInput(f"entry {number} of this mail file does not come out as it says: its dice are others")
    return match


def repeat(match: MailMatch, line: str) -> None:
    """Do what an entry says."""
    body = line.partition(" = ")[0]
    body, _, via = body.partition(" via ")
    parts = body.split(" ", 2)
    if len(parts) != 3:
        raise BadInput(f"{line[:60]!r} is no entry")
    _, side, word = parts
    other = _OTHER.fullmatch(word)
    if other is not None:
        entry = Entry(other.group(1), side, target=int(other.group(2)))
    else:
        path = tuple(plain.node_number(match.game, label) for label in via.split())
        entry = Entry("play", side, match.game.actions.find(word), via=path)
    match.repeat(entry)


def entry_line(match: MailMatch, number: int) -> str:
    """An entry as it stands in a mail file: as in a record."""
    return record.entry_line(match, number)
