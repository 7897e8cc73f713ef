"""Writing the record of a match: whole, entry by entry for the store, and what one side saw of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bocage.engine import plain
from bocage.engine.errors import BadInput
from bocage.engine.events import Told
from bocage.engine.matches.match import Entry, Match
from bocage.engine.matches.record.lines import SEEN_TITLE, TITLE


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _header(match: Match, title: str) -> list[str]:
    game = match.game
    lines = [title, f"game {game.slug}", f"scenario {game.scenario}"]
    lines += [f"option {name} {_json(value)}" for name, value in sorted(game.options.items())]
    lines += [f"rules {game.rules_version}", f"data {game.data_digest}"]
    if game.overlay is not None:
        name, digest = game.overlay
        lines.append(f"overlay {digest} {_json(name)}")
    if match.commitment:
        lines.append(f"commitment {match.commitment}")
    lines += [f"words {_json(words)}" for words in match.words]
    return lines


def _entry_line(match: Match, number: int, entry: Entry) -> str:
    parts = [str(number), entry.side]
    if entry.word == "play":
        parts.append(str(entry.action))
        if entry.via:
            parts.append("via " + " ".join(match.game.node_labels[node] for node in entry.via))
    else:
        parts.append(f"({entry.word} {entry.target})")
    if entry.dice:
        parts.append("= " + " ".join(str(number) for number in entry.dice))
    return " ".join(parts)


def _log_lines(lines: Iterable[Told]) -> list[str]:
    """Lines of the log, with the sides that may read a line if not all may."""
    return [f">{','.join(line.eyes or ())} {line.rule} | {line.sentence}" for line in lines]


def _history(match: Match) -> dict[int, list[Told]]:
    """Entry -> the log of it that is kept as history."""
    found: dict[int, list[Told]] = {}
    for line in match.history:
        found.setdefault(line.entry, []).append(line)
    return found


def _told(match: Match, number: int, history: Mapping[int, list[Told]]) -> list[Told]:
    """The log of an entry, be it history or made by the rules of today."""
    entry = match.entries[number - 1] if number else match.opening
    # What a match that goes on from a snapshot told at its start is made again whenever it is read.
    if entry.events and (number or not match.history_moment):
        sentence = match.game.sentence
        return [Told(number, event.rule, sentence(event), event.eyes) for event in entry.events]
    return history.get(number, [])


def _entry_lines(match: Match, number: int, history: Mapping[int, list[Told]]) -> list[str]:
    """An entry (0: the start, which has a line of its own only if dice were cast) and its log."""
    lines = []
    if number:
        lines.append(_entry_line(match, number, match.entries[number - 1]))
    elif match.opening.dice:
        lines.append("0 start = " + " ".join(str(die) for die in match.opening.dice))
    return lines + _log_lines(_told(match, number, history))


def _turn_line(match: Match, moment: int, position: Any) -> str:
    if position is None:
        position = match.at(moment)
    data = _json(plain.to_plain(match.game, position))
    return f"turn {position.turn} at {moment} hash {plain.digest(match.game, position)} {data}"


def _snapshots(match: Match) -> dict[int, Any]:
    """The snapshots worth writing: each new turn, and each way back to before one; None: it must be found again."""
    return {moment: position for moment, position in match._turns if moment > match.history_moment}


def header_text(match: Match) -> str:
    """The header of the full record, with the secret of its dice and with the empty line that ends it.

    Header, entries and snapshots joined by ends of lines are the record that `write` writes, but for its end.
    """
    lines = _header(match, TITLE)
    if match.seed is not None:
        lines.append(f"seed {_json(match.seed)}")
    elif match.key:
        lines.append(f"key {match.key.hex()}")
    if match.tape is not None:
        lines.append("tape " + " ".join(str(number) for number in match.tape))
    if match.start is not None:
        lines.append(f"start {_json(plain.to_plain(match.game, match.start))}")
    if match.note:
        lines.append(f"note {_json(match.note)}")
    return "\n".join([*lines, ""])


def entry_line(match: Match, number: int) -> str:
    """The line of an entry, without its log."""
    return _entry_line(match, number, match.entries[number - 1])


def entry_text(match: Match, number: int) -> str:
    """What the record has of an entry: its line and its log. Entry 0 is the start and may be empty."""
    if not isinstance(number, int) or not 0 <= number <= match.moment:
        raise BadInput(f"this match has the entries 0 to {match.moment}")
    return "\n".join(_entry_lines(match, number, {number: [line for line in match.history if line.entry == number]}))


def snapshot_text(match: Match, number: int) -> str | None:
    """The snapshot that the record has after an entry, or None. It does not depend on what is played later."""
    if next((moment for moment, _ in reversed(match._turns) if moment <= number), None) != number:
        return None  # so it is after almost every entry, and is found out at once
    snapshots = _snapshots(match)
    return _turn_line(match, number, snapshots[number]) if number in snapshots else None


def write(match: Match) -> str:
    """The full record of a match."""
    pieces = [header_text(match)]
    history, snapshots = _history(match), _snapshots(match)
    for number in range(match.moment + 1):
        pieces += _entry_lines(match, number, history)
        if number in snapshots:
            pieces.append(_turn_line(match, number, snapshots[number]))
    pieces.append(f"end at {match.moment} hash {match.position_hash}")
    if match.outcome is not None:
        pieces.append(outcome_line(match))
    return "\n".join(pieces) + "\n"


def outcome_line(match: Match) -> str:
    """The line that says who won, of a match that is over."""
    assert match.outcome is not None
    return f"outcome {match.outcome.winner or 'draw'} | {match.outcome.level} | {match.outcome.rule}"


def write_seen(match: Match, side: str) -> str:
    """What one side saw: no key, no hashes of the truth, no line that it may not read, and its last view."""
    lines = [*_header(match, SEEN_TITLE), f"side {side}", ""]
    whose = {0: ""}
    for number, entry in enumerate(match.entries, 1):
        whose.setdefault(match.moment_of(side, number), entry.side)  # the first is the one that was noticed
    last = -1
    for number, rule, sentence in match.log(side):
        if number != last:
            lines.append(f"{number} {whose[number]}".rstrip())
            last = number
        lines.append(f"> {rule} | {sentence}")
    lines.append(f"view {_json(match.view(side))}")
    return "\n".join(lines) + "\n"
