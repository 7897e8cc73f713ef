"""Forecasts: exact chances of an attack before anyone commits, each shift with its case."""

from __future__ import annotations

from fractions import Fraction

import pytest

import bocage
from bocage.engine.matches.match import Match
from tests.cases import rule
from tests.roundup.combat.fighting import declare, field, fight, fought, german_field

OPEN = "US-1 3118; US-2 3218; DE-376 3117"
BOMBERS = {"at": "allied combat first", "turn": 3, "superiority": "allied", "us_beachheads": "3123"}


def sixths(text: str) -> dict[str, Fraction]:
    """Chances written as "AS 1 SM 2": so many faces of a die."""
    words = text.split()
    return {words[n]: Fraction(int(words[n + 1]), 6) for n in range(0, len(words), 2)}


@rule("11.4", "11.13")
def test_the_chances_of_the_attack_that_is_declared() -> None:
    match = field(OPEN)
    declare(match, "3117", "US-1 US-2")
    told = bocage.forecast(match)
    assert (told.attack, told.defence, told.odds, told.shifts, told.final_odds, told.column) == (
        10, 5, "2:1", (), "2:1", "2:1",
    )  # fmt: skip
    assert told.chances == sixths("AS 1 SM 1 EX 1 DR 1 DS 1 DSR 1")
    assert told.out_of_supply == ()
    # Fractions of the odds are lost to the attacker on either side of 1:1.
    match = field("US-1 3118; US-Rgr 3118; US-FSSF 3218; DE-376 3117")
    for attackers, told in (("US-1 US-FSSF", (8, 5, "1:1")), ("US-FSSF", (3, 5, "1:2")), ("US-Rgr", (2, 5, "1:3"))):
        assert bocage.forecast(match, "3117", attackers)[:3] == told


def test_a_forecast_grows_with_the_attack_as_units_join() -> None:
    match = field(OPEN)
    match.play("attack 3117")
    with pytest.raises(bocage.BadInput, match="no attack is declared"):
        bocage.forecast(match)
    match.play("join US-1")
    assert bocage.forecast(match).column == "1:1"
    match.play("join US-2")
    assert bocage.forecast(match).column == "2:1"
    assert bocage.forecast(match, attackers=["US-2"]).column == "1:1"  # what if US-1 stayed out?


def test_the_chances_of_an_attack_that_nobody_has_declared_yet() -> None:
    match = field(OPEN)
    assert bocage.forecast(match, "3117", ["US-1"]).chances == sixths("ASR 1 AS 1 SM 1 EX 1 DR 1 DS 1")
    assert bocage.forecast(match, "3117", "US-1 US-2").column == "2:1"


def test_without_names_everyone_who_may_attack_is_counted() -> None:
    match = field(f"{OPEN}; US-3 3018; US-5 3017; DE-384 3016", "3", replaced="US-3")
    assert bocage.forecast(match, "3117").attack == 15
    fight(match, "3016", "US-5")
    assert bocage.forecast(match, "3117").attack == 10


def test_an_attack_can_be_reckoned_while_one_is_still_moving_and_for_the_other_side() -> None:
    match = field(OPEN, at="allied movement")
    assert bocage.forecast(match, "3117", ["US-1", "US-2"]).column == "2:1"
    counter = bocage.forecast(match, "3118", ["DE-376"], side="german")
    assert (counter.attack, counter.defence, counter.column) == (4, 6, "1:2")


@rule("11.5")
def test_every_shift_comes_with_its_columns_its_case_and_a_reason() -> None:
    units = "US-1 3122; US-2 3024; US-3 3223; DE-1SS 3123"
    match = field(units, superiority="allied", tas="3123")
    told = bocage.forecast(match, "3123")
    assert [tuple(shift) for shift in told.shifts] == [
        (1, "11.8", "concentric attack"),
        (1, "11.9", "Allied naval gunfire"),
        (1, "11.11", "Allied TAS over the defender"),
    ]
    assert (told.odds, told.final_odds, told.column) == ("1:1", "4:1", "4:1")
    told = bocage.forecast(german_field("US-1 1605; DE-376 1705", superiority="german", tas="1605"), "1605")
    assert [tuple(shift) for shift in told.shifts] == [
        (-1, "11.10", "the defender is in town"),
        (-1, "11.6", "all attackers cross a river or canal"),
        (1, "11.11", "German TAS over the defender"),
    ]


