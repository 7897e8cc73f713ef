"""Earlier moments: what a side was shown then, films of what happened, and what changed between two sheets."""

from __future__ import annotations

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.table.faces import face_class
from bocage.table.showing.log import NO_REMARKS, Remarks, told_lines
from bocage.table.showing.sheets import picture_of
from bocage.table.wire.sheet import Delta, Film, Frame, Line, Sheet

LONGEST_FILM = 600  # entries: more than two turns of any game so far


def sheet_at(match: Match, side: str | None, moment: int) -> Sheet:
    """What a side was shown at a moment, without its question."""
    face = face_class(match.game.slug)(match.game)
    position = match.at(match.moments_behind(side, moment)[0])
    return picture_of(face, match.game.look(match.game.shown(position, side)), side, moment)


def film(match: Match, side: str | None, first: int, last: int, remarks: Remarks = NO_REMARKS) -> Film:
    """What happened between two moments, entry by entry. A film that is too long is cut at its end."""
    check_film(match, side, first, last)
    face = face_class(match.game.slug)(match.game)
    last = min(last, first + LONGEST_FILM)
    by_moment: dict[int, list[Line]] = {}
    for line in told_lines(match, face, side, first, last, remarks):
        by_moment.setdefault(line.moment, []).append(line)
    stages = match.stages(match.moments_behind(side, first)[0], match.moments_behind(side, last)[0])
    before = opening = picture_of(face, match.game.look(match.game.shown(next(stages)[1], side)), side, first)
    frames = []
    for when, position in stages:
        moment = match.moment_of(side, when)
        if moment == before.moment:
            continue  # there was nothing for this side to see
        picture = picture_of(face, match.game.look(match.game.shown(position, side)), side, moment)
        frames.append(Frame(match.entries[when - 1].side, delta(before, picture, by_moment.get(moment, []))))
        before = picture
    return Film(opening, frames)


def check_film(match: Match, side: str | None, first: int, last: int) -> None:
    """Can there be such a film?"""
    earliest, latest = match.moment_of(side, match.history_moment), match.moment_of(side)
    if not earliest <= first <= last <= latest:
        raise BadInput(f"a film of this match goes forward between the moments {earliest} and {latest}")


_KEYED = ("units", "markers", "control")
_FIELDS = tuple(field.name for field in msgspec.structs.fields(Sheet) if field.name != "moment")


def delta(old: Sheet, new: Sheet, told: list[Line]) -> Delta:
    """What changed from one sheet to another."""
    made = Delta(old.moment, new.moment, lines=told)
    for name in _FIELDS:
        before, after = getattr(old, name), getattr(new, name)
        if before == after:
            continue
        if name in _KEYED:
            changed = getattr(made, name)
            changed.update({key: value for key, value in after.items() if before.get(key) != value})
            changed.update(dict.fromkeys(before.keys() - after.keys()))
        else:
            made.fields[name] = after
    return made
