"""Bridges, zones, blind spots, Strategic Movement and Priority Supply in the corners of 6.0, 10.0 and 17.1 to 17.6."""

from __future__ import annotations

from typing import Any

from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_BREAKTHROUGH,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    listed,
    play,
    refused,
    said,
    verbs,
    where,
)

BRIDGES = tuple(bridge.name for bridge in GAME.data.bridges)
LATE: dict[str, Any] = {"turn": 13, "breakout": True, "full_for_good": True, "ike_sees": True, "monty_sees": True}
RIVERSIDE: dict[str, Any] = {**LATE, "points": {"21AG": 6}}


# 10.7.5: the captured bridge


@rule("10.7.5", "10.7.4", "R60")
def test_a_captured_bridge_that_the_germans_retook_carries_nobody_any_more() -> None:
    retaken = at(
        GERMAN_EXPLOITATION, "GE-2SS-Pz 5009; US-4-Inf 4810", bridge_captured="Wesel", bridge_hex="5008",
        allied_control="5008", **{**LATE, "points": {"infantry": 4, "mechanized": 8}},
    )  # fmt: skip
    play(retaken, "pick GE-2SS-Pz", "move 5008")
    lost = {
        "bridge_captured": retaken.position.bridge_captured, "bridges_blown": retaken.position.bridges_blown,
        **RIVERSIDE,
    }  # fmt: skip
    assert lost["bridge_captured"] == "Wesel", "the one capture of the game stays used"
    m = play(at(ALLIED_EXPLOITATION, "US-2-Arm 5009; GE-353-Inf 5208", **lost), "pick US-2-Arm")
    assert refused(m, "move 5108") == "10.7.4"
    beside = play(at(ALLIED_EXPLOITATION, "US-2-Arm 5008; GE-353-Inf 5108", **lost), "pick US-2-Arm")
    assert refused(beside, "assault 5108") == "14.1.D"
    kept = {**lost, "bridges_blown": ()}
    assert "5108" in listed(play(at(ALLIED_EXPLOITATION, "US-2-Arm 5009", **kept), "pick US-2-Arm"), "move")


# 6.5: whoever enters a zone stops


@rule("6.5", "6.3.A", "R136")
def test_a_german_who_mans_a_fort_again_has_still_entered_the_zone_in_it() -> None:
    wall = {"turn": 11, "allied_control": "4813", "points": {"infantry": 5, "mechanized": 10}}
    m = at(GERMAN_EXPLOITATION, "GE-353-Inf 4914; GE-2SS-Pz 4914; US-4-Inf 4713", **wall)
    assert GAME.look(m.position).zone("allied") >> GAME.board.index["4813"] & 1
    play(m, "pick GE-353-Inf", "move 4813")
    assert not GAME.look(m.position).zone("allied") >> GAME.board.index["4813"] & 1, "the fort is German again"
    assert "move" not in verbs(m)
    assert refused(m, "pick GE-353-Inf") == "10.4.A"
    m = at(GERMAN_EXPLOITATION, "GE-2SS-Pz 4914; US-4-Inf 4713", **wall)
    play(m, "pick GE-2SS-Pz", "move 4813")
    assert refused(m, "move 4812") == "6.5"
    assert listed(m, "assault") == {"4713"}, "whom it has contact with it may assault"


# 10.3.B: Priority Supply


@rule("10.3.B", "10.7.11", "R137")
def test_strategic_movement_before_combat_is_the_move_of_a_priority_supply_unit() -> None:
    units = "US-2-Arm 2230; US-3-Arm 2230; US-4-Inf 2230; GE-353-Inf 5020"
    served: dict[str, Any] = {"turn": 8, "breakout": True, "limited": True, "priority": "US-2-Arm US-3-Arm"}
    m = at(ALLIED_ASSAULT, units, declared=1, points={"12AG": 3}, dice="1", **served)
    play(m, "strategic US-2-Arm")
    play(m, f"move {min(listed(m, 'move'))}", "end", "roll")
    assert m.game.phase(m.position) == ALLIED_BREAKTHROUGH
    for unit in ("US-2-Arm", "US-3-Arm"):
        assert refused(m, f"pick {unit}") == "10.3.B"
    assert refused(m, "strategic US-3-Arm") == "10.3.B"
    assert listed(m, "pick") == {"US-4-Inf"}


