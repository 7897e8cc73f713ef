"""Heavy bombers (7.6, 11.12): when they fly, for whom, and what their die does."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.matches.match import Match
from tests.cases import rule
from tests.roundup.combat.fighting import choices, declare, field, fight, fought, german_field, refused


def bomber_field(dice: str = "", **more: Any) -> Match:
    """The Allied combat phase of a Combat/Move turn in clear weather with Allied air superiority, 1:1 in the open."""
    more = {"at": "allied combat first", "turn": 3, "superiority": "allied", "us_beachheads": "3123"} | more
    return field("US-1 3118; US-2 3114; DE-376 3117; DE-384 3113", dice, **more)


@rule("7.6")
def test_bombers_fly_in_clear_weather_with_air_superiority_if_the_allies_fight_before_they_move() -> None:
    match = bomber_field()
    declare(match, "3117", "US-1")
    assert choices(match) == ["bombers", "roll"]
    for more in ({"superiority": ""}, {"superiority": "german"}, {"weather": "Overcast"}, {"weather": "Storm"}):
        match = bomber_field(**more)
        declare(match, "3117", "US-1")
        assert choices(match) == ["roll"], more
        assert refused(match, "bombers")[0] == "7.6"
    match = bomber_field(at="allied combat")
    declare(match, "3117", "US-1")
    assert choices(match) == ["roll"]
    assert refused(match, "bombers")[0] == "7.6"


@rule("7.6", "7.6a", "R16")
def test_bombers_fly_once_a_turn_whichever_marker_is_used() -> None:
    """Ruling R16."""
    match = bomber_field("2 3")  # no effect, then a stalemate
    fight(match, "3117", "US-1", "bombers")
    declare(match, "3113", "US-2")
    assert choices(match) == ["roll"]
    assert refused(match, "bombers") == ("7.6", "the heavy bombers have flown this turn")


@rule("7.6a", "11.12")
@pytest.mark.parametrize(
    ("die", "shift", "column"),
    [(1, -1, "1:2"), (2, 0, "1:1"), (3, 1, "2:1"), (4, 1, "2:1"), (5, 2, "3:1"), (6, 2, "3:1")],
)
def test_the_bombers_die_shifts_the_one_battle_over_which_they_fly(die: int, shift: int, column: str) -> None:
    match = bomber_field(f"{die} 1 3")
    fight(match, "3117", "US-1", "bombers")
    assert fought(match).shifts == ([(shift, "11.12")] if shift else [])
    assert (fought(match).column, fought(match).die) == (column, 1)
    while match.prompt.step != "combat":
        match.play(match.prompt.actions[-1])
    fight(match, "3113", "US-2")
    assert fought(match).shifts == []  # the marker is gone


@rule("11.12")
def test_bombs_come_on_top_of_tactical_air_support_of_either_side() -> None:
    match = bomber_field("5 1", tas="3117")
    fight(match, "3117", "US-1", "bombers")
    assert (fought(match).shifts, fought(match).column) == ([(1, "11.11"), (2, "11.12")], "4:1")


@rule("7.6", "R39")
def test_bombers_are_called_when_the_attack_is_complete() -> None:
    """Ruling R39: with the call the die is cast, nobody can join afterwards."""
    match = bomber_field("2 3")
    match.play("attack 3117")
    assert refused(match, "bombers") == ("11.12", "choose the attacking units first")
    match.play("join US-1")
    match.play("bombers")
    assert (fought(match).die, match.prompt.step) == (3, "combat")
    assert choices(match) == ["attack 3113", "end"]
    match = field("US-1 3118; US-2 3116; DE-376 3117", "2 3", at="allied combat first", turn=3, superiority="allied")
    fight(match, "3117", "US-1", "bombers")
    assert match.why_not("join US-2") is not None


@rule("7.6b")
def test_the_germans_have_no_heavy_bombers() -> None:
    match = german_field("US-1 3118; DE-376 3117", at="german combat first", turn=3, superiority="german")
    declare(match, "3118", "DE-376")
    assert choices(match) == ["roll"]
    assert refused(match, "bombers") == ("7.6", "this side has no heavy bombers")


@rule("7.6b", "6.2")
def test_with_the_german_bomber_option_they_fly_in_the_german_phase_and_never_in_a_storm() -> None:
    option = {"15.15": True, "15.20": True}
    match = german_field(
        "US-1 3118; DE-376 3117", at="german combat first", turn=3, superiority="german", options=option
    )
    declare(match, "3118", "DE-376")
    assert choices(match) == ["bombers", "roll"]
    match = bomber_field(superiority="german", options=option)  # the Allied phase
    declare(match, "3117", "US-1")
    assert choices(match) == ["roll"]
    match = german_field(
        "US-1 3118; DE-376 3117",
        at="german combat first",
        turn=3,
        superiority="german",
        weather="Storm",
        options=option,
    )
    declare(match, "3118", "DE-376")
    assert refused(match, "bombers") == ("7.6", "heavy bombers need clear or overcast weather; it is storm")
