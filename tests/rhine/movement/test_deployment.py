"""Infantry corps deploy instead of moving or attacking (DEP)."""

from __future__ import annotations

from tests.cases import rule
from tests.rhine.movement.marching import GAME, POCKET, at, listed, marked, play, refused, said, where, why

ALLIED, GERMAN = "allied deployment", "german deployment"


@rule("DEP.1", "SEQ.2")
def test_any_undisrupted_infantry_corps_of_the_side_can_deploy_and_nobody_else() -> None:
    m = at(
        ALLIED,
        "US-5C 1002; BR-30C 1103; US-7C 1202 disrupted; US-2AD 1003; US-82AB 1004; BR-1C pool; DE-84K 2002; "
        "US-8C 0902 deployed",
    )
    assert listed(m, "deploy") == {"US-5C", "BR-30C"}
    assert refused(m, "deploy US-7C") == "DEP.1"
    assert "Disrupted" in why(m, "deploy US-7C")
    assert "no infantry corps" in why(m, "deploy US-2AD")
    assert "no infantry corps" in why(m, "deploy US-82AB")
    assert "not on the map" in why(m, "deploy BR-1C")
    assert "side whose turn it is" in why(m, "deploy DE-84K")
    assert "already" in why(m, "deploy US-8C")
    play(m, "deploy US-5C")
    assert marked(m, "deployed") == {"US-5C", "US-8C"}
    assert said(m, "DEP.1") == ["US 5 Corps deploys."]


@rule("DEP.1")
def test_a_korps_that_is_out_of_supply_can_deploy() -> None:
    m = at(GERMAN, f"{POCKET}; DE-84K 1518")
    assert m.inquire("german").supply(GAME.unit_numbers["DE-84K"]) == "isolated"
    play(m, "deploy DE-84K")
    assert marked(m, "deployed") == {"DE-84K"}


@rule("DEP.1", "SEQ.2")
def test_a_corps_that_deploys_does_not_move_this_turn() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1103"), "deploy US-5C", "end")
    assert m.prompt.step == "movement"
    assert listed(m, "pick") == {"US-8C"}
    assert refused(m, "pick US-5C") == "DEP.1"


@rule("DEP.1", "EXP.1")
def test_deploying_uses_a_corps_up_for_the_exploitation_phase_too() -> None:
    m = at("allied exploitation", "US-5C 1002 deployed; US-8C 1103", stage="operational", dug_in="US-5C")
    assert listed(m, "pick") == {"US-8C"}
    assert refused(m, "pick US-5C") == "DEP.1"


@rule("DEP.2")
def test_a_deployed_corps_is_stronger_in_attack_and_defence() -> None:
    m = at(ALLIED, "US-5C 1002; US-8C 1103; DE-84K 2002")
    play(m, "deploy US-5C")
    look = m.inquire("allied")
    five, eight = GAME.unit_numbers["US-5C"], GAME.unit_numbers["US-8C"]
    assert (look.attack(eight), look.defence(eight)) == (3, 3)
    assert (look.attack(five), look.defence(five)) == (4, 5)
    for counter in GAME.data.counters:
        if counter.infantry_corps:
            assert counter.deployed_attack > counter.attack or counter.deployed_defence > counter.defence
            assert counter.deployed_attack >= counter.attack
            assert counter.deployed_defence > counter.defence


@rule("DEP.3")
def test_a_deployed_corps_that_moves_is_deployed_no_longer() -> None:
    m = at("allied movement", "US-5C 1002 deployed; US-8C 1103 deployed")
    play(m, "pick US-5C")
    assert marked(m, "deployed") == {"US-5C", "US-8C"}  # taking it up is not moving
    play(m, "move 1003")
    assert marked(m, "deployed") == {"US-8C"}


@rule("DEP.4", "SEQ.2", "R73")
def test_a_deployed_corps_can_be_undeployed_and_may_then_move() -> None:
    m = at(ALLIED, "US-5C 1002 deployed; US-8C 1103; US-7C 1202 deployed disrupted")
    assert listed(m, "undeploy") == {"US-5C"}
    assert refused(m, "undeploy US-8C") == "DEP.4"
    assert refused(m, "undeploy US-7C") == "DEP.1"
    play(m, "undeploy US-5C")
    assert marked(m, "deployed") == {"US-7C"}
    assert said(m, "DEP.4") == ["US 5 Corps gives up its deployment."]
    play(m, "end")
    assert "US-5C" in listed(m, "pick")


@rule("DEP.4")
def test_only_unmoved_corps_deploy_or_undeploy() -> None:
    m = at(ALLIED, "US-5C 1002 deployed; US-8C 1103; US-7C 1202", moved="US-5C US-8C")
    assert listed(m, "deploy") == {"US-7C"}
    assert refused(m, "deploy US-8C") == refused(m, "undeploy US-5C") == "DEP.4"


@rule("DEP.1", "R73")
def test_a_corps_that_has_just_deployed_is_not_flipped_back() -> None:
    m = play(at(ALLIED, "US-5C 1002; US-8C 1103"), "deploy US-5C")
    assert refused(m, "undeploy US-5C") == "DEP.1"
    m.undo()
    assert listed(m, "deploy") == {"US-5C", "US-8C"}


@rule("DEP.1", "R73")
def test_a_corps_that_arrived_this_turn_has_not_moved_and_may_deploy() -> None:
    m = at(ALLIED, "US-5C 0708; US-8C 1103", arrived="US-5C")
    play(m, "deploy US-5C")
    assert marked(m, "dug_in") == {"US-5C"}


@rule("SEQ.10", "DEP.1")
def test_the_germans_deploy_before_they_move() -> None:
    m = at(GERMAN, "DE-84K 1002; DE-74K 1103; DE-21Pz 1202; US-5C 0708")
    assert m.prompt.rule == "SEQ.10"
    assert listed(m, "deploy") == {"DE-84K", "DE-74K"}
    play(m, "deploy DE-84K", "end")
    assert m.prompt.step == "movement"
    assert listed(m, "pick") == {"DE-74K", "DE-21Pz"}
    assert where(m, "DE-84K") == "1002"


@rule("SET.7", "R40")
def test_what_deploys_under_a_face_down_piece_is_for_german_eyes() -> None:
    m = at(GERMAN, "DE-84K 2002; DE-21Pz 2002 down; US-5C 0708")
    before = m.view("allied")
    play(m, "deploy DE-84K")
    assert said(m, "DEP.1", "german") == ["84. Infanterie Korps deploys."]
    assert said(m, "DEP.1", "allied") == said(m, "DEP.1") == []
    after = m.view("allied")
    assert after["units"] == before["units"]
    assert after["face_down"] == before["face_down"] == {"2002": 2}


@rule("R40")
def test_the_germans_are_asked_even_if_nothing_can_deploy_while_pieces_lie_face_down() -> None:
    assert at(GERMAN, "DE-21Pz 2002 down; US-5C 0708").prompt.step == "deployment"
    assert at(GERMAN, "DE-21Pz 2002; US-5C 0708").prompt.step == "movement"
