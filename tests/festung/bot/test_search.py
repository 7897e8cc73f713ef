"""What the search of Festung Europa thinks about, and by what it judges."""

from __future__ import annotations

import pytest

from bocage import Match, bots
from bocage.bots.judgement import Candidate
from bocage.bots.seat import take
from bocage.bots.sight import STEADY
from bocage.bots.standing import BIAS, Weights
from bocage.games.festung.bot.features import FOR_THE_ALLIES, features
from bocage.games.festung.bot.judgement import HORIZON, judge
from tests.festung.playing import game, look, position

UNITS = "US-1A 0909; US-3A 1010; US-V 0909; BR-2A 0808; GE-LXXXI 1008; GE-XIVPZ 1311"
PLAYED = "allied-23 allied-1 allied-21"


def late(hand: str, turn: int = 8, played: str = PLAYED) -> Match:
    """Armies on the Rhine, late in the war."""
    return position("allied action", UNITS, turn=turn, played=played, allied_hand=hand, allied_control="0909 1010 0808")


def compared(match: Match) -> list[Candidate]:
    """What is compared where a side is to act."""
    seat = take(match, match.prompt.side)
    return list(judge(match.game).candidates(seat, STEADY))


def test_the_way_to_berlin_is_opened_only_after_a_look_at_what_comes_of_it() -> None:
    match = late("allied-42 allied-3 allied-37")
    names = [one.name for one in compared(match)]
    assert len(names) == 2
    assert "event allied-42" in names
    usual = str(bots.make("planner", 1).choose(take(match, "allied")))
    assert names[0] == usual


def test_nothing_is_compared_where_the_way_cannot_be_opened() -> None:
    assert not compared(late("allied-3 allied-37")), "the card is not in hand"
    assert not compared(late("allied-42 allied-3", played="allied-23 allied-1")), "Tehran has not been played (16.2)"
    assert not compared(position("axis action", UNITS, turn=8, played=PLAYED, axis_hand="axis-9"))


def test_late_in_the_war_playouts_go_to_its_end() -> None:
    early, last = late("allied-42 allied-3", 7), late("allied-42 allied-3", 9)
    horizons = [judge(match.game).horizon(take(match, "allied")) for match in (early, last)]
    assert horizons == [HORIZON, 2 * HORIZON]


def test_whatever_is_weighed_is_told_of_every_position_and_for_the_side_that_it_helps() -> None:
    found = features(look(late("allied-3")))
    weights = Weights.of("festung").by_side
    for side, sign in (("allied", 1), ("axis", -1)):
        assert set(weights[side]) - {BIAS} <= set(found)
        for name, weight in weights[side].items():
            assert weight * sign * FOR_THE_ALLIES.get(name, 0) >= 0, name


def test_armies_before_an_open_berlin_stand_better_than_far_from_it() -> None:
    judgement = judge(game())
    far = position("allied action", "US-1A 0512; US-3A 0511; GE-LXXXI 1008", turn=8, played=PLAYED)
    near = position("allied action", "US-1A 1107; US-3A 1107; GE-LXXXI 1008", turn=8, played=PLAYED)
    assert judgement.standing(look(near), "allied") > judgement.standing(look(far), "allied")
    assert judgement.standing(look(near), "axis") == pytest.approx(1 - judgement.standing(look(near), "allied"))
