"""Attacks of The Brook for the odds laboratory: declared, joined, rolled, and one result read."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import bocage
from bocage import Match
from bocage.lab.attacks import DECLARED, POSSIBLE, Case, Request, fork, join_some, listed, offered

from ..rules.combat import Fighting

RESULT = "result"


class BrookAttacks:
    """How an attack is declared, rolled and read."""

    def find(self, match: Match, random: Random) -> Case | None:
        """Some attack of the combat phase."""
        targets = offered(match, "attack")
        if not targets:
            return None
        target, trial = random.choice(targets), fork(match)
        trial.play(target)
        joined = join_some(trial, random)
        if random.random() < 0.5:
            return self._case(trial, POSSIBLE, bocage.forecast(match, target.operand, joined))
        return self._case(trial, DECLARED, bocage.forecast(trial))

    def named(self, match: Match, request: Request) -> Case:
        """The attack that a user asks about."""
        told = bocage.forecast(match, request.target, request.attackers, side=request.side)
        game: Any = match.game
        units = sum(1 << game.unit_numbers[name] for name in told.attackers)
        position = match.position.copy()
        position.frames.append(Fighting(request.side, game.board.index[request.target], units))
        return self._case(Match(game, seed="", start=position), POSSIBLE, told)

    def _case(self, trial: Match, asked: str, told: Any) -> Case:
        words = listed(told.attackers, told.target)
        return Case(trial.position, trial.prompt.side, words, asked, {RESULT: told.chances}, {}, told)

    def roll(self, match: Match, case: Case) -> dict[str, str]:
        """The die and what the chart gives."""
        entry = match.play("roll")
        (battle,) = [event for event in entry.events if event.kind == "battle"]
        return {RESULT: str(battle.data[-1])}

    def arranged(self, random: Random, options: Mapping[str, Any]) -> Match:
        """Two attackers beside a defender, anywhere."""
        board = bocage.game_class("brook")().board
        target = random.choice(board.nodes(board.hexes))
        one, other = random.sample(board.neighbours[target], 2)
        units = f"G-1 {board.labels[target]}; B-1 {board.labels[one]}; B-2 {board.labels[other]} reduced"
        return bocage.position("brook", at="blue combat", units=units, seed=str(random.random()))


ATTACKS = BrookAttacks()
