"""How to answer a question with few keystrokes: the tips that more than one game gives."""

from __future__ import annotations

from bocage.engine.steps import Prompt


def first(prompt: Prompt, *names: str) -> str:
    """The first thing that the first of these verbs that is offered may be said of."""
    verbs = prompt.verbs()
    return next((verbs[name][0].operand for name in names if name in verbs), "")


def moving(prompt: Prompt) -> str:
    """For units that are moved by naming a hex, one after the other or with their stack."""
    if getattr(prompt.frame, "hand", 0):
        return "the hex alone moves the unit; 'cost HEX' tells the points and the way, 'why HEX' the reason."
    unit = first(prompt, "pick", "join")
    return (
        f"unit and hex in one line: {unit} HEX; with others of its stack: {unit} all HEX; several moves one "
        "after the other in a line. A unit alone shows where it may go."
    )


def attacking(prompt: Prompt) -> str:
    """For an attack that is declared, joined and rolled at once."""
    verbs = prompt.verbs()
    if "attack" in verbs:
        label = first(prompt, "attack")
        return (
            f"'odds {label}' tells the chances with everybody, 'odds {label} UNIT UNIT' with some; "
            f"then 'attack {label} all' or 'attack {label} UNIT UNIT'."
        )
    if "join" in verbs:
        return "'all' takes everybody along; 'undo' takes your last line back as long as no die is rolled."
    return ""
