"""Supply: lines through headquarters, ports and their capacity, and the Supply Phase."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.games.fortress.rules.supply import capacity, ports, tracing
from tests.cases import rule
from tests.fortress.playing import look, position


def fed(match: Match, *units: str) -> list[str]:
    """Those of the units that are in supply."""
    numbers = match.game.unit_numbers
    found = tracing.supplied(look(match), "allied") | tracing.supplied(look(match), "german")
    return [unit for unit in units if found >> numbers[unit] & 1]


def asked(units: str, **fields: object) -> Match:
    """A position in which somebody is asked: aircraft wait to bomb bridges."""
    return position("bridge attacks", units, missions={"bridges": (1, 0)}, **fields)  # type: ignore[arg-type]


BRITTANY = (
    "A2 A3 A4 B3 B4 C3 C4 C5 C6 C7 C8 C9 D4 D5 D6 D7 D8 D9 E5 E6 E7 E8 E9 "
    "E10 F6 F7 F8 F9 G6 G7 G8 G9 H6 H7 H8 H9 I7 I8 I9 J8 J9 J10"
)
EXAMPLE = (
    "Mulberry-12 D7; BR-Montgomery G7; BR-3-Inf F6; BR-15-Inf F6; BR-43-Inf F6; BR-49-Inf G6; BR-50-Inf G6; "
    "BR-51-Inf H7; BR-53-Inf H7; BR-59-Inf H7; US-4-Inf C9; US-Bradley J10; US-1-Inf I9; US-2-Inf I9; US-5-Inf I9; "
    "US-8-Inf J9; US-9-Inf J9; US-29-Inf J9; US-101-AB L8"
)


def example(**fields: object) -> Match:
    """The picture beside 18.1 and 18.2."""
    return asked(EXAMPLE, allied_control=BRITTANY, by_air="US-101-AB", **fields)


@rule("18.1", "18.2", "18.7.3", "20.15", "R20", "R101")
def test_the_example_of_supply_lines_has_everybody_fed_and_nothing_to_spare() -> None:  # T26
    match = example()
    found = look(match)
    everyone = [item.split()[0] for item in EXAMPLE.split("; ")][1:]
    assert fed(match, *everyone) == everyone
    assert capacity.capacity(found) == 0
    assert capacity.counted(found).bit_count() == 17
    assert sum(tracing.room(found).values()) == 17


@rule("18.2", "R20")
def test_a_port_that_carries_less_leaves_somebody_without() -> None:
    match = example(port_damage={"C9": 3})
    everyone = [item.split()[0] for item in EXAMPLE.split("; ")][1:]
    assert len(everyone) - len(fed(match, *everyone)) == 1


@rule("18.8", "11.4.C")
@pytest.mark.parametrize("blocked", ["PP2", "PP3", "QQ2", "QQ3"])
def test_bremen_feeds_nobody_while_a_german_stands_in_its_passage(blocked: str) -> None:  # T12
    held = asked("US-1-Inf QQ4")
    shut = asked(f"US-1-Inf QQ4; GE-91-Inf {blocked}")
    bremen = held.game.board.set("QQ4")
    assert ports.usable(look(held)) & bremen
    assert not ports.usable(look(shut)) & bremen


@rule("11.8", "18.8")
@pytest.mark.parametrize("blocked", ["HH1", "HH2", "JJ1", "JJ2"])
def test_amsterdam_is_used_only_while_the_dyke_is_free_of_germans(blocked: str) -> None:  # T13
    held = asked("US-1-Inf GG3")
    shut = asked(f"US-1-Inf GG3; GE-91-Inf {blocked}")
    amsterdam = held.game.board.set("GG3")
    assert ports.usable(look(held)) & amsterdam
    assert not ports.usable(look(shut)) & amsterdam


@rule("18.7.11", "11.8", "R23", "R103")
def test_an_empty_port_in_a_german_zone_counts_for_nothing_until_the_zone_goes() -> None:  # T63
    def worth(units: str, **fields: object) -> int:
        match = asked(units, allied_control="P4", forts_destroyed="P4 P5", **fields)
        return ports.value(look(match), match.game.board.index["P4"])

    assert worth("") == 7
    assert worth("GE-91-Inf Q5") == 0
    assert worth("GE-91-Inf P5") == 7
    assert worth("GE-91-Inf P5", options={"R103": True}) == 0
    assert worth("GE-91-Inf Q5; US-1-Inf P4") == 7


@rule("18.1", "18.4")
def test_a_line_of_five_hexes_passes_no_zone_and_cities_need_none() -> None:
    base = "Mulberry-12 M5; US-Bradley M7"
    near = "US-1-Inf R9"  # five hexes from M7
    control = "M5 M6 M7"
    assert fed(asked(f"{base}; {near}", allied_control=control), "US-1-Inf") == ["US-1-Inf"]
    assert fed(asked(f"{base}; US-1-Inf S9", allied_control=control), "US-1-Inf") == []
    walled = f"{base}; {near}; GE-91-Inf O7; GE-77-Inf O9; GE-84-Inf P5; GE-85-Inf O11"
    assert fed(asked(walled, allied_control=control), "US-1-Inf") == []
    assert fed(asked("US-1-Inf R11"), "US-1-Inf") == ["US-1-Inf"]


@rule("18.4", "R93")
def test_allied_units_in_cities_of_germany_are_not_in_supply_by_themselves() -> None:
    assert fed(asked("US-1-Inf JJ8"), "US-1-Inf") == []


@rule("18.9", "8.7", "R109")
def test_lines_run_over_the_dyke_and_over_alpine_ground_but_not_through_switzerland() -> None:  # T86
    north = "US-Simpson HH3; US-84-Inf KK2"
    held = {"allied_control": "EE4 FF4 GG3 GG4 HH3 FF3 EE5 FF5 GG2 HH2"}
    assert fed(asked(f"{north}; US-1-Inf EE4; GE-190-Inf JJ3", **held), "US-84-Inf") == ["US-84-Inf"]
    assert fed(asked(f"{north}; US-1-Inf EE4; GE-190-Inf JJ2", **held), "US-84-Inf") == []


@rule("18.3", "18.5", "18.6")
def test_germans_are_supplied_by_headquarters_at_home_and_far_from_the_enemy() -> None:
    staff = "GE-Dollmann M9"
    ally = "US-1-Inf N6"
    assert fed(asked(f"{staff}; {ally}; GE-91-Inf N10"), "GE-91-Inf") == ["GE-91-Inf"]
    alone = asked(f"{ally}; GE-91-Inf N10", allied_control="N6")
    assert fed(alone, "GE-91-Inf") == []  # no headquarters, and five hexes or less from an enemy
    assert fed(asked("US-1-Inf N6; GE-91-Inf N13"), "GE-91-Inf") == ["GE-91-Inf"]
    assert fed(asked("US-1-Inf MM9; GE-91-Inf MM8"), "GE-91-Inf") == ["GE-91-Inf"]
    assert fed(asked("US-1-Inf M5; GE-91-Inf L7 frozen"), "GE-91-Inf") == ["GE-91-Inf"]


def after_supply(units: str, side: str = "allied", dice: str = "", **fields: object) -> Match:
    """The position after a Supply Phase, and what the log says."""
    return position(f"{side} supply", units, dice=f"{dice} 1 1 1 1", **fields)  # type: ignore[arg-type]


@rule("18.1", "4.3.B7")
def test_whoever_is_out_of_supply_loses_a_step() -> None:
    match = after_supply("US-1-Inf R13; US-2-Inf S13 reduced")
    units, numbers = match.position.units, match.game.unit_numbers
    assert units[numbers["US-1-Inf"]].steps == 1
    assert units[numbers["US-2-Inf"]].at < 0


@rule("18.7.5", "18.7.8", "R22", "R79")
@pytest.mark.parametrize(("garrison", "steps"), [("BR-3-Inf", 0), ("BR-Gds-Arm", 1)])
def test_repairs_come_before_the_losses_of_too_many_units(garrison: str, steps: int) -> None:  # T87
    others = "; ".join(f"US-{number}-Inf R11" for number in (1, 2, 4)) + "; US-5-Inf V11"
    match = after_supply(
        f"{garrison} K2; {others}", turn=7, port_damage={"K2": 3}, start_capacity=-1, captured_once="K2"
    )
    told = [line.sentence for line in match.log() if "supply capacity" in line.sentence]
    assert len(told) == steps


@rule("18.7.8", "18.7.10", "R64")
@pytest.mark.parametrize(
    ("damaged", "damage", "die", "option", "left"),
    [
        (False, 0, 3, False, 3),
        (True, 3, 5, False, 1),
        (True, 3, 4, False, 3),
        (True, 3, 4, True, 1),
        (True, 3, 2, False, 3),
    ],
)
def test_a_port_that_is_taken_again_is_damaged_by_three_to_six_if_it_was_whole(
    damaged: bool, damage: int, die: int, option: bool, left: int
) -> None:  # T44
    from bocage.engine.dice import Tape
    from bocage.engine.play import Play

    match = asked(
        "US-1-Inf B2", captured_once="B2", damaged_once="B2" if damaged else "", port_damage={"B2": damage},
        options={"R64": True} if option else None,
    )  # fmt: skip
    hand: Play = Play(match.game, match.position, Tape([die]))  # type: ignore[type-arg]
    hand.position.rolls = 0
    node = match.game.board.index["B2"]
    ports.captured(hand, match.game.unit_numbers["US-1-Inf"], node)
    hand.position.closed_ports = 0
    assert ports.value(match.game.look(hand.position), node) == left  # type: ignore[arg-type]


@rule("33.3.3", "R102")
def test_the_winter_line_has_a_capacity_of_thirteen() -> None:  # T40
    match = position("bridge attacks", scenario="bulge", turn=28, missions={"bridges": (1, 0)})
    assert match.game.rules.numbers["winter_capacity"] == 13
