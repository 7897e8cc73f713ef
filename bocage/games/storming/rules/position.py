"""What a position of Storming the Reich holds beyond its units."""

from __future__ import annotations

from typing import Annotated

from bocage.rules import GOES, Hexes, Node, Position, Units, Until

ALLIED, GERMAN = "allied", "german"
OTHER = {ALLIED: GERMAN, GERMAN: ALLIED}

# Masks that the engine keeps for us: who is where, whose counters can exert a zone of control (6.2), and where a side
# has more than headquarters and leaders (17.3, 17.4).
(
    ALLIED_HEXES, GERMAN_HEXES, AMERICAN_HEXES, COMMONWEALTH_HEXES, ALLIED_EXERTING, GERMAN_EXERTING, ALLIED_TROOPS,
    GERMAN_TROOPS,
) = range(8)  # fmt: skip
OCCUPIED = {ALLIED: ALLIED_HEXES, GERMAN: GERMAN_HEXES}
EXERTING = {ALLIED: ALLIED_EXERTING, GERMAN: GERMAN_EXERTING}
TROOPS = {ALLIED: ALLIED_TROOPS, GERMAN: GERMAN_TROOPS}

PLACES = (
    "schedule",  # has not come into play yet: waits for the turn on its counter (7.1)
    "england",  # the England Box
    "watch",  # the Watch on the Rhine Box (17.7.2)
    "track",  # eliminated, comes back on the turn in `due` (7.2.1, 7.2.2.A)
    "cup",  # German infantry that may be drawn on turns 7 and 8 (7.2.2.B)
    "arriving",  # is being placed in this segment
    "brittany",  # exited by the west edge, may come back (7.1.2.K)
    "east",  # exited by the east edge (7.1.2.L)
    "aside",  # set aside during set-up (3.4.A.5), or waiting off the west map (3.3.D)
    "dead",  # out of the game
)
SCHEDULE, ENGLAND, WATCH, TRACK, CUP, ARRIVING, BRITTANY, EAST, ASIDE, DEAD = (-n - 1 for n in range(len(PLACES)))

MARKS = ("dropped",)
DROPPED = 1  # an Airborne or Air Landing unit on its Dropped side (17.9.1)

ASSAULT, BREAKTHROUGH, EXPLOITATION = "assault", "breakthrough", "exploitation"


