"""Replacements: what steps cost, who may have them, and where eliminated units come back (6.4, 12)."""

from __future__ import annotations

from typing import Any

from bocage import Match
from bocage.games.festung.rules import replacements, tracks
from tests.cases import rule
from tests.festung.playing import goals, in_force, midway, place, play, position, refused


def replacing(side: str, points: int, units: str, **more: Any) -> Match:
    """A card of so many points is played for replacements."""
    return midway(lambda made: replacements.begin(made, side, points), units, **more)


@rule("6.41", "12.1")
def test_a_card_gives_its_value_which_is_spent_at_once() -> None:
    match = position("axis action", "GE-LXXX 1008 reduced; US-V UK", axis_hand="axis-2")
    play(match, "rp axis-2")
    assert "2 points" in match.prompt.text
    play(match, "rebuild GE-LXXX", "end")
    assert match.prompt.side == "allied"


@rule("6.42", "R18", "R71", "R16")
def test_each_further_axis_card_costs_a_victory_point() -> None:
    """T128: after collapse another one; attacks on oil leave nothing of a card, which counts all the same."""
    for rounds, collapsed, lost in ((0, False, 0), (1, False, 1), (2, False, 1), (0, True, 1), (1, True, 2)):
        match = replacing(
            "axis", 2, "", vp=15, rp_rounds=rounds, collapsed=collapsed, bombers={"UK BC": "oil", "US 8th AF": "oil"}
        )
        assert match.position.vp == 15 - lost
        assert match.position.rp_rounds == rounds + 1
        assert not match.position.frames


@rule("12.2", "12.1")
def test_four_points_are_two_army_steps_and_four_corps_steps() -> None:
    """T071: with a third army step there are not enough for four corps steps."""
    armies, corps = ("GE-7A", "GE-15A", "GE-1A"), ("GE-LXXX", "GE-LXXXI", "GE-LXXXII", "GE-XX")
    units = "; ".join(f"{unit} OKW reduced" for unit in (*armies, *corps))
    match = replacing("axis", 4, units)
    play(match, *(f"rebuild {unit}" for unit in (*armies[:2], *corps)))
    assert not match.position.frames, "all is spent"
    match = replacing("axis", 4, units)
    play(match, *(f"rebuild {unit}" for unit in (*armies, *corps[:2])))
    assert not match.position.frames, "three armies leave points for two corps only"


@rule("12.4")
def test_two_points_of_a_card_go_to_panzers_or_three_under_the_production_miracle() -> None:
    """T072: a card of 4, all on panzer corps: four steps, or six."""
    panzers = ("GE-ISS", "GE-IISS", "GE-XIVPZ", "GE-XLVIIPZ", "GE-XLVIIIPZ", "GE-LVIIIPZ", "GE-XXIVPZ")
    units = "; ".join(f"{unit} OKW reduced" for unit in panzers) + "; GE-IFJ OKW reduced; GE-LXXX OKW reduced"
    for flags, steps in (((), 4), (("production_miracle",), 6)):
        match = replacing("axis", 4, units, flags=in_force(*flags))
        play(match, *(f"rebuild {unit}" for unit in panzers[:steps]))
        assert refused(match, f"rebuild {panzers[steps]}") == "12.4"
        assert refused(match, "rebuild GE-IFJ") == "12.4", "parachutists are of the Luftwaffe"
        assert not refused(match, "rebuild GE-LXXX")


@rule("12.2")
def test_an_army_step_costs_a_point_and_a_corps_step_half() -> None:
    match = replacing("axis", 1, "GE-7A 1008 reduced; GE-LXXX 1008 reduced; GE-LXXXI 1008 reduced")
    play(match, "rebuild GE-LXXX")
    assert refused(match, "rebuild GE-7A") == "12.2"
    play(match, "rebuild GE-LXXXI")
    assert not match.position.frames


