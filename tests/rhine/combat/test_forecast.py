"""Forecasts: factors, shifts, columns and exact chances of a battle, from what a side may know (CRT)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import bocage
from bocage.engine.errors import BadInput, Refusal
from bocage.games.rhine.rules.combat.forecast import Forecast
from tests.cases import rule
from tests.rhine.combat.fighting import field, play

SIXTH = Fraction(1, 6)
SAMPLE = "US-5C 2815; US-7C 2815; DE-84K 2814 deployed; DE-81K 2713; BR-1C 2714"


def chances(forecast: Forecast, pressed: bool = False) -> dict[str, int]:
    """The chances in sixths."""
    found = forecast.pressed if pressed else forecast.chances
    assert sum(found.values()) == 1
    return {result: int(chance * 6) for result, chance in found.items()}


@rule("CRT.3", "CRT.4", "CRT.5", "CRT.6", "CRT.7", "CRT.8")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column", "expected"),
    [
        ("US-5C 2815", "DE-2FJK 2814 deployed; DE-84K 2814", "1:3", {"DR": 1, "DW": 1, "AD": 1, "AE": 3}),
        ("US-5C 2815", "DE-84K 2814 deployed", "1:2", {"DR": 1, "DW": 1, "D": 1, "AD": 1, "AE": 2}),
        ("US-5C 2815", "DE-2FJK 2814", "1:1", {"DR": 1, "DW": 2, "D": 1, "AD": 1, "AE": 1}),
        ("US-5C 2815", "DE-84K 2814", "3:2", {"DR": 1, "DW": 2, "D": 2, "AD": 1}),
        ("US-5C 2815 deployed", "DE-84K 2814", "2:1", {"DR": 2, "DW": 2, "D": 1, "AD": 1}),
        ("US-5C 2815; US-8C 2914", "DE-84K 2814", "3:1", {"DE": 1, "DR": 2, "DW": 2, "D": 1}),
        ("US-5C 2815 deployed; US-8C 2914 deployed", "DE-84K 2814", "4:1", {"DE": 2, "DR": 2, "DW": 2}),
        ("US-5C 2815; US-8C 2914", "DE-PzB1 2814", "6:1", {"DE": 4, "DR": 2}),
        ("US-5C 2815; US-2AD 2914", "DE-PzB1 2814", "5:1", {"DE": 3, "DR": 2, "DW": 1}),
        ("US-5C 2815; US-2AD 2914; US-3AD 2914", "DE-PzB1 2814", "7:1", {"DE": 5, "DR": 1}),
        ("US-5C 2815", "DE-s503 2814", "7:1", {"DE": 5, "DR": 1}),
    ],
)
def test_the_chances_are_those_of_the_printed_column(
    attackers: str, defenders: str, column: str, expected: dict[str, int]
) -> None:
    match = field(f"{attackers}; {defenders}; US-19C 2714; DE-81K 2713", "allied allocation")
    names = [item.split()[0] for item in attackers.split("; ")]
    found = bocage.forecast(match, "2814", names)
    assert found.column == column
    assert chances(found) == expected


@rule("SHIFT.1")
def test_the_worked_sample_as_a_forecast() -> None:
    match = field(SAMPLE, "allied allocation", weather="good")
    found = bocage.forecast(match, "2814", ["US-5C", "US-7C"])
    assert (found.attack, found.defence, found.odds, found.final_odds, found.column) == (6, 4, "3:2", "3:1", "3:1")
    assert {(shift.columns, shift.rule) for shift in found.shifts} == {(2, "CAS.1"), (1, "US7.1")}
    assert found.pressable
    assert not found.disrupted
    assert chances(found) == {"DE": 1, "DR": 2, "DW": 2, "D": 1}


@rule("PRESS.3", "PRESS.4", "PRESS.1")
def test_a_pressed_attack_has_chances_of_its_own() -> None:
    match = field(SAMPLE, "allied allocation", weather="good")
    found = bocage.forecast(match, "2814", ["US-5C", "US-7C"])
    assert chances(found, pressed=True) == {"DE": 2, "DR": 1, "DW": 1, "D": 1, "AD": 1}
    british = bocage.forecast(match, "2713", ["BR-1C"])
    assert (british.pressable, british.pressed) == (False, {})


@rule("DIS.3")
def test_disrupted_defenders_are_read_a_column_higher() -> None:
    match = field("US-5C 2815; DE-84K 2814 disrupted; US-8C 2714; DE-81K 2713", "allied allocation")
    found = bocage.forecast(match, "2814", ["US-5C"])
    assert (found.column, found.disrupted) == ("3:2", True)
    assert chances(found) == {"DR": 2, "DW": 2, "D": 1, "AD": 1}  # of the column 2:1


def test_without_attackers_it_takes_all_who_can_and_the_stronger_group() -> None:
    units = "US-5C 2815; US-2AD 2815; BR-1C 2914; US-8C 2914 disrupted; DE-84K 2814; DE-81K 2713"
    match = field(units, "allied allocation")
    assert bocage.forecast(match, "2814").attackers == ("US-5C", "US-2AD")


def test_the_battle_being_put_together_needs_no_names() -> None:
    match = field("US-5C 2815; US-8C 2914; DE-84K 2814", "allied allocation")
    play(match, "attack 2814", "join US-5C")
    assert bocage.forecast(match).attackers == ("US-5C",)
    play(match, "join US-8C")
    found = bocage.forecast(match)
    assert (found.attackers, found.column) == (("US-5C", "US-8C"), "3:1")


def test_a_battle_that_waits_is_known_by_its_hex_and_one_that_is_being_resolved_by_itself() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814; US-19C 2714; DE-81K 2713"
    match = field(units, battles="2814: US-5C; 2713: US-19C", dice="4 3 3 3")
    assert bocage.forecast(match, "2814").attackers == ("US-5C",)
    play(match, "resolve 2713")
    before = bocage.forecast(match)
    assert (before.targets, before.attackers) == (("2713",), ("US-19C",))
    play(match, "fight")
    assert bocage.forecast(match) == before
    play(match, "press")
    assert bocage.forecast(match, side="german").pressed == before.pressed


@rule("CRT.14")
def test_below_one_to_three_there_are_no_chances() -> None:
    match = field("US-82AB 2815; DE-84K 2814 deployed; US-8C 2714; DE-81K 2713", "allied allocation")
    found = bocage.forecast(match, "2814", ["US-82AB"])
    assert (found.final_odds, found.column, found.chances, found.pressable) == ("1:4", "", {}, False)


@rule("METZ.2", "CRT.14")
def test_the_forts_of_metz_are_part_of_the_chances() -> None:
    antwerp = {"allied_control": "4219", "turn": 6}
    match = field("US-5C 4606; DE-84K 4505; US-8C 4403; DE-81K 4404; US-SUP 4312", "allied allocation", **antwerp)
    found = bocage.forecast(match, "4505", ["US-5C"])
    assert (found.forts, found.column, found.odds_with_forts) == (2 * SIXTH, "3:2", "1:1")
    # Two in three on 3:2, one in three on 1:1.
    expected: Counter[str] = Counter()
    for results, weight in ((["AD", "D", "D", "DW", "DW", "DR"], 4), (["AE", "AD", "D", "DW", "DW", "DR"], 2)):
        for result in results:
            expected[result] += weight
    assert found.chances == {result: Fraction(number, 36) for result, number in expected.items()}
    # One against three is 1:3, one against four no attack.
    thin = field(
        "US-82AB 4606; DE-25K 4505 deployed; US-8C 4403; DE-81K 4404; US-SUP 4312", "allied allocation", **antwerp
    )
    found = bocage.forecast(thin, "4505", ["US-82AB"])
    assert found.chances["no attack"] == 2 * SIXTH
    assert sum(found.chances.values()) == 1
    later = field("US-5C 4606; DE-84K 4505; US-SUP 4312", dice="6 3 3 3", battles="4505: US-5C", **antwerp)
    assert bocage.forecast(later).forts == 0  # the die has been cast
    assert bocage.forecast(later).column == "1:1"


@rule("BLITZ.1", "BLITZ.2")
def test_what_goerings_blitz_would_bring() -> None:
    units = "DE-1SS 2814; US-5C 2815; DE-LehrPz 2713; US-19C 2714"
    match = field(units, "german allocation", blitz_turn=4)
    plain = bocage.forecast(match, "2815", ["DE-1SS"])
    helped = bocage.forecast(match, "2815", ["DE-1SS"], supported=True)
    assert (plain.supportable, plain.column, helped.column) == (True, "1:1", "3:2")
    other = field(units, "german allocation")
    assert not bocage.forecast(other, "2815", ["DE-1SS"]).supportable
    with pytest.raises(Refusal) as refusal:
        bocage.forecast(other, "2815", ["DE-1SS"], supported=True)
    assert refusal.value.rule == "BLITZ.2"


@rule("SS.3", "CITY.1")
def test_it_names_those_to_whom_a_dw_is_a_d() -> None:
    match = field("US-5C 2815; DE-1SS 2814; DE-2Pz 2814; US-8C 2714; DE-81K 2713", "allied allocation")
    assert bocage.forecast(match, "2814", ["US-5C"]).softened == ("DE-1SS",)


@rule("SET.7")
def test_face_down_pieces_count_as_nothing_and_their_names_change_nothing() -> None:
    found = []
    for hidden in ("DE-LehrPz", "DE-12SS", "DE-Dummy1"):
        match = field(
            f"{hidden} 2716 down; DE-84K 2814; US-8C 2815", "allied allocation", landing_at="US-5C 2716",
            allied_control="2917", first_beaches="2716 2917",
        )  # fmt: skip
        found.append(bocage.forecast(match, "2716", ["US-5C"], side="allied"))
    assert found[0] == found[1] == found[2]
    assert (found[0].unknown, found[0].defence, found[0].column) == (1, 0, "10:1")


def test_what_could_not_be_declared_is_refused_with_its_reason() -> None:
    units = "US-5C 2815; US-8C 2914 disrupted; BR-1C 2714; DE-84K 2814; DE-81K 2713"
    match = field(units, "allied allocation")
    for target, attackers, case in (
        ("2814", ["US-8C"], "DIS.1"),
        ("2713", ["US-5C"], "SEQ.3"),
        ("2814", ["US-5C", "BR-1C"], "NAT.2"),
        ("2716", ["US-5C"], "SEQ.3"),
    ):
        with pytest.raises(Refusal) as refusal:
            bocage.forecast(match, target, attackers)
        assert refusal.value.rule == case
    for wrong in ({"target": "9999"}, {"target": "2814", "attackers": ["US-1X"]}, {"target": ""}, {}):
        with pytest.raises(BadInput):
            bocage.forecast(match, **wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput):
        bocage.forecast(match, "2814", ["US-5C"], side="french")


@rule("CRT.1")
def test_what_happens_agrees_with_the_forecast() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814 disrupted; DE-21Pz 2814; US-19C 2714; DE-81K 2713"
    for pressing in ("press", "steady"):
        seen: Counter[str] = Counter()
        for die in range(1, 7):
            match = field(units, battles="2814: US-5C US-8C; 2713: US-19C", dice=f"{die} 3 3 3")
            play(match, "resolve 2814")
            told = bocage.forecast(match)
            play(match, "fight", pressing, "no-retreat")
            line = next(line for _, _, line in match.log() if line.startswith("Die "))
            seen[line.rsplit(": ", 1)[1].rstrip(".")] += 1
        expected = told.pressed if pressing == "press" else told.chances
        assert {result: Fraction(number, 6) for result, number in seen.items()} == expected


def test_a_forecast_changes_nothing() -> None:
    match = field(SAMPLE, "allied allocation", weather="good")
    before = match.position_hash
    bocage.forecast(match, "2814", ["US-5C", "US-7C"])
    assert match.position_hash == before
