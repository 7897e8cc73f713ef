"""A second look at stacking, deployment, movement, supply and victory: what the first tests left open."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.rhine import after_battle, test_supply
from tests.rhine.marching import ALLIED, GAME, GERMAN, at, listed, marked, play, refused, said, where, why

# Stacking: what is in excess is for the owner to say


@rule("STK.6", "R28", "R109")
def test_two_divisions_may_be_disrupted_in_the_place_of_a_corps() -> None:
    stack = "US-5C 1203; US-8C 1203; US-82AB 1203; US-101AB 1203; US-2AD 1203"
    m = at("allied movement stacking", stack)
    assert listed(m, "disrupt") == {"US-5C", "US-8C", "US-82AB", "US-101AB", "US-2AD"}
    play(m, "disrupt US-2AD")
    # With a corps now, the armour would have been given up for nothing.
    assert listed(m, "disrupt") == {"US-82AB", "US-101AB"}
    assert refused(m, "disrupt US-5C") == "STK.6"
    assert "no need" in why(m, "disrupt US-5C")
    play(m, "disrupt US-82AB")
    assert m.prompt.step != "crowded hex"
    assert marked(m, "disrupted") == {"US-2AD", "US-82AB"}
    assert marked(play(at("allied movement stacking", stack), "disrupt US-5C"), "disrupted") == {"US-5C"}


@rule("STK.1", "STK.6")
def test_nobody_is_disrupted_for_armour_that_is_too_much_but_armour() -> None:
    m = at("allied movement stacking", "US-5C 1203; US-2AD 1203; US-3AD 1203; US-4AD 1203; US-5AD 1203")
    assert listed(m, "disrupt") == {"US-2AD", "US-3AD", "US-4AD", "US-5AD"}


# Deployment


@rule("DEP.1")
def test_a_corps_that_deploys_does_not_attack_this_turn() -> None:
    units = "US-5C 1203; US-8C 1403; DE-84K 1303"
    m = play(at("allied deployment", units), "deploy US-5C", "end", "end", "attack 1303")
    assert "US-5C" not in listed(m, "join")
    assert refused(m, "join US-5C") == "DEP.1"
    m = play(at("allied deployment", units), "end", "end", "attack 1303")
    assert "US-5C" in listed(m, "join")


@rule("DEP.3")
def test_the_log_says_that_a_corps_gives_up_its_deployment_by_moving() -> None:
    m = play(at(ALLIED, "US-5C 1002 deployed; US-8C 1103"), "pick US-5C", "move 1003", "pick US-8C", "move 1102")
    assert said(m, "DEP.3") == ["US 5 Corps gives up its deployment."]


@rule("DEP.3", "R40")
def test_that_a_korps_was_deployed_under_a_face_down_piece_is_not_told() -> None:
    m = at(GERMAN, "DE-84K 1703 deployed; DE-21Pz 1703 down; US-5C 0708")
    play(m, "pick DE-84K", "move 1803")
    assert said(m, "DEP.3", "allied") == said(m, "DEP.3") == []
    assert said(m, "DEP.3", "german") == ["84. Infantrie Korps gives up its deployment."]


# Movement


@rule("R5", "R97", "MOV.7")
def test_a_march_may_end_where_only_an_estuary_parts_it_from_the_enemy() -> None:
    m = play(at(GERMAN, "DE-86K 0417; US-5C 0118; US-8C 0708"), "pick DE-86K")
    assert "0117" in listed(m, "march")  # the roadstead of Brest lies between


@rule("NOTE.2")
def test_a_unit_that_has_moved_may_also_advance_and_one_that_has_retreated_moves_in_its_own_turn() -> None:
    table = after_battle.Table("US-5C 1203; DE-84K 2203", "allied", moved="US-5C", attacked="US-5C")
    table.win("1303", "US-5C", "DE", strengths={"1303": 2})  # it is the only one, and must
    assert table.at("US-5C") == "1303"
    # The trail of a retreat is no move of its owner's.
    table = after_battle.Table("US-5C 1203; DE-84K 1303", "allied")
    table.withdraw("1303", "US-5C", "DE-84K").play("retreat 1403", "stop")
    assert table.at("DE-84K") == "1403"
    assert not table.match.position.moved >> GAME.unit_numbers["DE-84K"] & 1


# Supply


@rule("SUP.15")
def test_disrupted_units_do_not_save_each_other() -> None:
    match = test_supply.judged("US-5C 3118 disrupted; BR-1C 3118 disrupted; US-7C 3218 disrupted; US-8C 3218")
    assert (where(match, "US-5C"), where(match, "BR-1C")) == ("dead", "dead")
    assert (where(match, "US-7C"), where(match, "US-8C")) == ("3218", "3218")


@rule("SUP.23")
def test_open_antwerp_is_without_limit_only_for_those_whose_dump_it_feeds() -> None:
    americans = [
        "US-5C", "US-7C", "US-8C", "US-19C", "US-15C", "US-20C", "US-12C", "US-3C", "US-13C", "US-16C", "US-2AD",
        "US-3AD", "US-5AD",
    ]  # fmt: skip
    channel = "4219 4021 4120 4119 4220 4020 3920"

    def fed(dump: str) -> int:
        units = "; ".join(f"{unit} 1816" for unit in americans)
        match = test_supply.field(f"{units}; US-SUP {dump}", allied_control=f"{channel} 1619")
        return test_supply.americans_full(match)

    assert fed("1815") == 12  # the dump lives on Cherbourg, and so do they
    assert fed("4219") == 12


MANY = "; ".join(f"{unit} {spot}" for unit, spot in zip(test_supply.CROWD[:12], test_supply.SPOTS, strict=False))
BEACH = {"first_beaches": "1817 1717", "allied_control": "1817 1717"}


def step(match: Any) -> str:
    return f"{match.game.phase(match.position)}: {match.prompt.step}"


@rule("SUP.18", "SUP.22", "R53", "R110")
def test_who_is_fed_in_battle_is_asked_again_when_somebody_has_come_into_full_supply() -> None:
    # Twelve units live on the beaches; the Guards come in from outside as the thirteenth.
    units = f"{MANY}; BR-GdsAD 1811; DE-84K 1515; DE-2Pz 2113"
    m = at("rationing", units, **BEACH)
    assert m.prompt.step == "deployment"  # nobody lacks anything yet
    play(m, "end", "pick BR-GdsAD", "move 1813", "end")
    assert step(m) == "rationing for battle: rationing"
    guards, desert_rats = GAME.unit_numbers["BR-GdsAD"], GAME.unit_numbers["BR-7AD"]
    assert (m.inquire(None).supply(guards), m.inquire(None).supply(desert_rats)) == ("full", "short")
    play(m, "favour BR-7AD", "end")
    assert m.inquire(None).supply(desert_rats) == "full"
    assert m.prompt.step == "allocation"


@rule("SUP.22")
def test_nobody_is_asked_before_battle_if_those_who_lack_could_not_attack_anyway() -> None:
    units = f"{MANY}; BR-GdsAD 1814"
    assert "battle" not in step(at("rationing for battle", f"{units}; DE-84K 2408; DE-2Pz 2409", **BEACH))
    assert step(at("rationing for battle", f"{units}; DE-84K 1515", **BEACH)) == "rationing for battle: rationing"


@rule("SUP.17", "SUP.22", "R110")
def test_it_is_asked_again_before_exploitation_if_somebody_who_lacks_may_exploit() -> None:
    units = f"{MANY}; BR-GdsAD 1814; DE-84K 2408; DE-2Pz 2409"
    everybody = " ".join([*test_supply.CROWD[:12], "BR-GdsAD"])
    m = at("rationing for exploitation", units, **BEACH)
    assert step(m) == "rationing for exploitation: rationing"
    m = at("rationing for exploitation", units, **BEACH, spent=everybody)
    assert m.prompt.step != "rationing"


# Victory: who passes through Brussels and Paris


@rule("WIN.3", "R111")
@pytest.mark.parametrize(
    ("unit", "passes"),
    [("BR-30C", True), ("BR-1C", True), ("BR-2CC", False), ("BR-1CC", False), ("BR-GdsAD", False), ("US-5C", False)],
)
def test_a_british_corps_of_factor_three_passes_through_brussels(unit: str, passes: bool) -> None:
    m = play(at(ALLIED, f"{unit} 4117; DE-84K 5010", allied_control="4219"), f"pick {unit}", "move 4217")
    assert m.position.brussels_passed is passes
    assert bool(said(m, "WIN.3")) is passes


@rule("WIN.3")
def test_to_go_on_through_brussels_in_one_leg_is_enough() -> None:
    m = at(ALLIED, "BR-30C 4117; BR-8C 4119; DE-84K 5010; DE-25K 4315", allied_control="4219")
    play(m, "pick BR-30C", "move 4217", "move 4318")
    assert m.position.brussels_passed


@rule("WIN.4", "FR2.1")
@pytest.mark.parametrize(
    ("unit", "passes", "french"),
    [("US-2AD", True, "dead"), ("FR-2AD", True, "2909"), ("BR-30C", False, "dead"), ("US-82AB", True, "dead")],
)
def test_americans_or_french_pass_through_paris(unit: str, passes: bool, french: str) -> None:
    units = f"{unit} 2809; DE-84K 5010" + ("" if unit == "FR-2AD" else "; FR-2AD 2507")
    m = play(at(ALLIED, units, allied_control="2316"), f"pick {unit}", "move 2909")
    assert m.position.paris_entered
    assert m.position.paris_passed is passes
    assert bool(said(m, "WIN.4")) is passes
    assert where(m, "FR-2AD") == french


@rule("WIN.3", "WIN.4", "R111")
def test_whoever_is_driven_back_into_brussels_or_paris_has_not_passed_through_it() -> None:
    table = after_battle.Table("DE-2Pz 4218; BR-30C 4117", "german")
    table.withdraw("4117", "DE-2Pz", "BR-30C")
    assert "4217" not in table.list("retreat")  # next to the attackers
    table = after_battle.Table("DE-2Pz 4017; BR-30C 4117", "german")
    table.withdraw("4117", "DE-2Pz", "BR-30C").play("retreat 4217", "stop")
    position = table.match.position
    assert table.at("BR-30C") == "4217"
    assert not position.brussels_passed
    assert position.allied_control & GAME.brussels
    table = after_battle.Table("DE-2Pz 2711; US-5C 2810", "german")
    table.withdraw("2810", "DE-2Pz", "US-5C").play("retreat 2909", "stop")
    position = table.match.position
    assert (position.paris_entered, position.paris_passed) == (True, False)
