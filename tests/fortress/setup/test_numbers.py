"""Numbers of landings, drops and set-ups are data: another number is another game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bocage import Match
from bocage.engine.matches import notation
from bocage.games.fortress.data import load
from bocage.games.fortress.rules.movement.allowance import left
from bocage.games.fortress.rules.setup import start
from tests.cases import rule
from tests.fortress.invasion.landings import until
from tests.fortress.playing import game, look, play, refused
from tests.fortress.setup.opening import set_up


def changed(
    numbers: dict[str, int], at: str, units: str = "", options: dict[str, Any] | None = None, **more: Any
) -> Match:
    """A position in a game with other numbers."""
    made = game("campaign", **(options or {}))
    assert set(numbers) <= set(made.rules.numbers)
    made.rules = replace(made.rules, numbers={**made.rules.numbers, **numbers})
    vars(made)["answers"] = {}  # other rules, other answers
    return notation.arranged(made, **{"at": at, "units": units, "seed": "numbers", "dice": None, **more})


@rule("20.4", "20.5")
def test_how_many_drops_a_turn_has_and_how_far_they_spread() -> None:
    fields: dict[str, Any] = {"turn": 5, "impulse": 1, "phasing": "allied", "start_capacity": 5, "dice": "6 6 1 1 1 1"}
    fields["allied_control"] = "M5 M6 M7"
    units = "US-Bradley M7; US-1-Inf M5; Mulberry-12 M5"
    for each, again in ((1, False), (2, True)):
        match = changed({"allied_drops_per_turn": each}, "allied drop", units, **fields)
        play(match, "pick US-82-AB", "drop M8", "roll")
        assert (match.prompt.step == "drop") is again
    assert changed({"allied_drops_per_turn": 0}, "allied drop", units, **fields).prompt.step != "drop"
    for spread, case in ((7, ""), (6, "20.4")):
        match = changed({"drop_spread": spread}, "allied drop", units, **fields)
        play(match, "pick US-82-AB", "drop M8", "pick US-101-AB", "drop M11", "pick BR-6-AB")
        assert refused(match, "drop M14") == case


@rule("29.2")
def test_how_many_mulberries_an_invasion_brings() -> None:
    for each in (1, 2):
        match = changed(
            {"mulberries_per_invasion": each}, "mulberry", "US-1-Inf S6; US-2-Inf T5", turn=10, impulse=2, invasions=2,
            invasion_turn=10, beaches="S6 T5", phasing="allied",
        )  # fmt: skip
        play(match, "pick Mulberry-12", "place S6")
        if match.prompt.step == "mulberry":
            match.play("place S6")
        assert (match.position.on_board & match.game.mulberries).bit_count() == each  # type: ignore[attr-defined]


@rule("31.16")
def test_how_many_parts_of_the_79th_land_in_a_hex() -> None:
    for each, case in ((1, "31.16"), (2, "")):
        match = changed(
            {"funnies_per_hex": each}, "invasion", "BR-30-79 england; BR-1RE-79 england", {"31.16": True}, turn=1,
            impulse=1, released=False,
        )  # fmt: skip
        play(match, "beach M5", "end", "end", "pick BR-30-79", "land M5", "pick BR-1RE-79")
        assert refused(match, "land M5") == case


@rule("12.11")
def test_how_far_the_second_wave_moves() -> None:
    for name, number, hexes in (("landing_divisor", 2, 1), ("landing_divisor", 1, 2), ("landing_least_move", 3, 3)):
        match = changed({name: number}, "invasion", turn=1, impulse=1, released=False, dice="1 1 1 1")
        play(match, "beach M5", "end", "end", "pick US-1-Inf", "land M5", "end")
        play(until(match, "second wave"), "pick US-4-Inf", "land M5")
        assert left(look(match), match.game.unit_numbers["US-4-Inf"])[0] == hexes


@rule("27.12", "33.3.3", "33.3.5")
def test_what_the_set_ups_read_in_the_data() -> None:
    match = set_up()
    made: Any = match.game
    made.rules = replace(made.rules, numbers={**made.rules.numbers, "overstrength_reduced": 2})
    vars(made)["answers"] = {}
    play(match, "strengthen US-1-Inf", "reduce US-2-Inf")
    assert refused(match, "end") == "27.12"
    play(match, "reduce US-4-Inf")
    assert refused(match, "end") == ""
    printed = load()
    assert start.rules(replace(printed, numbers={**printed.numbers, "winter_raids": 1}), "bulge").raids == 1
    winter: Any = game("bulge")
    winter.rules = replace(winter.rules, numbers={**winter.rules.numbers, "winter_carpet_used": 0})
    assert (winter.first_position().carpet_month, game("bulge").first_position().carpet_month) == ("", "December")
