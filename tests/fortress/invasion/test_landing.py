"""Invasions: lines of beaches, the first wave, raids, ships, the reveal, the second wave and mulberries."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.rules.invasion import lines
from tests.cases import rule
from tests.fortress.combat.battles import attack
from tests.fortress.invasion.landings import ashore, invaded, planning, second, until
from tests.fortress.movement.marching import where
from tests.fortress.playing import play, position, refused

# T16: the letters of the example, which T17 to T19 speak of
LETTERS = dict(zip("ABCDEFGHIJ", ["AA4", "BB4", "BB5", "CC6", "CC5", "CC4", "DD4", "EE5", "EE4", "DD3"], strict=True))


def line(letters: str) -> bool:
    """Can these hexes of the example be chosen one after the other, in some order?"""
    match = planning()
    left = [LETTERS[letter] for letter in letters]
    while left:
        able = [label for label in left if not refused(match, f"beach {label}")]
        if not able:
            return False
        match.play(f"beach {able[0]}")
        left.remove(able[0])
    return True


@rule("12.6", "12.15", "12.16")
@pytest.mark.parametrize("letters", ["BF", "FJ", "C", "E", "CDE"])
def test_lines_of_the_example_that_are_legal(letters: str) -> None:  # T17
    assert line(letters)


@rule("12.6", "12.15")
@pytest.mark.parametrize("letters", ["ABEG", "ABCE", "ABD", "ABFG", "CFJ", "FGH"])
def test_lines_of_the_example_that_are_illegal(letters: str) -> None:  # T18
    assert not line(letters)


@rule("12.5", "12.16")
@pytest.mark.parametrize("blocked", ["BB4", "BB5", "CC4", "CC5"])
def test_anvers_is_not_invaded_past_a_german_but_its_beaches_are(blocked: str) -> None:  # T14, T19
    match = planning(f"GE-347-Co {blocked}")
    assert refused(match, "beach CC6") == "12.16"
    assert not refused(match, "beach BB5")
    assert not refused(match, "beach CC5")
    assert not refused(match, "beach EE4")


@rule("12.15")
@pytest.mark.parametrize("pair", ["A16 B15", "C9 C10", "A3 A4", "A2 A3", "P4 P5", "BB4 CC4", "CC4 DD3", "DD4 EE4"])
def test_blue_arrows_join_hexes_for_landings_alone(pair: str) -> None:  # T15
    match = planning()
    one, other = pair.split()
    board = match.game.board
    assert lines.beside(match.game, board.set(one)) & board.set(other)  # type: ignore[arg-type]
    assert not match.game.land_sides.step(board.set(one)) & board.set(other)  # type: ignore[attr-defined]


@rule("12.5")
@pytest.mark.parametrize("label", ["II2", "KK2", "V5", "A17", "D9", "GG3", "R11"])
def test_what_cannot_be_invaded(label: str) -> None:
    assert refused(planning(), f"beach {label}") == "12.5"


@rule("12.2")
def test_the_first_invasion_is_compulsory_and_the_second_waits_for_august() -> None:
    assert refused(planning(), "end") == "12.2"
    july = position("invasion", "US-1-Inf K2", turn=7, invasions=1, invasion_turn=1, start_capacity=5)
    assert july.prompt.step != "invasion"
    assert position("invasion", "US-1-Inf K2", turn=7, invasions=0, start_capacity=5).prompt.step != "invasion"
    october = position("invasion", "US-1-Inf K2", turn=17, invasions=1, invasion_turn=1, start_capacity=5)
    assert october.prompt.step != "invasion"


@rule("12.14", "18.7.7")
@pytest.mark.parametrize(("capacity", "case"), [(1, ""), (0, "12.14")])
def test_the_second_invasion_needs_supply_capacity(capacity: int, case: str) -> None:
    match = position("invasion", "US-1-Inf K2", turn=10, invasions=1, invasion_turn=1, start_capacity=capacity)
    asked = match.prompt.step == "invasion"
    assert asked is not bool(case)


@rule("12.18", "18.7.12")
def test_a_second_invasion_with_nobody_ashore_before_is_not_bound_to_the_capacity() -> None:
    def landing(units: str) -> Match:
        fields = {"start_capacity": 1, "invasions": 2, "invasion_turn": 9, "beaches": "O6", "impulse": 1}
        return position("landing", units, turn=9, **fields)  # type: ignore[arg-type]

    match = play(landing(""), "pick BR-1-Cdo", "raid O6", "pick US-1-Inf", "land O6", "pick US-2-Inf")
    assert not refused(match, "land O6")
    ashore = landing("US-4-Inf K3")
    assert refused(ashore, "pick US-1-Inf") == "12.3"  # first those who can land, and there is no capacity for it
    play(ashore, "pick BR-1-Cdo", "land O6", "pick US-1-Inf")
    assert refused(ashore, "land O6") == "18.7.4"


@rule("12.1")
def test_invasions_are_declared_on_clear_turns() -> None:
    match = position(
        "invasion", "US-1-Inf K2", turn=10, invasions=1, invasion_turn=1, start_capacity=5, weather="Overcast"
    )
    assert match.prompt.step != "invasion"


@rule("12.10", "12.13", "13.1", "R59")
def test_the_first_wave_is_infantry_within_the_factors_of_the_area() -> None:
    match = invaded("L3", "L4", "M5", units="BR-79-Arm england reduced")
    assert refused(match, "pick US-Bradley") == "13.1"
    assert refused(match, "pick US-2-Arm") == "12.13"
    assert not refused(match, "pick BR-79-Arm")
    for unit, label in zip((1, 4, 5, 8, 9, 29), ("L3", "L3", "L4", "L4", "M5", "M5"), strict=True):
        play(match, f"pick US-{unit}-Inf", f"land {label}")
    play(match, "pick BR-79-Arm", "land M5")  # stacks free, and counts four factors
    assert refused(play(match, "pick US-2-Inf"), "land L3") in ("12.7", "12.10")


@rule("12.7", "12.4", "6.1", "R60")
def test_rough_beaches_take_one_unit_and_marseille_is_reached_from_africa() -> None:  # T60
    match = invaded("N33", units="US-1-Inf africa; US-4-Inf africa")
    assert refused(match, "pick US-5-Inf") == "12.4"
    play(match, "pick US-1-Inf", "land N33", "pick US-4-Inf")
    assert refused(match, "land N33") == "12.7"


@rule("21.2", "21.9", "12.3")
def test_a_raid_goes_with_the_landing_and_keeps_off_enemies() -> None:  # T89
    match = invaded("L3", "L4", units="GE-709-Co K2")
    play(match, "pick BR-1-Cdo")
    assert refused(match, "raid K2") == "21.9"
    play(match, "raid J4", "pick BR-4-Cdo")
    assert refused(match, "raid T5") == "21.2"
    play(match, "raid J4")
    assert match.position.raids == 1


@rule("19.1", "19.7")
def test_ships_are_placed_at_sea_with_the_first_invasion() -> None:  # T10
    match = play(invaded("L3"), "pick US-1-Inf", "land L3", "end")
    assert match.prompt.step == "ships"
    assert refused(match, "place L3") == "19.7"
    assert not refused(match, "place @2")
    assert refused(match, "end") == "19.1"
    before = position("ships", "US-1-Inf K2", turn=1, impulse=1)
    assert before.prompt.step != "ships"  # they come with the invasion


@rule("12.17", "12.19", "3.7")
def test_an_inland_port_whose_passage_is_blocked_sends_its_invaders_to_the_hidden_unit() -> None:  # T50
    match = ashore("US-1-Inf M6", labels="M5 M6", units="GE-30-Mob N5 hidden")
    numbers, board = match.game.unit_numbers, match.game.board
    assert board.labels[match.position.units[numbers["US-1-Inf"]].at] == "N5"
    won = ashore("US-1-Inf M6", "US-4-Inf M5", labels="M5 M6", units="GE-13-Flak N5 hidden", dice="6")
    attack(won, "N5", "US-1-Inf")
    play(until(won, "second wave"), "pick US-5-Inf")
    assert refused(won, "land N5") == ""  # that beach has been invaded now (12.11)
    assert refused(won, "land M6") == "12.11"


@rule("3.3")
def test_a_hidden_unit_changes_nothing_that_the_allies_see_before_the_reveal() -> None:
    def seen(units: str) -> tuple[Any, ...]:
        match = invaded("M5", "M6", units=units, hidden=units.split()[0] if units else "")
        return [str(action) for action in match.prompt.actions], match.view("allied"), match.prompt.text

    one, other = seen("GE-30-Mob N5"), seen("GE-30-Mob T5")
    assert one == other


@rule("29.2", "12.12")
def test_a_mulberry_is_built_on_an_invaded_hex_that_is_held() -> None:
    match = ashore("US-1-Inf M5")
    while match.prompt.step != "mulberry":
        match.play("end")
    assert refused(match, "end") == "29.2"
    play(match, "pick Mulberry-12")
    assert refused(match, "place L4") == "12.12"
    play(match, "place M5")
    assert match.position.mulberry_turn == 1
    assert where(match, "Mulberry-9") == "stock"  # one with each invasion
    assert match.prompt.step != "mulberry"


@rule("29.5")
@pytest.mark.parametrize(("die", "left"), [(4, 12), (5, 6)])
def test_a_storm_halves_a_mulberry_from_five_on(die: int, left: int) -> None:  # T08
    match = position(
        "storm", "US-1-Inf M5; Mulberry-12 M5", weather="Storm", dice=f"{die} 1 1 1 1 1 1", invasions=1, invasion_turn=1
    )
    told = [entry.sentence for entry in match.log() if entry.rule == "29.5"]
    assert told[0].endswith(f"carries {left}.")


@rule("12.19", "30.2", "3.7")
def test_beaches_are_allied_when_nobody_was_found_on_them() -> None:
    match = ashore("US-1-Inf M5", "US-4-Inf L4", labels="M5 L4", units="GE-30-Mob L4 hidden")
    held = match.game.board.names(match.position.allied_control)
    assert held == ["M5"]


@rule("19.8", "R89")
def test_the_second_invasion_sends_the_ships_home() -> None:
    match = second("US-1-Inf K2; BR-Naval-1 T4", "S6", turn=9)
    assert match.position.second_invasion_turn == 9
    fields = {"invasions": 2, "invasion_turn": 9, "second_invasion_turn": 9, "dice": "1 1 1 1 1 1"}
    for turn, gone in ((11, False), (12, True)):
        later = position("ships leave", "US-1-Inf M5; BR-Naval-1 T4", turn=turn, **fields)  # type: ignore[arg-type]
        assert ("19.8" in [line.rule for line in later.log()]) is gone


@rule("19.8", "R89")
def test_ships_leave_in_september() -> None:
    match = position(
        "ships leave", "US-1-Inf M5; BR-Naval-1 M3", turn=13, invasions=1, invasion_turn=1, dice="1 1 1 1 1 1"
    )
    assert [entry.rule for entry in match.log()][:1] == ["19.8"]


@rule("12.4", "27.7", "12.6")
def test_whoever_took_replacements_or_came_home_this_turn_does_not_land() -> None:
    match = play(second("US-1-Inf K2", "S6", resting="US-5-Inf", walked="US-8-Inf"), "end")
    assert refused(match, "pick US-5-Inf") == "27.7"
    assert refused(match, "pick US-8-Inf") == "12.4"
    match.play("pick US-9-Inf")
    assert refused(match, "land T5") == "12.6"
    assert refused(match, "land S6") == ""


@rule("12.6", "12.10")
def test_a_landing_lies_in_two_areas_at_most() -> None:
    match = planning()
    labels = ("I6", "J5", "J4", "J3", "J2", "K2", "L2", "L3", "L4", "M5", "N5", "O6")
    play(match, *(f"beach {label}" for label in labels))
    assert refused(match, "beach H5") == ""
    play(match, "beach P5")
    assert refused(match, "beach H5") == "12.6"


@rule("7.4", "8.8")
def test_the_gironde_is_an_estuary_and_its_rivers_are_not() -> None:  # T28, T47
    data = planning().game.data  # type: ignore[attr-defined]
    board = data.board
    for pair in ("A16 B16", "A17 B16", "A17 B17", "A18 B17", "A18 B18", "A19 B18"):
        one, other = map(board.node, pair.split())
        assert data.estuaries.has(one, other)
    for pair, section in (("A19 B19", "Garonne-1"), ("B18 B19", "Dordogne-1")):
        one, other = map(board.node, pair.split())
        assert not data.estuaries.has(one, other)
        assert data.sections[section].has(one, other)
