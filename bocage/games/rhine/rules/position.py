"""What a position of D-Day to the Rhine holds beyond its units."""

from __future__ import annotations

from typing import Annotated

import msgspec

from bocage.rules import GOES, Hexes, Node, Position, Units, Until

from ..data import ALLIED as ALLIED
from ..data import AMERICAN as AMERICAN
from ..data import BRITISH as BRITISH
from ..data import GERMAN as GERMAN

OTHER = {ALLIED: GERMAN, GERMAN: ALLIED}

# Masks that the engine keeps for us: everything of a side, its combat units (no dumps, no dummies), and those that have
# a zone of control (no Tigers either: ruling R29).
ALLIED_HEXES, GERMAN_HEXES, ALLIED_TROOPS, GERMAN_TROOPS, ALLIED_EXERTING, GERMAN_EXERTING = range(6)
OCCUPIED = {ALLIED: ALLIED_HEXES, GERMAN: GERMAN_HEXES}
TROOPS = {ALLIED: ALLIED_TROOPS, GERMAN: GERMAN_TROOPS}
EXERTING = {ALLIED: ALLIED_EXERTING, GERMAN: GERMAN_EXERTING}

PLACES = (
    "pool",  # Allied units that have not come yet
    "sea",  # off a landing hex, waiting for its wave (DD.4, DD.5)
    "resting",  # airborne divisions taken off the map for another drop (DROP.4)
    "schedule",  # comes on a turn of the calendar, or not yet bought (REIN.5, RM.2, REPL.8)
    "hand",  # German units still to be set up (SET.1)
    "calendar",  # eliminated Germans who may come back (REPL)
    "reserve",  # the Strategic Reserve (SR.1)
    "unknown",  # in what a side sees: somewhere on the map among the face-down and concealed pieces
    "dead",  # out of the game
)
POOL, SEA, RESTING, SCHEDULE, HAND, CALENDAR, RESERVE, UNKNOWN, DEAD = (-n - 1 for n in range(len(PLACES)))

GOOD, BAD, VERY_BAD = "good", "bad", "very bad"

FULL, SHORT, UNSUPPLIED, ISOLATED = "full", "short", "unsupplied", "isolated"  # SUP.1

# The record of the Strategic Reserve (SR.4); in what the Allies see it is sealed.
RETURNS, STAYS, SEALED = "returns", "stays", "sealed"

OPERATIONAL, EXPLOITATION = "operational", "exploitation"


class Battle(msgspec.Struct, frozen=True):
    """An attack that has been allocated and not yet resolved."""

    number: int  # counts from 1 within a combat phase
    targets: Hexes
    attackers: Units
    duty: bool = False  # made only because another battle demands it (MAND.1)
    parents: tuple[int, ...] = ()  # the battles that demand it
    children: tuple[int, ...] = ()  # battles made only for its sake that have been fought, with no other reason fought


class RhinePosition(Position):
    """The map, the markers and the calendar. Its dicts are replaced, never changed, so copies may share them."""

    weather: str = ""
    allied_control: Hexes = 0  # hexes whose last visitor was Allied; all others are German (ruling R16)
    # Markers on units
    disrupted: Annotated[Units, GOES] = 0
    deployed: Annotated[Units, GOES] = 0
    face_down: Units = 0  # German divisions and dummies that lie upside down (SET.7)
    # What units have done in this player-turn
    stage: str = ""  # which of the two phases of a player-turn it is
    moved: Annotated[Units, Until("player turn"), GOES] = 0  # has moved operationally (NOTE.1)
    attacked: Annotated[Units, Until("player turn"), GOES] = 0  # NAT.3
    dug_in: Annotated[Units, Until("player turn"), GOES] = 0  # has deployed instead of moving or attacking (DEP.1)
    spent: Annotated[Units, Until("player turn"), GOES] = 0  # used in the operational phase: no exploitation (EXP.1)
    # came on the map this turn: the hex of entry counts against movement (REIN.2)
    arrived: Annotated[Units, Until("player turn"), GOES] = 0
    # unit id -> points left for an attack after its move; below 0: none (RIV.4, ruling R5)
    budget: Annotated[dict[str, int], Until("player turn"), GOES] = {}
    battles: Annotated[tuple[Battle, ...], Until("combat")] = ()  # allocated and not yet resolved
    # numbers of the battles of this combat phase that have been fought
    fought: Annotated[tuple[int, ...], Until("combat")] = ()
    called_off: Annotated[tuple[int, ...], Until("combat")] = ()  # and of those that have been called off
    trails: dict[str, tuple[Node, ...]] = {}  # id of a unit that retreated in this battle -> its path, start included
    # Landings (DD)
    first_beaches: Hexes = 0  # landing hexes of D-Day
    second_beaches: Hexes = 0  # of the second D-Day
    second_landing_turn: int = 0
    naval: Hexes = 0  # landing hexes that Naval Bombardment serves now
    landing_at: Annotated[dict[str, Node], GOES] = {}  # unit id -> landing hex, while it is at sea
    second_wave: Annotated[Units, GOES] = 0  # at sea, due in the Exploitation Phase (DD.5)
    # at sea, has attacked and neither landed nor been lost: it must attack again (DD.7)
    stalled: Annotated[Units, GOES] = 0
    # Allied air (SB, DROP)
    bombings: int = 0
    bombing_turn: int = 0  # of the last Strategic Bombing
    drop_turn: int = 0  # of the last air drop
    resting_since: dict[str, int] = {}  # unit id -> the turn on which it left the map for another drop
    favoured: Units = 0  # Allied units that are supplied first where capacities run short (SUP.22)
    # The Germans
    blitz_turn: int = 0  # Goering's Blitz (BLITZ.1)
    blitz_targets: Annotated[Hexes, Until("player turn")] = 0  # targets that it has supported
    ruthless_turn: int = 0  # SS.1
    panzer_points: int = 0
    lost_turn: dict[str, int] = {}  # id of a unit on the calendar -> the turn of its elimination
    reserve_turn: int = 0  # the Strategic Reserve was withdrawn then
    reserve_record: str = ""  # SR.4
    reserve_back: bool = False  # the counteroffensive has come (CO.1)
    # The map
    forts_restored: Hexes = 0  # Metz, Nancy (METZ.3)
    paris_entered: bool = False  # by any Allied unit (FR2.1)
    paris_passed: bool = False  # by a US or French unit (WIN.4)
    brussels_passed: bool = False  # by a British corps of factor 3 (WIN.3)
