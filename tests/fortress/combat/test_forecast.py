"""The odds before one commits: they are what the battle does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bocage import Refusal
from bocage.engine.errors import BadInput
from tests.cases import rule
from tests.fortress.combat.battles import combat, prepare

UNITS = "US-1-Inf K7; US-4-Inf K7; BR-3-Inf J8; GE-77-Inf K8"


@rule("15.1", "15.2")
def test_a_forecast_tells_factors_and_exact_chances() -> None:
    match = prepare(combat(UNITS), "K8", "US-1-Inf US-4-Inf")
    found = match.game.forecast(match.position, "allied")
    assert (found.attack, found.defence, found.odds, found.column) == (12, 4, "3-1", "3-1")
    assert found.chances == dict.fromkeys(("A1", "E2", "EX", "DR", "D1", "DE"), Fraction(1, 6))
    assert match.position.rolls == 0


@rule("17.10.2", "15.8")
def test_a_forecast_knows_shifts_modifiers_and_lower_odds() -> None:
    match = combat(UNITS)
    found = match.game.forecast(match.position, "allied", target="K8", attackers=["US-1-Inf"], support=2)
    assert [(shift.columns, shift.rule) for shift in found.shifts] == [(2, "17.10.2")]
    assert found.column == "3-1"
    found = match.game.forecast(match.position, "allied", target="K8", attackers=["US-1-Inf"], carpet=True)
    assert [(shift.columns, shift.rule) for shift in found.modifiers] == [(2, "17.10.9")]
    assert sum(found.chances.values()) == 1
    with pytest.raises(Refusal, match=r"15\.8"):
        match.game.forecast(match.position, "allied", target="K8", attackers=["US-1-Inf"], declared="2-1")


@rule("6.2", "14.10", "14.6.C")
def test_a_forecast_refuses_what_could_not_be_declared() -> None:
    match = combat(f"{UNITS}; GE-84-Inf R20; GE-85-Inf R20; US-Bradley R21; US-2-Inf Q21")
    ask = match.game.forecast
    with pytest.raises(Refusal, match=r"6\.2"):
        ask(match.position, "allied", target="K8", attackers=["US-1-Inf", "BR-3-Inf"])
    with pytest.raises(Refusal, match=r"14\.10"):
        ask(match.position, "allied", target="R20", attackers=["US-Bradley"])
    with pytest.raises(Refusal, match=r"14\.6\.C"):
        ask(match.position, "allied", target="K8", attackers=["US-Bradley"])
    with pytest.raises(BadInput):
        ask(match.position, "allied")
