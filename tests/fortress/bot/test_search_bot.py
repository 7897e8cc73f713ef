"""What the search of Fortress Europa knows beyond the planner: where to land, what to write down, when to think."""

from __future__ import annotations

from random import Random

import pytest

import bocage
from bocage import Match
from bocage.bots.judgement import Style, opening_of, taught
from bocage.bots.seat import take
from bocage.games.fortress.bot.chooser import Chooser
from bocage.games.fortress.bot.openings import openings
from bocage.games.fortress.bot.sight import Ground
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from tests.fortress.bot.test_bot import position
from tests.fortress.playing import game


def chooser(match: Match, **numbers: float) -> Chooser:
    """A planner with wishes."""
    return Chooser(Style("wishes", "", numbers), Ground(match.game), Random(1))  # type: ignore[arg-type]


def hex_number(match: Match, label: str) -> float:
    """How a style names a hex."""
    return match.game.board.index[label] + 1.0


def test_what_is_wished_for_is_written_down_first() -> None:
    match = Match(game("west_wall"), seed="wishes")
    bot = chooser(match, write_5=2.0, write_9=3.0, write_3=0.0)
    written = []
    while "write" in match.prompts[GERMAN].verbs():
        action = bot.choose(take(match, GERMAN))
        assert action is not None
        written.append(action.operand)
        match.play(action, side=GERMAN)
        if len(written) == 2:
            break
    assert [int(number or 0) for number in written] == [9, 5]


@pytest.mark.parametrize("label", ["BB4", "C9"])
def test_the_landing_is_where_it_is_wished_for(label: str) -> None:
    match = Match(game("invasion"), seed="landing")
    players = {side: taught(match.game).planner(Style("steady", ""), Random(side)) for side in match.game.sides}
    players[ALLIED] = chooser(match, beach=hex_number(match, label))
    while not match.position.beaches:  # type: ignore[attr-defined]
        side = next(iter(match.prompts))
        action = players[side].choose(take(match, side))
        assert action is not None
        match.play(action, side=side)
    assert match.position.beaches >> match.game.board.index[label] & 1  # type: ignore[attr-defined]


def test_a_start_has_openings_of_its_own_and_everybody_else_plays_as_usual() -> None:
    for scenario in ("bulge", "west_wall"):
        found = openings(game(scenario))
        judgement = taught(game(scenario))
        for side, style in found.items():
            assert opening_of(judgement, bocage.new_match("fortress", scenario=scenario).position, side, style) == style
            assert style.numbers
    assert openings(game("bulge")) != openings(game("west_wall"))


def test_it_is_searched_in_the_last_player_turn_of_a_side_and_not_before() -> None:
    """Before that it keeps to its opening; then every way to play is tried to the very end of the game."""
    for side, phase in ((ALLIED, "allied first movement"), (GERMAN, "german first movement")):
        found = []
        for turn in (29, 30):
            match = position(phase, "US-28-Inf EE12; GE-91-Inf GG8", scenario="bulge", turn=turn)
            judgement = taught(match.game)
            seat = take(match, side)
            found.append(len(judgement.candidates(seat, Style("usual", ""))))
            assert judgement.horizon(seat) == (2 if side == ALLIED else 1) + 2 * (30 - turn)
        assert found[0] == 0
        assert found[1] > 4
