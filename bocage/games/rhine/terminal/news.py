"""What the other side did in D-Day to the Rhine, condensed (moves from hex to hex, battles in full), and tips."""

from __future__ import annotations

from typing import Any

from bocage.engine.events import Event
from bocage.engine.steps import Prompt
from bocage.terminal.hints import first
from bocage.terminal.news import Leg, Page

from ..rules.telling import STRANGER

LOUD = (
    "battle", "eliminated", "won", "weather", "beaches", "blitz", "ruthless", "reserve withdrawn", "counteroffensive",
    "paris passed", "brussels passed", "french leave", "bombing shortens", "record opened", "turned up", "player turn",
)  # fmt: skip
# Events of a unit and a hex that are told together, with the words before them.
PLACED = {
    "allied arrival": "arrivals", "set up": "set up", "air drop": "drops", "landed": "landed", "replaced": "replaced",
    "reserve placed": "from the Strategic Reserve", "combat advance": "advances",
}  # fmt: skip
# Events of one unit.
MARKED = {
    "corps deploys": "deployed", "corps undeploys": "undeployed", "recovered": "recovered from Disruption",
    "disrupted": "Disrupted",
}  # fmt: skip
MOVES = ("unit moves", "unit marches", "unit dashes", "dump moves")
HIDDEN = "face-down piece"


class RhinePage(Page):
    """The digest of D-Day to the Rhine."""

    move_rule = "NOTE.1"
    loud = LOUD
    placed = PLACED
    marked = MARKED

    def add(self, event: Event) -> None:
        data: Any = event.data
        if event.kind in MOVES:
            self._walk(data[0], data[1], event.kind)
        elif event.kind == "identity" and self.legs and self.legs[-1].units == (STRANGER,):
            # Who may know it reads the name in the place of the nameless move.
            self.legs[-1] = self.legs[-1]._replace(units=(data[0],))
        else:
            super().add(event)

    def _walk(self, unit: int, path: tuple[int, ...], kind: str) -> None:
        if self.gathered is not None:
            self.turn_over()
        units: tuple[int, ...] = (unit,)
        start = path[0]
        # The next leg of the same unit; of nameless ones only a dash is known to go on.
        same = kind == "unit dashes" if unit == STRANGER else bool(self.legs) and self.legs[-1].units == units
        if self.legs and self.legs[-1].end == start and same:
            units, start, _ = self.legs.pop()
        self.legs.append(Leg(units, start, path[-1]))

    def id(self, unit: int) -> str:
        return HIDDEN if unit == STRANGER else super().id(unit)


def hint(prompt: Prompt) -> str:
    """How to answer a question with few keystrokes."""
    verbs, unit = prompt.verbs(), first(prompt, "pick")
    if prompt.step == "set-up":
        return (
            "'suggested' places all that is left; hexes in a row place one piece after the other, another one first: "
            f"{unit} HEX. 'hide' and 'deploy' turn pieces over."
        )
    if prompt.step == "landing force":
        return f"unit, wave and hex in one line: {unit} first HEX, or {unit} second HEX."
    if "place" in verbs and "pick" in verbs:
        return f"unit and hex in one line: {unit} HEX."
    if prompt.step in ("movement", "dump movement"):
        if getattr(prompt.frame, "hand", -1) >= 0:
            more = " 'dash HEX' risks Strafing, 'march HEX' uses bonus hexes;" if "march" in verbs else ""
            return f"'move HEX' moves the unit;{more} 'cost HEX' tells the way, 'why HEX' the reason."
        return f"unit and hex in one line: {unit} move HEX. A unit alone shows where it may go." if unit else ""
    if prompt.step == "allocation" and "attack" in verbs:
        label = first(prompt, "attack")
        return (
            f"'odds {label}' tells the chances with everybody, 'odds {label} UNIT UNIT' with some; then "
            f"'attack {label} all commit' or 'attack {label} UNIT UNIT commit'."
        )
    if prompt.step == "allocation" and "join" in verbs:
        return "'all' takes everybody along; 'commit' allocates the attack; nothing is fought before you say 'end'."
    if prompt.step == "air operations":
        return f"bomb HEX; or unit and hex in one line: {unit} drop HEX." if unit else "bomb HEX."
    return ""
