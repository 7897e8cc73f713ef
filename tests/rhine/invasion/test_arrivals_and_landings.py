"""Set-up, landings, air, arrivals and the reserve: what the Allies learn, and what a referee says."""

from __future__ import annotations

import pytest

from bocage.games.rhine.words import reports
from tests.cases import rule
from tests.rhine.setup.ashore import at, listed, play, refused, told

TURN_FIVE = "DE-12SS 5516; US-5C 1817"


def moved(unit: str, *legs: str, stage: str = "operational") -> list[str]:
    """What the Allies read and see of a face-down piece that moves."""
    row = "german movement" if stage == "operational" else "german exploitation movement"
    m = at(row, 4, f"US-5C 1817; {unit} 3010 down", stage=stage, first_beaches="1817")
    play(m, f"pick {unit}", *legs)
    return [*told(m, "allied"), *(repr(frame) for frame in m.inquire("allied").position.frames)]


@rule("SET.7", "MOV.7")
def test_how_many_bonus_hexes_a_face_down_piece_has_used_is_not_told() -> None:
    # Panzergrenadiers have three safe hexes and panzers four, so the fifth is another bonus hex for each.
    grenadiers, panzers = (moved(unit, "march 3510") for unit in ("DE-17SS", "DE-2Pz"))
    assert "A face-down piece moves 3010-3110-3210-3310-3410-3510 (5 hexes)." in grenadiers
    assert grenadiers == panzers
    m = at("german movement", 4, "US-5C 1817; DE-2Pz 3010", first_beaches="1817")
    play(m, "pick DE-2Pz", "march 3510")
    assert told(m)[-1].endswith("(5 hexes; 1 of the bonus).")


@rule("SET.7", "MOV.4")
def test_nobody_sees_that_a_face_down_piece_has_come_to_the_end_of_its_allowance() -> None:
    m = at(
        "german exploitation movement",
        4,
        "US-5C 1817; DE-17SS 3010 down",
        stage="exploitation",
        first_beaches="1817",
        dice="6 6",
    )
    play(m, "pick DE-17SS")
    before = m.inquire("allied").position.frames[-1]
    play(m, "move 3110")
    under_way = m.inquire("allied").position.frames[-1]
    play(m, "dash 3410")
    after = m.inquire("allied").position.frames[-1]
    assert m.position.frames[-1].hand == -1  # its four hexes are used up
    assert (before.hand, before.supply, before.hexes) == (-1, "", 0)
    assert repr(under_way) == repr(after)


@rule("REPL.1", "REPL.4", "REIN.5")
@pytest.mark.parametrize(
    ("unit", "case"),
    [("DE-2FJK", "REPL.4"), ("US-5C", "REPL.1"), ("DE-9Pz", "REIN.5"), ("DE-1SS", "CO.1"), ("DE-12SS", "REPL.2")],
)
def test_whoever_does_not_wait_for_replacement_is_told_why(unit: str, case: str) -> None:
    units = "DE-2FJK dead; DE-84K calendar; DE-12SS 5516; US-5C 2011; DE-1SS reserve"
    m = at("german replacements", 4, units, lost_turn={"DE-84K": 3})
    assert refused(m, f"pick {unit}")[0] == case


@rule("REPL.2")
def test_before_a_replacement_is_chosen_no_hex_is_called_foreign() -> None:
    m = at("german replacements", 4, "DE-84K calendar; DE-81K calendar; DE-12SS 5516", lost_turn={"DE-84K": 3})
    assert refused(m, "place 5114") == ("REPL.2", "choose first the unit to be replaced")
    play(m, "pick DE-84K")
    assert refused(m, "place 2909") == ("REPL.2", "2909 is neither in Germany nor on the Siegfried Line")
    assert "5114" in listed(m, "place")


@rule("REPL.8")
def test_the_price_of_a_brigade_group_is_told_with_what_is_in_the_bank() -> None:
    m = at("german replacements", 2, "DE-84K calendar; DE-12SS 5516", lost_turn={"DE-84K": 1})
    why = "Panzer Brigade Group 105/106 costs 2, and the bank holds 1 panzer point"
    assert refused(m, "pick DE-PzB1") == ("REPL.8", why)


