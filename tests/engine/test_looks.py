"""What a look finds out is kept while its position stands, and not a moment longer."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bocage
from bocage.engine.looks import Keeper, Look, doubt, once, pure
from bocage.engine.position import Frame, Position, Unit

GAMES = [("roundup", "campaign"), ("storming", "campaign"), ("storming", "final"), ("rhine", "campaign")]


class Marked(Position):
    """A position with a field of its own."""

    marker: int = 0


class Waiting(Frame, frozen=True):
    """Somebody waits."""

    step = "waiting"
    days: int = 0


class Field(Look[Any, Marked]):
    """A look that counts how often it thinks."""

    @once
    def standing(self) -> list[int]:
        """Where everybody stands."""
        self.game.thoughts += 1
        return [unit.at for unit in self.position.units]

    @once
    def beyond(self, border: int) -> list[int]:
        """Who stands beyond a border."""
        self.game.thoughts += 1
        return [unit.at for unit in self.position.units if unit.at > border]


class Thinking:
    """As much of a game as a look needs."""

    def __init__(self) -> None:
        self.thoughts = 0
        self.answers: dict[Any, Any] = {}

    def look(self, position: Marked) -> Field:
        """A look that has found nothing yet."""
        return Field(self, position)

    @pure(3)
    def squared(self, number: int) -> int:
        """A function of its argument alone."""
        self.thoughts += 1
        return number * number


@pytest.fixture
def game() -> Any:
    return Thinking()


def position() -> Marked:
    """Two units and a frame."""
    return Marked(turn=1, units=[Unit(3, 1), Unit(7, 1)], frames=[Waiting()])


def test_a_look_thinks_once(game: Any) -> None:
    look = game.look(position())
    assert look.standing() == look.standing() == [3, 7]
    assert look.beyond(5) == look.beyond(5) == [7]
    assert look.beyond(1) == [3, 7]
    assert game.thoughts == 3


def test_what_was_found_outlives_a_change_of_frames(game: Any) -> None:
    keeper, here = Keeper(Marked), position()
    keeper.look(game, here).standing()
    here.frames.append(Waiting(3))
    assert keeper.look(game, here).standing() == [3, 7]
    assert game.thoughts == 1


@pytest.mark.parametrize("change", ["unit", "marker", "turn", "rolls"])
def test_any_other_change_makes_a_look_think_anew(game: Any, change: str) -> None:
    keeper, here = Keeper(Marked), position()
    keeper.look(game, here).standing()
    if change == "unit":
        here.units[0] = Unit(4, 1)
    else:
        setattr(here, change, 9)
    assert keeper.look(game, here).standing() == [unit.at for unit in here.units]
    assert game.thoughts == 2


def test_two_positions_are_held_in_mind(game: Any) -> None:
    keeper, mine, yours = Keeper(Marked), position(), position()
    yours.marker = 1
    for _ in range(3):
        keeper.look(game, mine).standing()
        keeper.look(game, yours).standing()
    assert game.thoughts == 2
    keeper.forget()
    keeper.look(game, mine).standing()
    assert game.thoughts == 3


def test_a_pure_function_is_kept_in_bounds(game: Any) -> None:
    for number in (1, 2, 3, 1, 2, 3):
        assert game.squared(number) == number * number
    assert game.thoughts == 3
    game.squared(4)
    assert sum(map(len, game.answers.values())) <= 3


def test_doubt_finds_an_answer_that_was_kept_too_long(game: Any) -> None:
    here = position()
    look = game.look(here)
    look.standing()
    here.units[0] = Unit(4, 1)  # whoever changes a position should take a new look
    assert look.standing() == [3, 7]
    with doubt(), pytest.raises(AssertionError, match=r"standing was kept too long: \[3, 7\], but now it is \[4, 7\]"):
        look.standing()
    assert look.standing() == [3, 7]


@pytest.mark.parametrize(("slug", "scenario"), GAMES)
def test_kept_answers_are_the_answers_of_a_cold_look(slug: str, scenario: str) -> None:
    """Random play in doubt: every answer that a look or a game has kept is found out again and compared."""
    asked = 0
    for seed in range(2):
        match = bocage.new_match(slug, scenario=scenario, seed=f"doubt {seed}")
        rng = random.Random(f"doubt {seed}")
        with doubt():
            while match.prompts and asked < (seed + 1) * 400:
                side, prompt = next(iter(match.prompts.items()))
                for verb in prompt.offered:
                    match.why_not(str(rng.choice(match.game.actions.whole[verb])), side=side)
                verbs = prompt.verbs()
                match.play(rng.choice(verbs[rng.choice(list(verbs))]), side=side)
                asked += 1
    assert asked > 100
