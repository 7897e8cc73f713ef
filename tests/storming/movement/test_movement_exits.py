"""Entrance and Exit Hexes (7.1.2): who must leave, who may exit into Brittany or to the east, who comes back."""

from __future__ import annotations

from typing import Any

import bocage
from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_BREAKTHROUGH,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    left,
    listed,
    play,
    refused,
    said,
    verbs,
    walked,
    where,
)

FOUR = ("US-4-Inf", "US-1-Inf", "US-82-AB", "US-2-Arm")


def in_brittany(match: Any) -> set[str]:
    return {unit for unit in FOUR if where(match, unit) == "brittany"}


def ready(row: str = ALLIED_EXPLOITATION, **more: Any) -> Any:
    """Four US divisions in B hexes or beside them."""
    units = "US-4-Inf 0130; US-1-Inf 0130; US-82-AB 0131; US-2-Arm 0230; CW-7-Arm 0921; US-1A-HQ 0130; FR-2-Arm 0131"
    return at(row, more.pop("units", units), **more)


# Leaving Entrance Hexes


@rule("7.1.1")
def test_units_pay_normally_to_leave_their_entrance_hex() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-272-Inf 0634", turn=2), "pick GE-272-Inf", "move 0630")
    assert walked(m) == (["0634", "0633", "0632", "0631", "0630"], 4)


@rule("7.1.2.C")
def test_germans_who_do_not_leave_their_entrance_hex_in_the_first_step_are_eliminated() -> None:
    units = "GE-272-Inf 0634; GE-276-Inf 0634; GE-9SS-Pz 5806; GE-198-Inf 4540"
    m = at(GERMAN_ASSAULT, units, turn=2)
    (warning,) = m.prompt.warnings
    assert "7.1.2.C" in warning
    assert all(name in warning for name in ("272 Infantry", "276 Infantry", "9 SS Panzer", "198 Infantry"))
    play(m, "pick GE-272-Inf", "move 0633")
    assert "272 Infantry" not in m.prompt.warnings[0]
    play(m, "end")
    assert where(m, "GE-272-Inf") == "0633"
    assert where(m, "GE-276-Inf") == where(m, "GE-198-Inf") == "cup", "they are eliminated, not lost for good"
    assert m.prompt.step == "rebuilding", "the German says where 9 SS is rebuilt"


@rule("7.1.2.C", "7.1.2.A")
def test_germans_never_go_back_into_an_entrance_hex() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-272-Inf 0633; GE-276-Inf 0634; GE-9SS-Pz 5706", turn=2), "pick GE-272-Inf")
    assert refused(m, "move 0634") == "7.1.2.C"
    assert refused(play(m, "pick GE-276-Inf"), "move 0534") == "7.1.2.C", "nor from one to the next"
    assert refused(play(m, "pick GE-9SS-Pz"), "move 5806") == "7.1.2.C"


@rule("7.1.2.C", "10.3.A", "R102")
def test_a_leader_who_cannot_move_before_combat_leaves_in_the_exploitation() -> None:
    m = at(GERMAN_ASSAULT, "Model 5806; GE-353-Inf 5703", turn=6)
    assert not m.prompt.warnings
    play(m, "end")
    assert where(m, "Model") == "5806"
    late = at(GERMAN_EXPLOITATION, "Model 5806; GE-353-Inf 5703", turn=6)
    assert late.prompt.warnings
    play(late, "end")
    assert where(late, "Model") == "dead"


@rule("7.1.2.D", "7.1.2.F")
def test_germans_may_stay_in_the_b_hexes_and_both_sides_enter_them() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0130; GE-266-Co 0131; GE-91-Inf 0230", turn=3)
    play(m, "pick GE-353-Inf", "move 0129", "pick GE-91-Inf", "move 0130", "end")
    assert [where(m, unit) for unit in ("GE-353-Inf", "GE-266-Co", "GE-91-Inf")] == ["0129", "0131", "0130"]
    allied = play(at(ALLIED_EXPLOITATION, "US-4-Inf 0230"), "pick US-4-Inf")
    assert "0130" in listed(allied, "move")


@rule("7.1.2.A", "7.1.2.G")
def test_allied_units_do_not_enter_southern_entrance_hexes() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 0633"), "pick US-4-Inf")
    assert refused(m, "move 0634") == "7.1.2.A"
    south = play(at(ALLIED_EXPLOITATION, "US-3-Inf 4539", turn=8), "pick US-3-Inf")
    assert refused(south, "move 4540") == "7.1.2.A"


# Anvil-Dragoon


