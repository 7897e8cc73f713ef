"""Reading the record of a match: its entries are replayed and compared with what the record says.

If that fails although rules and data are those of the record, the text is damaged. If they have changed since, the
match goes on from the newest snapshot, and the recorded log is kept as its history.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from bocage.engine import plain
from bocage.engine.dice import commitment
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.game import Game
from bocage.engine.matches.entries import TALK
from bocage.engine.matches.match import Entry, Match
from bocage.engine.matches.record.lines import File, Line, without_end
from bocage.engine.matches.record.mending import check_overlay, corrected, read_corrected
from bocage.engine.matches.record.writing import outcome_line, write
from bocage.engine.matches.sound import check_position
from bocage.engine.play import Play

MakeGame = Callable[[str, str, Mapping[str, Any]], Game[Any]]

# What an entry can be beside an action of the list.
_OTHER = re.compile(rf"\(({'|'.join(('undo', 'history', *TALK))}) (\d+)\)")


def read(text: str, make_game: MakeGame, *, strict: bool = False, ended: bool = True) -> Match:
    """The match of a record. A strict reader wants the very text that `write` would write (but for the log).

    With `ended=False` the lines that say where and how the record ends may be missing: whoever keeps entries
    one by one has them only when he asks for them, and must himself see to it that none is lost.
    """
    file = File(text, ended)
    game = make_game(file.header["game"], file.header["scenario"], file.options)
    check_overlay(file, game)
    changed = file.header["rules"] != str(game.rules_version) or corrected(file, game)
    trouble: str | None
    try:
        match = _begin(file, game)
        trouble = _replay(file, match)
    except _Unusable as error:
        trouble = str(error)
    if trouble is None:
        if strict:
            _compare(text, write(match) if file.end is not None else without_end(write(match)))
        return match
    if strict or not changed:
        raise BadInput(f"this record is damaged: {trouble}")
    return _from_snapshot(file, game, trouble)


class _Unusable(Exception):  # noqa: N818 - never leaves this module
    """The game cannot go on from a stored position."""


def _begin(file: File, game: Game[Any], snapshot: object = None, notes: list[str] | None = None) -> Match:
    """The match before its first entry that can be replayed; with a snapshot, from there on.

    A position of a game whose data were corrected since is mended; `notes` gets what was done to it.
    """
    header = file.header
    try:
        seed = msgspec.json.decode(header["seed"], type=str) if "seed" in header else None
        key = bytes.fromhex(header["key"]) if "key" in header else None
        tape = [int(number) for number in header["tape"].split()] if "tape" in header else None
        start = msgspec.json.decode(header["start"]) if "start" in header else None
        note = msgspec.json.decode(header["note"], type=str) if "note" in header else ""
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"the header of this record cannot be read: {error}") from error
    if seed is None and key is None and tape is None:
        raise BadInput("this record has neither a key nor a seed for its dice")
    data = start if snapshot is None else snapshot
    try:
        position = None
        if data is not None:
            if isinstance(data, dict):
                data = game.upgrade(data, int(header["rules"]))
            if corrected(file, game):
                position, mended = read_corrected(game, data)
                if notes is not None:
                    notes[:] = mended
            else:
                position = plain.from_plain(game, game.position_class, data)
            check_position(game, position)
    except BadInput as error:
        raise _Unusable(str(error)) from error
    try:
        match = Match(game, seed=seed, key=key, words=file.words, tape=tape, start=position)
    except BadInput:
        raise
    except Exception as error:
        # The position reads well but makes no sense to the rules: any rule may stumble over it.
        raise _Unusable(f"the game cannot go on from the stored position ({error!r})") from error
    if match.outcome is None and not match.prompts:
        raise _Unusable("the stored position is not over and asks nobody")
    if "commitment" in header and commitment(match.key) != header["commitment"]:
        raise BadInput("the key of this record is not the one to which its commitment binds it")
    match.note = note
    return match


def _keep(match: Match, opening: Line, lines: Iterable[Line]) -> None:
    """Take the log of entries that are not replayed over as history."""
    kept = list(lines)
    for line in kept:
        if line.side not in match.game.sides:
            raise BadInput(f"line {line.place} of this record is of {line.side[:40]!r}, who does not play")
    match.entries = [Entry("history", line.side) for line in kept]
    match._noticing.forget(0)
    match.history = [told for line in [opening, *kept] for told in line.told]
    match.history_moment = len(kept)
    match._turns = [(len(kept), match.position.copy())]


def _repeat(match: Match, line: Line) -> None:
    """Do what a line says, and see that it comes out as the line says; raises with the reason if not."""
    game = match.game
    try:
        other = _OTHER.fullmatch(line.word)
        if other is not None:
            entry = Entry(other.group(1), line.side, target=int(other.group(2)))
        else:
            via = tuple(plain.node_number(game, label) for label in line.via)
            entry = Entry("play", line.side, game.actions.find(line.word), via=via)
        match.repeat(entry)
    except (BadInput, Refusal) as error:
        raise _Unusable(f"line {line.place}: {error}") from error
    except Exception as error:
        raise _Unusable(f"line {line.place}: the rules stumble here ({error!r})") from error
    match.moment_of(None)  # found out now, while the position before the entry is at hand
    done = match.entries[-1]
    if done.dice != line.dice:
        raise _Unusable(f"line {line.place}: the dice are not those of the key")
    if (done.side, done.target, done.via) != (entry.side, entry.target, entry.via):
        raise _Unusable(f"line {line.place}: it does not come out as recorded")


def _replay(file: File, match: Match) -> str | None:
    """Replay the entries; the reason why that fails, or None."""
    if file.opening.dice != match.opening.dice:
        return "the dice of the set-up are not those of the key"
    hashes = {moment: digest for moment, digest, _ in file.turns}
    if file.end is not None:
        hashes[file.end[0]] = file.end[1]
    past = [line for line in file.lines if line.is_history]
    if past:
        _keep(match, file.opening, past)
    for number, line in enumerate(file.lines, 1):
        if line.number != number or (line.is_history and number > len(past)):
            return f"line {line.place}: entry {line.number} stands where {number} is due"
        if not line.is_history:
            try:
                _repeat(match, line)
            except _Unusable as error:
                return str(error)
        if number in hashes and hashes[number] != match.position_hash:
            return f"line {line.place}: the position after entry {number} is not the recorded one"
    if file.end is None:
        return None
    if match.moment != file.end[0]:
        return f"it says that it ends at entry {file.end[0]}, but has {match.moment} entries"
    if file.end[1] != match.position_hash:
        return "the last position is not the recorded one"
    if file.outcome != (outcome_line(match) if match.outcome is not None else ""):
        return "the outcome is not the recorded one"
    return None


def _compare(text: str, wanted: str) -> None:
    """Strict reading: apart from the log and the version the text must be what we would write."""

    def bones(written: str) -> list[str]:
        return [row for row in written.split("\n") if not row.startswith((">", "rules ", "data "))]

    theirs, ours = bones(text), bones(wanted)
    for old, new in zip(theirs, ours, strict=False):
        if old != new:
            raise BadInput(f"this record is damaged: it has {old[:60]!r} where {new[:60]!r} belongs")
    if len(theirs) != len(ours):
        raise BadInput("this record is damaged: it has lines too many or too few")


def _from_snapshot(file: File, game: Game[Any], trouble: str) -> Match:
    """Go on from the newest snapshot that can be used, or from the start, as far as the entries can be repeated."""
    version = int(file.header["rules"])
    notes = [note for since, note in sorted(game.upgrade_notes.items()) if since > version]
    mended: list[str] = []
    past = sum(line.is_history for line in file.lines)
    for moment, snapshot in [*((moment, data) for moment, _, data in reversed(file.turns)), (past, None)]:
        try:
            match = _begin(file, game, None if snapshot is None else msgspec.json.decode(snapshot), mended)
        except (_Unusable, msgspec.MsgspecError, RecursionError):
            continue
        kept = [line for line in file.lines if line.number <= moment]
        if kept:
            _keep(match, file.opening, kept)
        stopped = ""
        for line in file.lines[len(kept) :]:
            before = match.position.copy(), len(match.entries), list(match._turns)
            try:
                _repeat(match, line)
            except _Unusable:
                _step_back(match, *before)
                stopped = f" What was done after entry {match.moment} could not be repeated."
                break
        where = f"from turn {match.position.turn} (entry {moment})"
        told = f"This match was saved by an earlier version and goes on {where}; its log keeps what happened before."
        match.note = " ".join([told + stopped, *mended, *notes, f"Reason: {trouble}."])
        return match
    raise BadInput(f"this record cannot be replayed and has no usable snapshot: {trouble}")


def _step_back(match: Match, position: Any, entries: int, turns: list[tuple[int, Any]]) -> None:
    """Take a repeated entry back that did not come out as recorded."""
    if len(match.entries) > entries:
        del match.entries[entries:]
        match._turns = turns
        match._noticing.forget(entries)
        match.position = position
        match._undo.clear()
        match._request = None
        match._offers_lapse()
        match._prompts = Play(match.game, position, match.dice).drive()
