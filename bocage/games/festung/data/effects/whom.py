"""Whom and where a card means: units, hexes, who controls which, and how they lie to each other."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

Side = Literal["allied", "axis"]
Count = Annotated[int, Meta(ge=1)]
Place = str  # a hex, a box, a case of the book that lists places, or a word: map, boxes, pool, ports, country:Italy ...


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Something in a card; what is left out sets no limit."""


class Units(Part, frozen=True):
    """Which units are meant."""

    side: Side | None = None
    group: tuple[Literal["US", "BR", "German", "Italian"], ...] = ()
    nat: tuple[str, ...] = ()
    unit: tuple[str, ...] = ()
    size: tuple[Literal["corps", "army", "fortress"], ...] = ()
    mech: bool | None = None
    luftwaffe: bool | None = None
    step: Literal["full", "reduced"] | None = None
    supplied: bool | None = None
    terrain: tuple[str, ...] = ()
    mark: str = ""  # those that an earlier verb of the same card has marked
    within: tuple[Place, ...] = field(default=(), name="in")


class Hexes(Part, frozen=True):
    """Which hexes are meant."""

    country: tuple[str, ...] = ()
    coastal: bool | None = None
    control: Side | None = None
    supplied: bool | None = None


class Control(Part, frozen=True):
    """Who must control which hexes."""

    side: Side
    how: Literal["all", "any", "none"]
    hexes: tuple[str, ...] = ()
    country: str = ""
    beachheads: tuple[str, ...] = ()  # of these countries
    ports: bool = False
    exclude: tuple[str, ...] = ()


class Near(Part, frozen=True):
    """Units within some hexes of a hex."""

    sel: Units
    hex: str
    range: Count


class Adjacent(Part, frozen=True):
    """Units of one kind next to units of another."""

    a: Units
    b: Units


class Borders(Part, frozen=True):
    """Units beside a kind of hexside."""

    sel: Units
    hexside: Literal["rhine", "river"]


class UnitIn(Part, frozen=True):
    """A unit that must be in a box."""

    unit: str
    box: str
