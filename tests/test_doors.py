"""The three doors for others: what they export is a promise, everything else may change."""

from __future__ import annotations

import bocage
import bocage.bots
import bocage.rules

DOORS = {
    bocage: (
        "Action BadInput LogLine Match Outcome Prompt Refusal __version__ forecast game_class load new_match "
        "position slugs"
    ),
    bocage.bots: "GROUP Bot Seat about answer known make names reason seconds",
    bocage.rules: (
        "DIE GOES HEXES NOTHING NUMBERS PATH PLAIN SIDE UNITS WORD About Action Actions Automatic BadInput Choice "
        "Conditions Domain Event Frame Game HexSet Hexes Look Node OfSide Outcome Place Play Position Question Refusal "
        "Roll Row Sealed Sealing Sequencing SetOf Unit UnitNumber Units Until arrange automatic chapters event "
        "going_on lacking listed met offer offered once provided pure refusal settled"
    ),
}


def test_the_doors_export_what_they_promise() -> None:
    for door, names in DOORS.items():
        assert sorted(door.__all__) == sorted(names.split()), door.__name__
        for name in names.split():
            assert hasattr(door, name), f"{door.__name__}.{name}"


def test_a_line_of_the_log_is_a_struct() -> None:
    match = bocage.new_match("roundup", seed="utah")
    match.play("us-beachhead 1204")
    line = match.log()[-1]
    assert (line.moment, line.rule, line.sentence) == (1, "13.4", "A US beachhead is marked at 1204.")
