"""From where the units in hand would best attack a hex: each that they can reach is tried on a branch of its own."""

from __future__ import annotations

from contextlib import suppress

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.branching import branch_of
from bocage.engine.matches.match import Match
from bocage.table.showing.gathering import KEY, walks, ways
from bocage.table.showing.inquiries import odds
from bocage.table.showing.sheets import sheet
from bocage.table.wire.sheet import Approach, Odds


def approach(match: Match, side: str, target: str) -> list[Approach]:
    """The hexes beside a target to which the units in hand can go now, and the odds with everybody who then could join.

    The best stands first. Nothing is promised: what comes before the attack may change it. Like `gathering` it rests
    on branches of what the side may know.
    """
    if side not in match.prompts:
        raise Refusal("", "it is not your turn to decide")
    board = match.game.board
    if target not in board.index:
        raise BadInput(f"there is no hex {target!r} on this board")
    shown = sheet(match, side).question
    verbs = ways(match, match.prompts[side].offered)
    if shown is None or not shown.hand or not verbs:
        return []
    listed = match.prompts[side].verbs()
    beside = board.step(1 << board.index[target])
    goals = dict.fromkeys(
        action.operand for verb in verbs for action in listed.get(verb, ()) if beside >> action.index & 1
    )
    found: list[Approach] = []
    for goal in goals:
        trial = branch_of(match, side, match.moment_of(side), KEY)
        if walks(trial, side, verbs, goal) is not None:
            continue
        with suppress(Refusal):
            found.append(Approach(goal, odds(trial, side, target)))
    return sorted(found, key=lambda one: -_promise(one.odds))


def _promise(told: Odds) -> float:
    """By how much the attacker gains more than he loses, by the meaning of each result."""
    signs = {"attacker": 1, "defender": -1}
    return sum(chance.value * signs.get(chance.good, 0) for chance in told.chances)
