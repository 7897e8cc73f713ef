"""The text of a match: a header, one entry per line with its dice, the log, and a snapshot per turn.

    bocage record 1
    game roundup
    scenario campaign
    option 15.10 true
    rules 1
    data 4be0…
    commitment 0f7c…
    key 8a11…

    1 allied us-beach 1204
    12 allied move 1305 via 1204 1304 1305
    > 10.0 | 1 Infantry Division moves from 1204 to 1305
    31 allied roll = 4
    turn 2 at 118 hash 9c1e… {"turn":2,…}

A reader of an old file replays the entries; where that fails because rules, charts or names have changed, the
match goes on from the newest snapshot, and the recorded log is kept as its history.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.engine import plain
from bocage.engine.dice import commitment
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.game import Game
from bocage.engine.match import Entry, Match

TITLE = "bocage record 1"
SEEN_TITLE = "bocage seen 1"
MakeGame = Callable[[str, str, Mapping[str, Any]], Game[Any]]


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _header(match: Match, title: str) -> list[str]:
    game = match.game
    lines = [title, f"game {game.slug}", f"scenario {game.scenario}"]
    lines += [f"option {name} {_json(value)}" for name, value in sorted(game.options.items())]
    lines += [f"rules {game.rules_version}", f"data {game.data_digest}"]
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


def _log_lines(match: Match, entry: Entry, side: str | None, everything: bool) -> list[str]:
    return [
        f"> {event.rule} | {match.game.sentence(event)}" for event in entry.events if everything or event.seen_by(side)
    ]


def _turn_line(match: Match, moment: int, position: Any) -> str:
    data = _json(plain.to_plain(match.game, position))
    return f"turn {position.turn} at {moment} hash {plain.digest(match.game, position)} {data}"


def write(match: Match) -> str:
    """The full record of a match."""
    lines = _header(match, TITLE)
    if match.seed is not None:
        lines.append(f"seed {_json(match.seed)}")
    elif match.key:
        lines.append(f"key {match.key.hex()}")
    if match.tape is not None:
        lines.append("tape " + " ".join(str(number) for number in match.tape))
    if match.start is not None:
        lines.append(f"start {_json(plain.to_plain(match.game, match.start))}")
    lines.append("")
    lines += match.history
    if match.opening.dice:
        lines.append("0 start = " + " ".join(str(number) for number in match.opening.dice))
    lines += _log_lines(match, match.opening, None, True)
    turns = dict(match._turns)
    for number, entry in enumerate(match.entries, 1):
        if number <= match.history_moment:
            continue
        lines.append(_entry_line(match, number, entry))
        lines += _log_lines(match, entry, None, True)
        if number in turns:
            lines.append(_turn_line(match, number, turns[number]))
    lines.append(f"end at {match.moment} hash {match.position_hash}")
    if match.outcome is not None:
        lines.append(f"outcome {match.outcome.winner or 'draw'} | {match.outcome.level} | {match.outcome.rule}")
    return "\n".join(lines) + "\n"


def write_seen(match: Match, side: str) -> str:
    """What one side saw: no key, no hashes of the truth, no line that it may not read, and its last view."""
    lines = [*_header(match, SEEN_TITLE), f"side {side}", ""]
    for number, entry in enumerate([match.opening, *match.entries]):
        told = _log_lines(match, entry, side, False)
        if told:
            lines += [f"{number} {entry.side}".rstrip(), *told]
    lines.append(f"view {_json(match.view(side))}")
    return "\n".join(lines) + "\n"


class _Line:
    """One entry as it stands in the file."""

    __slots__ = ("dice", "number", "place", "side", "told", "via", "word")

    def __init__(self, place: int, number: int, side: str, word: str, via: list[str], dice: tuple[int, ...]) -> None:
        self.place = place
        self.number = number
        self.side = side
        self.word = word
        self.via = via
        self.dice = dice
        self.told: list[str] = []


class _File:
    """A parsed record: header, entries, snapshots."""

    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.options: dict[str, Any] = {}
        self.words: list[str] = []
        self.lines: list[_Line] = []
        self.opening = _Line(0, 0, "", "start", [], ())
        self.turns: list[tuple[int, str, str]] = []  # moment, hash, position
        self.end: tuple[int, str] | None = None
        rows = text.splitlines()
        if not rows or rows[0].strip() != TITLE:
            if rows and rows[0].strip() == SEEN_TITLE:
                raise BadInput(
                    "this is what one side saw of a match, not the full record; it can be read but not played"
                )
            raise BadInput(f"this is not a record of a match: its first line should be '{TITLE}'")
        in_header = True
        for place, row in enumerate(rows[1:], 2):
            if not row.strip():
                in_header = False
                continue
            try:
                self._header_row(row) if in_header else self._row(place, row)
            except (ValueError, IndexError, msgspec.DecodeError) as error:
                raise BadInput(f"line {place} of this record cannot be read: {row[:60]!r}") from error
        for word in ("game", "scenario"):
            if word not in self.header:
                raise BadInput(f"this record does not say its {word}")

    def _header_row(self, row: str) -> None:
        word, _, rest = row.partition(" ")
        if word == "option":
            name, _, value = rest.partition(" ")
            self.options[name] = msgspec.json.decode(value)
        elif word == "words":
            self.words.append(msgspec.json.decode(rest, type=str))
        elif word in ("game", "scenario", "rules", "data", "commitment", "key", "seed", "tape", "start"):
            self.header[word] = rest
        else:
            raise ValueError(word)

    def _row(self, place: int, row: str) -> None:
        if row.startswith(">"):
            (self.lines[-1] if self.lines else self.opening).told.append(row)
            return
        if row.startswith("turn "):
            _, _, _, moment, _, digest, data = row.split(" ", 6)
            self.turns.append((int(moment), digest, data))
            return
        if row.startswith("end "):
            _, _, moment, _, digest = row.split()
            self.end = (int(moment), digest)
            return
        if row.startswith("outcome "):
            return
        body, _, dice = row.partition(" = ")
        numbers = tuple(int(number) for number in dice.split())
        if body == "0 start":
            self.opening.dice = numbers
            return
        body, _, via = body.partition(" via ")
        number, side, word = body.split(" ", 2)
        self.lines.append(_Line(place, int(number), side, word, via.split(), numbers))


def _entry(game: Game[Any], line: _Line) -> Entry:
    if line.word.startswith("("):
        word, target = line.word.strip("()").split()
        if word not in ("undo", "ask", "refuse", "rollback", "concede"):
            raise BadInput(f"line {line.place} of this record has the unknown word {word!r}")
        return Entry(word, line.side, target=int(target))
    via = tuple(plain.place_number(game, label) for label in line.via)
    return Entry("play", line.side, game.actions.find(line.word), via=via)


def read(text: str, make_game: MakeGame, *, strict: bool = False) -> Match:
    """The match of a record. A strict reader refuses a record that does not replay to its hashes."""
    file = _File(text)
    game = make_game(file.header["game"], file.header["scenario"], file.options)
    match = _begin(file, game)
    hashes = {moment: digest for moment, digest, _ in file.turns}
    if file.end is not None:
        hashes[file.end[0]] = file.end[1]
    trouble = _replay(file, match, hashes)
    if trouble is None:
        return match
    if strict:
        raise BadInput(trouble)
    return _from_snapshot(file, game, trouble)


def _begin(file: _File, game: Game[Any]) -> Match:
    header = file.header
    try:
        seed = msgspec.json.decode(header["seed"], type=str) if "seed" in header else None
        key = bytes.fromhex(header["key"]) if "key" in header else None
        tape = [int(number) for number in header["tape"].split()] if "tape" in header else None
        start = msgspec.json.decode(header["start"]) if "start" in header else None
    except (ValueError, msgspec.DecodeError) as error:
        raise BadInput(f"the header of this record cannot be read: {error}") from error
    if seed is None and key is None and tape is None:
        raise BadInput("this record has neither a key nor a seed for its dice")
    if key is not None and len(key) != 32:
        raise BadInput("the key of this record is not 256 bits long")
    position = None if start is None else plain.from_plain(game, game.position_class, start)
    match = Match(game, seed=seed, key=key, words=file.words, tape=tape, start=position)
    if "commitment" in header and match.key and commitment(match.key) != header["commitment"]:
        raise BadInput("the key of this record is not the one to which its commitment binds it")
    return match


def _replay(file: _File, match: Match, hashes: Mapping[int, str]) -> str | None:
    """Replay the entries; the reason why that fails, or None."""
    if file.opening.dice != match.opening.dice:
        return "the dice of the set-up are not those of the key"
    for line in file.lines:
        if line.number != match.moment + 1:
            return f"line {line.place}: entry {line.number} stands where {match.moment + 1} is due"
        try:
            match.repeat(_entry(match.game, line))
        except (BadInput, Refusal) as error:
            return f"line {line.place}: {error}"
        except ValueError:
            return f"line {line.place} cannot be read"
        if match.entries[-1].dice != line.dice:
            return f"line {line.place}: the dice are not those of the key"
        if line.number in hashes and hashes[line.number] != match.position_hash:
            return f"line {line.place}: the position after entry {line.number} is not the recorded one"
    return None


def _from_snapshot(file: _File, game: Game[Any], trouble: str) -> Match:
    version = int(file.header.get("rules", "0"))
    notes = [note for since, note in sorted(game.upgrade_notes.items()) if since > version]
    for moment, _, data in reversed(file.turns):
        try:
            position = plain.from_plain(game, game.position_class, msgspec.json.decode(data))
        except (BadInput, msgspec.DecodeError):
            continue
        match = Match(
            game,
            seed=msgspec.json.decode(file.header["seed"]) if "seed" in file.header else None,
            key=bytes.fromhex(file.header["key"]) if "key" in file.header else None,
            words=file.words,
            tape=[int(number) for number in file.header["tape"].split()] if "tape" in file.header else None,
            start=position,
        )
        kept = [line for line in file.lines if line.number <= moment]
        match.entries = [Entry("history", line.side) for line in kept]
        match.history = [told for line in [file.opening, *kept] for told in line.told]
        match.history_moment = moment
        match._turns = [(moment, match.position.copy())]
        rest = [line for line in file.lines if line.number > moment]
        stopped = ""
        for line in rest:
            try:
                match.repeat(_entry(game, line))
            except (BadInput, Refusal, ValueError):
                stopped = f" What was done after entry {match.moment} could not be repeated."
                break
        match.note = " ".join(
            [
                f"This match was saved by an earlier version and goes on from turn {match.position.turn} "
                f"(entry {moment}); what happened before stands in its log.{stopped}",
                *notes,
                f"Reason: {trouble}.",
            ]
        )
        return match
    raise BadInput(f"this record cannot be replayed and has no usable snapshot: {trouble}")
