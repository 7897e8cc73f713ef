"""The Air Power Phase: Airfields move, and aircraft get their missions (4.1, 14.1-14.4)."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import Match
from bocage.games.festung.rules.look import in_air_range
from tests.cases import rule
from tests.festung.combat.fighting import attack, legal
from tests.festung.playing import INTERDICTED, game, goals, play, position, refused

BOMBERS = {"UK BC": "oil", "US 8th AF": "", "US 15th AF": "industry"}
FRANCE = "US-1A 0411; BR-2A 0512; GE-7A 0412; GE-ISS 0513"
LANDED = {"allied_control": "0410 0411 0512", "marked": "0410"}


def phase(turn: int = 5, units: str = FRANCE, **more: Any) -> Match:
    """The Air Power Phase of a turn."""
    return position("air power", units, turn=turn, **{**LANDED, "vp": 12, "infrastructure": 9, **more})


def missions(turn: int = 5, **more: Any) -> Match:
    """The Airfields have moved."""
    return play(phase(turn, **more), "end")


@rule("14.1", "4.1")
def test_all_aircraft_come_back_and_get_missions_anew() -> None:
    match = phase(bombers=BOMBERS, **INTERDICTED["UK"], coming=("US 15th AF",))
    assert match.prompt.step == "airfields"
    assert set(match.position.bombers.values()) == {""}
    assert set(match.position.fighters.values()) == {""}
    assert not match.position.stationed
    play(match, "end", "oil UK_BC")
    assert refused(match, "carpet UK_BC") == "14.1", "it has a mission"
    assert refused(match, "support UK_BC") == "14.3", "bombers do not support attacks"
    assert refused(match, "oil UK-A") == "14.2"


@rule("14.2", "14.1")
def test_the_fifteenth_air_force_joins_when_its_card_has_brought_it() -> None:
    without = missions(bombers={"UK BC": "", "US 8th AF": ""})
    assert refused(without, "oil US_15th_AF") == "14.2"
    match = missions(bombers={"UK BC": "", "US 8th AF": ""}, coming=("US 15th AF",))
    assert not refused(match, "oil US_15th_AF")
    assert match.position.coming == ()


@rule("14.21", "14.2")
@pytest.mark.parametrize("mission", ["oil", "industry", "infrastructure", "carpet"])
@pytest.mark.parametrize(("turn", "most"), [(1, 1), (2, 1), (3, 2), (6, 2), (7, 3)])
def test_so_many_markers_fly_one_mission_as_the_year_allows(turn: int, most: int, mission: str) -> None:
    """T017: one in 1943, two in 1944, all of them in 1945."""
    match = missions(turn, bombers=BOMBERS, options={"19.1": False, "19.2": False})
    markers = ["UK_BC", "US_8th_AF", "US_15th_AF"]
    for marker in markers[:most]:
        match.play(f"{mission} {marker}")
    for marker in markers[most:]:
        assert refused(match, f"{mission} {marker}") == "14.21"
        assert not refused(match, f"{'oil' if mission != 'oil' else 'carpet'} {marker}")


@rule("15.1", "14.2", "4.1")
def test_each_marker_on_infrastructure_wears_it_down_when_the_phase_ends() -> None:
    match = missions(bombers=BOMBERS)
    play(match, "infrastructure UK_BC", "infrastructure US_8th_AF")
    assert match.position.infrastructure == 9
    play(match, "end")
    assert match.position.infrastructure == 7


@rule("14.32", "14.4", "R32")
def test_interdiction_is_flown_from_any_base_or_airfield() -> None:
    match = missions(airfields="0512 UK")
    play(match, "interdict US-A")
    assert goals(match, "base") == {"Airbase_UK", "Airbase_North_Africa", "Airfield_1", "Airfield_2"}
    assert refused(match, "support US-B"), "first the base"
    play(match, "base Airfield_1", "interdict US-B", "base Airbase_UK")
    assert match.position.stationed == {"US-A": "Airfield 1", "US-B": "Airbase UK"}
    assert refused(match, "interdict US-A") == "14.1"


@rule("14.32", "R55")
def test_interdiction_out_of_a_box_counts_its_beach_heads_first() -> None:
    """T023: from the UK to Caen, three hexes, and to Paris, four; Troyes is five away."""
    board = game().board
    names = {game().hex_name(node) for node in board.nodes(in_air_range(game(), board.index["UK"]))}
    assert {"Caen", "Paris"} <= names
    assert "Troyes" not in names
    assert {"Beach Normandy", "Beach Brittany"} <= names, "landed on or not"
    paris = {game().hex_name(node) for node in board.nodes(in_air_range(game(), board.index["0512"]))}
    assert "Caen" in paris
    assert "Troyes" in paris, "three hexes from Caen"


@rule("14.4")
def test_no_airfield_goes_next_to_an_axis_unit() -> None:
    """T024: Cherbourg and Caen are next to one, Beach Normandy and Le Havre are not."""
    match = phase(allied_control="0410 0411 0512 0511")
    play(match, "field Airfield_1")
    assert refused(match, "relocate 0512") == "14.4"
    assert refused(match, "relocate 0411") == "14.4"
    assert refused(match, "relocate 0412") == "14.4", "enemy-controlled"
    assert refused(match, "relocate 0211") == "14.4", "nobody has landed there"
    assert refused(match, "relocate UK") == "14.4", "it is there already"
    assert goals(match, "relocate") == {"0410", "0511", "NA"}
    play(match, "relocate 0511")
    assert match.game.board.labels[match.position.airfields[0]] == "0511"
    assert refused(match, "field Airfield_1") == "14.4", "once a phase"
    assert not refused(match, "field Airfield_2")


@rule("14.22", "14.31", "14.1")
def test_ground_support_flies_again_in_the_next_round_and_carpet_bombers_in_the_next_turn() -> None:
    """T022: a TAC that was used in round 2 serves again in round 3; a bomber that was used does not."""
    units = "US-II 1718; US-VI 1718; US-IV 1718; GE-10A 1717; GE-LXXV 1717; GE-LIM 1717"
    match = position(
        "allied action", units, round=2, dice="1 1", vp=12, infrastructure=9, airfields="1816 UK",
        allied_control="1816 1917 1618", marked="1618", bombers={"UK BC": "carpet", "US 8th AF": "carpet"},
        fighters={"US-A": "ground support"},
    )  # fmt: skip
    play(match, "automatic", "mark-attack 1718", "end")
    attack(match, "1717", "US-II", help=("support US-A",))
    play(match, "attack 1717", "join US-VI")
    assert refused(match, "support US-A") == "14.31", "once a round"
    assert legal(match, "carpet") == {"UK_BC", "US_8th_AF"}
    play(match, "carpet UK_BC", "fight", "end", "automatic")  # the Axis cannot pay for anything
    assert (match.position.round, match.prompt.side) == (3, "allied")
    play(match, "automatic", "mark-attack 1718", "end", "attack 1717", "join US-IV")
    assert legal(match, "support") == {"US-A"}
    assert legal(match, "carpet") == {"US_8th_AF"}
    assert refused(match, "carpet UK_BC") == "14.22"


@rule("19.34")
def test_by_option_one_marker_at_most_attacks_oil_before_fall_1944() -> None:
    for turn, case in ((5, "19.34"), (6, "")):
        match = missions(turn, bombers=BOMBERS, options={"19.34": True})
        play(match, "oil UK_BC")
        assert refused(match, "oil US_8th_AF") == case
