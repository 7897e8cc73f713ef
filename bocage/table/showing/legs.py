"""A way in several legs, before it is walked: each leg is tried on a branch of what the side knows."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.branching import branch_of
from bocage.engine.matches.match import Match
from bocage.table.faces import face_class
from bocage.table.showing.gathering import KEY
from bocage.table.showing.inquiries import path
from bocage.table.showing.sheets import sheet
from bocage.table.wire.sheet import Legs

MOST = 12  # legs of one way


def legs(match: Match, side: str, hexes: Sequence[str]) -> Legs:
    """The legs by which the units in hand would go from hex to hex, and where they could go from the last one.

    It ends before a hex that cannot be reached, and where something else would be asked on the way.
    Nothing is promised: like `gathering` it rests on a branch of what the side may know.
    """
    if side not in match.prompts:
        raise Refusal("", "it is not your turn to decide")
    if len(hexes) > MOST:
        raise BadInput(f"a way has at most {MOST} legs")
    box = face_class(match.game.slug)(match.game).box()
    verbs = [info.verb for info in box.verbs if info.preview == "path"]
    step = match.prompts[side].step
    trial = branch_of(match, side, match.moment_of(side), KEY)
    found = Legs([], [])
    for hex in hexes:
        prompt = trial.prompts.get(side)
        offered = [verb for verb in verbs if prompt is not None and verb in prompt.offered]
        if prompt is None or prompt.step != step or not offered:
            return found
        refusals = [trial.why_not(f"{verb} {hex}", side=side) for verb in offered]
        if None not in refusals:
            return found
        action = f"{offered[refusals.index(None)]} {hex}"
        found.legs.append(path(trial, side, action))
        trial.play(action, side=side)
    shown = sheet(trial, side).question if side in trial.prompts and trial.prompts[side].step == step else None
    if shown is not None and shown.hand:
        found.choices = [choice for choice in shown.choices if choice.verb in verbs]
    return found
