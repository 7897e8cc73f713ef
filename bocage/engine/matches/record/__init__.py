"""The text of a match: a header, one entry per line with its dice, the log, and a snapshot per turn.

    bocage record 1
    game roundup
    scenario campaign
    option 15.10 true
    rules 2
    data 4be0…
    commitment 0f7c…
    key 8a11…

    1 allied us-beachhead 1204
    > 13.4 | A US beachhead is marked at 1204.
    13 allied move 1305 via 1204 1205 1305
    > 10.0 | US 1 Infantry Division moves 1204-1205-1305 (2 MP).
    21 allied roll = 4
    turn 2 at 118 hash 9c1e… {"turn":2,…}

The lines with `>` are for readers; those that only some may read name them (`>german 13.3 | …`).

A reader replays the entries and compares dice, paths and hashes. If that fails although rules and data are those
of the record, the text is damaged. If they have changed since, the match goes on from the newest snapshot, and
the recorded log is kept as its history.
"""

from __future__ import annotations

from bocage.engine.matches.record.lines import entries_of, without_end
from bocage.engine.matches.record.reading import MakeGame, read
from bocage.engine.matches.record.writing import entry_line, entry_text, header_text, snapshot_text, write, write_seen

__all__ = [
    "MakeGame",
    "entries_of",
    "entry_line",
    "entry_text",
    "header_text",
    "read",
    "snapshot_text",
    "without_end",
    "write",
    "write_seen",
]
