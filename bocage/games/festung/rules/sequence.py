"""The sequence of play (4, 5), line by line in the book's order."""

from __future__ import annotations

from bocage.rules import Row

from .cards.draw import late_overlord_due
from .look import FestungLook
from .position import ALLIED, AXIS


def _year_begins(look: FestungLook) -> bool:
    """Do the cards of a new year come into use (6.71, 6.72)?"""
    return bool(look.turn().deck)


TURN = (
    # 4.1 Air Power Phase
    Row("air power", ALLIED, "air power", "4.1"),
    # 4.2 Draw Phase
    Row("new year", "", "new year", "6.7", _year_begins),
    Row("late overlord", ALLIED, "late overlord", "4.2", late_overlord_due),
    Row("draw", "", "draw", "4.2"),
    # 4.3 Action Phase, with the attrition of each side after its sixth action (4.4)
    Row("action phase", "", "action phase", "4.3"),
    # 4.5 Turn End Phase
    Row("turn end", "", "turn end", "4.5"),
    Row("victory", "", "victory", "16.2"),
    Row("axis discards", AXIS, "discards", "4.5"),
    Row("allied discards", ALLIED, "discards", "4.5"),
    Row("next turn", "", "next turn", "4.5"),
)


def _last_round(look: FestungLook) -> bool:
    return look.position.round == look.game.rules.numbers["rounds"]


ROUND = (
    Row("axis action", AXIS, "action", "5.1"),
    Row("axis attrition", AXIS, "attrition", "4.4", _last_round),
    Row("allied action", ALLIED, "action", "5.1"),
    Row("allied attrition", ALLIED, "attrition", "4.4", _last_round),
)

SETUP = (
    Row("first season", "", "first season", "4.5"),
    Row("opening hands", "", "opening hands", "3.31"),
)

SEQUENCE = {"turn": TURN, "round": ROUND, "setup": SETUP}
