"""What a page is shown: sheets, deltas, films, the log and the answers to its questions.

All of it is computed from what the side may know; a page, a phone and a script are told the same. Moments are those
that the side counts (`Match.moment_of`): what it cannot notice has no number either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

import bocage
from bocage import coverage
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Entry, Match
from bocage.engine.steps import Prompt
from bocage.shelf import make_game
from bocage.store.structs import Remark
from bocage.table.faces import TableFace, capital, face_class, on_the_table
from bocage.table.wire.box import Box, Case, Rulebook, Ruling
from bocage.table.wire.messages import Games
from bocage.table.wire.runs import joined
from bocage.table.wire.sheet import (
    Choice,
    Delta,
    Film,
    Frame,
    Layer,
    Line,
    Odds,
    Outcome,
    Path,
    Question,
    Request,
    Sheet,
    Why,
)

Remarks = Mapping[int, Remark]  # moment -> what a bot said of the action that led there
NO_REMARKS: Remarks = {}
REMARK = "remark"  # the kind of a line

_ENTRY = re.compile(r" \(entry \d+\)| after entry \d+")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz~"  # movement points in one character
LONGEST_FILM = 600  # entries: more than two turns of any game so far
MOST_UNDO = 40  # points to which a page is offered to go back; there may be more behind them
LONGEST_REQUEST = 40  # lines of what a rollback would take back; the log has the rest

# The box


def games() -> Games:
    """Every game that can be played on the table, and why the others cannot."""
    found, missing = [], []
    for slug in bocage.slugs():
        try:
            found.append(on_the_table(slug).shelf())
        except BadInput as error:
            missing.append(f"{capital(str(error))}.")
    return Games(found, missing)


def box(slug: str, scenario: str = "", options: Mapping[str, Any] | None = None) -> Box:
    """Everything printed of a game for a scenario (its first, if none is named) and options."""
    return on_the_table(slug)(make_game(slug, scenario, options or {})).box()


def rulebook(slug: str) -> Rulebook:
    """The cases of a game in our words, and the rulings."""
    ledger = coverage.read(slug)
    return Rulebook(
        slug,
        ledger.title,
        [Case(case.case, case.topic, case.summary, case.status) for case in ledger.cases],
        [Ruling(ruling.ruling, ruling.case, ruling.decision) for ruling in ledger.rulings],
    )


# The sheet


def sheet(match: Match, side: str | None) -> Sheet:
    """All that a side (None: a spectator) is shown now."""
    face = face_class(match.game.slug)(match.game)
    look = match.inquire(side)
    made = _picture(face, look, side, match.moment_of(side))
    made.deciding = list(match.prompts)
    prompt = match.prompts.get(side) if side is not None else None
    if prompt is not None:
        made.question = _question(face, look, prompt)
        if "end" in prompt.offered and "end" not in prompt.verbs():
            refusal = match.why_not("end", side=side)
            made.question.duty = None if refusal is None else _reason(refusal, "end")
    elif match.prompts:
        who = " and ".join(face.side_names[other] for other in match.prompts)
        made.waiting = f"{who[:1].upper()}{who[1:]} decide: {made.phase_name}."
    made.undo = _undo(match, side)
    made.request = _request(match, face, side)
    if match.outcome is not None:
        text = outcome_words(match.game.slug, match.outcome.winner, match.outcome.level)
        made.outcome = Outcome(match.outcome.winner, text, match.outcome.rule)
    made.note = _note(match)
    return made


def _note(match: Match) -> str:
    """What everybody should know of how a match was loaded.

    The reason why it could not be replayed names what somebody did, perhaps in secret; the record has it. Where there
    are secrets, the numbers of entries are left out too: they count what was done unseen.
    """
    note = match.note.partition(" Reason: ")[0]
    return _ENTRY.sub("", note) if match.game.secretive else note


def outcome_words(slug: str, winner: str, level: str) -> str:
    """How a game ended, in the players' words.

    >>> outcome_words("roundup", "german", "allied concedes")
    'The Germans win: the Allies concede.'
    >>> outcome_words("roundup", "allied", "tactical"), outcome_words("roundup", "", "draw")
    ('The Allies win a tactical victory.', 'Draw.')
    """
    return face_class(slug).outcome(winner, level)


def _picture(face: TableFace, look: Any, side: str | None, moment: int) -> Sheet:
    """The table without anybody's question."""
    board = face.game.board
    phase, name = face.phase(face.game.phase(look.position))
    return Sheet(
        moment=moment,
        turn=look.position.turn,
        phase=phase,
        phase_name=name,
        deciding=[],
        waiting="",
        facts=face.facts(look),
        standing=face.standing(look),
        tracks=face.tracks(look),
        units=face.units(look),
        markers=face.markers(look),
        control={label: who for who, hexes in face.control(look).items() for label in board.names(hexes)},
        side=side,
    )


