"""Chapter 8, replacements: divisions restored (8.3), brigades that come back (8.4), and none for Germans (8.6)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.roundup.hands import listed, play, refused, unit

GAME = bocage.make_game("roundup", "campaign", {})
DUNKIRK = "1305 1306 1307"
NO_CUPS = "; ".join(
    f"{counter.id} dead" for counter in GAME.counters if counter.side == "german" and not counter.start_hex
)
BEACHES = {"us_beachheads": "3123", "uk_beachheads": "3223"}


def at(row: str, units: str = "", **more: Any) -> Any:
    return bocage.position("roundup", at=row, units=f"{NO_CUPS}; {units}", **{"turn": 3, **BEACHES, **more})


# 8.3: divisions


@rule("8.3")
def test_one_american_and_one_british_division_are_restored_each_turn() -> None:
    units = "US-1 3118 reduced; US-2 3117 reduced; UK-1 3218 reduced; UK-3 3217 reduced; US-3 3119; US-Rgr 3119"
    m = at("allied replacements", units, dice="6")
    assert listed(m, "replace") == {"US-1", "US-2", "UK-1", "UK-3"}
    assert refused(m, "replace US-3") == ("8.3", "US-3 is not a reduced division")
    assert refused(m, "replace US-Rgr") == ("8.3", "US-Rgr is not a reduced division")
    m.play("replace US-1")
    assert unit(m, "US-1")["steps"] == 2
    assert listed(m, "replace") == {"UK-1", "UK-3"}
    assert refused(m, "replace US-2") == ("8.3", "this nation has no replacement step left this turn")
    m.play("replace UK-3")
    assert not listed(m, "replace")
    assert (unit(m, "US-2")["steps"], unit(m, "UK-1")["steps"]) == (1, 1)
    # Next turn there is one step each again.
    play(m, "end", "move-first", "end", "move-first", "end")
    assert (m.position.turn, m.prompt.step) == (4, "replacements")
    assert listed(m, "replace") == {"US-2", "UK-1"}


@rule("8.3a", "R12")
def test_a_division_needs_overland_supply_to_a_beachhead_or_port_of_its_own_nation() -> None:
    units = "US-1 3118 reduced; UK-1 3218 reduced"
    assert listed(at("allied replacements", units), "replace") == {"US-1", "UK-1"}
    m = at("allied replacements", units, us_beachheads="")
    assert listed(m, "replace") == {"UK-1"}
    assert refused(m, "replace US-1") == (
        "8.3", "US-1 cannot trace overland supply to a beachhead or port of its nation",
    )  # fmt: skip
    port = {"us_beachheads": "", "uk_beachheads": "", "allied_control": DUNKIRK}
    for designated, found in (("us_ports", {"US-1"}), ("uk_ports", {"UK-1"})):
        m = at("allied replacements", units, **port, **{designated: DUNKIRK})
        assert listed(m, "replace") == found
    # From the air or along the coast is not overland.
    m = at("allied replacements", units, us_beachheads="", us_aerial="3118")
    assert unit(m, "US-1")["supply"] == "aerial"
    assert listed(m, "replace") == {"UK-1"}
    m = at("allied replacements", "US-1 3024 reduced; UK-1 3218 reduced", us_beachheads="")
    assert unit(m, "US-1")["supply"] == "coastal"
    assert refused(m, "replace US-1")[0] == "8.3"


@rule("8.3a")
def test_a_division_in_an_enemy_zone_is_not_restored() -> None:
    m = at("allied replacements", "US-1 3118 reduced; UK-1 3220 reduced; US-2 3119; DE-376 3117")
    assert unit(m, "US-1")["supply"] == "overland"
    assert listed(m, "replace") == {"UK-1"}
    rule_, why = refused(m, "replace US-1")
    assert (rule_, "enemy zone" in why) == ("8.3", True)
    m = at("allied replacements", "US-1 3119 reduced; DE-376 3117")
    assert listed(m, "replace") == {"US-1"}


@rule("R28")
def test_a_reduced_division_on_the_beach_itself_qualifies() -> None:
    units, port = "US-1 3123 reduced; UK-1 1305 reduced", {"allied_control": DUNKIRK, "uk_ports": DUNKIRK}
    assert listed(at("allied replacements", units, **port), "replace") == {"US-1", "UK-1"}
    m = at("allied replacements", f"{units}; DE-376 3122", **port)
    assert listed(m, "replace") == {"UK-1"}  # an enemy zone reaches the beach


@rule("8.3b")
def test_a_restored_division_stands_still_this_turn_but_defends_with_all_it_has() -> None:
    m = at("allied replacements", "US-1 3117 reduced; US-2 3121; DE-16P 3112", dice="3 6")
    m.play("replace US-1")
    assert unit(m, "US-1")["marks"] == ["replaced"]
    play(m, "end", "move-first")
    assert listed(m, "pick") == {"US-2"}
    assert refused(m, "pick US-1") == ("8.3", "US-1 has received a replacement and does not move this turn")
    m.play("pick US-2")
    play(m, "end", "move-first", "pick DE-16P", "move 3116", "end", "attack 3117", "join DE-16P")
    assert "7 against 6" in m.prompt.text
    play(m, "roll", "end")  # a stalemate; then the marker comes off and the division moves as it likes
    assert (m.position.turn, unit(m, "US-1")["marks"]) == (4, [])
    play(m, "end", "combat-first", "end", "pick US-1")
    assert listed(m, "move")


@rule("8.3b")
def test_a_restored_division_does_not_attack() -> None:
    m = at("allied combat", "US-1 3117; US-2 3115; DE-376 3116", replaced="US-1")
    m.play("attack 3116")
    assert listed(m, "join") == {"US-2"}
    assert refused(m, "join US-1") == ("8.3", "US-1 received a replacement and does not attack this turn")
    alone = at("allied combat", "US-1 3117; US-2 3615; DE-376 3116; DE-44 3616", replaced="US-1")
    assert listed(alone, "attack") == {"3616"}
    assert refused(alone, "attack 3116")[0] == "8.3"


@rule("8.3c")
def test_steps_not_used_are_lost() -> None:
    m = at("allied replacements", "US-1 3118 reduced; US-2 3117 reduced; DE-376 3601", dice="6")
    play(m, "end", "move-first", "end", "move-first", "end")
    assert m.position.turn == 4
    play(m, "end", "replace US-1")
    assert unit(m, "US-1")["steps"] == 2
    assert not listed(m, "replace")
    assert refused(m, "replace US-2")[0] == "8.3"


@rule("8.3c")
def test_an_eliminated_division_never_comes_back() -> None:
    m = at("allied replacements", "US-1 dead; UK-1 3218 reduced; US-2 pool")
    rule_, why = refused(m, "replace US-1")
    assert (rule_, "never eliminated ones" in why) == ("8.3", True)
    assert refused(m, "replace US-2")[0] == "8.3"  # it waits off the map
    m = at("allied movement stacking", "US-1 3115 reduced; US-2 3115", dice="6")
    m.play("eliminate US-1")
    assert (unit(m, "US-1")["at"], m.position.returning) == ("dead", {})  # no die, no return


@rule("8.3c")
def test_a_division_may_be_restored_again_and_again() -> None:
    m = at("allied replacements", "US-1 3119 reduced; DE-16P 3112; DE-24P 3212", dice="5 6 6")
    play(m, "replace US-1", "end", "move-first")
    play(m, "move-first", "pick DE-16P", "move 3118", "pick DE-24P", "move 3219", "end")
    play(m, "attack 3119", "join DE-16P", "join DE-24P", "roll", "end")
    assert (m.position.turn, unit(m, "US-1")["steps"]) == (4, 1)
    play(m, "end", "move-first", "pick US-1", "move 3122", "end", "move-first", "end")
    assert m.position.turn == 5
    play(m, "end", "replace US-1")
    assert unit(m, "US-1")["steps"] == 2


# 8.4: smaller units


@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@rule("8.4")
def test_a_brigade_lost_in_overland_or_coastal_supply_is_back_within_three_turns(die: int, turns: int) -> None:
    lost = "US-1 {0}; US-Rgr {0}; US-FSSF {0}"
    m = at("allied movement stacking", lost.format("3115"), dice=str(die))
    assert unit(m, "US-Rgr")["supply"] == "overland"
    m.play("eliminate US-Rgr")
    assert (m.position.returning, unit(m, "US-Rgr")["at"]) == ({"US-Rgr": 3 + turns}, "track")
    m = at("allied movement stacking", lost.format("2123"), us_beachheads="", dice=str(die))
    assert unit(m, "US-Rgr")["supply"] == "coastal"
    m.play("eliminate US-Rgr")
    assert m.position.returning == {"US-Rgr": 3 + turns}


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@rule("8.4a")
def test_a_brigade_lost_without_supply_or_supplied_from_the_air_is_away_as_long_as_the_die_says(die: int) -> None:
    for marker, supply in (("", None), ("3115", "aerial")):
        units = "US-1 3115; US-Rgr 3115; US-FSSF 3115"
        m = at("allied movement stacking", units, us_beachheads="", us_aerial=marker, dice=str(die))
        assert unit(m, "US-Rgr")["supply"] == supply
        m.play("eliminate US-Rgr")
        assert m.position.returning == {"US-Rgr": 3 + die}


@rule("8.4a")
def test_a_brigade_that_is_back_lands_at_a_beachhead_or_port_and_may_be_lost_again() -> None:
    m = at("administration", "US-Rgr track; US-2 3121; US-FSSF 3121", returning={"US-Rgr": 4}, dice="6 3")
    assert (m.position.turn, unit(m, "US-Rgr")["at"], m.position.returning) == (4, "pool", {})
    play(m, "enter 3123", "land US-Rgr", "end", "move-first")
    assert unit(m, "US-Rgr")["at"] == "3123"
    play(m, "pick US-2", "join US-FSSF", "move 3123", "end", "eliminate US-Rgr")
    assert m.position.returning == {"US-Rgr": 6}
    m = at("administration", "US-Rgr track", returning={"US-Rgr": 5}, dice="6")
    assert unit(m, "US-Rgr")["at"] == "track"  # not before its time
    port = {"us_beachheads": "", "uk_beachheads": "", "allied_control": DUNKIRK}
    m = play(at("administration", "US-Rgr track", returning={"US-Rgr": 4}, dice="6", **port), "us-port Dunkirk", "end")
    play(m, "enter 1306", "land US-Rgr")
    assert unit(m, "US-Rgr")["at"] == "1306"


@rule("R21")
def test_who_would_be_back_after_turn_10_is_gone() -> None:
    units = "US-1 3115; US-Rgr 3115; US-FSSF 3115"
    m = play(at("allied movement stacking", units, turn=9, dice="3"), "eliminate US-Rgr")
    assert (unit(m, "US-Rgr")["at"], m.position.returning) == ("dead", {})
    m = play(at("allied movement stacking", units, turn=9, dice="2"), "eliminate US-Rgr")
    assert m.position.returning == {"US-Rgr": 10}


@rule("R21")
def test_on_turn_1_the_short_table_is_for_the_coast_and_for_overland_supply() -> None:
    units = "US-1 {0}; US-Rgr {0}; US-FSSF {0}"
    for label, beach, back in (("3115", "3123", 4), ("2123", "", 4), ("3115", "", 7)):
        m = at("allied movement stacking", units.format(label), turn=1, us_beachheads=beach, dice="6")
        m.play("eliminate US-Rgr")
        assert m.position.returning == {"US-Rgr": back}


# 8.6: none for the Germans


@rule("8.6")
def test_germans_never_get_a_step_back() -> None:
    m = at("allied replacements", "US-1 3118 reduced; DE-376 3601 reduced; DE-GD 3701 reduced", dice="6")
    assert listed(m, "replace") == {"US-1"}
    assert refused(m, "replace DE-376") == ("8.6", "German units never receive replacements")
    asked = []
    m.play("end")
    while m.position.turn == 3:
        asked.append((m.prompt.side, m.prompt.step))
        m.play("move-first" if m.prompt.step == "phase order" else "end")
    assert [step for side, step in asked if side == "german"] == ["phase order", "movement"]
    assert (unit(m, "DE-376")["steps"], unit(m, "DE-GD")["steps"]) == (1, 1)


@rule("8.4a")
def test_an_airborne_brigade_that_was_lost_comes_back_by_sea_only() -> None:
    m = bocage.position(
        "roundup", turn=3, at="administration", units="US-45 3118; UK-P1Para track; UK-1AB pool",
        returning={"UK-P1Para": 4}, us_beachheads="3123", uk_beachheads="3223", dice="1 6 6 6 1 1",
    )  # fmt: skip
    for action in ("end", "end", "end", "move-first"):
        m.play(action)
    assert m.prompt.step == "air drop"
    assert m.why_not("drop UK-1AB") is None
    refusal = m.why_not("drop UK-P1Para")
    assert refusal is not None
    assert refusal.rule == "8.4"
