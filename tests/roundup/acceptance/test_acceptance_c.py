"""Acceptance tests of combat: the facts that any implementation of Operation Roundup must reproduce."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.roundup.rules.combat.odds import concentric
from tests.cases import rule
from tests.roundup.combat.fighting import (
    choices,
    declare,
    field,
    fight,
    fought,
    german_field,
    refused,
    shifts,
    steps,
    where,
)


@rule("11.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "factors", "column"),
    [
        ("US-1 3118; US-82AB 3218", "DE-376 3117", (9, 5), "1:1"),
        ("US-1 3118", "DE-376 3117; DE-s504 3117", (5, 9), "1:2"),
        ("US-1A 3118; US-1 3218", "DE-712 3117", (12, 4), "3:1"),
        ("US-82AB 3118", "DE-1SS 3117; DE-s504 3117", (4, 12), "1:3"),
        ("UK-10Cdo 3118", "DE-376 3117; DE-s504 3117", (1, 9), "1:3"),
    ],
)
def test_t_r01_odds_are_rounded_for_the_defender(
    attackers: str, defenders: str, factors: tuple[int, int], column: str
) -> None:
    told = bocage.forecast(field(f"{attackers}; {defenders}"), "3117")
    assert ((told.attack, told.defence), told.column) == (factors, column)


@rule("4.1", "1.5", "R18")
def test_t_r01_units_out_of_supply_count_half_each_rounded_up() -> None:
    """Ruling R18."""
    # The Germans in 3117 are ringed; the Allies have no beachhead.
    match = field("US-1 3118; US-2 3116; DE-376 3117", turn=2)
    told = bocage.forecast(match, "3117")
    assert (told.attack, told.defence) == (3 + 3, 3)
    assert told.out_of_supply == ("US-1", "US-2", "DE-376")


@rule("11.13")
def test_t_r02_a_three_on_two_to_one_is_an_exchange() -> None:
    match = field("US-1 3118; US-2 3218; DE-376 3117", "3")
    assert match.game.rules.crt["2:1"][3 - 1] == "EX"
    fight(match, "3117", "US-1 US-2")
    assert (fought(match).column, fought(match).result) == ("2:1", "EX")


@rule("11.6")
def test_t_r11_a_canal_counts_only_if_all_attackers_cross_it() -> None:
    # 1301-1401 is the Canal de la Basse-Colme, between two polder hexes
    match = field("US-1 1401; US-2 1302; DE-376 1301")
    assert shifts(match, "1301", "US-1") == [(-1, "11.6"), (-1, "11.6")]  # the polder, and the canal
    assert shifts(match, "1301", "US-1 US-2") == [(-1, "11.6")]


@rule("11.8", "11.10")
def test_t_r12_concentric_attacks() -> None:
    def directions(*numbers: int) -> int:
        return sum(1 << number for number in numbers)

    assert concentric(directions(0, 3))
    assert concentric(directions(0, 2, 4))
    assert not concentric(directions(0, 1, 2))
    assert concentric(directions(0, 1, 2, 3))
    around = {"3117": ("3116", "3118"), "2204": ("2203", "2205"), "2623": ("2722", "2523")}
    found = {}
    for target, (one, other) in around.items():
        match = field(f"US-1 {one}; US-2 {other}; DE-376 {target}")
        found[target] = [case for _, case in shifts(match, target, "US-1 US-2")]
    assert found == {"3117": ["11.8"], "2204": ["11.10"], "2623": ["11.10"]}  # open country, a town, a port city


@rule("11.9", "11.10")
def test_t_r13_naval_guns_towns_and_ports() -> None:
    match = field("US-1 3122; DE-376 3123; US-2 2203; DE-384 2204; US-3 2722; DE-389 2623")
    assert shifts(match, "3123", "US-1") == [(1, "11.9")]
    assert shifts(match, "2204", "US-2") == [(-1, "11.10")]
    assert shifts(match, "2623", "US-3") == [(-2, "11.10")]
    assert shifts(german_field("US-1 3123; DE-376 3122"), "3123", "DE-376") == [(-1, "11.9")]


@rule("11.10a", "R22")
@pytest.mark.parametrize(
    ("turn", "die", "result", "at", "left"),
    [
        (1, 4, "DR", "1306", 2),
        (1, 6, "DSR", "1306", 1),
        (2, 4, "DR", "1305", 2),
    ],
)
def test_t_r14_germans_in_ports_on_turn_1_and_later(turn: int, die: int, result: str, at: str, left: int) -> None:
    """Ruling R22."""
    sky: dict[str, Any] = {"superiority": "allied", "tas": "1306", "us_beachheads": "1308"}
    match = field("US-1A 1407; US-FSSF 1407; DE-18L 1306", str(die), turn=turn, **sky)
    fight(match, "1306", "US-1A US-FSSF")
    assert fought(match).result == result
    assert (where(match, "DE-18L"), steps(match, "DE-18L")) == (at, left)


@rule("11.10a")
def test_t_r14_allies_in_ports_have_no_immunity() -> None:
    match = german_field("US-1 1306 reduced; DE-1SS 1407", "5", superiority="german", tas="1306")
    fight(match, "1306", "DE-1SS")
    assert (fought(match).result, where(match, "US-1")) == ("DR", "1305")


@rule("11.13.3c", "10.7c")
def test_t_r15_dropped_units_neither_move_nor_advance_nor_retreat_and_a_dr_is_an_exchange() -> None:
    match = german_field("US-82AB 3117; DE-1SS 3118; DE-HG 3218", "3", dropped="US-82AB")
    fight(match, "3117", "DE-1SS DE-HG")
    assert fought(match).result == "DR"
    match.play("lose DE-1SS")
    assert (where(match, "US-82AB"), steps(match, "US-82AB"), steps(match, "DE-1SS")) == ("3117", 1, 1)

    match = field("US-82AB 3118; US-2 3119", at="allied movement", dropped="US-82AB")
    assert refused(match, "pick US-82AB")[0] == "10.7"

    match = field("US-82AB 3118; US-1A 3218; DE-165R 3117 reduced", "6", dropped="US-82AB")
    fight(match, "3117", "US-82AB US-1A")
    assert choices(match) == ["advance US-1A", "end"]


@rule("8.4", "8.4a", "R21")
def test_t_r18_lost_brigades_roll_for_their_return() -> None:
    """Ruling R21: coastal supply counts, aerial supply and none do not."""
    match = field("US-Rgr 3123; DE-376 3122; US-2 3114; DE-384 3113", "4 4", turn=3)
    fight(match, "3122", "US-Rgr")  # 2:5 is 1:3, and a 4 is AS
    assert fought(match).result == "AS"
    assert match.position.returning == {"US-Rgr": 5}
    match = field("US-Rgr 3118; DE-376 3117; US-2 3114; DE-384 3113", "4 6", turn=3)
    fight(match, "3117", "US-Rgr")  # out of supply: 1:5
    assert fought(match).result == "AS"
    assert match.position.returning == {"US-Rgr": 9}


@rule("7.6")
@pytest.mark.parametrize(
    "changes", [{"at": "allied combat"}, {"weather": "Overcast"}, {"weather": "Storm"}, {"superiority": "german"}]
)
def test_t_r25_bombers_need_combat_move_clear_weather_and_superiority(changes: dict[str, str]) -> None:
    sky: dict[str, Any] = {"at": "allied combat first", "turn": 3, "superiority": "allied", "us_beachheads": "3123"}
    match = field("US-1 3118; DE-376 3117", **sky)
    declare(match, "3117", "US-1")
    assert match.why_not("bombers") is None
    match = field("US-1 3118; DE-376 3117", **{**sky, **changes})
    declare(match, "3117", "US-1")
    assert refused(match, "bombers")[0] == "7.6"


@rule("11.13.3b", "R6")
def test_t_r29_two_blocked_defenders_lose_one_step_in_all_to_a_dr() -> None:
    """Ruling R6."""
    match = field("US-1A 3118; US-2A 3116; DE-376 3117; DE-s504 3117", "4")
    fight(match, "3117", "US-1A US-2A")  # 14:9 and concentric is 2:1
    assert fought(match).result == "DR"
    match.play("lose DE-376")
    assert (where(match, "DE-376"), where(match, "DE-s504")) == ("3117", "3117")
    assert (steps(match, "DE-376"), steps(match, "DE-s504")) == (1, 1)
    assert match.prompt.step == "combat"


@rule("11.13.2b", "R7")
def test_t_r29_two_blocked_attackers_lose_a_chosen_step_and_then_one_each() -> None:
    """Ruling R7."""
    trap = "DE-719 3120; DE-347 2919; DE-348 3319"
    match = field(f"US-1 3118; US-Rgr 3118; DE-1SS 3117; {trap}; US-2 3114; DE-384 3113", "1 2")
    fight(match, "3117", "US-1 US-Rgr")
    assert fought(match).result == "ASR"
    match.play("lose US-1")  # to 1, and then to 0; the Rangers lose their only step
    assert (where(match, "US-1"), where(match, "US-Rgr")) == ("dead", "track")


@rule("11.13.5a", "R5")
def test_t_r29_a_blocked_lone_division_does_not_survive_a_dsr() -> None:
    """Ruling R5."""
    match = field("US-1A 3118; US-2A 3116; DE-376 3117", "6")
    fight(match, "3117", "US-1A US-2A")
    assert (fought(match).result, where(match, "DE-376")) == ("DSR", "dead")
    assert choices(match) == ["advance US-1A", "advance US-2A", "end"]
