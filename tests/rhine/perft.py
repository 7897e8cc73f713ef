"""Perft: the known positions from which the ways to play on are counted."""

from __future__ import annotations

from typing import Any

from tests.perft import Known, Table

NORMANDY = "1717 1817 1915 2015"
# A tape on which every number comes soon, long enough for any three actions.
MIXED = " ".join(["3 5 1 6 2 4"] * 15)
BEACHHEAD: dict[str, Any] = {
    "first_beaches": NORMANDY, "naval": NORMANDY, "allied_control": NORMANDY, "weather": "good", "dice": MIXED,
}  # fmt: skip
# Around Dieppe the ground is clear and dry; in Very Bad weather no aircraft disturb the reckoning.
DIEPPE: dict[str, Any] = {
    "turn": 4, "first_beaches": "2716", "allied_control": "2716", "weather": "very bad", "stage": "operational",
}  # fmt: skip
GERMANY: dict[str, Any] = {"weather": "bad", "dice": MIXED, "stage": "operational"}
RESERVE = "DE-1SS reserve; DE-12SS reserve; DE-s502 reserve"


def battle(die: int, side: str, units: str, battles: str, **more: Any) -> dict[str, Any]:
    """A battle near Dieppe that is resolved next, with its die."""
    return {**DIEPPE, "at": f"{side} battles", "units": units, "battles": battles, "dice": f"{die} {MIXED}", **more}


