"""Perft: the known positions from which the ways to play on are counted."""

from __future__ import annotations

from typing import Any

from bocage import Match
from tests.festung import playing
from tests.perft import Known, Table

# A tape on which every number comes soon, long enough for any three actions.
MIXED = " ".join(["3 5 1 6 2 4"] * 20)
BEACH = "US-7A NA; BR-8A NA; US-II NA; BR-XIII NA; BR-XXX NA; IT-XII 1821; GE-XIVPZ 1921"
FRANCE = (
    "US-1A 0411; BR-2A 0512; CA-1A 0512; BR-I 0411; GE-7A 0412; GE-ISS 0513; GE-LXXX 0612; GE-XXV 0313 reduced; "
    "US-3A UK; GE-LXXXI OKW; GE-XLVIIPZ EAST"
)
ALL_ATTACK = "attack 0412; join US-1A; join BR-I; join BR-2A; join CA-1A; fight; pass; pass"
LANDED = {"allied_control": "0410 0411 0512", "marked": "0410"}


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


def event(card: str, units: str = FRANCE, first: str = "", depth: int = 2, **more: Any) -> Known:
    """A card is played as an event in Summer 1944."""
    side = card.split("-")[0]
    more = {f"{side}_hand": card, **LANDED, **more}
    return at(f"{side} action", units, "; ".join(filter(None, (f"event {card}", first))), depth, **more)


def battle(die: int, first: str, depth: int = 2, units: str = FRANCE, **more: Any) -> Known:
    """An attack out of Normandy, with its die."""
    hands = {"allied_hand": "allied-26 allied-36", "axis_hand": "axis-12 axis-28"}
    begun = "ops allied-26; mark-attack 0411; mark-attack 0512; end"
    return at("allied action", units, f"{begun}; {first}", depth, dice=str(die), **{**hands, **LANDED, **more})


