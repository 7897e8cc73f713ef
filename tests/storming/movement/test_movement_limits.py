"""Who may not move at all, and where units may not go: 7.3, 8.7, 9.2, 10.7, 12.0, 16.2, 17.1 to 17.4, 17.7.2."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.games.storming.data import rows
from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    LATE,
    at,
    cost,
    left,
    listed,
    play,
    refused,
    said,
    verbs,
    walked,
    where,
)

BRIDGES = tuple(bridge.name for bridge in GAME.data.bridges)
# Six points do not lead round the Rhine by Arnhem.
RIVERSIDE: dict[str, Any] = {**LATE, "points": {"21AG": 6}}
ACROSS: dict[str, Any] = {**RIVERSIDE, "bridges_blown": BRIDGES}


# Who may not move


@pytest.mark.parametrize(
    ("state", "case"), [("refit", "7.3.E"), ("grounded", "9.2.B"), ("disrupted", "12.1")], ids=lambda value: value
)
@rule("7.3.E", "9.2.B", "12.1", "10.4.A")
def test_refitting_grounded_and_disrupted_units_do_not_move(state: str, case: str) -> None:
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 0430; US-4-Inf 0430", **{state: "US-2-Arm"})
    assert listed(m, "pick") == {"US-4-Inf"}
    assert refused(m, "pick US-2-Arm") == case
    assert refused(play(m, "pick US-4-Inf"), "join US-2-Arm") == case


@rule("16.2")
def test_the_metz_garrisons_never_move() -> None:
    for row in (GERMAN_ASSAULT, GERMAN_EXPLOITATION):
        m = at(row, "GE-Metz-1 4727; GE-353-Inf 4727")
        assert refused(m, "pick GE-Metz-1") == "16.2"
        assert listed(m, "pick") == {"GE-353-Inf"}


@rule("10.7.8")
def test_the_15th_army_waits_for_its_release() -> None:
    units = "GE-346-Co 1420; GE-245-Co 1818; GE-353-Inf 0430"
    assert refused(at(GERMAN_ASSAULT, units, turn=2), "pick GE-346-Co") == "10.7.8"
    released = at(GERMAN_ASSAULT, units, turn=3)
    assert listed(released, "pick") == {"GE-346-Co", "GE-353-Inf"}, "R3 and R7"
    for cause in ("breakout", "released"):
        assert "GE-245-Co" in listed(at(GERMAN_ASSAULT, units, turn=3, **{cause: True}), "pick"), cause


@rule("10.7.8")
def test_frozen_units_move_strategically_no_more_than_otherwise() -> None:
    assert refused(at(GERMAN_ASSAULT, "GE-245-Co 1818", turn=3), "strategic GE-245-Co") == "10.7.8"


# 10.7.1: the exclusion zone


@rule("10.7.1", "R10")
def test_us_units_pass_through_the_exclusion_zone_but_do_not_stop_in_it() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-2-Arm 0824; CW-7-Arm 0922"), "pick US-2-Arm")
    assert not listed(m, "move") & set(GAME.board.names(GAME.exclusion_zone))
    assert refused(m, "move 0925") == "10.7.1"
    way = tuple(GAME.board.index[label] for label in ("0824", "0925", "0926"))
    m.play("move 0926", via=way)
    assert walked(m)[0] == ["0824", "0925", "0926"]
    assert m.why_not("pick CW-7-Arm") is None
    assert "0925" in listed(play(m, "pick CW-7-Arm"), "move")


@rule("10.7.1")
def test_where_a_us_unit_would_have_to_stop_in_the_zone_it_does_not_enter_it() -> None:
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 0824; GE-353-Inf 1025", points={"12AG": 5})
    play(m, "pick US-2-Arm")
    for label in sorted(listed(m, "move")):
        play(m, f"move {label}")
        assert "0925" not in walked(m)[0], "it lies beside 1025"
        m.undo()


@rule("10.7.1", "10.7.1.i", "10.7.1.ii", "R58")
def test_the_commonwealth_stays_east_of_column_8_until_it_is_released() -> None:
    m = play(at(ALLIED_EXPLOITATION, "CW-7-Arm 0921"), "pick CW-7-Arm")
    assert refused(m, "move 0820") == "10.7.1"
    for cause in ({"breakout": True}, {"commonwealth_free": True}):
        assert "0820" in listed(play(at(ALLIED_EXPLOITATION, "CW-7-Arm 0921", **cause), "pick CW-7-Arm"), "move")


@rule("10.7.1.ii")
def test_taking_argentan_and_alencon_lets_the_commonwealth_west() -> None:
    m = at(ALLIED_EXPLOITATION, "CW-7-Arm 1224; CW-50-Inf 0921; US-4-Inf 1228")
    assert "0820" not in listed(play(m, "pick CW-50-Inf"), "move")
    play(m, "pick CW-7-Arm", "move 1225", "pick CW-50-Inf")
    assert "0820" in listed(m, "move")
    assert said(m, "10.7.1")


# 10.7.2: command limits


def beside(area: str, other: str) -> tuple[str, str]:
    """A clear hex of one area and one of another beside it, with open ground between."""
    data, labels = GAME.data, GAME.board.labels
    for here, there in GAME.board.every.between(data.areas[area], data.areas[other]).pairs():
        rivers = any(river.has(here, there) for river in data.rivers.values())
        if data.terrain_at[here] == data.terrain_at[there] == "clear" and not rivers:
            return labels[here], labels[there]
    raise AssertionError


@rule("10.7.2")
def test_the_commonwealth_keeps_to_the_north_and_6th_army_group_units_to_the_south() -> None:
    north, middle = beside("21AG", "12AG")
    m = play(
        at(ALLIED_EXPLOITATION, f"CW-7-Arm {north}; US-3-Inf {middle}; US-4-Inf {middle}", **LATE), "pick CW-7-Arm"
    )
    assert refused(m, f"move {middle}") == "10.7.2"
    assert refused(play(m, "pick US-3-Inf"), f"move {north}") == "10.7.2"
    assert north in listed(play(m, "pick US-4-Inf"), "move"), "other US units serve anywhere"


@rule("10.7.2")
def test_12th_army_group_units_stay_out_of_the_south_until_antwerpen_or_the_counteroffensive() -> None:
    middle, south = beside("12AG", "6AG")
    early: dict[str, Any] = {"turn": 9, "breakout": True}
    m = play(at(ALLIED_EXPLOITATION, f"US-4-Inf {middle}; US-3-Inf {middle}", **early), "pick US-4-Inf")
    assert refused(m, f"move {south}") == "10.7.2"
    assert south in listed(play(m, "pick US-3-Inf"), "move")
    for cause in ({"full_for_good": True}, {"offensive_turn": 10}):
        free = play(at(ALLIED_EXPLOITATION, f"US-4-Inf {middle}", **early, **cause), "pick US-4-Inf")
        assert south in listed(free, "move")


# 10.7.3: Ike's Blind Spot

FIVE = "US-1-Inf 4418; US-2-Inf 4418; US-9-Inf 4418; US-29-Inf 4419; US-30-Inf 4419"
BLIND: dict[str, Any] = {"turn": 9, "breakout": True, "points": {"12AG": 6}}


@rule("10.7.3", "R36")
def test_five_us_divisions_fill_ikes_blind_spot() -> None:
    spot = set(GAME.board.names(GAME.ike_spot))
    m = play(at(ALLIED_EXPLOITATION, f"{FIVE}; US-4-Inf 4118; CW-7-Arm 4015", **BLIND), "pick US-4-Inf")
    assert not listed(m, "move") & spot
    assert refused(m, "move 4218") == "10.7.3"
    assert listed(play(m, "pick US-1-Inf"), "move") & spot, "who is inside may move about"
    room = play(at(ALLIED_EXPLOITATION, f"{FIVE.rpartition(';')[0]}; US-4-Inf 4118", **BLIND), "pick US-4-Inf")
    assert listed(room, "move") & spot


@rule("10.7.3", "R36")
def test_divisions_that_move_together_count_together() -> None:
    four = "US-1-Inf 4418; US-2-Inf 4418; US-9-Inf 4418; US-29-Inf 4419"
    m = play(at(ALLIED_EXPLOITATION, f"{four}; US-4-Inf 4118; US-90-Inf 4118", **BLIND), "pick US-4-Inf")
    assert "4218" in listed(m, "move")
    play(m, "join US-90-Inf")
    assert "4218" not in listed(m, "move")
    assert refused(m, "move 4218") == "10.7.3"


@rule("10.7.3")
def test_six_german_divisions_at_the_end_of_a_german_step_open_ikes_eyes() -> None:
    six = ["GE-353-Inf", "GE-91-Inf", "GE-77-Inf", "GE-352-Inf", "GE-272-Inf", "GE-276-Inf"]
    hexes = ["4718", "4718", "4718", "4719", "4719", "4623"]
    units = "; ".join(f"{unit} {label}" for unit, label in zip(six, hexes, strict=True))
    m = play(at(GERMAN_EXPLOITATION, units, turn=9), "end")
    assert not m.position.ike_sees
    m = play(at(GERMAN_EXPLOITATION, units, turn=9), "pick GE-276-Inf")
    play(m, f"move {next(iter(sorted(listed(m, 'move') & set(GAME.board.names(GAME.ike_spot)))))}", "end")
    assert m.position.ike_sees
    assert said(m, "10.7.3")


# 10.7.4, 10.7.5: the Rhine


@rule("10.7.4", "R101")
def test_the_rhine_is_crossed_from_beside_it_for_two_points_more_and_the_unit_stops() -> None:
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 5007; US-4-Inf 5009", **ACROSS)
    play(m, "pick US-2-Arm")
    assert "5107" in listed(m, "move")
    assert not listed(m, "move") & {"5207", "5106", "5206"}
    assert refused(m, "move 5207") == "10.7.4"
    play(m, "move 5107")
    assert walked(m) == (["5007", "5107"], 3)
    assert "move" not in verbs(m), "it stops in the first hex"
    assert refused(m, "pick US-2-Arm") == "10.4.A"


def test_where_a_way_leads_round_the_rhine_one_may_still_cross_it() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-2-Arm 4907", bridges_blown=BRIDGES, **LATE), "pick US-2-Arm", "move 5006")
    assert len(walked(m)[0]) > 2, "by Nijmegen and Arnhem, and it may go on"
    m.undo()
    m.play("move 5006", via=tuple(GAME.board.index[label] for label in ("4907", "5006")))
    assert walked(m) == (["4907", "5006"], 3)
    assert "move" not in verbs(m)


@rule("10.7.4", "R35")
def test_who_does_not_begin_beside_the_rhine_does_not_cross_it() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 5009", **ACROSS), "pick US-4-Inf")
    assert refused(m, "move 5108") == "10.7.4"
    play(m, "move 5008")
    assert left(m) == 5, "enough for the river"
    assert refused(m, "move 5108") == "10.7.4"
    along = play(at(ALLIED_EXPLOITATION, "US-4-Inf 5008", **ACROSS), "pick US-4-Inf", "move 5007")
    assert left(along) == 4
    assert refused(along, "move 5107") == "10.7.4", "the crossing is the first and only step"


@rule("10.7.4")
def test_a_friend_on_the_far_bank_lets_others_cross_without_beginning_there_or_stopping() -> None:
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 5009; US-1-Inf 5108", **ACROSS)
    play(m, "pick US-2-Arm", "move 5208")
    assert walked(m) == (["5009", "5008", "5108", "5208"], 5), "the river still costs two points"


@rule("10.7.4", "R101")
def test_somebody_must_stay_behind_where_others_have_crossed() -> None:
    units = "US-2-Arm 5009; US-1-Inf 5108"
    m = at(ALLIED_EXPLOITATION, units, **ACROSS)
    play(m, "pick US-2-Arm", "move 5208", "pick US-1-Inf")
    assert listed(m, "move") == set()
    assert refused(m, "move 5107") == "10.7.4"
    relieved = at(ALLIED_EXPLOITATION, f"{units}; US-9-Inf 5108", **ACROSS)
    play(relieved, "pick US-2-Arm", "move 5208", "pick US-1-Inf")
    assert "5107" in listed(relieved, "move")
    first = play(at(ALLIED_EXPLOITATION, units, **ACROSS), "pick US-1-Inf", "move 5107")
    assert refused(play(first, "pick US-2-Arm"), "move 5108") == "10.7.4", "nobody holds the bank any more"


@rule("10.7.4", "10.5.B")
def test_germans_cross_the_rhine_like_any_river() -> None:
    m = at(GERMAN_EXPLOITATION, "GE-2SS-Pz 5206; GE-353-Inf 5108", turn=13)
    assert cost(m, "GE-353-Inf", "5008") == 1, "the bridge of Wesel stands"
    assert cost(m, "GE-2SS-Pz", "5007") == 5
    blown = at(GERMAN_EXPLOITATION, "GE-353-Inf 5108", turn=13, bridges_blown=BRIDGES)
    assert cost(blown, "GE-353-Inf", "5008") == 3


@rule("10.7.5", "10.7.4")
def test_a_unit_that_captures_a_bridge_goes_on_over_it() -> None:
    m = at(ALLIED_EXPLOITATION, "US-2-Arm 5009; US-4-Inf 5009", dice="1", **LATE)
    play(m, "pick US-2-Arm", "move 5008")
    assert m.position.bridge_captured == "Wesel"
    play(m, "move 5208")
    assert walked(m) == (["5008", "5108", "5208"], 2), "a bridge costs nothing extra and stops nobody"
    play(m, "pick US-4-Inf", "move 5108")
    assert walked(m) == (["5009", "5008", "5108"], 2)


@rule("10.7.5")
def test_a_bridge_that_is_blown_is_gone() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-2-Arm 5009", dice="2", **RIVERSIDE), "pick US-2-Arm", "move 5008")
    assert "Wesel" in m.position.bridges_blown
    assert refused(m, "move 5108") == "10.7.4"


def test_the_engine_leads_nobody_past_a_bridge_without_need() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 4907", dice="", **LATE), "pick US-4-Inf", "move 5009")
    assert "5008" not in walked(m)[0]
    assert m.position.bridges_blown == ()


# 10.7.4: the Rhine at the end of a march (option R101)


MARCH: dict[str, Any] = {**ACROSS, "options": {"R101": True}}


@rule("10.7.4", "R101", "R35")
def test_by_an_option_units_that_begin_beside_the_rhine_may_march_before_they_cross_it() -> None:
    strict = play(at(ALLIED_EXPLOITATION, "CW-3-Inf 5007", **ACROSS), "pick CW-3-Inf")
    assert refused(strict, "move 5208") == "10.7.4"
    assert refused(play(strict, "move 5109"), "move 5208") == "10.7.4"
    m = play(at(ALLIED_EXPLOITATION, "CW-3-Inf 5007", **MARCH), "pick CW-3-Inf", "move 5208")
    assert walked(m) == (["5007", "5008", "5109", "5208"], 1 + 1 + 3)
    assert refused(m, "pick CW-3-Inf") == "10.4.A"  # it has stopped in the first hex beyond
    legs = play(at(ALLIED_EXPLOITATION, "CW-3-Inf 5007", **MARCH), "pick CW-3-Inf", "move 5109", "move 5208")
    assert where(legs, "CW-3-Inf") == "5208"
    inland = play(at(ALLIED_EXPLOITATION, "CW-3-Inf 4907; CW-50-Inf 4908", **MARCH), "pick CW-50-Inf")
    assert refused(inland, "move 5108") == "10.7.4"  # it did not begin beside the river (ruling R35)


@rule("10.7.4", "14.2.A", "R101")
def test_by_an_option_tanks_that_have_crossed_the_rhine_may_still_assault() -> None:
    units = "CW-7-Arm 5007; GE-77-Inf 5208"
    strict = play(at(ALLIED_EXPLOITATION, units, **ACROSS), "pick CW-7-Arm", "move 5108")
    assert refused(strict, "assault 5208") == "14.2.A"
    m = play(at(ALLIED_EXPLOITATION, units, **MARCH), "pick CW-7-Arm", "move 5108")
    assert refused(m, "move 5107") == "10.7.4"
    assert listed(m, "assault") == {"5208"}
    infantry = play(at(ALLIED_EXPLOITATION, "CW-3-Inf 5007; GE-77-Inf 5208", **MARCH), "pick CW-3-Inf", "move 5108")
    assert listed(infantry, "assault") == listed(infantry, "move") == set()


# 16.1.C: West Wall Forts


@rule("16.1.C", "16.1")
def test_west_wall_forts_outlive_an_allied_visit_but_not_the_flood() -> None:
    visit = play(at(ALLIED_EXPLOITATION, "US-4-Inf 4713; US-1-Inf 4728", **LATE), "pick US-4-Inf", "move 4813")
    play(visit, "pick US-1-Inf", "move 4727")
    assert GAME.board.names(visit.position.forts_destroyed) == ["4727"]  # the fort of Metz is gone
    m = play(at(GERMAN_EXPLOITATION, "GE-353-Inf 5012", turn=10, forts_destroyed="2511"), "blow-dams")
    drowned = {row["hex"] for row in rows("map.csv") if row["fort"] == "westwall" and "roer_valley" in row["flags"]}
    assert len(drowned) >= 2
    assert set(GAME.board.names(m.position.forts_destroyed)) == drowned | {"2511"}
    look = GAME.look(m.position)
    assert not set(GAME.board.names(look.forts())) & drowned
    assert "4813" in GAME.board.names(look.forts())  # dry ground, and every other fort of the Wall


# 10.7.9, 8.7: Paris, Antwerpen


@rule("10.7.9")
def test_no_german_stays_in_paris_but_he_may_drive_through() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-2SS-Pz 2425"), "pick GE-2SS-Pz")
    assert not listed(m, "move") & {"2526", "2527", "2626"}
    assert refused(m, "move 2626") == "10.7.9"
    way = tuple(GAME.board.index[label] for label in ("2425", "2526", "2626", "2726"))
    m.play("move 2726", via=way)
    assert walked(m)[0] == ["2425", "2526", "2626", "2726"]


@rule("10.7.9", "R30")
def test_paris_wants_the_french_2nd_armored_first() -> None:
    start: dict[str, Any] = {"units": "US-4-Inf 2528; FR-2-Arm 2528", "breakout": True, "turn": 6}
    first = play(at(ALLIED_EXPLOITATION, **start), "pick US-4-Inf", "move 2527")
    assert first.position.civil_war
    led = play(at(ALLIED_EXPLOITATION, **start), "pick FR-2-Arm", "move 2527", "pick US-4-Inf", "move 2527")
    assert led.position.paris_entered
    assert not led.position.civil_war
    stack = play(at(ALLIED_EXPLOITATION, **start), "pick US-4-Inf", "join FR-2-Arm", "move 2527")
    assert not stack.position.civil_war


def test_the_engine_leads_nobody_into_paris_without_need() -> None:
    m = at(ALLIED_EXPLOITATION, "US-4-Inf 2427; US-1-Inf 2529", breakout=True, turn=6)
    play(m, "pick US-4-Inf", "move 2528")
    assert "2527" not in walked(m)[0]
    assert not m.position.paris_entered


@rule("10.7.9", "R30")
def test_the_engine_leads_nobody_through_paris_even_if_that_is_shorter() -> None:
    start: dict[str, Any] = {"units": "US-4-Inf 2427; FR-2-Arm 2427", "breakout": True, "turn": 6}
    m = play(at(ALLIED_EXPLOITATION, points={"12AG": 5}, **start), "pick US-4-Inf", "move 2525")
    assert not set(walked(m)[0]) & {"2526", "2527", "2626"}
    assert (walked(m)[1], m.position.paris_entered) == (5, False)  # through Paris it would be three
    # Who has not the points for the way round says that he means Paris.
    short = play(at(ALLIED_EXPLOITATION, points={"12AG": 4}, **start), "pick US-4-Inf")
    refusal = short.why_not("move 2525")
    assert refusal is not None
    assert refusal.rule == "10.7.9"
    assert "leads through Paris" in refusal.why
    play(short, "move 2526", "move 2525")
    assert where(short, "US-4-Inf") == "2525"
    assert short.position.civil_war
    # The French division, or anybody after the first entry, takes the short way.
    french = play(at(ALLIED_EXPLOITATION, points={"12AG": 4}, **start), "pick FR-2-Arm", "move 2525")
    assert walked(french)[1] == 3
    after = at(ALLIED_EXPLOITATION, points={"12AG": 4}, paris_entered=True, **start)
    assert walked(play(after, "pick US-4-Inf", "move 2525"))[1] == 3


@rule("10.7.9")
def test_whoever_asks_for_a_hex_of_paris_gets_there_through_paris() -> None:
    m = at(ALLIED_EXPLOITATION, "US-4-Inf 2427", points={"12AG": 2}, breakout=True, turn=6)
    play(m, "pick US-4-Inf", "move 2626")
    assert walked(m) == (["2427", "2527", "2626"], 2)


@rule("10.7.9")
def test_the_allies_are_warned_before_they_enter_paris_without_the_french() -> None:
    start: dict[str, Any] = {"units": "US-4-Inf 2528; FR-2-Arm 2528; US-1-Inf 0820", "breakout": True, "turn": 6}

    def warned(match: Any) -> bool:
        return any("civil war" in text and "(10.7.9)" in text for text in match.prompt.warnings)

    m = at(ALLIED_EXPLOITATION, **start)
    assert not warned(m)
    assert warned(play(m, "pick US-4-Inf"))
    assert not warned(play(m, "join FR-2-Arm"))
    assert not warned(play(at(ALLIED_EXPLOITATION, **start), "pick US-1-Inf"))  # Paris is far away
    assert not warned(play(at(ALLIED_EXPLOITATION, paris_entered=True, **start), "pick US-4-Inf"))
    train = at(ALLIED_EXPLOITATION, "US-4-Inf 0430; FR-2-Arm 0430", breakout=True, turn=6)
    assert warned(play(train, "strategic US-4-Inf"))


@rule("8.7.A", "R32")
def test_no_german_stays_in_antwerpen_before_the_allies_have_been_there() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-2SS-Pz 3810"), "pick GE-2SS-Pz")
    assert refused(m, "move 3910") == "8.7.A"
    assert "3911" in listed(m, "move")
    after = play(at(GERMAN_ASSAULT, "GE-2SS-Pz 3810", antwerpen_taken=True), "pick GE-2SS-Pz")
    assert "3910" in listed(after, "move")


@rule("8.7.B")
def test_montys_blind_spot_is_closed_until_antwerpen_was_allied_for_a_turn() -> None:
    start: dict[str, Any] = {"units": "CW-7-Arm 3910", "breakout": True, "turn": 8}
    m = play(at(ALLIED_EXPLOITATION, **start), "pick CW-7-Arm")
    assert refused(m, "move 3909") == "8.7.B"
    assert "3909" in listed(play(at(ALLIED_EXPLOITATION, monty_sees=True, **start), "pick CW-7-Arm"), "move")


# 10.7.10: the Seine Line


@rule("10.7.10")
def test_nobody_crosses_the_seine_line_before_the_breakout() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-4-Inf 2629"), "pick US-4-Inf")
    assert refused(m, "move 2628") == "10.7.10"
    after = play(at(ALLIED_EXPLOITATION, "US-4-Inf 2629", breakout=True), "pick US-4-Inf")
    assert "2628" in listed(after, "move")
    play(after, "move 2628")
    assert after.position.seine_crossed


@rule("10.7.10")
def test_westward_the_seine_line_is_open() -> None:
    m = play(at(ALLIED_EXPLOITATION, "US-3-Inf 2628", turn=8), "pick US-3-Inf")
    assert "2629" in listed(m, "move")
