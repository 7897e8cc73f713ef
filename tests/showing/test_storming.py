"""Storming the Reich as a page is shown it: sheets, markers, both sides' fire, overlays, the box and the log."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.table import showing
from bocage.table.wire.runs import runs
from bocage.table.wire.sheet import Sheet
from tests.showing.reading import asked, declared, offers_what_is_listed
from tests.showing.test_sheets import applied

# Beside one another south of the beaches, and nobody else on the map.
BATTLE = "US-4-Inf 0822; US-1-Inf 0923; GE-352-Inf 0823"


def at(row: str, turn: int, units: str, **more: Any) -> Match:
    return bocage.position("storming", turn=turn, at=row, units=units, **more)


def wandering(seed: str, scenario: str = "campaign") -> tuple[Match, random.Random]:
    """A match and the dice of somebody who does anything that is allowed."""
    return bocage.new_match("storming", seed=seed, scenario=scenario), random.Random(seed)


def step(match: Match, chance: random.Random) -> None:
    actions = match.prompt.actions
    quick = [action for action in actions if action.verb == "suggested-all"]
    match.play(chance.choice(quick or actions))


# Sheets


@pytest.mark.parametrize(("scenario", "entries"), [("campaign", 500), ("breakout", 150), ("final", 300)])
def test_deltas_lead_from_sheet_to_sheet_and_every_phase_is_on_the_track(scenario: str, entries: int) -> None:
    match, chance = wandering(f"deltas {scenario}", scenario)
    phases = {phase.id for phase in showing.box("storming", scenario).phases}
    shown = {side: showing.sheet(match, side) for side in (*match.game.sides, None)}
    sizes = []
    while match.outcome is None and match.moment < entries:
        step(match, chance)
        for side, before in shown.items():
            after = showing.sheet(match, side)
            assert after.phase in phases
            assert msgspec.json.decode(msgspec.json.encode(after), type=Sheet) == after
            delta = showing.delta(before, after, showing.lines(match, side, match.moment - 1))
            assert applied(before, delta) == after
            sizes.append((len(msgspec.json.encode(delta)), str(match.entries[-1].action)))
            shown[side] = after
    assert sum(size for size, _ in sizes) / len(sizes) < 1000
    for size, action in sizes:
        assert size < (16_000 if action == "suggested-all" else 6_000), action  # a whole side is set up at once


def test_the_question_on_the_sheet_offers_exactly_what_the_engine_lists() -> None:
    match, chance = wandering("offers")
    order = [hex_.label for hex_ in showing.box("storming").layout.hexes]
    while match.outcome is None and match.moment < 260:
        offers_what_is_listed(match, order)
        step(match, chance)


def test_pieces_tell_face_place_and_flags() -> None:
    match = at(
        "german assault movement", 3, "US-4-Inf 0619 reduced; GE-2-Pz 2422; GE-116-Pz 2124", strafed={"GE-2-Pz": 4},
        due={"US-90-Inf": 6}, points={"infantry": 4, "mechanized": 8},
    )  # fmt: skip
    units = showing.sheet(match, "german").units
    assert (units["US-4-Inf"].at, units["US-4-Inf"].text, units["US-4-Inf"].flags) == ("0619", "2-2", "reduced")
    assert units["GE-2-Pz"].flags == "strafed-4"
    assert units["GE-116-Pz"].flags == "frozen"
    assert units["US-5-Inf"].flags == "turn-4"


def test_counters_laid_for_strafing_are_seen_before_they_are_revealed() -> None:
    match = at("second strafing", 3, "US-4-Inf 0619; GE-2-Pz 2422; GE-716-Co 1224")
    match.play("strafe GE-2-Pz")
    assert showing.sheet(match, "german").units["GE-2-Pz"].flags == "aimed"
    match.play("end")
    assert showing.sheet(match, "german").units["GE-2-Pz"].flags.startswith("strafed-")


def test_markers_lie_where_they_belong() -> None:
    match = at(
        "german exploitation command die", 9, "CW-7-Arm 3910; US-4-Inf 0518; GE-2-Pz 4810", cherbourg_turn=11,
        antwerpen_taken=True, forts_destroyed="0518", bridges_blown=("Köln",), bridge_captured="Remagen",
        bridge_hex="5415", flood_turn=9, brittany_closed=True,
    )  # fmt: skip
    markers = {label: [marker.sign for marker in there] for label, there in showing.sheet(match, None).markers.items()}
    assert markers["0518"] == ["PORT T11", "FORT ✕"]
    assert markers["3910"] == ["PORT SHUT"]
    assert markers["5213"] == ["BRIDGE ✕"]
    assert markers["5415"] == ["RHINE BRIDGE"]
    assert sum(signs == ["FLOOD"] for signs in markers.values()) == 10
    assert markers["0125"] == ["CLOSED"]
    assert "0619" not in markers  # the beaches are closed by now
    early = showing.sheet(at("german assault movement", 3, "US-4-Inf 0619"), None).markers
    assert [(marker.sign, marker.owner) for marker in early["0619"]] == [("UTAH", "US")]


def test_planned_drops_are_on_the_map() -> None:
    match = at("airborne operation", 3, "US-4-Inf 0820; CW-1-AB england; CW-52-AL england; GE-2-Pz 4810")
    match.play("drop CW-1-AB")
    label = match.prompt.verbs()["at"][0].operand
    match.play(f"at {label}")
    assert [marker.sign for marker in showing.sheet(match, "allied").markers[label]] == ["DROP 1"]


def test_the_movement_allowance_track_is_on_the_sheet() -> None:
    match = at("german assault movement", 3, "GE-2-Pz 2422", points={"infantry": 4, "mechanized": 8})
    (track,) = showing.sheet(match, None).tracks
    assert (track.first, track.last) == (0, 12)
    assert [(mark.sign, mark.at, mark.owner) for mark in track.marks] == [("Inf", 4, "german"), ("Mech", 8, "german")]
    assert showing.sheet(at("first strafing", 3, "GE-2-Pz 2422"), None).tracks == []


def test_a_step_that_cannot_be_ended_yet_says_why() -> None:
    match = at("german reinforcements", 2, "US-4-Inf 0820")
    question = asked(match)
    assert "end" not in [choice.verb for choice in question.choices]
    assert question.duty is not None
    assert (question.duty.rule, question.duty.verb) == ("7.1", "end")
    assert question.duty.text.startswith("Entry may not be delayed")


# Both sides' fire


def test_the_odds_of_a_declared_attack_have_both_sides_fire_with_their_modifiers() -> None:
    match = at("allied combat", 4, BATTLE, duration=1, air_support=1)
    odds = declared(match, "attack 0823", "join US-4-Inf", "join US-1-Inf", "air")
    allied, german = odds.fires
    assert (odds.target, odds.attackers, odds.chart) == ("0823", ["US-4-Inf", "US-1-Inf"], "cft")
    assert (allied.side, allied.strength, allied.column) == ("allied", 9, "7-9")
    assert (german.side, german.strength, german.column) == ("german", 4, "4")
    assert {(modifier.points, modifier.rule) for modifier in allied.modifiers} == {(-2, "13.9.A.1"), (1, "17.5.3.A")}
    assert german.modifiers == []
    assert allied.units == ["US 4 Infantry Division 4", "US 1 Infantry Division 5"]
    for fire in odds.fires:
        assert sum(Fraction(chance.share) for chance in fire.losses) == 1
    (cleared,) = [chance for chance in odds.chances if chance.result == "cleared"]
    assert Fraction(cleared.share) == bocage.forecast(match, side="allied").cleared


def test_whoever_could_join_is_previewed_with_the_support_that_the_attack_has() -> None:
    match = at("allied combat", 4, BATTLE, duration=1, air_support=1)
    for action in ("attack 0823", "join US-4-Inf", "air"):
        match.play(action)
    preview = showing.odds(match, "allied", "0823", ["US-4-Inf", "US-1-Inf"])
    match.play("join US-1-Inf")
    assert preview == asked(match).odds


def test_the_odds_of_a_possible_attack_are_told_or_refused_with_the_case() -> None:
    match = at("allied combat", 4, BATTLE, duration=1)
    everybody = showing.odds(match, "allied", "0823")
    assert everybody.fires[0].strength == 9
    with pytest.raises(bocage.Refusal) as refused:
        showing.odds(match, "allied", "1830")
    assert refused.value.rule == "13.1.B"
    with pytest.raises(bocage.BadInput, match="no hex"):
        showing.odds(match, "allied", "9999")


def test_a_mobile_assault_is_previewed_and_says_what_a_failure_costs() -> None:
    match = at(
        "allied exploitation", 4, "US-2-Arm 2230; GE-716-Co 2231", points={"12AG": 10}, breakout=True,
    )  # fmt: skip
    match.play("pick US-2-Arm")
    preview = showing.odds(match, "allied", "2231")
    assert preview.fires[0].strength == 6
    assert "14.2.D" in [note.rule for note in preview.notes]
    match.play("assault 2231")
    assert asked(match).odds.fires == preview.fires


def test_the_allies_see_the_odds_when_they_are_asked_for_air_support() -> None:
    match = at("german combat", 4, "US-4-Inf 0822; GE-12SS-Pz 0823", air_support=2)
    for action in ("attack 0822", "join GE-12SS-Pz", "roll"):
        match.play(action)
    question = asked(match)
    assert (question.side, question.focus, question.step) == ("allied", "0822", "air defence")
    assert [fire.side for fire in question.odds.fires] == ["german", "allied"]


# Inquiries


def test_the_way_of_a_unit_is_told_with_its_points() -> None:
    match = at("allied assault movement", 4, "US-4-Inf 0820; GE-716-Co 0924", points={"12AG": 8}, declared=6)
    match.play("pick US-4-Inf")
    choice = next(choice for choice in asked(match).choices if choice.verb == "move")
    assert choice.costs
    far = match.prompt.verbs()["move"][-1]
    way = showing.path(match, "allied", str(far))
    assert (way.hexes[0], way.hexes[-1]) == ("0820", far.operand)
    assert way.cost.endswith(" MP of 6")
    zone = match.inquire("allied").enemy_zone("allied")
    beside = [action for action in match.prompt.verbs()["move"] if zone >> action.index & 1]
    assert beside
    for action in beside:
        assert [note.rule for note in showing.path(match, "allied", str(action)).notes] == ["6.5"]


def test_overlays_show_zones_supply_reach_commands_and_areas() -> None:
    match = at("german assault command die", 4, "US-4-Inf 0820; GE-2-Pz 2422; GE-716-Co 4003")
    look = match.inquire(None)
    allied, german = showing.overlay(match, None, "zones")
    assert german.hexes == runs(match.game.board, look.zone("german"))
    assert allied.owner == "allied"
    supply = {layer.name: layer.hexes for layer in showing.overlay(match, None, "supply")}
    assert supply["German supply from the east"] == runs(match.game.board, look.east_supply())
    (line,) = showing.overlay(match, None, "supply", "GE-2-Pz")
    assert line.name == "2 Panzer Division: in supply from the east"
    assert (line.lines[0][0], look.game.entrances["E"] >> look.game.board.index[line.lines[0][-1]] & 1) == ("2422", 1)
    (reach,) = showing.overlay(match, None, "reach", "GE-2-Pz")
    assert (reach.name, reach.texts["2423"]) == ("GE-2-Pz: up to 10 MP, with the best die", "1")
    assert [layer.name.split(" ")[0] for layer in showing.overlay(match, None, "commands")] == ["21st", "12th", "6th"]
    assert "Ike's Blind Spot (10.7.3)" in [layer.name for layer in showing.overlay(match, None, "areas")]
    with pytest.raises(bocage.BadInput, match="no overlay"):
        showing.overlay(match, None, "horoscope")
    with pytest.raises(bocage.BadInput, match="no unit"):
        showing.overlay(match, None, "reach", "US-999")


# The box


def test_the_box_speaks_of_every_hex_unit_place_verb_and_nation() -> None:
    box = showing.box("storming")
    game: Any = bocage.new_match("storming", seed="x").game
    assert [hex_.label for hex_ in box.layout.hexes] == list(game.board.index)
    assert [counter.id for counter in box.counters] == list(game.unit_ids)
    assert [place.id for place in box.places] == list(game.place_names)
    assert {info.verb: info.noun for info in box.verbs} == {
        verb: domain.noun for verb, domain in game.actions.verbs.items()
    }
    assert {counter.nation for counter in box.counters} == {nation.id for nation in box.nations}
    fire = next(chart for chart in box.charts if chart.id == "cft")
    assert fire.columns[1:] == list(game.data.fire_columns)
    assert [row[0] for row in fire.rows] == ["≤ 1", "2", "3", "4", "5", "6", "≥ 7"]
    assert {"allowances", "tec", "carpet", "port_delay", "rhine_bridge"} <= {chart.id for chart in box.charts}


def test_the_hexes_of_the_layout_are_neighbours_where_the_board_says_so() -> None:
    layout = showing.box("storming").layout
    board = bocage.new_match("storming", seed="x").game.board
    middle = {hex_.label: (hex_.x, hex_.y) for hex_ in layout.hexes}
    pitch = layout.hex_size * 3**0.5
    for label, (x, y) in middle.items():
        for other in board.names(board.around[board.index[label]]):
            there = middle[other]
            assert abs(((there[0] - x) ** 2 + (there[1] - y) ** 2) ** 0.5 - pitch) < 0.5, (label, other)


def test_each_scenario_has_its_own_turns() -> None:
    turns = {name: [turn.number for turn in showing.box("storming", name).turns] for name in ("breakout", "final")}
    assert turns == {"breakout": [1, 2, 3, 4, 5, 6], "final": [11, 12, 13, 14, 15]}
    (shelf,) = [game for game in showing.games().games if game.slug == "storming"]
    assert [scenario.id for scenario in shelf.scenarios] == ["campaign", "breakout", "final"]
    assert shelf.scenarios[0].sentence == "From the day after the landings to April 1945, fifteen turns."
    assert {"R16", "R41"} <= {option.id for option in shelf.options}


# The log


def test_every_kind_of_event_is_known_to_the_log() -> None:
    game: Any = bocage.new_match("storming", seed="x").game
    assert set(game.events) == set(game.sentences)


def test_the_dice_of_both_sides_know_their_place_on_the_chart() -> None:
    match = at("allied combat", 4, BATTLE, duration=1, dice="6 2")
    for action in ("attack 0823", "join US-4-Inf", "join US-1-Inf", "roll"):
        match.play(action)
    rolls = [roll for line in showing.lines(match, None) for roll in line.rolls]
    assert [(roll.dice, roll.column, roll.row) for roll in rolls] == [([6], "7-9", "4"), ([2], "4", "2")]


def test_every_line_of_a_long_game_can_be_told() -> None:
    match, chance = wandering("log")
    while match.outcome is None and match.moment < 400:
        step(match, chance)
    kinds = {line.kind for line in showing.lines(match, None, -1)}
    assert {"turn", "move", "battle", "loss", "dice", "arrival"} <= kinds


def test_the_end_is_told_in_the_players_words() -> None:
    assert showing.outcome_words("storming", "german", "an Allied beach is captured") == (
        "The Germans win: an Allied beach is captured."
    )