@rule("CO.1")
def test_before_a_unit_of_the_reserve_is_chosen_no_hex_is_called_unsupplied() -> None:
    m = at(
        "strategic reserve", 8, "DE-1SS reserve; DE-12SS reserve; US-5C 2011", reserve_turn=5, reserve_record="returns"
    )
    play(m, "counteroffensive")
    assert refused(m, "place 5114") == ("CO.1", "choose first which unit of the Strategic Reserve is placed")
    play(m, "pick DE-1SS")
    assert "5114" in listed(m, "place")


@rule("REIN.5", "R58")
def test_if_the_south_edge_is_shut_the_log_says_that_ninth_panzer_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    m = at("declarations", 5, TURN_FIVE)
    node = m.game.board.index["1817"]
    assert m.position.allied_control >> node & 1
    monkeypatch.setattr(m.game, "south_edge", 1 << node)
    play(m, "end", "wait")
    assert "No hex of the south edge is free: 9. Panzer Division waits for the next turn." in told(m)
    assert "german reinforcements" not in m.prompt.step


@rule("REIN.5")
def test_a_south_edge_hex_that_the_allies_hold_is_named_as_such() -> None:
    m = at("german reinforcements", 5, "US-5C 2500; DE-12SS 5516")
    assert refused(m, "place 2500") == ("REIN.5", "the Allies hold 2500")


@rule("DD.3", "RM.2")
def test_the_marines_are_told_that_their_turn_has_not_come() -> None:
    there = {"first_beaches": "1817", "second_beaches": "2917 3019"}
    early = at("landing force", 3, "US-5C 1817", second_landing_turn=3, **there)
    assert refused(early, "pick BR-RMN") == ("RM.2", "BR-RMN is not ready before turn 7")
    assert "BR-RMN" in listed(at("landing force", 7, "US-5C 1817", second_landing_turn=7, **there), "pick")


@rule("DD.5")
def test_a_second_wave_without_a_first_is_warned_that_it_will_wait() -> None:
    warning = "Nobody lands at Omaha (1817) first: the second wave waits while the hex is German (R33)."
    m = at("landing force", 1, first_beaches="1817", naval="1817")
    play(m, "pick US-5C", "second 1817")
    assert warning in m.prompt.warnings
    play(m, "pick BR-1C", "first 1817")
    assert warning not in m.prompt.warnings


@rule("DD.5")
def test_a_unit_off_an_allied_beach_is_told_that_it_lands_to_exploit() -> None:
    m = at(
        "first wave",
        2,
        "US-5C 1817",
        first_beaches="1817 1915",
        landing_at="US-7C 1817; BR-8C 1915",
        second_wave="US-7C BR-8C",
    )
    rule_, why = refused(m, "send US-7C")
    assert rule_ == "DD.5"
    assert "in Allied hands" in why


@rule("SB.5")
def test_the_end_of_the_game_is_never_shown_as_a_turn_that_has_passed() -> None:
    m = at("declarations", 13, TURN_FIVE, bombings=4)
    look = m.inquire("allied")
    assert look.last_turn() == 12
    assert reports.standing(look)[-1].text == "the Germans win after turn 13"
    assert "13, 1 fewer by bombing" in [line.text for line in reports.facts(look)]


@rule("NB.2", "DW.1", "DW.2")
def test_a_unit_that_has_withdrawn_one_hex_is_told_what_another_one_costs() -> None:
    m = at(
        "naval bombardment", 1, "DE-21Pz 1817", first_beaches="1817", naval="1817", landing_at="US-5C 1817", dice="2"
    )
    play(m, "retreat 1816")
    assert m.prompt.text == "21. Panzer Division may stop here as it is, or go farther back and be Disrupted."
    play(m, "retreat 1815")
    assert m.prompt.text == "21. Panzer Division may stop here, or go farther back."


@rule("DD.5")
def test_the_log_says_that_a_second_wave_waits_off_a_german_hex() -> None:
    m = at(
        "second wave",
        1,
        "DE-84K 1817; US-5C 1717",
        stage="exploitation",
        first_beaches="1717 1817",
        landing_at="US-7C 1817; US-8C 1717",
        second_wave="US-7C US-8C",
    )
    assert "US 7 Corps waits at sea: Omaha (1817) is still German." in told(m)
    assert "US 8 Corps lands at Utah (1717)." in told(m)
