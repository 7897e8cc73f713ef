"""A position as plain data, its facts and its words: what scripts, the terminal and the table all tell."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.games.rhine.rules.supply import tracing
from bocage.games.rhine.words import reports
from bocage.games.rhine.words import wording as words
from bocage.rules import Choice
from tests.cases import rule
from tests.rhine.asking import at, number

HOME = {"first_beaches": "1817", "weather": "good", "stage": "operational"}
FRONT = "US-5C 1817; US-7C 1717; DE-84K 1716 deployed; DE-12SS 2112 down; DE-s503 2112"


def test_the_view_tells_units_with_their_markers_factors_and_supply() -> None:
    view = at("german movement", 3, FRONT, **HOME).view("german")
    assert view["units"]["DE-84K"] == {"at": "1716", "deployed": True, "attack": 3, "defence": 4, "supply": "full"}
    assert view["units"]["DE-12SS"]["face_down"] is True
    assert view["units"]["US-7C"]["supply"] == "full"
    assert (view["turn_name"], view["weather"], view["last_turn"]) == ("July I", "good", 14)
    assert "1716" not in view["allied_control"]
    assert "1816" in view["zones"]["german"]


def test_the_view_of_the_allies_has_only_the_number_of_pieces_in_a_concealed_hex() -> None:
    match = at("german movement", 3, FRONT, **HOME)
    view = match.view("allied")
    assert view["face_down"] == {"2112": 2}
    assert view["units"]["DE-12SS"] == view["units"]["DE-s503"] == {"at": "unknown"}
    assert match.view("german")["face_down"] == {}


def test_units_off_the_map_tell_the_turn_on_which_they_may_come() -> None:
    match = at("german movement", 4, f"{FRONT}; DE-2SS calendar; DE-9Pz schedule", lost_turn={"DE-2SS": 3}, **HOME)
    units = match.view(None)["units"]
    assert units["DE-2SS"] == {"at": "calendar", "from_turn": 6}
    assert units["DE-9Pz"] == {"at": "schedule", "from_turn": 5}


@rule("WIN.1", "WIN.2", "WIN.3", "WIN.4", "WIN.5")
def test_the_standing_tells_what_the_allies_still_need() -> None:
    match = at(
        "german movement", 9, "US-5C 1817; US-7C 5317; BR-1C 5318; BR-8C 5319; US-8C 5316; BR-SUP 1817",
        allied_control="1817 4217 2909 5317 5318 5319 5316", brussels_passed=True, paris_passed=True, **HOME,
    )  # fmt: skip
    told = {line.name: line.text for line in reports.standing(match.inquire(None))}
    assert told["Brussels"] == told["Paris"] == "done"
    # Nobody over there has a line to the beaches.
    assert told["Across the Rhine"] == "missing: 4 more Undisrupted supplied units across the Rhine"
    assert told["Otherwise"] == "the Germans win after turn 14"


@rule("SUP.22", "SUP.23")
def test_antwerp_is_told_as_german_shut_or_open() -> None:
    def antwerp(units: str, **more: Any) -> str:
        look = at("german movement", 8, units, **HOME, **more).inquire(None)
        return {line.name: line.text for line in reports.facts(look)}["Antwerp"]

    assert antwerp("US-5C 1817; DE-84K 4020") == "German"
    assert antwerp("US-5C 1817; BR-1C 4219; DE-84K 4020") == "Allied, its channel is shut"
    assert antwerp("US-5C 1817; BR-1C 4219", allied_control="4219 4021 1817") == "open"


@rule("BLITZ.1", "SS.1", "SS.2", "SR.1")
def test_the_facts_tell_what_the_germans_have_left() -> None:
    look = at("german movement", 5, FRONT, ruthless_turn=5, blitz_turn=3, **HOME).inquire(None)
    told = {line.name: (line.text, line.rule) for line in reports.facts(look)}
    assert told["Goering's Blitz"] == ("used on turn 3", "BLITZ.1")
    assert told["SS Ruthlessness"] == ("this turn", "SS.1")
    assert told["Strategic Reserve"] == ("may be withdrawn until turn 7", "SR.1")
    later = at("german movement", 8, FRONT, ruthless_turn=5, **HOME).inquire(None)
    told = {line.name: (line.text, line.rule) for line in reports.facts(later)}
    assert told["SS Ruthlessness"] == ("used on turn 5; the Allies rage", "SS.2")
    assert "Strategic Reserve" not in told


def test_hexes_are_told_with_all_that_matters_there() -> None:
    match = at("german movement", 5, FRONT, forts_restored="4505", naval="1817", **HOME)
    look = match.inquire(None)
    index = match.game.board.index
    assert words.hex_terrain(look, index["1817"]) == "clear, landing hex Omaha 1+1, coast: room for 3 points"
    assert "fortress port" in words.hex_terrain(look, index["1619"])
    assert words.hex_state(look, index["4505"]) == ["forts restored"]
    assert words.hex_state(look, index["1817"]) == ["beach in Allied use", "served by Naval Bombardment"]


def test_every_row_of_the_sequence_has_words_and_a_place_on_the_track() -> None:
    game = bocage.new_match("rhine", seed="x").game
    rows = [row.name for table in game.rules.sequence.values() for row in table]
    for row in rows:
        assert words.PART_OF.get(row, row) in rows
        assert "allied" not in words.phase_words(row)
        assert "german" not in words.phase_words(row)
    assert set(words.PHASE_WORDS) <= set(rows)


def test_every_plain_verb_and_every_end_has_words() -> None:
    game = bocage.new_match("rhine", seed="x").game
    plain = [choice for choice in _choices(game) if choice.takes == "plain"]
    assert {choice.verb for choice in plain} == {verb for verb, domain in game.actions.verbs.items() if not domain.noun}
    assert [choice.verb for choice in plain if not choice.words] == []
    assert all(choice.label for choice in plain if choice.verb == "end")


def _choices(game: Any) -> list[Choice]:
    return [choice for step in game.steps.values() for choice in getattr(step, "menu", ())]


@rule("SUP.6", "SUP.13", "SUP.2")
def test_the_supply_of_a_unit_is_told_with_its_source_and_distance() -> None:
    match = at("german movement", 3, "US-5C 1815; US-7C 2112; US-4AD 2909; DE-84K 4009", allied_control="1817", **HOME)
    look = match.inquire(None)

    def told(unit: str) -> tuple[str, str]:
        found = tracing.trace(look, number(match, unit))
        return found.words, found.rule

    assert told("US-5C") == ("Full supply: 2 hexes from the beach of Omaha", "SUP.6")
    assert told("US-7C") == ("Short supply: 6 hexes from the beach of Omaha", "SUP.6")
    assert told("US-4AD")[0].startswith("UNSUPPLIED: ")
    assert told("DE-84K") == ("Full supply from the east-north-east side", "SUP.2")


def test_the_state_that_is_told_is_the_state_that_counts() -> None:
    units = "US-5C 1817; US-7C 2112; US-4AD 2909; BR-1C 1619; BR-8C 2713; US-SUP 1816; DE-84K 2512; DE-2Pz 1810"
    match = at("german movement", 3, units, allied_control="1817 1619", **HOME)
    look: Any = match.inquire("german")
    for unit in range(look.game.first_stranger):
        if look.position.units[unit].at >= 0 and look.game.troop_units >> unit & 1:
            found = tracing.trace(look, unit)
            assert found.state == look.supply(unit)
            assert bool(found.paths) == (found.state != "isolated"), look.counter(unit).name
            for path in found.paths[:1]:
                assert path[0] == look.position.units[unit].at
