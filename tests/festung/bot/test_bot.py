"""The bots of Festung Europa: legal answers only, the same for the same sight, in time, and better than chance."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from bocage import Match
from bocage.bots.imagined import Imagined
from bocage.bots.seat import Seat, take
from bocage.bots.sight import STEADY
from bocage.engine.actions import Action
from bocage.games.festung.bot.battles import promise
from bocage.games.festung.bot.judgement import FestungJudgement, judge
from bocage.games.festung.bot.sight import Sight
from bocage.games.festung.game import Festung
from bocage.games.festung.rules.combat.battle import Fight
from tests.festung.cards.carding import event, offered
from tests.festung.playing import game, position
from tests.festung.playing import look as seen


class Planned:
    """A planner as a bot; by chance where it has no opinion."""

    def __init__(self, judgement: FestungJudgement, seed: int) -> None:
        self.dice = Random(seed)
        self.planner = judgement.planner(STEADY, self.dice)

    def choose(self, seat: Seat) -> Action:
        return self.planner.choose(seat) or self.dice.choice(seat.prompt.actions)


def _played(compiled: Festung, seed: int, answers: int) -> tuple[Match, dict[object, float]]:
    """A match of two planners after so many answers, and the seconds of each action."""
    match = Match(compiled, seed=f"planned {seed}")
    judgement = judge(compiled)
    bots = {side: Planned(judgement, seed) for side in compiled.sides}
    seconds: dict[object, float] = {}
    for _ in range(answers):
        if match.outcome is not None:
            break
        prompt = match.prompt
        key = (judgement.player_turn(match.position), prompt.side)
        began = process_time()
        choice = bots[prompt.side].choose(take(match, prompt.side))
        seconds[key] = seconds.get(key, 0.0) + process_time() - began
        assert choice in prompt.actions
        match.play(choice, side=prompt.side)
    return match, seconds


@pytest.mark.parametrize("scenario", ["campaign", "overlord"])
def test_planners_answer_with_listed_actions_in_time_and_the_same_way_for_the_same_seed(scenario: str) -> None:
    one, seconds = _played(game(scenario), 3, 150)
    other, _ = _played(game(scenario), 3, 150)
    assert one.position_hash == other.position_hash
    assert sum(seconds.values()) / len(seconds) < 1.0


def test_hands_that_a_side_cannot_see_change_none_of_its_answers() -> None:
    compiled = game("overlord")
    match, _ = _played(compiled, 5, 60)
    judgement = judge(compiled)
    side = match.prompt.side
    seat = take(match, side)
    expected = judgement.planner(STEADY, Random(1)).choose(seat)
    for seed in range(3):
        dealt = compiled.redeal(compiled.seen(match.position, side), side, Random(seed))
        dream = Imagined(compiled, dealt, Random(seed))
        again = judgement.planner(STEADY, Random(1)).choose(dream.seat())
        assert str(again) == str(expected)


def test_an_attack_at_long_odds_promises_less_than_one_at_short_odds() -> None:
    match = position("allied action", "US-1A 0512; US-V 0512; GE-LXXV 0513")
    look = seen(match)
    units, numbers = look.game.unit_numbers, look.game.board.index
    sight = Sight(look, "allied", STEADY)
    strong = Fight("allied", numbers["0513"], 1 << units["US-1A"] | 1 << units["US-V"])
    weak = Fight("allied", numbers["0513"], 1 << units["US-V"])
    assert promise(sight, strong)[0] > promise(sight, weak)[0]


def test_the_standing_of_both_sides_adds_up() -> None:
    compiled = game("overlord")
    judgement = judge(compiled)
    match = Match(compiled, seed="standing")
    look = compiled.look(match.position)
    assert judgement.standing(look, "axis") + judgement.standing(look, "allied") == pytest.approx(1.0)


def test_a_step_that_a_card_gives_goes_to_the_best_unit_and_one_that_it_takes_comes_off_the_least() -> None:
    units = "GE-ISS 1008 reduced; GE-XIVPZ 1008 reduced"
    regained = event("axis-54", units, turn=7)
    assert offered(regained, "pick") == {"GE-ISS", "GE-XIVPZ"}
    judgement = judge(game())
    bot = Planned(judgement, 1)
    assert str(bot.choose(take(regained, "axis"))) == "pick GE-ISS"
    lost = event("allied-15", "GE-XVM BALKANS; GE-XIVPZ BALKANS; GE-ISS BALKANS", "comply")
    assert str(bot.choose(take(lost, "axis"))) != "pick GE-ISS"
