"""Case 17.7: the Hitler Counteroffensive from the decision to SHAEF's reaction."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.games.storming.rules.movement.limits import barred
from tests.cases import rule
from tests.storming.reading import listed, names, play, refused, told, where

# Antwerpen is open and feeds the front; Bruxelles is far behind it.
SUPPLIED = {"antwerpen_operational": True, "full_for_good": True, "seine_crossed": True, "monty_sees": True}
ARDENNES = "US-99-Inf 4817; US-106-Inf 4818; GE-12-VG 4917; GE-3FJ-Div 4918"
BEHIND = "3910 3913 4515 4615 4520 4723 3525"


def at(row: str, units: str, **more: Any) -> Any:
    return bocage.position(
        "storming", at=row, units=units, **{"turn": 10, "allied_control": BEHIND, **SUPPLIED, **more}
    )


def launched(units: str, **more: Any) -> Any:
    return play(at("counteroffensive", units, **more), "launch")


def fighting(units: str, dice: str, **more: Any) -> Any:
    """The offensive's Combat Segment, Combat Duration being settled."""
    state: Any = {"offensive_turn": 10, "duration": 1, "points": {"infantry": 3, "mechanized": 7}}
    return at("offensive combat", units, dice=dice, **{**state, **more})


# The decision


@rule("17.7.1.A", "4.1.II")
@pytest.mark.parametrize(("turn", "asked"), [(9, False), (10, True), (11, True), (12, False)])
def test_the_german_may_launch_it_on_turn_ten_or_eleven(turn: int, asked: bool) -> None:
    m = at("counteroffensive", ARDENNES, turn=turn, dice="1 1 1")
    assert (m.prompt.step == "counteroffensive") is asked
    if asked:
        assert (m.prompt.side, [str(action) for action in m.prompt.actions]) == ("german", ["launch", "decline"])


@rule("17.7.1.A")
def test_it_is_launched_once_in_a_game() -> None:
    m = at("counteroffensive", ARDENNES, turn=11, offensive_turn=10, dice="1 1 1")
    assert m.prompt.step != "counteroffensive"
    m = launched(ARDENNES)
    assert m.position.offensive_turn == 10
    assert told(m)[0] == "The Germans launch the Hitler Counteroffensive!"


@rule("17.7.1.A", "4.1.II")
def test_waiting_on_turn_ten_leaves_everything_open() -> None:
    m = play(at("counteroffensive", f"{ARDENNES}; GE-47-VG 5118; GE-1SS-Pz watch"), "decline")
    assert (m.position.offensive_turn, m.position.offensive_declined) == (0, False)
    assert where(m, "GE-1SS-Pz") == "watch"
    # The turn goes on with the First Allied Air Phase.
    assert (m.prompt.side, m.game.phase(m.position)) == ("allied", "first strafing")


@rule("17.7.1.B", "17.7.2.B", "7.2.2.A")
def test_giving_it_up_on_turn_eleven_costs_the_ss_empties_the_box_and_ends_late_rebuilding() -> None:
    ss = "GE-1SS-Pz 5020; GE-2SS-Pz 5021; GE-9SS-Pz 5022; GE-10SS-Pz 5019"
    m = at(
        "counteroffensive", f"{ARDENNES}; {ss}; GE-Lehr-Pz watch; GE-501SS-Ti watch; GE-2-Pz track; GE-11-Pz 5023",
        turn=11, due={"GE-2-Pz": 12},
    )  # fmt: skip
    m.play("decline")
    assert m.position.offensive_declined
    # First the withdrawal (17.8), which has no choice here; then the box.
    assert {where(m, unit) for unit in ("GE-1SS-Pz", "GE-2SS-Pz", "GE-9SS-Pz", "GE-10SS-Pz")} == {"dead"}
    assert (where(m, "GE-2-Pz"), m.position.due) == ("dead", {})
    assert where(m, "GE-11-Pz") == "5023"
    assert (m.prompt.side, m.game.phase(m.position)) == ("german", "watch disbands")
    assert listed(m, "place") == {f"58{row:02}" for row in range(2, 40)}
    play(m, "place 5810", "place 5810", "end")
    assert where(m, "GE-Lehr-Pz") == where(m, "GE-501SS-Ti") == "5810"
    assert m.game.phase(m.position) == "first strafing"


