"""Why not, the odds, overlays and the box: what a page asks beyond the sheet."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import pytest

import bocage
from bocage import bots
from bocage.parts import supply
from bocage.table import showing
from bocage.table.wire.runs import runs

BEACH = "1411"


def test_a_click_on_a_hex_beyond_reach_says_why_with_the_case() -> None:
    match = bocage.position(
        "roundup", turn=3, at="allied movement", units="US-1 2110; DE-712 2308", us_beachheads="1411"
    )
    match.play("pick US-1")
    reasons = showing.why(match, "allied", hex="2308")
    assert (reasons[0].rule, reasons[0].text) == ("10.0", "Units never enter a hex that an enemy holds.")
    assert showing.why(match, "allied", hex="2208") == []


def test_a_click_on_an_enemy_unit_says_whose_it_is() -> None:
    match = bocage.position("roundup", turn=3, at="allied movement", units="US-1 2110; DE-712 2308")
    (reason,) = showing.why(match, "allied", unit="DE-712")
    assert reason.rule
    assert reason.verb == "pick"


def test_who_does_not_decide_is_told_who_does() -> None:
    match = bocage.new_match("roundup", seed="x")
    assert [why.text for why in showing.why(match, "german", hex="1204")] == ["The Allies decide: Beachheads."]
    assert "watching" in showing.why(match, None, hex="1204")[0].text


def test_the_odds_of_a_declared_attack_stand_on_the_sheet() -> None:
    match = bocage.position("roundup", turn=3, at="allied combat", units="US-1 2208; US-2 2309; DE-712 2308")
    for action in ("attack 2308", "join US-1", "join US-2"):
        match.play(action)
    question = showing.sheet(match, "allied").question
    assert question is not None
    odds = question.odds
    assert odds is not None
    assert (odds.attack, odds.defence, odds.odds, odds.column) == (6, 4, "1:1", "1:2")
    assert [(shift.columns, shift.rule) for shift in odds.shifts] == [(-1, "11.6")]
    assert sum(Fraction(chance.share) for chance in odds.chances) == 1
    assert all(abs(chance.value - float(Fraction(chance.share))) < 1e-5 for chance in odds.chances)
    assert [note.rule for note in odds.notes] == ["4.1"]
    assert showing.odds(match, "allied", "2308", ["US-1", "US-2"]) == odds


def test_odds_against_an_empty_hex_are_refused_with_the_case() -> None:
    match = bocage.position("roundup", turn=3, at="allied combat", units="US-1 2208; DE-712 2308")
    with pytest.raises(bocage.Refusal) as refused:
        showing.odds(match, "allied", "3021")
    assert refused.value.rule == "11.0"
    with pytest.raises(bocage.BadInput, match="no hex"):
        showing.odds(match, "allied", "9999")


def test_the_zone_overlay_shows_the_hexes_around_units() -> None:
    match = bocage.position("roundup", turn=3, at="allied movement", units="US-1 2110; DE-712 2308")
    allied, german = showing.overlay(match, "allied", "zones")
    assert (allied.owner, german.owner) == ("allied", "german")
    look = match.inquire("allied")
    assert runs(match.game.board, look.zone("german")) == german.hexes


def test_a_supply_line_leads_from_the_unit_to_its_source() -> None:
    match = bocage.position(
        "roundup", turn=3, at="allied movement", units="US-1 1608; DE-712 2308", us_beachheads="1411"
    )
    (layer,) = showing.overlay(match, "allied", "supply", "US-1")
    (line,) = layer.lines
    assert (line[0], line[-1]) == ("1608", "1411")
    board = match.game.board
    for here, there in pairwise(line):
        assert board.index[there] in board.neighbours[board.index[here]]
    assert layer.name == "US 1 Infantry Division: overland"


def test_no_line_where_every_way_is_barred() -> None:
    board = bocage.new_match("roundup", seed="x").game.board
    start, source = board.index["1608"], board.index["1411"]
    assert supply.line(board, start, 1 << source, 1 << source) == []


def test_reach_of_a_unit_is_shown_without_taking_it_in_hand() -> None:
    match = bocage.position("roundup", turn=3, at="german movement", units="US-1 2110; DE-712 2308")
    (layer, *_) = showing.overlay(match, "allied", "reach", "US-1")
    assert layer.texts["2208"] == "4"
    with pytest.raises(bocage.BadInput, match="no unit"):
        showing.overlay(match, "allied", "reach", "US-999")
    with pytest.raises(bocage.BadInput, match="no overlay"):
        showing.overlay(match, "allied", "horoscope")


def test_the_box_speaks_of_every_hex_unit_place_and_verb() -> None:
    box = showing.box("roundup")
    game = bocage.new_match("roundup", seed="x").game
    assert [hex_.label for hex_ in box.layout.hexes] == list(game.board.index)
    assert [counter.id for counter in box.counters] == list(game.unit_ids)
    assert [place.id for place in box.places] == list(game.place_names)
    assert {info.verb: info.noun for info in box.verbs} == {
        verb: domain.noun for verb, domain in game.actions.verbs.items()
    }
    assert {counter.nation for counter in box.counters} == {nation.id for nation in box.nations}
    assert {"crt", "tec"} <= {chart.id for chart in box.charts}
    crt = next(chart for chart in box.charts if chart.id == "crt")
    assert crt.columns[1:] == list(game.rules.columns)


def test_every_phase_of_a_game_is_on_the_track() -> None:
    phases = {phase.id for phase in showing.box("roundup").phases}
    match = bocage.new_match("roundup", seed="phases")
    players = {side: bots.make("random", seed=side) for side in match.game.sides}
    while match.outcome is None and match.position.turn < 4:
        assert showing.sheet(match, None).phase in phases
        bots.answer(match, players[match.prompt.side])


def test_the_shelf_has_the_options_of_the_data() -> None:
    (roundup,) = [game for game in showing.games().games if game.slug == "roundup"]
    options = {option.id: option for option in roundup.options}
    assert options["13.3"].values == ["drawn", "chosen", 1, 2, 3, 4]
    assert "15.2" in options["15.1"].excludes
    assert json.dumps(options["15.10"].default) == "false"


def test_the_rulebook_has_every_case_and_ruling() -> None:
    book = showing.rulebook("roundup")
    assert len(book.cases) == 192
    assert [ruling.id for ruling in book.rulings][:2] == ["R1", "R2"]


@pytest.mark.parametrize("slug", bocage.slugs())
def test_options_say_in_which_scenarios_of_their_game_they_make_a_difference(slug: str) -> None:
    shelf = next(game for game in showing.games().games if game.slug == slug)
    scenarios = {scenario.id for scenario in shelf.scenarios}
    assert all(set(option.scenarios) <= scenarios for option in shelf.options)
    known = {option.id for option in shelf.options}
    assert all(need.split("=")[0] in known for option in shelf.options for need in option.needs)
    for scenario in scenarios:
        for option in shelf.options:
            other = next((value for value in option.values if value != option.default), option.default)
            if not option.needs and (not option.scenarios or scenario in option.scenarios):
                bocage.game_class(slug)(scenario, {option.id: other})


def test_a_retreat_that_a_port_ignores_is_good_for_nobody() -> None:
    """Germans in a port hex ignore retreats on turn 1 (11.10): the odds say what really comes of a DR."""
    units = "US-1 1717; DE-712 1618"
    first = bocage.position("roundup", turn=1, at="allied combat", weather="Clear", units=units, us_beachheads="1717")
    later = bocage.position("roundup", turn=2, at="allied combat", weather="Clear", units=units, us_beachheads="1717")
    found = [
        {chance.result: (chance.good, chance.meaning) for chance in showing.odds(match, "allied", "1618").chances}
        for match in (first, later)
    ]
    assert found[1]["DR"] == ("attacker", "defender retreats")
    assert found[0]["DR"] == ("", "stalemate")
    assert found[0].get("DSR", ("attacker", "defender loses a step")) == ("attacker", "defender loses a step")
