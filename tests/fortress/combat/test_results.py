"""What each combat result brings (15.3), to whom, and in which order."""

from __future__ import annotations

import pytest

from bocage import Match
from tests.cases import rule
from tests.fortress.combat.battles import attack, choices, combat, prepare, said, steps, where
from tests.fortress.playing import look, refused

OPEN = "US-1-Inf V11; US-2-Inf V11; GE-331-Inf U12; GE-84-Inf U12"


def at_odds(declared: str, die: int, units: str = OPEN) -> Match:
    """A battle in open ground that is rolled on a column of our choice."""
    match = prepare(combat(units, dice=str(die)), "U12", "US-1-Inf US-2-Inf")
    if f"declare {declared}" in choices(match):
        match.play(f"declare {declared}")
    match.play("roll")
    return match


def settle(match: Match) -> list[tuple[str, str]]:
    """Answer everything up to the next battle with the first choice: who was asked, and the answer."""
    asked = []
    while match.prompt.step not in ("combat", "movement"):
        first = choices(match)[0]
        asked.append((match.prompt.side, first))
        match.play(first)
    return asked


@rule("15.3.AE")
def test_ae_destroys_all_attackers() -> None:
    match = at_odds("1-5", 1)
    assert where(match, "US-1-Inf") == where(match, "US-2-Inf") == "dead"
    assert steps(match, "GE-331-Inf") == 2


@rule("15.3.A2", "15.3.A1", "15.3.AR", "R8")
@pytest.mark.parametrize(("declared", "die", "lost"), [("1-2", 2, 2), ("1-2", 3, 1), ("1-2", 4, 0)])
def test_the_attacker_loses_steps_of_his_choice_and_retreats_one_or_two_hexes(
    declared: str, die: int, lost: int
) -> None:
    match = at_odds(declared, die)
    for _ in range(lost):
        assert match.prompt.side == "allied"
        match.play("lose US-1-Inf")
    assert steps(match, "US-1-Inf") == 2 - lost
    left = [unit for unit in ("US-1-Inf", "US-2-Inf") if steps(match, unit)]
    if len(left) > 1:
        match.play(f"pick {left[-1]}")
    match.play(f"retreat {choices(match, 'retreat')[0]}")
    assert "stop" in choices(match)
    assert choices(match, "retreat")
    match.play("stop")
    settle(match)
    assert "V11" not in (where(match, unit) for unit in left)
    assert where(match, "GE-331-Inf") == where(match, "GE-84-Inf") == "U12"


@rule("15.3.E2", "15.3.EX", "15.3.DR", "15.2", "15.4")
@pytest.mark.parametrize(
    ("declared", "die", "ours", "theirs", "hexes"), [("1-1", 4, 2, 1, 1), ("1-1", 5, 1, 1, 2), ("1-1", 6, 0, 0, 2)]
)
def test_the_defender_loses_and_retreats_first(declared: str, die: int, ours: int, theirs: int, hexes: int) -> None:
    match = at_odds(declared, die)
    asked = settle(match)
    losses = [side for side, answer in asked if answer.startswith("lose")]
    assert losses == ["german"] * theirs + ["allied"] * ours
    german = sum(steps(match, unit) for unit in ("GE-331-Inf", "GE-84-Inf"))
    assert german == 4 - theirs
    board = look(match).game.board
    start = board.node("U12")
    for unit in ("GE-331-Inf", "GE-84-Inf"):
        assert 1 <= board.distance(start, board.node(where(match, unit))) <= hexes
    routed = [side for side, answer in asked if answer.startswith("retreat")]
    assert set(routed) == {"allied"}  # the attacker moves those who retreat (15.4)


@rule("15.3.D1")
def test_d1_costs_the_defender_a_step() -> None:
    match = attack(combat("US-1-Inf V11; US-2-Inf V11; GE-331-Inf U12", dice="5"), "U12", "US-1-Inf US-2-Inf")
    assert "D1" in said(match)
    assert steps(match, "GE-331-Inf") == 1


@rule("15.3.DE")
def test_de_destroys_all_defenders() -> None:
    match = attack(combat("US-1-Inf V11; US-2-Inf V11; GE-331-Inf U12", dice="6"), "U12", "US-1-Inf US-2-Inf")
    assert where(match, "GE-331-Inf") == "dead"


