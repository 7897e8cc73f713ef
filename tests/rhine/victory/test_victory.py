"""WIN, SB.5, SEQ.15: who wins, and when the game ends."""

from __future__ import annotations

from typing import Any

from tests.cases import rule
from tests.rhine.asking import at, log

# A line of hexes from Antwerp over Arnhem into Germany, with the British dump on the way; DE-9Pz is out of it.
BRIDGEHEAD = "BR-30C 5317; BR-12C 5317; US-5C 5216; US-7C 5217"
HELD = "4219 4217 2909"
PASSED: dict[str, Any] = {"paris_passed": True, "brussels_passed": True, "paris_entered": True}


def won(units: str = BRIDGEHEAD, control: str = HELD, **more: Any) -> str:
    """The winner when the Victory Determination Phase comes."""
    m = at("victory", 9, f"{units}; DE-9Pz dead", allied_control=control, **{**PASSED, **more})
    return m.outcome.winner if m.outcome else ""


@rule("WIN.1", "WIN.2", "SEQ.15")
def test_four_supplied_units_across_the_rhine_one_in_a_major_city_win() -> None:
    assert won() == "allied"


@rule("WIN.1")
def test_three_are_too_few_and_a_disrupted_one_or_a_dump_does_not_count() -> None:
    assert won("BR-30C 5317; US-5C 5216; US-7C 5217") == ""
    assert won("BR-30C 5317; BR-12C 5317 disrupted; US-5C 5216; US-7C 5217") == ""
    assert won("BR-30C 5317; BR-SUP 5317; US-5C 5216; US-7C 5217") == ""


@rule("WIN.1")
def test_without_supply_they_do_not_count() -> None:
    assert won(control="4217 2909") == ""  # no port and no beach: nobody is supplied


@rule("WIN.1")
def test_dutch_hexes_north_of_the_rhine_do_not_count() -> None:
    m = at("victory", 9, "DE-9Pz dead")
    dutch = m.game.board.index["5021"]
    assert not m.game.data.across_rhine >> dutch & 1
    assert won("BR-30C 5317; BR-12C 5317; US-5C 5216; US-7C 5022") == ""


@rule("WIN.2")
def test_one_of_them_must_hold_a_major_german_city() -> None:
    assert won("BR-30C 5318; BR-12C 5318; US-5C 5217; US-7C 5417") == ""


@rule("WIN.3")
def test_brussels_must_be_held_and_have_been_passed_by_a_british_corps() -> None:
    assert won(brussels_passed=False) == ""
    assert won(control="4219 2909") == ""


@rule("WIN.4")
def test_paris_must_be_held_and_have_been_passed_by_americans_or_french() -> None:
    assert won(paris_passed=False) == ""
    assert won(control="4219 4217") == ""


@rule("WIN.5")
def test_when_the_last_turn_ends_the_germans_win() -> None:
    m = at("end of turn", 14, "DE-9Pz dead")
    assert m.outcome is not None
    assert (m.outcome.winner, m.outcome.rule) == ("german", "WIN.5")
    assert at("end of turn", 13, "DE-9Pz dead").outcome is None


@rule("SB.5", "WIN.5")
def test_every_second_bombing_shortens_the_game_by_a_turn() -> None:
    assert at("end of turn", 13, "DE-9Pz dead", bombings=1).outcome is None
    assert at("end of turn", 13, "DE-9Pz dead", bombings=2).outcome is not None
    assert at("end of turn", 12, "DE-9Pz dead", bombings=3).outcome is None
    assert at("end of turn", 12, "DE-9Pz dead", bombings=4).outcome is not None


@rule("SB.5", "R30")
def test_if_the_new_last_turn_has_passed_the_game_ends_with_this_turn() -> None:
    m = at("end of turn", 13, "DE-9Pz dead", bombings=6)
    assert m.outcome is not None
    assert "The Germans win: the Allies have not crossed the Rhine in time." in log(m)
