"""Marks: under all that a side has sent stands a mark which only that side can make.

A mark is a keyed hash of everything up to there, its key is made of the secret of the side's chain, and the anchor of
that chain was fixed at the start. So each side knows its own marks again whenever a file comes, and at the end, when
the secrets are opened, everybody can check all of them: nobody has changed what somebody else had sent, or denied his
own.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec


class Mark(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A side had the file in hand: how many entries there were afterwards, and the action that waited for its dice."""

    side: str
    upto: int
    pending: str
    tag: str


def _digests(match: str, entries: Sequence[str], marks: Sequence[Mark]) -> Iterator[bytes]:
    """What each mark is made of: all entries up to it, and all marks before it."""
    running: Any = blake2b(match.encode(), digest_size=32, person=b"bocage mark")
    done = 0
    for mark in marks:
        for line in entries[done : mark.upto]:
            running.update(b"\n" + line.encode())
        done = mark.upto
        running.update(f"\n{mark.side} {mark.upto} {mark.pending}\n".encode())
        yield running.digest()
        running.update(mark.tag.encode())


def _made(seed: bytes, digest: bytes) -> str:
    key = blake2b(seed, digest_size=32, person=b"bocage marks").digest()
    return blake2b(digest, key=key, digest_size=16).hexdigest()


def marked(
    match: str, entries: Sequence[str], marks: Sequence[Mark], side: str, pending: str, seed: bytes
) -> list[Mark]:
    """The marks with one of this side under all there is; its own last one, if nothing came after it, is replaced."""
    earlier = list(marks)
    while earlier and earlier[-1].side == side:
        earlier.pop()
    if not pending and len(entries) == (earlier[-1].upto if earlier else 0):
        return earlier  # it has done nothing
    fresh = [*earlier, Mark(side, len(entries), pending, "")]
    *_, last = _digests(match, entries, fresh)
    fresh[-1].tag = _made(seed, last)
    return fresh


def in_order(entries: Sequence[str], marks: Sequence[Mark]) -> bool:
    """Has each side marked what it did, and nothing else? An action that waited for dice is entered by the other."""
    done, waiting, before = 0, "", ""
    for mark in marks:
        if not done <= mark.upto <= len(entries) or mark.side == before:
            return False
        own = entries[done : mark.upto]
        if waiting:
            if not own or action_of(own[0]) != f"{done + 1} {before} {waiting}":
                return False
            own = own[1:]
        if any(side_of(line) != mark.side for line in own):
            return False
        done, waiting, before = mark.upto, mark.pending, mark.side
    return done == len(entries)


def genuine(match: str, entries: Sequence[str], marks: Sequence[Mark], side: str, seed: bytes) -> bool:
    """Has this side, whose secret is given, made all the marks in its name?"""
    found = zip(marks, _digests(match, entries, marks), strict=True)
    return all(hmac.compare_digest(mark.tag, _made(seed, digest)) for mark, digest in found if mark.side == side)


def side_of(line: str) -> str:
    """Who did an entry."""
    return line.split(" ", 2)[1] if line.count(" ") > 1 else ""


def action_of(line: str) -> str:
    """An entry without its dice and the way that was walked."""
    return line.partition(" = ")[0].partition(" via ")[0]
