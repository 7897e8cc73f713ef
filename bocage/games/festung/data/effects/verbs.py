"""The verbs of a card with what each may be given, and all of them together."""

from __future__ import annotations

from typing import Annotated, Literal, Union, get_args

from msgspec import Meta, field

from .conditions import Condition, Mission
from .fighting import AttackBonus, CancelEnemyCombatCards, DiscardCard, Drm, Effect, FreeHold, Ignore, Shift
from .whom import Count, Hexes, Part, Place, Side, Units

Until = Literal["round", "action", "turn", "next_turn", "game"]
Die = Annotated[int, Meta(ge=1, le=6)]
Limit = Literal["interdiction", "maquis", "no_axis_rd", "clarion"]  # of redeployment, that an event can lift


class Require(Effect, Condition, frozen=True, tag="require"):
    """The card is an event, or a Combat Card, only if all of this holds."""


class Invade(Effect, frozen=True, tag="invade"):
    """An invasion (6.56): `any:US:corps` is one unit of that group and size, as its player likes."""

    beaches: tuple[str, ...]
    units: tuple[str, ...]
    box: str
    winter_ok: bool = False
    ignores_one_per_turn: bool = False
    introduce_if_absent: tuple[str, ...] = ()
    option_19_4: tuple[str, ...] = ()


class Reinforce(Effect, frozen=True, tag="reinforce"):
    """New units come at full strength."""

    units: tuple[str, ...]
    where: tuple[Place | Hexes, ...]
    otherwise: tuple[Place | Hexes, ...] = field(default=(), name="else")
    once: bool = False
    introduce_if_absent: tuple[str, ...] = ()


class Rp(Effect, frozen=True, tag="rp"):
    """Replacement points for some units, outside the limits of an RP action."""

    points: Count
    sel: Units
    to: tuple[Place | Hexes, ...] = ()


class Rd(Effect, frozen=True, tag="rd"):
    """Redeployment: so many points, or so many units at no cost."""

    sel: Units
    points: int = 0
    units: int = 0
    to: tuple[Place | Hexes, ...] = ()
    free: bool = False
    path: bool = True
    ignore: tuple[Limit, ...] = ()
    mark: str = ""


class Ops(Effect, frozen=True, tag="ops"):
    """An operation with so many points."""

    points: Count


class VpAlternative(Part, frozen=True):
    """Other points while a flag is set."""

    if_flag: str
    delta: int


class Vp(Effect, frozen=True, tag="vp"):
    """Victory points; fewer help the Allies."""

    delta: int
    alt: VpAlternative | None = None
    option_19_33: Literal["double"] | None = None


class Infra(Effect, frozen=True, tag="infra"):
    """German Infrastructure."""

    delta: int


class Hand(Effect, frozen=True, tag="hand"):
    """The next draw limit of a side; or a change that a card brought is called off."""

    side: Side
    delta: int = 0
    cancel_from: str = ""


class Draw(Effect, frozen=True, tag="draw"):
    """Cards are drawn at once."""

    side: Side
    n: Count


class DiscardRandom(Effect, frozen=True, tag="discard_random"):
    """Cards are lost by lot at once."""

    side: Side
    n: Count


class Choose(Part, frozen=True):
    """What is picked when a flag is set."""

    district: tuple[int, ...] = ()
    beachhead: tuple[str, ...] = ()  # in these countries
    port: Side | None = None
    exclude: tuple[str, ...] = ()
    beachheads: bool = True


class Flag(Effect, frozen=True, tag="flag"):
    """Something that lasts, with its own arguments."""

    set: str
    until: Until
    choose: Choose | None = None
    forbid_event: str = ""
    axis_rd_extra: int = 0
    country: tuple[str, ...] = ()
    forbid: tuple[Literal["move", "rd", "attack"], ...] = ()
    sel: Units | None = None
    radius: int = 0
    axis_rp_bonus: int = 0
    mech_rp_limit: int = 0
    min: int = 0
    supply_source: str = ""
    drm_vs_allied_in: tuple[str, ...] = ()
    value: int = 0
    extra_ops_first_hex: int = 0
    supply_cap: Literal["limited"] | None = None
    side: Side | None = None


