"""The rules object: numbers and the sequence of play, which options edit once at the start."""

from __future__ import annotations

import msgspec

from bocage.rules import Row


class Rules(msgspec.Struct, frozen=True):
    """The rules of one match. Steps read them and never ask which option is on."""

    sequence: dict[str, tuple[Row, ...]]
    numbers: dict[str, int]
    first_turn: int
    last_turn: int
    # What options switch
    sixth_army_group_strains_supply: bool = False  # R16
    staff_comes_back: bool = False  # R41
    patton_may_be_joined: bool = False  # R44
    bombing_is_an_attack: bool = True  # R90
    rhine_after_a_march: bool = False  # R101
    advances_are_movement: bool = False  # R118
