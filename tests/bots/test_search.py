"""Search: paired playouts find the better candidate, keep to their budget and touch nothing of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

import bocage
from bocage.bots.imagined import DiceInStep, Imagined
from bocage.bots.judgement import Candidate, Effort, Style
from bocage.bots.ladder import SearchBot
from bocage.bots.search import Thinking, playout, stand, think
from bocage.bots.seat import Seat, take
from bocage.engine.actions import Action

STEADY = Style("steady", "wait")


class First:
    """Takes the first action of every list."""

    def __init__(self, style: Style) -> None:
        self.style = style

    def choose(self, seat: Seat) -> Action | None:
        return seat.prompt.actions[0]

    def explain(self, seat: Seat, action: Action) -> str:
        return f"It is the first: {action}."


class Count:
    """A judgement for tests: the standing is what the test wants to see at the end of a playout."""

    styles = (STEADY,)
    pace = 100
    playout = STEADY

    def __init__(self, standing: Callable[[Any, str], float]) -> None:
        self.standing = standing
        self.asked = 0
        self._turns = count()

    def worth(self, seat: Seat) -> Callable[[Action], float]:
        return lambda action: 0.0

    def explain(self, seat: Seat, action: Action) -> str:
        return ""

    def planner(self, style: Style, dice: Random) -> First:
        return First(style)

    def horizon(self, seat: Seat) -> int:
        return 1

    def player_turn(self, position: Any) -> object:
        return next(self._turns)  # every playout ends with the candidate's own action

    def candidates(self, seat: Seat, style: Style) -> Sequence[Candidate]:
        self.asked += 1
        return [Candidate(str(action), f"take {action}", action) for action in seat.prompt.actions[:3]]


@pytest.fixture
def seat() -> Seat:
    return take(bocage.new_match("roundup", seed="thinking"), "allied")


def of_seat(seat: Seat) -> list[Candidate]:
    return [Candidate(str(action), f"take {action}", action) for action in seat.prompt.actions[:4]]


def test_the_candidate_that_stands_best_is_taken(seat: Seat) -> None:
    wanted = seat.prompt.actions[2].index
    judgement = Count(lambda look, side: float(look.beachheads() >> wanted & 1))
    found = think(judgement, seat, of_seat(seat), 200, "seed")
    assert found.best.action is seat.prompt.actions[2]
    assert found.means[2] == 1.0
    assert found.sentence().startswith(f"I take {seat.prompt.actions[2]}; of ")


def test_the_planner_s_own_choice_is_kept_where_nothing_is_clearly_better(seat: Seat) -> None:
    noise = Random(5)
    found = think(Count(lambda look, side: 0.5), seat, of_seat(seat), 200, "seed")
    assert found.best.action is seat.prompt.actions[0]
    kept = [
        think(Count(lambda look, side: noise.random()), seat, of_seat(seat)[:2], 400, str(number)).best.action
        for number in range(30)
    ]
    assert kept.count(seat.prompt.actions[0]) >= 20


def test_thinking_stops_when_the_budget_is_used_up(seat: Seat) -> None:
    even = Count(lambda look, side: 0.5)
    small, large = (think(even, seat, of_seat(seat), budget, "s").answers for budget in (8, 80))
    assert 8 <= small < 40
    assert 80 <= large < 130


def test_a_clock_that_has_run_out_stops_it_at_once(seat: Seat) -> None:
    found = think(Count(lambda look, side: 0.5), seat, of_seat(seat), 10_000, "s", lambda: True)
    assert found.answers == 0
    assert found.best.action is seat.prompt.actions[0]


def test_samples_have_the_same_dice_for_every_candidate(seat: Seat) -> None:
    judgement = Count(lambda look, side: look.position.rolls / 1000)
    one, other = of_seat(seat)[:2]
    assert playout(judgement, seat, one, 1, "a") == playout(judgement, seat, one, 1, "a")
    first, second = (seat.imagine(Random("a")).dice.number(6, 0, 0) for _ in range(2))
    assert first == second
    assert isinstance(playout(judgement, seat, other, 1, "a")[0], float)


def test_playing_in_the_head_changes_nothing_in_the_match() -> None:
    match = bocage.new_match("roundup", seed="untouched")
    before, hash_before = match.view("allied"), match.position_hash
    seat = take(match, "allied")
    think(Count(lambda look, side: 0.5), seat, of_seat(seat), 200, "seed")
    assert match.view("allied") == before
    assert match.position_hash == hash_before
    assert match.moment == 0


def test_a_finished_game_counts_as_what_it_brought(seat: Seat) -> None:
    dream = seat.imagine(Random(1))
    judgement = Count(lambda look, side: 0.9)
    assert stand(judgement, dream, "allied") == 0.9
    for winner, share in (("allied", 1.0), ("german", 0.0), ("", 0.5)):
        dream.position.outcome = bocage.engine.position.Outcome(winner, "tactical", "14.1")
        assert stand(judgement, dream, "allied") == share


def test_an_imagined_game_refuses_what_is_not_on_the_list(seat: Seat) -> None:
    dream: Imagined = seat.imagine(Random(1))
    with pytest.raises(AssertionError):
        dream.play(seat.look.game.actions.find("move 2114"))


def test_the_budget_of_a_player_turn_is_shared_by_its_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    judgement = Count(lambda look, side: 0.5)
    judgement.player_turn = lambda position: position.turn  # type: ignore[method-assign]
    monkeypatch.setattr("bocage.bots.ladder.judge", lambda game: judgement)
    spent: list[int] = []

    def thinking(judgement: Any, seat: Seat, candidates: Any, budget: int, *rest: Any) -> Thinking:
        spent.append(budget)
        return Thinking(candidates[0], ("a",), (0.5,), (1,), 60)

    monkeypatch.setattr("bocage.bots.ladder.think", thinking)
    match = bocage.new_match("roundup", seed="budget")
    bot = SearchBot("seed", seconds=1.0)
    for _ in range(4):
        match.play(bot.choose(take(match, "allied")))
    assert spent == [100, 40]
    assert "It is the first" in bot.explain() or bot.explain().startswith("I take")


# What a judgement may ask for


def test_dice_in_step_begin_anew_with_each_phase(seat: Seat) -> None:
    position = seat.look.position
    one, other = (DiceInStep(seat.look.game, position, "seed") for _ in range(2))
    assert one.number(6, 0, 0) == other.number(6, 0, 0)
    for _ in range(5):
        one.number(6, 0, 0)  # the one rolls more in this phase ...
    position.turn += 1
    assert [one.number(6, 0, 0) for _ in range(9)] == [other.number(6, 0, 0) for _ in range(9)]


def test_a_judgement_may_ask_for_more_certainty(seat: Seat) -> None:
    noise = Random(5)
    judgement = Count(lambda look, side: noise.random())
    judgement.effort = lambda seat: Effort(sure=9.0)  # type: ignore[attr-defined]
    for number in range(20):
        assert think(judgement, seat, of_seat(seat)[:2], 200, str(number)).best.action is seat.prompt.actions[0]


def test_the_side_that_thinks_goes_on_in_a_style_of_its_own(seat: Seat) -> None:
    asked: list[tuple[str, str]] = []

    class Telling(First):
        def choose(self, seat: Seat) -> Action | None:
            asked.append((seat.side, self.style.name))
            return super().choose(seat)

    judgement = Count(lambda look, side: 0.5)
    judgement.planner = lambda style, dice: Telling(style)  # type: ignore[method-assign]
    judgement.effort = lambda seat: Effort(own={"allied": Style("own", "go on")})  # type: ignore[attr-defined]
    playout(judgement, seat, of_seat(seat)[0], 40, "seed")
    assert {name for side, name in asked if side == "allied"} == {"own"}
    assert {name for side, name in asked if side == "german"} <= {"steady"}


def test_a_strict_judgement_begins_no_round_that_it_cannot_pay_for(seat: Seat) -> None:
    judgement = Count(lambda look, side: 0.5)
    loose = think(judgement, seat, of_seat(seat), 10, "s").answers
    judgement.effort = lambda seat: Effort(strict=True)  # type: ignore[attr-defined]
    strict = think(judgement, seat, of_seat(seat), 10, "s").answers
    assert 0 < strict <= 10 < loose


def test_a_judgement_may_have_playouts_judged_more_than_once(seat: Seat) -> None:
    """The looks at the ends of player-turns 1 to 3 count alike."""
    shares = iter((0.3, 0.6, 0.9))
    judgement: Any = Count(lambda look, side: next(shares))
    judgement.effort = lambda seat: Effort(first_look=1)
    assert playout(judgement, seat, of_seat(seat)[0], 3, "a")[0] == pytest.approx(0.6)


def test_what_is_better_by_less_than_the_doubt_is_left_alone(seat: Seat) -> None:
    wanted = seat.prompt.actions[2].index
    judgement: Any = Count(lambda look, side: 0.5 + 0.1 * (look.beachheads() >> wanted & 1))
    assert think(judgement, seat, of_seat(seat), 200, "s").best.action is seat.prompt.actions[2]
    judgement.effort = lambda seat: Effort(doubt=0.2)
    assert think(judgement, seat, of_seat(seat), 200, "s").best.action is seat.prompt.actions[0]


def test_a_judgement_may_say_how_many_samples_come_first(seat: Seat) -> None:
    judgement: Any = Count(lambda look, side: 0.5)
    judgement.effort = lambda seat: Effort(first=2)
    found = think(judgement, seat, of_seat(seat), 200, "s")
    assert min(found.samples) == 2


def test_a_judgement_may_know_a_style_to_begin_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search plays in it where nothing is searched, and goes on in it in playouts; the other side does not."""
    own = Style("own", "play my own way")
    judgement: Any = Count(lambda look, side: 0.5)
    judgement.opening = lambda position, side: own
    judgement.player_turn = lambda position: position.turn
    judgement.candidates = lambda seat, style: ()
    made: list[Style] = []

    def planner(style: Style, dice: Random) -> First:
        made.append(style)
        return First(style)

    judgement.planner = planner
    monkeypatch.setattr("bocage.bots.ladder.judge", lambda game: judgement)
    match = bocage.new_match("roundup", seed="own")
    bot: Any = SearchBot("seed", seconds=1.0)
    bot.choose(take(match, "allied"))
    assert bot._planner.style is own
    made.clear()
    first = take(match, "allied")
    judgement.player_turn = Count(lambda look, side: 0.5).player_turn
    playout(judgement, first, Candidate("a", "b", first.prompt.actions[0]), 2, "s")
    assert made == [own, STEADY, own]