@rule("4.1")
def test_units_out_of_supply_are_named() -> None:
    match = field("US-1 3118; US-2 3218; DE-376 3117", turn=2)  # no beachhead: the Americans are cut off
    told = bocage.forecast(match, "3117")
    assert (told.attack, told.defence, told.out_of_supply) == (3 + 3, 5, ("US-1", "US-2"))


@rule("7.6a", "11.12")
def test_bombers_mix_the_columns_by_the_chances_of_their_die() -> None:
    match = field("US-1 3118; DE-376 3117", **BOMBERS)
    told = bocage.forecast(match, "3117", ["US-1"], bombers=True)
    # 1:1, and 1 left on a 1, nothing on a 2, 1 right on 3 and 4, 2 right on 5 and 6
    expected = {
        "ASR": Fraction(2 + 1, 36), "AS": Fraction(1 + 1 + 2, 36), "SM": Fraction(1 + 1 + 2 + 2, 36),
        "EX": Fraction(1 + 1 + 2 + 2, 36), "DR": Fraction(1 + 1 + 2 + 2, 36), "DS": Fraction(1 + 2 + 2, 36),
        "DSR": Fraction(2 + 4, 36),
    }  # fmt: skip
    assert told.chances == expected
    assert told.column == "1:1"
    declare(match, "3117", "US-1")
    assert bocage.forecast(match, bombers=True).chances == expected


@rule("15.14")
def test_a_reluctant_bomber_command_is_part_of_the_forecast() -> None:
    match = field("US-1 3118; DE-376 3117", **BOMBERS, options={"15.14": True})
    eager = field("US-1 3118; DE-376 3117", **BOMBERS)
    with_bombs = bocage.forecast(eager, "3117", bombers=True).chances
    without = bocage.forecast(eager, "3117").chances
    told = bocage.forecast(match, "3117", bombers=True).chances
    for result in told:
        none = Fraction(0)
        assert told[result] == without.get(result, none) / 3 + with_bombs.get(result, none) * 2 / 3


FIELDS = [
    ("US-1 3118; DE-376 3117", "3117", "US-1"),
    ("US-1A 3118; US-1 3218; DE-712 3117", "3117", "US-1A US-1"),
    ("US-1 3118; US-1A 3116; DE-1SS 3117; DE-s504 3117", "3117", "US-1 US-1A"),
    ("UK-10Cdo 3122; DE-376 3123", "3123", "UK-10Cdo"),
    ("US-1A 1407; US-FSSF 1407; DE-18L 1306", "1306", "US-1A US-FSSF"),
    ("US-1 1705; US-2 1704; DE-165R 1605", "1605", "US-1 US-2"),
]


@pytest.mark.parametrize(("units", "target", "attackers"), FIELDS)
def test_a_forecast_is_what_happens_when_every_die_is_played(units: str, target: str, attackers: str) -> None:
    told = bocage.forecast(field(units), target, attackers.split())
    assert sum(told.chances.values()) == 1
    assert all(isinstance(chance, Fraction) for chance in told.chances.values())
    played: dict[str, Fraction] = {}
    for die in range(1, 7):
        match = field(units, f"{die} 1 1")
        fight(match, target, attackers)
        battle = fought(match)
        assert (battle.attack, battle.defence, battle.odds, battle.column) == (
            told.attack, told.defence, told.odds, told.column,
        )  # fmt: skip
        assert battle.shifts == [(shift.columns, shift.rule) for shift in told.shifts]
        played[battle.result] = played.get(battle.result, Fraction(0)) + Fraction(1, 6)
    assert played == told.chances