@rule("17.7.1.B", "7.2.2.A", "R75")
@pytest.mark.parametrize("way", ["place 5810", "watch GE-2-Pz"])
def test_panzers_rebuilt_on_turn_eleven_are_lost_when_the_offensive_is_given_up(way: str) -> None:
    """Ruling R75: they were due after turn 10, though they are back before the German decides."""
    ss = "GE-1SS-Pz 5020; GE-2SS-Pz 5021; GE-9SS-Pz 5022; GE-10SS-Pz 5019"
    units = f"{ARDENNES}; {ss}; GE-2-Pz track; GE-501SS-Ti track; GE-11-Pz 5023"
    m = at("german replacements", units, turn=11, due={"GE-2-Pz": 11, "GE-501SS-Ti": 11})
    play(m, way, "place 5811")
    while m.prompt.step != "counteroffensive":
        m.play("end")
    assert "rebuilt on this turn or later are lost" in m.prompt.text
    m.play("decline")
    assert (where(m, "GE-2-Pz"), where(m, "GE-501SS-Ti"), where(m, "GE-11-Pz")) == ("dead", "dead", "5023")
    assert "Rebuilt too late, out of the game: 2 Panzer Division and 501 SS Tiger Battalion." in told(m)
    assert not m.position.rebuilt_late


@rule("17.7.1.B", "7.2.2.A")
def test_panzers_rebuilt_on_turn_eleven_fight_in_the_offensive() -> None:
    m = at("german replacements", f"{ARDENNES}; GE-2-Pz track", turn=11, due={"GE-2-Pz": 11}, dice="4 4 4")
    m.play("place 5810")
    while m.prompt.step != "counteroffensive":
        m.play("end")
    m.play("launch")
    assert where(m, "GE-2-Pz") == "5810"
    assert not m.position.rebuilt_late


@rule("17.7.1.B", "17.8.C", "R39")
def test_the_withdrawal_may_take_a_division_that_was_just_rebuilt() -> None:
    """Rulings R39 and R75: the withdrawal comes first, so the division still counts for it."""
    units = f"{ARDENNES}; GE-1SS-Pz 5020; GE-2SS-Pz 5021; GE-9SS-Pz 5022; GE-10SS-Pz 5019"
    m = at("counteroffensive", units, turn=11, rebuilt_late="GE-10SS-Pz", dice="1 1 1")
    m.play("decline")
    assert m.outcome is None
    assert where(m, "GE-10SS-Pz") == "dead"
    assert not any("Rebuilt too late" in text for text in told(m))


@rule("17.7.1.B", "R129")
def test_the_withdrawal_may_still_take_a_division_from_the_track() -> None:
    m = at(
        "counteroffensive", f"{ARDENNES}; GE-1SS-Pz 5020; GE-2SS-Pz 5021; GE-9SS-Pz 5022; GE-10SS-Pz track",
        turn=11, due={"GE-10SS-Pz": 12}, dice="1 1 1",
    )  # fmt: skip
    m.play("decline")
    assert m.outcome is None
    assert where(m, "GE-10SS-Pz") == "dead"


# What launching it changes


@rule("17.7.3.A", "4.1.II", "17.5.1.C")
def test_the_first_air_phase_and_both_assault_phases_are_left_out() -> None:
    m = launched(f"{ARDENNES}; GE-47-VG 5118", dice="4 6 1 1 1 1 1 1")
    seen = []
    while m.outcome is None and m.position.turn == 10:
        phase = m.game.phase(m.position)
        if phase not in seen:
            seen.append(phase)
        verbs = m.prompt.verbs()
        m.play(next(verb for verb in ("declare 0", "roll", "end") if verb.split()[0] in verbs))
    assert seen[0] == "offensive command die"
    assert "second strafing" in seen
    for row in ("airborne", "first strafing", "logistics", "allied assault", "allied combat", "german assault",
                "german combat"):  # fmt: skip
        assert not any(phase.startswith(row) for phase in seen), row
    assert seen.index("second strafing") < seen.index("allied exploitation command dice")


@rule("10.7.3", "10.7.2")
def test_declaring_it_opens_ikes_blind_spot_and_the_sixth_army_groups_area() -> None:
    m = launched(ARDENNES, full_for_good=False)
    assert m.position.ike_sees
    look = m.inquire()
    area = m.game.data.areas["6AG"] & ~m.game.mute_hexes
    assert not barred(look, m.game.unit_numbers["US-99-Inf"]) & area
    waiting = play(at("counteroffensive", ARDENNES, full_for_good=False, dice="1 1"), "decline")
    assert not waiting.position.ike_sees
    assert barred(waiting.inquire(), m.game.unit_numbers["US-99-Inf"]) & area == area


