"""Chapter 13: the table before the first turn."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=units, **{"turn": 1, **more})


def kinds(match: Any) -> list[str]:
    return [event.kind for entry in [match.opening, *match.entries] for event in entry.events]


def places(match: Any) -> dict[str, str]:
    return {unit["id"]: unit["at"] for unit in match.view()["units"]}


BEACHES = ("us-beachhead 1413", "us-beachhead 1514", "uk-beachhead 1515", "uk-beachhead 1516")


@rule("13.0")
def test_the_germans_are_ready_and_hitler_has_decided_before_the_allies_choose_their_beaches() -> None:
    m = bocage.new_match("roundup", seed="setup")
    assert kinds(m) == ["strategy"]
    assert (m.prompt.step, m.prompt.side) == ("beachheads", "allied")
    play(m, *BEACHES, "end")
    assert kinds(m) == ["strategy", *4 * ["beachhead"], "weather", "air"]
    assert m.position.turn == 1


@rule("13.1")
def test_the_game_starts_on_turn_one_in_clear_weather() -> None:
    view = bocage.new_match("roundup", seed="setup").view()
    assert (view["turn"], view["weather"]) == (1, "Clear")
    assert view["air"]["markers"] == []


@rule("13.2")
def test_four_german_divisions_stand_on_their_printed_hexes_and_the_paratroopers_wait_aside() -> None:
    m = bocage.new_match("roundup", seed="setup")
    on_map = {name: place for name, place in places(m).items() if place.isdigit()}
    assert on_map == {"DE-18L": "1306", "DE-156R": "1618", "DE-191R": "2523", "DE-344": "3322"}
    aside = {name for name, place in places(m).items() if place == "aside"}
    assert aside == {"DE-1FJ", "DE-2FJ"}
    assert "ASIDE" not in {code for cup in m.game.data.cups for code in cup.codes}  # R29: no cup holds them


@rule("13.2a")
def test_the_german_cups_hold_the_units_of_their_codes() -> None:
    m = bocage.new_match("roundup", seed="setup")
    pools: dict[str, set[str]] = {}
    for counter in m.game.counters:
        pools.setdefault(places(m)[counter.id], set()).add(counter.pool)
    assert pools["first cup"] == {"1E", "1S"}
    assert pools["second cup"] == {"2S"}
    assert pools["italy cup"] == {"ITALY"}
    assert pools["russia cup"] == {"RUSSIA"}
    assert sorted(m.game.data.strategies) == [1, 2, 3, 4]  # the fifth cup
    sizes = {place: list(places(m).values()).count(place) for place in pools if place.endswith("cup")}
    assert sizes == {"first cup": 20, "second cup": 12, "italy cup": 18, "russia cup": 16}


@rule("13.3")
def test_one_of_four_strategies_is_drawn_and_stays() -> None:
    for number in (1, 2, 3, 4):
        m = at("hitler's strategy", strategy=0, dice=f"{number} 3 6 6 6 1 1")
        assert m.position.strategy == number
        assert m.position.rolls == 1
    with pytest.raises(bocage.BadInput, match="from 1 to 4"):
        at("hitler's strategy", strategy=0, dice="5")
    m = bocage.new_match("roundup", seed="one strategy")
    drawn = m.position.strategy
    while m.outcome is None:
        texts = [str(action) for action in m.prompt.actions]
        m.play("end" if "end" in texts else texts[0])
        assert m.position.strategy == drawn
    assert kinds(m).count("strategy") == 1


@rule("R27")
def test_the_strategy_is_known_to_both_unless_they_agree_to_hide_it() -> None:
    m = bocage.new_match("roundup", seed="open")
    assert m.view("allied")["strategy"] == m.view("german")["strategy"] == m.position.strategy
    assert m.log("allied") == m.log("german")
    hidden = bocage.new_match("roundup", seed="open", options={"R27": True})
    assert hidden.view("german")["strategy"] == m.position.strategy
    assert (hidden.view("allied")["strategy"], hidden.view("allied")["standing"]["german"]) == (None, None)
    assert hidden.log("allied") == []


@rule("13.3a")
@pytest.mark.parametrize(("strategy", "russia", "air_dice"), [(1, False, 5), (2, False, 6), (3, True, 5), (4, True, 6)])
def test_the_strategy_says_who_comes_and_whether_the_luftwaffe_does(strategy: int, russia: bool, air_dice: int) -> None:
    def comes(cup: str) -> bool:
        m = at(cup, turn=2, strategy=strategy, dice="1 1 1 1 1 1 1 1 1 1")
        return m.log()[0][2].startswith(f"The Germans roll 1 for the {cup.split()[0].upper()} cup")

    for cup in ("first cup", "second cup"):
        assert at(cup, turn=2, strategy=strategy, dice="1 1").prompt.step == "german reinforcements"
    assert comes("italy cup")
    assert comes("russia cup") is russia
    m = at("air superiority", turn=2, strategy=strategy, weather="Clear", dice="6 6 6 1 1 1")
    assert m.position.rolls == air_dice


@rule("13.3b")
@pytest.mark.parametrize("strategy", [2, 4])
def test_the_extra_fighters_arrive_on_turn_two(strategy: int) -> None:
    first = at("air superiority", turn=1, strategy=strategy, dice="1")
    assert (first.position.superiority, first.position.tas_left, first.position.rolls) == ("allied", 1, 1)
    for weather, dice, left in (("Clear", "1 1 1 6 6 6", 15), ("Overcast", "1 1 6 6", 10)):
        m = at("air superiority", turn=2, strategy=strategy, weather=weather, dice=dice)
        assert (m.position.superiority, m.position.tas_left) == ("german", left)


@rule("13.4", "R8")
def test_beachheads_go_on_coastal_clear_hexes_one_to_a_hex_side_by_side_if_you_like() -> None:
    m = bocage.new_match("roundup", seed="beaches")
    board, data = m.game.board, m.game.data
    allowed = set(board.names(data.coastal & data.terrain["clear"]))
    assert len(allowed) == 42
    assert listed(m, "us-beachhead") == listed(m, "uk-beachhead") == allowed
    play(m, "us-beachhead 1413")
    assert m.why_not("uk-beachhead 1413").rule == "13.4"
    assert {"1412", "1414"} <= listed(m, "uk-beachhead")  # next door
    play(m, "us-beachhead 1514", "uk-beachhead 1001")
    assert m.why_not("us-beachhead 1515").rule == "R8"  # two for each nation
    assert m.prompt.step == "beachheads"
    assert m.why_not("end").rule == "13.4"  # all four have to be placed
    play(m, "uk-beachhead 4225")
    assert m.view()["beachheads"] == {"US": ["1413", "1514"], "UK": ["1001", "4225"]}
    m.undo()  # no die has fallen yet
    play(m, "uk-beachhead 4225", "end")
    assert m.prompt.step != "beachheads"


@rule("13.4")
@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("3012", "not a coastal hex"),
        ("1405", "not a coastal hex"),
        ("1306", "clear terrain"),
        ("3323", "clear terrain"),
    ],
)
def test_no_beachhead_inland_or_in_polder_port_or_town(label: str, why: str) -> None:
    m = bocage.new_match("roundup", seed="beaches")
    for verb in ("us-beachhead", "uk-beachhead"):
        refusal = m.why_not(f"{verb} {label}")
        assert (refusal.rule, why in refusal.why) == ("13.4", True)


@rule("R9")
def test_a_beachhead_may_lie_beside_germans_but_not_on_them() -> None:
    m = at("beachheads", "DE-376 1515")
    assert m.why_not("us-beachhead 1515").rule == "R9"
    assert m.why_not("us-beachhead 1514") is None


@rule("13.5")
def test_the_game_begins_with_a_die_of_air_support_and_then_the_invasion() -> None:
    m = at("beachheads", "DE-18L 1306", dice="4")
    play(m, *BEACHES, "end")
    assert (m.prompt.step, m.prompt.side, m.position.superiority) == ("air support", "allied", "allied")
    assert (m.position.tas_left, m.position.rolls) == (4, 1)
    play(m, "tas 1306", "end")
    assert (m.prompt.step, m.prompt.rule) == ("landing", "10.8")
    assert listed(m, "enter") == {"1413", "1514", "1515", "1516"}