@rule("10.3.B", "10.6.C")
def test_a_dropped_unit_with_priority_supply_may_move_strategically_after_combat() -> None:
    m = at(
        ALLIED_BREAKTHROUGH, "US-82-AB 2230 dropped; US-101-AB 2231 dropped; GE-353-Inf 5020", turn=8, breakout=True,
        limited=True, priority="US-82-AB", points={"12AG": 1}, duration=1,
    )  # fmt: skip
    assert listed(m, "strategic") == listed(m, "pick") == {"US-82-AB"}
    assert refused(m, "strategic US-101-AB") == "10.6.C"


# 17.4, 17.5.2: a strafed leader


@rule("17.4", "17.5.2", "R140")
def test_strafing_counts_against_a_leader_for_the_whole_of_his_move() -> None:
    clear = {"turn": 7, "strafed": {"Model": 4}}
    m = at(GERMAN_EXPLOITATION, "Model 0432; GE-2SS-Pz 0432", **clear)
    play(m, "pick GE-2SS-Pz", "join Model")
    assert "0430" in listed(m, "move")
    assert "0429" not in listed(m, "move")
    play(m, "move 0431")
    assert "0430" in listed(m, "move")
    assert refused(m, "move 0429") == "17.4"
    play(m, "move 0430", "end")
    assert (where(m, "Model"), m.position.strafed) == ("0430", {})


# Cases of refusals


@rule("10.7.11", "10.7.12")
def test_who_has_moved_strategically_is_refused_under_his_own_case() -> None:
    m = at(ALLIED_EXPLOITATION, "US-4-Inf 2230; GE-353-Inf 5020", turn=8, breakout=True)
    play(m, "strategic US-4-Inf", "move 2325")
    assert refused(m, "pick US-4-Inf") == "10.7.11"
    german = play(at(GERMAN_ASSAULT, "GE-10SS-Pz 3020; GE-353-Inf 3020", turn=1, dice="1"), "strategic GE-10SS-Pz")
    assert refused(german, "pick GE-10SS-Pz") == "10.7.12"


# Sentences that no test had held to


@rule("10.7.4", "7.1.2.L")
def test_whoever_holds_the_far_bank_for_others_does_not_leave_the_map_either() -> None:
    blown: dict[str, Any] = {**LATE, "bridges_blown": BRIDGES}
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 5721; US-4-Inf 5720", **blown)
    assert "exit" in verbs(play(m, "pick US-4-Inf"))
    play(m, "pick US-2-Arm", "move 5718", "pick US-4-Inf")
    assert refused(m, "exit") == "10.7.4"


@rule("10.3.B", "7.1.2.J", "R137")
def test_an_exit_before_combat_is_the_move_of_a_priority_supply_unit_too() -> None:
    units = "US-4-Inf 0130; US-2-Arm 0130; US-3-Arm 0430"
    m = at(ALLIED_ASSAULT, units, declared=1, priority="US-2-Arm US-3-Arm", limited=True, turn=5)
    play(m, "pick US-2-Arm", "exit")
    assert m.position.priority_used == ("12AG",)


@rule("17.6", "17.6.2", "10.7.10", "R29")
def test_towns_alone_are_no_breakout() -> None:
    start: dict[str, Any] = {"allied_control": "0619 1228 1231", "turn": 5}
    for closed in (False, True):
        m = at(ALLIED_EXPLOITATION, "US-4-Inf 0827; US-9-Inf 2025", brittany_closed=closed, **start)
        play(m, "pick US-4-Inf", "move 0828")
        assert m.position.breakout == closed
        play(m, "pick US-9-Inf")
        assert ("2123" in listed(m, "move")) == closed


@rule("10.7.1.ii", "10.7.1")
def test_one_of_argentan_and_alencon_does_not_release_the_commonwealth() -> None:
    for held, free in (("", False), ("US-4-Inf 1228", True)):
        m = at(ALLIED_EXPLOITATION, f"CW-7-Arm 1224; CW-50-Inf 0921; {held}")
        play(m, "pick CW-7-Arm", "move 1225", "pick CW-50-Inf")
        assert ("0820" in listed(m, "move")) == free