@rule("3.2.C.2")
def test_the_cities_that_count_are_those_allied_and_in_supply_at_the_start() -> None:
    ring = "GE-47-VG 4721; GE-212-VG 4722; GE-276-Inf 4623; GE-352-VG 4823; GE-353-Inf 4724; GE-167-VG 4622"
    m = launched(f"{ARDENNES}; {ring}", allied_control=f"{BEHIND} 5532")
    found = set(m.game.board.names(m.position.offensive_cities))
    assert {"3910", "3913", "4515", "3525"} <= found
    assert "4723" not in found  # Luxembourg is surrounded
    assert "4615" not in found  # Verviers is a town
    assert "5532" in found  # Strasbourg traces to the south, as the 6th Army Group does
    south = launched(ARDENNES, allied_control="5532 4515", antwerpen_operational=False)
    assert m.game.board.names(south.position.offensive_cities) == ["5532"]


# The Watch on the Rhine


@rule("17.7.3.B", "4.1.II.a")
def test_every_unit_of_the_box_is_placed_in_germany() -> None:
    m = launched(f"{ARDENNES}; GE-1SS-Pz watch; GE-2SS-Pz watch; GE-501SS-Ti watch")
    assert (m.prompt.side, m.prompt.rule, m.game.phase(m.position)) == ("german", "17.7.3.B", "watch on the rhine")
    hexes = sum(1 << m.game.board.index[label] for label in listed(m, "place"))
    assert not hexes & ~m.game.data.germany
    assert not hexes & m.game.entrances["E"]
    assert refused(m, "place 4805") == ("17.7.3.B", "4805 is not within the borders of Germany")
    assert refused(m, "place 5806")[0] == "7.1.2.C"
    assert refused(m, "end")[0] == "7.1"
    play(m, "place 5020", "place 5020", "place 5020")
    assert names(m, m.position.on_board) >= {"GE-1SS-Pz", "GE-2SS-Pz", "GE-501SS-Ti"}
    assert (m.prompt.text, m.undoable != []) == ("Every unit is in its place: go on, or take a placement back.", True)


@rule("17.7.3.B")
def test_beside_the_enemy_units_are_placed_only_with_infantry() -> None:
    m = launched(f"{ARDENNES}; US-28-Inf 4816; GE-9-Pz 4819; GE-1SS-Pz watch")
    assert "4917" in listed(m, "place")
    assert refused(m, "place 4916") == (
        "17.7.3.B", "beside Allied units a hex must hold a German unit that is not Mechanized",
    )  # fmt: skip
    assert refused(m, "place 4819")[1] == "beside Allied units a hex must hold a German unit that is not Mechanized"
    assert refused(m, "place 4817")[0] == "17.7.3.B"


@rule("17.7.3.B", "R131")
def test_a_hex_that_allied_zones_surround_is_closed() -> None:
    # The division in 5113 keeps the line home open, but a unit could step into 5013 only from zone to zone.
    units = "US-1-Inf 4913; US-2-Inf 4914; US-9-Inf 5112; US-4-Inf 5115; GE-12-VG 5013; GE-47-VG 5113; GE-1SS-Pz watch"
    m = launched(units)
    look = m.inquire()
    here = m.game.board.index["5013"]
    assert look.east_supply() >> here & 1
    assert not m.game.board.around[here] & ~look.enemy_zone("german") & ~look.occupied("allied")
    assert refused(m, "place 5013") == ("17.7.3.B", "Allied zones surround 5013: no unit could move in")
    free = launched(units.replace("US-4-Inf 5115; ", ""))
    assert "5013" in listed(free, "place")
    assert refused(free, "place 5804")[0] == "7.1.2.C"  # an Entrance Hex


@rule("17.7.3.B", "5.1")
def test_stacking_limits_hold_for_the_units_of_the_box() -> None:
    m = launched("GE-12-VG 5020; GE-47-VG 5020; GE-1SS-Pz watch; GE-2SS-Pz watch; GE-501SS-Ti watch; US-99-Inf 4817")
    play(m, "place 5020", "pick GE-2SS-Pz")
    assert refused(m, "place 5020")[0] == "5.2.A.1"
    play(m, "pick GE-501SS-Ti", "place 5020")
    assert where(m, "GE-501SS-Ti") == "5020"