class ClearFlag(Effect, frozen=True, tag="clear_flag"):
    """Something lasts no longer."""

    flag: str


class Demand(Effect, frozen=True, tag="demand"):
    """A side does this completely at once, or loses points."""

    side: Side
    do: Step | Rd
    else_vp: int
    else_vp_alert: int


class Obligation(Effect, frozen=True, tag="obligation"):
    """In its next action a side makes an attack at such odds, or loses points."""

    side: Side
    by: Literal["next_action_round"]
    must: Literal["attack"]
    min_odds: str
    else_vp: int
    else_vp_alert: int


class Roll(Effect, frozen=True, tag="roll"):
    """One die, without modifiers."""

    success: tuple[Die, ...]
    then: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = field(default=(), name="else")


class Sac(Effect, frozen=True, tag="sac"):
    """Strategic bombers come, or are taken off their missions."""

    do: Literal["add", "remove"]
    marker: str = ""
    missions: tuple[Mission, ...] = ()
    count: int = 0
    when: Literal["next_air_phase"] | None = None


class Fortress(Effect, frozen=True, tag="fortress"):
    """Fortresses that were never used come into their own hexes."""

    count: Count
    step: Literal["full", "reduced"]


class Step(Effect, frozen=True, tag="step"):
    """Steps are lost or regained; up to so many, or one by each unit."""

    delta: Literal[-1, 1]
    count: Count | Literal["each"]
    sel: Units
    to: tuple[Place, ...] = ()


class Airdrop(Effect, frozen=True, tag="airdrop"):
    """A unit drops into a hex, which becomes Allied."""

    unit: str
    range: Count
    start: Units = field(name="from")
    countries: tuple[str, ...]
    exclude_zone: bool = False
    vacant: bool = False
    control: Side | None = None


class TakeControl(Effect, frozen=True, tag="control"):
    """Hexes change hands."""

    to: Literal["allied", "axis", "Soviet"]
    hexes: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    country: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    vacant: bool = False
    count: int = 0
    exclude: tuple[str, ...] = ()
    start: Side | None = field(default=None, name="from")
    occupants: Literal["retreat", "eliminate"] | None = None
    distance: int = 0
    vp_each: int = 0


class Zone(Effect, frozen=True, tag="zone"):
    """The red hexes are closed or opened."""

    side: Literal["allied", "both"]
    state: Literal["open", "closed"]
    axis_units: str = ""
    allied_units: str = ""


class EliminateHitler(Effect, frozen=True, tag="eliminate_hitler"):
    """Hitler is out of the game (16.43)."""

    given: Condition | None = field(default=None, name="if")


class MoveHitler(Effect, frozen=True, tag="move_hitler"):
    """Hitler goes from one of these hexes to another."""

    start: tuple[str, ...] = field(name="from")
    to: tuple[str, ...]
    must: bool = False


class ChooseOne(Effect, frozen=True, tag="choose_one"):
    """The player picks one list that can be carried out."""

    options: tuple[tuple[AnyEffect, ...], ...]


class Win(Effect, frozen=True, tag="win"):
    """A side wins if something holds, perhaps only if it still does at Turn End."""

    side: Side
    given: Condition = field(name="if")
    when: Literal["turn_end"] | None = None
    otherwise: tuple[AnyEffect, ...] = field(default=(), name="else")


AnyEffect = Union[  # noqa: UP007 - it is spoken of before it can be evaluated
    Require,
    Invade,
    Reinforce,
    Rp,
    Rd,
    Ops,
    Vp,
    Infra,
    Hand,
    Draw,
    DiscardRandom,
    Flag,
    ClearFlag,
    Demand,
    Obligation,
    Roll,
    Drm,
    Shift,
    Ignore,
    FreeHold,
    CancelEnemyCombatCards,
    DiscardCard,
    AttackBonus,
    Sac,
    Fortress,
    Step,
    Airdrop,
    TakeControl,
    Zone,
    EliminateHitler,
    MoveHitler,
    ChooseOne,
    Win,
]
VERBS: tuple[type[Effect], ...] = get_args(AnyEffect)
