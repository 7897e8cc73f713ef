"""What a card does to a combat: die, columns, and what does not count in it."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from .conditions import Combat, Role
from .whom import Count, Part


class Effect(Part, frozen=True, tag_field="op"):
    """A verb with what it is given."""


class DrmAlternative(Part, frozen=True):
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
