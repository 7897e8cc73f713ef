"""What the page offers to do to all units in one gesture can be done to one after the other."""

from __future__ import annotations

import pytest

import bocage
from bocage import bots
from bocage.table import showing

DECISIONS = 1_500


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("roundup", ""), ("storming", ""), ("rhine", ""), ("fortress", "bulge"), ("festung", "")],
)
def test_after_the_first_of_all_the_second_can_still_be_chosen(game: str, scenario: str) -> None:
    for_all = {
        info.verb
        for info in showing.box(game).verbs
        if info.noun == "unit" and info.series == "all" and info.verb != "pick" and not (info.together or info.lifts)
    }
    match = bocage.new_match(game, seed="series", **({"scenario": scenario} if scenario else {}))
    players = {side: bots.make("random", seed=side) for side in match.game.sides}
    for _ in range(DECISIONS):
        if not match.prompts:
            break
        side, step, verbs = match.prompt.side, match.prompt.step, match.prompt.verbs()
        serial = [verb for verb in verbs if verb in for_all and len(verbs[verb]) > 1]
        # The page offers a series only where the player may end it, and with nobody in hand.
        if not serial or "end" not in verbs or getattr(match.prompt.frame, "hand", 0):
            bots.answer(match, players[side])
            continue
        match.play(next(str(action) for action in match.prompt.actions if action.verb == serial[0]), side=side)
        assert match.prompts, (step, serial[0])
        assert match.prompt.side == side, (step, serial[0])
        assert serial[0] in match.prompt.verbs(), (step, serial[0])
