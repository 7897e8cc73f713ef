"""What a card can do, as data: the verbs of its event, the conditions on which it is played, and whom it means.

A card's `params` are a list of verbs with their arguments, carried out in order. Here stands every verb with what it
may be given; whatever else stands in a card is refused when the cards are read, with the place where it stands.

>>> read_effects('[{"op": "infra", "delta": -1}]')
(Infra(delta=-1),)
>>> read_effects('[{"op": "infra", "delta": "much"}]')
Traceback (most recent call last):
...
bocage.engine.errors.BadInput: Expected `int`, got `str` - at `$[0].delta`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import Meta, field

from bocage.engine.errors import BadInput

Side = Literal["allied", "axis"]
Role = Literal["attack", "defend"]
Mission = Literal["oil", "industry", "infrastructure", "carpet"]
Until = Literal["round", "action", "turn", "next_turn", "game"]
Count = Annotated[int, Meta(ge=1)]
Die = Annotated[int, Meta(ge=1, le=6)]
TurnNumber = Annotated[int, Meta(ge=1, le=10)]
Limit = Literal["interdiction", "maquis", "no_axis_rd", "clarion"]  # of redeployment, that an event can lift
Place = str  # a hex, a box, a case of the book that lists places, or a word: map, boxes, pool, ports, country:Italy ...


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Something in a card; what is left out sets no limit."""


# Whom and where


class Units(_Part, frozen=True):
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


class Hexes(_Part, frozen=True):
    """Which hexes are meant."""

    country: tuple[str, ...] = ()
    coastal: bool | None = None
    control: Side | None = None
    supplied: bool | None = None


class Control(_Part, frozen=True):
    """Who must control which hexes."""

    side: Side
    how: Literal["all", "any", "none"]
    hexes: tuple[str, ...] = ()
    country: str = ""
    beachheads: tuple[str, ...] = ()  # of these countries
    ports: bool = False
    exclude: tuple[str, ...] = ()


class Near(_Part, frozen=True):
    """Units within some hexes of a hex."""

    sel: Units
    hex: str
    range: Count


class Adjacent(_Part, frozen=True):
    """Units of one kind next to units of another."""

    a: Units
    b: Units


class Borders(_Part, frozen=True):
    """Units beside a kind of hexside."""

    sel: Units
    hexside: Literal["rhine", "river"]


class UnitIn(_Part, frozen=True):
    """A unit that must be in a box."""

    unit: str
    box: str


# Conditions


class Combat(_Part, frozen=True):
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


class Condition(_Part, frozen=True):
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


# Verbs


class Effect(_Part, frozen=True, tag_field="op"):
    """A verb with what it is given."""


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


class VpAlternative(_Part, frozen=True):
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


class Choose(_Part, frozen=True):
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


class DrmAlternative(_Part, frozen=True):
    """Another modifier if something holds."""

    given: Combat = field(name="if")
    value: int


class Drm(Effect, frozen=True, tag="drm"):
    """Added to the attacker's die when the card's owner has that role."""

    role: Role
    value: int
    given: Combat | None = field(default=None, name="if")
    alt: DrmAlternative | None = None


class Shift(Effect, frozen=True, tag="shift"):
    """Columns, when the card's owner has that role."""

    role: Role
    value: int


IGNORED = Literal["mech_shift", "river_shift", "rhine_drm", "terrain_shift_1"]


class Ignore(Effect, frozen=True, tag="ignore"):
    """Something does not count in this combat."""

    what: tuple[IGNORED, ...]


class FreeHold(Effect, frozen=True, tag="free_hold"):
    """The defender may stay at no cost."""


class CancelEnemyCombatCards(Effect, frozen=True, tag="cancel_enemy_combat_cards"):
    """The enemy's cards in this combat have no effect, and he adds none."""

    scope: Literal["combat"]


class DiscardCard(Effect, frozen=True, tag="discard_card"):
    """A Combat Card that does not stay for the turn."""

    when: Literal["combat", "round"]


class AttackBonus(Effect, frozen=True, tag="attack_bonus"):
    """For attacks of the owner in this action round."""

    attacks: Count | Literal["all"]
    given: Combat | None = field(default=None, name="if")
    shift: int = 0
    drm: int = 0
    ignore: tuple[IGNORED, ...] = ()
    extra_advance: int = 0


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


def read_effects(params: str) -> tuple[AnyEffect, ...]:
    """The verbs that a card's `params` say; whatever cannot be read raises `BadInput`."""
    try:
        return _decoder.decode(params)
    except msgspec.MsgspecError as error:
        raise BadInput(str(error)) from None


def all_parts(effect: Any) -> Iterator[Any]:
    """An effect and everything in it: conditions, whom it means, and the effects that hang on it."""
    if isinstance(effect, tuple):
        for item in effect:
            yield from all_parts(item)
    elif isinstance(effect, _Part):
        yield effect
        for name in effect.__struct_fields__:
            yield from all_parts(getattr(effect, name))


_decoder: msgspec.json.Decoder[tuple[AnyEffect, ...]] = msgspec.json.Decoder(tuple[AnyEffect, ...])