def _question(face: TableFace, look: Any, prompt: Prompt) -> Question:
    board, frame = face.game.board, prompt.frame
    verbs = face.game.actions.verbs
    choices = []
    for verb, actions in prompt.verbs().items():
        noun = verbs[verb].noun
        choice = Choice(verb, prompt.rule_of(actions[0]), label=face.label(look, prompt, verb))
        if noun == "hex":
            choice.operands = joined(board, [action.index for action in actions])
            prices = face.costs(look, frame, verb)
            if prices:
                choice.costs = "".join(_DIGITS[min(prices[action.index], 36)] for action in actions)
        elif noun:
            choice.operands = [action.operand for action in actions]
        if noun not in ("hex", "unit"):
            for action in actions:
                words, counter = face.words(look, action)
                words = words or prompt.words(verb)
                if words:
                    choice.words[action.operand] = words
                if counter:
                    choice.counters[action.operand] = counter
        choices.append(choice)
    return Question(
        side=prompt.side,
        rule=prompt.rule,
        text=prompt.text,
        step=prompt.step,
        choices=choices,
        hand=face.hand(look, frame),
        focus=face.focus(look, frame),
        warnings=[*prompt.warnings, *face.warnings(look, prompt)],
        odds=face.declared(look, frame),
    )


def _undo(match: Match, side: str | None) -> list[int]:
    return [match.moment_of(side, moment) for moment in match.undoable_by(side)[-MOST_UNDO:]]


def _request(match: Match, face: TableFace, side: str | None) -> Request | None:
    if match.rollback_request is None:
        return None
    who, moment = match.rollback_request
    to = match.moment_of(side, moment)
    back = [line for line in _lines(match, face, side, to) if line.kind != "talk"]
    return Request(who, to, back[:LONGEST_REQUEST])


# Earlier moments


def sheet_at(match: Match, side: str | None, moment: int) -> Sheet:
    """What a side was shown at a moment, without its question."""
    face = face_class(match.game.slug)(match.game)
    position = match.at(match.moments_behind(side, moment)[0])
    return _picture(face, match.game.look(match.game.shown(position, side)), side, moment)


def film(match: Match, side: str | None, first: int, last: int, remarks: Remarks = NO_REMARKS) -> Film:
    """What happened between two moments, entry by entry. A film that is too long is cut at its end."""
    check_film(match, side, first, last)
    face = face_class(match.game.slug)(match.game)
    last = min(last, first + LONGEST_FILM)
    by_moment: dict[int, list[Line]] = {}
    for line in _lines(match, face, side, first, last, remarks):
        by_moment.setdefault(line.moment, []).append(line)
    stages = match.stages(match.moments_behind(side, first)[0], match.moments_behind(side, last)[0])
    before = opening = _picture(face, match.game.look(match.game.shown(next(stages)[1], side)), side, first)
    frames = []
    for when, position in stages:
        moment = match.moment_of(side, when)
        if moment == before.moment:
            continue  # there was nothing for this side to see
        picture = _picture(face, match.game.look(match.game.shown(position, side)), side, moment)
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