@rule("10.7.3", "10.7.5")
def test_a_captured_rhine_bridge_opens_ikes_eyes() -> None:
    blind: dict[str, Any] = {**LATE, "ike_sees": False}
    for die, sees in (("1", True), ("2", False)):
        m = play(at(ALLIED_EXPLOITATION, "US-2-Arm 5009", dice=die, **blind), "pick US-2-Arm", "move 5008")
        assert m.position.ike_sees == sees
        assert bool(said(m, "10.7.3")) == sees


@rule("10.7.3", "17.2.A")
def test_a_roer_dam_opens_ikes_eyes_flooded_or_not() -> None:
    blind: dict[str, Any] = {**LATE, "ike_sees": False}
    for flood in (0, 12):
        m = at(ALLIED_EXPLOITATION, "US-2-Arm 4914", flood_turn=flood, **blind)
        play(m, "pick US-2-Arm", "move 5015")
        assert m.position.ike_sees
        assert m.position.dams_captured == (not flood)


@rule("10.7.5")
def test_after_one_capture_every_other_bridge_is_blown_without_a_die() -> None:
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 5009", bridge_captured="Remagen", bridge_hex="5416", dice="", **LATE)
    play(m, "pick US-2-Arm", "move 5008")
    assert m.position.bridges_blown == ("Wesel",)
    assert m.position.bridge_captured == "Remagen"


@rule("10.7.5", "R60")
def test_the_captured_bridge_is_lost_with_its_hex_and_only_with_it() -> None:
    held: dict[str, Any] = {
        "turn": 13, "bridge_captured": "Wesel", "bridge_hex": "5008", "allied_control": "5008 5108",
        "points": {"infantry": 4, "mechanized": 8},
    }  # fmt: skip
    m = at(GERMAN_EXPLOITATION, "GE-2SS-Pz 5207; GE-9SS-Pz 5009; US-4-Inf 4810", **held)
    play(m, "pick GE-2SS-Pz", "move 5108")
    assert m.position.bridges_blown == (), "the marker lies on the other bank"
    play(m, "pick GE-9SS-Pz", "move 5008")
    assert m.position.bridges_blown == ("Wesel",)
    assert said(m, "10.7.5")


@rule("10.7.12", "R17")
def test_walking_over_the_seine_line_ends_german_strategic_movement() -> None:
    west = at(ALLIED_EXPLOITATION, "US-4-Inf 2025", breakout=True, turn=6)
    assert not play(west, "pick US-4-Inf", "move 2024").position.seine_crossed
    over = at(ALLIED_EXPLOITATION, "US-4-Inf 2024", breakout=True, turn=6)
    assert play(over, "pick US-4-Inf", "move 2123").position.seine_crossed
    assert said(over, "10.7.12")
    south = at(ALLIED_EXPLOITATION, "US-3-Inf 4535", turn=7)
    assert not play(south, "pick US-3-Inf", "move 4534").position.seine_crossed  # it has never been west of it


@rule("10.7.12")
def test_strategic_movement_does_not_end_where_no_supply_can_be_traced() -> None:
    # Between the map edge and the upper Seine, with Allied zones on the far bank and Allied units to the north.
    ring = "US-4-Inf 3535; US-1-Inf 3634; US-9-Inf 3735; US-29-Inf 3837; US-30-Inf 3839"
    m = at(GERMAN_ASSAULT, f"GE-10SS-Pz 3020; {ring}", turn=5, bombed=True, dice="5")
    play(m, "strategic GE-10SS-Pz")
    assert "2024" in listed(m, "move")
    for label in ("3636", "3637", "3638", "3639"):
        assert refused(m, f"move {label}") == "10.7.12"
        assert "normal supply" in str(m.why_not(f"move {label}"))


@rule("17.1.A")
def test_a_brigade_is_no_garrison_of_fortress_holland() -> None:
    cities = "GE-353-Inf 4005; GE-91-Inf 4302"
    for third, closed in (("GE-77-Inf 4404", True), ("GE-30-Bde 4404", False), ("GE-7A-HQ 4404", False)):
        m = play(at(ALLIED_EXPLOITATION, f"CW-7-Arm 4606; {cities}; {third}", **LATE), "pick CW-7-Arm")
        assert ("4505" not in listed(m, "move")) == closed, third