def test_a_strict_judgement_looks_at_no_more_candidates_than_it_can_pay_for(seat: Seat) -> None:
    judgement = Count(lambda look, side: 0.5)
    judgement.effort = lambda seat: Effort(first=1, strict=True)  # type: ignore[attr-defined]
    one = playout(judgement, seat, of_seat(seat)[0], judgement.horizon(seat), "s/0")[1]
    found = think(judgement, seat, of_seat(seat), 2 * one, "s")
    assert [bool(samples) for samples in found.samples] == [number < 2 for number in range(len(found.samples))]
    assert found.sentence().count("%") == 2


def test_what_is_settled_needs_no_more_thought(seat: Seat) -> None:
    alike: Any = Count(lambda look, side: 0.5)
    assert think(alike, seat, of_seat(seat)[:2], 200, "s").answers >= 200
    alike.effort = lambda seat: Effort(enough=4.0)
    assert think(alike, seat, of_seat(seat)[:2], 200, "s").samples == (4, 4)
    wanted = seat.prompt.actions[1].index
    noise = Random(3)
    clear: Any = Count(lambda look, side: 0.2 + 0.6 * (look.beachheads() >> wanted & 1) + 0.02 * noise.random())
    clear.effort = alike.effort
    found = think(clear, seat, of_seat(seat)[:2], 200, "s")
    assert found.best.action is seat.prompt.actions[1]
    assert found.samples == (4, 4)
    close: Any = Count(lambda look, side: noise.random())
    close.effort = alike.effort
    assert min(think(close, seat, of_seat(seat)[:2], 200, "s").samples) > 8
