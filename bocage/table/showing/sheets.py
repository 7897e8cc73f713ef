"""The sheet: all that a side is shown of a match now."""

from __future__ import annotations

import re
from typing import Any

from bocage.engine.errors import Refusal
from bocage.engine.game import Game
from bocage.engine.matches.agreeing import ABANDONED
from bocage.engine.matches.match import Match
from bocage.engine.steps import Prompt
from bocage.table.faces import TableFace, face_class
from bocage.table.showing.log import told_lines
from bocage.table.wire.runs import joined
from bocage.table.wire.sheet import Choice, Outcome, Proposal, Question, Request, Sheet, Why

_ENTRY = re.compile(r" \(entry \d+\)| after entry \d+")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz~"  # movement points in one character
MOST_UNDO = 40  # points to which a page is offered to go back; there may be more behind them
LONGEST_REQUEST = 40  # lines of what a rollback would take back; the log has the rest


def sheet(match: Match, side: str | None) -> Sheet:
    """All that a side (None: a spectator) is shown now."""
    face = face_class(match.game.slug)(match.game)
    look = match.inquire(side)
    made = picture_of(face, look, side, match.moment_of(side))
    made.deciding = list(match.prompts)
    prompt = match.prompts.get(side) if side is not None else None
    if prompt is not None:
        made.question = _question(face, look, prompt)
        if "end" in prompt.offered and "end" not in prompt.verbs():
            refusal = match.why_not("end", side=side)
            made.question.duty = None if refusal is None else reason_of(match.game, refusal, "end")
    elif match.prompts:
        who = " and ".join(face.side_names[other] for other in match.prompts)
        made.waiting = f"{who[:1].upper()}{who[1:]} decide: {made.phase_name}."
    made.undo = _undo(match, side)
    made.request = _request(match, face, side)
    if match.outcome is not None:
        text = outcome_words(match.game.slug, match.outcome.winner, match.outcome.level)
        abandoned = match.outcome.level == ABANDONED
        made.outcome = Outcome(match.outcome.winner, text, match.outcome.rule, abandoned)
    if match.standing_offer is not None:
        made.offer = Proposal(match.standing_offer.kind, match.standing_offer.side)
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


def picture_of(face: TableFace, look: Any, side: str | None, moment: int) -> Sheet:
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
        cards=list(face.cards(look, side)),
        spans=dict(face.game.spans(look.position)),
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
        passes=prompt.passes,
    )


def _undo(match: Match, side: str | None) -> list[int]:
    return [match.moment_of(side, moment) for moment in match.undoable_by(side)[-MOST_UNDO:]]


def _request(match: Match, face: TableFace, side: str | None) -> Request | None:
    if match.rollback_request is None:
        return None
    who, moment = match.rollback_request
    to = match.moment_of(side, moment)
    back = [line for line in told_lines(match, face, side, to) if line.kind != "talk"]
    return Request(who, to, back[:LONGEST_REQUEST])


_WORD = re.compile(r"[^\s,;:'\"()]+[^\s,;:'\"().]")


def by_name(game: Game[Any], text: str) -> str:
    """A text of the referee, who writes ids of units as they are typed, with the names that stand on the page."""
    ids = game.unit_numbers
    return _WORD.sub(lambda word: game.unit_name(ids[word[0]]) if word[0] in ids else word[0], text)


def reason_of(game: Game[Any], refusal: Refusal, verb: str) -> Why:
    """A refusal as a page is told of it."""
    text = by_name(game, refusal.why)
    end = "" if text.endswith((".", "!", "?")) else "."
    return Why(f"{text[:1].upper()}{text[1:]}{end}", refusal.rule, verb)
