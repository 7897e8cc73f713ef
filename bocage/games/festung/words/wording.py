"""Words and colours that table and terminal share."""

from __future__ import annotations

from bocage.parts.stacks import members

from ..data.counters import Counter
from ..rules.look import FestungLook
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing

SIDE_NAMES = {AXIS: "the Axis", ALLIED: "the Allies"}
SIDE_WORDS = {AXIS: "Axis", ALLIED: "Allied"}
# Counter, ink, symbol's box. The first nation of a side colours its cards.
COLOURS = {
    "GE": ("#7b858f", "#0c1014", "#d5e6c4"),
    "SS": ("#2d3135", "#f5f2ea", "#5a5f45"),
    "LW": ("#b4d3e2", "#0d2430", "#ffffff"),
    "IT": ("#5f8f63", "#08140a", "#d9ead6"),
    "US": ("#8a9a4b", "#1c2008", "#ffffff"),
    "BR": ("#e8cf9c", "#3a2608", "#fff6e2"),
    "CA": ("#b5573f", "#fff4ec", "#d27a60"),
    "FF": ("#2c4a86", "#f4f7fc", "#4d6db0"),
    "POL": ("#c9a7b4", "#2e0d1a", "#f6e9ee"),
    "NZ": ("#6b6f3a", "#fbf7e4", "#8d9256"),
    "AB": ("#7d4f63", "#fdf3f7", "#a3748a"),
}
NATION_WORDS = {
    "GE": "Germany", "SS": "Waffen-SS", "LW": "Luftwaffe", "IT": "Italy", "US": "United States", "BR": "Britain",
    "CA": "Canada", "FF": "Free France", "POL": "Poland", "NZ": "New Zealand", "AB": "Allied airborne",
}  # fmt: skip
SYMBOLS = {
    "infantry": "infantry", "mechanized": "armour", "parachute": "parachute", "airborne": "parachute",
    "static": "static infantry", "fortress": "fortress",
}  # fmt: skip
SIZES = {"army": "XXXX", "corps": "XXX"}
PLACE_WORDS = {"unused": "not in play yet", "pool": "eliminated, may be rebuilt", "gone": "out of the game"}
PLACE_RULES = {"unused": "6.53", "pool": "12.3", "gone": "12.34"}
FLAGS = {
    "reduced": "reduced: a step lost",
    "moved": "has moved",
    "attacked": "has attacked",
    "redeployed": "has redeployed",
    "limited": "in Limited Supply",
    "out": "out of supply",
    "dot": "never replaced",
}
PHASES = {
    "first season": "The first season",
    "air power": "Air Power Phase",
    "new year": "Cards of the year",
    "late overlord": "Overlord in hand",
    "draw": "Draw Phase",
    "action phase": "Action Phase",
    "turn end": "Turn End",
    "victory": "Victory",
    "axis discards": "Axis discards",
    "allied discards": "Allied discards",
    "next turn": "Next turn",
    "axis action": "Axis action",
    "axis attrition": "Axis attrition",
    "allied action": "Allied action",
    "allied attrition": "Allied attrition",
    "opening hands": "Opening hands",
}


def short_name(counter: Counter) -> str:
    """A unit on its counter."""
    return counter.id.partition("-")[2]


def factors(look: FestungLook, unit: int) -> str:
    """Attack, defence and movement of the side that is up."""
    steps = look.position.units[unit].steps
    if not steps:
        return ""
    return f"{look.attack(unit)}-{look.defence(unit)}-{look.pace(unit)}"


def flags(look: FestungLook, unit: int) -> list[str]:
    """What may be said of a unit."""
    position, now = look.position, look.position.units[unit]
    grade = tracing.grade(look, unit) if now.at >= 0 else tracing.FULL
    found = {
        "reduced": now.steps == 1,
        "moved": bool(position.moved >> unit & 1),
        "attacked": bool(position.attacked >> unit & 1),
        "redeployed": bool(position.redeployed >> unit & 1),
        "limited": grade == tracing.LIMITED,
        "out": grade == tracing.OUT,
        "dot": look.counter(unit).dot,
    }
    return [flag for flag, holds in found.items() if holds]


def terrain(look: FestungLook, node: int) -> str:
    """The ground of a hex, with what stands in it."""
    data, bit = look.game.data, 1 << node
    if bit & ~look.game.board.hexes:
        return "box"
    told = [data.terrain_at[node]]
    marks = {"port": data.ports, "industrial center": data.industrial, "victory hex": data.vp}
    return ", ".join([*told, *(name for name, hexes in marks.items() if hexes & bit)])


def names(look: FestungLook, units: int) -> str:
    """Units in a row."""
    return ", ".join(look.counter(unit).name for unit in members(units))
