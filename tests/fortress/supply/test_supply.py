"""Supply: lines through headquarters, ports and their capacity, and the Supply Phase."""

from __future__ import annotations

import pytest

from bocage import Match
from bocage.games.fortress.rules.supply import capacity, lines, ports, tracing
from tests.cases import rule
from tests.fortress.movement.marching import moving
from tests.fortress.playing import game, look, position, refused


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
@pytest.mark.parametrize("blocked", ["PP2", "PP3", "QQ2", "QQ3", "QQ4"])
def test_bremen_feeds_nobody_while_a_german_stands_in_its_passage(blocked: str) -> None:  # T12
    held = asked("US-1-Inf QQ4")
    garrison = "" if blocked == "QQ4" else "US-1-Inf QQ4; "
    shut = asked(f"{garrison}GE-91-Inf {blocked}", allied_control="QQ4")
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
    assert ports.value(look(match), match.game.board.index["K2"]) == 5 - steps
    assert capacity.capacity(look(match)) == -steps
    assert (match.prompt.step == "overflow") is bool(steps)


@rule("18.7.8", "18.7.10", "R64")
@pytest.mark.parametrize(
    ("damaged", "damage", "die", "option", "left"),
    [
        (False, 0, 3, False, 3),
        (True, 3, 5, False, 1),
        (True, 3, 4, False, 3),
        (True, 3, 4, True, 1),
        (True, 3, 2, False, 3),
        (True, 5, 5, False, 0),
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
    made = game("bulge")
    found = made.look(made.first_position())
    assert capacity.capacity(found) == made.rules.numbers["winter_capacity"] == 13
    nantes = made.board.node("E10")
    assert ports.value(found, nantes) == 2  # it counts, and feeds nobody while a German stands at C9
    assert not ports.usable(found) >> nantes & 1


@rule("18.9", "8.4", "R109")
def test_lines_run_over_alpine_ground_but_not_through_switzerland() -> None:  # T86
    south = "O33 O32 O31 P30 P29 Q29 Q28 R28 R27 S27 N33 N32 O30 P28 R26 Q27"
    alps = "US-Devers S27; US-2-Inf N33; FR-27-Mtn V28; GE-34-Inf W29"
    assert fed(asked(alps, allied_control=south), "FR-27-Mtn") == ["FR-27-Mtn"]
    west = "US-Devers X21; Mulberry-12 W21; FR-2-Mor X24"
    found = look(asked(west, allied_control="W21 X21"))
    assert lines.feeding(found, "allied")
    unit = found.game.unit_numbers["FR-2-Mor"]
    assert not tracing.supplied(found, "allied") >> unit & 1


@rule("18.1", "R101", "R21")
def test_the_line_of_a_headquarters_runs_over_controlled_hexes_out_of_zones() -> None:
    units = "Mulberry-12 M5; US-Bradley M8; US-1-Inf L8"
    assert fed(asked(units, allied_control="M5 M6 M7"), "US-1-Inf", "US-Bradley") == ["US-1-Inf", "US-Bradley"]
    assert fed(asked(units, allied_control="M5 M6"), "US-1-Inf", "US-Bradley") == []
    cut = f"{units}; GE-91-Inf N7; GE-77-Inf L6"
    assert fed(asked(cut, allied_control="M5 M6 M7"), "US-1-Inf") == []
    near_port = f"{units}; US-2-Inf M5; GE-91-Inf N5"
    held = "M5 M6 M7 L6 L5 L7"
    assert fed(asked(near_port, allied_control=held, forts_destroyed="P5"), "US-1-Inf") == ["US-1-Inf"]


@rule("18.1", "18.9", "17.10.4")
def test_broken_bridges_do_not_cut_a_line() -> None:
    units = "Mulberry-12 P6; US-Bradley Q7; US-1-Inf Q9"
    control = "P6 Q6 Q7"
    assert fed(asked(units, allied_control=control, bombed=("Seine-1",)), "US-1-Inf") == ["US-1-Inf"]


@rule("18.2", "R20")
def test_a_headquarters_draws_a_point_for_itself() -> None:
    units = "Mulberry-9 M5; US-Bradley M7; " + "; ".join(f"US-{number}-Inf L7" for number in (1, 2, 4, 5, 8, 9, 29, 30))
    found = asked(units, allied_control="M5 M6 M7", port_damage={"M6": 2, "Mulberry-9": 1})
    names = [item.split()[0] for item in units.split("; ")][1:]
    assert len(names) - len(fed(found, *names)) == 1
    assert len(fed(asked(units, allied_control="M5 M6 M7", port_damage={"M6": 2}), *names)) == len(names)


@rule("18.2", "R20")
def test_where_ports_serve_too_few_the_owner_chooses_who_goes_without() -> None:
    units = "Mulberry-9 M5; US-Bradley M7; US-1-Inf L7; US-2-Inf L7; US-4-Inf R11; US-82-AB L8"
    match = position(
        "allied supply", units, allied_control="M5 M6 M7", by_air="US-82-AB", port_damage={"M6": 2, "Mulberry-9": 7}
    )
    assert match.prompt.step == "rationing"
    offered = {str(action) for action in match.prompt.actions}
    assert offered == {"starve US-1-Inf", "starve US-2-Inf", "starve US-Bradley"}
    assert refused(match, "starve US-4-Inf") == "18.4"
    match.play("starve US-2-Inf")
    steps = {name: match.position.units[match.game.unit_numbers[f"US-{name}"]].steps for name in ("1-Inf", "2-Inf")}
    assert steps == {"1-Inf": 2, "2-Inf": 1}


@rule("18.2", "R20")
def test_nobody_goes_without_whose_ration_helps_no_other() -> None:
    west = "Mulberry-9 M5; US-Bradley M7; US-1-Inf L7; US-2-Inf L7; US-4-Inf L7"
    units = f"{west}; Mulberry-12 T5; BR-Dempsey T6; BR-3-Inf U7"
    match = position("allied supply", units, allied_control="M5 M7 L5 L6 T5", port_damage={"Mulberry-9": 7})
    assert match.prompt.step == "rationing"
    assert refused(match, "starve BR-3-Inf") == "18.2"
    match.play("starve US-1-Inf")
    assert refused(match, "starve US-1-Inf") == "18.2"
    match.play("starve US-2-Inf")
    assert match.prompt.step != "rationing"


@rule("18.3", "R20")
def test_a_german_headquarters_is_fed_by_another_or_by_its_own_line() -> None:
    around = "M7 M9 L7 L8 N7 N8"  # its own line would not run over German hexes
    fed_by = "GE-Rommel M12; GE-Dollmann M8; US-1-Inf N4"
    assert fed(asked(fed_by, allied_control=around), "GE-Dollmann") == ["GE-Dollmann"]
    assert fed(asked("GE-Dollmann M8; US-1-Inf N4", allied_control=around), "GE-Dollmann") == []
    cut_off = "GE-Dollmann M12; US-1-Inf M10; US-2-Inf K14"
    assert fed(asked(cut_off, allied_control="M10 K14"), "GE-Dollmann") == ["GE-Dollmann"]
    ring = "; ".join(
        f"US-{number}-Inf {label}"
        for number, label in ((1, "M10"), (2, "K12"), (4, "K14"), (5, "M16"), (8, "O14"), (9, "O12"))
    )
    assert fed(asked(f"GE-Dollmann M13; {ring}"), "GE-Dollmann") == []


@rule("18.3", "18.6", "R111")
def test_german_lines_end_in_cities_that_germans_were_last_in() -> None:
    units = "GE-91-Inf N10; US-1-Inf N6; GE-Dollmann M9"
    assert fed(asked(units), "GE-91-Inf") == ["GE-91-Inf"]
    game_ = asked(units).game
    everything = " ".join(game_.board.names(game_.data.cities))  # type: ignore[attr-defined]
    assert fed(asked(units, allied_control=everything), "GE-91-Inf") == []


@rule("18.6")
def test_far_from_the_enemy_germans_still_need_a_line() -> None:
    far = "GE-91-Inf N15; US-1-Inf N9"
    assert fed(asked(far), "GE-91-Inf") == ["GE-91-Inf"]
    hexes = asked(far).game
    ring = " ".join(hexes.board.names(hexes.data.cities & ~hexes.data.terrain["alpine"]))  # type: ignore[attr-defined]
    assert fed(asked(far, allied_control=ring), "GE-91-Inf") == []
    near = "GE-91-Inf N15; US-1-Inf N10"
    assert fed(asked(near), "GE-91-Inf") == []


@rule("18.4", "R93", "16.3")
def test_germans_in_a_fortress_that_stands_are_supplied() -> None:
    units = "GE-711-Co P5; US-1-Inf P7"
    assert fed(asked(units), "GE-711-Co") == ["GE-711-Co"]
    assert fed(asked(units, forts_destroyed="P5"), "GE-711-Co") == []


@rule("31.5", "R117")
def test_german_lines_reach_jersey_and_allied_ones_do_not() -> None:
    units = "GE-319-Co I4; GE-Dollmann J6; US-1-Inf L4"
    on = {"options": {"31.5": True}}
    assert fed(asked(units, **on), "GE-319-Co") == ["GE-319-Co"]
    allied = "US-4-Inf I4; US-Bradley J5; Mulberry-12 J5; US-1-Inf J5"
    assert fed(asked(allied, allied_control="J5 J4 J3", **on), "US-4-Inf", "US-1-Inf") == ["US-1-Inf"]


@rule("18.7.1")
def test_invaders_are_supplied_on_the_turn_of_their_landing() -> None:
    units = "US-1-Inf M8"
    later = {"turn": 10, "invasions": 2, "invasion_turn": 10}
    assert fed(asked(units, landed="US-1-Inf", **later), "US-1-Inf") == ["US-1-Inf"]
    assert fed(asked(units, **later), "US-1-Inf") == []


@rule("18.7", "18.7.2", "18.7.2.A", "18.7.2.B", "18.7.2.C", "18.7.2.D", "18.7.2.E", "18.7.3", "18.7.14")
def test_the_capacity_is_what_ports_and_mulberries_carry_less_the_units_in_europe() -> None:
    def level(units: str, **fields: object) -> int:
        return capacity.capacity(look(asked(units, **fields)))

    assert level("US-1-Inf K2") == 6
    assert level("US-1-Inf K2; US-2-Inf R11; US-4-Inf V11") == 4  # in cities and without supply all count
    assert level("US-1-Inf K2; Mulberry-9 M5") == 15
    assert level("US-1-Inf K2", allied_control="P4", forts_destroyed="P4") == 13
    assert level("US-1-Inf K2; GE-91-Inf P4", allied_control="P4", forts_destroyed="P4") == 6
    assert level("US-1-Inf K2", port_damage={"K2": 4}) == 2
    assert level("US-1-Inf K2; BR-1-Cdo K2") == 6
    assert level("US-1-Inf K2; US-82-AB K2") == 5
    assert level("US-1-Inf K2; US-82-AB K2", by_air="US-82-AB") == 6
    assert level("US-1-Inf M6; GE-711-Co N5") == 1  # the passage is shut, and it counts (R102)


@rule("18.7.5")
def test_each_unit_beyond_the_capacity_costs_a_step_of_another_unit() -> None:
    match = after_supply("US-1-Inf R11; US-2-Inf R11; US-2-Arm K2", port_damage={"K2": 6}, start_capacity=-2, turn=7)
    assert match.prompt.step == "overflow"
    assert refused(match, "lose BR-1-Cdo") == "18.7.5"
    match.play("lose US-1-Inf")
    assert refused(match, "lose US-1-Inf") == "18.7.5"
    match.play("lose US-2-Inf")
    assert match.prompt.step != "overflow"
    assert (
        after_supply(
            "US-1-Inf R11; US-2-Inf R11; US-2-Arm K2", port_damage={"K2": 6}, start_capacity=0, turn=7
        ).prompt.step
        != "overflow"
    )  # there is a turn to bring them away


@rule("18.7.8", "R79", "R24")
@pytest.mark.parametrize(("die", "value"), [(4, 7), (5, 3), (6, 3)])
def test_a_port_is_damaged_by_five_and_six_when_somebody_enters_it(die: int, value: int) -> None:
    match = moving("allied", "US-2-Arm L4; US-4-Inf K5", dice=f"{die} 1 1")
    match.play("pick US-2-Arm")
    match.play("move K2")
    assert ports.value(look(match), match.game.board.node("K2")) == value


@rule("18.7.8", "18.7.9")
@pytest.mark.parametrize(
    ("who", "fresh", "left"),
    [("US-1-Inf", "", 2), ("US-2-Arm", "", 3), ("BR-1-Cdo", "", 2), ("US-Bradley", "", 3), ("US-1-Inf", "K2", 3)],
)
def test_infantry_mends_a_point_a_turn_not_in_the_turn_of_the_capture(who: str, fresh: str, left: int) -> None:
    match = after_supply(f"{who} K2", port_damage={"K2": 3}, fresh_ports=fresh)
    assert match.position.port_damage == {"K2": left}


@rule("18.8", "12.12")
def test_a_mulberry_in_an_inland_port_is_shut_with_it() -> None:
    match = asked("US-1-Inf M6; Mulberry-12 M6; GE-711-Co N5")
    assert not ports.usable(look(match)) & match.game.board.set("M6")