@rule("12.3", "12.32", "R15")
def test_germans_come_back_in_boxes_and_sources_at_one_or_two_steps() -> None:
    for closed, sources in (("", {"1008", "1307", "1311", "1607"}), ("both", {"1008", "1311"})):
        match = replacing("axis", 2, "GE-LXXX pool reduced", closed=closed)
        play(match, "pick GE-LXXX")
        assert goals(match, "place") == sources | {"OKW", "EAST", "BALKANS"}
        play(match, "place OKW", "rebuild GE-LXXX")
        assert place(match, "GE-LXXX") == "OKW"


@rule("12.31")
def test_allies_come_back_in_boxes_and_beach_heads() -> None:
    match = replacing("allied", 2, "US-V pool reduced", marked="0410", allied_control="0410 0712")
    play(match, "pick US-V")
    assert goals(match, "place") == {"UK", "NA", "0410"}


@rule("12.33", "12.4", "13.3", "R30")
def test_italians_come_back_in_italy_then_not_at_all_then_in_milan_one_a_turn() -> None:
    """T186, T079."""
    units = "IT-VII pool reduced; IT-XIII pool reduced; IT-6A pool reduced"
    match = replacing("axis", 2, units)
    play(match, "pick IT-VII")
    assert goals(match, "place") == {"BALKANS", "1115", "1214", "1617"}
    play(match, "place BALKANS")
    assert not refused(match, "pick IT-XIII")
    assert refused(replacing("axis", 2, units, surrendered=True), "pick IT-VII") == "12.4"
    match = replacing("axis", 2, units, surrendered=True, flags=in_force("isr"))
    assert refused(match, "pick IT-6A") == "13.3"
    play(match, "pick IT-VII")
    if place(match, "IT-VII") == "pool":
        play(match, "place 1214")
    assert place(match, "IT-VII") == "1214"
    assert "1½ points" in match.prompt.text
    assert refused(match, "pick IT-XIII") == "13.3"


@rule("12.34", "12.4")
def test_dots_fortresses_and_too_much_armour_are_barred() -> None:
    """T073."""
    units = (
        "GE-12A 1008 reduced; FORT-Brest pool reduced; FORT-Calais 0609 reduced; US-V 0610; GE-5PZA 1008 reduced;"
        "GE-6SSA 1307 reduced; GE-ISS 1307 reduced"
    )
    match = replacing("axis", 4, units)
    assert refused(match, "rebuild GE-12A") == "12.34"
    assert refused(match, "pick FORT-Brest") == "12.4"
    assert refused(match, "rebuild FORT-Calais") == "12.4"
    play(match, "rebuild GE-5PZA", "rebuild GE-6SSA")
    assert refused(match, "rebuild GE-ISS") == "12.4"
    miracle = replacing("axis", 4, units, flags=in_force("production_miracle"))
    assert not refused(play(miracle, "rebuild GE-5PZA", "rebuild GE-6SSA"), "rebuild GE-ISS")


@rule("R17")
def test_collapse_ends_the_production_miracle() -> None:
    match = midway(
        lambda made: tracks.change_infrastructure(made, -1, "15.1"),
        infrastructure=1,
        flags=in_force("production_miracle"),
    )
    assert "production_miracle" not in match.position.flags


@rule("19.32", "R35", "R85")
def test_disbanding_the_volkssturm_is_worth_four_points_and_no_victory_points() -> None:
    """T143."""
    units = "GE-LXXX 1008 reduced; GE-ISS 1008 reduced; GE-LXXXI 0712 reduced; US-V 0811"
    cut = "0611 0612 0711 0713 0811 0812"
    fields: dict[str, Any] = {
        "allied_control": cut,
        "collapsed": True,
        "vp": 9,
        "bombers": {"UK BC": "oil", "US 8th AF": "oil"},
    }
    flags = in_force("volkssturm", "forced_labor")
    match = position("axis action", units, turn=8, options={"19.32": True}, flags=flags, **fields)
    play(match, "disband")
    assert "3 points" in match.prompt.text
    assert refused(match, "rebuild GE-ISS") == "6.51"
    assert not refused(match, "rebuild GE-LXXX")
    assert refused(match, "rebuild GE-LXXXI") == "11.64"
    assert (match.position.vp, match.position.rp_rounds) == (9, 0)
    assert refused(position("axis action", units, turn=8, flags=flags), "disband")
