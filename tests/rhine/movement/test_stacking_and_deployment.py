"""Stacking, deployment and movement: what is in excess, who gives a deployment up, where a march may end."""

from __future__ import annotations

from tests.cases import rule
from tests.rhine.movement.marching import ALLIED, GAME, GERMAN, at, listed, marked, play, refused, said, why
from tests.rhine.retreat import after_battle

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
    assert said(m, "DEP.3", "german") == ["84. Infanterie Korps gives up its deployment."]


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
