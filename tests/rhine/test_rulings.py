"""Rulings on cases that stand in no chapter's tests: each decides something that would go otherwise without it."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.games.rhine.rules.position import Battle
from bocage.games.rhine.rules.supply import ways
from tests.cases import rule
from tests.rhine.air import test_drops
from tests.rhine.asking import at, marked, refused, where
from tests.rhine.combat import test_battle
from tests.rhine.combat.fighting import TARGET, ground, shifts
from tests.rhine.movement.marching import budget
from tests.rhine.opening import supply
from tests.rhine.retreat.after_battle import Table
from tests.rhine.supply import test_supply


@rule("R43")
def test_units_at_sea_are_in_full_supply() -> None:
    match = at("allied movement", 4, "DE-84K 1817", first_beaches="1817", landing_at="US-5C 1817")
    assert test_supply.state(match, "US-5C") == "full"


@rule("R58", "REIN.5")
def test_ninth_panzer_enters_on_the_first_turn_on_which_a_hex_is_free() -> None:
    match = at("german reinforcements", 6, "DE-9Pz schedule")
    assert match.prompt.step == "german reinforcements"
    assert refused(match, "end") == ("REIN.5", "9. Panzer Division must enter")


@rule("R61", "SB.3")
def test_stray_bombs_cannot_be_aimed_at_a_lone_dump() -> None:
    match = test_drops.air("US-5C 1817; US-SUP 1814; DE-84K 2111", dice="1")
    match.play("bomb 2111")
    match.play("roll")
    assert refused(match, "bomb 1814") == ("SB.3", "there is no Allied combat unit in 1814")
    assert match.why_not("bomb 1817") is None


@rule("R75", "RIV.4")
def test_a_unit_without_any_allowance_left_may_still_attack_its_neighbour() -> None:
    match = at(
        "allied exploitation movement", 4, "US-5C 2912; BR-1C 2716", stage="exploitation", weather="very bad",
        arrived="US-5C", first_beaches="2716", allied_control="2716",
    )  # fmt: skip
    assert test_supply.state(match, "US-5C") == "short"
    assert budget(match, "US-5C") == 0  # its hex of entry is more than the nothing that it has


@rule("R101", "SUP.15")
def test_a_tiger_battalion_saves_those_with_it_and_a_dummy_does_not() -> None:
    ring = "US-5C 3118; US-7C 3219; US-8C 3318; US-15C 3317"
    beach = {"first_beaches": "3118", "allied_control": "3118"}
    saved = test_supply.judged(f"{ring}; DE-25K 3218 disrupted; DE-s503 3218", "german", **beach)
    assert where(saved, "DE-25K") == "3218"
    alone = test_supply.judged(f"{ring}; DE-25K 3218 disrupted; DE-Dummy1 3218", "german", **beach)
    assert where(alone, "DE-25K") == "calendar"


@rule("R103", "MAND.1")
def test_a_battle_fought_only_for_the_sake_of_another_is_called_off_with_it() -> None:
    units = "US-5C 2815; US-8C 2914; DE-84K 2814; DE-81K 2913; US-19C 2714; DE-67K 2713"
    match = test_battle.battle(units, "2814: US-5C; 2913: US-8C; 2713: US-19C")
    first, second, third = match.position.battles
    test_battle.linked(match, first, Battle(2, second.targets, second.attackers, True, (1,)), third)
    match.play("resolve 2814")
    match.play("call-off")
    assert match.position.called_off == (1, 2)


@rule("R104", "ADV.1", "TIG.3")
def test_a_hex_in_which_only_tigers_are_left_is_cleared_and_they_are_overrun() -> None:
    table = Table("US-5C 2309; DE-s503 2410", "allied").win("2410", "US-5C", "DR", strengths={"2410": 2})
    assert table.at("US-5C") == "2410"
    assert table.at("DE-s503") == "calendar"


@rule("R105", "RET.1")
def test_an_attacker_across_an_estuary_bars_no_hex_of_a_retreat() -> None:
    # 4119 and 4220 touch, but only over the West Scheldt.
    table = Table("US-5C 4119; DE-84K 4219", "allied").rout("4219", "US-5C", "DE-84K").play("distance 1")
    assert "4220" in table.list("retreat")


@rule("R106", "SET.7")
def test_dummies_that_stay_in_hand_are_not_used_and_units_are() -> None:
    match: Any = bocage.new_match("rhine", seed="dummies")
    while match.prompt.frame.hand >= 0 and not match.game.dummies >> match.prompt.frame.hand & 1:
        assert refused(match, "end")[0] == "SET.1"
        free = {action.operand for action in match.prompt.actions if action.verb == "place"}
        match.play(f"place {max(free - _taken(match))}")
    match.play("end")
    assert {where(match, f"DE-Dummy{number}") for number in range(1, 7)} == {"dead"}


def _taken(match: Any) -> set[str]:
    return {match.game.board.labels[node] for node in match.position.stacks if node >= 0}


@rule("R107", "DROP.3")
def test_an_empty_port_on_which_a_division_drops_feeds_it_at_once() -> None:
    match = test_drops.air()
    (antwerp,) = match.game.board.names(match.game.antwerp)
    test_drops.drop(match, "US-82AB", antwerp)
    assert marked(match, "disrupted") == set()
    assert supply(match, "US-82AB") == "full"


@rule("R108", "REPL.2")
def test_no_german_is_placed_on_an_allied_dump() -> None:
    match = at("german replacements", 4, "DE-84K calendar; US-SUP 5212; DE-9Pz dead")
    match.play("pick DE-84K")
    assert refused(match, "place 5212") == ("R57", "the Allies hold 5212")
    assert match.why_not("place 5211") is None


@rule("R112", "SUP.5")
def test_a_lone_dump_blocks_no_german_line() -> None:
    look = test_supply.field("US-SUP 4009; US-5C 3005").inquire(None)
    index = look.game.board.index
    assert ways.through(look, "german") >> index["4009"] & 1
    assert not ways.through(look, "german") >> index["3005"] & 1


@rule("R115", "AD4.1")
def test_tigers_are_no_panzers_to_the_fourth_armored() -> None:
    assert "AD4.1" not in shifts(ground("US-4AD 2815; DE-s503 2814; DE-84K 2814"), TARGET, "US-4AD")
    assert "AD4.1" in shifts(ground("US-4AD 2815; DE-21Pz 2814; DE-84K 2814"), TARGET, "US-4AD")
