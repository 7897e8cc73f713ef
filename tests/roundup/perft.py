"""Perft: the known positions from which the ways to play on are counted."""

from __future__ import annotations

from typing import Any

from tests.perft import Known, Table

BEACHES = {"us_beachheads": "1204 1309", "uk_beachheads": "2123 2423"}
CONTROL = "1305 1306 1307 1308 1405 1406 1204 1309 1617 1618 2523 2623"

# Name -> (the position in the notation, how deep to count).
POSITIONS: dict[str, tuple[dict[str, Any], int]] = {
    "the first beachhead": ({"at": "beachheads"}, 3),
    "the invasion": ({"turn": 1, "at": "landing", "weather": "Clear", "superiority": "allied", **BEACHES}, 3),
    "an air drop on turn 1": (
        {
            "turn": 1,
            "at": "air drop",
            "weather": "Clear",
            "superiority": "allied",
            "units": "US-1 1204; UK-1 2123; DE-18L 1306; DE-156R 1618; DE-191R 2523",
            **BEACHES,
        },
        3,
    ),
    "tactical air support": (
        {"turn": 2, "at": "air support", "weather": "Clear", "superiority": "allied", "tas_left": 2, **BEACHES},
        2,
    ),
    "two ports to announce": (
        {
            "turn": 5,
            "at": "port designation",
            "units": "US-1 1305; UK-1 1618; DE-712 3010",
            "allied_control": CONTROL,
            **BEACHES,
        },
        3,
    ),
    "replacements": (
        {
            "turn": 4,
            "at": "allied replacements",
            "units": "US-1 1204 reduced; US-2 1309 reduced; UK-1 2123 reduced; UK-3 2423 reduced; DE-712 1410",
            **BEACHES,
        },
        3,
    ),
    "Allied movement in the open": (
        {
            "turn": 3,
            "at": "allied movement",
            "weather": "Clear",
            "units": "US-1 2010; US-2A 2110; UK-1 2223; US-Rgr 2010; DE-712 2014; DE-21P 2413",
            "allied_control": "2010 2110 2223",
            **BEACHES,
        },
        3,
    ),
    "German movement under enemy aircraft": (
        {
            "turn": 4,
            "at": "german movement",
            "weather": "Overcast",
            "units": "DE-18L 1306; DE-21P 2003; DE-s508 2003; DE-712 1601; US-1 1309; US-2 1408",
            "tas": "1705",
            "superiority": "allied",
            **BEACHES,
        },
        3,
    ),
    "an attack with bombers": (
        {
            "turn": 3,
            "at": "allied combat first",
            "weather": "Clear",
            "superiority": "allied",
            "tas": "3011",
            "units": "US-1 3010; US-2 3109; UK-1 2910; US-Rgr 3010; DE-712 3110; DE-21P 3011",
            **BEACHES,
        },
        3,
    ),
    "reinforcements from the cups": (
        {
            "turn": 2,
            "at": "first cup",
            "units": "US-1 4110; DE-712 first_cup; DE-348 first_cup; DE-9SS first_cup; DE-21P first_cup",
            **BEACHES,
        },
        2,
    ),
}


TABLE = Table(
    "roundup",
    {name: Known(position, "", depth) for name, (position, depth) in POSITIONS.items()},
    ("name", "position"),
    seed="perft",
)
