"""What a position of Festung Europa holds beyond its units."""

from __future__ import annotations

from typing import Annotated

import msgspec

from bocage.rules import GOES, Hexes, Node, Position, Units, Until

from ..data import ALLIED as ALLIED
from ..data import AXIS as AXIS
from .cards.decks import Cards, Deck

OTHER = {ALLIED: AXIS, AXIS: ALLIED}

# Masks that the engine keeps for us: the nodes where units of a side are, and of its mechanized units, which alone can
# have a zone of control (8.41).
OCCUPIED, ARMOUR = {ALLIED: 0, AXIS: 1}, {ALLIED: 2, AXIS: 3}

PLACES = (
    "unused",  # has not come into play yet
    "pool",  # eliminated; may come back by replacements (12.3)
    "gone",  # out of the game for good
)
UNUSED, POOL, GONE = (-n - 1 for n in range(len(PLACES)))

OIL, INDUSTRY, INFRASTRUCTURE, CARPET = MISSIONS = ("oil", "industry", "infrastructure", "carpet")  # of SAC (14.2)
GROUND_SUPPORT, INTERDICTION = DUTIES = ("ground support", "interdiction")  # of TAC (14.3)


class Flag(msgspec.Struct, frozen=True):
    """Something that an event has set and that lasts (its name is the key under which it stands)."""

    card: str  # the card that set it
    until: str  # round, action, turn, next_turn or game
    turn: int  # on which it was set
    side: str  # that played the card
    node: Node = -1  # the hex that was picked when it was set
    word: str = ""  # the district that was picked
    too: Hexes = 0  # other hexes for which it was set on the same turn
    still: Hexes = 0  # hexes for which it was set on the turn before, and lasts to the end of this one


class HandChange(msgspec.Struct, frozen=True):
    """A change of a side's next draw limit, and the card it came from (4.21)."""

    side: str
    delta: int
    card: str


class Obligation(msgspec.Struct, frozen=True):
    """In its next action a side makes an attack at these odds, or loses points."""

    side: str
    card: str
    min_odds: str
    vp: int
    vp_alert: int
    due: bool = False  # its next action has begun
    met: bool = False


class Bonus(msgspec.Struct, frozen=True):
    """What a card gives to attacks of this action: verb number `effect` of the card; `left` attacks, or -1: all."""

    card: str
    effect: int
    left: int


class FestungPosition(Position):
    """The map, the tracks and the cards. Its dicts are replaced, never changed, so copies may share them."""

    round: int = 0  # of the six action rounds; 0 before the first (5.1)
    active: str = ""  # whose action it is
    vp: int = 0
    infrastructure: int = 0
    collapsed: bool = False  # 15.2
    # Cards: everything that is secret lies in here
    decks: dict[str, Deck] = {}
    played: Cards = 0  # events that have been played (6.53)
    card: Annotated[str, Until("action")] = ""  # the card of this action, as long as it is being carried out
    hand_changes: tuple[HandChange, ...] = ()
    flags: dict[str, Flag] = {}
    bonuses: Annotated[tuple[Bonus, ...], Until("action")] = ()
    obligation: Obligation | None = None
    win_test: Annotated[str, Until("turn")] = ""  # the card whose victory is judged at this Turn End (ruling R113)
    # Ground
    allied_control: Hexes = 0
    nobody: Hexes = 0  # taken by the Soviets
    marked: Hexes = 0  # Beach Heads with an invasion marker (6.564)
    closed: str = ""  # for whom the red hexes are closed: allied, both, or nobody (8.38)
    captured_industry: Hexes = 0  # industrial centers that have been charged against Infrastructure (15.1)
    hitler: Node = -1  # 16.4
    surrendered: bool = False  # Italy (13.2)
    # Landings
    invasions: dict[str, int] = {}  # card -> the turn on which its invasion was made
    invasion_turn: int = 0  # of the last one that counts against one a turn (6.56)
    # Air
    airfields: tuple[Node, ...] = ()  # where the two lie, boxes too (14.4)
    bombers: dict[str, str] = {}  # SAC marker -> its mission, or empty in the pool; those not in play are missing
    fighters: dict[str, str] = {}  # TAC marker -> ground support or interdiction, or empty in the pool
    stationed: dict[str, str] = {}  # TAC marker that interdicts -> the base or airfield where it lies (14.32)
    coming: tuple[str, ...] = ()  # SAC markers that join the pool in the next Air Power Phase
    air_used: Annotated[tuple[str, ...], Until("action")] = ()  # markers that have supported an attack in this round
    carpets_spent: Annotated[tuple[str, ...], Until("turn")] = ()  # carpet bombers that have flown (14.22)
    abbey_bombed: bool = False  # 19.36
    # What units have done
    moved: Annotated[Units, Until("action"), GOES] = 0
    attacked: Annotated[Units, Until("action"), GOES] = 0
    retreated: Annotated[dict[str, Node], Until("action"), GOES] = {}  # unit -> where it went this round (9.48)
    redeployed: Annotated[Units, Until("action"), GOES] = 0
    move_marks: Annotated[Hexes, Until("action")] = 0
    attack_marks: Annotated[Hexes, Until("action")] = 0
    # Grades of the active side's units when its operation began (11.1, ruling R70)
    full: Annotated[Units, Until("action")] = 0
    limited: Annotated[Units, Until("action")] = 0
    # Replacements
    rp_rounds: Annotated[int, Until("turn")] = 0  # Axis actions of this turn that were replacements by a card (6.42)
    italian_corps_rebuilt: Annotated[bool, Until("turn")] = False  # 13.3
    disbanded: bool = False  # the Volkssturm (19.32)
    antwerp_turn: int = 0  # since when Antwerp and The Scheldt are both Allied, or 0 (19.31)
