"""Support of an Allied attack: Tactical Air (17.5.3) and the four uses of the 79th Armoured Division (13.9.B)."""

from __future__ import annotations

import msgspec

from bocage.rules import PLAIN, UNITS, Conditions, offer, provided

from ..look import DROWNING, Play, StormingLook, members
from ..position import ALLIED
from . import attackers
from .joining import (
    Fighting,
    Joining,
    able_itself,
    adjacent,
    as_fight,
    leaving_duties_possible,
    not_chosen,
    possible_with,
)
from .odds import over_rhine

HOBART_VERBS = ("hobart", "hobart-first-fire", "hobart-sea", "hobart-flood")
AREA = (
    "the 79th Armoured Division helps attacks in the 21st Army Group's area, and west of the Seine Line those in which "
    "a Commonwealth unit takes part"
)


def _supportable(look: StormingLook, frame: Fighting) -> bool:
    return frame.target >= 0 and frame.side == ALLIED


def someone_attacks(frame: Fighting) -> Conditions:
    """There is an attack to support or to roll for."""
    yield provided(frame.attackers != 0), "13.1.C", "choose the attacking units first"


def _at_hand(look: StormingLook, frame: Fighting) -> Conditions:
    """The 79th is there, and has nothing else to do in this attack."""
    there, turn = attackers.hobart_ready(look, frame.side), look.position.hobart_turn
    why = f"the 79th Armoured Division helps once a turn; it is available from turn {turn} on"
    yield provided(there), "13.9.B", why
    yield provided(not frame.hobart), "13.9.B", "the 79th Armoured Division does one thing each time it is used"


def _in_its_area(look: StormingLook, frame: Fighting) -> Conditions:
    yield provided(attackers.hobart_reaches(look, frame.target, frame.attackers)), "13.9.B", AREA


def _not_owed(look: StormingLook, frame: Fighting) -> Conditions:
    """No hex that must be attacked needs it (6.6)."""
    free = possible_with(look, frame, frame.attackers, "used")
    yield provided(free), "6.6", "the 79th Armoured Division is needed for a hex that must be attacked too"


class Support(Joining):
    """What helps the attackers."""

    @offer("air", PLAIN, "17.5.3.A", words="a Tactical Air unit adds 1 to the die", when=_supportable)
    def air(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from someone_attacks(frame)
        yield not frame.air, "17.5.3.C", "no more than one Tactical Air unit supports a combat"
        left = look.position.air_support > 0
        yield left, "17.5.3.A", "no Tactical Air unit has been set aside for combat support"

    @air.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.swap(msgspec.structs.replace(frame, air=True))

    @offer("hobart", PLAIN, "13.9.B", words="the 79th Armoured adds 1 to the die", when=_supportable)
    def hobart(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _at_hand(look, frame)
        yield from someone_attacks(frame)
        yield from _in_its_area(look, frame)
        yield from _not_owed(look, frame)

    @hobart.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.swap(msgspec.structs.replace(frame, hobart="drm"))

    @offer(
        "hobart-first-fire", PLAIN, "13.9.B", words="the 79th Armoured keeps the defenders from firing first",
        when=_supportable,
    )  # fmt: skip
    def hobart_first_fire(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _at_hand(look, frame)
        yield from someone_attacks(frame)
        yield from _in_its_area(look, frame)
        crossing = bool(over_rhine(look, as_fight(frame), frame.attackers))
        yield crossing, "13.9.B", "only the first fire against an attack over the unbridged Rhine can be cancelled"
        yield from _not_owed(look, frame)

    @hobart_first_fire.does
    def _(self, play: Play, frame: Fighting, _: int) -> None:
        play.swap(msgspec.structs.replace(frame, hobart="first fire"))

    @offer("hobart-sea", UNITS, "13.9.B", when=_supportable)
    def hobart_sea(self, look: StormingLook, frame: Fighting) -> Conditions:
        side, target = frame.side, frame.target
        yield from _at_hand(look, frame)
        yield from adjacent(look, side, target)
        beside = members(attackers.beside(look, side, target))
        by_sea = sum(1 << unit for unit in beside if attackers.sea_targets(look, unit) >> target & 1)

        def why_not_by_sea(unit: int) -> tuple[str, str]:
            if attackers.closed_to(look, unit) >> target & 1:
                return attackers.reason_barred(look, unit, target)
            return "13.9.B", "no open sea hexside lies between {it} and the target"

        yield by_sea, "13.9.B", why_not_by_sea
        yield from not_chosen(frame.attackers)
        yield from able_itself(look, side)
        yield attackers.strong(look, side), "13.2.A", "{it} has no Attack Strength and does not attack alone"
        near = [unit for unit in beside if attackers.hobart_reaches(look, target, frame.attackers | 1 << unit)]
        yield sum(1 << unit for unit in near), "13.9.B", AREA
        yield from leaving_duties_possible(look, frame, by_sea, "sea")

    @hobart_sea.does
    def _(self, play: Play, frame: Fighting, unit: int) -> None:
        joined = frame.attackers | 1 << unit
        play.swap(msgspec.structs.replace(frame, attackers=joined, hobart="sea", single=unit))

    @offer("hobart-flood", UNITS, "13.9.B", when=_supportable)
    def hobart_flood(self, look: StormingLook, frame: Fighting) -> Conditions:
        yield from _at_hand(look, frame)
        yield from _in_its_area(look, frame)
        yield frame.attackers, "13.9.B", "{it} does not take part in this attack"
        drowning = look.units_in(look.game.roer_valley, frame.side) if look.roer() == DROWNING else 0
        yield drowning, "17.2.B", "{it} is not in a hex of the Roer valley that is being flooded"
        yield from _not_owed(look, frame)

    @hobart_flood.does
    def _(self, play: Play, frame: Fighting, unit: int) -> None:
        joined = frame.attackers | 1 << unit
        play.swap(msgspec.structs.replace(frame, attackers=joined, hobart="roer", single=unit))
