"""What a position of Fortress Europa holds beyond its units."""

from __future__ import annotations

from typing import Annotated

from bocage.rules import GOES, Hexes, Node, Position, Units, Until

from ..data import ALLIED as ALLIED
from ..data import GERMAN as GERMAN

OTHER = {ALLIED: GERMAN, GERMAN: ALLIED}

# Masks that the engine keeps for us: the units of a side on land, and those of them that have a zone of control beyond
# their hex at all (no commandoes, rangers or partisans: 7.1). Ships, mulberries and the partisan occupy nothing.
OCCUPIED, EXERTING = {ALLIED: 0, GERMAN: 1}, {ALLIED: 2, GERMAN: 3}
FIRST_PARTY = 4  # from here on: the hexes of each party of Allies who attack together (6.2), in the game's order

PLACES = (
    "england",  # 12.4, 26.3
    "africa",
    "hand",  # German units still to be set up (3.3)
    "schedule",  # comes by the Arrival Schedule (26.1)
    "waiting",  # has come, and is held off the map (26.6)
    "reserve",  # the Panzer Reserve (28.1)
    "stock",  # ships, mulberries, the partisan, Volkssturm and parts of the 79th while they are not in play
    "exited",  # Allied armour beyond the east edge (31.15)
    "paid",  # German units taken off for exited armour, which may come back (31.15)
    "unknown",  # in what the Allies see: a hidden unit, somewhere on the map (3.3)
    "dead",  # destroyed; may be rebuilt if its kind can be (27.8)
    "withdrawn",  # taken out by the schedule (26.7, 26.9)
    "gone",  # out of the game for good
)
(
    ENGLAND, AFRICA, HAND, SCHEDULE, WAITING, RESERVE, STOCK, EXITED, PAID, UNKNOWN, DEAD, WITHDRAWN, GONE,
) = (-n - 1 for n in range(len(PLACES)))  # fmt: skip
BASES = {ENGLAND: "England", AFRICA: "Africa"}

CLEAR, OVERCAST, OVERCAST_STAR, STORM = "Clear", "Overcast", "Overcast*", "Storm"  # 4.3.A2