@rule("7.1.2.E", "R103")
def test_anvil_dragoon_units_must_leave_their_entrance_hexes() -> None:
    m = at(ALLIED_ASSAULT, "US-3-Inf 4540; US-36-Inf 4740; US-6AG-HQ 4540", turn=7, declared=4)
    assert "end" not in verbs(m)
    assert refused(m, "end") == "7.1.2.E"
    play(m, "pick US-3-Inf", "move 4539")
    assert refused(m, "end") == "7.1.2.E"
    play(m, "pick US-36-Inf", "move 4739", "end")
    assert where(m, "US-6AG-HQ") == "4540", "a headquarters cannot move before combat"


@rule("7.1.2.E")
def test_they_are_excused_when_germans_stand_in_every_way_or_points_do_not_suffice() -> None:
    ways = [
        label for label in GAME.board.names(GAME.board.around[GAME.board.index["4540"]]) if not label.endswith("40")
    ]
    germans = ("GE-353-Inf", "GE-91-Inf", "GE-77-Inf", "GE-352-Inf")
    blocked = "; ".join(f"{unit} {label}" for unit, label in zip(germans, ways, strict=False))
    m = at(ALLIED_ASSAULT, f"US-3-Inf 4540; US-36-Inf 4535; {blocked}", turn=7, declared=4)
    assert "end" in verbs(m)
    zones = at(ALLIED_ASSAULT, f"US-3-Inf 4540; US-36-Inf 4535; GE-353-Inf {ways[0]}", turn=7, declared=4)
    assert refused(zones, "end") == "7.1.2.E", "zones do not excuse them"
    none = at(ALLIED_ASSAULT, "US-3-Inf 4540", turn=7, declared=0, points={"6AG": 3}, dice="1")
    assert none.prompt.step == "combat duration", "nothing was declared"


# Into Brittany


@rule("7.1.2.J", "7.1.2.B", "R104")
def test_four_us_divisions_exit_together_for_one_point_each() -> None:
    m = ready()
    play(m, "pick US-4-Inf")
    before = left(m)
    play(m, "exit")
    assert where(m, "US-4-Inf") == "0130", "it waits for the others"
    assert refused(m, "pick US-4-Inf") == "7.1.2.J"
    play(m, "pick US-1-Inf", "exit", "pick US-82-AB", "exit")
    assert not in_brittany(m)
    assert not m.position.brittany_closed
    play(m, "pick US-2-Arm", "move 0130")
    assert left(m) == before - 1
    play(m, "exit")
    assert in_brittany(m) == set(FOUR)
    assert m.position.brittany_closed
    assert where(m, "GE-2FJ-Div") == "dead", "the B reinforcements still to come are gone"
    assert where(m, "GE-9SS-Pz") == "schedule"


@rule("7.1.2.J", "R28", "R104")
def test_fewer_than_four_do_not_exit_at_all() -> None:
    m = play(ready(), "pick US-4-Inf", "exit", "pick US-1-Inf", "exit")
    assert [text for text in m.prompt.warnings if "only 2 of 4" in text]
    play(m, "end")
    assert (where(m, "US-4-Inf"), where(m, "US-1-Inf")) == ("0130", "0130")
    assert not m.position.brittany_closed
    assert m.position.leaving == 0
    assert any("Too few" in text for text in said(m, "7.1.2.J"))


@rule("7.1.2.J", "R28")
def test_only_us_divisions_exit_and_only_from_b_hexes_with_a_point_left() -> None:
    m = ready()
    assert refused(m, "exit") == "10.4"
    assert refused(play(m, "pick FR-2-Arm"), "exit") == "7.1.2.J"
    assert refused(play(m, "pick US-1A-HQ"), "exit") == "7.1.2.J"
    assert refused(play(m, "pick US-2-Arm"), "exit") == "7.1.2.L", "not in a B hex"
    tired = play(ready(points={"12AG": 1, "21AG": 1}), "pick US-2-Arm", "move 0130")
    assert refused(tired, "exit") == "7.1.2.J"
    zone = play(ready(units="US-4-Inf 0229; GE-353-Inf 0131"), "pick US-4-Inf", "move 0130")
    assert refused(zone, "pick US-4-Inf") == "6.5", "it had to stop"
    began = play(ready(units="US-4-Inf 0130; GE-353-Inf 0131"), "pick US-4-Inf")
    assert "exit" in verbs(began), "who begins in a zone may leave for where there is none"


@rule("7.1.2.J")
def test_four_and_no_more() -> None:
    units = "US-4-Inf 0130; US-1-Inf 0130; US-9-Inf 0130; US-2-Arm 0131; US-30-Inf 0131; US-29-Inf 0132"
    m = play(ready(units=units), "pick US-4-Inf", "join US-1-Inf", "join US-9-Inf", "exit", "pick US-2-Arm")
    play(m, "join US-30-Inf")
    assert refused(m, "exit") == "7.1.2.J"
    play(m, "pick US-29-Inf", "exit")
    assert m.position.brittany_closed
    assert refused(play(m, "pick US-2-Arm"), "exit") == "7.1.2.J"