def test_a_forecast_with_bombers_is_what_happens_when_both_dice_are_played() -> None:
    units = "US-1 3118; DE-376 3117"
    told = bocage.forecast(field(units, **BOMBERS), "3117", ["US-1"], bombers=True)
    played: dict[str, Fraction] = {}
    for bombs in range(1, 7):
        for die in range(1, 7):
            match = field(units, f"{bombs} {die} 1", **BOMBERS)
            fight(match, "3117", "US-1", "bombers")
            result = fought(match).result
            played[result] = played.get(result, Fraction(0)) + Fraction(1, 36)
    assert played == told.chances
    assert sum(told.chances.values()) == 1


@pytest.mark.parametrize("bombers", [False, True])
def test_looking_at_the_odds_changes_nothing(bombers: bool) -> None:
    def state(match: Match) -> tuple[object, ...]:
        return match.position_hash, match.moment, match.position.rolls, match.log(), match.text(), match.undoable

    match = bocage.position("roundup", units="US-1 3118; DE-376 3117", seed="still", **BOMBERS)
    declare(match, "3117", "US-1")
    before = state(match)
    bocage.forecast(match, bombers=bombers)
    bocage.forecast(match, "3117", ["US-1"], bombers=bombers)
    assert state(match) == before
    twin = bocage.position("roundup", units="US-1 3118; DE-376 3117", seed="still", **BOMBERS)
    fight(twin, "3117", "US-1")
    match.play("roll")
    assert fought(match) == fought(twin)  # the same die as if nobody had looked


@pytest.mark.parametrize(
    ("target", "attackers", "rule_", "why"),
    [
        ("3119", ["US-1"], "11.0", "there is no enemy in 3119 to attack"),
        ("3113", None, "11.0", "no unit of yours is next to 3113"),
        ("3117", ["US-3"], "11.0", "US-3 is not next to the hex under attack"),
        ("3117", ["DE-384"], "11.0", "only the units of the side whose phase it is attack"),
        ("3117", ["US-5"], "8.3", "US-5 received a replacement and does not attack this turn"),
        ("3117", [], "11.0", "choose the attacking units first"),
    ],
)
def test_an_attack_that_could_not_be_made_has_no_odds(
    target: str, attackers: list[str] | None, rule_: str, why: str
) -> None:
    match = field(f"{OPEN}; US-3 3119; US-5 3018; DE-384 3113", replaced="US-5")
    with pytest.raises(bocage.Refusal) as refusal:
        bocage.forecast(match, target, attackers)
    assert (refusal.value.rule, refusal.value.why) == (rule_, why)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"weather": "Storm"}, "need clear weather"),
        ({"superiority": "german"}, "need air superiority"),
        ({"at": "allied combat"}, "only in a turn of Combat/Move"),
        ({"bombers_used": 1}, "have flown"),
    ],
)
def test_bombers_that_cannot_fly_have_no_odds(changes: dict[str, object], why: str) -> None:
    match = field("US-1 3118; DE-376 3117", **{**BOMBERS, **changes})
    with pytest.raises(bocage.Refusal, match=why):
        bocage.forecast(match, "3117", bombers=True)


def test_bombers_are_forecast_before_the_order_of_the_phases_is_chosen() -> None:
    match = field("US-1 3118; DE-376 3117", **BOMBERS | {"at": "allied order"})
    assert bocage.forecast(match, "3117", bombers=True).chances["DSR"] == Fraction(1, 6)


def test_noise_is_called_noise() -> None:
    match = field(OPEN)
    with pytest.raises(bocage.BadInput, match="there is no hex '9999'"):
        bocage.forecast(match, "9999")
    with pytest.raises(bocage.BadInput, match="has the sides allied and german, not 'french'"):
        bocage.forecast(match, "3117", side="french")
    with pytest.raises(bocage.BadInput, match="there is no unit 'US-99'"):
        bocage.forecast(match, "3117", ["US-99"])
    with pytest.raises(bocage.BadInput, match="no attack is declared"):
        bocage.forecast(match)


@rule("15.4")
def test_the_odds_against_a_garrison() -> None:
    match = field("US-1 2722", options={"15.4": True})
    told = bocage.forecast(match, "2623")
    assert (told.attack, told.defence, told.odds, told.column) == (5, 1, "5:1", "3:1")
