"""The rules object: numbers and the sequence of play, which scenario and options edit once at the start."""

from __future__ import annotations

from typing import Annotated, get_type_hints

import msgspec

from bocage.rules import Row


class Rules(msgspec.Struct, frozen=True):
    """The rules of one match. Steps read them and never ask which option is on."""

    sequence: dict[str, tuple[Row, ...]]
    numbers: dict[str, int]
    last_turn: int
    first_turn: int = 1
    # Optional rules (19): the option is named, or the case where more is to be done
    axis_picks: bool = True  # 19.1
    allies_pick: bool = True  # 19.2
    antwerp_supplies: Annotated[bool, "19.31"] = False
    disbanding: Annotated[bool, "19.32"] = False
    war_crimes_doubled: Annotated[bool, "19.33"] = False
    late_oil: Annotated[bool, "19.34"] = False
    triple_support: Annotated[bool, "19.35"] = False
    abbey: Annotated[bool, "19.36"] = False
    industry_lost: Annotated[bool, "19.37"] = False
    winter_skies: Annotated[bool, "19.38"] = False
    norway_or_holland: Annotated[bool, "19.4"] = False
    bid: int = 0  # 19.51
    # Second readings of rulings
    nearest_retreats: Annotated[bool, "R9"] = False
    antwerp_markers: Annotated[bool, "R34"] = False
    first_hand_by_industry: Annotated[bool, "R43"] = False
    antwerp_closed: Annotated[bool, "R84"] = False
    no_card_cap: Annotated[bool, "R89"] = False
    zones_out_of_boxes: Annotated[bool, "R91"] = False
    stand_ins_stay: Annotated[bool, "R102"] = False
    norway_by_sea: Annotated[bool, "R108"] = False
    late_overlord: bool = True  # R114, while 19.2 is off


_KINDS = get_type_hints(Rules, include_extras=True).items()
SWITCHES = {kind.__metadata__[0]: field for field, kind in _KINDS if hasattr(kind, "__metadata__")}  # by option
