"""Combats as they come up in play, from the set-ups and the first rounds of both scenarios, in numbers (9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules.combat.routes import _far
from bocage.games.festung.rules.supply import tracing
from tests.cases import rule
from tests.festung.combat.fighting import at, attack, fighting, legal, odds, steps
from tests.festung.playing import game

SUPPORT = {"US-A": "ground support", "UK-A": "ground support"}
LANDED = ("US-1A", "BR-2A", "AB-C", "US-V", "BR-I")
MESSINA = "US-7A 1820; US-II 1820; BR-8A 1820; BR-XIII 1921; BR-XXX 1921"


def set_up(scenario: str, **attack: Any) -> Any:
    """The forecast of an Allied attack at the set-up of a scenario, as if its hexes were activated now."""
    made = game(scenario)
    position = made.first_position()
    position.full, position.limited = tracing.graded(made.look(position), "allied")
    return made.forecast(position, "allied", **attack)


def shifts(found: Any) -> dict[str, int]:
    """The shifts of a forecast by their cases."""
    return {shift.rule: shift.columns for shift in found.shifts}


def landed(target: str, *help: str, **more: Any) -> Match:
    """Overlord has landed in Normandy and all five units attack."""
    made = game("overlord")
    there = [unit for unit in made.first_position().units if unit.at == made.board.index[target]]
    assert there, "as it was set up"
    names = [
        f"{counter.id} {made.board.labels[unit.at]}{' reduced' if unit.steps == 1 else ''}"
        for counter, unit in zip(made.counters, made.first_position().units, strict=True)
        if unit.at == made.board.index[target]
    ]
    units = "; ".join([*(f"{unit} 0410" for unit in LANDED), *names])
    match = fighting("allied", units, landing="0410", fighters=SUPPORT, turn=4, **more)
    for action in (f"attack {target}", *(f"join {unit}" for unit in LANDED), *help):
        match.play(action)
    return match


@rule("9.23", "9.24", "9.241", "9.242", "9.243")
def test_naples_against_cassino_at_the_set_up_of_overlord() -> None:
    """T096: 5+2+3 against 6+3+3 is 1:2; Carpet Bombing +3, mountain -1: 2:1; no mechanized shift."""
    found = set_up("overlord", target="1717", attackers=["US-5A", "US-II", "FF-CEF"], air=["UK BC"])
    assert [factor for _, factor in found.attackers] == [5, 2, 3]
    assert sorted(factor for _, factor in found.defenders) == [3, 3, 6]
    assert (found.odds, found.column) == ("1:2", "2:1")
    assert shifts(found) == {"14.22": 3, "9.242": -1}


@rule("9.23", "9.243", "14.31")
def test_overlord_against_le_havre() -> None:
    """T104: 18 against 2+2 is 4:1, mechanized one, two TAC: 7:1."""
    match = landed("0511", "support US-A", "support UK-A")
    found = odds(match)
    assert sorted(factor for _, factor in found.attackers) == [2, 2, 3, 5, 6]
    assert sorted(factor for _, factor in found.defenders) == [2, 2]
    assert (found.odds, found.column) == ("4:1", "7:1")
    assert shifts(found) == {"14.31": 1, "9.243": 1}


@rule("9.23", "9.243", "9.441")
def test_overlord_against_cherbourg() -> None:
    """T105: 18 against 2+3 is 3:1, no mechanized shift, two TAC: 5:1; the defender may hold for a step."""
    match = landed("0411", "support US-A", "support UK-A", dice="3")
    found = odds(match)
    assert sorted(factor for _, factor in found.defenders) == [2, 3]
    assert (found.odds, found.column) == ("3:1", "5:1")
    assert shifts(found) == {"14.31": 1}
    match.play("fight")  # 0/1
    match.play("lose GE-LXXXIV")
    assert match.prompt.step == "hold"
    assert legal(match, "hold") == {"GE-LXXXIV", "FORT-Cherbourg"}
    match.play("hold FORT-Cherbourg")
    assert [steps(match, unit) for unit in ("GE-LXXXIV", "FORT-Cherbourg")] == [1, 1]
    assert at(match, "GE-LXXXIV") == at(match, "FORT-Cherbourg") == "0411"


@rule("9.23", "9.242", "9.243", "9.261")
def test_palermo_in_the_second_round_of_husky() -> None:
    """T106: 17 against 3 is 5:1, mountain one left, mechanized one right; the 7th Army adds one."""
    units = "BR-8A 1821; BR-XIII 1821; US-II 1821; US-7A 1921; BR-XXX 1921; IT-6A 1820"
    match = fighting("allied", units, "1821 1921", turn=1, allied="1922")
    match.play("attack 1820")
    for unit in ("US-7A", "BR-8A", "US-II", "BR-XIII", "BR-XXX"):
        match.play(f"join {unit}")
    found = odds(match)
    assert (found.attack, found.defence, found.odds, found.column) == (17, 3, "5:1", "5:1")
    assert shifts(found) == {"9.242": -1, "9.243": 1}
    assert [(part.rule, part.number) for part in found.modifiers] == [("9.261", 1)]


@rule("9.23", "9.242", "9.243")
@pytest.mark.parametrize(
    ("more", "ratio", "column"),
    [("", "5:1", "4:1"), ("; GE-LXXVIPZ 1920 reduced; GE-IFJ 1920 reduced", "2:1", "1:1")],
)
def test_messina_is_hard_once_it_is_reinforced(more: str, ratio: str, column: str) -> None:
    """T107: 17 against XIV Panzer alone, or with two reduced corps: 17 against 7."""
    match = fighting("allied", f"{MESSINA}; GE-XIVPZ 1920{more}", "1820 1921", turn=1, allied="1922 1821")
    match.play("attack 1920")
    for unit in ("US-7A", "US-II", "BR-8A", "BR-XIII", "BR-XXX"):
        match.play(f"join {unit}")
    found = odds(match)
    assert (found.attack, found.odds, found.column, shifts(found)) == (17, ratio, column, {"9.242": -1})


@rule("11.33", "11.31", "11.52")
def test_the_campaign_begins_with_sicily_in_limited_supply() -> None:
    """T109: the Italian corps in Gela is 8 hexes from Rome, XIV Panzer in Messina 13 from a German source."""
    made = game()
    there = made.look(made.first_position())
    for unit, where, kind, distance in (("IT-XVI", "1821", "italian", 8), ("GE-XIVPZ", "1920", "german", 13)):
        number = made.unit_numbers[unit]
        assert made.board.labels[there.position.units[number].at] == where
        assert tracing.grade(there, number) == tracing.LIMITED
        goal = tracing.sources(there, kind)
        assert _far(made, goal, there.in_play(), made.board.index[where]) == distance


# Fortresses


LORIENT = "US-V 0412; US-VII 0412; US-VIII 0412; US-1A 0412; FORT-Lorient 0313"
NEAR_LORIENT = "0410 0411"


def against_lorient(*, more: str = "", dice: str = "4", **fields: Any) -> Match:
    """Three to one against Lorient: nine or more against a fortress of three."""
    return fighting("allied", f"{LORIENT}{more}", dice=dice, allied=NEAR_LORIENT, **fields)


@rule("9.441", "9.47", "R87")
@pytest.mark.parametrize("answer", ["hold FORT-Lorient", "withdraw"])
def test_a_fortress_alone_is_lost_with_the_combat(answer: str) -> None:
    """T110: 3:1, die 4: 0/1: it flips; to hold would cost its last step, and it never retreats."""
    match = against_lorient()
    attack(match, "0313", "US-V", "US-VII", "US-1A")
    assert odds_of_log(match) == "3:1"
    assert steps(match, "FORT-Lorient") == 1
    assert legal(match, "retreat") == set()
    match.play(answer)
    assert at(match, "FORT-Lorient") == "pool"
    assert match.prompt.step == "advance"
    match.play("pick US-V")
    assert legal(match, "advance") == {"0313"}


@rule("9.441", "6.62")
def test_hold_fast_keeps_a_fortress() -> None:
    """T110: with Hold Fast it stays, reduced."""
    match = against_lorient(axis_hand="axis-12")
    attack(match, "0313", "US-V", "US-VII", "US-1A")
    match.play("combat axis-12")
    match.play("stay")
    assert (at(match, "FORT-Lorient"), steps(match, "FORT-Lorient")) == ("0313", 1)


@rule("9.441", "R87")
def test_a_fortress_holds_for_a_step_when_a_corps_beside_it_took_the_loss() -> None:
    """T110."""
    match = against_lorient(more="; GE-LXXX 0313 reduced", dice="5")
    attack(match, "0313", "US-V", "US-VII", "US-1A")
    match.play("lose GE-LXXX")
    assert (at(match, "GE-LXXX"), steps(match, "FORT-Lorient")) == ("pool", 2)
    match.play("hold FORT-Lorient")
    assert (at(match, "FORT-Lorient"), steps(match, "FORT-Lorient")) == ("0313", 1)
    assert match.prompt.step == "combat", "nobody advances"


def odds_of_log(match: Match) -> str:
    """The column of the last combat."""
    line = [line.sentence for line in match.log() if line.rule == "9.27"][-1]
    return line.split("rolled on ")[1].split(": ")[0]