@rule("15.3", "R10")
def test_losses_come_before_retreats_and_nobody_advances() -> None:
    match = attack(combat("US-1-Inf V11; US-2-Inf V11; GE-331-Inf U12 reduced", dice="1"), "U12", "US-1-Inf US-2-Inf")
    assert "EX" in said(match) or "E2" in said(match)
    assert where(match, "GE-331-Inf") == "dead"
    settle(match)
    assert where(match, "US-1-Inf") == where(match, "US-2-Inf") == "V11"


@rule("15.4")
def test_stacks_may_be_split_and_go_one_by_one() -> None:
    match = at_odds("1-1", 6)
    assert set(choices(match, "pick")) == {"GE-331-Inf", "GE-84-Inf"}
    match.play("pick GE-84-Inf")
    assert refused(match, "pick GE-84-Inf") == "15.4"
    match.play("retreat T12")
    assert refused(match, "pick GE-331-Inf") == "15.4"


@rule("15.4", "15.7")
def test_nobody_is_sent_where_another_would_be_lost_for_lack_of_room() -> None:
    # 91 and 84 can only end at K2 and L2; if L2 has one place left, whoever goes first must not fill the last of both.
    crowd = "GE-85-Inf L2; GE-352-Inf L2"
    match = combat(f"GE-91-Inf K3; GE-84-Inf K3; US-4-Inf K4; US-8-Inf J3; US-1-Inf K4; US-2-Inf K4; {crowd}", dice="5")
    attack(match, "K3", "US-4-Inf US-8-Inf US-1-Inf US-2-Inf")
    settle(match)
    assert where(match, "GE-91-Inf") in ("K2", "L2")
    assert where(match, "GE-84-Inf") in ("K2", "L2")


@rule("15.5", "7.3")
def test_friends_do_not_open_a_hex_in_an_enemy_zone() -> None:
    units = "GE-331-Inf U12; US-1-Inf V11; US-2-Inf V11; GE-84-Inf V12"
    match = attack(combat(f"{units}; US-4-Inf W12", dice="4", turn=13), "U12", "US-1-Inf US-2-Inf")
    assert "DR" in said(match)
    assert refused(match, "retreat V12") == "15.5"


@rule("15.9")
def test_no_retreat_over_a_river_whose_bridges_are_down() -> None:
    units = "GE-84-Inf Q8; US-1-Inf Q9; US-2-Inf Q9; US-4-Inf Q9"
    free = attack(combat(units, dice="3"), "Q8", "US-1-Inf US-2-Inf US-4-Inf")
    shut = attack(combat(units, dice="3", bombed=("Seine-1",)), "Q8", "US-1-Inf US-2-Inf US-4-Inf")
    assert "Q7" in choices(free, "retreat")
    assert "Q7" not in choices(shut, "retreat")


@rule("16.7", "R100")
def test_the_dyke_is_passed_and_never_the_end_of_a_retreat() -> None:
    match = combat("GE-84-Inf HH2; US-1-Inf HH3; US-2-Inf GG2; US-4-Inf HH3; US-8-Inf GG2", dice="4")
    attack(match, "HH2", "US-1-Inf US-2-Inf US-4-Inf US-8-Inf")
    settle(match)
    assert where(match, "GE-84-Inf") != "II2"


@rule("16.8")
def test_of_two_defending_hexes_only_the_rough_one_may_hold() -> None:
    match = combat("US-1-Inf CC13; US-2-Inf CC13; US-4-Inf CC13; GE-84-Inf DD12; GE-85-Inf CC12", dice="5")
    attack(match, "DD12 CC12", "US-1-Inf US-2-Inf US-4-Inf")
    assert match.prompt.side == "german"
    assert choices(match, "withdraw") == ["GE-84-Inf"]
    match.play("end")
    settle(match)
    assert where(match, "GE-84-Inf") == "DD12"
    assert where(match, "GE-85-Inf") != "CC12"


@rule("31.16", "15.9")
def test_a_part_of_the_79th_bridges_a_bombed_river_for_those_who_retreat() -> None:
    found = []
    for options in ({}, {"31.16": True}):
        match = combat(
            "US-1-Inf Q8; GE-84-Inf Q9; GE-85-Inf O7; BR-30-79 Q7", dice="3", bombed=("Seine-1",), options=options
        )
        attack(match, "Q9", "US-1-Inf")
        settle(match)
        found.append(where(match, "US-1-Inf"))
    assert found[0] == "dead"
    assert found[1] != "dead"