class StormingPosition(Position):
    """The map, the markers and the tracks. Its dicts are replaced, never changed, so copies may share them."""

    allied_control: Hexes = 0  # all other hexes are under German control
    # Markers on units
    oos: Annotated[Units, GOES] = 0  # found out of supply when supply was last checked (8.0)
    disrupted: Annotated[Units, Until("turn"), GOES] = 0  # 12.0
    refit: Annotated[Units, GOES] = 0  # under an R&R marker (7.3)
    grounded: Annotated[Units, GOES] = 0  # 9.2
    priority: Annotated[Units, Until("turn"), Until("port"), GOES] = 0  # 9.2.D
    red_ball: Annotated[Units, Until("turn"), Until("port"), GOES] = 0  # 9.3
    strafed: Annotated[dict[str, int], Until("turn"), GOES] = {}  # unit id -> points lost in the next segment (17.5.2)
    rebuilt: Units = 0  # Mechanized Replacement Taken (7.2.2.A)
    due: dict[str, int] = {}  # unit id -> the turn on which it comes back (7.2)
    rebuilt_late: Units = 0  # Mechanized units that came back on turn 11, before the offensive was decided (R75)
    ports_used: Annotated[Hexes, Until("allied arrivals")] = 0  # minor ports that have had their unit (7.1.3.E)
    # What units have done
    moved: Annotated[Units, Until("turn"), Until("movement step"), GOES] = 0  # this Movement Step
    attacked: Annotated[Units, Until("turn"), GOES] = 0  # this Combat Segment
    assaulted: Annotated[Units, Until("turn"), GOES] = 0  # has made its Mobile Assault in this step (14.1.C)
    attacked_hexes: Annotated[Hexes, Until("turn")] = 0  # this Combat Segment (13.2.E)
    dropped_now: Annotated[Units, Until("turn"), GOES] = 0  # landed by this turn's Airborne Operation (17.9.4)
    # Movement (10.2): what is on the Movement Allowance Track, by command or by type of unit
    stage: Annotated[str, Until("turn")] = ""  # which Movement Step the active side is in
    points: Annotated[dict[str, int], Until("turn"), Until("allowances")] = {}
    declared: Annotated[int, Until("turn"), Until("allowances")] = 0  # MPs to be spent before combat (10.6.A)
    duration: Annotated[int, Until("turn")] = 0  # MPs lost to combat this phase; 0 without a Combat Segment (13.5)
    # The Command in which a unit began this segment (10.2.4)
    group_21: Annotated[Units, Until("turn"), Until("allowances"), GOES] = 0
    group_12: Annotated[Units, Until("turn"), Until("allowances"), GOES] = 0
    group_6: Annotated[Units, Until("turn"), Until("allowances"), GOES] = 0
    # Commands whose Priority units have moved (10.3.B)
    priority_used: Annotated[tuple[str, ...], Until("turn"), Until("allowances")] = ()
    leaving: Annotated[Units, Until("movement step")] = 0  # exiting the map in this Movement Step (7.1.2.J, 7.1.2.L)
    # Has tried Strategic Movement in this Movement Step (10.7.12)
    entrained: Annotated[Units, Until("movement step")] = 0
    # Hexes that Patton has entered in this Movement Step, counted for option R44 (17.4)
    patton_hexes: Annotated[int, Until("movement step")] = 0
    # Far banks of the Rhine over which others have crossed in this Movement Step (10.7.4)
    bridgeheads: Annotated[Hexes, Until("movement step")] = 0
    # Supply and logistics; what lasts until the port is open (8.7.D) are makeshifts
    limited: Annotated[bool, Until("port")] = False  # 9.1.D is in force
    full_for_good: bool = False  # Antwerpen has been Operational (9.1.D)
    grounding_done: bool = False  # 9.2.A happens once
    priority_markers: Annotated[dict[str, int], Until("port")] = {}  # nation -> Priority Supply markers (9.2.C)
    red_ball_left: Annotated[int, Until("turn"), Until("port")] = 0  # still to be placed in this step
    red_ball_saved: Annotated[int, Until("port")] = 0  # on the next space of the Turn Record Track (9.3.D)
    cherbourg_turn: int = 0  # becomes Operational then (8.6.B); 0 while nobody has rolled
    cherbourg_assaulted: bool = False  # the special assault has been made (8.6.A)
    antwerpen_operational: bool = False  # 8.7.D
    antwerpen_taken: bool = False  # has been Allied-controlled once (8.7.A, 8.7.E)
    monty_sees: bool = False  # Antwerpen was Allied at the end of a turn: the Blind Spot is lifted (8.7.B)
    # Air (17.5, 11.0, 17.9)
    air_support: Annotated[int, Until("turn")] = 0  # Tactical Air counters set aside for combats (17.5.3)
    bombers_spent: tuple[str, ...] = ()  # nations whose Carpet Bomber has flown (11.0)
    bombed: Annotated[bool, Until("turn")] = False  # carpet bombing was flown this turn
    airborne_turns: tuple[int, ...] = ()  # turns with an Airborne Operation (17.9.3)
    hobart_turn: int = 2  # the 79th Armoured is available from this turn on (13.9.B)
    # The map
    forts_destroyed: Hexes = 0  # Coastal and Metz Forts, and West Wall Forts drowned by the Roer (16.1)
    bridges_blown: tuple[str, ...] = ()  # Rhine Bridges (10.7.5)
    bridge_captured: str = ""
    bridge_hex: Node = -1  # where the Rhine Bridge Captured! marker lies
    flood_turn: int = 0  # the Roer Dams were blown then (17.2)
    dams_captured: bool = False  # 17.2.A
    # Special rules
    breakout: bool = False  # 17.6
    brittany_closed: bool = False  # four US divisions have exited (7.1.2.J)
    returning: int = 0  # how many of those that exited into Brittany may still come back in this step (7.1.2.K)
    commonwealth_free: bool = False  # column 08 is open to the Commonwealth (10.7.1)
    seine_crossed: bool = False  # ends German Strategic Movement (10.7.12)
    paris_entered: bool = False  # 10.7.9
    civil_war: bool = False  # the French leave in the next Attrition Phase (10.7.9)
    ike_sees: bool = False  # Ike's Blind Spot is lifted (10.7.3)
    holland_open: bool = False  # 17.1.B
    released: bool = False  # the whole 15th Army (10.7.8)
    # The Hitler Counteroffensive (17.7)
    offensive_turn: int = 0
    offensive_declined: bool = False  # not launched on turn 10 nor on turn 11 (17.7.1.B)
    offensive_attacks: int = 0  # German attacks of that turn so far (17.7.3.C)
    offensive_targets: Hexes = 0  # Allied hexes attacked with a Mechanized division (17.7.4)
    offensive_cities: Hexes = 0  # Allied and in supply when it began (3.2.C.2)
    offensive_taken: Hexes = 0  # towns and cities captured that turn (17.7.4)
    offensive_kills: int = 0  # Allied divisions eliminated that turn (17.7.4)
    disrupted_hex: Annotated[Hexes, Until("turn")] = 0  # Allied, without a zone in the Breakthrough (17.7.3.D)
    shaef_reacted: bool = False  # 17.7.5
