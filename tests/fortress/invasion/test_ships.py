"""Naval units and mulberries."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.combat import attackers
from bocage.games.fortress.rules.supply import capacity, ports
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare
from tests.fortress.movement.marching import moving
from tests.fortress.playing import look, play, position, refused

FLEET = "BR-Naval-1 T4; BR-Naval-2 T4; US-Naval-1 T4; US-Naval-2 T4"


def anchored(turn: int = 5, **fields: Any) -> Match:
    """The Allies may move their ships."""
    return position("ships", f"US-1-Inf K2; {FLEET}", turn=turn, impulse=1, invasions=1, invasion_turn=1, **fields)


@rule("19.2", "19.3")
def test_ships_go_to_any_sea_hex_each_turn_and_stack() -> None:
    match = anchored()
    play(match, "pick BR-Naval-1", "place M3", "pick BR-Naval-2", "place M3")
    assert refused(match, "end") == ""
    assert refused(match, "pick US-5-Inf") == "19.3"
    assert refused(play(match, "pick US-Naval-1"), "place L3") == "19.7"
    assert refused(match, "place T4") == "19.3"
    assert position("ships", f"US-1-Inf K2; {FLEET}", impulse=1).prompt.step != "ships"  # before any invasion


@rule("19.7")
def test_imaginary_hexes_serve_and_nothing_north_of_gg1() -> None:  # T10
    game = anchored().game
    board, sea = game.board, game.data.sea  # type: ignore[attr-defined]
    off_map = game.data.imaginary  # type: ignore[attr-defined]
    assert off_map.bit_count() == 11
    for beach in ("A2", "A3"):
        assert board.step(board.set(beach)) & sea & off_map
    assert not [label for label in board.names(sea) if label[:2] in ("HH", "II", "JJ", "KK") and label[2:].isdigit()]


@rule("19.6", "R31")
def test_ships_reach_two_hexes() -> None:  # T09
    match = combat(f"US-1-Inf T6; GE-91-Inf U6; {FLEET}", invasions=1)
    found = look(match)
    ship = match.game.unit_numbers["BR-Naval-1"]
    land = match.game.board.names(attackers.covered(found, ship) & found.game.land)
    assert {"R5", "S6", "T5", "T6", "U6", "V5", "V4", "U5"} <= set(land)
    assert "T7" not in land


@rule("19.4", "19.5", "19.10")
def test_a_ship_supports_one_attack_a_turn_of_any_nation() -> None:
    match = combat(f"US-1-Inf T6; GE-91-Inf U6; {FLEET}", invasions=1, dice="6 1 1 1")
    prepare(match, "U6", "US-1-Inf", "ship BR-Naval-1", "ship US-Naval-1")
    match.play("roll")
    used = match.position.naval_used
    assert used.bit_count() == 2
    again = combat(f"US-1-Inf T6; GE-91-Inf U6; {FLEET}", impulse=2, invasions=1, naval_used="BR-Naval-1")
    assert refused(prepare(again, "U6", "US-1-Inf"), "ship BR-Naval-1") == "19.4"
    alone = combat(f"US-1-Inf T6; GE-91-Inf U6; {FLEET}", invasions=1)
    assert "BR-Naval-1" not in choices(alone, "join")


@rule("19.4")
def test_ships_are_silent_in_the_german_turn() -> None:
    match = combat(f"US-1-Inf T6; GE-91-Inf U6; {FLEET}", side="german", invasions=1)
    assert refused(prepare(match, "T6", "GE-91-Inf"), "ship BR-Naval-1") == "19.4"


@rule("19.6")
def test_every_hex_of_an_attack_must_be_in_range() -> None:
    match = combat(f"US-1-Inf T6; GE-91-Inf U6; GE-77-Inf T7; {FLEET}", invasions=1)
    prepare(match, "U6 T7", "US-1-Inf")
    assert refused(match, "ship BR-Naval-1") == "19.6"


@rule("19.9")
def test_ships_neither_move_nor_fire_in_a_storm() -> None:
    assert anchored(weather="Storm").prompt.step != "ships"
    match = combat(f"US-1-Inf T6; GE-91-Inf U6; {FLEET}", invasions=1, weather="Storm")
    assert refused(prepare(match, "U6", "US-1-Inf"), "ship BR-Naval-1") == "19.9"


@rule("19.8", "R89")
@pytest.mark.parametrize(
    ("turn", "second", "gone"), [(12, 0, False), (13, 0, True), (11, 9, False), (12, 9, True), (5, 0, False)]
)
def test_ships_leave_three_turns_after_the_second_invasion_and_in_september(turn: int, second: int, gone: bool) -> None:
    match = position(
        "ships leave", f"US-1-Inf K2; {FLEET}", turn=turn, invasions=2 if second else 1, invasion_turn=second or 1,
        second_invasion_turn=second, dice="1 1 1 1 1 1",
    )  # fmt: skip
    assert ("19.8" in [line.rule for line in match.log()]) is gone
    assert bool(match.game.ships & match.position.on_board) is not gone  # type: ignore[attr-defined]


# Mulberries


@rule("29.1", "29.6")
def test_a_mulberry_carries_what_is_printed_and_fights_nobody() -> None:
    for name, value in (("Mulberry-12", 12), ("Mulberry-9", 9)):
        match = position("bridge attacks", f"{name} M5; US-1-Inf K2", missions={"bridges": (1, 0)})
        assert ports.value(look(match), match.game.board.node("M5")) == value
        assert not look(match).occupied("allied") & match.game.board.set("M5")
        assert not look(match).zone("allied") & match.game.board.set("M5 M6")


@rule("29.4", "18.7.2.F", "18.7.11")
def test_a_german_who_passes_through_destroys_a_mulberry() -> None:
    match = moving("german", "Mulberry-12 M5; US-1-Inf J2; GE-91-Inf M6", allied_control="M5")
    before = capacity.capacity(look(match))
    assert before == -1  # it lies empty
    far = moving("german", "Mulberry-12 M5; US-1-Inf J2; GE-12SS-Pz M9", allied_control="M5")
    assert capacity.capacity(look(far)) == 11
    play(far, "pick GE-12SS-Pz", "move M5")
    assert far.game.place_names[-far.position.units[far.game.unit_numbers["Mulberry-12"]].at - 1] == "gone"
    assert capacity.capacity(look(far)) == -1
    assert "29.4" in [line.rule for line in far.log()]


@rule("29.5", "18.7.2.F", "18.7.8")
@pytest.mark.parametrize(("name", "left"), [("Mulberry-12", 6), ("Mulberry-9", 4)])
def test_a_storm_halves_a_mulberry_and_infantry_mends_it_from_the_next_turn_on(name: str, left: int) -> None:  # T08
    units = f"US-1-Inf M5; US-2-Inf M5; {name} M5; US-Bradley M5"
    match = position("storm", units, weather="Storm", dice="5 1 1 1 1 1 1 1", impulse=1, phasing="allied")
    node = match.game.board.node("M5")
    assert ports.value(look(match), node) == left
    while match.position.phasing == "allied":
        match.play("end")
    assert ports.value(look(match), node) == left  # not on the turn of the Storm
    later = position("allied supply", units, turn=6, port_damage={name: 3}, dice="1 1 1 1")
    assert later.position.port_damage == {name: 2}
    twice = position("storm", units, weather="Storm", port_damage={name: 12 - 6 if "12" in name else 5}, dice="6 1 1 1")
    assert ports.value(look(twice), node) == left // 2


@rule("29.2", "12.12")
def test_one_mulberry_comes_with_each_invasion() -> None:
    match = position(
        "mulberry", "US-1-Inf S6; Mulberry-12 M5", turn=10, impulse=2, invasions=2, invasion_turn=10, beaches="S6 T5",
        mulberry_turn=1, phasing="allied",
    )  # fmt: skip
    assert refused(match, "pick Mulberry-12") == "29.2"
    assert refused(match, "pick US-1-Inf") == "29.2"
    match.play("place S6")  # the other one is in hand
    assert match.prompt.step != "mulberry"


@rule("29.3", "12.12")
def test_a_mulberry_stands_in_a_german_zone_but_not_among_germans() -> None:
    def sites(units: str) -> list[str]:
        match = position(
            "mulberry", units, turn=10, impulse=2, invasions=2, invasion_turn=10, beaches="S6 T5", phasing="allied"
        )
        return choices(play(match, "pick Mulberry-9"), "place")

    assert sites("US-1-Inf S6; US-2-Inf T5; GE-91-Inf S7") == ["S6", "T5"]
    assert sites("US-1-Inf S6; GE-91-Inf T5") == ["S6"]


@rule("19.4", "19.10")
def test_ships_support_commonwealth_and_americans_alike() -> None:
    match = combat(f"BR-3-Inf T6; GE-91-Inf U6; {FLEET}", invasions=1, dice="6 1 1 1")
    attack(match, "U6", "BR-3-Inf", "ship US-Naval-1")
    assert match.position.naval_used
