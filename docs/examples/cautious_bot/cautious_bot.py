"""A bot in thirty lines: plays like greedy, but dreams of each attack first and leaves those that go wrong."""

from random import Random

from bocage import bots
from bocage.bots.judgement import judge


class CautiousBot:
    def __init__(self, seed):
        self.dice, self.greedy, self.why = Random(seed), bots.make("greedy", seed), ""

    def choose(self, seat):
        choice = self.greedy.choose(seat)
        self.why = bots.reason(self.greedy)
        end = next((action for action in seat.prompt.actions if action.verb == "end"), None)
        if choice.verb not in ("attack", "assault") or end is None:
            return choice
        bad = sum(self.goes_wrong(seat, choice) for _ in range(5))
        self.why = f"I dreamt of '{choice}' five times; it went wrong {bad} times."
        return choice if bad <= 1 else end

    def goes_wrong(self, seat, choice):
        dream, judgement, helper = seat.imagine(self.dice), judge(seat.look.game), bots.make("greedy", 1)
        before = judgement.standing(seat.look, seat.side)
        dream.play(choice)
        while not dream.over and dream.answers < 12:
            dream.play(helper.choose(dream.seat()))
        return judgement.standing(dream.game.look(dream.position), seat.side) < before

    def explain(self):
        return self.why
