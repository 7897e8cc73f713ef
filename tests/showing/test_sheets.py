"""What a page is shown: sheets, deltas, films and the log, from whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import bocage
from bocage import bots
from bocage.engine.matches.match import Match
from bocage.table import showing
from bocage.table.wire.sheet import Delta, Piece, Sheet
from bocage.table.wire.typescript import typescript
from tests import storing

BEACH = "1411"
ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "roundup" / "fixtures"


def spelt(runs: list[str], match: Match) -> list[str]:
    """Runs of hexes, hex by hex, as the page spells them."""
    order = [hex_.label for hex_ in showing.box("roundup").layout.hexes]
    found: list[str] = []
    for run in runs:
        first, _, last = run.partition(":")
        found += order[order.index(first) : order.index(last or first) + 1]
    return found


def applied(sheet: Sheet, delta: Delta) -> Sheet:
    """What the page makes of a delta."""
    assert sheet.moment == delta.base
    fields: dict[str, Any] = {**delta.fields, "moment": delta.moment}
    for name in ("units", "markers", "control"):
        table = {**getattr(sheet, name), **getattr(delta, name)}
        fields[name] = {key: value for key, value in table.items() if value is not None}
    return msgspec.structs.replace(sheet, **fields)


def played(turns: int, seed: str = "sheets", **options: Any) -> Match:
    match = bocage.new_match("roundup", seed=seed, options=options)
    players = {side: bots.make("planner", seed=side) for side in match.game.sides}
    while match.outcome is None and match.position.turn <= turns:
        bots.answer(match, players[match.prompt.side])
    return match


def test_deltas_lead_from_sheet_to_sheet_through_a_whole_game_and_stay_small() -> None:
    match = bocage.new_match("roundup", seed="deltas")
    players = {side: bots.make("planner", seed=side) for side in match.game.sides}
    shown = {side: showing.sheet(match, side) for side in (*match.game.sides, None)}
    largest = 0
    while match.outcome is None:
        bots.answer(match, players[match.prompt.side])
        for side, before in shown.items():
            after = showing.sheet(match, side)
            delta = showing.delta(before, after, showing.lines(match, side, match.moment - 1))
            largest = max(largest, len(msgspec.json.encode(delta)))
            assert applied(before, delta) == after
            shown[side] = after
    assert largest <= 3000, f"{largest} bytes for one action"
    assert shown[None].outcome is not None
    assert shown[None].outcome.winner == match.outcome.winner


def test_the_question_on_the_sheet_offers_exactly_what_the_engine_lists() -> None:
    match = bocage.new_match("roundup", seed="offers")
    players = {side: bots.make("planner", seed=side) for side in match.game.sides}
    while match.outcome is None and match.position.turn < 4:
        prompt = match.prompt
        question = showing.sheet(match, prompt.side).question
        assert question is not None
        offered = set()
        for choice in question.choices:
            noun = match.game.actions.verbs[choice.verb].noun
            operands = spelt(choice.operands, match) if noun == "hex" else choice.operands
            offered |= {f"{choice.verb} {operand}" for operand in operands} if operands else {choice.verb}
            if choice.verb in ("move", "column"):
                assert len(choice.costs) == len(operands)
        assert offered == {str(action) for action in prompt.actions}
        assert (question.rule, question.text) == (prompt.rule, prompt.text)
        bots.answer(match, players[prompt.side])


def test_only_the_side_that_decides_has_a_question_and_the_other_is_told_who_does() -> None:
    match = bocage.new_match("roundup", seed="who")
    assert showing.sheet(match, "allied").question is not None
    german = showing.sheet(match, "german")
    assert german.question is None
    assert german.waiting == "The Allies decide: Beachheads."
    assert showing.sheet(match, None).question is None


def test_the_costs_on_the_sheet_are_those_of_the_way_that_is_shown() -> None:
    match = bocage.position(
        "roundup", turn=3, at="allied movement", units="US-1 2110; DE-712 2308", us_beachheads="1411"
    )
    match.play("pick US-1")
    question = showing.sheet(match, "allied").question
    assert question is not None
    assert question.hand == ["US-1"]
    for choice in question.choices:
        if choice.verb in ("move", "column"):
            for label, cost in zip(spelt(choice.operands, match), choice.costs, strict=True):
                way = showing.path(match, "allied", f"{choice.verb} {label}")
                assert way.hexes[0] == "2110"
                assert way.hexes[-1] == label
                assert way.cost.split(" ")[0] == str(int(cost, 36))
    way = showing.path(match, "allied", "move 2208")
    assert way.cost == "4 MP of 10"
    assert [note.rule for note in way.notes] == ["3.2.1"]


def test_a_film_shows_the_same_pictures_as_the_moments_one_by_one() -> None:
    match = played(2)
    first, last = 40, match.moment
    film = showing.film(match, "german", first, last)
    picture = film.first
    assert picture == showing.sheet_at(match, "german", first)
    for frame in film.frames:
        picture = applied(picture, frame.delta)
        if picture.moment % 7 == 0 or picture.moment == last:
            assert picture == showing.sheet_at(match, "german", picture.moment)
    assert picture.moment == last
    told = [line for frame in film.frames for line in frame.delta.lines]
    assert told == showing.lines(match, "german", first)


def test_a_film_goes_across_things_that_were_taken_back() -> None:
    match = bocage.new_match("roundup", seed="back")
    for action in ("us-beachhead 1204", "us-beachhead 1411", "uk-beachhead 1413"):
        match.play(action)
    match.undo(side="allied")
    match.play("uk-beachhead 1515")
    match.play("uk-beachhead 1516")
    match.play("end")
    match.ask_rollback("allied", 3)
    match.answer_rollback("german", True)
    film = showing.film(match, "allied", 0, match.moment)
    picture = film.first
    for frame in film.frames:
        picture = applied(picture, frame.delta)
        assert picture == showing.sheet_at(match, "allied", picture.moment)
    talk = [line for line in showing.lines(match, "allied", -1) if line.kind == "talk"]
    assert [(line.text, line.to) for line in talk] == [
        ("The Allies take the last action back.", 2),
        ("The Allies ask to go back to before the last 4 actions.", -1),
        ("The Germans agree to go back. New dice will fall from here.", 3),
    ]
    assert match.moment == len(film.frames)


def test_a_film_backwards_is_refused() -> None:
    match = bocage.new_match("roundup", seed="x")
    for first, last in ((3, 1), (0, 1), (-1, 0)):
        with pytest.raises(bocage.BadInput, match="goes forward"):
            showing.film(match, None, first, last)


def test_the_other_side_sees_what_a_rollback_would_take_back() -> None:
    match = bocage.new_match("roundup", seed="ask")
    for action in ("us-beachhead 1204", "us-beachhead 1411", "uk-beachhead 1413", "uk-beachhead 1515", "end"):
        match.play(action)
    match.ask_rollback("allied", 3)
    request = showing.sheet(match, "german").request
    assert request is not None
    assert (request.side, request.to) == ("allied", 3)
    assert request.lines[0].text == "A UK beachhead is marked at 1515."
    match.answer_rollback("german", False)
    assert showing.sheet(match, "german").request is None
    assert showing.lines(match, None)[-1].text == "The Germans do not agree to go back."


def test_undo_is_offered_to_whoever_acted_and_to_nobody_else() -> None:
    match = bocage.new_match("roundup", seed="undo")
    match.play("us-beachhead 1204")
    match.play("us-beachhead 1411")
    assert showing.sheet(match, "allied").undo == [0, 1]
    assert showing.sheet(match, "german").undo == []
    assert showing.sheet(match, None).undo == []


def test_the_hidden_strategy_is_on_no_sheet_line_or_film_of_the_allies() -> None:
    match = bocage.new_match("roundup", options={"13.3": "chosen", "R27": True}, seed="hidden")
    match.play("strategy 3")
    for action in ("us-beachhead 1204", "us-beachhead 1411", "uk-beachhead 1413", "uk-beachhead 1515"):
        match.play(action)

    def strategy(sheet: Sheet) -> str:
        return next(fact.text for fact in sheet.facts if fact.name == "Hitler's strategy")

    assert strategy(showing.sheet(match, "german")).startswith("3: ")
    for side in ("allied", None):
        assert strategy(showing.sheet(match, side)) == "unknown"
        assert strategy(showing.sheet_at(match, side, 2)) == "unknown"
        film = showing.film(match, side, 0, match.moment)
        assert b"Russia" not in msgspec.json.encode(film)
        assert not any("strategy" in line.text for line in showing.lines(match, side, -1))


def test_pieces_tell_their_place_factors_and_flags() -> None:
    match = bocage.position(
        "roundup", turn=3, at="german movement", units="DE-18L 1306; US-1 1406 reduced; UK-3 2114", us_beachheads="1406"
    )
    units = showing.sheet(match, "german").units
    assert units["US-1"] == Piece("1406", "3-3", 1, "reduced")
    assert units["UK-3"].flags == "hungry"
    assert units["DE-712"].at == "first cup"


def test_markers_lie_in_their_hexes() -> None:
    match = bocage.position(
        "roundup",
        turn=3,
        at="allied movement",
        units="US-1 1406",
        us_beachheads="1406",
        superiority="allied",
        tas="2114",
    )
    markers = showing.sheet(match, None).markers
    assert [marker.sign for marker in markers["1406"]] == ["US BEACH"]
    assert [(marker.sign, marker.owner) for marker in markers["2114"]] == [("TAS", "allied")]


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.txt")), ids=lambda file: file.stem)
def test_every_stored_game_can_be_shown_from_its_first_moment_to_its_last(file: Path) -> None:
    match = storing.load(file)
    for side in (*match.game.sides, None):
        sheet = showing.sheet(match, side)
        assert sheet.moment == match.moment
        assert msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet) == sheet
        assert showing.lines(match, side, -1)
    assert showing.sheet_at(match, None, match.moment // 2).moment == match.moment // 2


def test_the_page_has_the_types_of_today() -> None:
    assert (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8") == typescript()