@rule("17.7.3.B")
def test_units_of_the_box_need_normal_east_map_edge_supply() -> None:
    # 4812 and its neighbours are cut off from the east.
    units = (
        "GE-12-VG 5126; US-1-Inf 5125; US-2-Inf 5127; US-9-Inf 5225; US-4-Inf 5226; US-8-Inf 5025; US-5-Inf 5026; "
        "GE-1SS-Pz watch"
    )
    m = launched(units)
    assert refused(m, "place 5126") == ("17.7.3.B", "5126 is not in normal East Map-edge supply")


@rule("4.1.II.b", "4.1.II.c")
def test_without_units_in_the_box_the_offensive_goes_straight_to_supply_and_movement() -> None:
    m = launched("GE-12-VG 4917; US-99-Inf 4817", oos="GE-12-VG")
    assert (m.position.oos, m.game.phase(m.position)) == (0, "offensive command die")


# The disrupted hex


@rule("17.7.3.D", "6.3.F", "4.1.II.d.3")
def test_one_allied_hex_loses_its_zone_for_the_breakthrough_only() -> None:
    units = "GE-1SS-Pz 4918; GE-12-VG 4918; US-99-Inf 4817; US-106-Inf 4719; US-28-Inf 4819"
    m = fighting(units, "1 1 1 1")
    m.play("end")
    assert (m.prompt.side, m.prompt.rule) == ("german", "17.7.3.D")
    assert listed(m, "disrupt") == {"4817", "4719", "4819"}
    assert refused(m, "disrupt 4918")[0] == "17.7.3.D"
    alone = m.game.board.set("4816 4717")  # only 4817 reaches these
    assert m.inquire().enemy_zone("german") & alone == alone
    m.play("disrupt 4817")
    assert m.game.phase(m.position) == "offensive breakthrough"
    assert m.inquire().enemy_zone("german") & alone == 0
    m.play("end")
    assert m.position.disrupted_hex == 0
    assert m.inquire().enemy_zone("german") & alone == alone


@rule("17.7.3.D", "R132")
def test_the_german_may_do_without_it() -> None:
    m = fighting("GE-1SS-Pz 4918; US-99-Inf 4817", "1 1 1 1")
    play(m, "end", "end")
    assert (m.position.disrupted_hex, m.game.phase(m.position)) == (0, "offensive breakthrough")


# SHAEF


SHAEF = "SHAEF-HQ 3525; US-82-AB 3525; US-101-AB 3525; US-17-AB 3525"
ATTACK = "GE-1SS-Pz 4918; GE-12-VG 4918; US-99-Inf 4817; US-106-Inf 4818"


def fought(units: str = f"{ATTACK}; {SHAEF}", **more: Any) -> Any:
    """An attack on 4817 that costs nobody his last step."""
    m = fighting(units, "1 1 1 1 1 1", **more)
    play(m, "attack 4817", "join GE-12-VG", "roll")
    while m.prompt.side == "allied" and m.prompt.step not in ("shaef reaction",):
        m.play(m.prompt.actions[-1])
    return m


@rule("17.7.5.A", "17.7.5.B")
def test_after_a_combat_two_us_airborne_divisions_go_to_towns_or_cities() -> None:
    m = fought()
    assert (m.prompt.side, m.prompt.rule) == ("allied", "17.7.5.B")
    assert listed(m, "react") == {"US-82-AB", "US-101-AB", "US-17-AB"}
    m.play("react US-101-AB")
    assert "4520" in listed(m, "place")
    m.play("place 4520")
    # The two move at the same time: there is no stopping after the first.
    assert "end" not in m.prompt.verbs()
    assert refused(m, "end")[1] == "the two divisions move at the same time: send both"
    play(m, "react US-82-AB", "place 4615")
    assert (where(m, "US-101-AB"), where(m, "US-82-AB")) == ("4520", "4615")
    assert (where(m, "SHAEF-HQ"), where(m, "US-17-AB")) == ("3525", "3525")
    assert m.position.shaef_reacted
    assert m.prompt.side == "german"


@rule("17.7.5.B")
def test_the_towns_must_be_allied_in_supply_and_apart_from_germans_one_division_each() -> None:
    m = fought(allied_control=f"{BEHIND} 4717 4718")
    m.play("react US-82-AB")
    assert refused(m, "place 4619") == ("17.7.5.B", "4619 is neither a town nor a city")
    assert refused(m, "place 4519") == ("17.7.5.B", "4519 is not under Allied control")
    assert refused(m, "place 3525") == ("17.7.5.B", "both divisions move, each to a hex of its own")
    assert "4717" in listed(m, "place")
    m.play("place 4717")
    m.play("react US-101-AB")
    assert refused(m, "place 4717") == ("17.7.5.B", "both divisions move, each to a hex of its own")
    near = fought(f"{ATTACK}; {SHAEF}; GE-501SS-Ti 4616", allied_control=f"{BEHIND} 4717")
    near.play("react US-82-AB")
    assert refused(near, "place 4615") == ("17.7.5.B", "4615 is adjacent to a German unit")


