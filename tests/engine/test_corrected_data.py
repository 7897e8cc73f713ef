"""Matches survive corrected data: a counter more or less, another number in a chart."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from tests.changed_data import Rows, corrected, like

TESTS = Path(__file__).parent.parent
FIXTURES = [
    pytest.param(slug, path, id=f"{slug}-{path.stem}")
    for slug in ("roundup", "storming", "rhine", "fortress", "festung")
    for path in sorted((TESTS / slug / "fixtures").glob("*.txt"))
]
NEW = {
    "roundup": like("roundup", "units.csv", "id", "US-1", id="US-99", name="US 99 Infantry Division"),
    "storming": like(
        "storming", "units.csv", "id", "US-4-Inf", id="US-999-Inf", name="US 999 Infantry Division", entry_turn="3",
        entry_place="England",
    ),
    "rhine": like("rhine", "units.csv", "id", "US-5C", id="US-99C", name="US 99 Corps", entry="pool:5"),
    "fortress": like("fortress", "units.csv", "id", "US-1-Inf", id="US-999-Inf", name="US 999 Infantry Division"),
    "festung": like("festung", "units.csv", "id", "US-V", id="US-99", name="US 99 Corps"),
}  # fmt: skip
GONE = {
    "roundup": "DE-106", "storming": "US-75-Inf", "rhine": "BR-12C", "fortress": "GE-VS-16",
    "festung": "FORT-LaRochelle",
}  # fmt: skip
CHART = {  # file, key, row, and what changes in it
    "roundup": ("movement.csv", "class", "mech", {"later": "7"}),
    "storming": ("allowances.csv", "die", "4", {"allied_full": "11"}),
    "rhine": ("numbers.csv", "name", "rough_stacking_limit", {"value": "3"}),
    "fortress": ("units.csv", "id", "US-1-Inf", {"movement": "3"}),
    "festung": ("numbers.csv", "name", "stacking", {"value": "2"}),
}


def play_on(match: Match, seed: str) -> None:
    """Twenty decisions at random."""
    random = Random(seed)
    for _ in range(20):
        if not match.prompts:
            break
        side, prompt = next(iter(match.prompts.items()))
        match.play(random.choice(prompt.actions), side=side)
    assert record.read(match.text(), lambda *wanted: match.game.another()).position_hash == match.position_hash


def latest_snapshot(text: str) -> int:
    return max((int(row.split()[3]) for row in text.split("\n") if row.startswith("turn ")), default=0)


def stores_a_position(text: str) -> bool:
    """A match that is over in its first turn has nothing but its entries."""
    return latest_snapshot(text) > 0 or "\nstart {" in text


@pytest.mark.parametrize(("slug", "path"), FIXTURES)
def test_a_counter_more_is_placed_and_every_snapshot_can_be_used(tmp_path: Path, slug: str, path: Path) -> None:
    make = corrected(tmp_path, slug, "units.csv", lambda found: [*found, NEW[slug]])
    text = path.read_text(encoding="utf-8")
    match = record.read(text, make)
    assert match.history_moment == latest_snapshot(text)
    assert "This match was saved by an earlier version" in match.note
    assert (f"Counters that are new since then: {NEW[slug]['id']} (" in match.note) == stores_a_position(text)
    play_on(match, path.stem)


@pytest.mark.parametrize(("slug", "path"), FIXTURES)
def test_a_counter_less_is_left_out_with_a_note(tmp_path: Path, slug: str, path: Path) -> None:
    def without(found: Rows) -> Rows:
        return [row for row in found if row["id"] != GONE[slug]]

    text = path.read_text(encoding="utf-8")
    match = record.read(text, corrected(tmp_path, slug, "units.csv", without))
    assert match.history_moment == latest_snapshot(text)
    assert "This match was saved by an earlier version" in match.note
    assert (f"Counters that there are no longer: {GONE[slug]}." in match.note) == stores_a_position(text)
    assert GONE[slug] not in match.game.unit_ids
    play_on(match, path.stem)


@pytest.mark.parametrize(("slug", "path"), FIXTURES)
def test_another_number_in_a_chart(tmp_path: Path, slug: str, path: Path) -> None:
    file, key, name, cells = CHART[slug]
    make = corrected(tmp_path, slug, file, lambda found: [row | cells if row[key] == name else row for row in found])
    match = record.read(path.read_text(encoding="utf-8"), make)
    assert match.note or match.moment == record.entries_of(path.read_text(encoding="utf-8"))
    play_on(match, path.stem)
