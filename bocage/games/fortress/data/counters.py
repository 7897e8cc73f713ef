"""Counters: what is printed on them, and what follows from it."""

from __future__ import annotations

import msgspec

from . import tables

BRITISH, CANADIAN, FRENCH, AMERICAN = "BR", "CA", "FR", "US"
MINOR = "MI"  # Czechs, Dutch, Poles and Belgians, who attack with the British (6.2)
SS = "SS"
DROPPING = ("para", "glider")
RAIDING = ("commando", "ranger")
NO_UNITS = ("naval", "mulberry", "partisans")  # pieces that are neither moved nor fought like units
REPAIRING = ("infantry", "mountain", "para", "glider", "commando", "ranger")


class Counter(msgspec.Struct, frozen=True):
    """What is printed on a unit's counter (2.1)."""

    id: str
    name: str
    short: str
    side: str
    nation: str  # US, BR, CA, FR, MI for Allied minors; WH, LW, SS
    type: str
    size: str
    armored: bool
    steps: int
    combat: tuple[int, int]  # by the face: front, then back
    movement: tuple[int, int]
    back: str  # reduced, infantry, converted, flipped, or nothing
    back_name: str
    back_type: str
    capacity: int
    stack_free: bool
    replaced_by: str  # infantry, armor, para, raider, or nothing: never (27.9, 27.10, 27.14)
    entry: str
    start: str
    group: str
    hidden: str  # free or frozen; nothing: never hidden
    swap: str
    traits: tuple[str, ...]
    note: str

    @property
    def hq(self) -> bool:
        """Is it a headquarters? HQ troops are none (13.3)."""
        return self.type == "hq"

    @property
    def ss(self) -> bool:
        """Is it Waffen-SS?"""
        return self.nation == SS

    @property
    def division(self) -> bool:
        """Is it a division?"""
        return self.size == "division"

    @property
    def mountain(self) -> bool:
        """Is it at home in the mountains (8.3, 20.13)?"""
        return "mountain" in self.traits

    @property
    def para(self) -> bool:
        """Can it be dropped or airlifted (20.13)?"""
        return self.type in DROPPING

    @property
    def raider(self) -> bool:
        """Is it a commando or ranger (21.1)?"""
        return self.type in RAIDING

    @property
    def coastal(self) -> bool:
        """Is it a coastal defense unit (22.1)?"""
        return self.type == "coastal"

    @property
    def training(self) -> bool:
        """Is it a training division (23)?"""
        return self.type == "training"

    @property
    def piece(self) -> bool:
        """Is it a unit that moves and fights, not a ship, a harbour or partisans?"""
        return self.type not in NO_UNITS

    @property
    def repairs(self) -> bool:
        """Does it count as infantry that mends a port (18.7.8, ruling R79)?"""
        return self.type in REPAIRING

    @property
    def army(self) -> str:
        """Whose replacement points pay for it (27.1); French and Minor units have none (27.14)."""
        return {"BR": "british", "CA": "british", "US": "american"}.get(self.nation, self.side)

    @property
    def attacks_with(self) -> str:
        """The nationality with which it attacks (6.2)."""
        return BRITISH if self.nation == MINOR else self.nation

    @property
    def moves_as(self) -> str:
        """Its line of the Movement Allowance Chart (5.4)."""
        if self.hq:
            return "hq"
        if self.side == "german":
            return "german armored" if self.armored else "german"
        if self.armored:
            return "allied armored"
        return "american" if self.nation == AMERICAN else "other allied"


def counter(row: tables.Unit) -> Counter:
    """The counter of a row of units.csv."""
    return Counter(
        id=row.id, name=row.name, short=row.short, side=row.side, nation=row.nation, type=row.type, size=row.size,
        armored=row.armored, steps=row.steps, combat=(row.combat, row.combat_back or 0),
        movement=(row.movement, row.movement_back or 0), back=row.back, back_name=row.back_name,
        back_type=row.back_type, capacity=row.capacity or 0, stack_free=row.stack_free, replaced_by=row.replaced_by,
        entry=row.entry, start=row.start, group=row.group, hidden=row.hidden, swap=row.swap, traits=row.traits,
        note=row.note,
    )  # fmt: skip


def stranger(number: int) -> Counter:
    """What is seen of a unit under a decoy (31.6): that it is a German unit."""
    return Counter(
        id=f"?{number + 1}", name="a unit under a decoy", short="?", side="german", nation="WH", type="stranger",
        size="", armored=False, steps=1, combat=(0, 0), movement=(0, 0), back="", back_name="", back_type="",
        capacity=0, stack_free=False, replaced_by="", entry="", start="", group="", hidden="", swap="", traits=(),
        note="",
    )  # fmt: skip
