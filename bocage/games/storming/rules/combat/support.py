"""Support of an Allied attack: Tactical Air (17.5.3) and the four uses of the 79th Armoured Division (13.9.B)."""

from __future__ import annotations

from bocage.engine.steps import Clause, Offer

from ..look import DROWNING, StormingLook, members
from . import attackers
from .joining import ABLE_ITSELF, BARRED, CHOSEN, JOINING, Fighting, as_fight, explain_joining, possible_with
from .odds import over_rhine


def _someone_attacks(look: StormingLook, frame: Fighting) -> int:
    return 1 if frame.attackers else 0


def _air_left(look: StormingLook, frame: Fighting) -> int:
    return 1 if look.position.air_support > 0 else 0


def _no_air_yet(look: StormingLook, frame: Fighting) -> int:
    return 0 if frame.air else 1


def _hobart_there(look: StormingLook, frame: Fighting) -> int:
    return -1 if attackers.hobart_ready(look, frame.side) else 0


def _explain_hobart_there(look: StormingLook, frame: Fighting, index: int) -> tuple[str, str]:
    turn = look.position.hobart_turn
    return "13.9.B", f"the 79th Armoured Division helps once a turn; it is available from turn {turn} on"


def _hobart_unused(look: StormingLook, frame: Fighting) -> int:
    return 0 if frame.hobart else -1


def _hobart_area(look: StormingLook, frame: Fighting) -> int:
    return -1 if attackers.hobart_reaches(look, frame.target, frame.attackers) else 0


def _hobart_area_with(look: StormingLook, frame: Fighting) -> int:
    """Units with which the attack is one that the 79th may join."""
    found = 0
    for unit in members(attackers.beside(look, frame.side, frame.target)):
        if attackers.hobart_reaches(look, frame.target, frame.attackers | 1 << unit):
            found |= 1 << unit
    return found


def _hobart_not_owed(look: StormingLook, frame: Fighting) -> int:
    return -1 if possible_with(look, frame, frame.attackers, "used") else 0


def _rhine_first_fire(look: StormingLook, frame: Fighting) -> int:
    return 1 if over_rhine(look, as_fight(frame), frame.attackers) else 0


def _over_sea(look: StormingLook, frame: Fighting) -> int:
    found = 0
    for unit in members(attackers.beside(look, frame.side, frame.target)):
        if attackers.sea_targets(look, unit) >> frame.target & 1:
            found |= 1 << unit
    return found


def _explain_over_sea(look: StormingLook, frame: Fighting, unit: int) -> tuple[str, str]:
    if attackers.beside(look, frame.side, frame.target) >> unit & 1 and not BARRED.holds(look, frame) >> unit & 1:
        return attackers.reason_barred(look, unit, frame.target)
    return "13.9.B", "no open sea hexside lies between {it} and the target"


def _own_strength(look: StormingLook, frame: Fighting) -> int:
    return attackers.strong(look, frame.side)


def _sea_leaves_duties_possible(look: StormingLook, frame: Fighting) -> int:
    bad = 0
    for unit in members(_over_sea(look, frame)):
        if not possible_with(look, frame, frame.attackers | 1 << unit, "sea"):
            bad |= 1 << unit
    return ~bad


def _attacks(look: StormingLook, frame: Fighting) -> int:
    return frame.attackers


def _in_flood(look: StormingLook, frame: Fighting) -> int:
    return look.units_in(look.game.roer_valley, frame.side) if look.roer() == DROWNING else 0


AT_HAND = Clause("available", "13.9.B", "", _hobart_there, _explain_hobart_there)
UNUSED = Clause("one use", "13.9.B", "the 79th Armoured Division does one thing each time it is used", _hobart_unused)
AREA_WORDS = (
    "the 79th Armoured Division helps attacks in the 21st Army Group's area, and west of the Seine Line those in which "
    "a Commonwealth unit takes part"
)
AREA = Clause("area", "13.9.B", AREA_WORDS, _hobart_area)
AREA_WITH = Clause("area", "13.9.B", AREA_WORDS, _hobart_area_with)
SOMEONE = Clause("attackers", "13.1.C", "choose the attacking units first", _someone_attacks)
NOT_OWED = Clause(
    "duty", "6.6", "the 79th Armoured Division is needed for a hex that must be attacked too", _hobart_not_owed
)

HOBART_VERBS = ("hobart", "hobart-first-fire", "hobart-sea", "hobart-flood")
OFFERS = {
    "attack air": Offer(
        "air",
        "17.5.3.A",
        (
            SOMEONE,
            Clause("one", "17.5.3.C", "no more than one Tactical Air unit supports a combat", _no_air_yet),
            Clause("left", "17.5.3.A", "no Tactical Air unit has been set aside for combat support", _air_left),
        ),
    ),
    "hobart": Offer("hobart", "13.9.B", (AT_HAND, UNUSED, SOMEONE, AREA, NOT_OWED)),
    "hobart first fire": Offer(
        "hobart-first-fire",
        "13.9.B",
        (
            AT_HAND,
            UNUSED,
            SOMEONE,
            AREA,
            Clause(
                "first fire",
                "13.9.B",
                "only the first fire against an attack over the unbridged Rhine can be cancelled",
                _rhine_first_fire,
            ),
            NOT_OWED,
        ),
    ),
    "hobart sea": Offer(
        "hobart-sea",
        "13.9.B",
        (
            AT_HAND,
            UNUSED,
            JOINING[0],
            JOINING[1],
            Clause("sea", "13.9.B", "", _over_sea, _explain_over_sea),
            CHOSEN,
            *ABLE_ITSELF,
            Clause("strength", "13.2.A", "{it} has no Attack Strength and does not attack alone", _own_strength),
            AREA_WITH,
            Clause("duty", "6.6", "", _sea_leaves_duties_possible, explain_joining),
        ),
    ),
    "hobart flood": Offer(
        "hobart-flood",
        "13.9.B",
        (
            AT_HAND,
            UNUSED,
            AREA,
            Clause("attacks", "13.9.B", "{it} does not take part in this attack", _attacks),
            Clause("flood", "17.2.B", "{it} is not in a hex of the Roer valley that is being flooded", _in_flood),
            NOT_OWED,
        ),
    ),
}
