"""The rules of the toy: movement, zones, combat with a die, the mill; and what the engine makes of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import bocage
from bocage import bots, coverage
from bocage.engine.errors import BadInput, Refusal
from tests.cases import cited, rule
from tests.rooms.toy import draw_map
from tests.rooms.toy.data import check

pytestmark = pytest.mark.usefixtures("brook")


def refused(match: bocage.Match, action: str) -> str:
    """The case against an action."""
    reason = match.why_not(action)
    assert reason is not None, action
    with pytest.raises(Refusal):
        match.play(action)
    return reason.rule


@rule("1.1")
def test_blue_moves_and_fights_and_then_grey() -> None:
    match = bocage.new_match("brook", seed="1")
    seen = []
    while match.position.turn == 1:
        seen.append((match.prompt.side, match.game.phase(match.position)))
        match.play("end")
    # Where nobody can be attacked nobody is asked.
    assert seen == [("blue", "blue movement"), ("grey", "grey movement")]


@rule("2.0", "2.2")
def test_a_unit_moves_once_and_as_far_as_it_can_pay() -> None:
    match = bocage.new_match("brook", seed="1")
    match.play("pick B-1")
    assert refused(match, "pick G-1") == "2.0"
    assert refused(match, "move E1") == "2.2"
    match.play("move C1")
    assert match.log()[-1][2] == "1st Blue Foot moves A2-B1-C1."
    assert refused(match, "pick B-1") == "2.0"


@rule("2.2")
def test_the_brook_costs_a_point_more() -> None:
    dry = bocage.position("brook", at="grey movement", units="G-1 D3; B-1 A1")
    dry.play("pick G-1")
    assert dry.why_not("move A4") is None  # by the bridge
    wet = bocage.position("brook", at="grey movement", units="G-1 D4; B-1 A1")
    wet.play("pick G-1")
    assert refused(wet, "move A4") == "2.2"


@rule("2.1", "2.3")
def test_one_unit_to_a_hex_and_none_among_the_enemy() -> None:
    match = bocage.position("brook", at="blue movement", units="B-1 B2; B-2 B3; G-1 C2")
    match.play("pick B-1")
    assert refused(match, "move B3") == "2.1"
    assert refused(match, "move C2") == "2.3"


@rule("2.4")
def test_a_move_ends_beside_the_enemy() -> None:
    match = bocage.position("brook", at="blue movement", units="B-H A3; G-1 C3")
    match.play("pick B-H")
    assert match.why_not("move B3") is None
    assert refused(match, "move D2") == "2.4"


@rule("3.0", "3.1")
def test_who_may_attack_whom() -> None:
    match = bocage.position("brook", at="blue combat", units="B-1 B2; B-2 B3; B-3 A6; G-1 C3; G-2 E5", dice="4")
    assert refused(match, "attack E5") == "3.0"
    assert refused(match, "attack A1") == "3.0"
    match.play("attack C3")
    assert refused(match, "join B-3") == "3.1"
    assert refused(match, "join G-1") == "3.1"
    assert refused(match, "end") == "3.0"  # somebody has to join
    match.play("join B-1")
    assert refused(match, "join B-1") == "3.1"
    match.play("roll")
    match.play("attack C3")
    assert refused(match, "join B-1") == "3.0"


@rule("3.2", "3.3", "3.4")
@pytest.mark.parametrize(("die", "result"), [(1, "AL"), (3, "AL"), (4, "NE"), (5, "NE"), (6, "DL")])
def test_the_chart(die: int, result: str) -> None:
    match = bocage.position("brook", at="blue combat", units="B-1 B3; G-1 C3", dice=str(die))
    match.play("attack C3")
    match.play("join B-1")
    odds = bocage.forecast(match)
    assert (odds.attack, odds.defence) == (4, 5)
    assert odds.chances == {"AL": Fraction(1, 2), "NE": Fraction(1, 3), "DL": Fraction(1, 6)}
    match.play("roll")
    assert f"({result})" in " ".join(line[2] for line in match.log())
    steps = [match.position.units[match.game.unit_numbers[name]].steps for name in ("B-1", "G-1")]
    assert steps == {"AL": [1, 2], "NE": [2, 2], "DL": [2, 1]}[result]


@rule("3.5", "4.1")
def test_the_last_step_and_the_last_unit() -> None:
    match = bocage.position("brook", at="blue combat", units="B-1 B3; B-2 B2; G-1 C3 reduced", dice="6")
    for action in ("attack C3", "join B-1", "join B-2", "roll", "end"):
        match.play(action)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level, match.outcome.rule) == ("blue", "annihilation", "4.1")


@rule("4.0")
@pytest.mark.parametrize(("holder", "winner"), [("grey", "grey"), ("", "")])
def test_the_mill_decides_after_dusk(holder: str, winner: str) -> None:
    match = bocage.position("brook", turn=6, at="grey movement", units="B-1 A1; G-1 E6", holder=holder)
    match.play("end")
    assert match.outcome is not None
    assert match.outcome.winner == winner


def test_every_testable_case_has_a_test() -> None:
    ledger = coverage.read("brook")
    assert {case.case for case in ledger.cases if case.testable} == set(cited("rooms"))


def test_the_data_are_sound_and_the_map_is_what_the_script_draws() -> None:
    assert check.check().problems == []
    layout, picture = draw_map.draw()
    assert (draw_map.DATA / "layout.json").read_text(encoding="utf-8") == layout
    assert (draw_map.DATA / "map.svg").read_text(encoding="utf-8") == picture


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", "search:0.05"])
def test_bots_play_it_to_its_end_and_its_record_replays(bot: str) -> None:
    match = bocage.new_match("brook", seed=f"whole {bot}")
    players = {side: bots.make(bot, side) for side in match.game.sides}
    while match.prompts:
        bots.answer(match, players[match.prompt.side])
    again = bocage.load(match.text(), strict=True)
    assert again.position_hash == match.position_hash
    assert again.outcome == match.outcome


def test_lists_and_reasons_agree() -> None:
    match, dice = bocage.new_match("brook", seed="reasons"), Random(7)
    while match.prompts:
        legal = {str(action) for action in match.prompt.actions}
        for verb, actions in match.game.actions.whole.items():
            for action in actions:
                assert (match.why_not(f"{verb} {action.operand}".strip()) is None) == (str(action) in legal), action
        match.play(dice.choice(match.prompt.actions))


def test_undo_goes_back_to_the_last_die() -> None:
    match = bocage.new_match("brook", seed="1")
    before = match.position_hash
    match.play("pick B-1")
    match.play("move B1")
    match.undo()
    match.undo()
    assert match.position_hash == before


def test_whoever_does_not_name_a_scenario_gets_the_first() -> None:
    assert bocage.new_match("brook").game.scenario == "skirmish"
    with pytest.raises(BadInput, match="skirmish"):
        bocage.new_match("brook", scenario="campaign")
