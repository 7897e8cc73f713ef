"""Who passes through Brussels and Paris (WIN.3, WIN.4)."""

from __future__ import annotations

import pytest

from tests.cases import rule
from tests.rhine.movement.marching import ALLIED, GAME, at, play, said, where
from tests.rhine.retreat import after_battle


@rule("WIN.3", "R111")
@pytest.mark.parametrize(
    ("unit", "passes"),
    [("BR-30C", True), ("BR-1C", True), ("BR-2CC", False), ("BR-1CC", False), ("BR-GdsAD", False), ("US-5C", False)],
)
def test_a_british_corps_of_factor_three_passes_through_brussels(unit: str, passes: bool) -> None:
    m = play(at(ALLIED, f"{unit} 4117; DE-84K 5010", allied_control="4219"), f"pick {unit}", "move 4217")
    assert m.position.brussels_passed is passes
    assert bool(said(m, "WIN.3")) is passes


@rule("WIN.3")
def test_to_go_on_through_brussels_in_one_leg_is_enough() -> None:
    m = at(ALLIED, "BR-30C 4117; BR-8C 4119; DE-84K 5010; DE-25K 4315", allied_control="4219")
    play(m, "pick BR-30C", "move 4217", "move 4318")
    assert m.position.brussels_passed


@rule("WIN.4", "FR2.1", "R111")
@pytest.mark.parametrize(
    ("unit", "passes", "french"),
    [("US-2AD", True, "dead"), ("FR-2AD", True, "2909"), ("BR-30C", False, "dead"), ("US-82AB", True, "dead")],
)
def test_americans_or_french_pass_through_paris(unit: str, passes: bool, french: str) -> None:
    units = f"{unit} 2809; DE-84K 5010" + ("" if unit == "FR-2AD" else "; FR-2AD 2507")
    m = play(at(ALLIED, units, allied_control="2316"), f"pick {unit}", "move 2909")
    assert m.position.paris_entered
    assert m.position.paris_passed is passes
    assert bool(said(m, "WIN.4")) is passes
    assert where(m, "FR-2AD") == french


@rule("WIN.3", "WIN.4", "R111")
def test_whoever_is_driven_back_into_brussels_or_paris_has_not_passed_through_it() -> None:
    table = after_battle.Table("DE-2Pz 4218; BR-30C 4117", "german")
    table.withdraw("4117", "DE-2Pz", "BR-30C")
    assert "4217" not in table.list("retreat")  # next to the attackers
    table = after_battle.Table("DE-2Pz 4017; BR-30C 4117", "german")
    table.withdraw("4117", "DE-2Pz", "BR-30C").play("retreat 4217", "stop")
    position = table.match.position
    assert table.at("BR-30C") == "4217"
    assert not position.brussels_passed
    assert position.allied_control & GAME.brussels
    table = after_battle.Table("DE-2Pz 2711; US-5C 2810", "german")
    table.withdraw("2810", "DE-2Pz", "US-5C").play("retreat 2909", "stop")
    position = table.match.position
    assert (position.paris_entered, position.paris_passed) == (True, False)
