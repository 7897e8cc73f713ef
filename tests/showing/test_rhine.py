"""D-Day to the Rhine as a page is shown it: counters and their backs, markers, odds, overlays, the box and the log."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.movement import reach
from bocage.table import showing
from bocage.table.wire.runs import runs
from bocage.table.wire.sheet import Sheet
from tests.rhine.asking import at
from tests.rhine.soak import choose
from tests.showing.reading import asked, declared, offers_what_is_listed
from tests.showing.test_sheets import applied

BEACHES = {"first_beaches": "1717 1817 1915", "weather": "good", "stage": "operational"}
FRONT = "US-7C 1717; US-4AD 1717; US-5C 1817; BR-1C 1915; DE-84K 1716 deployed; DE-2Pz 2010 disrupted"


def wandering(seed: str) -> tuple[Match, random.Random]:
    """A match after the suggested set-up, and the dice of somebody who does anything that is allowed."""
    match = bocage.new_match("rhine", seed=seed)
    match.play("suggested")
    match.play("end")
    return match, random.Random(seed)


# Sheets


def test_deltas_lead_from_sheet_to_sheet_and_every_phase_is_on_the_track() -> None:
    match, chance = wandering("deltas")
    phases = {phase.id for phase in showing.box("rhine").phases}
    shown = {side: showing.sheet(match, side) for side in (*match.game.sides, None)}
    sizes = []
    while match.outcome is None and match.moment < 400:
        match.play(choose(match.prompt, chance, "busy"))
        for side, before in shown.items():
            after = showing.sheet(match, side)
            assert after.phase in phases
            assert msgspec.json.decode(msgspec.json.encode(after), type=Sheet) == after
            delta = showing.delta(before, after, showing.lines(match, side, before.moment))
            assert applied(before, delta) == after
            if after.moment == before.moment:
                # Whoever notices nothing is told nothing, so nothing may have changed for him.
                assert (after, delta.lines) == (before, []), f"moment {match.moment}, {side}"
            sizes.append(len(msgspec.json.encode(delta)))
            shown[side] = after
    assert sum(sizes) / len(sizes) < 1500
    assert max(sizes) < 9000


def test_the_question_on_the_sheet_offers_exactly_what_the_engine_lists() -> None:
    match, chance = wandering("offers")
    order = [hex_.label for hex_ in showing.box("rhine").layout.hexes]
    while match.outcome is None and match.moment < 250:
        offers_what_is_listed(match, order)
        match.play(choose(match.prompt, chance, "verbs"))


def test_counters_tell_the_face_that_is_up_and_their_troubles() -> None:
    match = at("german deployment", 3, FRONT + "; US-8C 3010", **BEACHES)
    units = showing.sheet(match, "german").units
    assert (units["DE-84K"].at, units["DE-84K"].text, units["DE-84K"].flags) == ("1716", "3-4", "deployed")
    assert (units["US-7C"].text, units["US-7C"].flags) == ("3-3-6", "")
    assert units["DE-2Pz"].flags == "disrupted"
    assert units["US-8C"].flags == "hungry"


def test_the_french_counter_loses_its_attack_far_from_home() -> None:
    match = at("german deployment", 6, "FR-2AD 3505; US-5C 1817", **BEACHES)
    assert showing.sheet(match, None).units["FR-2AD"].text == "0-1-8"


def test_units_off_the_map_tell_when_and_where_they_come() -> None:
    match = at(
        "german deployment", 5, "US-5C 1817; DE-84K 2010; DE-2SS calendar; US-82AB resting; BR-1AB pool",
        lost_turn={"DE-2SS": 4}, resting_since={"US-82AB": 3}, landing_at="BR-30C 1915; US-8C 1717",
        second_wave="US-8C", **BEACHES,
    )  # fmt: skip
    units = showing.sheet(match, "allied").units
    assert (units["DE-2SS"].at, units["DE-2SS"].flags) == ("calendar", "turn-7")
    assert (units["US-82AB"].at, units["US-82AB"].flags) == ("resting", "turn-7")
    assert units["BR-1AB"].flags == "turn-6"
    assert (units["BR-30C"].at, units["BR-30C"].flags) == ("sea", "first-1915")
    assert units["US-8C"].flags == "second-1717"


# Markers, facts, labels


def test_markers_lie_where_they_belong() -> None:
    match = at(
        "german allocation", 6, "US-7C 1717; US-5C 4219; BR-1C 1619; DE-84K 4505", naval="1717",
        forts_restored="4505", landing_at="BR-30C 1915; US-8C 1717", second_wave="US-8C", **BEACHES,
    )  # fmt: skip
    markers = {label: [marker.sign for marker in there] for label, there in showing.sheet(match, None).markers.items()}
    assert markers["1717"] == ["UTAH ⚓", "2nd 8C"]
    assert markers["1915"] == ["GOLD-JUNO", "1st 30C"]
    assert markers["1619"] == ["PORT"]
    assert markers["4219"] == ["PORT"]
    assert markers["4505"] == ["FORTS"]
    clear = at("german allocation", 6, "US-5C 4219; BR-1C 4021", allied_control="4021 4219", **BEACHES)
    assert [marker.sign for marker in showing.sheet(clear, None).markers["4219"]] == ["PORT OPEN"]


def test_allocated_attacks_are_marked_on_their_targets() -> None:
    match = at("allied allocation", 3, FRONT, **BEACHES)
    for action in ("attack 1716", "join US-7C", "commit"):
        match.play(action)
    signs = [marker.sign for marker in showing.sheet(match, "german").markers["1716"]]
    assert signs == ["ATTACK 1"]


def test_the_facts_tell_what_a_player_reads_first() -> None:
    match = at(
        "german movement", 6, FRONT, bombings=3, bombing_turn=6, panzer_points=2, blitz_turn=6, ruthless_turn=4,
        brussels_passed=True, **BEACHES,
    )  # fmt: skip
    sheet = showing.sheet(match, None)
    facts = {fact.name: fact.text for fact in sheet.facts}
    assert facts["Weather"] == "Good"
    assert facts["Last turn"] == "13, 1 fewer by bombing"
    assert facts["Air"] == "bombed this turn, 3 bombings so far"
    assert facts["Panzer points"] == "2"
    assert facts["Goering's Blitz"] == "this turn"
    assert facts["SS Ruthlessness"] == "used on turn 4; the Allies rage"
    assert facts["Full supply"] == "4 units in range, room for 12"
    standing = {fact.name: fact.text for fact in sheet.standing}
    assert standing["Across the Rhine"].startswith("missing: 4 more")
    assert standing["Brussels"] == "missing: possession of Brussels"
    assert standing["Otherwise"] == "the Germans win after turn 13"
    assert all(fact.rule for fact in (*sheet.facts, *sheet.standing))


def test_a_thirteenth_unit_on_the_beaches_is_short_and_the_head_says_so() -> None:
    game = bocage.new_match("rhine", seed="x").game
    crowd = [unit for unit in game.unit_ids if unit.startswith("US-")][:13]
    units = "; ".join(f"{unit} 1817" for unit in crowd)
    sheet = showing.sheet(at("german movement", 3, units, **BEACHES), None)
    facts = {fact.name: fact.text for fact in sheet.facts}
    assert facts["Full supply"] == "13 units in range, room for 12, 1 of them Short for want of capacity"
    assert [unit for unit in crowd if "short" in sheet.units[unit].flags] == crowd[-1:]


def test_a_question_has_labels_that_fit_it() -> None:
    match = bocage.new_match("rhine", seed="labels")
    labels = {choice.verb: choice.label for choice in asked(match).choices}
    assert (labels["place"], labels["pick"]) == ("Set it up here", "Take this one instead")
    match.play("suggested")
    assert {choice.verb: choice.label for choice in asked(match).choices}["end"] == "The set-up is complete"
    second = at("beaches", 3, "US-5C 1817", **BEACHES)
    assert {choice.verb: choice.label for choice in asked(second).choices}["end"] == "No landing this turn"


# Ways and odds


@pytest.mark.parametrize("hidden", ["", " down"])
def test_the_number_of_hexes_beside_each_hex_is_that_of_the_way(hidden: str) -> None:
    match = at("german movement", 3, f"{FRONT}; DE-116Pz 2212{hidden}; DE-LehrPz 2609{hidden}", **BEACHES)
    for unit in ("DE-116Pz", "DE-LehrPz"):
        match.play(f"pick {unit}")
        look, frame = match.inquire("german"), match.prompt.frame
        counted = 0
        for choice in asked(match).choices:
            if choice.verb not in ("move", "dash", "march"):
                continue
            for action, digit in zip(match.prompt.verbs()[choice.verb], choice.costs, strict=True):
                path = reach.path_to(look, frame, choice.verb, action.index)
                assert int(digit, 36) == len(path) - 1, action
                counted += 1
        assert counted > 100


def test_the_way_of_a_unit_tells_what_it_brings() -> None:
    match = at("german movement", 3, f"{FRONT}; DE-116Pz 2212", **BEACHES)
    match.play("pick DE-116Pz")
    near = showing.path(match, "german", "move 2211")
    assert (near.hexes, near.cost, near.notes) == (["2212", "2211"], "1 hex of 4", [])
    far = match.prompt.verbs()["dash"][-1]
    fast = showing.path(match, "german", str(far))
    assert "of them strafed" in fast.cost
    assert "STRAF.1" in [note.rule for note in fast.notes]
    march = showing.path(match, "german", str(match.prompt.verbs()["march"][-1]))
    assert "of them bonus" in march.cost
    assert "R5" in [note.rule for note in march.notes]


def test_allies_who_would_drive_the_french_out_of_paris_are_warned() -> None:
    match = at("allied movement", 6, "US-4AD 2709; FR-2AD 1817; US-5C 2709", allied_control="2709 1817", **BEACHES)
    match.play("pick US-5C")
    label = "2909"
    notes = showing.path(match, "allied", f"{'move' if _offered(match, 'move', label) else 'march'} {label}").notes
    assert "FR2.1" in [note.rule for note in notes]


def _offered(match: Match, verb: str, label: str) -> bool:
    return any(action.operand == label for action in match.prompt.verbs().get(verb, ()))


def test_the_odds_of_a_declared_attack_have_shifts_with_cases_and_both_ways_to_make_it() -> None:
    match = at("allied allocation", 3, FRONT, **BEACHES)
    odds = declared(match, "attack 1716", "join US-7C", "join US-5C")
    found = bocage.forecast(match, side="allied")
    assert (odds.target, odds.attackers, odds.chart) == ("1716", ["US-5C", "US-7C"], "crt")
    assert (odds.attack, odds.defence, odds.odds) == (6, 4, "3:2")
    assert {(shift.columns, shift.rule) for shift in odds.shifts} == {
        (shift.columns, shift.rule) for shift in found.shifts
    }
    assert odds.column == found.column == "3:1"
    assert sum(Fraction(chance.share) for chance in odds.chances) == 1
    (pressed,) = odds.variants
    assert (pressed.name, pressed.rule) == ("Pressed Attack", "PRESS.1")
    assert {chance.result: Fraction(chance.share) for chance in pressed.chances} == found.pressed
    assert {chance.good for chance in odds.chances} <= {"attacker", "defender", ""}
    # 3:2 and three columns would be 4:1; bonuses at most double it.
    assert ("Limit", "SHIFT.1") in [(note.name, note.rule) for note in odds.notes]


def test_disrupted_defenders_are_read_a_column_higher() -> None:
    match = at("allied allocation", 3, "US-7C 1817; DE-21Pz 1816 disrupted", **BEACHES)
    odds = declared(match, "attack 1816", "join US-7C")
    assert odds.shifts[-1].rule == "DIS.3"
    found = bocage.forecast(match, side="allied")
    columns = match.game.data.odds
    assert columns.index(odds.column) == columns.index(found.column) + 1


def test_whoever_could_join_or_be_attacked_too_is_previewed() -> None:
    match = at("allied allocation", 3, FRONT, **BEACHES)
    match.play("attack 1716")
    match.play("join US-7C")
    preview = showing.odds(match, "allied", "1716", ["US-7C", "US-5C"])
    match.play("join US-5C")
    assert preview == asked(match).odds


def test_the_defender_sees_the_odds_when_he_may_order_no_retreat() -> None:
    match = at("allied allocation", 3, FRONT, dice="3 3 3 3", **BEACHES)
    for action in ("attack 1716", "join US-7C", "commit", "end"):
        match.play(action)
    while match.prompt.step != "no retreat":
        verbs = match.prompt.verbs()
        match.play(str(next(verbs[verb][0] for verb in ("resolve", "fight", "press") if verb in verbs)))
    question = asked(match)
    assert (question.side, question.focus) == ("german", "1716")
    assert question.odds.target == "1716"


def test_the_odds_of_a_possible_attack_are_told_or_refused_with_the_case() -> None:
    match = at("allied allocation", 3, FRONT, **BEACHES)
    assert showing.odds(match, "allied", "1716").defence == 4
    with pytest.raises(bocage.Refusal, match="neither an enemy unit"):
        showing.odds(match, "allied", "2409")
    with pytest.raises(bocage.BadInput, match="no hex"):
        showing.odds(match, "allied", "9999")


def test_an_attack_below_the_lowest_odds_is_shown_as_not_allowed() -> None:
    match = at("german allocation", 3, "US-7C 1817 deployed; DE-25K 1816", **BEACHES)
    odds = showing.odds(match, "german", "1817")
    assert (odds.column, odds.chances) == ("", [])
    assert "CRT.14" in [note.rule for note in odds.notes]


def test_steadfast_defenders_are_named_with_the_case() -> None:
    units = "US-7C 1817; BR-1C 1915; DE-12SS 1816; DE-84K 1914"
    match = at("allied allocation", 3, units, **BEACHES)
    notes = {note.name: (note.text, note.rule) for note in showing.odds(match, "allied", "1816", ["US-7C"]).notes}
    assert notes["Steadfast"] == ("DW is D and D no effect for 12. SS Panzer Division", "SS.3")
    caen = {note.name: note.rule for note in showing.odds(match, "allied", "1914", ["BR-1C"]).notes}
    assert caen["Steadfast"] == "CITY.1"


# Overlays


def test_overlays_show_zones_supply_reach_air_landings_and_the_goal() -> None:
    match = at("german movement", 4, f"{FRONT}; DE-116Pz 2510", **BEACHES)
    look: Any = match.inquire(None)
    board = match.game.board
    _, german = showing.overlay(match, None, "zones")
    assert german.hexes == runs(board, look.zone("german"))
    supply = {layer.name: layer for layer in showing.overlay(match, None, "supply")}
    assert set(supply) == {"Full supply of both nations", "Short supply of both nations", "German supply"}
    (line,) = showing.overlay(match, None, "supply", "US-5C")
    assert line.name == "US 5 Corps: Full supply: 0 hexes from the beach of Omaha (SUP.6)"
    (east,) = showing.overlay(match, None, "supply", "DE-116Pz")
    assert (east.lines[0][0], east.lines[0][-1][:2]) == ("2510", "57")
    move, dash, march = showing.overlay(match, None, "reach", "DE-116Pz")
    assert move.name == "116. Panzer Division: 8 hexes, 4 within the speed limit, 4 bonus"
    assert (move.texts["2511"], dash.owner) == ("1", "german")
    assert max(int(text) for text in march.texts.values()) == 8
    (still,) = showing.overlay(match, None, "reach", "DE-2Pz")
    assert (still.name, still.hexes) == ("2. Panzer Division: Disrupted, it does not move", [])
    assert len(showing.overlay(match, None, "air")) == 4
    landings, used = showing.overlay(match, None, "landings")
    assert (landings.texts["2417"], used.hexes) == ("1+0", ["1717", "1817", "1915"])
    goal, line = showing.overlay(match, None, "goal")
    assert goal.hexes == runs(board, match.game.data.across_rhine)
    with pytest.raises(bocage.BadInput, match="no overlay"):
        showing.overlay(match, None, "horoscope")
    with pytest.raises(bocage.BadInput, match="no unit"):
        showing.overlay(match, None, "reach", "US-999")


def test_the_supply_line_of_a_unit_far_inland_goes_over_its_dump_to_the_port() -> None:
    match = at(
        "german movement", 6, "US-7C 2910; US-SUP 2212; BR-1C 1619; US-5C 2212",
        allied_control="1619 2212 2910", weather="good", stage="operational",
    )  # fmt: skip
    (layer,) = showing.overlay(match, None, "supply", "US-7C")
    inland, port = layer.lines
    assert (inland[0], inland[-1], port[0], port[-1]) == ("2910", "2212", "2212", "1619")
    assert "its Supplies dump at 2212 (SUP.10)" in layer.name


# The box


def test_the_box_speaks_of_every_hex_unit_place_verb_and_nation() -> None:
    box = showing.box("rhine")
    game: Any = bocage.new_match("rhine", seed="x").game
    assert [hex_.label for hex_ in box.layout.hexes] == list(game.board.index)
    assert [counter.id for counter in box.counters] == list(game.unit_ids)
    assert [place.id for place in box.places] == list(game.place_names)
    assert {info.verb: info.noun for info in box.verbs} == {
        verb: domain.noun for verb, domain in game.actions.verbs.items()
    }
    assert {counter.nation for counter in box.counters} == {nation.id for nation in box.nations}
    crt = next(chart for chart in box.charts if chart.id == "crt")
    assert crt.columns[1:] == list(game.data.odds)
    assert [row[0] for row in crt.rows] == ["6", "5", "4", "3", "2", "1"]
    for die, row in zip((6, 5, 4, 3, 2, 1), crt.rows, strict=True):
        assert row[1:] == [game.data.results[column][die - 1].replace("-", "–") for column in game.data.odds]
    assert all("{" not in cell for chart in box.charts for row in chart.rows for cell in row)
    assert {"shifts", "weather", "bombardment", "terrain", "calendar", "supply", "replacements"} <= {
        chart.id for chart in box.charts
    }


def test_every_case_that_the_box_names_is_in_the_ledger() -> None:
    box = showing.box("rhine")
    cases = {case.case for case in showing.rulebook("rhine").cases}
    named = {chart.rule for chart in box.charts} | {phase.rule for phase in box.phases}
    named |= {place.rule for place in box.places if place.rule}
    named |= {row[-1] for chart in box.charts if chart.id == "shifts" for row in chart.rows}
    assert named <= cases


def test_the_back_of_a_counter_tells_nothing_but_that_it_is_german() -> None:
    back = showing.box("rhine").back
    assert back is not None
    assert (back.side, back.short, back.symbol, back.note, back.size) == ("german", "?", "unknown", "", "")


def test_nations_can_be_told_apart_by_lightness() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
        return (0.299 * red + 0.587 * green + 0.114 * blue) / 255

    box = showing.box("rhine")
    for side in ("allied", "german"):
        faces = sorted(lightness(nation.face) for nation in box.nations if nation.side == side)
        assert all(after - before > 0.1 for before, after in pairwise(faces)), side


def test_the_shelf_has_the_game_with_its_options() -> None:
    (shelf,) = [game for game in showing.games().games if game.slug == "rhine"]
    assert [scenario.id for scenario in shelf.scenarios] == ["campaign"]
    assert {option.id for option in shelf.options} == {"R4", "R5", "R11", "R116"}


# The log


def test_every_kind_of_event_is_known_to_the_log() -> None:
    game: Any = bocage.new_match("rhine", seed="x").game
    assert sorted(game.events) == sorted(game.sentences)


def test_the_die_of_a_battle_knows_its_place_on_the_chart() -> None:
    match = at("allied allocation", 3, FRONT, dice="4 3 3 3", **BEACHES)
    for action in ("attack 1716", "join US-7C", "commit", "end"):
        match.play(action)
    while not any(line.rolls for line in showing.lines(match, None)):
        verbs = match.prompt.verbs()
        wanted = ("resolve", "fight", "steady", "may-retreat")
        match.play(str(next(verbs[verb][0] for verb in wanted if verb in verbs)))
    (roll,) = [roll for line in showing.lines(match, None) for roll in line.rolls]
    assert (roll.dice, roll.row) == ([4], "4")
    assert roll.column in match.game.data.odds
    assert roll.name == f"{roll.column}: {match.game.data.results[roll.column][3]}"


def test_every_line_of_a_long_game_can_be_told() -> None:
    match, chance = wandering("log")
    while match.outcome is None and match.moment < 350:
        match.play(choose(match.prompt, chance, "eager"))
    units, labels = set(match.game.unit_ids), set(match.game.board.index)
    for side in (None, "allied", "german"):
        for line in showing.lines(match, side, -1):
            assert line.text
            assert set(line.units) <= units
            assert {*line.hexes, *line.path} <= labels


def test_a_turn_has_one_heading_with_its_number() -> None:
    match, chance = wandering("headings")
    while match.outcome is None and match.position.turn < 3:
        match.play(choose(match.prompt, chance, "verbs"))
    headings = [line.text for line in showing.lines(match, None, -1) if line.kind == "turn"]
    assert [text.partition(",")[0] for text in headings] == ["Turn 1", "Turn 2", "Turn 3"]
