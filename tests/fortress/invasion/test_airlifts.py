"""Airlifts: paratroopers are flown from city to city, and between Europe and the bases."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.supply import capacity
from tests.cases import rule
from tests.fortress.movement.marching import moving, where
from tests.fortress.playing import look, play, refused

CITIES = "US-82-AB R11; US-101-AB R11; US-1-Inf K2; US-2-Inf BB8"
OURS = {"allied_control": "R11 U9 BB8 K2", "start_capacity": 3, "turn": 15}


def flies(units: str = CITIES, impulse: int = 2, **fields: Any) -> Match:
    """An Allied move impulse of September III; Paris, Reims and Bruxelles are Allied."""
    known = {**OURS, "cities_then": OURS["allied_control"], **fields}
    return moving("allied", units, impulse, **known)


@rule("20.10", "20.17")
def test_one_paratrooper_a_turn_is_flown_from_city_to_city() -> None:  # T95
    match = flies()
    play(match, "pick US-82-AB", "airlift BB8")
    assert where(match, "US-82-AB") == "BB8"
    assert match.position.by_air_now == 1
    assert refused(match, "pick US-82-AB") == "20.10"
    match.play("pick US-101-AB")
    assert refused(match, "airlift BB8") == "20.10"
    assert refused(play(flies(by_air_now=3), "pick US-82-AB"), "airlift BB8") == "20.17"


@rule("20.10")
def test_airlifts_need_clear_weather_a_rested_unit_and_cities_out_of_zones() -> None:  # T95
    assert refused(play(flies(weather="Overcast"), "pick US-82-AB"), "airlift BB8") == "20.10"
    assert refused(play(flies(walked="US-82-AB"), "pick US-82-AB"), "airlift BB8") == "20.10"
    assert refused(play(flies(f"{CITIES}; GE-363-Inf AA9"), "pick US-82-AB"), "airlift BB8") == "20.10"
    assert refused(play(flies(cities_then="R11"), "pick US-82-AB"), "airlift BB8") == "20.10"
    field = flies("US-82-AB M7; US-1-Inf K2", allied_control="R11 M7 K2", cities_then="R11 K2")
    assert refused(play(field, "pick US-82-AB"), "airlift R11") == "20.10"  # it stands in no city
    for label in ("M7", "R11"):
        assert refused(play(flies(), "pick US-82-AB"), f"airlift {label}") == "20.10"
    infantry = flies("US-2-Inf BB8; US-1-Inf K2")
    assert refused(play(infantry, "pick US-2-Inf"), "airlift R11") == "20.13"


@rule("20.10", "18.7.6", "18.7.7", "18.7.4")
@pytest.mark.parametrize(("start", "case"), [(3, ""), (0, "18.7.6"), (-1, "18.7.7")])
def test_an_airlift_into_europe_needs_capacity_as_the_turn_began(start: int, case: str) -> None:  # T62, T95
    match = play(flies(start_capacity=start), "pick BR-52-Gl")
    assert refused(match, "airlift BB8") == case
    assert refused(play(flies(start_capacity=start), "pick US-82-AB"), "airlift BB8") == ""
    if not case:
        full = play(flies(start_capacity=start, port_damage={"K2": 3}), "pick BR-52-Gl")
        assert refused(full, "airlift BB8") == "18.7.4"
        before = capacity.capacity(look(match))
        match.play("airlift BB8")
        assert capacity.capacity(look(match)) == before - 1


@rule("20.10", "18.7.5")
def test_an_airlift_home_takes_a_unit_out_of_europe() -> None:
    match = play(flies(), "pick US-82-AB")
    before = capacity.capacity(look(match))
    match.play("airlift-england")
    assert where(match, "US-82-AB") == "england"
    assert refused(play(flies(walked="US-82-AB"), "pick US-82-AB"), "airlift-england") == "20.10"
    assert refused(play(flies(), "pick BR-52-Gl"), "airlift-england") == "20.10"
    assert refused(play(flies(), "pick BR-52-Gl"), "airlift-africa") == ""
    assert capacity.capacity(look(match)) == before + 1


@rule("20.11", "20.17", "R38")
def test_the_germans_fly_twice_a_game_once_a_turn() -> None:  # T95
    units = "GE-2-FJ II10; GE-6-FJ II10; US-1-Inf K2"
    match = moving("german", units, turn=15, cities_then="II10 OO11 GG10")
    play(match, "pick GE-2-FJ", "airlift OO11", "pick GE-6-FJ")
    assert match.position.airlifts == 1
    assert refused(match, "airlift OO11") == "20.11"
    spent = moving("german", units, turn=15, cities_then="II10 OO11", airlifts=2)
    assert refused(play(spent, "pick GE-2-FJ"), "airlift OO11") == "20.11"
    again = moving("german", units, turn=15, cities_then="II10 OO11", rebuilt="GE-2-FJ")
    assert refused(play(again, "pick GE-2-FJ"), "airlift OO11") == ""
    walls = moving("german", "GE-2-FJ GG10; US-1-Inf FF10", turn=15, cities_then="GG10 OO11")
    assert refused(play(walls, "pick GE-2-FJ"), "airlift OO11") == "20.10"
    home = moving("german", units, turn=15, cities_then="II10 OO11")
    assert refused(play(home, "pick GE-2-FJ"), "airlift-england") == "20.11"


@rule("25.1")
def test_an_airlift_into_germany_calls_up_volkssturm() -> None:
    match = flies(
        f"{CITIES}; US-5-Inf II10", allied_control="R11 II10", cities_then="R11 II10", volkssturm_cities="II10"
    )
    play(match, "pick US-82-AB", "airlift II10")
    assert match.position.volkssturm_cities & match.game.board.set("JJ8")
    called_up = "; ".join(f"GE-VS-{number} NN24" for number in range(1, 8))
    few = flies(f"{CITIES}; {called_up}; US-5-Inf II10", allied_control="R11 II10", cities_then="R11 II10")
    play(few, "pick US-82-AB", "airlift II10")
    assert few.prompt.step == "volkssturm"
