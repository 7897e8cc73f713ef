"""Earlier positions of a match: few are kept, and the others are found again from the nearest of these.

A match that kept the position before each action that can be taken back would grow without bounds: in a long set-up
nothing stands between, and a record can have thousands of entries. So the newest ones are kept whole, and of the older
ones every so many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from bocage.engine.dice import Proof, Witness
from bocage.engine.errors import BadInput
from bocage.engine.matches.entries import ENDS, OFFERS
from bocage.engine.matches.noticing import Noticing

if TYPE_CHECKING:
    from bocage.engine.matches.entries import Entry
    from bocage.engine.matches.match import Match
    from bocage.engine.position import Position

RECENT_UNDO, UNDO_SPACING = 32, 50  # actions that can be taken back
RECENT_TURNS, TURN_SPACING = 64, 8  # starts of turns, and ways back to before one
PASSED = 64  # moments that a walk through a match remembers


def thin_undo(undo: list[tuple[int, str, Any]]) -> None:
    """Let go of a position that is no longer among the newest; call it whenever one was added."""
    number = len(undo) - 1 - RECENT_UNDO
    if number > 0 and number % UNDO_SPACING:
        moment, side, _ = undo[number]
        undo[number] = (moment, side, None)


def thin_turns(turns: list[tuple[int, Any]]) -> None:
    """The same for the positions at the starts of turns."""
    number = len(turns) - 1 - RECENT_TURNS
    if number > 0 and number % TURN_SPACING:
        turns[number] = (turns[number][0], None)


def reached(match: Match, moment: int, passed: Mapping[int, Any]) -> Match:
    """A twin of a match, as it was at a moment; `passed` are further positions that are known."""
    known = {when: position for when, position in match._turns if position is not None}
    known.update((when, position) for when, _, position in match._undo if position is not None)
    known.update(passed)
    entries = match.entries
    steps: list[int] = []  # entries that lead from a known position to the one that is wanted, the last one first
    when = moment
    while when not in known:
        entry = entries[when - 1]
        if entry.word in ("play", "rollback", *ENDS):
            steps.append(when - 1)
        when = entry.target if entry.word in ("undo", "rollback") else when - 1
    twin = match._twin(when, known[when])
    for number in reversed(steps):
        if entries[number].word == "rollback":
            _renew_dice(match, twin, number)
        else:
            _redo(twin, entries[number])
    twin.entries = entries[:moment]
    twin._undo = []
    return twin


def _redo(twin: Match, entry: Entry) -> None:
    """Do an entry again; what it answers was said before, and the twin need not have heard it."""
    if entry.word in ENDS:
        twin._end(entry.word, entry.side)
    else:
        twin.repeat(entry)


def _renew_dice(match: Match, twin: Match, number: int) -> None:
    """After an agreed rollback the dice are new ones; a tape goes on where it stood."""
    past = match.entries[match.history_moment : number]
    start = match.start
    earlier = sum(entry.word == "rollback" for entry in past)
    twin.position.epoch = (start.epoch if start is not None else 0) + earlier + 1
    if match.tape is None:
        twin.position.rolls = 0
    else:
        before = (start.rolls if start is not None else 0) + len(match.opening.dice)
        twin.position.rolls = before + sum(len(entry.dice) for entry in past)


def walk(match: Match, first: int, last: int) -> Iterator[tuple[int, Match]]:
    """A twin of a match as it goes from one moment to another. It is the same twin: look, and take nothing."""
    for moment in (first, last):
        if not isinstance(moment, int) or not match.history_moment <= moment <= match.moment:
            raise BadInput(f"this match has the moments {match.history_moment} to {match.moment}")
    passed: dict[int, Position] = {}  # where this walk came by lately, for most ways back are short
    twin = reached(match, first, passed)
    for when in range(first, last + 1):
        yield when, twin
        if when == last:
            return
        passed[when] = twin.position.copy()
        passed.pop(when - PASSED, None)
        entry = match.entries[when]
        if entry.word in ("undo", "rollback"):
            twin = reached(match, when + 1, passed)
        elif entry.word in ("ask", "refuse", *OFFERS):
            twin.entries.append(entry)  # mere words; what they answer may have been said before that position
        else:
            _redo(twin, entry)


def proof(match: Match) -> Proof:
    """Every die of a finished match, found by playing it once more before a witness."""
    witness = Witness(match.dice)
    twin = match.__class__.__new__(match.__class__)
    twin.__dict__.update(match.__dict__)
    twin.dice = witness
    twin.entries = match.entries[: match.history_moment]
    twin._undo, twin._request, twin._offer, twin._offered = [], None, None, set()
    twin._noticing = Noticing(match.game.sides)
    witness.entry = match.history_moment
    twin._open()
    for entry in match.entries[match.history_moment :]:
        witness.entry += 1
        kept = len(witness.rolls)
        twin.repeat(entry)
        if entry.word == "rollback":
            del witness.rolls[kept:]  # going back plays the earlier entries once more
        twin.moment_of(None)  # found out now: to find it out later would play them once more, too
    return Proof(match.commitment, match.key.hex(), match.words, tuple(witness.rolls))
