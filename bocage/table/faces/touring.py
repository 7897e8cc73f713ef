"""Cards that tours have: looking around, moving up, the odds of an attack, what the die brought, and how it goes on."""

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


def move_up(enemy: str, legs: str, why: str, cases: list[str]) -> TourStep:
    """A move next to the enemy; `legs` says how one chooses the way oneself."""
    return TourStep(
        "Move up to the enemy",
        "Click a unit, point at lit hexes to see the way and what it costs, and click a ringed one: it is next to "
        f"{enemy}. {legs}",
        why,
        cases,
        touch=f"Touch a unit, then a ringed hex: it is next to {enemy}. {legs}",
        asked=["movement"],
        signs=["moved up"],
        light=["move", "pick"],
        where=["beside enemy"],
    )


def end_movement(ends: str, why: str, cases: list[str]) -> TourStep:
    """The button that `ends` a step, or a phase."""
    return TourStep(
        "End the movement",
        f"Move whatever else you like, then press the button that ends the {ends}. If something would be lost by "
        "that, you are asked first.",
        why,
        cases,
        asked=["movement"],
    )


def your_attack(how: str, why: str, cases: list[str], asked: list[str]) -> TourStep:
    """An attack of one's own: units join it, and it is fought."""
    return TourStep("Your attack", how, why, cases, asked=asked, signs=["fought"], light=["join", "attack"])


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


def that_is_a(what: str, then: str, why: str, cases: list[str]) -> TourStep:
    """The last card: what has been played, and how it goes on; `then` leads up to the film of the other side's turn."""
    return TourStep(
        f"That is a {what}",
        f"{then} a film shows what they did since your last move, and the slider below the map goes back to any "
        "moment.",
        why,
        cases,
        touch=f"{then} a film shows what they did. The clock above opens a slider to any moment.",
    )
