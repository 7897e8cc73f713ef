"""Who can go to a hex: each unit that may be taken in hand is tried on a branch of what the side knows."""

from __future__ import annotations

from bocage.engine.errors import Refusal
from bocage.engine.matches.branching import branch_of
from bocage.engine.matches.match import Match
from bocage.table.faces import face_class
from bocage.table.showing.sheets import reason_of, sheet
from bocage.table.wire.sheet import Gathering, Unable

PICK = "pick"  # the verb by which every game takes a unit in hand
NEAR = 4  # hexes: who stands farther away and cannot come is no news
MOST = 120  # units that are tried
KEY = bytes(32)  # of the branch's dice: nothing that they say is told


def gathering(match: Match, side: str, hex: str) -> Gathering:
    """The units that can be taken in hand and go to a hex one after the other, and those near it that cannot.

    A branch is dealt from what the side may know (`branch_of`), so the answer holds nothing else. It ends where
    something else is asked; how often units then still fit is found out by going.
    """
    if side not in match.prompts:
        raise Refusal("", "it is not your turn to decide")
    prompt = match.prompts[side]
    verbs = ways(match, prompt.offered)
    board = match.game.board
    if not verbs or hex not in board.index:
        return Gathering([], [])
    trial = branch_of(match, side, match.moment_of(side), KEY)
    target = board.index[hex]
    near = reached = 1 << target
    for _ in range(NEAR):
        near = reached = reached | board.step(near)
    shown = sheet(match, side).question
    hand = list(shown.hand) if shown else []
    asked = [action.operand for action in prompt.actions if action.verb == PICK]
    able: list[str] = []
    if hand and walks(trial, side, verbs, hex) is None:
        able += hand
    unable: list[Unable] = []
    for unit in asked[:MOST]:
        if side not in trial.prompts or trial.prompts[side].step != prompt.step:
            break
        at = trial.position.units[match.game.unit_numbers[unit]].at
        if at == target:
            continue
        way = _goes(trial, side, unit, verbs, hex)
        if way is None:
            able.append(unit)
        elif at >= 0 and reached >> at & 1:
            unable.append(Unable(unit, reason_of(match.game, way, verbs[0])))
    return Gathering(able, unable)


def ways(match: Match, offered: tuple[str, ...] | list[str] | dict[str, object]) -> list[str]:
    """The verbs of this question that lead from hex to hex."""
    if PICK not in offered:
        return []
    box = face_class(match.game.slug)(match.game).box()
    return [info.verb for info in box.verbs if info.preview == "path" and info.verb in offered]


def _goes(trial: Match, side: str, unit: str, verbs: list[str], hex: str) -> Refusal | None:
    """Take a unit in hand and send it; why that cannot be, if it cannot."""
    refusal = trial.why_not(f"{PICK} {unit}", side=side)
    if refusal is not None:
        return refusal
    trial.play(f"{PICK} {unit}", side=side)
    return walks(trial, side, verbs, hex)


def walks(trial: Match, side: str, verbs: list[str], hex: str) -> Refusal | None:
    """Send what is in hand; why that cannot be, if it cannot."""
    for verb in verbs:
        if trial.why_not(f"{verb} {hex}", side=side) is None:
            trial.play(f"{verb} {hex}", side=side)
            return None
    return trial.why_not(f"{verbs[0]} {hex}", side=side)