@rule("17.2.A")
def test_the_marker_of_the_captured_dams_goes_when_all_three_are_german_again() -> None:
    m = at(GERMAN_ASSAULT, "GE-353-Inf 5014; GE-91-Inf 5117", turn=10, dams_captured=True, allied_control="5015 5016")
    play(m, "pick GE-353-Inf", "move 5015")
    assert m.position.dams_captured
    play(m, "pick GE-91-Inf", "move 5016")
    assert not m.position.dams_captured


@rule("17.2.B", "R62")
def test_a_forest_in_the_roer_valley_is_swamp_on_the_turn_after_the_flood_and_clear_from_then_on() -> None:
    for turn, terrain in ((10, "forest"), (11, "swamp"), (12, "clear"), (14, "clear")):
        look = GAME.look(at(GERMAN_ASSAULT, "GE-353-Inf 5012", turn=turn, flood_turn=10).position)
        assert look.terrain_at(GAME.board.index["4915"]) == terrain, turn


@rule("10.A", "10.2.4")
def test_in_the_breakthrough_a_unit_still_belongs_to_the_command_of_its_assault_movement() -> None:
    here, there = next(
        (a, b)
        for a, b in GAME.board.every.between(GAME.data.areas["12AG"], GAME.data.areas["21AG"]).pairs()
        if GAME.data.terrain_at[a] == GAME.data.terrain_at[b] == "clear"
        and not any(river.has(a, b) for river in GAME.data.rivers.values())
    )
    start, goal = GAME.board.labels[here], GAME.board.labels[there]
    m = at(
        ALLIED_ASSAULT, f"US-4-Inf {start}; CW-7-Arm 3512", turn=9, breakout=True, declared=2,
        points={"12AG": 2, "21AG": 6}, dice="2",
    )  # fmt: skip
    play(m, "pick US-4-Inf", f"move {goal}", "end", "roll")
    assert m.game.phase(m.position) == ALLIED_BREAKTHROUGH
    assert m.position.points == {"12AG": 1, "21AG": 5}
    play(m, "pick US-4-Inf")
    assert "(1 MP left)" in m.prompt.text


@rule("10.2")
def test_the_us_1st_army_becomes_the_12th_army_group_on_turn_7() -> None:
    for turn, name in ((6, "US 1st Army"), (7, "12th Army Group")):
        m = at("allied exploitation command dice", "US-4-Inf 0430", turn=turn, dice="4")
        assert name in m.prompt.text
        play(m, "roll")
        assert any(name in text for text in said(m, "10.2.5.A"))


@rule("10.2.5.C")
def test_no_marker_stays_on_the_track_once_the_allied_movement_is_over() -> None:
    m = at(ALLIED_EXPLOITATION, "US-4-Inf 0519; GE-709-Co 0518; GE-353-Inf 3033", turn=3)
    play(m, "end")
    assert m.prompt.step == "cherbourg attack", "nobody has rolled for movement since"
    assert m.position.points == {}
    assert m.position.group_12 == 0


@rule("10.C", "10.1.B.3")
def test_beside_the_enemy_too_there_is_no_mobile_assault_before_or_after_combat() -> None:
    for row in (ALLIED_ASSAULT, ALLIED_BREAKTHROUGH, ALLIED_EXPLOITATION):
        m = at(row, "US-2-Arm 0429; GE-353-Inf 0428", declared=9, duration=1)
        play(m, "pick US-2-Arm")
        assert ("assault" in verbs(m)) == (row == ALLIED_EXPLOITATION)
    assert refused(play(at(ALLIED_ASSAULT, "US-2-Arm 0429; GE-353-Inf 0428", declared=9), "pick US-2-Arm"),
                   "assault 0428") == "10.C"  # fmt: skip


@rule("7.1.2.K", "10.6.A.1")
def test_who_has_divisions_in_brittany_is_warned_before_he_declares_nothing() -> None:
    units = "US-4-Inf brittany; US-9-Inf 0430"
    m = at("assault declaration", units, turn=5, points={"12AG": 8})
    (warning,) = m.prompt.warnings
    assert "7.1.2.K" in warning
    play(m, "declare 0")
    assert where(m, "US-4-Inf") == "dead", "nobody could move, so the step is over"
    assert not at("assault declaration", "US-9-Inf 0430", turn=5, points={"12AG": 8}).prompt.warnings
