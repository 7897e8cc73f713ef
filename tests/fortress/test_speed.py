"""What a player waits for stays short on the longest fronts: every choice of an army, and what must be attacked."""

from __future__ import annotations

import gc
from random import Random
from time import process_time

import pytest

from benchmarks import mandatory
from benchmarks.duties import Clock
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.rules.movement.moves import movable
from bocage.games.fortress.rules.movement.reach import Moving
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from bocage.parts.stacks import members
from bocage.rules import Question


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_all_choices_of_a_whole_army_are_listed_in_20_ms(side: str) -> None:
    game = Fortress()
    position, step = mandatory.december(game), game.steps["movement"]
    assert isinstance(step, Question)
    position.phasing = side

    def listed() -> tuple[float, int]:
        game.forget()
        begun, actions = process_time(), 0
        look = game.look(position)
        for unit in members(movable(look, side)):
            actions += len(game.actions.of_all(step.ask(look, Moving(side, 1 << unit))))
        return process_time() - begun, actions

    found = [listed() for _ in range(5)]
    assert min(found)[1] > 2000, "it is a whole army"
    assert min(found)[0] < 0.020


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_99_of_100_questions_about_mandatory_attacks_are_answered_in_10_ms(side: str) -> None:
    game, clock, dice = Fortress(), Clock(), Random(1944)
    gc.collect()
    gc.disable()  # a collection of garbage that goes through all that tests have left is no part of a question
    try:
        mandatory.play(game, mandatory.december(game), side, dice, clock)
        for _ in range(3):
            mandatory.play(game, mandatory.long_front(game, dice, side), side, dice, clock)
    finally:
        gc.enable()
    assert {"targets to declare", "targets to add", "who may join", "may it be closed"} <= clock.times.keys()
    times = sorted(time for found in clock.times.values() for time in found)
    assert times[len(times) * 99 // 100] < 10
    assert {kind for kind, (_, middle, _, _) in clock.table().items() if middle >= 10} == set()
