"""The rules object: numbers, charts and the sequence of play, which options edit once at the start."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bocage.hexes import Board, HexSet
from bocage.rules import Row, Units

from .combat.ends import Ends, nearest_ends


class Rules(msgspec.Struct, frozen=True):
    """The rules of one match. Steps read them and never ask which option is on."""

    sequence: dict[str, tuple[Row, ...]]
    # Charts
    crt: dict[str, tuple[str, ...]]
    columns: tuple[str, ...]
    movement: dict[str, tuple[int, int]]
    weather: tuple[str, ...]
    bombers: dict[int, int]
    air_dice: dict[str, tuple[int, int, int]]
    returns: tuple[int, ...]
    terrain_mp: dict[str, int]
    terrain_shift: dict[str, int]
    # Numbers
    turns: int
    storm_mp: int
    column_factor: int
    tas_mp: int
    tas_shift: int
    water_shift: int
    concentric_shift: int
    naval_defence_shift: int
    naval_attack_shift: int
    drop_range: int
    turn1_tas_dice: int
    bomber_uses: int
    divisions_per_hex: int
    units_per_hex: int
    beachheads_each: int
    # What options switch
    strategy: str | int = "drawn"  # 13.3: drawn, chosen, or a number for studies
    hidden_strategy: bool = False  # R27
    turn1_allied_column: bool = True  # R13
    german_edge_includes_2301: bool = False  # R17
    table_before_shifts: bool = False  # R30: odds are located on the table (11.4) before they are shifted
    retreat_ends: Callable[[Board, int, HexSet, Callable[[int], bool]], Ends] = nearest_ends  # R23
    drop_ban_until_linked: bool = False  # R35
    bomber_sides: tuple[str, ...] = ("allied",)  # 15.15 adds the Germans
    # Weather in which bombers fly -> modifier of their die
    bomber_weather: dict[str, int] = msgspec.field(default_factory=lambda: {"Clear": 0})
    bluepoint_bomber_uses: int = 0  # 15.2
    bluepoint_last_turn: int = 0
    reluctance_fails_up_to: int = 0  # 15.14
    drop_sides: tuple[str, ...] = ("allied",)  # 15.3 adds the Germans
    german_drop_loss_up_to: int = 0
    drop_loss_up_to: int = 0  # 15.7
    drop_scatter_up_to: int = 0
    garrison_defence: int = 0  # 15.4
    tenacity: bool = False  # 15.5
    air_coordination: bool = False  # 15.6
    always_supplied: Units = 0  # 15.8
    interdiction: bool = False  # 15.9
    depot_limit: int = 0  # 15.11
    aggressive_replacements: bool = False  # 15.12: also in enemy zones, and whoever has one may attack
    divisions_pay_exchanges: bool = False  # 15.13
    overkill_odds: int = 0  # 15.16: so many to one cost the defender a further step
    liberation: bool = False  # 15.17
    armor_shift: int = 0  # 15.18
    kampfgruppe_price: int = 0  # 15.19
