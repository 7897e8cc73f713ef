"""Perft: the known positions from which the ways to play on are counted."""

from __future__ import annotations

from tests.perft import Known, Table

BEACHES = "0619 0820 1020 1121"
POINTS = {"21AG": 10, "12AG": 10, "6AG": 10}
GERMAN_POINTS = {"infantry": 4, "mechanized": 8}
ARDENNES = {
    "turn": 10, "allied_control": "3910 3913 4515 4615 4520 4723 3525", "antwerpen_operational": True,
    "full_for_good": True, "seine_crossed": True, "monty_sees": True,
}  # fmt: skip
SS = "GE-1SS-Pz 5005; GE-2SS-Pz 5005; GE-9SS-Pz 5006; GE-10SS-Pz 5007; GE-12SS-Pz 5008; GE-17SS-PG 5009"


# Name -> where the counting begins.
POSITIONS: dict[str, Known] = {
    "German arrivals of turn 2": Known({"turn": 2, "at": "german reinforcements"}, "", 3),
    "Allied arrivals of turn 2": Known({"turn": 2, "at": "allied reinforcements", "allied_control": BEACHES}, "", 3),
    "a German replacement and the box": Known(
        {
            "turn": 8, "at": "german replacements", "due": {"GE-9-Pz": 8},
            "units": "GE-9-Pz track; GE-7A-HQ 4020; GE-84-Inf cup; GE-85-Inf cup; US-1-Inf 2626",
        }, "", 2,
    ),
    "rest and refit": Known(
        {
            "turn": 7, "at": "allied refit", "allied_control": BEACHES,
            "units": "US-2-Arm 0820 reduced; US-3-Arm 0820 reduced; CW-7-Arm 1020 reduced; CW-8-Bde 1121 reduced",
        }, "", 3,
    ),
    "an Airborne Operation": Known(
        {
            "turn": 8, "at": "airborne operation",
            "units": "CW-50-Inf 4311; US-1-Inf 4412; US-82-AB england; US-101-AB england; CW-1-AB england; "
            "GE-84-Inf 4509; GE-9SS-Pz 4805",
        }, "", 2,
    ),
    "strafing": Known(
        {
            "turn": 2, "at": "first strafing",
            "units": "US-4-Inf 0519; CW-50-Inf 1020; GE-2-Pz 1125; GE-1SS-Pz 1521; GE-503SS-Ti 1521; GE-347-Co 1422",
        }, "", 3,
    ),
    "carpet bombing": Known(
        {
            "turn": 3, "at": "carpet bombing", "allied_control": BEACHES,
            "units": "US-4-Inf 0820; CW-50-Inf 1121; GE-352-Inf 0821; GE-12SS-Pz 1122; GE-716-Co 1122; GE-2-Pz 1125",
        }, "", 3,
    ),
    "grounding the rear divisions": Known(
        {
            "turn": 7, "at": "logistics", "allied_control": BEACHES,
            "units": "US-4-Inf 0522; US-90-Inf 0524; US-1-Inf 0724; US-29-Inf 0726; CW-50-Inf 0921; CW-3-Inf 1023; "
            "CW-51-Inf 1225; CW-49-Inf 1425; US-2-Arm 2725; CW-11-Arm 2020; CW-8-Bde 2020; FR-2-Arm 2725",
        }, "", 3,
    ),
    "Priority Supply and the Red Ball Express": Known(
        {
            "turn": 7, "at": "priority supply", "allied_control": BEACHES, "limited": True, "grounding_done": True,
            "priority_markers": {"US": 3, "CW": 3},
            "units": "US-2-Arm 2725; US-3-Arm 2725; CW-11-Arm 2020; CW-8-Bde 2020; US-1A-HQ 2526; US-4-Inf 0522",
        }, "", 3,
    ),
    "the transfer of points and the declaration": Known(
        {
            "turn": 8, "at": "assault transfer", "points": {"21AG": 5, "12AG": 6, "6AG": 8}, "limited": True,
            "units": "US-4-Inf 4129; CW-50-Inf 3012; GE-352-Inf 4229",
        }, "", 3,
    ),
    "Allied movement in Normandy": Known(
        {
            "turn": 3, "at": "allied assault movement", "points": POINTS, "declared": 4, "allied_control": BEACHES,
            "units": "US-1-Inf 0820; US-2-Arm 0820; CW-11-Arm 1020; CW-4-Bde 1020; US-1A-HQ 0619; GE-352-Inf 0822; "
            "GE-12SS-Pz 1122; GE-716-Co 1122",
        }, "", 3,
    ),
    "Allied exploitation to the Rhine and over it": Known(
        {
            "turn": 14, "at": "allied exploitation", "points": {"21AG": 6, "12AG": 6, "6AG": 6}, "full_for_good": True,
            "units": "US-1-Inf 5315; US-9-Arm 5214; CW-3-Inf 5007; GE-12-VG 5414; GE-11-Pz 5108",
            "monty_sees": True, "ike_sees": True,
        }, "", 3,
    ),
    "divisions that exit into Brittany": Known(
        {
            "turn": 5, "at": "allied exploitation", "points": {"12AG": 4, "21AG": 4}, "allied_control": BEACHES,
            "units": "US-4-Inf 0125; US-9-Inf 0125; US-30-Inf 0126; US-1-Inf 0127; GE-84-Inf 1720",
        }, "pick US-4-Inf; exit; pick US-9-Inf; exit; pick US-30-Inf; exit", 3,
    ),
    "German movement with Strategic Movement": Known(
        {
            "turn": 3, "at": "german assault movement", "points": GERMAN_POINTS, "released": True,
            "units": "GE-1SS-Pz 2020; GE-85-Inf 2618; GE-352-Inf 0822; GE-7A-HQ 0826; US-1-Inf 0820",
            "strafed": {"GE-352-Inf": 2},
        }, "", 3,
    ),
    "a combined attack and its duties": Known(
        {
            "turn": 5, "at": "allied combat", "duration": 1, "air_support": 2,
            "units": "US-4-Inf 2121; US-90-Inf 2121; US-79-Inf 2119; US-2-Inf 2119; GE-12SS-Pz 2120; GE-Lehr-Pz 2221; "
            "US-8-Inf 2929; GE-276-Inf 2928",
        }, "attack 2120; join US-4-Inf; join US-79-Inf", 3,
    ),
    "an attack to be put together": Known(
        {
            "turn": 3, "at": "allied combat", "duration": 1, "air_support": 2, "allied_control": BEACHES,
            "units": "US-1-Inf 0820; US-9-Inf 0820; CW-49-Inf 0921; CW-50-Inf 0921; CW-34-Bde 0921; GE-352-Inf 0821; "
            "GE-914-Rgt 0821; CW-3-Inf 1121; GE-716-Co 1122; GE-III-Flak 1122",
        }, "", 3,
    ),
    "losses of both sides": Known(
        {
            "turn": 5, "at": "allied combat", "duration": 1,
            "units": "US-4-Inf 2121; US-90-Inf 2121; US-79-Inf 2121; GE-12SS-Pz 2120; GE-Lehr-Pz 2120; GE-2-Pz 2120; "
            "US-8-Inf 2929; GE-276-Inf 2928",
        }, "attack 2120; join US-4-Inf; join US-90-Inf; join US-79-Inf; roll", 3,
    ),
    "an advance after combat": Known(
        {
            "turn": 5, "at": "allied combat", "duration": 1,
            "units": "US-4-Inf 2121; US-90-Inf 2121; US-79-Inf 2119; GE-16-LW 2120; US-8-Inf 2929; GE-276-Inf 2928",
        }, "attack 2120; join US-4-Inf; join US-90-Inf; join US-79-Inf; roll; lose US-4-Inf", 3,
    ),
    "a German attack and the air over it": Known(
        {
            "turn": 5, "at": "german combat", "released": True, "air_support": 2,
            "units": "GE-12SS-Pz 2121; GE-Lehr-Pz 2121; GE-84-Inf 2119; US-4-Inf 2120; US-90-Inf 2120; CW-3-Inf 2221",
        }, "", 3,
    ),
    "Mobile Assaults": Known(
        {
            "turn": 6, "at": "allied exploitation", "points": {"12AG": 4}, "breakout": True,
            "units": "US-3-Arm 2230; US-4-Arm 2230; GE-77-Inf 2330; GE-84-Inf 2231",
        }, "pick US-3-Arm", 3,
    ),
    "Patton goes on": Known(
        {
            "turn": 6, "at": "allied exploitation", "points": {"12AG": 6}, "breakout": True,
            "units": "Patton 2230; US-3-Arm 2230; US-4-Arm 2230; US-6-Arm 2230; GE-2-Pz 2330; GE-9-Pz 2330",
        }, "pick US-3-Arm; join US-4-Arm; join US-6-Arm; join Patton; assault 2330; roll; "
        "lose US-3-Arm; lose US-4-Arm; lose GE-2-Pz", 3,
    ),
    "the Cherbourg Assault": Known(
        {
            "turn": 2, "at": "cherbourg assault", "allied_control": BEACHES,
            "units": "US-4-Inf 0519; US-90-Inf 0519; US-82-AB 0519; US-2-Arm 0519; GE-709-Co 0518; GE-243-Co 0518",
        }, "", 3,
    ),
    "the decision about the offensive": Known(
        {
            **ARDENNES, "at": "counteroffensive",
            "units": "US-99-Inf 4817; US-106-Inf 4818; GE-12-VG 4917; GE-3FJ-Div 4918; GE-1SS-Pz watch; "
            "GE-12SS-Pz watch; GE-501SS-Ti watch",
        }, "", 3,
    ),
    "the disrupted hex and the reaction of SHAEF": Known(
        {
            **ARDENNES, "at": "offensive combat", "offensive_turn": 10, "duration": 1,
            "points": {"infantry": 2, "mechanized": 4},
            "units": "US-99-Inf 4817; US-106-Inf 4818; US-28-Inf 4819; GE-12-VG 4917; GE-1SS-Pz 4917; GE-3FJ-Div 4918; "
            "SHAEF-HQ 3525; US-82-AB 3525; US-101-AB 3525",
        }, "attack 4817; join GE-1SS-Pz; roll", 3,
    ),
    "the withdrawal of the SS": Known({"turn": 13, "at": "ss withdrawal", "units": SS}, "", 3),
    "the order of battle of the Final Battles": Known(
        {"scenario": "final", "turn": 11, "at": "allied removals"}, "", 2
    ),
    "the Germans set up for the Final Battles": Known(
        {"scenario": "final", "turn": 11, "at": "german front line"}, "", 2
    ),
}  # fmt: skip


TABLE = Table("storming", POSITIONS, seed="perft")