@rule("17.7.5.B", "R130")
def test_a_town_out_of_supply_gets_nobody() -> None:
    # Six divisions two hexes away close every road to Bastogne by their zones.
    ring = "GE-47-VG 4320; GE-212-VG 4618; GE-276-Inf 4621; GE-352-VG 4418; GE-353-Inf 4421; GE-167-VG 4720"
    m = fought(f"{ATTACK}; {SHAEF}; {ring}")
    m.play("react US-82-AB")
    assert refused(m, "place 4520") == ("17.7.5.B", "4520 is not in supply")


@rule("17.7.5.B")
def test_the_allies_may_wait_for_a_later_combat() -> None:
    m = fought()
    m.play("end")
    assert (m.prompt.side, m.position.shaef_reacted) == ("german", False)
    play(m, "attack 4818", "join GE-1SS-Pz", "roll")
    while m.prompt.step != "shaef reaction":
        assert m.prompt.side == "allied"
        m.play(m.prompt.actions[-1])
    play(m, "react US-82-AB", "place 4520", "react US-17-AB", "place 4723")
    assert where(m, "US-17-AB") == "4723"


@rule("17.7.5.B")
def test_the_reaction_waits_for_the_advance_after_combat() -> None:
    m = fighting(f"GE-1SS-Pz 4918; GE-12-VG 4918; US-99-Inf 4817 reduced; {SHAEF}", "6 1 1 1")
    play(m, "attack 4817", "join GE-1SS-Pz", "join GE-12-VG", "roll")
    while m.prompt.step != "advance":
        m.play(m.prompt.actions[-1])
    m.play("advance GE-1SS-Pz")
    while m.prompt.side == "german":
        m.play("end")
    assert (m.prompt.step, where(m, "GE-1SS-Pz")) == ("shaef reaction", "4817")


@rule("17.7.5.B")
def test_shaef_reacts_once() -> None:
    m = fought(shaef_reacted=True)
    assert m.prompt.side == "german"


@rule("17.7.5.B")
@pytest.mark.parametrize(
    "reserve",
    [
        "SHAEF-HQ 3525; US-82-AB 3525",  # one division is not two
        "SHAEF-HQ 3525; US-82-AB 3525; CW-6-AB 3525",  # a British one does not count
        "US-82-AB 3525; US-101-AB 3525",  # without SHAEF
        "SHAEF-HQ 3913; US-82-AB 3525; US-101-AB 3525",  # not stacked with it
        "SHAEF-HQ 3525; US-82-AB 3525; US-4-Inf 3525",  # no infantry
    ],
)
def test_without_two_us_airborne_divisions_at_shaef_nobody_is_asked(reserve: str) -> None:
    assert fought(f"{ATTACK}; {reserve}").prompt.side == "german"


@rule("17.7.5.B")
def test_the_divisions_at_shaef_must_be_in_supply_themselves() -> None:
    rethel = SHAEF.replace("3525", "3723")
    assert fought(f"{ATTACK}; {rethel}").prompt.side == "allied"
    cut = fought(f"{ATTACK}; {rethel}", oos="US-82-AB US-101-AB US-17-AB")
    assert cut.prompt.side == "german"


@rule("17.7.5.B", "R130")
def test_two_divisions_need_two_towns() -> None:
    one = fought(allied_control="3910 3525 4615")
    assert listed(one, "react") == {"US-82-AB", "US-101-AB", "US-17-AB"}  # Antwerpen and Verviers
    lonely = fought(f"{ATTACK}; {SHAEF}; GE-47-VG 4614", allied_control="3910 3525 4615")
    assert lonely.prompt.side == "german"


@rule("17.7.5.A")
def test_without_the_offensive_shaef_does_not_react() -> None:
    m = at("german combat", f"{ATTACK}; {SHAEF}", dice="1 1 1 1", points={"infantry": 3, "mechanized": 7})
    play(m, "attack 4817", "join GE-12-VG", "roll")
    while m.prompt.side == "allied":
        assert m.prompt.step != "shaef reaction"
        m.play(m.prompt.actions[-1])
    assert m.game.phase(m.position) == "german combat"
