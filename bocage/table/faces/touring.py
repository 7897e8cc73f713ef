"""Cards that every tour has: looking around, the odds of an attack, and what the die brought."""

from __future__ import annotations

from bocage.table.wire.box import TourStep


def look_around(why: str, cases: list[str], acted: bool = True) -> TourStep:
    """The first card: the map. With `acted` it is over as soon as the side has done anything."""
    return TourStep(
        "The table",
        "Drag the map and turn the wheel to look around. Point at a hex or a counter and the panel tells what it is. "
        "When you have seen enough, go on.",
        why,
        cases,
        touch="Drag the map and pinch it to look around. When you have seen enough, go on.",
        signs=["acted"] if acted else [],
        tells=True,
    )


def look_at_odds(shown: str, why: str, cases: list[str], asked: str, light: list[str], advice: str = "") -> TourStep:
    """The odds of an attack before it is made: `shown` is what the card tells, `advice` where it goes well."""
    told = f"{shown}. {advice}".rstrip()
    return TourStep(
        "Look at the odds",
        f"Point at a lit hex: the card shows {told} Then click it to attack.",
        why,
        cases,
        touch=f"Touch Odds beside a hex in the panel: you see {told} Then touch the hex to attack.",
        asked=[asked],
        signs=["aimed", "fought"],
        light=light,
    )


def what_came(dice: str, then: str, why: str, cases: list[str], asked: list[str] | None = None) -> TourStep:
    """The result in the log: `dice` is "die" or "dice", `then` what the panel asks afterwards.

    It is over when the line was read; where `asked` names questions, when they are over.
    """
    return TourStep(
        f"What the {dice} brought",
        f"Read the line in the log (press L, or open the tab Log) and click it to see the board as it was then. {then}",
        why,
        cases,
        touch=f"Open the tab Log and touch the line to see the board as it was then. {then}",
        asked=asked or [],
        signs=[] if asked else ["read"],
        tells=True,
    )
