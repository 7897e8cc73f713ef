"""Cases 3.4.A.6, 9 and 10: the units that are set up on the map, and the suggested set-up."""

from __future__ import annotations

import random

import pytest

import bocage
from bocage.games.storming.data.check import check
from bocage.games.storming.rules.setup.final_forces import allied_front, beyond_front, covered, german_front, ground
from tests.cases import rule
from tests.storming.data.printed import HEXES, UNITS, flagged
from tests.storming.reading import listed, names, play, refused, told, where
from tests.storming.setup.december import WATCH, hexes, in_place, new, set_up, to_step

# Step 6: the Allied front line


@rule("3.4.A.6")
def test_each_command_sets_up_on_its_part_of_the_allied_front_line() -> None:
    m = to_step(6)
    front = flagged("allied_front_line_dec44")
    m.play("pick CW-3-Inf")
    assert listed(m, "place") == {label for label in front if int(label[2:]) < 14}
    assert refused(m, "place 4610") == ("3.4.A.6", "4610 is not on the Allied Front Line")
    assert refused(m, "place 4914") == ("3.4.A.6", "Commonwealth units set up north of hexrow xx14")
    m.play("pick US-1-Inf")
    assert listed(m, "place") == {
        label for label in front if int(label[2:]) >= 14 and HEXES[label]["area"] in ("21AG", "12AG")
    }
    assert refused(m, "place 4913") == ("3.4.A.6", "units of the 12th Army Group set up on or south of hexrow xx14")
    assert refused(m, "place 5528")[0] == "3.4.A.6"
    assert "4914" in listed(m, "place")  # in the 21st Army Group's area
    m.play("pick US-3-Inf")
    assert listed(m, "place") == {label for label in front if HEXES[label]["area"] == "6AG"}
    assert refused(m, "place 5327") == ("3.4.A.6", "units of the 6th Army Group set up in the 6th Army Group's area")
    assert refused(m, "place 3425") == ("3.4", "only hexes east of hexrow 34xx are in play")
    assert refused(m, "pick US-82-AB")[1] == "US-82-AB is not one of the units that are set up in this step"


@rule("3.4.A.6", "10.7.3", "R125")
def test_five_us_or_french_divisions_at_most_set_up_in_ikes_blind_spot() -> None:
    m = to_step(6)
    inside = ("4816", "4817", "4818", "4719", "4720")
    for unit, label in zip(("US-1-Inf", "US-2-Inf", "US-9-Inf", "FR-2-Arm", "US-30-Inf"), inside, strict=True):
        play(m, f"pick {unit}", f"place {label}")
    m.play("pick US-29-Inf")
    assert refused(m, "place 4821") == ("10.7.3", "five US or French divisions are in Ike's Blind Spot already")
    # One of the five may still be moved about inside.
    play(m, "pick US-1-Inf", "place 4821")
    assert where(m, "US-1-Inf") == "4821"


@rule("3.4.A.10", "R125")
def test_nobody_sets_up_in_an_entrance_hex() -> None:
    m = bocage.new_match("storming", scenario="final", seed="entrance")
    assert all(not ground(m.game, ()) & m.game.entrances[letter] for letter in ("W", "E", "A-D"))


@rule("3.4.A.6", "5.2.A.1", "R125")
def test_stacking_limits_hold_in_the_set_up() -> None:
    m = to_step(6)
    for unit in ("CW-3-Inf", "CW-15-Inf", "CW-49-Inf"):
        play(m, f"pick {unit}", "place 4806")
    m.play("pick CW-53-Inf")
    assert refused(m, "place 4806")[0] == "5.2.A.1"
    m.play("pick CW-8-Bde")
    assert "4806" in listed(m, "place")


@rule("3.4.A.6")
def test_every_hex_of_the_line_needs_a_unit_or_a_zone_before_the_step_can_end() -> None:
    m = to_step(6)
    assert refused(m, "end") == ("3.4.A.6", "61 units are still to be placed")
    m.play("lay-out")
    assert m.prompt.text == "The set-up is complete: go on, or pick a unit to move it."
    assert not allied_front(m.game) & ~covered(m.game, m.position.stacks, "allied")
    # Take the brigade of the Scheldt away, and Walcheren is bare.
    play(m, "pick CW-34-Bde", "place 4806")
    assert refused(m, "end") == (
        "3.4.A.6", "the Allied Front Line has neither a unit nor a zone of control at 3508 and 3608",
    )  # fmt: skip
    assert m.prompt.warnings == ["the Allied Front Line has neither a unit nor a zone of control at 3508 and 3608"]
    play(m, "pick CW-34-Bde", "place 3508", "end")
    assert m.prompt.side == "german"