# Name -> where the counting begins.
POSITIONS: dict[str, Known] = {
    # Cards
    "the opening hands": fresh(),
    "V-1 or not": fresh(scenario="overlord"),
    "both pick a card in a new year": at("new year", turn=3),
    "one side picks a card": at("new year", turn=3, options={"19.1": False}),
    "late Overlord": at("late overlord", options={"19.2": False}),
    "cards thrown away": at("axis discards", axis_hand="axis-3 axis-12 axis-18", depth=3),
    "four uses of a card": at("axis action", FRANCE, axis_hand="axis-3 axis-18 axis-34", depth=1, **LANDED),
    "an empty hand": at("axis action", FRANCE, depth=1, **LANDED),
    # Overlord
    "a campaign that begins in 1944": fresh("pass", scenario="overlord"),
    "Overlord itself": at(
        "allied action", "US-1A UK; BR-2A UK; AB-C UK; US-V UK; US-VII UK; BR-I UK; BR-XXX UK; GE-LXXX 0411",
        "event allied-23", 2, scenario="overlord", turn=4, allied_hand="allied-23",
    ),
    "an operation of 1944 in Italy": at(
        "axis action", "US-5A 1718; BR-8A 1818; GE-10A 1717; GE-XIVPZ 1716; GE-LXXV 1717", "ops axis-18", 2,
        scenario="overlord", turn=4, surrendered=True, axis_hand="axis-18",
    ),
    # Air
    "airfields": at("air power", FRANCE, depth=2, **LANDED),
    "missions": at("air power", FRANCE, "end", depth=2, **LANDED),
    "a base for interdiction": at("air power", FRANCE, "end; interdict US-A", depth=2, **LANDED),
    "an airfield is lost": at(
        "axis action", "US-II 0411; GE-ISS 0412; US-1A UK", "ops axis-18; mark-move 0412; end; pick GE-ISS; move 0512",
        axis_hand="axis-18", airfields="0512 UK", allied_control="0410 0411 0512", marked="0410",
    ),
    # Operations
    "markers": at("allied action", FRANCE, "ops allied-26", 2, allied_hand="allied-26", **LANDED),
    "movement": at("allied action", FRANCE, "ops allied-26; mark-move 0512; mark-move UK; end", 2,
                   allied_hand="allied-26", **LANDED),
    "redeployment": at("axis action", FRANCE, "rd axis-18", 1, axis_hand="axis-18", **LANDED),
    "replacements": at("axis action", f"{FRANCE}; GE-LXXIV pool; GE-19A pool", "rp axis-18", 2, axis_hand="axis-18",
                       **LANDED),
    "too many in a hex": at(
        "allied action", "US-1A 0411; US-V 0411; BR-2A 0512; CA-1A 0512; US-VII 0512",
        "ops allied-26; mark-move 0411; end; pick US-1A; move 0512; end", 2, allied_hand="allied-26", **LANDED,
    ),
    # Combat
    "which hex is attacked": battle(3, ""),
    "who attacks": battle(3, "attack 0412"),
    "the attacker's cards": battle(3, "attack 0412; join US-1A; join BR-2A; fight"),
    "losses": battle(1, "attack 0412; join US-1A; join BR-I; join BR-2A; fight; pass; pass"),
    "stand-in": battle(
        1, "attack 0412; join US-1A; join BR-2A; fight; pass; pass", units="US-1A 0411 reduced; BR-I 0411; "
        "BR-2A 0512; GE-7A 0412; GE-ISS 0412; US-V UK; US-VII UK",
    ),
    "a stand-in of the defender": battle(
        6, ALL_ATTACK, units=FRANCE.replace("GE-7A 0412", "GE-7A 0412; FORT-StMalo 0312"),
    ),
    "hold or withdraw": at(
        "allied action", "US-5A 1718; US-II 1718; GE-LXXV 1717; GE-10A 1617; GE-XX OKW",
        "ops allied-26; mark-attack 1718; end; attack 1717; join US-5A; join US-II; fight; pass; pass", 2, dice="5",
        allied_hand="allied-26 allied-36", axis_hand="axis-1", surrendered=True,
    ),
    "retreat": battle(
        6, f"{ALL_ATTACK}; lose GE-XIISS; lose GE-XIISS",
        units=FRANCE.replace("GE-7A 0412", "GE-XIISS 0412; GE-XIIISS 0412; GE-12A 0412"),
    ),
    "advance": battle(6, ALL_ATTACK, units=FRANCE.replace("GE-7A 0412", "GE-LXXXIV 0412 reduced")),
    # Invasions
    "the force of an invasion": at(
        "allied action", "US-1A UK; BR-2A UK; AB-C UK; US-V UK; US-VII UK; BR-I UK; BR-XXX UK; GE-LXXX 0411",
        "event allied-23", 2, allied_hand="allied-23",
    ),
    "attacks of a landing": at("allied action", BEACH, "event allied-1", 2, turn=1, allied_hand="allied-1"),
    "ashore": at("allied action", BEACH.replace("IT-XII 1821; ", ""), "event allied-1; end", 2, turn=1,
                 allied_hand="allied-1"),
    # Events
    "reinforcements": event("axis-25"),
    "fortresses": event("axis-31"),
    "a port is wrecked": event("axis-36", allied_control="0410 0411 0312 0512"),
    "a district is frozen": event("allied-26"),
    "the Mulberry": event("allied-41", marked="0410 0211", allied_control="0410 0211 0411 0512"),
    "an airdrop": event(
        "allied-39", f"{FRANCE}; AB-1A UK; US-VII 0710", turn=6,
        allied_control="0410 0411 0512 0510 0610 0710", marked="0410 0510",
    ),
    "partisans do one thing or the other": event(
        "allied-55", "US-5A 1718; GE-LXXV 1717; GE-XX 1716", "", surrendered=True, turn=8,
    ),
    "partisans take a hex": event(
        "allied-55", "US-5A 1718; GE-LXXV 1717; GE-XX 1716", "choose 2", surrendered=True, turn=8,
    ),
    "Paris rises": event("allied-38", "US-1A 0612; US-V 0612; GE-LXXX 0712; GE-LXXXI 0712"),
    "the red zone is cleared": event(
        "allied-43", "US-1A 1206; US-V 1207; GE-LXXX 1307", turn=8, played="allied-21",
        allied_control="1106 1107 1108 1206 1207",
    ),
    "Hitler flees": event("axis-44", turn=8, hitler="1307"),
    "a demand": event("allied-10"),
    "steps by a card": event("axis-54", f"{FRANCE}; GE-XXIVPZ 1110 reduced; GE-LVIIIPZ 1009 reduced", turn=8),
    "bombers grounded": event("axis-33", bombers={"UK BC": "industry", "US 8th AF": "industry"}),
}  # fmt: skip

TABLE = Table("festung", POSITIONS, begin=begin)
