"""What aircraft do to the Axis: ranges of interdiction (14.32), and industry (4.21, 14.2)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from tests.cases import rule
from tests.festung.playing import INTERDICTED, game, look, play, position


@rule("14.32", "R55")
def test_from_north_africa_as_far_as_livorno() -> None:
    """T115: Rome at two, Messina at three and Livorno at four hexes; Bologna and Florence are at five."""
    match = position("axis action", "US-V NA; GE-LXXX 1414", turn=1, **INTERDICTED["NA"])
    found = look(match).interdicted()
    reached = {
        name: bool(found >> match.game.board.index[name] & 1) for name in ("1617", "1920", "1416", "1414", "1415")
    }
    assert reached == {"1617": True, "1920": True, "1416": True, "1414": False, "1415": False}
    distances = {"1617": 2, "1920": 3, "1416": 4}
    sides, seed, done = match.game.data.open_sides, 1 << match.game.data.boxes["NA"], {}
    hexes = match.game.board.hexes & ~match.game.absent_beaches
    for steps in range(1, 6):
        seed |= sides.step(seed) & hexes
        done |= {name: steps for name in distances if name not in done and seed >> match.game.board.index[name] & 1}
    assert done == distances


@rule("4.21", "14.2", "3.31", "R43")
@pytest.mark.parametrize(("options", "first"), [({}, 8), ({"R43": True}, 7)])
def test_industry_spares_the_opening_hand_and_bites_on_turn_two(options: dict[str, Any], first: int) -> None:
    """T116: with the option the card that was chosen counts among the seven."""
    match = Match(game(**options), seed="industry")
    match.play("take axis-6", side="axis")
    match.play("take allied-1", side="allied")
    play(match, "end", "industry UK_BC", "end")
    hand = match.position.decks["axis"].hand
    assert hand.bit_count() == first
    assert hand >> match.game.card_numbers["axis-6"] & 1
    later = position("draw", turn=2, vp=21, infrastructure=20, bombers={"UK BC": "industry"}, options=options)
    assert later.position.decks["axis"].hand.bit_count() == 7
    assert later.position.decks["allied"].hand.bit_count() == 8


@rule("17.2", "18.2", "3.2", "7.11")
@pytest.mark.parametrize(("scenario", "units"), [("campaign", 66), ("overlord", 69)])
def test_the_set_ups_are_legal(scenario: str, units: int) -> None:
    """T119: no hex above three, every unit on a hex that its side controls, or in its own box."""
    made = game(scenario)
    there = made.look(made.first_position())
    placed = [number for number, unit in enumerate(there.position.units) if unit.at >= 0]
    assert len(placed) == units
    for number in placed:
        at, side = there.position.units[number].at, made.counters[number].side
        if made.board.hexes >> at & 1:
            assert len(there.stack(at)) <= 3
            assert there.controls(side) >> at & 1
        else:
            assert made.data.box_sides[side] >> at & 1
