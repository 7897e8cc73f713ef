"""What a notice says: that it is somebody's turn in a match, and nothing of what happens there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Told(NamedTuple):
    """A match of which somebody is told: its id, its game, the seat, and the key by which he wants no more."""

    match_id: str
    title: str
    seat: str
    key: str


def match_link(table: str, match_id: str) -> str:
    """Where a match is played. The seat's own link is not in it: whose seat it is the reader's browser knows."""
    return f"{table}/match/{match_id}"


def stop_link(table: str, key: str, match_id: str = "") -> str:
    """Where one says that one wants no more: of one match, or of any at this table."""
    return f"{table}/notices/stop?key={key}{'&match=' if match_id else ''}{match_id}"


def confirmation(table: str, told: Told) -> tuple[str, str]:
    """Subject and text of the letter that asks whether an address is the player's."""
    text = f"""Somebody, probably you, wants this address to be told whenever it is the turn of the
{told.seat} in a match of {told.title}, at the table {table}.

If that is so, open this page and press its button:
{table}/notices/confirm?key={told.key}&match={told.match_id}

If not, do nothing, and nothing more will come.
"""
    return f"Confirm: mail about a match of {told.title}", text


def turns(table: str, matches: Sequence[Told]) -> tuple[str, str]:
    """Subject and text of the letter that tells of turns in one or several matches."""
    pieces = [
        f"It is your turn in a match of {told.title}:\n{match_link(table, told.match_id)}\n\n"
        f"No more mail about this match:\n{stop_link(table, told.key, told.match_id)}\n"
        for told in matches
    ]
    pieces.append(f"No more mail from this table:\n{stop_link(table, matches[0].key)}\n")
    subject = f"Your turn: {matches[0].title}" if len(matches) == 1 else f"Your turn in {len(matches)} matches"
    return subject, "\n".join(pieces)


def call_of(table: str, told: Told, text: str) -> dict[str, str]:
    """What a web address is told: `text` for receivers like Slack's, `content` for those like Discord's."""
    found = {"text": text, "content": text, "match": told.match_id, "game": told.title, "seat": told.seat}
    if table:
        found["url"] = match_link(table, told.match_id)
    return found


def turn_call(table: str, told: Told) -> dict[str, str]:
    """That it is somebody's turn."""
    link = f": {match_link(table, told.match_id)}" if table else "."
    return call_of(table, told, f"It is the turn of the {told.seat} in a match of {told.title}{link}")


def first_call(table: str, told: Told) -> dict[str, str]:
    """That turns will be told of here."""
    return call_of(table, told, f"Turns of the {told.seat} in a match of {told.title} are told of here from now on.")
