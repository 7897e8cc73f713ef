"""The German set-up: anywhere, face down or open, deployed or not, behind a screen."""

from __future__ import annotations

import csv
import random
from importlib import resources
from typing import Any

import pytest

from bocage.games.rhine.rules.position import HAND
from tests.cases import rule
from tests.rhine.setup.ashore import at, begun, listed, marked, play, refused, told, verbs, where


def rows(name: str) -> list[dict[str, str]]:
    text = resources.files("bocage.games.rhine").joinpath("data", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


UNITS = {row["id"]: row for row in rows("units.csv")}
SUGGESTED = {row["unit"]: row for row in rows("suggested_setup.csv")}


def put(match: Any, unit: str, label: str) -> Any:
    """Take a piece in hand and place it."""
    if match.prompt.frame.hand != match.game.unit_numbers[unit]:
        match.play(f"pick {unit}")
    return play(match, f"place {label}")


@rule("SET.1")
def test_all_germans_of_the_set_up_are_in_hand_and_all_allies_in_their_pool() -> None:
    m = begun()
    assert m.prompt.side == "german"
    in_hand = {unit for unit in UNITS if where(m, unit) == "hand"}
    assert in_hand == {unit for unit, row in UNITS.items() if row["entry"] in ("setup", "dummy")} - {
        "DE-17SS",
        "DE-2SS",
    }
    assert all(where(m, unit) == "pool" for unit, row in UNITS.items() if row["entry"].startswith(("pool", "airborne")))


@rule("SET.1")
def test_a_korps_may_be_set_up_anywhere_on_the_map_that_holds_it() -> None:
    m = begun()
    roomy = {m.game.board.labels[node] for node, (most, _) in enumerate(m.game.stacking_limits) if most >= 2}
    assert listed(m, "place") == roomy & set(m.game.board.index)
    assert {"2909", "1817", "5715", "0218"} <= listed(m, "place")  # Paris, Omaha, the supply side, Brest


@rule("SET.2", "SET.3")
def test_17_ss_stands_on_angers_and_2_ss_disrupted_on_tours_and_nobody_moves_them() -> None:
    m = begun()
    assert (where(m, "DE-17SS"), where(m, "DE-2SS")) == ("1407", "1904")
    assert marked(m, "disrupted") == {"DE-2SS"}
    assert refused(m, "pick DE-17SS")[0] == "SET.2"
    assert refused(m, "pick DE-2SS")[0] == "SET.3"


@rule("SET.4", "SET.5")
def test_9_panzer_and_the_brigade_groups_are_not_set_up() -> None:
    m = begun()
    for unit in ("DE-9Pz", "DE-PzB1", "DE-PzB2", "DE-PzB3", "DE-PzB4"):
        assert where(m, unit) == "schedule"
    assert refused(m, "pick DE-9Pz") == ("SET.4", "9. Panzer Division comes on turn 5")
    assert refused(m, "pick DE-PzB1")[0] == "SET.5"
    play(m, "suggested", "end")
    assert where(m, "DE-9Pz") == where(m, "DE-PzB4") == "schedule"


@rule("SET.1")
def test_the_set_up_does_not_end_before_every_piece_is_placed() -> None:
    m = begun()
    assert "end" not in verbs(m)
    assert refused(m, "end")[0] == "SET.1"
    put(m, "DE-LehrPz", "2209")
    play(m, "suggested")
    assert refused(m, "suggested")[0] == "SET.1"
    assert m.why_not("end") is None


@rule("SET.1")
def test_a_placed_piece_may_be_picked_up_and_placed_again() -> None:
    m = begun()
    put(m, "DE-84K", "1816")
    play(m, "pick DE-84K", "place 3018", "pick DE-84K")
    assert refused(m, "pick DE-84K") == ("SET.1", "DE-84K is in hand already: say where it is placed")
    play(m, "place 3018")
    assert where(m, "DE-84K") == "3018"


@rule("SET.1")
def test_after_each_placement_the_next_piece_comes_to_hand_until_none_is_left() -> None:
    m = begun()
    placed = 0
    while m.prompt.frame.hand >= 0:
        m.play("place " + ("2505" if m.game.counters[m.prompt.frame.hand].stacking == 0 else free(m)))
        placed += 1
    assert placed == 27
    assert refused(m, "place 2505") == ("SET.1", "pick first which piece is placed")
    play(m, "end")
    assert m.prompt.side == "allied"


def free(match: Any) -> str:
    """The first hex on the list without anybody in it."""
    occupied = set(match.game.board.names(match.position.masks[1]))
    return next(
        action.operand for action in match.prompt.actions if action.verb == "place" and action.operand not in occupied
    )


@rule("STK.1", "STK.4", "STK.5", "R72")
def test_nobody_is_set_up_above_the_stacking_limit() -> None:
    m = begun()
    put(m, "DE-84K", "2505")
    put(m, "DE-74K", "2505")
    m.play("pick DE-81K")
    assert "2505" not in listed(m, "place")
    assert refused(m, "place 2505")[0] == "STK.1"
    m.play("pick DE-21Pz")
    assert "2505" in listed(m, "place")


@rule("STK.1")
def test_no_more_than_three_points_of_panzers_are_set_up_in_a_hex() -> None:
    m = begun()
    for unit in ("DE-2SSK", "DE-21Pz"):
        put(m, unit, "2505")
    m.play("pick DE-2Pz")
    assert refused(m, "place 2505") == (
        "STK.1", "2505 holds 3 points of panzers; with 2. Panzer Division there would be 4",
    )  # fmt: skip
    m.play("pick DE-84K")
    assert "2505" in listed(m, "place")


@rule("STK.2")
def test_rough_hexes_hold_less_in_the_set_up_too() -> None:
    m = begun()
    assert m.game.data.terrain_at[m.game.board.index["1614"]] == "rough"
    for unit in ("DE-21Pz", "DE-2Pz"):
        put(m, unit, "1614")
    m.play("pick DE-1SS")
    assert refused(m, "place 1614")[0] == "STK.2"


@rule("STK.3")
def test_a_coastal_hex_holds_as_many_points_as_it_has_land_sides() -> None:
    m = begun()
    put(m, "DE-84K", "1817")
    m.play("pick DE-74K")
    assert refused(m, "place 1817") == (
        "STK.3", "1817 holds 3 stacking points; with 74. Infanterie Korps there would be 4",
    )  # fmt: skip


@rule("STK.7")
def test_tigers_and_dummies_fit_into_a_full_hex() -> None:
    m = begun()
    for unit in ("DE-84K", "DE-74K", "DE-21Pz", "DE-s502", "DE-s503", "DE-Dummy1"):
        put(m, unit, "2505")
    assert len(m.inquire("german").stack(m.game.board.index["2505"])) == 6


@rule("SET.6")
def test_infantrie_korps_may_be_set_up_deployed_and_nobody_else() -> None:
    m = begun()
    assert refused(m, "deploy DE-84K") == ("SET.6", "DE-84K is not on the map yet")
    put(m, "DE-84K", "1816")
    play(m, "deploy DE-84K")
    assert marked(m, "deployed") == {"DE-84K"}
    assert m.inquire("german").defence(m.game.unit_numbers["DE-84K"]) == int(UNITS["DE-84K"]["deployed_defense"])
    assert refused(m, "deploy DE-84K")[0] == "SET.6"
    play(m, "undeploy DE-84K")
    assert not m.position.deployed
    assert refused(m, "undeploy DE-84K")[0] == "SET.6"
    put(m, "DE-2SSK", "4505")
    assert refused(m, "deploy DE-2SSK")[0] == "SET.6"
    assert refused(m, "deploy DE-17SS")[0] == "SET.6"


@rule("SET.6")
def test_a_deployed_korps_that_is_placed_anew_stays_deployed() -> None:
    m = begun()
    put(m, "DE-84K", "1816")
    play(m, "deploy DE-84K", "pick DE-84K", "place 1915")
    assert marked(m, "deployed") == {"DE-84K"}


@rule("SET.7", "R72")
def test_divisions_may_lie_face_down_but_no_korps_and_no_tigers() -> None:
    m = begun()
    for unit, label in (("DE-21Pz", "1914"), ("DE-84K", "1816"), ("DE-s503", "1914"), ("DE-2SSK", "4505")):
        put(m, unit, label)
    play(m, "hide DE-21Pz", "hide DE-17SS")
    assert marked(m, "face_down") == {"DE-21Pz", "DE-17SS"}
    for unit in ("DE-84K", "DE-s503", "DE-2SSK"):
        assert refused(m, f"hide {unit}")[0] == "SET.7"
    assert refused(m, "hide DE-21Pz") == ("SET.7", "DE-21Pz lies face down already")
    assert refused(m, "hide DE-2Pz") == ("SET.7", "DE-2Pz is not on the map yet")
    play(m, "show DE-21Pz")
    assert marked(m, "face_down") == {"DE-17SS"}
    assert refused(m, "show DE-21Pz") == ("SET.7", "DE-21Pz does not lie face down")


@rule("SET.3", "R46")
def test_2_ss_does_not_lie_face_down() -> None:
    assert refused(begun(), "hide DE-2SS")[0] == "R46"


@rule("SET.7")
def test_each_of_the_six_dummies_always_lies_face_down() -> None:
    m = begun()
    dummies = [f"DE-Dummy{number}" for number in range(1, 7)]
    for unit in dummies:
        put(m, unit, "2209")
    assert marked(m, "face_down") == set(dummies)
    assert refused(m, "show DE-Dummy3") == ("SET.7", "a dummy always lies face down")


@rule("SET.7")
def test_a_face_down_piece_conceals_the_korps_beneath_it_from_the_allies_after_the_set_up() -> None:
    m = begun()
    put(m, "DE-84K", "1816")
    put(m, "DE-Dummy1", "1816")
    play(m, "suggested", "end")
    seen = m.view("allied")
    assert seen["units"]["DE-84K"] == {"at": "unknown"}
    assert seen["units"]["DE-67K"]["at"] == "3018"
    assert m.view("german")["units"]["DE-84K"]["at"] == "1816"


def behind_the_screen(match: Any) -> tuple[dict[str, Any], list[Any], int]:
    """All that the Allies have before them, but for the number of decisions."""
    seen = match.view("allied")
    del seen["moment"]
    return seen, match.log("allied"), match.inquire("allied").occupied("german")


@rule("SET.1", "R47")
def test_the_allies_see_nothing_of_the_set_up_before_it_is_over() -> None:
    m = begun()
    before = behind_the_screen(m)
    put(m, "DE-84K", "1816")
    put(m, "DE-21Pz", "1914")
    play(m, "hide DE-21Pz", "deploy DE-84K", "pick DE-84K", "place 3018", "suggested")
    assert behind_the_screen(m) == before
    assert before[1:] == ([], 0)
    m.play("end")
    assert told(m, "allied")[0] == "The Germans have set up."
    assert not any("is set up at" in line for line in told(m, "allied"))
    assert any("84. Infanterie Korps is set up at 3018" in line for line in told(m, "german"))


@rule("SET.1")
def test_once_the_screen_has_fallen_the_set_up_cannot_be_taken_back() -> None:
    m = play(begun(), "suggested")
    assert m.undoable
    m.play("end")
    assert not m.undoable


@rule("SET.1")
def test_the_suggested_set_up_places_everybody_as_listed() -> None:
    m = play(begun(), "suggested")
    for unit, row in SUGGESTED.items():
        assert where(m, unit) == row["hex"], unit
    for field, state in (("deployed", "deployed"), ("face_down", "face down"), ("disrupted", "disrupted")):
        assert marked(m, field) == {unit for unit, row in SUGGESTED.items() if row["state"] == state}
    look = m.inquire("german")
    assert not any(look.overfull(node) for node in m.game.board.nodes(look.occupied("german")))


@rule("SET.1")
def test_the_suggestion_leaves_alone_what_the_player_has_placed() -> None:
    m = begun()
    put(m, "DE-84K", "5009")
    put(m, "DE-21Pz", "5009")
    play(m, "suggested")
    assert where(m, "DE-84K") == where(m, "DE-21Pz") == "5009"
    assert "DE-84K" not in marked(m, "deployed")
    assert "DE-21Pz" not in marked(m, "face_down")


@rule("STK.3")
def test_where_a_hex_of_the_suggestion_is_full_the_unit_goes_next_to_it() -> None:
    m = begun()
    put(m, "DE-64K", "4523")
    put(m, "DE-80K", "4523")
    play(m, "suggested")
    label = where(m, "DE-88K")
    assert m.game.board.around[m.game.board.index["4523"]] >> m.game.board.index[label] & 1
    assert not m.inquire("german").overfull(m.game.board.index[label])
    assert m.why_not("end") is None


@rule("SET.8")
def test_the_game_begins_with_d_day_on_turn_1() -> None:
    m = play(begun(), "suggested", "end")
    assert (m.position.turn, m.prompt.side) == (1, "allied")
    while m.prompt.step != "beaches":
        m.play("end")
    assert m.prompt.text.startswith("D-Day")
    assert refused(begun(), "pick US-5C")[0] == "SET.8"


@rule("SET.1")
@pytest.mark.parametrize("seed", range(3))
def test_a_set_up_by_chance_never_runs_into_a_dead_end(seed: int) -> None:
    chance, m = random.Random(seed), begun()
    for _ in range(60):
        m.play(chance.choice(m.prompt.actions) if m.prompt.step == "set-up" and "end" not in verbs(m) else "end")
        if m.prompt.step != "set-up":
            break
    if m.prompt.step == "set-up":
        play(m, *(["suggested"] if "suggested" in verbs(m) else []), "end")
    look = m.inquire("german")
    assert not any(look.overfull(node) for node in m.game.board.nodes(look.occupied("german")))
    assert not m.game.look(m.position).in_place(HAND)


@rule("SET.1")
def test_an_arranged_position_can_begin_with_the_set_up() -> None:
    m = at("german set-up", units="DE-84K hand; DE-21Pz hand")
    assert m.prompt.step == "set-up"
    assert where(m, "DE-17SS") == "1407"