# The log


def lines(match: Match, side: str | None, since: int = 0, remarks: Remarks = NO_REMARKS) -> list[Line]:
    """The log after a moment, as far as a side may read it; -1 begins with what happened at the start."""
    return _lines(match, face_class(match.game.slug)(match.game), side, since, remarks=remarks)


def may_read(match: Match, side: str | None, remark: Remark) -> bool:
    """May a side (None: a spectator) read what a bot said of an action?

    A reason may betray what its side knows or plans. So where a game has secrets, only whoever holds that side reads it
    until the game is over; and of an action that was not seen by all, no reason is told either.
    """
    if match.outcome is not None or side == remark.side:
        return True
    return not match.game.secretive and all(event.eyes is None for event in match.entries[remark.moment - 1].events)


def _lines(
    match: Match,
    face: TableFace,
    side: str | None,
    since: int,
    until: int | None = None,
    remarks: Remarks = NO_REMARKS,
) -> list[Line]:
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
    }[entry.word]
    rule = match.game.concession_rule if entry.word == "concede" else match.game.take_back_rule
    to = target if entry.word in ("undo", "rollback") else -1
    return Line(match.moment_of(side, number), rule, text, "talk", entry.side, to=to)


# Inquiries


def why(match: Match, side: str | None, hex: str = "", unit: str = "", action: str = "") -> list[Why]:
    """Why a hex, a unit or an action cannot be chosen now; empty if it can."""
    if side is None:
        return [Why("You are watching this match; its players decide.")]
    if action:
        refusal = match.why_not(action, side=side)
        return [] if refusal is None else [_reason(refusal, action.split(" ")[0])]
    prompt = match.prompts.get(side)
    if prompt is None:
        found = sheet(match, side)
        return [Why(found.waiting or (found.outcome.text if found.outcome else "The game is over."))]
    noun, thing = ("unit", unit) if unit else ("hex", hex)
    verbs = match.game.actions.verbs
    possible = prompt.verbs()  # what can be done with other things is nearer to what the player meant
    asked = sorted((verb for verb in prompt.offered if verbs[verb].noun == noun), key=lambda verb: verb not in possible)
    reasons: list[Why] = []
    for verb in asked:
        refusal = match.why_not(f"{verb} {thing}", side=side)
        if refusal is None:
            return []
        reason = _reason(refusal, verb)
        if reason.text not in [other.text for other in reasons]:
            reasons.append(reason)
    return reasons or [Why(f"There is nothing to do with {thing} now. {prompt.text}", prompt.rule)]


def _reason(refusal: Refusal, verb: str) -> Why:
    text = refusal.why
    end = "" if text.endswith((".", "!", "?")) else "."
    return Why(f"{text[:1].upper()}{text[1:]}{end}", refusal.rule, verb)


def path(match: Match, side: str, action: str) -> Path:
    """The way that the units in hand would go, for an action of the list."""
    prompt = _deciding(match, side)
    refusal = match.why_not(action, side=side)
    if refusal is not None:
        raise refusal
    face = face_class(match.game.slug)(match.game)
    return face.path(match.inquire(side), prompt.frame, match.game.actions.find(action))


def odds(match: Match, side: str, target: str, attackers: Sequence[str] | None = None) -> Odds:
    """The chances of an attack by these units, or by all that can."""
    face = face_class(match.game.slug)(match.game)
    return face.odds(match.inquire(side), side, target, attackers)


def overlay(match: Match, side: str | None, overlay: str, unit: str = "") -> list[Layer]:
    """What an overlay shows of what a side may know."""
    face = face_class(match.game.slug)(match.game)
    return face.overlay(match.inquire(side), overlay, unit)


def _deciding(match: Match, side: str) -> Prompt:
    if side not in match.prompts:
        raise Refusal("", "it is not your turn to decide")
    return match.prompts[side]
