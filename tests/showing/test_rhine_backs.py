"""What lies face down in D-Day to the Rhine, on the pages of those who may not know it and of those who may."""

from __future__ import annotations

import msgspec
import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.table import showing
from bocage.table.wire.sheet import Sheet
from tests.rhine.asking import at
from tests.showing.test_rhine import BEACHES, FRONT

HIDDEN = "DE-12SS 2112 down; DE-s503 2112; DE-Dummy1 1912 down"


def seen_by_the_allies(match: Match) -> bytes:
    """Every byte that a page of the Allies or of a spectator could get at this moment."""
    got: list[object] = [msgspec.to_builtins(showing.box("rhine"))]
    for side in ("allied", None):
        got.append(showing.sheet(match, side))
        got.append(showing.lines(match, side, -1))
        got.append(showing.film(match, side, 0, match.moment_of(side)))
        got += [showing.overlay(match, side, overlay) for overlay in ("zones", "supply", "air", "landings", "goal")]
        for unit in ("?2112", "?2112/2", "DE-12SS", "DE-Dummy1", "DE-LehrPz", "US-5C"):
            got += [showing.overlay(match, side, overlay, unit) for overlay in ("supply", "reach")]
        got += [showing.why(match, side, hex=label) for label in ("2112", "1912", "2111")]
    return msgspec.json.encode(got, order="sorted")


def test_the_german_sees_what_he_has_face_down_and_that_it_is() -> None:
    units = showing.sheet(at("german movement", 3, f"{FRONT}; {HIDDEN}", **BEACHES), "german").units
    assert (units["DE-12SS"].at, units["DE-12SS"].text, units["DE-12SS"].flags) == ("2112", "3-3-8", "down")
    assert (units["DE-Dummy1"].at, units["DE-Dummy1"].flags) == ("1912", "down")
    assert (units["DE-s503"].at, units["DE-s503"].flags) == ("2112", "")
    assert not any(name.startswith("?") for name in units)


@pytest.mark.parametrize("side", ["allied", None])
def test_others_see_backs_called_by_their_hex_and_nothing_else(side: str | None) -> None:
    sheet = showing.sheet(at("german movement", 3, f"{FRONT}; {HIDDEN}", **BEACHES), side)
    backs = {name: piece for name, piece in sheet.units.items() if name.startswith("?")}
    assert set(backs) == {"?1912", "?2112", "?2112/2"}
    assert {(piece.text, piece.steps, piece.flags) for piece in backs.values()} == {("?", 1, "")}
    for name in ("DE-12SS", "DE-s503", "DE-Dummy1"):
        assert (sheet.units[name].at, sheet.units[name].flags) == ("unknown", "")
    assert showing.box("rhine").back is not None


def test_a_back_gets_another_name_when_it_moves() -> None:
    match = at("german movement", 3, f"{FRONT}; DE-12SS 2112 down", **BEACHES)
    before = showing.sheet(match, "allied")
    match.play("pick DE-12SS")
    match.play("move 2212")
    after = showing.sheet(match, "allied")
    gone = {name for name in before.units if name not in after.units}
    come = {name for name in after.units if name not in before.units}
    assert (gone, come) == ({"?2112"}, {"?2212"})
    (line,) = [line for line in showing.lines(match, "allied") if line.kind == "move"]
    assert (line.path, line.units, line.side) == (["2112", "2212"], [], "german")
    told = showing.lines(match, "german")
    assert [line.units for line in told if line.text.startswith("(It is")] == [["DE-12SS"]]


def test_nothing_that_an_allied_page_receives_depends_on_what_lies_face_down() -> None:
    places = ["2112", "1912", "2511"]
    pieces = [("DE-12SS", "DE-LehrPz", "DE-Dummy1"), ("DE-Dummy1", "DE-12SS", "DE-LehrPz")]
    pieces += [("DE-LehrPz", "DE-Dummy1", "DE-12SS"), ("DE-21Pz", "DE-Dummy1", "DE-12SS")]
    for row in ("german movement", "allied movement", "allied allocation"):
        for moves in (0, 1):
            if moves and row != "german movement":
                continue
            received = set()
            for trio in pieces[:3]:
                units = "; ".join(f"{unit} {hex_} down" for unit, hex_ in zip(trio, places, strict=True))
                match = at(row, 3, f"{FRONT}; DE-s503 2112; {units}", **BEACHES)
                if moves:
                    match.play(f"pick {trio[0]}")
                    match.play("move 2212")
                received.add(seen_by_the_allies(match))
            assert len(received) == 1, (row, moves)
    other = "; ".join(f"{unit} {hex_} down" for unit, hex_ in zip(pieces[3], places, strict=True))
    assert seen_by_the_allies(at("german movement", 3, f"{FRONT}; DE-s503 2112; {other}", **BEACHES)) not in received


def test_the_record_of_the_reserve_is_sealed_on_an_allied_page_and_open_on_the_german_one() -> None:
    def shown(record: str, side: str) -> Sheet:
        match = at(
            "german movement", 6, f"{FRONT}; DE-1SS reserve; DE-12SS reserve", reserve_turn=5, reserve_record=record,
            **BEACHES,
        )  # fmt: skip
        return showing.sheet(match, side)

    allied = [msgspec.json.encode(shown(record, "allied")) for record in ("returns", "stays")]
    assert allied[0] == allied[1]
    facts = {fact.name: fact.text for fact in shown("returns", "allied").facts}
    assert facts["Strategic Reserve"] == "withdrawn on turn 5, its orders are sealed"
    texts = [{fact.name: fact.text for fact in shown(record, "german").facts} for record in ("returns", "stays")]
    assert [text["Strategic Reserve"] for text in texts] == [
        "withdrawn on turn 5, to return", "withdrawn on turn 5, never to return",
    ]  # fmt: skip


def test_behind_the_screen_of_the_set_up_the_allies_see_nothing() -> None:
    one, other = bocage.new_match("rhine", seed="x"), bocage.new_match("rhine", seed="x")
    one.play("place 1816")
    other.play("place 3018")
    assert msgspec.json.encode(showing.sheet(one, "allied")) == msgspec.json.encode(showing.sheet(other, "allied"))
    assert showing.sheet(one, "german").units["DE-25K"].at == "1816"
    assert showing.lines(one, "allied", -1) == []


def test_the_overlays_of_a_back_are_empty() -> None:
    match = at("allied movement", 3, f"{FRONT}; {HIDDEN}", **BEACHES)
    for overlay in ("supply", "reach"):
        assert showing.overlay(match, "allied", overlay, "?2112") == []
        assert showing.overlay(match, "allied", overlay, "DE-12SS") == []