# Name -> where the counting begins.
POSITIONS: dict[str, Known] = {
    # Set-up
    "the set-up": Known({"turn": 1, "at": "german set-up", "dice": MIXED}, "", 2),
    "the set-up, the last dummy in hand": Known(
        {"turn": 1, "at": "german set-up", "dice": MIXED}, "suggested; pick DE-Dummy6", 2
    ),
    # The start of the Allied turn
    "air operations": Known(
        {
            **BEACHHEAD, "turn": 5, "at": "air operations", "resting_since": {"US-101AB": 1, "BR-6AB": 3},
            "units": "US-82AB 1817; US-101AB resting; BR-6AB resting; US-5C 1717; DE-84K 1714; DE-21Pz 2014 down",
        }, "", 2,
    ),
    "an air drop": Known(
        {
            **BEACHHEAD, "turn": 6, "at": "air operations",
            "units": "US-82AB pool; BR-1AB pool; US-5C 1717; DE-84K 1714 deployed; DE-Dummy1 2112 down",
        }, "pick BR-1AB", 2,
    ),
    "the Bombardier": Known(
        {
            **BEACHHEAD, "turn": 4, "at": "air operations", "dice": f"6 4 {MIXED}",
            "units": "US-5C 1717; US-82AB 1817; DE-84K 1714 deployed",
        }, "bomb 1714", 3,
    ),
    "bombs off their target": Known(
        {
            **BEACHHEAD, "turn": 4, "at": "air operations", "dice": f"1 {MIXED}",
            "units": "US-5C 1717; BR-1C 1915; BR-7AD 1915; US-SUP 1817; DE-84K 1714 deployed",
        }, "bomb 1714; roll", 3,
    ),
    "dumps on the move": Known(
        {
            **BEACHHEAD, "turn": 4, "at": "dump movement", "units": "US-SUP 1817; BR-SUP 1915; US-5C 1816; DE-84K 1714",
            "second_landing_turn": 3,
        }, "", 3,
    ),
    "beaches of D-Day": Known({"turn": 1, "at": "beaches", "units": "US-5C pool; BR-1C pool", "dice": MIXED}, "", 3),
    "beaches of a second D-Day": Known(
        {
            **BEACHHEAD, "turn": 4, "at": "beaches", "units": "US-5C 1717; US-8C pool; BR-8C pool; DE-67K 3019",
        }, "beach 3019; beach 3320", 3,
    ),
    "shall the ships go over": Known(
        {
            **BEACHHEAD, "turn": 4, "at": "beaches", "units": "US-5C 1717; US-8C pool; BR-8C pool; DE-67K 3019",
        }, "beach 3019; end", 3,
    ),
    "the landing force": Known(
        {
            "turn": 1, "at": "landing force", "first_beaches": "1817 1915 2115", "naval": "1817 1915 2115",
            "weather": "good", "dice": MIXED,
            "units": "US-5C pool; US-7C pool; US-2AD pool; US-SUP pool; US-82AB pool; BR-1C pool; BR-8C pool; "
            "BR-1CC pool; DE-84K 1816",
        }, "", 3,
    ),
    "a landing force at sea": Known(
        {
            "turn": 1, "at": "landing force", "first_beaches": "1817 1915", "naval": "1817 1915", "weather": "good",
            "dice": MIXED, "units": "DE-84K 1816; DE-Dummy1 1915 down",
        }, "pick US-5C; first 1817; pick BR-1C; first 1915", 2,
    ),
    "Allied arrivals": Known(
        {
            **BEACHHEAD, "turn": 7, "at": "allied arrivals", "second_landing_turn": 3,
            "allied_control": f"{NORMANDY} 1619",
            "units": "US-5C pool; US-SUP pool; FR-2AD pool; BR-1C pool; BR-1AB pool; BR-RMN schedule; US-17AB pool; "
            "US-7C 1817; DE-84K 1714",
        }, "", 3,
    ),
    "rationing": Known(
        {
            **BEACHHEAD, "turn": 6, "at": "rationing",
            "units": "US-5C 1717; US-7C 1717; US-8C 1817; US-19C 1817; US-15C 1816; US-2AD 1816; US-3AD 1815; "
            "BR-1C 1915; BR-8C 1915; BR-12C 2015; BR-30C 2015; BR-7AD 1914; BR-GdsAD 1914; BR-2CC 2014; DE-84K 2209",
        }, "", 3,
    ),
    # Deployment and movement
    "Allied deployment": Known(
        {
            **BEACHHEAD, "turn": 2, "at": "allied deployment", "stage": "operational",
            "units": "US-5C 1717; US-7C 1817 deployed; BR-1C 1915; BR-7AD 1915; US-8C 1816 disrupted; DE-84K 2010",
        }, "", 3,
    ),
    "Allied movement between zones": Known(
        {
            **BEACHHEAD, "turn": 3, "at": "allied movement", "stage": "operational",
            "units": "US-5C 1816; US-2AD 1817; BR-1C 1914; BR-7AD 1915; US-82AB 1713; DE-84K 1715; DE-21Pz 2013; "
            "DE-LehrPz 1912 down; DE-Dummy1 2210 down; DE-s503 1812",
        }, "", 3,
    ),
    "an Allied corps on its way": Known(
        {
            **BEACHHEAD, "turn": 3, "at": "allied movement", "stage": "operational",
            "units": "US-5C 1817; US-2AD 1817; DE-84K 1714; DE-Dummy1 2011 down",
        }, "pick US-5C; move 1816", 2,
    ),
    "Allied exploitation in Very Bad weather": Known(
        {
            **BEACHHEAD, "turn": 12, "at": "allied exploitation movement", "stage": "exploitation",
            "weather": "very bad", "arrived": "US-2AD", "spent": "US-8C",
            "units": "US-5C 1816; US-2AD 1817; US-8C 1817; BR-7AD 1915; DE-84K 1714",
        }, "", 3,
    ),
    "German movement with a dash": Known(
        {
            **BEACHHEAD, "turn": 2, "at": "german movement", "stage": "operational",
            "units": "DE-12SS 2213; DE-84K 1714; DE-17SS 1407 down; DE-s503 2213; DE-Dummy2 2410 down; US-5C 1717; "
            "BR-1C 1914",
        }, "", 2,
    ),
    "a panzer division in hand": Known(
        {
            **BEACHHEAD, "turn": 2, "at": "german movement", "stage": "operational",
            "units": "DE-12SS 2213; DE-84K 1714; US-5C 1717; BR-1C 1914",
        }, "pick DE-12SS", 2,
    ),
    "German exploitation with a dash": Known(
        {
            **BEACHHEAD, "turn": 2, "at": "german exploitation movement", "stage": "exploitation", "spent": "DE-84K",
            "units": "DE-12SS 2213; DE-84K 1714; DE-86K 1812 deployed; DE-LehrPz 2010 down; US-5C 1717; BR-1C 1914",
        }, "", 2,
    ),
    "movement without supply": Known(
        {
            "turn": 5, "at": "allied movement", "stage": "operational", "weather": "good", "dice": MIXED,
            "units": "US-82AB 3010; US-5C 3011; US-2AD 3012; US-8C 3012 disrupted; DE-84K 3013; DE-21Pz 3310",
        }, "", 3,
    ),
    "bonus hexes without conditions": Known(
        {
            **BEACHHEAD, "turn": 3, "at": "allied movement", "stage": "operational", "options": {"R5": True},
            "units": "US-5C 1817; DE-84K 1714; DE-21Pz 2012",
        }, "pick US-5C", 2,
    ),
    "an over-full hex": Known(
        {
            **BEACHHEAD, "turn": 3, "at": "allied movement stacking", "stage": "operational",
            "units": "US-5C 1814; US-7C 1814; US-2AD 1814; US-3AD 1814; US-4AD 1814; US-5AD 1814; DE-84K 2209",
        }, "", 2,
    ),
    # Allocation
    "attacks and the duties they bring": Known(
        {
            **DIEPPE, "at": "allied allocation", "dice": MIXED,
            "units": "US-5C 2815; US-7C 2914; US-2AD 2914; BR-1C 2714; DE-84K 2814; DE-21Pz 2813; DE-67K 2913 deployed",
        }, "", 3,
    ),
    "an attack being made": Known(
        {
            **DIEPPE, "at": "allied allocation", "dice": MIXED,
            "units": "US-5C 2815; US-7C 2914; US-2AD 2914; US-3AD 2914; US-82AB 2714; DE-84K 2814; DE-21Pz 2913",
        }, "attack 2814", 3,
    ),
    "an attack from the sea": Known(
        {
            "turn": 1, "at": "allied allocation", "weather": "good", "stage": "operational", "dice": MIXED,
            "first_beaches": "1817 1915", "naval": "1817 1915", "landing_at": "US-5C 1817; BR-1C 1915",
            "units": "DE-84K 1817; DE-21Pz 1915 disrupted; US-82AB 1816; DE-2Pz 1914",
        }, "", 3,
    ),
    "a German attack": Known(
        {
            **DIEPPE, "at": "german allocation", "dice": MIXED,
            "units": "DE-12SS 2814; DE-2SSK 2814; DE-s503 2814; DE-84K 2714; US-5C 2815; BR-7AD 2715; "
            "US-2AD 2914 disrupted",
        }, "", 3,
    ),
    # Battles
    "which battle comes next": Known(
        battle(
            3, "allied", "US-5C 2815; BR-1C 2714; BR-8C 2714; DE-84K 2814; DE-67K 2713; DE-21Pz 2913; US-2AD 2914",
            "2814: US-5C; 2713: BR-1C; 2814: BR-8C; 2913: US-2AD",
        ), "", 3,
    ),
    "two battles for one hex": Known(
        battle(
            3, "allied", "US-5C 2815; US-7C 2914; US-2AD 2914; DE-84K 2814; DE-21Pz 2913",
            "2814: US-5C; 2814: US-7C; 2913: US-2AD",
        ), "", 3,
    ),
    "fight or call off": Known(
        battle(3, "allied", "US-5C 2815; US-2AD 2914; DE-84K 2814", "2814: US-5C US-2AD"), "", 3
    ),
    "Blitz support": Known(
        battle(
            5, "german", "DE-12SS 2814; DE-84K 2714; US-5C 2815; BR-1C 2715", "2815: DE-12SS; 2715: DE-84K",
            blitz_turn=4,
        ), "resolve 2815", 3,
    ),
    "a Pressed Attack": Known(
        battle(4, "allied", "US-5C 2815; US-7C 2914; DE-84K 2814", "2814: US-5C US-7C"), "fight", 3
    ),
    "No Retreat!": Known(
        battle(4, "allied", "US-5C 2815; US-7C 2914; DE-84K 2814; DE-s503 2814", "2814: US-5C US-7C"),
        "fight; steady", 3,
    ),
    "the distance of a rout": Known(
        battle(6, "allied", "US-5C 2815; US-7C 2914; DE-84K 2814; DE-21Pz 2814; DE-67K 2712", "2814: US-5C US-7C"),
        "fight; steady; may-retreat", 3,
    ),
    "a rout of three hexes": Known(
        battle(6, "allied", "US-5C 2815; US-7C 2914; DE-84K 2814; DE-21Pz 2814; DE-67K 2712", "2814: US-5C US-7C"),
        "fight; steady; may-retreat; distance 3", 3,
    ),
    "a rout where zones bar the way": Known(
        battle(
            6, "allied", "US-5C 2815; US-7C 2914; BR-1C 2612; DE-84K 2814; DE-21Pz 2814; DE-67K 2712",
            "2814: US-5C US-7C", options={"R11": True},
        ), "fight; steady; may-retreat; distance 2", 3,
    ),
    "a withdrawal": Known(
        battle(
            4, "allied", "US-5C 2815; US-7C 2914; DE-84K 2814; DE-21Pz 2814; DE-67K 2712 deployed", "2814: US-5C US-7C"
        ), "fight; steady; may-retreat", 3,
    ),
    "stay Disrupted, or withdraw": Known(
        battle(2, "allied", "US-5C 2815; US-7C 2914; DE-84K 2814; DE-21Pz 2814; DE-s503 2814", "2814: US-5C US-7C"),
        "fight; steady; may-retreat", 3,
    ),
    "attackers lost": Known(
        battle(
            1, "allied", "US-5C 2815; US-2AD 2914; US-3AD 2714; DE-2FJK 2814 deployed", "2814: US-5C US-2AD US-3AD",
        ), "fight; steady; may-retreat", 3,
    ),
    "an advance of armour": Known(
        battle(
            6, "allied", "US-5C 2815; US-7C 2914; US-2AD 2914; US-3AD 2714; DE-25K 2814; DE-21Pz 2612",
            "2814: US-5C US-7C US-2AD US-3AD",
        ), "fight; steady; may-retreat", 3,
    ),
    "an advance from the sea": Known(
        {
            "turn": 1, "at": "allied battles", "weather": "good", "stage": "operational", "dice": f"6 {MIXED}",
            "first_beaches": "1717 1817 1915", "naval": "1817 1915", "landing_at": "US-5C 1817; BR-1C 1915",
            "battles": "1817: US-5C US-2AD", "units": "DE-25K 1817 disrupted; US-2AD 1717; DE-21Pz 1712",
        }, "fight; steady; may-retreat", 3,
    ),
    "Naval Bombardment leaves a choice": Known(
        {
            "turn": 1, "at": "naval bombardment", "weather": "good", "stage": "operational", "dice": f"2 2 {MIXED}",
            "first_beaches": "1817 1915", "naval": "1817 1915", "landing_at": "US-5C 1817; BR-1C 1915",
            "units": "DE-84K 1817 deployed; DE-21Pz 1915 down",
        }, "", 3,
    ),
    "a second wave that waits": Known(
        {
            **BEACHHEAD, "turn": 2, "at": "first wave", "stage": "operational", "allied_control": "1717",
            "landing_at": "US-8C 1817; BR-8C 1915", "second_wave": "US-8C BR-8C",
            "units": "DE-84K 1817; DE-21Pz 1915 disrupted; US-5C 1717",
        }, "", 3,
    ),
    # The German turn
    "declarations": Known(
        {
            **GERMANY, "turn": 6, "at": "declarations",
            "units": "DE-1SS 4814; DE-84K 4814; DE-Dummy1 4512 down; US-5C 3010",
        }, "", 3,
    ),
    "the Strategic Reserve": Known(
        {**GERMANY, "turn": 6, "at": "strategic reserve", "units": "DE-1SS 4814; DE-12SS 4018 down; DE-9Pz dead"}, "", 3
    ),
    "the reserve may come back": Known(
        {
            **GERMANY, "turn": 9, "at": "strategic reserve", "reserve_turn": 6, "reserve_record": "returns",
            "units": f"{RESERVE}; DE-84K 4814; US-5C 4714; US-7C 4515; DE-9Pz dead",
        }, "", 2,
    ),
    "the counteroffensive": Known(
        {
            **GERMANY, "turn": 9, "at": "strategic reserve", "reserve_turn": 6, "reserve_record": "returns",
            "units": f"{RESERVE}; DE-84K 4814; US-5C 4714; US-7C 4515; DE-9Pz dead",
        }, "counteroffensive", 2,
    ),
    "German replacements": Known(
        {
            **GERMANY, "turn": 8, "at": "german replacements", "panzer_points": 3,
            "lost_turn": {"DE-84K": 7, "DE-12SS": 5, "DE-1SS": 6, "DE-2Pz": 5, "DE-s503": 1},
            "units": "DE-84K calendar; DE-12SS calendar; DE-1SS calendar; DE-2Pz calendar; DE-s503 calendar; "
            "DE-PzB1 schedule; DE-67K 4814; US-5C 4714; DE-9Pz dead",
        }, "", 2,
    ),
    "a reinforcement from the south": Known(
        {
            **GERMANY, "turn": 5, "at": "german reinforcements",
            "units": "DE-9Pz schedule; DE-84K 2003; US-5C 1900",
        }, "", 2,
    ),
    "German recovery in an over-full hex": Known(
        {
            **DIEPPE, "at": "german recovery", "dice": MIXED,
            "units": "DE-84K 2612; DE-67K 2612; DE-86K 2612 disrupted; DE-21Pz 2612 disrupted; US-5C 2716",
        }, "", 2,
    ),
}  # fmt: skip


TABLE = Table("rhine", POSITIONS)
