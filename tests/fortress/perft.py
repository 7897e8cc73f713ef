"""Perft: the known positions from which the ways to play on are counted."""

from __future__ import annotations

from typing import Any

from bocage import Match
from tests.fortress import playing
from tests.perft import Known, Table

# A tape on which every number comes soon, long enough for any three actions.
MIXED = " ".join(["3 5 1 6 2 4"] * 20)


def at(row: str, units: str = "", first: str = "", depth: int = 2, **more: Any) -> Known:
    """A position at a row of the sequence."""
    dice = f"{more.pop('dice', '')} {MIXED}".strip()
    return Known({"at": row, "units": units, "dice": dice, **more}, first, depth)


def fresh(first: str = "", depth: int = 2, scenario: str = "campaign", options: dict[str, Any] | None = None) -> Known:
    """A game from its beginning."""
    return Known({"scenario": scenario, "options": options or {}}, first, depth)


def begin(**known: Any) -> Match:
    """The match at a known position."""
    if "at" in known:
        return playing.position(**known)
    return Match(playing.game(known["scenario"], **known["options"]), seed="perft")


def battle(die: int, units: str, first: str, depth: int = 3, side: str = "allied", **more: Any) -> Known:
    """A battle in the first combat impulse, with its die."""
    return at(f"{side} first combat", units, first, depth, impulse=1, dice=str(die), phasing=side, **more)


SHORE = "US-1-Inf L5; US-4-Inf L5; US-2-Arm L5; BR-3-Inf N5; GE-91-Inf K6; GE-352-Inf M7; GE-21-Pz O8"
ODDS = "US-1-Inf V11; US-2-Inf V11; GE-331-Inf U12; GE-84-Inf U12"
EVERYBODY = "suggested; end"