@rule("7.1.2.I")
def test_germans_never_exit() -> None:
    assert refused(play(at(GERMAN_ASSAULT, "GE-353-Inf 0130"), "pick GE-353-Inf"), "exit") == "7.1.2.I"
    assert refused(at(GERMAN_ASSAULT, "GE-353-Inf 0130"), "return US-4-Inf") == "7.1.2.I"


@rule("7.1.2.J")
def test_after_that_germans_must_leave_the_b_hexes_or_die_there_for_good() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 0127; GE-91-Inf 0132; GE-77-Inf 0227", brittany_closed=True)
    (warning,) = m.prompt.warnings
    assert "7.1.2.J" in warning
    assert "353" in warning
    assert "77" not in warning
    assert refused(play(m, "pick GE-77-Inf"), "move 0126") == "7.1.2.J"
    play(m, "pick GE-91-Inf", "move 0232", "end")
    assert (where(m, "GE-353-Inf"), where(m, "GE-91-Inf")) == ("dead", "0232")


@rule("17.6.2", "3.2.C.1", "17.6")
def test_the_exit_completes_a_breakout_and_in_time_wins_the_game() -> None:
    towns = {"allied_control": "0619 0820 0828 1228"}
    reached = "; ".join(("US-4-Inf 0130", "US-1-Inf 0130", "US-82-AB 0131", "US-2-Arm 0130"))
    for turn, won in ((4, True), (5, False)):
        m = ready(units=reached, turn=turn, **towns)
        play(m, "pick US-4-Inf", "exit", "pick US-1-Inf", "exit", "pick US-82-AB", "exit", "pick US-2-Arm", "exit")
        assert m.position.breakout
        assert (m.outcome is not None) == won


# And back


@rule("7.1.2.K", "R28")
def test_three_of_the_four_come_back_in_the_next_step_for_one_point() -> None:
    away = "; ".join(f"{unit} brittany" for unit in FOUR)
    m = at(ALLIED_BREAKTHROUGH, f"{away}; US-9-Inf 0430; GE-353-Inf 0127", points={"12AG": 3}, duration=1)
    assert listed(m, "return") == set(FOUR)
    assert [text for text in m.prompt.warnings if "7.1.2.K" in text]
    play(m, "return US-4-Inf")
    assert listed(m, "move") == set(GAME.board.names(GAME.entrances["B"])) - {"0127"}
    assert refused(m, "move 0230") == "7.1.2.K"
    play(m, "move 0131")
    assert left(m) == 2
    play(m, "move 0231")
    play(m, "return US-1-Inf", "move 0128", "return US-82-AB", "move 0131")
    assert where(m, "US-1-Inf") == "0128"
    assert refused(m, "pick US-1-Inf") == "6.5", "it has come into a German zone"
    assert refused(m, "return US-2-Arm") == "7.1.2.K"
    play(m, "end")
    assert where(m, "US-2-Arm") == "dead"
    assert said(m, "7.1.2.K")


@rule("7.1.2.K", "R28")
def test_they_do_not_come_back_in_the_step_of_their_exit_and_are_lost_after_the_next() -> None:
    m = ready(units="US-4-Inf 0130; US-1-Inf 0130; US-82-AB 0131; US-2-Arm 0130; GE-353-Inf 3033", dice="1 1 1 1 1 1")
    for unit in FOUR:
        play(m, f"pick {unit}", "exit")
    assert refused(m, "return US-4-Inf") == "7.1.2.K"
    play(m, "end")
    assert in_brittany(m) == set(FOUR)
    none = at(ALLIED_ASSAULT, "US-4-Inf brittany; US-9-Inf 0430", declared=1, points={"12AG": 3}, dice="1")
    play(none, "end")
    assert where(none, "US-4-Inf") == "dead"


@rule("7.1.2.K")
def test_without_points_or_a_free_b_hex_nobody_returns() -> None:
    m = at(ALLIED_BREAKTHROUGH, "US-4-Inf brittany; CW-7-Arm 0921", points={"12AG": 0, "21AG": 2}, duration=1)
    assert refused(m, "return US-4-Inf") == "7.1.2.K"
    germans = [counter.id for counter in GAME.counters if counter.side == "german" and counter.division][:9]
    held = "; ".join(
        f"{unit} {label}" for unit, label in zip(germans, GAME.board.names(GAME.entrances["B"]), strict=True)
    )
    full = at(ALLIED_EXPLOITATION, f"US-4-Inf brittany; US-9-Inf 0430; {held}")
    assert refused(full, "return US-4-Inf") == "7.1.2.K"


# To the east


