"""The sequence of play (1.1), in the book's order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bocage.rules import Row

from .position import BLUE, GREY

TURN = (
    Row("blue movement", BLUE, "movement", "2.0"),
    Row("blue combat", BLUE, "combat", "3.0"),
    Row("grey movement", GREY, "movement", "2.0"),
    Row("grey combat", GREY, "combat", "3.0"),
    Row("end of turn", "", "end of turn", "4.0"),
)


class Rules(NamedTuple):
    """The rules in force. Options of a game would edit them once, at the start."""

    sequence: Mapping[str, tuple[Row, ...]] = {"turn": TURN}
