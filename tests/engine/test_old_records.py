"""Matches of an earlier version: renamed steps, missing fields, changed rules; they go on from the newest snapshot."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from bocage.engine import plain
from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.engine.position import Units
from tests.engine import toy


class NewToy(toy.Toy):
    """The Ford a year later: nobody charges any more, and the watch has another name in old saves."""

    rules_version = 2
    step_aliases: ClassVar[Mapping[str, str]] = {"old watch": "watch"}
    upgrade_notes: ClassVar[Mapping[int, str]] = {1: "Never shown.", 2: "Charging is a thing of the past."}

    def __init__(self, scenario: str = "ford", options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, options)
        self.rules.charging = False


def load_new(text: str, *, strict: bool = False) -> Match:
    return record.read(text, lambda slug, scenario, options: NewToy(scenario, options), strict=strict)


def old_match(last: str = "blue: plan wait") -> Match:
    """Three turns; there was a charge on turn 1, so the new rules cannot replay it."""
    match = toy.new("old")
    toy.play(match, "hide 0303", "red: plan charge", "blue: plan wait", "red: end", "blue: end", "draw", "end")
    toy.play(match, "red: plan wait", last)
    return match


def test_a_record_that_still_replays_needs_no_note() -> None:
    match = toy.play(toy.new("calm"), "hide 0303", "red: plan wait", "blue: plan wait")
    again = load_new(match.text())
    assert again.note == ""
    assert again.position_hash == match.position_hash


def test_changed_rules_go_on_from_the_newest_snapshot() -> None:
    match = old_match()
    again = load_new(match.text())
    assert again.position_hash == match.position_hash, "what came after the snapshot could be repeated"
    assert again.history_moment == 7
    assert again.moment == match.moment
    assert "goes on from turn 2 (entry 7)" in again.note
    assert "Charging is a thing of the past." in again.note
    assert "Never shown" not in again.note
    assert "could not be repeated" not in again.note
    assert re.search(r"Reason: line \d+: nobody charges \(2.3\)", again.note)


def test_what_cannot_be_repeated_after_the_snapshot_is_said() -> None:
    match = old_match(last="blue: plan charge")
    again = load_new(match.text())
    assert again.moment == 8
    assert "What was done after entry 8 could not be repeated." in again.note
    assert list(again.prompts) == ["blue"]


def test_a_refused_request_to_go_back_beyond_the_snapshot_loses_nothing() -> None:
    match = old_match()
    match.ask_rollback("red", 2)
    match.answer_rollback("blue", False)
    toy.play(match, "red: end")
    again = load_new(match.text())
    assert again.history_moment == 7
    assert again.moment == match.moment
    assert again.position_hash == match.position_hash
    assert again.rollback_request is None
    with pytest.raises(BadInput, match="from 7 to"):
        again.ask_rollback("red", 2)


def test_the_log_of_an_old_match_is_kept_for_those_who_may_read_it() -> None:
    match = old_match()
    again = load_new(match.text())
    for side in ("red", "blue", None):
        assert [line[1:] for line in again.log(side)] == [line[1:] for line in match.log(side)]
        assert load_new(again.text()).log(side) == again.log(side)
        # What left no line and cannot be replayed counts for nobody but whoever did it.
        moments = [moment for moment, _, _ in again.log(side)]
        assert moments == sorted(moments)
        assert moments[-1] <= again.moment_of(side) <= match.moment_of(side)
        assert again.log(side, since=5) == [line for line in again.log(side) if line[0] >= 5]
    assert "The mine is hidden" not in again.text("red")
    assert "The mine is hidden" in again.text("blue")


def test_an_old_match_can_be_saved_and_loaded_again_and_again() -> None:
    again = load_new(old_match().text())
    for _ in range(3):
        text = again.text()
        again = load_new(text, strict=True)
        assert again.text() == text
    toy.play(again, "red: end", "blue: end", "draw", "end")
    assert load_new(again.text(), strict=True).position_hash == again.position_hash
    assert again.note
    assert load_new(again.text()).note == again.note


def test_a_match_goes_on_after_its_history() -> None:
    again = load_new(old_match().text())
    toy.play(again, "red: end")
    again.undo()
    again.ask_rollback("red", 8)
    again.answer_rollback("blue", True)
    assert again.moment == 13
    assert again.at(9).turn == 2
    with pytest.raises(BadInput, match="from 7 to 12"):
        again.ask_rollback("red", 3)
    with pytest.raises(BadInput, match="moments 7 to 13"):
        again.at(3)
    again.concede("blue")
    assert load_new(again.text(), strict=True).text() == again.text()
    assert len(again.proof().rolls) == 0


def test_an_undo_across_the_turn_is_not_lost() -> None:
    match = toy.new("old")
    toy.play(match, "hide 0303", "red: plan charge", "blue: plan wait", "red: end", "blue: end", "end")
    assert match.position.turn == 2
    match.undo()
    assert match.position.turn == 1
    toy.play(match, "draw")
    again = load_new(match.text())
    assert again.position_hash == match.position_hash
    assert "goes on from turn 1 (entry 7)" in again.note


def test_on_the_first_turn_it_goes_on_as_far_as_possible() -> None:
    match = toy.play(toy.new("first"), "hide 0303", "blue: plan wait", "red: plan charge", "red: end")
    again = load_new(match.text())
    assert again.moment == 2
    assert list(again.prompts) == ["red"]
    assert "after entry 2 could not be repeated" in again.note


def test_a_snapshot_that_cannot_be_read_is_passed_over() -> None:
    match = old_match()
    toy.play(match, "red: end", "blue: end", "end")
    text = match.text()
    assert text.count("\nturn ") == 2
    broken = re.sub(r"(turn 3 at .*)\"turn\":3", r'\1"turn":"x"', text)
    assert broken != text
    again = load_new(broken)
    assert "goes on from turn 3 (entry 7)" in again.note
    assert again.position_hash == match.position_hash


def test_changed_data_count_as_changed_rules() -> None:
    text = old_match().text().replace("data ford-data", "data older-data").replace("2 red plan charge", "2 red end")
    again = toy.load(text)
    assert "goes on from turn 2" in again.note


def test_a_strict_reader_takes_no_snapshot() -> None:
    with pytest.raises(BadInput, match="nobody charges"):
        load_new(old_match().text(), strict=True)


def test_a_die_that_falls_otherwise_is_not_passed_off_as_the_old_one() -> None:
    match = old_match()
    toy.play(match, "red: end", "blue: end", "draw", "draw")
    # As if the cup had held fewer counters then: the same place of the stream, another number.
    dice = match.entries[-1].dice[0]
    text = match.text().replace(f"13 blue draw = {dice}", f"13 blue draw = {dice + 1}")
    again = load_new(text)
    assert again.moment == 12
    assert "after entry 12 could not be repeated" in again.note
    assert again.position.rolls == match.position.rolls - 1


def test_renamed_steps_are_found_by_their_old_names() -> None:
    match = old_match()
    toy.play(match, "red: end")
    start = json.dumps(plain.to_plain(match.game, match.position)).replace('"watch"', '"old watch"')
    text = re.sub(r"\n\n(.*\n)*", f"\nstart {start}\n\nend at 0 hash {match.position_hash}\n", match.text())
    again = load_new(text)
    assert again.prompt.step == "watch"
    with pytest.raises(BadInput, match="no step 'old watch'"):
        toy.load(text)


def test_a_field_that_an_older_version_lacked_keeps_its_default() -> None:
    match = old_match()
    data = plain.to_plain(match.game, match.position)
    assert "swept" not in data, "defaults are not written, so a field added later changes no hash"
    assert data.pop("in_hand") == 1
    older = plain.from_plain(match.game, toy.ToyPosition, data)
    assert (older.swept, older.in_hand) == (0, 0)
    assert "acted" not in data["frames"][-1]
    assert plain.from_plain(match.game, toy.ToyPosition, data).frames[-1].acted is False


def test_a_new_field_changes_no_hash_of_an_old_match() -> None:
    class LaterPosition(toy.ToyPosition):
        torches: Units = 0
        moon: str = "full"

    match = old_match()
    data = plain.to_plain(match.game, match.position)
    later = plain.from_plain(match.game, LaterPosition, data)
    assert later.moon == "full"
    assert plain.digest(match.game, later) == match.position_hash
    later.moon = "new"
    assert plain.digest(match.game, later) != match.position_hash


def test_a_position_format_can_be_upgraded() -> None:
    class Upgraded(NewToy):
        def upgrade(self, data: dict[str, Any], version: int) -> dict[str, Any]:
            if version < 2:
                data = {**data, "units": {**data["units"], "R-gun": data["units"]["R-cannon"]}}
                del data["units"]["R-cannon"]
            return data

    text = old_match().text().replace('"R-gun"', '"R-cannon"')
    lost = load_new(text)
    assert (lost.history_moment, lost.moment) == (0, 1), "the snapshot was of no use, so it began anew"
    again = record.read(text, lambda slug, scenario, options: Upgraded(scenario, options))
    assert again.history_moment == 7
    assert again.position_hash == old_match().position_hash


def test_without_any_usable_snapshot_an_old_match_is_refused() -> None:
    match = old_match()
    toy.play(match, "red: end")
    again = Match(match.game, seed="old", start=match.position)
    text = again.text().replace('"step":"watch"', '"step":"a step of long ago"')
    with pytest.raises(BadInput, match="no usable snapshot: there is no step 'a step of long ago'"):
        load_new(text)
