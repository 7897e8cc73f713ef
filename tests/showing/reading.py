"""Reading what a page is shown: the question, its odds, and what it offers."""

from __future__ import annotations

from typing import Any

from bocage.engine.matches.match import Match
from bocage.table import showing
from bocage.table.wire.sheet import Odds


def asked(match: Match) -> Any:
    """The question on the sheet of the side that is asked."""
    question = showing.sheet(match, match.prompt.side).question
    assert question is not None
    return question


def declared(match: Match, *actions: str) -> Odds:
    """The odds on the sheet after these actions."""
    for action in actions:
        match.play(action)
    odds = asked(match).odds
    assert odds is not None
    return odds


def offers_what_is_listed(match: Match, order: list[str]) -> None:
    """The question offers exactly what the engine lists; runs of hexes are read in the order of the layout."""
    offered = set()
    for choice in asked(match).choices:
        operands = choice.operands
        if match.game.actions.verbs[choice.verb].noun == "hex":
            spans = [run.partition(":") for run in operands]
            operands = [
                label
                for first, _, last in spans
                for label in order[order.index(first) : order.index(last or first) + 1]
            ]
        offered |= {f"{choice.verb} {operand}" for operand in operands} if operands else {choice.verb}
        if choice.costs:
            assert len(choice.costs) == len(operands)
    assert offered == {str(action) for action in match.prompt.actions}
