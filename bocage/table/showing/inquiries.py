"""The answers to a page's questions: why not, which way, with what chances, and what an overlay shows."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.errors import Refusal
from bocage.engine.matches.match import Match
from bocage.engine.steps import Prompt
from bocage.table.faces import face_class
from bocage.table.showing.sheets import by_name, reason_of, sheet
from bocage.table.wire.sheet import Layer, Odds, Path, Why


def why(match: Match, side: str | None, hex: str = "", unit: str = "", action: str = "") -> list[Why]:
    """Why a hex, a unit or an action cannot be chosen now; empty if it can."""
    if side is None:
        return [Why("You are watching this match; its players decide.")]
    if action:
        refusal = match.why_not(action, side=side)
        return [] if refusal is None else [reason_of(match.game, refusal, action.split(" ")[0])]
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
        reason = reason_of(match.game, refusal, verb)
        if reason.text not in [other.text for other in reasons]:
            reasons.append(reason)
    return reasons or [Why(f"There is nothing to do with {by_name(match.game, thing)} now. {prompt.text}", prompt.rule)]


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


def overlay(match: Match, side: str | None, overlay: str, unit: str = "", at: int = -1) -> list[Layer]:
    """What an overlay shows of what a side may know, or might know at an earlier moment."""
    game = match.game
    face = face_class(game.slug)(game)
    if at < 0:
        return face.overlay(match.inquire(side), overlay, unit)
    position = match.at(match.moments_behind(side, at)[0])
    return face.overlay(game.look(game.shown(position, side)), overlay, unit)


def _deciding(match: Match, side: str) -> Prompt:
    if side not in match.prompts:
        raise Refusal("", "it is not your turn to decide")
    return match.prompts[side]
