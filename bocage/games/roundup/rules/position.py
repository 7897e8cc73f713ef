"""What a position of Operation Roundup holds beyond its units."""

from __future__ import annotations

from typing import Annotated

from bocage.rules import GOES, Hexes, Node, Position, Units, Until

ALLIED, GERMAN = "allied", "german"
OTHER = {ALLIED: GERMAN, GERMAN: ALLIED}
NATIONS = ("US", "UK")

# Masks that the engine keeps for us.
ALLIED_HEXES, GERMAN_HEXES, US_HEXES, UK_HEXES = range(4)
NATION_HEXES = {"US": US_HEXES, "UK": UK_HEXES, "DE": GERMAN_HEXES}

PLACES = ("pool", "dead", "aside", "first cup", "second cup", "italy cup", "russia cup", "drawn", "track")
POOL, DEAD, ASIDE, FIRST_CUP, SECOND_CUP, ITALY_CUP, RUSSIA_CUP, DRAWN, TRACK = (-n - 1 for n in range(len(PLACES)))

CUPS = {"first cup": "1E/1S", "second cup": "2S", "italy cup": "ITALY", "russia cup": "RUSSIA"}  # what is drawn there

# What verbs can be about, besides hexes and units.
KINDS, PORTS, STRATEGIES = "kinds", "ports", "strategies"

UNKNOWN_STRATEGY = 0


class RoundupPosition(Position):
    """The map, the markers and the tracks. Its dicts are replaced, never changed, so copies may share them."""

    weather: str = "Clear"
    strategy: int = 0  # 1 to 4; 0 before the draw, and for a side that may not know it
    allied_control: Hexes = 0  # 3.5: all other hexes are under German control
    us_beachheads: Hexes = 0  # a destroyed marker is gone
    uk_beachheads: Hexes = 0
    beachheads_lost: int = 0
    us_ports: Hexes = 0  # hexes of the ports designated to a nation at the start of the turn (4.4)
    uk_ports: Hexes = 0
    superiority: Annotated[str, Until("turn")] = ""  # the side with air superiority this turn
    tas_left: Annotated[int, Until("turn")] = 0
    tas: Annotated[tuple[Node, ...], Until("turn")] = ()
    tas_nations: Annotated[tuple[str, ...], Until("turn")] = ()  # 15.6: the nation of each marker
    us_aerial: Annotated[Hexes, Until("turn")] = 0  # the hex under the Aerial Supply Marker (4.5)
    uk_aerial: Annotated[Hexes, Until("turn")] = 0
    bombers_used: Annotated[int, Until("combat")] = 0  # this player phase
    bombers_grounded: Annotated[bool, Until("turn")] = False  # 15.14, this turn
    bluepoint_cancelled: bool = False  # 15.2
    garrisons_lost: Hexes = 0  # 15.4
    # What units have done: sets of units
    moved: Annotated[Units, Until("movement"), GOES] = 0  # this movement phase
    attacked: Annotated[Units, Until("combat"), GOES] = 0  # this combat phase
    defended: Annotated[Units, Until("combat"), GOES] = 0  # this combat phase
    garrisons_attacked: Annotated[Hexes, Until("combat")] = 0  # this combat phase (15.4)
    dropped: Annotated[Units, GOES] = 0  # may not move, advance or retreat after a drop (10.7)
    # Where a nation's airborne units came down this turn, before they scattered (10.7).
    us_drop: Annotated[Node, Until("turn")] = -1
    uk_drop: Annotated[Node, Until("turn")] = -1
    german_drop: Annotated[Node, Until("turn")] = -1  # 15.3
    jumped: Units = 0  # has used its one drop of the game (8.2)
    replaced: Annotated[Units, Until("turn"), GOES] = 0  # carries a replacement marker (8.3)
    returned: Units = 0  # was lost and came back: enters by beachhead or port only (8.4)
    replacements_used: dict[str, int] = {}
    depots: dict[str, int] = {}  # 15.11
    returning: dict[str, int] = {}  # unit id -> turn of its return (8.4)
    kampfgruppe_points: int = 0  # 15.19
    rebuilt: Units = 0  # came back as a Kampfgruppe: enters on either edge (15.19)
    german_drop_used: bool = False  # 15.3