@rule("3.4.A.6")
def test_terrain_does_not_limit_zones_in_the_set_up() -> None:
    m = to_step(6)
    m.play("lay-out")
    # 4812 and 4815 are West Wall forts, 5532 is a city, 5135 and 5136 are mountain: a zone covers them all the same.
    look = m.inquire()
    for label in ("5136", "5135"):
        assert HEXES[label]["terrain"] == "mountain"
    mountains = m.game.board.set("5136")
    assert not look.occupied("allied") & mountains
    assert not look.zone("allied") & mountains
    assert "end" in m.prompt.verbs()


# Step 9: the German front


@rule("3.4.A.9", "2.1.B")
def test_ten_mechanized_units_wait_in_the_watch_on_the_rhine_box() -> None:
    assert in_place(to_step(9), "watch") == WATCH


@rule("3.4.A.9")
def test_german_units_set_up_beyond_the_allied_line_outside_fortress_holland() -> None:
    m = to_step(9)
    m.play("pick GE-89-Inf")
    beyond = hexes(m, beyond_front(m.game))
    holland, edge = flagged("fortress_holland"), flagged("entrance:E")
    assert listed(m, "place") == beyond - holland - edge | {"4404", "4005", "4302"}
    assert refused(m, "place 4405")[0] == "3.4.A.9"
    assert refused(m, "place 4816")[1] == "4816 is not east or north of the Allied Front Line"
    assert refused(m, "place 5810") == ("7.1.2.A", "units are set up on the map, not in Entrance Hexes")
    m.play("pick GE-9-Pz")
    assert listed(m, "place") == beyond - holland - edge
    assert refused(m, "place 4404") == (
        "3.4.A.9", "in Fortress Holland stands one division each in Utrecht, Rotterdam and Amsterdam",
    )  # fmt: skip
    m.play("pick GE-21-Pz")
    assert listed(m, "place") == hexes(m, german_front(m.game))
    assert refused(m, "place 5117") == ("3.4.A.9", "5117 is not on the German Front Line")


@rule("3.4.A.9", "R127")
def test_each_city_of_fortress_holland_holds_one_division_that_is_not_mechanized() -> None:
    m = to_step(9)
    play(m, "pick GE-89-Inf", "place 4404", "pick GE-85-Inf")
    assert refused(m, "place 4404") == ("3.4.A.9", "one division holds 4404, and no other unit is set up there")
    m.play("pick GE-105-PzB")
    assert refused(m, "place 4302")[0] == "3.4.A.9"
    m.play("lay-out")
    play(m, "pick GE-347-Co", "place 4406")
    assert refused(m, "end") == ("3.4.A.9", "Utrecht (4404) needs a non-Mechanized division")
    play(m, "pick GE-346-Co", "place 4404")
    assert "end" in m.prompt.verbs()


@rule("3.4.A.9", "R127")
def test_two_mechanized_divisions_stand_together_in_the_north_and_two_in_the_south() -> None:
    m = to_step(9)
    m.play("lay-out")
    play(m, "pick GE-9-Pz", "place 5014")
    # 3 Panzergrenadier stands in 5014 too, so the pair is complete there.
    assert "end" in m.prompt.verbs()
    play(m, "pick GE-3-PG", "place 5117")
    north = "two Mechanized divisions must stand in one hex of the German Front Line in the 21st Army Group's area"
    assert refused(m, "end") == ("3.4.A.9", north)
    play(m, "pick GE-3-PG", "place 5013")
    assert "end" in m.prompt.verbs()
    # 21st Panzer has an order of its own and does not count.
    play(m, "pick GE-25-PG", "place 5117")
    assert where(m, "GE-21-Pz") == "5627"
    assert refused(m, "end")[1] == (
        "two Mechanized divisions must stand in hexes of the German Front Line in the 6th Army Group's area"
    )
    play(m, "pick GE-17SS-PG", "place 5434")
    assert "end" in m.prompt.verbs()


@rule("3.4.A.9", "3.4.E.1")
def test_the_german_front_line_must_be_covered() -> None:
    m = to_step(9)
    m.play("lay-out")
    assert not german_front(m.game) & ~covered(m.game, m.position.stacks, "german")
    play(m, "pick GE-245-Co", "place 5117")
    assert refused(m, "end")[1].startswith("the German Front Line has neither a unit nor a zone of control at 3507")
    # A Tiger battalion has no zone, so it covers only its own hex.
    play(m, "pick GE-502SS-Ti", "place 3607")
    assert refused(m, "end")[1].startswith("the German Front Line has neither a unit nor a zone of control at 3507")


# Step 10 and the whole