class FortressPosition(Position):
    """The map, the markers and the calendar. Its dicts are replaced, never changed, so copies may share them."""

    weather: str = ""
    storm_seen: bool = False  # a Storm has been rolled (31.12, 33.1.4)
    phasing: str = ""  # whose player turn it is
    impulse: int = 0  # of the player turn: 1 or 2; 0 before and after
    fighting: Annotated[bool, Until("impulse")] = False  # the combat impulse has begun (12.7)
    # Ground
    allied_control: Hexes = 0  # hexes whose last visitor was Allied; all others are German (30.2, ruling R21)
    forts_destroyed: Hexes = 0  # 16.3
    sites_taken: Hexes = 0  # U-boat bases and V1 sites that an Allied unit has entered (30.2)
    german_rail: Hexes = 0  # rail hexes under German control (10.7)
    # rail hexes that change hands in the Rail Control Phase (10.7, ruling R110)
    rail_noted: Annotated[Hexes, Until("player turn")] = 0
    bombed: Annotated[tuple[str, ...], Until("turn")] = ()  # river sections whose bridges are down (17.10.4)
    flooded: bool = True  # are the flooded areas under water (31.11)?
    volkssturm_cities: Hexes = 0  # where Volkssturm has appeared (25.1)
    # Units
    flipped: Units = 0  # other side up: coastal as infantry, converted training, an HQ's second side, swaps of 28.5
    frozen: Annotated[Units, GOES] = 0  # in a Military District (9.1)
    hidden: Annotated[Units, GOES] = 0  # written down, not on the map for the Allies (3.3)
    decoys: Annotated[Units, GOES] = 0  # German units in Germany under a decoy (31.6)
    markers: dict[str, int] = {}  # hex -> decoys that lie there instead of hidden units; all can see them (31.7)
    blanks: dict[str, int] = {}  # hex -> those of them that cover a blank counter (31.7)
    of_italy: Annotated[Units, GOES] = 0  # began in Torino and Genova (9.3)
    by_air: Annotated[Units, GOES] = 0  # came to Europe by drop: does not count against the supply capacity (20.15)
    rebuilt: Units = 0  # German paratroopers raised from the dead: no drops any more (27.9)
    # What units have done
    resting: Annotated[Units, Until("player turn"), GOES] = 0  # took replacements: no movement this turn (27.7, 27.8)
    moved: Annotated[Units, Until("impulse"), GOES] = 0  # has moved in this impulse
    walked: Annotated[Units, Until("player turn"), GOES] = 0  # has moved in this player turn (20.10)
    # unit -> the hexes that it has walked through in this impulse, the first being where it set out
    trails: Annotated[dict[str, tuple[Node, ...]], Until("impulse"), GOES] = {}
    stopped: Annotated[Units, Until("impulse"), GOES] = 0  # moves no further in this impulse
    ashore_now: Annotated[Units, Until("impulse"), GOES] = 0  # came by sea in this impulse: half a move (11.3, 12.11)
    spared: Annotated[Units, Until("impulse"), GOES] = 0  # strafed without effect: it moves on (17.10.1)
    # armoured unit -> pairs of hexes between which it failed to cross a river (17.10.4)
    balked: Annotated[dict[str, tuple[Node, ...]], Until("impulse"), GOES] = {}
    fuel: Annotated[int, Until("impulse")] = -1  # armoured units that may move in this impulse; -1: all (31.14)
    held: Annotated[Units, Until("turn"), GOES] = 0  # armour that does not move on June I (31.9)
    delayed: Annotated[Units, Until("impulse"), GOES] = 0  # armour that does not move in this impulse (31.9)
    slowed: Annotated[Units, Until("impulse"), GOES] = 0  # armour that moves half as far in this impulse (31.9)
    greif_used: int = 0  # how often 150 SS has used its special abilities (31.13)
    greif_now: Annotated[bool, Until("impulse")] = False  # in this very impulse: its single attack is open
    mired: Annotated[Units, Until("player turn"), GOES] = 0  # walked into a flooded hex: no further move (8.2, R113)
    dropped: Annotated[Units, Until("player turn"), GOES] = 0  # no zone, and supplied, on the turn of the drop (20.6)
    airlifted: Annotated[Units, Until("player turn"), GOES] = 0  # 20.10
    invaders: Annotated[Units, Until("first impulse"), GOES] = 0  # landed in the first impulse of an invasion (12.8)
    landed: Annotated[Units, Until("player turn"), GOES] = 0  # came ashore in this invasion turn: supplied (18.7.1)
    raiders: Annotated[Units, Until("impulse"), GOES] = 0  # commandoes and rangers on the impulse of their raid (21.2)
    fought: Annotated[Units, Until("impulse"), GOES] = 0  # has attacked or defended in this impulse (14.9)
    unsupplied: Annotated[Units, GOES] = 0  # found out of supply in its last Supply Phase (26.7, 28.1)
    # Landings
    invasions: int = 0  # declared so far (12.2)
    invasion_turn: int = 0  # of the last one
    second_invasion_turn: int = 0
    beaches: Annotated[Hexes, Until("player turn")] = 0  # the line of this turn's invasion (12.6)
    drop_dice: Annotated[dict[str, tuple[int, int]], Until("player turn")] = {}  # unit -> die and result (12.2)
    mulberry_turn: int = 0  # of the last mulberry
    cities_then: Annotated[Hexes, Until("impulse")] = 0  # cities of the phasing side as the impulse began (20.10)
    landed_beaches: Hexes = 0  # where Allied units landed and no German has been since (11.4.B, ruling R114)
    invaded_districts: tuple[str, ...] = ()  # 9.1.A
    district_landed: tuple[str, ...] = ()  # of the first invasion (33.1.3)
    released: bool = False  # every frozen unit has been set free (9.1.B, D to G)
    italy_entered: bool = False  # by an Allied unit (9.3)
    strays: Annotated[dict[str, str], GOES] = {}  # Allied unit -> the frozen district it was sent into (15.10, R105)
    fresh_strays: Annotated[Units, Until("turn"), GOES] = 0  # sent there this turn: they need not leave yet (R105)
    # Ships, ports and supply
    port_damage: dict[str, int] = {}  # hex of a port or id of a mulberry -> points lost (18.7.8, 29.5)
    damaged_once: Hexes = 0  # ports that the die of their first capture damaged (18.7.10, ruling R64)
    captured_once: Hexes = 0  # ports that the Allies have held before (18.7.10)
    closed_ports: Annotated[Hexes, Until("turn")] = 0  # taken by drop or raid: used from the next turn on (20.16, 21.4)
    fresh_ports: Annotated[Hexes, Until("turn")] = 0  # captured or damaged this turn: not repaired yet (18.7.8)
    start_capacity: Annotated[int, Until("player turn")] = 0  # as the Allied turn began (18.7.6, 18.7.7)
    sea_moves: Annotated[int, Until("player turn")] = 0  # 11.5
    sea_moved: Annotated[Units, Until("player turn"), GOES] = 0  # who has sailed this turn (ruling R60)
    evacuations: Annotated[int, Until("player turn")] = 0  # 11.4.B
    ten_used: int = 0  # invasions whose ten units of 11.6 have been had
    ten_turn: int = 0  # the turn on which ten units may sail
    naval_used: Annotated[Units, Until("player turn")] = 0  # ships that have supported an attack (19.4)
    raids: int = 0  # 21.2
    drops: dict[str, int] = {}  # side -> paradrops (20.4, 20.5)
    airlifts: int = 0  # German, of the game (20.11)
    by_air_now: Annotated[int, Until("player turn")] = 0  # units moved by air this turn (20.17)
    rail_moves: Annotated[int, Until("player turn")] = 0  # 10.1
    hq_rail_month: str = ""  # the month of the last HQ by rail, once for each that went (10.10)
    # Air
    missions: Annotated[dict[str, tuple[int, int]], Until("turn")] = {}  # mission -> Allied SAC and TAC on it (17.9.1)
    opposing: Annotated[dict[str, int], Until("turn")] = {}  # mission -> German aircraft against it (17.9.2)
    bridge_sac: Annotated[int, Until("turn")] = 0  # aircraft on bridges that have their section
    bridge_tac: Annotated[int, Until("turn")] = 0
    german_support: Annotated[int, Until("turn")] = 0  # German aircraft on their own Ground Support Mission
    support: Annotated[dict[str, int], Until("impulse")] = {}  # target hex -> ground support given in advance (12.2)
    support_used: Annotated[dict[str, int], Until("turn")] = {}  # side -> aircraft that have supported a battle
    tac_used: dict[str, int] = {}  # German aircraft used, by month (17.7)
    carpet_month: str = ""  # the month of the last carpet bombing (17.10.9)
    carpets: int = 0  # those of that month but the last
    fuel_production: int = 0  # advanced air (17.7)
    fuel_reserves: int = 0
    west: int = 0  # German TAC in the Western Front box (17.9.1 of the advanced system)
    # Replacements
    stores: dict[str, tuple[int, int]] = {}  # british, american, german -> points, and how many of them armour (27.3)
    special: dict[str, int] = {}  # special Allied factors: para, raider (27.9)
    overstrength_left: int = 0  # 8-4 counters not yet used up (27.12)
    armour_forfeited: bool = False  # option A of the Panzer Reserve (28.3)
    reserve_back: bool = False  # 28.4
    substitutes: dict[str, str] = {}  # unit -> the unit in whose place it stands now (26.8)
    hq_due: dict[str, int] = {}  # HQ that was lost -> turn on which its second side enters (13.2)
    exit_owed: int = 0  # steps of armour that left the map in this Allied turn (31.15)
    exit_paid: int = 0  # steps for which German ones are off the map (31.15)
    partisan: Annotated[bool, Until("turn")] = False  # is the partisan unit available (24.1)?
    # The end
    picks: dict[str, tuple[int, ...]] = {}  # side -> numbers of the objectives it has written down (32.1)
    picks_shown: bool = False  # have the sides revealed them (32.1, 33.2.4)?
    bulge_level: str = ""  # what the Germans reached at the end of January II (33.3.10, 33.4.7)
    start_stacks: Hexes = 0  # winter: over-full since the start (33.3.1, ruling R106)
    start_line: Units = 0  # winter: units that began December III in the zones of 33.3.9.2 (ruling R94)
    reacting: Annotated[Units, Until("turn"), GOES] = 0  # Americans who move in full on December IV (33.3.9.5)
    sector_attacks: Annotated[int, Until("turn")] = 0  # battles at 1-1 or better that 33.4.1 asks for
