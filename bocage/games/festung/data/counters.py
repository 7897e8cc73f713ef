"""Counters: what is printed on them, and what follows from it."""

from __future__ import annotations

import msgspec

from . import tables


class Counter(msgspec.Struct, frozen=True):
    """What is printed on a unit's counter, on its full and on its reduced side (2.2)."""

    id: str
    name: str
    side: str
    nation: str
    group: str  # US, BR, either, German or Italian: who attacks with whom (2.22, 9.17)
    size: str
    type: str
    mechanized: bool
    dot: bool
    attack: tuple[int, int]  # reduced, then full: by steps less one
    defence: tuple[int, int]
    move: tuple[int, int]
    steps: int = 2  # every counter has two (2.23)

    @property
    def army(self) -> bool:
        """Is it an army?"""
        return self.size == "army"

    @property
    def corps(self) -> bool:
        """Is it a corps?"""
        return self.size == "corps"

    @property
    def fortress(self) -> bool:
        """Is it a fortress, which never leaves its hex (2.21)?"""
        return self.size == "fortress"

    @property
    def luftwaffe(self) -> bool:
        """Is it of the Luftwaffe (12.4)?"""
        return self.nation == "LW"

    @property
    def airborne(self) -> bool:
        """Is it one of the airborne units, which are of either nationality (2.22)?"""
        return self.type == "airborne"

    def groups(self) -> tuple[str, ...]:
        """The nationalities that it can be counted among (2.22)."""
        return ("US", "BR") if self.group == "either" else (self.group,)


def counter(row: tables.Unit) -> Counter:
    """The counter of a row of units.csv."""
    return Counter(
        id=row.id, name=row.name, side=row.side, nation=row.nation, group=row.group, size=row.size, type=row.type,
        mechanized=row.mechanized, dot=row.dot, attack=(row.reduced_attack, row.attack),
        defence=(row.reduced_defence, row.defence), move=(row.reduced_move, row.move),
    )  # fmt: skip