@rule("3.4.A.10", "R68", "R125")
def test_the_reserve_comes_last_behind_the_front_in_the_area_of_its_command() -> None:
    m = to_step(10)
    assert m.prompt.side == "allied"
    behind = hexes(m, m.game.in_play) - hexes(m, beyond_front(m.game)) - flagged("entrance:A-D")
    m.play("pick CW-Gds-Arm")
    assert listed(m, "place") == {label for label in behind if int(label[2:]) < 14}
    assert refused(m, "place 4614") == ("3.4.A.10", "Commonwealth units set up north of hexrow xx14")
    assert refused(m, "place 4805") == ("3.4.D", "4805 is beyond the Allied Front Line, under German control")
    m.play("pick US-4-Arm")
    assert refused(m, "place 4613")[0] == "3.4.A.10"
    assert refused(m, "place 4734")[1] == (
        "units of the 12th Army Group set up in the areas of the 21st and 12th Army Groups"
    )
    assert refused(m, "place 4520")[0] == "10.7.3"
    assert "4615" in listed(m, "place")
    m.play("pick Patton")
    assert {"4615", "4520"} <= listed(m, "place")  # Ike counts divisions only
    assert refused(m, "place 4734")[0] == "3.4.A.10"
    assert refused(m, "place 4613")[0] == "3.4.A.10"
    assert refused(m, "place 5020")[0] == "3.4.D"
    assert refused(m, "end") == ("3.4.A.10", "9 units are still to be placed")
    m.play("suggested")
    assert in_place(m, "aside") == set()


@rule("3.4.A.10")
def test_a_reserve_of_the_sixth_army_group_stays_in_its_area() -> None:
    m = to_step(5)
    play(m, *(f"set-aside {unit}" for unit in ("US-3-Inf", "FR-1-DB", "US-36-Inf", "FR-5-DB")))
    while m.prompt.rule != "3.4.A.10":
        m.play("suggested")
    m.play("pick FR-1-DB")
    assert all(HEXES[label]["area"] == "6AG" for label in listed(m, "place"))
    m.play("suggested")
    assert {HEXES[where(m, unit)]["area"] for unit in ("US-3-Inf", "FR-1-DB", "US-36-Inf", "FR-5-DB")} == {"6AG"}


@rule("3.4.A")
def test_a_suggested_set_up_is_one_click_away_for_each_player() -> None:
    m = new()
    m.play("suggested-all")
    assert (m.prompt.side, m.prompt.rule) == ("german", "3.4.A.7")
    m.play("suggested-all")
    assert (m.prompt.side, m.prompt.rule) == ("allied", "3.4.A.10")
    assert refused(m, "suggested-all")[1] == "the next step is the other side's: take 'suggested'"
    m.play("suggested")
    assert (m.position.turn, m.game.phase(m.position)) == (11, "german reinforcements")
    step_by_step = set_up()
    assert step_by_step.position.units == m.position.units


@rule("3.4.A", "5.2", "10.7.3")
def test_the_suggested_set_up_is_sound() -> None:
    m = set_up()
    look, position = m.inquire(), m.position
    assert look.overstacked("allied") == look.overstacked("german") == []
    assert not look.occupied("german") & position.allied_control
    assert not look.occupied("allied") & ~position.allied_control
    assert [unit for unit in names(m, position.on_board) if not look.supplied(m.game.unit_numbers[unit])] == []
    ike = flagged("ike_blind_spot")
    inside = [unit for unit in UNITS if where(m, unit) in ike and UNITS[unit]["nation"] in ("US", "FR")]
    assert len(inside) == 5
    assert look.holland_held()
    assert "72 units are set up as suggested." in told(m)


@rule("3.4.A")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_was_chosen_before_the_suggestion_fits(seed: int) -> None:
    rng = random.Random(seed)
    m = new()
    for number in (2, 3, 5, 6, 7, 8, 9, 10):
        assert m.prompt.rule == f"3.4.A.{number}"
        verb = {2: "remove", 3: "reduce", 5: "set-aside", 7: "remove", 8: "reduce"}.get(number)
        if verb is None:
            for _ in range(rng.randrange(30)):
                m.play(rng.choice([action for action in m.prompt.actions if action.verb in ("pick", "place")]))
            m.play("lay-out")
            assert m.prompt.warnings == []
            m.play("end")
        else:
            while m.prompt.rule == f"3.4.A.{number}":
                m.play(rng.choice([action for action in m.prompt.actions if action.verb == verb]))
    look = m.inquire()
    assert look.overstacked("allied") == look.overstacked("german") == []
    assert m.game.phase(m.position) == "german reinforcements"


@rule("3.4.A.6", "3.4.A.9")
def test_a_set_up_by_chance_never_gets_stuck() -> None:
    rng = random.Random("ardennes")
    m = new()
    for _ in range(5000):
        if m.game.phase(m.position) == "german reinforcements":
            break
        m.play(rng.choice(m.prompt.actions))
    assert m.game.phase(m.position) == "german reinforcements"


def test_a_match_in_the_middle_of_its_set_up_can_be_stored() -> None:
    for number in (2, 3, 5, 6, 7, 8, 9, 10):
        m = to_step(number)
        m.play(m.prompt.actions[0])
        again = bocage.load(m.text())
        assert again.position_hash == m.position_hash
        assert [str(action) for action in again.prompt.actions] == [str(action) for action in m.prompt.actions]


def test_the_file_of_the_suggestion_is_checked() -> None:
    assert not [problem for problem in check().problems if problem.file == "suggested_setup.csv"]
