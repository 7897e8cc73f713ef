"""Forecasts: both sides' fire and the exact chances of an attack, before anyone commits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.storming.rules.combat.forecast import Forecast
from bocage.games.storming.rules.position import StormingPosition
from tests.cases import rule
from tests.storming.assault.assaulting import field, german_field, take


def battlefield(units: str, dice: str = "", **more: Any) -> Match:
    """An Allied Combat Segment."""
    more = {"turn": 6, "duration": 1, "points": {"12AG": 5, "21AG": 5}, "breakout": True, **more}
    return bocage.position("storming", at="allied combat", units=units, dice=dice, **more)


def german_battlefield(units: str, dice: str = "", **more: Any) -> Match:
    """A German Combat Segment."""
    return bocage.position("storming", at="german combat", units=units, dice=dice, **{"turn": 6, **more})


def sixths(text: str) -> dict[int, Fraction]:
    """Chances written as "1:4 2:2": so many faces of a die for so many steps."""
    pairs = [pair.split(":") for pair in text.split()]
    return {int(steps): Fraction(int(faces), 6) for steps, faces in pairs}


@rule("13.7.1", "13.7.2", "13.7.3", "13.9.A")
def test_a_forecast_shows_both_sides_fire_with_every_modifier() -> None:
    match = battlefield("US-90-Inf 2230; US-3-Arm 2230; GE-2-Pz 2330; GE-77-Inf 2330", limited=True, air_support=1)
    match.play("attack 2330")
    match.play("join US-90-Inf")
    match.play("join US-3-Arm")
    match.play("air")
    odds = bocage.forecast(match)
    assert (odds.kind, odds.side, odds.target) == ("combat", "allied", "2330")
    assert (odds.attack.side, odds.attack.strength, odds.attack.column) == ("allied", 10, "10-12")
    assert (odds.defence.side, odds.defence.strength, odds.defence.column) == ("german", 10, "10-12")
    assert [(found.points, found.rule) for found in odds.attack.modifiers] == [(1, "17.5.3.A"), (-1, "9.1.A.2")]
    assert odds.defence.modifiers == ()
    assert odds.first_fire == ""
    # Column 10-12 reads 1 1 2 2 2 3.
    assert odds.defender_losses == odds.attacker_losses == sixths("1:2 2:3 3:1")
    assert odds.cleared == Fraction(1, 6)  # three steps stand in 2330
    assert odds.destroyed == 0


def test_losses_end_where_the_steps_end() -> None:
    odds = bocage.forecast(battlefield("US-90-Inf 2230; US-3-Arm 2230; GE-77-Inf 2330"), "2330")
    assert odds.defender_losses == {1: Fraction(1)}
    assert odds.cleared == 1
    assert odds.attacker_losses == sixths("1:6")


def test_a_forecast_grows_with_the_attack_as_it_is_put_together() -> None:
    match = battlefield("US-90-Inf 2230; US-3-Arm 2230; GE-2-Pz 2330")
    with pytest.raises(bocage.BadInput, match="no attack is declared"):
        bocage.forecast(match)
    match.play("attack 2330")
    with pytest.raises(bocage.BadInput, match="no attack is declared"):
        bocage.forecast(match)
    match.play("join US-90-Inf")
    assert bocage.forecast(match).attack.strength == 4
    assert bocage.forecast(match, attackers=["US-3-Arm"]).attack.strength == 6  # what if the other one attacked?
    match.play("join US-3-Arm")
    assert bocage.forecast(match).attack.strength == 10


def test_without_names_everyone_who_can_attack_is_counted() -> None:
    match = battlefield("US-90-Inf 2230; US-3-Arm 2229; US-4-Inf 2130; GE-2-Pz 2330")
    assert bocage.forecast(match, "2330").attack.strength == 4 + 6
    assert bocage.forecast(match, "2330", "US-90-Inf").attack.strength == 4


@rule("13.1.C", "13.1.B")
def test_what_cannot_be_declared_is_refused_for_the_same_reason() -> None:
    match = battlefield("US-90-Inf 2230; US-4-Inf 2130; US-9-Inf 2229; GE-2-Pz 2330", grounded="US-9-Inf")
    for attackers, case in (
        ("US-4-Inf", "13.1.C"),
        ("US-9-Inf", "9.2.B"),
        ("GE-2-Pz", "13.1.A"),
        ("CW-7-Arm", "13.1.C"),
    ):
        with pytest.raises(bocage.Refusal) as caught:
            bocage.forecast(match, "2330", attackers)
        assert caught.value.rule == case
    with pytest.raises(bocage.Refusal, match="there is no enemy in 2331"):
        bocage.forecast(match, "2331")
    with pytest.raises(bocage.Refusal, match="nobody can attack 2330"):
        bocage.forecast(battlefield("US-4-Inf 2130; US-90-Inf 1030; GE-2-Pz 2330; GE-77-Inf 1130"), "2330")


@pytest.mark.parametrize(
    "asked",
    [
        {"target": "9999"},
        {"target": 7},
        {"target": "2330", "attackers": ["nobody"]},
        {"target": "2330", "attackers": []},
        {"target": "2330", "kind": "duel"},
        {"target": "2330", "side": "neutral"},
        {"attackers": ["US-90-Inf"]},
    ],
)
def test_noise_is_no_question(asked: dict[str, Any]) -> None:
    match = battlefield("US-90-Inf 2230; GE-2-Pz 2330")
    with pytest.raises(bocage.BadInput):
        bocage.forecast(match, **asked)


def test_an_attack_can_be_reckoned_ahead_and_for_the_other_side() -> None:
    match = bocage.position(
        "storming", turn=6, at="allied assault movement", units="US-90-Inf 2230; GE-2-Pz 2330", points={"12AG": 5}
    )
    assert bocage.forecast(match, "2330").kind == "combat"
    counter = bocage.forecast(match, "2230", ["GE-2-Pz"], side="german")
    assert (counter.attack.strength, counter.defence.strength) == (7, 4)


@rule("8.5", "13.9.C")
def test_units_out_of_supply_are_named_and_halved() -> None:
    match = battlefield("US-90-Inf 2230; US-3-Arm 2230; GE-2-Pz 2330", oos="US-90-Inf GE-2-Pz")
    odds = bocage.forecast(match, "2330")
    assert (odds.attack.strength, odds.defence.strength) == (4 // 2 + 6, 7 // 2)
    assert odds.out_of_supply == ("US-90-Inf", "GE-2-Pz")


# Mobile Assaults


@rule("14.2.D")
def test_an_assault_reckons_with_the_further_step() -> None:
    match = field("US-3-Arm 2230; GE-2-Pz 2330")
    take(match, "US-3-Arm")
    ahead = bocage.forecast(match, "2330")
    match.play("assault 2330")
    odds = bocage.forecast(match)
    assert ahead == odds
    assert odds.kind == "assault"
    # Column 6 reads 1 1 1 1 2 2: two faces clear the hex. Column 7-9 reads 1 1 1 1 2 2 as well.
    assert odds.cleared == Fraction(2, 6)
    assert odds.defender_losses == sixths("1:4 2:2")
    assert odds.attacker_losses == {1: Fraction(2 * 4, 36), 2: Fraction(36 - 8, 36)}
    assert odds.destroyed == odds.attacker_losses[2]


@rule("14.1.B", "14.2.A", "10.C")
def test_an_impossible_assault_is_refused() -> None:
    match = field("US-3-Arm 2230; US-4-Inf 2230; US-4-Arm 2229; GE-2-Pz 2330")
    for attackers, case in (("US-4-Inf", "14.1.B"), ("US-3-Arm US-4-Arm", "14.1.B")):
        with pytest.raises(bocage.Refusal) as caught:
            bocage.forecast(match, "2330", attackers)
        assert caught.value.rule == case
    assert bocage.forecast(match, "2330", "US-4-Arm").kind == "assault"
    with pytest.raises(bocage.BadInput, match="take the units"):
        bocage.forecast(match, "2330")
    with pytest.raises(bocage.Refusal) as caught:
        bocage.forecast(battlefield("US-3-Arm 2230; GE-2-Pz 2330"), "2330", "US-3-Arm", kind="assault")
    assert caught.value.rule == "10.C"


# Support from the air


@rule("17.5.3.A")
def test_air_support_can_be_weighed_before_it_is_given() -> None:
    match = battlefield("US-90-Inf 2230; US-3-Arm 2230; GE-2-Pz 2330", air_support=1)
    assert bocage.forecast(match, "2330").attack.points == 0
    assert bocage.forecast(match, "2330", air=True).attack.points == 1
    with pytest.raises(bocage.Refusal):
        bocage.forecast(battlefield("US-90-Inf 2230; GE-2-Pz 2330"), "2330", air=True)


@rule("17.5.3.A", "13.9.A.2")
def test_the_defender_sees_the_odds_with_and_without_his_aircraft() -> None:
    match = german_battlefield("GE-2-Pz 2330; US-90-Inf 2230", air_support=1)  # ruling R52
    match.play("attack 2230")
    match.play("join GE-2-Pz")
    match.play("roll")
    assert match.prompt.side == "allied"
    bare, covered = bocage.forecast(match), bocage.forecast(match, air=True)
    assert (bare.side, bare.defence.points, covered.defence.points) == ("german", 0, 1)
    assert bare.attacker_losses == sixths("1:5 2:1")  # column 4: 1 1 1 1 1 2
    assert covered.attacker_losses == sixths("1:4 2:2")


# First fire


@rule("13.6.A", "R87")
def test_with_first_fire_the_attackers_shoot_with_what_is_left() -> None:
    # Three Germans of strength 2, 2 and 1 attack a beach that is held with 4: column 4 reads 1 1 1 1 1 2.
    match = german_battlefield("GE-501SS-Ti 0921; GE-21-PzKG 0921; GE-16-LW 0921; US-4-Inf 0820", turn=2)
    odds = bocage.forecast(match, "0820")
    assert odds.first_fire
    assert odds.attack.strength == 5
    assert odds.attacker_losses == sixths("1:5 2:1")
    # One loss costs the 1 and leaves 4 (column 4: one step, two on a 6); two leave 2 (column 2: 0 0 1 1 1 1).
    terrain = odds.attack.points
    assert terrain == 0
    expected = {
        0: Fraction(1, 6) * Fraction(2, 6),
        1: Fraction(5, 6) * Fraction(5, 6) + Fraction(1, 6) * Fraction(4, 6),
        2: Fraction(5, 6) * Fraction(1, 6),
    }
    assert odds.defender_losses == expected


@rule("3.2.E.4")
def test_the_airborne_stand_fast_on_turn_one() -> None:
    match = bocage.position("storming", turn=1, at="german combat", units="GE-91-Inf 2330; US-82-AB 2230")
    odds = bocage.forecast(match, "2230")
    assert odds.attack.column == "1"
    assert odds.defender_losses == {0: Fraction(1)}
    assert odds.cleared == 0


# A forecast is what happens


class Tally(NamedTuple):
    """What a fight cost."""

    attackers: int
    defenders: int
    cleared: bool
    destroyed: bool


def steps_of(position: StormingPosition, units: int) -> int:
    return sum(unit.steps for number, unit in enumerate(position.units) if units >> number & 1 and unit.at >= 0)


def fought(match: Match, target: str, attackers: list[str], rng: Random) -> Tally:
    """Declare the attack, roll, and answer everything at random until the fight is over."""
    numbers = match.game.unit_numbers
    ours = sum(1 << numbers[unit] for unit in attackers)
    theirs = sum(1 << unit for unit in match.position.stacks[match.game.board.index[target]])
    before = match.position.copy()
    if match.prompt.step == "movement":
        take(match, " ".join(attackers))
        match.play(f"assault {target}")
    else:
        match.play(f"attack {target}")
        # Units without strength join those that have some.
        for unit in sorted(attackers, key=lambda unit: max(match.game.counters[numbers[unit]].attack), reverse=True):
            match.play(f"join {unit}")
    match.play("roll")
    while match.prompts and match.prompt.step in ("losses", "rebuilding", "air defence"):
        choices = [action for action in match.prompt.actions if action.verb != "air"]
        match.play(rng.choice(choices))
    left, kept = steps_of(match.position, ours), steps_of(match.position, theirs)
    return Tally(steps_of(before, ours) - left, steps_of(before, theirs) - kept, not kept, not left)


def every_die(make: Callable[[str], Match], target: str, attackers: list[str], rng: Random) -> dict[Tally, Fraction]:
    """All thirty-six pairs of dice, really played."""
    found: dict[Tally, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            tally = fought(make(f"{first} {second} 1 1 1 1 1 1 1 1"), target, attackers, rng)
            found[tally] = found.get(tally, Fraction(0)) + Fraction(1, 36)
    return found


def agrees(odds: Forecast, played: dict[Tally, Fraction]) -> None:
    """Do the chances agree with what was played?"""
    for place, told in enumerate((odds.attacker_losses, odds.defender_losses)):
        spread: dict[int, Fraction] = {}
        for tally, chance in played.items():
            spread[tally[place]] = spread.get(tally[place], Fraction(0)) + chance
        assert spread == told
    assert sum(chance for tally, chance in played.items() if tally.cleared) == odds.cleared
    assert sum(chance for tally, chance in played.items() if tally.destroyed) == odds.destroyed


ALLIES = ("US-90-Inf", "US-9-Inf", "US-82-AB", "US-3-Arm", "US-4-Arm", "US-6-Arm", "FR-2-Arm", "Patton", "US-1A-HQ")
GERMANS = ("GE-2-Pz", "GE-9-Pz", "GE-77-Inf", "GE-84-Inf", "GE-501SS-Ti", "GE-21-PzKG", "GE-709-Co", "GE-3-PG", "Model")
PLACES = [("2230", "2330"), ("1127", "1227"), ("0425", "0525"), ("0519", "0518"), ("1132", "1231"), ("0629", "0730")]


class Case(NamedTuple):
    """A possible attack, and how to set it up with any dice."""

    kind: Callable[..., Match]
    units: str
    more: dict[str, Any]
    target: str
    attackers: list[str]

    def match(self, dice: str = "") -> Match:
        return self.kind(self.units, dice, **self.more)


def drawn(rng: Random, units: Sequence[str], at: str, most: int) -> tuple[str, list[str]]:
    """Some units in a hex, some of them reduced."""
    chosen = rng.sample(units, rng.randint(1, most))
    words = [f"{unit} {at}{' reduced' if rng.random() < 0.3 else ''}" for unit in chosen]
    return "; ".join(words), chosen


def any_case(rng: Random) -> Case:
    """Any attack on any ground; nobody has checked yet whether it may be made."""
    here, there = rng.choice(PLACES)
    allies_attack, assaulting = rng.random() < 0.6, rng.random() < 0.5
    first, second = (ALLIES, GERMANS) if allies_attack else (GERMANS, ALLIES)
    attackers_words, attackers = drawn(rng, first, here, 3)
    defenders_words, defenders = drawn(rng, second, there, 4)
    more: dict[str, Any] = {"turn": rng.choice((2, 4, 6, 9)), "limited": rng.random() < 0.3}
    if rng.random() < 0.4:
        more["oos"] = rng.choice(defenders if assaulting else defenders + attackers)
    if not allies_attack:
        more["air_support"] = rng.randint(0, 1)
    elif rng.random() < 0.3:
        more["disrupted"] = defenders[0]
    kinds = {
        (True, True): field, (True, False): battlefield, (False, True): german_field,
        (False, False): german_battlefield,
    }  # fmt: skip
    return Case(kinds[allies_attack, assaulting], f"{attackers_words}; {defenders_words}", more, there, attackers)


@pytest.mark.parametrize("number", range(32))
def test_a_forecast_is_what_happens_when_every_pair_of_dice_is_played(number: int) -> None:
    rng = Random(number)
    while True:
        case = any_case(rng)
        try:
            odds = bocage.forecast(case.match(), case.target, case.attackers)
        except bocage.Refusal:
            continue  # these may not attack: draw others
        agrees(odds, every_die(case.match, case.target, case.attackers, rng))
        return


@rule("13.6.A")
@pytest.mark.parametrize(
    ("units", "attackers"),
    [
        ("GE-2-Pz 0921; US-4-Inf 0820", "GE-2-Pz"),
        ("GE-9-Pz 0921; GE-10SS-Pz 0921; US-4-Inf 0820; US-1-Inf 0820 reduced", "GE-9-Pz GE-10SS-Pz"),
        ("GE-501SS-Ti 0921; GE-503SS-Ti 0921; US-82-AB 0820", "GE-501SS-Ti GE-503SS-Ti"),
    ],
)
def test_so_it_is_when_the_defenders_fire_first(units: str, attackers: str) -> None:
    for kind in (german_battlefield, german_field):
        odds = bocage.forecast(kind(units, turn=2), "0820", attackers)
        assert odds.first_fire
        case = Case(kind, units, {"turn": 2}, "0820", attackers.split())
        agrees(odds, every_die(case.match, "0820", case.attackers, Random(1)))


@rule("8.6.A")
def test_so_it_is_before_cherbourg() -> None:
    units = "US-90-Inf 0519; US-3-Arm 0519 reduced; GE-709-Co 0518; GE-91-Inf 0518"

    def siege(dice: str = "") -> Match:
        return bocage.position("storming", turn=2, at="cherbourg assault", units=units, dice=dice)

    odds = bocage.forecast(siege())
    assert odds.kind == "cherbourg"
    assert bocage.forecast(siege(), "0518", "US-90-Inf").attack.strength == 4
    before = siege().position
    played: dict[Tally, Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            match = siege(f"{first} {second} 1 1 1 1")
            ours = match.position.frames[-1].attackers
            theirs = sum(1 << unit for unit in match.position.stacks[match.game.board.index["0518"]])
            match.play("roll")
            while match.prompt.step == "losses":
                match.play(match.prompt.actions[-1])
            left, kept = steps_of(match.position, ours), steps_of(match.position, theirs)
            tally = Tally(steps_of(before, ours) - left, steps_of(before, theirs) - kept, not kept, not left)
            played[tally] = played.get(tally, Fraction(0)) + Fraction(1, 36)
    agrees(odds, played)


@rule("8.6.A")
def test_the_special_assault_is_reckoned_for_cherbourg_and_the_allies_only() -> None:
    match = battlefield("US-90-Inf 0519; GE-709-Co 0518; US-3-Arm 2230; GE-77-Inf 2330", turn=3)
    assert bocage.forecast(match, "0518", kind="cherbourg").kind == "cherbourg"
    for side, target in (("allied", "2330"), ("german", "0519")):
        with pytest.raises(bocage.Refusal) as caught:
            bocage.forecast(match, target, kind="cherbourg", side=side)
        assert caught.value.rule == "8.6.A"
    again = battlefield("US-90-Inf 0519; GE-709-Co 0518", turn=3, cherbourg_assaulted=True)
    with pytest.raises(bocage.Refusal, match="has been made"):
        bocage.forecast(again, "0518", kind="cherbourg")


def test_a_forecast_leaves_the_position_as_it_was() -> None:
    match = german_battlefield("GE-2-Pz 0921; US-4-Inf 0820", turn=2, air_support=2)
    before = match.position_hash
    bocage.forecast(match, "0820", air=True)
    assert match.position_hash == before
