"""What a page is shown: sheets, deltas, films, the log and the answers to its questions.

All of it is computed from what the side may know; a page, a phone and a script are told the same. Moments are those
that the side counts (`Match.moment_of`): what it cannot notice has no number either.
"""

from __future__ import annotations

from bocage.table.showing.approach import approach
from bocage.table.showing.gathering import gathering
from bocage.table.showing.inquiries import odds, overlay, path, why
from bocage.table.showing.legs import legs
from bocage.table.showing.log import REMARK, lines, may_read
from bocage.table.showing.moments import LONGEST_FILM, check_film, delta, film, sheet_at
from bocage.table.showing.printed import box, games, rulebook, tour
from bocage.table.showing.sheets import outcome_words, sheet

__all__ = [
    "LONGEST_FILM",
    "REMARK",
    "approach",
    "box",
    "check_film",
    "delta",
    "film",
    "games",
    "gathering",
    "legs",
    "lines",
    "may_read",
    "odds",
    "outcome_words",
    "overlay",
    "path",
    "rulebook",
    "sheet",
    "sheet_at",
    "tour",
    "why",
]
