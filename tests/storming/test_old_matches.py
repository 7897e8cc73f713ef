"""Matches saved before a rule was corrected are played on, and say what has changed."""

from __future__ import annotations

from pathlib import Path

import bocage

OLD = Path(__file__).parent / "old"


def test_a_match_of_the_first_rules_goes_on_from_its_newest_snapshot() -> None:
    """Bombs on a division of the 15th Army released nobody then (ruling R90), so its replay differs."""
    text = (OLD / "rules-1-offensive-fails.txt").read_text(encoding="utf-8")
    match = bocage.load(text)
    assert "goes on from turn 10" in match.note
    assert "Carpet Bombing is an attack (2.1.I)" in match.note
    assert match.position.turn == 10
    assert match.outcome is not None
    assert match.outcome.winner == "allied"
    again = bocage.load(match.text())
    assert again.position_hash == match.position_hash
    assert again.note == match.note
