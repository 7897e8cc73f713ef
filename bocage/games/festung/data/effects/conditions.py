"""On which conditions a card is played: what must hold of the game, or of a combat."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .whom import Adjacent, Borders, Control, Near, Part, UnitIn, Units

Role = Literal["attack", "defend"]
Mission = Literal["oil", "industry", "infrastructure", "carpet"]
TurnNumber = Annotated[int, Meta(ge=1, le=10)]


class Combat(Part, frozen=True):
    """What must hold of a combat."""

    role: Role | None = None
    attacker_has: Units | None = None
    target_has: Units | None = None
    target_hex: tuple[str, ...] = ()
    target_country: tuple[str, ...] = ()
    target_terrain: tuple[str, ...] = ()
    target_port: bool | None = None
    target_beachhead: bool | None = None
    target_next_to_allied_beachhead: bool | None = None
    from_beachhead: bool | None = None  # every attacker is in one
    south_of_arno: bool | None = None
    all_across: tuple[Literal["rhine", "river"], ...] = ()  # every attacker crosses one of these
    defender_oos: bool | None = None
    min_column: str = ""
    airborne_ready: bool | None = None  # in the UK box or among the attackers
    flag_off: tuple[str, ...] = ()
    any: tuple[Combat, ...] = ()


class Condition(Part, frozen=True):
    """What must hold; of `any`, one."""

    played: tuple[str, ...] = ()
    not_played: tuple[str, ...] = ()
    turn_min: TurnNumber | Literal[0] = 0
    not_winter: bool = False
    flag_off: tuple[str, ...] = ()
    collapse: bool | None = None
    surrendered: bool | None = None
    hitler: Literal["on_map", "eliminated"] | None = None
    hitler_in: str = ""
    control: Control | None = None
    sac_on: tuple[Mission, ...] = ()
    unit_in: UnitIn | None = None
    no_unit: tuple[Units, ...] = ()
    near: Near | None = None
    adjacent: Adjacent | None = None
    borders: Borders | None = None
    combat: Combat | None = None
    any: tuple[Condition, ...] = ()
