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

from .conditions import Combat, Condition, Mission, Role
from .fighting import (
    AttackBonus,
    CancelEnemyCombatCards,
    DiscardCard,
    Drm,
    DrmAlternative,
    Effect,
    FreeHold,
    Ignore,
    Shift,
)
from .reading import all_parts, read_effects
from .verbs import (
    VERBS,
    Airdrop,
    AnyEffect,
    Choose,
    ChooseOne,
    ClearFlag,
    Demand,
    DiscardRandom,
    Draw,
    EliminateHitler,
    Flag,
    Fortress,
    Hand,
    Infra,
    Invade,
    Limit,
    MoveHitler,
    Obligation,
    Ops,
    Rd,
    Reinforce,
    Require,
    Roll,
    Rp,
    Sac,
    Step,
    TakeControl,
    Until,
    Vp,
    VpAlternative,
    Win,
    Zone,
)
from .whom import Adjacent, Borders, Control, Hexes, Near, Place, Side, UnitIn, Units

__all__ = [
    "VERBS",
    "Adjacent",
    "Airdrop",
    "AnyEffect",
    "AttackBonus",
    "Borders",
    "CancelEnemyCombatCards",
    "Choose",
    "ChooseOne",
    "ClearFlag",
    "Combat",
    "Condition",
    "Control",
    "Demand",
    "DiscardCard",
    "DiscardRandom",
    "Draw",
    "Drm",
    "DrmAlternative",
    "Effect",
    "EliminateHitler",
    "Flag",
    "Fortress",
    "FreeHold",
    "Hand",
    "Hexes",
    "Ignore",
    "Infra",
    "Invade",
    "Limit",
    "Mission",
    "MoveHitler",
    "Near",
    "Obligation",
    "Ops",
    "Place",
    "Rd",
    "Reinforce",
    "Require",
    "Role",
    "Roll",
    "Rp",
    "Sac",
    "Shift",
    "Side",
    "Step",
    "TakeControl",
    "UnitIn",
    "Units",
    "Until",
    "Vp",
    "VpAlternative",
    "Win",
    "Zone",
    "all_parts",
    "read_effects",
]
