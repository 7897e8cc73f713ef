"""Airborne Operations, recovery, and the way back to England (17.9)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.reading import listed, play, refused, where

GAME = bocage.make_game("storming", "campaign", {})
AIRBORNE = ("US-82-AB", "US-101-AB", "US-17-AB", "CW-6-AB", "CW-1-AB", "CW-52-AL", "CW-Pol-AB")
NOBODY = "; ".join(f"{unit} dead" for unit in AIRBORNE)
GARDEN = "CW-50-Inf 4311; US-1-Inf 4412"  # turn 8: the front before the great rivers


def england(*units: str) -> str:
    return "; ".join(f"{unit} england" for unit in units)


def at(units: str = "", turn: int = 8, row: str = "airborne operation", **more: Any) -> Any:
    return bocage.position("storming", at=row, turn=turn, units=f"{NOBODY}; {units}", **more)


def asked(match: Any) -> bool:
    return bool(match.prompt.step == "airborne operation")


def within(label: str, hexes: int) -> set[str]:
    return set(GAME.board.names(GAME.board.within(GAME.board.index[label], hexes)))


# Who, when and how many


@rule("4.1.III.a")
def test_the_airborne_segment_has_its_three_steps_in_order_and_no_withdrawal_after_an_operation() -> None:
    units = f"{GARDEN}; {england('US-82-AB', 'CW-1-AB')}; US-101-AB 0619 dropped; CW-6-AB 1121; GE-84-Inf 4509"
    start: dict[str, Any] = {"turn": 7, "allied_control": "0619 0820 1020 1121"}
    m = at(units, **start)
    seen = []
    while m.game.phase(m.position).startswith("airborne"):
        seen.append(m.game.phase(m.position))
        m.play("end")
    assert seen == ["airborne operation", "airborne recovery", "airborne withdrawal"]
    flown = at(units, dice="1 1 1 1", **start)
    play(flown, "drop US-82-AB", "at 4412", "jump")
    seen = []
    while flown.game.phase(flown.position).startswith("airborne"):
        seen.append(flown.game.phase(flown.position))
        flown.play("end")
    assert flown.position.airborne_turns == (7,)
    assert seen == ["airborne recovery"]


@rule("17.9.2", "4.1.III.a.1")
def test_who_begins_the_air_phase_in_england_may_drop() -> None:
    m = at(f"{GARDEN}; {england('US-82-AB', 'CW-1-AB')}; US-101-AB 4413; CW-15-Inf england; CW-Pol-AB schedule")
    assert listed(m, "drop") == {"US-82-AB", "CW-1-AB"}
    assert refused(m, "drop US-101-AB") == (
        "17.9.2", "US-101-AB is not in the England Box, where a unit must be when the air phase begins"
    )  # fmt: skip
    assert refused(m, "drop CW-15-Inf") == ("17.9.1", "CW-15-Inf is not an Allied Airborne or Air Landing unit")


@rule("17.9.3.B", "4.1.III.a.1")
def test_there_are_no_operations_on_turns_one_two_and_nine_to_thirteen() -> None:
    units = f"{GARDEN}; {england('US-82-AB')}"
    assert [turn for turn in range(1, 16) if asked(at(units, turn=turn))] == [3, 4, 5, 6, 7, 8, 14, 15]


@rule("17.9.3.B")
def test_operations_never_take_place_on_consecutive_turns() -> None:
    units = f"{GARDEN}; {england('US-82-AB')}"
    assert not asked(at(units, turn=8, airborne_turns=(7,)))
    assert asked(at(units, turn=8, airborne_turns=(6,)))


@rule("17.9.3.A")
def test_there_are_two_operations_in_a_game() -> None:
    units = f"{GARDEN}; {england('US-82-AB')}"
    assert asked(at(units, turn=14, airborne_turns=(5,)))
    assert not asked(at(units, turn=14, airborne_turns=(5, 8)))


@rule("3.4.E.2")
def test_there_is_one_operation_in_the_final_battles() -> None:
    units = f"{GARDEN}; {england('US-17-AB')}"
    assert asked(at(units, turn=15, scenario="final"))
    assert not asked(at(units, turn=15, scenario="final", airborne_turns=(12,)))


@rule("17.9.3.C")
def test_three_divisions_and_one_brigade_may_take_part() -> None:
    m = at(f"{GARDEN}; {england(*AIRBORNE)}")
    play(m, "drop US-82-AB", "at 4508", "drop US-101-AB", "at 4509", "drop US-17-AB", "at 4608")
    assert listed(m, "drop") == {"CW-Pol-AB"}
    assert refused(m, "drop CW-1-AB") == (
        "17.9.3.C", "three divisions and one brigade at most drop in one operation"
    )  # fmt: skip
    m.play("drop CW-Pol-AB")
    assert refused(m, "jump") == ("17.9.3", "choose the hex of the unit in hand first")
    m.play("at 4609")
    assert [str(action) for action in m.prompt.actions] == ["jump"]


def test_an_operation_may_be_forgone_and_a_plan_may_be_taken_back() -> None:
    m = at(f"{GARDEN}; {england('US-82-AB', 'US-101-AB')}")
    play(m, "drop US-82-AB", "at 4508")
    assert refused(m, "end") == ("17.9.3", "an operation is planned: jump, or take it back")
    assert refused(m, "drop US-82-AB") == ("17.9.3", "US-82-AB is chosen already")
    m.undo()
    m.undo()
    m.play("end")
    assert (where(m, "US-82-AB"), m.position.airborne_turns) == ("england", ())


# Where


@rule("17.9.3.E", "R92")
def test_a_supplied_division_must_be_within_eight_hexes() -> None:
    m = at(f"CW-50-Inf 4311; CW-8-Bde 4108; CW-11-Arm 4011; {england('CW-1-AB')}", oos="CW-11-Arm")
    m.play("drop CW-1-AB")
    assert listed(m, "at") <= within("4311", 8)
    assert within("4311", 8) & {"4804", "5007"} == {"5007"}
    assert refused(m, "at 4804") == ("17.9.3.E", "no supplied Allied division is within eight hexes of 4804")
    assert "5007" in listed(m, "at")


@rule("17.9.3.E")
@pytest.mark.parametrize(
    ("node", "front", "why"),
    [
        ("4916", "US-1-Inf 4715", "nobody drops in a Roer Dam hex"),
        ("4404", "US-1-Inf 4408", "nobody drops in a Fortress Holland hex"),
        ("5209", "US-1-Inf 4910", "nobody drops in a Ruhr City hex"),
        ("5807", "US-1-Inf 5407", "nobody drops in an Entrance/Exit hex"),
        ("0126", "US-1-Inf 0526", "nobody drops in an Entrance/Exit hex"),
        ("4813", "US-1-Inf 4613", "nobody drops in an undestroyed Fort hex"),
        ("5034", "US-1-Inf 4734", "nobody drops in a Mountain hex"),
    ],
)
def test_nobody_drops_there(node: str, front: str, why: str) -> None:
    m = at(f"{front}; {england('US-82-AB')}", turn=14, antwerpen_operational=True, full_for_good=True, breakout=True)
    m.play("drop US-82-AB")
    assert refused(m, f"at {node}") == ("17.9.3.E", why)


@rule("17.9.3.E")
def test_a_destroyed_fort_is_as_good_as_any_hex() -> None:
    m = at(f"US-1-Inf 4624; {england('US-82-AB')}", forts_destroyed="4726")
    m.play("drop US-82-AB")
    assert {"4726", "4627"} & listed(m, "at") == {"4726"}


@rule("17.9.3.E")
def test_the_air_landing_division_needs_a_clear_hex_without_an_enemy() -> None:
    m = at(f"{GARDEN}; GE-712-Co 4410; {england('CW-52-AL', 'CW-1-AB')}")
    m.play("drop CW-52-AL")
    for node in ("3913", "4410", "4710"):  # a city, a German, a swamp
        assert refused(m, f"at {node}") == (
            "17.9.3.E", "the Air Landing division drops in Clear hexes without an enemy only"
        )  # fmt: skip
    assert {"4509", "4508"} <= listed(m, "at")  # Eindhoven is a town in clear terrain
    m.play("drop CW-1-AB")  # the paratroopers may
    assert {"3913", "4410", "4710"} <= listed(m, "at")


@rule("17.9.3.E", "17.2.B")
def test_gliders_land_in_the_roer_valley_again_when_it_has_dried() -> None:
    for flood, dry in ((0, {"4912"}), (13, set()), (12, {"4912", "4914"})):
        m = at(f"CW-50-Inf 4713; {england('CW-52-AL')}", turn=14, flood_turn=flood, forts_destroyed="4812 4916")
        m.play("drop CW-52-AL")
        assert dry <= listed(m, "at")
        assert flood != 13 or not {"4912", "4914"} & listed(m, "at")


@rule("17.9.3.E", "5.2.B")
def test_stacking_counts_where_allied_units_are() -> None:
    m = at(f"{GARDEN}; CW-1-AB 4310; US-2-Inf 4310 reduced; {england('US-82-AB', 'CW-6-AB', 'CW-Pol-AB')}")
    m.play("drop CW-6-AB")
    assert refused(m, "at 4412") == ("5.2.B", "Commonwealth units never stack with US or French units")
    assert "4311" in listed(m, "at")
    m = at(f"{GARDEN}; US-2-Inf 4412; US-29-Inf 4412; US-17-AB 4412; {england('US-82-AB')}")
    m.play("drop US-82-AB")
    assert refused(m, "at 4412")[0] == "5.2.A.1"
    m = at(f"{GARDEN}; US-2-Inf 4412; US-29-Inf 4412; {england('US-82-AB')}")
    m.play("drop US-82-AB")
    assert "4412" in listed(m, "at")  # one airborne division stacks freely


@rule("17.9.3.E", "8.7.B", "10.7.2", "10.7.3", "R92")
def test_bans_on_entering_a_hex_count_for_drops() -> None:
    m = at(f"{GARDEN}; {england('CW-1-AB')}")
    m.play("drop CW-1-AB")
    assert refused(m, "at 3909")[0] == "8.7.B"
    m = at(f"CW-50-Inf 3514; {england('CW-1-AB')}")
    m.play("drop CW-1-AB")
    assert refused(m, "at 3619")[0] == "10.7.2"
    four = "US-1-Inf 4318; US-2-Inf 4319; US-29-Inf 4320; US-30-Inf 4419"
    m = at(f"{four}; {england('US-82-AB', 'US-101-AB')}")
    play(m, "drop US-82-AB", "at 4518", "drop US-101-AB")
    assert refused(m, "at 4519") == ("10.7.3", "five US or French divisions would be in Ike's Blind Spot already")
    assert "4516" in listed(m, "at")
    m = at(f"{four}; {england('US-82-AB', 'US-101-AB')}", ike_sees=True)
    play(m, "drop US-82-AB", "at 4518", "drop US-101-AB")
    assert "4519" in listed(m, "at")


@rule("17.9.3.E", "10.7.1", "R92")
def test_bans_on_staying_in_a_hex_count_for_drops() -> None:
    m = at(f"US-1-Inf 0820; CW-50-Inf 1020; {england('US-82-AB', 'CW-1-AB')}")
    assert refused(play(m, "drop US-82-AB"), "at 1022")[0] == "10.7.1"
    m = at(f"US-1-Inf 0820; CW-50-Inf 1020; {england('US-82-AB', 'CW-1-AB')}")
    assert "1022" in listed(play(m, "drop CW-1-AB"), "at")


# Near each other


@rule("17.9.3.E")
def test_one_unit_drops_in_each_hex_and_each_within_two_hexes_of_another() -> None:
    m = at(f"{GARDEN}; {england('US-82-AB', 'US-101-AB')}")
    play(m, "drop US-82-AB", "at 4509", "drop US-101-AB")
    assert listed(m, "at") <= within("4509", 2) - {"4509"}
    assert "4507" in listed(m, "at")
    assert refused(m, "at 4509") == ("17.9.3.E", "another unit drops in 4509: one for each hex")
    assert refused(m, "at 4506") == (
        "17.9.3.E", "each unit must land within two hexes of another one, and that would be impossible"
    )  # fmt: skip


@rule("17.9.3.E")
def test_a_unit_may_drop_farther_away_while_a_third_can_close_the_gap() -> None:
    m = at(f"{GARDEN}; {england('US-82-AB', 'US-101-AB', 'CW-Pol-AB')}")
    play(m, "drop US-82-AB", "at 4509", "drop US-101-AB")
    assert "4909" in listed(m, "at")
    assert not listed(m, "at") - within("4509", 4)
    m.play("at 4909")
    assert refused(m, "jump") == ("17.9.3.E", "each unit must land within two hexes of another one")
    assert [str(action) for action in m.prompt.actions] == ["drop CW-Pol-AB"]
    m.play("drop CW-Pol-AB")
    assert listed(m, "at") == within("4509", 2) & within("4909", 2)
    m.play("at 4709")
    assert [str(action) for action in m.prompt.actions] == ["jump"]


@rule("17.9.3.E", "R91")
def test_four_units_may_drop_in_two_pairs() -> None:
    m = at(f"{GARDEN}; {england('US-82-AB', 'US-101-AB', 'CW-1-AB', 'CW-Pol-AB')}")
    play(m, "drop US-82-AB", "at 4509", "drop CW-1-AB", "at 4012")
    assert m.why_not("jump").rule == "17.9.3.E"
    play(m, "drop US-101-AB", "at 4508", "drop CW-Pol-AB")
    assert listed(m, "at") <= within("4012", 2)
    play(m, "at 4013", "jump")
    assert [where(m, unit) for unit in ("US-82-AB", "CW-1-AB", "US-101-AB", "CW-Pol-AB")] == [
        "4509", "4012", "4508", "4013"
    ]  # fmt: skip


@rule("17.9.3.E", "R91")
def test_a_lone_unit_may_drop() -> None:
    m = play(at(f"{GARDEN}; {england('US-82-AB')}"), "drop US-82-AB", "at 4509", "jump")
    assert where(m, "US-82-AB") == "4509"


@rule("17.9.3.E", "17.9.3.C")
def test_whatever_is_chosen_a_plan_can_be_completed() -> None:
    random = Random(1944)
    ardennes = "US-2-Inf 4318; US-29-Inf 4319; US-30-Inf 4320; US-9-Inf 4419"  # Ike takes one more
    for _ in range(30):
        many = random.sample(AIRBORNE, random.randint(2, 7))
        m = at(f"{GARDEN}; {ardennes}; {england(*many)}", turn=14, monty_sees=True)
        hexes: tuple[int, ...] = ()
        while not m.position.airborne_turns:
            verbs = m.prompt.verbs()
            hexes = m.prompt.frame.hexes
            if "at" in verbs:
                m.play(random.choice(verbs["at"]))
            elif "drop" in verbs and ("jump" not in verbs or random.random() < 0.7):
                m.play(random.choice(verbs["drop"]))
            else:
                m.play("jump")
        for node in hexes:
            others = [other for other in hexes if other != node]
            assert not others or any(GAME.board.distance(node, other) <= 2 for other in others)


@rule("17.9.3.E")
def test_every_plan_that_can_be_completed_may_be_begun() -> None:
    # Gliders need clear hexes: whether they can close a gap depends on where there is one.
    m = at(f"{GARDEN}; {england('CW-1-AB', 'CW-6-AB', 'CW-52-AL')}", turn=14, monty_sees=True)
    m.play("drop CW-52-AL")
    fields = listed(m, "at")
    m.play("drop CW-6-AB")
    anywhere = listed(m, "at")
    for first in ("4509", "4709", "4213"):
        m = at(f"{GARDEN}; {england('CW-1-AB', 'CW-6-AB', 'CW-52-AL')}", turn=14, monty_sees=True)
        play(m, "drop CW-1-AB", f"at {first}", "drop CW-6-AB")
        near = within(first, 2) - {first}
        assert listed(m, "at") == {
            node for node in anywhere - {first} if node in near or near & fields & (within(node, 2) - {node})
        }


# Recovery


NORMANDY = "US-82-AB 0619 dropped; US-101-AB 0620 dropped; CW-6-AB 1221 dropped; CW-50-Inf 1121"


@rule("17.9.4.C", "4.1.III.a.2", "17.9.1")
def test_dropped_units_in_supply_turn_to_their_regular_side_on_a_later_turn() -> None:
    m = at(NORMANDY, turn=2, row="airborne recovery")
    assert listed(m, "recover") == {"US-82-AB", "US-101-AB", "CW-6-AB"}
    unit = m.game.unit_numbers["CW-6-AB"]
    assert m.game.look(m.position).attack(unit) == 2
    m.play("recover CW-6-AB")
    assert m.game.look(m.position).attack(unit) == 3
    assert refused(m, "recover CW-6-AB") == ("17.9.4.C", "CW-6-AB is not on the map with its Dropped side up")
    m.play("end")  # the Americans stay as they are: it is the owner's choice
    assert m.game.look(m.position).on_dropped_side(m.game.unit_numbers["US-82-AB"])
    m = play(at(NORMANDY, turn=2, row="airborne recovery"), "recover-all")
    assert m.game.phase(m.position) != "airborne recovery"
    look = m.game.look(m.position)
    assert not any(look.on_dropped_side(m.game.unit_numbers[name]) for name in AIRBORNE)


@rule("17.9.4.C", "R95")
def test_no_recovery_without_normal_supply_nor_on_the_turn_of_the_drop() -> None:
    cut_off = "US-17-AB 4509 dropped; GE-12SS-Pz 4508; GE-2-Pz 4609; GE-1SS-Pz 4409"
    m = at(f"{NORMANDY}; {cut_off}", turn=7, row="airborne recovery", oos="US-101-AB", dropped_now="CW-6-AB")
    assert listed(m, "recover") == {"US-82-AB"}
    for name in ("US-17-AB", "US-101-AB"):
        assert refused(m, f"recover {name}") == ("17.9.4.C", f"{name} is not in normal supply")
    assert refused(m, "recover CW-6-AB") == (
        "17.9.4.C", "CW-6-AB dropped on this turn; it recovers on a later one"
    )  # fmt: skip


# Back to England


@rule("17.9.2.A", "4.1.III.a.3", "R96")
def test_airborne_units_go_home_from_a_beach_or_an_operational_port() -> None:
    units = "US-82-AB 0619 dropped; US-101-AB 0620; CW-6-AB 0518; CW-1-AB 3910; US-4-Inf 0820"
    m = at(units, turn=7, row="airborne withdrawal")
    assert listed(m, "withdraw") == {"US-82-AB"}
    for name in ("US-101-AB", "CW-6-AB", "CW-1-AB"):
        assert refused(m, f"withdraw {name}") == (
            "17.9.2.A", f"{name} is neither on a beach nor in an Operational port"
        )  # fmt: skip
    assert refused(m, "withdraw US-4-Inf")[0] == "17.9.2.A"
    m = at(units, turn=7, row="airborne withdrawal", cherbourg_turn=7, antwerpen_operational=True)
    assert listed(m, "withdraw") == {"US-82-AB", "CW-6-AB", "CW-1-AB"}
    late = at(units, turn=9, row="airborne withdrawal")
    assert listed(late, "withdraw") == {"US-82-AB"}  # the beaches bring nothing in any more, but take units off
    play(m, "withdraw US-82-AB", "withdraw CW-6-AB", "end")
    assert [where(m, name) for name in ("US-82-AB", "CW-6-AB", "CW-1-AB")] == ["england", "england", "3910"]
    assert not m.game.look(m.position).on_dropped_side(m.game.unit_numbers["US-82-AB"])


@rule("17.9.2.A", "4.1.III.a.3")
def test_nobody_goes_home_on_a_turn_with_an_operation() -> None:
    m = at("US-82-AB 0619", turn=7, row="airborne withdrawal", airborne_turns=(7,))
    assert m.prompt.step != "airborne withdrawal"


@rule("17.9.2.B")
def test_who_went_home_may_drop_on_a_later_turn_but_not_on_the_same() -> None:
    m = play(at("US-82-AB 0619; US-4-Inf 0820", turn=7, row="airborne withdrawal"), "withdraw US-82-AB")
    assert where(m, "US-82-AB") == "england"
    assert m.game.phase(m.position) not in ("airborne operation", "airborne withdrawal")
    assert listed(at(f"US-4-Inf 0820; {england('US-82-AB')}", turn=8), "drop") == {"US-82-AB"}


@rule("17.9.2.A", "9.2.B", "R96")
def test_a_grounded_division_stays() -> None:
    m = at("US-82-AB 0619; US-101-AB 0820", turn=7, row="airborne withdrawal", grounded="US-82-AB")
    assert listed(m, "withdraw") == {"US-101-AB"}
    assert refused(m, "withdraw US-82-AB") == ("9.2.B", "US-82-AB is Grounded")
