"""The log as a side may read it, with what bots said of their actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bocage.engine.matches.entries import ENDS, OFFERS
from bocage.engine.matches.match import Entry, Match
from bocage.store.structs import Remark
from bocage.table.faces import TableFace, face_class
from bocage.table.wire.sheet import Line

Remarks = Mapping[int, Remark]  # moment -> what a bot said of the action that led there
NO_REMARKS: Remarks = {}
REMARK = "remark"  # the kind of a line


def lines(match: Match, side: str | None, since: int = 0, remarks: Remarks = NO_REMARKS) -> list[Line]:
    """The log after a moment, as far as a side may read it; -1 begins with what happened at the start."""
    return told_lines(match, face_class(match.game.slug)(match.game), side, since, remarks=remarks)


def may_read(match: Match, side: str | None, remark: Remark) -> bool:
    """May a side (None: a spectator) read what a bot said of an action?

    A reason may betray what its side knows or plans. So where a game has secrets, only whoever holds that side reads it
    until the game is over; and of an action that was not seen by all, no reason is told either.
    """
    if match.outcome is not None or side == remark.side:
        return True
    return not match.game.secretive and all(event.eyes is None for event in match.entries[remark.moment - 1].events)


def told_lines(
    match: Match,
    face: TableFace,
    side: str | None,
    since: int,
    until: int | None = None,
    remarks: Remarks = NO_REMARKS,
) -> list[Line]:
    """The log between two moments, for those who have the face of the game already."""
    now = match.moment_of(side)
    until = now if until is None else until
    told = [
        Line(moment, old.rule, old.sentence)
        for old in match.history
        if old.seen_by(side) and since < (moment := match.moment_of(side, old.entry)) <= until
    ]
    if since < 0 and not match.history_moment:
        told += _entry_lines(match, face, side, 0, match.opening)
    if since > now:
        return told
    first = match.history_moment
    if since >= match.moment_of(side, first):
        first = match.moments_behind(side, since)[1]
    for number in range(first + 1, match.moments_behind(side, min(until, now))[1] + 1):
        told += _entry_lines(match, face, side, number, match.entries[number - 1])
        remark = remarks.get(number)
        if remark is not None and may_read(match, side, remark):
            told.append(Line(match.moment_of(side, number), "", remark.text, REMARK, remark.side))
    return told


def _entry_lines(match: Match, face: TableFace, side: str | None, number: int, entry: Entry) -> Iterable[Line]:
    moment = match.moment_of(side, number)
    if entry.word not in ("play", "start"):
        if moment == match.moment_of(side, number - 1):
            return []  # it took back what this side had not noticed
        return [_talk(match, face, side, number, entry)]
    return [
        Line(moment, event.rule, match.game.sentence(event), *_about(face, event))
        for event in entry.events
        if event.seen_by(side)
    ]


def _about(face: TableFace, event: Any) -> tuple[Any, ...]:
    about = face.about(event)
    return (about.kind, about.side, *(list(part) for part in about[2:]))


def _talk(match: Match, face: TableFace, side: str | None, number: int, entry: Entry) -> Line:
    who = face.side_names[entry.side]
    who = f"{who[:1].upper()}{who[1:]}"
    target = match.moment_of(side, entry.target)
    count = match.moment_of(side, number - 1) - target
    these = "what was not seen" if not count else "the last action" if count == 1 else f"the last {count} actions"
    text = {
        "undo": f"{who} take {these} back.",
        "ask": f"{who} ask to go back to before {these}.",
        "refuse": f"{who} do not agree to go back.",
        "rollback": f"{who} agree to go back. New dice will fall from here.",
        "concede": f"{who} concede the game.",
        "offer-draw": f"{who} offer a draw.",
        "offer-abandon": f"{who} propose to abandon the match.",
        "withdraw": f"{who} take their offer back.",
        "decline": f"{who} do not accept the offer.",
        "agree-draw": f"{who} accept the draw.",
        "agree-abandon": f"{who} agree: the match is abandoned, and nobody has won.",
        "claim-win": f"{who} claim the game, as was agreed: the other side stayed away.",
        "claim-draw": f"{who} end the game as a draw, as was agreed: the other side stayed away.",
    }[entry.word]
    rules = {"concede": match.game.concession_rule} | dict.fromkeys((*OFFERS, *ENDS[1:]), "")
    rule = rules.get(entry.word, match.game.take_back_rule)
    to = target if entry.word in ("undo", "rollback") else -1
    return Line(match.moment_of(side, number), rule, text, "talk", entry.side, to=to)