# Name -> where the counting begins.
POSITIONS: dict[str, Known] = {
    # Set-up
    "the objectives of both": fresh(scenario="west_wall"),
    "the German set-up": fresh(),
    "the German set-up, all placed": fresh("suggested"),
    "the German set-up in any box": fresh(options={"31.8": True}),
    "decoys instead of hidden units": fresh("suggested", depth=1, options={"31.7": True}),
    "decoys in Germany": at(
        "decoys", "GE-10SS-Pz JJ9; GE-8-FJ NN2; GE-84-Inf NN2; US-7-Arm CC10; GE-9-VG FF10", depth=3, turn=14,
        options={"31.6": True},
    ),
    "the Allied set-up": fresh(EVERYBODY),
    "the Ardennes rearranged": fresh(scenario="berlin", options={"31.10": True}),
    # The initial segment
    "Allied aircraft": at("allied allocation", depth=3),
    "German aircraft": at("german allocation", depth=3, missions={"strafing": [0, 4], "bridges": [1, 3]}),
    "German aircraft are sorted": at(
        "fuel", depth=3, options={"17.1(adv)": True}, turn=5, fuel_reserves=30, fuel_production=7
    ),
    "which aircraft is lost": at(
        "cancelling", depth=3, missions={"railways": [2, 2]}, opposing={"railways": 1}
    ),
    "shall it be flooded": at(
        "flooding before the allied turn", "GE-719-Co CC4; US-1-Inf DD5", turn=2, options={"31.11": True},
        flooded=False, phasing="allied",
    ),
    # The landing
    "the plan of an invasion": at("invasion", "GE-347-Co BB4; US-1-Inf england", turn=1, impulse=1, released=False),
    "the second invasion": at(
        "invasion", "US-1-Inf K2", turn=10, invasions=1, invasion_turn=1, start_capacity=3, depth=2
    ),
    "bridges": at("bridge attacks", "US-SHAEF P11", turn=1, invasions=1, invasion_turn=1, missions={"bridges": [0, 1]}),
    "a drop": at("allied drop", "US-82-AB england; GE-91-Inf K4; US-1-Inf L5", "pick US-82-AB", start_capacity=3),
    "a drop of two": at(
        "allied drop", "US-82-AB england; US-101-AB england; GE-91-Inf K4; US-1-Inf L5", "pick US-82-AB; drop K5",
        start_capacity=3,
    ),
    "a landing": at(
        "landing", "US-1-Inf england; US-4-Inf england; BR-1-Cdo england; GE-716-Co M5", turn=1, invasions=1,
        invasion_turn=1, impulse=1, beaches="L4 M4", weather="Clear", phasing="allied",
    ),
    "ships": at("ships", "US-Naval-1 stock; BR-Naval-1 stock; US-1-Inf L5", invasions=1, invasion_turn=4),
    "support before the reveal": at(
        "ground support", "US-1-Inf L4; GE-716-Co L4; GE-352-Inf M4", turn=1, invasions=1, invasion_turn=1, impulse=1,
        beaches="L4", missions={"ground_support": [0, 3]}, phasing="allied", invaders="US-1-Inf", landed="US-1-Inf",
    ),
    "the second wave": at(
        "second wave", "US-1-Inf L4; US-4-Inf england", turn=10, invasions=2, invasion_turn=10,
        second_invasion_turn=10, beaches="L4", impulse=2, phasing="allied", landed="US-1-Inf",
    ),
    "a mulberry": at(
        "mulberry", "US-1-Inf L4; BR-3-Inf M4; Mulberry-9 stock", turn=1, invasions=1, invasion_turn=1, impulse=2,
        beaches="L4 M4", phasing="allied",
    ),
    # Arrivals and replacements
    "Allied replacements": at(
        "allied replacements", "US-1-Inf dead; BR-3-Inf england reduced; US-4-Inf england",
        missions={"u_boats": [1, 0], "v1_sites": [1, 0]},
    ),
    "German replacements": at(
        "german replacements", "GE-606-HQT JJ8; GE-17SS-PG dead; GE-85-Inf dead; GE-84-Inf JJ8 reduced", turn=9, depth=3
    ),
    "Allied arrivals": at(
        "allied arrivals", "Mulberry-9 M5; US-5-Inf R11; US-1-Inf L5", turn=15, allied_control="M5", start_capacity=5
    ),
    "who is withdrawn instead": at(
        "german withdrawals", "GE-269-Inf dead; GE-183-Inf II10; GE-413-Inf II10; GE-84-Inf JJ8 reduced", turn=31
    ),
    "the Panzer Reserve, what for": at(
        "panzer reserve choice", "GE-2SS-Pz reserve reduced; GE-21-Pz dead; GE-84-Inf JJ8 reduced", turn=25,
        stores={"german": [5, 3]},
    ),
    "the Panzer Reserve comes back": at(
        "panzer reserve", "GE-2SS-Pz reserve; GE-9SS-Pz reserve; US-4-Inf JJ14; GE-84-Inf JJ8", turn=30, impulse=1
    ),
    "steps for those who left": at(
        "exit payment", "US-2-Arm exited; GE-2-Pz JJ8; GE-85-Inf II10; GE-84-Inf N10; US-1-Inf N6", turn=30,
        options={"31.15": True}, exit_owed=2,
    ),
    "who comes back for them": at(
        "german arrivals", "US-2-Arm exited reduced; GE-30-Mob paid; GE-85-Inf paid; GE-84-Inf JJ8 reduced", turn=30,
        options={"31.15": True}, exit_paid=2,
    ),
    # Movement
    "Allied movement": at("allied first movement", SHORE, impulse=1, phasing="allied"),
    "an Allied stack on its way": at(
        "allied first movement", SHORE, "pick US-1-Inf; join US-4-Inf", impulse=1, phasing="allied"
    ),
    "movement by sea": at(
        "allied first movement", "US-1-Inf L5; US-4-Inf england; Mulberry-9 M5; GE-91-Inf K8", "pick US-4-Inf",
        impulse=1, phasing="allied", invasions=1, invasion_turn=1, start_capacity=5, allied_control="L5 M5",
    ),
    "German movement": at("german first movement", SHORE, impulse=1, phasing="german"),
    "a panzer division by road and rail": at(
        "german first movement", f"{SHORE}; GE-2-Pz W9", "pick GE-2-Pz", depth=1, impulse=1, phasing="german"
    ),
    "the second German move": at("german second movement", SHORE, impulse=2, phasing="german"),
    "an over-full hex": at(
        "german first stacking", "US-36-Inf DD18; GE-198-Inf EE21; GE-269-Inf EE21; GE-VS-1 EE21; GE-84-Inf EE21",
        turn=20, phasing="german", impulse=1, volkssturm_cities="EE21", depth=2,
    ),
    "partisans": at(
        "partisan placed", "GE-10SS-Pz U15; GE-553-Inf AA17; US-1-Inf D8", turn=13, phasing="allied", impulse=2,
        partisan=True, depth=1,
    ),
    # Combat
    "attacks and duties": battle(3, SHORE, ""),
    "an attack being made": battle(
        3, "US-1-Inf L5; US-4-Inf L5; BR-3-Inf M6; GE-91-Inf L6; GE-352-Inf K6", "attack L6"
    ),
    "a German attack": battle(
        3, "GE-12SS-Pz L6; GE-21-Pz L6; GE-91-Inf K6; US-1-Inf L5; US-4-Inf K5", "", side="german"
    ),
    "who is removed": at(
        "german first combat", "GE-Rommel EE17; GE-84-Inf FF16; GE-85-Inf FF16; US-1-Inf EE16; US-2-Inf EE16",
        impulse=1, phasing="german",
    ),
    "steps of the attacker's choice": battle(2, ODDS, "join US-1-Inf; join US-2-Inf; declare 1-2; roll"),
    "an attacker retreats": battle(4, ODDS, "join US-1-Inf; join US-2-Inf; declare 1-2; roll"),
    "a defender retreats": battle(5, ODDS, "join US-1-Inf; join US-2-Inf; roll"),
    "who stays in rough ground": battle(
        6, "US-1-Inf H18; US-2-Inf H18; US-4-Inf H18; GE-331-Inf I18; GE-84-Inf I18",
        "join US-1-Inf; join US-2-Inf; join US-4-Inf; roll", turn=10,
    ),
    "an advance": battle(
        6, "GE-1SS-Pz2 GG12; GE-150SS-PGBde GG12; GE-2-Pz GG12; US-1-Inf FF12 reduced",
        "attack FF12; join GE-1SS-Pz2; join GE-150SS-PGBde; join GE-2-Pz; roll", side="german", scenario="bulge",
        turn=27, weather="Overcast*",
    ),
    "where Volkssturm is called up": at(
        "allied first stacking",
        "US-1-Inf II9; GE-VS-1 QQ4; GE-VS-2 RR7; GE-VS-3 QQ4; GE-VS-4 RR7; GE-VS-5 QQ4; GE-VS-6 QQ4; GE-VS-7 RR7",
        turn=20, phasing="allied", impulse=1, volkssturm_cities="QQ4 RR7",
    ),
    "sent into a frozen district": battle(
        3, "US-1-Inf A23; GE-84-Inf B23; GE-85-Inf C23; GE-352-Inf B24; GE-708-Co B15 frozen",
        "join US-1-Inf; roll; retreat A21", 2, released=False, invaded_districts=["7"], invasions=1, invasion_turn=1,
    ),
    # Supply
    "who goes without supply": at(
        "allied supply", "US-Bradley K3; US-1-Inf K4; US-2-Inf K5; US-4-Inf L5; US-5-Inf K3", turn=7,
        port_damage={"K2": 3}, captured_once="K2", allied_control="K2 K3 K4 K5 L5",
    ),
    "too many for the ports": at(
        "allied supply", "BR-Gds-Arm K2; US-1-Inf R11; US-2-Inf R11; US-4-Inf R11; US-5-Inf V11", turn=7,
        port_damage={"K2": 3}, start_capacity=-1, captured_once="K2", depth=2,
    ),
}  # fmt: skip

TABLE = Table("fortress", POSITIONS, begin=begin)
