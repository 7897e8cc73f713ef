"""The rules object: numbers and the sequence of play, which options edit once at the start."""

from __future__ import annotations

import msgspec

from bocage.rules import Row


class Rules(msgspec.Struct, frozen=True):
    """The rules of one match. Steps read them and never ask which option is on."""

    sequence: dict[str, tuple[Row, ...]]
    numbers: dict[str, int]
    # What options switch
    very_bad_halves_germans: bool = False  # R4
    bonus_bars_attack: bool = True  # R5
    retreat_through_zones: bool = True  # R11
    capacity_shared: bool = False  # R116