@rule("7.1.2.L", "3.2.C.1", "7.1.2.A")
def test_ten_divisions_that_exit_to_the_east_in_one_segment_win() -> None:
    divisions = [counter.id for counter in GAME.counters if counter.nation == "US" and counter.size == "division"][:11]
    units = "; ".join(f"{unit} {5703 + number // 3}" for number, unit in enumerate(divisions))
    m = at(ALLIED_EXPLOITATION, f"{units}; US-6AG-HQ 5704", turn=15, breakout=True, ike_sees=True)
    play(m, "pick US-6AG-HQ", "exit")
    for number, unit in enumerate(divisions[:10], start=1):
        assert m.outcome is None
        play(m, f"pick {unit}", "exit")
        assert where(m, unit) == "east", number
    assert m.outcome is not None
    assert (m.outcome.winner, m.outcome.rule) == ("allied", "3.2.C.1")


@rule("7.1.2.L", "R105")
def test_exits_of_different_segments_do_not_add_up() -> None:
    gone = "; ".join(
        f"{counter.id} east"
        for counter in GAME.counters
        if counter.nation == "US" and counter.division and counter.id < "US-4"
    )
    m = at(ALLIED_EXPLOITATION, f"{gone}; US-79-Inf 5703; US-90-Inf 5703", turn=15, breakout=True)
    assert gone.count(";") >= 10
    play(m, "pick US-79-Inf", "exit")
    assert m.outcome is None
    assert [text for text in m.prompt.warnings if "1 division has exited" in text]
    assert refused(m, "return US-79-Inf") == "7.1.2.K", "and nobody comes back"


@rule("7.1.2.L", "R105")
def test_the_exit_is_one_point_from_a_hex_beside_the_marked_ones() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 5703; US-1-Inf 5730", turn=15, breakout=True), "pick US-4-Inf")
    assert refused(m, "move 5803") == "7.1.2.L"
    play(m, "move 5704")
    assert "exit" in verbs(m)
    assert refused(play(m, "pick US-1-Inf"), "exit") == "7.1.2.L", "there is no exit hex so far south"
    spent = at(ALLIED_EXPLOITATION, "US-4-Inf 5603", turn=15, breakout=True, points={"21AG": 1})
    play(spent, "pick US-4-Inf", "move 5703")
    assert refused(spent, "exit") == "7.1.2.L"


def reason(match: Any, action: str) -> tuple[str, str]:
    refusal = match.why_not(action)
    return refusal.rule, refusal.why


@rule("7.1.2.L", "10.4")
def test_germans_in_the_exit_hexes_bar_the_way_out() -> None:
    start: dict[str, Any] = {"turn": 15, "breakout": True}
    held = "US-4-Inf 5704; GE-9SS-Pz 5803; GE-10SS-Pz 5804"
    m = play(at(ALLIED_EXPLOITATION, held, **start), "pick US-4-Inf")
    assert reason(m, "exit") == ("10.4", "German units hold the exit hexes beside 5704: 5803 and 5804")
    half = play(at(ALLIED_EXPLOITATION, "US-4-Inf 5704; GE-9SS-Pz 5803", **start), "pick US-4-Inf", "exit")
    assert where(half, "US-4-Inf") == "east"


@rule("7.1.2.L", "10.7.4")
def test_nobody_exits_over_the_rhine() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 5721", turn=15, breakout=True), "pick US-4-Inf")
    why = "the Rhine lies between 5721 and the exit hex 5820, and no unit exits over it"
    assert reason(m, "exit") == ("10.7.4", why)


@rule("6.5", "7.1.2.J")
def test_who_stops_in_an_enemy_zone_does_not_exit_and_is_told_so() -> None:
    m = at(ALLIED_EXPLOITATION, "US-4-Inf 0230; US-1-Inf 0921; GE-77-Inf 0132", breakout=False)
    play(m, "pick US-4-Inf", "move 0131")
    assert reason(m, "exit") == (
        "6.5",
        "US 4 Infantry Division has entered an enemy zone of control and moves no further, off the map neither",
    )
    tanks = at(ALLIED_EXPLOITATION, "US-2-Arm 0230; US-1-Inf 0921; GE-77-Inf 0132", breakout=False)
    play(tanks, "pick US-2-Arm", "move 0131")  # they stay in hand, for they may assault
    assert reason(tanks, "exit")[0] == "6.5"
    fresh = at(ALLIED_EXPLOITATION, "US-4-Inf 0131; US-1-Inf 0921; GE-77-Inf 0132", breakout=False)
    assert reason(fresh, "exit") == ("10.4", "choose the unit that exits first")


def test_the_scenarios_keep_to_their_maps() -> None:
    m = bocage.position(
        "storming", scenario="final", turn=12, at=ALLIED_EXPLOITATION, units="US-4-Inf 3525", points={"12AG": 10}
    )
    play(m, "pick US-4-Inf")
    assert all(int(label[:2]) >= 35 for label in listed(m, "move"))
    assert refused(m, "move 3424") == "3.4"
