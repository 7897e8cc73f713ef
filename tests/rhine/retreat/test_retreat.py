"""Withdrawals: one hex as you are, or two to four and Disrupted; D leaves the choice to stay (DW, D.2, NB.2)."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine import plain
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.combat import retreat
from tests.cases import rule
from tests.rhine.retreat.after_battle import Table
from tests.rhine.retreat.test_rout import ATTACK, WALLS


def withdrawing(units: str, who: str = "DE-84K", result: str = "DW.1", may_stay: str = "", **fields: Any) -> Table:
    return Table(ATTACK + units, "allied", **fields).withdraw("2410", "US-5C US-7C", who, result, may_stay)


@rule("DW.1", "DEP.3")
def test_a_withdrawal_of_one_hex_disrupts_nobody_but_ends_deployment() -> None:
    table = withdrawing("DE-84K 2410 deployed")
    assert table.match.prompt.side == "german"
    assert table.match.prompt.rule == "DW.1"
    assert table.list("retreat") == ["2509", "2510"]
    assert not table.list("stop")
    table.play("retreat 2509")
    assert table.list("stop") == ["stop"]
    table.play("stop")
    assert table.at("DE-84K") == "2509"
    assert not table.is_("disrupted", "DE-84K")
    assert not table.is_("deployed", "DE-84K")
    assert "84. Infanterie Korps retreats 2410-2509, deployed no more." in table.log()


@rule("DW.1")
def test_on_dw_a_unit_that_can_withdraw_must() -> None:
    table = withdrawing("DE-84K 2410")
    assert not table.list("stay")
    assert table.why_not("stay") == ("DW.1", "a unit that can withdraw must do so")
    assert table.why_not("stop") == ("DW.1", "nobody has set out who could stop")


@rule("DW.2", "R10")
def test_two_to_four_hexes_disrupt() -> None:
    table = withdrawing("DE-84K 2410").play("retreat 2509", "retreat 2609")
    assert table.is_("disrupted", "DE-84K")
    assert table.list("stop") == ["stop"]
    table.play("retreat 2709", "retreat 2810")
    # Four hexes are the end of it.
    assert table.at("DE-84K") == "2810"
    assert table.match.prompt.side == "allied"


@rule("DW.1", "DW.2")
def test_every_unit_decides_for_itself() -> None:
    table = withdrawing("DE-84K 2410; DE-21Pz 2410", "DE-84K DE-21Pz").play("pick DE-84K", "retreat 2509", "stop")
    table.play("retreat 2510", "retreat 2611", "stop")
    assert (table.at("DE-84K"), table.at("DE-21Pz")) == ("2509", "2611")
    assert not table.is_("disrupted", "DE-84K")
    assert table.is_("disrupted", "DE-21Pz")


@rule("RET.3")
def test_a_withdrawal_without_a_way_out_only_disrupts() -> None:
    table = withdrawing("US-8C 2510; US-15C 2509; DE-84K 2410 deployed")
    assert table.done
    assert table.at("DE-84K") == "2410"
    assert table.is_("disrupted", "DE-84K")
    assert not table.is_("deployed", "DE-84K")
    assert "84. Infanterie Korps has no hex to withdraw to from 2410." in table.log()


@rule("DW.2")
def test_a_withdrawal_stops_where_the_way_ends() -> None:
    table = withdrawing(WALLS + "DE-84K 2410")
    # 2509 is forced; whether to go on to 2609 is not.
    assert table.list("retreat") == ["2609"]
    assert table.list("stop") == ["stop"]
    assert table.play("retreat 2609").at("DE-84K") == "2609"
    assert table.match.prompt.side == "allied"


@rule("D.1", "D.2", "R10")
def test_d_leaves_three_choices() -> None:
    stays = withdrawing("DE-84K 2410 deployed", result="D.2", may_stay="disrupted")
    assert stays.list("stay") == ["stay"]
    assert stays.list("retreat") == ["2509", "2510"]
    stays.play("stay")
    assert stays.done
    assert stays.at("DE-84K") == "2410"
    assert stays.is_("disrupted", "DE-84K")
    assert not stays.is_("deployed", "DE-84K")
    one = withdrawing("DE-84K 2410", result="D.2", may_stay="disrupted").play("retreat 2509", "stop")
    assert one.at("DE-84K") == "2509"
    assert not one.is_("disrupted", "DE-84K")
    far = withdrawing("DE-84K 2410", result="D.2", may_stay="disrupted").play("retreat 2509", "retreat 2609", "stop")
    assert far.at("DE-84K") == "2609"
    assert far.is_("disrupted", "DE-84K")
    shut = withdrawing("US-8C 2510; US-15C 2509; DE-84K 2410", result="D.2", may_stay="disrupted")
    assert shut.at("DE-84K") == "2410"
    assert shut.is_("disrupted", "DE-84K")


@rule("NB.2")
def test_a_bombarded_corps_may_stay_as_it_is_and_no_hex_is_barred() -> None:
    for action, where in (("stay", "1817"), ("retreat 1816", "1816")):
        table = Table("DE-84K 1817", "allied")
        retreat.withdraw(table.hand, table.units("DE-84K"), table.node("1817"), 0, "NB.2", "as is")
        table.begin()
        assert len(table.list("retreat")) == len(table.game.board.names(table.game.land.step(table.hexes("1817"))))
        table.play(action, *(["stop"] if action != "stay" else []))
        assert table.done
        assert table.at("DE-84K") == where
        assert not table.is_("disrupted", "DE-84K")


@rule("DW.1", "STK.6", "R83", "R28")
def test_after_a_withdrawal_the_owner_says_who_is_too_many() -> None:
    crowd = "DE-74K 2509; DE-81K 2509; DE-84K 2410"
    table = withdrawing(crowd).play("retreat 2509", "stop")
    assert table.match.prompt.side == "german"
    assert table.list("disrupt") == ["DE-74K", "DE-81K", "DE-84K"]
    table.play("disrupt DE-74K")
    assert table.is_("disrupted", "DE-74K")
    assert not table.is_("disrupted", "DE-84K")
    # Passing through a full hex harms nobody, and a Disrupted unit uses no room.
    through = withdrawing(crowd).play("retreat 2509", "retreat 2508", "stop")
    assert through.at("DE-84K") == "2508"
    assert not through.list("disrupt")


@rule("DW.2", "SET.7")
def test_everybody_sees_who_retreats_under_a_face_down_piece() -> None:
    table = withdrawing("DE-84K 2410; DE-Dummy1 2509 down").play("retreat 2509", "retreat 2609", "retreat 2708", "stop")
    told = [line[2] for line in table.match.log(side="allied")]
    assert "84. Infanterie Korps is Disrupted." in told
    assert "84. Infanterie Korps retreats 2410-2509-2609-2708." in told
    assert table.is_("face_down", "DE-Dummy1")


@rule("SUP.8")
def test_a_dump_stays_with_those_who_stay() -> None:
    units = "DE-2Pz 2309; DE-21Pz 2310; US-5C 2410; US-2AD 2410; US-SUP 2410"
    table = Table(units, "german").withdraw("2410", "DE-2Pz DE-21Pz", "US-5C US-2AD", "D.2", "disrupted")
    table.play("pick US-5C", "retreat 2509", "stop", "stay")
    assert (table.at("US-5C"), table.at("US-2AD"), table.at("US-SUP")) == ("2509", "2410", "2410")
    table = Table(units, "german").withdraw("2410", "DE-2Pz DE-21Pz", "US-5C US-2AD")
    table.play("pick US-2AD", "retreat 2510", "retreat 2611", "stop", "retreat 2509", "stop")
    assert table.at("US-SUP") == "2509"
    # A dump is no unit that decides anything.
    alone = Table("DE-2Pz 2309; US-5C 2410; US-SUP 2410", "german").withdraw("2410", "DE-2Pz", "US-5C US-SUP")
    assert not alone.list("pick")


@rule("DW.1", "ADV.3")
def test_a_match_can_be_saved_in_the_middle_of_a_retreat_or_an_advance() -> None:
    table = withdrawing("DE-84K 2410; DE-s503 2410", "DE-84K DE-s503").play("pick DE-84K", "retreat 2509")
    saved(table)
    assert table.match.prompt.rule_of(table.game.actions.find("stop")) == "DW.1"
    table.play("retreat 2609", "stop", "retreat 2510", "stop", "pick US-5C", "advance 2410")
    saved(table)
    assert table.match.prompt.rule_of(table.game.actions.find("end")) == "ADV.3"


def saved(table: Table) -> None:
    """Written as plain data and read again, the position is the same and asks the same."""
    position, game = table.match.position, table.game
    again = plain.from_plain(game, type(position), plain.to_plain(game, position))
    assert plain.digest(game, again) == plain.digest(game, position)
    assert again.frames == position.frames
    assert Match(game, tape=(), start=again).prompt.actions == table.match.prompt.actions


# Whole battles


def battle(dice: str, answer: str, units: str, **fields: Any) -> Any:
    """Two American corps attack 2410 at 3:1; the defender has answered."""
    match = bocage.position(
        "rhine",
        turn=3,
        at="allied battles",
        weather="very bad",
        stage="operational",
        units="US-5C 2309; US-8C 2310; " + units,
        first_beaches="2208",
        allied_control="2208",
        battles="2410: US-5C US-8C",
        dice=dice,
        **fields,
    )
    for action in ("fight", "steady", answer):
        match.play(action)
    return match


def place(match: Any, unit: str) -> str:
    at = match.position.units[match.game.unit_numbers[unit]].at
    return str(match.game.board.labels[at]) if at >= 0 else str(match.game.place_names[-at - 1])


def marked(match: Any, mark: str, unit: str) -> bool:
    return bool(getattr(match.position, mark) >> match.game.unit_numbers[unit] & 1)


@rule("NR.1")
def test_under_no_retreat_dr_eliminates_and_dw_disrupts_in_place() -> None:
    routed = battle("5", "no-retreat", "DE-84K 2410")
    assert place(routed, "DE-84K") == "calendar"
    # At 3:1 a 3 is DW; against the deployed korps it is 3:2, and a 3 is D (ruling R13).
    for state, result in (("", "DW"), (" deployed", "D")):
        held = battle("3", "no-retreat", f"DE-84K 2410{state}; DE-21Pz 2509")
        assert any(line[1] == f"{result}.1" for line in held.log())
        assert place(held, "DE-84K") == "2410"
        assert marked(held, "disrupted", "DE-84K")
        assert not marked(held, "deployed", "DE-84K")


@rule("NR.1", "DR.1", "DR.3", "ADV.1")
def test_without_that_order_the_attacker_sets_the_distance_and_then_advances() -> None:
    match = battle("5", "may-retreat", "DE-84K 2410")
    assert match.prompt.side == "allied"
    match.play("distance 2")
    assert match.prompt.side == "german"
    match.play("retreat 2509")
    match.play("retreat 2609")
    assert match.prompt.side == "allied"
    assert match.prompt.step == "advance"
    assert match.why_not("end").rule == "ADV.1"
    match.play("pick US-5C")
    assert place(match, "US-5C") == "2309"
    match.play("advance 2410")
    assert place(match, "US-5C") == "2410"
    assert place(match, "DE-84K") == "2609"
